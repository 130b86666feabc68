"""Reads the files of the tables as TOML, with the source of each fact."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Literal, TypeAlias, get_args

import tomli

from automa.dialogue import Text
from automa.game import Game
from solo.facts.toml import KeyPath, Tree, dotted, parts, value_text
from solo.facts.trees import WITHOUT, leaves
from solo.trouble import Trouble, cannot_read, disk_errors

Source: TypeAlias = Literal["rulebook", "publisher", "derived", "assumed", "taught", "house"]
"""Where a fact comes from; `house` marks our own additions: house opponents, rulings."""
SOURCES: tuple[Source, ...] = get_args(Source)

SOURCE, NOTE, SINGLE_SOURCES = "source", "note", "sources"
"""Keys that describe the facts beside them."""

MAX_FILE_BYTES = 4_000_000
NO_WAITING: int = getattr(os, "O_NONBLOCK", 0)
"""Windows has no such pipes."""
MAX_DEPTH = 24
"""How deep tables may be nested, so that walking a tree never runs out of stack."""


def read_folder(game: Game, folder: Path) -> tuple[Tree, dict[KeyPath, Source]]:
    try:
        files = sorted(each for each in folder.iterdir() if each.suffix == ".toml")
    except (FileNotFoundError, NotADirectoryError) as error:
        raise Trouble(Text("tables.no-folder", game=game.id, file=str(folder))) from error
    except OSError as error:
        raise cannot_read(folder, error) from error
    tree: Tree = {}
    marks: dict[KeyPath, Source] = {}
    for file in files:
        content = read_file(file)
        singles = _single_sources(file, content)
        for path, source in taken_marks(file, content):
            marks[(file.stem, *path)] = source
        for path, source in singles.items():
            marks[(file.stem, *path)] = source
        _check_marked(file, content, marks)
        tree[file.stem] = content
    return tree, marks


def read_file(path: Path) -> Tree:
    """The content of a TOML file; `Trouble` if it cannot be read."""
    return read_toml(str(path), text_of(str(path), read_bytes(path)))


def read_bytes(path: Path) -> bytes:
    """The content of a file, cut off where it is too large; `Trouble` if it cannot be read."""
    with disk_errors(path, cannot_read), open(path, "rb", opener=_open_at_once) as file:
        if NO_WAITING:
            os.set_blocking(file.fileno(), True)
        return file.read(MAX_FILE_BYTES + 1)


def _open_at_once(path: str, flags: int) -> int:
    """Open a file without waiting: a pipe that nobody writes to is an empty file, not one to wait for."""
    return os.open(path, flags | NO_WAITING)


def text_of(file: str, raw: bytes) -> str:
    """The text of a file that is neither too large nor in another encoding than UTF-8."""
    if len(raw) > MAX_FILE_BYTES:
        raise Trouble(Text("tables.too-large", file=file, high=MAX_FILE_BYTES // 1_000_000))
    try:
        return raw.decode().removeprefix("\ufeff")
    except UnicodeDecodeError as error:
        line = raw.count(b"\n", 0, error.start) + 1
        found = f"{raw[error.start]:02x}"
        raise Trouble(Text("tables.not-utf-8", file=file, line=line, found=found)) from error


def read_toml(file: str, text: str) -> Tree:
    """What a text says as TOML; `Trouble` names the file and the line."""
    try:
        content = tomli.loads(text)
    except (ValueError, OverflowError) as error:
        raise Trouble(_not_toml(file, text, str(error))) from error
    except RecursionError as error:
        raise Trouble(Text("tables.too-deep", file=file, high=MAX_DEPTH)) from error
    refuse_deep(file, content)
    return content


def _not_toml(file: str, text: str, message: str) -> Text:
    lines = text.splitlines() or [""]
    place = re.search(r"\(at line (\d+), column \d+\)$", message)
    line = min(int(place[1]), len(lines)) if place else len(lines)
    found = lines[line - 1].strip()
    shown = value_text(found[:60] + "…" if len(found) > 60 else found)
    # tomli tells a name that stands there twice from what it cannot read only by its words.
    if re.match(r"Cannot (declare|overwrite|mutate)|Duplicate", message):
        return Text("tables.twice", file=file, line=line, found=shown)
    if not place and "end of document" not in message:
        return Text("tables.not-toml-somewhere", file=file)
    return Text("tables.not-toml", file=file, line=line, found=shown)


def refuse_deep(file: str, content: object) -> None:
    level: list[Any] = [content]
    for _ in range(MAX_DEPTH):
        level = [
            inside
            for each in level
            for inside in (each.values() if isinstance(each, dict) else each)
            if isinstance(inside, (dict, list))
        ]
        if not level:
            return
    raise Trouble(Text("tables.too-deep", file=file, high=MAX_DEPTH))


def taken_marks(file: Path, table: Tree, path: KeyPath = ()) -> Iterator[tuple[KeyPath, Source]]:
    """Remove sources and notes from a table and all tables in it; yields the sources."""
    if SOURCE in table:
        yield path, _source_word(str(file), (*path, SOURCE), table.pop(SOURCE))
    if NOTE in table:
        note = table.pop(NOTE)
        if not isinstance(note, str):
            raise _wrong(str(file), (*path, NOTE), note, Text("allowed.text"))
    for key, value in table.items():
        if isinstance(value, dict):
            yield from taken_marks(file, value, (*path, key))


def _source_word(file: str, place: KeyPath, word: object) -> Source:
    for known in SOURCES:
        if word == known:
            return known
    raise _wrong(file, place, word, Text("allowed.words", words=", ".join(SOURCES)), SOURCES)


def _single_sources(file: Path, content: Tree) -> dict[KeyPath, Source]:
    """The sources of single keys, however the keys are written: quoted, or as tables."""
    singles = content.pop(SINGLE_SOURCES, {})
    if not isinstance(singles, dict):
        raise _wrong(str(file), (SINGLE_SOURCES,), singles, Text("allowed.table"))
    found: dict[KeyPath, Source] = {}
    for written, word in leaves(singles):
        path = tuple(part for key in written for part in parts(key))
        found[path] = _source_word(str(file), (SINGLE_SOURCES, *path), word)
    return found


def _check_marked(file: Path, content: Tree, marks: Mapping[KeyPath, Source]) -> None:
    """`Trouble` unless every fact has a source."""
    if (file.stem,) in marks:
        return
    for path, _ in leaves(content):
        if marked(marks, (file.stem, *path)) is None:
            words = ", ".join(SOURCES)
            raise Trouble(Text("tables.no-source", file=str(file), key=dotted(path), allowed=words))


def check_without(file: str, table: Tree, path: KeyPath = ()) -> None:
    gone = table.get(WITHOUT, [])
    if not isinstance(gone, list) or not all(isinstance(each, str) for each in gone):
        item = Text("allowed.text")
        raise _wrong(file, (*path, WITHOUT), gone, Text("allowed.list", item=item))
    for key, inside in table.items():
        if isinstance(inside, dict):
            check_without(file, inside, (*path, key))


def _wrong(file: str, path: KeyPath, found: object, allowed: Text, words: Sequence[str] = ()) -> Trouble:
    from automa.typed import Wrong
    from solo.facts.checking import complaint

    return Trouble(complaint(Wrong(path, found, allowed, words), file, dotted(path)))


def marked(marks: Mapping[KeyPath, Source], path: KeyPath) -> Source | None:
    """The nearest source given for a path: its own, or that of a table it is in."""
    for length in range(len(path), 0, -1):
        found = marks.get(path[:length])
        if found is not None:
            return found
    return None
