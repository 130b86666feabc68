"""Maps as SVG: the same data with real outlines."""

from __future__ import annotations

from itertools import pairwise
from xml.etree import ElementTree

import pytest
from msgspec.structs import replace

from automa.picture import Area, Border, Heading, Map, Span, Style
from automa.valeria.picture import board_picture
from solo.showing.markup import written
from solo.showing.svg import INKS, PAINTS, PAPER, WIDTH, drawing, svg
from solo.trouble import Trouble
from solo.web.charts import chart
from solo.words.sentences import Words
from tests.solo.showing.boards import FINISHED, TILES, island, territory
from tests.valeria.positions import a_table

ENGLISH = Words.of("en", ["valeria"], strict=True)
SVG = "{http://www.w3.org/2000/svg}"
SQUARE = [(0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0)]


def drawn(map: Map, words: Words = ENGLISH) -> ElementTree.Element:
    return ElementTree.fromstring(svg([map], words).encode())


def ring() -> Map:
    state = a_table(round=3, theirs={"gate": "nor-high/penumbra"})
    return next(block for block in board_picture(state) if isinstance(block, Map))


def land() -> Map:
    return territory(TILES, {"c2.sw": "YR"}, {"b3": "Monsanto"}, marks={"hill b2": "1"})


def texts(element: ElementTree.Element) -> list[str]:
    return ["".join(text.itertext()) for text in element.iter(f"{SVG}text")]


def of(root: ElementTree.Element, tag: str, id: str) -> list[ElementTree.Element]:
    return [element for element in root.iter(f"{SVG}{tag}") if element.get("data-id") == id]


@pytest.mark.parametrize("map", [ring(), island(FINISHED), land()], ids=["ring", "island", "land"])
def test_every_area_border_and_choice_is_there_by_its_id_inside_the_picture(map: Map) -> None:
    root = drawn(map)
    ids = {element.get("data-id") for element in root.iter()}
    assert ids >= {area.id for area in map.areas} | {border.id for border in map.borders} | set(map.marks)
    width, height = float(root.attrib["width"]), float(root.attrib["height"])
    assert width == WIDTH
    for polygon in root.iter(f"{SVG}polygon"):
        for point in polygon.attrib["points"].split():
            x, y = map_numbers(point)
            assert 0 <= x <= width
            assert 0 <= y <= height


def map_numbers(point: str) -> tuple[float, float]:
    x, y = point.split(",")
    return float(x), float(y)


def test_a_space_of_the_island_is_a_triangle_with_its_name_its_land_and_its_owner() -> None:
    [space] = of(drawn(island(FINISHED)), "g", "C2")
    [polygon] = space.iter(f"{SVG}polygon")
    corners = [map_numbers(point) for point in polygon.attrib["points"].split()]
    assert len(corners) == 3
    sides = [
        ((x1 - x2) ** 2 + (y1 - y2) ** 2) ** 0.5 for (x1, y1), (x2, y2) in pairwise([*corners, corners[0]])
    ]
    assert max(sides) - min(sides) < 1
    assert texts(space) == ["C2 d$", "R"]
    assert space.findtext(f"{SVG}title") == "C2, Desert, market, domain of R"


def test_walls_are_thick_and_drawn_over_open_borders() -> None:
    lines = drawn(island(FINISHED)).iter(f"{SVG}line")
    widths = [float(line.attrib["stroke-width"]) for line in lines]
    assert widths.count(max(widths)) == 30
    assert widths == sorted(widths)


def test_what_may_be_chosen_is_marked_where_it_is() -> None:
    root = drawn(island(marks={"A1": "1", "A1/A2": "2"}))
    assert texts(of(root, "g", "A1")[0]) == ["A1 d", "1"]
    assert [texts(each) for each in of(root, "g", "A1/A2")] == [["2"]]
    assert [texts(each) for each in of(drawn(land()), "g", "hill b2")] == [["1"]]


def test_tiles_are_named_at_their_crossings() -> None:
    [crossing] = of(drawn(land()), "text", "c3")
    assert crossing.text == "c3"


def test_tokens_lie_on_their_road_and_are_told_under_the_map() -> None:
    root = drawn(ring())
    assert [texts(each) for each in of(root, "g", "nor-high/penumbra")] == [["G○"]]
    assert "Nor High – Penumbra, rival: Gate" in texts(root)


