"""Builds the catalogues of sentences and checks them against the code: `python -m tests.catalogues`.

With `--build` it only builds: the tests check the same.
"""

from __future__ import annotations

import ast
import inspect
import re
import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import TypeAlias

from automa import dialogue
from automa.dialogue import SPELT
from solo.facts.overlay import load
from solo.games import GAMES, game_named
from solo.words.compiling import SOURCE, Forms, Malformed, build, read, sources, stale
from solo.words.sentences import LANGUAGES, PLACEHOLDER
from tests.composed import of_game
from tests.night_watch import GAME as EXAMPLE

ROOT = Path(__file__).parent.parent

Sentences: TypeAlias = dict[str, Forms]
"""For each id its sentence."""

SPEAKING = {
    name: frozenset(inspect.signature(thing).parameters) - {"values"}
    for name, thing in vars(dialogue).items()
    if inspect.isclass(thing) and issubclass(thing, dialogue.Text | dialogue.Ask)
}
"""The classes whose first argument is a text's id; for each, the arguments that are no values of the text."""

ID = re.compile(r"[a-z0-9-]+(\.[a-z0-9-]+)+")
VARIANTS = (".you.page", ".page", ".you", ".exactly")
"""Sentences that stand in for another one where the values ask for it, and need no use of their own."""


@dataclass(slots=True)
class Use:
    """A place in the code that speaks."""

    id: str
    where: str
    values: frozenset[str] | None
    """What it fills the sentence with; None where that cannot be read off."""


@dataclass(slots=True)
class Spoken:
    """What the code says."""

    uses: list[Use] = field(default_factory=list)
    strings: set[str] = field(default_factory=set)
    """Every literal string, for ids that are kept somewhere before they are said."""
    beginnings: dict[str, str] = field(default_factory=dict)
    """Beginnings of ids that are put together while playing, and where."""


@dataclass(slots=True)
class Folder:
    """The sentences of the app or of one game."""

    path: Path
    game: str = ""

    @property
    def source(self) -> Path:
        return self.path / SOURCE

    @property
    def shown(self) -> str:
        return shown(self.source)


def shown(path: Path) -> str:
    return str(path.relative_to(ROOT)) if path.is_relative_to(ROOT) else str(path)


def folders() -> list[Folder]:
    """The app's folder of sentences, that of each game in the list, and that of the example."""
    games = [
        Folder(ROOT / "tables" / package.rpartition(".")[2] / "locale", game)
        for game, package in GAMES.items()
    ]
    return [Folder(ROOT / "solo" / "locale"), *games, Folder(Path(EXAMPLE.folder) / "locale", EXAMPLE.id)]


def spoken(files: Iterable[Path] | None = None) -> Spoken:
    """What the code of the app and of the games says."""
    ours = ("automa/**/*.py", "solo/**/*.py", "tests/night_watch/*.py")
    paths = sorted(path for each in ours for path in ROOT.glob(each)) if files is None else list(files)
    heard = (ast.Call, ast.Constant, ast.FunctionDef)
    trees = {path: ast.parse(path.read_text("utf-8")) for path in paths}
    nodes = {
        path: [each for each in ast.walk(tree) if isinstance(each, heard)] for path, tree in trees.items()
    }
    helpers = {name for each in nodes.values() for name in _helpers(each)}
    said = Spoken()
    for path, found in nodes.items():
        for node in found:
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                said.strings.add(node.value)
            elif isinstance(node, ast.Call) and node.args:
                _hear(node, helpers, f"{shown(path)}:{node.lineno}", said)
    return said


def _helpers(nodes: Iterable[ast.AST]) -> Iterator[str]:
    """Functions that are handed the id of a text to say: their first argument is called `id`."""
    for node in nodes:
        if isinstance(node, ast.FunctionDef):
            arguments = [each.arg for each in (*node.args.posonlyargs, *node.args.args)]
            if arguments[:1] == ["id"] or arguments[:2] == ["self", "id"]:
                yield node.name


