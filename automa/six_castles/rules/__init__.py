"""What may be done and what comes of it: tiles, castles, discs, workers. One rule, one small function."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from operator import itemgetter
from typing import Literal, NamedTuple, TypeAlias, get_args

from automa.dialogue import Text
from automa.six_castles.line import may_pass, pass_coin, step
from automa.six_castles.state import Piece, Player, Spot, Table, hill_of
from automa.six_castles.tables import COIN, Group, Terrain
from automa.six_castles.territory import (
    CELLS,
    CORNERS,
    NAMES,
    QUARTERS,
    TOUCHING,
    Territory,
    around,
    orientations,
    same_tile,
)

Bonus: TypeAlias = Literal["coin", "step", "pass", "religion", "tile"]
BONUSES: tuple[Bonus, ...] = get_args(Bonus)

HAND = 2
"""Land tiles in hand: as many rounds at the end bring no new one."""

# ---------------------------------------------------------------- first: a land tile


class Placement(NamedTuple):
    """A tile as it lies on a cell."""

    cell: int
    tile: str

    @property
    def id(self) -> str:
        return f"{NAMES[self.cell]} {self.tile}"

    @property
    def name(self) -> str:
        return self.id


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


def placements(table: Table, tile: str) -> list[Placement]:
    """Every cell and way a tile may be laid: beside a tile, its crag next to a crag if at all possible."""
    territory = table.territory
    crags = table.tables.terrains.crags
    ways = orientations(tile)
    if not crags.isdisjoint(tile):
        spots = crag_spots(territory, crags)
        joined = [
            Placement(cell, way)
            for cell in sorted({cell for cell, _ in spots})
            for way in ways
            if joins_crag(cell, way, spots, crags)
        ]
        if joined:
            return joined
    return [Placement(cell, way) for cell in sorted(territory.frontier) for way in ways]


def ways_to_lie(table: Table, tile: str, cell: int) -> Sequence[str]:
    """The ways a tile may lie on that cell."""
    if not has_crag(table, tile):
        return orientations(tile)
    return [place.tile for place in placements(table, tile) if place.cell == cell]


def open_cells(table: Table, tiles: Sequence[str]) -> list[int]:
    """The cells where one of these tiles may be laid; with none known, every cell beside a tile."""
    if not all(has_crag(table, tile) for tile in tiles) or not tiles:
        return sorted(table.territory.frontier)
    return sorted({place.cell for tile in tiles for place in placements(table, tile)})


def why_no_cell(table: Table, name: str) -> Text | None:
    """Why no tile at all can be laid on a cell."""
    cell = CELLS.get(name)
    cells = [NAMES[each] for each in sorted(table.territory.frontier)]
    if cell is None:
        return Text("six-castles.refused.no-cell", cell=name, cells=cells)
    if cell in table.territory.tiles:
        return Text("six-castles.refused.occupied", cell=name, tile=table.territory.tiles[cell], cells=cells)
    if cell not in table.territory.frontier:
        return Text("six-castles.refused.unconnected", cell=name, cells=cells)
    return None


def why_not_so(table: Table, cell: int, tile: str) -> Text | None:
    """Why a tile cannot lie like that on a cell where others could."""
    for letter in tile:
        if letter not in table.tables.terrains.by_letter:
            letters = " ".join(table.tables.terrains.by_letter)
            return Text("six-castles.refused.letter", letter=letter, letters=letters)
    if not has_crag(table, tile):
        return None
    legal = placements(table, tile)
    if Placement(cell, tile) in legal:
        return None
    here = [place.tile for place in legal if place.cell == cell]
    if here:
        return Text("six-castles.refused.crag-turned", cell=NAMES[cell], tiles=here)
    cells = [NAMES[each] for each in dict.fromkeys(place.cell for place in legal)]
    return Text("six-castles.refused.crag-elsewhere", cell=NAMES[cell], cells=cells)


def hand_of(table: Table, player: Player) -> list[str]:
    """The land tiles in hand, by their letters."""
    known = table.tables.land.tile
    return [known.get(id, id) for id in player.hand]


def why_no_tile(table: Table, tile: str) -> Text | None:
    """Why these are not the four letters of a tile."""
    letters = table.tables.terrains.by_letter
    for letter in tile:
        if letter not in letters:
            return Text("six-castles.refused.letter", letter=letter, letters=" ".join(letters))
    return None if len(tile) == 4 else Text("six-castles.refused.tile", tile=tile)


def faces(table: Table, id: str) -> tuple[str, ...]:
    """The ways an exploration tile can lie: either end first, and but for the family version either face.

    One of the box is known by what was told of it: its faces with a stroke between them, or one of them.
    """
    front, back = table.tables.exploration.tile.get(id) or (id.split("/") * 2)[:2]
    if table.is_family:
        return tuple(dict.fromkeys((front, front[::-1])))
    return tuple(dict.fromkeys((front, front[::-1], back, back[::-1])))


def why_not_initial(table: Table, tile: str) -> Text | None:
    """Why a tile is no side of the initial tile of the app's set."""
    sides = table.tables.land.initial
    if same_tile(tile) in map(same_tile, sides):
        return None
    return Text("six-castles.refused.not-initial", tile=tile, tiles=sides)


