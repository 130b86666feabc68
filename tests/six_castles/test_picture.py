"""The territory as a map, the players, castles and tracks; at 80 columns, in plain lines and as SVG."""

from __future__ import annotations

from io import StringIO

from rich.console import Console

from automa.dialogue import YOU
from automa.game import you
from automa.picture import COLOUR_STYLES, Heading, Lines, Map, Picture, whole
from automa.six_castles import GAME
from automa.six_castles.game import questions
from automa.six_castles.picture import STYLES, YOURS, initials, panels, stage, territory_map
from automa.six_castles.state import State
from automa.six_castles.tables import COLOURS
from solo.showing.question import marked
from solo.showing.screen import Screen
from solo.showing.svg import drawing
from solo.words.sentences import Words
from tests.six_castles.positions import a_table, castle, tables, with_line, worker

WORDS = Words.of("en", [GAME.folder], strict=True)


def a_scene() -> State:
    table = a_table({"j10": "whpl", "k10": "xdck", "j11": "akfo", "k11": "thrm"})
    table.contracts = [tables().contracts.castle, tables().contracts.by_id["lake"]]
    castle(table, "j10se", "monsanto")
    table.castle = "sabugal"
    worker(table.players[0], "j10nw")
    worker(table.players[1], "k11nw")
    with_line(table.players[0], "wc$o", "pl", cylinder=1, discs=[5])
    return table


def picture(table: State, seat: str) -> Picture:
    return whole(stage(table), panels(table, seat))


def shown(
    table: State, *, plain: bool = False, width: int = 80, seat: str = "alice", words: Words = WORDS
) -> str:
    out = StringIO()
    if plain:
        Screen.plain(words, out, width).picture(picture(table, seat))
    else:
        console = Console(file=out, width=width, force_terminal=True, color_system=None)
        Screen.rich(words, console).picture(picture(table, seat))
    return out.getvalue()


def test_the_map_shows_terrains_paths_workers_and_castles() -> None:
    lines = shown(a_scene()).splitlines()
    assert any("wA" in line and "h" in line for line in lines)
    assert any("#Mons" in line for line in lines)
    assert any("┼" in line for line in lines)
    assert max(map(len, lines)) <= 80


def test_every_free_place_and_every_quarter_can_be_pointed_at() -> None:
    table = a_scene()
    map = territory_map(table)
    spots = {spot.id for spot in map.spots}
    assert {"j9", "k9", "i10", "l10", "j12", "k12", "j10"} <= spots
    areas = {area.id for area in map.areas}
    assert "j10nw" in areas and "castle monsanto" in areas
    assert "j10se" not in areas  # under the castle
    assert map.focus == "k11"


def test_the_exploration_line_shows_cylinder_discs_and_the_spaces_ahead() -> None:
    assert "Line w c▲ $3 o4 | p5 l●6" in shown(a_scene())


def test_what_castles_pay_and_what_is_taken_is_shown() -> None:
    table = a_scene()
    table.taken["bush"] = "juliet"
    text = shown(table)
    assert "#Monsanto pays 4 for each: linen and wheat" in text
    assert "next Sabugal: meat and wheat" in text
    assert "bush 2=J" in text
    assert "pieces on castles 5 (A:0 J:1)" in text


def test_read_aloud_it_is_a_list_of_hills() -> None:
    text = shown(a_scene(), plain=True)
    assert "Hill at j10nw: wheat (j10nw), worker of Alice" in text
    assert "Monsanto, worker of Juliet" in text


def test_no_two_players_have_the_same_capital() -> None:
    table = a_table({"j10": "whpl"}, 4)
    assert len(set(initials(table).values())) == 4


def test_your_own_capital_is_that_of_your_language_and_nobody_elses() -> None:
    table = a_table({"j10": "whpl"})
    table.players[0].seat = you()  # beside Juliet, who has a J of her own elsewhere
    worker(table.players[0], "j10nw")
    table.taken["bush"] = YOU
    assert initials(table)["juliet"] == "U"
    for lang, letter in (("en", "Y"), ("nl", "J")):
        text = shown(table, seat=YOU, words=Words.of(lang, [GAME.folder], strict=True))
        assert letter in YOURS and f"({letter}) " in text and f" 2={letter} " in text


def test_it_is_drawn_as_svg() -> None:
    drawn = drawing(picture(a_scene(), "alice"), WORDS)
    assert drawn.startswith("<?xml") and "Monsanto" in drawn


def test_while_setting_up_there_is_only_a_line() -> None:
    table = a_table({})
    table.rounds = 0
    assert not any(isinstance(block, Map | Heading) for block in picture(table, "alice"))


def test_what_discs_and_workers_may_do_is_numbered_on_the_map() -> None:
    table = a_scene()
    ask = questions.act_question(table, table.players[0])
    (map,) = [block for block in marked(picture(table, "alice"), ask, WORDS) if isinstance(block, Map)]
    assert set(map.marks) & ({area.id for area in map.areas} | {spot.id for spot in map.spots})
    ids = [option.id for option in ask.options]
    assert map.marks["k11se"] == str(ids.index("w +k11se") + 1)


def test_on_a_small_screen_the_territory_comes_first_around_the_last_tile() -> None:
    table = a_table({f"j{row}": "whpl" for row in range(5, 16)})
    territory, mine, *_ = panels(table, "alice")
    assert (territory.id, territory.rank, mine.rank) == ("territory", 0, 1)
    screen = Screen.rich(WORDS, Console(width=80))
    lines = ["".join(text for text, _ in row) for row in screen.drawn(territory.forms[0], 78, 11)]
    assert len(lines) == 11 and lines[-1] == "rows 12–15 of 5–15"
    assert any(line.startswith(" 15") for line in lines)


def test_where_room_is_short_castles_tracks_and_contracts_are_told_in_letters() -> None:
    table = a_scene()
    table.taken["lake"] = table.players[1].seat.id
    (market,) = [panel for panel in panels(table, "alice") if panel.id == "offers"]
    (lines,) = market.forms[-1]
    assert isinstance(lines, Lines)
    said = "\n".join("".join(map(WORDS.plain, (span.text for span in words))) for words in lines.lines)
    assert "l3=J" in said and "h2" in said and "lake" not in said
    assert stage(table).top == table.rounds


def test_no_terrain_has_the_colour_of_a_player() -> None:
    assert not {COLOUR_STYLES[colour] for colour in COLOURS} & set(STYLES.values())
    assert STYLES.keys() == tables().terrains.by_id.keys()
