"""A strong player at one's side: hints that can be followed, and a look back that adds up."""

from __future__ import annotations

import json
import re
from pathlib import Path
from random import Random
from typing import Any

import pytest

from automa.coach import Coach
from automa.dialogue import Refused, Text
from solo.keeping.journal import Journal
from solo.playing.coaching import MAX_TURNS_SHOWN, best_turn, costliest, hint, review
from solo.playing.driver import Driver
from solo.playing.starting import look_at
from solo.showing.events import as_typed
from solo.words.sentences import Words
from tests.atable import EVERY_GAME, a_driver, a_header, advance
from tests.solo.commandline import at_home, saves, solo

pytestmark = pytest.mark.usefixtures("few_games")

WISHES: dict[str, dict[str, Any]] = {
    "valeria": {"track": "all"},
    "six-castles": {"rulings": ["line=full", "version=advanced"]},
}
"""How a game is to be played so that a coach knows better."""


def a_game(game: str = "castle-combo", seed: int = 4, **wishes: Any) -> Driver:
    """A game that can be coached, at the first question of a person's own turn."""
    driver = a_driver(a_header(game, seed=seed, **WISHES.get(game, {}), **wishes))
    random = Random(seed)
    coach = the_coach(driver)
    while driver.ask is not None and not coach.begins(driver.ask):
        driver.answer(driver.ask.legal(random))
        advance(driver)
    return driver


def the_coach(driver: Driver) -> Coach:
    coach = driver.game.coach(driver.setup)
    if isinstance(coach, Text):
        pytest.skip("nobody knows better in this game")
    return coach


def play_on(driver: Driver, answers: int = -1, *, hints: int = 0) -> None:
    """So many answers, or to the end: first as many as hints are wished, as they say; the rest at random."""
    random = Random(7)
    while driver.ask is not None and answers != 0:
        answers -= 1
        if hints and driver.ask.to == "you":
            driver.answer(hint(driver).answer)
            hints -= 1
        else:
            driver.answer(driver.ask.legal(random))
        advance(driver)


@pytest.mark.parametrize("game", EVERY_GAME)
def test_a_hint_can_be_typed_and_its_move_is_the_first_of_the_values(game: str) -> None:
    driver = a_game(game)
    advice = hint(driver)
    values = [choice.value for choice in advice.choices]
    assert len(values) > 1 and values == sorted(values, reverse=True)
    assert [choice.behind for choice in advice.choices] == sorted(choice.behind for choice in advice.choices)
    assert driver.ask is not None
    assert driver.ask.check(advice.answer)
    driver.answer(advice.answer)


def test_hints_are_kept_with_the_result_even_if_what_they_said_is_taken_back() -> None:
    driver = a_game()
    driver.answer(hint(driver).answer)
    driver.undo()
    play_on(driver, hints=1)
    over = driver.journal.history.over
    assert over is not None and over.hints == 2


def test_the_same_hint_however_often_one_asks() -> None:
    driver = a_game()
    first = hint(driver)
    assert hint(driver).answer == first.answer
    assert [choice.value for choice in hint(driver).choices] == [choice.value for choice in first.choices]


def test_no_hint_for_what_the_table_is_asked_or_where_too_little_is_known() -> None:
    with pytest.raises(Refused) as caught:
        hint(a_driver(a_header("castle-combo", seed=1, cards="table")))
    assert caught.value.text.id == "refused.no-hint"
    with pytest.raises(Refused) as caught:
        hint(a_driver(a_header("valeria", seed=1)))
    assert caught.value.text.id == "valeria.coach.light"


def test_turns_are_numbered_as_in_the_game() -> None:
    """A key for new cards makes a second question of a turn, and no second turn."""
    driver = a_game()
    while driver.ask is not None:
        key = driver.ask.id == "castle-combo.turn" and driver.script.table.player("you").keys  # type: ignore[attr-defined]
        driver.answer("r" if key else driver.ask.legal(Random(1)))
        advance(driver)
    turns = list(review(driver, "you", the_coach(driver)))
    assert [(turn.round, turn.number) for turn in turns] == [(round, 1) for round in range(1, 10)]


@pytest.mark.parametrize("game", EVERY_GAME)
def test_a_look_back_finds_the_costliest_turns(game: str) -> None:
    driver = a_game(game)
    play_on(driver)
    turns = list(review(driver, "you", the_coach(driver)))
    dear = costliest(turns)
    assert len(dear) == MAX_TURNS_SHOWN
    costs = sorted((turn.cost for turn in turns), reverse=True)
    assert [turn.cost for turn in dear] == costs[:MAX_TURNS_SHOWN]
    assert best_turn(turns).cost == min(turn.cost for turn in turns)


def typed_to_the_end(save: Path, lang: str) -> list[str]:
    """What to type to end a saved game with legal answers; the save stays as it is."""
    driver = look_at(str(save))
    words = Words.of(lang, [driver.game.folder], strict=True)
    random = Random(7)
    lines: list[str] = []
    advance(driver)
    while (ask := driver.ask) is not None:
        answer = ask.check(ask.legal(random))
        lines.append(words.plain(as_typed(ask, answer)))
        driver.answer(answer)
        advance(driver)
    return lines


