"""Playing the best few moves out: the budget is kept, luck is shared, the better moves get more of it."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import Struct

from automa.thinking import PROMISE, Search, Shuffles, play_out, worth_playing_out


class Move(Struct, frozen=True):
    """A move that promises one thing and is worth another."""

    id: str
    value: float
    truth: float


def moves(*truths: float) -> list[Move]:
    return [Move(str(place), 0.0, truth) for place, truth in enumerate(truths)]


def noisy(seed: int, spread: float = 8.0):  # type: ignore[no-untyped-def]
    """Games whose luck is that of the shuffle, with some of the move's own."""
    shuffles = Shuffles(Random(seed))

    def play(move: Move, number: int) -> float:
        luck = shuffles.random(number)
        own = Random(f"{seed} {move.id} {number}")
        return move.truth + luck.gauss(0, spread) + own.gauss(0, spread / 2)

    return play


@given(st.integers(2, 12), st.integers(2, 400))
def test_the_budget_is_kept_and_shared_out_evenly(count: int, playouts: int) -> None:
    played: list[tuple[str, int]] = []

    def play(move: Move, number: int) -> float:
        played.append((move.id, number))
        return move.truth

    found = play_out(moves(*range(count)), play, playouts)
    assert sorted(each.move.id for each in found) == sorted(str(place) for place in range(count))
    assert len(played) <= max(playouts, 4 * count)
    assert len(set(played)) == len(played), "no game is played twice"
    shuffles = Counter(number for _, number in played)
    assert set(shuffles) == set(range(max(shuffles) + 1))
    assert [each.times for each in found] == sorted((each.times for each in found), reverse=True)


def test_the_best_move_is_found_in_spite_of_luck() -> None:
    right = sum(play_out(moves(3, 0, 1, 2, 0, 1), noisy(seed), 200)[0].move.id == "0" for seed in range(40))
    assert right >= 30


def test_a_few_games_do_not_make_up_for_a_promise() -> None:
    """One lucky game against a move that promised more: the promise counts as many."""
    dull, lucky = Move("dull", 5.0, 0.0), Move("lucky", 0.0, 4.0)
    found = play_out([dull, lucky], lambda move, number: move.truth, 2)
    assert found[0].move is dull
    many = play_out([dull, lucky], lambda move, number: move.truth, 20 * PROMISE)
    assert many[0].move is lucky


def test_who_is_in_a_hurry_gets_what_is_known() -> None:
    asked = 0

    def hurry() -> bool:
        nonlocal asked
        asked += 1
        return asked > 3

    found = play_out(moves(1, 5, 2, 3), lambda move, number: move.truth, 4000, hurry)
    assert found[0].move.truth == 5
    assert found[0].times < 10


def test_the_same_seed_gives_the_same_answer() -> None:
    for seed in range(3):
        one, two = (play_out(moves(1, 1, 1, 1), noisy(seed), 60) for _ in range(2))
        assert [(each.move.id, each.total) for each in one] == [(each.move.id, each.total) for each in two]


@pytest.mark.parametrize(("values", "left"), [((9, 8, 3, 8.5), 3), ((9, 0, 0, 0), 1), ((1, 1, 1, 1), 3)])
def test_only_moves_that_promise_something_are_played_out(values: tuple[float, ...], left: int) -> None:
    search = Search(turns=10, moves=3, within=2.0)
    found = worth_playing_out([Move(str(value), value, 0) for value in values], search)
    assert len(found) == left
    assert [move.value for move in found] == sorted((move.value for move in found), reverse=True)
