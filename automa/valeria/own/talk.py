"""A person's turn as a conversation: what can be done, at which price, and what came of it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from typing import Any, get_args

from msgspec.structs import replace

from automa.dialogue import Ask, Dialogue, Move, Named, Tell, Text, Value
from automa.names import word_of
from automa.steps import Begun, Offer, Step, take_steps
from automa.steps import Part as Said
from automa.valeria import rules, steps, wording
from automa.valeria.board import Track
from automa.valeria.own import goods, market
from automa.valeria.rules import Pushed, effects
from automa.valeria.rules.effects import Done, apply
from automa.valeria.rules.prices import cost, price, row_of
from automa.valeria.rules.turn import TURN, choices, due_question, have, named
from automa.valeria.scoring import monument_value, what_is_a_manor
from automa.valeria.state import DueKind, Side, State
from automa.valeria.steps import (
    END,
    KINDS,
    RECRUITS,
    SKIP,
    Act,
    Build,
    Buy,
    Draft,
    End,
    Harvest,
    Leftover,
    Manor,
    Other,
    Push,
    Recruit,
    RecruitCard,
    Sail,
    Sell,
    Shipyard,
    Skip,
    Take,
    Temple,
    Trade,
    Wharf,
    Windmill,
    place_of,
)
from automa.valeria.tables import GUILDS, LineFacts


def draft(state: State, side: Side) -> Dialogue[None]:
    """A die, what it gives, and trades of citizens."""
    effects.begin_draft(state, side)
    yield from take(state)


def turn(state: State, side: Side) -> Dialogue[None]:
    """One primary action with its sub-actions, and a monument before or after it."""
    effects.begin_action(state, side)
    if not state.tracks_all and state.round == 1 and not any(die.spent for die in side.dice):
        yield Tell("valeria.one-line", deed=False)
    yield from take(state)


def set_up(state: State, number: str, done: Done) -> Dialogue[None]:
    """What the first manor gives at once, and the lines that its pushes crossed."""
    yield from crossed(state, done.pushes)
    yield from gained(state, done)
    yield from remember(state, number)
    yield from take(state)


def reset(state: State, side: Side) -> Dialogue[None]:
    """What citizens do in the Reset Phase, while the dice are still there."""
    effects.begin_reset(state, side)
    if not state.tracks_all:
        # The book does not say when in the Reset Phase: ruling `reset-citizens`.
        why = [state.cite("reset-citizens")]
        for id in [id for id in side.cards if state.citizens[id].on == "reset"]:
            citizen = state.citizens[id]
            if citizen.leftover or rules.ships_at(side):
                cited = [*why, state.cite("granted-sail")] if citizen.sail else why
                yield Tell("valeria.remember", why=cited, things=[wording.power("citizen", id, citizen)])
    yield from take(state)


def take(state: State) -> Dialogue[None]:
    """Steps until the turn is over: said in a line as far as one likes, the rest asked."""
    return take_steps(TURN, state, _goes_on, question, do, END, SKIP)


def _goes_on(state: State) -> bool:
    effects.settle(state)  # a correction may have taken what there was to choose
    return bool(state.turn.phase)


def words() -> Iterator[str]:
    """Every text id that is put together here."""
    endings = {
        "do": [kind.verb.id for kind in KINDS if kind.verb is not None],
        "which": (
            "manor",
            "what",
            "place",
            "guild",
            "origin",
            "to",
            "kind",
            "gets",
            "gain",
            "die",
            "magic",
            "icon",
        ),
        "due": ("push", "resource", *(f"{due}-from" for due in get_args(DueKind))),
        "gives": ("harvest", "wharf"),
    }
    yield from (f"valeria.own.{kind}.{ending}" for kind, found in endings.items() for ending in found)
    yield from (f"valeria.{id}" for id in SENTENCES)
    yield from (f"valeria.own.{lead.id}" for lead in (steps.AS, steps.WITH, steps.COLUMN))


# Questions

WAYS_OUT = (End, Skip)


def question(state: State, begun: Begun, left: Sequence[Step]) -> Move:
    """What is to be said next, with everything that decides on it."""
    real, ways = left, list[Named]()
    if not begun:
        real = [step for step in left if type(step) not in WAYS_OUT]
        if len(real) < len(left):
            ways += [_way_out(step) for step in left if type(step) in WAYS_OUT]
    if begun:
        asked = _about_part(state, begun, _bonus_first(state, real) if state.tracks_all else real)
    elif state.turn.dues:
        asked = due_question(state), _dues(state, list(effects.answers(state, state.turn.dues[0])))
    elif state.turn.phase == "draft":
        asked = _about_draft(state, real)
    else:
        asked = _about_turn(state), _deeds(state, real)
    text, options = asked
    ask = Move(
        text.id,
        state.you.seat.id,
        [*ways, *options],
        notation=TURN.at(state, begun),
        begins_turn=text.id in ("valeria.own.turn", "valeria.your-turn") and not state.turn.built,
    )
    ask.values |= text.values
    return ask


def _bonus_first(state: State, left: Sequence[Step]) -> list[Step]:
    """Steps with the die that brings a bonus first, for their price is the one to show."""

    def has_none(step: Step) -> bool:
        return isinstance(step, Act) and (step.turned or step.die) != state.actions[step.action].die

    return sorted(left, key=has_none)


def _way_out(step: Step) -> Offer:
    assert step.verb is not None
    name = Text("valeria.own.nothing-more") if isinstance(step, End) else step.verb.name
    return Offer(step.verb.id, name, also=wording.ALSO[step.verb.id], mark="n", step=step)


def _about_turn(state: State) -> Text:
    dice = wording.faces(die.face for die in state.you.unspent())
    if state.tracks_all:
        return Text(
            "valeria.own.more" if state.turn.action else "valeria.own.turn", have=have(state), dice=dice
        )
    return Text("valeria.anything-else") if state.turn.action else Text("valeria.your-turn", dice=dice)


def _deeds(state: State, left: Sequence[Step]) -> Iterator[Offer]:
    """What can be done, each kind of step once with its price."""
    kinds: dict[type[Step], list[Step]] = {}
    for step in left:
        kinds.setdefault(type(step), []).append(step)
    for kind, found in kinds.items():
        if kind is Other and state.turn.others:
            continue  # whoever wants more of that types it
        if state.tracks_all:
            yield _deed(kind, _price_tag(state, _bonus_first(state, found)))
        else:
            if kind not in state.menu:
                state.menu[kind] = _deed(kind, _usual_price(state, found[0]))
            yield state.menu[kind]


def _deed(kind: type[Step], detail: str | Text | None) -> Offer:
    verb = kind.verb
    assert verb is not None
    return Offer(verb.id, verb.name, detail, verb.also, begun=Begun((kind,), {}, True))


def _usual_price(state: State, step: Step) -> str | Text | None:
    """What a kind of step costs or gives, wherever it is."""
    match step:
        case Other():
            return Text("valeria.costs.other")
        case Act() | Build():
            return state.offers[step.action].detail
        case Windmill() | Shipyard():
            return Text("valeria.own.from", goods=wording.goods(state.actions[step.action].cost))
        case Buy() | Sail():
            return Text("valeria.own.for", goods=wording.goods(cost(state, step)))
    return None


def _price_tag(state: State, found: Sequence[Step]) -> str | Text | None:
    """What a kind of step costs or gives now."""
    first = found[0]
    match first:
        case Sell():
            kinds = dict.fromkeys(step.kind for step in found if isinstance(step, Sell))
            return Text("valeria.cost", goods=wording.faces(kinds))
        case Harvest() | Wharf():
            return Text(f"valeria.own.gives.{first.action}")
    cheapest = price(state, first)
    dearer = isinstance(first, Manor | Temple | Shipyard | Windmill | Recruit | RecruitCard) and any(
        price(state, each).total > cheapest.total for each in _anywhere(state, first)
    )
    return Text("valeria.own.from" if dearer else "valeria.own.for", goods=wording.goods(cheapest.goods()))


def _anywhere(state: State, step: Step) -> Iterator[Step]:
    """A step for everything that may be said for the part that its price depends on."""
    names = ("citizen",) if isinstance(step, Recruit | RecruitCard) else ("place", "road")
    part = next(part for part in type(step).parts if part.field in names)
    things = {thing.id: thing for thing in part.things(state)}
    return (part.put(step, [things[id]]) for id in choices(state, step, part))


def _about_draft(state: State, left: Sequence[Step]) -> tuple[Text, Iterable[Offer]]:
    if state.turn.action:
        text = (
            Text("valeria.own.trade", have=have(state)) if state.tracks_all else Text("valeria.draft-powers")
        )
        cards = dict.fromkeys(step.card for step in left if isinstance(step, Trade))
        return text, [_trade(state, card) for card in cards]
    text = Text("valeria.own.draft", have=have(state)) if state.tracks_all else Text("valeria.your-die")
    return text, [_drafted(state, step) for step in left if isinstance(step, Draft)]


def _trade(state: State, card: str) -> Offer:
    option = next(each for each in wording.by_card(state.citizens, state.you.cards)[1] if each.id == card)
    begun = Begun((Trade,), {"card": (option,)})
    return Offer(card, option.name, option.detail, begun=begun)


def _drafted(state: State, step: Draft) -> Offer:
    return Offer(
        _die_id(step.die, step.turned),
        _die_name(step.die, step.turned),
        partial(Text, "valeria.in-pool", n=state.pool[step.die]),
        wording.ALSO[step.die] if not step.turned else (),
        wording.in_pool(step.die),
        step=step,
    )


def _die_id(die: str, turned: str) -> str:
    return f"{die} {steps.AS.id} {turned}" if turned else die


def _die_name(die: str, turned: str) -> Text:
    """A die, or a die that is turned to another face."""
    if not turned:
        return wording.FACE[die]
    return Text("valeria.own.turned", face=wording.FACE[die], final=wording.FACE[turned])


def _dues(state: State, left: Sequence[Step]) -> Iterator[Offer]:
    """What can be chosen for what is due."""
    seat = state.you.seat.id
    for step in left:
        match step:
            case Push():
                track = state.board.tracks[step.guild]
                detail = partial(_track, state, track, state.turn.dues[0].n)
                yield Offer(track.id, track.name, detail, wording.ALSO[track.id], step=step)
            case Take():
                held, most = state.you.goods[step.kind], goods.most(state, state.you, step.kind)
                yield _face(step.kind, Text("valeria.own.have-of", n=held, most=most), step, seat)
            case Leftover():
                yield _face(step.face, None, step, "")
            case Sail():
                yield from _things(state, Begun((Sail,), {}, True), [step], Sail.parts[0])


def _face(face: str, detail: Text | None, step: Step, seat: str) -> Offer:
    about = wording.in_store(seat, face) if seat else wording.in_pool(face)
    return Offer(face, wording.FACE[face], detail, wording.ALSO[face], about, step=step)


ASKED = {"number": "manor", "citizen": "what", "card": "what", "road": "place"}
"""The ending of a question's id, where it is not the field that is asked."""


