"""A player for a person's seat: within its means, the step that gets it furthest ahead as far as it sees."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

from msgspec.structs import replace

from automa.steps import Step
from automa.valeria import rules, wording
from automa.valeria.own import market
from automa.valeria.own.goods import FREE, Price
from automa.valeria.own.outlook import Outlook
from automa.valeria.rules.prices import cost, price, row_of
from automa.valeria.rules.turn import crates_on, every
from automa.valeria.state import State
from automa.valeria.steps import (
    END,
    SKIP,
    Act,
    Build,
    Buy,
    Draft,
    Harvest,
    Leftover,
    Manor,
    Push,
    Recruit,
    RecruitCard,
    Sail,
    Sell,
    Shipyard,
    Take,
    Temple,
    Trade,
    Wharf,
    Windmill,
)
from automa.valeria.tables import FACES, ROWS, Face, Goods, Guild, Piece

if TYPE_CHECKING:
    from random import Random


def choose(state: State, random: Random, noise: float = 0.0) -> Step:
    """The best step that is legal now; with noise, not always the best."""
    steps = every(state)
    if len(steps) == 1:
        return steps[0]
    worth = weigher(Weighing(state, Outlook(state, state.you)))
    return max(steps, key=lambda step: worth(step) + (random.gauss(0, noise) if noise else 0.0))


def weigher(weighing: Weighing) -> Callable[[Step], float]:
    """What says what a step is worth now: dice to draft are for what follows them."""
    now = weighing.state.turn
    return Drafting(weighing).step if now.phase == "draft" and not now.action else weighing.step


class Wish(NamedTuple):
    """An action one would like to do, at its best."""

    worth: float
    """With its price."""
    cost: Mapping[Goods, int]
    die: Face | None
    """The die that brings a bonus."""
    step: Act


class Drafting:
    """What dice are worth to draft: what they give, and the best action that they would pay for."""

    def __init__(self, weighing: Weighing) -> None:
        self.state, self.weighing = weighing.state, weighing
        self.wishes = sorted(self._wishes(), key=lambda wish: -wish.worth)

    def _wishes(self) -> Iterator[Wish]:
        """Each action at its best, wherever it is."""
        state = self.state
        numbers, any_die = rules.manors_left(state), FACES[0]
        for step in (Harvest(any_die), Wharf(any_die)):
            yield self._wish([step], {})
        for place in state.board.district:
            manors = [Manor(any_die, number=number, place=place) for number in numbers]
            temples = [Temple(any_die, place=place)] if state.you.left("temple") else []
            for steps in (manors, temples):
                if steps:
                    yield self._wish(steps, rules.cost_of(state, steps[0].action, place))
        tokens = [(each.id, guild) for each in state.board.ring for guild in each.guilds]
        for citizen in rules.free_citizens(state):
            recruits: list[Act] = [RecruitCard(any_die, citizen=citizen)]
            if state.you.left("citizen"):
                recruits = [Recruit(any_die, citizen=citizen, place=at, guild=guild) for at, guild in tokens]
            yield self._wish(recruits, cost(state, recruits[0]))

    def _wish(self, steps: Sequence[Act], cost: Mapping[Goods, int]) -> Wish:
        worths = [self.weighing.gain(step) for step in steps]
        best = max(worths)
        price = self.weighing.view.price(Price(**{str(kind): n for kind, n in cost.items()})) if cost else 0.0
        step = steps[worths.index(best)]
        return Wish(best - price, cost, self.state.actions[step.action].die, step)

    def step(self, step: Step) -> float:
        assert isinstance(step, Draft)
        return self.brings(step) + self.leads_to(step)

    def brings(self, step: Draft) -> float:
        """What a die gives at once, and what any is good for when it is spent."""
        view, face = self.weighing.view, step.turned or step.die
        citizens = [self.state.citizens[id] for id in self.state.you.cards]
        more = sum(view.any_resource for each in citizens if each.on == "draft" and each.die == face)
        return view.face(face) + view.facts.die[face] + more

    def leads_to(self, step: Draft) -> float:
        """What counts now of the best action that a die would help to pay for."""
        wish = self.wish(step)
        return 0.0 if wish is None else self.weighing.view.facts.plan * wish.worth

    def wish(self, step: Draft) -> Wish | None:
        """The best action that can be paid with that die, and with the bonus of one that is there."""
        you, face = self.state.you, step.turned or step.die
        held = dict(you.goods)
        if face in held:
            held[face] += self.state.tables.components.dice.value[face]
        dice = {face, *(die.face for die in you.dice)}
        for wish in self.wishes:
            bonus = {wish.die: 1} if wish.die in dice else {}
            short = {kind: amount - held[kind] - bonus.get(kind, 0) for kind, amount in wish.cost.items()}
            lacking = {kind: amount for kind, amount in short.items() if amount > 0}
            if "gold" in lacking or any(amount >= wish.cost[kind] for kind, amount in lacking.items()):
                continue
            if sum(lacking.values()) <= held["magic"]:
                return wish
        return None


class Weighing:
    """What steps are worth at one moment."""

    def __init__(self, state: State, view: Outlook) -> None:
        self.state = state
        self.view = view
        self._known: dict[object, float] = {}

    def step(self, step: Step) -> float:
        """What a step is worth, its price and its die counted."""
        key = _aim(step)
        if key not in self._known:
            self._known[key] = self.gain(step)
        worth = self._known[key]
        paid = price(self.state, step)
        if paid is not FREE:
            worth -= self.view.price(paid)
        if isinstance(step, Act):
            worth += self.die(step)
        return worth

    def die(self, step: Act) -> float:
        """The bonus of a die that matches, and what it would be good for later."""
        facts, face = self.state.actions[step.action], step.turned or step.die
        bonus = self.view.face(face) if face == facts.die else 0.0
        if facts.bonus and bonus:
            bonus = self.view.any_resource
        return bonus - self.view.facts.die[step.die]

    def gain(self, step: Step) -> float:
        """What a step brings, whatever it costs."""
        state, view = self.state, self.view
        match step:
            case Manor():
                return self.once("manor", step.place) + view.manor(state.manors[step.number], step.place)
            case Temple():
                return self._built("temple", step.place, state.actions["temple"].influence)
            case Recruit() | RecruitCard():
                return self._recruited(step)
            case Harvest():
                return self._harvested()
            case Wharf():
                return self._shipped()
            case Windmill():
                return sum(view.control(district, 1) for district in state.board.road[step.place].districts)
            case Shipyard():
                return view.control(step.place, 2) + view.token("ship", step.place)
            case Sail():
                left = (
                    view.control(step.origin, -2)
                    + view.token("ship", step.to)
                    - view.token("ship", step.origin)
                )
                return left + view.control(step.to, 2)
            case Build():
                times = state.actions[step.action].influence
                return view.monument(step.action, step.place) + view.push(self._guild(step.guild), times)
            case Buy():
                return self._bought(step)
            case Sell():
                return self._sold(step)
            case Trade():
                return self._traded(step)
            case Push():
                return view.push(step.guild, state.turn.dues[0].n)
            case Take():
                due = state.turn.dues[0]
                return view.goods(step.kind, due.gold if step.kind == "gold" else due.n)
            case Leftover():
                return view.face(step.face)
        return 0.01 if step in (END, SKIP) else 0.0

    def _guild(self, guild: str) -> Guild:
        return next(each for each in self.state.board.tracks if each == guild)

    def _powers(self, action: str) -> float:
        """The gold of manors and citizens for an action."""
        powers = rules.powers(self.state, action)
        return sum(self.view.goods("gold", power.gold) for power in powers if power.gold)

    def _built(self, action: Piece, place: str, times: int) -> float:
        """A manor or a temple: control, pushes on both guilds, and the monuments that count it."""
        view, guilds = self.view, self.state.board.district[place].guilds
        found = view.control(place, 2) + view.pushes(dict.fromkeys(guilds, times))
        found += view.token(action, place) + self.once("powers", action)
        owned = [self.state.manors[number] for number in self.state.you.manors]
        extra = sum(manor.influence for manor in owned if manor.on == action and manor.where == "district")
        return found + (extra * view.best_push(guilds) if extra else 0.0)

    def _recruited(self, step: Recruit | RecruitCard) -> float:
        citizen = self.state.citizens[step.citizen]
        found = self.once("citizen", step.citizen) + self.once("powers", "recruit")
        if isinstance(step, Recruit):
            found += self.once("citizen-at", step.place)
            found += self.view.push(self._guild(step.guild), 1, int(step.guild == citizen.guild))
        return found

    def once(self, what: str, of: str) -> float:
        """A part of what many steps are worth, worked out once."""
        key = what, of
        if key not in self._known:
            view = self.view
            match what:
                case "manor":
                    worth = self._built("manor", of, 1)
                case "powers":
                    worth = self._powers(of)
                case "citizen":
                    citizen = self.state.citizens[of]
                    worth = view.citizen(citizen) + view.push(citizen.guild)
                case _:
                    worth = view.control(of, 2) + view.token("citizen", of)
            self._known[key] = worth
        return self._known[key]

    def _harvested(self) -> float:
        """The dice, a push, powers, and a windmill that can be paid for."""
        state, view = self.state, self.view
        found = (
            sum(view.face(face) for face in state.you.faces())
            + view.any_push
            + self.once("powers", "harvest")
        )
        for manor in (state.manors[number] for number in state.you.manors):
            if manor.on == "harvest":
                faces = [face for face, count in state.pool.items() if count]
                found += view.any_push + max((view.face(face) for face in faces), default=0.0)
        return found + self._best_of(Windmill)

    def _best_of(self, kind: type[Windmill] | type[Shipyard]) -> float:
        """The best that a sub-action would bring with the goods at hand, if it is worth it."""
        best = 0.0
        for place in rules.places_for(self.state, kind.action):
            cost = rules.cost_of(self.state, kind.action, place)
            if all(self.state.you.goods[kind] >= amount for kind, amount in cost.items()):
                price = sum(self.view.goods(kind, 1) * amount for kind, amount in cost.items())
                best = max(best, self.gain(kind(place)) - price)
        return best

    def _shipped(self) -> float:
        """The best crates that can be placed, powers, a ship."""
        state, crates = self.state, rules.crates_left(self.state, self.state.you)
        held = dict(state.you.goods)
        worths: list[float] = []
        for row in ROWS:
            way = crates_on(state, row)[0]
            for kind in market.free_icons(state, row):
                if isinstance(way, Buy):
                    if state.you.goods["gold"]:
                        worths.append(self._bought(Buy(kind)) - self.view.goods("gold", 1))
                elif held[kind]:
                    held[kind] -= 1
                    worths.append(self._sold(replace(way, kind=kind)) - self.view.goods(kind, 1))
        best = sum(worth for worth in sorted(worths, reverse=True)[:crates] if worth > 0)
        return best + self.once("powers", "wharf") + self._best_of(Shipyard)

    def _crate(self) -> float:
        """What a crate more does for the lead at the wharf this round."""
        mine = sum(self.state.you.crates.values())
        most = max(sum(other.crates.values()) for other in self.view.others)
        first, behind, ahead = self.view.facts.crate
        return first if not mine else behind if mine <= most else ahead

    def _bought(self, step: Buy) -> float:
        return (self.view.goods(step.kind, 1) if step.kind else 0.0) + self._crate()

    def _sold(self, step: Sell) -> float:
        facts = self.state.tables.wharf.row[row_of(self.state, step)]
        if step.gets not in ("vp", "gold"):
            return self.view.any_push + self._crate()
        gold = facts.or_gold if step.gets == "gold" else facts.gold
        return facts.vp + self.view.goods("gold", gold) + self._crate()

    def _traded(self, step: Trade) -> float:
        view, facts = self.view, self.state.citizens[wording.title(step.card)]
        found = facts.vp + view.goods("gold", facts.gold) + facts.influence * view.any_push
        return found + (view.any_resource if facts.resource else 0.0)


def _aim(step: Step) -> object:
    """What a step is about, whichever die is spent for it and however it is paid."""
    if isinstance(step, Act):
        return replace(step, die=FACES[0], turned="", magic=None)
    return replace(step, magic=None) if isinstance(step, Windmill | Shipyard) else step


def first_manor(state: State, number: str) -> float:
    """What a manor is worth to begin with: its power."""
    return Outlook(state, state.you).manor(state.manors[number], next(iter(state.board.district)))


def first_district(state: State, district: str) -> float:
    """What it is worth that the first manor stands there: control and pushes."""
    view, guilds = Outlook(state, state.you), state.board.district[district].guilds
    return view.control(district, 2) + view.pushes(dict.fromkeys(guilds, 1))
