"""Tiles, terrains and goods by letters of the player's language; journals have those of English."""

from __future__ import annotations

import re
from io import StringIO
from random import Random

import pytest
from rich.console import Console

from automa.dialogue import Move, Refused, Text
from automa.six_castles import GAME
from automa.six_castles.fixes import corrections
from automa.six_castles.game import questions
from automa.six_castles.opponents.deciding import Adviser, Mind
from automa.six_castles.picture import panels
from automa.six_castles.rules.turns import TURN
from automa.six_castles.state import State
from automa.six_castles.tables import DUTCH, ENGLISH
from automa.six_castles.territory import CELLS
from solo.fronts.prompts import completions
from solo.fronts.reading import read
from solo.showing.events import as_data, as_typed
from solo.showing.markup import element, written
from solo.showing.question import option_rows
from solo.showing.screen import Screen
from solo.web.asking import line_pad
from solo.words.sentences import Words
from tests.six_castles.positions import a_table, acting, castle, plain, tables, with_line
from tests.six_castles.test_picture import shown

WORDS = {lang: Words.of(lang, [GAME.folder], strict=True) for lang in (ENGLISH, DUTCH)}


def a_turn() -> State:
    """Alice is to lay a tile of the box; her line begins with wheat and chestnut."""
    table = a_table({"j10": "whpl"})
    with_line(table.active, "wcno", cylinder=1)
    return table


def place(table: State) -> Move:
    return questions.place_question(table, table.active)


def refusal(ask: Move, line: str, lang: str = DUTCH) -> str:
    with pytest.raises(Refused) as caught:
        read(ask, line, WORDS[lang])
    return WORDS[lang].plain(caught.value.text)


def test_every_terrain_has_a_letter_of_its_own_in_each_language() -> None:
    terrains = tables().terrains
    for lang in (ENGLISH, DUTCH):
        assert len(terrains.alphabets[lang]) == len(terrains.all)
    dutch = {each.id: each.dutch for each in terrains.all}
    assert dutch["chestnut"] == "k" and dutch["crag"] == "r" and dutch["wheat"] == "t"


def test_two_terrains_with_the_same_dutch_letter_are_a_fault() -> None:
    from msgspec.structs import replace

    found = tables()
    facts = dict(found.terrains.terrain)
    facts["crag"] = replace(facts["crag"], dutch="k")
    wrong = replace(found, terrains=replace(found.terrains, terrain=facts)).all_faults()
    assert [key for key, _ in wrong] == ["terrains.terrain.chestnut.dutch", "terrains.terrain.crag.dutch"]


def test_a_tile_is_typed_in_the_letters_of_the_language_and_journalled_in_english() -> None:
    ask = place(a_turn())
    assert read(ask, "j9 thmo", WORDS[DUTCH]) == read(ask, "j9 whlo", WORDS[ENGLISH]) == "j9 whlo"
    assert read(ask, "j9 kr/ba", WORDS[DUTCH]) == "j9 ckfa", "never the crag that k is in English"
    assert read(ask, "j9 KRBA", WORDS[DUTCH]) == "j9 ckfa"


def test_an_english_tile_is_refused_in_dutch_with_the_letters_that_there_are() -> None:
    said = refusal(place(a_turn()), "j9 wcno")
    assert "“c” is geen terrein" in said and "t k l v o w s m g b r x a p h i" in said
    assert "“v” is not a terrain" in refusal(place(a_turn()), "j9 tvbr", ENGLISH)


def test_a_journal_is_read_in_english_whatever_language_is_spoken() -> None:
    ask = place(a_turn())
    assert ask.check("j9 whlo") == "j9 whlo"
    with pytest.raises(Refused):
        ask.check("j9 tvbr")


