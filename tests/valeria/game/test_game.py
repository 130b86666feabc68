"""Whole games: set-up, rounds, reset, the end; and what holds in every one of them."""

from __future__ import annotations

from random import Random
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from automa.dialogue import CORRECTED, TABLE, Ask, Choose, Refused, Roll, Tally, Tell, converse
from automa.game import Seat, Setup, you
from automa.valeria import GAME, game, rules
from automa.valeria.game import Play
from automa.valeria.own import talk
from automa.valeria.scoring import district_scores
from tests.atable import a_driver, a_header, play_on
from tests.valeria.conserved import conserved
from tests.valeria.positions import RIVAL, a_table, at_random, hear, said, tables
from tests.valeria.recount import scored_again, valeria

SEEDS = st.integers(0, 2**32)


def a_script(rival: str = RIVAL, **rulings: str) -> Play:
    name = tables().opponents.opponent[rival].name
    return GAME.script(Setup([you(), Seat(rival, name, rival)], tables(), rulings))


# Set-up


def test_set_up_leaves_one_piece_in_every_district() -> None:
    state = a_table(round=0)
    heard = hear(game.set_up(state), 5, "6", "penumbra")
    assert state.opponent.tokens["manor"]["nor-high"] == 1
    assert state.you.monuments == {"lighthouse": "penumbra"}
    assert [id for id, count in state.keeps.items() if count] == [
        "anchorage", "bazani-gate", "luna-grove", "iron-pit",
    ]  # fmt: skip
    assert state.you.influence == {"worker": 0, "soldier": 0, "shadow": 1, "holy": 1}
    assert state.opponent.influence == {"worker": 0, "soldier": 1, "shadow": 0, "holy": 1}
    assert "nor-high" not in heard.offered(2)
    ask = heard.asks[2]
    assert isinstance(ask, Choose) and said(ask.options[0].detail) == "Worker and Shadow"


def test_a_house_opponent_is_called_one_and_nobody_looks_for_its_card() -> None:
    state = a_table(round=0)
    heard = hear(game.set_up(state), 1, "1", "penumbra")
    assert "valeria.setup.house" in heard.ids
    assert "valeria.setup.card" not in heard.ids
    assert not any("Lay the card" in line for line in heard.lines())
    taught = a_table(round=0)
    taught.card = msgspec.structs.replace(taught.card, house=False)
    assert "valeria.setup.card" in hear(game.set_up(taught), 1, "1", "penumbra").ids


def test_the_opponent_has_five_more_manors_after_set_up() -> None:
    state = a_table(round=0)
    hear(game.set_up(state), 1, "1", "penumbra")
    assert state.opponent.left("manor") == 5
    assert rules.crates_left(state, state.opponent) == 3


def test_your_first_manor_goes_to_an_empty_district() -> None:
    state = a_table(round=0)
    heard = hear(game.set_up(state), 1, "1", "penumbra")
    with pytest.raises(Refused) as refused:
        heard.asks[2].check("anchorage")
    assert said(refused.value.text).startswith("The Anchorage is not empty")
    assert game.taken_district(state, "The Anchorage") == refused.value.text
    assert game.taken_district(state, "Atlantis") is None


def test_you_go_first_in_round_one() -> None:
    assert a_table().first == "you"


def test_the_starting_architects_manor_gives_no_extra_push() -> None:
    state = a_table(round=0)
    hear(game.set_up(state), 1, "3", "penumbra")
    assert sum(state.you.influence.values()) == 2


# Phases


def test_the_draft_alternates_and_leaves_three_dice() -> None:
    state = a_table(rival="hedda-varn")  # wants wood, gold, stone
    state.first = "hedda-varn"
    pool = {"wood": 2, "gold": 2, "stone": 2, "food": 3}
    hear(game.draft_phase(state, talk), pool, "wood", "gold", "food")
    assert state.opponent.faces() == ["wood", "gold", "stone"]
    assert state.you.faces() == ["wood", "gold", "food"]
    assert {face: count for face, count in state.pool.items() if count} == {"stone": 1, "food": 2}


