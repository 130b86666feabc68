"""`solo table`: the table of a saved game, once or live in a second terminal."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from time import sleep
from typing import Annotated

from automa.dialogue import Text
from solo.commands.options import Context, argument, option
from solo.keeping.saves import find_save
from solo.playing.driver import Driver
from solo.playing.starting import look_at
from solo.showing.screen import Screen
from solo.trouble import Trouble

PAUSE = 0.5
"""How many seconds pass between two looks at the file."""
CLEAN = "\x1b[H\x1b[2J"
"""An empty screen, the cursor at the top left."""


def table(
    ctx: Context,
    save: Annotated[str | None, argument("help.save", "SAVE")] = None,
    *,
    follow: Annotated[bool, option("help.follow", "--follow")] = False,
) -> int:
    """Show the table; with `--follow` again whenever something was answered, until Ctrl-C."""
    path = find_save(save)
    driver, words = ctx.look_at(path.stem)
    screen = ctx.screen(words)
    _draw(screen, driver)
    if follow:
        for _ in changes(path, sleep):
            try:
                driver = look_at(path.stem)
            except Trouble:  # half of a line is on disk: the next look finds it whole
                continue
            if not screen.is_plain:
                sys.stdout.write(CLEAN)
            _draw(screen, driver)
            if driver.sheet is not None:
                break
    return 0


def changes(path: Path, wait: Callable[[float], None]) -> Iterator[int]:
    """The size of a file, each time it has changed; it ends when the file is gone."""
    size = path.stat().st_size
    while True:
        wait(PAUSE)
        try:
            now = path.stat().st_size
        except FileNotFoundError:
            return
        if now != size:
            size = now
            yield now


def _draw(screen: Screen, driver: Driver) -> None:
    names = [seat.name for seat in driver.setup.seats]
    screen.rule(Text("table.of", game=driver.game.name, names=names))
    screen.picture(driver.script.picture(driver.viewer))
    if driver.sheet is not None:
        screen.sheet(driver.sheet)
