"""Playing with a person, through a front end that types prepared lines."""

from __future__ import annotations

import re
from collections.abc import Sequence
from contextlib import AbstractContextManager, nullcontext
from io import BytesIO, StringIO, TextIOWrapper
from pathlib import Path
from random import Random

import pytest
from msgspec.structs import replace
from rich.console import Console

from automa.dialogue import Ask, Tell, Text
from automa.game import Seat
from automa.names import folded
from automa.picture import Area, Heading, Map
from solo.fronts.book import PageMaker, Pager
from solo.fronts.desk import CommandName, Desk, narrowed
from solo.fronts.plain import PlainFront
from solo.fronts.session import LATEST_SHOWN, Session, says_as_much
from solo.keeping.journal import Journal, Record
from solo.playing.driver import Driver
from solo.showing.layout import Row
from solo.showing.screen import Screen
from solo.trouble import Trouble
from solo.words.sentences import Words
from tests.atable import EVERY_GAME, a_driver, a_header, play_on, reopened
from tests.toy import ONE_ROUND, PEDLAR, WHOLE_GAME, ToyScript, sections, toy_driver, toy_header, toy_words

WORDS = toy_words()


class Typist:
    """Types lines; a line may also be a key that breaks off."""

    piped = False
    pager: Pager | None = None

    def __init__(self, lines: Sequence[str | type[BaseException]], words: Words = WORDS) -> None:
        self.paper = StringIO()
        self.screen = Screen.plain(words, self.paper)
        self.commands: frozenset[CommandName] = frozenset()
        self._lines = iter(lines)

    def line(self, ask: Ask | None, *, back: bool = False, view: PageMaker | None = None) -> str:
        line = next(self._lines, EOFError)
        self.paper.write(f"> {line}\n")
        if isinstance(line, str):
            return line
        raise line

    def rest(self) -> int:
        return 0

    def thinking(self) -> AbstractContextManager[None]:
        return nullcontext()


class Leafed:
    """Pages one under the other."""

    def __init__(self, screen: Screen) -> None:
        self.screen = screen

    def page(self, rows: Sequence[Row]) -> None:
        self.screen.paper.put(rows)

    def pause(self, seconds: float | None = None, *, can_leave: bool = False) -> str:
        return ""


def played(
    driver: Driver, *lines: str | type[BaseException], show_why: bool = False, code: int = 0
) -> list[str]:
    """What is on the paper after typing the lines, and nothing after them."""
    typist = Typist(lines)
    assert Session(driver, typist, WORDS, show_why=show_why).play() == code
    return typist.paper.getvalue().splitlines()


def after(lines: list[str], typed: str) -> list[str]:
    """What was shown in answer to a line, up to the next one."""
    start = lines.index(f"> {typed}") + 1
    rest = lines[start:]
    return rest[: next((place for place, line in enumerate(rest) if line.startswith("> ")), len(rest))]


def has(lines: Sequence[str], part: str) -> bool:
    return any(part in line for line in lines)


def test_a_whole_game_is_played_to_its_end() -> None:
    driver = toy_driver()
    lines = played(driver, *WHOLE_GAME, "")
    assert driver.ask is None
    assert driver.script.state()["round"] == 2
    assert has(lines, "your stall is My Stall.")
    assert has(lines, "You load Wood and Stone.")
    assert has(lines, "You win with 11 points.")
    assert has(lines, "The game is over and saved")


def test_the_seed_is_always_shown() -> None:
    assert has(played(toy_driver()), "seed of this game is 7")


def test_the_table_is_shown_once_a_turn() -> None:
    lines = played(toy_driver(), *WHOLE_GAME, "")
    assert [line for line in lines if "Your turn" in line] == ["--- Your turn ---"] * 3
    assert has(after(lines, "jong"), "you: 10 gold")
    assert not has(after(lines, "wood"), "you: 8 gold")


