"""A map as lines of a screen: drawn with letters and strokes, or read from one area to the next."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import accumulate
from typing import Literal, TypeAlias

from msgspec import Struct

from automa.dialogue import Text
from automa.picture import Area, Border, Carries, Map, Place, Span, Spot, Style, Words
from solo.showing.layout import (
    NARROWEST,
    Box,
    BoxCell,
    Row,
    cells,
    framed,
    joined,
    listed,
    width_of,
    wrap,
)

Say: TypeAlias = Callable[[Words], Row]
"""Puts words of a picture into the player's language."""

Edge: TypeAlias = tuple[Literal["across", "down"], int, int]
"""A stretch of a line between places: the one above a place, or the one to the left of it."""

SMALLEST = 4
"""An area has room for so many letters, however few are in it now: the map keeps its size."""
FRAME = 4
LEAST = 6
"""A map cut to fewer lines than this is of no use."""
WATER = "~"
STYLES: Mapping[Carries, Style] = {"open": "", "coast": "blue", "wall": "name", "road": ""}


# Read


def read(map: Map, say: Say) -> list[Row]:
    """A line for each area and for each border that something lies on; areas of one whole share a line."""
    wholes: dict[str | tuple[str], list[Row]] = {}
    for area in map.areas:
        told = _told(map, area, [area.beside, *area.contents], say)
        wholes.setdefault(_name(area.part_of, say) or (area.id,), []).append(told)
    rows = [
        [*([(f"{whole}: ", "")] if isinstance(whole, str) else []), *listed(areas, "; ")]
        for whole, areas in wholes.items()
    ]
    rows += on_borders(map, say)
    silent = [border for border in map.borders if not border.contents]
    if walls := [border.name for border in silent if border.carries == "wall"]:
        rows.append(say([Span(Text("map.walls", walls=walls))]))
    rest: list[Border | Spot] = [*silent, *map.spots]
    if choices := [_choice(map, thing) for thing in rest if thing.id in map.marks]:
        rows.append(say([Span(Text("map.choices", choices=choices))]))
    return rows


def on_borders(map: Map, say: Say) -> list[Row]:
    """What lies on the borders, told in full."""
    return [_told(map, border, border.contents, say) for border in map.borders if border.contents]


def _told(map: Map, thing: Area | Border, contents: Sequence[Words], say: Say) -> Row:
    parts = [say(words) for words in ([Span(thing.name)], *contents) if words]
    mark = [(f"({map.marks[thing.id]}) ", "")] if thing.id in map.marks else []
    return [*mark, *listed(parts, ", ")]


def _choice(map: Map, thing: Border | Spot) -> Text:
    return Text("map.choice", mark=map.marks[thing.id], what=thing.name)


def _name(name: str | Text, say: Say) -> str:
    return "".join(text for text, _ in say([Span(name)]))


# Drawn


def drawn(map: Map, say: Say, width: int, box: Box, over: int = 0) -> list[Row]:
    """The map as it lies on the table, or the part around its focus that there is room for.

    If `over`, so many lines are to be cut, as far as that leaves enough to see. Boxes are never cut: they are
    read where there is no room for them.
    """
    if not map.areas:
        return []
    lattice = _boxes(map, say, width, box) if map.boxed else _cells(map, say)
    if lattice is None:
        return [line for row in read(map, say) for line in wrap(row, width, hang=4)]
    canvas = Canvas(lattice.columns.end, lattice.rows.end)
    _put_areas(canvas, lattice)
    _put_borders(canvas, lattice, box)
    _put_spots(canvas, lattice, box)
    rows = _windowed(canvas, lattice, width, 0 if map.boxed else over)
    below = [listed(on_borders(map, say), "; "), _legend(map, say, box)]
    return [*rows, *(line for row in below if row for line in wrap(row, width))]


def _legend(map: Map, say: Say, box: Box) -> Row:
    """What its signs mean, those of the game and then those that it is drawn with here."""
    if not map.legend:
        return []
    carried = {border.carries for border in map.borders}
    things: list[Area | Border | Spot] = [*map.areas, *map.borders, *map.spots]
    signs = {
        "wall": box.wall[0] if "wall" in carried else "",
        "coast": WATER if "coast" in carried else "",
        "corner": box.nothing if map.corners else "",
        "number": next((map.marks[thing.id] for thing in things if thing.id in map.marks), ""),
    }
    drawn = [[Span(Text(f"map.sign.{what}", sign=sign), "dim")] for what, sign in signs.items() if sign]
    return listed([say(words) for words in (*map.legend, *drawn)], "  ")


