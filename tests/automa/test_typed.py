"""Where plain data is not of its type, and how what was found there is shown."""

from __future__ import annotations

from datetime import date, datetime
from typing import Annotated, Any, Literal

import pytest
from msgspec import Meta, Struct
from msgspec.inspect import type_info

from automa.dialogue import Text
from automa.typed import Missing, Unknown, Wrong, fault, meaning, shown
from automa.written import LONGEST_SHOWN

Few = Annotated[int, Meta(ge=0, le=9)]
HUGE = 16**5000
"""More digits than Python writes out."""


class Hand(Struct, forbid_unknown_fields=True):
    """A hand of cards."""

    suit: Literal["hearts", "spades"]
    cards: Annotated[tuple[int, int], meaning(Text("two.cards"))]
    points: Annotated[
        dict[str, Annotated[int, Meta(ge=0, le=9)]], meaning(Text("some.points"), max_length=2)
    ] = {}


@pytest.mark.parametrize(
    ("found", "expected"),
    [
        (3, Wrong((), 3, Text("allowed.table"))),
        ({"suit": "hearts", "cards": [1, 2], "x": 1}, Unknown(("x",), ["suit", "cards", "points"])),
        ({"suit": "hearts"}, Missing(("cards",), Text("two.cards"))),
        ({"suit": "hearts", "cards": [1]}, Wrong(("cards",), [1], Text("two.cards"))),
        ({"suit": "hearts", "cards": [1, "b"]}, Wrong(("cards", 1), "b", Text("allowed.number"), [])),
        (
            {"suit": "hearts", "cards": [1, 2], "points": {"a": 10}},
            Wrong(("points", "a"), 10, Text("allowed.number-between", low=0, high=9), []),
        ),
        (
            {"suit": "hearts", "cards": [1, 2], "points": {"a": 1, "b": 1, "c": 1}},
            Wrong(("points",), Text("found.table-of", n=3), Text("some.points")),
        ),
    ],
)
def test_the_place_is_exact_and_the_words_are_those_of_the_game(found: Any, expected: object) -> None:
    assert fault(type_info(Hand), found) == expected


def test_what_is_right_has_no_fault() -> None:
    assert fault(type_info(Hand), {"suit": "spades", "cards": [1, 2], "points": {"a": 0, "b": 9}}) is None


@pytest.mark.parametrize(
    ("found", "expected"),
    [
        (None, "null"),
        (True, "true"),
        (False, "false"),
        (-3, "-3"),
        (2.5, "2.5"),
        (float("nan"), "nan"),
        ("a\n\x1b[1m", '"a\\n\\u001b[1m"'),
        ("\ud800", '"?"'),
        (date(2024, 2, 29), "2024-02-29"),
        (datetime(2024, 2, 29, 12, 30), "2024-02-29 12:30:00"),
        ([1, "a", None, {"b": [True]}], '[1, "a", null, { b = [true] }]'),
        ({}, Text("found.table")),
        ([HUGE], "[…]"),
        (Text("found.nothing"), Text("found.nothing")),
    ],
)
def test_what_was_found_is_shown_as_a_file_has_it_and_not_as_python_does(
    found: Any, expected: object
) -> None:
    assert shown(found) == expected


def test_a_number_of_thousands_of_digits_is_not_written_out() -> None:
    assert shown(HUGE) == shown(-HUGE) == Text("found.long-number")


def nested(depth: int) -> list[Any]:
    inside: list[Any] = []
    for _ in range(depth):
        inside = [inside]
    return inside


@pytest.mark.parametrize("found", ["x" * 10**6, list(range(10**6)), nested(900), [{"a" * 900: "b"}]])
def test_however_much_was_found_little_of_it_is_shown(found: Any) -> None:
    text = shown(found)
    assert isinstance(text, str)
    assert len(text) <= LONGEST_SHOWN + 1
