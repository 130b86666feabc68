"""Corrections: a tracked value, what the app believes of it, and the question for what it is.

A field of the state that may simply be set says so in its annotation:

    gold: Annotated[int, Fixable("gold.{who.id}", "castle-combo.fix.gold", high=BOX_GOLD)]

and `fixes.of_fields(state, player, who=player.seat)` are the corrections of all such fields. Where pieces are
linked, so that setting one moves another, the game makes the correction with one of the builders:

    fixes.counts("keeps", Text("valeria.fix.keeps"), board.ring, state.keeps, put_keeps, high=8)

The question is "{what}: what should it be?"; with `own_question` it is a sentence of its own, whose id is
that of the name and `.ask`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from typing import Any, get_type_hints

from msgspec import Struct

from automa.declared import worded
from automa.dialogue import YOU, Ask, Choose, Confirm, Named, Number, Several, Tally, Text, Value
from automa.game import Correction, Put

ASKED = "fix.value"


class Fixable(Struct, frozen=True):
    """How a field of the state is corrected: a number; with `options` a choice, or counts of each."""

    key: str
    """With what it belongs to in braces: `gold.{who.id}`."""
    name: str
    """The id of what it is called."""
    own_question: bool = False
    """Whether it is asked with a sentence of its own."""
    high: int | Callable[[Any, Any], int] = 0
    """A number, or how it follows from the state and what the field belongs to; of counts, their sum."""
    is_total: bool = False
    """Whether the counts add up to `high`, and not to less."""
    limit: int | None = None
    counted_from: int = 0
    """What the first one is to a player: the first space of a track is space 1."""
    options: Callable[[Any], Sequence[Named]] | None = None
    shown: Callable[[Any], Text] | None = None
    """The value as a player reads it, by the state, where it is not the name of an option or the counts."""
    put: Callable[[Any, Any, Any], None] | None = None
    """What is done with state, owner and answer, where another piece is linked to it."""

    def correction(self, state: object, owner: object, field: str, values: Mapping[str, Value]) -> Correction:
        """The correction of that field; `values` are what it belongs to, for the braces in key and texts."""
        key, name = self.key.format_map(values), Text(self.name, **values)
        now, first, own = getattr(owner, field), self.counted_from, self.own_question

        def put(answer: Any) -> None:
            new = answer - first if first else answer
            if self.put is not None:
                self.put(state, owner, new)
            else:
                setattr(owner, field, new)

        high = self.high if isinstance(self.high, int) else self.high(state, owner)
        shown = None if self.shown is None else self.shown(state)
        if self.options is not None and isinstance(now, Mapping):
            low = high if self.is_total else 0
            return counts(key, name, self.options(state), now, put, low=low, high=high, shown=shown)
        if self.options is not None:
            return choice(key, name, self.options(state), now, put, shown=shown, own_question=own)
        limit = self.limit
        return number(key, name, now + first, put, low=first, high=high, limit=limit, own_question=own)


def of_fields(state: object, owner: object, **values: Value) -> Iterator[Correction]:
    """The corrections that are declared in the fields of something."""
    kind: type = type(owner)
    for field, fixable in _declared(kind):
        yield fixable.correction(state, owner, field, values)


@cache
def _declared(kind: type) -> list[tuple[str, Fixable]]:
    hints = get_type_hints(kind, include_extras=True)
    return [
        (field, each)
        for field, hint in hints.items()
        for each in getattr(hint, "__metadata__", ())
        if isinstance(each, Fixable)
    ]


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
    own_question: bool = False,
) -> Correction:
    """A count or a place on a track; `shown` where a player reads it otherwise than as a number."""
    default = now if low <= now <= high else None
    question = Number(ASKED, YOU, low=low, high=high, limit=limit, default=default)
    return _correction(key, name, now if shown is None else shown, question, put, own_question)


def choice(
    key: str,
    name: Text,
    options: Sequence[Named],
    now: str,
    put: Put,
    *,
    shown: str | Text | None = None,
    own_question: bool = False,
) -> Correction:
    """One of several things, by its id."""
    if shown is None:
        shown = next(option.name for option in options if option.id == now)
    return _correction(key, name, shown, Choose(ASKED, YOU, options, default=now), put, own_question)


def counts(
    key: str,
    name: Text,
    options: Sequence[Named],
    now: Mapping[Any, int],
    put: Put,
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


def yes_or_no(key: str, name: Text, shown: str | Text, put: Put, *, own_question: bool = False) -> Correction:
    """Something that is so or is not."""
    return _correction(key, name, shown, Confirm(ASKED, YOU), put, own_question)


def things(named: Sequence[str | Text | Named]) -> Text:
    """Things in a row, as a value."""
    return Text("fix.list", things=list(named))


def _correction(
    key: str, name: Text, shown: str | int | Text, question: Ask, put: Put, own_question: bool = False
) -> Correction:
    ask = Text(f"{name.id}.ask", **name.values) if own_question else Text(ASKED, what=name)
    return Correction(key, name, shown, worded(question, ask), put)
