"""Finished games: what the saves say about results, by game, opponent and level.

There is no other record: a finished journal is the result, and deleting it deletes the result.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from itertools import groupby, takewhile

from msgspec import Struct

from automa.dialogue import Text
from automa.levels import at_level
from solo.keeping.saves import Save


class Rival(Struct, frozen=True):
    """Another player at the table."""

    name: str
    opponent: str
    """NAME or NAME:LEVEL of an opponent; empty for a person."""
    level: str
    score: int

    @property
    def full_name(self) -> str | Text:
        """Its name, with its level where it has one."""
        return at_level(self.name, self.level)


class Played(Struct):
    """One finished game from one person's side."""

    started: str
    game: str
    save: str
    person: str
    """The seat's name; empty for the one person."""
    score: int
    opponents: list[str]
    """As they are asked for: NAME or NAME:LEVEL."""
    against: list[Rival]
    """Everybody else at the table."""
    won: bool
    hints: int = 0
    """How many were asked for."""
    seconds: int = 0
    """How long it took."""
    season: int = 0

    @property
    def best_opponent(self) -> int:
        return max((rival.score for rival in self.against), default=0)

    def is_like(self, other: Played) -> bool:
        """Whether the same person played the same game against the same opponents."""
        mine, theirs = ((each.game, each.person, sorted(each.opponents)) for each in (self, other))
        return mine == theirs

    def beat(self, rival: Rival) -> bool:
        """Whether the person was ahead of one of the others; with equal points, by winning."""
        return self.score > rival.score or (self.score == rival.score and self.won)


class GameStats(Struct):
    """One person's results in one game."""

    game: str
    games: int
    won: int
    mean: float
    best: Played
    """The game with most points, the first of equals."""
    streak: int
    """How many were won in a row up to the last; below 0, how many were lost."""
    longest: int
    """The longest row of games won."""
    points: list[int]
    """Of each game, the oldest first."""
    hints: int
    seconds: int
    """Time at the table, as far as it was measured."""


class OpponentStats(Struct):
    """Results of many games against one opponent."""

    game: str
    opponent: str
    """As it is asked for: NAME or NAME:LEVEL."""
    name: str | Text
    """As it was called at the table, with its level."""
    games: int
    won: int
    """How often the person scored more than this opponent."""
    mean: float
    best: int
    mean_against: float
    """Of this opponent's own points."""
    margins: list[int]
    """By how many points the person was ahead in each game, the oldest first."""
    hints: int = 0
    seconds: int = 0


def played(saves: Iterable[Save]) -> list[Played]:
    """Every finished game, oldest first, a line for each person in it."""
    found: list[Played] = []
    for save in saves:
        over = save.over
        if save.trouble is not None or over is None:
            continue
        opponents = [seat for seat in save.seats if seat.opponent]
        for person in (seat for seat in save.seats if not seat.opponent):
            others = [seat for seat in save.seats if seat.id != person.id]
            found.append(
                Played(
                    started=save.started,
                    game=save.game,
                    save=save.name,
                    person=person.name,
                    score=over.scores.get(person.id, 0),
                    opponents=[seat.wish for seat in opponents],
                    against=[
                        Rival(seat.name or seat.id, seat.wish, seat.level, over.scores.get(seat.id, 0))
                        for seat in others
                    ],
                    won=person.id in over.winners,
                    hints=over.hints,
                    seconds=over.seconds,
                    season=save.season,
                )
            )
    return sorted(found, key=lambda game: (game.started, game.save))


def game_stats(games: Sequence[Played]) -> list[GameStats]:
    """The results of one person, game by game."""
    groups: dict[str, list[Played]] = defaultdict(list)
    for game in games:
        groups[game.game].append(game)
    return [
        GameStats(
            game=name,
            games=len(group),
            won=sum(each.won for each in group),
            mean=sum(each.score for each in group) / len(group),
            best=max(group, key=lambda each: each.score),
            streak=_streak(group),
            longest=max(
                (len(list(row)) for won, row in groupby(each.won for each in group) if won), default=0
            ),
            points=[each.score for each in group],
            hints=sum(each.hints for each in group),
            seconds=sum(each.seconds for each in group),
        )
        for name, group in sorted(groups.items())
    ]


def _streak(games: Sequence[Played]) -> int:
    """How many were won in a row up to the last; below 0, how many were lost."""
    last = games[-1].won
    number = len(list(takewhile(lambda game: game.won == last, reversed(games))))
    return number if last else -number


def place_of(game: Played, games: Sequence[Played]) -> tuple[int, int]:
    """Which of the games against the same opponents it is by points, best first; and how many there are."""
    alike = [each.score for each in games if each.is_like(game)]
    return 1 + sum(score > game.score for score in alike), len(alike)


def opponent_stats(games: Sequence[Played]) -> list[OpponentStats]:
    """Results by game and opponent; of two of a kind at one table, the better one counts."""
    groups: dict[tuple[str, str], list[tuple[Played, Rival]]] = defaultdict(list)
    for game in games:
        for opponent in dict.fromkeys(game.opponents):
            alike = [rival for rival in game.against if rival.opponent == opponent]
            groups[game.game, opponent].append((game, max(alike, key=lambda rival: rival.score)))
    return [
        OpponentStats(
            game=name,
            opponent=opponent,
            name=group[0][1].full_name,
            games=len(group),
            won=sum(game.beat(rival) for game, rival in group),
            mean=sum(game.score for game, _ in group) / len(group),
            best=max(game.score for game, _ in group),
            mean_against=sum(rival.score for _, rival in group) / len(group),
            margins=[game.score - rival.score for game, rival in group],
            hints=sum(game.hints for game, _ in group),
            seconds=sum(game.seconds for game, _ in group),
        )
        for (name, opponent), group in sorted(groups.items())
    ]
