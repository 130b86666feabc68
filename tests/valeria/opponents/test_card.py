"""What the opponent does with each icon of its card, in ordinary and in odd positions."""

from __future__ import annotations

import pytest

from automa.dialogue import CORRECTED, Roll
from automa.valeria.opponents import card
from automa.valeria.opponents.card import (
    crates_earned,
    first_wanted,
    lowest_tracks,
    monument_choice,
    ship_to_sail,
)
from automa.valeria.rules import push
from automa.valeria.state import Die, State
from automa.valeria.tables import DiceAction, Face, Piece
from tests.valeria.positions import RIVAL, Heard, a_table, hear, said, tables

PRIORITIES: tuple[Face, ...] = ("stone", "influence", "magic", "gold", "food", "wood")


def act(state: State, action: DiceAction, *answers: object) -> Heard:
    return hear(card.act(state, action), *answers)


# Draft


def test_it_drafts_the_die_highest_on_its_list() -> None:
    """Solo rulebook, Draft Phase: the topmost icon that is in the pool."""
    face, why = first_wanted(PRIORITIES, {"wood": 4, "gold": 1, "food": 4})
    assert face == "gold"
    assert said(why[1]) == "Not in the pool: stone, influence and magic."


def test_it_takes_its_least_wanted_die_if_there_is_no_other() -> None:
    assert first_wanted(PRIORITIES, {"wood": 2})[0] == "wood"


def test_an_influence_die_is_a_push_on_its_lowest_track() -> None:
    state = a_table(theirs={"worker": 2, "soldier": 1, "shadow": 3, "holy": 2})
    state.pool["influence"] = 1
    heard = hear(card.draft(state))
    assert state.opponent.influence["soldier"] == 2
    assert heard.ids == ["valeria.opponent-drafts", "valeria.pushes"]


def test_other_dice_give_it_nothing() -> None:
    state = a_table()
    state.pool["gold"] = 1
    hear(card.draft(state))
    assert set(state.opponent.influence.values()) == {0}
    assert state.opponent.score == 0


def test_three_tied_for_lowest_roll_four_is_soldier() -> None:
    """Solo rulebook, Flow of the Game: A, B and C on the tied tracks, a 4 moves Soldier."""
    state = a_table(theirs={"holy": 1})
    hear(card.push_lowest(state, 1), 4)
    assert state.opponent.influence == {"worker": 0, "soldier": 1, "shadow": 0, "holy": 1}


def test_two_tied_for_lowest_roll_three_is_worker_and_takes_both_pushes() -> None:
    """Solo rulebook, Bonus Wharf Action: Worker and Shadow tie, a 3 picks Worker for both pushes."""
    state = a_table(theirs={"soldier": 3, "holy": 4})
    hear(card.push_lowest(state, 2), 3)
    assert state.opponent.influence["worker"] == 2
    assert state.opponent.influence["shadow"] == 0


def test_a_tie_of_four_rolls_again_on_five_and_six() -> None:
    state = a_table()
    heard = hear(card.push_lowest(state, 1), 5, 6, 4)
    assert state.opponent.influence["holy"] == 1
    assert heard.asked == ["selector.roll"] * 3


def test_the_track_itself_may_be_said_instead_of_the_roll() -> None:
    state = a_table(theirs={"holy": 1})
    heard = hear(card.push_lowest(state, 1), "shadow")
    assert state.opponent.influence["shadow"] == 1
    assert "Entered at the table: C = Shadow." in heard.why()


# Dice actions


def test_the_district_itself_may_be_said_even_one_that_no_face_gives() -> None:
    """The Rounds diagram of the first round has three districts; the card in your box is right."""
    state = a_table()
    heard = act(state, "temple", "iron-pit")
    assert state.opponent.tokens["temple"]["iron-pit"] == 1
    assert "Entered at the table: Iron Pit." in heard.why()
    (ask,) = heard.asks
    assert isinstance(ask, Roll)
    assert ask.gives[3] == "bazani-gate"
    assert ask.read_off == ["charts.round.1.face"]


def test_the_place_in_the_line_of_citizens_may_be_said() -> None:
    state = a_table()
    heard = act(state, "recruit", "blue-4", lambda ask: ask.options[0].id, 1, 1)
    assert "Entered at the table: the blue card nearest the centre." in heard.why()


