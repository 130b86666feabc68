"""Bot against bot: how strong an opponent is, measured over many seat-swapped games.

Every deal is played twice, the second time with the seats swapped, so that neither luck nor the first seat
counts. What is compared is the mean over a pair of games; the interval is that of the pairs.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from math import sqrt
from os import cpu_count
from typing import Any

from automa.dialogue import TABLE, Answer, Ask, converse
from automa.game import Game, Seat, Setup
from automa.sheet import Sheet
from solo.chance import Seeded


@dataclass(slots=True)
class Pair:
    """Two games of one deal: what each side scored on average, and the share of the wins of side A."""

    a: float
    b: float
    won: float


@dataclass(slots=True)
class Figure:
    """A mean with its spread and its 95 % interval."""

    mean: float
    spread: float
    margin: float

    @classmethod
    def of(cls, values: Sequence[float]) -> Figure:
        count = len(values)
        mean = sum(values) / count
        spread = sqrt(sum((value - mean) ** 2 for value in values) / (count - 1)) if count > 1 else 0.0
        return cls(mean, spread, 1.96 * spread / sqrt(count))


@dataclass(slots=True)
class Result:
    """What the lab found."""

    games: int
    a: Figure
    b: Figure
    difference: Figure
    won: Figure


def play_out(game: Game, setup: Setup, seed: int) -> Sheet:
    """One game on a virtual table: deciders in every seat, chance from the seed."""
    script = game.script(setup)
    chance = Seeded(seed)
    deciders = {seat.id: game.decider(seat, setup) for seat in setup.seats}
    dice = {seat.id: chance.random(seat.id) for seat in setup.seats}
    places: dict[str, int] = {}

    def answer(ask: Ask) -> Answer:
        if ask.to == TABLE:
            place = places.get(ask.stream, 0)
            places[ask.stream] = place + 1
            return chance.draw(ask, place)
        decided, ask.why = deciders[ask.to].answer(ask, script, dice[ask.to])
        return ask.check(decided)

    return converse(script.play(), answer)


def play_pair(game: Game, tables: Any, names: tuple[str, str], players: int, seed: int) -> Pair:
    """A deal played twice, seats swapped; with more than two seats the sides sit alternately."""
    totals = {0: 0.0, 1: 0.0}
    won = 0.0
    for swap in (0, 1):
        sides = [(place + swap) % 2 for place in range(players)]
        seats = [
            Seat(f"{'ab'[side]}{place}", names[side], *names[side].partition(":")[::2])
            for place, side in enumerate(sides)
        ]
        rulings = {ruling.id: ruling.default for ruling in game.rulings(tables)}
        sheet = play_out(game, Setup(seats, tables, rulings), seed)
        winners = sheet.winners()
        for side in (0, 1):
            own = [column.total for place, column in enumerate(sheet.columns) if sides[place] == side]
            totals[side] += sum(own) / len(own)
        ours = {seats[place].id for place, side in enumerate(sides) if side == 0}
        won += sum(column.seat in ours for column in winners) / len(winners)
    return Pair(totals[0] / 2, totals[1] / 2, won / 2)


def compare(pairs: Iterable[Pair]) -> Result:
    """The figures of many pairs."""
    all_pairs = list(pairs)
    return Result(
        games=2 * len(all_pairs),
        a=Figure.of([pair.a for pair in all_pairs]),
        b=Figure.of([pair.b for pair in all_pairs]),
        difference=Figure.of([pair.a - pair.b for pair in all_pairs]),
        won=Figure.of([pair.won for pair in all_pairs]),
    )


def play_pairs(
    game: Game,
    tables: Any,
    names: tuple[str, str],
    *,
    players: int,
    games: int,
    seed: int,
    workers: int | None,
) -> Iterator[Pair]:
    """Pairs as they are finished, in the order of their deals whatever the number of workers."""
    seeds = range(seed, seed + (games + 1) // 2)
    job = _Job(game.id, tables, names, players)
    workers = min(workers or cpu_count() or 1, len(seeds))
    if workers == 1 or len(seeds) < 8:
        yield from map(job, seeds)
        return
    with ProcessPoolExecutor(workers) as pool:
        yield from pool.map(job, seeds, chunksize=max(1, min(50, len(seeds) // (4 * workers))))


@dataclass(slots=True)
class _Job:
    """One pair, in whichever process."""

    game: str
    tables: Any
    names: tuple[str, str]
    players: int

    def __call__(self, seed: int) -> Pair:
        from solo.games import game_named

        return play_pair(game_named(self.game), self.tables, self.names, self.players, seed)
