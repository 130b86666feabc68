"""Whether everything on the table adds up: nothing is lost or doubled, and all lies where it can."""

from __future__ import annotations

from collections.abc import Iterator

from automa.six_castles.pieces import ASIDE, BANK, pieces
from automa.six_castles.state import State
from automa.six_castles.tables import COIN
from automa.six_castles.territory import TOUCHING


def conserved(table: State) -> list[str]:
    """What does not add up: pieces of the box, tiles of the app's set, and what cannot lie as it does."""
    return [*_lost(table), *_out_of_place(table), *_castles_too_near(table), *_doubled(table)]


def _lost(state: State) -> list[str]:
    """Pieces of the box that are lost, or more than there are."""
    lying = pieces(state)
    wrong = [
        f"{each.count} × {each.piece.id}: {each.place.id}"
        for each in lying
        if each.count < 0 and each.place != BANK
    ]
    aside = {each.piece.id: each.count for each in lying if each.place is ASIDE}
    box, facts = state.tables.setup.box, state.tables.setup.of(state.version)
    for player in state.players if state.rounds else ():
        name = player.seat.id
        workers, discs = (0, 0) if player.is_dummy else (facts.workers, facts.discs)
        for piece, number in (("worker", box.workers - workers), ("disc", box.discs - discs)):
            found = aside.get(f"{piece} {name}", 0)
            if found != number:
                wrong.append(f"{name}: {found} {piece} left over, not {number}")
        if player.religion >= len(state.tables.tracks.religion) or player.religion < 0:
            wrong.append(f"{name}: religion {player.religion}")
    return wrong


def _out_of_place(table: State) -> Iterator[str]:
    for player in table.players if table.rounds else ():
        name, line = player.seat.id, player.line
        if any(spot[0] not in table.territory.tiles for spot in player.lying):
            yield f"{name}: a worker lies beside the territory"
        if line is not None and line.tiles:
            ahead = range(line.cylinder + 1, len(line.spaces))
            if line.cylinder not in range(len(line.spaces)) or not all(
                disc in ahead and line.spaces[disc] != COIN for disc in line.discs
            ):
                yield f"{name}: cylinder on {line.cylinder}, discs on {line.discs} of {line.spaces}"


def _castles_too_near(table: State) -> Iterator[str]:
    for hill in table.territory.castles:
        if not table.territory.is_closed(hill):
            yield "a castle stands on an open hill"
        if any(hill + step in table.territory.castles for step in TOUCHING):
            yield "two castles touch"


def _doubled(table: State) -> Iterator[str]:
    """What is there twice, or of the app's set is lost."""
    players = table.players
    once: dict[str, list[object]] = {
        "castle": [*table.territory.castles.values(), *([table.castle] if table.castle else [])],
        "market": [sale for player in players for sale in player.sales],
        "contract": [*table.contracts, *(player.kept for player in players if player.kept)],
    }
    if not table.box:
        land = [*table.land, *table.unused, *(tile for player in players for tile in player.hand)]
        tiles = [*table.exploration, *table.laid, *(each for player in players for each in player.tiles)]
        once |= {"land tile": [*land], "exploration tile": [*tiles]}
        if len(land) + max(0, len(table.placed) - 1) != len(table.tables.land.tile):
            yield f"{len(land)} land tiles, {len(table.placed)} laid"
        if len(tiles) != len(table.tables.exploration.tile):
            yield f"{len(tiles)} exploration tiles"
    for kind, found in once.items():
        if len(set(found)) < len(found):
            yield f"a {kind} is there twice: {found}"
