"""The table as the app tracks it: walls, houses, Domains, ducats and supplies.

Houses and villas by colour are counted in one number, a byte for each player in seat order, so that areas are
added up and compared at a stroke (`one`, `of`, `count`).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from copy import copy
from typing import Annotated

from msgspec import Struct, field

from automa.declared import Tree
from automa.fixes import Fixable
from automa.game import Seat, do_not_fit
from automa.methoni.island import KINDS, Area, Cuts, Island, Kind, Land, Walls
from automa.methoni.tables import COLOURS, Components, Scoring, Tables

Buildings = int
"""How many there are of each colour: a byte for each player."""

MOST_KNOWN = 1000
"""As many ways to wall the island as are remembered while moves are tried."""


def one(player: int) -> Buildings:
    """One building of a player's colour."""
    return 1 << 8 * player


def of(buildings: Buildings, player: int) -> int:
    """How many of them are of a player's colour."""
    return buildings >> 8 * player & 0xFF


def count(buildings: Buildings) -> int:
    """How many they are in all."""
    return buildings % 0xFF  # casting out 255s adds up the bytes; there are fewer buildings in the box


def _pay_from_bank(table: State, player: Player, ducats: int) -> None:
    """What a player has more, the bank has less."""
    table.bank += player.ducats - ducats
    player.ducats = ducats


class Player(Struct, eq=False):
    """What one player has in front of them."""

    seat: Seat
    place: int
    """Which seat it is, clockwise from 0."""
    ducats: Annotated[
        int,
        Fixable(
            "ducats.{who.id}",
            "methoni.fix.ducats",
            own_question=True,
            high=lambda table, player: player.ducats + table.bank,
            put=_pay_from_bank,
        ),
    ]
    houses: int
    """In the supply, as are villas and towers."""
    villas: int
    towers: int
    hand: list[Kind] | None = None
    """The cards in hand, where the app knows them."""
    objective: tuple[Land, ...] = ()
    """The lands of the Objective card, once it is known to all."""
    secret: tuple[Land, ...] = ()
    """The lands of an opponent's Objective card, which nobody else may know."""

    @property
    def colour(self) -> str:
        return self.seat.colour or COLOURS[self.place]


class Domain(Struct, eq=False):
    """A closed area with its owner's tower."""

    spaces: Area
    owner: int
    houses: Buildings = 0
    villas: Buildings = 0

    @property
    def size(self) -> int:
        return self.spaces.bit_count()


class State(Struct, eq=False, kw_only=True):
    """Everything on the table."""

    island: Island
    components: Components
    scoring: Scoring
    rulings: Mapping[str, str]
    """For each ruling, the option in force."""
    players: list[Player]
    """Clockwise."""
    first: int = 0
    """Which player began."""
    active: int = 0
    """Whose turn it is."""
    turn: int = 0
    """How many turns are over."""
    cards_played: int = 0
    """In this turn."""
    closed: Area = 0
    """What the last wall of this turn closed."""
    annexing: bool = False
    """Whether its builder may annex Domains beside that, and has not said what."""
    towerless: bool = False
    """Whether that was claimed without a tower: by ruling, it is joined with an own Domain next."""
    last_wall: bool = False
    """Whether the last wall has been taken from the supply."""
    still: int = 0
    """How many turns in a row brought neither a wall nor a ducat."""
    stirred: bool = False
    """Whether this turn has brought a wall or a ducat."""
    over: bool = False
    bank: int
    supply: int
    """Walls that are left."""
    walls: Walls = 0
    blocked: Walls = 0
    """Where no wall can be built: there is one, or it is inside a Domain."""
    houses: list[Buildings]
    """On each space that is in no Domain."""
    domains: list[Domain] = field(default_factory=list)
    undrawn: dict[Kind, int]
    """The deck that opponents are dealt from: the app's own, or the table's as far as the app knows."""
    discards: dict[Kind, int] = field(default_factory=lambda: dict.fromkeys(KINDS, 0))
    cuts: Cuts
    """How the open land hangs together; it may not have heard of the latest walls."""
    known: dict[Walls, Cuts] = field(default_factory=dict)
    """The same for other walls that were tried, shared by twins of the table."""

    @classmethod
    def set_out(cls, tables: Tables, seats: Sequence[Seat], rulings: Mapping[str, str]) -> State:
        """The table at the beginning."""
        box = tables.components
        share = box.share(len(seats))
        island = tables.board.island
        return cls(
            island=island,
            components=box,
            scoring=tables.scoring,
            rulings=rulings,
            players=[
                Player(seat, place, share, box.houses, box.villas, box.towers)
                for place, seat in enumerate(seats)
            ],
            bank=box.bank,
            supply=box.walls[len(seats)],
            houses=[0] * len(island.spaces),
            cuts=island.open,
            undrawn=box.deck(),
        )

    def learn(self, tables: Tables) -> None:
        """The island as it is known now; `Refused` if its spaces or borders are others, or the pieces."""
        island = tables.board.island
        spaces_and_borders = [*self.island.space, *self.island.by_id]
        if [*island.space, *island.by_id] != spaces_and_borders or tables.components != self.components:
            raise do_not_fit()
        self.island = island
        self.scoring = tables.scoring
        self.cuts = island.open
        self.known = {}

    @property
    def closings(self) -> dict[int, Area]:
        """For each border where a wall would close an area: that area."""
        if self.cuts.blocked != self.blocked:
            self.cuts = self.cuts_with(self.blocked)
        return self.cuts.closings

    @property
    def pairs(self) -> dict[Walls, Area]:
        """For each two borders where only both walls together would close an area: that area."""
        return self.cuts.pairs if self.cuts.blocked == self.blocked else self.cuts_with(self.blocked).pairs

    def cuts_with(self, blocked: Walls) -> Cuts:
        """How the open land would hang together if these borders were blocked."""
        cuts = self.known.get(blocked)
        if cuts is None:
            before = self.island.open if self.cuts.blocked & ~blocked else self.cuts
            cuts = before.with_walls(blocked & ~before.blocked)
            if len(self.known) >= MOST_KNOWN:
                self.known.clear()
            self.known[blocked] = cuts
        return cuts

    @property
    def player(self) -> Player:
        """Whose turn it is."""
        return self.players[self.active]

    @property
    def claimed(self) -> Domain | None:
        """The Domain that was claimed with this card, as it has grown since."""
        return self.domain_at(self.closed) if self.closed else None

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

    def player_at(self, seat: str) -> Player | None:
        """The player in a seat; None for the seat of a person who only watches."""
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

    def seen_by(self, player: Player) -> State:
        """A twin of the table with only what a player can see: nobody else's hand or Objective card."""
        seen = self.copy()
        seen.known = {}
        for each in seen.players:
            each.objective = (each.secret or each.objective) if each.place == player.place else ()
            each.secret = ()
            if each.place != player.place:
                each.hand = None
        return seen

    def copy(self) -> State:
        """A twin to try moves on; what never changes is shared, and so are hands, cards and rulings."""
        twin = copy(self)
        twin.players = [copy(player) for player in self.players]
        twin.houses = self.houses[:]
        twin.domains = [copy(domain) for domain in self.domains]
        return twin


def as_data(table: State) -> Tree:
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
