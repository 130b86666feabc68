"""The weights that are fitted: what explains the end of a game, and nothing by chance."""

from __future__ import annotations

from random import Random

import pytest

from automa.methoni.opponents.evaluation import PARTS
from tests.methoni.fitting import WEIGHTS, fitted, turns_of_a_game

TRUE = {"rivals": -1.0, "threat": -0.3, "hope": 0.0, "market": 1.5, "tower": 1.8}


def test_what_explains_the_end_is_found_and_what_does_not_is_nothing() -> None:
    random = Random(1)
    turns = []
    for _ in range(2000):
        parts = [random.uniform(0, 10) for _ in PARTS]
        ahead = parts[0] + sum(TRUE[name] * part for name, part in zip(WEIGHTS, parts[1:], strict=True))
        left = random.uniform(0, 5)
        turns.append(([*parts, 1.0, left, left**2], 0.8 * ahead + random.gauss(0, 3) + left))
    found = fitted([turns[begin : begin + 20] for begin in range(0, len(turns), 20)])
    assert found == pytest.approx(TRUE, abs=0.25)
    assert found["hope"] == 0


def test_a_game_is_noted_turn_by_turn_and_the_same_again() -> None:
    turns = turns_of_a_game("gentle", 3)
    assert turns == turns_of_a_game("gentle", 3)
    assert len(turns) >= 10 and all(len(parts) == len(PARTS) + 3 for parts, _ in turns)
