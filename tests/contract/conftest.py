"""The games under contract: while it is tested, the example is one of them."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from automa.game import Game
from solo.games import GAMES, game_named
from tests.atable import EXAMPLE, UNDER_CONTRACT


@pytest.fixture(autouse=True, scope="package")
def example() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(GAMES, EXAMPLE, "tests.night_watch")
        yield


@pytest.fixture(params=[*UNDER_CONTRACT, "valeria:all"], scope="module")
def name_and_track(request: pytest.FixtureRequest) -> str:
    """All tests of a game come one after another, so that they can look at the same games."""
    return str(request.param)


@pytest.fixture
def game(name_and_track: str, monkeypatch: pytest.MonkeyPatch) -> Game:
    """Every game as it is usually played; and one with a person's own side in full."""
    name, _, track = name_and_track.partition(":")
    game = game_named(name)
    if track:
        monkeypatch.setattr(game, "tracks", (track,))
    return game
