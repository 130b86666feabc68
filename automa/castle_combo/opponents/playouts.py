"""Playing a turn out to the end: the decks in an order that could be, oneself by weight, others by chance.

Only whoever plays next takes their first turn by weight, too: what a turn leaves them is known better than
what comes later.
"""

from __future__ import annotations

from collections.abc import Sequence
from copy import copy
from operator import attrgetter
from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace

from automa.castle_combo import rules
from automa.castle_combo.cards import Card, other
from automa.castle_combo.cards.counting import LOCATIONS, Location
from automa.castle_combo.opponents.prospects import Bench
from automa.castle_combo.opponents.weighing import Weighed, Weigher, best
from automa.castle_combo.rules import Purchase, Use
from automa.castle_combo.scoring import total
from automa.castle_combo.state import TURNS, Piles, Player, State
from automa.castle_combo.steps import KEYS, MOVE, TURN, apply, step_of
from automa.thinking import Shuffles

if TYPE_CHECKING:
    from random import Random


class Turn(Struct, frozen=True):
    """A whole turn, or its beginning: a key or none, and the card; after a refresh that is not known yet."""

    use: Use
    value: float
    """What it promises at first sight."""
    take: Weighed | None = None

    @property
    def face(self) -> Card | None:
        """The card as it lies then; face down all are the same."""
        move = None if self.take is None else self.take.move
        return move.card if isinstance(move, Purchase) and not move.down else None


class Playouts:
    """The rest of the game for one player, as often as wanted."""

    __slots__ = ("decks", "deny", "evaluation", "luck", "number", "place", "shuffles", "state", "unseen")

    def __init__(self, me: Weigher, random: Random, deny: float = 0.0) -> None:
        self.state = me.bench.state
        self.place = self.state.players.index(me.player)
        self.evaluation = me.evaluation
        self.deny = deny / (len(self.state.players) - 1)
        """How much each point that the next player gains in their turn counts, one rival among several."""
        self.shuffles = Shuffles(random)
        self.unseen = {location: _in_order(self.state.undrawn[location]) for location in LOCATIONS}
        """The cards of each deck, in an order that tells nothing."""
        self.number = -1
        """The shuffle that was dealt last; most are played on several times in a row."""
        self.decks: Piles = {}
        self.luck: Sequence[float] = ()
        """Which cards the others take: for each of their turns a number below 1."""

    def play(self, turn: Turn, number: int) -> float:
        """The points in the end if that turn is taken, on the shuffle of that number, less what it leaves."""
        if number != self.number:
            self.shuffle(number)
        state, player = self.dealt()
        luck = iter(self.luck)
        me = Weigher(Bench(state, player), self.evaluation)
        self.own_turn(state, me, turn)
        left = self.deny * self.next_ones_turn(state) if self.deny and not state.over else 0.0
        while len(player.cards) < TURNS:
            if state.active is player:
                self.own_turn(state, me, best_turn(state, me))
            else:
                self.rivals_turn(state, next(luck))
        return total(player) - left

    def next_ones_turn(self, state: State) -> float:
        """Whoever plays next takes their best turn; what they are worth after it, more than now."""
        place = state.players.index(state.active)
        state.players[place] = rival = state.active.copy()
        them = Weigher(Bench(state, rival), self.evaluation)
        self.own_turn(state, them, best_turn(state, them))
        return sum(them.now()) - sum(self.evaluation.worth(self.state.players[place]))

    def shuffle(self, number: int) -> None:
        """Decide what chance does on the shuffle of that number."""
        random = self.shuffles.random(number)
        self.number = number
        self.decks = {location: cards[:] for location, cards in self.unseen.items()}
        for cards in self.decks.values():
            random.shuffle(cards)
        turns = (TURNS + 1) * (len(self.state.players) - 1)
        self.luck = [random.random() for _ in range(turns)]

    def dealt(self) -> tuple[State, Player]:
        """A twin of the table with the decks in some order; of the others, only gold and keys change."""
        seen = self.state
        players = [copy(each) for each in seen.players]
        players[self.place] = player = seen.players[self.place].copy()
        state = replace(
            seen,
            players=players,
            undrawn={location: cards[:] for location, cards in self.decks.items()},
            display={location: cards[:] for location, cards in seen.display.items()},
            discards={location: cards[:] for location, cards in seen.discards.items()},
            hole=dict(seen.hole),
            shuffles=dict(seen.shuffles),
            gone=seen.gone[:],
        )
        return state, player

    def own_turn(self, state: State, me: Weigher, turn: Turn) -> None:
        player = me.player
        if turn.use != "none":
            apply(state, KEYS[turn.use])
            self.complete(state, state.messenger)
        found = turn.take or best(me.takes())
        assert isinstance(found.move, Purchase)
        take = found.move
        apply(state, step_of(take))
        rules.apply(state, player, found.way)
        self.finish(state, take.card, down=take.down)

    def rivals_turn(self, state: State, luck: float) -> None:
        """Somebody else takes any card: which, nobody can know."""
        display = state.display[state.messenger]
        card = display[int(luck * len(display))]
        rules.leave_display(state, card)
        self.finish(state, card)

    def finish(self, state: State, card: Card, *, down: bool = False) -> None:
        """The messenger and new cards after a turn."""
        rules.move_messenger(state, card, down=down)
        rules.end_turn(state)
        for location in LOCATIONS:
            self.complete(state, location)

    def complete(self, state: State, location: Location) -> None:
        """Three cards face up, from the top of the deck."""
        while rules.to_reveal(state, location) > 0:
            ready = rules.makes_ready(state, location)
            if ready == "gone":
                return
            if ready == "reshuffled":
                again = _in_order(state.undrawn[location])
                self.shuffles.random(-self.number - state.shuffles[location]).shuffle(again)
                state.undrawn[location] = again
            rules.reveal(state, state.undrawn[location][0])


def best_turn(state: State, me: Weigher) -> Turn:
    """About the turn that weighs most: here, here face down, or for a key at the other location."""
    player = me.player
    cells = rules.legal_cells(player)
    here = best(me.on_cells([Purchase(state.display[state.messenger][0], True, cell, 0) for cell in cells]))
    here = me.quickly(state.messenger, here.value) or here
    if TURN.why_not(state, MOVE) is None:
        player.keys -= 1
        there = me.quickly(other(state.messenger), here.value)
        player.keys += 1
        if there is not None:
            return Turn("move", there.value, there)
    return Turn("none", here.value, here)


def _in_order(cards: Sequence[Card]) -> list[Card]:
    """The cards in an order that depends on them, and not on how they lie."""
    return sorted(cards, key=attrgetter("number"))
