"""A turn where gold and resources are not tracked: the same steps, with goods unknown."""

from __future__ import annotations

import re
from random import Random
from typing import Any

import msgspec
import pytest

from automa.dialogue import CORRECTED, Ask, Choose, Move, Option, Refused, Several, Tally, Tell
from automa.valeria import GAME, rules
from automa.valeria.fixes import corrections
from automa.valeria.own import talk
from automa.valeria.rules import effects
from automa.valeria.rules.turn import TURN, choices, legal
from automa.valeria.state import Market, State
from automa.valeria.steps import NUMBER, Buy, Manor, Sell
from automa.valeria.tables import Face
from solo.words.sentences import LANGUAGES, Words
from tests.atable import GAMES_TO_PLAY
from tests.valeria.own.table import in_full
from tests.valeria.positions import Heard, a_table, hear, said, tables

END = "end"


def at_table(**yours: Any) -> State:
    state = a_table(yours={"dice": ["wood", "gold", "gold"], **yours})
    effects.begin_action(state, state.you)
    return state


def take_turn(state: State, *answers: Any) -> Heard:
    return hear(talk.turn(state, state.you), *answers)


def draft(state: State, *answers: Any) -> Heard:
    return hear(talk.draft(state, state.you), *answers)


def refusal(line: str, state: State) -> str:
    with pytest.raises(Refused) as refused:
        TURN.understand(state, line)
    return said(refused.value.text)


# One line


@pytest.mark.parametrize(
    ("line", "meaning"),
    [
        ("harvest wood windmill nor/pen", "harvest wood, windmill nor-high/penumbra"),
        ("oogst hout molen nor high – penumbra", "harvest wood, windmill nor-high/penumbra"),
        ("manor nor-high 3", "manor 3 nor-high"),
        ("manor 3 nor wood", "manor 3 nor-high wood"),
        ("MANOR Nor-High", "manor nor-high"),
        ("temple penumbra", "temple penumbra"),
        ("rec monk iron shadow", "recruit monk iron-pit shadow"),
        ("harvest gold holy baz/nor", "harvest gold, holy, bazani-gate/nor-high"),
        ("harvest gold holy nor/baz", "harvest gold, holy, bazani-gate/nor-high"),
        ("wharf", "wharf"),
        ("gate iron/anch shadow", "gate iron-pit/anchorage shadow"),
        ("ward luna", "ward-tower luna-grove"),
        ("statue nor-high soldier", "statue nor-high soldier"),
        ("manor Nor High 3", "manor 3 nor-high"),
        ("temple iron pi wood", "temple iron-pit wood"),
        ("temple the anchorage", "temple anchorage"),
        ("Gate Bazani Gate – Nor High worker", "gate bazani-gate/nor-high worker"),
        ("ward tower luna grove holy", "ward-tower luna-grove holy"),
        ("recruit harbor master penumbra", "recruit harbor-master penumbra"),
        ("landhuis nor-high 3 hout", "manor 3 nor-high wood"),
        ("rekr monk iron pit schaduw goud", "recruit monk iron-pit shadow gold"),
        ("oogst goud heiligen nor/pen", "harvest gold, holy, nor-high/penumbra"),
        ("wachttoren penumbra heiligen", "ward-tower penumbra holy"),
        ("wharf wood buy 2", "wharf wood, buy, buy"),
        ("wharf wood sell vp 2", "wharf wood, sell vp, sell vp"),
        ("temple pen wood other holy 2 vp", "temple penumbra wood, other holy, other holy, other vp"),
    ],
)
def test_a_turn_in_one_line(line: str, meaning: str) -> None:
    state = at_table()
    if line.startswith(("harvest wood", "oogst hout")):
        line = line.replace("windmill", "holy windmill").replace("molen", "heiligen molen")
        meaning = meaning.replace("windmill", "holy, windmill")
    assert TURN.at(state).read(line) == meaning
    assert TURN.at(state).check(meaning) == meaning


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_turn_that_the_reminder_shows_can_be_typed(lang: str) -> None:
    """Crates name their resource only where everything is tracked."""
    told = Words.of(lang, ["valeria"], strict=True).plain(TURN.help())
    shown = re.search(r"(?:another|elkaar), (.+?), (?:or|of) ", told)
    assert shown is not None
    state = at_table(dice=["influence", "gold", "gold"])
    assert TURN.at(state).read(shown[1]) == "wharf influence, holy, sell vp, buy, shipyard iron-pit"


def test_the_notation_shown_is_the_one_in_force() -> None:
    """What cannot be typed in a game is not in its help: a column of the wharf, or gains not worked out."""
    words = Words.of("en", ["valeria"], strict=True)
    light, whole = (dict(GAME.rules(tables(), track))["notation"] for track in ("light", "all"))
    assert "column" not in words.plain(light) and "Something else" in words.plain(light)
    assert "column" in words.plain(whole) and "Something else" not in words.plain(whole)
    assert words.plain(TURN.at(at_table()).help()) == words.plain(light)


