"""Every turn that a rival can take with its tile, each with what it would bring.

A person's turns are measured in the same way. A rival has no exploration line and no hand. So that a person
could run it, it spends at most one disc or worker for good in a turn and lets one worker walk, which may be a
new one (a thinking rival: a new one and another). A hill that shows nothing which a nearer and cheaper one
does not show too is no turn of its own.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import chain
from operator import add, ge
from typing import NamedTuple, TypeAlias, TypeVar

from msgspec import Struct, field
from msgspec.structs import replace

from automa.dialogue import Text
from automa.six_castles import rules, scoring
from automa.six_castles.rules import Bonus, Space
from automa.six_castles.state import Player, Spot, Table, hill_of
from automa.six_castles.steps import Discs, Found, Gain, Lay, Sell, Take, Workers, written
from automa.six_castles.tables import Contract, Tables
from automa.six_castles.territory import CORNERS, NAMES, QUARTERS, spot_name
from automa.six_castles.turns import in_words
from automa.steps import Step

Shown: TypeAlias = tuple[int, ...]
"""How many of each construction some hills show, and last how many workers there are on castles."""

Key = TypeVar("Key")
Value = TypeVar("Value")


class Remembered(dict[Key, Value]):
    """Answers to a question that is asked again and again, each worked out once."""

    __slots__ = ("work_out",)

    def __init__(self, work_out: Callable[[Key], Value]) -> None:
        self.work_out = work_out

    def __missing__(self, key: Key) -> Value:
        found = self[key] = self.work_out(key)
        return found


class End(Struct, frozen=True, gc=False):
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


class Walk(Struct, frozen=True, gc=False):
    """Where a new worker ends, if one is added, and from where to where another walks."""

    new: End | None
    start: Spot | None
    end: End | None
    fee: int
    """Of both, in half-coins."""
    shown: Shown
    """By all hills then."""
    taken: tuple[Take, ...] = ()
    """A construction that follows."""

    def steps(self, quarter: str) -> tuple[Step, ...]:
        """The workers of a turn in which the hill at that quarter is marked."""
        new, start, end = self.new, self.start, self.end
        workers = Workers(
            quarter,
            "" if new is None else f"+{spot_name(*new.spot)}",
            () if start is None or end is None else (f"{spot_name(*start)}>{spot_name(*end.spot)}",),
        )
        return workers, *self.taken


class Ends(Struct):
    """Where one worker can go once a tile lies on a cell, and the workers that stay where they are."""

    staying: list[Spot]
    hills: set[int]
    """Of those that stay."""
    changed: list[End]
    """In hills of the tile; what these show depends on how it lies."""
    others: list[End]
    walks: dict[Shown, list[tuple[End, Walk]]] = field(default_factory=dict)
    """To the others, by what is shown to those that stay."""


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


class Use(NamedTuple):
    """What a disc is spent on, and what it brings."""

    step: Sell | Take
    coins: int = 0
    track: int = 0


class Scene:
    """The table before a rival's turn, and what is known of the others."""

    __slots__ = (
        "before", "castle", "ends", "fees", "goals", "landscapes", "letters", "markets", "marks", "near",
        "nothing", "player", "shows", "standing", "table", "uses", "walkers", "worth",
    )  # fmt: skip

    def __init__(self, table: Table, player: Player, walkers: int = 1) -> None:
        self.table = table
        self.player = player
        self.walkers = walkers
        """How many of its workers may walk in a turn."""
        others = [other for other in table.players if other is not player and not other.is_dummy]
        self.standing = Remembered(partial(_standing, table.tables))
        """Points for religion and wealth, by the space of the religion track and the coins."""
        self.before = self.standing[player.religion, player.coins]
        """The same before the turn."""
        gold = rules.gold(table)
        hosts = rules.hosts_by_hill(table, player)
        self.fees = {hill: count * gold for hill, count in hosts.items()}
        """For each hill with others what a worker that ends there pays them."""
        group = table.tables.terrains.of_group("construction")
        self.letters = [terrain.letter for terrain in group]
        religious = [place for place, terrain in enumerate(group) if terrain.facts.religion]
        free = rules.free_spaces(table, player, "construction")
        spaces = [(self.letters.index(space.terrain.letter), space) for space in free]
        self.worth = Remembered(partial(_worth, religious, spaces))
        """For what is shown: steps on the religion track, and the spaces of the construction track it is
        enough for."""
        self.landscapes = rules.free_spaces(table, player, "landscape")
        kept = [] if player.kept is None else [player.kept]
        contracts = [*scoring.contracts_in_play(table, secret=False), *kept]
        self.goals = [self.goal(contract, others) for contract in contracts]
        """The open contracts; a person has looked at their own as well."""
        self.nothing: Shown = (0,) * (len(group) + 1)
        self.castle: Shown = (*self.nothing[:-1], 1)
        """What a castle shows: a place for a piece."""
        self.shows = Remembered(partial(_shown, self.letters))
        """What a hill with these letters shows."""
        self.marks = Remembered(partial(rules.marks_among, table, player))
        """What it marks in a hill with these letters."""
        self.markets = rules.markets(table)
        """What the castles buy while no other is founded."""
        self.uses: dict[tuple[str, ...], list[Use]] = {}
        """What a disc can be spent on while no castle is founded, by the letters that are marked before."""
        self.near = Remembered(partial(_near, table))
        """The hills within so many steps of a worker, before the tile lies."""
        self.ends: dict[tuple[int | None, bool, Spot | None, int], Ends] = {}
        """By the cell of the tile unless that is too far away to matter, whether the worker is on a castle,
        where it lies if it is no new one, and its steps."""

    def goal(self, contract: Contract, others: Sequence[Player]) -> Goal:
        """A contract, and how much of it one of the others has."""
        best = max((scoring.contract_count(self.table, other, contract) for other in others), default=0)
        facts = contract.facts
        letter = "" if facts.of is None else self.table.tables.terrains.by_id[facts.of].letter
        place = self.letters.index(letter) if letter in self.letters else None
        return Goal(facts.points, best, place, letter, self.player.owns(letter) if letter else 0)