GOODS_ON_A_MAP = Map(
    "The fields",
    [
        Area(good, good, (column, 0), [(column, 0), (column + 1, 0), (column, 1)], label=good)
        for column, good in enumerate(("wood", "stone"))
    ],
)


@pytest.mark.parametrize(
    ("is_plain", "boxed", "drawn"), [(False, False, 2), (False, True, 0), (True, False, 0)]
)
def test_where_a_place_on_a_map_is_asked_for_the_map_is_drawn_with_the_numbers_to_type(
    monkeypatch: pytest.MonkeyPatch, is_plain: bool, boxed: bool, drawn: int
) -> None:
    """What the person buys and then gives away is on the map; boxes and plain lines say nothing new."""
    chart = replace(GOODS_ON_A_MAP, boxed=boxed)
    monkeypatch.setattr(ToyScript, "panels", lambda script, seat, ask: sections([Heading("fields"), chart]))
    typist = Typist(["My Stall", *ONE_ROUND[:4]])
    if not is_plain:
        typist.screen = Screen.rich(WORDS, Console(file=typist.paper, width=80), encoding="utf-8")
        typist.pager = Leafed(typist.screen)
    Session(toy_driver(), typist, WORDS, show_why=False).play()
    numbers = [line for line in typist.paper.getvalue().splitlines() if line.split() == ["(1)", "(2)"]]
    assert len(numbers) == drawn


def test_draws_by_the_app_are_marked() -> None:
    lines = played(toy_driver(dice="app", cards="app"), "My Stall", "/log")
    assert not has(lines[: lines.index("> /log")], "(by the app)")
    assert has(after(lines, "/log"), "Roll the die. What does it show?")
    assert sum("(by the app)" in line for line in after(lines, "/log")) == 2


def test_one_draw_by_the_app_and_one_by_hand() -> None:
    lines = played(toy_driver(), "My Stall", "/app", "juge")
    assert has(after(lines, "/app"), "(by the app)")
    assert has(after(lines, "/app"), "Which card was turned up?")
    lines = played(toy_driver(dice="app", cards="app"), "/hand", "My Stall", "5", "/log")
    assert has(after(lines, "/hand"), "You roll or draw the next one yourself.")
    assert has(after(lines, "My Stall"), "Roll the die.")
    assert has(after(lines, "5"), "The weather is 5.")
    assert sum("(by the app)" in line for line in after(lines, "/log")) == 1


def test_undo_and_redo_say_what_they_did() -> None:
    driver = toy_driver()
    lines = played(driver, "My Stall", *ONE_ROUND[:3], "/undo", "/redo", "/u 2", "/redo 9")
    assert has(after(lines, "/undo"), "Undone: You buy Wood for 2 gold.")
    assert has(after(lines, "/undo"), "What do you buy?")
    assert has(after(lines, "/redo"), "Done again: You buy Wood for 2 gold.")
    said = after(lines, "/u 2")
    assert said[:6] == [
        "Undone: You buy Wood for 2 gold.",
        "Undone: Jongleur is on offer.",
        "Do at the table:",
        "1. You take 2 gold from the bank.",
        "2. You put Wood back in the market.",
        "3. Put Jongleur from the counter back on top of the deck of stalls.",
    ]
    assert has(after(lines, "/redo 9"), "There is nothing to redo.")
    assert driver.script.state()["goods"] == {"wood": 1}


def test_what_is_done_again_is_listed_as_what_changes_at_the_table() -> None:
    lines = played(toy_driver(), "My Stall", *ONE_ROUND, "/undo 9", "/redo 9")
    said = after(lines, "/redo 9")
    start = said.index("Do at the table:")
    assert said[start + 1 : start + 4] == [
        "1. the Pedlar gives you 1 gold.",  # who had spent 1; you spent 2 and earned 3
        "2. You take 3 × Wood and Stone from the market.",
        "3. Put Jongleur from the deck of stalls on the counter.",
    ]


