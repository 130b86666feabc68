"""Runs a game: replays the journal, lets opponents and chance answer, and waits for people.

The journal is the game. The state is only ever the result of running the script with the journal's answers,
so undo, redo, resume and a mended entry are all the same operation: run it again with other answers.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from itertools import pairwise, takewhile
from typing import Any, TypeAlias

from msgspec import Struct, field
from msgspec.json import encode
from msgspec.structs import replace

from automa.dialogue import (
    CORRECTED,
    TABLE,
    YOU,
    Answer,
    Ask,
    Choose,
    Confirm,
    Deck,
    Lot,
    Option,
    Refused,
    Roll,
    Says,
    Several,
    Tell,
    Text,
    Value,
    no_questions,
)
from automa.game import Correction, Decider, Game, Script, Setup, Tables
from automa.pieces import Act, Table, difference
from automa.sheet import Sheet
from automa.written import written
from solo.facts.overlay import load
from solo.keeping.journal import Entry, Header, Journal, Mend, NextDrawByHand, Record, Redo, Undo
from solo.keeping.reports import report
from solo.playing.chance import Seeded
from solo.trouble import Trouble

CHANCE = ("app", "table")
"""Who rolls the dice or turns up the cards."""
LONGEST_THOUGHT = 600
"""The most seconds that count as thinking about one answer."""
TAUGHT = "taught"
"""The correction key of an entry that takes over taught facts; its answer is the whole tree of them."""

TEXTS: Mapping[str, type[Text]] = {"says": Says, "text": Text}
"""What texts are called in the journal."""

Taught: TypeAlias = Mapping[str, object]
"""The facts that a user taught, as a tree."""


class Given(Struct):
    """An answer as it was given: what was asked, and the journal entry."""

    ask: Ask
    entry: Entry
    index: int


Event = Tell | Given


class Misfit(Trouble):
    """An entry of a journal that does not answer what the game asks there."""

    def __init__(self, index: int, text: Text) -> None:
        super().__init__(text)
        self.index = index


class Failure(Misfit):
    """An error of ours inside a game. It is reported, and the entry that led to it is not kept."""

    def __init__(self, index: int, text: Text, error: Exception) -> None:
        super().__init__(index, text)
        self.error = error


class Mended(Struct):
    """A journal with one entry replaced: the later entries that still fit, and where they stop."""

    index: int
    entries: list[Entry]
    stopped: Given | None = None
    """The first later entry that no longer fits."""
    lost: int = 0
    """How many later entries of a person would be dropped."""
    acts: list[Act] = field(default_factory=list)
    """What is to be done at the table for it."""


class TakeFacts(Confirm):
    """Whether taught facts hold from here on; the answer in the journal is the facts themselves."""

    __slots__ = ()

    def check(self, answer: object, *, insist: bool = False) -> Any:
        if not isinstance(answer, dict):
            raise Refused(Text("facts.only-undo"))
        return answer


class Run:
    """One run of a script, as far as its journal goes."""

    __slots__ = (
        "_conversation", "_dice_in_box", "_header", "_tables", "ask", "dice_and_cards", "log", "places",
        "script", "setup", "sheet", "taught",
    )  # fmt: skip

    def __init__(self, game: Game, setup: Setup, header: Header, tables: Callable[[Taught], Tables]) -> None:
        """`tables` loads the game's tables with taught facts; raises `Failure` if the game cannot begin."""
        self._header = header
        self.setup = setup
        self.taught: Taught = header.taught
        """The facts that this game is played with now."""
        self._tables = tables
        options = header.options
        self.dice_and_cards: dict[str, str] = {
            what: options[what] for what in ("cards", "dice") if what in options
        }
        self._dice_in_box = game.dice_in_box
        self.log: list[Event] = []
        self.places: dict[str, int] = {}
        self.ask: Ask | None = None
        self.sheet: Sheet | None = None
        with self._reporting():
            self.script = game.script(setup)
            self._conversation = self.script.play()
            self._go_on(None)

    def apply(self, entry: Entry, index: int) -> None:
        """Check an entry and apply it; `Misfit` if it does not answer the open question.

        After any exception the run cannot be used any more.
        """
        with self._reporting(entry):
            if entry.fix:
                self._correct(entry, index)
            else:
                self._answer(entry, index)

    @contextmanager
    def _reporting(self, entry: Entry | None = None) -> Iterator[None]:
        """Report any error but `Trouble` as a `Failure`."""
        try:
            yield
        except Trouble:
            raise
        except Exception as error:
            raise self.failure(error, entry) from error

    def _answer(self, entry: Entry, index: int) -> None:
        ask = self.ask
        if ask is None:
            raise Misfit(index, Text("misfit.over", entry=self._counted(entry)))
        if ask.id != entry.ask or ask.to != entry.to:
            raise Misfit(index, Text("misfit.other", entry=self._counted(entry), question=ask.text))
        try:
            answer = ask.check(entry.answer, insist=entry.insist)
        except Refused as refused:
            raise self._misfit(entry, index, refused) from refused
        ask.why = [reason for reason in map(unpack, entry.why) if isinstance(reason, Text)]
        if ask.stream:
            self.places[ask.stream] = self.places.get(ask.stream, 0) + 1
        self.log.append(Given(ask, entry, index))
        self._go_on(answer)

    def failure(self, error: Exception, entry: Entry | None = None) -> Failure:
        """Write a report of an error, and make the `Failure` that tells of it: at an entry, or at none."""
        entries = [event.entry for event in self.log if isinstance(event, Given)]
        index = len(entries)
        if entry is None:
            return Failure(index, report(error, self._header, entries), error)
        if entries and entries[-1] is entry:  # it was taken, and the game went wrong after it
            index -= 1
        entries[index:] = [entry]
        at = self._counted(entry, entries[:index])
        return Failure(index, Text("failure.at", entry=at, what=report(error, self._header, entries)), error)

    def _correct(self, entry: Entry, index: int) -> None:
        try:
            correction = self.correction(entry.fix)
            correction.put(correction.ask.check(entry.answer, insist=entry.insist))
        except (Refused, Trouble) as refused:
            raise self._misfit(entry, index, refused) from refused
        if entry.fix == TAUGHT:
            done = Tell("facts.taken-over", deed=False)
        else:
            after = next(
                (each.value for each in self.corrections() if each.key == entry.fix), written(entry.answer)
            )
            before = correction.value
            id = "fix.same" if before == after else "fix.done"
            done = Tell(id, seat=YOU, deed=False, what=correction.name, before=before, after=after)
        self.log += [Given(correction.ask, entry, index), done]
        if self.ask is not None:
            self._go_on(CORRECTED)
        else:
            self.sheet = self.script.sheet()

    def _misfit(self, entry: Entry, index: int, refused: Refused | Trouble) -> Misfit:
        return Misfit(index, Text("misfit.refused", entry=self._counted(entry), reason=refused.text))

    def _counted(self, entry: Entry, earlier: Sequence[Entry] | None = None) -> Text:
        """An entry by the player's count: the number of their own answer, or of the one before it."""
        if earlier is None:
            earlier = [event.entry for event in self.log if isinstance(event, Given)]
        before = sum(each.is_persons for each in earlier)
        if entry.is_persons:
            return Text("misfit.yours", number=before + 1, answer=written(entry.answer))
        return Text("misfit.after-yours", number=before)

    def label(self, index: int) -> Event:
        """What an entry came down to: the first thing told after it, or else the answer itself."""
        for event, after in pairwise([*self.log, None]):
            if isinstance(event, Given) and event.index == index:
                is_nothing = event.entry.answer in ([], {}, False)
                if isinstance(after, Tell) and not after.phase and after.seat in ("", event.ask.to):
                    return event if is_nothing else after
                return event  # the game went on with something else
        raise IndexError(index)

    def draws(self, ask: Ask) -> bool:
        """Whether the app answers this by itself: a draw that it makes in this game."""
        what = "cards" if isinstance(ask.stream, Deck) else "dice"
        return ask.to == TABLE and (isinstance(ask.stream, Lot) or self.dice_and_cards.get(what) == "app")

    def can_draw(self, ask: Ask) -> bool:
        """Whether the app may draw when asked to: not a card where the real deck is on the table."""
        is_card = isinstance(ask.stream, Deck) and self.dice_and_cards.get("cards") == "table"
        return ask.to == TABLE and not is_card

    def asked(self, entry: Entry) -> Ask:
        """The question that an entry answers or would answer here."""
        ask = self.correction(entry.fix).ask if entry.fix else self.ask
        assert ask is not None
        return ask

    def corrections(self) -> list[Correction]:
        """Everything a player may set right: the game's values, and who draws and rolls dice in the box."""
        chance = [what for what in sorted(self.dice_and_cards) if what != "dice" or self._dice_in_box]
        return [*self.script.corrections(), *map(self._chance_option, chance)]

    def correction(self, key: str) -> Correction:
        if key == TAUGHT:
            return Correction(TAUGHT, Text("facts.name"), "", TakeFacts("facts.take-over", YOU), self._learn)
        # A save may have handed over dice that are not in the box, when that was offered.
        for correction in [*self.script.corrections(), *map(self._chance_option, self.dice_and_cards)]:
            if correction.key == key:
                return correction
        raise Refused(Text("fix.unknown", key=key))

    def _learn(self, taught: Taught) -> None:
        """Go on with these taught facts, if the table as it is agrees with them."""
        tables = self._tables(taught)
        self.script.learn(tables)
        self.setup = replace(self.setup, tables=tables)
        self.taught = taught

    def _chance_option(self, what: str) -> Correction:
        def put(answer: str) -> None:
            self.dice_and_cards[what] = answer

        options = [Option(by, Text(f"option.by.{by}")) for by in CHANCE]
        name = Text(f"option.{what}")
        now = Text(f"option.by.{self.dice_and_cards[what]}")
        return Correction(f"option.{what}", name, now, Choose("fix.chance", YOU, options, what=name), put)

    def _go_on(self, answer: object) -> None:
        try:
            item = self._conversation.send(answer)
            while isinstance(item, Tell):
                self.log.append(item)
                item = self._conversation.send(None)
            self.ask = item
            if (then := item.then) is not no_questions:  # only what the app does not answer itself
                item.then = lambda: [ask for ask in then() if not self.draws(ask)]
        except StopIteration as over:
            if not isinstance(over.value, Sheet):
                raise TypeError("a game that ends without a sheet") from over
            self.ask = None
            self.sheet = over.value


