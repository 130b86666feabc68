"""Lists with a mark: arrows, letters and numbers find an entry, Enter takes it, Esc goes back."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from prompt_toolkit.application import create_app_session
from prompt_toolkit.input import PipeInput, create_pipe_input
from prompt_toolkit.output import DummyOutput

from automa.dialogue import YOU, Choose, Confirm, Name, Number, Option, Several
from automa.game import Questions
from solo.fronts.choosing import ListItem, SettingsPage, _broken, by_arrows, found
from solo.showing.screen import Screen
from solo.words.sentences import Words
from tests.terminal import ENTER, Emulator

DOWN, LEFT, RIGHT, ESC, SPACE, BACKSPACE = "\x1b[B", "\x1b[D", "\x1b[C", "\x1b", " ", "\x7f"
FRUIT = [Option("apple", "Apple"), Option("pear", "Pear"), Option("plum", "Red plum")]


@pytest.fixture
def keys() -> Iterator[PipeInput]:
    with create_pipe_input() as typed, create_app_session(input=typed, output=DummyOutput()):
        yield typed


def run(make: Callable[[], Questions[Any]]) -> Any:
    words = Words.of("en")
    return by_arrows(make, Screen.plain(words, StringIO()), words)


def one() -> Questions[Any]:
    return (yield Choose("menu.what", YOU, FRUIT))


def several() -> Questions[Any]:
    return (yield Several("menu.against", YOU, FRUIT, low=1, high=2))


@pytest.mark.parametrize(
    "typed, taken",
    [
        (ENTER, "apple"),
        (DOWN + ENTER, "pear"),
        ("3" + ENTER, "plum"),
        ("p" + ENTER, "pear"),
        ("plu" + ENTER, "plum"),
        ("red" + ENTER, "plum"),
        ("zp" + ENTER + ENTER, "apple"),
        ("z" + DOWN + ENTER, "pear"),
        ("pz" + ENTER + ENTER, "pear"),
        ("plx" + BACKSPACE + ENTER, "plum"),
        ("plumage" + ENTER + "3" + ENTER, "plum"),
        ("PL" + ENTER, "plum"),
        ("p" + DOWN + ENTER, "plum"),
        ("plu" + BACKSPACE * 2 + ENTER, "pear"),
        ("9" + ENTER + ENTER, "apple"),
    ],
)
def test_an_entry_is_found_by_arrows_letters_or_its_number(keys: PipeInput, typed: str, taken: str) -> None:
    keys.send_text(typed)
    assert run(one) == taken


@pytest.mark.parametrize(
    "typed, taken",
    [
        (DOWN + ENTER, ["pear"]),
        (SPACE + DOWN + SPACE + ENTER, ["apple", "pear"]),
        (DOWN + SPACE + DOWN + ENTER, ["pear"]),
        (SPACE + DOWN + SPACE + DOWN + SPACE + ENTER + SPACE + ENTER, ["apple", "pear"]),
    ],
)
def test_the_space_bar_ticks_and_enter_alone_takes_the_marked_one(
    keys: PipeInput, typed: str, taken: list[str]
) -> None:
    keys.send_text(typed)
    assert run(several) == taken


@pytest.mark.parametrize("high", [1, 2])
def test_where_none_is_needed_enter_alone_takes_none(keys: PipeInput, high: int) -> None:
    keys.send_text(DOWN + ENTER + DOWN + SPACE + ENTER)

    def asking() -> Questions[Any]:
        none: list[str] = yield Several("menu.against", YOU, FRUIT, low=0, high=high)
        return none, (yield Several("menu.against", YOU, FRUIT, low=0, high=high))

    assert run(asking) == ([], ["pear"])


def test_a_question_longer_than_a_line_is_broken_between_words(keys: PipeInput) -> None:
    title, instruction = _broken("Who plays the game? " * 5 + "Now?", "(arrows or letters, Enter)")
    assert all(len(line) < 80 for line in f" {title} {instruction}".split("\n"))
    assert (
        f"{title} {instruction}".split()
        == ("Who plays the game? " * 5 + "Now? (arrows or letters, Enter)").split()
    )


def test_a_marked_key_takes_its_entry_at_once(keys: PipeInput) -> None:
    def menu() -> Questions[Any]:
        return (yield Choose("menu.what", YOU, [*FRUIT, Option("demo", "Watch", mark="d")]))

    keys.send_text("d")
    assert run(menu) == "demo"


def test_the_arrows_change_a_setting_and_escape_leaves_the_page(keys: PipeInput) -> None:
    seen: list[object] = []

    def page() -> Questions[Any]:
        yield Choose("menu.which-game", YOU, FRUIT)
        while True:
            answer = yield SettingsPage("menu.ready", FRUIT, default="apple", turned=["pear"])
            seen.append(answer)
            if answer == "apple":
                return "ready"

    keys.send_text(ENTER + RIGHT + DOWN + RIGHT + DOWN + LEFT)
    keys.send_text(ESC)
    keys.send_text(ENTER + ENTER)
    assert run(page) == "ready"
    assert seen == ["pear>", "pear<", "apple"], "what was changed on the page is taken back with it"


def test_what_to_know_of_the_marked_entry_stands_below_a_list_that_is_too_long(tmp_path: Path) -> None:
    menu = Emulator(["-m", "solo"], 80, 24, CASTELLAN_HOME=str(tmp_path), CASTELLAN_LANG="en")
    menu.waits_for("»")
    for typed, shown in (("n" + ENTER, "Which game?"), ("me" + ENTER, "Ready?"), ("9", "leaves this open")):
        menu.child.send(typed)
        menu.waits_for(shown)
    assert "Start Castello Methoni" in menu.text
    menu.child.close(force=True)


def test_everybody_in_an_order(keys: PipeInput) -> None:
    def order() -> Questions[Any]:
        return (yield Several("menu.seats", YOU, FRUIT, low=3, high=3))

    keys.send_text("3" + ENTER + "2" + ENTER)
    assert run(order) == ["plum", "pear", "apple"]


def test_yes_and_no_numbers_and_names(keys: PipeInput) -> None:
    def all_kinds() -> Questions[Any]:
        sure = yield Confirm("saves.sure", YOU, default=False, save="x")
        count = yield Number("menu.how-many-players", YOU, low=2, high=5)
        name = yield Name("menu.person", YOU, n=1)
        return sure, count, name

    keys.send_text(ENTER + DOWN + ENTER + "Zoë" + ENTER)
    assert run(all_kinds) == (False, 3, "Zoë")


def test_escape_goes_back_one_question_and_then_leaves(keys: PipeInput) -> None:
    def two() -> Questions[Any]:
        first = yield Choose("menu.what", YOU, FRUIT)
        return first, (yield Choose("menu.which-game", YOU, FRUIT))

    with create_pipe_input() as typed, create_app_session(input=typed, output=DummyOutput()):
        typed.send_text(ENTER + ESC)
        typed.close()
        assert run(two) is None


def test_a_number_beyond_the_list_or_a_letter_of_no_entry_finds_nothing() -> None:
    entries = [ListItem("a", "Apple"), ListItem("b", "Ünder the bridge")]
    assert [found(typed, entries) for typed in ("1", "2", "3", "0", "u", "bri", "x")] == [
        0, 1, None, None, 1, 1, None,
    ]  # fmt: skip


@pytest.mark.parametrize(
    "lang, shown",
    [
        ("en", ["You keep the box", "Which game?", "Ready?", "Enter to go on", "Which card is turned up"]),
        ("nl", ["De doos, het bord", "Welk spel?", "Klaar?", "Enter om verder", "Welke kaart leg je open"]),
    ],
)
def test_from_a_first_run_to_the_first_question_in_four_keys(
    tmp_path: Path, lang: str, shown: list[str]
) -> None:
    menu = Emulator(["-m", "solo"], 80, 24, CASTELLAN_HOME=str(tmp_path), CASTELLAN_LANG=lang)
    menu.waits_for(shown[0])
    menu.waits_for("»")
    for text in shown[1:]:
        menu.child.send(ENTER)
        menu.waits_for(text)
    assert len(shown[1:]) <= 4
    menu.child.close(force=True)


def test_a_demo_is_one_key_away_on_a_first_run(tmp_path: Path) -> None:
    menu = Emulator(["-m", "solo"], 80, 24, CASTELLAN_HOME=str(tmp_path), CASTELLAN_LANG="en")
    menu.waits_for("»")
    menu.child.send("d")
    menu.waits_for("a demonstration")
    menu.child.close(force=True)
