"""One test for each of the 28 citizens: what it does for you."""

from __future__ import annotations

from pathlib import Path

import pytest

from automa.valeria.own import market
from automa.valeria.rules import effects as steps
from automa.valeria.rules.turn import TURN
from automa.valeria.state import State
from automa.valeria.steps import END, SKIP, Trade
from automa.valeria.tables import Face
from tests.valeria.own.table import acting, cannot, do, drafting, has, shape
from tests.valeria.own.table import every as legal

# A resource more for a drafted die


@pytest.mark.parametrize(
    ("citizen", "face", "value"),
    [
        ("monk", "magic", {"magic": 1}),
        ("priestess", "influence", {}),
        ("thief", "gold", {"gold": 2}),
        ("lumberjack", "wood", {"wood": 1}),
        ("butcher", "food", {"food": 1}),
        ("miner", "stone", {"stone": 1}),
    ],
)
def test_a_citizen_that_adds_a_resource_to_a_die(citizen: str, face: Face, value: dict[str, int]) -> None:
    state = drafting(pool={face: 1}, cards=[citizen])
    do(state, do="draft")
    if face == "influence":
        do(state, do="push", guild="holy")
    do(state, do="take", kind="stone")
    has(state.you, **{**value, "stone": value.get("stone", 0) + 1})
    other: Face = "wood" if face != "wood" else "food"
    state = drafting(pool={other: 1}, cards=[citizen])
    do(state, do="draft")
    assert state.turn.dues == []


# Turning a die


@pytest.mark.parametrize(
    ("citizen", "face"),
    [
        ("cleric", "magic"),
        ("sculptor", "stone"),
        ("cook", "food"),
        ("builder", "wood"),
        ("condottieri", "influence"),
    ],
)
def test_a_citizen_that_turns_dice_when_drafted_and_when_spent(citizen: str, face: Face) -> None:
    state = drafting(pool={"gold": 1}, cards=[citizen])
    assert {shape(each)["final"] for each in legal(state)} == {"gold", face}
    do(state, do="draft", final=face)
    assert state.you.faces() == [face]
    assert state.you.goods["gold"] == 0
    state = acting(dice=["gold"], cards=[citizen])
    do(state, do="harvest", die="gold", final=face)
    assert state.you.faces() == [face]
    assert cannot(acting(dice=["gold"]), do="harvest", final=face)


def test_beth_turns_a_gold_die_with_the_cleric_and_gets_the_magic_only_and_the_monks_resource() -> None:
    """Game Overview, and the note on the Cleric."""
    state = drafting(pool={"gold": 1}, cards=["cleric", "monk"])
    do(state, do="draft", final="magic")
    do(state, do="take", kind="wood")
    has(state.you, magic=1, wood=1)


def test_only_the_die_that_is_drafted_is_turned() -> None:
    state = drafting(pool={"gold": 1}, cards=["cleric"], dice=["wood", "stone"])
    do(state, do="draft", final="magic")
    assert state.you.faces() == ["wood", "stone", "magic"]


def test_a_turned_die_brings_the_bonus_of_its_final_face() -> None:
    state = acting({"wood": 2}, dice=["gold"], cards=["builder"])
    do(state, do="manor", what="1", place="penumbra", die="gold", final="wood")
    has(state.you)


# Trades while drafting


def drafted(citizen: str, **goods: int) -> State:
    state = drafting(goods, pool={"food": 1}, cards=[citizen])
    do(state, do="draft")
    return state


def test_abbot_a_resource_for_a_push() -> None:
    state = drafted("abbot", wood=1)
    assert {shape(each)["kind"] for each in legal(state) if shape(each)["do"] == "trade"} == {"wood", "food"}
    do(state, do="trade", kind="wood")
    do(state, do="push", guild="worker")
    has(state.you, food=1)
    assert state.you.influence["worker"] == 1


def test_bishop_two_gold_for_a_push_and_magic_is_no_gold() -> None:
    state = drafted("bishop", gold=2)
    do(state, do="trade")
    do(state, do="push", guild="holy")
    has(state.you, food=1)
    assert legal(drafted("bishop", gold=1, magic=6)) == [END]


def test_alchemist_a_resource_for_two_gold() -> None:
    state = drafted("alchemist")
    do(state, do="trade", kind="food")
    has(state.you, gold=2)


def test_peddler_two_gold_for_a_resource() -> None:
    state = drafted("peddler", gold=3)
    do(state, do="trade")
    do(state, do="take", kind="stone")
    has(state.you, food=1, stone=1, gold=1)


def test_engineer_a_resource_for_two_points() -> None:
    state = drafted("engineer")
    do(state, do="trade", kind="food")
    has(state.you)
    assert state.you.points == {"citizens": 2}


def test_artificer_a_gold_for_a_point() -> None:
    state = drafted("artificer", gold=1)
    do(state, do="trade")
    has(state.you, food=1)
    assert state.you.points == {"citizens": 1}


def test_a_trade_names_a_resource_just_where_the_citizen_takes_any() -> None:
    """The Abbot takes a resource of any kind, the Bishop gold."""
    abbot, bishop = drafted("abbot", wood=1), drafted("bishop", gold=2)
    assert TURN.why_not(abbot, Trade("abbot", "wood")) is None
    assert TURN.why_not(bishop, Trade("bishop")) is None
    for state, unsaid in ((abbot, Trade("abbot")), (bishop, Trade("bishop", "food"))):
        refused = TURN.why_not(state, unsaid)
        assert refused is not None and refused.id == "valeria.refused.trade-kind"


def test_a_citizen_trades_once_for_each_die() -> None:
    state = drafted("engineer", wood=3)
    do(state, do="trade", kind="wood")
    assert not state.turn.phase