def test_the_whole_turn_in_one_line_needs_only_the_end() -> None:
    state = at_table()
    heard = take_turn(state, "manor nor-high 1 wood", END)
    assert heard.asked == ["valeria.your-turn", "valeria.anything-else"]
    assert state.you.manors == {"1": "nor-high"}
    assert state.you.influence == {"worker": 0, "soldier": 1, "shadow": 0, "holy": 1}
    assert [die.spent for die in state.you.dice] == [True, False, False]
    assert said(heard.told("valeria.bonus-die")) == "The wood die: first gain 1 wood."
    assert heard.ids.index("valeria.bonus-die") < heard.ids.index("valeria.you.manor")


def test_harris_at_the_wharf_in_one_line() -> None:
    """The push of the Influence die comes first, and its line gives the gold that he pays with."""
    state = a_table(
        yours={"dice": ["influence"], "ship": "luna-grove", "manors": {"8": "iron-pit"}, "shadow": 2},
        theirs={"ship": "anchorage"},
    )
    heard = take_turn(state, "wharf infl shadow sell gold buy 2 ship anch sail luna anch.")
    assert heard.asked == ["valeria.your-turn"]
    told = heard.ids
    assert told.index("valeria.line") < told.index("valeria.you.wharf") < told.index("valeria.you.shipyard")
    assert state.you.crates == {"buy": 2, "vp": 0, "influence": 1}
    assert state.you.influence == {"worker": 0, "soldier": 0, "shadow": 3, "holy": 0}
    assert state.you.tokens["ship"]["anchorage"] == 2
    assert said(heard.told("valeria.you.shipyard")).endswith("pay 2 wood and 1 gold.")
    assert said(heard.told("valeria.also")) == "You also gain 2 gold for 1 crate on the Influence row."


@pytest.mark.parametrize(
    ("line", "cost"),
    [
        ("wharf wood sail luna anch ship anch.", "2 wood and 1 gold"),
        ("wharf wood ship anch sail luna anch.", "2 wood"),
    ],
)
def test_a_ship_sails_before_or_after_another_is_built_as_you_did_it(line: str, cost: str) -> None:
    state = at_table(ship="luna-grove")
    heard = take_turn(state, line)
    assert said(heard.told("valeria.you.shipyard")).endswith(f"pay {cost}.")
    assert state.you.tokens["ship"]["anchorage"] == 2


def test_guided_one_may_sail_before_the_ship_is_built() -> None:
    state = at_table(ship="luna-grove")
    answers = ("wharf wood", "sail", "luna-grove", "anchorage", "shipyard", "anchorage", END)
    heard = take_turn(state, *answers)
    assert said(heard.told("valeria.you.shipyard")).endswith("pay 2 wood and 1 gold.")
    assert "sail" in heard.offered(1) and "sail" not in heard.offered(4)
    assert said(heard.asks[3].text) == "Sail from Luna Grove: to which district?"


def test_a_ship_that_was_just_built_may_sail_but_not_before() -> None:
    state = at_table()
    take_turn(state, "wharf wood ship anchorage sail anchorage penumbra.")
    assert state.you.tokens["ship"]["penumbra"] == 1
    state = at_table(ship="penumbra")
    assert "no Ship in Nor High" in refusal("wharf gold sail nor-high iron ship nor-high", state)


def test_a_monument_before_or_after_the_action_on_the_same_line() -> None:
    for line in (
        "temple penumbra wood then statue penumbra holy.",
        "stat pen holy + temple pen wood.",
        "temple pen wood statue pen holy.",
    ):
        state = at_table()
        heard = take_turn(state, line)
        assert heard.asked == ["valeria.your-turn"]
        assert state.you.monuments == {"statue": "penumbra"}
        assert state.you.influence == {"worker": 0, "soldier": 0, "shadow": 2, "holy": 3}


def test_without_a_full_stop_the_end_of_the_turn_is_always_asked_last() -> None:
    for line in (
        "temple penumbra wood",
        "temple penumbra wood then statue penumbra holy",
        "statue penumbra holy then temple penumbra wood",
        "temple penumbra wood then other worker 2 vp 3",
    ):
        heard = take_turn(at_table(), line, END)
        assert heard.asked == ["valeria.your-turn", "valeria.anything-else"]
    heard = take_turn(at_table(), "temple penumbra wood", "statue penumbra holy", "other vp", END)
    assert heard.asked[1:] == ["valeria.anything-else"] * 3


def test_a_full_stop_leaves_out_what_one_may_leave_out() -> None:
    state = at_table(ship="luna-grove", cards=["cook"])
    assert take_turn(state, "wharf wood.").asked == ["valeria.your-turn"]
    heard = take_turn(state, "harvest gold.", "holy.")
    assert heard.asked == ["valeria.your-turn", "valeria.own.due.push"]
    assert take_turn(state, "recruit coxswain iron shadow.").asked == ["valeria.your-turn"]
    assert state.you.cards == ["cook", "coxswain"]


