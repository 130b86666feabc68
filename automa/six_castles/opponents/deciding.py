"""How rivals decide: by a card of priorities for whole turns, or by weighing every turn."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from msgspec import Struct

from automa.dialogue import Answer, Ask, Text
from automa.opponents import best_played_out, best_weighed
from automa.priorities import Voice, decide
from automa.six_castles.game.questions import OR
from automa.six_castles.opponents import prospects
from automa.six_castles.opponents.plans import GAME, Plan, Thinking, Weighed, Worths
from automa.six_castles.opponents.playouts import Playouts
from automa.six_castles.opponents.weighing import WORDS, parts, weighed
from automa.six_castles.state import Table
from automa.thinking import compare, worth_playing_out

if TYPE_CHECKING:
    from random import Random

MOST_EQUALS = 6
"""Of more turns that are equally good, the first ones in reading order: a die has six faces."""
WALKERS = 2
"""How many workers of a thinking rival may walk in a turn: a new one and another."""
LATER: frozenset[Weighed] = frozenset(
    ("coins", "marks", "goods", "constructions", "castles", "workers", "spent")
)
"""What pays only later is worth less and less towards the end."""


class Follower(Struct, frozen=True):
    """Decides by a card of priorities for whole turns."""

    plan: Plan
    voice: Voice | None = None

    def answer(self, ask: Ask, script: Any, random: Random) -> tuple[Answer, Sequence[Text]]:
        table: Table = script.table
        found = prospects.prospects(table, table.player(ask.to), str(ask.values["tile"]))
        best, why = decide(self.plan.turns, found, WORDS, self.voice)
        return OR.join(turn.id for turn in best[:MOST_EQUALS]), why


class Weigher(Struct, frozen=True):
    """Decides by what every turn gains and what it leaves to the others."""

    thinking: Thinking
    worths: Worths
    voice: Voice | None = None

    def answer(self, ask: Ask, script: Any, random: Random) -> tuple[Answer, Sequence[Text]]:
        table: Table = script.table
        player, tile = table.player(ask.to), str(ask.values["tile"])
        weights = self.weights(table)
        found = weighed(prospects.prospects(table, player, tile, walkers=WALKERS), weights)
        search = self.thinking.search
        if search is not None and table.round < table.rounds:
            # Of turns that are worth the same one is enough.
            different = {round(each.value, 6): each for each in reversed(found)}
            few = worth_playing_out(list(different.values()), search)
            if len(few) > 1:
                playouts = Playouts(table, player, self.weights, random)
                played = compare(few, playouts.play, search.games(1))
                best, why = best_played_out([(each.move.move, each) for each in played], self.voice)
                return best[0], why
        best, why = best_weighed(GAME, found, lambda each: parts(each.move, weights), self.voice)
        return OR.join(best[:MOST_EQUALS]), why

    def weights(self, table: Table) -> dict[Weighed, float]:
        """What things are worth now, in points."""
        return worths_now(self.worths, table)


def worths_now(worths: Worths, table: Table) -> dict[Weighed, float]:
    """What things are worth in this round: a point is a point."""
    left = (table.rounds - table.round) / table.rounds
    now: dict[Weighed, float] = {"points": 1.0}
    for name, worth in worths.items():
        now[name] = worth * left if name in LATER else worth
    return now
