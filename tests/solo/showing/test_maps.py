"""Maps as lines of a screen: an island of triangles, a land of tiles, boxes with roads between them."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from io import StringIO
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace
from rich.console import Console

from automa.dialogue import Choose, Option, Tally, Text
from automa.picture import Area, Border, Heading, Map, Span
from solo.showing import maps
from solo.showing.layout import box_for, cells
from solo.showing.markup import written
from solo.showing.question import marked
from solo.showing.screen import Screen
from solo.showing.svg import speaker
from solo.web.charts import chart as web_chart
from solo.words.sentences import Words
from tests.solo.showing.boards import FINISHED, LANDS, MARKETS, TILES, island, territory

ENGLISH = Words.of("en", strict=True)
DUTCH = Words.of("nl", strict=True)
ISLAND = (Path(__file__).parent / "island.txt").read_text(encoding="utf-8").splitlines()


def on_rich(map: Map, width: int = 80, words: Words = ENGLISH, encoding: str = "utf-8") -> list[str]:
    file = StringIO()
    Screen.rich(words, Console(file=file, width=width), encoding=encoding).picture([map])
    return file.getvalue().splitlines()


def on_plain(map: Map, width: int | None = None, words: Words = ENGLISH) -> list[str]:
    file = StringIO()
    Screen.plain(words, file, width).picture([map])
    return file.getvalue().splitlines()


def numbered(ids: Sequence[str]) -> dict[str, str]:
    return {id: str(place) for place, id in enumerate(ids, start=1)}


# The island


def test_the_island_has_54_spaces_and_90_borders_of_which_18_are_coast() -> None:
    chart = island()
    assert len({area.id for area in chart.areas}) == 54
    assert len({border.id for border in chart.borders}) == 90
    assert Counter(border.carries for border in chart.borders) == {"open": 72, "coast": 18}
    assert Counter(border.area for border in chart.borders) + Counter(
        border.other for border in chart.borders if border.other
    ) == {area.id: 3 for area in chart.areas}


def test_every_land_has_19_borders_and_a_market_card_36() -> None:
    chart = island()
    land = {f"{row}{number}": sign for row, signs in LANDS.items() for number, sign in enumerate(signs, 1)}
    sides = [(border.area, border.other) for border in chart.borders]
    for sign in "dfgwpm":
        assert sum(sign in (land[area], land.get(other)) for area, other in sides) == 19
    assert sum(not other or area in MARKETS or other in MARKETS for area, other in sides) == 36


def test_borders_lie_where_their_two_spaces_meet() -> None:
    chart = island()
    areas = {area.id: area for area in chart.areas}
    steps = {"north": (0, -1), "east": (1, 0), "south": (0, 1), "west": (-1, 0)}
    for border in chart.borders:
        assert set(border.line) <= set(areas[border.area].outline)
        if border.other:
            assert _rounded(border.line) <= _rounded(areas[border.other].outline)
            (column, row), (right, down) = areas[border.area].at, steps[border.side]
            assert areas[border.other].at == (column + right, row + down)


def _rounded(points: Sequence[tuple[float, float]]) -> set[tuple[float, float]]:
    return {(round(x, 6), round(y, 6)) for x, y in points}


def test_the_end_of_a_game_on_the_island_is_drawn_in_thirteen_lines_with_its_thirty_walls() -> None:
    chart = replace(island(FINISHED), legend=())
    assert sum(border.carries == "wall" for border in chart.borders) == 30
    assert on_rich(chart) == ISLAND
    drawn = "\n".join(ISLAND)
    assert drawn.count("━━━━━") + drawn.count("┃") == 30


def test_what_the_signs_mean_stands_under_the_map() -> None:
    assert on_rich(island(FINISHED)) == [
        *ISLAND,
        "$ market  ━\u00a0wall  ~\u00a0open\u00a0coast  ┄\u00a0no\u00a0border",
    ]


def test_borders_that_may_be_chosen_carry_their_numbers() -> None:
    lines = on_rich(island(FINISHED, marks=numbered(["A1/sea", "A1/A2", "A1/B2", "A2/sea", "B8/B9"])))
    assert lines[0][15:27] == " ┄┄┄┄┄ ~~4~~"
    assert lines[1].startswith(" A             1  1d 2  2d   3f$ ")
    assert lines[2].startswith("          ┄┄┄┄┄   3   ┄┄┄┄┄ ━━━━━")
    assert lines[3].endswith("┃ 8g$ 5  9g ~")
    assert max(map(cells, lines)) == max(map(cells, ISLAND))


def test_sixty_numbered_borders_still_fit_80_columns() -> None:
    chart = island(FINISHED)
    free = [border.id for border in chart.borders if border.carries != "wall"]
    assert len(free) == 60
    lines = on_rich(island(FINISHED, marks=numbered(free)))
    assert max(map(cells, lines)) <= 80
    assert len(lines) == 14
    assert lines[5].startswith("C24  1w  ┃ 2d$R26 3wR 27 4dR 29")


def test_houses_stand_behind_the_space_and_then_under_it() -> None:
    lines = on_rich(island(houses={"A1": "r", "D10": "ryyb"}))
    assert lines[1].startswith(" A             ~ 1dr    2d ")
    assert lines[7].endswith(" 10m$r  11g ~")
    assert lines[8] == "   ~                                                       yyb       ~"


def test_a_number_on_a_border_does_not_run_into_the_house_beside_it() -> None:
    lines = on_rich(island(houses={"A2": "rry"}, marks={"A1/A2": "12"}))
    assert " 1d 12 2drr " in lines[1]
    assert lines[2].split() == ["~", "y", "~"]


def test_a_space_that_may_be_chosen_has_its_number_under_it() -> None:
    lines = on_rich(island(marks={"A2": "7"}))
    assert lines[1].index("2d") == lines[2].index("7")


def test_signs_that_a_terminal_lacks_are_drawn_with_others() -> None:
    plain = {"━": "#", "┃": "#", "┄": "."}
    old = {"━": "═", "┃": "║", "┄": "·"}
    chart = replace(island(FINISHED), legend=())
    for encoding, signs in {"ascii": plain, "cp437": old}.items():
        expected = ["".join(signs.get(sign, sign) for sign in line) for line in ISLAND]
        assert on_rich(chart, encoding=encoding) == expected


def test_colours_are_an_addition() -> None:
    file = StringIO()
    console = Console(file=file, width=80, force_terminal=True, _environ={"TERM": "xterm-256color"})
    Screen.rich(ENGLISH, console).picture([island(FINISHED)])
    coloured = file.getvalue()
    assert "\x1b[38;5;160m3dR\x1b[0m" in coloured  # whose it is beats what land it is
    assert re.sub(r"\x1b\[[0-9;]*m", "", coloured).splitlines() == on_rich(island(FINISHED))


def test_what_has_changed_on_a_map_is_marked_and_nothing_else() -> None:
    chart = island(FINISHED)
    border = next(border for border in chart.borders if border.carries == "wall")
    changed = replace(chart, changed=[chart.areas[0].id, border.id])
    rows = maps.drawn(changed, speaker(ENGLISH), 80, box_for("utf-8"))
    fresh = [text for row in rows for text, role in row if role == "fresh"]
    assert any(text.startswith(chart.areas[0].label) for text in fresh) and len(fresh) == 2
    assert "fresh" not in {
        role for row in maps.drawn(chart, speaker(ENGLISH), 80, box_for("utf-8")) for _, role in row
    }


def test_what_has_changed_is_drawn_around_on_the_page() -> None:
    chart = island(FINISHED)
    changed = replace(chart, changed=[chart.areas[0].id, chart.borders[0].id])
    assert written(web_chart(changed, ENGLISH), ENGLISH).count('class="changed"') == 2
    assert 'class="changed"' not in written(web_chart(chart, ENGLISH), ENGLISH)


def test_in_plain_lines_the_island_is_read_row_by_row_and_then_its_walls() -> None:
    lines = on_plain(island({"R": ["E5"]}))
    assert lines[0].startswith("A: A1, Desert; A2, Desert; A3, Furrows, market; A4, Furrows; ")
    assert "E5, Plains, domain of R; " in lines[4]
    assert lines[6:] == ["Walls: D6/E5, E4/E5 and E5/E6"]
    assert on_plain(island({"R": ["E5"]}), words=DUTCH)[6:] == ["Muren: D6/E5, E4/E5 en E5/E6"]


def test_in_plain_lines_what_may_be_chosen_is_told() -> None:
    lines = on_plain(island(marks={"A2": "1", "A3/B4": "2", "A4/sea": "3"}))
    assert "; (1) A2, Desert; " in lines[0]
    assert lines[6:] == ["To choose from: (2) A3/B4 and (3) A4/sea"]


# The land of tiles

LAND = """\
        b         c         d
      · │  w    l │  h    · │  ·
 2  ────┼─────────┼─────────┼────
      o │  m   mYR│  h    k │  ·
      k │  s    f │  k    b │  ·
 3  ────┼─────────┼─────────┼────
      · │#Monsanto│  x    l │  ·
      · │         │  t
 4  ────┼─────────┼────
      q │  r    y │  u
