"""What is really to be seen on a terminal: whole golden games, drawn by a terminal emulator at four sizes.

At each own turn, without scrolling back: the last instructions, the own area, what is on offer, the rivals;
nothing twice, and no room wasted.
"""

from __future__ import annotations

import re
from pathlib import Path

from solo.games import game_named
from solo.keeping.journal import Journal
from solo.playing import newgame
from tests.atable import tables_of
from tests.golden import (
    A_GAME,
    AGAINST,
    ENGLISH,
)
from tests.terminal import Emulator, emulator

SIZES = [(80, 24), (100, 40), (120, 50), (200, 50)]
MOST_EMPTY = 2
TRACKS = ("Landscapes", "Constructions", "Contracts")
WITH_A_MAP = ("methoni", "six-castles")
GO_ON = "Enter to go on"


COMMAND, TYPED = ("-m", "solo", *A_GAME[:-1], *AGAINST, "--lang", "en"), ENGLISH
"""The golden game, without the reasons."""


def go_on(screen: Emulator) -> bool:
    """Whether there is a page to be read."""
    return screen.rows[-1].strip().startswith(GO_ON)


def a_long_telling(screen: Emulator) -> None:
    """Play until what the opponents did takes a page of its own."""
    assert screen.waits()
    for _ in range(20):
        if go_on(screen) and "At the table" in screen.text:
            return
        assert screen.types("" if go_on(screen) else "1")
    raise AssertionError(screen.text)


FOUR_RIVALS = (
    "-m", "solo", "play", "castle-combo", "--players", "5", "--cards", "app", "--seed", "5", "--lang", "en",
)  # fmt: skip


def test_what_is_typed_on_a_page_to_read_is_dropped(tmp_path: Path) -> None:
    with emulator(FOUR_RIVALS, 80, 24, CASTELLAN_HOME=str(tmp_path)) as screen:
        a_long_telling(screen)
        assert screen.types("1")
        assert not go_on(screen) and "Your turn" in screen.text  # never two pages, and nothing was bought
        assert ">  1" not in screen.text


def test_a_command_typed_on_a_page_is_done_at_once(tmp_path: Path) -> None:
    with emulator(FOUR_RIVALS, 80, 24, CASTELLAN_HOME=str(tmp_path)) as screen:
        a_long_telling(screen)
        assert screen.types("/seed")
        assert "The seed of this game is 5." in screen.text
        assert not go_on(screen)


def test_a_hint_is_taken_on_the_page_that_tells_it(tmp_path: Path) -> None:
    with emulator(FOUR_RIVALS, 80, 24, CASTELLAN_HOME=str(tmp_path)) as screen:
        a_long_telling(screen)
        assert screen.types("/hint") and "Type !" in screen.text
        answered = screen.text
        assert screen.types("!") and "Type !" not in screen.text and screen.text != answered
        while go_on(screen):
            assert screen.types("")
        assert screen.types("!")
        assert "! takes the move of a hint" in screen.text


def test_what_is_looked_up_at_a_question_leads_back_to_it(tmp_path: Path) -> None:
    """A refusal, the help, the rules and a list of corrections, one after the other."""
    with emulator(FOUR_RIVALS, 80, 24, CASTELLAN_HOME=str(tmp_path)) as screen:
        a_long_telling(screen)
        while go_on(screen):
            assert screen.types("")
        refuses_on_the_spot(screen)
        takes_an_answer_on_the_page_of_a_help(screen)
        offers_no_rest_to_skip_on_the_last_page(screen)
        cuts_a_long_list_of_corrections(screen)


def refuses_on_the_spot(screen: Emulator) -> None:
    assert screen.types("knave-of-hearts")
    assert "no card “knave-of-hearts”" in screen.text and not go_on(screen)


def takes_an_answer_on_the_page_of_a_help(screen: Emulator) -> None:
    assert screen.types("?") and go_on(screen)
    assert "A whole turn fits in one line" in screen.text
    assert screen.types("knave-of-diamonds")
    assert "no card “knave-of-diamonds”" in screen.text and not go_on(screen)
    assert screen.types("/rules purses") and go_on(screen)  # a shorter text, under the table
    assert screen.types("knave-of-hearts")
    assert "no card “knave-of-hearts”" in screen.text and not go_on(screen)


def offers_no_rest_to_skip_on_the_last_page(screen: Emulator) -> None:
    assert screen.types("/rules")
    bars = []
    while go_on(screen):
        bars.append(screen.rows[-1])
        assert screen.types("")
    assert len(bars) > 1 and all("skip" in bar for bar in bars[:-1]) and "skip" not in bars[-1]
    assert screen.types("/rules") and screen.types("q") and not go_on(screen)


def cuts_a_long_list_of_corrections(screen: Emulator) -> None:
    """Like any other, and on no page of its own."""
    assert screen.types("/fix")
    assert not go_on(screen) and "more (Tab shows all)" in screen.text


