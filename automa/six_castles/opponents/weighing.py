"""What a rival's turn is worth: the words of its card measured, and weighed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from msgspec import Struct

from automa.dialogue import Named, Text
from automa.priorities import Vocabulary
from automa.six_castles.opponents import prospects
from automa.six_castles.opponents.plans import GAME, MEASURES, Weighed
from automa.six_castles.opponents.prospects import Prospect


def few_names(turns: Sequence[Prospect]) -> Sequence[Named | Text]:
    """Turns in a reason: each by its notation, or how many there are."""
    return [Text("six-castles.turns", n=len(turns))] if len(turns) > 2 else turns


WORDS: Vocabulary[Prospect] = Vocabulary(
    GAME, {measure: getattr(prospects, measure) for measure in MEASURES}, names=few_names
)


class Valued(Struct):
    """A turn and what it is worth, in points."""

    move: Prospect
    value: float


def weighed(turns: Sequence[Prospect], weights: Mapping[Weighed, float]) -> list[Valued]:
    """Every turn with what it is worth."""
    measures = [(WORDS.measures[name], weight) for name, weight in weights.items() if weight]
    return [Valued(turn, sum([weight * measure(turn) for measure, weight in measures])) for turn in turns]


def parts(turn: Prospect, weights: Mapping[Weighed, float]) -> dict[str, float]:
    """What the worth of a turn consists of."""
    return {name: weight * WORDS.measures[name](turn) for name, weight in weights.items()}
