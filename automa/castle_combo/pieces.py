"""Where every piece lies: cards, gold, keys and the messenger."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Literal, TypeAlias

from automa.castle_combo.cards import Card
from automa.castle_combo.cards.counting import LOCATIONS, Location
from automa.castle_combo.cards.wording import location_name
from automa.castle_combo.state import BOX_GOLD, BOX_KEYS, Laid, Player, State
from automa.dialogue import Text
from automa.pieces import FACE_DOWN, Lies, Piece, Place

Beside: TypeAlias = Literal["messenger", "deck", "display", "discards"]
"""What lies at a location."""

GOLD = Piece("gold", Text("amount.gold", n=1))
KEYS = Piece("keys", Text("amount.keys", n=1))
MESSENGER = Piece("messenger", Text("castle-combo.lies.messenger"))
SUPPLY = Place("supply", Text("castle-combo.lies.supply"), home=True)
OUT = Place("out", Text("castle-combo.lies.out"), home=True)
"""Where the cards of a location go that ran out."""


def pieces(state: State) -> list[Lies]:
    """Everything on the table, and what is left in the supply."""
    found = [Lies(MESSENGER, _at(state.messenger, "messenger")), *_pile(state.gone, OUT)]
    for location in LOCATIONS:
        found += _pile(state.undrawn[location], _at(location, "deck"))
        found += _pile(state.display[location], _at(location, "display"))
        found += _pile(state.discards[location], _at(location, "discards"))
    gold, keys = BOX_GOLD, BOX_KEYS  # the rules limit neither: whatever is used instead counts as less
    for player in state.players:
        found += _has(player)
        gold -= player.gold + sum(laid.gold for laid in player.cards.values())
        keys -= player.keys
    return [*found, Lies(GOLD, SUPPLY, gold), Lies(KEYS, SUPPLY, keys)]


def _has(player: Player) -> Iterator[Lies]:
    """A player's gold and keys, cards, and the gold on them."""
    seat = player.seat
    yield Lies(GOLD, Place(f"gold {seat.id}", owner=seat, spot=seat.id), player.gold)
    yield Lies(KEYS, Place(f"keys {seat.id}", owner=seat, spot=seat.id), player.keys)
    tableau = Text("castle-combo.lies.tableau", who=seat)
    for laid in player.cards.values():
        yield Lies(_piece(laid.card), _cell(player, laid, tableau))
        if laid.gold:
            on_it = Text("castle-combo.lies.purse", card=laid.card)
            yield Lies(GOLD, Place(f"purse {laid.card.id}", on_it, height=1, spot=laid.card.id), laid.gold)


def _cell(player: Player, laid: Laid, tableau: Text) -> Place:
    id = player.place(laid.cell)
    if laid.down:
        return Place(f"{id} down", laid.cell, whole=tableau, face=FACE_DOWN, single=True, spot=id)
    return Place(id, laid.cell, whole=tableau, single=True)


def _pile(cards: Iterable[Card], place: Place) -> list[Lies]:
    return [Lies(_piece(card), place) for card in cards]


def _piece(card: Card) -> Piece:
    return Piece(card.id, card.name)


def _at(location: Location, what: Beside) -> Place:
    name = Text(f"castle-combo.lies.at.{what}", location=location_name(location))
    return Place(f"{location} {what}", name, hidden=what == "deck", spot=location)