def test_terrains_to_take_and_to_sell_go_by_the_letter_of_the_language() -> None:
    table = a_table({"j10": "whpl", "k10": "whpc", "j11": "whpc", "k11": "whpc"})
    castle(table, "j10se", "penamacor")
    with_line(table.active, "cnlllpp", cylinder=6)
    table.now.phase, table.now.kind = "act", ""
    ask = questions.act_question(table, table.active)
    assert read(ask, "d verkoop penamacor k", WORDS[DUTCH]) == "d sell penamacor chestnut"
    assert read(ask, "d neem m", WORDS[DUTCH]) == read(ask, "d take l", WORDS[ENGLISH]) == "d take lake"
    assert read(ask, "d neem w", WORDS[DUTCH]) == read(ask, "d take p", WORDS[ENGLISH]) == "d take pasture"
    assert read(ask, "d verkoop penamacor c", WORDS[DUTCH]) == "d sell penamacor chestnut", "no Dutch letter"
    assert "Romeinse mijlpaal" in refusal(ask, "d neem i")


def test_exploration_tiles_are_typed_and_shown_in_the_letters_of_the_language() -> None:
    table = a_table({"j10": "whpl"})
    ask = questions.line_question(table, table.active, "six-castles.line-start")
    assert read(ask, "tk$l", WORDS[DUTCH]) == "wc$n"
    assert "“h” kan niet" in refusal(ask, "thkl") and "“c” kan niet" in refusal(ask, "tckl")
    assert WORDS[DUTCH].plain(as_typed(ask, "wc$n")) == "tk$l"
    assert read(acting_question(table), "x tk$l w +no", WORDS[DUTCH]) == "x wc$n w +j10ne"


def acting_question(table: State) -> Move:
    with_line(table.active, "wcno", cylinder=2)
    acting(table)
    return questions.act_question(table, table.active)


def test_a_number_with_more_words_goes_on_in_the_letters_of_the_language() -> None:
    table = a_table({"j10": "whpl"}, box=False)
    player = table.active
    player.tiles = list(tables().exploration.tile)[:2]
    ask = acting_question(table)
    place, option = next((at, each) for at, each in enumerate(ask.options, 1) if each.id.startswith("x "))
    assert read(ask, f"{place} w +no", WORDS[DUTCH]) == f"{option.id} w +j10ne"


def test_where_the_map_needs_the_lines_the_ways_of_a_tile_are_listed_by_their_letters_alone() -> None:
    table = a_turn()
    table.active.hand = list(tables().land.tile)[:2]
    ask = questions.tile_question(table, table.active, CELLS["k10"])
    screen = Screen.rich(WORDS[ENGLISH], Console(width=80, file=StringIO(), force_terminal=True))
    loose, tight = (option_rows(screen, WORDS[ENGLISH], ask, is_tight=each) for each in (False, True))
    assert len(ask.options) == len(loose) == 8 and len(tight) < 4
    said = "".join(text for row in tight for text, _ in row)
    assert all(option.id in said for option in ask.options) and "above" not in said


def test_a_tile_of_the_hand_is_offered_and_found_by_its_letters() -> None:
    table = a_table({"j10": "whpl"}, box=False)
    table.active.hand = [next(iter(tables().land.tile))]
    tile = table.tables.land.tile[table.active.hand[0]]
    dutch = plain(table.spelt(tile), DUTCH)
    ask = place(table)
    assert dutch in [shown for shown, _, _ in completions(ask, "j9 ", WORDS[DUTCH])]
    found = completions(ask, f"j9 {dutch[:2]}", WORDS[DUTCH])
    assert found and all(shown.startswith(dutch[:2]) for shown, _, _ in found)
    ask = questions.tile_question(table, table.active, TURN_CELL)
    assert read(ask, dutch, WORDS[DUTCH]) == tile
    ids = {option.id for option in ask.options}
    for typed in ids - {plain(option.name, DUTCH) for option in ask.options}:
        refusal(ask, typed)


TURN_CELL = a_table({"j10": "whpl"}).placed[0] + 1


