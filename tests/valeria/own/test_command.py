"""--track and --person on the command line, and the table of strengths."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.atable import a_header
from tests.solo.commandline import at_home, solo
from tests.valeria.positions import tables


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    at_home(tmp_path, monkeypatch)


PLAY = ("play", "valeria", "--seed", "3", "--dice", "app", "--cards", "app", "--lang", "en")


def test_light_tracking_is_usual_and_all_is_a_wish() -> None:
    assert a_header("valeria").options["track"] == "light"
    assert a_header("valeria", track="all").options["track"] == "all"
    assert "track" not in a_header("castle-combo").options


def test_a_tracking_that_is_none_is_refused_and_so_is_one_where_there_is_nothing_to_choose() -> None:
    said = solo(*PLAY, "--track", "al")
    assert (said.code, "did you mean all?" in said.err) == (2, True)
    said = solo("play", "castle-combo", "--track", "all", "--lang", "en")
    assert (said.code, "--track is not for Castle Combo" in said.err) == (2, True)


def test_an_action_that_cannot_be_paid_is_refused_with_its_price_at_the_prompt() -> None:
    said = solo(*PLAY, "--track", "all", answers="8\nnor\nfood\nfood\nfood\nmanor 3 penumbra\n/quit\n")
    assert "Architect's Manor in Penumbra costs 3 wood; you have" in said.out


def test_people_share_a_table_only_among_themselves_and_are_five_at_most() -> None:
    names = [part for name in ("Ann", "Bob") for part in ("--person", name)]
    said = solo(*PLAY, *names, "--against", "corvin")
    assert (said.code, "2 to 5 people among themselves" in said.err) == (2, True)
    six = [part for name in "ABCDEF" for part in ("--person", f"{name}nn")]
    assert solo(*PLAY, *six).code == 2
    said = solo(*PLAY, *names, "--track", "all", answers="/quit\n")
    assert said.code == 0
    assert "Set up as for 2 players, with 9 dice." in said.out


def test_the_ladder_has_a_line_for_each_opponent_against_the_stand_in() -> None:
    said = solo(
        "lab", "valeria", "mirela", "corvin", "--ladder", "--games", "2", "--workers", "1", "--lang", "en"
    )
    assert said.code == 0
    assert "2 games of each opponent against the stand-in" in said.out
    assert "mirela-quay" in said.out and "corvin-ash" in said.out and "spread" in said.out


def test_the_house_opponents_are_a_ladder_and_their_scores_spread_less_than_those_of_the_stand_in() -> None:
    opponents = tables().opponents
    assert list(opponents.strength) == list(opponents.ours)
    won = [found.won for found in opponents.strength.values()]
    assert won == sorted(won, reverse=True)
    assert won[0] > 90 and won[-1] < 70
    for found in opponents.strength.values():
        assert found.own[1] < found.stand_in[1]
