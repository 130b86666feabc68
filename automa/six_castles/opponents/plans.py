"""The form of `opponents.toml`: the words of a rival's card, and what a thinking rival weighs."""

from typing import Annotated, Literal, TypeAlias, get_args

from msgspec import Meta, Struct, field

from automa import priorities
from automa.dialogue import Text
from automa.game import Seat
from automa.priorities import AtLeast, AtMost, Least, Listed, Most, Strength
from automa.thinking import Search

GAME = "six-castles"
DUMMY = "dummy"
"""The official opponent for one player alone."""

Measure: TypeAlias = Literal[
    "points", "religion", "coins", "track", "contracts", "marks", "goods", "landscapes", "constructions",
    "castles", "founded", "workers", "spent", "touching", "closed", "left",
]  # fmt: skip
MEASURES: tuple[Measure, ...] = get_args(Measure)
Believed: TypeAlias = Literal[
    "religion", "coins", "contracts", "marks", "goods", "constructions", "castles", "workers", "spent", "left"
]
Weighed: TypeAlias = Literal["points", Believed]
WEIGHED: tuple[Weighed, ...] = get_args(Weighed)

Wanted: TypeAlias = AtLeast[Measure] | AtMost[Measure] | Most[Measure] | Least[Measure]
Marks: TypeAlias = Annotated[int, Meta(ge=0, le=4)]
Worths: TypeAlias = dict[Believed, Annotated[float, Meta(ge=-10, le=10)]]
"""What things besides points are worth, in points."""


class Plan(Listed, frozen=True, kw_only=True):
    """A rival that follows a card of priorities for its whole turn."""

    turns: Annotated[tuple[Wanted, ...], Meta(min_length=1)]
    level: Annotated[dict[str, Marks], Meta(min_length=1)]
    """For each level how many terrains of a hill it marks in a turn."""
    strength: Strength | None = None


class Thinking(Struct, frozen=True, forbid_unknown_fields=True):
    """A level of a thinking rival."""

    marks: Marks
    worth: str = ""
    """By which of its worths it weighs; without, it counts points alone."""
    search: Search | None = None
    """How far it looks ahead; else it takes the turn that is worth most."""
    strength: Strength | None = None


class Thinker(Listed, frozen=True, kw_only=True):
    """A rival that weighs every turn it can take."""

    level: Annotated[dict[str, Thinking], Meta(min_length=1)]
    worth: dict[str, Worths]
    """What it believes things are worth, under a name for its levels."""

    def worths(self, thinking: Thinking) -> Worths:
        """What a level of it goes by."""
        return self.worth[thinking.worth] if thinking.worth else {}


class Coaching(Struct, frozen=True, forbid_unknown_fields=True):
    """How the coach weighs the turns of a person."""

    worth: Worths
    search: Search
    """How many turns get a look at what the next one could be."""


class Dummy(Struct, frozen=True, forbid_unknown_fields=True):
    """The official opponent for one player alone."""

    name: str


class Opponents(Struct, frozen=True, forbid_unknown_fields=True):
    """The file `opponents.toml`."""

    dummy: Dummy
    coach: Coaching
    opponent: dict[str, Plan]
    thinker: dict[str, Thinker] = field(default_factory=dict)

    def named(self, id: str) -> Plan | Thinker:
        return self.opponent.get(id) or self.thinker[id]


def marks_of(opponents: Opponents, seat: Seat) -> int:
    """How many terrains a rival marks in a turn, by its level."""
    rival = opponents.named(seat.opponent)
    level = rival.level[seat.level or next(iter(rival.level))]
    return level if isinstance(level, int) else level.marks


def faults(opponents: Opponents) -> list[tuple[str, Text]]:
    """What is wrong with opponents that the types allow: the key and what is wrong."""
    wrong = priorities.faults("opponents", {"opponent": opponents.opponent, "thinker": opponents.thinker})
    for group in (opponents.opponent, opponents.thinker):
        if DUMMY in group:
            wrong.append((f"opponents.opponent.{DUMMY}", Text("six-castles.table.dummy")))
    for id, thinker in opponents.thinker.items():
        for level, thinking in thinker.level.items():
            if thinking.worth and thinking.worth not in thinker.worth:
                key = f"opponents.thinker.{id}.level.{level}.worth"
                wrong.append((key, Text("six-castles.table.no-worth", name=thinking.worth)))
    return wrong
