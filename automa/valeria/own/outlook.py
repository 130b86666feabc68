"""What things are worth to a person now, in points ahead of the others at the end of the game.

Everything is an estimate from what lies open: who will lead a district when it is scored, who a track, what a
monument will earn, what goods and powers are good for in the turns that are left.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from math import exp

from automa.valeria import rules, scoring
from automa.valeria.own import goods
from automa.valeria.own.goods import Price
from automa.valeria.state import Side, State
from automa.valeria.tables import (
    GOODS,
    RESOURCES,
    ROUNDS,
    CitizenFacts,
    Goods,
    Guild,
    LineFacts,
    ManorFacts,
    Monument,
)


def above(mine: float, theirs: float, spread: float) -> float:
    """The chance to be ahead, with so much still to come."""
    return 1 / (1 + exp(max(-30.0, min(30.0, (theirs - mine) / spread))))


def expected(prizes: Sequence[int], chances: Sequence[float]) -> float:
    """The prize to be expected with these chances to be ahead of each of the others."""
    ranks = [1.0]
    for chance in chances:
        behind = [*ranks, 0.0]
        for place in range(len(ranks), 0, -1):
            behind[place] = behind[place] * chance + ranks[place - 1] * (1 - chance)
        behind[0] *= chance
        ranks = behind
    return sum(prize * rank for prize, rank in zip(prizes, ranks, strict=False))


class Outlook:
    """The game as one side sees it at one moment; what is asked of it twice is worked out once."""

    def __init__(self, state: State, side: Side) -> None:
        self.state = state
        self.side = side
        self.facts = state.tables.opponents.stand_in
        self.others = state.others(side)
        now = max(1, state.round)
        self.rounds = [round for round in ROUNDS if round >= now]
        each = state.tables.components.dice.each
        self.turns = (len(self.rounds) - 1) * each + (len(side.unspent()) if state.acting else each)
        """How many actions are left to this side, with the one at hand."""
        self.drafts = (len(self.rounds) - 1) * each + (0 if state.acting else each - len(side.dice))
        self._control: dict[tuple[str, int], float] = {}
        self._tracks: dict[tuple[Guild, int], float] = {}
        self._pushes: dict[tuple[Guild, int, int], float] = {}
        self._prices: dict[Price, float] = {}
        self._shares: dict[int, dict[str, float]] = {}
        self._goods: dict[tuple[Goods, int], float] = {}

    # Districts

    def control(self, district: str, halves: int) -> float:
        """What so many more half control points there are worth."""
        return self._led(district, halves) - self._led(district, 0)

    def _led(self, district: str, halves: int) -> float:
        key = district, halves
        if key not in self._control:
            scored = self.state.board.scored
            rounds = [round for round in self.rounds if district in scored[round]]
            self._control[key] = sum(self._scored(district, halves, round) for round in rounds)
        return self._control[key]

    def _scored(self, district: str, halves: int, round: int) -> float:
        """What this side gets ahead of the others when a district is scored in that round."""
        place, prizes = self.state.board.district[district], self.state.tables.actions.prizes.control
        after = round - self.rounds[0]
        mine = scoring.control_points(self.side, place) + halves
        theirs = [self._coming(other, district, round) for other in self.others]
        green = 2 * self.state.keeps[district] + after / 3
        facts = self.facts.spread
        spread = facts.control + facts.round * after + facts.turn * (self.turns % 3 or 3)
        mean = 0.0
        for at, one in enumerate(theirs):
            rest = [mine, green, *theirs[:at], *theirs[at + 1 :]]
            mean += expected(prizes, [above(one, other, spread) for other in rest]) / len(theirs)
        own = expected(prizes, [above(mine, other, spread) for other in (green, *theirs)]) if mine else 0.0
        return self.facts.later**after * (own - mean)

    def _coming(self, other: Side, district: str, round: int) -> float:
        """Half control points: with those that the opponent's card is likely to bring until it is scored."""
        found: float = scoring.control_points(other, self.state.board.district[district])
        if other is not self.state.rival:
            return found
        return found + sum(self._share(each, district) for each in self.rounds if each <= round)

    def _share(self, round: int, district: str) -> float:
        """The part of what the opponent's card brings in a round that is likely to come to a district."""
        if round not in self._shares:
            actions = self.state.card.round[str(round)].actions
            done = self.state.progress if round == self.state.round and self.state.acting else 0
            halves = sum(1 if action == "windmill" else 2 for action in actions[done:])
            faces = list(self.state.tables.charts.round[str(round)].face.values())
            self._shares[round] = {each: halves * faces.count(each) / len(faces) for each in faces}
        return self._shares[round].get(district, 0.0)

    # Tracks

    def push(self, guild: Guild, times: int = 1, before: int = 0) -> float:
        """What pushes are worth, after so many others."""
        key = guild, times, before
        if key not in self._pushes:
            self._pushes[key] = self._pushed(guild, times, before)
        return self._pushes[key]

    def _pushed(self, guild: Guild, times: int, before: int) -> float:
        track = self.state.board.tracks[guild]
        at, _ = rules.pushed_to(self.state, self.side, guild, self.side.influence[guild], before)
        to, _ = rules.pushed_to(self.state, self.side, guild, at, times)
        gained = sum(self._line(line) for line in rules.lines_crossed(track, at, to))
        return self._track(guild, to) - self._track(guild, at) + gained

    def best_push(self, guilds: Sequence[Guild], times: int = 1) -> float:
        return max(self.push(guild, times) for guild in guilds)

    def pushes(self, counts: dict[Guild, int]) -> float:
        return sum(self.push(guild, times) for guild, times in counts.items())

    @cached_property
    def any_push(self) -> float:
        return self.best_push(list(self.state.board.tracks))

    def _track(self, guild: Guild, at: int) -> float:
        """What a token there is worth: its place at the end, and the lines ahead of it."""
        key = guild, at
        if key not in self._tracks:
            track, prizes = self.state.board.tracks[guild], self.state.tables.actions.prizes.guild
            theirs = [other.influence[guild] for other in self.others]
            spread = self.facts.spread.track + self.facts.spread.track_turn * self.turns
            mean = 0.0
            for place, one in enumerate(theirs):
                rest = [at, *theirs[:place], *theirs[place + 1 :]]
                mean += expected(prizes, [above(one, other, spread) for other in rest]) / len(theirs)
            own = expected(prizes, [above(at, other, spread) for other in theirs])
            own = own if at else own * min(0.8, self.turns / 12)
            reach = 1 + 0.5 * self.turns
            ahead = sum(
                self._line(line) * max(0.0, 1 - (space + 1 - at) / reach)
                for space, line in track.lines.items()
                if space >= at
            )
            self._tracks[key] = own - mean + ahead
        return self._tracks[key]

    def _line(self, line: LineFacts) -> float:
        if line.gain == "vp":
            return line.amount
        if line.gain == "resource":
            return max(self.goods(kind, line.amount) for kind in RESOURCES)
        return self.goods(line.gain, line.amount)

    # Goods

    def goods(self, kind: Goods, amount: int) -> float:
        """What so many more of a kind are worth; what its track cannot hold is lost."""
        key = kind, amount
        if key not in self._goods:
            have, room = self.side.goods[kind], goods.room(self.state, self.side, kind)
            if kind == "gold" and self.side is self.state.you:
                room = max(0, room - sum(self.state.turn.waiting))
            next_ones = range(have, have + min(amount, room))
            self._goods[key] = self._worth(kind, next_ones)
        return self._goods[key]

    def price(self, price: Price) -> float:
        """What it hurts to pay that."""
        if price not in self._prices:
            worth = 0.0
            for kind, amount in price.goods().items():
                have = self.side.goods[kind]
                worth += self._worth(kind, range(have - amount, have))
            self._prices[price] = worth
        return self._prices[price]

    def _worth(self, kind: Goods, which: range) -> float:
        """What goods of a kind are worth after those that one has; gold is saved for monuments."""
        if kind == "gold":
            return self._gold * len(which)
        return self.facts.goods[kind] * self._use * sum(map(self._nth, which))

    @cached_property
    def _gold(self) -> float:
        """What a gold is worth: by the best monument that it could still help to pay for."""
        best = 0.0
        for kind in rules.monuments_left(self.state):
            places = [self.monument(kind, place) for place in rules.free_places(self.state, kind)]
            best = max(best, max(places) / self.state.actions[kind].cost["gold"])
        return max(self.facts.goods["gold"] * self._use, self.facts.save * best)

    @cached_property
    def _use(self) -> float:
        """How far goods can still be used: in the last turn they are worth little."""
        last, more = self.facts.use
        return min(1.0, last + more * (self.turns - 1))

    def _nth(self, have: int) -> float:
        """How much of its worth the next one of a kind has to somebody who has so many."""
        return self.facts.next[min(max(have, 0), len(self.facts.next) - 1)]

    @cached_property
    def any_resource(self) -> float:
        return max(self.goods(kind, 1) for kind in RESOURCES)

    def face(self, face: str) -> float:
        """What the value of a die is worth."""
        if face == "influence":
            return self.any_push
        kind = next(each for each in GOODS if each == face)
        return self.goods(kind, self.state.tables.components.dice.value[kind])

    # Monuments, manors and citizens

    def monument(self, kind: Monument, place: str) -> float:
        """What a monument there will earn until the end, with the tokens that are likely to come."""
        facts, count = (
            self.state.tables.actions.monument[kind],
            scoring.trigger_tokens(self.state, kind, place),
        )
        growth = self.facts.growth[facts.per]
        return facts.vp * sum(count + growth * after for after in range(len(self.rounds)))

    def token(self, piece: str, district: str) -> float:
        """What one more token of a kind does to the monuments that count it there."""
        found = 0.0
        for kind, facts in self.state.tables.actions.monument.items():
            if facts.per == piece:
                for side in self.state.sides:
                    at = side.monuments.get(kind)
                    if at is not None and district in self.state.board.named(at).districts:
                        worth = facts.vp * len(self.rounds)
                        found += worth if side is self.side else -worth / len(self.others)
        return found

    def manor(self, facts: ManorFacts, district: str) -> float:
        """What the power of a manor is worth from now on."""
        powers = self.facts.powers
        if facts.lighthouse:
            ships = sum(side.tokens["ship"][district] for side in self.state.sides)
            return 2 * len(self.rounds) * ships + powers.lighthouse * self.turns
        if facts.gold_track:
            return powers.gold_track * self.turns
        if facts.on == "built":
            return max(
                self.goods("gold", facts.gold), *(self.goods(kind, facts.resource) for kind in RESOURCES)
            )
        uses = self._often(facts.on) * (self.turns - 1) + (facts.on == "manor")
        each = facts.gold * self.facts.goods["gold"] + facts.influence * powers.push
        return uses * (each + facts.leftover * powers.resource)

    def _often(self, action: str | None) -> float:
        return next((share for each, share in self.facts.often.items() if each == action), 0.0)

    def citizen(self, facts: CitizenFacts) -> float:
        """What a citizen is worth from now on."""
        powers, gold = self.facts.powers, self.facts.goods["gold"]
        resources = facts.resource * powers.resource
        if facts.on == "recruited":
            at_once = self.goods("gold", facts.gold) + facts.influence * self.any_push
            if facts.resource:
                at_once += max(self.goods(kind, facts.resource) for kind in RESOURCES)
            return at_once + (1.0 if facts.sail and rules.ships_at(self.side) else 0.0)
        if facts.turns_to is not None:
            return powers.turning * (self.drafts + self.turns)
        if facts.on == "reset":
            return (len(self.rounds) - 1) * (facts.leftover * powers.resource + facts.sail)
        if facts.on == "draft" and facts.price:
            paid = powers.resource * facts.price.get("resource", 0) + gold * facts.price.get("gold", 0)
            gained = facts.vp + facts.influence * powers.push + facts.gold * gold + resources
            return self.drafts * max(0.15, gained - paid)
        if facts.on == "draft":
            return self.drafts * 0.3 * resources
        return self._often(facts.on) * self.turns * facts.gold * gold
