"""Playing a turn on: the others close what gains most, with hands that could be theirs, until it is one's own
turn again and over."""

from __future__ import annotations

from typing import TYPE_CHECKING

from automa.methoni import rules
from automa.methoni.island import KINDS, Kind
from automa.methoni.opponents.prospects import annex_gaining, closing_gain
from automa.methoni.opponents.weighing import Line, Position
from automa.methoni.rules import CARDS_A_TURN
from automa.methoni.state import Player, State
from automa.thinking import Shuffles

if TYPE_CHECKING:
    from random import Random


class Playouts:
    """The round after a turn, as often as wanted."""

    __slots__ = ("place", "shuffles", "unseen", "weights")

    def __init__(self, position: Position, random: Random) -> None:
        table, player = position.table, position.player
        self.place = player.place
        self.weights = position.weights
        self.shuffles = Shuffles(random)
        cards = table.components.cards
        held = list(player.hand or ())
        self.unseen: list[Kind] = [
            kind
            for kind in KINDS
            for _ in range(
                (cards.market if kind == "market" else cards.land) - table.discards[kind] - held.count(kind)
            )
        ]
        """What the others may hold: everything but one's own cards and the discards."""

    def play(self, line: Line, number: int) -> float:
        """What the table is worth a round after those cards, with the hands that this number deals."""
        random = self.shuffles.random(number)
        hands = self.unseen[:]
        random.shuffle(hands)
        table = (line.second or line.first).after.table.copy()
        size = table.components.hand
        for place in range(len(table.players)):
            if place != self.place:
                table.players[place].hand = hands[place * size : (place + 1) * size]
        mine = table.players[self.place]
        last = len(table.players) * size
        mine.hand = [*(mine.hand or ()), *hands[last : last + CARDS_A_TURN]]
        rules.end_turn(table)
        while not table.over:
            player = table.player
            quick_turn(table, player, random)
            rules.end_turn(table)
            if player is mine:
                break
        return Position(table, mine, self.weights).worth.value


def quick_turn(table: State, player: Player, random: Random) -> None:
    """Income, then two cards: what gains most by closing it, or else a wall that closes nothing."""
    rules.income(table, player)
    for _ in range(CARDS_A_TURN):
        number = _best_wall(table, player, random)
        if number is None:
            return
        border = table.island.borders[number]
        ways = rules.affordable(table, player, border)
        area = table.closings.get(number, 0)
        placed = min(ways, key=lambda way: rules.surcharge(table, player, area, way)) if area else ways[0]
        card = rules.spent(player.hand or (), rules.kinds_for(table, border))
        claimed = rules.build(table, player, border, placed)
        if player.hand is not None and card is not None:
            player.hand.remove(card)
        if claimed is not None:
            annex_gaining(table, player, claimed)
        table.cards_played += 1


def _best_wall(table: State, player: Player, random: Random) -> int | None:
    """Where to build: the number of a border; None if there is nowhere."""
    free = 0
    for kind in rules.kinds_of(player):
        free |= rules.free_borders(table, kind)
    best, gain = None, 0
    for number, area in table.closings.items():
        if not free >> number & 1:
            continue
        free ^= 1 << number
        if rules.can_close(table, player, table.island.borders[number], area):
            found = closing_gain(table, player, area)
            if found > gain:
                best, gain = number, found
    if best is not None:
        return best
    open_walls = [border.number for border in table.island.borders_in(free)]
    return random.choice(open_walls) if open_walls else None
