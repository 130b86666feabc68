"""The table as the app tracks it: the territory, the piles, the players. Never the order of a pile."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Literal, NamedTuple, TypeAlias, get_args

from msgspec import Struct, field
from msgspec.structs import replace

from automa.dialogue import Text
from automa.fixes import Fixable
from automa.game import Seat, do_not_fit
from automa.six_castles.tables import (
    ENGLISH,
    LANGUAGES,
    Contract,
    Group,
    Tables,
    Terrain,
    Tracks,
    Version,
)
from automa.six_castles.territory import CORNERS, Territory

Spot: TypeAlias = tuple[int, int]
"""Where a worker lies: a cell and a quarter of its tile."""


def hill_of(spot: Spot) -> int:
    return spot[0] + CORNERS[spot[1]]


MOST_COINS = 999
"""Coins are not limited by the rules; more half-coins than this is a slip of the finger."""


class Line(Struct, eq=False):
    """An exploration line: tiles from left to right, the cylinder, discs on spaces ahead of it."""

    tiles: list[str] = field(default_factory=list)
    """Each the letters of its spaces as it lies."""
    cylinder: int = 0
    """The space it stands on; the leftmost is 0."""
    discs: list[int] = field(default_factory=list)

    @property
    def spaces(self) -> str:
        return "".join(self.tiles)

    def copy(self) -> Line:
        return Line(self.tiles.copy(), self.cylinder, self.discs.copy())

    def owned(self, letter: str) -> int:
        """How many of that terrain lie behind or beneath the cylinder, or beneath a disc."""
        spaces = self.spaces
        return spaces.count(letter, 0, self.cylinder + 1) + sum(spaces[disc] == letter for disc in self.discs)

    def tile_at(self, space: int) -> int:
        """The place in the line of the tile that a space is on."""
        for place, tile in enumerate(self.tiles):
            space -= len(tile)
            if space < 0:
                return place
        return len(self.tiles)

    def start_of(self, place: int) -> int:
        """The first space of the tile at that place."""
        return sum(map(len, self.tiles[:place]))


class TrackPiece(NamedTuple):
    """A disc or a worker on a track: the terrain, the points, whether it is on the uppermost space."""

    terrain: str
    points: int
    is_top: bool = False


class Player(Struct, eq=False):
    """What one player has."""

    seat: Seat
    workers: int = 0
    """In the supply."""
    discs: int = 0
    """In the supply."""
    coins: Annotated[
        int,
        Fixable(
            "coins.{who.id}",
            "six-castles.fix.coins",
            high=lambda state, player: state.tables.setup.most_coins,
            limit=MOST_COINS,
        ),
    ] = 0
    """In half-coins; a gold coin is five."""
    is_dummy: bool = False
    """The official opponent alone: it lays tiles and does nothing else."""
    is_card: bool = False
    """A rival that follows a card: it has no hand and no line, and owns terrains at once."""
    level: int = 0
    """How many terrains such a rival marks with discs."""
    religion: Annotated[
        int,
        Fixable(
            "religion.{who.id}",
            "six-castles.fix.religion",
            high=lambda state, player: len(state.tables.tracks.religion),
            counted_from=1,
        ),
    ] = 0
    lying: list[Spot] = field(default_factory=list)
    """The workers in the territory, also those on castles."""
    line: Line | None = None
    """The exploration line, where it is tracked."""
    owned: dict[str, int] = field(default_factory=dict)
    """The terrains of a rival by its card, which has no line."""
    told: dict[str, int] = field(default_factory=dict)
    """What a player whose line is not tracked said to own."""
    hand: list[str] = field(default_factory=list)
    """Ids of land tiles, where the app deals them; of a rival's tiles of the box, their letters."""
    tiles: list[str] = field(default_factory=list)
    """Ids of exploration tiles in hand, where the app deals them."""
    extra_tiles: int = 0
    """Exploration tiles that crags brought."""
    kept: Contract | None = None
    """The contract that is kept secret."""
    sales: list[tuple[str, str]] = field(default_factory=list)
    """Markets blocked with a disc: castle and terrain."""
    landscapes: list[TrackPiece] = field(default_factory=list)
    """Discs on the landscape track."""
    constructions: list[TrackPiece] = field(default_factory=list)
    """Workers on the construction track."""

    def copy(self) -> Player:
        twin = replace(self)
        twin.lying = self.lying.copy()
        twin.line = None if self.line is None else self.line.copy()
        twin.owned = self.owned.copy()
        twin.told = self.told.copy()
        twin.hand = self.hand.copy()
        twin.tiles = self.tiles.copy()
        twin.sales = self.sales.copy()
        twin.landscapes = self.landscapes.copy()
        twin.constructions = self.constructions.copy()
        return twin

    def on_track(self, group: Group) -> list[TrackPiece]:
        """The discs on the landscape track, or the workers on the construction track."""
        return self.landscapes if group == "landscape" else self.constructions

    @property
    def has_hand(self) -> bool:
        """Whether it plays by the rules of a person, with tiles in hand, a line and a secret contract."""
        return not (self.is_card or self.is_dummy)

    @property
    def is_light(self) -> bool:
        """A person whose exploration line is not tracked."""
        return self.line is None and self.has_hand

    def owns(self, letter: str) -> int:
        """How many of a terrain belong to the player, as far as the app knows."""
        if self.line is not None:
            return self.line.owned(letter)
        return (self.owned or self.told).get(letter, 0)

    def hills(self) -> set[int]:
        """The hills where the player's workers are."""
        return {hill_of(spot) for spot in self.lying}