def _hear(call: ast.Call, helpers: set[str], where: str, said: Spoken) -> None:
    name = getattr(call.func, "id", None) or getattr(call.func, "attr", "")
    if name not in SPEAKING and name not in helpers:
        return
    for id, whole in _texts(call.args[0]):
        if not whole:
            said.beginnings.setdefault(id, where)
        elif name in SPEAKING:
            given = {keyword.arg for keyword in call.keywords}
            values = None if None in given else frozenset(each for each in given if each) - SPEAKING[name]
            said.uses.append(Use(id, where, values))
        elif ID.fullmatch(id):
            said.uses.append(Use(id, where, None))


def _texts(node: ast.expr) -> Iterator[tuple[str, bool]]:
    """The strings an expression can be, each with whether it is a whole one or only the beginning."""
    match node:
        case ast.Constant(value=str(text)):
            yield text, True
        case ast.IfExp(body=one, orelse=other):
            yield from _texts(one)
            yield from _texts(other)
        case ast.JoinedStr(values=[ast.Constant(value=str(text)), *_]):
            yield text, False


def composed() -> dict[str, str]:
    """The ids that games put together from words of their tables, each with its game."""
    games = [*(game_named(name) for name in GAMES), EXAMPLE]
    return {id: game.id for game in games for id in of_game(game, load(game).tables)}


