"""What is wrong with plain data that ought to be of a type: where exactly, what was found, what is allowed.

msgspec reads tables and score files and is fast, but where a thing is found by its name it does not say under
which one it stumbled. Only when it did, the type and the data are walked here side by side to find the place.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence, Sized
from typing import Any, TypeAlias

from msgspec import Meta, Struct, inspect

from automa.dialogue import Text
from automa.written import LONGEST_NUMBER, written

Where: TypeAlias = tuple[str | int, ...]
"""Where something is in a tree: the keys, and in a list the index."""

_NUMBER = re.compile(r"-?[0-9]{1,18}")
_ALLOWED = "allowed"


class Wrong(Struct, frozen=True):
    """A value that is not allowed there."""

    place: Where
    found: object
    allowed: Text
    words: Sequence[str] = ()
    """The words allowed there, where it takes a word of a closed set."""


class Unknown(Struct, frozen=True):
    """A key that does not exist."""

    place: Where
    known: Sequence[str]


class Missing(Struct, frozen=True):
    """A key that has to be there."""

    place: Where
    allowed: Text


Fault: TypeAlias = Wrong | Unknown | Missing


def meaning(allowed: Text, **limits: Any) -> Meta:
    """Limits of a type with what they mean in the words of the game: "three cards in a row".

    tableau: Annotated[tuple[Row, Row, Row], meaning(Text("castle-combo.file.three-rows"))]
    """
    return Meta(extra={_ALLOWED: allowed}, **limits)


def fault(kind: inspect.Type, value: object, place: Where = ()) -> Fault | None:
    """The first thing in the value that its type does not allow."""
    match kind:
        case inspect.Metadata():
            return _fault_in_meaning(kind, value, place)
        case inspect.StructType():
            return _fault_in_struct(kind, value, place)
        case inspect.DictType():
            return _fault_in_dict(kind, value, place)
        case inspect.ListType() | inspect.VarTupleType():
            if not isinstance(value, list | tuple):
                return Wrong(place, value, allowed(kind))
            if not _sized(kind, value):
                return Wrong(place, Text("found.list-of", n=len(value)), allowed(kind))
            return _first(fault(kind.item_type, each, (*place, at)) for at, each in enumerate(value))
        case inspect.TupleType():
            if not isinstance(value, list | tuple) or len(value) != len(kind.item_types):
                return Wrong(place, value, allowed(kind))
            items = zip(kind.item_types, value, strict=True)
            return _first(fault(each, one, (*place, at)) for at, (each, one) in enumerate(items))
        case inspect.UnionType():
            return _fault_in_union(kind, value, place)
        case _:
            return None if _fits(kind, value) else Wrong(place, value, allowed(kind), words(kind))


def _fault_in_meaning(kind: inspect.Metadata, value: object, place: Where) -> Fault | None:
    found = fault(kind.type, value, place)
    if isinstance(found, Wrong) and found.place == place:
        return Wrong(place, found.found, allowed(kind), found.words)
    return found


def _fault_in_struct(kind: inspect.StructType, value: object, place: Where) -> Fault | None:
    if not isinstance(value, Mapping):
        return Wrong(place, value, allowed(kind))
    fields = {field.encode_name: field for field in kind.fields}
    if kind.tag_field is not None:
        if kind.tag_field not in value:
            return Missing((*place, kind.tag_field), one_of([str(kind.tag)]))
        if value[kind.tag_field] != kind.tag:
            tags = [str(kind.tag)]
            return Wrong((*place, kind.tag_field), value[kind.tag_field], one_of(tags), tags)
    known = [*fields, *([kind.tag_field] if kind.tag_field else [])]
    for key in value:
        if key not in known and kind.forbid_unknown_fields:
            return Unknown((*place, key), known)
    for key, field in fields.items():
        if key in value:
            found = fault(field.type, value[key], (*place, key))
            if found is not None:
                return found
        elif field.required:
            return Missing((*place, key), allowed(field.type))
    return None


def _fault_in_dict(kind: inspect.DictType, value: object, place: Where) -> Fault | None:
    if not isinstance(value, Mapping):
        return Wrong(place, value, allowed(kind))
    if not _sized(kind, value):
        return Wrong(place, Text("found.table-of", n=len(value)), allowed(kind))
    for key, each in value.items():
        if fault(kind.key_type, _as_key(kind.key_type, key)) is not None:
            known = words(kind.key_type)
            if known:
                return Unknown((*place, key), known)
            return Wrong((*place, key), key, Text("allowed.key", allowed=allowed(kind.key_type)))
        found = fault(kind.value_type, each, (*place, key))
        if found is not None:
            return found
    return None


def _fault_in_union(kind: inspect.UnionType, value: object, place: Where) -> Fault | None:
    found = [fault(each, value, place) for each in kind.types]
    if None in found:
        return None
    tagged = [each for each in kind.types if isinstance(each, inspect.StructType) and each.tag_field]
    if tagged and isinstance(value, Mapping):
        field = str(tagged[0].tag_field)
        tags = [str(each.tag) for each in tagged]
        if field not in value:
            return Missing((*place, field), one_of(tags))
        for each in tagged:
            if each.tag == value[field]:
                return fault(each, value, place)
        return Wrong((*place, field), value[field], one_of(tags), tags)
    # The one that got furthest into the value is the one that was meant.
    deepest = max((each for each in found if each is not None), key=lambda each: len(each.place))
    if len(deepest.place) > len(place):
        return deepest
    return Wrong(place, value, allowed(kind), words(kind))


def _fits(kind: inspect.Type, value: object) -> bool:
    """Whether a single value is of that type; types that no table has are left to msgspec."""
    match kind:
        case inspect.BoolType():
            return isinstance(value, bool)
        case inspect.IntType():
            return isinstance(value, int) and not isinstance(value, bool) and _in_bounds(kind, value)
        case inspect.FloatType():
            return isinstance(value, int | float) and not isinstance(value, bool) and _in_bounds(kind, value)
        case inspect.StrType():
            fits = isinstance(value, str) and _sized(kind, value)
            return fits and re.search(kind.pattern or "", str(value)) is not None
        case inspect.LiteralType():
            return any(type(value) is type(each) and value == each for each in kind.values)
        case inspect.NoneType():
            return value is None
        case _:
            return True


def allowed(kind: inspect.Type) -> Text:
    """What a type allows, in words: the game's own where it gave them."""
    match kind:
        case inspect.Metadata():
            meant = (kind.extra or {}).get(_ALLOWED)
            return meant if isinstance(meant, Text) else allowed(kind.type)
        case inspect.StructType() | inspect.DictType():
            return Text("allowed.table")
        case inspect.ListType() | inspect.VarTupleType():
            if kind.min_length is not None and kind.min_length == kind.max_length:
                return Text("allowed.list-of", n=kind.min_length, item=allowed(kind.item_type))
            return Text("allowed.list", item=allowed(kind.item_type))
        case inspect.TupleType():
            if kind.item_types and all(each == kind.item_types[0] for each in kind.item_types):
                return Text("allowed.list-of", n=len(kind.item_types), item=allowed(kind.item_types[0]))
            return Text("allowed.list-in-order", items=[allowed(each) for each in kind.item_types])
        case inspect.UnionType():
            choices = [allowed(each) for each in kind.types if not isinstance(each, inspect.NoneType)]
            first = choices[0]
            for other in choices[1:]:
                first = first if other == first else Text("allowed.or", first=first, other=other)
            return first
        case inspect.BoolType():
            return Text("allowed.yes-or-no")
        case inspect.IntType() | inspect.FloatType():
            return _number(kind)
        case inspect.LiteralType():
            return one_of([str(each) for each in _values(kind)])
        case inspect.StrType():
            return Text("allowed.text")
        case _:
            return Text("allowed.anything")


