"""The layout of a page: pure, so that many sizes and tables can be tried."""

from __future__ import annotations

from io import StringIO

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.console import Console

from automa.dialogue import YOU, Choose, Option, Says, Tell, Text
from automa.game import Seat, you
from automa.picture import (
    Area,
    Cell,
    Entry,
    Grid,
    Heading,
    Lines,
    Listing,
    Map,
    Panel,
    Picture,
    Span,
    Stage,
    panels,
)
from solo.showing.layout import Row, width_of
from solo.showing.page import (
    LINES_TO_TYPE,
    Moment,
    Scene,
    pages,
    pages_of,
    phases_of,
    together,
    told_by,
)
from solo.showing.screen import Screen
from tests.toy import GOODS, PEDLAR, toy_words

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
    return Panel(id, id.upper(), [[Span(f"total of {id}")]], forms, [Span(f"{id} in short")], rank, seat)


def bought(seat: Seat, price: int, *why: Text) -> Tell:
    return Tell("toy.bought", seat=seat.id, why=why, who=seat, what="salt", price=price)


def a_scene(*parts: Panel, told: int = 0) -> Scene:
    tells = [bought(PEDLAR, price) for price in range(1, told + 1)]
    buy = Choose("toy.buy", YOU, GOODS)
    stage = Stage("Round 2", 2, 5)
    return Scene("The Fair", [you(), PEDLAR], YOU, stage, parts, buy, tells)


def test_what_matters_most_gets_the_room_first() -> None:
    scene = a_scene(a_panel("rival", 3, 12, 4), a_panel("own", 0, 12, 4))
    (page,) = pages(screen(40), scene, 21)
    assert "own form 0 line 11" in shown(page)
    assert "rival in short" in shown(page)


def test_what_only_looks_better_waits_until_all_is_said() -> None:
    own, offer = a_panel("own", 0, 12, 4), a_panel("offer", 2, 6)
    (page,) = pages(screen(40), a_scene(own, offer), 22)
    assert "own form 0" in shown(page) and "offer in short" in shown(page)
    own.says_all = 1
    (page,) = pages(screen(40), a_scene(own, offer), 22)
    assert "own form 1 line 3" in shown(page) and "offer form 0 line 5" in shown(page)
    (page,) = pages(screen(40), a_scene(own, offer), 40)
    assert "own form 0 line 11" in shown(page) and "offer form 0 line 5" in shown(page)


def test_no_part_looks_better_than_one_that_matters_more() -> None:
    here, there = a_panel("here", 0, 20, 3), a_panel("there", 1, 5, 3)
    here.says_all = there.says_all = 1
    (page,) = pages(screen(30), a_scene(here, there), 18)
    assert "here form 1 line 2" in shown(page) and "there form 1 line 2" in shown(page)
    there.rank = 0  # of two that matter alike one may
    (page,) = pages(screen(30), a_scene(here, there), 18)
    assert "here form 1 line 2" in shown(page) and "there form 0 line 4" in shown(page)


def test_what_did_not_fit_is_tried_again_before_what_matters_less() -> None:
    """Beside your own things a rival takes no room, and so there is room for what is on offer."""
    own, offer = a_panel("own", 0, 5), a_panel("offer", 2, 4)
    beside, below = a_panel("beside", 3, 5), a_panel("below", 3, 4)
    beside.line = [Span("so long that it takes a second line " * 2)]
    for wide in (offer, below):
        wide.forms = [[Lines([[Span(f"{wide.id} form 0 " * 5)] for _ in range(4)])]]
        wide.line = [Span("as wide as the page " * 2)]
    for height in range(18, 28):
        *_, page = pages(screen(80), a_scene(own, offer, beside, below), height)
        text = shown(page)
        assert "offer form 0" in text or "below form 0" not in text, text


def test_a_line_is_said_in_fewer_words_only_where_there_is_no_room_for_it() -> None:
    yours = a_panel("yours", 2, 9)
    yours.line, yours.brief = [Span("a long line " * 6)], [Span("names")]
    scene = a_scene(a_panel("own", 0, 6), yours)
    shown_at = {height: shown(pages(screen(60), scene, height)[-1]) for height in range(15, 24)}
    assert "YOURS  total of yours  names" in shown_at[15]
    wordy = [height for height, page in shown_at.items() if "a long line" in page]
    assert wordy and all("names" not in shown_at[height] for height in range(wordy[0], 24))


def test_where_it_is_wide_parts_stand_side_by_side() -> None:
    scene = a_scene(a_panel("own", 0, 12), a_panel("rival", 3, 12))
    (page,) = pages(screen(80), scene, 24)
    line = next(row for row in shown(page).splitlines() if "own form 0 line 3" in row)
    assert "rival form 0 line 3" in line


