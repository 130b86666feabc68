"""Setting right what drifted: nothing is lost, and what cannot be is refused."""

from __future__ import annotations

from typing import Any

import pytest

from automa.dialogue import Refused
from automa.methoni import fixes, rules
from automa.methoni.state import State
from solo.words.sentences import Words
from tests.methoni.conserved import conserved
from tests.methoni.positions import a_player, a_table


def put(table: State, key: str, answer: Any) -> None:
    correction = next(each for each in fixes.corrections(table) if each.key == key)
    correction.put(correction.ask.check(answer))
    assert conserved(table) == []


def refusal(table: State, key: str, answer: Any) -> str:
    before = repr([(each.key, each.value) for each in fixes.corrections(table)])
    with pytest.raises(Refused) as refused:
        put(table, key, answer)
    assert repr([(each.key, each.value) for each in fixes.corrections(table)]) == before
    return Words.of("en", ["methoni"]).plain(refused.value.text)


def domain() -> State:
    return a_table(domains=[{"owner": "evan", "spaces": "c3 c4", "houses": "jerry", "villas": "evan"}])


def test_ducats_come_from_the_bank_and_never_add_up_to_more_than_70() -> None:
    table = a_table()
    put(table, "ducats.jerry", 23)
    assert table.bank == 1
    assert refusal(table, "ducats.jerry", 25) == "It must be from 0 to 24; you entered 25."
    asked = Words.of("en", ["methoni"]).plain(fixes.corrections(table)[0].ask.text)
    assert asked == "How many ducats has Jerry? Of 70 in all, 46 are with the others and on markets."
    refusal(table, "ducats.jerry", 71)


def test_a_wall_is_put_up_or_taken_down() -> None:
    table = a_table(walls="a1-a2")
    put(table, "wall", "a1-a2")
    assert not table.walls and table.supply == 30
    put(table, "wall", "b4-b5")
    assert table.supply == 29


def test_a_wall_put_right_may_be_the_last_one_or_not_have_been() -> None:
    table = a_table()
    while table.supply > 1:
        closes_nothing = next(each for each in table.island.borders if rules.harmless(table) & each.bit)
        put(table, "wall", closes_nothing.id)
    assert not table.last_wall
    last = next(each for each in table.island.borders if rules.harmless(table) & each.bit).id
    for is_last in (True, False):
        put(table, "wall", last)
        assert table.last_wall is is_last


def test_a_wall_that_closes_or_stands_around_a_domain_is_refused() -> None:
    assert "play it as a card" in refusal(a_table(walls="a1-a2 a1-b2"), "wall", "a1-sea")
    assert "closes a Domain" in refusal(domain(), "wall", "c2-c3")


def test_houses_on_open_land_are_set_all_at_once_and_no_more_than_there_are() -> None:
    table = a_table(houses={"b4": "jerry jerry"})
    put(table, "houses.jerry", {"b5": 1, "a1": 2})
    assert a_player(table, "jerry").houses == 12
    refusal(table, "houses.jerry", {"b5": 16})


def test_owner_and_buildings_of_a_domain() -> None:
    table = domain()
    put(table, "owner.c3", "jerry")
    assert a_player(table, "jerry").towers == 3 and a_player(table, "evan").towers == 4
    put(table, "houses.c3.jerry", 3)
    put(table, "villas.c3.evan", 0)
    refusal(table, "villas.c3.evan", 6)
    a_player(table, "andrew").towers = 0
    with pytest.raises(Refused):
        put(table, "owner.c3", "andrew")


def test_a_person_may_tell_the_app_objective_and_hand() -> None:
    table = a_table()
    put(table, "objective.jerry", ["desert", "forest", "fields"])
    put(table, "hand.jerry", {"desert": 3, "market": 2})
    assert a_player(table, "jerry").hand == ["desert", "desert", "desert", "market", "market"]
    refusal(table, "hand.jerry", {"desert": 3})
