"""Each action with its price and its bonus, the worked examples of the book, and what may follow what."""

from __future__ import annotations

import pytest

from automa.valeria.own import market
from automa.valeria.rules import effects as steps
from automa.valeria.rules.prices import cost
from automa.valeria.steps import END, Sell, Temple
from tests.valeria.own.table import a_table, acting, cannot, do, drafting, has, kind_of, paid, shape
from tests.valeria.own.table import every as legal

# 1. Draft Phase


@pytest.mark.parametrize(
    ("face", "gained"),
    [("wood", 1), ("stone", 1), ("food", 1), ("magic", 1), ("gold", 2)],
)
def test_a_drafted_die_gives_its_value(face: str, gained: int) -> None:
    state = drafting(pool={face: 1})  # type: ignore[dict-item]
    do(state, do="draft", die=face)
    has(state.you, **{face: gained})
    assert [die.face for die in state.you.dice] == [face]
    assert state.turn.dues == []


def test_beth_drafts_influence_pushes_shadow_and_crosses_the_line_for_two_gold() -> None:
    """Draft Phase."""
    state = drafting(pool={"influence": 1}, shadow=2)
    do(state, do="draft")
    do(state, do="push", guild="shadow")
    assert state.you.influence["shadow"] == 3
    has(state.you, gold=2)


def test_gold_above_the_track_is_lost() -> None:
    state = drafting({"gold": 5}, pool={"gold": 1})
    done = do(state, do="draft")
    assert (done.gained, done.lost) == ({"gold": 1}, {"gold": 1})


# 2. Action Phase


def test_a_manor_costs_three_wood_and_a_gold_for_each_that_is_there() -> None:
    state = acting({"wood": 3, "gold": 2})
    state.opponent.tokens["manor"]["bazani-gate"] = 2
    assert paid(state, do="manor", place="bazani-gate").goods() == {"wood": 3, "gold": 2}
    do(state, do="manor", what="4", place="bazani-gate")
    has(state.you)
    assert state.you.manors == {"4": "bazani-gate"}
    assert state.you.influence == {"worker": 1, "soldier": 1, "shadow": 0, "holy": 0}


def test_a_lighthouse_counts_for_the_price_and_a_keep_does_not() -> None:
    state = acting({"wood": 3, "gold": 1})
    state.opponent.monuments["lighthouse"] = "penumbra"
    state.keeps["iron-pit"] = 2
    assert paid(state, do="manor", place="penumbra").gold == 1
    assert paid(state, do="manor", place="iron-pit").gold == 0
    assert cannot(state, do="manor", what="6", place="penumbra")


def test_the_wood_die_gives_a_wood_first_for_a_manor() -> None:
    state = acting({"wood": 2}, dice=["wood"])
    done = do(state, do="manor", what="1", place="penumbra", die="wood")
    assert done.bonus == {"wood": 1}
    has(state.you)
    assert cannot(acting({"wood": 2}, dice=["gold"]), do="manor")


def test_a_bonus_that_its_track_cannot_hold_is_lost() -> None:
    state = acting({"wood": 6}, dice=["wood"])
    do(state, do="manor", what="1", place="penumbra")
    has(state.you, wood=3)


def test_harris_builds_a_temple_in_penumbra_with_a_stone_and_a_magic_and_gains_two_gold() -> None:
    """Temple Action: the line he crosses is on one of the two tracks."""
    state = acting({"stone": 1, "magic": 1}, shadow=1)
    assert paid(state, do="temple", place="penumbra").goods() == {"stone": 1, "magic": 1}
    do(state, do="temple", place="penumbra")
    assert state.you.influence == {"worker": 0, "soldier": 0, "shadow": 3, "holy": 2}
    has(state.you, gold=2)