def _about_part(state: State, begun: Begun, left: Sequence[Step]) -> tuple[Text, Iterable[Offer]]:
    """The part of a step that is still to be said; what has been understood of it is named."""
    first, part = left[0], TURN.open_part(left, begun)
    field = "die" if part is None else ASKED.get(part.field, part.field)
    if isinstance(first, Trade):
        name: Text | str = state.citizens[wording.title(first.card)].name
    else:
        name = named(state, first, begun.said)
    text = Text(f"valeria.own.which.{field}", action=name)
    return text, _dice(state, begun, left) if part is None else _things(state, begun, left, part)


def _dice(state: State, begun: Begun, left: Sequence[Step]) -> Iterator[Offer]:
    """The dice that can be spent, each with every face that it may be turned to."""
    things, seat = {face.id: face for face in steps.FACES}, state.you.seat.id
    order = state.you.faces()
    spending = [step for step in left if isinstance(step, Act)]
    for step in sorted(spending, key=lambda step: (order.index(step.die), step.turned)):
        said = {**begun.said, "die": (things[step.die],)}
        if step.turned:
            said["turned"] = (things[step.turned],)
        name, about = _die_name(step.die, step.turned), wording.drafted(seat, step.die)
        known = Begun(begun.kinds, said, begun.verb)
        yield Offer(_die_id(step.die, step.turned), name, None, _dutch(step), about, begun=known)


