"""The Reset Phase on one line: wharf card, citizens, Keep and dice; what is left out is asked."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest
from rich.console import Console

from automa.dialogue import Ask, Tell
from solo.fronts.session import Session
from solo.playing.driver import Driver
from solo.showing.screen import Screen
from solo.words.sentences import Words
from tests.atable import a_driver, a_header, advance
from tests.solo.commandline import at_home
from tests.solo.fronts.test_session import Leafed, Typist, after, has

WORDS = Words.of("nl", ["valeria"])


@pytest.fixture(autouse=True)
def _home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    at_home(tmp_path, monkeypatch)


def at_reset(track: str, dice: str = "table") -> Driver:
    """A game with the box, at the first question of its first Reset Phase."""
    driver, random = a_driver(a_header("valeria", track=track, dice=dice, cards="table")), Random(4)
    while not is_reset(driver):
        assert driver.ask is not None
        driver.answer(driver.ask.legal(random))
        advance(driver)
    return driver


def is_reset(driver: Driver) -> bool:
    ids = ("valeria.which-wharf-card", "valeria.roll.keep")
    return driver.ask is not None and driver.ask.id in ids and driver.script.state()["round"] > 0


def typed(driver: Driver, *lines: str) -> list[str]:
    typist = Typist(lines, WORDS)
    assert Session(driver, typist, WORDS).play() == 0
    return typist.paper.getvalue().splitlines()


def entered(driver: Driver) -> list[object]:
    return [entry.answer for entry in driver.journal.history.entries]


def following(ask: Ask | None) -> list[Ask]:
    assert ask is not None
    return list(ask.then())


def cards(driver: Driver) -> list[str]:
    """Two cards for each line that can be turned up."""
    pink, _, blue, _ = (each for each in following(driver.ask) if each.id == "valeria.reveal")
    return [option.id for each in (pink, blue) for option in each.options[1:3]]


def test_one_line_says_the_whole_reset() -> None:
    driver = at_reset("all")
    before, new = entered(driver), cards(driver)
    lines = typed(driver, f"hsv smm svm, {', '.join(new)}, 4, 3 hout 2 steen 4 goud")
    said = entered(driver)[len(before) :]
    assert said == ["wsf smm sfm", *new, 4, {"wood": 3, "stone": 2, "gold": 4}]
    assert has(lines, "wat volgt past op dezelfde regel, zoals: …, ")
    assert driver.ask is not None and driver.ask.id == "valeria.own.draft"


def test_what_the_line_leaves_out_is_asked_and_the_rest_is_not() -> None:
    driver = at_reset("all")
    before, new = entered(driver), cards(driver)
    lines = typed(driver, f"hsv smm svm, {new[0]}, {new[2]}, {new[3]}, 9 goud", new[1], "nor high", "")
    said = entered(driver)[len(before) :]
    assert said[:6] == ["wsf smm sfm", *new, "nor-high"]
    assert said[-1] == {"gold": 9}
    assert has(after(lines, new[1]), "zwarte dobbelsteen")


@pytest.mark.parametrize("wrong", ["butchr", "7 goud 1 steen", "44", "4, 4"])
def test_a_line_with_something_wrong_in_it_is_refused_whole(wrong: str) -> None:
    driver = at_reset("all")
    before = entered(driver)
    typed(driver, f"hsv smm svm, {wrong}")
    assert entered(driver) == before


def test_a_number_is_never_taken_for_a_place_in_a_list_that_is_not_shown() -> None:
    driver = at_reset("all")
    before, new = entered(driver), cards(driver)
    typed(driver, "hsv smm svm, 4", *new)
    assert entered(driver)[len(before) :] == ["wsf smm sfm", *new, 4]


def test_with_goods_untracked_the_keep_and_the_dice_are_one_line() -> None:
    driver = at_reset("light")
    before = entered(driver)
    typed(driver, "4, 2 hout, 3 steen, 4 goud")
    assert entered(driver)[len(before) :] == [4, {"wood": 2, "stone": 3, "gold": 4}]


def test_what_the_app_rolls_is_not_on_the_line() -> None:
    driver = at_reset("all", dice="app")
    assert {each.id for each in following(driver.ask)} == {"valeria.reveal"}


def test_taking_a_step_back_forgets_what_was_typed_ahead() -> None:
    driver = at_reset("all")
    new = cards(driver)
    typed(driver, f"hsv smm svm, {new[0]}, 9 goud", "/undo", "/undo", "sss sss sss", new[0], new[1])
    assert entered(driver)[-3:] == ["sss sss sss", new[0], new[1]]


def test_no_reason_in_dutch_has_an_english_id_in_it() -> None:
    driver, random = a_driver(a_header("valeria", track="all", seed=5)), Random(5)
    while driver.ask is not None:
        driver.answer(driver.ask.legal(random))
        advance(driver)
    reasons = [WORDS.plain(why) for event in driver.run.log if isinstance(event, Tell) for why in event.why]
    ids = [id for id in driver.setup.tables.rulings.ruling if "-" in id]
    assert len(reasons) > 50 and not [each for each in reasons if any(id in each for id in ids)]


def test_all_that_is_to_be_done_for_a_line_is_told_though_it_answered_several_questions() -> None:
    driver = at_reset("all")
    before = len(driver.run.log)
    typist = Typist([f"hsv smm svm, {', '.join(cards(driver))}, 4, 3 hout 2 steen 4 goud"], WORDS)
    console = Console(width=100, height=40, file=typist.paper)
    typist.screen = Screen.rich(WORDS, console)
    typist.pager = Leafed(typist.screen)
    assert Session(driver, typist, WORDS).play() == 0
    told = [event for event in driver.run.log[before:] if isinstance(event, Tell) and not event.stage]
    assert len(told) > 4
    pages = " ".join(typist.paper.getvalue().split())
    for tell in told:
        assert WORDS.plain(tell) in pages
