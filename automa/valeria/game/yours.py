"""Your part of the conversation: what the opponent and the scoring need to know of your draft and your turns.

A turn can be said in one line; what is left out is asked. An action is done only when it is said in full,
so that a correction in between never leaves half of it on the table.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Generator, Iterable, Mapping, Sequence
from functools import partial
from typing import Any, TypeAlias

from automa.dialogue import CORRECTED, Ask, Choose, Number, Option, Part, Several, Tally, Tell, Text, asking
from automa.valeria import notation, rules, wording
from automa.valeria.game import questions
from automa.valeria.notation import DRAFT, Yours
from automa.valeria.own import market
from automa.valeria.rules import plans
from automa.valeria.rules.plans import Plan
from automa.valeria.scoring import what_is_a_manor
from automa.valeria.state import State
from automa.valeria.tables import FACES, ROWS, ActionFacts, Face, Guild, PowerFacts, Row, Sub

Asking: TypeAlias = Generator[Ask | Tell, Any, Any]
"""A part of the conversation that comes to an answer."""


# 1. Draft Phase


def draft(state: State) -> Part:
    """A die of your choice; only its final face counts."""
    you, citizens = state.you, state.citizens
    line: str = yield from asking(partial(questions.die_to_draft, state))
    said = DRAFT.recall(line, Yours(state))
    die = rules.draft(state, you, next(face for face in FACES if face == said.face))
    final = said.final
    if not final:  # whoever says more about the die, or nothing more, does not turn it
        settled = said.pushes or said.stop
        final = die.face if settled else (yield from turned("valeria.your-die-turned", state, die.face))
    die.face = next(face for face in FACES if face == final)
    yield you.told("valeria.you-draft", gain=wording.die_value(state.tables, die.face))
    acting = [id for id in you.cards if citizens[id].on == "draft"]
    yield from also(citizens[id] for id in acting if citizens[id].die == final)
    trades = [wording.power("citizen", id, citizens[id]) for id in acting if citizens[id].trades]
    if trades:
        yield Tell("valeria.remember", deed=False, things=trades)
    titles, sellers = wording.by_card(citizens, rules.draft_powers(state))
    used: Sequence[str] = said.powers
    while sellers and not used and not said.stop:
        answer = yield Several("valeria.draft-powers", you.seat.id, sellers, default=[])
        if answer is not CORRECTED:
            used = answer
            break
        titles, sellers = wording.by_card(citizens, rules.draft_powers(state))
    bought = [titles[id] for id in used if id in titles]
    for citizen in (citizens[id] for id in bought if citizens[id].vp):
        part = Text("valeria.how.part", where=citizen.name, points=citizen.vp)
        yield you.gains("citizens", citizen.vp, part)
    pushes = rules.drafted_pushes(state, final, bought)
    yield from any_pushes(state, pushes, pushes, said.pushes)


def turned(id: str, state: State, face: str) -> Asking:
    """The final face of a die: asked only if a citizen of yours can turn it."""
    while ask := questions.final_face(id, state, face):
        answer = yield ask
        if answer is not CORRECTED:
            return answer
    return face


# 2. Action Phase


def turn(state: State) -> Part:
    """One primary action with its sub-actions, a monument before or after it if you like, and its end."""
    if state.round == 1 and not any(die.spent for die in state.you.dice):
        yield Tell("valeria.one-line", deed=False)
    at, said = Yours(state), list[Plan]()
    while True:
        if not said:
            line: str = yield from asking(partial(questions.whole_turn, at))
            said = notation.turn(at).recall(line)
        plan = said.pop(0)
        if plan.action == plans.DONE:
            return
        if plan.action == plans.OTHER:
            yield from something_else(state, plan)
        elif not (yield from attempt(state, plan)):
            said = []
            continue
        last = plan.stop or (state.early and at.acted and plan.action != plans.OTHER)
        at = at.after(plan)
        if at.acted and last:
            return


def something_else(state: State, plan: Plan) -> Part:
    """Pushes and points that the app did not work out: for whatever your cards or house rules give."""
    said: Mapping[str, int] = Counter(plan.gains)
    more = said or (yield from asking(partial(questions.something_else, state)))
    points = more.get("vp", 0)
    if points:
        part = Text("valeria.how.in-round", round=state.round, points=points)
        yield state.you.gains("other", points, part)
    yield from push(state, {guild: more.get(guild, 0) for guild in state.board.tracks})


def attempt(state: State, plan: Plan) -> Asking:
    """The turn said in full; done, unless a correction meanwhile left no way to; and whether it was."""
    reason: Text | None = yield from ask_rest(state, plan)
    reason = reason or plans.why_no_action(state, plan.action) or plans.why_not(state, plan)
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
    "harvest": ("die", "final", "leftover"),
    "wharf": ("die", "final", "guild"),
}
"""What has to be said about an action before it is done, in this order."""


def ask_rest(state: State, plan: Plan) -> Asking:
    """What the line left out; the reason if a correction leaves nothing to choose from."""
    for part in ASKED.get(plan.action, ("place", "guild")):
        if part == "final" and plan.stop:
            continue
        while not getattr(plan, part) and (ask := questions.about(part, state, plan)):
            if not ask.options:
                return Text("valeria.again.nothing")
            only = part in ("die", "leftover") and len(ask.options) == 1
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
    yield from push(state, plans.pushes_of(state, plan))


def recruit(state: State, plan: Plan) -> Part:
    """A citizen card, a citizen token if one is left, a push for each, and what the card gives at once."""
    you, citizen = state.you, state.citizens[plan.what]
    cost = Text("valeria.its-food")
    if state.market is not None:
        if plan.what in market.offered(state):
            cost = Text("valeria.goods.food", n=market.food_for(state, plan.what))
        market.take_card(state, plan.what)
    rules.add_citizen(state, you, plan.what)
    if plan.place:
        you.place("citizen", plan.place)
        district = state.board.district[plan.place]
        yield you.told("valeria.you.recruit", citizen=citizen.name, district=district, cost=cost)
    else:
        yield you.told("valeria.you.recruit-card", citizen=citizen.name, cost=cost)
    yield from also(rules.powers(state, "recruit", plan.what))
    yield from push(state, plans.pushes_of(state, plan))
    if citizen.sail and citizen.on == "recruited" and (plan.sail or not plan.stop):
        yield from sail("valeria.granted-sail", state, plan.sail, granted=True)
    if state.market is not None:
        yield from market.refill(state)


def harvest(state: State, plan: Plan) -> Part:
    """The value of all three dice and a push on any track; then a windmill if you like."""
    you, low = state.you, plans.harvest_pushes(state, plan, state.you.faces())
    leftover = 0 if plan.leftover else plans.leftover_influence(state, plan)
    yield you.told("valeria.you.harvest", gains=wording.harvested(state.tables, you.faces()))
    value = None
    if plan.leftover and plan.leftover != "influence":  # whose push is told with the others
        value = wording.die_value(state.tables, plan.leftover)
    yield from also(rules.powers(state, "harvest"), leftover=value)
    yield from any_pushes(state, low, low + leftover, plan.pushes)
    place = plan.place
    if not place and not plan.stop and rules.places_for(state, "windmill"):
        place = yield from asking(partial(questions.sub_action, state, "windmill"))
    yield from place_token(state, "windmill", place)


def wharf(state: State, plan: Plan) -> Part:
    """A push with an Influence die; crates on the wharf card; then a ship and a sail if you like."""
    you, rows = state.you, state.tables.wharf.row
    first = int(plan.final == state.actions["wharf"].die)
    if plan.guild:
        yield from push(state, {plan.guild: first})
        first = 0
    said = bool(plan.crates) or plan.stop
    crates: Mapping[Row, int] = plan.crates if said else (yield from crates_by_row(state))
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
    if plan.sold:
        yield from push(state, {guild: plan.sold.count(guild) for guild in state.board.tracks})
    # What is not said is asked: for each crate a push, or gold.
    asked = yield from any_pushes(state, first, first + (0 if said else sold))
    for_gold = plan.sold.count("gold") if said else first + sold - asked
    if for_gold:
        gold = for_gold * rows["influence"].or_gold
        yield Tell("valeria.also", things=[Text("valeria.for-gold", n=for_gold, gold=gold)])
    yield from ships(state, plan)


def ships(state: State, plan: Plan) -> Part:
    """A ship and a sail if you like, in the order in which you do them."""
    route, ship, sailed = plan.sail_first, plan.ship, bool(plan.sail)
    if route:
        sailed = yield from sail("valeria.sail-from", state, route)
    while not ship and not plan.stop and rules.places_for(state, "shipyard"):
        ship = yield from asking(partial(questions.sub_action, state, "shipyard", sailed))
        if ship == questions.SAIL:
            ship, sailed = "", (yield from sail("valeria.sail-from", state))
    yield from place_token(state, "shipyard", ship)
    if plan.sail or not (sailed or plan.stop):
        yield from sail("valeria.sail-from", state, plan.sail)


def monument(state: State, plan: Plan) -> Part:
    """A Gate, Ward Tower or Statue on a free place, and pushes on one of the guilds there."""
    kind = next(each for each in rules.YOUR_MONUMENTS if each == plan.action)
    name, place = wording.monument(kind), state.board.named(plan.place)
    state.you.monuments[kind] = plan.place
    cost = wording.goods(state.actions[kind].cost)
    yield state.you.told("valeria.you.monument", monument=name, place=place, cost=cost)
    yield from push(state, plans.pushes_of(state, plan))


YOUR_ACTIONS: Mapping[str, Callable[[State, Plan], Part]] = {
    "manor": build, "temple": build, "recruit": recruit, "harvest": harvest, "wharf": wharf,
}  # fmt: skip


# Sub-actions


def place_token(state: State, action: Sub, place: str) -> Part:
    """Sub-action Windmill or Shipyard: a token on a road or in a district, without influence."""
    you = state.you
    if place in rules.places_for(state, action):
        cost = wording.goods(rules.cost_of(state, action, place))
        you.place(state.pieces[action], place)
        yield you.told(f"valeria.you.{action}", place=state.board.named(place), cost=cost)


def sail(id: str, state: State, route: Sequence[str] = (), *, granted: bool = False) -> Asking:
    """Sub-action Sail, or one that a citizen grants: a ship to any other district; whether one did."""
    you, district, nothing = state.you, state.board.district, Text("valeria.sail.none")
    origin, target, *_ = *route, "", ""
    while rules.ships_at(you):
        if not origin:
            origin = yield from asking(
                lambda: questions.or_none(
                    id, state, nothing, [district[each] for each in rules.ships_at(you)]
                )
            )
        if origin == questions.NONE:
            return False
        if not target:
            others = [district[each] for each in state.board.clockwise_from(origin)]
            target = yield from asking(partial(Choose, "valeria.sail-to", you.seat.id, others))
        if you.tokens["ship"][origin]:
            rules.sail(you, origin, target)
            left, reached = district[origin], district[target]
            if granted and state.rulings["granted-sail"] == "free":
                yield you.told("valeria.you.sail-free", origin=left, target=reached)
            else:
                cost = wording.goods(state.actions["sail"].cost)
                yield you.told("valeria.you.sail", origin=left, target=reached, cost=cost)
            return True
        origin = target = ""  # a correction has taken the ship away meanwhile
    return False


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
            yield from sail("valeria.granted-sail", state, granted=True)


# Influence, and what your manors and citizens give


def any_pushes(state: State, low: int, high: int, said: Sequence[Guild] = ()) -> Asking:
    """Pushes on tracks of your choice, those said and then those asked; how many there were."""
    if said:
        yield from push(state, Counter(said))
        low, high = max(0, low - len(said)), high - len(said)
    if not high:
        return len(said)
    question: Callable[[], Ask] = partial(questions.pushes, state, low, high)
    answer = yield from asking(question)
    pushes: Mapping[Guild, int] = answer if isinstance(answer, dict) else {answer: 1}
    yield from push(state, pushes)
    return len(said) + sum(pushes.values())


def push(state: State, pushes: Mapping[Guild, int]) -> list[Tell]:
    """Your pushes, and what the lines give you."""
    return rules.pushes_told(state, state.you, rules.push_each(state, state.you, pushes))


def also(powers: Iterable[PowerFacts], why: Sequence[Text] = (), leftover: Text | None = None) -> list[Tell]:
    """What your manors and citizens give for an action: goods that you mark yourself, pushes apart."""
    things = [owed for power in powers if (owed := wording.owed(power, leftover))]
    return [Tell("valeria.also", why=why, things=things)] if things else []


def remember(state: State, number: str) -> list[Tell]:
    """What a manor gives once, when it is built."""
    power = wording.power("manor", number, state.manors[number])
    return [Tell("valeria.remember", things=[power])] if state.manors[number].on == "built" else []
