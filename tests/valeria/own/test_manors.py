"""One test for each of the eight manors: what it unlocks."""

from __future__ import annotations

from msgspec.structs import replace

from automa.valeria import scoring
from automa.valeria.own import goods, talk
from automa.valeria.rules import effects as steps
from automa.valeria.tables import LineFacts
from tests.valeria.own.table import acting, cannot, do, has, shape
from tests.valeria.own.table import every as legal
from tests.valeria.positions import hear


def test_merchants_manor_two_gold_for_a_wharf_action() -> None:
    state = acting(dice=["gold"], manors={"1": "penumbra"}, cards=["harbor-master"])
    do(state, do="wharf")
    has(state.you, gold=4)


def test_gold_for_a_wharf_action_waits_for_room_that_crates_make() -> None:
    """Crates and rewards are settled in the order one likes, so nothing is lost that could be kept."""
    state = acting({"gold": 6}, dice=["gold"], manors={"1": "penumbra"})
    assert do(state, do="wharf").waits == 2
    has(state.you, gold=6)
    do(state, do="buy", kind="wood")
    has(state.you, gold=5, wood=1)
    do(state, do="buy", kind="wood")
    has(state.you, gold=6, wood=2)
    do(state, do="end")
    has(state.you, gold=6, wood=2)


def test_gold_for_a_wharf_action_that_just_fits_does_not_wait() -> None:
    state = acting({"gold": 4}, dice=["gold"], manors={"1": "penumbra"})
    done = do(state, do="wharf")
    assert (state.you.goods["gold"], done.waits) == (6, 0)


def test_gold_that_waits_comes_at_the_end_as_far_as_there_is_room() -> None:
    state = acting({"gold": 6}, dice=["gold"], manors={"1": "penumbra"})
    do(state, do="wharf")
    do(state, do="buy", kind="wood")
    done = do(state, do="end")
    has(state.you, gold=6, wood=1)
    assert (done.gained, done.lost) == ({"gold": 1}, {"gold": 1})


def test_gold_that_waits_is_lost_when_a_monument_ends_the_wharf_action() -> None:
    """One action is completed before the other begins: what the track cannot hold by then is lost."""
    state = acting({"gold": 6}, dice=["gold"], manors={"1": "penumbra"})
    do(state, do="wharf")
    done = do(state, do="statue", place="nor-high", guild="holy")
    assert done.lost == {"gold": 2}
    has(state.you)


def test_gold_that_waits_can_be_paid_with() -> None:
    state = acting({"gold": 5, "wood": 2}, dice=["gold"], manors={"1": "penumbra"})
    state.opponent.tokens["ship"] = {**state.opponent.tokens["ship"], "penumbra": 6}
    do(state, do="wharf")
    has(state.you, gold=5, wood=2)
    do(state, do="shipyard", place="penumbra")
    has(state.you)


def test_gold_that_waits_stays_whole_while_the_price_can_be_paid_without_it() -> None:
    state = acting({"gold": 5, "wood": 2}, dice=["gold"], manors={"1": "penumbra"})
    state.opponent.tokens["ship"]["penumbra"] = 5
    do(state, do="wharf")
    done = do(state, do="shipyard", place="penumbra")
    assert (done.gained, done.lost) == ({"gold": 2}, {})
    has(state.you, gold=2)


def test_gold_of_a_sale_waits_for_room_as_well() -> None:
    state = acting({"gold": 9, "stone": 1}, dice=["gold"], manors={"1": "penumbra", "8": "nor-high"})
    do(state, do="wharf")
    do(state, do="sell", kind="stone", gets="gold")
    assert (state.you.goods["gold"], state.turn.waiting) == (9, (2, 2))
    do(state, do="buy", kind="wood")
    assert (state.you.goods["gold"], state.turn.waiting) == (10, (2,))


