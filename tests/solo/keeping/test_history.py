"""History and statistics: what finished saves say, and nothing else."""

from __future__ import annotations

import json
from io import StringIO
from pathlib import Path

import pytest
from rich.console import Console

from automa.dialogue import Text
from solo.keeping import history, saves
from solo.keeping.journal import Entry, Header, Journal, SeatLine
from solo.showing.charts import balance
from solo.showing.screen import Screen
from solo.words.sentences import Words
from tests.solo.commandline import at_home, solo

YOU = SeatLine("you", "")
BERTHOLD = SeatLine("old-berthold", "Old Berthold", "old-berthold")
MARSHAL = SeatLine("marshal", "The Marshal", "marshal", "steady")


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    return at_home(tmp_path, monkeypatch)


def played(
    home: Path, day: int, seats: list[SeatLine], scores: list[int], game: str = "castle-combo"
) -> Path:
    """A finished game in the saves folder; an unfinished one without scores."""
    header = Header(app="0", game=game, seats=seats, seed=1, started=f"2026-01-{day:02}T12:00:00")
    with Journal.create(home / "saves", header) as journal:
        journal.write(Entry("ask", "you", "person", 1))
        if scores:
            best = max(scores)
            ids = [seat.id for seat in seats]
            winners = [id for id, score in zip(ids, scores, strict=True) if score == best]
            journal.finish(dict(zip(ids, scores, strict=True)), winners)
        assert journal.path is not None
        return journal.path


def test_no_games_yet(home: Path) -> None:
    assert solo("history").out == "No finished games yet.\n"
    assert solo("stats").out == "No finished games yet.\n"
    assert solo("history", "--lang", "nl").out == "Nog geen uitgespeelde partijen.\n"
    assert solo("history", "--csv").out.count("\n") == 1
    assert not list(home.iterdir())


def test_games_are_listed_oldest_first_with_the_result(home: Path) -> None:
    played(home, 2, [YOU, MARSHAL], [60, 82])
    played(home, 1, [YOU, BERTHOLD, MARSHAL], [90, 71, 82])
    played(home, 3, [YOU, MARSHAL], [])
    assert solo("history").out.splitlines() == [
        "2026-01-01  Castle Combo: you won with 90 points against Old Berthold and The Marshal (best: 82).",
        "2026-01-02  Castle Combo: you lost with 60 points against The Marshal (best: 82).",
    ]


def test_several_people_each_have_a_line(home: Path) -> None:
    ann, bob = SeatLine("ann", "Ann"), SeatLine("bob", "Bob, the “2nd”")
    played(home, 1, [ann, bob, BERTHOLD], [70, 75, 71])
    lines = history.played(saves.list_saves())
    assert [(each.person, each.score, each.best_opponent, each.won) for each in lines] == [
        ("Ann", 70, 75, False),
        ("Bob, the “2nd”", 75, 71, True),
    ]
    assert [rival.name for rival in lines[0].against] == ["Bob, the “2nd”", "Old Berthold"]
    assert solo("history", "--csv").out.splitlines()[2].count('"Bob, the “2nd”"') == 1


def test_statistics_by_opponent_and_level(home: Path) -> None:
    played(home, 1, [YOU, BERTHOLD], [50, 71])
    played(home, 2, [YOU, BERTHOLD, MARSHAL], [90, 71, 82])
    opponent_stats = history.opponent_stats(history.played(saves.list_saves()))
    assert [(each.opponent, each.games, each.won, each.mean, each.best) for each in opponent_stats] == [
        ("marshal:steady", 1, 1, 90.0, 90),
        ("old-berthold", 2, 1, 70.0, 90),
    ]
    assert (
        solo("stats")
        .out.splitlines()[-1]
        .startswith("Castle Combo against Old Berthold: 2 games, 1 won; mean 70.0, best 90; Old Berthold on")
    )


