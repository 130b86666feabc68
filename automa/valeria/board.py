"""The game board as the rules use it: six districts in a ring, the roads between them, the guild tracks."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from msgspec import Struct

from automa.dialogue import Named, Text
from automa.selector import Charts
from automa.valeria.tables import Guild, LineFacts, Monument, RoundChart, Tables


class District(Named, Struct, frozen=True):
    """One of the six districts."""

    id: str
    name: str
    guilds: tuple[Guild, ...]
    """Left to right as on the tracks."""
    roads: tuple[str, str]
    """The road on its counter-clockwise side, and the one on its clockwise side."""

    @property
    def districts(self) -> tuple[str]:
        return (self.id,)


class Road(Named, Struct, frozen=True):
    """The border of two districts: a road with dots outside, a bridge for a gate inside."""

    id: str
    name: Text
    guilds: tuple[Guild, ...]
    """Of both districts, each once."""
    districts: tuple[str, str]


class Track(Named, Struct, frozen=True):
    """A guild track; the start is 0 and the starred spaces are the last ones."""

    id: Guild
    name: Text
    spaces: int
    top: int
    lines: Mapping[int, LineFacts]
    """By the space just below each line."""

    def is_star(self, space: int) -> bool:
        return space > self.spaces

    def shown(self, space: int) -> str:
        """A space as a player reads it: counted from the start, starred ones from the first star."""
        return f"★{space - self.spaces}" if space > self.spaces else str(space)


class Board(Struct, frozen=True):
    """Everything printed on the board."""

    district: Mapping[str, District]
    """Clockwise."""
    road: Mapping[str, Road]
    tracks: Mapping[Guild, Track]
    """Left to right."""
    places: Mapping[Monument, Sequence[str]]
    """Where each monument can stand: a gate on the bridges, the others in the districts."""
    scored: Mapping[int, Sequence[str]]
    charts: Charts
    rounds: Mapping[int, Mapping[int, str]]
    """The Rounds diagrams: the district for each face of the black die."""
    ring: Sequence[District]
    roads: Sequence[Road]

    @classmethod
    def of(cls, tables: Tables) -> Board:
        order, facts, ring = tables.guilds.order, tables.board.district, tables.board.ring
        borders = {f"{a}/{b}": (a, b) for a, b in zip(ring, (*ring[1:], ring[0]), strict=True)}
        roads = list(borders)

        def in_order(*shown: Guild) -> tuple[Guild, ...]:
            return tuple([guild for guild in order if guild in shown])

        district = {
            id: District(id, facts[id].name, in_order(*facts[id].guilds), (roads[place - 1], roads[place]))
            for place, id in enumerate(ring)
        }
        road = {}
        for id, (a, b) in borders.items():
            name = Text("valeria.road", a=district[a], b=district[b])
            road[id] = Road(id, name, in_order(*facts[a].guilds, *facts[b].guilds), (a, b))
        monuments = tables.actions.monument.items()
        return cls(
            district,
            road,
            {guild: _track(tables, guild) for guild in order},
            {monument: roads if facts.bridge else ring for monument, facts in monuments},
            {int(round): ids for round, ids in tables.board.scored.items()},
            tables.selector.chart,
            {int(round): _faces(chart) for round, chart in tables.charts.round.items()},
            list(district.values()),
            list(road.values()),
        )

    def named(self, place: str) -> District | Road:
        return self.road[place] if place in self.road else self.district[place]

    def guilds_at(self, place: str) -> Text:
        """What the banners of a place show."""
        return Text("valeria.guilds", guilds=[self.tracks[guild].name for guild in self.named(place).guilds])

    def clockwise_from(self, district: str) -> list[str]:
        """The other five districts in the order one meets them going clockwise."""
        ids = list(self.district)
        at = ids.index(district)
        return ids[at + 1 :] + ids[:at]


def _faces(chart: RoundChart) -> dict[int, str]:
    return {int(face): district for face, district in chart.face.items()}


def _track(tables: Tables, guild: Guild) -> Track:
    facts = tables.guilds.guild[guild]
    lines = {int(space): line for space, line in facts.line.items()}
    name = Text(f"valeria.guild.{guild}")
    return Track(guild, name, facts.spaces, facts.spaces + facts.stars, dict(sorted(lines.items())))
