"""The layout of a page: pure, so that many sizes and tables can be tried."""

from __future__ import annotations

from io import StringIO
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.console import Console

from automa.dialogue import YOU, Choose, Option, Tell, Text
from automa.game import Seat, you
from automa.picture import (
    Area,
    Cell,
    Grid,
    Heading,
    Lines,
    Listing,
    ListRow,
    Map,
    Panel,
    Picture,
    Span,
    Stage,
)
from solo.showing.layout import Row, width_of
from solo.showing.page import (
    LINES_TO_TYPE,
    Scene,
    pages,
    pages_of,
    told_by,
)
from solo.showing.screen import Screen
from tests.toy import GOODS, PEDLAR, sections, toy_words

WORDS = toy_words()
ANN = Seat("ann", "Ann", "ann")


def screen(width: int) -> Screen:
    console = Console(width=width, height=50, file=StringIO(), force_terminal=True, highlight=False)
    return Screen.rich(WORDS, console)


def shown(rows: list[Row]) -> str:
    return "\n".join("".join(text for text, _ in row) for row in rows)


def a_panel(id: str, rank: int, *heights: int, seat: str = "") -> Panel:
    """A part of the table with forms of these heights."""
    forms: list[Picture] = [
        [Lines([[Span(f"{id} form {place} line {n}")] for n in range(height)])]
        for place, height in enumerate(heights)
    ]
    sizes = [(27, height) for height in heights]
    return Panel(
        id, id.upper(), [[Span(f"total of {id}")]], forms, [Span(f"{id} in short")], rank, seat, sizes=sizes
    )


def page(width: int, scene: Scene, height: int) -> str:
    """The screen with the question, when nothing is to be read before."""
    found = pages(screen(width), scene, height)
    assert not found.before and not found.asked
    return shown(found.last)


def bought(seat: Seat, price: int, *why: Text) -> Tell:
    return Tell("toy.bought", seat=seat.id, why=why, who=seat, what="salt", price=price)


def a_scene(*parts: Panel, told: int = 0) -> Scene:
    tells = [bought(PEDLAR, price) for price in range(1, told + 1)]
    buy = Choose("toy.buy", YOU, GOODS)
    stage = Stage("Round 2", 2, 5)
    return Scene("The Fair", [you(), PEDLAR], YOU, stage, parts, buy, tells)


def test_what_matters_most_gets_the_room_first() -> None:
    text = page(40, a_scene(a_panel("rival", 3, 12, 4), a_panel("own", 0, 6, 4)), 17)
    assert "own form 0 line 5" in text
    assert "rival in short" in text


def test_what_only_looks_better_waits_until_all_is_said() -> None:
    own, offer = a_panel("own", 0, 12, 4), a_panel("offer", 2, 6)
    own.says_all = 1
    text = page(40, a_scene(own, offer), 26)
    assert "own form 1 line 3" in text and "offer form 0 line 5" in text
    assert "own form 0 line 11" in page(40, a_scene(own, offer), 40)


def test_where_it_is_wide_parts_stand_side_by_side() -> None:
    text = page(80, a_scene(a_panel("own", 0, 12), a_panel("rival", 3, 12)), 24)
    line = next(row for row in text.splitlines() if "own form 0 line 3" in row)
    assert "rival form 0 line 3" in line


def test_what_does_not_fit_in_its_place_is_counted_there() -> None:
    own, offer = a_panel("own", 0, 12), a_panel("offer", 1, 4)
    own.sizes = [(27, 5)]
    text = page(40, a_scene(own, offer), 24)
    assert "own form 0 line 3" in text and "own form 0 line 4" not in text
    assert "+8 more" in text and "offer form 0 line 3" in text


def test_no_line_of_a_title_is_broken_inside_what_stands_beside_it() -> None:
    own = a_panel("own", 0, 3)
    own.beside = [[Span("5 discs")], [Span("4 workers")], [Span("15 points")]]
    text = page(30, a_scene(own), 24)
    assert "OWN  5 discs  4 workers\n  15 points\n" in text
    own.beside[2] = [Span("9 points")]
    assert "OWN 5 discs 4 workers 9 points\n" in page(30, a_scene(own), 24)


