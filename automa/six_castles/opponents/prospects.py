"""Whole turns: what a seat can do with a tile, each with the table after it.

Legality, price and effect are those of the steps, taken on copies without telling anything. Of the many
walks and marks those are tried that promise most; what promises at first sight is only there for that.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cache, cached_property
from itertools import combinations
from typing import NamedTuple, TypeAlias

from msgspec import Struct

from automa.dialogue import Named, Text
from automa.six_castles import rules
from automa.six_castles.line import disc_places, lay_tile, longest_step
from automa.six_castles.opponents.evaluation import Evaluation
from automa.six_castles.rules import Bonus, effects, turns
from automa.six_castles.state import Player, Spot, State, hill_of
from automa.six_castles.steps import (
    Discs,
    Enough,
    Explore,
    Found,
    Gain,
    Lay,
    Nothing,
    Workers,
    walk,
    written,
)
from automa.six_castles.tables import COIN
from automa.six_castles.territory import CORNERS, NAMES, QUARTERS, spot_name
from automa.steps import Step

MOST_LAID = 2
"""How many exploration tiles are laid in a turn."""
TRIED_FIRST = 4
"""How many faces of exploration tiles are tried as the next one of the line."""
MOST_ENDS = 4
"""How many places a worker may walk to are tried together with those of another."""
EXACT_WALKS = 4
EXACT_MARKS = 3
"""How many walks and ways to mark a hill are tried for a tile that lies: those that promise most."""
UNSEEN: Bonus = "tile"
"""What cannot be weighed for a crag: nobody knows what the exploration tile would show."""


class Prospect(Named, Struct, eq=False):
    """A turn, or what is left of it: its steps, the table before and after them, and what that is worth."""

    before: State
    steps: Sequence[Step]
    after: State
    value: float = 0.0
    option: Named | None = None
    """What is answered to a question of which only the best that follows is looked at."""

    @property
    def id(self) -> str:
        """What is answered, as it is typed."""
        return written(self.steps) if self.option is None else self.option.id

    @property
    def name(self) -> Text:
        if self.option is not None:
            return Text("six-castles.written", what=self.option)
        return turns.in_words(self.before, self.steps)

    @property
    def lay(self) -> Lay:
        """Where and how its tile lies."""
        lay = self.steps[0]
        assert isinstance(lay, Lay)
        return lay


def after(state: State, *steps: Step) -> State:
    """The table once these steps are taken."""
    twin = state.copy() if isinstance(steps[0], Lay | Found | Gain) else state.before_act()
    for step in steps:
        effects.take(twin, step)
    return twin


# ---------------------------------------------------------------- the tile


def layings(
    state: State, tiles: Sequence[str], bonuses: Callable[[State, Player], Sequence[Bonus]], most: int = 0
) -> Iterator[tuple[list[Step], State]]:
    """Every place and way for one of the tiles, every hill for its castle, and what a crag brings.

    Of more than `most` places, every second or third one.
    """
    places = [place for tile in dict.fromkeys(tiles) for place in rules.placements(state, tile)]
    for cell, way in places[:: -(-len(places) // most) if most else 1]:
        lay = Lay(NAMES[cell], way)
        lying = after(state, lay)
        yield from _with_castle(lying, [lay], bonuses)


def _with_castle(
    lying: State, steps: list[Step], bonuses: Callable[[State, Player], Sequence[Bonus]]
) -> Iterator[tuple[list[Step], State]]:
    """What follows the tile: of several hills that may have the castle each, then what a crag brings."""
    cell = lying.placed[-1]
    sites = rules.castle_sites(lying, cell)  # of one hill only the castle was founded with the tile
    if sites:
        for found in [Found(rules.quarter_of(cell, site)) for site in sites]:
            yield from _with_castle(after(lying, found), [*steps, found], bonuses)
        return
    lying.now.phase = effects.after_tile(lying)
    if lying.now.phase != "bonus":
        yield steps, lying
        return
    for gain in [Gain(f"+{bonus}") for bonus in bonuses(lying, lying.active)]:
        yield [*steps, gain], after(lying, gain)


def weighable(state: State, player: Player) -> Sequence[Bonus]:
    """What may be taken for a crag, as far as it can be weighed."""
    return [bonus for bonus in rules.bonuses(state, player) if bonus != UNSEEN]


# ---------------------------------------------------------------- marks


class Marking(NamedTuple):
    """Exploration tiles that are laid, and how a hill is marked then."""

    explored: tuple[Step, ...]
    steps: str
    discs: tuple[str, ...]
    gained: str
    """The letters that are owned from then on."""
    paid: int
    """Half-coins."""

    def at(self, quarter: str) -> tuple[Step, ...]:
        return (*self.explored, Discs(quarter, self.steps, self.discs))


Marked: TypeAlias = dict[tuple[object, ...], Sequence[Marking]]
"""How a hill can be marked, by its letters, the line as it is and the exploration tiles in hand."""


def markings(state: State, player: Player, hill: int, letters: str) -> list[Marking]:
    """How a hill with these letters can be marked on a line: of ways that mark the same, the cheapest."""
    found: dict[str, Marking] = {}
    for explored, ready in _with_longer_line(state, player, letters):
        line = ready.line
        assert line is not None
        spaces, steps = line.spaces, longest_step(state, ready, hill)
        passed = spaces[line.cylinder + 1 : line.cylinder + steps + 1]
        walked = passed.replace(COIN, "")
        for discs in _disc_choices(state, ready, hill, steps, _without(letters, walked)):
            gained = "".join(sorted(walked + "".join([spaces[disc] for disc in discs])))
            known = found.get(gained)
            if gained and (known is None or len(discs) < len(known.discs)):
                put = tuple(f"@{disc + 1}" for disc in discs)
                far = f">{steps}" if steps else ""
                found[gained] = Marking(explored, far, put, gained, len(passed) - len(walked))
    return list(found.values())


def _without(letters: str, some: str) -> str:
    for letter in some:
        letters = letters.replace(letter, "", 1)
    return letters


def _with_longer_line(
    state: State, player: Player, letters: str
) -> Iterator[tuple[tuple[Step, ...], Player]]:
    """The player as they are, and with tiles of the hand at the end of the line that show such letters."""
    yield (), player
    if not player.tiles:
        return
    firsts = sorted(_faces(state, player, letters), key=lambda face: -face[0])[:TRIED_FIRST]
    for first in firsts:
        longer, laid = player, list[Step]()
        following = [first]
        while following and len(laid) < MOST_LAID:
            _, face, id = max(following)
            longer = longer.copy()
            lay_tile(longer, face)
            longer.tiles.remove(id)
            laid.append(Explore("x", face))
            yield tuple(laid), longer
            line = longer.line
            assert line is not None
            ahead = [
                space for at, space in enumerate(line.spaces) if at > line.cylinder and at not in line.discs
            ]
            following = _faces(state, longer, _without(letters, "".join(ahead)))


def _faces(state: State, player: Player, letters: str) -> list[tuple[int, str, str]]:
    """The faces of exploration tiles in hand that show wanted letters: how many, the face, the tile."""
    if not letters:
        return []
    return [
        (wanted, face, id)
        for id in player.tiles
        for face in rules.faces(state, id)
        if (wanted := in_common(face, letters))
    ]


@cache
def in_common(face: str, letters: str) -> int:
    """How many of these letters a face of an exploration tile shows."""
    return sum([min(face.count(letter), letters.count(letter)) for letter in set(letters)])


def _disc_choices(
    state: State, player: Player, hill: int, steps: int, letters: str
) -> Iterator[tuple[int, ...]]:
    """Discs on the line after these steps, each as near as can be: none, one, or as many as there are."""
    line = player.line
    assert line is not None
    yield ()
    supply = player.discs + sum([disc <= line.cylinder + steps for disc in line.discs])
    if not supply or not letters:
        return
    nearest: list[int] = []
    spaces = line.spaces
    for at in disc_places(state, player, hill, steps):
        if spaces[at] in letters:
            letters = letters.replace(spaces[at], "", 1)
            nearest.append(at)
    most = min(supply, len(nearest))
    yield from ((at,) for at in nearest)
    if most > 1:
        yield from combinations(nearest, most)


# ---------------------------------------------------------------- workers


class End(NamedTuple):
    """Where a worker could lie down, with what it takes and what it seems to bring."""

    value: float
    spot: Spot
    hill: int
    steps: int
    fee: int


def ends(
    state: State, player: Player, worth: Callable[[int], float], steps: int, start: Spot | None = None
) -> list[End]:
    """Where a worker can go within these steps, by the nearest spot of each hill; what promises most first.

    It sets out from where it lies, a new one from the tile just laid. A hill where another one is shows
    nothing more.
    """
    gold, hosts, mine = rules.gold(state), rules.hosts_by_hill(state, player), player.hills()
    castles, found, seen, left = state.territory.castles, list[End](), set[int](), 0.0
    if start is not None:
        hill = hill_of(start)
        seen.add(hill)
        if hill in castles or sum([hill_of(spot) == hill for spot in player.lying]) == 1:
            left = worth(hill)
    for cell, taken in rules.walks(state, start, steps).items():
        for quarter, corner in enumerate(CORNERS):
            hill = cell + corner
            if hill in seen:
                continue
            seen.add(hill)
            fee = hosts.get(hill, 0) * gold
            if fee > player.coins or (hill in mine and hill not in castles):
                continue
            found.append(End(worth(hill) - left - fee * 0.4, (cell, quarter), hill, taken, fee))
    found.sort(key=lambda end: (-end.value, end.steps, end.spot))
    return found


def walks(state: State, player: Player, worth: Callable[[int], float], most: int) -> list[Workers]:
    """What the workers may do: stay, a new one, one or two that walk; what promises most first."""
    allowed = len(player.lying)
    found = [(0.0, Workers())] if allowed else []
    movers = [
        (end, walk(start, end.spot), hill_of(start))
        for start in dict.fromkeys(player.lying)
        for end in ends(state, player, worth, allowed + 1, start)[:MOST_ENDS]
        if end.value > 0
    ]

    def fit(one: End, other: End, steps: int) -> bool:
        """Whether two workers can go there in the same turn, and not to the same hill."""
        paid = one.fee + other.fee <= player.coins
        return paid and one.steps + other.steps <= steps and one.hill != other.hill

    found += [(end.value, Workers("", (move,))) for end, move, _ in movers if end.steps <= allowed]
    for (one, move, start), (other, second, its_start) in combinations(movers, 2):
        if start != its_start and fit(one, other, allowed):
            found.append((one.value + other.value, Workers("", (move, second))))
    for new in ends(state, player, worth, allowed + 1)[:MOST_ENDS] if player.workers else []:
        word = f"+{spot_name(*new.spot)}"
        found.append((new.value, Workers(word)))
        with_new = [(end, move) for end, move, _ in movers if fit(new, end, allowed + 1)]
        found += [(new.value + end.value, Workers(word, (move,))) for end, move in with_new]
    found.sort(key=lambda each: -each[0])
    return [step for _, step in found[:most]]


# ---------------------------------------------------------------- whole turns


class View:
    """The turns of a seat at a table, and what each is worth to it."""

    def __init__(self, state: State, evaluation: Evaluation, marked: Marked | None = None) -> None:
        """`marked` is what is known already from other tables."""
        self.state = state
        self.evaluation = evaluation
        self.player = state.active
        self.marked: Marked = {} if marked is None else marked
        self.hills: dict[str, float] = {}
        """What a worker in a hill with these letters promises."""

    @cached_property
    def promises(self) -> dict[str, float]:
        """What one more of each terrain promises: owned, or in the hill of a worker."""
        return self.evaluation.promises(self.state, self.player)

    def turns(self, tiles: Sequence[str], places: int, most: int = 0) -> list[Prospect]:
        """The turns with these tiles, best first; the best `places` for a tile get a closer look.

        Where there are more than `most` places, only some of them get any.
        """
        lying = layings(self.state, tiles, weighable, most)
        found = [(self.sight(state), steps, state) for steps, state in lying]
        found.sort(key=lambda each: -each[0])
        prospects = [turn for _, steps, state in found[:places] for turn in self.acts(steps, state)]
        prospects.sort(key=lambda turn: -turn.value)
        return prospects

    def sight(self, lying: State) -> float:
        """What a tile that lies promises at first sight."""
        player = lying.active
        cell = lying.placed[-1]
        worth = self.worker_worth(lying)
        value = self.evaluation.margin(lying)
        workers = discs = 0.0
        if player.lying:
            workers = rules.pilgrims(lying, player) * self.evaluation.step
        if player.workers:
            mine = player.hills()
            workers += max(
                [worth(hill) for hill in lying.territory.hills_of(cell) if hill not in mine], default=0.0
            )
        for hill in lying.territory.hills_of(cell):
            marks = self.markings(lying, player, hill)
            discs = max(discs, max([self.gain(each) for each in marks], default=0.0))
        return value + max(workers, discs)

    def gain(self, marking: Marking) -> float:
        """What marks promise."""
        gained = sum([self.promises[letter] for letter in marking.gained])
        return gained - marking.paid * self.evaluation.coin - len(marking.discs) * 0.3

    def worker_worth(self, lying: State) -> Callable[[int], float]:
        """What a worker in a hill promises."""
        territory, known, promises = lying.territory, self.hills, self.promises
        constructions = self.evaluation.constructions

        def worth(hill: int) -> float:
            if hill in territory.castles:
                return promises["castle"]
            letters = territory.hills.get(hill, "")
            if letters not in known:
                known[letters] = sum([promises[letter] for letter in letters if letter in constructions])
            return known[letters]

        return worth

    def markings(self, lying: State, player: Player, hill: int) -> Sequence[Marking]:
        """How a hill can be marked."""
        line = player.line
        if line is None:
            return ()
        marked = lying.tables.terrains.marked
        letters = "".join(sorted([each for each in lying.territory.terrains(hill) if each in marked]))
        key = letters, line.cylinder, *line.discs, player.discs, player.coins, *line.tiles, "", *player.tiles
        if key not in self.marked:
            self.marked[key] = markings(lying, player, hill, letters) if letters else []
        return self.marked[key]

    def acts(self, steps: Sequence[Step], lying: State) -> Iterator[Prospect]:
        """What discs or workers can do once a tile lies, and what follows if it is worth it."""
        player, cell = lying.active, lying.placed[-1]
        tried: list[tuple[float, tuple[Step, ...]]] = []
        for quarter, hill in zip(QUARTERS, lying.territory.hills_of(cell), strict=True):
            if player.line is not None:
                marks = self.markings(lying, player, hill)
                tried += [(self.gain(marking), marking.at(quarter)) for marking in marks]
            elif lying.territory.terrains(hill):
                letters = rules.card_marks(lying, player, lying.territory.terrains(hill))
                tried.append((sum([self.promises[letter] for letter in letters]), (Discs(quarter),)))
        tried.sort(key=lambda each: -each[0])
        acts = [act for _, act in tried[:EXACT_MARKS]]
        if rules.sales(lying, player) or rules.track_spaces(lying, player, "landscape"):
            acts.append((Discs(),))
        acts += [(walk,) for walk in walks(lying, player, self.worker_worth(lying), EXACT_WALKS)]
        for act in [*acts, (Nothing(),)]:
            turn = self.with_more(Prospect(self.state, (*steps, *act), after(lying, *act)))
            if Discs() not in act or turn.after.now.spent:  # discs that neither mark nor pay do nothing
                yield turn

    def with_more(self, turn: Prospect) -> Prospect:
        """A turn with every further sale or space that is worth its piece; it says so if others are not."""
        turn.value = self.evaluation.margin(turn.after)
        if turn.after.active.is_light and turn.after.now.kind == "d":
            return turn
        while True:
            best, more = turn, turns.uses(turn.after)
            for use in more:
                state = after(turn.after, use)
                value = self.evaluation.margin(state)
                if value > best.value:
                    best = Prospect(turn.before, (*turn.steps, use), state, value)
            if best is turn:
                turn.steps = (*turn.steps, Enough()) if more else turn.steps
                return turn
            turn = best
