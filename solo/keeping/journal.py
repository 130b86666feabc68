"""The journal of a game: a header and one line for every answer, on disk before the game goes on.

The file only ever grows. Undo, redo and a mended entry are lines too, so nothing that was answered is lost.
"""

from __future__ import annotations

import re
import stat
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from itertools import count
from pathlib import Path
from types import TracebackType
from typing import Any, Literal, TypeAlias

import msgspec

from automa.dialogue import Text
from automa.typed import shown
from solo.keeping.disk import GrowingFile, append, new_file, real_path
from solo.keeping.folders import make_folder
from solo.keeping.lock import Lock, Locked
from solo.trouble import Trouble, cannot_read, cannot_write

FORMAT = 1
"""Of the files we write. A change that an older Castellan would misread gets the next number."""
SUFFIX = ".jsonl"
LARGEST = 64 * 2**20
"""No game fills so many bytes: such a file is something else, and is not read into memory."""


class SeatLine(msgspec.Struct, omit_defaults=True, forbid_unknown_fields=True):
    """A seat as the game was started with it; a name left empty is the person's own seat."""

    id: str
    name: str
    opponent: str = ""
    level: str = ""


def called(opponent: str, level: str) -> str:
    """An opponent as it is asked for: NAME or NAME:LEVEL."""
    return f"{opponent}:{level}" if level else opponent


