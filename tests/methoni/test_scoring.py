"""Points, the two largest Domains, towers, and what breaks a tie."""

from __future__ import annotations

import pytest

from automa.methoni import scoring
from automa.methoni.island import Land
from automa.methoni.scoring import Result
from solo.words.sentences import Words
from tests.methoni.positions import a_player, a_table, tables

PRIZES = (10, 5)


@pytest.mark.parametrize(
    ("sizes", "points"),
    [
        ([[8, 1], [10, 1], [5, 2, 3]], [5, 10, 0]),
        ([[8], [8], [5]], [10, 10, 5]),
        ([[8], [5], [5]], [10, 5, 5]),
        ([[8, 5], [4], []], [15, 0, 0]),
        ([[8, 8], [4], []], [10, 5, 0]),
        ([[8], [], []], [10, 0, 0]),
        ([[1], [1], []], [10, 10, 0]),
        ([[], [], []], [0, 0, 0]),
    ],
)
def test_all_who_tie_for_largest_score_it_and_the_next_size_is_second(
    sizes: list[list[int]], points: list[int]
) -> None:
    assert scoring.largest_points(sizes, PRIZES) == points


@pytest.mark.parametrize(
    ("sizes", "points"), [([[8, 5], [4], []], [10, 5, 0]), ([[8, 5], [8, 4], [3]], [10, 10, 5])]
)
def test_by_ruling_the_second_largest_goes_to_another_player(
    sizes: list[list[int]], points: list[int]
) -> None:
    assert scoring.largest_points(sizes, PRIZES, one_each=True) == points


@pytest.mark.parametrize(("towers", "points"), [(0, 0), (1, 1), (2, 3), (3, 6), (4, 10)])
def test_towers_on_the_board_score_1_3_6_10(towers: int, points: int) -> None:
    spots = ("a1", "f7", "c6", "d1")[:towers]
    table = a_table(domains=[{"owner": "jerry", "spaces": spot} for spot in spots])
    column = scoring.sheet(table).columns[0]
    assert column.lines[-1].points == points


def test_a_space_of_a_market_counts_and_an_objective_that_is_not_told_does_not() -> None:
    table = a_table(domains=[{"owner": "jerry", "spaces": "c2 c3"}])
    jerry = a_player(table, "jerry")
    spaces, ducats, objective, largest, towers = scoring.sheet(table).columns[0].lines
    assert [each.points for each in (spaces, ducats, objective, largest, towers)] == [6, 21, 0, 10, 1]
    jerry.objective = ("desert", "plains", "fields")
    assert scoring.sheet(table).columns[0].lines[2].points == 1
    assert scoring.totals(table)[jerry.place] == 6 + 21 + 1 + 10 + 1


def test_the_sheet_says_which_lands_an_objective_counts_once_it_is_told() -> None:
    def how(matching: int, *lands: Land) -> str:
        told = Result(seat="jerry", name="", sizes=[3], ducats=0, matching=matching, objective=lands)
        line = scoring.sheet_of([told], tables().scoring, "both").columns[0].lines[2]
        return Words.of("en", ["methoni"]).plain(line.how or "")

    assert how(0) == "Objective card not told yet"
    assert how(2) == "2 spaces"
    assert how(0, "desert", "forest") == "0 spaces of Desert and Forest"
    assert how(2, "desert", "forest") == "2 spaces of Desert and Forest"


def test_an_opponents_secret_objective_shows_in_no_score_before_the_end() -> None:
    table = a_table(domains=[{"owner": "evan", "spaces": "c2 c3"}])
    before = scoring.sheet(table).columns[1].total
    a_player(table, "evan").secret = ("desert", "forest", "fields")
    assert scoring.sheet(table).columns[1].total == before == scoring.totals(table)[1]


