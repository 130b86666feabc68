"""Every turn that a rival can take with its tile, each with what it would bring.

A person's turns are measured in the same way. A rival has no exploration line and no hand. So that a person
could run it, it spends at most one disc or worker for good in a turn and lets one worker walk, which may be a
new one (a thinking rival: a new one and another). A hill that shows nothing which a nearer and cheaper one
does not show too is no turn of its own.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from operator import add, ge
from typing import NamedTuple, TypeAlias

from msgspec.structs import replace

from automa.dialogue import Text
from automa.six_castles import rules, scoring
from automa.six_castles.notation import TURN, in_words
from automa.six_castles.rules import Bonus, Space
from automa.six_castles.state import Player, Spot, Table, hill_of
from automa.six_castles.tables import Contract
from automa.six_castles.territory import CORNERS, NAMES, QUARTERS, spot_name
from automa.six_castles.turns import Turn

Shown: TypeAlias = tuple[int, ...]
"""How many of each construction some hills show, and last how many workers there are on castles."""


class End(NamedTuple):
    """Where a worker could lie down: what its hill shows, and what it takes to get there."""

    spot: Spot
    hill: int
    steps: int
    fee: int
    """In half-coins, to those who are there."""
    shown: Shown

    def showing(self, shown: Shown) -> End:
        """The same once it is known what its hill shows."""
        return End(self.spot, self.hill, self.steps, self.fee, shown)

    def beats(self, other: End) -> bool:
        """Whether there is nothing that the other is better at."""
        return self.fee <= other.fee and self.steps <= other.steps and all(map(ge, self.shown, other.shown))


class Goal(NamedTuple):
    """A contract: what it counts of the rival's, and the most that another player has of it."""

    points: int
    best: int
    place: int | None
    """The place in what hills show, if it is a construction."""
    letter: str
    """The terrain that is owned; pieces on castles have none."""
    owned: int
    """Before the turn."""


class Scene:
    """The table before a rival's turn, and what is known of the others."""

    __slots__ = (
        "before", "castle", "ends", "goals", "hosts", "landscapes", "letters", "marking", "nothing", "player",
        "religious", "shows", "spaces", "standings", "table", "walkers",
    )  # fmt: skip

    def __init__(self, table: Table, player: Player, walkers: int = 1) -> None:
        self.table = table
        self.player = player
        self.walkers = walkers
        """How many of its workers may walk in a turn."""
        others = [other for other in table.players if other is not player and not other.is_dummy]
        self.standings: dict[tuple[int, int], int] = {}
        self.before = self.standing(player.religion, player.coins)
        """Points for religion and wealth before the turn."""
        self.hosts = rules.hosts_by_hill(table, player)
        group = table.tables.terrains.of_group("construction")
        self.letters = [terrain.letter for terrain in group]
        self.religious = [place for place, terrain in enumerate(group) if terrain.facts.religion]
        free = rules.free_spaces(table, player, "construction")
        self.spaces = [(self.letters.index(space.terrain.letter), space) for space in free]
        """The spaces of the construction track that it may take, each with the place of what it needs."""
        self.landscapes = rules.free_spaces(table, player, "landscape")
        kept = [] if player.kept is None else [player.kept]
        contracts = [*scoring.contracts_in_play(table, secret=False), *kept]
        self.goals = [self.goal(contract, others) for contract in contracts]
        """The open contracts; a person has looked at their own as well."""
        self.nothing: Shown = (0,) * (len(group) + 1)
        self.castle: Shown = (*self.nothing[:-1], 1)
        """What a castle shows: a place for a piece."""
        self.shows: dict[str, Shown] = {}
        self.marking: dict[str, list[str]] = {}
        self.ends: dict[tuple[int, bool, Spot | None], tuple[list[End], list[End]]] = {}
        """What a worker can go to once a tile lies on a cell: hills that the tile changes, and the others."""

    def shown(self, letters: str) -> Shown:
        """What a hill with these letters shows."""
        found = self.shows.get(letters)
        if found is None:
            found = self.shows[letters] = (*map(letters.count, self.letters), 0)
        return found

    def marks(self, letters: str) -> list[str]:
        """What it marks in a hill with these letters."""
        found = self.marking.get(letters)
        if found is None:
            found = self.marking[letters] = rules.marks_among(self.table, self.player, letters)
        return found

    def standing(self, religion: int, coins: int) -> int:
        """Points for religion and wealth."""
        found = self.standings.get((religion, coins))
        if found is None:
            tables = self.table.tables
            found = (
                scoring.religion_points(tables.tracks.religion, religion) + scoring.wealth(tables, coins)[0]
            )
            self.standings[religion, coins] = found
        return found

    def goal(self, contract: Contract, others: Sequence[Player]) -> Goal:
        """A contract, and how much of it one of the others has."""
        best = max((scoring.contract_count(self.table, other, contract) for other in others), default=0)
        facts = contract.facts
        letter = "" if facts.of is None else self.table.tables.terrains.by_id[facts.of].letter
        place = self.letters.index(letter) if letter in self.letters else None
        return Goal(facts.points, best, place, letter, self.player.owns(letter) if letter else 0)


