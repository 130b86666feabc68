"""Everything tracked as data, and what a player may set right."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Any

from automa.dialogue import YOU, Choose, Move, Number, Option, Refused, Text
from automa.game import Correction
from automa.six_castles import notation, rules
from automa.six_castles.state import Player, Spot, Table
from automa.six_castles.territory import NAMES, spot_name

MOST_COINS = 225
"""All the money in the box, in half-coins; substitutes may go beyond it."""
LIMIT = 999


def data(table: Table) -> dict[str, Any]:
    """Everything tracked, as JSON-able data."""
    territory = table.territory
    return {
        "version": table.version,
        "solo": table.solo,
        "box": table.box,
        "turn": table.turn,
        "round": table.round,
        "rounds": table.rounds,
        "over": table.over,
        "first": table.players[table.first].seat.id,
        "active": "" if table.over else table.active.seat.id,
        "tiles": {NAMES[cell]: territory.tiles[cell] for cell in table.placed},
        "castles": {spot_name(hill, 0): castle for hill, castle in sorted(territory.castles.items())},
        "castle": table.castle,
        "land": list(table.land),
        "unused": list(table.unused),
        "exploration": list(table.exploration),
        "laid": list(table.laid),
        "pile": table.pile,
        "contracts": [contract.id for contract in table.contracts],
        "taken": dict(table.taken),
        "players": [_player(player) for player in table.players],
    }


def _player(player: Player) -> dict[str, Any]:
    line = player.line
    return {
        "seat": player.seat.id,
        "dummy": player.is_dummy,
        "coins": player.coins,
        "workers": player.workers,
        "discs": player.discs,
        "religion": player.religion,
        "lying": [spot_name(*spot) for spot in player.lying],
        "line": None
        if line is None
        else {"tiles": list(line.tiles), "cylinder": line.cylinder, "discs": list(line.discs)},
        "owned": dict(sorted(player.owned.items())),
        "told": dict(sorted(player.told.items())),
        "hand": list(player.hand),
        "tiles": list(player.tiles),
        "kept": None if player.kept is None else player.kept.id,
        "sales": [list(sale) for sale in player.sales],
        "landscapes": [list(space) for space in player.landscapes],
        "constructions": [list(space) for space in player.constructions],
        "spent-workers": player.spent_workers,
    }


def corrections(table: Table) -> list[Correction]:
    return []
