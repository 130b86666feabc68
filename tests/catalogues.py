"""Compiles the catalogues of sentences and checks them against the code: `python -m tests.catalogues`."""

from __future__ import annotations

import ast
import inspect
import re
import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime
from io import BytesIO
from pathlib import Path
from typing import TypeAlias

from babel.messages.catalog import Catalog, Message
from babel.messages.mofile import read_mo, write_mo
from babel.messages.pofile import PoFileError, read_po

from automa import dialogue
from solo.facts.overlay import load
from solo.games import GAMES, game_named
from solo.words.sentences import LANGUAGES, PLACEHOLDER

ROOT = Path(__file__).parent.parent

Sentences: TypeAlias = dict[str, tuple[str, ...]]
"""For each id its sentence, or its singular and plural."""

SPEAKING = {
    name: frozenset(inspect.signature(thing).parameters) - {"values"}
    for name, thing in vars(dialogue).items()
    if inspect.isclass(thing) and issubclass(thing, dialogue.Text | dialogue.Ask)
}
"""The classes whose first argument is a text's id; for each, the arguments that are no values of the text."""

UNDATED = datetime(2025, 1, 1, tzinfo=UTC)
ID = re.compile(r"[a-z0-9-]+(\.[a-z0-9-]+)+")
VARIANTS = (".you", ".exactly")
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
    """The catalogues of the app or of one game."""

    path: Path
    game: str = ""

    def po(self, lang: str) -> Path:
        return self.path / f"{lang}.po"

    def mo(self, lang: str) -> Path:
        return self.path / f"{lang}.mo"

    @property
    def shown(self) -> str:
        return str(self.path.relative_to(ROOT)) if self.path.is_relative_to(ROOT) else str(self.path)


def folders() -> list[Folder]:
    """The app's folder of catalogues and that of each game in the list."""
    games = [
        Folder(ROOT / "tables" / package.rpartition(".")[2] / "locale", game)
        for game, package in GAMES.items()
    ]
    return [Folder(ROOT / "solo" / "locale"), *games]


def read_catalogue(path: Path) -> Catalog:
    """A catalogue as written; nothing in it where there is no file."""
    if not path.exists():
        return Catalog()
    with path.open("rb") as file:
        return read_po(file, locale=path.stem, abort_invalid=True)


def sentences(catalogue: Catalog) -> Sentences:
    """The finished sentences of a catalogue: not the empty ones, not those still in doubt."""
    found: Sentences = {}
    for message in catalogue:
        forms = _forms(message)
        if message.id and all(forms) and not message.fuzzy:
            found[_id(message)] = forms
    return found


def _id(message: Message) -> str:
    return message.id if isinstance(message.id, str) else message.id[0]


def _forms(message: Message) -> tuple[str, ...]:
    return (message.string,) if isinstance(message.string, str) else tuple(message.string or ())


def compiled(catalogue: Catalog) -> bytes:
    """The catalogue in the form that the app reads; no date in it, so that the same gives the same."""
    plain = Catalog(
        locale=catalogue.locale,
        project="castellan",
        creation_date=UNDATED,
        revision_date=UNDATED,
    )
    for message in catalogue:
        if message.id:
            plain.add(message.id, message.string, flags=message.flags)
    buffer = BytesIO()
    write_mo(buffer, plain)
    return buffer.getvalue()


def is_stale(folder: Folder, lang: str) -> bool:
    """Whether the compiled catalogue says something else than the written one.

    Compared by content, as another release of the compiler may write other headers.
    """
    if not folder.mo(lang).exists():
        return folder.po(lang).exists()
    with folder.mo(lang).open("rb") as file:
        read = read_mo(file)
    written = read_mo(BytesIO(compiled(read_catalogue(folder.po(lang)))))
    return [(m.id, m.string) for m in read if m.id] != [(m.id, m.string) for m in written if m.id]


def compile_all(where: Iterable[Folder]) -> list[Path]:
    """Compile what is stale; the compiled files."""
    done = []
    for folder in where:
        for lang in LANGUAGES:
            if is_stale(folder, lang):
                new = folder.mo(lang).with_suffix(".mo.new")
                new.write_bytes(compiled(read_catalogue(folder.po(lang))))
                new.replace(folder.mo(lang))
                done.append(folder.mo(lang))
    return done


def spoken(files: Iterable[Path] | None = None) -> Spoken:
    """What the code of the app and of the games says."""
    paths = (
        sorted([*ROOT.glob("automa/**/*.py"), *ROOT.glob("solo/**/*.py")]) if files is None else list(files)
    )
    trees = {path: ast.parse(path.read_text("utf-8")) for path in paths}
    helpers = {name for tree in trees.values() for name in _helpers(tree)}
    said = Spoken()
    for path, tree in trees.items():
        shown = str(path.relative_to(ROOT)) if path.is_relative_to(ROOT) else str(path)
        for node in ast.walk(tree):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                said.strings.add(node.value)
            elif isinstance(node, ast.Call) and node.args:
                _hear(node, helpers, f"{shown}:{node.lineno}", said)
    return said


