"""Games off the shelf: with what is known of them, and with their words."""

from __future__ import annotations

from typing import NamedTuple

from automa.game import Game
from solo.commands.options import Context
from solo.facts.overlay import Facts
from solo.facts.taught import own_tables
from solo.games import game_named
from solo.words.sentences import Words


class Taken(NamedTuple):
    """A game, its tables with what the user taught, and the words of the app and of the game."""

    game: Game
    facts: Facts
    words: Words


def take(ctx: Context, name: str) -> Taken:
    """The game that is named on the command line."""
    game = game_named(name)
    return Taken(game, own_tables(game), ctx.words.and_of(game.folder))