def test_a_resumed_game_shows_the_table_and_how_to_set_it_right() -> None:
    driver = toy_driver()
    assert not has(played(driver, "My Stall"), "Does your table still look like this?")
    lines = played(toy_driver(journal=driver.journal), "4")
    place = lines.index("Does your table still look like this? If not, /fix sets it right.")
    assert "the Pedlar: 10 gold" in lines[:place] and has(lines[place:], "Roll the die.")
    assert sum("Does your table" in line for line in lines) == 1


def test_what_changes_nothing_at_the_table_is_said_to() -> None:
    assert after(played(toy_driver(), "My Stall", "/undo"), "/undo")[:2] == [
        "Undone: The fair opens; your stall is My Stall.",
        "Your table stays as it is.",
    ]


def test_a_correction_taken_back_moves_nothing_at_the_table() -> None:
    lines = played(toy_driver(), "My Stall", "/fix your gold", "15", "/undo", "/redo")
    assert has(after(lines, "/undo"), "Undone: Corrected: your gold")
    for command in ("/undo", "/redo"):
        assert after(lines, command)[1] == "Your table stays as it is."


def test_undo_at_the_very_start_changes_nothing() -> None:
    assert has(after(played(toy_driver(), "/undo"), "/undo"), "There is nothing to undo.")


def test_taking_back_no_step_at_all_is_refused() -> None:
    lines = played(toy_driver(), "My Stall", "/undo 0", "/redo 0")
    assert after(lines, "/undo 0") == after(lines, "/redo 0") == ["It must be 1 or more, not 0."]


def test_a_topic_that_there_is_not_is_answered_with_those_there_are() -> None:
    lines = played(toy_driver(), "My Stall", "/rules prices", "/rules wether")
    assert after(lines, "/rules prices") == ["There is no topic prices; there are buying and weather."]
    assert after(lines, "/rules wether") == ["There is no topic wether; did you mean weather?"]


def test_a_wrong_answer_is_refused_and_asked_again() -> None:
    driver = toy_driver()
    lines = played(driver, "My Stall", "7", "six", "4")
    assert after(lines, "7") == ["It must be from 1 to 6; you entered 7."]
    assert after(lines, "six") == ["“six” is not a whole number."]
    assert len(driver.journal.history.entries) == 2


def test_insisting() -> None:
    driver = toy_driver()
    lines = played(driver, "My Stall", *ONE_ROUND[:4], "8", "!", "/log")
    assert has(after(lines, "8"), "type ! to insist")
    assert has(after(lines, "!"), "What do you load?")
    assert has(after(lines, "/log"), "8 (you insisted)")
    assert driver.script.state()["gold"]["you"] == 16


def test_an_exclamation_mark_insists_on_nothing_else() -> None:
    driver = toy_driver()
    lines = played(driver, "My Stall", *ONE_ROUND[:4], "8", "99", "!", "!")
    assert has(after(lines, "!"), "! takes the move of a hint")
    assert len(driver.journal.history.entries) == 5


def test_a_typed_move_that_seems_too_dear_is_made_with_an_exclamation_mark() -> None:
    """The app's count may be off; a player who insists pays all there is, and that is in the journal."""
    driver = a_driver(a_header("castle-combo", seed=1))
    driver.fix("gold.you", 0)
    table = driver.script.table  # type: ignore[attr-defined]
    dear = next(card for card in table.display[table.messenger] if card.cost)
    typist = Typist([f"{dear.id} c3", "!"], Words.of("en", ["castle_combo"]))
    Session(driver, typist, typist.screen.words).play()
    lines = typist.paper.getvalue().splitlines()
    assert has(after(lines, f"{dear.id} c3"), "type ! to insist")
    (taken,) = (entry for entry in driver.journal.history.entries if entry.insist)
    assert taken.answer == f"{dear.id} c3"


