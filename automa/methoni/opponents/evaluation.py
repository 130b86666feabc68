"""What a turn is worth, for The Doge, for a hint and for a look back alike.

At first sight a turn is weighed: points, rivals, and what could be closed next. That prunes, and is all that
the weaker levels see. The few turns that promise most are played out to the end of the game, with hands that
could be: what comes of it is the final margin over the best rival.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import partial, reduce
from itertools import permutations
from operator import or_
from typing import TYPE_CHECKING, TypeAlias

from msgspec.structs import replace

from automa.dialogue import Named, Option, Text
from automa.methoni import rules, scoring
from automa.methoni.island import KINDS, Area, Border, Cuts, Kind, Walls
from automa.methoni.opponents.plans import Weights
from automa.methoni.rules import CARDS_A_TURN, Houses, Ways
from automa.methoni.state import Domain, Player, State
from automa.methoni.steps import (
    DONE,
    NO_MORE,
    Annex,
    CardUse,
    Done,
    Wall,
    apply,
    card_uses,
    said_houses,
    walls,
)
from automa.opponents import EPSILON
from automa.steps import Step
from automa.thinking import Compared, Search, Shuffles, compare, worth_playing_out

if TYPE_CHECKING:
    from random import Random

PARTS = ("points", "rivals", "threat", "hope", "markets", "towers")
Parts: TypeAlias = Sequence[float]
"""What something is worth, part by part."""
THREAT = PARTS.index("threat")
NO_FUTURE = (0.0,) * (len(PARTS) - 2)


# ---------------------------------------------------------------- closing and annexing, for what it gains


class Bidder:
    """A player who might close an area: what that gains, but for the largest Domains, and what it costs.

    What is the same for all areas is worked out once.
    """

    __slots__ = ("coin", "known", "markets", "objective", "player", "points", "space", "table", "tower")

    def __init__(self, table: State, player: Player) -> None:
        self.table = table
        self.player = player
        self.points = table.scoring.points
        self.markets = table.island.markets
        self.objective = table.island.lands(player.objective)
        self.space = self.points.space - table.scoring.claim.space * self.points.ducat
        self.coin = table.components.market * self.points.ducat
        towers = table.components.towers - player.towers
        steps = scoring.tower_points
        self.tower = steps(table.scoring, towers + 1) - steps(table.scoring, towers)
        self.known: dict[Area, int] = {}

    def most(self, area: Area) -> int:
        """What an area gains if there are no houses of others in it."""
        return (
            area.bit_count() * self.space
            + (area & self.objective).bit_count() * self.points.objective
            + (area & self.markets).bit_count() * self.coin
            + self.tower
        )

    def houses(self, area: Area) -> int:
        """What is paid for the houses of others in an area."""
        paid = self.known.get(area)
        if paid is None:
            paid = self.known[area] = rules.house_price(self.table, self.player, area)
        return paid

    def best(self, areas: Iterable[Area], placed: Houses = (), best: int = 0) -> int:
        """The most points that one of these areas gains, if that is more and can be paid.

        Houses that are placed before, beside a wall that closes nothing, make it dearer.
        """
        table, player = self.table, self.player
        if table.supply and player.towers > 0:
            for area in areas:
                most = self.most(area)
                if most > best:
                    paid = self.houses(area)
                    if placed:
                        paid += rules.surcharge(table, player, area, placed)
                    gain = most - paid * self.points.ducat
                    if gain > best and rules.space_price(table, area) + paid <= player.ducats:
                        best = gain
        return best


def cheapest(table: State, player: Player, area: Area, ways: Ways) -> Houses:
    """The way to place the houses that adds least to the price of the area that a wall closes."""
    return min(ways, key=lambda way: rules.surcharge(table, player, area, way))


def best_to_annex(table: State, rivals: float = 0.0) -> Domain | None:
    """What gains most of all that may be annexed now; nothing, if nothing gains and nothing must be.

    What the others gain by it on average counts as much as `rivals` says.
    """
    best: Domain | None = None
    gain = 0.0
    before = standing(table, rivals)
    for other in rules.annexable(table, table.player):
        gained = standing(annexed(table, other), rivals) - before
        if gained > gain or (best is None and table.towerless):
            best, gain = other, gained
    return best


def standing(table: State, rivals: float) -> float:
    """The points of the player whose turn it is, with what those of the others count on average."""
    totals = scoring.totals(table)
    own = totals[table.active]
    return own + rivals * (sum(totals) - own) / (len(totals) - 1)


def annexed(table: State, other: Domain) -> State:
    """A twin of the table on which a Domain is annexed."""
    twin = table.copy()
    theirs = twin.domain_at(other.spaces)
    assert theirs is not None
    rules.annex(twin, twin.player, theirs)
    return twin


# ---------------------------------------------------------------- at first sight


class Position:
    """A table on which a player tries cards: what is worked out once for all of them."""

    __slots__ = ("bidders", "held", "markets", "player", "table", "towers", "weights")

    def __init__(self, table: State, player: Player, weights: Weights) -> None:
        self.table = table
        self.player = player
        self.weights = weights
        self.held = scoring.holdings(table)
        """What everybody's Domains score."""
        self.bidders = [Bidder(table, each) for each in table.players]
        place = player.place
        self.markets = self.towers = 0.0
        if weights.market:
            self.markets = beyond_others([rules.markets_of(table, each) for each in table.players], place)
        if weights.tower:
            self.towers = beyond_others([each.towers for each in table.players], place)

    def worth(self, border: Border | None = None, placed: Houses = ()) -> Parts:
        """What it is worth to the player at the end of the turn, part by part.

        As it is, or with a wall more, and its houses, that closes nothing.
        """
        table, player, weights, held = self.table, self.player, self.weights, self.held
        ducat = table.scoring.points.ducat
        points = held[player.place] + player.ducats * ducat
        everybodys = sum(held) + sum([each.ducats for each in table.players]) * ducat
        rivals = weights.rivals * (everybodys - points) / (len(held) - 1)
        supply = table.supply - (border is not None)
        if not supply or table.last_wall:
            return points, rivals, *NO_FUTURE
        cuts = table.cuts_with(table.blocked if border is None else table.blocked | border.bit)
        turns = turns_left(table, supply)
        best = partial(self.best_turn, cuts=cuts, both=supply >= CARDS_A_TURN, placed=placed)
        return (
            points,
            rivals,
            weights.threat and weights.threat * sum([best(each) for each in table.others(player)]),
            weights.hope and weights.hope * best(player),
            weights.market * self.markets * turns,
            weights.tower * self.towers * turns,
        )

    def best_turn(self, player: Player, cuts: Cuts, *, both: bool, placed: Houses) -> int:
        """The most points that a player could gain by closing an area with one card, or with both."""
        bidder = self.bidders[player.place]
        best = bidder.best(cuts.closings.values(), placed)
        return bidder.best(cuts.pairs.values(), placed, best) if both else best


