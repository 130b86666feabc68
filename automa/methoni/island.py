"""The island: the form of `board.toml`, and its spaces and borders as the rest of the game uses them.

Sets of spaces and sets of borders are bit masks: an area is an `int` with a bit for each of its spaces, walls
are an `int` with a bit for each border that carries one. So two areas touch where the borders around them
meet, and the rim of an area is what the borders around its spaces do not have in common.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property, reduce
from operator import or_, xor
from typing import Annotated, Literal, TypeAlias, get_args

from msgspec import Struct

from automa.declared import Checked, Flaw, told
from automa.dialogue import Named, Option, Text

Land: TypeAlias = Literal["mountain", "forest", "plains", "furrows", "desert", "fields"]
LANDS: tuple[Land, ...] = get_args(Land)

Kind: TypeAlias = Literal[Land, "market"]
"""What is on a Land card: a land, or a market."""
KINDS: tuple[Kind, ...] = get_args(Kind)

Area: TypeAlias = int
"""A set of spaces, a bit for each."""
Walls: TypeAlias = int
"""A set of borders, a bit for each."""

SEA = "sea"
SEAS = (SEA, "zee", "coast", "kust")
"""What the sea may be called."""
ROWS = {"a": 7, "b": 9, "c": 11, "d": 11, "e": 9, "f": 7}
"""How many spaces are in each row, from the top."""
SIDES = 3
"""The borders of a triangle."""
COAST = 18
"""How many borders are seashore; the others are inland."""


class Printed(Struct, frozen=True, forbid_unknown_fields=True):
    """A space as it is printed on the board."""

    land: Land
    beside: tuple[str, ...]
    coast: bool = False
    market: bool = False


class Space(Named, Struct, eq=False):
    """A triangle of the island."""

    id: str
    number: int
    land: Land
    market: bool
    borders: Walls = 0
    """The three borders around it."""

    @property
    def name(self) -> str:
        return self.id.upper()

    @property
    def bit(self) -> Area:
        return 1 << self.number


class Border(Named):
    """A border between two spaces, or between a space and the sea, where a wall may be built."""

    __slots__ = ("also", "bit", "id", "mark", "name", "number", "spaces", "spoken")

    id: str
    name: Text
    also: Sequence[str]
    """What else it is called: the other way round, or in the other language."""
    mark: str
    """Its number for a player, the same all game."""
    spoken: Text

    def __init__(self, number: int, spaces: tuple[Space, ...]) -> None:
        self.number = number
        self.bit: Walls = 1 << number
        self.mark = str(number + 1)
        self.spaces = spaces
        """On either side of it; one on the coast."""
        first, *beyond = spaces
        if beyond:
            self.id = f"{first.id}-{beyond[0].id}"
            self.name = Text("methoni.border", first=first, second=beyond[0])
            self.also = [f"{beyond[0].id} {first.id}"]
        else:
            self.id = f"{first.id}-{SEA}"
            self.name = Text("methoni.coast", space=first)
            self.also = [f"{first.id} {sea}" for sea in SEAS[1:]]
        self.spoken = Text("methoni.wall-there", border=self)

    @property
    def is_coast(self) -> bool:
        return len(self.spaces) == 1

    def __repr__(self) -> str:
        return f"Border({self.id!r})"


class Island:
    """All spaces and borders, and how they hang together."""

    def __init__(self, printed: dict[str, Printed]) -> None:
        self.spaces = tuple(
            Space(id, number, each.land, each.market) for number, (id, each) in enumerate(printed.items())
        )
        self.space: dict[str, Space] = {space.id: space for space in self.spaces}
        self.borders = tuple(Border(number, sides) for number, sides in enumerate(self._sides(printed)))
        self.by_id: dict[str, Border] = {border.id: border for border in self.borders}
        self.everywhere: Walls = (1 << len(self.borders)) - 1
        for border in self.borders:
            for space in border.spaces:
                space.borders |= border.bit
        self.around = tuple(space.borders for space in self.spaces)
        """The borders around each space."""
        self.open = Cuts.without_walls(self.around)
        self.markets: Area = area_of(space for space in self.spaces if space.market)
        self.land: dict[Land, Area] = {
            land: area_of(space for space in self.spaces if space.land == land) for land in LANDS
        }
        self.allowed: dict[Kind, Walls] = {land: self.touching(self.land[land]) for land in LANDS}
        """The borders that a card of each kind allows to build on."""
        coast = reduce(or_, (border.bit for border in self.borders if border.is_coast), 0)
        self.allowed["market"] = self.touching(self.markets) | coast

    def _sides(self, printed: dict[str, Printed]) -> Iterator[tuple[Space, ...]]:
        for space in self.spaces:
            for other in map(self.space.__getitem__, printed[space.id].beside):
                if space.number < other.number:
                    yield space, other
            if printed[space.id].coast:
                yield (space,)

    def spaces_in(self, area: Area) -> list[Space]:
        """The spaces of an area, in reading order."""
        return [self.spaces[number] for number in numbers(area)]

    def first_space(self, area: Area) -> Space:
        """The space that an area is called by."""
        return self.spaces[(area & -area).bit_length() - 1]

    def borders_in(self, walls: Walls) -> list[Border]:
        return [self.borders[number] for number in numbers(walls)]

    def touching(self, area: Area) -> Walls:
        """Every border of every space of an area."""
        around = self.around
        found = 0
        while area:
            lowest = area & -area
            found |= around[lowest.bit_length() - 1]
            area ^= lowest
        return found

    def lands(self, objective: Sequence[Land]) -> Area:
        """Every space of the lands on an Objective card."""
        area = 0
        for land in objective:
            area |= self.land[land]
        return area

    def rim(self, area: Area) -> Walls:
        """The borders between an area and what is outside it."""
        return reduce(xor, (self.around[number] for number in numbers(area)), 0)

    def is_connected(self, area: Area) -> bool:
        """Whether one can walk through the whole area, over borders, without leaving it."""
        reached = area & -area
        while True:
            rim = self.rim(reached)
            grown = reached | area_of(
                space for space in self.spaces_in(area & ~reached) if space.borders & rim
            )
            if grown == reached:
                return reached == area
            reached = grown


class Cuts:
    """How the open land hangs together: which free borders cut which areas off from the sea.

    A cut is one number: free borders, and in the higher bits the area that walls on all of them would close.
    Two cuts without what they have in common are a cut again, so that all of them are made of a few, one for
    each open space. Those are kept such that the lowest border of each is in no other. So a border where one
    more wall closes an area is a cut by itself, and a wall changes them in a single pass.
    """

    __slots__ = ("_closings", "_pairs", "blocked", "cuts", "size")

    def __init__(self, size: int, blocked: Walls, cuts: list[int]) -> None:
        self.size = size
        """How many borders there are."""
        self.blocked = blocked
        self.cuts = cuts
        self._closings: dict[int, Area] | None = None
        self._pairs: dict[Walls, Area] | None = None

    @classmethod
    def without_walls(cls, around: Sequence[Walls]) -> "Cuts":
        """Of the island as it is printed: the borders around each space."""
        size = reduce(or_, around, 0).bit_length()
        cuts: list[int] = []
        for number, borders in enumerate(around):
            new = borders | 1 << size + number
            for cut in cuts:
                if new & cut & -cut:
                    new ^= cut
            lowest = new & -new
            cuts = [cut ^ new if cut & lowest else cut for cut in cuts]
            cuts.append(new)
        return cls(size, 0, cuts)

    def with_wall(self, wall: Walls) -> "Cuts":
        """With one more border blocked."""
        blocked = self.blocked | wall
        touched = [cut for cut in self.cuts if cut & wall]
        own = touched[0] if len(touched) == 1 and touched[0] & -touched[0] == wall else 0
        if not own:
            return Cuts(self.size, blocked, [cut & ~wall for cut in self.cuts])
        rest = own ^ wall
        lowest = rest & -rest
        if not 0 < lowest < 1 << self.size:  # only the area is left: it is closed, and open land no more
            return Cuts(self.size, blocked, [cut & ~rest for cut in self.cuts if cut is not own])
        cuts = [cut ^ rest if cut & lowest else cut for cut in self.cuts if cut is not own]
        cuts.append(rest)
        return Cuts(self.size, blocked, cuts)

    def with_walls(self, walls: Walls) -> "Cuts":
        cuts = self
        for number in numbers(walls):
            cuts = cuts.with_wall(1 << number)
        return cuts

    @property
    def closings(self) -> dict[int, Area]:
        """For each border where one more wall would close an area: that area."""
        if self._closings is None:
            size = self.size
            everywhere = (1 << size) - 1
            self._closings = {
                borders.bit_length() - 1: cut >> size
                for cut in self.cuts
                if not (borders := cut & everywhere) & borders - 1
            }
        return self._closings

    @property
    def pairs(self) -> dict[Walls, Area]:
        """For each two borders where only both walls together would close an area: that area.

        Two cuts that differ in their lowest borders alone leave those two, and the area between.
        """
        if self._pairs is None:
            size = self.size
            everywhere = (1 << size) - 1
            alike: dict[Walls, list[int]] = {}
            found: dict[Walls, Area] = {}
            for cut in self.cuts:
                rest = cut & cut - 1 & everywhere
                if not rest:
                    continue
                if not rest & rest - 1:
                    found[cut & everywhere] = cut >> size
                if rest in alike:
                    for other in alike[rest]:
                        both = cut ^ other
                        found[both & everywhere] = both >> size
                    alike[rest].append(cut)
                else:
                    alike[rest] = [cut]
            self._pairs = found
        return self._pairs


def area_of(spaces: Iterable[Space]) -> Area:
    return reduce(or_, (space.bit for space in spaces), 0)


def numbers(mask: int) -> Iterator[int]:
    """The places of the bits that are set, lowest first."""
    while mask:
        lowest = mask & -mask
        yield lowest.bit_length() - 1
        mask ^= lowest


class Board(Checked, frozen=True, dict=True, rename="kebab"):
    """The file `board.toml`."""

    space: dict[str, Printed]
    as_printed: Annotated[bool, told("methoni.fact.as-printed")] = True
    """Whether the map has been compared with the user's board, or is believed to be the same."""

    @cached_property
    def island(self) -> Island:
        return Island(self.space)

    def faults(self) -> list[Flaw]:
        """Spaces that are missing or strange, wrong neighbours, lands and markets, an island in pieces."""
        wrong: list[Flaw] = []
        names = [f"{row}{number}" for row, count in ROWS.items() for number in range(1, count + 1)]
        spaces = self.space
        missing = [name for name in names if name not in spaces]
        strange = [name for name in spaces if name not in names]
        if missing:
            wrong.append(("space", Text("methoni.table.no-space", spaces=[name.upper() for name in missing])))
        wrong += [(f"space.{name}", Text("methoni.table.strange-space")) for name in strange]
        for id, space in spaces.items():
            wrong += [(f"space.{id}.beside", what) for what in _wrong_neighbours(id, space, spaces)]
        if wrong:
            return wrong
        for land, count in Counter(space.land for space in spaces.values()).items():
            if count != len(names) // len(LANDS):
                wrong.append(("space", Text("methoni.table.lands", land=land_name(land), found=count)))
        for land in LANDS:
            found = sum(space.market for space in spaces.values() if space.land == land)
            if found != 1:
                wrong.append(("space", Text("methoni.table.markets", land=land_name(land), found=found)))
        coast = sum(space.coast for space in spaces.values())
        if coast != COAST:
            wrong.append(("space", Text("methoni.table.coast", found=coast, wanted=COAST)))
        if not self.island.is_connected((1 << len(names)) - 1):
            wrong.append(("space", Text("methoni.table.apart")))
        return wrong