def test_land_owners_manor_a_leftover_die_and_a_push_for_a_harvest() -> None:
    state = acting(dice=["wood"], pool={"stone": 2, "gold": 1}, manors={"2": "penumbra"})
    do(state, do="harvest")
    do(state, do="push", guild="holy")
    do(state, do="push", guild="worker")
    do(state, do="leftover", kind="stone")
    has(state.you, wood=1, stone=1)
    assert state.turn.dues == []


def test_architects_manor_a_push_more_for_a_manor_itself_included() -> None:
    state = acting({"wood": 3})
    do(state, do="manor", what="3", place="penumbra")
    assert {shape(each)["guild"] for each in legal(state)} == {"shadow", "holy"}
    do(state, do="push", guild="shadow")
    assert state.you.influence == {"worker": 0, "soldier": 0, "shadow": 2, "holy": 1}


def test_priests_manor_a_push_more_for_a_temple() -> None:
    state = acting({"stone": 2}, manors={"4": "iron-pit"})
    do(state, do="temple", place="penumbra")
    do(state, do="push", guild="holy")
    assert state.you.influence["holy"] == 3


def test_elders_manor_a_push_more_on_the_guild_of_a_recruited_card() -> None:
    state = acting({"food": 1}, manors={"5": "iron-pit"})
    do(state, do="recruit", what="monk", place="iron-pit", guild="soldier")
    assert state.you.influence == {"worker": 0, "soldier": 1, "shadow": 0, "holy": 2}


def test_lighthouse_keepers_manor_is_a_manor_and_scores_two_points_for_each_ship() -> None:
    state = acting({"wood": 3}, ship="penumbra")
    state.opponent.tokens["ship"]["penumbra"] = 1
    do(state, do="manor", what="6", place="penumbra")
    assert state.you.monuments == {"lighthouse": "penumbra"}
    (scored,) = scoring.monument_scores(state, 1)
    assert scored.awards["you"].points == 4
    assert scoring.control_points(state.you, state.board.district["penumbra"]) == 4


def test_adventurers_manor_six_gold_or_three_resources_of_one_kind() -> None:
    state = acting({"wood": 3})
    do(state, do="manor", what="7", place="penumbra")
    do(state, do="take", kind="gold")
    has(state.you, gold=6)
    state = acting({"wood": 3})
    do(state, do="manor", what="7", place="penumbra")
    do(state, do="take", kind="food")
    has(state.you, food=3)


def test_adventurers_manor_at_set_up_gives_its_reward_too() -> None:
    state = acting()
    steps.begin_set_up(state, "7", "penumbra")
    do(state, do="take", kind="stone")
    has(state.you, stone=3)
    assert not state.turn.phase


def test_with_a_first_manor_that_gives_nothing_the_set_up_is_over() -> None:
    state = acting()
    steps.begin_set_up(state, "1", "penumbra")
    assert not state.turn.phase
    assert state.you.influence == {"worker": 0, "soldier": 0, "shadow": 1, "holy": 1}


def test_a_line_that_the_first_manor_crosses_gives_its_goods() -> None:
    state = acting()
    tracks = dict(state.board.tracks)
    tracks["holy"] = replace(tracks["holy"], lines={0: LineFacts("gold", 2)})
    tracks["shadow"] = replace(tracks["shadow"], lines={0: LineFacts("resource", 1)})
    state.board = replace(state.board, tracks=tracks)
    heard = hear(talk.set_up(state, "1", steps.begin_set_up(state, "1", "penumbra")), "wood")
    has(state.you, gold=2, wood=1)
    assert heard.ids == ["valeria.own.line", "valeria.own.line", "valeria.own.gains", "valeria.own.gains"]


def test_bankers_manor_up_to_ten_gold_and_the_third_crate() -> None:
    state = acting({"wood": 3, "gold": 6}, dice=["gold", "gold"])
    do(state, do="manor", what="8", place="penumbra")
    assert goods.most(state, state.you, "gold") == 10
    do(state, do="end")
    steps.begin_action(state, state.you)
    do(state, do="wharf")
    for kind in ("wood", "wood", "stone"):
        do(state, do="buy", kind=kind)
    assert cannot(state, do="buy")
