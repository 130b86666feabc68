"""The citizen lines and the wharf card: slide, refill, discard two, shuffle."""

from __future__ import annotations

from random import Random

import pytest

from automa.dialogue import Refused
from automa.valeria.own import market
from automa.valeria.rules.effects import apply
from automa.valeria.rules.turn import TURN
from automa.valeria.steps import Buy
from automa.valeria.tables import BACKS, ROWS
from tests.valeria.own.table import a_table, acting, do
from tests.valeria.positions import RIVAL, at_random, hear, said, tables


def test_the_price_is_that_of_the_place_from_the_edge_to_the_centre() -> None:
    state = a_table()
    assert [market.food_for(state, id) for id in ("monk", "prefect", "priestess", "thief")] == [1, 2, 2, 3]
    market.take_card(state, "monk")
    assert [market.food_for(state, id) for id in ("prefect", "priestess", "thief")] == [1, 2, 2]


def test_in_the_reset_phase_the_two_outermost_leave_and_two_come_at_the_centre() -> None:
    state = a_table()
    market.clear(state, 2)
    hear(market.refill(state), "miner", "guard", "builder", "engineer")
    lines = market.open_market(state).lines
    assert lines == {
        "pink": ["priestess", "thief", "miner", "guard"],
        "blue": ["cleric", "cook", "builder", "engineer"],
    }
    assert market.open_market(state).discarded == {"pink": ["monk", "prefect"], "blue": ["abbot", "bishop"]}


def test_a_card_that_was_seen_cannot_be_turned_up_again_before_the_deck_is_shuffled() -> None:
    state = a_table()
    state.you.cards = ["miner"]
    market.open_market(state).discarded["pink"] = ["guard"]
    assert not {"miner", "guard", "monk"} & set(market.deck(state, "pink"))
    assert len(market.deck(state, "pink")) == 14 - 6


def test_when_a_deck_is_used_up_its_discards_are_shuffled() -> None:
    state = a_table()
    found = market.open_market(state)
    found.discarded["pink"] = market.deck(state, "pink")
    left = set(found.discarded["pink"])
    market.take_card(state, "thief")
    state.you.cards.append("thief")
    heard = hear(market.refill(state), at_random(Random(1)))
    assert found.lines["pink"][-1] in left
    assert heard.lines()[0] == "The pink deck is used up: shuffle its discards."
    assert (found.discarded["pink"], found.shuffled) == ([], {"pink": 1, "blue": 0})


def test_with_every_card_taken_a_line_stays_short() -> None:
    state = a_table()
    found = market.open_market(state)
    found.lines["pink"] = ["monk"]
    state.you.cards = [id for id, each in state.citizens.items() if each.back == "pink" and id != "monk"]
    hear(market.refill(state))
    assert found.lines["pink"] == ["monk"]


def test_every_wharf_card_has_an_icon_for_each_column_and_every_resource_as_often_on_each_row() -> None:
    cards = tables().wharf.card.values()
    for row in ROWS:
        icons = [icon for card in cards for icon in getattr(card, row)]
        assert {icons.count(kind) for kind in set(icons)} == {len(icons) // 4}
    assert len(cards) >= 6


def test_the_app_turns_up_each_wharf_card_of_ours_once() -> None:
    state = a_table()
    for _ in tables().wharf.card:
        hear(market.turn_up(state), lambda ask: ask.options[0].id)
    assert sorted(market.open_market(state).wharf) == sorted(tables().wharf.card)


@pytest.mark.parametrize("line", ["wsf mmw", "wsf mmw fsx", "ws mmw fss", "wsfm mmwf fssw", ""])
def test_icons_that_no_card_can_have_are_refused(line: str) -> None:
    with pytest.raises(Refused):
        hear(market.turn_up(a_table()), line)


def test_with_four_players_a_row_has_four_icons() -> None:
    state = a_table(4)
    hear(market.turn_up(state), "wsfm mmwf fssw")
    assert all(len(icons) == 4 for icons in market.open_market(state).icons.values())


def test_the_opponents_crates_go_on_the_rightmost_free_icons() -> None:
    state = a_table()
    market.cover(state, "influence", state.you, 1)
    market.cover(state, "influence", state.opponent)
    assert market.free_icons(state, "influence") == [(0, "stone")]
    assert market.open_market(state).covered["influence"] == {1: "you", 2: RIVAL}


def test_lines_start_with_four_cards_of_each_back() -> None:
    state = a_table()
    market.open_market(state).lines = {back: [] for back in BACKS}
    hear(market.refill(state), *[at_random(Random(place)) for place in range(8)])
    for back in BACKS:
        line = market.open_market(state).lines[back]
        assert len(set(line)) == 4 and {state.citizens[id].back for id in line} == {back}


def test_of_equal_icons_the_one_for_a_crate_can_be_said() -> None:
    state = acting({"gold": 2}, dice=["gold"])
    do(state, do="wharf")
    do(state, do="buy", kind="wood")
    assert market.open_market(state).covered["buy"] == {2: "you"}
    state = acting({"gold": 2}, dice=["gold"])
    do(state, do="wharf")
    apply(state, Buy("wood", 1))
    assert market.open_market(state).covered["buy"] == {0: "you"}
    assert said(TURN.why_not(state, Buy("wood", 1))) == "The buying row has wood free in column 3."
