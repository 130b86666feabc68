"""What may be done and what comes of it: tiles, castles, discs, workers. One rule, one small function."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from operator import itemgetter
from typing import TYPE_CHECKING, Literal, NamedTuple, TypeAlias, get_args

from automa.dialogue import Text
from automa.six_castles.line import may_pass
from automa.six_castles.state import Player, Spot, State, hill_of
from automa.six_castles.tables import Group, Terrain
from automa.six_castles.territory import (
    CORNERS,
    NAMES,
    QUARTERS,
    TOUCHING,
    Territory,
    around,
    orientations,
    same_tile,
    spot_name,
)

if TYPE_CHECKING:
    from automa.six_castles.steps import Workers

Bonus: TypeAlias = Literal["coin", "step", "pass", "religion", "tile"]
BONUSES: tuple[Bonus, ...] = get_args(Bonus)

HAND = 2
"""Land tiles in hand: as many rounds at the end bring no new one."""

# ---------------------------------------------------------------- first: a land tile


def crag_spots(territory: Territory, crags: frozenset[str]) -> set[Spot]:
    """Where a new crag would lie next to one that is there: in the same hill."""
    found: set[Spot] = set()
    for hill, letters in territory.hills.items():
        if len(letters) < 4 and not crags.isdisjoint(letters):
            found.update(spot for spot in around(hill) if spot[0] in territory.frontier)
    return found


def joins_crag(cell: int, tile: str, spots: set[Spot], crags: frozenset[str]) -> bool:
    """Whether a crag of the tile, as it lies there, comes next to another."""
    return any(letter in crags and (cell, quarter) in spots for quarter, letter in enumerate(tile))


def placements(state: State, tile: str) -> list[tuple[int, str]]:
    """Every cell and way a tile may be laid: beside a tile, its crag next to a crag if at all possible."""
    territory = state.territory
    crags = state.tables.terrains.crags
    ways = orientations(tile)
    if not crags.isdisjoint(tile):
        spots = crag_spots(territory, crags)
        cells = sorted({cell for cell, _ in spots})
        joined = [(cell, way) for cell in cells for way in ways if joins_crag(cell, way, spots, crags)]
        if joined:
            return joined
    return [(cell, way) for cell in sorted(territory.frontier) for way in ways]


def ways_to_lie(state: State, tile: str, cell: int) -> Sequence[str]:
    """The ways a tile may lie on that cell."""
    if not has_crag(state, tile):
        return orientations(tile)
    return [way for place, way in placements(state, tile) if place == cell]


def open_cells(state: State, tiles: Sequence[str]) -> list[int]:
    """The cells where one of these tiles may be laid; with none known, every cell beside a tile."""
    if not all(has_crag(state, tile) for tile in tiles) or not tiles:
        return sorted(state.territory.frontier)
    return sorted({cell for tile in tiles for cell, _ in placements(state, tile)})


def hand_of(state: State, player: Player) -> list[str]:
    """The land tiles in hand, by their letters."""
    known = state.tables.land.tile
    return [known.get(id, id) for id in player.hand]


def why_no_tile(state: State, tile: str) -> Text | None:
    """Why these are not the four letters of a tile."""
    letters = state.tables.terrains.by_letter
    for letter in tile:
        if letter not in letters:
            known = state.spelt(" ".join(letters))
            return Text("six-castles.refused.letter", letter=letter.casefold(), letters=known)
    return None if len(tile) == 4 else Text("six-castles.refused.tile", tile=state.spelt(tile))


def faces(state: State, id: str) -> tuple[str, ...]:
    """The ways an exploration tile can lie: either end first, and but for the family version either face.

    One of the box is known by what was told of it: its faces with a stroke between them, or one of them.
    """
    front, back = state.tables.exploration.tile.get(id) or (id.split("/") * 2)[:2]
    if state.is_family:
        return tuple(dict.fromkeys((front, front[::-1])))
    return tuple(dict.fromkeys((front, front[::-1], back, back[::-1])))


def why_not_initial(state: State, tile: str) -> Text | None:
    """Why a tile is no side of the initial tile of the app's set."""
    sides = state.tables.land.initial
    if same_tile(tile) in map(same_tile, sides):
        return None
    return Text("six-castles.refused.not-initial", tile=state.spelt(tile), tiles=[*map(state.spelt, sides)])


