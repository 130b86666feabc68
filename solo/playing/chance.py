"""Chance by the app: a function of seed and place in the game, so an undone draw comes back the same."""

from __future__ import annotations

from hashlib import blake2b
from random import Random

from automa.dialogue import Answer, Ask, Choose, Deck


class Seeded:
    """Draws for the table from a seed.

    A deck is drawn by rank: every card of a stream has a fixed place in it, and the first card that is still
    there is the next one, whatever was decided in between. Dice are numbered: the third roll of a stream is
    the third roll, whoever it is for.
    """

    def __init__(self, seed: int) -> None:
        self.seed = seed
        self.orders: dict[Deck, dict[str, bytes]] = {}
        """Of each stream that is a deck, the ranks that were looked at already."""

    def draw(self, ask: Ask, place: int) -> Answer:
        """What the app draws for `ask`, the `place`-th draw from its stream."""
        if isinstance(ask, Choose) and isinstance(ask.stream, Deck):
            order = self.orders.setdefault(ask.stream, {})
            ids = [option.id for option in ask.options]
            for id in ids:
                if id not in order:
                    order[id] = self._rank(ask.stream, id)
            return min(ids, key=order.__getitem__)
        return ask.legal(self.random(ask.stream, place))

    def random(self, *place: str | int) -> Random:
        """Random numbers that belong to one place in the game."""
        return Random("|".join(str(part) for part in (self.seed, *place)))

    def _rank(self, deck: Deck, id: str) -> bytes:
        return blake2b(f"{self.seed}|{deck}|{id}".encode(), digest_size=8).digest()
