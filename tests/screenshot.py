"""The pictures in the README, made from real games: `python -m tests.screenshot`."""

from __future__ import annotations

from collections.abc import Sequence
from io import StringIO
from pathlib import Path

from rich.console import Console

from solo.fronts.book import Pager
from solo.fronts.reading import CommandName, read
from solo.fronts.session import Session
from solo.showing.layout import Row
from solo.showing.screen import Screen
from solo.words.sentences import Words
from tests.atable import a_driver, a_header, advance

FOLDER = Path(__file__).parent / "golden"
CASTLE_COMBO = ("spy", "cardinal left of spy", "potter above cardinal", "glassblower above spy")
VALERIA = ("4", "iron-pit", "stone", "stone", "gold", "temple the-anchorage stone", "shadow", "done")
"""What the player answers in the first turns of the games that are shown."""


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

    def pause(self, seconds: float | None = None) -> str:
        return ""

    def line(self, ask: object, *, back: bool = False, begun: str = "") -> str:
        raise EOFError

    def rest(self) -> int:
        return 0


def screenshot(game: str, against: str, answers: Sequence[str], width: int, height: int) -> str:
    """The beginning of a turn, after some answers, as an SVG picture."""
    words = Words.of("en", [game.replace("-", "_")], strict=True)
    console = Console(
        record=True, width=width, height=height, file=StringIO(), force_terminal=True, highlight=False
    )
    driver = a_driver(a_header(game, seed=12 if game == "castle-combo" else 7, against=[against]))
    front = Photographed(Screen.rich(words, console))
    session = Session(driver, front, words)
    for answer in answers:
        assert driver.ask is not None
        session.answer(read(driver.ask, answer, words))
        advance(driver)
    session.show_page(driver.ask)
    front.screen.paper.put(front.last)
    return console.export_svg(title=f"solo play {game} --against {against}")


def main() -> None:
    castle_combo = screenshot("castle-combo", "old-berthold", CASTLE_COMBO, 80, 24)
    (FOLDER / "screen.svg").write_text(castle_combo, encoding="utf-8")
    valeria = screenshot("valeria", "ysolde-fenn", VALERIA, 120, 50)
    (FOLDER / "screen-valeria.svg").write_text(valeria, encoding="utf-8")


if __name__ == "__main__":
    main()
