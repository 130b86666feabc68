"""An opponent that weighs its cards, most levels both of a turn together, and what the others could close.

It knows what any player in its seat knows: the table, its own hand and Objective card.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from automa.dialogue import Answer, Ask, Several, Text
from automa.methoni import rules
from automa.methoni.island import Border
from automa.methoni.opponents.plans import Weights
from automa.methoni.opponents.playouts import Playouts
from automa.methoni.opponents.prospects import DRAWS, annexed, as_seen
from automa.methoni.opponents.weighing import Line, Position, Trial, Weighed, Worth, lines
from automa.methoni.state import Player
from automa.methoni.steps import Play, Wall
from automa.opponents import best_played_out, best_weighed
from automa.priorities import Voice
from automa.thinking import compare, worth_playing_out

if TYPE_CHECKING:
    from random import Random


def best_of(
    weighed: Sequence[Weighed], before: Worth, voice: Voice | None = None
) -> tuple[list[str], list[Text]]:
    """The best moves, and what each of the best few is worth."""
    return best_weighed("methoni", weighed, lambda each: each.worth.beyond(before), voice)


class Thinking:
    """Decides by trying its cards out."""

    __slots__ = ("voice", "weights")

    def __init__(self, weights: Weights, voice: Voice | None = None) -> None:
        self.weights = weights
        self.voice = voice

    def answer(self, ask: Ask, script: Any, random: Random) -> tuple[Answer, Sequence[Text]]:
        if ask.id in DRAWS:
            return ask.legal(random), ()
        assert isinstance(ask, Several)
        player: Player = script.table.seated(ask.to)
        table = as_seen(script.table, player)
        player = table.players[player.place]
        position = Position(table, player, self.weights)
        before = position.worth
        options: Sequence[Any] = ask.options
        match ask.id:
            case "methoni.opponent-card":
                return self.card(position, options, before, random)
            case "methoni.opponent-houses":
                return self.houses(position, options, before)
            case "methoni.opponent-annex":
                weighed = []
                for option in options:
                    other = getattr(option, "domain", None)
                    worth = before
                    if other is not None:
                        theirs = table.domain_at(other.spaces)
                        assert theirs is not None
                        after = annexed(table, player, theirs)
                        worth = Position(after, after.players[player.place], self.weights).worth
                    weighed.append(Weighed(option, worth))
                return best_of(weighed, before)
        raise AssertionError(ask)

    def card(
        self, position: Position, plays: Sequence[Play], before: Worth, random: Random
    ) -> tuple[list[str], list[Text]]:
        """The first card of the best pair; the reasons show the best few pairs."""
        found: dict[str, Line] = {}
        for line in lines(position, plays):
            found.setdefault(line.first.play.id, line)
        search = self.weights.search
        if search is not None and not position.table.last_wall:
            # Two cards are the same turn, whichever comes first.
            turns = {line.cards: line for line in reversed(found.values())}
            few = worth_playing_out(list(turns.values()), search)
            if len(few) > 1:
                playouts = Playouts(position, random)
                played = compare(few, playouts.play, search.games(1))
                return best_played_out([(each.move.pair, each) for each in played], self.voice)
        pairs = [Weighed(line.pair, line.worth) for line in found.values()]
        return best_of(pairs, before, self.voice)

    def houses(
        self, position: Position, options: Sequence[Any], before: Worth
    ) -> tuple[list[str], list[Text]]:
        """The houses as they are best with the card that may follow, if it looks at both."""
        border: Border = options[0].wall.border
        card = rules.spent(position.player.hand or (), rules.kinds_for(position.table, border))
        play = Wall(border, card)
        weighed = []
        for option in options:
            line = Line(Trial(position, play, option.placed), look=self.weights.looks > 0)
            weighed.append(Weighed(option, line.worth))
        return best_of(weighed, before)
