"""What the moves of an opponent would bring, as far as somebody in its seat can know.

What an opponent looks at is what a player in its seat sees: the table, its own hand and its own Objective
card. The hands and Objective cards of others, and the order of the deck, are never looked at.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple, Protocol

from automa.dialogue import Named, Text
from automa.methoni import rules, scoring
from automa.methoni.island import Area, Border, Cuts, Walls
from automa.methoni.offers import AnnexOption
from automa.methoni.rules import Houses
from automa.methoni.state import Domain, Player, State, of
from automa.methoni.steps import Done, Play, Trade, Wall

if TYPE_CHECKING:
    from automa.methoni.offers import HousesOption

DRAWS = ("methoni.opponent-draws", "methoni.opponent-objective")
"""What an opponent is dealt, at random, and nobody else sees."""


def as_seen(table: State, player: Player) -> State:
    """A twin of the table with only what a player can see: nobody else's hand or Objective card."""
    seen = table.copy()
    seen.known = {}
    for each in seen.players:
        each.objective = (each.secret or each.objective) if each.place == player.place else ()
        each.secret = ()
        if each.place != player.place:
            each.hand = None
    return seen


# ---------------------------------------------------------------- what a move brings


def standing(table: State, place: int) -> int:
    """A player's points now."""
    return scoring.totals(table)[place]


class Bid(NamedTuple):
    """What an area would bring somebody as it is, but for the largest Domains, and what it costs."""

    gain: int
    price: int
    area: Area


class Buyer:
    """Somebody who might close an area: points gained by claiming it as it is, but for the largest Domains.

    Quickly, for looking ahead: what is the same for all areas is worked out once.
    """

    __slots__ = ("aim", "coin", "markets", "objective", "player", "price", "space", "table", "tower")

    def __init__(self, table: State, player: Player) -> None:
        self.table = table
        self.player = player
        points = table.scoring.points
        steps = table.scoring.towers
        towers = table.components.towers - player.towers
        island = table.island
        self.price = table.scoring.claim.space
        self.space = points.space - self.price
        self.aim = island.lands(player.objective)
        self.objective = points.objective
        self.markets = island.markets
        self.coin = table.components.market
        self.tower = steps[towers + 1] - steps[towers] if towers + 1 < len(steps) else 0

    def most(self, area: Area) -> int:
        """What an area gains if there are no houses of others in it."""
        return (
            area.bit_count() * self.space
            + (area & self.aim).bit_count() * self.objective
            + (area & self.markets).bit_count() * self.coin
            + self.tower
        )

    def bid(self, area: Area) -> Bid:
        houses = rules.house_price(self.table, self.player, area)
        return Bid(self.most(area) - houses, area.bit_count() * self.price + houses, area)

    def best(self, areas: Iterable[Area], best: int = 0) -> int:
        """The most points that one of these areas gains, if it is more than that."""
        if self.table.supply and self.player.towers > 0:
            most, better = self.most, self.better
            for area in areas:
                if most(area) > best:
                    best = better(area, best)
        return best

    def better(self, area: Area, best: int) -> int:
        """What an area gains, if that is more and can be paid; else the best as it is."""
        gain, price, _ = self.bid(area)
        return gain if gain > best and price <= self.player.ducats else best


class Bids:
    """What players could gain by closing areas of one table, worked out once for each of them."""

    __slots__ = ("buyers", "known", "ranks", "table")

    def __init__(self, table: State) -> None:
        self.table = table
        self.buyers = [Buyer(table, player) for player in table.players]
        self.known: dict[tuple[int, Area], Bid] = {}
        self.ranks: dict[tuple[int, Walls], list[Bid]] = {}

    def bid(self, player: Player, area: Area) -> Bid:
        known = self.known.get((player.place, area))
        if known is None:
            known = self.known[player.place, area] = self.buyers[player.place].bid(area)
        return known

    def ranked(self, player: Player, areas: Iterable[Area]) -> list[Bid]:
        """The areas that a player could close with a gain, best first."""
        if not self.table.supply or player.towers < 1:
            return []
        known, place, ducats = self.known, player.place, player.ducats
        bids = [known.get((place, area)) or self.bid(player, area) for area in areas]
        return sorted([bid for bid in bids if bid[0] > 0 and bid[1] <= ducats], reverse=True)

    def best(self, player: Player, bids: Sequence[Bid], placed: Houses = ()) -> int:
        """The most points that a player could gain with one of these, best first; none if nothing pays.

        Houses that are placed before, beside a wall that closes nothing, make it dearer.
        """
        best = 0
        for gain, price, area in bids:
            if gain <= best:
                break
            extra = rules.surcharge(self.table, player, area, placed) if placed else 0
            if price + extra <= player.ducats:
                best = max(best, gain - extra)
        return best

    def best_turn(self, player: Player, cuts: Cuts, *, both: bool, placed: Houses) -> int:
        """The most points that a player could gain by closing an area with one card, or with both."""
        if not placed:
            buyer = self.buyers[player.place]
            best = buyer.best(cuts.closings.values())
            return buyer.best(cuts.pairs.values(), best) if both else best
        bids = self.ranks.get((player.place, cuts.blocked))
        if bids is None:
            areas = [*cuts.closings.values(), *cuts.pairs.values()] if both else cuts.closings.values()
            bids = self.ranks[player.place, cuts.blocked] = self.ranked(player, areas)
        return self.best(player, bids, placed)


