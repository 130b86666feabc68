"""A game as JSON lines, one object a line, so that another program can be the front end.

Whatever comes in, the game goes on only by a legal answer or a command that can be done; everything else is
`refused`, and what is asked stays asked.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from io import StringIO
from typing import IO, Any

import msgspec

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
    Several,
    Tally,
    Tell,
    Text,
    Value,
)
from solo import __version__
from solo.playing.driver import Driver, Event, Given
from solo.showing import sheets
from solo.showing.events import answered, as_data, in_short, log, since_last_answer
from solo.trouble import Trouble
from solo.words.names import shown_name
from solo.words.sentences import Words

PROTOCOL = 1
LONGEST_LINE = 2**16
"""No command is so long: the rest of such a line is skipped."""


def run_engine(driver: Driver, words: Words, stdin: IO[Any], stdout: IO[Any]) -> int:
    """Play `driver`'s game with the program at the other end, until it quits or its lines end.

    Every answer is in the journal before the next message goes out, so an end of input loses nothing.
    """
    engine = Engine(driver, words, stdout)
    try:
        engine.hello()
        engine.go_on()
        for line in _lines(stdin):
            if not engine.take(line):
                break
    except BrokenPipeError:
        pass  # nobody listens any more
    return 0


def _lines(stdin: IO[Any]) -> Iterator[bytes]:
    """The lines that come in, as bytes; of one that is too long, only so much that it is seen to be."""
    while line := stdin.readline(LONGEST_LINE + 1):
        end = "\n" if isinstance(line, str) else b"\n"
        rest = line
        while len(rest) > LONGEST_LINE and not rest.endswith(end):
            rest = stdin.readline(LONGEST_LINE + 1)
        yield line.encode("utf-8", "surrogatepass") if isinstance(line, str) else line


class Engine:
    """One game and the program that plays it."""

    def __init__(self, driver: Driver, words: Words, stdout: IO[Any]) -> None:
        self.driver = driver
        self.words = words
        self._stdout = stdout
        self._to_bytes = not hasattr(stdout, "encoding")
        self._commands: dict[str, Callable[[Any], None]] = {
            "undo": self._undo,
            "redo": self._redo,
            "state": self._state,
            "why": self._why,
            "fix": self._fix,
            "log": self._log,
            "score": self._score,
            "rules": self._rules,
            "table": self._table,
            "draw": self._draw,
            "history": self._history,
            "mend": self._mend,
        }

    # What goes out

    def hello(self) -> None:
        """Which game this is; of a resumed one, what happened since the last answer."""
        header = self.driver.journal.header
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
            entries=len(self.driver.journal.history.entries),
        )
        self._tell(since_last_answer(self.driver.news()))

    def go_on(self) -> None:
        """Tell what happens until a person is asked or the game is over, and send that."""
        self._news()
        try:
            while self.driver.step():
                self._news()
        except Trouble as trouble:  # nothing is refused: what was asked for is done, and saved
            self._send("trouble", text=self.words.plain(trouble.text))
        self._where_we_are()

    def _where_we_are(self) -> None:
        ask = self.driver.ask
        if ask is not None:
            self._send("ask", **self._asked(ask))
        elif (sheet := self.driver.sheet) is not None:
            self._send(
                "over",
                sheet=sheets.as_data(sheets.in_words(sheet, self.words)),
                winners=[column.seat for column in sheet.winners()],
            )

    def _news(self) -> None:
        self._tell(self.driver.news())

    def _tell(self, events: Sequence[Event]) -> None:
        for event in events:
            if isinstance(event, Tell):
                self._send("tell", **self._tell_data(event))
            elif event.entry.by == "app":
                self._send("tell", **self._drawn(event))

    def _tell_data(self, tell: Tell) -> dict[str, Any]:
        return {
            "id": tell.id,
            "text": self.words.plain(tell),
            "why": self._texts(tell.why),
            "data": {key: as_data(value) for key, value in tell.values.items()},
            "seat": tell.seat,
        }

    def _drawn(self, given: Given) -> dict[str, Any]:
        """What the app rolled or drew, told like everything else that happens."""
        text = answered(given)
        data = {"ask": given.ask.id, "answer": given.entry.answer, "by": "app"}
        return {"id": text.id, "text": self.words.plain(text), "why": [], "data": data, "seat": TABLE}

    def _asked(self, ask: Ask) -> dict[str, Any]:
        """Everything one needs to answer."""
        message: dict[str, Any] = {
            "id": ask.id,
            "to": ask.to,
            "kind": ask.kind,
            "text": self.words.plain(ask.text),
            "data": {key: as_data(value) for key, value in ask.values.items()},
        }
        if isinstance(ask, Choose | Several | Tally | Move):
            message["options"] = [self._option(option) for option in ask.options]
        if isinstance(ask, Several | Number | Tally):
            message["low"] = ask.low
            message["high"] = ask.high
        if isinstance(ask, Tally) and ask.low == ask.high:
            message["total"] = ask.high
        if isinstance(ask, Number) and ask.limit != ask.high:
            message["limit"] = ask.limit
        if isinstance(ask, Name):
            message["high"] = LONGEST_NAME
        if isinstance(ask, Choose | Several | Number | Tally | Confirm | Name) and ask.default is not None:
            message["default"] = ask.default
        if ask.stream:
            message["stream"] = str(ask.stream)
        return message

    def _option(self, option: Named) -> dict[str, str]:
        shown = {"value": option.id, "label": shown_name(option, self.words)}
        detail: Value | None = getattr(option, "detail", None)
        if isinstance(detail, str | Text):
            shown["detail"] = self.words.plain(detail)
        return shown

    def _texts(self, texts: Iterable[Text]) -> list[str]:
        return [self.words.plain(text) for text in texts]

    def _refuse(self, text: Text, *, insist: bool = False) -> None:
        if insist:
            self._send("refused", text=self.words.plain(text), insist=True)
        else:
            self._send("refused", text=self.words.plain(text))
        self._where_we_are()

    def _send(self, type: str, **message: Any) -> None:
        line = msgspec.json.encode({"type": type, **message}) + b"\n"
        self._stdout.write(line if self._to_bytes else line.decode())
        self._stdout.flush()

    # What comes in

    def take(self, line: bytes) -> bool:
        """Do what a line says; False if it says to quit."""
        if not line.strip():
            return True
        try:
            command, value, insist = _command(line, self._commands)
            if command == "quit":
                _need(value is True, "engine.not-true", command)
                return False
            if command == "answer":
                self._answer(value, insist)
            else:
                self._commands[command](value)
        except Refused as refused:
            self._refuse(refused.text, insist=refused.insist)
        except Trouble as trouble:
            self._refuse(trouble.text)
        except RecursionError:
            self._refuse(Text("engine.too-deep"))
        return True

    def _answer(self, value: Any, insist: bool) -> None:
        ask = self.driver.ask
        answer = value if ask is None else ask.understood(value, insist=insist)
        self.driver.answer(answer, insist=insist)
        self.go_on()

    def _undo(self, value: Any) -> None:
        entered = sum(entry.is_persons for entry in self.driver.journal.history.entries)
        labels = self.driver.undo(_steps("undo", value, entered))
        self._send("undone", texts=self._texts(map(in_short, labels)))
        self.go_on()

    def _redo(self, value: Any) -> None:
        undone = len(self.driver.journal.history.undone)
        labels = self.driver.redo(_steps("redo", value, undone))
        self._send("redone", texts=self._texts(map(in_short, labels)))
        self.go_on()

    def _state(self, value: Any) -> None:
        _need(value is True, "engine.not-true", "state")
        self._send(
            "state",
            state=self.driver.script.state(),
            entries=len(self.driver.journal.history.entries),
            over=self.driver.ask is None,
        )

    def _why(self, value: Any) -> None:
        _need(value is True, "engine.not-true", "why")
        self._send("why", moves=[self._tell_data(tell) for tell in self.driver.reasons()])

    def _log(self, value: Any) -> None:
        _need(value is True, "engine.not-true", "log")
        self._send("log", lines=self._texts(in_short(event) for event in log(self.driver)))

    def _score(self, value: Any) -> None:
        _need(value is True, "engine.not-true", "score")
        self._send("score", sheet=sheets.as_data(sheets.in_words(self.driver.script.sheet(), self.words)))

    def _table(self, value: Any) -> None:
        """The picture that the person asked would see, as lines of text."""
        _need(value is True, "engine.not-true", "table")
        from solo.showing.screen import Screen

        ask = self.driver.ask
        paper = StringIO()
        screen = Screen.plain(self.words, paper)
        screen.picture(self.driver.script.picture(ask.to if ask is not None else TABLE))
        self._send("table", lines=paper.getvalue().splitlines())

    def _rules(self, value: Any) -> None:
        topics = dict(self.driver.game.rules(self.driver.setup.tables))
        if value is not True and (not isinstance(value, str) or value not in topics):
            raise Refused(Text("engine.topic", topics=list(topics)))
        wanted = topics if value is True else {value: topics[value]}
        self._send(
            "rules", topics=[{"topic": id, "text": self.words.plain(text)} for id, text in wanted.items()]
        )

    def _draw(self, value: Any) -> None:
        _need(value in ("app", "hand"), "engine.draw", "draw")
        if value == "app":
            self.driver.draw()
        else:
            self.driver.by_hand()
        self.go_on()

    def _fix(self, value: Any) -> None:
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
                    for each in self.driver.run.corrections()
                ],
            )
            return
        fix = _fields("fix", value, {"key": str}, "value")
        self.driver.fix(fix["key"], fix["value"], insist=fix["insist"])
        self.go_on()

    def _history(self, value: Any) -> None:
        _need(value is True, "engine.not-true", "history")
        entered = self.driver.history()
        self._send(
            "history",
            entries=[
                {"entry": place, "text": self.words.plain(in_short(label))}
                for place, (_, label) in enumerate(entered, 1)
            ],
        )

    def _mend(self, value: Any) -> None:
        """Set an earlier entry right; if later ones no longer fit, only when that is accepted."""
        mend = _fields("mend", value, {"entry": int}, "answer", accept=True)
        entered = self.driver.history()
        if not 1 <= mend["entry"] <= len(entered):
            raise Refused(Text("refused.no-such-entry", entry=str(mend["entry"]), high=len(entered)))
        index, _ = entered[mend["entry"] - 1]
        answer = self.driver.asked(index).understood(mend["answer"], insist=mend["insist"])
        mended = self.driver.mend(index, answer, insist=mend["insist"])
        done = mended.stopped is None or mend["accept"]
        if done:
            self.driver.accept(mended)
        stopped = None if mended.stopped is None else self.words.plain(in_short(mended.stopped))
        self._send("mended", done=done, lost=mended.lost, stopped=stopped)
        self.go_on()


def _command(line: bytes, known: Any) -> tuple[str, Any, bool]:
    """The one command on a line, its value, and whether it insists."""
    if len(line) > LONGEST_LINE:
        raise Refused(Text("engine.too-long", high=LONGEST_LINE))
    try:
        message = msgspec.json.decode(line)
    except ValueError as error:
        raise Refused(Text("engine.not-json")) from error
    if not isinstance(message, dict):
        raise Refused(Text("engine.not-an-object"))
    insist = message.pop("insist", False)
    if not isinstance(insist, bool) or (insist and "answer" not in message):
        raise Refused(Text("engine.insist"))
    commands = ["answer", *known, "quit"]
    for key in message:
        if key not in commands:
            raise Refused(Text("engine.unknown", key=key, commands=commands))
    if len(message) != 1:
        raise Refused(Text("engine.one-command", commands=commands))
    ((command, value),) = message.items()
    return command, value, insist


def _need(holds: bool, id: str, command: str) -> None:
    if not holds:
        raise Refused(Text(id, command=command))


def _steps(command: str, value: Any, most: int) -> int:
    """How many steps back or forth; more than there are is refused, so that nothing is half done."""
    if isinstance(value, bool) or not isinstance(value, int) or value < 1:
        raise Refused(Text("engine.not-steps", command=command))
    if not most:
        raise Refused(Text(f"talk.nothing-to-{command}"))
    if value > most:
        raise Refused(Text(f"engine.nothing-to-{command}", n=most))
    return value


def _fields(
    command: str, value: Any, needed: dict[str, type], free: str, *, accept: bool = False
) -> dict[str, Any]:
    """The fields of a command with several, each of its type."""
    flags = {"insist": False} | ({"accept": False} if accept else {})
    names = [*needed, free]
    if not isinstance(value, dict) or set(names) - set(value) or set(value) - set(names) - set(flags):
        raise Refused(Text("engine.fields", command=command, fields=names))
    for key, kind in needed.items():
        if type(value[key]) is not kind:
            raise Refused(Text("engine.fields", command=command, fields=names))
    for key in flags:
        if not isinstance(value.get(key, False), bool):
            raise Refused(Text("engine.fields", command=command, fields=names))
    return flags | value