def test_what_two_effects_of_a_choice_have_in_common_is_explained_once() -> None:
    driver = toy_driver()
    played(driver, "My Stall", *ONE_ROUND)
    reason = Text("toy.cheap", what="a cart")
    for price in (1, 2):
        driver.run.log.append(Tell("toy.bought", why=[reason], who=PEDLAR, what="salt", price=price))
    shown = after(played(driver, "/why"), "/why")
    assert has(shown, "for 1 gold") and has(shown, "for 2 gold")
    assert sum("cart is cheap" in line for line in shown) == 1


def test_why_tells_the_reasons_of_the_last_moves() -> None:
    lines = played(toy_driver(), "My Stall", *ONE_ROUND, "/why", "/w")
    assert has(after(lines, "/why"), "the Pedlar buys")
    assert has(after(lines, "/why"), "is cheap.")
    assert has(after(played(toy_driver(), "/why"), "/why"), "No opponent has done anything")


def test_reasons_are_always_told_when_asked_for() -> None:
    assert has(played(toy_driver(), "My Stall", *ONE_ROUND, show_why=True), "is cheap.")
    assert not has(played(toy_driver(), "My Stall", *ONE_ROUND), "is cheap.")


def test_fix_by_a_few_letters() -> None:
    driver = toy_driver()
    lines = played(driver, "My Stall", "/fix your", "15")
    assert has(after(lines, "/fix your"), "the app has 10")
    assert has(after(lines, "15"), "from 10 to 15.")
    assert has(after(lines, "15"), "Roll the die.")
    assert driver.script.state()["gold"]["you"] == 15
    assert has(after(played(toy_driver(), "My Stall", "/fix your", "10"), "10"), "As it was: your gold, 10.")


def test_fix_from_the_list_with_insisting_and_a_limit() -> None:
    driver = toy_driver()
    lines = played(driver, "My Stall", "/fix gold", "2", "25", "!", "/fix your", "35", "!", "")
    assert has(after(lines, "/fix gold"), "your gold")
    assert has(after(lines, "/fix gold"), "gold of the Pedlar")
    assert has(after(lines, "25"), "type ! to insist")
    assert has(lines, "The box holds only 30 gold.")
    assert driver.script.state()["gold"] == {"you": 10, "pedlar": 25}


def test_fix_by_the_number_in_its_list() -> None:
    driver = toy_driver()
    lines = played(driver, "My Stall", "/fix 2", "15", "/fix 9")
    assert has(after(lines, "/fix 2"), "gold of the Pedlar: the app has 10.")
    assert driver.script.state()["gold"] == {"you": 10, "pedlar": 15}
    assert has(after(lines, "/fix 9"), "There is no number 9")


def test_fix_by_what_the_app_believes() -> None:
    """Who sees a wrong value types it, also at the list."""
    driver = toy_driver()
    driver.fix("gold.pedlar", 7)
    driver.fix("option.dice", "app")
    lines = played(driver, "/fix at the table", "", "/fix app", "")
    assert has(after(lines, "/fix at the table"), "turning up cards: the app has you, at the table.")
    assert has(after(lines, "/fix app"), "rolling the dice: the app has the app.")
    assert has(after(played(driver, "/fix", "at the table", ""), "at the table"), "turning up cards")


@pytest.mark.parametrize("name", EVERY_GAME)
def test_fix_finds_every_line_by_each_word_that_it_shows_and_only_that_by_its_name(name: str) -> None:
    driver = a_driver(a_header(name, seed=3))
    play_on(driver, Random(3), 10)
    for lang in ("en", "nl"):
        words = Words.of(lang, [driver.game.folder])
        corrections = driver.run.corrections()
        for correction in corrections:
            shown = f"{words.plain(correction.name)} {words.plain(correction.value)}"
            for word in folded(shown).split():
                if not word.isdecimal():
                    assert correction in narrowed(corrections, word, words)
            whole = words.plain(correction.name)
            found = [words.plain(each.name) for each in narrowed(corrections, whole, words)]
            assert {folded(each) for each in found} == {folded(whole)}


def test_fix_of_nothing_known_is_refused() -> None:
    assert has(after(played(toy_driver(), "/fix xyz"), "/fix xyz"), "nothing called xyz")


