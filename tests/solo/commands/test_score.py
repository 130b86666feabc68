"""`solo score`: a sheet from a file in every form, by questions, and a line for every mistake."""

from __future__ import annotations

import csv
import json
import os
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
import tomli

from solo.facts.toml import write
from tests.atable import score_example
from tests.solo.commandline import at_home, solo


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    return at_home(tmp_path / "home", monkeypatch)


def example() -> dict[str, Any]:
    return score_example("castle-combo")


def a_player(number: int) -> dict[str, Any]:
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
    content = {"player": {f"Player {number}": a_player(number) for number in range(1, players + 1)}}
    said = solo("score", "castle-combo", "-", "--format", "json", answers=json.dumps(content))
    sheet = json.loads(said.out)
    assert [player["total"] for player in sheet["players"]] == list(range(1, players + 1))


NAMES = ['Zoë, "de Grote"', "O'Brien; DROP", "<b>Ann</b>", "李小龍", "a|b", "=1+1"]


def test_any_name_is_kept_in_json_and_csv() -> None:
    content = {"player": {name: a_player(1) for name in NAMES[:5]}}
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
    (_with(gold="3"), "a whole number", "een geheel getal"),
    (_with(keys=-1), "player.Example.keys: found -1", "player.Example.keys: gevonden -1"),
    (_with(purses={"Sculptor": 8}), "from 0 to 7", "van 0 tot en met 7"),
    (_with(purses={"Judge": 1}), "a face-up card with a purse", "een open kaart met een beurs"),
    (_with(silver=3), "player.Example.silver", "player.Example.silver"),
    ({}, "player: found nothing", "player: gevonden niets"),
    ({"player": {}}, "one to five players", "één tot vijf spelers"),
    ({"player": {"Ann": {}}}, "player.Ann.tableau: found nothing", "player.Ann.tableau: gevonden niets"),
    ({"player": {"a\nb": a_player(1)}}, "player.a b", "player.a b"),
    ({"player": {str(each): a_player(1) for each in range(6)}}, "one to five players", "één tot vijf"),
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
        (b"\xff\xfe", "line 1: the byte ff is not UTF-8"),
        (b"a = ", 'line 1: "a =" is not TOML'),
        (b'{"player": ', "is not JSON: line 1 cannot be read"),
        (b"\x00", "is not TOML"),
        (b"[player.Ann]\n[player.Ann]\n", 'line 2: "[player.Ann]" gives a name that is there already'),
        (b'{"player": {"Ann": {}, "Ann": {}}}', "Ann is there twice"),
        (b'{"\\u001b[2J": 1, "\\u001b[2J": 1}', "�[2J is there twice"),
        (b'{"player": {"\\ud800": {}}}', 'player.�: found "?"; allowed: a text of whole characters'),
        (b'{"player": {"Ann": {"keys": NaN}}}', "player.Ann.tableau: found nothing"),
        (b"player = 2024-02-29", "player: found 2024-02-29; allowed: one to five players"),
        (b"player = 0x" + b"f" * 5000, "player: found a number longer than this line"),
        (b"player = inf", "player: found inf"),
        (b'{"player": null}', "player: found null"),
        (b'{"player": ' + b"[" * 900 + b"]" * 900 + b"}", "player: found [[[["),
        (b"a" + b".a" * 20_000 + b" = 1", "more than 24 tables and lists lie inside each other"),
        (b"[1, 2]", 'line 1: "[1, 2]" is not TOML'),
        ('{"player": {}}'.encode("utf-16"), "line 1: the byte ff is not UTF-8"),
        ("player = 1".encode("utf-16-le"), "is not TOML"),
        (b"# nothing but a comment", "player: found nothing"),
        (b'{"a":' * 5000, "tables in tables without end"),
        (b'{"player": ' + b"9" * 5000 + b"}", "a number that is too long"),
        (b"a = " + b"9" * 5000, "a number in it is too long"),
        (b"#" * 4_000_001, "is larger than 4 MB"),
    ],
)
def test_a_file_that_is_none(raw: bytes, said: str) -> None:
    assert said in solo("score", "castle-combo", "-", answers=raw).trouble


