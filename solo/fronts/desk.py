"""The desk: everything a person can do at a question, shared by all front ends.

Each method does one thing and returns the outcome as data; the terminal, the engine and the page show it.
What cannot be done raises `Refused` and changes nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import count, groupby
from pathlib import Path
from typing import Literal, TypeAlias, get_args

from msgspec import Struct

from automa.coach import Advice
from automa.dialogue import (
    YOU,
    Answer,
    Ask,
    Choose,
    Move,
    Named,
    Number,
    Refused,
    Roll,
    Tell,
    Text,
    Value,
)
from automa.game import Correction, Questions
from automa.names import folded
from automa.pieces import Act, Lies, changed, difference
from automa.selector import Lettered, letter
from automa.sheet import Sheet
from solo.facts.overlay import Facts, changes, load
from solo.facts.taught import keep, own_tables, read_taught
from solo.facts.telling import WRITTEN, change_text, fact_text, head, without_key
from solo.facts.toml import dotted
from solo.facts.trees import leaves, lesson_at, with_lesson
from solo.keeping.disk import write_new
from solo.keeping.journal import Entry
from solo.playing import coaching
from solo.playing.driver import Driver, Event, Given, Mended, Run
from solo.playing.endings import Ending, how_it_ended
from solo.playing.voices import Remark, Voices
from solo.showing.events import (
    Entered,
    as_typed,
    entered,
    in_short,
    log,
    shown_answer,
    typed_answers,
)
from solo.showing.reminders import reminders
from solo.showing.results import Shared, shared, tables_of
from solo.trouble import Trouble
from solo.words.names import runs
from solo.words.sentences import Words

CommandName: TypeAlias = Literal[
    "undo", "redo", "table", "log", "why", "hint", "score", "share", "rules", "fix", "facts", "history",
    "mend", "app", "hand", "seed", "help", "quit",
]  # fmt: skip
COMMANDS: tuple[CommandName, ...] = get_args(CommandName)
"""Everything that can be done besides answering, in the order in which a help shows it."""
SHORTEST_STEM = 4
"""A word of at least this many letters is also found by a longer form of it."""
LONGEST_COUNT = 6
"""The most digits of a count or place."""

Way: TypeAlias = Literal["undo", "redo"]
STEPS: Mapping[Way, tuple[str, str]] = {
    "undo": ("talk.undone", "talk.nothing-to-undo"),
    "redo": ("talk.redone", "talk.nothing-to-redo"),
}
"""What is said of steps back and forth: that one was made, that there are no more."""


class Steps(Struct, frozen=True):
    """Steps that were gone back or forth."""

    way: Way
    events: Sequence[Event]
    """What was taken back or done again, in that order."""
    texts: Sequence[Value]
    """The steps in words: of a choice what was typed."""
    acts: Sequence[Act]
    """What is to be done at the table for it."""
    is_all: bool
    """Whether as many were gone as were wanted."""


class Earlier(Struct, frozen=True):
    """Something that was entered before, to be set right."""

    number: int
    index: int
    ask: Ask
    run: Run
    """The game as it was then."""
    was: Value
    """What was answered, as it would be typed."""


class Hint(Struct, frozen=True):
    """What a strong player would do."""

    answer: Answer
    """As it stands in the journal."""
    typed: Value
    advice: Advice
    marks: frozenset[str] = frozenset()
    """The ids of what it is about on the table: places that would change, pieces, the thing chosen."""


class Reasoned(Struct, frozen=True):
    """What an opponent did, and why: one choice may have more than one effect."""

    tells: Sequence[Tell]
    why: Sequence[Text]


class Desk:
    """A game, and what can be done with it."""

    def __init__(
        self, driver: Driver, *, quiet: bool = False, clock: Callable[[], float] | None = None
    ) -> None:
        """`quiet`: opponents say nothing. With a `clock` the journal notes how long people take."""
        self.driver = driver
        self.voices = Voices(driver, quiet=quiet)
        self.ahead: list[tuple[Ask, Answer | None]] = []
        """The questions that a line answered ahead, None for one that was left out."""
        if clock is not None:
            driver.start_clock(clock)

    @property
    def at(self) -> int:
        """Where the game is: a number that only grows, so that an answer to an earlier question is known."""
        return self.driver.journal.lines

    # Answering

    def answer(self, answer: object, *, insist: bool = False) -> None:
        """Answer the open question; a move may be written as a player writes it."""
        ask = self.driver.ask
        understood = answer if ask is None else ask.understood(answer, insist=insist)
        self.driver.answer(understood, insist=insist)

    def typed_ahead(self, ahead: Sequence[tuple[Ask, Answer | None]]) -> None:
        """Keep what the line that answered a question says to those that follow it."""
        if ahead:
            self.ahead = list(ahead)

    def answer_ahead(self) -> Answer | None:
        """What was typed ahead for the open question; `Refused` if another one is open."""
        if not self.ahead:
            return None
        (wanted, answer), *self.ahead = self.ahead
        if self.driver.ask is None or self.driver.ask.id != wanted.id:
            self.ahead = []
            if answer is not None:
                raise Refused(Text("refused.not-asked-again", answer=shown_answer(wanted, answer)))
        return answer

    def go_on(self) -> Iterator[Sequence[Event]]:
        """Let the opponents and the app play until a person is asked; what happens, bit by bit."""
        self.voices.notice()
        yield self.driver.news()
        while self.driver.step():
            yield self.driver.news()
        self.voices.notice()

    def remarks(self) -> list[Remark]:
        """What opponents say now, before the question that is open."""
        return self.voices.remarks()

    def draw(self, by: Literal["app", "hand"]) -> None:
        """Leave the draw that is asked for to the app, or enter the next one by hand that it would make."""
        if by == "app":
            self.driver.draw()
        else:
            self.driver.by_hand()

    # Back and forth

    def undo(self, times: int = 1) -> Steps:
        """Take back what people entered last."""
        self.ahead = []
        typed = typed_answers(self.driver)
        return self._stepped("undo", self.driver.undo(times), times, typed)

    def redo(self, times: int = 1) -> Steps:
        """Do again what was taken back."""
        self.ahead = []
        events = self.driver.redo(times)
        return self._stepped("redo", events, times, typed_answers(self.driver))

    def _stepped(self, way: Way, events: Sequence[Event], times: int, typed: dict[int, Value]) -> Steps:
        texts = [
            typed.get(event.index, shown_answer(event.ask, event.entry.answer))
            if isinstance(event, Given) and isinstance(event.ask, Choose | Move)
            else in_short(event)  # of a choice by its name the question need not be repeated
            for event in events
        ]
        acts = self.driver.changes() if events else []
        return Steps(way, events, texts, acts, len(events) == times)

    @property
    def pieces(self) -> Sequence[Lies]:
        """Where every piece lies."""
        return self.driver.script.pieces()

    # Setting right

    def corrections(self, typed: str = "", words: Words | None = None) -> list[Correction]:
        """The values that can be set right; only those meant by a number or by words of their lines."""
        found = self.driver.run.corrections()
        return found if words is None else narrowed(found, typed, words)

    def fix(self, key: str, answer: object, *, insist: bool = False) -> None:
        """Set a tracked value right."""
        self.ahead = []
        self.driver.fix(key, answer, insist=insist)

    @property
    def entered(self) -> list[Entered]:
        """What people entered, round by round, the newest last."""
        return entered(self.driver)

    def earlier(self, number: str | int) -> Earlier:
        """Something that was entered before, by its number."""
        history = self.driver.history()
        place = number if isinstance(number, int) else as_number(number)
        if not history:
            raise Refused(Text("talk.nothing-entered"))
        if not 1 <= place <= len(history):
            raise Refused(Text("refused.no-such-entry", entry=str(number), high=len(history)))
        index, _ = history[place - 1]
        run = self.driver.before(index)
        entry = self.driver.journal.history.entries[index]
        ask = run.asked(entry)
        was = as_typed(ask, entry.answer)
        return Earlier(place, index, ask, run, was)

    def try_mending(self, earlier: Earlier, answer: object, *, insist: bool = False) -> Mended:
        """What would come of another answer. Nothing changes yet."""
        understood = earlier.ask.understood(answer, insist=insist)
        return self.driver.mend(earlier.index, understood, insist=insist)

    def mend(self, mended: Mended) -> Sequence[Act]:
        """Go on with the other answer; what is to be done at the table for it."""
        self.ahead = []
        self.driver.accept(mended)
        return mended.acts

    def where_it_stops(self, mended: Mended) -> Text | None:
        """The first later entry that no longer fits behind another answer."""
        stopped = mended.stopped
        if stopped is None:
            return None
        shown = self.driver.run.label(stopped.index) if stopped.entry.by == "bot" else stopped
        return in_short(shown, typed_answers(self.driver))

    # What was taught

    @property
    def _facts(self) -> Facts:
        """The facts that the game is played with now."""
        return load(self.driver.game, dict(self.driver.taught))

    def facts(self) -> list[Text]:
        """What was taught since the game began, which does not hold in it."""
        game = self.driver.game
        if read_taught(game) == self.driver.taught:
            return []
        own = own_tables(game)
        otherwise = [
            change
            for change in changes(self._facts, own)
            if change.before != change.after and game.concerns(change.key, self.driver.setup.seats)
        ]
        return list(dict.fromkeys(change_text(own, change) for change in otherwise))

    def take_facts(self) -> Sequence[Act]:
        """Let it hold from here on; what is to be done at the table for it."""
        self.driver.learn(own_tables(self.driver.game).taught)
        return self.driver.changes()

    def is_news(self, roll: Ask | None, answer: object) -> bool:
        """Whether an outcome of a roll is worth remembering: neither game nor user are certain of it."""
        if not isinstance(roll, Roll) or not isinstance(answer, str) or not roll.read_off:
            return False
        known = (self._facts, own_tables(self.driver.game))
        found = [fact for facts in known for key in roll.read_off for fact in facts.leaves(key)]
        return not any(
            fact.source != "assumed"
            for fact in found
            if fact.value == answer or answer in fact.path or isinstance(fact.value, list)
        )

    def ask_to_remember(self, roll: Roll, outcome: str) -> Questions[None]:
        """Asks which number gave an outcome, and keeps that."""
        named: Named | Text = next(each for each in roll.outcomes if each.id == outcome)
        if isinstance(named, Lettered):  # a chart has letters, not what they stood for this time
            named = Text("selector.letter-of", letter=letter(named.place), n=len(roll.outcomes))
        key, low, high = roll.read_off[0], roll.low, roll.high
        where = head(self._facts, key) or key
        while True:
            number = yield Number(
                "facts.which-number", YOU, low=low, high=high, component=where, outcome=named
            )
            try:
                return (yield from self.remember(roll, number, outcome))
            except Trouble as trouble:
                yield Tell("teach.cannot-be", what=without_key(trouble))

    def remember(self, roll: Roll, number: int, outcome: str) -> Questions[None]:
        """Keeps which number gave an outcome, also for this game from here on; `Trouble` if it cannot be."""
        driver, old, key = self.driver, own_tables(self.driver.game), roll.read_off[0]
        if isinstance(old.value(key), dict):
            lesson = lesson_at(f"{key}.{number}", outcome)
        else:
            lesson = yield from driver.game.roll_lesson(old.tables, roll, number, outcome)
        new = old.with_lesson(lesson, came_from=WRITTEN)
        keep(driver.game, lesson)
        said = {dotted(path): value for path, value in leaves(lesson)}
        otherwise = [key for key, value in said.items() if old.value(key) != value]
        for each in otherwise or list(said)[:1]:  # what it changes, or else the first thing that it confirms
            yield Tell("facts.remembered", deed=False, what=fact_text(new, each, said[each]))
        try:
            driver.learn(with_lesson(dict(driver.taught), lesson))
        except Refused as refused:
            yield Tell(refused.text.id, deed=False)

    # Looking

    def hint(self, said: Sequence[str] = (), lang: str = "") -> Hint:
        """What a strong player would do; `said` is what only the person can see, as `lang` spells it."""
        advice = coaching.hint(self.driver, said, lang)
        ask = self.driver.ask
        assert ask is not None
        answer = ask.check(ask.understood(advice.answer))
        return Hint(answer, as_typed(ask, answer), advice, frozenset(self._marks(ask, answer)))

    def _marks(self, ask: Ask, answer: Answer) -> set[str]:
        """What an answer would change on the table, tried on a game that is played again up to here."""
        run = self.driver.before(len(self.driver.journal.history.entries))
        lay = run.script.pieces()
        run.apply(Entry(ask.id, ask.to, "person", answer), len(self.driver.journal.history.entries))
        chosen = answer if isinstance(answer, list) else [answer]
        return changed(difference(lay, run.script.pieces())) | {
            option.about for option in ask.options if option.id in chosen
        }

    def reasons(self) -> list[Tell]:
        """What opponents did since a person last chose something, each thing with its reasons."""
        return self.driver.reasons()

    def why(self) -> list[Reasoned]:
        """What opponents did since then, choice by choice."""
        return [Reasoned(list(tells), why) for why, tells in groupby(self.reasons(), lambda tell: tell.why)]

    def log(self, last: int = 0) -> list[tuple[Event, Text]]:
        """All that was asked and told, or the last of it, with what it comes down to."""
        events, typed = log(self.driver), typed_answers(self.driver)
        return [(event, in_short(event, typed)) for event in (events[-last:] if last else events)]

    def score(self) -> tuple[Sheet, bool]:
        """The score, and whether it is only the score so far."""
        return self.driver.script.sheet(), self.driver.ask is not None

    def ending(self) -> Ending | None:
        """What decided the game and where it stands among others, once it is over."""
        return how_it_ended(self.driver)

    def share(self, words: Words) -> Shared:
        """The score, with how the game ended, for others to see."""
        sheet, so_far = self.score()
        ending = self.ending()
        lines = [] if ending is None else list(ending.told())
        tables = tables_of(self.driver.script.panels(self.driver.viewer, None), self.driver.setup.seats)
        return shared(self.driver.game.name, sheet, words, tables, lines, so_far=so_far)

    def write_shared(self, words: Words, folder: Path) -> list[Path]:
        """The score to share in two new files, named for the game."""
        shared, name = self.share(words), self.driver.journal.name or self.driver.game.id
        for stem in (name if number == 1 else f"{name}-{number}" for number in count(1)):
            files = [folder / f"{stem}.md", folder / f"{stem}.svg"]
            if not any(file.exists() for file in files):
                break
        for file, content in zip(files, (shared.text, shared.picture), strict=True):
            write_new(file, content.encode())
        return files

    def rules(self, typed: str = "", words: Words | None = None) -> Sequence[tuple[str, Text]]:
        """Reminders of the rules by topic: all, or those that the words typed are about."""
        game, setup = self.driver.game, self.driver.setup
        told = game.rules(setup.tables, setup.track)
        return told if words is None else reminders(game, told, typed, words)


def as_number(text: str) -> int:
    """A count or place as it is typed."""
    if not text.isascii() or not text.isdecimal() or len(text) > LONGEST_COUNT:
        raise Refused(Text("refused.not-a-number", answer=text))
    return int(text)


def narrowed(corrections: Sequence[Correction], typed: str, words: Words) -> list[Correction]:
    """The values meant: by number in the list, by whole name, else by words of their lines."""
    if not corrections:
        raise Refused(Text("fix.nothing"))
    if typed.isascii() and typed.isdecimal() and len(typed) <= LONGEST_COUNT:
        if not 1 <= int(typed) <= len(corrections):
            numbers = runs(range(1, len(corrections) + 1))
            raise Refused(Text("refused.no-such-number", answer=typed, numbers=numbers))
        return [corrections[int(typed) - 1]]
    name = folded(typed)
    found = [each for each in corrections if name in (folded(words.plain(each.name)), folded(each.key))]
    found = found or [each for each in corrections if _has_words(each, name.split(), words)]
    if not found:
        raise Refused(Text("fix.unknown", key=typed))
    return found


def _has_words(correction: Correction, sought: Sequence[str], words: Words) -> bool:
    """Whether its line in the list has words that begin with these letters, or that these go on from."""
    line = f"{words.plain(correction.name)} {correction.key} {words.plain(correction.value)}"
    return all(any(_begins(word, part) for word in folded(line).split()) for part in sought)


def _begins(word: str, part: str) -> bool:
    """Whether a word begins so; `walls` is as good as `wall`."""
    return word.startswith(part) or (len(word) >= SHORTEST_STEM and part.startswith(word))
