"""What a position is worth to one who thinks, and what each move would make of it.

A move is made, the position is looked at, and it is taken back. A thinker knows what any player knows: what
lies face up, what is in the discards, and so which cards are still in a deck, but never their order.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import cache, lru_cache
from math import comb, inf
from operator import attrgetter
from typing import TYPE_CHECKING, TypeAlias, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from automa.castle_combo import rules
from automa.castle_combo.cards import Card, NoShield
from automa.castle_combo.cards.counting import Location, ShieldTypes, word_of
from automa.castle_combo.opponents.plans import Weights
from automa.castle_combo.opponents.prospects import Applied, Bench, Stocked
from automa.castle_combo.rules import NOTHING, Purchase, Use, Way
from automa.castle_combo.scoring import key_points, lies_at, stowed_points
from automa.castle_combo.state import DISPLAY, TURNS, Cell, Player, State, cards_in_column, cards_in_row
from automa.dialogue import Named, Option, Text

if TYPE_CHECKING:
    from automa.castle_combo.cards import Deck

T = TypeVar("T")

LINE = 3
"""The cells of a row or column."""
EVERY_THIRD = 3
"""Every third card that can come is weighed first: are all of them worth looking at?"""
FAR = 4.0
"""In points: what is further behind than this is not looked at more closely."""

Worth: TypeAlias = tuple[float, float, float, float, float]
"""What a position is worth, in parts."""
PARTS = ("points", "gold", "keys", "discounts", "hopes")
"""Scored already, keys included; gold; what keys can do beyond the point each scores; discounts; what the
scrolls may still come to."""


class Evaluation:
    """Weights made ready for the cards of a box: looked up a thousand times for every move."""

    __slots__ = ("absent", "growing", "weights")

    def __init__(self, weights: Weights, deck: Deck) -> None:
        self.weights = weights
        self.absent = [weights.absence**left - 1 for left in range(TURNS + 1)]
        """How much of a scroll for a missing shield is lost, by the turns that are left."""
        self.growing = [_growing(card, weights) for card in deck.cards]

    def worth(self, player: Player) -> Worth:
        """What a player's cards, gold and keys are worth with the turns that are left."""
        return whole(self.anywhere(player), self.in_place(player))

    def anywhere(self, player: Player) -> Worth:
        """What everything is worth that does not depend on where the cards lie."""
        weights, growing = self.weights, self.growing
        left = TURNS - len(player.cards)
        points: float = key_points(player)
        hopes = value = 0.0
        spent = weights.spending * left
        if spent > player.gold:
            spent = player.gold
        rest = player.gold - spent
        for laid in player.unplaced:
            card = laid.card
            now = card.points * card.scored(player, laid)
            points += now
            grows = growing[card.number]
            if grows:
                more = grows * left
                hopes += more if more > -now else -now
            elif card.purse:
                room = card.purse - laid.gold
                if room:
                    stowed = rest if rest < room else room
                    rest -= stowed
                    value += stowed * (card.points + player.banked) + (room - stowed) * weights.purse
            elif now and isinstance(card.scroll.when, NoShield):
                hopes += now * self.absent[left]
        if not left:
            return points + stowed_points(player), 0.0, 0.0, 0.0, 0.0
        keys = player.keys if player.keys < left else left
        return (
            points,
            value + spent * weights.gold + rest * weights.spare,
            keys * weights.key,
            (player.off_castle + player.off_village) * weights.discount * left,
            hopes,
        )

    def in_place(self, player: Player) -> tuple[float, float]:
        """The points and hopes that depend on where cards lie: in a row, a column, the grid."""
        filled, growing = player.filled, self.growing
        points = hopes = 0.0
        for laid in player.placed:
            card = laid.card
            if card.position is not None:
                there = lies_at(card.position, laid.row, laid.column, filled)
                if there:
                    points += card.points
                elif there is None:
                    hopes += card.points * self.weights.place
                continue
            now = card.points * card.scored(player, laid)
            points += now
            more = growing[card.number] * empty_cells(filled, laid.row, laid.column, card.in_place)
            hopes += more if more > -now else -now
        return points, hopes


@cache
def empty_cells(filled: int, row: int, column: int, line: str) -> int:
    """How many cells of a row, a column or both have no card yet."""
    in_row = LINE - cards_in_row(filled, row)
    in_column = LINE - cards_in_column(filled, column)
    return in_row * (line != "column") + in_column * (line != "row")


def whole(anywhere: Worth, in_place: tuple[float, float]) -> Worth:
    """Both parts of a worth together."""
    points, gold, keys, discounts, hopes = anywhere
    return points + in_place[0], gold, keys, discounts, hopes + in_place[1]


@lru_cache(8)
def evaluation(weights: Weights, deck: Deck) -> Evaluation:
    """The same for all who weigh alike."""
    return Evaluation(weights, deck)


def _growing(card: Card, weights: Weights) -> float:
    """What a scroll grows by for every empty cell that can hold what it counts; 0 if it does not grow so."""
    per = card.scroll.per
    if per is None:
        return 0.0
    word = "types" if isinstance(per, ShieldTypes) else word_of(per).replace("-", "_")
    return card.points * float(getattr(weights.growth, word + "_in_line" * bool(card.in_place), 0.0))


# ---------------------------------------------------------------- moves


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


