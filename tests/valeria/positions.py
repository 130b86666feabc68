"""Small readable positions: a table set up by hand, and conversations with their answers beside them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from random import Random
from typing import Any

import msgspec

from automa.dialogue import Ask, Choose, Dialogue, Move, Several, Tally, Tell, Value
from automa.game import Seat, you
from automa.valeria import GAME, rules
from automa.valeria.state import Die, Side, State
from automa.valeria.tables import MONUMENTS, Tables
from solo.facts.overlay import load
from solo.words.sentences import Words

RIVAL = "oswin-bellfounder"
DISTRICTS = ("anchorage", "bazani-gate", "nor-high", "penumbra", "luna-grove", "iron-pit")


@cache
def tables() -> Tables:
    """The tables as they are shipped."""
    found: Tables = load(GAME).tables
    return found


@cache
def english() -> Words:
    return Words.of("en", ["valeria"], strict=True)


def said(text: Value | None) -> str:
    assert text is not None
    return english().plain(text)


def a_table(
    *,
    round: int = 1,
    yours: Mapping[str, Any] | None = None,
    theirs: Mapping[str, Any] | None = None,
    keeps: Mapping[str, int] | None = None,
    rulings: Mapping[str, str] | None = None,
    rival: str = RIVAL,
    **changed: Any,
) -> State:
    """A table in the middle of a round; `changed` replaces whole files of the tables."""
    facts = msgspec.structs.replace(tables(), **changed) if changed else tables()
    card = facts.opponents.opponent[rival]
    state = State(facts, [you()], Seat(rival, card.name, rival), rulings or {})
    state.round = round
    for side, pieces in ((state.you, yours), (state.opponent, theirs)):
        put(state, side, pieces or {})
    for district, count in (keeps or {}).items():
        state.keeps[district] = count
    return state


def put(state: State, side: Side, pieces: Mapping[str, Any]) -> None:
    """`manor="penumbra"`, `temple=["nor-high", "nor-high"]`, `gate="nor-high/penumbra"`, `holy=3`."""
    for what, where in pieces.items():
        places: Any = [where] if isinstance(where, str) else where
        if what in side.influence:
            side.influence[what] = where
        elif what in side.tokens:
            for place in places:
                side.place(what, place)
        elif what == "dice":
            side.dice = [Die(face) for face in places]
        elif what == "crates":
            side.crates.update(where)
        elif what == "manors":
            for number, district in where.items():
                rules.build_manor(state, number, district)
        elif what == "cards":
            side.cards = list(places)
        else:
            monument = what.replace("_", "-")
            assert monument in MONUMENTS, what
            side.monuments[monument] = where


class Heard:
    """What a part of a conversation asked and told."""

    def __init__(self) -> None:
        self.asks: list[Ask] = []
        self.tells: list[Tell] = []

    def told(self, id: str) -> Tell:
        return next(tell for tell in self.tells if tell.id == id)

    @property
    def ids(self) -> list[str]:
        return [tell.id for tell in self.tells]

    @property
    def asked(self) -> list[str]:
        return [ask.id for ask in self.asks]

    def offered(self, place: int) -> list[str]:
        """The ids of what there was to choose from at that question."""
        ask = self.asks[place]
        assert isinstance(ask, Choose | Several | Tally | Move)
        return [option.id for option in ask.options]

    def lines(self) -> list[str]:
        """All that was told, as a player reads it."""
        return [said(tell) for tell in self.tells]

    def why(self) -> str:
        """All the reasons given, as a player reads them."""
        return "\n".join(said(reason) for tell in self.tells for reason in tell.why)


def hear(talk: Dialogue[Any], *answers: Any) -> Heard:
    """Hold a conversation with these answers, in order; every answer is checked, and all must be used."""
    heard = Heard()
    left = list(answers)
    reply: Any = None
    try:
        while True:
            item = talk.send(reply)
            reply = None
            if isinstance(item, Ask):
                heard.asks.append(item)
                for option in getattr(item, "options", ()):
                    assert option.detail is None or said(option.detail)  # read when it is asked
                assert left, f"no answer left for {item!r}"
                answer = left.pop(0)
                reply = item.check(item.understood(answer(item) if callable(answer) else answer))
            else:
                heard.tells.append(item)
                assert said(item)
    except StopIteration:
        assert not left, f"answers left over: {left}"
        return heard


def at_random(random: Random) -> Callable[[Ask], Any]:
    return lambda ask: ask.legal(random)