BEST = re.compile(r"(Your best move was|Je beste zet was) [A-Za-z]")
"""As it is typed: a card by its name, not its id."""


OPTIONS: dict[str, tuple[str, ...]] = {
    "castle-combo": ("--cards", "app"),
    "six-castles": ("--cards", "app", "--ruling", "version=advanced"),
    "valeria": ("--dice", "app", "--cards", "app", "--track", "all"),
}
IN_ENGLISH, IN_DUTCH = ("en", "A strong player would", "What your"), ("nl", "Een sterke speler", "Wat je")


@pytest.mark.parametrize(
    ("game", "first", "lang", "said", "chart"),
    [
        ("castle-combo", "", *IN_ENGLISH),
        ("castle-combo", "", *IN_DUTCH),
        ("six-castles", "full 1 1 1", *IN_DUTCH),
        ("valeria", "8 1", *IN_ENGLISH),
    ],
)
def test_hint_and_review_at_the_table(
    game: str, first: str, lang: str, said: str, chart: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    home = at_home(tmp_path, monkeypatch, lang)
    lines = [*first.split(), "/hint"]
    played = solo("play", game, *OPTIONS[game], "--seed", "1", "--plain", answers="\n".join(lines))
    assert said in played.out, played.out
    (save,) = saves(home)
    ended = solo("resume", save.stem, "--plain", answers="\n".join(typed_to_the_end(save, lang)))
    assert ended.code == 0, ended.err
    looked = solo("review", game, "--plain")
    assert looked.code == 0, looked.err
    assert chart in looked.out and looked.out.count("\n") >= 5
    assert BEST.search(looked.out), looked.out
    assert ("(1 tip)" if lang == "nl" else "(1 hint)") in solo("history", "--plain").out


@pytest.mark.parametrize(("game", "first"), [("six-castles", "full 1 1 1"), ("valeria", "8 1")])
def test_what_was_advised_is_done_with_one_key(
    game: str, first: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An exclamation mark, which the hint names; without a hint it says nothing."""
    home = at_home(tmp_path, monkeypatch)
    lines = [*first.split(), "!", "/hint"]
    told = solo("play", game, *OPTIONS[game], "--seed", "1", "--plain", answers="\n".join(lines)).out
    assert "Type ! to do so." in told
    (save,) = saves(home)
    before = len(Journal.read(save).history.entries)
    solo("resume", save.stem, "--plain", answers="/hint\n!\n")
    assert len(Journal.read(save).history.entries) > before


def test_a_game_that_nobody_can_judge(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    at_home(tmp_path, monkeypatch)
    solo("play", "valeria", "--dice", "app", "--seed", "1", "--plain", answers="1\n1\n")
    assert "begin a game with --track all" in solo("review", "valeria").trouble


def test_a_hint_for_another_program(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    at_home(tmp_path, monkeypatch)
    asked = solo(
        "engine", "castle-combo", "--cards", "app", "--seed", "1", answers='{"hint":true}\n{"quit":true}\n'
    )
    messages = [json.loads(line) for line in asked.out.splitlines()]
    (advice,) = [each for each in messages if each["type"] == "hint"]
    assert advice["answer"] and advice["moves"][0]["value"] and advice["why"]


def test_a_hint_is_asked_with_true_or_with_what_one_sees(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    at_home(tmp_path, monkeypatch)
    lines = ['{"hint":"aftm"}', '{"hint":3}', '{"quit":true}']
    asked = solo("engine", "castle-combo", "--cards", "app", "--seed", "1", answers="\n".join(lines))
    types = [json.loads(line)["type"] for line in asked.out.splitlines()]
    assert types.count("hint") == 1 and types.count("refused") == 1


def test_the_tiles_of_the_box_are_told_with_the_question() -> None:
    driver = a_driver(a_header("six-castles", cards="table", rulings=["version=family", "line=light"]))
    random = Random(2)
    while driver.ask is not None and driver.ask.id != "six-castles.place":
        driver.answer(driver.ask.legal(random))
        advance(driver)
    with pytest.raises(Refused) as caught:
        hint(driver)
    assert caught.value.text.id == "six-castles.coach.hand"
    driver.answer(hint(driver, ["aftm", "dtlm"]).answer)


def test_each_person_gets_their_own_hint() -> None:
    driver = a_game("valeria", people=["Ann", "Ben"])
    asked: dict[str, str] = {}
    while driver.ask is not None and len(asked) < 2:
        asked[driver.ask.to] = hint(driver).answer
        driver.answer(asked[driver.ask.to])
        advance(driver)
    play_on(driver, 40)
    for seat in asked:
        turns = list(review(driver, seat, the_coach(driver)))
        assert len(turns) > 4 and sum(turn.cost for turn in turns) > 0


def test_a_turn_that_is_not_over_is_not_judged() -> None:
    driver = a_game("six-castles")
    assert list(review(driver, "you", the_coach(driver))) == []
    assert driver.ask is not None
    driver.answer(driver.ask.check(driver.ask.options[0].id))
    advance(driver)
    assert list(review(driver, "you", the_coach(driver))) == []
