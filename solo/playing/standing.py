"""Where a saved game stands: its round and the points so far, worked out by playing it again."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager, suppress

from automa.dialogue import Tell, Text
from solo.keeping.standings import CachedStanding, Standing, remember
from solo.playing.driver import Driver
from solo.playing.resuming import look_at
from solo.trouble import Trouble


def standing(save: str) -> Standing | Text:
    """Where it stands; why it cannot be gone on with, if it cannot."""
    try:
        return standing_of(look_at(save))
    except Trouble as trouble:
        return trouble.text


def standing_of(driver: Driver) -> Standing:
    """Where a game stands that is at hand; `Trouble` if it cannot be told."""
    with driver.looking():
        return _standing(driver)


def _standing(driver: Driver) -> Standing:
    stages = (
        event.values.get("round")
        for event in reversed(driver.run.log)
        if isinstance(event, Tell) and event.stage
    )
    now = next(stages, None)
    points = {column.seat: column.total for column in driver.script.sheet().columns}
    asked = "" if driver.ask is None else driver.ask.to
    return Standing(now if isinstance(now, int) else None, points, asked)


@contextmanager
def remembering(driver: Driver) -> Iterator[None]:
    """Note where a game stands when it is left, for the list of saves."""
    try:
        yield
    finally:
        path = driver.journal.path
        if path is not None and driver.ask is not None:
            with suppress(OSError, Trouble):  # it was deleted meanwhile, or the list will say what is wrong
                remember({path.stem: CachedStanding(path.stat().st_size, standing_of(driver))})
