"""A game that lies open: what is to be seen of it, and what becomes of the forms that come in.

All that is kept here can be thrown away: the journal is the game.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Protocol

from automa.dialogue import Answer, Ask, Refused, Roll, Tell, Text
from automa.game import Game, Questions
from automa.opponents import tenths
from automa.pieces import changed
from solo.fronts.engine import Engine, Message
from solo.fronts.form import FormScript
from solo.playing.driver import Driver, Event
from solo.playing.learning import ask_to_remember, differences, is_news
from solo.showing.events import (
    log,
    shown_answer,
    since_last_answer,
    since_last_choice,
)
from solo.web import drawing
from solo.web.asking import Fields, answer_of, answers_of
from solo.web.markup import NOTHING
from solo.web.play import Note, Scene, Told
from solo.words.sentences import Words

MOST_NOTES = 50
"""Older ones are forgotten: whoever has not come back for them has gone on."""


class Stale(Exception):
    """A form that was filled in before the game went on."""


class Unsure(Exception):
    """An answer that can be mended only if later ones are thrown away, or something is done at the table."""

    def __init__(self, stopped: str, lost: int, to_do: list[str]) -> None:
        super().__init__(stopped, lost, to_do)
        self.stopped = stopped
        self.lost = lost
        self.to_do = to_do


class Own(Protocol):
    """What things are called in the user's edition of a game."""

    def read(self, line: str) -> str:
        """The line with those names as the game knows them."""

    def unknown(self, ask: Ask, refused: Refused) -> str:
        """The name that nobody knows, if that is why an answer was refused."""

    def lesson(self, name: str) -> Questions[object]:
        """Asks what it is the name of, and remembers."""


