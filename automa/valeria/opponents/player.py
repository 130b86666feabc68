"""The stand-in that plays for a person on a virtual table, at a level."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from msgspec.structs import replace

from automa.dialogue import Answer, Ask, Choose, Move, Text
from automa.game import HasTable
from automa.steps import Notation, Step
from automa.valeria import rules
from automa.valeria.opponents.policy import FIRST, Policy, exact, in_a_line
from automa.valeria.own import goods, market
from automa.valeria.rules.effects import apply
from automa.valeria.state import Market, State
from automa.valeria.tables import BACKS, RESOURCES, Goods

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

    def answer(self, ask: Ask, script: HasTable[State], random: Random) -> tuple[Answer, Sequence[Text]]:
        """An answer to any question that a person is asked."""
        state = script.table
        if isinstance(ask, Move) and isinstance(ask.notation, Notation):
            return in_a_line(state, self._steps(state, random)), ()
        if isinstance(ask, Choose) and ask.id in FIRST:
            worth, table = FIRST[ask.id], state if state.tracks_all else self._tracked(state)
            return max([option.id for option in ask.options], key=lambda id: worth(table, id)), ()
        return ask.legal(random), ()

    def _steps(self, state: State, random: Random) -> Sequence[Step]:
        """The rest of the turn; only its next step where goods are not tracked: a tally is kept of them."""
        noise = (lambda: random.gauss(0, self._noise)) if self._noise else exact
        if state.tracks_all:
            return Policy(state, noise).turn(state).steps
        table = self._tracked(state)
        step = Policy(table, noise).turn(table).steps[0]
        apply(table, step)
        for due in [due for due in table.turn.dues if due.what in ("resource", "either")]:
            kind = "gold" if due.gold else min(RESOURCES, key=lambda each: table.you.goods[each])
            goods.gain(table, table.you, kind, due.gold or due.n)
        self._goods = table.you.goods
        untracked = {"kind": "", "icon": None, "magic": None}
        return [
            replace(step, **{name: untracked[name] for name in untracked if name in step.__struct_fields__})
        ]

    def _tracked(self, state: State) -> State:
        """A copy of the table with goods and open cards, filled in where the game does not track them."""
        table = state.twin()
        table.tracks_all = True
        table.you.goods = dict(self._goods or state.tables.components.start)
        if table.market is None:
            lines = {back: rules.free_citizens(state, back)[-LINE:] for back in BACKS}
            table.market = Market(lines=lines)
        if not table.market.icons:
            card = next(iter(state.tables.wharf.card.values()))
            columns = state.tables.wharf.columns_for(len(state.sides))
            table.market.icons = {row: icons[-columns:] for row, icons in card.rows().items()}
        market.cover_again(table)
        return table
