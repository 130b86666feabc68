"""A game that lies open: what is to be seen of it, and what becomes of the forms that come in.

All that is kept here can be thrown away: the journal is the game.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from threading import Thread
from time import monotonic
from zlib import crc32

from automa.dialogue import TABLE, Answer, Ask, Move, Named, Refused, Roll, Tell, Text, Value
from automa.game import Questions
from automa.pieces import Act, changed, told
from automa.sheet import Sheet
from solo.facts.editions import Editions
from solo.fronts.demo import Turn, turns
from solo.fronts.desk import STEPS, Desk, Hint, Steps
from solo.fronts.form import FormScript
from solo.keeping.settings import settings
from solo.keeping.sheets import KeptSheet
from solo.playing.coaching import JudgedTurn
from solo.playing.driver import Driver, Event, Failure, Given
from solo.playing.looking_back import LookingBack
from solo.playing.newgame import JOURNAL_ID
from solo.showing.events import (
    in_short,
    log,
    shown_answer,
    since_last_answer,
    since_last_choice,
)
from solo.showing.looking_back import Review
from solo.trouble import Trouble
from solo.web import drawing
from solo.web.asking import Fields, answer_of, answers_of
from solo.web.markup import NOTHING
from solo.web.play import Note, Scene, Told
from solo.words.sentences import Words

MOST_NOTES = 50
"""Older ones are forgotten."""


class Stale(Exception):
    """A form that was filled in before the game went on."""


class Unsure(Exception):
    """An answer that can be mended only if later ones are thrown away, or something is done at the table."""

    def __init__(self, stopped: str, lost: int, to_do: list[str]) -> None:
        super().__init__(stopped, lost, to_do)
        self.stopped = stopped
        self.lost = lost
        self.to_do = to_do


class Sitting:
    """One game, or a score sheet that is filled in, and what was said about it last."""

    def __init__(
        self,
        driver: Driver,
        path: str,
        title: str,
        own: Editions,
        words: Words,
        *,
        back: str = "",
        is_resumed: bool = False,
    ) -> None:
        self.driver = driver
        self.desk = Desk(driver, quiet=settings().quiet, clock=monotonic)
        self.path = path
        self.title = title
        self.back = back
        """The game that this is a question beside."""
        self.leads_to = ""
        """Where a form that is filled in leads to."""
        self.sheet: KeptSheet | None = None
        """The score sheet that a form is, as it is kept."""
        self.lesson: Callable[[], Questions[object]] | None = None
        """What the app could be taught just now."""
        self.pages: dict[str, str] = {}
        """The page as it was shown last, in each language."""
        self._own = own
        self._notes: dict[str, Note] = {}
        self._made = 0
        self._redo: tuple[int, Event | None] = (-1, None)
        """What redo brings back, and where the game was then: to know it, the game is played again."""
        self._go_on(words)
        self._resumed_at = self.at if is_resumed else None
        """Where a resumed game was: until it goes on, the player is asked to check the table."""
        self._otherwise = self.desk.facts() if is_resumed else []

    @property
    def at(self) -> int:
        """Where the game is: a number that only grows."""
        return self.desk.at

    @property
    def place(self) -> str:
        """Where the game is, for its forms: another game that comes to have its name is not there."""
        journal = self.driver.journal
        if not self.is_game:  # a sheet is the same after a restart
            entered = [(each.ask, each.answer) for each in journal.history.entries]
            return f"{len(entered)}-{crc32(repr(entered).encode()):x}"
        id = journal.header.options.get(JOURNAL_ID) or journal.header.started
        return f"{self.at}-{id}" if id else str(self.at)

    @property
    def is_game(self) -> bool:
        return not isinstance(self.driver.script, FormScript)

    # What is to be seen

    def scene(self, words: Words, note: str = "") -> Scene:
        """Everything there is to show just now; a note only as long as the game has not gone on."""
        driver = self.driver
        kept = self._notes.get(note)
        scene = Scene(
            self.path,
            self.title,
            self.place,
            driver.game.id if self.is_game else "",
            driver.setup.seats,
            driver.viewer,
            driver.ask,
            back=self.back,
            told=self._told(),
            undo=_label(driver.to_undo(), words),
            redo=self._to_redo(words),
            note=kept if kept is not None and kept.at == self.at else None,
            is_game=self.is_game,
        )
        if isinstance(driver.script, FormScript):
            result = driver.script.result
            scene.sheet = result if driver.ask is None and isinstance(result, Sheet) else None
            scene.leads_to = self.leads_to
            if isinstance(driver.ask, Move):
                scene.panels = driver.ask.shows
            shown = driver.script.shown
            scene.shown = drawing.picture(shown, words) if shown else NOTHING
            return scene
        scene.can_draw = driver.ask is None or driver.run.can_draw(driver.ask)
        scene.remarks = self.desk.remarks()
        scene.sheet = driver.sheet
        scene.stage = driver.script.stage()
        scene.panels = driver.script.panels(driver.viewer, driver.ask)
        scene.changed = changed(driver.changes())
        scene.notices = driver.journal.notices
        scene.otherwise = self._otherwise
        scene.is_resumed = self._resumed_at == self.at and driver.ask is not None
        coach = driver.game.coach(driver.setup)
        scene.can_review = not isinstance(coach, Text)
        if driver.ask is not None and not isinstance(coach, Text):
            scene.can_hint = True
            scene.unseen = coach.unseen(driver.ask, driver.script)
        scene.app_draws = "app" in driver.run.dice_and_cards.values()
        return scene

    def _to_redo(self, words: Words) -> str:
        if not self.is_game and self.sheet is None:
            return ""  # a lesson that is played again keeps again what it teaches
        if self._redo[0] != self.at:
            self._redo = (self.at, self.driver.to_redo())
        return _label(self._redo[1], words)

    def _told(self) -> list[Told]:
        """What happened since a person last chose, without their answers and what the game tells itself."""
        events = self.driver.run.log
        since = since_last_choice(events) if self.is_game else since_last_answer(events)
        told, is_typed = [], False
        for place, event in enumerate(since, len(events) - len(since)):
            if isinstance(event, Given):
                # What follows upon something typed for the table is what was read off it.
                is_typed = event.entry.by == "person" and event.ask.to == TABLE
            if self._is_told(event):
                seat = event.seat if isinstance(event, Tell) else ""
                is_own = seat == self.driver.viewer or (is_typed and not seat) or not self.is_game
                told.append(Told.of(place, event, is_own=is_own))
        return told

    def _is_told(self, event: Event) -> bool:
        return isinstance(event, Tell) or (event.entry.by == "app" and not self.driver.run.draws(event.ask))

    def log(self) -> list[Told]:
        return [Told.of(place, event) for place, event in enumerate(log(self.driver))]

    # What comes in

    def do(self, deed: str, fields: Fields, words: Words) -> str:
        """Do what a form says; the key of a note about it, or nothing if the next question says it all."""
        ask, self.lesson = self.driver.ask, None
        try:
            self.check(fields)
            note = self._done(deed, fields, words)
            trouble = self._go_on(words)
        except Stale:
            return self._noted(Note(self.at, [words.plain(Text("web.stale"))], is_bad=True))
        except Failure as failure:
            return self._noted(Note(self.at, [words.plain(failure.text)], is_bad=True))
        except (Refused, Trouble) as refused:
            insist = isinstance(refused, Refused) and refused.insist
            note = self._refusal(words.plain(refused.text), insist, deed, fields)
            if deed == "answer" and ask is not None and isinstance(refused, Refused):
                self._offer_name(note, self._own.unknown(ask, refused), words)
            return self._noted(note)
        if trouble:
            return self._noted(Note(self.at, [trouble], is_bad=True))
        if not (note.texts or note.teach):
            return ""
        note.at = self.at
        return self._noted(note)

    def _go_on(self, words: Words) -> str:
        """Let the others play until a person is asked; what could not be saved on the way, if anything."""
        try:
            for _ in self.desk.go_on():
                pass
        except Trouble as trouble:
            return words.plain(trouble.text)
        return ""

    def _offer_name(self, note: Note, name: str, words: Words) -> None:
        """A name that nobody knows can be taught."""
        if name:
            self.lesson = partial(self._own.lesson, name)
            note.teach = words.plain(Text("web.teach-name", name=name))

    def _done(self, deed: str, fields: Fields, words: Words) -> Note:
        """Do it; what is to be said about it."""
        match deed:
            case "answer":
                return self._answered(fields, words)
            case "undo":
                return self._stepped(self.desk.undo(), words)
            case "redo":
                return self._stepped(self.desk.redo(), words)
            case "hint":
                hint = self.desk.hint(_said(fields))
                why = [words.plain(reason) for reason in hint.advice.why]
                return Note(
                    self.at, _advice(hint, words), why=why, take=_fields(hint.answer), marks=hint.marks
                )
            case "draw":
                by_hand = fields.get("by") == ["hand"]
                self.desk.draw("hand" if by_hand else "app")
                return Note(self.at, [words.plain(Text("talk.by-hand"))] if by_hand else [])
            case "facts":
                acts, self._otherwise = self.desk.take_facts(), []
                return self._to_do([words.plain(Text("facts.taken-over"))], acts, words)
            case "fix":
                key = "".join(fields.get("key", ()))
                answer = answer_of(self.driver.run.correction(key).ask, fields, words, self._own.read)
                self.desk.fix(key, answer, insist="insist" in fields)
                return Note(self.at, [])
            case _:
                return self._mended(fields, words)

    def _stepped(self, steps: Steps, words: Words) -> Note:
        done, none_left = STEPS[steps.way]
        if not steps.events:
            raise Refused(Text(none_left))
        said = [words.plain(Text(done, what=in_short(event))) for event in steps.events]
        return self._to_do(said, steps.acts, words)

    def _to_do(self, texts: list[str], acts: Sequence[Act], words: Words) -> Note:
        """A note with what is to be done at the table."""
        to_do = [words.plain(text) for text in told(acts)]
        if not to_do and self.desk.pieces:
            texts = [*texts, words.plain(Text("talk.nothing-to-do"))]
        return Note(self.at, texts, to_do=to_do)

    def _mended(self, fields: Fields, words: Words) -> Note:
        """Another answer to an earlier question; `Unsure` if that costs something and was not agreed to."""
        earlier = self.desk.earlier("".join(fields.get("entry", ())))
        answer = answer_of(earlier.ask, fields, words, self._own.read)
        mended = self.desk.try_mending(earlier, answer, insist="insist" in fields)
        to_do = [words.plain(text) for text in told(mended.acts)]
        if "accept" not in fields and (mended.lost or to_do):
            stopped = "" if mended.stopped is None else words.plain(in_short(mended.stopped))
            raise Unsure(stopped, mended.lost, to_do)
        return self._to_do([words.plain(Text("talk.mended"))], self.desk.mend(mended), words)

    def _answered(self, fields: Fields, words: Words) -> Note:
        """Answer the question, and with what else was typed on the line those like it that follow."""
        ask = self.driver.ask
        if ask is None:
            raise Refused(Text("refused.over"))
        outcome, *ahead = answers_of(ask, fields, words, self._own.read)
        typed_ahead = list(zip(ask.at_once()[1:], ahead, strict=False)) if ahead else []
        self.desk.answer(outcome, insist="insist" in fields)
        self.desk.typed_ahead(typed_ahead)
        while self.desk.ahead and not self._go_on(words):
            if (answer := self.desk.answer_ahead()) is None:
                break
            self.desk.answer(answer)
        if isinstance(ask, Roll) and isinstance(outcome, str) and self.desk.is_news(ask, outcome):
            self.lesson = partial(self.desk.ask_to_remember, ask, outcome)
            teach = Text("web.teach-roll", outcome=shown_answer(ask, outcome))
            return Note(self.at, [], teach=words.plain(teach))
        return Note(self.at, [])

    def is_current(self, fields: Fields) -> bool:
        """Whether a form was made where the game is now."""
        return fields.get("at") == [self.place]

    def check(self, fields: Fields) -> None:
        """`Stale` unless a form was made where the game is now."""
        if not self.is_current(fields):
            raise Stale

    def is_refused(self, note: str) -> bool:
        """Whether a note says what was wrong."""
        return note in self._notes and self._notes[note].is_bad

    def was_taught(self, log: list[Event], words: Words) -> str:
        """The key of a note about what was taught beside the game."""
        self._own = Editions(self.driver.game)
        texts = [words.plain(event) for event in log if isinstance(event, Tell)]
        return self._noted(Note(self.at, texts or [words.plain(Text("web.taught"))]))

    def _refusal(self, text: str, insist: bool, deed: str, fields: Fields) -> Note:
        way = f"{self.path}/{deed}"
        return Note(self.at, [text], is_bad=True, filled=fields, may_insist=insist, way=way)

    def _noted(self, note: Note) -> str:
        self._made += 1
        key = str(self._made)
        self._notes[key] = note
        for old in list(self._notes)[:-MOST_NOTES]:
            del self._notes[old]
        return key


class Demo:
    """A game that plays itself, a turn at a time."""

    def __init__(self, driver: Driver, path: str) -> None:
        self.driver = driver
        self.path = path
        self.at = 0
        self._turns = turns(driver)
        self._turn: Turn = next(self._turns)

    def go_on(self, at: str) -> None:
        """The next turn, once this one was seen."""
        if at == str(self.at):
            self._turn = next(self._turns, self._turn)
            self.at += 1

    def scene(self) -> Scene:
        """The table after the turn, and what was done in it."""
        driver, turn = self.driver, self._turn
        told = [Told.of(place, tell, is_own=True) for place, tell in enumerate(turn.tells)]
        scene = Scene(self.path, driver.game.name, str(self.at), driver.game.id, driver.setup.seats, TABLE)
        scene.told, scene.changed, scene.sheet = told, turn.changed, driver.sheet
        scene.stage, scene.panels = driver.script.stage(), driver.script.panels(TABLE, None)
        scene.is_game, scene.is_demo, scene.back = False, True, "/demo"
        return scene


class Reviewing:
    """The turns of the people in a game, as a strong player judges them: that takes its time."""

    def __init__(self, driver: Driver) -> None:
        self.driver = driver
        self.of = driver.journal.lines
        """Where the game was."""
        self._looking_back = LookingBack(driver)
        self.judged = self._looking_back.kept()
        self.people = [seat for seat in driver.setup.seats if seat.is_person]
        self.trouble: Exception | None = None
        self.done = self.total = 0
        coach = driver.game.coach(driver.setup)
        if isinstance(coach, Text):
            raise Refused(coach)
        if not self.is_over:
            Thread(target=self._work, daemon=True).start()

    @property
    def is_over(self) -> bool:
        return all(seat.id in self.judged for seat in self.people)

    def _work(self) -> None:
        try:
            for seat in [seat.id for seat in self.people if seat.id not in self.judged]:
                total, turns = self._looking_back.turns(seat)
                self.total += total
                found: list[JudgedTurn] = []
                for turn in turns:
                    found.append(turn)
                    self.done += 1
                self._looking_back.keep(seat, found)
                self.judged[seat] = found
        except Exception as error:  # which the page tells
            self.trouble = error

    def shown(self, seat: str) -> Review:
        """What there is to show of a player's turns."""
        return Review(self.judged[seat], self.driver, _in_words)


