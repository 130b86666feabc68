"""The typed form of Castello Methoni's tables, and what the types cannot check.

The modules with structs of the tables do not put off their annotations: msgspec would have to compile each of
them, at every start.
"""

from collections.abc import Iterator, Mapping

from msgspec import Struct

from automa import rulings, selector
from automa.dialogue import Text
from automa.methoni.island import LANDS, Board, Land, check_board
from automa.methoni.opponents import plans
from automa.rulings import Rulings
from automa.selector import Selector

RULINGS: Mapping[str, tuple[str, ...]] = {
    "hands": ("app", "table"),
    "chain-annexing": ("grown", "closed"),
    "both-largest": ("both", "one"),
    "market-trade": ("always", "activated"),
    "must-play": ("one", "none"),
    "redraw": ("must", "may"),
    "no-tower": ("never", "merge"),
    "tie-value": ("annex", "claim"),
    "houses-first": ("yes",),
    "coast-house": ("neighbour",),
    "no-second-house": ("own-only",),
    "market-coin": ("with-tower",),
    "short-bank": ("what-is-there",),
    "last-wall": ("second-card",),
    "open-money": ("open",),
    "upgrade": ("every-colour",),
    "corners": ("no",),
    "standstill": ("ends",),
}
"""What the game asks its rulings, and the answers it knows."""


class Objective(Struct, frozen=True, forbid_unknown_fields=True):
    """An Objective card."""

    lands: tuple[Land, Land, Land]


class Objectives(Struct, frozen=True, forbid_unknown_fields=True):
    """The file `objectives.toml`."""

    card: dict[str, Objective]


class CardCounts(Struct, frozen=True, forbid_unknown_fields=True):
    """How many Land cards there are of each land, and how many Market cards."""

    land: int
    market: int


class Components(Struct, frozen=True, forbid_unknown_fields=True):
    """The file `components.toml`."""

    cards: CardCounts
    hand: int
    ducats: int
    market: int
    bank: int
    walls: dict[int, int]
    houses: int
    villas: int
    towers: int

    def share(self, players: int) -> int:
        """The ducats each player starts with."""
        return (self.ducats - self.bank - self.market * len(LANDS)) // players


class ClaimPrice(Struct, frozen=True, forbid_unknown_fields=True):
    """What a new Domain costs."""

    space: int
    house: int


class AnnexPrice(Struct, frozen=True, forbid_unknown_fields=True):
    """What another's Domain costs."""

    space: int
    house: int
    villa: int


class Points(Struct, frozen=True, forbid_unknown_fields=True):
    """What scores a point, but for the largest Domains and the towers."""

    space: int
    ducat: int
    objective: int


class Scoring(Struct, frozen=True, forbid_unknown_fields=True):
    """The file `scoring.toml`."""

    claim: ClaimPrice
    annex: AnnexPrice
    points: Points
    upgrade: int
    income: int
    trade: int
    largest: tuple[int, int]
    towers: tuple[int, ...]


class Tables(Struct, frozen=True, forbid_unknown_fields=True):
    """The folder `tables/methoni`."""

    board: Board
    components: Components
    opponents: plans.Opponents
    objectives: Objectives
    rulings: Rulings
    scoring: Scoring
    selector: Selector


PLAYERS = range(3, 6)


def faults(tables: Tables) -> list[tuple[str, Text]]:
    """What is wrong with tables that the types allow: the key and what is wrong."""
    return [
        *check_board(tables.board),
        *_check_components(tables),
        *_check_objectives(tables.objectives),
        *plans.faults(tables.opponents),
        *rulings.faults(tables.rulings, RULINGS),
        *selector.faults(tables.selector),
    ]


def _check_components(tables: Tables) -> Iterator[tuple[str, Text]]:
    components = tables.components
    for players in PLAYERS:
        if components.walls.get(players, 0) < 1:
            yield "components.walls", Text("methoni.table.walls", players=players)
    if len(tables.scoring.towers) != components.towers + 1:
        yield "scoring.towers", Text("methoni.table.towers", wanted=components.towers + 1)


def _check_objectives(objectives: Objectives) -> Iterator[tuple[str, Text]]:
    seen: dict[frozenset[Land], str] = {}
    for id, card in objectives.card.items():
        key = f"objectives.card.{id}.lands"
        lands = frozenset(card.lands)
        if len(lands) < len(card.lands):
            yield key, Text("methoni.table.land-twice")
        elif seen.setdefault(lands, id) != id:
            yield key, Text("methoni.table.same-objective", other=seen[lands])
    if len(objectives.card) != len(LANDS):
        yield (
            "objectives.card",
            Text("methoni.table.objectives", found=len(objectives.card), wanted=len(LANDS)),
        )
