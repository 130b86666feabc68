"""`solo season` and what comes after a game, from the command line."""

from __future__ import annotations

import re
from pathlib import Path
from random import Random

import pytest

from solo.facts.taught import own_tables
from solo.games import game_named
from solo.playing.driver import Driver
from solo.playing.newgame import Wishes, same_again
from solo.playing.starting import look_at, new_game
from solo.showing.events import as_typed
from solo.words.sentences import Words
from tests.solo.commandline import at_home, saves, solo
from tests.terminal import ENTER, Emulator, emulator

CTRL_C = "\x03"
RICH = "https://www.textualize.io"
"""Named in a comment of every picture that is exported."""


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    return at_home(tmp_path / "home", monkeypatch)


def a_finished_game(against: list[str], *, season: int = 0, lang: str = "en", but_for: int = 0) -> Driver:
    """A game of Castle Combo in the saves, played by a stand-in to its end; or but for some answers."""
    game = game_named("castle-combo")
    wishes = Wishes(against=against, cards="app", seed=7, season=season, lang=lang)
    driver = new_game(game, own_tables(game), wishes)
    person = driver.setup.seats[0]
    stand_in = game.decider(person, driver.setup)
    while True:
        while driver.step():
            pass
        if driver.ask is None:
            break
        driver.answer(stand_in.answer(driver.ask, driver.script, Random(1))[0])
    if but_for:
        answers = sum(entry.is_persons for entry in driver.journal.history.entries)
        driver.undo(but_for)
        assert answers > but_for
    driver.journal.close()
    return driver


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


@pytest.mark.parametrize(
    "lang, shown",
    [
        ("en", ["What next?", "Ready?", "where the", "Sister Amabel"]),
        ("nl", ["Wat nu?", "Klaar?", "app", "Zuster Amabel"]),
    ],
)
def test_a_season_by_the_arrow_keys(home: Path, lang: str, shown: list[str]) -> None:
    beaten = a_finished_game(["maud-of-the-market"], season=1)
    assert beaten.sheet is not None
    ladder = Emulator(
        ["-m", "solo", "season", "castle-combo"], 80, 24, CASTELLAN_HOME=str(home), CASTELLAN_LANG=lang
    )
    ladder.waits_for(shown[0])
    assert shown[3] in ladder.text
    ladder.child.send(ENTER)
    ladder.waits_for(shown[1])
    ladder.child.send(ENTER)
    ladder.waits_for("Castle Combo")
    ladder.child.close(force=True)


@pytest.mark.parametrize(
    "lang, shown",
    [
        ("en", ["Enter to go on", "Enter goes on", "made the difference", "What next?", "The same again"]),
        ("nl", ["Enter om verder", "Enter gaat verder", "verschil", "Wat nu?", "Nog een keer"]),
    ],
)
def test_an_ending_by_the_arrow_keys(home: Path, lang: str, shown: list[str]) -> None:
    driver = a_finished_game(["old-berthold"], lang=lang, but_for=1)
    assert driver.ask is not None
    answer = Words.of(lang, ["castle_combo"]).plain(as_typed(driver.ask, driver.ask.legal(Random(1))))
    command = ["-m", "solo", "resume", driver.journal.name]
    table = Emulator(command, 80, 24, CASTELLAN_HOME=str(home), CASTELLAN_LANG=lang)
    page, over, decided, next_question, again = shown
    table.waits()
    while over not in table.text:
        table.types("" if page in table.text else answer)
    table.child.send(ENTER)
    table.waits_for("(Ctrl-C")  # the turning points take their time
    assert decided in table.text
    table.child.send(CTRL_C)
    table.waits_for(next_question)
    assert again in table.text and "Berthold" in table.text
    table.child.close(force=True)


def test_ctrl_c_after_the_last_turn_leaves_and_asks_nothing(home: Path) -> None:
    driver = a_finished_game(["old-berthold"], lang="en", but_for=1)
    assert driver.ask is not None
    answer = Words.of("en", ["castle_combo"]).plain(as_typed(driver.ask, driver.ask.legal(Random(1))))
    command = ["-m", "solo", "resume", driver.journal.name]
    with emulator(command, 80, 24, CASTELLAN_HOME=str(home), CASTELLAN_LANG="en") as table:
        table.waits()
        while "Enter goes on" not in table.text:
            table.types("" if "Enter to go on" in table.text else answer)
        table.child.send(CTRL_C)
        while table.waits():
            pass
        assert "What next" not in table.text


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
