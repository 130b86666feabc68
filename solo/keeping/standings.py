"""A cache of where unfinished games stand, so that the list of saves need not replay them all.

An entry is valid while the save has the same size; anything else is worked out from the journal. The file may
be deleted at any time.
"""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path

import msgspec

from solo.keeping.disk import write_whole
from solo.keeping.folders import data_folder
from solo.keeping.journal import UNREADABLE
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


def remembered() -> dict[str, CachedStanding]:
    """The cache by the names of saves; empty if the file is missing or unreadable."""
    try:
        return msgspec.json.decode(_file().read_bytes(), type=dict[str, CachedStanding])
    except (OSError, Trouble, *UNREADABLE):
        return {}


def remember(found: Mapping[str, CachedStanding]) -> None:
    """Add these to the cache; if the disk refuses, they are worked out again next time."""
    if not found:
        return
    known = remembered()
    kept = {name: each for name, each in known.items() if name not in found} | dict(found)
    last = dict(list(kept.items())[-MAX_REMEMBERED:])
    with suppress(Trouble):
        write_whole(_file(), msgspec.json.encode(last))


def _file() -> Path:
    return data_folder() / FILE
