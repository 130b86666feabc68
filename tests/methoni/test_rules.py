"""Building, closing, claiming, annexing, trading, limits and the end, with the examples of the rulebook."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from automa.methoni import rules
from automa.methoni.island import KINDS, Island, Kind
from automa.methoni.rules import House
from automa.methoni.state import State, of
from automa.methoni.steps import TURN, Annex
from tests.methoni.conserved import conserved
from tests.methoni.positions import a_hand, a_player, a_table, area, border, space, spaces, tables

AROUND_C4 = "c3-c4 c4-c5"
"""Two of the three walls around C4; the third is B3-C4."""


def placed(table: State, words: str) -> rules.Houses:
    """Houses as `jerry c4 andrew b3`."""
    names = words.split()
    return tuple(
        House(space(table, id).number, a_player(table, name).place)
        for name, id in zip(names[::2], names[1::2], strict=True)
    )


# ---------------------------------------------------------------- where a wall may stand


def test_on_an_empty_board_a_card_allows_its_borders_and_nothing_closes() -> None:
    table = a_table()
    assert len(rules.legal_borders(table, table.player)) == 90
    assert len(rules.legal_borders(table, table.player, ["desert"])) == 19
    assert len(rules.legal_borders(table, table.player, ["market"])) == 36
    assert table.closings == {}


def test_no_wall_on_a_wall_nor_inside_a_domain() -> None:
    table = a_table(domains=[{"owner": "evan", "spaces": "c3 c4"}], walls="a1-a2")
    for id in ("a1-a2", "c3-c4", "b3-c4"):
        assert not rules.is_free(table, border(table, id))
    assert rules.is_free(table, border(table, "b3-b4"))


def test_without_walls_in_the_supply_nothing_can_be_built() -> None:
    table = a_table()
    table.supply = 0
    assert rules.legal_borders(table, table.player) == []
    assert not rules.legal_borders(table, table.player, ["desert"])


# ---------------------------------------------------------------- houses


def test_own_house_on_either_side_and_the_left_or_right_neighbours_on_the_other() -> None:
    table = a_table(4)
    found = rules.placements(table, table.player, border(table, "b4-b5"))
    assert set(found) == {
        placed(table, words)
        for words in (
            "jerry b4 evan b5", "jerry b5 evan b4", "jerry b4 olav b5", "jerry b5 olav b4",
        )
    }  # fmt: skip


def test_on_the_coast_only_the_own_house() -> None:
    table = a_table()
    assert rules.placements(table, table.player, border(table, "a1-sea")) == (placed(table, "jerry a1"),)


def test_without_an_own_house_those_of_both_neighbours() -> None:
    table = a_table()
    table.player.houses = 0
    inland = rules.placements(table, table.player, border(table, "b4-b5"))
    assert set(inland) == {placed(table, "evan b4 andrew b5"), placed(table, "evan b5 andrew b4")}
    coast = rules.placements(table, table.player, border(table, "a1-sea"))
    assert set(coast) == {placed(table, "evan a1"), placed(table, "andrew a1")}


def test_a_player_who_has_no_house_is_left_out() -> None:
    table = a_table()
    jerry, evan, andrew = table.players
    evan.houses = 0
    inland = border(table, "b4-b5")
    assert {way[1].colour for way in rules.placements(table, jerry, inland)} == {andrew.place}
    andrew.houses = 0
    assert set(rules.placements(table, jerry, inland)) == {
        placed(table, "jerry b4"),
        placed(table, "jerry b5"),
    }
    jerry.houses = 0
    assert rules.placements(table, jerry, inland) == ((),)
    assert rules.placements(table, jerry, border(table, "a1-sea")) == ((),)


def test_without_own_houses_and_with_one_neighbour_that_has_some_only_that_one_is_placed() -> None:
    table = a_table()
    jerry, evan, _ = table.players
    jerry.houses = evan.houses = 0
    found = rules.placements(table, jerry, border(table, "b4-b5"))
    assert set(found) == {placed(table, "andrew b4"), placed(table, "andrew b5")}


# ---------------------------------------------------------------- closing


def slow_closing(table: State, id: str) -> set[str]:
    """The open spaces that cannot reach the sea once a wall stands there: a flood fill of its own."""
    island = table.island
    walls = {each.id for each in island.borders_in(table.walls)} | {id}
    open_borders = [name.split("-") for name in island.by_id if name not in walls]
    reached = {"sea"}
    while True:
        beyond = {side for sides in open_borders if reached.intersection(sides) for side in sides}
        if beyond <= reached:
            break
        reached |= beyond
    owned = {each.id for domain in table.domains for each in island.spaces_in(domain.spaces)}
    return {each.id for each in island.spaces} - reached - owned


def walled_at_random(random: Random) -> State:
    """A table with walls wherever they can be built; every player can pay for what they close."""
    table = a_table()
    for player in table.players:
        player.ducats = 70
    for _ in range(random.randint(5, 30)):
        if legal := rules.legal_borders(table, table.players[0]):
            rules.build(table, table.players[0], random.choice(legal), ())
    return table


@given(st.integers(0, 10**6))
@settings(max_examples=30, deadline=None)
def test_the_closing_test_equals_a_slow_flood_fill_and_one_wall_closes_one_area_at_most(seed: int) -> None:
    table = walled_at_random(Random(seed))
    for each in table.island.borders:
        if not each.bit & table.blocked:
            cut = slow_closing(table, each.id)
            closes = table.closings.get(each.number, 0)
            assert {one.id for one in table.island.spaces_in(closes)} == cut
            assert not closes or table.island.is_connected(closes)


@given(st.integers(0, 10**6))
@settings(max_examples=10, deadline=None)
def test_two_walls_close_an_area_together_where_the_second_would_after_the_first(seed: int) -> None:
    table = walled_at_random(Random(seed))
    closings = table.closings
    slowly = {
        first.bit | 1 << second: area
        for first in table.island.borders
        if not first.bit & table.blocked and first.number not in closings
        for second, area in table.cuts_with(table.blocked | first.bit).closings.items()
        if second not in closings
    }
    assert table.pairs == slowly


def test_a_wall_that_closes_nothing_claims_nothing_and_keeps_the_game_going() -> None:
    table = a_table(domains=[{"owner": "evan", "spaces": "a1"}])
    assert rules.build(table, table.player, border(table, "b4-b5"), placed(table, "jerry b4 evan b5")) is None
    assert table.closed == 0 and table.stirred


def test_the_coast_does_not_close_an_area_by_itself() -> None:
    table = a_table(walls="a1-a2")
    assert border(table, "a1-b2").number not in table.closings
    table = a_table(walls="a1-a2 a1-b2")
    assert spaces(table, table.closings[border(table, "a1-sea").number]) == "a1"


@pytest.mark.parametrize(
    ("count", "fewest"), [(1, 3), (2, 4), (3, 5), (4, 6), (5, 7), (6, 6), (7, 7), (8, 8)]
)
def test_the_fewest_walls_around_so_many_spaces(count: int, fewest: int) -> None:
    """Grown space by space; a full hexagon of six needs no more walls than four spaces do."""
    island = tables().board.island
    assert min(island.rim(grown).bit_count() for grown in areas(island, count)) == fewest


def areas(island: Island, count: int) -> set[int]:
    found = {space.bit for space in island.spaces}
    for _ in range(count - 1):
        found = {
            grown | space.bit
            for grown in found
            for space in island.spaces
            if not space.bit & grown and space.borders & island.rim(grown)
        }
    return found


# ---------------------------------------------------------------- claiming


def test_claim_example_one_space_with_own_houses_costs_1() -> None:
    table = a_table(walls=AROUND_C4, houses={"c4": "jerry jerry"})
    jerry = table.player
    claim = rules.build(table, jerry, border(table, "b3-c4"), placed(table, "jerry c4 andrew b3"))
    assert claim is not None and (claim.price, claim.paid) == (1, ())
    assert [(each.colour, each.villas) for each in claim.upgrades] == [(jerry.place, 1)]
    assert (jerry.ducats, jerry.houses, jerry.villas, jerry.towers, table.bank) == (19, 15, 4, 3, 5)
    assert conserved(table) == []


def test_claim_example_one_space_with_a_yellow_house_costs_2() -> None:
    table = a_table(walls=AROUND_C4)
    jerry, _, andrew = table.players
    claim = rules.build(table, jerry, border(table, "b3-c4"), placed(table, "jerry b3 andrew c4"))
    assert claim is not None and claim.price == 2
    assert (claim.to_bank, claim.paid) == (1, ((andrew.place, 1),))
    assert (jerry.ducats, andrew.ducats, table.bank) == (18, 21, 5)


def test_both_new_houses_count_so_the_side_changes_the_price() -> None:
    table = a_table(walls=AROUND_C4, ducats=[1, 20, 20])
    jerry = table.player
    wall = border(table, "b3-c4")
    assert {rules.closing_price(table, jerry, table.closings[wall.number], way)
            for way in rules.placements(table, jerry, wall)} == {1, 2}  # fmt: skip
    assert all(
        way[0] == House(space(table, "c4").number, jerry.place)
        for way in rules.affordable(table, jerry, wall)
    )
    jerry.ducats = 0
    assert wall not in rules.legal_borders(table, jerry)


def test_a_closing_wall_is_illegal_without_a_tower() -> None:
    table = a_table(walls=AROUND_C4)
    table.player.towers = 0
    assert border(table, "b3-c4") not in rules.legal_borders(table, table.player)
    assert not any(
        border(table, "b3-c4") in rules.legal_borders(table, table.player, [kind]) for kind in KINDS
    )
    assert rules.affordable(table, table.player, border(table, "b3-c4")) == ()


def test_everybody_may_build_where_a_wall_closes_nothing() -> None:
    table = a_table(walls=AROUND_C4)
    assert rules.harmless(table) == rules.free_borders(table) & ~border(table, "b3-c4").bit
    table.supply = 0
    assert rules.harmless(table) == 0


def test_an_area_is_closed_with_the_last_ducat_only_where_no_house_has_to_be_paid() -> None:
    """With an own house to place inside C4 costs 1; with only those of the others 2, on either side."""
    table = a_table(walls=AROUND_C4, ducats=[1, 20, 20])
    jerry, wall = table.player, border(table, "b3-c4")
    assert wall in rules.legal_borders(table, jerry)
    jerry.houses = 0
    assert wall not in rules.legal_borders(table, jerry)
    jerry.ducats = 2
    assert wall in rules.legal_borders(table, jerry)


def test_by_ruling_without_a_tower_only_beside_a_domain_of_ones_own() -> None:
    beside = [{"owner": "jerry", "spaces": "c5"}]
    table = a_table(walls="c3-c4", domains=beside, no_tower="merge")
    jerry = table.player
    jerry.towers = 0
    assert border(table, "b3-c4") in rules.legal_borders(table, jerry)
    far = a_table(walls=AROUND_C4, domains=[{"owner": "jerry", "spaces": "a1"}], no_tower="merge")
    far.player.towers = 0
    assert border(far, "b3-c4") not in rules.legal_borders(far, far.player)
    rules.build(table, jerry, border(table, "b3-c4"), placed(table, "jerry c4 andrew b3"))
    assert (table.towerless, jerry.towers) == (True, 0)
    rules.annex(table, jerry, table.domains[0])
    assert (table.towerless, jerry.towers) == (False, 0), "the tower that stood there stays"


def test_every_colour_upgrades_and_a_colour_without_villas_does_not() -> None:
    table = a_table(
        walls=AROUND_C4, houses={"c4": "jerry jerry evan evan evan evan evan evan andrew andrew andrew"}
    )
    table.players[2].villas = 0
    claim = rules.build(table, table.player, border(table, "b3-c4"), placed(table, "jerry c4"))
    assert claim is not None
    assert [(each.colour, each.villas) for each in claim.upgrades] == [(0, 1), (1, 2)]
    assert [of(claim.domain.houses, place) for place in range(3)] == [0, 0, 3]


def test_the_market_coin_comes_with_the_tower_and_cannot_pay_for_the_claim() -> None:
    table = a_table(walls="c1-c2 c2-c3", ducats=[1, 20, 20])
    jerry = table.player
    claim = rules.build(table, jerry, border(table, "b1-c2"), placed(table, "jerry c2 evan b1"))
    assert claim is not None and (claim.price, claim.coins, jerry.ducats) == (1, 1, 1)
    assert rules.can_trade(table, "desert") and not rules.can_trade(table, "forest")
    broke = a_table(walls="c1-c2 c2-c3", ducats=[0, 20, 20])
    assert border(broke, "b1-c2") not in rules.legal_borders(broke, broke.player)


# ---------------------------------------------------------------- annexing

JERRYS = {"owner": "jerry", "spaces": "c5", "houses": "jerry jerry jerry"}
"""One space with three houses: 5 ducats. (The houses did not upgrade while red had no villa.)"""
EVANS = {"owner": "evan", "spaces": "c3 d3", "villas": "evan", "houses": "evan"}
"""Two spaces, a villa and a house: 10 ducats."""


def test_annex_examples_cost_5_and_10_upgrade_and_give_the_towers_back() -> None:
    table = a_table(domains=[JERRYS, EVANS])
    jerry, evan, andrew = table.players
    claim = rules.build(table, andrew, border(table, "b3-c4"), placed(table, "andrew c4 evan b3"))
    assert claim is not None
    before = table.supply
    targets = rules.annexable(table, andrew)
    assert {spaces(table, each.spaces): rules.annex_price(table, andrew, each) for each in targets} == {
        "c3 d3": 10,
        "c5": 5,
    }
    first = rules.annex(table, andrew, table.domains[0])
    assert (first.price, first.owner, first.walls.bit_count()) == (5, jerry.place, 1)
    assert [(each.colour, each.villas) for each in first.upgrades] == [(jerry.place, 1)]
    second = rules.annex(table, andrew, table.domains[0])
    assert (second.price, second.owner) == (10, evan.place)
    assert table.supply == before + 2
    assert spaces(table, claim.domain.spaces) == "c3 c4 c5 d3"
    assert (jerry.towers, evan.towers, andrew.towers) == (4, 4, 3)
    assert (jerry.ducats, evan.ducats, andrew.ducats) == (25, 30, 20 - 1 - 15)
    assert conserved(table) == []


def test_ones_own_domain_is_joined_for_nothing_and_gives_a_tower_back() -> None:
    table = a_table(domains=[{**JERRYS, "owner": "andrew"}], walls="c3-c4", ducats=[20, 20, 1])
    andrew = table.players[2]
    claim = rules.build(table, andrew, border(table, "b3-c4"), placed(table, "andrew c4 evan b3"))
    assert claim is not None and andrew.towers == 2
    done = rules.annex(table, andrew, table.domains[0])
    assert (done.price, andrew.ducats, andrew.towers) == (0, 0, 3)


def test_a_domain_that_meets_at_a_corner_only_is_not_adjacent() -> None:
    table = a_table(domains=[{"owner": "evan", "spaces": "b4"}], walls=AROUND_C4)
    jerry = table.player
    claim = rules.build(table, jerry, border(table, "b3-c4"), placed(table, "jerry c4 evan b3"))
    assert claim is not None
    assert rules.annexable(table, jerry) == []


def test_domains_to_annex_are_listed_in_reading_order_and_none_where_nothing_was_closed() -> None:
    table = a_table(domains=[JERRYS, {"owner": "evan", "spaces": "b3"}, EVANS])
    andrew = table.players[2]
    assert rules.annexable(table, andrew) == []
    rules.claim(table, andrew, area(table, "c4"))
    table.closed = area(table, "c4")
    assert [spaces(table, each.spaces) for each in rules.annexable(table, andrew)] == ["b3", "c3 d3", "c5"]


@pytest.mark.parametrize(("ruling", "reached"), [("grown", ["c6"]), ("closed", [])])
def test_chain_annexing_is_a_ruling(ruling: str, reached: list[str]) -> None:
    table = a_table(domains=[JERRYS, {"owner": "evan", "spaces": "c6"}], walls="c3-c4", chain_annexing=ruling)
    andrew = table.players[2]
    claim = rules.build(table, andrew, border(table, "b3-c4"), placed(table, "andrew c4 evan b3"))
    assert claim is not None
    rules.annex(table, andrew, table.domains[0])
    found = rules.annexable(table, andrew)
    assert [spaces(table, each.spaces) for each in found] == reached
    if not reached:
        table.active = andrew.place
        refused = TURN.why_not(table, Annex(table.island.space["c6"]))
        assert refused is not None
        named = [space.id for space in refused.values["spaces"]]  # type: ignore[union-attr]
        assert named == ["c4"], "it has to touch what was closed, not what that has grown to"


def test_a_stray_wall_inside_a_domain_stays() -> None:
    """A hexagon of six spaces with a wall inside: no more walls can be added, and this one stays."""
    table = a_table(walls="b3-b4 b2-b3 a3-b4 b5-b6 c3-c4 c5-d5")
    claim = rules.build(table, table.player, border(table, "c6-c7"), placed(table, "jerry c6 evan c7"))
    assert claim is not None and spaces(table, claim.spaces) == "b3 b4 b5 c4 c5 c6"
    assert table.walls & border(table, "b3-b4").bit
    assert not rules.is_free(table, border(table, "b4-b5"))
    assert conserved(table) == []


# ---------------------------------------------------------------- trade and income


def test_trade_takes_two_or_what_is_there() -> None:
    table = a_table()
    jerry = table.player
    assert [rules.trade(table, jerry) for _ in range(3)] == [2, 2, 0]
    table.bank, jerry.ducats = 1, 23
    assert rules.trade(table, jerry) == 1
    assert conserved(table) == []


@pytest.mark.parametrize(("bank", "stirred"), [(0, False), (1, True), (2, True)])
def test_a_trade_keeps_the_game_going_only_if_it_brings_a_ducat(bank: int, stirred: bool) -> None:
    table = a_table()
    table.bank = bank
    rules.trade(table, table.player)
    assert table.stirred is stirred
    table.stirred, table.bank = True, 0
    rules.trade(table, table.player)
    assert table.stirred, "what was done before in this turn counts"


def test_a_land_card_trades_once_its_market_is_activated_whoever_owns_it() -> None:
    table = a_table(domains=[{"owner": "evan", "spaces": "d10"}])
    assert rules.can_trade(table, "mountain") and rules.can_trade(table, "market")
    assert not rules.can_trade(table, "desert")


@pytest.mark.parametrize(("ruling", "allowed"), [("always", True), ("activated", False)])
def test_a_market_card_before_any_market_is_activated_is_a_ruling(ruling: str, allowed: bool) -> None:
    assert rules.can_trade(a_table(market_trade=ruling), "market") is allowed


def test_income_is_two_for_each_market_as_far_as_the_bank_reaches() -> None:
    table = a_table(domains=[{"owner": "jerry", "spaces": "d10"}, {"owner": "jerry", "spaces": "a3"}])
    jerry = table.player
    assert [rules.markets_of(table, each) for each in table.players] == [2, 0, 0]
    assert rules.income(table, table.players[1]) == 0
    assert rules.income(table, jerry) == 4
    table.bank, jerry.ducats = 3, jerry.ducats - 3
    assert rules.income(table, jerry) == 3
    assert rules.income(table, table.players[1]) == 0


# ---------------------------------------------------------------- cards that have no use


def test_a_kind_of_card_is_unplayable_when_all_its_borders_close_what_cannot_be_claimed() -> None:
    table = a_table(walls="a1-a2 a2-a3")
    assert rules.unplayable(table, table.player) == []
    table.player.towers = 0
    island = table.island
    keep = island.by_id["a1-sea"].bit | island.by_id["a1-b2"].bit
    table.walls |= island.everywhere & ~keep & ~island.by_id["b1-b2"].bit
    table.blocked = table.walls
    stuck = rules.unplayable(table, table.player)
    assert "fields" in stuck and "mountain" in stuck
    assert rules.may_redraw(table, table.player)
    table.player.hand = a_hand("fields fields mountain mountain forest")
    assert rules.may_redraw(table, table.player)
    table.cards_played = 1
    assert not rules.may_redraw(table, table.player)


def test_a_trade_that_brings_nothing_does_not_make_a_hand_playable() -> None:
    table = a_table()
    table.supply = 0
    assert rules.unplayable(table, table.player) == [kind for kind in KINDS if kind != "market"]
    table.bank = 0
    assert rules.unplayable(table, table.player) == list(KINDS)


def test_a_turn_may_end_after_a_card_or_where_nothing_can_be_done() -> None:
    table = a_table()
    assert not rules.may_stop(table, table.player)
    table.cards_played = 1
    assert rules.may_stop(table, table.player)
    table.cards_played, table.supply, table.bank = 0, 0, 0
    assert rules.may_stop(table, table.player)
    assert rules.may_stop(a_table(must_play="none"), table.player)


def test_an_opponent_spends_what_it_has_most_of_and_a_market_card_last() -> None:
    assert rules.spent(a_hand("market desert furrows furrows"), ["desert", "furrows", "market"]) == "furrows"
    assert rules.spent(a_hand("market market desert"), ["desert", "market"]) == "desert"
    assert rules.spent(a_hand("market"), ["desert", "market"]) == "market"
    assert rules.spent(a_hand("forest"), ["desert", "market"]) is None


# ---------------------------------------------------------------- the end


def test_the_game_ends_after_the_turn_of_the_last_wall_even_if_walls_come_back() -> None:
    table = a_table(domains=[JERRYS], walls="c3-c4")
    table.supply, kept = 1, table.supply
    andrew = table.players[2]
    claim = rules.build(table, andrew, border(table, "b3-c4"), placed(table, "andrew c4 evan b3"))
    assert claim is not None and table.last_wall
    rules.annex(table, andrew, table.domains[0])
    assert table.supply == 1 and kept > 1
    rules.end_turn(table)
    assert table.over


def test_a_whole_round_without_a_wall_or_a_ducat_ends_the_game() -> None:
    table = a_table()
    for _ in range(2):
        rules.end_turn(table)
    rules.trade(table, table.player)
    rules.end_turn(table)
    for _ in range(2):
        rules.end_turn(table)
        assert not table.over
    rules.end_turn(table)
    assert table.over


def test_the_next_turn_begins_with_no_card_played_and_nothing_closed() -> None:
    table = a_table()
    table.cards_played, table.closed, table.annexing, table.towerless = 2, area(table, "c4"), True, True
    rules.end_turn(table)
    assert (table.cards_played, table.closed, table.annexing, table.towerless) == (0, 0, False, False)


def test_a_round_is_a_turn_of_each_player() -> None:
    table = a_table()
    rounds = []
    for _ in range(4):
        rounds.append((table.player.seat.id, table.round))
        rules.end_turn(table)
    assert rounds == [("jerry", 1), ("evan", 1), ("andrew", 1), ("jerry", 2)]


# ---------------------------------------------------------------- nothing is lost


@given(st.integers(0, 10**6), st.integers(3, 5))
@settings(max_examples=25, deadline=None)
def test_components_are_conserved_through_whole_games(seed: int, players: int) -> None:
    """70 ducats, all walls, 15 houses, 5 villas and 4 towers of each colour, after every step."""
    random = Random(seed)
    table = a_table(players)
    while not table.over:
        player = table.player
        rules.income(table, player)
        for _ in range(2):
            legal = rules.legal_borders(table, player)
            if not legal or random.random() < 0.1:
                rules.trade(table, player)
                continue
            wall = random.choice(legal)
            houses = random.choice(rules.affordable(table, player, wall))
            area = table.closings.get(wall.number)
            price = 0 if area is None else rules.closing_price(table, player, area, houses)
            claim = rules.build(table, player, wall, houses)
            assert (0 if claim is None else claim.price) == price
            assert conserved(table) == []
            while claim is not None and random.random() < 0.8:
                targets = rules.annexable(table, player)
                if not targets:
                    break
                rules.annex(table, player, random.choice(targets))
                assert conserved(table) == []
        rules.end_turn(table)


def test_a_recount_finds_what_is_missing() -> None:
    table = a_table(domains=[EVANS], walls="a1-a2")
    assert conserved(table) == []
    table.bank -= 1
    table.supply += 1
    table.players[0].houses -= 1
    table.players[1].towers += 1
    found = " / ".join(conserved(table))
    assert "ducats" in found and "walls" in found and "houses jerry" in found and "towers evan" in found


def test_a_twin_of_the_table_shares_nothing_that_changes() -> None:
    table = a_table(domains=[EVANS], walls="a1-a2")
    twin = table.copy()
    claim = rules.build(twin, twin.player, border(twin, "a1-sea"), placed(twin, "jerry a1"))
    assert claim is None
    rules.trade(twin, twin.player)
    rules.discard(twin, a_hand("desert"))
    assert not any(table.discards.values())
    twin.domains[0].houses = 0
    assert table.walls != twin.walls and table.player.ducats == 20 and table.domains[0].houses
    assert area(table, "a1") and conserved(table) == []


@pytest.mark.parametrize(("ruling", "may_pass"), [("must", False), ("may", True)])
def test_an_unplayable_hand_must_be_replaced_in_dutch_and_may_be_in_english(
    ruling: str, may_pass: bool
) -> None:
    """Only A1 is open, and Jerry has no tower to close it: a hand of Fields cards has no use."""
    table = a_table(redraw=ruling)
    island = table.island
    table.walls = table.blocked = (
        island.everywhere & ~border(table, "a1-sea").bit & ~border(table, "a1-b2").bit
    )
    jerry = table.player
    jerry.hand = a_hand("fields fields fields fields fields")
    assert rules.may_redraw(table, jerry)
    assert rules.may_stop(table, jerry) is may_pass


# ---------------------------------------------------------------- the hand


@pytest.mark.parametrize(
    ("hand", "card", "left"),
    [
        ("desert forest", None, "forest"),
        ("desert furrows", None, "desert furrows"),
        ("forest plains", None, "forest plains"),
        ("desert furrows", "furrows", "desert"),
        ("desert desert", "desert", "desert"),
    ],
)
def test_the_card_that_is_named_or_the_only_one_that_will_do_leaves_the_hand(
    hand: str, card: Kind | None, left: str
) -> None:
    """A wall that a Desert or a Furrows card allows."""
    table = a_table()
    player = table.player
    player.hand = a_hand(hand)
    rules.play_card(table, player, card, ["desert", "furrows"])
    assert player.hand == a_hand(left)


def test_a_card_that_nobody_names_leaves_the_hand_as_it_is() -> None:
    player = a_table().player
    assert rules.hand_without(player, None) is None
    player.hand = a_hand("desert forest")
    assert rules.hand_without(player, None) == a_hand("desert forest")
    assert rules.hand_without(player, "desert") == a_hand("forest")


def test_discards_are_shuffled_only_when_the_deck_has_not_got_the_card() -> None:
    table = a_table()
    table.undrawn["desert"], table.undrawn["forest"] = 2, 1
    rules.discard(table, a_hand("desert desert forest"))
    rules.draw(table, a_hand("desert desert"))
    assert (table.undrawn["desert"], table.discards["desert"]) == (0, 2)
    rules.draw(table, a_hand("desert"))
    assert (table.undrawn["desert"], table.discards["desert"]) == (1, 0)
    assert (table.undrawn["forest"], table.discards["forest"]) == (2, 0)


def test_by_ruling_who_has_closed_without_a_tower_joins_an_own_domain_before_another() -> None:
    table = a_table(
        domains=[
            {"owner": "jerry", "spaces": "c4"},
            {"owner": "evan", "spaces": "c5"},
            {"owner": "jerry", "spaces": "c3"},
        ]
    )
    mine, *others = table.domains
    table.closed = mine.spaces
    jerry = a_player(table, "jerry")
    for table.towerless, bars in ((True, ["tower", None]), (False, [None, None])):
        assert [rules.bar_to_annexing(table, jerry, mine, other) for other in others] == bars