def test_manor_by_the_rounds_diagram_and_a_push_on_both_guilds() -> None:
    state = a_table(round=3)
    act(state, "manor", 3)
    assert state.opponent.tokens["manor"]["nor-high"] == 1
    assert state.opponent.influence == {"worker": 0, "soldier": 1, "shadow": 0, "holy": 1}


def test_temple_gives_two_pushes_on_both_guilds() -> None:
    state = a_table(round=3)
    act(state, "temple", 5)
    assert state.opponent.tokens["temple"]["penumbra"] == 1
    assert state.opponent.influence == {"worker": 0, "soldier": 0, "shadow": 2, "holy": 2}


def test_recruit_pushes_the_cards_guild_then_the_higher_of_the_districts_two() -> None:
    state = a_table(round=1, theirs={"worker": 1, "soldier": 2})
    heard = act(state, "recruit", 1, "monk", 3)
    assert state.opponent.cards == ["monk"]
    assert state.opponent.influence == {"worker": 1, "soldier": 3, "shadow": 0, "holy": 1}
    assert state.opponent.tokens["citizen"]["bazani-gate"] == 1
    assert heard.asked == ["valeria.roll.draft", "valeria.opponent-citizen", "valeria.roll.district"]


def test_recruit_asks_only_for_citizens_of_the_line_it_takes_from() -> None:
    state = a_table()
    heard = act(state, "recruit", 6, "abbot", 1, 1)
    citizens = tables().citizens.citizen
    assert {citizens[id].back for id in heard.offered(1)} == {"blue"}
    assert heard.asks[1].stream == "blue citizens deck"


def test_the_push_of_the_card_counts_when_the_higher_token_is_looked_for() -> None:
    state = a_table(round=1)
    act(state, "recruit", 1, "captain", 3)
    assert state.opponent.influence["soldier"] == 2


def test_no_instant_and_no_power_for_the_opponent() -> None:
    state = a_table(theirs={"worker": 5})
    act(state, "recruit", 1, "guard", 3)
    assert state.opponent.influence == {"worker": 6, "soldier": 1, "shadow": 0, "holy": 0}
    assert state.opponent.score == 0


def test_a_tie_for_highest_goes_to_the_selector() -> None:
    state = a_table(round=1)
    heard = act(state, "recruit", 1, "monk", 3, 6)
    assert state.opponent.influence["soldier"] == 1
    assert "the Selector Chart decides" in heard.why()


def test_a_tie_for_highest_can_be_ruled_to_the_left() -> None:
    state = a_table(round=1, rulings={"highest-tie": "leftmost"})
    act(state, "recruit", 1, "monk", 3)
    assert state.opponent.influence["worker"] == 1


def test_windmill_on_the_clockwise_road_without_influence() -> None:
    state = a_table(round=3)
    act(state, "windmill", 3)
    assert state.opponent.tokens["windmill"]["nor-high/penumbra"] == 1
    assert set(state.opponent.influence.values()) == {0}


def test_windmill_of_iron_pit_stands_beside_the_anchorage() -> None:
    state = a_table(round=5)
    act(state, "windmill", 6)
    assert state.opponent.tokens["windmill"]["iron-pit/anchorage"] == 1


def full_road(**rulings: str) -> State:
    road = "nor-high/penumbra"
    return a_table(
        round=3, yours={"windmill": [road, road, road]}, theirs={"windmill": road}, rulings=rulings
    )


def test_windmill_on_a_full_road_goes_to_the_next_clockwise() -> None:
    state = full_road()
    heard = act(state, "windmill", 3)
    assert state.opponent.tokens["windmill"]["penumbra/luna-grove"] == 1
    assert "is full" in heard.why()


def test_windmill_past_the_last_full_road_goes_on_with_the_first() -> None:
    """The districts stand in a circle: clockwise of Iron Pit come the Anchorage and Bazani Gate."""
    full = ["iron-pit/anchorage"] * 4
    state = a_table(round=5, yours={"windmill": full[1:]}, theirs={"windmill": full[:1]})
    act(state, "windmill", 6)
    assert state.opponent.tokens["windmill"]["anchorage/bazani-gate"] == 1


def test_windmill_on_a_full_road_can_be_ruled_out() -> None:
    state = full_road(**{"full-road": "nothing"})
    heard = act(state, "windmill", 3)
    assert sum(state.opponent.tokens["windmill"].values()) == 1
    assert heard.ids == ["valeria.road-full"]


