"""Newer Pythons: 3.14 plays the same games as the Python that runs these tests, and none is refused."""

from __future__ import annotations

import re
from importlib.metadata import metadata, requires
from pathlib import Path

import pytest

from tests import newest
from tests.solo.commandline import at_home, solo


@pytest.mark.skipif(not newest.is_fetched(), reason="`python -m tests.newest` fetches Python 3.14")
def test_whole_games_on_python_3_14_are_the_same_as_here(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    at_home(tmp_path, monkeypatch)
    version, played = newest.run(newest.demos())
    assert version.startswith("3.14.")
    assert played == "".join(solo(*command).out for command in newest.demos())


def test_no_newer_python_is_refused() -> None:
    ours = [line for line in requires("castellan") or [] if "extra" not in line]
    names = ["castellan", *(re.split(r"[^\w-]", line)[0] for line in ours)]
    assert len(names) > 5
    limited = {name: metadata(name)["Requires-Python"] for name in names}
    assert {name: limit for name, limit in limited.items() if re.search("<|==|~=|!=", limit)} == {}
