"""The games in the saves folder: which there are, which one is meant, and deleting one."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from pathlib import Path

from automa.dialogue import Text
from automa.names import folded, most_like, starts
from solo.keeping.disk import real_path
from solo.keeping.folders import saves_folder
from solo.keeping.journal import SUFFIX, SeatLine, damage, read, torn_beside
from solo.keeping.lock import Lock
from solo.trouble import Trouble, cannot_read, cannot_write


@dataclass(frozen=True, slots=True)
class Save:
    """A game in the saves folder, as far as it can be read."""

    path: Path
    name: str
    """As the user types it: the file's name without its ending."""
    game: str = ""
    started: str = ""
    seats: list[SeatLine] = field(default_factory=list)
    entries: int = 0
    finished: bool = False
    scores: dict[str, int] = field(default_factory=dict)
    """For each seat, once it is finished."""
    winners: list[str] = field(default_factory=list)
    trouble: Text | None = None
    """What is wrong with the file, when something is."""
    damaged: int = 0
    """The line that cannot be read; what precedes it can be resumed."""
    changed: int = 0
    """When it was last played, for sorting."""

    @property
    def can_go_on(self) -> bool:
        """Whether there is a game in it that is not over, be it only what precedes some damage."""
        return not self.finished and (self.trouble is None or self.damaged > 0)


def save_paths() -> list[Path]:
    """The files of all saves, in no order."""
    folder = saves_folder()
    try:
        return [path for path in folder.iterdir() if path.suffix == SUFFIX]
    except FileNotFoundError:
        return []
    except OSError as error:
        raise cannot_read(folder, error) from error


def save_names() -> list[str]:
    """What the saves are called, none of them looked into."""
    return sorted(path.stem for path in save_paths())


def list_saves() -> list[Save]:
    """Every save, the last played first; a broken one is listed with what is wrong."""
    paths = save_paths()
    return sorted(map(look, paths), key=lambda save: (-save.changed, save.name))


def look(path: Path) -> Save:
    """What a file holds, without opening it as a game."""
    try:
        changed = path.stat().st_mtime_ns
    except OSError:
        changed = 0
    try:
        reading = read(path)
    except Trouble as trouble:
        return Save(path, path.stem, trouble=trouble.text, changed=changed)
    header = reading.header
    save = Save(
        path,
        path.stem,
        header.game,
        header.started,
        header.seats,
        len(reading.history.entries),
        changed=changed,
    )
    if reading.damaged:
        return replace(save, trouble=damage(path, reading), damaged=reading.damaged)
    if over := reading.history.over:
        return replace(save, finished=True, scores=over.scores, winners=over.winners)
    return save


def find_save(wanted: str | Path | None = None) -> Path:
    """The save that is meant: its name, how that begins, its path, somebody in it, or the last not over."""
    if wanted is None:
        return _latest(list_saves())
    word = str(wanted)
    if not word.strip():  # an empty variable in somebody's script means no save, not whichever there is
        raise Trouble(Text("trouble.unknown-save", save="“”"))
    if len(Path(word).parts) > 1:
        return _file(Path(word))
    found = list_saves()
    by_name = {save.name: save.path for save in found}
    name = word.removesuffix(SUFFIX)
    if name in by_name:
        return by_name[name]
    if word != name and _is_there(Path(word)):
        return Path(word)
    matching = [each for each in by_name if each.casefold().startswith(name.casefold())]
    if len(matching) == 1:
        return by_name[matching[0]]
    matching = matching or [save.name for save in found if save.can_go_on and _is_against(save, name)]
    if len(matching) == 1:
        return by_name[matching[0]]
    if matching:
        raise Trouble(Text("trouble.several-saves", save=word, names=sorted(matching)))
    raise _unknown(name, by_name)


def _is_against(save: Save, name: str) -> bool:
    """Whether somebody at the table, other than the one person, is called so."""
    sought = folded(name)
    return bool(sought) and any(starts(folded(seat.name), sought) for seat in save.seats if seat.name)


def _latest(saves: list[Save]) -> Path:
    for save in saves:
        if save.can_go_on:
            return save.path
    raise Trouble(Text("trouble.nothing-to-resume"))


def _file(path: Path) -> Path:
    if _is_there(path):
        return path
    raise Trouble(Text("trouble.missing", path=str(path)))


def _is_there(path: Path) -> bool:
    try:
        return path.exists()
    except (OSError, ValueError):  # a name that no file can have
        return False


def _unknown(name: str, by_name: dict[str, Path]) -> Trouble:
    near = most_like(name, by_name)
    if near is not None:
        return Trouble(Text("trouble.unknown-save-near", save=name, near=near))
    return Trouble(Text("trouble.unknown-save", save=name))


def delete_save(path: Path) -> None:
    """Delete a game and what stands beside it; not one that is open, and nothing that is no save."""
    path = real_path(path)
    _check_is_ours(path)
    lock = Lock(path)
    try:
        path.unlink()
        torn_beside(path).unlink(missing_ok=True)
    except FileNotFoundError as error:
        raise Trouble(Text("trouble.missing", path=str(path))) from error
    except OSError as error:
        raise cannot_write(path, error) from error
    finally:
        lock.free()


def _check_is_ours(path: Path) -> None:
    """A broken file in the saves folder may go; anywhere else only what really is a journal."""
    if path.suffix == SUFFIX and path.is_file() and path.parent == real_path(saves_folder()):
        return
    read(path)
