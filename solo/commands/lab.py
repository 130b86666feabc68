"""`solo lab`: opponent against opponent, many times."""

from collections.abc import Generator, Sequence
from contextlib import closing
from itertools import chain, combinations, pairwise
from pathlib import Path
from typing import Annotated

from msgspec import Struct
from msgspec.structs import asdict

from automa.dialogue import Text, Value
from automa.game import Game, Tables
from solo.commands.options import Context, GameName, Players, argument, number_option, option
from solo.keeping.journal import wish_of
from solo.playing.lab import (
    STAND_IN,
    Figure,
    Pair,
    Result,
    compare,
    is_person,
    persons,
    play_pairs,
)
from solo.playing.newgame import opponent_named, seat_count
from solo.playing.runs import Head, KeptRun, in_short
from solo.showing.progress import with_bar
from solo.showing.screen import Screen
from solo.trouble import INTERRUPTED, Trouble
from solo.words.sentences import Words, decimal


class Contest(Struct):
    """Two opponents and what their games say."""

    names: tuple[str, str]
    result: Result


class About(Struct):
    """What was measured."""

    game: Game
    players: int
    seed: int
    games: int
    stand_in: bool
    """Whether each plays against the same stand-in, and not against the other."""


def lab(
    ctx: Context,
    name: GameName,
    names: Annotated[list[str], argument("help.lab-names", "A B …", default_factory=list)],
    *,
    ladder: Annotated[bool, option("help.lab-ladder", "--ladder")] = False,
    games: Annotated[int, number_option("help.lab-games", "--games")] = 2000,
    players: Players = None,
    seed: Annotated[int, number_option("help.seed", "--seed")] = 1,
    workers: Annotated[int | None, number_option("help.workers", "--workers")] = None,
    file: Annotated[Path | None, option("help.lab-file", "--file", metavar="FILE")] = None,
) -> int:
    """Play pairs of games and show what they say about each two."""
    game, facts, words = ctx.load_game(name)
    if games < 2:
        raise Trouble(Text("trouble.lab-games", found=games))
    if workers is not None and workers < 1:
        raise Trouble(Text("trouble.lab-workers", found=workers))
    stand_in = bool(persons(game, facts.tables))
    if ladder and stand_in:
        everybody = names or [each.id for each in game.opponents(facts.tables)]
        whos = [(each, STAND_IN) for each in _named(game, facts.tables, everybody)]
    else:
        who = _levels(game, facts.tables, names) if ladder else _named(game, facts.tables, names)
        whos = list(combinations(who, 2))
    if not whos:
        raise Trouble(Text("trouble.lab-names"))
    count = seat_count(game, players, 2)
    about = About(game, count, seed, games, stand_in and (ladder or not any(map(is_person, whos[0]))))
    run = KeptRun(file, Head(game.id, count, seed, in_short(facts.tables) if file else ""))
    contests = _contests(about, facts.tables, whos, run, workers, words)
    _show(contests, about, ctx.screen(words), ladder=ladder)
    done = len(contests) == len(whos) and all(each.result.games >= games for each in contests)
    return 0 if done else INTERRUPTED


def _named(game: Game, tables: Tables, names: Sequence[str]) -> list[str]:
    """The opponents that were typed, each with its level."""
    return [each if is_person(each) else wish_of(*_known(game, tables, each)) for each in names]


def _known(game: Game, tables: Tables, name: str) -> tuple[str, str]:
    opponent, level = opponent_named(game, tables, name)
    return opponent.id, level


def _levels(game: Game, tables: Tables, names: Sequence[str]) -> list[str]:
    """Every level of those that were typed, or else of everybody who thinks."""
    if names:
        who = [opponent_named(game, tables, each)[0] for each in names]
    else:
        who = [each for each in game.opponents(tables) if each.thinks]
    return [wish_of(each.id, level) for each in who for level in each.levels or ("",)]


# ---------------------------------------------------------------- playing


def _contests(
    about: About,
    tables: Tables,
    whos: Sequence[tuple[str, str]],
    run: KeptRun,
    workers: int | None,
    words: Words,
) -> list[Contest]:
    """Play each pair of opponents, until all is done or Ctrl-C is pressed; returns what there is."""
    pairs = (about.games + 1) // 2
    played: dict[tuple[str, str], list[Pair]] = {}

    def playing() -> Generator[None]:
        for names in whos:
            so_far = run.so_far(names, pairs)
            played[names] = [*so_far]
            new = play_pairs(
                about.game, tables, names, players=about.players, games=about.games, seed=about.seed,
                workers=workers, done=len(so_far),
            )  # fmt: skip
            with closing(new):
                yield from (None for _ in so_far)
                for pair in run.keeping(names, new):
                    played[names].append(pair)
                    yield None

    steps = playing()
    try:
        with closing(steps):
            for _ in with_bar(steps, pairs * len(whos), Text("lab.playing"), words):
                pass
    except KeyboardInterrupt:
        if not any(played.values()):
            raise
    return [Contest(names, compare(found)) for names, found in played.items() if found]


