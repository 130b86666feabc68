"""The island as a map, who has what, and the list of prices."""

from __future__ import annotations

from io import StringIO

from rich.console import Console

from automa.dialogue import Choose, Several, Tell, Text
from automa.methoni.island import LAND_OPTIONS, LANDS
from automa.methoni.offers import annex_offers
from automa.methoni.picture import (
    board_map,
    has,
    island_map,
    panels,
    price_list,
    stage,
)
from automa.methoni.state import State
from automa.methoni.tables import COLOURS
from automa.picture import Lines, Map, Picture, Span, whole
from solo.fronts.reading import read
from solo.showing.page import Scene, pages
from solo.showing.screen import Screen
from solo.words.names import marks
from solo.words.sentences import Words
from tests.methoni.positions import NAMES, a_table, tables

FINAL = [
    {"owner": "jerry", "spaces": "b3 b4 b5 c2 c3 c4 c5 d3"},
    {"owner": "jerry", "spaces": "e5"},
    {"owner": "evan", "spaces": "c6 c7 d4 d5 d6 d7 d8 e2 e3 e4"},
    {"owner": "evan", "spaces": "d10"},
    {"owner": "andrew", "spaces": "b6 b7 c8 c9 d9"},
    {"owner": "andrew", "spaces": "d2 e1"},
    {"owner": "andrew", "spaces": "e6 e7 f5"},
]
"""The final position of the rulebook."""


def picture(table: State, seat: str) -> Picture:
    return whole(stage(table), panels(table, seat))


def drawn(blocks: list[object], lang: str = "en", width: int = 80) -> list[str]:
    out = StringIO()
    console = Console(file=out, width=width, force_terminal=True, color_system=None)
    Screen.rich(Words.of(lang, ["methoni"], strict=True), console).picture(blocks)  # type: ignore[arg-type]
    return out.getvalue().splitlines()


def test_the_map_has_all_spaces_and_borders_each_with_its_line() -> None:
    whole = board_map(tables().board.island)
    assert (len(whole.areas), len(whole.borders)) == (54, 90)
    corners = {area.id: set(area.outline) for area in whole.areas}
    for border in whole.borders:
        assert set(border.line) <= corners[border.area]
        assert not border.other or set(border.line) <= corners[border.other]
    assert len({frozenset(border.line) for border in whole.borders}) == 90


def test_the_final_position_shows_thirty_walls_and_its_owners_at_80_columns() -> None:
    table = a_table(domains=FINAL)
    shown = island_map(table)
    assert sum(border.carries == "wall" for border in shown.borders) == 30
    lines = drawn([shown])
    assert max(map(len, lines)) <= 80 and len(lines) == 13
    assert "10m$Y" in "".join(lines)  # Evan has the second colour, yellow


def test_houses_stand_in_the_small_letters_of_their_colours() -> None:
    lines = drawn([island_map(a_table(houses={"b4": "jerry jerry evan"}))])
    assert any("4d2ry" in line for line in lines)


def test_the_price_list_tells_what_closing_and_annexing_cost() -> None:
    table = a_table(
        walls="a1-a2 a1-b2",
        houses={"a1": "evan"},
        domains=[{"owner": "evan", "spaces": "c3 c4", "houses": "jerry", "villas": "evan"}],
    )
    for lang, close, annex in (("en", "To close:", "To annex:"), ("nl", "Afsluiten:", "Overnemen:")):
        said = " ".join(" ".join(drawn(list(picture(table, "jerry")), lang)).split())
        assert f"{close} 3 A1 – " in said and "2" in said
        assert f"{annex}" in said and "C3 10" in said


def test_what_cannot_be_paid_for_is_crossed_out() -> None:
    table = a_table(walls="a1-a2 a1-b2", ducats=[0, 20, 20])
    assert any("✗" in line for line in drawn(list(picture(table, "jerry"))))


def test_a_person_who_watches_sees_the_island_and_no_prices() -> None:
    table = a_table(walls="a1-a2 a1-b2")
    blocks = picture(table, "table")
    assert any(isinstance(block, Map) for block in blocks)
    assert "To close" not in "\n".join(drawn(list(blocks)))


def test_the_parts_of_the_table_are_the_same_whatever_is_asked() -> None:
    table = a_table(walls="a1-a2 a1-b2")
    building = table.island.by_id["c3-c4"]
    declared = [(part.id, part.rank, part.sizes) for part in panels(table, "jerry")]
    assert declared == [(part.id, part.rank, part.sizes) for part in panels(table, "jerry", building)]
    assert [id for id, _, _ in declared] == ["island", "players", "legend", "prices"]
    assert stage(table).beside


