"""What a user taught: one file for each game, to be added to, exported, and imported from others."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from automa.dialogue import Text
from automa.game import Game
from solo.facts.files import SINGLE_SOURCES, check_without, read_file, taken_marks
from solo.facts.overlay import Change, Facts, changes, load, read
from solo.facts.toml import Tree, write
from solo.facts.trees import WITHOUT, leaves, with_lesson, without_lesson
from solo.keeping.disk import write_new, write_whole
from solo.keeping.folders import make_folder, tables_folder
from solo.keeping.lock import Lock, Locked
from solo.trouble import Trouble, cannot_read

FOR_GAME = "for-game"
"""In a file of taught facts: the game it is for. No table file can have a name with a hyphen."""
PATIENCE = 60
"""How many seconds to wait while another process writes taught facts."""


def own_tables(game: Game, *, root: Path | None = None) -> Facts:
    """The tables overlaid with what this user taught; as they are shipped where there is no home folder."""
    taught = read_taught(game)
    return load(game, taught, root=root, taught_file=str(taught_path(game)) if taught else None)


def written(game: Game, taught: Tree, *, root: Path | None = None) -> Facts:
    """The tables with these taught facts, unchecked; the caller adds to them and checks the result."""
    return read(game, taught, root=root, taught_file=str(taught_path(game)))


def taught_path(game: Game) -> Path:
    """The file of what the user taught about a game."""
    return tables_folder() / f"{game.id.replace('-', '_')}.toml"


def read_taught(game: Game) -> Tree:
    """What the user taught about a game; nothing if there is no such file, or no home folder."""
    try:
        path = taught_path(game)
    except Trouble:
        return {}
    try:
        path.stat()
    except (FileNotFoundError, NotADirectoryError):
        return {}
    except OSError as error:
        raise cannot_read(path, error) from error
    return _read_taught_file(game, path)


def change(game: Game, how: Callable[[Tree], Tree]) -> Tree:
    """Change what was taught, on disk; returns all that is taught now.

    What another process writes in the meantime is kept. An error leaves the file as it was.
    """
    path = taught_path(game)
    before = read_taught(game)
    after = how(before)
    if after == before:
        return after
    make_folder(path.parent)
    try:
        lock = Lock(path, patience=PATIENCE)
    except Locked as error:
        raise Trouble(Text("tables.busy", file=str(path))) from error
    try:
        now = read_taught(game)
        if now != before:
            after = how(now)
        write_whole(path, taught_text(game, after))
    finally:
        lock.free()
    return after


def keep(game: Game, lesson: Tree) -> Tree:
    """Add a lesson to what was taught, on disk; returns all that is taught now."""
    return change(game, lambda taught: with_lesson(taught, lesson))


class LessonKeeper:
    """Saves what is taught in a conversation at once, and takes back what is undone there."""

    def __init__(self, game: Game) -> None:
        self.game = game
        taught_path(game)  # `Trouble` at once where nothing can be kept
        self.before = read_taught(game)
        self.kept: Tree = {}

    def begin(self) -> None:
        """Start over, at the beginning or after an undo: what was kept is taken back first."""
        undone, self.kept = self.kept, {}
        if undone:
            change(self.game, lambda taught: without_lesson(taught, undone, self.before))

    def keep(self, lesson: Tree) -> None:
        self.kept = with_lesson(self.kept, lesson)
        keep(self.game, lesson)


def taught_text(game: Game, taught: Tree) -> str:
    """A file of taught facts."""
    return f"# {game.name}: facts read off the components.\n\n{write({FOR_GAME: game.id, **taught})}"


def export_taught(game: Game, path: Path) -> int:
    """Write what was taught to a file to share; how many facts that are."""
    taught = read_taught(game)
    if not taught:
        raise Trouble(Text("tables.nothing-taught", game=game.id))
    write_new(path, taught_text(game, taught).encode())
    return sum(1 for path, _ in leaves(taught) if path[-1] != WITHOUT)


def import_taught(game: Game, path: Path, *, force: bool = False, root: Path | None = None) -> list[Change]:
    """Add the facts of a shared file to what was taught; what changed by it."""
    lesson = _read_taught_file(game, path)
    changed: list[Change] = []

    def add(taught: Tree) -> Tree:
        before = written(game, taught, root=root)
        after = before.with_lesson(lesson, came_from=str(path), force=force)
        changed[:] = changes(before, after)
        return after.taught if changed else taught

    change(game, add)
    return changed


def _read_taught_file(game: Game, path: Path) -> Tree:
    content = read_file(path)
    name = content.pop(FOR_GAME, game.id)
    if name != game.id:
        from automa.typed import shown  # only a mistake needs it

        found = name if isinstance(name, str) else shown(name)
        raise Trouble(Text("tables.other-game", file=str(path), found=found, game=game.id))
    content.pop(SINGLE_SOURCES, None)  # everything in such a file counts as taught
    for _ in taken_marks(path, content):
        pass
    check_without(str(path), content)
    return content
