"""Terminal, engine and page do the same: every command of the desk, at the same place of the same game."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Mapping
from random import Random
from typing import Any, Protocol

import pytest

from automa.dialogue import Choose, Move
from solo.facts.editions import Editions
from solo.fronts.desk import COMMANDS, CommandName, Desk
from solo.fronts.engine import Engine
from solo.fronts.session import play
from solo.games import game_named
from solo.playing.driver import Driver
from solo.showing.events import as_typed
from solo.web.play import LOOK_UPS
from solo.web.site import DEEDS
from solo.web.sitting import Sitting
from solo.words.sentences import Words
from tests.atable import EVERY_GAME, a_driver, a_header, play_on
from tests.solo.fronts.test_session import Typist

ON_THE_PAGE: Mapping[CommandName, str] = {
    "undo": "undo", "redo": "redo", "log": "log", "why": "why", "hint": "hint", "score": "score",
    "rules": "rules", "fix": "fix", "facts": "facts", "history": "history", "mend": "mend",
    "app": "draw", "hand": "draw",
}  # fmt: skip
IN_THE_ENGINE: Mapping[CommandName, str] = {
    "undo": "undo", "redo": "redo", "table": "table", "log": "log", "why": "why", "hint": "hint",
    "score": "score", "share": "share", "rules": "rules", "fix": "fix", "facts": "facts",
    "history": "history", "mend": "mend", "app": "draw", "hand": "draw", "quit": "quit",
}  # fmt: skip
NOT_ON_THE_PAGE = {
    "table": "it is always in view",
    "share": "a browser shares and prints a page itself",
    "seed": "the log shows it",
    "help": "every option is a button",
    "quit": "one closes the page",
}
NOT_IN_THE_ENGINE = {
    "seed": "the greeting says it",
    "help": "every question says all one needs",
}


class FrontEnd(Protocol):
    """How one of the three does what can be done."""

    def undo(self) -> None: ...
    def redo(self) -> None: ...
    def fix(self, number: int, key: str, answer: Any, typed: str) -> None: ...
    def mend(self, number: int, answer: Any, typed: str) -> None: ...
    def look(self, command: CommandName) -> None: ...


class Terminal:
    def __init__(self, driver: Driver, words: Words) -> None:
        self.driver, self.words = driver, words

    def type(self, *lines: str) -> str:
        typist = Typist([*lines, "/quit"], self.words)
        assert play(self.driver, typist, self.words) == 0
        return typist.paper.getvalue()

    def undo(self) -> None:
        assert self.type("/undo")

    def redo(self) -> None:
        self.type("/redo")

    def fix(self, number: int, key: str, answer: Any, typed: str) -> None:
        self.type(f"/fix {number}", typed)

    def mend(self, number: int, answer: Any, typed: str) -> None:
        self.type(f"/mend {number}", typed, "yes", "yes")

    def look(self, command: CommandName) -> None:
        assert len(self.type(f"/{command}")) > 100


class Program:
    def __init__(self, driver: Driver, words: Words) -> None:
        self.engine = Engine(driver, words)
        self.engine.begin()

    def send(self, message: dict[str, Any], type: str) -> None:
        types = [each["type"] for each in self.engine.take(message)]
        assert type in types and types[-1] in (type, "ask", "over"), types

    def undo(self) -> None:
        self.send({"undo": 1}, "undone")

    def redo(self) -> None:
        self.send({"redo": 1}, "redone")

    def fix(self, number: int, key: str, answer: Any, typed: str) -> None:
        self.send({"fix": {"key": key, "value": answer}}, "ask")

    def mend(self, number: int, answer: Any, typed: str) -> None:
        self.send({"mend": {"entry": number, "answer": answer, "accept": True}}, "mended")

    def look(self, command: CommandName) -> None:
        kind = {"fix": "fixes"}.get(command, command)
        self.send({IN_THE_ENGINE[command]: True}, kind)


class PageVisitor:
    def __init__(self, driver: Driver, words: Words) -> None:
        game = driver.game
        self.sitting = Sitting(driver, f"/game/{game.id}", game.name, Editions(game), words)
        self.words = words

    def do(self, deed: str, **fields: str) -> None:
        said = {key: [value] for key, value in fields.items()}
        note = self.sitting.do(deed, {"at": [self.sitting.place], **said}, self.words)
        scene = self.sitting.scene(self.words, note)
        assert scene.note is None or not scene.note.is_bad, scene.note

    def undo(self) -> None:
        self.do("undo")

    def redo(self) -> None:
        self.do("redo")

    def fix(self, number: int, key: str, answer: Any, typed: str) -> None:
        self.do("fix", key=key, answer=typed)

    def mend(self, number: int, answer: Any, typed: str) -> None:
        self.do("mend", entry=str(number), answer=str(answer), accept="yes")

    def look(self, command: CommandName) -> None:
        assert self.sitting.scene(self.words).title


def test_every_command_is_in_every_front_end_or_has_its_reason() -> None:
    assert {*ON_THE_PAGE, *NOT_ON_THE_PAGE} == set(COMMANDS)
    assert {*IN_THE_ENGINE, *NOT_IN_THE_ENGINE} == set(COMMANDS)
    assert set(ON_THE_PAGE.values()) <= {*DEEDS, *LOOK_UPS}
    words = Words.of("en", ["castle_combo"])
    engine = Engine(a_driver(a_header("castle-combo")), words)
    for command in IN_THE_ENGINE.values():
        (refused, *_) = engine.take({command: {"no": "such thing"}})
        assert refused["type"] == "refused" and "cannot" not in refused.get("id", "")


def three(name: str) -> list[tuple[Driver, FrontEnd]]:
    """The same game at the same place, three times."""
    words = Words.of("en", [game_named(name).folder], strict=True)
    made: list[tuple[Driver, FrontEnd]] = []
    for kind in (Terminal, Program, PageVisitor):
        driver = a_driver(a_header(name, seed=17))
        play_on(driver, Random(17), 9)
        made.append((driver, kind(driver, words)))
    return made


def same_place(fronts: list[tuple[Driver, FrontEnd]]) -> tuple[object, object]:
    """Where all three are: the state, and what was answered."""
    states = [driver.script.state() for driver, _ in fronts]
    assert states[0] == states[1] == states[2]
    entries = [[entry.answer for entry in driver.journal.history.entries] for driver, _ in fronts]
    assert entries[0] == entries[1] == entries[2]
    return states[0], entries[0]


@pytest.mark.parametrize("name", EVERY_GAME)
def test_all_three_take_back_set_right_and_mend_alike(name: str) -> None:
    fronts = three(name)
    words = Words.of("en", [game_named(name).folder], strict=True)
    begun = same_place(fronts)
    for _, front in fronts:
        front.undo()
    assert same_place(fronts) != begun
    for _, front in fronts:
        front.redo()
    assert same_place(fronts) == begun
    desk = Desk(fronts[0][0])
    earlier = next(
        earlier
        for number in range(len(desk.entered), 0, -1)
        if isinstance((earlier := desk.earlier(number)).ask, Choose | Move)
    )
    answer = earlier.ask.legal(Random(3))
    typed = words.plain(as_typed(earlier.ask, answer))
    for _, front in fronts:
        front.mend(earlier.number, answer, typed)
    same_place(fronts)
    number, correction = next(
        (place, each) for place, each in enumerate(desk.corrections(), 1) if each.ask.kind == "number"
    )
    value = correction.ask.legal(Random(4))
    for _, front in fronts:
        front.fix(number, correction.key, value, str(value))
    same_place(fronts)


@pytest.mark.parametrize("name", EVERY_GAME)
def test_looking_changes_nothing_anywhere(name: str) -> None:
    fronts = three(name)
    begun = same_place(fronts)
    for command in ("table", "log", "why", "score", "rules", "history"):
        for _, front in fronts:
            front.look(command)
    assert same_place(fronts) == begun


def test_the_page_needs_neither_a_network_nor_a_terminal() -> None:
    code = (
        "import sys\n"
        "from solo.web.site import Site\n"
        "site = Site()\n"
        "assert site.get('/new/castle-combo', {}, 'en').status == 200\n"
        "needless = ('typer', 'rich', 'questionary', 'prompt_toolkit', 'starlette', 'uvicorn', 'segno')\n"
        "sys.exit(str([name for name in needless if name in sys.modules] or ''))\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.stderr.strip() == ""
