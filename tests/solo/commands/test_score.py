"""`solo score`: a sheet from a file in every form, by questions, and a line for every mistake."""

from __future__ import annotations

import csv
import json
from copy import deepcopy
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
import tomli

from automa.castle_combo import GAME
from solo.facts.toml import write
from tests.atable import tables_of
from tests.solo.commandline import at_home, solo


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    return at_home(tmp_path / "home", monkeypatch)


def example() -> dict[str, Any]:
    return deepcopy(GAME.score_example(tables_of("castle-combo")))


def somebody(number: int) -> dict[str, Any]:
    """A tableau of nine face-down cards."""
    return {"tableau": [["face-down"] * 3] * 3, "gold": number, "keys": number}


def filled_in(folder: Path, content: object, name: str = "game.json") -> Path:
    folder.mkdir(exist_ok=True)
    path = folder / name
    path.write_text(json.dumps(content), encoding="utf-8")
    return path


def test_the_example_scores_as_in_the_rulebook_and_comes_back_the_same(tmp_path: Path) -> None:
    printed = solo("score", "castle-combo", "--example").out
    assert tomli.loads(printed) == example()
    (tmp_path / "game.toml").write_text(printed, encoding="utf-8")
    said = solo("score", "castle-combo", tmp_path / "game.toml")
    assert said.code == 0 and "The score is 75 points." in said.out


def test_toml_json_and_standard_input_give_one_sheet(tmp_path: Path) -> None:
    as_json = solo("score", "castle-combo", filled_in(tmp_path, example()), "--format", "json")
    typed = solo("score", "castle-combo", "-", "--format", "json", answers=write(example()))
    with_mark = solo("score", "castle-combo", "-", "--format", "json", answers="\ufeff" + write(example()))
    assert as_json.out == typed.out == with_mark.out
    assert json.loads(typed.out)["players"][0]["total"] == 75


@pytest.mark.parametrize("lang", ["en", "nl"])
@pytest.mark.parametrize("format", ["table", "json", "csv", "markdown", "html"])
def test_every_format_in_both_languages(format: str, lang: str) -> None:
    said = solo("score", "castle-combo", "-", "--format", format, "--lang", lang, answers=write(example()))
    assert (said.code, said.err) == (0, "")
    assert "75" in said.out and "castle-combo." not in said.out


@pytest.mark.parametrize("players", [1, 2, 3, 4, 5])
def test_one_to_five_players(players: int) -> None:
    content = {"player": {f"Player {number}": somebody(number) for number in range(1, players + 1)}}
    said = solo("score", "castle-combo", "-", "--format", "json", answers=json.dumps(content))
    sheet = json.loads(said.out)
    assert [player["total"] for player in sheet["players"]] == list(range(1, players + 1))


NAMES = ['Zoë, "de Grote"', "O'Brien; DROP", "<b>Ann</b>", "李小龍", "a|b", "=1+1"]


def test_any_name_is_kept_in_json_and_csv() -> None:
    content = {"player": {name: somebody(1) for name in NAMES[:5]}}
    as_json = solo("score", "castle-combo", "-", "--format", "json", answers=json.dumps(content))
    assert [player["name"] for player in json.loads(as_json.out)["players"]] == NAMES[:5]
    as_csv = solo("score", "castle-combo", "-", "--format", "csv", answers=json.dumps(content))
    rows = list(csv.DictReader(StringIO(as_csv.out)))
    assert list(dict.fromkeys(row["player"] for row in rows)) == NAMES[:5]
    as_html = solo("score", "castle-combo", "-", "--format", "html", answers=json.dumps(content))
    assert "<b>Ann</b>" not in as_html.out


def _with(**changes: Any) -> dict[str, Any]:
    content = example()
    content["player"]["Example"].update(changes)
    return content


def _cards(*rows: list[Any]) -> dict[str, Any]:
    content = _with(tableau=list(rows))
    del content["player"]["Example"]["purses"]
    return content


DOWN = ["face-down"] * 3

WRONG = [
    (_cards(["Jugde", "face-down", "face-down"], DOWN, DOWN), "did you mean Judge?", "bedoel je Judge?"),
    (_cards(["Judge", "Judge", "face-down"], DOWN, DOWN), "there is only one", "er is er maar één"),
    (_cards(["Judge", "Spy", "Vicar", "Nun"], DOWN, DOWN), "three cards in a row", "drie kaarten in een rij"),
    (_cards(DOWN, DOWN, DOWN, DOWN), "three rows of cards", "drie rijen kaarten"),
    (_cards(DOWN, DOWN, ["face-down", 3, "face-down"]), "the name of a card", "de naam van een kaart"),
    (_with(gold=100_000), "player.Example.gold: found 100000", "player.Example.gold: gevonden 100000"),
    (_with(gold="3"), "a whole number", "een heel getal"),
    (_with(keys=-1), "player.Example.keys: found -1", "player.Example.keys: gevonden -1"),
    (_with(purses={"Sculptor": 8}), "from 0 to 7", "van 0 tot en met 7"),
    (_with(purses={"Judge": 1}), "a face-up card with a purse", "een open kaart met een beurs"),
    (_with(silver=3), "player.Example.silver", "player.Example.silver"),
    ({}, "player: found nothing", "player: gevonden niets"),
    ({"player": {}}, "one to five players", "één tot vijf spelers"),
    ({"player": {"Ann": {}}}, "player.Ann.tableau: found nothing", "player.Ann.tableau: gevonden niets"),
    ({"player": {"a\nb": somebody(1)}}, "player.a b", "player.a b"),
    ({"player": {str(each): somebody(1) for each in range(6)}}, "one to five players", "één tot vijf"),
]


