"""Scoring a game that was played without the app."""

from __future__ import annotations

from copy import deepcopy
from random import Random
from typing import Any

import pytest

from automa.castle_combo import GAME
from automa.dialogue import Ask, Refused, converse
from tests.atable import score_example
from tests.castle_combo.positions import tables


def example() -> dict[str, Any]:
    return score_example("castle-combo")


def refusal(content: object) -> Refused:
    with pytest.raises(Refused) as caught:
        GAME.score_file(tables(), content)
    return caught.value


def test_the_example_is_that_of_page_11() -> None:
    assert GAME.score_file(tables(), example()).columns[0].total == 75


def test_gold_that_is_not_on_purses_is_put_there_in_the_best_way() -> None:
    content = example()
    player = content["player"]["Example"]
    del player["purses"]
    player["gold"] = 6
    assert GAME.score_file(tables(), content).columns[0].total == 75


def test_cards_may_be_named_in_french_or_by_their_ids() -> None:
    content = example()
    content["player"]["Example"]["tableau"][0] = ["juge", "his-holiness", "SERRURIER"]
    assert GAME.score_file(tables(), content).columns[0].total == 75


def broken(change: Any) -> Refused:
    content = example()
    change(content["player"]["Example"])
    return refusal(content)


@pytest.mark.parametrize(
    ("content", "key"),
    [
        (None, "player"),
        ([], "player"),
        ({}, "player"),
        ({"player": {}}, "player"),
        ({"players": {}}, "players"),
        ({"player": {str(number): {} for number in range(6)}}, "player"),
        ({"player": {"Ann": 3}}, "player.Ann"),
        ({"player": {"Ann": {}}}, "player.Ann.tableau"),
        ({"player": {"Ann": {"tableau": [["judge"], [], []]}}}, "player.Ann.tableau[1]"),
        ({"player": {"Ann": {"tableau": "judge"}}}, "player.Ann.tableau"),
        ({"player": {"Ann": {"table": []}}}, "player.Ann.table"),
        ({"player": {" ": {}}}, "player. "),
    ],
)
def test_a_wrong_file_is_refused_with_its_key(content: object, key: str) -> None:
    assert refusal(content).text.values["key"] == key


@pytest.mark.parametrize("found", [-1, 1000, True, "many", 2.5, None, [1]])
def test_gold_and_keys_are_whole_numbers(found: object) -> None:
    assert broken(lambda player: player.update(keys=found)).text.values["key"] == "player.Example.keys"
    assert broken(lambda player: player.update(gold=found)).text.values["key"] == "player.Example.gold"


def test_more_gold_on_a_purse_than_it_holds() -> None:
    refused = broken(lambda player: player["purses"].update(Sculptor=8))
    assert refused.text.values["key"] == "player.Example.purses.Sculptor"


def test_gold_on_a_card_without_a_purse() -> None:
    refused = broken(lambda player: player["purses"].update(Judge=1))
    assert refused.text.values["key"] == "player.Example.purses.Judge"


@pytest.mark.parametrize("again", ["SCULPTOR", "sculptor", "Sculptrice", "sculp"])
def test_a_purse_is_named_once_whatever_it_is_called(again: str) -> None:
    refused = broken(lambda player: player["purses"].update({again: 1}))
    assert refused.text.id == "castle-combo.file.purse-twice"
    assert refused.text.values["key"] == f"player.Example.purses.{again}"


@pytest.mark.parametrize("other", ["Example ", " Example", "EXAMPLE"])
def test_two_players_of_one_name_are_one_too_many(other: str) -> None:
    content = example()
    content["player"][other] = {"tableau": [["-"] * 3] * 3}
    assert refusal(content).text.id in ("score-file.twice", "score-file.name-twice")


@pytest.mark.parametrize("name", ["\x1b[31mred", "a\u202eb", "\x9b", "\ud800", "x" * 41])
def test_a_name_is_short_and_can_be_read(name: str) -> None:
    content = example()
    content["player"][name] = {"tableau": [["-"] * 3] * 3}
    assert refusal(content).text.id == "score-file.wrong"


def test_a_card_in_two_places_names_both() -> None:
    content = example()
    content["player"]["Ann"] = deepcopy(content["player"]["Example"])
    refused = refusal(content)
    assert (refused.text.id, refused.text.values["name"]) == ("castle-combo.file.cell", "Ann")
    problem: Any = refused.text.values["problem"]
    assert (problem.id, problem.values["name"]) == ("castle-combo.score.twice", "Example")


@pytest.mark.parametrize("word", ["Jugde", "x", 3, None])
def test_an_unknown_card(word: object) -> None:
    def change(player: dict[str, Any]) -> None:
        player["tableau"][0][0] = word

    assert broken(change).text.id == "castle-combo.file.cell"


# ---------------------------------------------------------------- by questions

ANSWERS: list[object] = [
    "Ann",
    *("judge", "his holiness", "locks", "clock", "sculptor", "spice", "banker", "face-down", "miraculously"),
    6,
    11,
]


def test_the_questions_give_the_same_sheet() -> None:
    answers = iter(ANSWERS)
    sheet = converse(GAME.score(tables(), 1), lambda ask: ask.check(next(answers)))
    assert (sheet.columns[0].name, sheet.columns[0].total) == ("Ann", 75)


def test_a_name_is_asked_for_again_where_a_file_would_be_refused() -> None:
    answers = iter(["Ann", *["-"] * 9, 0, 0, "ann", "Ben", *["-"] * 9, 0, 0])
    sheet = converse(GAME.score(tables(), 2), lambda ask: ask.check(next(answers)))
    assert [column.name for column in sheet.columns] == ["Ann", "Ben"]


def test_a_card_entered_before_is_refused_with_its_place() -> None:
    conversation = GAME.score(tables(), 2)
    ask: Any = conversation.send(None)
    for answer in ("Ann", "judge"):
        ask = conversation.send(ask.check(answer))
    with pytest.raises(Refused) as refused:
        ask.check("juge")
    assert refused.value.text.id == "castle-combo.score.twice"
    assert ask.check("-") == "face-down"
    for nothing in ("", "  ", "qqq", "m"):
        with pytest.raises(Refused):
            ask.check(nothing)


@pytest.mark.parametrize("players", [1, 2, 3, 4, 5])
def test_random_answers_give_a_sheet(players: int) -> None:
    random = Random(players)

    def answer(ask: Ask) -> Any:
        return ask.check(ask.legal(random))

    assert len(converse(GAME.score(tables(), players), answer).columns) == players