@dataclass(slots=True)
class Checked:
    """The catalogues and the code side by side."""

    folders: list[Folder]
    said: Spoken
    composed: dict[str, str]
    written: dict[tuple[str, str], Sentences] = field(default_factory=dict)
    """For each file and language its finished sentences."""
    ids: dict[str, list[str]] = field(default_factory=dict)
    """For each file its ids, finished or not."""

    def __post_init__(self) -> None:
        for folder in self.folders:
            written = read(folder.source)
            self.ids[folder.shown] = list(written)
            for lang in LANGUAGES:
                self.written[folder.shown, lang] = {
                    id: forms[lang] for id, forms in written.items() if lang in forms
                }

    def all_of(self, lang: str) -> Sentences:
        return {
            id: forms
            for (_, each), found in self.written.items()
            if each == lang
            for id, forms in found.items()
        }

    def without_sentence(self, lang: str) -> list[str]:
        """Texts that are said, and sentences of another language, that this language does not have."""
        there = self.all_of(lang)
        problems = [f"{use.where}: {use.id}" for use in self.said.uses if use.id not in there]
        problems += [f"words of {game}: {id}" for id, game in self.composed.items() if id not in there]
        problems += [
            f"{where}: {beginning}…"
            for beginning, where in self.said.beginnings.items()
            if not any(id.startswith(beginning) for id in there)
        ]
        return problems + [
            f"{source}: {id}"
            for source, ids in self.ids.items()
            for id in ids
            if id not in self.written[source, lang]
        ]

    def unused(self) -> list[str]:
        """Sentences that nothing says."""
        app = tuple(each for each, where in self.said.beginnings.items() if where.startswith("solo/"))
        return [
            f"{source}: {id}" for source, ids in self.ids.items() for id in ids if not self._used(id, app)
        ]

    def _used(self, id: str, beginnings: tuple[str, ...]) -> bool:
        base = next((id.removesuffix(each) for each in VARIANTS if id.endswith(each)), id)
        return any(
            each in self.said.strings or each in self.composed for each in (id, base)
        ) or id.startswith(beginnings)

    def differing_placeholders(self) -> list[str]:
        """Sentences that do not hold the same placeholders in each language and in each form."""
        problems = []
        for (source, lang), found in self.written.items():
            english = self.written[source, "en"]
            for id, forms in found.items():
                where = f"{source}: {id} ({lang})"
                problems += [f"{where}: a brace too many in “{form}”" for form in forms if _stray_brace(form)]
                wanted = set().union(*(set(PLACEHOLDER.findall(form)) for form in english.get(id, forms)))
                free = _free(id)
                for place, form in enumerate(forms):
                    # "one key" may do without its number, "you take" without its who.
                    may_lack = free | (
                        {"n"} | ({"low"} if id.endswith(".exactly") else set()) if place == 0 else set()
                    )
                    has = set(PLACEHOLDER.findall(form))
                    if has - free != wanted - free and (has - wanted or wanted - has - may_lack):
                        problems.append(f"{where}: has {_braced(has)}, should have {_braced(wanted)}")
                problems += self._unlike_its_base(where, id, forms, found)
        return problems

    def _unlike_its_base(self, where: str, id: str, forms: Forms, found: Sentences) -> list[str]:
        base = next((id.removesuffix(each) for each in VARIANTS if id.endswith(each)), "")
        if not base or id in self.said.strings or id in self.composed:
            return []
        if id.endswith(".page"):  # it may say in words what its base says in letters; the pages are tested
            return [] if base in found else [f"{where}: there is no {base}"]
        if base not in found:
            return [f"{where}: there is no {base}"]
        allowed = {each for form in found[base] for each in PLACEHOLDER.findall(form)} | {"who"}
        return [
            f"{where}: has {{{each}}}, which {base} does not have"
            for form in forms
            for each in PLACEHOLDER.findall(form)
            if each not in allowed
        ]

    def unfilled_placeholders(self) -> list[str]:
        """Placeholders that the code gives no value for."""
        problems = []
        for lang in LANGUAGES:
            there = self.all_of(lang)
            for use in self.said.uses:
                needed = {each for form in there.get(use.id, ()) for each in PLACEHOLDER.findall(form)}
                if use.values is not None and needed - use.values:
                    problems.append(f"{use.where}: {use.id} ({lang}) needs {_braced(needed - use.values)}")
        return problems

    def wrong_plurals(self) -> list[str]:
        """Sentences with a plural in one language only."""
        return [
            f"{source}: {id}: plural in one language only"
            for source, ids in self.ids.items()
            for id in ids
            if len({len(self.written[source, lang].get(id, ())) for lang in LANGUAGES} - {0}) > 1
        ]

    def misplaced(self) -> list[str]:
        """Ids of a game outside its own file, and other ids in it."""
        games = {*GAMES, EXAMPLE.id}
        return [
            f"{folder.shown}: {id} belongs elsewhere"
            for folder in self.folders
            for id in self.ids[folder.shown]
            if folder.game != (id.partition(".")[0] if id.partition(".")[0] in games else "")
        ]

    def stale(self) -> list[str]:
        """Compiled catalogues that are not what is written."""
        return [
            f"{shown(path)}: run python -m tests.catalogues"
            for folder in self.folders
            for path in stale(folder.source)
        ]

    def problems(self) -> dict[str, list[str]]:
        return {
            **{f"no sentence ({lang})": self.without_sentence(lang) for lang in LANGUAGES},
            "placeholders differ": self.differing_placeholders(),
            "placeholders without a value": self.unfilled_placeholders(),
            "plural forms": self.wrong_plurals(),
            "in the wrong place": self.misplaced(),
            "never said": self.unused(),
            "stale": self.stale(),
        }


def _free(id: str) -> set[str]:
    """Placeholders that every sentence of that id may do without."""
    if id == SPELT:  # what stands for something in each language
        return set(LANGUAGES)
    return {"who"} if id.endswith(".you") else set()


def _stray_brace(form: str) -> bool:
    return bool(set("{}") & set(PLACEHOLDER.sub("", form)))


def _braced(names: set[str]) -> str:
    return " ".join(f"{{{name}}}" for name in sorted(names)) or "none"


def main() -> int:
    try:
        for path in build(sources(ROOT)):
            print(f"compiled {shown(path)}")  # noqa: T201
    except Malformed as error:
        print(error)  # noqa: T201
        return 1
    if sys.argv[1:] == ["--build"]:
        return 0
    found = False
    words: dict[str, str] = {}
    try:
        words = composed()
    except Exception as error:  # a game that is being written: say so, and check what can be checked
        found = True
        print(f"the words of the games cannot be listed: {error!r}")  # noqa: T201
    for kind, problems in Checked(folders(), spoken(), words).problems().items():
        for problem in problems:
            found = True
            print(f"{kind}: {problem}")  # noqa: T201
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
