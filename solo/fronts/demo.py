"""A whole game on a virtual table: told as it goes, or watched turn by turn. No box, no typing."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from msgspec import Struct

from automa.dialogue import TABLE, Tell, Text
from automa.pieces import changed, difference
from solo.fronts.book import LEAVE, Book
from solo.playing.driver import Driver
from solo.showing.page import Scene
from solo.showing.screen import Screen


def narrate(driver: Driver, screen: Screen, *, why: bool = False) -> None:
    """Play to the end and tell every move; the table is shown at the start of each round and at the end."""
    news = driver.news()
    while True:
        for event in news:
            if isinstance(event, Tell):
                if event.stage:
                    screen.picture(driver.script.picture(TABLE))
                screen.text(event)
                if why and event.why:
                    screen.why(event.why)
        if not driver.step():
            break
        news = driver.news()
    screen.picture(driver.script.picture(TABLE))
    if driver.sheet is not None:
        screen.sheet(driver.sheet)


class DemoTurn(Struct):
    """What was done in a turn, and what has changed on the table."""

    tells: list[Tell]
    changed: Collection[str]
    is_last: bool


def turns(driver: Driver) -> Iterator[DemoTurn]:
    """Play to the end, a turn at a time."""
    tells: list[Tell] = []
    lay = driver.script.pieces()
    going = True
    while going:
        turn = _whose_turn(driver)
        going = driver.step()
        tells += [event for event in driver.news() if isinstance(event, Tell)]
        if tells and (not going or _whose_turn(driver) not in (turn, TABLE)):
            lies = driver.script.pieces()
            yield DemoTurn(tells, changed(difference(lay, lies)), not going)
            tells, lay = [], lies


def watch(driver: Driver, book: Book, opening: Text, *, pace: float | None = None, why: bool = False) -> None:
    """Play to the end, a page for each turn: the table, and what has been done.

    The next page comes after `pace` seconds, or when the viewer presses Enter; `q` leaves.
    """
    book.screen.text(opening)
    before: list[Text] = []
    for turn in turns(driver):
        panels = driver.script.panels(TABLE, None)
        scene = Scene(driver.game.name, driver.setup.seats, TABLE, driver.script.stage(), panels)
        scene.told, scene.before, scene.why, scene.changed = turn.tells, before, why, turn.changed
        if driver.sheet is not None:
            scene.points, scene.closing = book.screen.sheet_rows(driver.sheet)
        book.show(scene, pace)
        if not turn.is_last and book.wait(pace).casefold() == LEAVE:
            return
        before = [*before, *turn.tells]


def _whose_turn(driver: Driver) -> str:
    """Who is asked next; the table while cards are turned up and dice are rolled."""
    return "" if driver.ask is None else driver.ask.to
