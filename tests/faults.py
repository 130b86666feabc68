"""A disk that goes wrong: every file operation of a command can be made to fail, or to be its last.

A process that is killed does nothing more, whatever its code would still like to tidy up: so from that moment
on no operation has any effect. What is on disk then is what the next start finds.
"""

from __future__ import annotations

import errno
import gc
import os
import sys
from collections.abc import Callable, Sequence
from contextlib import redirect_stderr, redirect_stdout, suppress
from dataclasses import dataclass, field
from io import BufferedReader, BytesIO, RawIOBase, TextIOWrapper
from pathlib import Path
from random import Random
from typing import Any

import pytest

from solo.commands.app import run

LARGE = int(os.environ.get("CASTELLAN_FAULTS", "0"))
"""How many faults of each kind are tried; 0 is the small number of the usual tests."""

OPERATIONS = ("open", "write", "fsync", "ftruncate", "replace", "rename", "link", "unlink", "lseek", "mkdir")
"""What a program does to files."""
ON_OPEN_FILES = ("write", "fsync", "ftruncate", "lseek")


class Killed(BaseException):
    """The process is no more."""


@dataclass(frozen=True, slots=True)
class Fault:
    """What happens at which operation."""

    name: str
    error: int = 0
    """Of the operation; 0 if it is not that which goes wrong."""
    kills: bool = False
    does: float = 0
    """How much of the operation is done: nothing, of a write a half, all."""
    stays: bool = False
    """Whether everything after it fails as well."""


FAULTS = (
    Fault("killed before", kills=True),
    Fault("killed half-way", kills=True, does=0.5),
    Fault("killed after", kills=True, does=1),
    Fault("EIO", errno.EIO),
    Fault("EIO when done", errno.EIO, does=1),
    Fault("ENOSPC", errno.ENOSPC),
    Fault("ENOSPC half-way", errno.ENOSPC, does=0.5),
    Fault("ENOSPC from now on", errno.ENOSPC, does=0.5, stays=True),
    Fault("EACCES", errno.EACCES),
    Fault("EIO from now on", errno.EIO, stays=True),
    Fault("short write", does=0.5),
)


class Disk:
    """Counts what is done to the files in a folder; does something wrong at one of the operations."""

    def __init__(self, folder: Path, fault: Fault | None = None, at: int = -1) -> None:
        self.folder = os.fspath(folder)
        self.fault = fault
        self.at = at
        self.done: list[str] = []
        """The operations, in order."""
        self.dead = False
        self._ours: set[int] = set()
        self._real: dict[str, Any] = {name: getattr(os, name) for name in (*OPERATIONS, "close")}

    def install(self, patch: pytest.MonkeyPatch) -> None:
        for name in OPERATIONS:
            patch.setattr(os, name, self._operation(name))
        patch.setattr(os, "close", self._close)

    def bury(self) -> None:
        """Let go of what a killed process had open, locks included."""
        gc.collect()
        for file in self._ours:
            with suppress(OSError):
                self._real["close"](file)
        self._ours.clear()

    def _operation(self, name: str) -> Callable[..., Any]:
        def operation(*args: Any, **more: Any) -> Any:
            if not self._is_ours(name, args):
                return self._real[name](*args, **more)
            if self.dead:
                raise Killed
            place = len(self.done)
            self.done.append(name)
            fault = self.fault
            if fault is None or place < self.at or (place > self.at and not fault.stays):
                return self._do(name, *args, **more)
            return self._go_wrong(fault, name, *args, **more)

        return operation

    def _go_wrong(self, fault: Fault, name: str, *args: Any, **more: Any) -> Any:
        done = None
        if name == "write" and 0 < fault.does < 1:
            content = bytes(args[1])
            done = self._do(name, args[0], content[: max(1, int(len(content) * fault.does))])
        elif fault.does == 1 or not (fault.kills or fault.error):
            done = self._do(name, *args, **more)
        if fault.kills:
            self.dead = True
            raise Killed
        if fault.error:
            if name == "open" and done is not None:
                self._close(done)
            named = () if name in ON_OPEN_FILES else args[:1]
            raise OSError(fault.error, os.strerror(fault.error), *named)
        return done

    def _do(self, name: str, *args: Any, **more: Any) -> Any:
        done: Any = None if name == "fsync" else self._real[name](*args, **more)
        if name == "open":
            self._ours.add(done)
        return done

    def _close(self, file: int) -> None:
        self._ours.discard(file)
        self._real["close"](file)

    def _is_ours(self, name: str, args: Sequence[Any]) -> bool:
        if name in ON_OPEN_FILES:
            return args[0] in self._ours
        return str(args[0]).startswith(self.folder)