def offered(driver: Driver, *lines: str) -> list[dict[str, str]]:
    """What each number means at every question of a game, until the lines are typed."""
    words = Words.of("en", [driver.game.folder], strict=True)
    typist = Typist(lines, words)
    Session(driver, typist, words).play()
    asked = re.split("^> .*$", typist.paper.getvalue(), flags=re.MULTILINE)
    return [dict(re.findall(r"^ *(\d+)  (.*)$", each, re.MULTILINE)) for each in asked[: len(lines) + 1]]


def test_a_resumed_turn_has_the_numbers_that_it_had(tmp_path: Path) -> None:
    header = a_header("castle-combo", seed=7, first="you")
    with Journal.create(tmp_path, header) as journal:
        *_, renewed = offered(a_driver(header, journal), "r")
    assert journal.path is not None
    with reopened(journal.path) as journal:
        assert offered(a_driver(header, journal)) == [renewed]
    assert list(renewed) == ["4", "5", "6"]


def test_a_card_to_turn_up_has_one_number_all_game() -> None:
    header = a_header("castle-combo", seed=7, first="you", against=["old-berthold"], cards="table")
    lines = ["?", "duchess, his majesty, prince", "?", "vicar, spy, inventor", "r", "doctor", "?", "62"]
    found = offered(a_driver(header), *lines, "baker", "doctor", "c3", "?", "squire", "?")
    castle, village, renewed, *later = (each for each in found if each and "1" not in each)
    numbers = castle | village
    assert len(numbers) == len(castle) + len(village) == 78 and min(map(int, numbers)) > 9
    assert len(renewed) == 35 and all(each.items() < numbers.items() for each in (renewed, *later[1:]))
    assert list(later[0]) == ["4", "5", "6"]


def test_the_history_is_numbered_and_an_entry_can_be_mended() -> None:
    driver = toy_driver()
    lines = played(driver, "My Stall", *ONE_ROUND, "/history", "/mend 4", "salt", "yes")
    assert after(lines, "/history")[:6] == [
        "1, you: My Stall, What is your stall called?",
        "Round 1.",
        "2, table: 4, Roll the die. What does it show?",
        "3, table: Jongleur, Which card was turned up?",
        "4, you: Wood, What do you buy?",
        "5, you: none, Which goods do you give away?",
    ]
    assert has(after(lines, "/mend 4"), "Number 4 was: Wood")
    assert has(after(lines, "/mend 4"), "What do you buy?")
    assert has(after(lines, "salt"), "For that there are 2 things to do at the table.")
    assert after(lines, "yes")[:4] == [
        "Mended.",
        "Do at the table:",
        "1. You put Wood back in the market.",
        "2. You take Salt from the market.",
    ]
    assert driver.script.state()["goods"] == {"salt": 1, "stone": 1, "wood": 2}


def test_the_latest_page_of_the_history_is_shown_first() -> None:
    lines = played(toy_driver(), *WHOLE_GAME, "/history", "/history 2", "/history 3")
    shown = {
        page: [line.partition(",")[0] for line in after(lines, page) if line[:1].isdigit()]
        for page in ("/history", "/history 2")
    }
    assert shown == {"/history": [*map(str, range(3, 18))], "/history 2": ["1", "2"]}
    assert has(after(lines, "/history"), "What came before: /history 2")
    assert not has(after(lines, "/history 2"), "What came before")
    assert has(after(lines, "/history 3"), "There is no page 3")


def test_a_mend_that_is_not_wanted_when_it_is_known_what_it_means_changes_nothing() -> None:
    driver = toy_driver()
    played(driver, "My Stall", *ONE_ROUND, "/mend 4", "salt", "no")
    assert driver.script.state()["goods"] == {"stone": 1, "wood": 3}


