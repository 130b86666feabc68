"""What opponents say at the table: a few words in character now and then, never reasons.

What is said is a function of the journal and its seed: a game that is resumed, replayed or read in another
language says the same lines. They stand in `locale/voices.toml` in a game's tables.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Literal, TypeAlias, get_args

import tomli
from msgspec import Struct, convert

from automa.dialogue import Tell, Text
from automa.game import Seat
from solo.playing.driver import Driver, Run
from solo.playing.newgame import MET
from solo.shipped import locale_folder

Situation: TypeAlias = Literal[
    "greeting", "again", "takes", "blocked", "great", "poor", "leads", "trails", "last", "wins", "loses",
    "draws",
]  # fmt: skip
SITUATIONS: tuple[Situation, ...] = get_args(Situation)
LANGUAGES = ("en", "nl")
"""The order in which a line stands in the languages."""
Line: TypeAlias = tuple[str, str]
Lines: TypeAlias = Mapping[Situation, Sequence[Line]]

FILE = "voices.toml"
GREETINGS: frozenset[Situation] = frozenset({"greeting", "again"})
"""What is said before the first answer."""
EVERYDAY: frozenset[Situation] = frozenset({"takes", "blocked"})
"""What happens in most turns, and is mentioned only where there is nothing else."""
CHANCE_TO_SPEAK = 0.6
"""How often something that could be remarked upon is."""
CHANCE_OF_SMALL_TALK = 0.2
"""How often something everyday is."""
GREAT = 1.7
"""How many times the usual points make a great turn."""
GREAT_AT_LEAST = 4
POOR = 0.25
"""A turn is poor that brings no more than this part of the usual."""
USUAL_AT_LEAST = 1.5
"""Where turns bring less than this, none is poor."""
CLEAR_LEAD = 3
"""How many points ahead are worth mentioning."""
FIRST_TURNS = 2
"""How many turns must be over before leads and usual points are mentioned."""


class Remark(Struct, frozen=True):
    """A line that an opponent says."""

    seat: Seat
    situation: Situation
    line: Line

    def in_language(self, lang: str) -> str:
        return self.line[LANGUAGES.index(lang)]

    def told(self, lang: str) -> Text:
        """The line with who says it."""
        return Text("talk.remark", who=self.seat.name, line=self.in_language(lang))


class Moment(Struct, frozen=True):
    """The table after some entries of the journal, as far as remarks depend on it."""

    entries: int
    events: int
    """How much had happened by then."""
    is_question: bool
    """Whether a person is asked something of their own, or the game is over."""
    totals: Mapping[str, int]
    """The points if the game ended now, by seat."""
    holders: Mapping[str, str]
    """Who has what only one player can have, by seat."""
    is_last_round: bool
    acted: frozenset[str] = frozenset()
    """At a question: the seats that did something since the one before."""


def voices(folder: str) -> Mapping[str, Lines]:
    """The lines of a game's opponents by id; none where it has no file of them."""
    file = Path(locale_folder(folder)) / FILE
    if not file.is_file():
        return {}
    return convert(tomli.loads(file.read_text("utf-8")), dict[str, dict[Situation, list[Line]]])


