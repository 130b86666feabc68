"""A good player in a person's place: what it would do, and what else it thought of, played out.

It sees what lies open and what the person has, which takes a game in which everything is tracked.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from random import Random

from msgspec.msgpack import encode

from automa.coach import Advice, Coach, Valued, advised
from automa.dialogue import Answer, Ask, Choose, Dialogue, Move, Option, Refused, Text, converse, joined
from automa.game import HasTable
from automa.opponents import MOVES_SHOWN
from automa.steps import NOTHING, Begun, Step, StepNotation
from automa.thinking import Shuffles, compare, worth_playing_out
from automa.valeria import rules
from automa.valeria.game import begin_round, first_keeps, reset_board, rest_of_round
from automa.valeria.opponents.evaluation import Evaluation
from automa.valeria.opponents.policy import BEGINNINGS, Policy, Tried, beginnings, in_a_line
from automa.valeria.own import market
from automa.valeria.rules import effects
from automa.valeria.rules.turn import TURN, named
from automa.valeria.state import Side, State
from automa.valeria.steps import RECRUITS, Act, Draft, place_of
from automa.valeria.tables import ROUNDS

AIMS = 3
"""How many aims of one action are compared, so that other actions are compared as well."""
BEYOND = (0.0, 6.0, -2.0, 6.0, 18.0)
"""By how many rounds are left: the points by which a person then ends further ahead of an opponent card than
estimated, as found in games of the coach."""
REST = (0.0, 7.5, 10.5, 11.5, 13.5)
"""The standard deviation of that."""


class Plan(Valued, frozen=True, eq=False):
    """A turn to compare with others: the state it starts from, and its steps."""

    table: State
    steps: Sequence[Step]


class Adviser(Coach):
    """A coach that plays out the moves that the stand-in finds best."""

    turns = frozenset({"valeria.own.draft", "valeria.own.turn"})

    def begins(self, ask: Ask) -> bool:
        """A player who builds a monument first is asked again for their action."""
        after_monument = ask.id == "valeria.own.turn" and isinstance(ask, Move) and not ask.begins_turn
        return super().begins(ask) and not after_monument

    def advise(
        self, ask: Ask, script: HasTable[State], random: Random, *, said: Sequence[str] = (), played: str = ""
    ) -> Advice | None:
        state = script.table
        mine: Plan | None = None
        if isinstance(ask, Move) and isinstance(ask.notation, StepNotation):
            begun = ask.notation.begun
            plans = turns(state, begun)
            if played:
                mine = as_played(state, ask, begun, played, plans)
        elif isinstance(ask, Choose) and ask.id in BEGINNINGS:
            plans = first_plans(state, ask)
            mine = next((plan for plan in plans if plan.id == played), None)
        else:
            return None
        return best(state, plans, random, mine) if len(plans) > 1 else None


def best(state: State, plans: Sequence[Plan], random: Random, mine: Plan | None) -> Advice:
    """Advice on plans, after playing them out."""
    search, playouts = state.tables.opponents.stand_in.search, Playouts(state, random)

    def margin(plan: Plan, shuffle: int) -> float:
        return playouts.margin(plan.table, plan.steps, shuffle)

    few, games = worth_playing_out(plans, search), search.games(playouts.length)
    compared = compare(few, margin, games, keep=MOVES_SHOWN, forced=mine, rest=playouts.rest)
    first = compared[0].move
    return advised(compared, why=leads_to(first.table, first.steps), played=mine)


def leads_to(state: State, steps: Sequence[Step]) -> list[Text]:
    """The action that a die is drafted for."""
    if not steps or not isinstance(steps[0], Draft):
        return []
    table = state.twin()
    for step in steps:
        effects.apply(table, step)
    effects.begin_action(table, table.you)
    action = next(step for step in Policy(table).turn(table).steps if isinstance(step, Act))
    return [Text("valeria.coach.plan", action=named(table, action))]


# A turn


def turns(state: State, begun: Begun = NOTHING) -> list[Plan]:
    """The turns that go on with what is known of a step, the most promising of each aim."""
    policy = Policy(state)
    firsts = sorted(policy.firsts(state, TURN.left(state, begun)), key=lambda each: -each.value)
    return [plan_of(state, begun, policy.completed(each)) for each in different(firsts)]


def plan_of(state: State, begun: Begun, tried: Tried) -> Plan:
    words = joined("answer.then", TURN.named(state, tried.steps[0], begun))
    name = Text("valeria.coach.step", step=words)
    return Plan(tried.value, name, in_a_line(state, tried.steps, begun), state, tried.steps)


def different(ranked: Sequence[Tried]) -> list[Tried]:
    """The best step for each aim, with at most `AIMS` aims of one action where there are several actions."""
    kinds = {type(each.steps[0]) for each in ranked}
    seen: dict[tuple[type[Step], object], Tried] = {}
    for each in ranked:
        kind = type(each.steps[0])
        if len(kinds) == 1 or sum(one is kind for one, _ in seen) < AIMS:
            seen.setdefault((kind, _aim(each.steps[0])), each)
    return list(seen.values())


def _aim(step: Step) -> object:
    """What a step aims at: two steps with the same aim are alternatives of one plan."""
    if isinstance(step, RECRUITS):
        return step.citizen
    return place_of(step) if isinstance(step, Act) else step


def as_played(state: State, ask: Move, begun: Begun, played: str, plans: Sequence[Plan]) -> Plan | None:
    """The turn that was taken, or the best that it can still become; None if it is impossible by now."""
    try:
        said = TURN.heard(state, played, begun, ask.options)
    except Refused:
        return None
    steps = tuple(said.steps)
    alike = [plan for plan in plans if _goes_so(state, plan, steps, said.begun)]
    if alike:
        return max(alike, key=lambda plan: plan.value)
    policy, table = Policy(state), state.twin()
    try:
        for step in steps:
            effects.apply(table, step)
    except StopIteration:
        return None
    following = policy.firsts(table, TURN.left(table, said.begun)) if said.begun else ()
    first = max(following, key=lambda each: each.value, default=Tried((), table, 0.0))
    found = policy.completed(first)
    return plan_of(state, begun, Tried((*steps, *found.steps), found.table, found.value))


def _goes_so(state: State, plan: Plan, steps: tuple[Step, ...], begun: Begun) -> bool:
    """Whether a plan begins with these steps, and goes on with what is known of the next one."""
    count = len(steps)
    if tuple(plan.steps[:count]) != steps:
        return False
    if not begun:
        return True
    following = plan.steps[count] if len(plan.steps) > count else None
    return following is not None and _fits(following, begun)


def _fits(step: Step, begun: Begun) -> bool:
    said = [(part, begun.said[part.field]) for part in type(step).parts if part.field in begun.said]
    return type(step) in begun.kinds and all(part.fits(step, [each.id for each in ids]) for part, ids in said)


# The set-up


def first_plans(state: State, ask: Choose) -> list[Plan]:
    """The first manor in its best district, or a district for the manor that was chosen."""
    chosen = ask.values.get("manor")
    numbers = [chosen.id] if isinstance(chosen, Option) else rules.manors_left(state)
    found: dict[str, Plan] = {}
    for number, district, table in beginnings(state, numbers):
        done = Policy(table).completed(Tried((), table, 0.0))
        option = next(each for each in ask.options if each.id in (number, district))
        if option.id not in found or done.value > found[option.id].value:
            found[option.id] = Plan(done.value, option, option.id, table, done.steps)
    return list(found.values())


# Playing on from a table: the rest of the round with what chance may bring, by the game's own phases


class Thinkers:
    """People who take every turn as the policy would; a turn is thought of once for tables that are alike."""

    def __init__(self) -> None:
        self.known: dict[bytes, Sequence[Step]] = {}

    def draft(self, state: State, side: Side) -> Dialogue[None]:
        effects.begin_draft(state, side)
        return take(state, self.steps(state))

    def turn(self, state: State, side: Side) -> Dialogue[None]:
        effects.begin_action(state, side)
        return take(state, self.steps(state))

    def reset(self, state: State, side: Side) -> Dialogue[None]:
        effects.begin_reset(state, side)
        return take(state, self.steps(state))

    def steps(self, state: State) -> Sequence[Step]:
        """The rest of a turn."""
        alike = as_it_lies(state)
        if alike not in self.known:
            self.known[alike] = Policy(state).turn(state).steps
        return self.known[alike]


def as_it_lies(state: State) -> bytes:
    """All that changes on a table, in the order in which it came to lie there."""
    return encode((
        state.you.seat.id, state.round, state.round_token, state.acting, state.progress, state.first,
        state.turn, state.keeps, state.pool, state.market, state.wharf_cards,
        [
            (
                side.tokens, side.influence, side.crates, side.monuments, side.manors, side.goods,
                side.cards, side.dice, side.points,
            )
            for side in state.sides
        ],
    ))  # fmt: skip


def take(state: State, steps: Iterable[Step]) -> Dialogue[None]:
    """Steps one after the other; a card that is recruited is followed by another."""
    for step in steps:
        effects.apply(state, step)
        if isinstance(step, RECRUITS):
            yield from market.refill(state)


class Playouts:
    """Plays on from one table, for one side."""

    def __init__(self, state: State, random: Random) -> None:
        self.state = state
        self.seat = state.you.seat.id
        self.shuffles = Shuffles(random)
        self.thinkers = Thinkers()

    @property
    def length(self) -> int:
        """How many turns of its own are played out."""
        each = self.state.tables.components.dice.each
        in_round = self.state.turn.phase in ("draft", "action")
        return max(1, len(self.state.you.unspent())) if in_round and self.state.acting else each

    @property
    def rest(self) -> float:
        """The standard deviation of what comes after the round that is played out."""
        played = max(ROUNDS[0], self.state.round + (self.state.turn.phase == "dues"))
        return REST[ROUNDS[-1] - played]

    def margin(self, state: State, steps: Sequence[Step], shuffle: int) -> float:
        """The final margin after a turn on that shuffle, or its estimate if the game is not over by then."""
        table, chance = state.twin(), Chance(self.shuffles.random(shuffle))
        begins = not table.round or self.state.turn.phase == "dues"
        converse(take(table, steps), chance.drawn)
        if begins:
            converse(reset_board(table) if table.round else first_keeps(table), chance.drawn)
            converse(begin_round(table, table.round + 1), chance.drawn)
        converse(rest_of_round(table, self.thinkers), chance.drawn)
        side = table.side(self.seat)
        if table.over:
            return float(side.score - max(other.score for other in table.others(side)))
        table.round, table.progress, table.you = table.round + 1, 0, side
        found = Evaluation(table, side).value(table)
        return found if table.rival is None else found + BEYOND[ROUNDS[-1] + 1 - table.round]


class Chance:
    """Dice and cards of one shuffle: each stream has its own order, independent of the others."""

    def __init__(self, random: Random) -> None:
        self.seed = random.getrandbits(48)
        self.streams: dict[str, Random] = {}

    def drawn(self, ask: Ask) -> Answer:
        """What comes of a question, where only chance is asked."""
        stream = str(ask.stream)
        if stream not in self.streams:
            self.streams[stream] = Random(f"{self.seed} {stream}")
        return ask.legal(self.streams[stream])
