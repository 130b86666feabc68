"""`solo doctor`: what a report of a problem should say of this computer and of what is kept on it."""

import json
import os
import platform
import shutil
import sys
from collections.abc import Iterator
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Annotated, TypeAlias

from automa.dialogue import Text
from solo import __version__
from solo.commands.options import Context, option
from solo.commands.output import write
from solo.facts.overlay import load
from solo.facts.taught import own_tables, read_taught
from solo.facts.trees import WITHOUT, leaves
from solo.fronts.opening import wants_plain
from solo.games import GAMES, game_named
from solo.keeping.folders import HOME, data_folder, saves_folder, tables_folder
from solo.keeping.reports import reports, reports_folder
from solo.keeping.saves import list_saves
from solo.playing.standing import standing
from solo.shipped import tables_root
from solo.trouble import Trouble
from solo.words.clean import cleaned
from solo.words.sentences import Words

Said: TypeAlias = str | int | Text
Finding: TypeAlias = tuple[str, Said]
"""What was looked at, as a name that is the same in every language, and what was found."""

PACKAGES = (
    "typer", "questionary", "prompt-toolkit", "rich", "msgspec", "platformdirs", "filelock", "tomli",
    "starlette", "uvicorn", "segno",
)  # fmt: skip
"""What it runs on; the last three are for `solo serve`."""
ENVIRONMENT = (
    HOME, "CASTELLAN_LANG", "LANG", "LC_ALL", "TERM", "COLORTERM", "NO_COLOR", "ACCESSIBLE", "COLUMNS",
    "LINES", "PYTHONIOENCODING", "PYTHONUTF8",
)  # fmt: skip
"""The variables that change how Castellan behaves."""
FENCE = "```"
"""What keeps a text as it is where Markdown is read."""


def doctor(ctx: Context, *, as_json: Annotated[bool, option("help.doctor-json", "--json")] = False) -> int:
    """`solo doctor`: all there is to know, in a form to paste into a report."""
    words = Words.of(ctx.words.lang, [game_named(name).folder for name in GAMES])
    found = {section: list(_or_trouble(section, findings)) for section, findings in examined(words.lang)}
    write(as_data(found, words) if as_json else as_report(found, words))
    return 0


def _or_trouble(section: str, findings: Iterator[Finding]) -> Iterator[Finding]:
    """What was found in a section, as far as it can be looked at."""
    try:
        yield from findings
    except Trouble as trouble:
        yield "data" if section == "folders" else section, trouble.text


def as_report(found: dict[str, list[Finding]], words: Words) -> str:
    """A text that stays as it is wherever it is pasted, with a line for each finding."""
    lines = [f"Castellan {__version__}"]
    for section, findings in found.items():
        lines += ["", words.plain(Text(f"doctor.{section}"))]
        for name, said in findings:
            # Other names than ours are those of packages, variables and files.
            label = Text(f"doctor.label.{name}")
            shown = words.plain(label) if words.has(label.id) else cleaned(name)
            lines.append(f"  {shown}: {_line(said, words)}")
    text = "\n".join(lines).replace(FENCE, "'" * len(FENCE))
    return f"{FENCE}text\n{text}\n{FENCE}\n"


def as_data(found: dict[str, list[Finding]], words: Words) -> str:
    """The findings as JSON, for a program."""
    data: dict[str, object] = {"castellan": __version__}
    for section, findings in found.items():
        data[section] = {
            name: said if isinstance(said, int) else _line(said, words) for name, said in findings
        }
    return json.dumps(data, indent=2) + "\n"


def _line(said: Said, words: Words) -> str:
    """On one line, and without the name of the user's home folder."""
    text = words.plain(said) if isinstance(said, Text) else str(said)
    line = cleaned(" ".join(text.split()))
    home = os.path.expanduser("~")  # noqa: PTH111 — unlike Path.home it never raises
    return line.replace(home, "~") if len(home) > 1 else line


def examined(lang: str) -> Iterator[tuple[str, Iterator[Finding]]]:
    """Everything that is looked at, section by section."""
    yield "versions", _versions()
    yield "system", _system(lang)
    yield "terminal", _terminal()
    yield "folders", _folders()
    yield "tables", _tables()
    yield "saves", _saves()
    yield "reports", _reports()


def _versions() -> Iterator[Finding]:
    yield "python", f"{platform.python_version()} ({platform.python_implementation()})"
    for name in PACKAGES:
        try:
            yield name, version(name)
        except PackageNotFoundError:
            yield name, Text("doctor.not-installed")


def _system(lang: str) -> Iterator[Finding]:
    yield "platform", platform.platform()
    yield "executable", sys.executable
    yield "language", lang
    for name in ENVIRONMENT:
        if name in os.environ:
            yield name, os.environ[name]


def _terminal() -> Iterator[Finding]:
    from rich.console import Console

    size = shutil.get_terminal_size()
    yield "size", f"{size.columns}x{size.lines}"
    for name in ("stdin", "stdout", "stderr"):
        stream = getattr(sys, name)
        kind = Text("doctor.a-terminal") if stream.isatty() else Text("doctor.no-terminal")
        yield name, Text("doctor.stream", encoding=getattr(stream, "encoding", None) or "?", kind=kind)
    yield "colours", Console().color_system or Text("doctor.none")
    at_hand = sys.stdin.isatty() and sys.stdout.isatty()
    yield "front", Text("doctor.plain") if wants_plain(False) or not at_hand else Text("doctor.prompts")


def _folders() -> Iterator[Finding]:
    yield "program", str(Path(__file__).parents[2])
    yield "shipped", str(tables_root())
    yield "data", _condition(data_folder())
    yield "saves", _condition(saves_folder())
    yield "tables", _condition(tables_folder())
    yield "reports", _condition(reports_folder())


def _condition(folder: Path) -> Text:
    """Whether a folder is there, and can be written to; without trying."""
    if not os.path.isdir(folder):  # noqa: PTH112 — unlike Path.is_dir it never raises
        state = Text("doctor.not-there-yet")
    elif os.access(folder, os.R_OK | os.W_OK | os.X_OK):
        state = Text("doctor.can-be-written")
    else:
        state = Text("doctor.cannot-be-written")
    return Text("doctor.folder", folder=str(folder), state=state)


def _tables() -> Iterator[Finding]:
    for name in GAMES:
        game = game_named(name)
        try:
            facts = own_tables(game)
            taught = sum(path[-1] != WITHOUT for path, _ in leaves(read_taught(game)))
        except Trouble as trouble:
            assumed = len(load(game).assumed())
            yield name, Text("doctor.tables-trouble", assumed=assumed, trouble=trouble.text)
            continue
        yield name, Text("doctor.tables-are", assumed=len(facts.assumed()), taught=taught)


def _saves() -> Iterator[Finding]:
    """How many there are, and why those cannot be gone on with that cannot."""
    found = list_saves()
    broken: list[Finding] = []
    for save in found:
        wrong = save.trouble or save.notice
        if wrong is None and not save.finished and isinstance(now := standing(save.name), Text):
            wrong = now
        if wrong is not None:
            broken.append((save.name, wrong))
    yield "finished", sum(save.finished for save in found)
    yield "unfinished", sum(not save.finished and save.trouble is None for save in found)
    yield "unreadable", len(broken)
    yield from broken


def _reports() -> Iterator[Finding]:
    """The reports of our own mistakes, to send along."""
    found = reports()
    yield "reports", len(found)
    for path in found:
        yield path.name, Text("doctor.send", file=str(path))
