"""Your part of the conversation: what the opponent and the scoring need to know of your draft and your turns.

A turn can be said in one line; what is left out is asked. An action is done only when it is said in full,
so that a correction in between never leaves half of it on the table.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Mapping, Sequence
from functools import partial
from typing import Any, TypeAlias

from automa.dialogue import CORRECTED, Ask, Choose, Number, Option, Part, Several, Tally, Tell, Text, asking
from automa.valeria import rules, wording
from automa.valeria.game import questions
from automa.valeria.notation import TURN, Yours
from automa.valeria.own import market
from automa.valeria.rules import Plan
from automa.valeria.scoring import what_is_a_manor
from automa.valeria.state import State
from automa.valeria.tables import PRIMARIES, ROWS, ActionFacts, Face, Guild, PowerFacts, Row, Sub

Asking: TypeAlias = Generator[Ask | Tell, Any, Any]
"""A part of the conversation that comes to an answer."""


# 1. Draft Phase


def draft(state: State) -> Part:
    """A die of your choice; only its final face counts."""
    you, citizens = state.you, state.citizens
    face = yield from asking(partial(questions.die_to_draft, state))
    die = rules.draft(state, you, face)
    final = die.face = yield from turned("valeria.your-die-turned", state, face)
    yield you.told("valeria.you-draft", gain=wording.die_value(state.tables, final))
    acting = [id for id in you.cards if citizens[id].on == "draft"]
    yield from also(citizens[id] for id in acting if citizens[id].die == final)
    trades = [wording.power("citizen", id, citizens[id]) for id in acting if citizens[id].trades]
    if trades:
        yield Tell("valeria.remember", deed=False, things=trades)
    titles, sellers = wording.by_card(
        citizens, (id for id in acting if citizens[id].price and not citizens[id].trades)
    )
    used: list[str] = []
    if sellers:
        used = yield from asking(lambda: Several("valeria.draft-powers", you.seat.id, sellers, default=[]))
    bought = [citizens[titles[id]] for id in used]
    for citizen in bought:
        if citizen.vp:
            part = Text("valeria.how.part", where=citizen.name, points=citizen.vp)
            yield you.gains("citizens", citizen.vp, part)
    pushes = (final == "influence") + sum(citizen.influence for citizen in bought)
    yield from any_pushes(state, pushes, pushes)


def turned(id: str, state: State, face: str) -> Asking:
    """The final face of a die: asked only if a citizen of yours can turn it."""
    while ask := questions.final_face(id, state, face):
        answer = yield ask
        if answer is not CORRECTED:
            return answer
    return face


# 2. Action Phase


def turn(state: State) -> Part:
    """One primary action with its sub-actions, and a monument before or after it if you like."""
    if state.round == 1 and not any(die.spent for die in state.you.dice):
        yield Tell("valeria.one-line", deed=False)
    built = acted = added = False
    while not acted:
        line: str = yield from asking(partial(questions.whole_turn, state, built))
        plan = TURN.recall(line, Yours(state))
        done = yield from attempt(state, plan)
        if plan.action in PRIMARIES:
            acted = done
        else:
            built = built or done
    while True:
        choice: str = yield from asking(partial(questions.anything_else, state, built, added))
        if choice == questions.DONE:
            return
        if choice == questions.OTHER:
            added = True
            yield from something_else(state)
        else:
            built = yield from attempt(state, Plan(choice))
        if built:
            return


def something_else(state: State) -> Part:
    """Pushes and points that the app did not work out: for whatever your cards or house rules give."""
    more = yield from asking(partial(questions.something_else, state))
    points = more.pop("vp", 0)
    if points:
        part = Text("valeria.how.in-round", round=state.round, points=points)
        yield state.you.gains("other", points, part)
    yield from push(state, more)


def attempt(state: State, plan: Plan) -> Asking:
    """The turn said in full; done, unless a correction meanwhile left no way to; and whether it was."""
    reason: Text | None = yield from ask_rest(state, plan)
    reason = reason or rules.why_no_action(state, plan.action) or rules.why_not(state, plan)
    if reason is not None:
        yield Tell("valeria.again", deed=False, reason=reason)
        return False
    if plan.die:
        plan.final = rules.spend(state.you, plan.die, plan.final or plan.die)
        yield from bonus_die(state, state.actions[plan.action], plan.final)
    yield from YOUR_ACTIONS.get(plan.action, monument)(state, plan)
    return True


ASKED = {
    "manor": ("what", "place", "die", "final", "extra"),
    "temple": ("place", "die", "final", "extra"),
    "recruit": ("what", "place", "guild", "die", "final", "extra"),
    "harvest": ("die", "final"),
    "wharf": ("die", "final"),
}
"""What has to be said about an action before it is done, in this order."""


def ask_rest(state: State, plan: Plan) -> Asking:
    """What the line left out; the reason if a correction leaves nothing to choose from."""
    for part in ASKED.get(plan.action, ("place", "guild")):
        while not getattr(plan, part) and (ask := questions.about(part, state, plan)):
            if not ask.options:
                return Text("valeria.again.nothing")
            only = part == "die" and len(ask.options) == 1
            answer = ask.options[0].id if only else (yield ask)
            if answer is not CORRECTED:
                setattr(plan, part, answer)
    return None


def bonus_die(state: State, action: ActionFacts, final: Face) -> list[Tell]:
    """What the matching die gives before anything is paid; a push for the wharf is asked with the others."""
    if final != action.die or final == "influence":
        return []
    value = wording.die_value(state.tables, final)
    gain = value if action.bonus is None else Text(f"valeria.gain.{action.bonus}", n=1)
    return [Tell("valeria.bonus-die", face=wording.FACE[final], gain=gain)]


# The five primary actions, and monuments, said in full


def build(state: State, plan: Plan) -> Part:
    """A manor or a temple in a district: pushes on both guilds, and a manor's power from now on."""
    you, district = state.you, state.board.district[plan.place]
    cost = wording.goods(rules.cost_of(state, plan.action, plan.place))
    if plan.action == "manor":
        rules.build_manor(state, plan.what, plan.place)
        why = [state.cite(id) for id in what_is_a_manor(state, plan.place)]
        name = state.manors[plan.what].name
        yield you.told("valeria.you.manor", why, manor=name, district=district, cost=cost)
    else:
        you.place("temple", plan.place)
        yield you.told("valeria.you.temple", district=district, cost=cost)
    yield from also(rules.powers(state, plan.action))
    if plan.action == "manor":
        yield from remember(state, plan.what)
    yield from push(state, rules.pushes_of(state, plan))


