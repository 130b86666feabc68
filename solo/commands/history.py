"""Finished games: each of them, and what they come to."""

from collections.abc import Sequence
from typing import Annotated

from automa.dialogue import Text
from solo.commands.options import Context, Plain, option
from solo.commands.output import write
from solo.fronts.opening import open_screen
from solo.games import title
from solo.keeping.history import Played, played, standings
from solo.keeping.saves import list_saves
from solo.showing.spreadsheet import as_csv
from solo.words.clean import cleaned
from solo.words.sentences import decimal


def history(
    ctx: Context, *, csv: Annotated[bool, option("help.csv", "--csv")] = False, plain: Plain = False
) -> int:
    """`solo history`: the finished games."""
    games = played(list_saves())
    if csv:
        write(for_spreadsheets(games))
        return 0
    screen = open_screen(ctx.words, plain)
    if not games:
        screen.text(Text("history.none"))
    for game in games:
        screen.text(
            Text(
                "history.won" if game.won else "history.lost",
                date=game.started[:10],
                game=title(game.game),
                person=game.person or Text("seat.you"),
                score=game.score,
                opponents=game.against,
                best=game.best_opponent,
            )
        )
    return 0


def stats(ctx: Context, *, plain: Plain = False) -> int:
    """`solo stats`: results by game and opponent."""
    screen = open_screen(ctx.words, plain)
    found = standings(played(list_saves()))
    if not found:
        screen.text(Text("history.none"))
    for standing in found:
        screen.text(
            Text(
                "stats.line",
                game=title(standing.game),
                opponent=standing.opponent,
                n=standing.games,
                won=standing.won,
                mean=decimal(standing.mean, 1),
                best=standing.best,
                against=decimal(standing.mean_against, 1),
            )
        )
    return 0


def for_spreadsheets(games: Sequence[Played]) -> str:
    """The finished games as CSV."""
    heads = ["started", "game", "save", "person", "score", "opponents", "best_opponent", "won"]
    rows: list[list[object]] = []
    for game in games:
        opponents = " ".join(game.opponents)
        texts = [cleaned(each) for each in (game.started, game.game, game.save, game.person, opponents)]
        rows.append([*texts[:4], game.score, texts[4], game.best_opponent, int(game.won)])
    return as_csv([heads, *rows])
