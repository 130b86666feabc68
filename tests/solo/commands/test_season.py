"""`solo season` and what comes after a game, from the command line."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from solo.playing.newgame import same_again
from solo.playing.resuming import look_at
from tests.solo.commandline import at_home, saves, solo

RICH = "https://www.textualize.io"
"""Named in a comment of every picture that is exported."""


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


@pytest.mark.parametrize("lang, wins", [("en", "wins"), ("nl", "wint")])
def test_a_game_is_shared_as_text_and_as_a_picture_and_overwrites_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, lang: str, wins: str
) -> None:
    (folder := tmp_path / "shared").mkdir()
    monkeypatch.chdir(folder)
    said = solo(
        "play", "castle-combo", "--against", "marshal", "--cards", "app", "--lang", lang,
        answers="1\n/share\n/quit\n",
    )  # fmt: skip
    text, picture = sorted(folder.iterdir())
    assert text.name in said.out and picture.name in said.out
    marshal = "De Maarschalk" if lang == "nl" else "The Marshal"
    assert f"| {marshal}" in text.read_text("utf-8")
    assert wins not in text.read_text("utf-8"), "the game goes on"
    assert picture.read_text("utf-8").startswith("<svg")
    assert "http" not in picture.read_text("utf-8").replace("http://www.w3.org", "").replace(RICH, "")
    before = text.read_text("utf-8")
    assert solo("share", "castle-combo", str(folder)).code == 0
    assert len(list(folder.iterdir())) == 4
    assert text.read_text("utf-8") == before