def _standing(tables: Tables, reached: tuple[int, int]) -> int:
    religion, coins = reached
    return scoring.religion_points(tables.tracks.religion, religion) + scoring.wealth(tables, coins)[0]


def _shown(constructions: Sequence[str], letters: str) -> Shown:
    return (*map(letters.count, constructions), 0)


def _near(table: Table, walk: tuple[Spot, int]) -> frozenset[int]:
    spot, most = walk
    cells = table.territory.reach(rules.starts(table, spot), most)
    return frozenset(cell + corner for cell in cells for corner in CORNERS)


def _worth(
    religious: Sequence[int], spaces: Sequence[tuple[int, Space]], shown: Shown
) -> tuple[int, list[Space]]:
    steps = sum([shown[place] for place in religious])
    return steps, [space for place, space in spaces if shown[place] >= space.points]


def joined(total: Shown, shown: Shown, *, again: bool) -> Shown:
    """What is shown with one more worker: in a hill that counts already, only its piece on a castle."""
    return (*total[:-1], total[-1] + shown[-1]) if again else tuple(map(add, total, shown))


class Laid:
    """The table once the tile lies, with its castle and its bonus; discs or workers follow."""

    __slots__ = (
        "at_rest", "base", "buying", "cell", "founds", "left", "marked", "marks", "quarter", "scene", "steps",
        "table",
    )  # fmt: skip

    def __init__(
        self,
        scene: Scene,
        table: Table,
        cell: int,
        base: Player,
        steps: Sequence[Step] = (),
        *,
        founds: bool = True,
    ) -> None:
        self.scene = scene
        self.table = table
        self.cell = cell
        self.base = base
        """The rival with its bonus."""
        self.steps = steps
        """The tile, the castle if there is a choice, and the bonus."""
        territory = table.territory
        self.marks = {hill: scene.marks[territory.terrains(hill)] for hill in territory.hills_of(cell)}
        """What it marks in each hill of its tile."""
        hill = rules.most_marked(base, self.marks)
        self.marked = self.marks[hill]
        """What it marks when it uses workers."""
        self.quarter = QUARTERS[rules.quarter_of(cell, hill)] if self.marked else ""
        self.at_rest = self.shown_to(base.lying)
        """What the hills of its workers show as long as none of them goes."""
        self.left: int | None = None
        """What the tile leaves to the others, once somebody asked."""
        self.founds = founds
        """Whether the castles may be others than those of the scene."""
        self.buying: Sequence[rules.Market] | None = None if founds else scene.markets

    def markets(self) -> Sequence[rules.Market]:
        """What the castles buy then."""
        if self.buying is None:
            self.buying = rules.markets(self.table)
        return self.buying

    def shown(self, hill: int) -> Shown:
        """What a hill shows to a worker that comes there."""
        territory = self.table.territory
        return self.scene.castle if hill in territory.castles else self.scene.shows[territory.hills[hill]]

    def shown_to(self, lying: Sequence[Spot]) -> Shown:
        """What the hills of these workers show, each hill once."""
        total = self.scene.nothing
        hills: set[int] = set()
        for spot in lying:
            hill = hill_of(spot)
            total = joined(total, self.shown(hill), again=hill in hills)
            hills.add(hill)
        return total