def test_what_others_did_is_numbered_and_their_totals_are_said_once() -> None:
    scene = a_scene(a_panel("pedlar", 3, 4, seat="pedlar"), told=2)
    (page,) = pages(screen(80), scene, 24)
    text = shown(page)
    assert " 1 buys salt for 1 gold." in text
    assert " 2 buys salt for 2 gold." in text
    assert text.count("total of pedlar") == 1
    assert "the Pedlar" in text.lower().replace("the pedlar", "the Pedlar")


def test_your_own_totals_stay_with_your_own_things() -> None:
    scene = a_scene(a_panel("own", 0, 2, seat=YOU))
    scene.told = [bought(you(), 3)]
    (page,) = pages(screen(80), scene, 24)
    first, _, told = shown(page).partition("At the table")
    assert "total of own" in first
    assert "total of own" not in told


def test_what_was_said_in_character_stands_with_the_name() -> None:
    scene = a_scene()
    scene.told = [bought(PEDLAR, 1, Says("toy.cheap", what="Salt"))]
    (page,) = pages(screen(80), scene, 24)
    assert "The Pedlar  Salt is cheap." in shown(page)


def test_without_a_word_the_totals_stand_beside_the_name() -> None:
    scene = a_scene(a_panel("pedlar", 3, 4, seat="pedlar"), told=1)
    (page,) = pages(screen(80), scene, 24)
    assert "The Pedlar  → total of pedlar" in shown(page)


def test_totals_that_do_not_fit_behind_what_was_said_stand_together_below_it() -> None:
    scene = a_scene(a_panel("pedlar", 3, 4, seat="pedlar"))
    scene.told = [bought(PEDLAR, 1, Says("toy.cheap", what="The salt of the earth and the sea"))]
    (page,) = pages(screen(56), scene, 40)
    assert "is cheap.\n  → total of pedlar" in shown(page)


def test_a_number_is_not_parted_from_what_it_counts() -> None:
    for width in range(30, 80):
        scene = a_scene(a_panel("own", 0, 14), told=6)
        for page in pages(screen(width), scene, 24):
            assert not any(row[-1][1] == "name" and row[-1][0].strip().isdecimal() for row in page if row)


def test_a_name_alone_takes_no_line_where_there_is_little_room() -> None:
    scene = a_scene(a_panel("own", 0, 14), told=2)
    (page,) = pages(screen(80), scene, 24)
    assert "The Pedlar  1 buys salt for 1 gold.  2 buys salt for 2 gold." in shown(page)


def test_news_in_between_leaves_no_gap() -> None:
    scene = a_scene(a_panel("own", 0, 13))
    scene.told = [bought(PEDLAR, 1), Tell("toy.insured", seat="pedlar", deed=False), bought(PEDLAR, 2)]
    (page,) = pages(screen(80), scene, 25)
    assert "for 1 gold.  It is insured.  2 buys" in shown(page)


def test_more_than_fits_is_read_page_by_page_and_the_last_of_it_stays() -> None:
    scene = a_scene(a_panel("own", 0, 8), told=40)
    *first, last = pages(screen(80), scene, 24)
    assert first
    text = "\n".join(map(shown, first))
    for price in range(1, 41):
        assert f"buys salt for {price} gold." in text
    assert "for 40 gold." in shown(last)
    assert "own form 0 line 7" in shown(last)


def test_what_somebody_did_is_not_torn_apart_between_two_pages() -> None:
    scene = a_scene(a_panel("own", 0, 14))
    scene.seats = [*scene.seats, ANN]
    scene.told = [bought(seat, price) for seat in (PEDLAR, ANN) for price in range(1, 15)]
    first, second, _ = pages(screen(80), scene, 24)
    assert "for 14 gold." in shown(first) and "Ann" not in shown(first)
    assert "Ann" in shown(second) and "15 " in shown(second) and "28 " in shown(second)


def test_a_long_text_is_turned_at_an_empty_line_where_there_is_one() -> None:
    rows: list[Row] = [[(word, "")] for word in ("a", "b", "c", "", "d", "e", "f", "g", "h", "i", "j")]
    assert [shown(page).split("\n") for page in pages_of(rows, 6)] == [
        ["a", "b", "c", ""], ["d", "e", "f", "g", "h", "i"], ["j"]
    ]  # fmt: skip
    assert [len(page) for page in pages_of(rows, 3)] == [3, 3, 3, 2]
    assert [len(page) for page in pages_of(rows, 0)] == [1] * 11


