"""The tables: complete, every fact with its source, and what the rulebooks prove stays as it is."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Any

import msgspec
import pytest

from automa.dialogue import Text
from automa.valeria import GAME
from automa.valeria.tables import Tables, opponent_warnings
from solo.facts.overlay import Facts, load
from solo.facts.telling import drawing, tell_fact
from solo.trouble import Trouble
from solo.words.sentences import Words
from tests.solo.commandline import at_home, solo
from tests.valeria.positions import DISTRICTS, said, tables

GUILDS = ("worker", "soldier", "shadow", "holy")


def facts() -> Facts:
    return load(GAME)


def test_the_tables_have_no_faults() -> None:
    assert GAME.faults(tables()) == []


@pytest.mark.parametrize(("language", "pay"), [("en", "pay"), ("nl", "betaal")])
def test_of_a_citizen_the_price_cannot_be_taken_for_the_gain(language: str, pay: str) -> None:
    """ "pay 2 gold for 1 push" and "2 gold with each Temple", never "2 gold for a Temple"."""
    words = Words.of(language, ["valeria"], strict=True)
    for id, citizen in tables().citizens.citizen.items():
        told = words.plain(Text(f"valeria.citizen.{id}"))
        assert told.startswith(f"{pay} ") == bool(citizen.price), told
        assert bool(citizen.price) == (" for " in told or " voor " in told), told


def test_what_the_rulebook_does_not_print_is_assumed() -> None:
    assumed = {fact.key for fact in facts().assumed()}
    assert {
        "board.district.anchorage.guilds", "board.district.nor-high.guilds", "board.district.iron-pit.keep",
        "charts.round.3.face.1", "charts.draft.face.1", "guilds.guild.holy.spaces", "selector.chart.2",
        "wharf.columns", "citizens.copies", "components.start.gold",
    } <= assumed  # fmt: skip


@pytest.mark.parametrize(
    "key",
    [
        "charts.round.3.face.3", "charts.round.3.face.5", "board.district.bazani-gate.guilds",
        "board.district.penumbra.guilds", "guilds.guild.worker.stars", "board.scored.1",
    ],
)  # fmt: skip
def test_what_the_rulebook_proves_is_marked_so(key: str) -> None:
    assert facts().source(key) == "rulebook"


@pytest.mark.parametrize(
    "lesson",
    [
        {"charts": {"round": {"3": {"face": {"3": "iron-pit"}}}}},
        {"charts": {"round": {"3": {"face": {"5": "nor-high"}}}}},
        {"board": {"ring": ["anchorage", "nor-high", "bazani-gate", "penumbra", "luna-grove", "iron-pit"]}},
        {"board": {"district": {"bazani-gate": {"guilds": ["worker", "holy"]}}}},
        {"guilds": {"order": ["worker", "shadow", "soldier", "holy"]}},
        {"guilds": {"guild": {"holy": {"stars": 4}}}},
        {"citizens": {"citizen": {"thief": {"guild": "holy"}}}},
        {"components": {"most": {"gold": 8}}},
        {"components": {"each": {"ship": 4}}},
        {"actions": {"monument": {"lighthouse": {"vp": 1}}}},
        {"wharf": {"row": {"vp": {"vp": 2}}}},
    ],
)
def test_what_the_rulebook_says_or_proves_is_not_taught_away_by_mistake(lesson: dict[str, Any]) -> None:
    with pytest.raises(Trouble, match=r"tables\.proven"):
        facts().with_lesson(lesson, came_from="a test")
    assert facts().with_lesson(lesson, came_from="a test", force=True).tree != facts().tree


def test_exactly_what_must_be_read_off_the_components_is_assumed() -> None:
    """Nothing that either book states or proves is among it, and nothing else passes for official."""
    groups = Counter(
        ".".join("*" if part in GUILDS or part.isdecimal() else part for part in fact.key.split("."))
        for fact in facts().assumed()
    )
    assert groups == {
        "board.district.anchorage.guilds": 1,
        "board.district.nor-high.guilds": 1,
        "board.district.luna-grove.guilds": 1,
        "board.district.iron-pit.guilds": 1,
        **{f"board.district.{district}.keep": 1 for district in DISTRICTS},
        "charts.round.*.face.*": 5 * 6 - 2,
        "charts.draft.face.*": 6,
        "citizens.copies": 1,
        "citizens.food": 1,
        **{f"components.start.{kind}": 1 for kind in ("wood", "stone", "food", "magic", "gold")},
        "components.most.resource": 1,
        "guilds.guild.*.spaces": 4,
        "guilds.guild.*.line.*.gain": 12,
        "guilds.guild.*.line.*.amount": 12,
        "selector.chart.*": 5,
        "wharf.columns": 1,
    }


@pytest.mark.parametrize(
    "lesson",
    [
        {"board": {"district": {"nor-high": {"guilds": ["worker", "soldier"]}}}},
        {"board": {"district": {"iron-pit": {"guilds": ["worker", "worker"]}}}},
        {"board": {"district": {"iron-pit": {"keep": 1}}}},
        {"charts": {"round": {"1": {"face": {"1": "nowhere"}}}}},
        {"selector": {"chart": {"2": [1, 1, 2, 2, 2, 2]}}},
        {"selector": {"chart": {"3": [1, 1, 2, 3, 3, 3]}}},
        {"selector": {"chart": {"4": [1, 2, 3, 3, 0, 0]}}},
        {"selector": {"chart": {"2": [1, 2]}}},
        {"guilds": {"guild": {"holy": {"line": {"40": {"gain": "vp", "amount": 1}}}}}},
        {"guilds": {"guild": {"shadow": {"line": {"2": {"gain": "wood"}}}}}},
        {"opponents": {"opponent": {"hedda-varn": {"priorities": ["wood", "wood"]}}}},
        {"opponents": {"opponent": {"hedda-varn": {"house": False}}}},
        {"citizens": {"food": [1, 2, 3, 4]}},
    ],
)
def test_a_lesson_that_cannot_be_is_refused(lesson: dict[str, Any]) -> None:
    with pytest.raises(Trouble):
        facts().with_lesson(lesson, came_from="a test")


def test_a_game_says_at_its_start_that_facts_are_assumed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    at_home(tmp_path, monkeypatch)
    begun = solo("play", "valeria", "--plain", "--dice", "app")
    assert f"{len(facts().assumed())} facts about your components" in begun.out
    assert "assumed" not in solo("play", "castle-combo", "--plain").out


def test_every_fault_has_a_sentence() -> None:
    board = tables().board
    broken = msgspec.structs.replace(
        tables(),
        board=msgspec.structs.replace(board, ring=board.ring[:5]),
        components=msgspec.structs.replace(tables().components, keep=3),
    )
    faults = {key: said(what) for key, what in GAME.faults(broken)}
    assert list(faults) == ["board.ring", "components.keep"]
    assert faults["board.ring"].endswith("found anchorage, bazani-gate, nor-high, penumbra and luna-grove")
    assert faults["components.keep"] == "must be at least 8; found 3"


def test_keep_dice_that_cannot_be_are_told_of_what_was_entered() -> None:
    with pytest.raises(Trouble) as trouble:
        load(GAME).with_lesson({"board": {"district": {"iron-pit": {"keep": 1}}}}, came_from="What you wrote")
    assert said(trouble.value.text).startswith("What you wrote: board.district: must be 1, 2, 3, 4, 5 and 6")


def test_a_house_opponent_of_ones_own_has_a_character_too() -> None:
    card = msgspec.structs.replace(tables().opponents.opponent["hedda-varn"], name="Own")
    own = msgspec.structs.replace(
        tables(), opponents=msgspec.structs.replace(tables().opponents, opponent={"own": card})
    )
    (opponent,) = GAME.opponents(own)
    assert said(opponent.character) == "A house opponent of your own."
    assert opponent.house


def test_twenty_eight_citizens_seven_of_each_guild_half_of_each_back() -> None:
    citizens = tables().citizens.citizen.values()
    assert len(citizens) == 28
    assert set(Counter(citizen.guild for citizen in citizens).values()) == {7}
    assert Counter(citizen.back for citizen in citizens) == {"pink": 14, "blue": 14}


def test_each_district_is_scored_three_times() -> None:
    scored = Counter(district for districts in tables().board.scored.values() for district in districts)
    assert set(scored.values()) == {3}


def test_the_defaults_give_every_pair_of_guilds_once() -> None:
    pairs = {frozenset(district.guilds) for district in tables().board.district.values()}
    assert len(pairs) == 6


def test_six_house_opponents_within_the_limits_of_the_box() -> None:
    cards = tables().opponents.opponent
    assert len(cards) == 6
    for card in cards.values():
        assert card.house
        assert list(opponent_warnings(card, tables())) == []
        assert sum(len(line.actions) for line in card.round.values()) == 15
        assert [line.monument for line in card.round.values()].count("none") == 1


def test_house_opponents_differ_in_what_they_do() -> None:
    plans = {
        tuple(sorted(Counter(a for line in card.round.values() for a in line.actions).items()))
        + tuple(line.crate or line.sail for line in card.round.values())
        for card in tables().opponents.opponent.values()
    }
    assert len(plans) == 6
    assert len({card.priorities for card in tables().opponents.opponent.values()}) == 6


def test_rulings_that_can_be_settled_otherwise_have_options_and_all_have_reasons() -> None:
    rulings = GAME.rulings(tables())
    assert {ruling.id for ruling in rulings} == {
        "tied-first-player", "highest-tie", "blocked-push", "full-road", "out-of-tokens", "zero-control",
        "citizen-reset", "granted-sail",
    }  # fmt: skip
    for ruling in rulings:
        assert len(ruling.options) > 1
        assert said(ruling.question) and said(ruling.reason)


def test_every_ruling_is_among_the_reminders() -> None:
    topics = [topic for topic, _ in GAME.rules(tables())]
    assert all(f"ruling-{id}" in topics for id in tables().rulings.ruling)
    assert topics[:3] == ["goal", "set-up", "round"]


def test_every_assumed_fact_can_be_told_and_drawn() -> None:
    for fact in facts().assumed():
        text = tell_fact(facts(), fact.key, fact.value)
        assert text is not None, fact.key
        assert said(text)
        assert isinstance(drawing(facts(), fact.key), list)
    assert drawing(facts(), "board.district.iron-pit.guilds")


def test_opponents_are_drawn_as_cards_and_marked_as_house() -> None:
    for opponent in GAME.opponents(tables()):
        assert opponent.house
        assert opponent.card
        assert said(opponent.character)


def test_the_tables_are_frozen() -> None:
    with pytest.raises(AttributeError):
        tables().wharf.columns = 4  # type: ignore[misc]
    assert isinstance(tables(), Tables)
