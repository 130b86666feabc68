"""Looking things up: who one can play against, and the rules."""

from typing import Annotated

from automa.dialogue import Text
from automa.picture import Heading, Lines, Picture, Span
from solo.commands.options import Context, GameName, Plain, argument
from solo.commands.shelf import take
from solo.fronts.opening import open_screen
from solo.showing.reminders import rules_picture, topics_about


def opponents(ctx: Context, name: GameName, *, plain: Plain = False) -> int:
    """`solo opponents`: everybody one can play against, drawn as cards."""
    game, facts, words = take(ctx, name)
    screen = open_screen(words, plain)
    for opponent in game.opponents(facts.tables):
        made_by_us = Text("opponents.house" if opponent.house else "opponents.taught")
        kind = Text("opponents.official") if opponent.official else made_by_us
        picture: Picture = [
            Heading(opponent.name, [[Span(opponent.id, "dim")], [Span(kind, "dim")]]),
            Lines([[Span(opponent.character)]]),
        ]
        if opponent.levels:
            levels = Text("opponents.levels", levels=list(opponent.levels), opponent=opponent.id)
            picture.append(Lines([[Span(levels, "dim")]]))
        screen.picture(picture + opponent.card)
    return 0


def rules(
    ctx: Context,
    name: GameName,
    topic: Annotated[str | None, argument("help.topic", "TOPIC")] = None,
    *,
    plain: Plain = False,
) -> int:
    """`solo rules`: reminders of the rules, all or those that a word is about."""
    game, facts, words = take(ctx, name)
    topics = None if topic is None else topics_about(game, facts.tables, topic, words)
    open_screen(words, plain).picture(rules_picture(game, facts.tables, topics))
    return 0
