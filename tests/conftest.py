"""For all tests: what was collected is no garbage, a busy machine is no fault, and Ctrl-C is heard."""

from __future__ import annotations

import gc
import signal
from collections.abc import Sequence

import pytest
from hypothesis import HealthCheck, settings

from automa.steps import Step
from automa.thinking import Search
from automa.valeria.opponents.evaluation import Evaluation
from automa.valeria.opponents.playouts import Playouts
from automa.valeria.rules.effects import apply
from automa.valeria.state import State
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
    monkeypatch.setattr(Playouts, "margin", _at_first_sight)


def _at_first_sight(playouts: Playouts, state: State, steps: Sequence[Step], shuffle: int) -> float:
    """What a turn of Valeria is worth without playing the round out: that takes long."""
    table = state.twin()
    for step in steps:
        apply(table, step)
    return Evaluation(state, state.you).value(table)
