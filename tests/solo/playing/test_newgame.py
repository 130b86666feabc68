"""Setting up: who sits where, and what is said of a wish that cannot be."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from automa.dialogue import Tell, Text
from solo.games import game_named
from solo.keeping.journal import Journal, SeatLine
from solo.playing import newgame
from solo.playing.newgame import Wishes
from solo.trouble import Trouble
from solo.words.sentences import Words
from tests.atable import a_driver, a_header, play_on, tables_of

GAME = game_named("castle-combo")
TABLES: Any = tables_of("castle-combo")


def seats(**wishes: Any) -> list[tuple[str, str, str]]:
    made = newgame.seats(GAME, TABLES, Wishes(**wishes))
    return [(seat.id, seat.name if isinstance(seat.name, str) else "", seat.opponent) for seat in made]


def trouble(**wishes: Any) -> str:
    with pytest.raises(Trouble) as caught:
        newgame.header(GAME, TABLES, Wishes(**wishes))
    return Words.of("en").plain(caught.value.text)


def test_with_no_wishes_you_play_against_the_first_opponent() -> None:
    assert seats() == [("you", "", ""), ("sister-amabel", "Sister Amabel", "sister-amabel")]


def test_empty_seats_go_to_opponents_that_are_not_there_yet() -> None:
    made = seats(players=4, against=["old-berthold"])
    assert [id for id, _, _ in made] == ["you", "old-berthold", "sister-amabel", "widow-pennyworth"]


def test_the_same_opponent_may_come_twice() -> None:
    assert seats(against=["marshal", "marshal"])[1:] == [
        ("marshal", "The Marshal", "marshal"),
        ("marshal-2", "The Marshal 2", "marshal"),
    ]


def test_a_person_may_be_called_like_an_opponent() -> None:
    made = seats(people=["Marshal", "Ann"], against=["marshal"])
    assert made == [
        ("marshal", "Marshal", ""),
        ("ann", "Ann", ""),
        ("marshal-2", "The Marshal", "marshal"),
    ]


def test_one_person_with_a_name_still_sits_in_your_seat() -> None:
    assert seats(people=[" Zoë "])[0] == ("you", "Zoë", "")


@pytest.mark.parametrize(
    ("wishes", "order"),
    [
        ({"seats": ["berthold", "you", "amabel"]}, ["old-berthold", "you", "sister-amabel"]),
        ({"seats": ["berthold"]}, ["old-berthold", "you"]),
        ({"seats": ["marshal", "me"], "against": ["amabel", "marshal"]}, ["marshal", "you", "sister-amabel"]),
        ({"seats": ["marshal", "jij", "marshal"]}, ["marshal", "you", "marshal-2"]),
        ({"seats": ["ben", "amabel", "ann"], "people": ["Ann", "Ben"]}, ["ben", "sister-amabel", "ann"]),
        ({"seats": ["Zoë"], "people": ["Zoë"], "players": 3}, ["you", "sister-amabel", "old-berthold"]),
    ],
)
def test_people_and_opponents_sit_in_any_order(wishes: dict[str, Any], order: list[str]) -> None:
    assert [id for id, _, _ in seats(**wishes)] == order


@pytest.mark.parametrize(
    ("first", "seat"), [("you", "you"), ("ik", "you"), ("berth", "old-berthold"), ("The Marshal", "marshal")]
)
def test_the_wished_first_player_is_in_the_header_and_begins(first: str, seat: str) -> None:
    header = a_header("castle-combo", against=["marshal", "old-berthold"], first=first)
    assert header.options["first"] == seat
    driver = newgame.driver(GAME, TABLES, Journal.in_memory(header))
    assert driver.setup.first == seat


def test_the_dummy_of_6_castles_begins_by_the_rules_and_that_is_told() -> None:
    driver = a_driver(a_header("six-castles", against=["dummy"]))
    play_on(driver, Random(1), 4)
    assert driver.script.state()["first"] == "dummy"
    assert any(isinstance(event, Tell) and event.id == "six-castles.begins" for event in driver.run.log)


def test_a_header_with_a_first_player_who_is_not_there_is_refused() -> None:
    header = a_header("castle-combo")
    header.options["first"] = "marshal"
    with pytest.raises(Trouble):
        newgame.driver(GAME, TABLES, Journal.in_memory(header))


def test_valeria_is_for_one_person_with_an_opponent_or_for_people_among_themselves() -> None:
    with pytest.raises(Trouble) as caught:
        a_header("valeria", people=["Ann", "Ben"], against=["mirela-quay"])
    assert caught.value.text.id == "trouble.shared"
    assert [seat.id for seat in a_header("valeria", people=["Ann", "Ben"], seats=["ben"]).seats] == [
        "ben",
        "ann",
    ]


def test_an_opponent_is_found_by_name_or_id_in_any_case() -> None:
    for wish in ("Old Berthold", "OLD-BERTHOLD", " old berthold "):
        assert newgame.opponent_named(GAME, TABLES, wish)[0].id == "old-berthold"


def test_a_level_is_the_first_unless_it_is_named() -> None:
    opponent, level = newgame.opponent_named(GAME, TABLES, "marshal")
    assert level == opponent.levels[0]
    assert newgame.opponent_named(GAME, TABLES, f"marshal:{level}") == (opponent, level)
    assert newgame.opponent_named(GAME, TABLES, "marshal:fel") == (opponent, "fierce")


@pytest.mark.parametrize(
    ("wishes", "said"),
    [
        ({"against": ["sister-amable"]}, "did you mean sister-amabel?"),
        ({"against": ["marshal:hard"]}, "The Marshal has no level hard; did you mean sharp?"),
        ({"against": ["old-berthold:easy"]}, "Old Berthold has no level easy; there is none."),
        ({"players": 1}, "Castle Combo has 2 to 5 seats, not 1."),
        ({"against": ["marshal"] * 5}, "Castle Combo has 2 to 5 seats, not 6."),
        ({"against": ["marshal"] * 2, "players": 2}, "You named 3 players, but asked for 2 seats."),
        ({"people": ["Ann", "ann"]}, "Two people cannot both be called ann here"),
        ({"people": ["Ann", "You"]}, "Two people cannot both be called You here"),
        ({"first": "hedda"}, "Nobody called hedda sits at the table; there are you and sister-amabel."),
        ({"seats": ["you", "you"]}, "“you” is there twice; everybody has just one seat."),
        ({"seats": ["nobody"]}, "There is no opponent nobody"),
        ({"people": [" "]}, "“ ” cannot be a name"),
        ({"people": ["a\nb"]}, "“a b” cannot be a name"),
        ({"people": ["x" * 41]}, "cannot be a name"),
        ({"rulings": ["neighbor=best"]}, "There is no ruling neighbor; did you mean neighbour?"),
        ({"rulings": ["neighbour"]}, "A ruling is chosen as ID=VALUE, not as neighbour."),
        ({"rulings": ["neighbour=bset"]}, "The ruling neighbour cannot be bset; did you mean best?"),
        ({"dice": "tabel"}, "--dice cannot be tabel; did you mean table?"),
        ({"cards": "x"}, "--cards cannot be x; there are app and table."),
    ],
)
def test_a_wish_that_cannot_be_is_one_sentence_with_the_nearest(wishes: dict[str, Any], said: str) -> None:
    assert said in trouble(**wishes)


def test_rulings_are_the_defaults_and_what_was_changed() -> None:
    assert newgame.rulings(GAME, TABLES, [" neighbour = best "]) == {
        "neighbour": "best",
        "last-refill": "skip",
    }


def test_dice_that_are_not_in_the_box_are_rolled_by_the_app() -> None:
    options = newgame.header(GAME, TABLES, Wishes()).options
    assert (options["dice"], options["cards"]) == ("app", "table")


def test_a_demo_is_for_those_who_are_named() -> None:
    assert [seat.id for seat in newgame.demo_seats(GAME, TABLES, ["marshal", "old-berthold"])] == [
        "marshal",
        "old-berthold",
    ]


def test_a_demo_for_too_few_has_the_others_that_the_game_needs_as_a_game_at_the_table_has() -> None:
    marina = newgame.demo_seats(game_named("methoni"), tables_of("methoni"), ["marina"])
    assert marina[0].id == "marina-dandolo" and len({seat.id for seat in marina}) == 3


# A header that this version could not have written


def _without_seats(header: Any) -> None:
    header.seats = []


def _too_many_seats(header: Any) -> None:
    header.seats = [SeatLine(f"p{place}", "P") for place in range(9)]


def _a_seat_twice(header: Any) -> None:
    header.seats = [SeatLine("you", ""), SeatLine("you", "")]


def _unknown_opponent(header: Any) -> None:
    header.seats[1].opponent = "nobody"


def _unknown_level(header: Any) -> None:
    header.seats[1].level = "godlike"


def _unknown_option(header: Any) -> None:
    header.rulings["neighbour"] = "whatever"


def _unknown_ruling(header: Any) -> None:
    header.rulings["phase-of-the-moon"] = "full"


def _unknown_seat(header: Any) -> None:
    header.seats[0].id = "yuo"


def _seat_of_another_player(header: Any) -> None:
    header.seats[1].id = "steward"


def _opponent_under_another_name(header: Any) -> None:
    header.seats[1].opponent = "Marshal"


def _person_with_a_level(header: Any) -> None:
    header.seats[0].level = "hard"


def _unknown_roller(header: Any) -> None:
    header.options["dice"] = "grandmother"


@pytest.mark.parametrize(
    "spoil",
    [
        _without_seats,
        _too_many_seats,
        _a_seat_twice,
        _unknown_opponent,
        _unknown_level,
        _unknown_option,
        _unknown_ruling,
        _unknown_seat,
        _seat_of_another_player,
        _opponent_under_another_name,
        _person_with_a_level,
        _unknown_roller,
    ],
)
def test_a_save_that_this_version_cannot_seat_is_trouble(spoil: Any) -> None:
    header = a_header("castle-combo", against=["marshal"])
    spoil(header)
    with pytest.raises(Trouble) as caught:
        newgame.driver(GAME, TABLES, Journal.in_memory(header))
    assert Words.of("en", strict=True).plain(caught.value.text)
    assert isinstance(caught.value.text, Text)


def test_a_ruling_that_came_later_takes_its_default() -> None:
    header = a_header("castle-combo")
    header.rulings = {}
    driver = newgame.driver(GAME, TABLES, Journal.in_memory(header))
    assert driver.setup.rulings == newgame.rulings(GAME, TABLES, ())


@pytest.mark.parametrize(
    ("game", "against", "name"),
    [
        ("methoni", ["the-doge", "the-doge"], "De Doge"),
        ("castle-combo", ["de maarschalk"], "De Maarschalk"),
        ("six-castles", ["koning"], "Koning Sancho"),
    ],
)
def test_a_dutch_game_calls_opponents_by_their_dutch_titles(game: str, against: list[str], name: str) -> None:
    made = newgame.header(game_named(game), tables_of(game), Wishes(against=against, lang="nl"))
    assert [seat.name for seat in made.seats if seat.opponent] == [name, f"{name} 2"][: len(against)]
    english = newgame.header(game_named(game), tables_of(game), Wishes(against=against))
    assert name not in [seat.name for seat in english.seats]
