"""A picture of the table as plain data: what to show and how it is grouped, never how it is printed.

A game describes; the front ends lay out, colour and print. Styles are roles, not colours, so that a picture
reads just as well without any.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, TypeAlias

from msgspec import Struct, field

from automa.dialogue import Text

Style: TypeAlias = Literal[
    "", "name", "good", "bad", "dim", "gold", "key", "slate", "brown", "blue", "purple", "green",
    "red", "orange", "yellow", "mark",
]  # fmt: skip


class Span(Struct):
    """A few words in one style."""

    text: str | Text
    style: Style = ""


Words: TypeAlias = "Sequence[Span]"
"""One line of a cell or paragraph."""


class Cell(Struct):
    """A box in a grid. Lines that do not fit its width are wrapped."""

    lines: list[Words] = field(default_factory=list)
    style: Style = ""
    """The style of its border."""
    border: bool = True
    right: list[Words] = field(default_factory=list)
    """For each line, what stands flush right in it."""


class Grid(Struct):
    """Boxes in rows, all equally wide; a row is as high as its highest."""

    rows: list[list[Cell]]
    row_names: Sequence[str | Text] = field(default_factory=list)
    column_names: Sequence[str | Text] = field(default_factory=list)


class Heading(Struct):
    """A title, with what belongs beside it (a player's gold and keys)."""

    text: str | Text
    beside: list[Words] = field(default_factory=list)
    instead: list[Words] = field(default_factory=list)
    """What stands beside it where there is no room for what is under it."""


class Lines(Struct):
    """Lines of words, wrapped to the width there is."""

    lines: list[Words]
    hang: int = 0
    """How far in a line goes on that is wrapped."""


Block: TypeAlias = Heading | Grid | Lines
Picture: TypeAlias = list[Block]
