"""Bytes on disk: files that are whole or not there, and a file that only grows."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

from automa.dialogue import Text
from solo.trouble import Trouble, cannot_write

BINARY: int = getattr(os, "O_BINARY", 0)
APPEND = os.O_WRONLY | os.O_APPEND | BINARY


def real_path(path: Path) -> Path:
    """The file itself behind any links, so that two names of one game share one lock."""
    try:
        return Path(os.path.realpath(path))
    except (OSError, ValueError):  # left to whoever opens it, who has a sentence for it
        return path


def new_file(folder: Path, names: Iterator[str], content: bytes) -> tuple[Path, int]:
    """A file under the first of the names that is free, open to be appended to."""
    while True:
        path = folder / next(names)
        try:
            file = os.open(path, APPEND | os.O_CREAT | os.O_EXCL, 0o666)
        except FileExistsError:
            continue
        except OSError as error:
            raise cannot_write(path, error) from error
        try:
            _write(file, content)
            _sync_folder(folder)
        except BaseException as error:
            os.close(file)
            path.unlink(missing_ok=True)
            if isinstance(error, OSError):
                raise cannot_write(path, error) from error
            raise
        return path, file


def write_new(path: Path, content: bytes) -> None:
    """A file that was not there before, whole or not at all."""
    try:
        with path.open("xb") as file:
            try:
                file.write(content)
                file.flush()
            except OSError:
                path.unlink()
                raise
    except FileExistsError as error:
        raise Trouble(Text("trouble.exists", path=str(path))) from error
    except OSError as error:
        raise cannot_write(path, error) from error
    except ValueError as error:  # a name that no file can have
        raise Trouble(Text("trouble.missing", path=repr(str(path)))) from error


def write_whole(path: Path, text: str) -> None:
    """Write beside the old file, then put it in its place: a mishap leaves the old one as it was."""
    # A file that is a link, say into a folder that is backed up, stays one.
    target = Path(os.path.realpath(path))
    new = target.with_name(f".{target.name}.{os.getpid()}.new")
    try:
        try:
            with new.open("w", encoding="utf-8", newline="\n") as file:
                file.write(text)
                file.flush()
                os.fsync(file.fileno())
            new.replace(target)
        except BaseException:
            new.unlink(missing_ok=True)
            raise
    except OSError as error:
        raise cannot_write(path, error) from error


def append(path: Path, line: bytes) -> None:
    """Put a line behind those that a file has, if there is such a file."""
    file = os.open(path, APPEND | os.O_CREAT, 0o666)
    try:
        _write(file, line)
    finally:
        os.close(file)


class GrowingFile:
    """A file that grows by whole lines: each is on disk, or was never there."""

    __slots__ = ("_file", "path", "ragged")

    def __init__(self, path: Path, file: int) -> None:
        self.path = path
        self.ragged = False
        """Whether there may be a piece of a line behind the last good one."""
        self._file = file

    @classmethod
    def open(cls, path: Path) -> GrowingFile:
        """A file that is there, to go on with."""
        return cls(path, os.open(path, APPEND))

    def length(self) -> int:
        """How many bytes it has."""
        return os.fstat(self._file).st_size

    def check(self, length: int) -> None:
        """`Trouble` unless the file is as we left it: whatever somebody else did to it is not overwritten."""
        if self.ragged:
            self.cut(length)
        found = os.fstat(self._file)
        if not found.st_nlink:
            raise Trouble(Text("trouble.gone", path=str(self.path)))
        if found.st_size != length:
            raise Trouble(Text("trouble.changed", path=str(self.path)))

    def write(self, line: bytes) -> None:
        """Put a line on disk; the file counts as ragged until the caller has noted the line."""
        self.ragged = True
        _write(self._file, line)

    def cut(self, length: int) -> None:
        """Back to the last good line."""
        self.ragged = True
        os.ftruncate(self._file, length)
        os.fsync(self._file)
        self.ragged = False

    def close(self) -> None:
        os.close(self._file)


def _write(file: int, content: bytes) -> None:
    left = memoryview(content)
    while left:
        left = left[os.write(file, left) :]
    os.fsync(file)


def _sync_folder(folder: Path) -> None:
    """Have the disk remember the file's name as well; not every system can."""
    if sys.platform != "win32":
        with suppress(OSError):
            file = os.open(folder, os.O_RDONLY)
            try:
                os.fsync(file)
            finally:
                os.close(file)
