"""Measures the opponents of Castle Combo against each other: `python -m tests.castle_combo.strength [GAMES]`.

Every pair plays seat-swapped games for two; printed are the means with their 95 % intervals. In the end each
plays single games against all others in turn: the strengths that stand in `opponents.toml`.

`python -m tests.castle_combo.strength A B [GAMES]` measures A at a table for four with three B, in every seat
in turn: its points, how often it wins, and how long its turns take.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from itertools import combinations

from automa.castle_combo import GAME
from automa.castle_combo.tables import Tables
from automa.game import Seat, Setup
from solo.playing.lab import Figure, Pace, Result, compare, play_out, play_pairs
from tests.castle_combo.positions import tables

CHANCE = ""
"""A seat without an opponent is played by chance."""


def names(facts: Tables) -> list[str]:
    """Everybody, thinking bots by level first."""
    thinkers = [f"{id}:{level}" for id, each in facts.opponents.thinker.items() for level in each.level]
    return [*thinkers, *facts.opponents.opponent]


def pairs(facts: Tables, games: int, seed: int) -> Iterator[tuple[str, str, Result]]:
    """Every pair, and everybody against chance."""
    everybody = names(facts)
    for a, b in [*combinations(everybody, 2), *((each, CHANCE) for each in everybody)]:
        played = play_pairs(GAME, facts, (a, b), players=2, games=games, seed=seed, workers=None)
        yield a, b, compare(played)


def strength(facts: Tables, name: str, games: int, seed: int) -> Figure:
    """What somebody scores in single games against all others in turn."""
    others = [each for each in names(facts) if each != name]
    scores: list[list[float]] = []
    for game in range(games):
        both = [name, others[game % len(others)]]
        seats = [Seat(f"s{place}", each, *each.partition(":")[::2]) for place, each in enumerate(both)]
        sheet = play_out(GAME, Setup(seats, facts), seed + game)
        scores.append([sheet.columns[0].total])
    return Figure.of(scores)


SEATS = 4
SHOWN = 10
"""After so many games it is shown what was found so far."""


class Waits(Pace):
    """How long each decision takes."""

    def __init__(self) -> None:
        super().__init__()
        self.all: list[float] = []

    def add(self, seconds: float) -> None:
        self.all.append(seconds)


def alone(
    facts: Tables, a: str, b: str, games: int, seed: int
) -> Iterator[tuple[Figure, Figure, list[float]]]:
    """What one A finds among three B, after every few games: points, wins, how long its decisions take."""
    points: list[list[float]] = []
    won: list[list[float]] = []
    pace = Waits()
    for game in range(games):
        names = [a if place == game % SEATS else b for place in range(SEATS)]
        seats = [Seat(f"s{place}", each, *each.partition(":")[::2]) for place, each in enumerate(names)]
        mine = seats[game % SEATS].id
        sheet = play_out(GAME, Setup(seats, facts), seed + game, {mine: pace})
        winners = [column.seat for column in sheet.winners()]
        points += [[column.total] for column in sheet.columns if column.seat == mine]
        won.append([(mine in winners) / len(winners)])
        if (game + 1) % SHOWN == 0 or game + 1 == games:
            yield Figure.of(points), Figure.of(won), sorted(pace.all)


def measure_alone(a: str, b: str, games: int) -> None:
    for points, won, waits in alone(tables(), a, b, games, seed=1):
        print(  # noqa: T201
            f"{a} among three {b}: {points.mean:.1f} ±{points.margin:.1f} points,"
            f" wins {100 * won.mean:.0f} ±{100 * won.margin:.0f} %,"
            f" a decision {waits[len(waits) // 2]:.2f} s, 95 of 100 {waits[int(0.95 * len(waits))]:.2f} s",
            flush=True,
        )


def main() -> None:
    if len(sys.argv) > 2:
        measure_alone(sys.argv[1], sys.argv[2], int(sys.argv[3]) if len(sys.argv) > 3 else 200)
        return
    games = int(sys.argv[1]) if len(sys.argv) > 1 else 2000
    for a, b, result in pairs(tables(), games, seed=1):
        print(  # noqa: T201
            f"{a:20} {b or 'chance':20} {result.games} games"
            f"  {result.a.mean:5.1f} ±{result.a.margin:.1f}  {result.b.mean:5.1f} ±{result.b.margin:.1f}"
            f"  difference {result.difference.mean:+5.1f} ±{result.difference.margin:.1f}"
            f"  won {100 * result.won.mean:4.1f} ±{100 * result.won.margin:.1f} %",
            flush=True,
        )
    for name in names(tables()):
        found = strength(tables(), name, max(7, games // 5), seed=500_000)
        shown = f"{name:20} mean {found.mean:.1f} ±{found.margin:.1f}, spread {found.spread:.1f}"
        print(shown, flush=True)  # noqa: T201


if __name__ == "__main__":
    main()