def cells_by_tile(table: Table, *, but: int | None = None) -> dict[str, int]:
    """The cells by the tiles that lie there, but for one cell."""
    return {same_tile(tile): cell for cell, tile in table.territory.tiles.items() if cell != but}


def tile_doubt(table: Table, tile: str, lying: Mapping[str, int]) -> Text | None:
    """Why a tile of the box is probably another one than was entered; whoever sees it may insist.

    What is on the tiles of the box is not known: that each shows four terrains and is there once is assumed.
    """
    twice = next((letter for letter in tile if tile.count(letter) > 1), "")
    if twice:
        return Text("six-castles.doubt.twice", tile=tile, terrain=table.terrain(twice))
    cell = lying.get(same_tile(tile))
    if cell is not None:
        return Text("six-castles.doubt.lies", tile=tile, cell=NAMES[cell])
    rivals = [player for player in table.players if not player.seat.is_person]
    holder = next((player for player in rivals if in_hand(table, player, tile)), None)
    return None if holder is None else Text("six-castles.doubt.held", tile=tile, who=holder.seat)


def lay(table: Table, cell: int, tile: str) -> None:
    """A tile joins the territory."""
    table.territory.lay(cell, tile)
    table.placed.append(cell)


def has_crag(table: Table, tile: str) -> bool:
    return not table.tables.terrains.crags.isdisjoint(tile)


def most_touching(territory: Territory) -> list[int]:
    """The free cells that touch most tiles: where the dummy's tile goes."""
    most = max(territory.neighbours(cell) for cell in territory.frontier)
    return [cell for cell in sorted(territory.frontier) if territory.neighbours(cell) == most]


def crag_cells(table: Table, tile: str) -> list[int]:
    """The cells where a tile, lying as it does, brings a crag next to a crag; none if that cannot be."""
    crags = table.tables.terrains.crags
    spots = crag_spots(table.territory, crags)
    return sorted({cell for cell, _ in spots if joins_crag(cell, tile, spots, crags)})


def in_hand(table: Table, player: Player, tile: str) -> str:
    """The id of the tile in hand that can lie like that; nothing if there is none."""
    known, wanted = table.tables.land.tile, same_tile(tile)
    return next((id for id in player.hand if same_tile(known.get(id, id)) == wanted), "")


def closed_crags(table: Table, cell: int) -> list[int]:
    """The hills of a tile that are closed and hold a crag."""
    crags = table.tables.terrains.crags
    hills = table.territory.hills
    return [
        hill
        for hill in table.territory.hills_of(cell)
        if len(letters := hills[hill]) == 4 and not crags.isdisjoint(letters)
    ]


def castle_sites(table: Table, cell: int) -> list[int]:
    """The hills where the tile that was just laid founds a castle: closed, with a crag, none too near.

    Hills of one tile touch each other, so of several only one can have a castle.
    """
    if not table.castle:
        return []
    near = table.territory.castle_stands_near
    return [hill for hill in closed_crags(table, cell) if not near(hill)]


def why_no_castle(table: Table, cell: int, hill: int) -> Text | None:
    """Why no castle is founded on a hill of the tile just laid, if none is."""
    territory = table.territory
    if not territory.is_closed(hill):
        return Text("six-castles.why-no-castle.open")
    if hill not in closed_crags(table, cell):
        return Text("six-castles.why-no-castle.no-crag")
    near = [each for each in (hill, *(hill + step for step in TOUCHING)) if each in territory.castles]
    if near:
        castles = [table.tables.castles.by_id[territory.castles[each]] for each in near]
        return Text("six-castles.why-no-castle.near", castles=castles)
    return None if table.castle else Text("six-castles.why-no-castle.none-left")


