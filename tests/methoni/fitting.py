"""Fits what The Doge believes things are worth to how games end: `python -m tests.methoni.fitting [GAMES]`.

Everybody plays with weights of their own, at random around those of a level. After every turn it is noted
what the player has in each part of the evaluation, and at the end by how much they beat the others on
average. The weights are what explains that best (least squares), in points, whatever the stage of the game.
They are written into the table, for the levels that go by them; `solo lab` says what came of it.
"""

from __future__ import annotations

import sys
from argparse import ArgumentParser
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from os import cpu_count
from pathlib import Path
from random import Random

import numpy as np
from msgspec.structs import replace

from automa.dialogue import TABLE, Answer, Ask, converse
from automa.game import Seat, Setup
from automa.methoni import GAME
from automa.methoni.game import Methoni
from automa.methoni.opponents.plans import Weights
from automa.methoni.opponents.prospects import as_seen
from automa.methoni.opponents.thinking import Thinking
from automa.methoni.opponents.weighing import PARTS, Position, turns_left
from solo.shipped import tables_root
from tests.methoni.positions import tables
from tests.tuning import Numbers, rewritten

WEIGHTS = ("rivals", "threat", "hope", "house", "market", "purse", "tower")
"""The weight of each part of the evaluation but the first, which are the points."""
ONES = Weights(rivals=1, threat=1, hope=1, house=1, market=1, purse=1, tower=1, looks=1)
AROUND = 0.5
"""How far weights lie from those of the level, as a share of each."""
LEAST = 0.25
"""A weight near nothing is varied as if it were this large."""
SEATS = 3
SURE = 3.0
"""A weight counts if it is so many times its standard error: the turns of a game are much alike."""

Turn = tuple[list[float], float]
"""What the parts were after a turn, each with weight 1, and by how much the player was ahead at the end."""


def wandering(level: Weights, random: Random) -> Weights:
    """A level with every weight a little off."""
    off = {
        name: getattr(level, name) + random.uniform(-AROUND, AROUND) * max(abs(getattr(level, name)), LEAST)
        for name in WEIGHTS
    }
    return replace(level, **off, looks=1, search=None)


def turns_of_a_game(level: str, seed: int) -> list[Turn]:
    """A game of three whose weights wander, turn by turn."""
    facts = tables()
    random = Random(seed)
    weights = facts.opponents.thinker["the-doge"].level[level]
    seats = [Seat(f"s{place}", f"S{place}", "the-doge", level) for place in range(SEATS)]
    script = Methoni(Setup(seats, facts))
    deciders = {seat.id: Thinking(wandering(weights, random)) for seat in seats}
    noted: dict[int, tuple[int, list[float]]] = {}

    def answer(ask: Ask) -> Answer:
        table = script.table
        if ask.id == "methoni.opponent-card" and table.turn and table.turn not in noted:
            place = (table.active - 1) % SEATS
            seen = as_seen(table, table.players[place])
            parts = Position(seen, seen.players[place], ONES).worth.parts
            turns = turns_left(seen, seen.supply)
            noted[table.turn] = place, [*parts, 1.0, turns, turns**2]
        if ask.to == TABLE:
            return ask.legal(random)
        answer, _ = deciders[ask.to].answer(ask, script, random)
        return ask.check(answer)

    totals = [column.total for column in converse(script.play(), answer).columns]
    return [
        (parts, totals[place] - (sum(totals) - totals[place]) / (SEATS - 1))
        for place, parts in noted.values()
    ]


def fitted(turns: Sequence[Turn]) -> dict[str, float]:
    """The weights that explain the end best, a point being the unit; what may as well be nothing is 0."""
    parts = np.array([each for each, _ in turns])
    ahead = np.array([each for _, each in turns])
    kept = list(range(parts.shape[1]))
    while True:
        some = parts[:, kept]
        found, *_ = np.linalg.lstsq(some, ahead, rcond=None)
        spread = np.var(ahead - some @ found) * np.diag(np.linalg.pinv(some.T @ some))
        sure = {part: abs(found[place]) / spread[place] ** 0.5 for place, part in enumerate(kept)}
        least = min((part for part in kept if 0 < part < len(PARTS)), key=lambda part: sure[part], default=0)
        if not least or sure[least] >= SURE:
            break
        kept.remove(least)
    worth = dict(zip(kept, found / found[0], strict=True))
    return {name: round(float(worth.get(part, 0.0)), 2) for part, name in enumerate(WEIGHTS, 1)}


def played(level: str, games: int, seed: int) -> Iterator[Turn]:
    """The turns of so many games, on all cores."""
    with ProcessPoolExecutor(cpu_count()) as pool:
        for turns in pool.map(partial(turns_of_a_game, level), range(seed, seed + games), chunksize=4):
            yield from turns


def main() -> int:
    parser = ArgumentParser(prog="python -m tests.methoni.fitting", description=__doc__)
    parser.add_argument("games", type=int, nargs="?", default=1000)
    parser.add_argument("--level", default="sharp", help="whose weights are wandered around")
    parser.add_argument("--write", nargs="*", default=[], metavar="LEVEL", help="the levels to write them to")
    parser.add_argument("--seed", type=int, default=1)
    wanted = parser.parse_args()
    turns = list(played(wanted.level, wanted.games, wanted.seed))
    found = fitted(turns)
    print(found)  # noqa: T201
    file = Path(str(tables_root())) / GAME.folder / "opponents.toml"
    note = f"fitted to {len(turns)} turns of {wanted.games} games"
    for level in wanted.write:
        path = ("thinker", "the-doge", "level", level)
        numbers: Numbers = {(name,): value for name, value in found.items()}
        file.write_text(rewritten(file.read_text("utf-8"), path, numbers, note), "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
