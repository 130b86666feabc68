"""The clock that keeps a thinking opponent from holding up a game: a safety net, its budget is not time."""

from __future__ import annotations

from time import monotonic

SECONDS = 6.0
"""How long anybody may think at a table, however slow the machine."""


class Patience:
    """Whether whoever thinks has thought long enough."""

    __slots__ = ("until",)

    def __init__(self) -> None:
        self.until = 0.0

    def begin(self) -> None:
        """Somebody begins to think."""
        self.until = monotonic() + SECONDS

    def __call__(self) -> bool:
        return monotonic() > self.until
