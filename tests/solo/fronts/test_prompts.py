"""The prompts on a real terminal: few tests, as each starts a program of its own."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from io import StringIO
from pathlib import Path

import pexpect  # type: ignore[import-untyped]
import pytest

from automa.dialogue import YOU, Ask, Choose, Move, Named, Option, Several, Text
from solo.fronts.prompts import PromptsFront, completions, how_to_go_back, offers
from solo.keeping.journal import Journal
from tests.terminal import Emulator, emulator
from tests.toy import CARDS, GOODS, toy_words

ROOT = Path(__file__).parents[3]
PROGRAM = """
import sys
from solo.keeping.journal import Journal
from solo.fronts.prompts import PromptsFront
from solo.fronts.session import Session
from tests.atable import reopened
from tests.toy import toy_driver, toy_header, toy_words
from pathlib import Path
place = Path(sys.argv[1])
with (reopened(place) if place.is_file() else Journal.create(place, toy_header())) as journal:
    code = Session(toy_driver(journal=journal), PromptsFront(toy_words()), toy_words()).play()
sys.exit(code)
"""
ENTER = "\r"
CTRL_C, CTRL_D, CTRL_Z, ESC = "\x03", "\x04", "\x1a", "\x1b"
KEYS_ARE_READ = "\x1b[?2004h"
"""Pasted text is to be marked as such: the first that is written when a line can be typed."""


class Terminal:
    """A terminal with the game on it."""

    def __init__(self, place: Path, *, columns: int, **environ: str) -> None:
        self.child = pexpect.spawn(
            sys.executable,
            ["-c", PROGRAM, str(place)],
            encoding="utf-8",
            timeout=120,
            cwd=str(ROOT),
            dimensions=(30, columns),
            env={**os.environ, "TERM": "xterm-256color", **environ},
        )

    def sees(self, text: str) -> str:
        """Wait until some text is on the screen; everything before it."""
        self.child.expect(re.escape(text))
        before: str = self.child.before
        return before

    def asks(self, text: str) -> None:
        """Wait until a question is on the screen and keys are read one by one.

        Before that the terminal still takes them by the line, and keeps a Ctrl-C or a Ctrl-D for itself.
        """
        self.sees(text)
        self.sees(KEYS_ARE_READ)

    def types(self, keys: str) -> None:
        self.child.send(keys)

    def ends(self) -> int:
        self.child.expect(pexpect.EOF)
        self.child.close()
        code: int = self.child.exitstatus
        return code


@contextmanager
def terminal(place: Path, *, columns: int = 80, **environ: str) -> Iterator[Terminal]:
    opened = Terminal(place, columns=columns, **environ)
    try:
        yield opened
    finally:
        opened.child.close(force=True)


def test_an_empty_line_goes_back_only_where_it_is_no_answer() -> None:
    asked, default = Choose("toy.buy", YOU, GOODS), Choose("toy.buy", YOU, GOODS, default="wood")
    assert "empty line" in toy_words().plain(how_to_go_back(asked))
    assert "empty line" not in toy_words().plain(how_to_go_back(default))


def entries(folder: Path) -> list[object]:
    (path,) = folder.glob("*.jsonl")
    return [entry.answer for entry in Journal.read(path).history.entries]


def test_answers_undo_a_wrong_answer_and_quitting(tmp_path: Path) -> None:
    with terminal(tmp_path) as screen:
        screen.asks("What is your stall called?")
        screen.types("Stall" + ENTER)
        screen.asks("Roll the die.")
        screen.types("9" + ENTER)
        screen.asks("It must be from 1 to 6; you entered 9.")
        screen.types("4" + ENTER)
        screen.asks("Which card was turned up?")
        screen.types("judge" + ENTER)
        screen.asks("Nothing here is called “judge”")
        screen.types("jug" + ENTER)
        screen.sees(" is on offer.")
        screen.asks("What do you buy?")
        screen.types("/undo" + ENTER)
        screen.sees("Undone: ")
        screen.asks("Which card was turned up?")
        screen.types("/quit" + ENTER)
        screen.sees("solo resume")
        assert screen.ends() == 0
    assert entries(tmp_path) == ["Stall", 4]


def test_ctrl_c_and_ctrl_d_lose_nothing_and_the_game_goes_on_from_there(tmp_path: Path) -> None:
    with terminal(tmp_path) as screen:
        screen.asks("What is your stall called?")
        screen.types("Stall" + ENTER)
        screen.asks("Roll the die.")
        screen.types("3" + CTRL_C)
        screen.sees("The game is saved.")
        assert screen.ends() == 130
    assert entries(tmp_path) == ["Stall"]
    (path,) = tmp_path.glob("*.jsonl")
    with terminal(path) as screen:
        screen.sees("where you left it")
        screen.asks("Roll the die.")
        screen.types("/fix your" + ENTER)
        screen.asks("How much gold should it be?")
        screen.types(CTRL_C)
        screen.sees("Nothing changed.")
        screen.asks("Roll the die.")
        screen.types("4" + ENTER)
        screen.asks("Which card was turned up?")
        screen.types(CTRL_D)
        screen.sees("The game is saved.")
        assert screen.ends() == 0
    assert entries(tmp_path) == ["Stall", 4]


def test_keys_help_and_a_resize_in_the_middle(tmp_path: Path) -> None:
    with terminal(tmp_path, columns=80, NO_COLOR="1") as screen:
        screen.asks("What is your stall called?")
        screen.types("Wrong")
        screen.sees("Wrong")
        screen.types(ESC)
        screen.types("Right" + ENTER)
        screen.sees("your stall is Right.")
        screen.asks("Roll the die.")
        screen.types("?" + ENTER)
        screen.asks("leave; a game is saved")
        screen.types(ENTER)
        screen.asks("Roll the die.")
        screen.child.setwinsize(30, 40)
        screen.types("4" + ENTER)
        screen.asks("Which card was turned up?")
        screen.types("/table" + ENTER)
        screen.asks("The fair in round 1")
        screen.types(CTRL_D)
        assert screen.ends() == 0
    assert entries(tmp_path) == ["Right", 4]


def completed(ask: Ask | None, typed: str) -> list[str]:
    return [shown for shown, _, _ in completions(ask, typed, toy_words())]


def test_that_an_opponent_thinks_is_shown_while_it_does_and_gone_then() -> None:
    front, screen = PromptsFront(toy_words()), StringIO()
    front.console.file = screen
    with front.thinking():
        pass
    assert not screen.getvalue()  # it took no time
    with pytest.raises(ValueError, match="given up"), front.thinking():
        while not screen.getvalue():
            pass
        assert screen.getvalue() == "Thinking …"
        raise ValueError("given up")
    assert screen.getvalue().endswith("\r\x1b[K")


def test_what_is_offered_while_typing_is_what_the_letters_would_find() -> None:
    cards = Choose("toy.turned-up", YOU, CARDS)
    assert completed(cards, "ma") == ["Master-at-arms", "Old Mason"]
    assert completed(cards, "JU") == ["Júge"]
    assert completed(cards, "x") == []
    assert completed(cards, "") == []
    assert completed(cards, "/fi") == ["/fix"]
    assert completed(None, ":und") == [":undo"]
    assert completed(Several("toy.gifts", YOU, GOODS), "wood, st") == ["Stone"]


def test_the_words_of_a_move_are_offered_one_after_the_other() -> None:
    class Walk:
        """North or south, and then a number."""

        def read(self, line: str, insist: bool = False) -> str:
            return line

        check = read

        def typed(self, written: str) -> list[Named | str]:
            return [written]

        def in_words(self, written: str) -> list[Text]:
            return []

        def next(self, line: str) -> list[tuple[Named, int]]:
            if " " in line:
                return [(Option("2", "2", "two steps"), len(line.partition(" ")[2]))]
            return [(Option("n", Text("seat.you")), len(line))]

        def help(self) -> Text:
            return Text("seat.you")

    ask = Move("toy.walk", YOU, [Option("nne", "The long way")], notation=Walk())
    assert completed(ask, "no") == ["you"]
    assert completed(ask, "north ") == ["2"]
    assert completed(ask, "") == []
    assert completed(ask, "/qu") == ["/quit"]
    assert list(offers(ask, "north 1", toy_words())) == [("2", 1, "two steps")]


# What is pasted, but never typed


@pytest.mark.skipif(sys.platform == "win32", reason="needs a pseudo-terminal")
@pytest.mark.parametrize(
    "pasted",
    [
        "\x1b[31mred\x1b[0m",
        "\x1b[200~" + "x" * 20_000 + "\x1b[201~",
        "\x1b[200~\x1b[2J\x9b31m\n\n1\n\x1b[201~",
    ],
    ids=["colours", "20,000 signs", "escapes"],
)
def test_whatever_is_pasted_is_refused_and_the_game_goes_on(pasted: str, tmp_path: Path) -> None:
    command = ["-m", "solo", "play", "castle-combo", "--against", "old-berthold", "--seed", "1"]
    environ = {"CASTELLAN_HOME": str(tmp_path), "CASTELLAN_LANG": "en"}
    with emulator([*command, "--cards", "app"], 100, 40, **environ) as screen:
        assert screen.waits()
        assert screen.types(pasted)
        assert "Traceback" not in screen.text
        assert "Press ENTER" not in screen.text
        assert not screen.types("/quit")


# What is typed while nobody asks

BUSY = """
import select, sys, termios
from solo.__main__ import main
from solo.fronts import prompts
from solo.playing.driver import Driver

