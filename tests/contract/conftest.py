"""While the contract is tested, the example is one of the games."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from solo.games import GAMES
from tests.atable import EXAMPLE


@pytest.fixture(autouse=True, scope="package")
def example() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(GAMES, EXAMPLE, "tests.night_watch")
        yield