def test_boxes_are_drawn_with_all_their_contents() -> None:
    [district] = of(drawn(ring()), "g", "nor-high")
    assert texts(district) == ["Nor High", "1 ★3 5", "Soldier and Holy"]


def test_a_screen_reader_is_told_what_it_shows() -> None:
    root = drawn(ring(), Words.of("nl", ["valeria"], strict=True))
    assert root.get("role") == "img"
    assert root.get("lang") == "nl"
    assert root.findtext(f"{SVG}title") == "De ring van wijken"
    told = root.findtext(f"{SVG}desc") or ""
    assert "Nor High, 1 ★3 5, Soldaten en Heiligen\n" in told
    assert told.endswith("Nor High – Penumbra, rivaal: poort")


NASTY = """<b a='1' b="2"> & ]]> \x07\x1b[2J \ud800 &amp;"""


def test_nothing_in_a_name_can_break_the_file() -> None:
    area = Area(
        NASTY,
        NASTY,
        (0, 0),
        SQUARE,
        label=NASTY,
        signs=[Span(NASTY)],
        tokens=[Span(NASTY)],
        beside=[Span(NASTY)],
        contents=[[Span(NASTY)]],
        part_of=NASTY,
    )
    border = Border(
        NASTY, NASTY, NASTY, "east", ((1, 0), (1, 1)), tokens=[Span(NASTY)], contents=[[Span(NASTY)]]
    )
    for boxed in (False, True):
        chart = Map(NASTY, [area], [border], marks={NASTY: NASTY}, boxed=boxed, legend=[[Span(NASTY)]])
        root = drawn(chart)
        assert (root.findtext(f"{SVG}title") or "").startswith("""<b a='1' b="2"> & ]]> �""")


def test_words_are_made_smaller_until_they_have_room() -> None:
    def size(contents: str) -> float:
        chart = Map("x", [Area("a", "A", (0, 0), SQUARE, contents=[[Span(contents)]])], boxed=True)
        [area] = of(drawn(chart), "g", "a")
        return max(float(text.attrib["font-size"]) for text in area.iter(f"{SVG}text"))

    assert size("short") > size("rather longer than that " * 200) >= 6


def test_on_a_phone_every_district_has_its_name_whole() -> None:
    brief = replace(ring(), areas=[replace(area, contents=()) for area in ring().areas])
    page = written(chart(brief, ENGLISH), ENGLISH)
    for word in ("Anchorage", "Bazani", "Penumbra", "Grove"):
        assert f">{word}<" in page


def test_many_tokens_stand_in_rows_inside_their_area() -> None:
    [space] = of(drawn(island(houses={"C4": "rrryyybb"})), "g", "C4")
    houses = [(float(rect.attrib["x"]), float(rect.attrib["y"])) for rect in space.iter(f"{SVG}rect")]
    assert len(houses) == 8
    assert len({y for _, y in houses}) > 1


def test_a_choice_beyond_the_rim_makes_the_picture_larger() -> None:
    def height(marks: dict[str, str]) -> float:
        return float(drawn(territory(TILES, free=["b6"], marks=marks)).attrib["height"])

    assert height({"b6": "1"}) > height({})


def test_maps_stand_under_each_other_in_one_file() -> None:
    one, both = drawn(ring()), ElementTree.fromstring(svg([ring(), island()], ENGLISH).encode())
    assert float(both.attrib["height"]) > float(one.attrib["height"])
    assert both.findtext(f"{SVG}title") == "The ring of districts; The island"


def test_a_picture_without_a_map_cannot_be_drawn() -> None:
    assert "<title>The island</title>" in drawing([Heading("island"), island()], ENGLISH)
    for nothing in ([Heading("no map")], [replace(island(), areas=[], borders=[])]):
        with pytest.raises(Trouble) as trouble:
            drawing(list(nothing), ENGLISH)
        assert trouble.value.text.id == "trouble.no-map"


def luminance(colour: str) -> float:
    parts = [int(colour[place : place + 2], 16) / 255 for place in (1, 3, 5)]
    linear = [part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return sum(weight * part for weight, part in zip((0.2126, 0.7152, 0.0722), linear, strict=True))


@pytest.mark.parametrize("role", INKS)
def test_every_ink_can_be_read_on_every_paint(role: Style) -> None:
    """Contrast of at least 4.5 to 1, as the accessibility guidelines ask for text."""
    for paint in (PAPER, *PAINTS.values()):
        assert (luminance(paint) + 0.05) / (luminance(INKS[role]) + 0.05) >= 4.5
