"""One writer at a time: a lock beside a file, which the system frees even when its holder is killed."""

from __future__ import annotations

import errno
import os
import sys
from pathlib import Path

from automa.dialogue import Text
from solo.trouble import Trouble, cannot_write

if sys.platform == "win32":
    import msvcrt

    def _hold(file: int) -> None:
        msvcrt.locking(file, msvcrt.LK_NBLCK, 1)
else:
    import fcntl

    def _hold(file: int) -> None:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)


TAKEN = (errno.EWOULDBLOCK, errno.EAGAIN, errno.EACCES, errno.EDEADLK)


class Locked(Trouble):
    """A game that is open in another window."""

    def __init__(self, path: Path) -> None:
        super().__init__(Text("trouble.locked", save=path.stem))


class Lock:
    """The right to write to one file, held until it is freed."""

    __slots__ = ("_file", "holds", "path")

    def __init__(self, target: Path) -> None:
        self.path = target.with_name(target.name + ".lock")
        self.holds = True
        """Whether the lock keeps others out: some network disks cannot lock."""
        while True:
            try:
                self._file = os.open(self.path, os.O_RDWR | os.O_CREAT, 0o666)
            except OSError as error:
                raise cannot_write(self.path, error) from error
            try:
                _hold(self._file)
            except OSError as error:
                if error.errno in TAKEN:
                    os.close(self._file)
                    raise Locked(target) from error
                self.holds = False
                return
            # The holder before us removes its lock file; then we hold a file that nobody else can see.
            if self._is_still_there():
                return
            os.close(self._file)

    def _is_still_there(self) -> bool:
        try:
            there = self.path.stat()
        except FileNotFoundError:
            return False
        return os.path.samestat(there, os.fstat(self._file))

    def free(self) -> None:
        """Let others write, and leave no file behind."""
        if sys.platform == "win32":
            os.close(self._file)  # an open file cannot be removed there
            self._remove()
        else:
            self._remove()
            os.close(self._file)

    def _remove(self) -> None:
        # Without a lock somebody else may be using the file; one that cannot be removed does no harm.
        if self.holds:
            try:
                self.path.unlink(missing_ok=True)
            except OSError:
                return
