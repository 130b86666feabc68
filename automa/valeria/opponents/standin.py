"""A stand-in for you on a virtual table: legal, sensible, and within what its goods can pay for.

The game does not track your gold and resources, so the stand-in keeps its own tally of them, as you would on
your player board.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, TypeAlias

from automa.dialogue import Answer, Ask, Choose, Named, Number, Tally, Text
from automa.valeria import rules
from automa.valeria.notation import TURN
from automa.valeria.rules.plans import Plan
from automa.valeria.scoring import monument_value
from automa.valeria.state import State
from automa.valeria.tables import FACES, RESOURCES, ROUNDS, Face, Goods, Guild, Tables

if TYPE_CHECKING:
    from random import Random

Idea: TypeAlias = tuple[float, Plan, Mapping[Goods, int]]
"""How good a turn looks, the turn, and what it costs."""


class StandIn:
    """Plays for a person: takes what it can pay for and what moves it furthest."""

    __slots__ = ("_goods", "_lines", "_tables")

    def __init__(self, tables: Tables) -> None:
        self._tables = tables
        self._goods: dict[Goods, int] = dict(tables.components.start)
        self._lines = 0

    def answer(self, ask: Ask, script: Any, random: Random) -> tuple[Answer, Sequence[Text]]:
        """An answer to any question of the game; what it has no view on, it answers at random."""
        state: State = script.table
        self._take_lines(state)
        return self._answer(ask, state, random), ()

    def _answer(self, ask: Ask, state: State, random: Random) -> Answer:
        options: Sequence[Named] = getattr(ask, "options", ())
        match ask.id:
            case "valeria.your-turn":
                return self._turn(state, random)
            case "valeria.your-die":
                return self._draft(options, state, random)
            case "valeria.setup.manor":
                return random.choice(self._tables.opponents.stand_in.manors)
            case "valeria.anything-else":
                return self._monument(options, state)
            case "valeria.windmill":
                road = max(rules.places_for(state, "windmill"), key=partial(_control_value, state))
                return road if self._pays(rules.cost_of(state, "windmill", road)) else "none"
            case "valeria.shipyard":
                worth = {id: _control_value(state, id) + random.random() for id in state.board.district}
                district = max(worth, key=worth.__getitem__)
                return district if self._pays(rules.cost_of(state, "shipyard", district)) else "none"
            case "valeria.sail-from":
                return "none"
            case (
                "valeria.which-guild" | "valeria.extra-guild" | "valeria.any-guild" | "valeria.instant-guild"
            ):
                return _best_guild(state, [option.id for option in options])
            case "valeria.any-guilds" | "valeria.some-guilds" if isinstance(ask, Tally):
                return {_best_guild(state, [option.id for option in options]): ask.high} if ask.high else {}
            case "valeria.crates" if isinstance(ask, Tally):
                return self._crates(ask)
            case "valeria.something-else":
                return {}
            case "valeria.draft-powers":
                return []
        if isinstance(ask, Choose) and ask.default is not None:
            return ask.default
        return ask.low if isinstance(ask, Number) else ask.legal(random)

    # Goods

    def _take_lines(self, state: State) -> None:
        """What the guild lines have given since the last look: gold only, as a cautious estimate."""
        gold = sum(
            line.amount
            for guild, track in state.board.tracks.items()
            for line in rules.lines_crossed(track, 0, state.you.influence[guild])
            if line.gain == "gold"
        )
        self._gain("gold", gold - self._lines)
        self._lines = gold

    def _gain(self, kind: Goods, amount: int) -> None:
        most = self._tables.components.most
        cap = most.gold_with_banker if kind == "gold" else most.resource
        self._goods[kind] = max(0, min(cap, self._goods[kind] + amount))

    def _gain_die(self, face: Face) -> None:
        if face != "influence":
            self._gain(face, self._tables.components.dice.value[face])

    def _pays(self, cost: Mapping[Goods, int]) -> bool:
        """Whether it can pay that; then it does."""
        left = rules.paid(self._goods, cost)
        self._goods = self._goods if left is None else left
        return left is not None

    # Choices

    def _draft(self, options: Iterable[Named], state: State, random: Random) -> str:
        dice = self._tables.opponents.stand_in.dice
        offered = {option.id for option in options}
        face = max((each for each in FACES if each in offered), key=lambda each: dice[each] + random.random())
        self._gain_die(face)
        return f"{face} {_best_guild(state, state.board.tracks)}" if face == "influence" else face

    def _turn(self, state: State, random: Random) -> str:
        """The best turn it can pay for; a harvest costs nothing."""
        ideas = [idea for idea in self._ideas(state) if rules.paid(self._goods, idea[2]) is not None]
        _, plan, cost = max(ideas, key=lambda idea: idea[0] + random.random())
        facts, held = state.actions[plan.action], [die.face for die in state.you.unspent()]
        die = facts.die if facts.die in held else held[0]
        plan.die = die
        if die == facts.die and facts.bonus is None:
            self._gain_die(die)
        self._pays(cost)
        if plan.action == "harvest":
            for face in state.you.faces():
                self._gain_die(face)
        manor = state.manors.get(plan.what)
        if manor is not None and manor.on == "built":
            self._gain("gold", manor.gold)
        return TURN.write(plan)

    def _ideas(self, state: State) -> Iterator[Idea]:
        """A harvest, building anywhere, a citizen where control counts most, the wharf with goods to sell."""
        yield 2.5 - 0.2 * sum(self._goods.values()), Plan("harvest"), {}
        early = 0.5 if state.round < 4 else 0.0
        control = {id: _control_value(state, id) for id in state.board.district}
        for district, worth in control.items():
            if district in rules.places_for(state, "temple"):
                cost = rules.cost_of(state, "temple", district)
                yield 3.5 + worth, Plan("temple", district), cost
            for number in rules.manors_left(state):
                if district in rules.places_for(state, "manor", number):
                    cost = rules.cost_of(state, "manor", district)
                    yield 2.5 + worth + early, Plan("manor", district, number), cost
        free = rules.free_citizens(state)
        if free and state.you.left("citizen"):
            citizen = free[state.round * 3 % len(free)]
            best = max(control, key=lambda id: control[id])
            yield 2.5 + control[best], Plan("recruit", best, citizen), {"food": state.tables.citizens.food[1]}
        if rules.crates_left(state, state.you) and sum(self._goods[kind] for kind in RESOURCES) >= 4:
            yield 3.0, Plan("wharf"), {}

    def _monument(self, options: Iterable[Named], state: State) -> str:
        """A monument at the end of the turn, if there is gold for it and it scores something."""
        offered = {option.id for option in options}
        for kind in rules.monuments_left(state):
            worth = {place: monument_value(state, kind, place) for place in rules.free_places(state, kind)}
            place = max(worth, key=lambda each: worth[each])
            if kind in offered and worth[place] and self._pays(state.actions[kind].cost):
                guild = _best_guild(state, state.board.named(place).guilds)
                return TURN.write(Plan(kind, place, guild=guild))
        return "done"

    def _crates(self, ask: Tally) -> Answer:
        """Sell what there is most of, for points where it can."""
        rows = [option.id for option in ask.options]
        row = next((each for each in ("vp", "influence") if each in rows), None)
        count = min(ask.high, sum(self._goods[kind] for kind in RESOURCES))
        if row is None or not count:
            return {}
        for _ in range(count):
            self._gain(max(RESOURCES, key=lambda kind: self._goods[kind]), -1)
            if row == "vp":
                self._gain("gold", 1)
        return {row: count}


def _control_value(state: State, place: str) -> float:
    """How often the district, or both at a road, still scores, this round counting most."""
    scored, districts = state.board.scored, state.board.named(place).districts
    left = sum(id in scored[round] for id in districts for round in ROUNDS if round >= state.round)
    return left + 0.5 * sum(id in scored[state.round] for id in districts)


def _best_guild(state: State, offered: Collection[str]) -> Guild:
    """Where a push overtakes, or else where it is furthest behind without being hopeless."""
    mine, theirs = state.you.influence, state.opponent.influence
    return min(
        (guild for guild in state.board.tracks if guild in offered),
        key=lambda guild: (not mine[guild] <= theirs[guild], abs(mine[guild] - theirs[guild])),
    )