def beyond_others(amounts: Sequence[int], place: int) -> float:
    """How much more a player has than the others on average."""
    own = amounts[place]
    return own - (sum(amounts) - own) / (len(amounts) - 1)


def turns_left(table: State, supply: int) -> float:
    """How many turns everybody may still have, if all build two walls a turn."""
    return supply / CARDS_A_TURN / len(table.players)


# ---------------------------------------------------------------- turns


class Trial:
    """A step tried out, and what the table is worth after it."""

    __slots__ = ("_after", "before", "border", "parts", "placed", "play", "steps", "value")

    def __init__(self, before: Position, play: Named, steps: Sequence[Step]) -> None:
        """What is annexed behind a wall is said with it, or else it is what gains."""
        self.before = before
        self.play = play
        first = steps[0]
        self.steps = list(steps)
        self.border: Border | None = None
        self.placed: Houses = ()
        self._after: Position | None = None
        if isinstance(first, Wall):
            self.border, self.placed = first.border, said_houses(before.table, first)
        closes_nothing = self.border is not None and self.border.number not in before.table.closings
        self.parts = before.worth(self.border, self.placed) if closes_nothing else self.after.worth()
        self.value = sum(self.parts)

    @property
    def after(self) -> Position:
        """The table after it."""
        if self._after is None:
            table = self.before.table.copy()
            for step in self.steps:
                apply(table, step)
            while table.annexing:
                other = best_to_annex(table, self.before.weights.rivals)
                step = NO_MORE if other is None else Annex(table.island.first_space(other.spaces))
                self.steps.append(step)
                apply(table, step)
            self._after = Position(table, table.player, self.before.weights)
        return self._after

    @property
    def promise(self) -> float:
        """What a first card may come to: its worth, with the best that a card left in hand could close next.

        What the next player could close is left out: the second card may well prevent it.
        """
        before = self.before
        table, player = before.table, before.player
        if self._after is None and self.border is not None:
            cuts = table.cuts_with(table.blocked | self.border.bit)
            position, placed = before, self.placed
            assert isinstance(self.steps[0], Wall)
            hand = rules.hand_without(player, self.steps[0].card)
        else:
            position, placed = self.after, ()
            cuts = position.table.cuts_with(position.table.blocked)
            hand = position.player.hand
        allowed = rules.allowed_by(table, KINDS if hand is None else hand)
        areas = [area for number, area in cuts.closings.items() if allowed >> number & 1]
        mine = position.bidders[player.place].best(areas, placed) if table.supply > 1 else 0
        return self.value - self.parts[THREAT] + mine


