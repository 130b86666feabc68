"""Builders of positions: seats, walls, houses and Domains, said as a player would."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

from automa.game import Seat, Setup
from automa.methoni import GAME
from automa.methoni.game import Play
from automa.methoni.island import KINDS, Area, Border, Kind, Space, area_of
from automa.methoni.state import Domain, Player, State, one
from automa.methoni.tables import Tables
from automa.names import word_of
from solo.facts.overlay import load

NAMES = ("jerry", "evan", "andrew", "olav", "leo")


@cache
def tables() -> Tables:
    """The shipped tables."""
    found: Tables = load(GAME).tables
    return found


def a_setup(players: int = 3, opponents: str = "", **rulings: str) -> Setup:
    """So many seats, the last of them opponents; rulings by their ids, with `_` for `-`."""
    named = opponents.split()
    cast = [""] * (players - len(named)) + named
    seats = [
        Seat(name, name.title(), *opponent.split(":")) for name, opponent in zip(NAMES, cast, strict=False)
    ]
    return Setup(seats, tables(), {id.replace("_", "-"): option for id, option in rulings.items()})


def a_script(players: int = 3, **rulings: str) -> Play:
    """A game of people only."""
    return Play(a_setup(players, **rulings))


def a_table(
    players: int = 3,
    *,
    walls: str = "",
    houses: Mapping[str, str] | None = None,
    domains: Sequence[Mapping[str, Any]] = (),
    ducats: Sequence[int] = (),
    **rulings: str,
) -> State:
    """A table: `walls` by their borders, `houses` by space (`{"b4": "jerry evan"}`), Domains with owners.

    A Domain is `{"owner": "evan", "spaces": "c3 c4", "houses": "evan evan", "villas": "jerry"}`; its rim is
    walled. What stands on the board is taken from the supplies, ducats beyond the share from the bank.
    """
    table = a_script(players, **rulings).table
    for domain in domains:
        _claimed(table, domain)
    for id in walls.split():
        _wall(table, table.island.by_id[id])
    for id, owners in (houses or {}).items():
        for name in owners.split():
            player = a_player(table, name)
            table.houses[space(table, id).number] += one(player.place)
            player.houses -= 1
    for player, amount in zip(table.players, ducats, strict=False):
        table.bank += player.ducats - amount
        player.ducats = amount
    return table


def _wall(table: State, border: Border) -> None:
    if not table.walls & border.bit:
        table.walls |= border.bit
        table.blocked |= border.bit
        table.supply -= 1


def _claimed(table: State, facts: Mapping[str, Any]) -> None:
    owner = a_player(table, facts["owner"])
    spaces = area(table, facts["spaces"])
    domain = Domain(spaces, owner.place)
    for name in facts.get("houses", "").split():
        domain.houses += one(a_player(table, name).place)
        a_player(table, name).houses -= 1
    for name in facts.get("villas", "").split():
        domain.villas += one(a_player(table, name).place)
        a_player(table, name).villas -= 1
    owner.towers -= 1
    owner.ducats += (table.island.markets & spaces).bit_count()
    table.domains.append(domain)
    for border in table.island.borders_in(table.island.rim(spaces)):
        _wall(table, border)
    table.blocked |= table.island.touching(spaces)


def a_player(table: State, name: str) -> Player:
    return table.seated(name)


def space(table: State, id: str) -> Space:
    return table.island.space[id]


def area(table: State, ids: str) -> Area:
    return area_of(space(table, id) for id in ids.split())


def border(table: State, id: str) -> Border:
    return table.island.by_id[id]


def spaces(table: State, area: Area) -> str:
    return " ".join(each.id for each in table.island.spaces_in(area))


def a_hand(words: str) -> list[Kind]:
    return [word_of(KINDS, word) for word in words.split()]
