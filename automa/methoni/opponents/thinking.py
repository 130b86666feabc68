"""The Doge, and the coach who thinks as its strongest level does: both cards of a turn, houses, annexing.

They know what any player in their seat knows: the table, and their own hand and Objective card. Of a person's
the app knows what is told for a hint; else every wall is thought of for which there may be a card.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from msgspec.structs import replace

from automa.coach import Advice, Coach, advised, first_of_each
from automa.dialogue import Answer, Ask, Choose, Move, Named, Refused, Several, Text
from automa.methoni import rules
from automa.methoni.game import Play
from automa.methoni.island import Kind, Land, card_name
from automa.methoni.offers import FIRST_CARD, SECOND_CARD, HousesOption
from automa.methoni.opponents.evaluation import PARTS, Pile, Position, Trial, Turn, play_out, turns
from automa.methoni.opponents.following import DRAWS
from automa.methoni.opponents.plans import Weights
from automa.methoni.state import State
from automa.methoni.steps import CARDS, TURN, Annex, Done, Trade, Wall, apply, card_uses, kind_of
from automa.names import folded, named
from automa.opponents import MOVES_SHOWN, best_played_out, best_weighed
from automa.steps import NOTHING, Offered, Said, Step
from automa.thinking import Shuffles

if TYPE_CHECKING:
    from random import Random

    from automa.priorities import Voice

ADVISED = (FIRST_CARD, SECOND_CARD, "methoni.houses", "methoni.annex")
"""The questions that there is a hint for."""
OBJECTIVE = ("objective", "opdracht")
"""The words behind which the lands of an Objective card are told."""


def thought_of(position: Position, ask: Ask) -> list[Turn]:
    """The turns that an answer to a question may begin, best first at first sight."""
    table, player = position.table, position.player
    assert isinstance(ask, Move | Choose | Several)
    options = ask.options
    walls = [option.step for option in options if isinstance(option, HousesOption)]
    if walls:
        card = rules.spent(player.hand or (), rules.kinds_for(table, walls[0].border))
        return first_of_each(turns(position, [Wall(walls[0].border, card)]), lambda turn: turn.steps[0])
    if table.annexing:
        offered = [each for each in options if isinstance(each, Offered)]
        return [Turn(Trial(position, each, [each.step])) for each in offered if each.step is not None]
    # Two cards are the same turn, whichever comes first.
    return first_of_each(turns(position, card_uses(table, player)), lambda turn: turn.cards)


def option_of(options: Sequence[Named], step: Step) -> str | None:
    """The option of a question that a step is, with whatever card; None if it is none of them."""
    said = without_card(step)
    card = step.id if isinstance(step, Wall | Trade | Done) else None
    for option in options:
        if option.step == said if isinstance(option, Offered) else option.id == card:
            return option.id
    return None


# ---------------------------------------------------------------- an opponent


class Thinking:
    """Decides by trying its cards out, and does what it thought of for the whole turn."""

    __slots__ = ("plan", "voice", "weights", "why")

    def __init__(self, weights: Weights, voice: Voice | None = None) -> None:
        self.weights = weights
        self.voice = voice
        self.plan: list[tuple[object, Step]] = []
        """The steps of the turn, each with what the table looks like before it."""
        self.why: Sequence[Text] = ()

    def answer(self, ask: Ask, script: Play, random: Random) -> tuple[Answer, Sequence[Text]]:
        if ask.id in DRAWS:
            return ask.legal(random), ()
        assert isinstance(ask, Several)
        table = script.table.seen_by(script.table.seated(ask.to))
        now = snapshot(table)
        step = next((step for before, step in self.plan if before == now), None)
        id = None if step is None else option_of(ask.options, step)
        if id is None:
            position = Position(table, table.player, self.weights)
            best, self.why = self.best(position, thought_of(position, ask), random)
            self.plan = steps_of(table, best)
            id = option_of(ask.options, best.steps[0])
        assert id is not None
        is_card = ask.id == "methoni.opponent-card"
        return [id], self.why if is_card else [Text("methoni.think.planned")]

    def best(self, position: Position, found: Sequence[Turn], random: Random) -> tuple[Turn, list[Text]]:
        """The best of some turns, and why: what the best few are worth."""
        search = self.weights.search
        if search is not None and not position.table.last_wall and len(found) > 1:
            compared = play_out(found, search, Shuffles(random), keep=2)
            return compared[0].move, best_played_out(compared, self.voice)[1]
        return found[0], best_weighed("methoni", PARTS, found, position.worth(), self.voice)[1]


def snapshot(table: State) -> object:
    """What tells a table from another in the midst of a turn."""
    ducats = [each.ducats for each in table.players]
    return table.turn, table.cards_played, table.annexing, table.walls, ducats, table.player.hand


def steps_of(table: State, turn: Turn) -> list[tuple[object, Step]]:
    """The steps of a turn, each with what the table looks like before it."""
    twin = table.copy()
    found: list[tuple[object, Step]] = []
    for step in turn.steps:
        found.append((snapshot(twin), step))
        apply(twin, step)
    return found


# ---------------------------------------------------------------- a coach


class Adviser(Coach):
    """A coach that thinks as one of the levels does."""

    turns = frozenset({FIRST_CARD})
    outside_turns = frozenset({"methoni.objective"})

    def __init__(self, weights: Weights) -> None:
        self.weights = weights
        self.held: list[Kind] = []
        """The hand of a player who follows the hints, where no person is at the table."""
        self.pile: Pile | None = None
        self.advised: Sequence[Step] = ()

    def hand(self, ask: Ask, script: Play, random: Random) -> Sequence[str]:
        table = script.table
        box, player = table.components, table.seated(ask.to)
        if not player.objective and not player.secret:  # an Objective card that nobody else has
            dealt = [each.secret for each in table.players]
            left = [card.lands for card in script.objectives.values() if card.lands not in dealt]
            player.secret = random.choice(left)
        if self.pile is None:
            self.pile = Pile([kind for kind, count in box.deck().items() for _ in range(count)], [], random)
        for step in self.advised:
            if isinstance(step, Wall | Trade) and step.card in self.held:
                self.held.remove(step.card)
                self.pile.played.append(step.card)
        self.advised = ()
        if ask.id == FIRST_CARD:
            self.pile.fill(self.held, box.hand)
        return self.held

    def advise(
        self, ask: Ask, script: Play, random: Random, *, said: Sequence[str] = (), played: str = ""
    ) -> Advice | None:
        if self.weights.search is None or ask.id not in ADVISED:
            return None
        assert isinstance(ask, Move | Choose)
        # More moves are shown than an opponent chooses from, and all of them are played out equally often.
        search = replace(self.weights.search, turns=self.weights.search.turns * 2)
        table = script.table.seen_by(script.table.seated(ask.to))
        is_told = not played or are_cards(said)
        if is_told:
            tell(table, said)
        position = Position(table, table.player, self.weights)
        found = thought_of(position, ask)
        if not found:
            return None
        mine = as_played(position, found, script.heard(ask, played, NOTHING)) if played else None
        shuffles = Shuffles(random)
        compared = play_out(found, search, shuffles, keep=MOVES_SHOWN, forced=mine)
        if not is_told and said and any(each.move is mine and each.behind > each.error for each in compared):
            # In a look back nobody is blamed for a card that they may not have had.
            found = [turn for turn in found if turn is mine or could_be(table, mine, turn)]
            compared = play_out(found, search, shuffles, keep=MOVES_SHOWN, forced=mine)
        self.advised = compared[0].move.steps
        options = ask.options if isinstance(ask, Choose) else ()

        def answer(turn: Turn) -> str:
            return option_of(options, turn.steps[0]) or TURN.written(table, turn.steps)

        is_open = isinstance(ask, Move) and table.player.hand is None
        advice = advised(compared, answer, why=[Text("methoni.coach.hand")] if is_open else (), played=mine)
        # Where a wall is begun its turns differ in what is chosen now.
        named = {option.id: option for option in options}
        choices = [replace(each, move=named.get(each.answer, each.move)) for each in advice.choices]
        return replace(advice, choices=choices)


def are_cards(said: Sequence[str]) -> bool:
    """Whether the player tells a hand, and not what they did."""
    return bool(said) and all(named(word, CARDS) for word in said if folded(word) not in OBJECTIVE)


def tell(table: State, said: Sequence[str]) -> None:
    """Put what a person tells of their hand, and of their Objective card, on the table that is thought of."""
    player = table.player
    hand: list[Kind] = []
    lands: list[Land] | None = None
    for word in said:
        if folded(word) in OBJECTIVE:
            lands = []
            continue
        found = [kind_of(card) for card in named(word, CARDS)]
        if len(found) > 1:
            raise Refused(Text("refused.unclear", answer=word, options=[card_name(kind) for kind in found]))
        if lands is not None and found and found[0] != "market":
            lands.append(found[0])
        elif found and lands is None:
            hand.append(found[0])
        else:
            raise Refused(Text("methoni.refused.no-card", word=word))
    most = table.components.hand - table.cards_played
    if len(hand) > most:
        raise Refused(Text("methoni.refused.hand-size", found=len(hand), most=most))
    player.hand = hand or None
    player.objective = tuple(lands or player.objective)


def could_be(table: State, played: Turn | None, other: Turn) -> bool:
    """Whether a player who built a wall may have had a card for another turn as well: the same one."""
    first = None if played is None else played.first
    if table.player.hand is not None or first is None or first.border is None or other.first.border is None:
        return True
    return bool(set(rules.kinds_for(table, first.border)) & set(rules.kinds_for(table, other.first.border)))


def as_played(position: Position, found: Sequence[Turn], said: Said) -> Turn | None:
    """The turn that the player took: the best that it can become, if it is not all said."""
    if not said.steps:
        (border,) = said.begun.said.get("border", (None,))
        begun = (turn for turn in found if turn.first.border is not None and turn.first.border is border)
        return next(begun, None)
    for turn in found:
        if alike(turn.steps, said.steps):
            return turn
    tried: list[Trial] = []
    for steps in cards_of(said.steps):
        if not isinstance(steps[0], Wall | Trade | Done):
            return None
        tried.append(Trial(tried[-1].after if tried else position, steps[0], steps))
    first, *second = tried
    if second:
        return Turn(first, second[0])
    return next((turn for turn in found if alike(turn.first.steps, first.steps)), Turn(first))


def cards_of(steps: Sequence[Step]) -> list[list[Step]]:
    """The steps of each card: what is annexed belongs to the wall before it."""
    found: list[list[Step]] = []
    for step in steps:
        if isinstance(step, Annex) and found:
            found[-1].append(step)
        else:
            found.append([step])
    return found


def alike(steps: Sequence[Step], others: Sequence[Step]) -> bool:
    """Whether they are the same, whatever the cards."""
    return [without_card(step) for step in steps] == [without_card(step) for step in others]


def without_card(step: Step) -> Step:
    return replace(step, card=None) if isinstance(step, Wall | Trade) else step
