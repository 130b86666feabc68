"""What happened, as a player reads it afterwards."""

from __future__ import annotations

import pytest

from automa.dialogue import TABLE, Number, Tell
from automa.selector import AGAIN
from solo.keeping.journal import Entry
from solo.playing.driver import Event, Given
from solo.showing.events import since_last_round, told_in


@pytest.mark.parametrize(("by", "told"), [("app", ["toy.insured"]), ("person", [AGAIN, "toy.insured"])])
def test_that_a_die_is_rolled_again_is_told_to_the_player_who_rolls_it(by: str, told: list[str]) -> None:
    roll = Number("toy.roll", TABLE, low=1, high=6)
    entry = Entry(ask=roll.id, to=TABLE, by="app" if by == "app" else "person", answer=6)
    events: list[Event] = [
        Given(roll, entry, 0),
        Tell(AGAIN, n=1, dice=["6"]),
        Given(roll, entry, 1),
        Tell("toy.insured"),
    ]
    assert [tell.id for tell in told_in(events)] == told


def test_a_resumed_game_tells_the_whole_last_round_and_this_one_so_far() -> None:
    rounds = [Tell("toy.round", round=number, stage=True) for number in (1, 2, 3)]
    deeds = [Tell("toy.insured") for _ in rounds]
    events: list[Event] = [event for pair in zip(rounds, deeds, strict=True) for event in pair]
    assert since_last_round(events) == events[2:]
    assert since_last_round(events[:2]) == events[:2]
