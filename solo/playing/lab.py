"""Bot against bot: how strong an opponent is, measured over many seat-swapped games.

Every deal is played twice, the second time with the seats swapped, so that neither luck nor the first seat
counts. With three seats the sides sit as A B A and then as B A B: a side has won a game when one of its seats
has, once with two seats against one and once alone against two, so that equals win half of the games. Where
opponents only ever play against a person, both play every deal against the same stand-in. What is compared
is the mean over a pair of games, so the intervals are of pairs; the spread is of games.
"""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from functools import partial
from math import sqrt
from multiprocessing import active_children, parent_process
from os import cpu_count
from random import Random
from statistics import fmean, stdev
from threading import Thread

from msgspec import Struct
from msgspec.structs import replace

from automa.coach import Coach
from automa.dialogue import TABLE, Answer, Ask, Refused, Text, converse
from automa.game import Decider, Game, Script, Seat, Setup, Tables
from automa.sheet import Sheet
from solo.playing.chance import Seeded
from solo.playing.newgame import rulings
from solo.trouble import Trouble

PAIRS_AT_ONCE = 4
"""How many pairs a worker plays before it returns them: few, so that an early stop keeps most."""
STAND_IN = "stand-in"
"""Who plays for a person, as the other side of a contest: `stand-in`, or `stand-in:LEVEL`."""
COACH = "coach"
"""Who plays for a person as every hint says."""
MAX_RESTARTS = 5
"""How often the workers are started again after one was killed."""


class Pair(Struct):
    """The games of one deal: what each side scored in each, and the share of the wins of side A."""

    a: list[float]
    b: list[float]
    won: float

    def swapped(self) -> Pair:
        """The pair with side B as side A."""
        return Pair(self.b, self.a, 1 - self.won)


class Figure(Struct):
    """A mean with its spread and its 95 % interval."""

    mean: float
    spread: float
    margin: float

    @classmethod
    def of(cls, pairs: Sequence[Sequence[float]]) -> Figure:
        """Of the values of many pairs; those of a pair are of one deal, and count as one in the interval."""
        singles = [value for pair in pairs for value in pair]
        means = [fmean(pair) for pair in pairs]
        return cls(fmean(singles), spread(singles), 1.96 * spread(means) / sqrt(len(means)))

    @classmethod
    def of_shares(cls, shares: Sequence[float]) -> Figure:
        """Of the share of wins in many pairs.

        The interval is that with one pair more won and one more lost: a side that won all of a few games may
        still lose the next one.
        """
        with_both = [*shares, 0.0, 1.0]
        return cls(fmean(shares), spread(shares), 1.96 * spread(with_both) / sqrt(len(with_both)))


def spread(values: Sequence[float]) -> float:
    """The standard deviation of what the values are a sample of; of one value, none."""
    return stdev(values) if len(values) > 1 else 0.0


class Result(Struct):
    """What the lab found."""

    games: int
    a: Figure
    b: Figure
    difference: Figure
    won: Figure


def play_out(game: Game, setup: Setup, seed: int, minds: Mapping[str, Tables] = {}) -> Sheet:
    """One game on a virtual table: deciders in every seat, chance from the seed.

    `minds` are the tables of seats that go by others than the game.
    """
    script = game.script(setup)
    chance = Seeded(seed)
    deciders = {
        seat.id: _decider(game, seat, replace(setup, tables=minds.get(seat.id, setup.tables)))
        for seat in setup.seats
    }
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


def play_pair(
    game: Game, tables: Tables, names: tuple[str, str], players: int, seed: int, *, mind: Tables | None = None
) -> Pair:
    """The games of one deal; side A may go by tables of its own, its `mind`."""
    people = persons(game, tables)
    persons_level = [_level_of_person(name) for name in names]
    for place, level in enumerate(persons_level):
        if people and level is not None:
            seated = [replace(seat, level=level) for seat in people]
            pair = _with_a_stand_in(game, tables, names[1 - place], seated, seed)
            return pair if place else pair.swapped()
    if people:
        return _against_a_stand_in(game, tables, names, people, seed)
    return _against_each_other(game, tables, names, players, seed, mind)


def persons(game: Game, tables: Tables) -> list[Seat]:
    """The people without whom there is no game."""
    return [seat for seat in game.demo_seats(tables) if seat.is_person]


def _against_each_other(
    game: Game, tables: Tables, names: tuple[str, str], players: int, seed: int, mind: Tables | None
) -> Pair:
    """A deal played twice, seats swapped; with more than two seats the sides sit alternately."""
    pair = Pair([], [], 0.0)
    for swap in (0, 1):
        sides = [(place + swap) % 2 for place in range(players)]
        seats = [_seat(names[side], f"{'ab'[side]}{place}") for place, side in enumerate(sides)]
        minds = {seat.id: mind or tables for seat, side in zip(seats, sides, strict=True) if side == 0}
        sheet = play_out(game, _setup(game, tables, seats), seed, minds)
        for scores, side in ((pair.a, 0), (pair.b, 1)):
            own = [column.total for place, column in enumerate(sheet.columns) if sides[place] == side]
            scores.append(sum(own) / len(own))
        winners = sheet.winners()
        ours = {seats[place].id for place, side in enumerate(sides) if side == 0}
        pair.won += sum(column.seat in ours for column in winners) / len(winners) / 2
    return pair


def _against_a_stand_in(
    game: Game, tables: Tables, names: tuple[str, str], people: Sequence[Seat], seed: int
) -> Pair:
    """A deal played by each against the same stand-in; the larger lead over it wins."""
    scores: list[float] = []
    ahead: list[float] = []
    for name in names:
        sheet = play_out(game, _setup(game, tables, [*people, _seat(name, name)]), seed)
        totals = {column.seat: column.total for column in sheet.columns}
        scores.append(totals.pop(name))
        ahead.append(scores[-1] - max(totals.values()))
    won = 0.5 if ahead[0] == ahead[1] else float(ahead[0] > ahead[1])
    return Pair(scores[:1], scores[1:], won)