def cells_by_tile(state: State) -> dict[str, int]:
    """The cells by the tiles that lie there."""
    return {same_tile(tile): cell for cell, tile in state.territory.tiles.items()}


def tile_doubt(state: State, tile: str, lying: Mapping[str, int]) -> Text | None:
    """Why a tile of the box is probably another one than was entered; the player may insist.

    What is on the tiles of the box is not known: that each shows four terrains and is there once is assumed.
    """
    twice = next((letter for letter in tile if tile.count(letter) > 1), "")
    if twice:
        return Text("six-castles.doubt.twice", tile=state.spelt(tile), terrain=state.terrain(twice))
    cell = lying.get(same_tile(tile))
    if cell is not None:
        return Text("six-castles.doubt.lies", tile=state.spelt(tile), cell=NAMES[cell])
    rivals = [player for player in state.players if not player.seat.is_person]
    holder = next((player for player in rivals if in_hand(state, player, tile)), None)
    if holder is None:
        return None
    return Text("six-castles.doubt.held", tile=state.spelt(tile), who=holder.seat)


def lay(state: State, cell: int, tile: str) -> None:
    """A tile joins the territory."""
    state.territory.lay(cell, tile)
    state.placed.append(cell)


def has_crag(state: State, tile: str) -> bool:
    return not state.tables.terrains.crags.isdisjoint(tile)


def most_touching(territory: Territory) -> list[int]:
    """The free cells that touch most tiles: where the dummy's tile goes."""
    most = max(territory.neighbours(cell) for cell in territory.frontier)
    return [cell for cell in sorted(territory.frontier) if territory.neighbours(cell) == most]


def crag_cells(state: State, tile: str) -> list[int]:
    """The cells where a tile, lying as it does, brings a crag next to a crag; none if that cannot be."""
    crags = state.tables.terrains.crags
    spots = crag_spots(state.territory, crags)
    return sorted({cell for cell, _ in spots if joins_crag(cell, tile, spots, crags)})


def in_hand(state: State, player: Player, tile: str) -> str:
    """The id of the tile in hand that can lie like that; nothing if there is none."""
    known, wanted = state.tables.land.tile, same_tile(tile)
    return next((id for id in player.hand if same_tile(known.get(id, id)) == wanted), "")


def closed_crags(state: State, cell: int) -> list[int]:
    """The hills of a tile that are closed and hold a crag."""
    crags = state.tables.terrains.crags
    hills = state.territory.hills
    return [
        hill
        for hill in state.territory.hills_of(cell)
        if len(letters := hills[hill]) == 4 and not crags.isdisjoint(letters)
    ]


def castle_sites(state: State, cell: int) -> list[int]:
    """The hills where the tile that was just laid founds a castle: closed, with a crag, none too near.

    Hills of one tile touch each other, so of several only one can have a castle.
    """
    if not state.castle:
        return []
    near = state.territory.castle_stands_near
    return [hill for hill in closed_crags(state, cell) if not near(hill)]


def why_no_castle(state: State, cell: int, hill: int) -> Text | None:
    """Why no castle is founded on a hill of the tile just laid, if none is."""
    territory = state.territory
    if not territory.is_closed(hill):
        return Text("six-castles.why-no-castle.open")
    if hill not in closed_crags(state, cell):
        return Text("six-castles.why-no-castle.no-crag")
    near = [each for each in (hill, *(hill + step for step in TOUCHING)) if each in territory.castles]
    if near:
        castles = [state.tables.castles.by_id[territory.castles[each]] for each in near]
        return Text("six-castles.why-no-castle.near", castles=castles)
    return None if state.castle else Text("six-castles.why-no-castle.none-left")


def castles_left(state: State) -> list[str]:
    """The castles in the pile, without the one on top."""
    gone = {state.castle, *state.territory.castles.values()}
    return [castle.id for castle in state.tables.castles.all if castle.id not in gone]


def bonuses(state: State, player: Player) -> list[Bonus]:
    """What a player may get for laying a crag."""
    found: list[Bonus] = ["coin"]
    line = player.line
    if player.is_light or (line is not None and line.cylinder + 1 < len(line.spaces)):
        found.append("step")
    if line is not None and may_pass(player) and line.cylinder + 2 < len(line.spaces):
        found.append("pass")
    if player.religion + 1 < len(state.tables.tracks.religion):
        found.append("religion")
    if player.has_hand and state.pile:
        found.append("tile")
    return found


