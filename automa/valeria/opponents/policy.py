"""How a good player takes a turn: every step is tried on a copy of the table, and what comes of it weighed.

So does the stand-in that plays for a person.

What a step costs and does is only in the rules. A step with several parts is put together part by part, each
the best beside the first choice for those that follow; what is due is chosen as it comes, and what may follow
an action is done as long as it gets one further.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace

from automa.dialogue import Answer, Ask, Choose, Move, Refused, Text
from automa.game import HasTable
from automa.steps import NOTHING, Begun, Step, StepNotation
from automa.valeria import rules
from automa.valeria.opponents.evaluation import Evaluation
from automa.valeria.own import goods, market
from automa.valeria.rules.effects import answers, apply, begin_set_up
from automa.valeria.rules.prices import is_payable
from automa.valeria.rules.turn import TURN, choices, legal
from automa.valeria.state import Market, State
from automa.valeria.steps import Act, Build, End, Sell, Skip
from automa.valeria.tables import BACKS, RESOURCES, Goods

if TYPE_CHECKING:
    from random import Random

    from automa.valeria.tables import StandInFacts

LINE = 4
"""As many citizens as lie open of each back."""
LITTLE = 0.05
"""An optional step must gain more than this, or it is not taken."""
Noise = Callable[[], float]


def exact() -> float:
    """No noise: the estimates are used as they are."""
    return 0.0


class Tried(Struct):
    """Steps that were tried on a copy of the table, and what it is worth then."""

    steps: tuple[Step, ...]
    table: State
    value: float


class Policy:
    """Takes turns for the side that an evaluation is made for."""

    def __init__(self, state: State, noise: Noise = exact) -> None:
        self.view = Evaluation(state, state.you)
        self.noise = noise

    def tried(self, state: State, step: Step, before: tuple[Step, ...] = ()) -> Tried:
        """A step on a copy of the table."""
        table = state.trial()
        apply(table, step)
        return Tried((*before, step), table, self.view.value(table) + self.noise())

    def turn(self, state: State) -> Tried:
        """The rest of a turn, at its best."""
        if state.turn.dues or state.turn.action or state.turn.phase != "action":
            return self.completed(Tried((), state, 0.0))
        best: dict[type[Step], Tried] = {}
        for first in self.firsts(state, legal(state)):
            if not isinstance(first.steps[0], Build):
                kind = type(first.steps[0])
                if kind not in best or first.value > best[kind].value:
                    best[kind] = first
        return max(map(self.completed, best.values()), key=lambda each: each.value)

    def firsts(self, state: State, steps: Sequence[Step]) -> Iterator[Tried]:
        """Complete steps made from partial ones, tried on copies; not every combination of parts and dice."""
        done: set[type[Step]] = set()
        for step in steps:
            kind = type(step)
            if not isinstance(step, Act):
                yield from self._in_full(state, step)
            elif kind not in done:
                done.add(kind)
                alike = [each for each in steps if isinstance(each, Act) and type(each) is kind]
                found = list(self._in_full(state, step))
                yield from found
                for other in alike[1:] if found else ():
                    best = max(found, key=lambda each: each.value).steps[0]
                    same = replace(best, die=other.die, turned=other.turned)
                    if is_payable(state, same):
                        yield self.tried(state, same)

    def _in_full(self, state: State, step: Step) -> Iterator[Tried]:
        """A step with everything said, one part after the other."""
        parts = [part for part in type(step).parts if part.needed and not getattr(step, part.field)]
        if not parts:
            yield self.tried(state, step)
        for part in parts:
            found: list[Tried] = []
            for id in choices(state, step, part):
                whole = _filled(state, replace(step, **{part.field: id}))
                if whole is not None:
                    found.append(self.tried(state, whole))
            if not found:
                return
            yield from found
            best = max(found, key=lambda each: each.value).steps[0]
            step = replace(step, **{part.field: getattr(best, part.field)})

    def completed(self, begun: Tried) -> Tried:
        """The same turn to its end."""
        steps, table = begun.steps, begun.table.trial()
        while table.turn.phase:
            step = self._next(table)
            apply(table, step)
            steps = (*steps, step)
        return Tried(steps, table, self.view.value(table) + self.noise())

    def _next(self, state: State) -> Step:
        """The next step of a turn: what is due, an action, or a follow-up that gains something."""
        if state.turn.dues:
            found = list(answers(state, state.turn.dues[0]))
        else:
            found = [step for step in legal(state) if not _is_detail(state, step)]
        if len(found) == 1 and not type(found[0]).parts:
            return found[0]
        best: Step | None = next((each for each in found if isinstance(each, End | Skip)), None)
        most = self.view.value(state) + LITTLE
        after = [each for each in found if not isinstance(each, End | Skip | Build)]
        for steps in (after, [each for each in found if isinstance(each, Build)]):
            for step in steps:
                for tried in self._in_full(state, step):
                    if best is None or tried.value > most:
                        best, most = tried.steps[0], tried.value
            if best is not None and not isinstance(best, End | Skip):
                return best
        assert best is not None
        return best


def _filled(state: State, step: Step) -> Step | None:
    """A step with the first choice for whatever is not said; None if there is none."""
    for part in type(step).parts:
        if part.needed and not getattr(step, part.field):
            id = next(iter(choices(state, step, part)), None)
            if id is None:
                return None
            step = replace(step, **{part.field: id})
    return step


def _is_detail(state: State, step: Step) -> bool:
    """Whether a step is a sale that names its track; the push that is due afterwards names it as well."""
    return isinstance(step, Sell) and step.gets in state.board.tracks


def in_a_line(state: State, steps: Sequence[Step], begun: Begun = NOTHING) -> str:
    """Steps as they are typed: as many as are understood so, as a word may mean two things that are due."""
    for count in range(len(steps), 1, -1):
        line = TURN.written(state, steps[:count], begun)
        try:
            if TURN.understand(state, line, begun, insist=True).steps == list(steps[:count]):
                return line
        except Refused:
            continue
    return TURN.written(state, steps[:1], begun)  # an option by that name says what is due first


BEGINNINGS = ("valeria.setup.manor", "valeria.setup.district")
"""The questions of the set-up: a manor, and a district for it."""


def beginnings(state: State, numbers: Sequence[str]) -> Iterator[tuple[str, str, State]]:
    """Each of these manors in each district that is empty, on a copy of the table."""
    for number in numbers:
        for district in rules.empty_districts(state):
            table = state.twin()
            begin_set_up(table, number, district)
            yield number, district, table


# The stand-in


class Player:
    """Plays for a person on a virtual table, at a level.

    Where goods are not tracked it keeps a tally of its own, as on a player board.
    """

    __slots__ = ("_goods", "_noise")

    def __init__(self, facts: StandInFacts, level: str = "") -> None:
        self._noise = facts.level[level or facts.usual]
        self._goods: dict[Goods, int] = {}

    def answer(self, ask: Ask, script: HasTable[State], random: Random) -> tuple[Answer, Sequence[Text]]:
        """An answer to any question that a person is asked."""
        state = script.table
        if isinstance(ask, Move) and isinstance(ask.notation, StepNotation):
            return in_a_line(state, self._steps(state, random)), ()
        if isinstance(ask, Choose) and ask.id in BEGINNINGS:
            return self._beginning(ask, state if state.tracks_all else self._tracked(state)), ()
        return ask.legal(random), ()

    def _beginning(self, ask: Choose, state: State) -> str:
        """The manor or the district that can be worth most to begin with."""
        view, worth = Evaluation(state, state.you), dict[str, float]()
        for number, district, table in beginnings(state, rules.manors_left(state)):
            value = view.value(table)
            for id in (number, district):
                worth[id] = max(value, worth.get(id, value))
        return max([option.id for option in ask.options], key=worth.__getitem__)

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
