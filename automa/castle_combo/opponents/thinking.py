"""A bot that weighs every move: what it scores now, and what gold, keys and room for growth are worth later.

It knows what any player knows: what lies face up, what is in the discards, and so which cards are still in a
deck, but never their order.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from math import comb
from operator import attrgetter
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

from msgspec import Struct

from automa.castle_combo import rules
from automa.castle_combo.cards import Card, NoShield, other
from automa.castle_combo.cards.counting import Location
from automa.castle_combo.opponents.plans import GAME, GROWTHS, Growth, Weights
from automa.castle_combo.opponents.prospects import Bench
from automa.castle_combo.rules import Take, Way
from automa.castle_combo.scoring import POINTS_PER_KEY, banked, lies_at, stowed_points
from automa.castle_combo.state import DISPLAY, TURNS, Laid, Player, State
from automa.dialogue import Answer, Ask, Named, Several, Text
from automa.opponents import CLOSE, SHOWN, best_weighed, tenths
from automa.priorities import Voice

if TYPE_CHECKING:
    from random import Random

LINE = 3
"""The cells of a row or column."""
ABSENCE: Literal["absence"] = "absence"
"""What a scroll for a missing shield hopes for: that it stays missing."""

# ---------------------------------------------------------------- what a position is worth


Worth: TypeAlias = tuple[float, float, float, float, float]
"""What a position is worth to a player: the parts that it consists of."""
PARTS = ("points", "gold", "keys", "discounts", "hopes")
"""Scored already, keys included; gold; what keys can do beyond the point each scores; discounts; what the
scrolls may still come to."""


def worth(player: Player, weights: Weights) -> Worth:
    """What a player's cards, gold and keys are worth with the turns that are left."""
    left = TURNS - len(player.cards)
    filled = player.filled
    points: float = player.keys * POINTS_PER_KEY
    hopes = 0.0
    discounts = 0
    for laid in player.cards.values():
        if laid.down:
            continue
        card = laid.card
        if card.discounts:
            discounts += len(card.discounts)
        if card.position is not None:
            there = lies_at(card.position, laid, filled)
            if there:
                points += card.points
            elif there is None:
                hopes += card.points * weights.place
            continue
        now = card.points * card.scored(player, laid)
        points += now
        if left:
            growth, in_row, in_column = growth_of(card)
            if growth is None:
                continue
            if growth == ABSENCE:
                hopes += now * (weights.absence**left - 1)
                continue
            cells = left
            if in_row or in_column:
                cells = empty_in_row(filled, laid) * in_row + empty_in_column(filled, laid) * in_column
            hopes += max(card.points * weights.growth[growth] * cells, -now)
    if not left:
        return points + stowed_points(player), 0.0, 0.0, 0.0, hopes
    gold = worth_of_gold(player, weights, left)
    return points, gold, min(player.keys, left) * weights.key, discounts * weights.discount * left, hopes


def worth_of_gold(player: Player, weights: Weights, left: int) -> float:
    """What the gold in hand is worth later: spent, then on purses, then to spare."""
    spent = min(float(player.gold), weights.spending * left)
    rest = player.gold - spent
    value = spent * weights.gold
    for laid in player.cards.values():
        if laid.card.purse and (room := laid.room()):
            stowed = min(rest, room)
            rest -= stowed
            bank = banked(player) if stowed else 0
            value += stowed * (laid.card.points + bank) + (room - stowed) * weights.purse
    return value + rest * weights.spare


def empty_in_row(filled: int, laid: Laid) -> int:
    """How many cards its row can still get."""
    return LINE - (filled >> 5 * laid.row & 0b11111).bit_count()


def empty_in_column(filled: int, laid: Laid) -> int:
    return LINE - (filled >> laid.column & 0b0000100001000010000100001).bit_count()


@cache
def growth_of(card: Card) -> tuple[Growth | Literal["absence"] | None, bool, bool]:
    """How a scroll can grow: the weight for it, and whether cells of its row, of its column add to it."""
    if isinstance(card.scroll.when, NoShield):
        return ABSENCE, False, False
    per = card.scroll.per
    if per is None:
        return None, False, False
    area = getattr(per, "area", "")
    in_row, in_column = area in ("row", "row-and-column"), area in ("column", "row-and-column")
    word = per.word.removeprefix("shield-") if per.word == "shield-types" else per.word
    word += "-in-line" if in_row or in_column else ""
    return next((growth for growth in GROWTHS if growth == word), None), in_row, in_column


# ---------------------------------------------------------------- weighing moves


class Weighed(Struct, frozen=True):
    """A move with the worth of the position after it."""

    move: Named
    worth: Worth
    value: float

    @classmethod
    def of(cls, move: Named, worth: Worth) -> Weighed:
        return cls(move, worth, sum(worth))


class Expected(Struct, frozen=True):
    """What a refresh is worth on average, and the cards that can come, best first."""

    value: float
    cards: Sequence[Card]


