"""The typed form of the tables of 6 Castles, what the types cannot check, and the terrains by their letters.

The modules with structs of the tables do not put off their annotations: msgspec would have to compile each of
them, at every start.
"""

from collections import Counter
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import pairwise
from typing import Annotated, Generic, Literal, TypeAlias, TypeVar, get_args

from msgspec import Meta, Struct, field
from msgspec.structs import replace

from automa import rulings
from automa.declared import Checked, Flaw, asked, component, in_a_row, thing, told
from automa.dialogue import Named, Option, Text, spelt
from automa.rulings import Rulings
from automa.six_castles.opponents import plans

Group: TypeAlias = Literal["agricultural", "landscape", "construction"]
Version: TypeAlias = Literal["advanced", "family"]
Good: TypeAlias = Literal["wheat", "chestnut", "linen", "meat", "olive-oil"]
Landscape: TypeAlias = Literal["pasture", "bush", "lake", "barren", "forest", "crag"]
Construction: TypeAlias = Literal["stone-cross", "chapel", "military-camp", "house", "roman-milestone"]
TerrainId: TypeAlias = Good | Landscape | Construction
CastleId: TypeAlias = Literal["penamacor", "sabugal", "sortelha", "monsanto", "penha-garcia", "idanha"]
GOODS: tuple[Good, ...] = get_args(Good)
LANDSCAPES: tuple[Landscape, ...] = get_args(Landscape)
CONSTRUCTIONS: tuple[Construction, ...] = get_args(Construction)
TERRAINS: tuple[TerrainId, ...] = (*GOODS, *LANDSCAPES, *CONSTRUCTIONS)
GROUPS: tuple[Group, ...] = get_args(Group)
TRACKS: tuple[Group, ...] = ("landscape", "construction")
"""The groups of terrains with a track of their own."""
VERSIONS: tuple[Version, ...] = get_args(Version)
CASTLES: tuple[CastleId, ...] = get_args(CastleId)

RULINGS: Mapping[str, tuple[str, ...]] = {
    "version": ("ask", "advanced", "family"),
    "line": ("ask", "full", "light"),
    "pieces-per-turn": ("any", "one"),
    "ring": ("twelve", "eight"),
    "solo-contracts": ("phantom", "any", "none"),
    "hill-to-mark": ("touched",),
    "one-mark-each": ("yes",),
    "top-space": ("once",),
    "counted-before": ("yes",),
    "shared-hill": ("each-player",),
    "new-worker": ("lies-down",),
    "own-quarter": ("yes",),
    "castle-spacing": ("not-touching",),
    "castle-hill": ("open",),
    "crag-next-to": ("same-hill",),
    "crag-bonus": ("choose",),
    "line-changes": ("before-marking",),
    "no-coins-left": ("substitutes",),
    "spare-coins": ("after-exchange",),
    "majority": ("more-than-each",),
    "dummy": ("as-found",),
}
"""What the game asks its rulings, and the answers it knows."""

ENGLISH, DUTCH = LANGUAGES = ("en", "nl")
"""The languages with letters of their own for the terrains; tables and journals have those of English."""
COIN = "$"
"""A space of an exploration tile that shows a half-coin."""

T = TypeVar("T", bound=Struct)
Letter: TypeAlias = Annotated[str, Meta(pattern="^[a-z]$")]
Points: TypeAlias = Annotated[int, Meta(ge=0, le=50)]
Few: TypeAlias = Annotated[int, Meta(ge=0, le=60)]
LandTile: TypeAlias = Annotated[str, Meta(pattern="^[a-z]{4}$")]
Face: TypeAlias = Annotated[str, Meta(pattern=r"^[a-z$]{1,8}$")]
COLOURS = ("red", "blue", "yellow", "black")
"""The colours of the pieces, as they are given out where nobody wishes one."""


