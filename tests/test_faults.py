"""What a broken disk, a kill or a changed file does to a game: nothing answered is lost, nothing goes unsaid.

The usual tests try a few faults of each kind; `CASTELLAN_FAULTS=2000 python -m tests` tries as many as that.
"""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache, partial
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest

from automa.dialogue import TABLE
from solo.facts.overlay import load
from solo.games import game_named
from solo.keeping.journal import Journal
from solo.playing import newgame
from solo.playing.driver import Driver
from solo.trouble import Trouble
from tests.atable import EVERY_GAME, a_header, advance, play_on, reopened, tables_of
from tests.faults import LARGE, Disk, Outcome, chosen, command
from tests.golden import A_GAME, AGAINST, ENGLISH
from tests.solo.commandline import at_home, solo

OLD_SAVES = Path(__file__).parent / "saves"
TYPED = ENGLISH.splitlines()
COST = "cards.card.judge.cost"


# What is on disk


def opened(path: Path) -> Driver:
    """A save to look at, up to the question that a person is asked."""
    journal = Journal.read(path)
    game = game_named(journal.header.game)
    driver = newgame.driver(game, load(game, journal.header.taught).tables, journal)
    advance(driver)
    return driver


def summary(path: Path) -> bytes | None:
    """What a save comes down to: everything that counts, can be brought back, and is asked."""
    return _summary(path, path.read_bytes()) if path.exists() else None


@cache
def _summary(path: Path, _: bytes) -> bytes:
    driver = opened(path)
    history = driver.journal.history
    asked = driver.ask and (driver.ask.id, driver.ask.to)
    return msgspec.json.encode([history.entries, history.undone, asked, driver.script.state()])


def content(path: Path) -> bytes | None:
    return path.read_bytes() if path.exists() else None


# Every command that writes


@dataclass(frozen=True)
class Scenario:
    """A command on a disk of its own."""

    arguments: Sequence[str]
    lines: Sequence[str] = ()
    prepare: Callable[[Path], object] = lambda home: None
    file: str = "saves/game.jsonl"
    """What it writes, in the home folder."""
    look: Callable[[Path], bytes | None] = summary
    keeps: Sequence[str] = field(default=())
    """Files that stay exactly as they are."""


def torn(home: Path) -> None:
    with (home / "saves" / "game.jsonl").open("ab") as file:
        file.write(b'{"ask":"castle-combo.tu')


def damaged(home: Path) -> None:
    path = home / "saves" / "game.jsonl"
    lines = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(b"".join([*lines[:5], lines[5].replace(b'"a', b'"b', 1), *lines[6:]]))


def taught(home: Path) -> None:
    solo("tables", "teach", "castle-combo", COST, "9")


def shared(home: Path) -> None:
    taught(home)
    solo("tables", "export", "castle-combo", str(home / "shared.toml"))
    solo("tables", "teach", "castle-combo", COST, "3")


ENGINE = ("engine", "castle-combo", "--resume", "{home}/saves/game.jsonl")
RESUME = ("resume", "{home}/saves/game.jsonl")
TABLES: dict[str, Any] = {"file": "tables/castle_combo.toml", "look": content, "keeps": ["saves/game.jsonl"]}
SCENARIOS: dict[str, Callable[[Sequence[str]], Scenario]] = {
    "play": lambda lines: Scenario([*A_GAME[:-1], *AGAINST], TYPED[:6], file="saves/castle-combo-*.jsonl"),
    "resume": lambda lines: Scenario(RESUME, TYPED[7:11]),
    "undo and redo": lambda lines: Scenario(RESUME, ["/undo 2", "/redo", "/undo", *TYPED[5:8], "/undo 3"]),
    "fix": lambda lines: Scenario(RESUME, ["/fix your keys", "9", "/fix your gold", "3"]),
    "hand, undo, mend": lambda lines: Scenario(ENGINE, lines),
    "torn": lambda lines: Scenario(RESUME, TYPED[7:8], torn),
    "recover": lambda lines: Scenario(
        [*RESUME, "--recover"], TYPED[1:2], damaged, "saves/game-mended.jsonl", keeps=["saves/game.jsonl"]
    ),
    "teach": lambda lines: Scenario(("tables", "teach", "castle-combo", COST, "5"), **TABLES),
    "teach again": lambda lines: Scenario(
        ("tables", "teach", "castle-combo", COST, "5"), prepare=taught, **TABLES
    ),
    "forget": lambda lines: Scenario(("tables", "forget", "castle-combo", COST), prepare=taught, **TABLES),
    "import": lambda lines: Scenario(
        ("tables", "import", "castle-combo", "{home}/shared.toml", "--force"), prepare=shared, **TABLES
    ),
    "delete": lambda lines: Scenario(("saves", "delete", "game", "--yes"), look=content),
    "export": lambda lines: Scenario(
        ("saves", "export", "game", "{home}/game.txt"),
        file="game.txt",
        look=content,
        keeps=["saves/game.jsonl"],
    ),
    "export of the journal": lambda lines: Scenario(
        ("saves", "export", "game", "{home}/copy.jsonl", "--journal"),
        file="copy.jsonl",
        look=content,
        keeps=["saves/game.jsonl"],
    ),
}  # fmt: skip


