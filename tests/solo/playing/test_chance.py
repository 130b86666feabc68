"""Chance by the app depends on the seed and on the place in the game, and on nothing else."""

from __future__ import annotations

from random import Random

from hypothesis import given
from hypothesis import strategies as st

from automa.dialogue import TABLE, Choose, Deck, Dice, Number, Option, Stream, Tally
from solo.playing.chance import Seeded

DECK = Deck("deck")
CARDS = [Option(f"card-{number}", f"Card {number}") for number in range(20)]


def draw_all(seed: int, stream: Stream = DECK, places: int = 0) -> list[str]:
    """The whole deck, one card after the other."""
    left = list(CARDS)
    drawn: list[str] = []
    while left:
        card = Seeded(seed).draw(Choose("draw", TABLE, left, stream=stream), places + len(drawn))
        drawn.append(str(card))
        left = [each for each in left if each.id != card]
    return drawn


def test_a_seed_is_an_order_of_the_deck() -> None:
    assert draw_all(1) != draw_all(2)
    assert sorted(draw_all(1)) == sorted(card.id for card in CARDS)


def test_a_seed_gives_the_same_on_every_machine_and_in_every_version() -> None:
    """People tell each other seeds; what chance gave is written down here once and for all."""
    assert draw_all(1)[:5] == ["card-4", "card-10", "card-3", "card-0", "card-15"]
    roll = Number("roll", TABLE, low=1, high=6, stream=Dice("die"))
    assert [Seeded(5).draw(roll, place) for place in range(8)] == [1, 2, 2, 2, 5, 2, 3, 1]
    pool = Tally("pool", TABLE, CARDS[:6], low=9, high=9, stream=Dice("dice pool"))
    assert Seeded(3).draw(pool, 0) == {"card-1": 2, "card-2": 3, "card-3": 1, "card-4": 2, "card-5": 1}


def test_a_deck_that_was_shuffled_again_has_another_order() -> None:
    assert draw_all(1, Deck("castle deck 1")) != draw_all(1, Deck("castle deck 2"))
    assert draw_all(1, Deck("castle deck 1")) != draw_all(1, Deck("village deck 1"))


@given(st.integers(), st.sets(st.sampled_from([card.id for card in CARDS])), st.integers(0, 50))
def test_the_order_stays_whatever_is_decided_in_between(seed: int, gone: set[str], place: int) -> None:
    """Cards that were taken by hand, shown twice or drawn at another time do not change what comes next."""
    order = draw_all(seed)
    left = [card for card in CARDS if card.id not in gone]
    Random(place).shuffle(left)
    if left:
        drawn = Seeded(seed).draw(Choose("draw", TABLE, left, stream=DECK), place)
        assert drawn == next(card for card in order if card not in gone)


def test_the_third_roll_is_the_third_roll_for_any_player() -> None:
    for_one = Number("roll", TABLE, low=1, high=6, stream=Dice("die"))
    for_another = Number("another-roll", TABLE, low=1, high=6, stream=Dice("die"), who="ann")
    rolls = [Seeded(5).draw(for_one, place) for place in range(50)]
    assert rolls == [Seeded(5).draw(for_another, place) for place in range(50)]
    assert set(rolls) == {1, 2, 3, 4, 5, 6}


def test_streams_of_dice_are_rolled_apart() -> None:
    def rolls(stream: Stream) -> list[object]:
        ask = Number("roll", TABLE, low=1, high=6, stream=stream)
        return [Seeded(5).draw(ask, place) for place in range(30)]

    assert rolls(Dice("die")) != rolls(Dice("dice of the pool"))


def test_a_tally_of_dice_is_legal_and_another_the_next_time() -> None:
    ask = Tally("pool", TABLE, CARDS[:6], low=9, high=9, stream=Dice("dice pool"))
    rolls = [Seeded(3).draw(ask, place) for place in range(20)]
    assert [ask.check(roll) for roll in rolls] == rolls
    assert rolls[0] not in rolls[1:5]


def test_the_first_card_of_a_deck_can_be_any() -> None:
    assert len({draw_all(seed)[0] for seed in range(200)}) == len(CARDS)


def test_a_stream_of_dice_is_rolled_anew_and_a_deck_is_drawn_in_its_order() -> None:
    """The same name: what counts is what kind of stream it is."""

    def answers(stream: Stream) -> set[object]:
        ask = Choose("draw", TABLE, CARDS, stream=stream)
        return {Seeded(1).draw(ask, place) for place in range(9)}

    assert len(answers(Deck("x"))) == 1
    assert len(answers(Dice("x"))) > 1
