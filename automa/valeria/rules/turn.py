"""A person's turn: what can be done now, and why something else cannot.

A rule is a condition with its refusal; what can be done is whatever breaks none. As long as a part of a step
is not said, a rule asks whether there is anything that could be said.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Sequence
from typing import get_args

from msgspec.structs import replace

from automa.dialogue import Text
from automa.steps import Language, Part, Rule, Rules, Step
from automa.valeria import rules, steps, wording
from automa.valeria.own import market
from automa.valeria.rules.effects import answers, apply
from automa.valeria.rules.prices import cost, is_payable, prices
from automa.valeria.state import State
from automa.valeria.tables import RESOURCES, ROWS, Face, Guild, Resource, Row

MOST_OTHER = 12
"""How many pushes and points a player may add in a turn with `other`."""


# What is meant


def named(state: State, step: steps.AnyStep, said: Container[str] | None = None) -> Text | str:
    """A step in a few words, as far as it has been said: "Manor in Nor High", "Recruit Guard"."""
    if type(step) is steps.Trade:
        return state.citizens[wording.title(step.card)].name
    name: Text | str = step.verb.name
    match step.verb.id:
        case "recruit" if step.citizen:
            name = Text("valeria.own.do-what", what=name, name=state.citizens[step.citizen].name)
        case "manor" if step.number:
            name = Text("valeria.own.do-manor", manor=state.manors[step.number].name)
        case "buy" | "sell" if step.kind and (said is None or "kind" in said):
            name = Text("valeria.own.do-what", what=name, name=wording.FACE[step.kind])
        case "sail" if step.origin:
            name = Text("valeria.own.do-from", what=name, place=state.board.named(step.origin))
    if place := steps.place_of(step):
        id = "valeria.own.do-on" if place in state.board.road else "valeria.own.do-at"
        return Text(id, what=name, place=state.board.named(place))
    return name


def have(state: State) -> list[Text]:
    """What you have: only the goods of which there are any."""
    return wording.goods(state.you.goods) or [Text("valeria.own.nothing")]


def due_question(state: State) -> Text:
    """What is to be chosen before anything else."""
    due = state.turn.dues[0]
    alike = [each.n for each in state.turn.dues if (each.what, each.guilds) == (due.what, due.guilds)]
    n = sum(alike) if due.what == "push" and not due.name else due.n
    if due.name:
        return Text(f"valeria.own.due.{due.what}-from", n=n, name=due.name, gold=due.gold)
    return Text(f"valeria.own.due.{due.what}", n=n)


# When


def nothing_is_due(state: State, step: Step) -> Text | None:
    return Text("valeria.refused.due", what=due_question(state)) if state.turn.dues else None


def it_is_due(state: State, step: Step) -> Text | None:
    """The step must be a choice that is due: a push, goods, a die; several may be made in any order."""
    if state.turn.dues:
        is_due = any(type(each) is type(step) for each in _due(state))
        return None if is_due else nothing_is_due(state, step)
    if isinstance(step, steps.Push):
        return Text("valeria.refused.no-push", guild=state.board.tracks[step.guild].name)
    return Text("valeria.refused.nothing-due")


def it_is_the_draft(state: State, step: Step) -> Text | None:
    turn = state.turn
    if turn.phase != "draft" and isinstance(step, steps.Trade) and step.card not in state.you.cards:
        return Text("valeria.refused.recruit-it", citizen=state.citizens[wording.title(step.card)].name)
    if turn.phase != "draft":
        return Text("valeria.refused.not-drafting")
    if bool(turn.action) != isinstance(step, steps.Trade):
        return Text("valeria.refused.drafted" if turn.action else "valeria.refused.draft-first")
    return None


def it_is_the_action_phase(state: State, step: Step) -> Text | None:
    return None if state.turn.phase == "action" else Text("valeria.refused.not-acting")


def no_action_is_done(state: State, step: Step) -> Text | None:
    done = state.turn.action
    return Text("valeria.own.refused.one-action", done=Text(f"valeria.own.do.{done}")) if done else None


def something_is_done(state: State, step: Step) -> Text | None:
    turn = state.turn
    return Text("valeria.refused.not-acted") if turn.phase == "action" and not turn.action else None


def it_follows_its_action(state: State, step: Step) -> Text | None:
    if isinstance(step, steps.Sail) and any(due.what == "sail" for due in state.turn.dues):
        return None
    action = steps.FOLLOWS[type(step)]
    assert step.verb is not None and action.verb is not None
    if state.turn.action != action.action:
        return Text("valeria.own.refused.follows", deed=step.verb, action=action.verb)
    if state.turn.closed:
        return Text("valeria.own.refused.closed", deed=step.verb)
    return nothing_is_due(state, step)


def it_is_the_first(state: State, step: steps.Sub | steps.Sail) -> Text | None:
    """Each sub-action may be taken once; a Sail that a citizen grants does not count."""
    if isinstance(step, steps.Sail) and state.turn.dues:
        return None
    open = step.action in state.turn.open
    assert step.verb is not None
    return None if open else Text("valeria.refused.once", deed=step.verb)


def crates_come_first(state: State, step: steps.Buy | steps.Sell) -> Text | None:
    return None if "crate" in state.turn.open else Text("valeria.refused.crates-first-of-all")


def no_monument_is_built(state: State, step: Step) -> Text | None:
    return Text("valeria.own.refused.one-monument") if state.turn.built else None


def goods_are_not_tracked(state: State, step: Step) -> Text | None:
    if state.tracks_all:
        return Text("valeria.refused.fix-instead")
    return Text("valeria.refused.others", n=MOST_OTHER) if state.turn.others >= MOST_OTHER else None


# Pieces and places


def a_piece_is_left(state: State, step: Step) -> Text | None:
    you = state.you
    match step:
        case steps.Manor() if not rules.manors_left(state):
            return Text("valeria.refused.no-manors")
        case steps.Temple() if not you.left("temple"):
            return Text("valeria.refused.no-temples")
        case steps.Windmill() if not you.left("windmill"):
            return Text("valeria.refused.no-windmills")
        case steps.Shipyard() if not you.left("ship"):
            return Text("valeria.refused.no-ships")
    return None


def a_token_is_left(state: State, step: steps.Recruit | steps.RecruitCard) -> Text | None:
    """A citizen token goes with the card as long as there is one."""
    if isinstance(step, steps.RecruitCard):
        if not step.place and state.you.left("citizen"):
            return Text("valeria.refused.token-left")
        return Text("valeria.refused.no-citizens") if step.place else None
    return None if state.you.left("citizen") else Text("valeria.refused.no-citizens")


def manor_is_not_built(state: State, step: steps.Manor) -> Text | None:
    if step.number not in state.you.manors:
        return None
    place = state.board.named(state.you.manors[step.number])
    return Text("valeria.own.refused.built", manor=state.manors[step.number].name, place=place)


def one_lighthouse_a_district(state: State, step: steps.Manor) -> Text | None:
    if not step.number or not step.place or step.place in rules.places_for(state, "manor", step.number):
        return None
    return Text("valeria.refused.lighthouse", district=state.board.district[step.place])


def road_has_room(state: State, step: steps.Windmill) -> Text | None:
    if not step.place or rules.room_on(state, step.place) > 0:
        return None
    return Text("valeria.refused.road-full", road=state.board.road[step.place])


def monument_is_left(state: State, step: steps.Build) -> Text | None:
    at = state.you.monuments.get(step.action)
    if at is None:
        return None
    monument = wording.monument(step.action)
    return Text("valeria.refused.built", monument=monument, place=state.board.named(at))


def place_is_free(state: State, step: steps.Build) -> Text | None:
    if not step.place or step.place in rules.free_places(state, step.action):
        return None
    return Text("valeria.refused.place-taken", place=state.board.named(step.place))


def guild_is_there(state: State, step: steps.Recruit | steps.Build) -> Text | None:
    if not step.guild or not step.place or step.guild in state.board.named(step.place).guilds:
        return None
    guild, place = state.board.tracks[step.guild].name, state.board.named(step.place)
    guilds = state.board.guilds_at(step.place)
    return Text("valeria.refused.guild", guild=guild, place=place, guilds=guilds)


def ship_is_there(state: State, step: steps.Sail) -> Text | None:
    ships = rules.ships_at(state.you)
    if not ships:
        return Text("valeria.refused.no-ship")
    if step.origin and step.origin not in ships:
        return Text("valeria.refused.no-ship-there", district=state.board.district[step.origin])
    return None


def ship_goes_elsewhere(state: State, step: steps.Sail) -> Text | None:
    if not step.origin or step.origin != step.to:
        return None
    return Text("valeria.refused.sail-there", district=state.board.district[step.origin])


# Cards, dice, tracks


def citizen_can_be_recruited(state: State, step: steps.Recruit | steps.RecruitCard) -> Text | None:
    """Some citizen must be left; where every price is followed, the app knows which lie open."""
    if not step.citizen:
        return None if rules.free_citizens(state) else Text("valeria.refused.no-cards")
    return rules.why_no_citizen(state, step.citizen) if state.tracks_all else None


def citizen_seems_free(state: State, step: steps.Recruit | steps.RecruitCard) -> Text | None:
    return rules.why_no_citizen(state, step.citizen) if step.citizen else None


def citizen_trades(state: State, step: steps.Trade) -> Text | None:
    citizen = state.citizens[wording.title(step.card)]
    held = step.card in wording.titles(state.you.cards)
    if held and step.card in state.turn.open:
        return None
    id = "valeria.refused.no-trade" if held else "valeria.refused.not-yours"
    return Text(id, citizen=citizen.name)


def trade_is_said(state: State, step: steps.Trade) -> Text | None:
    """Which resource, where the citizen takes any."""
    price = state.citizens[wording.title(step.card)].price
    takes_any = state.tracks_all and "resource" in price
    if bool(step.kind) != takes_any or step.kind not in ("", *RESOURCES):
        return Text("valeria.refused.trade-kind", citizen=state.citizens[wording.title(step.card)].name)
    return None


def die_is_in_the_pool(state: State, step: steps.Draft) -> Text | None:
    if state.pool[step.die]:
        return None
    return Text("valeria.refused.not-in-pool", face=wording.FACE[step.die])


def die_is_unspent(state: State, step: steps.Act) -> Text | None:
    dice = [die.face for die in state.you.unspent()]
    if step.die in dice:
        return None
    return Text("valeria.refused.no-such-die", die=wording.FACE[step.die], dice=wording.faces(dice))


def die_can_be_turned(state: State, step: steps.Draft | steps.Act) -> Text | None:
    if step.turned == step.die:
        return Text("valeria.refused.shows", face=wording.FACE[step.turned])
    if not step.turned or step.turned in rules.turn_faces(state):
        return None
    return Text("valeria.refused.turned", face=wording.FACE[step.turned])


def die_is_left_over(state: State, step: steps.Leftover) -> Text | None:
    if step.face in state.turn.dice:
        return None
    return Text("valeria.refused.not-left-over", face=wording.FACE[step.face])


def track_can_be_pushed(state: State, step: steps.Push) -> Text | None:
    among = [guild for due in state.turn.dues for guild in due.guilds]
    name = state.board.tracks[step.guild].name
    if step.guild not in among:
        guilds = [state.board.tracks[guild].name for guild in dict.fromkeys(among)]
        return Text("valeria.refused.other-tracks", guild=name, guilds=guilds)
    return None if rules.can_move(state, state.you, step.guild) else Text("valeria.refused.top", guild=name)


def goods_have_room(state: State, step: steps.Take) -> Text | None:
    dues = state.turn.dues
    if any(step in answers(state, due) for due in dues):
        return None
    if step.kind == "gold" and not any(due.gold for due in dues):
        return Text("valeria.refused.no-gold")
    return Text("valeria.refused.track-full", kind=wording.FACE[step.kind])


# The wharf


def a_crate_is_left(state: State, step: steps.Buy | steps.Sell) -> Text | None:
    return None if rules.crates_left(state, state.you) > 0 else Text("valeria.own.refused.no-crate")


def icon_is_free(state: State, step: steps.Buy | steps.Sell) -> Text | None:
    """An icon of that kind is free in that row and column; where icons are not tracked, the row has room."""
    row = step.row
    if rules.room_in(state, row) <= 0:
        return Text("valeria.refused.room", row=wording.row(row))
    if not state.tracks_all:
        if step.kind or step.icon:
            return Text("valeria.refused.no-icons")
        return None
    if step.kind not in RESOURCES:
        return Text("valeria.refused.icon-kind")
    columns = market.free_columns(state, row).get(step.kind, [])
    if not columns or (step.icon is not None and step.icon - 1 not in columns):
        id = "valeria.refused.no-icon" if not columns else "valeria.refused.no-icon-there"
        numbers = [str(column + 1) for column in columns]
        return Text(id, row=wording.row(row), kind=wording.FACE[step.kind], columns=numbers)
    return None


# Prices


def it_can_be_paid(state: State, step: Step) -> Text | None:
    if not state.tracks_all:
        return None if steps.magic_of(step) is None else Text("valeria.refused.magic")
    if is_payable(state, step):
        return None
    if (magic := steps.magic_of(step)) is not None and next(prices(state, step), None) is not None:
        return Text("valeria.own.refused.with", found=str(magic))
    owed = wording.goods(cost(state, step))
    return Text("valeria.refused.unaffordable", action=named(state, step), cost=owed, have=have(state))


_ACTION: tuple[Rule, ...] = (it_is_the_action_phase, nothing_is_due, no_action_is_done, die_is_unspent)
_MONUMENT: tuple[Rule, ...] = (
    *(it_is_the_action_phase, nothing_is_due, no_monument_is_built, monument_is_left),
    *(place_is_free, guild_is_there, it_can_be_paid),
)
_RECRUIT: tuple[Rule, ...] = (*_ACTION, die_can_be_turned, a_token_is_left, citizen_can_be_recruited)
_SUB: tuple[Rule, ...] = (it_is_the_action_phase, it_follows_its_action, it_is_the_first, a_piece_is_left)
_CRATE: tuple[Rule, ...] = (
    *(it_is_the_action_phase, it_follows_its_action, a_crate_is_left, crates_come_first),
    *(icon_is_free, it_can_be_paid),
)
RULES: Rules = {
    steps.Draft: (nothing_is_due, it_is_the_draft, die_is_in_the_pool, die_can_be_turned),
    steps.Trade: (nothing_is_due, it_is_the_draft, citizen_trades, trade_is_said, it_can_be_paid),
    steps.Manor: (
        *(*_ACTION, die_can_be_turned, a_piece_is_left, manor_is_not_built),
        *(one_lighthouse_a_district, it_can_be_paid),
    ),
    steps.Temple: (*_ACTION, die_can_be_turned, a_piece_is_left, it_can_be_paid),
    steps.Recruit: (*_RECRUIT, guild_is_there, it_can_be_paid),
    steps.RecruitCard: (*_RECRUIT, it_can_be_paid),
    steps.Harvest: (*_ACTION, die_can_be_turned),
    steps.Wharf: (*_ACTION, die_can_be_turned),
    steps.Windmill: (*_SUB, road_has_room, it_can_be_paid),
    steps.Shipyard: (*_SUB, it_can_be_paid),
    steps.Sail: (it_follows_its_action, it_is_the_first, ship_is_there, ship_goes_elsewhere, it_can_be_paid),
    steps.Buy: _CRATE,
    steps.Sell: _CRATE,
    steps.Gate: _MONUMENT,
    steps.WardTower: _MONUMENT,
    steps.Statue: _MONUMENT,
    steps.Push: (it_is_due, track_can_be_pushed),
    steps.Take: (it_is_due, goods_have_room),
    steps.Leftover: (it_is_due, die_is_left_over),
    steps.Other: (it_is_the_action_phase, nothing_is_due, something_is_done, goods_are_not_tracked),
    steps.Skip: (it_is_due,),
    steps.End: (nothing_is_due, something_is_done),
}
DOUBTS: Rules = {steps.Recruit: (citizen_seems_free,), steps.RecruitCard: (citizen_seems_free,)}


# What can be done

OTHERS: Sequence[Step] = [*(steps.Other(guild) for guild in get_args(Guild)), steps.Other("vp")]
OPEN_MONUMENTS: Sequence[steps.Build] = [kind() for kind in steps.MONUMENTS]


def legal(state: State) -> list[Step]:
    """Every step that can be taken now, with what may still be said of it left open."""
    turn = state.turn
    if turn.dues:
        return _due(state)
    match turn.phase, turn.action:
        case "draft", "":
            pool = [face for face, count in state.pool.items() if count]
            return [steps.Draft(*pair) for pair in finals(state, pool)]
        case "draft", _:
            return [*_trades(state), steps.END]
        case "action", "":
            return [*_primaries(state), *_monuments(state)]
        case "action", _:
            others = [] if state.tracks_all or turn.others >= MOST_OTHER else OTHERS
            return [*_followers(state), *_monuments(state), *others, steps.END]
        case "dues", _:
            return [steps.END]
    return []


def _due(state: State) -> list[Step]:
    """What can be chosen for what is due, in any order; for the first only, where it leaves no choice."""
    dues = list(dict.fromkeys(state.turn.dues))
    first = list(answers(state, dues[0]))
    if len(dues) == 1 or len(first) < 2:
        return first
    return list(dict.fromkeys([*first, *(step for due in dues[1:] for step in answers(state, due))]))


def finals(state: State, dice: Iterable[Face]) -> list[tuple[Face, Face | steps.Unsaid]]:
    """Dice as they show, and with every other face that a citizen lets the player turn them to."""
    faces: list[Face | steps.Unsaid] = ["", *rules.turn_faces(state)]
    return [(die, face) for die in dict.fromkeys(dice) for face in faces if face != die]


def _primaries(state: State) -> list[Step]:
    """Every action with every die that it can be paid with: a die that matches may make the difference."""
    you, found = state.you, list[Step]()
    dice = finals(state, [die.face for die in you.dice if not die.spent])
    kinds: list[type[steps.Act]] = []
    if len(you.manors) < len(state.manors):
        kinds.append(steps.Manor)
    if you.left("temple"):
        kinds.append(steps.Temple)
    if rules.free_citizens(state):
        kinds.append(steps.Recruit if you.left("citizen") else steps.RecruitCard)
    kinds += [steps.Harvest, steps.Wharf]
    if not state.tracks_all:
        return [kind(die, face) for kind in kinds for die, face in dice]
    for kind in kinds:
        bonus, payable = state.actions[kind.action].die, dict[bool, bool]()
        for die, face in dice:
            step, matches = kind(die, face), (face or die) == bonus
            if matches not in payable:
                payable[matches] = is_payable(state, step)
            if payable[matches]:
                found.append(step)
    return found


def _monuments(state: State) -> list[Step]:
    if state.turn.built:
        return []
    left = [each for each in OPEN_MONUMENTS if each.action not in state.you.monuments]
    return [each for each in left if is_payable(state, each)]


def _trades(state: State) -> Iterator[Step]:
    for card in state.turn.open:
        takes_any = state.tracks_all and "resource" in state.citizens[wording.title(card)].price
        for step in [steps.Trade(card, kind) for kind in RESOURCES] if takes_any else [steps.Trade(card)]:
            if citizen_trades(state, step) is None and is_payable(state, step):
                yield step


def _followers(state: State) -> Iterator[Step]:
    """What may follow the action: crates, then the sub-actions."""
    for action in state.turn.open:
        match action:
            case "crate":
                yield from _crates(state)
            case "sail" if rules.ships_at(state.you) and is_payable(state, steps.Sail()):
                yield steps.Sail()
            case "windmill" | "shipyard":
                step = steps.Windmill() if action == "windmill" else steps.Shipyard()
                if rules.places_for(state, action) and is_payable(state, step):
                    yield step


def _crates(state: State) -> Iterator[Step]:
    """A crate on every icon that can be paid for."""
    if rules.crates_left(state, state.you) <= 0:
        return
    for row in ROWS:
        if rules.room_in(state, row) <= 0:
            continue
        if not state.tracks_all:
            yield from crates_on(state, row)
            continue
        for kind in market.free_columns(state, row):
            yield from (step for step in crates_on(state, row, kind) if is_payable(state, step))


def crates_on(state: State, row: Row, kind: Resource | steps.Unsaid = "") -> list[steps.Buy | steps.Sell]:
    """What a crate can do on a row."""
    if row == "buy":
        return [steps.Buy(kind)]
    sales: Iterable[steps.Sale] = ["vp"] if row == "vp" else ["influence", "gold", *state.board.tracks]
    return [steps.Sell(gets, kind) for gets in sales]


# What may be said for a part of a step that is open


def _numbers(state: State, step: steps.Manor) -> Iterable[str]:
    if not step.place:
        return rules.manors_left(state)
    return [each for each in rules.manors_left(state) if step.place in rules.places_for(state, "manor", each)]


def _places(state: State, step: steps.AnyStep) -> Iterable[str]:
    if isinstance(step, steps.Recruit):
        return state.board.district
    if isinstance(step, steps.Build):
        return rules.free_places(state, step.action)
    found = rules.places_for(state, step.action, step.number if isinstance(step, steps.Manor) else "")
    if not state.tracks_all:
        return found
    field = "road" if isinstance(step, steps.Windmill) else "place"
    return [each for each in found if is_payable(state, replace(step, **{field: each}))]


def _citizens(state: State, step: steps.Recruit | steps.RecruitCard) -> Iterable[str]:
    found = rules.free_citizens(state)
    if not state.tracks_all:
        return found
    return [each for each in found if is_payable(state, replace(step, citizen=each))]


def choices(state: State, step: steps.AnyStep, part: Part[State]) -> Iterable[str]:
    """The ids of what may be said for an open part."""
    match part.field:
        case "number":
            return _numbers(state, step)
        case "citizen":
            return _citizens(state, step)
        case "guild":
            return state.board.named(step.place).guilds if step.place else state.board.tracks
        case "origin":
            return rules.ships_at(state.you)
        case "to":
            return state.board.clockwise_from(step.origin) if step.origin else state.board.district
    return _places(state, step)


def usual(state: State, left: Sequence[steps.AnyStep]) -> Step | None:
    """The die that is meant if none is said: one that brings a bonus, or else the only kind there is."""
    first = left[0]
    if not isinstance(first, steps.Act):
        return None
    wanted = first.die if len({step.die for step in left}) == 1 else state.actions[first.action].die
    return next((step for step in left if step.die == wanted and not step.turned), None)


JOINTS = ["then", "dan", "+", "and", "en", "leftover", "over", "from", "van", "to", "naar"]
"""Words of a sentence that say nothing."""


def not_said(state: State) -> Sequence[str]:
    """The parts of steps that have no meaning where the goods are tracked, or are not."""
    return steps.NOT_SAID["all" if state.tracks_all else "light"]


TURN = Language(
    "valeria.rules.notation", steps.KINDS, legal, RULES, apply, State.twin,
    doubts=DOUBTS, usual=usual, joint=",", joints=JOINTS,
    not_said=not_said,
)  # fmt: skip
