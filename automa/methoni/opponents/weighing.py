"""Weighing what a card, and the second one behind it, leads to: points, rivals, threats and hopes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from automa.dialogue import Named, Option, Text
from automa.methoni import rules, scoring
from automa.methoni.opponents.plans import Weights
from automa.methoni.opponents.prospects import annex_gaining, best_closing
from automa.methoni.rules import CARDS_A_TURN, Houses, Play
from automa.methoni.state import Player, State, of
from automa.opponents import CLOSE

FULL_PURSE = 5
SPARE_TOWERS = 2
PARTS = ("points", "rivals", "threat", "hope", "houses", "markets", "purse", "towers")
NOTHING = (0.0,) * (len(PARTS) - 2)


class Worth:
    """What a position is worth to a player at the end of its turn, part by part."""

    __slots__ = ("parts", "value")

    def __init__(
        self, table: State, player: Player, weights: Weights, held: Sequence[int] | None = None
    ) -> None:
        """Who knows what everybody's Domains score says so: `held`."""
        ducat = table.scoring.points.ducat
        if held is None:
            held = scoring.holdings(table)
        place = player.place
        points = held[place] + player.ducats * ducat
        everybodys = sum(held) + sum([each.ducats for each in table.players]) * ducat
        rivals = weights.rivals * (everybodys - points) / (len(held) - 1)
        future: tuple[float, ...] = NOTHING if table.last_wall else self._future(table, player, weights)
        self.parts: tuple[float, ...] = (points, rivals, *future)
        self.value = sum(self.parts)

    def _future(self, table: State, player: Player, weights: Weights) -> tuple[float, ...]:
        """What may still come of it, as long as nobody has taken the last wall; what has no weight is not
        worked out."""
        closings, everywhere = table.closings, table.island.everywhere
        threat, hope, house, market = weights.threat, weights.hope, weights.house, weights.market
        return (
            threat and threat * best_closing(table, table.left_of(player), closings, everywhere),
            hope and hope * best_closing(table, player, closings, everywhere),
            house and house * of(sum(table.houses), player.place),
            market and market * rules.markets_of(table, player) * turns_left(table),
            weights.purse * min(player.ducats, FULL_PURSE),
            weights.tower * min(player.towers, SPARE_TOWERS),
        )

    def beyond(self, before: Worth) -> dict[str, float]:
        """What it is worth more than before, part by part."""
        return {name: now - then for name, now, then in zip(PARTS, self.parts, before.parts, strict=True)}


class Weighed:
    """A move and what the position after it is worth."""

    __slots__ = ("move", "value", "worth")

    def __init__(self, move: Named, worth: Worth) -> None:
        self.move = move
        self.worth = worth
        self.value = worth.value


def turns_left(table: State) -> float:
    """How many turns everybody may still have, if all build two walls a turn."""
    return table.supply / CARDS_A_TURN / len(table.players)


class Trial:
    """A card tried out: the table after it, and what that is worth."""

    __slots__ = ("after", "held", "placed", "play", "player", "worth")

    def __init__(
        self,
        table: State,
        player: Player,
        play: Play,
        placed: Houses,
        weights: Weights,
        held: Sequence[int] | None = None,
    ) -> None:
        """Who knows what everybody's Domains score before it says so: `held`."""
        self.play = play
        self.placed = placed
        self.after = twin = table.copy()
        self.player = me = twin.players[player.place]
        if play.border is None and play.card is not None:
            rules.trade(twin, me)
        elif play.border is not None:
            claimed = rules.build(twin, me, play.border, placed)
            if claimed is not None:
                annex_gaining(twin, me, claimed)
                held = None
        if play.card is not None and me.hand is not None:
            me.hand = me.hand.copy()
            me.hand.remove(play.card)
        twin.cards_played += 1
        self.held = held if held is not None else scoring.holdings(twin)
        self.worth = Worth(twin, me, weights, self.held)


def trials(
    table: State, player: Player, plays: Sequence[Play], weights: Weights, held: Sequence[int] | None = None
) -> Iterator[Trial]:
    """Every card with every way to place its houses; annexing what gains."""
    held = held if held is not None else scoring.holdings(table)
    for play in plays:
        ways: Sequence[Houses] = [()]
        if play.border is not None:
            ways = rules.affordable(table, player, play.border)
        for placed in ways:
            yield Trial(table, player, play, placed, weights, held)


def promise(trial: Trial) -> float:
    """What a first card may come to: its worth, with the best that a card left in hand could close next.

    What the next player could close is left out: the second card may well prevent it.
    """
    allowed = 0
    for kind in rules.kinds_of(trial.player):
        allowed |= trial.after.island.allowed[kind]
    mine = best_closing(trial.after, trial.player, trial.after.closings, allowed)
    return trial.worth.value - trial.worth.parts[PARTS.index("threat")] + mine


class Line:
    """A first card with the best second one after it."""

    __slots__ = ("first", "second", "value", "worth")

    def __init__(self, first: Trial, weights: Weights, *, look: bool) -> None:
        self.first = first
        self.second: Trial | None = None
        self.worth = first.worth
        if look and first.play.card is not None and first.after.cards_played < CARDS_A_TURN:
            plays = [play for play in rules.plays(first.after, first.player) if play.card is not None]
            for second in trials(first.after, first.player, plays, weights, first.held):
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


def lines(table: State, player: Player, plays: Sequence[Play], weights: Weights) -> list[Line]:
    """All first cards, best first; the second card is tried behind those that promise most."""
    tried = sorted(trials(table, player, plays, weights), key=promise, reverse=True)
    # A wall that closes nothing looks as good as another: of each border the best way to place the houses.
    seen: set[str] = set()
    looks = weights.looks
    found: list[Line] = []
    for trial in tried:
        look = trial.play.id not in seen and looks > 0
        seen.add(trial.play.id)
        looks -= look
        found.append(Line(trial, weights, look=look))
    return sorted(found, key=lambda line: -line.value)
