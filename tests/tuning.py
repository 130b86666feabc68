"""Tunes what a thinking opponent believes things are worth, by playing.

    python -m tests.tuning castle-combo opponents.thinker.marshal.weights.tuned marshal:sharp

The numbers under that key of the tables are varied (CMA-ES) on all cores: every candidate plays seat-swapped
games, all of them the same deals, against the numbers as they were, or against another opponent. What comes
out is measured on fresh deals, and only if it is better than what was there written into the table, with what
was measured. Nobody edits weights by hand.
"""

from __future__ import annotations

import re
import sys
import tomllib
from argparse import ArgumentParser
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import lru_cache, partial
from itertools import product
from os import cpu_count
from pathlib import Path
from statistics import fmean
from typing import Any, TypeVar

import numpy as np
from cmaes import CMA  # type: ignore[import-untyped]

from solo.facts.overlay import load
from solo.games import game_named
from solo.playing.lab import Figure, Pair, Result, compare, play_pair
from solo.shipped import tables_root

SPREAD = 0.3
"""How far the first candidates lie from what is there, as a share of each number."""
LEAST = 0.25
"""A number near nothing is varied as if it were this large."""
NUMBER = re.compile(r"(?<![\w.-])([\w-]+)( = )(-?\d+(?:\.\d+)?)(?![\w.])")

Job = TypeVar("Job")
Played = TypeVar("Played")

Numbers = dict[tuple[str, ...], float]
"""Numbers of a table, each by its path below the key."""


# ---------------------------------------------------------------- the table


def numbers(tree: Mapping[str, Any], path: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], float]]:
    """Every number in a tree; what was measured is none to tune."""
    for key, value in tree.items():
        if isinstance(value, Mapping):
            if key not in ("strength", "search"):
                yield from numbers(value, (*path, key))
        elif isinstance(value, int | float) and not isinstance(value, bool):
            yield (*path, key), value


def at(tree: Any, path: Sequence[str]) -> Any:
    for key in path:
        tree = tree[key]
    return tree


def as_tree(found: Numbers, path: Sequence[str]) -> dict[str, Any]:
    """Numbers as facts to be laid over the tables."""
    tree: dict[str, Any] = {}
    for place, value in found.items():
        branch = tree
        *keys, last = (*path, *place)
        for key in keys:
            branch = branch.setdefault(key, {})
        branch[last] = value
    return tree


def rewritten(text: str, path: Sequence[str], found: Numbers, note: str) -> str:
    """The file with the numbers of a table replaced, and what was measured above it."""
    lines: list[str] = []
    table: tuple[str, ...] = ()
    for line in text.splitlines():
        head = re.fullmatch(r"\[([\w.-]+)\]", line)
        if head:
            table = tuple(head[1].split("."))
            if table == tuple(path):
                while lines and lines[-1].startswith("# Tuned: "):
                    lines.pop()
                lines.append(f"# Tuned: {note}")
        elif table[: len(path)] == tuple(path):
            below = table[len(path) :]
            inline = re.match(r"([\w-]+) = \{", line)
            within = (*below, inline[1]) if inline else below
            line = NUMBER.sub(partial(_put, within, found), line)
        lines.append(line)
    return "\n".join(lines) + "\n"


def _put(table: tuple[str, ...], found: Numbers, match: re.Match[str]) -> str:
    value = found.get((*table, match[1]))
    return match[0] if value is None else f"{match[1]}{match[2]}{value}"


# ---------------------------------------------------------------- playing


@dataclass(slots=True)
class Match:
    """Candidates against the numbers as they are."""

    game: str
    path: tuple[str, ...]
    who: str
    players: int
    against: str = ""
    """Whom they play; without, the same with the numbers as they are."""

    def __call__(self, job: tuple[Numbers, int]) -> Pair:
        found, seed = job
        mind = tables(self.game, self.path, tuple(found.items()))
        names = (self.who, self.against or self.who)
        return play_pair(game_named(self.game), tables(self.game), names, self.players, seed, mind=mind)


@lru_cache(64)
def tables(
    game: str, path: tuple[str, ...] = (), found: tuple[tuple[tuple[str, ...], float], ...] = ()
) -> Any:
    """The tables, or a candidate's, read once."""
    return load(game_named(game), as_tree(dict(found), path)).tables


def rounded(values: Sequence[float], before: Numbers) -> Numbers:
    """Numbers as they stand in the table: whole ones stay whole."""
    return {
        place: round(value) if isinstance(old, int) else round(float(value), 3)
        for (place, old), value in zip(before.items(), values, strict=True)
    }


