"""Entering one's own Objective cards and an opponent of one's own."""

from __future__ import annotations

from typing import Any

import pytest

from automa.dialogue import Ask, Tell
from automa.game import Lesson
from automa.methoni import GAME
from solo.facts.overlay import load
from solo.facts.teach import lessons
from solo.facts.telling import ask_facts, drawing
from tests.methoni.positions import tables


def taught(lesson: Lesson, answers: list[Any]) -> dict[str, Any]:
    waiting = iter(answers)
    said: Any = None
    try:
        while True:
            item = lesson.send(said)
            said = item.check(next(waiting)) if isinstance(item, Ask) else None
            assert isinstance(item, Ask | Tell | list)
    except StopIteration as over:
        assert next(waiting, None) is None
        found: dict[str, Any] = over.value
        return found


def test_objective_cards_are_entered_one_by_one() -> None:
    lesson = lessons(load(GAME))["objectives"]()
    cards = [list(card.lands) for card in tables().objectives.card.values()]
    cards[2] = ["mountain", "desert", "fields"]
    facts = load(GAME, taught(lesson, cards))
    assert facts.tables.objectives.card["forest-desert-furrows"].lands == ("mountain", "desert", "fields")
    assert [fact.key for fact in facts.assumed()] == ["board.as-printed"]


def test_a_single_card_is_asked_when_the_tables_are_checked() -> None:
    asked = ask_facts(load(GAME), "objectives.card.plains-forest-desert.lands")
    facts = load(GAME, taught(asked, [["plains", "forest", "fields"]]))
    assert len(facts.assumed()) == 5
    assert drawing(load(GAME), "board.space.a1")


def test_a_board_that_is_different_is_entered_space_by_space() -> None:
    asked = ask_facts(load(GAME), "board.as-printed")
    swapped = ["a1", "furrows", False, "a4", "desert", False, "none"]
    facts = load(GAME, taught(asked, swapped))
    assert facts.tables.board.space["a1"].land == "furrows"
    assert facts.tables.board.island.allowed["desert"] != tables().board.island.allowed["desert"]
    assert "board.as-printed" not in {fact.key for fact in facts.assumed()}


def test_an_opponent_of_ones_own_can_be_played_against() -> None:
    lesson = lessons(load(GAME))["opponent"]()
    answers = [
        "Marina Dandolo", "Nonna Pia", "Never pays twice.",
        "least-price", "most-points", "enough", "least-price", "enough", "most-points", "enough", True,
    ]  # fmt: skip
    facts = load(GAME, taught(lesson, answers))
    plan = facts.tables.opponents.opponent["nonna-pia"]
    assert (plan.name, plan.character, len(plan.cards)) == ("Nonna Pia", "Never pays twice.", 2)
    assert "nonna-pia" in {each.id for each in GAME.opponents(facts.tables)}


@pytest.mark.parametrize("name", ["you", "!?"])
def test_a_name_that_cannot_be_is_asked_again(name: str) -> None:
    lesson = lessons(load(GAME))["opponent"]()
    next(lesson)
    assert isinstance(lesson.send(None), Ask)
    assert isinstance(lesson.send(name), Tell)
