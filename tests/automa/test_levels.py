"""The names of levels: shown in the player's language, typed in any."""

from __future__ import annotations

import pytest

from automa.levels import IN_DUTCH, NAMES, level_called, level_name
from solo.games import GAMES, game_named
from solo.words.sentences import Words
from tests.atable import tables_of


@pytest.mark.parametrize("game", GAMES)
def test_every_level_has_a_name(game: str) -> None:
    for opponent in game_named(game).opponents(tables_of(game)):
        assert set(opponent.levels) <= set(NAMES)


def test_a_level_is_typed_as_it_is_read_in_any_language() -> None:
    for lang in ("en", "nl"):
        words = Words.of(lang, [], strict=True)
        for level in NAMES:
            assert level_called(words.plain(level_name(level)).upper(), list(NAMES)) == level
    assert set(IN_DUTCH.values()) == set(NAMES)


def test_a_level_that_this_opponent_does_not_have_is_not_meant() -> None:
    assert level_called("fel", ["gentle"]) is None
    assert level_called("easy", ["gentle"]) is None
    assert level_called("mine", ["mine"]) == "mine"
    assert level_name("mine") == "mine"
