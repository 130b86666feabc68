"""Playing a turn on: everybody closes what gains most, with hands that could be theirs, until it is one's own
turn again and over."""

from __future__ import annotations

from functools import reduce
from operator import or_
from typing import TYPE_CHECKING

from automa.methoni import rules
from automa.methoni.island import KINDS, Area, Border, Kind, Walls
from automa.methoni.opponents.prospects import Buyer, annex_gaining
from automa.methoni.opponents.weighing import Line, Position
from automa.methoni.rules import CARDS_A_TURN
from automa.methoni.state import Player, State
from automa.methoni.steps import Done
from automa.thinking import Shuffles

if TYPE_CHECKING:
    from random import Random


class Playouts:
    """The round after a turn, as often as wanted."""

    __slots__ = ("place", "played", "shuffles", "unseen", "weights")

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
        """What the others may hold and what may be drawn: everything but one's own cards and the discards."""
        self.played: list[Kind] = [kind for kind in KINDS for _ in range(table.discards[kind])]

    def play(self, line: Line, number: int) -> float:
        """What the table is worth a round after those cards, with the deck that this number shuffles."""
        random = self.shuffles.random(number)
        pile = Pile(self.unseen, self.played, random)
        table = (line.second or line.first).after.table.copy()
        mine = table.players[self.place]
        mine.hand = list(mine.hand or ())
        for player in table.others(mine):
            player.hand = []
            pile.fill(player.hand, table.components.hand)
        if not isinstance(line.first.play, Done):
            quick_cards(table, mine, pile, random)
        end_turn(table, mine, pile)
        while not table.over:
            player = table.player
            rules.income(table, player)
            quick_cards(table, player, pile, random)
            end_turn(table, player, pile)
            if player is mine:
                break
        return Position(table, mine, self.weights).worth.value


class Pile:
    """A deck as it could lie, and what has been played."""

    __slots__ = ("cards", "played", "random")

    def __init__(self, unseen: list[Kind], played: list[Kind], random: Random) -> None:
        self.cards = unseen[:]
        random.shuffle(self.cards)
        self.played = played[:]
        self.random = random

    def fill(self, hand: list[Kind], size: int) -> None:
        """Fill a hand up; what was played is shuffled when the deck is used up."""
        while len(hand) < size:
            if not self.cards:
                self.cards, self.played = self.played, []
                self.random.shuffle(self.cards)
                if not self.cards:
                    return
            hand.append(self.cards.pop())


# ---------------------------------------------------------------- a turn, quickly


def quick_cards(table: State, player: Player, pile: Pile, random: Random) -> None:
    """The cards that a turn still has: what gains most, or else a wall that helps nobody."""
    hand = player.hand
    assert hand is not None
    while table.cards_played < CARDS_A_TURN and hand:
        card = quick_card(table, player, hand, random)
        if card is None:
            break
        hand.remove(card)
        pile.played.append(card)
        table.cards_played += 1


def end_turn(table: State, player: Player, pile: Pile) -> None:
    """The hand is filled up again, however many cards were played; then it is the next player's turn."""
    assert player.hand is not None
    pile.fill(player.hand, table.components.hand)
    rules.end_turn(table)


def quick_card(table: State, player: Player, hand: list[Kind], random: Random) -> Kind | None:
    """Close the area that gains most, with both cards where that gains more; or trade; or build where it
    helps nobody. The card that is spent; None where there is nothing to do."""
    closings = table.closings if table.supply else {}
    allowed = 0
    for kind in hand:
        allowed |= table.island.allowed[kind]
    best, wall, area = 0, 0, 0
    if player.towers > 0:
        buyer = Buyer(table, player)
        for number, closed in closings.items():
            if allowed >> number & 1 and buyer.most(closed) > best:
                gain = buyer.better(closed, best)
                if gain > best and rules.can_close(table, player, table.island.borders[number], closed):
                    best, wall, area = gain, 1 << number, closed
        if not table.cards_played and table.supply > 1:
            wall, area = _with_both(buyer, hand, allowed, best) or (wall, area)
    if not wall and table.bank and (card := rules.spent(hand, rules.trading_cards(table, player))):
        rules.trade(table, player)
        return card
    if not wall:
        wall = _harmless(table, allowed, random)
    if not wall:
        return None
    border = table.island.borders[wall.bit_length() - 1]
    _build(table, player, border, area)
    return rules.spent(hand, rules.kinds_for(table, border))


def _with_both(buyer: Buyer, hand: list[Kind], allowed: Walls, best: int) -> tuple[Walls, Area] | None:
    """The first of two walls that together close an area which gains more than the best wall alone."""
    found = None
    for walls, area in buyer.table.pairs.items():
        if walls & ~allowed or buyer.most(area) <= best:
            continue
        gain = buyer.better(area, best)
        if gain > best and _cards_for(buyer.table, hand, walls):
            best = gain
            found = walls & -walls, area
    return found


def _cards_for(table: State, hand: list[Kind], walls: Walls) -> bool:
    """Whether there is a card for each of two walls."""
    allowed = table.island.allowed
    first = walls & -walls
    ones = others = 0  # which of the cards
    for place, kind in enumerate(hand):
        if allowed[kind] & first:
            ones |= 1 << place
        if allowed[kind] & (walls ^ first):
            others |= 1 << place
    either = ones | others
    return bool(ones and others and either & either - 1)


def _harmless(table: State, allowed: Walls, random: Random) -> Walls:
    """A wall that closes nothing and lets nobody close anything new; the second card may rather be kept."""
    free = rules.harmless(table) & allowed
    safe = free & ~reduce(or_, table.pairs, 0)
    if not safe:
        safe = 0 if table.cards_played else free
    for _ in range(random.choice(range(safe.bit_count())) if safe else 0):
        safe &= safe - 1
    return safe & -safe


def _build(table: State, player: Player, border: Border, area: Area) -> None:
    """Build, with as few houses of others as possible in the area that is to be closed."""
    ways = rules.affordable(table, player, border)
    placed = min(ways, key=lambda way: rules.surcharge(table, player, area, way)) if area else ways[0]
    claimed = rules.build(table, player, border, placed)
    if claimed is not None:
        annex_gaining(table, player, claimed)