class Driver:
    """One game at the table: the open question, and everything a player can do about it."""

    def __init__(self, game: Game, setup: Setup, journal: Journal, *, stand_ins: bool = False) -> None:
        """With `stand_ins` the game's stand-ins play the people's seats, as in a demo."""
        self.game = game
        self.journal = journal
        self.chance = Seeded(journal.header.seed)
        self._begun_with = setup
        self._unmanned = [seat for seat in setup.seats if stand_ins or not seat.is_person]
        self._deciding: tuple[Setup | None, dict[str, Decider]] = (None, {})
        self._known: dict[bytes, Tables] = {}
        """Tables that were loaded before, by the taught facts in them."""
        self._clock: Callable[[], float] | None = None
        self._answered_at = 0.0
        self._seen = 0
        self._left: Table | None = None
        """Where the pieces lay before a person's last step; None in a game just resumed."""
        self.run = self._rerun(journal.history.entries)

    # What is going on

    @property
    def ask(self) -> Ask | None:
        """The open question; None once the game is over."""
        return self.run.ask

    @property
    def sheet(self) -> Sheet | None:
        """The final sheet, once the game is over."""
        return self.run.sheet

    @property
    def setup(self) -> Setup:
        """What the game is played with now."""
        return self.run.setup

    @property
    def taught(self) -> Taught:
        """The user's own facts that it is played with now."""
        return self.run.taught

    @property
    def _deciders(self) -> dict[str, Decider]:
        """Who decides for each seat without a person."""
        setup, deciders = self._deciding
        if setup is not self.run.setup:
            setup = self.run.setup
            deciders = {seat.id: self.game.decider(seat, setup) for seat in self._unmanned}
            self._deciding = (setup, deciders)
        return deciders

    @property
    def script(self) -> Script:
        return self.run.script

    @property
    def viewer(self) -> str:
        """Who looks at the table: the person asked, or else the first one."""
        people = [seat.id for seat in self.setup.people]
        ask = self.run.ask
        return ask.to if ask is not None and ask.to in people else next(iter(people), TABLE)

    def news(self) -> list[Event]:
        """What happened since the last call."""
        news = self.run.log[self._seen :]
        self._seen = len(self.run.log)
        return news

    def changes(self) -> list[Act]:
        """The differences on the table since before a person's last step.

        Right after an undo these are the acts that carry it out.
        """
        if self._left is None:
            self._left = self.before(max(self._steps, default=0)).script.pieces()
        return difference(self._left, self.script.pieces())

    def reasons(self) -> list[Tell]:
        """What opponents did since a person last chose something, or their last deed, with the reasons."""
        explained: list[Tell] = []
        for event in reversed(self.run.log):
            if isinstance(event, Tell) and event.why:
                explained.append(event)
            elif isinstance(event, Given) and explained and event.ask.to not in (TABLE, *self._deciders):
                break
        return explained[::-1]

    # Going on

    def step(self) -> bool:
        """Let an opponent or the app answer one question; False if a person is asked or the game is over.

        Their answers are written together before it returns False; `Trouble` if the disk refuses, and then
        they are written with the next step.
        """
        ask = self.run.ask
        if ask is None:
            if (sheet := self.run.sheet) is not None:
                scores = {column.seat: column.total for column in sheet.columns}
                self.journal.finish(scores, [column.seat for column in sheet.winners()])
            return False
        if not (ask.to == TABLE and self.journal.history.is_by_hand):
            try:
                entry = self._automatic_entry(self.run, ask, len(self._entries))
                if entry is not None:
                    self.run.apply(entry, len(self._entries))
                    self.journal.add(entry)
                    return True
            except BaseException:
                self._restore()
                raise
        self.journal.flush()
        return False

    def _automatic_entry(self, run: Run, ask: Ask, place: int) -> Entry | None:
        """What an opponent or the app answers; None if it is for a person."""
        try:
            if ask.to in self._deciders:
                random = self.chance.random(ask.to, place)
                answer, why = self._deciders[ask.to].answer(ask, run.script, random)
                return Entry(ask.id, ask.to, "bot", ask.check(answer), [pack(text) for text in why])
            if run.draws(ask):
                return Entry(ask.id, ask.to, "app", self._drawn(run, ask))
        except Exception as error:
            raise run.failure(error) from error
        return None

    def answer(self, answer: object, *, insist: bool = False) -> None:
        """A person's answer to the open question; `Refused`, and nothing changes, if it cannot be."""
        ask = self.run.ask
        if ask is None:
            raise Refused(Text("refused.over"))
        checked, insist = self._checked(ask, answer, insist)
        self._apply_then_write(
            Entry(ask.id, ask.to, "person", checked, insist=insist, seconds=self._seconds())
        )

    def start_clock(self, clock: Callable[[], float]) -> None:
        """Note from now on how long people take."""
        self._clock, self._answered_at = clock, clock()

    def _seconds(self) -> int:
        """How long a person took over an answer, up to `LONGEST_THOUGHT`."""
        if self._clock is None:
            return 0
        before, self._answered_at = self._answered_at, self._clock()
        return min(int(self._answered_at - before), LONGEST_THOUGHT)

    def draw(self) -> None:
        """Let the app make this one draw, because a person says so."""
        ask = self.run.ask
        if ask is None or ask.to != TABLE:
            raise Refused(Text("refused.no-draw"))
        if not self.run.can_draw(ask):
            raise Refused(Text("refused.real-card"))
        self._apply_then_write(Entry(ask.id, ask.to, "app", self._drawn(self.run, ask), told=True))

    def _drawn(self, run: Run, ask: Ask) -> Answer:
        return self.chance.draw(ask, run.places.get(ask.stream, 0))

    def by_hand(self) -> None:
        """Ask a person for the next draw, even if the app makes the draws."""
        if self.run.ask is None:
            raise Refused(Text("refused.over"))
        self.journal.write(NextDrawByHand(True))

    def fix(self, key: str, answer: object, *, insist: bool = False) -> None:
        """Set a tracked value right; `Refused`, and nothing changes, if it cannot be."""
        correction = self.run.correction(key)
        checked, insist = self._checked(correction.ask, answer, insist)
        self._apply_correction(Entry("fix", YOU, "person", checked, insist=insist, fix=key))

    def learn(self, taught: Taught) -> None:
        """Go on with these facts taught, from here on; `Refused`, and nothing changes, if it cannot be."""
        self._apply_correction(Entry("fix", YOU, "person", dict(taught), fix=TAUGHT))

    def _apply_correction(self, entry: Entry) -> None:
        fixed = self._rerun(self._entries)
        _apply_new(fixed, entry, len(self._entries))
        self._write_then_switch(fixed, entry)

    # Going back

    def undo(self, times: int = 1) -> list[Event]:
        """Take back the last things a person entered and what came of them, all or none; what they were."""
        steps = self._steps[-times:][::-1]
        if not steps:
            return []
        labels = [self.run.label(step) for step in steps]
        ends = [len(self._entries), *steps]
        numbers = [end - step for end, step in zip(ends, steps, strict=False)]
        self._rewind(Undo(numbers if len(numbers) > 1 else numbers[0]))
        return labels

    def redo(self, times: int = 1) -> list[Event]:
        """Bring back what was last undone, all or none; what it was."""
        groups = self.journal.history.undone[-times:][::-1]
        if not groups:
            return []
        firsts = [len(self._entries) + sum(map(len, groups[:place])) for place in range(len(groups))]
        self._rewind(Redo(len(groups) if len(groups) > 1 else True))
        return [self.run.label(first) for first in firsts]

    def to_undo(self) -> Event | None:
        """What undo would take back, if there is anything."""
        return self.run.label(self._steps[-1]) if self._steps else None

    def to_redo(self) -> Event | None:
        """What redo would bring back, if there is anything."""
        undone = self.journal.history.undone
        if not undone:
            return None
        return self._rerun([*self._entries, *undone[-1]]).label(len(self._entries))

    def history(self) -> list[tuple[int, Event]]:
        """Everything people entered, each with its place in the journal."""
        return [(place, self.run.label(place)) for place in self._steps]

    def walk(self) -> Iterator[tuple[Run, Entry, int]]:
        """Every entry and its place, one by one, with the game as it was when it was made."""
        run = self.new_run()
        for index, entry in enumerate(self._entries):
            yield run, entry, index
            run.apply(entry, index)

    def replay(self) -> Iterator[Given]:
        """Every answer with its question, one by one, while the table is as it was when it was given."""
        return (Given(run.asked(entry), entry, index) for run, entry, index in self.walk())

    def before(self, index: int) -> Run:
        """The game as it was when an entry was made."""
        return self._rerun(self._entries[:index])

    def asked(self, index: int) -> Ask:
        """The question that an entry answered."""
        return self.before(index).asked(self._entries[index])

    def mend(self, index: int, answer: object, *, insist: bool = False) -> Mended:
        """Replace an earlier entry, and see how many of the later ones still fit. Nothing is written yet."""
        old = self._entries[index]
        run = self.before(index)
        ask = run.asked(old)
        checked, insist = self._checked(ask, answer, insist)
        entry = Entry(old.ask, old.to, "person", checked, insist=insist, fix=old.fix)
        _apply_new(run, entry, index)
        mended = self._replay_later(run, Mended(index, [*self._entries[:index], entry]))
        mended.acts = difference(self.script.pieces(), run.script.pieces())
        return mended

    def _replay_later(self, run: Run, mended: Mended) -> Mended:
        """Replay the later entries behind a mended one, as far as they fit.

        An opponent's move stays as long as it is legal, even where another would now be as good. Draws and
        rolls that are not asked for any more are skipped, and so are answers that belonged to the mended one;
        draws and rolls that are asked for now are made, if the app makes them.
        """
        later = [event for event in self.run.log if isinstance(event, Given) and event.index > mended.index]
        to = self._entries[mended.index].to
        follow_ups = list(takewhile(lambda was: was.entry.is_persons and was.entry.to == to, later))
        for place, was in enumerate(later):
            while not was.entry.fix and not _is_asked(run.ask, was):
                if _is_asked_later(run.ask, later[place:], len(follow_ups) - place):
                    break
                if not self._answer_alone(run, mended.entries):
                    return self._stopped(mended, later[place:])
            else:
                kept = self._reapply(run, was, len(mended.entries))
                if kept is None:
                    return self._stopped(mended, later[place:])
                mended.entries.append(kept)
        return mended

    def _answer_alone(self, run: Run, entries: list[Entry]) -> bool:
        """Have an opponent or the app answer, if they can and the game goes on from there."""
        try:
            made = None if run.ask is None else self._automatic_entry(run, run.ask, len(entries))
            if made is None:
                return False
            run.apply(made, len(entries))
        except Misfit:
            return False
        entries.append(made)
        return True

    def _reapply(self, run: Run, was: Given, place: int) -> Entry | None:
        """Answer as before, or draw anew what the app had drawn; None if neither is possible."""
        entry = was.entry if was.entry.fix or run.ask is None else _same_answer(run.ask, was)
        try:
            run.apply(entry, place)
        except Misfit:
            if entry.by != "app" or run.ask is None:
                return None
            entry = Entry(entry.ask, entry.to, "app", self._drawn(run, run.ask), told=entry.told)
            run.apply(entry, place)
        return entry

    def _stopped(self, mended: Mended, lost: Sequence[Given]) -> Mended:
        mended.stopped = lost[0]
        mended.lost = sum(event.entry.is_persons for event in lost)
        return mended

    def accept(self, mended: Mended) -> None:
        """Go on with a mended journal."""
        self._rewind(Mend(mended.index, mended.entries[mended.index :]))

    # Inside

    @property
    def _entries(self) -> list[Entry]:
        return self.journal.history.entries

    @property
    def _steps(self) -> list[int]:
        """The places of what people entered."""
        return [place for place, entry in enumerate(self._entries) if entry.is_persons]

    def _apply_then_write(self, entry: Entry) -> None:
        """Apply an entry to the game, then write it; restore the game if either fails."""
        try:
            left = self.script.pieces()
            self.run.apply(entry, len(self._entries))
            self.journal.write(entry)
            self._left = left
        except BaseException:
            self._restore()
            raise

    def _checked(self, ask: Ask, answer: object, insist: bool) -> tuple[Answer, bool]:
        """An answer in its journal form, and whether it is none without insisting; or `Refused`."""
        try:
            checked = ask.check(answer, insist=insist)
        except (Refused, RecursionError):  # an answer that is nested too deep
            raise
        except Exception as error:
            raise self.failed(error) from error
        return checked, insist and not _is_answer(ask, checked)

    def failed(self, error: Exception) -> Failure:
        """Report an error outside the game's own steps, and restore the game."""
        failure = self.run.failure(error)
        self._restore()
        return failure

    @contextmanager
    def looking(self) -> Iterator[None]:
        """For code that only looks at the table: an interrupt or an error in it restores the game."""
        try:
            yield
        except Refused:
            raise
        except Exception as error:
            raise self.failed(error) from error
        except BaseException:
            self._restore()
            raise

    def _restore(self) -> None:
        """Run the game again from the journal, after its conversation broke off."""
        self._deciding = (None, {})
        self.run = self._rerun(self._entries)

    def new_run(self) -> Run:
        """The game from its beginning, nothing answered yet."""
        return Run(self.game, self._begun_with, self.journal.header, self._tables)

    def _rerun(self, entries: Sequence[Entry]) -> Run:
        run = self.new_run()
        for index, entry in enumerate(entries):
            run.apply(entry, index)
        return run

    def _tables(self, taught: Taught) -> Tables:
        """The tables with these taught facts, loaded once."""
        key = encode(taught)
        if key not in self._known:
            self._known[key] = load(self.game, dict(taught)).tables
        return self._known[key]

    def _write_then_switch(self, run: Run, record: Record) -> None:
        """Write a change, then go on with the run that results from it."""
        left = self.script.pieces()
        try:
            self.journal.write(record)
            self.run, self._left = run, left
        except BaseException:
            self._restore()
            raise

    def _rewind(self, record: Record) -> None:
        """Write a change, then go on with the entries as they are after it, of which nothing is news."""
        self._write_then_switch(self._rerun(self.journal.history.with_record(record).entries), record)
        self._seen = len(self.run.log)


