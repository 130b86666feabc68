"""Every turn that a rival can take with its tile, each with what it would bring.

A rival has no exploration line and no hand. So that a person could run it, it spends at most one disc or
worker for good in a turn, and lets at most one worker walk (a thinking rival: two).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from automa.six_castles import rules, scoring
from automa.six_castles.notation import TURN
from automa.six_castles.rules import Bonus, Going, Placement
from automa.six_castles.state import Player, Spot, Table, hill_of
from automa.six_castles.tables import Contract
from automa.six_castles.territory import CELLS, CORNERS, NAMES, QUARTERS, spot_name
from automa.six_castles.turns import Turn

MOST_PIECES = 2
"""Of the sales it could make, those that bring most are looked at."""
MOST_ENDS = 2
"""Of the hills a worker could go to, those that show most are looked at."""
CASTLE_SHOWS = 2
"""A castle is worth going to as a hill with a chapel is."""


class Scene:
    """The table before a rival's turn, and what is known of the others."""

    __slots__ = ("best", "constructions", "contracts", "hosts", "player", "shows", "standing", "table")

    def __init__(self, table: Table, player: Player) -> None:
        self.table = table
        self.player = player
        self.contracts: Sequence[Contract] = scoring.contracts_in_play(table, secret=False)
        others = [other for other in table.players if other is not player and not other.is_dummy]
        self.best = [
            max((scoring.contract_count(table, other, contract) for other in others), default=0)
            for contract in self.contracts
        ]
        self.standing = standing(table, player)
        self.hosts: dict[int, int] = {}
        """For each hill how many others have a worker there: each is to be paid."""
        for other in others:
            for hill in other.hills():
                self.hosts[hill] = self.hosts.get(hill, 0) + 1
        group = table.tables.terrains.of_group("construction")
        self.constructions = frozenset(terrain.letter for terrain in group)
        self.shows: dict[str, int] = {}

    def shown(self, letters: str) -> int:
        """How much a hill shows: its constructions, the religious ones twice."""
        found = self.shows.get(letters)
        if found is None:
            religious = self.table.tables.terrains.religious
            found = sum((letter in self.constructions) + (letter in religious) for letter in letters)
            self.shows[letters] = found
        return found


def standing(table: Table, player: Player) -> int:
    """Points for tracks, religion and wealth as they stand."""
    tracks = sum(points for _, points in player.landscapes) + sum(
        points for _, points in player.constructions
    )
    religion = scoring.religion_points(table.tables.tracks.religion, player.religion)
    return tracks + religion + scoring.wealth(table.tables, player.coins)[0]


class Prospect:
    """One turn, with the table and the player as they would be after it."""

    __slots__ = ("after", "left", "me", "scene", "turn")

    def __init__(self, scene: Scene, after: Table, left: list[int], me: Player, turn: Turn) -> None:
        self.scene = scene
        self.after = after
        self.left = left
        """What its tile leaves to the others, once somebody asked: the same for all turns with it."""
        self.me = me
        self.turn = turn

    @property
    def id(self) -> str:
        return TURN.write(self.turn)

    @property
    def name(self) -> str:
        return self.id


# ---------------------------------------------------------------- what a turn brings


def points(turn: Prospect) -> int:
    return standing(turn.after, turn.me) - turn.scene.standing


def religion(turn: Prospect) -> int:
    return turn.me.religion - turn.scene.player.religion


def coins(turn: Prospect) -> int:
    return turn.me.coins - turn.scene.player.coins


def track(turn: Prospect) -> int:
    """Points of a landscape or construction space."""
    me, before = turn.me, turn.scene.player
    taken = [*me.landscapes[len(before.landscapes) :], *me.constructions[len(before.constructions) :]]
    return sum(points for _, points in taken)


def contracts(turn: Prospect) -> int:
    """Points of the open contracts that it would lead, the others as they are before its turn."""
    scene = turn.scene
    return sum(
        contract.facts.points
        for contract, best in zip(scene.contracts, scene.best, strict=True)
        if scoring.contract_count(turn.after, turn.me, contract) > best
    )


def _marked(turn: Prospect, group: str | None = None) -> int:
    letters = turn.after.tables.terrains.by_letter
    before = turn.scene.player.owned
    return sum(
        count - before.get(letter, 0)
        for letter, count in turn.me.owned.items()
        if group is None or letters[letter].group == group
    )


