"""Every worked example of both rulebooks, and the tie sums."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from automa.dialogue import Text, converse
from automa.game import Seat, Setup, you
from automa.sheet import share_prizes
from automa.valeria import GAME
from automa.valeria.game import scoring_phase
from automa.valeria.scoresheet import score_file
from automa.valeria.scoring import (
    control_points,
    district_scores,
    guild_scores,
    halves,
    monument_scores,
    monument_value,
    score_control,
    score_guild,
    score_sheet,
    sheet_label,
    stars,
    wharf_score,
    zero_matters,
)
from tests.valeria.positions import RIVAL, a_table, at_random, hear, said, tables

BETH, MICHAEL, RYAN, HARRIS = range(4)
CONTROL = (6, 4, 2)
SEATS = [you(), Seat(RIVAL, "Oswin", RIVAL)]


def points(control: list[int], keeps: int = 0) -> list[int]:
    return [award.points for award in score_control(CONTROL, control, keeps)]


# Main rulebook, Scoring Phase: round 1 of Beth, Michael, Ryan and Harris (control in half points)


def test_anchorage_three_tied_for_second_share_two_prizes() -> None:
    assert points([2, 2, 2, 4]) == [2, 2, 2, 6]


def test_bazani_gate_a_windmill_breaks_the_tie_for_second() -> None:
    assert points([3, 4, 2, 0]) == [4, 6, 2, 0]


def test_nor_high_two_tied_for_second_share_six() -> None:
    assert points([3, 2, 2, 0]) == [6, 3, 3, 0]


def round_one() -> dict[str, Any]:
    """The board of the example; Nor High holds two Citizens, Beth's and Michael's."""
    return {
        "players": ["Beth", "Michael", "Ryan", "Harris"],
        "round": 1,
        "districts": {
            "anchorage": {"Beth": 1, "Michael": 1, "Ryan": 1, "Harris": 2},
            "bazani-gate": {"Beth": 1, "Michael": 2, "Ryan": 1},
            "nor-high": {"Beth": 1, "Michael": 1, "Ryan": 1},
        },
        "roads": {"bazani-gate/nor-high": {"Beth": 1}},
        "monuments": {
            "Beth": {"gate": 2},
            "Michael": {"ward-tower": 3},
            "Ryan": {"gate": 1, "lighthouse": 2},
            "Harris": {"statue": 1},
        },
        "crates": {"Michael": 1, "Ryan": 1, "Harris": 2},
    }


def by_player(content: dict[str, Any], *labels: str) -> list[int]:
    sheet = score_file(tables(), content)
    return [
        sum(line.points for line in column.lines if any(part in said(line.label) for part in labels))
        for column in sheet.columns
    ]


def test_round_one_control_as_in_the_book() -> None:
    assert by_player(round_one(), "Control") == [12, 11, 7, 6]


def test_round_one_monuments_as_printed() -> None:
    assert by_player(round_one(), "Gate", "Ward", "Statue", "Light")[BETH] >= 2
    sheet = score_file(tables(), round_one())
    monuments = [sum(line.points for line in column.lines[3:7]) for column in sheet.columns]
    assert monuments == [2, 3, 5, 1]


def test_round_one_wharf_two_tied_for_second_round_down() -> None:
    assert [line.lines[-1].points for line in score_file(tables(), round_one()).columns] == [0, 1, 1, 3]


def test_round_one_total_as_printed() -> None:
    assert [column.total for column in score_file(tables(), round_one()).columns] == [14, 15, 13, 10]


def test_the_book_errs_beths_gate_counts_three_citizens_by_its_own_control_example() -> None:
    """Nor High holds two Citizens in the control example (Beth's and Michael's), Penumbra one: 3, not 2."""
    content = round_one()
    content["monuments"]["Beth"] = {"gate": 3}
    assert [column.total for column in score_file(tables(), content).columns] == [15, 15, 13, 10]


def test_two_tied_for_most_get_five_each() -> None:
    assert points([4, 4]) == [5, 5]


def test_three_tied_for_most_get_four_each() -> None:
    assert points([4, 4, 4]) == [4, 4, 4]


def test_four_tied_for_second_get_one_each_rounded_down() -> None:
    assert points([6, 2, 2, 2, 2]) == [6, 1, 1, 1, 1]


def test_fourth_and_fifth_get_nothing() -> None:
    assert points([10, 8, 6, 4, 2]) == [6, 4, 2, 0, 0]


def test_green_takes_its_place_unrecorded() -> None:
    assert points([2, 4], keeps=3) == [2, 4]
    assert points([2, 2], keeps=1) == [4, 4]
    assert points([2, 0], keeps=1) == [5, 0]


def test_a_shared_place_says_by_how_many_and_what_they_share() -> None:
    first, second = score_control(CONTROL, [4, 2], 1)
    assert said(first.how) == "2 control, place 1"
    assert said(second.how) == "1 control, place 2 shared by 2, 6 VP together"
    assert second.points == 3


def test_the_place_of_green_is_told() -> None:
    state = a_table(yours={"manor": "nor-high"}, keeps={"nor-high": 1, "anchorage": 2})
    anchorage, _, nor_high = district_scores(state, 1)
    assert said(anchorage.why[0]) == ("Green has 2 Keeps here: place 1. Its points are not written down.")
    assert said(nor_high.why[-1]) == (
        "Green has 1 Keep here: place 1 shared by 2, 10 VP together. Its points are not written down."
    )
    assert nor_high.awards["you"].points == 5


def test_control_is_told_with_the_tokens_it_comes_from() -> None:
    state = a_table(
        yours={"temple": ["nor-high", "nor-high"], "windmill": "nor-high/penumbra"},
        theirs={"lighthouse": "nor-high", "windmill": ["bazani-gate/nor-high"] * 2},
    )
    nor_high = district_scores(state, 1)[-1]
    assert [said(reason) for reason in nor_high.why] == [
        "You have 2½ control: 2 Temples and 1 Windmill at ½.",
        "Oswin Bellfounder has 2 control: Lighthouse and 2 Windmills at ½.",
    ]


def test_every_line_of_a_final_sheet_says_how_it_comes_about_also_a_nothing() -> None:
    for seed in range(5):
        sheet = converse(GAME.script(Setup(SEATS, tables(), {})).play(), at_random(Random(seed)))
        assert all(line.how is not None for column in sheet.columns for line in column.lines)


def test_beside_the_opponents_lighthouse_a_tower_says_what_a_manor_is() -> None:
    state = a_table(yours={"ward_tower": "penumbra"}, theirs={"lighthouse": "penumbra"})
    (tower, _) = monument_scores(state, 1)
    assert tower.rulings == ["lighthouse-is-manor"]


# Main rulebook, Final Scoring


def test_final_guild_example_fifteen_fourteen_twelve_seven() -> None:
    """Harris 15, Ryan 14, Beth 12, Michael 7; the spaces are chosen so that they rank as in the picture."""
    beth, michael, ryan, harris = ([0] * 4 for _ in range(4))
    for at, spaces in enumerate(([3, 8, 10, 8], [12, 6, 9, 0], [8, 5, 2, 11], [6, 3, 9, 12])):
        for player, space in zip((beth, michael, ryan, harris), spaces, strict=True):
            player[at] = space
    totals = [0, 0, 0, 0]
    for at in range(4):
        spaces = [player[at] for player in (beth, michael, ryan, harris)]
        for place, award in enumerate(score_guild(tables(), spaces, [str(s) for s in spaces])):
            totals[place] += award.points
    assert totals == [12, 7, 14, 15]


def test_a_token_on_the_start_earns_nothing_even_if_ranked() -> None:
    assert [award.points for award in score_guild(tables(), [5, 0], ["5", "0"])] == [6, 0]
    assert [award.points for award in score_guild(tables(), [0, 0], ["0", "0"])] == [0, 0]


# Solo rulebook, Final Scoring


def test_solo_final_eighteen_against_twenty_two() -> None:
    state = a_table(
        yours={"worker": 9, "soldier": 4, "shadow": 5, "holy": 6},
        theirs={"worker": 8, "soldier": 11, "shadow": 12, "holy": 13},
    )
    scored = guild_scores(state)
    assert sum(each.awards["you"].points for each in scored) == 18
    assert sum(each.awards[state.opponent.seat.id].points for each in scored) == 22
    assert stars(state, state.opponent) == 3


def test_solo_a_tie_on_an_ordinary_space_is_five_each() -> None:
    assert [award.points for award in score_guild(tables(), [4, 4], ["4", "4"])] == [5, 5]


def test_a_tied_score_goes_to_whoever_has_more_tokens_on_stars() -> None:
    state = a_table(yours={"worker": 11}, theirs={"soldier": 9})
    state.over = True
    state.you.points = {"other": 40}
    state.opponent.points = {"other": 40}
    sheet = score_sheet(state)
    assert [column.seat for column in sheet.winners()] == ["you"]
    assert said(sheet.decided_by()) == "tokens on starred spaces"


def test_equal_in_everything_is_a_shared_victory() -> None:
    state = a_table()
    state.over = True
    assert len(score_sheet(state).winners()) == 2


# Control on the table


def test_what_gives_control_and_what_does_not() -> None:
    state = a_table(
        yours={
            "manor": "penumbra", "temple": "penumbra", "ship": "penumbra", "citizen": "penumbra",
            "lighthouse": "penumbra", "windmill": ["nor-high/penumbra", "penumbra/luna-grove"],
            "gate": "nor-high/penumbra", "ward_tower": "penumbra", "statue": "penumbra",
        }
    )  # fmt: skip
    district = state.board.district["penumbra"]
    assert control_points(state.you, district) == 2 * 5 + 2
    assert control_points(state.you, state.board.district["nor-high"]) == 1


@pytest.mark.parametrize(
    ("round", "districts"),
    [
        (1, ["anchorage", "bazani-gate", "nor-high"]),
        (2, ["penumbra", "luna-grove", "iron-pit"]),
        (3, ["bazani-gate", "nor-high", "penumbra"]),
        (4, ["luna-grove", "iron-pit", "anchorage"]),
        (5, ["anchorage", "bazani-gate", "nor-high", "penumbra", "luna-grove", "iron-pit"]),
    ],
)
def test_each_round_scores_its_districts(round: int, districts: list[str]) -> None:
    state = a_table(round=round)
    assert [scored.where.id for scored in district_scores(state, round)] == districts


def test_no_control_takes_no_place_unless_ruled_otherwise() -> None:
    pieces = {"manor": "nor-high"}
    state = a_table(yours=pieces)
    assert [scored.awards[RIVAL_ID].points for scored in district_scores(state, 1)] == [0, 0, 0]
    ranking = a_table(yours=pieces, keeps={"nor-high": 1}, rulings={"zero-control": "ranks"})
    nor_high = district_scores(ranking, 1)[2]
    assert nor_high.awards[RIVAL_ID].points == 2
    assert nor_high.rulings == ("zero-control",)


def test_the_ruling_on_no_control_matters_to_whoever_would_share_a_prize() -> None:
    """Without Keeps, green shares the third place with the one who has no control."""
    assert zero_matters(CONTROL, [2, 2, 0], 0) == [False, False, True]
    assert zero_matters(CONTROL, [2, 2, 0], 1) == [False, False, False]
    assert zero_matters(CONTROL, [2, 2, 1], 0) == [False, False, False]


def test_where_nothing_is_ranked_too_the_place_of_green_without_keeps_is_told() -> None:
    state = a_table(yours={"manor": "nor-high"}, rulings={"zero-control": "ranks"})
    nor_high = district_scores(state, 1)[2]
    assert [award.points for award in nor_high.awards.values()] == [6, 3]
    told = [said(reason) for reason in nor_high.why]
    assert told[-1].startswith("Green has 0 Keeps here: place 2 shared by 2")
    usual = district_scores(a_table(yours={"manor": "nor-high"}), 1)[2]
    assert [award.points for award in usual.awards.values()] == [6, 0]
    assert not any("Keep" in said(reason) for reason in usual.why)


RIVAL_ID = "oswin-bellfounder"


def test_monuments_score_tokens_of_every_colour_on_the_whole_board() -> None:
    state = a_table(
        yours={"gate": "iron-pit/anchorage", "citizen": "iron-pit", "ship": "penumbra", "temple": "nor-high"},
        theirs={
            "citizen": ["anchorage", "anchorage", "luna-grove"], "lighthouse": "penumbra",
            "ship": ["penumbra", "nor-high"], "statue": "nor-high",
            "ward_tower": "penumbra", "manor": "penumbra",
        },
    )  # fmt: skip
    found = {
        (seat, said(award.how)): award.points
        for scored in monument_scores(state, 1)
        for seat, award in scored.awards.items()
    }
    assert found == {
        ("you", "Gate: 3 Citizens × 1"): 3,
        (RIVAL_ID, "Ward Tower: 2 Manors × 1"): 2,
        (RIVAL_ID, "Statue: 1 Temple × 1"): 1,
        (RIVAL_ID, "Lighthouse: 2 Ships × 2"): 4,
    }


def test_a_keep_is_no_manor_and_a_tower_beside_one_says_so() -> None:
    state = a_table(keeps={"penumbra": 2}, theirs={"ward_tower": "penumbra"})
    assert monument_value(state, "ward-tower", "penumbra") == 0
    assert monument_scores(state, 1)[0].rulings == ["keep-is-manor"]
    assert monument_scores(a_table(theirs={"ward_tower": "penumbra"}), 1)[0].rulings == []


def test_wharf_most_crates_three_tied_two_none_nothing() -> None:
    def wharf(yours: int, theirs: int) -> list[int]:
        state = a_table(yours={"crates": {"buy": yours}}, theirs={"crates": {"vp": theirs}})
        return [award.points for award in wharf_score(state, 1).awards.values()]

    assert wharf(2, 1) == [3, 2]
    assert wharf(1, 1) == [2, 2]
    assert wharf(2, 0) == [3, 0]
    assert wharf(0, 0) == [0, 0]


def test_prizes_for_places_beyond_the_last_are_nothing() -> None:
    assert share_prizes((3, 2, 1), [1, 1, 1, 1]) == [1, 1, 1, 1]


@pytest.mark.parametrize(("half", "text"), [(0, "0"), (1, "½"), (2, "1"), (3, "1½"), (10, "5")])
def test_half_points_are_written_with_a_half(half: int, text: str) -> None:
    assert halves(half) == text


def test_a_scored_round_says_what_every_point_comes_from() -> None:
    """Told line by line, with the reasons, and again on the sheet."""
    state = a_table(
        round=1,
        yours={
            "temple": ["nor-high", "nor-high", "anchorage"], "windmill": "nor-high/penumbra",
            "statue": "nor-high", "crates": {"vp": 1}, "holy": 4,
        },
        theirs={
            "manor": "anchorage", "lighthouse": "anchorage", "ship": "anchorage", "temple": "nor-high",
            "crates": {"influence": 1}, "holy": 11,
        },
        keeps={"anchorage": 1, "bazani-gate": 1},
    )  # fmt: skip
    heard = hear(scoring_phase(state))
    tied = "1 crate, place 1 shared by 2, 5 VP together"
    assert heard.lines()[1:] == [
        "The Anchorage: you 3 VP (1 control, place 2 shared by 2, 6 VP together) and Oswin Bellfounder 6 VP "
        "(3 control, place 1).",
        "Bazani Gate: you and Oswin Bellfounder 0 VP each (no control).",
        "Nor High: you 6 VP (2½ control, place 1) and Oswin Bellfounder 4 VP (1 control, place 2).",
        "Monuments: you 3 VP (Statue: 3 Temples × 1) and Oswin Bellfounder 2 VP (Lighthouse: 1 Ship × 2).",
        f"At the wharf: you and Oswin Bellfounder 2 VP each ({tied}).",
        "The score: you 14 VP and Oswin Bellfounder 14 VP.",
    ]
    reasons = heard.why().splitlines()
    assert sum(reason.startswith("Ruling") for reason in reasons) == 1, "only where a player has no control"
    assert [reason for reason in reasons if not reason.startswith("Ruling")] == [
        "You have 1 control: 1 Temple.",
        "Oswin Bellfounder has 3 control: 1 Manor, 1 Ship and Lighthouse.",
        "Green has 1 Keep here: place 2 shared by 2, 6 VP together. Its points are not written down.",
        "Green has 1 Keep here: place 1. Its points are not written down.",
        "You have 2½ control: 2 Temples and 1 Windmill at ½.",
        "Oswin Bellfounder has 1 control: 1 Temple.",
    ]
    sheet = [
        [(line.points, said(line.how)) for line in column.lines] for column in score_sheet(state).columns
    ]
    before_the_tracks = [(0, "nothing"), (0, "nothing")]
    start = [(0, "still on the start")] * 3
    assert sheet == [
        [
            (9, "The Anchorage 3, Bazani Gate 0 and Nor High 6"), (3, "Statue 3"), (2, tied),
            *before_the_tracks, *start, (4, "space 4, place 2"),
        ],
        [
            (10, "The Anchorage 6, Bazani Gate 0 and Nor High 4"), (2, "Lighthouse 2"), (2, tied),
            *before_the_tracks, *start, (6, "space ★1, place 1"),
        ],
    ]  # fmt: skip


def test_points_of_the_same_are_one_part_of_a_line() -> None:
    state = a_table()
    for round, points in ((1, 1), (1, 2), (1, 1), (2, 1)):
        state.you.gain("crates", points, Text("valeria.how.in-round", round=round, points=points))
    (line,) = (line for line in score_sheet(state).columns[0].lines if line.label == sheet_label("crates"))
    assert line.how is not None and said(line.how) == "round 1: 4 and round 2: 1"
