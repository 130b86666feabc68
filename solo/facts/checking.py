"""Faults of tables in sentences, and the type of a key of the tables."""

from __future__ import annotations

from msgspec import inspect

from automa.dialogue import Text
from automa.typed import Fault, Missing, Unknown, Where, Wrong, bare, fault, shown
from solo.facts.toml import dotted
from solo.suggestions import hint, meant


def complaint(found: Fault, file: str | Text, key: str | Text) -> Text:
    """A fault as the user reads it, with the nearest word that would be right."""
    match found:
        case Missing():
            return Text("tables.missing-key", file=file, key=key, allowed=found.allowed)
        case Unknown():
            near = hint(str(found.place[-1]), found.known)
            return Text("tables.unknown-key", file=file, key=key, hint=near)
        case Wrong():
            near = Text("hint.allowed", allowed=found.allowed)
            if isinstance(found.found, str) and (word := meant(found.found, found.words)):
                near = Text("hint.near-or-allowed", near=word, allowed=found.allowed)
            return Text("tables.wrong", file=file, key=key, found=shown(found.found), hint=near)


def inside(kind: inspect.Type | None, key: str, value: object) -> inspect.Type | None:
    """The type of what is under that key; the value found there tells which of several types is meant."""
    kind = bare(kind)
    match kind:
        case inspect.StructType():
            return next((field.type for field in kind.fields if field.encode_name == key), None)
        case inspect.DictType():
            return kind.value_type
        case inspect.UnionType():
            fitting = [each for each in kind.types if fault(each, value) is None] or list(kind.types)
            found = (inside(each, key, value) for each in fitting)
            return next((each for each in found if each is not None), None)
        case _:
            return None


def name_of(place: Where) -> str | Text:
    """A place as a person reads it: `card.judge.cost`; things in a list are counted from 1."""
    keys = [each for each in place if isinstance(each, str)]
    if len(keys) == len(place):
        return dotted(keys)
    last = max(at for at, each in enumerate(place) if isinstance(each, int))
    item = Text("tables.item", key=name_of(place[:last]), item=int(place[last]) + 1)
    rest = [str(each) for each in place[last + 1 :]]
    return Text("tables.inside", key=dotted(rest), item=item) if rest else item
