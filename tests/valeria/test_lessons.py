"""Teaching the app an official opponent card and the guild tracks."""

from __future__ import annotations

from collections.abc import Generator
from random import Random
from typing import Any

import pytest
from msgspec import convert

from automa.dialogue import Ask, Refused, Tell
from automa.game import Seat, Setup, you
from automa.valeria import GAME
from automa.valeria.lessons import line_text, read_column, read_line
from automa.valeria.tables import OpponentCard, RoundLine
from solo.facts.overlay import load
from solo.facts.teach import common_key, grouped, lessons
from solo.facts.telling import ask_facts, head, tell_fact
from tests.valeria.conserved import conserved
from tests.valeria.positions import at_random, said, tables


def learn(
    lesson: Generator[Any, Any, dict[str, Any]], answers: list[Any]
) -> tuple[dict[str, Any], list[str], int]:
    """The lesson with these answers: what it taught, what it told, how many pictures it drew."""
    told: list[str] = []
    drawn = 0
    reply: Any = None
    while True:
        try:
            item = lesson.send(reply)
        except StopIteration as over:
            assert not answers
            return over.value, told, drawn
        reply = None
        if isinstance(item, Ask):
            assert said(item.text)
            reply = item.check(answers.pop(0))
        elif isinstance(item, Tell):
            told.append(said(item))
        else:
            drawn += 1


PRIORITIES = "gold wood stone food magic"
LINE = "manor temple recruit / - / green food gold magic"
CARD = ["The Steward", PRIORITIES, LINE, LINE, LINE, LINE, "manor windmill shipyard / gate / sail 2"]


def test_a_card_is_entered_in_eight_answers_and_drawn() -> None:
    tree, _, drawn = learn(lessons(load(GAME))["opponent"](), [*CARD, True])
    card = tree["opponents"]["opponent"]["the-steward"]
    assert card["priorities"] == [*PRIORITIES.split(), "influence"]
    assert card["round"]["1"] == {
        "actions": ["manor", "temple", "recruit"], "monument": "none", "crate": "green",
        "faces": ["food", "gold", "magic"],
    }  # fmt: skip
    assert card["round"]["5"] == {
        "actions": ["manor", "windmill", "shipyard"], "monument": "gate", "sail": 2,
    }  # fmt: skip
    assert drawn == 1
    assert len([*CARD, True]) == 8


def test_of_a_card_that_is_not_right_only_the_part_that_differs_is_entered_again() -> None:
    other = "shipyard temple recruit / - / green food gold magic"
    answers = [*CARD, False, "2", other, False, "dice", "wood gold stone food magic influence", True]
    tree, told, drawn = learn(lessons(load(GAME))["opponent"](), answers)
    assert drawn == 3
    assert any("once more" in line for line in told)
    card = tree["opponents"]["opponent"]["the-steward"]
    assert (card["name"], card["priorities"][:2]) == ("The Steward", ["wood", "gold"])
    assert [card["round"][round]["actions"][0] for round in "12"] == ["manor", "shipyard"]


def test_a_card_that_is_known_is_changed_where_it_is_different_and_replaced() -> None:
    tree, _, _ = learn(lessons(load(GAME))["opponent"](), [*CARD, True])
    first = load(GAME).with_lesson(tree, came_from="a test")
    lesson = lessons(first)["opponent"]()
    tree, told, drawn = learn(
        lesson, ["the steward", "5", "manor manor temple / - / purple wood gold food", True]
    )
    assert drawn == 2
    assert "You have entered The Steward before." in told
    again = first.with_lesson(tree, came_from="a test")
    card = again.tables.opponents.opponent["the-steward"]
    assert (card.name, card.round["5"].sail, card.round["5"].crate) == ("The Steward", 0, "purple")
    assert card.round["1"] == first.tables.opponents.opponent["the-steward"].round["1"]
    tree, _, _ = learn(lessons(again)["opponent"](), ["The Steward", "nothing", True])
    assert again.with_lesson(tree, came_from="a test").tables == again.tables