def test_a_temple_costs_a_gold_more_for_each_that_is_there_and_the_stone_die_gives_a_stone() -> None:
    state = acting({"stone": 1, "gold": 1}, dice=["stone"], temple="penumbra")
    assert paid(state, do="temple", place="penumbra", die="stone").goods() == {"stone": 2, "gold": 1}
    assert cannot(acting({"stone": 1}, dice=["gold"]), do="temple")


def test_before_a_place_is_said_a_temple_costs_what_it_costs_where_it_is_cheapest() -> None:
    state = acting({"stone": 2}, temple="anchorage")
    assert cost(state, Temple("gold", place="anchorage")) == {"stone": 2, "gold": 1}
    assert cost(state, Temple("gold")) == {"stone": 2}


def test_beth_recruits_the_peasant_for_three_food_with_one_food_and_two_magic() -> None:
    """Recruit Action: the third price of the left line, a push for the card and one for Nor High."""
    state = acting({"food": 1, "magic": 2})
    market.open_market(state).lines["pink"] = ["monk", "prefect", "thief", "peasant"]
    assert paid(state, do="recruit", what="peasant").goods() == {"food": 1, "magic": 2}
    do(state, do="recruit", what="peasant", place="nor-high", guild="holy")
    has(state.you)
    assert state.you.cards == ["peasant"]
    assert state.you.tokens["citizen"]["nor-high"] == 1
    assert state.you.influence == {"worker": 1, "soldier": 0, "shadow": 0, "holy": 1}
    assert market.open_market(state).lines["pink"] == ["monk", "prefect", "thief"]


def test_the_food_die_gives_a_food_first_for_a_recruit() -> None:
    state = acting(dice=["food"])
    assert {shape(each)["what"] for each in legal(state) if shape(each)["do"] == "recruit"} == {
        "monk",
        "abbot",
    }
    do(state, do="recruit", what="monk", place="iron-pit", guild="shadow")
    has(state.you)


def test_without_a_citizen_token_only_the_card_is_recruited() -> None:
    state = acting({"food": 1}, citizen=["penumbra"] * 4)
    do(state, do="recruit", what="monk", place="")
    assert state.you.cards == ["monk"]
    assert state.you.influence == {"worker": 0, "soldier": 0, "shadow": 0, "holy": 1}


def test_beth_harvests_with_a_magic_die() -> None:
    """Harvest Action. The example leaves out the Influence that step 3 of the action gives besides."""
    state = acting(dice=["magic", "stone", "influence"])
    do(state, do="harvest", die="magic")
    has(state.you, stone=1, magic=1)
    do(state, do="take", kind="wood")
    do(state, do="push", guild="shadow")
    do(state, do="push", guild="shadow")
    has(state.you, wood=1, stone=1, magic=1)
    assert state.you.influence["shadow"] == 2
    assert state.turn.dues == []


def test_a_harvest_costs_nothing_counts_spent_dice_and_has_no_bonus_without_the_magic_die() -> None:
    state = acting(dice=["gold", "wood", "food"])
    state.you.dice[2].spent = True
    do(state, do="harvest", die="wood")
    has(state.you, wood=1, food=1, gold=2)
    assert [due.what for due in state.turn.dues] == ["push"]


def test_beth_builds_a_windmill_for_a_food_and_a_magic() -> None:
    """Windmill Sub-Action: the first on the road between Bazani Gate and Nor High."""
    state = acting({"food": 1}, dice=["magic"])
    do(state, do="harvest")
    do(state, do="take", kind="magic")
    do(state, do="push", guild="holy")
    assert paid(state, do="windmill", place="bazani-gate/nor-high").goods() == {"food": 1, "magic": 1}
    do(state, do="windmill", place="bazani-gate/nor-high")
    has(state.you, magic=1)
    assert cannot(state, do="windmill")


