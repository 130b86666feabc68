"""The plain front end: one line after the other, numbered choices, no colour, nothing drawn over.

For screen readers, dumb terminals, pipes and scripts with an answer on each line.
"""

from __future__ import annotations

import sys
from contextlib import AbstractContextManager, nullcontext
from io import StringIO
from itertools import islice
from typing import TextIO

from automa.dialogue import Ask
from solo.fronts.book import PageMaker, Pager
from solo.fronts.desk import COMMANDS, CommandName
from solo.showing.screen import Screen
from solo.words.clean import cleaned
from solo.words.sentences import Words

PROMPT = "> "
LONGEST_LINE = 10_000
MOST_COUNTED = 10_000


class PlainFront:
    """Talks in lines of text."""

    pager: Pager | None = None

    def __init__(self, words: Words, stdin: TextIO | None = None, stdout: TextIO | None = None) -> None:
        # A program that was started without an input has none: as good as an empty one.
        self._stdin: TextIO = stdin or sys.stdin or StringIO()
        self._stdout = sys.stdout if stdout is None else stdout
        self.screen = Screen.plain(words, self._stdout)
        self.commands: frozenset[CommandName] = frozenset(COMMANDS)
        self.piped = not self._stdin.isatty()
        reconfigure = getattr(self._stdin, "reconfigure", None)
        if reconfigure is not None and self._stdin.errors != "replace":
            # Bytes that are no text become a sign that fits no answer, so that they are refused like others.
            # Once, and before anything is read: later it is not possible, nor necessary.
            reconfigure(errors="replace")

    def line(self, ask: Ask | None, *, back: bool = False, view: PageMaker | None = None) -> str:
        """The next line; read from a pipe it is shown too, so that the whole reads as a conversation."""
        prompted = ask is not None or not self.piped
        if prompted:
            self._write(PROMPT)
        try:
            typed = rest = self._stdin.readline(LONGEST_LINE)
            while len(rest) == LONGEST_LINE and not rest.endswith("\n"):
                # The rest of an endless line is no answer of its own.
                rest = self._stdin.readline(LONGEST_LINE)
        except KeyboardInterrupt:
            self._write("\n")
            raise
        if not typed:
            if prompted:
                self._write("\n")
            raise EOFError
        typed = typed.rstrip("\r\n")
        if self.piped:
            self._write(cleaned(typed, self.screen.paper.encoding) + "\n")
        return typed

    def thinking(self) -> AbstractContextManager[None]:
        """Nothing is written that would have to be taken away again."""
        return nullcontext()

    def rest(self) -> int:
        """How many lines with something on them are left; an endless supply is not counted to its end."""
        if not self.piped:
            return 0
        return sum(1 for line in islice(self._stdin, MOST_COUNTED) if line.strip())

    def _write(self, text: str) -> None:
        self._stdout.write(text)
        self._stdout.flush()
