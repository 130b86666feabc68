"""Choosing among equals: every option gets its letter, its share of the faces, and nothing else is picked."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from automa.dialogue import (
    CORRECTED,
    TABLE,
    Ask,
    Dice,
    Lot,
    Option,
    Refused,
    Roll,
    Several,
    Tell,
    Text,
)
from automa.selector import DIE, Charts, Lettered, Selector, decided, faults, letter, pick, pick_by_app

CHARTS: Charts = {2: (1, 1, 1, 2, 2, 2), 3: (1, 1, 2, 2, 3, 3), 4: (1, 2, 3, 4, 0, 0)}
WHAT = Text("x.which")


class Picked:
    """One tie, decided by the dice that are given."""

    def __init__(self, count: int, dice: Sequence[int | str], charts: Charts = CHARTS) -> None:
        self.asks: list[Ask] = []
        self.told: list[Tell] = []
        self.chosen: int | None = None
        self.why: list[Text] = []
        names = [Option(f"option {place}", f"Option {place}") for place in range(count)]
        conversation = pick(range(count), names, lambda: charts, WHAT)
        left = iter(dice)
        try:
            item = next(conversation)
            while True:
                if isinstance(item, Tell):
                    self.told.append(item)
                    item = conversation.send(None)
                else:
                    self.asks.append(item)
                    face = next(left, None)
                    if face is None:
                        return  # more dice are wanted than there are
                    item = conversation.send(face)
        except StopIteration as over:
            self.chosen, self.why = over.value


def test_one_option_needs_no_die() -> None:
    picked = Picked(1, [])
    assert (picked.chosen, picked.why, picked.asks) == (0, [], [])


def test_the_die_is_asked_of_the_table_with_the_lettered_options() -> None:
    ask = Picked(2, []).asks[0]
    assert isinstance(ask, Roll)
    assert (ask.to, ask.stream, ask.low, ask.high) == (TABLE, DIE, 1, 6)
    assert isinstance(ask.stream, Dice)
    options = ask.values["options"]
    assert isinstance(options, list)
    assert [option.id for option in options] == ["option 0", "option 1"]
    assert [option.also for option in options] == [("A",), ("B",)]
    assert ask.gives == {face: f"option {face > 3:d}" for face in range(1, 7)}


@pytest.mark.parametrize("count", [2, 3, 4])
def test_a_chart_says_what_each_face_picks(count: int) -> None:
    for face, option in enumerate(CHARTS[count], 1):
        picked = Picked(count, [face])
        assert picked.chosen == (option - 1 if option else None)
        assert bool(picked.told) == (option == 0)


def test_a_face_that_picks_nothing_is_rolled_again_and_the_reasons_say_so() -> None:
    picked = Picked(4, [5, 6, 2])
    assert picked.chosen == 1
    assert [text.id for text in picked.why] == [
        "selector.tie",
        "selector.again",
        "selector.again",
        "selector.rolled",
    ]


def test_letters_go_on_after_z() -> None:
    assert [letter(place) for place in (0, 25, 26, 27, 51, 52, 701, 702)] == [
        "A", "Z", "AA", "AB", "AZ", "BA", "ZZ", "AAA",
    ]  # fmt: skip


@given(st.integers(0, 5000), st.integers(0, 5000))
def test_no_two_options_have_one_letter(one: int, two: int) -> None:
    assert (letter(one) == letter(two)) == (one == two)


@pytest.mark.parametrize(
    ("count", "dice"), [(5, 1), (6, 1), (7, 2), (26, 2), (27, 2), (36, 2), (37, 3), (216, 3)]
)
def test_many_options_take_as_many_dice_as_can_tell_them_apart(count: int, dice: int) -> None:
    picked = Picked(count, [1] * dice)
    assert len(picked.asks) == dice
    assert picked.chosen == 0
    assert [ask.values.get("which") for ask in picked.asks] == list(range(1, dice + 1))


@pytest.mark.parametrize("count", [*range(2, 40), 100, 215, 216])
def test_every_option_is_picked_by_equally_many_rolls(count: int) -> None:
    dice = 1 if count in CHARTS or count <= 6 else 2 if count <= 36 else 3
    found = Counter(Picked(count, roll).chosen for roll in product(range(1, 7), repeat=dice))
    again = found.pop(None, 0)
    assert set(found) == set(range(count))
    assert len(set(found.values())) == 1
    assert again + sum(found.values()) == 6**dice
    assert again < 6**dice / 2, "more than half of the rolls would be for nothing"


def test_the_reasons_name_all_dice_and_the_option_they_picked() -> None:
    picked = Picked(30, [2, 3])  # (2-1)*6 + (3-1) = 8, the ninth
    assert picked.chosen == 8
    last = picked.why[-1]
    assert last.values["dice"] == ["2", "3"]
    assert getattr(last.values["option"], "id", "") == "option 8"


@pytest.mark.parametrize("count", [2, 4, 30])
def test_the_outcome_itself_is_taken_for_the_roll_and_the_reasons_say_who_said_it(count: int) -> None:
    picked = Picked(count, ["option 1"])
    assert picked.chosen == 1
    assert [text.id for text in picked.why] == ["selector.tie", "selector.said"]
    assert len(picked.asks) == 1, "no second die is asked for"


def test_what_is_neither_a_face_nor_an_option_is_no_roll() -> None:
    ask = Picked(2, []).asks[0]
    assert ask.check("option 1") == "option 1"
    for answer in ("option 2", "A", 0, 7, True, None):
        with pytest.raises(Refused):
            ask.check(answer)


@pytest.mark.parametrize("count", [3, 7])
def test_a_roll_says_what_it_decides_and_between_what(count: int) -> None:
    ask = Picked(count, []).asks[0]
    assert ask.text.values["what"] is WHAT
    assert ask.text.values["n"] == count and ask.text.values["options"]


def test_only_a_chart_on_a_component_can_be_learnt_from_an_outcome() -> None:
    names = [Option(id, id) for id in ("a", "b")]
    for printed, read_off in ((False, []), (True, ["selector.chart.2"])):
        ask = next(pick(names, names, lambda: CHARTS, WHAT, printed=printed))
        assert isinstance(ask, Roll)
        assert ask.read_off == read_off


def test_a_chart_that_is_set_right_under_the_roll_holds_for_it() -> None:
    names = [Option(id, id) for id in ("a", "b")]
    charts = dict(CHARTS)
    conversation = pick(names, names, lambda: charts, WHAT)
    next(conversation)
    charts[2] = (2, 2, 2, 1, 1, 1)
    conversation.send(CORRECTED)
    with pytest.raises(StopIteration) as over:
        conversation.send(1)
    assert over.value.value[0].id == "b"


def test_of_many_options_the_first_and_the_last_are_told_with_their_letters() -> None:
    def letters(picked: Picked) -> list[str]:
        told = picked.why[0].values["options"]
        assert isinstance(told, list)
        return [
            letter(each.place) if isinstance(each, Lettered) else f"{each.values['n']} more" for each in told
        ]

    assert letters(Picked(40, [1, 1, 1])) == ["A", "B", "C", "36 more", letter(39)]
    assert letters(Picked(6, [1], {6: (1, 2, 3, 4, 5, 6)})) == list("ABCDEF")


def test_a_chart_without_a_face_for_some_option_is_wrong_and_an_unfair_one_unless_it_is_printed_so() -> None:
    charts = Selector(
        {2: (1, 1, 1, 1, 2, 2), 3: (1, 1, 1, 2, 2, 2), 4: (1, 2, 3, 4, 5, 0), 6: (1, 2, 3, 4, 5, 6)}
    )
    assert [key for key, _ in faults(charts)] == ["selector.chart.2", "selector.chart.3", "selector.chart.4"]
    assert [key for key, _ in faults(charts, fair=False)] == ["selector.chart.3", "selector.chart.4"]


# ---------------------------------------------------------------- what an opponent decides


def test_after_a_correction_an_opponent_is_asked_anew() -> None:
    options = [Option(letter, letter.upper()) for letter in "abc"]
    asked: list[Several] = []

    def question() -> Several:
        asked.append(Several("x.move", "rival", options, low=1))
        return asked[-1]

    conversation = decided(question)
    next(conversation)
    assert conversation.send(CORRECTED) is not asked[0]
    asked[-1].why = [Text("x.because")]
    conversation.send(["c", "a"])
    with pytest.raises(StopIteration) as over:
        conversation.send(2)
    chosen, why = over.value.value
    assert chosen is options[2]
    assert [text.id for text in why] == ["x.because", "selector.app-decides"]


def test_in_a_game_without_a_die_the_app_decides_and_the_reason_names_the_moves() -> None:
    options = [Option(letter, letter.upper()) for letter in "abc"]
    conversation = decided(lambda: Several("x.move", "rival", options, low=1))
    next(conversation)
    lot = conversation.send(["c", "a"])
    assert isinstance(lot, Roll) and isinstance(lot.stream, Lot)
    assert (lot.low, lot.high, lot.gives) == (1, 2, {1: "a", 2: "c"})
    with pytest.raises(StopIteration) as over:
        conversation.send(2)
    chosen, why = over.value.value
    assert chosen is options[2], "numbers go to the options in their own order"
    assert [text.id for text in why] == ["selector.app-decides"]
    assert why[0].values == {"n": 2, "options": [options[0], options[2]], "option": options[2]}


def test_a_decision_among_equals_by_hand_is_named_in_the_reason() -> None:
    options = [Option(letter, letter.upper()) for letter in "abc"]
    conversation = pick_by_app(options, WHAT)
    next(conversation)
    with pytest.raises(StopIteration) as over:
        conversation.send("b")
    chosen, why = over.value.value
    assert chosen is options[1]
    assert [text.id for text in why] == ["selector.tie", "selector.said"]


def test_an_opponent_that_names_one_move_rolls_no_die() -> None:
    options = [Option(letter, letter.upper()) for letter in "abc"]
    conversation = decided(lambda: Several("x.move", "rival", options, low=1))
    next(conversation)
    with pytest.raises(StopIteration) as over:
        conversation.send(["b"])
    assert over.value.value == (options[1], [])


def test_an_unfair_chart() -> None:
    charts = Selector({2: (1, 1, 1, 1, 2, 2), 3: (1, 1, 2, 2, 3, 3), 0: (0, 0, 0, 0, 0, 0)})
    assert [key for key, _ in faults(charts)] == ["selector.chart.2", "selector.chart.0"]
