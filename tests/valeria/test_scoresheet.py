"""`solo score valeria`: one round or the final count, by questions and from a file."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from automa.dialogue import Ask, Refused, Tell, converse
from automa.valeria import GAME
from automa.valeria.scoresheet import score, score_file
from solo.showing.sheets import ending
from tests.atable import score_example
from tests.valeria.positions import at_random, hear, said, tables


def totals(content: dict[str, Any]) -> dict[str, int]:
    return {column.seat: column.total for column in score_file(tables(), content).columns}


ROUND_ONE: dict[str, Any] = {
    "players": ["Beth", "Michael", "Ryan", "Harris"],
    "round": 1,
    "districts": {
        "anchorage": {"Beth": 1, "Michael": 1, "Ryan": 1, "Harris": 2},
        "bazani-gate": {"Beth": 1, "Michael": 2, "Ryan": 1},
        "nor-high": {"Beth": 1, "Michael": 1, "Ryan": 1},
    },
    "roads": {"bazani-gate/nor-high": {"Beth": 1}},
    "monuments": {
        "Beth": {"gate": 2}, "Michael": {"ward-tower": 3}, "Ryan": {"gate": 1, "lighthouse": 2},
        "Harris": {"statue": 1},
    },
    "crates": {"Harris": 2, "Michael": 1, "Ryan": 1},
}  # fmt: skip


def test_round_one_of_the_rulebook_from_a_file() -> None:
    assert totals(ROUND_ONE) == {"Beth": 14, "Michael": 15, "Ryan": 13, "Harris": 10}


def test_a_single_round_has_no_winner() -> None:
    assert ending(score_file(tables(), ROUND_ONE)) == []
    assert ending(score_file(tables(), {**ROUND_ONE, "guilds": NOBODY}))


def test_green_takes_its_place() -> None:
    districts = {**ROUND_ONE["districts"], "nor-high": {"Beth": 1, "green": 2}}
    assert totals({**ROUND_ONE, "districts": districts})["Beth"] == 14 - 6 + 4


def test_the_solo_final_from_a_file() -> None:
    content = {
        "players": ["You", "Opponent"],
        "guilds": {
            "worker": {"You": 9, "Opponent": 8}, "soldier": {"You": 4, "Opponent": 11},
            "shadow": {"You": 5, "Opponent": 12}, "holy": {"You": 6, "Opponent": 13},
        },
        "score": {"You": 24, "Opponent": 20},
    }  # fmt: skip
    assert totals(content) == {"You": 42, "Opponent": 42}
    sheet = score_file(tables(), content)
    assert [column.seat for column in sheet.winners()] == ["Opponent"]


def test_the_example_is_a_whole_file_that_scores() -> None:
    sheet = GAME.score_file(tables(), score_example("valeria"))
    assert all(column.total > 0 for column in sheet.columns)
    assert all(line.how is not None for column in sheet.columns for line in column.lines)


NOBODY: dict[str, Any] = {"worker": {}, "soldier": {}, "shadow": {}, "holy": {}}


def wrong(**changed: Any) -> dict[str, Any]:
    return {**ROUND_ONE, **changed}


@pytest.mark.parametrize(
    ("content", "key"),
    [
        ([], "table"),
        (wrong(players=["Beth"]), "1"),
        (wrong(players="Beth"), "players"),
        (wrong(players=["Beth", "Beth"]), "Beth"),
        (wrong(round=6), "round"),
        (wrong(round="one"), "round"),
        (wrong(round=True), "round"),
        (wrong(districts={"penumbra": {}}), "districts.penumbra"),
        (wrong(districts={"anchorage": {"Zoë": 1}}), "districts.anchorage.Zoë"),
        (wrong(districts={"anchorage": {"Beth": -1}}), "districts.anchorage.Beth"),
        (wrong(roads={"bazani-gate/nor-high": {"Beth": 3, "Ryan": 2}}), "roads.bazani-gate/nor-high"),
        (wrong(monuments={"Beth": {"castle": 1}}), "monuments.Beth.castle"),
        (wrong(crates={"Beth": 4}), "crates.Beth"),
        (wrong(colour="red"), "colour"),
        (wrong(guilds={**NOBODY, "holy": {"Beth": 12, "Ryan": 12}}), "★2"),
        (wrong(guilds={"holy": {"Beth": 12}}), "guilds.worker"),
        (wrong(districts={"anchorage": {"Beth": 1}}), "districts.bazani-gate"),
        (wrong(roads={"bazani-gate/nor-high": {"Beth": 4}}), "roads.bazani-gate/nor-high.Beth"),
        (
            wrong(roads={"bazani-gate/nor-high": {"Beth": 2}, "iron-pit/anchorage": {"Beth": 2}}),
            "roads: Beth",
        ),
        (wrong(districts={**ROUND_ONE["districts"], "anchorage": {"Beth": 18}}), "districts: Beth"),
        (wrong(monuments={"Beth": {"gate": 17}}), "monuments.Beth.gate"),
        (wrong(players=["Beth", "Mi\nchael"]), "players"),
        (wrong(players=["Beth", None]), "null"),
        ({"players": ["A", "B"]}, "round"),
        (wrong(players=["Beth", "Beth "]), "Beth is there twice"),
        (wrong(players=["Beth", "beth"]), "beth is there twice"),
        (wrong(players=["Beth", "green"]), "players[2]"),
        (wrong(players=["Beth", "x" * 41]), "a name of 1 to 40 characters"),
        (wrong(players=["Beth", "\x1b[31m"]), "players[2]"),
        (wrong(players=["Beth", "\ud800"]), "whole characters"),
        (wrong(crates={"Beth": 1, "Beth ": 2}), "crates.Beth is there twice"),
        (wrong(monuments={"Beth": {"gate": None}}), "monuments.Beth.gate: found null"),
        (
            wrong(districts={**ROUND_ONE["districts"], "anchorage": {"green": 41}}),
            "districts.anchorage.green",
        ),
        (wrong(districts={id: {"green": 20} for id in ROUND_ONE["districts"]}), "green (Keeps) has only 40"),
        ({**ROUND_ONE, "round": None}, "round = 1 to 5"),
    ],
)
def test_what_is_wrong_in_a_file_is_named(content: Any, key: str) -> None:
    with pytest.raises(Refused) as refused:
        score_file(tables(), content)
    assert key in said(refused.value.text)


@pytest.mark.parametrize("part", ["districts", "roads", "monuments", "crates"])
def test_what_is_scored_in_a_round_is_never_left_out_of_the_count_for_want_of_one(part: str) -> None:
    """Before, the total came out without it, and nothing was said."""
    content = {"players": ROUND_ONE["players"], "guilds": NOBODY, part: ROUND_ONE[part]}
    with pytest.raises(Refused) as refused:
        score_file(tables(), content)
    assert said(refused.value.text).startswith(f"{part} is scored in a round")


# The ruling on those who have nothing in a district

EMPTY_HANDED: dict[str, Any] = {
    "players": ["Ann", "Ben"],
    "round": 1,
    "districts": {"anchorage": {"Ann": 1, "green": 2}, "bazani-gate": {}, "nor-high": {"Ann": 1, "Ben": 1}},
}
EQUAL = "5: 1 control, place 1 shared by 2, 10 VP together"


def control(seat: int, rulings: dict[str, str]) -> list[str]:
    """What somebody earns in Anchorage, Bazani Gate and Nor High, and how."""
    lines = score_file(tables(), EMPTY_HANDED, rulings).columns[seat].lines[:3]
    return [f"{line.points}: {said(line.how)}" for line in lines]


@pytest.mark.parametrize("rulings", [{}, {"zero-control": "nothing"}])
def test_who_has_nothing_in_a_district_takes_no_place_there(rulings: dict[str, str]) -> None:
    nothing = "0: no control; by the ruling on no control"
    assert control(0, rulings) == ["4: 1 control, place 2", nothing, EQUAL]
    assert control(1, rulings) == [nothing, nothing, EQUAL]


def test_by_the_other_ruling_a_colour_with_nothing_there_is_ranked_green_too() -> None:
    """In Bazani Gate three colours share 6 + 4 + 2; in Nor High green is third and takes from nobody."""
    ranks = {"zero-control": "ranks"}
    shared = "4: 0 control, place 1 shared by 3, 12 VP together; by the ruling on no control"
    assert control(0, ranks) == ["4: 1 control, place 2", shared, EQUAL]
    assert control(1, ranks) == ["2: 0 control, place 3; by the ruling on no control", shared, EQUAL]


def test_the_ruling_holds_for_the_questions_too() -> None:
    def total(ruling: str) -> int:
        answers = iter(["Ann", "Ben", {"Ann": 1}, {"Ann": 1}, {"Ann": 1}, *[{}] * 4, [], [], 0, 0])
        talk = GAME.score(tables(), 2, 1, {"zero-control": ruling})
        return converse(talk, lambda ask: ask.check(next(answers))).columns[1].total

    assert (total("nothing"), total("ranks")) == (0, 3 * 3)


def test_a_round_by_questions() -> None:
    def answer(ask: Ask) -> Any:
        values = {
            "valeria.score.tokens": {"Ann": 2, "Ben": 1, "green": 1},
            "valeria.score.windmills": {},
            "valeria.score.monuments": ["gate"],
            "valeria.score.counted": 2,
            "valeria.score.crates": 1,
        }
        return ask.check(values[ask.id])

    talk = score(tables(), 2, 1)
    assert talk.send(None).id == "valeria.score.name"
    assert talk.send("Ann").id == "valeria.score.name"
    told = talk.send("Ann")
    assert isinstance(told, Tell)
    assert said(told) == "Ann is taken."
    item = talk.send(None)
    assert item.id == "valeria.score.name"
    item = talk.send("Ben")
    try:
        while True:
            assert isinstance(item, Ask)
            item = talk.send(answer(item))
    except StopIteration as over:
        sheet = over.value
    assert {column.seat: column.total for column in sheet.columns} == {
        "Ann": 3 * 6 + 2 + 2,
        "Ben": 3 * 3 + 2 + 2,
    }


def test_by_questions_nobody_has_more_windmills_than_the_box_holds() -> None:
    talk = score(tables(), 2, 1)
    for name in (None, "Ann", "Ben"):
        item = talk.send(name)
    for tokens in ({"Ann": 1}, {"Ann": 1}, {"Ben": 1}):
        item = talk.send(tokens)
    assert item.id == "valeria.score.windmills"
    talk.send({"Ann": 2})
    told = talk.send({"Ann": 2, "Ben": 1})
    assert isinstance(told, Tell)
    assert said(told) == "Ann has only 3 of these in all; found 4."
    item = talk.send(None)
    assert item.id == "valeria.score.windmills"
    assert said(item.values["road"]) == "Bazani Gate – Nor High"


@pytest.mark.parametrize("players", [2, 3, 4, 5])
@pytest.mark.parametrize("what", ["1", "5", "final"])
def test_any_answers_give_a_sheet(players: int, what: str) -> None:
    for seed in range(3):
        usual = at_random(Random(seed))

        def answer(ask: Ask, usual: Callable[[Ask], Any] = usual) -> Any:
            return what if ask.id == "valeria.score.what" else usual(ask)

        sheets = [converse(score(tables(), players), answer)]
        if what != "final":
            sheets.append(converse(score(tables(), players, int(what)), usual))
        assert [len(sheet.columns) for sheet in sheets] == [players] * len(sheets)


def test_one_player_is_not_a_table() -> None:
    with pytest.raises(Refused):
        hear(score(tables(), 1))
