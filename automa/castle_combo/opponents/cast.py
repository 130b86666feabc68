"""Who one can play against, who answers for them, and who plays when nobody is at the table."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from automa.castle_combo.opponents.coaching import Adviser
from automa.castle_combo.opponents.following import Follower
from automa.castle_combo.opponents.plans import GAME, Plan, plan_words
from automa.castle_combo.opponents.thinking import Weighing
from automa.castle_combo.opponents.worth import evaluation
from automa.castle_combo.picture import opponent_card
from automa.game import Decider, Opponent, Seat, Setup
from automa.opponents import StandIn, character_words, everybody, strongest

if TYPE_CHECKING:
    from automa.castle_combo.tables import Tables


def opponents(tables: Tables) -> Sequence[Opponent]:
    """Everybody one can play against: the cards of priorities, then the bots that think."""
    return everybody(GAME, tables.opponents.opponent, tables.opponents.thinker, draw=opponent_card)


def decider(seat: Seat, setup: Setup) -> Decider:
    """Who answers for a seat."""
    if seat.is_person:
        return StandIn()
    tables: Tables = setup.tables
    found = tables.opponents.named(seat.opponent)
    voice = found.voice(GAME, seat.opponent)
    if isinstance(found, Plan):
        return Follower(found, voice)
    level = found.level[seat.level or next(iter(found.level))]
    return Weighing(level, evaluation(found.weights[level.weights], tables.cards.deck), voice)


def coach(setup: Setup) -> Adviser | None:
    """The strongest level in a person's place."""
    found = strongest(setup.tables.opponents.thinker)
    if found is None:
        return None
    thinker, level = found
    weights = evaluation(thinker.weights[level.weights], setup.tables.cards.deck)
    return Adviser(Weighing(level, weights))


def opponent_words(tables: Tables) -> Iterator[str]:
    """Every text id of opponents that is put together from a word."""
    yield from plan_words()
    yield from character_words(GAME, tables.opponents.opponent, tables.opponents.thinker)