Seen: TypeAlias = tuple[float, Cell, Way]
"""What a card is worth on a cell, and with which way to apply its ability."""
NOWHERE: Seen = (-inf, "", NOTHING)
Tried: TypeAlias = dict[object, dict[Card | None, list[Seen]]]
"""What was seen of each card (None: face down) on one cell after the other, by what lies in the tableau."""


class Weigher:
    """Weighs the moves of one player on a table that it makes them on and takes them back."""

    __slots__ = ("bench", "evaluation", "player", "tried")

    def __init__(self, bench: Bench, evaluation: Evaluation, tried: Tried | None = None) -> None:
        """`tried` is what has been seen already, on other shuffles."""
        self.bench = bench
        self.player = bench.player
        self.evaluation = evaluation
        self.tried = tried

    def now(self) -> Worth:
        return self.evaluation.worth(self.player)

    def weigh(self, takes: Iterable[Purchase]) -> list[Weighed]:
        """Each of the moves; face down all cards are the same."""
        found: list[Weighed] = []
        faces: dict[Card | None, dict[Cell, Weighed]] = {}
        for take in takes:
            face = None if take.down else take.card
            if face not in faces:
                faces[face] = self.on_cells(take)
            found.append(replace(faces[face][take.cell], move=take))
        return found

    def on_cells(self, take: Purchase) -> dict[Cell, Weighed]:
        """A card on each of the cells where it may lie."""
        found: dict[Cell, Weighed] = {}

        def look(cell: Cell, applied: Applied[Worth]) -> bool:
            worth = whole(applied.brings, self.evaluation.in_place(self.player))
            found[cell] = Weighed(take, sum(worth), worth, applied.way)
            return False

        cells = rules.legal_cells(self.player)
        self.bench.on_cells(take.card, take.price, cells, self._anywhere, _best_way, look, down=take.down)
        return found

    def _anywhere(self, stocked: Stocked) -> Worth:
        """What all is worth wherever it lies."""
        return self.evaluation.anywhere(self.player)

    def quickly(self, location: Location, least: float = -inf, *, down: bool = False) -> Weighed | None:
        """About the best move at a location that is worth more than `least`; `down`: a card face down, too.

        A card that is far behind on the first cell is not tried on the others.
        """
        player, display = self.player, self.bench.state.display[location]
        tried = {} if self.tried is None else self.tried.setdefault(as_it_lies(player), {})
        found = None
        if down:
            found = self.on_best_cell(display[0], 0, down=True, seen=tried.setdefault(None, []))
            least = found.value
        for card in display:
            price = rules.price(player, card)
            if price > player.gold:
                continue
            seen = [] if card.looks_elsewhere else tried.setdefault(card, [])
            top = self.on_best_cell(card, price, least, FAR, seen=seen)
            if top.value > least:
                found, least = top, top.value
        return found

    def on_best_cell(
        self,
        card: Card,
        price: int,
        least: float = -inf,
        far: float = inf,
        *,
        down: bool = False,
        seen: list[Seen] | None = None,
    ) -> Weighed:
        """A card where it is worth most; face down which card it is makes no difference.

        Once it is `far` behind `least`, or behind what it was worth on another cell, it is tried no more.
        `seen` are the cells that it was tried on before, with these cards, this gold and these keys.
        """
        player, in_place = self.player, self.evaluation.in_place
        seen = [] if seen is None else seen
        best, top = NOWHERE, least

        def is_enough(there: Seen) -> bool:
            nonlocal best, top
            value = there[0]
            if value > best[0]:
                best = there
                if value > top:
                    top = value
            return value < top - far

        def look(cell: Cell, applied: Applied[Worth]) -> bool:
            worth = whole(applied.brings, in_place(player)) if player.placed else applied.brings
            there = sum(worth), cell, applied.way
            seen.append(there)
            return is_enough(there)

        if not any(map(is_enough, seen)):
            cells = self.different_cells(card, down=down)[len(seen) :]
            if cells:
                self.bench.on_cells(card, price, cells, self._anywhere, _best_way, look, down=down)
        value, cell, way = best
        return Weighed(Purchase(card, down, cell, price), value, way=way)

    def different_cells(self, card: Card, *, down: bool) -> Sequence[Cell]:
        """Where a card may lie; only one cell if they are all the same."""
        cells = rules.legal_cells(self.player)
        matters = self.player.placed or (not down and (card.in_place or card.gains_in_place))
        return cells if matters else cells[:1]

    def takes(self, location: Location | None = None) -> list[Weighed]:
        """Each of the moves there are, here or at another location."""
        return self.weigh(rules.purchases(self.bench.state, self.player, location))

    def ways(self, ways: Iterable[Way]) -> list[Weighed]:
        """Each of the ways to apply the ability of a card that lies already."""
        found = self.bench.each_way(ways, lambda stocked: self.now())
        return [Weighed(each.way, sum(each.brings), each.brings, each.way) for each in found]

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
        down = self.on_best_cell(pool[0], 0, down=True).value
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


def _best_way(tried: Sequence[Applied[Worth]]) -> Applied[Worth]:
    return max(tried, key=lambda each: sum(each.brings))


def as_it_lies(player: Player) -> tuple[object, ...]:
    """All that a player's moves are weighed by, but for what others have and what is on display."""
    return player.gold, player.keys, *map(_how_it_lies, player.cards.values())


_how_it_lies = attrgetter("card", "cell", "down", "gold")


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
