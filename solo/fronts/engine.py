"""A game for another program: it takes messages and returns messages, or JSON lines, one object a line.

Only a legal answer or a possible command changes the game; anything else is `refused`, and the question stays
open. `ENGINE.md` documents the protocol.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from io import StringIO
from typing import IO, Any, TypeAlias, TypeVar

import msgspec

from automa.declared import Tree
from automa.dialogue import (
    LONGEST_NAME,
    TABLE,
    Ask,
    Choose,
    Confirm,
    Move,
    Name,
    Named,
    Number,
    Refused,
    Roll,
    Several,
    Tally,
    Tell,
    Text,
)
from automa.game import Questions, hold
from automa.picture import Picture
from automa.pieces import Act, changed, counted, instructions
from solo import __version__
from solo.fronts.desk import Desk, Steps
from solo.playing.driver import Driver, Event, Failure
from solo.showing import sheets
from solo.showing.events import (
    as_data,
    as_tell,
    in_short,
    since_last_answer,
    typed_answers,
)
from solo.trouble import Trouble
from solo.words.names import other_names, shown_name
from solo.words.sentences import Words

PROTOCOL = 1
LONGEST_LINE = 2**16
"""The most bytes of a line; a longer one is refused."""

LOOKS = ("now", "state", "pieces", "picture", "why", "log", "score", "share", "table", "history", "quit")
"""The commands whose only value is `true`; each is a method of the engine with an underscore before it."""
COMMANDS = ("undo", "redo", "hint", "fix", "facts", "remember", "rules", "draw", "mend")
"""The commands that take a value, likewise."""

Stream: TypeAlias = IO[Any]
"""Of text or of bytes."""
Message: TypeAlias = Tree
"""A message in or out, as JSON data."""


class FixFields(msgspec.Struct, forbid_unknown_fields=True):
    """What `fix` says."""

    key: str
    value: object
    insist: bool = False


class MendFields(msgspec.Struct, forbid_unknown_fields=True):
    """What `mend` says."""

    entry: int
    answer: object
    insist: bool = False
    accept: bool = False
    only_try: bool = msgspec.field(default=False, name="try")


class RememberFields(msgspec.Struct, forbid_unknown_fields=True):
    """What `remember` says."""

    number: int
    outcome: str
    rest: bool = False


def run_engine(driver: Driver, words: Words, stdin: Stream, stdout: Stream) -> int:
    """Play `driver`'s game with the program at the other end, until it quits or its lines end.

    Every answer is in the journal before the next message goes out, so an end of input loses nothing.
    """
    engine = Engine(driver, words)
    try:
        _write(stdout, engine.begin())
        for line in _lines(stdin):
            _write(stdout, engine.take_line(line))
            if engine.ended:
                break
    except BrokenPipeError:
        pass  # the program at the other end is gone
    return 0


def _lines(stdin: Stream) -> Iterator[bytes]:
    """The lines that come in, as bytes; one that is too long is cut off just beyond `LONGEST_LINE`."""
    while line := stdin.readline(LONGEST_LINE + 1):
        end = "\n" if isinstance(line, str) else b"\n"
        rest = line
        while len(rest) > LONGEST_LINE and not rest.endswith(end):
            rest = stdin.readline(LONGEST_LINE + 1)
        yield line.encode("utf-8", "surrogatepass") if isinstance(line, str) else line


def _write(stdout: Stream, messages: Iterable[Message]) -> None:
    lines = msgspec.json.Encoder().encode_lines(messages)
    stdout.write(lines.decode() if hasattr(stdout, "encoding") else lines)
    stdout.flush()


class Engine:
    """One game and the program that plays it.

    engine = Engine(driver, words)
    messages = engine.begin()
    messages = engine.take({"answer": "judge"})
    """

    def __init__(self, driver: Driver, words: Words) -> None:
        self.driver = driver
        self.desk = Desk(driver)
        self.words = words
        self.ended = False
        """Whether the program has said that it quits."""
        self._messages: list[Message] = []

    # What comes in

    def begin(self) -> list[Message]:
        """The greeting, in a resumed game what was told since the last choice, and the open question."""
        self._report_errors(self._hello)
        return self._sent()

    def take(self, message: object) -> list[Message]:
        """Carry out a message, and return the messages that answer it."""
        self._report_errors(lambda: self._dispatch(message))
        return self._sent()

    def take_line(self, line: bytes) -> list[Message]:
        """Carry out a message given as a line of JSON; a blank line is ignored."""
        if line.strip():
            self._report_errors(lambda: self._dispatch(_decoded(line)))
        return self._sent()

    def _report_errors(self, handler: Callable[[], None]) -> None:
        at = self.desk.at
        try:
            handler()
        except Refused as refused:
            self._refuse(refused.text, insist=refused.insist)
        except Failure as failure:
            self._send_failure(failure, at)
        except Trouble as trouble:
            self._refuse(trouble.text)
        except RecursionError:
            self._refuse(Text("engine.too-deep"))
        except Exception as error:  # which is reported
            self._send_failure(self.driver.failed(error), at)

    def _dispatch(self, message: object) -> None:
        command, value, insist, at = _command(message)
        if at is not None and at != self.desk.at:
            raise Refused(Text("engine.stale"))
        if command == "answer":
            self.desk.answer(value, insist=insist)
            self._go_on()
        elif command in COMMANDS:
            getattr(self, f"_{command}")(value)
        elif value is True:
            getattr(self, f"_{command}")()
        else:
            raise Refused(Text("engine.not-true", command=command))

    # What goes out

    def _send(self, type: str, **message: object) -> None:
        self._messages.append({"type": type, **message})

    def _sent(self) -> list[Message]:
        messages, self._messages = self._messages, []
        return messages

    def _hello(self) -> None:
        header = self.driver.journal.header
        is_resumed = bool(self.driver.journal.history.entries)
        taught_since = self.desk.facts() if is_resumed else []
        check = Text("talk.same-table") if is_resumed and self.driver.script.pieces() else ""
        self._send(
            "hello",
            engine="castellan",
            version=__version__,
            protocol=PROTOCOL,
            game=self.driver.game.id,
            seed=header.seed,
            seats=[
                {"id": seat.id, "name": shown_name(seat, self.words), "person": seat.is_person}
                for seat in self.driver.setup.seats
            ],
            lang=self.words.lang,
            save=self.driver.journal.name,
            notices=self._texts(self.driver.journal.notices),
            facts=self._texts(taught_since),
            entries=len(self.driver.journal.history.entries),
            check=self.words.plain(check),
        )
        self._tell(since_last_answer(self.driver.news(), chosen=True))
        self._go_on()

    def _go_on(self) -> None:
        """Send what happens until a person is asked or the game is over, and then that."""
        try:
            for news in self.desk.go_on():
                self._tell(news)
        except Trouble as trouble:  # not refused: the command itself was carried out and saved
            self._send("trouble", text=self.words.plain(trouble.text))
        self._send_question()

    def _send_question(self) -> None:
        """Send the open question, or how the game ended."""
        ask = self.driver.ask
        where = {
            "at": self.desk.at,
            "undo": self._in_short(self.driver.to_undo()),
            "redo": self._in_short(self.driver.to_redo()),
            "remarks": [
                {"seat": each.seat.id, "text": each.in_language(self.words.lang)}
                for each in self.desk.remarks()
            ],
        }
        if ask is not None:
            self._send("ask", **self._asked(ask), **where)
        elif (sheet := self.driver.sheet) is not None:
            self._send(
                "over",
                sheet=sheets.as_data(sheets.in_words(sheet, self.words)),
                winners=[column.seat for column in sheet.winners()],
                ending=self._ending(),
                **where,
            )

    def _ending(self) -> Message | None:
        """How the game ended for the one person at the table; None for several."""
        ending = self.desk.ending()
        if ending is None:
            return None
        return {
            "texts": self._texts(list(ending.told())),
            "margin": ending.margin,
            "place": ending.place,
            "games": ending.games,
            "best": ending.best,
            "next": None if ending.next_up is None else ending.next_up.wish,
        }

    def _share(self) -> None:
        shared = self.desk.share(self.words)
        self._send("share", markdown=shared.text, svg=shared.picture)

    def _in_short(self, event: Event | None) -> str | None:
        return None if event is None else self.words.plain(in_short(event))

    def _tell(self, events: Iterable[Event]) -> None:
        for message in self._told(events):
            self._send("tell", **message)

    def _told(self, events: Iterable[Event]) -> Iterator[Message]:
        for event in events:
            if isinstance(event, Tell):
                yield self._tell_data(event)
            elif event.entry.by == "app" and not event.ask.is_hidden:  # what the app rolled or drew
                data = {"ask": event.ask.id, "answer": event.entry.answer, "by": "app"}
                yield {**self._tell_data(as_tell(event, TABLE)), "data": data}

    def _tell_data(self, tell: Tell) -> Message:
        return {
            "id": tell.id,
            "text": self.words.plain(tell),
            "why": self._texts(tell.why),
            "data": {key: as_data(value) for key, value in tell.values.items()},
            "seat": tell.seat,
            "deed": tell.deed,
            "stage": tell.stage,
        }

    def _asked(self, ask: Ask) -> Message:
        """A question with everything that is needed to answer it."""
        message: Message = {
            "id": ask.id,
            "to": ask.to,
            "kind": ask.kind,
            "text": self.words.plain(ask.text),
            "data": {key: as_data(value) for key, value in ask.values.items()},
        }
        if isinstance(ask, Choose | Several | Tally | Move):
            message["options"] = [self._option(option) for option in ask.options]
        if isinstance(ask, Confirm):
            message["options"] = [
                {"value": True, "label": self.words.plain(Text("answer.yes"))},
                {"value": False, "label": self.words.plain(Text("answer.no"))},
            ]
        if isinstance(ask, Several | Number | Tally):
            message["low"] = ask.low
            message["high"] = ask.high
        if isinstance(ask, Roll):
            message["outcomes"] = [self._option(outcome) for outcome in ask.outcomes]
            message["gives"] = {str(face): outcome for face, outcome in ask.gives.items()}
        if isinstance(ask, Tally) and ask.low == ask.high:
            message["total"] = ask.high
        if isinstance(ask, Tally) and ask.left is not None:
            message["left"] = dict(ask.left)
        if isinstance(ask, Number) and ask.limit != ask.high:
            message["limit"] = ask.limit
        if isinstance(ask, Name):
            message["high"] = LONGEST_NAME
        if ask.default is not None:
            message["default"] = ask.default
        if isinstance(ask, Move) and ask.note is not None:
            message["note"] = self.words.plain(ask.note)
        if ask.more:
            message["more"] = ask.more
        if ask.stream:
            message["stream"] = str(ask.stream)
        return message

    def _option(self, option: Named) -> Message:
        shown: Message = {
            "value": option.id,
            "label": shown_name(option, self.words),
            "about": option.about,
        }
        detail = option.detail
        if isinstance(detail, str | Text):
            shown["detail"] = self.words.plain(detail)
        if also := [*other_names(option, self.words), *option.editions]:
            shown["also"] = also
        return shown

    def _texts(self, texts: Iterable[Text]) -> list[str]:
        return [self.words.plain(text) for text in texts]

    def _refuse(self, text: Text, *, insist: bool = False) -> None:
        self._send("refused", text=self.words.plain(text), **({"insist": True} if insist else {}))
        self._send_question()

    def _send_failure(self, failure: Failure, at: int) -> None:
        """Tell of an error of ours, and where the game is now; `at` is where it was before."""
        self._send("refused" if self.desk.at == at else "trouble", text=self.words.plain(failure.text))
        sent = len(self._messages)
        try:
            self._send_question()
        except Exception as error:  # the question itself cannot be shown; this is reported too
            del self._messages[sent:]
            self._send("trouble", text=self.words.plain(self.driver.failed(error).text))

    # Going on and back

    def _now(self) -> None:
        """Send the open question again, with what was told since a person last chose something."""
        self._send("now", told=list(self._told(since_last_answer(self.driver.run.log, chosen=True))))
        self._send_question()

    def _quit(self) -> None:
        self.ended = True

    def _undo(self, value: object) -> None:
        entered = sum(entry.is_persons for entry in self.driver.journal.history.entries)
        self._send_steps("undone", self.desk.undo(_steps("undo", value, entered)))

    def _redo(self, value: object) -> None:
        undone = len(self.driver.journal.history.undone)
        self._send_steps("redone", self.desk.redo(_steps("redo", value, undone)))

    def _send_steps(self, type: str, steps: Steps) -> None:
        self._send(type, texts=self._texts(map(in_short, steps.events)), **self._to_do(steps.acts))
        self._go_on()

    def _to_do(self, acts: Sequence[Act]) -> Message:
        """What is to be done at the table: every act as data, and the sentences for a person."""
        return {
            "acts": [
                {
                    "piece": act.piece.id,
                    "from": act.origin.id,
                    "to": act.target.id,
                    "count": act.count,
                    "text": self.words.plain(instructions([act])[0]),
                }
                for act in acts
            ],
            "to_do": self._texts(instructions(acts)),
        }

    # Looking things up

    def _state(self) -> None:
        self._send(
            "state",
            state=self.driver.script.state(),
            entries=len(self.driver.journal.history.entries),
            over=self.driver.ask is None,
        )

    def _pieces(self) -> None:
        """Where every piece lies, the state that `acts` change."""
        counts = counted(self.desk.pieces)
        self._send(
            "pieces",
            pieces=[{"piece": piece, "place": place, "count": n} for (piece, place), n in counts.items()],
            at=self.desk.at,
        )

    def _hint(self, value: object) -> None:
        if value is not True and not isinstance(value, str):
            raise Refused(Text("engine.not-true-or-text", command="hint"))
        advice = self.desk.hint(value.split() if isinstance(value, str) else ()).advice
        moves = [
            {
                "move": self.words.plain(each.move),
                "answer": each.answer,
                "value": round(each.value, 1),
                "behind": round(each.behind, 1),
                "error": round(each.error, 1),
            }
            for each in advice.choices
        ]
        self._send("hint", answer=advice.answer, moves=moves, why=self._texts([*advice.told(), *advice.why]))

    def _why(self) -> None:
        self._send("why", moves=[self._tell_data(tell) for tell in self.desk.reasons()])

    def _log(self) -> None:
        self._send("log", lines=self._texts(text for _, text in self.desk.log()))

    def _score(self) -> None:
        sheet, _ = self.desk.score()
        self._send("score", sheet=sheets.as_data(sheets.in_words(sheet, self.words)))

    def _table(self) -> None:
        """The table as lines of text, as the person asked sees it."""
        from solo.showing.screen import Screen

        paper = StringIO()
        Screen.plain(self.words, paper).picture(self.driver.script.picture(self.driver.viewer))
        self._send("table", lines=paper.getvalue().splitlines())

    def _picture(self) -> None:
        """The table as data, for a front end that draws it."""
        script, viewer = self.driver.script, self.driver.viewer
        self._send(
            "picture",
            seat=viewer,
            at=self.desk.at,
            stage=self._drawing(script.stage()),
            panels=self._drawing(script.panels(viewer, self.driver.ask)),
            changed=sorted(changed(self.driver.changes())),
        )

    def _drawing(self, parts: object) -> object:
        return msgspec.to_builtins(parts, str_keys=True, enc_hook=self.words.plain)

    def _rules(self, value: object) -> None:
        topics = dict(self.desk.rules())
        if value is not True and (not isinstance(value, str) or value not in topics):
            raise Refused(Text("engine.topic", topics=list(topics)))
        wanted = topics if value is True else {value: topics[value]}
        self._send(
            "rules", topics=[{"topic": id, "text": self.words.plain(text)} for id, text in wanted.items()]
        )

    def _draw(self, value: object) -> None:
        if value != "app" and value != "hand":
            raise Refused(Text("engine.draw", command="draw"))
        self.desk.draw(value)
        self._go_on()

    def _fix(self, value: object) -> None:
        if value is True or value == {}:
            self._send(
                "fixes",
                fixes=[
                    {
                        "key": each.key,
                        "name": self.words.plain(each.name),
                        "value": self.words.plain(each.value),
                        "ask": self._asked(each.ask),
                    }
                    for each in self.desk.corrections()
                ],
            )
            return
        fix = _fields("fix", value, FixFields)
        self.desk.fix(fix.key, fix.value, insist=fix.insist)
        self._go_on()

    def _facts(self, value: object) -> None:
        """List the facts taught since the game began, or take them over."""
        if value is True:
            self._send("facts", texts=self._texts(self.desk.facts()))
            return
        if value != "take":
            raise Refused(Text("engine.facts", command="facts"))
        self._send("taken", **self._to_do(self.desk.take_facts()))
        self._go_on()

    def _remember(self, value: object) -> None:
        """Keep what a number of a roll gives, for the user and for this game from here on."""
        roll = self.driver.ask
        if not isinstance(roll, Roll) or not roll.read_off:
            raise Refused(Text("engine.nothing-to-remember"))
        try:
            said = msgspec.convert(value, RememberFields)
        except msgspec.ValidationError as error:
            raise Refused(Text("engine.remember")) from error
        roll.check(said.number)
        roll.check(said.outcome)
        lesson = self.desk.remember(roll, said.number, said.outcome)
        self._send("remembered", texts=self._lesson(lesson, said.rest))
        self._go_on()

    def _lesson(self, lesson: Questions[None], rest: bool) -> list[str]:
        """Run a lesson and return what it says; a question about the rest of a component needs `rest`."""
        said: list[str] = []

        def handle(item: Ask | Tell | Picture) -> bool | None:
            if isinstance(item, Tell):
                said.append(self.words.plain(item))
            if not isinstance(item, Ask):
                return None
            if not rest or not isinstance(item, Confirm):
                raise Refused(Text("engine.rest", question=item.text))
            return True

        hold(lesson, handle)
        return said

    def _history(self) -> None:
        typed = typed_answers(self.driver)
        self._send(
            "history",
            entries=[
                {
                    "entry": each.number,
                    "who": each.given.ask.to,
                    "stages": self._texts(each.stages),
                    "text": self.words.plain(in_short(each.label)),
                    "typed": self.words.plain(typed[each.given.index]),
                }
                for each in self.desk.entered
            ],
        )

    def _mend(self, value: object) -> None:
        """Replace an earlier entry; if later ones no longer fit, only with `accept`.

        With `try` nothing is changed, and the consequences are sent.
        """
        mend = _fields("mend", value, MendFields)
        earlier = self.desk.earlier(mend.entry)
        mended = self.desk.try_mending(earlier, mend.answer, insist=mend.insist)
        done = not mend.only_try and (not mended.lost or mend.accept)
        stops = self.desk.where_it_stops(mended)
        if done:
            self.desk.mend(mended)
        stopped = None if stops is None else self.words.plain(stops)
        self._send("mended", done=done, lost=mended.lost, stopped=stopped, **self._to_do(mended.acts))
        self._go_on()


def _decoded(line: bytes) -> object:
    """The message on a line."""
    if len(line) > LONGEST_LINE:
        raise Refused(Text("engine.too-long", high=LONGEST_LINE))
    try:
        return msgspec.json.decode(line)
    except ValueError as error:
        raise Refused(Text("engine.not-json")) from error


def _command(message: object) -> tuple[str, object, bool, int | None]:
    """The one command of a message, its value, whether it insists, and at which question it was sent."""
    if not isinstance(message, dict):
        raise Refused(Text("engine.not-an-object"))
    beside = {"insist", "at"}
    insist, at = message.get("insist", False), message.get("at")
    if not isinstance(insist, bool) or (insist and "answer" not in message):
        raise Refused(Text("engine.insist"))
    if "at" in message and type(at) is not int:
        raise Refused(Text("engine.at"))
    commands = ["answer", *LOOKS, *COMMANDS]
    said = [key for key in message if key not in beside]
    for key in said:
        if key not in commands:
            raise Refused(Text("engine.unknown", key=key, commands=commands))
    if len(said) != 1:
        raise Refused(Text("engine.one-command", commands=commands))
    return said[0], message[said[0]], insist, at


def _steps(command: str, value: object, most: int) -> int:
    """The number of steps of undo or redo; more than there are is refused."""
    if isinstance(value, bool) or not isinstance(value, int) or value < 1:
        raise Refused(Text("engine.not-steps", command=command))
    if not most:
        raise Refused(Text(f"talk.nothing-to-{command}"))
    if value > most:
        raise Refused(Text(f"engine.nothing-to-{command}", n=most))
    return value


F = TypeVar("F", bound=msgspec.Struct)


def _fields(command: str, value: object, kind: type[F]) -> F:
    """The fields of a command that has several."""
    try:
        return msgspec.convert(value, kind)
    except msgspec.ValidationError as error:
        needed = [field.name for field in msgspec.structs.fields(kind) if field.required]
        raise Refused(Text("engine.fields", command=command, fields=needed)) from error
