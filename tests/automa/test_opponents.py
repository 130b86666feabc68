"""The opponents in a table: who sits down, who is shown, and how a bot that weighs explains itself."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from types import SimpleNamespace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import Struct

from automa.coach import Coach
from automa.dialogue import Answer, Ask, Choose, Option, Text
from automa.game import Seat, Setup, you
from automa.opponents import MOVES_SHOWN, Cast, StandIn, behind_text, best_weighed, demo_seats, tenths
from automa.picture import Heading
from automa.priorities import Listed, Voice
from solo.words.sentences import Words
from tests.composed import of_opponents


class Bot(Listed, frozen=True):
    """An opponent with levels."""

    level: dict[str, int]


ANN = Listed(name="Ann", house=True)
BEN = Listed(name="Ben", character="Likes wells.")
CAT = Listed(name="Cat", house=True)
BOT = Bot(name="Bot", house=True, level={"mild": 1, "wild": 2})


class Mind(Struct):
    """Who decides, as far as a test wants to know: by what, and in whose voice."""

    by: object
    voice: Voice | None

    def answer(self, ask: Ask, script: object, random: Random) -> tuple[Answer, Sequence[Text]]:
        raise NotImplementedError


class Advice(Coach):
    """A coach who thinks as a given opponent does."""

    def __init__(self, mind: Mind) -> None:
        self.mind = mind


TABLES = SimpleNamespace(opponents=SimpleNamespace(opponent={"ann": ANN, "ben": BEN}, thinker={"bot": BOT}))
CAST = Cast(
    "acres",
    lambda each: [Heading(each.name)],
    Mind,
    lambda tables, thinker, level, voice: Mind(level, voice),
    Advice,
)


def test_everybody_is_shown_in_the_order_of_the_tables_with_their_levels() -> None:
    found = CAST.opponents(TABLES)
    assert [(each.id, each.levels, each.house) for each in found] == [
        ("ann", (), True),
        ("ben", (), False),
        ("bot", ("mild", "wild"), True),
    ]
    assert found[0].character == Text("acres.character.ann")
    assert found[2].card == [Heading("Bot")]


def test_only_those_without_words_of_their_own_need_a_sentence() -> None:
    assert list(of_opponents("acres", TABLES.opponents)) == [
        "acres.character.ann",
        "acres.says.ann",
        "acres.character.bot",
        "acres.says.bot",
    ]


@pytest.mark.parametrize(
    ("seat", "expected"),
    [
        (Seat("x", "Ann", "ann"), Mind(ANN, Voice("acres.says.ann"))),
        (Seat("x", "Ben", "ben"), Mind(BEN, Voice("priorities.says"))),
        (Seat("x", "Bot", "bot", "wild"), Mind(2, Voice("acres.says.bot"))),
        (Seat("x", "Bot", "bot"), Mind(1, Voice("acres.says.bot"))),
    ],
)
def test_who_answers_for_a_seat_goes_by_its_card_or_its_level(seat: Seat, expected: Mind) -> None:
    assert CAST.decider(seat, Setup([seat], TABLES)) == expected
    assert isinstance(CAST.decider(you(), Setup([seat], TABLES)), StandIn)


def test_nobody_advises_where_nobody_thinks() -> None:
    none = SimpleNamespace(opponents=SimpleNamespace(opponent={"ann": ANN}, thinker={}))
    assert CAST.coach(Setup([], none)) is None


def test_a_demo_has_a_thinking_one_among_three() -> None:
    seats = demo_seats({"ann": ANN, "ben": BEN, "cat": CAT}, {"bot": BOT})
    assert seats == [
        Seat("ann", "Ann", "ann"),
        Seat("ben", "Ben", "ben"),
        Seat("bot", "Bot", "bot", "mild"),
    ]


@pytest.mark.parametrize(
    ("least", "expected"), [(1, ["ann"]), (2, ["ann", "ann-2"]), (3, ["ann", "ann-2", "ann-3"])]
)
def test_with_too_few_opponents_some_sit_there_twice(least: int, expected: list[str]) -> None:
    seats = demo_seats({"ann": ANN}, {}, least=least)
    assert [seat.id for seat in seats] == expected
    assert {seat.opponent for seat in seats} == {"ann"}
    assert str(seats[-1].name) == ("Ann" if least == 1 else f"Ann {least}")


def test_a_stand_in_answers_legally() -> None:
    ask = Choose("x.which", "you", [Option("a", "A"), Option("b", "B")])
    answer, why = StandIn().answer(ask, None, Random(1))
    assert answer in ("a", "b")
    assert why == ()


# ---------------------------------------------------------------- weighing


class Weighed(Struct):
    """A move made of points and hopes."""

    name: Option
    parts: tuple[float, float]

    @property
    def value(self) -> float:
        return sum(self.parts)


def weighed(*moves: tuple[float, float]) -> list[Weighed]:
    return [Weighed(Option(f"m{place}", f"Move {place}"), move) for place, move in enumerate(moves)]


PARTS = ("points", "hopes")


def test_the_best_moves_and_all_that_are_as_good() -> None:
    chosen, _ = best_weighed("acres", PARTS, weighed((1, 0), (2, 0.1), (2.1, 0), (0, 0)), (0, 0))
    assert chosen == ["m1", "m2"]


def test_the_best_few_are_shown_with_what_they_consist_of_and_the_others_counted() -> None:
    moves = weighed((1, 0), (2, 0.5), (0, 0.04), (-3, 0), (-4, 0), (-5, 0))
    _, why = best_weighed("acres", PARTS, moves, (0, 0))
    said = [Words.of("en").plain(text) for text in why]
    assert len(why) == MOVES_SHOWN + 1
    assert said[0] == "Move 1: 2.5 at first sight: acres.think.part.points and acres.think.part.hopes."
    assert said[2] == "Move 2: 0.0 at first sight: acres.think.part.points.", "no hopes: next to nothing"
    assert said[-1] == "2 other moves are worth no more."


def number(text: Text) -> float:
    value = float(f"{text.values['whole']}.{text.values['tenth']}")
    return -value if text.values["sign"] else value


@given(st.floats(-50, 50))
def test_tenths_are_rounded(value: float) -> None:
    assert number(tenths(value)) == pytest.approx(value, abs=0.0501)


def test_no_sign_for_nothing() -> None:
    assert tenths(-0.01).values == {"sign": "", "whole": 0, "tenth": 0}


def test_a_value_worked_out_in_two_ways_is_shown_the_same() -> None:
    assert tenths(10.35 - 1e-9) == tenths(10.35 + 1e-9)
    assert tenths(10.35).values == {"sign": "", "whole": 10, "tenth": 4}


def test_an_interval_that_would_show_as_nothing_is_not_shown() -> None:
    assert behind_text(Text("x"), 5.6, 1e-15).id == "opponents.behind.exactly"
    assert behind_text(Text("x"), 5.6, 0.1).id == "opponents.behind"