class Typist(RawIOBase):
    """Types one line when it is asked for; one that was refused once more, and if it is again, no more."""

    def __init__(
        self, lines: Sequence[str], look: Callable[[], None], is_refused: Callable[[], bool]
    ) -> None:
        self._lines = [line.encode() + b"\n" for line in lines]
        self._look = look
        self._is_refused = is_refused
        self._next = 0
        self._is_again = False

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        refused = self._next > 0 and self._is_refused()
        if refused and self._is_again:
            return 0
        self._is_again = refused
        if not refused:
            self._look()
            self._next += 1
        line = self._lines[self._next - 1] if self._next <= len(self._lines) else b""
        buffer[: len(line)] = line
        return len(line)


@dataclass(slots=True)
class Outcome:
    """What came of a command."""

    code: int | None = None
    """None if it was killed."""
    out: str = ""
    err: str = ""
    looks: list[Any] = field(default_factory=list)
    """What was found on disk each time a line was asked for."""
    operations: list[str] = field(default_factory=list)


def command(
    arguments: Sequence[str | Path],
    lines: Sequence[str],
    disk: Disk,
    look: Callable[[], Any] = lambda: None,
) -> Outcome:
    """Run a command on a disk; whatever but a kill comes out of it is its own fault, and raised."""
    gc.freeze()  # only what the command makes is looked through when its disk is buried
    outcome = Outcome()
    out, err = (TextIOWrapper(BytesIO(), encoding="utf-8", newline="") for _ in range(2))
    typist = Typist(lines, lambda: outcome.looks.append(look()), lambda: _is_refused(out))
    before, sys.stdin = sys.stdin, TextIOWrapper(BufferedReader(typist), encoding="utf-8")
    with pytest.MonkeyPatch.context() as patch:
        try:
            with redirect_stdout(out), redirect_stderr(err):
                disk.install(patch)
                outcome.code = run([str(each) for each in arguments])
        except Killed as killed:
            killed.__traceback__ = None
        finally:
            sys.stdin = before
    disk.bury()
    outcome.operations = disk.done
    outcome.out, outcome.err = (_text(stream) for stream in (out, err))
    return outcome


def _is_refused(stream: TextIOWrapper) -> bool:
    """Whether the engine refused what was last sent: it says so, and asks again."""
    return b'{"type":"refused"' in b"".join(_bytes(stream).splitlines(keepends=True)[-2:-1])


def _text(stream: TextIOWrapper) -> str:
    return _bytes(stream).decode()


def _bytes(stream: TextIOWrapper) -> bytes:
    stream.flush()
    assert isinstance(stream.buffer, BytesIO)
    return stream.buffer.getvalue()


def chosen(operations: Sequence[str], few: int, seed: int) -> list[tuple[int, Fault]]:
    """Which faults are tried at which operations: as many as are wanted, or all there are."""
    every = [
        (place, fault)
        for place, operation in enumerate(operations)
        for fault in FAULTS
        if _can_be(operation, fault)
    ]
    most = LARGE or few
    return every if len(every) <= most else sorted(Random(seed).sample(every, most), key=lambda each: each[0])


def _can_be(operation: str, fault: Fault) -> bool:
    """Only a write can be half done, and only on an open file does an error leave it open what was done."""
    if fault.error and fault.does == 1:
        return operation in ON_OPEN_FILES
    return operation == "write" or fault.does != 0.5 or fault.stays