def words(kind: inspect.Type | None) -> list[str]:
    """The words of a closed set; none for a type that takes something else."""
    kind = bare(kind)
    if isinstance(kind, inspect.UnionType):
        return [word for each in kind.types for word in words(each)]
    return [value for value in _values(kind) if isinstance(value, str)]


def is_word(kind: inspect.Type | None) -> bool:
    """Whether it takes nothing but a word of a closed set."""
    return isinstance(kind, inspect.LiteralType) and len(words(kind)) == len(_values(kind))


def bounds(kind: inspect.Type | None) -> tuple[int, int] | None:
    """The lowest and the highest whole number allowed, where there is both."""
    kind = bare(kind)
    if isinstance(kind, inspect.UnionType):
        return next((both for each in kind.types if (both := bounds(each))), None)
    if not isinstance(kind, inspect.IntType):
        return None
    return None if kind.ge is None or kind.le is None else (kind.ge, kind.le)


def bare(kind: inspect.Type | None) -> inspect.Type | None:
    """A type without what is declared beside it."""
    return bare(kind.type) if isinstance(kind, inspect.Metadata) else kind


def extra(kind: inspect.Type | None) -> Mapping[str, Any]:
    """What is declared beside a type (see `automa.declared`)."""
    return (kind.extra or {}) if isinstance(kind, inspect.Metadata) else {}


