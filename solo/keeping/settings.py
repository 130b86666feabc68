"""What the player has settled for all games, in a small file that may be deleted at any time."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from solo.keeping.disk import read_json, write_json
from solo.keeping.folders import data_folder

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
        """These settings with this colour as the latest."""
        others = [each for each in self.colours if each != colour]
        return msgspec.structs.replace(self, colours=(colour, *others))


def settings() -> Settings:
    """What was kept last; as usual where nothing was, or the file cannot be read."""
    return read_json(data_folder() / FILE, Settings) or Settings()


def keep(changed: Settings) -> None:
    """Settle this from now on; `Trouble` if it cannot be written."""
    if changed != settings():
        write_json(data_folder() / FILE, changed)
