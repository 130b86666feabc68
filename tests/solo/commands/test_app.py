"""Every command with a mistake in it, and what can go wrong around a game: one line, and nothing lost."""

from __future__ import annotations

import errno
import json
import os
import pwd
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable
from io import BufferedReader
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from automa.picture import Grid, Heading, Picture
from solo import __version__
from solo.commands.index import INDEX, examples
from solo.commands.reference import described, side_by_side
from solo.games import GAMES, game_named
from solo.keeping.journal import Journal
from solo.keeping.lock import Lock
from solo.playing import newgame
from tests.atable import rewritten, tables_of
from tests.golden import A_GAME, AGAINST, ENGLISH
from tests.solo.commandline import Said, at_home, saves, solo

ROOT = Path(__file__).parents[3]
OLD_SAVES = ROOT / "tests" / "saves"
PLAY = (*A_GAME[:-1], *AGAINST)
TYPED = ENGLISH.splitlines()


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    return at_home(tmp_path / "home", monkeypatch)


def lines(count: int) -> str:
    return "".join(f"{line}\n" for line in TYPED[:count])


def state(path: Path) -> dict[str, Any]:
    """What a save comes down to."""
    journal = Journal.read(path)
    driver = newgame.driver(game_named("castle-combo"), tables_of("castle-combo"), journal)
    return driver.script.state()


# Asking for help


def test_the_version() -> None:
    assert solo("--version").out == f"castellan {__version__}\n"


@pytest.mark.parametrize("lang", ["en", "nl"])
@pytest.mark.parametrize(
    "command",
    ["", "play", "demo", "resume", "score", "opponents", "rules", "history", "stats", "lab", "engine",
     "saves", "saves list", "saves show", "saves export", "saves delete", "tables", "tables show",
     "tables check", "tables teach", "tables forget", "tables export", "tables import"],
)  # fmt: skip
def test_every_command_has_help_in_both_languages(command: str, lang: str) -> None:
    said = solo("--lang", lang, *command.split(), "--help")
    assert (said.code, said.err) == (0, "")
    assert said.out.startswith("Usage: solo" if lang == "en" else "Gebruik: solo")
    assert "help." not in said.out


