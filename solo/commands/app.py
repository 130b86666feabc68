"""The commands. Each is a few lines over the part that does the work, imported only when it is needed."""

import os
import re
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Annotated, Any, TextIO

import typer
from typer.core import TyperCommand, TyperGroup
from typer.main import get_command

from automa.dialogue import Text
from solo import __version__
from solo.games import GAMES, folders
from solo.hints import hint
from solo.trouble import Trouble, reason
from solo.words.sentences import Words, choose_language

MISTAKE = 2
"""The exit code of a user's mistake."""
INTERRUPTED = 130
LONGEST_NUMBER = 18
"""What a journal can hold: a number of 64 bits, its sign counted in."""


def run(arguments: Sequence[str]) -> int:
    """Run a command line; what the user did wrong is one line on stderr."""
    _open_streams()
    try:
        words = Words.of(choose_language(_flag(arguments, "--lang"), os.environ))
    except Trouble as trouble:
        return _complain(Words.of("en"), trouble.text)
    try:
        app = make_app(words)
        code = app(list(arguments), prog_name="solo", standalone_mode=False)
        sys.stdout.flush()
        return code if isinstance(code, int) else 0
    except Trouble as trouble:
        return _complain(words, trouble.text)
    except typer.TyperException as error:
        return _complain(words, _usage(error))
    except (KeyboardInterrupt, typer.Abort):
        return INTERRUPTED
    except (BrokenPipeError, SystemExit):  # which is what Typer makes of it
        _write_no_more(sys.stdout)
        return 0  # whoever read our output has seen enough
    except OSError as error:
        if error.filename is not None:
            raise
        # A file has a name: this is the output, sent to a disk that is full.
        _write_no_more(sys.stdout)
        return _complain(words, Text("trouble.output", reason=reason(error)))


def _open_streams() -> None:
    """A program can be started with its input or output closed: as good as an empty one.

    Before any file is opened, which would get the number of the closed one, and be written to as output.
    """
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, Path(os.devnull).open(mode, encoding="utf-8"))  # noqa: SIM115


def _write_no_more(stream: TextIO) -> None:
    """What is still to be written goes nowhere: else Python tries again at exit, and complains itself."""
    with suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


def _complain(words: Words, text: Text) -> int:
    """One line on stderr, whatever stands in it; it may be about any game."""
    sentence = Words.of(words.lang, folders()).plain(text)
    try:
        print(" ".join(sentence.split()), file=sys.stderr, flush=True)  # noqa: T201
    except OSError:
        _write_no_more(sys.stderr)
    return MISTAKE


def _flag(arguments: Sequence[str], name: str) -> str | None:
    """The value of an option, before the command line is parsed: the help itself depends on the language."""
    for place, argument in enumerate(arguments):
        if argument == "--":
            break
        if argument == name and place + 1 < len(arguments):
            return arguments[place + 1]
        if argument.startswith(f"{name}="):
            return argument.partition("=")[2]
    return None


def _usage(error: Any) -> Text:
    """What was wrong with the command line, as our own sentence."""
    param = getattr(error, "param", None)
    name = param.get_error_hint().strip("'") if param is not None else ""
    option = getattr(error, "option_name", "")
    match type(error).__name__:
        case "NoSuchOption":
            command = error.ctx.command
            known = [each for param in command.params for each in param.opts if each.startswith("--")]
            return Text("usage.no-such-option", option=option, hint=hint(option, known))
        case "BadOptionUsage":
            return Text("usage.option-form", option=option)
        case "MissingParameter":
            return Text("usage.missing", name=name)
        case "BadParameter":
            return Text("usage.bad-value", name=name, problem=error.message)
        case "UsageError" if too_much := re.search(r"unexpected extra argument.*\((.+)\)$", error.message):
            return Text("usage.too-much", found=too_much[1])
        case _:
            return Text("usage.other", problem=error.format_message())


