"""The tables: the island as it is printed, and what is said when a table is wrong."""

from __future__ import annotations

import shutil
from collections import Counter
from pathlib import Path

import pytest

from automa.dialogue import Text
from automa.methoni import GAME
from automa.methoni.island import KINDS, LANDS
from solo.facts.overlay import load
from solo.shipped import tables_root
from solo.trouble import Trouble
from solo.words.sentences import Words
from tests.methoni.positions import tables

ISLAND = tables().board.island


def test_the_island_has_54_spaces_nine_of_each_land_and_one_market_each() -> None:
    assert len(ISLAND.spaces) == 54
    assert Counter(space.land for space in ISLAND.spaces) == dict.fromkeys(LANDS, 9)
    assert {space.land for space in ISLAND.spaces if space.market} == set(LANDS)
    assert [space.id for space in ISLAND.spaces if space.market] == ["a3", "b8", "c2", "d10", "e2", "f5"]


def test_the_island_has_72_inland_and_18_coast_borders_and_no_market_on_the_coast() -> None:
    coast = [border for border in ISLAND.borders if border.is_coast]
    assert (len(ISLAND.borders) - len(coast), len(coast)) == (72, 18)
    assert not any(border.spaces[0].market for border in coast)


def test_neighbours_follow_the_adjacency_rule() -> None:
    """Consecutive numbers share a border; a triangle that points up touches the row below."""
    below = {"a": 1, "b": 1, "c": 0, "d": -1, "e": -1}
    expected = set()
    rows = {"a": 7, "b": 9, "c": 11, "d": 11, "e": 9, "f": 7}
    for row, count in rows.items():
        expected |= {f"{row}{n}-{row}{n + 1}" for n in range(1, count)}
        for n in range(1, count + 1):
            if row != "f" and n % 2 == (1 if row in "abc" else 0):
                expected.add(f"{row}{n}-{chr(ord(row) + 1)}{n + below[row]}")
    assert {border.id for border in ISLAND.borders if not border.is_coast} == expected


def test_the_island_repeats_under_a_sixth_of_a_turn() -> None:
    """Each land is one connected patch, and has 8 borders inside, 8 with other lands and 3 coast borders."""
    for land in LANDS:
        patch = ISLAND.land[land]
        assert ISLAND.is_connected(patch)
        rim = ISLAND.rim(patch)
        inside = ISLAND.touching(patch) & ~rim
        coast = sum(border.is_coast for border in ISLAND.borders_in(rim))
        assert (inside.bit_count(), rim.bit_count() - coast, coast) == (8, 8, 3)


def test_a_land_card_allows_19_borders_and_a_market_card_36() -> None:
    assert [ISLAND.allowed[kind].bit_count() for kind in KINDS] == [19] * 6 + [36]


def test_ducats_and_cards_add_up_for_every_number_of_players() -> None:
    box = tables().components
    assert [box.share(players) for players in (3, 4, 5)] == [20, 15, 12]
    for players in (3, 4, 5):
        assert box.share(players) * players + box.bank + 6 * box.market == box.ducats == 70
    assert 6 * box.cards.land + box.cards.market == 60


def test_one_objective_card_is_known_and_the_others_are_assumed() -> None:
    facts = load(GAME)
    assert facts.source("objectives.card.mountain-plains-forest.lands") == "publisher"
    assert [fact.key for fact in facts.assumed() if not fact.key.startswith("objectives.card.")] == [
        "board.as-printed"
    ]
    assert len(facts.assumed()) == 6


def a_copy(folder: Path) -> Path:
    shutil.copytree(tables_root() / "methoni", folder / "methoni")
    return folder


@pytest.mark.parametrize(
    ("file", "old", "new", "complaint"),
    [
        ("board", 'a2 = { land = "desert", beside = ["a1", "a3"]', 'a2 = { land = "desert", beside = ["a1"]',
         "A3 has A2 beside it, but A2 has not A3"),
        ("board", 'a1 = { land = "desert", beside = ["a2", "b2"]', 'a1 = { land = "desert", beside = ["a2"]',
         "B2 has A1 beside it"),
        ("board", 'beside = ["a2", "b2"], coast = true', 'beside = ["a2", "b2"]', "3 borders, this one 2"),
        ("board", 'f7 = { land = "mountain", beside = ["e8", "f6"], coast = true }', "", "missing"),
        ("board", 'a2 = { land = "desert"', 'a2 = { land = "swamp"', "swamp"),
        ("board", 'a2 = { land = "desert"', 'a2 = { land = "forest"', "nine spaces"),
        ("board", 'beside = ["a1", "a3"]', 'beside = ["a1", "z3"]', "z3"),
        ("board", ', market = true', "", "one market"),
        ("objectives", '["plains", "forest", "desert"]', '["plains", "plains", "desert"]', "differ"),
        ("objectives", '["plains", "forest", "desert"]', '["mountain", "plains", "forest"]', "same three"),
        ("components", "4 = 33", "", "4 players"),
        ("scoring", "towers = [0, 1, 3, 6, 10]", "towers = [0, 1, 3]", "5 values"),
        ("rulings", 'options = ["must", "may"]', 'options = ["must", "perhaps"]', "may"),
        ("opponents", 'of = "next"', 'of = "luck"', "luck"),
    ],
)  # fmt: skip
def test_a_wrong_table_is_named_with_what_is_wrong(
    tmp_path: Path, file: str, old: str, new: str, complaint: str
) -> None:
    root = a_copy(tmp_path)
    path = root / "methoni" / f"{file}.toml"
    text = path.read_text("utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), encoding="utf-8")
    with pytest.raises(Trouble) as trouble:
        load(GAME, root=root)
    said = Words.of("en", ["methoni"]).plain(trouble.value.text)
    assert file in said and complaint in said, said


@pytest.mark.parametrize("lang", ["en", "nl"])
def test_the_rules_tell_every_ruling_that_can_be_changed_with_what_is_usual_first(lang: str) -> None:
    words = Words.of(lang, ["methoni"], strict=True)
    said = words.plain(dict(GAME.rules(tables()))["rulings"])
    for id, ruling in tables().rulings.ruling.items():
        if len(ruling.options) > 1:
            question = words.plain(Text(f"methoni.ruling.{id}.question"))
            usual, *others = (
                words.plain(Text(f"methoni.ruling.{id}.option.{each}")) for each in ruling.options
            )
            instead = (
                f"\n  --ruling {id}={each}: {option}"
                for each, option in zip(ruling.options[1:], others, strict=True)
            )
            assert f"{question} {usual}{''.join(instead)}" in said and ruling.options[0] == ruling.default