def test_a_file_that_is_not_there_or_a_folder(tmp_path: Path) -> None:
    assert "is not there" in solo("score", "castle-combo", tmp_path / "x.toml").trouble
    assert "it is a folder" in solo("score", "castle-combo", tmp_path).trouble


def test_a_pipe_that_nobody_writes_to_is_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    assert "pipe: player: found nothing" in solo("score", "castle-combo", tmp_path / "pipe").trouble


@pytest.mark.skipif(os.geteuid() == 0, reason="root may read everything")
def test_a_file_that_may_not_be_read(tmp_path: Path) -> None:
    file = filled_in(tmp_path, example())
    file.chmod(0)
    assert "cannot be read: you are not allowed" in solo("score", "castle-combo", file).trouble


# What comes from outside is cleaned and shortened before it is shown

HARMFUL = ["\x1b[2J\x1b]0;title\x07", "a\u202eb\u2066c", "\x9b31m\x85", "\ud800", "k" * 900_000]


@pytest.mark.parametrize("harm", HARMFUL)
@pytest.mark.parametrize(
    "make",
    [
        lambda harm: {harm: 1},
        lambda harm: {"player": {harm: a_player(1)}},
        lambda harm: {"player": {harm: {}}},
        lambda harm: {"player": {"Ann": {**a_player(1), harm: 1}}},
        lambda harm: {"player": {"Ann": {**a_player(1), "gold": harm}}},
        lambda harm: {"player": {"Ann": {**a_player(1), "tableau": harm}}},
        lambda harm: {"player": {"Ann": {**a_player(1), "tableau": [[harm, harm, harm], DOWN, DOWN]}}},
        lambda harm: {"player": {"Ann": {**a_player(1), "purses": {harm: harm}}}},
        lambda harm: {"player": {"Ann": a_player(1)}, "rulings": {harm: harm}},
        lambda harm: {"player": {"Ann": a_player(1)}, "rulings": {"neighbour": harm}},
    ],
)
def test_nothing_in_a_file_harms_the_screen(harm: str, make: Any) -> None:
    for game in ("castle-combo", "valeria"):
        trouble = solo("score", game, "-", answers=json.dumps(make(harm))).trouble
        assert trouble.isprintable()
        assert len(trouble) < 300


@pytest.mark.parametrize("harm", HARMFUL[:3])
def test_nothing_on_the_command_line_harms_the_screen(tmp_path: Path, harm: str) -> None:
    name = harm.replace("/", "")
    mistakes: list[tuple[str | Path, ...]] = [
        ("score", "castle-combo", tmp_path / f"{name}.toml"),
        ("score", "castle-combo", filled_in(tmp_path, {harm: 1}, f"{name}.json")),
        ("score", "castle-combo", "\udcff"),
        ("score", harm),
        ("score", "castle-combo", "--format", harm),
        ("score", "castle-combo", "--players", harm),
        ("score", "castle-combo", "--ruling", harm),
        ("score", "valeria", "--ruling", f"zero-control={harm}"),
        ("score", "castle-combo", f"--{harm}"),
        (harm,),
        ("play", "castle-combo", "--person", harm),
        ("play", "castle-combo", "--against", harm),
        ("resume", harm),
        ("tables", "show", "castle-combo", harm),
        ("rules", "castle-combo", harm),
    ]
    for arguments in mistakes:
        assert solo(*arguments).trouble.isprintable(), arguments


# The command line and the file say the same


def two_of_valeria(**changes: Any) -> dict[str, Any]:
    return {**score_example("valeria"), **changes}