def marks(turn: Prospect) -> int:
    return _marked(turn)


def goods(turn: Prospect) -> int:
    return _marked(turn, "agricultural")


def landscapes(turn: Prospect) -> int:
    return _marked(turn, "landscape")


def constructions(turn: Prospect) -> int:
    """Constructions in the hills of its workers."""
    wanted = turn.scene.constructions
    return sum(letter in wanted for letter in rules.hills_shown(turn.after, turn.me))


def castles(turn: Prospect) -> int:
    """Its discs and workers on castles."""
    on_castles = turn.after.territory.castles
    return len(turn.me.sales) + sum(hill_of(spot) in on_castles for spot in turn.me.lying)


def founded(turn: Prospect) -> int:
    """Whether a castle is founded."""
    return len(turn.after.territory.castles) - len(turn.scene.table.territory.castles)


def workers(turn: Prospect) -> int:
    return len(turn.me.lying)


def touching(turn: Prospect) -> int:
    """Tiles that the new one touches."""
    return turn.after.territory.neighbours(CELLS[turn.turn.cell])


def closed(turn: Prospect) -> int:
    """Hills that its tile closes."""
    territory = turn.after.territory
    return sum(territory.is_closed(hill) for hill in territory.hills_of(CELLS[turn.turn.cell]))


def left(turn: Prospect) -> int:
    """What the turn leaves to the others: religion steps through its tile, and the best sale of each."""
    if turn.left:
        return turn.left[0]
    before, after = turn.scene.table, turn.after
    total = 0
    for other in before.players:
        if other is turn.scene.player or other.is_dummy:
            continue
        total += rules.pilgrims(after, other) - rules.pilgrims(before, other)
        gold = after.tables.setup.coins.gold
        total += max((sale.income for sale in rules.sales(after, other)), default=0) // gold
    turn.left.append(total)
    return total


# ---------------------------------------------------------------- every turn


def prospects(
    table: Table, player: Player, tile: str, places: Sequence[Placement] = (), *, walkers: int = 1
) -> list[Prospect]:
    """Every turn that a rival looks at; with `places`, only those with the tile laid so."""
    scene = Scene(table, player)
    found: list[Prospect] = []
    for place in places or rules.placements(table, tile):
        after = table.with_tile(place.cell, place.tile)
        turn = Turn(NAMES[place.cell], place.tile)
        sites = rules.castle_sites(after, place.cell)
        if sites:
            if len(sites) > 1:
                turn.site = f"castle:{QUARTERS[rules.quarter_of(place.cell, sites[0])]}"
            rules.found_castle(after, sites[0])
        base = player.copy()
        if rules.has_crag(table, tile):
            bonus = crag_bonus(after, base)
            turn.bonus = f"+{bonus}"
            rules.give_bonus(after, base, bonus)
        left: list[int] = []
        for act, me in _acts(scene, after, base, place.cell, walkers):
            act.cell, act.tile, act.site, act.bonus = turn.cell, turn.tile, turn.site, turn.bonus
            found.append(Prospect(scene, after, left, me, act))
    return found


def crag_bonus(table: Table, player: Player) -> Bonus:
    """What a rival takes for a crag: the religion step if it is worth a point, else the half-coin."""
    track = table.tables.tracks.religion
    if "religion" in rules.bonuses(table, player) and track[player.religion + 1] > track[player.religion]:
        return "religion"
    return "coin"


def _acts(scene: Scene, after: Table, base: Player, cell: int, walkers: int) -> Iterator[tuple[Turn, Player]]:
    yield from _disc_acts(after, base, cell)
    for going in _goings(scene, after, base, cell, walkers):
        new = f"+{spot_name(*going.new)}" if going.new else ""
        moves = tuple(f"{spot_name(*start)}>{spot_name(*end)}" for start, end in going.moves)
        me = base.copy()
        _walk(scene, me, going)
        rules.go_on_religion(after, me, rules.pilgrims(after, me))
        yield Turn(kind="w", new=new, moves=moves), me
        for space in rules.track_spaces(after, me, "construction"):
            worker = None if me.workers else _idlest(after, me)
            rest = me.copy()
            rest.constructions.append((space.terrain.id, space.points))
            if worker is None:
                rest.workers -= 1
            else:
                rest.lying.remove(worker)
            taken = f"take:{space.id}" + (f":{spot_name(*worker)}" if worker else "")
            yield Turn(kind="w", new=new, moves=moves, taken=(taken,)), rest