def found_castle(table: Table, hill: int) -> str:
    """The top castle of the pile stands on the hill; the next one is to be turned up."""
    castle = table.castle
    table.territory.castles[hill] = castle
    table.castle = ""
    return castle


def castles_left(table: Table) -> list[str]:
    """The castles in the pile, without the one on top."""
    gone = {table.castle, *table.territory.castles.values()}
    return [castle.id for castle in table.tables.castles.all if castle.id not in gone]


def bonuses(table: Table, player: Player) -> list[Bonus]:
    """What a player may get for laying a crag."""
    found: list[Bonus] = ["coin"]
    line = player.line
    if player.is_light or (line is not None and line.cylinder + 1 < len(line.spaces)):
        found.append("step")
    if line is not None and may_pass(player) and line.cylinder + 2 < len(line.spaces):
        found.append("pass")
    if player.religion + 1 < len(table.tables.tracks.religion):
        found.append("religion")
    if player.has_hand and table.pile:
        found.append("tile")
    return found


def give_bonus(table: Table, player: Player, bonus: Bonus) -> None:
    """The bonus for a crag; which exploration tile was drawn is told apart."""
    if bonus == "coin":
        player.coins += 1
    elif bonus == "religion":
        go_on_religion(table, player, 1)
    elif bonus == "tile":
        table.pile -= 1
        player.extra_tiles += 1
    elif player.line is not None:
        if bonus == "pass":
            pass_coin(player)
        step(player, player.line)


def go_on_religion(table: Table, player: Player, steps: int) -> int:
    """Steps on the religion track, as far as it goes; how many."""
    before = player.religion
    player.religion = min(before + steps, len(table.tables.tracks.religion) - 1)
    return player.religion - before


# ---------------------------------------------------------------- discs: marking, sales and landscapes


def card_marks(table: Table, player: Player, letters: str) -> list[str]:
    """The terrains a rival by its card marks of these: one of a kind, those it has most of first."""
    order, marked = table.tables.terrains.order, table.tables.terrains.marked
    found = [letter for letter in dict.fromkeys(letters) if letter in marked]
    found.sort(key=lambda letter: (-player.owned.get(letter, 0), order[letter]))
    return found[: player.level]


def mark_by_card(player: Player, letters: Sequence[str]) -> None:
    for letter in letters:
        player.owned[letter] = player.owned.get(letter, 0) + 1


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


def why_no_disc(player: Player, terrain: Terrain, disc: int | None) -> Text | None:
    """Why a disc of the line cannot be spent on a terrain."""
    may = discs_for(player, terrain.letter)
    if disc is None or disc in may:
        return None
    spaces = [each + 1 for each in may if each is not None]
    if player.line is not None and disc in player.line.discs:
        return Text("six-castles.refused.disc-on-it", terrain=terrain, spaces=spaces)
    return Text("six-castles.refused.no-disc-there", space=disc + 1, spaces=spaces)


def spend_disc(player: Player, letter: str, disc: int | None = None) -> int | None:
    """Take a disc for a market or a space; the space of the line it came from, or nothing."""
    chosen = discs_for(player, letter)[0] if disc is None else disc
    if chosen is None or player.line is None:
        player.discs -= 1
    else:
        player.line.discs.remove(chosen)
    return chosen


class Sale(NamedTuple):
    """A market that a player could sell to."""

    castle: str
    hill: int
    good: Terrain
    goods: int
    """How many of the good are owned; 0 where only the player knows."""
    buildings: int
    """In the ring, the castle itself included."""

    @property
    def id(self) -> str:
        return f"{self.castle} {self.good.id}"

    @property
    def income(self) -> int:
        return self.goods * self.buildings


def value_of(table: Table, hill: int) -> int:
    """What a castle pays for each good, in half-coins: the buildings round it, and one for the castle."""
    corners = table.rulings["ring"] == "twelve"
    buildings = table.tables.terrains.buildings
    return table.territory.buildings_round(hill, buildings, corners=corners) + 1


class Market(NamedTuple):
    """What a castle still buys, and what it pays for each."""

    castle: str
    hill: int
    goods: Sequence[Terrain]
    value: int


def markets(table: Table) -> list[Market]:
    """What the castles buy now."""
    by_id = table.tables.terrains.by_id
    return [
        Market(castle, hill, [by_id[id] for id in goods], value_of(table, hill))
        for hill, castle in table.territory.castles.items()
        if (goods := table.markets(castle))
    ]