def test_monument_and_bonus_come_after_all_dice() -> None:
    script = a_script()
    random = Random(3)
    order = []
    conversation = script.play()
    reply: Any = None
    while True:
        item = conversation.send(reply)
        reply = None
        if isinstance(item, Ask):
            reply = item.legal(random)
            if item.id == "valeria.your-turn":
                order.append("yours")
        elif item.id in ("valeria.opponent.monument", "valeria.scoring"):
            order.append(item.id)
            if item.id == "valeria.scoring":
                break
    primary = [each for each in order if each != "yours"]
    assert primary == ["valeria.opponent.monument", "valeria.scoring"]
    assert order.index("valeria.opponent.monument") > len(order) - 3


# Reset


def reset(state: Any, *answers: Any) -> Any:
    return hear(game.reset_phase(state, talk), *answers)


def test_reset_clears_crates_and_dice_and_adds_a_keep() -> None:
    state = a_table(yours={"crates": {"vp": 2}, "dice": ["wood"]}, theirs={"crates": {"vp": 1}})
    reset(state, 4)
    assert state.keeps["penumbra"] == 1
    assert not any(side.dice or any(side.crates.values()) for side in state.sides)


def test_the_lower_score_goes_first() -> None:
    state = a_table()
    state.you.points["other"] = 5
    reset(state, 1)
    assert state.first == RIVAL


@pytest.mark.parametrize(
    ("ruling", "first", "next_first"),
    [
        ("passes", "you", RIVAL),
        ("passes", RIVAL, "you"),
        ("stays", "you", "you"),
        ("stays", RIVAL, RIVAL),
        ("you-first", RIVAL, "you"),
    ],
)
def test_a_tied_score_is_settled_by_the_ruling(ruling: str, first: str, next_first: str) -> None:
    state = a_table(rulings={"tied-first-player": ruling})
    state.first = first
    heard = reset(state, 1)
    assert state.first == next_first
    assert "Ruling" in heard.why()


def test_two_citizens_of_each_line_leave_unless_ruled_otherwise() -> None:
    assert "valeria.reset.citizens-two" in reset(a_table(), 1).ids
    assert "valeria.reset.citizens-one" in reset(a_table(rulings={"citizen-reset": "one"}), 1).ids


@pytest.mark.parametrize("track", ["light", "all"])
def test_cards_that_the_app_keeps_are_nobodys_to_discard_or_flip(track: str) -> None:
    for cards in ("app", "table"):
        driver = a_driver(a_header("valeria", cards=cards, track=track))
        play_on(driver, Random(1))
        told = {event.id for event in driver.run.log if isinstance(event, Tell)}
        on_the_table = {
            "valeria.reset.wharf",
            "valeria.reset.citizens-two",
            "valeria.opponent.recruit",
        } & told
        assert bool(on_the_table) == (cards == "table")
        assert ("valeria.reset.citizens-gone" in told) == (cards == "app")


def test_peasant_and_smuggler_act_before_dice_and_crates_leave() -> None:
    state = a_table(yours={"cards": ["peasant", "smuggler"], "ship": "penumbra"})
    state.pool["influence"] = 2
    reset(state, "holy", "holy", "penumbra", "iron-pit", 1)
    assert state.you.influence["holy"] == 2
    assert state.you.tokens["ship"]["iron-pit"] == 1


def test_no_reset_after_round_five() -> None:
    script = a_script()
    keeps = []
    random = Random(1)

    def answer(ask: Ask) -> Any:
        if ask.id == "valeria.roll.keep":
            keeps.append(script.table.round)
        return ask.legal(random)

    converse(script.play(), answer)
    assert keeps == [1, 2, 3, 4]
    assert sum(script.table.keeps.values()) == 8


# Every game


@given(seed=SEEDS, rival=st.sampled_from(sorted(tables().opponents.opponent)))
@settings(max_examples=40, deadline=None)
def test_whatever_happens_everything_adds_up(seed: int, rival: str) -> None:
    script = a_script(rival)
    state = script.table
    random = Random(seed)
    highest = dict.fromkeys(("you", rival), dict.fromkeys(state.board.tracks, 0))

    def answer(ask: Ask) -> Any:
        assert conserved(script.table) == []
        for side in state.sides:
            before = highest[side.seat.id]
            assert all(side.influence[guild] >= space for guild, space in before.items())
            highest[side.seat.id] = dict(side.influence)
        return ask.legal(random)

    sheet = converse(script.play(), answer)
    assert {column.seat: column.total for column in sheet.columns} == valeria(script.state())
    assert {column.seat: column.total for column in sheet.columns} == {
        side.seat.id: side.score for side in state.sides
    }