"""


def land(**more: object) -> Map:
    return territory(TILES, {"c2.sw": "YR"}, {"b3": "Monsanto"}, **more)  # type: ignore[arg-type]


def test_paths_are_the_lines_of_the_territory_and_tiles_their_crossings() -> None:
    assert on_rich(land()) == LAND.splitlines()
    ascii_signs = {"─": "-", "│": "|", "┼": "+", "·": "-"}
    expected = ["".join(ascii_signs.get(sign, sign) for sign in line) for line in LAND.splitlines()]
    assert on_rich(land(), encoding="ascii") == expected


def test_a_castle_of_two_words_takes_two_lines_of_its_hill() -> None:
    lines = on_rich(territory(TILES, castles={"b3": "Penha Garcia"}))
    assert lines[6:8] == ["     · │ #Penha│ x   l │ ·", "     · │ Garcia│ t"]


def test_hills_to_choose_from_have_their_numbers_in_the_middle() -> None:
    lines = on_rich(land(marks={"hill b2": "1", "hill c2": "2"}))
    assert lines[3:6] == [
        "      o │  m   mYR│  h    k │  ·",
        "        │    1    │    2    │",
        "      k │  s    f │  k    b │  ·",
    ]


def test_a_number_that_is_too_wide_for_its_brackets_goes_without_them() -> None:
    assert on_rich(territory(TILES, marks={"b2.sw": "1", "b2.se": "2"}))[4] == "    (1)│(2)    │       │"
    assert on_rich(territory(TILES, marks={"b2.sw": "12", "b2.se": "13"}))[4] == "     12│ 13    │       │"


def test_places_for_a_tile_are_numbered_beyond_the_rim_too() -> None:
    lines = on_rich(land(free=["a2", "e2", "d4", "b1"], marks=numbered(["a2", "e2", "d4", "b1"])))
    assert lines[1].split() == ["4"]
    assert lines[1].index("4") == lines[0].index("b")
    assert [line.split() for line in lines if line.startswith(" 2 ")] == [
        ["2", "1", "────┼─────────┼─────────┼────", "2"]
    ]
    assert [line.split()[-1] for line in lines if line.startswith(" 4 ")] == ["3"]


def test_a_territory_too_wide_is_shown_around_its_focus_and_says_where_there_is_more() -> None:
    lines = on_rich(land(focus="d2"), 24)
    assert max(map(cells, lines)) <= 24
    assert lines[0].split() == ["c", "d"]
    assert lines[2] == " 2 ┼────────┼────"
    assert lines[-1] == "columns c–d of b–d"
    assert on_rich(land(focus="b3"), 24)[-1] == "columns b–c of b–d"
    assert on_rich(land(focus="b3"), 24, DUTCH)[-1] == "kolommen b–c van b–d"


@given(st.sampled_from(sorted(TILES)), st.integers(20, 80))
def test_the_focus_is_seen_at_any_width(focus: str, width: int) -> None:
    lines = on_rich(land(focus=focus, marks={focus: "X"}), width)
    assert max(map(cells, lines)) <= width
    assert sum(line.count("X") for line in lines) == 1


@given(st.integers(20, 90), st.sampled_from(["", "A1", "D10/E9", "F7"]))
def test_the_island_is_never_wider_than_the_screen(width: int, focus: str) -> None:
    assert max(map(cells, on_rich(replace(island(FINISHED), focus=focus), width))) <= width


def cut(map: Map, height: int | None, planned: int | None = None, width: int = 80) -> list[str]:
    """What of a map is shown in so many lines."""
    screen = Screen.rich(ENGLISH, Console(file=StringIO(), width=width), encoding="utf-8")
    rows = screen.drawn([map], width, height, planned)
    return ["".join(text for text, _ in row).rstrip() for row in rows]


LOW_LAND = """\
        b         c         d
 2  ▁▁·▁│▁▁w▁▁▁▁l▁│▁▁h▁▁▁▁·▁│▁▁·▁
      o │  m   mYR│  h    k │  ·
 3  ▁▁k▁│▁▁s▁▁▁▁f▁│▁▁k▁▁▁▁b▁│▁▁·▁
      · │#Monsanto│  x    l │  ·
 4  ▁▁·▁│▁▁▁▁▁▁▁▁▁│▁▁t▁
      q │  r    y │  u