def step(driver):
    if not busy and any(entry.by == "person" for entry in driver.journal.history.entries):
        busy.append(True)
        print("BUSY", end="", flush=True)
        select.select([sys.stdin], [], [])
        assert not crashes
    return go_on(driver)

crashes = sys.argv.pop() == "crash"
busy, go_on, Driver.step, prompts.THINKING_AFTER = [], Driver.step, step, 1_000
before = termios.tcgetattr(0)
try:
    main()
finally:
    print("AS BEFORE" if termios.tcgetattr(0) == before else "LEFT OTHERWISE")
"""
"""Works, after the first answer, until a key is pressed."""


@contextmanager
def busy(home: Path, how: str = "") -> Iterator[Emulator]:
    """A program at work between two prompts."""
    game = ["play", "castle-combo", "--against", "old-berthold", "--seed", "1", "--cards", "app"]
    with emulator(["-c", BUSY, *game, how], 100, 40, CASTELLAN_HOME=str(home), CASTELLAN_LANG="en") as screen:
        assert screen.waits()
        screen.child.send("1" + ENTER)
        screen.child.expect_exact("BUSY")
        yield screen


@pytest.mark.skipif(sys.platform == "win32", reason="needs a pseudo-terminal")
def test_keys_pressed_between_two_prompts_are_not_echoed_and_wait_for_the_next(tmp_path: Path) -> None:
    with busy(tmp_path) as screen:
        screen.child.send("knav" + CTRL_Z + "\x7f" + "e" + ENTER)
        screen.child.expect_exact(KEYS_ARE_READ)
        assert "kna" not in screen.child.before
        assert screen.waits()
        assert "no card “knave”" in screen.text.replace("\n", " ")
        screen.child.send("/quit" + ENTER)
        screen.child.expect_exact("AS BEFORE")


@pytest.mark.skipif(sys.platform == "win32", reason="needs a pseudo-terminal")
@pytest.mark.parametrize(("how", "key"), [("ctrl-c", CTRL_C), ("crash", "x")])
def test_a_program_that_ends_between_two_prompts_leaves_the_terminal_as_it_was(
    how: str, key: str, tmp_path: Path
) -> None:
    with busy(tmp_path, how) as screen:
        screen.child.send(key)
        screen.child.expect_exact("AS BEFORE")
        screen.child.expect(pexpect.EOF)
        assert key not in screen.child.before
