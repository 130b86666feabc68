"""An opponent's card: each word does what it says, in order, and the reasons are the decision."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import pairwise
from typing import Literal, TypeAlias

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.inspect import type_info

from automa.dialogue import Named, Text
from automa.picture import Lines
from automa.priorities import (
    AtLeast,
    AtMost,
    Condition,
    Having,
    Least,
    Listed,
    Most,
    Opponents,
    Section,
    Strength,
    Vocabulary,
    Want,
    card,
    decide,
    first_best,
    first_habit,
    first_there,
    steps,
)
from automa.typed import Wrong, fault
from solo.words.sentences import LANGUAGES, Words
from tests.composed import of_vocabulary

# ---------------------------------------------------------------- a small game of plots of land


class Plot(Named, msgspec.Struct, frozen=True):
    """A plot that can be bought, and how many wells its buyer has."""

    id: str
    price: int
    fields: int
    well: bool = False
    wells: int = 0

    @property
    def name(self) -> str:
        return self.id.title()


Measure: TypeAlias = Literal["price", "fields"]
Test: TypeAlias = Literal["well"]


class OfLetter(Condition, frozen=True, tag="letter"):
    """A plot whose name has that letter: a word with a parameter, of the game's own."""

    letter: str

    def has(self, move: Plot, vocabulary: Vocabulary[Plot]) -> bool:
        return self.letter in move.id

    def said(self, game: str) -> Text:
        return Text("priorities.own-words", words=f"a plot with {self.letter}")


class Plan(Listed, frozen=True):
    plots: tuple[
        Having[Test] | AtLeast[Measure] | AtMost[Measure] | Most[Measure] | Least[Measure] | OfLetter, ...
    ]


WORDS: Vocabulary[Plot] = Vocabulary(
    "acres",
    {"price": lambda plot: plot.price, "fields": lambda plot: plot.fields},
    {"well": lambda plot: plot.well},
    {"well": lambda plot: plot.wells},
)

MEADOW = Plot("meadow", price=3, fields=4)
MARSH = Plot("marsh", price=1, fields=4, well=True)
HILL = Plot("hill", price=2, fields=3)
ACRE = Plot("acre", price=5, fields=1, well=True)
PLOTS = (MEADOW, MARSH, HILL, ACRE)


def left(*wants: Want, plots: tuple[Plot, ...] = PLOTS) -> list[str]:
    return [plot.id for plot in decide(wants, plots, WORDS)[0]]


# ---------------------------------------------------------------- one priority


@pytest.mark.parametrize(
    ("want", "expected"),
    [
        (Having("well"), ["marsh", "acre"]),
        (AtLeast("fields", 4), ["meadow", "marsh"]),
        (AtMost("price", 2), ["marsh", "hill"]),
        (Most("fields"), ["meadow", "marsh"]),
        (Most("fields", within=1), ["meadow", "marsh", "hill"]),
        (Least("price"), ["marsh"]),
        (Least("price", within=1), ["marsh", "hill"]),
        (OfLetter("a"), ["meadow", "marsh", "acre"]),
    ],
)
def test_a_priority_leaves_what_fits_it_best(want: Want, expected: list[str]) -> None:
    assert left(want) == expected


def test_a_condition_that_nothing_meets_leaves_all() -> None:
    (step,) = steps([AtLeast("fields", 9)], PLOTS, WORDS)
    assert step.kept == []
    assert step.left == PLOTS


def test_a_step_remembers_what_it_compared() -> None:
    (step,) = steps([Least("price")], PLOTS, WORDS)
    assert step.values == [3, 1, 2, 5]
    assert step.least


@pytest.mark.parametrize(
    ("wells", "enough", "expected"),
    [(1, None, ["marsh", "acre"]), (2, 2, ["meadow", "marsh", "hill", "acre"])],
)
def test_until_forgets_a_priority_once_there_are_enough(
    wells: int, enough: int | None, expected: list[str]
) -> None:
    plots = tuple(msgspec.structs.replace(plot, wells=wells) for plot in PLOTS)
    first, second = steps([Having("well", until=2), Most("fields", within=3)], plots, WORDS)
    assert first.enough == enough
    assert [plot.id for plot in second.before] == expected


# ---------------------------------------------------------------- one after the other


def test_each_priority_goes_on_with_what_the_last_one_left() -> None:
    assert left(Most("fields", within=1), Having("well"), Least("price")) == ["marsh"]


def test_with_one_move_left_no_further_priority_is_tried() -> None:
    _, why = decide([Least("price"), Most("fields")], PLOTS, WORDS)
    assert len(why) == 1


def test_what_is_left_in_the_end_is_equally_good() -> None:
    moves, why = decide([Most("fields")], PLOTS, WORDS)
    assert moves == [MEADOW, MARSH]
    assert len(why) == 1
    assert first_best([Most("fields")], PLOTS, WORDS) is MEADOW


