"""The games in the saves folder: which there are, which one is meant, and deleting one."""

import os
import stat
from contextlib import suppress
from io import SEEK_END, FileIO
from pathlib import Path
from time import time_ns

from msgspec import Struct
from msgspec.json import Decoder
from msgspec.structs import replace

from automa.dialogue import Text
from automa.names import folded, starts
from solo.keeping.disk import UNREADABLE, real_path
from solo.keeping.folders import saves_folder
from solo.keeping.journal import (
    HEADER_START,
    MAX_BYTES,
    SUFFIX,
    Header,
    Over,
    SeatLine,
    bytes_of,
    read,
    torn_beside,
)
from solo.keeping.lock import Lock
from solo.keeping.proof import Seal, check_of, is_whole, is_whole_header, without_check
from solo.suggestions import hint
from solo.trouble import Trouble, cannot_read, disk_errors

SEASON = "season"
"""The option of a game that belongs to a season."""
MAX_CLOCK_SKEW = 60 * 10**9
"""How many nanoseconds the clock of a network disk may be ahead of ours."""
BYTES_READ = (2**12, 2**16)
"""How many bytes are read at each end; the second where a line is longer than the first."""
_HEADER = Decoder(Header)
_END = Decoder(Over)
_OVER = b'{"over":true,'


class Save(Struct, frozen=True):
    """A game in the saves folder, as far as it can be read."""

    path: Path
    name: str
    """As the user types it: the file's name without its ending."""
    game: str = ""
    started: str = ""
    seats: list[SeatLine] = []
    steps: int = 0
    """How many lines there are behind the first."""
    over: Over | None = None
    """How it ended, once it is finished."""
    season: int = 0
    """The number of the season that it belongs to; none if it is a single game."""
    trouble: Text | None = None
    """What is wrong with the file, if anything is."""
    damaged: int = 0
    """The line that cannot be read; what precedes it can be resumed."""
    notice: Text | None = None
    """What is wrong with the file without keeping the game from going on."""
    changed: int = 0
    """When it was last played, for sorting."""
    size: int = 0
    """In bytes."""

    @property
    def finished(self) -> bool:
        return self.over is not None

    @property
    def can_go_on(self) -> bool:
        """Whether it holds an unfinished game, or the part of one before some damage."""
        return not self.finished and (self.trouble is None or self.damaged > 0)


def save_paths() -> list[Path]:
    """The files of all saves, in no order."""
    folder = saves_folder()
    with disk_errors(folder, cannot_read), suppress(FileNotFoundError):
        return [folder / name for name in os.listdir(folder) if name.endswith(SUFFIX)]  # noqa: PTH208
    return []


def save_names() -> list[str]:
    """The names of all saves."""
    return sorted(path.stem for path in save_paths())


def list_saves() -> list[Save]:
    """Every save, the last played first; a broken one is listed with what is wrong."""
    return sorted(map(look, save_paths()), key=lambda save: (-save.changed, save.name))


def look(path: Path) -> Save:
    """What a file holds; reads only its two ends where that is enough."""
    try:
        found = path.stat()
        is_readable = stat.S_ISREG(found.st_mode) and found.st_size <= MAX_BYTES
        seen = glance(path, found.st_size) if is_readable else None
    except OSError as error:
        return Save(path, path.stem, trouble=cannot_read(path, error).text)
    save = _look_through(path) if seen is None else _save(path, *seen)
    changed = found.st_mtime_ns
    last = changed if not _is_ahead(changed) else _moment(save.started)
    return replace(save, changed=last, size=found.st_size)


def glance(path: Path, size: int) -> tuple[Header, int, Over | None] | None:
    """The header, the number of lines and the end of a file of this size; None if all of it must be read.

    Only its first and its last line are read. Their check values and the seal prove that these two are right;
    the lines between are checked when the save is opened.
    """
    first, before, last = _ends(path, size)
    try:
        header = _HEADER.decode(without_check(first))
        over = _END.decode(without_check(last)) if last.startswith(_OVER) else None
    except UNREADABLE:
        return None
    seal = Seal.read(first)
    if seal is None or not is_whole_header(first):
        return None
    is_last = seal.check == check_of(last) and (seal.lines == 1 or is_whole(last, check_of(before)))
    return (header, seal.lines, over) if is_last else None


def _ends(path: Path, size: int) -> tuple[bytes, bytes, bytes]:
    """The first line, what was read before the last line, and the last line; empty if one is cut off."""
    with FileIO(path) as file:
        for piece in BYTES_READ:
            head = tail = file.read(2 * piece)
            if size > len(head):
                file.seek(-piece, SEEK_END)
                tail = file.read(piece)
            first, whole, _ = head.partition(b"\n")
            before, _, last = tail.removesuffix(b"\n").rpartition(b"\n")
            if not tail.endswith(b"\n"):
                break
            if whole and (before or last == first):
                return first, before, last
            file.seek(0)
    return b"", b"", b""


