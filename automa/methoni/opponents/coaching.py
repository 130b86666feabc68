"""The strongest level in a person's place: what it would do with a card, as far as the app can know.

A person's hand and Objective card are their own: every wall is weighed that they might have a card for.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from automa.coach import Advice, Coach, Valued, best_option
from automa.dialogue import Ask, Choose, Move, Text
from automa.methoni.offers import HousesOption
from automa.methoni.opponents.plans import Weights
from automa.methoni.opponents.playouts import Playouts
from automa.methoni.opponents.prospects import as_seen
from automa.methoni.opponents.weighing import Line, Position, Trial, trials
from automa.methoni.rules import Houses
from automa.methoni.state import Player, State
from automa.methoni.steps import TURN, Play, Wall, plays, wall_of
from automa.opponents import SHOWN, best_played_out, value_text
from automa.thinking import compare, worth_playing_out

if TYPE_CHECKING:
    from random import Random


class Adviser(Coach):
    """A coach that weighs as one of the levels does."""

    turns = frozenset({"methoni.card", "methoni.second-card"})

    def __init__(self, weights: Weights) -> None:
        self.weights = weights

    def advise(
        self, ask: Ask, script: Any, random: Random, *, said: Sequence[str] = (), played: str = ""
    ) -> Advice | None:
        table = as_seen(script.table, script.table.seated(ask.to))
        player = table.seated(ask.to)
        if self.begins(ask) and isinstance(ask, Move):
            return self.card(table, player, random, played)
        if ask.id == "methoni.houses" and isinstance(ask, Choose):
            options = [each for each in ask.options if isinstance(each, HousesOption)]
            position = Position(table, player, self.weights)
            before = position.worth.value
            return best_option(
                [
                    (each, each.id, Trial(position, Wall(each.wall.border), each.placed).worth.value - before)
                    for each in options
                ],
                played=played,
            )
        return None

    def card(self, table: State, player: Player, random: Random, answer: str) -> Advice | None:
        """What to do with a card: the best wall, or to trade, or to stop."""
        position = Position(table, player, self.weights)
        before = position.worth
        best: dict[str, Line] = {}
        lines = [Line(each, look=False) for each in trials(position, plays(table, player))]
        for line in sorted(lines, key=lambda line: -line.value):
            best.setdefault(line.first.play.id, line)
        if not best:
            return None
        ranked = list(best.values())
        values = {id: line.value - before.value for id, line in best.items()}
        why = [value_text("methoni", line.first.play, line.worth.beyond(before)) for line in ranked[:SHOWN]]
        search = self.weights.search
        if search is not None:
            playouts = Playouts(position, random)
            # As many as are shown get a look, however far behind they are.
            few = ranked[: max(len(worth_playing_out(ranked, search)), SHOWN)]
            played = compare(few, playouts.play, search.games(1), keep=len(few))
            ranked = [each.move for each in played]
            values = {each.move.first.play.id: each.value - before.value for each in played}
            why = best_played_out([(each.move.first.play, each) for each in played])[1]

        def valued(line: Line, value: float) -> Valued:
            return line.first.play, written(table, line.first.play, line.first.placed), value

        return best_option(
            [valued(line, values[line.first.play.id]) for line in ranked],
            also=[valued(line, line.value - before.value) for line in best.values()] if answer else (),
            why=[Text("methoni.coach.hand"), *why],
            played=answer,
        )


def written(table: State, play: Play, placed: Houses) -> str:
    """A card as it is typed."""
    step = wall_of(table, play.border, placed) if isinstance(play, Wall) else type(play)()
    return TURN.written(table, [step])
