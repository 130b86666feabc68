"""Making an opponent of one's own, in a conversation."""

from __future__ import annotations

from collections.abc import Callable, Generator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from msgspec import to_builtins

from automa.castle_combo.opponents.plans import (
    CELL_MEASURES,
    WAY_MEASURES,
    AtLeast,
    CardWant,
    CellWant,
    FaceUp,
    Having,
    KeyHabit,
    MoveForMore,
    MoveToFind,
    Plan,
    RefreshToFind,
    habit_text,
    some_wants,
    want_text,
)
from automa.castle_combo.picture import opponent_card
from automa.dialogue import TABLE, YOU, Ask, Choose, Confirm, Move, Name, Number, Option, Refused, Tell, Text
from automa.game import Lesson
from automa.names import slug
from automa.picture import Heading, Picture
from automa.priorities import Least, Most

if TYPE_CHECKING:
    from automa.castle_combo.tables import Tables

MOST_PRIORITIES = 6
LONGEST_CHARACTER = 200
MOST_KEPT = 9
GOOD = 4
"""How many points are worth a key, where a lesson has to name a number."""

Talk = Generator[Ask | Tell | Picture, Any, Any]


def lessons(tables: Tables) -> Mapping[str, Callable[[], Lesson]]:
    """The lessons of the game, by name."""
    return {"opponent": lambda: opponent_lesson(tables)}


def opponent_lesson(tables: Tables) -> Lesson:
    """An opponent of one's own: name, character, priorities for cards, keys, cells and abilities."""
    yield Tell("castle-combo.teach.begin")
    while True:
        id, name = yield from ask_name(tables)
        character: str = yield _sentence(name)
        cards = yield from ask_cards(name)
        plan = Plan(
            name=name,
            character=character,
            cards=cards,
            keys=(yield from ask_keys(name, cards)),
            cells=(yield from ask_cells(name)),
            abilities=(yield from ask_abilities(name)),
        )
        yield [Heading(name), *opponent_card(plan)]
        if (yield Confirm("castle-combo.teach.right", YOU, default=True, name=name)):
            return {"opponents": {"opponent": {id: written(plan)}}}


def written(plan: Plan) -> dict[str, Any]:
    """A plan as it stands in a table; all of it, so that it replaces an earlier one of that name."""
    return {
        "name": plan.name,
        "character": plan.character,
        "keys": [to_builtins(habit) for habit in plan.keys],
        "cards": [to_builtins(want) for want in plan.cards],
        "cells": [to_builtins(want) for want in plan.cells],
        "abilities": [to_builtins(want) for want in plan.abilities],
    }


def ask_name(tables: Tables) -> Talk:
    """A name that nobody else has, and the id made of it; one's own opponent may be made anew."""
    others = {
        id: each.name
        for group in (tables.opponents.opponent, tables.opponents.thinker)
        for id, each in group.items()
        if each.house or id in tables.opponents.thinker
    }
    others |= {id: plan.name for id, plan in tables.opponents.opponent.items() if id != slug(plan.name)}
    while True:
        name: str = yield Name("castle-combo.teach.name", YOU)
        id = slug(name)
        if not id or id in (YOU, TABLE):
            yield Tell("castle-combo.teach.name-letters", name=name)
            continue
        taken = [each for other, each in others.items() if other == id or each.casefold() == name.casefold()]
        if not taken:
            return id, name
        yield Tell("castle-combo.teach.name-taken", name=taken[0])


def _sentence(name: str) -> Move:
    def read(text: str, insist: bool) -> str:
        words = " ".join(text.split())
        if not 1 <= len(words) <= LONGEST_CHARACTER or not words.isprintable():
            raise Refused(
                Text("castle-combo.teach.character-length", high=LONGEST_CHARACTER, found=len(words))
            )
        return words

    example = "An opponent of my own making."
    return Move(
        "castle-combo.teach.character",
        YOU,
        [Option(example, Text("castle-combo.teach.some-character"))],
        read=read,
        name=name,
    )


def ask_cards(name: str) -> Talk:
    """The priorities for cards, one at a time."""
    offered = {want_id(want): want for want in some_wants()}
    chosen: list[CardWant] = []
    while offered and len(chosen) < MOST_PRIORITIES:
        options = [Option(id, want_text(want)) for id, want in offered.items()]
        if chosen:
            options.insert(0, Option("enough", Text("castle-combo.teach.enough")))
        answer = yield Choose("castle-combo.teach.card", YOU, options, n=len(chosen) + 1, name=name)
        if answer == "enough":
            break
        chosen.append(offered.pop(answer))
    return tuple(chosen)


def want_id(want: CardWant) -> str:
    """A stable id of a priority: its words with hyphens between them."""
    return "-".join(str(word) for word in to_builtins(want).values())


def ask_keys(name: str, cards: Sequence[CardWant]) -> Talk:
    """The habits with keys: they look for what the opponent wants first."""
    sought: Having | None = next(
        (want for want in cards if not isinstance(want, FaceUp | Most | Least)), None
    )
    move: KeyHabit = MoveToFind(sought) if sought else MoveForMore("points", GOOD)
    refresh: KeyHabit = RefreshToFind(sought or AtLeast("points", GOOD))
    options = [
        Option("never", Text("castle-combo.teach.keys.never")),
        Option("move", Text("castle-combo.teach.keys.move", habit=habit_text(move))),
        Option("refresh", Text("castle-combo.teach.keys.refresh", habit=habit_text(refresh))),
        Option("both", Text("castle-combo.teach.keys.both")),
    ]
    answer = yield Choose("castle-combo.teach.keys", YOU, options, name=name)
    if answer == "never":
        return ()
    keep: int = yield Number("castle-combo.teach.keep", YOU, low=0, high=MOST_KEPT, default=0, name=name)
    move = MoveToFind(sought, keep) if sought else MoveForMore("points", GOOD, keep)
    refresh = RefreshToFind(sought or AtLeast("points", GOOD), keep)
    return {"move": (move,), "refresh": (refresh,), "both": (move, refresh)}[answer]


def ask_cells(name: str) -> Talk:
    """Where a card is laid; among equals, where it scores most."""
    wants = [Most(of) for of in CELL_MEASURES]
    options = [Option(want.of, want_text(want)) for want in wants]
    answer = yield Choose("castle-combo.teach.cell", YOU, options, default="points", name=name)
    first: tuple[CellWant, ...] = (Most(answer),)
    return first if answer == "points" else (*first, Most("points"))


def ask_abilities(name: str) -> Talk:
    """What counts where an ability leaves a choice."""
    options = [Option(of, want_text(Most(of))) for of in WAY_MEASURES]
    answer = yield Choose("castle-combo.teach.ability", YOU, options, default="profit", name=name)
    return (Most(answer),) if answer == "profit" else (Most(answer), Most("profit"))