def _dutch(step: Act) -> Sequence[str]:
    return () if step.turned else wording.ALSO[step.die]


def _things(state: State, begun: Begun, left: Sequence[Step], part: Said[State]) -> Iterator[Offer]:
    """What can be said for a part, each with what one wants to know before saying it."""
    known = state.things.by_id if part.needed else {thing.id: thing for thing in part.things(state)}
    for id, step in _sayable(state, left, part).items():
        thing = known[id]
        after = Begun(begun.kinds, {**begun.said, part.field: (thing,)}, begun.verb)
        detail = partial(_detail, state, part, step, id)
        yield Offer(id, thing.name, detail, thing.also, _where(state, step, part), begun=after)


def _sayable(state: State, left: Sequence[Step], part: Said[State]) -> dict[str, Step]:
    """The ids of what can be said for a part, and a step that it can be said of."""
    found: dict[str, Step] = {}
    if part.needed:
        # Where goods are not tracked, no die makes a difference.
        for step in left if state.tracks_all else left[:1]:
            for id in choices(state, step, part):
                found.setdefault(id, step)
        return found
    for step in left:
        if part.free:
            tried = ((thing.id, part.put(step, [thing])) for thing in part.things(state))
            ids: Iterable[str] = (id for id, each in tried if not TURN.why_not(state, each))
        else:
            ids = part.ids(step)
        for id in ids:
            if part.field != "gets" or id not in state.board.tracks:  # a sale for a push asks for it next
                found.setdefault(id, step)
    return found


