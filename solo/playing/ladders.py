"""The opponents of a game in the order of their measured strength."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct
from msgspec.structs import replace

from automa.dialogue import Text
from automa.game import Game, Opponent, Tables
from automa.levels import NAMES, at_level
from automa.priorities import Strength
from solo.keeping.journal import wish_of

LEVELS = list(NAMES)
MOST_STARS = 5


def drawn_stars(stars: int, of: int = MOST_STARS) -> str:
    """Filled stars and empty ones, `of` in all."""
    return "★" * stars + "☆" * (of - stars)


class Rung(Struct, frozen=True):
    """An opponent at one of its levels."""

    opponent: Opponent
    level: str
    strength: Strength | None
    title: str
    """The opponent's name in the language of the player."""
    stars: int | None = None
    """How strong it is among the opponents of its game, 1 to 5, where that was measured."""

    @property
    def wish(self) -> str:
        """As it is asked for: NAME or NAME:LEVEL."""
        return wish_of(self.opponent.id, self.level)

    @property
    def name(self) -> str | Text:
        """As a player reads it, with its level where it has one."""
        return at_level(self.title, self.level)


def ladder(game: Game, tables: Tables, lang: str) -> list[Rung]:
    """Everybody one can play against, the weakest first; those who were never measured last."""
    rungs = [
        Rung(opponent, level, opponent.strengths.get(level), opponent.called(lang))
        for opponent in game.opponents(tables)
        for level in opponent.levels or [""]
    ]
    return [replace(rung, stars=_stars(rung, rungs)) for rung in sorted(rungs, key=_rank)]


def _stars(rung: Rung, rungs: Sequence[Rung]) -> int | None:
    """By the games that it wins; where only points were measured, by where they lie between least and most.

    The fifth star is kept for those who were not measured and stand above.
    """
    if rung.strength is None or rung.strength.wins is not None:
        return None if rung.strength is None else rung.strength.stars
    means = [each.strength.mean for each in rungs if each.strength is not None]
    least, most = min(means), max(means)
    top = MOST_STARS if len(means) == len(rungs) else MOST_STARS - 1
    return 1 + round((top - 1) * (rung.strength.mean - least) / max(most - least, 1))


def _rank(rung: Rung) -> tuple[int, int, int, int]:
    """The opponent of the rulebook begins; where wins were not measured, points say how strong it is.

    A level that was not measured stands beside the nearest level of the same opponent that was.
    """
    if rung.opponent.official and rung.strength is None:
        return 0, 0, 0, 0
    here = _place_of(rung.level)
    measured = sorted(rung.opponent.strengths, key=lambda level: abs(_place_of(level) - here))
    if not measured:
        return 3, 0, 0, here
    nearest = rung.opponent.strengths[measured[0]]
    beside = here - _place_of(measured[0])
    return 2 if nearest.wins is None else 1, nearest.wins or 0, nearest.mean, beside


def _place_of(level: str) -> int:
    """Where a level stands among all that there are, the gentlest first."""
    return LEVELS.index(level) if level in LEVELS else len(LEVELS)