@pytest.mark.parametrize(("ruling", "winner"), [("annex", "evan"), ("claim", "jerry")])
def test_a_tie_goes_to_the_dearer_largest_domain_as_the_ruling_counts_it(ruling: str, winner: str) -> None:
    """Jerry: 2 spaces, 3 houses: 7 to annex, 5 to claim. Evan: 2 spaces, a villa: 9 to annex, 2 to claim."""
    table = a_table(
        domains=[
            {"owner": "jerry", "spaces": "a1 a2", "houses": "jerry evan andrew"},
            {"owner": "evan", "spaces": "f6 f7", "villas": "evan"},
        ],
        tie_value=ruling,
    )
    sheet = scoring.sheet(table)
    assert sheet.columns[0].total == sheet.columns[1].total
    assert [column.seat for column in sheet.winners()] == [winner]
    assert sheet.decided_by() is not None


def test_of_two_equally_large_domains_of_one_player_the_dearer_counts() -> None:
    table = a_table(
        domains=[
            {"owner": "jerry", "spaces": "a1 a2"},
            {"owner": "jerry", "spaces": "f6 f7", "houses": "jerry"},
        ]
    )
    assert scoring.result(table, a_player(table, "jerry")).value == 5


@pytest.mark.parametrize(("ruling", "largest"), [("both", [15, 0, 0]), ("one", [10, 5, 0])])
def test_a_score_is_the_same_with_and_without_the_sheet(ruling: str, largest: list[int]) -> None:
    table = a_table(
        domains=[
            {"owner": "jerry", "spaces": "a1 a2 a3"},
            {"owner": "jerry", "spaces": "f6 f7"},
            {"owner": "evan", "spaces": "c5"},
        ],
        both_largest=ruling,
    )
    columns = scoring.sheet(table).columns
    assert [column.lines[3].points for column in columns] == largest
    assert [column.total for column in columns] == scoring.totals(table)


def test_a_margin_is_over_the_best_of_the_others() -> None:
    table = a_table(ducats=[20, 25, 10])
    assert [scoring.margin(table, place) for place in range(3)] == [-5, 5, -15]


def test_a_fifth_domain_scores_as_many_towers_as_there_are() -> None:
    """By ruling a Domain may be closed without a tower; it is joined with another one at once."""
    scores = a_table().scoring
    assert [scoring.tower_points(scores, towers) for towers in range(6)] == [
        *scores.towers,
        scores.towers[-1],
    ]


def test_a_player_without_a_domain_has_nothing_to_break_a_tie_with() -> None:
    table = a_table()
    assert scoring.result(table, a_player(table, "jerry")).value == 0


@pytest.mark.parametrize(("ruling", "value"), [("annex", 6), ("claim", 3)])
def test_a_smaller_domain_breaks_no_tie_however_dear_it_is(ruling: str, value: int) -> None:
    """The first costs more by either price: houses and a villa stand in it."""
    table = a_table(
        domains=[
            {"owner": "jerry", "spaces": "f6 f7", "houses": "jerry evan andrew", "villas": "jerry"},
            {"owner": "jerry", "spaces": "a1 a2 a3"},
        ],
        tie_value=ruling,
    )
    result = scoring.result(table, a_player(table, "jerry"))
    assert (result.sizes, result.value) == ([3, 2], value)


def test_the_sheet_says_which_domain_brings_what_and_how_many_are_tied() -> None:
    english = Words.of("en", ["methoni"])
    results = [
        Result(seat=f"player-{number}", name="", sizes=sizes, ducats=0, matching=0)
        for number, sizes in enumerate([[8, 5], [8], [5, 2], [1], []])
    ]
    sheet = scoring.sheet_of(results, tables().scoring, "both")
    assert [english.plain(column.lines[3].how or "") for column in sheet.columns] == [
        "Domains of sizes 8 and 5: the largest (2 tied) and the second largest (2 tied)",
        "one Domain of size 8: the largest (2 tied)",
        "Domains of sizes 5 and 2: the second largest (2 tied)",
        "one Domain of size 1",
        "no Domain",
    ]
