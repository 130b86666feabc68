"""`solo demo`: a whole game that plays itself, repeatable, also into a pipe that is closed early."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Sequence
from io import StringIO
from pathlib import Path

import pytest
from rich.console import Console

from automa.dialogue import Text
from solo.facts.taught import own_tables
from solo.fronts.book import Book
from solo.fronts.demo import watch
from solo.games import game_named
from solo.playing.newgame import Wishes
from solo.playing.starting import new_demo
from solo.showing.layout import Row
from solo.showing.screen import Screen
from solo.words.sentences import Words
from tests.solo.commandline import at_home, solo

DEMO = ("demo", "castle-combo", "--against", "old-berthold", "--against", "mason-corwin")


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    return at_home(tmp_path / "home", monkeypatch)


def test_the_same_seed_tells_the_same_game_and_another_seed_another(home: Path) -> None:
    one = solo(*DEMO, "--seed", "3")
    assert one.code == 0 and one == solo(*DEMO, "--seed", "3")
    assert one.out != solo(*DEMO, "--seed", "4").out
    assert not home.exists()


def test_the_seed_is_shown_so_that_a_game_can_be_seen_again() -> None:
    first = solo(*DEMO)
    seed = first.out.partition("seed ")[2].partition(":")[0]
    assert solo(*DEMO, "--seed", seed).out == first.out


def test_it_is_told_from_the_first_card_to_the_winner_with_reasons_if_wanted() -> None:
    plain, why = solo(*DEMO, "--seed", "3").out, solo(*DEMO, "--seed", "3", "--why").out
    assert "Round 9 of 9" in plain and plain.rstrip().endswith("points.")
    assert "  - " not in plain and "  - " in why


def test_in_dutch_nothing_is_left_in_english_or_in_ids() -> None:
    told = solo(*DEMO, "--seed", "3", "--why", "--lang", "nl").out
    assert "Ronde 9 van 9" in told
    assert "castle-combo." not in told and " buys " not in told


def test_the_game_chooses_who_plays_when_nobody_is_named() -> None:
    assert solo("demo", "castle-combo", "--seed", "3").code == 0


def test_too_many_players_are_no_game() -> None:
    everybody = ["--against", "marshal"] * 6
    assert "2 to 5 seats, not 6" in solo("demo", "castle-combo", *everybody).trouble


class Viewer:
    """Somebody who leaves a demo on a page."""

    def __init__(self, leaves_on: int) -> None:
        self.leaves_on = leaves_on
        self.pages = 0

    def page(self, rows: Sequence[Row]) -> None:
        self.pages += 1

    def pause(self, seconds: float | None = None, *, can_leave: bool = False) -> str:
        return "q" if can_leave and self.pages == self.leaves_on else ""


def test_a_demo_can_be_left_on_any_page() -> None:
    game, words, viewer = game_named("castle-combo"), Words.of("en", ["castle_combo"]), Viewer(3)
    driver = new_demo(game, own_tables(game), Wishes(seed=3))
    screen = Screen.rich(words, Console(width=80, height=24, file=StringIO()))
    watch(driver, Book(viewer, screen), Text("demo.begins", game=game.name, seed=3))
    assert viewer.pages == 3


def test_the_pipe_may_be_closed_before_the_end() -> None:
    """`solo demo … | head` shows its lines and no traceback."""
    root = Path(__file__).parents[3]
    process = subprocess.Popen(
        [sys.executable, "-m", "solo", *DEMO, "--seed", "3", "--why"],
        cwd=root,
        env={**os.environ, "PYTHONPATH": str(root)},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    assert process.stdout is not None and process.stderr is not None
    assert process.stdout.readline().startswith(b"Castle Combo")
    process.stdout.close()
    assert process.stderr.read() == b""
    process.stderr.close()
    process.wait()
