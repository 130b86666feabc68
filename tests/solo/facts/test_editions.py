"""Names of another edition: asked about once, and from then on found like any other."""

from __future__ import annotations

from pathlib import Path

import pytest

from automa.dialogue import Ask, Choose, Option, Text
from automa.names import named
from solo.facts.editions import Editions
from solo.facts.overlay import load
from solo.facts.taught import own_tables
from solo.facts.trees import lesson_at
from solo.games import game_named
from solo.trouble import Trouble
from tests.solo.commandline import at_home, saves, solo

GAME = game_named("castle-combo")
RICHTER = ["Richter", "!", "4", "scholarship"]
"""The Judge in German: what is typed until the app asks which card that is."""


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    return at_home(tmp_path / "home", monkeypatch)


def played(*typed: str, lang: str = "en") -> str:
    lines = "".join(f"{line}\n" for line in (*typed, "/quit"))
    return solo("play", "castle-combo", "--against", "marshal", "--lang", lang, answers=lines).out


def test_an_unknown_name_is_asked_about_and_then_is_the_answer(home: Path) -> None:
    shown = played(*RICHTER, "judge")
    assert "Is “Richter” printed on your card, in another edition?" in shown
    assert "What does Richter cost, as printed on the card?" in shown
    assert "Which of these" in shown or "Is Richter this card?" in shown
    assert "“Richter” is remembered" in shown
    (save,) = saves(home)
    assert '"castle-combo.reveal","to":"table","by":"person","answer":"judge"' in save.read_text()


def test_it_is_known_in_the_next_game_on_the_score_sheet_and_in_the_same_game(home: Path) -> None:
    again = played(*RICHTER, "judge", "duchess", "prince", "/undo 3", "richter", "/history")
    assert "Judge" in again.split("/history")[-1]
    assert "Richter" not in played("rich", "/history").split("Type ?")[-1]
    (card,) = named("richter", own_tables(GAME).tables.cards.deck.cards)
    assert card.id == "judge"
    sheet = solo("score", "castle-combo", "--players", "1", answers="Ann\nrichter\n/history\n/quit\n")
    assert sheet.code == 0
    assert "Judge" in sheet.out


def test_a_game_that_was_begun_before_knows_it_too() -> None:
    played("duchess")
    solo("tables", "teach", "castle-combo", "name", answers="Richter\n4\nscholarship\njudge\n")
    resumed = solo("resume", answers="richter\n/history\n/quit\n")
    assert (resumed.code, resumed.err) == (0, "")
    assert "Judge" in resumed.out


def test_a_score_sheet_asks_too() -> None:
    typed = ["Ann", *RICHTER, "judge", "/history", "/quit"]
    sheet = solo("score", "castle-combo", "--players", "1", answers="".join(f"{line}\n" for line in typed))
    assert (sheet.code, sheet.err) == (0, "")
    assert "“Richter” is remembered" in sheet.out
    assert "Judge" in sheet.out.split("remembered")[-1]


def test_it_is_the_users_own_fact_to_share(tmp_path: Path) -> None:
    played(*RICHTER, "judge")
    shared = solo("tables", "export", "castle-combo").out
    assert '[cards.card.judge]\nalso = ["Richter"]' in shared
    solo("tables", "forget", "castle-combo", "cards.card.judge.also")
    assert not GAME.own_names(own_tables(GAME).tables)
    mine = tmp_path / "mine.toml"
    mine.write_text(shared)
    assert "1 fact taken over" in solo("tables", "import", "castle-combo", mine).out
    assert GAME.own_names(own_tables(GAME).tables) == {"Richter": "judge"}


def test_what_no_card_shows_is_asked_again_and_the_question_can_be_left() -> None:
    shown = played("Richter", "!", "0", "nobility, faith", "4", "kennis", "/quit", "duchess", lang="nl")
    assert "Geen kaart kost 0 goud en toont precies Adel en Geloof. Kijk nog eens." in shown
    assert "wordt onthouden" not in shown
    assert not GAME.own_names(own_tables(GAME).tables)


def test_a_name_that_is_known_is_not_taught_and_none_has_two_cards() -> None:
    said = solo("tables", "teach", "castle-combo", "name", answers="judge\nRichter\n4\nscholarship\njudge\n")
    assert "“judge” is known already: it is Judge." in said.out
    lesson = lesson_at("cards.card.duchess.also", ["Judge"])
    with pytest.raises(Trouble):
        load(GAME, lesson)
    with pytest.raises(Trouble):
        load(GAME, lesson_at("cards.card.duchess.also", [" "]))


def test_every_card_is_found_by_its_cost_and_shields() -> None:
    tables = load(GAME).tables
    for card in tables.cards.deck.cards:
        lesson = GAME.name_lesson(tables, "Neuer Name")
        asked = next(lesson)
        for answer in (card.cost, sorted(set(card.shields)), card.id):
            assert isinstance(asked, Ask)
            try:
                asked = lesson.send(asked.check(answer))
            except StopIteration as over:
                assert over.value == lesson_at(f"cards.card.{card.id}.also", ["Neuer Name"])
                break
        else:
            raise AssertionError(card)


def test_names_in_a_line_are_read_whole_and_others_left_alone() -> None:
    solo("tables", "teach", "castle-combo", "name", answers="Alte Frau\n5\nnobility\nduchess\n")
    editions = Editions(GAME)
    assert editions.read("alte  frau b2") == "duchess b2"
    assert editions.read("Alte Frau b2") == "duchess b2"
    assert editions.read("judge, ALTE FRAU, spy") == "judge, duchess, spy"
    assert editions.read("alte b2") == "alte b2"


def test_nothing_else_that_is_refused_is_taken_for_a_name() -> None:
    cards = Choose("castle-combo.reveal", "table", [*load(GAME).tables.cards.deck.cards])
    others = Choose("menu.what", "you", [Option("new", "new"), Option("old", "old")])
    unknown = Text("refused.unknown", answer="Richter")
    assert GAME.unknown_name(cards, unknown) == "Richter"
    assert GAME.unknown_name(others, unknown) == ""
    assert GAME.unknown_name(cards, Text("refused.unknown", answer="\x00")) == ""
    assert GAME.unknown_name(cards, Text("refused.nothing")) == ""
    assert game_named("valeria").unknown_name(cards, unknown) == ""
