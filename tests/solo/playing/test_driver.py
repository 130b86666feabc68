"""The driver: what a person can do with a game besides answering, and that nothing is ever lost by it."""

from __future__ import annotations

from collections.abc import Sequence
from io import BytesIO, StringIO, TextIOWrapper
from pathlib import Path
from typing import Any

import pytest

from automa.dialogue import TABLE, YOU, Ask, Refused, Tell, Text
from automa.game import Seat, you
from solo.fronts.plain import PlainFront
from solo.fronts.session import Session
from solo.keeping.journal import Entry, Journal
from solo.playing.driver import Driver, Given, Misfit, pack, unpack
from solo.words.sentences import Words
from tests.atable import advance, reopened
from tests.toy import PEDLAR, toy_driver, toy_header, toy_words

ROUND: list[Any] = [4, "jongleur", "wood", [], 3, {"wood": 2, "stone": 1}, False, "nne"]
ANSWERS: list[Any] = ["My Stall", *ROUND, 6, "mercenary", "stone", ["salt"], 2, {"salt": 3}, True, "n"]
"""A whole game by hand, as the journal keeps it."""


def begun(**how: Any) -> Driver:
    driver = toy_driver(**how)
    advance(driver)
    return driver


def answer(driver: Driver, *answers: object) -> Driver:
    for each in answers:
        driver.answer(each)
        advance(driver)
    return driver


def asked(driver: Driver) -> Ask:
    """The question a person has before them."""
    assert driver.ask is not None
    return driver.ask


def seen(driver: Driver) -> tuple[Any, ...]:
    """Everything there is to see of a game."""
    ask = driver.ask
    log = [repr(event) if isinstance(event, Tell) else repr(event.entry) for event in driver.run.log]
    return driver.script.state(), (ask.id, ask.to) if ask else None, log, driver.sheet is not None


def again(driver: Driver) -> Driver:
    """The same game after a restart."""
    header = driver.journal.header
    journal = Journal.in_memory(header)
    for entry in driver.journal.history.entries:
        journal.write(entry)
    return begun(journal=journal)


# Going on


def test_a_whole_game_ends_with_a_sheet_that_the_journal_knows() -> None:
    driver = answer(begun(), *ANSWERS)
    assert driver.ask is None and driver.sheet is not None
    over = driver.journal.history.over
    assert over is not None
    assert over.scores == {column.seat: column.total for column in driver.sheet.columns}


def test_an_answer_after_the_end_is_refused() -> None:
    driver = answer(begun(), *ANSWERS)
    with pytest.raises(Refused):
        driver.answer("n")


def test_a_refused_answer_changes_nothing() -> None:
    driver = answer(begun(), "My Stall", 4)
    before = seen(driver), list(driver.journal.history.entries)
    for nonsense in ("dragon", 7, None, ["jongleur"], {"wood": 1}):
        with pytest.raises(Refused):
            driver.answer(nonsense)
    assert (seen(driver), list(driver.journal.history.entries)) == before


def test_an_opponent_is_asked_once_and_its_reasons_are_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    driver = answer(begun(), *ANSWERS[:9])
    decided = [entry for entry in driver.journal.history.entries if entry.by == "bot"]
    assert len(decided) == 1 and decided[0].why

    def think(*about: object) -> None:
        raise AssertionError("a replay never thinks again")

    monkeypatch.setattr("tests.toy.Pedlar.answer", think)
    assert repr([tell.why for tell in begun(journal=driver.journal).reasons()]) == repr(
        [tell.why for tell in driver.reasons()]
    )


def test_insisting_is_recorded_only_where_it_was_needed() -> None:
    driver = answer(begun(), *ANSWERS[:5])
    with pytest.raises(Refused) as refused:
        driver.answer(8)
    assert refused.value.insist
    driver.answer(8, insist=True)
    assert driver.journal.history.entries[-1].insist
    driver.undo()
    driver.answer(3, insist=True)
    assert not driver.journal.history.entries[-1].insist


# Going back


def test_undo_and_redo_of_any_depth_are_the_identity() -> None:
    driver = answer(begun(dice="app"), "My Stall", *ROUND[1:], "mercenary", *ROUND[2:])
    states = [seen(driver)]
    while driver.undo():
        advance(driver)
        states.append(seen(driver))
    assert driver.journal.history.entries == []
    for state in reversed(states[:-1]):
        assert driver.redo()
        advance(driver)
        assert seen(driver) == state
    assert not driver.redo()


