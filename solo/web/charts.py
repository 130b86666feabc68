"""Maps for a finger: drawn as in print, in the colours of the page, with what may be touched on top."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from msgspec.structs import replace

from automa.dialogue import Text
from automa.picture import Area, Border, Map, Point, Spot
from solo.showing import maps
from solo.showing.layout import Row, listed
from solo.showing.svg import INKS, PAINTS, Look, Scale, drawn, speaker
from solo.web.markup import NOTHING, Html, div, element, joined
from solo.words.sentences import Words

ROOM = 340
"""A map is so wide, in units of which a phone shows about one a point: letters stay readable."""
SMALLEST = 13
"""Smaller letters than eleven points on the smallest phone are not shown."""
REACH, RIM = 13, 4
"""A finger reaches what it touches from so far; where nothing is touched beside the map, its lines need less
around it."""
LOOK = Look(
    ink="var(--ink)",
    paper="var(--card)",
    line="var(--rim)",
    road="var(--dim)",
    coast="var(--blue)",
    inks={role: f"var(--{role})" for role in INKS},
    paints={role: f"var(--paint-{role})" for role in PAINTS},
    smallest=SMALLEST,
    shares_icons=True,
)


def chart(
    map: Map,
    words: Words,
    hrefs: Mapping[str, tuple[str, str]],
    ghost: str = "",
    about: Collection[str] = (),
) -> Html:
    """A map; `hrefs` has for what may be touched where that leads to, and what it is called.

    At the `ghost`, a crossing, a tile is drawn while it is put together. What the question is `about` glows,
    and has its names beside it.

    Boxes with all their contents are too small to be read on a phone: it has them below, and on the map only
    what stands beside their names.
    """
    if not map.areas:
        return NOTHING
    if not map.boxed:
        return joined([_boxed(_drawn(map, words, hrefs, ghost, about), words), _legend(map, words)])
    brief = replace(map, areas=[replace(area, contents=()) for area in map.areas])
    below = div("boxes", *(_box(area, words) for area in map.areas if area.contents))
    return joined(
        [
            div("whole-map", _boxed(_drawn(map, words, hrefs, ghost, about), words)),
            div("brief-map", _boxed(_drawn(brief, words, hrefs, ghost, about), words), below),
            _legend(map, words),
        ]
    )


def _boxed(map: Html, words: Words) -> Html:
    """A map in a box that can fill the screen, with what zooms it and what closes it again."""
    tools = (
        element("button", sign, type="button", data_map=deed, aria_label=words.plain(Text(f"web.map.{deed}")))
        for deed, sign in (("in", "+"), ("out", "−"), ("close", "×"))
    )
    return div("map-box", map, div("map-tools", *tools))


def _box(area: Area, words: Words) -> Html:
    name = element("b", words.plain(area.name))
    lines = (element("p", *_pieces(speaker(words)(line))) for line in area.contents)
    return div("cell plain", name, *lines)


def _drawn(
    map: Map, words: Words, hrefs: Mapping[str, tuple[str, str]], ghost: str, about: Collection[str]
) -> Html:
    spots = {spot.id: "+" for spot in map.spots if spot.id in hrefs or spot.id == ghost}
    sheet = drawn(replace(map, marks=spots), words, ROOM, LOOK)
    parts = [Html(part) for part in sheet.parts]
    places: list[Area | Border | Spot] = [*map.areas, *map.borders, *map.spots]
    parts += [_shape(place, sheet.scale, "changed") for place in places if place.id in map.changed]
    for place in places:
        if place.id in hrefs:
            href, label = hrefs[place.id]
            reach = [_shape(place, sheet.scale, "touch")]
            reach += [_shape(place, sheet.scale, "reach")] if isinstance(place, Border) else []
            parts.append(element("a", *reach, href=href, aria_label=label))
    parts += [_ghost(spot, sheet.scale) for spot in map.spots if spot.id == ghost]
    asked = [place for place in places if place.id in about and place.id != ghost]
    parts += [_shape(place, sheet.scale, "about") for place in asked]
    beside = {side for place in asked if isinstance(place, Border) for side in (place.area, place.other)}
    parts += [_label(area, sheet.scale, words) for area in map.areas if area.id in beside]
    rim = max(REACH + 2, sheet.scale.factor / 2 if ghost in spots else 0) if spots else RIM
    return element(
        "svg",
        *parts,
        viewBox=f"{-rim:.0f} {-rim:.0f} {ROOM + 2 * rim:.0f} {sheet.height + 2 * rim:.0f}",
        role="group" if hrefs else "img",
        aria_label=words.plain(map.caption),
        class_="map",
    )


def _label(area: Area, scale: Scale, words: Words) -> Html:
    """The name of an area in its middle."""
    points = [scale.at(point) for point in area.outline]
    x, y = (sum(each) / len(points) for each in zip(*points, strict=True))
    return element(
        "text", words.plain(area.name), x=_n(x), y=_n(y), font_size=SMALLEST, text_anchor="middle",
        dominant_baseline="central", class_="named",
    )  # fmt: skip


def _ghost(spot: Spot, scale: Scale) -> Html:
    """The four quarters of a tile around a crossing, filled in by the script as they are chosen."""
    x, y = scale.at(spot.point)
    half = scale.factor / 2
    quarters: list[Html] = []
    for left, top in ((x - half, y - half), (x, y - half), (x - half, y), (x, y)):
        box = {"x": _n(left), "y": _n(top), "width": _n(half), "height": _n(half)}
        quarters += [element("rect", **box), element("use", **box)]
    return element("g", *quarters, class_="ghost")


def _legend(map: Map, words: Words) -> Html:
    """What lies on the borders, told in full, and what the signs mean."""
    say = speaker(words)
    below = [listed(maps.on_borders(map, say), "; "), *(say(line) for line in map.legend)]
    return div("legend", *(element("p", *_pieces(row)) for row in below if row)) if any(below) else NOTHING


def _pieces(row: Row) -> list[Html]:
    return [element("span", text, class_=role or None) for text, role in row]


def _shape(place: Area | Border | Spot, scale: Scale, kind: str) -> Html:
    """What is touched or has changed: an area as a whole, a border or a spot from all around it."""
    match place:
        case Area():
            points = _points([scale.at(point) for point in place.outline])
            return element("polygon", points=points, class_=kind)
        case Border():
            (x1, y1), (x2, y2) = (scale.at(end) for end in place.line)
            return Html(f'<line x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}" class="{kind}"/>')
        case Spot():
            x, y = scale.at(place.point)
            return element("circle", cx=_n(x), cy=_n(y), r=REACH, class_=f"{kind} spot")


def _points(outline: list[Point]) -> str:
    return " ".join(f"{_n(x)},{_n(y)}" for x, y in outline)


def _n(value: float) -> str:
    return f"{value:.1f}"