def test_shipyard_places_a_ship_without_influence() -> None:
    state = a_table(round=2)
    act(state, "shipyard", 6)
    assert state.opponent.tokens["ship"]["iron-pit"] == 1
    assert set(state.opponent.influence.values()) == {0}


@pytest.mark.parametrize(
    ("action", "piece", "supply"),
    [("manor", "manor", 6), ("temple", "temple", 4), ("windmill", "windmill", 3), ("shipyard", "ship", 3)],
)
def test_out_of_tokens_nothing_is_placed_and_nothing_pushed(
    action: DiceAction, piece: Piece, supply: int
) -> None:
    place = "anchorage/bazani-gate" if piece == "windmill" else "anchorage"
    roads = ["bazani-gate/nor-high", "nor-high/penumbra", "penumbra/luna-grove"]
    state = a_table(theirs={piece: roads if piece == "windmill" else [place] * supply})
    heard = act(state, action, 1)
    assert heard.ids == ["valeria.out-of-tokens"]
    assert state.opponent.left(piece) == 0
    assert set(state.opponent.influence.values()) == {0}


def test_out_of_tokens_can_be_ruled_to_push_all_the_same() -> None:
    state = a_table(theirs={"temple": ["anchorage"] * 4}, rulings={"out-of-tokens": "influence"})
    act(state, "temple", 1)
    assert state.opponent.influence["worker"] == 2


def test_out_of_tokens_is_said_with_its_ruling() -> None:
    heard = act(a_table(theirs={"temple": ["anchorage"] * 4}), "temple", 1)
    assert heard.lines() == [
        "Oswin Bellfounder spends a die, but has no Temples left: nothing is built.",
    ]
    assert "Ruling: The opponent has no token left" in heard.why()
    ruled = a_table(theirs={"temple": ["anchorage"] * 4}, rulings={"out-of-tokens": "influence"})
    assert act(ruled, "temple", 1).lines() == [
        "Oswin Bellfounder spends a die, but has no Temples left to build; "
        "all the same Worker from 0 to 2 and Shadow from 0 to 2.",
    ]


def test_recruit_without_citizen_tokens_still_takes_the_card_and_its_push() -> None:
    state = a_table(theirs={"citizen": ["anchorage"] * 4})
    heard = act(state, "recruit", 1, "monk", 3)
    assert heard.lines()[1:] == ["Oswin Bellfounder has no Citizen left to place in Bazani Gate."]
    assert state.opponent.cards == ["monk"]
    assert state.opponent.influence == {"worker": 0, "soldier": 0, "shadow": 0, "holy": 1}


# What is told is enough to move the pieces


def test_each_dice_action_names_piece_place_and_how_far_each_token_goes() -> None:
    state = a_table(round=3, theirs={"soldier": 1})
    assert act(state, "manor", 3).lines() == [
        "Oswin Bellfounder spends a die and builds a Manor in Nor High: "
        "Soldier from 1 to 2 and Holy from 0 to 1."
    ]
    assert act(state, "temple", 5).lines() == [
        "Oswin Bellfounder spends a die and builds a Temple in Penumbra: "
        "Shadow from 0 to 2 and Holy from 1 to 3."
    ]
    assert act(state, "recruit", 6, "abbot", 1).lines() == [
        "Oswin Bellfounder spends a die and recruits Abbot, the rightmost card of the blue line "
        "(refill the line): Holy from 3 to 4.",
        "Oswin Bellfounder places a Citizen in Bazani Gate.",
        "Oswin Bellfounder gains influence: Soldier from 2 to 3.",
    ]
    assert act(state, "windmill", 3).lines() == [
        "Oswin Bellfounder spends a die and builds a Windmill on the road Nor High – Penumbra."
    ]
    assert act(state, "shipyard", 1).lines() == [
        "Oswin Bellfounder spends a die and builds a Ship in Bazani Gate."
    ]


def test_monument_and_bonus_name_them_too() -> None:
    state = gate_board()
    state.opponent.influence.update({"shadow": 5})
    state.opponent.dice = [Die("food"), Die("food"), Die("wood")]
    assert hear(card.monument(state, "gate")).lines() == [
        "Oswin Bellfounder builds its Gate at Nor High – Penumbra, worth 3 VP as things stand.",
        "Oswin Bellfounder gains influence: Shadow from 5 to 7.",
    ]
    assert hear(card.wharf(state, "influence", ("food", "magic", "gold")), 6).lines() == [
        "Oswin Bellfounder puts 2 crates on the Influence row, on the rightmost free icons.",
        "Oswin Bellfounder gains influence: Holy from 0 to 2.",
    ]
    assert hear(card.wharf(state, "vp", ("wood", "magic", "gold"))).lines() == [
        "Oswin Bellfounder puts 1 crate on the VP row, on the rightmost free icon.",
        "Oswin Bellfounder gains 1 VP.",
    ]
    state = a_table(round=3, theirs={"ship": "luna-grove"})
    assert hear(card.sail(state, 1), 3).lines() == [
        "Oswin Bellfounder sails a Ship from Luna Grove to Nor High."
    ]


