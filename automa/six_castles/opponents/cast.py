"""Who one can play against, each drawn as a card."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from automa.dialogue import Text
from automa.game import Opponent, Seat
from automa.picture import Lines, Picture, Span, Words
from automa.priorities import Section, card
from automa.six_castles.opponents.deciding import GAME, WORDS, tenths
from automa.six_castles.opponents.plans import DUMMY, MEASURES, WEIGHED, Plan, Thinker

if TYPE_CHECKING:
    from automa.six_castles.tables import Tables

DEMO_SEATS = 3


def opponents(tables: Tables) -> list[Opponent]:
    """The rivals, the thinking ones, and the official dummy."""
    facts = tables.opponents
    return [
        *(
            Opponent(
                id, plan.name, plan.character_text(GAME, id), list(plan.level), plan_card(plan), plan.house
            )
            for id, plan in facts.opponent.items()
        ),
        *(
            Opponent(
                id,
                thinker.name,
                thinker.character_text(GAME, id),
                list(thinker.level),
                thinker_card(thinker),
                thinker.house,
            )
            for id, thinker in facts.thinker.items()
        ),
        Opponent(
            DUMMY, facts.dummy.name, Text("six-castles.character.dummy"), card=dummy_card(), house=False
        ),
    ]


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
