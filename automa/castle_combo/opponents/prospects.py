"""What a move would bring, found by trying it on a twin of the table: public things only, no deck order."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import cached_property, partial
from typing import Generic, TypeAlias, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from automa.castle_combo import rules
from automa.castle_combo.cards import Card
from automa.castle_combo.cards.counting import Location, how_many
from automa.castle_combo.rules import NOTHING, Purchase, Way
from automa.castle_combo.scoring import key_points, lies_at, stowed_points
from automa.castle_combo.state import TURNS, Cell, Laid, Player, State


def standing(player: Player) -> int:
    """The points as the cards lie now, keys included, by the count a person would make at the table.

    A scroll for a place in the grid counts while it can come true. Gold in hand is for spending: it counts
    on the purses only once all nine cards lie.
    """
    return anywhere(player) + in_place(player)


def anywhere(player: Player) -> int:
    """The points that do not depend on where the cards lie."""
    points = key_points(player)
    if len(player.cards) >= TURNS:
        points += stowed_points(player)
    for laid in player.unplaced:
        points += laid.card.points * laid.card.scored(player, laid)
    return points


def in_place(player: Player) -> int:
    """The points of cards that score by where they lie."""
    points = 0
    for laid in player.placed:
        card = laid.card
        if card.position is None:
            points += card.points * card.scored(player, laid)
        elif lies_at(card.position, laid.row, laid.column, player.filled) is not False:
            points += card.points
    return points


class Gains(Struct, frozen=True):
    """What a move would bring."""

    points: int
    """More than before."""
    profit: int
    """Points, with every gold gained or paid as one."""
    keys: int
    """Gained at once."""
    gold: int
    """Gained at once; what was paid is not taken off."""
    gold_left: int
    """In hand afterwards."""
    purse_gold: int = 0
    """Put on purses at once."""

    def elsewhere(self, points: int) -> Gains:
        """The same with these points for where cards lie."""
        return replace(self, points=self.points + points, profit=self.profit + points)


T = TypeVar("T")
Stocked: TypeAlias = Sequence[tuple[Laid, int]]
"""The gold that went on purses, and where."""


class Applied(Struct, Generic[T], frozen=True, eq=False):
    """A way to apply an ability, and what it brings."""

    way: Way
    brings: T

    @property
    def id(self) -> str:
        return self.way.id


class Bench(Struct, frozen=True):
    """A table on which one player's moves are made, looked at and taken back."""

    state: State
    player: Player

    @classmethod
    def twin(cls, state: State, player: Player) -> Bench:
        """One on which the player can be spoilt; what belongs to others changes in their turns alone."""
        twin = player.copy()
        players = [twin if each is player else each for each in state.players]
        display = {location: cards[:] for location, cards in state.display.items()}
        return cls(replace(state, players=players, display=display), twin)

    def after_laying(self, take: Purchase, look: Callable[[Laid], T]) -> T:
        """What is seen when the card lies there and is paid for; it may be shifted meanwhile."""
        player = self.player
        gold, keys = player.gold, player.keys
        seen = look(rules.lay(player, take))
        player.pick_up(next(reversed(player.cards)))
        player.gold, player.keys = gold, keys
        return seen

    def on_cells(
        self,
        card: Card,
        price: int,
        cells: Sequence[Cell],
        see: Callable[[Stocked], T],
        choose: Callable[[Sequence[Applied[T]]], Applied[T]],
        look: Callable[[Cell, Applied[T]], bool],
        *,
        down: bool,
    ) -> None:
        """Lay a card on one cell after the other, until `look` has seen enough and says so.

        It is shown what came of the ability, which is applied again only where that depends on the place.
        """
        player = self.player
        gold, keys = player.gold, player.keys
        anew = card.gains_in_place and not down
        rules.pay(player, price, down=down)
        laid = player.lay(card, cells[0], down=down)
        applied = self.applied(laid, see, choose)
        for cell in cells:
            if cell != laid.cell:
                if anew:
                    player.pick_up(laid.cell)
                    # Ways to fill its purse still tell of the card as it was.
                    laid = player.lay(card, cell)
                    applied = self.applied(laid, see, choose)
                elif player.placed:
                    player.shift(laid, cell)
            if look(cell, applied):
                break
        player.pick_up(laid.cell)
        player.gold, player.keys = gold, keys

    def after_applying(self, way: Way, look: Callable[[Stocked], T]) -> T:
        """What is seen when the ability has brought the player what it brings."""
        player = self.player
        gold, keys = player.gold, player.keys
        stocked = rules.gain(player, way)
        seen = look(stocked)
        for laid, added in stocked:
            laid.gold -= added
        player.gold, player.keys = gold, keys
        return seen

    def each_way(self, ways: Iterable[Way], see: Callable[[Stocked], T]) -> list[Applied[T]]:
        """What is seen after each of the ways to apply an ability."""
        return [Applied(way, self.after_applying(way, see)) for way in ways]

    def applied(
        self, laid: Laid, see: Callable[[Stocked], T], choose: Callable[[Sequence[Applied[T]]], Applied[T]]
    ) -> Applied[T]:
        """The ability of a card that lies, in the way that is chosen of several; a face-down one has none."""
        if laid.down or not laid.card.deeds:
            return Applied(NOTHING, see(()))
        ways = rules.ways(self.state, self.player, laid)
        if len(ways) == 1:
            return Applied(ways[0], self.after_applying(ways[0], see))
        return choose(self.each_way(ways, see))


