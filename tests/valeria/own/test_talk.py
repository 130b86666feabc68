"""The conversation about a person's own side: what is listed, asked and told."""

from __future__ import annotations

from typing import Any

import pytest

from automa.dialogue import Move, Refused
from automa.valeria.own import market, talk
from automa.valeria.state import State
from solo.showing.events import as_typed
from solo.words.names import in_list
from tests.valeria.own.table import a_table, acting, drafting
from tests.valeria.positions import Heard, hear, said


def turn(state: State, *answers: Any) -> Heard:
    return hear(talk.turn(state, state.you), *answers)


def offers(heard: Heard, place: int) -> dict[str, str]:
    """What there was to choose from, with what was told of it."""
    ask = heard.asks[place]
    assert isinstance(ask, Move)
    return {option.id: said(getattr(option, "detail", None) or "") for option in ask.options}


def test_what_can_be_afforded_is_listed_with_its_price_and_what_there_is() -> None:
    state = acting({"wood": 3, "gold": 1})
    state.opponent.tokens["manor"]["nor-high"] = 1
    state.opponent.tokens["manor"]["penumbra"] = 2
    heard = turn(state, "manor", "3", "nor-high", "soldier")
    assert said(heard.asks[0].text) == (
        "Your turn, with gold\u00a0×3 to spend. You have 3 wood and 1 gold. What do you do?"
    )
    assert offers(heard, 0).keys() == {"manor", "harvest", "wharf"}
    assert offers(heard, 0)["manor"] == "from 3 wood"
    assert "penumbra" not in offers(heard, 2)
    assert offers(heard, 2)["nor-high"] == "3 wood and 1 gold"
    assert said(heard.told("valeria.you.manor")) == (
        "You build Architect's Manor in Nor High: pay 3 wood and 1 gold."
    )
    assert heard.asked[-1] == "valeria.own.due.push-from"


def test_a_die_of_the_pool_says_what_it_gives_and_which_action_gains_from_it() -> None:
    state = drafting(pool={"wood": 2, "magic": 1, "gold": 3, "influence": 1})
    heard = hear(talk.draft(state, state.you), "wood")
    assert offers(heard, 0) == {
        "wood": "×2: 1 wood, Manor +1",
        "magic": "1 magic, Harvest +1 resource of your choice",
        "gold": "×3: 2 gold",
        "influence": "1 influence, Wharf +1",
    }


def test_a_manor_is_chosen_by_its_number_and_named_when_it_is_taken_back() -> None:
    state = acting({"wood": 3})
    conversation = talk.turn(state, state.you)
    next(conversation)
    ask = conversation.send("manor")
    assert isinstance(ask, Move)
    assert [option.name for option in ask.options][:3] == ["1", "2", "3"]
    assert said(as_typed(ask, "3")) == "Architect's Manor"


def test_where_a_citizen_goes_is_asked_with_the_guilds_there_and_not_with_the_price_of_the_card() -> None:
    heard = turn(acting({"food": 1}, dice=["gold"]), "recruit monk", "penumbra", "holy", "miner")
    assert offers(heard, 1)["penumbra"] == "Shadow and Holy"


def test_a_whole_turn_in_one_line_is_one_question() -> None:
    state = acting({"stone": 2, "gold": 6}, dice=["gold", "wood"])
    heard = turn(state, "temple penumbra gold, statue penumbra holy")
    assert heard.asked == ["valeria.own.turn"]
    assert state.you.monuments == {"statue": "penumbra"}
    assert not state.turn.phase


def test_a_turn_ends_by_itself_when_nothing_more_can_be_paid_for() -> None:
    heard = turn(acting({"stone": 2}, dice=["gold", "wood"]), "temple penumbra gold")
    assert heard.asked == ["valeria.own.turn"]


def test_anything_else_is_asked_while_something_can_be_paid_for_unless_there_was_a_full_stop() -> None:
    goods = {"stone": 2, "gold": 6}
    assert turn(acting(goods), "temple penumbra gold", "end").asked == [
        "valeria.own.turn",
        "valeria.own.more",
    ]
    assert turn(acting(goods), "temple penumbra gold.").asked == ["valeria.own.turn"]


def test_the_bonus_comes_first_and_all_gains_are_told_with_the_sum() -> None:
    state = acting({"stone": 1}, dice=["stone"], shadow=1, worker=0)
    heard = turn(state, "temple penumbra stone")
    assert heard.lines() == [
        "The stone die: first gain 1 stone.",
        "You build a Temple in Penumbra: pay 2 stone.",
        "You gain influence: Shadow from 1 to 3 and Holy from 0 to 2.",
        "You cross a line on the Shadow track.",
        "You gain 2 gold; now you have 2 gold.",
    ]
    assert heard.told("valeria.bonus-die").seat == state.you.seat.id  # done by you, like all of this


def test_several_pushes_are_one_question_that_takes_one_line() -> None:
    state = acting(dice=["influence", "influence", "wood"])
    heard = turn(state, "harvest wood", "worker holy holy")
    assert said(heard.asks[1].text) == "3 pushes: on which tracks?"
    assert (state.you.influence["worker"], state.you.influence["holy"]) == (1, 2)