def test_lines_from_a_file_are_not_asked_whether_a_mend_is_wanted() -> None:
    driver = toy_driver()
    typist = Typist(["My Stall", *ONE_ROUND, "/mend 4", "salt", "6", "/quit"])
    typist.piped = True
    Session(driver, typist, WORDS).play()
    assert has(typist.paper.getvalue().splitlines(), "For that there are 2 things to do at the table.")
    assert driver.script.state()["goods"] == {"salt": 1, "stone": 1, "wood": 2}


def test_what_is_answered_anew_is_asked_at_the_table_as_it_was() -> None:
    typist = Typist(["My Stall", *ONE_ROUND, "6", "mercenary", "/mend 4", ""])
    typist.screen = Screen.rich(WORDS, Console(file=typist.paper, width=80), encoding="utf-8")
    typist.pager = Leafed(typist.screen)
    Session(toy_driver(), typist, WORDS).play()
    lines = typist.paper.getvalue().splitlines()
    assert has(after(lines, "mercenary"), "The fair in round 2")
    assert has(after(lines, "/mend 4"), "The fair in round 1")
    assert has(after(lines, "/mend 4"), "Number 4 was: Wood")


def second_round() -> list[str]:
    return ["My Stall", *ONE_ROUND, "6", "mercenary"]


def test_mending_asks_before_anything_is_thrown_away() -> None:
    driver = toy_driver()
    lines = played(driver, *second_round(), "/mend 3", "mercenary", "no")
    asked = after(lines[lines.index("> /mend 3") :], "mercenary")
    assert has(asked, "no longer fits from here on: Which card was turned up? Mercenary")
    assert has(asked, "Throw 1 later entry away?")
    assert len(driver.journal.history.entries) == 12
    lines = played(driver, "/mend 3", "mercenary", "yes")
    assert has(after(lines, "yes"), "Mended.")
    assert driver.script.state()["taken"] == ["mercenary"]
    assert driver.ask is not None
    assert driver.ask.id == "toy.turned-up"


def test_mending_what_is_not_there_is_refused() -> None:
    lines = played(toy_driver(), "My Stall", "/mend 9", "/mend x", "/mend", "1", "Other")
    assert has(after(lines, "/mend 9"), "There is no entry 9")
    assert has(after(lines, "/mend x"), "not a whole number")
    assert has(after(lines, "/mend"), "Which one do you want to answer anew?")
    assert has(after(lines, "1"), "What is your stall called?")


def test_the_latest_entries_stand_with_the_question_which_one_to_mend() -> None:
    lines = played(toy_driver(), *second_round(), "/mend", "/history", "", "/history")
    latest, everything = (
        [line for line in after(lines, typed) if line[:1].isdigit()] for typed in ("/mend", "/history")
    )
    assert has(after(lines, "/mend"), "Which one do you want to answer anew?")
    assert len(latest) == LATEST_SHOWN < len(everything)
    assert everything[-LATEST_SHOWN:] == latest


def test_looking_things_up_changes_nothing() -> None:
    driver = toy_driver()
    lines = played(driver, "My Stall", "/table", "/score", "/log", "/seed", "?", "/rules weather")
    assert has(after(lines, "/table"), "The fair in round 1")
    assert has(after(lines, "/score"), "If the game ended now")
    assert has(after(lines, "/log"), "What is your stall called? My Stall")
    assert has(after(lines, "/seed"), "7")
    assert has(after(lines, "?"), "/undo, take back")
    assert has(after(lines, "/rules weather"), "The die is the weather.")
    assert len(driver.journal.history.entries) == 1


def test_help_lists_what_can_be_chosen() -> None:
    assert has(after(played(toy_driver(), "My Stall", "4", "?"), "?"), "3  Master-at-arms")


def test_an_unknown_command_is_refused() -> None:
    assert has(after(played(toy_driver(), "/unod"), "/unod"), "Nearest: /undo")


