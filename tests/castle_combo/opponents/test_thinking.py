"""The bot that weighs every move: its arithmetic, what it may know, and that it plays well."""

from __future__ import annotations

from itertools import combinations
from random import Random

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from automa.castle_combo import rules
from automa.castle_combo.game import Play
from automa.castle_combo.opponents.cast import CAST
from automa.castle_combo.opponents.evaluation import PARTS, Evaluation, Weigher, best_of, weigher
from automa.castle_combo.opponents.plans import Level, Weights
from automa.castle_combo.opponents.thinking import Weighing
from automa.castle_combo.rules import Purchase
from automa.castle_combo.scoring import POINTS_PER_KEY, total
from automa.castle_combo.state import Player, State
from automa.dialogue import TABLE, Answer, Ask, Several, Text, converse
from automa.game import Seat, Setup
from automa.opponents import best_weighed
from tests.castle_combo.conserved import conserved
from tests.castle_combo.positions import PAGE_11, fill, show, table, tableau, tables

THINKER = tables().opponents.thinker["marshal"]
WEIGHTS = THINKER.weights["first"]
STEADY = Level(weights="first")
MARSHAL = Seat("marshal", "The Marshal", "marshal", "steady")


def position() -> tuple[State, Player]:
    made = table("you", "ann", you="duchess nun .\n. monk .")
    show(made, {"castle": "judge prince banker", "village": "farmer baker squire"})
    return made, made.player("you")


def evaluation(weights: Weights = WEIGHTS) -> Evaluation:
    return Evaluation(weights, tables().cards.deck)


def worth(player: Player) -> float:
    return sum(evaluation().worth(player))


def weighing(made: State, player: Player) -> Weigher:
    return weigher(made, player, evaluation())


def decide_key(
    made: State, player: Player, uses: list[str], weights: Weights = WEIGHTS
) -> tuple[list[str], list[Text]]:
    me = weigher(made, player, evaluation(weights))
    return Weighing(STEADY, evaluation(weights)).key(me, uses, Random(0))


def number(text: object) -> float:
    assert isinstance(text, Text)
    assert text.id == "opponents.tenths"
    value = float(f"{text.values['whole']}.{text.values['tenth']}")
    return -value if text.values["sign"] else value


def test_with_all_cards_laid_the_worth_is_the_score() -> None:
    player = tableau(PAGE_11, keys=11)
    assert worth(player) == total(player) == 75


def test_gold_left_in_the_end_counts_on_purses_only() -> None:
    player = tableau(PAGE_11, gold=7, keys=0)
    assert worth(player) == total(player)


@given(st.lists(st.integers(-20, 40), min_size=3, max_size=9), st.integers(1, 3))
def test_the_best_of_some_cards_is_the_mean_over_all_draws(values: list[int], drawn: int) -> None:
    draws = [max(draw) for draw in combinations(values, drawn)]
    mean = sum(draws) / len(draws)
    assert best_of(drawn, sorted(map(float, values), reverse=True)) == pytest.approx(mean)


def test_a_move_is_weighed_as_the_rules_play_it() -> None:
    made, player = position()
    made.messenger = "castle"
    me = weighing(made, player)
    for take in rules.purchases(made, player):
        after = made.copy()
        mine = after.player("you")
        rules.take(after, mine, take.card, take.cell, down=take.down)
        values = [worth(mine)]
        if not take.down and (ways := rules.ways(after, mine, mine.cards[take.cell])):
            values = []
            for way in ways:
                then = after.copy()
                rules.apply(then, then.player("you"), way)
                values.append(worth(then.player("you")))
        assert me.weigh([take])[0].value == pytest.approx(max(values)), take


def test_the_parts_of_a_value_add_up() -> None:
    made, player = position()
    me = weighing(made, player)
    chosen, why = best_weighed("castle-combo", PARTS, me.takes(), me.now())
    assert chosen
    for text in why:
        if text.id == "opponents.value":
            parts = text.values["parts"]
            assert isinstance(parts, list)
            added = sum(number(part.values["value"]) for part in parts)
            assert added == pytest.approx(number(text.values["value"]), abs=0.31)


def test_the_choice_has_the_highest_value_and_equals_are_all_named() -> None:
    made, player = position()
    me = weighing(made, player)
    weighed = me.takes()
    top = max(each.value for each in weighed)
    chosen, why = best_weighed("castle-combo", PARTS, weighed, me.now())
    assert chosen == [each.move.id for each in weighed if each.value > top - 1e-6]
    assert number(why[0].values["value"]) == pytest.approx(top - sum(me.now()), abs=0.06)


