"""What a move would bring, found by trying it on a twin of the table: public things only, no deck order."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cached_property
from itertools import groupby
from operator import attrgetter
from typing import TypeAlias, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from automa.castle_combo import rules
from automa.castle_combo.cards.counting import how_many
from automa.castle_combo.rules import NOTHING, Take, Way
from automa.castle_combo.scoring import POINTS_PER_KEY, lies_at, stowed_points
from automa.castle_combo.state import TURNS, Cell, Laid, Player, State


def standing(player: Player) -> int:
    """The points as the cards lie now, keys included, by the count a person would make at the table.

    A scroll for a place in the grid counts while it can come true. Gold in hand is for spending: it counts
    on the purses only once all nine cards lie.
    """
    return anywhere(player) + in_place(player, player.placed())


def anywhere(player: Player) -> int:
    """The points that do not depend on where the cards lie."""
    cards = player.cards
    points = player.keys * POINTS_PER_KEY
    if len(cards) >= TURNS:
        points += stowed_points(player)
    for laid in cards.values():
        card = laid.card
        if not card.in_place and not laid.down:
            points += card.points * card.scored(player, laid)
    return points


def in_place(player: Player, cards: Iterable[Laid]) -> int:
    """The points of cards that score by where they lie."""
    points = 0
    for laid in cards:
        card = laid.card
        if card.position is None:
            points += card.points * card.scored(player, laid)
        elif lies_at(card.position, laid, player.filled) is not False:
            points += card.points
    return points


def on_purses(player: Player) -> int:
    """The gold on all the player's purses."""
    return sum([laid.gold for laid in player.cards.values()])


class Prospect(Struct, frozen=True):
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

    def elsewhere(self, points: int) -> Prospect:
        """The same on a cell that is so many points better."""
        return replace(self, points=self.points + points, profit=self.profit + points) if points else self


T = TypeVar("T")
Tried = TypeVar("Tried", bound=Struct)
"""A move with what came of it; it has a `move`."""


class Bench(Struct, frozen=True):
    """A table on which one player's moves are made, looked at and taken back."""

    state: State
    player: Player

    @classmethod
    def twin(cls, state: State, player: Player) -> Bench:
        """One that can be spoilt."""
        twin = state.copy()
        return cls(twin, twin.players[state.players.index(player)])

    def after_laying(self, take: Take, look: Callable[[Laid], T]) -> T:
        """What is seen when the card lies there and is paid for; it may be shifted meanwhile."""
        player = self.player
        gold, keys = player.gold, player.keys
        seen = look(rules.lay(player, take))
        player.pick_up(next(reversed(player.cards)))
        player.gold, player.keys = gold, keys
        return seen

    def onto(self, laid: Laid, cell: Cell) -> Laid:
        """The card that was laid last, on another cell; ways to fill its purse still tell of it as it was."""
        if laid.card.gains_in_place:
            return self.player.lay(self.player.pick_up(laid.cell).card, cell, down=laid.down)
        self.player.shift(laid, cell)
        return laid

    def after_applying(self, way: Way, look: Callable[[], T]) -> T:
        """What is seen when the ability has brought the player what it brings."""
        player = self.player
        gold, keys = player.gold, player.keys
        stocked = rules.gain(player, way)
        seen = look()
        for laid, added in stocked:
            laid.gold -= added
        player.gold, player.keys = gold, keys
        return seen

    def ways(self, laid: Laid) -> Sequence[Way]:
        """The ways to apply an ability."""
        return rules.ways(self.state, self.player, laid) or (NOTHING,)

    def each(self, takes: Iterable[Take], look: Callable[[Sequence[Take]], Sequence[Tried]]) -> list[Tried]:
        """What comes of each of the moves, looked at card by card; face down all cards are the same."""
        found: list[Tried] = []
        backs: dict[Cell, Tried] = {}
        for (down, _), group in groupby(takes, attrgetter("down", "card")):
            cells = list(group)
            if not down:
                found += look(cells)
                continue
            if new := [take for take in cells if take.cell not in backs]:
                backs |= {take.cell: seen for take, seen in zip(new, look(new), strict=True)}
            found += [replace(backs[take.cell], move=take) for take in cells]
        return found


class Applied(Struct, frozen=True, eq=False):
    """A way to apply an ability, and what it brings."""

    way: Way
    brings: Prospect

    @property
    def id(self) -> str:
        return self.way.id


