"""How opponents decide: by a card of priorities, or by weighing every turn; who stands in for a person."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from automa.dialogue import Answer, Ask, Move, Named, Text
from automa.game import Decider, Seat, Setup
from automa.priorities import Vocabulary, decide
from automa.six_castles.game.questions import OR
from automa.six_castles.opponents import prospects
from automa.six_castles.opponents.plans import MEASURES, Plan, Thinking
from automa.six_castles.opponents.prospects import Prospect
from automa.six_castles.rules import Placement
from automa.six_castles.state import Table
from automa.six_castles.territory import CELLS

if TYPE_CHECKING:
    from random import Random

GAME = "six-castles"
MOST_EQUALS = 6
"""Of more turns that are equally good, the first ones in reading order: a die has six faces."""
CLOSELY = 4
"""How many ways to lay its tile a thinking rival looks at with two workers walking."""


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

    __slots__ = ("plan",)

    def __init__(self, plan: Plan) -> None:
        self.plan = plan

    def answer(self, ask: Ask, script: Any, random: Random) -> tuple[Answer, Sequence[Text]]:
        table: Table = script.table
        player = table.player(ask.to)
        found = prospects.prospects(table, player, str(ask.values["tile"]))
        best, why = decide(self.plan.turns, found, WORDS)
        return _written(best), why


class Weigher:
    """Decides by what every turn gains and what it leaves to the others."""

    __slots__ = ("thinking",)

    def __init__(self, thinking: Thinking) -> None:
        self.thinking = thinking

    def answer(self, ask: Ask, script: Any, random: Random) -> tuple[Answer, Sequence[Text]]:
        table: Table = script.table
        player = table.player(ask.to)
        tile = str(ask.values["tile"])
        weights = self.worth(table.rounds - table.round, table.rounds)
        found = prospects.prospects(table, player, tile)
        values = [self.value(turn, weights) for turn in found]
        places = self.best_places(found, values)
        further = prospects.prospects(table, player, tile, places, walkers=2)
        found += further
        values += [self.value(turn, weights) for turn in further]
        best = max(values)
        kept = {turn.id: turn for turn, value in zip(found, values, strict=True) if value == best}
        equals = list(kept.values())
        return _written(equals), [
            Text("six-castles.why.weighed", n=len(found), value=tenths(best)),
            *self.reasons(equals[0], weights),
        ]

    def best_places(self, found: Sequence[Prospect], values: Sequence[int]) -> list[Placement]:
        """The ways to lay the tile that it looks at more closely: with two workers walking."""
        ranked = sorted(range(len(found)), key=lambda place: -values[place])
        places = (Placement(CELLS[found[place].turn.cell], found[place].turn.tile) for place in ranked)
        return list(dict.fromkeys(places))[:CLOSELY]

    def worth(self, left: int, rounds: int) -> dict[str, int]:
        """What things are worth now: what pays only later is worth less towards the end."""
        later = {"marks", "constructions", "workers", "castles"}
        return {
            name: worth * left // rounds if name in later else worth
            for name, worth in self.thinking.worth.items()
        }

    def value(self, turn: Prospect, weights: dict[str, int]) -> int:
        measures = WORDS.measures
        return sum(weight * measures[name](turn) for name, weight in weights.items() if weight)

    def reasons(self, turn: Prospect, weights: dict[str, int]) -> Iterator[Text]:
        """What the turn is made of, in its own numbers."""
        for name, weight in weights.items():
            amount = WORDS.measures[name](turn)
            if amount and weight:
                yield Text(
                    "six-castles.why.worth",
                    amount=amount,
                    of=Text(f"{GAME}.measure.{name}"),
                    value=tenths(weight * amount),
                )


def tenths(value: int) -> str:
    """Tenths of a point as a number with one decimal."""
    sign = "−" if value < 0 else ""
    return f"{sign}{abs(value) // 10}.{abs(value) % 10}"


def _written(turns: Sequence[Prospect]) -> str:
    return OR.join(turn.id for turn in turns[:MOST_EQUALS])


class StandIn:
    """Plays legally for a person or the dummy where nobody is at the table."""

    __slots__ = ()

    def answer(self, ask: Ask, script: Any, random: Random) -> tuple[Answer, Sequence[Text]]:
        if isinstance(ask, Move) and ask.id == "six-castles.act":
            # Doing nothing is the last thing listed; a stand-in that plays does something.
            options = [option.id for option in ask.options[:-1]] or [ask.options[-1].id]
            return options[int(random.random() * len(options))], []
        return ask.legal(random), []


def decider(seat: Seat, setup: Setup) -> Decider:
    """Who answers for a seat."""
    opponents = setup.tables.opponents
    plan = opponents.opponent.get(seat.opponent)
    if plan is not None:
        return Follower(plan)
    thinker = opponents.thinker.get(seat.opponent)
    if thinker is not None:
        return Weigher(thinker.level.get(seat.level, next(iter(thinker.level.values()))))
    return StandIn()
