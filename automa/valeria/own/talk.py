"""A person's turn as a conversation with everything tracked: what can be afforded, at which price."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import get_args

from automa.dialogue import CORRECTED, Move, Named, Option, Part, Tell, Text, Value
from automa.valeria import rules, wording
from automa.valeria.board import Track
from automa.valeria.own import goods, market, saying, steps
from automa.valeria.own.saying import Saying, goes_without_saying, narrowed, open_part, understand
from automa.valeria.own.steps import END, SKIP, Done, Step, apply, legal
from automa.valeria.rules import Pushed
from automa.valeria.scoring import monument_value, what_is_a_manor
from automa.valeria.state import DueKind, Side, State
from automa.valeria.tables import GOODS, PRIMARIES, ROWS, LineFacts


def draft(state: State, side: Side) -> Part:
    """A die, what it gives, and trades of citizens."""
    steps.begin_draft(state, side)
    yield from take(state)


def turn(state: State, side: Side) -> Part:
    """One primary action with its sub-actions, and a monument before or after it."""
    steps.begin_action(state, side)
    yield from take(state)


def set_up(state: State, side: Side, number: str, pushes: Sequence[Pushed]) -> Part:
    """What the first manor gives at once, and the lines that its pushes crossed."""
    done = steps.begin_set_up(state, side, number, pushes)
    yield from crossed(state, pushes)
    yield from gained(state, done)
    yield from take(state)


def reset(state: State, side: Side) -> Part:
    """What citizens do in the Reset Phase."""
    steps.begin_reset(state, side)
    yield from take(state)


def take(state: State) -> Part:
    """Steps until the turn is over: said in a line as far as one likes, the rest asked."""
    begun: Mapping[str, str] = {}
    stop = False
    while state.now.phase:
        steps.settle(state)  # a correction may have taken what there was to choose
        left = narrowed(legal(state), begun)
        if not left:
            begun, left = {}, legal(state)
        step = goes_without_saying(state, begun, left, stop=stop)
        if step is not None:
            yield from do(state, step)
            begun = {}
            continue
        answer = yield question(state, begun, left)
        if answer is CORRECTED:
            continue
        said = understand(state, answer, begun, left)
        for step in said.steps:
            yield from do(state, step)
        begun, stop = said.begun, said.stop


def words() -> Iterator[str]:
    """Every text id that is put together here."""
    endings = {
        "do": saying.DO,
        "which": ("manor", *saying.ASKED, "die"),
        "due": ("push", "resource", *(f"{due}-from" for due in get_args(DueKind))),
        "gives": ("harvest", "wharf"),
        "refused": (saying.AS, saying.WITH),
    }
    yield from (f"valeria.own.{kind}.{ending}" for kind, found in endings.items() for ending in found)
    tells = (
        f"own.{saying.AS}",
        f"own.{saying.WITH}",
        "own.turns",
        "own.recruits",
        "own.recruits-card",
        "you.sail",
        "you.sail-free",
        *SENTENCES.values(),
    )
    yield from (f"valeria.{id}" for id in tells)


# Questions


def question(state: State, begun: Mapping[str, str], left: Sequence[Step]) -> Move:
    """What is to be said next, with everything that decides on it."""
    real = [step for step in left if step not in (END, SKIP)]
    id, part, values = _about(state, begun, real)
    found: list[Named] = [_word(step) for step in (END, SKIP) if step in left]
    default = found[0].id if found else None
    found += options(state, part, real)
    ask = Move(
        id,
        state.you.seat.id,
        found,
        notation=Saying(state, begun, left),
        default=default,
        begins_turn=id == "valeria.own.turn" and not state.now.built,
    )
    ask.values |= values
    return ask


def _word(step: Step) -> Option:
    return Option(step.do, Text(f"valeria.own.do.{step.do}"), also=saying.ALSO[step.do])


def _about(state: State, begun: Mapping[str, str], left: Sequence[Step]) -> tuple[str, str, dict[str, Value]]:
    """The sentence of a question, the part of a step that it asks for, and what it is about."""
    now, have = state.now, saying.held(state)
    part = open_part(state, left) or "do"
    if begun:
        which = "manor" if (left[0].do, part) == ("manor", "what") else part
        return f"valeria.own.which.{which}", part, {"action": saying.step_name(state, left[0], begun)}
    if now.dues:
        due = now.dues[0]
        alike = [each.n for each in now.dues if (each.what, each.guilds) == (due.what, due.guilds)]
        n = sum(alike) if due.what == "push" and not due.name else due.n
        id = f"valeria.own.due.{due.what}"
        if due.name:
            return f"{id}-from", part, {"n": n, "name": due.name, "gold": due.gold}
        return id, part, {"n": n}
    if now.phase == "draft":
        return (
            ("valeria.own.trade", "what", {"have": have})
            if now.action
            else ("valeria.own.draft", "die", {"have": have})
        )
    dice = wording.faces(die.face for die in state.you.unspent())
    return "valeria.own.more" if now.action else "valeria.own.turn", "do", {"have": have, "dice": dice}


def options(state: State, part: str, left: Sequence[Step]) -> Iterator[Option]:
    """What can be said for a part of these steps, each with its price."""
    groups: dict[str, list[Step]] = {}
    for step in left:
        id = saying.die_said(step) if part == "die" else saying.value(step, part)
        groups.setdefault(id, []).append(step)
    for id, found in groups.items():
        about = _about_thing(state, part, found[0])
        if part == "die":
            yield Option(id, die_name(id), detail(state, part, found), about=about)
        else:
            name = saying.named(state, part, id)
            yield Option(id, name.name, detail(state, part, found), name.also, about)


def _about_thing(state: State, part: str, step: Step) -> str:
    """What on the table a word of a step is about, if it is not called that itself: a die, goods, a row."""
    seat = state.you.seat.id
    match part, step.do:
        case "die", "draft":
            return wording.in_pool(step.die)
        case "die", _:
            return wording.drafted(seat, step.die)
        case "kind", "leftover":
            return wording.in_pool(step.kind)
        case "kind", "buy" | "sell":
            return wording.in_wharf(next(row for row in ROWS if row == step.what))
        case "kind", _:
            return wording.in_store(seat, step.kind)
    return ""


def die_name(id: str) -> Text:
    """A die, or a die that is turned to another face."""
    face, _, final = id.partition(f" {saying.AS} ")
    if not final:
        return wording.FACE[face]
    return Text("valeria.own.turned", face=wording.FACE[face], final=wording.FACE[final])


def detail(state: State, part: str, found: Sequence[Step]) -> Text | None:
    """What one wants to know before saying that: a price, a gain, a power."""
    first, cheapest = found[0], min(found, key=lambda step: step.price.total)
    price = wording.goods(cheapest.price.goods())
    match part:
        case "do" if first.do == "sell":
            return Text("valeria.cost", goods=wording.faces(dict.fromkeys(step.kind for step in found)))
        case "do" if first.do in PRIMARIES or first.price.goods():
            if not first.price.goods():
                return Text(f"valeria.own.gives.{first.do}")
            dearer = any(step.price.total > cheapest.price.total for step in found)
            return Text("valeria.own.from" if dearer else "valeria.own.for", goods=price)
        case "what" if first.do == "manor":
            power = Text(f"valeria.manor.{first.what}")
            return Text("valeria.own.manor", name=state.manors[first.what].name, power=power)
        case "what" if first.do == "recruit":
            power = Text(f"valeria.citizen.{first.what}")
            return Text("valeria.own.priced", goods=price, power=power)
        case "what" if first.do == "trade":
            id = wording.by_card(state.citizens, state.you.cards)[0][first.what]
            return Text(f"valeria.citizen.{id}")
        case "place" if first.do in rules.YOUR_MONUMENTS:
            monument = next(each for each in rules.YOUR_MONUMENTS if each == first.do)
            return Text("valeria.worth", points=wording.vp(monument_value(state, monument, first.place)))
        case "place" if first.do == "recruit":  # the card has its price, not the place of the token
            return state.board.guilds_at(first.place)
        case "place" if first.price.goods():
            return Text("valeria.cost", goods=price)
        case "guild":
            return _track(state, first)
        case "gets":
            return Text("valeria.gains-together", gains=_sale(state, first))
        case "kind" if first.kind in state.you.goods and first.do == "take":
            kind = next(each for each in GOODS if each == first.kind)
            have, most = state.you.goods[kind], goods.most(state, state.you, kind)
            return Text("valeria.own.have-of", n=have, most=most)
        case "die" if first.do == "draft":
            return Text("valeria.in-pool", n=state.pool[next(f for f in state.pool if f == first.die)])
    return None


def _sale(state: State, step: Step) -> list[Text]:
    """What a crate brings on its row, for what is wanted of it."""
    row = next(facts for id, facts in state.tables.wharf.row.items() if id == step.what)
    match step.gets:
        case "vp":
            return [wording.vp(row.vp), *wording.goods({"gold": row.gold})]
        case "gold":
            return wording.goods({"gold": row.or_gold})
    return [Text("valeria.influence", n=row.influence)]


def _track(state: State, step: Step) -> Text:
    """Where your token is, and what a push there would cross."""
    track = next(each for id, each in state.board.tracks.items() if id == step.guild)
    dues = state.now.dues
    n = dues[0].n if step.do == "push" and dues else state.actions[step.do].influence
    at = state.you.influence[track.id]
    to, _ = rules.pushed_to(state, state.you, track.id, at, n)
    return rules.push_shown(state, track, at, to)


# What a step does, told


def do(state: State, step: Step) -> Part:
    """Take a step, and tell it with everything that comes of it."""
    why = [state.cite(id) for id in what_is_a_manor(state, step.place)] if step.do == "manor" else []
    done = apply(state, step)
    yield from told(state, step, done, why)
    if step.do == "recruit":
        yield from market.refill(state)


def told(state: State, step: Step, done: Done, why: Sequence[Text]) -> list[Tell]:
    """A step as things to do at the table."""
    you = state.you
    tells = [you.told(f"valeria.{id}", why if id == "you.manor" else ()) for id in _sentences(step)]
    for tell in tells:
        tell.values |= _values(state, step)
    if done.bonus:
        face, first = wording.FACE[step.final], wording.goods(done.bonus)
        tells.insert(int(step.die != step.final), Tell("valeria.bonus-die", face=face, gain=first))
    if done.pushes:
        tells.append(you.told("valeria.pushes", pushes=[pushed.text for pushed in done.pushes]))
    return [*tells, *crossed(state, done.pushes), *gained(state, done), *done.tells]


def gained(state: State, done: Done) -> list[Tell]:
    """The goods that a step brought, and those that there was no room for."""
    you, tells = state.you, list[Tell]()
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
    """A line on a track: points are scored there and then, goods are told with all that is gained."""
    if line.gain == "vp":
        return state.you.told("valeria.line", guild=track.name, gain=wording.gain(line))
    return state.you.news("valeria.own.line", guild=track.name)


SENTENCES: Mapping[str, str] = {
    "draft": "own.drafts", "trade": "own.trades", "manor": "you.manor", "temple": "you.temple",
    "harvest": "you.harvest", "wharf": "own.wharf", "buy": "own.buys", "sell": "own.sells",
    "windmill": "you.windmill", "shipyard": "you.shipyard", "gate": "you.monument",
    "ward-tower": "you.monument", "statue": "you.monument", "leftover": "own.leftover",
}  # fmt: skip
"""What is told of each step; nothing of those that only gain or push."""


def _sentences(step: Step) -> Iterator[str]:
    if step.die != step.final:
        yield "own.turns"
    if step.do == "recruit":
        yield "own.recruits" if step.place else "own.recruits-card"
    elif step.do == "sail":
        yield "you.sail" if step.price.gold else "you.sail-free"
    elif step.do in SENTENCES:
        yield SENTENCES[step.do]


def _values(state: State, step: Step) -> dict[str, Value]:
    """What the sentences of a step are about."""
    values: dict[str, Value] = {"cost": wording.goods(step.price.goods())}
    if step.die:
        values |= {"face": wording.FACE[step.die], "final": wording.FACE[step.final]}
    if step.place:
        place = state.board.named(step.place)
        values |= {"place": place, "district": place, "road": place, "origin": place}
    if step.to:
        values["target"] = state.board.district[step.to]
    if step.kind:
        values["kind"] = wording.FACE[step.kind]
    match step.do:
        case "manor":
            values["manor"] = state.manors[step.what].name
        case "recruit":
            values["citizen"] = state.citizens[step.what].name
        case "trade":
            id = wording.by_card(state.citizens, state.you.cards)[0][step.what]
            values["citizen"] = state.citizens[id].name
        case "buy" | "sell":
            values["row"] = Text(f"valeria.row.{step.what}")
        case "gate" | "ward-tower" | "statue":
            values["monument"] = wording.monument(step.do)
        case "harvest":
            values["gains"] = wording.harvested(state.tables, state.you.faces())
    return values
