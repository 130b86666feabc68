"""The tables of a game: read, checked, overlaid with what the user taught; and where each fact comes from."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import takewhile
from pathlib import Path
from typing import Any, Literal, TypeAlias, get_args

import tomli
from msgspec import Struct, ValidationError, convert, field
from msgspec.structs import replace

from automa.dialogue import Text
from automa.game import Game
from automa.names import most_like
from solo.facts.toml import Path as Place
from solo.facts.toml import Tree, dotted, parts, value_text, write
from solo.keeping.folders import make_folder, tables_folder
from solo.shipped import tables_root
from solo.trouble import Trouble, cannot_read, cannot_write

Source: TypeAlias = Literal["rulebook", "publisher", "derived", "assumed", "taught", "house"]
"""Where a fact comes from; `house` is for what is our own making: house opponents, rulings."""
SOURCES: tuple[Source, ...] = get_args(Source)

SOURCE, NOTE, SINGLE_SOURCES = "source", "note", "sources"
"""Keys that say something about the facts beside them and are no facts themselves."""
WITHOUT = "without"
"""In a table of taught facts: the keys that came with the program and are not on the user's components."""
FOR_GAME = "for-game"
"""In a file of taught facts: the game it is for. No table file can have a name with a hyphen."""

LARGEST_FILE = 4_000_000
DEEPEST = 24
"""How many tables may lie in each other: no game comes near, and no walk through a tree runs out of stack."""


class Fact(Struct, frozen=True):
    """One value of the tables."""

    key: str
    """Dotted, starting with the file it is in: `cards.card.judge.cost`."""
    value: Any
    source: Source


class Change(Struct, frozen=True):
    """What a taught fact changes."""

    key: str
    before: Any
    """`None` if there was no such fact; the same as `after` if it is only confirmed."""
    after: Any
    """`None` if there is no such fact any more."""


class Files(Struct, frozen=True):
    """Where the facts were read, for messages."""

    folder: Path
    taught: str
    """The user's own file, or what else the taught facts came from."""
    new: Tree = field(default_factory=dict)
    """What is being added to them just now, and where that came from."""
    new_from: str | Text = ""

    def of(self, path: Place, taught: Tree) -> tuple[str | Text, int]:
        """Where to look for that path, and how many of its first keys the file's name stands for."""
        if path and _has(self.new, path):
            return self.new_from, 0
        if path and _has(taught, path):
            return self.taught, 0
        return str(self.folder / f"{path[0] if path else '*'}.toml"), 1

    def is_shipped(self, path: Place, taught: Tree) -> bool:
        """Whether the fact came with the program."""
        return not path or not (_has(self.new, path) or _has(taught, path))


class Facts(Struct, frozen=True):
    """The tables of a game as they hold for this user."""

    game: Game
    tables: Any
    """Typed, as the game wants them."""
    tree: Tree
    """The same as plain data: what came with the program, overlaid with what was taught."""
    taught: Tree
    shipped: Tree
    marks: Mapping[Place, Source]
    """The sources as the files give them: each holds for what is under it."""
    files: Files

    def leaves(self, prefix: str = "") -> Iterator[Fact]:
        """Every fact, in the order of the files; only those under `prefix` if it is given."""
        under = parts(prefix) if prefix else ()
        node = _at(self.tree, under)
        if node is not None:
            for path, value in _leaves(node, under):
                yield Fact(dotted(path), value, self._source(path))

    def keys(self) -> list[str]:
        """Every key there is, of groups as well as of single facts."""
        return [dotted(path) for path in _branches(self.tree)]

    def source(self, key: str) -> Source:
        """Where a fact comes from, or a group of facts: then what most of them say, the first of equals."""
        sources = [fact.source for fact in self.leaves(key)]
        return max(sources, key=sources.count) if sources else self._source(parts(key))

    def assumed(self) -> list[Fact]:
        """The facts that nobody has read off the components yet."""
        return [fact for fact in self.leaves() if fact.source == "assumed"]

    def value(self, key: str) -> Any:
        """What the tables say at that key; nothing if there is no such key."""
        return _at(self.tree, parts(key))

    def with_taught(self, taught: Tree) -> Facts:
        """The same tables with other taught facts."""
        return _overlaid(self.game, self.shipped, self.marks, taught, self.files)

    def with_lesson(self, lesson: Mapping[str, Any], *, came_from: str | Text, force: bool = False) -> Facts:
        """The same tables with this taught too; `Trouble` if it cannot be or the rulebook says otherwise.

        `came_from` is how a message calls the place of the new facts; `force` overrules the rulebook.
        """
        taught = learnt(self.taught, lesson)
        files = replace(self.files, new=dict(lesson), new_from=came_from)
        facts = _overlaid(self.game, self.shipped, self.marks, taught, files)
        if not force:
            self._refuse_proven(facts)
        return replace(facts, files=self.files)

    def overruled(self) -> list[Fact]:
        """What the rulebook says and the user taught otherwise, as the rulebook has it."""
        return [fact for fact in self._proven() if _at(self.tree, parts(fact.key)) != fact.value]

    def _refuse_proven(self, new: Facts) -> None:
        """What the book proves is not changed by mistake; what was overruled before on purpose stays so."""
        for fact in self._proven():
            if new.value(fact.key) not in (fact.value, self.value(fact.key)):
                raise Trouble(Text("tables.proven", key=fact.key, value=value_text(fact.value)))

    def _source(self, path: Place) -> Source:
        if _at(self.taught, path) is not None:
            return "taught"
        return _marked(self.marks, path) or "assumed"

    def _proven(self) -> Iterator[Fact]:
        """What the rulebook says, and what follows from it."""
        for path, value in _leaves(self.shipped):
            source = _marked(self.marks, path)
            if source in ("rulebook", "derived"):
                yield Fact(dotted(path), value, source)


