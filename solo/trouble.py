"""What can go wrong around a game that is nobody's bug: a full disk, a damaged save, an unknown name."""

from __future__ import annotations

import errno
from collections.abc import Callable, Iterator
from contextlib import contextmanager
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


def refusal(id: str) -> Callable[[Path, OSError], Trouble]:
    """Makes the trouble with a file of this sentence, with why the disk refused."""
    return lambda path, error: Trouble(Text(id, path=str(path), reason=reason(error)))


cannot_read = refusal("trouble.cannot-read")
cannot_write = refusal("trouble.cannot-write")
not_yet_written = refusal("trouble.not-yet-written")
"""A game whose disk refuses what opponents and app answered, which comes out the same at any time."""
not_known_written = refusal("trouble.not-known-written")
"""A game whose disk refuses a step, and refuses to take back what it may have of it."""


@contextmanager
def disk_errors(path: Path, trouble: Callable[[Path, OSError], Trouble] = cannot_write) -> Iterator[None]:
    """What the disk refuses in here is trouble with this file, and so is a name that no file can have."""
    try:
        yield
    except OSError as error:
        raise trouble(path, error) from error
    except ValueError as error:
        raise Trouble(Text("trouble.missing", path=repr(str(path)))) from error


def reason(error: OSError) -> Text:
    """Why the disk refused, in the user's language where we know the reason."""
    known = REASONS.get(error.errno or 0)
    if known is not None:
        return Text(f"trouble.reason.{known}")
    return Text("trouble.reason.other", error=error.strerror or type(error).__name__)
