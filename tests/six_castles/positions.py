"""Builders for tests: small territories and players in the middle of a game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from automa.dialogue import Text
from automa.game import Seat
from automa.six_castles import GAME
from automa.six_castles.rules.turns import TURN, Written
from automa.six_castles.state import Kind, Line, Now, Player, Spot, Table
from automa.six_castles.steps import Sell, Take, spot_of
from automa.six_castles.tables import Tables
from automa.six_castles.territory import CELLS, Territory
from automa.steps import Step
from tests.atable import tables_of

NAMES = ("Alice", "Juliet", "Robert", "Trevor")


def tables() -> Tables:
    found: Tables = tables_of(GAME.id)
    return found


def a_table(tiles: Mapping[str, str], players: int = 2, *, box: bool = True, **rulings: str) -> Table:
    """A table with these tiles laid in order, and Penamacor on top of the castles."""
    seats = [Seat(name.lower(), name) for name in NAMES[:players]]
    in_force = tables().rulings.in_force({key.replace("_", "-"): value for key, value in rulings.items()})
    table = Table(tables(), seats, in_force, box=box)
    table.rounds = 10
    table.castle = "penamacor"
    for cell, tile in tiles.items():
        table.territory.lay(CELLS[cell], tile)
        table.placed.append(CELLS[cell])
    for player in table.players:
        player.workers = player.discs = 5
        player.line = Line()
    return table


def a_territory(tiles: Mapping[str, str]) -> Territory:
    return a_table(tiles).territory


def spot(word: str) -> Spot:
    found = spot_of(word)
    assert found is not None, word
    return found


def hill(word: str) -> int:
    """The hill that a quarter is part of."""
    from automa.six_castles.state import hill_of

    return hill_of(spot(word))


def worker(player: Player, *spots: str) -> None:
    """Workers of the player that lie there."""
    for word in spots:
        player.lying.append(spot(word))
        player.workers -= 1
    player.lying.sort()


def with_line(player: Player, *tiles: str, cylinder: int = 0, discs: Sequence[int] = ()) -> Line:
    """An exploration line; the cylinder and the discs by their spaces, counted from 0."""
    player.line = Line(tiles, cylinder, discs)
    player.discs -= len(discs)
    return player.line


def castle(table: Table, word: str, id: str) -> None:
    """A castle that stands on the hill of a quarter."""
    table.territory.castles[hill(word)] = id


def why_no_sale(table: Table, player: Player, castle: str, good: str) -> Text | None:
    return _why_not(table, player, Sell(castle, good), "d")


def why_no_space(table: Table, player: Player, terrain: str, *, top: bool = False) -> Text | None:
    return _why_not(table, player, Take(terrain, top), "d")


def _why_not(table: Table, player: Player, step: Step, kind: Kind) -> Text | None:
    """Why a step cannot be taken by a player who uses discs or workers."""
    table.turn, table.now = table.players.index(player), Now("more", kind)
    return TURN.why_not(table, step)


def acting(table: Table) -> Written:
    """What is written once the tile of the turn lies: discs or workers."""
    table.now.phase = "act"
    return TURN.at(table)


def plain(text: Any, lang: str = "en") -> str:
    """A text as a player reads it."""
    from solo.words.sentences import Words

    return Words.of(lang, [GAME.folder], strict=True).plain(text)
