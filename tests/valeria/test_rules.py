"""Guild tracks, prices, places, and which turns can be."""

from __future__ import annotations

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from automa.dialogue import YOU, Refused
from automa.valeria import fixes, rules
from automa.valeria.board import Board
from automa.valeria.own.goods import Price, payments
from automa.valeria.rules import (
    can_move,
    cost_of,
    effects,
    free_places,
    lines_crossed,
    next_space,
    places_for,
    push,
    turn_faces,
)
from automa.valeria.rules.effects import extra_push, pushes_of
from automa.valeria.rules.turn import TURN, legal
from automa.valeria.state import Die, State
from automa.valeria.steps import Gate, Harvest, Manor, Recruit, RecruitCard, Statue, Temple
from automa.valeria.tables import Goods, LineFacts
from solo.fronts.reading import read
from tests.valeria.conserved import conserved
from tests.valeria.positions import a_table, english, said, tables


def test_a_push_is_one_space_up_and_tokens_share_ordinary_spaces() -> None:
    track = Board.of(tables()).tracks["worker"]
    assert next_space(track, 0, {1}) == 1
    assert next_space(track, 9, {10}) == 10


def test_stars_hold_one_token_each() -> None:
    """Main rulebook, Game Overview: Ryan's token skips two taken stars."""
    track = Board.of(tables()).tracks["worker"]
    assert next_space(track, 10, {11, 12}) == 13
    assert next_space(track, 10, {11, 12, 13}) == 10
    assert next_space(track, 13, set()) == 13


def test_a_line_is_crossed_when_the_token_passes_it_also_in_a_jump() -> None:
    facts = tables()
    shadow = facts.guilds.guild["shadow"]
    lines = {"11": LineFacts("vp", 2)}
    guild = {**facts.guilds.guild, "shadow": msgspec.structs.replace(shadow, line=lines)}
    state = a_table(
        yours={"shadow": 10},
        theirs={"shadow": 11},
        guilds=msgspec.structs.replace(facts.guilds, guild=guild),
    )
    pushed = push(state, state.you, "shadow")
    assert pushed.after == 12
    assert state.you.score == 2


def test_lines_pay_once_on_the_way_up() -> None:
    track = Board.of(tables()).tracks["worker"]
    assert [line.gain for line in lines_crossed(track, 0, 13)] == ["gold", "resource", "vp"]
    assert lines_crossed(track, 2, 2) == []
    assert [line.gain for line in lines_crossed(track, 2, 3)] == ["gold"]
    assert lines_crossed(track, 0, 2) == []


def test_pushes_that_cannot_be_made_are_lost() -> None:
    state = a_table(yours={"holy": 12}, theirs={"holy": 13})
    pushed = push(state, state.you, "holy", 2)
    assert (pushed.after, pushed.lost) == (12, 2)
    assert not can_move(state, state.you, "holy")


def test_no_push_at_all_moves_nothing_and_loses_nothing() -> None:
    state = a_table(yours={"holy": 4})
    pushed = push(state, state.you, "holy", 0)
    assert (pushed.after, pushed.lost) == (4, 0)


def test_a_line_gives_the_opponent_points_and_nothing_else() -> None:
    state = a_table(theirs={"worker": 2})
    pushes = [push(state, state.opponent, "worker", times) for times in (1, 7)]
    told = rules.line_rewards(state, state.opponent, pushes)
    assert [line.gain for pushed in pushes for line in pushed.rewards] == ["gold", "resource", "vp"]
    assert len(told) == 1 and "VP" in said(told[0])


@given(start=st.integers(0, 13), other=st.integers(0, 13), times=st.integers(0, 20))
def test_influence_never_goes_down_past_the_top_or_onto_a_taken_star(
    start: int, other: int, times: int
) -> None:
    if start == other and start > 10:
        return
    state = a_table(yours={"worker": start}, theirs={"worker": other})
    pushed = push(state, state.you, "worker", times)
    assert start <= pushed.after <= 13
    assert pushed.after <= 10 or pushed.after != other
    assert pushed.after == start or pushed.lost < times


def test_prices_grow_with_what_stands_there_in_any_colour() -> None:
    state = a_table(
        yours={"manors": {"6": "penumbra"}, "temple": "penumbra", "ship": "penumbra"},
        theirs={"manor": "penumbra", "lighthouse": "nor-high", "windmill": "nor-high/penumbra"},
        keeps={"penumbra": 3},
    )
    assert cost_of(state, "manor", "penumbra") == {"wood": 3, "gold": 2}
    assert cost_of(state, "manor", "nor-high") == {"wood": 3, "gold": 1}
    assert cost_of(state, "temple", "penumbra") == {"stone": 2, "gold": 1}
    assert cost_of(state, "shipyard", "penumbra") == {"wood": 2, "gold": 1}
    assert cost_of(state, "windmill", "nor-high/penumbra") == {"food": 2, "gold": 1}
    assert cost_of(state, "manor", "iron-pit") == {"wood": 3}


