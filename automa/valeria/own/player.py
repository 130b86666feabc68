"""Who plays for a person on a virtual table: legal, within its means, and as good as its level."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

from msgspec.structs import replace

from automa.dialogue import Answer, Ask, Move, Text
from automa.steps import Notation, Step
from automa.valeria import rules
from automa.valeria.own import goods, market, policy
from automa.valeria.rules.effects import apply
from automa.valeria.rules.turn import TURN
from automa.valeria.state import Market, State
from automa.valeria.tables import BACKS, RESOURCES, ROWS, Goods

if TYPE_CHECKING:
    from random import Random

    from automa.valeria.tables import StandInFacts


LINE = 4
"""As many citizens as lie open of each back."""


class Player:
    """Plays for a person; where goods are not tracked it keeps a tally of its own, as on a player board."""

    __slots__ = ("_goods", "_noise")

    def __init__(self, facts: StandInFacts, level: str = "") -> None:
        self._noise = facts.level[level or facts.usual]
        self._goods: dict[Goods, int] = {}

    def answer(self, ask: Ask, script: Any, random: Random) -> tuple[Answer, Sequence[Text]]:
        """An answer to any question that a person is asked."""
        state: State = script.table
        if isinstance(ask, Move) and isinstance(ask.notation, Notation):
            step = self._choose(state, random)
            return TURN.written(state, [step]), ()
        options = [option.id for option in getattr(ask, "options", ())]
        if options and options[0] in state.manors:
            return max(options, key=partial(policy.first_manor, state)), ()
        if options and options[0] in state.board.district:
            return max(options, key=partial(policy.first_district, state)), ()
        return ask.legal(random), ()

    def _choose(self, state: State, random: Random) -> Step:
        if state.tracks_all:
            return policy.choose(state, random, self._noise)
        table = self._tracked(state)
        step = policy.choose(table, random, self._noise)
        apply(table, step)
        for due in [due for due in table.turn.dues if due.what in ("resource", "either")]:
            kind = "gold" if due.gold else min(RESOURCES, key=lambda each: table.you.goods[each])
            goods.gain(table, table.you, kind, due.gold or due.n)
        self._goods = table.you.goods
        untracked = {"kind": "", "icon": None, "magic": None}
        return replace(
            step, **{name: untracked[name] for name in untracked if name in step.__struct_fields__}
        )

    def _tracked(self, state: State) -> State:
        """The same table with goods and open cards, as they may well be."""
        table = state.twin()
        table.tracks_all = True
        table.you.goods = dict(self._goods or state.tables.components.start)
        if table.market is None:
            lines = {back: rules.free_citizens(state, back)[-LINE:] for back in BACKS}
            table.market = Market(lines=lines)
        if not table.market.icons:
            card = next(iter(state.tables.wharf.card.values()))
            columns = state.tables.wharf.columns_for(len(state.sides))
            table.market.icons = {row: getattr(card, row)[-columns:] for row in ROWS}
        market.cover_again(table)
        return table
