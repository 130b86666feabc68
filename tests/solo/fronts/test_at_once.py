"""Several answers on one line, where the same is asked several times: cards that are turned up, or scored."""

from __future__ import annotations

from pathlib import Path

import pytest

from automa.dialogue import YOU, Choose, Option, Refused
from solo.fronts.prompts import completions
from solo.fronts.reading import read_several
from solo.fronts.session import Session
from solo.playing.driver import Driver
from solo.words.sentences import Words
from tests.atable import a_driver, a_header
from tests.solo.commandline import at_home, solo
from tests.solo.fronts.test_session import Typist, after, has
from tests.toy import CARDS, toy_words

WORDS = Words.of("en", ["castle_combo"])


@pytest.fixture(autouse=True)
def _home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    at_home(tmp_path, monkeypatch)


def of_cards(more: int) -> Choose:
    return Choose("toy.turned-up", YOU, CARDS, more=more)


def test_a_line_with_commas_answers_this_question_and_those_that_follow() -> None:
    words = toy_words()
    assert read_several(of_cards(2), "jong, old m; merc", words) == ["jongleur", "old-mason", "mercenary"]
    assert read_several(of_cards(2), "jong,", words) == ["jongleur"]
    assert read_several(of_cards(2), "1, 2", words) == ["jongleur", "juge"]


def test_all_of_a_line_can_be_read_or_none_of_it_is_taken() -> None:
    words = toy_words()
    for line in ("jong, spy", "jong, old, merc, juge", "jong, m"):
        with pytest.raises(Refused):
            read_several(of_cards(2), line, words)
    for line in ("jong, merc", "1, 2"):
        with pytest.raises(Refused) as refused:
            read_several(of_cards(0), line, words)
        assert words.plain(refused.value.text) == "Those are 2 at once; one is asked for here."


def test_a_name_with_a_comma_in_it_is_one_answer() -> None:
    ask = Choose("toy.turned-up", YOU, [Option("a", "Smith, John"), Option("b", "Smith")], more=1)
    assert read_several(ask, "smith, john", toy_words()) == ["a"]


def test_the_last_of_several_is_completed() -> None:
    assert [shown for shown, _, _ in completions(of_cards(2), "jong, old", toy_words())] == ["Old Mason"]


def at_set_up() -> Driver:
    return a_driver(a_header("castle-combo", seed=1, cards="table"))


def typed(driver: Driver, *lines: str) -> list[str]:
    typist = Typist(lines, WORDS)
    assert Session(driver, typist, WORDS).play() == 0
    return typist.paper.getvalue().splitlines()


def test_the_cards_of_a_display_are_entered_on_one_line() -> None:
    driver = at_set_up()
    lines = typed(driver, "judge, steward, gravedigger", "spy, vicar", "bombardier")
    entered = [entry.answer for entry in driver.journal.history.entries if entry.by == "person"]
    assert entered == ["judge", "steward", "gravedigger", "spy", "vicar", "bombardier"]
    assert has(lines, "(up to 3 at once, with commas)")
    assert has(after(lines, "spy, vicar"), "Which card is turned up at")
    assert not has(after(lines, "judge, steward, gravedigger"), "Castle?")


def test_a_card_that_is_not_there_leaves_all_of_the_line_to_be_typed_again() -> None:
    driver = at_set_up()
    lines = typed(driver, "judge, spy, steward", "judge, judge, steward")
    assert has(after(lines, "judge, spy, steward"), "Spy")
    assert [entry.answer for entry in driver.journal.history.entries if entry.by == "person"] == ["judge"]
    assert has(after(lines, "judge, judge, steward"), "Judge")


def test_each_card_of_a_line_is_taken_back_by_itself() -> None:
    driver = at_set_up()
    typed(driver, "judge, steward, gravedigger", "/undo")
    assert [entry.answer for entry in driver.journal.history.entries] == ["judge", "steward"]


def test_a_score_sheet_takes_a_row_or_a_whole_tableau_on_a_line() -> None:
    rows = "judge, his hol, locksmith\nclockmaker, sculptor, spice merchant\nbanker, -, miraculously\n"
    whole = rows.replace("\n", ", ").rstrip(", ") + "\n"
    for cards in (rows, whole):
        said = solo("score", "castle-combo", "--players", "1", answers=f"Ann\n{cards}6\n11\n")
        assert (said.code, said.err) == (0, "")
        assert "The score is 75 points" in said.out, said.out
    too_many = whole.rstrip("\n") + ", spy\n"
    assert "10" in solo("score", "castle-combo", "--players", "1", answers=f"Ann\n{too_many}/quit\n").out


def test_only_what_is_asked_again_says_so() -> None:
    driver = at_set_up()
    more = []
    for card in ("judge", "steward", "gravedigger", "spy", "vicar", "bombardier", ""):
        assert driver.ask is not None
        more.append(driver.ask.more)
        if card:
            driver.answer(card)
    assert more == [2, 1, 0, 2, 1, 0, 0]
