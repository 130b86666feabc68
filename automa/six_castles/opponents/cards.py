"""Rivals by their cards: the turns that they look at, and what the words of a card measure.

Such a rival has a stack instead of a hand and no exploration line. So that a person could run it, a new
worker lies down on its tile or another one walks, and it spends at most one disc or worker for good in a
turn.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from automa.dialogue import Named, Text
from automa.priorities import Vocabulary
from automa.six_castles import rules, scoring
from automa.six_castles.opponents.plans import GAME
from automa.six_castles.opponents.prospects import Prospect, after, ends, layings, uses
from automa.six_castles.rules import Bonus
from automa.six_castles.state import Piece, Player, Table, hill_of
from automa.six_castles.steps import Discs, Take, Workers
from automa.six_castles.tables import Group
from automa.six_castles.territory import QUARTERS, spot_name
from automa.steps import Step

MOST_WALKS = 4
"""How many walks of a worker that lies already are looked at: to hills with most constructions."""


def every_turn(table: Table, tile: str) -> list[Prospect]:
    """The turns that a rival looks at by its card."""
    found: list[Prospect] = []
    for steps, lying in layings(table, [tile], crag_bonus):
        for act in acts(lying):
            then = after(lying, act)
            found.append(Prospect(table, (*steps, act), then))
            found += [Prospect(table, (*steps, act, use), after(then, use)) for use in spending(then)]
    return found


def crag_bonus(table: Table, player: Player) -> Sequence[Bonus]:
    """What such a rival takes for a crag: the religion step if it is worth a point, else the half-coin."""
    track = table.tables.tracks.religion
    if "religion" in rules.bonuses(table, player) and track[player.religion + 1] > track[player.religion]:
        return ("religion",)
    return ("coin",)


def acts(lying: Table) -> Iterator[Step]:
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
    if player.workers:
        fees = rules.hosts_by_hill(lying, player)
        for place, hill in enumerate(hills):
            if fees.get(hill, 0) * rules.gold(lying) <= player.coins:
                yield Workers(f"+{spot_name(cell, place)}")
    constructions = frozenset(each.letter for each in lying.tables.terrains.of_group("construction"))

    def shows(hill: int) -> float:
        if hill in lying.territory.castles:
            return 1.0
        return sum([letter in constructions for letter in lying.territory.hills.get(hill, "")])

    walks = [
        (end.value, f"{spot_name(*start)}>{spot_name(*end.spot)}")
        for start in dict.fromkeys(player.lying)
        for end in ends(lying, player, shows, len(player.lying), start)
        if end.value > 0
    ]
    walks.sort(key=lambda walk: -walk[0])
    for _, move in walks[:MOST_WALKS]:
        yield Workers(moves=(move,))


def spending(table: Table) -> Iterator[Step]:
    """One disc or worker for good: a worker of the supply, else the one whose hill shows least."""
    player, paid = table.active, ""
    if table.now.kind == "w" and not player.workers and player.lying:
        terrains = table.territory.terrains
        paid = spot_name(*min(player.lying, key=lambda spot: (len(terrains(hill_of(spot))), spot)))
    return (use for use in uses(table) if not isinstance(use, Take) or use.paid == paid)


# ---------------------------------------------------------------- what a turn brings


def mine(turn: Prospect) -> tuple[Player, Player]:
    """The rival before and after its turn."""
    before = turn.before.active
    return before, turn.after.player(before.seat.id)


def points(turn: Prospect) -> int:
    """For tracks, religion and wealth."""
    before, player = mine(turn)
    return track(turn) + standing(turn.after, player) - standing(turn.before, before)


def standing(table: Table, player: Player) -> int:
    religion = scoring.religion_points(table.tables.tracks.religion, player.religion)
    return religion + scoring.wealth(table.tables, player.coins)[0]


def religion(turn: Prospect) -> int:
    before, player = mine(turn)
    return player.religion - before.religion


def coins(turn: Prospect) -> int:
    before, player = mine(turn)
    return player.coins - before.coins


def track(turn: Prospect) -> int:
    """Points of landscape and construction spaces."""
    return sum(sum(piece.points for piece in on_tracks(player)) * sign for player, sign in signed(turn))


def signed(turn: Prospect) -> Iterator[tuple[Player, int]]:
    before, player = mine(turn)
    return iter(((player, 1), (before, -1)))


def on_tracks(player: Player) -> Sequence[Piece]:
    return [*player.landscapes, *player.constructions]


def contracts(turn: Prospect) -> int:
    """Points of the open contracts that it would lead, the others as they are before its turn."""
    _, player = mine(turn)
    others = [other for other in turn.before.others(turn.before.active) if not other.is_dummy]
    led = 0
    for contract in scoring.contracts_in_play(turn.after):
        most = max((scoring.contract_count(turn.before, other, contract) for other in others), default=0)
        if scoring.contract_count(turn.after, player, contract) > most:
            led += contract.facts.points
    return led


def marks(turn: Prospect) -> int:
    return sum(sum(player.owned.values()) * sign for player, sign in signed(turn))


def goods(turn: Prospect) -> int:
    return _marked(turn, "agricultural")


def landscapes(turn: Prospect) -> int:
    return _marked(turn, "landscape")


def _marked(turn: Prospect, group: Group) -> int:
    letters = [terrain.letter for terrain in turn.before.tables.terrains.of_group(group)]
    return sum(player.owned.get(letter, 0) * sign for player, sign in signed(turn) for letter in letters)


def constructions(turn: Prospect) -> int:
    """Constructions in the hills of its workers."""
    shown = rules.hills_shown(turn.after, mine(turn)[1])
    return sum(shown.count(each.letter) for each in turn.before.tables.terrains.of_group("construction"))


def castles(turn: Prospect) -> int:
    """Its discs and workers on castles."""
    return scoring.contract_count(turn.after, mine(turn)[1], turn.before.tables.contracts.castle)


def founded(turn: Prospect) -> int:
    """Whether a castle is founded."""
    return len(turn.after.territory.castles) - len(turn.before.territory.castles)


def workers(turn: Prospect) -> int:
    return len(mine(turn)[1].lying)


def spent(turn: Prospect) -> int:
    """Discs and workers that are gone for good."""
    return turn.after.now.spent


def touching(turn: Prospect) -> int:
    """Tiles that the new one touches."""
    return turn.after.territory.neighbours(turn.after.placed[-1])


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
            sales = [sale.income for sale in rules.sales(then, other)]
            total += (
                rules.pilgrims(then, other) - rules.pilgrims(before, other) + max(sales, default=0) // gold
            )
    return total


def few_names(turns: Sequence[Prospect]) -> Sequence[Named | Text]:
    """Turns in a reason: each by its notation, or how many there are."""
    return [Text("six-castles.turns", n=len(turns))] if len(turns) > 2 else turns


MEANING = {
    "points": points, "religion": religion, "coins": coins, "track": track, "contracts": contracts,
    "marks": marks, "goods": goods, "landscapes": landscapes, "constructions": constructions,
    "castles": castles, "founded": founded, "workers": workers, "spent": spent, "touching": touching,
    "closed": closed, "left": left,
}  # fmt: skip
WORDS: Vocabulary[Prospect] = Vocabulary(GAME, MEANING, names=few_names)
