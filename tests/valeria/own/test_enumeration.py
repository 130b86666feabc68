"""Every offered step is affordable and every affordable step is offered: counted a second time, slowly.

The second count shares nothing with the rules but the position: prices, powers and places are written out.
"""

from __future__ import annotations

from itertools import product
from random import Random
from typing import Any

import pytest

from automa.valeria.own import goods
from automa.valeria.own.goods import Price
from automa.valeria.rules import effects as steps
from automa.valeria.rules.effects import apply
from automa.valeria.rules.prices import price
from automa.valeria.state import Die, State
from automa.valeria.steps import END, Buy, Sell
from automa.valeria.tables import FACES
from tests.valeria.own.table import at_random, found, kind_of, shape
from tests.valeria.own.table import every as legal

RING = ("anchorage", "bazani-gate", "nor-high", "penumbra", "luna-grove", "iron-pit")
ROADS = tuple(f"{a}/{b}" for a, b in zip(RING, RING[1:] + RING[:1], strict=True))
GUILDS = {
    "anchorage": ("worker", "shadow"), "bazani-gate": ("worker", "soldier"), "nor-high": ("soldier", "holy"),
    "penumbra": ("shadow", "holy"), "luna-grove": ("worker", "holy"), "iron-pit": ("soldier", "shadow"),
}  # fmt: skip
TURNS = {
    "cleric": "magic",
    "sculptor": "stone",
    "cook": "food",
    "builder": "wood",
    "condottieri": "influence",
}
BONUS = {"manor": "wood", "temple": "stone", "recruit": "food"}
RESOURCES = ("wood", "stone", "food", "magic")


def there(state: State, piece: str, place: str) -> int:
    count = 0
    for side in state.sides:
        count += side.tokens[piece][place]  # type: ignore[index]
        count += piece == "manor" and side.monuments.get("lighthouse") == place
    return count


def ways(have: dict[Any, int], kind: str, amount: int, gold: int) -> list[Price]:
    found = []
    for real, magic in product(range(7), repeat=2):
        fits = real + magic == amount and gold <= have["gold"]
        if fits and 1 <= real <= have[kind] and magic <= have["magic"]:
            found.append(Price(**{kind: real}, magic=magic, gold=gold))
    return found


def dice(state: State) -> set[tuple[str, str]]:
    shown = {die.face for die in state.you.dice if not die.spent}
    turned = {TURNS[id] for id in state.you.cards if id in TURNS}
    return {(die, final) for die in shown for final in {die, *turned}}


def actions(state: State) -> set[tuple[Any, ...]]:
    """The first step of a turn: every primary action and every monument."""
    you, found = state.you, set[tuple[Any, ...]]()
    assert state.market is not None
    for die, final in dice(state):
        found |= {(action, "", "", "", die, final, Price()) for action in ("harvest", "wharf")}
        for action, face in BONUS.items():
            have: dict[Any, int] = dict(you.goods)
            if final == face:
                have[face] = min(6, have[face] + 1)
            for aim in aims(state, action):
                what, place, guild, kind, amount, gold = aim
                for way in ways(have, kind, amount, gold):
                    found.add((action, what, place, guild, die, final, way))
    return found | monuments(state)


def aims(state: State, action: str) -> list[tuple[str, str, str, str, int, int]]:
    you, found = state.you, []
    assert state.market is not None
    if action == "manor":
        for number, place in product("12345678", RING):
            taken = [side.monuments.get("lighthouse") for side in state.sides]
            if number not in you.manors and not (number == "6" and place in taken):
                found.append((number, place, "", "wood", 3, there(state, "manor", place)))
    elif action == "temple":
        if sum(you.tokens["temple"].values()) < 4:
            found = [("", place, "", "stone", 2, there(state, "temple", place)) for place in RING]
    else:
        for line in state.market.lines.values():
            for at, card in enumerate(line):
                food = (1, 2, 2, 3)[at]
                if sum(you.tokens["citizen"].values()) == 4:
                    found.append((card, "", "", "food", food, 0))
                else:
                    found += [
                        (card, place, guild, "food", food, 0) for place in RING for guild in GUILDS[place]
                    ]
    return found


def monuments(state: State) -> set[tuple[Any, ...]]:
    found = set[tuple[Any, ...]]()
    for kind, gold in (("gate", 8), ("ward-tower", 7), ("statue", 6)):
        taken = [side.monuments.get(kind) for side in state.sides]  # type: ignore[call-overload]
        if kind in state.you.monuments or state.you.goods["gold"] < gold:
            continue
        for place in ROADS if kind == "gate" else RING:
            if place not in taken:
                for district in place.split("/"):
                    found |= {
                        (kind, "", place, guild, "", "", Price(gold=gold)) for guild in GUILDS[district]
                    }
    return found


