"""Outcomes typed at a die prompt: remembered as taught, taken over in the running game, and told of later."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import pytest

from automa.dialogue import Roll
from solo.facts import taught
from solo.fronts.desk import Desk
from solo.fronts.engine import Engine
from solo.fronts.session import Session
from solo.games import game_named
from solo.playing import starting
from solo.playing.driver import Driver
from solo.words.sentences import Words
from tests.atable import a_driver, a_header, advance
from tests.solo.commandline import at_home, solo
from tests.solo.fronts.test_session import Typist, after, has

VALERIA = game_named("valeria")
WORDS = Words.of("en", [VALERIA.folder])
DUTCH = Words.of("nl", [VALERIA.folder])


@pytest.fixture(autouse=True)
def _home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    at_home(tmp_path, monkeypatch)


def at_a_roll(**wishes: Any) -> Driver:
    """The opponent's first manor: the Rounds diagram of round 1 is only assumed, 1 is The Anchorage."""
    return a_driver(a_header("valeria", seed=3, **{"dice": "table", **wishes}))


def typed(driver: Driver, *lines: str | type[BaseException], words: Words = WORDS) -> list[str]:
    typist = Typist(lines, words)
    assert Session(driver, typist, words).play() == 0
    return typist.paper.getvalue().splitlines()


def first_manor(driver: Driver) -> Any:
    return driver.script.state()["sides"][driver.setup.seats[1].id]["tokens"]["manor"]


def rounds(driver: Driver) -> dict[str, str]:
    found: dict[str, str] = driver.setup.tables.charts.round["1"].face
    return found


def test_an_outcome_is_taken_and_offered_to_be_remembered_with_its_number() -> None:
    driver = at_a_roll()
    lines = typed(driver, "iron", "2")
    assert first_manor(driver) == {"iron-pit": 1}
    assert has(
        after(lines, "iron"),
        "which number gave Iron Pit? From now on Castellan remembers that this number gives Iron Pit there.",
    )
    assert has(after(lines, "2"), "Remembered: Rounds diagram 1: 2 is Iron Pit.")
    assert has(after(lines, "2"), "From here on this game is played with what you have taught Castellan.")
    assert rounds(driver)["2"] == "iron-pit"
    assert taught.read_taught(VALERIA) == {"charts": {"round": {"1": {"face": {"2": "iron-pit"}}}}}
    assert driver.taught == taught.read_taught(VALERIA)


def test_what_is_not_to_be_remembered_is_only_taken() -> None:
    for answers in ([""], ["7", "no", ""]):
        driver = at_a_roll()
        lines = typed(driver, "iron pit", *answers)
        assert first_manor(driver) == {"iron-pit": 1}
        assert not has(lines, "Remembered")
        assert taught.read_taught(VALERIA) == {}
        assert driver.taught == {}


def test_a_number_is_not_asked_about() -> None:
    lines = typed(at_a_roll(), "2")
    assert not has(lines, "remember")


def test_what_is_known_for_certain_is_not_asked_about_and_what_contradicts_it_is() -> None:
    face = dict.fromkeys("123", "anchorage") | dict.fromkeys("456", "nor-high")
    taught.keep(VALERIA, {"charts": {"round": {"1": {"face": face}}}})
    for outcome, asked in (("nor-high", False), ("penumbra", True)):
        driver = at_a_roll()
        driver.learn(taught.read_taught(VALERIA))
        assert has(typed(driver, outcome, ""), "Castellan remembers that") == asked


def test_it_is_asked_before_anything_comes_of_the_roll() -> None:
    driver = at_a_roll()
    lines = typed(driver, "iron", "")
    asked = next(place for place, line in enumerate(lines) if "Castellan remembers that" in line)
    assert not has(lines[:asked], "builds a Manor") and has(lines[asked:], "Manor")
    assert first_manor(driver) == {"iron-pit": 1}


def test_what_has_been_remembered_is_not_asked_again() -> None:
    driver = at_a_roll()
    typed(driver, "iron", "2")
    driver.undo(1)
    assert not has(typed(driver, "iron"), "Castellan remembers that")
    another = at_a_roll()  # which was begun with the tables as they were
    assert not has(typed(another, "iron"), "Castellan remembers that")
    assert has(typed(at_a_roll(), "penumbra", ""), "Castellan remembers that")


def test_lines_from_a_file_are_never_asked_whether_to_remember() -> None:
    driver = at_a_roll()
    typist = Typist(["iron", "/quit"], WORDS)
    typist.piped = True
    assert Session(driver, typist, WORDS).play() == 0
    assert not has(typist.paper.getvalue().splitlines(), "remember")


