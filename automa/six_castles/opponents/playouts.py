"""Looking one turn ahead: the turn is taken, and the next tile that could come is laid as well as can be."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING

from automa.six_castles import rules, turns
from automa.six_castles.opponents.plans import Weighed
from automa.six_castles.opponents.prospects import prospects
from automa.six_castles.opponents.weighing import Valued, weighed
from automa.six_castles.state import Now, Player, Table
from automa.steps import Step
from automa.thinking import Shuffles

if TYPE_CHECKING:
    from random import Random


class Playouts:
    """A rival's next turn after this one, as often as wanted."""

    __slots__ = ("player", "shuffles", "table", "unseen", "weights")

    def __init__(
        self,
        table: Table,
        player: Player,
        weights: Callable[[Table], Mapping[Weighed, float]],
        random: Random,
    ) -> None:
        self.table = table
        self.player = player.seat.id
        self.weights = weights
        self.shuffles = Shuffles(random)
        held = [id for other in table.players if other is not player for id in other.hand]
        self.unseen = list(table.tables.land.tile) if table.box else sorted([*table.land, *held])
        """The tiles that may come: in the pile or in somebody else's hand."""

    def play(self, valued: Valued, number: int) -> float:
        """What a turn and the best one after it are worth, with the tile that this number deals."""
        random = self.shuffles.random(number)
        table = self.table.copy()
        player = table.player(self.player)
        take(table, valued.move.steps, random)
        table.turn += len(table.players)
        tile = table.tables.land.tile[random.choice(self.unseen)]
        found = weighed(prospects(table, player, tile), self.weights(table))
        return valued.value + max((each.value for each in found), default=0.0)


def take(table: Table, steps: Sequence[Step], random: Random) -> None:
    """A whole turn on a table to look ahead on; the next castle is any that is left."""
    table.now = Now()
    for step in steps:
        turns.take(table, step)
        if not table.castle:
            left = rules.castles_left(table)
            table.castle = random.choice(left) if left else ""
