"""The picture in the README, made from a real game: `python -m tests.screenshot`."""

from __future__ import annotations

from contextlib import suppress
from io import StringIO
from pathlib import Path

from rich.console import Console

from solo.fronts.reading import CommandName
from solo.fronts.session import Left, Session
from solo.showing.screen import Screen
from solo.words.sentences import Words
from tests.atable import a_driver, a_header, advance

SCREEN = Path(__file__).parent / "golden" / "screen.svg"
WIDTH = 84
MOVES = ("spy", "cardinal left of spy", "potter above cardinal", "glassblower above spy")
"""What the player takes in the first turns of the game that is shown."""


class Photographed:
    """A front end that only shows."""

    piped = False

    def __init__(self, screen: Screen) -> None:
        self.screen = screen
        self.commands: frozenset[CommandName] = frozenset()

    def line(self, ask: object, *, back: bool = False) -> str:
        raise EOFError

    def rest(self) -> int:
        return 0


def screenshot() -> str:
    """The beginning of a turn, after a few, as an SVG picture."""
    words = Words.of("en", ["castle_combo"], strict=True)
    console = Console(
        record=True, width=WIDTH, height=100, file=StringIO(), force_terminal=True, highlight=False
    )
    driver = a_driver(a_header("castle-combo", seed=12, against=["old-berthold"]))
    for move in MOVES:
        driver.news()
        driver.answer(move)
        advance(driver)
    session = Session(driver, Photographed(Screen.rich(words, console)), words, show_why=True)
    session.tell(driver.news())
    with suppress(Left):  # nobody is there to answer
        session.ask_and_do()
    return console.export_svg(title="solo play castle-combo --against old-berthold --why")


def main() -> None:
    SCREEN.write_text(screenshot(), encoding="utf-8")


if __name__ == "__main__":
    main()
