"""A game that lies open: what is to be seen of it, and what becomes of the forms that come in.

All that is kept here can be thrown away: the journal is the game.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from functools import partial
from time import monotonic
from zlib import crc32

from msgspec import Struct

from automa.coach import Coach, Unseen
from automa.dialogue import TABLE, Answer, Ask, Refused, Roll, Tell, Text
from automa.game import Questions
from automa.picture import Panel, Picture
from automa.pieces import Act, told
from automa.sheet import Sheet
from solo.facts.editions import Editions
from solo.fronts.demo import Turn, turns
from solo.fronts.desk import STEPS, Desk, Steps
from solo.fronts.form import FormScript
from solo.keeping.drafts import KeptSheet
from solo.keeping.settings import settings
from solo.playing.driver import Driver, Event, Failure, Given, Mended
from solo.playing.newgame import JOURNAL_ID
from solo.showing.events import in_short, log, shown_answer, since_last_answer, since_last_choice
from solo.showing.markup import Content
from solo.trouble import Trouble
from solo.web.asking import Fields, answer_of, answers_of, value_of
from solo.words.sentences import Words

MOST_NOTES = 50
"""Older ones are forgotten."""


class Note(Struct):
    """The outcome of the last form, where that is more than the next question."""

    texts: Sequence[Text]
    is_bad: bool = False
    to_do: Sequence[Text] = ()
    """What is to be done at the table."""
    why: Sequence[Text] = ()
    filled: Fields = {}
    """The form that was refused."""
    may_insist: bool = False
    way: str = ""
    """Where that form goes."""
    teach: Text | None = None
    """What the app could be taught."""
    take: Fields | None = None
    """The form that answers with what was advised."""
    marks: Collection[str] = ()
    """The ids of what that is about on the table."""


class Told(Struct):
    """Something that happened, and its place in the whole of what did."""

    place: int
    tell: Tell
    is_own: bool = False
    """Whether the person has just done or typed it, and need not do it again."""

    @classmethod
    def of(cls, place: int, event: Event, *, is_own: bool = False) -> Told:
        if isinstance(event, Tell):
            return cls(place, event, is_own)
        answer = in_short(event)
        tell = Tell(answer.id, deed=False)
        tell.values = answer.values
        return cls(place, tell, is_own)

    @property
    def is_to_do(self) -> bool:
        return self.tell.deed and not self.is_own


class Unsure(Exception):
    """An answer that can be mended only if later ones are thrown away, or something is done at the table."""

    def __init__(self, mended: Mended) -> None:
        super().__init__(mended)
        self.mended = mended


class Sitting:
    """One game, or a score sheet that is filled in, and what was said about it last."""

    def __init__(
        self,
        driver: Driver,
        path: str,
        title: Content,
        own: Editions,
        *,
        back: str = "",
        leads_to: str = "",
        sheet: KeptSheet | None = None,
        is_resumed: bool = False,
    ) -> None:
        self.driver = driver
        self.desk = Desk(driver, quiet=settings().quiet, clock=monotonic)
        self.path = path
        self.title = title
        self.back = back
        """The game that this is a question beside."""
        self.leads_to = leads_to
        """Where a form that is filled in leads to."""
        self.sheet = sheet
        """The score sheet that a form is, as it is kept."""
        self.lesson: Callable[[], Questions[object]] | None = None
        """What the app could be taught just now."""
        self.pages: dict[str, str] = {}
        """The page as it was shown last, in each language."""
        self._own = own
        self._notes: dict[str, tuple[int, Note]] = {}
        """What was said of late, each with where the game was: when it has gone on, it is out of date."""
        self._made = 0
        self._redo: tuple[int, Event | None] = (-1, None)
        """What redo brings back, and where the game was then: to know it, the game is played again."""
        self._go_on()
        self._resumed_at = self.at if is_resumed else None
        """Where a resumed game was: until it goes on, the player is asked to check the table."""
        self.otherwise: Sequence[Text] = self.desk.facts() if is_resumed else []
        """What was taught since the game began, and does not hold in it."""

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
        """Whether it is one, and no score sheet that is filled in."""
        return not isinstance(self.driver.script, FormScript)

    # What is to be seen

    @property
    def ask(self) -> Ask | None:
        return self.driver.ask

    @property
    def panels(self) -> Sequence[Panel]:
        """The parts of the table."""
        return self.driver.script.panels(self.driver.viewer, self.ask)

    @property
    def shown(self) -> Picture:
        """What a form drew before its question."""
        script = self.driver.script
        return script.shown if isinstance(script, FormScript) else []

    @property
    def result(self) -> Sheet | None:
        """The score, once all is over."""
        sheet = self.driver.sheet
        return sheet if sheet is not None and sheet.columns else None

    @property
    def coach(self) -> Coach | None:
        """The strong player that can be asked."""
        coach = self.driver.game.coach(self.driver.setup) if self.is_game else None
        return coach if isinstance(coach, Coach) else None

    def unseen(self) -> Sequence[Unseen]:
        """What only the person sees, and tells with the question for a hint."""
        if self.ask is None or self.coach is None:
            return ()
        return self.coach.unseen(self.ask, self.driver.script) or ()

    @property
    def is_resumed(self) -> bool:
        """Whether nobody has gone on yet with a game that was begun earlier."""
        return self._resumed_at == self.at and self.ask is not None

    def note(self, key: str) -> Note | None:
        """What was said about the last form, as long as the game has not gone on."""
        at, note = self._notes.get(key, (None, None))
        return note if at == self.at else None

    def to_redo(self) -> Event | None:
        """What redo brings back; a lesson that is played again would keep again what it teaches."""
        if not self.is_game and self.sheet is None:
            return None
        if self._redo[0] != self.at:
            self._redo = (self.at, self.driver.to_redo())
        return self._redo[1]

    def told(self) -> list[Told]:
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
        ask, self.lesson = self.ask, None
        if not self.is_current(fields):
            return self._noted(Note([Text("web.stale")], is_bad=True))
        try:
            note = self._done(deed, fields, words)
            trouble = self._go_on()
        except Failure as failure:
            return self._noted(Note([failure.text], is_bad=True))
        except (Refused, Trouble) as refused:
            way, insist = f"{self.path}/{deed}", isinstance(refused, Refused) and refused.insist
            note = Note([refused.text], is_bad=True, filled=fields, may_insist=insist, way=way)
            if deed == "answer" and ask is not None and isinstance(refused, Refused):
                self._offer_name(note, self._own.unknown(ask, refused))
            return self._noted(note)
        if trouble is not None:
            return self._noted(Note([trouble], is_bad=True))
        return self._noted(note) if note.texts or note.teach else ""

    def _go_on(self) -> Text | None:
        """Let the others play until a person is asked; what could not be saved on the way, if anything."""
        try:
            for _ in self.desk.go_on():
                pass
        except Trouble as trouble:
            return trouble.text
        return None

    def _offer_name(self, note: Note, name: str) -> None:
        """A name that nobody knows can be taught."""
        if name:
            self.lesson = partial(self._own.lesson, name)
            note.teach = Text("web.teach-name", name=name)

    def _done(self, deed: str, fields: Fields, words: Words) -> Note:
        """Do it; what is to be said about it."""
        match deed:
            case "answer":
                return self._answered(fields, words)
            case "undo":
                return self._stepped(self.desk.undo())
            case "redo":
                return self._stepped(self.desk.redo())
            case "hint":
                hint = self.desk.hint(_said(fields), words.lang)
                first = Text("web.hint-first", move=hint.advice.choices[0].move)
                taken = _fields(hint.answer)
                texts = [first, *hint.advice.told()]
                return Note(texts, why=hint.advice.why, take=taken, marks=hint.marks)
            case "draw":
                by_hand = value_of(fields, "by") == "hand"
                self.desk.draw("hand" if by_hand else "app")
                return Note([Text("talk.by-hand")] if by_hand else [])
            case "facts":
                acts, self.otherwise = self.desk.take_facts(), []
                return self._to_do([Text("facts.taken-over")], acts)
            case "fix":
                key = value_of(fields, "key")
                answer = answer_of(self.driver.run.correction(key).ask, fields, words, self._own.read)
                self.desk.fix(key, answer, insist="insist" in fields)
                return Note([])
            case _:
                return self._mended(fields, words)

    def _stepped(self, steps: Steps) -> Note:
        done, none_left = STEPS[steps.way]
        if not steps.events:
            raise Refused(Text(none_left))
        return self._to_do([Text(done, what=in_short(event)) for event in steps.events], steps.acts)

    def _to_do(self, texts: Sequence[Text], acts: Sequence[Act]) -> Note:
        """A note with what is to be done at the table."""
        to_do = list(told(acts))
        if not to_do and self.desk.pieces:
            texts = [*texts, Text("talk.nothing-to-do")]
        return Note(texts, to_do=to_do)

    def _mended(self, fields: Fields, words: Words) -> Note:
        """Another answer to an earlier question; `Unsure` if that costs something and was not agreed to."""
        earlier = self.desk.earlier(value_of(fields, "entry"))
        answer = answer_of(earlier.ask, fields, words, self._own.read)
        mended = self.desk.try_mending(earlier, answer, insist="insist" in fields)
        if "accept" not in fields and (mended.lost or told(mended.acts)):
            raise Unsure(mended)
        return self._to_do([Text("talk.mended")], self.desk.mend(mended))

    def _answered(self, fields: Fields, words: Words) -> Note:
        """Answer the question, and with what else was typed on the line those like it that follow."""
        ask = self.ask
        if ask is None:
            raise Refused(Text("refused.over"))
        outcome, *ahead = answers_of(ask, fields, words, self._own.read)
        typed_ahead = list(zip(ask.at_once()[1:], ahead, strict=False)) if ahead else []
        self.desk.answer(outcome, insist="insist" in fields)
        self.desk.typed_ahead(typed_ahead)
        while self.desk.ahead and self._go_on() is None:
            if (answer := self.desk.answer_ahead()) is None:
                break
            self.desk.answer(answer)
        if isinstance(ask, Roll) and isinstance(outcome, str) and self.desk.is_news(ask, outcome):
            self.lesson = partial(self.desk.ask_to_remember, ask, outcome)
            return Note([], teach=Text("web.teach-roll", outcome=shown_answer(ask, outcome)))
        return Note([])

    def is_current(self, fields: Fields) -> bool:
        """Whether a form was made where the game is now."""
        return value_of(fields, "at") == self.place

    def was_taught(self, log: Sequence[Event]) -> str:
        """The key of a note about what was taught beside the game."""
        self._own = Editions(self.driver.game)
        return self._noted(Note([event for event in log if isinstance(event, Tell)] or [Text("web.taught")]))

    def _noted(self, note: Note) -> str:
        self._made += 1
        key = str(self._made)
        self._notes[key] = self.at, note
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
        self.turn: Turn = next(self._turns)

    def go_on(self, at: str) -> None:
        """The next turn, once this one was seen."""
        if at == str(self.at):
            self.turn = next(self._turns, self.turn)
            self.at += 1


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
