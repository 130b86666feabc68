"""An open game: what its pages show, and what its forms do.

Nothing kept here matters: the journal is the game.
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
from automa.pieces import Act, instructions
from automa.sheet import Sheet
from solo.facts.editions import Editions
from solo.fronts.demo import DemoTurn, turns
from solo.fronts.desk import STEPS, Desk, Steps
from solo.fronts.form import FormScript
from solo.keeping.drafts import KeptSheet
from solo.keeping.settings import settings
from solo.playing.driver import Driver, Event, Failure, Given, Mended
from solo.playing.newgame import JOURNAL_ID
from solo.showing.events import as_tell, in_short, log, shown_answer, since_last_answer
from solo.showing.markup import Content
from solo.trouble import Trouble
from solo.web.asking import Fields, answer_of, answers_of, value_of
from solo.words.sentences import Words

MAX_NOTES = 50
"""How many notes are kept."""


class Note(Struct):
    """The outcome of a form, if it is more than the next question."""

    texts: Sequence[Text]
    is_bad: bool = False
    to_do: Sequence[Text] = ()
    """Acts to carry out at the table."""
    why: Sequence[Text] = ()
    filled: Fields = {}
    """The fields of a form that was refused."""
    may_insist: bool = False
    url: str = ""
    """Where that form was sent."""
    teach: Text | None = None
    """The offer to teach the app something."""
    advised: Fields | None = None
    """The fields of a form that answers as advised."""
    marks: Collection[str] = ()
    """The ids of what the advice is about on the table."""


class NewsItem(Struct):
    """Something that happened, and its place in the log."""

    place: int
    tell: Tell
    is_own: bool = False
    """Whether the person has done it already."""

    @property
    def is_to_do(self) -> bool:
        return self.tell.deed and not self.is_own


class NeedsConfirmation(Exception):
    """Mending an answer would drop later ones, or needs acts at the table: the person has to agree."""

    def __init__(self, mended: Mended) -> None:
        super().__init__(mended)
        self.mended = mended


class Sitting:
    """A game or a form that is filled in, with the notes on its last forms."""

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
        """For a lesson beside a game: the path of the game."""
        self.leads_to = leads_to
        """Where a form leads when it is filled in."""
        self.sheet = sheet
        """The file of the form, if it is a score sheet."""
        self.lesson: Callable[[], Questions[object]] | None = None
        """What the app could be taught now."""
        self.pages: dict[str, str] = {}
        """The last page in each language."""
        self._own = own
        self._notes: dict[str, tuple[int, Note]] = {}
        """The last notes by key, each with the place of the game that it is valid for."""
        self._notes_made = 0
        self._redo: tuple[int, Event | None] = (-1, None)
        """A cache of what redo brings back, with the place of the game: finding out replays it."""
        self._go_on()
        self._resumed_at = self.at if is_resumed else None
        """The place where a game was resumed: until it goes on, the player is asked to check the table."""
        self.otherwise: Sequence[Text] = self.desk.facts() if is_resumed else []
        """Facts that were taught since the game began, and are not used in it."""

    @property
    def at(self) -> int:
        """The place of the game: a number that only grows."""
        return self.desk.at

    @property
    def token(self) -> str:
        """The place of the game with the id of the game, for its forms."""
        journal = self.driver.journal
        if not self.is_game:  # a sheet is the same after a restart
            entered = [(each.ask, each.answer) for each in journal.history.entries]
            return f"{len(entered)}-{crc32(repr(entered).encode()):x}"
        id = journal.header.options.get(JOURNAL_ID) or journal.header.started
        return f"{self.at}-{id}" if id else str(self.at)

    @property
    def is_game(self) -> bool:
        """Whether it is a game and no form."""
        return not isinstance(self.driver.script, FormScript)

    # What its pages show

    @property
    def ask(self) -> Ask | None:
        return self.driver.ask

    @property
    def panels(self) -> Sequence[Panel]:
        """The parts of the table."""
        return self.driver.script.panels(self.driver.viewer, self.ask)

    @property
    def shown(self) -> Picture:
        """What a form shows with its question."""
        script = self.driver.script
        return script.shown if isinstance(script, FormScript) else []

    @property
    def result(self) -> Sheet | None:
        """The final score."""
        sheet = self.driver.sheet
        return sheet if sheet is not None and sheet.columns else None

    @property
    def coach(self) -> Coach | None:
        """The coach of the game, if it has one."""
        coach = self.driver.game.coach(self.driver.setup) if self.is_game else None
        return coach if isinstance(coach, Coach) else None

    def unseen(self) -> Sequence[Unseen]:
        """What the person has to tell with a request for a hint, because only they see it."""
        if self.ask is None or self.coach is None:
            return ()
        return self.coach.unseen(self.ask, self.driver.script) or ()

    @property
    def is_resumed(self) -> bool:
        """Whether the game was resumed and has not gone on since."""
        return self._resumed_at == self.at and self.ask is not None

    def note(self, key: str) -> Note | None:
        """The note of that key, unless the game has gone on since."""
        at, note = self._notes.get(key, (None, None))
        return note if at == self.at else None

    def to_redo(self) -> Event | None:
        """What redo brings back; nothing in a lesson, which would be saved again by replaying it."""
        if not self.is_game and self.sheet is None:
            return None
        if self._redo[0] != self.at:
            self._redo = (self.at, self.driver.to_redo())
        return self._redo[1]

    def news(self) -> list[NewsItem]:
        """What happened since a person last chose, without their answers and what the game tells itself."""
        events = self.driver.run.log
        since = since_last_answer(events, chosen=self.is_game)
        items, is_typed = [], False
        for place, event in enumerate(since, len(events) - len(since)):
            if isinstance(event, Given):
                # What follows upon something typed for the table is what was read off it.
                is_typed = event.entry.by == "person" and event.ask.to == TABLE
            if self._is_news(event):
                seat = event.seat if isinstance(event, Tell) else ""
                is_own = seat == self.driver.viewer or (is_typed and not seat) or not self.is_game
                items.append(NewsItem(place, as_tell(event), is_own))
        return items

    def _is_news(self, event: Event) -> bool:
        return isinstance(event, Tell) or (event.entry.by == "app" and not self.driver.run.draws(event.ask))

    def log(self) -> list[NewsItem]:
        return [NewsItem(place, as_tell(event)) for place, event in enumerate(log(self.driver))]

    # What its forms do

    def do(self, action: str, fields: Fields, words: Words) -> str:
        """Do what a form says; the key of a note on it, or nothing if there is none."""
        ask, self.lesson = self.ask, None
        if not self.is_current(fields):
            return self._add_note(Note([Text("web.stale")], is_bad=True))
        try:
            note = self._carry_out(action, fields, words)
            trouble = self._go_on()
        except Failure as failure:
            return self._add_note(Note([failure.text], is_bad=True))
        except (Refused, Trouble) as refused:
            insist = isinstance(refused, Refused) and refused.insist
            note = Note([refused.text], is_bad=True, filled=fields, may_insist=insist)
            note.url = f"{self.path}/{action}"
            if action == "answer" and ask is not None and isinstance(refused, Refused):
                self._offer_name(note, self._own.unknown(ask, refused))
            return self._add_note(note)
        if trouble is not None:
            return self._add_note(Note([trouble], is_bad=True))
        return self._add_note(note) if note.texts or note.teach else ""

    def _go_on(self) -> Text | None:
        """Let the others play until a person is asked; the trouble with saving, if there was any."""
        try:
            for _ in self.desk.go_on():
                pass
        except Trouble as trouble:
            return trouble.text
        return None

    def _offer_name(self, note: Note, name: str) -> None:
        """Offer to teach an unknown name."""
        if name:
            self.lesson = partial(self._own.lesson, name)
            note.teach = Text("web.teach-name", name=name)

    def _carry_out(self, action: str, fields: Fields, words: Words) -> Note:
        """Do what a form says, and return a note on it."""
        match action:
            case "answer":
                return self._answered(fields, words)
            case "undo":
                return self._stepped(self.desk.undo())
            case "redo":
                return self._stepped(self.desk.redo())
            case "hint":
                hint = self.desk.hint(_said(fields), words.lang)
                first = Text("web.hint-first", move=hint.advice.choices[0].move)
                advised = fields_of(hint.answer)
                texts = [first, *hint.advice.told()]
                return Note(texts, why=hint.advice.why, advised=advised, marks=hint.marks)
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
        """A note with the acts to carry out at the table."""
        to_do = list(instructions(acts))
        if not to_do and self.desk.pieces:
            texts = [*texts, Text("talk.nothing-to-do")]
        return Note(texts, to_do=to_do)

    def _mended(self, fields: Fields, words: Words) -> Note:
        """Mend an earlier answer, if nothing needs confirmation or it was given."""
        earlier = self.desk.earlier(value_of(fields, "entry"))
        answer = answer_of(earlier.ask, fields, words, self._own.read)
        mended = self.desk.try_mending(earlier, answer, insist="insist" in fields)
        if "accept" not in fields and (mended.lost or instructions(mended.acts)):
            raise NeedsConfirmation(mended)
        return self._to_do([Text("talk.mended")], self.desk.mend(mended))

    def _answered(self, fields: Fields, words: Words) -> Note:
        """Answer the question, and those that follow it if the line has answers to them."""
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
        """Whether the game is still where it was when the form was made."""
        return value_of(fields, "at") == self.token

    def note_lesson(self, log: Sequence[Event]) -> str:
        """Add a note on what was taught beside the game; its key."""
        self._own = Editions(self.driver.game)
        return self._add_note(
            Note([event for event in log if isinstance(event, Tell)] or [Text("web.taught")])
        )

    def _add_note(self, note: Note) -> str:
        self._notes_made += 1
        key = str(self._notes_made)
        self._notes[key] = self.at, note
        for old in list(self._notes)[:-MAX_NOTES]:
            del self._notes[old]
        return key


class Demo:
    """A game that plays itself, a turn at a time."""

    back = "/demo"

    def __init__(self, driver: Driver, path: str) -> None:
        self.driver = driver
        self.path = path
        self.title = driver.game.name
        self._at = 0
        self._turns = turns(driver)
        self.turn: DemoTurn = next(self._turns)

    @property
    def token(self) -> str:
        """Where it is."""
        return str(self._at)

    def go_on(self, at: str) -> None:
        """Go to the next turn, unless the form is out of date."""
        if at == self.token:
            self.turn = next(self._turns, self.turn)
            self._at += 1


def _said(fields: Fields) -> list[str]:
    """What a person tells of what only they see, each with the word before it."""
    told: list[str] = []
    for key, values in fields.items():
        name, _, lead = key.partition(" ")
        if name == "said" and (words := " ".join(values).split()):
            told += [*([lead] if lead else []), *words]
    return told


def fields_of(answer: Answer) -> dict[str, Sequence[str]]:
    """The fields of a form with this answer."""
    if isinstance(answer, list):
        return {"pick": answer}
    if isinstance(answer, dict):
        return {f"count {id}": [str(count)] for id, count in answer.items()}
    said = ("yes" if answer else "no") if isinstance(answer, bool) else str(answer)
    return {"answer": [said]}