def test_what_the_rulebook_proves_is_not_remembered_otherwise_and_is_asked_again() -> None:
    driver = at_a_roll()
    asked = driver.ask
    assert isinstance(asked, Roll)
    roll = Roll(asked.id, asked.to, asked.outcomes, {}, read_off=["charts.round.3.face"])
    talk = Desk(driver).ask_to_remember(roll, "iron-pit")
    next(talk)
    refusal = talk.send(3)
    assert getattr(refusal, "id", "") == "teach.cannot-be"
    assert getattr(next(talk), "id", "") == "facts.which-number"
    assert taught.read_taught(VALERIA) == {}


def at_a_tie() -> Driver:
    """A die of influence for the opponent, all of whose tracks are level."""
    driver = at_a_roll()
    while driver.ask is not None and driver.ask.id != "selector.roll":
        ask = driver.ask
        driver.answer({"influence": 9} if ask.id == "valeria.pool" else first_answer(ask))
        advance(driver)
    return driver


def first_answer(ask: Any) -> Any:
    return ask.legal(Random(1))


def test_of_a_selector_chart_the_rest_is_shown_and_confirmed() -> None:
    driver = at_a_tie()
    assert isinstance(driver.ask, Roll)
    count = len(driver.ask.outcomes)
    lines = typed(driver, "b", "6", "yes")
    assert has(after(lines, "6"), f"Selector Chart for {count} options: A on 1 2 3 and B on 4 5 6.")
    chart = driver.setup.tables.selector.chart[count]
    assert chart[5] == 2
    assert taught.read_taught(VALERIA) == {"selector": {"chart": {str(count): list(chart)}}}


def test_a_selector_chart_that_is_otherwise_is_entered_whole() -> None:
    driver = at_a_tie()
    assert isinstance(driver.ask, Roll)
    count = len(driver.ask.outcomes)
    letters = ["ABCDEF"[face % count] for face in range(6)]
    typed(driver, "b", "6", "no", *letters)
    assert driver.setup.tables.selector.chart[count] == tuple(face % count + 1 for face in range(6))


def test_the_dice_of_the_keeps_change_places() -> None:
    driver = at_a_roll()
    while driver.ask is not None and driver.ask.id != "valeria.roll.keep":
        driver.answer(first_answer(driver.ask))
        advance(driver)
    roll = driver.ask
    assert isinstance(roll, Roll)
    first, second = roll.gives[1], roll.gives[2]
    typed(driver, roll.gives[1], "2", "yes")
    board = driver.setup.tables.board.district
    assert (board[first].keep, board[second].keep) == (2, 1)


def test_remembering_can_be_undone_in_the_game_and_stays_taught() -> None:
    driver = at_a_roll()
    typed(driver, "iron", "2", "/undo")
    assert driver.taught and not first_manor(driver)  # the roll is taken back first
    typed(driver, "/undo")
    assert driver.taught == {}
    assert taught.read_taught(VALERIA)
    assert [WORDS.plain(text) for text in Desk(driver).facts()] == ["Now: Rounds diagram 1: 2 is Iron Pit."]


def test_facts_shows_what_was_taught_since_and_takes_it_over() -> None:
    driver = at_a_roll()
    assert has(typed(driver, "/facts"), "This game is played with everything that you have taught Castellan.")
    taught.keep(VALERIA, {"charts": {"round": {"1": {"face": {"1": "penumbra"}}}}})
    lines = typed(driver, "/facts", "no", "/facts", "", "1")
    assert has(lines, "Now: Rounds diagram 1: 1 is Penumbra.")
    assert has(lines, "Take this over in this game, from here on?")
    assert first_manor(driver) == {"penumbra": 1}
    assert has(typed(driver, "/feiten"), "with everything that you have taught")


def test_an_opponent_who_is_not_at_the_table_does_not_make_a_difference() -> None:
    driver = at_a_roll()
    card = {"character": "New here."}
    seated = driver.setup.seats[1].opponent
    other = next(id for id in driver.setup.tables.opponents.opponent if id != seated)
    taught.keep(VALERIA, {"opponents": {"opponent": {other: card}}})
    assert Desk(driver).facts() == []
    taught.keep(VALERIA, {"opponents": {"opponent": {seated: card}}})
    assert len(Desk(driver).facts()) == 1