def _apply_new(run: Run, entry: Entry, index: int) -> None:
    """Apply an entry that was made just now; `Refused`, or the `Trouble` behind it, if it does not fit."""
    try:
        run.apply(entry, index)
    except Misfit as misfit:
        if isinstance(misfit, Failure) or misfit.__cause__ is None:
            raise
        raise misfit.__cause__ from misfit


def _is_asked(ask: Ask | None, was: Given) -> bool:
    """Whether a question is the one that was answered then, as far as its id tells."""
    return ask is not None and (ask.id, ask.to) == (was.entry.ask, was.entry.to)


def _is_asked_later(ask: Ask | None, later: Sequence[Given], moot: int) -> bool:
    """Whether it was answered later, and what was answered until then may be passed over.

    What opponents and the app did, rolls, and the first `moot` answers may be skipped; another card of the
    table or another choice of a person may not.
    """
    for place, was in enumerate(later):
        if _is_asked(ask, was):
            return True
        is_roll = was.ask.to == TABLE and not isinstance(was.ask.stream, Deck)
        if was.entry.is_persons and not is_roll and place >= moot:
            return False
    return False


def _same_answer(ask: Ask, was: Given) -> Entry:
    """The answer as it was given; what came of it, where a die would now decide otherwise."""
    entry, settled = was.entry, was.ask.settled
    outcome = was.ask.gives.get(entry.answer) if isinstance(was.ask, Roll) else None
    if outcome is not None and isinstance(ask, Roll):
        kept = ask.gives.get(entry.answer) == outcome or all(each.id != outcome for each in ask.outcomes)
        return entry if kept else replace(entry, answer=outcome)
    if entry.by != "bot" or settled is None or _is_same_choice(ask, was):
        return entry
    return Entry(entry.ask, entry.to, "bot", settled.answer, [pack(text) for text in settled.why])


