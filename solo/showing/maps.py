"""A map as lines of a screen: drawn with letters and strokes, or read from one area to the next."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import accumulate
from typing import Literal, TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from automa.dialogue import Text
from automa.picture import Area, Border, Carries, Map, Place, Point, Span, Spans, Spot, Style
from solo.showing.layout import (
    CHOICE,
    NARROWEST,
    Box,
    BoxCell,
    Row,
    cells,
    framed,
    listed,
    width_of,
    wrap,
)
from solo.words.sentences import merged

Say: TypeAlias = Callable[[Spans], Row]
"""Puts words of a picture into the player's language."""

Edge: TypeAlias = tuple[Literal["across", "down"], int, int]
"""A stretch of a line between places: the one above a place, or the one to the left of it."""

SMALLEST = 3
"""The letters an area has room for at least, so that the map keeps its size."""
FRAME = 4
UNLIMITED = 1_000_000
OPEN = 24
"""In a place of fewer lines a map that grows is drawn closely from the beginning."""
DOWN, ACROSS = 1 / 3, 1 / 2
"""So far down and across its place a map that grows begins: a question takes lines from below."""
SMALLEST_PITCH, LARGEST_PITCH = 5, 7
"""How many lines a row of triangles takes, at least and at most."""
WATER = "~"
MORE = "…"
"""There is more in an area than there is room for."""
IN_QUESTION = "?"
"""Marks the border or the free crossing that a question is about."""
LAND: Mapping[Style, Style] = {"red": "brown", "blue": "key", "yellow": "gold"}
"""Land is never shown in a colour that says whose something is."""
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


def below(map: Map, say: Say) -> list[Row]:
    """The words under a map: what lies on the borders, and what its signs mean."""
    told = [listed(on_borders(map, say), "; "), *(say(line) for line in map.legend)]
    return [row for row in told if row]


def _told(map: Map, thing: Area | Border, contents: Sequence[Spans], say: Say) -> Row:
    parts = [say(words) for words in ([Span(thing.name)], *contents) if words]
    mark = [(f"({map.marks[thing.id]}) ", "")] if thing.id in map.marks else []
    return [*mark, *listed(parts, ", ")]


def _choice(map: Map, thing: Border | Spot) -> Text:
    return Text("map.choice", mark=map.marks[thing.id], what=thing.name)


def _name(name: str | Text, say: Say) -> str:
    return "".join(text for text, _ in say([Span(name)]))


# Drawn


def drawn(
    map: Map, say: Say, width: int, box: Box, height: int | None = None, planned: int | None = None
) -> list[Row]:
    """The map as it lies on the table, or as much of it as there is room for: what it is about is in view.

    A map that is higher than what is `planned` for it is drawn more closely, even if there is room now: so
    it looks alike from one question to the next. Boxes are never cut: they are read where there is no room
    for them.
    """
    if not map.areas:
        return []
    below = [listed(on_borders(map, say), "; "), _legend(map, say, box)]
    under = [line for row in below if row for line in wrap(row, width)]
    room = UNLIMITED if height is None else height - len(under)
    if map.slanted:
        return [*_windowed(*_slanted(map, say, width, box, room), width, room), *under]
    high, kept = (room, _kept_spots(map, 1)) if planned is None else (min(room, planned), map.spots)
    high = high if map.lines_named or height is not None else room
    lattice = (
        _boxes(map, say, width, box)
        if map.boxed
        else _grown(map, say, width - _margin(map), min(room, planned), planned < OPEN)
        if map.anchor and planned is not None
        else _fitted(replace(map, spots=kept), say, width - _margin(map), high)
    )
    if lattice is None:
        return [line for row in read(map, say) for line in wrap(row, width, hang=4)]
    canvas = Canvas(lattice.columns.end, lattice.rows.end)
    _put_areas(canvas, lattice)
    _put_borders(canvas, lattice, box)
    _put_spots(canvas, lattice, box)
    return [*_windowed(canvas, lattice, width, UNLIMITED if map.boxed else room, planned), *under]


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

    def drawn_with(self, at: int) -> int:
        """The place with which the line before a place is seen: that before it, if it takes no room."""
        return at - (self.first < at <= self.last and not self.line(at))

    def place(self, at: int, size: int = 1) -> range:
        """Where a place is, or an area that covers `size` places."""
        start = 2 * (at - self.first) + 1
        return range(self._starts[start], self._starts[start + 2 * size - 1])

    def stretch(self, low: int, high: int) -> range:
        """From the line before a place to the line behind another."""
        return range(self.line(low).start, self.line(high + 1).stop)

    def around(self, focus: int, room: int, wanted: Sequence[int] = ()) -> tuple[int, int]:
        """The first and the last of the places there is room for: the focus, and most of those wanted."""
        focus = min(max(focus, self.first), self.last)
        found = [(focus, focus)]
        for low in range(self.first, focus + 1):
            high = focus
            if len(self.stretch(low, high)) > room:
                continue
            while high < self.last and len(self.stretch(low, high + 1)) <= room:
                high += 1
            found.append((low, high))

        def worth(ends: tuple[int, int]) -> tuple[int, int, int]:
            seen = sum(ends[0] <= each <= ends[1] for each in wanted)
            return seen, ends[1] - ends[0], -abs(sum(ends) - 2 * focus)

        return max(found, key=worth)