def followers(state: State) -> set[tuple[Any, ...]]:
    """What may follow a Harvest or a Wharf action."""
    you, found, open_ = state.you, set[tuple[Any, ...]](), state.turn.open
    have: dict[Any, int] = dict(you.goods)
    assert state.market is not None
    if "windmill" in open_ and sum(you.tokens["windmill"].values()) < 3:
        for road in ROADS:
            if there(state, "windmill", road) < 4:
                for price in ways(have, "food", 2, there(state, "windmill", road)):
                    found.add(("windmill", "", road, "", "", "", price))
    if "shipyard" in open_ and sum(you.tokens["ship"].values()) < 3:
        for place in RING:
            for price in ways(have, "wood", 2, there(state, "ship", place)):
                found.add(("shipyard", "", place, "", "", "", price))
    if "sail" in open_ and have["gold"] >= 2:
        for origin, target in product(RING, RING):
            if origin != target and you.tokens["ship"][origin]:
                found.add(("sail", "", origin, target, "", "", Price(gold=2)))
    if "crate" in open_ and sum(you.crates.values()) < 2 + ("8" in you.manors):
        for row, icons in state.market.icons.items():
            for column, kind in enumerate(icons):
                if column in state.market.covered.get(row, ()):
                    continue
                if row == "buy" and have["gold"] >= 1:
                    found.add(("buy", row, "", kind, "", "", Price(gold=1)))
                if row != "buy" and have[kind] >= 1:
                    for gets in ("vp",) if row == "vp" else ("influence", "gold"):
                        found.add(("sell", row, "", kind, gets, "", Price(**{kind: 1})))
    return found


def offered(state: State) -> set[tuple[Any, ...]]:
    listed = set()
    for step in legal(state):
        if step != END:
            of = shape(step)
            row = step.row if isinstance(step, Buy | Sell) else ""
            second = of["guild"] or of["to"] or of["kind"]
            third = of["die"] or of["gets"]
            paid = price(state, step)
            listed.add((of["do"], of["what"] or row, of["place"], second, third, of["final"], paid))
    return listed


@pytest.mark.parametrize("people", [1, 2, 4])
@pytest.mark.parametrize("seed", range(12))
def test_the_actions_offered_are_the_affordable_ones(seed: int, people: int) -> None:
    state = at_random(Random(f"{seed} {people}"), people)
    steps.begin_action(state, state.people[0])
    assert offered(state) == actions(state)


@pytest.mark.parametrize("action", ["harvest", "wharf"])
@pytest.mark.parametrize("seed", range(12))
def test_what_may_follow_an_action_is_what_can_be_paid_for(seed: int, action: str) -> None:
    random = Random(f"{seed} {action}")
    state = at_random(random)
    steps.begin_action(state, state.you)
    apply(state, found(state, do=action)[0])
    while True:
        while state.turn.dues:
            apply(state, random.choice(legal(state)))
        built = set() if state.turn.built else monuments(state)
        assert offered(state) == followers(state) | built
        choices = [
            step for step in legal(state) if kind_of(step) in ("buy", "sell", "windmill", "shipyard", "sail")
        ]
        if not choices:
            return
        apply(state, random.choice(choices))


TRADES = {
    "abbot": "resource", "engineer": "resource", "alchemist": "resource", "bishop": 2, "peddler": 2,
    "artificer": 1,
}  # fmt: skip


@pytest.mark.parametrize("seed", range(12))
def test_the_trades_offered_are_the_affordable_ones(seed: int) -> None:
    state = at_random(Random(seed))
    state.you.dice = []
    steps.begin_draft(state, state.you)
    shown = {face for face in FACES if state.pool[face]}
    turned = {TURNS[id] for id in state.you.cards if id in TURNS}
    assert {(shape(step)["die"], shape(step)["final"]) for step in legal(state)} == {
        (die, final) for die in shown for final in {die, *turned}
    }
    apply(state, legal(state)[0])
    while state.turn.dues:
        apply(state, legal(state)[0])
    have, wanted = state.you.goods, set()
    for id in state.you.cards:
        owed = TRADES.get(id)
        if owed == "resource":
            wanted |= {(id, Price(**{kind: 1})) for kind in RESOURCES if have[kind]}  # type: ignore[index]
        elif isinstance(owed, int) and have["gold"] >= owed:
            wanted.add((id, Price(gold=owed)))
    assert {(shape(step)["what"], price(state, step)) for step in legal(state) if step != END} == wanted


@pytest.mark.parametrize("people", [1, 3])
@pytest.mark.parametrize("seed", range(8))
def test_goods_are_never_negative_nor_above_their_most(seed: int, people: int) -> None:
    """Whole rounds of random steps, and the same steps on a twin, which the table itself never notices."""
    random = Random(seed)
    state = at_random(random, people)
    for side in state.people:
        side.dice = [Die(random.choice(FACES)) for _ in range(3)]
        for kind in side.goods:
            side.goods[kind] = min(side.goods[kind], goods.most(state, side, kind))
    for begin in (steps.begin_action, steps.begin_action, steps.begin_action, steps.begin_reset):
        for side in state.people:
            begin(state, side)
            while state.turn.phase:
                step, before = random.choice(legal(state)), state.data()
                twin = state.twin()
                apply(twin, step)
                assert state.data() == before
                apply(state, step)
                assert state.data() == twin.data()
                for kind, amount in state.you.goods.items():
                    assert 0 <= amount <= goods.most(state, state.you, kind)