def test_what_a_title_of_several_lines_leaves_no_room_for_is_on_another_page() -> None:
    own = a_panel("own", 0, 3)
    own.beside = [[Span("5 discs")], [Span("4 workers")], [Span("15 points")]]
    scene = a_scene(own, a_panel("rival", 3, 2))
    first = pages(screen(30), scene, 24)
    assert "+2 more" in shown(first.last)
    turned = [shown(pages(screen(30), scene, 24, page).last) for page in range(1, first.turns)]
    assert any("own form 0 line 2" in each for each in turned)


def test_the_other_pages_of_the_table_show_what_does_not_fit_while_the_question_stays() -> None:
    own = a_panel("own", 0, 12)
    own.sizes = [(27, 5)]
    scene = a_scene(own, a_panel("rival", 3, 30))
    first = pages(screen(40), scene, 24)
    turned = [shown(pages(screen(40), scene, 24, page).last) for page in range(first.turns)]
    assert first.turns > 1 and turned[0] == shown(first.last)
    assert all("What do you buy" in each or "buy" in each for each in turned)
    assert all(any(f"rival form 0 line {n}" in each for each in turned) for n in range(30))
    assert any("own form 0 line 11" in each for each in turned)
    assert len({len(each.splitlines()) for each in turned}) == 1
    again = pages(screen(40), scene, 24, first.turns)
    assert shown(again.last) != turned[0]  # the count of pages begins again at the first


def test_a_part_of_one_line_that_is_cut_is_whole_on_another_page() -> None:
    dice = Panel("dice", line=[Span(" ".join(f"die-{n}" for n in range(12)))], rank=1)
    scene = a_scene(a_panel("own", 0, 3), dice, a_panel("rival", 3, 4))
    first = pages(screen(40), scene, 24)
    assert "die-11" not in shown(first.last) and "…" in shown(first.last)
    assert any("die-11" in shown(pages(screen(40), scene, 24, page).last) for page in range(1, first.turns))


def test_what_others_did_is_numbered_and_what_you_did_is_done() -> None:
    scene = a_scene(a_panel("pedlar", 3, 4, seat="pedlar"))
    scene.told = [bought(you(), 1), bought(PEDLAR, 2), bought(PEDLAR, 3)]
    text = page(80, scene, 24)
    assert "   You buy salt for 1 gold." in text
    assert " 1 buys salt for 2 gold." in text and " 2 buys salt for 3 gold." in text


def test_what_follows_from_what_you_did_is_yours_to_do() -> None:
    scene = a_scene(a_panel("own", 0, 4, seat=YOU))
    pays = Tell("toy.bought", seat=YOU, follows=True, who=you(), what="rent", price=2)
    scene.told = [bought(you(), 1), pays]
    text = page(80, scene, 24)
    assert "   You buy salt for 1 gold." in text and " 1 You buy rent for 2 gold." in text
    scene.told = [pays] * 9
    assert "9 You buy rent" in " ".join(map(shown, pages(screen(40), scene, 14).before))
    scene.told = [bought(you(), 1)] * 9
    assert not pages(screen(40), scene, 14).before


def test_your_own_totals_stay_with_your_own_things() -> None:
    scene = a_scene(a_panel("own", 0, 2, seat=YOU))
    scene.told = [bought(you(), 3)]
    first, _, told = page(80, scene, 24).partition("At the table")
    assert "total of own" in first
    assert "total of own" not in told


def test_what_was_said_in_character_stands_with_the_name() -> None:
    scene = a_scene()
    scene.told, scene.remarks = [bought(PEDLAR, 1)], {"pedlar": "Salt is cheap."}
    assert "The Pedlar  “Salt is cheap.”" in page(80, scene, 24)


