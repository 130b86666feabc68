"""What every game tells a front end that knows no rule: enough to draw its table and to play on it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from random import Random
from typing import Any

import msgspec
import pytest

from solo.fronts.engine import Engine, Message
from solo.games import game_named
from solo.words.sentences import LANGUAGES, Words
from tests.atable import GAMES_TO_PLAY, UNDER_CONTRACT, a_driver, a_header
from tests.solo.fronts.test_engine import by_the_fields

ANY = None
"""Every option of a question."""

NOT_ON_THE_TABLE: Mapping[str, Mapping[str, set[str] | None]] = {
    "castle-combo": {
        "castle-combo.reveal": ANY,  # what is turned up next
        "castle-combo.ability": {"gold", "keys", "purses"},  # what one gains
    },
    "methoni": {
        "methoni.objective": ANY,  # a kind of land, all over the island
        "methoni.houses": ANY,  # two spaces at a time
        "methoni.card": {"trade"},
        "methoni.second-card": {"trade", "done"},
        "methoni.annex": {"none"},
    },
    "night-watch": {
        "night-watch.turn": {"rest"},
    },
    "six-castles": {
        "six-castles.version": ANY,  # before there is a table
        "six-castles.line": ANY,
        "six-castles.first-player": ANY,
        "six-castles.first-tile": ANY,  # what is drawn, dealt and turned up next
        "six-castles.turned-up": ANY,
        "six-castles.turn-up-castle": ANY,
        "six-castles.dealt-contracts": ANY,
        "six-castles.keep-contract": ANY,
        "six-castles.tile-lies": ANY,  # ways a tile is turned
        "six-castles.line-start": ANY,
        "six-castles.whole-line": ANY,
        "six-castles.new-face": ANY,
        "six-castles.which-bonus": ANY,  # what one gains
        "six-castles.owned": ANY,  # what the app does not follow
        "six-castles.act": {"-", "w", "d"},
        "six-castles.more": {"enough"},
    },
    "valeria": {
        "valeria.setup.manor": ANY,  # what you have not built yet
        "valeria.own.which.manor": ANY,
        "valeria.own.which.what": ANY,  # the cards in their lines, which the app does not follow
        "valeria.opponent-citizen": ANY,
        "valeria.pool": ANY,  # what is rolled
        "valeria.your-turn": ANY,  # what one does
        "valeria.anything-else": ANY,
        "valeria.own.which.gets": ANY,  # what one gains
        "valeria.own.which.gain": {"vp"},
        "valeria.draft-powers": {"end"},
        "valeria.own.due.sail-from": {"skip"},
    },
    "valeria:all": {
        "valeria.setup.manor": ANY,  # what you have not built yet
        "valeria.own.which.manor": ANY,
        "valeria.reveal": ANY,  # what is turned up next
        "valeria.which-wharf-card": ANY,
        "valeria.pool": ANY,  # what is rolled
        "valeria.own.turn": ANY,  # what one does
        "valeria.own.more": ANY,
        "valeria.own.which.gets": ANY,  # what one gains
        "valeria.own.trade": {"end"},
        "valeria.own.due.sail-from": {"skip"},
    },
}
"""The options that are about nothing on the table; every other one names what the picture shows."""


def parts(picture: Message) -> Iterator[tuple[str, Any]]:
    """Each part of the table with what is drawn of it where there is room: its fullest form."""
    for panel in picture["panels"]:
        forms = panel.get("forms", [])
        yield panel["id"], [panel.get("beside", []), forms[0] if forms else panel.get("line", [])]


def every(data: Any) -> Iterator[Message]:
    """Every object in it, however deep."""
    if isinstance(data, dict):
        yield data
    for each in data.values() if isinstance(data, dict) else data if isinstance(data, list) else ():
        yield from every(each)


def touchable(picture: Message) -> Counter[str]:
    """What a person can point at: the parts of the table, and everything in them that has an id."""
    found: Counter[str] = Counter()
    for panel, drawn in parts(picture):
        found.update([panel, *(each["id"] for each in every(drawn) if each.get("id"))])
    return found


def boxes(picture: Message) -> Iterator[Message]:
    """Every box of a grid that shows something."""
    for _, drawn in parts(picture):
        for block in every(drawn):
            if block.get("block") == "grid":
                yield from (cell for row in block["rows"] for cell in row if cell.get("lines"))


def questions(name: str, seed: int) -> Iterator[tuple[Message, Message]]:
    """A whole game, played by the fields of each question alone: the questions, each with the table."""
    name, _, track = name.partition(":")
    game, random = game_named(name), Random(seed)
    by = ("app", "table")[seed % 2]
    players = game.players[seed % len(game.players)]
    lang = sorted(LANGUAGES)[seed % len(LANGUAGES)]
    header = a_header(name, seed=seed, dice=by, cards=by, players=players, track=track or None)
    engine = Engine(a_driver(header), Words.of(lang, [game.folder], strict=True))
    *_, ask = engine.begin()
    at = -1
    while ask["type"] == "ask":
        assert ask["at"] > at
        at = ask["at"]
        (picture,) = engine.take({"picture": True})
        yield ask, msgspec.json.decode(msgspec.json.encode(picture))
        *told, ask = engine.take({"answer": by_the_fields(ask, random), "at": at})
        assert {each["type"] for each in told} <= {"tell"}
        assert all(isinstance(each["deed"], bool) for each in told)
    assert ask["type"] == "over" and ask["undo"]


@pytest.mark.parametrize("seed", range(max(2, GAMES_TO_PLAY // 10)))
@pytest.mark.parametrize("name", [*UNDER_CONTRACT, "valeria:all"])
def test_every_option_can_be_reached_just_once_by_what_the_picture_shows(name: str, seed: int) -> None:
    """And every box of the picture names the thing or place it shows."""
    elsewhere = NOT_ON_THE_TABLE.get(name, {})
    for ask, picture in questions(name, seed):
        shown = touchable(picture)
        assert not [box for box in boxes(picture) if not box.get("id")]
        twice = [id for id, count in shown.items() if count > 1]
        assert not twice, f"the picture shows {twice} more than once"
        options = [option for option in ask.get("options", ()) if "about" in option]
        values = [option["value"] for option in options]
        assert len(set(values)) == len(values), ask
        allowed = elsewhere.get(ask["id"], set())
        missing = {option["value"] for option in options if not shown[option["about"]]}
        assert allowed is ANY or missing <= allowed, (
            f"{ask['id']}: the picture shows nothing that {missing} could be about;"
            " give the option an `about`, or a cell, a line, a place or words of the picture its id;"
            " what is about nothing on the table goes into NOT_ON_THE_TABLE"
        )


@pytest.mark.parametrize("name", UNDER_CONTRACT)
def test_what_happens_is_told_as_things_to_do_and_as_news(name: str) -> None:
    """A deed is one thing to do, that a player can tick off; a stage of the game is none."""
    game = game_named(name)
    driver = a_driver(a_header(name, seed=2))
    engine = Engine(driver, Words.of("en", [game.folder], strict=True))
    told, random = engine.begin(), Random(2)
    while told[-1]["type"] == "ask":
        told += engine.take({"answer": by_the_fields(told[-1], random)})
    tells = [each for each in told if each["type"] == "tell"]
    assert {each["deed"] for each in tells} == {True, False}
    assert not any(each["deed"] for each in tells if each["stage"])


@pytest.mark.parametrize("name", UNDER_CONTRACT)
def test_a_client_that_joins_is_told_what_one_that_stayed_was_told(name: str) -> None:
    game, random = game_named(name), Random(3)
    words = Words.of("en", [game.folder], strict=True)
    stayed = Engine(a_driver(a_header(name, seed=3)), words)
    since: list[Message] = []
    *_, ask = stayed.begin()
    while ask["type"] == "ask":
        *told, ask = stayed.take({"answer": by_the_fields(ask, random)})
        since = [each for each in told if each["type"] == "tell"]
        now, again = stayed.take({"now": True})
        assert [{"type": "tell", **each} for each in now["told"]] == since
        assert again == ask
