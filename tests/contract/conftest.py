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
def game(request: pytest.FixtureRequest) -> Iterator[Game]:
    """Every game as it is usually played; and one with a person's own side in full.

    All tests of a game come one after another, so that they can look at the same games.
    """
    name, _, track = request.param.partition(":")
    game = game_named(name)
    with pytest.MonkeyPatch.context() as patch:
        if track:
            patch.setattr(game, "tracks", (track,))
        yield game