def test_a_jump_and_a_token_that_cannot_go_on_are_told_as_such() -> None:
    state = a_table(yours={"worker": 11, "holy": 13}, theirs={"worker": 10, "holy": 12, "soldier": 13})
    assert said(push(state, state.opponent, "worker").text) == "Worker from 10 to ★2"
    assert said(push(state, state.opponent, "worker", 2).text) == "Worker from ★2 to ★3 (lost: 1)"
    assert said(push(state, state.opponent, "holy", 2).text) == "Holy stays on ★2 (lost: 2)"
    assert said(push(state, state.opponent, "soldier").text) == "Soldier stays on ★3 (lost: 1)"


def test_the_black_die_and_what_the_chart_says_are_among_the_reasons() -> None:
    state = a_table(round=3, theirs={"soldier": 3, "holy": 4})
    assert (
        "The black die shows 3: Nor High on the Rounds diagram of round 3."
        in act(state, "shipyard", 3).why().splitlines()
    )
    heard = act(state, "recruit", 5, "abbot", 1)
    assert (
        "The black die shows 5: the second card from the right in the blue line on the Draft diagram."
        in heard.why().splitlines()
    )
    heard = hear(card.push_lowest(state, 1), 3)
    assert "The black die shows 3: A = Worker." in heard.why().splitlines()
    assert "Ruling: Which option is A in a tie?" in heard.why()


# Stars, jumps and lines


def test_a_push_onto_a_taken_star_goes_on_to_the_next() -> None:
    state = a_table(yours={"worker": 11}, theirs={"worker": 10})
    hear(card.push(state, "worker", 1, []))
    assert state.opponent.influence["worker"] == 12


def test_a_push_below_the_top_star_that_is_taken_is_lost() -> None:
    state = a_table(yours={"worker": 13}, theirs={"worker": 12})
    heard = hear(card.push(state, "worker", 2, []))
    assert state.opponent.influence["worker"] == 12
    assert "Ruling: The chosen track cannot be pushed" in heard.why() and "the push is lost" in heard.why()


def test_it_takes_only_victory_points_from_lines() -> None:
    state = a_table(theirs={"worker": 2, "soldier": 8})
    heard = hear(card.push(state, "worker", 1, []))
    assert "valeria.line" not in heard.ids and state.opponent.score == 0
    heard = hear(card.push(state, "soldier", 1, []))
    assert "valeria.line" in heard.ids and state.opponent.score == 3


def test_blocked_tokens_count_as_lowest_unless_ruled_otherwise() -> None:
    top = {"worker": 13, "soldier": 13, "shadow": 13, "holy": 12}
    blocked = {"worker": 12, "soldier": 12, "shadow": 12, "holy": 13}
    state = a_table(yours=blocked, theirs=top)
    assert lowest_tracks(state, state.opponent)[0] == ["holy"]
    passing = a_table(yours=blocked, theirs={**top, "worker": 11}, rulings={"blocked-push": "next"})
    assert lowest_tracks(passing, passing.opponent)[0] == ["worker"]


def test_a_lost_push_is_explained_by_the_ruling_in_force_only() -> None:
    state = a_table(
        yours={"holy": 12}, theirs={"holy": 11, "worker": 13, "soldier": 13, "shadow": 13},
        rulings={"blocked-push": "next"},
    )  # fmt: skip
    heard = hear(card.push_lowest(state, 2))
    assert heard.lines() == ["Oswin Bellfounder gains influence: Holy from ★1 to ★3 (lost: 1)."]
    assert "passed over." in heard.why()
    assert "Ruling: The chosen track" not in heard.why()


# Monuments


def gate_board() -> State:
    """The board of the solo rulebook's gate example: the only one that gives 1, 2, 3, 2 and elsewhere 0."""
    return a_table(
        yours={"citizen": ["bazani-gate", "penumbra"]}, theirs={"citizen": ["nor-high", "penumbra"]}
    )


