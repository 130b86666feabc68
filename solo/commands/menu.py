"""`solo` by itself: the version, or a menu of what the other commands do."""

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Annotated

import typer

from automa.dialogue import Text
from solo import __version__
from solo.commands.options import Context, Plain, option
from solo.games import GAMES, game_named

if TYPE_CHECKING:
    from solo.fronts.session import Front


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
    plain: Plain = False,
) -> int:
    """`solo`: ask what somebody wants who only typed that, and do it."""
    from solo.commands.playing import resume
    from solo.commands.questions import main_menu
    from solo.fronts.form import fill_in
    from solo.fronts.opening import open_front
    from solo.keeping.saves import list_saves

    front = open_front(ctx.words, plain)
    front.screen.text(Text("menu.welcome"), "name")
    while True:
        unfinished = [save for save in list_saves() if save.trouble is None and not save.finished]
        chosen = fill_in(partial(main_menu, unfinished), front, ctx.words)
        if chosen is None or chosen[0] == "leave":
            return 0
        action, save = chosen
        if action == "continue":
            return resume(ctx, save, plain=plain)
        code = _do(ctx, action, front, plain)
        # Somebody who looked something up goes on from the menu; a file of answers has had its one.
        if front.piped or action == "new":
            return code


def _do(ctx: Context, action: str, front: "Front", plain: bool) -> int:
    """What was chosen from the menu, with the game it is about."""
    from solo.commands.history import history
    from solo.commands.playing import demo
    from solo.commands.questions import which_game
    from solo.commands.reference import opponents, rules
    from solo.commands.score import score
    from solo.commands.tables import check
    from solo.fronts.form import fill_in

    if action == "history":
        return history(ctx, plain=plain)
    name = fill_in(lambda: which_game([game_named(each) for each in GAMES]), front, ctx.words)
    if name is None:
        return 0
    match action:
        case "score":
            return score(ctx, name, ruling=[], plain=plain)
        case "demo":
            return demo(ctx, name, against=[], ruling=[], plain=plain)
        case "opponents":
            return opponents(ctx, name, plain=plain)
        case "rules":
            return rules(ctx, name, plain=plain)
        case "tables":
            return check(ctx, name, plain=plain)
        case _:
            return _new_game(ctx, name, plain)


def _new_game(ctx: Context, name: str, plain: bool) -> int:
    """Ask for the wishes for a new game, and play it."""
    from solo.commands.playing import begin
    from solo.commands.questions import new_game
    from solo.commands.shelf import take
    from solo.fronts.form import fill_in
    from solo.fronts.opening import open_front

    game, facts, words = take(ctx, name)
    wishes = fill_in(lambda: new_game(game, facts.tables), open_front(words, plain), words)
    if wishes is None:
        return 0
    return begin(ctx, name, replace(wishes, lang=words.lang), plain=plain)
