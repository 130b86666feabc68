"""A person's turn as a conversation: what can be done, at which price, and what came of it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any, TypeAlias, get_args

from msgspec.structs import replace

from automa.dialogue import Ask, Dialogue, Move, Tell, Text, Value
from automa.names import word_of
from automa.steps import Begun, Offer, Offers, Step, take_steps
from automa.steps import Part as Said
from automa.valeria import rules, steps, wording
from automa.valeria.board import Track
from automa.valeria.own import goods, market
from automa.valeria.rules import effects
from automa.valeria.rules.effects import Done, answers, apply
from automa.valeria.rules.prices import PAID, cost, price, row_of
from automa.valeria.rules.turn import TURN, choices, due_question, have, named
from automa.valeria.scoring import monument_value, what_is_a_manor
from automa.valeria.state import DueKind, Side, State
from automa.valeria.tables import GUILDS


def draft(state: State, side: Side) -> Dialogue[None]:
    """A die, what it gives, and trades of citizens."""
    effects.begin_draft(state, side)
    return take(state)


def turn(state: State, side: Side) -> Dialogue[None]:
    """One primary action with its sub-actions, and a monument before or after it."""
    effects.begin_action(state, side)
    if not state.tracks_all and state.round == 1 and not any(die.spent for die in side.dice):
        yield Tell("valeria.one-line", deed=False)
    yield from take(state)


def set_up(state: State, number: str, done: Done) -> Dialogue[None]:
    """What the first manor gives at once, and the lines that its pushes crossed."""
    yield from rules.line_rewards(state, state.you, done.pushes)
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
    """Steps until the turn is over: a line may say several, and what it leaves out is asked."""
    return take_steps(TURN, state, _goes_on, question, do, steps.END, steps.SKIP)


def _goes_on(state: State) -> bool:
    if state.turn.dues:
        effects.settle(state)  # a correction may have taken what there was to choose
    return bool(state.turn.phase)


def words() -> Iterator[str]:
    """Every text id that is put together here."""
    endings = {
        "do": [kind.verb.id for kind in steps.KINDS if kind.verb is not None],
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
    yield from (f"valeria.{id}" for id in {*SENTENCES.values(), *OTHER_SENTENCES})
    yield from (f"valeria.own.{lead.id}" for lead in (steps.AS, steps.WITH, steps.COLUMN))


# Questions

WAYS_OUT = (steps.End, steps.Skip)
Options: TypeAlias = dict[str, Callable[[], Offer]]
"""The options of a question by their ids; each is made when it is looked at."""


def question(state: State, begun: Begun, left: Sequence[Step]) -> Move:
    """What is to be said next, with everything that decides on it."""
    if begun:
        text, options = _about_part(state, begun, _bonus_first(state, left) if state.tracks_all else left)
    else:
        text, found = _about_next(state, [step for step in left if type(step) not in WAYS_OUT])
        ways = [partial(_way_out, step) for step in left if type(step) in WAYS_OUT]
        options = {way.args[0].verb.id: way for way in ways} | found
    ask = Move(
        text.id,
        state.you.seat.id,
        Offers(options),
        notation=TURN.at(state, begun),
        begins_turn=text.id in ("valeria.own.turn", "valeria.your-turn") and not state.turn.built,
    )
    ask.values = text.values
    return ask


def _bonus_first(state: State, left: Sequence[Step]) -> list[Step]:
    """Steps with the die that brings a bonus first, for their price is the one to show."""

    def has_none(step: Step) -> bool:
        return isinstance(step, steps.Act) and (step.turned or step.die) != state.actions[step.action].die

    return sorted(left, key=has_none)


def _way_out(step: Step) -> Offer:
    assert step.verb is not None
    name = Text("valeria.own.nothing-more") if isinstance(step, steps.End) else step.verb.name
    return Offer(step.verb.id, name, also=wording.ALSO[step.verb.id], mark="n", step=step)


def _about_next(state: State, left: Sequence[Step]) -> tuple[Text, Options]:
    """The next step, of which nothing is said yet."""
    turn, tracked = state.turn, state.tracks_all
    if turn.dues:
        return due_question(state), _dues(state, answers(state, turn.dues[0]))
    if turn.phase == "draft" and turn.action:
        text = Text("valeria.own.trade", have=have(state)) if tracked else Text("valeria.draft-powers")
        cards = dict.fromkeys(step.card for step in left if isinstance(step, steps.Trade))
        return text, {card: partial(_trade, state, card) for card in cards}
    if turn.phase == "draft":
        text = Text("valeria.own.draft", have=have(state)) if tracked else Text("valeria.your-die")
        drafts = [step for step in left if isinstance(step, steps.Draft)]
        return text, {_die_id(step): partial(_drafted, state, step) for step in drafts}
    if turn.action:
        text = Text("valeria.own.more", have=have(state)) if tracked else Text("valeria.anything-else")
    else:
        dice = wording.faces(die.face for die in state.you.unspent())
        text = Text("valeria.your-turn", dice=dice)
        if tracked:
            text = Text("valeria.own.turn", have=have(state), dice=dice)
    return text, _deeds(state, left)


def _deeds(state: State, left: Sequence[Step]) -> Options:
    """What can be done, each kind of step once with its price."""
    kinds = dict.fromkeys([type(step) for step in left])
    if state.turn.others:
        kinds.pop(steps.Other, None)  # a player who wants more of that types it
    return {kind.verb.id: partial(_deed, state, kind, left) for kind in kinds if kind.verb}


def _deed(state: State, kind: type[Step], left: Sequence[Step]) -> Offer:
    verb, found = kind.verb, [step for step in left if type(step) is kind]
    assert verb is not None
    price = partial(_price_now if state.tracks_all else _usual_price, state, found)
    return Offer(verb.id, verb.name, price, verb.also, begun=Begun((kind,), {}, True), left=found)


def _usual_price(state: State, found: Sequence[Step]) -> str | Text | None:
    """What a kind of step costs or gives, wherever it is."""
    match step := found[0]:
        case steps.Other():
            return Text("valeria.costs.other")
        case steps.Act() | steps.Build():
            return wording.costs(step.action, state.actions[step.action])
        case steps.Windmill() | steps.Shipyard():
            return Text("valeria.own.from", goods=wording.goods(state.actions[step.action].cost))
        case steps.Buy() | steps.Sail():
            return Text("valeria.own.for", goods=wording.goods(cost(state, step)))
    return None


def _price_now(state: State, found: Sequence[Step]) -> str | Text | None:
    """What a kind of step costs or gives now."""
    first = _bonus_first(state, found)[0]
    match first:
        case steps.Sell():
            kinds = dict.fromkeys(step.kind for step in found if isinstance(step, steps.Sell))
            return Text("valeria.cost", goods=wording.faces(kinds))
        case steps.Harvest() | steps.Wharf():
            return Text(f"valeria.own.gives.{first.action}")
    cheapest = price(state, first)
    dearer = isinstance(
        first,
        steps.Manor | steps.Temple | steps.Shipyard | steps.Windmill | steps.Recruit | steps.RecruitCard,
    ) and any(price(state, each).total > cheapest.total for each in _anywhere(state, first))
    return Text("valeria.own.from" if dearer else "valeria.own.for", goods=wording.goods(cheapest.goods()))


def _anywhere(state: State, step: Step) -> Iterator[Step]:
    """A step for everything that may be said for the part that its price depends on."""
    names = ("citizen",) if isinstance(step, steps.RECRUITS) else ("place", "road")
    part = next(part for part in type(step).parts if part.field in names)
    return (replace(step, **{part.field: id}) for id in choices(state, step, part))


def _trade(state: State, card: str) -> Offer:
    (option,) = wording.card_options(state.citizens, [card])
    return Offer(card, option.name, option.detail, begun=Begun((steps.Trade,), {"card": (option,)}))


def _drafted(state: State, step: steps.Draft) -> Offer:
    """A die of the pool, or one that is turned to another face."""
    n, also = state.pool[step.die], () if step.turned else wording.ALSO[step.die]
    detail = Text("valeria.in-pool", n=n)
    return Offer(_die_id(step), _die_name(step), detail, also, wording.in_pool(step.die), step=step)


def _die_id(step: steps.Draft | steps.Act) -> str:
    return f"{step.die} {steps.AS.id} {step.turned}" if step.turned else step.die


def _die_name(step: steps.Draft | steps.Act) -> Text:
    if not step.turned:
        return wording.FACE[step.die]
    return Text("valeria.own.turned", face=wording.FACE[step.die], final=wording.FACE[step.turned])


def _dues(state: State, found: Iterable[Step]) -> Options:
    """What can be chosen for what is due."""
    options: Options = {}
    for step in found:
        match step:
            case steps.Push():
                options[step.guild] = partial(_pushed, state, step)
            case steps.Take():
                options[step.kind] = partial(_face, state, step, step.kind)
            case steps.Leftover():
                options[step.face] = partial(_face, state, step, step.face)
            case steps.Sail():
                options |= _things(state, Begun((steps.Sail,), {}, True), [step], steps.Sail.parts[0])
    return options


def _pushed(state: State, step: steps.Push) -> Offer:
    track = state.board.tracks[step.guild]
    detail = partial(_track, state, track, state.turn.dues[0].n)
    return Offer(track.id, track.name, detail, wording.ALSO[track.id], step=step)


def _face(state: State, step: steps.Take | steps.Leftover, face: str) -> Offer:
    """Goods of a kind, with how many there are and may be; or a die that is left over."""
    you, detail, about = state.you, None, wording.in_pool(face)
    if isinstance(step, steps.Take):
        detail = Text("valeria.own.have-of", n=you.goods[step.kind], most=goods.most(state, you, step.kind))
        about = wording.in_store(you.seat.id, face)
    return Offer(face, wording.FACE[face], detail, wording.ALSO[face], about, step=step)


ASKED = {"number": "manor", "citizen": "what", "card": "what", "road": "place"}
"""The ending of a question's id, where it is not the field that is asked."""


