"""People among themselves: refereed to the final sheet, with two to five of them."""

from __future__ import annotations

from random import Random

import pytest

from automa.dialogue import TABLE, Ask, converse
from automa.game import Seat, Setup
from automa.valeria import GAME, rules
from automa.valeria.game import first_player
from automa.valeria.rules import effects
from automa.valeria.steps import Leftover
from solo.playing.chance import Seeded
from solo.playing.lab import play_out
from tests.atable import a_driver, a_header, play_on
from tests.valeria.conserved import conserved
from tests.valeria.own.table import a_table, has
from tests.valeria.positions import said, tables
from tests.valeria.recount import valeria


def seats(count: int) -> list[Seat]:
    return [Seat(f"p{place}", f"P{place}") for place in range(1, count + 1)]


@pytest.mark.parametrize("track", ["light", "all"])
@pytest.mark.parametrize("count", [2, 3, 4, 5])
def test_a_game_of_people_is_refereed_to_a_sheet_that_an_independent_recount_confirms(
    count: int, track: str
) -> None:
    script = GAME.script(Setup(seats(count), tables(), {}, "app", track))
    random = Random(count)

    def answer(ask: Ask) -> object:
        assert conserved(script.table) == []
        return ask.legal(random)

    sheet = converse(script.play(), answer)  # type: ignore[arg-type]
    assert {column.seat: column.total for column in sheet.columns} == valeria(script.state())
    assert len(sheet.columns) == count


def test_four_players_of_the_stand_in_play_a_whole_game() -> None:
    sheet = play_out(GAME, Setup(seats(4), tables(), {}, "app", "all"), 1)
    assert all(column.total > 60 for column in sheet.columns)


@pytest.mark.parametrize(("count", "dice", "keeps"), [(2, 9, 4), (3, 12, 3), (4, 15, 2), (5, 18, 1)])
def test_dice_and_keeps_by_the_number_of_players(count: int, dice: int, keeps: int) -> None:
    script = GAME.script(Setup(seats(count), tables(), {}, "app", "all"))
    chance, random, places = Seeded(5), Random(5), dict[str, int]()
    talk = script.play()
    item = next(talk)
    while not (isinstance(item, Ask) and item.id == "valeria.pool"):
        said_so = None
        if isinstance(item, Ask):
            places[item.stream] = places.get(item.stream, 0) + 1
            said_so = chance.draw(item, places[item.stream]) if item.to == TABLE else item.legal(random)
        item = talk.send(said_so)
    assert script.table.dice == dice
    assert sum(script.table.keeps.values()) == keeps
    assert len([side for side in script.table.people if side.manors]) == count


@pytest.mark.parametrize(("count", "added"), [(2, 4), (3, 4), (4, 0), (5, 0)])
def test_a_keep_is_added_in_each_reset_phase_with_two_or_three_players_only(count: int, added: int) -> None:
    script = GAME.script(Setup(seats(count), tables(), {}, "app", "light"))
    converse(script.play(), lambda ask: ask.legal(Random(ask.id)))
    assert sum(script.table.keeps.values()) == (6 - count) + added


def test_first_manors_go_counter_clockwise_from_the_right_of_the_first_player() -> None:
    script = GAME.script(Setup(seats(3), tables(), {}, "table", "light"))
    talk, asked = script.play(), list[str]()
    item = next(talk)
    while len(asked) < 3:
        reply = None
        if isinstance(item, Ask):
            if item.id == "valeria.setup.manor":
                asked.append(item.to)
            reply = item.legal(Random(1))
        item = talk.send(reply)
    assert asked == ["p3", "p2", "p1"]


def test_the_scepter_goes_round_clockwise_whoever_leads() -> None:
    state = a_table(3)
    state.people[0].gain("other", 50)
    first, why = first_player(state)
    assert (first, said(why[0])) == ("p1", "The Scepter goes round clockwise.")
    state.first = "p2"
    assert first_player(state)[0] == "p0"


def test_prices_count_the_pieces_of_everybody_and_a_star_holds_one_token() -> None:
    state = a_table(3)
    for side in state.people:
        side.place("temple", "penumbra")
    assert rules.cost_of(state, "temple", "penumbra") == {"stone": 2, "gold": 3}
    state.people[1].influence["holy"], state.people[2].influence["holy"] = 11, 12
    state.people[0].influence["holy"] = 10
    assert rules.push(state, state.people[0], "holy").after == 13


def test_a_game_of_four_can_be_stopped_and_undone_like_any_other() -> None:
    names = ["Ann", "Bob", "Cleo", "Dirk"]
    driver = a_driver(a_header("valeria", people=names, track="all"))
    play_on(driver, Random(2), steps=60)
    before = driver.script.state()
    driver.undo(5)
    assert driver.script.state() != before
    driver.redo(5)
    assert driver.script.state() == before
    assert {seat.name for seat in driver.setup.seats} == set(names)


def test_a_token_on_the_last_ordinary_space_is_stuck_when_others_have_every_star() -> None:
    state = a_table(4)
    for side, space in zip(state.people, (10, 11, 12, 13), strict=True):
        side.influence["holy"] = space
    assert not rules.can_move(state, state.people[0], "holy")
    state.people[3].influence["holy"] = 9
    assert rules.can_move(state, state.people[0], "holy")


def test_in_the_reset_phase_each_person_gets_what_their_own_citizens_give() -> None:
    state = a_table(2)
    ann, bob = state.people
    bob.cards, state.pool["gold"] = ["peasant"], 1
    effects.begin_reset(state, bob)
    effects.apply(state, Leftover("gold"))
    has(ann)
    has(bob, gold=2)
