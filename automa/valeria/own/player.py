"""Who plays for a person on a virtual table: legal, within its means, and as good as its level."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

from automa.dialogue import Answer, Ask, Move, Text
from automa.valeria.own import policy
from automa.valeria.own.saying import Saying, written

if TYPE_CHECKING:
    from random import Random

    from automa.valeria.state import State
    from automa.valeria.tables import StandInFacts


class Player:
    """Plays for a person where everything is tracked."""

    __slots__ = ("_noise",)

    def __init__(self, facts: StandInFacts, level: str = "") -> None:
        self._noise = facts.level[level or facts.usual]

    def answer(self, ask: Ask, script: Any, random: Random) -> tuple[Answer, Sequence[Text]]:
        """An answer to any question that a person is asked."""
        state: State = script.table
        if isinstance(ask, Move) and isinstance(ask.notation, Saying):
            return written(policy.choose(state, random, self._noise)), ()
        options = [option.id for option in getattr(ask, "options", ())]
        if options and options[0] in state.manors:
            return max(options, key=partial(policy.first_manor, state)), ()
        if options and options[0] in state.board.district:
            return max(options, key=partial(policy.first_district, state)), ()
        return ask.legal(random), ()