Phase: TypeAlias = Literal["lay", "found", "bonus", "act", "more"]
PHASES: tuple[Phase, ...] = get_args(Phase)
Kind: TypeAlias = Literal["", "d", "w", "-"]
"""What the second part of a turn is: discs, workers, nothing at all; empty while it is not said."""


class Now(Struct):
    """How far a turn is: a tile, a castle, what a crag brings, discs or workers, then sales and spaces."""

    phase: Phase = "lay"
    kind: Kind = ""
    spent: int = 0
    """Discs and workers that were spent for good."""
    took: bool = False
    """Whether a space of a track was taken."""


class State(Struct, eq=False):
    """Everything that is tracked."""

    tables: Tables
    players: list[Player]
    rulings: dict[str, str]
    box: bool
    """Whether the tiles come from the box and are entered as they lie; else the app deals its own."""
    lang: str = ENGLISH
    """The language whose letters are typed."""
    version: Version = "advanced"
    solo: bool = False
    """One person against the official dummy."""
    rounds: int = 0
    first: int = 0
    """The place of the first player."""
    turn: int = 0
    """Turns taken by everybody together."""
    now: Now = field(default_factory=Now)
    over: bool = False
    territory: Territory = field(default_factory=Territory)
    placed: list[int] = field(default_factory=list)
    """The cells in the order their tiles were laid."""
    land: list[str] = field(default_factory=list)
    """Ids of the land tiles of the app's set that nobody has seen."""
    unused: list[str] = field(default_factory=list)
    """Land tiles taken out before the game."""
    exploration: list[str] = field(default_factory=list)
    """Ids of the exploration tiles of the app's set that nobody has seen."""
    laid: list[str] = field(default_factory=list)
    """Exploration tiles of the app's set that were laid: kept for counting."""
    pile: int = 0
    """How many exploration tiles are left in the pile."""
    castle: str = ""
    """The castle on top of its pile, which everybody sees."""
    contracts: list[Contract] = field(default_factory=list)
    """Those that lie open."""
    taken: dict[str, str] = field(default_factory=dict)
    """Spaces of the two tracks that are blocked for others: terrain and whose."""

    @classmethod
    def new(cls, tables: Tables, seats: Sequence[Seat], rulings: dict[str, str], *, box: bool) -> State:
        """A game that has not begun."""
        tiles, lines, pile = tables.land.tile, tables.exploration.tile, tables.setup.exploration.pile
        players = [Player(seat) for seat in seats]
        return cls(tables, players, rulings, box, land=[*tiles], exploration=[*lines], pile=pile)

    def learn(self, tables: Tables) -> None:
        """What is printed as it is known now; `Refused` if something that lies there is not among it.

        A piece on a track is worth what is printed under it.
        """
        contracts = [*self.contracts, *(player.kept for player in self.players if player.kept)]
        known = tables.contracts.by_id
        spaces = {*tables.tracks.spaces("landscape"), *tables.tracks.spaces("construction")}
        if (
            any(contract.id not in known for contract in contracts)
            or not spaces.issuperset(self.taken)
            or tables.terrains.by_letter.keys() != self.tables.terrains.by_letter.keys()
            or any(id not in tables.castles.by_id for id in self.tables.castles.by_id)
            or any(player.religion >= len(tables.tracks.religion) for player in self.players)
            or tables.setup.box != self.tables.setup.box
            or tables.setup.of(self.version) != self.tables.setup.of(self.version)
        ):
            raise do_not_fit()
        for player in self.players:
            player.landscapes = _worth(player.landscapes, "landscape", tables.tracks)
            player.constructions = _worth(player.constructions, "construction", tables.tracks)
            player.kept = known[player.kept.id] if player.kept else None
        self.contracts = [known[contract.id] for contract in self.contracts]
        self.tables = tables

    def copy(self) -> State:
        twin = replace(self)
        twin.players = [player.copy() for player in self.players]
        twin.territory = self.territory.copy()
        twin.placed = self.placed.copy()
        twin.land = self.land.copy()
        twin.exploration = self.exploration.copy()
        twin.laid = self.laid.copy()
        twin.contracts = self.contracts.copy()
        twin.taken = self.taken.copy()
        twin.now = replace(self.now)
        return twin

    def speaking(self, lang: str) -> State:
        """The same state for what is typed in the letters of a language."""
        twin = replace(self)
        twin.lang = lang if lang in LANGUAGES else ENGLISH
        return twin

    def letters_of(self, typed: str) -> str:
        """What was typed in the letters of tables and journals; a letter that means nothing is a capital."""
        known = self.tables.terrains.alphabets[self.lang]
        return "".join(known[sign].letter if sign in known else sign.upper() for sign in typed.casefold())

    def spelt(self, letters: str) -> Text:
        """Letters of tables and journals as a player reads them."""
        return self.tables.terrains.spelt(letters)

    def before_act(self) -> State:
        """A copy for what the active player does once a tile lies: it shares all that this cannot change."""
        twin = replace(self)
        active = self.active
        # Of the others only the coins may change.
        twin.players = [player.copy() if player is active else replace(player) for player in self.players]
        twin.laid, twin.taken, twin.now = self.laid.copy(), self.taken.copy(), replace(self.now)
        return twin

    @property
    def lays(self) -> bool:
        """Whether a tile is due."""
        return self.now.phase == "lay"

    def deals_line(self, player: Player) -> bool:
        """Whether the app deals a player's exploration tiles: from its own set, also to rivals at a box."""
        return not self.box or not player.seat.is_person

    def keeps_line(self, player: Player) -> bool:
        """Whether a line lies nowhere but in the app: that of a rival at a table with the box."""
        return self.box and not player.seat.is_person

    @property
    def active(self) -> Player:
        return self.players[(self.first + self.turn) % len(self.players)]

    @property
    def round(self) -> int:
        return min(self.turn // len(self.players) + 1, self.rounds)

    def player(self, id: str) -> Player:
        return next(player for player in self.players if player.seat.id == id)

    def others(self, player: Player) -> list[Player]:
        """Clockwise from the player."""
        at = self.players.index(player)
        return self.players[at + 1 :] + self.players[:at]

    @property
    def is_family(self) -> bool:
        return self.version == "family"

    def terrain(self, letter: str) -> Terrain:
        return self.tables.terrains.by_letter[letter]

    def shown(self, hill: int) -> list[Terrain]:
        """What a hill shows, for a sentence."""
        return [self.terrain(letter) for letter in self.territory.terrains(hill)]

    def castle_name(self, castle: str) -> str:
        return self.tables.castles.by_id[castle].name

    def hill_with(self, castle: str) -> int:
        """The hill where a castle stands."""
        return next(hill for hill, stands in self.territory.castles.items() if stands == castle)

    def markets(self, castle: str) -> list[str]:
        """The goods that a castle still buys."""
        facts = self.tables.castles.by_id[castle]
        sold = [good for player in self.players for where, good in player.sales if where == castle]
        if facts.any:
            return [] if sold else [terrain.id for terrain in self.tables.terrains.of_group("agricultural")]
        return [good for good in facts.goods if good not in sold]


def _worth(pieces: list[TrackPiece], group: Group, tracks: Tracks) -> list[TrackPiece]:
    """A player's pieces on a track, with the points that are on their spaces now."""
    top, spaces = tracks.top_of(group), tracks.spaces(group)
    return [each._replace(points=top if each.is_top else spaces[each.terrain]) for each in pieces]