def _about_part(state: State, begun: Begun, left: Sequence[Step]) -> tuple[Text, Options]:
    """The part of a step that is still to be said; what has been understood of it is named."""
    first, part = left[0], TURN.open_part(left, begun)
    field = "die" if part is None else ASKED.get(part.field, part.field)
    if isinstance(first, steps.Trade):
        name: Text | str = state.citizens[wording.title(first.card)].name
    else:
        name = named(state, first, begun.said)
    text = Text(f"valeria.own.which.{field}", action=name)
    return text, _dice(state, begun, left) if part is None else _things(state, begun, left, part)


def _dice(state: State, begun: Begun, left: Sequence[Step]) -> Options:
    """The dice that can be spent, each with every face that it may be turned to."""
    order = state.you.faces()
    spending = [step for step in left if isinstance(step, steps.Act)]
    spending.sort(key=lambda step: (order.index(step.die), step.turned))
    return {_die_id(step): partial(_spent, state, begun, step) for step in spending}


def _spent(state: State, begun: Begun, step: steps.Act) -> Offer:
    faces = {face.id: face for face in steps.FACES}
    said = {**begun.said, "die": (faces[step.die],)}
    if step.turned:
        said["turned"] = (faces[step.turned],)
    about, also = wording.drafted(state.you.seat.id, step.die), () if step.turned else wording.ALSO[step.die]
    known = Begun(begun.kinds, said, begun.verb)
    return Offer(_die_id(step), _die_name(step), None, also, about, begun=known)


