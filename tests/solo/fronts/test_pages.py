"""What is really to be seen on a terminal: whole golden games, drawn by a terminal emulator at four sizes.

At each own turn, without scrolling back: the last instructions, the own area, what is on offer, the rivals;
nothing twice, and no room wasted.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any

import pytest

from automa.castle_combo.cards.wording import SHORT, scroll_text
from automa.castle_combo.state import TURNS
from automa.dialogue import YOU, Ask, Tell
from solo.games import game_named
from solo.keeping.journal import Journal
from solo.playing import newgame
from solo.playing.driver import Driver
from solo.showing.events import since_last_answer
from solo.words.sentences import Words
from tests.atable import tables_of
from tests.golden import (
    A_GAME,
    AGAINST,
    ENGLISH,
    METHONI,
    METHONI_ENGLISH,
    SIX,
    SIX_ENGLISH,
    VALERIA,
    VALERIA_ENGLISH,
)
from tests.terminal import ENTER, EOF, Emulator, emulator

SIZES = [(80, 24), (100, 40), (120, 50), (200, 50)]
MOST_EMPTY = 2
TRACKS = ("Landscapes", "Constructions", "Contracts")
WITH_A_MAP = ("methoni", "six-castles")
GO_ON = "Enter to go on"


def on_the_table_of_castle_combo(table: Any, ask: Ask) -> Iterable[str]:
    """Your cards and your gold, the cards on offer, and what the others have."""
    for player in table.players:
        yield f"{player.gold} gold {player.keys} key"
        if not player.seat.is_person:
            yield player.seat.name
    yield from (laid.card.name for laid in table.player(YOU).face_up())
    yield from (card.name for cards in table.display.values() for card in cards)


def on_the_table_of_valeria(table: Any, ask: Ask) -> Iterable[str]:
    """The districts, your manors, both tokens of the tracks or their spaces, the dice, the rival."""
    yield from (district.name for district in table.board.ring)
    yield str(table.opponent.seat.name)
    if table.round:
        yield from (table.manors[number].name for number in table.you.manors)
        yield "Guild tracks"
        yield from (name for name in ("Worker", "Soldier", "Shadow", "Holy"))
        yield "Dice"


def on_the_table_of_methoni(table: Any, ask: Ask) -> Iterable[str]:
    """The island row by row, the walls left, and everybody's ducats."""
    yield "over" if table.over else f"supply {table.supply} wall"
    yield from "ABCDEF"
    for player in table.players:
        yield f"{player.ducats} ducats"


def on_the_table_of_six_castles(table: Any, ask: Ask) -> Iterable[str]:
    """The map, your line, the tracks and contracts, and what everybody has."""
    if not table.placed:
        return
    for player in table.players:
        yield f"religion {player.religion + 1}"
        yield f"{player.workers} worker"
        if not player.seat.is_person:
            yield player.seat.name
    yield f"Line {table.player(YOU).line.spaces[0]}"
    yield "┼"
    if ask.id == "six-castles.tile-lies":
        yield f" {str(ask.values['cell'])[1:]} "  # its row
    if ask.id.startswith("six-castles.place"):
        yield from TRACKS


GAMES: Mapping[str, tuple[tuple[str, ...], str, Callable[[Any, Ask], Iterable[str]]]] = {
    "castle-combo": ((*A_GAME[:-1], *AGAINST), ENGLISH, on_the_table_of_castle_combo),
    "valeria": ((*VALERIA[:-3], *VALERIA[-2:]), VALERIA_ENGLISH, on_the_table_of_valeria),
    "methoni": (METHONI, METHONI_ENGLISH, on_the_table_of_methoni),
    "six-castles": (tuple(word for word in SIX if word != "--why"), SIX_ENGLISH, on_the_table_of_six_castles),
}
"""The golden games, without the reasons."""


