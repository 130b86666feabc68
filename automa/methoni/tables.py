"""The typed form of Castello Methoni's tables, and what the types cannot check.

The modules with structs of the tables do not put off their annotations: msgspec would have to compile each of
them, at every start.
"""

from collections.abc import Iterator, Mapping
from typing import Annotated, TypeAlias

from msgspec import Meta, Struct

from automa import rulings
from automa.declared import Checked, Flaw, asked, component, thing, told
from automa.dialogue import Named, Option, Text
from automa.methoni.island import KINDS, LAND_OPTIONS, LANDS, Board, Kind, Land
from automa.methoni.opponents import plans
from automa.rulings import Rulings

PLAYERS = range(3, 6)
COLOURS = ("red", "yellow", "black", "purple", "cream")
"""The colours in the box, given out clockwise."""

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


Count: TypeAlias = Annotated[int, Meta(ge=1, le=30)]
Price: TypeAlias = Annotated[int, Meta(ge=0, le=20)]
Bonus: TypeAlias = Annotated[int, Meta(ge=0, le=50)]
Players: TypeAlias = Annotated[int, Meta(ge=3, le=5)]
"""Bounds that are wide enough for any edition, and narrow enough that a game can be played."""


LandId: TypeAlias = Annotated[Land, thing("land", lambda tables: LAND_OPTIONS)]


class Objective(Struct, frozen=True, forbid_unknown_fields=True):
    """An Objective card."""

    lands: Annotated[
        tuple[LandId, LandId, LandId], told("methoni.fact.objective", "lands", ask="methoni.teach.lands")
    ]


class Objectives(Checked, frozen=True):
    """The file `objectives.toml`."""

    card: dict[Annotated[str, thing("number", lambda tables: _numbered(tables.objectives))], Objective]

    def faults(self) -> Iterator[Flaw]:
        seen: dict[frozenset[Land], str] = {}
        for id, card in self.card.items():
            lands = frozenset(card.lands)
            if len(lands) < len(card.lands):
                yield f"card.{id}.lands", Text("methoni.table.land-twice")
            elif seen.setdefault(lands, id) != id:
                yield f"card.{id}.lands", Text("methoni.table.same-objective", other=seen[lands])
        if len(self.card) != len(LANDS):
            yield "card", Text("methoni.table.objectives", found=len(self.card), wanted=len(LANDS))


def _numbered(objectives: Objectives) -> list[Named]:
    return [Option(id, str(number)) for number, id in enumerate(objectives.card, 1)]


class CardCounts(Struct, frozen=True, forbid_unknown_fields=True):
    """How many Land cards there are of each land, and how many Market cards."""

    land: Count
    market: Count


class Components(Struct, frozen=True, forbid_unknown_fields=True):
    """The file `components.toml`."""

    cards: CardCounts
    hand: Annotated[int, Meta(ge=2, le=10)]
    ducats: Annotated[int, Meta(ge=20, le=200)]
    market: Price
    bank: Price
    walls: dict[Players, Annotated[int, Meta(ge=1, le=90)]]
    houses: Count
    villas: Count
    towers: Annotated[int, Meta(ge=1, le=10)]

    def deck(self) -> dict[Kind, int]:
        """How many cards there are of each kind."""
        return {kind: self.cards.market if kind == "market" else self.cards.land for kind in KINDS}

    def share(self, players: int) -> int:
        """The ducats each player starts with."""
        return (self.ducats - self.bank - self.market * len(LANDS)) // players


class ClaimPrice(Struct, frozen=True, forbid_unknown_fields=True):
    """What a new Domain costs."""

    space: Price
    house: Price

    def of(self, spaces: int, houses: int, villas: int = 0) -> int:
        """The price of these spaces, and of the houses that are to be paid for; villas cost nothing."""
        return spaces * self.space + houses * self.house


class AnnexPrice(Struct, frozen=True, forbid_unknown_fields=True):
    """What another's Domain costs."""

    space: Price
    house: Price
    villa: Price

    def of(self, spaces: int, houses: int, villas: int) -> int:
        """The price of these spaces, houses and villas."""
        return spaces * self.space + houses * self.house + villas * self.villa


class Points(Struct, frozen=True, forbid_unknown_fields=True):
    """What scores a point, but for the largest Domains and the towers."""

    space: Price
    ducat: Price
    objective: Price


class Scoring(Struct, frozen=True, forbid_unknown_fields=True):
    """The file `scoring.toml`."""

    claim: ClaimPrice
    annex: AnnexPrice
    points: Points
    upgrade: Annotated[int, Meta(ge=2, le=10)]
    income: Price
    trade: Price
    largest: tuple[Bonus, Bonus]
    towers: tuple[Bonus, ...]


class Tables(Checked, frozen=True):
    """The folder `tables/methoni`."""

    board: Annotated[Board, component("methoni.fact.board"), asked("methoni.teach.space")]
    components: Components
    opponents: plans.Opponents
    objectives: Annotated[Objectives, component("methoni.fact.objectives")]
    rulings: Rulings
    scoring: Scoring

    def faults(self) -> Iterator[Flaw]:
        components = self.components
        for players in PLAYERS:
            if components.walls.get(players, 0) < 1:
                yield "components.walls", Text("methoni.table.walls", players=players)
        cards, hands = components.cards, components.hand * (max(PLAYERS) + 1)
        if cards.land * len(LANDS) + cards.market < hands:
            yield "components.cards", Text("methoni.table.too-few-cards", low=hands)
        if components.share(max(PLAYERS)) < 0:
            yield "components.ducats", Text("methoni.table.too-few-ducats")
        if len(self.scoring.towers) != components.towers + 1:
            yield "scoring.towers", Text("methoni.table.towers", wanted=components.towers + 1)
        yield from rulings.faults(self.rulings, RULINGS)
