"""Maps as an SVG picture, to print or to keep: nothing in it is shown by colour alone."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Literal, TypeAlias

from msgspec import Struct

from automa.dialogue import Text
from automa.picture import Area, Border, Carries, Map, Picture, Point, Span, Spans, Spot
from solo.showing import icons, maps
from solo.showing.layout import Row, listed, said, width_of, wrap
from solo.showing.markup import Attribute, Content, Element, Html, element, escaped, written
from solo.trouble import Trouble
from solo.words.sentences import Piece, Words

WIDTH, MARGIN = 1000, 24
LARGEST_AREA = 110
"""An area that shows its signs only is drawn no larger than this across."""
TITLE, TEXT, SMALLEST = 24, 17, 6
"""The sizes of letters."""
LEADING = 1.3
"""From line to line, in parts of the size of the letters."""
LETTER = 0.58
"""How wide a letter is, in parts of its size: rather too much than too little."""
CAPITAL_WIDTH = 0.8
"""How wide a letter on a token is."""
PILL = 1.24
"""How high a token is, in parts of the size of its letters."""
RIM_SHARE = 0.02
"""How much of an area at its borders is for what lies on them, in parts of the width of the picture."""
LARGEST_ICON = 26
"""A picture in an area is no larger."""
HEIGHTS_MEASURED = 24
"""The number of heights at which the room for words in an area is measured."""

INK, PAPER = "#222222", "#ffffff"
BORDERS: Mapping[Carries, str] = {"open": "#999999", "coast": "#0b4fb3", "road": "#666666", "wall": INK}
INKS: Mapping[str, str] = {
    "good": "#0b6b2e", "bad": "#a01515", "dim": "#555555", "gold": "#705300", "key": "#005c66",
    "slate": "#3a5675", "brown": "#74460f", "blue": "#0b4fb3", "purple": "#7a2d8f", "green": "#0b6b2e",
    "red": "#a01515", "orange": "#8f4400", "yellow": "#635a00", "olive": "#455f00",
}  # fmt: skip
"""The colours of words and strokes, dark enough to be read on every paint."""
PAINTS: Mapping[str, str] = {
    "dim": "#f2f2f2", "mark": "#fff3bf", "gold": "#fbe9b0", "key": "#d5eef0", "slate": "#dde5ee",
    "brown": "#e8dccb", "blue": "#d9e6fb", "purple": "#efdcf5", "green": "#cfe8d2", "red": "#f6d5cf",
    "orange": "#fbdfc0", "yellow": "#f8efc6", "olive": "#e4eec4", "good": "#cfe8d2", "bad": "#f6d5cf",
}  # fmt: skip
"""The colours of areas and tokens, light enough to be printed."""
BOLD = ("name", "mark", "title")


class Look(Struct, frozen=True, eq=False):
    """The colours of a drawing: what it is drawn with, for each role its words, and its areas and tokens."""

    ink: str
    paper: str
    borders: Mapping[Carries, str]
    inks: Mapping[str, str]
    paints: Mapping[str, str]
    smallest: int = SMALLEST
    """Letters are no smaller: where there is no room for them, pictures stand alone."""
    shares_icons: bool = False
    """Whether the page that it stands on has the pictures, to be used by their names."""


PRINTED = Look(INK, PAPER, BORDERS, INKS, PAINTS)


class Stroke(Struct, frozen=True):
    """How a border is drawn."""

    width: float
    end: Literal["round", "butt"] = "round"
    dashes: str = ""
    is_inside: bool = False
    """Whether it has the colour of the paper, inside a wider one."""


STROKES: Mapping[Carries, Sequence[Stroke]] = {
    "open": [Stroke(1)],
    "coast": [Stroke(3, dashes="2 5")],
    "road": [Stroke(10, "butt"), Stroke(7, "butt", is_inside=True)],
    "wall": [Stroke(8)],
}
"""Open is thin, a coast dotted, a road double, a wall thick; each drawn over those before it."""


def drawing(picture: Picture, words: Words) -> str:
    """The maps of a picture as the text of an SVG file."""
    found = [block for block in picture if isinstance(block, Map) and block.areas]
    if not found:
        raise Trouble(Text("trouble.no-map"))
    return svg(found, words)


def svg(charts: Sequence[Map], words: Words) -> str:
    """Maps, one under the other, as the text of an SVG file; it says in words as well all that it shows."""
    say = speaker(words)
    parts: list[Content] = []
    top = float(MARGIN)
    for chart in charts:
        sheet = _sheet(chart, words)
        parts.append(element("g", *sheet.parts, transform=f"translate({MARGIN} {_number(top)})"))
        top += sheet.height + MARGIN
    captions = [_plain(say([Span(chart.caption)])) for chart in charts]
    told = [_plain(row) for chart in charts for row in maps.read(chart, say)]
    picture = element(
        "svg",
        element("title", "; ".join(captions)),
        element("desc", Html("\n".join(map(escaped, told)))),
        element("rect", width=WIDTH, height=top, fill=PAPER),
        *parts,
        xmlns="http://www.w3.org/2000/svg",
        width=WIDTH,
        height=top,
        viewBox=f"0 0 {WIDTH} {_number(top)}",
        role="img",
        lang=words.lang,
        font_family="Helvetica, Arial, sans-serif",
        fill=INK,
    )
    return f'<?xml version="1.0" encoding="UTF-8"?>\n{written(picture)}\n'


def speaker(words: Words) -> maps.Say:
    """Says a line of a map in the language of these words."""

    def say(line: Spans) -> Row:
        return said(words, line, "utf-8")

    return say


# One map


class DrawnMap(Struct):
    """A map in pieces of SVG, how high it is, and where on it the places are."""

    parts: list[Content]
    height: float
    scale: Scale


class Scale(Struct, frozen=True):
    """From the units of a game to those of the picture."""

    left: float
    top: float
    factor: float
    indent: float
    above: float
    rim: float
    """How wide the rim of an area is, which is for what lies on its borders and not for words."""

    @classmethod
    def of(cls, map: Map, room: float, above: float) -> Scale:
        """The map fills the room, unless its areas have all they need before that; `above` it is free."""
        points = _points(map)
        left, right = min(x for x, _ in points), max(x for x, _ in points)
        factor = room / (right - left)
        if not map.boxed:
            largest = max(_surface(area.outline) / (area.size[0] * area.size[1]) for area in map.areas)
            factor = min(factor, LARGEST_AREA / largest**0.5)
        indent = (room - factor * (right - left)) / 2
        return cls(left, min(y for _, y in points), factor, indent, above, RIM_SHARE * room)

    def at(self, point: Point) -> Point:
        x, y = point
        return (x - self.left) * self.factor + self.indent, (y - self.top) * self.factor + self.above


def _points(map: Map) -> list[Point]:
    """Everything that is to be seen."""
    corners = [point for area in map.areas for point in area.outline]
    return [*corners, *(spot.point for spot in map.spots if spot.id in map.marks)]


def _sheet(map: Map, words: Words) -> DrawnMap:
    """The caption, the areas, what is between them, and under it all what lies there in words."""
    room, say = WIDTH - 2 * MARGIN, speaker(words)
    sheet = drawn(map, words, room, above=2 * TITLE)
    parts: list[Content] = [
        _text((0, TITLE), _bold(say([Span(map.caption)])), TITLE, "start", PRINTED),
        *sheet.parts,
    ]
    bottom = sheet.height + LEADING * TEXT
    letters = int(room / (LETTER * TEXT))
    for line in (line for row in maps.below(map, say) for line in wrap(row, letters)):
        bottom += LEADING * TEXT
        parts.append(_text((0, bottom), line, TEXT, "start", PRINTED))
    return DrawnMap(parts, bottom, sheet.scale)


def drawn(map: Map, words: Words, room: float, look: Look = PRINTED, *, above: float = 0) -> DrawnMap:
    """The areas and what is between them, so wide; `above` it is left free."""
    scale, say = Scale.of(map, room, above), speaker(words)
    blocks = [_block(area, map, scale, words) for area in map.areas]
    sizes = [_size(block, look.smallest) for block in blocks]
    # Boxes are read as one text; a crowded space of an island does not make the others hard to read.
    size = max(min(sizes), look.smallest) if map.boxed else max(*sizes, look.smallest)
    parts: list[Content] = [
        _area(block, min(size, own), look) for block, own in zip(blocks, sizes, strict=True)
    ]
    for carries, strokes in STROKES.items():
        # A stroke upon a stroke: roads run into each other without a seam.
        borders = [border for border in map.borders if border.carries == carries]
        for stroke in strokes:
            colour = look.paper if stroke.is_inside else look.borders[carries]
            parts += [
                _stroked(border.id, scale.at(border.line[0]), scale.at(border.line[1]), stroke, colour)
                for border in borders
            ]
    parts += [_upon(map, border, scale, size, say, look) for border in map.borders]
    parts += [_spot(map, spot, scale, size, look) for spot in map.spots]
    return DrawnMap(parts, max(scale.at(point)[1] for point in _points(map)), scale)


# Areas


FixedRow: TypeAlias = tuple[Piece, ...]
"""A row that does not change."""


class Sign(Struct, frozen=True):
    """A picture, and the role whose colour it has."""

    icon: str
    style: str
    number: str = ""


class Block(Struct, frozen=True):
    """An area with the words and tokens to be put in it: most are the same from one drawing to the next."""

    id: str
    style: str
    told: str
    """All that is in it, in words, for a screen reader."""
    outline: tuple[Point, ...]
    rim: float
    words: tuple[FixedRow, ...]
    tokens: tuple[FixedRow, ...]
    signs: tuple[Sign, ...]
    """The pictures of what is printed there."""
    pieces: tuple[Sign, ...]
    """The pictures of what lies there, which stand for the tokens where these are too small to be read."""

    def lines(self, size: float, width: float) -> list[Row]:
        """The words in lines as long as there is room for, none broken."""
        letters = max([int(width / (LETTER * size)), *map(len, self.single_words())])
        return [line for row in self.words for line in wrap(list(row), letters)]

    def single_words(self) -> list[str]:
        return [word for row in self.words for text, _ in row for word in text.split()]

    def rows(self, size: float, width: float) -> list[list[Row]]:
        """The tokens in rows, as many side by side as there is room for."""
        rows: list[list[Row]] = []
        for token in map(list, self.tokens):
            if rows and _pill_width([*rows[-1], token], size) <= width:
                rows[-1].append(token)
            else:
                rows.append([token])
        return rows


def _block(area: Area, map: Map, scale: Scale, words: Words) -> Block:
    say, mark = speaker(words), map.marks.get(area.id, "")
    tokens = [*([[(mark, "mark")]] if mark else []), *(say([token]) for token in area.tokens)]
    told = listed([say(line) for line in ([Span(area.name)], area.beside, *area.contents) if line], ", ")
    return Block(
        area.id,
        area.style,
        _plain(told),
        tuple(scale.at(point) for point in area.outline),
        scale.rim,
        tuple(tuple(row) for row in _words(area, say, boxed=map.boxed) if row),
        tuple(tuple(row) for row in tokens),
        tuple(Sign(span.icon, span.style) for span in area.signs if span.icon),
        tuple(Sign(span.icon, span.style, _number_in(say([span]))) for span in area.tokens if span.icon),
    )


def _number_in(row: Row) -> str:
    """How many a token stands for, where that is more than one."""
    return "".join(sign for sign in _plain(row) if sign.isdigit())


@lru_cache(maxsize=128)
def _size(block: Block, smallest: int = SMALLEST) -> int:
    """The largest letters that an area has room for, no word broken; 0 where pictures must do instead."""
    words = [LETTER * len(word) for word in block.single_words()]
    widest = max([*words, *(_pill_width([list(token)], 1) for token in block.tokens)], default=0)
    left, right, top, bottom = _room(_inset(block.outline, block.rim))
    width = right - left
    for size in range(min(TEXT, int(width / widest)) if widest else TEXT, smallest - 1, -1):
        lines = len(block.lines(size, width)) + len(block.rows(size, width)) + bool(block.signs)
        if LEADING * size * lines <= bottom - top:
            return size
    is_empty = not block.signs and not block.pieces  # without its words
    return smallest if smallest == SMALLEST or is_empty else 0


def _words(area: Area, say: maps.Say, *, boxed: bool) -> list[Row]:
    """Its name and all its contents; where the map shows signs only, its name beside these."""
    name = _bold(say([Span(area.name)])) if boxed or area.label else []
    if boxed:
        return [row for row in (name, say(area.beside), *(say(words) for words in area.contents)) if row]
    signs = say([span for span in area.signs if not span.icon])
    return [listed([row for row in (name, signs) if row], " ")]


@lru_cache(maxsize=128)
def _area(block: Block, size: float, look: Look) -> Html:
    left, right, top, bottom = _room(_inset(block.outline, block.rim))
    middle = (left + right) / 2
    parts: list[Content] = []
    if size and not (block.signs and look.shares_icons):
        lines, rows = block.lines(size, right - left), block.rows(size, right - left)
        y = (top + bottom - LEADING * size * (len(lines) + len(rows) + bool(block.signs))) / 2
        if block.signs:
            parts += _icons(block.signs, (middle, y + LEADING * size / 2), 1.15 * size, look)
            y += LEADING * size
        for row in lines:
            y += LEADING * size
            parts.append(_text((middle, y - 0.35 * size), row, size, "middle", look))
        if block.pieces and look.shares_icons and len(block.pieces) == len(block.tokens):
            parts += _icons(block.pieces, (middle, y + LEADING * size / 2), 1.15 * size, look, rim=True)
            rows = []
        for tokens in rows:
            parts += _pills(tokens, (middle, y + LEADING * size / 2), size, look)
            y += LEADING * size
    else:
        parts += _pictures(block, (left, right, top, bottom), look)
    outline = element(
        "polygon",
        points=points_of(block.outline),
        fill=look.paints.get(block.style, look.paper),
        stroke=look.ink if block.style == "mark" else look.borders["open"],
        stroke_width=3 if block.style == "mark" else 1,
        stroke_linejoin="round",
    )
    return written(element("g", element("title", block.told), outline, *parts, data_id=block.id))


def points_of(outline: Sequence[Point]) -> str:
    """The corners of a shape, as SVG writes them."""
    return " ".join(f"{_number(x)},{_number(y)}" for x, y in outline)


def _pictures(block: Block, room: tuple[float, float, float, float], look: Look) -> list[Content]:
    """What is printed in an area and what lies there as pictures alone, as large as there is room for."""
    left, right, top, bottom = room
    width, height, middle = right - left, bottom - top, (left + right) / 2
    share = (0.5 if block.pieces else 1.0) if block.signs else 0.0
    parts: list[Content] = []
    if block.signs:
        size = min(LARGEST_ICON, width / len(block.signs), share * height)
        parts += _icons(block.signs, (middle, top + share * height / 2), size, look)
    if block.pieces:
        size = min(LARGEST_ICON, width / len(block.pieces), (1 - share) * height)
        parts += _icons(block.pieces, (middle, bottom - (1 - share) * height / 2), size, look, rim=True)
    return parts


def _icons(
    signs: Sequence[Sign], middle: Point, size: float, look: Look, *, rim: bool = False
) -> list[Content]:
    """Pictures side by side; pieces have a rim, and their number where there are several."""
    x = middle[0] - size * len(signs) / 2
    own: dict[str, Attribute] = {}
    if rim:
        own = {"stroke": look.paper, "stroke_width": 1.5, "paint_order": "stroke"}
    parts: list[Content] = []
    for sign in signs:
        at = x, middle[1] - size / 2
        parts.append(_icon(sign.icon, at, size, look, fill=look.inks.get(sign.style, look.ink), **own))
        if sign.number:
            at = x + 0.8 * size, middle[1] + size / 2
            parts.append(_text(at, [(sign.number, "name")], max(0.6 * size, look.smallest), "middle", look))
        x += size
    return parts


def _icon(name: str, at: Point, size: float, look: Look, **own: Attribute) -> Element:
    """A picture with its top left corner there."""
    if look.shares_icons:
        return element("use", href=f"#i-{name}", x=at[0], y=at[1], width=size, height=size, **own)
    move = f"translate({_number(at[0])} {_number(at[1])}) scale({size / icons.SIZE:.3f})"
    return element("path", d=icons.ICONS[name], transform=move, fill_rule="evenodd", **own)


def _inset(outline: Sequence[Point], rim: float) -> list[Point]:
    """The outline drawn a little smaller."""
    part = max(0.5, 1 - rim / _surface(outline) ** 0.5)
    middle_x = sum(x for x, _ in outline) / len(outline)
    middle_y = sum(y for _, y in outline) / len(outline)
    return [(middle_x + part * (x - middle_x), middle_y + part * (y - middle_y)) for x, y in outline]


def _room(outline: Sequence[Point]) -> tuple[float, float, float, float]:
    """The largest upright rectangle in an outline that has no dents: left, right, top, bottom."""
    x, y = outline[0]
    left, right, top, bottom = _room_in(tuple((round(px - x, 2), round(py - y, 2)) for px, py in outline))
    return left + x, right + x, top + y, bottom + y


@lru_cache(maxsize=128)
def _room_in(outline: tuple[Point, ...]) -> tuple[float, float, float, float]:
    """The rectangle in an outline that begins at the origin: many areas of a map have the same shape."""
    first, last = min(y for _, y in outline), max(y for _, y in outline)
    levels = [first + (last - first) * (step + 0.5) / HEIGHTS_MEASURED for step in range(HEIGHTS_MEASURED)]
    across = [_across(outline, y) for y in levels]
    largest = 0.0, (0.0, 0.0, 0.0, 0.0)
    for top in range(HEIGHTS_MEASURED - 1):
        for bottom in range(top + 1, HEIGHTS_MEASURED):
            left = max(across[top][0], across[bottom][0])
            right = min(across[top][1], across[bottom][1])
            surface = (right - left) * (levels[bottom] - levels[top])
            largest = max(largest, (surface, (left, right, levels[top], levels[bottom])))
    return largest[1]


def _across(outline: Sequence[Point], y: float) -> tuple[float, float]:
    """From where to where an outline reaches at that height."""
    crossed: list[float] = []
    for (x1, y1), (x2, y2) in _sides(outline):
        if min(y1, y2) <= y <= max(y1, y2):
            crossed += [x1, x2] if y1 == y2 else [x1 + (x2 - x1) * (y - y1) / (y2 - y1)]
    return min(crossed), max(crossed)


def _surface(outline: Sequence[Point]) -> float:
    return abs(sum(x1 * y2 - x2 * y1 for (x1, y1), (x2, y2) in _sides(outline))) / 2


def _sides(outline: Sequence[Point]) -> list[tuple[Point, Point]]:
    return list(zip(outline, [*outline[1:], outline[0]], strict=True))


# Borders and tokens


@lru_cache(maxsize=256)
def _stroked(id: str, start: Point, end: Point, stroke: Stroke, colour: str) -> Html:
    line = element(
        "line",
        x1=start[0],
        y1=start[1],
        x2=end[0],
        y2=end[1],
        stroke=colour,
        stroke_width=stroke.width,
        stroke_linecap=stroke.end,
        stroke_dasharray=stroke.dashes or None,
        data_id=id,
    )
    return written(line)


def _upon(map: Map, border: Border, scale: Scale, size: float, say: maps.Say, look: Look) -> Content:
    """The mark and the tokens on a border, one behind the other along it."""
    found = maps.upon(map, border, say)
    (x1, y1), (x2, y2) = (scale.at(end) for end in border.line)
    parts: list[Element] = []
    for place, row in enumerate(found, start=1):
        part = place / (len(found) + 1)
        parts += _pills([row], (x1 + (x2 - x1) * part, y1 + (y2 - y1) * part), size, look)
    return element("g", *parts, data_id=border.id) if parts else None


def _spot(map: Map, spot: Spot, scale: Scale, size: float, look: Look) -> Content:
    """Its mark, or else its label."""
    x, y = scale.at(spot.point)
    if spot.id in map.marks:
        return element("g", *_pills([[(map.marks[spot.id], "mark")]], (x, y), size, look), data_id=spot.id)
    small = 0.7 * size
    if small < look.smallest or not spot.label:
        return None
    at = x + small, y + 1.4 * small
    return _text(at, [(spot.label, "dim")], small, "middle", look, data_id=spot.id)


def _pills(rows: Sequence[Row], middle: Point, size: float, look: Look) -> list[Element]:
    """Tokens side by side, each round its letters; what may be chosen is dark with light letters."""
    x = middle[0] - _pill_width(rows, size) / 2
    parts: list[Element] = []
    for row in rows:
        width = _pill_width([row], size)
        style = row[0][1] if row else ""
        own = look.inks.get(style, look.ink)
        paint, ink = (look.ink, look.paper) if style == "mark" else (look.paints.get(style, look.paper), own)
        shape = {"x": x + 1, "y": middle[1] - PILL * size / 2, "width": width - 2, "height": PILL * size}
        parts.append(element("rect", **shape, rx=PILL * size / 2, fill=paint, stroke=own))
        letters = [(_plain(row), "name")]
        parts.append(_text((x + width / 2, middle[1] + 0.35 * size), letters, size, "middle", look, ink))
        x += width
    return parts


def _pill_width(rows: Sequence[Row], size: float) -> float:
    """How wide tokens are side by side: those with a single letter are round."""
    return sum((PILL + CAPITAL_WIDTH * (width_of(row) - 1)) * size + 2 for row in rows)


# Words


def _text(
    at: Point, row: Row, size: float, anchor: str, look: Look, ink: str = "", **attributes: str
) -> Element:
    """A line of words; those of a role of their own have its colour."""
    looks = [
        {"fill": ink or look.inks.get(role, look.ink), "font_weight": "bold" if role in BOLD else "normal"}
        for _, role in row
    ]
    whole: dict[str, Attribute] = {"x": at[0], "y": at[1], "font_size": size, "text_anchor": anchor}
    whole |= attributes
    if all(look == looks[0] for look in looks):
        return element("text", _plain(row), **whole, **looks[0])
    words = [element("tspan", text, **look) for (text, _), look in zip(row, looks, strict=True)]
    return element("text", *words, **whole)


def _number(value: float) -> str:
    return str(value) if isinstance(value, int) else f"{value:.1f}".removesuffix(".0")


def _plain(row: Row) -> str:
    return "".join(text for text, _ in row)


def _bold(row: Row) -> Row:
    return [(text, "name") for text, _ in row]
