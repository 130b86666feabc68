"""What a move would bring, found by trying it on a twin of the table: public things only, no deck order."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from itertools import groupby
from operator import attrgetter
from typing import TypeAlias, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from automa.castle_combo import rules
from automa.castle_combo.cards.counting import how_many
from automa.castle_combo.rules import NOTHING, Take, Way
from automa.castle_combo.scoring import POINTS_PER_KEY, lies_at, stowed_points
from automa.castle_combo.state import COLUMN, ROW, TURNS, Cell, Laid, Player, State


def standing(player: Player) -> int:
    """The points as the cards lie now, keys included, by the count a person would make at the table.

    A scroll for a place in the grid counts while it can come true. Gold in hand is for spending: it counts
    on the purses only once all nine cards lie.
    """
    points = player.keys * POINTS_PER_KEY + in_place(player, player.placed())
    if len(player.cards) >= TURNS:
        points += stowed_points(player)
    for laid in player.cards.values():
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


class Trial(Struct, frozen=True):
    """A move and what comes of it: a card taken, or an ability applied in one of its ways."""

    player: Player
    """Who makes it, as before the move."""
    move: Take | Way
    points: int
    """More than before."""
    keys: int
    """Gained at once."""
    gold: int
    """Gained at once; what was paid is not taken off."""
    gold_left: int
    """In hand afterwards."""
    purse_gold: int = 0
    """Put on purses at once."""

    @property
    def id(self) -> str:
        return self.move.id

    @property
    def take(self) -> Take:
        assert isinstance(self.move, Take)
        return self.move

    @property
    def price(self) -> int:
        return self.move.price if isinstance(self.move, Take) else 0

    @property
    def profit(self) -> int:
        """Points, with every gold gained or paid as one."""
        return self.points + self.gold - self.price

    @property
    def purse_room(self) -> int:
        return 0 if self.take.down else self.take.card.purse

    def alike_in(self, cards: Iterable[Laid]) -> int:
        """How many shields like its own these cards have."""
        if self.take.down:
            return 0
        own = dict.fromkeys(self.take.card.shields)
        return sum(how_many(laid.card.packed, shield) for laid in cards for shield in own)

    def in_row(self, cards: Iterable[Laid]) -> list[Laid]:
        """Those of the cards that lie in the row of its cell."""
        return [laid for laid in cards if laid.row == ROW[self.take.cell]]

    def in_column(self, cards: Iterable[Laid]) -> list[Laid]:
        return [laid for laid in cards if laid.column == COLUMN[self.take.cell]]


Chooser: TypeAlias = Callable[[Sequence[Trial]], Trial]
"""Picks one of several ways to apply an ability, all tried."""

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

    def trials(self, takes: Iterable[Take], choose: Chooser) -> list[Trial]:
        """Each of the moves, tried, with its ability applied as chosen."""
        before = standing(self.player)
        return self.each(takes, lambda cells: self._on_cells(cells, choose, before))

    def _on_cells(self, takes: Sequence[Take], choose: Chooser, before: int) -> list[Trial]:
        """A card on one cell after the other: only what depends on the place is looked at again."""
        player = self.player
        anew = takes[0].card.gains_in_place and not takes[0].down

        def look(laid: Laid) -> list[Trial]:
            cards = player.placed()
            trial = self._applied(laid, choose, before)
            anywhere = trial.points - in_place(player, cards)
            found: list[Trial] = []
            for take in takes:
                if (cards or anew) and take.cell != laid.cell:
                    laid = self.onto(laid, take.cell)
                    if anew:
                        cards = player.placed()
                        trial = self._applied(laid, choose, before)
                        anywhere = trial.points - in_place(player, cards)
                found.append(replace(trial, move=take, points=anywhere + in_place(player, cards)))
            return found

        return self.after_laying(takes[0], look)

    def _applied(self, laid: Laid, choose: Chooser, before: int) -> Trial:
        """What comes of a card that lies, its ability applied as chosen."""
        player = self.player
        if laid.down:
            points = standing(player) - before
            return Trial(player, NOTHING, points, rules.FACE_DOWN_KEYS, rules.FACE_DOWN_GOLD, player.gold)
        ways = self.ways_tried(self.ways(laid), before)
        return ways[0] if len(ways) == 1 else choose(ways)

    def ways_tried(self, ways: Iterable[Way], before: int) -> list[Trial]:
        """Each of the ways to apply an ability, tried; points are counted from those `before`."""
        player = self.player
        gold, keys = player.gold, player.keys
        on_purses = sum([laid.gold for laid in player.cards.values()])

        def look(way: Way) -> Trial:
            return Trial(
                player,
                way,
                standing(player) - before,
                player.keys - keys,
                player.gold - gold,
                player.gold,
                sum([laid.gold for laid in player.cards.values()]) - on_purses,
            )

        return [self.after_applying(way, partial(look, way)) for way in ways]
