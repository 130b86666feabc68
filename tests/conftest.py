"""For all tests: what was collected is no garbage."""

from __future__ import annotations

import gc

from solo.__main__ import GARBAGE_THRESHOLD


def pytest_collection_finish() -> None:
    """All that is loaded by now stays: looking through it for garbage, over and over, would take long."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(GARBAGE_THRESHOLD)