def trials(position: Position, found: Sequence[CardUse]) -> Iterator[Trial]:
    """Every card with every way to place its houses."""
    for play in found:
        if isinstance(play, Wall):
            for wall in walls(position.table, [play.border]):
                yield Trial(position, play, [replace(wall, card=play.card)])
        else:
            yield Trial(position, play, [play])


class Turn:
    """What is done with a card, or with both: with a second one after it, or without."""

    __slots__ = ("first", "last", "value")

    def __init__(self, first: Trial, second: Trial | None = None) -> None:
        self.first = first
        self.last = second or first
        self.value = self.last.value

    @property
    def steps(self) -> list[Step]:
        """All steps of it."""
        return self.first.steps if self.last is self.first else [*self.first.steps, *self.last.steps]

    @property
    def after(self) -> Position:
        return self.last.after

    @property
    def is_whole(self) -> bool:
        """Whether nothing is left to do in it."""
        before = self.first.before.table
        return self.last is not self.first or isinstance(self.last.play, Done) or before.cards_played > 0

    @property
    def cards(self) -> frozenset[str]:
        """What is done with both cards."""
        return frozenset((self.first.play.id, self.last.play.id)) - {DONE.id}

    @property
    def parts(self) -> Parts:
        return self.last.parts

    @property
    def name(self) -> Named:
        """The first card, with the second one in its name."""
        first, last = self.first.play, self.last.play
        if self.last is self.first:
            return first
        return Option(first.id, Text("methoni.think.then", first=first, second=last))


def turns(position: Position, found: Sequence[CardUse]) -> list[Turn]:
    """All turns that begin with one of these cards, best first at first sight.

    The second card is tried behind those that promise most, as many as the level looks at.
    """
    table = position.table
    tried = list(trials(position, found))
    looks = position.weights.looks if table.cards_played + 1 < CARDS_A_TURN else 0
    if not looks or position.player.hand is None:
        return sorted(map(Turn, tried), key=lambda turn: -turn.value)
    tried.sort(key=lambda trial: -trial.promise)
    # A wall that closes nothing looks as good as another: of each border the best way to place the houses.
    seen: set[str] = set()
    ranked: list[Turn] = []
    for first in tried:
        if first.play.id in seen or isinstance(first.play, Done) or len(seen) >= looks:
            ranked.append(Turn(first))
            continue
        seen.add(first.play.id)
        after = first.after
        ranked.append(Turn(first, Trial(after, DONE, [DONE])))
        best: Trial | None = None
        for second in trials(after, card_uses(after.table, after.player)):
            if not isinstance(second.play, Done) and (best is None or second.value > best.value + EPSILON):
                best = second
        ranked += [] if best is None else [Turn(first, best)]
    return sorted(ranked, key=lambda turn: -turn.value)


# ---------------------------------------------------------------- played out


def play_out(
    found: Sequence[Turn], search: Search, shuffles: Shuffles, *, keep: int, forced: Turn | None = None
) -> list[Compared[Turn]]:
    """The best few of some turns by the final margin over the best rival, all on the same shuffles."""
    whole = [turn for turn in found if turn.is_whole]
    found = whole or found
    few = worth_playing_out(found, search)
    if len(few) < keep:
        few = list(found[:keep])
    position = found[0].first.before
    games = search.games(1 + round(turns_left(position.table, position.table.supply)))
    return compare(few, Playouts(position, shuffles).play, games, keep=keep, forced=forced)


