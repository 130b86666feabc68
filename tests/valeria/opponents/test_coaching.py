"""The coach: positions with a known best step, what a turn was worth, and that it says what it thinks of."""

from __future__ import annotations

from random import Random
from types import SimpleNamespace

import pytest

from automa.coach import Advice
from automa.steps import NOTHING
from automa.valeria.opponents.coaching import Adviser, Worth
from automa.valeria.own import talk
from automa.valeria.rules.effects import apply, begin_action
from automa.valeria.rules.turn import TURN, legal
from automa.valeria.state import State
from tests.valeria.own.table import acting, at_random, drafting


def advice(state: State, played: str = "") -> Advice:
    ask = talk.question(state, NOTHING, TURN.left(state))
    found = Adviser().advise(ask, SimpleNamespace(table=state), Random(1), played=played)
    assert found is not None
    return found


def test_in_the_last_turn_gold_goes_into_the_monument_that_scores() -> None:
    """Before or after the action: ships lie everywhere, and nothing else can be done with six gold."""
    state = acting({"gold": 6}, dice=("gold",), pool={"food": 2})
    state.round = 5
    for district in state.board.district:
        state.you.tokens["ship"][district] += 1
    while len(legal(state)) > 1:
        answer = advice(state).answer
        apply(state, TURN.understand(state, answer).steps[0])
    assert state.you.monuments


def test_the_die_that_pays_for_a_manor_comes_first_and_the_plan_is_named() -> None:
    """Wood is all that is short of a manor; the other die of the pool pays for nothing."""
    state = drafting({"wood": 1, "gold": 3}, pool={"wood": 1, "food": 1})
    found = advice(state)
    assert found.answer == "wood"
    assert found.why[-1].id == "valeria.coach.plan"


def test_the_parts_of_a_value_add_up_to_it() -> None:
    for seed in range(20):
        state = at_random(Random(seed))
        state.acting = True
        begin_action(state, state.people[0])
        found = advice(state)
        for choice, why in zip(found.choices, found.why, strict=False):
            assert isinstance(choice.value, Worth)
            assert float(choice.value) == pytest.approx(sum(choice.value.parts.values()))
            assert why.values["move"] == choice.move


def test_what_is_advised_costs_nothing_and_what_is_worse_does() -> None:
    """Three good things could be done with these goods; a harvest gives a push, and then nothing is built."""
    state = acting({"wood": 4, "stone": 4, "gold": 6}, dice=("wood", "stone", "gold"), pool={"food": 2})
    best = advice(state)
    followed, thrown = advice(state, best.answer).played, advice(state, "harvest gold").played
    assert followed is not None and followed.behind == 0.0
    assert thrown is not None and thrown.behind > 1


def test_what_no_longer_fits_after_a_correction_is_not_judged() -> None:
    assert advice(acting({"wood": 0}), "manor 3 nor-high").played is None
