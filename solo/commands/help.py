"""The help of a command: one page in the user's language."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from shutil import get_terminal_size
from textwrap import wrap

from typer.core import TyperArgument, TyperCommand, TyperGroup, TyperOption

from automa.dialogue import Text
from solo.commands.index import EXAMPLES, INDEX, below
from solo.commands.options import Context
from solo.games import GAMES
from solo.words.sentences import Words

WIDEST, NARROWEST = 78, 50
WIDEST_TERM = 30
"""What is typed stands beside what it means; where it is longer, above it."""
ASK_HELP = ("-h", "--help")
LANGUAGE = "--lang"
"""The one option that every command takes: see the app."""

Row = tuple[str, str]
"""What is typed, and what it means."""


def help_page(command: TyperCommand | TyperGroup, ctx: Context) -> str:
    """How a command is called, what it is for, and everything that can be typed behind it."""
    words, path = ctx.words, command.name or ""
    about, _ = INDEX[path]
    usage = f"{words.plain(Text('help.word.usage'))} {ctx.command_path} "
    width = max(min(get_terminal_size().columns - 2, WIDEST), NARROWEST)
    lines = _paragraph(" ".join(command.collect_usage_pieces(ctx)), usage, width)
    lines += ["", *_paragraph(words.plain(about), "  ", width)]
    if examples := EXAMPLES.get(path):
        lines += ["", words.plain(Text("help.word.examples")), *(f"  solo {each}" for each in examples)]
    for title, rows in (
        (Text("help.word.arguments"), [*_arguments(command, words)]),
        (Text("help.word.options"), [*_options(command, words)]),
        (Text("help.word.commands"), [*_commands(path, words)]),
    ):
        if rows:
            lines += ["", words.plain(title), *_listed(rows, width)]
    return "\n".join(lines)


def _arguments(command: TyperCommand | TyperGroup, words: Words) -> Iterator[Row]:
    for param in command.params:
        if isinstance(param, TyperArgument):
            meaning = words.plain(Text(param.help or "", games=list(GAMES)))
            needed = f"  {words.plain(Text('help.word.required'))}" if param.required else ""
            yield param.metavar or "", meaning + needed


def _options(command: TyperCommand | TyperGroup, words: Words) -> Iterator[Row]:
    for param in command.params:
        if isinstance(param, TyperOption):
            names = ", ".join(sorted(param.opts, key=len))
            yield f"{names} {param.metavar or ''}".rstrip(), words.plain(Text(param.help or ""))
    yield f"{LANGUAGE} en|nl", words.plain(Text("help.lang"))
    yield ", ".join(ASK_HELP), words.plain(Text("help.word.show"))


def _commands(path: str, words: Words) -> Iterator[Row]:
    for name, each in below(path).items():
        about, _ = INDEX[each]
        yield name, words.plain(about)


def _listed(rows: Sequence[Row], width: int) -> Iterator[str]:
    """Terms in a column, and what they mean beside them."""
    column = min(max(len(term) for term, _ in rows), WIDEST_TERM) + 4
    for term, meaning in rows:
        start = f"  {term}".ljust(column)
        if len(start) > column:
            yield start
            start = " " * column
        yield from _paragraph(meaning, start, width)


def _paragraph(text: str, start: str, width: int) -> list[str]:
    """A text on lines of that width, under each other behind the start of the first."""
    return wrap(text, width, initial_indent=start, subsequent_indent=" " * len(start))