class Playouts:
    """The game after a turn, as often as wanted."""

    __slots__ = ("place", "played", "shuffles", "unseen")

    def __init__(self, position: Position, shuffles: Shuffles) -> None:
        table, player = position.table, position.player
        self.place = player.place
        self.shuffles = shuffles
        held = player.hand or ()
        self.unseen: list[Kind] = [
            kind
            for kind, count in table.components.deck().items()
            for _ in range(count - table.discards[kind] - held.count(kind))
        ]
        """What the others may hold and what may be drawn: everything but one's own cards and the discards."""
        self.played: list[Kind] = [kind for kind in KINDS for _ in range(table.discards[kind])]

    def play(self, turn: Turn, number: int) -> float:
        """The final margin over the best rival after that turn, with the deck that this number shuffles.

        A hand that nobody told is one that could be, and a turn that is not over is played on with it.
        """
        random = self.shuffles.random(number)
        pile = Pile(self.unseen, self.played, random)
        table = turn.after.table.copy()
        size = table.components.hand
        for player in table.players:
            known = player.place == self.place and player.hand is not None
            player.hand = list(player.hand or ()) if known else []
            if not known:
                pile.fill(player.hand, size - table.cards_played * (player.place == self.place))
        quick_turn(table, pile, random)
        while not table.over:
            rules.income(table, table.player)
            quick_turn(table, pile, random)
        return scoring.margin(table, self.place)


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


def quick_turn(table: State, pile: Pile, random: Random) -> None:
    """The cards that a turn still has: what gains most, or a wall that helps nobody; then a full hand."""
    player = table.player
    hand = player.hand
    assert hand is not None
    while table.cards_played < CARDS_A_TURN and hand:
        card = quick_card(table, player, hand, random)
        if card is None:
            break
        hand.remove(card)
        pile.played.append(card)
        table.cards_played += 1
    pile.fill(hand, table.components.hand)
    rules.end_turn(table)


def quick_card(table: State, player: Player, hand: list[Kind], random: Random) -> Kind | None:
    """Close the area that gains most, with both cards where that gains more; or trade; or build where it
    helps nobody. The card that is spent; None where there is nothing to do."""
    closings = table.closings if table.supply else {}
    allowed = rules.allowed_by(table, hand)
    best, wall, area = 0, 0, 0
    if player.towers > 0:
        bidder = Bidder(table, player)
        for number, closed in closings.items():
            if allowed >> number & 1:
                gain = bidder.best((closed,), best=best)
                if gain > best and rules.can_close(table, player, table.island.borders[number], closed):
                    best, wall, area = gain, 1 << number, closed
        if not table.cards_played and table.supply > 1:
            wall, area = _with_both(bidder, hand, allowed, best) or (wall, area)
    if not wall and table.bank and (card := rules.spent(hand, rules.trading_cards(table, player))):
        rules.trade(table, player)
        return card
    if not wall:
        wall = _harmless(table, allowed, random)
    if not wall:
        return None
    border = table.island.borders[wall.bit_length() - 1]
    _build(table, player, border, area, random)
    return rules.spent(hand, rules.kinds_for(table, border))


def _with_both(bidder: Bidder, hand: list[Kind], allowed: Walls, best: int) -> tuple[Walls, Area] | None:
    """The first of two walls that together close an area which gains more than the best wall alone."""
    found = None
    for both, area in bidder.table.pairs.items():
        gain = 0 if both & ~allowed else bidder.best((area,), best=best)
        if gain > best and _cards_for(bidder.table, hand, both):
            best = gain
            found = both & -both, area
    return found


def _cards_for(table: State, hand: list[Kind], walls: Walls) -> bool:
    """Whether there is a card for each of two walls."""
    allowed, first = table.island.allowed, walls & -walls
    pairs = permutations(hand, 2)
    return any(allowed[one] & first and allowed[other] & (walls ^ first) for one, other in pairs)


def _harmless(table: State, allowed: Walls, random: Random) -> Walls:
    """A wall that closes nothing and lets nobody close anything new; the second card may rather be kept."""
    free = rules.harmless(table) & allowed
    safe = free & ~reduce(or_, table.pairs, 0)
    if not safe:
        safe = 0 if table.cards_played else free
    for _ in range(int(random.random() * safe.bit_count())):
        safe &= safe - 1
    return safe & -safe


def _build(table: State, player: Player, border: Border, area: Area, random: Random) -> None:
    """Build, with as few houses of others as possible in the area that is to be closed."""
    ways = rules.affordable(table, player, border)
    placed = cheapest(table, player, area, ways) if area else ways[int(random.random() * len(ways))]
    if rules.build(table, player, border, placed) is not None:
        while other := best_to_annex(table):
            rules.annex(table, player, other)