class Commands:
    """Commands by name. Each is made when it is looked up: that takes time, and a command line needs one."""

    def __init__(self) -> None:
        self.makers: dict[str, Callable[[], typer.Typer]] = {}

    def add(self, name: str, **more: Any) -> Callable[[Callable[..., int]], Callable[..., int]]:
        """Make a command of a function."""

        def added(function: Callable[..., int]) -> Callable[..., int]:
            def make() -> typer.Typer:
                app = typer.Typer(add_completion=False, rich_markup_mode=None)
                app.command(name, **more)(function)
                return app

            self.makers[name] = make
            return function

        return added

    def named(self, name: str) -> Any:
        return get_command(self.makers[name]()) if name in self.makers else None


class Speaker:
    """Makes commands whose help, Typer's own words included, is in the user's language."""

    def __init__(self, words: Words) -> None:
        self.words = words
        translate = self._translate

        class Command(TyperCommand):
            def get_params(self, ctx: Any) -> Any:
                return as_typed(super().get_params(ctx))

            def get_help(self, ctx: Any) -> str:
                return translate(super().get_help(ctx))

        self.command = Command

    def say(self, id: str, **values: Any) -> str:
        return self.words.plain(Text(id, **values))

    def app(self, help: str, commands: Commands, **more: Any) -> typer.Typer:
        """A group of commands."""
        return typer.Typer(
            cls=self._group_of(commands),
            help=self.say(help),
            add_completion=False,
            rich_markup_mode=None,
            pretty_exceptions_enable=False,
            **more,
        )

    def option(self, help: str, *names: str, **more: Any) -> Any:
        return typer.Option(*names, help=self.say(help), show_default=False, **more)

    def argument(self, help: str, metavar: str) -> Any:
        return typer.Argument(help=self.say(help, games=list(GAMES)), metavar=metavar, show_default=False)

    def about(self, help: str) -> dict[str, Any]:
        """What a command needs to speak for itself."""
        return {"cls": self.command, "help": self.say(help)}

    def _translate(self, help: str) -> str:
        for id, word in HELP_WORDS.items():
            help = help.replace(word, self.say(f"help.word.{id}"))
        return help

    def _group_of(self, commands: Commands) -> type[TyperGroup]:
        translate = self._translate

        class Group(TyperGroup):
            def list_commands(self, ctx: Any) -> list[str]:
                return list(commands.makers)

            def get_command(self, ctx: Any, cmd_name: str) -> Any:
                return commands.named(cmd_name)

            def get_params(self, ctx: Any) -> Any:
                return as_typed(super().get_params(ctx))

            def resolve_command(self, ctx: Any, args: list[str]) -> Any:
                if args and not args[0].startswith("-") and args[0] not in commands.makers:
                    meant = hint(args[0], commands.makers)
                    raise Trouble(Text("usage.no-such-command", command=args[0], hint=meant))
                return super().resolve_command(ctx, args)

            def get_help(self, ctx: Any) -> str:
                return translate(super().get_help(ctx))

        return Group


class AsTyped:
    """The value of an option just as it was typed."""

    def coerce(self, value: Any, param: Any, ctx: Any) -> Any:
        if param.multiple or param.nargs == -1:
            return list(value or ())
        return value


def as_typed(params: list[Any]) -> list[Any]:
    """Keep Typer from importing a validation library, which would take longer than all the rest.

    All our options are text or flags; what must be a number or a word we read ourselves, and complain in the
    user's language. A Typer that works otherwise does not look at this, and is only slower.
    """
    for param in params:
        param._runtime_param = AsTyped()
    return params


def whole_number(text: str | None, option: str) -> int | None:
    """A number typed behind an option."""
    if text is None:
        return None
    if not re.fullmatch(r"[+-]?[0-9]+", text.strip()):
        raise Trouble(Text("usage.number", option=option, found=text))
    if len(text.strip()) > LONGEST_NUMBER:
        raise Trouble(Text("usage.long-number", option=option, high=LONGEST_NUMBER))
    return int(text)


HELP_WORDS = {
    "show": "Show this message and exit.",
    "usage": "Usage:",
    "options": "Options:",
    "arguments": "Arguments:",
    "commands": "Commands:",
    "required": "[required]",
}