def test_pushes_that_go_on_one_track_are_asked_as_such_with_what_gives_them() -> None:
    state = acting({"food": 1}, dice=["gold"])
    market.open_market(state).lines["pink"][0] = "guard"
    heard = turn(state, "recruit guard penumbra holy", "miner", "wood", "worker")
    assert said(heard.asks[3].text) == "Guard: 2 pushes on one track, which?"
    state = acting({"stone": 2}, dice=["gold"], manors={"4": "iron-pit"})
    heard = turn(state, "temple penumbra", "holy")
    assert said(heard.asks[1].text) == "Priest's Manor: a push, on which track?"
    assert heard.offered(1) == ["shadow", "holy"]


def test_a_word_that_means_nothing_is_refused_with_what_is_asked_for() -> None:
    with pytest.raises(Refused) as refused:
        turn(acting({"wood": 3}, dice=["gold"]), "castle")
    assert "Manor, Harvest and Wharf" in said(refused.value.text)


def test_a_sale_is_offered_with_what_can_be_sold_and_what_it_brings() -> None:
    state = acting({"wood": 1, "food": 1}, dice=["gold"])
    icons = market.open_market(state).icons
    icons["vp"], icons["influence"] = ("wood", "wood", "wood"), ("wood", "food", "stone")
    heard = turn(state, "wharf", "sell", "wood", "vp", "end")
    assert offers(heard, 1)["sell"] == "wood and food, for VP, gold or influence"
    assert offers(heard, 3) == {"vp": "1 VP and 1 gold", "influence": "1 influence", "gold": "2 gold"}


def test_what_does_not_fit_is_told_as_lost() -> None:
    state = drafting({"gold": 6}, pool={"gold": 1, "wood": 1})
    heard = hear(talk.draft(state, state.you), "gold")
    assert heard.lines()[-1] == "Your tracks have no room for 2 gold: lost."


def test_a_draft_asks_only_for_the_die_where_no_citizen_trades() -> None:
    state = drafting(pool={"gold": 2, "wood": 1})
    assert hear(talk.draft(state, state.you), "wood").asked == ["valeria.own.draft"]


def test_citizens_that_trade_are_asked_about_while_they_can_be_paid() -> None:
    state = drafting({"gold": 1}, pool={"gold": 1, "wood": 1}, cards=["artificer", "bishop"])
    heard = hear(talk.draft(state, state.you), "gold", "artificer", "end")
    assert heard.asked == ["valeria.own.draft", "valeria.own.trade", "valeria.own.trade"]
    assert state.you.points == {"citizens": 1}
    told = {option.id: option.told_there for option in heard.asks[1].options}
    assert told == {"artificer": False, "bishop": False, "end": True}  # what they cost is not cut off there


def test_the_card_that_is_turned_up_after_a_recruit_is_asked_once() -> None:
    state = acting({"food": 1}, dice=["gold"])
    heard = turn(state, "recruit monk iron-pit shadow", "miner")
    assert heard.asked == ["valeria.own.turn", "valeria.reveal"]
    assert market.open_market(state).lines["pink"] == ["prefect", "priestess", "thief", "miner"]


@pytest.mark.parametrize("line", ["wsf mmw fss", "hsv, mmh, vss", "HSV MMH VSS"])
def test_the_wharf_card_is_asked_once_by_its_icons_in_english_or_dutch(line: str) -> None:
    state = a_table()
    heard = hear(market.turn_up(state), line)
    assert market.open_market(state).icons == {
        "buy": ("wood", "stone", "food"),
        "vp": ("magic", "magic", "wood"),
        "influence": ("food", "stone", "stone"),
    }
    assert in_list(heard.asks[0].options) == [] and not heard.tells


def test_a_wharf_card_that_the_app_draws_is_told() -> None:
    heard = hear(market.turn_up(a_table()), lambda ask: ask.options[0].id)
    assert heard.lines() == [
        "The wharf card: buy stone, magic and food; sell food, food and magic for VP; "
        "sell wood, magic and wood for Influence or gold."
    ]


def test_what_is_typed_for_things_is_the_same_all_game() -> None:
    """Faces and goods go by their numbers, districts and tracks by letters."""
    heard = turn(
        acting({"wood": 4, "gold": 6}, dice=["stone", "gold"]), "manor", "1", "penumbra", "stone", "end"
    )
    marks = [{option.id: option.mark for option in heard.asks[each].options} for each in (0, 2, 3)]
    assert {"manor": "1", "harvest": "4", "wharf": "5"}.items() <= marks[0].items()
    assert [marks[1][id] for id in ("anchorage", "penumbra", "iron-pit")] == ["a", "d", "f"]
    assert marks[2] == {"stone": "2", "gold": "5"}


def test_the_district_of_a_ship_is_not_taken_for_a_road_when_it_is_taken_back() -> None:
    state = acting(ship=["luna-grove", "penumbra"], cards=["smuggler"])
    conversation = talk.reset(state, state.you)
    ask = next(conversation)
    assert isinstance(ask, Move) and "luna-grove" in [option.id for option in ask.options]
    assert said(as_typed(ask, "luna-grove")) == "Luna Grove"
