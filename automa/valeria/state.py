"""The table as the app tracks it: tokens in the districts and on the roads, tracks, crates, dice, scores.

Your gold and resources are yours to keep: nothing the opponent does and nothing that scores depends on them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from automa.dialogue import Option, Text
from automa.game import Seat
from automa.selector import Charts
from automa.valeria.tables import (
    FACES,
    PIECES,
    ROWS,
    Face,
    Guild,
    LineFacts,
    Monument,
    OpponentCard,
    Piece,
    Row,
    Tables,
    opponent_supply,
    supply,
)


@dataclass(frozen=True, slots=True)
class District:
    """One of the six districts."""

    id: str
    name: str
    guilds: tuple[Guild, ...]
    """Left to right as on the tracks."""
    roads: tuple[str, str]
    """The road on its counter-clockwise side, and the one on its clockwise side."""


@dataclass(frozen=True, slots=True)
class Road:
    """The border of two districts: a road with dots outside, a bridge for a gate inside."""

    id: str
    name: Text
    districts: tuple[str, str]


@dataclass(frozen=True, slots=True)
class Track:
    """A guild track; the start is 0 and the starred spaces are the last ones."""

    id: Guild
    name: Text
    spaces: int
    top: int
    lines: Mapping[int, LineFacts]
    """By the space just below each line."""

    def is_star(self, space: int) -> bool:
        return space > self.spaces


@dataclass(frozen=True, slots=True)
class Board:
    """Everything printed on the board, as the rules use it."""

    ring: tuple[District, ...]
    district: Mapping[str, District]
    roads: tuple[Road, ...]
    road: Mapping[str, Road]
    tracks: Mapping[Guild, Track]
    """Left to right."""
    charts: Charts
    scored: Mapping[int, tuple[str, ...]]

    @classmethod
    def of(cls, tables: Tables) -> Board:
        ring_ids = tables.board.ring
        road_ids = [f"{a}/{b}" for a, b in zip(ring_ids, (*ring_ids[1:], ring_ids[0]), strict=True)]
        order = tables.guilds.order
        facts = tables.board.district
        district = {
            id: District(
                id,
                facts[id].name,
                tuple(sorted(facts[id].guilds, key=order.index)),
                (road_ids[place - 1], road_ids[place]),
            )
            for place, id in enumerate(ring_ids)
        }
        road = {
            id: Road(id, Text("valeria.road", a=district[a], b=district[b]), (a, b))
            for id, a, b in zip(road_ids, ring_ids, (*ring_ids[1:], ring_ids[0]), strict=True)
        }
        tracks = {}
        for guild in order:
            track = tables.guilds.guild[guild]
            lines = {int(space): line for space, line in track.line.items()}
            tracks[guild] = Track(
                guild,
                Text(f"valeria.guild.{guild}"),
                track.spaces,
                track.spaces + track.stars,
                dict(sorted(lines.items())),
            )
        return cls(
            tuple(district.values()),
            district,
            tuple(road.values()),
            road,
            tracks,
            tables.selector.chart,
            {int(round): ids for round, ids in tables.board.scored.items()},
        )

    def clockwise_from(self, district: str) -> list[str]:
        """The other five districts in the order one meets them going clockwise."""
        ids = list(self.district)
        at = ids.index(district)
        return ids[at + 1 :] + ids[:at]

    def places(self, monument: Monument) -> Sequence[str]:
        """Where such a monument can stand: gates on the bridges, the others in the districts."""
        return list(self.road) if monument == "gate" else list(self.district)

    def named(self, place: str) -> District | Road:
        return self.road[place] if "/" in place else self.district[place]

    def guilds_at(self, place: str) -> list[Guild]:
        """The guilds a place shows, each once, left to right; a bridge has those of both its districts."""
        districts = self.road[place].districts if "/" in place else (place,)
        shown = {guild for id in districts for guild in self.district[id].guilds}
        return [guild for guild in self.tracks if guild in shown]


@dataclass(slots=True)
class Die:
    """A drafted die."""

    face: Face
    spent: bool = False


@dataclass(slots=True)
class Side:
    """Everything of one colour."""

    seat: Seat
    supply: Mapping[Piece, int]
    tokens: dict[Piece, dict[str, int]]
    """On the board, by district; windmills by road."""
    influence: dict[Guild, int]
    crates: dict[Row, int] = field(default_factory=lambda: dict.fromkeys(ROWS, 0))
    """On the wharf card."""
    monuments: dict[Monument, str] = field(default_factory=dict)
    """Where each one stands that is built."""
    manors: dict[str, str] = field(default_factory=dict)
    """Of your own board: the numbers that are built, and where. The opponent's have no powers."""
    cards: list[str] = field(default_factory=list)
    """Citizens recruited."""
    dice: list[Die] = field(default_factory=list)
    points: dict[str, int] = field(default_factory=dict)
    """By line of the score sheet."""
    parts: dict[str, list[Text]] = field(default_factory=dict)
    """What the points of each line come from."""

    @classmethod
    def of(cls, seat: Seat, board: Board, supply: Mapping[Piece, int]) -> Side:
        tokens: dict[Piece, dict[str, int]] = {
            piece: dict.fromkeys(board.road if piece == "windmill" else board.district, 0) for piece in PIECES
        }
        return cls(seat, supply, tokens, dict.fromkeys(board.tracks, 0))

    @property
    def score(self) -> int:
        return sum(self.points.values())

    def left(self, piece: Piece) -> int:
        """How many tokens of that kind are not on the board yet."""
        return self.supply[piece] - sum(self.tokens[piece].values())

    def place(self, piece: Piece, place: str) -> None:
        assert self.left(piece) > 0, piece
        self.tokens[piece][place] += 1

    def manors_in(self, district: str) -> int:
        """Manors there, the Lighthouse included."""
        return self.tokens["manor"][district] + (self.monuments.get("lighthouse") == district)

    def count(self, piece: Piece, district: str) -> int:
        return self.manors_in(district) if piece == "manor" else self.tokens[piece][district]

    def gain(self, line: str, points: int, part: Text | None = None) -> None:
        """Put points on a line of the score sheet, and what they come from."""
        self.points[line] = self.points.get(line, 0) + points
        if part is not None:
            self.parts.setdefault(line, []).append(part)

    def how(self, line: str) -> Text | None:
        """How the points of a line come about."""
        return Text("valeria.how.parts", parts=self.parts[line]) if line in self.parts else None

    def faces(self) -> list[Face]:
        """The faces of all drafted dice, spent or not."""
        return [die.face for die in self.dice]

    def unspent(self) -> list[Die]:
        return [die for die in self.dice if not die.spent]