def recruit(state: State, plan: Plan) -> Part:
    """A citizen card, a citizen token if one is left, a push for each, and what the card gives at once."""
    you, citizen = state.you, state.citizens[plan.what]
    if state.market is not None:
        market.take_card(state, plan.what)
    rules.add_citizen(state, you, plan.what)
    if plan.place:
        you.place("citizen", plan.place)
        district = state.board.district[plan.place]
        yield you.told("valeria.you.recruit", citizen=citizen.name, district=district)
    else:
        yield you.told("valeria.you.recruit-card", citizen=citizen.name)
    yield from also(rules.powers(state, "recruit", plan.what))
    yield from push(state, rules.pushes_of(state, plan))
    if citizen.sail and citizen.on == "recruited":
        yield from sail("valeria.granted-sail", state, free=True)
    if state.market is not None:
        yield from market.refill(state)


def harvest(state: State, plan: Plan) -> Part:
    """The value of all three dice and a push on any track; then a windmill if you like."""
    you, manors = state.you, rules.pushing_manors(state, plan, "any")
    low = state.actions["harvest"].influence + you.faces().count("influence")
    low += sum(manor.influence for manor in manors)
    leftover = min(sum(manor.leftover for manor in manors), state.pool["influence"])
    gains = [wording.die_value(state.tables, face) for face in you.faces()]
    yield you.told("valeria.you.harvest", gains=gains)
    yield from also(rules.powers(state, "harvest"))
    yield from any_pushes(state, low, low + leftover)
    none = Text("valeria.windmill.none")
    yield from place_token("valeria.windmill", state, "windmill", none, plan.place)