def test_what_a_die_and_a_citizen_give_can_be_traded_at_once() -> None:
    state = drafting(pool={"wood": 1}, cards=["lumberjack", "engineer", "alchemist"])
    do(state, do="draft")
    do(state, do="take", kind="stone")
    do(state, do="trade", what="engineer", kind="stone")
    do(state, do="trade", what="alchemist", kind="wood")
    has(state.you, gold=2)


# Gold for an action


def test_prefect_two_gold_for_a_temple() -> None:
    state = acting({"stone": 2}, cards=["prefect"])
    do(state, do="temple", place="penumbra")
    has(state.you, gold=2)


def test_harbor_master_two_gold_for_a_wharf_action_in_time_for_a_purchase() -> None:
    state = acting(dice=["gold"], cards=["harbor-master"])
    do(state, do="wharf")
    do(state, do="buy", kind="wood")
    has(state.you, wood=1, gold=1)


def test_constable_two_gold_for_a_manor_but_not_to_pay_it_with() -> None:
    state = acting({"wood": 3}, cards=["constable"])
    state.opponent.tokens["manor"]["penumbra"] = 1
    assert cannot(state, do="manor", place="penumbra")
    do(state, do="manor", what="1", place="iron-pit")
    has(state.you, gold=2)


def test_captain_two_gold_for_a_recruit_itself_included() -> None:
    state = acting({"food": 2})
    market.open_market(state).lines["pink"][0] = "captain"
    do(state, do="recruit", what="captain", place="penumbra", guild="holy")
    has(state.you, food=1, gold=2)


def test_farmer_two_gold_for_a_harvest() -> None:
    state = acting(dice=["wood"], cards=["farmer"])
    do(state, do="harvest")
    has(state.you, wood=1, gold=2)


# At once


def recruited(citizen: str, **goods: int) -> State:
    state = acting({"food": 1, **goods})
    lines = market.open_market(state).lines
    lines[state.citizens[citizen].back] = [citizen]
    do(state, do="recruit", what=citizen, place="penumbra", guild="holy")
    return state


def test_assassin_a_push_and_six_gold() -> None:
    state = recruited("assassin")
    do(state, do="push", guild="worker")
    has(state.you, gold=6)
    assert state.you.influence == {"worker": 1, "soldier": 0, "shadow": 1, "holy": 1}


def test_guard_two_gold_a_resource_and_two_pushes_on_one_track() -> None:
    state = recruited("guard")
    do(state, do="take", kind="stone")
    do(state, do="push", guild="worker")
    has(state.you, stone=1, gold=2)
    assert state.you.influence == {"worker": 2, "soldier": 1, "shadow": 0, "holy": 1}
    assert state.turn.dues == []


def test_merchant_three_gold_and_three_resources_of_one_kind() -> None:
    state = recruited("merchant")
    do(state, do="take", kind="wood")
    has(state.you, wood=3, gold=3)


def test_coxswain_two_gold_and_a_free_sail_if_there_is_a_ship() -> None:
    state = recruited("coxswain")
    has(state.you, gold=2)
    assert state.turn.dues == []
    state = acting({"food": 1}, ship="iron-pit")
    market.open_market(state).lines = {"pink": [], "blue": ["coxswain"]}
    do(state, do="recruit", what="coxswain", place="penumbra", guild="holy")
    do(state, do="sail", place="iron-pit", to="nor-high")
    has(state.you, gold=2)
    assert state.you.tokens["ship"]["nor-high"] == 1


def test_what_a_citizen_gives_at_once_does_not_come_again() -> None:
    state = acting({"food": 1}, cards=["assassin"])
    do(state, do="recruit", what="monk", place="penumbra", guild="holy")
    has(state.you)
    assert state.turn.dues == []


# In the Reset Phase


def test_peasant_the_value_of_two_different_leftover_dice() -> None:
    state = acting(
        pool={"gold": 1, "stone": 1, "influence": 1}, cards=["peasant", "farmer"], manors={"2": "iron-pit"}
    )
    steps.begin_reset(state, state.you)
    do(state, do="leftover", kind="gold")
    assert cannot(state, do="leftover", kind="gold")
    do(state, do="leftover", kind="influence")
    do(state, do="push", guild="holy")
    has(state.you, gold=2)
    assert not state.turn.phase


def test_smuggler_a_free_sail_if_you_like() -> None:
    state = acting(cards=["smuggler"], ship="iron-pit")
    steps.begin_reset(state, state.you)
    do(state, do="sail", place="iron-pit", to="anchorage")
    assert state.you.tokens["ship"]["anchorage"] == 1
    steps.begin_reset(state, state.you)
    do(state, do="skip")
    assert not state.turn.phase


def test_a_sail_that_a_citizen_grants_is_paid_for_where_that_is_agreed() -> None:
    state = acting({"gold": 3}, cards=["smuggler"], ship="iron-pit")
    state.rulings = {**state.rulings, "granted-sail": "paid"}
    steps.begin_reset(state, state.you)
    do(state, do="sail", place="iron-pit", to="anchorage")
    has(state.you, gold=1)
    steps.begin_reset(state, state.you)
    assert legal(state) == [SKIP]


def test_every_citizen_is_tested_here() -> None:
    """So that a title added to the tables asks for a test of its own."""
    text = Path(__file__).read_text(encoding="utf-8")
    assert not [id for id in acting().citizens if f'"{id}"' not in text]


def test_of_two_copies_only_the_one_that_is_recruited_gives_at_once() -> None:
    state = acting({"food": 1}, cards=["merchant"])
    market.open_market(state).lines["pink"] = ["merchant"]
    do(state, do="recruit", what="merchant", place="penumbra", guild="holy")
    assert state.you.goods["gold"] == 3
    assert [due.what for due in state.turn.dues].count("resource") == 1