class Weigher:
    """Weighs the moves of one player."""

    __slots__ = ("bench", "player", "weights")

    def __init__(self, state: State, player: Player, weights: Weights) -> None:
        self.bench = Bench(state, player)
        self.player = self.bench.player
        self.weights = weights

    def now(self) -> Worth:
        return worth(self.player, self.weights)

    def at_best(self, laid: Laid) -> Worth:
        """What it is worth that a card lies there, its ability applied in the best way."""
        if laid.down:
            return self.now()
        found = [self.bench.after_applying(way, self.now) for way in self.bench.ways(laid)]
        return found[0] if len(found) == 1 else max(found, key=sum)

    def weigh(self, takes: Sequence[Take]) -> list[Weighed]:
        """Each of the moves."""
        worths = self.bench.each(takes, self.at_best)
        return list(map(Weighed.of, takes, worths))

    def takes(self, location: Location | None = None) -> list[Weighed]:
        """Each of the moves there are, here or at another location."""
        return self.weigh(rules.takes(self.bench.state, self.player, location))

    def ways(self, ways: Iterable[Way]) -> list[Weighed]:
        """Each of the ways to apply the ability of a card that lies already."""
        return [Weighed.of(way, self.bench.after_applying(way, self.now)) for way in ways]

    def after_key(self, location: Location) -> Weighed:
        """The best move at a location once a key is spent."""
        self.player.keys -= 1
        found = best(self.takes(location))
        self.player.keys += 1
        return found

    def after_refresh(self) -> Expected:
        """What to expect of three new cards: every card that can come is weighed, all equally likely."""
        state, player = self.bench.state, self.player
        pool = state.undrawn[state.messenger]
        if len(pool) < DISPLAY:
            # The discards are shuffled in, and with them what lies here now.
            pool = pool + state.discards[state.messenger] + state.display[state.messenger]
        player.keys -= 1
        cells = rules.legal_cells(player)
        down = best(self.weigh([Take(pool[0], True, cell, 0) for cell in cells])).value
        values: list[tuple[float, Card]] = []
        for card in pool:
            price = rules.price(player, card)
            value = down
            if price <= player.gold:
                value = max(down, best(self.weigh([Take(card, False, cell, price) for cell in cells])).value)
            values.append((value, card))
        player.keys += 1
        values.sort(key=lambda each: (-each[0], each[1].number))
        return Expected(best_of(DISPLAY, [value for value, _ in values]), [card for _, card in values])


def best_of(drawn: int, falling: Sequence[float]) -> float:
    """The mean of the best of so many values drawn at random, without putting back, from these."""
    count = len(falling)
    drawn = min(drawn, count)
    ways = comb(count, drawn)
    return sum(value * comb(count - 1 - place, drawn - 1) / ways for place, value in enumerate(falling))


def best(weighed: Iterable[Weighed]) -> Weighed:
    """The best of some moves, the first of equals."""
    return max(weighed, key=attrgetter("value"))


# ---------------------------------------------------------------- deciding


class Weighing:
    """Decides by weighing every move."""

    __slots__ = ("voice", "weights")

    def __init__(self, weights: Weights, voice: Voice | None = None) -> None:
        self.weights = weights
        self.voice = voice

    def answer(self, ask: Ask, script: Any, random: Random) -> tuple[Answer, Sequence[Text]]:
        assert isinstance(ask, Several)
        state: State = script.table
        player = state.player(ask.to)
        if ask.id == "castle-combo.opponent-key":
            return decide_key(state, player, [option.id for option in ask.options], self.weights)
        weigher = Weigher(state, player, self.weights)
        before = weigher.now()
        takes = weigher.weigh([option for option in ask.options if isinstance(option, Take)])
        if takes:
            return decide_move(takes, before, self.voice)
        return decide_move(weigher.ways(each for each in ask.options if isinstance(each, Way)), before)


def decide_key(
    state: State, player: Player, uses: Iterable[str], weights: Weights
) -> tuple[list[str], list[Text]]:
    """Whether to spend a key: the best that each use leads to."""
    weigher = Weigher(state, player, weights)
    now = sum(weigher.now())
    here = best(weigher.takes())
    values = {"none": here.value}
    why = [Text("castle-combo.think.none", move=here.move, value=tenths(here.value - now))]
    for use in uses:
        if use == "move":
            found = weigher.after_key(other(state.messenger))
            values[use] = found.value
            why.append(Text("castle-combo.think.move", move=found.move, value=tenths(found.value - now)))
        elif use == "refresh":
            expected = weigher.after_refresh()
            values[use] = expected.value
            why.append(
                Text(
                    "castle-combo.think.refresh",
                    value=tenths(expected.value - now),
                    count=len(expected.cards),
                    cards=list(expected.cards[:SHOWN]),
                )
            )
    top = max(values.values())
    # A key is not spent for nothing: among equals it stays.
    chosen = next(use for use in ("none", "move", "refresh") if values.get(use, top - 1) >= top - CLOSE)
    return [chosen], why


def decide_move(
    weighed: Sequence[Weighed], before: Worth, voice: Voice | None = None
) -> tuple[list[str], list[Text]]:
    """The best moves, and the best few with what their values consist of."""

    def change(each: Weighed) -> dict[str, float]:
        return {name: now - then for name, now, then in zip(PARTS, each.worth, before, strict=True)}

    return best_weighed(GAME, weighed, change, voice)