class Voices:
    """Who says what in one game."""

    def __init__(self, driver: Driver, *, quiet: bool = False) -> None:
        self.driver = driver
        opponents = [] if quiet else [seat for seat in driver.setup.seats if seat.opponent]
        self._lines = voices(driver.game.folder) if opponents else {}
        self._opponents = [seat for seat in opponents if seat.opponent in self._lines]
        self._people = driver.setup.people
        met = driver.journal.header.options.get(MET, "").split(",")
        self._met = {seat.id for seat in self._opponents if seat.opponent in met}
        self._moments: list[Moment] = []
        self._said: list[tuple[int, Remark]] = []
        """Every remark with the number of entries at which it was made."""

    def notice(self) -> None:
        """Look at the table: after an answer of a person's, and when a person is asked again."""
        if not self._opponents:
            return
        entries = len(self.driver.journal.history.entries)
        if self._moments and self._moments[-1].entries > entries:  # something was taken back
            self._moments = [each for each in self._moments if each.entries <= entries]
            self._said = [each for each in self._said if each[0] <= entries]
        if not self._moments and entries:
            self._catch_up()
        if not self._moments or self._moments[-1].entries < entries:
            self._look(self.driver.run, entries)

    def remarks(self) -> list[Remark]:
        """What is said now, before the question that is open."""
        entries = len(self.driver.journal.history.entries)
        return [remark for at, remark in self._said if at == entries]

    def _catch_up(self) -> None:
        """Hear what was said before, in a game that was resumed."""
        is_after_persons = False
        for run, entry, index in self.driver.walk():
            if entry.is_persons or is_after_persons:
                self._look(run, index)
            is_after_persons = entry.is_persons

    def _look(self, run: Run, entries: int) -> None:
        self._moments.append(self._moment(run, entries))
        if self._moments[-1].is_question:
            self._said += [(entries, remark) for remark in self._spoken(run, entries)]

    def _moment(self, run: Run, entries: int) -> Moment:
        script, ask = run.script, run.ask
        stage = script.stage()
        since = next((each.events for each in self._moments[::-1] if each.is_question), 0)
        return Moment(
            entries,
            len(run.log),
            ask is None or any(ask.to == seat.id for seat in self._people),
            {column.seat: column.total for column in script.sheet().columns},
            script.holders(),
            stage is not None and (stage.is_last or stage.value == stage.top > 1),
            frozenset(event.seat for event in run.log[since:] if isinstance(event, Tell)),
        )

    def _spoken(self, run: Run, entries: int) -> Iterator[Remark]:
        """What is said at a question, or when the game is over."""
        questions = [each for each in self._moments if each.is_question]
        random = self.driver.chance.random("voices", entries)
        if run.sheet is not None:
            winners = {column.seat for column in run.sheet.winners()}
            for seat in self._opponents:
                is_draw = len(winners) > 1 and seat.id in winners
                ending: Situation = "draws" if is_draw else "wins" if seat.id in winners else "loses"
                yield self._line(seat, ending, random.random())
        elif len(questions) == 1:
            for seat in self._opponents:
                yield self._line(seat, "again" if seat.id in self._met else "greeting", random.random())
        else:
            acted = [seat for seat in self._opponents if seat.id in questions[-1].acted]
            last = {said.seat.id: said.situation for _, said in self._said}
            spoke_just_now = bool(self._said) and self._said[-1][0] >= questions[-2].entries
            fit = [
                (seat, each)
                for seat in acted
                for each in self._situations(seat, questions)
                if each != last.get(seat.id)  # not of the same again at once
            ]
            rare = [each for each in fit if each[1] not in EVERYDAY]
            chance = CHANCE_TO_SPEAK if rare else CHANCE_OF_SMALL_TALK
            if fit and not spoke_just_now and random.random() < chance:
                seat, situation = random.choice(rare or fit)
                yield self._line(seat, situation, random.random())

    def _situations(self, seat: Seat, questions: Sequence[Moment]) -> Iterator[Situation]:
        """What there is for an opponent to remark upon since the person's last question."""
        before, now = questions[-2:]
        answered = next(
            (each for each in self._moments[::-1] if before.entries < each.entries < now.entries), before
        )
        if now.is_last_round and not before.is_last_round:
            yield "last"
        mine = {each.id for each in self._people}
        if seat.id in _takers(answered, now):
            yield "takes"
        if mine & _takers(before, answered):
            yield "blocked"
        if len(questions) <= FIRST_TURNS:
            return
        gained = now.totals[seat.id] - before.totals[seat.id]
        turns = sum(seat.id in each.acted for each in questions[1:-1])
        usual = (before.totals[seat.id] - questions[0].totals[seat.id]) / max(turns, 1)
        if gained >= max(GREAT_AT_LEAST, GREAT * usual):
            yield "great"
        elif gained <= POOR * usual and usual >= USUAL_AT_LEAST:
            yield "poor"
        was, is_now = (each.totals[seat.id] - max(each.totals[id] for id in mine) for each in (before, now))
        if was <= 0 and is_now >= CLEAR_LEAD:
            yield "leads"
        elif was >= 0 and is_now <= -CLEAR_LEAD:
            yield "trails"

    def _line(self, seat: Seat, situation: Situation, drawn: float) -> Remark:
        """One of its lines for the situation."""
        lines = self._lines[seat.opponent][situation]
        return Remark(seat, situation, lines[int(drawn * len(lines))])


def _takers(before: Moment, after: Moment) -> set[str]:
    """Who got something that they did not have before."""
    return {seat for thing, seat in after.holders.items() if before.holders.get(thing) != seat}