def test_a_lighthouse_may_stand_anywhere_but_beside_another() -> None:
    state = a_table(theirs={"lighthouse": "nor-high"})
    assert "nor-high" not in places_for(state, "manor", "6")
    assert "nor-high" in places_for(state, "manor", "1")


def test_a_manor_that_was_not_built_leaves_the_board_again() -> None:
    state = a_table(yours={"manors": {"1": "penumbra", "2": "penumbra", "6": "nor-high"}})
    rules.unbuild_manor(state, "6", state.you)
    rules.unbuild_manor(state, "1", state.you)
    assert (state.you.manors, state.you.monuments) == ({"2": "penumbra"}, {})
    assert state.you.tokens["manor"]["penumbra"] == 1


# Where a token may go


def test_no_windmill_on_a_full_road_and_none_without_a_token() -> None:
    road = "nor-high/penumbra"
    state = a_table(yours={"windmill": [road, road]}, theirs={"windmill": [road, road]})
    assert road not in places_for(state, "windmill")
    assert "penumbra/luna-grove" in places_for(state, "windmill")
    assert places_for(a_table(yours={"ship": ["penumbra"] * 3}), "shipyard") == []


def test_a_gate_stands_on_a_bridge_and_every_other_monument_in_a_district() -> None:
    state = a_table(theirs={"gate": "nor-high/penumbra", "statue": "iron-pit"})
    assert set(free_places(state, "gate")) == set(state.board.road) - {"nor-high/penumbra"}
    assert set(free_places(state, "statue")) == set(state.board.district) - {"iron-pit"}


# Paying


def goods(**held: int) -> dict[Goods, int]:
    return {"wood": 0, "stone": 0, "food": 0, "magic": 0, "gold": 0, **held}  # type: ignore[dict-item]


def test_magic_stands_in_for_the_rest_of_a_resource_once_one_of_it_is_paid() -> None:
    """Main rulebook, Paying: one of the resource at least, the others may be magic."""
    assert list(payments(goods(wood=1, magic=2), {"wood": 3})) == [Price(wood=1, magic=2)]
    assert not list(payments(goods(magic=3), {"wood": 3}))
    assert not list(payments(goods(wood=1, magic=1), {"wood": 3}))


def test_magic_never_stands_in_for_gold_and_paying_changes_nothing_in_hand() -> None:
    held = goods(wood=3, magic=5)
    assert not list(payments(held, {"wood": 3, "gold": 1}))
    assert next(payments(held, {"wood": 3})) == Price(wood=3)
    assert held == goods(wood=3, magic=5)


# Turns


def acting(state: State) -> State:
    effects.begin_action(state, state.you)
    return state


def allowed(state: State) -> list[str]:
    return list(dict.fromkeys(step.verb.id for step in legal(state) if step.verb is not None))


def test_what_cannot_be_done_is_not_allowed_and_says_why() -> None:
    pieces = {"temple": ["penumbra"] * 4, "gate": "nor-high/penumbra", "dice": ["wood"]}
    state = acting(a_table(yours=pieces))
    assert allowed(state) == ["manor", "recruit", "harvest", "wharf", "ward-tower", "statue"]
    assert "All your Temples" in said(TURN.why_not(state, Temple("wood")))
    assert "stands at Nor High – Penumbra already" in said(TURN.why_not(state, Gate()))
    assert TURN.why_not(state, Harvest("wood")) is None
    state.turn.built = True
    assert allowed(state) == ["manor", "recruit", "harvest", "wharf"]


def test_a_step_is_judged_as_far_as_it_has_been_said() -> None:
    state = acting(a_table(yours={"dice": ["wood"]}, theirs={"lighthouse": "nor-high"}))
    assert TURN.why_not(state, Manor("wood")) is None
    assert TURN.why_not(state, Manor("wood", place="nor-high")) is None
    lighthouse = Manor("wood", number="6", place="nor-high")
    assert "Lighthouse in Nor High already" in said(TURN.why_not(state, lighthouse))
    assert "no unspent die" in said(TURN.why_not(state, Temple("gold", place="nor-high")))
    of_no_guild = Statue(place="nor-high", guild="worker")
    assert "Worker is not a guild of Nor High" in said(TURN.why_not(state, of_no_guild))


