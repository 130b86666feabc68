"""The rules one by one, with the examples of the rulebook."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from automa.dialogue import Refused, Text
from automa.game import you
from automa.six_castles import GAME, rules, scoring
from automa.six_castles.game import Play, questions
from automa.six_castles.game.questions import StepOption
from automa.six_castles.line import (
    Marks,
    lay_tile,
    longest_step,
    mark,
    may_pass,
    pass_coin,
    why_not_mark,
)
from automa.six_castles.opponents.prospects import walks
from automa.six_castles.rules import effects
from automa.six_castles.rules.turns import TURN, why_no_face
from automa.six_castles.state import Now, State, TrackPiece
from automa.six_castles.steps import Discs, Explore, Gain, Lay, Sell, Take, Workers
from automa.six_castles.tables import Terrain
from automa.six_castles.territory import CELLS, NAMES
from tests.atable import a_setup, people
from tests.six_castles.positions import (
    a_table,
    a_territory,
    acting,
    castle,
    does,
    hill,
    plain,
    spot,
    tables,
    turn_of,
    why_not,
    with_line,
    worker,
    workers,
)

BIG = {"j10": "wwww", "k10": "wwww", "j11": "wwww", "k11": "wwww"}


def terrain(id: str) -> Terrain:
    return tables().terrains.by_id[id]


# ---------------------------------------------------------------- laying tiles


def test_a_tile_goes_beside_a_tile_and_may_be_turned() -> None:
    table = a_table({"j10": "whpl"})
    assert len(rules.placements(table, "cxof")) == 4 * 4


def test_an_occupied_and_an_unconnected_cell_are_refused_with_the_reason() -> None:
    table = a_table({"j10": "whpl"})
    player = table.players[0]
    assert "whpl" in plain(why_not(table, player, Lay("j10")))
    assert "not beside" in plain(why_not(table, player, Lay("k9")))
    assert "no place j99" in plain(why_not(table, player, Lay("j99")))
    assert why_not(table, player, Lay("j9", "cxof")) is None


def test_a_crag_goes_next_to_a_crag_if_at_all_possible() -> None:
    table = a_table({"j10": "wwwk"})
    found = rules.placements(table, "hhhk")
    assert {(NAMES[cell], tile) for cell, tile in found} == {("k10", "hhkh"), ("j11", "hkhh")}
    assert rules.ways_to_lie(table, "hhhk", CELLS["k10"]) == ["hhkh"]
    assert rules.ways_to_lie(table, "hhhk", CELLS["j9"]) == []
    assert len(rules.ways_to_lie(table, "whpl", CELLS["j9"])) == 4
    assert "k10" in plain(why_not(table, table.players[0], Lay("j9", "hhhk")))
    assert "hhkh" in plain(why_not(table, table.players[0], Lay("k10", "khhh")))


def test_a_crag_goes_anywhere_when_no_crag_can_be_joined() -> None:
    table = a_table({"j10": "wwww"})
    assert len(rules.placements(table, "hhhk")) == 16


def test_an_unknown_letter_is_refused_with_the_letters_there_are() -> None:
    table = a_table({"j10": "whpl"})
    assert "“z” is not a terrain" in plain(rules.why_no_tile(table, "whzl"))


def test_the_bonus_for_a_crag() -> None:
    table = a_table({"j10": "whpl"})
    player = table.players[0]
    with_line(player, "wcno")
    assert rules.bonuses(table, player) == ["coin", "step", "religion", "tile"]
    for bonus in rules.bonuses(table, player):
        does(table, player, Gain(f"+{bonus}"))
    assert player.line is not None
    assert (player.coins, player.religion, player.line.cylinder, table.pile) == (1, 1, 1, 5)
    assert player.extra_tiles == 1
    player.line.cylinder, player.religion, table.pile = 3, len(tables().tracks.religion) - 1, 0
    assert rules.bonuses(table, player) == ["coin"]
    player.religion -= 1
    assert rules.bonuses(table, player) == ["coin", "religion"]


# ---------------------------------------------------------------- discs


def test_example_3_the_cylinder_marks_pasture_and_barren_and_a_disc_the_chestnut_page_8() -> None:
    table = a_table({"j10": "wwwp", "k10": "wwdw", "j11": "wcww", "k11": "wwww"})
    player = table.players[1]
    line = with_line(player, "lpdo", "cw")
    marks = Marks(hill("j10se"), 2, (4,))
    assert longest_step(table, player, hill("j10se")) == 2
    assert why_not_mark(table, player, marks) is None
    assert [line.spaces[at] for at in mark(player, marks)] == ["p", "d", "c"]
    assert (line.cylinder, line.discs, player.discs) == (2, [4], 4)
    assert [line.owned(letter) for letter in "lpdcow"] == [1, 1, 1, 1, 0, 0]


def test_a_terrain_of_the_hill_marks_only_one_space() -> None:
    table = a_table({"j10": "wwwp"})
    player = table.players[0]
    with_line(player, "lppp")
    assert longest_step(table, player, hill("j10se")) == 1
    assert "no pasture is left in that hill" in plain(why_not_mark(table, player, Marks(hill("j10se"), 2)))


def test_a_half_coin_space_is_passed_by_paying() -> None:
    table = a_table({"j10": "wwwp"})
    player = table.players[0]
    line = with_line(player, "l$pp")
    assert longest_step(table, player, hill("j10se")) == 0
    assert "half-coin" in plain(why_not_mark(table, player, Marks(hill("j10se"), 2)))
    player.coins = 1
    assert longest_step(table, player, hill("j10se")) == 2
    assert [line.spaces[at] for at in mark(player, Marks(hill("j10se"), 2))] == ["p"]
    assert player.coins == 0


def test_a_half_coin_that_is_paid_moves_the_cylinder_at_any_time_page_8() -> None:
    table = a_table({"j10": "wwwp"})
    player = table.players[0]
    line = with_line(player, "l$pp")
    assert not may_pass(player)  # nothing to pay with
    player.coins = 1
    assert may_pass(player)
    pass_coin(player)
    assert (line.cylinder, player.coins, player.owns("p")) == (1, 0, 0)
    player.coins = 1
    assert not may_pass(player)  # the pasture after it has no price


def test_a_half_coin_may_be_paid_before_the_step_for_a_crag() -> None:
    table = a_table({"j10": "wwwk"})
    player = table.players[0]
    line = with_line(player, "l$pp")
    assert "pass" not in rules.bonuses(table, player)
    player.coins = 1
    assert "pass" in rules.bonuses(table, player)
    does(table, player, Gain("+pass"))
    assert (line.cylinder, player.coins, player.owns("p")) == (2, 0, 1)


def test_the_cylinder_starts_on_the_leftmost_terrain_page_4() -> None:
    table = a_table(BIG)
    player = table.players[0]
    line = with_line(player)
    assert why_no_face(table, player, Explore("x", "$pw")) is None
    lay_tile(player, "$pw")
    assert (line.cylinder, player.owns("p"), player.owns("w")) == (1, 1, 0)
    assert why_no_face(table, player, Explore("x", "$$")) is not None


def test_the_letters_of_an_exploration_tile_are_told_in_the_order_of_the_legend() -> None:
    table = a_table(BIG)
    with_line(table.players[0])
    assert "The letters are w c n m o p b l d f k," in plain(
        why_no_face(table, table.players[0], Explore("x", "hw"))
    )


def test_a_disc_that_the_cylinder_reaches_returns() -> None:
    table = a_table({"j10": "wwwp"})
    player = table.players[0]
    line = with_line(player, "lpp", discs=[1])
    mark(player, Marks(hill("j10se"), 1))
    assert (line.discs, player.discs) == ([], 5)


def test_more_discs_than_a_player_has_are_refused() -> None:
    table = a_table({"j10": "wwwp", "k10": "wwlw"})
    player = table.players[0]
    with_line(player, "bdpl")
    player.discs = 1
    assert "only 1 disc" in plain(why_not_mark(table, player, Marks(hill("j10se"), 0, (2, 3))))


def test_an_exploration_tile_ahead_of_the_cylinder_is_replaced_and_its_disc_returns() -> None:
    table = a_table({"j10": "wwwp"})
    player = table.players[0]
    line = with_line(player, "lp", "ppp", "ww", discs=[3, 6])
    assert why_not(table, player, Explore("x2", "oooo")) is None
    assert lay_tile(player, "oooo", 1) == "ppp"
    assert (line.tiles, line.discs, player.discs) == (["lp", "oooo", "ww"], [7], 4)
    assert "cannot be replaced" in plain(why_not(table, player, Explore("x1", "oo")))
    for place, behind in (("x1", "line-behind"), ("x5", "line-place")):
        refused = why_not(table, player, Explore(place, "oo"))
        assert refused is not None and refused.id == f"six-castles.refused.{behind}"
        assert refused.values["place"] == int(place[1:])
    assert "cannot be on an exploration tile" in plain(why_not(table, player, Explore("x", "ho")))


def test_the_tile_that_is_replaced_comes_back_to_the_hand() -> None:
    table = a_table({"j10": "wwwp"}, box=False)
    player = table.players[0]
    first, second, third, kept, new = [*table.tables.exploration.tile][:5]
    front = {id: table.tables.exploration.tile[id][0] for id in (first, second, third, new)}
    line = with_line(player, front[first], front[second], front[third])
    table.laid, player.tiles = [first, second, third], [kept, new]
    does(table, player, Explore("x2", front[new]))
    assert line.tiles == [front[first], front[new], front[third]]
    assert (player.tiles, table.laid) == ([kept, second], [first, third, new])


def test_an_exploration_tile_lies_either_end_first_and_either_face_up() -> None:
    table = a_table({"j10": "wwwp"})
    assert rules.faces(table, "wcno/llpp") == ("wcno", "oncw", "llpp", "ppll")
    assert rules.faces(table, "wcno") == ("wcno", "oncw"), "of one that was told only one face is known"
    table.version = "family"
    assert rules.faces(table, "wcno/llpp") == ("wcno", "oncw")


def test_a_tile_that_a_player_is_thought_to_hold_leaves_the_hand_also_with_tiles_of_the_box() -> None:
    table = a_table({"j10": "wwwp"}, box=True)
    player = table.players[0]
    player.tiles = [*table.tables.exploration.tile][:2]
    laid, kept = player.tiles
    does(table, player, Explore("x", table.tables.exploration.tile[laid][0]))
    assert (player.tiles, table.laid) == ([kept], [laid])


def test_example_4_three_chestnuts_and_four_buildings_the_castle_included_gain_twelve_page_9() -> None:
    """The book says four buildings and 3 × 4 = 12: that holds only if the castle is one of the four."""
    table = a_table({"j10": "hwwk", "k10": "awww", "j11": "wwtw", "k11": "wwww"})
    castle(table, "j10se", "penamacor")
    player = table.players[1]
    with_line(player, "cccw", cylinder=2)
    assert rules.value_of(table, hill("j10se")) == 3 + 1
    (sale,) = [each for each in rules.sales(table, player) if each.good.id == "chestnut"]
    assert sale.income == 12
    (told,) = does(table, player, Sell("penamacor", "chestnut"))
    assert "12 half-coins" in told
    assert (player.coins, player.discs) == (12, 4)
    assert player.owns("c") == 3  # nothing says that the goods are gone
    assert "blocked by Juliet" in plain(why_not(table, table.players[0], Sell("penamacor", "chestnut")))


def test_a_disc_on_the_good_that_is_sold_must_be_used() -> None:
    table = a_table({"j10": "hwwk", "k10": "awww", "j11": "wwtw", "k11": "wwww"})
    castle(table, "j10se", "penamacor")
    player = table.players[0]
    line = with_line(player, "cwcw", discs=[2, 3])
    (sale,) = [each for each in rules.sales(table, player) if each.good.id == "chestnut"]
    assert sale.goods == 2
    assert "the disc on space 3 of the line" in does(table, player, Sell("penamacor", "chestnut"))[0]
    assert (line.discs, player.discs, player.owns("c")) == ([3], 3, 1)


def test_the_disc_that_blocks_a_market_comes_from_the_supply_or_from_the_line_page_9() -> None:
    table = a_table({"j10": "hwwk", "k10": "awww", "j11": "wwtw", "k11": "wwww"})
    castle(table, "j10se", "penamacor")
    player = table.players[0]
    line = with_line(player, "cwlp", discs=[2, 3])
    assert rules.discs_for(player, "c") == [None, 3, 2]
    twin = table.copy()
    assert "supply" in does(twin, twin.players[0], Sell("penamacor", "chestnut"))[0]
    assert twin.players[0].discs == player.discs - 1
    assert "space 2; possible: 4 and 3" in plain(
        why_not(table, player, Sell("penamacor", "chestnut", paid="2"))
    )
    sale = Sell("penamacor", "chestnut", paid="3")
    assert why_not(table, player, sale) is None
    assert "the disc on space 3 of the line" in does(table, player, sale)[0]
    assert (line.discs, player.discs) == ([3], 3)


def test_of_discs_on_the_good_that_is_sold_one_must_be_used_and_no_other() -> None:
    table = a_table({"j10": "hwwk", "k10": "awww", "j11": "wwtw", "k11": "wwww"})
    castle(table, "j10se", "penamacor")
    player = table.players[0]
    with_line(player, "wccl", discs=[1, 2, 3])
    assert rules.discs_for(player, "c") == [2, 1]
    refused = why_not(table, player, Sell("penamacor", "chestnut", paid="4"))
    assert "must be used: space 3 and 2" in plain(refused)


def test_idanha_buys_any_one_good_once() -> None:
    table = a_table(BIG)
    castle(table, "j10se", "idanha")
    player = table.players[0]
    with_line(player, "cwcw", cylinder=3)
    assert sorted(sale.good.id for sale in rules.sales(table, player)) == ["chestnut", "wheat"]
    does(table, player, Sell("idanha", "wheat"))
    assert rules.sales(table, player) == []


def test_why_a_good_cannot_be_sold() -> None:
    table = a_table(BIG)
    castle(table, "j10se", "penamacor")
    player = table.players[0]
    with_line(player, "wwcc")
    assert "not in the territory" in plain(why_not(table, player, Sell("monsanto", "wheat")))
    assert "does not buy wheat" in plain(why_not(table, player, Sell("penamacor", "wheat")))
    assert "own no chestnut" in plain(why_not(table, player, Sell("penamacor", "chestnut")))
    player.discs = 0
    assert "no disc" in plain(why_not(table, player, Sell("penamacor", "chestnut")))


def test_example_5_three_lakes_block_the_lake_space_page_9() -> None:
    table = a_table(BIG, 4)
    robert = table.players[2]
    with_line(robert, "lwll", cylinder=3)
    (space,) = rules.track_spaces(table, robert, "landscape")
    assert (space.terrain.id, space.points) == ("lake", 3)
    does(table, robert, Take("lake"))
    assert (robert.discs, table.taken) == (4, {"lake": "robert"})
    with_line(table.players[0], "llll", cylinder=2)
    assert "taken by Robert" in plain(why_not(table, table.players[0], Take("lake")))


def test_the_uppermost_space_is_open_to_everybody_once() -> None:
    table = a_table(BIG)
    for player in table.players:
        with_line(player, "llll", cylinder=3)
        tops = [space for space in rules.track_spaces(table, player, "landscape") if space.is_top]
        assert [space.points for space in tops] == [4]
        does(table, player, Take("lake", top=True))
        assert "already" in plain(why_not(table, player, Take("lake", top=True)))


def test_only_the_lower_spaces_of_a_track_have_one_holder() -> None:
    script = Play(a_setup(GAME, people(GAME, 2)))
    for player in script.table.players:
        player.landscapes.append(TrackPiece("lake", 4, is_top=True))
    assert script.holders() == {}
    script.table.taken["lake"] = script.table.players[1].seat.id
    assert script.holders() == {"lake": script.table.players[1].seat.id}


def test_it_is_told_whether_a_disc_goes_on_the_uppermost_space_or_on_the_landscapes_own() -> None:
    table = a_table(BIG)
    player = table.players[0]
    with_line(player, "llll", cylinder=3)
    (top,) = effects.apply(table, Take("lake", top=True))
    (lower,) = effects.apply(table, Take("lake"))
    assert "the uppermost space (lake) for 4" in plain(top) and "the lake space for" in plain(lower)


@pytest.mark.parametrize(("word", "after"), [("8", "d"), ("foo", "d"), ("foo", "w")])
def test_a_word_too_much_is_not_taken_for_another_tile(word: str, after: str) -> None:
    table = a_table({"j10": "whpl"})
    with_line(table.players[0], "wc$o", cylinder=0)
    with pytest.raises(Refused) as refused:
        TURN.at(table).read(f"j9 whlo {after} {word}")
    assert f"After {after} “{word}” is not understood" in plain(refused.value.text)


def test_a_place_for_a_tile_shows_the_hills_it_joins_and_is_the_example() -> None:
    table = a_table({"j10": "whpl", "k10": "xdck"})
    player = table.players[0]
    player.hand = list(table.tables.land.tile)[:2]
    ask = questions.place_question(table, player)
    details = {
        option.id: plain(option.detail.values["letters"])
        for option in ask.options
        if isinstance(option, StepOption) and isinstance(option.detail, Text)
    }
    assert details["j9"] == "w/hx" and details["l10"] == "d/k"
    assert plain(ask.values["example"]).split()[0] in details


def test_the_example_for_a_tile_with_a_crag_lies_next_to_a_crag() -> None:
    table = a_table({"j10": "whpl", "k10": "xdck"})
    player = table.players[0]
    player.hand = [next(id for id, tile in table.tables.land.tile.items() if "k" in tile)]
    ask = questions.place_question(table, player)
    example = plain(ask.values["example"])
    assert TURN.at(table).read(example) == example


def test_a_lower_space_with_as_many_points_is_not_the_uppermost_one() -> None:
    table = a_table(BIG)
    tracks = table.tables.tracks
    table.tables = replace(table.tables, tracks=replace(tracks, landscape={**tracks.landscape, "lake": 4}))
    player = table.players[0]
    with_line(player, "llll", cylinder=3)
    lower, top = rules.track_spaces(table, player, "landscape")
    assert (lower.is_top, lower.points, top.is_top, top.points) == (False, 4, True, 4)
    does(table, player, Take("lake"))
    assert why_not(table, player, Take("lake", top=True)) is None
    does(table, player, Take("lake", top=True))
    assert "already" in plain(why_not(table, player, Take("lake", top=True)))


def test_the_family_version_scores_no_tracks() -> None:
    table = a_table(BIG)
    table.version = "family"
    with_line(table.players[0], "llll", cylinder=3)
    assert rules.track_spaces(table, table.players[0], "landscape") == []
    assert "family" in plain(why_not(table, table.players[0], Take("lake")))


# ---------------------------------------------------------------- workers


def test_example_6_two_workers_have_two_movements_page_10() -> None:
    table = a_table({"j10": "wwww", "k10": "wwww", "l10": "wwww"})
    alice = table.players[0]
    worker(alice, "j10nw")
    table.placed[-1] = CELLS["k10"]
    assert "you have 2 steps in all" in plain(why_not(table, alice, workers("l10se", "j10nw>l10nw")))
    going = workers("l10se", "j10nw>k10nw")
    assert why_not(table, alice, going) is None
    does(table, alice, going)
    assert sorted(alice.lying) == sorted([spot("l10se"), spot("k10nw")])
    assert alice.workers == 3


def test_example_7_two_crosses_and_a_chapel_are_three_steps_page_10() -> None:
    table = a_table({"j10": "wwwx", "k10": "awxw"})
    alice = table.players[0]
    worker(alice, "j10se", "k10nw")
    assert rules.pilgrims(table, alice) == 3
    worker(alice, "k10sw")
    assert rules.pilgrims(table, alice) == 3  # two own workers in one hill count it once


def test_example_8_one_and_two_roman_milestones_block_three_points_page_11() -> None:
    table = a_table({"j10": "wwwr", "k10": "rwrw"})
    trevor = table.players[1]
    worker(trevor, "k10nw", "j10se")
    (space,) = rules.track_spaces(table, trevor, "construction")
    assert (space.terrain.id, space.points) == ("roman-milestone", 3)
    does(table, trevor, Take("roman-milestone", paid="k10nw"))
    assert (trevor.lying, trevor.workers, len(trevor.constructions)) == ([spot("j10se")], 3, 1)


def test_a_worker_that_cannot_reach_is_refused() -> None:
    table = a_table({"j10": "wwww", "k10": "wwww", "l10": "wwww"})
    player = table.players[0]
    worker(player, "j10nw")
    for move, why in (
        ("j10nw>l10nw", "out of reach: you have 1 step"),
        ("k10nw>l10nw", "No worker of yours"),
        ("j10nw>j10nw", "lies there already"),
        ("j10nw>j11nw", "no tile on j11"),
    ):
        assert why in plain(why_not(table, player, workers("", move)))
    twice = workers("", "j10nw>k10nw", "j10nw>k10se")
    assert "No worker of yours" in plain(why_not(table, player, twice))


def test_a_shared_hill_costs_a_gold_coin_to_each_other_player_in_it() -> None:
    table = a_table({"j10": "wwww", "k10": "wwww"}, 3)
    player, one, two = table.players
    worker(one, "j10se", "j10se")
    worker(two, "k10sw")
    going = workers("k10sw")
    assert "costs 10 half-coins" in plain(why_not(table, player, going))
    player.coins = 11
    assert does(table, player, going)[1:3] == [
        "Alice pays a gold coin to Juliet.",
        "Alice pays a gold coin to Robert.",
    ]
    assert (player.coins, one.coins, two.coins) == (1, 5, 5)


def test_two_workers_that_end_on_one_spot_pay_twice() -> None:
    table = a_table({"j10": "wwww", "k10": "wwww", "l10": "wwww"})
    player, host = table.players
    worker(player, "j10nw")
    worker(host, "k10se", "k10se")
    going = workers("k10se", "j10nw>k10se")
    player.coins = 2 * rules.gold(table) - 1
    assert "costs 10 half-coins" in plain(why_not(table, player, going))
    player.coins += 1
    assert why_not(table, player, going) is None
    assert does(table, player, going).count("Alice pays a gold coin to Juliet.") == 2
    assert (player.coins, host.coins) == (0, 2 * rules.gold(table))


def test_a_player_with_two_workers_on_one_spot_is_one_host() -> None:
    table = a_table({"j10": "wwww", "k10": "wwww"}, 3)
    player, one, two = table.players
    worker(one, "j10se", "j10se")
    worker(two, "k10sw")
    assert list(rules.fees(table, player, workers("k10sw"))) == [one, two]
    assert rules.hosts_by_hill(table, player) == {hill("j10se"): 2}


def test_a_new_worker_lies_down_where_its_hosts_can_be_paid() -> None:
    table = a_table({"j10": "wwww", "k10": "wwww"})
    player, host = table.players
    worker(host, "j10se")
    assert rules.new_workers(table, player) == ["k10nw", "k10ne", "k10se"]
    player.coins = rules.gold(table)
    assert rules.new_workers(table, player) == ["k10nw", "k10ne", "k10sw", "k10se"]
    player.workers = 0
    assert rules.new_workers(table, player) == []


def test_a_worker_leaves_a_castle_by_any_of_its_four_tiles() -> None:
    table = a_table({**BIG, "l11": "wwww"})
    castle(table, "j10se", "monsanto")
    player = table.players[0]
    worker(player, "j10se")
    assert why_not(table, player, workers("", "j10se>l11nw")) is None


def test_leaving_a_castle_takes_a_step() -> None:
    table = a_table(BIG)
    castle(table, "j10se", "monsanto")
    player = table.players[0]
    worker(player, "j10se", "k11nw")
    off, again = "j10se>j10nw", "k11nw>k11ne"
    assert set(rules.walks(table, spot("j10se"), 2).values()) == {1}
    assert why_not(table, player, workers("", off, again)) is None
    assert why_not(table, player, workers("k11ne", off, again)) is None
    table.territory.castles.clear()
    assert "j10nw is two steps away" in plain(why_not(table, player, workers("", again, off)))


def test_a_worker_goes_to_a_neighbouring_crossroad_and_back_for_another_hill_of_its_tile() -> None:
    table = a_table({"j10": "wwww", "k10": "wwww"})
    player = table.players[0]
    worker(player, "j10nw")
    back = "j10nw>j10sw"
    assert "two steps away" in plain(why_not(table, player, workers("", back)))
    worker(player, "k10ne")
    assert why_not(table, player, workers("", back)) is None
    assert "out of reach" in plain(why_not(table, player, workers("", back, "k10ne>j10se")))
    does(table, player, workers("", back))
    assert spot("j10sw") in player.lying


def test_rivals_and_options_consider_going_back_to_another_hill_of_the_tile() -> None:
    table = a_table({"j10": "wxww", "j11": "wwww"})
    player = table.players[0]
    worker(player, "j10nw", "j11sw")
    assert Workers(moves=("j10nw>j10ne",)) in questions.acts(table, player)
    player.workers = 0
    found = walks(table, player, lambda hill: float("x" in table.territory.hills[hill]), most=3)
    assert Workers(moves=("j10nw>j10ne",)) in found


def test_a_worker_on_a_lone_tile_has_nowhere_to_go() -> None:
    table = a_table({"j10": "wwww"})
    worker(table.players[0], "j10nw", "j10ne")
    assert rules.walks(table, spot("j10nw"), 2) == {}
    assert "no tile on m12" in plain(why_not(table, table.players[0], workers("", "j10nw>m12ne")))


def test_workers_are_listed_in_the_order_of_their_places() -> None:
    table = a_table({"j10": "wwww", "k10": "wwww"})
    player = table.players[0]
    worker(player, "j10nw")
    does(table, player, workers("k10nw", "j10nw>k10se"))
    assert player.lying == [spot("k10nw"), spot("k10se")]


def test_a_host_at_the_table_is_told_as_you() -> None:
    table = a_table({"j10": "wwww", "k10": "wwww"})
    player, host = table.players
    host.seat, player.coins = you(), rules.gold(table)
    worker(host, "k10nw")
    turn_of(table, player, workers("k10nw"))
    ids = [tell.id for tell in effects.apply(table, workers("k10nw"))]
    assert ids[1] == "six-castles.pays-you"


def test_more_workers_than_a_player_has_are_refused() -> None:
    table = a_table({"j10": "wwww"})
    player = table.players[0]
    player.workers = 0
    assert "no worker left" in plain(why_not(table, player, workers("j10nw")))


# ---------------------------------------------------------------- the dummy, the rivals, the contracts


def test_the_dummys_tile_goes_where_it_touches_most_tiles() -> None:
    table = a_table({"j10": "wwww", "k10": "wwww", "j11": "wwww"})
    assert [NAMES[cell] for cell in rules.most_touching(table.territory)] == ["k11"]


def test_the_dummys_crag_is_moved_without_turning_it() -> None:
    table = a_table({"j10": "wwwk"})
    assert [NAMES[cell] for cell in rules.crag_cells(table, "hhkh")] == ["k10"]
    assert rules.crag_cells(table, "khhh") == []
    assert rules.crag_cells(table, "hhhh") == []


def test_a_rival_marks_as_many_terrains_as_its_level_those_it_has_most_of_first() -> None:
    table = a_table({"j10": "wwwp", "k10": "wwlw", "j11": "wxww"})
    rival = table.players[0]
    rival.line, rival.level = None, 2
    assert rules.card_marks(table, rival, "pplw") == ["w", "p"]  # one of a kind
    rival.owned, rival.level = {"l": 2}, 1
    assert rules.card_marks(table, rival, "pplw") == ["l"]
    rival.owned = {"l": 1}
    assert rules.card_marks(table, rival, "pplw") == ["l"]


def test_the_castle_contract_counts_discs_and_workers_on_castles() -> None:
    table = a_table(BIG)
    castle(table, "j10se", "monsanto")
    player = table.players[0]
    worker(player, "j10se", "k11nw", "k11se")
    player.sales.append(("monsanto", "wheat"))
    assert scoring.contract_count(table, player, tables().contracts.castle) == 3


def test_a_half_coin_may_be_paid_behind_marking_and_selling_in_the_same_line_page_8() -> None:
    table = a_table({"i9": "kwww", "j9": "whtw", "i10": "wwww", "k10": "wwww", "j10": "whpc"})
    castle(table, "j10nw", "penamacor")
    player = table.players[0]
    line = with_line(player, "oc$w")
    turn = acting(table)
    # The half-coin comes from the sale: a chestnut at the castle with a house and another one round it.
    written = turn.read("d se >1 sell chestnut $")
    assert written == "d se >1 sell penamacor chestnut $" or written == "d se >1 sell chestnut $"
    assert turn.check(written) == written
    for step in TURN.understand(table, written).steps:
        effects.apply(table, step)
    assert (line.cylinder, player.coins) == (2, 3 - 1)


def test_a_half_coin_behind_the_rest_needs_a_space_that_shows_one() -> None:
    table = a_table({"j10": "whpc"})
    player = table.players[0]
    player.coins = 1
    with_line(player, "ocw$")
    with pytest.raises(Refused) as refused:
        acting(table).read("d se >1 $")
    assert plain(refused.value.text) == "The space after the cylinder shows no half-coin."


@pytest.mark.parametrize(
    ("tiles", "castles", "reason"),
    [
        (
            {"i9": "wwwk", "j9": "wwww", "i10": "wwww"},
            "i9nw",
            "it touches the hill of Monsanto, and castles are at least two terrains apart",
        ),
        ({"i9": "wwww", "j9": "wwww", "i10": "wwww"}, "", "it has no crag"),
        ({"i9": "wwwk", "i10": "wwww"}, "", "it is not closed yet"),
    ],
)
def test_it_is_said_why_no_castle_is_founded(tiles: dict[str, str], castles: str, reason: str) -> None:
    table = a_table(tiles)
    if castles:
        castle(table, castles, "monsanto")
    with pytest.raises(Refused) as refused:
        TURN.at(table).read("j10 whpl castle nw")
    assert f"on the north-west hill of your tile: {reason}." in plain(refused.value.text)
    rules.lay(table, CELLS["j10"], "whpl")
    told = [plain(tell) for tell in effects.without_castle(table, CELLS["j10"])]
    assert [reason in each for each in told] == ([True] if castles else [])


def test_without_a_castle_left_a_closed_crag_hill_says_so() -> None:
    table = a_table({"i9": "wwwk", "j9": "wwww", "i10": "wwww", "j10": "whpl"})
    table.castle = ""
    assert rules.castle_sites(table, CELLS["j10"]) == []
    (told,) = effects.without_castle(table, CELLS["j10"])
    assert plain(told).endswith(": all castles stand.") and not told.deed
    castle(table, "j10nw", "monsanto")
    assert effects.without_castle(table, CELLS["j10"]) == []


def test_what_cannot_be_marked_says_why() -> None:
    table = a_table({"j10": "whpc", "k10": "wwww"})
    player = table.players[0]
    line = with_line(player, "oc$w", discs=[1])
    here = hill("j10se")
    assert "Space 3 shows a half-coin" in plain(why_not_mark(table, player, Marks(here, 0, (2,))))
    player.discs = 0
    assert "no disc left" in plain(why_not_mark(table, player, Marks(here, 0, (3,))))
    line.cylinder = 3
    assert "at the end of your line" in plain(why_not_mark(table, player, Marks(here, 1)))
    castle(table, "j10se", "monsanto")
    assert "On that hill stands Monsanto" in plain(why_not_mark(table, player, Marks(here, 1)))


def test_a_step_onto_a_half_coin_is_a_step_though_nothing_is_marked() -> None:
    table = a_table({"j10": "whpc"})
    player = table.players[0]
    with_line(player, "o$cw")
    player.coins = 1
    turn = acting(table)
    assert turn.read("d nw >1") == "d nw >1"
    told, paid = effects.apply(table.copy(), Discs("nw", ">1"))
    assert (told.id, told.deed, paid.deed) == ("six-castles.marks-none", False, True)
    player.coins = 0
    with pytest.raises(Refused):
        turn.read("d nw >1")


def test_in_dutch_the_quarters_of_a_tile_are_shown_as_they_are_typed() -> None:
    table = a_table({"j10": "whpc"})
    player = table.players[0]
    worker(player, "j10ne")
    with_line(player, "wcno")
    turn = TURN.at(table)
    for typed, shown in (
        ("j9 whlo d ", ["nw", "no", "zw", "zo"]),
        ("j9 whlo w ", ["+j9nw", "+j9no", "+j9zw", "+j9zo"]),
    ):
        assert [plain(option.name, "nl") for option, _ in turn.next(typed)][:4] == shown
    assert turn.read("j9 whlo w +zo j10no>j9zw .") == "j9 whlo w +j9se j10ne>j9sw."
    assert [plain(place, "nl") for place in rules.places_of(player)] == ["j10no"]


def test_a_line_knows_of_the_castle_that_its_tile_founds() -> None:
    """The worker in the hill that is closed stands on the castle then, and sets out from any of its tiles."""
    table = a_table({"j10": "wwwk", "k10": "wwww", "j11": "wwww", "l10": "whww"})
    worker(table.active, "j10se")
    line = "k11 hnlr w j10se>l10ne"
    assert TURN.at(table).check(line) == line
    said = TURN.understand(table, "k11 hnlr castle nw w j10se>l10ne")
    assert len(said.steps) == 3


# ---------------------------------------------------------------- what is told of a step


def test_a_worker_that_goes_to_a_castle_is_told_with_the_castle() -> None:
    table = a_table({"j10": "wwwk", "k10": "wwww", "j11": "wwww", "k11": "hnlr"})
    castle(table, "k11nw", "sabugal")
    worker(table.active, "k11se")
    told = does(table, table.active, workers("", "k11se>j11ne"))
    assert told[0] == "Alice moves a worker from k11se to j11ne (on Sabugal)."


def test_marking_is_told_with_the_spaces_the_pieces_and_the_half_coin_that_was_paid() -> None:
    table = a_table({"j10": "wwwp", "k10": "wwdw", "j11": "wcww"})
    player = table.players[0]
    table.placed[-1] = CELLS["j10"]
    player.coins = 2
    with_line(player, "lp$d", "oc")
    hill = "the south-east hill of j10 (pasture, barren and chestnut)"
    assert does(table, player, Discs("se", ">3", ("@6",))) == [
        f"Alice marks pasture (2), barren (4) and chestnut (6) of {hill}: "
        "cylinder to space 4 and disc on space 6.",
        "Alice pays 1 half-coin for the half-coin space.",
    ]
    assert (player.coins, table.now.phase, table.now.kind) == (1, "more", "d")


def test_a_castle_that_is_founded_is_told_with_the_workers_that_go_on_top_of_it() -> None:
    table = a_table({"j10": "wwwk", "k10": "wwww", "j11": "wwww"})
    one, two = table.players
    worker(one, "j10se", "k10sw", "j10nw")
    worker(two, "j11ne")
    table.now = Now()
    apply_line(table, "k11 whlo")
    assert [plain(tell) for tell in effects.found(table, hill("j10se"))()] == [
        "The castle Penamacor is founded on the north-west hill of k11 (crag, wheat, wheat and wheat): "
        "lay its tile there.",
        "The 2 workers of Alice there go on top of Penamacor.",
        "The worker of Juliet there goes on top of Penamacor.",
    ]
    assert table.castle == "" and table.territory.castles == {hill("j10se"): "penamacor"}
    assert table.now.phase == "act"


def apply_line(table: State, line: str) -> None:
    for step in TURN.understand(table, line, insist=True).steps:
        effects.do(table, step)


def test_a_construction_is_paid_by_the_worker_that_is_named_or_one_of_the_supply_page_11() -> None:
    table = a_table({"j10": "hhhh", "k10": "hhhh"})
    player = table.players[0]
    worker(player, "j10se", "j10nw")
    assert does(table, player, Take("house")) == [
        "Alice takes the house space for 2 points with a worker from the supply."
    ]
    assert (player.workers, len(player.lying), table.now.spent, table.now.took) == (2, 2, 1, True)
    player.workers = 0
    assert does(table, player, Take("house", top=True, paid="j10se")) == [
        "Alice takes the uppermost space (house) for 5 points with the worker on j10se."
    ]
    assert player.lying == [spot("j10nw")] and table.taken == {"house": "alice"}


def test_workers_that_go_are_told_one_by_one_with_the_religion_track_page_10() -> None:
    table = a_table({"j10": "wwww", "k10": "wxwa"})
    player = table.players[0]
    worker(player, "j10nw")
    assert does(table, player, workers("k10se", "j10nw>k10ne")) == [
        "Alice lays a new worker on k10se.",
        "Alice moves a worker from j10nw to k10ne.",
        "Alice makes 2 steps on the religion track, to space 3.",
    ]
    table.territory = a_territory({"j10": "wwww", "k10": "wwww"})
    assert does(table, player, workers()) == ["The workers of Alice stay where they are."]


def test_the_religion_track_ends_with_its_last_space() -> None:
    table = a_table({"j10": "wwww", "k10": "wxwa"})
    player, last = table.players[0], len(tables().tracks.religion) - 1
    worker(player, "k10ne", "k10se")
    player.religion = last - 1
    assert does(table, player, workers()) == ["Alice makes 1 step on the religion track, to space 30."]
    assert player.religion == last


def test_the_step_past_a_half_coin_needs_a_space_behind_it() -> None:
    table = a_table({"j10": "whpl"})
    player = table.players[0]
    player.coins = 1
    with_line(player, "w$")
    assert rules.bonuses(table, player) == ["coin", "step", "religion", "tile"]
    with_line(player, "w$c")
    assert rules.bonuses(table, player) == ["coin", "step", "pass", "religion", "tile"]
    player.coins = 0
    assert "pass" not in rules.bonuses(table, player)


def test_a_tile_has_four_letters() -> None:
    table = a_table({"j10": "whpl"})
    for letters in ("whp", "whplo", ""):
        assert "write four letters" in plain(rules.why_no_tile(table, letters))
    assert rules.why_no_tile(table, "whpl") is None


def test_the_castles_that_are_left_are_neither_on_top_nor_in_the_territory() -> None:
    table = a_table(BIG)
    castle(table, "j10se", "monsanto")
    assert rules.castles_left(table) == ["sabugal", "sortelha", "penha-garcia", "idanha"]


def test_without_corners_eight_terrains_surround_a_castle() -> None:
    table = a_table({"j10": "hwhk", "k10": "hwww", "j11": "wwhw", "k11": "wwww"}, ring="eight")
    castle(table, "j10se", "penamacor")
    assert rules.value_of(table, hill("j10se")) == 2 + 1
    table.rulings["ring"] = "twelve"
    assert rules.value_of(table, hill("j10se")) == 4 + 1


def test_a_rivals_worker_without_a_supply_pays_with_one_that_lies() -> None:
    table = a_table({"j10": "hhhh", "k10": "hhhh"})
    player = table.players[0]
    worker(player, "j10se", "j10nw")
    player.workers = 0
    does(table, player, Take("house"))
    assert (player.workers, player.lying) == (0, [spot("j10se")])


def test_a_disc_on_the_line_can_be_spent_when_the_supply_is_empty_page_9() -> None:
    table = a_table(BIG)
    castle(table, "j10se", "penamacor")
    player = table.players[0]
    with_line(player, "cw", discs=[1])
    player.discs = 0
    assert [sale.good.id for sale in rules.sales(table, player)] == ["chestnut"]
    player.discs = 2
    assert rules.discs_to_spend(player) == 3


def test_a_walk_tries_the_nearest_crossroads_first() -> None:
    table = a_table({"j10": "wwww", "j9": "wwww", "j8": "wwww", "k10": "wwww"})
    found = rules.walks(table, spot("j10nw"), 2)
    assert [(NAMES[cell], steps) for cell, steps in found.items()] == [
        ("j9", 1),
        ("k10", 1),
        ("j8", 2),
        ("j10", 2),
    ]
