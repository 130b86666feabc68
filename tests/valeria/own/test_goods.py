"""Resources and gold: caps, and every way to pay."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from automa.valeria.own import goods
from automa.valeria.own.goods import Price, payments
from automa.valeria.tables import GOODS, RESOURCES, Goods
from tests.valeria.own.table import a_table, acting

HELD = st.fixed_dictionaries({kind: st.integers(0, 6) for kind in GOODS})


def held(**amounts: int) -> dict[Goods, int]:
    return {kind: amounts.get(kind, 0) for kind in GOODS}


def test_ryan_pays_three_wood_with_two_wood_and_a_magic() -> None:
    """Game Overview."""
    assert list(payments(held(wood=2, magic=1), {"wood": 3})) == [Price(wood=2, magic=1)]


def test_at_least_one_of_the_resource_itself_is_paid() -> None:
    assert not list(payments(held(magic=6), {"wood": 3}))
    assert list(payments(held(wood=1, magic=6), {"wood": 3})) == [Price(wood=1, magic=2)]


def test_magic_never_pays_gold_nor_a_single_resource() -> None:
    assert not list(payments(held(magic=6, gold=5), {"gold": 6}))
    assert not list(payments(held(magic=6), {"food": 1}))


def test_who_has_more_may_still_pay_with_magic_and_the_least_magic_comes_first() -> None:
    found = [(price.wood, price.magic) for price in payments(held(wood=3, magic=2), {"wood": 3})]
    assert found == [(3, 0), (2, 1), (1, 2)]


@given(HELD, st.sampled_from(RESOURCES[:3]), st.integers(1, 4), st.integers(0, 4))
def test_every_payment_is_possible_and_no_possible_one_is_missing(
    have: dict[Goods, int], kind: Goods, amount: int, gold: int
) -> None:
    found = set(payments(have, {kind: amount, "gold": gold}))
    possible = {
        Price(**{kind: real}, magic=amount - real, gold=gold)
        for real in range(1, amount + 1)
        if real <= have[kind] and amount - real <= have["magic"] and gold <= have["gold"]
    }
    assert found == possible


def test_gold_is_six_at_most_until_the_bankers_manor_is_built_then_ten() -> None:
    state = acting()
    assert goods.gain(state, state.you, "gold", 9) == 6
    state.you.manors["8"] = "penumbra"
    assert goods.gain(state, state.you, "gold", 9) == 4
    assert state.you.goods["gold"] == 10


def test_resources_have_a_most_and_the_rest_is_lost() -> None:
    state = a_table()
    most = state.tables.components.most.resource
    assert goods.gain(state, state.you, "wood", most + 3) == most
    assert goods.room(state, state.you, "wood") == 0
