"""`solo` by itself: the menu, and everything it leads to."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from automa.dialogue import Ask, Choose, Name, Number, Several, Tell, Text
from automa.game import Questions
from solo.commands import questions
from solo.games import GAMES, game_named
from solo.keeping.saves import Save
from solo.playing import newgame
from solo.playing.ladders import ladder
from solo.playing.newgame import Wishes
from solo.words.sentences import Words
from tests.atable import tables_of
from tests.solo.commandline import at_home, saves, solo


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """With one game in the box, so that nobody is asked which."""
    monkeypatch.setattr("solo.commands.menu.GAMES", ["castle-combo"])
    return at_home(tmp_path / "home", monkeypatch)


def options(unfinished: list[str]) -> list[str]:
    ask = next(questions.main_menu([Save(Path(name), name) for name in unfinished]))
    assert isinstance(ask, Choose)
    return [option.id for option in ask.options]


def test_continuing_is_offered_first_where_there_is_something_to_continue() -> None:
    assert options([])[:2] == ["new", "score"]
    assert options(["a"])[:2] == ["continue", "new"]
    assert options(["a", "b"])[:3] == ["continue", "another", "new"]


def answered(asking: Questions[Any], *answers: object) -> object:
    asked = asking.send(None)
    try:
        for answer in answers:
            assert isinstance(asked, Ask)
            asked = asking.send(asked.check(answer))
    except StopIteration as over:
        return over.value
    raise AssertionError(asked)


def test_another_game_is_chosen_by_its_name() -> None:
    found = [Save(Path(name), name) for name in ("a", "b")]
    assert answered(questions.main_menu(found), "another", "b") == ("continue", "b")
    assert answered(questions.main_menu(found), "continue") == ("continue", "a")


def test_a_new_game_asks_for_opponents_cards_and_rulings() -> None:
    game, tables = game_named("castle-combo"), tables_of("castle-combo")
    order = ["old-berthold", "you", "marshal"]
    opponents = ["marshal", "old-berthold"]
    wishes = answered(questions.new_game(game, tables), 1, opponents, order, "marshal", "app", True)
    assert wishes == Wishes(
        against=opponents, people=[], seats=order, first="marshal", cards="app", dice="app", rulings=[]
    )
    made = newgame.header(game, tables, wishes)
    assert [line.id for line in made.seats] == order
    assert made.options["first"] == "marshal"
    changed = answered(
        questions.new_game(game, tables), 1, ["marshal"], "chance", "table", False, "best", "skip"
    )
    assert isinstance(changed, Wishes)
    assert changed.rulings == ["neighbour=best", "last-refill=skip"]
    assert changed.first == ""


def test_several_people_are_asked_for_their_names_and_no_two_have_the_same() -> None:
    game, tables = game_named("castle-combo"), tables_of("castle-combo")
    asking = questions.new_game(game, tables)
    asked: list[object] = [next(asking)]
    for answer in (3, "Ann", "Ben", "ann"):
        asked.append(asking.send(answer))
    assert isinstance(asked[-1], Tell)
    again = next(asking)
    assert isinstance(again, Name)
    against = asking.send("Cas")
    assert isinstance(against, Several) and (against.low, against.high) == (0, 2)
    seats = asking.send([])
    assert isinstance(seats, Several)
    assert seats.default == ["ann", "ben", "cas"]


def test_a_table_full_of_people_has_no_opponents() -> None:
    asking = questions.new_game(game_named("castle-combo"), tables_of("castle-combo"))
    ask: object = next(asking)
    for answer in (5, *"abcde"):
        ask = asking.send(answer)
    assert isinstance(ask, Several) and ask.id == "menu.seats"


@pytest.mark.parametrize(
    ("name", "against", "starter"),
    [
        ("valeria", "hedda-varn", "you"),
        ("six-castles", "dummy", "dummy"),
        ("castle-combo", "marshal", "chance"),
    ],
)
def test_the_first_player_by_the_rules_is_what_enter_means(name: str, against: str, starter: str) -> None:
    asking = questions.new_game(game_named(name), tables_of(name))
    ask: object = next(asking)
    while not (isinstance(ask, Choose) and ask.id == "menu.first"):
        ask = asking.send(1 if isinstance(ask, Number) else [against])
    assert ask.default == starter
    assert ("chance" in [option.id for option in ask.options]) == (starter == "chance")


def test_no_more_opponents_than_there_are_seats() -> None:
    asking = questions.new_game(game_named("castle-combo"), tables_of("castle-combo"))
    next(asking)
    ask = asking.send(1)
    assert isinstance(ask, Several) and (ask.low, ask.high) == (1, 4)


@pytest.mark.parametrize("lang", ["en", "nl"])
def test_a_game_is_started_left_and_continued_from_the_menu(home: Path, lang: str) -> None:
    started = solo("--lang", lang, answers="new\n\nold-b, mason\n\n\napp\n\n1\n/quit\n")
    assert (started.code, started.err) == (0, "")
    (save,) = saves(home)
    assert save.stem in started.out
    entries = save.read_text().count('"by":"person"')
    continued = solo("--lang", lang, answers="continue\n/undo\n1\n/quit\n")
    assert (continued.code, continued.err) == (0, "")
    assert save.read_text().count('"by":"person"') == entries + 1


@pytest.mark.parametrize("typed", ["demo", "opponents", "rules", "tables", "history", "leave", "/quit"])
def test_everything_in_the_menu_works_from_a_pipe(typed: str) -> None:
    said = solo(answers=f"{typed}\n")
    assert (said.code, said.err) == (0, "")


def test_the_score_sheet_from_the_menu() -> None:
    assert solo(answers="score\n1\nAnn\n/quit\n").code == 0


def test_no_answer_and_a_wrong_one() -> None:
    assert solo().trouble == "There is no answer left for: What would you like to do?"
    said = solo(answers="dance\nleave\n")
    assert said.code == 0 and "“dance”" in said.out


def test_a_saved_game_is_offered_as_people_remember_it(home: Path) -> None:
    solo("play", "castle-combo", "--against", "old-berthold", "--cards", "app", answers="1\n/quit\n")
    (save,) = saves(home)
    day = save.stem.removeprefix("castle-combo-")[:10]
    said = solo(answers="leave\n").out
    assert f"Continue Castle Combo against Old Berthold ({day})" in said
    assert "Verder met Castle Combo tegen Old Berthold" in solo("--lang", "nl", answers="leave\n").out
    assert solo(answers=f"{save.stem}\n/quit\n").code == 0


def test_undo_in_the_menu_goes_back_to_what_was_asked_before(home: Path) -> None:
    said = solo(answers="new\n1\nold-b\n/undo\n/undo\n/undo\nrules\n")
    assert (said.code, said.err) == (0, "")
    assert said.out.splitlines().count("What would you like to do?") == 2
    assert "The messenger" in said.out
    assert not saves(home)


def test_a_game_is_continued_by_the_name_of_an_opponent_in_it(home: Path) -> None:
    for opponent in ("old-berthold", "mason-corwin"):
        solo("play", "castle-combo", "--against", opponent, "--cards", "app", answers="1\n/quit\n")
    assert "you and Mason Corwin" in solo("resume", "mason", answers="/quit\n").out
    assert "you and Old Berthold" in solo("resume", "berthold", answers="/quit\n").out
    assert "There is no saved game widow" in solo("resume", "widow").trouble


def test_a_start_that_is_given_up_leaves_no_save(home: Path) -> None:
    said = solo("play", "castle-combo", "--cards", "app", answers="/quit\n")
    assert said.code == 0
    assert "nothing is kept of this game" in said.out
    assert "solo resume" not in said.out
    assert not saves(home)
    solo("play", "castle-combo", "--cards", "app", answers="1\n/undo\n/quit\n")
    assert len(saves(home)) == 1  # what was answered once can be brought back


def test_leaving_the_questions_of_a_new_game_starts_none(home: Path) -> None:
    assert solo(answers="new\n/quit\n").code == 0
    assert not saves(home)


def test_which_game_is_asked_where_there_are_several(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("solo.commands.menu.GAMES", ["castle-combo", "castle-combo"])
    said = solo(answers="rules\n1\n")
    assert (said.code, said.err) == (0, "")
    assert "Which game?" in said.out
    assert solo(answers="rules\n/quit\n").code == 0


def ready(name: str, last: list[str], *answers: object) -> Wishes:
    game, tables = game_named(name), tables_of(name)
    before = Wishes(against=last, cards="app" if last else None, rulings=["neighbour=best", "gone=yes"])
    wishes = answered(questions.settings_page(game, tables, before if last else None, "en"), *answers)
    assert isinstance(wishes, Wishes)
    return wishes


def test_the_page_proposes_the_opponents_and_settings_of_the_last_time() -> None:
    assert ready("castle-combo", [], "start").against == ["sister-amabel"]
    again = ready("castle-combo", ["marshal:sharp"], "start")
    assert (again.against, again.cards) == (["marshal:sharp"], "app")
    assert again.rulings == ["neighbour=best", "last-refill=skip"]
    assert ready("castle-combo", ["nobody-any-more"], "start").against == ["sister-amabel"]
    assert len(ready("methoni", [], "start").against) == 2


def test_a_setting_goes_from_value_to_value_with_the_arrows() -> None:
    rungs = [rung.wish for rung in ladder(game_named("castle-combo"), tables_of("castle-combo"), "en")]
    stronger = rungs[rungs.index("sister-amabel") + 1]
    wishes = ready("castle-combo", [], "against>", "cards>", "quiet>", "ruling neighbour<", "start")
    assert (wishes.against, wishes.cards, wishes.quiet) == ([stronger], "app", True)
    assert sorted(wishes.rulings) == ["last-refill=skip", "neighbour=best"]
    assert ready("castle-combo", [], "cards>", "cards>", "start").cards == "table"
    assert ready("castle-combo", [], "against<", "against>", "start").against == ["sister-amabel"]


def test_enter_on_a_setting_asks_it() -> None:
    wishes = ready("castle-combo", [], "against", ["marshal:fierce", "old-berthold"], "cards", "app", "start")
    assert (wishes.against, wishes.cards) == (["marshal:fierce", "old-berthold"], "app")
    assert ready("castle-combo", [], "people", 2, "Ann", "Ben", [], "start").people == ["Ann", "Ben"]


def test_a_setting_is_asked_with_the_mark_on_what_is_chosen_now() -> None:
    asking = questions.settings_page(game_named("castle-combo"), tables_of("castle-combo"), None, "en")
    next(asking)
    asking.send("cards>")
    cards = asking.send("cards")
    assert isinstance(cards, Choose) and cards.default == "app"


def test_two_people_may_play_against_nobody_else() -> None:
    asking = questions.settings_page(game_named("castle-combo"), tables_of("castle-combo"), None, "en")
    next(asking)
    for answer in ("people", 2, "Ann", "Ben"):
        asking.send(answer)
    page = asking.send([])
    assert isinstance(page, Choose)
    rows = [Words.of("en").plain(row.name) for row in page.options if isinstance(row.name, Text)]
    assert "Against: nobody else" in rows


def test_a_made_page_starts_a_game_in_every_game() -> None:
    for name in GAMES:
        game, tables = game_named(name), tables_of(name)
        made = newgame.header(game, tables, ready(name, [], "start"))
        assert len(made.seats) == max(game.players[0], 1)


def test_quiet_is_kept_until_it_is_changed() -> None:
    assert "now and then" in solo("quiet").out
    assert "say nothing" in solo("quiet", "on").out
    assert "zeggen niets" in solo("quiet", "--lang", "nl").out
    assert "now and then" in solo("quiet", "off").out
    assert solo("quiet", "loud").code == 2


def test_quiet_opponents_do_not_greet() -> None:
    play = ("play", "castle-combo", "--against", "old-berthold", "--cards", "app", "--seed", "3")
    assert "Old Berthold: “" in solo(*play, answers="/quit\n").out
    solo("quiet", "on")
    assert "Old Berthold: “" not in solo(*play, answers="/quit\n").out


def test_a_game_of_a_season_has_its_opponent_and_the_other_settings() -> None:
    game, tables = game_named("castle-combo"), tables_of("castle-combo")
    asking = questions.settings_page(game, tables, None, "en", "marshal:calm")
    page = next(asking)
    assert isinstance(page, Choose)
    assert [option.id for option in page.options][:2] == ["start", "first"]
    asking.close()
    again = questions.settings_page(game, tables, None, "en", "marshal:calm")
    wishes = answered(again, "cards>", "start")
    assert isinstance(wishes, Wishes)
    assert (wishes.against, wishes.cards) == (["marshal:calm"], "app")


@pytest.mark.parametrize("lang, said", [("en", "lies on your table"), ("nl", "ligt op jouw tafel")])
def test_the_app_draws_no_card_where_a_real_one_lies(home: Path, lang: str, said: str) -> None:
    play = ("play", "castle-combo", "--against", "old-berthold", "--cards", "table", "--lang", lang)
    out = solo(*play, answers="/app\njudge\n/quit\n").out
    assert said in out
    (save,) = saves(home)
    assert '"by":"app"' not in save.read_text()
