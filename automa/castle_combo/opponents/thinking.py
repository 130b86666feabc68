"""A bot that weighs every move and at higher levels plays the best of them out, and a coach who does so too.

Played out means to the end: the decks in an order that could be, everybody by weight.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from operator import attrgetter
from typing import TYPE_CHECKING

from msgspec import Struct, field
from msgspec.structs import replace

from automa.castle_combo import rules
from automa.castle_combo.cards import Card, other
from automa.castle_combo.cards.counting import LOCATIONS, Location
from automa.castle_combo.game import CellOption
from automa.castle_combo.opponents.evaluation import (
    NEW_CARDS,
    PARTS,
    Evaluation,
    Tried,
    Weighed,
    Weigher,
    as_it_lies,
    best,
    weigher,
)
from automa.castle_combo.opponents.plans import GAME, Level
from automa.castle_combo.opponents.prospects import Bench
from automa.castle_combo.rules import Purchase, Way
from automa.castle_combo.scoring import total
from automa.castle_combo.state import TURNS, Piles, Player, State
from automa.castle_combo.steps import KEYS, MOVE, TURN, Take, apply, step_of
from automa.coach import Advice, Coach, advised
from automa.dialogue import Answer, Ask, Choose, Move, Several, Text
from automa.game import HasTable
from automa.opponents import EPSILON, MOVES_SHOWN, best_played_out, best_weighed, tenths
from automa.steps import NOTHING, Said, Step
from automa.thinking import Compared, Shuffles, compare, worth_playing_out

if TYPE_CHECKING:
    from random import Random

    from automa.priorities import Voice

Decision = tuple[list[str], list[Text]]

RENEWED = 0.2
"""The share of a search that is left for the new cards, when one has led to a refresh already."""
MOST_GAMES = 800
"""Towards the end, when a game is soon played out, more would only take longer."""
ALIKE = 2
"""In so many turns of each player it is often the same that can be done on one shuffle and on another."""
ADVISED = ("castle-combo.turn", "castle-combo.take", "castle-combo.cell", "castle-combo.ability")
"""The questions that there is a hint for."""
MORE = 1.5
"""How much longer than a level it thinks: more moves are to be played out equally often."""


class Thought(Struct):
    """The turns that were played out when it was decided what a key is spent on, best first.

    They hold for the card to take as well, as long as the table is as it was thought of.
    """

    table: tuple[object, ...] = ()
    played: Sequence[Compared[Weighed]] = ()
    renewed: int | None = None
    """The turn in which they led to a refresh: then there are other cards."""


class Weighing(Struct, frozen=True):
    """Decides by weighing every move, and by looking ahead if its level does."""

    level: Level
    evaluation: Evaluation
    voice: Voice | None = None
    thought: Thought = field(default_factory=Thought)

    def answer(self, ask: Ask, script: HasTable[State], random: Random) -> tuple[Answer, Sequence[Text]]:
        assert isinstance(ask, Several)
        state = script.table
        me = weigher(state, state.player(ask.to), self.evaluation)
        if ask.id == "castle-combo.opponent-key":
            return self.key(me, [option.id for option in ask.options], random)
        takes = me.weigh([option for option in ask.options if isinstance(option, Purchase)])
        if takes:
            return self.take(me, takes, random)
        ways = me.ways(each for each in ask.options if isinstance(each, Way))
        return best_weighed(GAME, PARTS, ways, me.now())

    def take(self, me: Weigher, takes: Sequence[Weighed], random: Random) -> Decision:
        """Which card, where."""
        if self.thought.table == whole_table(me.bench.state):
            return best_played_out(self.thought.played, self.voice)
        turns = self.promising(takes)
        if len(turns) < 2:
            return best_weighed(GAME, PARTS, takes, me.now(), self.voice)
        share = RENEWED if self.thought.renewed == me.bench.state.turn else 1.0
        return best_played_out(self.ahead(me, turns, random, share), self.voice)

    def key(self, me: Weigher, uses: Sequence[str], random: Random) -> Decision:
        """Whether to spend a key: the best that each use leads to."""
        if not self.level.keys:
            return ["none"], [Text("castle-combo.think.never-keys")]
        turns, why = key_turns(me, uses)
        few = self.promising(turns)
        if len({turn.use for turn in few}) > 1:
            played = self.ahead(me, few, random)
            use = played[0].move.use
            self.think_on(me.bench.state, me.player, played)
            # Where no key is spent the turns that were played out are told with the card that is taken.
            return [use], [] if use == "none" else best_played_out(played)[1]
        top = max(turn.value for turn in turns)
        # A key is not spent for nothing: among equals it stays.
        return [next(turn.use for turn in turns if turn.value >= top - EPSILON)], why

    def think_on(self, state: State, player: Player, played: Sequence[Compared[Weighed]]) -> None:
        """Keep in mind what was played out, for the card to take."""
        use = played[0].move.use
        self.thought.renewed = state.turn if use == "refresh" else None
        if use == "move":
            rules.spend_key_to_move(state, player)
            played = [each for each in played if each.move.use == use]
        if use != "refresh":
            self.thought.table, self.thought.played = whole_table(state), played

    def promising(self, turns: Sequence[Weighed]) -> Sequence[Weighed]:
        """The turns worth playing out; of cells that make no difference one is enough."""
        if self.level.search is None:
            return []
        different = {turn.like: turn for turn in reversed(turns)}
        return worth_playing_out(list(different.values()), self.level.search)

    def ahead(
        self,
        me: Weigher,
        turns: Sequence[Weighed],
        random: Random,
        share: float = 1.0,
        *,
        keep: int = 2,
        forced: Weighed | None = None,
    ) -> Sequence[Compared[Weighed]]:
        """Some turns when they are played out, best first."""
        assert self.level.search is not None
        games = min(MOST_GAMES, self.level.search.games(me.bench.state.turns_left))
        games = max(2, int(games * share))
        return compare(turns, Playouts(me, random).play, games, keep=keep, forced=forced)


def whole_table(state: State) -> tuple[object, ...]:
    """All that a turn depends on, to be compared: another turn, a correction or an undo changes it."""
    tableaus = list(map(as_it_lies, state.players))
    return state.turn, state.messenger, state.display, state.discards, tableaus


def key_turns(me: Weigher, uses: Sequence[str]) -> tuple[list[Weighed], list[Text]]:
    """Every turn there is, by what a key is spent on; and the best of each use, in words."""
    now = sum(me.now())
    turns = me.takes()
    top = best(turns)
    why = [Text("castle-combo.think.none", move=top.move, value=tenths(top.value - now))]
    if "move" in uses:
        there = me.after_key(lambda: me.takes(other(me.bench.state.messenger)))
        turns += [replace(each, use="move") for each in there]
        found = best(there)
        top = best([top, found])
        why.append(Text("castle-combo.think.move", move=found.move, value=tenths(found.value - now)))
    if "refresh" in uses:
        expected = me.after_refresh(top.value)
        turns.append(Weighed(NEW_CARDS, expected.value, use="refresh"))
        is_far = len(expected.cards) < expected.count
        id = "castle-combo.think.far" if is_far else "castle-combo.think.refresh"
        cards = list(expected.cards[:MOVES_SHOWN])
        why.append(Text(id, value=tenths(expected.value - now), count=expected.count, cards=cards))
    return turns, why


# ---------------------------------------------------------------- a coach


class Adviser(Coach):
    """A coach that thinks as one of the levels does."""

    turns = frozenset({"castle-combo.turn"})

    def __init__(self, thinking: Weighing) -> None:
        self.thinking = thinking

    def advise(
        self, ask: Ask, script: HasTable[State], random: Random, *, said: Sequence[str] = (), played: str = ""
    ) -> Advice | None:
        if not isinstance(ask, Move | Choose) or ask.id not in ADVISED:
            return None
        state = script.table
        me = weigher(state, state.player(ask.to), self.thinking.evaluation)
        cells = [each for each in ask.options if isinstance(each, CellOption)]
        ways = [each for each in ask.options if isinstance(each, Way)]
        takes = [rules.purchase_of(me.player, each.card, each.id, down=each.down) for each in cells]
        turns, answer = me.weigh(takes) + me.ways(ways), option_of
        mine = next((turn for turn in turns if option_of(turn) == played), None)
        if isinstance(ask, Move):
            ids = [option.id for option in ask.options]
            turns, _ = key_turns(me, [use for use, key in KEYS.items() if key.verb.id in ids])
            answer = partial(written, state)
            if played:
                mine = as_played(me, turns, TURN.heard(state, played, NOTHING, ask.options))
        few = self.thinking.promising(turns)
        compared = self.thinking.ahead(me, few, random, MORE, keep=MOVES_SHOWN, forced=mine)
        return advised(compared, answer, played=mine)


def as_played(me: Weigher, turns: Sequence[Weighed], said: Said) -> Weighed | None:
    """The turn that the player took; the best that it can become, if it is not all said."""
    use = next((use for use, key in KEYS.items() if key in said.steps), "none")
    take = next((step for step in said.steps if isinstance(step, Take)), None)
    card = take.card.id if take else "".join(each.id for each in said.begun.said.get("card", ()))
    down = take.down if take else "down" in said.begun.said
    found = [turn for turn in turns if turn.use == use]
    if card:
        found = [turn for turn in found if turn.face and (turn.face[0].id, turn.face[1]) == (card, down)]
    if take:
        found = [turn for turn in found if option_of(turn) == take.cell]
    best = max(found, key=attrgetter("value"), default=None)
    if best and take and not set(take.choices) <= set(best.way.words):
        assert isinstance(best.move, Purchase)
        ways = me.bench.after_laying(best.move, partial(rules.ways, me.bench.state, me.player))
        best = replace(best, way=next(way for way in ways if set(take.choices) <= set(way.words)))
    return best


def option_of(turn: Weighed) -> str:
    """The option of a question about a cell or an ability that a turn is."""
    return turn.move.cell if isinstance(turn.move, Purchase) else turn.move.id


def written(state: State, turn: Weighed) -> str:
    """A turn as it is typed."""
    steps: list[Step] = [KEYS[turn.use]] if turn.use != "none" else []
    if isinstance(turn.move, Purchase):
        steps.append(replace(step_of(turn.move), choices=turn.way.words))
    return TURN.written(state, steps)


# ---------------------------------------------------------------- the rest of the game


class Playouts:
    """The rest of the game after a turn of one player, as often as wanted; everybody plays by weight."""

    __slots__ = ("decks", "evaluation", "number", "place", "shuffles", "state", "tried", "unseen")

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
        self.tried: Tried = {}
        """What was seen on one shuffle holds for all others."""

    def play(self, turn: Weighed, number: int) -> float:
        """The final margin over the best rival if that turn is taken, on the shuffle of that number."""
        if number != self.number:
            self.shuffle(number)
        state = self.dealt()
        seats = [Weigher(Bench(state, player), self.evaluation, self.tried) for player in state.players]
        self.take_turn(state, seats[self.place], turn)
        unlike = state.turn + ALIKE * len(seats)
        while not state.over:
            me = seats[state.active_place]
            if state.turn >= unlike:
                me.tried = None
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
    here = me.quickly(state.messenger, down=True)
    assert here is not None
    if TURN.why_not(state, MOVE) is None:
        there = me.after_key(lambda: me.quickly(other(state.messenger), here.value))
        if there is not None:
            return replace(there, use="move")
    return here


def _in_order(cards: Sequence[Card]) -> list[Card]:
    """The cards in an order that depends on them, and not on how they lie."""
    return sorted(cards, key=attrgetter("number"))
