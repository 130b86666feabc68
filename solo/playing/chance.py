"""Chance by the app: a function of seed and place in the game, so an undone draw comes back the same."""

from __future__ import annotations

from hashlib import blake2b
from random import Random

from automa.dialogue import Answer, Ask, Choose, Deck


class Seeded:
    """Draws for the table from a seed.

    Every card of a deck has a fixed rank, and the next card drawn is the one of lowest rank that is left,
    regardless of what was decided in between. Dice are numbered: the third roll of a stream is always the
    same, regardless of which player it is for.
    """

    def __init__(self, seed: int) -> None:
        self.seed = seed
        self.orders: dict[Deck, Ranks] = {}
        """Of each stream that is a deck, the order of its cards."""
        self.dice = Random()

    def draw(self, ask: Ask, place: int) -> Answer:
        """What the app draws for `ask`, the `place`-th draw from its stream."""
        if isinstance(ask, Choose) and isinstance(ask.stream, Deck):
            order = self.orders.get(ask.stream)
            if order is None:
                order = self.orders[ask.stream] = Ranks(self.seed, ask.stream)
            return min([option.id for option in ask.options], key=order.__getitem__)
        self.dice.seed(self._named(ask.stream, place))
        return ask.legal(self.dice)

    def random(self, *place: str | int) -> Random:
        """Random numbers that belong to one place in the game."""
        return Random(self._named(*place))

    def _named(self, *place: str | int) -> str:
        return "|".join(map(str, (self.seed, *place)))


class Ranks(dict[str, bytes]):
    """The rank of each card of a deck, worked out when it is first looked at."""

    def __init__(self, seed: int, deck: Deck) -> None:
        self.named = f"{seed}|{deck}|"

    def __missing__(self, id: str) -> bytes:
        rank = self[id] = blake2b(f"{self.named}{id}".encode(), digest_size=8).digest()
        return rank
