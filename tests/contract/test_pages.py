"""Every game as pages: well formed, every option reachable just once, and played to the end by forms."""

from __future__ import annotations

import re
from functools import cache
from random import Random

import pytest

from automa.dialogue import Answer, Ask, Choose, Confirm, Move, Number, Roll, Several, Tally
from automa.six_castles.territory import orientations
from solo.facts.editions import Editions
from solo.games import game_named
from solo.web.play import View, page
from solo.web.sitting import Sitting
from solo.words.sentences import LANGUAGES, Words
from tests.atable import UNDER_CONTRACT, a_driver, a_header, tables_of
from tests.solo.web.reading import Form, Page, text_of

OF_A_TERMINAL = re.compile(r"(?<![\w/])/[a-z]{3,}\b|\bType\b|\bTyp\b|\bEnter\b|--[a-z]+")
"""Commands, options and keys: a page is touched."""


def a_sitting(name: str, seed: int) -> Sitting:
    by = ("app", "table")[seed % 2]
    game = game_named(name)
    header = a_header(name, seed=seed, dice=by, cards=by, players=game.players[seed % len(game.players)])
    return Sitting(a_driver(header), f"/game/{name}", game.name, Editions(game))


def check_options(ask: Ask, form: Form) -> None:
    """Every option of a question has just one control on its page."""
    buttons = [value for name, value in form.buttons() if name == "answer"]
    boxes = form.controls("input")
    match ask:
        case Choose() | Move():
            assert sorted(buttons) == sorted(option.id for option in ask.options)
        case Several():
            picks = [box.attrib["value"] for box in boxes if box.get("name") == "pick"]
            assert picks == [option.id for option in ask.options]
        case Tally():
            counts = [box.attrib["name"] for box in boxes if box.get("type") == "number"]
            assert counts == [f"count {option.id}" for option in ask.options]
        case Roll():
            numbers = [str(number) for number in range(ask.low, ask.high + 1)]
            assert buttons == [*numbers, *(each.id for each in ask.outcomes)]
        case Number() if buttons:
            assert buttons == [str(number) for number in range(ask.low, ask.high + 1)]
        case Confirm():
            assert buttons == ["yes", "no"]


def check_touches(page: Page) -> None:
    """Whatever opens a sheet opens one that is there, and whatever presses a button one that is there."""
    assert {link[1:] for link in page.links() if link.startswith("#") and link != "#_"} <= page.ids
    assert {each.attrib["for"] for each in page.all("label") if "for" in each.attrib} <= page.ids


@cache
def letters_for_terrains() -> tuple[re.Pattern[str], frozenset[str]]:
    """How tiles and their corners are written where there are no pictures, in either language."""
    tables = tables_of("six-castles")
    ways = {way for tile in tables.land.tile.values() for way in orientations(tile)}
    tiles = {tables.terrains.written_in(lang, way) for way in ways for lang in LANGUAGES}
    letters = "".join({letter for tile in tiles for letter in tile})
    code = re.compile(rf"\b[a-z]+\d+(?:ne|nw|se|sw|no|zo|zw)\b|\b[{letters}]+/[{letters}/]+\b")
    return code, frozenset(tiles)


def check_that_no_letters_stand_for_terrains(seen: Page) -> None:
    """Nor for corners of tiles: they are pictures and words, in questions and reasons alike."""
    code, tiles = letters_for_terrains()
    for each in seen.root.iter():
        for text in (each.text if each.get("class") != "sr" else "", each.tail):
            assert not code.search(text or "") and not tiles & set((text or "").split())


def filled_in(ask: Ask, form: Form, answer: Answer) -> dict[str, list[str]]:
    """The form with an answer in it, as a player fills it in."""
    fields = form.fields()
    match answer:
        case bool():
            fields["answer"] = ["yes" if answer else "no"]
        case list():
            fields["pick"] = answer
        case dict():
            fields |= {f"count {option.id}": [str(answer.get(option.id, 0))] for option in ask.options}
        case _:
            fields["answer"] = [str(answer)]
    return fields


@pytest.mark.parametrize("seed", range(2))
@pytest.mark.parametrize("name", UNDER_CONTRACT)
def test_a_whole_game_is_played_by_the_forms_of_its_pages(name: str, seed: int) -> None:
    lang = sorted(LANGUAGES)[seed % len(LANGUAGES)]
    words = Words.of(lang, [game_named(name).folder], strict=True).for_a_page()
    sitting, random = a_sitting(name, seed), Random(seed)
    while (ask := sitting.driver.ask) is not None:
        seen = Page(page(View(sitting, words)).written(words))
        form = seen.form("/answer")
        check_options(ask, form)
        check_touches(seen)
        assert not OF_A_TERMINAL.search(text_of(seen.root))
        if name == "six-castles":
            check_that_no_letters_stand_for_terrains(seen)
        at = sitting.at
        assert sitting.do("answer", filled_in(ask, form, ask.legal(random)), words) == ""
        assert sitting.at > at
    over = Page(page(View(sitting, words)).written(words))
    assert sitting.driver.sheet is not None
    assert not [form for form in over.all("form") if form.attrib["action"].endswith("/answer")]
    before = sitting.driver.script.state()
    assert sitting.do("undo", over.form("/undo").fields(), words)
    assert sitting.driver.ask is not None
    again = Page(page(View(sitting, words, {"note": "1"})).written(words))
    assert sitting.do("redo", again.form("/redo").fields(), words)
    assert sitting.driver.script.state() == before
