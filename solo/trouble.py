"""What can go wrong around a game that is nobody's bug: a full disk, a damaged save, an unknown name."""

from __future__ import annotations

import errno
from pathlib import Path

from automa.dialogue import Text

MISTAKE = 2
"""The exit code of a user's mistake."""
OUR_MISTAKE = 1
"""The exit code of a mistake of ours, which is reported."""
INTERRUPTED = 130
"""The exit code after Ctrl-C."""

REASONS = {
    errno.ENOSPC: "full",
    errno.EDQUOT: "full",
    errno.EFBIG: "full",
    errno.EROFS: "read-only",
    errno.EACCES: "not-allowed",
    errno.EPERM: "not-allowed",
    errno.ENOENT: "missing",
    errno.ENOTDIR: "in-the-way",
    errno.EEXIST: "in-the-way",
    errno.EISDIR: "folder",
    errno.ELOOP: "link",
    errno.ENAMETOOLONG: "long-name",
    errno.EIO: "disk",
}
"""Why a disk may refuse."""


class Trouble(Exception):
    """Something the user has to know, in one sentence; nothing was changed."""

    def __init__(self, text: Text) -> None:
        super().__init__(text)
        self.text = text


def cannot_read(path: Path, error: OSError) -> Trouble:
    """A file or folder that is there but does not let itself be read."""
    return Trouble(Text("trouble.cannot-read", path=str(path), reason=reason(error)))


def cannot_write(path: Path, error: OSError) -> Trouble:
    """A file or folder that does not let itself be written."""
    return Trouble(Text("trouble.cannot-write", path=str(path), reason=reason(error)))


def not_yet_written(path: Path, error: OSError) -> Trouble:
    """A game whose disk refuses what opponents and app answered, which comes out the same at any time."""
    return Trouble(Text("trouble.not-yet-written", path=str(path), reason=reason(error)))


def not_known_written(path: Path, error: OSError) -> Trouble:
    """A game whose disk refuses a step, and refuses to take back what it may have of it."""
    return Trouble(Text("trouble.not-known-written", path=str(path), reason=reason(error)))


def reason(error: OSError) -> Text:
    """Why the disk refused, in the user's language where we know the reason."""
    known = REASONS.get(error.errno or 0)
    if known is not None:
        return Text(f"trouble.reason.{known}")
    return Text("trouble.reason.other", error=error.strerror or type(error).__name__)