def test_a_harvest_in_one_line_with_its_pushes_a_leftover_die_and_a_windmill() -> None:
    for line in (
        "harvest magic leftover infl shadow 3 holy baz/nor.",
        "harvest magic shadow 3 leftover infl holy baz/nor.",
    ):
        state = a_table(yours={"dice": ["stone", "magic", "influence"], "manors": {"2": "iron-pit"}})
        state.pool.update({"influence": 1, "wood": 2})
        heard = take_turn(state, line)
        assert heard.asked == ["valeria.your-turn"]
        assert (state.you.influence["shadow"], state.you.influence["holy"]) == (3, 1)
        assert state.you.tokens["windmill"]["bazani-gate/nor-high"] == 1


def test_a_harvest_says_what_the_dice_give_together_and_which_leftover_die_it_is() -> None:
    state = a_table(yours={"dice": ["wood", "gold", "wood"], "manors": {"2": "iron-pit"}})
    state.pool.update({"stone": 1, "food": 2})
    told = [said(tell) for tell in take_turn(state, "harvest gold leftover stone holy 2.").tells]
    assert "You harvest: 2 wood and 2 gold." in told
    assert "You take the value of a leftover die: stone." in told


def test_where_the_app_keeps_the_cards_a_recruit_says_its_price() -> None:
    state = at_table()
    heard = take_turn(state, "recruit monk iron shadow gold.")
    assert "Iron Pit: pay the food." in said(heard.told("valeria.own.recruits"))
    state = at_table()
    blue = ["abbot", "bishop", "cleric", "sculptor"]
    state.market = Market(lines={"pink": ["monk", "thief", "butcher", "miner"], "blue": blue})
    heard = take_turn(state, "recruit butcher iron shadow gold.", "farmer")
    assert "Iron Pit: pay 2 food." in said(heard.told("valeria.own.recruits"))


def test_where_no_citizen_is_left_none_can_be_recruited() -> None:
    state = at_table()
    state.market = Market(lines={"pink": [], "blue": []})
    assert refusal("recruit", state) == "No citizen lies open."


def test_a_die_turned_to_influence_is_one_push_more_for_a_harvest() -> None:
    state = at_table(cards=["condottieri"])
    heard = take_turn(state, "harvest gold as influence.", "holy 2.")
    assert heard.asked == ["valeria.your-turn", "valeria.own.due.push"]
    state = at_table(cards=["condottieri"])
    assert take_turn(state, "harvest gold as influence holy 2.").asked == ["valeria.your-turn"]
    state = at_table(cards=["condottieri"])
    assert refusal("harvest gold as influence holy 3", state) == "That gives no push: leave Holy out."


def test_pushes_that_the_line_leaves_out_are_asked() -> None:
    state = a_table(yours={"dice": ["stone", "influence", "influence"]})
    heard = take_turn(state, "harvest stone shadow.", "holy 2.")
    assert heard.asked == ["valeria.your-turn", "valeria.own.due.push"]
    assert said(heard.asks[1].text) == "2 pushes: on which tracks?"
    assert (state.you.influence["shadow"], state.you.influence["holy"]) == (1, 2)


def test_a_citizen_in_one_line_with_what_the_card_gives_at_once() -> None:
    state = at_table(ship="penumbra")
    heard = take_turn(state, "recruit guard penumbra holy wood worker.")
    assert heard.asked == ["valeria.your-turn"]
    assert state.you.influence == {"worker": 2, "soldier": 1, "shadow": 0, "holy": 1}
    take_turn(state, "recruit coxswain iron shadow gold sail penumbra nor-high.")
    assert state.you.tokens["ship"]["nor-high"] == 1


def test_a_die_that_a_citizen_turns_is_said_with_as() -> None:
    state = at_table(cards=["condottieri"])
    heard = take_turn(state, "wharf gold as influence holy sell vp 2.")
    assert heard.asked == ["valeria.your-turn"]
    assert state.you.influence["holy"] == 1
    assert [die.face for die in state.you.dice] == ["wood", "influence", "gold"]
    assert state.you.score == 2


# Main rulebook, worked examples


def test_michael_builds_manor_four_in_bazani_gate_for_three_wood_and_two_gold() -> None:
    state = at_table()
    state.opponent.tokens["manor"]["bazani-gate"] = 2
    heard = take_turn(state, "manor bazani-gate 4 wood", END)
    assert said(heard.told("valeria.you.manor")) == (
        "You build Priest's Manor in Bazani Gate: pay 3 wood and 2 gold."
    )
    assert state.you.influence == {"worker": 1, "soldier": 1, "shadow": 0, "holy": 0}


def test_harris_builds_a_temple_in_penumbra_and_crosses_a_line() -> None:
    state = at_table(shadow=1)
    heard = take_turn(state, "temple penumbra wood", END)
    assert said(heard.told("valeria.you.temple")) == "You build a Temple in Penumbra: pay 2 stone."
    assert state.you.influence == {"worker": 0, "soldier": 0, "shadow": 3, "holy": 2}
    assert said(heard.told("valeria.line")) == "You cross a line on the Shadow track: take 2 gold."


def test_beth_recruits_the_peasant_and_pushes_worker_and_holy() -> None:
    state = at_table()
    take_turn(state, "recruit peasant nor-high holy wood", END)
    assert state.you.cards == ["peasant"]
    assert state.you.influence == {"worker": 1, "soldier": 0, "shadow": 0, "holy": 1}
    assert state.you.tokens["citizen"]["nor-high"] == 1


