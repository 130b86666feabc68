"""A whole game as readable lines."""

from __future__ import annotations

from collections.abc import Iterator

from automa.dialogue import Tell, Text
from solo.playing.driver import Driver
from solo.showing.events import answered, log, typed_answers
from solo.showing.sheets import render_sheet
from solo.words.sentences import Words


def transcript(driver: Driver, words: Words) -> Iterator[str]:
    """What was asked, answered and told, and the sheet of a game that is over."""
    header = driver.journal.header
    names = [seat.name for seat in driver.setup.seats]
    yield words.plain(Text("transcript.title", game=driver.game.name, date=header.started, names=names))
    yield words.plain(Text("transcript.seed", seed=header.seed, version=header.app))
    yield ""
    typed = typed_answers(driver)
    for event in log(driver):
        if isinstance(event, Tell):
            yield words.plain(event)
            yield from (f"    {words.plain(reason)}" for reason in event.why)
        else:
            yield "  " + words.plain(answered(event, typed))
    if driver.sheet is not None:
        yield ""
        yield render_sheet(driver.sheet, words, "markdown")
