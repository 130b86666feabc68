"""The README of the games is true: what it shows stands in the example, and its links and commands work."""

from __future__ import annotations

import re
import shlex
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from textwrap import dedent

import pytest

from tests import house

ROOT = Path(__file__).parents[2]
GUIDE = ROOT / "automa" / "README.md"
EXAMPLE = ROOT / "tests" / "night_watch"
TEXT = GUIDE.read_text("utf-8")


def blocks(language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```$", TEXT, re.MULTILINE | re.DOTALL)


def files() -> list[Path]:
    return [*EXAMPLE.glob("*.py"), *EXAMPLE.glob("tables/*.toml")]


def passages(text: str, lines: int) -> Iterator[str]:
    """Every run of so many lines, moved to the left as far as it goes."""
    every = text.splitlines()
    for start in range(len(every) - lines + 1):
        yield dedent("\n".join(every[start : start + lines]))


@pytest.mark.parametrize("excerpt", [*blocks("python"), *blocks("toml")])
def test_every_excerpt_stands_in_the_example(excerpt: str) -> None:
    wanted = dedent(excerpt).strip()
    count = len(wanted.splitlines())
    assert any(wanted in passages(path.read_text("utf-8"), count) for path in files())


def test_every_link_leads_somewhere() -> None:
    links = re.findall(r"\]\(([^)#]+)\)", TEXT)
    assert links and all((GUIDE.parent / link).exists() for link in links)


def test_every_room_is_in_the_guide() -> None:
    for room in (*house.ROOMS, "steps", "pieces"):
        assert f"`{room}.py`" in TEXT, room


@pytest.mark.parametrize("command", "".join(blocks("sh")).splitlines())
def test_every_command_is_one_that_works(
    command: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    python, *arguments = shlex.split(command)
    assert python == "python"
    match arguments:
        case ["-m", "tests.night_watch", *_]:
            monkeypatch.setenv("CASTELLAN_HOME", str(tmp_path))
            done = subprocess.run(
                [sys.executable, *arguments],
                cwd=ROOT,
                input="/quit\n",
                capture_output=True,
                text=True,
                check=True,
            )
            assert "Captain Thorne" in done.stdout
        case ["-m", "tests.catalogues"]:
            assert (ROOT / "tests" / "catalogues.py").exists()
        case ["-m", "pytest", folder, "-k", "night-watch"]:
            assert (ROOT / folder).is_dir()
        case _:
            raise AssertionError(command)


def test_the_guide_is_short() -> None:
    assert len(TEXT.splitlines()) <= 275