def test_without_a_word_the_totals_stand_beside_the_name() -> None:
    assert "The Pedlar  → total of pedlar" in page(
        80, a_scene(a_panel("pedlar", 3, 4, seat="pedlar"), told=1), 24
    )


def test_totals_that_do_not_fit_behind_what_was_said_stand_together_below_it() -> None:
    scene = a_scene(a_panel("pedlar", 3, 4, seat="pedlar"))
    scene.told = [bought(PEDLAR, 1)]
    scene.remarks = {"pedlar": "The salt of earth and sea is cheap."}
    assert "is cheap.”\n  → total of pedlar" in page(56, scene, 40)


def test_what_was_said_and_the_totals_stand_with_the_last_that_was_done() -> None:
    scene = a_scene(a_panel("pedlar", 3, 4, seat="pedlar"))
    scene.told, scene.remarks = [bought(PEDLAR, 1), bought(you(), 2), bought(PEDLAR, 3)], {"pedlar": "Cheap."}
    before, _, after = page(80, scene, 40).partition("You buy")
    assert "The Pedlar\n" in before and "Cheap." not in before and "→ total of pedlar" not in before
    assert "The Pedlar  “Cheap.”" in after and "→ total of pedlar" in after


def test_a_number_is_not_parted_from_what_it_counts() -> None:
    for width in range(30, 80):
        found = pages(screen(width), a_scene(a_panel("own", 0, 14), told=6), 24)
        for each in (*found.before, found.last):
            assert not any(row[-1][1] == "name" and row[-1][0].strip().isdecimal() for row in each if row)


def test_where_there_is_little_room_things_to_do_follow_each_other_behind_the_name() -> None:
    text = page(56, a_scene(a_panel("own", 0, 11), told=4), 23)
    assert "The Pedlar  1 buys salt for 1 gold." in text and "  2 buys" in text


def test_things_to_do_have_a_line_each_before_the_name_has_one_of_its_own() -> None:
    scene = a_scene(a_panel("own", 0, 11), told=2)
    scene.told = [*scene.told, Tell("toy.bought", deed=False, who=PEDLAR, what="news", price=9)]
    text = page(70, scene, 22)
    assert "The Pedlar  1 buys salt for 1 gold.\n 2 buys salt for 2 gold.  The Pedlar buys news" in text
    assert "The Pedlar\n 1 buys salt for 1 gold.\n 2 buys salt for 2 gold.\n" in page(70, scene, 40)


def test_things_to_do_take_the_lines_below_them_and_then_what_the_part_above_leaves_free() -> None:
    own = a_panel("own", 0, 20)
    own.sizes = [(47, 20)]
    short = Panel("short", "SHORT", forms=[[Lines([[Span("little")]])]], rank=1, sizes=[(47, 10)])
    for told in range(1, 18):
        rows = page(100, a_scene(own, short, told=told), 32).splitlines()
        assert f" {told} buys salt for {told} gold." in "\n".join(rows)
        assert all(sum(each.isdecimal() for each in row[50:].split()[:1]) <= 1 for row in rows)
        (title,) = [y for y, row in enumerate(rows) if "At the table" in row]
        assert title == min(12, 25 - 1 - told)


def test_things_to_do_take_all_lines_of_a_part_that_is_empty() -> None:
    """As the prices of the first round: the line between the columns stands there once."""
    own = a_panel("own", 0, 20)
    own.sizes = [(47, 20)]
    empty = Panel("empty", forms=[[Lines([])]], line=[Span("empty")], rank=1, sizes=[(47, 10)])
    for told in range(1, 20):
        rows = page(100, a_scene(own, empty, told=told), 32).splitlines()
        assert all(row.count("│") <= 1 and len(row) <= 100 for row in rows)
        assert f" {told} buys salt for {told} gold." in "\n".join(rows)


