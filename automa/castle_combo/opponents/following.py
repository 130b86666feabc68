"""An opponent that follows its card of priorities, as a person could at the table."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from operator import attrgetter
from typing import TYPE_CHECKING, Any

from msgspec import Struct
from msgspec.structs import replace

from automa.castle_combo import rules
from automa.castle_combo.cards import Card, other
from automa.castle_combo.cards.wording import amount, location_name
from automa.castle_combo.opponents import plans
from automa.castle_combo.opponents.plans import GAME, KeyHabit, MoveForMore, Plan, RefreshToFind, habit_text
from automa.castle_combo.opponents.prospects import Bench, Trial, standing
from automa.castle_combo.rules import Take, Way
from automa.castle_combo.state import AROUND, BIT, Player, State
from automa.dialogue import Answer, Ask, Named, Reasons, Several, Text
from automa.priorities import Vocabulary, Voice, decide, first_best, first_habit

if TYPE_CHECKING:
    from random import Random

# ---------------------------------------------------------------- what the words mean


MEASURES: Mapping[str, Callable[[Trial], int]] = {
    **{of: attrgetter(of.replace("-", "_")) for of in plans.CARD_MEASURES if of != "alike"},
    "alike": lambda trial: trial.alike_in(trial.player.face_up()),
    # the cell
    "row": lambda trial: len(trial.in_row(trial.player.cards.values())),
    "column": lambda trial: len(trial.in_column(trial.player.cards.values())),
    "row-alike": lambda trial: trial.alike_in(trial.in_row(trial.player.face_up())),
    "column-alike": lambda trial: trial.alike_in(trial.in_column(trial.player.face_up())),
    "touching": lambda trial: sum(cell in trial.player.cards for cell in AROUND[trial.take.cell].values()),
    "choice": lambda trial: len(rules.free_cells(trial.player.filled | BIT[trial.take.cell])),
}


def by_card(trials: Sequence[Trial]) -> dict[tuple[Card, bool], list[str]]:
    """For each card, face up or face down, the cells it can go to."""
    cells: dict[tuple[Card, bool], list[str]] = {}
    for trial in trials:
        cells.setdefault((trial.take.card, trial.take.down), []).append(trial.take.cell)
    return cells


def cards_of(trials: Sequence[Trial]) -> list[Text | Named]:
    """The cards of moves, each once; face down said so."""
    return [Text("castle-combo.why.down", card=card) if down else card for card, down in by_card(trials)]


def cards_and_cells(trials: Sequence[Trial]) -> list[Text]:
    """Moves said shortly: each card with its cells."""
    return [
        Text("castle-combo.why.down-on" if down else "castle-combo.why.on", card=card, cells="/".join(cells))
        for (card, down), cells in by_card(trials).items()
    ]


TAKES: Vocabulary[Trial] = Vocabulary(GAME, MEASURES, names=cards_and_cells, in_short=cards_of)
"""What the words of a plan mean where a card is taken."""
WAYS = replace(TAKES, names=lambda trials: [trial.move for trial in trials])
"""What they mean where an ability leaves a choice."""

# ---------------------------------------------------------------- deciding

Decision = tuple[list[str], Sequence[Text]]
"""The ids of what is equally good, and why."""


class Follower(Struct, frozen=True):
    """Decides by a card of priorities."""

    plan: Plan
    voice: Voice | None = None

    def answer(self, ask: Ask, script: Any, random: Random) -> tuple[Answer, Sequence[Text]]:
        assert isinstance(ask, Several)
        state: State = script.table
        player = state.player(ask.to)
        if ask.id == "castle-combo.opponent-key":
            return self.decide_key(state, player, [option.id for option in ask.options])
        takes = [each for each in ask.options if isinstance(each, Take)]
        if takes:
            return self.decide_take(state, player, takes)
        return self.decide_way(state, player, [each for each in ask.options if isinstance(each, Way)])

    def decide_take(self, state: State, player: Player, takes: Sequence[Take]) -> Decision:
        """Which card, where: the priorities for cards and then those for cells, until one move is left."""
        cards, why = decide(self.plan.cards, self.tried(state, player, takes), TAKES, self.voice)
        best, more = decide(self.plan.cells, cards, TAKES)
        return [trial.id for trial in best], Reasons(lambda: [*why, *more])

    def tried(self, state: State, player: Player, takes: Sequence[Take]) -> list[Trial]:
        """The moves with what each would bring, its ability applied as this plan would."""
        return Bench.twin(state, player).trials(
            takes, lambda ways: first_best(self.plan.abilities, ways, WAYS)
        )

    def decide_way(self, state: State, player: Player, ways: Iterable[Way]) -> Decision:
        """How to apply an ability that leaves a choice."""
        trials = Bench.twin(state, player).ways_tried(ways, standing(player))
        best, why = decide(self.plan.abilities, trials, WAYS)
        return [trial.id for trial in best], why

    def decide_key(self, state: State, player: Player, uses: Sequence[str]) -> Decision:
        """Whether to spend a key: the first habit that applies."""
        if not self.plan.keys:
            return ["none"], [Text("castle-combo.why.never-keys")]
        here = self.tried(state, player, rules.takes(state, player))
        there: Sequence[Trial] = ()
        if "move" in uses and any(_use(habit) == "move" for habit in self.plan.keys):
            there = self.tried(state, player, rules.takes(state, player, other(state.messenger)))
        habit, why = first_habit(
            (habit, *self.try_habit(habit, _use(habit) in uses, state, player, here, there))
            for habit in self.plan.keys
        )
        if habit is None:
            return ["none"], [*why, Text("castle-combo.why.no-key")]
        if self.voice is not None:
            why.insert(0, self.voice.says(habit_text(habit)))
        return [_use(habit)], why

    def try_habit(
        self,
        habit: KeyHabit,
        allowed: bool,
        state: State,
        player: Player,
        here: Sequence[Trial],
        there: Sequence[Trial],
    ) -> tuple[bool, Text]:
        """Whether a habit applies now, and why or why not."""
        words = habit_text(habit)
        location = location_name(other(state.messenger))
        if not allowed:
            return False, Text("castle-combo.why.cannot-move", habit=words)
        if player.keys - 1 < habit.keep:
            return False, Text("castle-combo.why.few-keys", habit=words, keys=amount("keys", player.keys))
        if isinstance(habit, MoveForMore):
            best_here, best_there = (max(map(MEASURES[habit.of], trials)) for trials in (here, there))
            return best_there - best_here >= habit.by, Text(
                "castle-combo.why.compared", habit=words, here=best_here, there=best_there, location=location
            )
        count = habit.find.enough(here[0], TAKES)
        if count is not None:
            return False, Text("priorities.enough", want=words, count=count)
        found = [trial for trial in here if habit.find.has(trial, TAKES)]
        if found:
            return False, Text("castle-combo.why.here", habit=words, cards=cards_of(found))
        if isinstance(habit, RefreshToFind):
            return True, Text("castle-combo.why.not-here", habit=words)
        found = [trial for trial in there if habit.find.has(trial, TAKES)]
        if found:
            return True, Text("castle-combo.why.there", habit=words, cards=cards_of(found), location=location)
        return False, Text("castle-combo.why.nowhere", habit=words, location=location)


def _use(habit: KeyHabit) -> str:
    return "refresh" if isinstance(habit, RefreshToFind) else "move"