def _where(state: State, step: Step, part: Said[State]) -> str:
    """What on the table a word of a step is about, if it is not called that itself."""
    if part.field == "kind" and isinstance(step, Buy | Sell):
        return wording.in_wharf(row_of(state, step))
    return wording.in_store(state.you.seat.id, step.kind) if isinstance(step, Trade) and step.kind else ""


def _detail(state: State, part: Said[State], step: Any, id: str) -> str | Text | None:
    """What one wants to know before saying that: a price, a gain, a power."""
    match part.field, step:
        case "number", Manor():
            return Text("valeria.own.manor", name=state.manors[id].name, power=Text(f"valeria.manor.{id}"))
        case "citizen", _:
            power, paid = Text(f"valeria.citizen.{id}"), _priced(state, step, "citizen", id)
            return Text("valeria.own.priced", goods=paid, power=power) if paid else power
        case "place" | "road", Build():
            return Text("valeria.worth", points=wording.vp(monument_value(state, step.action, id)))
        case "place", Recruit():  # the card has its price, not the place of the token
            return state.board.guilds_at(id)
        case "place" | "road", _:
            return Text("valeria.cost", goods=_priced(state, step, part.field, id))
        case "guild", _:
            track = state.board.tracks[word_of(GUILDS, id)]
            before = effects.pushes_of(state, _without_guild(step)) if isinstance(step, Recruit) else {}
            return _track(state, track, state.actions[step.action].influence, before.get(track.id, 0))
        case "gets", Sell():
            return Text("valeria.gains-together", gains=_sale(state, replace(step, gets=id)))
    return None