@pytest.fixture(scope="module")
def begun(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A home with a game of a few moves."""
    with pytest.MonkeyPatch.context() as patch:
        home = at_home(tmp_path_factory.mktemp("faults") / "home", patch)
        solo(*A_GAME[:-1], *AGAINST, answers="".join(f"{line}\n" for line in TYPED[:7]))
        (save,) = (home / "saves").glob("*.jsonl")
        save.rename(home / "saves" / "game.jsonl")
        yield home


@pytest.fixture(scope="module")
def messages(begun: Path) -> list[str]:
    """What an engine is sent that draws by hand, undoes and redoes several, fixes and mends."""
    driver = opened(begun / "saves" / "game.jsonl")
    random = Random(5)
    sent: list[str] = []

    def send(**message: Any) -> None:
        sent.append(json.dumps(message))
        advance(driver)

    def answer() -> None:
        assert driver.ask is not None
        given = driver.ask.legal(random)
        driver.answer(given)
        send(answer=given)

    driver.by_hand()
    send(draw="hand")
    while driver.ask is not None and driver.ask.to != TABLE:
        answer()
    answer()
    driver.undo(2)
    send(undo=2)
    driver.redo()
    send(redo=1)
    assert driver.ask is not None and driver.ask.to == TABLE
    driver.draw()
    send(draw="app")
    answer()
    driver.fix("option.cards", "table")
    send(fix={"key": "option.cards", "value": "table"})
    entered = driver.history()
    given = driver.asked(entered[-2][0]).legal(random)
    driver.accept(driver.mend(entered[-2][0], given))
    send(mend={"entry": len(entered) - 1, "answer": given, "accept": True})
    return sent


@pytest.mark.parametrize("name", SCENARIOS)
@pytest.mark.timeout(0 if LARGE else 300)
def test_whatever_the_disk_does_nothing_is_lost_and_it_is_said(
    name: str, begun: Path, messages: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    scenario = SCENARIOS[name](messages)
    home = at_home(tmp_path / "home", monkeypatch)
    template = tmp_path / "template"

    def found(folder: Path) -> bytes | None:
        files = sorted(folder.glob(scenario.file))
        return scenario.look(files[0]) if files else None

    def tried(disk: Disk) -> Outcome:
        shutil.rmtree(home, ignore_errors=True)
        shutil.copytree(template, home)
        arguments = [each.format(home=home) for each in scenario.arguments]
        return command(arguments, scenario.lines, disk, partial(found, home))

    shutil.copytree(begun, home)
    scenario.prepare(home)
    shutil.copytree(home, template)
    kept = {file: content(template / file) for file in scenario.keeps}
    sound = tried(Disk(home))
    assert sound.code in (0, 2) and "refused" not in sound.out, (sound.err, sound.out)
    steps = [found(template), *sound.looks, found(home)]
    assert len(set(steps)) > 1, "it writes nothing"

    for place, fault in chosen(sound.operations, few=5, seed=len(name)):
        outcome = tried(Disk(home, fault, place))
        what = (name, place, sound.operations[place], fault.name, outcome.err, outcome.out[-300:])
        assert "Traceback" not in outcome.err + outcome.out, what
        if not fault.kills:
            assert outcome.code in (0, 2), what
            assert outcome.err.count("\n") <= 1, what
        # Every line but the last one typed was acknowledged: that one is done as a whole, or not at all.
        done = len(outcome.looks)
        left = found(home)
        assert left in steps[done : done + 2], what
        if "Nothing was changed" in outcome.err and scenario.look is summary:
            assert left == steps[done], what
        for file, before in kept.items():
            assert content(home / file) == before, what
        assert solo("saves").code == 0, what
        if left is not None and scenario.look is summary:
            goes_on(next(home.glob(scenario.file)), what)


def goes_on(path: Path, what: Any) -> None:
    """A save that is still there can be gone on with: no lock stands in the way."""
    try:
        reopened(path).close()
    except Trouble as trouble:
        raise AssertionError((*what, trouble.text)) from trouble


# Every change to a file


@pytest.fixture(scope="module", params=EVERY_GAME)
def whole(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """A save of each game, with many steps, some taken back, and a draw by hand."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("os.fsync", lambda file: None)
        journal = Journal.create(tmp_path_factory.mktemp("whole"), a_header(request.param))
        driver = newgame.driver(game_named(request.param), tables_of(request.param), journal)
        advance(driver)
        play_on(driver, Random(1), 5)
        driver.undo(2)
        driver.by_hand()
        assert journal.path is not None
        while driver.ask is not None and journal.path.stat().st_size < 20_000:
            play_on(driver, Random(2), 1)
        journal.close()
    return journal.path.read_bytes()


def goes_unsaid(path: Path) -> bool:
    """Whether a save opens as if nothing were wrong with it."""
    try:
        return not Journal.read(path).notices
    except Trouble:
        return False


def every(count: int, few: int) -> int:
    return count if LARGE else few


@pytest.mark.timeout(0 if LARGE else 300)
def test_no_flipped_byte_goes_unsaid(whole: bytes, tmp_path: Path) -> None:
    random, path = Random(1), tmp_path / "game.jsonl"
    path.write_bytes(whole)
    assert not goes_unsaid(tmp_path / "nothing.jsonl") and goes_unsaid(path)
    for _ in range(every(LARGE, 60)):
        changed = bytearray(whole)
        place = random.randrange(len(whole))
        changed[place] ^= random.randrange(1, 256)
        path.write_bytes(changed)
        assert not goes_unsaid(path), place


@pytest.mark.timeout(0 if LARGE else 300)
def test_no_changed_digit_goes_unsaid(whole: bytes, tmp_path: Path) -> None:
    random, path = Random(2), tmp_path / "game.jsonl"
    digits = [place for place, byte in enumerate(whole) if byte in b"0123456789"]
    for _ in range(every(LARGE // 2, 40)):
        changed = bytearray(whole)
        place = random.choice(digits)
        changed[place] = random.choice([byte for byte in b"0123456789" if byte != whole[place]])
        path.write_bytes(changed)
        assert not goes_unsaid(path), place


@pytest.mark.timeout(0 if LARGE else 300)
def test_no_cut_goes_unsaid(whole: bytes, tmp_path: Path) -> None:
    random, path = Random(3), tmp_path / "game.jsonl"
    ends = [place + 1 for place, byte in enumerate(whole[:-1]) if byte == ord("\n")]
    some = {*random.sample(range(len(whole)), 40), *random.sample(ends, min(len(ends), 20)), len(whole) - 1}
    for length in range(len(whole)) if LARGE else sorted(some):
        path.write_bytes(whole[:length])
        assert not goes_unsaid(path), length


@pytest.mark.timeout(0 if LARGE else 300)
def test_no_doubled_moved_or_dropped_line_goes_unsaid(whole: bytes, tmp_path: Path) -> None:
    random, path = Random(4), tmp_path / "game.jsonl"
    lines = whole.splitlines(keepends=True)
    for _ in range(every(LARGE, 40)):
        line, to = random.sample(range(len(lines)), 2)
        moved = [each for place, each in enumerate(lines) if place != line]
        moved.insert(to, lines[line])
        for changed in (moved, [*lines[:to], lines[line], *lines[to:]], [*lines[:line], *lines[line + 1 :]]):
            path.write_bytes(b"".join(changed))
            assert not goes_unsaid(path), (line, to)