class State:
    """Everything on the table."""

    __slots__ = (
        "acting",
        "board",
        "card",
        "first",
        "keeps",
        "offers",
        "opponent",
        "over",
        "pool",
        "progress",
        "round",
        "rulings",
        "tables",
        "you",
    )

    def __init__(self, tables: Tables, you: Seat, opponent: Seat, rulings: Mapping[str, str]) -> None:
        self.tables = tables
        self.board = Board.of(tables)
        self.offers: dict[str, Option] = {}
        """Your actions as they are offered: what they cost does not change in a game."""
        self.rulings = tables.rulings.in_force(rulings)
        cards = tables.opponents.opponent
        self.card: OpponentCard = cards.get(opponent.opponent) or next(iter(cards.values()))
        self.you = Side.of(you, self.board, {piece: supply(tables, piece) for piece in PIECES})
        self.opponent = Side.of(
            opponent, self.board, {piece: opponent_supply(tables, piece) for piece in PIECES}
        )
        self.keeps = dict.fromkeys(self.board.district, 0)
        self.pool: dict[Face, int] = dict.fromkeys(FACES, 0)
        """The dice nobody has drafted; after the draft, the ones left over on the board."""
        self.round = 0
        self.first = you.id
        """Whose turn is first: you begin in round 1."""
        self.progress = 0
        """How many icons of its round line the opponent has done: 3 dice actions, monument, bonus."""
        self.acting = False
        """Whether the dice are drafted and the actions have begun."""
        self.over = False

    @property
    def sides(self) -> tuple[Side, Side]:
        return self.you, self.opponent

    def other(self, side: Side) -> Side:
        return self.opponent if side is self.you else self.you

    def side(self, seat: str) -> Side:
        return self.you if self.you.seat.id == seat else self.opponent

    def count(self, piece: Piece, district: str) -> int:
        """Tokens of that kind there, of any colour; a Lighthouse is a manor, a Keep is not."""
        return self.you.count(piece, district) + self.opponent.count(piece, district)

    def windmills(self, road: str) -> int:
        return self.you.tokens["windmill"][road] + self.opponent.tokens["windmill"][road]

    def room_on(self, road: str) -> int:
        """Free dots."""
        return self.tables.components.road.dots - self.windmills(road)

    def room_in(self, row: Row) -> int:
        """Free icons in a row of the wharf card."""
        return self.tables.wharf.columns - self.you.crates[row] - self.opponent.crates[row]

    def crates_left(self, side: Side) -> int:
        """Crates that are free and not on the card yet; the opponent has all of its own from the start."""
        if side is self.opponent:
            free = self.tables.components.each.crate
        else:
            manors = self.tables.manors.manor
            free = self.tables.components.crates.start + sum(manors[number].crates for number in side.manors)
        return free - sum(side.crates.values())

    def free_places(self, monument: Monument) -> list[str]:
        """Where nobody has such a monument yet."""
        taken = {side.monuments.get(monument) for side in self.sides}
        return [place for place in self.board.places(monument) if place not in taken]

    def free_citizens(self, back: str | None = None) -> list[str]:
        """Titles of which not every copy has been recruited."""
        recruited = Counter(self.you.cards + self.opponent.cards)
        copies = self.tables.citizens.copies
        return [
            id
            for id, citizen in self.tables.citizens.citizen.items()
            if (back is None or citizen.back == back) and recruited[id] < copies
        ]

    def has_free_citizens(self) -> bool:
        cards = self.tables.citizens
        return len(self.you.cards) + len(self.opponent.cards) < cards.copies * len(cards.citizen)

    def build_manor(self, number: str, district: str) -> None:
        """Your manor of that number, or the Lighthouse, on the board."""
        if self.tables.manors.manor[number].lighthouse:
            self.you.monuments["lighthouse"] = district
        else:
            self.you.place("manor", district)
        self.you.manors[number] = district

    def unbuild_manor(self, number: str) -> None:
        """The manor back on your board: for corrections."""
        district = self.you.manors.pop(number)
        if self.tables.manors.manor[number].lighthouse:
            del self.you.monuments["lighthouse"]
        else:
            self.you.tokens["manor"][district] -= 1

    def data(self) -> dict[str, Any]:
        """Everything tracked, as plain data."""
        return {
            "round": self.round,
            "first": self.first,
            "acting": self.acting,
            "progress": self.progress,
            "over": self.over,
            "pool": {face: count for face, count in self.pool.items() if count},
            "keeps": {district: count for district, count in self.keeps.items() if count},
            "sides": {side.seat.id: _side_data(side) for side in self.sides},
        }


def _side_data(side: Side) -> dict[str, Any]:
    return {
        "tokens": {
            piece: {place: count for place, count in places.items() if count}
            for piece, places in side.tokens.items()
        },
        "monuments": dict(sorted(side.monuments.items())),
        "manors": dict(sorted(side.manors.items())),
        "influence": dict(side.influence),
        "crates": {row: count for row, count in side.crates.items() if count},
        "cards": sorted(side.cards),
        "dice": [{"face": die.face, "spent": die.spent} for die in side.dice],
        "points": {line: points for line, points in sorted(side.points.items()) if points},
        "score": side.score,
    }