"""


def test_where_room_is_short_paths_across_lie_under_the_letters_and_the_map_is_whole() -> None:
    assert cut(land(), 9) == cut(land(), 7) == LOW_LAND.splitlines()
    assert cut(land(), 10) == LAND.splitlines()
    low = cut(land(free=["b1", "b5"], marks={"b1": "8", "b5": "9"}), 9)
    assert [low[1].strip(), *low[2:8], low[8].strip()] == ["8", *LOW_LAND.splitlines()[1:], "9"]


def test_how_a_map_is_drawn_depends_on_what_is_planned_for_it_and_not_on_the_room_there_is_now() -> None:
    assert cut(land(), 30, planned=9) == LOW_LAND.splitlines()
    assert cut(land(), 30, planned=10) == LAND.splitlines()


def test_a_map_stays_where_it_is_when_no_place_for_a_tile_is_to_be_chosen() -> None:
    free = ["b1", "a3", "e3", "b5"]
    marked = land(free=free, marks={each: each for each in free})
    for planned in (11, 30):
        at = [[line.find("m   mYR") for line in cut(map, 30, planned)] for map in (marked, land(free=free))]
        assert at[0] == at[1]


@pytest.mark.parametrize("planned", [11, 30])
def test_a_map_that_grows_to_all_sides_keeps_its_first_tile_where_it_is(planned: int) -> None:
    tiles = {"j10": "w x y z"}
    at: set[tuple[int, int]] = set()
    for more in ("j10", "k10", "j9", "i10", "j11", "h10"):
        tiles |= {more: tiles.get(more, "a b c d")}
        free = [chr(ord(more[0]) + 1) + more[1:]]
        for map in (territory(tiles, free=free), territory(tiles, marks={"j10.nw": "3", "j10.se": "12"})):
            lines = cut(replace(map, anchor="j10"), planned, planned)
            at.add(next((line.index("w"), y) for y, line in enumerate(lines) if "w" in line))
    assert len(at) == 1
    assert next(iter(at))[0] in range(30, 50)


def test_a_map_that_has_grown_too_large_gives_way_no_further_than_it_must() -> None:
    tiles = {"j10": "w x y z", "j9": "a b c d", "j8": "a b c d"}
    lines = cut(replace(territory(tiles), anchor="j10"), 11, 11)
    assert sum("a" in line or "w" in line for line in lines) == 3
    lines = cut(replace(territory({"j10": "w x y z"}), anchor="j10"), 4, 11)
    assert len(lines) <= 4 and any("y" in line for line in lines)


def test_where_room_is_short_nothing_stands_between_tiles_that_lie_side_by_side() -> None:
    wide = replace(territory({"b2": "· w o m", "c2": "l h m h"}), spots=())
    assert cut(wide, None, width=18)[2:4] == ["2 ───┼───────┼───", "   o │ m   m │ h"]
    assert cut(wide, None, width=17)[2:4] == [" 2 ───┼──────┼───", "    o │ m  m │ h"]


def test_in_few_lines_the_map_is_cut_around_its_focus_and_says_what_is_seen() -> None:
    lines = cut(land(focus="c4"), 6)
    assert len(lines) <= 6
    assert any(line.startswith(" 4  ") for line in lines)
    assert lines[-1] == "rows 3–4 of 2–4"
    assert cut(land(focus="b2"), 6)[-1] == "rows 2–3 of 2–4"
    assert cut(land(focus="c3.sw"), 3)[-1] == "rows 3–3 of 2–4"


def test_a_map_that_is_short_of_a_line_leaves_out_a_shore_that_nothing_stands_on() -> None:
    sea = replace(island(), legend=[], rows=dict(enumerate("ABCDEF")))
    for lines, shores in ((13, 2), (12, 1), (11, 0)):
        shown = cut(sea, lines)
        assert len(shown) == lines and "of A–F" not in shown[-1]
        assert sum(len(re.findall("~{3,}", line)) == 3 for line in shown) == shores
    top = next(border.id for border in sea.borders if border.area[0] == "A" and border.side == "north")
    for seen in (replace(sea, focus=top), replace(sea, changed=[top]), replace(sea, marks={top: "5"})):
        assert cut(seen, 12)[0].strip().startswith("┄") and "of A–F" not in cut(seen, 12)[-1]
        assert "of A–F" in cut(seen, 11)[-1]


def test_a_free_place_in_question_is_marked_and_in_view() -> None:
    for height in range(4, 12):
        (row,) = [line for line in cut(land(free=["b5"], focus="b5"), height) if "?" in line]
        assert row.strip() == "?"
    assert cut(replace(land(free=["b5"], focus="b5"), rows={9: "5"}), 6)[-1] == "rows 5–5 of 5–5"
    assert not any("?" in line for line in cut(land(free=["b5"], focus="b4"), 12))


def test_a_cut_map_shows_as_much_as_it_can_of_what_changed_and_can_be_chosen() -> None:
    lines = cut(replace(land(focus="b3"), changed=["b2"]), 6)
    assert lines[-1] == "rows 2–3 of 2–4"
    assert cut(land(focus="b3", marks={"c4": "9"}), 6)[-1] == "rows 3–4 of 2–4"


def test_in_plain_lines_a_territory_is_read_hill_by_hill() -> None:
    lines = on_plain(land())
    assert "hill b2: m of b2; m of c2, worker of Y, worker of R; s of b3; f of c3" in lines
    assert "Monsanto" in lines


# Boxes


def town(tokens: Sequence[Span] = (), **more: object) -> Map:
    square = [(0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0)]
    return Map(
        "Town",
        [
            Area(
                "n", "North end", (0, 0), square, contents=[[Span("a mill and a bakery")]], beside=[Span("3")]
            ),
            Area("s", "南", (1, 0), square, contents=[[Span("nothing")]]),
        ],
        [Border("n/s", "The river road", "n", "east", ((1, 0), (1, 1)), "s", "road", "", tokens)],
        boxed=True,
        **more,  # type: ignore[arg-type]
    )


def test_boxes_stand_beside_their_roads() -> None:
    assert on_rich(town()) == [
        "╭─────────────────────╮ ║ ╭─────────────────────╮",
        "│ North end         3 │ ║ │ 南                  │",
        "│ a mill and a bakery │ ║ │ nothing             │",
        "╰─────────────────────╯ ║ ╰─────────────────────╯",
    ]


def test_tokens_stand_under_each_other_on_a_road_and_the_boxes_grow_with_them() -> None:
    tokens = [Span("cart"), Span("ox"), Span("W")]
    assert on_rich(town(tokens, marks={"n/s": "1", "n": "2"})) == [
        "╭─────────────────────╮   ║  ╭─────────────────────╮",
        "│ 2 North end       3 │   1  │ 南                  │",
        "│ a mill and a bakery │ cart │ nothing             │",
        "│                     │  ox  │                     │",
        "│                     │   W  │                     │",
        "╰─────────────────────╯   ║  ╰─────────────────────╯",
    ]


def test_what_lies_on_a_road_is_told_in_full_under_the_boxes() -> None:
    chart = town()
    road = replace(chart.borders[0], contents=[[Span("a cart")], [Span("an ox")]])
    assert on_rich(replace(chart, borders=[road]))[-1] == "The river road, a cart, an ox"


def test_boxes_too_narrow_to_be_read_are_told_in_lines() -> None:
    assert on_rich(town(), 30) == ["North end, 3, a mill and a", "    bakery", "南, nothing"]
    assert on_plain(town()) == ["North end, 3, a mill and a bakery", "南, nothing"]


def test_a_map_without_areas_is_nothing_to_see() -> None:
    assert on_rich(Map("Nothing", [])) == on_plain(Map("Nothing", [])) == []


# Questions


def test_the_options_of_a_question_are_marked_on_the_map_by_what_to_type() -> None:
    ask = Choose("toy.buy", "you", [Option("A1/A2", "A1/A2"), Option("F7", "F7"), Option("else", "else")])
    chart = marked([Heading("map"), island()], ask, ENGLISH)[1]
    assert isinstance(chart, Map)
    assert {id: mark for id, mark in chart.marks.items() if id != "else"} == {"A1/A2": "1", "F7": "2"}
    assert "~  1d 1  2d " in on_rich(chart)[1]


def test_what_is_counted_has_no_numbers() -> None:
    ask = Tally("toy.load", "you", [Option("A1", "A1")], low=1, high=2)
    assert marked([island()], ask, ENGLISH) == [island()]


@pytest.mark.parametrize("words", [ENGLISH, DUTCH])
def test_names_may_be_texts(words: Words) -> None:
    square = [(0.0, 0.0), (1.0, 0.0), (0.0, 1.0)]
    chart = Map(
        "x", [Area("y", Text("amount.keys", n=2), (0, 0), square, contents=[[Span("z")]])], boxed=True
    )
    assert words.plain(Text("amount.keys", n=2)) in on_rich(chart, words=words)[1]
