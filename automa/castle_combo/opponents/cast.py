"""Who one can play against, and who answers for them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from automa.castle_combo.opponents.evaluation import evaluation
from automa.castle_combo.opponents.following import Follower
from automa.castle_combo.opponents.plans import GAME, Level, Thinker
from automa.castle_combo.opponents.thinking import Adviser, Weighing
from automa.castle_combo.picture import opponent_card
from automa.opponents import Cast
from automa.priorities import Voice

if TYPE_CHECKING:
    from automa.castle_combo.tables import Tables


def thinking(tables: Tables, thinker: Thinker, level: Level, voice: Voice | None) -> Weighing:
    return Weighing(level, evaluation(thinker.weights[level.weights], tables.cards.deck), voice)


CAST = Cast(GAME, opponent_card, Follower, thinking, Adviser)
