"""The typed form of Castle Combo's tables, and what the types cannot check.

The modules with structs of the tables do not put off their annotations: msgspec would have to compile each of
them, at every start.
"""

from collections.abc import Iterable, Mapping

from automa import rulings
from automa.castle_combo.cards import Cards
from automa.castle_combo.opponents.plans import Opponents
from automa.declared import Checked, Flaw
from automa.rulings import Rulings

RULINGS: Mapping[str, tuple[str, ...]] = {"neighbour": ("choose", "best"), "last-refill": ("skip", "refill")}
"""What the game asks its rulings, and the answers it knows."""


class Tables(Checked, frozen=True):
    """The folder `tables/castle_combo`."""

    cards: Cards
    opponents: Opponents
    rulings: Rulings

    def faults(self) -> Iterable[Flaw]:
        return rulings.faults(self.rulings, RULINGS)