def _helpers(tree: ast.Module) -> Iterator[str]:
    """Functions that are handed the id of a text to say: their first argument is called `id`."""
    for node in ast.walk(tree):
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
    games = [game_named(name) for name in GAMES]
    return {id: game.id for game in games for id in game.words(load(game).tables)}


@dataclass(slots=True)
class Checked:
    """The catalogues and the code side by side."""

    folders: list[Folder]
    said: Spoken
    composed: dict[str, str]
    written: dict[tuple[str, str], Sentences] = field(default_factory=dict)
    """For each folder and language its sentences."""

    def __post_init__(self) -> None:
        for folder in self.folders:
            for lang in LANGUAGES:
                self.written[folder.shown, lang] = sentences(read_catalogue(folder.po(lang)))

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
        for (folder, other), found in self.written.items():
            if other != lang:
                problems += [
                    f"{folder}/{other}.po: {id}" for id in found if id not in self.written[folder, lang]
                ]
        return problems

    def unused(self) -> list[str]:
        """Sentences that nothing says."""
        app = tuple(each for each, where in self.said.beginnings.items() if where.startswith("solo/"))
        return [
            f"{folder}/{lang}.po: {id}"
            for (folder, lang), found in self.written.items()
            for id in found
            if not self._used(id, app)
        ]

    def _used(self, id: str, beginnings: tuple[str, ...]) -> bool:
        base = next((id.removesuffix(each) for each in VARIANTS if id.endswith(each)), id)
        return any(
            each in self.said.strings or each in self.composed for each in (id, base)
        ) or id.startswith(beginnings)

    def differing_placeholders(self) -> list[str]:
        """Sentences that do not hold the same placeholders in each language and in each form."""
        problems = []
        for (folder, lang), found in self.written.items():
            english = self.written[folder, "en"]
            for id, forms in found.items():
                where = f"{folder}/{lang}.po: {id}"
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

    def _unlike_its_base(self, where: str, id: str, forms: tuple[str, ...], found: Sentences) -> list[str]:
        base = next((id.removesuffix(each) for each in VARIANTS if id.endswith(each)), "")
        if not base or id in self.said.strings or id in self.composed:
            return []
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
        """Sentences with forms in one language only, without the right number of forms, or with two ids."""
        problems = []
        for folder in self.folders:
            for lang in LANGUAGES:
                catalogue = read_catalogue(folder.po(lang))
                english = self.written[folder.shown, "en"]
                for message in catalogue:
                    where = f"{folder.shown}/{lang}.po: {_id(message)}"
                    if not message.id:
                        continue
                    if not isinstance(message.id, str):
                        if message.id[0] != message.id[1]:
                            problems.append(f"{where}: msgid_plural is {message.id[1]}")
                        if len(_forms(message)) != catalogue.num_plurals:
                            problems.append(
                                f"{where}: {len(_forms(message))} forms, not {catalogue.num_plurals}"
                            )
                    forms = 1 if isinstance(message.id, str) else 2
                    if _id(message) in english and len(english[_id(message)]) != forms:
                        problems.append(f"{where}: plural in one language only")
        return problems

    def misplaced(self) -> list[str]:
        """Ids written twice, and ids of a game outside its own catalogue."""
        problems = []
        for folder in self.folders:
            for lang in LANGUAGES:
                if not folder.po(lang).exists():
                    problems.append(f"{folder.shown}/{lang}.po is not there")
                    continue
                ids = re.findall(r'^msgid "(.+)"', folder.po(lang).read_text("utf-8"), re.MULTILINE)
                for id, times in Counter(ids).items():
                    owner = id.partition(".")[0] if id.partition(".")[0] in GAMES else ""
                    if times > 1:
                        problems.append(f"{folder.shown}/{lang}.po: {id} is there {times} times")
                    if owner != folder.game:
                        problems.append(f"{folder.shown}/{lang}.po: {id} belongs elsewhere")
        return problems

    def stale(self) -> list[str]:
        """Compiled catalogues that are not what is written."""
        return [
            f"{folder.shown}/{lang}.mo: run python -m tests.catalogues"
            for folder in self.folders
            for lang in LANGUAGES
            if is_stale(folder, lang)
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
    return {"who"} if id.endswith(".you") else set()


def _stray_brace(form: str) -> bool:
    return bool(set("{}") & set(PLACEHOLDER.sub("", form)))


def _braced(names: set[str]) -> str:
    return " ".join(f"{{{name}}}" for name in sorted(names)) or "none"


def main() -> int:
    try:
        for path in compile_all(folders()):
            print(f"compiled {path.relative_to(ROOT)}")  # noqa: T201
    except PoFileError as error:
        print(error)  # noqa: T201
        return 1
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
