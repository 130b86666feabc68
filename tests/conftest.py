"""For all tests: no garbage collection of what was loaded, no deadlines, and Ctrl-C is heard."""

from __future__ import annotations

import gc
import os
import signal
from collections.abc import Sequence

import pytest
from hypothesis import HealthCheck, settings

from automa.six_castles.opponents import deciding
from automa.steps import Step
from automa.thinking import Search
from automa.valeria.opponents.coaching import Playouts
from automa.valeria.opponents.evaluation import Evaluation
from automa.valeria.rules.effects import apply
from automa.valeria.state import State
from solo.__main__ import GARBAGE_THRESHOLD

os.environ.pop("PYTHONDONTWRITEBYTECODE", None)  # the programs that tests start would compile all anew

settings.register_profile("shared machine", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("shared machine")

if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    # A shell that runs the tests in the background ignores it, and so would every program they start.
    signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_collection_finish() -> None:
    """Exclude everything loaded so far from garbage collection, which would slow every test."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(GARBAGE_THRESHOLD)


@pytest.fixture
def few_games(monkeypatch: pytest.MonkeyPatch) -> None:
    """Opponents and coaches that think ahead play out a handful of games and imagine fewer replies.

    Their answers have the same form; they come sooner and are worse.
    """
    monkeypatch.setattr(Search, "games", lambda self, length: 4)
    monkeypatch.setattr(Playouts, "margin", _at_first_sight)
    monkeypatch.setattr(deciding, "NEXT_LOOK", 1)
    monkeypatch.setattr(deciding, "NEXT_PLACES", 4)


def _at_first_sight(playouts: Playouts, state: State, steps: Sequence[Step], shuffle: int) -> float:
    """What a turn of Valeria is worth without playing the round out: that takes long."""
    table = state.twin()
    for step in steps:
        apply(table, step)
    return Evaluation(state, state.you).value(table)