# ---------------------------------------------------------------- discs: marking, sales and landscapes


def card_marks(state: State, player: Player, letters: str) -> list[str]:
    """The terrains a rival by its card marks of these: one of a kind, those it has most of first."""
    order, marked = state.tables.terrains.order, state.tables.terrains.marked
    found = [letter for letter in dict.fromkeys(letters) if letter in marked]
    found.sort(key=lambda letter: (-player.owned.get(letter, 0), order[letter]))
    return found[: player.level]


def discs_to_spend(player: Player) -> int:
    """Discs in the supply and on the exploration line."""
    return player.discs + (0 if player.line is None else len(player.line.discs))


def discs_for(player: Player, letter: str) -> list[int | None]:
    """The discs that may be spent on a terrain, by their spaces of the line; none is one of the supply.

    A disc that lies on that very terrain must be used. The first is taken if nothing else is said.
    """
    line = player.line
    supply: list[int | None] = [None] if player.discs else []
    if line is None:
        return supply
    spaces = line.spaces
    on_it = [disc for disc in reversed(line.discs) if spaces[disc] == letter]
    return [*on_it] or [*supply, *reversed(line.discs)]


class Sale(NamedTuple):
    """A market that a player could sell to."""

    castle: str
    good: Terrain
    goods: int
    """How many of the good are owned; 0 where only the player knows."""
    value: int
    """What the castle pays for each, in half-coins."""

    @property
    def income(self) -> int:
        return self.goods * self.value


def value_of(state: State, hill: int) -> int:
    """What a castle pays for each good, in half-coins: the buildings round it, and one for the castle."""
    corners = state.rulings["ring"] == "twelve"
    buildings = state.tables.terrains.buildings
    return state.territory.buildings_round(hill, buildings, corners=corners) + 1


class Market(NamedTuple):
    """What a castle still buys, and what it pays for each."""

    castle: str
    goods: Sequence[Terrain]
    value: int


def markets(state: State) -> list[Market]:
    """What the castles buy now."""
    by_id = state.tables.terrains.by_id
    return [
        Market(castle, [by_id[id] for id in goods], value_of(state, hill))
        for hill, castle in state.territory.castles.items()
        if (goods := state.markets(castle))
    ]


def sales(state: State, player: Player) -> list[Sale]:
    """Every sale that a player could make."""
    if not state.territory.castles or not discs_to_spend(player):
        return []
    return [
        Sale(each.castle, good, owned, each.value)
        for each in markets(state)
        for good in each.goods
        if (owned := 0 if player.is_light else player.owns(good.letter)) or player.is_light
    ]


class Space(NamedTuple):
    """A space of the landscape or the construction track that a player could take."""

    terrain: Terrain
    points: int
    is_top: bool


def points_of(state: State, terrain: Terrain, *, is_top: bool) -> int:
    """The points of a space of a track."""
    tracks = state.tables.tracks
    return tracks.top_of(terrain.group) if is_top else tracks.spaces(terrain.group)[terrain.id]


def place_on_track(terrain: str) -> str:
    return f"track {terrain}"


def top_place(group: Group) -> str:
    return f"track {group} top"


def counted(state: State, player: Player, terrain: Terrain) -> int:
    """What counts for a track or a contract: terrains owned, or constructions in the workers' hills."""
    if terrain.group == "construction":
        return hills_shown(state, player).count(terrain.letter)
    return player.owns(terrain.letter)


def hills_shown(state: State, player: Player) -> str:
    """All letters in the hills of a player's workers, each hill counted once."""
    return "".join(map(state.territory.terrains, player.hills()))


def has_top(player: Player, group: Group) -> bool:
    """Whether a player has taken the uppermost space of a track."""
    return any(piece.is_top for piece in player.on_track(group))


