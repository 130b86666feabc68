"""Real saves: they give the result they gave, and go on where they stopped."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any

import pytest

from automa.valeria import GAME
from solo.facts import overlay
from solo.keeping.journal import Journal
from solo.playing import newgame
from tests.solo.commandline import at_home, solo

SAVES = Path(__file__).parent.parent / "saves"


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = at_home(tmp_path / "home", monkeypatch)
    (folder / "saves").mkdir(parents=True)
    return folder


def kept(home: Path, name: str) -> Path:
    return Path(shutil.copy(SAVES / name, home / "saves"))


def state(path: Path) -> dict[str, Any]:
    """What a save comes down to, with what its player had taught the app."""
    journal = Journal.read(path)
    tables = overlay.load(GAME, journal.header.taught).tables
    return newgame.driver(GAME, tables, journal).script.state()


@pytest.mark.parametrize("lang", ["en", "nl"])
def test_a_finished_game_still_gives_its_result(home: Path, lang: str) -> None:
    path = kept(home, "valeria-finished.jsonl")
    before = path.read_bytes()
    assert solo("saves", "show", path.stem, "--lang", lang).code == 0
    assert solo("resume", path.stem, "--lang", lang).code == 0
    assert path.read_bytes() == before
    now = state(path)
    assert now["over"]
    assert {seat: side["score"] for seat, side in now["sides"].items()} == {"you": 127, "ysolde-fenn": 148}
    assert now["sides"]["you"]["monuments"] == {
        "gate": "anchorage/bazani-gate", "statue": "anchorage", "ward-tower": "anchorage",
    }  # fmt: skip


def test_an_unfinished_game_against_a_taught_card_goes_on_without_the_card_being_taught_here(
    home: Path,
) -> None:
    path = kept(home, "valeria-unfinished.jsonl")
    now = state(path)
    assert (now["round"], now["first"], now["acting"]) == (2, "you", False)
    assert {seat: side["score"] for seat, side in now["sides"].items()} == {"you": 13, "the-steward": 18}
    assert now["sides"]["you"]["tokens"]["temple"] == {"bazani-gate": 1, "iron-pit": 1}
    said = solo("resume", answers="/opnieuw\n/stop\n")
    assert said.code == 0
    assert "over: steen, voedsel, magie\u00a0×3, goud en invloed\u00a0×3" in said.out
    assert "De kaart van The Steward" in said.out
