"""The typed form of Castle Combo's tables, and what the types cannot check.

The modules with structs of the tables do not put off their annotations: msgspec would have to compile each of
them, at every start.
"""

from collections.abc import Mapping

from msgspec import Struct

from automa import rulings
from automa.castle_combo.cards import Cards, check_cards
from automa.castle_combo.opponents.plans import Opponents, check_opponents
from automa.dialogue import Text
from automa.rulings import Rulings

RULINGS: Mapping[str, tuple[str, ...]] = {"neighbour": ("choose", "best"), "last-refill": ("skip", "refill")}
"""What the game asks its rulings, and the answers it knows."""


class Tables(Struct, frozen=True, forbid_unknown_fields=True):
    """The folder `tables/castle_combo`."""

    cards: Cards
    opponents: Opponents
    rulings: Rulings


def faults(tables: Tables) -> list[tuple[str, Text]]:
    """What is wrong with tables that the types allow: the key and what is wrong."""
    return [
        *check_cards(tables.cards),
        *check_opponents(tables.opponents),
        *rulings.faults(tables.rulings, RULINGS),
    ]