UP, TAB = "\x1b[A", "\t"


def test_the_table_stays_in_view_below_a_refusal_and_its_pages_turn(tmp_path: Path) -> None:
    """And Up brings back the line that was refused."""
    with emulator(COMMAND, 80, 24, CASTELLAN_HOME=str(tmp_path)) as screen:
        assert screen.waits()
        while go_on(screen):
            assert screen.types("")
        turns_the_page_of_the_table_while_the_question_stays(screen)
        offered = [row for row in screen.rows if re.match(r"[123]  \w", row)]
        assert screen.types("knave-of-nothing")
        assert "no card “knave-of-nothing”" in screen.text and "Choose one" not in screen.text
        assert len(offered) == 3 and all(row in screen.rows for row in offered)
        screen.child.send(UP)
        assert screen.types("x")
        assert "“knave-of-nothingx”" in screen.text


def turns_the_page_of_the_table_while_the_question_stays(screen: Emulator) -> None:
    first = screen.rows
    question = next(place for place, row in enumerate(first) if row.startswith("Your turn"))
    for page in (2, 3, 1):
        screen.child.send(TAB)
        assert screen.waits()
        assert screen.rows[question:-1] == first[question:-1]
        assert (screen.rows[:question] == first[:question]) is (page == 1)
        assert f"page {page} of 3" in screen.rows[-1]


def test_after_the_end_long_texts_are_read_page_by_page(tmp_path: Path) -> None:
    with emulator(COMMAND, 80, 24, CASTELLAN_HOME=str(tmp_path)) as screen:
        assert screen.waits()
        for line in TYPED.splitlines():
            while go_on(screen):
                assert screen.types("")
            screen.types(line)
        while go_on(screen):
            assert screen.types("")
        assert "The game is over and saved." in screen.text
        (save,) = tmp_path.rglob("*.jsonl")
        game = game_named("castle-combo")
        driver = newgame.driver(game, tables_of("castle-combo"), Journal.read(save))
        assert driver.sheet is not None
        for player in driver.script.table.players:  # type: ignore[attr-defined]
            assert all(laid.card.name in screen.text for laid in player.face_up()), screen.text
        assert "wins with" in screen.text or "win with" in screen.text
        for look in ("/log", "/rules", "/history"):
            pages = 0
            assert screen.types(look)
            while go_on(screen):
                pages += 1
                assert screen.types("")
            assert pages, look
            assert "The game is over and saved." in screen.text


def test_a_resumed_game_asks_for_the_table_beside_it(tmp_path: Path) -> None:
    with emulator(COMMAND, 80, 24, CASTELLAN_HOME=str(tmp_path)) as screen:
        assert screen.waits()
        while go_on(screen):
            assert screen.types("")
        assert screen.types("1")
        screen.types("/quit")
    with emulator(("-m", "solo", "resume", "--lang", "en"), 80, 24, CASTELLAN_HOME=str(tmp_path)) as screen:
        assert screen.waits()
        assert go_on(screen) and "What happened in the last round" in screen.text
        assert "still look like this" not in screen.text
        while go_on(screen):
            assert screen.types("")
        assert "Does your table still look like this?" in screen.text and "The Castle" in screen.text
        assert screen.types("/seed") and "still look like this" not in screen.text


def test_a_terminal_that_gets_another_size_is_drawn_anew_at_once(tmp_path: Path) -> None:
    with emulator(COMMAND, 80, 24, CASTELLAN_HOME=str(tmp_path)) as screen:
        assert screen.waits()
        while go_on(screen):
            assert screen.types("")
        screen.child.setwinsize(40, 120)
        screen.seen.resize(40, 120)
        while max(map(len, screen.rows)) < 120:
            assert screen.waits()
        assert len(screen.rows) == 40 and "Your turn" in screen.text


def test_a_size_that_changes_while_a_page_is_read_holds_for_the_question_behind_it(tmp_path: Path) -> None:
    with emulator(FOUR_RIVALS, 120, 24, CASTELLAN_HOME=str(tmp_path)) as screen:
        a_long_telling(screen)
        screen.child.setwinsize(24, 80)
        screen.seen.resize(24, 80)
        assert screen.types("")
        while "Your turn" not in screen.text:
            assert screen.types("") if go_on(screen) else screen.waits()
        assert screen.rows[0].startswith("Round") and not go_on(screen)


def test_a_page_to_read_is_drawn_anew_at_once_for_another_size(tmp_path: Path) -> None:
    with emulator(FOUR_RIVALS, 80, 24, CASTELLAN_HOME=str(tmp_path)) as screen:
        a_long_telling(screen)
        screen.child.setwinsize(20, 120)
        screen.seen.resize(20, 120)
        while max(map(len, screen.rows)) < 120:
            assert screen.waits()
        assert go_on(screen) and "At the table" in screen.text
        assert screen.types("") and not go_on(screen) and "Your turn" in screen.text
