"""A score sheet from a file or by questions: the final position of the rulebook, and what cannot be."""

from __future__ import annotations

from copy import deepcopy
from typing import Any

import pytest

from automa.dialogue import Ask, Refused
from automa.methoni import GAME
from automa.sheet import Sheet
from solo.words.sentences import Words
from tests.methoni.positions import tables

ENGLISH = Words.of("en", ["methoni"])


def totals(sheet: Sheet) -> dict[str, int]:
    return {str(column.name): column.total for column in sheet.columns}


def refusal(content: Any) -> str:
    with pytest.raises(Refused) as refused:
        GAME.score_file(tables(), content)
    return ENGLISH.plain(refused.value.text)


def test_the_final_position_of_the_rulebook_is_50_68_65() -> None:
    sheet = GAME.score_file(tables(), GAME.score_example(tables()))
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
    for player in GAME.score_example(tables())["player"].values():
        for domain in player["domains"]:
            area = sum(island.space[word.lower()].bit for word in domain.split())
            assert island.is_connected(area)
            rim |= island.rim(area)
    assert rim.bit_count() == 30


def changed(**changes: Any) -> dict[str, Any]:
    content = deepcopy(GAME.score_example(tables()))
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


def asked(answers: list[Any]) -> Sheet:
    """The questions answered one after the other."""
    conversation = GAME.score(tables(), 3)
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
            "Jerry", "b3 B4 b5 c2 c3 c4 c5 d3, E5", 12, ["mountain", "plains", "forest"],
            "Evan", "10 1", 17, 5,
            "Andrew", "B6 B7 C8 C9 D9; d2 e1, e6 e7 f5", 23, ["fields", "mountain", "plains"],
        ]
    )  # fmt: skip
    assert totals(sheet) == {"Jerry": 50, "Evan": 68, "Andrew": 65}


def test_buildings_are_asked_only_where_they_break_a_tie() -> None:
    tie = ["A", "2", 10, 0, "B", "2", 10, 0, "C", "-", 0, ["mountain", "plains", "forest"]]
    sheet = asked([*tie, 1, 0, 0, 1])
    assert [str(column.name) for column in sheet.winners()] == ["B"]


def test_a_space_that_somebody_has_is_refused_at_the_question() -> None:
    conversation = GAME.score(tables(), 3)
    next(conversation)
    question = conversation.send("Jerry")
    assert isinstance(question, Ask)
    for wrong in ("A1 C3", "Z1", "A1 A1", "0", "99", "A1, A2, A3, A4, A5"):
        with pytest.raises(Refused):
            question.check(wrong)
    assert question.check("A1 b2 a2") == "a1 a2 b2"
