"""The pictures of pages in the README, made from real games: `python -m tests.screenshot`."""

from __future__ import annotations

from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Literal, NamedTuple

import pytest
from playwright.sync_api import sync_playwright

from solo.web.site import Site
from tests.atable import play_on
from tests.pictures import FOLDER
from tests.solo.commandline import at_home
from tests.solo.web.serving import CHROMIUM, same_games, serving


class Shot(NamedTuple):
    """A page to photograph: the game after so many random answers, on a device."""

    file: str
    game: str
    answers: int
    size: tuple[int, int]
    scheme: Literal["light", "dark"]


SHOTS = (
    Shot("page-castle-combo.png", "castle-combo", 8, (390, 844), "light"),
    Shot("page-methoni.png", "methoni", 8, (390, 844), "dark"),
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
                page.screenshot(path=folder / shot.file)
            browser.close()


def begun(site: Site, shot: Shot) -> str:
    """The path of a game after its first answers."""
    path = site.post(f"/new/{shot.game}", {"cards": ["app"], "dice": ["app"]}, "en").location
    driver = site.sittings[path.rpartition("/")[2]].driver
    play_on(driver, Random(11), shot.answers)
    return path


def main() -> None:
    photograph_pages(FOLDER)


if __name__ == "__main__":
    main()