class Lattice(Struct):
    """A map with the size of everything in it worked out."""

    map: Map
    say: Say
    edges: Mapping[Edge, Border]
    columns: Axis
    rows: Axis
    faces: Mapping[str, list[Row]]
    """The lines of each area."""

    def path(self, row: int) -> int:
        """Where the path above a row is: on a line of its own, or under the letters above it."""
        line = self.rows.line(row)
        return line.start if line else line.start - 1


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

    def under(self, xs: range, y: int, sign: str, role: str) -> None:
        """A sign wherever nothing is yet."""
        for x in xs:
            if self.lines[y][x][0] == " ":
                self.lines[y][x] = (sign, role)

    def middle(self, xs: range, y: int, row: Row) -> None:
        """Words in the middle of these columns, rather to the right of it than to the left."""
        self.put(xs.start + (len(xs) - width_of(row) + 1) // 2, y, row)

    def cut(self, xs: range, ys: range) -> list[Row]:
        return [merged(self.lines[y][xs.start : xs.stop]) for y in ys]


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
    mark: Spans = [Span(map.marks[area.id], CHOICE), Span(" ")] if area.id in map.marks else ()
    lines = [(say([*mark, Span(area.name, _fresh(map, area.id, "name"))]), say(area.beside))]
    return BoxCell([*lines, *((say(words), Row()) for words in area.contents)], area.style)


def _fitted(map: Map, say: Say, width: int, high: int) -> Lattice:
    """The cells as open as there is room for; the closest there are if there is room for none."""
    lattice, shown, is_narrow = _cells(map, say), map, False
    wider = 0
    if not map.lines_named and high < UNLIMITED:  # columns that are left over are for what may be cut
        wider = max(0, (width - lattice.columns.end) // len(lattice.columns.places))
        lattice = _cells(map, say, wider=wider)
    for kept in (map, replace(map, spots=_kept_spots(map, 0))):
        if lattice.columns.end > width:
            shown, is_narrow = kept, True
            lattice = _cells(shown, say, is_narrow=is_narrow)
    low = [(shown, True), (replace(shown, spots=_kept_spots(shown, 1)), True)] if map.lines_named else []
    for kept, is_low in ((shown, False), *low):
        if lattice.rows.end + bool(map.columns) > high:
            lattice = _cells(kept, say, is_narrow=is_narrow, in_one_line=True, is_low=is_low, wider=wider)
    missing = 0 if map.lines_named else lattice.rows.end + bool(map.columns) - high
    if 0 < missing <= len(_bare_shores(shown, lattice.edges)):
        lattice = _cells(shown, say, is_narrow=is_narrow, in_one_line=True, shores_cut=missing, wider=wider)
    return replace(lattice, map=map)


def _grown(map: Map, say: Say, width: int, high: int, is_low: bool) -> Lattice:
    """A map that grows, looking alike from one question to the next, until there is no room for that."""
    lattice, shown, is_narrow = _cells(map, say, in_one_line=True, is_low=is_low), map, False
    for kept in (map, replace(map, spots=_kept_spots(map, 0))):
        if lattice.columns.end > width:
            shown, is_narrow = kept, True
            lattice = _cells(shown, say, is_narrow=True, in_one_line=True, is_low=is_low)
    for kept in (shown, replace(shown, spots=_kept_spots(shown, 1))):
        if lattice.rows.end + bool(map.columns) > high:
            lattice = _cells(kept, say, is_narrow=is_narrow, in_one_line=True, is_low=True)
    return replace(lattice, map=map)


def _kept_spots(map: Map, axis: Literal[0, 1]) -> list[Spot]:
    """The spots without those beside, or above and below, all areas that are not to be seen."""
    beyond = _beyond(map, axis)
    return [spot for spot in map.spots if spot.corner[axis] not in beyond or mark_on(map, spot)]


def _beyond(map: Map, axis: Literal[0, 1]) -> set[int]:
    """The columns, or the rows, beside all areas in which there are spots."""
    ends = [end for area in map.areas for end in (area.at[axis], area.at[axis] + area.size[axis])]
    return {spot.corner[axis] for spot in map.spots} - {*range(min(ends), max(ends) + 1)}


def _cells(
    map: Map,
    say: Say,
    *,
    is_narrow: bool = False,
    in_one_line: bool = False,
    is_low: bool = False,
    shores_cut: int = 0,
    wider: int = 0,
) -> Lattice:
    """All areas equally wide: as much as the signs and one token need; where room is short one line high.

    If it `is_narrow` or `is_low`, lines that nothing is on take no room, and paths across lie under letters.
    So many shores at the top and at the bottom that nothing stands on are left out.
    """
    edges = _edges(map)
    columns, rows = _extent(map, 0), _extent(map, 1)
    width = max(_needed(map, area, say) for area in map.areas) + wider
    wide = [width * any(column in _covered(area, 0) for area in map.areas) for column in columns]
    across = Axis(columns.start, wide, _widths(map, edges, say, is_narrow=is_narrow))
    faces = {area.id: _face(map, area, edges, across, say) for area in map.areas}
    if in_one_line:
        faces |= {
            area.id: _in_one_line(faces[area.id], map.marks.get(area.id, ""), width)
            for area in map.areas
            if area.size[1] == 1
        }
    heights = {
        row: max(1, _stacked(map, edges, row, say)) * any(row in _covered(area, 1) for area in map.areas)
        for row in rows
    }
    for area in map.areas:
        *above, last = _covered(area, 1)
        heights[last] = max(heights[last], len(faces[area.id]) - sum(heights[row] for row in above))
    lines = _heights(map, edges, shores_cut)
    if is_low:
        lines = [int(line and not above) for line, above in zip(lines, [0, *heights.values()], strict=True)]
    return Lattice(map, say, edges, across, Axis(rows.start, list(heights.values()), lines), faces)


def _covered(area: Area, axis: Literal[0, 1]) -> range:
    """The columns, or the rows, that an area covers."""
    return range(area.at[axis], area.at[axis] + area.size[axis])


def _in_one_line(face: list[Row], mark: str, width: int) -> list[Row]:
    """The first line of an area with what is typed for it, and a sign if there is more in it."""
    chosen: Row = [(mark, CHOICE)] if mark else []
    more: Row = [(MORE, "dim")] if len(face) > (2 if mark else 1) else []
    if not chosen and not more:
        return face
    shown = face[0]
    while len(shown) > 1 and width_of(shown) + width_of(chosen) + width_of(more) > width:
        shown, more = shown[:-1], [(MORE, "dim")]
    return [[*shown, *more, *chosen]]


def _needed(map: Map, area: Area, say: Say) -> int:
    """How wide the places of an area must be; a word over several of them is not broken."""
    printed = _printed(map, area, say)
    tokens = [width_of(say([token])) for token in area.tokens]
    if area.size[0] == 1:
        return max(SMALLEST, width_of(printed) + 1, *tokens)
    longest = max([*tokens, *(cells(word) for text, _ in printed for word in text.split())])
    return -((area.size[0] - 1 - longest) // area.size[0])


def _printed(map: Map, area: Area, say: Say) -> Row:
    """What is printed in an area: in the colour of whose it is, of the only player there, or of the land."""
    owners = {area.owner} if area.owner else {token.style for token in area.tokens}

    def style(land: Style) -> Style:
        return _fresh(map, area.id, owners.copy().pop() if len(owners) == 1 else LAND.get(land, land))

    return say(
        [Span(area.label, style(area.style)), *(Span(sign.text, style(sign.style)) for sign in area.signs)]
    )


def _fresh(map: Map, id: str, style: Style) -> Style:
    """The style of a thing, or the style of things that have changed."""
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
        mark = map.marks[area.id]
        lines.append([(f"({mark})" if cells(mark) + 2 <= room else mark, CHOICE)])
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
    """The columns, or the rows, that there is something in or beside, or may be chosen later."""
    corners = [spot.corner[axis] for spot in map.spots]
    return range(
        min([area.at[axis] for area in map.areas] + corners),
        max([area.at[axis] + area.size[axis] for area in map.areas] + corners),
    )


def _seen_spots(map: Map) -> list[Spot]:
    return [spot for spot in map.spots if mark_on(map, spot)]


def mark_on(map: Map, place: Border | Spot) -> str:
    """What is typed for a border or a crossing, or that it is the one in question, and nothing lies there."""
    is_free = isinstance(place, Border) or not place.label
    return map.marks.get(place.id, IN_QUESTION if place.id == map.focus and is_free else "")


def _widths(map: Map, edges: Mapping[Edge, Border], say: Say, *, is_narrow: bool = False) -> list[int]:
    """How wide the lines that go down are: as wide as the marks and tokens on them."""
    columns = _extent(map, 0)
    used = {column for way, column, _ in edges if way == "down"}
    widths = {
        column: 0 if is_narrow and column not in used else max(1, map.mark_width)
        for column in range(columns.start, columns.stop + 1)
    }
    for (way, column, _), border in edges.items():
        if way == "down":
            widths[column] = max([widths[column], *(width_of(row) for row in upon(map, border, say))])
    for spot in map.spots:
        if spot.corner[0] in (columns.start, columns.stop):  # around the others there is room
            widths[spot.corner[0]] = max(widths[spot.corner[0]], cells(map.marks.get(spot.id, spot.id)))
    return list(widths.values())


def _stacked(map: Map, edges: Mapping[Edge, Border], row: int, say: Say) -> int:
    """How much there is at most on a border beside the areas of a row."""
    beside = [border for (way, _, at), border in edges.items() if way == "down" and at == row]
    return max((len(upon(map, border, say)) for border in beside), default=0)


def _bare_shores(map: Map, edges: Mapping[Edge, Border]) -> list[int]:
    """The lines at the top and at the bottom where there is nothing but open coast."""
    rows = _extent(map, 1)
    used = {at for (way, _, at), border in edges.items() if way == "across" and not _is_bare(map, border)}
    used |= {spot.corner[1] for spot in _seen_spots(map)}
    return [row for row in (rows.start, rows.stop) if row not in used]


def spare_lines(map: Map) -> int:
    """How many lines can be left out, as nothing stands on them."""
    if map.boxed or map.lines_named or map.slanted:
        return 0
    edges = _edges(map)
    return sum(_heights(map, edges)) - sum(_heights(map, edges, len(_bare_shores(map, edges))))


def _is_bare(map: Map, border: Border) -> bool:
    shown = border.id in (*map.marks, *map.changed, map.focus)
    return border.carries in ("open", "coast") and not border.tokens and not shown


def _heights(map: Map, edges: Mapping[Edge, Border], shores_cut: int = 0) -> list[int]:
    """How high the lines that go across are: one line of letters, or nothing if there is nothing on them."""
    rows = _extent(map, 1)
    used = {row for (way, _, row), border in edges.items() if way == "across" and _is_seen(map, border)}
    used |= {spot.corner[1] for spot in _seen_spots(map)}
    used |= _beyond(map, 1)
    used |= {row for _, row in _mere_corners(map, edges)}
    used -= set(_bare_shores(map, edges)[:shores_cut])
    return [int(row in used) for row in range(rows.start, rows.stop + 1)]


def _is_seen(map: Map, border: Border) -> bool:
    return border.carries != "open" or border.id in (*map.marks, map.focus) or bool(border.tokens)


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
    """What is drawn on a border: its mark, or that it is the one in question, and its tokens."""
    mark = mark_on(map, border)
    marked: list[Row] = [[(mark, CHOICE)]] if mark else []
    return [*marked, *(say([token]) for token in border.tokens)]


# Drawn: everything in its place


def _put_areas(canvas: Canvas, lattice: Lattice) -> None:
    for area in lattice.map.areas:
        xs = lattice.columns.place(area.at[0], area.size[0])
        for y, row in enumerate(lattice.faces[area.id], start=lattice.rows.place(area.at[1]).start):
            canvas.middle(xs, y, row)


def _put_borders(canvas: Canvas, lattice: Lattice, box: Box) -> None:
    for column, row in _mere_corners(lattice.map, lattice.edges):
        xs = lattice.columns.place(column)
        for y in lattice.rows.line(row):
            canvas.put(xs.start, y, [(box.nothing * len(xs), "dim")])
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
        line = lattice.rows.line(row)
        for y in line:
            canvas.put(xs.start, y, [(sign * len(xs), style)])
        if not line and lattice.map.lines_named:
            canvas.under(xs, lattice.path(row), box.under, style)
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
    for spot in _seen_spots(map):
        at = lattice.columns.line(spot.corner[0])
        canvas.middle(at, lattice.path(spot.corner[1]), [(mark_on(map, spot), CHOICE)])


def _put_crossing(canvas: Canvas, lattice: Lattice, corner: Place, box: Box) -> None:
    column, row = corner
    across = _road(lattice, ("across", column - 1, row), ("across", column, row))
    down = _road(lattice, ("down", column, row - 1), ("down", column, row))
    xs = lattice.columns.line(column)
    if across is not None and not lattice.rows.line(row):
        canvas.under(xs, lattice.path(row), box.under, across)
    for y in lattice.rows.line(row):
        if across is not None:
            canvas.put(xs.start, y, [(box.across * len(xs), across)])
        if down is not None:
            sign = box.down if across is None else box.cross
            canvas.middle(xs, y, [(sign, down)])


def _road(lattice: Lattice, one: Edge, other: Edge) -> Style | None:
    """The style of the road that goes on from one stretch to the other; None if none does."""
    match lattice.edges.get(one), lattice.edges.get(other):
        case Border(carries="road", style=style), Border(carries="road"):
            return style
    return None


# Drawn: as much as there is room for


def _windowed(
    canvas: Canvas, lattice: Lattice, width: int, room: int, planned: int | None = None
) -> list[Row]:
    """The map with the names of its rows and columns, cut to the room there is; its anchor stays."""
    map, columns, rows = lattice.map, lattice.columns, lattice.rows
    longest = _margin(map)
    # Blanks around the names, unless just these would make the map too wide.
    margin = longest if width - longest - 2 < columns.end <= width - longest or not longest else longest + 2
    room -= bool(map.columns)
    too_wide, too_high = columns.end > width - margin and not map.slanted, rows.end > room
    room -= too_wide or too_high  # where it is cut, a line says so
    across, down = _in_view(map, columns, 0, width - margin), _in_view(map, rows, 1, room)
    xs, ys = columns.stretch(across[0], across[-1]), rows.stretch(down[0], down[-1])
    left, above = _before_anchor(lattice, width - margin, room, planned)
    indent = [(" " * left, "")] if left else []
    lines = [
        [*indent, (name.center(margin) if margin > longest else name.ljust(margin), "dim"), *line]
        for name, line in zip(_row_names(lattice, ys), canvas.cut(xs, ys), strict=True)
    ]
    if map.columns:
        lines.insert(0, [*indent, (" " * margin, ""), *_column_names(lattice, xs)])
    lines[:0] = [[]] * above
    if too_wide or too_high:
        seen = [
            _told_in_view(id, names, shown, axis)
            for id, names, shown, axis, is_cut in (
                ("map.rows", map.rows, down, rows, too_high),
                ("map.columns", map.columns, across, columns, too_wide),
            )
            if is_cut
        ]
        lines.append(listed([say_text(lattice.say, each) for each in seen], "  "))
    return lines


def _before_anchor(lattice: Lattice, width: int, room: int, planned: int | None) -> tuple[int, int]:
    """How many columns and lines are left free before a map, so that its anchor keeps its place."""
    anchor = next((spot for spot in lattice.map.spots if spot.id == lattice.map.anchor), None)
    if anchor is None or planned is None:
        return 0, 0
    column, row = anchor.corner
    high = planned - bool(lattice.map.columns)
    left = int(width * ACROSS) - lattice.columns.line(column).start
    above = int(high * DOWN) - lattice.path(row)
    return (
        max(0, min(left, width - lattice.columns.end)),
        max(0, min(above, high - lattice.rows.end, room - lattice.rows.end)),
    )


def _margin(map: Map) -> int:
    """How wide the names of the rows are."""
    return max((cells(name) for name in map.rows.values()), default=0)


def say_text(say: Say, text: Text) -> Row:
    return say([Span(text, "dim")])


def _in_view(map: Map, axis: Axis, which: Literal[0, 1], room: int) -> range:
    """The columns, or the rows, to be shown: around what the map is about, as many as there is room for."""
    places = _places(map)
    places |= {spot.id: (spot.corner[0], axis.drawn_with(spot.corner[1])) for spot in map.spots if which == 1}
    wanted = [places[id][which] for id in (*map.changed, *map.marks) if id in places]
    first, last = axis.around(_focus(map, places)[which], room, wanted)
    changed = [places[id][which] for id in map.changed if id in places]
    things: list[Border | Spot] = [*map.borders, *map.spots]
    asked = any(thing.id == map.focus and mark_on(map, thing) for thing in things)
    if changed and not asked and not any(first <= each <= last for each in changed):
        first, last = axis.around(changed[0], room, wanted)
    return range(first, last + 1)


def _told_in_view(id: str, names: Mapping[int, str], shown: range, axis: Axis) -> Text:
    """Which rows or columns are to be seen, of how many: by their names, or counted."""
    named = [name for at, name in sorted(names.items()) if axis.first <= at <= axis.last + 1] or [""]
    seen = [
        name
        for at, name in sorted(names.items())
        if axis.drawn_with(at) in shown or (at == shown.stop == axis.last + 1)
    ] or [name for at, name in sorted(names.items()) if at in shown]
    if not seen:
        seen = named = [str(shown.start - axis.first + 1), str(shown.stop - axis.first)]
        named = ["1", str(axis.last - axis.first + 1)]
    return Text(id, first=seen[0], last=seen[-1], low=named[0], high=named[-1])


def _places(map: Map) -> dict[str, Place]:
    """Where every area, border and spot is."""
    areas = {area.id: area.at for area in map.areas}
    return {
        **areas,
        **{border.id: areas[border.area] for border in map.borders},
        **{spot.id: spot.corner for spot in map.spots},
    }


def _focus(map: Map, places: Mapping[str, Place]) -> Place:
    """The place to be seen: that of the focus, else of what has changed or may be chosen, else the middle."""
    for id in (map.focus, *map.changed, *map.marks):
        if id in places:
            return places[id]
    columns, rows = _extent(map, 0), _extent(map, 1)
    return columns[len(columns) // 2], rows[len(rows) // 2]


def _row_names(lattice: Lattice, ys: range) -> list[str]:
    map = lattice.map
    named = {
        where.start - (not where) + ((len(where) - 1) // 2 if map.slanted else 0): name
        for where, name in _named(map, map.rows, lattice.rows)
    }
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


# Drawn: triangles


def _slanted(map: Map, say: Say, width: int, box: Box, room: int) -> tuple[Canvas, Lattice]:
    """Triangles in rows, as they are printed: each border a stroke with its number, each space inside."""
    tops = sorted({y for area in map.areas for _, y in area.outline})
    first = min(x for area in map.areas for x, _ in area.outline)
    across = max(x for area in map.areas for x, _ in area.outline) - first
    most = (width - _margin(map) - 3) / across, (room - 1) / (len(tops) - 1)
    pitch = max(SMALLEST_PITCH, min(LARGEST_PITCH, int(min(most))))
    columns = Axis(0, [int(across * pitch) + 1], [0, 0])
    rows = Axis(min(area.at[1] for area in map.areas), [pitch - 1] * (len(tops) - 1), [1] * len(tops))
    canvas = Canvas(columns.end, rows.end)

    def at(point: Point) -> Place:
        return round((point[0] - first) * pitch), tops.index(point[1]) * pitch

    for area in map.areas:
        for corner in area.outline:
            canvas.put(*at(corner), [(box.nothing, "dim")])
        _put_inside(canvas, map, area, [at(corner) for corner in area.outline], pitch, say)
    for border in map.borders:
        _put_slant(canvas, map, border, at(border.line[0]), at(border.line[1]), box, say)
    return canvas, Lattice(map, say, {}, columns, rows, {})


def _put_inside(canvas: Canvas, map: Map, area: Area, corners: Sequence[Place], pitch: int, say: Say) -> None:
    """What is printed in a triangle, and what lies in it, each line in the middle of the room there is."""
    top = min(y for _, y in corners)
    middle = (min(x for x, _ in corners) + max(x for x, _ in corners)) // 2
    points_up = sum(y == top for _, y in corners) == 1
    rooms = {top + each: 2 * (each if points_up else pitch - each) - 1 for each in range(1, pitch)}
    printed = _printed(map, area, say)
    order = sorted(rooms, reverse=points_up)  # from the widest line on
    wide, printed_at = order[0], order[1]
    lines: dict[int, Row] = {printed_at: printed}
    free = [wide, *order[2:]]
    for token in area.tokens:
        said = say([token])
        for y in free:
            if width_of(lines.get(y, [])) + width_of(said) <= rooms[y]:
                lines[y] = [*lines.get(y, []), *said]
                break
        else:
            lines[wide] = [*lines.get(wide, []), *said]
    if area.id in map.marks:
        lines[wide] = [(map.marks[area.id], CHOICE), (" ", ""), *lines.get(wide, [])]
    for y, row in lines.items():
        canvas.put(middle - width_of(row) // 2, y, row)


def _put_slant(
    canvas: Canvas, map: Map, border: Border, one: Place, other: Place, box: Box, say: Say
) -> None:
    """A border between two points: a stroke, with its mark in the middle."""
    (x, y), (end, low) = sorted((one, other), key=lambda point: (point[1], point[0]))
    style = _fresh(map, border.id, border.style or STYLES[border.carries] or "dim")
    upon_it = listed(upon(map, border, say), " ")
    if y == low:
        sign = {"wall": box.wall[0], "coast": WATER}.get(border.carries, box.nothing)
        canvas.put(x + 1, y, [(sign * (end - x - 1), style)])
        canvas.middle(range(x + 1, end), y, upon_it)
        return
    step = 1 if end > x else -1
    sign = {"wall": box.slants[step > 0], "coast": WATER}.get(border.carries, box.dot)
    for each in range(1, low - y):
        canvas.put(x + step * each, y + each, [(sign, style)])
    if upon_it:
        # At the second line of a triangle that points up nothing is printed.
        canvas.put(x + 2 * step - (width_of(upon_it) - 1 if step > 0 else 0), y + 2, upon_it)