def _in_words(ask: Ask, answer: Answer) -> Value:
    """An answer as it is called on a page: in words, where its name is notation."""
    shown = shown_answer(ask, answer)
    spoken = shown.spoken if isinstance(shown, Named) else None
    return shown if spoken is None else spoken


def _said(fields: Fields) -> list[str]:
    """What a person tells of what only they see, each with the word before it, if that is all it is."""
    told: list[str] = []
    for key, values in fields.items():
        name, _, lead = key.partition(" ")
        if name == "said" and (words := " ".join(values).split()):
            told += [*([lead] if lead else []), *words]
    return told


def _fields(answer: Answer) -> dict[str, Sequence[str]]:
    """The fields of a form that gives an answer."""
    if isinstance(answer, list):
        return {"pick": answer}
    if isinstance(answer, dict):
        return {f"count {id}": [str(count)] for id, count in answer.items()}
    said = ("yes" if answer else "no") if isinstance(answer, bool) else str(answer)
    return {"answer": [said]}


def _advice(hint: Hint, words: Words) -> list[str]:
    """What a strong player would do, and what the best few moves are worth to it."""
    first = Text("web.hint-first", move=hint.advice.choices[0].move)
    return [words.plain(line) for line in (first, *hint.advice.told())]


def _label(event: Event | None, words: Words) -> str:
    """What is taken back or done again: of an answer first what it was, as there is little room."""
    if event is None:
        return ""
    if isinstance(event, Tell):
        return words.plain(event)
    answer = shown_answer(event.ask, event.entry.answer)
    label = words.plain(Text("web.given", answer=answer, question=event.ask.text))
    return label[:1].upper() + label[1:]
