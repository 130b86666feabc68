"""A screen that is shown a page at a time: the table with a question, or a part of a long text."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple, Protocol

from solo.fronts.reading import is_command
from solo.showing.layout import Row
from solo.showing.page import LINES_TO_TYPE, Scene, pages, pages_of
from solo.showing.screen import Paper, Screen

HEIGHT = 24
"""Of a terminal that does not say how high it is."""


class Pager(Protocol):
    """Shows a page."""

    def page(self, rows: Sequence[Row]) -> None:
        """Show these lines and nothing else; what was there before can be scrolled back to."""

    def pause(self, seconds: float | None = None) -> str:
        """Wait until the person has read it, at most so many seconds; what they typed, mostly nothing.

        Raises `KeyboardInterrupt` when they break off and `EOFError` when nothing more can be typed.
        """


class Typed(NamedTuple):
    """What somebody typed where there was nothing to answer yet: it is neither lost nor taken unseen."""

    begun: str = ""
    """An answer to what is asked next, to go on with."""
    command: str = ""


class Book:
    """Composes pages; what is put on its screen in between waits for the next one."""

    def __init__(self, pager: Pager, screen: Screen) -> None:
        self.pager = pager
        self._pad = Pad(screen.paper)
        self._stays = 0
        self.screen = Screen(screen.words, self._pad, is_plain=False)

    def said(self) -> list[Row]:
        """What waits to be shown; from here on whoever asked shows it."""
        rows, self._pad.rows, self._stays = self._pad.rows, [], 0
        return rows

    def stays(self) -> None:
        """What waits so far is to be seen with the question, whatever follows it."""
        self._stays = len(self._pad.rows)

    def show(self, scene: Scene, pace: float | None = None) -> Typed:
        """The screen at a question, with what waits; what does not fit on it is shown before."""
        scene.stays = self._stays
        scene.said = self.said()
        return self._turn(pages(self.screen, scene, self._height()), pace)

    def read(self, pace: float | None = None) -> Typed:
        """What waits, of any length."""
        return self._turn(pages_of(self.said(), self._height() - LINES_TO_TYPE), pace)

    def _turn(self, pages: Sequence[Sequence[Row]], pace: float | None) -> Typed:
        """One page after the other; a command typed in between is not kept waiting."""
        begun: list[str] = []
        for place, page in enumerate(pages):
            typed = self.pager.pause(pace).strip() if place else ""
            if is_command(typed):
                return Typed(command=typed)
            begun += [typed] if typed else []
            self.pager.page(page)
        return Typed(" ".join(begun))

    def _height(self) -> int:
        return self._pad.height() or HEIGHT


class Pad:
    """Paper on which lines wait."""

    def __init__(self, paper: Paper) -> None:
        self.encoding = paper.encoding
        self.width = paper.width
        self.height = paper.height
        self.rows: list[Row] = []

    def put(self, rows: Sequence[Row]) -> None:
        self.rows += rows