def joined(total: Shown, shown: Shown, *, again: bool) -> Shown:
    """What is shown with one more worker: in a hill that counts already, only its piece on a castle."""
    return (*total[:-1], total[-1] + shown[-1]) if again else tuple(map(add, total, shown))


class Laid:
    """The table once the tile lies, with its castle and its bonus; discs or workers follow."""

    __slots__ = ("base", "buying", "cell", "left", "marked", "marks", "quarter", "scene", "table", "turn")

    def __init__(self, scene: Scene, table: Table, cell: int, base: Player, turn: Turn) -> None:
        self.scene = scene
        self.table = table
        self.cell = cell
        self.base = base
        """The rival with its bonus."""
        self.turn = turn
        territory = table.territory
        self.marks = {hill: scene.marks(territory.terrains(hill)) for hill in territory.hills_of(cell)}
        """What it marks in each hill of its tile."""
        hill = rules.most_marked(base, self.marks)
        self.marked = self.marks[hill]
        """What it marks when it uses workers."""
        self.quarter = QUARTERS[rules.quarter_of(cell, hill)] if self.marked else ""
        self.left: int | None = None
        """What the tile leaves to the others, once somebody asked."""
        self.buying: Sequence[rules.Market] | None = None

    def markets(self) -> Sequence[rules.Market]:
        """What the castles buy then."""
        if self.buying is None:
            self.buying = rules.markets(self.table)
        return self.buying

    def shown(self, hill: int) -> Shown:
        """What a hill shows to a worker that comes there."""
        territory = self.table.territory
        return self.scene.castle if hill in territory.castles else self.scene.shown(territory.hills[hill])

    def shown_to(self, lying: Sequence[Spot]) -> Shown:
        """What the hills of these workers show, each hill once."""
        total = self.scene.nothing
        hills: set[int] = set()
        for spot in lying:
            hill = hill_of(spot)
            total = joined(total, self.shown(hill), again=hill in hills)
            hills.add(hill)
        return total


class Prospect:
    """One turn and what it brings."""

    __slots__ = ("act", "coins", "laid", "lost", "marked", "religion", "shown", "sold", "track", "workers")

    def __init__(
        self, laid: Laid, act: Turn, marked: Sequence[str], shown: Shown, workers: int,
        religion: int = 0, coins: int = 0, track: int = 0, sold: int = 0, lost: Sequence[str] = (),
    ) -> None:  # fmt: skip
        self.laid = laid
        self.act = act
        """Its discs or workers as they are written."""
        self.marked = marked
        """The letters that it owns from now on."""
        self.shown = shown
        """By the hills of its workers in the end."""
        self.workers = workers
        """In the territory in the end."""
        self.religion = religion
        """Steps, besides that of a crag."""
        self.coins = coins
        """Half-coins gained, besides that of a crag."""
        self.track = track
        """Points of the space it takes."""
        self.sold = sold
        """Markets it blocks."""
        self.lost = lost
        """The letters that a person owns no longer: a disc came off the line."""

    @property
    def turn(self) -> Turn:
        laid, act = self.laid.turn, self.act
        return replace(act, cell=laid.cell, tile=laid.tile, site=laid.site, bonus=laid.bonus)

    @property
    def id(self) -> str:
        return TURN.write(self.turn)

    @property
    def name(self) -> Text:
        return in_words(self.laid.table.tables, self.id)