class Prospect(Struct, eq=False, gc=False):
    """One turn and what it brings: nothing that it holds knows it, so that no garbage is looked for in it."""

    laid: Laid
    does: Sequence[Step] | Walk
    """Its discs, or how its workers go: of many such turns only a few become steps."""
    marked: Sequence[str]
    """The letters that it owns from now on."""
    shown: Shown
    """By the hills of its workers in the end."""
    workers: int
    """In the territory in the end."""
    religion: int = 0
    """Steps, besides that of a crag."""
    coins: int = 0
    """Half-coins gained, besides that of a crag."""
    track: int = 0
    """Points of the space it takes."""
    sold: int = 0
    """Markets it blocks."""
    spent: int = 0
    """Discs and workers it spends for good."""
    lost: Sequence[str] = ()
    """The letters that a person owns no longer: a disc came off the line."""

    @property
    def acts(self) -> Sequence[Step]:
        """Its discs or workers, and what follows them."""
        return self.does.steps(self.laid.quarter) if isinstance(self.does, Walk) else self.does

    @property
    def steps(self) -> list[Step]:
        """The whole turn."""
        return [*self.laid.steps, *self.acts]

    @property
    def id(self) -> str:
        return written(self.steps)

    @property
    def name(self) -> Text:
        return in_words(self.laid.table, self.steps)


# ---------------------------------------------------------------- what a turn brings


def points(turn: Prospect) -> int:
    """For tracks, religion and wealth."""
    laid = turn.laid
    scene = laid.scene
    return turn.track + scene.standing[_space(turn), laid.base.coins + turn.coins] - scene.before


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
    marked = sum([letters[letter].group == group for letter in turn.marked])
    return marked - sum([letters[letter].group == group for letter in turn.lost])


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


def spent(turn: Prospect) -> int:
    """Discs and workers that are gone for good."""
    return turn.spent


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
            steps: list[Step] = [Lay(NAMES[place.cell], place.tile)]
            if site is not None:
                if len(sites) > 1:
                    steps.append(Found(QUARTERS[rules.quarter_of(place.cell, site)]))
                rules.found_castle(after, site)
            if not rules.has_crag(table, tile):
                yield Laid(scene, after, place.cell, scene.player, steps, founds=site is not None)
                continue
            for bonus in bonuses(after, scene.player):
                base = scene.player.copy()
                rules.give_bonus(after, base, bonus)
                gained = [*steps, Gain(f"+{bonus}")]
                yield Laid(scene, after, place.cell, base, gained, founds=site is not None)


