"""Error reports: the traceback, the game and its entries, in a file that the user can send."""

from __future__ import annotations

import platform
import sys
import traceback
from collections.abc import Sequence
from hashlib import sha256
from pathlib import Path

import msgspec

from automa.dialogue import Text
from solo import __version__
from solo.keeping.disk import write_whole
from solo.keeping.folders import data_folder, make_folder
from solo.keeping.journal import Entry, Header
from solo.trouble import Trouble

SUFFIX = ".txt"
ROOT = Path(__file__).parents[2]
OUR_OWN = ("automa", "solo")
"""The packages whose lines say where a mistake is, and the folder that they are in."""


def reports_folder() -> Path:
    return data_folder() / "reports"


def reports() -> list[Path]:
    """Every report there is, the latest first."""
    found = reports_folder().glob(f"*{SUFFIX}")
    return sorted(found, key=lambda path: (-path.stat().st_mtime_ns, path.name))


def report(error: BaseException, header: Header | None = None, entries: Sequence[Entry] = ()) -> Text:
    """Write a report of an error, and return the text that tells of it.

    The same error at the same place of a game is written to the same file.
    """
    trace = "".join(traceback.format_exception(error))
    journal = [] if header is None else [header, *entries]
    lines = msgspec.json.Encoder().encode_lines(journal).decode()
    content = (
        f"Castellan {__version__}, Python {platform.python_version()}, {platform.platform()}\n"
        f"{sys.executable}\n\n{trace}\n{lines}"
    )
    digest = sha256(f"{trace}{lines}".encode("utf-8", "replace")).hexdigest()[:12]
    path = reports_folder() / f"{'solo' if header is None else header.game}-{digest}{SUFFIX}"
    what = Text("failure.what", error=type(error).__name__, place=_place(error))
    try:
        make_folder(path.parent)
        write_whole(path, content.encode("utf-8", "backslashreplace"))
    except Trouble as trouble:
        return Text("failure.not-reported", what=what, reason=trouble.text)
    return Text("failure.reported", what=what, report=str(path))


def _place(error: BaseException) -> str:
    """The last line of ours that an error came through: `automa/valeria/rules.py:12`."""
    for frame in reversed(traceback.extract_tb(error.__traceback__)):
        path = Path(frame.filename)
        if path.is_relative_to(ROOT) and path.relative_to(ROOT).parts[0] in OUR_OWN:
            return f"{path.relative_to(ROOT).as_posix()}:{frame.lineno}"
    return "?"
