"""Making an opponent of one's own."""

from __future__ import annotations

from random import Random
from typing import Any

import msgspec
import pytest

from automa.castle_combo.lessons import TEACHING, some_wants
from automa.castle_combo.opponents.plans import Opponents, Plan
from automa.castle_combo.tables import Tables
from automa.dialogue import Ask, Refused, Tell
from automa.names import slug
from automa.picture import Picture
from solo.words.sentences import LANGUAGES, Words
from tests.castle_combo.positions import tables


def hold(answers: list[Any] | Random, facts: Tables) -> tuple[dict[str, Any], list[Ask | Tell | Picture]]:
    """The lesson with these answers, or with random ones: what it teaches and what was said."""
    lesson = TEACHING.lessons["opponent"](facts)
    said: list[Ask | Tell | Picture] = []
    reply: Any = None
    given = iter(answers if isinstance(answers, list) else ())
    while True:
        try:
            item = lesson.send(reply)
        except StopIteration as over:
            taught: dict[str, Any] = over.value
            return taught, said
        said.append(item)
        reply = None
        if isinstance(item, Ask):
            reply = item.check(item.legal(answers) if isinstance(answers, Random) else next(given))


def made(taught: dict[str, Any]) -> dict[str, Plan]:
    return msgspec.convert(taught["opponents"], Opponents).opponent


def test_an_opponent_made_in_a_conversation() -> None:
    taught, _ = hold(
        [
            "Aunt Bea",
            "She   likes purses.",
            "face-up",
            "purse",
            "most-profit",
            "enough",
            "both",
            1,
            "row",
            "gold",
            True,
        ],
        tables(),
    )
    plan = made(taught)["aunt-bea"]
    assert (plan.name, plan.character) == ("Aunt Bea", "She likes purses.")
    assert taught["opponents"]["opponent"]["aunt-bea"]["cards"] == [
        {"want": "face-up"},
        {"want": "purse"},
        {"want": "most", "of": "profit"},
    ]
    assert taught["opponents"]["opponent"]["aunt-bea"]["keys"] == [
        {"spend": "move", "find": {"want": "purse"}, "keep": 1},
        {"spend": "refresh", "find": {"want": "purse"}, "keep": 1},
    ]
    assert [want.of for want in plan.cells] == ["row", "points"]
    assert [want.of for want in plan.abilities] == ["gold", "profit"]


def test_without_something_to_look_for_keys_go_for_points() -> None:
    taught, _ = hold(["Bea", "B.", "most-points", "enough", "both", 0, "points", "profit", True], tables())
    assert taught["opponents"]["opponent"]["bea"]["keys"] == [
        {"spend": "move-for-more", "of": "points", "by": 4},
        {"spend": "refresh", "find": {"want": "at-least", "of": "points", "amount": 4}},
    ]


def test_a_name_that_is_taken_is_asked_again() -> None:
    taught, said = hold(
        [
            "sister amabel",
            "You",
            "!?",
            "The Marshal",
            "Bea",
            "B.",
            "face-up",
            "enough",
            "never",
            "row",
            "keys",
            True,
        ],
        tables(),
    )
    assert [*made(taught)] == ["bea"]
    assert sum(isinstance(item, Tell) for item in said) == 5


def test_a_lesson_can_begin_again() -> None:
    once = ["Bea", "B.", "face-up", "enough", "never", "row", "keys", False]
    taught, _ = hold([*once, *once[:-1], True], tables())
    assert [*made(taught)] == ["bea"]


def test_a_sentence_has_its_limits() -> None:
    for wrong in ("", "   ", "x" * 201):
        with pytest.raises(Refused):
            hold(["Bea", wrong], tables())


def test_any_answers_make_an_opponent_that_can_be() -> None:
    sentences = [Words.of(lang, ["castle_combo"], strict=True) for lang in LANGUAGES]
    for seed in range(20):
        taught, said = hold(Random(seed), tables())
        assert list(msgspec.convert(taught["opponents"], Opponents).faults()) == []
        for words in sentences:
            for item in said:
                if isinstance(item, Ask):
                    words.plain(item.text)
                    words.plain([option.name for option in getattr(item, "options", [])])
                elif isinstance(item, Tell):
                    words.plain(item)


def test_ids_are_made_of_names() -> None:
    assert slug("Aunt  Bea!") == "aunt-bea"
    assert len({repr(want) for want in some_wants()}) == len([*some_wants()])
