"""Thinking ahead, the same for every game: the best few moves are played out, the better ones more often.

A game says what its moves promise at first sight, which only prunes, and plays one of them out on a numbered
shuffle of what its player cannot see: what comes of it is the final margin over the best rival. The same
shuffles are used for every move, so that luck is the same for all; how many games are played out is set
beforehand, so that the same position gives the same answer on any machine.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import ceil, erf, log2, sqrt
from typing import TYPE_CHECKING, Annotated, Generic, Protocol, TypeAlias, TypeVar

from msgspec import Meta, Struct

from automa.dialogue import Text
from automa.priorities import Strength

if TYPE_CHECKING:
    from random import Random


Weight: TypeAlias = Annotated[float, Meta(ge=-20, le=20)]
"""What a thinking opponent believes something is worth, in points."""


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
        """How many games of `length` turns that makes."""
        return max(2, self.turns // length)


class Level(Struct, frozen=True, forbid_unknown_fields=True):
    """How well a thinking opponent plays."""

    search: Search | None = None
    """How far it looks ahead; else it plays the move that weighs most."""
    strength: Strength | None = None


PROMISE = 16
"""As many games as a promise is worth."""


class Promising(Protocol):
    """A move with what it promises at first sight."""

    @property
    def value(self) -> float: ...


M = TypeVar("M", bound=Promising)


class Compared(Struct, Generic[M], frozen=True):
    """A move that was played out, beside the best of those it was compared with."""

    move: M
    games: int
    """On how many shuffles it was played out."""
    value: float
    """The mean of what came of them: the expected final margin over the best rival."""
    won: float | None
    """The share of them that were won, one without a winner as half; or, where they were broken off, how
    likely that is. None where nothing was played out."""
    behind: float = 0.0
    """How much less than the best, on the same shuffles; never below 0."""
    error: float = 0.0
    """Half the width of the 95 % interval of that difference."""
    is_forced: bool = False
    """Whether it was played out only because that was asked for."""


class _Trials(Struct, Generic[M], eq=False):
    """A move, and what came of it on shuffle 0, 1, 2 and so on."""

    move: M
    is_forced: bool = False
    ends: list[float] = []

    @property
    def value(self) -> float:
        """The mean of what came of it."""
        from statistics import fmean  # tables of opponents are read for a score sheet too, without thinking

        return fmean(self.ends)

    @property
    def believed(self) -> float:
        """The mean with what the move promised, which counts as `PROMISE` games: a few games say little."""
        return (sum(self.ends) + PROMISE * self.move.value) / (len(self.ends) + PROMISE)

    def beside(self, best: _Trials[M], rest: float) -> Compared[M]:
        """How it does compared with the best, shuffle by shuffle."""
        from statistics import fmean, stdev

        ends, games = self.ends, len(self.ends)
        won = fmean([likely(end, rest) for end in ends])
        if self is best:
            return Compared(self.move, games, self.value, won)
        lost = [theirs - end for theirs, end in zip(best.ends, ends, strict=False)]
        error = quantile(games) * stdev(lost) / sqrt(games) if games > 1 else 0.0
        behind = max(0.0, fmean(lost))
        return Compared(self.move, games, self.value, won, behind, error, self.is_forced)


def likely(margin: float, rest: float) -> float:
    """How likely a game is won with that margin, if what is still to come has that standard deviation."""
    if not rest:
        return (margin > 0) + (margin == 0) / 2
    return (1 + erf(margin / (rest * sqrt(2)))) / 2


def quantile(games: int) -> float:
    """Half the width of a 95 % interval in standard errors: of few games wider, about as Student has it."""
    return 1.96 + 2.7 / (games - 1)


def worth_playing_out(moves: Sequence[M], search: Search) -> list[M]:
    """The few moves that promise most, best first."""
    ranked = sorted(moves, key=lambda move: -move.value)
    return [move for move in ranked[: search.moves] if move.value >= ranked[0].value - search.within]


def compare(
    moves: Sequence[M],
    play: Callable[[M, int], float],
    games: int,
    *,
    keep: int = 2,
    forced: M | None = None,
    rest: float = 0.0,
) -> list[Compared[M]]:
    """The moves, best first, after about that many games: each round the better half goes on.

    `play` plays a move out on the shuffle of that number and says by how much the game was won. The last
    `keep` moves are played out equally often on the same shuffles, and so is the `forced` one, which comes
    last if it is not among them and changes nothing for the others. Where `play` breaks a game off and says
    what margin is to be expected, `rest` is the standard deviation of what is still to come.
    """
    alive = [_Trials(move) for move in moves]
    out: list[_Trials[M]] = []
    rounds = 1 + max(0, ceil(log2(len(moves) / keep)))
    shuffle = 0
    for left in reversed(range(rounds)):
        for _ in range(max(1, games // (rounds * len(alive)))):
            for each in alive:
                each.ends.append(play(each.move, shuffle))
            shuffle += 1
        if left:
            alive.sort(key=lambda each: -each.believed)
            half = max(keep, (len(alive) + 1) // 2)
            out = alive[half:] + out
            alive = alive[:half]
    alive.sort(key=lambda each: -each.value)
    if forced is not None and all(each.move is not forced for each in alive):
        out = [each for each in out if each.move is not forced]
        last = _Trials(forced, is_forced=True)
        last.ends = [play(forced, number) for number in range(shuffle)]
        out.append(last)
    return [each.beside(alive[0], rest) for each in alive + out]


def at_first_sight(moves: Sequence[M], forced: M | None = None) -> list[Compared[M]]:
    """The moves by what they promise, where nothing is played out."""
    top = max(move.value for move in moves)
    ranked = [Compared(move, 0, move.value, None, top - move.value) for move in moves]
    ranked.sort(key=lambda each: each.behind)
    if forced is not None and all(move is not forced for move in moves):
        behind = max(0.0, top - forced.value)
        ranked.append(Compared(forced, 0, forced.value, None, behind, is_forced=True))
    return ranked


class Shuffles:
    """Random numbers by the number of a shuffle, the same for every move that is played out on it."""

    __slots__ = ("seed",)

    def __init__(self, random: Random) -> None:
        self.seed = random.getrandbits(48)

    def random(self, number: int) -> Random:
        """What chance does in that shuffle."""
        from random import Random  # only looking ahead needs it

        return Random(self.seed + number)
