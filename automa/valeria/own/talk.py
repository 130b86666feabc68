"""A person's turn as a conversation: what can be done, at which price, and what came of it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any, TypeAlias

from msgspec.structs import replace

from automa.dialogue import Ask, Dialogue, Move, Named, Tell, Text, Value
from automa.names import word_of
from automa.steps import Begun, Offer, Offers, Step, take_steps
from automa.steps import Part as Said
from automa.valeria import rules, steps, wording
from automa.valeria.board import Track
from automa.valeria.own import goods, market
from automa.valeria.rules import effects
from automa.valeria.rules.effects import Done, answers, apply
from automa.valeria.rules.prices import PAID, cost, price
from automa.valeria.rules.turn import TURN, choices, due_question, have, named
from automa.valeria.scoring import monument_value, what_is_a_manor
from automa.valeria.state import Side, State
from automa.valeria.tables import GUILDS, Face, Guild


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


# Questions

WAYS_OUT = (steps.End, steps.Skip)
Asked: TypeAlias = tuple[Text, Mapping[str, Any], Callable[[str, Any], Offer]]
"""A question: its text, what its options are about by their ids, and how one of them is made."""


def question(state: State, begun: Begun, left: Sequence[Step]) -> Move:
    """What is to be said next, with everything that decides on it."""
    if begun.kinds:
        ordered = _bonus_first(state, left) if state.tracks_all else left
        text, things, make = _about_part(state, begun, ordered)
    else:
        ways = [step for step in left if type(step) in WAYS_OUT]
        others = [step for step in left if type(step) not in WAYS_OUT] if ways else left
        text, things, make = _about_next(state, others)
        if ways:
            things = {**{step.verb.id: step for step in ways if step.verb}, **things}
            make = partial(_or_way_out, make)
    ask = Move(
        text.id,
        state.you.seat.id,
        Offers(things, make),
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


def _or_way_out(make: Callable[[str, Any], Offer], id: str, thing: Any) -> Offer:
    """An option to end or to skip something, or another one."""
    if type(thing) not in WAYS_OUT:
        return make(id, thing)
    name = Text("valeria.own.nothing-more") if thing == steps.END else thing.verb.name
    return Offer(id, name, also=wording.ALSO[id], mark="n", step=thing)


def _about_next(state: State, left: Sequence[Step]) -> Asked:
    """The next step, of which nothing is said yet."""
    turn, tracked = state.turn, state.tracks_all
    if turn.dues:
        return _about_due(state, left)
    if turn.phase == "draft" and turn.action:
        text = Text("valeria.own.trade", have=have(state)) if tracked else Text("valeria.draft-powers")
        trades = {step.card: step for step in left if isinstance(step, steps.Trade)}
        return text, trades, partial(_trade, state)
    if turn.phase == "draft":
        text = Text("valeria.own.draft", have=have(state)) if tracked else Text("valeria.your-die")
        drafts = {_die_id(step): step for step in left if isinstance(step, steps.Draft)}
        return text, drafts, partial(_drafted, state)
    if turn.action:
        text = Text("valeria.own.more", have=have(state)) if tracked else Text("valeria.anything-else")
    else:
        shown = Counter(die.face for die in state.you.unspent())
        dice = [Text("valeria.picture.so-many", name=wording.FACE[face], n=n) for face, n in shown.items()]
        text = Text("valeria.your-turn", dice=dice)
        if tracked:
            text = Text("valeria.own.turn", have=have(state), dice=dice)
    found = {type(step).verb: type(step) for step in left}
    kinds = {verb.id: found[verb] for verb in sorted(filter(None, found), key=_by_mark)}
    if turn.others:
        kinds.pop(steps.Other.verb.id, None)  # a player who wants more of that types it
    return text, kinds, partial(_deed, state, left)


def _by_mark(thing: Named) -> tuple[int, str]:
    """The order in which things are listed: by their numbers, letters last."""
    mark = wording.MARKS[thing.id]
    return (int(mark), "") if mark.isdecimal() else (100, mark)


def _deed(state: State, left: Sequence[Step], id: str, kind: type[Step]) -> Offer:
    """A kind of step that can be taken, with its price."""
    verb, found = kind.verb, [step for step in left if type(step) is kind]
    assert verb is not None
    price = partial(_price_now if state.tracks_all else _usual_price, state, found)
    mark = wording.MARKS[id]
    return Offer(id, verb.name, price, verb.also, mark=mark, begun=Begun((kind,), {}, True), left=found)


def _usual_price(state: State, found: Sequence[Step]) -> str | Text | None:
    """What a kind of step costs or gives, wherever it is."""
    match step := found[0]:
        case steps.Other():
            return Text("valeria.costs.other")
        case steps.Act() | steps.Build():
            return wording.costs(step.action, state.actions[step.action])
        case steps.Sub():
            return Text("valeria.own.from", goods=wording.goods(state.actions[step.action].cost))
        case steps.Buy() | steps.Sail():
            return Text(f"valeria.own.gives.{step.verb.id}", goods=wording.goods(cost(state, step)))
        case steps.Sell():
            return _sold_for(found)
    return None


def _sold_for(found: Sequence[Step]) -> Text:
    """What a crate can be sold for: its rows may be full."""
    rows = {step.row for step in found if isinstance(step, steps.Sell)}
    return Text("valeria.own.gives.sell" if len(rows) > 1 else f"valeria.own.gives.sell.{rows.pop()}")


def _price_now(state: State, found: Sequence[Step]) -> str | Text | None:
    """What a kind of step costs or gives now."""
    first = _bonus_first(state, found)[0]
    match first:
        case steps.Sell():
            kinds = dict.fromkeys(step.kind for step in found if isinstance(step, steps.Sell))
            return Text("valeria.own.gives.sell.kinds", kinds=wording.faces(kinds), ways=_sold_for(found))
        case steps.Buy() | steps.Sail():
            return _usual_price(state, found)
        case steps.Harvest() | steps.Wharf():
            return Text(f"valeria.own.gives.{first.action}")
    cheapest = price(state, first)
    dearer = isinstance(
        first,
        steps.Manor | steps.Temple | steps.Sub | steps.Recruit | steps.RecruitCard,
    ) and any(price(state, each).total > cheapest.total for each in _anywhere(state, first))
    return Text("valeria.own.from" if dearer else "valeria.own.for", goods=wording.goods(cheapest.goods()))


def _anywhere(state: State, step: Step) -> Iterator[Step]:
    """A step for everything that may be said for the part that its price depends on."""
    names = ("citizen",) if isinstance(step, steps.RECRUITS) else ("place", "road")
    part = next(part for part in type(step).parts if part.field in names)
    return (replace(step, **{part.field: id}) for id in choices(state, step, part))


def _trade(state: State, card: str, step: steps.Trade) -> Offer:
    (option,) = wording.card_options(state.citizens, [card])
    mark = f"t{1 + list(wording.titles(state.you.cards)).index(card)}"
    begun = Begun((steps.Trade,), {"card": (option,)})
    return Offer(card, option.name, option.detail, mark=mark, begun=begun, says_more=True)


def _drafted(state: State, id: str, step: steps.Draft) -> Offer:
    """A die of the pool, or one that is turned to another face."""
    also, about = () if step.turned else wording.ALSO[step.die], wording.in_pool(step.die)
    brings = partial(_draft_brings, state, step)
    return Offer(id, _die_name(step), brings, also, about, mark=_die_mark(step), step=step)


def _draft_brings(state: State, step: steps.Draft) -> Text:
    """How many dice show that, what one gives now, and which action will gain from it."""
    n, face = state.pool[step.die], step.turned or step.die
    gain, kind = wording.die_value(state.tables, face), _gains_from(state, face)
    if kind is None or kind.verb is None:
        return Text("valeria.own.drafted", n=n, gain=gain)
    bonus = state.actions[kind.action].bonus
    more = Text(f"valeria.gain.{bonus}", n=1) if bonus else str(state.tables.components.dice.value[face])
    return Text("valeria.own.drafted.more", n=n, gain=gain, action=kind.verb.name, more=more)


def _gains_from(state: State, face: Face) -> type[steps.Act] | None:
    """The action that gains from a die."""
    return next((kind for kind in steps.PRIMARIES if state.actions[kind.action].die == face), None)


def _die_id(step: steps.Draft | steps.Act) -> str:
    return f"{step.die} {steps.AS.id} {step.turned}" if step.turned else step.die


def _die_mark(step: steps.Draft | steps.Act) -> str:
    """The number of the face, and of the one that it is turned to."""
    return wording.MARKS[step.die] + (wording.MARKS[step.turned] if step.turned else "")


def _die_name(step: steps.Draft | steps.Act) -> Text:
    if not step.turned:
        return wording.FACE[step.die]
    return Text("valeria.own.turned", face=wording.FACE[step.die], final=wording.FACE[step.turned])


def _about_due(state: State, left: Sequence[Step]) -> Asked:
    """What can be chosen for what is due."""
    text, dues = due_question(state), state.turn.dues
    found = left if dues.count(dues[0]) == len(dues) else list(answers(state, dues[0]))
    for step in found:
        if type(step) is steps.Sail:
            begun, part = Begun((steps.Sail,), {}, True), steps.Sail.parts[0]
            return text, _sayable(state, [step], part), partial(_thing, state, begun, [step], part)
    return (
        text,
        {type(step).parts[0].ids(step)[0]: step for step in found if step.parts},
        partial(_due, state),
    )


def _due(state: State, id: str, step: steps.Push | steps.Take | steps.Leftover) -> Offer:
    """A track; goods of a kind, with how many there are and may be; or a die that is left over."""
    you, also, mark = state.you, wording.ALSO[id], state.things.marks[id]
    match step:
        case steps.Push(guild):
            track = state.board.tracks[guild]
            detail = partial(_track, state, track, state.turn.dues[0].n)
            return Offer(id, track.name, detail, also, mark=mark, step=step, says_more=True)
        case steps.Take(kind):
            has = Text("valeria.own.have-of", n=you.goods[kind], most=goods.most(state, you, kind))
            store = wording.in_store(you.seat.id, id)
            return Offer(id, wording.FACE[id], has, also, store, mark=mark, step=step)
    return Offer(id, wording.FACE[id], None, also, wording.in_pool(id), mark=mark, step=step)


ASKED = {"number": "manor", "citizen": "what", "card": "what", "road": "place"}
"""The ending of a question's id, where it is not the field that is asked."""