def make_app(words: Words) -> typer.Typer:
    """All commands, with their help in one language."""
    speaker = Speaker(words)
    option, argument, about = speaker.option, speaker.argument, speaker.about
    GameName = Annotated[str, argument("help.game", "GAME")]  # noqa: N806
    Lang = Annotated[str | None, option("help.lang", "--lang", metavar="en|nl")]  # noqa: N806
    Plain = Annotated[bool, option("help.plain", "--plain")]  # noqa: N806
    Against = Annotated[list[str], option("help.against", "--against", "-a", metavar="NAME[:LEVEL]")]  # noqa: N806
    Players = Annotated[str | None, option("help.players", "--players", metavar="N")]  # noqa: N806
    People = Annotated[list[str], option("help.person", "--person", metavar="NAME")]  # noqa: N806
    Dice = Annotated[str | None, option("help.dice", "--dice", metavar="app|table")]  # noqa: N806
    Cards = Annotated[str | None, option("help.cards", "--cards", metavar="app|table")]  # noqa: N806
    Seed = Annotated[str | None, option("help.seed", "--seed", metavar="N")]  # noqa: N806
    Rulings = Annotated[list[str], option("help.ruling", "--ruling", metavar="ID=VALUE")]  # noqa: N806
    Why = Annotated[bool, option("help.why", "--why")]  # noqa: N806

    commands = Commands()
    app = speaker.app("help.app", commands, no_args_is_help=False)

    def show_version(wanted: bool) -> None:
        if wanted:
            typer.echo(f"castellan {__version__}")
            raise typer.Exit

    @app.callback(invoke_without_command=True)
    def start(
        ctx: typer.Context,
        version: Annotated[
            bool, option("help.version", "--version", callback=show_version, is_eager=True)
        ] = False,
        lang: Lang = None,
        plain: Plain = False,
    ) -> int | None:
        if ctx.invoked_subcommand is not None:
            return None
        from solo.commands.commands import menu

        return menu(words, plain)

    @commands.add("play", **about("help.play"))
    def play(
        game: GameName,
        against: Against = [],  # noqa: B006
        players: Players = None,
        person: People = [],  # noqa: B006
        dice: Dice = None,
        cards: Cards = None,
        seed: Seed = None,
        ruling: Rulings = [],  # noqa: B006
        lang: Lang = None,
        plain: Plain = False,
        why: Why = False,
    ) -> int:
        from solo.commands.commands import play
        from solo.playing.newgame import Wishes

        count = whole_number(players, "--players")
        number = whole_number(seed, "--seed")
        wishes = Wishes(against, count, person, dice, cards, ruling, number, words.lang)
        return play(words, game, wishes, plain=plain, why=why)

    @commands.add("demo", **about("help.demo"))
    def demo(
        game: GameName,
        against: Against = [],  # noqa: B006
        seed: Seed = None,
        ruling: Rulings = [],  # noqa: B006
        lang: Lang = None,
        plain: Plain = False,
        why: Why = False,
    ) -> int:
        from solo.commands.commands import demo
        from solo.playing.newgame import Wishes

        number = whole_number(seed, "--seed")
        wishes = Wishes(
            against=against, dice="app", cards="app", rulings=ruling, seed=number, lang=words.lang
        )
        return demo(words, game, wishes, plain=plain, why=why)

    @commands.add("resume", **about("help.resume"))
    def resume(
        save: Annotated[str | None, argument("help.save", "SAVE")] = None,
        recover: Annotated[bool, option("help.recover", "--recover")] = False,
        lang: Lang = None,
        plain: Plain = False,
        why: Why = False,
    ) -> int:
        from solo.commands.commands import resume

        return resume(words, save, recover=recover, plain=plain, why=why, lang=lang)

    @commands.add("engine", **about("help.engine"))
    def engine(
        game: GameName,
        against: Against = [],  # noqa: B006
        players: Players = None,
        person: People = [],  # noqa: B006
        dice: Dice = "app",
        cards: Cards = "app",
        seed: Seed = None,
        ruling: Rulings = [],  # noqa: B006
        resume: Annotated[str | None, option("help.engine-resume", "--resume", metavar="SAVE")] = None,
        lang: Lang = None,
    ) -> int:
        from solo.commands.commands import engine
        from solo.playing.newgame import Wishes

        count = whole_number(players, "--players")
        number = whole_number(seed, "--seed")
        wishes = Wishes(against, count, person, dice, cards, ruling, number, words.lang)
        return engine(words, game, wishes, resume)

    @commands.add("score", **about("help.score"))
    def score(
        game: GameName,
        file: Annotated[str | None, argument("help.score-file", "FILE")] = None,
        format: Annotated[
            str, option("help.format", "--format", metavar="table|json|csv|markdown|html")
        ] = "table",
        players: Annotated[str | None, option("help.score-players", "--players", metavar="N")] = None,
        round: Annotated[str | None, option("help.score-round", "--round", metavar="N")] = None,
        example: Annotated[bool, option("help.example", "--example")] = False,
        lang: Lang = None,
        plain: Plain = False,
    ) -> int:
        from solo.commands.score import score

        count = whole_number(players, "--players")
        path = None if file is None else Path(file)
        return score(
            words,
            game,
            path,
            format=format,
            players=count,
            round=whole_number(round, "--round"),
            example=example,
            plain=plain,
        )

    @commands.add("opponents", **about("help.opponents"))
    def opponents(
        game: GameName,
        lang: Lang = None,
        plain: Plain = False,
    ) -> int:
        from solo.commands.commands import opponents

        return opponents(words, game, plain)

    @commands.add("rules", **about("help.rules"))
    def rules(
        game: GameName,
        topic: Annotated[str | None, argument("help.topic", "TOPIC")] = None,
        lang: Lang = None,
        plain: Plain = False,
    ) -> int:
        from solo.commands.commands import rules

        return rules(words, game, topic, plain)

    @commands.add("history", **about("help.history"))
    def history(
        csv: Annotated[bool, option("help.csv", "--csv")] = False,
        lang: Lang = None,
        plain: Plain = False,
    ) -> int:
        from solo.commands.commands import history

        return history(words, csv, plain)

    @commands.add("stats", **about("help.stats"))
    def stats(lang: Lang = None, plain: Plain = False) -> int:
        from solo.commands.commands import stats

        return stats(words, plain)

    @commands.add("lab", **about("help.lab"))
    def lab(
        game: GameName,
        a: Annotated[str, argument("help.lab-a", "A")],
        b: Annotated[str, argument("help.lab-b", "B")],
        games: Annotated[str, option("help.lab-games", "--games", metavar="N")] = "2000",
        players: Players = None,
        seed: Annotated[str, option("help.seed", "--seed", metavar="N")] = "1",
        workers: Annotated[str | None, option("help.workers", "--workers", metavar="N")] = None,
        format: Annotated[str, option("help.lab-format", "--format", metavar="table|json")] = "table",
        lang: Lang = None,
        plain: Plain = False,
    ) -> int:
        from solo.commands.commands import lab

        return lab(
            words,
            game,
            a,
            b,
            games=whole_number(games, "--games") or 0,
            players=whole_number(players, "--players"),
            seed=whole_number(seed, "--seed") or 0,
            workers=whole_number(workers, "--workers"),
            format=format,
            plain=plain,
        )

    commands.makers["saves"] = lambda: _saves(speaker)
    commands.makers["tables"] = lambda: _tables(speaker)
    return app