def _things(state: State, begun: Begun, left: Sequence[Step], part: Said[State]) -> Options:
    """What can be said for a part."""
    found = _sayable(state, left, part)
    return {id: partial(_thing, state, begun, left, part, id, step) for id, step in found.items()}


def _thing(state: State, begun: Begun, left: Sequence[Step], part: Said[State], id: str, step: Step) -> Offer:
    """An option for a part of a step, with what a player wants to know before choosing it."""
    thing = next(each for each in part.things(state) if each.id == id)
    after = Begun(begun.kinds, {**begun.said, part.field: (thing,)}, begun.verb)
    # Where goods are not tracked, what can be said of one die can be said of all.
    rest = [part.put(each, [thing]) for each in left] if part.needed and not state.tracks_all else None
    detail, about = partial(_detail, state, part, step, id), _where(state, step, part)
    return Offer(id, thing.name, detail, thing.also, about, begun=after, left=rest)


def _sayable(state: State, left: Sequence[Step], part: Said[State]) -> dict[str, Step]:
    """The ids that can be chosen for a part, each with a step that it fits."""
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
    """The id of the thing on the table that an option is about, where it differs from the option."""
    if part.field == "kind" and isinstance(step, steps.Buy | steps.Sell):
        return wording.in_wharf(row_of(state, step))
    return (
        wording.in_store(state.you.seat.id, step.kind) if isinstance(step, steps.Trade) and step.kind else ""
    )


