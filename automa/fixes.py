"""Builders of corrections: a tracked value, what the app believes of it, and the question for what it is.

A game lists its values with these; the question is "{what}: what should it be?" unless it has one of its own.

    fixes.number("gold.ann", Text("castle-combo.fix.gold", who=ann), ann.gold, put_gold, high=100)
    fixes.counts("keeps", Text("valeria.fix.keeps"), board.ring, state.keeps, put_keeps, high=8)
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeAlias

from automa.dialogue import YOU, Ask, Choose, Confirm, Named, Number, Several, Tally, Text
from automa.game import Correction

Put: TypeAlias = Callable[[Any], None]
"""Sets the checked answer in the state; raises `Refused`, changing nothing, if it cannot be."""

ASKED = "fix.value"


def number(
    key: str,
    name: Text,
    now: int,
    put: Put,
    *,
    low: int = 0,
    high: int,
    limit: int | None = None,
    shown: str | Text | None = None,
    ask: Text | None = None,
) -> Correction:
    """A count or a place on a track; `shown` where a player reads it otherwise than as a number."""
    default = now if low <= now <= high else None
    question = Number(ASKED, YOU, low=low, high=high, limit=limit, default=default)
    return _correction(key, name, now if shown is None else shown, question, put, ask)


def choice(
    key: str,
    name: Text,
    options: Sequence[Named],
    now: str,
    put: Put,
    *,
    shown: str | Text | None = None,
    ask: Text | None = None,
) -> Correction:
    """One of several things, by its id."""
    if shown is None:
        shown = next(option.name for option in options if option.id == now)
    return _correction(key, name, shown, Choose(ASKED, YOU, options, default=now), put, ask)


def counts(
    key: str,
    name: Text,
    options: Sequence[Named],
    now: Mapping[Any, int],
    put: Callable[[dict[Any, int]], None],
    *,
    low: int = 0,
    high: int,
    shown: Text | None = None,
) -> Correction:
    """How many of each, in one answer, so that what stands elsewhere is moved at once.

    What the answer leaves out is none: `put` gets a count for every option.
    """
    there = {option.id: now[option.id] for option in options if now.get(option.id)}
    if shown is None:
        found = [option for option in options if option.id in there]
        shown = things([Text("fix.at", place=option, count=there[option.id]) for option in found])

    def put_all(answer: Mapping[str, int]) -> None:
        put({option.id: answer.get(option.id, 0) for option in options})

    question = Tally(ASKED, YOU, options, low=low, high=high, default=there)
    return _correction(key, name, shown, question, put_all)


def several(
    key: str,
    name: Text,
    options: Sequence[Named],
    now: Sequence[str | Text | Named],
    put: Put,
    *,
    doubt: Callable[[Sequence[str]], Text | None] | None = None,
) -> Correction:
    """Some of several things, by their ids; what speaks against them may be insisted on."""
    return _correction(key, name, things(now), Several(ASKED, YOU, options, low=0, doubt=doubt), put)


def yes_or_no(key: str, name: Text, shown: str | Text, put: Put, *, ask: Text | None = None) -> Correction:
    """Something that is so or is not."""
    return _correction(key, name, shown, Confirm(ASKED, YOU), put, ask)


def things(named: Sequence[str | Text | Named]) -> Text:
    """Things in a row, as a value."""
    return Text("fix.list", things=list(named))


def _correction(
    key: str, name: Text, shown: str | int | Text, question: Ask, put: Put, ask: Text | None = None
) -> Correction:
    said = ask or Text(ASKED, what=name)
    question.id, question.values = said.id, said.values
    return Correction(key, name, shown, question, put)