# ---------------------------------------------------------------- showing


def _show(contests: Sequence[Contest], about: About, screen: Screen, *, ladder: bool) -> None:
    if ladder and about.stand_in:
        _strengths(contests, about, screen)
    elif len(contests) == 1 and not ladder:
        _one(contests[0], about, screen)
    else:
        _several(contests, about, screen)
        if ladder:
            screen.texts(_rungs(contests))
    stopped = min(each.result.games for each in contests)
    if stopped < about.games:
        screen.text(Text("lab.stopped", n=stopped, games=about.games))


def _one(contest: Contest, about: About, screen: Screen) -> None:
    """Two opponents, in sentences."""
    result, names = contest.result, contest.names
    title = "lab.title-stand-in" if about.stand_in else "lab.title"
    screen.text(Text(title, game=about.game.name, n=result.games, players=about.players, seed=about.seed))
    for who, figure in zip(names, (result.a, result.b), strict=True):
        screen.text(Text("lab.score", who=who, **_figure(figure, 1)))
    screen.text(Text("lab.difference", who=names[0], **_figure(result.difference, 2)))
    better = "lab.better" if about.stand_in else "lab.won"
    screen.text(Text(better, who=names[0], **_figure(_percent(result.won), 1)))


def _several(contests: Sequence[Contest], about: About, screen: Screen) -> None:
    """Each two, in a table."""
    games = sum(each.result.games for each in contests)
    title = "lab.title-stand-in" if about.stand_in else "lab.title"
    screen.text(Text(title, game=about.game.name, n=games, players=about.players, seed=about.seed))
    heads = [Text(f"lab.head.{head}") for head in HEADS]
    rows: list[list[Value]] = [
        [
            each.names[0],
            each.names[1],
            Text("lab.interval", **_figure(_percent(each.result.won), 1)),
            Text("lab.points", a=decimal(each.result.a.mean, 1), b=decimal(each.result.b.mean, 1)),
            Text("lab.interval", **_figure(each.result.difference, 1)),
        ]
        for each in contests
    ]
    screen.listing(heads, rows, right=(2, 3, 4))


HEADS = ("who", "against", "won", "points", "difference")
STRENGTHS = ("who", "stand-in-won", "stand-in-points", "own-points")


def _strengths(contests: Sequence[Contest], about: About, screen: Screen) -> None:
    """How strong each opponent is: what the stand-in wins against it, the gentlest first."""
    games = max(each.result.games for each in contests)
    screen.text(Text("lab.title-strength", game=about.game.name, n=games, seed=about.seed))
    heads = [Text(f"lab.head.{head}") for head in STRENGTHS]
    rows: list[list[Value]] = []
    for each in sorted(contests, key=lambda each: each.result.won.mean):
        lost = _percent(each.result.won)
        won = Figure(100 - lost.mean, lost.spread, lost.margin)
        scores = [Text("lab.spread", **_figure(figure, 1)) for figure in (each.result.b, each.result.a)]
        rows.append([each.names[0], Text("lab.interval", **_figure(won, 1)), *scores])
    screen.listing(heads, rows, right=(1, 2, 3))


def _rungs(contests: Sequence[Contest]) -> list[Text]:
    """The ladder: who wins most stands highest, each with what it wins against the one below."""
    won: dict[tuple[str, str], Figure] = {}
    for each in contests:
        a, b = each.names
        won[a, b] = _percent(each.result.won)
        won[b, a] = Figure(100 - won[a, b].mean, won[a, b].spread, won[a, b].margin)
    everybody = dict.fromkeys(chain.from_iterable(won))
    ranked = sorted(everybody, key=lambda who: -sum(won[pair].mean for pair in won if pair[0] == who))
    return [
        Text("lab.rung", who=upper, below=lower, **_figure(won[upper, lower], 1))
        for upper, lower in pairwise(ranked)
        if (upper, lower) in won
    ]


def _percent(figure: Figure) -> Figure:
    return Figure(100 * figure.mean, 100 * figure.spread, 100 * figure.margin)


def _figure(figure: Figure, digits: int) -> dict[str, Text]:
    return {key: decimal(value, digits) for key, value in asdict(figure).items()}
