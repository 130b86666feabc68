"""Teaching the app an official opponent card and the guild tracks."""

from __future__ import annotations

from collections.abc import Generator
from random import Random
from typing import Any

from automa.dialogue import Ask, Tell
from automa.game import Seat, Setup, you
from automa.valeria import GAME
from automa.valeria.tables import OpponentCard
from solo.facts import load
from tests.valeria.positions import at_random, said, tables


def learn(
    lesson: Generator[Any, Any, dict[str, Any]], answers: list[Any]
) -> tuple[dict[str, Any], list[str], int]:
    """The lesson with these answers: what it taught, what it told, how many pictures it drew."""
    told: list[str] = []
    drawn = 0
    reply: Any = None
    while True:
        try:
            item = lesson.send(reply)
        except StopIteration as over:
            assert not answers
            return over.value, told, drawn
        reply = None
        if isinstance(item, Ask):
            assert said(item.text)
            reply = item.check(answers.pop(0))
        elif isinstance(item, Tell):
            told.append(said(item))
        else:
            drawn += 1


PRIORITIES = ["gold", "wood", "stone", "food", "magic"]
LINE = ["manor", "temple", "recruit", "none", "green", ["food", "gold", "magic"]]
LAST_LINE = ["manor", "windmill", "shipyard", "gate", "sail", 2]
CARD = ["The Steward", *PRIORITIES, *LINE, *LINE, *LINE, *LINE, *LAST_LINE]


def test_a_card_is_entered_in_about_forty_answers_and_drawn() -> None:
    tree, _, drawn = learn(GAME.lessons(tables())["opponent"](), [*CARD, True])
    card = tree["opponents"]["opponent"]["the-steward"]
    assert card["priorities"] == [*PRIORITIES, "influence"]
    assert card["round"]["5"] == {
        "actions": ["manor", "windmill", "shipyard"], "monument": "gate", "sail": 2,
    }  # fmt: skip
    assert drawn == 1
    assert len(CARD) < 40


def test_a_card_that_is_not_right_is_entered_again_with_the_old_answers_as_defaults() -> None:
    again = CARD[1:]
    tree, told, drawn = learn(GAME.lessons(tables())["opponent"](), [*CARD, False, *again, True])
    assert drawn == 2
    assert any("once more" in line for line in told)
    assert tree["opponents"]["opponent"]["the-steward"]["name"] == "The Steward"


def test_limits_of_the_box_warn_and_do_not_block() -> None:
    lines = ["temple", "temple", "temple", "gate", "sail", 1] * 5
    _, told, _ = learn(GAME.lessons(tables())["opponent"](), ["X", *PRIORITIES, *lines, True])
    text = "\n".join(told)
    assert "Temple 15 times, but there are tokens for 4" in text
    assert "Gate 5 times" in text
    assert "sails before any Ship" in text


def test_a_taught_card_is_played_and_is_not_called_a_house_card() -> None:
    tree, _, _ = learn(GAME.lessons(tables())["opponent"](), [*CARD, True])
    taught = load(GAME).with_lesson(tree, came_from="a test")
    found = {opponent.id: opponent for opponent in GAME.opponents(taught.tables)}
    assert not found["the-steward"].house
    script = GAME.script(Setup([you(), Seat("the-steward", "The Steward", "the-steward")], taught.tables, {}))
    from automa.dialogue import converse

    converse(script.play(), at_random(Random(1)))
    assert script.recount() == []
    assert isinstance(script.table.card, OpponentCard)


def test_a_taught_card_never_takes_the_place_of_a_house_opponent() -> None:
    answers = ["Hedda Varn", *CARD[1:], True]
    tree, _, _ = learn(GAME.lessons(tables())["opponent"](), answers)
    assert list(tree["opponents"]["opponent"]) == ["hedda-varn-card"]


def test_the_guild_tracks_are_taught_with_their_lines() -> None:
    track = [8, 1, 4, "vp", 2, True]
    tree, _, drawn = learn(GAME.lessons(tables())["tracks"](), track * 4)
    assert drawn == 4
    taught = load(GAME).with_lesson(tree, came_from="a test")
    holy = taught.tables.guilds.guild["holy"]
    assert holy.spaces == 8
    assert {space: (line.gain, line.amount) for space, line in holy.line.items()} == {"4": ("vp", 2)}