def _detail(state: State, part: Said[State], step: Any, id: str) -> str | Text | None:
    """What a player wants to know before choosing that: a price, a gain, a power."""
    match part.field, step:
        case "number", steps.Manor():
            return Text("valeria.own.manor", name=state.manors[id].name, power=Text(f"valeria.manor.{id}"))
        case "citizen", _:
            power, paid = Text(f"valeria.citizen.{id}"), _priced(state, step, "citizen", id)
            return Text("valeria.own.priced", goods=paid, power=power) if paid else power
        case "place" | "road", steps.Build():
            return Text("valeria.worth", points=wording.vp(monument_value(state, step.action, id)))
        case "place", steps.Recruit():  # the card has its price, not the place of the token
            return state.board.guilds_at(id)
        case "place" | "road", _:
            return Text("valeria.cost", goods=_priced(state, step, part.field, id))
        case "guild", _:
            track = state.board.tracks[word_of(GUILDS, id)]
            before = effects.pushes_of(state, _without_guild(step)) if isinstance(step, steps.Recruit) else {}
            return _track(state, track, state.actions[step.action].influence, before.get(track.id, 0))
        case "gets", steps.Sell():
            return Text("valeria.gains-together", gains=_sale(state, replace(step, gets=id)))
    return None


def _priced(state: State, step: Step, field: str, id: str) -> list[Text]:
    said = replace(step, **{field: id})
    return wording.goods(price(state, said).goods() if state.tracks_all else cost(state, said))


def _without_guild(step: steps.Recruit) -> steps.RecruitCard:
    return steps.RecruitCard(step.die, citizen=step.citizen)


def _sale(state: State, step: steps.Sell) -> list[Text]:
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
        case steps.Manor():
            why = [state.cite(id) for id in what_is_a_manor(state, step.place)]
        case steps.Wharf() if not state.tracks_all:
            why = [state.cite("ship-action")]  # some cards speak of a Ship action
        case steps.Sell() if not state.tracks_all and step.gets != "vp":
            why = [state.cite("sale")]
    tells = told(state, step, apply(state, step), why)
    if isinstance(step, steps.RECRUITS) and state.market is not None:
        return _with_refill(state, tells)
    return tells


def _with_refill(state: State, tells: Sequence[Tell]) -> Dialogue[None]:
    yield from tells
    yield from market.refill(state)


