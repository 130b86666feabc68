"""Writes TOML, for the file of taught facts."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from datetime import date, time

import tomli

from automa.declared import KeyPath as KeyPath
from automa.declared import Tree as Tree

_BARE = re.compile(r"[A-Za-z0-9_-]+")
_SHORT_ESCAPES = {"\b": "\\b", "\t": "\\t", "\n": "\\n", "\f": "\\f", "\r": "\\r", '"': '\\"', "\\": "\\\\"}
_WIDTH = 100


def dotted(path: Sequence[str]) -> str:
    """The path as a dotted key: `card.judge.cost`; a part that TOML would not read bare is quoted."""
    return ".".join(part if _BARE.fullmatch(part) else _quoted(part) for part in path)


def parts(key: str) -> KeyPath:
    """The path that a dotted key names."""
    if '"' not in key and "'" not in key:
        return tuple(part.strip() for part in key.split("."))
    try:
        node: object = tomli.loads(f"{key} = 0") if "\n" not in key else None
    except ValueError:
        node = None
    path: list[str] = []
    while isinstance(node, dict) and len(node) == 1:
        ((part, node),) = node.items()
        path.append(part)
    # Any value but our 0 means that the key has a value or a comment in it.
    return tuple(path) if node == 0 else tuple(key.split("."))


def value_text(value: object) -> str:
    """A value as TOML writes it, on one line."""
    match value:
        case bool():
            return "true" if value else "false"
        case int() | float():
            return repr(value)
        case str():
            return _quoted(value)
        case date() | time():  # a datetime is a date as well
            return value.isoformat()
        case Mapping():
            inside = ", ".join(f"{dotted((key,))} = {value_text(each)}" for key, each in value.items())
            return f"{{ {inside} }}" if inside else "{}"
        case list() | tuple():
            return f"[{', '.join(value_text(each) for each in value)}]"
        case _:
            raise TypeError(f"no TOML for {type(value).__name__}")


def write(tree: Mapping[str, object]) -> str:
    """The tree as the text of a TOML file; reading it gives an equal tree."""
    return "\n".join(_table((), tree)).lstrip("\n") + "\n"


def _table(path: KeyPath, table: Mapping[str, object]) -> Iterator[str]:
    values = {key: value for key, value in table.items() if not isinstance(value, Mapping)}
    if path and (values or not table):
        yield ""
        yield f"[{dotted(path)}]"
    for key, value in values.items():
        yield from _line(key, value)
    for key, value in table.items():
        if isinstance(value, Mapping):
            yield from _table((*path, key), value)


def _line(key: str, value: object) -> Iterator[str]:
    line = f"{dotted((key,))} = {value_text(value)}"
    if len(line) <= _WIDTH or not isinstance(value, list | tuple):
        yield line
        return
    yield f"{dotted((key,))} = ["
    for each in value:
        yield f"    {value_text(each)},"
    yield "]"


def _quoted(text: str) -> str:
    return f'"{"".join(map(_escaped, text))}"'


def _escaped(sign: str) -> str:
    """A character inside quotes; an invisible one is written as its number."""
    if sign in _SHORT_ESCAPES:
        return _SHORT_ESCAPES[sign]
    if sign.isprintable():
        return sign
    return f"\\u{ord(sign):04x}" if ord(sign) < 0x10000 else f"\\U{ord(sign):08x}"