def _disc_acts(after: Table, base: Player, cell: int) -> Iterator[tuple[Turn, Player]]:
    seen: set[tuple[str, ...]] = set()
    for quarter, hill in zip(QUARTERS, after.territory.hills_of(cell), strict=True):
        letters = rules.rivals_marks(after, base, hill)
        key = tuple(sorted(letters))
        if key in seen:
            continue
        seen.add(key)
        me = base.copy()
        rules.mark_as_rival(me, letters)
        yield Turn(kind="d", quarter=quarter), me
        for sale in sorted(rules.sales(after, me), key=lambda sale: -sale.income)[:MOST_PIECES]:
            richer = me.copy()
            rules.sell(richer, sale)
            yield Turn(kind="d", quarter=quarter, sales=(f"sell:{sale.castle}:{sale.good.id}",)), richer
        for space in rules.track_spaces(after, me, "landscape"):
            ahead = me.copy()
            ahead.landscapes.append((space.terrain.id, space.points))
            ahead.discs -= 1
            yield Turn(kind="d", quarter=quarter, taken=(f"take:{space.id}",)), ahead


def _walk(scene: Scene, me: Player, going: Going) -> None:
    """Workers go and lie down; the others are paid, but that is their affair."""
    me.coins -= _fee(scene, going)
    for start, end in going.moves:
        me.lying.remove(start)
        me.lying.append(end)
    if going.new is not None:
        me.workers -= 1
        me.lying.append(going.new)


def _idlest(after: Table, me: Player) -> Spot:
    """The worker whose hill shows least: it pays for a construction when the supply is empty."""
    return min(me.lying, key=lambda spot: (len(after.territory.terrains(hill_of(spot))), spot))


def _goings(scene: Scene, after: Table, me: Player, cell: int, walkers: int) -> Iterator[Going]:
    """Where its workers may go: a new one or none, and others that walk, to hills that show something."""
    if me.lying:
        yield Going()
        for move, _ in _walks(scene, after, me, len(me.lying)):
            yield Going(None, (move,))
    if not me.workers:
        return
    most = len(me.lying) + 1
    for spot, steps in _ends(scene, after, me, [cell], most, stay=True):
        yield Going(spot)
        if walkers > 1 and most > steps:
            for move, more in _walks(scene, after, me, most - steps):
                if more <= most - steps and hill_of(move[1]) != hill_of(spot):
                    going = Going(spot, (move,))
                    if _fee(scene, going) <= me.coins:
                        yield going


def _walks(scene: Scene, after: Table, me: Player, most: int) -> Iterator[tuple[tuple[Spot, Spot], int]]:
    for start in dict.fromkeys(me.lying):
        for end, steps in _ends(scene, after, me, rules.starts(after, start), most, stay=False):
            yield (start, end), steps


def _ends(
    scene: Scene, after: Table, me: Player, starts: Sequence[int], most: int, *, stay: bool
) -> Iterator[tuple[Spot, int]]:
    """The spots worth going to, one for each hill, with the steps it takes; with `stay` one of the start too.

    Worth going to are castles and the hills that show most: chapels and stone crosses count twice.
    """
    territory = after.territory
    mine, gold = me.hills(), rules.gold(after)
    seen: set[int] = set()
    worth: list[tuple[int, int, Spot]] = []
    idle: list[Spot] = []
    for to, steps in territory.reach(starts, most).items():
        for quarter, corner in enumerate(CORNERS):
            hill = to + corner
            if hill in seen or hill in mine or (not steps and not stay):
                continue
            seen.add(hill)
            if hill in scene.hosts and scene.hosts[hill] * gold > me.coins:
                continue
            if shown := (CASTLE_SHOWS if hill in territory.castles else scene.shown(territory.hills[hill])):
                worth.append((-shown, steps, (to, quarter)))
            elif not steps:
                idle.append((to, quarter))
    worth.sort()
    for _, steps, spot in worth[:MOST_ENDS]:
        yield spot, steps
    for spot in idle[:1]:
        yield spot, 0


def _fee(scene: Scene, going: Going) -> int:
    """What is to be paid to the others in the hills where workers end, in half-coins."""
    ends = [end for _, end in going.moves]
    if going.new is not None:
        ends.append(going.new)
    return rules.gold(scene.table) * sum(scene.hosts.get(hill_of(end), 0) for end in ends)