class Axis(Struct):
    """The columns or the rows areas stand in: places, with a line before each and one behind the last."""

    first: int
    places: list[int]
    """How wide, or how high, each place is."""
    lines: list[int]
    _starts: list[int] = []

    def __post_init__(self) -> None:
        sizes = [size for pair in zip(self.lines, [*self.places, 0], strict=True) for size in pair]
        self._starts = [0, *accumulate(sizes)]

    @property
    def last(self) -> int:
        return self.first + len(self.places) - 1

    @property
    def end(self) -> int:
        return self._starts[-1]

    def line(self, at: int) -> range:
        """Where the line before a place is."""
        start = 2 * (at - self.first)
        return range(self._starts[start], self._starts[start + 1])

    def place(self, at: int, size: int = 1) -> range:
        """Where a place is, or an area that covers so many."""
        start = 2 * (at - self.first) + 1
        return range(self._starts[start], self._starts[start + 2 * size - 1])

    def stretch(self, low: int, high: int) -> range:
        """From the line before a place to the line behind another."""
        return range(self.line(low).start, self.line(high + 1).stop)

    def around(self, focus: int, room: int) -> tuple[int, int]:
        """The first and the last of the places around the focus for which there is room."""
        low = high = min(max(focus, self.first), self.last)
        while True:
            wider = [(low - 1, high)] * (low > self.first) + [(low, high + 1)] * (high < self.last)
            fitting = [ends for ends in wider if len(self.stretch(*ends)) <= room]
            if not fitting:
                return low, high
            low, high = min(fitting, key=lambda ends: abs(sum(ends) - 2 * focus))


class Lattice(Struct):
    """A map with the size of everything in it worked out."""

    map: Map
    say: Say
    edges: Mapping[Edge, Border]
    columns: Axis
    rows: Axis
    faces: Mapping[str, list[Row]]
    """The lines of each area."""


