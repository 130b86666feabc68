"""An opponent that follows its card of priorities, as a person could at the table."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from operator import attrgetter
from typing import TYPE_CHECKING, TypeAlias

from msgspec import Struct

from automa.castle_combo import rules
from automa.castle_combo.cards import Card, other
from automa.castle_combo.cards.counting import Location
from automa.castle_combo.cards.wording import amount, location_name
from automa.castle_combo.opponents import plans
from automa.castle_combo.opponents.plans import (
    GAME,
    Having,
    KeyHabit,
    MoveForMore,
    Plan,
    RefreshToFind,
    habit_text,
)
from automa.castle_combo.opponents.prospects import Applied, Bench, Gains, Prospect, Tryout
from automa.castle_combo.rules import Purchase, Way
from automa.castle_combo.state import AROUND, BIT, COLUMN, ROW, Player, State
from automa.dialogue import Answer, Ask, Named, Reasons, Several, Text, Value
from automa.game import HasTable
from automa.priorities import Vocabulary, Voice, decide, decided_ids, first_best, first_habit

if TYPE_CHECKING:
    from random import Random

# ---------------------------------------------------------------- what the words mean


BROUGHT: Mapping[str, Callable[[Applied[Gains] | Prospect], int]] = {
    of: attrgetter(f"brings.{of.replace('-', '_')}") for of in (*plans.WAY_MEASURES, "gold-left")
}
"""What a move brings, of a card taken as of an ability applied."""
MEASURES: Mapping[str, Callable[[Prospect], int]] = {
    **BROUGHT,
    "price": attrgetter("take.price"),
    "purse-room": lambda prospect: 0 if prospect.take.down else prospect.take.card.purse,
    "alike": lambda prospect: prospect.alike_in(prospect.player.shields),
    # the cell
    "row": lambda prospect: prospect.player.in_row(ROW[prospect.take.cell]),
    "column": lambda prospect: prospect.player.in_column(COLUMN[prospect.take.cell]),
    "row-alike": lambda prospect: prospect.alike_in(prospect.player.rows[ROW[prospect.take.cell]]),
    "column-alike": lambda prospect: prospect.alike_in(prospect.player.columns[COLUMN[prospect.take.cell]]),
    "touching": lambda prospect: sum(
        cell in prospect.player.cards for cell in AROUND[prospect.take.cell].values()
    ),
    "choice": lambda prospect: len(rules.free_cells(prospect.player.filled | BIT[prospect.take.cell])),
}


def by_card(prospects: Sequence[Prospect]) -> dict[tuple[Card, bool], list[str]]:
    """For each card, face up or face down, the cells it can go to."""
    cells: dict[tuple[Card, bool], list[str]] = {}
    for prospect in prospects:
        cells.setdefault((prospect.take.card, prospect.take.down), []).append(prospect.take.cell)
    return cells


def cards_of(prospects: Sequence[Prospect]) -> list[Text | Named]:
    """The cards of moves, each once; face down said so."""
    return [Text("castle-combo.why.down", card=card) if down else card for card, down in by_card(prospects)]


def cards_and_cells(prospects: Sequence[Prospect]) -> list[Text]:
    """Moves said shortly: each card with its cells."""
    return [
        Text("castle-combo.why.down-on" if down else "castle-combo.why.on", card=card, cells="/".join(cells))
        for (card, down), cells in by_card(prospects).items()
    ]


TAKES: Vocabulary[Prospect] = Vocabulary(GAME, MEASURES, names=cards_and_cells, in_short=cards_of)
"""What the words of a plan mean where a card is taken."""
WAYS: Vocabulary[Applied[Gains]] = Vocabulary(GAME, BROUGHT, names=lambda tried: [each.way for each in tried])
"""What they mean where an ability leaves a choice."""

# ---------------------------------------------------------------- deciding

Decision = tuple[list[str], Sequence[Text]]
"""The ids of what is equally good, and why."""


class Follower(Struct, frozen=True):
    """Decides by a card of priorities."""

    plan: Plan
    voice: Voice | None = None

    def answer(self, ask: Ask, script: HasTable[State], random: Random) -> tuple[Answer, Sequence[Text]]:
        assert isinstance(ask, Several)
        state = script.table
        player = state.player(ask.to)
        if ask.id == "castle-combo.opponent-key":
            return self.decide_key(state, player, [option.id for option in ask.options])
        takes = [each for each in ask.options if isinstance(each, Purchase)]
        if takes:
            return self.decide_take(state, player, takes)
        return self.decide_way(state, player, [each for each in ask.options if isinstance(each, Way)])

    def decide_take(self, state: State, player: Player, takes: Sequence[Purchase]) -> Decision:
        """Which card, where: the priorities for cards and then those for cells, until one move is left."""
        cards, why = decide(self.plan.cards, self.tried(state, player, takes), TAKES, self.voice)
        best, more = decide(self.plan.cells, cards, TAKES)
        return [prospect.id for prospect in best], Reasons(lambda: [*why, *more])

    def tried(self, state: State, player: Player, takes: Sequence[Purchase]) -> list[Prospect]:
        """The moves with what each would bring, its ability applied as this plan would."""
        return self.tryout(state, player).prospects(takes)

    def tryout(self, state: State, player: Player) -> Tryout:
        """Tries moves with their abilities applied as this plan would."""
        return Tryout(Bench.twin(state, player), lambda ways: first_best(self.plan.abilities, ways, WAYS))

    def decide_way(self, state: State, player: Player, ways: Iterable[Way]) -> Decision:
        """How to apply an ability that leaves a choice."""
        return decided_ids(self.plan.abilities, self.tryout(state, player).ways_now(ways), WAYS)

    def decide_key(self, state: State, player: Player, uses: Sequence[str]) -> Decision:
        """Whether to spend a key: the first habit that applies."""
        if not self.plan.keys:
            return ["none"], [Text("castle-combo.why.never-keys")]
        moves_at = cache(self.tryout(state, player).at)
        habit, why = first_habit(
            (habit, *try_habit(habit, state.messenger, player.keys, moves_at, allowed=_use(habit) in uses))
            for habit in self.plan.keys
        )
        use = "none" if habit is None else _use(habit)
        return [use], Reasons(lambda: self.about_keys(habit, [reason() for reason in why]))

    def about_keys(self, habit: KeyHabit | None, why: Sequence[Text]) -> list[Text]:
        """Why a key is spent by that habit, or none."""
        if habit is None:
            return [*why, Text("castle-combo.why.no-key")]
        return [*why] if self.voice is None else [self.voice.says(habit_text(habit)), *why]


# ---------------------------------------------------------------- keys


Reason: TypeAlias = Callable[[], Text]
"""A reason that is yet to be put in words."""


def try_habit(
    habit: KeyHabit,
    messenger: Location,
    keys: int,
    moves_at: Callable[[Location], list[Prospect]],
    *,
    allowed: bool,
) -> tuple[bool, Reason]:
    """Whether a habit applies now, and why or why not."""
    location = other(messenger)

    def because(id: str, **values: Value) -> Text:
        return Text(id, habit=habit_text(habit), **values)

    if not allowed:
        return False, lambda: because("castle-combo.why.cannot-move")
    if keys - 1 < habit.keep:
        return False, lambda: because("castle-combo.why.few-keys", keys=amount("keys", keys))
    moves = moves_at(messenger)
    if isinstance(habit, MoveForMore):
        here, there = (max(map(MEASURES[habit.of], seen)) for seen in (moves, moves_at(location)))
        return there - here >= habit.by, lambda: because(
            "castle-combo.why.compared", here=here, there=there, location=location_name(location)
        )
    find = habit.find
    count = find.enough(moves[0], TAKES)
    if count is not None:
        return False, lambda: Text("priorities.enough", want=habit_text(habit), count=count)
    if any(find.has(move, TAKES) for move in moves):
        return False, lambda: because("castle-combo.why.here", cards=cards_with(find, moves))
    if isinstance(habit, RefreshToFind):
        return True, lambda: because("castle-combo.why.not-here")
    elsewhere = moves_at(location)
    if any(find.has(move, TAKES) for move in elsewhere):
        return True, lambda: because(
            "castle-combo.why.there", cards=cards_with(find, elsewhere), location=location_name(location)
        )
    return False, lambda: because("castle-combo.why.nowhere", location=location_name(location))


def cards_with(find: Having, prospects: Sequence[Prospect]) -> list[Text | Named]:
    """The cards that have what a habit is to find."""
    return cards_of([prospect for prospect in prospects if find.has(prospect, TAKES)])


def _use(habit: KeyHabit) -> str:
    return "refresh" if isinstance(habit, RefreshToFind) else "move"