def _about_part(state: State, begun: Begun, left: Sequence[Step]) -> Asked:
    """The part of a step that is still to be said; what has been understood of it is named."""
    first, part = left[0], TURN.open_part(left, begun)
    field = "die" if part is None else ASKED.get(part.field, part.field)
    text = Text(f"valeria.own.which.{field}", action=named(state, first, begun.said))
    if part is not None:
        found = _sayable(state, left, part)
        if part.field == "kind":
            found = {face.id: found[face.id] for face in steps.FACES if face.id in found}
        return text, found, partial(_thing, state, begun, left, part)
    spending = [step for step in left if isinstance(step, steps.Act)]
    return (
        text,
        {_die_id(step): step for step in sorted(spending, key=_die_mark)},
        partial(_spent, state, begun),
    )


def _spent(state: State, begun: Begun, id: str, step: steps.Act) -> Offer:
    """A die that can be spent, or one that is turned to another face."""
    faces = {face.id: face for face in steps.FACES}
    said = {**begun.said, "die": (faces[step.die],)}
    if step.turned:
        said["turned"] = (faces[step.turned],)
    about, also = wording.drafted(state.you.seat.id, step.die), () if step.turned else wording.ALSO[step.die]
    brings, after = partial(_brings, state, step), Begun(begun.kinds, said, begun.verb)
    return Offer(id, _die_name(step), brings, also, about, mark=_die_mark(step), begun=after)