def test_leaving_says_how_to_resume_and_loses_nothing(tmp_path: Path) -> None:
    for line, code in (("/quit", 0), (EOFError, 0), (KeyboardInterrupt, 130)):
        with Journal.create(tmp_path, toy_header()) as journal:
            lines = played(toy_driver(journal=journal), "My Stall", "4", line, code=code)
            assert journal.path is not None
            assert lines[-1] == f"The game is saved. Go on with: solo resume {journal.path.stem}"
            path = journal.path
        with reopened(path) as journal:
            assert len(journal.history.entries) == 2


def test_breaking_off_a_fix_goes_back_and_a_second_time_leaves() -> None:
    driver = toy_driver()
    lines = played(driver, "My Stall", "/fix your", KeyboardInterrupt, "4", code=0)
    assert has(lines, "Nothing changed.")
    assert driver.script.state()["gold"]["you"] == 10
    assert len(driver.journal.history.entries) == 2
    played(driver, "/mend 1", KeyboardInterrupt, KeyboardInterrupt, code=130)
    played(driver, "/fix gold", "1", EOFError)
    played(driver, "/fix gold", "1", "/undo", "/quit")
    assert len(driver.journal.history.entries) == 2


def test_resuming_tells_what_happened_in_the_last_round(tmp_path: Path) -> None:
    with Journal.create(tmp_path, toy_header()) as journal:
        played(toy_driver(journal=journal), "My Stall", "4", "jong", "wood")
        path = journal.path
    assert path is not None
    with reopened(path) as journal:
        lines = played(toy_driver(journal=journal))
    assert has(lines, "where you left it")
    assert has(lines, "What happened in the last round:")
    assert has(lines, "You buy Wood for 2 gold.")
    assert has(lines, "Which goods do you give away?")


def test_after_the_end_one_can_look_back_and_undo() -> None:
    driver = toy_driver()
    lines = played(driver, *WHOLE_GAME, "/why", "5", "/fix your", "20", "/undo 2", "/quit")
    assert has(after(lines, "/why"), "is cheap.")
    assert has(lines, "The game is over; you can still undo.")
    assert has(after(lines, "20"), "You win with 20 points.")
    assert has(after(lines, "/undo 2"), "Where do you walk?")
    assert driver.ask is not None


def test_with_two_people_it_is_clear_whose_turn_it_is() -> None:
    ann, bob = Seat("you", "Ann"), Seat("bob", "Bob")
    turn = ["wood", "-", "3", "3 wood", "no", "n"]
    driver = toy_driver(seats=(ann, bob, PEDLAR))
    lines = played(driver, "My Stall", "4", "jong", *turn, *turn)
    assert has(lines, "--- Bob's turn ---")


class FullDisk(Journal):
    """A journal whose disk is full for a while."""

    full = 0

    def write(self, record: Record) -> None:
        if self.full:
            self.full -= 1
            raise Trouble(Text("trouble.reason.full"))
        super().write(record)


def full_disk(*, dice: str = "table") -> FullDisk:
    journal = FullDisk.in_memory(toy_header(dice=dice))
    assert isinstance(journal, FullDisk)
    return journal


def test_a_full_disk_is_said_and_the_question_stays() -> None:
    journal = full_disk()
    journal.full = 1
    driver = toy_driver(journal=journal)
    lines = played(driver, "My Stall", "My Stall", "4")
    assert has(after(lines, "My Stall"), "full")
    assert len(driver.journal.history.entries) == 2


def test_a_full_disk_while_the_app_draws_is_tried_again() -> None:
    class Later(FullDisk):
        def flush(self) -> None:
            if len(self.history.entries) == 2 and not self.full:
                self.full = -1
                raise Trouble(Text("trouble.reason.full"))
            super().flush()

        def write(self, record: Record) -> None:
            Journal.write(self, record)

    journal = Later.in_memory(toy_header(dice="app"))
    lines = played(toy_driver(journal=journal), "My Stall", "")
    assert has(after(lines, "My Stall"), "Press Enter to try again")
    assert sum("The weather is" in line for line in lines) == 1
    assert has(after(lines, ""), "Which card was turned up?")


# Plain lines from a pipe


