"""`solo saves …` and `solo history`: lists of what is there, and files that are something else."""

from __future__ import annotations

import csv
import errno
import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable
from io import StringIO
from pathlib import Path
from typing import Any

import pytest

from solo.commands.output import write
from solo.commands.saves import MOST_REPLAYED, changes
from solo.games import GAMES, game_named, title
from solo.keeping.journal import Entry, Header, Journal, SeatLine
from solo.playing.standing import Standing, standing
from tests.atable import rewritten
from tests.solo.commandline import Said, at_home, saves, solo

OLD_SAVES = Path(__file__).parents[2] / "saves"
NASTY = "\x1b[2J\x9b31m‮evil\u2066\x07"
"""Clears the screen, colours it, turns the reading direction and rings the bell, if it gets there raw."""


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    return at_home(tmp_path / "home", monkeypatch)


def a_save(home: Path, *, name: str = "", finished: bool = False, started: str = "2026-01-01") -> Path:
    seats = [SeatLine("you", name), SeatLine("steward", "The Steward", "steward")]
    header = Header(app="0.1.0", game="castle-combo", seats=seats, seed=7, started=started)
    with Journal.create(home / "saves", header) as journal:
        journal.write(Entry("castle-combo.reveal", "table", "person", 1))
        if finished:
            journal.finish({"you": 61, "steward": 58}, ["you"])
    assert journal.path is not None
    return journal.path


def is_clean(said: Said) -> bool:
    return all(line.isprintable() for line in (said.out + said.err).split("\n"))


def test_games_are_called_by_their_own_names() -> None:
    assert {id: title(id) for id in GAMES} == {id: game_named(id).name for id in GAMES}
    assert title("castle-tetris") == "castle-tetris"


# Where games stand


def games_left(count: int) -> list[str]:
    """The names of games that were left in round 2, one played further than the others."""
    for seed in range(count):
        solo("play", "castle-combo", "--cards", "app", "--seed", str(seed), answers="1\n1\n/quit\n")
    return sorted(line.partition(":")[0] for line in solo("saves").out.splitlines())


