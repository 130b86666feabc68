"""What is asked while the table is set up, each question with everything that decides on it."""

from __future__ import annotations

from automa.dialogue import Option, Text
from automa.valeria import rules
from automa.valeria.state import State


def manors(state: State) -> list[Option]:
    """The manors that are left on your board."""
    return [manor(state, number) for number in rules.manors_left(state)]


def manor(state: State, number: str) -> Option:
    name = Text("valeria.numbered-manor", number=number, name=state.manors[number].name)
    return Option(number, name, Text(f"valeria.manor.{number}"))


def empty_districts(state: State) -> list[Option]:
    """The districts without a Manor, each with its guilds."""
    board = state.board
    empty = rules.empty_districts(state)
    return [Option(id, board.named(id).name, board.guilds_at(id)) for id in empty]
