"""A season: who comes next, and what a win is worth."""

from __future__ import annotations

from solo.keeping.history import Played, Rival
from solo.keeping.seasons import Season, season_of, stars_of

RUNGS = ["anna", "bob", "carl:calm", "carl:fierce"]


def game(opponent: str, mine: int, theirs: int, season: int = 1) -> Played:
    rival = Rival(opponent, opponent, "", theirs)
    return Played("", "castle-combo", "", "", mine, [opponent], [rival], mine >= theirs, season=season)


def after(*games: Played) -> Season:
    return season_of("castle-combo", RUNGS, games)


def test_a_season_begins_with_the_weakest() -> None:
    assert after().place == 0
    assert after().offers() == [0]
    assert after().number == 1


def test_a_player_who_beats_one_meets_the_next() -> None:
    assert after(game("anna", 50, 49)).place == 1
    assert after(game("anna", 50, 49), game("bob", 50, 60)).place == 1
    assert after(game("anna", 50, 49), game("bob", 50, 60), game("bob", 61, 60)).place == 2


def test_stars_are_for_the_margin() -> None:
    assert [stars_of(game("anna", 100, theirs)) for theirs in (100, 91, 90, 81, 80, 10)] == [1, 1, 2, 2, 3, 3]


def test_the_best_result_counts() -> None:
    assert after(game("anna", 100, 50), game("anna", 100, 99)).stars == [3, 0, 0, 0]


def test_after_two_losses_the_one_below_is_offered() -> None:
    lost = game("bob", 50, 60)
    assert after(game("anna", 50, 49), lost).offers() == [1]
    assert after(game("anna", 50, 49), lost, lost).offers() == [1, 0]
    assert after(game("anna", 50, 60), game("anna", 50, 60)).offers() == [0]


def test_after_a_clear_win_one_rung_may_be_passed_over() -> None:
    assert after(game("anna", 100, 50)).offers() == [1, 2]
    assert after(game("anna", 100, 50), game("carl:calm", 100, 99)).place == 3
    assert after(game("carl:calm", 100, 50)).offers() == [3]


def test_a_season_that_is_won_offers_everybody_again() -> None:
    won = after(game("carl:fierce", 100, 50))
    assert won.is_won
    assert won.offers() == [3, 2, 1, 0]


def test_only_the_games_of_the_last_season_count() -> None:
    games = [game("anna", 50, 49), game("bob", 50, 49), game("anna", 40, 50, season=2), game("anna", 9, 1, 0)]
    season = season_of("castle-combo", RUNGS, games)
    assert (season.number, season.place) == (2, 0)
    assert season_of("castle-combo", RUNGS, games, 1).place == 2