class Canvas:
    """Letters in columns and lines."""

    __slots__ = ("lines",)

    def __init__(self, width: int, height: int) -> None:
        self.lines = [[(" ", "")] * width for _ in range(height)]

    def put(self, x: int, y: int, row: Row) -> None:
        """Words from there on, as far as there is room; a wide sign takes two columns, an accent none."""
        line = self.lines[y]
        for text, role in row:
            for sign in text:
                size = cells(sign)
                if size and 0 <= x <= len(line) - size:
                    line[x : x + size] = [(sign, role), *[("", role)] * (size - 1)]
                elif not size and 0 < x <= len(line):
                    line[x - 1] = (line[x - 1][0] + sign, line[x - 1][1])
                x += size

    def middle(self, xs: range, y: int, row: Row) -> None:
        """Words in the middle of these columns, rather to the right of it than to the left."""
        self.put(xs.start + (len(xs) - width_of(row) + 1) // 2, y, row)

    def cut(self, xs: range, ys: range) -> list[Row]:
        return [joined(self.lines[y][xs.start : xs.stop]) for y in ys]


# Drawn: how large everything is


def _boxes(map: Map, say: Say, width: int, box: Box) -> Lattice | None:
    """Each area a box with all its contents; nothing where there is no room for that."""
    edges = _edges(map)
    columns, rows = _extent(map, 0), _extent(map, 1)
    lines = [0, *(line + 2 for line in _widths(map, edges, say)[1:-1]), 0]
    texts = {area.id: _box_cell(map, area, say) for area in map.areas}
    natural = max(text.natural for text in texts.values())
    inner = min(natural, (width - sum(lines)) // len(columns) - FRAME)
    if inner < min(natural, NARROWEST):
        return None
    laid = {id: text.laid(inner) for id, text in texts.items()}
    high = {row: _stacked(map, edges, row, say) for row in rows}
    for area in map.areas:
        high[area.at[1]] = max(high[area.at[1]], len(laid[area.id]))
    return Lattice(
        map,
        say,
        edges,
        Axis(columns.start, [inner + FRAME] * len(columns), lines),
        Axis(rows.start, [high[row] + 2 for row in rows], _heights(map, edges)),
        {area.id: framed(texts[area.id], laid[area.id], high[area.at[1]], inner, box) for area in map.areas},
    )


def _box_cell(map: Map, area: Area, say: Say) -> BoxCell:
    mark: Words = [Span(map.marks[area.id], "mark"), Span(" ")] if area.id in map.marks else ()
    lines = [(say([*mark, Span(area.name, _fresh(map, area.id, "name"))]), say(area.beside))]
    return BoxCell([*lines, *((say(words), Row()) for words in area.contents)], area.style)


def _cells(map: Map, say: Say) -> Lattice:
    """All areas equally wide: as much as the signs and one token need."""
    edges = _edges(map)
    columns, rows = _extent(map, 0), _extent(map, 1)
    width = max(_needed(map, area, say) for area in map.areas)
    across = Axis(columns.start, [width] * len(columns), _widths(map, edges, say))
    faces = {area.id: _face(map, area, edges, across, say) for area in map.areas}
    heights = {row: max(1, _stacked(map, edges, row, say)) for row in rows}
    for area in map.areas:
        *above, last = range(area.at[1], area.at[1] + area.size[1])
        heights[last] = max(heights[last], len(faces[area.id]) - sum(heights[row] for row in above))
    down = Axis(rows.start, list(heights.values()), _heights(map, edges))
    return Lattice(map, say, edges, across, down, faces)


def _needed(map: Map, area: Area, say: Say) -> int:
    """How wide the places of an area must be; a word over several of them is not broken."""
    printed = _printed(map, area, say)
    tokens = [width_of(say([token])) for token in area.tokens]
    if area.size[0] == 1:
        return max(SMALLEST, width_of(printed) + 1, *tokens)
    longest = max([*tokens, *(cells(word) for text, _ in printed for word in text.split())])
    return -((area.size[0] - 1 - longest) // area.size[0])


def _printed(map: Map, area: Area, say: Say) -> Row:
    return say([Span(area.label, _fresh(map, area.id, area.style)), *area.signs])


def _fresh(map: Map, id: str, style: Style) -> Style:
    """The style of something, or that of what has changed."""
    return "fresh" if id in map.changed else style


def _face(map: Map, area: Area, edges: Mapping[Edge, Border], columns: Axis, say: Say) -> list[Row]:
    """An area in short: what is printed in it, its tokens behind and under that, and its mark."""
    room = len(columns.place(area.at[0], area.size[0]))
    beside = edges.get(("down", *area.at))
    # A number on the border to its left must not run into its own.
    room -= int(beside is not None and beside.id in map.marks)
    lines = wrap(_printed(map, area, say), room)
    for token in area.tokens:
        said = say([token])
        if width_of(lines[-1]) + width_of(said) > room:
            lines.append([])
        lines[-1] = [*lines[-1], *said]
    if area.id in map.marks:
        lines.append([(f"({map.marks[area.id]})", "mark")])
    return lines


def _edges(map: Map) -> dict[Edge, Border]:
    """Which border lies on which stretch of a line."""
    areas = {area.id: area for area in map.areas}
    edges: dict[Edge, Border] = {}
    for border in map.borders:
        (column, row), (wide, high) = areas[border.area].at, areas[border.area].size
        match border.side:
            case "north":
                edges |= {("across", column + each, row): border for each in range(wide)}
            case "south":
                edges |= {("across", column + each, row + high): border for each in range(wide)}
            case "west":
                edges |= {("down", column, row + each): border for each in range(high)}
            case "east":
                edges |= {("down", column + wide, row + each): border for each in range(high)}
    return edges


def _extent(map: Map, axis: int) -> range:
    """The columns, or the rows, that there is something in or beside."""
    corners = [spot.corner[axis] for spot in _marked_spots(map)]
    return range(
        min([area.at[axis] for area in map.areas] + corners),
        max([area.at[axis] + area.size[axis] for area in map.areas] + corners),
    )


def _marked_spots(map: Map) -> list[Spot]:
    return [spot for spot in map.spots if spot.id in map.marks]


def _widths(map: Map, edges: Mapping[Edge, Border], say: Say) -> list[int]:
    """How wide the lines that go down are: as wide as the marks and tokens on them."""
    columns = _extent(map, 0)
    widths = dict.fromkeys(range(columns.start, columns.stop + 1), 1)
    for (way, column, _), border in edges.items():
        if way == "down":
            widths[column] = max([widths[column], *(width_of(row) for row in upon(map, border, say))])
    for spot in _marked_spots(map):
        column = spot.corner[0]
        widths[column] = max(widths[column], cells(map.marks[spot.id]))
    return list(widths.values())


def _stacked(map: Map, edges: Mapping[Edge, Border], row: int, say: Say) -> int:
    """How much there is at most on a border beside the areas of a row."""
    beside = [border for (way, _, at), border in edges.items() if way == "down" and at == row]
    return max((len(upon(map, border, say)) for border in beside), default=0)


def _heights(map: Map, edges: Mapping[Edge, Border]) -> list[int]:
    """How high the lines that go across are: one line of letters, or nothing if there is nothing on them."""
    rows = _extent(map, 1)
    used = {row for (way, _, row), border in edges.items() if way == "across" and _is_seen(map, border)}
    used |= {spot.corner[1] for spot in _marked_spots(map)}
    used |= {row for _, row in _mere_corners(map, edges)}
    return [int(row in used) for row in range(rows.start, rows.stop + 1)]


def _is_seen(map: Map, border: Border) -> bool:
    return border.carries != "open" or border.id in map.marks or bool(border.tokens)


def _mere_corners(map: Map, edges: Mapping[Edge, Border]) -> list[Place]:
    """The places above which there is no border, but only a corner."""
    if not map.corners:
        return []
    return [
        (column, row)
        for area in map.areas
        for column in range(area.at[0], area.at[0] + area.size[0])
        for row in (area.at[1], area.at[1] + area.size[1])
        if ("across", column, row) not in edges
    ]


def upon(map: Map, border: Border, say: Say) -> list[Row]:
    """What is drawn on a border: its mark and its tokens."""
    mark: list[Row] = [[(map.marks[border.id], "mark")]] if border.id in map.marks else []
    return [*mark, *(say([token]) for token in border.tokens)]


# Drawn: everything in its place


def _put_areas(canvas: Canvas, lattice: Lattice) -> None:
    for area in lattice.map.areas:
        xs = lattice.columns.place(area.at[0], area.size[0])
        for y, row in enumerate(lattice.faces[area.id], start=lattice.rows.place(area.at[1]).start):
            canvas.middle(xs, y, row)


def _put_borders(canvas: Canvas, lattice: Lattice, box: Box) -> None:
    for column, row in _mere_corners(lattice.map, lattice.edges):
        xs = lattice.columns.place(column)
        canvas.put(xs.start, lattice.rows.line(row).start, [(box.nothing * len(xs), "dim")])
    done: set[str] = set()
    for edge, border in lattice.edges.items():
        _put_stroke(canvas, lattice, edge, border, box)
        if border.id not in done:
            _put_upon(canvas, lattice, edge, upon(lattice.map, border, lattice.say))
            done.add(border.id)


def _put_stroke(canvas: Canvas, lattice: Lattice, edge: Edge, border: Border, box: Box) -> None:
    way, column, row = edge
    sign = _stroke(border.carries, way, lattice.map, box)
    style = _fresh(lattice.map, border.id, border.style or STYLES[border.carries])
    if way == "across":
        xs = lattice.columns.place(column)
        canvas.put(xs.start, lattice.rows.line(row).start, [(sign * len(xs), style)])
    else:
        for y in lattice.rows.place(row):
            canvas.middle(lattice.columns.line(column), y, [(sign, style)])


def _stroke(carries: Carries, way: Literal["across", "down"], map: Map, box: Box) -> str:
    match carries:
        case "wall":
            return box.wall[way == "down"]
        case "road" if map.boxed:
            return box.road[way == "down"]
        case "road":
            return box.across if way == "across" else box.down
        case "coast":
            return WATER
        case "open":
            return ""


def _put_upon(canvas: Canvas, lattice: Lattice, edge: Edge, upon: Sequence[Row]) -> None:
    """Marks and tokens: side by side on a line across, under each other on one that goes down."""
    way, column, row = edge
    if not upon:
        return
    if way == "across":
        words = listed(upon, " ")
        if lattice.map.boxed:
            words = [(" ", ""), *words, (" ", "")]
        canvas.middle(lattice.columns.place(column), lattice.rows.line(row).start, words)
    else:
        first = lattice.rows.place(row).start + int(lattice.map.boxed)
        for y, words in enumerate(upon, start=first):
            canvas.middle(lattice.columns.line(column), y, words)


def _put_spots(canvas: Canvas, lattice: Lattice, box: Box) -> None:
    """Roads that go on or cross where lines meet, and what may be chosen there."""
    map = lattice.map
    if not map.boxed:
        for row in range(lattice.rows.first, lattice.rows.last + 2):
            for column in range(lattice.columns.first, lattice.columns.last + 2):
                _put_crossing(canvas, lattice, (column, row), box)
    for spot in _marked_spots(map):
        at = lattice.columns.line(spot.corner[0])
        canvas.middle(at, lattice.rows.line(spot.corner[1]).start, [(map.marks[spot.id], "mark")])


def _put_crossing(canvas: Canvas, lattice: Lattice, corner: Place, box: Box) -> None:
    column, row = corner
    across = _road(lattice, ("across", column - 1, row), ("across", column, row))
    down = _road(lattice, ("down", column, row - 1), ("down", column, row))
    for y in lattice.rows.line(row):
        if across is not None:
            xs = lattice.columns.line(column)
            canvas.put(xs.start, y, [(box.across * len(xs), across)])
        if down is not None:
            sign = box.down if across is None else box.cross
            canvas.middle(lattice.columns.line(column), y, [(sign, down)])


def _road(lattice: Lattice, one: Edge, other: Edge) -> Style | None:
    """The style of the road that goes on from one stretch to the other; None if none does."""
    match lattice.edges.get(one), lattice.edges.get(other):
        case Border(carries="road", style=style), Border(carries="road"):
            return style
    return None


# Drawn: as much as there is room for


def _windowed(canvas: Canvas, lattice: Lattice, width: int, over: int) -> list[Row]:
    """The map with the names of its rows and columns, cut to the room there is."""
    map, columns, rows = lattice.map, lattice.columns, lattice.rows
    longest = max((cells(name) for name in map.rows.values()), default=0)
    # Blanks around the names, unless just these would make the map too wide.
    margin = longest if width - longest - 2 < columns.end <= width - longest or not longest else longest + 2
    column, row = _focus(map)
    left, right = columns.around(column, width - margin)
    # Where it is cut, a line says so.
    high = rows.end - over - 1
    top, bottom = rows.around(row, high) if over and high >= LEAST else (rows.first, rows.last)
    xs, ys = columns.stretch(left, right), rows.stretch(top, bottom)
    lines = [
        [(name.center(margin) if margin > longest else name.ljust(margin), "dim"), *line]
        for name, line in zip(_row_names(lattice, ys), canvas.cut(xs, ys), strict=True)
    ]
    if map.columns:
        lines.insert(0, [(" " * margin, ""), *_column_names(lattice, xs)])
    hidden = {
        "north": top > rows.first,
        "east": right < columns.last,
        "south": bottom < rows.last,
        "west": left > columns.first,
    }
    if any(hidden.values()):
        sides = [Text(f"map.{side}") for side, more in hidden.items() if more]
        lines += wrap(lattice.say([Span(Text("map.more", sides=sides), "dim")]), width)
    return lines


def _focus(map: Map) -> Place:
    """The place to be seen: that of the focus, else of what may be chosen, else the middle."""
    areas = {area.id: area.at for area in map.areas}
    places = {
        **areas,
        **{border.id: areas[border.area] for border in map.borders},
        **{spot.id: spot.corner for spot in map.spots},
    }
    for id in (map.focus, *map.marks):
        if id in places:
            return places[id]
    columns, rows = _extent(map, 0), _extent(map, 1)
    return columns[len(columns) // 2], rows[len(rows) // 2]


def _row_names(lattice: Lattice, ys: range) -> list[str]:
    named = {where.start: name for where, name in _named(lattice.map, lattice.map.rows, lattice.rows)}
    return [named.get(y, "") for y in ys]


def _column_names(lattice: Lattice, xs: range) -> Row:
    names = Canvas(lattice.columns.end, 1)
    for where, name in _named(lattice.map, lattice.map.columns, lattice.columns):
        names.middle(where, 0, [(name, "dim")])
    return names.cut(xs, range(1))[0]


def _named(map: Map, names: Mapping[int, str], axis: Axis) -> list[tuple[range, str]]:
    """Where each name belongs: at a place, or at the line before it."""
    if map.lines_named:
        return [(axis.line(at), name) for at, name in names.items() if axis.first <= at <= axis.last + 1]
    return [(axis.place(at), name) for at, name in names.items() if axis.first <= at <= axis.last]
