"""A screen that is shown a page at a time: the table with a question, or a part of a long text."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from operator import attrgetter
from typing import Protocol, TypeAlias

from automa.dialogue import Ask
from solo.fronts.reading import is_command
from solo.showing.layout import Row
from solo.showing.page import Pages, Scene, pages
from solo.showing.screen import Paper, Screen

LEAVE = "q"
"""Typed to leave out the rest of a long text."""
TAKE = "!"
"""Typed to take the move of a hint, also on a page that tells it."""
HEIGHT = 24
"""Of a terminal that does not say how high it is."""


PageMaker: TypeAlias = Callable[[int], Pages]
"""Composes a screen for the size that the terminal has now, its table turned to a page."""
_Part: TypeAlias = Callable[[Pages], Sequence[list[Row]]]
_ASKED: _Part = attrgetter("asked")
_BEFORE: _Part = attrgetter("before")


class Pager(Protocol):
    """Shows a page."""

    def page(self, rows: Sequence[Row]) -> None:
        """Show these lines and nothing else; what was there before can be scrolled back to."""

    def pause(self, seconds: float | None = None, *, can_leave: bool = False) -> str | None:
        """Wait until the person has read it, at most `seconds`; what they typed, mostly nothing.

        `can_leave` says that `q` leaves out what follows. None: the screen has got another size.

        Raises `KeyboardInterrupt` when they break off and `EOFError` when nothing more can be typed.
        """


class Book:
    """Composes pages; what is put on its screen in between waits for the next one."""

    def __init__(self, pager: Pager, screen: Screen) -> None:
        self.pager = pager
        self._pad = WaitingLines(screen.paper)
        self._stays = 0
        self.view: PageMaker | None = None
        """Composes the last screen anew."""
        self._seen: Ask | None = None
        """The question that was last on the screen."""
        self.has_told_all = True
        """Whether all that happened has been on a page."""
        self.screen = Screen(screen.words, self._pad, is_plain=False)

    def said(self) -> list[Row]:
        """What waits to be shown; the caller shows it from here on."""
        rows, self._pad.rows, self._stays = self._pad.rows, [], 0
        return rows

    def stays(self) -> None:
        """Show what waits so far with the question, and not on a page before it."""
        self._stays = len(self._pad.rows)

    def show(self, scene: Scene, pace: float | None = None) -> str:
        """The screen at a question, with what waits; what does not fit on it is shown before.

        Returns what was typed on one of those pages: a command, or an answer if the question has been on the
        screen before, as with a hint. What is typed before the question has been seen is dropped.
        """
        scene.stays = self._stays
        scene.said = self.said()
        size = self._size()
        found = pages(self.screen, scene, self._height())
        self.has_told_all = bool(found.before) or found.in_view[1]
        seen = scene.ask is not None and scene.ask is self._seen
        self.view = partial(self._view, scene)
        typed = self._turn(found, _ASKED, pace, can_leave=True, answers=seen)
        typed = typed or self._turn(found, _BEFORE, pace, can_leave=scene.done is not None, answers=seen)
        if not typed:
            self._seen = scene.ask
            resized = self._size() != size  # while what comes before was read
            self.pager.page(self.view(0).last if resized else found.last)
        return typed

    def wait(self, pace: float | None) -> str:
        """Wait until the last screen is read, drawn anew for another size; what was typed."""
        while (typed := self.pager.pause(pace, can_leave=True)) is None:
            if self.view is not None:
                self.pager.page(self.view(0).last)
        return typed.strip()

    def _view(self, scene: Scene, turned: int) -> Pages:
        """Compose the screen again: for another size, or with another page of the table."""
        return pages(self.screen, scene, self._height(), turned)

    def _turn(self, found: Pages, part: _Part, pace: float | None, *, can_leave: bool, answers: bool) -> str:
        """One page of this part after the other, each until it is read; anew for a screen of another size.

        A command typed in between is not kept waiting, nor an answer where the question is known (`answers`).
        That the rest can be left out is said where there is a rest.
        """
        place, left = 0, part(found)
        while place < len(left):
            self.pager.page(left[place])
            typed = self.pager.pause(pace, can_leave=can_leave and place + 1 < len(left))
            if typed is None and self.view is not None:
                left = part(self.view(0))
                place = max(0, min(place, len(left) - 1))
                continue
            typed = (typed or "").strip()
            if can_leave and typed.casefold() == LEAVE:
                break
            if is_command(typed) or typed == TAKE or (answers and typed):
                return typed
            place += 1
        return ""

    def _size(self) -> tuple[int, int]:
        return self._pad.width(), self._height()

    def _height(self) -> int:
        return self._pad.height() or HEIGHT


class WaitingLines:
    """Paper on which lines wait."""

    def __init__(self, paper: Paper) -> None:
        self.encoding = paper.encoding
        self.width = paper.width
        self.height = paper.height
        self.rows: list[Row] = []

    def put(self, rows: Sequence[Row]) -> None:
        self.rows += rows
