"""Why a step cannot be taken now: every rule of a turn with the sentence that refuses."""

from __future__ import annotations

from automa.steps import Step
from automa.valeria.own import market
from automa.valeria.rules import effects
from automa.valeria.rules.turn import TURN, due_question, legal
from automa.valeria.state import Due, State
from automa.valeria.steps import (
    END,
    SKIP,
    Buy,
    Draft,
    Harvest,
    Leftover,
    Other,
    Push,
    Recruit,
    RecruitCard,
    Sail,
    Sell,
    Shipyard,
    Statue,
    Take,
    Temple,
    Trade,
)
from tests.valeria.own.table import acting, do, drafting
from tests.valeria.positions import a_table, said


def why(state: State, step: Step) -> str:
    return said(TURN.why_not(state, step))


def can(state: State, step: Step) -> bool:
    return TURN.why_not(state, step) is None


def untracked(**yours: object) -> State:
    """Your turn to act where goods are not tracked."""
    state = a_table(yours={"dice": ["wood", "gold", "gold"], **yours})
    effects.begin_action(state, state.you)
    return state


# When


def test_what_is_due_is_chosen_before_anything_else() -> None:
    state = acting({"gold": 6}, dice=["influence"])
    do(state, do="wharf")
    first = "Something has to be chosen first. A push: on which track?"
    for step in (
        Buy("wood"),
        Sail("penumbra", "nor-high"),
        Statue("holy", "penumbra"),
        Take("wood"),
        SKIP,
        END,
    ):
        assert why(state, step) == first
    assert can(state, Push("holy"))


def test_nothing_is_chosen_that_is_not_due() -> None:
    for step in (SKIP, Take("wood"), Leftover("gold")):
        assert why(acting(), step) == "Nothing of that kind is to be chosen now."
    assert why(acting(), Push("holy")) == "That gives no push: leave Holy out."


def test_a_die_is_drafted_once_and_before_citizens_trade() -> None:
    state = drafting({"gold": 2}, pool={"wood": 2}, cards=["bishop", "monk"])
    assert why(state, Trade("bishop")) == "Draft a die first; then citizens trade."
    do(state, do="draft")
    assert why(state, Draft("wood")) == "You have drafted your die already."
    assert why(state, Trade("monk")) == "Monk does not trade now."
    assert can(state, Trade("bishop"))
    assert why(acting(), Draft("gold")) == "No die is drafted now: begin with what you do."


def test_a_sub_action_is_taken_once_and_crates_come_before_it() -> None:
    state = acting({"wood": 6, "gold": 6}, dice=["gold"], ship="penumbra")
    do(state, do="wharf")
    do(state, do="sail", place="penumbra", to="nor-high")
    assert why(state, Sail("nor-high", "penumbra")) == "Sail is possible once for each action."
    do(state, do="shipyard", place="penumbra")
    assert why(state, Shipyard(place="iron-pit")) == "Ship is possible once for each action."
    assert why(state, Buy("wood")) == "Crates come before a Ship is built or sails."


def test_where_everything_is_tracked_nothing_is_added_by_hand() -> None:
    state = acting({"stone": 2, "gold": 6})
    do(state, do="temple", place="penumbra")
    assert why(state, Other("vp")) == "Everything is tracked in this game: set it right with /fix."


def test_when_a_turn_is_over_nothing_can_be_done() -> None:
    state = acting({"stone": 2})
    do(state, do="temple", place="penumbra")
    do(state, do="end")
    assert legal(state) == []


# What is due


def test_things_that_are_due_are_chosen_in_any_order() -> None:
    state = acting(dice=["magic"])
    do(state, do="harvest")
    assert {type(step) for step in legal(state)} == {Take, Push}


def test_what_leaves_no_choice_comes_before_other_things_that_are_due() -> None:
    """A Temple with the Priest's Manor, over the line for a resource, with room on two tracks or on one."""
    full = {"wood": 6, "stone": 6, "food": 5}
    state = acting(full, shadow=4, manors={"4": "iron-pit"})
    do(state, do="temple", place="penumbra")
    state.you.goods["stone"] = 6
    assert legal(state) == [Take("food"), Take("magic"), Push("shadow"), Push("holy")]
    state.you.goods["food"] = 6
    assert legal(state) == [Take("magic")]


def test_the_question_counts_pushes_on_any_track_together_and_nothing_else() -> None:
    state = acting(dice=["wood"], pool={"stone": 1}, manors={"2": "penumbra"})
    do(state, do="harvest")
    assert said(due_question(state)) == "2 pushes: on which tracks?"
    state.turn.dues = [Due("resource"), Due("resource")]
    assert said(due_question(state)) == "A resource of your choice: which?"


