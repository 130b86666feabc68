"""A stand-in for you on a virtual table: legal, sensible, and within what its goods can pay for.

The game does not track your gold and resources, so the stand-in keeps its own tally of them, as you would on
your player board.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from automa.dialogue import Answer, Ask, Choose, Move, Number, Several, Tally, Text
from automa.valeria.notation import Plan
from automa.valeria.rules import cost_of, districts_for_manor, manors_left, monuments_left, roads_with_room
from automa.valeria.scoring import monument_value
from automa.valeria.state import State
from automa.valeria.tables import Face, Goods, Monument, Tables

if TYPE_CHECKING:
    from random import Random

RESOURCES: tuple[Goods, ...] = ("wood", "stone", "food", "magic")
WANTED: Mapping[str, float] = {
    "stone": 3.0, "wood": 2.8, "influence": 2.6, "gold": 2.4, "food": 2.2, "magic": 2.0,
}  # fmt: skip
"""How much the stand-in likes each die."""


@dataclass(slots=True)
class Idea:
    """A turn it could take, and how good it looks."""

    value: float
    plan: Plan
    cost: dict[Goods, int]


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
        match ask:
            case Move():
                return self._turn(ask, state, random)
            case Choose(id="valeria.your-die"):
                face = max(ask.options, key=lambda option: WANTED[option.id] + random.random()).id
                self._gain_die(face)
                return face
            case Choose(id="valeria.setup.manor"):
                return random.choice(["2", "3", "4", "7", "8"])
            case Choose(id="valeria.anything-else"):
                return self._monument(ask, state)
            case Choose(id="valeria.which-place"):
                return max(ask.options, key=lambda option: self._place_value(state, option.id)).id
            case Choose(id="valeria.windmill" | "valeria.shipyard"):
                return self._sub_action(ask, state, random)
            case Choose(id="valeria.sail-from"):
                return "none"
            case Choose(
                id="valeria.which-guild"
                | "valeria.extra-guild"
                | "valeria.any-guild"
                | "valeria.instant-guild"
            ):
                return self._best_guild(state, [option.id for option in ask.options])
            case Choose() if ask.default is not None:
                return ask.default
            case Tally(id="valeria.any-guilds" | "valeria.some-guilds"):
                return self._pushes(ask, state)
            case Tally(id="valeria.crates"):
                return self._crates(ask)
            case Tally(id="valeria.something-else"):
                return {}
            case Several(id="valeria.draft-powers"):
                return []
            case Number():
                return ask.low
            case _:
                return ask.legal(random)

    # Goods

    def _take_lines(self, state: State) -> None:
        """What the guild lines have given since the last look: gold only, as a cautious estimate."""
        gold = sum(
            line.amount
            for guild, track in state.board.tracks.items()
            for space, line in track.lines.items()
            if line.gain == "gold" and space < state.you.influence[guild]
        )
        self._gain("gold", gold - self._lines)
        self._lines = gold

    def _gain(self, kind: Goods, amount: int) -> None:
        most = self._tables.components.most
        cap = most.gold_with_banker if kind == "gold" else most.resource
        self._goods[kind] = max(0, min(cap, self._goods[kind] + amount))

    def _gain_die(self, face: str) -> None:
        if face != "influence":
            kind: Goods = next(each for each in (*RESOURCES, "gold") if each == face)
            self._gain(kind, 2 if kind == "gold" else 1)

    def _can_pay(self, cost: Mapping[Goods, int]) -> bool:
        """Magic may stand in for the rest of a resource once one of it is paid; never for gold."""
        missing = 0
        for kind, amount in cost.items():
            held = self._goods[kind]
            if kind == "gold":
                if held < amount:
                    return False
            elif amount and not held:
                return False
            else:
                missing += max(0, amount - held)
        return missing <= self._goods["magic"] - cost.get("magic", 0)

    def _pay(self, cost: Mapping[Goods, int]) -> None:
        for kind, amount in cost.items():
            paid = min(amount, self._goods[kind])
            self._goods[kind] -= paid
            if paid < amount:
                self._gain("magic", paid - amount)

    # Choices

    def _turn(self, ask: Ask, state: State, random: Random) -> str:
        """The best turn it can pay for; a harvest costs nothing."""
        ideas = [idea for idea in self._ideas(state) if self._can_pay(idea.cost)]
        best = max(ideas, key=lambda idea: idea.value + random.random())
        plan = best.plan
        plan.die = self._die_for(state, plan.action)
        facts = state.tables.actions.primary
        bonus = next(facts[action].die for action in facts if action == plan.action)
        if plan.die == bonus and bonus != "magic":
            self._gain_die(plan.die)
        self._pay(best.cost)
        if plan.action == "harvest":
            for face in state.you.faces():
                self._gain_die(face)
        if plan.what == "7":
            self._gain("gold", 6)
        return str(plan)

    def _ideas(self, state: State) -> list[Idea]:
        you = state.you
        ideas = [Idea(2.5 - 0.2 * sum(self._goods.values()), Plan("harvest"), {})]
        for district in state.board.district:
            worth = self._control_value(state, district)
            if you.left("temple"):
                ideas.append(Idea(3.5 + worth, Plan("temple", district), cost_of(state, "temple", district)))
            for number in manors_left(state):
                if district in districts_for_manor(state, number):
                    value = 2.5 + worth + (0.5 if state.round < 4 else 0.0)
                    plan = Plan("manor", district, number)
                    ideas.append(Idea(value, plan, cost_of(state, "manor", district)))
        if state.free_citizens() and you.left("citizen"):
            citizen = state.free_citizens()[state.round * 3 % len(state.free_citizens())]
            district = max(state.board.district, key=lambda each: self._control_value(state, each))
            food = self._tables.citizens.food[1]
            ideas.append(
                Idea(
                    2.5 + self._control_value(state, district),
                    Plan("recruit", district, citizen),
                    {"food": food},
                )
            )
        if state.crates_left(you) and sum(self._goods[kind] for kind in RESOURCES) >= 4:
            ideas.append(Idea(3.0, Plan("wharf"), {}))
        return ideas

    def _control_value(self, state: State, district: str) -> float:
        """How often the district still scores, this round counting most."""
        left = sum(district in state.board.scored[round] for round in range(state.round, 6))
        return left + (0.5 if district in state.board.scored[state.round] else 0.0)

    def _die_for(self, state: State, action: str) -> Face:
        """The die with the action's bonus, or else any."""
        primary = state.tables.actions.primary
        bonus = next(primary[each].die for each in primary if each == action)
        held = [die.face for die in state.you.unspent()]
        return bonus if bonus in held else held[0]

    def _monument(self, ask: Choose, state: State) -> str:
        """A monument at the end of the turn, if there is gold for it and it scores something."""
        offered = {option.id for option in ask.options}
        for monument in monuments_left(state):
            cost = state.tables.actions.monument[monument].cost
            best = max(monument_value(state, monument, place) for place in state.free_places(monument))
            if monument in offered and best and self._can_pay(cost):
                self._pay(cost)
                return monument
        return "done"

    def _place_value(self, state: State, place: str) -> int:
        kinds: tuple[Monument, ...] = ("gate",) if "/" in place else ("ward-tower", "statue")
        return sum(monument_value(state, kind, place) for kind in kinds)

    def _sub_action(self, ask: Choose, state: State, random: Random) -> str:
        """A windmill or a ship where it can be paid and counts soon."""
        if ask.id == "valeria.windmill":
            places = roads_with_room(state)
            best = max(
                places,
                key=lambda road: sum(
                    self._control_value(state, id) for id in state.board.road[road].districts
                ),
            )
            cost = cost_of(state, "windmill", best)
        else:
            best = max(state.board.district, key=lambda id: self._control_value(state, id) + random.random())
            cost = cost_of(state, "shipyard", best)
        if best in {option.id for option in ask.options} and self._can_pay(cost):
            self._pay(cost)
            return best
        return "none"

    def _best_guild(self, state: State, guilds: Sequence[str]) -> str:
        """Where a push overtakes, or else where it is furthest behind without being hopeless."""
        mine, theirs = state.you.influence, state.opponent.influence
        return min(
            (guild for guild in state.board.tracks if guild in guilds),
            key=lambda guild: (not mine[guild] <= theirs[guild], abs(mine[guild] - theirs[guild])),
        )

    def _pushes(self, ask: Tally, state: State) -> dict[str, int]:
        guild = self._best_guild(state, [option.id for option in ask.options])
        return {guild: ask.high} if ask.high else {}

    def _crates(self, ask: Tally) -> dict[str, int]:
        """Sell what there is most of, for points where it can."""
        rows = [option.id for option in ask.options]
        row = next((each for each in ("vp", "influence") if each in rows), None)
        count = min(ask.high, sum(self._goods[kind] for kind in RESOURCES))
        if row is None or not count:
            return {}
        for _ in range(count):
            most = max(RESOURCES, key=lambda kind: self._goods[kind])
            self._gain(most, -1)
            if row == "vp":
                self._gain("gold", 1)
        return {row: count}
