"""Measuring strengths: who plays whom, going on with a run, and what is written."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from solo.facts.overlay import load
from solo.games import game_named
from solo.playing.lab import COACH, STAND_IN, Pair, compare
from tests.atable import EVERY_GAME
from tests.strength import KINDS, Measured, contests, page, rewritten, rows_of

RESULT = compare([Pair([70, 80], [60, 61], 1.0), Pair([72, 78], [81, 60], 0.5)])


@pytest.mark.parametrize("name", EVERY_GAME)
def test_every_level_plays_the_one_below_and_the_coach_plays_everybody(name: str) -> None:
    game = game_named(name)
    tables = load(game).tables
    ladder, coach, yardstick = (contests(game, tables, kind) for kind in KINDS)
    everybody = {each for _, each in coach}
    assert all(a == COACH for a, _ in coach)
    assert {each for pair in ladder for each in pair} <= everybody == {each for each, _ in yardstick}
    assert len({against for _, against in yardstick}) == 1
    assert (yardstick[0][1] == STAND_IN) == (not ladder)


def test_a_run_that_was_broken_off_is_gone_on_with(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tests.strength.contests", lambda *_: [("marshal:calm", "marshal:gentle")])
    begun = Measured(tmp_path, "castle-combo", seed=1)
    begun.play("ladder", 2, 1)
    gone_on = Measured(tmp_path, "castle-combo", seed=1)
    gone_on.play("ladder", 4, 1)
    assert next(iter(gone_on.found("ladder").values())).games == 4
    assert gone_on.found("ladder") == Measured(tmp_path, "castle-combo", seed=1).found("ladder")
    assert len((tmp_path / "castle-combo-ladder.jsonl").read_bytes().splitlines()) == 3


def test_strengths_are_written_where_they_stand() -> None:
    text = (
        '[opponent.amabel]\nname = "Amabel"\nstrength = { mean = 1, spread = 2 }\nkeys = []\n\n'
        "[thinker.marshal.level.fierce]\nweights = 1\n\n# Weights\n[weights.at-once]\ngold = 1\n"
        "[strength]\ncorvin = { games = 1, won = 2.0 }\n"
    )
    found = {(name, "x"): RESULT for name in ("amabel", "marshal:fierce", "corvin", "nobody")}
    anew = rewritten(text, found)
    assert '[opponent.amabel]\nname = "Amabel"\nstrength = { mean = 75, spread = 5, wins = 75 }\nkeys' in anew
    assert "weights = 1\nstrength = { mean = 75, spread = 5, wins = 75 }\n\n# Weights\n" in anew
    assert "corvin = { games = 4, won = 25.0, margin = 46.9, stand-in = [65.5, 10.3], own" in anew
    assert rewritten(anew, found) == anew


def test_the_page_shows_what_there_is(tmp_path: Path) -> None:
    measured = Measured(tmp_path, "castle-combo", seed=1)
    measured.runs["ladder"].played["marshal:calm", "marshal:gentle"] = [Pair([70, 80], [60, 61], 1.0)]
    text = page([measured])
    assert "| marshal:calm | marshal:gentle | 2 | 100.0 ±65.3 % | 75.0 : 60.5 | +14.5 ±0.0 |" in text
    assert "hint says" in text and "### Everybody" not in text


def test_a_contest_of_which_the_page_has_more_games_keeps_its_row(tmp_path: Path) -> None:
    measured = Measured(tmp_path, "castle-combo", seed=1)
    ladder = measured.runs["ladder"].played
    ladder["marshal:calm", "marshal:gentle"] = [Pair([70, 80], [60, 61], 1.0)] * 4
    ladder["marshal:sharp", "marshal:steady"] = [Pair([70, 80], [60, 61], 1.0)]
    before = page([measured])
    ladder["marshal:calm", "marshal:gentle"] = [Pair([50, 50], [60, 61], 0.0)]
    del ladder["marshal:sharp", "marshal:steady"]
    assert page([measured], before) == before
    of_other_facts = before.replace("facts ", "facts 0")
    assert "| marshal:calm | marshal:gentle | 2 | 0.0" in page([measured], of_other_facts)
    assert "marshal:sharp" not in page([measured], of_other_facts)


def test_a_row_of_the_page_is_gone_on_with_behind_its_games(tmp_path: Path) -> None:
    who = ("marshal:calm", "marshal:gentle")
    folders = [tmp_path / name for name in ("whole", "first", "rest")]
    for folder in folders:
        folder.mkdir()
    whole, first, rest = (
        Measured(folder, "castle-combo", seed=1, after=after)
        for folder, after in zip(folders, (0, 0, 200), strict=True)
    )
    pairs = [Pair([70 + n % 7, 80], [60, 61 + n % 20], n % 3 / 2) for n in range(300)]
    whole.runs["ladder"].played[who] = pairs
    first.runs["ladder"].played[who] = pairs[:100]
    rest.runs["ladder"].played[who] = pairs[100:]
    found, expected = (rows_of(each, whole.title, "ladder")[who] for each in (
        page([rest], page([first])), page([whole])
    ))  # fmt: skip
    assert found[2] == expected[2] == "600"
    numbers = [[float(n) for n in re.findall(r"\d+\.\d+", " ".join(row))] for row in (found, expected)]
    assert numbers[0] == pytest.approx(numbers[1], abs=0.11)  # of rounded figures
    assert page([rest], page([rest], page([first]))) == page([rest], page([first]))
    assert rest.runs["ladder"].path != first.runs["ladder"].path and rest.seed == 101
