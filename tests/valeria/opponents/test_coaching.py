"""The coach: positions with a known best step, what was played beside it, and a hint at every question."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from types import SimpleNamespace

import pytest

from automa.coach import Advice
from automa.dialogue import Ask, Choose, Move
from automa.game import Seat, Setup, you
from automa.steps import NOTHING
from automa.thinking import Search
from automa.valeria import GAME
from automa.valeria.opponents.coaching import Adviser, as_it_lies
from automa.valeria.own import talk
from automa.valeria.rules.effects import apply
from automa.valeria.rules.turn import TURN
from automa.valeria.state import Due, State
from tests.atable import at_random, steps
from tests.valeria.own.table import acting, drafting
from tests.valeria.positions import tables


@pytest.fixture(autouse=True)
def two_games(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every move is played out twice at most: these are positions where that is enough."""
    monkeypatch.setattr(Search, "games", lambda self, length: 4)


def advice(state: State, played: str = "") -> Advice:
    ask = talk.question(state, NOTHING, TURN.left(state))
    found = Adviser().advise(ask, SimpleNamespace(table=state), Random(1), played=played)
    assert found is not None
    return found


def test_in_the_last_turn_gold_goes_into_the_monument_that_scores() -> None:
    """The whole turn is advised, the monument included: nothing else can be done with six gold."""
    state = acting({"gold": 6}, dice=("gold",), pool={"food": 2})
    state.round = 5
    state.you.tokens["temple"]["penumbra"] = 3
    for step in TURN.understand(state, advice(state).answer).steps:
        apply(state, step)
    assert state.you.monuments == {"statue": "penumbra"}


def test_the_die_that_pays_for_a_manor_comes_first_and_the_plan_is_named() -> None:
    """Wood is all that is short of a manor; the other die of the pool pays for nothing."""
    state = drafting({"wood": 1, "gold": 3}, pool={"wood": 4, "gold": 5})
    found = advice(state)
    assert found.answer == "wood"
    assert found.why[-1].id == "valeria.coach.plan"


def test_what_is_advised_costs_nothing_and_what_is_worse_does() -> None:
    """Three good things could be done with these goods; a wharf without a crate gives nothing at all."""
    state = acting({"wood": 4, "stone": 4, "gold": 6}, dice=("wood", "stone", "gold"), pool={"food": 2})
    best = advice(state)
    followed, thrown = advice(state, best.answer).played, advice(state, "wharf gold, end").played
    assert followed is not None and followed.behind == 0.0
    assert thrown is not None and thrown.behind > thrown.error


def test_only_a_game_that_is_played_to_its_end_is_surely_won_or_lost() -> None:
    state = acting({"wood": 4, "stone": 4, "gold": 6}, dice=("wood", "stone", "gold"), pool={"food": 2})
    won = advice(state).choices[0].won
    assert won is not None and 0 < won < 1 and won not in (0.25, 0.5, 0.75), (
        "much can happen in the rounds to come"
    )
    state.round = 5
    assert advice(state).choices[0].won in (0.0, 0.25, 0.5, 0.75, 1.0)


def test_what_no_longer_fits_after_a_correction_is_not_judged() -> None:
    assert advice(acting({"wood": 0}), "manor 3 nor-high").played is None


def test_a_hint_changes_nothing_is_sorted_and_the_same_each_time() -> None:
    state = acting({"wood": 4, "stone": 4, "gold": 6}, dice=("wood", "stone", "gold"), pool={"food": 2})
    before = state.data()
    first, second = advice(state), advice(state)
    assert state.data() == before
    assert [choice.answer for choice in first.choices] == [choice.answer for choice in second.choices]
    assert [choice.value for choice in first.choices] == sorted(
        (choice.value for choice in first.choices), reverse=True
    )


def test_every_question_with_a_choice_has_a_hint_that_can_be_answered() -> None:
    """At random moments of random games, set-up and Reset Phase included."""
    random = Random(5)
    for seed in range(2):
        script = GAME.script(Setup([you(), Seat("b", "B", "corvin-ash")], tables(), {}, "app", "all"))
        for item in steps(script, at_random(Random(seed))):
            if isinstance(item, Ask) and item.to == "you" and random.random() < 0.06:
                assert isinstance(item, Move | Choose)
                found = Adviser().advise(item, script, Random(1))
                if found is None:
                    assert len(item.options) == 1 or item.id.startswith("valeria.own.which")
                else:
                    item.check(item.understood(found.answer))


CHANGES: dict[str, Callable[[State], object]] = {
    "goods": lambda state: state.you.goods.update({"gold": 9}),
    "influence": lambda state: state.you.influence.update(dict.fromkeys(state.board.tracks, 9)),
    "points": lambda state: state.sides[-1].gain("districts", 1),
    "tokens": lambda state: state.sides[-1].tokens["temple"].update(penumbra=3),
    "a spent die": lambda state: setattr(state.you.dice[0], "spent", not state.you.dice[0].spent),
    "the pool": lambda state: state.pool.update({"magic": 4}),
    "keeps": lambda state: state.keeps.update(penumbra=2),
    "the round": lambda state: setattr(state, "round", state.round + 1),
    "what is due": lambda state: state.turn.dues.append(Due("sail")),
}


@pytest.mark.parametrize("change", CHANGES)
def test_a_turn_is_thought_of_again_when_anything_has_changed(change: str) -> None:
    state = acting({"wood": 4}, dice=("wood", "stone", "gold"), pool={"food": 2})
    before = as_it_lies(state)
    assert as_it_lies(state.twin()) == before
    CHANGES[change](state)
    assert as_it_lies(state) != before