class Header(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """What a game was started with."""

    format: int = FORMAT
    app: str
    """The version of Castellan that started it."""
    game: str
    seats: list[SeatLine]
    options: dict[str, str] = {}
    """Who rolls and draws, the language, and the like."""
    rulings: dict[str, str] = {}
    seed: int
    taught: dict[str, Any] = {}
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
    fix: str = ""
    """The key of a corrected value; `ask` is then "fix"."""


class Undo(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The last so many entries are taken back, together."""

    undo: int


class Redo(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What was last taken back together is brought back."""

    redo: bool


class Mend(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """From this entry on (the first is 0), these stand instead."""

    mend: int
    entries: list[Entry]


class Over(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The game was played to its end. Whatever comes after reopens it."""

    over: bool
    scores: dict[str, int]
    winners: list[str]


Record: TypeAlias = Entry | Undo | Redo | Mend | Over

KINDS: Mapping[str, type[Record]] = {"ask": Entry, "undo": Undo, "redo": Redo, "mend": Mend, "over": Over}
"""Each record is known by a key that no other has."""


class Unfitting(ValueError):
    """A record that makes no sense where it stands, as undoing more than there is."""


class History(msgspec.Struct):
    """What the records of a journal come down to."""

    entries: list[Entry] = []
    undone: list[list[Entry]] = []
    """What can be brought back: the last group first to come."""
    over: Over | None = None

    def apply(self, record: Record) -> History:
        """The history with one more record; this one stays as it is."""
        after = History(self.entries.copy(), self.undone.copy(), self.over)
        after.take(record)
        return after

    def take(self, record: Record) -> None:
        """Go on with one more record."""
        match record:
            case Entry():
                self.entries.append(record)
                self.undone.clear()
            case Undo(undo=number):
                if not 1 <= number <= len(self.entries):
                    raise Unfitting(f"cannot undo {number} of {len(self.entries)} entries")
                self.undone.append(self.entries[-number:])
                del self.entries[-number:]
            case Redo():
                if not record.redo or not self.undone:
                    raise Unfitting("there is nothing to redo")
                self.entries += self.undone.pop()
            case Mend(mend=index, entries=entries):
                if not 0 <= index <= len(self.entries):
                    raise Unfitting(f"there is no entry {index} to mend")
                self.entries[index:] = entries
                self.undone.clear()
            case Over():
                if not record.over:
                    raise Unfitting("an end that is none")
        self.over = record if isinstance(record, Over) else None


# Reading


class Reading(msgspec.Struct):
    """A journal file as it was found."""

    header: Header
    history: History
    good: bytes
    """The lines that are whole."""
    torn: bytes = b""
    """What is left of a last line that was never finished."""
    damaged: int = 0
    """The number of the first line that cannot be read, counted as an editor does; 0 if all can."""


UNREADABLE = (ValueError, RecursionError)
"""What comes of decoding anything but JSON of the right form: UnicodeDecodeError is a ValueError too."""


def read(path: Path) -> Reading:
    """Read a journal, as far as it is whole; `Trouble` if it is none."""
    data = _bytes_of(path)
    *lines, torn = data.split(b"\n")
    header = _header(path, lines, torn)
    history = History()
    good = len(lines[0]) + 1
    for number, line in enumerate(lines[1:], 2):
        try:
            content = msgspec.json.decode(line)
        except UNREADABLE:
            if number == len(lines) and not torn:
                return Reading(header, history, data[:good], torn=data[good:])
            return Reading(header, history, data[:good], damaged=number)
        try:
            history.take(_record(content))
        except UNREADABLE:
            return Reading(header, history, data[:good], damaged=number)
        good += len(line) + 1
    return Reading(header, history, data[:good], torn=torn)


def damage(path: Path, line: int) -> Text:
    """That a line in the middle cannot be read; what precedes it can be resumed."""
    return Text("trouble.damaged", path=str(path), line=line)


def _bytes_of(path: Path) -> bytes:
    _look_at(path)
    try:
        return path.read_bytes()
    except OSError as error:
        raise cannot_read(path, error) from error


def _look_at(path: Path) -> None:
    """`Trouble` unless this is a file that could be a journal."""
    try:
        found = path.stat()
    except FileNotFoundError as error:
        raise Trouble(Text("trouble.missing", path=str(path))) from error
    except OSError as error:
        raise cannot_read(path, error) from error
    except ValueError as error:  # a name that no file can have
        raise Trouble(Text("trouble.missing", path=repr(str(path)))) from error
    if stat.S_ISDIR(found.st_mode):
        raise Trouble(Text("trouble.folder", path=str(path)))
    # Reading a pipe or a device could wait for ever.
    if not stat.S_ISREG(found.st_mode) or found.st_size > LARGEST:
        raise Trouble(Text("trouble.not-a-journal", path=str(path)))


def _header(path: Path, lines: Sequence[bytes], torn: bytes) -> Header:
    if not lines and not torn:
        raise Trouble(Text("trouble.empty", path=str(path)))
    first = lines[0] if lines else torn
    try:
        first.decode()
    except UnicodeDecodeError as error:
        raise Trouble(Text("trouble.not-utf-8", path=str(path))) from error
    if not lines and torn.startswith(b'{"format":'):
        raise Trouble(Text("trouble.cut-short", path=str(path)))
    try:
        data = msgspec.json.decode(first)
        written = data["format"]
        if not lines or type(written) is not int or written < FORMAT:
            raise ValueError(written)
    except (*UNREADABLE, TypeError, KeyError) as error:
        raise Trouble(Text("trouble.not-a-journal", path=str(path))) from error
    if written > FORMAT:
        app = data.get("app", "?")
        app = app if isinstance(app, str) else shown(app)
        raise Trouble(Text("trouble.newer", path=str(path), app=app, found=written, known=FORMAT))
    try:
        return msgspec.convert(data, Header)
    except UNREADABLE as error:
        raise Trouble(Text("trouble.bad-header", path=str(path), key=_key_of(error))) from error


def _key_of(error: Exception) -> str:
    """The key that a decoding error is about, which is the last thing it quotes."""
    *_, key = re.findall("`(.*?)`", str(error)) or ["format"]
    return key.removeprefix("$").removeprefix(".") or "format"


def _record(data: Any) -> Record:
    if isinstance(data, dict):
        for key, kind in KINDS.items():
            if key in data:
                return msgspec.convert(data, kind)
    raise ValueError("not a record")


# Writing


class Found(msgspec.Struct, frozen=True):
    """What was read of a file that is not taken over yet."""

    content: bytes
    """The lines that count."""
    torn: bytes = b""
    is_all: bool = True
    """Whether these are all the lines of the file; else the game goes on in a new one."""


class Journal:
    """The record of one game. Every change is one line, written to disk before it counts.

    What was read from a file changes in memory alone, until the file is taken over.
    """

    __slots__ = ("_closed", "_file", "_found", "_lock", "_now", "header", "notices", "path")

    def __init__(
        self, header: Header, history: History, path: Path | None = None, found: Found | None = None
    ) -> None:
        self.header = header
        self.path = path
        """None for a journal in memory."""
        self.notices: list[Text] = []
        """What the player should know about the file, such as a torn last line."""
        self._now = (history, 0)
        self._found = found
        self._file: GrowingFile | None = None
        self._lock: Lock | None = None
        self._closed = False

    @property
    def history(self) -> History:
        """What counts now: a new value after every change."""
        return self._now[0]

    @property
    def name(self) -> str:
        """What the user calls the save; nothing for a journal in memory."""
        return self.path.stem if self.path else ""

    # Beginning

    @classmethod
    def in_memory(cls, header: Header) -> Journal:
        """A journal that is never written: for demos, the lab and tests."""
        return cls(header, History())

    @classmethod
    def create(cls, folder: Path, header: Header) -> Journal:
        """Begin a journal in a folder, under a name of its own."""
        journal = cls(header, History())
        journal._begin(folder, _names(header), _line(header))
        return journal

    @classmethod
    def read(cls, path: Path, *, upto_damage: bool = False) -> Journal:
        """The journal in a file, to look at; to go on with it, take the file over.

        `Trouble` if a line in the middle cannot be read; with `upto_damage`, what precedes it.
        """
        path = real_path(path)
        reading = read(path)
        found = Found(reading.good, reading.torn, is_all=not reading.damaged)
        journal = cls(reading.header, reading.history, path, found)
        if reading.damaged:
            journal.notices.append(damage(path, reading.damaged))
            if not upto_damage:
                raise Trouble(journal.notices[0])
        elif reading.torn:
            journal.notices.append(Text("trouble.torn", path=str(path)))
        return journal

    def first(self, number: int) -> Journal:
        """The first so many entries of a journal that was read; they go on in a file of their own."""
        entries = self.history.entries[:number]
        content = _line(self.header) + b"".join(map(_line, entries))
        part = Journal(self.header, History(entries), self.path, Found(content, is_all=False))
        part.notices = self.notices
        return part

    def take_over(self) -> None:
        """Go on in the file that was read; in a new one beside it, where only a part of it counts."""
        found, path = self._found, self.path
        if found is None or path is None:
            raise ValueError("there is no file to take over")
        if found.is_all:
            self._go_on(path, found)
        else:
            self._begin(path.parent, _recovered_names(path), found.content)
            self.notices.append(Text("trouble.goes-on-elsewhere", path=str(self.path)))

    def _begin(self, folder: Path, names: Iterator[str], content: bytes) -> None:
        path, handle = new_file(real_path(make_folder(folder)), names, content)
        file = GrowingFile(path, handle)
        try:
            self._hold(path, file, Lock(path), len(content))
        except Trouble:
            file.close()
            path.unlink(missing_ok=True)
            raise

    def _go_on(self, path: Path, found: Found) -> None:
        lock = Lock(path)
        try:
            file = GrowingFile.open(path)
            try:
                if file.length() != len(found.content) + len(found.torn):
                    raise Locked(path)  # somebody else went on with it since it was read
                if found.torn:
                    kept = torn_beside(path)
                    append(kept, found.torn.removesuffix(b"\n") + b"\n")
                    file.cut(len(found.content))
                    self.notices = [Text("trouble.torn-kept", path=str(path), kept=str(kept))]
            except BaseException:
                file.close()
                raise
        except BaseException as error:
            lock.free()
            if isinstance(error, OSError):
                raise cannot_write(path, error) from error
            raise
        self._hold(path, file, lock, len(found.content))

    def _hold(self, path: Path, file: GrowingFile, lock: Lock, length: int) -> None:
        """From now on every change is written."""
        if not lock.holds:
            self.notices.insert(0, Text("trouble.no-lock", path=str(path.parent)))
        self.path, self._file, self._lock = path, file, lock
        self._now = (self.history, length)
        self._found = None

    # Going on

    def append(self, entry: Entry) -> None:
        """One more answer."""
        self._put(entry)

    def undo(self, number: int) -> None:
        """Take back the last so many entries, as one group."""
        self._put(Undo(number))

    def redo(self) -> list[Entry]:
        """Bring back what was last taken back together; nothing if there is nothing."""
        if not self.history.undone:
            return []
        back = list(self.history.undone[-1])
        self._put(Redo(True))
        return back

    def mend(self, index: int, entries: Sequence[Entry]) -> None:
        """Put these in the place of the entries from this one on."""
        self._put(Mend(index, list(entries)))

    def finish(self, scores: Mapping[str, int], winners: Sequence[str]) -> None:
        """Note that the game is over; once is enough."""
        over = Over(True, dict(scores), list(winners))
        if self.history.over != over:
            self._put(over)

    def _put(self, record: Record) -> None:
        if self._closed:
            raise ValueError("the journal is closed")
        history, length = self._now
        after = history.apply(record)
        if self._file is None:
            self._now = (after, length)
            return
        line = _line(record)
        try:
            self._file.check(length)
            self._file.write(line)
            # One assignment, so that an interrupt comes either before or after it: file and memory agree.
            self._now = (after, length + len(line))
            self._file.ragged = False
        except OSError as error:
            self._trim()
            raise cannot_write(self._file.path, error) from error
        except BaseException:
            self._trim()
            raise

    def _trim(self) -> None:
        """Take off what does not count; if the disk refuses that too, it is done before the next line."""
        if self._file is not None and self._file.ragged:
            with suppress(OSError):
                self._file.cut(self._now[1])

    def close(self) -> None:
        """Let go of the file; others may open it."""
        if not self._closed:
            self._closed = True
            if self._file:
                self._file.close()
            if self._lock:
                self._lock.free()

    def __enter__(self) -> Journal:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()


def _line(content: Header | Record) -> bytes:
    try:
        return msgspec.json.encode(content) + b"\n"
    except UnicodeEncodeError as error:
        raise Trouble(Text("trouble.not-writable-text")) from error


def torn_beside(path: Path) -> Path:
    """Where what is left of torn lines of a journal is kept."""
    return path.with_name(path.name + ".torn")


def _names(header: Header) -> Iterator[str]:
    base = re.sub(r"[^a-z0-9]+", "-", f"{header.game}-{header.started[:10]}".lower()).strip("-")
    return (f"{base}-{number}{SUFFIX}" for number in count(1))


def _recovered_names(path: Path) -> Iterator[str]:
    yield f"{path.stem}-mended{SUFFIX}"
    for number in count(2):
        yield f"{path.stem}-mended-{number}{SUFFIX}"
