"""Where a saved game stands: its round and the points so far, worked out by playing it again."""

from __future__ import annotations

from typing import NamedTuple

from automa.dialogue import Tell
from solo.playing.resuming import look_at
from solo.trouble import Trouble


class Standing(NamedTuple):
    """The round that is played, where the game has rounds, and the points if it ended now."""

    round: int | None
    points: dict[str, int]


def standing(save: str) -> Standing | None:
    """Where it stands; None if it cannot be gone on with, which going on says."""
    try:
        driver = look_at(save)
    except Trouble:
        return None
    stages = [tell.values.get("round") for tell in driver.news() if isinstance(tell, Tell) and tell.stage]
    now = stages[-1] if stages else None
    points = {column.seat: column.total for column in driver.script.sheet().columns}
    return Standing(now if isinstance(now, int) else None, points)