def piped(driver: Driver, *lines: str) -> tuple[int, str]:
    stdout = StringIO()
    front = PlainFront(WORDS, StringIO("".join(f"{line}\n" for line in lines)), stdout)
    return Session(driver, front, WORDS).play(), stdout.getvalue()


def test_a_file_of_answers_plays_a_whole_game_and_reads_as_a_conversation() -> None:
    code, shown = piped(toy_driver(), *WHOLE_GAME)
    assert code == 0
    assert "What is your stall called? (Enter: Fair Trade)\n> My Stall\nThe fair opens" in shown
    assert "\x1b" not in shown


def test_a_file_of_answers_that_is_too_short_names_the_question() -> None:
    driver = toy_driver()
    with pytest.raises(Trouble) as trouble:
        piped(driver, "My Stall", "4")
    assert "Which card was turned up?" in WORDS.plain(trouble.value.text)
    assert len(driver.journal.history.entries) == 2


def test_a_file_of_answers_that_is_too_long_is_noticed_after_the_game() -> None:
    driver = toy_driver()
    with pytest.raises(Trouble) as trouble:
        piped(driver, *WHOLE_GAME, "", "/score", "wood", "stone", "", "salt")
    assert "3 lines were not used" in WORDS.plain(trouble.value.text)
    assert driver.ask is None


def test_an_endless_supply_of_answers_is_not_read_to_its_end() -> None:
    with pytest.raises(Trouble):
        piped(toy_driver(), *WHOLE_GAME, *["1"] * 20_000)


def test_commands_after_the_end_of_a_file_are_no_surplus() -> None:
    code, shown = piped(toy_driver(), *WHOLE_GAME, "/why", "/quit")
    assert code == 0
    assert "is cheap." in shown


def test_an_endless_line_is_one_wrong_answer() -> None:
    driver = toy_driver()
    _, shown = piped(driver, "x" * 50_000, *WHOLE_GAME)
    assert "A name has at most 40 characters" in shown
    assert driver.ask is None


def test_bytes_that_are_no_text_are_refused_like_any_wrong_answer() -> None:
    stdin = TextIOWrapper(BytesIO(b"Stall\n\xff\xfe4\n4\n"), encoding="utf-8")
    stdout = StringIO()
    driver = toy_driver()
    with pytest.raises(Trouble):
        Session(driver, PlainFront(WORDS, stdin, stdout), WORDS).play()
    assert "is not a whole number" in stdout.getvalue()
    assert [entry.answer for entry in driver.journal.history.entries] == ["Stall", 4]


def test_a_terminal_that_knows_only_ascii_gets_only_ascii() -> None:
    stdout = TextIOWrapper(BytesIO(), encoding="ascii")
    front = PlainFront(WORDS, StringIO("Stall\n4\njúg\n?\n/quit\n"), stdout)
    assert Session(toy_driver(), front, WORDS).play() == 0


def test_in_the_history_a_long_answer_does_not_squeeze_the_questions() -> None:
    typist = Typist(["A stall with quite a long name indeed", *ONE_ROUND, "/history"])
    typist.screen = Screen.rich(WORDS, Console(file=typist.paper, width=60), encoding="utf-8")
    Session(toy_driver(), typist, WORDS).play()
    assert "Wood  What do you buy?" in typist.paper.getvalue()


def test_a_value_to_set_right_is_found_by_a_longer_form_of_its_word() -> None:
    driver = a_driver(a_header("methoni", seed=3))
    words = Words.of("en", ["methoni"], strict=True)
    found = Desk(driver).corrections("walls", words)
    assert found and all("wall" in words.plain(each.name) for each in found)


def test_a_hint_does_not_say_a_move_twice() -> None:
    assert says_as_much("Temple Iron Pit influence done", "Temple Iron Pit influence")
    assert says_as_much("Glassblower down b2", "Glassblower down on b2")
    assert not says_as_much("1", "Temple Iron Pit")
    assert not says_as_much("Judge b2", "Judge on b2 for 4 gold")
