"""Weighing moves: each is made, what the position is then worth is looked up, and it is taken back.

It knows what any player knows: what lies face up, what is in the discards, and so which cards are still in a
deck, but never their order.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import cache
from itertools import groupby
from math import comb, inf
from operator import attrgetter
from typing import TypeVar

from msgspec import Struct
from msgspec.structs import replace

from automa.castle_combo import rules
from automa.castle_combo.cards import Card
from automa.castle_combo.cards.counting import Location
from automa.castle_combo.opponents.prospects import Bench, Stocked
from automa.castle_combo.opponents.worth import Evaluation, Worth, whole
from automa.castle_combo.rules import NOTHING, Purchase, Use, Way
from automa.castle_combo.state import DISPLAY, Cell, Laid, Player, State
from automa.dialogue import Named, Option, Text

T = TypeVar("T")

EVERY_THIRD = 3
"""Every third card that can come is weighed first: are all of them worth looking at?"""
FAR = 4.0
"""In points: what is further behind than this is not looked at more closely."""


NEW_CARDS = Option("refresh", Text("castle-combo.key.refresh"))


class Weighed(Struct, frozen=True):
    """A move and what it is worth: a turn, the end of one, or new cards when the move is not known yet."""

    move: Purchase | Way | Option
    value: float
    parts: Worth = (0.0, 0.0, 0.0, 0.0, 0.0)
    """Of the position after it: what the value consists of."""
    way: Way = NOTHING
    """How the ability is applied."""
    use: Use = "none"
    """What a key is spent on before it."""

    @property
    def name(self) -> Named:
        """The turn as it is named in a reason."""
        if self.use != "move":
            return self.move
        return Option(self.move.id, Text("castle-combo.think.with-key", move=self.move))

    @property
    def face(self) -> tuple[Card, bool] | None:
        """The card, and whether it is taken face down: what is left for others depends on both."""
        return (self.move.card, self.move.down) if isinstance(self.move, Purchase) else None

    @property
    def like(self) -> tuple[object, ...]:
        """The same for turns that differ only in a cell that makes no difference."""
        return self.use, self.face or self.move.id, round(self.value, 6)


class Expected(Struct, frozen=True):
    """What a refresh is worth on average, and cards that can come, best first."""

    value: float
    cards: Sequence[Card]
    """Those that were weighed."""
    count: int
    """How many can come."""


class Weigher:
    """Weighs the moves of one player on a table that it makes them on and takes them back."""

    __slots__ = ("bench", "evaluation", "player")

    def __init__(self, bench: Bench, evaluation: Evaluation) -> None:
        self.bench = bench
        self.player = bench.player
        self.evaluation = evaluation

    def now(self) -> Worth:
        return self.evaluation.worth(self.player)

    def weigh(self, takes: Iterable[Purchase]) -> list[Weighed]:
        """Each of the moves, card by card; face down all cards are the same."""
        found: list[Weighed] = []
        backs: dict[Cell, Weighed] = {}
        for (down, _), group in groupby(takes, attrgetter("down", "card")):
            cells = list(group)
            if not down:
                found += self.on_cells(cells)
                continue
            if not backs:
                backs = {take.cell: each for take, each in zip(cells, self.on_cells(cells), strict=True)}
            found += [replace(backs[take.cell], move=take) for take in cells]
        return found

    def on_cells(self, takes: Sequence[Purchase], least: float = -inf, far: float = inf) -> list[Weighed]:
        """A card on one cell after the other.

        Once it is `far` behind `least`, or behind what it was worth on another cell, it is tried no more.
        """
        player, evaluation = self.player, self.evaluation
        found: list[Weighed] = []
        top = least

        def look(take: Purchase, applied: tuple[Worth, Way], cards: Sequence[Laid]) -> bool:
            nonlocal top
            anywhere, way = applied
            worth = whole(anywhere, evaluation.in_place(player, cards)) if cards else anywhere
            value = sum(worth)
            found.append(Weighed(take, value, worth, way))
            if value > top:
                top = value
            return value < top - far

        self.bench.on_cells(takes, self._applied, look)
        return found

    def _applied(self, laid: Laid) -> tuple[Worth, Way]:
        """What all is worth wherever it lies, the ability applied in the best way; and that way."""
        ways = self.bench.ways(laid)
        if len(ways) == 1:
            return self.bench.after_applying(ways[0], self._anywhere), ways[0]
        tried = [(self.bench.after_applying(way, self._anywhere), way) for way in ways]
        return max(tried, key=lambda each: sum(each[0]))

    def _anywhere(self, stocked: Stocked) -> Worth:
        return self.evaluation.anywhere(self.player)

    def quickly(self, location: Location, least: float = -inf) -> Weighed | None:
        """About the best move at a location, and one that is worth more than `least`; if there is none, none.

        A card that is far behind on the first cell is not tried on the others.
        """
        found = None
        for card, down, price in rules.faces(self.bench.state, self.player, location):
            if not down:
                top = self.on_best_cell(card, price, least, FAR)
                if top.value > least:
                    found, least = top, top.value
        return found

    def on_best_cell(self, card: Card, price: int, least: float = -inf, far: float = inf) -> Weighed:
        """A card face up where it is worth most."""
        cells = rules.legal_cells(self.player)
        return best(self.on_cells([Purchase(card, False, cell, price) for cell in cells], least, far))

    def face_down(self, card: Card) -> Weighed:
        """A card face down where it is worth most; which card it is makes no difference."""
        cells = rules.legal_cells(self.player)
        return best(self.on_cells([Purchase(card, True, cell, 0) for cell in cells]))

    def takes(self, location: Location | None = None) -> list[Weighed]:
        """Each of the moves there are, here or at another location."""
        return self.weigh(rules.purchases(self.bench.state, self.player, location))

    def ways(self, ways: Iterable[Way]) -> list[Weighed]:
        """Each of the ways to apply the ability of a card that lies already."""
        found = [(way, self.bench.after_applying(way, lambda stocked: self.now())) for way in ways]
        return [Weighed(way, sum(worth), worth, way) for way, worth in found]

    def after_key(self, look: Callable[[], T]) -> T:
        """What is seen once a key is spent."""
        keys = self.player.keys
        rules.pay_key(self.player)
        seen = look()
        self.player.keys = keys
        return seen

    def after_refresh(self, otherwise: float) -> Expected:
        """What to expect of three new cards, all that can come being equally likely.

        A third of them is weighed first: where that falls far short of what there is `otherwise`, the rest
        will not change it.
        """
        pool = sorted(rules.after_refresh(self.bench.state), key=attrgetter("number"))
        return self.after_key(lambda: self._expected(pool, otherwise))

    def _expected(self, pool: Sequence[Card], otherwise: float) -> Expected:
        down = self.face_down(pool[0]).value
        found: list[tuple[float, Card]] = []
        for start in range(EVERY_THIRD):
            found += [(self._coming(card, down), card) for card in pool[start::EVERY_THIRD]]
            expected = best_of(DISPLAY, sorted((value for value, _ in found), reverse=True))
            if expected < otherwise - FAR:
                break
        found.sort(key=lambda each: (-each[0], each[1].number))
        return Expected(expected, [card for _, card in found], len(pool))

    def _coming(self, card: Card, down: float) -> float:
        """What a card that may come is worth: bought, or taken face down as any other."""
        price = rules.price(self.player, card)
        return down if price > self.player.gold else max(down, self.on_best_cell(card, price).value)


def weigher(state: State, player: Player, evaluation: Evaluation) -> Weigher:
    """Weighs on a twin of the table."""
    return Weigher(Bench.twin(state, player), evaluation)


def best_of(drawn: int, falling: Sequence[float]) -> float:
    """The mean of the best of `drawn` values, drawn at random from these without putting back."""
    ways, as_best = _draws(min(drawn, len(falling)), len(falling))
    return sum([value * times / ways for value, times in zip(falling, as_best, strict=True)])


@cache
def _draws(drawn: int, count: int) -> tuple[int, tuple[int, ...]]:
    """How many ways there are to draw that many of `count`, and in how many of them each is the best."""
    return comb(count, drawn), tuple(comb(count - 1 - place, drawn - 1) for place in range(count))


def best(weighed: Iterable[Weighed]) -> Weighed:
    """The best of some moves, the first of equals."""
    return max(weighed, key=attrgetter("value"))
