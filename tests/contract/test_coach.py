"""Every game's coach: one scale, sorted, the same each time; and a player who follows it makes no mistake."""

from __future__ import annotations

import os
from functools import lru_cache
from itertools import count, islice
from random import Random

import pytest

from automa.coach import Advice
from automa.dialogue import Refused, Text
from automa.game import Game
from automa.opponents import MOVES_SHOWN
from solo.fronts.desk import Desk
from solo.games import game_named
from solo.playing.coaching import HINT, hint, review
from solo.playing.driver import Driver
from solo.showing.changes import freshened
from tests.atable import a_driver, a_header, advance

POSITIONS = int(os.environ.get("CASTELLAN_HINTS", "4"))
"""At how many positions of each game its hints are looked at."""
WISHES = {"six-castles": ["line=full", "version=advanced"]}

pytestmark = pytest.mark.usefixtures("few_games")


def coached(game: Game, seed: int) -> Driver:
    track = game.tracks[-1] if game.tracks else None
    driver = a_driver(a_header(game.id, seed=seed, rulings=WISHES.get(game.id, ()), track=track))
    coach = game.coach(driver.setup)
    if isinstance(coach, Text):
        pytest.skip("nobody knows better in this game")
    return driver


def advice(driver: Driver, played: str = "") -> Advice | None:
    """What a hint would say now, without noting it."""
    coach, ask = driver.game.coach(driver.setup), driver.ask
    assert not isinstance(coach, Text) and ask is not None
    try:
        random = driver.chance.random(HINT, len(driver.journal.history.entries))
        return coach.advise(ask, driver.script, random, played=played)
    except Refused:  # it has to be told something
        return None


Position = tuple[Driver, Advice]
"""A game at a question of a person, with what a hint says there."""


def at_random(game: Game, positions: int) -> list[Position]:
    """Games that were broken off somewhere at a question of a person, for tests that leave them so."""
    every = (_remembered(game.id, game.tracks, seed) for seed in count())
    return list(islice(filter(None, every), positions))


@lru_cache(maxsize=8)
def _remembered(name: str, tracks: object, seed: int) -> Position | None:
    return broken_off(game_named(name), seed)


def broken_off(game: Game, seed: int) -> Position | None:
    """A random game up to some question that can be advised on, if it gets that far."""
    driver, random = coached(game, seed), Random(seed)
    until = random.randrange(1, 40)
    while driver.ask is not None:
        until -= 1
        if until <= 0 and (found := advice(driver)) is not None:
            return driver, found
        driver.answer(driver.ask.legal(random))
        advance(driver)
    return None


def test_a_hint_is_one_sorted_list_on_one_scale(game: Game) -> None:
    """The advised move is the best that is shown; the others are shown by how far they are behind it."""
    for _, found in at_random(game, POSITIONS):
        best, *others = found.choices
        assert len(found.choices) <= MOVES_SHOWN and best.behind == 0.0 and found.answer == best.answer
        shown = [choice.behind for choice in found.choices]
        assert shown == sorted(shown)
        for choice in others:
            assert choice.behind == pytest.approx(best.value - choice.value), "one scale"
            assert choice.error >= 0
        assert len({choice.answer for choice in found.choices}) == len(found.choices)
        told = [each.values["move"] for each in found.told() if "move" in each.values]
        assert told == [each.move for each in others]


def test_the_same_position_and_seed_give_the_same_hint(game: Game) -> None:
    for driver, found in at_random(game, max(1, POSITIONS // 2)):
        assert repr(advice(driver)) == repr(found)


def test_every_move_that_is_shown_costs_what_the_hint_says(game: Game) -> None:
    """A review is the same comparison: what was played is one of the moves."""
    for driver, found in at_random(game, max(1, POSITIONS // 2)):
        for choice in found.choices:
            judged = advice(driver, choice.answer)
            assert judged is not None and judged.played is not None, choice.answer
            assert judged.played.behind == choice.behind
            assert repr(judged.choices) == repr(found.choices), "it changes nothing for the others"


def test_a_hint_is_marked_on_the_table_and_can_be_taken_whole(game: Game) -> None:
    """What it is about shows in a picture, and after the answer the turn goes on without asking it again."""
    seen = 0
    positions = filter(None, (broken_off(game, seed) for seed in count()))
    for driver, _ in islice(positions, max(3, POSITIONS // 2)):
        asked, script = driver.ask, driver.script
        assert asked is not None
        found = Desk(driver).hint()
        panels = script.panels(asked.to, asked)
        seen += freshened(panels, found.marks) != list(panels)
        before = script.state(), repr(asked)
        driver.answer(found.answer)
        advance(driver)
        coach = game.coach(driver.setup)
        assert not isinstance(coach, Text)
        if coach.begins(asked) and driver.ask is not None and game.id == "six-castles":
            assert coach.begins(driver.ask) or driver.ask.id not in ("six-castles.act", "six-castles.more")
        assert (driver.script.state(), repr(driver.ask)) != before
    assert seen


def test_a_player_who_follows_every_hint_makes_no_mistake(game: Game) -> None:
    for seed in range(max(1, POSITIONS // 40)):
        driver, random = coached(game, seed), Random(seed)
        while driver.ask is not None:
            try:
                driver.answer(driver.ask.check(driver.ask.understood(hint(driver).answer)))
            except Refused:
                driver.answer(driver.ask.legal(random))
            advance(driver)
        coach = game.coach(driver.setup)
        assert not isinstance(coach, Text)
        turns = list(review(driver, "you", coach))
        assert turns and any(turn.is_judged for turn in turns)
        assert [turn for turn in turns if turn.cost] == []
