"""Where a saved game stands: its round and the points so far, worked out by replaying it.

The results are cached in a file, so that the list of saves need not replay them all. An entry is valid while
the save has the same size, and the file may be deleted at any time.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress

import msgspec

from automa.dialogue import Tell, Text
from solo.keeping.disk import read_json, write_json
from solo.keeping.folders import data_folder
from solo.playing.driver import Driver
from solo.playing.starting import look_at
from solo.trouble import Trouble

FILE = "standings.json"
MAX_REMEMBERED = 5_000
"""How many saves are remembered: the last ones looked at."""


class Standing(msgspec.Struct, frozen=True, array_like=True):
    """The round that is played, where the game has rounds, and the points if it ended now."""

    round: int | None
    points: dict[str, int]
    asked: str = ""
    """The seat that is asked, or the table; empty if that is not known."""


class CachedStanding(msgspec.Struct, frozen=True, array_like=True):
    """A standing, and the size of the save at that time."""

    size: int
    standing: Standing


def standing(save: str) -> Standing | Text:
    """Where it stands; why it cannot be gone on with, if it cannot."""
    try:
        return standing_of(look_at(save))
    except Trouble as trouble:
        return trouble.text


def standing_of(driver: Driver) -> Standing:
    """Where a game stands that is at hand; `Trouble` if it cannot be told."""
    with driver.looking():
        log = reversed(driver.run.log)
        rounds = (event.values.get("round") for event in log if isinstance(event, Tell) and event.stage)
        now = next(rounds, None)
        points = {column.seat: column.total for column in driver.script.sheet().columns}
        asked = "" if driver.ask is None else driver.ask.to
        return Standing(now if isinstance(now, int) else None, points, asked)


@contextmanager
def remembering(driver: Driver) -> Iterator[None]:
    """Note where a game stands when it is left, for the list of saves."""
    try:
        yield
    finally:
        path = driver.journal.path
        if path is not None and driver.ask is not None:
            with suppress(OSError, Trouble):  # it was deleted meanwhile, or the list will say what is wrong
                remember({path.stem: CachedStanding(path.stat().st_size, standing_of(driver))})


def remembered() -> dict[str, CachedStanding]:
    """The cache by the names of saves; empty if the file is missing or unreadable."""
    with suppress(Trouble):  # no home folder
        return read_json(data_folder() / FILE, dict[str, CachedStanding]) or {}
    return {}


def remember(found: Mapping[str, CachedStanding]) -> None:
    """Add these to the cache; if the disk refuses, they are worked out again next time."""
    if not found:
        return
    known = remembered()
    kept = {name: each for name, each in known.items() if name not in found} | dict(found)
    last = dict(list(kept.items())[-MAX_REMEMBERED:])
    with suppress(Trouble):
        write_json(data_folder() / FILE, last)
