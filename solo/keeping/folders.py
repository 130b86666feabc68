"""Where the user's own files live: saves and taught tables."""

from __future__ import annotations

import os
from pathlib import Path

from automa.dialogue import Text
from solo.trouble import Trouble, disk_errors

APP = "castellan"
HOME = "CASTELLAN_HOME"
"""The environment variable that puts everything in a folder of the user's choice."""


def data_folder() -> Path:
    """The folder of everything that is the user's; it need not exist yet."""
    try:
        if chosen := os.environ.get(HOME):
            return Path(chosen).expanduser().absolute()
        import platformdirs  # only here: it takes its time, and `--help` does not need it

        folder = Path(platformdirs.user_data_dir(APP, appauthor=False))
    except (RuntimeError, OSError, KeyError) as error:
        raise Trouble(Text("trouble.no-home", variable=HOME)) from error
    # Without a home folder "~" stays as it is, and the files would end up wherever the user happens to stand.
    if not folder.is_absolute():
        raise Trouble(Text("trouble.no-home", variable=HOME))
    return folder


def saves_folder() -> Path:
    """Where the journals are, one file for each game."""
    return data_folder() / "saves"


def tables_folder() -> Path:
    """Where the taught facts are, a folder for each game."""
    return data_folder() / "tables"


def make_folder(folder: Path) -> Path:
    """The folder, made if it is not there yet."""
    with disk_errors(folder):
        folder.mkdir(parents=True, exist_ok=True)
    return folder
