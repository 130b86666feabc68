"""Where every piece lies: walls, houses, villas, towers, ducats, and cards where they are on the table."""

from __future__ import annotations

from collections.abc import Iterator

from automa.dialogue import Text
from automa.methoni.island import KINDS, Kind, Space, card_name
from automa.methoni.state import Buildings, Domain, Player, State, of
from automa.pieces import Lies, Piece, Place

DUCATS = Piece("ducats", Text("methoni.amount.ducats", n=1))
WALLS = Piece("walls", Text("methoni.lies.walls", n=1))
BANK = Place("bank", Text("methoni.lies.bank"), home=True)
SUPPLY = Place("supply", Text("methoni.lies.supply"), home=True)
DECK = Place("deck", Text("methoni.lies.deck"), hidden=True)
DISCARDS = Place("discards", Text("methoni.lies.discards"))


def pieces(table: State, *, cards: bool) -> list[Lies]:
    """Everything on the table, and the supplies; the `cards` only where opponents get them from there."""
    return [lies for lies in _everything(table, cards=cards) if lies.count]


def _everything(table: State, *, cards: bool) -> Iterator[Lies]:
    island = table.island
    yield Lies(DUCATS, BANK, table.bank)
    for space in island.spaces_in(island.markets & ~table.owned):
        market = Place(f"market {space.id}", Text("methoni.lies.market", space=space), spot=space.id)
        yield Lies(DUCATS, market, table.components.market)
    yield Lies(WALLS, SUPPLY, table.supply)
    for border in island.borders_in(table.walls):
        yield Lies(WALLS, Place(border.id, border.name, single=True))
    for player in table.players:
        yield from _has(player)
    for space, houses in zip(island.spaces, table.houses, strict=True):
        yield from _built(table, "houses", houses, _space(space))
    for domain in table.domains:
        place = _domain(table, domain)
        owner = table.players[domain.owner]
        if not (table.towerless and domain is table.claimed):
            yield Lies(_building("towers", owner), place)
        yield from _built(table, "houses", domain.houses, place)
        yield from _built(table, "villas", domain.villas, place)
    if cards:
        yield from _cards(table)


def _has(player: Player) -> Iterator[Lies]:
    """A player's ducats, and the buildings in their supply."""
    seat = player.seat
    yield Lies(DUCATS, Place(f"ducats {seat.id}", owner=seat, spot=seat.id), player.ducats)
    supply = Place(f"supply {seat.id}", Text("methoni.lies.supply-of", who=seat), home=True, spot=seat.id)
    yield Lies(_building("houses", player), supply, player.houses)
    yield Lies(_building("villas", player), supply, player.villas)
    yield Lies(_building("towers", player), supply, player.towers)


def _built(table: State, what: str, buildings: Buildings, place: Place) -> Iterator[Lies]:
    for player in table.players if buildings else ():
        yield Lies(_building(what, player), place, of(buildings, player.place))


def _building(what: str, player: Player) -> Piece:
    return Piece(f"{what} {player.seat.id}", Text(f"methoni.lies.{what}", who=player.seat, n=1))


def _space(space: Space) -> Place:
    return Place(space.id, space.name)


def _domain(table: State, domain: Domain) -> Place:
    """Where in a Domain its buildings stand does not matter; in one of a single space they stay."""
    space = table.island.first_space(domain.spaces)
    if domain.size == 1:
        return _space(space)
    name = Text("methoni.lies.domain", space=space)
    return Place(f"domain {space.id}", name, inside=True, spot=space.id)


def _cards(table: State) -> Iterator[Lies]:
    """The cards before the opponents, those that they played, and all others, wherever they are."""
    for kind in KINDS:
        yield Lies(_card(kind), DECK, table.undrawn[kind])
        yield Lies(_card(kind), DISCARDS, table.discards[kind])
    for player in table.players:
        seat = player.seat
        hand = Place(f"hand {seat.id}", Text("methoni.lies.hand", who=seat), inside=True, spot=seat.id)
        for kind in () if seat.is_person else KINDS:
            yield Lies(_card(kind), hand, (player.hand or []).count(kind))


def _card(kind: Kind) -> Piece:
    return Piece(f"card {kind}", Text("methoni.lies.card", card=card_name(kind), n=1))
