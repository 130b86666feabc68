"""The answers given in an unfinished lesson or score sheet, so that it can go on later."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

import msgspec

from automa.dialogue import Text
from solo.keeping.disk import delete, read_json, write_json
from solo.keeping.folders import data_folder, tables_folder
from solo.trouble import Trouble, cannot_read

MAX_SHEETS = 20
"""The oldest score sheets beyond this number are deleted."""


class DraftAnswer(msgspec.Struct, forbid_unknown_fields=True):
    """An answer, and the question that it was given to."""

    ask: str
    answer: Any


class Draft:
    """The file of an unfinished lesson."""

    def __init__(self, game: str, lesson: str) -> None:
        self.path: Path = tables_folder() / "unfinished" / f"{game}-{lesson}.json"

    def entered(self) -> list[DraftAnswer]:
        """The answers given before; none if no lesson was left unfinished."""
        try:
            return msgspec.json.decode(self.path.read_bytes(), type=list[DraftAnswer])
        except (FileNotFoundError, NotADirectoryError):
            return []
        except OSError as error:
            raise cannot_read(self.path, error) from error
        except msgspec.MsgspecError as error:
            raise Trouble(Text("teach.draft-damaged", file=str(self.path))) from error

    def keep(self, entered: Sequence[DraftAnswer]) -> None:
        """Save all answers so far."""
        write_json(self.path, entered)

    def done(self) -> None:
        """Delete the file, because the lesson is over."""
        delete(self.path)


class KeptSheet(msgspec.Struct, forbid_unknown_fields=True):
    """A sheet: what it is for, and what was entered so far."""

    game: str
    players: int
    round: int = 0
    rulings: Mapping[str, str] = {}
    started: str = ""
    entered: Sequence[DraftAnswer] = ()


def kept_sheets() -> dict[str, KeptSheet]:
    """The sheets by id, the newest first; unreadable files are skipped."""
    found: list[tuple[int, str, KeptSheet]] = []
    with suppress(OSError):
        for file in _folder().glob("*.json"):
            if (sheet := read_json(file, KeptSheet)) is not None:
                found.append((file.stat().st_mtime_ns, file.stem, sheet))
    return {id: sheet for _, id, sheet in sorted(found, key=lambda each: each[:2], reverse=True)}


def keep_sheet(id: str, sheet: KeptSheet) -> None:
    """Save a sheet as it is now."""
    write_json(_folder() / f"{id}.json", sheet)
    for old in list(kept_sheets())[MAX_SHEETS:]:
        forget_sheet(old)


def forget_sheet(id: str) -> None:
    """Delete a sheet."""
    delete(_folder() / f"{id}.json")


def _folder() -> Path:
    return data_folder() / "sheets"