def test_every_tile_that_is_shown_in_dutch_can_be_typed_as_it_is_shown() -> None:
    random, terrains = Random(1), tables().terrains
    table = a_turn()
    for _ in range(60):
        tile = "".join(random.sample(list(terrains.by_letter), 4))
        said = f"j9 {plain(table.spelt(tile), DUTCH)}"
        try:
            assert read(place(table), said, WORDS[DUTCH]) == f"j9 {tile}"
        except Refused as refused:
            assert TURN.at(table).language.why_not(table, TURN.understand(table, f"j9 {tile}").steps[0]), (
                refused
            )


def test_what_is_entered_for_the_box_is_logged_in_the_letters_of_the_reader() -> None:
    table = a_turn()
    ask = questions.tile_question(table, table.active, TURN_CELL)
    assert [WORDS[lang].plain(as_typed(ask, "ckfa")) for lang in WORDS] == ["ckfa", "krba"]
    assert WORDS[DUTCH].plain(as_typed(place(table), "j9 ckfa")) == "j9 krba"


def test_an_engine_is_told_the_letters_of_the_journal() -> None:
    assert as_data(Text("six-castles.face", tile=a_turn().spelt("ckfa"))) == {
        "id": "six-castles.face",
        "values": {"tile": "ckfa"},
    }


def test_map_line_tracks_and_legend_have_the_letters_of_the_language() -> None:
    table = a_turn()
    table.territory.lay(TURN_CELL, "xdck")
    table.placed.append(TURN_CELL)
    dutch = shown(table, words=WORDS[DUTCH])
    rows = [line.split() for line in dutch.splitlines()]
    assert any("x" in row and "g" in row for row in rows) and any("k" in row and "r" in row for row in rows)
    assert "k\u00a0kastanje" in dutch and "r\u00a0rots" in dutch and "c\u00a0" not in dutch
    (line,) = [text for text in dutch.splitlines() if text.strip().startswith("Lijn")]
    assert "t k▲ l3 o4" in line
    screen = Screen.rich(WORDS[DUTCH], Console(width=80))
    (offers,) = [panel for panel in panels(table, "alice") if panel.id == "offers"]
    short = "\n".join("".join(text for text, _ in row) for row in screen.drawn(offers.forms[-1], 76, 4))
    assert "m3" in short and "i3" in short and "l3" not in short


def test_a_hint_is_asked_with_tiles_in_the_letters_of_the_language() -> None:
    class Script:
        table = a_turn()

    coach = Adviser(Mind({}))
    assert coach.heard(["krba", "x", "tk$l/o"], Script(), DUTCH) == ["ckfa", "x", "wc$n/o"]
    assert coach.heard(["ckfa", "x", "wc$n"], Script(), ENGLISH) == ["ckfa", "x", "wc$n"]


def test_a_tile_is_set_right_in_the_letters_of_the_language() -> None:
    table = a_turn()
    fixes = {each.key: each for each in corrections(table)}
    tile, line = fixes["tile.j10"], fixes["line.alice.1"]
    assert plain(tile.value, DUTCH) == "thwm" and plain(line.value, DUTCH) == "tklo"
    assert read(tile.ask, "wtmh", WORDS[DUTCH]) == "pwlh"
    assert read(line.ask, "kklo", WORDS[DUTCH]) == "ccno"
    assert "“kcll”" in refusal(line.ask, "kcll")  # type: ignore[arg-type]


def test_on_a_page_a_touch_writes_the_letter_that_is_read() -> None:
    table = a_table({"j10": "whpl"})
    ask = questions.line_question(table, table.active, "six-castles.line-start")
    assert ask.pad is not None
    for lang, words in WORDS.items():
        html = written(line_pad(ask.pad, element("input")), words.for_a_page())
        written_by = {
            icon: letter for letter, icon in re.findall(r'data-letter="(.)" data-icon="(.+?)"', html)
        }
        touched = "".join(written_by[each] for each in ("wheat", "half-coin", "chestnut"))
        assert read(ask, touched, words) == "w$c", lang