def _brings(state: State, step: steps.Act) -> Text:
    """What the action gains from its die; where that is nothing, which action would gain from it."""
    face = step.turned or step.die
    kind = _gains_from(state, face)
    if kind is None or kind.verb is None:
        return Text("valeria.bonus.none")
    bonus = state.actions[kind.action].bonus
    gain = Text(f"valeria.gain.{bonus}", n=1) if bonus else wording.die_value(state.tables, face)
    if kind.action == step.action:
        return Text("valeria.own.die.bonus", gain=gain)
    return Text("valeria.own.die.elsewhere", gain=gain, action=kind.verb.name)


def _thing(state: State, begun: Begun, left: Sequence[Step], part: Said[State], id: str, step: Step) -> Offer:
    """An option for a part of a step, with what a player wants to know before choosing it."""
    thing = next(each for each in part.things(state) if each.id == id)
    after = Begun(begun.kinds, {**begun.said, part.field: (thing,)}, begun.verb)
    # Where goods are not tracked, what can be said of one die can be said of all.
    rest = [part.put(each, [thing]) for each in left] if part.needed and not state.tracks_all else None
    detail, about = partial(_detail, state, part, step, id), _where(state, step, part)
    if part.field == "number":  # a manor is offered by its number on the board
        return Offer(id, id, detail, (thing.name,), about, begun=after, left=rest)
    says_more = part.field in ("road", "guild") or (part.field == "place" and type(step) is not steps.Recruit)
    offer = Offer(id, thing.name, detail, thing.also, about, mark=_mark(state, part, id), says_more=says_more)
    offer.begun, offer.left = after, rest
    return offer