def crag_bonus(table: Table, player: Player) -> Sequence[Bonus]:
    """What a rival takes for a crag: the religion step if it is worth a point, else the half-coin."""
    track = table.tables.tracks.religion
    if "religion" in rules.bonuses(table, player) and track[player.religion + 1] > track[player.religion]:
        return ("religion",)
    return ("coin",)


def _with_discs(laid: Laid) -> Iterator[Prospect]:
    """It marks a hill of its tile; then perhaps a sale or a landscape."""
    base = laid.base
    shown, lying = laid.at_rest, len(base.lying)
    seen: set[tuple[str, ...]] = set()
    for quarter, letters in zip(QUARTERS, laid.marks.values(), strict=True):
        key = tuple(sorted(letters))
        if key in seen:
            continue
        seen.add(key)
        discs = Discs(quarter)
        yield Prospect(laid, (discs,), letters, shown, lying)
        for use, coins, track in _uses(laid, key):
            sold = isinstance(use, Sell)
            yield Prospect(laid, (discs, use), letters, shown, lying, 0, coins, track, sold, 1)


def _uses(laid: Laid, letters: tuple[str, ...]) -> list[Use]:
    """What a disc can be spent on once these are marked: a sale or a landscape."""
    found = None if laid.founds else laid.scene.uses.get(letters)
    if found is None:
        me = laid.base.marking()
        rules.mark_as_rival(me, letters)
        found = [
            *(
                Use(Sell(sale.castle, sale.good.id), coins=sale.income)
                for sale in rules.sales_at(laid.markets(), me)
            ),
            *(
                Use(Take(space.terrain.id, space.is_top), track=space.points)
                for space in rules.affordable(laid.scene.landscapes, me)
            ),
        ]
        if not laid.founds:
            laid.scene.uses[letters] = found
    return found


def with_workers(laid: Laid) -> Iterator[Prospect]:
    """It marks a hill of its tile; workers go, religion follows; then perhaps a construction."""
    base, worth, marked = laid.base, laid.scene.worth, laid.marked
    lying = len(base.lying)
    for walk in _walks(laid):
        steps, spaces = worth[walk.shown]
        workers = lying if walk.new is None else lying + 1
        yield Prospect(laid, walk, marked, walk.shown, workers, steps, -walk.fee)
        for space in spaces:
            yield _taking(laid, walk, space, steps)


def _taking(laid: Laid, walk: Walk, space: Space, steps: int) -> Prospect:
    """A construction is paid for from the supply, else with the worker whose hill shows least."""
    lying = laid.base.lying.copy()
    if walk.start is not None:
        lying.remove(walk.start)  # another one may lie on the same castle
    lying += [each.spot for each in (walk.new, walk.end) if each is not None]
    paid, shown = "", walk.shown
    if laid.base.workers == (walk.new is not None):
        territory = laid.table.territory
        idlest = min(lying, key=lambda spot: (len(territory.terrains(hill_of(spot))), spot))
        lying.remove(idlest)
        shown = laid.shown_to(lying)
        paid = spot_name(*idlest)
    act = replace(walk, taken=(Take(space.terrain.id, space.is_top, paid),))
    return Prospect(laid, act, laid.marked, shown, len(lying), steps, -walk.fee, space.points, spent=1)


def _walks(laid: Laid) -> Iterator[Walk]:
    """Every way for its workers to go, and that they all stay."""
    base = laid.base
    most = len(base.lying)
    if base.lying:
        yield Walk(None, None, None, 0, laid.at_rest)
    news = _goings(laid, None, _ends(laid, None, most + 1)) if base.workers else []
    for _, walk in news:
        yield walk
    if laid.scene.walkers == 1:
        news = []
    for start in dict.fromkeys(base.lying):
        ends = _ends(laid, start, most + bool(news))
        for end, walk in _goings(laid, start, ends):
            if end.steps <= most:
                yield walk
            for new, _ in news:
                fee = end.fee + new.fee
                if end.steps + new.steps <= most + 1 and fee <= base.coins:
                    again = new.hill in ends.hills or new.hill == end.hill
                    yield Walk(new, start, end, fee, joined(walk.shown, new.shown, again=again))


