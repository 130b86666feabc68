"""Corrections as every game builds them."""

from __future__ import annotations

from typing import Annotated

import pytest
from msgspec import Struct

from automa import fixes
from automa.dialogue import Number, Option, Refused, Tally, Text


class Cart(Struct):
    load: Annotated[int, fixes.Fixable("load.{who.id}", "some.load", own_question=True, high=9)] = 4
    space: Annotated[int, fixes.Fixable("space.{who.id}", "some.space", high=6, counted_from=1)] = 0
    at: Annotated[str, fixes.Fixable("at", "some.place", options=lambda places: places)] = "inn"
    wheels: int = 2


PLACES = [Option("mill", "the Mill"), Option("inn", "the Inn")]
NAME = Text("some.name")


def test_a_number_is_asked_with_what_the_app_believes_as_default() -> None:
    got: list[int] = []
    fix = fixes.number("gold", NAME, 4, got.append, high=9)
    assert (fix.key, fix.value) == ("gold", 4)
    assert fix.ask.text == Text("fix.value", what=NAME)
    assert isinstance(fix.ask, Number)
    assert fix.ask.default == 4
    fix.put(fix.ask.check(7))
    assert got == [7]


def test_a_believed_number_that_cannot_be_is_no_default() -> None:
    fix = fixes.number("gold", NAME, -3, print, high=9)
    assert isinstance(fix.ask, Number)
    assert fix.ask.default is None


def test_a_question_of_its_own_is_asked_instead() -> None:
    fix = fixes.yes_or_no("down", Text("some.card", card="Judge"), "up", print, own_question=True)
    assert fix.ask.text == Text("some.card.ask", card="Judge")


def test_a_choice_shows_the_name_of_what_is_believed() -> None:
    fix = fixes.choice("place", NAME, PLACES, "inn", print)
    assert fix.value == "the Inn"
    with pytest.raises(Refused):
        fix.ask.check("market")


def test_counts_left_out_are_none_and_all_of_them_are_put_at_once() -> None:
    got: list[dict[str, int]] = []
    fix = fixes.counts("carts", NAME, PLACES, {"mill": 2, "inn": 0}, got.append, high=3)
    assert isinstance(fix.ask, Tally)
    assert fix.ask.default == {"mill": 2}
    assert fix.value == Text("fix.list", things=[Text("fix.at", place=PLACES[0], count=2)])
    fix.put(fix.ask.check({"inn": 1}))
    assert got == [{"mill": 0, "inn": 1}]


def test_several_show_what_is_believed_in_a_row() -> None:
    fix = fixes.several("cards", NAME, PLACES, ["the Mill"], print)
    assert fix.value == Text("fix.list", things=["the Mill"])
    assert fix.ask.check([]) == []


def test_a_field_that_says_so_is_corrected_as_its_annotation_has_it() -> None:
    cart, who = Cart(), Option("ann", "Ann")
    load, space, at = fixes.of_fields(PLACES, cart, who=who)
    assert (load.key, load.value, load.name) == ("load.ann", 4, Text("some.load", who=who))
    assert load.ask.text == Text("some.load.ask", who=who)
    assert (space.key, space.value, at.key, at.value) == ("space.ann", 1, "at", "the Inn")
    for fix, answer in ((load, 7), (space, 6), (at, "mill")):
        fix.put(fix.ask.check(answer))
    assert cart == Cart(7, 5, "mill")
    with pytest.raises(Refused):
        space.ask.check(0)


def every_place(yard: Yard) -> list[Option]:
    return PLACES


class Yard:
    """Not a Struct, as some states are."""

    __slots__ = ("sacks",)
    sacks: Annotated[
        dict[str, int],
        fixes.Fixable("sacks", "some.sacks", options=every_place, high=3, is_total=True),
    ]

    def __init__(self) -> None:
        self.sacks = {"mill": 3, "inn": 0}


def test_counts_of_each_are_declared_and_set_together() -> None:
    yard = Yard()
    (fix,) = fixes.of_fields(yard, yard)
    assert isinstance(fix.ask, Tally)
    assert (fix.key, fix.ask.low, fix.ask.high, fix.ask.default) == ("sacks", 3, 3, {"mill": 3})
    with pytest.raises(Refused):
        fix.ask.check({"mill": 2})
    fix.put(fix.ask.check({"inn": 3}))
    assert yard.sacks == {"mill": 0, "inn": 3}