class ById(Checked, Generic[T], frozen=True, dict=True):
    """A file of one table, in which things stand under their ids."""

    @cached_property
    def by_id(self) -> Mapping[str, T]:
        """The things, each with its id."""
        things: Mapping[str, T] = getattr(self, self.__struct_fields__[0])
        return {id: replace(thing, id=id) for id, thing in things.items()}

    @cached_property
    def all(self) -> tuple[T, ...]:
        return tuple(self.by_id.values())


def _missing(key: str, wanted: Iterable[object], found: Container[object]) -> Iterator[Flaw]:
    """What is not there of a closed set."""
    yield from ((f"{key}.{id}", Text("six-castles.table.missing")) for id in wanted if id not in found)


class Terrain(Named, Struct, frozen=True, forbid_unknown_fields=True, dict=True):
    """A terrain: the letter it is typed by, and what it is good for."""

    letter: Letter
    dutch: Letter
    """The letter of players who speak Dutch."""
    group: Group
    words: tuple[str, ...] = field(name="also", default=())
    """Other words it is typed by."""
    building: bool = False
    """Whether it counts in the ring round a castle."""
    religion: bool = False
    """Whether it moves its visitors on along the religion track."""
    crag: bool = False
    id: str = ""

    @cached_property
    def name(self) -> Text:
        return Text(f"six-castles.terrain.{self.id}")

    @cached_property
    def sign(self) -> Text:
        """Its letter as a player reads it."""
        return spelt(self.letter, self.dutch)

    @property
    def also(self) -> Sequence[str | Text]:
        return (self.sign, *self.words)

    def letter_in(self, lang: str) -> str:
        return self.dutch if lang == DUTCH else self.letter


class Terrains(ById[Terrain], frozen=True):
    """The file `terrains.toml`."""

    terrain: dict[TerrainId, Terrain]

    @cached_property
    def by_letter(self) -> Mapping[str, Terrain]:
        return {terrain.letter: terrain for terrain in self.all}

    @cached_property
    def alphabets(self) -> Mapping[str, Mapping[str, Terrain]]:
        """For each language the terrains by the letters that are typed in it."""
        return {lang: {each.letter_in(lang): each for each in self.all} for lang in LANGUAGES}

    @cached_property
    def typed(self) -> Mapping[tuple[str, Group], list[Named]]:
        """The terrains of a group as they are typed in a language; a letter of another one if it has none."""
        return {(lang, group): self._typed(lang, group) for lang in LANGUAGES for group in GROUPS}

    def _typed(self, lang: str, group: Group) -> list[Named]:
        found: list[Named] = []
        for each in self.of_group(group):
            letters = [each.letter_in(other) for other in LANGUAGES]
            own = [letter for letter in letters if self.alphabets[lang].get(letter, each) is each]
            found.append(Option(each.id, each.name, also=(*own, *each.words)))
        return found

    @cached_property
    def _in_dutch(self) -> Mapping[int, str]:
        return str.maketrans({each.letter: each.dutch for each in self.all})

    def written_in(self, lang: str, letters: str) -> str:
        """The letters of a tile as they are typed in a language."""
        return letters.translate(self._in_dutch) if lang == DUTCH else letters

    @cached_property
    def _spelt(self) -> dict[str, Text]:
        """Letters that were spelt before."""
        return {}

    def spelt(self, letters: str) -> Text:
        """The letters of a tile as a player reads them."""
        known = self._spelt
        if letters not in known:
            known[letters] = spelt(letters, self.written_in(DUTCH, letters))
        return known[letters]

    @cached_property
    def order(self) -> Mapping[str, int]:
        """For each letter its place in the table."""
        return {letter: place for place, letter in enumerate(self.by_letter)}

    @property
    def goods(self) -> list[Terrain]:
        """What castles buy."""
        return [self.by_id[good] for good in GOODS]

    @cached_property
    def crags(self) -> frozenset[str]:
        return frozenset(terrain.letter for terrain in self.all if terrain.crag)

    @cached_property
    def buildings(self) -> frozenset[str]:
        return frozenset(terrain.letter for terrain in self.all if terrain.building)

    @cached_property
    def religious(self) -> frozenset[str]:
        return frozenset(terrain.letter for terrain in self.all if terrain.religion)

    @cached_property
    def marked(self) -> frozenset[str]:
        """The letters that an exploration line can show."""
        return frozenset(terrain.letter for terrain in self.all if terrain.group != "construction")

    @cached_property
    def _by_group(self) -> Mapping[Group, list[Terrain]]:
        return {group: [terrain for terrain in self.all if terrain.group == group] for group in GROUPS}

    def of_group(self, group: Group) -> list[Terrain]:
        return self._by_group[group]

    def faults(self) -> Iterator[Flaw]:
        yield from _missing("terrain", TERRAINS, self.terrain)
        for key, lang in (("letter", ENGLISH), ("dutch", DUTCH)):
            letters = Counter(terrain.letter_in(lang) for terrain in self.all)
            for terrain in self.all:
                letter = terrain.letter_in(lang)
                if letters[letter] > 1:
                    yield f"terrain.{terrain.id}.{key}", Text("six-castles.table.letter", letter=letter)
        if not self.crags:
            yield "terrain.crag.crag", Text("six-castles.table.no-crag")


