"""What is asked while the table is set up, each question with everything that decides on it."""

from __future__ import annotations

from automa.dialogue import Option, Text
from automa.valeria import rules
from automa.valeria.state import State


def manors(state: State) -> list[Option]:
    """The manors that are left on your board."""
    left = {number: state.manors[number].name for number in rules.manors_left(state)}
    names = {number: Text("valeria.numbered-manor", number=number, name=left[number]) for number in left}
    return [Option(number, names[number], Text(f"valeria.manor.{number}")) for number in left]


def empty_districts(state: State) -> list[Option]:
    """The districts without a Manor, each with its guilds."""
    board = state.board
    empty = rules.empty_districts(state)
    return [Option(id, board.named(id).name, board.guilds_at(id)) for id in empty]
