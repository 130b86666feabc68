"""To and fro at random, by app or by hand: undo, redo and a restart lead to where the game was."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest

from automa.dialogue import TABLE, Refused
from solo.games import game_named
from solo.keeping.journal import Journal
from solo.playing import newgame
from solo.playing.driver import Driver
from tests.atable import EVERY_GAME, a_header, advance, reopened, tables_of
from tests.faults import LARGE


def resumed(journal: Journal) -> Driver:
    name = journal.header.game
    driver = newgame.driver(game_named(name), tables_of(name), journal)
    advance(driver)
    return driver


def seen(driver: Driver) -> bytes:
    """Where a game is: what was answered, what is asked of whom, and the table."""
    asked = driver.ask and (driver.ask.id, driver.ask.to)
    return msgspec.json.encode([driver.journal.history.entries, asked, driver.script.state()])


def replayed(driver: Driver) -> Driver:
    """The same game as a fresh start finds it; nothing may be drawn or decided that was not before."""
    path = driver.journal.path
    assert path is not None
    again = resumed(Journal.read(path))
    assert msgspec.json.encode(again.journal.history) == msgspec.json.encode(driver.journal.history)
    return again


class Walk:
    """A game, and what it looked like at each of a person's steps."""

    def __init__(self, folder: Path, name: str, random: Random) -> None:
        chance: dict[str, Any] = {what: random.choice(("app", "app", "table")) for what in ("dice", "cards")}
        self.driver = resumed(Journal.create(folder, a_header(name, seed=random.randrange(9), **chance)))
        self.random = random
        self.past: list[bytes] = []
        self.future: list[bytes] = []

    def step(self) -> None:
        driver, random = self.driver, self.random
        match random.choice(("answer", "answer", "answer", "hand", "app", "undo", "redo", "fix", "quit")):
            case "answer" if driver.ask is not None:
                before = seen(driver)
                driver.answer(driver.ask.legal(random))
                self._went(before)
            case "app" if driver.ask is not None and driver.run.can_draw(driver.ask):
                before = seen(driver)
                driver.draw()
                self._went(before)
            case "fix":
                what = random.choice(("option.cards", "option.dice"))
                before = seen(driver)
                driver.fix(what, random.choice(("app", "table")))
                self._went(before)
            case "hand" if driver.ask is not None:
                driver.by_hand()
            case "undo":
                self._move(driver.undo, self.past, self.future)
            case "redo":
                self._move(driver.redo, self.future, self.past)
            case "quit":
                path = driver.journal.path
                assert path is not None
                driver.journal.close()
                self.driver = resumed(reopened(path))

    def _went(self, before: bytes) -> None:
        advance(self.driver)
        self.past.append(before)
        self.future.clear()

    def _move(self, move: Any, source: list[bytes], target: list[bytes]) -> None:
        times = self.random.randint(1, 3)
        now = seen(self.driver)
        assert len(move(times)) == min(times, len(source))
        advance(self.driver)
        for _ in range(min(times, len(source))):
            target.append(now)
            now = source.pop()
        assert seen(self.driver) == now


@pytest.mark.parametrize("name", EVERY_GAME)
@pytest.mark.timeout(0 if LARGE else 300)
def test_undo_and_redo_lead_to_where_the_game_was_and_so_does_a_restart(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("os.fsync", lambda file: None)
    for seed in range(LARGE // 40 or 3):
        walk = Walk(tmp_path, name, Random(seed))
        for _ in range(20):
            walk.step()
            assert seen(replayed(walk.driver)) == seen(walk.driver)
        walk.driver.journal.close()


# Draws by hand, one at a time


def by_hand(folder: Path, name: str = "castle-combo") -> Driver:
    """A game whose app draws, where the next draw is asked of the table."""
    driver = resumed(Journal.create(folder, a_header(name)))
    driver.by_hand()
    to_a_draw(driver)
    return driver


def to_a_draw(driver: Driver) -> None:
    advance(driver)
    while driver.ask is not None and driver.ask.to != TABLE:
        driver.answer(driver.ask.legal(Random(1)))
        advance(driver)


def test_undo_of_a_draw_by_hand_asks_it_again_and_keeps_the_redo(tmp_path: Path) -> None:
    driver = by_hand(tmp_path)
    asked = seen(driver)
    assert driver.ask is not None
    driver.answer(driver.ask.legal(Random(2)))
    advance(driver)
    drawn = seen(driver)
    driver.undo()
    advance(driver)
    assert seen(driver) == asked == seen(replayed(driver))
    driver.redo()
    advance(driver)
    assert seen(driver) == drawn


def test_quitting_while_a_draw_is_asked_by_hand_asks_it_again(tmp_path: Path) -> None:
    driver = by_hand(tmp_path)
    assert driver.journal.path is not None
    driver.journal.close()
    again = resumed(reopened(driver.journal.path))
    assert seen(again) == seen(driver)
    assert again.ask is not None and again.ask.to == TABLE


def test_after_the_app_was_told_to_draw_undo_takes_back_only_that(tmp_path: Path) -> None:
    driver = by_hand(tmp_path)
    asked = seen(driver)
    driver.draw()
    advance(driver)
    assert len(driver.undo()) == 1
    advance(driver)
    assert seen(driver) == asked


def test_two_draws_by_hand_are_both_asked_again_when_both_are_undone(tmp_path: Path) -> None:
    driver = by_hand(tmp_path)
    first = seen(driver)
    assert driver.ask is not None
    driver.answer(driver.ask.legal(Random(2)))
    driver.by_hand()
    to_a_draw(driver)
    steps = len(driver.history())
    while seen(driver) != first:
        assert driver.undo()
        advance(driver)
    assert len(driver.journal.history.undone) == steps - len(driver.history())
    assert seen(replayed(driver)) == first


def test_no_draw_is_wished_by_hand_when_the_game_is_over(tmp_path: Path) -> None:
    driver = resumed(Journal.create(tmp_path, a_header("castle-combo")))
    while driver.ask is not None:
        driver.answer(driver.ask.legal(Random(1)))
        advance(driver)
    with pytest.raises(Refused):
        driver.by_hand()
    assert driver.journal.history.over is not None


# One flush for an answer, one for what comes of it


@pytest.mark.parametrize("name", EVERY_GAME)
def test_between_two_prompts_the_disk_is_waited_for_twice_at_most(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    flushes: list[int] = []
    monkeypatch.setattr("os.fsync", flushes.append)
    driver = resumed(Journal.create(tmp_path, a_header(name)))
    random = Random(1)
    most = 0
    while driver.ask is not None:
        flushes.clear()
        before = len(driver.journal.history.entries)
        driver.answer(driver.ask.legal(random))
        assert len(flushes) == 1
        advance(driver)
        assert len(flushes) <= 2
        most = max(most, len(driver.journal.history.entries) - before)
    assert most > 2
    flushes.clear()
    assert len(driver.undo(3)) == len(driver.redo(3)) == 3
    assert len(flushes) == 2
