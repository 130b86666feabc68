"""Terminal, engine and page do the same: every command of the desk, at the same place of the same game."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from random import Random
from typing import Any, ClassVar, Protocol

import pytest

from automa.coach import Coach
from automa.dialogue import TABLE, Choose, Move, Text
from solo.facts.editions import Editions
from solo.fronts.desk import COMMANDS, CommandName, Desk
from solo.fronts.engine import Engine
from solo.fronts.session import Session
from solo.games import game_named
from solo.playing.driver import Driver
from solo.showing.events import as_typed
from solo.web.play import LOOK_UPS
from solo.web.site import ACTIONS, Site
from solo.web.sitting import Sitting, fields_of
from solo.words.sentences import Words
from tests.atable import UNDER_CONTRACT, a_driver, a_header, play_on
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
    """One of the three, at a game: does a command, or leaves it out where it has a reason to."""

    def answer(self, answer: Any, typed: str) -> None: ...
    def do(self, command: CommandName) -> None: ...
    def fix(self, number: int, key: str, answer: Any, typed: str) -> None: ...
    def mend(self, number: int, answer: Any, typed: str) -> None: ...


class Terminal:
    """What is typed: a line for each command, and the session ends after it."""

    def __init__(self, driver: Driver, words: Words) -> None:
        self.driver, self.words = driver, words

    def type(self, *lines: str) -> str:
        typist = Typist([*lines, "/quit"], self.words)
        assert Session(self.driver, typist, self.words).play() == 0
        return typist.paper.getvalue()

    def answer(self, answer: Any, typed: str) -> None:
        self.type(typed)

    def do(self, command: CommandName) -> None:
        said = self.type(f"/{command}").partition(f"> /{command}\n")[2]
        assert said.removesuffix("> /quit\n").strip() or command == "quit", f"/{command} says nothing"

    def fix(self, number: int, key: str, answer: Any, typed: str) -> None:
        self.type(f"/fix {number}", typed)

    def mend(self, number: int, answer: Any, typed: str) -> None:
        self.type(f"/mend {number}", typed, "yes", "yes")


class Program:
    """What another program sends."""

    ANSWERED_BY: ClassVar[Mapping[CommandName, str]] = {
        "undo": "undone", "redo": "redone", "fix": "fixes", "app": "ask", "hand": "ask",
    }  # fmt: skip

    def __init__(self, driver: Driver, words: Words) -> None:
        self.engine = Engine(driver, words)
        self.engine.begin()

    def send(self, message: dict[str, Any], type: str) -> None:
        types = [each["type"] for each in self.engine.take(message)]
        assert type in types and types[-1] in (type, "ask", "over"), (
            f"{types}: the game is over too soon; after five answers a person is to be asked some more"
        )

    def answer(self, answer: Any, typed: str) -> None:
        self.send({"answer": answer}, "ask")

    def do(self, command: CommandName) -> None:
        if command == "quit":
            assert self.engine.take({"quit": True}) == [] and self.engine.ended
        elif command in IN_THE_ENGINE:
            values: dict[CommandName, Any] = {"undo": 1, "redo": 1, "app": "app", "hand": "hand"}
            kind = self.ANSWERED_BY.get(command, command)
            self.send({IN_THE_ENGINE[command]: values.get(command, True)}, kind)

    def fix(self, number: int, key: str, answer: Any, typed: str) -> None:
        self.send({"fix": {"key": key, "value": answer}}, "ask")

    def mend(self, number: int, answer: Any, typed: str) -> None:
        self.send({"mend": {"entry": number, "answer": answer, "accept": True}}, "mended")


class PageVisitor:
    """What is touched on the page, and the pages behind its menu."""

    def __init__(self, driver: Driver, words: Words) -> None:
        game = driver.game
        self.sitting = Sitting(driver, "/game/it", game.name, Editions(game))
        self.site = Site(sittings={"it": self.sitting})
        self.words = words

    def send(self, deed: str, **fields: Sequence[str]) -> None:
        note = self.sitting.note(self.sitting.do(deed, {"at": [self.sitting.token], **fields}, self.words))
        assert note is None or not note.is_bad, note

    def answer(self, answer: Any, typed: str) -> None:
        self.send("answer", **fields_of(answer))

    def do(self, command: CommandName) -> None:
        where = ON_THE_PAGE.get(command)
        if command == "facts" or where in LOOK_UPS:
            assert self.site.get(f"/game/it/{where}", {}, "en").status == 200
        elif where is not None and command != "mend":
            self.send(where, **({"by": [command]} if where == "draw" else {}))

    def fix(self, number: int, key: str, answer: Any, typed: str) -> None:
        self.send("fix", key=[key], answer=[typed])

    def mend(self, number: int, answer: Any, typed: str) -> None:
        self.send("mend", entry=[str(number)], answer=[str(answer)], accept=["yes"])


def test_every_command_is_in_every_front_end_or_has_its_reason() -> None:
    assert {*ON_THE_PAGE, *NOT_ON_THE_PAGE} == set(COMMANDS)
    assert {*IN_THE_ENGINE, *NOT_IN_THE_ENGINE} == set(COMMANDS)
    assert set(ON_THE_PAGE.values()) <= {*ACTIONS, *LOOK_UPS}
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
        play_on(driver, Random(17), 5)
        made.append((driver, kind(driver, words)))
    return made


def same_place(fronts: list[tuple[Driver, FrontEnd]]) -> tuple[object, object]:
    """Where all three are: the state, and what was answered."""
    states = [driver.script.state() for driver, _ in fronts]
    assert states[0] == states[1] == states[2]
    entries = [[entry.answer for entry in driver.journal.history.entries] for driver, _ in fronts]
    assert entries[0] == entries[1] == entries[2]
    return states[0], entries[0]


LOOKS: tuple[CommandName, ...] = (
    "table", "log", "why", "score", "share", "rules", "history", "facts", "seed", "help", "fix",
)  # fmt: skip


@pytest.mark.parametrize("name", UNDER_CONTRACT)
@pytest.mark.usefixtures("few_games")
def test_every_command_does_the_same_in_all_three(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)  # where /share writes
    fronts = three(name)
    words = Words.of("en", [game_named(name).folder], strict=True)
    desk = Desk(fronts[0][0])
    walked: list[CommandName] = []

    def all_do(command: CommandName) -> tuple[object, object]:
        walked.append(command)
        for _, front in fronts:
            front.do(command)
        return same_place(fronts)

    def all_answer(random: Random) -> None:
        ask = desk.driver.ask
        assert ask is not None
        answer = ask.check(ask.legal(random))
        typed = words.plain(as_typed(ask, answer))
        for _, front in fronts:
            front.answer(answer, typed)
        same_place(fronts)

    begun = same_place(fronts)
    for command in LOOKS:
        assert all_do(command) == begun, f"{command} only looks"
    assert all_do("undo") != begun
    assert all_do("redo") == begun
    earlier = next(
        earlier
        for number in range(len(desk.entered), 0, -1)
        if isinstance((earlier := desk.earlier(number)).ask, Choose | Move)
    )
    answer = earlier.ask.legal(Random(3))
    typed = words.plain(as_typed(earlier.ask, answer))
    walked.append("mend")
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
    random = Random(5)
    all_do("hand")
    while desk.driver.ask is not None and desk.driver.ask.to != TABLE:
        all_answer(random)
    all_do("app")
    while not isinstance(desk.driver.game.coach(desk.driver.setup), Text) and not is_turn(desk):
        all_answer(random)
    hints(name, fronts, walked)
    all_do("quit")
    assert set(walked) == set(COMMANDS)


def is_turn(desk: Desk) -> bool:
    """Whether a person is asked something that there are hints for."""
    coach, ask = desk.driver.game.coach(desk.driver.setup), desk.driver.ask
    return isinstance(coach, Coach) and ask is not None and coach.begins(ask)


def hints(name: str, fronts: list[tuple[Driver, FrontEnd]], walked: list[CommandName]) -> None:
    """The same hint in all three, noted in each journal; or none where what only a person sees is missing."""
    walked.append("hint")
    coach, ask = fronts[0][0].game.coach(fronts[0][0].setup), fronts[0][0].ask
    if isinstance(coach, Coach) and ask is not None and coach.unseen(ask, fronts[0][0].script) is None:
        for _, front in fronts:
            front.do("hint")
        assert [driver.journal.history.hints for driver, _ in fronts] == [1, 1, 1]
    same_place(fronts)


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
