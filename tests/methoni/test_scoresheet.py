"""A score sheet from a file or by questions: the final position of the rulebook, and what cannot be."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from automa.dialogue import Ask, Refused
from automa.methoni import GAME
from automa.sheet import Sheet
from solo.fronts.reading import read
from solo.words.sentences import Words
from tests.atable import score_example
from tests.methoni.positions import tables

ENGLISH = Words.of("en", ["methoni"])


def totals(sheet: Sheet) -> dict[str, int]:
    return {str(column.name): column.total for column in sheet.columns}


def refusal(content: Any) -> str:
    with pytest.raises(Refused) as refused:
        GAME.score_file(tables(), content)
    return ENGLISH.plain(refused.value.text)


def test_the_final_position_of_the_rulebook_is_50_68_65() -> None:
    sheet = GAME.score_file(tables(), score_example("methoni"))
    assert totals(sheet) == {"Jerry": 50, "Evan": 68, "Andrew": 65}
    assert [[line.points for line in column.lines] for column in sheet.columns] == [
        [27, 12, 3, 5, 3],
        [33, 17, 5, 10, 3],
        [30, 23, 6, 0, 6],
    ]


def test_plain_counts_give_the_same() -> None:
    content = {
        "player": {
            "Jerry": {"ducats": 12, "domains": [8, 1], "objective": 3},
            "Evan": {"ducats": 17, "domains": [10, 1], "objective": 5},
            "Andrew": {"ducats": 23, "domains": [5, 2, 3], "objective": 6},
        }
    }
    assert totals(GAME.score_file(tables(), content)) == {"Jerry": 50, "Evan": 68, "Andrew": 65}


def test_the_rims_of_the_final_position_are_30_walls() -> None:
    island = tables().board.island
    rim = 0
    for player in score_example("methoni")["player"].values():
        for domain in player["domains"]:
            area = sum(island.space[word.lower()].bit for word in domain.split())
            assert island.is_connected(area)
            rim |= island.rim(area)
    assert rim.bit_count() == 30


def changed(**changes: Any) -> dict[str, Any]:
    content = score_example("methoni")
    content["player"]["Jerry"] |= changes
    return content


@pytest.mark.parametrize(
    ("content", "complaint"),
    [
        (changed(domains=["E5 A1"]), "does not hang together"),
        (changed(domains=["E5", "D10"]), "D10 is in two Domains"),
        (changed(domains=["E5 E5"]), "E5 stands twice in one Domain of Jerry"),
        (changed(domains=["Z9"]), 'found "Z9"'),
        (changed(domains=["A1", "B1", "C1", "D1", "F1"]), "at most 4 Domains"),
        (changed(domains=[55], objective=0), "1 to 54"),
        (changed(domains=[40], objective=0), "61 spaces are too many"),
        (changed(ducats=62), "102 ducats are too many"),
        (changed(ducats=-1), "ducats"),
        (changed(objective=["plains", "plains", "desert"]), "three different lands"),
        (changed(objective=["plains", "desert"]), "three different lands"),
        (changed(objective=["swamp", "plains", "desert"]), "objective"),
        (changed(objective=10), "at most as many as there are spaces"),
        (changed(domains=[8, 1]), "how many spaces match"),
        (changed(gold=3), "gold is not known"),
        ({"player": {"A": {"ducats": 1, "domains": []}}}, "three to five"),
        ({}, "player"),
        ([], "player"),
        (None, "player"),
    ],
)
def test_what_cannot_be_is_named(content: Any, complaint: str) -> None:
    assert complaint in refusal(content)


def asked(answers: list[Any], rulings: Mapping[str, str] = {}) -> Sheet:
    """The questions answered one after the other."""
    conversation = GAME.score(tables(), 3, rulings=rulings)
    waiting = iter(answers)
    said: Any = None
    try:
        while True:
            item = conversation.send(said)
            said = item.check(next(waiting)) if isinstance(item, Ask) else None
    except StopIteration as over:
        assert next(waiting, None) is None
        sheet: Sheet = over.value
        return sheet


def test_by_questions_the_same_position_gives_the_same() -> None:
    sheet = asked(
        [
            "Jerry", "b3 B4 b5 c2 c3 c4 c5 d3, E5",
            "Evan", "10 1",
            "Andrew", "B6 B7 C8 C9 D9; d2 e1, e6 e7 f5",
            12, ["mountain", "plains", "forest"],
            17, 5,
            23, ["fields", "mountain", "plains"],
        ]
    )  # fmt: skip
    assert totals(sheet) == {"Jerry": 50, "Evan": 68, "Andrew": 65}


TIE = ["A", "2", "B", "2", "C", "-", 10, 0, 10, 0, 0, ["mountain", "plains", "forest"]]


def test_buildings_are_asked_only_where_they_break_a_tie() -> None:
    sheet = asked([*TIE, 1, 0, 0, 1])
    assert [str(column.name) for column in sheet.winners()] == ["B"]
    assert not sheet.remarks


def test_villas_are_not_asked_where_a_tie_is_settled_as_a_claim() -> None:
    sheet = asked([*TIE, 1, 2], {"tie-value": "claim"})
    assert [str(column.name) for column in sheet.winners()] == ["B"]


def a_tie(**of_a: int) -> dict[str, Any]:
    estate = {"ducats": 10, "domains": [2]}
    return {
        "player": {"A": estate | of_a, "B": estate | {"houses": 0, "villas": 0}, "C": estate | {"ducats": 1}}
    }


def test_a_file_that_does_not_tell_the_buildings_of_a_tie_leaves_it_and_says_so() -> None:
    sheet = GAME.score_file(tables(), a_tie(houses=3))
    assert [str(column.name) for column in sheet.winners()] == ["A", "B"]
    said = " ".join(ENGLISH.plain(remark) for remark in sheet.remarks)
    assert said == (
        "A and B are tied. What their largest Domains are worth decides, "
        "but these are not given for each of them: villas."
    )
    told = GAME.score_file(tables(), a_tie(houses=3, villas=0))
    assert ([str(column.name) for column in told.winners()], told.remarks) == (["A"], [])
    by_claim = GAME.score_file(tables(), a_tie(houses=3), {"tie-value": "claim"})
    assert ([str(column.name) for column in by_claim.winners()], by_claim.remarks) == (["A"], [])


def test_ducats_on_markets_are_nobodys() -> None:
    """In the final position of the rulebook a ducat lies on A3 and on B8."""
    assert "of the 70 in the box, 2 still lie on markets" in refusal(changed(ducats=29))
    assert totals(GAME.score_file(tables(), changed(ducats=28)))["Jerry"] == 66
    # Where only the size of a Domain is known, its markets are not.
    assert totals(GAME.score_file(tables(), changed(ducats=30, domains=[8, 1], objective=3)))["Jerry"] == 68


def test_by_questions_nobody_can_have_what_lies_on_markets_or_more_spaces_than_are_left() -> None:
    with pytest.raises(Refused):
        asked(["A", "A1", "B", "A2", "C", "-", 65])
    with pytest.raises(Refused):
        asked(["A", "30", "B", "20 5"])


def test_a_space_that_another_player_has_is_refused_at_the_question() -> None:
    conversation = GAME.score(tables(), 3)
    next(conversation)
    question = conversation.send("Jerry")
    assert isinstance(question, Ask)
    for wrong in ("A1 C3", "Z1", "A1 A1", "0", "99", "A1, A2, A3, A4, A5"):
        with pytest.raises(Refused):
            question.check(wrong)
    assert question.check("A1 b2 a2") == "a1 a2 b2"


@pytest.mark.parametrize("lang", ["en", "nl"])
def test_a_number_is_the_size_of_a_domain_and_no_place_in_a_list(lang: str) -> None:
    conversation = GAME.score(tables(), 3)
    next(conversation)
    question = conversation.send("Jerry")
    assert isinstance(question, Ask)
    words = Words.of(lang, ["methoni"])
    assert [read(question, typed, words) for typed in ("1", "2", "8 1", "-")] == ["1", "2", "8, 1", "-"]
