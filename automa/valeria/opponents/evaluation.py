"""What a position is worth to a person: the final margin over the best of the others that can be expected.

Everything is an estimate from what lies open: who will lead a district when it is scored, who a track, what a
monument will earn, what goods and powers are good for in the turns that are left.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache, cached_property
from math import exp

from automa.valeria import rules, scoring
from automa.valeria.own import goods
from automa.valeria.state import Due, Side, State
from automa.valeria.steps import MONUMENTS
from automa.valeria.tables import (
    FACES,
    PRIMARIES,
    RESOURCES,
    ROUNDS,
    Face,
    Goods,
    Guild,
    LineFacts,
    Monument,
    Piece,
    When,
)


def above(mine: float, theirs: float, spread: float) -> float:
    """The chance to be ahead at the end; `spread` is how much may still change."""
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


def ahead(
    prizes: Sequence[int], mine: float, theirs: Sequence[float], neutral: Sequence[float], spread: float
) -> tuple[float, float]:
    """The prizes to be expected for `mine`, and for the others in the mean; `neutral` only takes places."""
    mean = 0.0
    for at, one in enumerate(theirs):
        rest = [mine, *neutral, *theirs[:at], *theirs[at + 1 :]]
        mean += expected(prizes, [above(one, other, spread) for other in rest]) / len(theirs)
    return expected(prizes, [above(mine, other, spread) for other in (*neutral, *theirs)]), mean


class Evaluation:
    """What tables are worth to one side that differ only in what this side did since it was made.

    So the others are looked at once, and what depends on one number of this side is worked out once.
    """

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
        self.leading, self.shares = cache(self._leading), cache(self._shares)
        self.track, self.stock = cache(self._track), cache(self._stock)
        self.counted = cache(self._counted)
        self.earning, self.manor = cache(self._earning), cache(self._manor)
        self.citizen, self.crates = cache(self._citizen), cache(self._crates)

    def value(self, state: State) -> float:
        """What such a table is worth."""
        side, board = state.side(self.side.seat.id), state.board
        found = float(side.score - self.theirs)
        for id, district in board.district.items():
            found += self.leading(id, scoring.control_points(side, district))
        for guild, at in side.influence.items():
            found += self.track(guild, at)
        for kind, amount in side.goods.items():
            found += self.stock(kind, amount)
        for each in (side, *self.others):
            for monument, place in each.monuments.items():
                found += self._monument(each, monument, place, side)
        for number in side.manors:
            found += self.manor(number)
        for card in side.cards:
            found += self.citizen(card)
        found += self.crates(sum(side.crates.values()))
        for die in side.dice:
            if not die.spent:
                found += self.facts.die[die.face]
        for due in state.turn.dues:
            found += self._due(due, side)
        return found

    @cached_property
    def theirs(self) -> int:
        """The points of the best of the others."""
        return max(other.score for other in self.others)

    # Districts

    def _leading(self, district: str, mine: int) -> float:
        """What `mine` half control points in a district are worth until the end of the game."""
        rounds = [round for round in self.rounds if district in self.state.board.scored[round]]
        return sum(self._scored(district, mine, round) for round in rounds)

    def _scored(self, district: str, mine: int, round: int) -> float:
        """What this side gets ahead of the others when a district is scored in that round."""
        prizes = self.state.tables.actions.prizes.control
        after = round - self.rounds[0]
        theirs = [self._coming(other, district, round) for other in self.others]
        green = 2 * self.state.keeps[district] + after / 3
        facts = self.facts.spread
        spread = facts.control + facts.round * after + facts.turn * (self.turns % 3 or 3)
        own, mean = ahead(prizes, mine, theirs, [green], spread)
        return self.facts.later**after * ((own if mine else 0.0) - mean)

    def _coming(self, other: Side, district: str, round: int) -> float:
        """Half control points: with those that the opponent's card is likely to bring until it is scored."""
        found: float = scoring.control_points(other, self.state.board.district[district])
        if other is not self.state.rival:
            return found
        return found + sum(self.shares(each).get(district, 0.0) for each in self.rounds if each <= round)

    def _shares(self, round: int) -> Mapping[str, float]:
        """The part of what the opponent's card brings in a round that is likely to come to each district."""
        actions = self.state.card.round[str(round)].actions
        done = self.state.progress if round == self.state.round and self.state.acting else 0
        halves = sum(scoring.WINDMILL if action == "windmill" else 2 for action in actions[done:])
        faces = list(self.state.tables.charts.round[str(round)].face.values())
        return {each: halves * faces.count(each) / len(faces) for each in faces}

    # Tracks

    def _track(self, guild: Guild, at: int) -> float:
        """What a token there is worth: its place at the end, and the lines ahead of it."""
        track, prizes = self.state.board.tracks[guild], self.state.tables.actions.prizes.guild
        theirs = [other.influence[guild] for other in self.others]
        spread = self.facts.spread.track + self.facts.spread.track_turn * self.turns
        own, mean = ahead(prizes, at, theirs, (), spread)
        own = own if at else own * min(0.8, self.turns / 12)
        reach = 1 + 0.5 * self.turns
        lines = sum(
            self._line(line) * max(0.0, 1 - (space + 1 - at) / reach)
            for space, line in track.lines.items()
            if space >= at
        )
        return own - mean + lines

    def _line(self, line: LineFacts) -> float:
        if line.gain == "vp":
            return line.amount
        if line.gain == "resource":
            return self.best_goods(line.amount)
        return self.more(line.gain, line.amount)

    # Goods

    def _stock(self, kind: Goods, amount: int) -> float:
        """What `amount` goods of a kind are worth together."""
        if kind == "gold":
            return self._gold * amount
        return self.facts.goods[kind] * self._use * sum(map(self._nth, range(amount)))

    def more(self, kind: Goods, amount: int) -> float:
        """What `amount` more goods of a kind are worth; what the track cannot hold is lost."""
        have = self.side.goods[kind]
        room = goods.room(self.state, self.side, kind)
        return self.stock(kind, have + min(amount, room)) - self.stock(kind, have)

    def best_goods(self, amount: int) -> float:
        return max(self.more(kind, amount) for kind in RESOURCES)

    @cached_property
    def _gold(self) -> float:
        """What a gold is worth: by the best monument that it could still help to pay for."""
        best = 0.0
        for kind in [each.action for each in MONUMENTS if each.action not in self.state.you.monuments]:
            free = rules.free_places(self.state, kind)
            places = [self._monument(self.side, kind, place, self.side) for place in free]
            best = max(best, max(places) / self.state.actions[kind].cost["gold"])
        return max(self.facts.goods["gold"] * self._use, self.facts.save * best)

    @cached_property
    def _use(self) -> float:
        """The share of their worth that goods still have: in the last turn it is small."""
        last, more = self.facts.use
        return min(1.0, last + more * (self.turns - 1))

    def _nth(self, have: int) -> float:
        """What share of its worth the next one of a kind has to a player who has `have` of it."""
        return self.facts.next[min(max(have, 0), len(self.facts.next) - 1)]

    def face(self, face: Face) -> float:
        """What the value of a die is worth."""
        if face == "influence":
            return self.best_push(tuple(self.state.board.tracks), self.side)
        return self.more(face, self.state.tables.components.dice.value[face])

    # What is still to be chosen

    def best_push(self, guilds: Sequence[Guild], side: Side, times: int = 1) -> float:
        """What `times` pushes are worth on the best of these tracks."""
        worths = [0.0]
        for guild in guilds:
            at = side.influence[guild]
            to, _ = rules.pushed_to(self.state, self.side, guild, at, times)
            crossed = rules.lines_crossed(self.state.board.tracks[guild], at, to)
            worths.append(self.track(guild, to) - self.track(guild, at) + sum(map(self._line, crossed)))
        return max(worths)

    def _due(self, due: Due, side: Side) -> float:
        match due.what:
            case "push":
                return self.best_push(due.guilds, side, due.n)
            case "leftover":
                return max(self.face(face) for face in FACES if self.state.pool[face] or face == "gold")
            case "sail":
                return 0.5
        return max(self.best_goods(due.n), self.more("gold", due.gold) if due.gold else 0.0)

    # Monuments, manors, citizens, crates

    def _monument(self, owner: Side, kind: Monument, place: str, mine: Side) -> float:
        """What a monument will earn until the end, with the tokens that are likely to come."""
        per, districts = self.counted(kind, place)
        own = 0
        for district in districts:
            own += rules.tokens(mine, per, district)
        worth = self.earning(kind, place, own)
        return worth if owner.seat is self.side.seat else -worth / len(self.others)

    def _counted(self, kind: Monument, place: str) -> tuple[Piece, tuple[str, ...]]:
        """The tokens that a monument counts, and in which districts."""
        return self.state.tables.actions.monument[kind].per, self.state.board.named(place).districts

    def _earning(self, kind: Monument, place: str, own: int) -> float:
        """The points that it brings its owner, with so many tokens of this side there."""
        facts = self.state.tables.actions.monument[kind]
        _, districts = self.counted(kind, place)
        found = [rules.tokens(other, facts.per, each) for other in self.others for each in districts]
        growth = self.facts.growth[facts.per]
        return facts.vp * sum(own + sum(found) + growth * after for after in range(len(self.rounds)))

    def _manor(self, number: str) -> float:
        """What the power of a manor is worth from now on."""
        facts, powers = self.state.manors[number], self.facts.powers
        if facts.gold_track:
            return powers.gold_track * self.turns
        if facts.on == "built":
            return 0.0
        each = facts.gold * self.facts.goods["gold"] + facts.influence * powers.push
        return self._often(facts.on) * (self.turns - 1) * (each + facts.leftover * powers.resource)

    def _often(self, action: When | None) -> float:
        return self.facts.often[action] if action in PRIMARIES else 0.0

    def _citizen(self, card: str) -> float:
        """What a recruited citizen is worth from now on."""
        facts, powers, gold = self.state.citizens[card], self.facts.powers, self.facts.goods["gold"]
        resources = facts.resource * powers.resource
        if facts.on == "recruited":
            return 0.0
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

    def _crates(self, mine: int) -> float:
        """What `mine` crates are worth when the wharf is scored this round."""
        prizes = self.state.tables.actions.prizes.wharf
        theirs = [self._crates_of(other) for other in self.others]
        own, *others = scoring.ranked(prizes, [2 * mine, *theirs])
        return float(own - max(others))

    def _crates_of(self, other: Side) -> int:
        """Twice the crates that a player is likely to have at the end of the round."""
        found = sum(other.crates.values())
        if other is not self.state.rival or found or not self.state.round or self.state.line.crate is None:
            return 2 * found
        matching = sum(face in self.state.line.faces for face in other.faces())
        return 2 * matching + self.state.tables.components.dice.each - len(other.dice)
