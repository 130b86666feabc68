"""Measures the opponents of Castello Methoni: `python -m tests.methoni.strength [GAMES]`.

Each plays games for three against two others in turn, in every seat: the strengths that stand in
`opponents.toml`, and how often it wins (a third would be no better than the others).
"""

from __future__ import annotations

import sys
from itertools import combinations

from automa.game import Seat, Setup
from automa.methoni import GAME
from automa.methoni.tables import Tables
from solo.playing.lab import Figure, play_out
from tests.methoni.positions import tables


def names(facts: Tables) -> list[str]:
    """Everybody, thinking opponents by level first."""
    thinkers = [f"{id}:{level}" for id, each in facts.opponents.thinker.items() for level in each.level]
    return [*thinkers, *facts.opponents.opponent]


def strength(facts: Tables, name: str, games: int, seed: int) -> tuple[Figure, float]:
    """What somebody scores against each pair of the others in turn, and the share of games won."""
    pairs = list(combinations([each for each in names(facts) if each != name], 2))
    scores: list[list[float]] = []
    won = 0.0
    for game in range(games):
        table = [name, *pairs[game % len(pairs)]]
        place = game % len(table)
        table = table[-place:] + table[:-place]
        seats = [Seat(f"s{seat}", each, *each.partition(":")[::2]) for seat, each in enumerate(table)]
        sheet = play_out(GAME, Setup(seats, facts), seed + game)
        scores.append([sheet.columns[place].total])
        winners = sheet.winners()
        won += sheet.columns[place] in winners and 1 / len(winners)
    return Figure.of(scores), won / games


def main() -> None:
    games = int(sys.argv[1]) if len(sys.argv) > 1 else 2000
    for name in names(tables()):
        found, won = strength(tables(), name, games, seed=500_000)
        shown = (
            f"{name:20} mean {found.mean:.1f} ±{found.margin:.1f}, spread {found.spread:.1f}, won {won:.2f}"
        )
        print(shown, flush=True)  # noqa: T201


if __name__ == "__main__":
    main()