# ---------------------------------------------------------------- what a turn brings


def points(turn: Prospect) -> int:
    """For tracks, religion and wealth."""
    laid = turn.laid
    scene = laid.scene
    return turn.track + scene.standing(_space(turn), laid.base.coins + turn.coins) - scene.before


def religion(turn: Prospect) -> int:
    return _space(turn) - turn.laid.scene.player.religion


def _space(turn: Prospect) -> int:
    """The space of the religion track it ends on."""
    space, last = turn.laid.base.religion + turn.religion, len(turn.laid.table.tables.tracks.religion) - 1
    return space if space < last else last


def coins(turn: Prospect) -> int:
    return turn.laid.base.coins + turn.coins - turn.laid.scene.player.coins


def track(turn: Prospect) -> int:
    """Points of a landscape or construction space."""
    return turn.track


def contracts(turn: Prospect) -> int:
    """Points of the open contracts that it would lead, the others as they are before its turn."""
    led = 0
    for goal in turn.laid.scene.goals:
        if counted(turn, goal) > goal.best:
            led += goal.points
    return led


def counted(turn: Prospect, goal: Goal) -> int:
    """What a contract counts of the rival's after the turn."""
    if goal.place is not None:
        return turn.shown[goal.place]
    if not goal.letter:
        return castles(turn)
    return goal.owned + turn.marked.count(goal.letter) - turn.lost.count(goal.letter)


def marks(turn: Prospect) -> int:
    return len(turn.marked) - len(turn.lost)


def goods(turn: Prospect) -> int:
    return _marked(turn, "agricultural")


def landscapes(turn: Prospect) -> int:
    return _marked(turn, "landscape")


def _marked(turn: Prospect, group: str) -> int:
    letters = turn.laid.table.tables.terrains.by_letter
    return sum(letters[letter].group == group for letter in turn.marked)


def constructions(turn: Prospect) -> int:
    """Constructions in the hills of its workers."""
    return sum(turn.shown[:-1])


def castles(turn: Prospect) -> int:
    """Its discs and workers on castles."""
    return len(turn.laid.base.sales) + turn.sold + turn.shown[-1]


def founded(turn: Prospect) -> int:
    """Whether a castle is founded."""
    return len(turn.laid.table.territory.castles) - len(turn.laid.scene.table.territory.castles)


def workers(turn: Prospect) -> int:
    return turn.workers


def touching(turn: Prospect) -> int:
    """Tiles that the new one touches."""
    return turn.laid.table.territory.neighbours(turn.laid.cell)


def closed(turn: Prospect) -> int:
    """Hills that its tile closes."""
    territory = turn.laid.table.territory
    return sum(map(territory.is_closed, territory.hills_of(turn.laid.cell)))


def left(turn: Prospect) -> int:
    """What the turn leaves to the others: religion steps through its tile, and the best sale of each."""
    laid = turn.laid
    if laid.left is None:
        before, after = laid.scene.table, laid.table
        gold = after.tables.setup.coins.gold
        laid.left = sum(
            rules.pilgrims(after, other)
            - rules.pilgrims(before, other)
            + max((sale.income for sale in rules.sales_at(laid.markets(), other)), default=0) // gold
            for other in before.players
            if other is not laid.scene.player and not other.is_dummy
        )
    return laid.left


# ---------------------------------------------------------------- every turn


def prospects(table: Table, player: Player, tile: str, *, walkers: int = 1) -> list[Prospect]:
    """Every turn of a rival with its tile."""
    scene = Scene(table, player, walkers)
    return [
        turn
        for laid in layings(scene, tile, crag_bonus)
        for turns in (_with_discs(laid), with_workers(laid))
        for turn in turns
    ]


