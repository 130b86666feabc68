"""One writer at a time: a lock beside a file, which the system frees even when its holder is killed."""

from __future__ import annotations

import errno
from contextlib import suppress
from pathlib import Path

from automa.dialogue import Text
from solo.trouble import Trouble, cannot_write

CANNOT_LOCK = (errno.ENOLCK, errno.ENOSYS, errno.EOPNOTSUPP, errno.EINVAL)
"""What a disk says that has no locks, as some network disks."""


class Locked(Trouble):
    """A game that is open in another window."""

    def __init__(self, path: Path) -> None:
        super().__init__(Text("trouble.locked", save=path.stem))


class Lock:
    """The right to write to one file, held until it is freed."""

    __slots__ = ("_lock", "holds", "path")

    def __init__(self, target: Path, *, patience: float = 0) -> None:
        """`Locked` if somebody else holds it, and does not free it within so many seconds."""
        from filelock import FileLock, Timeout  # only whoever writes needs it

        self.path = target.with_name(target.name + ".lock")
        self.holds = True
        """Whether the lock keeps others out."""
        # A file that stands for a lock would stay behind a holder that is killed: rather none, with a notice.
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
        """Let others write, and leave no file behind."""
        if self.holds:
            with suppress(OSError):  # one that cannot be removed does no harm
                self.path.unlink(missing_ok=True)
            self._lock.release()