def test_so_many_players_as_were_said() -> None:
    filled = write(example())
    assert solo("score", "castle-combo", "-", "--players", "1", answers=filled).code == 0
    trouble = solo("score", "castle-combo", "-", "--players", "3", answers=filled).trouble
    assert trouble == "- is a sheet for 1 player, but --players says 3."
    assert "1 to 5" in solo("score", "castle-combo", "-", "--players", "6", answers=filled).trouble
    trouble = solo("score", "valeria", "-", "--players", "3", answers=write(two_of_valeria())).trouble
    assert trouble == "- is a sheet for 2 players, but --players says 3."


def test_the_round_that_was_said() -> None:
    filled = two_of_valeria()
    asked = solo("score", "valeria", "-", "--round", "5", answers=write(filled))
    assert (asked.code, asked.out) == (0, solo("score", "valeria", "-", answers=write(filled)).out)
    trouble = solo("score", "valeria", "-", "--round", "4", answers=write(filled)).trouble
    assert trouble == "-: round: found 5; allowed: what --round says, or nothing."
    del filled["round"]
    assert solo("score", "valeria", "-", "--round", "5", answers=write(filled)).out == asked.out


def test_rulings_are_settled_in_the_file_or_on_the_command_line_which_goes_first() -> None:
    def total(content: dict[str, Any], *arguments: str) -> int:
        said = solo("score", "valeria", "-", "--format", "json", *arguments, answers=write(content))
        ben: dict[str, Any] = json.loads(said.out)["players"][1]
        return sum(line["points"] for line in ben["lines"] if "Anchorage" in line["label"])

    districts = {**two_of_valeria()["districts"], "anchorage": {"Ann": 1, "green": 2}}
    usual = two_of_valeria(districts=districts)
    ranks = {**usual, "rulings": {"zero-control": "ranks"}}
    assert (total(usual), total(ranks)) == (0, 2)
    assert total(usual, "--ruling", "zero-control=ranks") == 2
    assert total(ranks, "--ruling", "zero-control=nothing") == 0
    trouble = solo(
        "score", "valeria", "-", answers=write({**usual, "rulings": {"zero-control": "win"}})
    ).trouble
    assert trouble == '-: rulings.zero-control: found "win"; allowed: nothing, ranks.'
    assert "did you mean ranks?" in solo("score", "valeria", "--ruling", "zero-control=rank").trouble


def test_a_name_that_begins_like_a_formula_is_none_in_csv() -> None:
    content = {"player": {NAMES[5]: a_player(-1 + 1)}}
    said = solo("score", "castle-combo", "-", "--format", "csv", answers=json.dumps(content))
    assert said.out.splitlines()[1].startswith('"player-1","\'=1+1",1,0,')


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


@pytest.mark.parametrize("round", range(1, 6))
def test_an_example_of_a_round_is_one_of_that_round(round: int) -> None:
    printed = solo("score", "valeria", "--example", "--round", str(round)).out
    assert tomli.loads(printed)["round"] == round
    assert ("guilds" in printed) == (round == 5)
    scored = solo("score", "valeria", "-", "--round", str(round), answers=printed)
    assert (scored.code, scored.err) == (0, "")
    assert "not given" not in scored.out


def test_a_sheet_without_the_points_so_far_says_so() -> None:
    filled = two_of_valeria()
    del filled["score"]
    said = solo("score", "valeria", "-", answers=write(filled)).out
    assert "The points from before were not given" in said
    del filled["guilds"]
    assert "The points from before were not given" in solo("score", "valeria", "-", answers=write(filled)).out


def test_more_keys_and_gold_than_the_box_holds_are_doubted() -> None:
    filled = example()
    filled["player"]["Example"] |= {"keys": 61, "gold": 95}
    said = solo("score", "castle-combo", "-", answers=write(filled))
    assert said.code == 0
    assert "Check the keys: that makes 61, and the box holds 60." in said.out
    assert "Check the gold: that makes 101, and the box holds 100." in said.out
    filled["player"]["Example"] |= {"keys": 60, "gold": 94}
    assert "Check" not in solo("score", "castle-combo", "-", answers=write(filled)).out
