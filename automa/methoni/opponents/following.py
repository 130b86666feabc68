"""Opponents that follow a card of priorities, as a person could at the table."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from msgspec import Struct

from automa import priorities
from automa.dialogue import Answer, Ask, Named, Several, Text
from automa.methoni import rules
from automa.methoni.island import Border
from automa.methoni.offers import annex_options, houses_options
from automa.methoni.opponents.plans import Plan
from automa.methoni.opponents.prospects import DRAWS, Annexing, Placing, Prospect, as_seen
from automa.methoni.rules import Claim, Houses
from automa.methoni.state import Player, State
from automa.methoni.steps import Done, walls
from automa.priorities import Vocabulary

if TYPE_CHECKING:
    from random import Random

SHOWN = 4
"""How many moves of the same value a reason names."""


def a_few(moves: Sequence[Named]) -> Sequence[Named | Text]:
    """The first few of some moves, and how many more there are."""
    if len(moves) <= SHOWN + 1:
        return moves
    return [*moves[:SHOWN], Text("methoni.why.more", n=len(moves) - SHOWN)]


CARDS: Vocabulary[Prospect] = Vocabulary(
    "methoni.card",
    {
        "points": lambda move: move.points,
        "grasp": lambda move: move.grasp,
        "spaces": lambda move: move.area.bit_count(),
        "price": lambda move: move.price,
        "next": lambda move: move.next,
        "gift": lambda move: move.gift,
        "walls": lambda move: move.walls,
        "home": lambda move: move.home,
        "aim": lambda move: move.aim,
    },
    {
        "closes": lambda move: move.area != 0,
        "wall": lambda move: move.border is not None and not move.area,
        "trade": lambda move: move.is_trade,
        "stop": lambda move: isinstance(move.play, Done),
        "market": lambda move: bool(move.area & move.table.island.markets),
    },
    {
        "closes": lambda move: move.table.components.towers - move.player.towers,
        "wall": lambda move: move.table.walls.bit_count(),
        "trade": lambda move: move.player.ducats,
        "stop": lambda move: 0,
        "market": lambda move: rules.markets_of(move.table, move.player),
    },
    a_few,
    in_brief=True,
)

HOUSES: Vocabulary[Placing] = Vocabulary(
    "methoni.houses",
    {
        "price": lambda way: way.price,
        "gathered": lambda way: way.gathered,
        "enclosed": lambda way: way.enclosed,
        "their-points": lambda way: way.their_points,
        "their-houses": lambda way: way.their_houses,
    },
    in_brief=True,
)

ANNEX: Vocabulary[Annexing] = Vocabulary(
    "methoni.annex",
    {
        "points": lambda move: move.points,
        "price": lambda move: move.price,
        "spaces": lambda move: move.spaces,
        "harm": lambda move: move.harm,
    },
    {
        "own": lambda move: move.own is True,
        "other": lambda move: move.own is False,
        "nothing": lambda move: move.own is None,
    },
)


# ---------------------------------------------------------------- a card of priorities


class Follower(Struct, frozen=True):
    """Decides by a card of priorities."""

    plan: Plan
    voice: priorities.Voice | None = None

    def answer(self, ask: Ask, script: Any, random: Random) -> tuple[Answer, Sequence[Text]]:
        if ask.id in DRAWS:
            return ask.legal(random), ()
        assert isinstance(ask, Several)
        player: Player = script.table.seated(ask.to)
        table = as_seen(script.table, player)
        player = table.players[player.place]
        options: Sequence[Any] = ask.options
        match ask.id:
            case "methoni.opponent-card":
                moves = [Prospect(table, player, play, self) for play in options]
                return _ids(*priorities.decide(self.plan.cards, moves, CARDS, self.voice))
            case "methoni.opponent-houses":
                ways = [Placing(table, player, option) for option in options]
                return _ids(*priorities.decide(self.plan.houses, ways, HOUSES))
            case "methoni.opponent-annex":
                targets = [Annexing(table, player, option) for option in options]
                return _ids(*priorities.decide(self.plan.annex, targets, ANNEX))
        raise AssertionError(ask)

    def place(self, table: State, player: Player, border: Border) -> Houses:
        """The houses beside a wall, as this plan places them."""
        options = houses_options(table, player, walls(table, [border]))
        tried = [Placing(table, player, each) for each in options]
        best = priorities.first_best(self.plan.houses, tried, HOUSES)
        return best.option.placed

    def annex(self, table: State, player: Player, claimed: Claim) -> None:
        """Annex what this plan annexes, one after the other."""
        while options := annex_options(table, player):
            targets = [Annexing(table, player, option) for option in options]
            domain = priorities.first_best(self.plan.annex, targets, ANNEX).domain
            if domain is None:
                return
            rules.annex(table, player, claimed.domain, domain)


def _ids(kept: Sequence[Named], why: Sequence[Text]) -> tuple[list[str], Sequence[Text]]:
    return [each.id for each in kept], why
