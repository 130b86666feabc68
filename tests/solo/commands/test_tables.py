"""`solo tables …`: teaching, sharing and forgetting, and what is said of a user's file that is wrong."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import tomli

from automa.dialogue import Text
from solo.facts import taught
from solo.facts.toml import Tree
from solo.facts.trees import with_lesson
from solo.games import game_named
from solo.keeping.lock import Lock
from solo.shipped import tables_root
from tests.solo.commandline import at_home, saves, solo

COST = "cards.card.judge.cost"


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    return at_home(tmp_path / "home", monkeypatch)


def tables(*arguments: str | Path) -> str:
    said = solo("tables", *arguments)
    assert (said.code, said.err) == (0, ""), said
    return said.out


def write(home: Path, content: str | bytes) -> Path:
    """The user's own file, as an editor left it."""
    path = home / "tables" / "castle_combo.toml"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content.encode() if isinstance(content, str) else content)
    return path


def test_without_a_command_there_is_help() -> None:
    assert "teach" in tables()
    assert "Gebruik:" in tables("--lang", "nl")


def test_a_fact_is_shown_taught_shown_again_and_forgotten() -> None:
    assert "cost = 4" in tables("show", "castle-combo", "cards.card.judge")
    assert tables("teach", "castle-combo", COST, "5") == f"Taught: {COST} = 5.\n"
    assert "cost = 5" in tables("show", "castle-combo", "cards.card.judge")
    tables("forget", "castle-combo", "cards.card.judge")
    assert "cost = 4" in tables("show", "castle-combo", "cards.card.judge")


