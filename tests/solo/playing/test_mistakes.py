"""Mistakes of our own inside a game: told and reported, and nothing that was saved is lost by them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from io import StringIO
from pathlib import Path
from random import Random
from typing import Any

import pytest

from automa.castle_combo.game import Play
from automa.coach import Advice, Coach
from automa.dialogue import Answer, Ask, Dialogue, Refused, Text
from automa.game import Setup, you
from solo.fronts.engine import Engine
from solo.fronts.plain import PlainFront
from solo.fronts.session import Session
from solo.keeping.journal import Journal
from solo.keeping.reports import reports
from solo.playing.driver import Driver, Failure
from solo.trouble import INTERRUPTED
from tests.atable import advance, reopened
from tests.solo.commandline import at_home, saves, solo
from tests.toy import PEDLAR, Pedlar, ToyGame, ToyScript, toy_driver, toy_header, toy_words


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    return at_home(tmp_path / "home", monkeypatch)


def division() -> None:
    raise ZeroDivisionError


def promise() -> None:
    raise AssertionError


def stopping() -> None:
    raise StopIteration


def refusing() -> None:
    raise Refused(Text("toy.too-much-gold"))


MISTAKES: Sequence[Callable[[], None]] = (division, promise, stopping, refusing)


def broken(monkeypatch: pytest.MonkeyPatch, mistake: Callable[[], None], deed: str = "turn") -> None:
    """From now on the fair goes wrong whenever that happens: a turn is taken, the sheet is made."""
    usual = getattr(ToyScript, deed)

    def wrong(self: ToyScript, *arguments: Any) -> Any:
        return _wrong(usual(self, *arguments), mistake) if deed == "turn" else mistake()

    monkeypatch.setattr(ToyScript, deed, wrong)


def _wrong(turn: Dialogue[None], mistake: Callable[[], None]) -> Dialogue[None]:
    """A turn in which buying wood is a mistake."""
    item = next(turn)
    while True:
        answer = yield item
        if answer == "wood":
            mistake()
        try:
            item = turn.send(answer)
        except StopIteration:
            return


def at_the_stall(journal: Journal | None = None) -> Driver:
    """A driver at the question what is bought."""
    driver = toy_driver(journal=journal)
    for answer in ("My Stall", 4, "jongleur"):
        driver.answer(answer)
    return driver


@pytest.mark.parametrize("mistake", MISTAKES, ids=lambda each: each.__name__)
def test_an_answer_that_goes_wrong_is_not_kept(
    mistake: Callable[[], None], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    broken(monkeypatch, mistake)
    journal = Journal.create(tmp_path, toy_header())
    driver = at_the_stall(journal)
    assert journal.path is not None
    before, on_disk = driver.script.state(), journal.path.read_bytes()
    with pytest.raises(Failure) as failure:
        driver.answer("wood")
    assert failure.value.index == 3
    assert journal.path.read_bytes() == on_disk
    assert driver.script.state() == before
    assert driver.ask is not None and driver.ask.id == "toy.buy"
    (report,) = reports()
    said = toy_words().plain(failure.value.text)
    assert 'your entry 4 ("wood")' in said and str(report) in said
    journal.close()
    assert toy_driver(journal=reopened(journal.path)).script.state() == before


def test_a_report_has_all_that_is_needed_to_see_it_again(monkeypatch: pytest.MonkeyPatch) -> None:
    broken(monkeypatch, division)
    driver = at_the_stall()
    for _ in range(2):  # the same mistake is one report
        with pytest.raises(Failure):
            driver.answer("wood")
    (report,) = reports()
    content = report.read_text()
    assert "ZeroDivisionError" in content and "Traceback" in content
    header, *entries = content[content.index('{"format"') :].splitlines()
    assert '"seed":7' in header
    assert [line.count("toy.") for line in entries] == [1, 1, 1, 1]
    assert '"answer":"wood"' in entries[-1]


def test_without_room_for_a_report_that_is_said(monkeypatch: pytest.MonkeyPatch, home: Path) -> None:
    broken(monkeypatch, division)
    home.write_text("in the way of the folder")
    with pytest.raises(Failure) as failure:
        at_the_stall().answer("wood")
    assert "no report of it could be kept" in toy_words().plain(failure.value.text)


def test_a_correction_that_goes_wrong_is_not_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    driver = at_the_stall()
    before, entries = driver.script.state(), list(driver.journal.history.entries)
    monkeypatch.setattr(ToyScript, "_put_gold", lambda self, seat, gold: 1 / 0)
    with pytest.raises(Failure):
        driver.fix("gold.you", 5)
    assert driver.script.state() == before
    assert driver.journal.history.entries == entries
    driver.answer("wood")


class WrongPedlar(Pedlar):
    """One that cannot decide."""

    def __init__(self, error: type[BaseException]) -> None:
        self.error = error

    def answer(self, ask: Ask, script: Any, random: Random) -> tuple[Answer, Sequence[Text]]:
        script.gold.clear()  # half-way through its thoughts
        raise self.error


def with_pedlar(error: type[BaseException], journal: Journal | None = None) -> Driver:
    """A driver where the opponent is to answer next."""
    game = ToyGame()
    game.decider = lambda seat, setup: WrongPedlar(error)  # type: ignore[method-assign]
    driver = Driver(game, Setup((PEDLAR, you()), {}), journal or Journal.in_memory(toy_header()))
    for answer in ("My Stall", 4, "jongleur"):
        driver.answer(answer)
    return driver


def test_an_opponent_that_goes_wrong_can_be_answered_for_or_stepped_back_from() -> None:
    driver = with_pedlar(ValueError)
    before = driver.script.state()
    for _ in range(2):
        with pytest.raises(Failure):
            driver.step()
        assert driver.script.state() == before
    assert driver.ask is not None and driver.ask.to == "pedlar"
    assert driver.undo() and driver.redo()
    driver.answer(["salt"])
    assert driver.ask.id == "toy.buy"
    assert not driver.step()


@pytest.mark.parametrize("error", [KeyboardInterrupt, MemoryError])
def test_thinking_can_be_interrupted_and_begun_again(error: type[BaseException], tmp_path: Path) -> None:
    journal = Journal.create(tmp_path, toy_header())
    driver = with_pedlar(error, journal)
    before = driver.script.state()
    with pytest.raises((error, Failure)):
        driver.step()
    assert driver.script.state() == before
    driver.game.decider = lambda seat, setup: Pedlar()  # type: ignore[method-assign]
    advance(driver)
    assert driver.ask is not None and driver.ask.id == "toy.buy"
    assert len(driver.journal.history.entries) == 4


def test_ctrl_c_while_an_opponent_thinks_leaves_a_game_that_resumes(tmp_path: Path) -> None:
    journal = Journal.create(tmp_path, toy_header())
    driver, out = with_pedlar(KeyboardInterrupt, journal), StringIO()
    assert Session(driver, PlainFront(toy_words(), StringIO(), out), toy_words()).play() == INTERRUPTED
    assert f"solo resume {journal.name}" in out.getvalue()
    journal.close()
    assert journal.path is not None
    again = Driver(ToyGame(), Setup((PEDLAR, you()), {}), reopened(journal.path))
    advance(again)
    assert again.ask is not None and again.ask.id == "toy.buy"


class WrongCoach(Coach):
    """One that is interrupted, or goes wrong."""

    def __init__(self, error: BaseException) -> None:
        self.error = error

    def advise(self, ask: Ask, script: Any, random: Random, **_: Any) -> Advice | None:
        script.gold.clear()
        raise self.error


class Terminal(StringIO):
    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize("error", [KeyboardInterrupt(), ValueError()], ids=repr)
def test_a_hint_that_is_interrupted_or_goes_wrong_leaves_the_question(error: BaseException) -> None:
    driver, out = at_the_stall(), StringIO()
    driver.game.coach = lambda setup: WrongCoach(error)  # type: ignore[method-assign]
    typed = Terminal("/hint\nwood\n/quit\n")
    assert Session(driver, PlainFront(toy_words(), typed, out), toy_words()).play() == 0
    assert "You buy Wood" in out.getvalue()
    assert driver.script.state()["gold"] == {"you": 8, "pedlar": 10}
    assert driver.journal.history.hints == 0
    assert len(reports()) == isinstance(error, ValueError)


def test_a_person_is_told_of_it_and_asked_again(monkeypatch: pytest.MonkeyPatch) -> None:
    broken(monkeypatch, division)
    driver, out = at_the_stall(), StringIO()
    Session(driver, PlainFront(toy_words(), Terminal("wood\nsalt\n/quit\n"), out), toy_words()).play()
    assert 'It goes wrong at your entry 4 ("wood"), which is not kept.' in out.getvalue()
    assert "Traceback" not in out.getvalue()
    assert [entry.answer for entry in driver.journal.history.entries[3:]] == ["salt"]


def test_a_person_is_asked_in_the_place_of_an_opponent_that_goes_wrong() -> None:
    driver, out = with_pedlar(ValueError), StringIO()
    Session(driver, PlainFront(toy_words(), Terminal("salt\n/quit\n"), out), toy_words()).play()
    assert "Answer yourself what is asked now" in out.getvalue()
    assert driver.ask is not None and driver.ask.id == "toy.buy"


# For another program


@pytest.mark.parametrize("mistake", MISTAKES, ids=lambda each: each.__name__)
def test_an_engine_always_says_where_the_game_is(
    mistake: Callable[[], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    driver = at_the_stall()
    engine = Engine(driver, toy_words())
    engine.begin()
    broken(monkeypatch, mistake, "sheet")
    assert [each["type"] for each in engine.take({"score": True})] == ["refused", "ask"]
    assert driver.ask is not None and driver.ask.id == "toy.buy"


def test_an_engine_whose_answer_goes_wrong_asks_again(monkeypatch: pytest.MonkeyPatch) -> None:
    broken(monkeypatch, division)
    engine = Engine(at_the_stall(), toy_words())
    (*_, ask) = engine.begin()
    refused, again = engine.take({"answer": "wood"})
    assert refused["type"] == "refused" and "mistake in Castellan itself" in refused["text"]
    assert again == ask


def test_an_engine_asks_in_the_place_of_an_opponent_that_goes_wrong() -> None:
    engine = Engine(with_pedlar(ValueError), toy_words())
    assert [each["type"] for each in engine.begin()][-2:] == ["trouble", "ask"]
    (*_, ask) = engine.take({"answer": ["salt"]})
    assert (ask["type"], ask["id"]) == ("ask", "toy.buy")


def test_an_engine_that_cannot_tell_what_was_done_says_that_it_is_done(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    driver = at_the_stall()
    engine = Engine(driver, toy_words())
    engine.begin()
    monkeypatch.setattr(engine, "_tell", lambda events: 1 / 0)
    trouble, ask = engine.take({"answer": "wood"})
    assert (trouble["type"], ask["type"], ask["id"]) == ("trouble", "ask", "toy.gifts")
    assert driver.journal.history.entries[-1].answer == "wood"


# Saves that no longer go well


@pytest.fixture
def outgrown(home: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """A save whose second turn goes wrong in this version; an older one goes well."""
    solo("play", "castle-combo", "--cards", "app", "--seed", "5", answers="1\n1\n/quit\n")
    solo("play", "castle-combo", "--cards", "app", "--seed", "6", answers="1\n1\nc2\n1\nb3\n/quit\n")
    name = saves(home)[-1].stem
    (home / "standings.json").unlink()
    usual = Play.take

    def wrong(self: Play, player: Any, *arguments: Any, **named: Any) -> Any:
        if player.seat.is_person and len(player.cards) == 2:
            raise KeyError(player.gold)
        return usual(self, player, *arguments, **named)

    monkeypatch.setattr(Play, "take", wrong)
    return name


def test_every_list_goes_on_without_a_save_that_goes_wrong_and_says_so(outgrown: str, home: Path) -> None:
    listed = solo("saves")
    assert (listed.code, listed.err) == (0, "")
    lines = dict(line.split(": ", 1) for line in listed.out.splitlines())
    assert "This is a mistake in Castellan itself (KeyError in " in lines[outgrown]
    assert len(lines) == 2
    assert "mistake" not in lines[next(name for name in lines if name != outgrown)]
    assert solo("history").code == solo("stats").code == 0
    for command in (("saves", "show"), ("saves", "export"), ("resume",)):
        assert "--recover" in solo(*command, outgrown).trouble
    (report,) = reports()
    assert str(report) in lines[outgrown]


def test_recovering_cuts_where_it_goes_wrong(outgrown: str, home: Path) -> None:
    before = (home / "saves" / f"{outgrown}.jsonl").read_bytes()
    said = solo("resume", outgrown, "--recover", answers="/quit\n")
    assert said.code == 0
    assert (home / "saves" / f"{outgrown}.jsonl").read_bytes() == before
    assert solo("saves", "show", f"{outgrown}-mended").code == 0


def test_of_a_game_that_cannot_begin_nothing_is_kept(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Play, "set_up", lambda self: 1 / 0)
    assert "mistake in Castellan itself" in solo("play", "castle-combo", answers="1\n").trouble
    assert saves(home) == []
    assert len(reports()) == 1


def test_whatever_else_goes_wrong_is_one_line_and_a_report(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("solo.commands.saves.saves.list_saves", lambda: 1 / 0)
    said = solo("saves")
    assert (said.code, said.out) == (1, "")
    (report,) = reports()
    assert said.err == (
        f"This is a mistake in Castellan itself (ZeroDivisionError in {_place(said.err)}); "
        f"please send us {report}, which has all that is needed to mend it.\n"
    )


def _place(said: str) -> str:
    return said.partition(" in ")[2].partition(" in ")[2].partition(")")[0]
