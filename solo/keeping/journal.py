"""The journal of a game: a header and one line for every answer, on disk before the game goes on.

The file only ever grows. Undo, redo and a mended entry are lines too, so nothing that was answered is lost.
"""

from __future__ import annotations

import os
import re
import stat
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from itertools import count
from pathlib import Path
from types import TracebackType
from typing import Any, Literal, TypeAlias

import msgspec

from automa.dialogue import Text
from solo.keeping.folders import make_folder
from solo.keeping.lock import Lock
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
        after._take(record)
        return after

    def _take(self, record: Record) -> None:
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


class Damaged(Trouble):
    """A journal with a line in the middle that cannot be read; what precedes it can be resumed."""

    def __init__(self, path: Path, line: int, history: History) -> None:
        super().__init__(Text("trouble.damaged", path=str(path), line=line))
        self.path = path
        self.line = line
        """Counted from 1, as an editor does; the header is line 1."""
        self.history = history
        """What precedes the damage."""


# Older formats


def _from_0(line: int, data: Any) -> Any:
    """Format 0 had bare arrays for entries, and neither options nor taught facts."""
    if line == 1:
        return {"options": {}, "taught": {}, **data, "format": 1}
    if isinstance(data, list):
        return dict(zip(("ask", "to", "by", "answer"), data, strict=True))
    return data


MIGRATIONS: Mapping[int, Callable[[int, Any], Any]] = {0: _from_0}
"""From each older format to the next: the line number and what the line holds, to what it holds there."""


def _migrated(line: int, data: Any, written: int) -> Any:
    for version in range(written, FORMAT):
        data = MIGRATIONS[version](line, data)
    return data


# Reading


class Reading(msgspec.Struct):
    """A journal file as it was found."""

    header: Header
    history: History
    records: list[Record]
    written: int
    """The format it was written in."""
    good: bytes
    """The lines that are whole."""
    torn: bytes
    """What is left of a last line that was never finished."""
    damaged: int
    """The number of the first line that cannot be read; 0 if all can."""


UNREADABLE = (ValueError, RecursionError)
"""What comes of decoding anything but JSON of the right form: UnicodeDecodeError is a ValueError too."""


def read(path: Path) -> Reading:
    """Read a journal, as far as it is whole; `Trouble` if it is none."""
    data = _bytes_of(path)
    *lines, torn = data.split(b"\n")
    header, written = _header(path, lines, torn)
    history = History()
    records: list[Record] = []
    good = len(lines[0]) + 1
    for number, line in enumerate(lines[1:], 2):
        try:
            content = msgspec.json.decode(line)
        except UNREADABLE:
            if number == len(lines) and not torn:
                return Reading(header, history, records, written, data[:good], data[good:], 0)
            return Reading(header, history, records, written, data[:good], b"", number)
        try:
            record = _record(_migrated(number, content, written))
            history._take(record)
        except UNREADABLE:
            return Reading(header, history, records, written, data[:good], b"", number)
        records.append(record)
        good += len(line) + 1
    return Reading(header, history, records, written, data[:good], torn, 0)


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


def _header(path: Path, lines: Sequence[bytes], torn: bytes) -> tuple[Header, int]:
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
        if not lines or type(written) is not int or written < min(MIGRATIONS):
            raise ValueError(written)
    except (*UNREADABLE, TypeError, KeyError) as error:
        raise Trouble(Text("trouble.not-a-journal", path=str(path))) from error
    if written > FORMAT:
        app = str(data.get("app", "?"))
        raise Trouble(Text("trouble.newer", path=str(path), app=app, found=written, known=FORMAT))
    try:
        return msgspec.convert(_migrated(1, data, written), Header), written
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


class _File:
    """A file that grows by whole lines: each is on disk, or was never there."""

    __slots__ = ("_file", "path", "ragged")

    def __init__(self, path: Path, file: int) -> None:
        self.path = path
        self.ragged = False
        """Whether there may be a piece of a line behind the last good one."""
        self._file = file

    def check(self, length: int) -> None:
        """`Trouble` unless the file is as we left it: whatever somebody else did to it is not overwritten."""
        if self.ragged:
            self.cut(length)
        found = os.fstat(self._file)
        if not found.st_nlink:
            raise Trouble(Text("trouble.gone", path=str(self.path)))
        if found.st_size != length:
            raise Trouble(Text("trouble.changed", path=str(self.path)))

    def write(self, line: bytes) -> None:
        """Put a line on disk; the file counts as ragged until the caller has noted the line."""
        self.ragged = True
        _write(self._file, line)

    def cut(self, length: int) -> None:
        """Back to the last good line."""
        self.ragged = True
        os.ftruncate(self._file, length)
        os.fsync(self._file)
        self.ragged = False

    def close(self) -> None:
        os.close(self._file)