def free_spaces(state: State, player: Player, group: Group) -> list[Space]:
    """The spaces of a track that nobody has blocked, and the uppermost one if the player has not taken it."""
    if state.is_family:
        return []
    tracks = state.tables.tracks
    spaces, top = tracks.spaces(group), tracks.top_of(group)
    wants_top = not has_top(player, group)
    found = []
    for terrain in state.tables.terrains.of_group(group):
        points = spaces.get(terrain.id)
        if points is not None and terrain.id not in state.taken:
            found.append(Space(terrain, points, False))
        if wants_top:
            found.append(Space(terrain, top, True))
    return found


def track_spaces(state: State, player: Player, group: Group) -> list[Space]:
    """The spaces of a track that a player can take now; a player whose line is not tracked may take any."""
    if group == "construction":
        shown = hills_shown(state, player)
        spaces = free_spaces(state, player, group) if shown else []
        return [space for space in spaces if shown.count(space.terrain.letter) >= space.points]
    spaces = free_spaces(state, player, group) if discs_to_spend(player) else []
    return [space for space in spaces if player.is_light or player.owns(space.terrain.letter) >= space.points]


# ---------------------------------------------------------------- workers


def walks(state: State, start: Spot | None, most: int) -> dict[int, int]:
    """The crossroads where a walk of a worker can end, the nearest first, each with the steps it takes.

    A walk takes at least one step: off a castle that is to another of its tiles, and back to the tile where a
    worker lies it is two, to a neighbouring crossroad and back. A new worker sets out from the tile just
    laid, and may lie down there.
    """
    territory = state.territory
    if start is None:
        return territory.reach([state.placed[-1]], most)
    hill = hill_of(start)
    if hill in territory.castles:  # it sets out from any of the four tiles
        reach = territory.reach([cell for cell, _ in around(hill)], most)
        return {cell: max(steps, 1) for cell, steps in reach.items()} if most else {}
    reach = territory.reach([start[0]], most)
    del reach[start[0]]
    if reach and most > 1:
        reach[start[0]] = 2
    return dict(sorted(reach.items(), key=itemgetter(1)))


def hosts_by_hill(state: State, player: Player) -> dict[int, int]:
    """For each hill how many others have a worker there: each is to be paid a gold coin."""
    found: dict[int, int] = {}
    for other in state.players:
        if other is not player:
            for hill in other.hills():
                found[hill] = found.get(hill, 0) + 1
    return found


def fees(state: State, player: Player, step: Workers) -> Iterator[Player]:
    """The others who are paid a gold coin, once for each worker that ends in a hill where they are."""
    for spot in step.ends:
        hill = hill_of(spot)
        yield from (other for other in state.players if other is not player and hill in other.hills())


def new_workers(state: State, player: Player) -> list[str]:
    """The quarters of the tile just laid where a new worker can lie down and pay its hosts."""
    if not player.workers:
        return []
    cell, hosts, fee = state.placed[-1], hosts_by_hill(state, player), gold(state)
    hills = enumerate(state.territory.hills_of(cell))
    return [spot_name(cell, at) for at, hill in hills if hosts.get(hill, 0) * fee <= player.coins]


def gold(state: State) -> int:
    """What is paid to each other player in a hill, in half-coins."""
    return state.tables.setup.coins.gold * state.tables.setup.coins.share


def pilgrims(state: State, player: Player) -> int:
    """Steps on the religion track: chapels and stone crosses in the hills where a player's workers are."""
    religious = state.tables.terrains.religious
    return sum(letter in religious for letter in hills_shown(state, player))


def place_of(spot: Spot) -> Text:
    """A spot in a sentence: its tile and quarter, as they are typed; on a page in words."""
    cell, quarter = NAMES[spot[0]], QUARTERS[spot[1]]
    corner, name = Text(f"six-castles.corner.{quarter}"), Text(f"six-castles.quarter.{quarter}")
    return Text("six-castles.spot", cell=cell, quarter=corner, name=name)


def why_no_worker(player: Player, spot: Spot) -> Text:
    """That none of a player's workers lies on a spot."""
    if not player.lying:
        return Text("six-castles.refused.no-workers-lie")
    return Text("six-castles.refused.no-worker-there", spot=place_of(spot), spots=places_of(player))


def places_of(player: Player) -> list[Text]:
    return [place_of(spot) for spot in player.lying]


def quarter_of(cell: int, hill: int) -> str:
    """The quarter of a tile that is part of a hill."""
    return QUARTERS[CORNERS.index(hill - cell)]
