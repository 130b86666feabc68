"""Who one can play against, who answers for them, and who plays when nobody is at the table."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from automa.game import Decider, Opponent, Seat, Setup
from automa.methoni.opponents.following import ANNEX, CARDS, HOUSES, Follower
from automa.methoni.opponents.thinking import Adviser, Thinking
from automa.methoni.picture import opponent_card
from automa.opponents import StandIn, character_words, everybody, strongest

if TYPE_CHECKING:
    from automa.methoni.tables import Tables


def opponents(tables: Tables) -> Sequence[Opponent]:
    """Everybody one can play against: the cards of priorities, then those that think."""
    return everybody("methoni", tables.opponents.opponent, tables.opponents.thinker, draw=opponent_card)


def decider(seat: Seat, setup: Setup) -> Decider:
    """Who answers for a seat."""
    tables: Tables = setup.tables
    if seat.is_person:
        return StandIn()
    plan = tables.opponents.opponent.get(seat.opponent)
    if plan is not None:
        return Follower(plan, plan.voice("methoni", seat.opponent))
    thinker = tables.opponents.thinker[seat.opponent]
    weights = thinker.level[seat.level or next(iter(thinker.level))]
    return Thinking(weights, thinker.voice("methoni", seat.opponent))


def coach(setup: Setup) -> Adviser | None:
    """The strongest level in a person's place."""
    tables: Tables = setup.tables
    best = strongest(tables.opponents.thinker)
    return None if best is None else Adviser(best[1])


def opponent_words(tables: Tables) -> Iterator[str]:
    """Every text id of opponents that is put together from a word."""
    for vocabulary in (CARDS, HOUSES, ANNEX):
        yield from vocabulary.words()
    yield from character_words("methoni", tables.opponents.opponent, tables.opponents.thinker)
