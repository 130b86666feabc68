"""The typed form of Castle Combo's tables, and what the types cannot check.

The modules with structs of the tables do not put off their annotations: msgspec would have to compile each of
them, at every start.
"""

from collections.abc import Mapping
from typing import Literal, TypeAlias

from msgspec import Struct

from automa.castle_combo.cards import Cards, check_cards
from automa.castle_combo.plans import Opponents, check_opponents
from automa.dialogue import Text

RulingId: TypeAlias = Literal["neighbour", "last-refill"]
RulingOption: TypeAlias = Literal["choose", "best", "skip", "refill"]

_OPTIONS: Mapping[RulingId, tuple[RulingOption, ...]] = {
    "neighbour": ("choose", "best"),
    "last-refill": ("skip", "refill"),
}


class RulingFacts(Struct, frozen=True, forbid_unknown_fields=True):
    """A question the rulebook leaves open: what may be answered, and what we answer."""

    options: tuple[RulingOption, ...]
    default: RulingOption


class Rulings(Struct, frozen=True, forbid_unknown_fields=True):
    """The file `rulings.toml`."""

    ruling: dict[RulingId, RulingFacts]


class Selector(Struct, frozen=True, forbid_unknown_fields=True):
    """The file `selector.toml`."""

    chart: dict[int, tuple[int, int, int, int, int, int]]


class Tables(Struct, frozen=True, forbid_unknown_fields=True):
    """The folder `tables/castle_combo`."""

    cards: Cards
    opponents: Opponents
    rulings: Rulings
    selector: Selector


def faults(tables: Tables) -> list[tuple[str, Text]]:
    """What is wrong with tables that the types allow: the key and what is wrong."""
    return [
        *check_cards(tables.cards),
        *check_opponents(tables.opponents),
        *_check_rulings(tables.rulings),
        *_check_selector(tables.selector),
    ]


def _check_rulings(rulings: Rulings) -> list[tuple[str, Text]]:
    wrong: list[tuple[str, Text]] = []
    for id, known in _OPTIONS.items():
        key = f"rulings.ruling.{id}"
        found = rulings.ruling.get(id)
        if found is None:
            wrong.append((key, Text("castle-combo.table.no-ruling")))
            continue
        if sorted(found.options) != sorted(known):
            wrong.append((f"{key}.options", Text("castle-combo.table.ruling-options", options=list(known))))
        if found.default not in found.options:
            wrong.append(
                (f"{key}.default", Text("castle-combo.table.ruling-options", options=list(found.options)))
            )
    return wrong


def _check_selector(selector: Selector) -> list[tuple[str, Text]]:
    """A chart is fair when every option has as many faces; 0 is for rolling again."""
    wrong: list[tuple[str, Text]] = []
    for number, faces in selector.chart.items():
        shares = [faces.count(option) for option in range(1, number + 1)]
        if number < 2 or min(shares) < 1 or len(set(shares)) > 1 or sum(shares) + faces.count(0) != 6:
            wrong.append((f"selector.chart.{number}", Text("castle-combo.table.chart", count=number)))
    return wrong
