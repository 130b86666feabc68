"""Teaching: tracks, castles, contracts, an opponent of one's own; and checking what is assumed."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import pytest

from automa.dialogue import Ask, Refused, Tell
from automa.six_castles import GAME
from automa.six_castles.lessons import read_contract, read_religion
from solo.facts import overlay, teach
from solo.facts.telling import drawing, head, is_asked_as_a_whole, tell_fact
from tests.six_castles.positions import plain


def held(talk: Any, answer: Callable[[Ask], Any]) -> Any:
    """What a conversation returns, its questions answered like that."""
    reply: Any = None
    try:
        while True:
            item = talk.send(reply)
            reply = answer(item) if isinstance(item, Ask) else None
            if isinstance(item, Tell):
                assert plain(item)
    except StopIteration as over:
        return over.value


def taught(lesson: str, answers: Sequence[Any]) -> dict[str, Any]:
    """What a lesson returns, with these answers."""
    left = list(answers)

    def answer(ask: Ask) -> Any:
        return ask.check(ask.understood(left.pop(0)))

    found: dict[str, Any] = held(teach.lessons(overlay.load(GAME))[lesson](), answer)
    assert not left
    return found


def test_the_tracks_are_taught_in_a_dozen_answers() -> None:
    found = taught("tracks", ["0 1 2 4", True, 1, 2, 2, 2, 2, 2, 2, 2, 2, 4])
    assert found["tracks"]["religion"] == [0, 1, 2, 4]
    assert found["tracks"]["landscape"]["pasture"] == 1
    assert found["tracks"]["construction"]["roman-milestone"] == 4
    facts = overlay.load(GAME, {"tracks": {"religion": found["tracks"]["religion"]}})
    assert facts.tables.tracks.religion == (0, 1, 2, 4)


def test_a_religion_track_that_goes_down_is_refused() -> None:
    with pytest.raises(Refused) as refused:
        read_religion("0 2 1")
    assert "never goes down" in plain(refused.value.text)
    for written in ("", "5", "0 x", "0 99"):
        with pytest.raises(Refused):
            read_religion(written)
    assert read_religion("0, 1, 1") == [0, 1, 1]


def test_the_goods_of_the_castles_are_taught() -> None:
    found = taught("castles", [["wheat"], ["meat"], ["linen"], ["chestnut"], ["olive-oil", "meat"]])
    assert found["castles"]["castle"]["penamacor"] == {"goods": ["wheat"]}
    assert "idanha" not in found["castles"]["castle"]


def test_the_contracts_are_taught() -> None:
    found = taught("contracts", ["7 1", "5, 0, 2", *["4"] * 15])
    assert found["contracts"]["contract"]["castle"] == {"points": 7, "coins": 1, "religion": 0}
    assert {"points": 5, "coins": 0, "religion": 2} in found["contracts"]["contract"].values()
    assert overlay.load(GAME, found).tables.contracts.castle.points == 7
    for written in ("", "1 2 3 4", "x", "99", "1 10"):
        with pytest.raises(Refused):
            read_contract(written)


def test_an_opponent_of_ones_own_is_made_and_can_be_played() -> None:
    found = taught(
        "opponent", ["My Aunt", "She likes chapels.", "most-religion", "most-coins", "enough", 3, True]
    )
    plan = found["opponents"]["opponent"]["my-aunt"]
    assert plan["level"] == {"own": 3}
    facts = overlay.load(GAME, found)
    assert "my-aunt" in {each.id for each in GAME.opponents(facts.tables)}


def test_what_is_assumed_is_asked_and_told_in_words() -> None:
    facts = overlay.load(GAME)
    assumed = facts.assumed()
    assert 30 <= len(assumed) <= 60
    for fact in assumed:
        assert plain(tell_fact(facts, fact.key, fact.value) or ""), fact.key
        assert head(facts, fact.key) is not None
        assert drawing(facts, fact.key), fact.key
    assert is_asked_as_a_whole(facts, "tracks.religion")
    assert is_asked_as_a_whole(facts, "contracts.contract.lake.points")
    assert not is_asked_as_a_whole(facts, "tracks.landscape.bush")


def test_everything_assumed_is_checked_in_a_few_looks() -> None:
    facts = overlay.load(GAME)
    looks = teach.grouped(facts.assumed())
    assert len(looks) <= 25
    kept: list[Any] = []
    result = held(teach.check(facts, kept.append), lambda ask: ask.check("right"))
    assert len(kept) == len(looks)
    assert result.assumed() == []
