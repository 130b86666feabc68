"""Castle Combo (Catch Up Games, 2024) for two to five seats."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, get_args

from automa.castle_combo import tables as castle_combo_tables
from automa.castle_combo.tables import Tables
from automa.dialogue import Text
from automa.game import USUAL, Game

if TYPE_CHECKING:
    from automa.castle_combo.game import Play
    from automa.coach import Coach
    from automa.dialogue import Ask, Tell
    from automa.game import Decider, Lesson, Opponent, Seat, Setup
    from automa.grammar import Grammar
    from automa.picture import Picture
    from automa.sheet import Sheet

# What only playing or only scoring needs is imported when it is needed: a score in a file shall be quick.

TOPICS = (
    "setup", "turn", "key", "buy", "face-down", "placing", "abilities", "icons", "messenger", "refill", "end",
    "scoring", "notation", "rulings",
)  # fmt: skip
"""The rules reminders, in reading order."""


class CastleCombo(Game):
    """Castle Combo as the companion knows it."""

    id = "castle-combo"
    name = "Castle Combo"
    players = range(2, 6)
    scored = range(1, 6)
    tables = Tables
    topics = TOPICS

    def faults(self, tables: Tables) -> list[tuple[str, Text]]:
        return castle_combo_tables.faults(tables)

    def words(self, tables: Tables) -> Iterable[str]:
        from automa.castle_combo.cards.wording import card_words
        from automa.castle_combo.notation import CHOICES
        from automa.castle_combo.opponents.cast import opponent_words
        from automa.castle_combo.picture import picture_words
        from automa.castle_combo.rules import Obstacle
        from automa.castle_combo.scoresheet import GRID
        from automa.castle_combo.state import SIDES

        yield from super().words(tables)
        yield from card_words()
        yield from (f"castle-combo.word.{word}" for word in CHOICES)
        yield from opponent_words(tables)
        yield from picture_words()
        yield from (f"castle-combo.refused.{obstacle}" for obstacle in get_args(Obstacle))
        yield from (f"castle-combo.place.{side}" for side in SIDES)
        yield from (f"castle-combo.way.{side}" for side in ("left", "right"))
        yield from (f"castle-combo.grid.{cell}" for row in GRID for cell in row)
        yield from (
            f"castle-combo.fix.{pile}{ask}" for pile in ("display", "discard") for ask in ("", ".ask")
        )

    def notation(self) -> Grammar[Any, Any]:
        from automa.castle_combo.notation import TURN

        return TURN

    def script(self, setup: Setup) -> Play:
        from automa.castle_combo.game import Play

        return Play(setup)

    def opponents(self, tables: Tables) -> Sequence[Opponent]:
        from automa.castle_combo.opponents.cast import opponents

        return opponents(tables)

    def demo_seats(self, tables: Tables) -> Sequence[Seat]:
        from automa.opponents import demo_seats

        return demo_seats(tables.opponents.opponent, tables.opponents.thinker)

    def decider(self, seat: Seat, setup: Setup) -> Decider:
        from automa.castle_combo.opponents.cast import decider

        return decider(seat, setup)

    def coach(self, setup: Setup) -> Coach | Text:
        from automa.castle_combo.opponents.cast import coach

        return coach(setup) or super().coach(setup)

    def score(
        self, tables: Tables, players: int, round: int = 0, rulings: Mapping[str, str] = USUAL
    ) -> Generator[Ask | Tell, Any, Sheet]:
        from automa.castle_combo.scoresheet import score

        return score(tables.cards.deck, players)

    def score_file(self, tables: Tables, content: Any, rulings: Mapping[str, str] = USUAL) -> Sheet:
        from automa.castle_combo.scoresheet import score_file

        return score_file(tables.cards.deck, content)

    def score_example(self, tables: Tables) -> dict[str, Any]:
        from automa.castle_combo.scoresheet import example

        return example()

    def lessons(self, tables: Tables) -> Mapping[str, Callable[[], Lesson]]:
        from automa.castle_combo.lessons import lessons

        return lessons(tables)

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

    def draw_fact(self, tables: Tables, key: str) -> Picture:
        from automa.castle_combo.picture import draw_fact

        return draw_fact(tables, key)


GAME = CastleCombo()
