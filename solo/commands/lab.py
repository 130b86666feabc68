"""`solo lab`: opponent against opponent, many times."""

import json
import sys
from collections.abc import Generator, Iterator
from contextlib import closing
from dataclasses import asdict
from typing import Annotated, Any

from automa.dialogue import Text
from solo.commands.options import Context, GameName, Plain, Players, argument, number_option, option
from solo.commands.shelf import take
from solo.fronts.opening import open_screen
from solo.hints import hint
from solo.keeping.journal import called
from solo.playing.lab import Figure, Pair, compare, persons, play_pairs
from solo.playing.newgame import opponent_named, seat_count
from solo.trouble import INTERRUPTED, Trouble
from solo.words.sentences import Words, decimal

FORMATS = ("table", "json")


def lab(
    ctx: Context,
    name: GameName,
    a: Annotated[str, argument("help.lab-a", "A")],
    b: Annotated[str, argument("help.lab-b", "B")],
    *,
    games: Annotated[int, number_option("help.lab-games", "--games")] = 2000,
    players: Players = None,
    seed: Annotated[int, number_option("help.seed", "--seed")] = 1,
    workers: Annotated[int | None, number_option("help.workers", "--workers")] = None,
    format: Annotated[str, option("help.lab-format", "--format", metavar="table|json")] = "table",
    plain: Plain = False,
) -> int:
    """Play pairs of games and show what they say about the two."""
    game, facts, words = take(ctx, name)
    if format not in FORMATS:
        raise Trouble(Text("trouble.word", option="--format", found=format, hint=hint(format, FORMATS)))
    if games < 2:
        raise Trouble(Text("trouble.lab-games", found=games))
    if workers is not None and workers < 1:
        raise Trouble(Text("trouble.lab-workers", found=workers))
    found = [opponent_named(game, facts.tables, each) for each in (a, b)]
    one, other = (called(opponent.id, level) for opponent, level in found)
    count = seat_count(game, players, 2)
    pairs = play_pairs(
        game, facts.tables, (one, other), players=count, games=games, seed=seed, workers=workers
    )
    played = _until_stopped(pairs, (games + 1) // 2, words)
    result = compare(played)
    code = INTERRUPTED if result.games < games else 0
    if format == "json":
        about = {"game": game.id, "players": count, "seed": seed, "opponents": (one, other)}
        sys.stdout.write(json.dumps({**about, **_rounded(result)}) + "\n")
        return code
    screen = open_screen(words, plain)
    stand_in = bool(persons(game, facts.tables))
    title = "lab.title-stand-in" if stand_in else "lab.title"
    screen.text(Text(title, game=game.name, n=result.games, players=count, seed=seed))
    for who, figure in ((one, result.a), (other, result.b)):
        screen.text(Text("lab.score", who=who, **_figure(figure, 1)))
    screen.text(Text("lab.difference", who=one, **_figure(result.difference, 2)))
    percent = Figure(*(100 * part for part in (result.won.mean, result.won.spread, result.won.margin)))
    screen.text(Text("lab.better" if stand_in else "lab.won", who=one, **_figure(percent, 1)))
    if code:
        screen.text(Text("lab.stopped", n=result.games, games=games))
    return code


def _until_stopped(pairs: Generator[Pair], total: int, words: Words) -> list[Pair]:
    """All pairs, or those that were finished when somebody pressed Ctrl-C."""
    played: list[Pair] = []
    with closing(pairs):
        try:
            played.extend(_with_bar(pairs, total, words))
        except KeyboardInterrupt:
            if not played:
                raise
    return played


def _figure(figure: Figure, digits: int) -> dict[str, Text]:
    return {key: decimal(value, digits) for key, value in asdict(figure).items()}


def _rounded(result: Any) -> dict[str, Any]:
    return {
        key: value if isinstance(value, int) else {part: round(each, 4) for part, each in value.items()}
        for key, value in asdict(result).items()
    }


def _with_bar(pairs: Iterator[Pair], total: int, words: Words) -> Iterator[Pair]:
    """The pairs, with a progress bar on stderr where somebody is looking."""
    if not sys.stderr.isatty():
        yield from pairs
        return
    from rich.console import Console
    from rich.progress import track

    title = words.plain(Text("lab.playing"))
    yield from track(pairs, title, total, console=Console(stderr=True), transient=True)
