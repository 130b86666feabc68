"""Castellans of Valeria, the solo game: the opponent is run from its card."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from automa.dialogue import Text
from automa.game import Game, Playing, Scoring, Teaching
from automa.valeria import wording
from automa.valeria.tables import COLOURS, Tables

if TYPE_CHECKING:
    from automa.dialogue import Roll
    from automa.game import Lesson, Seat, Setup
    from automa.steps import Language
    from automa.valeria.game import Play
    from automa.valeria.state import State


class Valeria(Game[Tables]):
    """The game as the companion knows it."""

    id = "valeria"
    name = "Castellans of Valeria"
    players = range(2, 3)
    shared = range(2, 6)
    scored = range(2, 6)
    colours = COLOURS
    tracks = ("light", "all")
    rounds = range(1, 6)
    dice_in_box = True
    tables = Tables
    topics = wording.TOPICS

    def notation(self) -> Language[State]:
        from automa.valeria.rules.turn import TURN

        return TURN

    def rules(self, tables: Tables, track: str = "") -> Sequence[tuple[str, Text]]:
        from automa.valeria.steps import NOT_SAID

        notation = self.notation().help(NOT_SAID.get(track, ()))
        return list(dict(wording.reminders(tables), notation=notation).items())

    def starter(self, seats: Sequence[Seat]) -> str:
        return next((seat.id for seat in seats if seat.is_person), "")

    def script(self, setup: Setup) -> Play:
        from automa.valeria.game import Play

        return Play(setup)

    def playing(self) -> Playing:
        from automa.valeria.opponents import cast

        return Playing(self.script, cast.opponents, cast.demo_seats, cast.decider, coach=cast.coach)

    def scoring(self) -> Scoring:
        from automa.valeria import scoresheet

        return scoresheet

    def teaching(self) -> Teaching:
        from automa.valeria.lessons import TEACHING

        return TEACHING

    def roll_lesson(self, tables: Tables, roll: Roll, number: int, outcome: str) -> Lesson:
        from automa.valeria.lessons import roll_lesson

        return roll_lesson(tables, roll, number, outcome)


GAME = Valeria()
