"""For all tests: what was collected is no garbage, a busy machine is no fault, and Ctrl-C is heard."""

from __future__ import annotations

import gc
import signal

import pytest
from hypothesis import HealthCheck, settings

from automa.thinking import Search
from solo.__main__ import GARBAGE_THRESHOLD

settings.register_profile("shared machine", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("shared machine")

if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    # Whoever runs the tests in the background hands that down, and no program they start would hear it.
    signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_collection_finish() -> None:
    """All that is loaded by now stays: looking through it for garbage, over and over, would take long."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(GARBAGE_THRESHOLD)


@pytest.fixture
def few_games(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever thinks ahead plays out a handful of games: the same answers, sooner and worse."""
    monkeypatch.setattr(Search, "games", lambda self, length: 16)