def _with_a_stand_in(game: Game, tables: Tables, name: str, people: Sequence[Seat], seed: int) -> Pair:
    """Two deals of an opponent against the stand-in itself."""
    pair = Pair([], [], 0.0)
    for deal in (2 * seed, 2 * seed + 1):
        sheet = play_out(game, _setup(game, tables, [*people, _seat(name, name)]), deal)
        totals = {column.seat: column.total for column in sheet.columns}
        winners = [column.seat for column in sheet.winners()]
        pair.a.append(totals.pop(name))
        pair.b.append(max(totals.values()))
        pair.won += (name in winners) / len(winners) / 2
    return pair


def _seat(name: str, id: str) -> Seat:
    persons_level = _level_of_person(name)
    if persons_level is not None:
        return Seat(id, name, "", persons_level)
    opponent, _, level = name.partition(":")
    return Seat(id, name, opponent, level)


def _level_of_person(name: str) -> str | None:
    """The level of a stand-in or coach of this name; None if it is an opponent's name."""
    who, _, level = name.partition(":")
    return COACH if name == COACH else level if who == STAND_IN else None


def is_person(name: str) -> bool:
    """Whether a side is a stand-in or coach in a person's seat."""
    return _level_of_person(name) is not None


def _decider(game: Game, seat: Seat, setup: Setup) -> Decider:
    """Who answers for a seat: an opponent, a stand-in, or a player who follows the hints."""
    if not seat.is_person or seat.level != COACH:
        return game.decider(seat, setup)
    coach = game.coach(setup)
    if isinstance(coach, Text):
        raise Trouble(coach)
    return Advised(coach, game.decider(replace(seat, level=""), setup))


class Advised(Struct, frozen=True):
    """Follows the coach; where there is no hint, answers as Enter does, or else as the stand-in."""

    coach: Coach
    otherwise: Decider

    def answer(self, ask: Ask, script: Script, random: Random) -> tuple[Answer, Sequence[Text]]:
        said = self.coach.hand(ask, script, random)
        try:
            advice = self.coach.advise(ask, script, random, said=said)
        except Refused:  # a hint that needs what only a person can see
            advice = None
        if advice is not None:
            return ask.check(ask.understood(advice.answer)), ()
        return self.otherwise.answer(ask, script, random) if ask.default is None else (ask.default, ())


def _setup(game: Game, tables: Tables, seats: Sequence[Seat]) -> Setup:
    return Setup(seats, tables, rulings(game, tables, ()), track=game.tracks[-1] if game.tracks else "")


def compare(pairs: Iterable[Pair]) -> Result:
    """The figures of many pairs."""
    found = list(pairs)
    return Result(
        games=2 * len(found),
        a=Figure.of([pair.a for pair in found]),
        b=Figure.of([pair.b for pair in found]),
        difference=Figure.of([[a - b for a, b in zip(pair.a, pair.b, strict=True)] for pair in found]),
        won=Figure.of_shares([pair.won for pair in found]),
    )


def play_pairs(
    game: Game,
    tables: Tables,
    names: tuple[str, str],
    *,
    players: int,
    games: int,
    seed: int,
    workers: int | None,
    done: int = 0,
) -> Generator[Pair]:
    """Pairs as they are finished, in the order of their deals with any number of workers.

    Those that are `done` already are left out. More workers than there are processors would only be in each
    other's way.
    """
    seeds = range(seed + done, seed + (games + 1) // 2)
    job = partial(_play, game.id, tables, names, players)
    cores = cpu_count() or 1
    workers = min(workers or cores, cores, len(seeds))
    if workers <= 1 or len(seeds) < 8:
        yield from map(job, seeds)
    else:
        yield from _side_by_side(job, seeds, workers)


def _side_by_side(job: Callable[[int], Pair], seeds: Sequence[int], workers: int) -> Generator[Pair]:
    """Play the pairs in several processes; the pairs of a process that was killed are played again."""
    done = 0
    for _ in range(MAX_RESTARTS + 1):
        try:
            with _pool(workers) as pool:
                with _no_interrupts():
                    pairs = pool.map(job, seeds[done:], chunksize=PAIRS_AT_ONCE)
                for pair in pairs:
                    done += 1
                    yield pair
            return
        except BrokenProcessPool:
            continue
    raise Trouble(Text("trouble.lab-lost", n=2 * done))


@contextmanager
def _pool(workers: int) -> Iterator[ProcessPoolExecutor]:
    """Worker processes that end with this one, however it ends."""
    pool = ProcessPoolExecutor(workers, initializer=_end_with_parent)
    try:
        yield pool
    except BaseException:
        for process in active_children():
            process.kill()
        raise
    finally:
        pool.shutdown(cancel_futures=True)


def _end_with_parent() -> None:
    """In a worker: a thread that ends it when the parent process ends."""

    def wait() -> None:
        parent = parent_process()
        assert parent is not None
        parent.join()
        os._exit(1)

    Thread(target=wait, daemon=True).start()


@contextmanager
def _no_interrupts() -> Iterator[None]:
    """Processes started in here ignore Ctrl-C; this process gets it afterwards."""
    if sys.platform == "win32":
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGINT])
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _play(game: str, tables: Tables, names: tuple[str, str], players: int, seed: int) -> Pair:
    """Plays one pair in a worker process."""
    from solo.games import game_named

    return play_pair(game_named(game), tables, names, players, seed)
