"""Weighing what a card, and the second one behind it, leads to: points, rivals, threats and hopes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial

from automa.dialogue import Named, Option, Text
from automa.methoni import rules, scoring
from automa.methoni.island import KINDS, Border, Kind
from automa.methoni.opponents.plans import Weights
from automa.methoni.opponents.prospects import Bids, Buyer, allowing, annex_gaining
from automa.methoni.rules import CARDS_A_TURN, Houses
from automa.methoni.state import Player, State, of
from automa.methoni.steps import Done, Play, Trade, Wall, plays
from automa.opponents import CLOSE

FULL_PURSE = 5
PARTS = ("points", "rivals", "threat", "hope", "houses", "markets", "purse", "towers")
THREAT = PARTS.index("threat")
NO_FUTURE = (0.0,) * (len(PARTS) - 2)


class Position:
    """A table on which a player tries cards: what is worked out once for all of them."""

    __slots__ = ("bids", "held", "houses", "markets", "player", "table", "towers", "weights")

    def __init__(
        self, table: State, player: Player, weights: Weights, held: Sequence[int] | None = None
    ) -> None:
        """Who knows what everybody's Domains score says so: `held`."""
        self.table = table
        self.player = player
        self.weights = weights
        self.held = scoring.holdings(table) if held is None else held
        self.bids = Bids(table)
        self.houses = of(sum(table.houses), player.place) if weights.house else 0
        place = player.place
        self.markets = self.towers = 0.0
        if weights.market:
            self.markets = beyond_others([rules.markets_of(table, each) for each in table.players], place)
        if weights.tower:
            self.towers = beyond_others([each.towers for each in table.players], place)

    @property
    def worth(self) -> Worth:
        return Worth(self)


class Worth:
    """What a position is worth to a player at the end of its turn, part by part."""

    __slots__ = ("parts", "value")

    def __init__(self, position: Position, border: Border | None = None, placed: Houses = ()) -> None:
        """As it is, or with a wall more, and its houses, that closes nothing."""
        table, player, weights, held = position.table, position.player, position.weights, position.held
        ducat = table.scoring.points.ducat
        points = held[player.place] + player.ducats * ducat
        everybodys = sum(held) + sum([each.ducats for each in table.players]) * ducat
        rivals = weights.rivals * (everybodys - points) / (len(held) - 1)
        supply = table.supply - (border is not None)
        if supply and not table.last_wall:
            own = sum([house.colour == player.place for house in placed])
            cuts = table.cuts_with(table.blocked if border is None else table.blocked | border.bit)
            turns = turns_left(table, supply)
            best = partial(position.bids.best_turn, cuts=cuts, both=supply >= CARDS_A_TURN, placed=placed)
            self.parts: tuple[float, ...] = (
                points,
                rivals,
                weights.threat and weights.threat * sum([best(each) for each in table.others(player)]),
                weights.hope and weights.hope * best(player),
                weights.house * (position.houses + own),
                weights.market * position.markets * turns,
                weights.purse * min(player.ducats, FULL_PURSE),
                weights.tower * position.towers * turns,
            )
        else:
            self.parts = (points, rivals, *NO_FUTURE)
        self.value = sum(self.parts)

    def beyond(self, before: Worth) -> dict[str, float]:
        """What it is worth more than before, part by part."""
        return {name: now - then for name, now, then in zip(PARTS, self.parts, before.parts, strict=True)}


def beyond_others(amounts: Sequence[int], place: int) -> float:
    """How much more somebody has than the others on average."""
    own = amounts[place]
    return own - (sum(amounts) - own) / (len(amounts) - 1)


class Weighed:
    """A move and what the position after it is worth."""

    __slots__ = ("move", "value", "worth")

    def __init__(self, move: Named, worth: Worth) -> None:
        self.move = move
        self.worth = worth
        self.value = worth.value


def turns_left(table: State, supply: int) -> float:
    """How many turns everybody may still have, if all build two walls a turn."""
    return supply / CARDS_A_TURN / len(table.players)


