"""The lab: the same games with any number of workers, and figures that mean what they say."""

from __future__ import annotations

import os
import pickle
import signal
import subprocess
import sys
from collections.abc import Iterator, Sequence
from itertools import combinations
from math import isclose
from multiprocessing import active_children
from pathlib import Path
from random import Random
from typing import Any

import pytest

from automa.coach import Coach
from automa.dialogue import Choose, Option
from automa.opponents import StandIn
from solo.games import game_named
from solo.playing.lab import Advised, Figure, Pair, _side_by_side, compare, persons, play_pair, play_pairs
from solo.trouble import Trouble
from tests.atable import EVERY_GAME, tables_of
from tests.solo.commandline import at_home, solo

GAME = game_named("castle-combo")
NAMES = ("old-berthold", "mason-corwin")


def pairs(workers: int, games: int = 16, seed: int = 1) -> list[Pair]:
    tables = tables_of("castle-combo")
    return list(play_pairs(GAME, tables, NAMES, players=2, games=games, seed=seed, workers=workers))


@pytest.mark.parametrize("name", EVERY_GAME)
def test_tables_survive_being_sent_to_a_worker(name: str) -> None:
    tables: Any = tables_of(name)
    assert pickle.loads(pickle.dumps(tables)) == tables


def test_the_same_seeds_give_the_same_games_whatever_the_number_of_workers() -> None:
    assert pairs(workers=1) == pairs(workers=2)


def test_a_player_who_follows_the_hints_presses_enter_where_there_is_none() -> None:
    """Rules are not drawn by lot: a line that is not followed would let the stand-in invent what it sells."""

    class Silent(Coach):
        def advise(self, *_: object, **__: object) -> None:
            return None

    follower = Advised(Silent(), StandIn())
    lines = [Option("light", "light"), Option("full", "full")]
    with_default = Choose("six-castles.line", "you", lines, default="full")
    without = Choose("six-castles.line", "you", lines)
    found = [follower.answer(ask, None, Random(1))[0] for ask in [with_default] * 9 + [without] * 9]  # type: ignore[arg-type]
    assert set(found[:9]) == {"full"} and set(found[9:]) <= {"light", "full"}


def test_an_odd_number_of_games_is_rounded_up_to_pairs() -> None:
    assert len(pairs(workers=1, games=3)) == 2


def test_an_opponent_against_itself_is_even() -> None:
    tables = tables_of("castle-combo")
    pair = play_pair(GAME, tables, ("old-berthold", "old-berthold"), players=2, seed=4)
    assert sum(pair.a) == sum(pair.b) and pair.won == 0.5


@pytest.mark.parametrize("players", [2, 3, 5])
def test_with_more_seats_the_sides_sit_alternately(players: int) -> None:
    pair = play_pair(GAME, tables_of("castle-combo"), NAMES, players=players, seed=1)
    assert 0 <= pair.won <= 1
    assert len(pair.a) == len(pair.b) == 2 and min(*pair.a, *pair.b) > 0


def test_figures() -> None:
    figure = Figure.of([[1.0], [2.0], [3.0], [4.0]])
    assert figure.mean == 2.5
    assert isclose(figure.spread, 1.29099, abs_tol=1e-5)
    assert isclose(figure.margin, 1.96 * 1.29099 / 2, abs_tol=1e-5)
    assert Figure.of([[7.0]]) == Figure(7.0, 0.0, 0.0)


def test_the_interval_is_that_of_the_pairs() -> None:
    result = compare([Pair([70, 90], [60, 80], 1), Pair([50, 70], [60, 80], 0)])
    assert (result.games, result.difference.mean, result.won.mean) == (4, 0.0, 0.5)
    assert result.a.mean == 70
    assert isclose(result.a.margin, 1.96 * 10, abs_tol=1e-9), "of the means 80 and 60"
    assert isclose(result.a.spread, 16.32993, abs_tol=1e-5), "of the four games"


def test_a_side_that_won_all_of_a_few_games_may_still_lose_one() -> None:
    assert 0.1 < Figure.of_shares([1.0] * 10).margin < 0.2
    many = [0.0, 1.0] * 500
    assert isclose(Figure.of_shares(many).margin, Figure.of([[each] for each in many]).margin, rel_tol=0.01)


def test_opponents_that_only_play_a_person_play_the_same_stand_in() -> None:
    valeria = game_named("valeria")
    tables = tables_of("valeria")
    assert [seat.id for seat in persons(valeria, tables)] == ["you"]
    same = play_pair(valeria, tables, ("mirela-quay", "mirela-quay"), players=2, seed=3)
    assert same.a == same.b and same.won == 0.5
    other = play_pair(valeria, tables, ("mirela-quay", "hedda-varn"), players=2, seed=3)
    assert other.a == same.a and other.b != same.b