def allowing(closings: dict[int, Area], allowed: Walls) -> list[Area]:
    """The areas that a wall on one of these borders would close."""
    return [area for number, area in closings.items() if allowed >> number & 1]


def best_closing(table: State, player: Player, allowed: Walls) -> int:
    """The most points that a player could gain at once by closing an area there; none if nothing pays."""
    buyer = Buyer(table, player)
    best = 0
    for number, area in table.closings.items() if table.supply else ():
        if allowed >> number & 1 and buyer.most(area) + sum(table.scoring.largest) > best:
            best = max(best, closing_gain(table, player, table.island.borders[number], area))
    return best


def closing_gain(table: State, player: Player, border: Border, area: Area) -> int:
    """Points that a player gains at once by closing an area, its houses placed in the cheapest way."""
    ways = rules.affordable(table, player, border)
    if not ways:
        return 0
    twin = table.copy()
    placed = min(ways, key=lambda way: rules.surcharge(table, player, area, way))
    rules.build(twin, twin.players[player.place], border, placed)
    return standing(twin, player.place) - standing(table, player.place)


class Habits(Protocol):
    """How an opponent places houses and annexes, which decides what its cards really bring."""

    def place(self, table: State, player: Player, border: Border) -> Houses: ...

    def annex(self, table: State, player: Player, claimed: rules.Claim) -> None: ...


class Prospect(Named):
    """What a card could be played for, with what it would bring; worked out only as far as it is compared."""

    __slots__ = ("_placed", "_tried", "area", "border", "habits", "id", "play", "player", "table")

    id: str

    def __init__(self, table: State, player: Player, play: Play, habits: Habits) -> None:
        self.table = table
        self.player = player
        self.play = play
        self.habits = habits
        self.id = play.id
        self.border = play.border if isinstance(play, Wall) else None
        self.area: Area = table.closings.get(self.border.number, 0) if self.border else 0
        """What it closes."""
        self._placed: Houses | None = None
        self._tried: tuple[State, int] | None = None

    @property
    def name(self) -> Text:
        return self.play.name

    @property
    def is_trade(self) -> bool:
        return isinstance(self.play, Trade)

    @property
    def placed(self) -> Houses:
        """The houses beside the wall, as its plan places them."""
        if self._placed is None:
            border = self.border
            self._placed = () if border is None else self.habits.place(self.table, self.player, border)
        return self._placed

    @property
    def price(self) -> int:
        """What closing costs."""
        return self.area and rules.closing_price(self.table, self.player, self.area, self.placed)

    def tried(self) -> tuple[State, int]:
        """A twin of the table when it is played and annexed; and the points gained before annexing."""
        if self._tried is None:
            twin, place, points = self.table.copy(), self.player.place, 0
            if self.border is not None:
                claimed = rules.build(twin, twin.players[place], self.border, self.placed)
                if claimed is not None:
                    points = standing(twin, place) - standing(self.table, place)
                    self.habits.annex(twin, twin.players[place], claimed)
            elif self.is_trade:
                points = rules.trade(twin, twin.players[place]) * twin.scoring.points.ducat
            self._tried = twin, points
        return self._tried

    @property
    def after(self) -> State:
        """The table when it is played, with every annexation behind it."""
        return self.tried()[0]

    @property
    def points(self) -> int:
        """Points gained at once."""
        return self.tried()[1] if self.gains else 0

    @property
    def grasp(self) -> int:
        """Points gained at once and by annexing as its plan does."""
        place = self.player.place
        return standing(self.after, place) - standing(self.table, place) if self.gains else 0

    @property
    def gains(self) -> bool:
        """Whether it changes anybody's points: a wall that closes nothing, or to stop, does not."""
        return bool(self.area) or self.is_trade

    @property
    def next(self) -> int:
        """Points that a second card of the hand could gain by closing an area."""
        if self.table.cards_played or isinstance(self.play, Done):
            return 0
        hand = list(self.player.hand or ())
        assert self.play.card is not None
        hand.remove(self.play.card)
        allowed = 0
        for kind in hand:
            allowed |= self.table.island.allowed[kind]
        after = self.after
        return best_closing(after, after.players[self.player.place], allowed)

    @property
    def gift(self) -> int:
        """Points that the next player could gain by closing an area."""
        after = self.after
        return best_closing(after, after.left_of(self.player), after.island.everywhere)

    @property
    def walls(self) -> int:
        """Walls around the spaces beside the border, this one included."""
        if self.border is None:
            return 0
        walls = self.table.walls | self.border.bit
        return sum((space.borders & walls).bit_count() for space in self.border.spaces)

    @property
    def home(self) -> int:
        """Spaces beside the border that touch an own Domain."""
        if self.border is None:
            return 0
        island = self.table.island
        own = 0
        for domain in self.table.domains_of(self.player.place):
            own |= island.touching(domain.spaces)
        return sum(1 for space in self.border.spaces if space.borders & own)

    @property
    def aim(self) -> int:
        """Spaces beside the border whose land is on the Objective card."""
        if self.border is None:
            return 0
        return sum(1 for space in self.border.spaces if space.land in self.player.objective)


