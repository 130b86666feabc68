"""What a position is worth to a player: what it scores now, and what gold, keys and room to grow promise."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, TypeAlias

from automa.castle_combo.cards import NoShield
from automa.castle_combo.cards.counting import ShieldTypes, word_of
from automa.castle_combo.opponents.plans import Weights
from automa.castle_combo.scoring import key_points, lies_at, stowed_points
from automa.castle_combo.state import TURNS

if TYPE_CHECKING:
    from automa.castle_combo.cards import Card, Deck
    from automa.castle_combo.state import Laid, Player

LINE = 3
"""The cells of a row or column."""

Worth: TypeAlias = tuple[float, float, float, float, float]
"""What a position is worth, in parts."""
PARTS = ("points", "gold", "keys", "discounts", "hopes")
"""Scored already, keys included; gold; what keys can do beyond the point each scores; discounts; what the
scrolls may still come to."""


class Evaluation:
    """Weights made ready for the cards of a box: looked up a thousand times for every move."""

    __slots__ = ("absent", "growing", "weights")

    def __init__(self, weights: Weights, deck: Deck) -> None:
        self.weights = weights
        self.absent = [weights.absence**left - 1 for left in range(TURNS + 1)]
        """How much of a scroll for a missing shield is lost, by the turns that are left."""
        self.growing = [_growing(card, weights) for card in deck.cards]

    def worth(self, player: Player) -> Worth:
        """What a player's cards, gold and keys are worth with the turns that are left."""
        return whole(self.anywhere(player), self.in_place(player, player.placed()))

    def anywhere(self, player: Player) -> Worth:
        """What everything is worth that does not depend on where the cards lie."""
        weights, growing = self.weights, self.growing
        left = TURNS - len(player.cards)
        points: float = key_points(player)
        hopes = value = 0.0
        spent = weights.spending * left
        if spent > player.gold:
            spent = player.gold
        rest = player.gold - spent
        for laid in player.cards.values():
            if laid.down:
                continue
            card = laid.card
            if card.in_place:
                continue
            now = card.points * card.scored(player, laid)
            points += now
            grows = growing[card.number]
            if grows:
                more = grows * left
                hopes += more if more > -now else -now
            elif card.purse:
                room = card.purse - laid.gold
                if room:
                    stowed = rest if rest < room else room
                    rest -= stowed
                    value += stowed * (card.points + player.banked) + (room - stowed) * weights.purse
            elif now and isinstance(card.scroll.when, NoShield):
                hopes += now * self.absent[left]
        if not left:
            return points + stowed_points(player), 0.0, 0.0, 0.0, 0.0
        keys = player.keys if player.keys < left else left
        return (
            points,
            value + spent * weights.gold + rest * weights.spare,
            keys * weights.key,
            (player.off_castle + player.off_village) * weights.discount * left,
            hopes,
        )

    def in_place(self, player: Player, cards: Sequence[Laid]) -> tuple[float, float]:
        """The points and hopes that depend on where these cards lie: in a row, a column, the grid."""
        filled = player.filled
        points = hopes = 0.0
        for laid in cards:
            card = laid.card
            if card.position is not None:
                there = lies_at(card.position, laid.row, laid.column, filled)
                if there:
                    points += card.points
                elif there is None:
                    hopes += card.points * self.weights.place
                continue
            now = card.points * card.scored(player, laid)
            points += now
            cells = 0
            if card.in_place != "column":
                cells = LINE - player.in_row(laid.row)
            if card.in_place != "row":
                cells += LINE - player.in_column(laid.column)
            more = self.growing[card.number] * cells
            hopes += more if more > -now else -now
        return points, hopes


def whole(anywhere: Worth, in_place: tuple[float, float]) -> Worth:
    """Both parts of a worth together."""
    points, gold, keys, discounts, hopes = anywhere
    return points + in_place[0], gold, keys, discounts, hopes + in_place[1]


@lru_cache(8)
def evaluation(weights: Weights, deck: Deck) -> Evaluation:
    """The same for all who weigh alike."""
    return Evaluation(weights, deck)


def _growing(card: Card, weights: Weights) -> float:
    """What a scroll grows by for every empty cell that can hold what it counts; 0 if it does not grow so."""
    per = card.scroll.per
    if per is None:
        return 0.0
    word = "types" if isinstance(per, ShieldTypes) else word_of(per).replace("-", "_")
    return card.points * float(getattr(weights.growth, word + "_in_line" * bool(card.in_place), 0.0))
