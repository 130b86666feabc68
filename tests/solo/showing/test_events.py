"""What happened, as a player reads it afterwards."""

from __future__ import annotations

import pytest

from automa.dialogue import TABLE, Number, Tell
from automa.selector import AGAIN
from solo.keeping.journal import Entry
from solo.playing.driver import Event, Given
from solo.showing.events import told_in


@pytest.mark.parametrize(("by", "told"), [("app", ["toy.insured"]), ("person", [AGAIN, "toy.insured"])])
def test_that_a_die_is_rolled_again_is_told_to_whoever_rolls_it(by: str, told: list[str]) -> None:
    roll = Number("toy.roll", TABLE, low=1, high=6)
    entry = Entry(ask=roll.id, to=TABLE, by="app" if by == "app" else "person", answer=6)
    events: list[Event] = [
        Given(roll, entry, 0),
        Tell(AGAIN, n=1, dice=["6"]),
        Given(roll, entry, 1),
        Tell("toy.insured"),
    ]
    assert [tell.id for tell in told_in(events)] == told