@pytest.mark.parametrize(("content", "english", "dutch"), WRONG)
def test_what_cannot_be_is_one_line_in_both_languages(
    tmp_path: Path, content: dict[str, Any], english: str, dutch: str
) -> None:
    file = filled_in(tmp_path, content)
    assert english in solo("score", "castle-combo", file).trouble
    said = solo("score", "castle-combo", file, "--lang", "nl").trouble
    assert dutch in said
    assert said.startswith(str(file))


@pytest.mark.parametrize(
    ("raw", "said"),
    [
        (b"", "player: found nothing"),
        (b"\xff\xfe", "is not text in UTF-8: see byte 0."),
        (b"a = ", "is neither TOML nor JSON: line 1"),
        (b'{"player": ', "is neither TOML nor JSON"),
        (b"\x00", "is neither TOML nor JSON"),
        (b"[player.Ann]\n[player.Ann]\n", "is neither TOML nor JSON: line 2"),
        (b'{"player": {"Ann": {}, "Ann": {}}}', "Ann is there twice"),
        (b'{"a":' * 5000, "tables in tables without end"),
        (b'{"player": ' + b"9" * 5000 + b"}", "a number that is too long"),
        (b"a = " + b"9" * 5000, "a number that is too long"),
        (b"#" * 1_000_001, "is too large to be a score file."),
    ],
)
def test_a_file_that_is_none(raw: bytes, said: str) -> None:
    assert said in solo("score", "castle-combo", "-", answers=raw).trouble


def test_a_file_that_is_not_there_or_a_folder(tmp_path: Path) -> None:
    assert "is not there" in solo("score", "castle-combo", tmp_path / "x.toml").trouble
    assert "it is a folder" in solo("score", "castle-combo", tmp_path).trouble


def test_an_unknown_format_suggests_the_nearest() -> None:
    assert "did you mean markdown?" in solo("score", "castle-combo", "--format", "markdwn").trouble


# By questions

ANSWERS = [
    "Ann",
    *("judge", "his holiness", "locks", "clock", "sculptor", "spice", "banker", "-", "miraculously"),
    *("6", "11"),
]


def test_by_questions() -> None:
    said = solo("score", "castle-combo", answers="\n".join(["1", *ANSWERS]) + "\n")
    assert said.code == 0 and "The score is 75 points." in said.out


def test_the_number_of_players_may_be_given_at_once() -> None:
    said = solo("score", "castle-combo", "--players", "1", answers="\n".join(ANSWERS) + "\n")
    assert "The score is 75 points." in said.out
    assert "1 to 5" in solo("score", "castle-combo", "--players", "6").trouble


def test_a_wrong_card_is_asked_again_and_undo_goes_back() -> None:
    lines = ["Ann", "jugde", "judge", "judge", "/undo", *ANSWERS[1:]]
    said = solo("score", "castle-combo", "--players", "1", answers="\n".join(lines) + "\n")
    assert "did you mean Judge?" in said.out and "The score is 75 points." in said.out


def test_too_few_answers_name_the_question_and_leaving_is_no_mistake() -> None:
    said = solo("score", "castle-combo", answers="1\nAnn\n")
    assert said.trouble.startswith("There is no answer left for: Ann: which card lies")
    assert solo("score", "castle-combo", answers="1\nAnn\n/quit\n").code == 0


def test_too_many_answers_are_complained_of_after_the_sheet() -> None:
    said = solo("score", "castle-combo", "--players", "1", answers="\n".join([*ANSWERS, "7", "8"]) + "\n")
    assert "The score is 75 points." in said.out
    assert said.trouble == "The sheet is complete, but 2 lines were not used."


def test_what_is_written_to_a_file_is_the_sheet_alone() -> None:
    answers = "\n".join(ANSWERS) + "\n"
    said = solo("score", "castle-combo", "--players", "1", "--format", "json", answers=answers)
    assert json.loads(said.out)["players"][0]["total"] == 75
    assert "Ann: which card lies in the top row, left?" in said.err


def test_where_no_move_is_played_none_is_asked_for() -> None:
    said = solo("score", "castle-combo", "--players", "1", answers="\n".join(ANSWERS) + "\n")
    assert "type a few letters" in said.out and "a move on one line" not in said.out
