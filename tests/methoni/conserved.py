"""Whether everything on the table adds up: nothing is lost or doubled, and walls close what they should."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from automa.methoni.island import numbers
from automa.methoni.pieces import pieces
from automa.methoni.state import State


def conserved(table: State) -> list[str]:
    """What does not add up: pieces of the box, Domains, and open land that is cut off from the sea."""
    return [*_lost(table), *_wrong_domains(table), *_cut_off(table)]


def _lost(table: State) -> list[str]:
    """Pieces of the box that are lost, or more than there are."""
    found: Counter[str] = Counter()
    wrong: list[str] = []
    for lies in pieces(table, cards=True):
        found[lies.piece.id] += lies.count
        if lies.count < 0:
            wrong.append(f"{lies.piece.id}: {lies.count} in {lies.place.id}")
    for piece, number in _in_the_box(table).items():
        if found[piece] != number:
            wrong.append(f"{piece}: {found[piece]} instead of {number}")
    return wrong


def _in_the_box(table: State) -> dict[str, int]:
    """How many there are of each piece."""
    box = table.components
    found = {"ducats": box.ducats, "walls": box.walls[len(table.players)]}
    for player in table.players:
        id = player.seat.id
        found |= {f"houses {id}": box.houses, f"villas {id}": box.villas, f"towers {id}": box.towers}
    return found | {f"card {kind}": count for kind, count in box.deck().items()}


def _wrong_domains(table: State) -> Iterator[str]:
    island = table.island
    owned = 0
    for domain in table.domains:
        if domain.spaces & owned:
            yield "a space in two domains"
        owned |= domain.spaces
        if island.rim(domain.spaces) & ~table.walls:
            yield "a domain that is not walled in"
        if any(table.houses[number] for number in numbers(domain.spaces)):
            yield "loose houses in a domain"
    if table.blocked != table.walls | island.touching(owned):
        yield "borders that are blocked for no reason"


def _cut_off(table: State) -> Iterator[str]:
    island = table.island
    reached = 0
    for border in island.borders:
        if border.is_coast and not border.bit & table.blocked:
            reached |= border.spaces[0].bit
    while True:
        grown = reached
        for border in island.borders:
            if not border.is_coast and not border.bit & table.walls:
                here, there = border.spaces
                if grown & (here.bit | there.bit):
                    grown |= here.bit | there.bit
        if grown == reached:
            break
        reached = grown
    if reached | table.owned != (1 << len(island.spaces)) - 1:
        yield "open land that is cut off from the sea"
