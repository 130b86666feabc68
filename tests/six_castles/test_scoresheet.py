"""`solo score six-castles`: from a file and by questions."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from automa.dialogue import Ask, Refused, Several
from automa.sheet import Sheet
from automa.six_castles import GAME
from automa.six_castles.scoresheet import score, score_file
from tests.atable import at_random, score_example
from tests.six_castles.positions import plain, tables


def scored(content: Any, **rulings: str) -> dict[str, int]:
    sheet = score_file(tables(), content, {key.replace("_", "-"): value for key, value in rulings.items()})
    return {str(column.name): column.total for column in sheet.columns}


def refusal(content: Any) -> str:
    with pytest.raises(Refused) as refused:
        score_file(tables(), content)
    return plain(refused.value.text)


def test_the_example_is_scored() -> None:
    """Alice: castle 5, chestnut 3 (2 half-coins), lake tied; tracks 3 + 4 and 3; space 9; 24 half-coins.

    Trevor: house 3 (2 half-coins), crag 5; tracks 2, 2 + 5; religion space 5; 32 half-coins.
    """
    assert scored(score_example("six-castles")) == {
        "Alice": 5 + 3 + 7 + 3 + 4 + 4,
        "Trevor": 3 + 5 + 2 + 7 + 2 + 6,
    }


def test_one_player_alone_is_scored_against_nobody() -> None:
    content = score_example("six-castles")
    del content["player"]["Trevor"]
    content["player"]["Alice"]["counts"] = {"castle": 3, "lake": 2}
    assert scored(content) == {"Alice": 5 + 7 + 3 + 4 + 4}
    assert scored(content, solo_contracts="any") == {"Alice": 5 + 3 + 7 + 3 + 5 + 4}
    assert scored(content, solo_contracts="none") == {"Alice": 7 + 3 + 4 + 4}


def test_the_family_version_needs_little() -> None:
    assert scored({"version": "family", "player": {"Ann": {"gold": 3, "half-coins": 7, "religion": 3}}}) == {
        "Ann": 5
    }


@pytest.mark.parametrize(
    "path, value, said",
    [
        (("contracts",), ["castle", "lake", "lake"], "contracts[3]"),
        (("contracts",), ["castle", "sea"], "one of castle"),
        (("version",), "basic", "version"),
        (("player", "Alice", "religion"), 99, "from 1 to 30"),
        (("player", "Alice", "gold"), -1, "player.Alice.gold"),
        (("player", "Alice", "landscapes"), ["bush", "lake"], "Alice"),
        (("player", "Trevor", "landscapes"), ["lake"], "space that Alice has not taken"),
        (("player", "Alice", "landscapes"), ["lake top", "forest top"], "space that Alice has not taken"),
        (("player", "Alice", "landscapes"), ["house"], "one of pasture"),
        (("player", "Alice", "landscapes"), ["lake"] * 6, "at most 5"),
        (("player", "Alice", "counts"), {"wheat": 1}, "player.Alice.counts.wheat"),
        (("player", "Alice", "counts"), {"lake": 61}, "player.Alice.counts.lake"),
        (("player",), {}, "one to four players"),
    ],
)
def test_a_mistake_names_the_key_and_what_is_allowed(path: tuple[str, ...], value: Any, said: str) -> None:
    content = score_example("six-castles")
    at: Any = content
    for key in path[:-1]:
        at = at[key]
    at[path[-1]] = value
    if path[-1] == "landscapes" and value == ["bush", "lake"]:
        assert "Alice has not taken" in refusal(content)  # bush is Alice's now, and Trevor wrote it too
    else:
        assert said in refusal(content)


def test_the_family_version_has_neither_contracts_nor_tracks() -> None:
    content = score_example("six-castles")
    content["version"] = "family"
    assert "family version" in refusal(content)
    content["contracts"] = []
    for entry in content["player"].values():
        entry["counts"] = {}
    assert "family version" in refusal(content)


@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_the_questions_lead_to_a_sheet_whatever_is_answered(players: int) -> None:
    for seed in range(30):
        answer = at_random(Random(seed))
        talk = score(tables(), players)
        said: Any = None
        names = 0
        try:
            while True:
                item = talk.send(said)
                said = None
                if isinstance(item, Ask):
                    said = answer(item)
                    if item.id == "six-castles.score.name":
                        names += 1
                        said = f"player {names}"
        except StopIteration as over:
            sheet: Sheet = over.value
        assert len(sheet.columns) == players


def test_all_five_discs_may_lie_on_lower_spaces_and_then_none_is_left_for_the_uppermost() -> None:
    asked: list[str] = []
    talk = score(tables(), 1)
    said: Any = None
    try:
        while True:
            item = talk.send(said)
            assert isinstance(item, Ask)
            asked.append(item.id)
            said = getattr(item, "default", None)
            if isinstance(item, Several):
                said = [option.id for option in item.options] if item.id.endswith("landscape") else []
            elif item.id == "six-castles.score.name":
                said = "Jan"
            elif item.id == "six-castles.score.religion":
                said = 1
    except StopIteration as over:
        lines = {plain(line.label): line.points for line in over.value.columns[0].lines}
    assert lines["Landscapes"] == 2 + 2 + 3 + 3 + 3
    assert asked.count("six-castles.score.top") == 1  # for constructions only


def test_the_game_offers_it() -> None:
    assert list(GAME.scored) == [1, 2, 3, 4]
