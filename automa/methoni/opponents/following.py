"""Opponents that follow a card of priorities, as a person could at the table."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from operator import attrgetter
from typing import TYPE_CHECKING

from msgspec import Struct

from automa import priorities
from automa.dialogue import Answer, Ask, Named, Several, Text
from automa.methoni import rules, scoring
from automa.methoni.game import Play
from automa.methoni.island import Area, Walls
from automa.methoni.offers import HousesOption, annex_name, houses_options
from automa.methoni.opponents.evaluation import Bidder, annexed, cheapest
from automa.methoni.opponents.plans import ANNEX_MEASURES, CARD_MEASURES, Plan
from automa.methoni.state import Player, State, of
from automa.methoni.steps import Annex, CardUse, Done, Trade, Wall, annex_steps, apply, walls
from automa.opponents import MOVES_SHOWN
from automa.priorities import Vocabulary

if TYPE_CHECKING:
    from random import Random

DRAWS = ("methoni.opponent-draws", "methoni.opponent-objective")
"""What an opponent is dealt, at random, and nobody else sees."""


# ---------------------------------------------------------------- what a move brings


class Prospect(Named):
    """What a card could be played for, with what it would bring; worked out only as far as it is compared."""

    def __init__(self, table: State, play: CardUse, follower: Follower) -> None:
        self.table = table
        self.player = table.player
        self.play = play
        self.follower = follower
        self.border = play.border if isinstance(play, Wall) else None
        self.beside = self.border.spaces if self.border else ()
        self.area: Area = table.closings.get(self.border.number, 0) if self.border else 0
        """What it closes."""
        self.gains = bool(self.area) or isinstance(play, Trade)
        """Whether it changes anybody's points: a wall that closes nothing, or to stop, does not."""

    @property
    def id(self) -> str:
        return self.play.id

    @property
    def name(self) -> Text:
        return self.play.name

    @cached_property
    def wall(self) -> HousesOption:
        """The wall with its houses, as its plan places them."""
        assert self.border is not None
        ways = houses_options(self.table, self.player, walls(self.table, [self.border]))
        return priorities.first_best(self.follower.plan.houses, ways, HOUSES)

    @cached_property
    def tried(self) -> tuple[State, int]:
        """A twin of the table when it is played and annexed; and the points gained before annexing."""
        twin = self.table.copy()
        if not isinstance(self.play, Done):
            apply(twin, self.play if self.border is None else self.wall.step)
        points = gained(self.table, twin, self.player) if self.gains else 0
        while twin.annexing:
            targets = [Annexing(twin, step) for step in annex_steps(twin)]
            apply(twin, priorities.first_best(self.follower.plan.annex, targets, ANNEX).step)
        return twin, points

    @property
    def after(self) -> State:
        """The table when it is played, with every annexation behind it."""
        return self.tried[0]

    @property
    def points(self) -> int:
        """Points gained at once."""
        return self.tried[1] if self.gains else 0

    @property
    def grasp(self) -> int:
        """Points gained at once and by annexing as its plan does."""
        return gained(self.table, self.after, self.player) if self.gains else 0

    @property
    def spaces(self) -> int:
        """Spaces of the area that it closes."""
        return self.area.bit_count()

    @property
    def price(self) -> int:
        """What closing costs."""
        return self.wall.price if self.area else 0

    @property
    def next(self) -> int:
        """Points that a second card of the hand could gain by closing an area."""
        if self.table.cards_played or isinstance(self.play, Done):
            return 0
        left = rules.hand_without(self.player, self.play.card) or ()
        return best_closing(self.after, self.after.player, rules.allowed_by(self.table, left))

    @property
    def gift(self) -> int:
        """Points that the next player could gain by closing an area."""
        after = self.after
        return best_closing(after, after.left_of(self.player), after.island.everywhere)

    @property
    def walls(self) -> int:
        """Walls around the spaces beside the border, this one included."""
        walls = self.table.walls | (self.border.bit if self.border else 0)
        return sum((space.borders & walls).bit_count() for space in self.beside)

    @property
    def home(self) -> int:
        """Spaces beside the border that touch an own Domain."""
        own: Walls = 0
        for domain in self.table.domains_of(self.player.place):
            own |= self.table.island.touching(domain.spaces)
        return sum(1 for space in self.beside if space.borders & own)

    @property
    def aim(self) -> int:
        """Spaces beside the border whose land is on the Objective card."""
        return sum(1 for space in self.beside if space.land in self.player.objective)


def gained(before: State, after: State, player: Player) -> int:
    """By how many points a player has more on a table than before."""
    return scoring.totals(after)[player.place] - scoring.totals(before)[player.place]


