"""The list of games. A new game is one line here."""

from __future__ import annotations

from importlib import import_module

from automa.dialogue import Text
from automa.game import Game
from solo.suggestions import hint
from solo.trouble import Trouble

GAMES = {
    "castle-combo": "automa.castle_combo",
    "methoni": "automa.methoni",
    "six-castles": "automa.six_castles",
    "valeria": "automa.valeria",
}
"""For each game, as typed, the package it is in; imported only when it is played."""

TITLES = {
    "castle-combo": "Castle Combo",
    "methoni": "Castello Methoni",
    "six-castles": "6 Castles",
    "valeria": "Castellans of Valeria",
}
"""What they are called, for a list of many saves: it takes no longer because of games that it names."""


def game_named(name: str) -> Game:
    """The game a player means."""
    if name not in GAMES:
        typed = name.replace("_", "-").replace(" ", "-")
        raise Trouble(Text("trouble.unknown-game", found=name, hint=hint(typed, GAMES)))
    game: Game = import_module(GAMES[name]).GAME
    return game


def folders() -> list[str]:
    """The folders of tables of all games."""
    return [package.rpartition(".")[2] for package in GAMES.values()]


def title(id: str) -> str:
    """The name of a game; its id where this version does not know it."""
    return TITLES.get(id, id)
