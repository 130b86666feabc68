"""Rivals by their cards: the turns that they look at, and what the words of a card measure.

Such a rival has a stack instead of a hand and no exploration line. So that a person could run it, a new
worker lies down on its tile or another one walks, and it spends at most one disc or worker for good in a
turn.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

from automa.dialogue import Named, Text
from automa.priorities import Vocabulary
from automa.six_castles import rules, scoring
from automa.six_castles.opponents.plans import GAME
from automa.six_castles.opponents.prospects import Prospect, after, ends, layings
from automa.six_castles.rules import Bonus
from automa.six_castles.rules.turns import uses
from automa.six_castles.state import Player, State, hill_of
from automa.six_castles.steps import Discs, Take, Workers, walk
from automa.six_castles.tables import Group, Tables
from automa.six_castles.territory import QUARTERS, spot_name
from automa.steps import Step

MOST_WALKS = 4
"""How many walks of a worker that lies already are looked at: to hills with most constructions."""


def every_turn(state: State, tile: str) -> list[Prospect]:
    """The turns that a rival looks at by its card."""
    found: list[Prospect] = []
    for steps, lying in layings(state, [tile], crag_bonus):
        for act in acts(lying):
            then = after(lying, act)
            found.append(Prospect(state, (*steps, act), then))
            found += [Prospect(state, (*steps, act, use), after(then, use)) for use in spending(then)]
    return found


def crag_bonus(state: State, player: Player) -> Sequence[Bonus]:
    """What such a rival takes for a crag: the religion step if it is worth a point, else the half-coin."""
    track = state.tables.tracks.religion
    if "religion" in rules.bonuses(state, player) and track[player.religion + 1] > track[player.religion]:
        return ("religion",)
    return ("coin",)


def acts(lying: State) -> Iterator[Step]:
    """A hill of its tile is marked; or a new worker lies down there, one walks, or all stay."""
    player, cell = lying.active, lying.placed[-1]
    hills = lying.territory.hills_of(cell)
    seen: set[tuple[str, ...]] = set()
    for quarter, hill in zip(QUARTERS, hills, strict=True):
        letters = tuple(rules.card_marks(lying, player, lying.territory.terrains(hill)))
        if letters not in seen:
            seen.add(letters)
            yield Discs(quarter)
    if player.lying:
        yield Workers()
    for spot in rules.new_workers(lying, player):
        yield Workers(f"+{spot}")
    constructions = frozenset(each.letter for each in lying.tables.terrains.of_group("construction"))

    def shows(hill: int) -> float:
        if hill in lying.territory.castles:
            return 1.0
        return sum([letter in constructions for letter in lying.territory.hills.get(hill, "")])

    walks = [
        (end.value, walk(start, end.spot))
        for start in dict.fromkeys(player.lying)
        for end in ends(lying, player, shows, len(player.lying), start)
        if end.value > 0
    ]
    walks.sort(key=lambda walk: -walk[0])
    for _, move in walks[:MOST_WALKS]:
        yield Workers(moves=(move,))


def spending(state: State) -> Iterator[Step]:
    """One disc or worker for good: a worker of the supply, else the one whose hill shows least."""
    player, paid = state.active, ""
    if state.now.kind == "w" and not player.workers and player.lying:
        terrains = state.territory.terrains
        paid = spot_name(*min(player.lying, key=lambda spot: (len(terrains(hill_of(spot))), spot)))
    return (use for use in uses(state) if not isinstance(use, Take) or use.paid == paid)


# ---------------------------------------------------------------- what a turn brings


def after_it(turn: Prospect) -> Player:
    """The rival once it has taken its turn, which is not over yet."""
    return turn.after.active


def gained(of: Callable[[Tables, Player], int]) -> Callable[[Prospect], int]:
    """How much more of something the rival has after its turn."""
    return lambda turn: of(turn.before.tables, after_it(turn)) - of(turn.before.tables, turn.before.active)


def on_tracks(tables: Tables, player: Player) -> int:
    return sum(piece.points for piece in player.landscapes + player.constructions)


def points(tables: Tables, player: Player) -> int:
    """For tracks, religion and wealth."""
    religion = scoring.religion_points(tables.tracks.religion, player.religion)
    return on_tracks(tables, player) + religion + scoring.wealth(tables, player.coins)[0]


def owned(group: Group) -> Callable[[Tables, Player], int]:
    """Terrains of a group that are marked."""
    return lambda tables, player: sum(
        player.owned.get(terrain.letter, 0) for terrain in tables.terrains.of_group(group)
    )


def contracts(turn: Prospect) -> int:
    """Points of the open contracts that it would lead, the others as they are before its turn."""
    player, before = after_it(turn), turn.before
    others = [other for other in before.others(before.active) if not other.is_dummy]
    led = 0
    for contract in scoring.contracts_in_play(turn.after):
        most = max((scoring.contract_count(before, other, contract) for other in others), default=0)
        if scoring.contract_count(turn.after, player, contract) > most:
            led += contract.points
    return led


def constructions(turn: Prospect) -> int:
    """Constructions in the hills of its workers."""
    shown = rules.hills_shown(turn.after, after_it(turn))
    return sum(shown.count(each.letter) for each in turn.before.tables.terrains.of_group("construction"))


def closed(turn: Prospect) -> int:
    """Hills that its tile closes."""
    territory = turn.after.territory
    return sum(map(territory.is_closed, territory.hills_of(turn.after.placed[-1])))


def left(turn: Prospect) -> int:
    """What the turn leaves to the others: religion steps through its tile, and the best sale of each."""
    before, then = turn.before, turn.after
    gold, total = before.tables.setup.coins.gold, 0
    for other in before.others(before.active):
        if not other.is_dummy:
            best = max((sale.income for sale in rules.sales(then, other)), default=0)
            total += rules.pilgrims(then, other) - rules.pilgrims(before, other) + best // gold
    return total


def few_names(turns: Sequence[Prospect]) -> Sequence[Named | Text]:
    """Turns in a reason: each by its notation, or how many there are."""
    return [Text("six-castles.turns", n=len(turns))] if len(turns) > 2 else turns


MEANING: Mapping[str, Callable[[Prospect], int]] = {
    "points": gained(points),
    "religion": gained(lambda tables, player: player.religion),
    "coins": gained(lambda tables, player: player.coins),
    "track": gained(on_tracks),
    "contracts": contracts,
    "marks": gained(lambda tables, player: sum(player.owned.values())),
    "goods": gained(owned("agricultural")),
    "landscapes": gained(owned("landscape")),
    "constructions": constructions,
    "castles": lambda turn: scoring.pieces_on_castles(turn.after, after_it(turn)),
    "founded": lambda turn: len(turn.after.territory.castles) - len(turn.before.territory.castles),
    "workers": lambda turn: len(after_it(turn).lying),
    "spent": lambda turn: turn.after.now.spent,
    "touching": lambda turn: turn.after.territory.neighbours(turn.after.placed[-1]),
    "closed": closed,
    "left": left,
}
"""What the words of a card measure."""
WORDS: Vocabulary[Prospect] = Vocabulary(GAME, MEANING, names=few_names)
