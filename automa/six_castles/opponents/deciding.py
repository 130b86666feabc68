"""How rivals decide: by a card of priorities for whole turns, or by weighing every turn."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from msgspec import Struct

from automa.dialogue import Answer, Ask, Named, Text
from automa.opponents import best_weighed
from automa.priorities import Vocabulary, Voice, decide
from automa.six_castles.game.questions import OR
from automa.six_castles.opponents import prospects
from automa.six_castles.opponents.plans import GAME, MEASURES, Plan, Thinking, Weighed
from automa.six_castles.opponents.prospects import Prospect
from automa.six_castles.state import Table

if TYPE_CHECKING:
    from random import Random

MOST_EQUALS = 6
"""Of more turns that are equally good, the first ones in reading order: a die has six faces."""
WALKERS = 2
"""How many workers of a thinking rival may walk in a turn: a new one and another."""
LATER: frozenset[Weighed] = frozenset(("marks", "constructions", "workers", "castles"))
"""What pays only later is worth less and less towards the end."""


def few_names(turns: Sequence[Prospect]) -> Sequence[Named | Text]:
    """Turns in a reason: each by its notation, or how many there are."""
    return [Text("six-castles.turns", n=len(turns))] if len(turns) > 2 else turns


WORDS: Vocabulary[Prospect] = Vocabulary(
    GAME,
    {measure: getattr(prospects, measure) for measure in MEASURES},
    names=few_names,
)


class Follower:
    """Decides by a card of priorities for whole turns."""

    __slots__ = ("plan", "voice")

    def __init__(self, plan: Plan, voice: Voice | None = None) -> None:
        self.plan = plan
        self.voice = voice

    def answer(self, ask: Ask, script: Any, random: Random) -> tuple[Answer, Sequence[Text]]:
        table: Table = script.table
        found = prospects.prospects(table, table.player(ask.to), str(ask.values["tile"]))
        best, why = decide(self.plan.turns, found, WORDS, self.voice)
        return OR.join(turn.id for turn in best[:MOST_EQUALS]), why


class Valued(Struct):
    """A turn and what it is worth, in points."""

    move: Prospect
    value: float


class Weigher:
    """Decides by what every turn gains and what it leaves to the others."""

    __slots__ = ("thinking", "voice")

    def __init__(self, thinking: Thinking, voice: Voice | None = None) -> None:
        self.voice = voice
        self.thinking = thinking

    def answer(self, ask: Ask, script: Any, random: Random) -> tuple[Answer, Sequence[Text]]:
        table: Table = script.table
        player, tile = table.player(ask.to), str(ask.values["tile"])
        weights = self.weights(table)
        found = weighed(prospects.prospects(table, player, tile, walkers=WALKERS), weights)
        best, why = best_weighed(GAME, found, lambda each: parts(each.move, weights), self.voice)
        return OR.join(best[:MOST_EQUALS]), why

    def weights(self, table: Table) -> dict[Weighed, float]:
        """What things are worth now, in points."""
        left = (table.rounds - table.round) / table.rounds
        return {
            name: worth / 10 * (left if name in LATER else 1) for name, worth in self.thinking.worth.items()
        }


def weighed(turns: Sequence[Prospect], weights: Mapping[Weighed, float]) -> list[Valued]:
    """Every turn with what it is worth."""
    measures = [(WORDS.measures[name], weight) for name, weight in weights.items() if weight]
    return [Valued(turn, sum(weight * measure(turn) for measure, weight in measures)) for turn in turns]


def parts(turn: Prospect, weights: Mapping[Weighed, float]) -> dict[str, float]:
    """What the worth of a turn consists of."""
    return {name: weight * WORDS.measures[name](turn) for name, weight in weights.items()}
