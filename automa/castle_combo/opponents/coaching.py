"""The strongest level in a person's place: what it would take, where, and what else it thought of."""

from __future__ import annotations

from math import inf
from typing import TYPE_CHECKING, Any

from msgspec.structs import replace

from automa.castle_combo import rules
from automa.castle_combo.game import CellOption
from automa.castle_combo.opponents.playouts import Turn as Whole
from automa.castle_combo.opponents.thinking import Weighing, decide_move, in_words, key_turns
from automa.castle_combo.opponents.weighing import Weighed, Weigher, weigher
from automa.castle_combo.rules import Purchase, Way
from automa.castle_combo.state import State
from automa.castle_combo.steps import KEYS, TURN, step_of
from automa.coach import Advice, Choice, Coach, first_of_each
from automa.dialogue import Ask, Choose, Move
from automa.opponents import SHOWN
from automa.steps import Step

if TYPE_CHECKING:
    from collections.abc import Sequence
    from random import Random


class Adviser(Coach):
    """A coach that thinks as one of the levels does."""

    turns = frozenset({"castle-combo.turn", "castle-combo.take"})

    def __init__(self, thinking: Weighing) -> None:
        self.thinking = thinking

    def advise(
        self, ask: Ask, script: Any, random: Random, *, said: Sequence[str] = (), quick: bool = False
    ) -> Advice | None:
        state: State = script.table
        player = state.player(ask.to)
        me = weigher(state, player, self.thinking.evaluation)
        if self.begins(ask) and isinstance(ask, Move):
            ids = [option.id for option in ask.options]
            uses = [use for use, key in KEYS.items() if key.verb.id in ids]
            return self.turn(me, uses, random, "".join(said[:1]), quick=quick)
        if ask.id == "castle-combo.cell" and isinstance(ask, Choose):
            cells = [each for each in ask.options if isinstance(each, CellOption)]
            takes = [Purchase(each.card, each.down, each.id, _price(me, each)) for each in cells]
            return _best_of(me, me.weigh(takes), [each.id for each in cells])
        if ask.id == "castle-combo.ability" and isinstance(ask, Choose):
            ways = [each for each in ask.options if isinstance(each, Way)]
            return _best_of(me, me.ways(ways), [each.id for each in ways])
        return None

    def turn(self, me: Weigher, uses: Sequence[str], random: Random, said: str, *, quick: bool) -> Advice:
        """A whole turn, or a key for new cards: what that was worth if it was said, whatever comes."""
        now = sum(me.now())
        turns, why = key_turns(me, uses)
        known: dict[str, float] = {}
        for turn in turns:
            if turn.use != "none":
                letter = KEYS[turn.use].verb.id
                known[letter] = max(turn.value - now, known.get(letter, -inf))
        ranked = sorted(turns, key=lambda turn: -turn.value)
        # Of each card, and of those face down, the best cell.
        shown = first_of_each(ranked, lambda turn: (turn.use, turn.face))[:SHOWN]
        choices = [Choice(in_words(turn), turn.value - now) for turn in shown]
        few = [] if quick else self.thinking.promising(me, turns)
        if len(few) > 1:
            played = self.thinking.ahead(me, few, random)
            ranked, why = [played[0].move], [*why, *self.thinking.decided(played)[1]]
            choices = [Choice(in_words(each.move), each.value) for each in played[:SHOWN]]

        def judge(script: Any) -> float:
            after = script.table.player(me.player.seat.id)
            return sum(self.thinking.evaluation.worth(after)) - now

        return Advice(written(me.bench.state, ranked[0]), choices, why, judge, known.get(said))


def written(state: State, turn: Whole) -> str:
    """A turn as it is typed."""
    steps: list[Step] = [KEYS[turn.use]] if turn.use != "none" else []
    if turn.take is not None and isinstance(turn.take.move, Purchase):
        steps.append(replace(step_of(turn.take.move), words=turn.take.way.words))
    return TURN.written(state, steps)


def _price(me: Weigher, option: CellOption) -> int:
    return 0 if option.down else min(rules.price(me.player, option.card), me.player.gold)


def _best_of(me: Weigher, weighed: Sequence[Weighed], answers: Sequence[str]) -> Advice:
    """The best of the options of a question."""
    before = me.now()
    _, why = decide_move(weighed, before)
    ranked = sorted(zip(weighed, answers, strict=True), key=lambda each: -each[0].value)
    choices = [Choice(each.move, each.value - sum(before)) for each, _ in ranked[:SHOWN]]
    return Advice(ranked[0][1], choices, why)
