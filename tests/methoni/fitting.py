"""Fits what The Doge believes things are worth to how games end: `python -m tests.methoni.fitting [GAMES]`.

Everybody plays with weights of their own, at random around those of a level. After every turn it is noted
what the player has in each part of the evaluation, and at the end by how much they beat the others on
average. The weights are what explains that best (least squares), in points, whatever the stage of the game.
A level that goes by them then plays fresh deals against the weights it had before, and only if it is better
they are written into the table, for all levels that go by them, with what was measured. From nothing:

    python -m tests.methoni.fitting --level steady --write sharp fierce
    python -m tests.methoni.fitting --level sharp --write sharp fierce
"""

from __future__ import annotations

import sys
from argparse import ArgumentParser
from collections.abc import Sequence
from functools import partial
from random import Random

import numpy as np
from msgspec.structs import replace

from automa.dialogue import TABLE, Answer, Ask, converse
from automa.game import Seat, Setup
from automa.methoni import GAME
from automa.methoni.game import Play
from automa.methoni.opponents.evaluation import PARTS, Position, turns_left
from automa.methoni.opponents.plans import Weights
from automa.methoni.opponents.thinking import Thinking
from tests.methoni.positions import tables
from tests.tuning import Match, Numbers, on_all_cores, settle

WEIGHTS = ("rivals", "threat", "hope", "market", "tower")
"""The weight of each part of the evaluation but the first, which are the points."""
ONES = Weights(rivals=1, threat=1, hope=1, market=1, tower=1, looks=1)
AROUND = 0.5
"""How far weights lie from those of the level, as a share of each."""
LEAST = 0.25
"""A weight near nothing is varied as if it were this large."""
SEATS = 3
SURE = 2.5
"""A weight counts if it is so many times its standard error."""

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
    script = Play(Setup(seats, facts))
    deciders = {seat.id: Thinking(wandering(weights, random)) for seat in seats}
    noted: dict[int, tuple[int, list[float]]] = {}

    def answer(ask: Ask) -> Answer:
        table = script.table
        if ask.id == "methoni.opponent-card" and table.turn and table.turn not in noted:
            place = (table.active - 1) % SEATS
            seen = table.seen_by(table.players[place])
            parts = Position(seen, seen.players[place], ONES).worth()
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


def fitted(games: Sequence[Sequence[Turn]]) -> dict[str, float]:
    """The weights that explain the end best, a point being the unit; what may as well be nothing is 0.

    The turns of a game are much alike, so that how sure a weight is comes from how much games differ.
    """
    parts = np.array([each for turns in games for each, _ in turns])
    ahead = np.array([each for turns in games for _, each in turns])
    begins = np.cumsum([0, *(len(turns) for turns in games[:-1])])
    kept = list(range(parts.shape[1]))
    while True:
        some = parts[:, kept]
        found, *_ = np.linalg.lstsq(some, ahead, rcond=None)
        pulls = np.add.reduceat(some * (ahead - some @ found)[:, None], begins)
        inverse = np.linalg.pinv(some.T @ some)
        spread = np.diag(inverse @ pulls.T @ pulls @ inverse)
        sure = {part: abs(found[place]) / spread[place] ** 0.5 for place, part in enumerate(kept)}
        least = min((part for part in kept if 0 < part < len(PARTS)), key=lambda part: sure[part], default=0)
        if not least or sure[least] >= SURE:
            break
        kept.remove(least)
    worth = dict(zip(kept, found / found[0], strict=True))
    return {name: round(float(worth.get(part, 0.0)), 2) for part, name in enumerate(WEIGHTS, 1)}


def main() -> int:
    parser = ArgumentParser(prog="python -m tests.methoni.fitting", description=__doc__)
    parser.add_argument("games", type=int, nargs="?", default=1000)
    parser.add_argument("--level", default="sharp", help="whose weights are wandered around")
    parser.add_argument("--write", nargs="*", default=[], metavar="LEVEL", help="the first one plays for all")
    parser.add_argument("--final", type=int, default=2000, help="games to measure what came of it")
    parser.add_argument("--seed", type=int, default=1)
    wanted = parser.parse_args()
    seeds = range(wanted.seed, wanted.seed + wanted.games)
    games = list(on_all_cores(partial(turns_of_a_game, wanted.level), seeds))
    found = fitted(games)
    if not wanted.write:
        print(found)  # noqa: T201
        return 0
    first, *also = [f"opponents.thinker.the-doge.level.{level}" for level in wanted.write]
    match = Match(GAME.id, tuple(first.split(".")), f"the-doge:{wanted.write[0]}", SEATS)
    numbers: Numbers = {(name,): value for name, value in found.items()}
    how = f"fitted to {sum(map(len, games))} turns of {wanted.games} games; "
    return 0 if settle(match, numbers, wanted.final, wanted.seed, also=also, how=how) else 1


if __name__ == "__main__":
    sys.exit(main())
