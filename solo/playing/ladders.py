"""The opponents of a game in the order of their measured strength."""

from __future__ import annotations

from msgspec import Struct

from automa.dialogue import Text
from automa.game import Game, Opponent, Tables
from automa.levels import level_name
from automa.priorities import Strength
from solo.keeping.journal import called


class Rung(Struct, frozen=True):
    """An opponent at one of its levels."""

    opponent: Opponent
    level: str
    strength: Strength | None

    @property
    def wish(self) -> str:
        """As it is asked for: NAME or NAME:LEVEL."""
        return called(self.opponent.id, self.level)

    @property
    def name(self) -> str | Text:
        """As a player reads it, with its level where it has one."""
        if not self.level:
            return self.opponent.name
        return Text("opponents.at-level", name=self.opponent.name, level=level_name(self.level))


def ladder(game: Game, tables: Tables) -> list[Rung]:
    """Everybody one can play against, the weakest first; who was never measured comes last."""
    rungs = [
        Rung(opponent, level, opponent.strengths.get(level))
        for opponent in game.opponents(tables)
        for level in opponent.levels or [""]
    ]
    return sorted(rungs, key=_rank)


def _rank(rung: Rung) -> tuple[bool, int, int]:
    """Whom the rules describe begins; where wins were not measured, points say how strong it is."""
    strength = rung.strength
    if strength is None:
        return not rung.opponent.official, 0, 0
    return strength.wins is None, strength.wins or 0, strength.mean
