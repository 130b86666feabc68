"""A value as a person writes it in a file, short enough for a sentence: never in Python's own forms."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import islice
from typing import TypeVar

from msgspec.json import encode

T = TypeVar("T")

LONGEST_SHOWN = 60
"""How much of what was found a sentence bears."""
LONGEST_NUMBER = 200
"""Bits of a number that can still be written out: no count comes near."""


def written(value: object) -> str:
    """The value in the signs that TOML and JSON have in common."""
    text = _written(value, 4)
    return text if len(text) <= LONGEST_SHOWN else text[:LONGEST_SHOWN] + "…"


def _written(value: object, depth: int) -> str:
    match value:
        case None:
            return "null"
        case bool():
            return "true" if value else "false"
        case int() if value.bit_length() > LONGEST_NUMBER:
            return "…"
        case str():
            return encode(value[: LONGEST_SHOWN + 1].encode("utf-8", "replace").decode()).decode()
        case Mapping() | list() | tuple() if value and not depth:
            return "…"
        case Mapping():
            inside = [f"{key} = {_written(each, depth - 1)}" for key, each in _begin(value.items())]
            return f"{{ {', '.join(inside)} }}" if inside else "{}"
        case list() | tuple():
            return f"[{', '.join(_written(each, depth - 1) for each in _begin(value))}]"
        case _:
            return str(value)


def _begin(things: Iterable[T]) -> Iterable[T]:
    """As many as could be shown."""
    return islice(things, LONGEST_SHOWN)
