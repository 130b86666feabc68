"""A whole game in plain lines: what is shown when."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.golden import VALERIA, VALERIA_ENGLISH
from tests.solo.commandline import at_home, solo


def test_the_table_is_shown_at_set_up_before_each_draft_and_before_each_turn_of_yours(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    at_home(tmp_path, monkeypatch)
    said = solo(*VALERIA, "--lang", "en", answers=VALERIA_ENGLISH)
    assert said.code == 0
    assert said.out.count("--- Your turn ---") == 1 + 5 + 15
    assert said.out.count("Which die do you take?") >= 15
    assert "│" not in said.out, "a stroke says nothing where nothing is drawn"
