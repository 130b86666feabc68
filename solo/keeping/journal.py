"""The journal of a game: a header and a line for every answer, on disk before the game goes on.

The file only ever grows. Undo, redo and a mended entry are lines too, so no answer is ever lost. What
opponents and the app answer before a person is asked again is one line, because it can be worked out again.
`proof` has the check values that show whether a file is complete.
"""

from __future__ import annotations

import re
import stat
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from copy import copy
from itertools import count
from pathlib import Path
from typing import Any, Literal, TypeAlias

import msgspec

from automa.declared import Tree
from automa.dialogue import TABLE, Text
from automa.typed import shown
from solo.keeping import proof
from solo.keeping.disk import UNREADABLE, GrowingFile, append, clear, new_file, real_path
from solo.keeping.folders import make_folder
from solo.keeping.lock import Lock, Locked
from solo.keeping.proof import (
    BLANK,
    NO_LINES,
    SEAL_AT,
    START,
    Seal,
    chained,
    check_of,
    has_check,
    is_whole,
    is_whole_header,
    sealed,
    without_check,
    without_seal,
)
from solo.trouble import Trouble, cannot_read, cannot_write, disk_errors, not_known_written, not_yet_written

SUFFIX = ".jsonl"
HEADER_START = b'{"format":'
"""How the first line of every journal begins."""
MAX_BYTES = 64 * 2**20
"""A larger file is no journal, and is not read into memory."""


class SeatLine(msgspec.Struct, omit_defaults=True, forbid_unknown_fields=True):
    """A seat as the game was started with it; an empty name is the person's own seat."""

    id: str
    name: str
    opponent: str = ""
    level: str = ""

    @property
    def wish(self) -> str:
        """An opponent as it is asked for; nothing for a person."""
        return wish_of(self.opponent, self.level)


def wish_of(opponent: str, level: str) -> str:
    """An opponent as it is asked for: NAME or NAME:LEVEL."""
    return f"{opponent}:{level}" if level else opponent