def _save(path: Path, header: Header, lines: int, over: Over | None) -> Save:
    season = header.options.get(SEASON, "")
    number = int(season) if season.isascii() and season.isdecimal() else 0
    return Save(path, path.stem, header.game, header.started, header.seats, lines - 1, over, number)


def _look_through(path: Path) -> Save:
    """What a file holds, after reading all of it."""
    try:
        reading = read(path)
    except Trouble as trouble:
        return Save(path, path.stem, trouble=trouble.text)
    over = None if reading.damaged else reading.history.over
    save = _save(path, reading.header, reading.last.lines, over)
    notice = next(iter(reading.notices()), None)
    return replace(save, trouble=reading.damage(), damaged=reading.damaged, notice=notice)


def _is_ahead(moment: int) -> bool:
    return moment > time_ns() + MAX_CLOCK_SKEW


def _moment(started: str) -> int:
    """When a game was started; 0 if that is in the future too."""
    from datetime import datetime  # only a file with an impossible time needs it

    try:
        moment = int(datetime.fromisoformat(started).timestamp() * 10**9)
    except (ValueError, OverflowError, OSError):
        return 0
    return 0 if _is_ahead(moment) else moment


def find_save(wanted: str | Path | None = None) -> Path:
    """The save meant by a name, its beginning, a path or an opponent; without one, the last unfinished."""
    if wanted is None:
        return _latest()
    word = str(wanted)
    if not word.strip():  # an empty variable in a script means no save
        raise unknown_save("“”")
    if len(Path(word).parts) > 1:
        return _file(Path(word))
    by_name = {path.stem: path for path in save_paths()}
    name = word.removesuffix(SUFFIX)
    if name in by_name:
        return by_name[name]
    if word != name and _is_there(Path(word)):
        return Path(word)
    matching = [each for each in by_name if each.casefold().startswith(name.casefold())]
    if not matching:
        matching = [save.name for save in list_saves() if save.can_go_on and _is_against(save, name)]
    if len(matching) == 1:
        return by_name[matching[0]]
    if matching:
        latest = sorted(matching, key=lambda each: (-_last_changed(by_name[each]), each))
        raise Trouble(Text("trouble.several-saves", save=word, names=latest))
    raise unknown_save(name)


def _is_against(save: Save, name: str) -> bool:
    """Whether an opponent or another person at the table has this name."""
    sought = folded(name)
    return bool(sought) and any(starts(folded(seat.name), sought) for seat in save.seats if seat.name)


def _latest() -> Path:
    """The last played game that is not over."""
    for path in sorted(save_paths(), key=lambda path: (-_last_changed(path), path.stem)):
        if look(path).can_go_on:
            return path
    raise Trouble(Text("trouble.nothing-to-resume"))


def _last_changed(path: Path) -> int:
    try:
        changed = path.stat().st_mtime_ns
    except OSError:  # said when it is looked into
        return 0
    return look(path).changed if _is_ahead(changed) else changed


def _file(path: Path) -> Path:
    if _is_there(path):
        return path
    raise Trouble(Text("trouble.missing", path=str(path)))


def _is_there(path: Path) -> bool:
    try:
        path.stat()
    except PermissionError as error:
        raise cannot_read(path, error) from error
    except (OSError, ValueError):  # a name that no file can have, or that leads nowhere
        return False
    return True


def unknown_save(name: str) -> Trouble:
    """A name that no save has."""
    return Trouble(Text("trouble.unknown-save", save=name, hint=hint(name, save_names())))


def review_beside(save: Path) -> Path:
    """Where the review of a save is cached."""
    return save.with_suffix(".review.json")


def journal_of(path: Path) -> bytes:
    """The content of a save, even if it is damaged or of a newer format."""
    content = bytes_of(path)
    if not content.startswith(HEADER_START):
        raise Trouble(Text("trouble.not-a-journal", path=str(path)))
    return content


def delete_save(path: Path) -> None:
    """Delete a save and the files beside it; `Trouble` if it is open or is no save.

    Of a link only the link is deleted.
    """
    with disk_errors(path):
        try:
            is_link = stat.S_ISLNK(path.lstat().st_mode)
            path = path if is_link else real_path(path)
            _check_is_ours(path, is_link)
            if is_link:
                path.unlink()
            else:
                _delete(path)
        except FileNotFoundError as error:
            raise Trouble(Text("trouble.missing", path=str(path))) from error


def _delete(path: Path) -> None:
    lock = Lock(path)
    try:
        path.unlink()
        torn_beside(path).unlink(missing_ok=True)
        review_beside(path).unlink(missing_ok=True)
    finally:
        lock.free()


def _check_is_ours(path: Path, is_link: bool) -> None:
    """Every file in the saves folder may be deleted; elsewhere, and through a link, only a journal."""
    is_here = path.suffix == SUFFIX and path.parent == real_path(saves_folder())
    if is_link or not is_here or not stat.S_ISREG(path.stat().st_mode):
        read(path)
