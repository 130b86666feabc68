"""Where the pieces lie in every kind of game, and what taking back a turn says."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest
from msgspec.structs import replace

from automa.dialogue import Ask
from automa.game import Seat
from automa.pieces import Table, counted, difference, instructions
from automa.valeria import GAME
from automa.valeria.own import talk
from automa.valeria.pieces import pieces
from automa.valeria.state import State
from tests.atable import a_setup, applied, at_random, people, steps
from tests.valeria.own.table import acting
from tests.valeria.positions import hear, said


@pytest.mark.parametrize("players", [2, 3, 5])
@pytest.mark.parametrize("cards", ["app", "table"])
@pytest.mark.parametrize("track", ["light", "all"])
def test_no_piece_is_lost_or_doubled(track: str, cards: str, players: int) -> None:
    seats = people(GAME, 2) if players == 2 else [Seat(f"p{place}", f"P{place}") for place in range(players)]
    setup = replace(a_setup(GAME, seats), track=track, cards=cards)
    script = GAME.script(setup)
    first: Counter[str] = Counter()
    for item in steps(script, at_random(Random(players))):
        if isinstance(item, Ask):
            found: Counter[str] = Counter()
            for lies in script.pieces():
                assert lies.count > 0
                found[lies.piece.id] += lies.count
            first = first or found
            assert found == first
    assert first["die"] == 3 * players + 3
    assert ("monk" in first) == (cards == "table")
    assert ("p0 wood" in first or "you wood" in first) == (track == "all")


def taken_back(state: State, line: str, *answers: str) -> list[str]:
    """What to do at the table to undo a turn."""
    before: Table = pieces(state)
    hear(talk.take(state), line, *answers)
    acts = difference(pieces(state), before)
    assert applied(counted(pieces(state)), acts) == counted(before)
    return [said(text) for text in instructions(acts)]


def test_a_manor_goes_back_to_its_own_space_and_the_goods_too() -> None:
    state = acting({"wood": 3}, dice=["gold"])
    assert taken_back(state, "manor 3 penumbra shadow.") == [
        "Put one of your Manors from Penumbra "
        "back in the space of the Architect's Manor on your player board.",
        "Move your token on the Shadow track from space 2 to the start.",
        "Move your token on the Holy track from space 1 to the start.",
        "Move your wood marker on your wood track from 0 to 3.",
        "Move a die with gold on top from your spent dice to your drafted dice.",
    ]


def test_a_crate_comes_off_the_icon_that_it_was_put_on() -> None:
    state = acting({"gold": 1}, dice=["gold"])
    assert taken_back(state, "wharf buy wood column 1.") == [
        "Put one of your crates from icon 1 of the buying row back in your supply.",
        "Move your wood marker on your wood track from 1 to 0.",
        "Move your gold marker on your gold track from 0 to 1.",
        "Move a die with gold on top from your spent dice to your drafted dice.",
    ]