def test_what_was_read_before_makes_way_for_the_table() -> None:
    scene = a_scene(a_panel("own", 0, 16), told=40)
    *_, last = pages(screen(80), scene, 24)
    assert "own form 0 line 15" in shown(last) and "At the table" not in shown(last)


def test_a_brief_map_is_better_than_a_cut_one() -> None:
    tall, low = island(40), island(4)
    part = Panel("island", forms=[[tall], [low]], rank=0)
    (page,) = pages(screen(80), a_scene(part), 24)
    assert "X3" in shown(page) and "There is more" not in shown(page)


def island(rows: int) -> Map:
    """A map of so many rows."""
    areas = [Area(f"x{row}", f"X{row}", (0, row), [], label=f"X{row}") for row in range(rows)]
    return Map("Island", areas)


def test_a_long_list_is_shown_where_the_map_shows_only_a_part_of_it() -> None:
    places = [Option(f"x{row}", f"X{row}") for row in range(20)]
    for rows, listed in ((5, True), (20, False)):
        scene = a_scene(Panel("island", forms=[[island(rows)]], rank=0))
        scene.ask = Choose("toy.buy", YOU, places)
        (page,) = pages(screen(80), scene, 50)
        assert ("20  X19" in shown(page)) is listed
        assert "1  X0" not in shown(page)  # that is on the map


def test_what_has_been_read_does_not_come_again() -> None:
    """After a wrong answer, a look at the help or an undo: only the last of it stays in view."""
    scene = a_scene(a_panel("own", 0, 8), told=40)
    scene.unread = 0
    (page,) = pages(screen(80), scene, 24)
    assert "for 40 gold." in shown(page)
    scene.unread = 2
    (page,) = pages(screen(80), scene, 24)  # a little that is new does not take a page of its own
    assert [f"for {price} gold." in shown(page) for price in (38, 39, 40)] == [False, True, True]
    scene.unread = 20
    first, *_, last = pages(screen(80), scene, 20)
    assert [f"for {price} gold." in shown(first) for price in (20, 21)] == [False, True]
    assert "for 40 gold." in shown(last)


def test_what_the_last_one_did_stays_with_the_table_if_that_fits() -> None:
    scene = a_scene(a_panel("own", 0, 8))
    scene.seats = [*scene.seats, ANN]
    scene.told = [*(bought(PEDLAR, price) for price in range(1, 20)), bought(ANN, 20)]
    *first, last = pages(screen(80), scene, 20)
    assert first and not any("for 20 gold." in shown(page) for page in first)
    assert "20 buys salt for 20 gold." in shown(last) and "for 19 gold." not in shown(last)


def test_things_to_do_keep_their_numbers_when_fewer_of_them_are_shown() -> None:
    insured = Tell("toy.insured", phase=True)
    scene = a_scene(a_panel("own", 0, 8))
    scene.told = [*(bought(PEDLAR, price) for price in range(1, 13)), insured, bought(PEDLAR, 13)]
    *_, last = pages(screen(60), scene, 20)
    assert "12 buys" not in shown(last) and "13 buys salt for 13 gold." in shown(last)
    scene.unread = 0
    (again,) = pages(screen(60), scene, 20)
    assert "13 buys salt for 13 gold." in shown(again)


def test_totals_and_the_round_are_those_of_the_moment_they_stand_at() -> None:
    tells = [bought(PEDLAR, 1), Tell("toy.insured", phase=True), bought(PEDLAR, 2), bought(PEDLAR, 3)]
    scene = a_scene(a_panel("pedlar", 0, 6, seat="pedlar"))
    scene.told = [*tells, *(bought(PEDLAR, price) for price in range(4, 9))]
    scene.moments = {
        id(tell): Moment(Stage("Round 1", 1, 5), {"pedlar": [[Span("total after the first")]]})
        for tell in tells[:1]
    }
    first, *_, last = pages(screen(80), scene, 15)
    assert "Round 1" in shown(first)
    assert "total after the first" in shown(first)
    assert "total of pedlar" not in shown(first)
    assert "Round 2" in shown(last)
    assert "total of pedlar" in shown(last)


def test_totals_that_have_changed_since_stand_at_both_places() -> None:
    scene = a_scene(a_panel("pedlar", 3, 4, seat="pedlar"), told=1)
    scene.moments = {id(scene.told[0]): Moment(scene.stage, {"pedlar": [[Span("total then")]]})}
    (page,) = pages(screen(80), scene, 24)
    assert shown(page).count("total then") == shown(page).count("total of pedlar") == 1


