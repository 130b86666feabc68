"""What a table is worth to a seat: how far it is expected to end ahead of its best rival, in points.

What lies there counts as it is scored. What is only begun (terrains owned, constructions in the hills of
workers, pieces that are not spent) counts for what it may become, and less as the game goes on: the worths
say how much. Nobody's hand and nobody's secret is looked at but the seat's own.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from math import exp

from msgspec import Struct

from automa.six_castles import rules, scoring
from automa.six_castles.opponents.plans import Worths
from automa.six_castles.state import Player, State, hill_of
from automa.six_castles.tables import Group

TURNS = (1.5, 5.5, 6.5, 7.0, 8.0, 9.5, 11.0, 11.5)
"""What a turn that is still to come is worth beyond what is begun, the last of the game first, as found in
games of King Sancho against the coach: a player who has just had one more is not ahead for that."""


@cache
def worth_of_turns(left: int) -> float:
    """What the turns that are left are worth together; those before the measured ones all the same."""
    return sum(TURNS[:left]) + TURNS[-1] * max(0, left - len(TURNS))


class Has(Struct):
    """What a player has that counts for tracks and contracts, each terrain a letter."""

    owned: str
    """On the line, or by its card."""
    shown: str
    """In the hills of the workers."""
    castles: int
    """Discs and workers on castles."""
    counts: Sequence[int]
    """How much that is for each contract."""


class Goal(Struct):
    """A contract as it is weighed."""

    letter: str
    """Of the terrain that it counts; the castle contract has none."""
    is_shown: bool
    """Whether that is a construction, in the hills of workers."""
    worth: float
    """Its points and its bonus."""

    def count(self, owned: str, shown: str, castles: int) -> int:
        """How much there is of it."""
        if not self.letter:
            return castles
        return (shown if self.is_shown else owned).count(self.letter)


class Facts(Struct):
    """What every player is weighed by."""

    has: list[Has]
    """Of each player, in their order."""
    markets: Sequence[rules.Market]


class Evaluation:
    """What tables are worth to a seat that come of this one."""

    def __init__(self, state: State, seat: str, worths: Worths) -> None:
        self.seat = seat
        self.worths = worths
        tables = state.tables
        self.track: Sequence[int] = tables.tracks.religion
        self.coin = tables.setup.coins.points / tables.setup.coins.gold
        """What a half-coin is worth."""
        self.step = self.track[-1] / (len(self.track) - 1)
        """What a step on the religion track is worth."""
        player = state.player(seat)
        known = scoring.contracts_in_play(state, player)
        constructions = tables.terrains.of_group("construction")
        self.constructions = frozenset(terrain.letter for terrain in constructions)
        self.goals: list[Goal] = []
        for facts in known:
            terrain = tables.terrains.by_id[facts.of] if facts.of else None
            worth = facts.points + facts.coins * self.coin + facts.religion * self.step
            self.goals.append(Goal(terrain.letter if terrain else "", terrain in constructions, worth))
        self.brings: dict[tuple[object, ...], list[float]] = {}
        """What the free spaces of a track may bring, by what is taken and what there is."""
        self.open = len(state.contracts)
        """How many of these everybody knows; then comes the seat's own."""
        self.phantom = scoring.PHANTOM if state.solo and state.rulings["solo-contracts"] == "phantom" else 0

    def of(self, state: State, player: Player) -> Evaluation:
        """The same of another player, as far as this seat can tell: not their secret."""
        hidden, player.kept = player.kept, None
        try:
            return Evaluation(state, player.seat.id, self.worths)
        finally:
            player.kept = hidden

    # ------------------------------------------------------------ the whole table

    def margin(self, state: State) -> float:
        """How far the seat is expected to end ahead of its best rival."""
        players = [player for player in state.players if not player.is_dummy]
        facts = self.known(state, players)
        points = [self.points(state, player, place, facts) for place, player in enumerate(players)]
        place = next(place for place, player in enumerate(players) if player.seat.id == self.seat)
        mine = points.pop(place)
        return mine - max(points, default=0.0)

    def rest(self, state: State) -> float:
        """The standard deviation of what comes after a look ahead from this table, found likewise.

        In the last round a look ahead goes to the end of the game.
        """
        rounds_after = state.rounds - state.round
        return 2.5 + 0.75 * rounds_after if rounds_after else 0.0

    def known(self, state: State, players: Sequence[Player]) -> Facts:
        """What all of them are weighed by."""
        return Facts([self.has(state, player) for player in players], rules.markets(state))

    def has(self, state: State, player: Player) -> Has:
        """What a player has, as far as the app knows."""
        line, castles = player.line, state.territory.castles
        if line is not None:
            spaces = line.spaces
            owned = spaces[: line.cylinder + 1] + "".join([spaces[disc] for disc in line.discs])
        else:
            owned = "".join(letter * count for letter, count in (player.owned or player.told).items())
        on_castles = sum([hill_of(spot) in castles for spot in player.lying]) if castles else 0
        return self.counted(owned, rules.hills_shown(state, player), len(player.sales) + on_castles)

    def counted(self, owned: str, shown: str, castles: int) -> Has:
        counts = [goal.count(owned, shown, castles) for goal in self.goals]
        return Has(owned, shown, castles, counts)

    def points(self, state: State, player: Player, place: int, facts: Facts) -> float:
        """The points that a player is expected to end with."""
        left, mine = turns_left(state, player), facts.has[place]
        points = sum([piece.points for piece in player.landscapes + player.constructions])
        if not left:
            points += scoring.wealth(state.tables, player.coins)[0]
            points += scoring.religion_points(self.track, player.religion)
            return points + self.contracts(player, place, facts.has, left)
        return (
            points
            + worth_of_turns(left)
            + player.coins * self.coin
            + self.religion(state, player, mine, left)
            + self.contracts(player, place, facts.has, left)
            + self.with_discs(state, player, mine, facts.markets, left)
            + self.with_workers(state, player, mine, left)
        )

    def promises(self, state: State, player: Player) -> dict[str, float]:
        """What one more of each terrain would add for a player: owned, or in the hill of a worker."""
        players = [other for other in state.players if not other.is_dummy]
        facts, place = self.known(state, players), players.index(player)
        has, mine = facts.has, facts.has[place]
        before = self.points(state, player, place, facts)
        found: dict[str, float] = {}
        for letter in state.tables.terrains.by_letter:
            if letter in self.constructions:
                has[place] = self.counted(mine.owned, mine.shown + letter, mine.castles)
                now = self.step if letter in state.tables.terrains.religious else 0.0
            else:
                has[place] = self.counted(mine.owned + letter, mine.shown, mine.castles)
                now = 0.0
            found[letter] = self.points(state, player, place, facts) - before + now
        has[place] = self.counted(mine.owned, mine.shown, mine.castles + 1)
        found["castle"] = self.points(state, player, place, facts) - before
        return found

    # ------------------------------------------------------------ its parts

    def religion(self, state: State, player: Player, has: Has, left: int) -> float:
        """Where the cylinder will be once the hills of the workers have been visited a few turns more."""
        religious, worths = state.tables.terrains.religious, self.worths
        pilgrims = sum([has.shown.count(letter) for letter in religious])
        ahead = player.religion + left * (worths["visits"] * pilgrims + worths["walks"] * len(player.lying))
        space, last = int(ahead), len(self.track) - 1
        if space >= last:
            return self.track[last]
        return self.track[space] + (self.track[space + 1] - self.track[space]) * (ahead - space)

    def contracts(self, player: Player, place: int, has: Sequence[Has], left: int) -> float:
        """What contracts bring, each by how likely it is to be won."""
        total, others = 0.0, [*has[:place], *has[place + 1 :]]
        goals = self.goals if player.seat.id == self.seat else self.goals[: self.open]
        spread = self.worths["lead"] * left**0.5
        for at, goal in enumerate(goals):
            mine = has[place].counts[at]
            ahead = mine - max([other.counts[at] for other in others], default=self.phantom)
            if left:
                total += goal.worth / (1 + exp((self.worths["tie"] - ahead) / spread))
            elif mine and ahead > 0:
                total += goal.worth
        return total

    def with_discs(
        self, state: State, player: Player, has: Has, markets: Sequence[rules.Market], left: int
    ) -> float:
        """What the discs that are left may bring: landscapes and sales, the best first."""
        worths, discs = self.worths, rules.discs_to_spend(player)
        if not discs:
            return 0.0
        uses = [*self.spaces(state, player, "landscape", has.owned, worths["landscapes"])]
        wanted = dict.fromkeys(has.owned, 0.0)
        for market in markets:
            for good in market.goods:
                count = has.owned.count(good.letter)
                if count:
                    wanted.pop(good.letter, None)
                    uses.append(worths["sales"] * count * market.value * self.coin)
        for good in state.tables.terrains.of_group("agricultural"):
            if good.letter in wanted:
                uses.append(worths["goods"] * has.owned.count(good.letter))
        uses.sort(reverse=True)
        return sum(uses[: min(discs, 2 * left)]) + worths["discs"] * discs * left / state.rounds

    def with_workers(self, state: State, player: Player, has: Has, left: int) -> float:
        """What the workers that are left may bring: constructions, the best first."""
        worths, lying = self.worths, len(player.lying)
        workers = player.workers + lying
        if not workers:
            return 0.0
        uses = self.spaces(state, player, "construction", has.shown, worths["constructions"])
        uses = sorted(uses, reverse=True)
        supply = worths["workers"] * player.workers + worths["lying"] * lying
        return sum(uses[: min(workers, 2 * left)]) + supply * left / state.rounds

    def spaces(self, state: State, player: Player, group: Group, has: str, worth: float) -> list[float]:
        """What the free spaces of a track may bring, each by how much of it there is."""
        key = group, rules.has_top(player, group), has, *state.taken
        found = self.brings.get(key)
        if found is None:
            found = self.brings[key] = []
            top = 0.0
            for space in rules.free_spaces(state, player, group):
                count = has.count(space.terrain.letter)
                share = count / space.points if count < space.points else 1.0
                brings = worth * space.points * share * share
                if space.is_top:
                    top = max(top, brings)
                elif count:
                    found.append(brings)
            if top:
                found.append(top)
        return found


def turns_left(state: State, player: Player) -> int:
    """The turns that a player will still take, not counting one that goes on."""
    seats = len(state.players)
    place = (state.players.index(player) - state.first) % seats
    taken = (state.turn - place + seats - 1) // seats
    goes_on = state.turn % seats == place and not state.lays and not state.over
    return state.rounds - taken - goes_on
