"""`solo` by itself: the version, or a menu of what the other commands do."""

from functools import partial
from typing import TYPE_CHECKING, Annotated

import typer
from msgspec.structs import replace

from automa.dialogue import Text
from solo import __version__
from solo.commands.options import Context, option
from solo.games import GAMES, folders, game_named
from solo.words.sentences import Words

if TYPE_CHECKING:
    from automa.game import Game, Questions
    from solo.commands.questions import Chosen
    from solo.playing.newgame import Wishes


COMMANDS = {"continue": "resume", "tables": "tables check"}
"""The commands behind entries of the menu that are called otherwise."""


def show_version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"castellan {__version__}")
        raise typer.Exit


def menu(
    ctx: Context,
    *,
    version: Annotated[
        bool, option("help.version", "--version", callback=show_version, is_eager=True)
    ] = False,
) -> int:
    """`solo`: ask what the player wants, and do it."""
    if ctx.invoked_subcommand is not None:
        return 0
    from solo.commands.history import say_what_is_left_out
    from solo.commands.questions import new_game, settings_page, whole_menu
    from solo.commands.saves import how_far, with_standings
    from solo.facts.taught import own_tables
    from solo.fronts.choosing import choose
    from solo.keeping.saves import list_saves
    from solo.playing.starting import last_time

    games = [game_named(each) for each in GAMES]
    words = Words.of(ctx.words.lang, folders())
    front = ctx.front(words)
    by_arrows = front.pager is not None
    front.screen.text(Text("menu.welcome"), "name")
    if by_arrows and not list_saves():
        front.screen.texts([Text("menu.first-run"), Text("menu.first-keys")])
    say_what_is_left_out(front.screen, list_saves())

    def settle(game: "Game") -> "Questions[Wishes]":
        tables = own_tables(game).tables
        if not by_arrows:
            return new_game(game, tables)
        return settings_page(game, tables, last_time(list_saves(), game), words.lang)

    while True:
        saves = list_saves()
        unfinished = [save for save in saves if save.trouble is None and not save.finished]
        standings = [] if front.piped else with_standings(unfinished)
        far = {save.name: how_far(save, now) for save, now in standings}
        shown_first = games[0] if by_arrows and not saves else None
        questions = partial(whole_menu, unfinished, games, settle, far, shown_first)
        chosen = choose(questions, front, words)
        if chosen is None or chosen.action == "leave":
            return 0
        code = _do(ctx, chosen)
        # After looking something up the menu is shown again; a file of answers has had its one.
        if front.piped or chosen.action in ("new", "continue", "season"):
            return code


def _do(ctx: Context, chosen: "Chosen") -> int:
    """What was chosen from the menu: a new game, or a command as it would be typed."""
    if chosen.wishes is not None:
        from solo.commands.playing import begin

        return begin(ctx, chosen.game, replace(chosen.wishes, lang=ctx.words.lang))
    from solo.commands.parsing import make_command

    path = COMMANDS.get(chosen.action, chosen.action)
    named = [each for each in (chosen.save, chosen.game) if each]
    command = make_command(path, ctx.words)
    code: int = command.main(named, prog_name="solo", standalone_mode=False, obj=ctx.caller)
    return code