def _goings(laid: Laid, start: Spot | None, ends: Ends) -> list[tuple[End, Walk]]:
    """Where one worker can go that is worth it and can be paid, while all others stay."""
    shown = laid.at_rest if start is None else laid.shown_to(ends.staying)
    if shown not in ends.walks:
        ends.walks[shown] = list(_each(start, ends.hills, ends.others, shown))
    changed = [end.showing(laid.shown(end.hill)) for end in ends.changed]
    found = [*_each(start, ends.hills, changed, shown), *ends.walks[shown]]
    coins = laid.base.coins
    return [going for going in found if going[0].fee <= coins]


def _each(
    start: Spot | None, hills: set[int], ends: Sequence[End], shown: Shown
) -> Iterator[tuple[End, Walk]]:
    """A worker goes to each of these ends, if that shows it anything; a new one in any case."""
    for end in ends:
        again = end.hill in hills
        if start is None:
            yield end, Walk(end, None, None, end.fee, joined(shown, end.shown, again=again))
        elif end.shown[-1] or (not again and any(end.shown)):
            yield end, Walk(None, start, end, end.fee, joined(shown, end.shown, again=again))


def _ends(laid: Laid, start: Spot | None, most: int) -> Ends:
    """Where a worker can go: from where it lies, or a new one from the tile just laid."""
    scene, castles = laid.scene, laid.table.territory.castles
    on_castle = start is not None and hill_of(start) in castles
    corners = laid.table.territory.hills_of(laid.cell)
    far = start is not None and scene.near[start, most].isdisjoint(corners)
    key = (None if far else laid.cell, on_castle, start, most)
    if key in scene.ends:
        return scene.ends[key]
    mine, fees = laid.base.hills(), scene.fees
    changed: list[End] = []
    others: list[End] = []
    vacated: list[End] = []
    for spot, hill, steps in _reached(laid, start, most):
        if hill in corners:
            changed.append(End(spot, hill, steps, fees.get(hill, 0), scene.nothing))
            continue
        shown = laid.shown(hill)
        if start is not None and shown == scene.nothing:
            continue
        if hill not in mine or hill in castles:
            others.append(End(spot, hill, steps, fees.get(hill, 0), shown))
        elif start is None and scene.walkers > 1:
            vacated.append(End(spot, hill, steps, fees.get(hill, 0), shown))  # by whoever walks
    others = [*worthwhile(others, scene.walkers), *vacated]
    staying = laid.base.lying.copy()
    if start is not None:
        staying.remove(start)
    hills = {hill_of(spot) for spot in staying}
    found = scene.ends[key] = Ends(staying, hills, changed, others)
    return found


def _reached(laid: Laid, start: Spot | None, most: int) -> Iterator[tuple[Spot, int, int]]:
    """Every hill in reach, by the nearest of its spots: the spot, the hill, the steps."""
    table = laid.table
    seen: set[int] = set() if start is None else {hill_of(start)}
    cells = table.territory.reach(laid.cell, most) if start is None else rules.walks(table, start, most)
    for cell, steps in cells.items():
        for quarter, corner in enumerate(CORNERS):
            hill = cell + corner
            if hill not in seen:
                seen.add(hill)
                yield (cell, quarter), hill, steps


def worthwhile(ends: Sequence[End], walkers: int) -> list[End]:
    """The ends that no others beat, or so few that another worker may be there: one less than can walk.

    They come by their steps, the nearest first.
    """
    groups: dict[tuple[Shown, int], list[End]] = {}
    for end in ends:
        alike = groups.setdefault((end.shown, end.fee), [])
        if len(alike) < walkers:
            alike.append(end)
    kept: list[End] = []
    for end in sorted(chain.from_iterable(groups.values()), key=_most_first):
        if sum([other.beats(end) for other in kept]) < walkers:
            kept.append(end)
    return kept


def _most_first(end: End) -> tuple[int, int, int]:
    return -sum(end.shown), end.steps, end.fee
