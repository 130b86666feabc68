"""What a step costs, and how it can be paid; where goods are not tracked, only what it costs."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from automa.steps import Step
from automa.valeria import rules, steps, wording
from automa.valeria.own import goods, market
from automa.valeria.own.goods import FREE, Price, payments
from automa.valeria.state import State
from automa.valeria.tables import Goods

Cost = Mapping[Goods, int]
NOTHING: Cost = {}


PAID = frozenset({
    steps.Manor, steps.Temple, steps.Recruit, steps.RecruitCard, steps.Windmill, steps.Shipyard, steps.Sail,
    *steps.MONUMENTS, steps.Buy, steps.Sell, steps.Trade,
})  # fmt: skip
"""The kinds of steps that cost something."""


def cost(state: State, step: Step) -> Cost:
    """What a step costs; as long as its place or card is not said, where it is cheapest."""
    match step:
        case steps.Manor() | steps.Temple() | steps.Sub():
            if step.place:
                return rules.cost_of(state, step.action, step.place)
            places = rules.places_for(
                state, step.action, step.number if isinstance(step, steps.Manor) else ""
            )
            costs = [rules.cost_of(state, step.action, place) for place in places]
            return min(costs, key=lambda each: each.get("gold", 0), default=state.actions[step.action].cost)
        case steps.Recruit() | steps.RecruitCard():
            return _food(state, step.citizen)
        case steps.Sail():
            free = state.turn.dues and state.rulings["granted-sail"] == "free"
            return NOTHING if free else state.actions["sail"].cost
        case steps.Build():
            return state.actions[step.action].cost
        case steps.Buy():
            return {"gold": -state.tables.wharf.row[step.row].gold}
        case steps.Sell():
            return {step.kind: 1} if step.kind else NOTHING
        case steps.Trade():
            price = state.citizens[wording.title(step.card)].price
            if "gold" in price:
                return {"gold": price["gold"]}
            return {step.kind: price["resource"]} if step.kind else NOTHING
    return NOTHING


def _food(state: State, citizen: str) -> Cost:
    """The food for a citizen that lies open, or for the cheapest; nothing where that is not known."""
    if state.market is None or not any(state.market.lines.values()):
        return NOTHING
    offered = list(market.offered(state))
    if citizen:
        return {"food": market.food_for(state, citizen)} if citizen in offered else NOTHING
    return {"food": min(market.food_for(state, each) for each in offered)}


def held(state: State, step: Step) -> Mapping[Goods, int]:
    """What a step is paid with: also what a matching die gives first, or gold that waits for room."""
    have = dict(state.you.goods)
    if isinstance(step, steps.Act):
        facts, face = state.actions[step.action], step.turned or step.die
        if face == facts.die and face != "influence" and facts.bonus is None:
            have[face] += min(state.tables.components.dice.value[face], goods.room(state, state.you, face))
    elif waiting := sum(state.turn.waiting):
        have["gold"] += min(waiting, goods.room(state, state.you, "gold"))
    return have


def prices(state: State, step: Step) -> Iterator[Price]:
    """Every way to pay for a step, that with the least magic first."""
    owed = cost(state, step)
    if not owed:
        yield FREE
    elif isinstance(step, (steps.Sell, steps.Trade)):  # magic never stands in for a single resource
        if all(state.you.goods[kind] >= amount for kind, amount in owed.items()):
            yield Price.of(owed)
    else:
        yield from payments(held(state, step), owed)


def price(state: State, step: Step) -> Price:
    """What is paid for a step: with the magic that is said, or with as little as possible."""
    if type(step) not in PAID:
        return FREE
    if not state.tracks_all:
        return Price.of(cost(state, step))
    magic = steps.magic_of(step)
    return next(each for each in prices(state, step) if magic is None or each.magic == magic)


def is_payable(state: State, step: Step) -> bool:
    """Whether a step can be paid, with the magic that is said if any is."""
    if not state.tracks_all:
        return True
    magic = steps.magic_of(step)
    return any(magic is None or each.magic == magic for each in prices(state, step))
