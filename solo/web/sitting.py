"""A game that lies open: what is to be seen of it, and what becomes of the forms that come in.

All that is kept here can be thrown away: the journal is the game.
"""

from __future__ import annotations

from collections.abc import Callable

from automa.dialogue import Ask, Refused, Tell, Text
from automa.opponents import tenths
from solo.fronts.engine import Engine, Message
from solo.fronts.form import FormScript
from solo.playing.driver import Driver, Event
from solo.showing.events import in_short, log, since_last_answer, since_last_choice, taken_back
from solo.web import drawing
from solo.web.asking import Fields, answer_of
from solo.web.markup import NOTHING
from solo.web.play import Note, Scene, Told
from solo.words.sentences import Words

MOST_NOTES = 50
"""Older ones are forgotten: whoever has not come back for them has gone on."""


class Stale(Exception):
    """A form that was filled in before the game went on."""


class Unsure(Exception):
    """An answer that can be mended only if later ones are thrown away."""

    def __init__(self, stopped: str, lost: int) -> None:
        super().__init__(stopped, lost)
        self.stopped = stopped
        self.lost = lost


class Sitting:
    """One game, or a score sheet that is filled in, and what was said about it last."""

    def __init__(
        self, driver: Driver, path: str, title: str, own: Callable[[str], str], words: Words
    ) -> None:
        self.driver = driver
        self.path = path
        self.title = title
        self._own = own
        self._notes: dict[str, Note] = {}
        self._made = 0
        self._redo: tuple[int, Text | None] = (-1, None)
        """What redo brings back, and where the game was then: to know it, the game is played again."""
        Engine(driver, words).begin()

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
            driver.setup.seats,
            driver.viewer,
            driver.ask,
            told=self._told(),
            undo=_label(driver.to_undo()),
            redo=self._to_redo(),
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
        scene.notices = driver.journal.notices
        coach = driver.game.coach(driver.setup)
        if driver.ask is not None and not isinstance(coach, Text):
            scene.can_hint = True
            scene.unseen = coach.unseen(driver.ask, driver.script)
        scene.app_draws = "app" in driver.run.dice_and_cards.values()
        return scene

    def _to_redo(self) -> Text | None:
        if self._redo[0] != self.at:
            self._redo = (self.at, _label(self.driver.to_redo()))
        return self._redo[1]

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
        try:
            self.check(fields)
            before = self.driver.run.log
            messages = Engine(self.driver, words).take(self._message(deed, fields, words))
        except Stale:
            return self._noted(Note(self.at, [words.plain(Text("web.stale"))], is_bad=True))
        except Refused as refused:
            return self._noted(self._refusal(words.plain(refused.text), refused.insist, deed, fields))
        return self._came_of(messages, before, deed, fields, words)

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
            case "fix":
                key = "".join(fields.get("key", ()))
                answer = answer_of(self.driver.run.correction(key).ask, fields, words, self._own)
                return {"fix": {"key": key, "value": answer, "insist": "insist" in fields}}
            case "mend":
                entry, ask = self.entry("".join(fields.get("entry", ())))
                answer = answer_of(ask, fields, words, self._own)
                return {
                    "mend": {
                        "entry": entry,
                        "answer": answer,
                        "insist": "insist" in fields,
                        "accept": "accept" in fields,
                    }
                }
            case _:
                if self.driver.ask is None:
                    raise Refused(Text("refused.over"))
                answer = answer_of(self.driver.ask, fields, words, self._own)
                return {"answer": answer, "insist": "insist" in fields}

    def entry(self, number: str) -> tuple[int, Ask]:
        """An earlier answer by its number, and the question it was given to."""
        entered = self.driver.history()
        if not number.isascii() or not number.isdecimal() or not 1 <= int(number) <= len(entered):
            raise Refused(Text("refused.no-such-entry", entry=number, high=len(entered)))
        return int(number), self.driver.asked(entered[int(number) - 1][0])

    def _came_of(
        self, messages: list[Message], before: list[Event], deed: str, fields: Fields, words: Words
    ) -> str:
        """The key of a note about what the engine said, besides the next question."""
        by_type = {message["type"]: message for message in messages}
        if refused := by_type.get("refused"):
            insist = bool(refused.get("insist"))
            return self._noted(self._refusal(refused["text"], insist, deed, fields))
        texts: list[str] = []
        back, anew = taken_back(before, self.driver.run.log) if deed in ("undo", "mend") else ([], [])
        for type, id in (("undone", "talk.undone"), ("redone", "talk.redone")):
            if type in by_type:
                texts += [words.plain(Text(id, what=text)) for text in by_type[type]["texts"]]
        if "hint" in by_type:
            texts += _advice(by_type["hint"], words)
        if "mended" in by_type:
            mended = by_type["mended"]
            if not mended["done"]:
                raise Unsure(mended["stopped"], mended["lost"])
            texts.append(words.plain(Text("talk.mended")))
        if deed == "draw" and fields.get("by") == ["hand"]:
            texts.append(words.plain(Text("talk.by-hand")))
        if "trouble" in by_type:
            return self._noted(Note(self.at, [by_type["trouble"]["text"]], is_bad=True))
        if not texts:
            return ""
        again = [words.plain(tell) for tell in (anew if deed == "mend" else [])]
        put_back = [words.plain(tell) for tell in back]
        if deed == "undo" and put_back == by_type["undone"]["texts"]:
            put_back = []  # a single thing that has just been said
        why = by_type["hint"]["why"] if "hint" in by_type else []
        return self._noted(Note(self.at, texts, back=put_back, anew=again, why=why))

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


def _advice(hint: Message, words: Words) -> list[str]:
    """What a strong player would do, and what the best few moves are worth to it."""
    moves = [(each["move"], tenths(each["value"])) for each in hint["moves"]]
    first = Text("web.hint-first", move=moves[0][0]) if moves else Text("talk.hint", answer=hint["answer"])
    return [
        words.plain(first),
        *(words.plain(Text("talk.hint-value", move=move, value=value)) for move, value in moves),
    ]


def _label(event: Event | None) -> Text | None:
    return None if event is None else in_short(event)