def _priced(state: State, step: Step, field: str, id: str) -> list[Text]:
    said = replace(step, **{field: id})
    return wording.goods(price(state, said).goods() if state.tracks_all else cost(state, said))


def _without_guild(step: Recruit) -> RecruitCard:
    return RecruitCard(step.die, citizen=step.citizen)


def _sale(state: State, step: Sell) -> list[Text]:
    """What a crate brings on its row, for what is wanted of it."""
    row = state.tables.wharf.row[row_of(state, step)]
    match step.gets:
        case "vp":
            return [wording.vp(row.vp), *wording.goods({"gold": row.gold})]
        case "gold":
            return wording.goods({"gold": row.or_gold})
    return [Text("valeria.influence", n=row.influence)]


def _track(state: State, track: Track, n: int, before: int = 0) -> Text:
    """Where your token is, and what pushes there would cross after those that come before."""
    at, _ = rules.pushed_to(state, state.you, track.id, state.you.influence[track.id], before)
    to, _ = rules.pushed_to(state, state.you, track.id, at, n)
    return rules.push_shown(state, track, at, to)


# What a step does, told


def do(state: State, step: Step) -> Iterable[Ask | Tell]:
    """Take a step, and tell it with everything that comes of it."""
    why: Sequence[Text] = ()
    match step:
        case Manor():
            why = [state.cite(id) for id in what_is_a_manor(state, step.place)]
        case Wharf() if not state.tracks_all:
            why = [state.cite("ship-action")]  # some cards speak of a Ship action
        case Sell() if not state.tracks_all and step.gets != "vp":
            why = [state.cite("sale")]
    tells = told(state, step, apply(state, step), why)
    if isinstance(step, RECRUITS) and state.market is not None:
        return _with_refill(state, tells)
    return tells


def _with_refill(state: State, tells: Sequence[Tell]) -> Dialogue[None]:
    yield from tells
    yield from market.refill(state)


def told(state: State, step: Step, done: Done, why: Sequence[Text]) -> list[Tell]:
    """A step as things to do at the table."""
    you, tells = state.you, list[Tell]()
    if type(step) not in UNTOLD:
        tells = [you.told(f"valeria.{id}", why) for id in _sentences(state, step, done)]
        for tell in tells:
            tell.values |= _values(state, step, done)
    if isinstance(step, Act) and (bonus := _bonus(state, step, done)):
        face = wording.FACE[step.turned or step.die]
        tells.insert(len(tells) - 1, Tell("valeria.bonus-die", face=face, gain=bonus))
    if done.pushes:
        tells.append(you.told("valeria.pushes", pushes=[pushed.text for pushed in done.pushes]))
    tells += [*crossed(state, done.pushes), *gained(state, done), *done.tells]
    if isinstance(step, Manor):
        tells += remember(state, step.number)
    if isinstance(step, Draft) and not state.tracks_all:
        tells += _trades(state)
    return tells


def _bonus(state: State, step: Act, done: Done) -> list[Text]:
    """What the matching die gave first."""
    if done.bonus or state.tracks_all:
        return wording.goods(done.bonus)
    facts = state.actions[step.action]
    matches = facts.bonus is not None and (step.turned or step.die) == facts.die
    return [Text(f"valeria.gain.{facts.bonus}", n=1)] if matches else []


def _trades(state: State) -> list[Tell]:
    """Where goods are not tracked: the citizens that give goods for goods."""
    held = [(id, state.citizens[id]) for id in state.you.cards]
    things = [wording.power("citizen", id, each) for id, each in held if each.trades]
    return [Tell("valeria.remember", deed=False, things=things)] if things else []


def remember(state: State, number: str) -> list[Tell]:
    """Where goods are not tracked: what a manor gives once, when it is built."""
    if state.tracks_all or state.manors[number].on != "built":
        return []
    return [Tell("valeria.remember", things=[wording.power("manor", number, state.manors[number])])]