def test_the_command_says_the_same_every_time(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    at_home(tmp_path, monkeypatch)
    said = solo("lab", "castle-combo", "Old Berthold", "mason-corwin", "--games", "4", "--seed", "9")
    again = solo("lab", "castle-combo", "old-berthold", "mason-corwin", "--games", "4", "--seed", "9")
    assert again.out == said.out
    assert said.out.startswith("Castle Combo: 4 games with 2 seats")
    assert not list(tmp_path.iterdir())


def test_against_a_stand_in_the_larger_lead_counts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    at_home(tmp_path, monkeypatch)
    said = solo("lab", "valeria", "hedda", "mirela", "--games", "2", "--workers", "1")
    assert "gets further ahead" in said.out


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["old-berthold", "nobody"], "There is no opponent nobody;"),
        (["old-berthold", "marshal:hard"], "The Marshal has no level hard;"),
        (["old-berthold", "marshal", "--games", "1"], "A comparison needs at least 2 games, not 1."),
        (
            ["old-berthold", "marshal", "--games", "many"],
            "--games must be a whole number of at most 17 digits.",
        ),
        (["old-berthold", "marshal", "--workers", "0"], "There must be at least 1 worker, not 0."),
        (["old-berthold", "marshal", "--players", "6"], "Castle Combo has 2 to 5 seats, not 6."),
    ],
)
def test_mistakes(arguments: list[str], said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    at_home(tmp_path, monkeypatch)
    assert solo("lab", "castle-combo", *arguments).trouble.startswith(said)


def test_numbers_are_written_as_the_language_does(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    at_home(tmp_path, monkeypatch)
    command = ("lab", "castle-combo", "old-berthold", "old-berthold", "--games", "2", "--lang")
    english, dutch = (solo(*command, lang).out.splitlines()[4] for lang in ("en", "nl"))
    assert "50.0%" in english
    assert "50,0%" in dutch


# Workers that end, and a person who has had enough


def a_pair(seed: int) -> Pair:
    return Pair([seed], [0], 1)


class Killed:
    """Plays like others, but its worker is killed at some deals, so many times."""

    def __init__(self, folder: Path, seeds: Sequence[int], times: int = 1) -> None:
        self.folder, self.seeds, self.times = folder, seeds, times

    def __call__(self, seed: int) -> Pair:
        if seed in self.seeds and len(list(self.folder.iterdir())) < self.times:
            (self.folder / f"{seed}-{os.getpid()}").touch()
            os.kill(os.getpid(), signal.SIGKILL)
        return a_pair(seed)


@pytest.mark.skipif(sys.platform == "win32", reason="needs signals")
@pytest.mark.parametrize("seeds", [[0], [17], [49], [5, 40]])
def test_what_a_killed_worker_had_in_hand_is_played_again(tmp_path: Path, seeds: list[int]) -> None:
    pairs = _side_by_side(Killed(tmp_path, seeds, len(seeds)), range(50), 2)
    assert list(pairs) == [a_pair(seed) for seed in range(50)]
    assert len(list(tmp_path.iterdir())) == len(seeds)
    assert not active_children()


@pytest.mark.skipif(sys.platform == "win32", reason="needs signals")
def test_workers_that_are_killed_again_and_again(tmp_path: Path) -> None:
    with pytest.raises(Trouble) as caught:
        list(_side_by_side(Killed(tmp_path, range(50), 1000), range(50), 2))
    assert caught.value.text.id == "trouble.lab-lost"
    assert not active_children()


def test_no_worker_goes_on_for_a_caller_who_stops(tmp_path: Path) -> None:
    pairs = _side_by_side(a_pair, range(10_000), 2)
    assert next(pairs) == a_pair(0)
    pairs.close()
    assert not active_children()


def test_there_are_never_more_workers_than_processors(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[int] = []

    def side_by_side(job: object, seeds: Sequence[int], workers: int) -> Iterator[Pair]:
        asked.append(workers)
        return iter(())

    monkeypatch.setattr("solo.playing.lab._side_by_side", side_by_side)
    monkeypatch.setattr("solo.playing.lab.cpu_count", lambda: 3)
    for workers in (None, 2, 3, 5000):
        list(
            play_pairs(GAME, tables_of("castle-combo"), NAMES, players=2, games=100, seed=1, workers=workers)
        )
    assert asked == [3, 2, 3, 3]


LAB = """
import os, signal, sys
from solo.playing import lab
def play_pair(*arguments):
    if arguments[-1] == 900:
        {late}
    return lab.Pair([1.0], [2.0], 0.0)
lab.play_pair = play_pair
lab.cpu_count = lambda: 2
sys.argv = ["solo", "lab", "castle-combo", "old-berthold", "mason-corwin"]
from solo.__main__ import main
main()
"""


def the_lab(late: str, home: Path) -> subprocess.CompletedProcess[str]:
    """The command in a process of its own; it is over when the last worker has let go of its output."""
    code = LAB.format(late=late)
    environ = os.environ | {"CASTELLAN_HOME": str(home), "CASTELLAN_LANG": "en"}
    return subprocess.run(
        [sys.executable, "-c", code],
        env=environ, capture_output=True, text=True, timeout=200, start_new_session=True, check=False,
    )  # fmt: skip


@pytest.mark.skipif(sys.platform == "win32", reason="needs signals")
def test_ctrl_c_shows_what_there_is(tmp_path: Path) -> None:
    done = the_lab("os.killpg(0, signal.SIGINT); signal.pause()", tmp_path)
    assert (done.returncode, done.stderr) == (130, "")
    assert done.stdout.startswith("Castle Combo: ")
    assert "games of 2000." in done.stdout.splitlines()[-1]


@pytest.mark.skipif(sys.platform == "win32", reason="needs signals")
@pytest.mark.parametrize("sent", [signal.SIGTERM, signal.SIGKILL])
def test_no_worker_is_left_behind(tmp_path: Path, sent: signal.Signals) -> None:
    done = the_lab(f"os.kill(os.getppid(), {int(sent)}); signal.pause()", tmp_path)
    assert (done.returncode, done.stdout, done.stderr) == (-sent, "", "")


def test_stopped_before_anything_was_played(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def stop(seed: int) -> Pair:
        raise KeyboardInterrupt

    def at_once(*arguments: Any, **more: Any) -> Iterator[Pair]:
        yield from map(stop, range(3))

    at_home(tmp_path, monkeypatch)
    monkeypatch.setattr("solo.commands.lab.play_pairs", at_once)
    said = solo("lab", "castle-combo", "old-berthold", "marshal")
    assert (said.code, said.out, said.err) == (130, "", "")


# Several opponents, ladders, runs that are kept


SHORT = ("lab", "castle-combo", "old-berthold", "mason-corwin", "tib", "--games", "4")


def test_of_several_each_plays_every_other(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    at_home(tmp_path, monkeypatch)
    names = ["old-berthold", "mason-corwin", "tib-the-haggler"]
    said = solo(*SHORT).out.splitlines()
    assert "wins %" in said[1]
    rows = [line for line in said if "±" in line and "95%" not in line]
    assert [tuple(row.split()[:2]) for row in rows] == list(combinations(names, 2))


@pytest.mark.usefixtures("few_games")
def test_the_ladder_of_levels(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """All levels of an opponent, those that win most above."""
    at_home(tmp_path, monkeypatch)
    said = solo("lab", "castle-combo", "marshal", "--ladder", "--games", "2")
    (levels,) = (each.levels for each in GAME.opponents(tables_of("castle-combo")) if each.id == "marshal")
    rungs = [line for line in said.out.splitlines() if " against marshal:" in line]
    assert len(rungs) == len(levels) - 1


def test_without_names_the_ladder_is_of_those_who_think() -> None:
    found = [each for each in GAME.opponents(tables_of("castle-combo")) if each.thinks]
    assert [each.id for each in found] == ["marshal"] and len(found[0].levels) >= 4


@pytest.mark.parametrize("names", [(), ("old-berthold",)])
def test_one_alone_is_no_comparison(
    names: Sequence[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    at_home(tmp_path, monkeypatch)
    assert solo("lab", "castle-combo", *names).trouble.startswith("Name at least two opponents")


def test_a_run_that_was_stopped_goes_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    at_home(tmp_path, monkeypatch)
    file = tmp_path / "run.jsonl"
    kept = ("lab", "castle-combo", *NAMES, "--file", str(file), "--games")
    solo(*kept, "4")
    torn = file.read_text().splitlines()
    file.write_text("\n".join([*torn[:2], torn[2][:30]]))  # stopped in the middle of a line
    seeds: list[int] = []

    def counted(*arguments: Any) -> Pair:
        seeds.append(arguments[-1])
        return play_pair(*arguments)

    monkeypatch.setattr("solo.playing.lab.play_pair", counted)
    gone_on = solo(*kept, "6").out
    assert seeds == [2, 3], "the first deal was kept whole"
    at_once = solo("lab", "castle-combo", *NAMES, "--games", "6").out
    assert gone_on == at_once
    assert len(file.read_text().splitlines()) == 4


def test_a_file_of_another_run_is_left_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    at_home(tmp_path, monkeypatch)
    file = tmp_path / "run.jsonl"
    kept = ("lab", "castle-combo", *NAMES, "--games", "2", "--file", str(file))
    solo(*kept)
    before = file.read_bytes()
    assert "is of another run" in solo(*kept, "--seed", "7").trouble
    assert file.read_bytes() == before
    file.write_text("something else\n")
    assert "is no run of the lab" in solo(*kept).trouble
