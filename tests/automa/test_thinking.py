"""Playing the best few moves out: the budget is kept, luck is shared, the better moves get more of it."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import Struct

from automa.thinking import PROMISE, Search, Shuffles, compare, likely, quantile, worth_playing_out


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

    found = compare(moves(*range(count)), play, playouts)
    assert sorted(each.move.id for each in found) == sorted(str(place) for place in range(count))
    assert len(played) <= max(playouts, 4 * count)
    assert len(set(played)) == len(played), "no game is played twice"
    shuffles = Counter(number for _, number in played)
    assert set(shuffles) == set(range(max(shuffles) + 1))
    assert [each.games for each in found] == sorted((each.games for each in found), reverse=True)


def test_the_best_move_is_found_in_spite_of_luck() -> None:
    right = sum(compare(moves(3, 0, 1, 2, 0, 1), noisy(seed), 200)[0].move.id == "0" for seed in range(40))
    assert right >= 30


def test_a_few_games_do_not_make_up_for_a_promise() -> None:
    """What a move promised counts as many games when it is decided who goes on."""
    few = [Move("dull", 5.0, 0.0), Move("other", 5.0, 0.0), Move("lucky", 0.0, 4.0)]
    assert compare(few, lambda move, number: move.truth, 6)[-1].move.id == "lucky"
    many = compare(few, lambda move, number: move.truth, 20 * PROMISE)
    assert many[0].move.id == "lucky"


def test_a_move_that_was_played_is_compared_on_the_same_shuffles_and_changes_nothing() -> None:
    few, mine = moves(1, 5, 2, 3), Move("mine", 0.0, 4.0)
    plain, forced = compare(few, noisy(1), 400), compare(few, noisy(1), 400, forced=mine)
    assert forced[:-1] == plain
    assert forced[-1].move is mine and forced[-1].is_forced and forced[-1].games == plain[0].games
    assert forced[-1].behind == pytest.approx(1.0, abs=forced[-1].error)
    assert compare(few, noisy(1), 400, forced=few[1]) == plain, "the best move costs nothing"


def test_the_moves_that_are_kept_had_the_same_games_and_are_sorted_by_what_they_came_to() -> None:
    for seed in range(20):
        found = compare(moves(3, 0, 1, 2, 0, 1, 2, 2.5), noisy(seed), 200, keep=4)
        kept = found[:4]
        assert len({each.games for each in kept}) == 1 and found[4].games < kept[0].games
        assert [each.value for each in kept] == sorted((each.value for each in kept), reverse=True)
        behind = [each.behind for each in kept]
        assert behind == sorted(behind) and behind[0] == 0.0
        assert [kept[0].value - each.value for each in kept] == pytest.approx(behind)


def test_the_interval_holds_the_truth_nineteen_times_in_twenty() -> None:
    found = [compare(moves(3, 0), noisy(seed), 100)[1] for seed in range(200)]
    assert 180 <= sum(abs(each.behind - 3) <= each.error for each in found) <= 199


def test_the_same_seed_gives_the_same_answer() -> None:
    for seed in range(3):
        one, two = (compare(moves(1, 1, 1, 1), noisy(seed), 60) for _ in range(2))
        assert [(each.move.id, each.value) for each in one] == [(each.move.id, each.value) for each in two]


@pytest.mark.parametrize(("values", "left"), [((9, 8, 3, 8.5), 3), ((9, 0, 0, 0), 1), ((1, 1, 1, 1), 3)])
def test_only_moves_that_promise_something_are_played_out(values: tuple[float, ...], left: int) -> None:
    search = Search(turns=10, moves=3, within=2.0)
    found = worth_playing_out([Move(str(value), value, 0) for value in values], search)
    assert len(found) == left
    assert [move.value for move in found] == sorted((move.value for move in found), reverse=True)


def test_a_margin_that_is_only_expected_does_not_win_for_sure() -> None:
    assert [likely(margin, 0) for margin in (-1, 0, 2)] == [0, 0.5, 1]
    assert likely(5, 5) == pytest.approx(0.841, abs=0.001) and likely(-5, 5) == pytest.approx(
        1 - likely(5, 5)
    )
    (found,) = compare(moves(0), lambda _, __: 3.0, 4, rest=3)
    assert found.won == pytest.approx(0.841, abs=0.001) and found.value == 3


def test_the_interval_of_few_games_is_wider() -> None:
    students = {6: 2.571, 13: 2.179, 50: 2.010, 1000: 1.962}
    assert {games: quantile(games) for games in students} == pytest.approx(students, rel=0.03)
