"""Finished games: what the saves say about results, by game, opponent and level.

There is no second book-keeping: a finished journal is the record, and deleting it deletes the result.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from solo.keeping.journal import called
from solo.keeping.saves import Save


@dataclass(slots=True)
class Played:
    """One finished game from one person's side."""

    started: str
    game: str
    save: str
    person: str
    """The seat's name; empty for the one person."""
    score: int
    opponents: list[str]
    """As they are asked for: NAME or NAME:LEVEL."""
    against: list[str]
    """The names of everybody else at the table."""
    best_opponent: int
    won: bool


@dataclass(slots=True)
class Standing:
    """Results of many games against one opponent."""

    game: str
    opponent: str
    games: int
    won: int
    mean: float
    best: int
    mean_against: float


def played(saves: Iterable[Save]) -> list[Played]:
    """Every finished game, oldest first, a line for each person in it."""
    found: list[Played] = []
    for save in saves:
        if save.trouble is not None or not save.finished:
            continue
        opponents = [seat for seat in save.seats if seat.opponent]
        for person in (seat for seat in save.seats if not seat.opponent):
            others = [save.scores.get(seat.id, 0) for seat in save.seats if seat.id != person.id]
            found.append(
                Played(
                    started=save.started,
                    game=save.game,
                    save=save.name,
                    person=person.name,
                    score=save.scores.get(person.id, 0),
                    opponents=[called(seat.opponent, seat.level) for seat in opponents],
                    against=[seat.name or seat.id for seat in save.seats if seat.id != person.id],
                    best_opponent=max(others, default=0),
                    won=person.id in save.winners,
                )
            )
    return sorted(found, key=lambda game: (game.started, game.save))


def standings(games: Sequence[Played]) -> list[Standing]:
    """Results by game and opponent; a game against several counts for each of them."""
    groups: dict[tuple[str, str], list[Played]] = defaultdict(list)
    for game in games:
        for opponent in dict.fromkeys(game.opponents):
            groups[game.game, opponent].append(game)
    return [
        Standing(
            game=name,
            opponent=opponent,
            games=len(group),
            won=sum(game.won for game in group),
            mean=sum(game.score for game in group) / len(group),
            best=max(game.score for game in group),
            mean_against=sum(game.best_opponent for game in group) / len(group),
        )
        for (name, opponent), group in sorted(groups.items())
    ]
