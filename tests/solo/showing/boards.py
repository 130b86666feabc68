"""Boards that a map must be able to show: an island of triangles, and a land of tiles with paths."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from automa.picture import Area, Border, Map, Place, Point, Side, Span, Spot, Style

# An island of 54 triangles in six rows, with 90 borders.

LANDS = {
    "A": "ddfffff",
    "B": "ddddfffgg",
    "C": "wdwddfggggg",
    "D": "wwwwwpmmgmg",
    "E": "wwpppmmmm",
    "F": "pppppmm",
}
STYLES: Mapping[str, Style] = {
    "d": "yellow", "f": "red", "g": "orange", "w": "green", "p": "olive", "m": "brown",
}  # fmt: skip
NAMES = {"d": "Desert", "f": "Furrows", "g": "Fields", "w": "Forest", "p": "Plains", "m": "Mountain"}
MARKETS = ("A3", "B8", "C2", "D10", "E2", "F5")
INDENTED = {"A": 2, "B": 1, "C": 0, "D": 0, "E": 1, "F": 2}
"""How far in a row begins; then every border between two rows is straight below a space."""
OWNERS: Mapping[str, Style] = {"R": "red", "P": "purple", "Y": "yellow"}


def island(
    domains: Mapping[str, Sequence[str]] | None = None,
    houses: Mapping[str, Sequence[str]] | None = None,
    marks: Mapping[str, str] | None = None,
) -> Map:
    """The island; `domains` are spaces by their owner's capital, in as many strings as there are domains."""
    owner = {
        space: (capital, whole)
        for capital, wholes in (domains or {}).items()
        for whole in wholes
        for space in whole.split()
    }
    areas = [_space(row, number, owner, houses or {}) for row in LANDS for number in _numbers(row)]
    borders = [border for area in areas for border in _borders(area, owner)]
    return Map(
        "The island",
        areas,
        borders,
        marks=marks or {},
        corners=True,
        rows=dict(enumerate(LANDS)),
        legend=[[Span("$ market", "dim")]],
    )


def _numbers(row: str) -> range:
    return range(1, len(LANDS[row]) + 1)


def points_up(row: str, number: int) -> bool:
    return number % 2 == (1 if row in "ABC" else 0)


def _space(
    row: str, number: int, owner: Mapping[str, tuple[str, str]], houses: Mapping[str, Sequence[str]]
) -> Area:
    id = f"{row}{number}"
    land = LANDS[row][number - 1]
    signs = [Span(land, STYLES[land]), *([Span("$", "gold")] if id in MARKETS else [])]
    contents = [[Span(NAMES[land])], *([[Span("market")]] if id in MARKETS else [])]
    tokens = [Span(house, "bad") for house in houses.get(id, ())]
    if id in owner:
        capital = owner[id][0]
        tokens.insert(0, Span(capital, OWNERS[capital]))
        contents.append([Span(f"domain of {capital}")])
    return Area(
        id,
        id,
        (number + INDENTED[row] - 1, "ABCDEF".index(row)),
        corners_of(row, number),
        STYLES[land],
        label=str(number),
        signs=signs,
        tokens=tokens,
        contents=contents,
        part_of=row,
    )


def corners_of(row: str, number: int) -> list[Point]:
    """A triangle with sides of 2: from the top if it points up, else from the top left."""
    left = float(number + INDENTED[row] - 1)
    top = "ABCDEF".index(row) * 3**0.5
    if points_up(row, number):
        return [(left + 1, top), (left + 2, top + 3**0.5), (left, top + 3**0.5)]
    return [(left, top), (left + 2, top), (left + 1, top + 3**0.5)]


def _borders(area: Area, owner: Mapping[str, tuple[str, str]]) -> list[Border]:
    """Its border to the right, and the one below or, at the coast, the one above or to the left."""
    row, number = area.id[0], int(area.id[1:])
    up = points_up(row, number)
    a, b, c = area.outline
    found: list[Border] = []
    if number == 1:
        found.append(_border(area, "", "west", (a, c), owner))
    right = f"{row}{number + 1}" if number < len(LANDS[row]) else ""
    found.append(_border(area, right, "east", (a, b) if up else (b, c), owner))
    if up:
        below = "" if row == "F" else f"{chr(ord(row) + 1)}{number + _shift(row)}"
        found.append(_border(area, below, "south", (b, c), owner))
    elif row == "A":
        found.append(_border(area, "", "north", (a, b), owner))
    return found


def _shift(row: str) -> int:
    """What to add to a number for the space straight below it."""
    return {"A": 1, "B": 1, "C": 0, "D": -1, "E": -1}[row]


def _border(
    area: Area, other: str, side: Side, line: tuple[Point, Point], owner: Mapping[str, tuple[str, str]]
) -> Border:
    walled = owner.get(area.id) != owner.get(other)
    name = f"{area.id}/{other or 'sea'}"
    return Border(name, name, area.id, side, line, other, "wall" if walled else "open" if other else "coast")


# A land of tiles: each a crossing of two paths with four terrains around it.