@pytest.mark.parametrize(
    ("typed", "line"),
    [
        ("man tem rec//sail", "manor temple recruit / none / sail 1"),
        ("Landhuis, Tempel, rekruteer / poort / groen voedsel magie hout",
         "manor temple recruit / gate / green food magic wood"),
        ("wind ship ship / Ward Tower / purple gold infl stone",
         "windmill shipyard shipyard / ward-tower / purple gold influence stone"),
        ("molen werf werf / geen / vaar 3", "windmill shipyard shipyard / none / sail 3"),
        ("manor manor manor / - / -", "manor manor manor / none / none"),
    ],
)  # fmt: skip
def test_a_round_is_one_line_in_either_language(typed: str, line: str) -> None:
    assert line_text(convert(read_line(typed), RoundLine)) == line
    assert read_line(line) == read_line(typed)


@pytest.mark.parametrize(
    ("typed", "why"),
    [
        ("manor temple recruit", "three parts"),
        ("manor temple / gate / sail", "three actions before the first /; you entered 2"),
        ("manor temple recruit / gate statue / sail", "one monument"),
        ("manor temple wharf / gate / sail", "no “wharf” here"),
        ("m t r / gate / sail", "“m” fits several"),
        ("manor temple recruit / gate / sail 7", "up to 6"),
        ("manor temple recruit / gate / green food magic", "come 3 dice; you entered 2"),
        ("manor temple recruit / gate / - food", "come 0 dice; you entered 1"),
        ("manor temple recruit / gate / blue food magic wood", "no “blue” here"),
    ],
)
def test_a_line_that_cannot_be_is_refused_with_what_is_wrong(typed: str, why: str) -> None:
    with pytest.raises(Refused) as refused:
        read_line(typed)
    assert why in said(refused.value.text)


@pytest.mark.parametrize("typed", ["gold wood stone food", "gold gold stone food magic wood", "gold wood x"])
def test_a_column_of_dice_has_each_once(typed: str) -> None:
    with pytest.raises(Refused):
        read_column(typed)


def test_limits_of_the_box_warn_and_do_not_block() -> None:
    lines = ["temple temple temple / gate / sail"] * 5
    _, told, _ = learn(lessons(load(GAME))["opponent"](), ["X", PRIORITIES, *lines, True])
    text = "\n".join(told)
    assert "Temple 15 times, but there are tokens for 4" in text
    assert "Gate 5 times" in text
    assert "sails before any Ship" in text


def test_a_taught_card_is_played_and_is_not_called_a_house_card() -> None:
    tree, _, _ = learn(lessons(load(GAME))["opponent"](), [*CARD, True])
    taught = load(GAME).with_lesson(tree, came_from="a test")
    found = {opponent.id: opponent for opponent in GAME.opponents(taught.tables)}
    assert not found["the-steward"].house
    script = GAME.script(Setup([you(), Seat("the-steward", "The Steward", "the-steward")], taught.tables, {}))
    from automa.dialogue import converse

    converse(script.play(), at_random(Random(1)))
    assert conserved(script.table) == []
    assert isinstance(script.table.card, OpponentCard)


def test_a_taught_card_never_takes_the_place_of_a_house_opponent() -> None:
    answers = ["Hedda Varn", *CARD[1:], True]
    tree, _, _ = learn(lessons(load(GAME))["opponent"](), answers)
    assert list(tree["opponents"]["opponent"]) == ["without", "hedda-varn-card"]


def test_the_guild_tracks_are_taught_with_their_lines() -> None:
    track = [8, 1, 4, "vp", 2, True]
    shadow = [8, 1, 4, "gold", 2, True]
    tree, _, drawn = learn(lessons(load(GAME))["tracks"](), [*track, *track, *shadow, *track])
    assert drawn == 4
    taught = load(GAME).with_lesson(tree, came_from="a test")
    holy = taught.tables.guilds.guild["holy"]
    assert holy.spaces == 8
    assert {space: (line.gain, line.amount) for space, line in holy.line.items()} == {"4": ("vp", 2)}