def test_what_is_said_stands_beside_the_table_where_the_question_leaves_no_room() -> None:
    own = a_panel("own", 0, 20)
    own.sizes = [(47, 20)]
    scene = a_scene(own, told=2)
    scene.said = [[(f"said {line}", "")] for line in range(6)]
    text = page(100, scene, 30)
    assert all(f"│ said {line}" in text for line in range(6)) and "buys salt for 2 gold." in text


def test_more_than_fits_is_read_on_a_page_before_and_the_last_of_it_stays_with_a_count() -> None:
    found = pages(screen(80), a_scene(a_panel("own", 0, 8), told=40), 24)
    text = " ".join(" ".join(map(shown, found.before)).split())
    for price in range(1, 41):
        assert f"buys salt for {price} gold." in text
    assert "for 40 gold." in shown(found.last) and "own form 0 line 7" in shown(found.last)
    assert "before that 24 more" in shown(found.last)


def test_what_the_viewer_did_is_left_out_with_a_count_where_a_title_has_no_room_too() -> None:
    for lines in range(14, 30):
        for gap in range(1, 12):
            scene = a_scene(a_panel("own", 0, gap))
            scene.told = [*(bought(you(), price) for price in range(1, 5)), bought(PEDLAR, 5)]
            found = pages(screen(60), scene, lines)
            text = shown(found.last)
            left_out = sum(f"for {price} gold." not in " ".join(text.split()) for price in range(1, 5))
            assert not left_out or "(/log)" in text, (lines, gap)


def test_a_page_to_read_is_never_nearly_empty() -> None:
    for told in range(1, 40):
        found = pages(screen(80), a_scene(a_panel("own", 0, 8), a_panel("more", 1, 5), told=told), 24)
        for each in found.before[:-1] or found.before:
            assert sum(map(bool, each)) >= 12


def test_a_long_list_leaves_room_for_what_happened() -> None:
    goods = [Option(f"good-{n}", f"a good of kind {n}") for n in range(40)]
    for told in range(1, 6):
        scene = a_scene(a_panel("own", 0, 11), told=told)
        scene.ask = Choose("toy.buy", YOU, goods)
        text = page(60, scene, 24)
        assert "a good of kind 0" in text and "more (Tab shows all)" in text
        assert all(f"buys salt for {price} gold." in " ".join(text.split()) for price in range(1, told + 1))
        assert "own form 0 line 10" in text


def test_a_list_that_could_stand_whole_is_cut_before_a_page_is_needed() -> None:
    goods = [Option(f"good-{n}", f"a good of kind {n}") for n in range(20)]
    for told in range(3, 10):
        scene = a_scene(a_panel("own", 0, 13), told=told)
        scene.ask = Choose("toy.buy", YOU, goods)
        assert all(pages(screen(80), scene, 24).in_view)


def test_a_long_text_is_turned_at_an_empty_line_where_there_is_one() -> None:
    rows: list[Row] = [[(word, "")] for word in ("a", "b", "c", "", "d", "e", "f", "g", "h", "i", "j")]
    assert [shown(page).split("\n") for page in pages_of(rows, 6)] == [
        ["a", "b", "c", ""], ["d", "e", "f", "g", "h", "i"], ["j"]
    ]  # fmt: skip
    assert [len(page) for page in pages_of(rows, 3)] == [3, 3, 3, 2]
    assert [len(page) for page in pages_of(rows, 0)] == [1] * 11


def island(rows: int) -> Map:
    """A map of so many rows."""
    areas = [Area(f"x{row}", f"X{row}", (0, row), [], label=f"X{row}") for row in range(rows)]
    return Map("Island", areas, rows={row: str(row) for row in range(rows)})


def test_a_map_takes_the_lines_that_nothing_else_needs_and_says_what_is_hidden() -> None:
    places = [Option(f"x{row}", f"X{row}") for row in range(40)]
    for height in (24, 40, 60):
        map = island(40)
        map.focus = "x20"
        scene = a_scene(Panel("island", forms=[[map]], sizes=[(20, 6)], grows=True), told=1)
        scene.ask = Choose("toy.buy", YOU, places[18:23])
        text = page(80, scene, height)
        assert all(f"X{row}{row - 17}\n" in text or f"({row - 17})" in text for row in range(18, 23))
        assert ("of 0–39" in text) is (height < 60)
        assert sum(not row for row in text.splitlines()) <= 1 or height == 60