def _saves(speaker: Speaker) -> typer.Typer:
    """`solo saves …`."""
    words, option, argument, about = speaker.words, speaker.option, speaker.argument, speaker.about
    commands = Commands()
    saves = speaker.app("help.saves", commands, invoke_without_command=True)
    Save = Annotated[str, argument("help.save", "SAVE")]  # noqa: N806
    Lang = Annotated[str | None, option("help.lang", "--lang", metavar="en|nl")]  # noqa: N806
    Plain = Annotated[bool, option("help.plain", "--plain")]  # noqa: N806

    @saves.callback()
    def start(ctx: typer.Context, lang: Lang = None, plain: Plain = False) -> int | None:
        if ctx.invoked_subcommand is not None:
            return None
        from solo.commands.commands import list_saves

        return list_saves(words, plain)

    @commands.add("list", **about("help.saves-list"))
    def list_(lang: Lang = None, plain: Plain = False) -> int:
        from solo.commands.commands import list_saves

        return list_saves(words, plain)

    @commands.add("show", **about("help.saves-show"))
    def show(save: Save, lang: Lang = None, plain: Plain = False) -> int:
        from solo.commands.commands import show_save

        return show_save(words, save, plain)

    @commands.add("export", **about("help.saves-export"))
    def export(
        save: Save,
        to: Annotated[str | None, argument("help.saves-to", "FILE")] = None,
        journal: Annotated[bool, option("help.saves-journal", "--journal")] = False,
        lang: Lang = None,
    ) -> int:
        from solo.commands.commands import export_save

        return export_save(words, save, None if to is None else Path(to), journal=journal)

    @commands.add("delete", **about("help.saves-delete"))
    def delete(
        save: Save,
        yes: Annotated[bool, option("help.yes", "--yes")] = False,
        lang: Lang = None,
        plain: Plain = False,
    ) -> int:
        from solo.commands.commands import delete_save

        return delete_save(words, save, yes=yes, plain=plain)

    return saves


