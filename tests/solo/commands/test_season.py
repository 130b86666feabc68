"""`solo season` and what comes after a game, from the command line."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from solo.commands.ending import same_again, share
from solo.playing.resuming import look_at
from solo.trouble import Trouble
from solo.words.sentences import Words
from tests.solo.commandline import at_home, saves, solo


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    return at_home(tmp_path / "home", monkeypatch)


@pytest.mark.parametrize("lang, to_beat", [("en", "still to beat"), ("nl", "nog te verslaan")])
def test_the_ladder_shows_everybody_still_to_beat(lang: str, to_beat: str) -> None:
    lines = solo("season", "castle-combo", "--show", "--lang", lang).out.splitlines()
    assert len([line for line in lines if to_beat in line]) == 12


def test_a_game_of_the_season_is_begun_resumed_and_begun_anew() -> None:
    first = solo("season", "castle-combo", answers="1\n/quit\n")
    assert first.code == 0
    assert "What next?" in first.out
    said = solo("season", "castle-combo", "--show", "--new").out
    assert re.match("Castle Combo, season 1", said)


def test_the_same_again_has_the_same_opponents_and_settings(home: Path) -> None:
    solo("play", "castle-combo", "--against", "marshal:sharp", "--cards", "app", answers="1\n/quit\n")
    wishes = same_again(look_at(saves(home)[0].stem).journal.header)
    assert (wishes.against, wishes.cards, wishes.players) == (["marshal:sharp"], "app", 2)


def test_a_sheet_is_shared_as_text_and_as_a_picture_and_overwrites_nothing(
    home: Path, tmp_path: Path
) -> None:
    solo("play", "castle-combo", "--against", "marshal", "--cards", "app", answers="1\n/quit\n")
    driver = look_at(saves(home)[0].stem)
    text, picture = share(driver, Words.of("en", ["castle_combo"]), tmp_path)
    assert "| The Marshal" in text.read_text()
    assert picture.read_text().startswith("<svg")
    with pytest.raises(Trouble):
        share(driver, Words.of("en", ["castle_combo"]), tmp_path)