def layings(scene: Scene, tile: str, bonuses: Callable[[Table, Player], Sequence[Bonus]]) -> Iterator[Laid]:
    """Every place and way for the tile, every hill for a castle that it founds, these bonuses for a crag."""
    table = scene.table
    for place in rules.placements(table, tile):
        bare = table.with_tile(place.cell, place.tile)
        sites = rules.castle_sites(bare, place.cell)
        choices: Sequence[int | None] = sites or [None]
        for site in choices:
            after = bare if site is None else table.with_tile(place.cell, place.tile)
            turn = Turn(NAMES[place.cell], place.tile)
            if site is not None:
                if len(sites) > 1:
                    turn.site = f"castle:{QUARTERS[rules.quarter_of(place.cell, site)]}"
                rules.found_castle(after, site)
            if not rules.has_crag(table, tile):
                yield Laid(scene, after, place.cell, scene.player, turn)
                continue
            for bonus in bonuses(after, scene.player):
                base = scene.player.copy()
                rules.give_bonus(after, base, bonus)
                yield Laid(scene, after, place.cell, base, replace(turn, bonus=f"+{bonus}"))


def crag_bonus(table: Table, player: Player) -> Sequence[Bonus]:
    """What a rival takes for a crag: the religion step if it is worth a point, else the half-coin."""
    track = table.tables.tracks.religion
    if "religion" in rules.bonuses(table, player) and track[player.religion + 1] > track[player.religion]:
        return ("religion",)
    return ("coin",)


def _with_discs(laid: Laid) -> Iterator[Prospect]:
    """It marks a hill of its tile; then perhaps a sale or a landscape."""
    base = laid.base
    shown, lying = laid.shown_to(base.lying), len(base.lying)
    seen: set[tuple[str, ...]] = set()
    for quarter, letters in zip(QUARTERS, laid.marks.values(), strict=True):
        key = tuple(sorted(letters))
        if key in seen:
            continue
        seen.add(key)
        yield Prospect(laid, Turn(kind="d", quarter=quarter), letters, shown, lying)
        if not rules.discs_to_spend(base):
            continue
        me = base.marking()
        rules.mark_as_rival(me, letters)
        for sale in rules.sales_at(laid.markets(), me):
            act = Turn(kind="d", quarter=quarter, sales=(f"sell:{sale.castle}:{sale.good.id}",))
            yield Prospect(laid, act, letters, shown, lying, coins=sale.income, sold=1)
        for space in rules.affordable(laid.scene.landscapes, me):
            act = Turn(kind="d", quarter=quarter, taken=(f"take:{space.id}",))
            yield Prospect(laid, act, letters, shown, lying, track=space.points)


def with_workers(laid: Laid) -> Iterator[Prospect]:
    """It marks a hill of its tile; workers go, religion follows; then perhaps a construction."""
    scene, base = laid.scene, laid.base
    for new, start, end, shown in _goings(laid):
        steps = sum([shown[place] for place in scene.religious])
        paid = -sum([each.fee for each in (new, end) if each is not None])
        act = Turn(
            kind="w",
            quarter=laid.quarter,
            new="" if new is None else f"+{spot_name(*new.spot)}",
            moves=() if start is None or end is None else (f"{spot_name(*start)}>{spot_name(*end.spot)}",),
        )
        lying = len(base.lying) + (new is not None)
        yield Prospect(laid, act, laid.marked, shown, lying, steps, paid)
        for place, space in scene.spaces:
            if shown[place] >= space.points:
                spots = [spot for spot in base.lying if spot != start]
                spots += [each.spot for each in (new, end) if each is not None]
                yield _taking(laid, act, space, shown, base.workers - (new is not None), spots, steps, paid)


def _taking(
    laid: Laid, act: Turn, space: Space, shown: Shown, supply: int, lying: list[Spot], steps: int, paid: int
) -> Prospect:
    """A construction is paid for from the supply, else with the worker whose hill shows least."""
    taken = f"take:{space.id}"
    if not supply:
        territory = laid.table.territory
        idlest = min(lying, key=lambda spot: (len(territory.terrains(hill_of(spot))), spot))
        lying.remove(idlest)
        shown = laid.shown_to(lying)
        taken += f":{spot_name(*idlest)}"
    act = replace(act, taken=(taken,))
    return Prospect(laid, act, laid.marked, shown, len(lying), steps, paid, space.points)


