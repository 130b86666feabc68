"""The questions of a turn: what may be chosen, with what it brings, and what else may be written."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import permutations

from msgspec import Struct

from automa.dialogue import TABLE, Choose, Deck, Move, Named, Number, Option, Pad, Refused, Text, joined
from automa.six_castles import rules
from automa.six_castles.line import disc_places, longest_step, may_pass
from automa.six_castles.rules import Sale, Space, turns
from automa.six_castles.rules.turns import TURN, in_words
from automa.six_castles.state import Player, Spot, Table
from automa.six_castles.steps import (
    Discs,
    Enough,
    Explore,
    Found,
    Gain,
    Lay,
    Nothing,
    Pay,
    Sell,
    Take,
    Workers,
    spot,
    spot_of,
    written,
)
from automa.six_castles.tables import COIN, Contract
from automa.six_castles.territory import CORNERS, FIRST, NAMES, QUARTERS, around, same_tile, spot_name
from automa.steps import Offer, Step

ENOUGH = "enough"
MOST_SPACES = 8
"""No exploration tile has more spaces."""
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


class CellOption(Named, Struct, frozen=True, eq=False):
    """A free cell, with what lies around it."""

    table: Table
    cell: int

    @property
    def id(self) -> str:
        return NAMES[self.cell]

    mark = id

    @property
    def name(self) -> Text:
        return Text("six-castles.cell", cell=self.id)

    @property
    def step(self) -> Lay:
        return Lay(NAMES[self.cell])

    @property
    def detail(self) -> Text:
        """The open hills that a tile there joins."""
        hills = self.table.territory.hills
        found = [hills[self.cell + corner] for corner in CORNERS if self.cell + corner in hills]
        named = [Text("six-castles.joined", terrains=turns.terrains_of(self.table, each)) for each in found]
        return Text("six-castles.joins", letters="/".join(found), hills=joined("six-castles.and-hill", named))


def place_question(table: Table, player: Player) -> Move:
    """Where a person lays a tile; or the whole turn in notation."""
    tiles = rules.hand_of(table, player)
    options: list[Named] = [CellOption(table, cell) for cell in rules.open_cells(table, tiles)]
    notation = TURN.at(table)
    seat = player.seat
    if tiles:
        crag = rules.has_crag(table, tiles[0])
        example = rules.placements(table, tiles[0])[0].id if crag else f"{options[0].id} {tiles[0]}"
        return Move(
            "six-castles.place-hand", seat.id, options, notation=notation, who=seat, tiles=tiles,
            n=len(tiles), example=example, words=[turns.tile_words(table, tile) for tile in tiles],
        )  # fmt: skip
    return Move("six-castles.place", seat.id, options, notation=notation, who=seat)


def tile_question(table: Table, player: Player, cell: int) -> Move:
    """How the tile lies on a cell."""
    options: list[Named]
    if player.hand:
        hand = rules.hand_of(table, player)
        ways = dict.fromkeys(way for tile in hand for way in rules.ways_to_lie(table, tile, cell))
        options = [Option(way, way, turns.tile_words(table, way)) for way in ways]
    else:
        first_ways = [rules.ways_to_lie(table, tile, cell)[:1] for tile in examples(table)]
        options = [Example(way, way) for ways in first_ways for way in ways]

    def read(written: str, insist: bool) -> str:
        tile = whole_tile(table, written)
        broken = TURN.broken(table, Lay(NAMES[cell], tile), insist=insist)
        if broken is not None:
            raise Refused(broken.text, insist=broken.insist)
        return tile

    seat = player.seat
    pad = land_pad(table)
    return Move("six-castles.tile-lies", seat.id, options, read=read, pad=pad, who=seat, cell=NAMES[cell])


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
    turns.refuse(rules.why_no_tile(table, tile))
    return tile


def first_tile_question(table: Table, to: str, player: Player) -> Move:
    """Which side of the initial tile is up."""
    sides = table.tables.land.initial
    kind = Example if table.box else Option
    options: list[Named] = [kind(side, side, turns.tile_words(table, side)) for side in sides]
    return _tile_entry("six-castles.first-tile", table, to, options, Deck("initial tile"), player)


def box_tile_question(table: Table, player: Player, stream: Deck) -> Move:
    """The tile of the box that an opponent turns up or draws, entered as it lies."""
    options: list[Named] = [Example(tile, tile) for tile in examples(table)]
    id = "six-castles.rival-draws" if player.has_hand else "six-castles.turned-up"
    return _tile_entry(id, table, TABLE, options, stream, player)


def _tile_entry(id: str, table: Table, to: str, options: list[Named], stream: Deck, player: Player) -> Move:
    def read(written: str, insist: bool) -> str:
        tile = whole_tile(table, written)
        if not table.box:
            turns.refuse(rules.why_not_initial(table, tile))
        elif not insist:
            turns.doubt(rules.tile_doubt(table, tile, rules.cells_by_tile(table)))
        return tile

    pad = land_pad(table)
    return Move(id, to, options, read=read, pad=pad, stream=stream, who=player.seat, cell=NAMES[FIRST])


def land_pad(table: Table) -> Pad:
    """What a land tile is put together from."""
    return Pad(table.tables.terrains.by_letter)


def line_pad(table: Table, tiles: int = 1) -> Pad:
    """What exploration tiles are put together from: terrains and half-coins."""
    letters: dict[str, Named] = {**table.tables.terrains.by_letter}
    letters[COIN] = Option("half-coin", Text("six-castles.half-coin"))
    return Pad(letters, is_square=False, most=MOST_SPACES, tiles=tiles)


class HillOption(Named):
    """A hill of a tile, by its quarter there."""

    __slots__ = ("about", "hill", "id", "name", "step")

    id: str
    name: Text
    about: str

    def __init__(self, table: Table, cell: int, hill: int) -> None:
        self.id = QUARTERS[rules.quarter_of(cell, hill)]
        self.about = NAMES[cell] + self.id
        self.name = turns.hill_text(table, cell, hill)
        self.hill = hill
        self.step = Found(self.id)


def bonus_question(table: Table, player: Player) -> Choose:
    """What a person gets for laying a crag."""
    every = {bonus: Offer(bonus, turns.bonus_name(bonus), step=Gain(f"+{bonus}")) for bonus in rules.BONUSES}
    options = [every[bonus] for bonus in rules.bonuses(table, player)]
    known = list(every.values())
    return Choose("six-castles.which-bonus", player.seat.id, options, known=known, who=player.seat)


# ---------------------------------------------------------------- exploration tiles


def exploration_option(table: Table, id: str) -> Option:
    return Option(id, turns.faces_text(table, id))


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
        fronts = [rules.faces(table, id)[0] for id in tiles]
        ids = [" ".join(fronts), " ".join(face[::-1] for face in fronts)]
    else:
        ids = [face for id in tiles for face in rules.faces(table, id)]
    kind = Option if table.deals_line(player) else Example
    options: list[Named] = [kind(id, id) for id in ids]

    def read(written: str, insist: bool) -> str:
        faces = written.casefold().split()
        if len(faces) != number:
            raise Refused(Text("six-castles.refused.faces", n=number, found=len(faces)))
        copy = table.copy()
        mine = copy.player(player.seat.id)
        for face in faces:
            turns.refuse(turns.why_no_face(copy, mine, Explore("x", face)))
            turns.lay_exploration(copy, mine, Explore("x", face))
        return " ".join(faces)

    id = "six-castles.whole-line" if table.is_family else "six-castles.line-start"
    pad = line_pad(table, number)
    return Move(id, player.seat.id, options, read=read, pad=pad, who=player.seat, n=number)


def keep_question(player: Player, two: Sequence[Contract]) -> Choose:
    """Which of two contracts is kept secret."""
    return Choose("six-castles.keep-contract", player.seat.id, two, who=player.seat)


def new_face_question(table: Table, player: Player) -> Move:
    """How a new exploration tile lies at the right end of the line."""
    tiles = player.tiles or list(table.tables.exploration.tile)[:1]
    kind = Option if table.deals_line(player) else Example
    options: list[Named] = [kind(face, face) for id in tiles for face in rules.faces(table, id)]

    def read(written: str, insist: bool) -> str:
        face = written.strip().casefold()
        turns.refuse(turns.why_no_face(table, player, Explore("x", face)))
        return face

    pad = line_pad(table)
    return Move("six-castles.new-face", player.seat.id, options, read=read, pad=pad, who=player.seat)


# ---------------------------------------------------------------- discs or workers


class ActOption(Named, Struct, frozen=True, eq=False):
    """Something to do with discs or workers, with what it brings."""

    table: Table
    step: Step

    @property
    def id(self) -> str:
        return written([self.step])

    @property
    def name(self) -> Text:
        return in_words(self.table, [self.step])

    @property
    def spoken(self) -> Text | None:
        """The same in words; what concerns the exploration line is told by what it brings."""
        match self.step:
            case Discs(quarter=quarter) if quarter:
                return Text("six-castles.act.marks", quarter=turns.quarter_text(QUARTERS.index(quarter)))
            case Workers(new=new) if new:
                return Text("six-castles.act.new", spot=rules.place_of(spot(new[1:])))
            case Workers(moves=[move]):
                start, end = (rules.place_of(spot(each)) for each in move.split(">"))
                return Text("six-castles.act.moves", start=start, end=end)
            case Explore() | Pay():
                return None
        return Text(f"six-castles.act.{ACTS[type(self.step)]}")

    @property
    def about(self) -> str:
        """What it is about: where a worker ends, the hill it marks, or the exploration line."""
        match self.step:
            case Explore() | Pay():
                return f"player {self.table.active.seat.id}"
            case Discs(quarter=quarter) if quarter:
                return self._at(NAMES[self.table.placed[-1]] + quarter)
            case Workers(new=new, moves=moves):
                return self._at(new[1:] or "".join(moves[:1]).partition(">")[2])
        return ""

    def _at(self, quarter: str) -> str:
        """The quarter itself, or the castle that covers it."""
        for hill, castle in self.table.territory.castles.items():
            if quarter in (spot_name(*each) for each in around(hill)):
                return f"castle {castle}"
        return quarter

    @property
    def detail(self) -> Text:
        copy, step = self.table.copy(), self.step
        told = turns.apply(copy, step)
        before, mine = self.table.active, copy.active
        gains: list[Text] = []
        if isinstance(step, Explore):
            words = turns.face_words(self.table, step.face)
            gains.append(Text("six-castles.gain.lays", face=step.face, words=words))
        if isinstance(step, Pay) and mine.line is not None:
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
        if step == Discs():
            return Text("six-castles.gain.sells")
        return Text("six-castles.kind.nothing" if step == Nothing() else "six-castles.gain.nothing")


ACTS: dict[type[Step], str] = {Discs: "discs", Workers: "workers", Nothing: "nothing"}


def act_question(table: Table, player: Player) -> Move:
    """Discs or workers: what is worth listing as options, or anything that is written."""
    options: list[Named] = [ActOption(table, step) for step in acts(table, player)]
    return Move("six-castles.act", player.seat.id, options, notation=TURN.at(table), who=player.seat)


def acts(table: Table, player: Player) -> list[Step]:
    """The discs and workers of a turn that are listed."""
    cell = table.placed[-1]
    hills = list(enumerate(table.territory.hills_of(cell)))
    found = [*_lays(table, player)]
    for quarter, hill in hills:
        found += _marks(table, player, QUARTERS[quarter], hill)
    if rules.sales(table, player) or rules.track_spaces(table, player, "landscape"):
        found.append(Discs())
    if player.workers:
        hosts = rules.hosts_by_hill(table, player)
        found += [
            Workers(new=f"+{spot_name(cell, quarter)}")
            for quarter, hill in hills
            if hosts.get(hill, 0) * rules.gold(table) <= player.coins
        ]
    if player.lying:
        found.append(Workers())
        found += _moves(table, player, max(0, MOST_ACTS - 1 - len(found)))
    return [*found, Nothing()]


def _lays(table: Table, player: Player) -> Iterator[Step]:
    line = player.line
    if line is not None and player.tiles and len(line.spaces) - 1 - line.cylinder < SHORT:
        for id in player.tiles:
            yield Explore("x", table.tables.exploration.tile[id][0])
    if line is not None and may_pass(player):
        yield Pay()


def _marks(table: Table, player: Player, quarter: str, hill: int) -> Iterator[Step]:
    if not table.territory.terrains(hill):
        return
    if player.line is None:
        yield Discs(quarter)
        return
    steps = longest_step(table, player, hill)
    far = f">{steps}" if steps else ""
    if steps:
        yield Discs(quarter, far)
    if player.discs:
        for place in disc_places(table, player, hill, steps)[:1]:
            yield Discs(quarter, far, (f"@{place + 1}",))


def _moves(table: Table, player: Player, most: int) -> list[Step]:
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
    return [Workers(moves=(f"{spot_name(*start)}>{spot_name(*end)}",)) for _, start, end in found[:most]]


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


def _other_discs(player: Player, letter: str) -> list[int]:
    """The discs of the line that may be spent instead of the usual one."""
    return [disc for disc in rules.discs_for(player, letter)[1:] if disc is not None]


class SaleOption(Named, Struct, frozen=True, eq=False):
    """A sale, with what it brings, and the disc of the line if it is not the usual one."""

    table: Table
    sale: Sale
    disc: int | None = None

    @property
    def step(self) -> Sell:
        paid = "" if self.disc is None else str(self.disc + 1)
        return Sell(self.sale.castle, self.sale.good.id, paid=paid)

    @property
    def id(self) -> str:
        paid = "" if self.disc is None else f":@{self.disc + 1}"
        return f"sell:{self.sale.castle}:{self.sale.good.id}{paid}"

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
            return Text("six-castles.sale-value", coins=turns.half_coins(self.sale.buildings))
        coins = turns.half_coins(self.sale.income)
        return Text("six-castles.sale-brings", count=self.sale.goods, value=self.sale.buildings, coins=coins)


class SpaceOption(Named, Struct, frozen=True, eq=False):
    """A space of a track, and the worker or the disc of the line that pays if it is not one of the supply."""

    space: Space
    paid: str = ""

    @property
    def step(self) -> Take:
        return Take(self.space.terrain.id, self.space.is_top, self.paid)

    @property
    def id(self) -> str:
        sign = ":@" if self.paid.isdecimal() else ":"
        return f"take:{self.space.id}" + (sign + self.paid if self.paid else "")

    @property
    def about(self) -> str:
        return self.space.place

    @property
    def name(self) -> Text:
        terrain, points = self.space.terrain, Text("amount.points", n=self.space.points)
        worker = spot_of(self.paid)
        if worker is not None:
            place = rules.place_of(worker)
            return Text("six-castles.space-from", terrain=terrain, points=points, spot=place)
        if terrain.group == "construction":
            return Text("six-castles.space-supply", terrain=terrain, points=points)
        name = Text("six-castles.space", terrain=terrain, points=points)
        return Text("six-castles.with-disc", what=name, space=self.paid) if self.paid else name


MORE = ("discs", "sales", "landscapes", "workers")
"""What the question after discs or workers can be about."""


def more_question(table: Table, player: Player) -> Choose | None:
    """The sales and spaces that are possible now; nothing to ask if there are none."""
    sales, spaces = turns.sales(table), turns.spaces(table)
    options: list[Named] = [SaleOption(table, sale) for sale in sales]
    if table.now.kind == "d":
        options += [SpaceOption(space) for space in spaces]
        for sale in sales:
            options += [SaleOption(table, sale, disc) for disc in _other_discs(player, sale.good.letter)]
        for space in spaces:
            discs = _other_discs(player, space.terrain.letter)
            options += [SpaceOption(space, str(disc + 1)) for disc in discs]
    else:
        for space in spaces:
            options += [SpaceOption(space)] if player.workers else []
            options += [SpaceOption(space, spot_name(*each)) for each in dict.fromkeys(player.lying)]
    if not options:
        return None
    asked = "workers" if table.now.kind == "w" else "discs"
    if asked == "discs" and not (sales and spaces):
        asked = "sales" if sales else "landscapes"
    options.append(Offer(ENOUGH, Text("six-castles.enough"), mark="n", step=Enough()))
    question = Text(f"six-castles.more.{asked}", who=player.seat)
    return Choose("six-castles.more", player.seat.id, options, question=question)


def goods_question(table: Table, player: Player, good: str) -> Number:
    """How many of a good somebody owns whose line is not tracked."""
    terrain = table.tables.terrains.by_id[good]
    seat = player.seat
    return Number("six-castles.how-many-goods", seat.id, low=1, high=MOST_GOODS, who=seat, good=terrain)


# ---------------------------------------------------------------- opponents


class RivalTurn(Named, Struct, frozen=True, eq=False):
    """A turn that a rival finds as good as others."""

    id: str
    table: Table
    steps: Sequence[Step]

    @property
    def name(self) -> Text:
        return in_words(self.table, self.steps)


class RivalMove(Move):
    """What a rival does with its tile, and how that was understood."""

    __slots__ = ("turns",)
    turns: dict[str, list[RivalTurn]]


def rival_question(table: Table, player: Player, tile: str) -> RivalMove:
    """What a rival does with its tile: one turn, or several that it finds equally good."""
    first = rules.placements(table, tile)[0]
    bonus = " +coin" if rules.has_crag(table, tile) else ""
    options: list[Named] = [Option(turn := f"{first.id}{bonus} -", turn)]

    def read(line: str, insist: bool) -> str:
        turns = rival_turns(table, line)
        written = OR.join(turn.id for turn in turns)
        ask.turns[written] = turns
        for turn in turns:
            lay = turn.steps[0] if turn.steps else None
            acts = any(isinstance(step, Discs | Workers | Nothing) for step in turn.steps)
            if not isinstance(lay, Lay) or same_tile(lay.tile) != same_tile(tile) or not acts:
                raise Refused(Text("six-castles.refused.other-tile", tile=tile))
        return written

    seat = player.seat
    ask = RivalMove("six-castles.rivals-turn", seat.id, options, read=read, who=seat, tile=tile)
    ask.turns = {}
    return ask


def rival_turns(table: Table, line: str) -> list[RivalTurn]:
    """The turns that a rival finds equally good; `Refused` if one of them cannot be taken."""
    turns = {each: TURN.understand(table, each, insist=True) for each in line.split(OR)}
    return [RivalTurn(said.written, table, said.steps) for said in turns.values()]


def steps_of(table: Table, ask: Move | Choose, answer: str) -> list[Step]:
    """What an answer says: the step of an option, or those of a line."""
    for option in ask.options:
        if option.id == answer:
            return [option.step]  # type: ignore[attr-defined]
    said = TURN.understand(table, answer, insist=True)
    if said.begun.kinds == (Lay,):
        return [Lay(said.begun.said["cell"][0].id)]
    return [*said.steps, *([Enough()] if said.stop else [])]