class Castle(Named, Struct, frozen=True, forbid_unknown_fields=True):
    """A castle: the goods it buys, or any one."""

    name: Annotated[str, Meta(min_length=1, max_length=40)]
    goods: Annotated[
        tuple[Annotated[Good, thing("good", lambda tables: tables.terrains.goods)], ...],
        told("six-castles.fact.goods", "goods", ask="six-castles.teach.goods"),
    ]
    any: bool = False
    id: str = ""


class Castles(ById[Castle], frozen=True):
    """The file `castles.toml`."""

    castle: dict[Annotated[CastleId, thing("castle", lambda tables: tables.castles.all)], Castle]

    def faults(self) -> Iterator[Flaw]:
        yield from _missing("castle", CASTLES, self.castle)
        for castle in self.all:
            if bool(castle.goods) == castle.any or len(set(castle.goods)) < len(castle.goods):
                yield f"castle.{castle.id}.goods", Text("six-castles.table.goods", castle=castle.name)


class TopSpaces(Struct, frozen=True, forbid_unknown_fields=True):
    """The uppermost spaces of two tracks."""

    landscape: Annotated[
        Points, told("six-castles.fact.top", "points", track=Text("six-castles.sheet.landscape"))
    ]
    construction: Annotated[
        Points, told("six-castles.fact.top", "points", track=Text("six-castles.sheet.construction"))
    ]


TERRAIN = thing("terrain", lambda tables: tables.terrains.all)
SpacePoints: TypeAlias = Annotated[
    Points, told("six-castles.fact.space", "points", ask="six-castles.teach.space")
]


def goes_down(religion: Sequence[int]) -> Text | None:
    """Where a religion track has fewer points than on the space before, if it has."""
    for space, (before, after) in enumerate(pairwise(religion), 2):
        if after < before:
            return Text("six-castles.table.goes-down", space=space, before=before, after=after)
    return None


class Tracks(Checked, frozen=True):
    """The file `tracks.toml`."""

    religion: Annotated[
        tuple[Points, ...],
        Meta(min_length=2, max_length=60),
        told("six-castles.fact.religion", "points", ask="six-castles.teach.religion", show=in_a_row),
    ]
    landscape: dict[Annotated[Landscape, TERRAIN], SpacePoints]
    construction: dict[Annotated[Construction, TERRAIN], SpacePoints]
    top: TopSpaces

    def spaces(self, group: Group) -> Mapping[str, int]:
        """The points of each terrain's space on the track of a group."""
        if group == "agricultural":
            return {}
        return dict(self.landscape.items() if group == "landscape" else self.construction.items())

    def top_of(self, group: Group) -> int:
        return self.top.landscape if group == "landscape" else self.top.construction

    def faults(self) -> Iterator[Flaw]:
        down = goes_down(self.religion)
        if down:
            yield "religion", down
        yield from _missing("construction", CONSTRUCTIONS, self.construction)


