"""The commands as Typer reads them: each made when it is called, with help and complaints in our words."""

import re
from importlib import import_module
from pathlib import Path
from typing import Any

import typer
from typer._coercion import build_runtime_param
from typer.core import TyperArgument, TyperCommand, TyperGroup, TyperOption
from typer.main import get_command

from automa.dialogue import Text
from solo.commands.index import FOR_PROGRAMS, INDEX, examples, subcommands
from solo.commands.options import Context, LanguageName, Plain
from solo.games import GAMES
from solo.suggestions import hint
from solo.trouble import Trouble
from solo.words.sentences import Words

ASK_HELP = ("-h", "--help")
NEGATIVE = re.compile(r"-[0-9]*\.?[0-9]+")
"""What is meant as a number, though it begins as an option does."""


class AsTyped:
    """Takes text and paths as they were typed, and nothing where nothing was; Typer checks all the rest.

    Typer checks these with pydantic, too, whose import takes longer than its own: with that
    `solo score FILE --format json` takes 2.8 times as long as `import typer`, without it 1.5 times.
    """

    def coerce(self, value: Any, param: Any, ctx: Any) -> Any:
        kind = param.type_descriptor.annotation
        if value is None:
            return () if param.multiple or param.nargs != 1 else None
        if kind in (str, list[str]):
            return value
        if kind is Path:
            return Path(value)
        return build_runtime_param(param.type_descriptor).coerce(value, param=param, ctx=ctx)


class HelpInOurWords:
    """What Typer says by itself is in English: headings, and what must be given."""

    def format_usage(self: Any, ctx: Any, formatter: Any) -> None:
        pieces = " ".join(self.collect_usage_pieces(ctx))
        formatter.write_usage(ctx.command_path, pieces, f"{ctx.words.plain(Text('help.word.usage'))} ")

    def format_options(self: Any, ctx: Any, formatter: Any) -> None:
        words, params = ctx.words, self.get_params(ctx)
        needed = words.plain(Text("help.word.required"))
        arguments = [
            (each.metavar, f"{each.help}  {needed}" if each.required else each.help)
            for each in params
            if isinstance(each, TyperArgument)
        ]
        options = [
            (f"{', '.join(sorted(each.opts, key=len))} {each.metavar or ''}".rstrip(), each.help)
            for each in params
            if isinstance(each, TyperOption)
        ]
        commands = [(name, words.plain(INDEX[path][0])) for name, path in subcommands(self.name).items()]
        for title, rows in (("arguments", arguments), ("options", options), ("commands", commands)):
            if rows:
                with formatter.section(words.plain(Text(f"help.word.{title}"))):
                    formatter.write_dl(rows)

    def format_epilog(self: Any, ctx: Any, formatter: Any) -> None:
        if found := examples().get(self.name):
            lines = [ctx.words.plain(Text("help.word.examples")), *(f"  solo {each}" for each in found)]
            formatter.write_paragraph()
            with formatter.indentation():
                formatter.write_text("\b\n" + "\n".join(lines))

    def get_help_option(self: Any, ctx: Any) -> Any:
        option = super().get_help_option(ctx)  # type: ignore[misc]
        option.help = ctx.words.plain(Text("help.word.show"))
        option._runtime_param = AsTyped()  # noqa: SLF001
        return option


class SingleCommand(HelpInOurWords, TyperCommand):
    """A command that does something."""

    context_class = Context
    allow_extra_args = True

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        rest = super().parse_args(ctx, args)
        if rest and not ctx.resilient_parsing:
            raise Trouble(Text("usage.too-much", found=" ".join(rest)))
        return rest


class CommandGroup(HelpInOurWords, TyperGroup):
    """A command with others behind it, of which only the one that is called is imported."""

    context_class = Context

    def list_commands(self, ctx: Any) -> list[str]:
        return list(subcommands(self.name or ""))

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        path = subcommands(self.name or "").get(cmd_name)
        return None if path is None else make_command(path, ctx.words)

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        names = self.list_commands(ctx)
        if args[0] not in names and not ctx.resilient_parsing:
            raise Trouble(Text("usage.no-such-command", command=args[0], hint=hint(args[0], names)))
        return super().resolve_command(ctx, args)


def shared(plain: Plain = False, lang: LanguageName = None) -> None:
    """The options of every command; `lang` was taken from the command line before anything else is read."""


def shared_params(path: str) -> list[Any]:
    """The options that a command takes besides its own; where a program reads it, it is always plain."""
    app = typer.Typer(add_completion=False)
    app.command()(shared)
    command: Any = get_command(app)
    plain, lang = command.params
    return [lang] if path in FOR_PROGRAMS else [plain, lang]


def make_command(path: str, words: Words) -> Any:
    """The command of that path, ready to be called, with its help in the language of these words."""
    about, place = INDEX[path]
    module, _, name = place.partition(":")
    function = getattr(import_module(f"solo.commands.{module}"), name)
    app = typer.Typer(name=path, add_completion=False, rich_markup_mode=None)
    settings = {"help_option_names": list(ASK_HELP)}
    help = words.plain(about)
    if subcommands(path):
        app.callback(cls=CommandGroup, invoke_without_command=True, context_settings=settings, help=help)(
            function
        )
    else:
        app.command(path, cls=SingleCommand, context_settings=settings, help=help)(function)
    command: Any = get_command(app)
    command.params += shared_params(path)
    for param in command.params:
        param.help = words.plain(Text(param.help, games=list(GAMES)))
        param._runtime_param = AsTyped()  # noqa: SLF001
    return command


def mistake(error: typer.TyperException, args: list[str]) -> Text:
    """What was wrong with what was typed: only an unknown option comes with those that are like it."""
    option, param = getattr(error, "option_name", ""), getattr(error, "param", None)
    number = next((each for each in args if each.startswith(option) and NEGATIVE.fullmatch(each)), "")
    if option and number:
        return Text("usage.negative", found=number)
    if hasattr(error, "possibilities"):
        ctx: Any = getattr(error, "ctx", None)
        known = [name for each in ctx.command.params for name in each.opts if name.startswith("--")]
        return Text("usage.no-such-option", option=option, hint=hint(option, known))
    if option:
        return Text("usage.option-form", option=option)
    if param is not None and param.type_descriptor.annotation is int:
        return Text("usage.number", option=param.opts[0])
    if param is not None and param.metavar == "GAME":
        return Text("usage.which-game", games=list(GAMES))
    if param is not None:
        return Text("usage.missing", name=param.metavar or param.name)
    return Text("usage.other", problem=error.format_message())
