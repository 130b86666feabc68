"""The tables of a game for a user: the shipped facts, overlaid with the taught ones."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache, cached_property
from itertools import takewhile
from pathlib import Path

from msgspec import Struct, ValidationError, convert, field
from msgspec.structs import replace

from automa.declared import AnyTables
from automa.dialogue import Text
from automa.game import Game
from solo.facts.files import Source, check_without, marked, read_folder, refuse_deep
from solo.facts.toml import KeyPath, Tree, dotted, parts, value_text
from solo.facts.trees import at, branches, has, leaves, merged, with_lesson
from solo.shipped import tables_root
from solo.suggestions import hint
from solo.trouble import Trouble

PROVEN = ("rulebook", "derived")
"""The sources of facts that the rulebook states or implies."""


class Fact(Struct, frozen=True):
    """One value of the tables."""

    key: str
    """Dotted, starting with the file it is in: `cards.card.judge.cost`."""
    value: object
    source: Source

    @property
    def path(self) -> KeyPath:
        return parts(self.key)


class Change(Struct, frozen=True):
    """What a taught fact changes."""

    key: str
    before: object
    """`None` if there was no such fact; the same as `after` if it is only confirmed."""
    after: object
    """`None` if there is no such fact any more."""


class Origins(Struct, frozen=True):
    """Where the facts were read, for messages."""

    folder: Path
    taught: str
    """The user's own file, or another source of the taught facts."""
    new: Tree = field(default_factory=dict)
    """What is being added to them now."""
    new_from: str | Text = ""

    def of(self, path: KeyPath, taught: Tree) -> tuple[str | Text, int]:
        """The file that holds a path, and how many of its first keys are the name of the file."""
        if path and has(self.new, path):
            return self.new_from, 0
        if path and has(taught, path):
            return self.taught, 0
        return str(self.folder / f"{path[0] if path else '*'}.toml"), 1


class Facts(Struct, frozen=True, dict=True):
    """The tables of a game for this user: as they are written, and checked when `tables` is first read."""

    game: Game
    taught: Tree
    shipped: Tree
    marks: Mapping[KeyPath, Source]
    """The sources given in the files; each holds for everything under its path."""
    origins: Origins
    tree: Tree
    """The shipped facts, overlaid with the taught ones."""

    def leaves(self, prefix: str = "") -> Iterator[Fact]:
        """Every fact, in the order of the files; only those under `prefix` if it is given."""
        under = parts(prefix) if prefix else ()
        node = at(self.tree, under)
        if node is not None:
            for path, value in leaves(node, under):
                yield Fact(dotted(path), value, self._source(path))

    def keys(self) -> list[str]:
        """Every key there is, of groups as well as of single facts."""
        return [dotted(path) for path in branches(self.tree)]

    def source(self, key: str) -> Source:
        """Where a fact comes from; for a group of facts, the most frequent source."""
        sources = [fact.source for fact in self.leaves(key)]
        return max(sources, key=sources.count) if sources else self._source(parts(key))

    def assumed(self) -> list[Fact]:
        return [fact for fact in self.leaves() if fact.source == "assumed"]

    def value(self, key: str) -> object:
        """The value at a key; None if there is no such key."""
        return at(self.tree, parts(key))

    @cached_property
    def tables(self) -> AnyTables:
        """The tables as the game's own type; `Trouble` names what is wrong, where, and what is allowed."""
        game, taught, origins = self.game, self.taught, self.origins
        try:
            tables = convert(self.tree, game.tables, strict=True, str_keys=True)
        except ValidationError as error:
            raise _trouble(self, str(error)) from error
        wrong = [(parts(key), what) for key, what in game.faults(tables)]
        # Of two facts that do not go together, the user's own is named: the shipped one was right before.
        for path, what in sorted(wrong, key=lambda each: origins.of(each[0], taught)[1]):
            file, named = origins.of(path, taught)
            raise Trouble(Text("tables.check", file=file, key=dotted(path[named:] or path), what=what))
        return tables

    def checked(self) -> Facts:
        """These facts, once they are checked; `Trouble` if anything in them is wrong."""
        assert self.tables is not None
        return self

    def with_taught(self, taught: Tree) -> Facts:
        """The facts with these taught ones in place of the present."""
        return _overlaid(self.game, self.shipped, self.marks, taught, self.origins).checked()

    def with_lesson(self, lesson: Tree, *, came_from: str | Text, force: bool = False) -> Facts:
        """The facts with a lesson added; `Trouble` if it is impossible or contradicts the rulebook.

        `came_from` is how a message calls the place of the new facts; `force` overrules the rulebook.
        """
        taught = with_lesson(self.taught, lesson)
        origins = replace(self.origins, new=dict(lesson), new_from=came_from)
        facts = _overlaid(self.game, self.shipped, self.marks, taught, origins).checked()
        if not force:
            self._refuse_proven(facts)
        return replace(facts, origins=self.origins)

    def _refuse_proven(self, new: Facts) -> None:
        """`Trouble` if a fact of the rulebook is changed, unless it was overruled before."""
        for path, proven in leaves(self.shipped):
            allowed = (proven, at(self.tree, path))
            if marked(self.marks, path) in PROVEN and at(new.tree, path) not in allowed:
                raise Trouble(Text("tables.proven", key=dotted(path), value=value_text(proven)))

    def _source(self, path: KeyPath) -> Source:
        if at(self.taught, path) is not None:
            return "taught"
        return marked(self.marks, path) or "assumed"


