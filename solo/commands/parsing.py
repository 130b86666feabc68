"""How a command line is read: by Typer's parser, and complained of in our own sentences.

Typer itself would check what was typed with a validation library that takes longer to import than all the
rest; all that is typed here is text, and whoever needs a number reads it.
"""

import re
from collections.abc import Callable
from importlib import import_module
from typing import Any

import typer
from typer.core import TyperCommand, TyperGroup
from typer.main import get_command

from automa.dialogue import Text
from solo.commands.help import ASK_HELP, LANGUAGE, help_page
from solo.commands.index import INDEX, below
from solo.commands.options import Context
from solo.suggestions import hint
from solo.trouble import Trouble

NEGATIVE = re.compile(r"-[0-9]*\.?[0-9]+")
"""What is meant as a number, though it begins as an option does."""


class SingleCommand(TyperCommand):
    """A command that does something."""

    context_class = Context

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        rest = take_options(self, ctx, args)
        if rest:
            raise Trouble(Text("usage.too-much", found=" ".join(rest)))
        return rest

    def get_help(self, ctx: Any) -> str:
        return help_page(self, ctx)


class CommandGroup(TyperGroup):
    """A command with others behind it; by itself it does something as well."""

    context_class = Context

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        ctx.args = take_options(self, ctx, args)
        return args

    def invoke(self, ctx: Any) -> Any:
        if not ctx.args:
            return super().invoke(ctx)
        word, *rest = ctx.args
        commands = below(self.name or "")
        if word not in commands:
            raise Trouble(Text("usage.no-such-command", command=word, hint=hint(word, commands)))
        command = made(commands[word])
        with command.make_context(word, rest, parent=ctx) as called:
            return command.invoke(called)

    def get_help(self, ctx: Any) -> str:
        return help_page(self, ctx)


def made(path: str) -> Any:
    """The command of that path, ready to be called; one at a time, as making it takes longer than that."""
    _, place = INDEX[path]
    module, _, name = place.partition(":")
    function: Callable[..., int] = getattr(import_module(f"solo.commands.{module}"), name)
    app = typer.Typer(name=path, add_completion=False, rich_markup_mode=None)
    settings = {"help_option_names": list(ASK_HELP)}
    if below(path):
        app.callback(cls=CommandGroup, invoke_without_command=True, context_settings=settings)(function)
    else:
        app.command(path, cls=SingleCommand, context_settings=settings)(function)
    return get_command(app)


def take_options(command: TyperCommand | TyperGroup, ctx: Any, args: list[str]) -> list[str]:
    """Put what was typed into the context; what is left of it."""
    params = command.get_params(ctx)
    try:
        typed, rest, _ = command.make_parser(ctx).parse_args(args=list(args))
    except typer.TyperException as error:
        known = [name for param in params for name in param.opts if name.startswith("--")]
        raise Trouble(_mistake(error, [*known, LANGUAGE], args)) from error
    for param in sorted(params, key=lambda param: not param.is_eager):
        value = typed.get(param.name)
        if value is None:
            value = param.get_default(ctx)
        if value is None and param.required:
            raise Trouble(Text("usage.missing", name=param.metavar or param.name))
        if param.callback is not None:
            value = param.callback(ctx, param, value)
        if param.expose_value:
            ctx.params[param.name] = value
    return rest


def _mistake(error: typer.TyperException, known: list[str], args: list[str]) -> Text:
    """What was wrong with an option: only one that does not exist comes with those that are like it."""
    option = getattr(error, "option_name", "")
    number = next((each for each in args if each.startswith(option) and NEGATIVE.fullmatch(each)), "")
    if option and number:
        return Text("usage.negative", found=number)
    if hasattr(error, "possibilities"):
        return Text("usage.no-such-option", option=option, hint=hint(option, known))
    if option:
        return Text("usage.option-form", option=option)
    return Text("usage.other", problem=error.format_message())
