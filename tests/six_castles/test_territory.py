"""Tiles, hills, closing, castle spacing and the ring."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from automa.six_castles import rules
from automa.six_castles.territory import (
    CELLS,
    FIRST,
    NAMES,
    QUARTERS,
    SIDE,
    WIDTH,
    Territory,
    around,
    orientations,
    same_tile,
    spot_name,
    turned,
)
from tests.six_castles.positions import a_table, a_territory, castle, hill, spot

SQUARE = {"j10": "wbkf", "k10": "hhpp", "j11": "xxoo", "k11": "dddd"}
"""Four tiles round the corner south-east of j10."""


def test_the_first_tile_lies_on_j10_and_its_neighbours_are_named_after_it() -> None:
    assert NAMES[FIRST] == "j10"
    assert len(CELLS) == SIDE * SIDE
    assert CELLS["j9"] == FIRST - WIDTH
    assert CELLS["k10"] == FIRST + 1


@pytest.mark.parametrize(
    "step, last", [(-WIDTH, "j-30"), (WIDTH, "j50"), (-1, "-ae10"), (1, "ax10"), (WIDTH - 1, "")]
)
def test_all_forty_tiles_of_the_box_may_lie_in_a_row(step: int, last: str) -> None:
    territory = Territory()
    territory.lay(FIRST, "whpl")
    cell = FIRST
    for _ in range(40):
        cell += step
        if abs(step) in (1, WIDTH):
            assert cell in territory.frontier
        territory.lay(cell, "wwww")
    assert NAMES[cell] == last or not last
    assert NAMES[cell] and CELLS[NAMES[cell]] == cell


def test_beyond_a_and_1_the_names_count_on_with_a_minus() -> None:
    assert CELLS["-a10"] == CELLS["a10"] - 1
    assert CELLS["-b0"] == CELLS["-a1"] - 1 - WIDTH
    assert CELLS["aa10"] == CELLS["z10"] + 1


def test_example_1_a_new_tile_forms_four_new_hills_page_5() -> None:
    territory = a_territory({"j10": "whpl"})
    assert sorted(territory.hills.values()) == ["h", "l", "p", "w"]
    assert not any(territory.is_closed(each) for each in territory.hills)


def test_a_hill_is_the_quarters_that_meet_at_a_corner_and_is_closed_with_four() -> None:
    territory = a_territory(SQUARE)
    middle = hill("j10se")
    assert middle == hill("k10sw") == hill("j11ne") == hill("k11nw")
    assert sorted(territory.terrains(middle)) == sorted("fpxd")
    assert territory.is_closed(middle)
    assert sum(territory.is_closed(each) for each in territory.hills) == 1


def test_terrains_under_a_castle_do_not_count_any_more() -> None:
    territory = a_territory(SQUARE)
    territory.castles[hill("j10se")] = "monsanto"
    assert territory.terrains(hill("j10se")) == ""


def test_the_frontier_is_the_free_cells_beside_a_tile() -> None:
    territory = a_territory({"j10": "whpl", "k10": "whpl"})
    assert {NAMES[cell] for cell in territory.frontier} == {"j9", "k9", "i10", "l10", "j11", "k11"}


@pytest.mark.parametrize("tile, ways", [("whpl", 4), ("wwww", 1), ("whhw", 2), ("wwhh", 4)])
def test_a_tile_lies_in_as_many_ways_as_look_different(tile: str, ways: int) -> None:
    assert len(orientations(tile)) == ways
    assert len({same_tile(way) for way in orientations(tile)}) == 1


def test_turning_a_tile_goes_clockwise_and_four_times_is_once_round() -> None:
    assert turned("whpl") == "pwlh"
    assert turned(turned(turned(turned("whpl")))) == "whpl"


def test_the_ring_of_a_castle_is_the_other_twelve_quarters_of_its_four_tiles() -> None:
    territory = a_territory(SQUARE)
    ring = {spot_name(*each) for each in territory.ring(hill("j10se"))}
    inside = {spot_name(*each) for each in around(hill("j10se"))}
    assert ring | inside == {cell + quarter for cell in SQUARE for quarter in QUARTERS}
    assert len(ring) == 12


def test_without_its_corners_the_ring_has_eight_quarters() -> None:
    territory = a_territory(SQUARE)
    ring = {spot_name(*each) for each in territory.ring(hill("j10se"), corners=False)}
    assert len(ring) == 8
    assert not ring & {"j10nw", "k10ne", "j11sw", "k11se"}


def slow_ring(tiles: dict[str, str], corner: tuple[int, int], buildings: str) -> int:
    """Buildings among the quarters that touch a hill, found by looking at every quarter there is."""
    grid: dict[tuple[int, int], str] = {}
    for name, tile in tiles.items():
        column, row = ord(name[0]) - ord("a"), int(name[1:]) - 1
        for place, letter in enumerate(tile):
            grid[2 * column + place % 2, 2 * row + place // 2] = letter
    x, y = corner
    inside = {(x, y), (x + 1, y), (x, y + 1), (x + 1, y + 1)}
    return sum(
        letter in buildings
        for (a, b), letter in grid.items()
        if (a, b) not in inside and any(abs(a - c) <= 1 and abs(b - d) <= 1 for c, d in inside)
    )


@given(st.integers(0, 10**9))
def test_buildings_round_a_hill_agree_with_a_slow_count(seed: int) -> None:
    random = Random(seed)
    cells = [f"{column}{row}" for column in "ijkl" for row in range(9, 13)]
    tiles = {cell: "".join(random.choice("wcnmopbldfkxathr") for _ in range(4)) for cell in cells}
    territory = a_territory(tiles)
    for cell in cells:
        if cell[0] != "l" and cell[1:] != "12":
            corner = (2 * (ord(cell[0]) - ord("a")) + 1, 2 * (int(cell[1:]) - 1) + 1)
            fast = territory.buildings_round(hill(cell + "se"), frozenset("hat"))
            assert fast == slow_ring(tiles, corner, "hat")


def test_example_2_a_closed_crag_hill_gets_a_castle_but_not_beside_another_page_6() -> None:
    table = a_table(
        {"j10": "wwwk", "k10": "wwkw", "l10": "wwww", "j11": "wwww", "k11": "wkww", "l11": "kwww"}
    )
    # k11 closed the hill with j10's crag; l11 closes the one beside it, which has crags as well.
    assert rules.castle_sites(table, CELLS["k11"]) == [hill("j10se"), hill("k10se")]
    castle(table, "j10se", "penamacor")
    table.castle = "sabugal"
    assert rules.castle_sites(table, CELLS["l11"]) == []


def test_castles_keep_away_from_castles_diagonally_too_but_not_further() -> None:
    territory = a_territory({"j10": "whpl"})
    territory.castles[hill("j10se")] = "monsanto"
    assert territory.castle_stands_near(hill("k11se"))
    assert territory.castle_stands_near(hill("j10nw"))
    assert not territory.castle_stands_near(hill("l10se"))


def test_no_castle_without_a_crag_and_none_when_the_pile_is_empty() -> None:
    table = a_table({"j10": "wwww", "k10": "wwww", "j11": "wwww", "k11": "wwww"})
    assert rules.castle_sites(table, CELLS["k11"]) == []
    with_crag = a_table({"j10": "wwwk", "k10": "wwww", "j11": "wwww", "k11": "wwww"})
    assert rules.castle_sites(with_crag, CELLS["k11"]) == [hill("j10se")]
    with_crag.castle = ""
    assert rules.castle_sites(with_crag, CELLS["k11"]) == []


def test_workers_reach_crossroads_over_tiles_only() -> None:
    territory = a_territory({"j10": "wwww", "k10": "wwww", "l10": "wwww", "l11": "wwww", "l12": "wwww"})
    reached = {NAMES[cell]: steps for cell, steps in territory.reach([CELLS["j10"]], 3).items()}
    assert reached == {"j10": 0, "k10": 1, "l10": 2, "l11": 3}


def test_a_spot_is_written_as_its_cell_and_quarter() -> None:
    assert spot_name(*spot("c4ne")) == "c4ne"