class Player:
    """Somebody who follows the screen, page by page."""

    def __init__(self, screen: Emulator, home: Path, game: str) -> None:
        self.screen = screen
        self.home = home
        self.game = game
        self.words = Words.of("en", [game_named(game).folder])
        self.pages: dict[int, list[str]] = {}
        """What was read after so many answers; what is taken back leads to what was read before."""
        self.read: list[str] = []
        self.answers = 0
        self.again = False
        """Whether this has been asked before: a wrong answer is refused with it."""

    def game_now(self) -> Driver:
        """The game as it is saved."""
        (save,) = self.home.rglob("*.jsonl")
        return newgame.driver(game_named(self.game), tables_of(self.game), Journal.read(save))

    def reads(self) -> Driver:
        """Read the pages up to the next question; all since the last answer are remembered."""
        driver = self.game_now()
        entries = driver.journal.history.entries
        self.answers = sum(entry.by == "person" and not entry.fix for entry in entries)
        self.again = self.answers in self.pages
        self.read = self.pages.setdefault(self.answers, [])
        while self.screen.rows[-1].strip() == GO_ON:
            self.read.append(plain(self.screen.text))
            assert self.screen.types("")
        self.read.append(plain(self.screen.text))
        return driver

    @property
    def crowded(self) -> bool:
        """Whether a map takes all the room: what is wrong with an answer stands in the place of the rest."""
        return self.game in WITH_A_MAP and self.again and len(self.screen.rows) == min(SIZES)[1]

    def follows(self, driver: Driver) -> None:
        """Check that nothing was missed."""
        told = [event for event in since_last_answer(driver.run.log) if isinstance(event, Tell)]
        deeds = [self.said(driver, tell) for tell in told if tell.deed]
        for deed in deeds:
            assert any(deed in page for page in self.read), (deed, self.screen.text)
        if self.crowded:
            return
        if deeds and self.answers:  # the table is set out from a page of its own
            assert deeds[-1] in self.read[-1], (deeds[-1], self.screen.text)

    def said(self, driver: Driver, tell: Tell) -> str:
        """An instruction as it stands under the name of who does it."""
        names = {seat.id: self.words.plain(seat.name) for seat in driver.setup.seats if not seat.is_person}
        return plain(self.words.plain(tell)).removeprefix(names.get(tell.seat, "") + " ")


def plain(text: str) -> str:
    """Words with one space between them, without the lines of the page."""
    return " ".join(re.sub(r"[─│╭╮╰╯═║]", " ", text).split())


@pytest.mark.timeout(180)
@pytest.mark.parametrize("size", SIZES, ids=lambda size: "x".join(map(str, size)))
@pytest.mark.parametrize("game", GAMES)
def test_all_that_a_turn_needs_is_on_the_screen(game: str, size: tuple[int, int], tmp_path: Path) -> None:
    command, typed, on_the_table = GAMES[game]
    turns = 0
    with emulator(["-m", "solo", *command, "--lang", "en"], *size, CASTELLAN_HOME=str(tmp_path)) as screen:
        assert screen.waits()
        player = Player(screen, tmp_path, game)
        for line in typed.splitlines():
            driver = player.reads()
            assert driver.ask is not None
            player.follows(driver)
            seen = plain(screen.text)
            things = list(on_the_table(driver.script.table, driver.ask))  # type: ignore[attr-defined]
            for thing in things:
                assert thing in seen or (player.crowded and thing in TRACKS), (thing, screen.text)
            if things:  # before anything is set out there may be less to show than there is room for
                below = next((place for place, row in enumerate(screen.rows) if row.startswith("You")), 0)
                rows = screen.rows[below if game == "six-castles" else 0 :]  # free cells are empty on a map
                assert sum(not row for row in rows) <= MOST_EMPTY, screen.text
            assert "/undo" in screen.rows[-1] or "Esc" in screen.rows[-1], screen.text
            turns += driver.ask.to == YOU
            screen.types(line)
    assert turns


@pytest.mark.parametrize("size", SIZES, ids=lambda size: "x".join(map(str, size)))
def test_a_card_on_offer_is_shown_once(size: tuple[int, int], tmp_path: Path) -> None:
    command, typed, _ = GAMES["castle-combo"]
    with emulator(["-m", "solo", *command, "--lang", "en"], *size, CASTELLAN_HOME=str(tmp_path)) as screen:
        assert screen.waits()
        player = Player(screen, tmp_path, "castle-combo")
        for line in typed.splitlines()[:6]:
            driver = player.reads()
            table = re.split(r"── (?:The rules|Before|At the table)", screen.text)[0]
            question = screen.text.rpartition("Your turn")[2]
            for cards in driver.script.table.display.values():  # type: ignore[attr-defined]
                for card in cards:
                    assert len(re.findall(rf"\b{card.name}\b", table)) == 1, screen.text
                    assert card.name not in question, screen.text
            screen.types(line)