Chooser: TypeAlias = Callable[[Sequence[Applied]], Applied]
"""Picks one of several ways to apply an ability, all tried."""


class Trial(Struct, frozen=True, eq=False):
    """A card taken; what that brings is tried when somebody wants to know it."""

    player: Player
    """Who takes it, as before the move."""
    take: Take
    tries: OnCells

    @property
    def id(self) -> str:
        return self.take.id

    @property
    def brings(self) -> Prospect:
        return self.tries.brings[self.take.cell]

    @property
    def purse_room(self) -> int:
        return 0 if self.take.down else self.take.card.purse

    def alike_in(self, shields: int) -> int:
        """How many of these packed shields are like its own."""
        if self.take.down:
            return 0
        return sum([how_many(shields, shield) for shield in dict.fromkeys(self.take.card.shields)])


class OnCells:
    """A card, face up or face down, to be tried on some cells."""

    def __init__(self, tryout: Tryout, takes: Sequence[Take]) -> None:
        self.tryout = tryout
        self.takes = takes

    @cached_property
    def brings(self) -> Mapping[Cell, Prospect]:
        """What it brings on each of them."""
        return self.tryout.on_cells(self.takes)


class Tryout:
    """Tries the moves of one player, each card only when somebody wants to know what it brings."""

    def __init__(self, bench: Bench, choose: Chooser) -> None:
        self.bench = bench
        self.choose = choose
        """How an ability is applied that leaves a choice."""

    @cached_property
    def before(self) -> int:
        """The points before the move."""
        return standing(self.bench.player)

    def trials(self, takes: Iterable[Take]) -> list[Trial]:
        """The moves, to be tried; face down all cards are the same."""
        player = self.bench.player
        found: list[Trial] = []
        backs: OnCells | None = None
        for (down, _), group in groupby(takes, attrgetter("down", "card")):
            cells = list(group)
            if down:
                tries = backs = backs or OnCells(self, cells)
            else:
                tries = OnCells(self, cells)
            found += [Trial(player, take, tries) for take in cells]
        return found

    def on_cells(self, takes: Sequence[Take]) -> dict[Cell, Prospect]:
        """What a card brings on each cell: only what depends on the place is looked at again."""
        bench, player, first, before = self.bench, self.bench.player, takes[0], self.before
        anew = first.card.gains_in_place and not first.down

        def look(laid: Laid) -> dict[Cell, Prospect]:
            cards = player.placed()
            here = in_place(player, cards)
            brings = self.applied(laid, first, here - before)
            if not cards and not anew:
                return dict.fromkeys([take.cell for take in takes], brings)
            found = {first.cell: brings}
            for take in takes[1:]:
                laid = bench.onto(laid, take.cell)
                if anew:
                    cards = player.placed()
                    here = in_place(player, cards)
                    found[take.cell] = brings = self.applied(laid, take, here - before)
                else:
                    found[take.cell] = brings.elsewhere(in_place(player, cards) - here)
            return found

        return bench.after_laying(first, look)

    def applied(self, laid: Laid, take: Take, besides: int) -> Prospect:
        """What a card that lies brings, its ability applied as chosen; `besides` are other points."""
        player = self.bench.player
        if take.down:
            points = anywhere(player) + besides
            gold, keys = rules.FACE_DOWN_GOLD, rules.FACE_DOWN_KEYS
            return Prospect(points, points + gold, keys, gold, player.gold)
        ways = self.ways(self.bench.ways(laid), besides, take.price)
        return ways[0].brings if len(ways) == 1 else self.choose(ways).brings

    def ways(self, ways: Iterable[Way], besides: int, price: int = 0) -> list[Applied]:
        """Each of the ways to apply an ability, tried; `besides` are other points."""
        player = self.bench.player
        gold, keys, purses = player.gold, player.keys, on_purses(player)

        def look() -> Prospect:
            points, gained = anywhere(player) + besides, player.gold - gold
            return Prospect(
                points,
                points + gained - price,
                player.keys - keys,
                gained,
                player.gold,
                on_purses(player) - purses,
            )

        return [Applied(way, self.bench.after_applying(way, look)) for way in ways]

    def ways_now(self, ways: Iterable[Way]) -> list[Applied]:
        """Each of the ways to apply the ability of a card that lies already."""
        player = self.bench.player
        return self.ways(ways, in_place(player, player.placed()) - self.before)
