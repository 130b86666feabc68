"""What a move would bring, found by trying it on a twin of the table: public things only, no deck order."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import cache

from automa.castle_combo import rules
from automa.castle_combo.cards import AtPosition, Card, Resource
from automa.castle_combo.counting import Survey, how_many
from automa.castle_combo.rules import Discarded, Gained, OthersGained, Take, Way
from automa.castle_combo.scoring import POINTS_PER_KEY, can_be_at, card_points, origin, stow
from automa.castle_combo.state import TURNS, Cell, Laid, Player, Table

certain_origin = cache(origin)
"""The same as `origin`, remembered: one tableau is looked at very often."""


def standing(player: Player) -> int:
    """The points as the cards lie now, keys included, by the count a person would make at the table.

    A scroll for a place in the grid counts while it can come true. Gold in hand is for spending: it counts
    on the purses only once all nine cards lie.
    """
    survey = Survey(player)
    filled = player.filled
    points = player.keys * POINTS_PER_KEY
    if len(player.cards) >= TURNS:
        for cell, amount in stow(player).items():
            survey.gold += amount
            points += amount * player.cards[cell].card.scroll.points
    top, left = certain_origin(filled)
    for laid in player.cards.values():
        when = laid.card.scroll.when
        if isinstance(when, AtPosition) and not laid.down:
            if can_be_at(when, laid, filled):
                points += laid.card.scroll.points
        else:
            points += card_points(survey, laid, top, left)
    return points


class Trial:
    """A move and what comes of it."""

    __slots__ = ("alike", "gold", "gold_left", "keys", "points", "purse_gold", "take", "way")

    def __init__(
        self,
        take: Take,
        way: Way | None,
        *,
        points: int,
        keys: int,
        gold: int,
        gold_left: int,
        purse_gold: int,
        alike: int,
    ) -> None:
        self.take = take
        self.way = way
        """How its ability would be applied."""
        self.points = points
        """More than before."""
        self.keys = keys
        """Gained at once."""
        self.gold = gold
        """Gained at once; what was paid is not taken off."""
        self.gold_left = gold_left
        """In hand afterwards."""
        self.purse_gold = purse_gold
        """Put on purses at once."""
        self.alike = alike
        """How many shields like its own the tableau has already."""

    def of(self, take: Take) -> Trial:
        """The same for another move that brings the same."""
        return Trial(
            take,
            self.way,
            points=self.points,
            keys=self.keys,
            gold=self.gold,
            gold_left=self.gold_left,
            purse_gold=self.purse_gold,
            alike=self.alike,
        )

    @property
    def profit(self) -> int:
        """Points, with every gold gained or paid as one."""
        return self.points + self.gold - self.take.price

    @property
    def purse_room(self) -> int:
        return 0 if self.take.down else self.take.card.purse


Chooser = Callable[[Player, Sequence[Way]], Way]
"""Picks one of several ways to apply an ability."""


class Bench:
    """A twin of the table on which one player's moves are tried and taken back."""

    __slots__ = ("player", "table")

    def __init__(self, table: Table, player: Player) -> None:
        self.table = table.copy()
        self.player = self.table.players[table.players.index(player)]

    def ways(self, laid: Laid) -> list[Way]:
        return rules.ways(self.table, self.player, laid)

    def trials(self, takes: Iterable[Take], choose: Chooser) -> list[Trial]:
        """Each of the moves, tried."""
        before = standing(self.player)
        shields = Survey(self.player).shields
        face_down: dict[Cell, Trial] = {}
        tried: list[Trial] = []
        for take in takes:
            if not take.down:
                tried.append(self._trial(take, before, shields, choose))
                continue
            # Face down all cards are the same.
            known = face_down.get(take.cell)
            if known is None:
                known = face_down[take.cell] = self._trial(take, before, shields, choose)
            tried.append(known.of(take))
        return tried

    def _trial(self, take: Take, before: int, shields: int, choose: Chooser) -> Trial:
        player = self.player
        gold, keys = player.gold, player.keys
        laid = self.lay(take)
        paid = player.gold
        way: Way | None = None
        stocked: list[tuple[Laid, int]] = []
        if not take.down:
            found = self.ways(laid)
            if found:
                way = found[0] if len(found) == 1 else choose(player, found)
                stocked = give(player, way)
        trial = Trial(
            take,
            way,
            points=standing(player) - before,
            keys=player.keys - keys,
            gold=player.gold - gold if take.down else player.gold - paid,
            gold_left=player.gold,
            purse_gold=sum(amount for _, amount in stocked),
            alike=0 if take.down else _alike(shields, take.card),
        )
        self.take_back(take.cell, gold, keys, stocked)
        return trial

    def lay(self, take: Take) -> Laid:
        """Pay for the card and lay it."""
        player = self.player
        if take.down:
            player.gold += rules.FACE_DOWN_GOLD
            player.keys += rules.FACE_DOWN_KEYS
        else:
            player.gold -= take.price
        return player.lay(take.card, take.cell, down=take.down)

    def take_back(self, cell: Cell, gold: int, keys: int, stocked: Sequence[tuple[Laid, int]]) -> None:
        """Make it undone: the card goes, gold and keys are what they were."""
        unstock(stocked)
        self.player.pick_up(cell)
        self.player.gold = gold
        self.player.keys = keys


def give(player: Player, way: Way) -> list[tuple[Laid, int]]:
    """Let the player have what an ability brings; the gold that went on purses, to take it off again."""
    stocked: list[tuple[Laid, int]] = []
    for effect in way.effects:
        if isinstance(effect, Gained):
            _add(player, effect.what, effect.amount)
        elif isinstance(effect, Discarded):
            _add(player, effect.what, effect.card.cost)
        elif not isinstance(effect, OthersGained):
            for purse, amount in effect.purses:
                laid = player.cards[purse.cell]
                laid.gold += amount
                stocked.append((laid, amount))
    return stocked


def unstock(stocked: Sequence[tuple[Laid, int]]) -> None:
    """Take the gold off the purses again."""
    for laid, amount in stocked:
        laid.gold -= amount


def _add(player: Player, what: Resource, amount: int) -> None:
    if what == "gold":
        player.gold += amount
    else:
        player.keys += amount


def _alike(shields: int, card: Card) -> int:
    return sum(how_many(shields, shield) for shield in dict.fromkeys(card.shields))