Chooser: TypeAlias = Callable[[Sequence[Applied[Gains]]], Applied[Gains]]
"""Picks one of several ways to apply an ability, all tried."""


class Prospect(Struct, eq=False):
    """A card taken; what that brings is worked out when it is asked for."""

    player: Player
    """Who takes it, as before the move."""
    take: Purchase
    tryout: Tryout
    tried: Gains | None = None

    @property
    def id(self) -> str:
        return self.take.id

    @property
    def brings(self) -> Gains:
        if self.tried is None:
            self.tried = self.tryout.brings(self.take)
        return self.tried

    def alike_in(self, shields: int) -> int:
        """How many of these packed shields are like its own."""
        if self.take.down:
            return 0
        return sum([how_many(shields, shield) for shield in dict.fromkeys(self.take.card.shields)])


class Tryout:
    """Tries the moves of one player, each card only when what it brings is asked for."""

    def __init__(self, bench: Bench, choose: Chooser) -> None:
        self.bench = bench
        self.choose = choose
        """How an ability is applied that leaves a choice."""
        self._brought: dict[Card | None, dict[Cell, Gains]] = {}

    @cached_property
    def before(self) -> tuple[int, int, int]:
        """The points, gold and keys before any of the moves; to be asked for while none is being tried."""
        player = self.bench.player
        return standing(player), player.gold, player.keys

    def prospects(self, takes: Iterable[Purchase]) -> list[Prospect]:
        """The moves, to be tried."""
        player = self.bench.player
        return [Prospect(player, take, self) for take in takes]

    def at(self, location: Location) -> list[Prospect]:
        """The moves at a location, to be tried."""
        return self.prospects(rules.purchases(self.bench.state, self.bench.player, location))

    def brings(self, take: Purchase) -> Gains:
        """What a move brings; face down all cards are the same."""
        face = None if take.down else take.card
        if face not in self._brought:
            self._brought[face] = self.on_cells(take)
        return self._brought[face][take.cell]

    def on_cells(self, take: Purchase) -> dict[Cell, Gains]:
        """What a card brings on every cell."""
        player, found = self.bench.player, dict[Cell, Gains]()

        def look(cell: Cell, applied: Applied[Gains]) -> bool:
            found[cell] = applied.brings.elsewhere(in_place(player))
            return False

        after = partial(self.after, self.before, take.price, 0)
        cells = rules.legal_cells(player)
        self.bench.on_cells(take.card, take.price, cells, after, self.choose, look, down=take.down)
        return found

    def after(self, before: tuple[int, int, int], price: int, besides: int, stocked: Stocked) -> Gains:
        """What an ability brought that was just applied, with `besides` the points for where cards lie."""
        player, (points, gold, keys) = self.bench.player, before
        more, earned = anywhere(player) + besides - points, player.gold - gold
        on_purses = sum([added for _, added in stocked]) if stocked else 0
        return Gains(more, more + earned, player.keys - keys, earned + price, player.gold, on_purses)

    def ways_now(self, ways: Iterable[Way]) -> list[Applied[Gains]]:
        """Each of the ways to apply the ability of a card that lies already."""
        besides = in_place(self.bench.player)
        return self.bench.each_way(ways, partial(self.after, self.before, 0, besides))
