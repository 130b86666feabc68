"""The territory: tiles on a grid of cells, hills where their corners meet, castles on some of them.

Every tile is a crossroad with four quarters, one terrain each. The up to four quarters that meet at a corner
of tiles are a hill: closed when all four are there. So a hill and a cell have the same kind of place: the
hill of a cell is the corner to its north-west.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from msgspec import Struct, field

FARTHEST = 40
"""How far the territory can grow from the first tile: all land tiles of the box in a row."""
SIDE = 2 * FARTHEST + 1
"""Cells in a row and in a column of the map."""
WIDTH = SIDE + 2
"""With a border that stays empty, so that no neighbour lies off the map."""
FIRST = (FARTHEST + 1) * WIDTH + FARTHEST + 1
"""The cell of the initial tile."""

NORTH_WEST, NORTH_EAST, SOUTH_WEST, SOUTH_EAST = range(4)
QUARTERS = ("nw", "ne", "sw", "se")
"""The quarters of a tile in reading order, as its letters stand."""
CORNERS = (0, 1, WIDTH, WIDTH + 1)
"""From a cell to the hill at each of its quarters."""
BESIDE = (-WIDTH, -1, 1, WIDTH)
"""From a cell to those it shares a path with."""
TOUCHING = tuple(down + right for down in (-WIDTH, 0, WIDTH) for right in (-1, 0, 1) if down or right)
"""From a hill to the eight around it."""

FIRST_NAMED = 10
"""The number of the column and of the row of the initial tile, which lies on j10."""


def _column_name(number: int) -> str:
    """a-z, then aa, ab and so on; to the left of a come -a, -b and so on."""
    if number < 1:
        return f"-{_column_name(1 - number)}"
    before, letter = divmod(number - 1, 26)
    return (_column_name(before) if before else "") + chr(ord("a") + letter)


COLUMNS: tuple[str, ...] = tuple(
    _column_name(column - FARTHEST - 1 + FIRST_NAMED) if 0 < column <= SIDE else "" for column in range(WIDTH)
)
"""The name of each column: a is nine to the left of the first tile."""
ROWS: tuple[str, ...] = tuple(
    str(row - FARTHEST - 1 + FIRST_NAMED) if 0 < row <= SIDE else "" for row in range(WIDTH)
)
"""The name of each row, from the top: above 1 come 0, -1 and so on."""
NAMES: tuple[str, ...] = tuple(row and column and column + row for row in ROWS for column in COLUMNS)
"""The name of each cell: its column and its row."""
CELLS: dict[str, int] = {name: cell for cell, name in enumerate(NAMES) if name}


def spot_name(cell: int, quarter: int) -> str:
    """A quarter of a tile as it is typed: `c4ne`."""
    return NAMES[cell] + QUARTERS[quarter]


def around(hill: int) -> tuple[tuple[int, int], ...]:
    """The four spots of a hill, each a cell and its quarter, in reading order."""
    return (
        (hill - WIDTH - 1, SOUTH_EAST),
        (hill - WIDTH, SOUTH_WEST),
        (hill - 1, NORTH_EAST),
        (hill, NORTH_WEST),
    )


RING: dict[bool, tuple[tuple[int, int], ...]] = {
    corners: tuple(
        (cell, other)
        for cell, quarter in around(0)
        for other in range(4)
        if other != quarter and (corners or other != SOUTH_EAST - quarter)
    )
    for corners in (True, False)
}
"""From a closed hill to the other quarters of its four tiles, each by its cell: with corners, which are the
quarters opposite the hill, or without."""


def turned(tile: str) -> str:
    """A tile turned a quarter clockwise."""
    return tile[2] + tile[0] + tile[3] + tile[1]


@cache
def orientations(tile: str) -> tuple[str, ...]:
    """The ways a tile can lie, each once."""
    ways = [tile]
    for _ in range(3):
        ways.append(turned(ways[-1]))
    return tuple(dict.fromkeys(ways))


@cache
def same_tile(tile: str) -> str:
    """One and the same text for a tile however it lies."""
    return min(orientations(tile))


class Territory(Struct, eq=False):
    """The tiles and castles that lie."""

    tiles: dict[int, str] = field(default_factory=dict)
    """For each cell its tile as it lies, four letters in reading order."""
    hills: dict[int, str] = field(default_factory=dict)
    """For each hill the letters that are there, in the order they came."""
    frontier: set[int] = field(default_factory=set)
    """The free cells that share a path with a tile."""
    castles: dict[int, str] = field(default_factory=dict)
    """For each hill with a castle: which."""

    def copy(self) -> Territory:
        return Territory(self.tiles.copy(), self.hills.copy(), self.frontier.copy(), self.castles.copy())

    def lay(self, cell: int, tile: str) -> None:
        """A tile as it lies on a free cell."""
        self.tiles[cell] = tile
        hills = self.hills
        for corner, letter in zip(CORNERS, tile, strict=True):
            hills[cell + corner] = hills.get(cell + corner, "") + letter
        frontier = self.frontier
        frontier.discard(cell)
        for step in BESIDE:
            if cell + step not in self.tiles and NAMES[cell + step]:
                frontier.add(cell + step)

    def terrains(self, hill: int) -> str:
        """The letters of a hill that count: none under a castle."""
        return "" if hill in self.castles else self.hills.get(hill, "")

    def is_closed(self, hill: int) -> bool:
        return len(self.hills.get(hill, "")) == 4

    def hills_of(self, cell: int) -> tuple[int, int, int, int]:
        """The hills at the four quarters of a cell."""
        return (cell, cell + 1, cell + WIDTH, cell + WIDTH + 1)

    def castle_stands_near(self, hill: int) -> bool:
        """Whether a castle stands on that hill or on one that touches it."""
        castles = self.castles
        return hill in castles or any(hill + step in castles for step in TOUCHING)

    def ring(self, hill: int, *, corners: bool = True) -> list[tuple[int, int]]:
        """The first line of terrains round a closed hill: the other quarters of its four tiles."""
        return [(hill + cell, quarter) for cell, quarter in RING[corners]]

    def buildings_round(self, hill: int, buildings: frozenset[str], *, corners: bool = True) -> int:
        """How many letters of the ring are among those."""
        tiles = self.tiles
        return sum([tiles[cell][quarter] in buildings for cell, quarter in self.ring(hill, corners=corners)])

    def neighbours(self, cell: int) -> int:
        """How many tiles a cell shares a path with."""
        return sum(cell + step in self.tiles for step in BESIDE)

    def reach(self, starts: Sequence[int], steps: int) -> dict[int, int]:
        """The crossroads within a number of steps of any of these, each with how many it takes."""
        found = dict.fromkeys(starts, 0)
        edge = list(found)
        for distance in range(1, steps + 1):
            ahead = []
            for cell in edge:
                for step in BESIDE:
                    to = cell + step
                    if to in self.tiles and to not in found:
                        found[to] = distance
                        ahead.append(to)
            edge = ahead
        return found

    def bounds(self) -> tuple[int, int, int, int]:
        """The first and last row, the first and last column that hold a tile."""
        rows = [cell // WIDTH for cell in self.tiles]
        columns = [cell % WIDTH for cell in self.tiles]
        return min(rows), max(rows), min(columns), max(columns)