@given(seed=SEEDS, rival=st.sampled_from(sorted(tables().opponents.opponent)))
@settings(max_examples=20, deadline=None)
def test_every_round_scores_what_a_second_count_gives(seed: int, rival: str) -> None:
    script = a_script(rival)
    random = Random(seed)
    rounds = []
    conversation = script.play()
    reply: Any = None
    try:
        while True:
            item = conversation.send(reply)
            reply = item.legal(random) if isinstance(item, Ask) else None
            if item.id == "valeria.standing":
                scored_again(script.state(), script.table.round)
                rounds.append(script.table.round)
    except StopIteration:
        assert rounds == [1, 2, 3, 4, 5, 5]


@given(seed=SEEDS)
@settings(max_examples=20, deadline=None)
def test_a_district_never_pays_more_than_its_prizes(seed: int) -> None:
    script = a_script()
    converse(script.play(), at_random(Random(seed)))
    for scored in district_scores(script.table, 5):
        assert sum(award.points for award in scored.awards.values()) <= 12


@pytest.mark.parametrize("rival", sorted(tables().opponents.opponent))
def test_a_house_opponent_never_runs_out_of_tokens(rival: str) -> None:
    for seed in range(5):
        script = a_script(rival)
        random = Random(seed)
        told = []
        conversation = script.play()
        reply: Any = None
        try:
            while True:
                item = conversation.send(reply)
                reply = item.legal(random) if isinstance(item, Ask) else None
                told.append(item.id)
        except StopIteration:
            pass
        assert "valeria.out-of-tokens" not in told
        assert "valeria.monument-again" not in told


def test_chance_is_asked_of_the_table_in_streams() -> None:
    streams = {}
    random = Random(5)

    def answer(ask: Ask) -> Any:
        if ask.to == TABLE:
            streams[ask.stream] = type(ask)
        return ask.legal(random)

    for _ in range(3):
        converse(a_script("ysolde-fenn").play(), answer)
    assert streams == {
        "die": Roll, "dice pool": Tally, "pink citizens deck": Choose, "blue citizens deck": Choose,
    }  # fmt: skip


@pytest.mark.parametrize("rival", sorted(tables().opponents.opponent))
def test_every_roll_of_the_black_die_is_shown_with_what_came_of_it(rival: str) -> None:
    """With app dice nobody sees the die: the next thing told shows its face, or its reasons do."""
    script = a_script(rival)
    random = Random(8)
    conversation = script.play()
    reply: Any = None
    rolled: list[int] = []
    try:
        while True:
            item = conversation.send(reply)
            reply = None
            if isinstance(item, Ask):
                reply = item.legal(random)
                if item.stream == "die":
                    rolled.append(reply)
            elif rolled:
                shown = "\n".join(said(text) for text in (item, *item.why))
                assert all(f"shows {face}" in shown for face in rolled), shown
                rolled = []
    except StopIteration:
        assert not rolled


def test_both_seats_may_be_anywhere() -> None:
    name = tables().opponents.opponent[RIVAL].name
    script = GAME.script(Setup([Seat(RIVAL, name, RIVAL), you()], tables(), {}))
    assert script.table.you.seat.id == "you"
    both = GAME.script(Setup([Seat("a0", "A", "hedda-varn"), Seat("b1", "B", RIVAL)], tables(), {}))
    assert both.table.opponent.seat.id == "b1"


def test_the_sheet_can_be_looked_at_any_time() -> None:
    script = a_script()
    random = Random(2)

    def answer(ask: Ask) -> Any:
        sheet = script.sheet()
        assert [len(column.lines) for column in sheet.columns] == [len(sheet.columns[0].lines)] * 2
        return ask.legal(random)

    final = converse(script.play(), answer)
    assert [said(line.label) for line in final.columns[0].lines][:3] == [
        "Round 1: control", "Round 1: monuments", "Round 1: wharf",
    ]  # fmt: skip


# Corrections


def everything_corrected(script: Play, random: Random) -> None:
    for key in [each.key for each in script.corrections()]:
        correction = next((each for each in script.corrections() if each.key == key), None)
        if correction is None:
            continue
        before = script.state()
        try:
            correction.put(correction.ask.check(correction.ask.legal(random)))
        except Refused as refused:
            assert said(refused.text)
            assert script.state() == before, "a refused correction changes nothing"
        assert conserved(script.table) == [], correction.key