def territory(
    tiles: Mapping[str, str],
    workers: Mapping[str, str] | None = None,
    castles: Mapping[str, str] | None = None,
    marks: Mapping[str, str] | None = None,
    focus: str = "",
    free: Sequence[str] = (),
) -> Map:
    """Tiles by their place (b2), each with its terrains NW NE SW SE, and places that are still free.

    A hill is named after the tile at its north-western corner; so is the castle on it.
    """
    castles = castles or {}
    covered = {quarter: castle for castle in castles for quarter in _hill(castle)}
    areas: list[Area] = []
    borders: list[Border] = []
    spots: list[Spot] = []
    for tile, terrains in tiles.items():
        spots.append(_crossing(tile, tile))
        for quarter, terrain in zip(("nw", "ne", "sw", "se"), terrains.split(), strict=True):
            id = f"{tile}.{quarter}"
            if id not in covered:
                areas.append(_quarter(id, terrain, (workers or {}).get(id, "")))
        borders += [_arm(tile, arm, covered) for arm in ARMS]
    areas += [_castle(castle, name) for castle, name in castles.items()]
    columns, rows = zip(*(_place(tile) for tile in tiles), strict=True)
    return Map(
        "The territory",
        areas,
        borders,
        [*spots, *(_crossing(tile) for tile in free), *(_hilltop(tile) for tile in tiles)],
        marks=marks or {},
        columns={2 * column + 1: chr(ord("a") + column) for column in columns},
        rows={2 * row + 1: str(row + 1) for row in rows},
        lines_named=True,
        focus=focus,
    )


def _place(tile: str) -> Place:
    return ord(tile[0]) - ord("a"), int(tile[1:]) - 1


def _tile(column: int, row: int) -> str:
    return f"{chr(ord('a') + column)}{row + 1}"


def _hill(tile: str) -> list[str]:
    """The quarters of the hill south-east of a tile."""
    column, row = _place(tile)
    right, below, beyond = _tile(column + 1, row), _tile(column, row + 1), _tile(column + 1, row + 1)
    return [f"{tile}.se", f"{right}.sw", f"{below}.ne", f"{beyond}.nw"]


def _crossing(tile: str, label: str = "") -> Spot:
    column, row = _place(tile)
    return Spot(tile, tile, (2 * column + 1, 2 * row + 1), (column + 0.5, row + 0.5), label)


def _hilltop(tile: str) -> Spot:
    column, row = _place(tile)
    return Spot(f"hill {tile}", f"hill {tile}", (2 * column + 2, 2 * row + 2), (column + 1, row + 1))


def _quarter(id: str, terrain: str, workers: str) -> Area:
    tile, quarter = id.split(".")
    column, row = _place(tile)
    at = (2 * column + (quarter[1] == "e"), 2 * row + (quarter[0] == "s"))
    colours: Mapping[str, Style] = {"w": "yellow", "l": "blue", "f": "green", "o": "olive", "k": "slate"}
    return Area(
        id,
        f"{terrain} of {tile}",
        at,
        _square(at, 1),
        colours.get(terrain, ""),
        signs=[Span(terrain)],
        tokens=[Span(worker, "red") for worker in workers],
        contents=[[Span(f"worker of {worker}")] for worker in workers],
        part_of=f"hill {_hill_of(tile, quarter)}",
    )


def _hill_of(tile: str, quarter: str) -> str:
    """The tile that the hill of a quarter is named after."""
    column, row = _place(tile)
    return _tile(column - (quarter[1] == "w"), row - (quarter[0] == "n"))


def _castle(tile: str, name: str) -> Area:
    column, row = _place(tile)
    at = (2 * column + 1, 2 * row + 1)
    return Area(f"castle {tile}", name, at, _square(at, 2), "brown", (2, 2), label=f"#{name}")


def _square(at: Place, size: int) -> list[Point]:
    (left, top), side = (at[0] / 2, at[1] / 2), size / 2
    return [(left, top), (left + side, top), (left + side, top + side), (left, top + side)]


ARMS: Mapping[str, tuple[str, str, Side, Point]] = {
    "north": ("nw", "ne", "east", (0.5, 0.0)),
    "south": ("sw", "se", "east", (0.5, 1.0)),
    "west": ("nw", "sw", "south", (0.0, 0.5)),
    "east": ("ne", "se", "south", (1.0, 0.5)),
}
"""For each path of a tile: the quarters beside it, its side of the first, and where it leaves the tile."""
ACROSS: Mapping[Side, Side] = {"east": "west", "south": "north"}


def _arm(tile: str, arm: str, covered: Mapping[str, str]) -> Border:
    column, row = _place(tile)
    quarter, beyond, side, (x, y) = ARMS[arm]
    area, other = f"{tile}.{quarter}", f"{tile}.{beyond}"
    if area in covered:
        # A castle is wider than a quarter: the path is named by the quarter on its other side.
        area, other, side = other, f"castle {covered[area]}", ACROSS[side]
    elif other in covered:
        other = f"castle {covered[other]}"
    line = ((column + 0.5, row + 0.5), (column + x, row + y))
    return Border(f"{tile} {arm}", f"path {arm} of {tile}", area, side, line, other, "road", "dim")


# What lies on them.

FINISHED = {
    "R": ["B3 B4 B5 C2 C3 C4 C5 D3", "E5"],
    "P": ["C6 C7 D4 D5 D6 D7 D8 E2 E3 E4", "D10"],
    "Y": ["B6 B7 C8 C9 D9", "D2 E1", "E6 E7 F5"],
}

"""The end of a game on the island, with the 30 walls of three players."""

TILES = {
    "b2": "· w o m", "c2": "l h m h", "d2": "· · k ·",
    "b3": "k s · x", "c3": "f k x x", "d3": "b · l ·",
    "b4": "· p q r", "c4": "e t y u",
}  # fmt: skip