# ---- Reading


def load(
    game: Game, taught: Tree | None = None, *, root: Path | None = None, taught_file: str | None = None
) -> Facts:
    """The tables that come with the program, overlaid with the given taught facts; `Trouble` if any is wrong.

    `taught_file` is how a message calls the place of the taught facts; the user's own file, if not given.
    """
    folder = (root or tables_root()) / game.folder
    shipped, marks = _read_folder(game, folder)
    facts = _overlaid(game, shipped, marks, taught or {}, Files(folder, taught_file or f"{game.folder}.toml"))
    # Only now: a fact that is missing or misspelt is the mistake, not the source that was given for it.
    for stem, *path in marks:
        if _at(shipped[stem], tuple(path)) is None:
            raise _unknown(str(folder / f"{stem}.toml"), tuple(path), shipped[stem])
    return facts


def load_own(game: Game, *, root: Path | None = None) -> Facts:
    """The tables overlaid with what this user taught."""
    return load(game, read_taught(game), root=root, taught_file=str(taught_path(game)))


def own_tables(game: Game) -> Facts:
    """The same to play with: without a home folder nothing can have been taught."""
    try:
        tables_folder()
    except Trouble:
        return load(game)
    return load_own(game)


def _read_folder(game: Game, folder: Path) -> tuple[Tree, dict[Place, Source]]:
    try:
        files = sorted(each for each in folder.iterdir() if each.suffix == ".toml")
    except (FileNotFoundError, NotADirectoryError) as error:
        raise Trouble(Text("tables.no-folder", game=game.id, file=str(folder))) from error
    except OSError as error:
        raise cannot_read(folder, error) from error
    tree: Tree = {}
    marks: dict[Place, Source] = {}
    for file in files:
        content = _read_file(file)
        singles = _single_sources(file, content)
        for path, source in _taken_marks(file, content):
            marks[(file.stem, *path)] = source
        for path, source in singles.items():
            marks[(file.stem, *path)] = source
        _check_marked(file, content, marks)
        tree[file.stem] = content
    return tree, marks