def go_on(screen: Emulator) -> bool:
    """Whether there is a page to be read."""
    return screen.rows[-1].strip() == GO_ON


def a_long_telling(screen: Emulator) -> None:
    """Play until what the opponents did takes a page of its own."""
    assert screen.waits()
    for _ in range(20):
        if go_on(screen) and "At the table" in screen.text and "/undo" not in screen.text:
            return
        assert screen.types("" if go_on(screen) else "1")
    raise AssertionError(screen.text)


FOUR_RIVALS = (
    "-m", "solo", "play", "castle-combo", "--players", "5", "--cards", "app", "--seed", "5", "--lang", "en",
)  # fmt: skip


def test_what_is_typed_on_a_page_is_there_at_the_question(tmp_path: Path) -> None:
    with emulator(FOUR_RIVALS, 80, 24, CASTELLAN_HOME=str(tmp_path)) as screen:
        a_long_telling(screen)
        assert screen.types("knave-of-hearts")
        while go_on(screen):
            assert screen.types("")
        assert ">  knave-of-hearts" in screen.text
        assert screen.types("")
        assert "“knave-of-hearts”" in screen.text  # it was the answer, and is refused


def test_a_command_typed_on_a_page_is_done_at_once(tmp_path: Path) -> None:
    with emulator(FOUR_RIVALS, 80, 24, CASTELLAN_HOME=str(tmp_path)) as screen:
        a_long_telling(screen)
        assert screen.types("/seed")
        assert "The seed of this game is 5." in screen.text
        assert not go_on(screen)


def test_a_wrong_answer_is_refused_on_the_spot(tmp_path: Path) -> None:
    with emulator(FOUR_RIVALS, 80, 24, CASTELLAN_HOME=str(tmp_path)) as screen:
        a_long_telling(screen)
        while go_on(screen):
            assert screen.types("")
        assert screen.types("knave-of-hearts")
        assert "knave-of-hearts" in screen.text
        assert not go_on(screen)
        assert screen.types("?")
        assert go_on(screen)
        assert (
            "/undo, take back" in screen.text or "notation" in screen.text.casefold() or "down" in screen.text
        )


def test_after_the_end_long_texts_are_read_page_by_page(tmp_path: Path) -> None:
    command, typed, _ = GAMES["castle-combo"]
    with emulator(["-m", "solo", *command, "--lang", "en"], 80, 24, CASTELLAN_HOME=str(tmp_path)) as screen:
        assert screen.waits()
        for line in typed.splitlines():
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
        screen.child.send(ENTER)
        screen.child.expect_exact("What next?")
        screen.child.expect_exact("Share the sheet")
        screen.child.send(ENTER)
        screen.child.expect(EOF)


def test_the_cards_on_offer_stay_in_view_below_a_refusal(tmp_path: Path) -> None:
    command, typed, _ = GAMES["castle-combo"]
    with emulator(["-m", "solo", *command, "--lang", "en"], 80, 24, CASTELLAN_HOME=str(tmp_path)) as screen:
        assert screen.waits()
        player = Player(screen, tmp_path, "castle-combo")
        turns = 0
        for line in typed.splitlines():
            driver = player.reads()
            if "Your turn" in screen.text:
                turns += 1
                screen.types("knave-of-nothing")
                assert "no card “knave-of-nothing”" in screen.text and "Choose one" not in screen.text
                for cards in driver.script.table.display.values():  # type: ignore[attr-defined]
                    for card in cards:
                        scroll = player.words.plain(scroll_text(card, SHORT))
                        assert any(card.name in row and scroll in row for row in screen.rows), screen.text
            screen.types(line)
        assert turns >= TURNS
