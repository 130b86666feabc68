"""Small readable positions: a tableau drawn as three lines of card ids."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

import msgspec

from automa.castle_combo.cards import Card, Deck
from automa.castle_combo.state import Laid, Player, State
from automa.castle_combo.tables import Tables
from automa.game import Seat

FOLDER = Path(__file__).parents[2] / "tables" / "castle_combo"
BACK = "-"
"""A face-down card in a drawing; `.` is an empty cell, `card*3` has 3 gold on its purse."""


def deck() -> Deck:
    return tables().cards.deck


def card(id: str) -> Card:
    return deck()[id]


def seat(id: str = "you") -> Seat:
    return Seat(id, id)


def tableau(drawing: str, *, gold: int = 0, keys: int = 0, who: str = "you") -> Player:
    """A player whose tableau is drawn on b2 to d4, so that the middle of the drawing is c3."""
    player = Player(seat(who), gold, keys)
    fill(player, drawing)
    return player


def fill(player: Player, drawing: str) -> None:
    backs = iter(
        ("his-majesty", "monk", "cardinal", "vicar", "devout", "pilgrim", "farmer", "witch", "baker")
    )
    for row, line in zip("234", drawing.strip().splitlines(), strict=False):
        for column, word in zip("bcd", line.split(), strict=False):
            if word == BACK:
                player.lay(card(next(backs)), column + row, down=True)
            elif word != ".":
                id, _, gold = word.partition("*")
                player.lay(card(id), column + row, gold=int(gold or 0))


def at(player: Player, id: str) -> Laid:
    """The card in the tableau."""
    return next(laid for laid in player.cards.values() if laid.card.id == id)


def table(*players: str, **drawings: str) -> State:
    """A table with these seats, clockwise; drawings for some of them; empty displays, all cards undrawn."""
    made = State.of(deck(), [seat(who) for who in players or ("you", "ann")])
    for player in made.players:
        if player.seat.id in drawings:
            fill(player, drawings[player.seat.id])
            for laid in player.cards.values():
                made.undrawn[laid.card.location].remove(laid.card)
    return made


def show(made: State, display: Mapping[str, str]) -> None:
    """Turn up cards: `{"castle": "judge nun prince"}`."""
    for ids in display.values():
        for id in ids.split():
            made.undrawn[card(id).location].remove(card(id))
            made.display[card(id).location].append(card(id))


def at_castle(drawing: str = "", *, gold: int = 15, keys: int = 2, display: str) -> tuple[State, Player]:
    """You at the Castle with these cards on display."""
    made = table("you", "ann", you=drawing) if drawing else table("you", "ann")
    show(made, {"any": display})
    made.messenger = "castle"
    player = made.player("you")
    player.gold, player.keys = gold, keys
    return made, player


PAGE_11 = """
judge       his-holiness  locksmith
clockmaker  sculptor*2    spice-merchant
banker      -             miraculously-cured*4
"""


@cache
def tables() -> Tables:
    """The tables as they are shipped."""
    tree: dict[str, Any] = {}
    for file in FOLDER.glob("*.toml"):
        tree[file.stem] = _facts(tomllib.loads(file.read_text("utf-8")))
    return msgspec.convert(tree, Tables, strict=True, str_keys=True)


def _facts(tree: dict[str, Any]) -> dict[str, Any]:
    """A tree without what is said about its sources."""
    return {
        key: _facts(value) if isinstance(value, dict) else value
        for key, value in tree.items()
        if key not in ("source", "sources", "note")
    }


def people(*names: str) -> list[Seat]:
    return [Seat(name, name) for name in names]