def _mark(state: State, part: Said[State], id: str) -> str:
    """What is typed for an option for a part: for a citizen that lies open its place there."""
    if part.field == "citizen" and state.market is not None:
        return f"c{1 + list(market.offered(state)).index(id)}"
    return state.things.marks.get(id, "")


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
        return wording.in_wharf(step.row)
    return (
        wording.in_store(state.you.seat.id, step.kind) if isinstance(step, steps.Trade) and step.kind else ""
    )


def _detail(state: State, part: Said[State], step: steps.AnyStep, id: str) -> str | Text | None:
    """What a player wants to know before choosing that: a price, a gain, a power."""
    match part.field, step:
        case "number", steps.Manor():
            return Text("valeria.own.manor", name=state.manors[id].name, power=Text(f"valeria.manor.{id}"))
        case "citizen", _:
            power, paid = Text(f"valeria.citizen.{id}"), _priced(state, step, "citizen", id)
            guild = Text(f"valeria.guild-short.{state.citizens[id].guild}")
            return Text("valeria.own.priced", goods=paid, guild=guild, power=power) if paid else power
        case "place" | "road", steps.Build():
            return Text("valeria.worth", points=wording.vp(monument_value(state, step.action, id)))
        case "place", steps.Recruit():  # the card has its price, not the place of the token
            return state.board.guilds_at(id)
        case "place" | "road", _:
            return Text("valeria.cost", goods=_priced(state, step, part.field, id))
        case "guild", _:
            track, before = state.board.tracks[word_of(GUILDS, id)], dict[Guild, int]()
            if isinstance(step, steps.Recruit):  # the card pushes first
                before = effects.pushes_of(state, steps.RecruitCard(step.die, citizen=step.citizen))
            return _track(state, track, state.actions[step.action].influence, before.get(track.id, 0))
        case "gets", steps.Sell():
            return Text("valeria.gains-together", gains=_sale(state, replace(step, gets=id)))
    return None


def _priced(state: State, step: Step, field: str, id: str) -> list[Text]:
    said = replace(step, **{field: id})
    return wording.goods(price(state, said).goods() if state.tracks_all else cost(state, said))


def _sale(state: State, step: steps.Sell) -> list[Text]:
    """What a crate brings on its row, for what is wanted of it."""
    row = state.tables.wharf.row[step.row]
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
    why = [state.cite(id) for id in _cited(state, step)]
    tells = told(state, step, apply(state, step), why)
    if type(step) in steps.RECRUITS and state.market is not None:
        return market.refill(state, after=tells)
    return tells


def _cited(state: State, step: steps.AnyStep) -> Sequence[str]:
    """The rulings that a step goes by."""
    kind = type(step)
    if kind is steps.Manor:
        return what_is_a_manor(state, step.place)
    if kind is steps.Wharf and not state.tracks_all:
        return ["ship-action"]  # some cards speak of a Ship action
    return ["sale"] if kind is steps.Sell and step.gets != "vp" and not state.tracks_all else ()