def test_a_windmill_costs_a_gold_more_for_each_on_the_road_and_none_goes_on_a_full_road() -> None:
    state = acting({"food": 6, "gold": 3}, windmill=["iron-pit/anchorage"] * 2)
    state.opponent.tokens["windmill"]["iron-pit/anchorage"] = 1
    state.opponent.tokens["windmill"]["nor-high/penumbra"] = 4
    do(state, do="harvest")
    do(state, do="push", guild="holy")
    assert paid(state, do="windmill", place="iron-pit/anchorage").goods() == {"food": 2, "gold": 3}
    assert cannot(state, do="windmill", place="nor-high/penumbra")


def test_harris_takes_a_wharf_action() -> None:
    """Wharf, Shipyard and Sail: a push over a line for two gold, a sale, two purchases, a ship, a sail."""
    state = acting(
        {"stone": 1, "wood": 0}, dice=["influence"], shadow=2, ship="luna-grove", manors={"8": "iron-pit"}
    )
    state.opponent.tokens["ship"]["anchorage"] = 1
    market.open_market(state).icons["influence"] = ("stone", "food", "magic")
    do(state, do="wharf", die="influence")
    do(state, do="push", guild="shadow")
    has(state.you, stone=1, gold=2)
    do(state, do="sell", kind="stone", gets="gold")
    has(state.you, gold=4)
    do(state, do="buy", kind="wood")
    do(state, do="buy", kind="wood")
    has(state.you, wood=2, gold=2)
    assert state.you.crates == {"buy": 2, "vp": 0, "influence": 1}
    state.you.goods["gold"] = 3  # in the book he has gold from before
    assert paid(state, do="shipyard", place="anchorage").goods() == {"wood": 2, "gold": 1}
    do(state, do="shipyard", place="anchorage")
    do(state, do="sail", place="luna-grove", to="anchorage")
    has(state.you)
    assert state.you.tokens["ship"]["anchorage"] == 2
    assert legal(state) == [END]


def test_a_sale_on_the_points_row_gives_a_point_and_a_gold() -> None:
    state = acting({"food": 1}, dice=["gold"])
    do(state, do="wharf")
    do(state, do="sell", kind="food", gets="vp")
    has(state.you, gold=1)
    assert state.you.points == {"crates": 1}


def test_a_sale_on_the_influence_row_gives_a_push_or_two_gold() -> None:
    state = acting({"stone": 2}, dice=["gold"])
    do(state, do="wharf")
    do(state, do="sell", kind="stone", gets="influence")
    do(state, do="push", guild="worker")
    do(state, do="sell", kind="stone", gets="gold")
    has(state.you, gold=2)
    assert state.you.influence["worker"] == 1


def test_a_sale_for_a_push_may_name_the_track() -> None:
    state = acting({"stone": 1}, dice=["gold"])
    do(state, do="wharf")
    steps.apply(state, Sell("holy", "stone"))
    has(state.you)
    assert (state.you.influence["holy"], state.turn.dues) == (1, [])


def test_magic_is_no_stand_in_at_the_wharf_and_an_icon_holds_one_crate() -> None:
    state = acting({"magic": 2}, dice=["gold"])
    do(state, do="wharf")
    sales = [shape(each) for each in legal(state) if kind_of(each) == "sell"]
    assert {(sale["gets"], sale["kind"]) for sale in sales} == {("vp", "magic")}
    do(state, do="sell", kind="magic")
    assert cannot(state, do="sell", kind="magic")


def test_two_crates_until_the_bankers_manor_frees_the_third() -> None:
    state = acting({"gold": 3}, dice=["gold"])
    do(state, do="wharf")
    do(state, do="buy", kind="wood")
    do(state, do="buy", kind="wood")
    assert cannot(state, do="buy")
    state.you.manors["8"] = "penumbra"
    assert not cannot(state, do="buy", kind="stone")


def test_the_far_left_column_is_for_four_players_or_more() -> None:
    facts = a_table().tables.wharf
    assert [facts.columns_for(players) for players in (2, 3, 4, 5)] == [3, 3, 4, 4]