def _is_same_choice(ask: Ask, was: Given) -> bool:
    """Whether all that an opponent found equally good is legal, and stands in the order it stood in then."""
    if not _is_answer(ask, was.entry.answer):
        return False
    if not (isinstance(ask, Several) and isinstance(was.ask, Several)):
        return True
    now, then = (
        [option.id for option in each.options if option.id in was.entry.answer] for each in (ask, was.ask)
    )
    return now == then


def _is_answer(ask: Ask, answer: object) -> bool:
    try:
        ask.check(answer)
    except Refused:
        return False
    return True


def pack(value: Value) -> object:
    """A text as JSON data, for the journal; a named thing keeps its id and its name."""
    if isinstance(value, Text):
        kind = next(kind for kind in TEXTS if isinstance(value, TEXTS[kind]))
        return {kind: value.id, "values": {key: pack(each) for key, each in value.values.items()}}
    if isinstance(value, str | int):
        return value
    if isinstance(value, Sequence):
        return [pack(each) for each in value]
    return {"id": value.id, "name": pack(value.name)}


def unpack(data: object) -> Any:
    """A text from what `pack` made of it; anything else as text that can be shown."""
    if isinstance(data, (str, int)):  # half of all there is: a type that is made for each look is slow
        return data
    if isinstance(data, list):
        return [unpack(each) for each in data]
    if isinstance(data, dict):
        packed = data.get("values")
        for kind in TEXTS:
            if isinstance(id := data.get(kind), str) and isinstance(packed, dict):
                return TEXTS[kind](id, **{key: unpack(each) for key, each in packed.items()})
        if isinstance(data.get("id"), str) and "name" in data:
            shown = unpack(data["name"])
            return Option(data["id"], shown if isinstance(shown, str | Text) else str(shown))
    return str(data)