def test_the_language_comes_from_the_flag_or_else_from_the_environment(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("CASTELLAN_LANG", "nl")
    assert solo("history").out == "Nog geen uitgespeelde partijen.\n"
    assert solo("history", "--lang", "en").out == "No finished games yet.\n"
    monkeypatch.delenv("CASTELLAN_LANG")
    monkeypatch.setenv("LC_ALL", "nl_BE.UTF-8")
    assert solo("saves").out == solo("saves", "--lang", "nl").out


def test_the_language_may_be_asked_for_anywhere_and_needs_a_name() -> None:
    dutch = solo("--lang", "nl", "history").out
    assert dutch == solo("history", "--lang=nl").out == solo("history", "--lang", "nl", "--plain").out
    assert solo("history", "--lang").trouble == "--lang is not used that way: see --help."
    assert "--lang nl" in solo("history", "--", "--lang", "nl").trouble
    assert "There is no command --lang" in solo("--", "--lang").trouble


def test_a_command_line_is_read_without_a_library_that_takes_longer_than_all_the_rest() -> None:
    code = (
        "import sys; from solo.commands.app import run; "
        "run(['score', 'castle-combo', '--example', '--plain']); "
        "sys.exit('pydantic' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True).returncode == 0


# Mistakes on the command line

MISTAKES = [
    ("pley", "did you mean play?", "bedoel je play?"),
    ("play", "GAME is missing; there are castle-combo,", "GAME ontbreekt; er zijn castle-combo,"),
    (
        "play castle-como",
        "There is no game castle-como; did you mean castle-combo?",
        "bedoel je castle-combo?",
    ),
    ("play castle-combo --against sister-amable", "did you mean sister-amabel?", "bedoel je sister-amabel?"),
    ("play castle-combo --against marshal:stedy", "did you mean steady?", "bedoel je steady?"),
    ("play castle-combo --ruling neighbor=best", "did you mean neighbour?", "bedoel je neighbour?"),
    ("play castle-combo --ruling neighbour=bets", "did you mean best?", "bedoel je best?"),
    ("play castle-combo --ruling neighbour", "ID=VALUE", "ID=VALUE"),
    ("play castle-combo --dice tabel", "did you mean table?", "bedoel je table?"),
    ("play castle-combo --cards ap", "did you mean app?", "bedoel je app?"),
    (
        "play castle-combo --players two",
        "--players must be a whole number",
        "--players moet een geheel getal",
    ),
    ("play castle-combo --players 6", "2 to 5 seats, not 6", "2 tot 5 spelers, niet voor 6"),
    ("play valeria --players 6", "by 2 to 5 people among themselves", "2 tot 5 mensen onder elkaar"),
    ("play castle-combo --dice maybe", "there are app and table.", "er zijn app en table."),
    ("play castle-combo --seats you,jij", "“jij” is there twice", "“jij” staat er twee keer"),
    ("rules valeria xyzzy", "and 39 more.", "nog 39 andere."),
    ("play castle-combo --seed 1.5", "--seed must be a whole number", "--seed moet een geheel getal"),
    ("play castle-combo --agianst marshal", "did you mean --against?", "bedoel je --against?"),
    ("demo castle-combo --against nobody", "There is no opponent nobody;", "geen tegenstander nobody;"),
    ("opponents castle", "castle-combo", "castle-combo"),
    ("rules castle-combo scorign", "did you mean scoring?", "bedoel je punten tellen?"),
    ("score castle-combo --format makrdown", "did you mean markdown?", "bedoel je markdown?"),
    ("resume", "There is no unfinished game", "geen onafgemaakt spel"),
    ("resume nothing", "There is no saved game nothing", "geen bewaard spel nothing"),
    ("resume some/where.jsonl", "There is no file some/where.jsonl", "geen bestand some/where.jsonl"),
    ("saves lits", "did you mean list?", "bedoel je list?"),
    ("saves show", "SAVE is missing", "SAVE ontbreekt"),
    ("saves show nothing", "There is no saved game nothing", "geen bewaard spel nothing"),
    ("saves export nothing", "There is no saved game nothing", "geen bewaard spel nothing"),
    ("saves delete nothing --yes", "There is no saved game nothing", "geen bewaard spel nothing"),
    ("engine castle-como", "did you mean castle-combo?", "bedoel je castle-combo?"),
    ("engine castle-combo --resume nothing", "There is no saved game nothing", "geen bewaard spel nothing"),
    ("history --cvs", "did you mean --csv?", "bedoel je --csv?"),
    ("history --csv=yes", "--csv is not used that way", "Zo gebruik je --csv niet"),
    ("history one two", "That is too much: one two.", "Dat is te veel: one two."),
    ("play castle-combo --seed", "--seed is not used that way", "Zo gebruik je --seed niet"),
]


@pytest.mark.parametrize(("command", "english", "dutch"), MISTAKES, ids=[each[0] for each in MISTAKES])
def test_a_mistake_is_one_line_that_suggests_what_was_meant(
    home: Path, command: str, english: str, dutch: str
) -> None:
    said = solo(*command.split())
    assert english in said.trouble and said.out == ""
    assert dutch in solo(*command.split(), "--lang", "nl").trouble
    assert not home.exists()


def test_an_unknown_language_names_those_there_are() -> None:
    assert "English (en) and Dutch (nl)" in solo("play", "castle-combo", "--lang", "klingon").trouble
    assert "nl" in solo("play", "castle-combo", "--lang", "dutsch").trouble


def test_an_empty_name_is_no_save(home: Path) -> None:
    solo(*PLAY, answers=lines(2))
    for command in (["resume", ""], ["saves", "show", " "], ["saves", "delete", "", "--yes"]):
        assert "There is no saved game" in solo(*command).trouble
    assert len(saves(home)) == 1


# Looking things up


@pytest.mark.parametrize("lang", ["en", "nl"])
def test_opponents_and_rules_are_shown_in_both_languages(lang: str) -> None:
    everybody = solo("opponents", "castle-combo", "--lang", lang)
    assert "sister-amabel" in everybody.out and "castle-combo." not in everybody.out
    rules = solo("rules", "castle-combo", "--lang", lang)
    one = solo("rules", "castle-combo", "scoring", "--lang", lang)
    assert one.out.strip() in rules.out and "castle-combo." not in rules.out


# Disks and folders


def test_a_file_where_the_home_should_be(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    at_home(tmp_path / "file", monkeypatch).write_text("mine")
    for command in ("play castle-combo", "saves", "history", "resume", "engine castle-combo"):
        assert "there is a file where a folder should be" in solo(*command.split()).trouble
    assert solo("demo", "castle-combo", "--seed", "1").code == 0
    assert (tmp_path / "file").read_text() == "mine"


@pytest.mark.parametrize("lang", ["en", "nl"])
def test_no_home_folder(monkeypatch: pytest.MonkeyPatch, lang: str) -> None:
    """What needs no files works all the same."""

    def nobody(uid: int) -> Any:
        raise KeyError(uid)

    for name in ("CASTELLAN_HOME", "HOME", "XDG_DATA_HOME"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(pwd, "getpwuid", nobody)
    for command in ("play castle-combo", "saves", "history", "resume"):
        assert "CASTELLAN_HOME" in solo(*command.split(), "--lang", lang).trouble
    for command in ("rules castle-combo", "opponents castle-combo", "score castle-combo --example"):
        assert solo(*command.split(), "--lang", lang).code == 0


def full(*arguments: Any) -> Any:
    raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


def read_only(*arguments: Any, **more: Any) -> Any:
    raise OSError(errno.EROFS, os.strerror(errno.EROFS))


@pytest.mark.parametrize(("lang", "said"), [("en", "the disk is full"), ("nl", "de schijf is vol")])
def test_a_full_disk(home: Path, monkeypatch: pytest.MonkeyPatch, lang: str, said: str) -> None:
    solo(*PLAY, answers=lines(2))
    (save,) = saves(home)
    before = save.read_bytes()
    with monkeypatch.context() as patched:
        patched.setattr(os, "write", full)
        assert said in solo(*PLAY, "--lang", lang).trouble
        assert said in solo("resume", "--lang", lang, answers="1\n").trouble
    assert saves(home) == [save]
    assert save.read_bytes() == before
    assert solo("resume", answers="/quit\n").code == 0


@pytest.mark.parametrize(("lang", "said"), [("en", "read-only"), ("nl", "alleen")])
def test_a_read_only_disk(home: Path, monkeypatch: pytest.MonkeyPatch, lang: str, said: str) -> None:
    solo(*PLAY, answers=lines(2))
    (save,) = saves(home)
    before = save.read_bytes()
    monkeypatch.setattr(os, "open", read_only)
    for command in (PLAY, ("resume",), ("saves", "delete", save.stem, "--yes")):
        assert said in solo(*command, "--lang", lang).trouble
    assert solo("saves", "show", save.stem).code == 0
    assert save.read_bytes() == before


def test_an_export_that_fails_leaves_nothing_half_done(
    home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    solo(*PLAY, answers=lines(2))
    (save,) = saves(home)
    monkeypatch.chdir(tmp_path)
    target = tmp_path / "export.txt"
    assert solo("saves", "export", save.stem, target).out == f"Written: {target}.\n"
    assert target.read_text(encoding="utf-8").startswith("Castle Combo, ")
    assert "exists already" in solo("saves", "export", save.stem, target).trouble
    for folder in (tmp_path, ".", "/"):
        assert "it is a folder" in solo("saves", "export", save.stem, folder).trouble
    assert "is not there" in solo("saves", "export", save.stem, tmp_path / "no" / "x").trouble
    assert solo("saves", "export", save.stem, "a\0b").code == 2
    assert solo("saves", "export", save.stem, "x" * 300).code == 2
    assert solo("saves", "export", save.stem, "--journal").out == save.read_text(encoding="utf-8")


@pytest.mark.parametrize(("lang", "title"), [("en", "The ring of districts"), ("nl", "De ring van wijken")])
def test_a_file_that_ends_in_svg_gets_the_map_of_the_game(
    home: Path, tmp_path: Path, lang: str, title: str
) -> None:
    solo("play", "valeria", "--seed", "1", "--dice", "app", "--cards", "app", answers="mirela\n\n1\n")
    (save,) = saves(home)
    target = tmp_path / "table.SVG"
    assert solo("saves", "export", save, target, "--lang", lang).code == 0
    drawn = ElementTree.parse(target).getroot()
    assert drawn.findtext("{http://www.w3.org/2000/svg}title") == title
    assert "exists already" in solo("saves", "export", save, target).trouble


def test_a_game_without_a_map_says_so(tmp_path: Path) -> None:
    save = OLD_SAVES / "castle-combo-finished.jsonl"
    target = tmp_path / "table.svg"
    assert "There is no map" in solo("saves", "export", save, target).trouble
    assert "geen plattegrond" in solo("saves", "export", save, target, "--lang", "nl").trouble
    assert not target.exists()


# Answers from a file


def test_too_few_answers_name_the_question_and_the_game_goes_on_later(home: Path) -> None:
    said = solo(*PLAY, answers=lines(6))
    (save,) = saves(home)
    assert said.trouble.startswith(
        "There is no answer left for: Your turn, with 21 gold and 4 keys: a card at the Village"
    )
    assert said.trouble.endswith(f"go on with: solo resume {save.stem}")
    dutch = solo("resume", "--lang", "nl").trouble
    assert dutch.startswith("Er is geen antwoord meer voor: Jouw beurt")


def test_too_many_answers_are_noticed_after_the_game(home: Path) -> None:
    said = solo(*PLAY, answers=ENGLISH + "1\n2\n")
    assert said.trouble == "The game is over and saved, but 2 lines were not used."
    assert solo("history").out.count("\n") == 1


def test_a_game_stopped_anywhere_and_resumed_is_the_same_game(home: Path) -> None:
    solo(*PLAY, answers=ENGLISH)
    (whole,) = saves(home)
    expected = state(whole)
    for place in (1, 4, 9, 15):
        shutil.rmtree(home)
        solo(*PLAY, answers=lines(place))
        assert solo("resume", answers="".join(f"{line}\n" for line in TYPED[place:])).code == 0
        (save,) = saves(home)
        assert state(save) == expected


# Killed


def killed_after(home: Path, answers: list[str]) -> None:
    """Type so many answers, wait until the next question is there, and kill -9."""
    process = subprocess.Popen(
        [sys.executable, "-m", "solo", *PLAY],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(ROOT), "CASTELLAN_HOME": str(home), "CASTELLAN_LANG": "en"},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    assert process.stdin is not None and process.stderr is not None
    assert isinstance(process.stdout, BufferedReader)
    process.stdin.write("".join(f"{line}\n" for line in answers).encode())
    process.stdin.flush()
    told, prompts = b"", 0
    while prompts <= len(answers):
        read = process.stdout.read1(65536)
        assert read, (told, process.stderr.read())
        told += read
        prompts = told.count(b"\n> ")
    process.send_signal(signal.SIGKILL)
    process.communicate()
    assert process.returncode == -signal.SIGKILL


@pytest.mark.parametrize("answered", [0, 4, 8, 16])
def test_killed_between_two_questions_nothing_is_lost(tmp_path: Path, home: Path, answered: int) -> None:
    killed_after(home, TYPED[:answered])
    (save,) = saves(home)
    at_another = tmp_path / "uninterrupted"
    killed = state(save)
    with pytest.MonkeyPatch.context() as patched:
        at_home(at_another, patched)
        solo(*PLAY, answers=lines(answered))
        assert killed == state(saves(at_another)[0])
    assert solo("resume", answers="".join(f"{line}\n" for line in TYPED[answered:])).code == 0
    assert "you lost with 60 points" in solo("history").out


# Saves that are not as they should be


@pytest.fixture
def save(home: Path) -> Path:
    """A game in the middle."""
    solo(*PLAY, answers=lines(8))
    (path,) = saves(home)
    return path


def every_way_to_open(path: Path, lang: str = "en") -> list[Said]:
    return [
        solo("resume", path, "--lang", lang),
        solo("saves", "show", path, "--lang", lang),
        solo("saves", "export", path, "--lang", lang),
        solo("engine", "castle-combo", "--resume", str(path), "--lang", lang),
    ]


def _of_the_future(path: Path) -> None:
    path.write_bytes(path.read_bytes().replace(b'"format":3', b'"format":99', 1))


def _empty(path: Path) -> None:
    path.write_bytes(b"")


def _no_journal(path: Path) -> None:
    path.write_bytes(b"Dear diary,\ntoday I built a castle.\n")


def _not_utf_8(path: Path) -> None:
    path.write_bytes(b"\xff\xfe" + path.read_bytes())


def _a_folder(path: Path) -> None:
    path.unlink()
    path.mkdir()


def _damaged(path: Path) -> None:
    content = path.read_bytes().split(b"\n")
    content[10] = content[10][:-5]
    path.write_bytes(b"\n".join(content))


def _another_version(path: Path) -> None:
    rewritten(path, b"castle-combo.reveal", b"castle-combo.showing")


def _unknown_opponent(path: Path) -> None:
    rewritten(path, b'"opponent":"old-berthold"', b'"opponent":"berthold"', 1)


def _bad_facts(path: Path) -> None:
    taught = b'"taught":{"cards":{"card":{"judge":{"name":"Spy"}}}}'
    rewritten(path, b'"taught":{}', taught, 1)


SPOILT: list[tuple[Callable[[Path], None], str, str]] = [
    (_of_the_future, "was saved by a newer Castellan", "nieuwere Castellan"),
    (_empty, "is empty", "is leeg"),
    (_no_journal, "is not a saved game", "geen bewaard spel"),
    (_not_utf_8, "it is not text in UTF-8", "het is geen tekst in UTF-8"),
    (_a_folder, "is a folder, not a saved game", "is een map"),
    (_damaged, "Line 11 of", "Regel 11 van"),
    (_another_version, "no longer fits this version", "past niet meer bij deze versie"),
    (_unknown_opponent, "did you mean old-berthold?", "bedoel je old-berthold?"),
    (_bad_facts, "There is already a card “Spy”", "“Spy”"),
]


@pytest.mark.parametrize(("spoil", "english", "dutch"), SPOILT, ids=[each[0].__name__ for each in SPOILT])
def test_a_save_that_cannot_be_opened_is_one_line_and_left_as_it_is(
    home: Path, save: Path, spoil: Callable[[Path], None], english: str, dutch: str
) -> None:
    spoil(save)
    before = save.read_bytes() if save.is_file() else None
    for said in every_way_to_open(save):
        assert english in said.trouble
    for said in every_way_to_open(save, "nl"):
        assert dutch in said.trouble and "castle-combo.table" not in said.trouble
    assert (save.read_bytes() if save.is_file() else None) == before


def those_there_are(last: str) -> str:
    """The games in the list, as a sentence names them."""
    *names, end = GAMES
    return f"{', '.join(names)} {last} {end}"


def test_a_save_of_a_game_that_is_not_in_the_box(save: Path) -> None:
    """The engine was told which game to play, and says that this is a save of another."""
    rewritten(save, b'"game":"castle-combo"', b'"game":"castle-tetris"', 1)
    before = save.read_bytes()
    *ways, engine = every_way_to_open(save)
    for said in ways:
        assert said.trouble.startswith(f"{save.stem} does not fit this version of Castellan")
        assert said.trouble.endswith(f"There is no game castle-tetris; there are {those_there_are('and')}.")
    assert engine.trouble == f"{save.stem} is a game of castle-tetris, not of castle-combo."
    *ways, engine = every_way_to_open(save, "nl")
    for said in ways:
        assert said.trouble.endswith(f"Er is geen spel castle-tetris; er zijn {those_there_are('en')}.")
    assert engine.trouble == f"{save.stem} is een partij castle-tetris, geen castle-combo."
    assert save.read_bytes() == before
    assert sorted(save.parent.iterdir()) == [save]
    assert solo("saves").code == 0


def test_a_save_of_another_game_is_named(save: Path) -> None:
    rewritten(save, b'"game":"castle-combo"', b'"game":"castle-tetris"', 1)
    assert "castle-tetris" in solo("engine", "castle-combo", "--resume", str(save)).trouble


def test_a_torn_last_line_is_left_out_with_a_notice(save: Path) -> None:
    whole = state(save)
    with save.open("ab") as file:
        file.write(b'{"ask":"castle-combo.tu')
    said = solo("resume", answers="/quit\n")
    assert said.code == 0 and "was never finished" in said.out
    assert state(save) == whole


def test_what_precedes_the_damage_goes_on_in_a_new_file(home: Path, save: Path) -> None:
    _damaged(save)
    before = save.read_bytes()
    said = solo("resume", save, "--recover", answers="/quit\n")
    assert said.code == 0 and "goes on in a new file" in said.out
    assert save.read_bytes() == before
    assert len(saves(home)) == 2


def test_what_still_fits_goes_on_in_a_new_file(home: Path, save: Path) -> None:
    rewritten(save, b'"answer":"alchemist', b'"answer":"alchymist')
    assert "--recover" in solo("resume").trouble
    before = save.read_bytes()
    said = solo("resume", save.stem, "--recover", answers="/quit\n")
    assert said.code == 0 and "goes on in a new file" in said.out
    assert save.read_bytes() == before
    (copy,) = [path for path in saves(home) if path != save]
    assert state(copy)["round"] == 2
    assert solo("resume", copy.stem, answers="/quit\n").code == 0


@pytest.mark.parametrize(("lang", "said"), [("en", "another window"), ("nl", "ander venster")])
def test_a_game_that_is_open_elsewhere(save: Path, lang: str, said: str) -> None:
    lock = Lock(save)
    try:
        for command in (["resume"], ["saves", "delete", save.stem, "--yes"]):
            assert said in solo(*command, "--lang", lang).trouble
        assert solo("saves", "show", save.stem).code == 0
    finally:
        lock.free()
    assert solo("resume", answers="/quit\n").code == 0


def test_a_language_that_is_no_more_does_not_keep_a_game_from_being_resumed(save: Path) -> None:
    rewritten(save, b'"lang":"en"', b'"lang":"tlh"', 1)
    said = solo("resume", answers="/quit\n")
    assert said.code == 0 and "castle-combo." not in said.out


def test_a_game_is_resumed_in_its_own_language_unless_told_otherwise(home: Path) -> None:
    solo(*PLAY, "--lang", "nl", answers=lines(2))
    assert "Jouw beurt" in solo("resume", answers="/quit\n").out
    assert "Your turn" in solo("resume", "--lang", "en", answers="/quit\n").out


def test_deleting_asks_first(home: Path, save: Path) -> None:
    for typed in ("n\n", "\n", "/quit\n"):
        assert solo("saves", "delete", save.stem, answers=typed).code == 0
    assert solo("saves", "delete", save.stem).code == 2
    assert save.exists()
    assert solo("saves", "delete", save.stem, answers="y\n").code == 0
    assert not saves(home)


def test_a_transcript_tells_the_game_with_its_reasons_and_not_the_asking_of_bots(save: Path) -> None:
    told = solo("saves", "export", save.stem).out
    assert "You buy Beekeeper from the Village for 2 gold" in told
    assert "    Never spends a key." in told
    assert not any(
        line.strip().startswith("Which card does Old Berthold take?") for line in told.splitlines()
    )


def test_engine_plays_by_lines_and_keeps_a_save(home: Path) -> None:
    said = solo(
        "engine", "castle-combo", "--seed", "7", answers='{"answer":"nonsense"}\nnonsense\n{"quit":true}\n'
    )
    messages = [json.loads(line) for line in said.out.splitlines()]
    assert said.code == 0 and messages[0]["type"] == "hello"
    assert [each["type"] for each in messages].count("refused") == 2
    assert len(saves(home)) == 1


def test_a_game_that_an_engine_goes_on_with_keeps_its_language_and_tells_of_a_torn_line(home: Path) -> None:
    solo(*PLAY, "--lang", "nl", answers=lines(2))
    (path,) = saves(home)
    with path.open("ab") as file:
        file.write(b'{"ask":"castle')
    hello = json.loads(solo("engine", "castle-combo", "--resume", path.stem).out.splitlines()[0])
    assert hello["lang"] == "nl"
    assert hello["save"] == path.stem
    assert [".torn" in notice for notice in hello["notices"]] == [True]
    again = solo("engine", "castle-combo", "--resume", path.stem, "--lang", "en").out.splitlines()
    hello = json.loads(again[0])
    assert (hello["lang"], hello["notices"]) == ("en", [])


# Real saves of every format


@pytest.mark.parametrize("lang", ["en", "nl"])
def test_a_finished_game_still_gives_its_result(home: Path, lang: str) -> None:
    (home / "saves").mkdir(parents=True)
    path = Path(shutil.copy(OLD_SAVES / "castle-combo-finished.jsonl", home / "saves"))
    before = path.read_bytes()
    assert solo("saves", "show", path.stem, "--lang", lang).code == 0
    assert solo("resume", path.stem, "--lang", lang).code == 0
    assert path.read_bytes() == before
    assert solo("history", "--csv").out.splitlines()[1].endswith(",44,sister-amabel old-berthold,80,0,0,0")
    now = state(path)
    assert now["over"]
    assert [(each["seat"], each["points"]) for each in now["players"]] == [
        ("you", 44),
        ("sister-amabel", 64),
        ("old-berthold", 80),
    ]


def test_an_unfinished_game_still_goes_on(home: Path) -> None:
    (home / "saves").mkdir(parents=True)
    path = Path(shutil.copy(OLD_SAVES / "castle-combo-unfinished.jsonl", home / "saves"))
    now = state(path)
    assert (now["round"], now["active"], now["messenger"]) == (2, "you", "village")
    assert [(each["seat"], each["gold"], each["keys"]) for each in now["players"]] == [
        ("you", 12, 4),
        ("mason-corwin", 14, 1),
        ("marshal", 15, 1),
    ]
    said = solo("resume", answers="/redo\n/quit\n")
    assert said.code == 0 and "Opnieuw gedaan:" in said.out


def test_a_game_that_is_not_over_is_shown_without_a_winner(save: Path) -> None:
    said = solo("saves", "show", save.stem).out
    assert "If the game ended now:" in said
    assert "wins" not in said


@pytest.mark.parametrize(
    "command", [["resume"], ["resume", "--recover"], ["engine", "castle-combo", "--resume"]]
)
def test_a_save_that_does_not_replay_is_not_trimmed_either(home: Path, command: list[str]) -> None:
    save = home / "saves" / "torn.jsonl"
    save.parent.mkdir(parents=True)
    shutil.copyfile(OLD_SAVES / save.name, save)
    before = save.read_bytes()
    assert "torn does not fit this version" in solo(*command, "torn").trouble
    assert save.read_bytes() == before
    assert list(save.parent.iterdir()) == [save]


def test_what_still_fits_of_a_torn_save_is_recovered_in_a_copy_and_the_save_stays_torn(home: Path) -> None:
    save = home / "saves" / "old.jsonl"
    save.parent.mkdir(parents=True)
    shutil.copy(OLD_SAVES / "castle-combo-unfinished.jsonl", save)
    second = json.loads(save.read_bytes().splitlines()[2])["answer"]
    rewritten(save, f'"answer":"{second}'.encode(), f'"answer":"not-{second}'.encode(), 1)
    with save.open("ab") as file:
        file.write(b'{"ask":"cas')
    before = save.read_bytes()
    assert "entry 2" in solo("resume", "old").trouble
    assert solo("resume", "old", "--recover", answers="/quit\n").code == 0
    assert save.read_bytes() == before
    (copy,) = [path for path in saves(home) if path != save]
    assert len(copy.read_bytes().splitlines()) >= 2


# Finding things by what people know of them


def test_help_may_be_asked_for_in_short_and_gives_examples_that_are_commands() -> None:
    assert solo("play", "-h").out == solo("play", "--help").out
    assert "\n  Examples:\n    solo play castle-combo --against marshal" in solo("play", "-h").out
    assert "\n  Voorbeelden:\n" in solo("play", "-h", "--lang", "nl").out
    for path, found in examples().items():
        for example in found:
            assert example.startswith(path)
            command = example.split(" > ")[0].split(" >> ")[0]
            named = [word for word in command.split() if not word.startswith("-")]
            assert named[0] in INDEX, example


@pytest.mark.parametrize("typed", ["hedda", "varn", "Hedda Varn", "hed", "HEDDA-VARN"])
def test_an_opponent_is_found_by_a_few_letters(typed: str) -> None:
    assert "you and Hedda Varn" in solo("play", "valeria", "--against", typed).out


def test_letters_that_fit_several_opponents_name_them() -> None:
    assert solo("play", "castle-combo", "--against", "ma").trouble == (
        "“ma” can be mason-corwin, maud-of-the-market and marshal; type a few letters more."
    )


def test_an_opponent_of_a_save_is_the_very_one_and_nobody_with_a_like_name(home: Path) -> None:
    solo("play", "valeria", "--against", "hedda-varn")
    (save,) = saves(home)
    rewritten(save, b'"opponent":"hedda-varn"', b'"opponent":"hedda"', 1)
    assert "There is no opponent hedda; did you mean hedda-varn?" in solo("resume", save.stem).trouble


@pytest.mark.parametrize(
    ("lang", "typed", "title"),
    [
        ("en", "windmill", "Harvest and Windmill"),
        ("en", "molen", "Harvest and Windmill"),
        ("nl", "windmill", "Oogsten en molen"),
        ("nl", "molen", "Oogsten en molen"),
        ("nl", "opruimfase", "Opruimfase"),
        ("en", "clockwise", "The opponent acts"),
    ],
)
def test_the_rules_are_found_by_a_word_of_them_in_either_language(lang: str, typed: str, title: str) -> None:
    assert title in solo("rules", "valeria", typed, "--lang", lang).out.splitlines()


def test_opponents_are_cards_side_by_side_where_there_is_room() -> None:
    everybody = [described(each) for each in game_named("castle-combo").opponents(tables_of("castle-combo"))]
    wide, narrow = side_by_side(everybody, 120), side_by_side(everybody, 60)
    assert [len(block.rows[0]) for block in (*wide, *narrow) if isinstance(block, Grid)] == [3, 1]
    (grid,) = wide
    assert isinstance(grid, Grid)
    assert sum(len(row) for row in grid.rows) == len(everybody)
    drawn: Picture = [Heading("A"), Grid([])]
    assert side_by_side([drawn], 120) == drawn


@pytest.mark.parametrize("game", sorted(GAMES))
@pytest.mark.parametrize(("lang", "typed"), [("en", "notation"), ("nl", "notatie"), ("nl", "notation")])
def test_how_a_move_is_written_is_found_by_its_name_in_every_game(game: str, lang: str, typed: str) -> None:
    title = {"en": "Notation: ", "nl": "Notatie: "}[lang]
    assert solo("rules", game, typed, "--lang", lang).out.startswith(title)


@pytest.mark.parametrize("lang", ["en", "nl"])
def test_rulings_are_told_with_what_can_be_chosen_instead(lang: str) -> None:
    told = solo("rules", "methoni", "rulings", "--lang", lang).out.splitlines()
    instead = [line.split()[1].rstrip(":") for line in told if line.startswith("  --ruling")]
    rulings = game_named("methoni").rulings(tables_of("methoni"))
    assert instead == [
        f"{ruling.id}={option.id}"
        for ruling in rulings
        for option in ruling.options
        if option.id != ruling.default
    ]