def test_a_resumed_game_says_that_its_tables_differ_and_how_to_take_them_over() -> None:
    solo("play", "valeria", "--seed", "3", answers="3\n/quit\n")
    solo("tables", "teach", "valeria", "charts.round.1.face.1", "penumbra")
    said = solo("resume", answers="/quit\n").out
    assert (
        "Since this game began you have taught Castellan 1 thing that does not hold in it. /facts shows"
        in said
    )
    said = solo("resume", answers="/facts\nyes\n/quit\n").out
    assert "From here on this game is played with what you have taught Castellan." in said
    assert "does not hold in it" not in solo("resume", answers="/quit\n").out
    driver = starting.look_at("valeria")
    assert rounds(driver)["1"] == "penumbra"


def test_all_of_it_in_dutch() -> None:
    driver = at_a_roll()
    lines = typed(driver, "?", "iron", "2", words=DUTCH)
    assert has(lines, "In plaats van het getal kun je typen wat het oplevert: The Anchorage")
    assert has(
        lines, "welk getal gaf Iron Pit? Castellan onthoudt voortaan dat dit getal daar Iron Pit geeft."
    )
    assert has(lines, "Onthouden: ")


# ---------------------------------------------------------------- for another program


def sent(engine: Engine, **message: Any) -> dict[str, Any]:
    return {each["type"]: each for each in engine.take(message)}


def test_the_engine_offers_outcomes_and_remembers_them() -> None:
    driver = at_a_roll()
    engine = Engine(driver, WORDS)
    (ask,) = [each for each in engine.begin() if each["type"] == "ask"]
    assert ask["kind"] == "number" and (ask["low"], ask["high"]) == (1, 6)
    assert ask["outcomes"][0]["value"] == "anchorage"
    assert ask["gives"]["1"] == "anchorage"
    remembered = sent(engine, remember={"number": 2, "outcome": "iron-pit"})
    assert remembered["remembered"]["texts"] == ["Remembered: Rounds diagram 1: 2 is Iron Pit."]
    assert remembered["ask"]["gives"]["2"] == "iron-pit"
    sent(engine, answer="iron-pit")
    assert first_manor(driver) == {"iron-pit": 1}


@pytest.mark.parametrize(
    "value",
    [True, {}, {"number": 2}, {"number": 7, "outcome": "iron-pit"}, {"number": 2, "outcome": "x"},
     {"number": True, "outcome": "iron-pit"}, {"number": 2, "outcome": "iron-pit", "more": 1}],
)  # fmt: skip
def test_the_engine_refuses_what_cannot_be_remembered(value: object) -> None:
    driver = at_a_roll()
    engine = Engine(driver, WORDS)
    engine.begin()
    assert "refused" in sent(engine, remember=value)
    assert driver.taught == {} and taught.read_taught(VALERIA) == {}


def test_the_engine_wants_to_hear_of_the_rest_of_a_component() -> None:
    driver = at_a_tie()
    roll = driver.ask
    assert isinstance(roll, Roll)
    engine = Engine(driver, WORDS)
    engine.begin()
    wish = {"number": 1, "outcome": roll.outcomes[0].id}
    assert "refused" in sent(engine, remember=wish)
    assert taught.read_taught(VALERIA) == {}
    assert "remembered" in sent(engine, remember={**wish, "rest": True})
    assert taught.read_taught(VALERIA)
    engine.take({"answer": 1})
    assert "refused" in sent(engine, remember=wish), "nothing is rolled now"


def test_the_engine_says_what_was_taught_since_and_takes_it_over() -> None:
    driver = at_a_roll()
    driver.answer(3)
    taught.keep(VALERIA, {"charts": {"round": {"2": {"face": {"1": "nor-high"}}}}})
    engine = Engine(driver, WORDS)
    hello = engine.begin()[0]
    assert hello["facts"] == ["Now: Rounds diagram 2: 1 is Nor High."]
    assert sent(engine, facts=True)["facts"]["texts"] == hello["facts"]
    assert "refused" in sent(engine, facts=1)
    assert "ask" in sent(engine, facts="take")
    assert sent(engine, facts=True)["facts"]["texts"] == []
    assert driver.setup.tables.charts.round["2"].face["1"] == "nor-high"


def test_breaking_off_the_question_takes_the_outcome_back() -> None:
    driver = at_a_roll()
    asked = driver.ask
    lines = typed(driver, "iron pit", KeyboardInterrupt)
    assert driver.ask is asked and not first_manor(driver)
    assert has(after(lines, str(KeyboardInterrupt)), "black die")


def test_two_letters_do_not_do_for_an_outcome_that_no_number_gives() -> None:
    driver = at_a_roll()
    lines = typed(driver, "ir")
    assert has(after(lines, "ir"), "would be Iron Pit, which no number gives by your tables.")
    assert not first_manor(driver)
    typed(driver, "an", "")  # a number gives The Anchorage
    assert first_manor(driver) == {"anchorage": 1}