def wharf(state: State, plan: Plan) -> Part:
    """Crates on the wharf card; then a ship and a sail if you like."""
    you, rows = state.you, state.tables.wharf.row
    crates = yield from crates_by_row(state)
    gains = rules.load_crates(state, you, crates)
    sold = sum(rows[row].influence * count for row, count in crates.items())
    if crates:
        # Influence or gold for each crate of that row, as you like: ruling `sale`.
        why = [state.cite("sale")] if sold else []
        shown = [Text(f"valeria.crates-in.{row}", n=count) for row, count in crates.items()]
        yield you.told("valeria.you.wharf", why, crates=shown)
    else:
        yield you.told("valeria.you.wharf-empty")
    # Some of these cards speak of a Ship action: ruling `ship-action`.
    yield from also(rules.powers(state, "wharf"), [state.cite("ship-action")])
    yield from gains
    low = int(plan.final == state.actions["wharf"].die)
    for_gold = low + sold - (yield from any_pushes(state, low, low + sold))
    if for_gold:
        gold = for_gold * rows["influence"].or_gold
        yield Tell("valeria.also", things=[Text("valeria.for-gold", n=for_gold, gold=gold)])
    yield from place_token("valeria.shipyard", state, "shipyard", Text("valeria.shipyard.none"))
    yield from sail("valeria.sail-from", state, free=False)


def monument(state: State, plan: Plan) -> Part:
    """A Gate, Ward Tower or Statue on a free place, and pushes on one of the guilds there."""
    kind = next(each for each in rules.YOUR_MONUMENTS if each == plan.action)
    name, place = wording.monument(kind), state.board.named(plan.place)
    state.you.monuments[kind] = plan.place
    cost = wording.goods(state.actions[kind].cost)
    yield state.you.told("valeria.you.monument", monument=name, place=place, cost=cost)
    yield from push(state, rules.pushes_of(state, plan))


YOUR_ACTIONS: Mapping[str, Callable[[State, Plan], Part]] = {
    "manor": build, "temple": build, "recruit": recruit, "harvest": harvest, "wharf": wharf,
}  # fmt: skip


# Sub-actions


def place_token(id: str, state: State, action: Sub, nothing: Text, place: str = "") -> Part:
    """Sub-action Windmill or Shipyard if you like: a token on a road or in a district, without influence."""
    you, places = state.you, partial(rules.places_for, state, action)
    if not place and places():
        place = yield from asking(
            lambda: questions.or_none(id, state, nothing, questions.priced(state, action, places()))
        )
    if place in places():
        cost = wording.goods(rules.cost_of(state, action, place))
        you.place(state.pieces[action], place)
        if action == "windmill":
            yield you.told("valeria.you.windmill", road=state.board.road[place], cost=cost)
        else:
            yield you.told("valeria.you.shipyard", district=state.board.district[place], cost=cost)


def sail(id: str, state: State, *, free: bool) -> Part:
    """Sub-action Sail, or one that a citizen grants, free: a ship of yours to any other district."""
    you, district, nothing = state.you, state.board.district, Text("valeria.sail.none")
    while rules.ships_at(you):
        origin: str = yield from asking(
            lambda: questions.or_none(id, state, nothing, [district[each] for each in rules.ships_at(you)])
        )
        if origin == questions.NONE:
            return
        others = [district[each] for each in state.board.clockwise_from(origin)]
        target: str = yield from asking(partial(Choose, "valeria.sail-to", you.seat.id, others))
        if you.tokens["ship"][origin]:  # a correction may have taken it away meanwhile
            rules.sail(you, origin, target)
            left, reached = district[origin], district[target]
            if free:  # as a citizen's is: ruling `granted-sail`
                yield you.told("valeria.you.sail-free", origin=left, target=reached)
            else:
                cost = wording.goods(state.actions["sail"].cost)
                yield you.told("valeria.you.sail", origin=left, target=reached, cost=cost)
            return


