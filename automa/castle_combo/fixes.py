"""What a player may set right when the table and the app have drifted apart."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Literal, TypeAlias, get_args

from automa import fixes
from automa.castle_combo import rules
from automa.castle_combo.cards import Card
from automa.castle_combo.cards.counting import LOCATIONS, Location
from automa.castle_combo.cards.wording import location_name
from automa.castle_combo.state import (
    CELLS,
    Cell,
    Laid,
    Player,
    State,
    reading_order,
)
from automa.dialogue import Option, Refused, Text
from automa.game import Correction

Pile: TypeAlias = Literal["display", "discard"]
PILES: tuple[Pile, ...] = get_args(Pile)
ASKED_IN_OWN_WORDS = ("gold", "keys", "messenger", "card", "down", "cell", "purse", *PILES)


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
    return fixes.choice(
        f"{pile}.{location}.{place + 1}",
        Text(f"castle-combo.fix.{pile}", location=name, place=place + 1),
        state.deck.of[location],
        cards[place].id,
        partial(_replace, state, cards, place),
        own_question=True,
    )


def _replace(state: State, pile: list[Card], place: int, id: str) -> None:
    """Another card lies in that place of a pile; the one believed there is still in its deck."""
    old, new = pile[place], state.deck[id]
    if new is not old:
        _from_deck(state, new)
        _back_to_deck(state, old)
        pile[place] = new


def _in_tableau(state: State, player: Player, laid: Laid) -> Iterator[Correction]:
    seat = player.seat
    cell = laid.cell

    def replace(id: str) -> None:
        new = state.deck[id]
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
        _from_deck(state, new)
        _back_to_deck(state, laid.card)
        laid.card = new
        player.survey()

    def turn_over(down: bool) -> None:
        if down and laid.gold:
            raise Refused(
                Text("castle-combo.fix.gold-on-it", card=laid.card, gold=Text("amount.gold", n=laid.gold))
            )
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


def _from_deck(state: State, card: Card) -> None:
    """Take a card out of its deck; `Refused` says where it lies, if it lies elsewhere."""
    lies = rules.where(state, card)
    if lies is not None:
        raise Refused(Text("castle-combo.fix.lies-there", card=card, where=lies))
    state.undrawn[card.location].remove(card)


def _back_to_deck(state: State, card: Card) -> None:
    if card.location == state.removed:
        state.gone.append(card)
        return
    undrawn = state.undrawn[card.location]
    undrawn.append(card)
    undrawn.sort(key=lambda each: each.number)


def _move(player: Player, laid: Laid, cell: Cell) -> None:
    """Lay a card of the tableau on another cell; onto another card: the two change places."""
    if cell == laid.cell:
        return
    if not rules.can_move(player, laid.cell, cell):
        raise Refused(Text("castle-combo.fix.no-grid", card=laid.card, cell=cell))
    player.move(laid, cell)