def sales(table: Table, player: Player) -> list[Sale]:
    """Every sale that is possible now."""
    return sales_at(markets(table), player) if table.territory.castles else []


def sales_at(markets: Sequence[Market], player: Player) -> list[Sale]:
    """Every sale to these castles that a player could make."""
    if not discs_to_spend(player):
        return []
    if player.is_light:
        return [Sale(each.castle, each.hill, good, 0, each.value) for each in markets for good in each.goods]
    return [
        Sale(each.castle, each.hill, good, owned, each.value)
        for each in markets
        for good in each.goods
        if (owned := player.owns(good.letter))
    ]


def sell(player: Player, sale: Sale, disc: int | None = None) -> int | None:
    """Sell to a castle: a disc blocks the market for good. The space of the line the disc came from."""
    player.coins += sale.income
    player.sales.append((sale.castle, sale.good.id))
    return spend_disc(player, sale.good.letter, disc)


class Space(NamedTuple):
    """A space of the landscape or the construction track that a player could take."""

    terrain: Terrain
    points: int
    is_top: bool

    @property
    def id(self) -> str:
        return f"{self.terrain.id}:top" if self.is_top else self.terrain.id

    @property
    def piece(self) -> Piece:
        """What lies there once it is taken."""
        return Piece(self.terrain.id, self.points, self.is_top)

    @property
    def place(self) -> str:
        """The id of the space on its track; the top of a track is there for all its terrains."""
        if self.is_top:
            return top_place("construction" if self.terrain.group == "construction" else "landscape")
        return place_on_track(self.terrain.id)


def place_on_track(terrain: str) -> str:
    return f"track {terrain}"


def top_place(group: Group) -> str:
    return f"track {group} top"


def counted(table: Table, player: Player, terrain: Terrain) -> int:
    """What counts for a track or a contract: terrains owned, or constructions in the workers' hills."""
    if terrain.group == "construction":
        return hills_shown(table, player).count(terrain.letter)
    return player.owns(terrain.letter)


def hills_shown(table: Table, player: Player) -> str:
    """All letters in the hills of a player's workers, each hill counted once."""
    return "".join(map(table.territory.terrains, player.hills()))


def has_top(player: Player, group: Group) -> bool:
    """Whether a player has taken the uppermost space of a track."""
    return any(piece.is_top for piece in player.on_track(group))


def free_spaces(table: Table, player: Player, group: Group) -> list[Space]:
    """The spaces of a track that nobody has blocked, and the uppermost one if the player has not taken it."""
    if table.is_family:
        return []
    tracks = table.tables.tracks
    spaces, top = tracks.spaces(group), tracks.top_of(group)
    wants_top = not has_top(player, group)
    found = []
    for terrain in table.tables.terrains.of_group(group):
        points = spaces.get(terrain.id)
        if points is not None and terrain.id not in table.taken:
            found.append(Space(terrain, points, False))
        if wants_top:
            found.append(Space(terrain, top, True))
    return found


def track_spaces(table: Table, player: Player, group: Group) -> list[Space]:
    """The spaces of a track that a player can take now; a player whose line is not tracked may take any."""
    if group == "landscape":
        return affordable(free_spaces(table, player, group), player)
    shown = hills_shown(table, player)
    if not shown or not (player.workers or player.lying):
        return []
    return [
        space
        for space in free_spaces(table, player, group)
        if shown.count(space.terrain.letter) >= space.points
    ]


def affordable(spaces: Sequence[Space], player: Player) -> list[Space]:
    """Of these spaces of the landscape track those that a player has a disc and enough terrains for."""
    if not discs_to_spend(player):
        return []
    return [space for space in spaces if player.is_light or player.owns(space.terrain.letter) >= space.points]


def take_landscape(table: Table, player: Player, space: Space, disc: int | None = None) -> int | None:
    """Block a space of the landscape track with a disc. The space of the line the disc came from."""
    player.landscapes.append(space.piece)
    if not space.is_top:
        table.taken[space.terrain.id] = player.seat.id
    return spend_disc(player, space.terrain.letter, disc)


def take_construction(table: Table, player: Player, space: Space, worker: Spot | None) -> None:
    """Block a space of the construction track with a worker: one that lies, or one of the supply."""
    player.constructions.append(space.piece)
    if not space.is_top:
        table.taken[space.terrain.id] = player.seat.id
    if worker is None:
        player.workers -= 1
    else:
        player.lying.remove(worker)
    player.spent_workers += 1