def test_beth_harvests_stone_magic_and_influence_and_one_push_more() -> None:
    """The book's example leaves out the push of step 3; by the rules it is there."""
    state = a_table(yours={"dice": ["stone", "magic", "influence"]})
    heard = take_turn(state, "harvest magic", "shadow 2", "windmill", "bazani-gate/nor-high", END)
    assert state.you.influence["shadow"] == 2
    assert state.you.tokens["windmill"]["bazani-gate/nor-high"] == 1
    assert "pay 2 food." in said(heard.told("valeria.you.windmill"))
    assert said(heard.told("valeria.bonus-die")) == "The magic die: first gain 1 resource of your choice."


def test_harris_at_the_wharf_with_ship_and_sail_guided() -> None:
    state = a_table(
        yours={
            "dice": ["influence", "wood", "wood"],
            "ship": "luna-grove",
            "manors": {"8": "iron-pit"},
            "shadow": 2,
        },
        theirs={"ship": "anchorage"},
    )
    crates = ("sell", "gold", "buy", "buy")
    ships = ("shipyard", "anchorage", "sail", "luna-grove", "anchorage")
    heard = take_turn(state, "wharf influence", "shadow", *crates, *ships, END)
    assert state.you.tokens["ship"]["anchorage"] == 2
    assert state.you.influence["shadow"] == 3
    assert said(heard.told("valeria.you.shipyard")).endswith("pay 2 wood and 1 gold.")
    assert said(heard.told("valeria.line")).endswith("take 2 gold.")


def test_beth_builds_a_gate_with_two_pushes_on_one_guild() -> None:
    state = at_table()
    heard = take_turn(state, "temple luna wood", "gate", "nor-high/penumbra", "holy", END)
    assert state.you.monuments == {"gate": "nor-high/penumbra"}
    assert state.you.influence["holy"] == 2 + 2
    assert "pay 8 gold" in said(heard.told("valeria.you.monument"))


# Guided questions


def test_guided_manor_asks_number_district_and_the_architects_push() -> None:
    state = at_table()
    heard = take_turn(state, "manor", "3", "anchorage", "shadow", END)
    assert heard.asked == [
        "valeria.your-turn", "valeria.own.which.manor", "valeria.own.which.place",
        "valeria.own.due.push-from", "valeria.anything-else",
    ]  # fmt: skip
    assert state.you.influence == {"worker": 1, "soldier": 0, "shadow": 2, "holy": 0}
    assert state.you.dice[0].spent, "the die that brings a bonus goes without saying"


def test_what_the_line_says_too_little_of_is_asked_before_the_next_step_of_the_line() -> None:
    state = at_table()
    heard = take_turn(state, "manor architect", "penumbra", "holy", "gate nor/pen", "holy.")
    assert heard.asked == [
        "valeria.your-turn", "valeria.own.which.place", "valeria.own.due.push-from",
        "valeria.anything-else", "valeria.own.which.guild",
    ]  # fmt: skip
    assert state.you.monuments == {"gate": "nor-high/penumbra"}


def test_the_priests_and_elders_manors_push_once_more() -> None:
    state = at_table(manors={"4": "penumbra", "5": "penumbra"})
    take_turn(state, "temple bazani wood", "worker", END)
    assert state.you.influence["worker"] == 3
    take_turn(state, "recruit thief bazani soldier gold", END)
    assert state.you.influence["shadow"] == 2


@pytest.mark.parametrize(("leftover", "pushes"), [("influence", 3), ("stone", 2)])
def test_the_land_owners_manor_adds_a_push_and_one_more_for_a_leftover_influence_die(
    leftover: str, pushes: int
) -> None:
    state = at_table(manors={"2": "penumbra"})
    state.pool.update({"influence": 2, "stone": 1})
    heard = take_turn(state, "harvest wood", "holy 2", leftover, *["holy"] * (pushes - 2), END)
    assert heard.offered(2) == ["stone", "influence"]
    assert state.you.influence["holy"] == pushes


def test_which_leftover_die_it_is_is_not_asked_where_it_makes_no_difference() -> None:
    alike: dict[Face, int] = {"influence": 3}
    state = at_table(manors={"2": "penumbra"})
    state.pool.update(alike)
    take_turn(state, "harvest wood", "holy 2", "holy", END)
    assert state.you.influence["holy"] == 3


def test_the_die_is_not_asked_when_there_is_only_one_kind() -> None:
    state = a_table(yours={"dice": ["gold", "gold", "gold"]})
    heard = take_turn(state, "temple", "penumbra", END)
    assert "valeria.own.which.die" not in heard.asked
    heard = take_turn(a_table(yours={"dice": ["gold", "wood"]}), "temple penumbra", "gold", END)
    assert heard.asked[1] == "valeria.own.which.die"


def test_every_die_says_what_it_brings_to_the_action() -> None:
    state = a_table(yours={"dice": ["gold", "food"], "cards": ["cleric"]})
    heard = take_turn(state, "harvest", "gold", "holy", END)
    assert details(heard.asks[1]) == {
        "gold": "no bonus",
        "gold as magic": "first gain 1 resource of your choice",
        "food": "no bonus here, with Recruit first 1 food",
        "food as magic": "first gain 1 resource of your choice",
    }


