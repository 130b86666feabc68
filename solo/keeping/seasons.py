"""A season: the opponents of a game in the order of their strength, to be beaten one after the other.

There is no other record: a season is its finished games, and these are saves like any other with the number
of their season in the header.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from itertools import takewhile

from msgspec import Struct

from solo.keeping.history import Played

MOST_STARS = 3
STARS_FOR_SHARE = (0.0, 0.1, 0.2)
"""The stars of a game won: one for each of these shares of the own points that it was won by, or more."""
LOSSES_TO_CALM_DOWN = 2
"""The number of losses in a row after which an easier opponent is offered."""


class Season(Struct, frozen=True, dict=True):
    """How far the player has come."""

    game: str
    number: int
    rungs: Sequence[str]
    """The opponents as they are asked for, NAME or NAME:LEVEL, the weakest first."""
    games: Sequence[Played]
    """Those of this season that are over, oldest first."""

    @cached_property
    def stars(self) -> list[int]:
        """For each rung the best result: its stars, 0 where it was not beaten."""
        found = [0] * len(self.rungs)
        for game in self.games:
            rung = self.rung_of(game)
            if rung is not None and game.won:
                found[rung] = max(found[rung], stars_of(game))
        return found

    @cached_property
    def place(self) -> int:
        """The rung to beat next: the one above the highest that was beaten."""
        return max((rung + 1 for rung, stars in enumerate(self.stars) if stars), default=0)

    @property
    def is_won(self) -> bool:
        return self.place == len(self.rungs)

    def rung_of(self, game: Played) -> int | None:
        """The rung that a game was about; None if this version does not know its opponent."""
        about = [opponent for opponent in game.opponents if opponent in self.rungs]
        return self.rungs.index(about[0]) if about else None

    def losses(self) -> int:
        """How many games in a row were lost up to the last."""
        return len(list(takewhile(lambda game: not game.won, reversed(self.games))))

    def offers(self) -> list[int]:
        """The rungs that can be played now, the proposed one first.

        After losses the one below is offered as well; after a clear win the one above the next.
        """
        if self.is_won:
            return list(range(len(self.rungs)))[::-1]
        found = [self.place]
        if self.losses() >= LOSSES_TO_CALM_DOWN and self.place > 0:
            found.append(self.place - 1)
        if self.games and self.games[-1].won and stars_of(self.games[-1]) == MOST_STARS:
            found += [self.place + 1] if self.place + 1 < len(self.rungs) else []
        return found


def stars_of(game: Played) -> int:
    """The stars of a game won: by how much."""
    share = (game.score - game.best_opponent) / max(1, game.score)
    return sum(share >= least for least in STARS_FOR_SHARE)


def season_of(game: str, rungs: Sequence[str], games: Sequence[Played], number: int | None = None) -> Season:
    """The season of that number, or the last one that was begun; the first, if there was none."""
    mine = [each for each in games if each.game == game and each.season]
    last = number or max((each.season for each in mine), default=1)
    return Season(game, last, rungs, [each for each in mine if each.season == last])
