"""A good player in a person's place: what it would do, why, and what else it thought of.

It sees what lies open and what the person has, which takes a game in which everything is tracked.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

from automa.coach import Advice, Coach, best_option
from automa.dialogue import Ask, Choose, Move, Text, joined
from automa.opponents import SHOWN, value_text
from automa.steps import NOTHING, Begun, Notation, Said, Step
from automa.valeria.own import policy
from automa.valeria.own.goods import Price
from automa.valeria.own.outlook import Outlook
from automa.valeria.own.policy import Drafting, Weighing, weigher
from automa.valeria.rules.turn import TURN, fitting, named
from automa.valeria.state import State
from automa.valeria.steps import Act, Build, Draft, Recruit, RecruitCard
from automa.valeria.tables import CitizenFacts, Goods, Guild, ManorFacts, Monument

if TYPE_CHECKING:
    from random import Random

GAME = "valeria"
PARTS = ("control", "tracks", "monuments", "powers", "goods", "price", "die", "plan", "points")
"""What a value consists of."""
AIMS = 2
"""How many aims of one action are shown: other actions are worth knowing too."""
BEGINNINGS: Mapping[str, Callable[[State, str], float]] = {
    "valeria.setup.manor": policy.first_manor,
    "valeria.setup.district": policy.first_district,
}


class Adviser(Coach):
    """A coach that weighs as the stand-in does that plays for a person."""

    turns = frozenset({"valeria.own.draft", "valeria.own.turn"})

    def begins(self, ask: Ask) -> bool:
        """Whoever builds a monument first is asked again for their action."""
        after_monument = ask.id == "valeria.own.turn" and isinstance(ask, Move) and not ask.begins_turn
        return super().begins(ask) and not after_monument

    def advise(
        self, ask: Ask, script: Any, random: Random, *, said: Sequence[str] = (), played: str = ""
    ) -> Advice | None:
        state: State = script.table
        if isinstance(ask, Move) and isinstance(ask.notation, Notation):
            return advice(state, ask.notation.begun, played)
        if ask.id in BEGINNINGS and isinstance(ask, Choose):
            worth = partial(BEGINNINGS[ask.id], state)
            return best_option([(each, each.id, worth(each.id)) for each in ask.options], played=played)
        return None


def advice(state: State, begun: Begun = NOTHING, played: str = "") -> Advice:
    """The best step of those that fit what is known of one."""
    weighing = Explained(state, Explaining(state, state.you))
    worth = weigher(weighing)
    ranked = sorted(fitting(state, begun), key=lambda step: -worth(step))
    shown = [(in_words(state, step, begun), step) for step in different(ranked)[:SHOWN]]
    why = [value_text(GAME, name, parts(weighing, step)) for name, step in shown]
    best = ranked[0]
    if isinstance(best, Draft) and (wish := Drafting(weighing).wish(best)):
        why.append(Text("valeria.coach.plan", action=named(state, wish.step)))
    valued = [(name, typed(state, step, begun), worth(step)) for name, step in shown]
    also = [(in_words(state, step, begun), typed(state, step, begun), worth(step)) for step in ranked]
    return best_option(valued, also=also if played else (), why=why, played=played)


def typed(state: State, step: Step, begun: Begun) -> str:
    """A step as it is typed, without what was said before."""
    return Said(words=TURN.named(state, step, begun)).written


def different(steps: Sequence[Step]) -> list[Step]:
    """Of each aim the best way, and of several actions two aims each: others would crowd the rest out."""
    most = AIMS if len({type(step) for step in steps}) > 1 else SHOWN
    seen: dict[tuple[type[Step], object], Step] = {}
    for step in steps:
        if sum(kind is type(step) for kind, _ in seen) < most:
            seen.setdefault((type(step), _aim(step)), step)
    return list(seen.values())


def _aim(step: Step) -> object:
    """What makes a step another one than those that were thought of."""
    if isinstance(step, Recruit | RecruitCard):
        return step.citizen
    return getattr(step, "place", "") if isinstance(step, Act | Build) else step


def in_words(state: State, step: Step, begun: Begun) -> Text:
    """A step as a player would type it, without what was said before."""
    return Text("valeria.coach.step", step=joined("answer.then", TURN.named(state, step, begun)))


# What a value consists of


def parts(weighing: Weighing, step: Step) -> Mapping[str, float]:
    """The parts of what a step is worth."""
    if isinstance(step, Draft):
        drafting = Drafting(weighing)
        return {"die": drafting.brings(step), "plan": drafting.leads_to(step)}
    found = parts_of(weighing.step(step))
    return {name: found[name] for name in PARTS if found.get(name)} or {"points": 0.0}


class Worth(float):
    """A value that knows what it consists of; a plain number is points."""

    __slots__ = ("parts",)

    parts: Mapping[str, float]

    @classmethod
    def of(cls, name: str, value: float) -> Worth:
        return cls.joined({name: float(value)})

    @classmethod
    def joined(cls, parts: Mapping[str, float]) -> Worth:
        found = cls(sum(parts.values()))
        found.parts = parts
        return found

    def _and(self, other: float, sign: int) -> Worth:
        found = dict(self.parts)
        for name, value in parts_of(other).items():
            found[name] = found.get(name, 0.0) + sign * value
        return Worth.joined(found)

    def __add__(self, other: float) -> Worth:
        return self._and(other, 1)

    def __sub__(self, other: float) -> Worth:
        return self._and(other, -1)

    def __mul__(self, times: float) -> Worth:
        return Worth.joined({name: value * times for name, value in self.parts.items()})

    def __neg__(self) -> Worth:
        return self * -1

    def __rsub__(self, other: float) -> Worth:
        return -self + other

    __radd__ = __add__
    __rmul__ = __mul__


def parts_of(value: float) -> Mapping[str, float]:
    """What a value consists of."""
    return value.parts if isinstance(value, Worth) else {"points": value} if value else {}


class Explained(Weighing):
    """What steps are worth, and what that consists of."""

    def die(self, step: Act) -> float:
        return Worth.of("die", super().die(step))


class Explaining(Outlook):
    """What things are worth, each under its name."""

    def control(self, district: str, halves: int) -> float:
        return Worth.of("control", super().control(district, halves))

    def push(self, guild: Guild, times: int = 1, before: int = 0) -> float:
        return Worth.of("tracks", super().push(guild, times, before))

    def goods(self, kind: Goods, amount: int) -> float:
        return Worth.of("goods", super().goods(kind, amount))

    def price(self, price: Price) -> float:
        return Worth.of("price", super().price(price))

    def monument(self, kind: Monument, place: str) -> float:
        return Worth.of("monuments", super().monument(kind, place))

    def token(self, piece: str, district: str) -> float:
        return Worth.of("monuments", super().token(piece, district))

    def manor(self, facts: ManorFacts, district: str) -> float:
        return Worth.of("powers", super().manor(facts, district))

    def citizen(self, facts: CitizenFacts) -> float:
        return Worth.of("powers", super().citizen(facts))