def test_a_part_of_the_round_has_a_page_of_its_own_when_all_is_too_much() -> None:
    new_round = Tell("toy.round", stage=True, round=2)
    tells = [bought(PEDLAR, 1), Tell("toy.insured", phase=True), bought(PEDLAR, 2), new_round]
    assert [len(phase) for phase in phases_of(tells)] == [1, 3]  # the new round alone is nothing to do
    assert [seat for seat, _ in told_by(tells, staged=True)] == ["pedlar"]


def test_much_to_do_is_told_in_parts_and_not_as_a_wall_of_words() -> None:
    tells = [
        *(bought(PEDLAR, price) for price in range(1, 31)),
        Tell("toy.insured", phase=True),
        bought(PEDLAR, 31),
    ]
    scene = a_scene(a_panel("own", 0, 30))
    scene.told = tells
    first, *_, last = pages(screen(60), scene, 50)
    assert "\n30 buys salt for 30 gold." in shown(first)
    assert "for 30 gold." not in shown(last)
    assert "for 31 gold." in shown(last)


def test_parts_that_fit_are_told_a_line_each_before_the_table_grows() -> None:
    scene = a_scene(a_panel("own", 0, 30, 10))
    insured = Tell("toy.insured", phase=True)
    scene.told = [*(bought(PEDLAR, price) for price in range(1, 21)), insured, bought(PEDLAR, 21)]
    (page,) = pages(screen(60), scene, 50)
    assert "\n20 buys salt for 20 gold." in shown(page)
    assert "own form 1 line 9" in shown(page)


def test_a_long_answer_to_a_command_has_a_page_of_its_own_where_it_would_hide_the_table() -> None:
    scene = a_scene(a_panel("own", 0, 12))
    scene.said = [[(f"put back {n}", "")] for n in range(6)]
    (page,) = pages(screen(60), scene, 40)
    assert "put back 5" in shown(page)
    first, last = pages(screen(60), scene, 20)
    assert "put back 5" in shown(first)
    assert "own form 0 line 11" in shown(last)


def test_what_is_one_line_too_long_has_no_title_rather_than_a_page_of_its_own() -> None:
    scene = a_scene(a_panel("own", 0, 6), told=3)
    lowest = next(height for height in range(5, 40) if len(pages(screen(80), scene, height)) == 1)
    (page,) = pages(screen(80), scene, lowest)
    assert "At the table" not in shown(page) and "3 buys salt" in shown(page)
    (page,) = pages(screen(80), scene, lowest + 1)
    assert "At the table" in shown(page)


def test_once_all_is_read_the_table_gets_the_room() -> None:
    scene = a_scene(a_panel("own", 0, 12, 4), told=40)
    *_, last = pages(screen(80), scene, 24)
    assert "own form 0 line 11" in shown(last)
    assert "for 40 gold." in shown(last)


def test_at_the_end_the_final_table_stays_with_the_result_behind_the_sheet() -> None:
    scene = a_scene(a_panel("own", 0, 12, 4), a_panel("rival", 1, 12, 4), told=30)
    scene.ask = None
    scene.points = [[(f"points {n}", "")] for n in range(20)]
    scene.closing = [[("You win.", "")]]
    *first, last = pages(screen(60), scene, 24)
    read = "".join(map(shown, first))
    assert "for 30 gold." in read and "points 19" in read and "You win." not in read
    assert "own form 0 line 11" in shown(last) and "rival form 0 line 11" in shown(last)
    assert "You win." in shown(last) and "points" not in shown(last) and "gold." not in shown(last)


def test_a_final_table_that_does_not_fit_with_the_result_has_pages_of_its_own() -> None:
    rivals = [a_panel(f"rival {n}", 1, 12, 8) for n in range(4)]
    scene = a_scene(*rivals)
    scene.ask = None
    scene.points = [[("points", "")]]
    scene.closing = [[("You win.", "")]]
    *first, last = pages(screen(40), scene, 24)
    assert all(any(f"rival {n} form 0 line 11" in shown(page) for page in first) for n in range(4))
    assert "You win." in shown(last)


def test_short_pages_are_read_together() -> None:
    one, two, three = ([[(name, "")]] * 4 for name in ("one", "two", "three"))
    assert together([one, two, three], 8) == [[*one, *two], three]
    assert together([], 8) == []


def test_pages_that_are_read_together_show_their_head_once() -> None:
    head, one, two = [[("Round 1", "")]], [[("one", "")]] * 2, [[("two", "")]] * 2
    assert together([[*head, *one], [*head, *two]], 5) == [[*head, *one, *two]]
    assert together([[*head, *one], [*head, *two]], 4) == [[*head, *one], [*head, *two]]
    title, later = [[("At the table", "")]], [[("Round 2", "")]]
    pages = [[*head, *title, *one], [*later, *title, *two]]
    assert together(pages, 7) == [[*head, *title, *one, *later, *two]]


