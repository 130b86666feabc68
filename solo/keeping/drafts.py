"""The answers given in an unfinished lesson, so that it can go on later."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import msgspec

from automa.dialogue import Text
from solo.keeping.disk import delete, write_json
from solo.keeping.folders import tables_folder
from solo.trouble import Trouble, cannot_read


class Entered(msgspec.Struct, forbid_unknown_fields=True):
    """An answer, and the question that it was given to."""

    ask: str
    answer: Any


class Draft:
    """The file of an unfinished lesson."""

    def __init__(self, game: str, lesson: str) -> None:
        self.path: Path = tables_folder() / "unfinished" / f"{game}-{lesson}.json"

    def entered(self) -> list[Entered]:
        """The answers given before; none if no lesson was left unfinished."""
        try:
            return msgspec.json.decode(self.path.read_bytes(), type=list[Entered])
        except (FileNotFoundError, NotADirectoryError):
            return []
        except OSError as error:
            raise cannot_read(self.path, error) from error
        except msgspec.MsgspecError as error:
            raise Trouble(Text("teach.draft-damaged", file=str(self.path))) from error

    def keep(self, entered: Sequence[Entered]) -> None:
        """Save all answers so far."""
        write_json(self.path, entered)

    def done(self) -> None:
        """Delete the file, because the lesson is over."""
        delete(self.path)