def told(state: State, step: Step, done: Done, why: Sequence[Text]) -> list[Tell]:
    """A step as things to do at the table."""
    tells = _told_itself(state, step, done, why) if type(step) in SENTENCES else []
    if done.pushes:
        tells += rules.pushes_told(state, state.you, done.pushes)
    tells += gained(state, done)
    tells += done.tells
    if type(step) is steps.Manor:
        tells += remember(state, step.number)
    if type(step) is steps.Draft and not state.tracks_all:
        tells += _trades(state)
    return tells


def _told_itself(state: State, step: steps.AnyStep, done: Done, why: Sequence[Text]) -> list[Tell]:
    """What is done in a step, before anything comes of it."""
    you, values, is_act = state.you, _values(state, step, done), type(step) in steps.PRIMARIES
    tells = [you.told(f"valeria.{_sentence(state, step, done)}", why, **values)]
    if (is_act or type(step) is steps.Draft) and step.turned:
        tells.insert(0, you.told("valeria.own.turns", why, **values))
    if is_act and (bonus := _bonus(state, step, done)):
        face = wording.FACE[step.turned or step.die]
        # Where the app does not count your goods, it is something to be done.
        seat = you.seat.id if state.tracks_all else ""
        tells.insert(len(tells) - 1, Tell("valeria.bonus-die", seat=seat, face=face, gain=bonus))
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
    you, tells = state.you, [Tell("valeria.also", things=done.owed)] if done.owed else []
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


SENTENCES: Mapping[type[Step], Sequence[str]] = {
    steps.Draft: ("own.drafts", "you.draft"), steps.Trade: ("own.trades",), steps.Manor: ("you.manor",),
    steps.Temple: ("you.temple",), steps.Recruit: ("own.recruits",),
    steps.RecruitCard: ("own.recruits-card",), steps.Harvest: ("you.harvest",), steps.Wharf: ("own.wharf",),
    steps.Buy: ("own.buys", "you.wharf"), steps.Sell: ("own.sells", "you.wharf"),
    steps.Windmill: ("you.windmill",), steps.Shipyard: ("you.shipyard",),
    steps.Sail: ("you.sail", "you.sail-free"),
    **dict.fromkeys(steps.MONUMENTS, ("you.monument",)), steps.Leftover: ("own.leftover",),
}  # fmt: skip
"""What is told of each kind of step; of two, the second where goods are not tracked, or a Sail is free."""


def _sentence(state: State, step: Step, done: Done) -> str:
    """What is told of a step."""
    sentences = SENTENCES[type(step)]
    is_second = not done.price.gold if type(step) is steps.Sail else not state.tracks_all
    return sentences[-1] if is_second else sentences[0]


def _values(state: State, step: steps.AnyStep, done: Done) -> dict[str, Value]:
    """What the sentences of a step are about."""
    values: dict[str, Value] = {}
    if type(step) in PAID:
        values["cost"] = wording.goods(done.price.goods()) or Text("valeria.its-food")
    if place := steps.place_of(step):
        there = state.board.named(place)
        values |= {"place": there, "district": there, "road": there}
    if type(step) in steps.PRIMARIES or type(step) is steps.Draft:
        values |= {"face": wording.FACE[step.die], "final": wording.FACE[step.turned or step.die]}
    match step.verb.id if step.verb else type(step):
        case "manor":
            values["manor"] = state.manors[step.number].name
        case "recruit":
            values["citizen"] = state.citizens[step.citizen].name
        case "harvest":
            values["gains"] = wording.harvested(state.tables, state.you.faces())
        case "sail":
            values |= {"origin": state.board.district[step.origin], "target": state.board.district[step.to]}
        case "buy" | "sell":
            row = step.row
            values |= {"row": wording.row(row), "crates": [Text(f"valeria.crates-in.{row}", n=1)]}
            if step.kind:
                values["kind"] = wording.FACE[step.kind]
        case "gate" | "ward-tower" | "statue":
            values["monument"] = wording.monument(step.action)
        case steps.Draft:
            values["gain"] = wording.die_value(state.tables, step.turned or step.die)
        case steps.Leftover:
            values["kind"] = wording.FACE[step.face]
        case steps.Trade:
            values["citizen"] = state.citizens[wording.title(step.card)].name
    return values
