"""Ctrl-C at any moment: no traceback, and the exit code of an interrupted program."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

PRESSED = """
import signal, sys
def hook(event, arguments):
    if event == "import" and arguments[0] == {module!r} and not pressed:
        pressed.append(True)
        signal.raise_signal(signal.SIGINT)
pressed = []
sys.addaudithook(hook)
sys.argv = ["solo", *{arguments!r}]
from solo.__main__ import main
try:
    main()
finally:
    assert pressed
"""


def interrupted(
    module: str, home: Path, *arguments: str, before: str = ""
) -> subprocess.CompletedProcess[str]:
    """A command during which Ctrl-C is pressed at the moment when it imports a module."""
    code = before + PRESSED.format(module=module, arguments=arguments)
    environ = os.environ | {"CASTELLAN_HOME": str(home), "CASTELLAN_LANG": "en"}
    return subprocess.run(
        [sys.executable, "-c", code], env=environ, capture_output=True, text=True, timeout=200, check=False
    )


@pytest.mark.skipif(sys.platform == "win32", reason="needs signals")
@pytest.mark.parametrize(
    "module",
    ["solo.commands.app", "typer", "automa.dialogue", "solo.keeping.saves", "solo.fronts.opening", "msgspec"],
)
def test_ctrl_c_while_the_program_starts(module: str, tmp_path: Path) -> None:
    done = interrupted(module, tmp_path, "saves")
    assert done.returncode in (130, -signal.SIGINT)
    assert (done.stdout, done.stderr) == ("", "")


@pytest.mark.skipif(sys.platform == "win32", reason="needs signals")
def test_ctrl_c_when_all_is_done(tmp_path: Path) -> None:
    late = (
        "import gc, signal\ngc.freeze = lambda: (pressed.append(True), signal.raise_signal(signal.SIGINT))\n"
    )
    done = interrupted("nothing", tmp_path, "saves", before=late)
    assert done.returncode == 130
    assert (done.stdout, done.stderr) == ("There are no saved games.\n", "")


@pytest.mark.skipif(sys.platform == "win32", reason="needs signals")
def test_a_program_told_to_ignore_ctrl_c_still_does(tmp_path: Path) -> None:
    deaf = "import signal\nsignal.signal(signal.SIGINT, signal.SIG_IGN)\n"
    done = interrupted("typer", tmp_path, "saves", before=deaf)
    assert (done.returncode, done.stdout, done.stderr) == (0, "There are no saved games.\n", "")
