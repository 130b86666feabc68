"""The stand-in for a person: legal, within its means, sensible, and as good as its level."""

from __future__ import annotations

from random import Random
from statistics import fmean

import pytest

from automa.dialogue import TABLE, Answer, Ask, converse
from automa.game import Seat, Setup, you
from automa.valeria import GAME
from automa.valeria.opponents import evaluation
from automa.valeria.opponents.policy import Player, Policy
from automa.valeria.own import goods
from automa.valeria.steps import Draft, Statue
from automa.valeria.tables import FACES, GOODS
from solo.playing.chance import Seeded
from solo.playing.lab import play_out
from tests.valeria.own.table import acting, drafting
from tests.valeria.positions import tables

GENTLE = "mirela-quay"


def setup(level: str = "", rival: str = GENTLE, track: str = "all") -> Setup:
    person = Seat(you().id, you().name, level=level)
    return Setup([person, Seat(rival, rival, rival)], tables(), {}, "app", track)


def test_it_holds_its_caps_and_pays_for_what_it_builds_through_a_whole_game() -> None:
    script = GAME.script(setup())
    player, chance, random = Player(tables().opponents.stand_in), Seeded(3), Random(3)
    places: dict[str, int] = {}

    def answer(ask: Ask) -> Answer:
        side = script.table.you
        for kind in GOODS:
            assert 0 <= side.goods[kind] <= goods.most(script.table, side, kind)
        if ask.to == TABLE:
            places[ask.stream] = places.get(ask.stream, 0) + 1
            return chance.draw(ask, places[ask.stream])
        return ask.check(player.answer(ask, script, random)[0])

    sheet = converse(script.play(), answer)
    assert sheet.columns[0].total > 120


def test_it_plays_a_game_in_which_its_goods_are_not_tracked() -> None:
    assert play_out(GAME, setup(track="light"), 1).columns[0].total > 60


def test_it_beats_the_gentlest_opponent() -> None:
    wins = [play_out(GAME, setup(), seed).winners()[0].seat == "you" for seed in range(4)]
    assert sum(wins) >= 3


def test_the_same_seed_gives_the_same_game() -> None:
    totals = [[column.total for column in play_out(GAME, setup(), 4).columns] for _ in range(2)]
    assert totals[0] == totals[1]


def test_a_lower_level_plays_worse() -> None:
    scores = {
        level: fmean(play_out(GAME, setup(level), seed).columns[0].total for seed in range(3))
        for level in ("sharp", "plain")
    }
    assert scores["sharp"] > scores["plain"]


def test_every_level_and_every_die_has_a_worth() -> None:
    facts = tables().opponents.stand_in
    assert facts.usual in facts.level
    assert set(facts.die) == set(FACES)


def test_it_builds_the_monument_that_will_earn_most() -> None:
    state = acting({"gold": 6}, dice=["gold"])
    state.you.tokens["temple"]["penumbra"] = 3
    steps = Policy(state).turn(state).steps
    assert [step.place for step in steps if isinstance(step, Statue)] == ["penumbra"]


def test_it_takes_a_die_that_pays_for_an_action() -> None:
    state = drafting({"stone": 1}, pool={"stone": 1, "gold": 1})
    assert Policy(state).turn(state).steps[0] == Draft("stone")


@pytest.mark.parametrize(
    ("chances", "prize"),
    [([1.0, 1.0], 6.0), ([0.0, 1.0], 4.0), ([0.0, 0.0], 2.0), ([0.5, 0.5], 4.0), ([1.0], 6.0), ([0.0], 4.0)],
)
def test_the_prize_to_expect(chances: list[float], prize: float) -> None:
    assert evaluation.expected((6, 4, 2), chances) == pytest.approx(prize)


def test_control_is_worth_more_where_it_decides_than_where_one_leads_far() -> None:
    state = acting(temple=["anchorage", "anchorage", "anchorage"])
    state.opponent.tokens["temple"]["nor-high"] = 1
    view, here = evaluation.Evaluation(state, state.you), state.twin()

    def with_a_temple_in(district: str) -> float:
        table = state.twin()
        table.you.place("temple", district)
        return view.value(table) - view.value(here)

    assert with_a_temple_in("nor-high") > with_a_temple_in("anchorage")


def test_goods_are_worth_little_in_the_last_turn_and_nothing_beyond_the_track() -> None:
    early, late = acting(dice=["gold", "gold", "gold"]), acting(dice=["gold"])
    late.round = 5
    worth = [evaluation.Evaluation(state, state.you).more("stone", 1) for state in (early, late)]
    assert worth[0] > 3 * worth[1]
    full = acting({"stone": 6})
    assert evaluation.Evaluation(full, full.you).more("stone", 2) == 0
