"""Playing a turn out to the end: the decks in an order that could be, everybody by weight."""

from __future__ import annotations

from collections.abc import Sequence
from operator import attrgetter
from typing import TYPE_CHECKING

from msgspec.structs import replace

from automa.castle_combo import rules
from automa.castle_combo.cards import Card, other
from automa.castle_combo.cards.counting import LOCATIONS, Location
from automa.castle_combo.opponents.prospects import Bench
from automa.castle_combo.opponents.weighing import Weighed, Weigher, best
from automa.castle_combo.rules import Purchase
from automa.castle_combo.scoring import total
from automa.castle_combo.state import TURNS, Piles, State
from automa.castle_combo.steps import KEYS, MOVE, TURN, apply, step_of
from automa.thinking import Shuffles

if TYPE_CHECKING:
    from random import Random


class Playouts:
    """The rest of the game after a turn of one player, as often as wanted; everybody plays by weight."""

    __slots__ = ("decks", "evaluation", "number", "place", "shuffles", "state", "unseen")

    def __init__(self, me: Weigher, random: Random) -> None:
        self.state = me.bench.state
        self.place = self.state.players.index(me.player)
        self.evaluation = me.evaluation
        self.shuffles = Shuffles(random)
        self.unseen = {location: _in_order(self.state.undrawn[location]) for location in LOCATIONS}
        """The cards of each deck, in an order that tells nothing."""
        self.number = -1
        """The shuffle that was dealt last; most are played on several times in a row."""
        self.decks: Piles = {}

    def play(self, turn: Weighed, number: int) -> float:
        """The final margin over the best rival if that turn is taken, on the shuffle of that number."""
        if number != self.number:
            self.shuffle(number)
        state = self.dealt()
        seats = [Weigher(Bench(state, player), self.evaluation) for player in state.players]
        self.take_turn(state, seats[self.place], turn)
        while not state.over:
            me = seats[state.active_place]
            if len(me.player.cards) < TURNS:
                self.take_turn(state, me, best_turn(state, me))
            else:  # a correction gave this player a card too many
                rules.end_turn(state)
        points = [total(player) for player in state.players]
        own = points.pop(self.place)
        return own - max(points)

    def shuffle(self, number: int) -> None:
        """Decide what chance does on the shuffle of that number."""
        random = self.shuffles.random(number)
        self.number = number
        self.decks = {location: cards[:] for location, cards in self.unseen.items()}
        for cards in self.decks.values():
            random.shuffle(cards)

    def dealt(self) -> State:
        """A twin of the table with the decks in some order."""
        state = self.state.copy()
        state.undrawn = {location: cards[:] for location, cards in self.decks.items()}
        return state

    def take_turn(self, state: State, me: Weigher, turn: Weighed) -> None:
        """A key if one is spent, the card and its ability, the messenger and new cards."""
        player = me.player
        if turn.use != "none":
            apply(state, KEYS[turn.use])
            self.complete(state, state.messenger)
        if turn.use == "refresh":
            turn = best(me.takes())
        if isinstance(turn.move, Purchase):
            apply(state, step_of(turn.move))
        rules.apply(state, player, turn.way)
        laid = next(reversed(player.cards.values()))
        rules.move_messenger(state, laid.card, down=laid.down)
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


def best_turn(state: State, me: Weigher) -> Weighed:
    """About the turn that weighs most: here, here face down, or for a key at the other location."""
    here = me.face_down(state.display[state.messenger][0])
    here = me.quickly(state.messenger, here.value) or here
    if TURN.why_not(state, MOVE) is None:
        there = me.after_key(lambda: me.quickly(other(state.messenger), here.value))
        if there is not None:
            return replace(there, use="move")
    return here


def _in_order(cards: Sequence[Card]) -> list[Card]:
    """The cards in an order that depends on them, and not on how they lie."""
    return sorted(cards, key=attrgetter("number"))