def test_undo_takes_back_what_a_person_entered_and_all_that_came_of_it() -> None:
    driver = answer(begun(dice="app", cards="app"), "My Stall")
    turn = seen(driver)
    answer(driver, *ROUND[2:])
    assert driver.journal.history.entries[-1].by == "app"
    driver.undo()
    assert asked(driver).id == "toy.walk"
    for _ in range(5):
        driver.undo()
    assert seen(driver) == turn
    driver.undo()
    assert asked(driver).id == "toy.name-stall"


def test_what_the_app_drew_comes_back_the_same_after_undo() -> None:
    driver = answer(begun(dice="app", cards="app"), "My Stall")
    drawn = [entry.answer for entry in driver.journal.history.entries if entry.by == "app"]
    driver.undo()
    answer(driver, "Another Stall")
    assert [entry.answer for entry in driver.journal.history.entries if entry.by == "app"] == drawn


def test_nothing_to_undo_or_redo() -> None:
    driver = begun()
    assert not driver.undo()
    assert not driver.redo()


def test_an_answer_after_undo_leaves_nothing_to_redo() -> None:
    driver = answer(begun(), "My Stall", 4)
    driver.undo()
    answer(driver, 5)
    assert not driver.redo()


def test_undo_after_the_end_reopens_the_game() -> None:
    driver = answer(begun(), *ANSWERS)
    driver.undo()
    assert driver.ask is not None and driver.journal.history.over is None
    answer(driver, "n")
    assert driver.journal.history.over is not None


def test_a_label_is_what_came_of_an_entry_or_the_answer_itself() -> None:
    driver = answer(begun(), *ANSWERS[:6])
    labels = [label for _, label in driver.history()]
    assert [each.id for each in labels if isinstance(each, Tell)] == [
        "toy.opened",
        "toy.rolled",
        "toy.on-offer",
        "toy.bought",
    ]
    given = [each for each in labels if isinstance(each, Given)]
    assert [(each.ask.id, each.entry.answer) for each in given] == [("toy.gifts", []), ("toy.how-much", 3)]


def test_history_lists_only_what_people_entered() -> None:
    driver = answer(begun(dice="app", cards="app"), "My Stall", *ROUND[2:])
    entries = driver.journal.history.entries
    assert [entries[place].by for place, _ in driver.history()] == ["person"] * 7
    assert len(entries) > 7


def test_news_is_told_once() -> None:
    driver = begun()
    driver.news()
    answer(driver, "My Stall")
    assert [event.id for event in driver.news() if isinstance(event, Tell)] == ["toy.opened", "toy.round"]
    assert driver.news() == []


# Mending


def test_mending_an_entry_keeps_all_that_still_fits() -> None:
    driver = answer(begun(), *ANSWERS[:8])
    mended = driver.mend(3, "stone")
    assert (mended.stopped, mended.lost) == (None, 0)
    assert driver.script.state()["goods"] == {"stone": 1, "wood": 3}
    driver.accept(mended)
    advance(driver)
    assert driver.script.state()["goods"] == {"stone": 2, "wood": 2}
    assert seen(driver) == seen(again(driver))


def test_mending_says_where_it_stops_and_throws_nothing_away_by_itself() -> None:
    driver = answer(begun(), *ANSWERS[:11])
    before = seen(driver)
    second_card = len(driver.journal.history.entries) - 1
    mended = driver.mend(2, "mercenary")
    assert mended.stopped is not None
    assert (mended.stopped.index, mended.stopped.entry.answer, mended.lost) == (second_card, "mercenary", 1)
    assert seen(driver) == before
    driver.accept(mended)
    advance(driver)
    assert asked(driver).id == "toy.turned-up"


def test_a_mended_entry_must_be_legal_itself() -> None:
    driver = answer(begun(), *ANSWERS[:8])
    before = seen(driver)
    with pytest.raises(Refused):
        driver.mend(3, "gold")
    assert seen(driver) == before


