"""6 Castles (Pythagoras, 2019) for two to four seats, and alone against the official dummy."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from msgspec.structs import replace

from automa.game import Game, Playing, Scoring, Teaching
from automa.six_castles.tables import COLOURS, Tables

if TYPE_CHECKING:
    from automa.game import Seat
    from automa.six_castles.state import State
    from automa.steps import Language


class SixCastles(Game[Tables]):
    """6 Castles as the companion knows it."""

    id = "six-castles"
    name = "6 Castles"
    players = range(2, 5)
    scored = range(1, 5)
    colours = COLOURS
    tables = Tables
    topics = (
        "setup", "turn", "tile", "crag", "castle", "discs", "line", "sell", "landscapes", "workers",
        "religion", "constructions", "draw", "end", "scoring", "family", "solo", "rivals", "notation",
        "rulings",
    )  # fmt: skip

    def notation(self) -> Language[State]:
        from automa.six_castles.rules.turns import TURN

        return TURN

    def starter(self, seats: Sequence[Seat]) -> str:
        from automa.six_castles.game import starter

        return starter(seats)

    def playing(self) -> Playing:
        from automa.six_castles.game import Play
        from automa.six_castles.opponents.cast import CAST, decider, opponents

        return replace(CAST.playing(Play), opponents=opponents, decider=decider)

    def scoring(self) -> Scoring:
        from automa.six_castles import scoresheet

        return scoresheet

    def teaching(self) -> Teaching:
        from automa.six_castles.lessons import TEACHING

        return TEACHING


GAME = SixCastles()
