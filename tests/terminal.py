"""A terminal as a player sees it: the real program in a pseudo-terminal, drawn by a terminal emulator."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import pexpect  # type: ignore[import-untyped]
import pyte

ROOT = Path(__file__).parents[1]
ENTER = "\r"
PATIENCE = 120
"""Seconds: the machine may be busy with something else."""
EOF = pexpect.EOF
KEYS_ARE_READ = "\x1b[?2004h"
"""Pasted text is to be marked as such: the first that is written when a line can be typed."""
LINE_IS_DRAWN = "\x1b[?25h"
"""The cursor is shown again: the line to type on and what stands below it have been drawn."""


class Seen(pyte.Screen):
    """What is to be seen; it must not be asked where its cursor is, as some terminals do not answer."""

    def write_process_input(self, data: str) -> None:
        raise AssertionError(f"the terminal was asked something: {data!r}")


class Emulator:
    """A program on a terminal of a given size, and what is to be seen there."""

    def __init__(self, command: Sequence[str], columns: int, lines: int, **environ: str) -> None:
        self.rows: list[str] = []
        """What is to be seen, without the spaces at the ends of lines."""
        self.seen = Seen(columns, lines)
        self._stream = pyte.Stream(self.seen)
        self.child = pexpect.spawn(
            sys.executable,
            list(command),
            encoding="utf-8",
            timeout=PATIENCE,
            cwd=str(ROOT),
            dimensions=(lines, columns),
            env={
                **{name: value for name, value in os.environ.items() if name not in ("COLUMNS", "LINES")},
                "TERM": "xterm-256color",
                "PYTHONPATH": str(ROOT),
                **environ,
            },
        )

        self.child.delaybeforesend = None

    @property
    def over(self) -> bool:
        return not self.child.isalive()

    def waits(self) -> bool:
        """Read on until a line can be typed; False when the program has ended."""
        for sign in (KEYS_ARE_READ, LINE_IS_DRAWN):
            found = self.child.expect_exact([sign, pexpect.EOF])
            self._stream.feed(self.child.before + (sign if found == 0 else ""))
            if found == 1:
                break
        self.rows = [row.rstrip() for row in self.seen.display]
        return bool(found == 0)

    def waits_for(self, text: str) -> None:
        """Read on until a text is to be seen; `pexpect.TIMEOUT` if it never is."""
        while text not in self.text:
            self._stream.feed(self.child.read_nonblocking(100_000, timeout=PATIENCE))
            self.rows = [row.rstrip() for row in self.seen.display]

    def types(self, line: str) -> bool:
        """Type a line, and wait for the next."""
        self.child.send(line + ENTER)
        return self.waits()

    @property
    def text(self) -> str:
        return "\n".join(self.rows)


@contextmanager
def emulator(command: Sequence[str], columns: int, lines: int, **environ: str) -> Iterator[Emulator]:
    opened = Emulator(command, columns, lines, **environ)
    try:
        yield opened
    finally:
        opened.child.close(force=True)