def load(
    game: Game, taught: Tree | None = None, *, root: Path | None = None, taught_file: str | None = None
) -> Facts:
    """The shipped tables overlaid with these taught facts; `Trouble` if any is wrong.

    `taught_file` is how a message calls the place of the taught facts; the user's own file, if not given.
    """
    facts = read(game, taught, root=root, taught_file=taught_file).checked()
    # Only now: a fact that is missing or misspelt is the mistake, not the source that was given for it.
    for stem, *path in facts.marks:
        if at(facts.shipped[stem], tuple(path)) is None:
            file = str(facts.origins.folder / f"{stem}.toml")
            raise _unknown(file, tuple(path), facts.shipped[stem])
    return facts


def read(
    game: Game, taught: Tree | None = None, *, root: Path | None = None, taught_file: str | None = None
) -> Facts:
    """The shipped tables overlaid with these taught facts, unchecked."""
    folder = (root or tables_root()) / game.folder
    shipped, marks = (read_folder if root else _read_once)(game, folder)
    origins = Origins(folder, taught_file or f"{game.folder}.toml")
    return _overlaid(game, shipped, marks, taught or {}, origins)


_read_once = cache(read_folder)
"""What came with the program stays as it is while that runs."""


def changes(old: Facts, new: Facts) -> list[Change]:
    """The facts that differ, are newly confirmed, or are gone."""
    found = [
        Change(fact.key, old.value(fact.key), fact.value)
        for fact in new.leaves()
        if (fact.value, fact.source) != (old.value(fact.key), old.source(fact.key))
    ]
    gone = [Change(fact.key, fact.value, None) for fact in old.leaves() if new.value(fact.key) is None]
    return found + gone


def _overlaid(
    game: Game, shipped: Tree, marks: Mapping[KeyPath, Source], taught: Tree, origins: Origins
) -> Facts:
    refuse_deep(origins.taught, taught)
    check_without(origins.taught, taught)
    return Facts(game, taught, shipped, marks, origins, merged(shipped, taught))


def _trouble(facts: Facts, message: str) -> Trouble:
    from msgspec.inspect import type_info

    from automa.typed import Missing, Unknown, fault
    from solo.facts.checking import complaint, name_of

    game = facts.game
    found = fault(type_info(game.tables), facts.tree)
    if found is None:  # something only the game's own types know about
        return Trouble(Text("tables.refused", game=game.id, message=message))
    # What is inside a list cannot be taught apart from it.
    path = tuple(str(each) for each in takewhile(lambda each: isinstance(each, str), found.place))
    asked = path[:-1] if isinstance(found, Missing) and len(path) > 1 else path
    file, named = facts.origins.of(asked, facts.taught)
    if len(found.place) == named:
        if isinstance(found, Missing):
            return Trouble(Text("tables.no-file", file=file))
        if isinstance(found, Unknown):
            known = ", ".join(f"{each}.toml" for each in found.known)
            return Trouble(Text("tables.unknown-file", file=file, game=game.id, allowed=known))
    return Trouble(complaint(found, file, name_of(found.place[named:])))


def _unknown(file: str, path: KeyPath, content: Tree) -> Trouble:
    near = hint(dotted(path), map(dotted, branches(content)), list(content))
    return Trouble(Text("tables.unknown-key", file=file, key=dotted(path), hint=near))