def test_what_stands_lowest_takes_the_lines_that_nothing_else_needs() -> None:
    goods = Listing(
        [ListRow([[Span(name)], [Span("3")], [Span("a " * 40)]]) for name in ("salt", "silk")], (1,)
    )
    market = Panel("market", "MARKET", forms=[[goods]], rank=1, sizes=[(60, 3)])
    text = page(60, a_scene(a_panel("own", 0, 6), market), 24)
    assert text.split().count("a") == 80 and "…" not in text
    assert "own form 0 line 5" in text


def test_a_choice_that_the_map_does_not_show_is_listed() -> None:
    map = island(40)
    map.focus = "x39"
    scene = a_scene(Panel("island", forms=[[map]], sizes=[(20, 6)], grows=True))
    scene.ask = Choose("toy.buy", YOU, [Option("x0", "X0"), Option("x39", "X39")])
    text = page(80, scene, 24)
    assert "1  X0" in text and "2  X39" not in text and "X392" in text


def test_what_has_been_read_does_not_come_again() -> None:
    """After a wrong answer, a look at the help or an undo: only the last of it stays in view."""
    scene = a_scene(a_panel("own", 0, 8), told=40)
    scene.unread = 0
    assert "for 40 gold." in page(80, scene, 24)
    scene.unread = 20
    read = "\n".join(map(shown, pages(screen(80), scene, 24).before))
    assert [f"for {price} gold." in read for price in (20, 21)] == [False, True]


def test_what_has_been_read_gives_way_to_a_refusal_before_the_map_does() -> None:
    places = [Option(f"x{row}", f"X{row}") for row in range(17)]
    for lines in range(1, 4):
        scene = a_scene(Panel("island", forms=[[island(17)]], sizes=[(20, 17)], grows=True), told=6)
        scene.ask = Choose("toy.buy", YOU, places)
        scene.unread = 0
        scene.said = [[(f"refused {line}", "")] for line in range(lines)]
        text = page(80, scene, 24)
        assert f"refused {lines - 1}" in text and "X16" in text and "of 0–16" not in text


def on_an_island(*told: Tell, options: int = 3, detail: int = 30) -> Scene:
    """A question about a map that leaves it four lines at 80x24."""
    scene = a_scene(Panel("island", forms=[[island(17)]], sizes=[(20, 17)], grows=True))
    scene.told = told
    scene.ask = Choose("toy.buy", YOU, [Option(f"o{n}", f"Good {n}", "d" * detail) for n in range(options)])
    return scene


def test_a_list_yields_the_lines_that_a_map_needs() -> None:
    for said, lines in (0, 3), (1, 2):
        scene = on_an_island(detail=20)
        scene.said = [[("no", "")]] * said
        text = page(80, scene, 24)
        assert sum("Good" in line for line in text.splitlines()) == lines
        assert "X16" in text and "of 0–16" not in text


def test_what_was_done_gives_way_to_a_map_and_is_counted_behind_the_question() -> None:
    text = shown(pages(screen(80), on_an_island(bought(PEDLAR, 1)), 24).last)
    assert "What do you buy?  done before: 1 (/log)" in text
    assert "X16" in text and "of 0–16" not in text


def test_what_is_read_on_a_page_before_gives_way_to_a_map() -> None:
    for height in range(8, 18):
        scene = a_scene(Panel("island", forms=[[island(height)]], sizes=[(20, 6)], grows=True), told=40)
        found = pages(screen(80), scene, 24)
        assert found.before and f"of 0–{height - 1}" not in shown(found.last)