def test_two_of_a_kind_count_once_and_games_without_opponents_not_at_all(home: Path) -> None:
    twin = SeatLine("marshal-2", "The Marshal 2", "marshal", "steady")
    played(home, 1, [YOU, MARSHAL, twin], [50, 71, 60])
    played(home, 2, [SeatLine("ann", "Ann"), SeatLine("bob", "Bob")], [50, 71])
    (standing,) = history.opponent_stats(history.played(saves.list_saves()))
    assert (standing.opponent, standing.games) == ("marshal:steady", 1)


def test_a_shared_victory_is_a_victory(home: Path) -> None:
    played(home, 1, [YOU, MARSHAL], [70, 70])
    assert " you won " in solo("history").out


@pytest.mark.parametrize(
    ("mine", "theirs", "won", "is_ahead"),
    [(71, 70, False, True), (70, 70, True, True), (70, 70, False, False), (69, 70, False, False)],
)
def test_with_equal_points_the_winner_of_the_tie_break_was_ahead(
    mine: int, theirs: int, won: bool, is_ahead: bool
) -> None:
    rival = history.Rival("The Marshal", "marshal:steady", "steady", theirs)
    game = history.Played(
        "", "castle-combo", "", "", mine, [rival.opponent], [rival], won
    )  # whether the game was won is the sheet's word: it knows the tie-break
    assert game.beat(rival) is is_ahead


def test_a_game_that_is_deleted_leaves_the_history(home: Path) -> None:
    path = played(home, 1, [YOU, MARSHAL], [50, 71])
    assert solo("history").out.count("\n") == 1
    assert solo("saves", "delete", path.stem, "--yes").code == 0
    assert solo("history").out == "No finished games yet.\n"


def test_a_save_of_a_game_that_this_version_does_not_know_or_cannot_read(home: Path) -> None:
    played(home, 1, [YOU, MARSHAL], [50, 71], game="castle-tetris")
    (home / "saves" / "broken.jsonl").write_text("x")
    assert "castle-tetris: you lost" in solo("history").out
    assert "castle-tetris against The Marshal (steady)" in solo("stats").out
    assert "castle-tetris tegen The Marshal (gestaag)" in solo("stats", "--lang", "nl").out
    assert "castle-tetris" in solo("saves").out


def test_the_csv_is_for_spreadsheets(home: Path) -> None:
    played(home, 1, [YOU, BERTHOLD, MARSHAL], [90, 71, 82])
    assert solo("history", "--csv").out.splitlines() == [
        "started,game,save,person,score,opponents,best_opponent,won,hints,seconds",
        "2026-01-01T12:00:00,castle-combo,castle-combo-2026-01-01-1,,90,old-berthold marshal:steady,82,1,0,0",
    ]


def test_no_name_in_the_csv_is_a_formula_or_moves_the_cursor(home: Path) -> None:
    played(home, 1, [SeatLine("a", "=1+1"), SeatLine("b", "@A\x1b[2J\rB"), MARSHAL], [-3, 71, 82])
    formula, escape = solo("history", "--csv").out.splitlines()[1:]
    assert ",'=1+1,-3," in formula
    assert ",'@A�[2J B,71," in escape


def test_statistics_are_against_each_one_regardless_of_who_won(home: Path) -> None:
    played(home, 1, [YOU, BERTHOLD, MARSHAL], [80, 71, 90])
    played(home, 2, [YOU, BERTHOLD, MARSHAL], [60, 75, 50])
    marshal, berthold = history.opponent_stats(history.played(saves.list_saves()))
    assert (berthold.name, berthold.won, berthold.mean_against, berthold.margins) == (
        "Old Berthold",
        1,
        73.0,
        [9, -15],
    )
    assert (marshal.name, marshal.won, marshal.mean_against, marshal.margins) == (
        Text("opponents.at-level", name="The Marshal", level=Text("level.steady")),
        1,
        70.0,
        [-10, 10],
    )


def test_a_bar_for_each_game_from_behind_to_ahead() -> None:
    assert balance([-10, 0, 5, 10], "utf-8") == "▁▅▆█"
    assert balance([-10, 0, 10], "ascii") == "_+@"
    assert balance([0], "utf-8") == "▅"
    assert balance([], "utf-8") == ""


