"""Where unfinished games stand, remembered so that a list of many need not play them again.

It is no second book-keeping: what it says of a save holds only as long as that is as long as it was, and what
is not here is worked out from the journal. The file may be deleted at any time.
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
MOST = 5_000
"""So many are remembered: the last that were looked at."""


class Standing(msgspec.Struct, frozen=True, array_like=True):
    """The round that is played, where the game has rounds, and the points if it ended now."""

    round: int | None
    points: dict[str, int]
    asked: str = ""
    """The seat that is asked, or the table; nothing if that was not noted."""


class Remembered(msgspec.Struct, frozen=True, array_like=True):
    """A standing, and how many bytes the save had then: a journal only ever grows."""

    size: int
    standing: Standing


def remembered() -> dict[str, Remembered]:
    """What is known, by the names of saves; nothing if the file is not there or is none of ours."""
    try:
        return msgspec.json.decode(_file().read_bytes(), type=dict[str, Remembered])
    except (OSError, Trouble, *UNREADABLE):
        return {}


def remember(found: Mapping[str, Remembered]) -> None:
    """Know these from now on; if that cannot be written, they are worked out again another time."""
    if not found:
        return
    known = remembered()
    kept = {name: each for name, each in known.items() if name not in found} | dict(found)
    last = dict(list(kept.items())[-MOST:])
    with suppress(Trouble):
        write_whole(_file(), msgspec.json.encode(last))


def _file() -> Path:
    return data_folder() / FILE