def test_of_two_parts_that_matter_alike_the_later_is_told_in_short_first() -> None:
    scene = a_scene(a_panel("first", 1, 6), a_panel("second", 1, 6))
    shorter = (shown(pages(screen(30), scene, height)[-1]) for height in range(40, 5, -1))
    page = next(page for page in shorter if "in short" in page)
    assert "first form 0 line 5" in page and "second in short" in page


def test_the_last_thing_to_do_stays_in_view_before_news_behind_it() -> None:
    scene = a_scene(a_panel("own", 0, 14), told=40)
    scene.told = [*scene.told, *(Tell("toy.given", deed=False, goods=["salt"] * 60) for _ in range(2))]
    *_, last = pages(screen(80), scene, 24)
    assert "for 40 gold." in shown(last)
    assert "You give away" not in shown(last)


def test_options_that_the_table_shows_are_not_listed_again() -> None:
    goods = Listing([Entry([[Span(good.id, "name")], [Span("all about it")]], good.id) for good in GOODS])
    scene = a_scene(Panel("goods", "Goods", forms=[[goods]]))
    (page,) = pages(screen(80), scene, 24)
    assert "1  wood   all about it" in shown(page)
    assert "2 gold" not in shown(page)  # the detail of the option


def test_a_line_that_does_not_tell_all_is_given_the_detail_of_the_option() -> None:
    goods = Listing([Entry([[Span(good.id, "name")]], good.id) for good in GOODS], tells_all=False)
    scene = a_scene(Panel("goods", "Goods", forms=[[goods]]))
    (page,) = pages(screen(80), scene, 24)
    assert "2 gold" in shown(page)


def test_where_several_people_share_the_screen_a_question_names_whoever_is_asked() -> None:
    scene = a_scene(a_panel("own", 0, 3))
    assert "Pedlar:" not in shown(pages(screen(80), scene, 24)[-1])
    cleo, dirk = Seat("cleo", "Cleo"), Seat("dirk", "Dirk")
    scene.seats, scene.ask = [cleo, dirk], Choose("toy.buy", "dirk", GOODS)
    last = shown(pages(screen(80), scene, 24)[-1])
    assert "Dirk: " in last and "Cleo" not in last


def test_what_has_changed_is_bright() -> None:
    cells = [Cell([[Span("wood", "name"), Span(" 3")]], id="wood"), Cell([[Span("salt", "name")]], id="salt")]
    scene = a_scene(Panel("goods", "Goods", forms=[[Grid([cells])]]))
    scene.ask = None
    scene.changed = {"wood", "elsewhere"}
    (page,) = pages(screen(80), scene, 24)
    roles = {text: role for row in page for text, role in row}
    assert roles["wood"] == "fresh"
    assert roles["salt"] == "name"


def test_a_picture_without_parts_has_a_part_for_each_heading() -> None:
    one = Heading("One", [[Span("beside")]], [[Span("short")]])
    _, first, second = panels([Lines([[Span("a")]]), one, Lines([[Span("b")]]), Heading("Two")])
    assert (first.title, first.line, first.forms) == ("One", [Span("short")], [[Lines([[Span("b")]])]])
    assert (second.title, second.forms) == ("Two", ())


SIZES = st.tuples(st.integers(30, 220), st.integers(14, 60))
PARTS = st.lists(st.tuples(st.integers(0, 5), st.lists(st.integers(1, 15), max_size=3)), max_size=6)


@given(SIZES, PARTS, st.integers(0, 30))
def test_no_page_is_higher_or_wider_than_the_screen(
    size: tuple[int, int], parts: list[tuple[int, list[int]]], told: int
) -> None:
    width, height = size
    table = [
        a_panel(f"part{place}", rank, *sorted(heights, reverse=True))
        for place, (rank, heights) in enumerate(parts)
    ]
    found = pages(screen(width), a_scene(*table, told=told), height)
    for page in found:
        assert len(page) <= height - LINES_TO_TYPE
        assert max(map(width_of, page), default=0) <= width
    text = " ".join(" ".join(map(shown, found)).split())
    for price in range(1, told + 1):
        assert f"buys salt for {price} gold." in text


@pytest.mark.parametrize("option", GOODS)
def test_every_option_can_be_found_on_the_page(option: Option) -> None:
    (page,) = pages(screen(80), a_scene(), 24)
    assert WORDS.plain(option.name) in shown(page)