def test_lists_on_a_terminal_are_tables_with_names_points_and_when(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    played(home, 1, [YOU, BERTHOLD, MARSHAL], [90, 71, 82])
    solo("play", "castle-combo", "--against", "mason", "--cards", "app", "--seed", "1", answers="1\n/quit\n")
    shown = {command: on_a_terminal(command, monkeypatch) for command in ("history", "stats", "saves")}
    assert shown["history"][0].split() == ["When", "Game", "Result", "Points", "Against", "Save"]
    assert shown["history"][2].split("  ")[0] == "2026-01-01"
    assert "won         90  Old Berthold 71 and The Marshal 82" in shown["history"][2]
    assert "The Marshal (steady)      1  1 (100%)  90.0    90    82.0  █" in shown["stats"][4]
    running, finished = shown["saves"][2:4]
    assert "Castle Combo  2         you 8 and Mason Corwin 35" in running
    assert "Castle Combo  finished  you 90, Old Berthold 71 and The Marshal 82" in finished


def on_a_terminal(command: str, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What a command shows where there are colours, columns and room."""
    out = StringIO()

    def screen(words: Words, plain: bool) -> Screen:
        return Screen.rich(words, Console(file=out, width=130, highlight=False), encoding="utf-8")

    monkeypatch.setattr("solo.fronts.opening.open_screen", screen)
    assert solo(command).code == 0
    return out.getvalue().splitlines()


def test_streaks_bests_and_averages_agree_with_a_slow_recount(home: Path) -> None:
    results = [(50, 71), (90, 71), (88, 80), (71, 71), (60, 82), (95, 60), (96, 60)]
    for day, scores in enumerate(results, 1):
        played(home, day, [YOU, BERTHOLD], list(scores))
    (record,) = history.game_stats(history.played(saves.list_saves()))
    won = [mine >= theirs for mine, theirs in results]
    rows = [
        sum(1 for _ in range(start, end))
        for start in range(7)
        for end in range(start, 8)
        if all(won[start:end])
    ]
    assert record.won == sum(won) == 5
    assert record.longest == max(rows) == 3
    assert record.streak == 2
    assert record.mean == sum(mine for mine, _ in results) / 7
    assert (record.best.score, record.best.started[:10]) == (96, "2026-01-07")
    assert record.points == [mine for mine, _ in results]


def test_where_a_game_stands_among_its_like(home: Path) -> None:
    for day, score in enumerate([50, 90, 70], 1):
        played(home, day, [YOU, BERTHOLD], [score, 71])
    played(home, 4, [YOU, MARSHAL], [99, 71])
    games = history.played(saves.list_saves())
    assert [history.place_of(game, games) for game in games] == [(3, 3), (1, 3), (2, 3), (1, 1)]


def test_statistics_tell_streaks_and_the_best_game(home: Path) -> None:
    for day in (1, 2, 3):
        played(home, day, [YOU, BERTHOLD], [80 + day, 71])
    lines = solo("stats").out.splitlines()
    assert lines[0].startswith(
        "Castle Combo: 3 games, 3 won (100%); on average 82.0 points, best 83 (2026-01-03)"
    )
    assert "  Longest winning streak: 3 games." in lines
    assert "  You have won the last 3 games." in lines
    assert "Je hebt de laatste 3 partijen gewonnen." in solo("stats", "--lang", "nl").out


def test_statistics_as_json_and_csv(home: Path) -> None:
    played(home, 1, [YOU, MARSHAL], [80, 71])
    data = json.loads(solo("stats", "--json").out)
    assert data["games"][0]["won"] == 1
    assert data["against"][0]["opponent"] == "marshal:steady"
    assert solo("stats", "--csv").out.splitlines()[1].startswith("castle-combo,marshal:steady,1,1,80")
    assert json.loads(solo("history", "--json").out)[0]["score"] == 80
