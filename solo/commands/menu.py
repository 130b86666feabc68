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
    from solo.commands.questions import Chosen


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
    from solo.commands.questions import new_game, ready, whole_menu
    from solo.commands.saves import how_far, with_standings
    from solo.facts.taught import own_tables
    from solo.fronts.choosing import choose
    from solo.keeping.saves import list_saves
    from solo.keeping.settings import settings
    from solo.playing.starting import last_time

    games = [game_named(each) for each in GAMES]
    words = Words.of(ctx.words.lang, folders())
    front = ctx.front(words)
    by_arrows = front.pager is not None
    front.screen.text(Text("menu.welcome"), "name")
    if by_arrows and not list_saves():
        front.screen.texts([Text("menu.first-run"), Text("menu.first-keys")])
    say_what_is_left_out(front.screen, list_saves())
    while True:
        saves = list_saves()
        unfinished = [save for save in saves if save.trouble is None and not save.finished]
        ask = partial(whole_menu, unfinished, games, lambda game: own_tables(game).tables)
        settle = partial(ready, last=partial(last_time, saves), lang=words.lang, kept=settings())
        far = (
            {} if front.piped else {save.name: how_far(save, now) for save, now in with_standings(unfinished)}
        )
        shown_first = games[0] if by_arrows and not saves else None
        questions = partial(ask, settle if by_arrows else new_game, far, shown_first)
        chosen = choose(questions, front, words)
        if chosen is None or chosen.action == "leave":
            return 0
        code = _do(ctx, chosen)
        # After looking something up the menu is shown again; a file of answers has had its one.
        if front.piped or chosen.action in ("new", "continue", "season"):
            return code


def _do(ctx: Context, chosen: "Chosen") -> int:
    """What was chosen from the menu."""
    from solo.commands.history import history, stats
    from solo.commands.playing import begin, demo, resume
    from solo.commands.reference import opponents, rules
    from solo.commands.score import score
    from solo.commands.season import season
    from solo.commands.tables import check

    name = chosen.game
    match chosen.action:
        case "continue":
            return resume(ctx, chosen.save)
        case "history":
            return history(ctx)
        case "stats":
            return stats(ctx)
        case "season":
            return season(ctx, name)
        case "score":
            return score(ctx, name, ruling=[])
        case "demo":
            return demo(ctx, name, against=[], ruling=[])
        case "opponents":
            return opponents(ctx, name)
        case "rules":
            return rules(ctx, name)
        case "tables":
            return check(ctx, name)
        case _:
            assert chosen.wishes is not None
            return begin(ctx, name, replace(chosen.wishes, lang=ctx.words.lang))