def test_a_push_is_on_one_of_the_tracks_that_it_is_for() -> None:
    state = acting({"stone": 2}, manors={"4": "iron-pit"})
    do(state, do="temple", place="penumbra")
    assert why(state, Push("worker")) == "Worker is not among the tracks for that push: Shadow and Holy."
    assert can(state, Push("holy"))


def test_goods_that_are_due_need_room_and_gold_only_comes_where_it_is_offered() -> None:
    state = acting({"wood": 6}, dice=["magic"])
    do(state, do="harvest")
    assert why(state, Take("gold")) == "That is a resource, not gold."
    assert why(state, Take("wood")) == "Your wood track is full."
    assert can(state, Take("stone"))
    state = acting({"wood": 3, "gold": 6})
    do(state, do="manor", what="7", place="penumbra")
    assert why(state, Take("gold")) == "Your gold track is full."
    state.you.goods["gold"] = 5
    assert can(state, Take("gold"))


def test_a_leftover_die_is_one_of_those_that_are_there() -> None:
    state = acting(dice=["wood"], pool={"stone": 1}, manors={"2": "penumbra"})
    do(state, do="harvest")
    assert why(state, Leftover("wood")) == "None of the leftover dice shows wood."
    assert can(state, Leftover("stone"))


# Cards and dice


def test_a_citizen_token_goes_with_the_card() -> None:
    state = acting({"food": 3})
    card = RecruitCard("gold", citizen="monk")
    assert why(state, card) == "A Citizen token goes with the card: say where."
    assert can(acting({"food": 3}, citizen=["penumbra"] * 4), card)


def test_where_the_lines_are_known_a_citizen_that_is_not_open_cannot_be_insisted_on() -> None:
    state, miner = acting({"food": 3}), Recruit("gold", citizen="miner")
    refused = TURN.why_not(state, miner, insist=True)
    assert said(refused) == "As far as the app knows, no Miner lies open."


def test_a_die_is_turned_to_another_face_only() -> None:
    state = acting(dice=["wood"], cards=["builder"])
    assert why(state, Harvest("wood", "wood")) == "That die shows wood already: leave that out."


# The wharf card, and prices


def test_a_crate_goes_on_a_free_icon_of_its_kind() -> None:
    state = acting({"gold": 3}, dice=["gold"])
    do(state, do="wharf")
    assert why(state, Buy()) == "Say which resource."
    assert why(state, Buy("food")) == "The buying row has no free icon with food."
    market.cover(state, "buy", state.opponent, 0)
    assert why(state, Buy("wood", 1)) == "The buying row has wood free in column 3."
    assert can(state, Buy("wood", 3)) and can(state, Buy("wood"))


def test_where_icons_are_not_tracked_none_is_named() -> None:
    state = untracked()
    effects.apply(state, TURN.understand(state, "wharf gold").steps[0])
    unknown = "The app does not follow the icons of the wharf card in this game: leave that out."
    for crate in (Buy("wood"), Buy(icon=1), Sell("vp", "wood")):
        assert why(state, crate) == unknown
    assert can(state, Buy())


def test_where_icons_are_not_tracked_a_full_row_is_not_offered() -> None:
    state = untracked()
    effects.apply(state, TURN.understand(state, "wharf gold").steps[0])
    state.opponent.crates["vp"] = 2
    assert Sell("vp") in legal(state)
    state.opponent.crates["vp"] = 3
    assert Sell("vp") not in legal(state)


def test_what_cannot_be_paid_is_refused_by_its_name_and_price() -> None:
    state = drafting({"gold": 1}, pool={"wood": 1}, cards=["artificer", "bishop"])
    do(state, do="draft")
    assert why(state, Trade("bishop")) == "Bishop costs 2 gold; you have 1 wood and 1 gold."
    state = acting({"gold": 1}, dice=["wood"], ship="penumbra")
    do(state, do="wharf")
    sail = Sail("penumbra", "nor-high")
    assert why(state, sail) == "Sail from Penumbra costs 2 gold; you have 1 gold."


def test_magic_is_said_only_where_goods_are_tracked_and_the_price_can_be_paid() -> None:
    temple = Temple("gold", place="penumbra", magic=1)
    assert why(untracked(), temple).startswith("Your goods are not tracked in this game")
    assert why(acting(), temple) == "Temple in Penumbra costs 2 stone; you have nothing."
    assert why(acting({"stone": 2}), temple).startswith("That cannot be paid with 1 magic")
    assert can(acting({"stone": 1, "magic": 1}), temple)
