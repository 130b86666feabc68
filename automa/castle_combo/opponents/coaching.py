"""The strongest level in a person's place: what it would take, where, and what else it thought of."""

from __future__ import annotations

from functools import partial
from operator import attrgetter
from typing import TYPE_CHECKING

from msgspec.structs import replace

from automa.castle_combo import rules
from automa.castle_combo.game import CellOption
from automa.castle_combo.opponents.thinking import Weighing, key_turns
from automa.castle_combo.opponents.weighing import Weighed, Weigher, weigher
from automa.castle_combo.rules import Purchase, Way
from automa.castle_combo.state import State
from automa.castle_combo.steps import KEYS, TURN, Take, step_of
from automa.coach import Advice, Coach, advised
from automa.dialogue import Ask, Choose, Move
from automa.game import HasTable
from automa.opponents import SHOWN
from automa.steps import NOTHING, Said, Step

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from random import Random

TURNS = ("castle-combo.turn", "castle-combo.take")
MORE = 1.5
"""How much longer than a level it thinks: more moves are to be played out equally often."""


class Adviser(Coach):
    """A coach that thinks as one of the levels does."""

    turns = frozenset({"castle-combo.turn"})

    def __init__(self, thinking: Weighing) -> None:
        self.thinking = thinking

    def advise(
        self, ask: Ask, script: HasTable[State], random: Random, *, said: Sequence[str] = (), played: str = ""
    ) -> Advice | None:
        state = script.table
        me = weigher(state, state.player(ask.to), self.thinking.evaluation)
        mine: Weighed | None = None
        if isinstance(ask, Move) and ask.id in TURNS:
            ids = [option.id for option in ask.options]
            turns, _ = key_turns(me, [use for use, key in KEYS.items() if key.verb.id in ids])
            if played:
                mine = as_played(me, turns, TURN.heard(state, played, NOTHING, ask.options))
            return self.best(me, turns, partial(written, state), random, mine)
        if ask.id == "castle-combo.cell" and isinstance(ask, Choose):
            cells = [each for each in ask.options if isinstance(each, CellOption)]
            found = me.weigh(
                [rules.purchase_of(me.player, each.card, each.id, down=each.down) for each in cells]
            )
        elif ask.id == "castle-combo.ability" and isinstance(ask, Choose):
            found = me.ways(each for each in ask.options if isinstance(each, Way))
        else:
            return None
        mine = next((turn for turn in found if option_of(turn) == played), None)
        return self.best(me, found, option_of, random, mine)

    def best(
        self,
        me: Weigher,
        turns: Sequence[Weighed],
        answer: Callable[[Weighed], str],
        random: Random,
        mine: Weighed | None,
    ) -> Advice:
        """The best of some turns, played out."""
        few = self.thinking.promising(turns)
        compared = self.thinking.ahead(me, few, random, MORE, keep=SHOWN, forced=mine)
        return advised(compared, answer, played=mine)


def as_played(me: Weigher, turns: Sequence[Weighed], said: Said) -> Weighed | None:
    """The turn that the player took; the best that it can become, if it is not all said."""
    use = next((use for use, key in KEYS.items() if key in said.steps), "none")
    take = next((step for step in said.steps if isinstance(step, Take)), None)
    card = take.card.id if take else "".join(each.id for each in said.begun.said.get("card", ()))
    down = take.down if take else "down" in said.begun.said
    found = [turn for turn in turns if turn.use == use]
    if card:
        found = [turn for turn in found if turn.face and (turn.face[0].id, turn.face[1]) == (card, down)]
    if take:
        found = [turn for turn in found if option_of(turn) == take.cell]
    best = max(found, key=attrgetter("value"), default=None)
    if best and take and not set(take.choices) <= set(best.way.words):
        assert isinstance(best.move, Purchase)
        ways = me.bench.after_laying(best.move, me.bench.ways)
        best = replace(best, way=next(way for way in ways if set(take.choices) <= set(way.words)))
    return best


def option_of(turn: Weighed) -> str:
    """The option of a question about a cell or an ability that a turn is."""
    return turn.move.cell if isinstance(turn.move, Purchase) else turn.move.id


def written(state: State, turn: Weighed) -> str:
    """A turn as it is typed."""
    steps: list[Step] = [KEYS[turn.use]] if turn.use != "none" else []
    if isinstance(turn.move, Purchase):
        steps.append(replace(step_of(turn.move), choices=turn.way.words))
    return TURN.written(state, steps)
