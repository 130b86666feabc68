"""A bot that weighs every move, and at higher levels plays the best of them out before it decides."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from msgspec import Struct, field
from msgspec.structs import replace

from automa.castle_combo import rules
from automa.castle_combo.cards import other
from automa.castle_combo.opponents.plans import GAME, Level
from automa.castle_combo.opponents.playouts import Playouts
from automa.castle_combo.opponents.weighing import NEW_CARDS, Weighed, Weigher, best, weigher
from automa.castle_combo.opponents.worth import PARTS, Evaluation, Worth
from automa.castle_combo.rules import Purchase, Way
from automa.castle_combo.state import Player, State
from automa.dialogue import Answer, Ask, Several, Text
from automa.game import HasTable
from automa.opponents import CLOSE, SHOWN, best_played_out, best_weighed, tenths
from automa.priorities import Voice
from automa.thinking import Compared, compare, worth_playing_out

if TYPE_CHECKING:
    from random import Random

Decision = tuple[list[str], list[Text]]

RENEWED = 0.2
"""The share of a search that is left for the new cards, when one has led to a refresh already."""
MOST_GAMES = 800
"""Towards the end, when a game is soon played out, more would only take longer."""


class Thought(Struct):
    """The turns that were played out when it was decided what a key is spent on, best first.

    They hold for the card to take as well, as long as the table is as it was thought of.
    """

    table: tuple[object, ...] = ()
    played: Sequence[Compared[Weighed]] = ()
    renewed: int | None = None
    """The turn in which they led to a refresh: then there are other cards."""


class Weighing(Struct, frozen=True):
    """Decides by weighing every move, and by looking ahead if its level does."""

    level: Level
    evaluation: Evaluation
    voice: Voice | None = None
    thought: Thought = field(default_factory=Thought)

    def answer(self, ask: Ask, script: HasTable[State], random: Random) -> tuple[Answer, Sequence[Text]]:
        assert isinstance(ask, Several)
        state = script.table
        me = weigher(state, state.player(ask.to), self.evaluation)
        if ask.id == "castle-combo.opponent-key":
            return self.key(me, [option.id for option in ask.options], random)
        takes = me.weigh([option for option in ask.options if isinstance(option, Purchase)])
        if takes:
            return self.take(me, takes, random)
        return decide_move(me.ways(each for each in ask.options if isinstance(each, Way)), me.now())

    def take(self, me: Weigher, takes: Sequence[Weighed], random: Random) -> Decision:
        """Which card, where."""
        if self.thought.table == as_it_lies(me.bench.state):
            return best_played_out(self.thought.played, self.voice)
        turns = self.promising(takes)
        if len(turns) < 2:
            return decide_move(takes, me.now(), self.voice)
        share = RENEWED if self.thought.renewed == me.bench.state.turn else 1.0
        return best_played_out(self.ahead(me, turns, random, share), self.voice)

    def key(self, me: Weigher, uses: Sequence[str], random: Random) -> Decision:
        """Whether to spend a key: the best that each use leads to."""
        if not self.level.keys:
            return ["none"], [Text("castle-combo.think.never-keys")]
        turns, why = key_turns(me, uses)
        few = self.promising(turns)
        if len({turn.use for turn in few}) > 1:
            played = self.ahead(me, few, random)
            use = played[0].move.use
            self.think_on(me.bench.state, me.player, played)
            # Where no key is spent the turns that were played out are told with the card that is taken.
            return [use], [] if use == "none" else best_played_out(played)[1]
        top = max(turn.value for turn in turns)
        # A key is not spent for nothing: among equals it stays.
        return [next(turn.use for turn in turns if turn.value >= top - CLOSE)], why

    def think_on(self, state: State, player: Player, played: Sequence[Compared[Weighed]]) -> None:
        """Keep in mind what was played out, for the card to take."""
        use = played[0].move.use
        self.thought.renewed = state.turn if use == "refresh" else None
        if use == "move":
            rules.spend_key_to_move(state, player)
            played = [each for each in played if each.move.use == use]
        if use != "refresh":
            self.thought.table, self.thought.played = as_it_lies(state), played

    def promising(self, turns: Sequence[Weighed]) -> Sequence[Weighed]:
        """The turns worth playing out; of cells that make no difference one is enough."""
        if self.level.search is None:
            return []
        different = {turn.like: turn for turn in reversed(turns)}
        return worth_playing_out(list(different.values()), self.level.search)

    def ahead(
        self,
        me: Weigher,
        turns: Sequence[Weighed],
        random: Random,
        share: float = 1.0,
        *,
        keep: int = 2,
        forced: Weighed | None = None,
    ) -> Sequence[Compared[Weighed]]:
        """Some turns when they are played out, best first."""
        assert self.level.search is not None
        games = min(MOST_GAMES, self.level.search.games(me.bench.state.turns_left))
        games = max(2, int(games * share))
        return compare(turns, Playouts(me, random).play, games, keep=keep, forced=forced)


def as_it_lies(state: State) -> tuple[object, ...]:
    """All that a turn depends on, to be compared: another turn, a correction or an undo changes it."""
    tableaus = [
        (
            player.gold,
            player.keys,
            [(laid.card, laid.cell, laid.down, laid.gold) for laid in player.cards.values()],
        )
        for player in state.players
    ]
    return state.turn, state.messenger, state.display, state.discards, tableaus


def key_turns(me: Weigher, uses: Sequence[str]) -> tuple[list[Weighed], list[Text]]:
    """Every turn there is, by what a key is spent on; and the best of each use, in words."""
    now = sum(me.now())
    turns = me.takes()
    top = best(turns)
    why = [Text("castle-combo.think.none", move=top.move, value=tenths(top.value - now))]
    if "move" in uses:
        there = me.after_key(lambda: me.takes(other(me.bench.state.messenger)))
        turns += [replace(each, use="move") for each in there]
        found = best(there)
        top = best([top, found])
        why.append(Text("castle-combo.think.move", move=found.move, value=tenths(found.value - now)))
    if "refresh" in uses:
        expected = me.after_refresh(top.value)
        turns.append(Weighed(NEW_CARDS, expected.value, use="refresh"))
        id = (
            "castle-combo.think.refresh"
            if expected.count == len(expected.cards)
            else "castle-combo.think.far"
        )
        cards = list(expected.cards[:SHOWN])
        why.append(Text(id, value=tenths(expected.value - now), count=expected.count, cards=cards))
    return turns, why


def decide_move(weighed: Sequence[Weighed], before: Worth, voice: Voice | None = None) -> Decision:
    """The best moves, and the best few with what their values consist of."""
    return best_weighed(GAME, PARTS, weighed, before, voice)
