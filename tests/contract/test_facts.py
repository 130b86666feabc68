"""Facts that cannot be are refused, however they got into the file; with all others a game can be played.

`CASTELLAN_FACTS=100000 pytest tests/contract/test_facts.py` tries every number and every list of the tables.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from msgspec import inspect

from automa.typed import bounds
from solo.facts import overlay
from solo.facts.telling import typed_keys
from solo.facts.toml import Tree, dotted
from solo.facts.trees import leaves, lesson_at
from solo.games import game_named
from solo.keeping.journal import Journal
from solo.playing import newgame
from solo.playing.newgame import Wishes
from solo.trouble import Trouble
from tests.atable import UNDER_CONTRACT, advance, play_on

TRIED = int(os.environ.get("CASTELLAN_FACTS", "6"))
WEIGHED = ("opponents", "rulings", "titles")
"""What opponents believe and what things are called: no fact of the components."""


def numbers(kind: inspect.Type, place: str, seen: set[type]) -> Iterator[tuple[str, inspect.Type]]:
    """Every number in a type, with where it is."""
    match kind:
        case inspect.Metadata():
            yield from numbers(kind.type, place, seen)
        case inspect.StructType() if kind.cls not in seen:
            seen.add(kind.cls)
            for field in kind.fields:
                yield from numbers(field.type, f"{kind.cls.__qualname__}.{field.encode_name}", seen)
        case inspect.DictType():
            yield from numbers(kind.key_type, place, seen)
            yield from numbers(kind.value_type, place, seen)
        case inspect.ListType() | inspect.VarTupleType() | inspect.SetType() | inspect.FrozenSetType():
            yield from numbers(kind.item_type, place, seen)
        case inspect.TupleType():
            for each in kind.item_types:
                yield from numbers(each, place, seen)
        case inspect.UnionType():
            for each in kind.types:
                yield from numbers(each, place, seen)
        case inspect.IntType() | inspect.FloatType():
            yield place, kind


@pytest.mark.parametrize("name", UNDER_CONTRACT)
def test_every_number_of_the_tables_has_a_lowest_and_a_highest_value(name: str) -> None:
    found = list(numbers(inspect.type_info(game_named(name).tables), name, set()))
    assert len(found) >= 5
    without = [
        place
        for place, kind in found
        if isinstance(kind, inspect.IntType | inspect.FloatType)
        and ((kind.ge is None and kind.gt is None) or (kind.le is None and kind.lt is None))
    ]
    assert without == []


def extremes(name: str) -> list[Tree]:
    """For every number and every list of the components a lesson with the least and the most of it."""
    game = game_named(name)
    facts = overlay.load(game)
    found: list[Tree] = []
    for path, value in leaves(facts.tree):
        if path[0] in WEIGHED:
            continue
        key, both = dotted(path), bounds(typed_keys(facts, dotted(path))[-1].kind)
        if both is not None:
            found += [lesson_at(key, each) for each in both]
        elif isinstance(value, list):
            found += [lesson_at(key, each) for each in ([], value[:1], value[::-1], value + value)]
            for place, item in enumerate(value):
                if isinstance(item, int):
                    found += [lesson_at(key, [*value[:place], each, *value[place + 1 :]]) for each in (0, 99)]
    return found


@pytest.mark.parametrize("name", UNDER_CONTRACT)
def test_a_game_with_any_fact_that_is_not_refused_can_be_played(name: str) -> None:
    game = game_named(name)
    every = extremes(name)
    tried = Random(name).sample(every, min(TRIED, len(every)))
    played = 0
    for number, lesson in enumerate(tried):
        try:
            tables = overlay.load(game).with_lesson(lesson, came_from="test", force=True).tables
        except Trouble:
            continue
        try:
            play(name, tables, number)
        except Exception as error:
            raise AssertionError(f"{lesson}: {error!r}") from error
        played += 1
    assert played


def play(name: str, tables: Any, seed: int) -> None:
    """A whole game with these tables, and its score."""
    game = game_named(name)
    wishes = Wishes(
        seed=seed,
        players=game.players[seed % len(game.players)],
        track=[None, *game.tracks][seed % (len(game.tracks) + 1)],
        dice="app",
        cards="app",
    )
    header = newgame.header(game, tables, wishes)
    driver = newgame.driver(game, tables, Journal.in_memory(header))
    advance(driver)
    play_on(driver, Random(seed))
    assert driver.sheet is not None