@pytest.mark.parametrize(
    ("face", "action", "brings"),
    [
        ("wood", "harvest", "no bonus here, with Manor first 1 wood"),
        ("stone", "harvest", "no bonus here, with Temple first 1 stone"),
        ("food", "harvest", "no bonus here, with Recruit first 1 food"),
        ("influence", "harvest", "no bonus here, with Wharf first 1 influence"),
        ("magic", "wharf", "no bonus here, with Harvest first 1 resource of your choice"),
    ],
)
def test_a_die_without_a_bonus_names_the_action_that_has_one(face: str, action: str, brings: str) -> None:
    state = a_table(yours={"dice": ["gold", face]})
    answers = ["holy", END] if action == "harvest" else [END]
    heard = take_turn(state, action, "gold", *(["holy"] if face == "influence" else []), *answers)
    assert details(heard.asks[1]) == {"gold": "no bonus", face: brings}


def test_a_citizen_that_turns_dice_adds_what_a_die_can_be() -> None:
    state = at_table(cards=["condottieri"])
    heard = take_turn(state, "wharf", "wood as influence", "worker", END)
    assert heard.offered(1) == ["wood", "wood as influence", "gold", "gold as influence"]
    assert state.you.influence["worker"] == 1
    assert state.you.dice[0].face == "influence"


def test_crates_on_the_vp_row_score_at_once() -> None:
    state = at_table()
    take_turn(state, "wharf wood", "sell vp 2", END)
    assert state.you.score == 2


def test_the_third_crate_comes_with_the_bankers_manor() -> None:
    state = at_table()
    assert rules.crates_left(state, state.you) == 2
    rules.build_manor(state, "8", "penumbra")
    assert rules.crates_left(state, state.you) == 3


def test_a_row_without_room_is_not_offered() -> None:
    state = at_table(manors={"8": "penumbra"})
    state.opponent.crates["vp"] = 3
    heard = take_turn(state, "wharf wood", "sell", "gold", END)
    assert heard.offered(2) == ["influence", "gold"]


def test_the_guards_pushes_go_on_one_track_and_the_assassins_on_any() -> None:
    state = at_table()
    take_turn(state, "recruit guard penumbra holy wood", "worker", END)
    assert state.you.influence == {"worker": 2, "soldier": 1, "shadow": 0, "holy": 1}
    take_turn(state, "recruit assassin penumbra holy gold", "soldier", END)
    assert state.you.influence == {"worker": 2, "soldier": 2, "shadow": 1, "holy": 2}


def test_the_coxswain_sails_at_once() -> None:
    state = at_table(ship="penumbra")
    take_turn(state, "recruit coxswain penumbra holy wood", "penumbra", "nor-high", END)
    assert state.you.tokens["ship"]["nor-high"] == 1


def test_without_citizen_tokens_a_recruit_is_the_card_alone() -> None:
    state = at_table(citizen=["penumbra"] * 4)
    heard = take_turn(state, "recruit", "monk", "wood", END)
    assert "valeria.own.recruits-card" in heard.ids
    assert state.you.influence == {"worker": 0, "soldier": 0, "shadow": 0, "holy": 1}


def test_a_monument_before_the_action_is_the_only_one_of_the_turn() -> None:
    state = at_table()
    heard = take_turn(state, "statue penumbra holy", "temple penumbra wood", END)
    assert heard.offered(-1) == ["end", "other"]
    assert heard.offered(1) == ["manor", "temple", "recruit", "harvest", "wharf"]


def test_anything_else_takes_pushes_and_points() -> None:
    state = at_table()
    take_turn(state, "temple penumbra wood", "other worker 2 vp 4", "other", "holy", END)
    assert (state.you.influence["worker"], state.you.influence["holy"]) == (2, 3)
    assert state.you.score == 4
    assert "at most 12" in refusal("temple penumbra wood other vp 9 vp 4", at_table())
    (part, *others) = state.you.parts["other"]
    assert (said(part), len(others)) == ("round 1: 1", 3)


# Drafting


def test_your_draft_gains_and_pushes() -> None:
    state = a_table()
    state.pool.update({"influence": 1, "gold": 1})
    heard = draft(state, "influence", "holy")
    assert state.you.influence["holy"] == 1
    assert state.pool["influence"] == 0
    assert heard.asked == ["valeria.your-die", "valeria.own.due.push"]


@pytest.mark.parametrize(
    ("line", "final", "holy", "score"),
    [
        ("infl holy", "influence", 1, 0),
        ("gold as magic engineer.", "magic", 0, 2),
        ("gold abbot holy engineer.", "gold", 1, 2),
        ("invl heiligen bishop heiligen.", "influence", 2, 0),
    ],
)
def test_a_die_is_drafted_in_one_line(line: str, final: str, holy: int, score: int) -> None:
    state = a_table(yours={"cards": ["engineer", "abbot", "bishop", "cleric"] if "." in line else []})
    state.pool.update({"gold": 1, "influence": 1})
    heard = draft(state, line)
    assert heard.asked == ["valeria.your-die"]
    assert state.you.faces() == [final]
    assert (state.you.influence["holy"], state.you.score) == (holy, score)


