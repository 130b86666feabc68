"""Builders for tests: small territories and players in the middle of a game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from automa.dialogue import Text
from automa.game import Seat
from automa.six_castles import GAME
from automa.six_castles.rules.effects import apply
from automa.six_castles.rules.turns import TURN, Written
from automa.six_castles.state import Line, Now, Phase, Player, Spot, State
from automa.six_castles.steps import Gain, Lay, Sell, Take, Workers, spot_of
from automa.six_castles.tables import Tables
from automa.six_castles.territory import CELLS, Territory
from automa.steps import Step
from tests.atable import tables_of

NAMES = ("Alice", "Juliet", "Robert", "Trevor")


def tables() -> Tables:
    found: Tables = tables_of(GAME.id)
    return found


def a_table(tiles: Mapping[str, str], players: int = 2, *, box: bool = True, **rulings: str) -> State:
    """A table with these tiles laid in order, and Penamacor on top of the castles."""
    seats = [Seat(name.lower(), name) for name in NAMES[:players]]
    in_force = tables().rulings.in_force({key.replace("_", "-"): value for key, value in rulings.items()})
    table = State.new(tables(), seats, in_force, box=box)
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
    player.line = Line(list(tiles), cylinder, list(discs))
    player.discs -= len(discs)
    return player.line


def castle(table: State, word: str, id: str) -> None:
    """A castle that stands on the hill of a quarter."""
    table.territory.castles[hill(word)] = id


PHASES: dict[type[Step], Phase] = {Lay: "lay", Gain: "bonus", Sell: "more", Take: "more"}
"""How far a turn is before a step; before others, discs or workers are next."""


def turn_of(table: State, player: Player, step: Step) -> None:
    """It is a player's turn, as far on as it must be for a step."""
    table.turn = table.players.index(player)
    on_workers = isinstance(step, Take) and table.tables.terrains.by_id[step.terrain].group == "construction"
    phase = PHASES.get(type(step), "act")
    table.now = Now(phase, "" if phase != "more" else "w" if on_workers else "d")


def why_not(table: State, player: Player, step: Step) -> Text | None:
    """Why a player cannot take a step."""
    turn_of(table, player, step)
    return TURN.why_not(table, step)


def does(table: State, player: Player, step: Step) -> list[str]:
    """A player takes a step; what is told of it."""
    turn_of(table, player, step)
    return [plain(tell) for tell in apply(table, step)]


def workers(new: str = "", *moves: str) -> Workers:
    """A new worker, and others that walk."""
    return Workers(f"+{new}" if new else "", moves)


def acting(table: State) -> Written:
    """What is written once the tile of the turn lies: discs or workers."""
    table.now.phase = "act"
    return TURN.at(table)


def plain(text: Any, lang: str = "en") -> str:
    """A text as a player reads it."""
    from solo.words.sentences import Words

    return Words.of(lang, [GAME.folder], strict=True).plain(text)
