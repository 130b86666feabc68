"""How a good player takes a turn: every step is tried on a copy of the table, and what comes of it weighed.

What a step costs and does is only in the rules. A step with several parts is put together part by part, each
the best beside the first choice for those that follow; what is due is chosen as it comes, and what may follow
an action is done as long as it gets one further.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

from msgspec import Struct
from msgspec.structs import replace

from automa.dialogue import Refused
from automa.steps import NOTHING, Begun, Step
from automa.valeria import rules
from automa.valeria.opponents.evaluation import Evaluation
from automa.valeria.rules.effects import answers, apply, begin_set_up
from automa.valeria.rules.prices import is_payable
from automa.valeria.rules.turn import TURN, choices, legal
from automa.valeria.state import State
from automa.valeria.steps import Act, Build, End, Sell, Skip

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


def first_place(state: State, district: str, number: str) -> float:
    """What it is worth to begin with a manor in a district."""
    table = state.twin()
    begin_set_up(table, number, district)
    return Evaluation(state, state.you).value(table)


FIRST: Mapping[str, Callable[[State, str], float]] = {
    "valeria.setup.manor": lambda state, number: max(
        first_place(state, district, number) for district in rules.empty_districts(state)
    ),
    "valeria.setup.district": lambda state, district: max(
        first_place(state, district, number) for number in rules.manors_left(state)
    ),
}
"""What the answers to the questions of the set-up are worth, with the best that may follow."""