def test_what_a_drafted_die_cannot_do_is_said() -> None:
    state = a_table(yours={"cards": ["cleric", "bishop"]})
    state.pool.update({"gold": 1, "influence": 1})
    effects.begin_draft(state, state.you)
    assert refusal("gold holy", state) == "That gives no push: leave Holy out."
    assert refusal("infl holy 2", state) == "That gives no push: leave Holy out."
    assert refusal("gold as stone", state) == "No citizen of yours turns a die to stone."
    assert refusal("gold abbot", state) == "You do not have Abbot."
    assert "gravel" in refusal("gold gravel", state)
    assert refusal("manor 3", state) == "Actions are taken when all dice are drafted."


def test_your_citizens_act_when_you_draft() -> None:
    state = a_table(yours={"cards": ["engineer", "abbot", "cleric", "monk", "alchemist"]})
    state.pool.update({"gold": 1, "wood": 1})
    heard = draft(state, "gold as magic", "engineer", "abbot", "worker")
    assert state.you.score == 2
    assert state.you.influence["worker"] == 1
    assert state.you.faces() == ["magic"]
    assert said(heard.told("valeria.also")) == "You also gain 1 resource of your choice (Monk)."
    assert "Alchemist" in said(heard.told("valeria.remember"))


# What cannot be


def test_clear_refusals() -> None:
    state = at_table(
        manors={"1": "penumbra"},
        temple=["penumbra"] * 4,
        citizen=["penumbra"] * 4,
        windmill=["nor-high/penumbra"] * 3,
        gate="nor-high/penumbra",
        cards=["monk"],
    )
    state.opponent.monuments.update({"lighthouse": "nor-high", "statue": "iron-pit"})
    assert refusal("", state) == "Type an answer, or ? for help."
    assert "“fly”" in refusal("fly", state)
    assert refusal("manor 1", state) == "Merchant's Manor is built already, in Penumbra."
    assert "Lighthouse in Nor High already" in refusal("manor 6 nor-high", state)
    assert "All your Temples" in refusal("temple penumbra", state)
    assert "Monk has been recruited" in refusal("recruit monk", state)
    assert "All your Citizen tokens" in refusal("recruit thief penumbra", state)
    assert "All your Windmills" in refusal("harvest gold holy nor/pen", state)
    assert "Your Gate stands at Nor High – Penumbra already" in refusal("gate", state)
    assert "one at Iron Pit already" in refusal("statue iron-pit", state)
    assert "Holy is not a guild of Iron Pit" in refusal("ward-tower iron-pit holy", state)
    assert "no unspent die with magic; you have wood, gold and gold" in refusal("wharf magic", state)
    assert "fits several: Soldier and Shadow" in refusal("ward-tower s", state)
    assert refusal("wharf gold holy", state) == "That gives no push: leave Holy out."
    assert "All your crates" in refusal("wharf gold buy 2 sell vp", state)
    assert "No citizen of yours turns a die to stone" in refusal("wharf gold as stone", state)
    assert "That gives no push" in refusal("harvest gold holy holy", state)
    assert "Take your action first" in refusal("done", state)


def test_a_push_that_is_due_needs_a_track_on_which_the_token_can_go_on() -> None:
    state = at_table(holy=13)
    assert refusal("harvest gold holy", state) == "Your token on the Holy track cannot go further."


def test_what_a_ship_cannot_do_is_said() -> None:
    state = at_table(ship=["penumbra"] * 3)
    state.opponent.crates["vp"] = 3
    assert "All your Ships" in refusal("wharf gold ship nor-high", state)
    assert "no Ship in Nor High" in refusal("wharf gold sail nor-high iron", state)
    assert "another district than Penumbra" in refusal("wharf gold sail pen pen", state)
    assert "The VP row is full: no icon is free." in refusal("wharf gold sell vp", state)
    assert "Sail is only possible after Wharf" in refusal("recruit thief pen holy gold sail pen iron", state)


def test_what_is_doubted_about_a_citizen_may_be_insisted_on() -> None:
    state = a_table(yours={"dice": ["gold"]}, theirs={"cards": ["monk"]})
    ask = next(item for item in talk.turn(state, state.you) if isinstance(item, Move))
    with pytest.raises(Refused) as refused:
        ask.understood("recruit monk penumbra holy")
    assert refused.value.insist
    assert ask.understood("recruit monk penumbra holy", insist=True) == "recruit monk penumbra holy"
    answers: list[Any] = [ask.understood("recruit monk penumbra holy", insist=True), END]
    turn, reply = talk.turn(state, state.you), None
    with pytest.raises(StopIteration):
        while True:
            reply = answers.pop(0) if isinstance(turn.send(reply), Ask) else None
    assert (state.you.cards, state.opponent.cards) == (["monk"], [])