# ---------------------------------------------------------------- workers


class Going(NamedTuple):
    """What a player's workers do: a new one that ends there, and others that go from one spot to another."""

    new: Spot | None = None
    moves: tuple[tuple[Spot, Spot], ...] = ()


def starts(table: Table, spot: Spot) -> Sequence[int]:
    """The crossroads a worker can set out from: that of its tile, from a castle any of the four around."""
    hill = hill_of(spot)
    return [cell for cell, _ in around(hill)] if hill in table.territory.castles else [spot[0]]


def walks(table: Table, start: Spot, most: int) -> dict[int, int]:
    """The crossroads where a walk of a worker can end, the nearest first, each with the steps it takes.

    A walk takes at least one step: off a castle that is to another of its tiles, and back to the tile where a
    worker lies it is two, to a neighbouring crossroad and back.
    """
    reach = table.territory.reach(starts(table, start), most)
    if hill_of(start) in table.territory.castles:
        return {cell: max(steps, 1) for cell, steps in reach.items()} if most else {}
    del reach[start[0]]
    if reach and most > 1:
        reach[start[0]] = 2
    return dict(sorted(reach.items(), key=itemgetter(1)))


def hosts(table: Table, player: Player, hill: int) -> list[Player]:
    """The other players with a worker in a hill: each is paid a gold coin."""
    return [
        other
        for other in table.players
        if other.seat.id != player.seat.id and any(hill_of(spot) == hill for spot in other.lying)
    ]


def hosts_by_hill(table: Table, player: Player) -> dict[int, int]:
    """For each hill how many others have a worker there: each is to be paid."""
    found: dict[int, int] = {}
    for other in table.players:
        if other is not player:
            for hill in other.hills():
                found[hill] = found.get(hill, 0) + 1
    return found


def allowance(player: Player, going: Going) -> int:
    """Movement: one for each worker in the territory, a new one included."""
    return len(player.lying) + (going.new is not None)


def fees(table: Table, player: Player, going: Going) -> Iterator[Player]:
    """Whoever is to be paid a gold coin, once for each worker that ends where they are."""
    ends = [] if going.new is None else [going.new]
    for spot in [*ends, *(end for _, end in going.moves)]:
        yield from hosts(table, player, hill_of(spot))


def why_not_go(table: Table, player: Player, going: Going) -> Text | None:
    """Why workers cannot go like that."""
    left = most = allowance(player, going)
    if going.new is not None:
        if not player.workers:
            return Text("six-castles.refused.no-worker-left")
        new_tile = table.placed[-1]
        if going.new[0] not in table.territory.tiles:
            return Text("six-castles.refused.no-tile-there", cell=NAMES[going.new[0]])
        steps = table.territory.reach(new_tile, left).get(going.new[0])
        if steps is None:
            return Text("six-castles.refused.too-far", spot=place_of(going.new), n=most)
        left -= steps
    lying = player.lying.copy()
    for start, end in going.moves:
        if start not in lying:
            return why_no_worker(player, start)
        lying.remove(start)
        if end[0] not in table.territory.tiles:
            return Text("six-castles.refused.no-tile-there", cell=NAMES[end[0]])
        if start == end:
            return Text("six-castles.refused.no-step", spot=place_of(start))
        steps = walks(table, start, most).get(end[0])
        if steps is None or steps > left:
            id = "six-castles.refused.and-back" if start[0] == end[0] else "six-castles.refused.too-far"
            return Text(id, spot=place_of(end), n=most)
        left -= steps
    due = sum(1 for _ in fees(table, player, going)) * gold(table)
    if due > player.coins:
        return Text(
            "six-castles.refused.cannot-pay",
            due=Text("six-castles.half-coins", n=due),
            coins=Text("six-castles.half-coins", n=player.coins),
        )
    return None


def gold(table: Table) -> int:
    """What is paid to each other player in a hill, in half-coins."""
    return table.tables.setup.coins.gold * table.tables.setup.coins.share


def go(table: Table, player: Player, going: Going) -> list[Player]:
    """Let workers go and lie down; whoever was paid."""
    paid = list(fees(table, player, going))
    for host in paid:
        player.coins -= gold(table)
        host.coins += gold(table)
    for start, end in going.moves:
        player.lying.remove(start)
        player.lying.append(end)
    if going.new is not None:
        player.workers -= 1
        player.lying.append(going.new)
    player.lying.sort()
    return paid