def test_gate_example_one_two_three_two() -> None:
    state = gate_board()
    best, why = monument_choice(state, "gate")
    assert best == ["nor-high/penumbra"]
    assert [said(line) for line in why[1:]] == [
        "The Anchorage – Bazani Gate: 1 VP (1 Citizen).",
        "Bazani Gate – Nor High: 2 VP (2 Citizens).",
        "Nor High – Penumbra: 3 VP (3 Citizens).",
        "Penumbra – Luna Grove: 2 VP (2 Citizens).",
        "Luna Grove – Iron Pit: 0 VP (0 Citizens).",
        "Iron Pit – The Anchorage: 0 VP (0 Citizens).",
    ]


def test_gate_pushes_its_highest_token_among_both_districts_twice() -> None:
    state = gate_board()
    state.opponent.influence.update({"worker": 9, "soldier": 4, "shadow": 5, "holy": 3})
    hear(card.monument(state, "gate"))
    assert state.opponent.influence == {"worker": 9, "soldier": 4, "shadow": 7, "holy": 3}


def test_an_occupied_place_leaves_the_second_best_and_a_tie_to_the_selector() -> None:
    state = gate_board()
    state.you.monuments["gate"] = "nor-high/penumbra"
    state.opponent.influence.update({"holy": 1})
    hear(card.monument(state, "gate"), 5)
    assert state.opponent.monuments["gate"] == "penumbra/luna-grove"
    assert state.opponent.influence["holy"] == 3


def test_nothing_to_gain_anywhere_is_a_tie_of_all_free_places() -> None:
    state = a_table()
    state.you.monuments["statue"] = "anchorage"
    heard = hear(card.monument(state, "statue"), 6, 1, 1)
    assert state.opponent.monuments["statue"] == "bazani-gate"
    assert state.opponent.influence["worker"] == 1
    assert len(heard.asks) == 3


def test_ward_tower_counts_manors_and_lighthouses_and_pushes_once() -> None:
    state = a_table(yours={"manors": {"1": "luna-grove", "6": "luna-grove"}}, theirs={"manor": "penumbra"})
    state.opponent.influence.update({"worker": 2})
    hear(card.monument(state, "ward-tower"))
    assert state.opponent.monuments["ward-tower"] == "luna-grove"
    assert state.opponent.influence["worker"] == 3


def test_lighthouse_goes_where_no_lighthouse_is_and_pushes_both_guilds() -> None:
    state = a_table(yours={"manors": {"6": "penumbra"}, "ship": ["penumbra", "penumbra", "luna-grove"]})
    hear(card.monument(state, "lighthouse"))
    assert state.opponent.monuments["lighthouse"] == "luna-grove"
    assert state.opponent.influence == {"worker": 1, "soldier": 0, "shadow": 0, "holy": 1}


def test_a_lighthouse_looks_at_the_board_before_its_sail_and_says_so() -> None:
    """Hedda builds it in round 5 and sails afterwards; Oswin's Gate of round 4 no Sail can change."""
    state = a_table(round=5, theirs={"ship": "penumbra"}, rival="hedda-varn")
    assert "Ruling: What counts when the opponent looks" in hear(card.monument(state, "lighthouse")).why()
    state = gate_board()
    state.opponent.influence.update({"shadow": 5})
    assert "Ruling: What counts when the opponent looks" not in hear(card.monument(state, "gate")).why()


def test_a_monument_that_stands_already_is_not_built_again() -> None:
    state = a_table(theirs={"gate": "nor-high/penumbra"})
    heard = hear(card.monument(state, "gate"))
    assert heard.ids == ["valeria.monument-again"]


def test_a_correction_under_a_tie_roll_is_taken_into_account() -> None:
    state = gate_board()
    state.you.monuments["gate"] = "nor-high/penumbra"
    talk = card.monument(state, "gate")
    ask = talk.send(None)
    assert ask.id == "selector.roll"
    state.opponent.tokens["citizen"]["penumbra"] = 2  # now one bridge is the best alone
    assert talk.send(CORRECTED).id == "selector.roll"
    told = talk.send(1)
    assert told.id == "valeria.opponent.monument"
    assert state.opponent.monuments["gate"] == "penumbra/luna-grove"


# Bonus