def _goings(laid: Laid) -> Iterator[tuple[End | None, Spot | None, End | None, Shown]]:
    """Where a new worker ends, if one is added; from where to where another walks; what is shown then."""
    base = laid.base
    most = len(base.lying)
    before = laid.shown_to(base.lying)
    mine = base.hills()
    news = _ends(laid, None, most + 1) if base.workers else []
    if base.lying:
        yield None, None, None, before
    for new in news:
        yield new, None, None, joined(before, new.shown, again=new.hill in mine)
    for start in dict.fromkeys(base.lying):
        rest = base.lying.copy()
        rest.remove(start)
        hills = {hill_of(spot) for spot in rest}
        shown = laid.shown_to(rest)
        for end in _ends(laid, start, most + bool(news)):
            if end.hill in hills and not end.shown[-1]:
                continue  # there is somebody already
            walked = joined(shown, end.shown, again=end.hill in hills)
            if end.steps <= most:
                yield None, start, end, walked
            if laid.scene.walkers > 1:
                for new in news:
                    if end.steps + new.steps <= most + 1 and end.fee + new.fee <= base.coins:
                        again = new.hill in hills or new.hill == end.hill
                        yield new, start, end, joined(walked, new.shown, again=again)


def _ends(laid: Laid, start: Spot | None, most: int) -> list[End]:
    """Where a worker can go that is worth it: from where it lies, or a new one from the tile just laid."""
    scene, castles = laid.scene, laid.table.territory.castles
    on_castle = start is not None and hill_of(start) in castles
    key = (laid.cell, on_castle, start)
    if key not in scene.ends:
        corners, mine = laid.table.territory.hills_of(laid.cell), laid.base.hills()
        changed, others = [], []
        vacated: list[End] = []
        for end in _reached(laid, start, most, stay=start is None or on_castle):
            if end.hill in corners:
                changed.append(end)
            elif end.hill not in mine or end.hill in castles:
                others.append(end.showing(laid.shown(end.hill)))
            elif start is None and scene.walkers > 1:
                vacated.append(end.showing(laid.shown(end.hill)))  # by whoever walks
        scene.ends[key] = changed, [*worthwhile(others, scene.walkers, idle=start is None), *vacated]
    changed, others = scene.ends[key]
    coins = laid.base.coins
    found = [*(end.showing(laid.shown(end.hill)) for end in changed), *others]
    return [end for end in found if end.fee <= coins and (start is None or any(end.shown))]


def _reached(laid: Laid, start: Spot | None, most: int, *, stay: bool) -> Iterator[End]:
    """Every hill in reach, by the nearest of its spots; what it shows is not looked at."""
    scene, territory = laid.scene, laid.table.territory
    gold = rules.gold(scene.table)
    seen: set[int] = set() if start is None else {hill_of(start)}
    starts = [laid.cell] if start is None else rules.starts(laid.table, start)
    for cell, steps in territory.reach(starts, most).items():
        if not steps and not stay:
            continue
        for quarter, corner in enumerate(CORNERS):
            hill = cell + corner
            if hill not in seen:
                seen.add(hill)
                yield End((cell, quarter), hill, steps, scene.hosts.get(hill, 0) * gold, scene.nothing)


def worthwhile(ends: Sequence[End], walkers: int, *, idle: bool) -> list[End]:
    """The ends that no others beat, or so few that another worker may be there: one less than can walk."""
    groups: dict[tuple[Shown, int], list[End]] = {}
    for end in sorted(ends, key=lambda end: end.steps):
        if any(end.shown) or idle:
            alike = groups.setdefault((end.shown, end.fee), [])
            if len(alike) < walkers:
                alike.append(end)
    kept: list[End] = []
    for end in sorted((end for alike in groups.values() for end in alike), key=_most_first):
        if sum(other.beats(end) for other in kept) < walkers:
            kept.append(end)
    return kept


def _most_first(end: End) -> tuple[int, int, int]:
    return -sum(end.shown), end.steps, end.fee
