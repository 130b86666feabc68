"""Who one can play against, and who answers for them."""

from __future__ import annotations

import msgspec

from automa.castle_combo import GAME
from automa.castle_combo.opponents.cast import CAST
from automa.castle_combo.opponents.following import Follower
from automa.castle_combo.opponents.plans import Plan
from automa.dialogue import Text
from automa.game import Seat, Setup
from tests.castle_combo.positions import tables


def test_the_shipped_opponents_are_in_order() -> None:
    assert list(tables().opponents.faults()) == []
    found = CAST.opponents(tables())
    assert len([each for each in found if not each.levels]) >= 5
    assert [each.id for each in found if each.levels] == ["marshal"]
    assert all(each.house and each.card for each in found)


def test_a_taught_opponent_speaks_its_own_words_and_plays() -> None:
    taught = msgspec.convert(
        {"name": "My Aunt", "character": "She likes purses.", "cards": [{"want": "purse"}]}, Plan
    )
    facts = tables()
    mine = msgspec.structs.replace(
        facts, opponents=msgspec.structs.replace(facts.opponents, opponent={"my-aunt": taught})
    )
    aunt = CAST.opponents(mine)[0]
    assert aunt.character == Text("priorities.own-words", words="She likes purses.")
    assert not aunt.house
    seats = [Seat("my-aunt", "My Aunt", "my-aunt"), Seat("you", "you")]
    assert isinstance(CAST.decider(seats[0], Setup(seats, mine)), Follower)
    assert GAME.demo_seats(mine)[0].opponent == "my-aunt"


def test_the_demo_has_a_thinking_bot_among_three() -> None:
    seats = GAME.demo_seats(tables())
    assert len({seat.id for seat in seats}) == 3
    assert sum(seat.opponent == "marshal" for seat in seats) == 1