def test_sail_example_of_round_three() -> None:
    """Solo rulebook, Bonus Sail: 3 brings Luna Grove's Ship to Nor High, 5 Iron Pit's to Penumbra."""
    state = a_table(round=3, theirs={"ship": ["luna-grove", "iron-pit"]})
    hear(card.sail(state, 2), 3, 5)
    assert {district for district, count in state.opponent.tokens["ship"].items() if count} == {
        "nor-high", "penumbra",
    }  # fmt: skip


def test_ships_already_there_do_not_sail_and_without_another_nothing_happens() -> None:
    board = a_table().board
    assert ship_to_sail(board, {"nor-high": 2}, "nor-high") is None
    assert ship_to_sail(board, {"nor-high": 1, "bazani-gate": 1}, "nor-high") == "bazani-gate"
    state = a_table(round=3)
    heard = hear(card.sail(state, 1), 1)
    assert heard.ids == ["valeria.no-ship-to-sail"]
    assert "Ruling: No Ship of the opponent can sail" in heard.why()


def test_with_all_ships_there_already_the_book_itself_says_that_nothing_happens() -> None:
    state = a_table(round=3, theirs={"ship": ["bazani-gate", "bazani-gate"]})
    heard = hear(card.sail(state, 1), 1)
    assert state.opponent.tokens["ship"]["bazani-gate"] == 2
    assert "All its 2 Ships are in Bazani Gate already." in heard.why()
    assert "Ruling" not in heard.why()


def test_two_food_dice_both_count_for_a_food_icon() -> None:
    """Solo rulebook, Bonus Wharf: each die is judged alone, so two Food dice give two crates."""
    assert crates_earned(["food", "food", "wood"], ["food", "magic", "gold"]) == 2


def test_green_crates_push_the_lowest_track() -> None:
    state = a_table(theirs={"dice": ["food", "food", "wood"], "soldier": 3, "holy": 4})
    heard = hear(card.wharf(state, "influence", ("food", "magic", "gold")), 3)
    assert state.opponent.crates["influence"] == 2
    assert state.opponent.influence["worker"] == 2
    assert state.opponent.score == 0
    assert "2 crates" in heard.why()


def test_purple_crates_are_worth_a_point_each_at_once() -> None:
    state = a_table(theirs={"dice": ["food", "food", "food"]})
    hear(card.wharf(state, "vp", ("food", "magic", "gold")))
    assert state.opponent.score == 3


def test_a_row_that_is_partly_taken_holds_what_fits() -> None:
    state = a_table(yours={"crates": {"vp": 2}}, theirs={"dice": ["food", "food", "food"]})
    heard = hear(card.wharf(state, "vp", ("food", "magic", "gold")))
    assert state.opponent.crates["vp"] == 1
    assert state.opponent.score == 1
    assert "room for 1" in heard.why()
    assert "Ruling: The row has fewer free icons" in heard.why()


def test_a_full_row_holds_nothing() -> None:
    state = a_table(yours={"crates": {"influence": 3}}, theirs={"dice": ["food", "food", "food"]})
    heard = hear(card.wharf(state, "influence", ("food", "magic", "gold")))
    assert heard.ids == ["valeria.no-crates"]
    assert set(state.opponent.influence.values()) == {0}
    assert "wharf-room" not in heard.why()  # that a full row takes nothing is in the book


def test_it_never_has_more_than_three_crates_on_the_card() -> None:
    state = a_table(theirs={"dice": ["food", "food", "food"], "crates": {"influence": 2}})
    hear(card.wharf(state, "vp", ("food", "magic", "gold")))
    assert sum(state.opponent.crates.values()) == 3
    assert state.opponent.score == 1


def test_pushes_of_the_wharf_go_to_one_track_even_past_the_others() -> None:
    state = a_table(theirs={"dice": ["food"] * 3, "worker": 1, "soldier": 2, "shadow": 2, "holy": 2})
    heard = hear(card.wharf(state, "influence", ("food", "magic", "gold")))
    assert state.opponent.influence == {"worker": 4, "soldier": 2, "shadow": 2, "holy": 2}
    assert "Ruling: Several pushes at once" in said(heard.told("valeria.pushes").why[-1])


def test_no_matching_die_no_crates() -> None:
    state = a_table(theirs={"dice": ["wood", "wood", "stone"]})
    assert hear(card.wharf(state, "vp", ("food", "magic", "gold"))).ids == ["valeria.no-crates"]


def test_the_rival_of_these_tests_is_a_house_opponent() -> None:
    assert tables().opponents.opponent[RIVAL].house
