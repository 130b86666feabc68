"""Reminders of the rules, as a picture."""

from __future__ import annotations

from typing import Any

from automa.dialogue import Text
from automa.game import Game
from automa.picture import Heading, Lines, Picture, Span
from solo.hints import hint
from solo.trouble import Trouble


def rules_picture(game: Game, tables: Any, topic: str | None) -> Picture:
    """The reminders of one topic, or of all; an unknown topic is trouble."""
    topics = dict(game.rules(tables))
    if topic is not None and topic not in topics:
        raise Trouble(Text("trouble.unknown-topic", found=topic, hint=hint(topic, topics)))
    picture: Picture = []
    for id, text in topics.items():
        if topic in (None, id):
            picture += [Heading(Text(f"{game.id}.topic.{id}"), [[Span(id, "dim")]]), Lines([[Span(text)]])]
    return picture