def test_no_crate_after_a_ship_or_a_sail_and_each_of_these_once() -> None:
    state = acting({"wood": 4, "gold": 6}, dice=["gold"], ship="luna-grove")
    do(state, do="wharf")
    do(state, do="shipyard", place="penumbra")
    assert cannot(state, do="buy") and cannot(state, do="shipyard") and not cannot(state, do="sail")
    do(state, do="sail", place="luna-grove", to="penumbra")
    assert cannot(state, do="sail")


@pytest.mark.parametrize(
    ("kind", "place", "gold", "guild", "pushes"),
    [
        ("gate", "nor-high/penumbra", 8, "holy", 2),
        ("ward-tower", "bazani-gate", 7, "worker", 1),
        ("statue", "penumbra", 6, "shadow", 1),
    ],
)
def test_a_monument_costs_gold_and_pushes_one_guild_there(
    kind: str, place: str, gold: int, guild: str, pushes: int
) -> None:
    """Beth's Gate, Michael's Ward Tower, Harris's Statue."""
    state = acting({"gold": gold, "magic": 6}, manors={"8": "iron-pit"})
    assert paid(state, do=kind, place=place).goods() == {"gold": gold}
    do(state, do=kind, place=place, guild=guild)
    has(state.you, magic=6)
    assert state.you.monuments == {kind: place}
    assert state.you.influence[guild] == pushes  # type: ignore[index]
    poor = acting({"gold": gold - 1, "magic": 6}, manors={"8": "iron-pit"})
    assert cannot(poor, do=kind)


def test_a_monument_goes_before_or_after_the_action_but_not_between_it_and_its_sub_actions() -> None:
    state = acting({"gold": 6, "food": 2}, dice=["wood"])
    do(state, do="statue", place="penumbra", guild="holy")
    assert cannot(state, do="end") and cannot(state, do="ward-tower")
    do(state, do="harvest")
    do(state, do="push", guild="holy")
    assert not cannot(state, do="windmill")
    state = acting({"gold": 6, "food": 2}, dice=["wood"])
    do(state, do="harvest")
    do(state, do="push", guild="holy")
    do(state, do="statue", place="penumbra", guild="holy")
    assert legal(state) == [END]


def test_a_monument_needs_a_free_place() -> None:
    state = acting({"gold": 6})
    state.opponent.monuments["statue"] = "penumbra"
    assert cannot(state, do="statue", place="penumbra")


# Influence


def test_a_line_that_gives_a_resource_asks_which() -> None:
    state = acting({"stone": 2}, shadow=4)
    do(state, do="temple", place="penumbra")
    do(state, do="take", kind="food")
    has(state.you, food=1)


def test_points_of_a_line_are_scored_at_once() -> None:
    state = acting({"stone": 2}, shadow=8)
    do(state, do="temple", place="penumbra")
    assert state.you.points == {"lines": 3}


def test_what_cannot_be_chosen_is_not_asked() -> None:
    state = acting({"wood": 6, "stone": 6, "food": 6, "magic": 6}, dice=["magic"], holy=13, worker=13)
    state.you.influence |= {"soldier": 13, "shadow": 13}
    do(state, do="harvest")
    assert state.turn.dues == []


def test_what_can_still_be_chosen_is_asked_after_what_cannot() -> None:
    state = acting({"wood": 6, "stone": 6, "food": 6, "magic": 6}, dice=["magic"])
    do(state, do="harvest")
    assert [due.what for due in state.turn.dues] == ["push"]


# 4. Reset Phase and set-up


def test_in_the_reset_phase_there_is_nothing_to_do_without_such_citizens() -> None:
    state = acting()
    steps.begin_reset(state, state.you)
    assert not state.turn.phase


def test_no_shortage_of_actions_a_harvest_is_always_possible() -> None:
    assert {shape(each)["do"] for each in legal(acting())} == {"harvest", "wharf"}
