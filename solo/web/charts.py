"""Maps for a finger: drawn as in print, in the colours of the page, with areas to touch on top."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from msgspec import Struct
from msgspec.structs import replace

from automa.dialogue import Text
from automa.picture import Area, Border, Map, Spot
from solo.showing import maps
from solo.showing.layout import Row
from solo.showing.markup import Content, Element, element
from solo.showing.svg import INKS, PAINTS, Look, Scale, drawn, points_of, speaker
from solo.words.sentences import Words

MAP_WIDTH = 340
"""The width of a map, in units of about a point on a phone, so that letters stay readable."""
MIN_LETTER = 13
"""The smallest letters: eleven points on the smallest phone."""
REACH, RIM = 13, 4
"""How far a finger reaches around a spot, and the margin of a map that has no spots to touch."""
LOOK = Look(
    ink="var(--ink)",
    paper="var(--card)",
    borders={
        "open": "var(--rim)",
        "coast": "var(--blue)",
        "road": "var(--dim)",
        "wall": "var(--ink)",
    },
    inks={role: f"var(--{role})" for role in INKS},
    paints={role: f"var(--paint-{role})" for role in PAINTS},
    smallest=MIN_LETTER,
    shares_icons=True,
)


class Touch(Struct, frozen=True):
    """What touching a thing does: it opens the sheet of that id, or answers at once with a value."""

    label: str
    sheet: str = ""
    value: str = ""
    ghost: bool = False
    """Whether it only shows the tile that is put together."""


class Asked(Struct, frozen=True):
    """What a question marks on the table."""

    touches: Mapping[str, Touch] = {}
    """By the id of a thing what touching it does."""
    about: Collection[str] = ()
    """The ids of the things it is about: on a map they glow, with their names."""


NOTHING_ASKED = Asked()


def chart(map: Map, words: Words, asked: Asked = NOTHING_ASKED) -> Content:
    """A map with the things to touch.

    Boxes with all their contents cannot be read on a phone, which shows the contents below the map.
    """
    if not map.areas:
        return None
    whole = _boxed(_drawn(map, words, asked))
    if not map.boxed:
        return [whole, _legend(map, words)]
    brief = replace(map, areas=[replace(area, contents=()) for area in map.areas])
    below = element("div.boxes", *(_box(area, words) for area in map.areas if area.contents))
    return [
        element("div.whole-map", whole),
        element("div.brief-map", _boxed(_drawn(brief, words, asked)), below),
        _legend(map, words),
    ]


def _boxed(map: Element) -> Element:
    """A map that can fill the screen, with the buttons that zoom and close it."""
    tools = (
        element("button", sign, type="button", data_map=deed, aria_label=Text(f"web.map.{deed}"))
        for deed, sign in (("in", "+"), ("out", "−"), ("close", "×"))
    )
    return element("div.map-box", map, element("div.map-tools", *tools))


def _box(area: Area, words: Words) -> Element:
    lines = (element("p", *_pieces(speaker(words)(line))) for line in area.contents)
    return element("div.cell.plain", element("b", area.name), *lines)


def _drawn(map: Map, words: Words, asked: Asked) -> Element:
    touched = {thing: touch for thing, touch in asked.touches.items() if not touch.ghost}
    ghosts = asked.touches.keys() - touched
    spots = {spot.id: "+" for spot in map.spots if spot.id in asked.touches}
    sheet = drawn(replace(map, marks=spots), words, MAP_WIDTH, LOOK)
    scale = sheet.scale
    places: list[Area | Border | Spot] = [*map.areas, *map.borders, *map.spots]
    about = [place for place in places if place.id in asked.about and place.id not in ghosts]
    beside = {side for place in about if isinstance(place, Border) for side in (place.area, place.other)}
    rim = max(REACH + 2, scale.factor / 2 if ghosts & spots.keys() else 0) if spots else RIM
    return element(
        "svg.map",
        *sheet.parts,
        *(_shape(place, scale, "changed") for place in places if place.id in map.changed),
        *(_touched(place, scale, touched[place.id]) for place in places if place.id in touched),
        *(_ghost(spot, scale) for spot in map.spots if spot.id in ghosts),
        *(_shape(place, scale, "about") for place in about),
        *(_label(area, scale) for area in map.areas if area.id in beside),
        viewBox=f"{-rim:.0f} {-rim:.0f} {MAP_WIDTH + 2 * rim:.0f} {sheet.height + 2 * rim:.0f}",
        role="group" if touched else "img",
        aria_label=map.caption,
    )


def _touched(place: Area | Border | Spot, scale: Scale, touch: Touch) -> Element:
    reach = _shape(place, scale, "reach") if isinstance(place, Border) else None
    return element("a", _shape(place, scale, "touch"), reach, href=f"#{touch.sheet}", aria_label=touch.label)


def _label(area: Area, scale: Scale) -> Element:
    """The name of an area in its middle."""
    points = [scale.at(point) for point in area.outline]
    x, y = (sum(each) / len(points) for each in zip(*points, strict=True))
    middle = {"text_anchor": "middle", "dominant_baseline": "central"}
    return element("text.named", area.name, x=x, y=y, font_size=MIN_LETTER, **middle)


def _ghost(spot: Spot, scale: Scale) -> Element:
    """The quarters of a tile around a crossing, which the script fills in as they are chosen."""
    x, y = scale.at(spot.point)
    half = scale.factor / 2
    quarters: list[Element] = []
    for left, top in ((x - half, y - half), (x, y - half), (x - half, y), (x, y)):
        box = {"x": left, "y": top, "width": half, "height": half}
        quarters += [element("rect", **box), element("use", **box)]
    return element("g.ghost", *quarters)


def _legend(map: Map, words: Words) -> Content:
    """The pieces on the borders, and the meaning of the signs."""
    rows = maps.below(map, speaker(words))
    return element("div.legend", *(element("p", *_pieces(row)) for row in rows)) if rows else None


def _pieces(row: Row) -> list[Element]:
    return [element("span", text, class_=role or None) for text, role in row]


def _shape(place: Area | Border | Spot, scale: Scale, kind: str) -> Element:
    """A shape over an area, a border or a spot, to touch or mark it."""
    match place:
        case Area():
            points = points_of([scale.at(point) for point in place.outline])
            return element("polygon", points=points, class_=kind)
        case Border():
            (x1, y1), (x2, y2) = (scale.at(end) for end in place.line)
            return element("line", x1=x1, y1=y1, x2=x2, y2=y2, class_=kind)
        case Spot():
            x, y = scale.at(place.point)
            return element("circle", cx=x, cy=y, r=REACH, class_=f"{kind} spot")