def tune(
    match: Match,
    before: Numbers,
    *,
    generations: int,
    games: int,
    seed: int,
    run: Callable[[Match, Sequence[tuple[Numbers, int]]], Iterator[Pair]],
) -> Numbers:
    """The mean of the candidates after so many generations."""
    scale = np.array([max(abs(value), LEAST) for value in before.values()])
    search = CMA(mean=np.array(list(before.values())) / scale, sigma=SPREAD, seed=seed)
    for generation in range(generations):
        asked = [search.ask() for _ in range(search.population_size)]
        candidates = [rounded(each * scale, before) for each in asked]
        first = seed + generation * games  # every candidate of a generation has the same deals
        jobs = list(product(candidates, range(first, first + games // 2)))
        pairs = list(run(match, jobs))
        size = games // 2
        losses = [
            -compare(pairs[place * size : (place + 1) * size]).difference.mean for place in range(len(asked))
        ]
        search.tell(list(zip(asked, losses, strict=True)))
    return rounded(search.mean * scale, before)


def measured(result: Result, match: Match, before: Result | None = None) -> str:
    """What came of it, in a line; `before` is what the numbers that are there came to against another."""
    won, margin = 100 * result.won.mean, 100 * result.won.margin
    note = (
        f"{match.who} wins {won:.1f} % (±{margin:.1f}) of {result.games} games for {match.players}"
        f" against {match.against or 'the numbers before'}, {result.a.mean:.1f} : {result.b.mean:.1f} points"
    )
    return note if before is None else f"{note}; with the numbers before {100 * before.won.mean:.1f} %"


def gain(after: Sequence[Pair], before: Sequence[Pair]) -> Figure:
    """How much further ahead of the same opponent the new numbers are on the same deals."""
    ahead = [[fmean(pair.a) - fmean(pair.b) for pair in pairs] for pairs in (after, before)]
    return Figure.of([[new - old] for new, old in zip(*ahead, strict=True)])


def on_all_cores(play: Callable[[Job], Played], jobs: Sequence[Job]) -> Iterator[Played]:
    """What comes of each, with a progress bar where somebody is looking."""
    from rich.console import Console
    from rich.progress import track

    with ProcessPoolExecutor(cpu_count()) as pool:
        played = pool.map(play, jobs, chunksize=4)
        yield from track(
            played, "Playing…", len(jobs), console=Console(stderr=True), disable=not sys.stderr.isatty()
        )


def settle(
    match: Match, found: Numbers, games: int, seed: int, *, also: Sequence[str] = (), how: str = ""
) -> bool:
    """Measures numbers on fresh deals against those before; only if they are better they are written, with
    what was measured, at their key and at the others that `also` go by them."""
    fresh = range(900_000 + seed, 900_000 + seed + games // 2)
    pairs = list(on_all_cores(match, [(found, each) for each in fresh]))
    better = compare(pairs).difference
    note = how + measured(compare(pairs), match)
    if match.against:
        as_before = list(on_all_cores(match, [({}, each) for each in fresh]))
        better = gain(pairs, as_before)
        note = how + measured(compare(pairs), match, compare(as_before))
    print(note, found, sep="\n")  # noqa: T201
    if better.mean - better.margin <= 0:
        print("That is no better: the table stays as it is.")  # noqa: T201
        return False
    file = file_of(match)
    for key in (match.path, *(tuple(each.split(".")) for each in also)):
        file.write_text(rewritten(file.read_text("utf-8"), key[1:], found, note), "utf-8")
    return True


def file_of(match: Match) -> Path:
    """Where the numbers stand."""
    return Path(str(tables_root())) / game_named(match.game).folder / f"{match.path[0]}.toml"


def main() -> int:
    parser = ArgumentParser(prog="python -m tests.tuning", description=__doc__)
    parser.add_argument("game")
    parser.add_argument("key", help="opponents.thinker.marshal.weights.tuned")
    parser.add_argument("who", help="an opponent that goes by it, NAME:LEVEL")
    parser.add_argument("--generations", type=int, default=30)
    parser.add_argument("--games", type=int, default=80, help="for every candidate of a generation")
    parser.add_argument("--final", type=int, default=2000, help="to measure what came of it")
    parser.add_argument("--players", type=int, default=0)
    parser.add_argument("--against", default="", help="another opponent than the numbers before, NAME:LEVEL")
    parser.add_argument("--seed", type=int, default=1)
    wanted = parser.parse_args()
    game = game_named(wanted.game)
    path = tuple(wanted.key.split("."))
    match = Match(game.id, path, wanted.who, wanted.players or game.players[0], wanted.against)
    before: Numbers = dict(numbers(at(tomllib.loads(file_of(match).read_text("utf-8")), path[1:])))
    found = tune(
        match, before, generations=wanted.generations, games=wanted.games, seed=wanted.seed, run=on_all_cores
    )
    return 0 if settle(match, found, wanted.final, wanted.seed) else 1


if __name__ == "__main__":
    sys.exit(main())
