"""A lock file, so that one process at a time writes to a file; the system frees it if its holder dies."""

from __future__ import annotations

import errno
from contextlib import suppress
from pathlib import Path

from automa.dialogue import Text
from solo.trouble import Trouble, cannot_write

CANNOT_LOCK = (errno.ENOLCK, errno.ENOSYS, errno.EOPNOTSUPP, errno.EINVAL)
"""The errors of disks without locks, such as some network disks."""


class Locked(Trouble):
    """A game that is open in another window."""

    def __init__(self, path: Path) -> None:
        super().__init__(Text("trouble.locked", save=path.stem))


class Lock:
    """The right to write to one file, held until it is freed."""

    __slots__ = ("_lock", "holds", "path")

    def __init__(self, target: Path, *, patience: float = 0) -> None:
        """`Locked` if another process holds it for longer than `patience` seconds."""
        from filelock import FileLock, Timeout  # only needed for writing

        self.path = target.with_name(target.name + ".lock")
        self.holds = True
        """Whether the lock keeps others out."""
        # A soft lock would outlive a holder that is killed: better none, with a notice.
        self._lock = FileLock(self.path, patience, fallback_to_soft=False)
        try:
            self._lock.acquire()
        except Timeout as error:
            raise Locked(target) from error
        except OSError as error:
            if error.errno not in CANNOT_LOCK:
                raise cannot_write(self.path, error) from error
            self.holds = False

    def free(self) -> None:
        """Free the lock and remove its file."""
        if self.holds:
            with suppress(OSError):  # one that cannot be removed does no harm
                self.path.unlink(missing_ok=True)
            self._lock.release()