class Journal:
    """The record of one game. Every change is one line, written to disk before it counts."""

    __slots__ = ("_closed", "_file", "_lock", "_now", "header", "notices", "path")

    def __init__(
        self,
        header: Header,
        history: History,
        path: Path | None = None,
        *,
        file: _File | None = None,
        length: int = 0,
        lock: Lock | None = None,
        notices: Iterable[Text] = (),
    ) -> None:
        self.header = header
        self.path = path
        """None for a journal in memory."""
        self.notices = list(notices)
        """What the player should know about the file, such as a torn last line."""
        self._now = (history, length)
        self._file = file
        self._lock = lock
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
    def create(cls, place: Path | str, header: Header) -> Journal:
        """Begin a journal: in a folder, under a name of its own, or in a new file named `….jsonl`."""
        place = Path(place)
        if place.suffix == SUFFIX:
            return cls._begin(place.parent, iter([place.name]), header, History(), _line(header))
        return cls._begin(place, _names(header), header, History(), _line(header))

    @classmethod
    def _begin(
        cls, folder: Path, names: Iterator[str], header: Header, history: History, content: bytes
    ) -> Journal:
        path, handle = _new_file(real_path(make_folder(folder)), names, content)
        file = _File(path, handle)
        try:
            lock = Lock(path)
        except Trouble:
            file.close()
            path.unlink(missing_ok=True)
            raise
        notices = _about_lock(lock)
        return cls(header, history, path, file=file, length=len(content), lock=lock, notices=notices)

    @classmethod
    def open(
        cls,
        path: Path | str,
        *,
        write: bool = True,
        upto_damage: bool = False,
        fits: Callable[[Journal], object] | None = None,
    ) -> Journal:
        """Open a journal to go on with it; or, without `write`, to look at it: changes then stay in memory.

        `Damaged` if a line in the middle cannot be read. With `upto_damage` what precedes it is opened,
        and the game goes on in a new file beside the damaged one. Before a file of an older format or with a
        torn line is changed, `fits` gets to see the journal, and raises `Trouble` if it is to stay as it is.
        """
        path = real_path(Path(path))
        _look_at(path)  # a missing file or a folder gets no lock
        if not write:
            reading = _fit_to_open(path, upto_damage)
            return cls(reading.header, reading.history, path, notices=_about_reading(path, reading))
        lock = Lock(path)
        try:
            reading = _fit_to_open(path, upto_damage)
            if not reading.damaged:
                if fits is not None and (reading.written != FORMAT or reading.torn):
                    fits(cls(reading.header, reading.history, path))
                return cls._go_on(path, reading, lock)
            content = _content(reading)
            journal = cls._begin(path.parent, _mended_names(path), reading.header, reading.history, content)
        except BaseException:
            lock.free()
            raise
        lock.free()
        journal.notices += [
            *_about_reading(path, reading),
            Text("trouble.goes-on-elsewhere", path=str(journal.path)),
        ]
        return journal

    @classmethod
    def _go_on(cls, path: Path, reading: Reading, lock: Lock) -> Journal:
        notices = _about_lock(lock)
        content = _content(reading)
        try:
            if reading.written != FORMAT:
                kept = _migrate(path, reading.written, content)
                notices.append(Text("trouble.migrated", path=str(path), kept=str(kept)))
                notices += _about_reading(path, reading)
            elif reading.torn:
                kept = _keep_torn(path, reading.torn)
                notices.append(Text("trouble.torn-kept", path=str(path), kept=str(kept)))
            file = _open_to_append(path, len(content))
        except OSError as error:
            raise cannot_write(path, error) from error
        return cls(
            reading.header,
            reading.history,
            path,
            file=file,
            length=len(content),
            lock=lock,
            notices=notices,
        )

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


def _fit_to_open(path: Path, upto_damage: bool) -> Reading:
    reading = read(path)
    if reading.damaged and not upto_damage:
        raise Damaged(path, reading.damaged, reading.history)
    return reading


def _about_reading(path: Path, reading: Reading) -> list[Text]:
    if reading.damaged:
        return [Text("trouble.damaged", path=str(path), line=reading.damaged)]
    if reading.torn:
        return [Text("trouble.torn", path=str(path))]
    return []


