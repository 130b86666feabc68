"""For each game, whether everything on its table adds up."""

from __future__ import annotations

from typing import Any

from automa.game import Game
from tests.castle_combo.conserved import conserved as castle_combo
from tests.methoni.conserved import conserved as methoni
from tests.six_castles.conserved import conserved as six_castles
from tests.valeria.conserved import conserved as valeria


def conserved(game: Game, script: Any) -> list[str]:
    """What does not add up: empty when all is well."""
    match game.id:
        case "castle-combo":
            return castle_combo(script.table)
        case "methoni":
            return methoni(script.table)
        case "six-castles":
            return six_castles(script.table)
        case "valeria":
            return valeria(script.table)
        case _:
            return []
