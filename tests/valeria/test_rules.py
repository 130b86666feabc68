"""Guild tracks, prices and places."""

from __future__ import annotations

import msgspec
from hypothesis import given
from hypothesis import strategies as st

from automa.valeria.board import Board
from automa.valeria.rules import can_move, cost_of, lines_crossed, next_space, places_for, push
from automa.valeria.tables import LineFacts
from tests.valeria.positions import DISTRICTS, a_table, tables


def test_the_ring_is_clockwise_and_closed() -> None:
    board = Board.of(tables())
    assert tuple(board.district) == DISTRICTS
    assert board.clockwise_from("nor-high") == [
        "penumbra", "luna-grove", "iron-pit", "anchorage", "bazani-gate",
    ]  # fmt: skip
    assert board.district["nor-high"].roads == ("bazani-gate/nor-high", "nor-high/penumbra")
    assert board.district["anchorage"].roads == ("iron-pit/anchorage", "anchorage/bazani-gate")


def test_a_bridge_shows_each_guild_of_its_two_districts_once() -> None:
    board = Board.of(tables())
    assert board.named("nor-high/penumbra").guilds == ("soldier", "shadow", "holy")
    assert board.named("bazani-gate").guilds == ("worker", "soldier")


def test_a_push_is_one_space_up_and_tokens_share_ordinary_spaces() -> None:
    track = Board.of(tables()).tracks["worker"]
    assert next_space(track, 0, {1}) == 1
    assert next_space(track, 9, {10}) == 10


def test_stars_hold_one_token_each() -> None:
    """Main rulebook, Game Overview: Ryan's token skips two taken stars."""
    track = Board.of(tables()).tracks["worker"]
    assert next_space(track, 10, {11, 12}) == 13
    assert next_space(track, 10, {11, 12, 13}) == 10
    assert next_space(track, 13, set()) == 13


def test_a_line_is_crossed_when_the_token_passes_it_also_in_a_jump() -> None:
    facts = tables()
    shadow = facts.guilds.guild["shadow"]
    lines = {"11": LineFacts("vp", 2)}
    guild = {**facts.guilds.guild, "shadow": msgspec.structs.replace(shadow, line=lines)}
    state = a_table(
        yours={"shadow": 10},
        theirs={"shadow": 11},
        guilds=msgspec.structs.replace(facts.guilds, guild=guild),
    )
    pushed = push(state, state.you, "shadow")
    assert pushed.after == 12
    assert state.you.score == 2


def test_lines_pay_once_on_the_way_up() -> None:
    track = Board.of(tables()).tracks["worker"]
    assert [line.gain for line in lines_crossed(track, 0, 13)] == ["gold", "resource", "vp"]
    assert lines_crossed(track, 2, 2) == []
    assert [line.gain for line in lines_crossed(track, 2, 3)] == ["gold"]
    assert lines_crossed(track, 0, 2) == []


def test_pushes_that_cannot_be_made_are_lost() -> None:
    state = a_table(yours={"holy": 12}, theirs={"holy": 13})
    pushed = push(state, state.you, "holy", 2)
    assert (pushed.after, pushed.lost) == (12, 2)
    assert not can_move(state, state.you, "holy")


@given(start=st.integers(0, 13), other=st.integers(0, 13), times=st.integers(0, 20))
def test_influence_never_goes_down_past_the_top_or_onto_a_taken_star(
    start: int, other: int, times: int
) -> None:
    if start == other and start > 10:
        return
    state = a_table(yours={"worker": start}, theirs={"worker": other})
    pushed = push(state, state.you, "worker", times)
    assert start <= pushed.after <= 13
    assert pushed.after <= 10 or pushed.after != other
    assert pushed.after == start or pushed.lost < times


def test_prices_grow_with_what_stands_there_in_any_colour() -> None:
    state = a_table(
        yours={"manors": {"6": "penumbra"}, "temple": "penumbra", "ship": "penumbra"},
        theirs={"manor": "penumbra", "lighthouse": "nor-high", "windmill": "nor-high/penumbra"},
        keeps={"penumbra": 3},
    )
    assert cost_of(state, "manor", "penumbra") == {"wood": 3, "gold": 2}
    assert cost_of(state, "manor", "nor-high") == {"wood": 3, "gold": 1}
    assert cost_of(state, "temple", "penumbra") == {"stone": 2, "gold": 1}
    assert cost_of(state, "shipyard", "penumbra") == {"wood": 2, "gold": 1}
    assert cost_of(state, "windmill", "nor-high/penumbra") == {"food": 2, "gold": 1}
    assert cost_of(state, "manor", "iron-pit") == {"wood": 3}


def test_a_lighthouse_may_stand_anywhere_but_beside_another() -> None:
    state = a_table(theirs={"lighthouse": "nor-high"})
    assert "nor-high" not in places_for(state, "manor", "6")
    assert "nor-high" in places_for(state, "manor", "1")
