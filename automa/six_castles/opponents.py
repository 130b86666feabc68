"""Who one can play against, and how each decides: by a card of priorities, or by weighing every turn."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from automa.dialogue import Answer, Ask, Move, Named, Text
from automa.game import Decider, Opponent, Seat, Setup
from automa.picture import Lines, Picture, Span, Words
from automa.priorities import Section, Vocabulary, card, decide
from automa.six_castles import choices, prospects
from automa.six_castles.plans import DUMMY, MEASURES, WEIGHED, Plan, Thinker, Thinking
from automa.six_castles.prospects import Prospect
from automa.six_castles.rules import Placement
from automa.six_castles.state import Table
from automa.six_castles.territory import CELLS

if TYPE_CHECKING:
    from random import Random

    from automa.six_castles.tables import Tables

GAME = "six-castles"
MOST_EQUALS = 6
"""Of more turns that are equally good, the first ones in reading order: a die has six faces."""
DEMO_SEATS = 3
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
    return choices.OR.join(turn.id for turn in turns[:MOST_EQUALS])


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


# ---------------------------------------------------------------- as cards


def opponents(tables: Tables) -> list[Opponent]:
    """The rivals, the thinking ones, and the official dummy."""
    facts = tables.opponents
    return [
        *(
            Opponent(id, plan.name, plan.character_text(GAME, id), list(plan.level), plan_card(plan), plan.house)
            for id, plan in facts.opponent.items()
        ),
        *(
            Opponent(
                id, thinker.name, thinker.character_text(GAME, id), list(thinker.level), thinker_card(thinker),
                thinker.house,
            )
            for id, thinker in facts.thinker.items()
        ),
        Opponent(DUMMY, facts.dummy.name, Text("six-castles.character.dummy"), card=dummy_card(), house=False),
    ]  # fmt: skip


def plan_card(plan: Plan) -> Picture:
    levels = [Text("six-castles.plan.level", level=level, n=marks) for level, marks in plan.level.items()]
    return card(
        [
            Section(Text("six-castles.plan.turns"), [want.text(GAME) for want in plan.turns]),
            Section(Text("six-castles.plan.marks"), levels),
        ],
        plan.strength,
    )


def thinker_card(thinker: Thinker) -> Picture:
    lines: list[Words] = []
    for level, thinking in thinker.level.items():
        lines.append([Span(Text("six-castles.plan.level", level=level, n=thinking.marks), "name")])
        lines += [
            [
                Span("  "),
                Span(Text("six-castles.plan.worth", value=tenths(worth), of=Text(f"{GAME}.measure.{name}"))),
            ]
            for name, worth in thinking.worth.items()
        ]
        if thinking.strength is not None:
            lines.append([Span(thinking.strength.text, "good")])
    return [Lines(lines)]


def dummy_card() -> Picture:
    steps = [Text(f"six-castles.plan.dummy.{step}") for step in (1, 2, 3)]
    return card([Section(Text("six-castles.plan.turns"), steps)])


def demo_seats(tables: Tables) -> list[Seat]:
    """Rivals and a thinking one at a virtual table."""
    plans = [(id, plan.name, next(iter(plan.level))) for id, plan in tables.opponents.opponent.items()]
    thinkers = [(id, each.name, next(iter(each.level))) for id, each in tables.opponents.thinker.items()]
    everybody = [*plans[: DEMO_SEATS - 1], *thinkers[:1], *plans[DEMO_SEATS - 1 :]][:DEMO_SEATS]
    seats = [Seat(id, name, id, level) for id, name, level in everybody]
    if len(seats) == 1:
        seats.append(Seat(f"{seats[0].id}-2", f"{seats[0].name} 2", seats[0].opponent, seats[0].level))
    return seats


def opponent_words(tables: Tables) -> Iterator[str]:
    """Every text id of opponents that is put together from a word."""
    yield from WORDS.words()
    yield from (f"six-castles.plan.dummy.{step}" for step in (1, 2, 3))
    for group in (tables.opponents.opponent, tables.opponents.thinker):
        yield from (f"six-castles.character.{id}" for id, each in group.items() if not each.character)
    assert set(WEIGHED) <= set(MEASURES)
