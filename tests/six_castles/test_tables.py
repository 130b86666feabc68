"""What comes with the program agrees with every count of the rulebook; what is wrong in a table is named."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest
from msgspec.structs import replace

from automa.six_castles import GAME
from automa.six_castles.tables import COIN, VERSIONS, Tables, goes_down
from automa.six_castles.territory import same_tile
from solo.facts import overlay
from solo.trouble import Trouble
from tests.six_castles.positions import plain, tables


def test_the_box_as_the_rulebook_counts_it_page_2() -> None:
    facts = tables()
    assert len(facts.land.tile) == 40
    assert len(facts.exploration.tile) == 22
    assert len(facts.contracts.contract) == 17
    assert len(facts.castles.castle) == 6
    assert Counter(terrain.group for terrain in facts.terrains.all) == {
        "agricultural": 5, "landscape": 6, "construction": 5,
    }  # fmt: skip
    assert len({same_tile(tile) for tile in facts.land.tile.values()}) == 40


def test_what_the_rulebook_proves_stands_in_the_tables() -> None:
    tracks = tables().tracks
    assert (tracks.landscape["lake"], tracks.construction["roman-milestone"]) == (3, 3)
    assert (tracks.top.landscape, tracks.top.construction) == (4, 5)
    assert tables().castles.castle["idanha"].any
    assert any("chestnut" in castle.goods for castle in tables().castles.castle.values())
    assert tables().terrains.buildings == frozenset("hat")
    assert tables().terrains.religious == frozenset("ax")
    assert tables().setup.coins.gold == 5


@pytest.mark.parametrize("players", [2, 3, 4])
def test_set_up_sums_of_the_advanced_version_page_4(players: int) -> None:
    setup = tables().setup
    facts = setup.advanced.players[players]
    assert facts.tiles == 10
    assert facts.tiles * players <= 40
    assert facts.coins == tuple(range(players, 0, -1))
    assert setup.exploration.each * players + setup.exploration.pile <= 22
    assert (setup.advanced.workers, setup.advanced.discs) == (5, 5)


@pytest.mark.parametrize("players, excluded, tiles", [(4, 0, 8), (3, 5, 10), (2, 10, 12)])
def test_set_up_sums_of_the_family_version_page_4(players: int, excluded: int, tiles: int) -> None:
    facts = tables().setup.family.players[players]
    assert (facts.excluded, facts.tiles) == (excluded, tiles)
    assert excluded + tiles * players <= 40
    assert set(facts.coins) == {5}  # a gold coin each
    plain_tiles = [tile for tile in tables().land.tile.values() if not set("xa") & set(tile)]
    assert len(plain_tiles) >= excluded


def test_four_players_use_all_tiles_of_the_box() -> None:
    setup = tables().setup
    assert setup.advanced.players[4].tiles * 4 == 40
    assert setup.exploration.each * 4 + setup.exploration.pile == 22


def test_the_first_face_of_an_exploration_tile_has_more_fields() -> None:
    for front, back in tables().exploration.tile.values():
        fields = [sum(letter in "wcnmo" for letter in face) for face in (front, back)]
        assert fields[0] > fields[1]
        assert COIN not in (front[0], front[-1], back[0], back[-1])


def test_what_is_only_on_components_is_assumed_and_nothing_else() -> None:
    facts = overlay.load(GAME)
    assumed = {fact.key.split(".")[0] for fact in facts.assumed()}
    assert assumed == {"tracks", "castles", "contracts"}
    assert facts.source("tracks.landscape.lake") == "rulebook"
    assert facts.source("land.tile.t01") == "house"


def test_a_religion_track_that_goes_down_is_refused_by_its_space() -> None:
    assert goes_down([0, 1, 1, 2]) is None
    assert "space 3" in plain(goes_down([0, 2, 1]))
    with pytest.raises(Trouble) as trouble:
        overlay.load(GAME, {"tracks": {"religion": [0, 2, 1]}})
    assert "never goes down" in plain(trouble.value.text)


def wrong(changed: Tables) -> dict[str, str]:
    return {key: plain(text) for key, text in changed.all_faults()}


def test_mistakes_in_tables_are_named() -> None:
    facts = tables()
    assert wrong(facts) == {}
    terrain = dict(facts.terrains.terrain)
    terrain["wheat"] = replace(terrain["wheat"], letter="c")
    assert (
        "letter of another"
        in wrong(replace(facts, terrains=replace(facts.terrains, terrain=terrain)))[
            "terrains.terrain.wheat.letter"
        ]
    )
    castle = dict(facts.castles.castle)
    castle["monsanto"] = replace(castle["monsanto"], goods=())
    assert "castles.castle.monsanto.goods" in wrong(
        replace(facts, castles=replace(facts.castles, castle=castle))
    )
    contract: dict[str, Any] = dict(facts.contracts.contract)
    contract["wheat"] = replace(contract["wheat"], of="lake")
    twice = wrong(replace(facts, contracts=replace(facts.contracts, contract=contract)))
    assert "counts the same" in twice["contracts.contract.lake.of"]
    del contract["wheat"]
    fewer = wrong(replace(facts, contracts=replace(facts.contracts, contract=contract)))
    assert fewer["contracts.contract"] == "there must be 17; there are 16"
    tile = {**facts.land.tile, "t01": "whzl"}
    assert "“z”" in wrong(replace(facts, land=replace(facts.land, tile=tile)))["land.tile.t01"]
    faces = {**facts.exploration.tile, "e01": ("$who", "lllp")}
    assert wrong(replace(facts, exploration=replace(facts.exploration, tile=faces)))
    titles = replace(facts.titles, family=(0, 5, 4, 9, 10, 11))
    assert "titles.family" in wrong(replace(facts, titles=titles))


def test_both_versions_have_six_titles() -> None:
    for version in VERSIONS:
        assert len(tables().titles.of(version)) == 6