def item_type(kind: inspect.Type | None) -> inspect.Type | None:
    """The type of what is in a list; None if it is no list. What is in a tuple is all of one type."""
    match bare(kind):
        case inspect.ListType(item_type=item) | inspect.VarTupleType(item_type=item):
            return item
        case inspect.TupleType(item_types=items):
            return items[0] if items else None
        case _:
            return None


def lengths(kind: inspect.Type | None) -> tuple[int, int | None]:
    """How few and how many there may be in a list."""
    match bare(kind):
        case inspect.TupleType(item_types=items):
            return len(items), len(items)
        case (
            inspect.ListType(min_length=low, max_length=high)
            | inspect.VarTupleType(min_length=low, max_length=high)
        ):
            return low or 0, high
        case _:
            return 0, None


def one_of(options: Sequence[str]) -> Text:
    """What is allowed where a word of a closed set must stand."""
    return Text("allowed.words", words=", ".join(options))


def shown(value: object) -> str | Text:
    """What was found, as a person writes it in a file and short enough for a sentence."""
    if isinstance(value, Text):
        return value
    if isinstance(value, Mapping):
        return Text("found.table")
    if isinstance(value, int) and value.bit_length() > LONGEST_NUMBER:
        return Text("found.long-number")
    return written(value)


def _first(faults: Iterable[Fault | None]) -> Fault | None:
    return next((each for each in faults if each is not None), None)


def _sized(kind: Any, value: Sized) -> bool:
    """Whether there is as much of it as the type says: characters, items, keys."""
    low, high = kind.min_length, kind.max_length
    return (low is None or len(value) >= low) and (high is None or len(value) <= high)


def _in_bounds(kind: inspect.IntType | inspect.FloatType, value: float) -> bool:
    return (
        (kind.ge is None or value >= kind.ge)
        and (kind.gt is None or value > kind.gt)
        and (kind.le is None or value <= kind.le)
    )


def _number(kind: inspect.IntType | inspect.FloatType) -> Text:
    if isinstance(kind, inspect.FloatType):
        return Text("allowed.any-number")
    both = bounds(kind)
    if both is not None:
        return Text("allowed.number-between", low=both[0], high=both[1])
    return Text("allowed.number")


def _values(kind: inspect.Type | None) -> list[object]:
    kind = bare(kind)
    return list(kind.values) if isinstance(kind, inspect.LiteralType) else []


def _as_key(kind: inspect.Type, key: str) -> object:
    """A key is always text; where the data count with it, the number it stands for."""
    numbers = isinstance(bare(kind), inspect.IntType) or any(isinstance(each, int) for each in _values(kind))
    return int(key) if numbers and _NUMBER.fullmatch(key) else key