def _read_file(path: Path) -> Tree:
    """The content of a TOML file; whatever is in it, the worst that happens is `Trouble`."""
    name = str(path)
    try:
        with path.open("rb") as file:
            raw = file.read(LARGEST_FILE + 1)
    except FileNotFoundError as error:
        raise Trouble(Text("tables.no-file", file=name)) from error
    except IsADirectoryError as error:
        raise Trouble(Text("tables.is-folder", file=name)) from error
    except OSError as error:
        raise cannot_read(path, error) from error
    except ValueError as error:  # a name with a zero byte in it
        raise Trouble(Text("tables.no-file", file=repr(name))) from error
    if len(raw) > LARGEST_FILE:
        raise Trouble(Text("tables.too-large", file=name, high=LARGEST_FILE // 1_000_000))
    try:
        text = raw.decode().removeprefix("\ufeff")
    except UnicodeDecodeError as error:
        line = raw.count(b"\n", 0, error.start) + 1
        found = f"{raw[error.start]:02x}"
        raise Trouble(Text("tables.not-utf-8", file=name, line=line, found=found)) from error
    try:
        content = tomli.loads(text)
    except (ValueError, OverflowError) as error:
        raise Trouble(_not_toml(name, text, str(error))) from error
    except RecursionError as error:
        raise Trouble(Text("tables.too-deep", file=name, high=DEEPEST)) from error
    _refuse_deep(name, content)
    return content


def _not_toml(file: str, text: str, message: str) -> Text:
    lines = text.splitlines() or [""]
    place = re.search(r"\(at line (\d+), column \d+\)$", message)
    line = min(int(place[1]), len(lines)) if place else len(lines)
    found = lines[line - 1].strip()
    shown = value_text(found[:60] + "…" if len(found) > 60 else found)
    # tomli tells a name that stands there twice from what it cannot read only by its words.
    if re.match(r"Cannot (declare|overwrite|mutate)|Duplicate", message):
        return Text("tables.twice", file=file, line=line, found=shown)
    if not place and "end of document" not in message:
        return Text("tables.not-toml-somewhere", file=file)
    return Text("tables.not-toml", file=file, line=line, found=shown)


def _refuse_deep(file: str, content: Any) -> None:
    level: list[Any] = [content]
    for _ in range(DEEPEST):
        level = [
            inside
            for each in level
            for inside in (each.values() if isinstance(each, dict) else each)
            if isinstance(inside, (dict, list))
        ]
        if not level:
            return
    raise Trouble(Text("tables.too-deep", file=file, high=DEEPEST))


def _taken_marks(file: Path, table: Tree, path: Place = ()) -> Iterator[tuple[Place, Source]]:
    """Take what is said about the facts out of a table and all tables in it; the sources that were given."""
    if SOURCE in table:
        yield path, _source_word(str(file), (*path, SOURCE), table.pop(SOURCE))
    if NOTE in table:
        note = table.pop(NOTE)
        if not isinstance(note, str):
            raise _wrong(str(file), (*path, NOTE), note, Text("allowed.text"))
    for key, value in table.items():
        if isinstance(value, dict):
            yield from _taken_marks(file, value, (*path, key))


def _source_word(file: str, place: Place, word: object) -> Source:
    for known in SOURCES:
        if word == known:
            return known
    raise _wrong(file, place, word, Text("allowed.words", words=", ".join(SOURCES)), SOURCES)


def _single_sources(file: Path, content: Tree) -> dict[Place, Source]:
    """The sources of single keys, however the keys are written: quoted, or as tables."""
    singles = content.pop(SINGLE_SOURCES, {})
    if not isinstance(singles, dict):
        raise _wrong(str(file), (SINGLE_SOURCES,), singles, Text("allowed.table"))
    found: dict[Place, Source] = {}
    for written, word in _leaves(singles):
        path = tuple(part for key in written for part in parts(key))
        found[path] = _source_word(str(file), (SINGLE_SOURCES, *path), word)
    return found


def _check_marked(file: Path, content: Tree, marks: Mapping[Place, Source]) -> None:
    """Every table says where its facts come from: a fact without a source cannot be trusted or checked."""
    if (file.stem,) in marks:
        return
    for path, _ in _leaves(content):
        if _marked(marks, (file.stem, *path)) is None:
            words = ", ".join(SOURCES)
            raise Trouble(Text("tables.no-source", file=str(file), key=dotted(path), allowed=words))


# ---- Putting together


def merged(base: Tree, over: Tree) -> Tree:
    """The first tree with the second laid over it: tables are merged, everything else is replaced.

    What a table of the second is `without` is taken out first: then it is gone, or replaced as a whole.
    """
    gone = over.get(WITHOUT, ())
    result = {key: value for key, value in base.items() if key not in gone}
    for key, value in over.items():
        below = result.get(key)
        if isinstance(value, dict):
            result[key] = merged(below if isinstance(below, dict) else {}, value)
        elif key != WITHOUT:
            result[key] = value
    return result


def learnt(taught: Tree, lesson: Mapping[str, Any]) -> Tree:
    """What was taught, and now this as well; `None` in a lesson means that there is no such thing."""
    gone = [*lesson.get(WITHOUT, ()), *(key for key, value in lesson.items() if value is None)]
    result = {key: value for key, value in taught.items() if key not in (WITHOUT, *gone)}
    for key, value in lesson.items():
        below = result.get(key)
        if isinstance(value, Mapping):
            result[key] = learnt(below if isinstance(below, dict) else {}, value)
        elif value is not None and key != WITHOUT:
            result[key] = value
    gone = list(dict.fromkeys([*taught.get(WITHOUT, ()), *gone]))
    return {WITHOUT: gone, **result} if gone else result


def forgotten(taught: Tree, path: Place) -> Tree:
    """What was taught but for what is at that path; tables that this leaves empty go with it."""
    key, *rest = path
    result: Tree = {}
    for each, inside in taught.items():
        left = inside
        if each == key and not rest:
            continue
        if each == key and isinstance(inside, dict):
            left = forgotten(inside, tuple(rest))
        elif each == WITHOUT and not rest:
            left = [gone for gone in inside if gone != key]
        if left or left == inside:
            result[each] = left
    return result


def lesson_at(key: str, value: Any) -> Tree:
    """The tree with that value at that key, and nothing else."""
    for part in reversed(parts(key)):
        value = {part: value}
    assert isinstance(value, dict)
    return value


def changes(old: Facts, new: Facts) -> list[Change]:
    """What is otherwise in the new facts, what is confirmed there, and what is gone."""
    found = [
        Change(fact.key, old.value(fact.key), fact.value)
        for fact in new.leaves()
        if (fact.value, fact.source) != (old.value(fact.key), old.source(fact.key))
    ]
    gone = [Change(fact.key, fact.value, None) for fact in old.leaves() if new.value(fact.key) is None]
    return found + gone


def _overlaid(game: Game, shipped: Tree, marks: Mapping[Place, Source], taught: Tree, files: Files) -> Facts:
    _refuse_deep(files.taught, taught)
    _check_without(files.taught, taught)
    tree = merged(shipped, taught)
    try:
        tables = convert(tree, game.tables, strict=True, str_keys=True)
    except ValidationError as error:
        raise _trouble(game, tree, taught, files, str(error)) from error
    wrong = [(parts(key), what) for key, what in game.faults(tables)]
    # Of two facts that do not go together, the user's own is to be named: the shipped one was right before.
    for path, what in sorted(wrong, key=lambda each: files.is_shipped(each[0], taught)):
        file, named = files.of(path, taught)
        raise Trouble(Text("tables.check", file=file, key=dotted(path[named:] or path), what=what))
    return Facts(game, tables, tree, taught, shipped, marks, files)


def _check_without(file: str, table: Tree, path: Place = ()) -> None:
    gone = table.get(WITHOUT, [])
    if not isinstance(gone, list) or not all(isinstance(each, str) for each in gone):
        item = Text("allowed.text")
        raise _wrong(file, (*path, WITHOUT), gone, Text("allowed.list", item=item))
    for key, inside in table.items():
        if isinstance(inside, dict):
            _check_without(file, inside, (*path, key))


def _trouble(game: Game, tree: Tree, taught: Tree, files: Files, message: str) -> Trouble:
    from msgspec.inspect import type_info

    from automa.typed import Missing, Unknown, fault
    from solo.facts.checking import complaint, name_of

    found = fault(type_info(game.tables), tree)
    if found is None:  # something only the game's own types know about
        return Trouble(Text("tables.refused", game=game.id, message=message))
    # What is inside a list cannot be taught apart from it.
    path = tuple(str(each) for each in takewhile(lambda each: isinstance(each, str), found.place))
    file, named = files.of(path[:-1] if isinstance(found, Missing) and len(path) > 1 else path, taught)
    if len(found.place) == named:
        if isinstance(found, Missing):
            return Trouble(Text("tables.no-file", file=file))
        if isinstance(found, Unknown):
            known = ", ".join(f"{each}.toml" for each in found.known)
            return Trouble(Text("tables.unknown-file", file=file, game=game.id, allowed=known))
    return Trouble(complaint(found, file, name_of(found.place[named:])))


def _wrong(file: str, path: Place, found: object, allowed: Text, words: Sequence[str] = ()) -> Trouble:
    from automa.typed import Wrong
    from solo.facts.checking import complaint

    return Trouble(complaint(Wrong(path, found, allowed, words), file, dotted(path)))


def _unknown(file: str, path: Place, content: Tree) -> Trouble:
    known = [dotted(each) for each in _branches(content)]
    near = most_like(dotted(path), known)
    if near is not None:
        return Trouble(Text("tables.unknown-key-near", file=file, key=dotted(path), near=near))
    allowed = ", ".join(content)
    return Trouble(Text("tables.unknown-key", file=file, key=dotted(path), allowed=allowed))


def _marked(marks: Mapping[Place, Source], path: Place) -> Source | None:
    """The nearest source given for a path: its own, or that of a table it is in."""
    for length in range(len(path), 0, -1):
        found = marks.get(path[:length])
        if found is not None:
            return found
    return None


def _has(tree: Any, path: Place) -> bool:
    above = _at(tree, path[:-1])
    return isinstance(above, dict) and path[-1] in above


def _at(tree: Any, path: Place) -> Any:
    for part in path:
        if not isinstance(tree, dict) or part not in tree:
            return None
        tree = tree[part]
    return tree


def _leaves(node: Any, path: Place = ()) -> Iterator[tuple[Place, Any]]:
    """Every value with its path; a list is one value."""
    if isinstance(node, dict):
        for key, inside in node.items():
            yield from _leaves(inside, (*path, key))
    else:
        yield path, node


def _branches(node: Any, path: Place = ()) -> Iterator[Place]:
    """Every path there is: of tables as well as of values."""
    if path:
        yield path
    if isinstance(node, dict):
        for key, inside in node.items():
            yield from _branches(inside, (*path, key))


# ---- What the user taught


def taught_path(game: Game) -> Path:
    """The file of what the user taught about a game."""
    return tables_folder() / f"{game.folder}.toml"


def read_taught(game: Game) -> Tree:
    """What the user taught about a game; nothing if there is no such file."""
    path = taught_path(game)
    try:
        path.stat()
    except (FileNotFoundError, NotADirectoryError):
        return {}
    except OSError as error:
        raise cannot_read(path, error) from error
    return _read_taught_file(game, path)


def write_taught(game: Game, taught: Tree) -> None:
    """Keep what was taught: all of it, or after a mishap all of what was there before."""
    path = taught_path(game)
    make_folder(path.parent)
    _write_file(path, taught_text(game, taught))


def keep(game: Game, lesson: Mapping[str, Any]) -> Tree:
    """Add a lesson to what was taught, on disk; returns all that is taught now."""
    taught = learnt(read_taught(game), lesson)
    write_taught(game, taught)
    return taught


def taught_text(game: Game, taught: Tree) -> str:
    """A file of taught facts."""
    return f"# {game.name}: facts read off the components.\n\n{write({FOR_GAME: game.id, **taught})}"


def export_taught(game: Game, path: Path, *, overwrite: bool = False) -> int:
    """Write what was taught to a file to share; how many facts that are."""
    taught = read_taught(game)
    if not taught:
        raise Trouble(Text("tables.nothing-taught", game=game.id))
    if os.path.isdir(path):  # noqa: PTH112 — unlike Path.is_dir it never raises
        raise Trouble(Text("tables.is-folder", file=str(path)))
    if os.path.lexists(path) and not overwrite:
        raise Trouble(Text("tables.exists", file=str(path)))
    _write_file(path, taught_text(game, taught))
    return sum(1 for path, _ in _leaves(taught) if path[-1] != WITHOUT)


def plan_import(
    game: Game, path: Path, *, force: bool = False, root: Path | None = None
) -> tuple[Tree, list[Change]]:
    """All that would be taught after an import, and what would change; `Trouble` if the file is not right."""
    current = load_own(game, root=root)
    new = current.with_lesson(_read_taught_file(game, path), came_from=str(path), force=force)
    return new.taught, changes(current, new)


def import_taught(game: Game, path: Path, *, force: bool = False, root: Path | None = None) -> list[Change]:
    """Add the facts of a shared file to what was taught; what changed by it."""
    taught, changed = plan_import(game, path, force=force, root=root)
    if changed:
        write_taught(game, taught)
    return changed


def _read_taught_file(game: Game, path: Path) -> Tree:
    content = _read_file(path)
    name = content.pop(FOR_GAME, game.id)
    if name != game.id:
        found = name if isinstance(name, str) else repr(name)
        raise Trouble(Text("tables.other-game", file=str(path), found=found, game=game.id))
    content.pop(SINGLE_SOURCES, None)  # everything in such a file is taught, whatever else it says
    for _ in _taken_marks(path, content):
        pass
    _check_without(str(path), content)
    return content


def _write_file(path: Path, text: str) -> None:
    """Write beside the old file, then put it in its place: a mishap leaves the old one as it was."""
    # A file that is a link, say into a folder that is backed up, stays one.
    target = Path(os.path.realpath(path))
    new = target.with_name(f".{target.name}.{os.getpid()}.new")
    try:
        try:
            with new.open("w", encoding="utf-8", newline="\n") as file:
                file.write(text)
                file.flush()
                os.fsync(file.fileno())
            new.replace(target)
        except BaseException:
            new.unlink(missing_ok=True)
            raise
    except OSError as error:
        raise cannot_write(path, error) from error
