"""Unfinished score sheets, saved after every answer."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from secrets import token_hex

import msgspec

from solo.keeping.disk import delete, read_json, write_json
from solo.keeping.drafts import Entered
from solo.keeping.folders import data_folder

MAX_SHEETS = 20
"""The oldest beyond this number are deleted."""


class KeptSheet(msgspec.Struct, forbid_unknown_fields=True):
    """A sheet: what it is for, and what was entered so far."""

    game: str
    players: int
    round: int = 0
    rulings: Mapping[str, str] = {}
    started: str = ""
    entered: Sequence[Entered] = ()


def new_id() -> str:
    """An id for a new sheet."""
    return token_hex(4)


def kept() -> dict[str, KeptSheet]:
    """The sheets by id, the newest first; unreadable files are skipped."""
    found: list[tuple[int, str, KeptSheet]] = []
    with suppress(OSError):
        for file in _folder().glob("*.json"):
            if (sheet := read_json(file, KeptSheet)) is not None:
                found.append((file.stat().st_mtime_ns, file.stem, sheet))
    return {id: sheet for _, id, sheet in sorted(found, key=lambda each: each[:2], reverse=True)}


def keep(id: str, sheet: KeptSheet) -> None:
    """Save a sheet as it is now."""
    write_json(_folder() / f"{id}.json", sheet)
    for old in list(kept())[MAX_SHEETS:]:
        forget(old)


def forget(id: str) -> None:
    """Delete a sheet."""
    delete(_folder() / f"{id}.json")


def _folder() -> Path:
    return data_folder() / "sheets"
