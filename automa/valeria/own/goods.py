"""Resources and gold: how many there may be, and how a price can be paid."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import product

from msgspec import Struct

from automa.valeria.state import Side, State
from automa.valeria.tables import GOODS, Goods


class Price(Struct, frozen=True):
    """What is paid: resources, magic in place of some of them, and gold."""

    wood: int = 0
    stone: int = 0
    food: int = 0
    magic: int = 0
    gold: int = 0

    @classmethod
    def of(cls, goods: Mapping[Goods, int]) -> Price:
        """That much of each, and nothing else."""
        return cls(**{str(kind): amount for kind, amount in goods.items()})

    @property
    def total(self) -> int:
        return self.wood + self.stone + self.food + self.magic + self.gold

    def goods(self) -> dict[Goods, int]:
        """The amounts that are not zero."""
        paid = zip(GOODS, (self.wood, self.stone, self.food, self.magic, self.gold), strict=True)
        return {kind: amount for kind, amount in paid if amount}


FREE = Price()


def most(state: State, side: Side, kind: Goods) -> int:
    """How many a track holds: the gold track is short until a manor frees the rest of it."""
    facts = state.tables.components.most
    if kind != "gold":
        return facts.resource
    freed = any(state.manors[number].gold_track for number in side.manors)
    return facts.gold_with_banker if freed else facts.gold


def room(state: State, side: Side, kind: Goods) -> int:
    """How many more of a kind its track can hold; none if a correction left more than that."""
    return max(0, most(state, side, kind) - side.goods[kind])


def gain(state: State, side: Side, kind: Goods, amount: int) -> int:
    """Add goods, as many as the track can hold; returns how many that is."""
    gained = min(amount, room(state, side, kind))
    side.goods[kind] += gained
    return gained


def payments(held: Mapping[Goods, int], cost: Mapping[Goods, int]) -> Iterator[Price]:
    """Every way to pay, that with the least magic first.

    Magic may stand in for some of a resource once one of it is paid; never for gold, nor for a single one.
    """
    if held["gold"] < cost.get("gold", 0):
        return
    resources = {kind: amount for kind, amount in cost.items() if kind != "gold" and amount}
    ways = [range(max(0, amount - held[kind]), amount) for kind, amount in resources.items()]
    for by_magic in product(*ways):
        if sum(by_magic) <= held["magic"]:
            paid = {
                kind: amount - less for (kind, amount), less in zip(resources.items(), by_magic, strict=True)
            }
            yield Price(**paid, magic=sum(by_magic), gold=cost.get("gold", 0))


def pay(side: Side, price: Price) -> None:
    for kind, amount in price.goods().items():
        assert side.goods[kind] >= amount, (kind, amount)
        side.goods[kind] -= amount