def annex_gaining(table: State, player: Player, claimed: rules.Claim) -> None:
    """Annex, one after the other, whatever gains most points, as long as something does."""
    while others := rules.annexable(table, player):
        now = standing(table, player.place)
        best: tuple[int, Domain] | None = None
        for other in others:
            gain = standing(annexed(table, player, other), player.place) - now
            if (gain > 0 or player.towers < 0) and (best is None or gain > best[0]):
                best = gain, other
        if best is None:
            return
        rules.annex(table, player, claimed.domain, best[1])


def annexed(table: State, player: Player, other: Domain) -> State:
    """A twin of the table on which a Domain is annexed."""
    twin = table.copy()
    claimed = twin.claimed
    assert claimed is not None
    rules.annex(twin, twin.players[player.place], claimed, twin.domains[table.domains.index(other)])
    return twin


class Placing(Named):
    """A way to place the houses, with what an opponent may look at."""

    __slots__ = ("id", "option", "player", "table")

    id: str

    def __init__(self, table: State, player: Player, option: HousesOption) -> None:
        self.table = table
        self.player = player
        self.option = option
        self.id = option.id

    @property
    def name(self) -> Text:
        return self.option.name

    @property
    def price(self) -> int:
        return self.option.price

    def own_spaces(self) -> Iterator[int]:
        return (house.space for house in self.option.placed if house.colour == self.player.place)

    @property
    def gathered(self) -> int:
        return sum(of(self.table.houses[space], self.player.place) for space in self.own_spaces())

    @property
    def enclosed(self) -> int:
        island = self.table.island
        return sum((island.around[space] & self.table.walls).bit_count() for space in self.own_spaces())

    def neighbours(self) -> Iterator[Player]:
        return (
            self.table.players[house.colour]
            for house in self.option.placed
            if house.colour != self.player.place
        )

    @property
    def their_points(self) -> int:
        totals = scoring.totals(self.table)
        return sum(totals[each.place] for each in self.neighbours())

    @property
    def their_houses(self) -> int:
        return sum(each.houses for each in self.neighbours())


class Annexing(Named):
    """A Domain to annex, or none, with what that would bring."""

    __slots__ = ("domain", "harm", "id", "option", "own", "points", "price", "spaces")

    id: str

    def __init__(self, table: State, player: Player, option: AnnexOption | Named) -> None:
        self.option = option
        self.id = option.id
        other = table.domain_at(option.domain.spaces) if isinstance(option, AnnexOption) else None
        self.domain = other
        self.points: int = 0
        self.harm: int = 0
        self.price: int = 0
        self.spaces: int = 0
        self.own: bool | None = None
        if other is not None:
            before = scoring.totals(table)
            after = scoring.totals(annexed(table, player, other))
            self.points = after[player.place] - before[player.place]
            self.own = other.owner == player.place
            self.harm = 0 if self.own else before[other.owner] - after[other.owner]
            self.price = rules.annex_price(table, player, other)
            self.spaces = other.size

    @property
    def name(self) -> str | Text:
        return self.option.name
