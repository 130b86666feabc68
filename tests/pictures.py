"""The pictures of a terminal in the README, made from real games: `python -m tests.pictures`."""

from __future__ import annotations

import re
from collections.abc import Sequence
from contextlib import AbstractContextManager, nullcontext
from io import StringIO
from pathlib import Path
from random import Random
from typing import NamedTuple

from rich.console import Console

from automa.dialogue import Move
from solo.fronts.book import PageMaker, Pager
from solo.fronts.desk import CommandName
from solo.fronts.reading import read
from solo.fronts.session import Session
from solo.showing.layout import Row
from solo.showing.screen import Screen
from solo.words.sentences import Words
from tests.atable import a_driver, a_header, advance, play_on

FOLDER = Path(__file__).parent / "golden"


class Shown(NamedTuple):
    """A game on a terminal: at a turn after some answers, or after so many random ones."""

    file: str
    game: str
    against: str
    size: tuple[int, int]
    seed: int
    answers: Sequence[str] = ()
    more: int = 0


SHOWN = (
    Shown(
        "screen.svg",
        "castle-combo",
        "old-berthold",
        (80, 24),
        12,
        ("spy", "cardinal left of spy", "potter above cardinal", "glassblower above spy"),
    ),
    Shown("screen-methoni.svg", "methoni", "", (120, 40), 3, more=6),
    Shown("screen-six-castles.svg", "six-castles", "", (80, 24), 3, more=20),
    Shown(
        "screen-valeria.svg",
        "valeria",
        "ysolde-fenn",
        (120, 40),
        7,
        ("4", "iron-pit", "stone", "stone", "gold", "temple the-anchorage stone", "shadow", "done"),
    ),
)


class Photographed:
    """A front end that keeps the last page it was to show."""

    piped = False

    def __init__(self, screen: Screen) -> None:
        self.screen = screen
        self.commands: frozenset[CommandName] = frozenset()
        self.pager: Pager | None = self
        self.last: Sequence[Row] = ()

    def page(self, rows: Sequence[Row]) -> None:
        self.last = rows

    def pause(self, seconds: float | None = None, *, can_leave: bool = False) -> str:
        return ""

    def line(self, ask: object, *, back: bool = False, view: PageMaker | None = None) -> str:
        raise EOFError

    def rest(self) -> int:
        return 0

    def thinking(self) -> AbstractContextManager[None]:
        return nullcontext()


def picture(shown: Shown) -> str:
    """The screen at the beginning of a turn, as an SVG picture."""
    words = Words.of("en", [shown.game.replace("-", "_")], strict=True)
    width, height = shown.size
    console = Console(
        record=True, width=width, height=height, file=StringIO(), force_terminal=True, highlight=False
    )
    against = [shown.against] if shown.against else []
    driver = a_driver(a_header(shown.game, seed=shown.seed, against=against))
    front = Photographed(Screen.rich(words, console))
    session = Session(driver, front, words)
    for answer in shown.answers:
        assert driver.ask is not None
        session.show_page(driver.ask)
        session.answer(read(driver.ask, answer, words))
        advance(driver)
    random, left = Random(shown.seed), shown.more
    while left > 0 or (shown.more and not (isinstance(driver.ask, Move) and driver.ask.begins_turn)):
        session.show_page(driver.ask)
        play_on(driver, random, 1)
        left -= 1
    session.show_page(driver.ask)
    front.screen.paper.put(front.last)
    return console.export_svg(
        title=" ".join(("solo play", shown.game, *(f"--against {each}" for each in against)))
    )


def words_in(svg: str) -> list[str]:
    """What a picture says, line by line: other versions of the library draw the same words otherwise."""
    return re.findall(r"<text[^>]*>([^<]*)</text>", svg)


def main() -> None:
    for shown in SHOWN:
        (FOLDER / shown.file).write_text(picture(shown), encoding="utf-8")


if __name__ == "__main__":
    main()
