"""What a position is worth to a person who counts at the table."""

from __future__ import annotations

from automa.castle_combo.opponents.prospects import standing
from automa.castle_combo.scoring import total
from tests.castle_combo.positions import at_castle, card, tableau


def test_points_as_the_cards_lie_are_the_score_once_the_tableau_is_full() -> None:
    full = tableau(
        "judge his-holiness locksmith\nclockmaker sculptor*2 spice-merchant\nbanker - miraculously-cured",
        gold=6,
        keys=11,
    )
    assert standing(full) == total(full)


def test_a_place_counts_while_it_can_come_true() -> None:
    _, player = at_castle("duchess", display="nun cardinal judge")
    assert standing(player) == 8 + player.keys
    player.lay(card("nun"), "b1")
    assert standing(player) == player.keys + 3


def test_gold_in_hand_does_not_count_before_the_end() -> None:
    _, player = at_castle("beekeeper", display="nun cardinal judge")
    assert standing(player) == player.keys