WANTS = st.lists(
    st.one_of(
        st.builds(Most, st.sampled_from(["price", "fields"]), st.integers(0, 3)),
        st.builds(Least, st.sampled_from(["price", "fields"]), st.integers(0, 3)),
        st.builds(AtLeast, st.sampled_from(["price", "fields"]), st.integers(0, 9)),
        st.just(Having("well")),
    ),
    max_size=5,
)
SOME_PLOTS = st.lists(
    st.builds(Plot, st.sampled_from("abc"), st.integers(0, 9), st.integers(-3, 9), st.booleans()),
    min_size=1,
    max_size=9,
)


@given(WANTS, SOME_PLOTS)
def test_something_is_always_left_and_the_steps_lead_to_it(wants: list[Want], plots: list[Plot]) -> None:
    moves, why = decide(wants, plots, WORDS)
    taken = list(steps(wants, plots, WORDS))
    assert moves
    assert all(move in plots for move in moves)
    assert moves == (taken[-1].left if taken else plots)
    assert [step.text(WORDS) for step in taken] == why
    for step, after in pairwise(taken):
        assert after.before == step.left
    assert first_best(wants, plots, WORDS) == moves[0]


# ---------------------------------------------------------------- habits and orders of liking


def test_the_first_habit_that_applies_is_taken_and_those_before_it_say_why_not() -> None:
    tried: list[int] = []

    def habits(*numbers: int) -> Iterator[tuple[int, bool, Text]]:
        for number in numbers:
            tried.append(number)
            yield number, number > 1, Text("priorities.own-words", words=str(number))

    habit, why = first_habit(habits(1, 2, 3))
    assert habit == 2
    assert [text.values["words"] for text in why] == ["1", "2"]
    assert tried == [1, 2], "what comes after is not even worked out"
    assert first_habit(habits(0, 1))[0] is None


def test_the_first_in_an_order_of_liking_that_is_there() -> None:
    assert first_there("abc", "bc") == ("b", "a")
    assert first_there("abc", "xyz") == (None, "abc")


# ---------------------------------------------------------------- the reasons


@cache
def words_of(lang: str) -> Words:
    return Words.of(lang)


def reason(want: Want, lang: str = "en", plots: tuple[Plot, ...] = PLOTS) -> str:
    return words_of(lang).plain(decide([want], plots, WORDS)[1][0])


@pytest.mark.parametrize(
    ("want", "english", "dutch"),
    [
        (
            Most("fields", within=1),
            "most acres.measure.fields (up to 1 short of it will do) – Meadow, or Marsh: 4; Hill: 3; "
            "Acre: 1. 3 of 4 are left.",
            "zoveel mogelijk acres.measure.fields (tot 1 minder is ook goed) – Meadow, of Marsh: 4; Hill: 3; "
            "Acre: 1. 3 van 4 blijven over.",
        ),
        (
            Least("price"),
            "least acres.measure.price – Marsh: 1; Hill: 2; Meadow: 3; Acre: 5. 1 of 4 is left.",
            "zo weinig mogelijk acres.measure.price – Marsh: 1; Hill: 2; Meadow: 3; Acre: 5. "
            "1 van 4 blijft over.",
        ),
        (
            Having("well", until=3),
            "acres.want.well (until there are 3) – Marsh and Acre; 2 of 4 moves are left.",
            "acres.want.well (tot 3 in totaal) – Marsh en Acre; 2 van 4 zetten blijven over.",
        ),
        (
            AtLeast("price", 1),
            "at least 1 acres.measure.price – Meadow, Marsh, Hill and Acre; all 4 moves stay.",
            "acres.measure.price (minstens 1) – Meadow, Marsh, Hill en Acre; alle 4 zetten blijven over.",
        ),
        (
            AtMost("price", 0),
            "at most 0 acres.measure.price – none, so all 4 moves stay.",
            "acres.measure.price (hoogstens 0) – geen enkele, dus er valt niets af (4).",
        ),
    ],
)
def test_a_reason_says_what_was_compared_and_what_is_left(want: Want, english: str, dutch: str) -> None:
    assert reason(want) == english
    assert reason(want, "nl") == dutch


def test_values_that_are_all_the_same_and_below_nothing() -> None:
    plots = (Plot("a", -2, 1), Plot("b", -2, 1))
    assert reason(Most("price"), plots=plots) == "most acres.measure.price – A, or B: −2. All 2 stay."


def test_of_very_many_moves_the_best_are_told_and_how_many_others_there_are() -> None:
    plots = tuple(Plot(f"p{number}", price, 1) for number, price in enumerate([7, 6, 5, 5, 5, 5, 4, 3]))
    words = msgspec.structs.replace(WORDS, in_brief=True)
    best, same = (
        words_of("en").plain(decide([want], plots, words)[1][0]) for want in (Most("price"), Most("fields"))
    )
    assert (
        best == "most acres.measure.price – P0: 7; P1: 6; 4 moves: 5; 2 others behind that. 1 of 8 is left."
    )
    assert same == "most acres.measure.fields – 1 for all 8: all stay."


