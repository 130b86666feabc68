"""The form of `opponents.toml`: the words of a rival's card, and what a thinking rival weighs."""

from collections.abc import Iterator
from typing import Annotated, Literal, TypeAlias, get_args

from msgspec import Meta, Struct

from automa import priorities
from automa.declared import Flaw
from automa.dialogue import Text
from automa.game import Seat
from automa.priorities import AtLeast, AtMost, Least, Listed, Most
from automa.thinking import Level

GAME = "six-castles"
DUMMY = "dummy"
"""The official opponent for one player alone."""

Measure: TypeAlias = Literal[
    "points", "religion", "coins", "track", "contracts", "marks", "goods", "landscapes", "constructions",
    "castles", "founded", "workers", "spent", "touching", "closed", "left",
]  # fmt: skip
MEASURES: tuple[Measure, ...] = get_args(Measure)
Believed: TypeAlias = Literal[
    "visits",
    "walks",
    "lead",
    "tie",
    "landscapes",
    "constructions",
    "sales",
    "goods",
    "discs",
    "workers",
    "lying",
]
BELIEVED: tuple[Believed, ...] = get_args(Believed)

Wanted: TypeAlias = AtLeast[Measure] | AtMost[Measure] | Most[Measure] | Least[Measure]
Marks: TypeAlias = Annotated[int, Meta(ge=0, le=4)]
Worths: TypeAlias = dict[Believed, Annotated[float, Meta(ge=-10, le=10)]]
"""What things besides points are worth, in points."""


class Plan(Listed, frozen=True, kw_only=True):
    """A rival that follows a card of priorities for its whole turn."""

    turns: Annotated[tuple[Wanted, ...], Meta(min_length=1)]
    level: Annotated[dict[str, Marks], Meta(min_length=1)]
    """For each level how many terrains of a hill it marks with discs."""
    owns: Annotated[int, Meta(ge=0, le=40)] = 0
    """How many terrains it usually ends with at its first level, as it was measured."""


class Thinking(Level, frozen=True):
    """A level of a thinking rival."""

    noise: Annotated[float, Meta(ge=0, le=20)] = 0.0
    """How far off its estimates are, in points."""


class Thinker(Listed, frozen=True, kw_only=True):
    """A rival that weighs every turn it can take."""

    level: Annotated[dict[str, Thinking], Meta(min_length=1)]
    worth: Worths
    """What it believes things are worth."""


class Dummy(Struct, frozen=True, forbid_unknown_fields=True):
    """The official opponent for one player alone."""

    name: str
    dutch: str = ""


class Opponents(priorities.Opponents[Plan, Thinker], frozen=True, kw_only=True):
    """The file `opponents.toml`."""

    dummy: Dummy

    def faults(self) -> Iterator[Flaw]:
        yield from super().faults()
        if DUMMY in (*self.opponent, *self.thinker):
            yield f"opponent.{DUMMY}", Text("six-castles.table.dummy")
        for id, thinker in self.thinker.items():
            missing = [name for name in BELIEVED if name not in thinker.worth]
            if missing:
                yield f"thinker.{id}.worth", Text("six-castles.table.no-worth", name=missing[0])


def marks_of(opponents: Opponents, seat: Seat) -> int:
    """How many terrains a rival by its card marks with discs, by its level."""
    rival = opponents.opponent[seat.opponent]
    return rival.level[seat.level or next(iter(rival.level))]
