"""When a game is over: what is shown of it."""

from __future__ import annotations

from io import StringIO
from types import SimpleNamespace
from typing import Any

import pytest
from rich.console import Console

from automa.dialogue import Text
from automa.game import Seat
from solo.commands import ending
from solo.showing.screen import RichPaper, Screen
from solo.words.sentences import Words


def test_a_turning_point_that_takes_two_lines_goes_on_under_its_first(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Else its second line would read as something else."""
    lost = Text("turning-point.lost", turn=8, move="i8 voar, " * 8 + "d", points="3.3", best="w stop")
    monkeypatch.setattr(ending, "judged_turns", lambda *given: [])
    monkeypatch.setattr(ending, "told_turning_points", lambda *given: [lost])
    words, console = Words.of("en", strict=True), Console(file=StringIO(), width=80)
    front: Any = SimpleNamespace(screen=Screen(words, RichPaper(console, "utf-8"), is_plain=False))
    driver: Any = SimpleNamespace(setup=SimpleNamespace(people=[Seat("you", "you")]))
    looking_back: Any = None
    ending.show_turning_points(front, words, driver, looking_back)
    title, first, second = console.file.getvalue().splitlines()  # type: ignore[attr-defined]
    assert title == "The turning point:" and first.startswith(
        "  Turn 8 cost you 3.3 points. You played: i8 voar, "
    )
    assert second.startswith("    ") and second.endswith("Better was: w stop.")
