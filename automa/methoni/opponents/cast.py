"""Who one can play against, and who answers for them."""

from __future__ import annotations

from automa.methoni.opponents.following import Follower
from automa.methoni.opponents.thinking import Adviser, Thinking
from automa.methoni.picture import opponent_card
from automa.opponents import Cast

CAST = Cast(
    "methoni",
    opponent_card,
    Follower,
    lambda tables, thinker, level, voice: Thinking(level, voice),
    lambda thinking: Adviser(thinking.weights),
)