def pilgrims(table: Table, player: Player) -> int:
    """Steps on the religion track: chapels and stone crosses in the hills where a player's workers are."""
    religious = table.tables.terrains.religious
    return sum(letter in religious for letter in hills_shown(table, player))


def place_of(spot: Spot) -> Text:
    """A spot in a sentence: its tile and quarter, as they are typed; on a page in words."""
    cell, quarter = NAMES[spot[0]], QUARTERS[spot[1]]
    name = Text(f"six-castles.quarter.{quarter}")
    return Text("six-castles.spot", cell=cell, quarter=corner(quarter), name=name)


def corner(quarter: str) -> Text:
    """A quarter of a tile in two letters, as it is typed in the player's language."""
    return Text(f"six-castles.corner.{quarter}")


def why_no_worker(player: Player, spot: Spot) -> Text:
    """That none of a player's workers lies on a spot."""
    if not player.lying:
        return Text("six-castles.refused.no-workers-lie")
    return Text("six-castles.refused.no-worker-there", spot=place_of(spot), spots=places_of(player))


def places_of(player: Player) -> list[Text]:
    return [place_of(spot) for spot in player.lying]


def quarter_of(cell: int, hill: int) -> int:
    """The quarter of a tile that is part of a hill."""
    return CORNERS.index(hill - cell)


# ---------------------------------------------------------------- what must add up


def recount(table: Table) -> list[str]:
    """What does not add up."""
    wrong: list[str] = []
    facts = table.tables.setup.of(table.version)
    for player in table.players:
        name = player.seat.id
        if player.is_dummy or not table.rounds:
            continue
        line = player.line
        on_line = 0 if line is None else len(line.discs)
        discs = player.discs + on_line + len(player.sales) + len(player.landscapes)
        workers = player.workers + len(player.lying) + player.spent_workers
        if discs != facts.discs or player.discs < 0:
            wrong.append(f"{name}: {discs} discs")
        if (
            workers != facts.workers
            or player.workers < 0
            or player.spent_workers != len(player.constructions)
        ):
            wrong.append(f"{name}: {workers} workers")
        if player.coins < 0:
            wrong.append(f"{name}: {player.coins} half-coins")
        if not 0 <= player.religion < len(table.tables.tracks.religion):
            wrong.append(f"{name}: religion {player.religion}")
        if any(spot[0] not in table.territory.tiles for spot in player.lying):
            wrong.append(f"{name}: a worker lies beside the territory")
        if line is not None and line.tiles:
            spaces = line.spaces
            if not 0 <= line.cylinder < len(spaces) or any(
                not line.cylinder < disc < len(spaces) or spaces[disc] == COIN for disc in line.discs
            ):
                wrong.append(f"{name}: cylinder on {line.cylinder}, discs on {line.discs} of {spaces}")
    wrong += _recount_piles(table)
    return wrong


def _recount_piles(table: Table) -> Iterator[str]:
    castles = [*table.territory.castles.values(), *([table.castle] if table.castle else [])]
    if len(set(castles)) < len(castles):
        yield f"castles twice: {castles}"
    for hill in table.territory.castles:
        if not table.territory.is_closed(hill):
            yield "a castle stands on an open hill"
        if any(hill + step in table.territory.castles for step in TOUCHING):
            yield "two castles touch"
    sold = [sale for player in table.players for sale in player.sales]
    if len(set(sold)) < len(sold):
        yield f"a market is blocked twice: {sold}"
    contracts = [*table.contracts, *(player.kept for player in table.players if player.kept)]
    if len({contract.id for contract in contracts}) < len(contracts):
        yield "a contract is there twice"
    if not 0 <= table.pile <= table.tables.setup.exploration.pile:
        yield f"{table.pile} exploration tiles in the pile"
    if not table.box:
        land = [*table.land, *table.unused, *(tile for player in table.players for tile in player.hand)]
        laid = len(table.placed) - 1 if table.placed else 0
        if len(set(land)) < len(land) or len(land) + laid != len(table.tables.land.tile):
            yield f"{len(land)} land tiles, {laid} laid"
        tiles = [
            *table.exploration,
            *table.laid,
            *(each for player in table.players for each in player.tiles),
        ]
        if sorted(tiles) != sorted(table.tables.exploration.tile):
            yield "exploration tiles are lost or doubled"
