"""What the player has settled for all games, in a small file that may be deleted at any time."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import msgspec

from solo.keeping.disk import write_whole
from solo.keeping.folders import data_folder, make_folder
from solo.keeping.journal import UNREADABLE

FILE = "settings.json"


class Settings(msgspec.Struct, frozen=True):
    """What is kept."""

    quiet: bool = False
    """Whether opponents say nothing."""
    colours: tuple[str, ...] = ()
    """The colours of pieces that the player chose, the latest first."""

    def colour(self, box: Sequence[str]) -> str:
        """The latest that is in a box."""
        return next((each for each in self.colours if each in box), "")

    def with_colour(self, colour: str) -> Settings:
        """The same with this colour as the latest."""
        others = [each for each in self.colours if each != colour]
        return msgspec.structs.replace(self, colours=(colour, *others))


def settings() -> Settings:
    """What was kept last; as usual where nothing was, or the file cannot be read."""
    try:
        return msgspec.json.decode(_file().read_bytes(), type=Settings)
    except (OSError, *UNREADABLE):
        return Settings()


def keep(changed: Settings) -> None:
    """Settle this from now on; `Trouble` if it cannot be written."""
    if changed != settings():
        make_folder(data_folder())
        write_whole(_file(), msgspec.json.encode(changed))


def _file() -> Path:
    return data_folder() / FILE