def test_the_pushes_of_a_turn_add_up() -> None:
    state = a_table(yours={"manors": {"4": "penumbra", "5": "penumbra"}})
    temple = Temple("wood", place="nor-high")
    assert pushes_of(state, temple) == {"soldier": 2, "holy": 2}
    due = extra_push(state, temple)
    assert due is not None and (due.n, due.guilds) == (1, ("soldier", "holy"))
    assert pushes_of(state, Recruit("wood", citizen="monk", place="nor-high", guild="holy")) == {"holy": 3}
    guard = RecruitCard("wood", citizen="guard")
    assert pushes_of(state, guard) == {"soldier": 2}
    due = extra_push(state, guard)
    assert due is not None and (due.n, len(due.guilds)) == (2, 4)
    assert pushes_of(state, Harvest("wood")) == {}


def test_the_architects_own_building_pushes_already_and_only_once() -> None:
    state = acting(a_table(yours={"dice": ["wood"]}))
    effects.apply(state, Manor("wood", number="3", place="nor-high"))
    assert [due.n for due in state.turn.dues] == [1]
    state = acting(a_table(yours={"dice": ["wood"], "manors": {"3": "nor-high"}}))
    effects.apply(state, Manor("wood", number="1", place="nor-high"))
    assert [due.n for due in state.turn.dues] == [1]


def test_citizens_turn_dice_to_their_faces_in_the_order_of_the_faces() -> None:
    assert turn_faces(a_table(yours={"cards": ["condottieri", "builder", "monk"]})) == ["wood", "influence"]


# A citizen that seems impossible


def test_a_citizen_that_seems_to_be_gone_can_be_insisted_on_and_is_taken_off_whoever_had_it() -> None:
    copies = tables().citizens.copies
    state = a_table(theirs={"cards": ["monk"] * copies})
    ask = rules.which_citizen("valeria.which-citizen", YOU, state)
    assert "monk" not in [option.id for option in ask.options]
    assert [option.id for option in ask.doubted] == ["monk"]
    with pytest.raises(Refused) as refused:
        ask.check("monk")
    assert refused.value.insist
    assert "every Monk has been recruited" in said(refused.value.text)
    assert ask.check("monk", insist=True) == read(ask, "mon", english()) == "monk"
    rules.add_citizen(state, state.you, "monk")
    assert state.you.cards == ["monk"]
    assert state.opponent.cards == ["monk"] * (copies - 1)


def test_a_card_that_is_taken_off_leaves_all_others() -> None:
    state = a_table(theirs={"cards": ["cook", "monk", "thief"]})
    rules.add_citizen(state, state.you, "monk")
    assert (state.you.cards, state.opponent.cards) == (["monk"], ["cook", "thief"])
    rules.add_citizen(state, state.you, "monk")
    assert (state.you.cards, state.opponent.cards) == (["monk"], ["cook", "thief"])
    rules.add_citizen(state, state.you, "miner")
    assert state.you.cards == ["monk", "miner"]


def test_a_citizen_of_the_other_line_can_be_insisted_on() -> None:
    state = a_table()
    other = next(id for id, citizen in state.citizens.items() if citizen.back == "pink")
    ask = rules.which_citizen("valeria.which-citizen", YOU, state, "blue")
    with pytest.raises(Refused) as refused:
        ask.check(other)
    assert refused.value.insist
    assert "other line" in said(refused.value.text)
    assert ask.check(other, insist=True) == other


def test_what_is_no_citizen_at_all_cannot_be_insisted_on() -> None:
    ask = rules.which_citizen("valeria.which-citizen", YOU, a_table())
    for answer in ("judge", 3, None):
        with pytest.raises(Refused) as refused:
            ask.check(answer, insist=True)
        assert not refused.value.insist


def test_your_whole_turn_may_insist_on_a_citizen() -> None:
    state = a_table(theirs={"cards": ["monk"] * tables().citizens.copies})
    state.you.dice = [Die("wood")]
    notation = TURN.at(acting(state))
    with pytest.raises(Refused) as refused:
        notation.read("recruit monk penumbra")
    assert refused.value.insist
    assert notation.read("recruit monk penumbra", True) == "recruit monk penumbra"


def test_fixed_citizen_cards_may_be_insisted_on() -> None:
    state = a_table(theirs={"cards": ["monk"] * tables().citizens.copies})
    (fix,) = [each for each in fixes.corrections(state) if each.key == "you.cards"]
    with pytest.raises(Refused) as refused:
        fix.ask.check(["monk"])
    assert refused.value.insist
    fix.put(fix.ask.check(["monk"], insist=True))
    assert state.you.cards == ["monk"]
    assert conserved(state) == []
