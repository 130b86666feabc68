"""For all tests: what was collected is no garbage, and a busy machine is no fault."""

from __future__ import annotations

import gc

from hypothesis import HealthCheck, settings

from solo.__main__ import GARBAGE_THRESHOLD

settings.register_profile("shared machine", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("shared machine")


def pytest_collection_finish() -> None:
    """All that is loaded by now stays: looking through it for garbage, over and over, would take long."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(GARBAGE_THRESHOLD)
