"""A whole game on a virtual table, told as it goes: no box, no typing."""

from __future__ import annotations

from automa.dialogue import TABLE, Tell
from solo.playing.driver import Driver
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