def told(state: State, step: Step, done: Done, why: Sequence[Text]) -> list[Tell]:
    """A step as things to do at the table."""
    you, tells = state.you, list[Tell]()
    if (id := _sentence(state, step, done)) is not None:
        values = _values(state, step, done)
        if isinstance(step, (steps.Draft, steps.Act)) and step.turned:
            tells.append(you.told("valeria.own.turns", why, **values))
        tells.append(you.told(f"valeria.{id}", why, **values))
    if isinstance(step, steps.Act) and (bonus := _bonus(state, step, done)):
        face = wording.FACE[step.turned or step.die]
        tells.insert(len(tells) - 1, Tell("valeria.bonus-die", face=face, gain=bonus))
    if done.pushes:
        tells += rules.pushes_told(state, you, done.pushes)
    tells += gained(state, done)
    tells += done.tells
    if isinstance(step, steps.Manor):
        tells += remember(state, step.number)
    if isinstance(step, steps.Draft) and not state.tracks_all:
        tells += _trades(state)
    return tells


def _bonus(state: State, step: steps.Act, done: Done) -> list[Text]:
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


SENTENCES: Mapping[type[Step], str] = {
    steps.Trade: "own.trades", steps.Manor: "you.manor", steps.Temple: "you.temple",
    steps.Recruit: "own.recruits", steps.RecruitCard: "own.recruits-card", steps.Harvest: "you.harvest",
    steps.Wharf: "own.wharf", steps.Windmill: "you.windmill", steps.Shipyard: "you.shipyard",
    **dict.fromkeys(steps.MONUMENTS, "you.monument"), steps.Leftover: "own.leftover",
}  # fmt: skip
"""The sentence of each kind of step that always has the same one."""
SOMETIMES = (steps.Draft, steps.Sail, steps.Buy, steps.Sell)
"""The kinds of steps whose sentence depends on the step or the table."""
OTHER_SENTENCES = (
    "own.turns", "own.drafts", "you.draft", "you.sail", "you.sail-free", "you.wharf", "own.buys", "own.sells",
)  # fmt: skip


def _sentence(state: State, step: Step, done: Done) -> str | None:
    """What is told of a step."""
    if type(step) not in SOMETIMES:
        return SENTENCES.get(type(step))
    match step:
        case steps.Draft():
            return "own.drafts" if state.tracks_all else "you.draft"
        case steps.Sail():
            return "you.sail" if done.price.gold else "you.sail-free"
        case steps.Buy() | steps.Sell() if not step.kind:
            return "you.wharf"
        case steps.Buy():
            return "own.buys"
        case steps.Sell():
            return "own.sells"
    return None


def _values(state: State, step: Any, done: Done) -> dict[str, Value]:
    """What the sentences of a step are about."""
    values: dict[str, Value] = {}
    if type(step) in PAID:
        values["cost"] = wording.goods(done.price.goods()) or Text("valeria.its-food")
    if place := steps.place_of(step):
        there = state.board.named(place)
        values |= {"place": there, "district": there, "road": there}
    match step:
        case steps.Draft() | steps.Act():
            final = step.turned or step.die
            values |= {"face": wording.FACE[step.die], "final": wording.FACE[final]}
            if isinstance(step, steps.Draft):
                values["gain"] = wording.die_value(state.tables, final)
        case steps.Sail():
            values |= {"origin": state.board.district[step.origin], "target": state.board.district[step.to]}
        case steps.Leftover():
            values["kind"] = wording.FACE[step.face]
        case steps.Trade():
            values["citizen"] = state.citizens[wording.title(step.card)].name
        case steps.Build():
            values["monument"] = wording.monument(step.action)
        case steps.Buy() | steps.Sell():
            row = row_of(state, step)
            values |= {"row": wording.row(row), "crates": [Text(f"valeria.crates-in.{row}", n=1)]}
            if step.kind:
                values["kind"] = wording.FACE[step.kind]
    match step:
        case steps.Manor():
            values["manor"] = state.manors[step.number].name
        case steps.Recruit() | steps.RecruitCard():
            values["citizen"] = state.citizens[step.citizen].name
        case steps.Harvest():
            values["gains"] = wording.harvested(state.tables, state.you.faces())
    return values