def best_closing(table: State, player: Player, allowed: Walls) -> int:
    """The most points that a player could gain at once by closing an area there; none if nothing pays.

    The houses are placed in the cheapest way.
    """
    bidder = Bidder(table, player)
    best = 0
    for number, area in table.closings.items() if table.supply else ():
        if not allowed >> number & 1 or bidder.most(area) + sum(table.scoring.largest) <= best:
            continue
        border = table.island.borders[number]
        ways = rules.affordable(table, player, border)
        if ways:
            twin = table.copy()
            placed = cheapest(table, player, area, ways)
            rules.build(twin, twin.players[player.place], border, placed)
            best = max(best, gained(table, twin, player))
    return best


def own_spaces(way: HousesOption) -> list[int]:
    """The spaces where a way to place houses puts one's own."""
    return [house.space for house in way.placed if house.colour == way.player.place]


def neighbours(way: HousesOption) -> list[Player]:
    """The other players whose houses it places."""
    others = [house.colour for house in way.placed if house.colour != way.player.place]
    return [way.table.players[place] for place in others]


def gathered(way: HousesOption) -> int:
    return sum(of(way.table.houses[space], way.player.place) for space in own_spaces(way))


def enclosed(way: HousesOption) -> int:
    table = way.table
    return sum((table.island.around[space] & table.walls).bit_count() for space in own_spaces(way))


def their_points(way: HousesOption) -> int:
    totals = scoring.totals(way.table)
    return sum(totals[each.place] for each in neighbours(way))


class Annexing(Named):
    """A Domain to annex, or none, with what that would bring."""

    __slots__ = ("harm", "id", "own", "points", "price", "spaces", "step", "table")

    id: str

    def __init__(self, table: State, step: Annex) -> None:
        self.table = table
        self.step = step
        self.id = step.domain.id
        self.points = self.harm = self.price = self.spaces = 0
        self.own: bool | None = None
        other = step.target(table)
        if other is not None:
            player = table.player
            after = annexed(table, other)
            self.points = gained(table, after, player)
            self.own = other.owner == player.place
            self.harm = 0 if self.own else -gained(table, after, table.players[other.owner])
            self.price = rules.annex_price(table, player, other)
            self.spaces = other.size

    @property
    def name(self) -> Text:
        return annex_name(self.table, self.step)


# ---------------------------------------------------------------- the words of a card


def a_few(moves: Sequence[Named]) -> Sequence[Named | Text]:
    """The first few of some moves, and how many more there are."""
    if len(moves) <= MOVES_SHOWN + 1:
        return moves
    return [*moves[:MOVES_SHOWN], Text("methoni.why.more", n=len(moves) - MOVES_SHOWN)]


CARDS: Vocabulary[Prospect] = Vocabulary(
    "methoni.card",
    {of: attrgetter(of) for of in CARD_MEASURES},
    {
        "closes": lambda move: move.area != 0,
        "wall": lambda move: move.border is not None and not move.area,
        "trade": lambda move: isinstance(move.play, Trade),
        "stop": lambda move: isinstance(move.play, Done),
        "market": lambda move: bool(move.area & move.table.island.markets),
    },
    {
        "closes": lambda move: move.table.components.towers - move.player.towers,
        "wall": lambda move: move.table.walls.bit_count(),
        "trade": lambda move: move.player.ducats,
        "stop": lambda move: 0,
        "market": lambda move: rules.markets_of(move.table, move.player),
    },
    a_few,
    in_brief=True,
)

HOUSES: Vocabulary[HousesOption] = Vocabulary(
    "methoni.houses",
    {
        "price": lambda way: way.price,
        "gathered": gathered,
        "enclosed": enclosed,
        "their-points": their_points,
        "their-houses": lambda way: sum(each.houses for each in neighbours(way)),
    },
    in_brief=True,
)

ANNEX: Vocabulary[Annexing] = Vocabulary(
    "methoni.annex",
    {of: attrgetter(of) for of in ANNEX_MEASURES},
    {
        "own": lambda move: move.own is True,
        "other": lambda move: move.own is False,
        "nothing": lambda move: move.own is None,
    },
)


class Follower(Struct, frozen=True):
    """Decides by a card of priorities."""

    plan: Plan
    voice: priorities.Voice | None = None

    def answer(self, ask: Ask, script: Play, random: Random) -> tuple[Answer, Sequence[Text]]:
        if ask.id in DRAWS:
            return ask.legal(random), ()
        assert isinstance(ask, Several)
        table = script.table.seen_by(script.table.seated(ask.to))
        match ask.id:
            case "methoni.opponent-card":
                cards = [each for each in ask.options if isinstance(each, Wall | Trade | Done)]
                moves = [Prospect(table, play, self) for play in cards]
                return priorities.decided_ids(self.plan.cards, moves, CARDS, self.voice)
            case "methoni.opponent-houses":
                offered = [each.step for each in ask.options if isinstance(each, HousesOption)]
                ways = [HousesOption(table, table.player, wall) for wall in offered]
                return priorities.decided_ids(self.plan.houses, ways, HOUSES)
        targets = [Annexing(table, step) for step in annex_steps(table)]
        return priorities.decided_ids(self.plan.annex, targets, ANNEX)