def test_having_enough_is_said_with_the_count() -> None:
    plots = tuple(msgspec.structs.replace(plot, wells=4) for plot in PLOTS)
    said = reason(Having("well", until=3), plots=plots)
    assert said == "acres.want.well (until there are 3) – there are 4 already."


def test_moves_can_be_named_together() -> None:
    def together(plots: object) -> list[Text]:
        return [Text("priorities.own-words", words="some plots")]

    words = msgspec.structs.replace(WORDS, names=together, in_short=lambda plots: [plots[0]])
    measured, having = (
        words_of("en").plain(decide([want], PLOTS, words)[1][0]) for want in (Most("fields"), Having("well"))
    )
    assert "some plots: 4; some plots: 3" in measured
    assert "– Marsh; 2 of 4" in having


def test_the_sentences_a_game_brings_for_its_words() -> None:
    assert set(of_vocabulary(WORDS)) == {"acres.measure.price", "acres.measure.fields", "acres.want.well"}


# ---------------------------------------------------------------- in a table


def test_a_plan_is_read_from_a_table_and_written_back() -> None:
    tree = {
        "name": "Gaffer",
        "plots": [
            {"want": "have", "what": "well", "until": 2},
            {"want": "most", "of": "fields", "within": 1},
            {"want": "at-most", "of": "price", "amount": 3},
            {"want": "letter", "letter": "m"},
        ],
    }
    plan = msgspec.convert(tree, Plan)
    assert plan.plots == (
        Having("well", until=2),
        Most("fields", within=1),
        AtMost("price", 3),
        OfLetter("m"),
    )
    assert [msgspec.to_builtins(want) for want in plan.plots] == tree["plots"]


def test_an_unknown_word_is_found_at_its_place() -> None:
    tree = {"name": "Gaffer", "plots": [{"want": "most", "of": "feilds"}]}
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert(tree, Plan)
    found = fault(type_info(Plan), tree)
    assert isinstance(found, Wrong)
    assert found.place == ("plots", 0, "of")
    assert set(found.words) == {"price", "fields"}


def test_what_is_wrong_with_opponents_in_a_table() -> None:
    def ids(**listed: Listed) -> list[tuple[str, str]]:
        named = {id.replace("_", ":"): each for id, each in listed.items()}
        return [(key, text.id) for key, text in Opponents[Listed, Listed](named).faults()]

    gaffer = Listed(name="Gaffer", house=True)
    assert ids(gaffer=gaffer) == []
    assert ids() == [("opponent", "priorities.table.no-opponents")]
    assert ids(you=gaffer) == [("opponent.you", "priorities.table.id")]
    assert ids(a_b=gaffer) == [("opponent.a:b", "priorities.table.id")]
    assert ids(a=gaffer, b=Listed(name="GAFFER ", house=True)) == [
        ("opponent.b.name", "priorities.table.same-name"),
        ("opponent.a.name", "priorities.table.same-name"),
    ]
    assert ids(mine=Listed(name="Mine", character=" ")) == [
        ("opponent.mine.character", "priorities.table.no-character")
    ]
    both = Opponents({"a": gaffer}, {"a": Listed(name="Other", house=True)})
    assert [text.id for _, text in both.faults()] == ["priorities.table.twice"]


def test_whose_words_say_who_an_opponent_is() -> None:
    assert Listed(name="X", house=True).character_text("acres", "x") == Text("acres.character.x")
    own = Listed(name="X", character="Likes wells.").character_text("acres", "x")
    assert words_of("en").plain(own) == "Likes wells."


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_card_is_a_numbered_list_for_each_part(lang: str) -> None:
    heading = Text("priorities.own-words", words="Plots")
    wants: list[Want] = [Having("well"), Most("fields")]
    (drawn,) = card(
        [
            Section(heading, [want.text("acres") for want in wants]),
            Section(heading, [], Text("priorities.own-words", words="nothing")),
        ],
        Strength(60, 10),
    )
    assert isinstance(drawn, Lines)
    said = ["".join(words_of(lang).plain(span.text) for span in line) for line in drawn.lines]
    assert said[0] == said[3] == "Plots"
    assert said[1] == "  1. acres.want.well"
    assert said[2].startswith("  2. ")
    assert said[4] == "  nothing"
    assert "60" in said[5] and "50" in said[5] and "70" in said[5]


@pytest.mark.parametrize(("wins", "stars"), [(0, 1), (19, 1), (20, 2), (50, 3), (75, 5), (None, None)])
def test_stars_come_of_how_often_an_opponent_wins(wins: int | None, stars: int | None) -> None:
    assert Strength(60, 10, wins).stars == stars