def test_the_list_says_of_every_game_where_it_stands_without_playing_any_again(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    names = games_left(MOST_REPLAYED + 3)
    assert len(names) == MOST_REPLAYED + 3
    listed = solo("saves").out
    assert listed.count("in round ") == len(names)
    monkeypatch.setattr("solo.commands.saves.standing", lambda name: pytest.fail(f"{name} is played again"))
    assert solo("saves").out == listed
    points = {name: standing(name) for name in names}
    for line in listed.splitlines():
        now = points[line.partition(":")[0]]
        assert isinstance(now, Standing)
        assert f"you {now.points['you']}" in line and f"in round {now.round}" in line


def test_what_was_noted_of_a_save_that_went_on_elsewhere_does_not_hold(home: Path) -> None:
    (name,) = games_left(1)
    solo("resume", name, answers="/undo\n/undo\n1\n/quit\n")
    noted = json.loads((home / "standings.json").read_bytes())
    noted[name][0] -= 1  # as of a line before
    noted[name][1] = [9, {"you": 999}]
    (home / "standings.json").write_text(json.dumps(noted))
    assert "999" not in solo("saves").out
    now = standing(name)
    assert isinstance(now, Standing) and f"you {now.points['you']}" in solo("saves").out


@pytest.mark.parametrize("content", [b"", b"[]", b'{"x":1}', b"\xff", b"[" * 100_000])
def test_a_file_of_standings_that_is_none_is_no_trouble(home: Path, content: bytes) -> None:
    (name,) = games_left(1)
    (home / "standings.json").write_bytes(content)
    assert f"{name}: Castle Combo" in solo("saves").out


# What is wrong with a save


def test_the_list_says_what_is_wrong(home: Path) -> None:
    whole, torn = (home / "saves" / f"{name}.jsonl" for name in games_left(2))
    outgrown, cut = a_save(home), a_save(home)
    torn.write_bytes(torn.read_bytes() + b'{"ask":')
    cut.write_bytes(cut.read_bytes().splitlines(keepends=True)[0])
    lines = dict(line.split(": ", 1) for line in solo("saves").out.splitlines())
    assert re.fullmatch(r"Castle Combo with you \d+ and Sister Amabel \d+; in round 2\.", lines[whole.stem])
    assert re.fullmatch(
        r"Castle Combo with you \d+ and Sister Amabel \d+; in round 2\. "
        rf"The last line of {re.escape(str(torn))} was never finished and is left out\.",
        lines[torn.stem],
    )
    assert "1 more line was written" in lines[cut.stem]
    assert "does not fit this version" in lines[outgrown.stem]


def test_a_save_without_permission_is_called_that(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = a_save(home)
    before = Path.read_bytes

    def refuse(self: Path) -> bytes:
        if self == path:
            raise PermissionError(errno.EACCES, "Permission denied", str(self))
        return before(self)

    def locked(path: Path, size: int) -> None:
        refuse(path)

    monkeypatch.setattr(Path, "read_bytes", refuse)
    monkeypatch.setattr("solo.keeping.saves.glance", locked)
    assert "you have no permission" in solo("saves").out
    for command in (("resume", path.stem), ("saves", "show", path.stem), ("saves", "export", path.stem)):
        assert solo(*command).trouble == f"{path} cannot be read: you have no permission."
    assert solo("saves", "export", path.stem, "--journal").trouble.endswith("you have no permission.")


# Files that are something else


def something_else(home: Path) -> list[Path]:
    """A pipe that nobody writes to, a device without an end, a folder, and files of other kinds."""
    folder = home / "saves"
    folder.mkdir(parents=True)
    os.mkfifo(folder / "pipe.jsonl")
    (folder / "device.jsonl").symlink_to("/dev/zero")
    (folder / "folder.jsonl").mkdir()
    (folder / "diary.jsonl").write_text('{"today":"rain"}\n')
    (folder / "picture.jsonl").write_bytes(bytes(range(256)))
    (folder / "empty.jsonl").touch()
    (folder / "nowhere.jsonl").symlink_to(home / "not-there")
    (folder / "round.jsonl").symlink_to(folder / "round.jsonl")
    return sorted(folder.iterdir())


@pytest.mark.skipif(sys.platform == "win32", reason="needs pipes and devices")
def test_whatever_else_there_is_gets_one_line_and_is_never_waited_for(home: Path, tmp_path: Path) -> None:
    paths = something_else(home)
    out = tmp_path / "out"
    for path in paths:
        for wanted in (path.stem, path):
            assert solo("saves", "export", wanted, "--journal").trouble
            assert solo("saves", "export", wanted, out, "--journal").trouble
            assert solo("saves", "export", wanted).trouble
            assert solo("saves", "show", wanted).trouble
            assert solo("resume", wanted, "--recover").trouble
            assert solo("engine", "castle-combo", "--resume", str(wanted)).trouble
    assert solo("resume").trouble == "There is no unfinished game to resume."
    listed = solo("saves")
    assert (listed.code, listed.err) == (0, "")
    assert len(listed.out.splitlines()) == len(paths)
    assert solo("history").out == (
        "No finished games yet.\n"
        "8 saved games cannot be read and are left out here; `solo saves` says what is wrong with them.\n"
    )
    assert not out.exists()
    assert sorted((home / "saves").iterdir()) == paths


@pytest.mark.parametrize(
    "name", ["damaged-line-6", "torn", "from-the-future", "format-3", "castle-combo-finished"]
)
def test_a_journal_is_exported_as_it_is_however_damaged(home: Path, tmp_path: Path, name: str) -> None:
    path = OLD_SAVES / f"{name}.jsonl"
    assert solo("saves", "export", path, tmp_path / "out", "--journal").code == 0
    assert (tmp_path / "out").read_bytes() == path.read_bytes()


@pytest.mark.parametrize("how", [(), ("--journal",)])
def test_a_hyphen_is_standard_output(
    home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, how: tuple[str, ...]
) -> None:
    monkeypatch.chdir(tmp_path)
    solo("play", "castle-combo", "--seed", "1", answers="judge\n")
    (path,) = (home / "saves").glob("*.jsonl")
    exported = solo("saves", "export", path, "-", *how)
    assert (exported.code, exported.out) == (0, solo("saves", "export", path, *how).out)
    assert exported.out
    assert not (tmp_path / "-").exists()


@pytest.mark.parametrize("call", ["stat", "lstat", "unlink", "open", "read_bytes", "mkdir", "resolve"])
@pytest.mark.parametrize("error", [errno.EIO, errno.EACCES, errno.ESTALE])
def test_a_disk_that_refuses_anything_is_one_line(
    home: Path, monkeypatch: pytest.MonkeyPatch, call: str, error: int
) -> None:
    path = a_save(home)

    usual = getattr(Path, call)

    def refuse(self: Path, *arguments: Any, **more: Any) -> Any:
        if self.is_relative_to(home):
            raise OSError(error, os.strerror(error), str(self))
        return usual(self, *arguments, **more)

    with monkeypatch.context() as patch:
        patch.setattr(Path, call, refuse)
        for command in (
            ("saves",), ("history",), ("stats",), ("resume",), ("resume", path.stem), ("saves", "show", path),
            ("saves", "export", path.stem, "--journal"), ("saves", "delete", path.stem, "--yes"),
        ):  # fmt: skip
            said = solo(*command, answers="/quit\n")
            if said.code:
                assert said.trouble
            shutil.copyfile(OLD_SAVES / "castle-combo-unfinished.jsonl", path)


# What is shown is clean


def test_nothing_in_a_save_gets_to_a_terminal_raw(home: Path) -> None:
    path = a_save(home, name=NASTY, finished=True, started=NASTY)
    path.rename(path.with_name(f"castle{NASTY}.jsonl"))
    for command in (("saves",), ("history",), ("stats",), ("history", "--csv"), ("resume", f"castle{NASTY}")):
        said = solo(*command)
        assert is_clean(said), (command, said)


def test_nothing_in_a_journal_gets_into_a_transcript_raw(home: Path) -> None:
    """A save from elsewhere, in which anything may stand behind an opponent's move."""
    path = home / "saves" / "old.jsonl"
    path.parent.mkdir(parents=True)
    shutil.copy(OLD_SAVES / "castle-combo-finished.jsonl", path)
    nasty = json.dumps(NASTY).encode()
    rewritten(path, "Zoë".encode(), nasty[1:-1])
    rewritten(path, b'"started":"2026-01-01T00:00:00"', b'"started":' + nasty)
    why = b'"why":[{"id":%s,"values":{%s:%s}},' % (nasty, nasty, nasty)
    rewritten(path, b'"why":[', why)
    said = solo("saves", "export", "old")
    assert said.code == 0, said.err
    assert is_clean(said)
    assert is_clean(solo("saves", "show", "old"))
    assert solo("saves", "export", "old", home / "out.txt").code == 0
    assert (home / "out.txt").read_text() == said.out


def test_a_journal_is_clean_on_a_terminal_and_exact_in_a_file(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = a_save(home, name=NASTY)
    assert solo("saves", "export", path.stem, "--journal").out.encode() == path.read_bytes()

    class Terminal(StringIO):
        encoding = "utf-8"

        def isatty(self) -> bool:
            return True

    terminal = Terminal()
    monkeypatch.setattr("sys.stdout", terminal)
    write(path.read_bytes())
    write(NASTY)
    assert all(line.isprintable() for line in terminal.getvalue().split("\n"))
    assert "castle-combo.reveal" in terminal.getvalue()


def test_no_shell_is_offered_a_name_that_does_something(home: Path) -> None:
    path = a_save(home)
    path.rename(path.with_name(f"castle{NASTY}.jsonl"))
    assert solo("_complete", "resume", "cas").out == ""


@pytest.mark.parametrize("command", ["saves", "history", "history --csv", "stats"])
def test_a_name_that_an_old_terminal_does_not_have(home: Path, command: str) -> None:
    a_save(home, name="Zoë Ω", finished=True)
    environ = os.environ | {"PYTHONIOENCODING": "ascii"}
    done = subprocess.run(
        [sys.executable, "-m", "solo", *command.split()], env=environ, capture_output=True, check=False
    )
    assert (done.returncode, done.stderr) == (0, b"")


def test_the_history_goes_to_a_spreadsheet_as_the_sheets_do(home: Path) -> None:
    a_save(home, name="=HYPERLINK(1)", finished=True)
    a_save(home, name='Ann, "the" Second', finished=True)
    out = solo("history", "--csv").out
    rows = list(csv.DictReader(StringIO(out)))
    assert [row["person"] for row in rows] == ["'=HYPERLINK(1)", 'Ann, "the" Second']


def test_the_engine_passes_on_what_is_wrong_with_a_resumed_save_in_its_own_language(
    home: Path,
) -> None:
    begun = solo("engine", "castle-combo", "--seed", "3", "--lang", "nl", answers='{"quit":true}\n')
    assert begun.code == 0
    (save,) = saves(home)
    save.write_bytes(save.read_bytes() + b'{"ask":"castle-combo.tu')
    again = solo("engine", "castle-combo", "--resume", save.stem, answers='{"quit":true}\n')
    hello = json.loads(again.out.splitlines()[0])
    assert hello["lang"] == "nl"
    assert len(hello["notices"]) == 1
    assert "nooit afgemaakt" in hello["notices"][0]


def test_the_table_of_a_game_is_shown_again_whenever_its_file_grows(tmp_path: Path) -> None:
    file = tmp_path / "game.jsonl"
    file.write_text("a")
    happens: list[Callable[[], object]] = [
        lambda: None,
        lambda: file.write_text("ab"),
        lambda: None,
        file.unlink,
    ]

    def wait(seconds: float) -> None:
        happens.pop(0)()

    assert list(changes(file, wait)) == [2]


def test_the_table_of_a_save_elsewhere_is_shown(home: Path, tmp_path: Path) -> None:
    (name,) = games_left(1)
    shown = solo("table", name)
    elsewhere = (home / "saves" / f"{name}.jsonl").rename(tmp_path / "game.jsonl")
    assert shown.code == 0 and solo("table", elsewhere).out == shown.out
