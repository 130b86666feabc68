"""For all tests of the site: a game that is put away is collected, and nothing older is looked through."""

from __future__ import annotations

import gc

import pytest


@pytest.fixture(autouse=True)
def quick_collection() -> None:
    """Exclude from garbage collection what earlier tests have loaded."""
    gc.freeze()
