"""Castello Methoni (Mandoo Games, 2019) for three to five seats."""

from __future__ import annotations

from typing import TYPE_CHECKING

from automa.game import Game, Playing, Scoring, Teaching
from automa.methoni.tables import COLOURS, PLAYERS, Tables

if TYPE_CHECKING:
    from automa.methoni.state import State
    from automa.steps import Language


class MethoniGame(Game[Tables]):
    """Castello Methoni as the companion knows it."""

    id = "methoni"
    name = "Castello Methoni"
    players = PLAYERS
    scored = PLAYERS
    colours = COLOURS
    tables = Tables
    topics = (
        "setup", "turn", "prices", "build", "claim", "annex", "trade", "market", "limits", "redraw", "end",
        "scoring", "hands", "notation", "rulings",
    )  # fmt: skip

    def notation(self) -> Language[State]:
        from automa.methoni.steps import TURN

        return TURN

    def playing(self) -> Playing:
        from automa.methoni.game import Play
        from automa.methoni.opponents.cast import CAST

        return CAST.playing(Play)

    def scoring(self) -> Scoring:
        from automa.methoni import scoresheet

        return scoresheet

    def teaching(self) -> Teaching:
        from automa.methoni.lessons import TEACHING

        return TEACHING


GAME = MethoniGame()
