"""Writes a game for others to see: the sheet as text and as a picture, in two files."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count
from pathlib import Path

from solo.fronts.desk import Desk
from solo.keeping.disk import write_new
from solo.words.sentences import Words

ENDINGS = ("md", "svg")


def share(desk: Desk, words: Words, folder: Path) -> list[Path]:
    """The files, named for the game; no file that is there already is written over."""
    shared = desk.share(words)
    name = desk.driver.journal.name or desk.driver.game.id
    files = next(files for files in _names(name, folder) if not any(file.exists() for file in files))
    for file, content in zip(files, (shared.text, shared.picture), strict=True):
        write_new(file, content.encode())
    return files


def _names(name: str, folder: Path) -> Iterator[list[Path]]:
    for number in count(1):
        stem = name if number == 1 else f"{name}-{number}"
        yield [folder / f"{stem}.{ending}" for ending in ENDINGS]