def test_above_a_page_to_read_there_is_no_shred_of_a_map() -> None:
    map = Panel("island", forms=[[island(12)]], sizes=[(20, 12)], grows=True)
    scene = a_scene(a_panel("own", 0, 2), map)
    for lines in range(8, 18):
        scene.said = [[("read", "")]] * lines
        (asked,) = pages(screen(40), scene, 24).asked
        shred = [line for line in shown(asked).splitlines() if "X" in line or "of 0–11" in line]
        assert len(shred) not in (1, 2, 3)


def test_what_the_viewer_has_to_do_stands_with_the_question_without_what_they_did() -> None:
    pays = Tell("toy.bought", seat=YOU, follows=True, who=you(), what="rent", price=2)
    text = page(80, on_an_island(*[bought(you(), 1)] * 9, pays, options=2), 24)
    assert " 1 You buy rent for 2 gold." in text and "salt" not in text
    assert "X16" in text and "of 0–16" not in text


def test_a_long_answer_to_a_command_has_pages_of_its_own() -> None:
    scene = a_scene(a_panel("own", 0, 6))
    scene.said = [[(f"put back {n}", "")] for n in range(5)]
    assert "put back 4" in page(60, scene, 40)
    scene.said = [[(f"put back {n}", "")] for n in range(30)]
    found = pages(screen(60), scene, 24)
    assert "put back 29" in shown(found.asked[-1]) and "put back" not in shown(found.last)
    assert all("Round 2" in shown(each[:1]) and len(each) <= 24 - LINES_TO_TYPE for each in found.asked)
    scene.stays = 1
    assert "put back 0" in shown(pages(screen(60), scene, 24).last)


def test_what_is_to_be_done_is_told_whole_though_a_greeting_takes_a_page_before() -> None:
    for told, said in product(range(1, 12), range(8)):
        scene = a_scene(a_panel("own", 0, 12), told=told)
        scene.said = [[(f"greeting {n}", "")] for n in range(said)]
        found = pages(screen(60), scene, 24)
        text = "\n".join(map(shown, [*found.asked, *found.before, found.last]))
        assert all(f"for {price} gold." in " ".join(text.split()) for price in range(1, told + 1))


def test_a_long_answer_that_fits_beside_all_else_needs_no_page_of_its_own() -> None:
    scene = a_scene()
    scene.said = [[(f"said {n}", "")] for n in range(10)]
    assert "said 0\n" in page(80, scene, 24) and "What do you buy?" in page(80, scene, 24)
    scene.panels = [a_panel("own", 0, 8)]
    assert pages(screen(60), scene, 24).asked


def test_what_was_said_on_a_wider_terminal_is_broken_anew() -> None:
    scene = a_scene(a_panel("own", 0, 8), told=2)
    scene.said = [[("said " * 18, "")]] * 2
    rows = page(60, scene, 24).splitlines()
    assert len(rows) <= 24 - LINES_TO_TYPE and max(map(len, rows)) <= 60
    assert "own form 0 line 7" in "\n".join(rows) and "\n".join(rows).count("said") == 36


def test_at_the_end_the_final_table_stays_with_the_result_behind_the_sheet() -> None:
    scene = a_scene(a_panel("own", 0, 10, 4), a_panel("rival", 1, 10, 4), told=3)
    scene.ask = None
    scene.points = [[(f"points {n}", "")] for n in range(20)]
    scene.closing = [[("You win.", "")]]
    found = pages(screen(60), scene, 24)
    read = "".join(map(shown, found.before))
    assert "points 19" in read and "You win." not in read
    last = shown(found.last)
    assert "own form 0 line 9" in last and "rival form 0 line 9" in last
    assert "You win." in last and "points" not in last and "for 3 gold." in last


def test_at_the_end_what_others_did_last_is_read_before_the_sheet() -> None:
    scene = a_scene(a_panel("own", 0, 4), told=80)
    scene.ask = None
    scene.points, scene.closing = [[("points", "")]], [[("You win.", "")]]
    read = "".join(map(shown, pages(screen(60), scene, 24).before))
    assert "for 1 gold." in read and read.index("for 80 gold.") < read.index("points")