class Contract(Named, Struct, frozen=True, forbid_unknown_fields=True):
    """A contract: what is counted, and what most of it is worth."""

    points: Annotated[Points, told("six-castles.fact.contract-points", "n")]
    of: TerrainId | None = None
    coins: Annotated[Few, told("six-castles.fact.contract-coins", "n")] = 0
    religion: Annotated[Few, told("six-castles.fact.contract-religion", "n")] = 0
    id: str = ""

    @property
    def title(self) -> Text:
        return Text("six-castles.contract", what=self.name)

    @property
    def name(self) -> Text:
        return Text(f"six-castles.terrain.{self.of}") if self.of else Text("six-castles.contract.castle")

    @property
    def detail(self) -> Text:
        points, bonus = Text("amount.points", n=self.points), self.bonus
        return Text("six-castles.contract.worth-and", points=points, bonus=bonus) if bonus else points

    @property
    def bonus(self) -> list[Text]:
        """What comes with it besides the points."""
        coins = [Text("six-castles.half-coins", n=self.coins)] if self.coins else []
        return coins + ([Text("six-castles.religion-steps", n=self.religion)] if self.religion else [])


class Contracts(ById[Contract], frozen=True):
    """The file `contracts.toml`."""

    contract: dict[
        Annotated[str, thing("what", lambda tables: tables.contracts.all)],
        Annotated[Contract, asked("six-castles.teach.contract")],
    ]

    @cached_property
    def castle(self) -> Contract:
        return next(contract for contract in self.all if contract.of is None)

    @cached_property
    def dealt(self) -> tuple[Contract, ...]:
        """All but the castle contract, which is always open."""
        return tuple(contract for contract in self.all if contract.of is not None)

    def faults(self) -> Iterator[Flaw]:
        seen: dict[str | None, str] = {}
        for id, contract in self.contract.items():
            if contract.of in seen:
                twice = Text("six-castles.table.contract-twice", other=seen[contract.of])
                yield f"contract.{id}.of", twice
            seen[contract.of] = id
        if None not in seen:
            yield "contract", Text("six-castles.table.no-castle-contract")


class Land(Struct, frozen=True, forbid_unknown_fields=True):
    """The file `land.toml`."""

    initial: tuple[LandTile, LandTile]
    tile: dict[str, LandTile]


class Exploration(Struct, frozen=True, forbid_unknown_fields=True):
    """The file `exploration.toml`."""

    tile: dict[str, tuple[Face, Face]]


class Box(Struct, frozen=True, forbid_unknown_fields=True, rename="kebab"):
    """What is in the box."""

    land: Few
    exploration: Few
    contracts: Few
    workers: Few
    discs: Few
    half_coins: Few
    gold_coins: Few


class Coins(Struct, frozen=True, forbid_unknown_fields=True):
    """What coins are worth."""

    gold: Annotated[int, Meta(ge=1, le=20)]
    """Half-coins in a gold coin."""
    points: Few
    """Victory points of a gold coin."""
    share: Few
    """Gold coins to each other player in a hill."""


class Dealt(Struct, frozen=True, forbid_unknown_fields=True):
    """Exploration tiles: for each player, and in the pile."""

    each: Few
    pile: Few


class Seats(Struct, frozen=True, forbid_unknown_fields=True):
    """What a number of players uses."""

    tiles: Annotated[int, Meta(ge=3, le=20)]
    coins: tuple[Few, ...]
    excluded: Few = 0


class VersionFacts(Struct, frozen=True, forbid_unknown_fields=True):
    """What a version uses."""

    workers: Few
    discs: Few
    players: dict[Annotated[int, Meta(ge=2, le=4)], Seats]