def test_the_shadow_track_is_entered_again_without_the_two_gold_that_the_rulebook_proves() -> None:
    answers = [8, 1, 4, "vp", 2, 8, 1, 4, "gold", 2, True]
    tree, told, drawn = learn(ask_facts(load(GAME), "guilds.guild.shadow"), answers)
    assert drawn == 2
    assert "The rulebook proves that a line of this track gives 2 gold: enter the track once more." in told
    assert tree["guilds"]["guild"]["shadow"]["line"] == {"4": {"gain": "gold", "amount": 2}}


def test_the_dice_of_the_keeps_are_taught_in_one_line() -> None:
    tree, _, _ = learn(lessons(load(GAME))["keeps"](), ["2 1 3 4 6 5"])
    taught = load(GAME).with_lesson(tree, came_from="a test").tables.board.district
    assert [taught[id].keep for id in tables().board.ring] == [2, 1, 3, 4, 6, 5]


# Setting right what was assumed


def asked(key: str, answers: list[Any]) -> dict[str, Any]:
    tree, _, _ = learn(ask_facts(load(GAME), key), answers)
    load(GAME).with_lesson(tree, came_from="a test")  # it fits the tables
    return tree


def test_a_track_that_differs_is_entered_as_a_whole_so_that_a_line_can_stand_elsewhere() -> None:
    tree = asked("guilds.guild.holy", [9, 1, 3, "vp", 2, True])
    taught = load(GAME).with_lesson(tree, came_from="a test")
    holy = taught.tables.guilds.guild["holy"]
    assert (holy.spaces, {space: line.amount for space, line in holy.line.items()}) == (9, {"3": 2})


def test_a_rounds_diagram_is_asked_by_district_without_what_the_rulebook_proves() -> None:
    faces = ["penumbra", "bazani-gate", "bazani-gate", "nor-high"]
    tree = asked("charts.round.3.face", list(faces))
    assert tree["charts"]["round"]["3"]["face"] == dict(zip("1246", faces, strict=True))


def test_the_other_charts_and_the_banners_are_asked_in_words() -> None:
    places = ["pink-4", "pink-3", "pink-2", "blue-4", "blue-2", "blue-1"]
    assert asked("charts.draft.face", list(places))["charts"]["draft"]["face"]["1"] == "pink-4"
    chart = asked("selector.chart.4", ["A", "B", "C", "D", "A", "again"])
    assert chart == {"selector": {"chart": {"4": [1, 2, 3, 4, 1, 0]}}}
    guilds = asked("board.district.iron-pit.guilds", [["worker", "shadow"]])
    assert guilds["board"]["district"]["iron-pit"]["guilds"] == ["worker", "shadow"]


def test_a_keep_die_is_a_number() -> None:
    lesson = ask_facts(load(GAME), "board.district.iron-pit.keep")
    assert learn(lesson, [5])[0] == {"board": {"district": {"iron-pit": {"keep": 5}}}}


def test_every_assumed_fact_is_said_in_a_sentence_of_the_game() -> None:
    known = load(GAME)
    for fact in known.assumed():
        assert tell_fact(known, fact.key, fact.value) is not None, fact.key


def test_what_is_checked_is_headed_by_the_component_it_is_read_off() -> None:
    heads = {said(head(load(GAME), common_key(keys))) for keys in groups_to_check()}
    assert {
        "The districts on the board",
        "Charts card, round 3",
        "The Holy track",
        "The wharf cards",
    } <= heads
    assert not any("[" in head for head in heads)


def groups_to_check() -> list[list[str]]:
    return [[fact.key for fact in group] for group in grouped(load(GAME).assumed())]