def test_a_part_of_which_only_the_title_would_be_seen_is_told_in_short() -> None:
    parts = [a_panel(id, rank, height) for rank, (id, height) in enumerate((("a", 3), ("b", 2), ("c", 4)))]
    short = 0
    for height, said in product(range(8, 24), range(4)):
        scene = a_scene(*parts)
        scene.said = [[("no", "")]] * said
        lines = shown(pages(screen(60), scene, height).last).splitlines()
        hides = [place for place, line in enumerate(lines) if "of the table (Tab)" in line]
        above = [lines[place - 1] for place in hides]
        assert not any(line.startswith(("A  ", "B  ")) and "──" in line for line in above)
        short += any("in short" in line for line in above)
    assert short


def test_options_that_the_table_shows_are_not_listed_again() -> None:
    goods = Listing([ListRow([[Span(good.id, "name")], [Span("all about it")]], good.id) for good in GOODS])
    text = page(80, a_scene(Panel("goods", "Goods", forms=[[goods]])), 24)
    assert "1  wood   all about it" in text
    assert "2 gold" not in text  # the detail of the option


def test_what_the_table_does_not_say_of_an_option_is_listed_with_the_question() -> None:
    goods = Listing([ListRow([[Span(good.id, "name")]], good.id) for good in GOODS])
    scene = a_scene(Panel("goods", "Goods", forms=[[goods]]))
    options = [
        Option(good.id, good.name, f"{place} gold", says_more=True) for place, good in enumerate(GOODS)
    ]
    scene.ask = Choose("toy.buy", YOU, options)
    table, _, question = page(80, scene, 24).rpartition("What do you buy?")
    assert "1  wood" in table and "0 gold" not in table
    assert "1  Wood  0 gold" in question


def test_what_is_the_same_for_every_option_on_the_table_is_said_once_with_the_question() -> None:
    options = [Option(good.id, good.name, "3 gold", says_more=True) for good in GOODS]
    goods = Listing([ListRow([[Span(good.id, "name")]], good.id) for good in GOODS])
    scene = a_scene(Panel("goods", "Goods", forms=[[goods]]))
    scene.ask = Choose("toy.buy", YOU, options)
    text = page(80, scene, 24)
    assert text.count("3 gold") == 1 and "What do you buy? (3 gold)" in text


def test_a_list_that_stays_put_does_not_move_when_something_may_be_chosen() -> None:
    entries = [ListRow([[Span(good.id, "name")], [Span("here")]], good.id) for good in GOODS]
    goods = Panel("goods", "Goods", forms=[[Listing(entries, stays_put=True)]])
    scene = a_scene(goods)
    chosen = page(80, scene, 24)
    scene.ask = Choose("toy.buy", YOU, [Option("rest", "Rest"), Option("stay", "Stay")])
    before = page(80, scene, 24)
    assert [line.index("here") for line in chosen.splitlines() if "here" in line] == [
        line.index("here") for line in before.splitlines() if "here" in line
    ]


def test_where_several_people_share_the_screen_a_question_names_the_person_asked() -> None:
    scene = a_scene(a_panel("own", 0, 3))
    assert "Pedlar:" not in page(80, scene, 24)
    cleo, dirk = Seat("cleo", "Cleo"), Seat("dirk", "Dirk")
    scene.seats, scene.ask = [cleo, dirk], Choose("toy.buy", "dirk", GOODS)
    last = page(80, scene, 24)
    assert "Dirk: " in last and "Cleo" not in last


def test_what_has_changed_is_bright() -> None:
    cells = [Cell([[Span("wood", "name"), Span(" 3")]], id="wood"), Cell([[Span("salt", "name")]], id="salt")]
    scene = a_scene(Panel("goods", "Goods", forms=[[Grid([cells])]]))
    scene.ask = None
    scene.changed = {"wood", "elsewhere"}
    roles = {text: role for row in pages(screen(80), scene, 24).last for text, role in row}
    assert roles["wood"] == "fresh"
    assert roles["salt"] == "name"


