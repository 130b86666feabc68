"""The table as the app tracks it: walls, houses, Domains, ducats and supplies.

Houses and villas by colour are counted in one number, a byte for each player in seat order, so that areas are
added up and compared at a stroke (`one`, `of`, `count`).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from automa.game import Seat, do_not_fit
from automa.methoni.island import KINDS, Area, Island, Kind, Land, Walls
from automa.methoni.tables import Components, Scoring, Tables

Buildings = int
"""So many of each colour: a byte for each player."""

COLOURS = ("red", "yellow", "black", "purple", "cream")
"""The colours in the box, given out in seat order."""


def one(player: int) -> Buildings:
    """One building of a player's colour."""
    return 1 << 8 * player


def of(buildings: Buildings, player: int) -> int:
    """How many of them are of a player's colour."""
    return buildings >> 8 * player & 0xFF


def count(buildings: Buildings) -> int:
    """How many they are in all."""
    return sum(buildings.to_bytes(len(COLOURS), "little"))


class Player:
    """What one player has in front of them."""

    __slots__ = ("ducats", "hand", "houses", "objective", "place", "seat", "secret", "towers", "villas")

    def __init__(self, seat: Seat, place: int, ducats: int, components: Components) -> None:
        self.seat = seat
        self.place = place
        """Which seat it is, clockwise from 0."""
        self.ducats = ducats
        self.houses = components.houses
        """In the supply, as are villas and towers."""
        self.villas = components.villas
        self.towers = components.towers
        self.hand: list[Kind] | None = None
        """The cards in hand, where the app knows them."""
        self.objective: tuple[Land, ...] = ()
        """The lands of the Objective card, once it is known to all."""
        self.secret: tuple[Land, ...] = ()
        """The lands of an opponent's Objective card, which nobody else may know."""

    @property
    def colour(self) -> str:
        return COLOURS[self.place]

    def copy(self) -> Player:
        twin = Player.__new__(Player)
        twin.seat = self.seat
        twin.place = self.place
        twin.ducats = self.ducats
        twin.houses = self.houses
        twin.villas = self.villas
        twin.towers = self.towers
        twin.hand = self.hand
        twin.objective = self.objective
        twin.secret = self.secret
        return twin


class Domain:
    """A closed area with its owner's tower."""

    __slots__ = ("houses", "owner", "spaces", "villas")

    def __init__(self, spaces: Area, owner: int, houses: Buildings = 0, villas: Buildings = 0) -> None:
        self.spaces = spaces
        self.owner = owner
        self.houses = houses
        self.villas = villas

    @property
    def size(self) -> int:
        return self.spaces.bit_count()

    def copy(self) -> Domain:
        return Domain(self.spaces, self.owner, self.houses, self.villas)


