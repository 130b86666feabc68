"""Small readable positions with a person's own side in full."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from random import Random
from typing import Any

from msgspec.structs import replace

from automa.game import Seat, you
from automa.steps import Step
from automa.valeria.own import market
from automa.valeria.own.goods import Price
from automa.valeria.rules import effects
from automa.valeria.rules.effects import Done, answers, apply
from automa.valeria.rules.prices import price, prices
from automa.valeria.rules.turn import choices, legal
from automa.valeria.state import Die, Side, State
from automa.valeria.steps import Sell
from automa.valeria.tables import BACKS, FACES, GOODS, ROWS, Face, Resource, Row
from tests.valeria.positions import RIVAL, put, tables

PINK = ("monk", "prefect", "priestess", "thief")
BLUE = ("abbot", "bishop", "cleric", "cook")
ICONS: Mapping[Row, tuple[Resource, ...]] = {
    "buy": ("wood", "stone", "wood"),
    "vp": ("food", "wood", "magic"),
    "influence": ("stone", "food", "stone"),
}


def a_table(people: int = 1, *, round: int = 1, rulings: Mapping[str, str] | None = None) -> State:
    """A table where everything is tracked: you and an opponent, or so many people."""
    seats = [you()] if people == 1 else [Seat(f"p{place}", f"P{place}") for place in range(people)]
    rival = Seat(RIVAL, "Oswin", RIVAL) if people == 1 else None
    state = State(tables(), seats, rival, rulings or {}, tracks_all=True)
    state.round = round
    open_market = market.open_market(state)
    open_market.lines = {"pink": list(PINK), "blue": list(BLUE)}
    open_market.icons = {row: ICONS[row] for row in ROWS}
    for side in state.people:
        side.goods = dict.fromkeys(GOODS, 0)
    return state


def acting(
    goods: Mapping[str, int] | None = None,
    dice: Iterable[Face] = ("gold", "gold", "gold"),
    pool: Mapping[Face, int] | None = None,
    **yours: Any,
) -> State:
    """Your turn to act, with these goods, dice and pieces."""
    state = a_table()
    _give(state, goods, pool, yours)
    state.you.dice = [Die(face) for face in dice]
    state.acting = True
    effects.begin_action(state, state.you)
    return state


def drafting(goods: Mapping[str, int] | None = None, *, pool: Mapping[Face, int], **yours: Any) -> State:
    """Your turn to draft from that pool."""
    state = a_table()
    _give(state, goods, pool, yours)
    effects.begin_draft(state, state.you)
    return state


def _give(
    state: State, goods: Mapping[str, int] | None, pool: Mapping[Face, int] | None, yours: Mapping[str, Any]
) -> None:
    for kind, amount in (goods or {}).items():
        state.you.goods[next(each for each in GOODS if each == kind)] = amount
    state.pool = {face: (pool or {}).get(face, 0) for face in FACES}
    put(state, state.you, yours)


def kind_of(step: Step) -> str:
    """The verb of a step, or what its class is called."""
    return step.verb.id if step.verb is not None else type(step).__name__.lower()


def shape(step: Step) -> dict[str, Any]:
    """What a step is: `what` is a manor or a card, `final` the face that its die ends on."""
    fields = {name: getattr(step, name) for name in type(step).__struct_fields__}
    die = fields.get("die", "")
    return {
        **dict.fromkeys(("to", "kind", "guild", "gets"), ""),
        **fields,
        "do": kind_of(step),
        "what": next((fields[name] for name in ("number", "citizen", "card") if name in fields), ""),
        "place": next((fields[name] for name in ("origin", "road", "place") if name in fields), ""),
        "kind": fields.get("face", fields.get("kind", "")),
        "die": die,
        "final": fields.get("turned") or die,
    }


def found(state: State, **wanted: Any) -> list[Step]:
    """The legal steps that are so."""
    return [each for each in every(state) if wanted.items() <= shape(each).items()]


def paid(state: State, **wanted: Any) -> Price:
    """The price of the legal step that is so, with as little magic as possible."""
    return price(state, step(state, **wanted))


def step(state: State, **wanted: Any) -> Step:
    """The legal step that is so, with as little magic as possible."""
    assert found(state, **wanted), (wanted, every(state)[:10])
    return found(state, **wanted)[0]


def do(state: State, **wanted: Any) -> Done:
    return apply(state, step(state, **wanted))


def cannot(state: State, **wanted: Any) -> bool:
    return not found(state, **wanted)


def has(side: Side, **goods: int) -> None:
    """Just these goods."""
    assert {kind: amount for kind, amount in side.goods.items() if amount} == goods


def at_random(random: Random, people: int = 1) -> State:
    """A table in the middle of some game: pieces, cards and goods as they may come."""
    state = a_table(people, round=random.randint(1, 5))
    for side in state.sides:
        for piece, places in side.tokens.items():
            for _ in range(random.randint(0, side.supply[piece])):
                place = random.choice(list(places))
                if piece == "manor" and side is not state.rival:
                    continue
                if piece != "windmill" or sum(each.tokens[piece][place] for each in state.sides) < 4:
                    side.tokens[piece][place] += 1
        for guild in side.influence:
            side.influence[guild] = random.randint(0, 10)
    for side in state.people:
        for number in random.sample(list(state.manors), random.randint(0, 8)):
            facts = state.manors[number]
            district = random.choice(list(state.board.district))
            if facts.lighthouse:
                if all(each.monuments.get("lighthouse") != district for each in state.sides):
                    side.monuments["lighthouse"] = side.manors[number] = district
            else:
                side.manors[number] = district
                side.tokens["manor"][district] += 1
        side.dice = [Die(random.choice(FACES)) for _ in range(3)]
        for kind in GOODS:
            side.goods[kind] = random.randint(0, 6)
    left = {back: market.deck(state, back) for back in BACKS}
    for back in BACKS:
        random.shuffle(left[back])
        market.open_market(state).lines[back] = left[back][:4]
        state.people[0].cards += [id for id in left[back][4:8] if random.random() < 0.5]
    for _ in range(3):
        state.pool[random.choice(FACES)] += 1
    for row in ROWS:
        for _ in range(random.randint(0, 2)):
            side = random.choice(state.sides)
            if sum(side.crates.values()) < 2:
                side.crates[row] += 1
                market.cover(state, row, side)
    return state


def every(state: State) -> list[Step]:
    """Every step that can be taken now, in full and with every amount of magic; equal icons count once.

    Which track a sale pushes is chosen by the push that is due then.
    """
    found: list[Step] = []
    dues = state.turn.dues
    for step in answers(state, dues[0]) if dues else legal(state):
        if not (isinstance(step, Sell) and step.gets in state.board.tracks):
            found += in_full(state, step)
    return found


def in_full(state: State, step: Step) -> Iterator[Step]:
    for part in type(step).parts:
        if part.needed and not getattr(step, part.field):
            for id in choices(state, step, part):
                yield from in_full(state, replace(step, **{part.field: id}))
            return
    yield step
    if state.tracks_all and "magic" in type(step).__struct_fields__:
        first, *others = prices(state, step)
        yield from (replace(step, magic=other.magic) for other in others if other.magic != first.magic)