def _wrong_neighbours(id: str, space: Printed, spaces: dict[str, Printed]) -> Iterator[Text]:
    for other in space.beside:
        if other not in spaces:
            yield Text("methoni.table.no-neighbour", other=other)
        elif other == id or space.beside.count(other) > 1:
            yield Text("methoni.table.twice", other=other.upper())
    for other, beside in spaces.items():
        if id in beside.beside and other not in space.beside:
            yield Text("methoni.table.one-sided", space=id.upper(), other=other.upper())
    found = len(space.beside) + space.coast
    if found != SIDES:
        yield Text("methoni.table.sides", found=found, wanted=SIDES)


def land_name(land: Kind) -> Text:
    """A land, or a market, as a player says it."""
    return Text(f"methoni.land.{land}")


def land_letter(land: Land) -> Text:
    """The letter of a land on the island."""
    return Text(f"methoni.short.{land}")


def card_name(kind: Kind) -> Text:
    """A Land card, or a Market card."""
    return Text(f"methoni.card-of.{kind}")


LAND_OPTIONS = [Option(land, land_name(land), mark=land_letter(land)) for land in LANDS]
"""The lands, to choose from by the letters that stand on the island."""
CARD_OPTIONS = [Option(kind, land_name(kind), also=[card_name(kind)]) for kind in KINDS]
"""The kinds of cards, to be counted."""