class Sitting:
    """One game, or a score sheet that is filled in, and what was said about it last."""

    def __init__(
        self, driver: Driver, path: str, title: str, own: Own, words: Words, *, back: str = ""
    ) -> None:
        self.driver = driver
        self.path = path
        self.title = title
        self.back = back
        """The game that this is a question beside."""
        self.lesson: Callable[[], Questions[object]] | None = None
        """What the app could be taught just now."""
        self._own = own
        self._notes: dict[str, Note] = {}
        self._made = 0
        self._redo: tuple[int, Event | None] = (-1, None)
        """What redo brings back, and where the game was then: to know it, the game is played again."""
        Engine(driver, words).begin()
        self._resumed_at = self.at if driver.journal.history.entries and self.is_game else None
        """Where a game was when it was taken up again: until somebody goes on, the table can be checked."""
        self._otherwise = differences(driver) if self.is_game and driver.journal.history.entries else []

    @property
    def at(self) -> int:
        """Where the game is: a number that only grows."""
        return self.driver.journal.lines

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
            self.at,
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
            scene.sheet = driver.script.result if driver.ask is None else None
            shown = driver.script.shown
            scene.shown = drawing.picture(shown, words) if shown else NOTHING
            return scene
        scene.sheet = driver.sheet
        scene.stage = driver.script.stage()
        scene.panels = driver.script.panels(driver.viewer, driver.ask)
        scene.changed = changed(driver.changes())
        scene.notices = driver.journal.notices
        scene.otherwise = self._otherwise
        scene.is_resumed = self._resumed_at == self.at and driver.ask is not None
        coach = driver.game.coach(driver.setup)
        if driver.ask is not None and not isinstance(coach, Text):
            scene.can_hint = True
            scene.unseen = coach.unseen(driver.ask, driver.script)
        scene.app_draws = "app" in driver.run.dice_and_cards.values()
        return scene

    def _to_redo(self, words: Words) -> str:
        if self._redo[0] != self.at:
            self._redo = (self.at, self.driver.to_redo())
        return _label(self._redo[1], words)

    def _told(self) -> list[Told]:
        """What happened since a person last chose, without their answers and what the game tells itself."""
        events = self.driver.run.log
        since = since_last_choice(events) if self.is_game else since_last_answer(events)
        first = len(events) - len(since)
        return [Told.of(place, event) for place, event in enumerate(since, first) if self._is_told(event)]

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
            if deed != "answer":
                engine, message = Engine(self.driver, words), self._message(deed, fields, words)
                if deed == "mend" and not message["mend"]["accept"]:
                    _ask_whether_sure(engine, message["mend"])
                messages = engine.take(message)
                return self._came_of(messages, deed, fields, words)
            if ask is None:
                raise Refused(Text("refused.over"))
            return self._answered(ask, answers_of(ask, fields, words, self._own.read), fields, words)
        except Stale:
            return self._noted(Note(self.at, [words.plain(Text("web.stale"))], is_bad=True))
        except Refused as refused:
            note = self._refusal(words.plain(refused.text), refused.insist, deed, fields)
            if deed == "answer" and ask is not None and (name := self._own.unknown(ask, refused)):
                self.lesson = partial(self._own.lesson, name)
                note.teach = words.plain(Text("web.teach-name", name=name))
            return self._noted(note)

    def _answered(self, ask: Ask, answers: list[Answer], fields: Fields, words: Words) -> str:
        """Answer the question, and with what else was typed on the line those like it that follow."""
        note = ""
        for place, answer in enumerate(answers):
            now = self.driver.ask
            if place and (note or now is None or now.id != ask.id):
                raise Refused(Text("refused.not-asked-again", answer=shown_answer(ask, answer)))
            message = {"answer": answer, "insist": "insist" in fields}
            note = self._came_of(Engine(self.driver, words).take(message), "answer", fields, words)
        outcome = answers[0]
        if (
            not note
            and isinstance(ask, Roll)
            and isinstance(outcome, str)
            and is_news(self.driver, ask, outcome)
        ):
            self.lesson = partial(ask_to_remember, self.driver, ask, outcome)
            teach = Text("web.teach-roll", outcome=shown_answer(ask, outcome))
            return self._noted(Note(self.at, [], teach=words.plain(teach)))
        return note

    def check(self, fields: Fields) -> None:
        """`Stale` unless a form was made where the game is now."""
        if fields.get("at") != [str(self.at)]:
            raise Stale

    def _message(self, deed: str, fields: Fields, words: Words) -> Message:
        match deed:
            case "undo" | "redo":
                return {deed: 1}
            case "hint":
                return {"hint": "".join(fields.get("said", ())) or True}
            case "draw":
                return {"draw": "".join(fields.get("by", ()))}
            case "facts":
                return {"facts": "take"}
            case "fix":
                key = "".join(fields.get("key", ()))
                answer = answer_of(self.driver.run.correction(key).ask, fields, words, self._own.read)
                return {"fix": {"key": key, "value": answer, "insist": "insist" in fields}}
            case _:
                entry, ask = self.entry("".join(fields.get("entry", ())))
                answer = answer_of(ask, fields, words, self._own.read)
                return {
                    "mend": {
                        "entry": entry,
                        "answer": answer,
                        "insist": "insist" in fields,
                        "accept": "accept" in fields,
                    }
                }

    def entry(self, number: str) -> tuple[int, Ask]:
        """An earlier answer by its number, and the question it was given to."""
        entered = self.driver.history()
        if not number.isascii() or not number.isdecimal() or not 1 <= int(number) <= len(entered):
            raise Refused(Text("refused.no-such-entry", entry=number, high=len(entered)))
        return int(number), self.driver.asked(entered[int(number) - 1][0])

    def _came_of(self, messages: list[Message], deed: str, fields: Fields, words: Words) -> str:
        """The key of a note about what the engine said, besides the next question."""
        by_type = {message["type"]: message for message in messages}
        if refused := by_type.get("refused"):
            insist = bool(refused.get("insist"))
            return self._noted(self._refusal(refused["text"], insist, deed, fields))
        texts: list[str] = []
        for type, id in (("undone", "talk.undone"), ("redone", "talk.redone")):
            if type in by_type:
                texts += [words.plain(Text(id, what=text)) for text in by_type[type]["texts"]]
        if "hint" in by_type:
            texts += _advice(by_type["hint"], words)
        if "mended" in by_type:
            texts.append(words.plain(Text("talk.mended")))
        if deed == "facts":
            self._otherwise = []
            texts.append(words.plain(Text("facts.taken-over")))
        if deed == "draw" and fields.get("by") == ["hand"]:
            texts.append(words.plain(Text("talk.by-hand")))
        if "trouble" in by_type:
            return self._noted(Note(self.at, [by_type["trouble"]["text"]], is_bad=True))
        if not texts:
            return ""
        to_do = [text for message in messages for text in message.get("to_do", ())]
        if any("acts" in message for message in messages) and not to_do and self.driver.script.pieces():
            texts.append(words.plain(Text("talk.nothing-to-do")))
        why = by_type["hint"]["why"] if "hint" in by_type else []
        return self._noted(Note(self.at, texts, to_do=to_do, why=why))

    def was_taught(self, log: list[Event], own: Callable[[Game], Own], words: Words) -> str:
        """The key of a note about what was taught beside the game."""
        self._own = own(self.driver.game)
        texts = [words.plain(event) for event in log if isinstance(event, Tell)]
        return self._noted(Note(self.at, texts or [words.plain(Text("web.taught"))]))

    def _refusal(self, text: str, insist: bool, deed: str, fields: Fields) -> Note:
        way = f"{self.path}/{deed}"
        return Note(self.at, [text], is_bad=True, insist=fields if insist else None, way=way)

    def _noted(self, note: Note) -> str:
        self._made += 1
        key = str(self._made)
        self._notes[key] = note
        for old in list(self._notes)[:-MOST_NOTES]:
            del self._notes[old]
        return key


def _ask_whether_sure(engine: Engine, mend: Message) -> None:
    """`Unsure` if mending an answer means anything at the table, or costs later ones."""
    for message in engine.take({"mend": {**mend, "try": True}}):
        if message["type"] == "mended" and (message["lost"] or message["to_do"]):
            raise Unsure(message["stopped"], message["lost"], message["to_do"])


def _advice(hint: Message, words: Words) -> list[str]:
    """What a strong player would do, and what the best few moves are worth to it."""
    moves = [(each["move"], tenths(each["value"])) for each in hint["moves"]]
    first = Text("web.hint-first", move=moves[0][0]) if moves else Text("talk.hint", answer=hint["answer"])
    return [
        words.plain(first),
        *(words.plain(Text("talk.hint-value", move=move, value=value)) for move, value in moves),
    ]


def _label(event: Event | None, words: Words) -> str:
    """What is taken back or done again: of an answer first what it was, as there is little room."""
    if event is None:
        return ""
    if isinstance(event, Tell):
        return words.plain(event)
    answer = shown_answer(event.ask, event.entry.answer)
    label = words.plain(Text("web.given", answer=answer, question=event.ask.text))
    return label[:1].upper() + label[1:]
