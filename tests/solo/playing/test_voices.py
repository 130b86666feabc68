"""What opponents say: every line is there in both languages, and a game says the same again."""

from __future__ import annotations

import os
from collections import Counter

import pytest

from solo.facts.overlay import load
from solo.fronts.desk import Desk
from solo.games import GAMES, game_named
from solo.keeping.journal import Journal
from solo.playing import newgame
from solo.playing.driver import Driver
from solo.playing.newgame import Wishes
from solo.playing.voices import SITUATIONS, Remark, voices

GAMES_PLAYED = int(os.environ.get("CASTELLAN_VOICES", "2"))
LONGEST_LINE = 70
LINES_OF_EACH = 20
MANY = 200
"""In so many games everything happens that is remarked upon."""


@pytest.mark.parametrize("game", GAMES)
def test_every_opponent_has_lines_for_every_situation_in_both_languages(game: str) -> None:
    known = game_named(game)
    said = voices(known.folder)
    opponents = {each.id for each in known.opponents(load(known).tables) if not each.official}
    assert set(said) == opponents
    for opponent, lines in said.items():
        assert set(lines) == set(SITUATIONS), opponent
        every = [line for each in lines.values() for line in each]
        assert len(every) >= LINES_OF_EACH
        assert len(set(every)) == len(every)
        assert all(0 < len(text) <= LONGEST_LINE for line in every for text in line), opponent


def begin(game: str, seed: int, opponent: str) -> Desk:
    known = game_named(game)
    tables = load(known).tables
    wishes = Wishes(against=[opponent], cards="app", dice="app", seed=seed, started="2026-01-01T00:00")
    journal = Journal.in_memory(newgame.header(known, tables, wishes))
    return Desk(newgame.driver(known, tables, journal))


def play(desk: Desk) -> list[tuple[int, Remark]]:
    """A whole game of random answers; what is said, each with where."""
    heard: list[tuple[int, Remark]] = []
    driver = desk.driver
    while True:
        for _ in desk.go_on():
            pass
        heard += [(desk.at, remark) for remark in desk.remarks()]
        ask = driver.ask
        if ask is None:
            return heard
        driver.answer(ask.legal(driver.chance.random("test", desk.at)))


@pytest.mark.parametrize("game", GAMES)
def test_lines_are_rare_and_never_the_same_twice_in_a_row(game: str) -> None:
    counted: Counter[str] = Counter()
    opponents = list(voices(game_named(game).folder))
    for seed in range(GAMES_PLAYED):
        last: dict[str, Remark] = {}
        for _, remark in play(begin(game, seed, opponents[seed % len(opponents)])):
            before = last.get(remark.seat.id)
            assert before is None or (before.situation, before.place) != (remark.situation, remark.place)
            last[remark.seat.id] = remark
            counted[remark.situation] += 1
    assert counted["greeting"] >= GAMES_PLAYED
    assert counted["wins"] + counted["loses"] + counted["draws"] >= GAMES_PLAYED
    if GAMES_PLAYED >= MANY:
        print(game, counted)  # noqa: T201
        assert set(counted) == set(SITUATIONS) - {"again"}


@pytest.mark.parametrize("game", GAMES)
def test_a_resumed_game_hears_what_the_first_one_heard(game: str) -> None:
    first = begin(game, 5, next(iter(voices(game_named(game).folder))))
    heard = play(first)
    again = Desk(Driver(first.driver.game, first.driver.setup, first.driver.journal))
    again.voices.notice()
    assert [said for _, said in again.voices._said] == [remark for _, remark in heard]  # noqa: SLF001


def test_what_is_undone_is_unsaid_and_said_again_the_same() -> None:
    desk = begin("castle-combo", 3, "old-berthold")
    heard = play(desk)
    desk.undo(2)
    for _ in desk.go_on():
        pass
    desk.redo(2)
    for _ in desk.go_on():
        pass
    assert desk.remarks() == [remark for at, remark in heard if at == heard[-1][0]]


def test_whoever_met_before_says_so() -> None:
    desk = begin("castle-combo", 3, "old-berthold")
    desk.driver.journal.header.options["met"] = "old-berthold"
    desk = Desk(desk.driver)
    assert {remark.situation for _, remark in play(desk)[:1]} == {"again"}
