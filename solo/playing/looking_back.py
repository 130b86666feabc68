"""Looking back on a game: its turns are judged in the background, while the person reads how it ended.

The turns are cached beside the save because judging them is slow. They are valid only for the same entries
and the same version of the program; the file may be deleted at any time.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from functools import partial
from hashlib import blake2b
from threading import Thread

from msgspec.json import encode

from automa.coach import Coach
from automa.dialogue import Text
from solo import __version__
from solo.keeping.disk import read_json, write_json
from solo.keeping.saves import review_beside
from solo.playing.coaching import JudgedTurn, review, turn_count
from solo.playing.driver import Driver
from solo.trouble import Trouble

POLL_SECONDS = 0.1
"""How many seconds pass between two looks at what has been judged; Ctrl-C works in between."""


class LookingBack:
    """The judged turns of people in a game, kept with its save."""

    def __init__(self, driver: Driver) -> None:
        self.driver = driver
        self.judged: dict[str, list[JudgedTurn]] = {}
        """By person, as soon as all of their turns are judged."""
        self.done = self.total = 0
        """How many turns are judged, and how many there are to judge."""
        self._begun: tuple[str, Sequence[str]] = ("", ())
        """The game as it was, and whose turns are looked back on."""
        self._worker: Thread | None = None
        self._error: Exception | None = None

    def is_about(self, driver: Driver) -> bool:
        """Whether a game is still as it was when its turns were looked back on."""
        return self._begun[0] == _digest(driver)

    @property
    def is_over(self) -> bool:
        """Whether all turns are judged; what went wrong is raised."""
        if self._error is not None:
            raise self._error
        return all(seat in self.judged for seat in self._begun[1])

    def start_for_one(self) -> None:
        """Begin for the one person in a game; others are judged when that is asked for."""
        people = [seat.id for seat in self.driver.setup.people]
        with suppress(Trouble):  # nobody in this game could tell
            self.start(people if len(people) == 1 else [])

    def start(self, seats: Sequence[str]) -> None:
        """Begin with the turns of these people, as far as they are not kept or begun with already."""
        coach = self.driver.game.coach(self.driver.setup)
        if isinstance(coach, Text):
            raise Trouble(coach)
        game = _digest(self.driver)
        if self._begun == (game, seats):
            return
        path = self.driver.journal.path
        found = path and read_json(review_beside(path), tuple[str, dict[str, list[JudgedTurn]]])
        self.judged = found[1] if found and found[0] == game else {}
        self._begun, self._error = (game, seats), None
        wanted = [seat for seat in seats if seat not in self.judged]
        self.done, self.total = 0, sum(turn_count(self.driver, seat, coach) for seat in wanted)
        self._worker = Thread(target=partial(self._work, coach, wanted, self._begun), daemon=True)
        self._worker.start()

    def _work(self, coach: Coach, seats: Sequence[str], begun: tuple[str, Sequence[str]]) -> None:
        """Judge the turns of these people, and cache them; if the disk refuses, that is done again."""
        path = self.driver.journal.path
        try:
            for seat in seats:
                found: list[JudgedTurn] = []
                for turn in review(self.driver, seat, coach):
                    if self._begun is not begun:  # the game has changed meanwhile
                        return
                    found.append(turn)
                    self.done += 1
                self.judged[seat] = found
                if path is not None:
                    with suppress(Trouble):
                        write_json(review_beside(path), (begun[0], self.judged))
        except Exception as error:  # for the one who waits
            self._error = error

    def steps(self) -> Iterator[int]:
        """The number of turns that are judged, each as soon as it is, until all are."""
        seen = 0
        while not self.is_over:
            assert self._worker is not None
            self._worker.join(POLL_SECONDS)
            yield from range(seen, self.done)
            seen = self.done


def _digest(driver: Driver) -> str:
    """A digest of the program's version, the header and every entry."""
    game = encode((__version__, driver.journal.header, driver.journal.history.entries))
    return blake2b(game, digest_size=12).hexdigest()