def test_a_simple_picture_has_a_part_for_each_heading() -> None:
    _, first, second = sections(
        [Lines([[Span("a")]]), Heading("One", [[Span("beside")]]), Lines([[Span("b")]]), Heading("Two")]
    )
    assert (first.title, first.beside, first.forms) == ("One", [[Span("beside")]], [[Lines([[Span("b")]])]])
    assert (second.title, second.forms) == ("Two", ())


SIZES = st.tuples(st.integers(30, 220), st.integers(14, 60))
PARTS = st.lists(st.tuples(st.integers(0, 5), st.lists(st.integers(1, 15), max_size=3)), max_size=6)


@given(SIZES, PARTS, st.integers(0, 30), st.integers(0, 12), st.integers(0, 30))
def test_no_page_is_higher_or_wider_than_the_screen_and_all_is_told(
    size: tuple[int, int], parts: list[tuple[int, list[int]]], told: int, free: int, wider: int
) -> None:
    """`free` are the lines of each place that nothing stands in yet, `wider` the columns."""
    width, height = size
    table = [
        a_panel(f"part{place}", rank, *sorted(heights, reverse=True))
        for place, (rank, heights) in enumerate(parts)
    ]
    for panel in table:
        panel.sizes = [(columns + wider, lines + free) for columns, lines in panel.sizes]
    found = pages(screen(width), a_scene(*table, told=told), height)
    for each in (*found.before, found.last):
        assert len(each) <= height - LINES_TO_TYPE
        assert max(map(width_of, each), default=0) <= width
    lines = "\n".join(map(shown, (*found.before, found.last))).splitlines()
    cuts = {0, *(x + 1 for line in lines for x, sign in enumerate(line) if sign == "│")}
    columns = [[line[x:].split("│")[0] for line in lines] for x in sorted(cuts)]
    text = " ".join(" ".join(" ".join(column) for column in columns).split())
    for price in range(1, told + 1):
        assert f"buys salt for {price} gold." in text
    for title in (panel.id.upper() for panel in table if panel.id.upper() in shown(found.last)):
        assert sum(line.count(f"{title} ") for line in shown(found.last).splitlines()) == 1


@pytest.mark.parametrize("option", GOODS)
def test_every_option_can_be_found_on_the_page(option: Option) -> None:
    assert WORDS.plain(option.name) in page(80, a_scene(), 24)


def test_what_was_told_is_grouped_by_who_did_it() -> None:
    tells = [bought(PEDLAR, 1), Tell("toy.round", stage=True, round=2), bought(you(), 2)]
    assert [seat for seat, _ in told_by(tells, staged=True)] == ["pedlar", YOU]
    tells[2] = bought(PEDLAR, 2)  # in another round the name is said again
    assert [seat for seat, _ in told_by(tells, staged=True)] == ["pedlar", "pedlar"]


def test_a_new_round_alone_which_the_line_on_top_says_gets_no_title_of_what_happened() -> None:
    scene = a_scene(a_panel("own", 0, 4))
    scene.told = [Tell("toy.round", stage=True, round=2)]
    scene.unread, scene.before = 0, [bought(PEDLAR, 1)]
    text = page(80, scene, 24)
    assert "Before that" in text and "At the table" not in text


def test_what_stays_of_a_message_is_whole_though_the_terminal_was_wider_when_it_was_drawn() -> None:
    scene = a_scene(a_panel("own", 0, 4))
    first = [("A strong player would answer “Salt”. With ! you do that.", "")]
    scene.said, scene.stays = [first, *([("A reason.", "")] for _ in range(20))], 1
    found = pages(screen(40), scene, 24)
    assert found.asked
    assert "A strong player would answer “Salt”. With ! you do that." in " ".join(shown(found.last).split())
