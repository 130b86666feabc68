"""The game played on from a table: the rest of the round with what chance may bring, and what that is worth.

People's turns are taken as the policy takes them, everything else by the game's own phases.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from random import Random

from automa.dialogue import Ask, Dialogue, Tell
from automa.steps import Step
from automa.thinking import Shuffles
from automa.valeria.game import begin_round, first_keeps, reset_board, rest_of_round
from automa.valeria.opponents.evaluation import Evaluation
from automa.valeria.opponents.policy import Policy
from automa.valeria.own import market
from automa.valeria.rules import effects
from automa.valeria.state import Side, State
from automa.valeria.steps import RECRUITS
from automa.valeria.tables import ROUNDS

BEYOND = (0.0, 6.0, -2.0, 6.0, 18.0)
"""By how many rounds are left: the points by which a person then ends further ahead of an opponent card than
estimated, as found in games of the coach."""
REST = (0.0, 7.5, 10.5, 11.5, 13.5)
"""The standard deviation of that."""


class Thinkers:
    """People who take every turn as the policy would."""

    def draft(self, state: State, side: Side) -> Dialogue[None]:
        effects.begin_draft(state, side)
        return take(state, Policy(state).turn(state).steps)

    def turn(self, state: State, side: Side) -> Dialogue[None]:
        effects.begin_action(state, side)
        return take(state, Policy(state).turn(state).steps)

    def reset(self, state: State, side: Side) -> Dialogue[None]:
        effects.begin_reset(state, side)
        return take(state, Policy(state).turn(state).steps)


def take(state: State, steps: Iterable[Step]) -> Dialogue[None]:
    """Steps one after the other; a card that is recruited is followed by another."""
    for step in steps:
        effects.apply(state, step)
        if isinstance(step, RECRUITS):
            yield from market.refill(state)


class Playouts:
    """Plays on from one table, for one side."""

    def __init__(self, state: State, random: Random) -> None:
        self.state = state
        self.seat = state.you.seat.id
        self.shuffles = Shuffles(random)

    @property
    def length(self) -> int:
        """How many turns of its own are played out."""
        each = self.state.tables.components.dice.each
        in_round = self.state.turn.phase in ("draft", "action")
        return max(1, len(self.state.you.unspent())) if in_round and self.state.acting else each

    @property
    def rest(self) -> float:
        """The standard deviation of what comes after the round that is played out."""
        played = max(ROUNDS[0], self.state.round + (self.state.turn.phase == "dues"))
        return REST[ROUNDS[-1] - played]

    def margin(self, state: State, steps: Sequence[Step], shuffle: int) -> float:
        """The final margin after a turn on that shuffle, or its estimate if the game is not over by then."""
        table, chance = state.twin(), Chance(self.shuffles.random(shuffle))
        chance.go_on(take(table, steps))
        if not table.round:
            chance.go_on(first_keeps(table))
        elif self.state.turn.phase == "dues":
            chance.go_on(reset_board(table))
        if not table.round or self.state.turn.phase == "dues":
            chance.go_on(begin_round(table, table.round + 1))
        chance.go_on(rest_of_round(table, Thinkers()))
        side = table.side(self.seat)
        if table.over:
            return float(side.score - max(other.score for other in table.others(side)))
        table.round, table.progress, table.you = table.round + 1, 0, side
        found = Evaluation(table, side).value(table)
        return found if table.rival is None else found + BEYOND[ROUNDS[-1] + 1 - table.round]


class Chance:
    """Dice and cards of one shuffle: each stream has its own order, independent of the others."""

    def __init__(self, random: Random) -> None:
        self.seed = random.getrandbits(48)
        self.streams: dict[str, Random] = {}

    def go_on(self, talk: Iterable[Ask | Tell]) -> None:
        """Hold a conversation in which only chance is asked."""
        generator = iter(talk)
        try:
            item = next(generator)
            while True:
                item = generator.send(self._drawn(item) if isinstance(item, Ask) else None)  # type: ignore[attr-defined]
        except StopIteration:
            return

    def _drawn(self, ask: Ask) -> object:
        stream = str(ask.stream)
        if stream not in self.streams:
            self.streams[stream] = Random(f"{self.seed} {stream}")
        return ask.legal(self.streams[stream])
