"""Looking back on a game that is over: begun in the background while the person reads how it ended.

The turns are cached beside the save because judging them is slow. They are valid only for the same entries
and the same version of the program; the file may be deleted at any time.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from hashlib import blake2b
from queue import Empty, SimpleQueue
from threading import Thread

from msgspec.json import encode

from automa.dialogue import Text
from solo import __version__
from solo.keeping.disk import read_json, write_json
from solo.keeping.saves import review_beside
from solo.playing.coaching import JudgedTurn, review, turn_count
from solo.playing.driver import Driver
from solo.trouble import Trouble

PAUSE = 0.1
"""How many seconds pass between two looks at what has been judged: Ctrl-C is heard in between."""


class LookingBack:
    """The judged turns of each person in a game, kept with its save."""

    def __init__(self, driver: Driver) -> None:
        self.driver = driver
        self._begun: tuple[int, str, SimpleQueue[JudgedTurn | BaseException | None]] | None = None
        """The lines of the journal and the person that are worked on, and the turns as they are judged."""

    def kept(self) -> dict[str, list[JudgedTurn]]:
        """What was judged before and still holds, by person."""
        path = self.driver.journal.path
        found = path and read_json(review_beside(path), tuple[str, dict[str, list[JudgedTurn]]])
        return found[1] if found and found[0] == self._digest() else {}

    def keep(self, seat: str, turns: list[JudgedTurn]) -> None:
        """Cache the turns of a person; if the disk refuses, they are judged again next time."""
        path = self.driver.journal.path
        if path is not None:
            with suppress(Trouble):
                write_json(review_beside(path), (self._digest(), self.kept() | {seat: turns}))

    def _digest(self) -> str:
        """A digest of the program's version, the header and every entry."""
        journal = self.driver.journal
        game = encode((__version__, journal.header, journal.history.entries))
        return blake2b(game, digest_size=12).hexdigest()

    def start(self) -> None:
        """Begin in the background, for the one person in a game; others are judged when that is asked for."""
        people = [seat.id for seat in self.driver.setup.people]
        coach = self.driver.game.coach(self.driver.setup)
        if len(people) != 1 or isinstance(coach, Text) or people[0] in self.kept():
            return
        judged: SimpleQueue[JudgedTurn | BaseException | None] = SimpleQueue()
        turns = review(self.driver, people[0], coach)
        self._begun = self.driver.journal.lines, people[0], judged
        Thread(target=_work, args=(turns, judged), daemon=True).start()

    def turns(self, seat: str) -> tuple[int, Iterator[JudgedTurn]]:
        """How many turns there are to look back on, and these as they are judged."""
        coach = self.driver.game.coach(self.driver.setup)
        if isinstance(coach, Text):
            raise Trouble(coach)
        total = turn_count(self.driver, seat, coach)
        begun, self._begun = self._begun, None  # what is broken off is begun anew
        if begun is not None and begun[:2] == (self.driver.journal.lines, seat):
            return total, _waited_for(begun[2])
        return total, review(self.driver, seat, coach)


def _work(turns: Iterator[JudgedTurn], judged: SimpleQueue[JudgedTurn | BaseException | None]) -> None:
    try:
        for turn in turns:
            judged.put(turn)
        judged.put(None)
    except BaseException as error:
        judged.put(error)  # for the one who waits


def _waited_for(judged: SimpleQueue[JudgedTurn | BaseException | None]) -> Iterator[JudgedTurn]:
    """The turns as they come from the background."""
    while True:
        try:
            turn = judged.get(timeout=PAUSE)
        except Empty:
            continue
        if isinstance(turn, BaseException):
            raise turn
        if turn is None:
            return
        yield turn
