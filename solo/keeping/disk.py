"""Writing files so that each is complete or not there, a file that grows by lines, and small JSON files."""

from __future__ import annotations

import errno
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TypeVar

import msgspec

from automa.dialogue import Text
from solo.keeping.folders import make_folder
from solo.trouble import Trouble, cannot_write, disk_errors, not_known_written

T = TypeVar("T")

BINARY: int = getattr(os, "O_BINARY", 0)
WRITE = os.O_WRONLY | BINARY
APPEND = WRITE | os.O_APPEND
NOT_FOLLOWED: int = getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0)
"""Do not follow a link, and do not wait for a pipe."""
UNREADABLE = (ValueError, RecursionError)
"""What decoding raises for anything but JSON of the right form."""


def real_path(path: Path) -> Path:
    """The file itself behind any links, so that two names of one game share one lock."""
    try:
        return Path(os.path.realpath(path))
    except (OSError, ValueError):  # the error is reported when the file is opened
        return path


def new_file(folder: Path, names: Iterator[str], content: bytes) -> tuple[Path, GrowingFile]:
    """Create a file with this content under the first free name, and open it for writing."""
    path = folder  # which is what the user can do something about
    try:
        with _written(folder / f".{os.getpid()}.new", content) as new:
            while path == folder or not _give_name(new, path):
                path = folder / next(names)
        try:
            _sync_folder(folder)
            return path, GrowingFile(path)
        except OSError as error:
            if not clear(path):
                raise not_known_written(path, error) from error
            raise
    except OSError as error:
        raise cannot_write(path, error) from error


def _give_name(new: Path, path: Path) -> bool:
    """Give a new file its name; False if another one has it."""
    try:
        os.link(new, path)
    except FileExistsError:
        return False
    except OSError:  # a disk without links: take the name first, then replace the file
        try:
            os.close(os.open(path, WRITE | os.O_CREAT | os.O_EXCL, 0o666))
        except FileExistsError:
            return False
        try:
            new.replace(path)
        except BaseException:
            clear(path)
            raise
    clear(new)
    return True


def write_new(path: Path, content: bytes) -> None:
    """Write a new file, completely or not at all."""
    with disk_errors(path):
        if os.path.isdir(path):  # noqa: PTH112 — unlike Path.is_dir it never raises
            raise IsADirectoryError(errno.EISDIR, "")
        with _written(path.with_name(f".{os.getpid()}.new"), content) as new:
            if not _give_name(new, path):
                raise Trouble(Text("trouble.exists", path=str(path)))


def write_whole(path: Path, content: str | bytes) -> None:
    """Replace a file, so that an error leaves the old one as it was."""
    # A file that is a link, say into a folder that is backed up, stays one.
    target = Path(os.path.realpath(path))
    raw = content.encode() if isinstance(content, str) else content
    with disk_errors(path), _written(target.with_name(f".{target.name}.{os.getpid()}.new"), raw) as new:
        new.replace(target)
        _sync_folder(target.parent)


def read_json(path: Path, kind: type[T]) -> T | None:
    """What a small file holds; None if it is not there or cannot be read."""
    try:
        return msgspec.json.decode(path.read_bytes(), type=kind)
    except (OSError, *UNREADABLE):
        return None


def write_json(path: Path, content: object) -> None:
    """Replace a small file, and make its folder if it is not there yet."""
    make_folder(path.parent)
    write_whole(path, msgspec.json.encode(content))


def delete(path: Path) -> None:
    """Delete a file, if it is there."""
    with disk_errors(path), suppress(NotADirectoryError):
        path.unlink(missing_ok=True)


def append(path: Path, line: bytes) -> None:
    """Append a line to a file; links are not followed."""
    with disk_errors(path):
        file = os.open(path, APPEND | os.O_CREAT | NOT_FOLLOWED, 0o666)
        try:
            _write(file, line)
        finally:
            os.close(file)


class GrowingFile:
    """A file to which whole lines are appended, each completely or not at all."""

    __slots__ = ("_file", "path", "ragged")

    def __init__(self, path: Path) -> None:
        """Open an existing file."""
        self.path = path
        self.ragged = False
        """Whether there may be part of a line after the last complete one."""
        self._file = os.open(path, WRITE)

    def length(self) -> int:
        """How many bytes it has."""
        return os.fstat(self._file).st_size

    def check(self, length: int) -> None:
        """`Trouble` if another process changed or removed the file."""
        if self.ragged:
            self.cut(length)
        found = os.fstat(self._file)
        if not found.st_nlink:
            raise Trouble(Text("trouble.gone", path=str(self.path)))
        if found.st_size != length:
            raise Trouble(Text("trouble.changed", path=str(self.path)))

    def write(self, lines: bytes, length: int) -> None:
        """Write lines at this offset; `ragged` stays true until the caller has noted them."""
        self.ragged = True
        os.lseek(self._file, length, os.SEEK_SET)
        _write(self._file, lines)

    def overwrite(self, content: bytes, place: int) -> None:
        """Overwrite bytes in place, without waiting for the disk."""
        os.lseek(self._file, place, os.SEEK_SET)
        _put(self._file, content)

    def cut(self, length: int) -> None:
        """Cut the file after the last complete line."""
        self.ragged = True
        os.ftruncate(self._file, length)
        os.fsync(self._file)
        self.ragged = False

    def close(self) -> None:
        os.close(self._file)


def _write(file: int, content: bytes) -> None:
    _put(file, content)
    os.fsync(file)


def _put(file: int, content: bytes) -> None:
    left = memoryview(content)
    while left:
        left = left[os.write(file, left) :]


@contextmanager
def _written(new: Path, content: bytes) -> Iterator[Path]:
    """A complete temporary file to be given its name; an error deletes it."""
    try:
        file = os.open(new, WRITE | os.O_CREAT | os.O_TRUNC, 0o666)
        try:
            _write(file, content)
        finally:
            os.close(file)
        yield new
    except BaseException:
        clear(new)
        raise


def clear(path: Path) -> bool:
    """Delete a file that is not needed; False if the disk refuses."""
    try:
        path.unlink(missing_ok=True)
    except OSError:
        return False
    return True


def _sync_folder(folder: Path) -> None:
    """Sync the folder, so that the file's name is safe too; not every system can."""
    if sys.platform != "win32":
        with suppress(OSError):
            file = os.open(folder, os.O_RDONLY)
            try:
                os.fsync(file)
            finally:
                os.close(file)