class State:
    """Everything on the table."""

    __slots__ = (
        "active",
        "bank",
        "blocked",
        "cards_played",
        "closable",
        "closable_for",
        "components",
        "discards",
        "domains",
        "first",
        "houses",
        "island",
        "last_wall",
        "over",
        "players",
        "rulings",
        "scoring",
        "still",
        "stirred",
        "supply",
        "turn",
        "undrawn",
        "walls",
    )

    def __init__(self, tables: Tables, seats: Sequence[Seat], rulings: Mapping[str, str]) -> None:
        components = tables.components
        self.island: Island = tables.board.island
        self.components = components
        self.scoring: Scoring = tables.scoring
        self.rulings = rulings
        """For each ruling, the option in force."""
        share = components.share(len(seats))
        self.players = [Player(seat, place, share, components) for place, seat in enumerate(seats)]
        """Clockwise."""
        self.first = 0
        """Which player began."""
        self.active = 0
        """Whose turn it is."""
        self.turn = 0
        """How many turns are over."""
        self.cards_played = 0
        """In this turn."""
        self.last_wall = False
        """Whether somebody took the last wall from the supply."""
        self.still = 0
        """How many turns in a row brought neither a wall nor a ducat."""
        self.stirred = False
        """Whether this turn has brought a wall or a ducat."""
        self.over = False
        self.bank = components.bank
        self.supply = components.walls[len(seats)]
        """Walls that are left."""
        self.walls: Walls = 0
        self.blocked: Walls = 0
        """Where no wall can be built: there is one, or it is inside a Domain."""
        self.houses: list[Buildings] = [0] * len(self.island.spaces)
        """On each space that is in no Domain."""
        self.domains: list[Domain] = []
        cards = components.cards
        self.undrawn: dict[Kind, int] = {
            kind: cards.market if kind == "market" else cards.land for kind in KINDS
        }
        """The cards in the app's own deck, of which it deals to the opponents."""
        self.discards: dict[Kind, int] = dict.fromkeys(KINDS, 0)
        self.closable: dict[int, Area] = {}
        self.closable_for: Walls | None = None

    def learn(self, tables: Tables) -> None:
        """The island as it is known now; `Refused` if its spaces or borders are others."""
        island = tables.board.island
        if [*island.space, *island.by_id] != [*self.island.space, *self.island.by_id]:
            raise do_not_fit()
        self.island = island
        self.components, self.scoring = tables.components, tables.scoring
        self.closable_for = None

    @property
    def closings(self) -> dict[int, Area]:
        """For each border where a wall would close an area: that area."""
        if self.closable_for != self.blocked:
            self.closable = self.island.closings(self.blocked)
            self.closable_for = self.blocked
        return self.closable

    @property
    def player(self) -> Player:
        """Whose turn it is."""
        return self.players[self.active]

    @property
    def round(self) -> int:
        return self.turn // len(self.players) + 1

    @property
    def owned(self) -> Area:
        """All spaces that are in Domains."""
        area = 0
        for domain in self.domains:
            area |= domain.spaces
        return area

    @property
    def market_coins(self) -> int:
        """The ducats that still lie on markets: those in no Domain."""
        return (self.island.markets & ~self.owned).bit_count() * self.components.market

    def player_at(self, seat: str) -> Player | None:
        """Who sits there; nobody, if it is the seat of somebody who only watches."""
        return next((player for player in self.players if player.seat.id == seat), None)

    def seated(self, seat: str) -> Player:
        player = self.player_at(seat)
        if player is None:
            raise KeyError(seat)
        return player

    def left_of(self, player: Player) -> Player:
        """The neighbour on the left, who plays next."""
        return self.players[(player.place + 1) % len(self.players)]

    def right_of(self, player: Player) -> Player:
        return self.players[player.place - 1]

    def others(self, player: Player) -> list[Player]:
        """The other players, clockwise from the left neighbour."""
        return self.players[player.place + 1 :] + self.players[: player.place]

    def domains_of(self, player: int) -> Iterator[Domain]:
        return (domain for domain in self.domains if domain.owner == player)

    def domain_at(self, space: Area) -> Domain | None:
        """The Domain that a space is in."""
        return next((domain for domain in self.domains if domain.spaces & space), None)

    def houses_in(self, area: Area) -> Buildings:
        """The houses on the open spaces of an area."""
        houses = self.houses
        found = 0
        while area:
            lowest = area & -area
            found += houses[lowest.bit_length() - 1]
            area ^= lowest
        return found

    def copy(self) -> State:
        """A twin to try moves on; what never changes is shared, and so are hands, cards and rulings."""
        twin = State.__new__(State)
        twin.island = self.island
        twin.components = self.components
        twin.scoring = self.scoring
        twin.rulings = self.rulings
        twin.players = [player.copy() for player in self.players]
        twin.first = self.first
        twin.active = self.active
        twin.turn = self.turn
        twin.cards_played = self.cards_played
        twin.last_wall = self.last_wall
        twin.still = self.still
        twin.stirred = self.stirred
        twin.over = self.over
        twin.bank = self.bank
        twin.supply = self.supply
        twin.walls = self.walls
        twin.blocked = self.blocked
        twin.houses = self.houses[:]
        twin.domains = [domain.copy() for domain in self.domains]
        twin.undrawn = self.undrawn
        twin.discards = self.discards
        twin.closable = self.closable
        twin.closable_for = self.closable_for
        return twin


def as_data(table: State) -> dict[str, Any]:
    """Everything tracked, but for what nobody may see: hands, the order of the deck, secret objectives."""
    names = [player.seat.id for player in table.players]

    def by_seat(buildings: Buildings) -> dict[str, int]:
        return {name: of(buildings, place) for place, name in enumerate(names) if of(buildings, place)}

    def spaces(area: Area) -> list[str]:
        return [space.id for space in table.island.spaces_in(area)]

    return {
        "turn": table.turn,
        "round": table.round,
        "over": table.over,
        "first": names[table.first],
        "active": "" if table.over else names[table.active],
        "cards_played": table.cards_played,
        "last_wall": table.last_wall,
        "still": table.still,
        "bank": table.bank,
        "supply": table.supply,
        "walls": [border.id for border in table.island.borders_in(table.walls)],
        "houses": {
            space.id: by_seat(found)
            for space, found in zip(table.island.spaces, table.houses, strict=True)
            if found
        },
        "domains": [
            {
                "owner": names[domain.owner],
                "spaces": spaces(domain.spaces),
                "houses": by_seat(domain.houses),
                "villas": by_seat(domain.villas),
            }
            for domain in sorted(table.domains, key=lambda each: each.spaces & -each.spaces)
        ],
        "markets": spaces(table.island.markets & table.owned),
        "coins": spaces(table.island.markets & ~table.owned),
        "discards": {kind: number for kind, number in table.discards.items() if number},
        "players": [
            {
                "seat": player.seat.id,
                "colour": player.colour,
                "ducats": player.ducats,
                "houses": player.houses,
                "villas": player.villas,
                "towers": player.towers,
                "cards": len(player.hand or ()),
                "objective": list(player.objective),
            }
            for player in table.players
        ],
    }