@given(seed=SEEDS, stop=st.integers(0, 150))
@settings(max_examples=25, deadline=None)
def test_every_tracked_value_can_be_corrected_and_the_game_goes_on(seed: int, stop: int) -> None:
    script = a_script()
    random = Random(seed)
    conversation = script.play()
    reply: Any = None
    asked = 0
    try:
        while True:
            item = conversation.send(reply)
            reply = None
            if isinstance(item, Ask):
                reply = item.legal(random)
                asked += 1
                if asked == stop:
                    everything_corrected(script, random)
                    reply = CORRECTED
    except StopIteration:
        pass
    assert conserved(script.table) == []


def test_a_corrected_score_is_the_score() -> None:
    script = a_script()
    script.table.round = 1
    script.table.you.points = {"control.1": 6}
    correction = next(each for each in script.corrections() if each.key == "you.score")
    correction.put(31)
    assert script.table.you.score == 31
    assert script.sheet().columns[0].total == 31


def test_a_correction_cannot_put_two_tokens_on_one_star() -> None:
    script = a_script()
    script.table.round = 1
    script.table.opponent.influence["holy"] = 12
    correction = next(each for each in script.corrections() if each.key == "you.influence.holy")
    with pytest.raises(Refused) as refused:
        correction.put(12)
    assert "★2" in said(refused.value.text)


def test_corrections_name_everything_tracked() -> None:
    script = a_script()
    random = Random(1)
    conversation = script.play()
    item: Any = conversation.send(None)
    while not (isinstance(item, Ask) and item.id == "valeria.your-turn"):
        item = conversation.send(item.legal(random) if isinstance(item, Ask) else None)
    keys = {each.key for each in script.corrections()}
    for seat in ("you", RIVAL):
        assert {
            f"{seat}.score",
            f"{seat}.cards",
            f"{seat}.gate",
            f"{seat}.die.1",
            f"{seat}.crates",
            f"{seat}.temple",
            f"{seat}.windmill",
        } <= keys
        assert {f"{seat}.influence.{guild}" for guild in tables().guilds.order} <= keys
    assert {"pool", "first", "keeps", "you.manor.6", f"{RIVAL}.manor"} <= keys
    assert len(keys) < 50, "a list that can be read"


def test_a_road_takes_no_more_windmills_than_dots_by_a_correction_either() -> None:
    script = a_script()
    script.table.round = 1
    road = "nor-high/penumbra"
    script.table.opponent.tokens["windmill"][road] = 2
    correction = next(each for each in script.corrections() if each.key == "you.windmill")
    with pytest.raises(Refused) as refused:
        correction.put({road: 3})
    assert "no free dot" in said(refused.value.text)
    correction.put({road: 2, "iron-pit/anchorage": 1})
    assert rules.room_on(script.table, road) == 0


# People among themselves


def people(count: int) -> list[Seat]:
    return [Seat(f"p{place}", f"P{place}") for place in range(1, count + 1)]


def heard_until_the_dice(count: int) -> list[str]:
    """What a game of so many people tells until the first question about dice, which comes last."""
    script = GAME.script(Setup(people(count), tables(), {}, "table", "all"))
    talk, lines, random = script.play(), list[str](), Random(1)
    item = next(talk)
    while not (isinstance(item, Ask) and item.id == "valeria.pool"):
        if not isinstance(item, Ask):
            lines.append(said(item))
        item = talk.send(item.legal(random) if isinstance(item, Ask) else None)
    return [*lines, said(item.text)]


@pytest.mark.parametrize(("count", "dice"), [(2, 9), (3, 12), (4, 15), (5, 18)])
def test_the_set_up_is_told_for_the_number_of_players(count: int, dice: int) -> None:
    lines = heard_until_the_dice(count)
    assert lines[0] == f"Set up as for {count} players, with {dice} dice."
    assert "1 wood, 1 stone, 1 food, 1 magic and 2 gold" in lines[1]
    assert lines[-1].startswith(f"Roll the {dice} dice.")


@pytest.mark.parametrize(("count", "rolls"), [(2, 1), (3, 1), (4, 0), (5, 0)])
def test_in_the_reset_phase_all_dice_are_gathered_whether_a_keep_is_added_or_not(
    count: int, rolls: int
) -> None:
    state = GAME.script(Setup(people(count), tables(), {}, "table", "light")).table
    state.round = 1
    heard = hear(game.reset_phase(state, talk), *[4] * rolls)
    assert sum("Gather all dice" in line for line in heard.lines()) == 1
