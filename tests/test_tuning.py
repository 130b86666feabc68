"""The command that tunes weights: what it varies, what it writes, and that it finds what is better."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from solo.facts.overlay import load
from solo.games import game_named
from solo.playing.lab import Pair, compare
from tests import tuning
from tests.tuning import Match, Numbers, as_tree, gain, measured, numbers, rewritten, settle, tune

TABLE = """# Who they are.
[thinker.sage]
name = "Sage 7"

# Tuned: long ago
[thinker.sage.weights]
gold = 1.5  # each
marks = 3
worth = { points = 10, left = -3 }
strength = { mean = 60, spread = 10 }

[thinker.sage.weights.growth]
in-line = -0.25

[thinker.other]
gold = 1.5
"""
PATH = ("thinker", "sage", "weights")


def test_every_number_of_a_table_but_what_was_measured() -> None:
    found = dict(numbers(tomllib.loads(TABLE)["thinker"]["sage"]["weights"]))
    assert found == {
        ("gold",): 1.5,
        ("marks",): 3,
        ("worth", "points"): 10,
        ("worth", "left"): -3,
        ("growth", "in-line"): -0.25,
    }


def test_the_numbers_are_written_where_they_stand_with_what_was_measured() -> None:
    new: Numbers = {("gold",): 2.125, ("marks",): 4, ("worth", "points"): 12, ("worth", "left"): -1}
    new["growth", "in-line"] = 0.5
    text = rewritten(TABLE, PATH, new, "better")
    tree = tomllib.loads(text)["thinker"]
    assert dict(numbers(tree["sage"]["weights"])) == new
    assert tree["sage"]["weights"]["strength"] == {"mean": 60, "spread": 10}
    assert (tree["sage"]["name"], tree["other"]["gold"]) == ("Sage 7", 1.5)
    assert text.count("# Tuned: ") == 1 and "# Tuned: better\n[thinker.sage.weights]\n" in text
    assert "gold = 2.125  # each" in text


def test_candidates_are_the_tables_with_other_numbers() -> None:
    game = game_named("castle-combo")
    path = ("opponents", "thinker", "marshal", "weights", "tuned")
    mind = load(game, as_tree({("gold",): 0.125, ("growth", "keys"): 2.0}, path)).tables
    weights = mind.opponents.thinker["marshal"].weights["tuned"]
    assert (weights.gold, weights.growth.keys) == (0.125, 2.0)
    pair = Match(game.id, path, "marshal:steady", 2)(({("gold",): 0.125}, 3))
    assert pair.won == 0.5, "whoever does not go by these numbers plays as before"


def test_it_finds_what_is_better() -> None:
    """Where the best is known: the nearer to 2 and −1, the more points."""

    def run(match: Match, jobs: Sequence[tuple[Numbers, int]]) -> Iterator[Pair]:
        for found, _ in jobs:
            points = -abs(found["a",] - 2) - abs(found["b",] + 1)
            yield Pair([points], [0.0], 0.5)

    before: Numbers = {("a",): 1.0, ("b",): 0.0}
    found = tune(Match("", (), "", 2), before, generations=25, games=2, seed=1, run=run)
    assert abs(found["a",] - 2) < 0.2 and abs(found["b",] + 1) < 0.2


@pytest.mark.parametrize(("points", "better"), [(3.0, True), (-3.0, False)])
def test_only_what_is_better_is_written_for_all_who_go_by_it(
    points: float, better: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = Match("castle-combo", ("opponents", *PATH), "sage", 2)
    file = tmp_path / "castle_combo" / "opponents.toml"
    file.parent.mkdir()
    file.write_text(TABLE, "utf-8")
    monkeypatch.setattr(tuning, "tables_root", lambda: tmp_path)
    monkeypatch.setattr(tuning, "on_all_cores", lambda match, jobs: [Pair([points], [0.0], 0.5)] * len(jobs))
    found: Numbers = {("gold",): 2.5}
    assert settle(match, found, 4, 1, also=["opponents.thinker.other"], how="at once; ") is better
    text = file.read_text("utf-8")
    note = "# Tuned: at once; sage wins 50.0 % (±40.0) of 4 games for 2 against the numbers before"
    assert text.count(note) == text.count("gold = 2.5") == (2 if better else 0)
    assert better or text == TABLE


def test_against_another_the_new_numbers_are_compared_with_the_old_on_the_same_deals() -> None:
    """Three points behind and two behind, where it was five and four: two better, whichever side wins."""
    after = [Pair([10.0, 12.0], [13.0, 15.0], 0.0), Pair([20.0, 20.0], [22.0, 22.0], 0.0)]
    before = [Pair([8.0, 10.0], [13.0, 15.0], 0.0), Pair([19.0, 17.0], [22.0, 22.0], 0.0)]
    found = gain(after, before)
    assert (found.mean, found.margin) == (2.0, 0.0)
    match = Match("six-castles", (), "sage", 2, "fool")
    note = measured(compare(after), match, compare(before))
    assert "0.0 % (±49.0) of 4 games for 2 against fool" in note and note.endswith("before 0.0 %")
