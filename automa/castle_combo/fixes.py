"""What a player may set right when the table and the app have drifted apart."""

from __future__ import annotations

from bisect import insort
from collections.abc import Iterator
from functools import partial
from operator import attrgetter
from typing import Literal, TypeAlias

from automa import fixes
from automa.castle_combo import rules
from automa.castle_combo.cards import Card
from automa.castle_combo.cards.counting import LOCATIONS, Location
from automa.castle_combo.cards.wording import amount, location_name
from automa.castle_combo.state import CELLS, Cell, Laid, Player, State, reading_order
from automa.dialogue import Option, Refused, Text
from automa.game import Correction

Pile: TypeAlias = Literal["display", "discard"]


def corrections(state: State) -> list[Correction]:
    """Everything that is tracked: gold, keys, the messenger, the displays, the tableaus, the discards."""
    found: list[Correction] = []
    for player in state.players:
        found += fixes.of_fields(state, player, who=player.seat)
    if state.removed is None:
        found += fixes.of_fields(state, state)
    for location in LOCATIONS:
        for place in range(len(state.display[location])):
            found.append(_in_pile(state, "display", location, place))
    for player in state.players:
        for laid in sorted(player.cards.values(), key=reading_order):
            found += _in_tableau(state, player, laid)
    for location in LOCATIONS:
        for place in range(len(state.discards[location])):
            found.append(_in_pile(state, "discard", location, place))
    return found


def _in_pile(state: State, pile: Pile, location: Location, place: int) -> Correction:
    cards = (state.display if pile == "display" else state.discards)[location]
    name = location_name(location)

    def put(id: str) -> None:
        cards[place] = _exchanged(state, cards[place], state.deck[id])

    return fixes.choice(
        f"{pile}.{location}.{place + 1}",
        Text(f"castle-combo.fix.{pile}", location=name, place=place + 1),
        state.deck.of[location],
        cards[place].id,
        put,
        own_question=True,
    )


def _in_tableau(state: State, player: Player, laid: Laid) -> Iterator[Correction]:
    seat = player.seat
    cell = laid.cell

    def replace(id: str) -> None:
        new = state.deck[id]
        if laid.gold > new.purse:
            gold, purse = amount("gold", laid.gold), amount("gold", new.purse)
            raise Refused(Text("castle-combo.fix.purse-too-small", card=new, gold=gold, purse=purse))
        laid.card = _exchanged(state, laid.card, new)
        player.survey()

    def turn_over(down: bool) -> None:
        if down and laid.gold:
            gold = amount("gold", laid.gold)
            raise Refused(Text("castle-combo.fix.gold-on-it", card=laid.card, gold=gold))
        laid.down = down
        player.survey()

    yield fixes.choice(
        f"card.{seat.id}.{cell}",
        Text("castle-combo.fix.card", who=seat, cell=cell),
        state.deck.cards,
        laid.card.id,
        replace,
        own_question=True,
    )
    yield fixes.yes_or_no(
        f"down.{seat.id}.{cell}",
        Text("castle-combo.fix.down", who=seat, card=laid.card, cell=cell),
        Text("castle-combo.fix.is-down" if laid.down else "castle-combo.fix.is-up"),
        turn_over,
        own_question=True,
    )
    yield fixes.choice(
        f"cell.{seat.id}.{cell}",
        Text("castle-combo.fix.cell", who=seat, card=laid.card, cell=cell),
        [Option(each, each) for each in CELLS],
        cell,
        partial(_move, player, laid),
        own_question=True,
    )
    if laid.card.purse and not laid.down:
        yield from fixes.of_fields(state, laid, who=seat, card=laid.card, cell=cell)


def _exchanged(state: State, old: Card, new: Card) -> Card:
    """The new card, out of its deck; the old one is in its own. `Refused` if the new one lies elsewhere."""
    if new is old:
        return old
    lies = rules.where(state, new)
    if lies is not None:
        raise Refused(Text("castle-combo.fix.lies-there", card=new, where=lies))
    state.undrawn[new.location].remove(new)
    if old.location == state.removed:
        state.gone.append(old)
    else:
        insort(state.undrawn[old.location], old, key=attrgetter("number"))
    return new


def _move(player: Player, laid: Laid, cell: Cell) -> None:
    """Lay a card of the tableau on another cell; onto another card: the two change places."""
    if cell == laid.cell:
        return
    if not rules.can_move(player, laid.cell, cell):
        raise Refused(Text("castle-combo.fix.no-grid", card=laid.card, cell=cell))
    player.move(laid, cell)
