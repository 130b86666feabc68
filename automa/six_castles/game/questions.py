"""The questions of a turn: what may be chosen, with what it brings, and what else may be written."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import permutations

from msgspec import Struct

from automa.dialogue import TABLE, Choose, Deck, Move, Named, Number, Option, Refused, Text
from automa.six_castles import rules, turns
from automa.six_castles.line import disc_places, longest_step, may_pass
from automa.six_castles.notation import ACT, KIND_NAMES, TURN, Seated, Written, check_tile, in_words, twin
from automa.six_castles.rules import Sale, Space
from automa.six_castles.state import Player, Spot, Table
from automa.six_castles.tables import COIN
from automa.six_castles.territory import CORNERS, FIRST, NAMES, QUARTERS, around, same_tile, spot_name
from automa.six_castles.turns import Kind

ENOUGH = "enough"
OR = " / "
"""Between the turns that an opponent finds equally good."""
MOST_GOODS = 30
"""More of one terrain than any line can show is a slip of the finger."""
FARTHEST = 2
"""How far the moves of workers go that are listed; others are written."""
MOST_ACTS = 12
"""How many things to do are listed, of moves those that bring most: no screen shows a longer list."""
SHORT = 3
"""With fewer spaces ahead of the cylinder, laying an exploration tile is offered."""


class Example(Option):
    """A tile such as the box may hold: only the person sees which it is, so none of these is listed."""

    __slots__ = ()
    listed = False


# ---------------------------------------------------------------- before the game

LINES = ("full", "light")


def which_line_question(to: str) -> Choose:
    """How closely the exploration lines of people are followed."""
    options = [
        Option(each, Text(f"six-castles.line.{each}"), Text(f"six-castles.line.about.{each}"))
        for each in LINES
    ]
    return Choose("six-castles.line", to, options, default="full")


# ---------------------------------------------------------------- tiles


class CellOption(Struct, frozen=True, eq=False):
    """A free cell, with what lies around it."""

    table: Table
    cell: int

    @property
    def id(self) -> str:
        return NAMES[self.cell]

    name = id

    @property
    def detail(self) -> str:
        """The open hills that a tile there joins, by their letters."""
        hills = self.table.territory.hills
        return "/".join(hills[self.cell + corner] for corner in CORNERS if self.cell + corner in hills)


def place_question(table: Table, player: Player) -> Move:
    """Where a person lays a tile; or the whole turn in notation."""
    tiles = turns.hand_of(table, player)
    options: list[Named] = [CellOption(table, cell) for cell in rules.open_cells(table, tiles)]
    written = Written(TURN, Seated(table, player))
    seat = player.seat
    if tiles:
        crag = rules.has_crag(table, tiles[0])
        example = rules.placements(table, tiles[0])[0].id if crag else f"{options[0].id} {tiles[0]}"
        return Move(
            "six-castles.place-hand", seat.id, options, notation=written, who=seat, tiles=tiles,
            n=len(tiles), example=example,
        )  # fmt: skip
    return Move("six-castles.place", seat.id, options, notation=written, who=seat)


def tile_question(table: Table, player: Player, cell: int) -> Move:
    """How the tile lies on a cell."""
    options: list[Named]
    if player.hand:
        hand = turns.hand_of(table, player)
        ways = dict.fromkeys(way for tile in hand for way in rules.ways_to_lie(table, tile, cell))
        options = [Option(way, way, turns.tile_words(table, way)) for way in ways]
    else:
        first_ways = [rules.ways_to_lie(table, tile, cell)[:1] for tile in examples(table)]
        options = [Example(way, way) for ways in first_ways for way in ways]

    def read(written: str, insist: bool) -> str:
        tile = whole_tile(table, written)
        turns.place(*twin(table, player), cell, tile)
        if table.box and not insist:
            turns.doubt(rules.tile_doubt(table, tile, rules.cells_by_tile(table)))
        return tile

    seat = player.seat
    return Move("six-castles.tile-lies", seat.id, options, read=read, who=seat, cell=NAMES[cell])


def examples(table: Table) -> list[str]:
    """Tiles such as the box may still hold, among them one without a crag, which may lie anywhere."""
    lying = rules.cells_by_tile(table)
    found = [tile for tile in table.tables.land.tile.values() if rules.tile_doubt(table, tile, lying) is None]
    if not all(rules.has_crag(table, tile) for tile in found):
        return found
    plain = [letter for letter in table.tables.terrains.by_letter if not rules.has_crag(table, letter)]
    tiles = map("".join, permutations(plain, 4))
    return [*found, next(tile for tile in tiles if rules.tile_doubt(table, tile, lying) is None)]


def whole_tile(table: Table, written: str) -> str:
    """A tile that is typed as it lies, and nothing else."""
    tile = "".join(written.casefold().replace("/", " ").split())
    check_tile(table, tile)
    return tile


def first_tile_question(table: Table, to: str, player: Player) -> Move:
    """Which side of the initial tile is up."""
    sides = table.tables.land.initial
    kind = Example if table.box else Option
    options: list[Named] = [kind(side, side, turns.tile_words(table, side)) for side in sides]
    return _tile_entry("six-castles.first-tile", table, to, options, Deck("initial tile"), player)


def box_tile_question(table: Table, player: Player, stream: Deck) -> Move:
    """The tile of the box that an opponent turns up, entered as it lies."""
    options: list[Named] = [Example(tile, tile) for tile in examples(table)]
    return _tile_entry("six-castles.turned-up", table, TABLE, options, stream, player)


def _tile_entry(id: str, table: Table, to: str, options: list[Named], stream: Deck, player: Player) -> Move:
    def read(written: str, insist: bool) -> str:
        tile = whole_tile(table, written)
        if not table.box:
            turns.refuse(rules.why_not_initial(table, tile))
        elif not insist:
            turns.doubt(rules.tile_doubt(table, tile, rules.cells_by_tile(table)))
        return tile

    return Move(id, to, options, read=read, stream=stream, who=player.seat, cell=NAMES[FIRST])


class HillOption:
    """A hill of a tile, by its quarter there."""

    __slots__ = ("about", "hill", "id", "name")

    def __init__(self, table: Table, cell: int, hill: int) -> None:
        self.id = QUARTERS[rules.quarter_of(cell, hill)]
        self.about = NAMES[cell] + self.id
        self.name = turns.hill_text(table, cell, hill)
        self.hill = hill


def bonus_question(table: Table, player: Player) -> Choose:
    """What a person gets for laying a crag."""
    options = [Option(bonus, turns.bonus_name(bonus)) for bonus in rules.bonuses(table, player)]
    return Choose("six-castles.which-bonus", player.seat.id, options, who=player.seat)


# ---------------------------------------------------------------- exploration tiles


def exploration_option(table: Table, id: str) -> Option:
    front, back = table.tables.exploration.tile[id]
    return Option(id, Text("six-castles.faces", front=front, back=back))


def goods_of(table: Table, castle: str) -> Text:
    """What a castle buys, in words."""
    goods = [table.tables.terrains.by_id[id] for id in table.markets(castle)]
    if len(goods) == len(table.tables.terrains.of_group("agricultural")):
        return Text("six-castles.any-good")
    return Text("six-castles.goods", goods=goods) if goods else Text("six-castles.no-goods")


def line_question(table: Table, player: Player) -> Move:
    """The exploration line at the start: one tile, in the family version all of them."""
    number = table.tables.setup.exploration.each if table.is_family else 1
    tiles = player.tiles or list(table.tables.exploration.tile)[: table.tables.setup.exploration.each]
    if table.is_family:
        fronts = [turns.faces(table, id)[0] for id in tiles]
        ids = [" ".join(fronts), " ".join(face[::-1] for face in fronts)]
    else:
        ids = [face for id in tiles for face in turns.faces(table, id)]
    kind = Example if table.box else Option
    options: list[Named] = [kind(id, id) for id in ids]

    def read(written: str, insist: bool) -> str:
        faces = written.casefold().split()
        if len(faces) != number:
            raise Refused(Text("six-castles.refused.faces", n=number, found=len(faces)))
        copy, mine = twin(table, player)
        for face in faces:
            turns.lay_exploration(copy, mine, turns.Laid(face))
        return " ".join(faces)

    id = "six-castles.whole-line" if table.is_family else "six-castles.line-start"
    return Move(id, player.seat.id, options, read=read, who=player.seat, n=number)


def new_face_question(table: Table, player: Player) -> Move:
    """How a new exploration tile lies at the right end of the line."""
    tiles = player.tiles or list(table.tables.exploration.tile)[:1]
    kind = Example if table.box else Option
    options: list[Named] = [kind(face, face) for id in tiles for face in turns.faces(table, id)]

    def read(written: str, insist: bool) -> str:
        face = written.strip().casefold()
        turns.lay_exploration(*twin(table, player), turns.Laid(face))
        return face

    return Move("six-castles.new-face", player.seat.id, options, read=read, who=player.seat)


# ---------------------------------------------------------------- discs or workers


class ActOption(Struct, frozen=True, eq=False):
    """Something to do with discs or workers, with what it brings."""

    id: str
    table: Table
    player: Player

    @property
    def name(self) -> Text:
        return in_words(self.table.tables, self.id)

    @property
    def spoken(self) -> Text | None:
        """The same in words; what concerns the exploration line is told by what it brings."""
        turn = ACT.recall(self.id, Seated(self.table, self.player))
        if turn.laid or turn.paid:
            return None
        if turn.quarter:
            return Text("six-castles.act.marks", quarter=turns.quarter_text(QUARTERS.index(turn.quarter)))
        if turn.new:
            return Text("six-castles.act.new", spot=turn.new[1:])
        if turn.moves:
            start, _, end = turn.moves[0].partition(">")
            return Text("six-castles.act.moves", start=start, end=end)
        return Text(f"six-castles.act.{KIND_NAMES[turn.kind]}")

    @property
    def about(self) -> str:
        """What it is about: where a worker ends, the hill it marks, or the exploration line."""
        turn = ACT.recall(self.id, Seated(self.table, self.player))
        if not turn.kind:
            return f"player {self.player.seat.id}"
        if turn.quarter:
            return self._at(NAMES[self.table.placed[-1]] + turn.quarter)
        return self._at(turn.new[1:] or "".join(turn.moves[:1]).partition(">")[2])

    def _at(self, quarter: str) -> str:
        """The quarter itself, or the castle that covers it."""
        for hill, castle in self.table.territory.castles.items():
            if quarter in (spot_name(*spot) for spot in around(hill)):
                return f"castle {castle}"
        return quarter

    @property
    def detail(self) -> Text:
        copy, mine = twin(self.table, self.player)
        turn = ACT.recall(self.id, Seated(self.table, self.player))
        told = turns.act(copy, mine, turn)
        before = self.player
        gains = [Text("six-castles.gain.lays", face=turns.exploration(each).face) for each in turn.laid]
        if turn.paid and mine.line is not None:
            gains.append(Text("six-castles.gain.goes-on", space=mine.line.cylinder + 1))
        gains += [
            Text("six-castles.gain.marks", terrains=each.values["terrains"])
            for each in told
            if each.id == "six-castles.marks"
        ]
        if mine.religion > before.religion:
            gains.append(Text("six-castles.gain.religion", n=mine.religion - before.religion))
        if mine.coins < before.coins:
            gains.append(Text("six-castles.gain.pays", coins=before.coins - mine.coins))
        if gains:
            return Text("six-castles.would", what=gains)
        if turn.kind == "d" and not turn.quarter:
            return Text("six-castles.gain.sells")
        return Text("six-castles.kind.nothing" if turn.kind == "-" else "six-castles.gain.nothing")


def act_question(table: Table, player: Player) -> Move:
    """Discs or workers: what is worth listing as options, or anything in notation."""
    options: list[Named] = [ActOption(id, table, player) for id in act_ids(table, player)]
    written = Written(ACT, Seated(table, player))
    return Move("six-castles.act", player.seat.id, options, notation=written, who=player.seat)


def act_ids(table: Table, player: Player) -> list[str]:
    """The discs and workers of a turn that are listed, in notation."""
    cell = table.placed[-1]
    hills = list(enumerate(table.territory.hills_of(cell)))
    found = [*_lays(table, player)]
    for quarter, hill in hills:
        found += _marks(table, player, QUARTERS[quarter], hill)
    if rules.sales(table, player) or rules.track_spaces(table, player, "landscape"):
        found.append("d")
    if player.workers:
        hosts = rules.hosts_by_hill(table, player)
        found += [
            f"w +{spot_name(cell, quarter)}"
            for quarter, hill in hills
            if hosts.get(hill, 0) * rules.gold(table) <= player.coins
        ]
    if player.lying:
        found.append("w")
        found += _moves(table, player, max(0, MOST_ACTS - 1 - len(found)))
    return [*found, "-"]


def _lays(table: Table, player: Player) -> Iterator[str]:
    line = player.line
    if line is not None and player.tiles and len(line.spaces) - 1 - line.cylinder < SHORT:
        for id in player.tiles:
            yield f"x:{table.tables.exploration.tile[id][0]}"
    if line is not None and may_pass(player):
        yield COIN


def _marks(table: Table, player: Player, quarter: str, hill: int) -> Iterator[str]:
    if not table.territory.terrains(hill):
        return
    if player.line is None:
        yield f"d {quarter}"
        return
    steps = longest_step(table, player, hill)
    if steps:
        yield f"d {quarter} >{steps}"
    if player.discs:
        for place in disc_places(table, player, hill, steps)[:1]:
            yield f"d {quarter} >{steps} @{place + 1}" if steps else f"d {quarter} @{place + 1}"


def _moves(table: Table, player: Player, most: int) -> list[str]:
    """Moves of one worker, not far, to hills with constructions; those that bring most religion first."""
    worth = _worth(table, player)
    found: list[tuple[int, Spot, Spot]] = []
    for start in dict.fromkeys(player.lying):
        ends: dict[int, Spot] = {}
        for cell in rules.walks(table, start, min(len(player.lying), FARTHEST)):
            for quarter, corner in enumerate(CORNERS):
                hill = cell + corner
                if hill in worth:
                    ends.setdefault(hill, (cell, quarter))
        found += [(-worth[hill], start, end) for hill, end in ends.items()]
    found.sort()
    return [f"w {spot_name(*start)}>{spot_name(*end)}" for _, start, end in found[:most]]


def _worth(table: Table, player: Player) -> dict[int, int]:
    """What a worker finds in the hills that it can pay for and none is in: constructions, twice religion."""
    territory, terrains = table.territory, table.tables.terrains
    wanted = frozenset(terrain.letter for terrain in terrains.of_group("construction"))
    hosts, gold, mine = rules.hosts_by_hill(table, player), rules.gold(table), player.hills()
    return {
        hill: sum([(letter in wanted) + 2 * (letter in terrains.religious) for letter in letters])
        for hill, letters in territory.hills.items()
        if not wanted.isdisjoint(letters)
        and hill not in mine
        and hill not in territory.castles
        and hosts.get(hill, 0) * gold <= player.coins
    }


# ---------------------------------------------------------------- sales and spaces


def _disc_id(disc: int | None) -> str:
    return "" if disc is None else f":@{disc + 1}"


def _other_discs(player: Player, letter: str) -> list[int]:
    """The discs of the line that may be spent instead of the usual one."""
    return [disc for disc in rules.discs_for(player, letter)[1:] if disc is not None]


class SaleOption(Struct, frozen=True, eq=False):
    """A sale, with what it brings, and the disc of the line if it is not the usual one."""

    table: Table
    sale: Sale
    disc: int | None = None

    @property
    def id(self) -> str:
        return f"sell:{self.sale.castle}:{self.sale.good.id}" + _disc_id(self.disc)

    @property
    def name(self) -> Text:
        castle = turns.named_castle(self.table, self.sale.castle)
        name = Text("six-castles.sale", good=self.sale.good, castle=castle)
        return name if self.disc is None else Text("six-castles.with-disc", what=name, space=self.disc + 1)

    @property
    def about(self) -> str:
        return f"castle {self.sale.castle}"

    @property
    def detail(self) -> Text:
        if not self.sale.goods:
            return Text("six-castles.sale-value", value=self.sale.buildings)
        coins = turns.half_coins(self.sale.income)
        return Text("six-castles.sale-brings", count=self.sale.goods, value=self.sale.buildings, coins=coins)


class SpaceOption(Struct, frozen=True, eq=False):
    """A space of a track, and who or what pays for it."""

    space: Space
    worker: Spot | None = None
    disc: int | None = None

    @property
    def id(self) -> str:
        spot = "" if self.worker is None else f":{spot_name(*self.worker)}"
        return f"take:{self.space.id}{spot}" + _disc_id(self.disc)

    @property
    def about(self) -> str:
        return self.space.place

    @property
    def name(self) -> Text:
        points = Text("amount.points", n=self.space.points)
        if self.worker is None and self.space.terrain.group == "construction":
            return Text("six-castles.space-supply", terrain=self.space.terrain, points=points)
        if self.worker is None:
            name = Text("six-castles.space", terrain=self.space.terrain, points=points)
            return (
                name if self.disc is None else Text("six-castles.with-disc", what=name, space=self.disc + 1)
            )
        spot = rules.place_of(self.worker)
        return Text("six-castles.space-from", terrain=self.space.terrain, points=points, spot=spot)


MORE = ("discs", "sales", "landscapes", "workers")
"""What the question after discs or workers can be about."""


def more_question(table: Table, player: Player, kind: Kind, *, sells: bool = True) -> Choose | None:
    """The sales and spaces that are possible now; nothing to ask if there are none.

    Sales come before landscapes: once one of those is scored, nothing is sold any more in that turn.
    """
    options: list[Named] = []
    asked = KIND_NAMES[kind]
    if kind == "d":
        sales = rules.sales(table, player) if sells else []
        spaces = rules.track_spaces(table, player, "landscape")
        options += [SaleOption(table, sale) for sale in sales]
        options += [SpaceOption(space) for space in spaces]
        if not (sales and spaces):
            asked = "sales" if sales else "landscapes"
        for sale in sales:
            options += [SaleOption(table, sale, disc) for disc in _other_discs(player, sale.good.letter)]
        for space in spaces:
            options += [SpaceOption(space, disc=disc) for disc in _other_discs(player, space.terrain.letter)]
    else:
        for space in rules.track_spaces(table, player, "construction"):
            if player.workers:
                options.append(SpaceOption(space))
            options += [SpaceOption(space, spot) for spot in dict.fromkeys(player.lying)]
    if not options:
        return None
    options.append(Option(ENOUGH, Text("six-castles.enough")))
    question = Text(f"six-castles.more.{asked}", who=player.seat)
    return Choose("six-castles.more", player.seat.id, options, default=ENOUGH, question=question)


def goods_question(table: Table, player: Player, good: str) -> Number:
    """How many of a good somebody owns whose line is not tracked."""
    terrain = table.tables.terrains.by_id[good]
    seat = player.seat
    return Number("six-castles.how-many-goods", seat.id, low=1, high=MOST_GOODS, who=seat, good=terrain)


# ---------------------------------------------------------------- opponents


def rival_question(table: Table, player: Player, tile: str) -> Move:
    """What a rival does with its tile: one turn, or several that it finds equally good."""
    first = rules.placements(table, tile)[0]
    bonus = " +coin" if rules.has_crag(table, tile) else ""
    options: list[Named] = [Option(turn := f"{first.id}{bonus} -", turn)]
    written = Written(TURN, Seated(table, player))

    def read(line: str, insist: bool) -> str:
        equals = [written.check(each) for each in line.split(OR)]
        for each in equals:
            turn = TURN.recall(each, written.at)
            if same_tile(turn.tile) != same_tile(tile) or not turn.kind:
                raise Refused(Text("six-castles.refused.other-tile", tile=tile))
        return OR.join(equals)

    seat = player.seat
    return Move("six-castles.rivals-turn", seat.id, options, read=read, who=seat, tile=tile)