def _tables(speaker: Speaker) -> typer.Typer:
    """`solo tables …`."""
    words, option, argument, about = speaker.words, speaker.option, speaker.argument, speaker.about
    commands = Commands()
    tables = speaker.app("help.tables", commands, invoke_without_command=True)
    GameName = Annotated[str, argument("help.game", "GAME")]  # noqa: N806
    Lang = Annotated[str | None, option("help.lang", "--lang", metavar="en|nl")]  # noqa: N806
    Plain = Annotated[bool, option("help.plain", "--plain")]  # noqa: N806

    @tables.callback()
    def start(ctx: typer.Context, lang: Lang = None) -> None:
        if ctx.invoked_subcommand is None:
            typer.echo(ctx.get_help())

    @commands.add("show", **about("help.tables-show"))
    def show(
        game: GameName,
        key: Annotated[str, argument("help.tables-key", "KEY")] = "",
        lang: Lang = None,
        plain: Plain = False,
    ) -> int:
        from solo.commands.tables import show

        return show(words, game, key, plain)

    @commands.add("check", **about("help.tables-check"))
    def check(game: GameName, lang: Lang = None, plain: Plain = False) -> int:
        from solo.commands.tables import check

        return check(words, game, plain)

    @commands.add("teach", **about("help.tables-teach"))
    def teach(
        game: GameName,
        key: Annotated[str, argument("help.teach-key", "KEY")] = "",
        value: Annotated[str | None, argument("help.teach-value", "VALUE")] = None,
        force: Annotated[bool, option("help.force", "--force")] = False,
        lang: Lang = None,
        plain: Plain = False,
    ) -> int:
        from solo.commands.tables import teach

        return teach(words, game, key, value, force=force, plain=plain)

    @commands.add("forget", **about("help.tables-forget"))
    def forget(
        game: GameName,
        key: Annotated[str, argument("help.tables-key", "KEY")],
        lang: Lang = None,
        plain: Plain = False,
    ) -> int:
        from solo.commands.tables import forget

        return forget(words, game, key, plain)

    @commands.add("export", **about("help.tables-export"))
    def export(
        game: GameName,
        file: Annotated[str | None, argument("help.tables-file", "FILE")] = None,
        lang: Lang = None,
    ) -> int:
        from solo.commands.tables import export

        return export(words, game, None if file is None else Path(file))

    @commands.add("import", **about("help.tables-import"))
    def import_(
        game: GameName,
        file: Annotated[str, argument("help.tables-file", "FILE")],
        force: Annotated[bool, option("help.force", "--force")] = False,
        lang: Lang = None,
    ) -> int:
        from solo.commands.tables import import_

        return import_(words, game, Path(file), force=force)

    return tables