def test_the_question_of_an_entry_can_be_asked_again() -> None:
    driver = answer(begun(), *ANSWERS[:8])
    driver.fix("gold.you", 5)
    assert [driver.asked(place).id for place, _ in driver.history()][:3] == [
        "toy.name-stall",
        "toy.roll",
        "toy.turned-up",
    ]
    assert driver.asked(driver.history()[-1][0]).id == "toy.gold-now"


def test_a_fix_can_be_mended_too() -> None:
    driver = answer(begun(), "My Stall", 4)
    driver.fix("gold.you", 5)
    driver.accept(driver.mend(2, 6))
    assert driver.script.state()["gold"]["you"] == 6


# Setting right


def test_a_fix_is_an_entry_like_any_other() -> None:
    driver = answer(begun(), "My Stall", 4)
    driver.fix("gold.pedlar", 3)
    assert driver.script.state()["gold"]["pedlar"] == 3
    assert seen(driver) == seen(again(driver))
    driver.undo()
    assert driver.script.state()["gold"]["pedlar"] == 10
    driver.redo()
    assert driver.script.state()["gold"]["pedlar"] == 3


@pytest.mark.parametrize("key, value", [("gold.you", -1), ("gold.you", 50), ("gold.nobody", 3), ("", 1)])
def test_a_fix_that_cannot_be_changes_nothing(key: str, value: object) -> None:
    driver = answer(begun(), "My Stall")
    before = seen(driver)
    with pytest.raises(Refused):
        driver.fix(key, value)
    with pytest.raises(Refused):
        driver.fix("gold.you", 35, insist=True)
    assert seen(driver) == before


def test_a_fix_may_be_insisted_on_and_survives_a_restart() -> None:
    driver = answer(begun(), "My Stall")
    driver.fix("gold.you", 25, insist=True)
    assert seen(again(driver)) == seen(driver)


def test_a_fix_after_the_end_counts_the_score_anew() -> None:
    driver = answer(begun(), *ANSWERS)
    driver.fix("gold.you", 1)
    advance(driver)
    assert driver.sheet is not None and driver.sheet.columns[0].total == 1
    assert driver.journal.history.over is not None and driver.journal.history.over.scores["you"] == 1


# Who rolls and draws


def test_a_draw_the_other_way() -> None:
    driver = answer(begun(), "My Stall")
    driver.draw()
    assert driver.journal.history.entries[-1].by == "app"
    with pytest.raises(Refused):
        answer(driver, "jongleur").draw()


def test_the_next_draw_by_hand_and_only_that() -> None:
    driver = begun(dice="app", cards="app")
    driver.by_hand()
    answer(driver, "My Stall")
    assert (asked(driver).id, asked(driver).to) == ("toy.roll", TABLE)
    answer(driver, 4)
    assert asked(driver).id == "toy.buy"


def test_rolling_is_handed_over_in_mid_game_and_stays_so_after_a_restart() -> None:
    driver = answer(begun(), "My Stall")
    driver.fix("option.dice", "app")
    advance(driver)
    assert asked(driver).id == "toy.turned-up"
    driver.fix("option.cards", "app")
    advance(driver)
    assert asked(driver).id == "toy.buy"
    resumed = again(driver)
    answer(resumed, *ROUND[2:])
    assert asked(resumed).id == "toy.buy"
    resumed.fix("option.dice", "table")
    answer(resumed, *ROUND[2:])
    assert resumed.sheet is not None


def test_chance_by_hand_does_not_change_what_the_app_draws_later() -> None:
    by_app = answer(begun(dice="app", cards="app"), "My Stall", *ROUND[2:])
    by_hand = begun(dice="app", cards="app")
    by_hand.by_hand()
    answer(by_hand, "My Stall", 1)
    answer(by_hand, *ROUND[2:])
    assert rolls(by_hand)[0] == 1
    assert rolls(by_hand)[1:] == rolls(by_app)[1:]


def rolls(driver: Driver) -> list[Any]:
    return [entry.answer for entry in driver.journal.history.entries if entry.ask == "toy.roll"]


# What does not fit


