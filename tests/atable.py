"""Builders for tests: games at a virtual table."""

from __future__ import annotations

import os
import tomllib
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from pathlib import Path
from random import Random
from typing import Any, TypeVar

import pytest

from automa.dialogue import TABLE, Answer, Ask
from automa.game import Game, Script, Seat, Setup
from automa.pieces import BOX, Act, Counts
from solo import shipped
from solo.facts import overlay
from solo.games import GAMES, game_named
from solo.keeping.journal import Header, Journal
from solo.keeping.proof import START, Seal, chained, check_of, sealed, without_seal
from solo.playing import newgame
from solo.playing.driver import Driver
from solo.playing.newgame import Wishes

EVERY_GAME = sorted(GAMES)
EXAMPLE = "night-watch"
"""The small game in the tests, which keeps the contract as all the others do."""
UNDER_CONTRACT = [*EVERY_GAME, EXAMPLE]
GAMES_TO_PLAY = int(os.environ.get("CASTELLAN_GAMES", "20"))
"""How many random games a test plays that could play any number."""

T = TypeVar("T")


class ByGame(dict[str, T]):
    """What only a person can say of each game; a test of a game without it says so."""

    def __init__(self, missing: str, entries: Mapping[str, T]) -> None:
        super().__init__(entries)
        self.missing = missing

    def __missing__(self, name: str) -> T:
        pytest.fail(f"{name} is missing in {self.missing}", pytrace=False)


@cache
def tables_of(name: str) -> Any:
    """The shipped tables of a game."""
    return overlay.load(game_named(name)).tables


def score_example(name: str) -> dict[str, Any]:
    """What the example of a score file says."""
    game = game_named(name)
    return tomllib.loads(shipped.score_example(game.folder, game.rounds[-1] if game.rounds else 0))


def a_header(name: str, *, seed: int = 1, **wishes: Any) -> Header:
    """A new game with all chance by the app, unless said otherwise."""
    wanted: dict[str, Any] = {"dice": "app", "cards": "app", **wishes}
    header = newgame.header(game_named(name), tables_of(name), Wishes(seed=seed, **wanted))
    header.started = "2026-01-01T00:00:00"
    return header


def reopened(path: Path, *, upto_damage: bool = False) -> Journal:
    """The journal of a save, to go on with."""
    journal = Journal.read(path, upto_damage=upto_damage)
    journal.take_over()
    return journal


def rewritten(path: Path, old: bytes, new: bytes, times: int = -1) -> None:
    """Change a save as another version would have written it: what was changed proves itself."""
    lines = path.read_bytes().replace(old, new, times).splitlines()
    header, *records = (line.rpartition(b',"check":')[0] + b"}" for line in lines)
    check, whole = START, b""
    for line in (without_seal(header), *records):
        whole += chained(line, check)
        check = check_of(whole[:-1])
    path.write_bytes(sealed(whole, Seal(1 + len(records), check)))


def advance(driver: Driver) -> None:
    """Let the opponents and the app answer until a person is asked, or the game is over."""
    while driver.step():
        pass


def a_driver(header: Header, journal: Journal | None = None) -> Driver:
    """A game at its first question to a person; in memory, unless it has a journal."""
    journal = journal or Journal.in_memory(header)
    driver = newgame.driver(game_named(header.game), tables_of(header.game), journal)
    advance(driver)
    return driver


def play_on(driver: Driver, random: Random, steps: int | None = None) -> None:
    """Random legal answers for every person, so many or to the end."""
    while driver.ask is not None and steps != 0:
        driver.answer(driver.ask.legal(random))
        advance(driver)
        steps = None if steps is None else steps - 1


def a_setup(game: Game, seats: Sequence[Seat]) -> Setup:
    tables = tables_of(game.id)
    track = game.tracks[0] if game.tracks else ""
    return Setup(seats, tables, newgame.rulings(game, tables, ()), track=track)


def people(game: Game, count: int) -> list[Seat]:
    """So many people and no opponents, where the game allows it; else its own demo seats."""
    demo = list(game.demo_seats(tables_of(game.id)))
    if any(seat.is_person for seat in demo):
        return demo
    return [Seat(f"player-{place}", f"Player {place}") for place in range(1, count + 1)]


def at_random(random: Random) -> Callable[[Ask], Answer]:
    """Answers everything with a random legal answer."""
    return lambda ask: ask.legal(random)


def steps(script: Script, answer: Callable[[Ask], Answer]) -> Any:
    """Every item of a conversation, one at a time, so that the script can be looked at in between."""
    conversation = script.play()
    said: Answer | None = None
    try:
        while True:
            item = conversation.send(said)
            yield item
            said = answer(item) if isinstance(item, Ask) else None
    except StopIteration:
        return


def is_chance(ask: Ask) -> bool:
    return ask.to == TABLE


def applied(counts: Mapping[tuple[str, str], int], acts: Iterable[Act]) -> Counts:
    """The same table when these acts are done; what goes into the box is gone."""
    after: Counts = Counter(counts)
    for act in acts:
        after[act.piece.id, act.origin.id] -= act.count
        after[act.piece.id, act.target.id] += act.count
    return Counter({where: count for where, count in after.items() if count and where[1] != BOX.id})