def test_a_refresh_is_worth_the_mean_over_the_cards_that_can_come() -> None:
    made, player = position()
    made.undrawn["village"] = made.undrawn["village"][:5]
    expected = weighing(made, player).after_refresh(0)
    best: list[float] = []
    for cards in combinations(made.undrawn["village"], 3):
        after = made.copy()
        mine = after.player("you")
        mine.keys -= 1
        after.display["village"] = list(cards)
        best.append(max(each.value for each in weighing(after, mine).takes()))
    assert expected.value == pytest.approx(sum(best) / len(best))


def test_the_order_of_a_deck_is_not_known() -> None:
    made, player = position()
    uses = ["none", "move", "refresh"]
    first = decide_key(made, player, uses)
    for location in made.undrawn:
        made.undrawn[location].reverse()
    again = decide_key(made, player, uses)
    assert first[0] == again[0]
    assert repr(first[1]) == repr(again[1])


def test_without_a_use_for_it_no_key_is_spent() -> None:
    made, player = position()
    assert decide_key(made, player, ["none"])[0] == ["none"]


@pytest.mark.parametrize("use", ["move", "refresh"])
def test_a_key_is_not_spent_for_nothing(use: str) -> None:
    """Without gold every card is taken face down, here as there: for the same worth the key stays."""
    made, player = position()
    player.gold = 0
    for piles in (made.display, made.undrawn):
        for cards in piles.values():
            cards[:] = [card for card in cards if card.cost]
    # What a key can do costs the point that it scores, so that spending one changes nothing at all.
    free = msgspec.structs.replace(WEIGHTS, key=-POINTS_PER_KEY)
    chosen, why = decide_key(made, player, ["none", use], free)
    assert number(why[0].values["value"]) == number(why[1].values["value"])
    assert chosen == ["none"]
    good_to_spend = msgspec.structs.replace(WEIGHTS, key=-POINTS_PER_KEY - 0.001)
    assert decide_key(made, player, ["none", use], good_to_spend)[0] == [use]


def test_a_short_deck_is_filled_up_with_the_discards() -> None:
    made, player = position()
    made.discards["village"] = made.undrawn["village"][2:]
    made.undrawn["village"] = made.undrawn["village"][:2]
    expected = weighing(made, player).after_refresh(0)
    # All Village cards but the Monk, which lies in a tableau: those here go to the discards first.
    assert len(expected.cards) == 38


def play(seats: list[Seat], seed: int) -> list[int]:
    setup = Setup(seats, tables())
    script = Play(setup)
    random = Random(seed)
    deciders = {seat.id: CAST.decider(seat, setup) for seat in seats}

    def answer(ask: Ask) -> Answer:
        if ask.to == TABLE:
            return ask.legal(random)
        before = script.state()
        decided, ask.why = deciders[ask.to].answer(ask, script, random)
        assert script.state() == before
        return ask.check(decided)

    converse(script.play(), answer)
    assert conserved(script.table) == []
    return [total(player) for player in script.table.players]


def test_it_beats_chance_clearly() -> None:
    for seed in range(6):
        mine, chance = play([MARSHAL, Seat("you", "you")], seed)
        assert mine > chance


def test_it_beats_the_house_opponents_on_average() -> None:
    ahead = 0
    for seed, opponent in enumerate(tables().opponents.opponent):
        mine, theirs = play([MARSHAL, Seat("o", "o", opponent)], seed)
        ahead += mine - theirs
    assert ahead > 0


def test_it_answers_an_ability_that_leaves_a_choice() -> None:
    made = table("you", "ann", you="bombardier")
    fill(made.player("ann"), "guildmaster clockmaker")
    player = made.player("you")
    ways = rules.ways(made, player, player.cards["b2"])
    ask = Several("castle-combo.opponent-ability", "you", ways, low=1)

    class Game:
        table = made

    answer, why = Weighing(STEADY, evaluation()).answer(ask, Game(), Random(0))
    assert answer in (["gold"], ["keys"])
    assert len(why) == 2


def test_face_down_is_weighed_too() -> None:
    made, player = position()
    player.gold = 0
    takes = [each.move for each in weighing(made, player).takes()]
    assert any(isinstance(take, Purchase) and take.down for take in takes)
