"""Facts taught in the middle of a game: they hold from there on, and what was done before stays done."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import pytest

from automa.dialogue import Refused, Tell
from automa.pieces import counted
from solo.games import game_named
from solo.keeping.journal import Journal
from solo.playing import newgame
from solo.playing.driver import Driver
from tests.atable import UNDER_CONTRACT, ByGame, a_driver, a_header, advance, play_on, reopened, tables_of
from tests.contract.conserved import conserved

LANDSCAPES = {"pasture": 1, "bush": 1, "barren": 1, "forest": 1}
CONTRACTS = {"contract": {"castle": {"points": 9}}}
SHORT = {"without": ["line"], "spaces": 1, "stars": 1, "line": {}}
TAUGHT = ByGame[dict[str, Any]](
    "TAUGHT (test_learning.py): facts that differ from those in the tables",
    {
        "castle-combo": {"cards": {"card": {"judge": {"cost": 1}, "baker": {"cost": 0, "messenger": True}}}},
        "methoni": {
            "objectives": {"card": {"plains-forest-desert": {"lands": ["plains", "fields", "desert"]}}}
        },
        "night-watch": {"gates": {"raven-tower": {"coins": 9}}, "rules": {"nights": 8}},
        "six-castles": {
            "tracks": {"landscape": LANDSCAPES},
            "contracts": {"contract": {"castle": {"points": 9}}},
        },
        "valeria": {
            "charts": {"round": {"1": {"face": dict.fromkeys("123456", "iron-pit")}}},
            "selector": {"chart": {"2": [1, 2, 1, 2, 1, 2]}},
        },
    },
)
IMPOSSIBLE = ByGame[dict[str, Any]](
    "IMPOSSIBLE (test_learning.py): a fact that does not go with a table in the middle of a game",
    {
        "castle-combo": {
            "cards": {"card": {"judge": {"location": "village"}, "baker": {"location": "castle"}}}
        },
        "methoni": {"components": {"ducats": 80}},
        "night-watch": {"gates": {"raven-tower": {"name": "Crow Tower"}}},
        "six-castles": {"tracks": {"religion": [0, 1]}},
        "valeria": {"guilds": {"guild": dict.fromkeys(("worker", "soldier", "holy"), SHORT)}},
    },
)


def mid_game(name: str, steps: int = 25, **wishes: Any) -> Driver:
    driver = a_driver(a_header(name, seed=8, **wishes))
    play_on(driver, Random(8), steps)
    return driver


@pytest.mark.parametrize("name", UNDER_CONTRACT)
def test_what_was_taught_holds_from_here_on_and_nothing_that_was_done_changes(name: str) -> None:
    driver = mid_game(name)
    told = [event for event in driver.run.log if isinstance(event, Tell)]
    asked, table = repr(driver.ask), counted(driver.script.pieces())
    driver.learn(TAUGHT[name])
    assert driver.changes() == [] and counted(driver.script.pieces()) == table
    assert [event for event in driver.run.log if isinstance(event, Tell)][: len(told)] == told
    assert repr(driver.ask) == asked
    assert driver.taught == TAUGHT[name]
    assert driver.setup.tables != tables_of(name)
    assert conserved(driver.game, driver.script) == []
    advance(driver)
    play_on(driver, Random(9))
    assert driver.sheet is not None and conserved(driver.game, driver.script) == []


@pytest.mark.parametrize("name", UNDER_CONTRACT)
def test_a_game_with_facts_taken_over_replays_exactly(name: str, tmp_path: Path) -> None:
    game = game_named(name)
    with Journal.create(tmp_path, a_header(name, seed=8)) as journal:
        driver = newgame.driver(game, tables_of(name), journal)
        advance(driver)
        play_on(driver, Random(8), 20)
        driver.learn(TAUGHT[name])
        advance(driver)
        play_on(driver, Random(9), 20)
    assert journal.path is not None
    with reopened(journal.path) as again:
        resumed = newgame.driver(game, tables_of(name), again)
        assert resumed.script.state() == driver.script.state()
        assert resumed.taught == TAUGHT[name]
        assert resumed.setup.tables == driver.setup.tables
        assert repr(resumed.ask) == repr(driver.ask)


@pytest.mark.parametrize("name", UNDER_CONTRACT)
def test_taking_over_is_undone_like_any_step(name: str) -> None:
    driver = mid_game(name)
    before, entries = driver.script.state(), len(driver.journal.history.entries)
    driver.learn(TAUGHT[name])
    after = driver.script.state()
    (label,) = driver.undo()
    assert label == Tell("facts.taken-over", deed=False)
    assert driver.script.state() == before
    assert driver.taught == {}
    assert driver.setup.tables == tables_of(name)
    assert len(driver.journal.history.entries) == entries
    assert driver.redo()
    assert driver.script.state() == after
    with pytest.raises(Refused) as refused:
        driver.mend(entries, False)
    assert refused.value.text.id == "facts.only-undo"


@pytest.mark.parametrize("name", UNDER_CONTRACT)
def test_facts_that_do_not_go_with_the_table_are_refused_and_change_nothing(name: str) -> None:
    driver = mid_game(name, steps=60, cards="table" if name == "six-castles" else "app")
    before, entries = driver.script.state(), list(driver.journal.history.entries)
    with pytest.raises(Refused) as refused:
        driver.learn(IMPOSSIBLE[name])
    assert refused.value.text.id == "facts.do-not-fit"
    assert driver.script.state() == before
    assert driver.journal.history.entries == entries
    assert driver.taught == {}


def test_a_roll_means_what_the_tables_say_when_it_is_made() -> None:
    """The first manor lies where the old chart had it; the next roll of the first round follows the new."""
    driver = a_driver(a_header("valeria", seed=3, dice="table"))
    assert driver.ask is not None and driver.ask.id == "valeria.roll.district"
    driver.answer(1)
    advance(driver)
    rival = driver.setup.seats[1].id
    assert driver.script.state()["sides"][rival]["tokens"]["manor"] == {"anchorage": 1}
    driver.undo()
    driver.learn(TAUGHT["valeria"])
    driver.answer(1)
    advance(driver)
    assert driver.script.state()["sides"][rival]["tokens"]["manor"] == {"iron-pit": 1}


def test_a_piece_on_a_track_of_6_castles_is_worth_what_is_printed_under_it() -> None:
    from automa.six_castles.state import TrackPiece
    from tests.six_castles.positions import a_table, tables

    table = a_table({})
    alice = table.players[0]
    top = tables().tracks.top_of("landscape")
    # A top space with as many points as a lower one is still the top space, and the other way round.
    alice.landscapes = [TrackPiece("pasture", top), TrackPiece("bush", 2, is_top=True)]
    table.taken["pasture"] = alice.seat.id
    driver = a_driver(a_header("six-castles", seed=1))
    driver.learn(TAUGHT["six-castles"])
    table.learn(driver.setup.tables)
    assert alice.landscapes == [TrackPiece("pasture", 1), TrackPiece("bush", top, is_top=True)]


def test_cards_of_castle_combo_become_what_they_really_are_wherever_they_lie() -> None:
    driver = mid_game("castle-combo", steps=12)
    driver.learn(TAUGHT["castle-combo"])
    table: Any = driver.script
    deck = driver.setup.tables.cards.deck
    found = [laid.card for player in table.table.players for laid in player.cards.values()]
    for piles in (table.table.undrawn, table.table.display, table.table.discards):
        found += [card for cards in piles.values() for card in cards]
    assert len(found) == len(deck.cards)
    assert all(card is deck[card.id] for card in found)