def test_after_the_action_only_a_monument_or_something_else_can_follow() -> None:
    state = at_table()
    effects.apply(state, TURN.understand(state, "temple penumbra wood").steps[0])
    ask = talk.question(state, TURN.at(state).begun, TURN.left(state))
    assert [option.id for option in ask.options] == ["end", "gate", "ward-tower", "statue", "other"]
    assert "one action, and Temple is done" in refusal("temple penumbra", state)
    assert "one monument at most" in refusal("gate nor/pen holy then statue penumbra holy", state)


def test_the_last_dot_of_a_road_can_be_taken_and_a_full_road_is_refused() -> None:
    """Each road has four dots: main rulebook, Windmill Sub-Action."""
    road, line = "nor-high/penumbra", "harvest gold holy nor/pen"
    state = at_table(windmill=[road, road])
    state.opponent.tokens["windmill"][road] = 1
    assert len(TURN.understand(state, line).steps) == 3
    state.opponent.tokens["windmill"][road] = 2
    assert "no free dot" in refusal(line, state)


def test_the_last_icon_of_a_row_can_be_covered_and_a_full_row_is_refused() -> None:
    state, line = at_table(), "wharf gold sell vp"
    state.opponent.crates["vp"] = 2
    assert len(TURN.understand(state, line).steps) == 2
    state.opponent.crates["vp"] = 3
    assert "The VP row is full" in refusal(line, state)


def test_a_crate_goes_on_the_row_that_gives_what_is_wanted() -> None:
    assert [step.row for step in (Buy(), Sell("vp"), Sell("gold"))] == ["buy", "vp", "influence"]


def test_all_eight_manors_built_leaves_no_manor_action() -> None:
    state = at_table(manors={str(number): "penumbra" for number in range(1, 9)})
    assert "manor" not in {step.verb.id for step in legal(state) if step.verb is not None}
    assert "All your manors" in refusal("manor", state)


def test_only_one_lighthouse_in_a_district_is_offered() -> None:
    state = at_table()
    state.opponent.monuments["lighthouse"] = "nor-high"
    beside_it = choices(state, Manor("wood", place="nor-high"), NUMBER)
    assert list(beside_it) == ["1", "2", "3", "4", "5", "7", "8"]
    heard = take_turn(state, "manor 6", "penumbra", END)
    assert "nor-high" not in heard.offered(1)


def test_a_correction_in_the_middle_of_a_turn_asks_for_the_turn_again() -> None:
    state = at_table()
    turn = talk.turn(state, state.you)
    assert isinstance(turn.send(None), Tell)
    assert isinstance(turn.send(None), Move)
    ask = turn.send("manor 3")
    assert isinstance(ask, Ask) and ask.id == "valeria.own.which.place"
    rules.build_manor(state, "3", "luna-grove")  # the player sets right that it was built long ago
    again = turn.send(CORRECTED)
    assert isinstance(again, Ask) and again.id == "valeria.your-turn"
    assert state.you.manors == {"3": "luna-grove"}
    assert not any(die.spent for die in state.you.dice)


# What is shown beside a choice, and what is told of goods


def details(ask: Ask) -> dict[str, str]:
    assert isinstance(ask, Choose | Several | Tally | Move)
    return {option.id: said(option.detail) for option in ask.options if isinstance(option, Option)}


def test_a_track_shows_both_tokens_and_the_line_that_a_push_would_cross() -> None:
    state = at_table(holy=2, shadow=13)
    state.opponent.influence["holy"] = 4
    heard = take_turn(state, "statue penumbra", "holy", "harvest wood", "worker", END)
    assert details(heard.asks[1]) == {
        "shadow": "you on ★3, rival on 0; cannot go on",
        "holy": "you on 2, rival on 4; line: 2 gold",
    }


def test_a_push_for_the_place_counts_from_where_the_push_for_the_card_takes_the_token() -> None:
    state = at_table(holy=1)
    heard = take_turn(state, "recruit monk penumbra", "holy", "gold", END)
    assert details(heard.asks[1])["holy"] == "you on 2, rival on 0; line: 2 gold"


def test_the_priests_extra_push_counts_from_where_the_two_pushes_take_the_token() -> None:
    state = at_table(manors={"4": "iron-pit"}, holy=0, shadow=1)
    heard = take_turn(state, "temple penumbra wood", "shadow", END)
    assert said(heard.asks[1].text) == "Priest's Manor: a push, on which track?"
    assert details(heard.asks[1]) == {
        "shadow": "you on 3, rival on 0",
        "holy": "you on 2, rival on 0; line: 2 gold",
    }


def test_the_pool_shows_how_many_dice_of_a_face_there_are_and_what_is_not_there_is_said() -> None:
    state = a_table()
    state.pool.update({"gold": 2, "wood": 1})
    effects.begin_draft(state, state.you)
    for typed in ("stone", "steen holy"):
        expected = "No die in the pool shows stone; take one of those that are there."
        assert refusal(typed, state) == expected
    heard = draft(state, "gold")
    assert details(heard.asks[0]) == {"wood": "1 wood, Manor +1", "gold": "×2: 2 gold"}


