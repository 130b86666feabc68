"""The pictures in the README, made from real games: `python -m tests.screenshot`."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import AbstractContextManager, nullcontext
from io import StringIO
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Literal, NamedTuple

import pytest
from playwright.sync_api import sync_playwright
from rich.console import Console

from solo.fronts.book import Pager, View
from solo.fronts.desk import CommandName
from solo.fronts.reading import read
from solo.fronts.session import Session
from solo.showing.layout import Row
from solo.showing.screen import Screen
from solo.web.site import Site
from solo.words.sentences import Words
from tests.atable import a_driver, a_header, advance, play_on
from tests.solo.commandline import at_home
from tests.solo.web.serving import CHROMIUM, same_games, serving

FOLDER = Path(__file__).parent / "golden"
CASTLE_COMBO = ("spy", "cardinal left of spy", "potter above cardinal", "glassblower above spy")
VALERIA = ("4", "iron-pit", "stone", "stone", "gold", "temple the-anchorage stone", "shadow", "done")
"""What the player answers in the first turns of the games that are shown."""
SCREENS = (
    ("screen.svg", "castle-combo", "old-berthold", CASTLE_COMBO, (80, 24)),
    ("screen-wide.svg", "castle-combo", "old-berthold", CASTLE_COMBO, (120, 50)),
    ("screen-valeria-small.svg", "valeria", "ysolde-fenn", VALERIA, (80, 24)),
    ("screen-valeria.svg", "valeria", "ysolde-fenn", VALERIA, (120, 50)),
)
"""The pictures of a terminal: both games on a small one and on a large one."""


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

    def line(self, ask: object, *, back: bool = False, view: View | None = None) -> str:
        raise EOFError

    def rest(self) -> int:
        return 0

    def thinking(self) -> AbstractContextManager[None]:
        return nullcontext()


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


class Shot(NamedTuple):
    """A page to photograph: the game after so many random answers, on a device."""

    file: str
    game: str
    answers: int
    size: tuple[int, int]
    scheme: Literal["light", "dark"]
    touched: str = ""
    """What has been touched on it."""


SHOTS = (
    Shot("page-castle-combo.png", "castle-combo", 8, (390, 844), "light"),
    Shot("page-methoni.png", "methoni", 8, (390, 844), "dark"),
    Shot("page-sheet.png", "castle-combo", 8, (390, 844), "light", ".table a.touch >> nth=1"),
    Shot("page-valeria.png", "valeria", 22, (1024, 768), "light"),
)


def photograph_pages(folder: Path) -> None:
    """The pages of `solo serve`, in a real browser."""
    with TemporaryDirectory() as home, pytest.MonkeyPatch.context() as monkeypatch, sync_playwright() as play:
        same_games(monkeypatch)
        at_home(Path(home), monkeypatch)
        with serving(Path(home)) as site:
            browser = play.chromium.launch(executable_path=CHROMIUM)
            for shot in SHOTS:
                width, height = shot.size
                page = browser.new_page(
                    viewport={"width": width, "height": height},
                    color_scheme=shot.scheme,
                    reduced_motion="reduce",
                    has_touch=True,
                )
                page.goto(site.url + site.served.worker.submit(begun, site.served.site, shot).result())
                if shot.touched:
                    page.locator(shot.touched).tap()
                page.screenshot(path=folder / shot.file)
            browser.close()


def begun(site: Site, shot: Shot) -> str:
    """The path of a game after its first answers."""
    path = site.post(f"/new/{shot.game}", {"cards": ["app"], "dice": ["app"]}, "en").location
    driver = site.sittings[path.rpartition("/")[2]].driver
    play_on(driver, Random(11), shot.answers)
    return path


def main() -> None:
    for file, game, against, answers, size in SCREENS:
        (FOLDER / file).write_text(screenshot(game, against, answers, *size), encoding="utf-8")
    photograph_pages(FOLDER)


if __name__ == "__main__":
    main()
