"""Thinking ahead, the same for every game: the best few moves are played out, the better ones more often.

A game says what its moves promise and plays one of them out on a numbered shuffle of what its player cannot
see. The same shuffles are used for every move, so that luck is the same for all; how many games are played
out is set beforehand, so that the same position gives the same answer on any machine.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import ceil, log2
from typing import TYPE_CHECKING, Annotated, Generic, Protocol, TypeVar

from msgspec import Meta, Struct

from automa.dialogue import Text

if TYPE_CHECKING:
    from random import Random


class Search(Struct, frozen=True, forbid_unknown_fields=True):
    """How far a thinking opponent looks ahead."""

    turns: Annotated[int, Meta(ge=2, le=50_000)]
    """How many turns of its own it plays out for one decision."""
    moves: Annotated[int, Meta(ge=2, le=40)] = 8
    """At most so many moves are played out: those that promise most."""
    within: Annotated[float, Meta(gt=0, le=100)] = 8
    """Those that promise so much less than the best one are left out."""

    @property
    def text(self) -> Text:
        """As it stands on an opponent's card."""
        return Text("thinking.search", n=self.turns, moves=self.moves)

    def games(self, length: int) -> int:
        """How many games of so many turns that makes."""
        return max(2, self.turns // length)


PROMISE = 16
"""As many games as a promise is worth."""


class Promising(Protocol):
    """A move with what it promises at first sight."""

    @property
    def value(self) -> float: ...


M = TypeVar("M", bound=Promising)


class PlayedOut(Generic[M]):
    """A move, how often it was played out, and to what end."""

    __slots__ = ("move", "times", "total")

    def __init__(self, move: M) -> None:
        self.move = move
        self.times = 0
        self.total = 0.0

    @property
    def value(self) -> float:
        """The mean of the games that were played out."""
        return self.total / self.times

    @property
    def believed(self) -> float:
        """The same with what the move promised, which counts as so many games: a few games say little."""
        return (self.total + PROMISE * self.move.value) / (self.times + PROMISE)


def never() -> bool:
    """Nobody is in a hurry."""
    return False


def worth_playing_out(moves: Sequence[M], search: Search) -> list[M]:
    """The few moves that promise most, best first."""
    ranked = sorted(moves, key=lambda move: -move.value)
    return [move for move in ranked[: search.moves] if move.value >= ranked[0].value - search.within]


def play_out(
    moves: Sequence[M],
    play: Callable[[M, int], float],
    playouts: int,
    hurry: Callable[[], bool] = never,
) -> list[PlayedOut[M]]:
    """The moves, best first, after so many games: each round the better half goes on (sequential halving).

    `play` plays a move out on the shuffle of that number and says what came of it. Whoever is in a `hurry`
    gets what is known so far.
    """
    alive = [PlayedOut(move) for move in moves]
    out: list[PlayedOut[M]] = []
    rounds = max(1, ceil(log2(len(moves))))
    shuffle = 0
    for _ in range(rounds):
        for _ in range(max(1, playouts // (rounds * len(alive)))):
            for each in alive:
                each.total += play(each.move, shuffle)
                each.times += 1
            shuffle += 1
            if hurry():
                break
        alive.sort(key=lambda each: -each.believed)  # all of them were played out equally often
        half = (len(alive) + 1) // 2
        out = alive[half:] + out
        alive = alive[:half]
        if hurry():
            break
    return alive + out


class Shuffles:
    """Random numbers by the number of a shuffle, the same for every move that is played out on it."""

    __slots__ = ("seed",)

    def __init__(self, random: Random) -> None:
        self.seed = random.getrandbits(48)

    def random(self, number: int) -> Random:
        """What chance does in that shuffle."""
        from random import Random  # only whoever thinks ahead needs it

        return Random(self.seed + number)