def test_an_entry_that_answers_something_else_is_named_with_its_place() -> None:
    driver = answer(begun(), *ANSWERS[:4])
    for place, spoilt in enumerate(
        [
            Entry("toy.name", YOU, "person", "x"),
            Entry("toy.roll", YOU, "person", 4),
            Entry("toy.turned-up", TABLE, "person", "dragon"),
            Entry("fix", YOU, "person", 99, fix="gold.you"),
        ]
    ):
        journal = Journal.in_memory(toy_header())
        for entry in [*driver.journal.history.entries[:place], spoilt]:
            journal.write(entry)
        with pytest.raises(Misfit) as misfit:
            toy_driver(journal=journal)
        assert misfit.value.index == place


def test_an_entry_after_the_end_does_not_fit() -> None:
    driver = answer(begun(), *ANSWERS)
    driver.journal.write(Entry("toy.walk", YOU, "person", "n"))
    with pytest.raises(Misfit):
        toy_driver(journal=driver.journal)


@pytest.mark.parametrize(
    "junk", [None, 1, 2.5, "x", [], {}, {"text": 1}, {"text": "a"}, {"text": "a", "values": []}, {"id": 1}]
)
def test_reasons_that_cannot_be_read_are_left_out(junk: object) -> None:
    driver = answer(begun(), *ANSWERS[:9])
    journal = Journal.in_memory(toy_header())
    for entry in driver.journal.history.entries:
        journal.write(entry)
        if entry.by == "bot":
            entry.why = [junk, *entry.why, {"text": "toy.cheap", "values": {"what": junk}}]
    driver = toy_driver(journal=journal)
    (tell,) = driver.reasons()
    assert [reason.id for reason in tell.why] == ["toy.cheap", "toy.cheap"]
    assert toy_words().plain(tell.why[0]) == "Salt is cheap."
    assert toy_words().plain(tell.why[1]).endswith(" is cheap.")


def test_a_text_survives_the_journal() -> None:
    text = Text("a", n=2, who=you(), list=[PEDLAR, "x", 1, Text("b")], text=Text("c", name="ë"))
    packed = {
        "text": "a",
        "values": {
            "n": 2,
            "who": {"id": "you", "name": {"text": "seat.you", "values": {}}},
            "list": [{"id": "pedlar", "name": "the Pedlar"}, "x", 1, {"text": "b", "values": {}}],
            "text": {"text": "c", "values": {"name": "ë"}},
        },
    }
    assert pack(text) == packed
    assert pack(unpack(packed)) == packed


# Breaking off


class Typist(BytesIO):
    """Types so many lines and then breaks off, by Ctrl-C or Ctrl-D."""

    def __init__(self, lines: Sequence[str], end: type[BaseException]) -> None:
        super().__init__()
        self._lines = list(lines)
        self._end = end

    def isatty(self) -> bool:
        return True

    def read1(self, size: int | None = -1, /) -> bytes:
        if self._lines:
            return f"{self._lines.pop(0)}\n".encode()
        if self._end is EOFError:
            return b""
        raise self._end


TYPED = ["My Stall", "4", "jong", "wood", "-", "3", "2 wood 1 stone", "no", "nne"]
"""A line for every kind of question: a name, a number, one, several, a tally, yes or no, a move."""


@pytest.mark.parametrize("end", [KeyboardInterrupt, EOFError], ids=["ctrl-c", "ctrl-d"])
@pytest.mark.parametrize("answered", range(len(TYPED) + 1))
def test_breaking_off_at_any_question_loses_nothing(
    tmp_path: Path, answered: int, end: type[BaseException]
) -> None:
    words = Words.of("en")
    journal = Journal.create(tmp_path, toy_header())
    out = StringIO()
    driver = toy_driver(journal=journal)
    typist = TextIOWrapper(Typist(TYPED[:answered], end), encoding="utf-8")
    code = Session(driver, PlainFront(words, typist, out), words).play()
    journal.close()
    assert code == (130 if end is KeyboardInterrupt else 0)
    assert f"solo resume {journal.name}" in out.getvalue()
    assert journal.path is not None
    resumed = toy_driver(journal=reopened(journal.path))
    assert seen(resumed) == seen(driver)
    expected = begun()
    for typed in ANSWERS[:answered]:
        answer(expected, typed)
    assert resumed.script.state() == expected.script.state()


def test_seats_of_several_people_are_each_asked() -> None:
    driver = answer(begun(seats=(you(), Seat("ann", "Ann"))), *ANSWERS[:9])
    assert asked(driver).to == "ann"