def test_what_is_taught_goes_from_one_home_to_another(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    tables("teach", "castle-combo", COST, "5")
    assert "cost = 5" in tables("export", "castle-combo")
    assert "1" in tables("export", "castle-combo", tmp_path / "mine.toml")
    at_home(tmp_path / "another", monkeypatch)
    assert f"{COST}: 4" in tables("import", "castle-combo", tmp_path / "mine.toml").replace(" was", ":")
    assert "cost = 5" in tables("show", "castle-combo", "cards.card.judge")


def test_a_hyphen_is_standard_output(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    tables("teach", "castle-combo", COST, "5")
    assert tables("export", "castle-combo", "-") == tables("export", "castle-combo")
    assert not (tmp_path / "-").exists()


def test_two_facts_that_have_changed_places_are_taught_together(home: Path) -> None:
    one, two = "board.district.anchorage.keep", "board.district.bazani-gate.keep"
    assert "must be 1, 2, 3, 4, 5 and 6, each once" in solo("tables", "teach", "valeria", one, "2").trouble
    assert tables("teach", "valeria", one, "2", two, "1") == f"Taught: {one} = 2.\nTaught: {two} = 1.\n"
    assert f"What is {two}?" in solo("tables", "teach", "valeria", one, "1", two).trouble
    assert "twice" in solo("tables", "teach", "valeria", one, "1", one, "2").trouble


def test_checking_sets_two_right_that_have_changed_places(home: Path) -> None:
    anchorage, gate = "The Anchorage has die 1 by its name.", "Bazani Gate has die 2 by its name."
    answers = ["wrong", anchorage, "2", gate, "1", "stop"]
    said = solo("tables", "check", "valeria", answers="\n".join(answers) + "\n")
    assert (said.code, said.err) == (0, "")
    assert "That cannot be" in said.out
    taught = tomli.loads((home / "tables" / "valeria.toml").read_text())["board"]["district"]
    assert (taught["anchorage"]["keep"], taught["bazani-gate"]["keep"]) == (2, 1)


def test_what_is_undone_while_checking_is_not_taught(home: Path) -> None:
    tables("teach", "six-castles", "castles.castle.sabugal.goods", "wheat meat")
    before = (home / "tables" / "six_castles.toml").read_text()
    solo("tables", "check", "six-castles", answers="right\n/undo\nskip\nstop\n")
    assert (home / "tables" / "six_castles.toml").read_text() == before
    solo("tables", "check", "six-castles", answers="right\nright\n/undo\nstop\n")
    taught = tomli.loads((home / "tables" / "six_castles.toml").read_text())
    assert set(taught["castles"]["castle"]) > {"sabugal"} and "contracts" not in taught


def test_enter_makes_no_guess_a_fact(home: Path) -> None:
    for game in ("valeria", "methoni", "six-castles"):
        said = solo("tables", "check", game, answers="\n" * 200)
        assert said.code == 2 or "still assumed" in said.out
    assert not (home / "tables").exists()


CARD = [
    "The Iron Duke",
    "gold wood stone food magic",
    *["manor temple recruit / - / green food magic wood"] * 5,
]


def test_a_lesson_that_is_broken_off_goes_on_where_it_was(home: Path) -> None:
    teach = ("tables", "teach", "valeria", "opponent")
    draft = home / "tables" / "unfinished" / "valeria-opponent.json"
    said = solo(*teach, answers="\n".join(CARD[:4]) + "\n")
    assert said.code == 2 and "solo tables teach valeria opponent" in said.out
    assert draft.exists() and not (home / "tables" / "valeria.toml").exists()
    said = solo(*teach, answers="\n".join(["yes", "/undo", CARD[3], CARD[4]]) + "\n")
    assert "broken off after 4 answers" in said.out
    said = solo(*teach, answers="\n".join(["", *CARD[5:], "yes"]) + "\n")
    assert (said.code, said.err) == (0, "")
    assert "broken off after 5 answers" in said.out
    taught = tomli.loads((home / "tables" / "valeria.toml").read_text())["opponents"]["opponent"]
    assert taught["the-iron-duke"]["round"]["5"]["crate"] == "green"
    assert not draft.exists()
    changed = ["the iron duke", "5", "manor temple recruit / gate / sail 2", "yes"]
    assert solo(*teach, answers="\n".join(changed) + "\n").code == 0
    taught = tomli.loads((home / "tables" / "valeria.toml").read_text())["opponents"]["opponent"]
    assert taught["the-iron-duke"]["round"]["5"] == {
        "actions": ["manor", "temple", "recruit"], "monument": "gate", "sail": 2,
    }  # fmt: skip


def test_a_lesson_that_was_broken_off_can_begin_anew(home: Path) -> None:
    teach = ("tables", "teach", "valeria", "opponent")
    solo(*teach, answers="\n".join(CARD[:4]) + "\n")
    said = solo(*teach, answers="\n".join(["no", "Another", *CARD[1:], "yes"]) + "\n")
    assert (said.code, said.err) == (0, "")
    assert "another" in (home / "tables" / "valeria.toml").read_text()


def test_a_broken_off_lesson_that_cannot_be_read_is_named(home: Path) -> None:
    draft = home / "tables" / "unfinished" / "valeria-opponent.json"
    draft.parent.mkdir(parents=True)
    draft.write_text("[{")
    assert str(draft) in solo("tables", "teach", "valeria", "opponent").trouble


def test_an_export_does_not_overwrite(tmp_path: Path) -> None:
    tables("teach", "castle-combo", COST, "5")
    (tmp_path / "mine.toml").write_text("precious")
    assert solo("tables", "export", "castle-combo", tmp_path / "mine.toml").code == 2
    assert (tmp_path / "mine.toml").read_text() == "precious"


def test_teaching_does_not_change_a_game_that_was_started_before(home: Path) -> None:
    six = "judge\nsteward\ngravedigger\nspy\nvicar\nbombardier\n"
    solo("play", "castle-combo", "--seed", "1", answers=six)
    tables("teach", "castle-combo", COST, "9")
    assert "Judge, 4 gold" in solo("saves", "show", saves(home)[0].stem).out
    solo("play", "castle-combo", "--seed", "1", answers=six)
    assert "Judge, 9 gold" in solo("saves", "show", saves(home)[1].stem).out


@pytest.mark.parametrize(
    ("arguments", "english", "dutch"),
    [
        (("show", "castle-combo", "crads"), "cards", "cards"),
        (("teach", "castle-combo", "nonsense"), "There is no nonsense;", "nonsense"),
        (
            ("teach", "castle-combo", "cards.card.jugde.cost"),
            "cards.card.judge.cost",
            "cards.card.judge.cost",
        ),
        (("teach", "castle-combo", COST), f"What is {COST}?", f"Wat is {COST}?"),
        (("teach", "castle-combo", COST, "four"), "a whole number from 0 to 20", "een geheel getal"),
        (("teach", "castle-combo", "cards.card.judge.name", "Spy"), "Spy", "Spy"),
        (("teach", "castle-combo", COST, "-0.5"), "put -- before it: -- -0.5", "zet er -- voor: -- -0.5"),
        (("teach", "castle-combo", COST, "-1"), "put -- before it: -- -1", "zet er -- voor: -- -1"),
        (("forget", "castle-combo", COST), "You have not taught anything", "Je hebt over"),
        (("export", "castle-combo"), "You have not taught anything", "nog niets opgegeven"),
        (
            ("import", "castle-combo", "nowhere.toml"),
            "nowhere.toml cannot be read: it or its folder is not there",
            "nowhere.toml kan niet worden gelezen: het bestand of de map bestaat niet",
        ),
        (("show", "castle-como"), "did you mean castle-combo?", "bedoel je castle-combo?"),
        (("shwo", "castle-combo"), "did you mean show?", "bedoel je show?"),
    ],
)
def test_a_mistake_is_one_line_in_both_languages(
    home: Path, arguments: tuple[str, ...], english: str, dutch: str
) -> None:
    assert english in solo("tables", *arguments).trouble
    said = solo("tables", *arguments, "--lang", "nl").trouble
    assert dutch in said and "castle-combo.table" not in said
    assert not (home / "tables" / "castle_combo.toml").exists()


@pytest.mark.parametrize(
    ("content", "english", "dutch"),
    [
        ('[cards.card.judge]\ncost = "x"', 'is "x"; allowed: a whole number', "een geheel getal"),
        ('[cards.card.judge]\nshields = ["magic"]', "shields", "shields"),
        ("[cards.card.judge]\nprice = 4", "there is no key cards.card.judge.price", "bestaat niet"),
        (
            '[cards.card.judge]\nname = "Spy"',
            "tables/castle_combo.toml: cards.card.judge.name: There is already a card “Spy”: spy.",
            "cards.card.judge.name: Er is al een kaart “Spy”: spy.",
        ),
        (
            '[opponents.opponent.sister-amabel]\nname = "Old Berthold"',
            "tables/castle_combo.toml: opponents.opponent.sister-amabel.name: There is another opponent",
            "opponents.opponent.sister-amabel.name: Er is nog een tegenstander",
        ),
        ("[crads]", "there is no key crads", "bestaat niet"),
        ("[cards", "is not TOML", "is geen TOML"),
        (b"name = '\xff'", "the byte ff is not UTF-8", "is geen UTF-8"),
    ],
)
def test_a_wrong_file_of_the_users_own_is_named_by_every_command(
    home: Path, content: str | bytes, english: str, dutch: str
) -> None:
    path = write(home, content)
    before = path.read_bytes()
    for command in (
        ("rules", "castle-combo"),
        ("play", "castle-combo"),
        ("demo", "castle-combo"),
        ("opponents", "castle-combo"),
        ("score", "castle-combo", "--example"),
        ("tables", "show", "castle-combo"),
        ("tables", "teach", "castle-combo", "cards.card.spy.cost", "5", "--force"),
    ):
        assert english in solo(*command).trouble
        assert dutch in solo(*command, "--lang", "nl").trouble
    assert path.read_bytes() == before
    assert not saves(home)


@pytest.mark.parametrize(
    ("game", "key", "value", "said"),
    [
        ("methoni", "scoring.upgrade", "0", "is 0; allowed: a whole number from 2 to 10"),
        ("methoni", "scoring.upgrade", "1979-05-27", "is 1979-05-27; allowed: a whole number from 2 to 10"),
        ("methoni", "components.cards.land", "1", "at least 30 cards"),
        ("valeria", "components.boxed.manor", "7", "must be at most 6; found 7"),
        ("six-castles", "setup.coins.gold", "0", "is 0; allowed: a whole number from 1 to 20"),
        ("castle-combo", COST, "-1", "is -1; allowed: a whole number from 0 to 20"),
    ],
)
def test_an_impossible_fact_is_refused_by_force_and_in_a_file(
    home: Path, game: str, key: str, value: str, said: str
) -> None:
    assert said in solo("tables", "teach", game, "--force", "--", key, value).trouble
    path = home / "tables" / f"{game_named(game).folder}.toml"
    path.parent.mkdir(parents=True)
    path.write_text(f"{key} = {value}\n")
    assert said in solo("demo", game).trouble
    assert f" = {value}" in tables("export", game)


def test_a_wrong_fact_can_be_forgotten_by_the_command_that_knows_it(home: Path) -> None:
    path = write(
        home, 'for-game = "castle-combo"\n[cards.card.judge]\ncost = "x"\n[cards.card.spy]\ncost = 3\n'
    )
    tables("forget", "castle-combo", "cards.card.judge")
    assert "judge" not in path.read_text() and "spy" in path.read_text()
    assert solo("rules", "castle-combo").code == 0


def test_a_wrong_fact_is_set_right_by_teaching_it(home: Path) -> None:
    path = write(home, 'for-game = "castle-combo"\n[cards.card.judge]\ncost = "x"\n')
    tables("teach", "castle-combo", COST, "5", "--force")
    assert "cost = 5" in path.read_text()


def test_one_fact_is_taught_with_one_look_at_the_tables(monkeypatch: pytest.MonkeyPatch) -> None:
    game = game_named("castle-combo")
    looks = 0

    def faults(tables: Any) -> list[tuple[str, Text]]:
        nonlocal looks
        looks += 1
        return []

    monkeypatch.setattr(game, "faults", faults)
    tables("teach", "castle-combo", COST, "5", "--force")
    assert looks == 1


def test_checking_where_nothing_is_assumed() -> None:
    assert "nothing to check" in tables("check", "castle-combo")


def test_an_import_tells_only_what_changes_and_in_words(tmp_path: Path) -> None:
    mine = _file(tmp_path, "[components.start]\nwood = 2\nstone = 1\n")
    said = solo("tables", "import", "valeria", mine)
    assert said.out.splitlines() == [
        "Now: You start with 2 wood.",
        "1 fact taken over.",
        "1 more is as you had it.",
    ]
    assert solo("tables", "import", "valeria", mine).out == "0 facts taken over.\n"
    assert (
        "Nu: Je begint met 3 hout."
        in solo(
            "tables", "import", "valeria", _file(tmp_path, "[components.start]\nwood = 3\n"), "--lang", "nl"
        ).out
    )


def _file(folder: Path, content: str) -> Path:
    path = folder / "theirs.toml"
    path.write_text(content)
    return path


# Two at once

TEACHERS = int(os.environ.get("CASTELLAN_TEACHERS", "6"))
"""How many teach at the same time; `CASTELLAN_TEACHERS=40 pytest …` has more of them."""


def test_teaching_in_two_processes_at_the_same_time_loses_nothing(home: Path) -> None:
    cards = list(tomli.loads((tables_root() / "castle_combo" / "cards.toml").read_text())["card"])[:TEACHERS]
    command = [sys.executable, "-m", "solo", "tables"]
    teachers = [
        subprocess.Popen([*command, "teach", "castle-combo", f"cards.card.{card}.cost", "3", "--force"])
        for card in cards
    ]
    assert [teacher.wait() for teacher in teachers] == [0] * TEACHERS
    taught = tomli.loads((home / "tables" / "castle_combo.toml").read_text())["cards"]["card"]
    assert taught == {card: {"cost": 3} for card in cards}
    assert [path.name for path in (home / "tables").iterdir()] == ["castle_combo.toml"]


def test_what_another_process_taught_in_the_meantime_is_kept_and_looked_at(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = game_named("castle-combo")
    looks: list[Tree] = []

    def slowly(old: Tree) -> Tree:
        looks.append(old)
        if len(looks) == 1:
            tables("teach", "castle-combo", COST, "5")
        return with_lesson(old, {"cards": {"card": {"spy": {"cost": 2}}}})

    assert taught.change(game, slowly)["cards"]["card"] == {"judge": {"cost": 5}, "spy": {"cost": 2}}
    assert len(looks) == 2
    assert taught.read_taught(game)["cards"]["card"] == {"judge": {"cost": 5}, "spy": {"cost": 2}}


def test_a_process_that_never_stops_teaching(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("solo.facts.taught.PATIENCE", 0)
    path = write(home, 'for-game = "castle-combo"\n')
    lock = Lock(path)
    said = solo("tables", "teach", "castle-combo", COST, "5").trouble
    lock.free()
    assert "nothing was changed here" in said
    assert path.read_text() == 'for-game = "castle-combo"\n'


def test_a_refused_fact_leaves_no_trace(home: Path) -> None:
    assert solo("tables", "teach", "castle-combo", COST, "expensive").code == 2
    assert not home.exists()
