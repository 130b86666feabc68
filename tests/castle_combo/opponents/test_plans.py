"""The words of `opponents.toml`, and what the types of the table cannot check."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from automa.castle_combo.opponents.plans import Opponents


def test_an_unknown_word_in_a_plan_is_an_error() -> None:
    for wrong in (
        {"cards": [{"want": "luck"}]},
        {"cards": [{"want": "most", "of": "fun"}]},
        {"cards": [{"want": "shield", "shield": "wood"}]},
        {"cards": [{"want": "face-up", "often": 3}]},
        {"cards": [], "keys": [{"spend": "throw", "find": {"want": "purse"}}]},
    ):
        with pytest.raises(msgspec.ValidationError):
            msgspec.convert({"opponent": {"x": {"name": "X", **wrong}}}, Opponents)


@pytest.mark.parametrize(
    ("content", "key"),
    [
        ({"opponent": {"x": {"name": "X", "cards": [{"want": "purse"}]}}}, "opponents.opponent.x.character"),
        ({"opponent": {"x": {"name": "X", "character": "X.", "cards": []}}}, "opponents.opponent.x.cards"),
        (
            {"opponent": {"you": {"name": "X", "character": "X.", "cards": [{"want": "purse"}]}}},
            "opponents.opponent.you",
        ),
        (
            {
                "opponent": {
                    "x": {"name": "X", "character": "X.", "cards": [{"want": "purse"}]},
                    "y": {"name": "x", "character": "Y.", "cards": [{"want": "purse"}]},
                }
            },
            "opponents.opponent.y.name",
        ),
        ({"opponent": {}}, "opponents.opponent"),
        (
            {"opponent": {}, "thinker": {"t": {"name": "T", "house": True, "level": {}, "weights": {}}}},
            "opponents.thinker.t.level",
        ),
        (
            {
                "opponent": {},
                "thinker": {"t": {"name": "T", "level": {"a": {"weights": "b"}}, "weights": {}}},
            },
            "opponents.thinker.t.level.a.weights",
        ),
    ],
)
def test_what_the_types_allow_but_cannot_be(content: dict[str, Any], key: str) -> None:
    assert key in [f"opponents.{where}" for where, _ in msgspec.convert(content, Opponents).faults()]