def test_in_brief_everybody_is_named_on_two_lines_however_many_play() -> None:
    for count in (3, 4, 5):
        (players,) = [part for part in panels(a_table(count), "jerry") if part.id == "players"]
        lines = drawn(list(players.forms[-1]))
        assert len(lines) == 2 == players.sizes[-1][1]
        assert all(name.title() in "".join(lines) for name in NAMES[:count])


def test_a_crowded_island_fits_in_thirteen_lines_with_a_mark_of_what_is_hidden() -> None:
    crowded = island_map(a_table(houses={"b4": "jerry jerry evan evan andrew andrew"}))
    screen = Screen.rich(Words.of("en", ["methoni"], strict=True), Console(width=80))
    lines = ["".join(text for text, _ in row) for row in screen.drawn([crowded], 80, 13)]
    assert len(drawn([crowded])) == 14 and len(lines) == 13
    assert any("4d2r…" in line for line in lines)


def test_on_a_large_screen_the_spaces_are_triangles() -> None:
    triangles, _ = panels(a_table(walls="a1-a2", houses={"a1": "evan"}), "jerry")[0].forms
    lines = drawn(list(triangles), width=120)
    assert len(lines) == 43 and len(drawn(list(triangles), width=66)) == 31
    assert any("╲" in line for line in lines)


def test_on_pages_the_whole_island_stands_on_one() -> None:
    parts = panels(a_table(walls="a1-a2"), "jerry")
    torn, whole_island = (
        [isinstance(each, Map) and each.slanted for each in blocks]
        for blocks in (whole(None, parts), whole(None, parts, on_pages=True))
    )
    assert any(torn) and not any(whole_island)


def test_villas_and_houses_in_domains_are_drawn() -> None:
    table = a_table(
        domains=[{"owner": "evan", "spaces": "c3 c4 d3", "houses": "jerry jerry andrew", "villas": "evan"}]
    )
    for lang, signs in (("en", ("3wYy+", "4dY2r", "3wYb")), ("nl", ("3bGg+", "4wG2r", "3bGz"))):
        lines = "\n".join(drawn([island_map(table)], lang))
        assert all(sign in lines for sign in signs)


def test_the_legend_tells_every_sign_and_no_letter_means_two_things() -> None:
    (legend_panel,) = [part for part in panels(a_table(domains=FINAL), "jerry") if part.id == "legend"]
    for lang in ("en", "nl"):
        legend = " ".join(drawn(list(legend_panel.forms[0]), lang)).replace("\u00a0", " ").split()
        for sign in ("$", "R", "r", "r+", "━", "~"):
            assert sign in legend
        words = Words.of(lang, ["methoni"], strict=True)
        lands = [words.plain(Text(f"methoni.short.{land}")) for land in LANDS]
        colours = [words.plain(Text(f"methoni.small-letter.{colour}")) for colour in COLOURS]
        assert len({*lands, *colours}) == len(lands) + len(colours)
        assert all(letter in legend for letter in lands)


def test_lands_are_chosen_by_the_letters_that_stand_on_the_island() -> None:
    ask = Several("methoni.objective", "jerry", LAND_OPTIONS, low=3, high=3)
    for lang, line in (("en", "d, s, f"), ("en", "d s f"), ("en", "plains, forest, desert"), ("nl", "w v a")):
        words = Words.of(lang, ["methoni"], strict=True)
        chosen = {"desert", "plains", "forest" if "forest" in line else "furrows"}
        found = read(ask, line, words)
        assert isinstance(found, list) and set(found) == chosen
        typed = marks(ask.options, words)
        assert all(typed[land] == words.plain(Text(f"methoni.short.{land}")) for land in LANDS)


def test_how_large_domains_are_is_told_as_spaces() -> None:
    table = a_table(domains=FINAL)
    for lang, words in (("en", "8+1 spaces"), ("nl", "8+1 velden")):
        assert words in "\n".join(drawn(list(picture(table, "jerry")), lang))


def test_the_best_prices_come_first_and_those_that_cannot_be_paid_last() -> None:
    table = a_table(walls="a1-a2 a1-b2 e8-f7 f6-f7", houses={"a1": "evan evan evan"}, ducats=[3, 20, 20])
    closing = " ".join(drawn([Lines(price_list(table, table.players[0]))]))
    assert closing.index("F7 – ") < closing.index("A1 – ") < closing.index("✗")