class Solo(Struct, frozen=True, forbid_unknown_fields=True):
    """What the game against the dummy uses."""

    tiles: Annotated[int, Meta(ge=3, le=20)]


class SetUp(Checked, frozen=True):
    """The file `setup.toml`."""

    box: Box
    coins: Coins
    exploration: Dealt
    advanced: VersionFacts
    family: VersionFacts
    solo: Solo

    @property
    def most_coins(self) -> int:
        """All coins of the box in half-coins."""
        return self.box.half_coins + self.box.gold_coins * self.coins.gold

    def of(self, version: Version) -> VersionFacts:
        return self.family if version == "family" else self.advanced

    def faults(self) -> Iterator[Flaw]:
        for version in VERSIONS:
            yield from _missing(f"{version}.players", range(2, 5), self.of(version).players)
            for players, facts in self.of(version).players.items():
                key, found = f"{version}.players.{players}", len(facts.coins)
                if found != players:
                    yield f"{key}.coins", Text("six-castles.table.how-many", n=players, found=found)
                elif facts.tiles * players + facts.excluded > self.box.land:
                    yield f"{key}.tiles", Text("six-castles.table.too-many-tiles", high=self.box.land)


class Titles(Checked, frozen=True):
    """The file `titles.toml`: what a score against the dummy is called, by the points it takes."""

    advanced: Annotated[tuple[Few, ...], Meta(min_length=6, max_length=6)]
    family: Annotated[tuple[Few, ...], Meta(min_length=6, max_length=6)]

    def of(self, version: Version) -> tuple[Few, ...]:
        return self.family if version == "family" else self.advanced

    def faults(self) -> Iterator[Flaw]:
        for version in VERSIONS:
            steps = self.of(version)
            if steps[0] != 0 or list(steps) != sorted(set(steps)):
                yield version, Text("six-castles.table.titles")


class Tables(Checked, frozen=True):
    """The folder `tables/six_castles`."""

    terrains: Terrains
    castles: Annotated[Castles, component("six-castles.component.castles")]
    tracks: Annotated[Tracks, component("six-castles.component.board")]
    contracts: Annotated[Contracts, component("six-castles.component.contracts")]
    land: Land
    exploration: Exploration
    setup: SetUp
    titles: Titles
    opponents: plans.Opponents
    rulings: Rulings

    def faults(self) -> Iterator[Flaw]:
        yield from self._wrong_tiles()
        yield from self._wrong_counts()
        yield from rulings.faults(self.rulings, RULINGS)

    def _wrong_tiles(self) -> Iterator[Flaw]:
        known, marked = set(self.terrains.by_letter), {*self.terrains.marked, COIN}
        tiles = {f"land.tile.{id}": tile for id, tile in self.land.tile.items()}
        lines = {f"exploration.tile.{id}": "".join(faces) for id, faces in self.exploration.tile.items()}
        for keys, letters in (
            ({"land.initial": "".join(self.land.initial)} | tiles, known),
            (lines, marked),
        ):
            for key, shown in keys.items():
                for letter in shown:
                    if letter not in letters:
                        yield key, Text("six-castles.table.unknown-letter", letter=letter)
        for id, faces in self.exploration.tile.items():
            if not all(face.strip(COIN) for face in faces):
                yield f"exploration.tile.{id}", Text("six-castles.table.only-coins")

    def _wrong_counts(self) -> Iterator[Flaw]:
        """Of all that is in the box, as many as there are."""
        box = self.setup.box
        for key, found, number in (
            ("contracts.contract", self.contracts.contract, box.contracts),
            ("land.tile", self.land.tile, box.land),
            ("exploration.tile", self.exploration.tile, box.exploration),
        ):
            if len(found) != number:
                yield key, Text("six-castles.table.how-many", n=number, found=len(found))
