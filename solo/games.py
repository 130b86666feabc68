"""The list of games. A new game is one line here."""

from __future__ import annotations

from difflib import get_close_matches
from importlib import import_module

from automa.dialogue import Text
from automa.game import Game
from solo.trouble import Trouble

GAMES = {
    "castle-combo": "automa.castle_combo",
}
"""For each game, as typed, the package it is in; imported only when it is played."""


def game_named(name: str) -> Game:
    """The game a player means."""
    if name not in GAMES:
        near = get_close_matches(name.lower().replace("_", "-").replace(" ", "-"), GAMES, 1, 0.5)
        raise Trouble(
            Text("trouble.unknown-game-near", found=name, near=near[0])
            if near
            else Text("trouble.unknown-game", found=name, allowed=list(GAMES))
        )
    game: Game = import_module(GAMES[name]).GAME
    return game