def test_a_line_of_prices_tells_as_many_domains_as_it_has_room_for() -> None:
    spaces = ["b5", "b9", "c3", "d6", "d10", "e3", "f7"]
    for lang, more in (("en", "more"), ("nl", "nog")):
        for count, hidden in ((2, 0), (6, 0), (7, 2)):
            domains = [{"owner": "evan", "spaces": space} for space in spaces[:count]]
            table = a_table(domains=domains)
            (line,) = drawn([Lines(price_list(table, table.players[0], most=1))], lang)
            assert line.count(" · ") == count - hidden - (not hidden) and len(line.strip()) <= 80
            assert (more in line) == bool(hidden)
    table = a_table(walls="a1-a2 a1-b2", domains=domains)
    lines = drawn([Lines(price_list(table, table.players[0], most=1))])
    assert len(lines) == 2 and lines[1].endswith(" · 6 more")


def test_beside_what_a_player_did_stand_their_ducats_points_and_domains() -> None:
    table = a_table(domains=FINAL, ducats=(12, 17, 23))
    beside: list[object] = [
        Lines([[span for words in has(table)[seat] for span in (Span("  "), *words)]]) for seat in NAMES[:3]
    ]
    said = [line.strip() for line in drawn(beside)]
    # Without the Objective cards of the rulebook's table, which are secret until the end.
    assert said == [
        "12 ducats  47 points  8+1 spaces",
        "17 ducats  63 points  10+1 spaces",
        "23 ducats  59 points  5+3+2 spaces",
    ]


def test_the_island_keeps_its_thirteen_lines_whatever_stands_on_it() -> None:
    screen = Screen.rich(Words.of("en", ["methoni"], strict=True), Console(width=80))
    for houses in ({}, {"b4": "jerry jerry evan evan andrew andrew"}):
        island = island_map(a_table(houses=houses))
        for room in (13, 16, 20):
            assert len(screen.drawn([island], 80, room, planned=13)) == 13


def test_annexing_leaves_the_whole_island_in_view_at_80x24() -> None:
    """Also with the walls at the top and at the bottom that make each of its lines count."""
    spaces = ("a1", "b1", "b3", "f1")
    table = a_table(
        walls="f2-sea",
        domains=[{"owner": "evan", "spaces": space, "houses": "evan"} for space in spaces]
        + [{"owner": "jerry", "spaces": "b2"}],
    )
    table.closed, table.annexing = table.island.space["b2"].bit, True
    for lang in ("en", "nl"):
        screen = Screen.rich(Words.of(lang, ["methoni"], strict=True), Console(width=80))
        ask = Choose("methoni.annex", "jerry", annex_offers(table), who="Jerry", ducats=20)
        seats = [player.seat for player in table.players]
        scene = Scene("Methoni", seats, "jerry", stage(table), panels(table, "jerry"), ask)
        scene.told = [
            Tell("methoni.tower", seat="jerry", follows=True, who=seats[0], towers=towers)
            for towers in range(4)
        ]
        found = pages(screen, scene, 24)
        text = "\n".join("".join(piece for piece, _ in row) for row in found.last)
        assert len(found.last) <= 22 and not found.before
        assert all(f"\n{row} " in text for row in "ABCDEF")
        assert all(f"  {space}  " in text for space in ("a1", "b1", "b3"))
        assert "(/log)" in text or "(/verslag)" in text


def test_columns_that_are_left_over_show_what_was_cut() -> None:
    crowded = island_map(a_table(houses={"b4": "jerry jerry evan evan andrew andrew"}))
    screen = Screen.rich(Words.of("en", ["methoni"], strict=True), Console(width=200))
    for width, shown in ((80, "4d2r…"), (115, "4d2r2y2b")):
        rows = screen.drawn([crowded], width, 13, planned=13)
        assert any(shown in "".join(text for text, _ in row) for row in rows) and len(rows) == 13


def test_a_domain_has_the_colour_of_its_owner_whoever_has_houses_in_it() -> None:
    table = a_table(domains=[{"owner": "evan", "spaces": "c3", "houses": "jerry andrew"}])
    screen = Screen.rich(Words.of("en", ["methoni"], strict=True), Console(width=80))
    styles = {text: role for row in screen.drawn([island_map(table)], 80) for text, role in row}
    assert styles["3wY"] == "yellow"