class Header(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """What a game was started with."""

    format: int = proof.FORMAT
    seal: str = BLANK
    """The number of lines and the check value of the last one, updated in place in the file."""
    app: str
    """The version of Castellan that started it."""
    game: str
    seats: list[SeatLine]
    options: dict[str, str] = {}
    """Who rolls and draws, the language, and the like."""
    rulings: dict[str, str] = {}
    seed: int
    taught: Tree = {}
    """The user's own facts at that time, so that teaching the app later does not change an old game."""
    started: str
    """The moment, in ISO form."""


class Entry(msgspec.Struct, omit_defaults=True, forbid_unknown_fields=True):
    """An answer: to which question, whose question it was, and who gave it."""

    ask: str
    to: str
    by: Literal["person", "app", "bot"]
    answer: Any
    why: list[Any] = []
    """An opponent's reasons, as JSON data."""
    insist: bool = False
    told: bool = False
    """For a draw by the app: whether a person asked for it, which makes it a step of theirs."""
    fix: str = ""
    """The key of a corrected value; `ask` is then "fix"."""
    seconds: int = 0
    """How long a person took over it, where a clock was running."""

    @property
    def is_persons(self) -> bool:
        """Whether it is a step that a person made and can undo."""
        return self.by == "person" or self.told


class AutoEntries(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """All the answers of opponents and the app after one of a person."""

    then: list[Entry]


class NextDrawByHand(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The next draw is asked of the table, even if the app makes the draws."""

    hand: bool


class HintGiven(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A person asked for a hint; undo does not take that back."""

    hint: bool | list[str]
    """What they said for it about things that only they can see, if anything."""


class Undo(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The number of last entries that are taken back together; several numbers are several steps."""

    undo: int | list[int]


class Redo(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How many times what was last taken back together is brought back."""

    redo: bool | int


class Mend(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """These entries replace all from this index on (the first is 0)."""

    mend: int
    entries: list[Entry]


class Over(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The game was played to its end. A later record reopens it."""

    over: bool
    scores: dict[str, int]
    winners: list[str]
    hints: int = 0
    """How many were asked for."""
    seconds: int = 0
    """How long it was played."""


Record: TypeAlias = Entry | AutoEntries | NextDrawByHand | HintGiven | Undo | Redo | Mend | Over

KINDS: Mapping[str, type[Record]] = {
    "ask": Entry, "then": AutoEntries, "hand": NextDrawByHand, "hint": HintGiven, "undo": Undo, "redo": Redo,
    "mend": Mend, "over": Over,
}  # fmt: skip
"""Each record is known by a key that no other has."""


class InvalidRecord(ValueError):
    """A record that makes no sense in its place, such as undoing more than there is."""


class History(msgspec.Struct):
    """What the records of a journal come down to."""

    entries: list[Entry] = []
    undone: list[list[Entry]] = []
    """What redo can bring back, the next group last."""
    over: Over | None = None
    hands: list[int] = []
    """The numbers of entries after which a draw by hand was asked for; some may have been undone since."""
    hints: int = 0
    """How many were asked for."""
    told: dict[int, list[str]] = {}
    """What was said for a hint, by the number of entries before it."""

    def with_record(self, record: Record) -> History:
        """A new history with one more record."""
        after = copy(self)
        after.entries, after.undone = self.entries.copy(), self.undone.copy()
        after.hands, after.told = self.hands.copy(), self.told.copy()
        after.add(record)
        return after

    @property
    def is_by_hand(self) -> bool:
        """Whether the next draw is asked of the table, even if the app makes the draws.

        That is so after `NextDrawByHand` until a draw is made, and for a draw that a person made and undid.
        """
        if self.undone and self.undone[-1][0].to == TABLE:
            return True
        wished = [place for place in self.hands if place <= len(self.entries)]
        return bool(wished) and not any(entry.to == TABLE for entry in self.entries[max(wished) :])

    def add(self, record: Record) -> None:
        """Add a record to this history."""
        match record:
            case Entry():
                self._go_on([record])
            case AutoEntries(then=entries):
                self._go_on(entries)
            case NextDrawByHand():
                if not record.hand:
                    raise InvalidRecord("a draw by hand that is not asked for")
                self.hands.append(len(self.entries))
            case HintGiven():
                if not record.hint:
                    raise InvalidRecord("a hint that was not asked for")
                self.hints += 1
                if isinstance(record.hint, list):
                    self.told[len(self.entries)] = record.hint
            case Undo(undo=numbers):
                self._undo(numbers if isinstance(numbers, list) else [numbers])
            case Redo(redo=times):
                if not 1 <= times <= len(self.undone):
                    raise InvalidRecord("there is nothing to redo")
                for _ in range(times):
                    self.entries += self.undone.pop()
            case Mend(mend=index, entries=entries):
                if not 0 <= index <= len(self.entries):
                    raise InvalidRecord(f"there is no entry {index} to mend")
                self.entries[index:] = entries
                self._forget_undone()
            case Over():
                if not record.over:
                    raise InvalidRecord("an end that is not one")
        self.over = record if isinstance(record, Over) else None

    def _go_on(self, entries: list[Entry]) -> None:
        self._forget_undone()
        self.entries += entries

    def _forget_undone(self) -> None:
        """Drop what was undone, with any draw by hand asked for in it."""
        self.undone.clear()
        if self.hands:
            self.hands = [place for place in self.hands if place <= len(self.entries)]

    def _undo(self, numbers: list[int]) -> None:
        if min(numbers, default=0) < 1 or sum(numbers) > len(self.entries):
            raise InvalidRecord(f"cannot undo {numbers} of {len(self.entries)} entries")
        for number in numbers:
            self.undone.append(self.entries[-number:])
            del self.entries[-number:]


# Reading


class Reading(msgspec.Struct):
    """A journal file as it was found."""

    path: Path
    header: Header
    history: History
    good: bytes = b""
    """The lines that are whole."""
    last: Seal = NO_LINES
    """How many they are, and the check value of the last of them."""
    torn: bytes = b""
    """What is left of a last line that was never finished."""
    damaged: int = 0
    """The number of the first damaged line, as an editor counts; 0 if there is none."""
    missing: int = 0
    """How many lines are missing at the end, as far as the seal tells."""
    seal_is_off: bool = False
    """Whether the seal contradicts lines that are themselves in order."""

    def damage(self) -> Text | None:
        """What is wrong with the file, and at which line; the game can be resumed up to there."""
        path = str(self.path)
        if self.missing:
            return Text("trouble.cut-off", path=path, line=self.last.lines, n=self.missing)
        if self.damaged == 1:
            return Text("trouble.changed-header", path=path, line=self.last.lines)
        return Text("trouble.damaged", path=path, line=self.damaged) if self.damaged else None

    def notices(self) -> list[Text]:
        """What is wrong with it without keeping the game from going on."""
        wrong = {"trouble.torn": self.torn and not self.damaged, "trouble.seal": self.seal_is_off}
        return [Text(id, path=str(self.path)) for id, is_so in wrong.items() if is_so]


def read(path: Path) -> Reading:
    """Read a journal, as far as it is whole; `Trouble` if it is none."""
    data = bytes_of(path)
    *lines, torn = data.split(b"\n")
    reading = Reading(path, _header(path, lines, torn), History())
    seal = Seal.read(lines[0])
    if not is_whole_header(lines[0]):
        reading.damaged = 1
    checks = [check_of(lines[0])]
    length = len(lines[0]) + 1
    for number, line in enumerate(lines[1:], 2):
        try:
            if not is_whole(line, checks[-1]):
                raise ValueError("not as it was written")
            reading.history.add(_record(msgspec.json.decode(without_check(line), type=dict[str, Any])))
        except UNREADABLE:
            was_sealed = seal is not None and number <= seal.lines
            if number == len(lines) and not torn and not was_sealed and not _is_json(line):
                reading.torn = data[length:]
            else:
                reading.damaged = reading.damaged or number
            break
        length += len(line) + 1
        checks.append(check_of(line))
    else:
        reading.torn = torn
    reading.good, reading.last = data[:length], Seal(len(checks), checks[-1])
    if not reading.damaged:
        _compare(reading, seal, checks)
    return reading


def _is_json(line: bytes) -> bool:
    try:
        msgspec.json.decode(line)
    except UNREADABLE:
        return False
    return True


def _compare(reading: Reading, seal: Seal | None, checks: Sequence[bytes]) -> None:
    """Compare the seal with the lines. It may lag behind them, because it is written after a line is safe."""
    if seal is not None and seal.lines <= len(checks) and checks[seal.lines - 1] == seal.check:
        return
    if seal is not None and seal.lines > len(checks) and seal.check not in checks:
        reading.missing = seal.lines - len(checks)
        reading.damaged = len(checks) + 1
    else:
        reading.seal_is_off = True


def bytes_of(path: Path) -> bytes:
    """The content of a file that could be a journal."""
    with disk_errors(path, cannot_read):
        try:
            found = path.stat()
        except FileNotFoundError as error:
            raise Trouble(Text("trouble.missing", path=str(path))) from error
        if stat.S_ISDIR(found.st_mode):
            raise Trouble(Text("trouble.folder", path=str(path)))
        # Reading a pipe or a device could wait for ever.
        if not stat.S_ISREG(found.st_mode) or found.st_size > MAX_BYTES:
            raise Trouble(Text("trouble.not-a-journal", path=str(path)))
        return path.read_bytes()


def _header(path: Path, lines: Sequence[bytes], torn: bytes) -> Header:
    if not lines and not torn:
        raise Trouble(Text("trouble.empty", path=str(path)))
    first = lines[0] if lines else torn
    if lines and is_whole(without_seal(first), START):
        first = without_seal(first)  # only its beginning is damaged, and the rest can be read
    try:
        first.decode()
    except UnicodeDecodeError as error:
        raise Trouble(Text("trouble.not-utf-8", path=str(path))) from error
    if not lines and torn.startswith(HEADER_START):
        raise Trouble(Text("trouble.cut-short", path=str(path)))
    try:
        data = msgspec.json.decode(first)
        written = data["format"]
        if not lines or type(written) is not int or written < 1:
            raise ValueError(written)
    except (*UNREADABLE, TypeError, KeyError) as error:
        known = "trouble.lost-header" if any(map(has_check, lines[:2])) else "trouble.not-a-journal"
        raise Trouble(Text(known, path=str(path))) from error
    if written > proof.FORMAT:
        app = data.get("app", "?")
        app = app if isinstance(app, str) else shown(app)
        raise Trouble(Text("trouble.newer", path=str(path), app=app, found=written, known=proof.FORMAT))
    if written < proof.FORMAT:
        raise Trouble(Text("trouble.older", path=str(path), found=written, known=proof.FORMAT))
    data.pop("check", None)
    try:
        return msgspec.convert(data, Header)
    except UNREADABLE as error:
        raise Trouble(Text("trouble.bad-header", path=str(path), key=_key_of(error))) from error


def _key_of(error: Exception) -> str:
    """The key that a decoding error is about, which is the last thing it quotes."""
    *_, key = re.findall("`(.*?)`", str(error)) or ["format"]
    return key.removeprefix("$").removeprefix(".") or "format"


def _record(data: Tree) -> Record:
    for key, kind in KINDS.items():
        if key in data:
            return msgspec.convert(data, kind)
    raise ValueError("not a record")


# Writing


class Journal:
    """The record of one game. Every step is on disk before it counts.

    A journal that was read from a file changes in memory alone until `take_over`.
    """

    __slots__ = ("_closed", "_file", "_found", "_lock", "_now", "header", "notices", "path")

    def __init__(self, header: Header, history: History, found: Reading | None = None) -> None:
        self.header = header
        self.path = None if found is None else found.path
        """None for a journal in memory."""
        self.notices: list[Text] = []
        """What the player should know about the file, such as a torn last line."""
        self._now: tuple[History, list[Entry], int, Seal] = (history, [], 0, NO_LINES)
        """The history, the entries of it still to be written, and the length and the last line of the file:
        assigned all at once."""
        self._found = found
        """The file that was read and not yet taken over for writing."""
        self._file: GrowingFile | None = None
        self._lock: Lock | None = None
        self._closed = False

    @property
    def history(self) -> History:
        """The history now: a new value after every change."""
        return self._now[0]

    @property
    def is_begun(self) -> bool:
        """Whether a person has answered anything, even if it was undone since."""
        entered = [*self.history.entries, *(entry for group in self.history.undone for entry in group)]
        return any(entry.by == "person" for entry in entered)

    @property
    def lines(self) -> int:
        """The number of lines, which only grows; it tells one state of the game from another."""
        return self._now[3].lines

    @property
    def name(self) -> str:
        """The name of the save; empty for a journal in memory."""
        return self.path.stem if self.path else ""

    # Beginning

    @classmethod
    def in_memory(cls, header: Header) -> Journal:
        """A journal that is never written: for demos, the lab and tests."""
        return cls(header, History())

    @classmethod
    def create(cls, folder: Path, header: Header) -> Journal:
        """Begin a journal in a new file in this folder."""
        journal = cls(header, History())
        journal._begin(folder, _names(header), [])
        return journal

    @classmethod
    def read(cls, path: Path, *, upto_damage: bool = False) -> Journal:
        """Read the journal in a file; `take_over` allows writing to it.

        `Trouble` if a line is damaged; with `upto_damage` the lines before it are read. A header that is
        damaged but readable does not affect the answers after it.
        """
        reading = read(real_path(path))
        damage = reading.damage()
        if damage is not None and not upto_damage:
            raise Trouble(damage)
        journal = cls(reading.header, reading.history, reading)
        journal.notices = [*filter(None, [damage]), *reading.notices()]
        return journal

    def first(self, number: int) -> Journal:
        """The first entries of a journal that was read, to go on with in a new file."""
        if self._found is None:
            raise ValueError("a journal that is being written")
        history = History(self.history.entries[:number])
        part = Journal(
            self.header, history, Reading(self._found.path, self.header, history, damaged=number + 1)
        )
        part.notices = self.notices
        return part

    def take_over(self) -> None:
        """Go on in the file that was read, or in a new one beside it where only a part of it was usable."""
        found = self._found
        if found is None:
            raise ValueError("there is no file to take over")
        if not found.damaged:
            self._go_on(found)
            return
        records: list[Record] = [*self.history.entries]
        if self.history.is_by_hand:
            records.append(NextDrawByHand(True))
        self._begin(found.path.parent, _recovered_names(found.path), records)
        self.notices.append(Text("trouble.goes-on-elsewhere", path=str(self.path)))

    def _begin(self, folder: Path, names: Iterator[str], records: Sequence[Record]) -> None:
        content, last = _whole(self.header, records)
        path, file = new_file(real_path(make_folder(folder)), names, content)
        try:
            self._attach(path, file, Lock(path), len(content), last)
        except Trouble as trouble:
            file.close()
            if not clear(path) and isinstance(trouble.__cause__, OSError):
                raise not_known_written(path, trouble.__cause__) from trouble
            raise

    def _go_on(self, found: Reading) -> None:
        path, length = found.path, len(found.good)
        lock = Lock(path)
        try:
            file = GrowingFile(path)
            try:
                if file.length() != length + len(found.torn):
                    raise Locked(path)  # another process wrote to it since it was read
                if found.torn:
                    kept = torn_beside(path)
                    append(kept, found.torn.removesuffix(b"\n") + b"\n")
                    file.cut(length)
                    said = Text("trouble.torn-kept", path=str(path), kept=str(kept))
                    self.notices = [said if each.id == "trouble.torn" else each for each in self.notices]
            except BaseException:
                file.close()
                raise
        except BaseException as error:
            lock.free()
            if isinstance(error, OSError):
                raise cannot_write(path, error) from error
            raise
        self._attach(path, file, lock, length, found.last)

    def _attach(self, path: Path, file: GrowingFile, lock: Lock, length: int, last: Seal) -> None:
        """Write every change to this file from now on."""
        if not lock.holds:
            self.notices.insert(0, Text("trouble.no-lock", path=str(path.parent)))
        self.path, self._file, self._lock = path, file, lock
        self._now = (self.history, [], length, last)
        self._found = None

    # Going on

    def write(self, record: Record) -> None:
        """Write a step of a person."""
        self._write([record], cannot_write)

    def add(self, entry: Entry) -> None:
        """Add an answer of an opponent or the app, to be written by `flush` or with the next step."""
        history, ahead, length, last = self._now
        self._now = (history.with_record(entry), [*ahead, entry], length, last)

    def flush(self) -> None:
        """Write what was added; if the disk refuses, it is written with the next step."""
        if self._now[1]:
            self._write([], not_yet_written)

    def finish(self, scores: Mapping[str, int], winners: Sequence[str]) -> None:
        """Note that the game is over, unless that is the last record."""
        seconds = sum(entry.seconds for entry in self.history.entries)
        over = Over(True, dict(scores), list(winners), self.history.hints, seconds)
        if self.history.over != over:
            self._write([over], not_yet_written if self._now[1] else cannot_write)

    def _write(self, records: Sequence[Record], trouble: Callable[[Path, OSError], Trouble]) -> None:
        """Write one step: the added entries and these records, all or nothing."""
        if self._closed:
            raise ValueError("the journal is closed")
        history, ahead, length, last = self._now
        for record in records:
            history = history.with_record(record)
        added: list[Record] = [] if not ahead else [ahead[0] if len(ahead) == 1 else AutoEntries(ahead)]
        file = self._file
        if file is None:
            self._now = (history, [], 0, Seal(last.lines + len(added) + len(records), START))
            return
        try:
            file.check(length)
            content, last = _lines([*added, *records], last)
            file.write(content, length)
            # One assignment, so that file and memory agree even after an interrupt.
            self._now = (history, [], length + len(content), last)
            file.ragged = False
        except BaseException as error:
            is_clean = self._trim(file)
            if isinstance(error, OSError):
                raise (trouble if is_clean else not_known_written)(file.path, error) from error
            raise
        with suppress(OSError):  # the seal may lag behind: it is written anew with every step
            file.overwrite(bytes(last), SEAL_AT)

    def _trim(self, file: GrowingFile) -> bool:
        """Cut off an unfinished line; False if the disk refuses, and then it is cut before the next line."""
        if not file.ragged:
            return True
        length = self._now[2]
        with suppress(OSError):
            file.cut(length)
        with suppress(OSError):
            return file.length() == length
        return False

    def close(self) -> None:
        """Close the file and free its lock."""
        if not self._closed:
            self._closed = True
            if self._file:
                self._file.close()
            if self._lock:
                self._lock.free()

    def __enter__(self) -> Journal:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def _lines(contents: Iterable[Header | Record], last: Seal) -> tuple[bytes, Seal]:
    """These as lines after others of which that was the last, and the last of them."""
    written = b""
    for content in contents:
        line = chained(_encoded(content), last.check)
        last = Seal(last.lines + 1, check_of(line[:-1]))
        written += line
    return written, last


def _whole(header: Header, records: Sequence[Record]) -> tuple[bytes, Seal]:
    """A complete file, sealed, and its last line."""
    header = msgspec.structs.replace(header, seal=BLANK)
    content, last = _lines([header, *records], NO_LINES)
    return sealed(content, last), last


def _encoded(content: Header | Record) -> bytes:
    try:
        return msgspec.json.encode(content)
    except UnicodeEncodeError as error:
        raise Trouble(Text("trouble.not-writable-text")) from error


def torn_beside(path: Path) -> Path:
    """Where the remains of unfinished lines of a journal are kept."""
    return path.with_name(path.name + ".torn")


def _names(header: Header) -> Iterator[str]:
    base = re.sub(r"[^a-z0-9]+", "-", f"{header.game}-{header.started[:10]}".lower()).strip("-")
    return (f"{base}-{number}{SUFFIX}" for number in count(1))


def _recovered_names(path: Path) -> Iterator[str]:
    yield f"{path.stem}-mended{SUFFIX}"
    for number in count(2):
        yield f"{path.stem}-mended-{number}{SUFFIX}"