def test_goods_of_manors_and_citizens_are_told_apart_from_the_pushes_that_the_app_makes() -> None:
    state = at_table(manors={"1": "iron-pit"}, cards=["harbor-master", "captain"])
    heard = take_turn(state, "recruit guard penumbra holy wood", "holy", END)
    assert said(heard.told("valeria.also")) == (
        "You also gain 2 gold (Captain) and 2 gold and 1 resource of your choice (Guard)."
    )
    heard = take_turn(state, "wharf", "sell vp", "sell gold", END)
    assert [said(tell) for tell in heard.tells if tell.id == "valeria.you.wharf"] == [
        "You place a crate: 1 on the VP row (hand in the goods, take 1 gold).",
        "You place a crate: 1 on the Influence row (hand in the goods).",
    ]
    assert [said(tell) for tell in heard.tells if tell.id == "valeria.also"] == [
        "You also gain 2 gold (Merchant's Manor) and 2 gold (Harbor Master).",
        "You also gain 2 gold for 1 crate on the Influence row.",
    ]


def test_enter_gives_nothing_away_and_nothing_more_has_its_letter() -> None:
    def nothing_more(ask: Move) -> str:
        assert ask.default is None
        return next(option.id for option in ask.options if option.mark == "n")

    state = a_table(yours={"cards": ["engineer"], "dice": ["wood", "gold", "gold"]})
    state.pool.update({"gold": 1, "wood": 1})
    heard = draft(state, "gold", nothing_more)
    assert heard.asked == ["valeria.your-die", "valeria.draft-powers"]
    heard = take_turn(state, "wharf wood", nothing_more)
    assert heard.asked == ["valeria.your-turn", "valeria.anything-else"]


def test_of_two_copies_of_a_citizen_each_can_be_used_and_set_right() -> None:
    facts = msgspec.structs.replace(tables().citizens, copies=2)
    state = a_table(yours={"cards": ["bishop", "bishop"]}, theirs={"cards": ["monk"]}, citizens=facts)
    state.pool = {**state.pool, "wood": 1, "gold": 1}
    heard = draft(state, "wood", "bishop", "holy", "bishop-2", "holy")
    assert heard.offered(1) == ["end", "bishop", "bishop-2"]
    assert state.you.influence["holy"] == 2
    cards = next(each for each in corrections(state) if each.key == "you.cards")
    with pytest.raises(Refused):
        cards.ask.check(["monk", "monk-2"])
    cards.put(cards.ask.check(["bishop", "monk-2"]))
    assert state.you.cards == ["bishop", "monk"]


def test_a_second_copy_of_a_citizen_can_be_said_in_a_line() -> None:
    facts = msgspec.structs.replace(tables().citizens, copies=2)
    state = a_table(yours={"cards": ["bishop", "bishop"]}, citizens=facts)
    state.pool.update({"wood": 1, "gold": 1})
    assert draft(state, "wood bishop-2 holy bishop worker.").asked == ["valeria.your-die"]
    assert (state.you.influence["holy"], state.you.influence["worker"]) == (1, 1)


def test_what_the_book_leaves_open_in_your_turn_is_cited() -> None:
    state = at_table(manors={"1": "penumbra"})
    assert "Ruling: What is a Ship action?" in take_turn(state, "wharf wood", "sell vp", END).why()
    assert (
        "Ruling: The row that pays influence or 2 gold"
        in take_turn(state, "wharf gold", "sell gold", END).why()
    )
    state = a_table(yours={"dice": ["wood"]}, theirs={"lighthouse": "nor-high"}, keeps={"nor-high": 1})
    heard = take_turn(state, "manor nor-high 3", "soldier", END)
    assert (
        "Ruling: Is a Keep a Manor?" in heard.why()
        and "Ruling: Is the opponent's Lighthouse a Manor?" in heard.why()
    )


def test_what_actions_cost_is_read_from_the_tables() -> None:
    facts = tables().actions
    temple = msgspec.structs.replace(facts.primary["temple"], cost={"stone": 5}, surcharge=2)
    dear = msgspec.structs.replace(facts, primary={**facts.primary, "temple": temple})
    state = a_table(actions=dear, yours={"dice": ["gold", "wood", "stone"]})
    heard = take_turn(state, "harvest gold holy", END)
    first = heard.asks[0]
    assert isinstance(first, Move)
    offered = {option.id: said(option.detail) for option in first.options}
    assert [offered[action] for action in ("manor", "temple", "gate")] == [
        "3 wood, +1 gold each there",
        "5 stone, +2 gold each there",
        "8 gold (monument)",
    ]


# The rules, and the list of what is legal


@pytest.mark.parametrize("seed", range(max(3, GAMES_TO_PLAY // 10)))
def test_every_step_that_is_listed_breaks_no_rule_and_no_other_step_does(seed: int) -> None:
    random = Random(seed)
    state = at_table(ship="penumbra", cards=["cook", "bishop"])
    state.pool.update({"influence": 1, "stone": 2})
    effects.begin_action(state, state.you)
    while state.turn.phase:
        listed = {full for step in legal(state) for full in in_full(state, step)}
        for kind in TURN.kinds:
            for step in TURN.existing(state, kind):
                open = any(part.needed and not getattr(step, part.field) for part in kind.parts)
                assert open or (TURN.why_not(state, step) is None) == (step in listed), step
        effects.apply(state, random.choice(sorted(listed, key=repr)))