class Trial:
    """A card tried out, and what the table is worth after it."""

    __slots__ = ("_after", "before", "border", "placed", "play", "worth")

    def __init__(self, before: Position, play: Play, placed: Houses) -> None:
        self.before = before
        self.play = play
        self.placed = placed
        self._after: Position | None = None
        self.border = play.border if isinstance(play, Wall) else None
        if self.border is not None and self.border.number not in before.table.closings:
            self.worth = Worth(before, self.border, placed)
        else:
            self.worth = self.after.worth

    @property
    def after(self) -> Position:
        """The table after it; annexing what gains."""
        if self._after is None:
            held = self.before.held
            table = self.before.table.copy()
            player = table.players[self.before.player.place]
            if isinstance(self.play, Trade):
                rules.trade(table, player)
            elif self.border is not None:
                claimed = rules.build(table, player, self.border, self.placed)
                if claimed is not None:
                    annex_gaining(table, player, claimed)
                    held = scoring.holdings(table)
            player.hand = self.hand
            table.cards_played += 1
            self._after = Position(table, player, self.before.weights, held)
        return self._after

    @property
    def hand(self) -> list[Kind] | None:
        """The cards that are left."""
        hand = self.before.player.hand
        if hand is None or isinstance(self.play, Done) or self.play.card is None:
            return hand
        left = hand.copy()
        left.remove(self.play.card)
        return left

    @property
    def promise(self) -> float:
        """What a first card may come to: its worth, with the best that a card left in hand could close next.

        What the next player could close is left out: the second card may well prevent it.
        """
        island = self.before.table.island
        hand = self.hand
        allowed = 0
        for kind in KINDS if hand is None else hand:
            allowed |= island.allowed[kind]
        if self._after is None and self.border is not None:
            table, player = self.before.table, self.before.player
            closings = table.cuts_with(table.blocked | self.border.bit).closings
            bids = self.before.bids
            found = bids.ranked(player, allowing(closings, allowed)) if table.supply > 1 else []
            mine = bids.best(player, found, self.placed)
        else:
            after = self.after
            mine = Buyer(after.table, after.player).best(allowing(after.table.closings, allowed))
        return self.worth.value - self.worth.parts[THREAT] + mine


def trials(position: Position, found: Sequence[Play]) -> Iterator[Trial]:
    """Every card with every way to place its houses."""
    for play in found:
        ways: Sequence[Houses] = [()]
        if isinstance(play, Wall):
            ways = rules.affordable(position.table, position.player, play.border)
        for placed in ways:
            yield Trial(position, play, placed)


class Line:
    """A first card with the best second one after it."""

    __slots__ = ("first", "second", "value", "worth")

    def __init__(self, first: Trial, *, look: bool) -> None:
        self.first = first
        self.second: Trial | None = None
        self.worth = first.worth
        is_first = first.before.table.cards_played + 1 < CARDS_A_TURN
        if look and is_first and not isinstance(first.play, Done):
            after = first.after
            second_plays = [play for play in plays(after.table, after.player) if not isinstance(play, Done)]
            for second in trials(after, second_plays):
                if second.worth.value > self.worth.value + CLOSE:
                    self.second = second
                    self.worth = second.worth
        self.value = self.worth.value

    @property
    def cards(self) -> frozenset[str]:
        """What is done with both cards."""
        return frozenset(each.play.id for each in (self.first, self.second) if each is not None)

    @property
    def pair(self) -> Named:
        """The first card, with the second one in its name."""
        first = self.first.play
        if self.second is None:
            return first
        return Option(first.id, Text("methoni.think.then", first=first, second=self.second.play))


def lines(position: Position, found: Sequence[Play]) -> list[Line]:
    """All first cards, best first; the second card is tried behind those that promise most."""
    tried = sorted(trials(position, found), key=lambda trial: trial.promise, reverse=True)
    # A wall that closes nothing looks as good as another: of each border the best way to place the houses.
    seen: set[str] = set()
    looks = position.weights.looks
    ranked: list[Line] = []
    for trial in tried:
        look = trial.play.id not in seen and looks > 0
        seen.add(trial.play.id)
        looks -= look
        ranked.append(Line(trial, look=look))
    return sorted(ranked, key=lambda line: -line.value)