def _about_lock(lock: Lock) -> list[Text]:
    return [] if lock.holds else [Text("trouble.no-lock", path=str(lock.path.parent))]


# Names


def _names(header: Header) -> Iterator[str]:
    base = re.sub(r"[^a-z0-9]+", "-", f"{header.game}-{header.started[:10]}".lower()).strip("-")
    return (f"{base}-{number}{SUFFIX}" for number in count(1))


def _mended_names(path: Path) -> Iterator[str]:
    yield f"{path.stem}-mended{SUFFIX}"
    for number in count(2):
        yield f"{path.stem}-mended-{number}{SUFFIX}"


def _beside(path: Path, ending: str) -> Path:
    return path.with_name(path.name + ending)


def real_path(path: Path) -> Path:
    """The file itself behind any links, so that two names of one game share one lock."""
    try:
        return Path(os.path.realpath(path))
    except (OSError, ValueError):  # left to whoever opens it, who has a sentence for it
        return path


# Bytes on disk

BINARY: int = getattr(os, "O_BINARY", 0)
NEW = os.O_WRONLY | os.O_APPEND | os.O_CREAT | os.O_EXCL | BINARY


def _line(content: Header | Record) -> bytes:
    try:
        return msgspec.json.encode(content) + b"\n"
    except UnicodeEncodeError as error:
        raise Trouble(Text("trouble.not-writable-text")) from error


def _content(reading: Reading) -> bytes:
    """The whole lines of a journal, in the format of today."""
    if reading.written == FORMAT:
        return reading.good
    return b"".join([_line(reading.header), *map(_line, reading.records)])


def _write(file: int, content: bytes) -> None:
    left = memoryview(content)
    while left:
        left = left[os.write(file, left) :]
    os.fsync(file)


def _new_file(folder: Path, names: Iterator[str], content: bytes) -> tuple[Path, int]:
    """A file under the first of the names that is free, open to be appended to."""
    path = folder
    for name in names:
        path = folder / name
        try:
            file = os.open(path, NEW, 0o666)
        except FileExistsError:
            continue
        except OSError as error:
            raise cannot_write(path, error) from error
        try:
            _write(file, content)
            _sync_folder(folder)
        except BaseException as error:
            os.close(file)
            path.unlink(missing_ok=True)
            if isinstance(error, OSError):
                raise cannot_write(path, error) from error
            raise
        return path, file
    raise Trouble(Text("trouble.exists", path=str(path)))


def _sync_folder(folder: Path) -> None:
    """Have the disk remember the file's name as well; not every system can."""
    if sys.platform != "win32":
        with suppress(OSError):
            file = os.open(folder, os.O_RDONLY)
            try:
                os.fsync(file)
            finally:
                os.close(file)


def _open_to_append(path: Path, length: int) -> _File:
    """The file, cut to its whole lines."""
    file = _File(path, os.open(path, os.O_WRONLY | os.O_APPEND | BINARY))
    try:
        if path.stat().st_size != length:
            file.cut(length)
    except OSError:
        file.close()
        raise
    return file


def _keep_torn(path: Path, torn: bytes) -> Path:
    """Put the remains of a torn line aside, behind those of earlier ones."""
    kept = _beside(path, ".torn")
    file = os.open(kept, os.O_WRONLY | os.O_APPEND | os.O_CREAT | BINARY, 0o666)
    try:
        _write(file, torn.removesuffix(b"\n") + b"\n")
    finally:
        os.close(file)
    return kept


def _migrate(path: Path, written: int, content: bytes) -> Path:
    """Put the new content in the file's place, in one step; the old file is kept, and its name returned."""
    old = path.read_bytes()
    kept = _keep_old(path, f".v{written}", old)
    new = _beside(path, ".new")
    new.unlink(missing_ok=True)
    file = os.open(new, NEW, 0o666)
    try:
        _write(file, content)
    finally:
        os.close(file)
    new.replace(path)
    _sync_folder(path.parent)
    return kept


def _keep_old(path: Path, ending: str, old: bytes) -> Path:
    for number in count(1):
        kept = _beside(path, ending if number == 1 else f"{ending}-{number}")
        # A migration that was killed half way has kept the same file already.
        if not kept.exists():
            _, file = _new_file(kept.parent, iter([kept.name]), old)
            os.close(file)
            return kept
        if kept.is_file() and kept.read_bytes() == old:
            return kept
    raise AssertionError