def gained(state: State, done: Done) -> list[Tell]:
    """The goods that a step brought, and those that there was no room for."""
    you, tells = state.you, list[Tell]()
    if done.owed:
        tells.append(Tell("valeria.also", things=done.owed))
    if not state.tracks_all:
        return tells
    if done.gained:
        now = wording.goods({kind: you.goods[kind] for kind in done.gained})
        tells.append(you.told("valeria.own.gains", gains=wording.goods(done.gained), now=now))
    if done.lost:
        tells.append(you.news("valeria.own.loses", goods=wording.goods(done.lost)))
    if done.waits:
        tells.append(you.news("valeria.own.waits", goods=wording.goods({"gold": done.waits})))
    return tells


def crossed(state: State, pushes: Sequence[Pushed]) -> list[Tell]:
    """The lines that pushes crossed."""
    return [_crossed(state, pushed.track, line) for pushed in pushes for line in pushed.rewards]


def _crossed(state: State, track: Track, line: LineFacts) -> Tell:
    """A line on a track: points are scored there and then; tracked goods are told with the others."""
    if line.gain == "vp" or not state.tracks_all:
        return state.you.told("valeria.line", guild=track.name, gain=wording.gain(line))
    return state.you.news("valeria.own.line", guild=track.name)


SENTENCES = (
    "own.turns", "own.drafts", "own.trades", "own.wharf", "own.recruits", "own.recruits-card", "own.buys",
    "own.sells", "own.leftover", "you.draft", "you.manor", "you.temple", "you.harvest", "you.windmill",
    "you.shipyard", "you.monument", "you.sail", "you.sail-free", "you.wharf",
)  # fmt: skip
"""What can be told of a step."""
UNTOLD = (Push, Take, Other, Skip, End)
"""What only gains or pushes."""


def _sentences(state: State, step: Step, done: Done) -> Iterator[str]:
    """What is told of a step."""
    if isinstance(step, (Draft, Act)) and step.turned:
        yield "own.turns"
    match step:
        case Draft():
            yield "own.drafts" if state.tracks_all else "you.draft"
        case Trade():
            yield "own.trades"
        case Wharf():
            yield "own.wharf"
        case Recruit():
            yield "own.recruits"
        case RecruitCard():
            yield "own.recruits-card"
        case Act() | Windmill() | Shipyard():
            yield f"you.{step.action}"
        case Build():
            yield "you.monument"
        case Sail():
            yield "you.sail" if done.price.gold else "you.sail-free"
        case Buy() | Sell() if not step.kind:
            yield "you.wharf"
        case Buy():
            yield "own.buys"
        case Sell():
            yield "own.sells"
        case Leftover():
            yield "own.leftover"


def _values(state: State, step: Any, done: Done) -> dict[str, Value]:
    """What the sentences of a step are about."""
    paid = wording.goods(done.price.goods())
    values: dict[str, Value] = {"cost": paid or Text("valeria.its-food")}
    if place := place_of(step):
        there = state.board.named(place)
        values |= {"place": there, "district": there, "road": there}
    match step:
        case Draft() | Act():
            final = step.turned or step.die
            values |= {"face": wording.FACE[step.die], "final": wording.FACE[final]}
            values["gain"] = wording.die_value(state.tables, final)
        case Sail():
            values |= {"origin": state.board.district[step.origin], "target": state.board.district[step.to]}
        case Leftover():
            values["kind"] = wording.FACE[step.face]
        case Trade():
            values["citizen"] = state.citizens[wording.title(step.card)].name
        case Build():
            values["monument"] = wording.monument(step.action)
        case Buy() | Sell():
            row = row_of(state, step)
            values |= {"row": wording.row(row), "crates": [Text(f"valeria.crates-in.{row}", n=1)]}
            if step.kind:
                values["kind"] = wording.FACE[step.kind]
    match step:
        case Manor():
            values["manor"] = state.manors[step.number].name
        case Recruit() | RecruitCard():
            values["citizen"] = state.citizens[step.citizen].name
        case Harvest():
            values["gains"] = wording.harvested(state.tables, state.you.faces())
    return values