def crates_by_row(state: State) -> Asking:
    """How many crates you put on each row: in one question where every row has room for all of them."""
    seat, room, counts = state.you.seat.id, partial(rules.room_in, state), dict[Row, int]()

    def left() -> int:
        return max(0, rules.crates_left(state, state.you) - sum(counts.values()))

    def together() -> Ask | None:
        rows, most = [row for row in ROWS if room(row) > 0], left()
        fitting = [row for row in rows if room(row) >= most]
        options = [Option(row, wording.row(row), about=wording.in_wharf(row)) for row in fitting]
        one = Tally("valeria.crates", seat, options, low=0, high=most, default={}, most=most)
        return one if rows and len(options) == len(rows) else None

    def in_row(row: Row) -> Ask:
        most, name = max(0, min(room(row), left())), wording.row(row)
        return Number("valeria.crates-in-row", seat, low=0, high=most, default=0, row=name, most=most)

    if not left() or all(room(row) <= 0 for row in ROWS):
        return counts
    while ask := together():
        answer = yield ask
        if answer is not CORRECTED:
            return answer
    for row in ROWS:
        if left() and room(row) > 0:
            counts[row] = yield from asking(partial(in_row, row))
    if rules.crates_left(state, state.you) < sum(counts.values()) or any(
        counts[row] > room(row) for row in counts
    ):
        return (yield from crates_by_row(state))  # the table was corrected between two rows
    return {row: count for row, count in counts.items() if count}


# 4. Reset Phase


def reset(state: State) -> Part:
    """What your citizens do in the Reset Phase, while the dice are still there."""
    # The book does not say when in the Reset Phase: ruling `reset-citizens`.
    why = [state.cite("reset-citizens")]
    for id in [id for id in state.you.cards if state.citizens[id].on == "reset"]:
        citizen = state.citizens[id]
        things = [wording.power("citizen", id, citizen)]
        if citizen.leftover:
            yield Tell("valeria.remember", why=why, things=things)
            yield from any_pushes(state, 0, min(citizen.leftover, state.pool["influence"]))
        if citizen.sail and rules.ships_at(state.you):
            yield Tell("valeria.remember", why=[*why, state.cite("granted-sail")], things=things)
            yield from sail("valeria.granted-sail", state, free=True)


# Influence, and what your manors and citizens give


def any_pushes(state: State, low: int, high: int) -> Asking:
    """Pushes on tracks of your choice; how many there were."""
    if not high:
        return 0
    answer = yield from asking(partial(questions.pushes, state, low, high))
    pushes = answer if isinstance(answer, dict) else {answer: 1}
    yield from push(state, pushes)
    return sum(pushes.values())


def push(state: State, pushes: Mapping[Guild, int]) -> list[Tell]:
    """Your pushes, and what the lines give you."""
    return rules.pushes_told(state, state.you, rules.push_each(state, state.you, pushes))


def also(powers: Iterable[PowerFacts], why: Sequence[Text] = ()) -> list[Tell]:
    """What your manors and citizens give for an action: goods that you mark yourself, pushes apart."""
    things = [owed for power in powers if (owed := wording.owed(power))]
    return [Tell("valeria.also", why=why, things=things)] if things else []


def remember(state: State, number: str) -> list[Tell]:
    """What a manor gives once, when it is built."""
    power = wording.power("manor", number, state.manors[number])
    return [Tell("valeria.remember", things=[power])] if state.manors[number].on == "built" else []
