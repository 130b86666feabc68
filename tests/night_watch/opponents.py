"""Who plays against you: cards of priorities, tried in order on the steps that can be taken."""

from msgspec import Struct

from automa.dialogue import Named, Several, Text, joined
from automa.opponents import CardPlayers
from automa.priorities import Vocabulary
from automa.steps import Step
from tests.night_watch.rules import TURN, State, apply, column


class Idea(Named, Struct, frozen=True):
    id: str
    name: Text
    step: Step
    points: int
    pay: int


def idea(state: State, step: Step) -> Idea:
    """A step and what it is worth, found out by taking it on a copy of the table."""
    seat, after = state.seat, state.copy()
    (event,) = apply(after, step)
    points = column(after, seat).total - column(state, seat).total
    name = Text("night-watch.idea", step=joined("answer.then", TURN.named(state, step)))
    return Idea(TURN.written(state, [step]), name, step, points, -event.coins)


def question(state: State) -> Several:
    ideas = [idea(state, step) for step in TURN.left(state)]
    return Several("night-watch.best", state.seat.id, ideas, low=1)


MEASURES = {"points": lambda idea: idea.points, "pay": lambda idea: idea.pay}
CAST = CardPlayers(Vocabulary("night-watch", MEASURES), lambda plan: plan.wants, Text("night-watch.plan"))
