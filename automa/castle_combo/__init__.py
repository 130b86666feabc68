"""Castle Combo (Catch Up Games, 2024) for two to five seats."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from automa.castle_combo.tables import Tables
from automa.dialogue import Text
from automa.game import Game, Playing, Scoring, Teaching

if TYPE_CHECKING:
    from automa.castle_combo.state import State
    from automa.dialogue import Ask
    from automa.game import Lesson, Seat
    from automa.steps import Language


class CastleCombo(Game[Tables]):
    """Castle Combo as the companion knows it."""

    id = "castle-combo"
    name = "Castle Combo"
    players = range(2, 6)
    scored = range(1, 6)
    tables = Tables
    topics = (
        "setup", "turn", "key", "buy", "face-down", "placing", "abilities", "icons", "messenger", "refill",
        "end", "scoring", "notation", "rulings",
    )  # fmt: skip

    def notation(self) -> Language[State]:
        from automa.castle_combo.steps import TURN

        return TURN

    def concerns(self, key: str, seats: Sequence[Seat]) -> bool:
        """Other names of a card are understood in every game."""
        return super().concerns(key, seats) and not key.endswith(".also")

    def own_names(self, tables: Tables) -> Mapping[str, str]:
        return {name: id for id, card in tables.cards.card.items() for name in card.also}

    def unknown_name(self, ask: Ask, refusal: Text) -> str:
        from automa.castle_combo.lessons import unknown_name

        return unknown_name(ask, refusal)

    def name_lesson(self, tables: Tables, name: str) -> Lesson:
        from automa.castle_combo.lessons import card_of_name

        return card_of_name(tables.cards, name)

    def playing(self) -> Playing:
        from automa.castle_combo.game import Play
        from automa.castle_combo.opponents.cast import CAST

        return CAST.playing(Play)

    def scoring(self) -> Scoring:
        from automa.castle_combo import scoresheet

        return scoresheet

    def teaching(self) -> Teaching:
        from automa.castle_combo.lessons import TEACHING

        return TEACHING


GAME = CastleCombo()
