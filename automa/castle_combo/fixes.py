"""What a player may set right when the table and the app have drifted apart."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from automa.castle_combo import rules
from automa.castle_combo.cards import Card
from automa.castle_combo.counting import LOCATIONS, Location, location_name
from automa.castle_combo.state import (
    BIT,
    BOX_GOLD,
    BOX_KEYS,
    CELLS,
    COLUMN,
    FIRST_CELL,
    MOST,
    ROW,
    Cell,
    Laid,
    Player,
    Table,
    reading_order,
)
from automa.dialogue import YOU, Choose, Confirm, Number, Option, Refused, Text
from automa.game import Correction


def corrections(table: Table) -> list[Correction]:
    """Everything that is tracked: gold, keys, the messenger, the displays, the tableaus, the discards."""
    found: list[Correction] = []
    for player in table.players:
        found += _resources(player)
    if table.removed is None:
        found.append(_messenger(table))
    for location in LOCATIONS:
        for place in range(len(table.display[location])):
            found.append(_on_display(table, location, place))
    for player in table.players:
        for laid in sorted(player.cards.values(), key=reading_order):
            found += _in_tableau(table, player, laid)
    for location in LOCATIONS:
        for place in range(len(table.discards[location])):
            found.append(_in_discards(table, location, place))
    return found


def _resources(player: Player) -> Iterator[Correction]:
    seat = player.seat
    yield Correction(
        f"gold.{seat.id}",
        Text("castle-combo.fix.gold", who=seat),
        player.gold,
        Number("castle-combo.fix.gold.ask", YOU, low=0, high=BOX_GOLD, limit=MOST, who=seat),
        partial(setattr, player, "gold"),
    )
    yield Correction(
        f"keys.{seat.id}",
        Text("castle-combo.fix.keys", who=seat),
        player.keys,
        Number("castle-combo.fix.keys.ask", YOU, low=0, high=BOX_KEYS, limit=MOST, who=seat),
        partial(setattr, player, "keys"),
    )


def _messenger(table: Table) -> Correction:
    return Correction(
        "messenger",
        Text("castle-combo.fix.messenger"),
        location_name(table.messenger),
        Choose(
            "castle-combo.fix.messenger.ask",
            YOU,
            [Option(location, location_name(location)) for location in LOCATIONS],
        ),
        partial(setattr, table, "messenger"),
    )


def _on_display(table: Table, location: Location, place: int) -> Correction:
    name = location_name(location)
    return Correction(
        f"display.{location}.{place + 1}",
        Text("castle-combo.fix.display", location=name, place=place + 1),
        table.display[location][place].name,
        Choose("castle-combo.fix.display.ask", YOU, table.deck.of[location], location=name, place=place + 1),
        partial(_replace, table, table.display[location], place),
    )


def _in_discards(table: Table, location: Location, place: int) -> Correction:
    name = location_name(location)
    return Correction(
        f"discard.{location}.{place + 1}",
        Text("castle-combo.fix.discard", location=name, place=place + 1),
        table.discards[location][place].name,
        Choose("castle-combo.fix.discard.ask", YOU, table.deck.of[location], location=name, place=place + 1),
        partial(_replace, table, table.discards[location], place),
    )


def _replace(table: Table, pile: list[Card], place: int, id: str) -> None:
    """Another card lies in that place of a pile; the one believed there is still in its deck."""
    old, new = pile[place], table.deck[id]
    if new is not old:
        _from_deck(table, new)
        _back_to_deck(table, old)
        pile[place] = new


def _in_tableau(table: Table, player: Player, laid: Laid) -> Iterator[Correction]:
    seat = player.seat
    cell = laid.cell

    def replace(id: str) -> None:
        new = table.deck[id]
        if new is laid.card:
            return
        if laid.gold > new.purse:
            raise Refused(
                Text(
                    "castle-combo.fix.purse-too-small",
                    card=new,
                    gold=Text("amount.gold", n=laid.gold),
                    purse=Text("amount.gold", n=new.purse),
                )
            )
        _from_deck(table, new)
        _back_to_deck(table, laid.card)
        laid.card = new

    def turn_over(down: bool) -> None:
        if down and laid.gold:
            raise Refused(
                Text("castle-combo.fix.gold-on-it", card=laid.card, gold=Text("amount.gold", n=laid.gold))
            )
        laid.down = down

    def move(new: Cell) -> None:
        _move(player, laid, new)

    yield Correction(
        f"card.{seat.id}.{cell}",
        Text("castle-combo.fix.card", who=seat, cell=cell),
        laid.card.name,
        Choose("castle-combo.fix.card.ask", YOU, table.deck.cards, who=seat, cell=cell),
        replace,
    )
    yield Correction(
        f"down.{seat.id}.{cell}",
        Text("castle-combo.fix.down", who=seat, card=laid.card, cell=cell),
        Text("castle-combo.fix.is-down" if laid.down else "castle-combo.fix.is-up"),
        Confirm("castle-combo.fix.down.ask", YOU, who=seat, card=laid.card, cell=cell),
        turn_over,
    )
    yield Correction(
        f"cell.{seat.id}.{cell}",
        Text("castle-combo.fix.cell", who=seat, card=laid.card, cell=cell),
        cell,
        Choose(
            "castle-combo.fix.cell.ask",
            YOU,
            [Option(each, each) for each in CELLS],
            who=seat,
            card=laid.card,
        ),
        move,
    )
    if laid.card.purse and not laid.down:
        yield Correction(
            f"purse.{seat.id}.{cell}",
            Text("castle-combo.fix.purse", who=seat, card=laid.card, cell=cell),
            laid.gold,
            Number("castle-combo.fix.purse.ask", YOU, low=0, high=laid.card.purse, who=seat, card=laid.card),
            partial(setattr, laid, "gold"),
        )


def _from_deck(table: Table, card: Card) -> None:
    """Take a card out of its deck; `Refused` says where it lies, if it lies elsewhere."""
    lies = rules.where(table, card)
    if lies is not None:
        raise Refused(Text("castle-combo.fix.lies-there", card=card, where=lies))
    table.undrawn[card.location].remove(card)


def _back_to_deck(table: Table, card: Card) -> None:
    if card.location == table.removed:
        table.gone.append(card)
        return
    undrawn = table.undrawn[card.location]
    undrawn.append(card)
    undrawn.sort(key=lambda each: each.number)


def _move(player: Player, laid: Laid, cell: Cell) -> None:
    """Lay a card of the tableau on another cell; onto another card: the two change places."""
    if cell == laid.cell:
        return
    swapped = player.cards.get(cell)
    # The first card's cell stays filled: the 5x5 cells reach just far enough around it.
    if swapped is None and (
        laid.cell == FIRST_CELL or not rules.fits(player.filled & ~BIT[laid.cell] | BIT[cell])
    ):
        raise Refused(Text("castle-combo.fix.no-grid", card=laid.card, cell=cell))
    old = laid.cell
    player.pick_up(old)
    if swapped is not None:
        player.pick_up(cell)
        _put_down(player, swapped, old)
    _put_down(player, laid, cell)


def _put_down(player: Player, laid: Laid, cell: Cell) -> None:
    # The same `Laid` is kept: a turn in progress may hold on to the card it has just laid.
    laid.cell = cell
    laid.row = ROW[cell]
    laid.column = COLUMN[cell]
    player.cards[cell] = laid
    player.filled |= BIT[cell]
