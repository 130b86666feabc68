"""The questions of a turn: what may be chosen, with what it brings, and what else may be written."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cached_property, partial
from itertools import permutations

from msgspec import Struct

from automa.dialogue import TABLE, Choose, Deck, Move, Named, Option, Pad, Refused, Text, joined
from automa.six_castles import rules
from automa.six_castles.line import LONGEST, longest_step, may_pass, most_discs
from automa.six_castles.rules import effects, turns
from automa.six_castles.rules.turns import TURN, in_words
from automa.six_castles.state import Player, Spot, State
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
    Tile,
    Workers,
    as_tile,
    spot,
    walk,
    written,
)
from automa.six_castles.tables import COIN, Terrain
from automa.six_castles.territory import CELLS, CORNERS, FIRST, NAMES, QUARTERS, around, same_tile, spot_name
from automa.steps import Offer, Step

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
"""With fewer spaces ahead of the cylinder, the exploration tiles that the app dealt are offered."""


# ---------------------------------------------------------------- steps as options


class StepOption(Named, Struct, frozen=True, eq=False, dict=True):
    """A step that may be chosen, with what it brings."""

    state: State
    step: Step

    @cached_property
    def id(self) -> str:
        return written([self.step])

    @property
    def typed_by_id(self) -> bool:
        return not (isinstance(self.step, Explore) and self.step.face)

    @property
    def mark(self) -> str:
        """What is typed for it, where that is shorter than its name: a cell."""
        return self.step.cell if isinstance(self.step, Lay) else ""

    @property
    def name(self) -> Text:
        match self.step:
            case Lay(cell=cell):
                return Text("six-castles.cell", cell=cell)
            case Sell(castle=castle, good=good, paid=paid):
                castle_name = self.state.castle_name(castle)
                name = Text("six-castles.sale", good=self._terrain(good), castle=castle_name)
            case Take(terrain=id, top=top, paid=paid):
                terrain = self._terrain(id)
                points = Text("amount.points", n=rules.points_of(self.state, terrain, is_top=top))
                worker = self.step.worker
                if worker is not None:
                    place = rules.place_of(worker)
                    return Text("six-castles.space-from", terrain=terrain, points=points, spot=place)
                if terrain.group == "construction":
                    return Text("six-castles.space-supply", terrain=terrain, points=points)
                name = Text("six-castles.space", terrain=terrain, points=points)
            case _:
                return in_words(self.state, [self.step])
        return Text("six-castles.with-disc", what=name, space=paid) if paid else name

    def _terrain(self, id: str) -> Terrain:
        return self.state.tables.terrains.by_id[id]

    @property
    def spoken(self) -> Text | None:
        """Hills to mark and places of workers in words; all else is told by what it brings."""
        match self.step:
            case Discs(quarter=quarter) if quarter:
                return Text("six-castles.act.marks", quarter=effects.quarter_text(quarter))
            case Workers(new=new) if new:
                return Text("six-castles.act.new", spot=rules.place_of(spot(new[1:])))
            case Workers(moves=[move]):
                start, end = (rules.place_of(spot(each)) for each in move.split(">"))
                return Text("six-castles.act.moves", start=start, end=end)
        return None

    @property
    def about(self) -> str:
        """Where on the table it is: a cell, a hill, a castle, a space of a track, or the exploration line."""
        match self.step:
            case Explore() | Pay():
                return f"player {self.state.active.seat.id}"
            case Discs(quarter=quarter) if quarter:
                return self._at(NAMES[self.state.placed[-1]] + quarter)
            case Workers(new=new, moves=moves):
                return self._at(new[1:] or "".join(moves[:1]).partition(">")[2])
            case Sell(castle=castle):
                return f"castle {castle}"
            case Take(terrain=id, top=top):
                return rules.top_place(self._terrain(id).group) if top else rules.place_on_track(id)
            case Lay(cell=cell):
                return cell
        return ""

    def _at(self, quarter: str) -> str:
        """The quarter itself, or the castle that covers it."""
        for hill, castle in self.state.territory.castles.items():
            if quarter in (spot_name(*each) for each in around(hill)):
                return f"castle {castle}"
        return quarter

    @property
    def detail(self) -> str | Text | None:
        match self.step:
            case Lay(cell=name):
                return self._joins(CELLS[name])
            case Sell(castle=castle, good=good):
                player, value = self.state.active, rules.value_of(self.state, self.state.hill_with(castle))
                if player.is_light:
                    return Text("six-castles.sale-value", coins=effects.half_coins(value))
                count = player.owns(self._terrain(good).letter)
                coins = effects.half_coins(count * value)
                return Text("six-castles.sale-brings", count=count, value=value, coins=coins)
            case Take():
                return None
        return self._gains()

    @property
    def brief(self) -> Named:
        is_act = isinstance(self.step, Discs | Workers)
        return Option(self.id, self.name, partial(self._gains, ".brief")) if is_act else self

    def _joins(self, cell: int) -> Text:
        """The open hills that a tile on a cell joins."""
        hills = self.state.territory.hills
        found = [hills[cell + corner] for corner in CORNERS if cell + corner in hills]
        named = [Text("six-castles.joined", terrains=[*map(self.state.terrain, each)]) for each in found]
        letters = self.state.spelt("/".join(found))
        return Text("six-castles.joins", letters=letters, hills=joined("six-castles.and-hill", named))

    def _gains(self, length: str = "") -> Text:
        """What the step brings, found out by taking it on a copy; steps and coins also in `.brief`."""
        if self.step == Explore("x"):
            return Text("six-castles.gain.lays-one")
        copy, step = self.state.copy(), self.step
        told = effects.apply(copy, step)
        before, mine = self.state.active, copy.active
        gains: list[Text] = []
        if isinstance(step, Explore):
            words = effects.face_words(self.state, step.face)
            face = self.state.spelt(step.face)
            gains.append(Text("six-castles.gain.lays", face=face, words=words))
        if isinstance(step, Pay) and mine.line is not None:
            gains.append(Text("six-castles.gain.goes-on", space=mine.line.cylinder + 1))
        gains += [
            Text("six-castles.gain.marks", terrains=each.values["terrains"])
            for each in told
            if each.id == "six-castles.marks"
        ]
        if mine.religion > before.religion:
            gains.append(Text(f"six-castles.gain.religion{length}", n=mine.religion - before.religion))
        if mine.coins < before.coins:
            n = before.coins - mine.coins
            paid = n if length else effects.half_coins(n)
            gains.append(Text(f"six-castles.gain.pays{length}", coins=paid))
        if step == Workers():
            gains += [Text("six-castles.gain.scores")] if turns.uses(copy) else []
            return Text("six-castles.gain.stay-for", what=gains) if gains else Text("six-castles.gain.stay")
        if opened := self._opened(copy, length):
            gains.append(Text("six-castles.gain.then", what=opened))
        if gains:
            return Text("six-castles.would", what=gains)
        if step == Discs():
            return Text("six-castles.gain.sells")
        return Text("six-castles.gain.neither" if step == Nothing() else "six-castles.gain.nothing")

    def _opened(self, after: State, length: str) -> list[Text]:
        """The sales, and the spaces of a track, that can be had after the step and not without it."""
        before, player, group = self.state, self.state.active, turns.TRACKS.get(after.now.kind)
        sold = {(sale.castle, sale.good.id) for sale in rules.sales(before, player)}
        found = [
            Text("six-castles.gain.sale", good=sale.good)
            for sale in turns.sales(after)
            if (sale.castle, sale.good.id) not in sold
        ]
        had = [] if group is None else rules.track_spaces(before, player, group)
        for space in turns.spaces(after):
            if space not in had:
                sign = space.terrain.sign if length else space.terrain
                found.append(Text(f"six-castles.gain.space{length}", terrain=sign, n=space.points))
        return found


# ---------------------------------------------------------------- tiles


def place_question(state: State, player: Player) -> Move:
    """Where a person lays a tile; or the whole turn in notation."""
    tiles, seat = rules.hand_of(state, player), player.seat
    options: list[Named] = [StepOption(state, Lay(NAMES[cell])) for cell in rules.open_cells(state, tiles)]
    cell, tile = options[0].id, next(iter(tiles), "")
    if not tiles:
        tile = next(tile for tile in examples(state) if not rules.has_crag(state, tile))
    elif rules.has_crag(state, tile):
        place, tile = rules.placements(state, tile)[0]
        cell = NAMES[place]
    asked = partial(
        Move,
        to=seat.id,
        options=options,
        notation=TURN.at(state),
        spoken=lambda lang: place_question(state.speaking(lang), player),
        who=seat,
        example=Text("six-castles.example", cell=cell, tile=state.spelt(tile)),
    )
    if not tiles:
        return asked("six-castles.place")
    words = [effects.tile_words(state, tile) for tile in tiles]
    return asked("six-castles.place-hand", tiles=[*map(state.spelt, tiles)], n=len(tiles), words=words)


def tile_question(state: State, player: Player, cell: int) -> Move:
    """How the tile lies on a cell."""
    options: list[Named]
    if player.hand:
        hand = rules.hand_of(state, player)
        ways = dict.fromkeys(way for tile in hand for way in rules.ways_to_lie(state, tile, cell))
        options = [as_option(state, way) for way in ways]
    else:
        first_ways = [rules.ways_to_lie(state, tile, cell)[:1] for tile in examples(state)]
        options = [as_example(state, way) for ways in first_ways for way in ways]

    def read(state: State, written: str, insist: bool) -> str:
        tile = whole_tile(state, written)
        broken = TURN.broken(state, Lay(NAMES[cell], tile), insist=insist)
        if broken is not None:
            raise Refused(broken.text, insist=broken.insist)
        return tile

    pad, seat, name = land_pad(state), player.seat, NAMES[cell]
    asked = partial(Move, "six-castles.tile-lies", seat.id, options, pad=pad, who=seat, cell=name)
    return in_letters(asked, state, read)


def in_letters(asked: Callable[..., Move], state: State, read: Callable[[State, str, bool], str]) -> Move:
    """A question for tiles, which are typed in the letters of a language."""

    def spoken(lang: str) -> Move:
        return asked(read=partial(read, state.speaking(lang)))

    return asked(read=partial(read, state), spoken=spoken)


def as_option(state: State, tile: str) -> Tile:
    """A tile as it lies, with what that means."""
    return Tile(tile, state.spelt(tile), effects.tile_words(state, tile))


def as_example(state: State, tile: str) -> Tile:
    """A tile such as the box may hold: only the person sees which it is, so none of these is listed."""
    return Tile(tile, state.spelt(tile), listed=False)


def examples(state: State) -> list[str]:
    """Tiles such as the box may still hold, among them one without a crag, which may lie anywhere."""
    lying = rules.cells_by_tile(state)
    found = [tile for tile in state.tables.land.tile.values() if rules.tile_doubt(state, tile, lying) is None]
    if not all(rules.has_crag(state, tile) for tile in found):
        return found
    plain = [letter for letter in state.tables.terrains.by_letter if not rules.has_crag(state, letter)]
    tiles = map("".join, permutations(plain, 4))
    return [*found, next(tile for tile in tiles if rules.tile_doubt(state, tile, lying) is None)]


def whole_tile(state: State, written: str) -> str:
    """A tile that is typed as it lies, and nothing else."""
    tile = state.letters_of("".join(written.replace("/", " ").split()))
    turns.refuse(rules.why_no_tile(state, tile))
    return tile


def box_tile(state: State, written: str, insist: bool) -> str:
    """A tile of the box, which may be doubted."""
    tile = whole_tile(state, written)
    if not insist:
        turns.doubt(rules.tile_doubt(state, tile, rules.cells_by_tile(state)))
    return tile


def initial_tile(state: State, written: str, insist: bool) -> str:
    """A side of the initial tile of the app's set."""
    tile = whole_tile(state, written)
    turns.refuse(rules.why_not_initial(state, tile))
    return tile


def first_tile_question(state: State, to: str, player: Player) -> Move:
    """Which side of the initial tile is up."""
    shown, read = (as_example, box_tile) if state.box else (as_option, initial_tile)
    options = [shown(state, side) for side in state.tables.land.initial]
    asked = partial(Move, "six-castles.first-tile", to, options, pad=land_pad(state))
    asked = partial(asked, stream=Deck("initial tile"), who=player.seat, cell=NAMES[FIRST])
    return in_letters(asked, state, read)


def box_tile_question(state: State, player: Player, stream: Deck, cell: int | None = None) -> Move:
    """The tile of the box that an opponent turns up or draws, entered as it lies, perhaps on a cell."""
    options = [as_example(state, tile) for tile in examples(state)]
    id = "six-castles.rival-draws" if player.has_hand else "six-castles.turned-up"
    which = "any" if state.placed else "second" if player.hand else "first"
    asked = partial(Move, id, TABLE, options, pad=land_pad(state), stream=stream, who=player.seat)
    if player.has_hand:
        asked = partial(asked, which=Text(f"six-castles.drawn.{which}"))
    return in_letters(asked if cell is None else partial(asked, cell=NAMES[cell]), state, box_tile)


def land_pad(state: State) -> Pad:
    """What a land tile is put together from."""
    return Pad(state.tables.terrains.by_letter, shown=state.spelt)


def line_pad(state: State, tiles: int = 1) -> Pad:
    """What exploration tiles are put together from: terrains and half-coins."""
    letters: dict[str, Named] = {**state.tables.terrains.by_letter}
    letters[COIN] = Option("half-coin", Text("six-castles.half-coin"))
    return Pad(letters, is_square=False, most=LONGEST, tiles=tiles, shown=state.spelt)


def site_question(state: State, player: Player, to: str, sites: Sequence[int]) -> Choose:
    """Which of several hills of the tile gets the castle, each by its quarter there."""
    cell = state.placed[-1]
    options = [
        Offer(quarter, effects.hill_text(state, cell, hill), about=NAMES[cell] + quarter, step=Found(quarter))
        for hill in sites
        for quarter in [rules.quarter_of(cell, hill)]
    ]
    castle = state.castle_name(state.castle)
    return Choose("six-castles.which-hill", to, options, who=player.seat, castle=castle)


def bonus_question(state: State, player: Player) -> Choose:
    """What a person gets for laying a crag."""
    every = {
        bonus: Offer(bonus, effects.bonus_name(bonus), step=Gain(f"+{bonus}")) for bonus in rules.BONUSES
    }
    options = [every[bonus] for bonus in rules.bonuses(state, player)]
    known = list(every.values())
    return Choose("six-castles.which-bonus", player.seat.id, options, known=known, who=player.seat)


# ---------------------------------------------------------------- exploration tiles


def goods_of(state: State, castle: str) -> Text:
    """What a castle buys, in words."""
    goods = [state.tables.terrains.by_id[id] for id in state.markets(castle)]
    if len(goods) == len(state.tables.terrains.of_group("agricultural")):
        return Text("six-castles.any-good")
    return Text("six-castles.goods", goods=goods) if goods else Text("six-castles.no-goods")


def line_question(state: State, player: Player, id: str, number: int = 1) -> Move:
    """A number of exploration tiles, entered as they lie at the right end of the line."""
    dealt = state.tables.setup.exploration.each
    begun = player.line is not None and player.line.tiles
    tiles = player.tiles or list(state.tables.exploration.tile)[: 1 if begun else dealt]
    shown = as_tile if state.deals_line(player) else as_example
    options = [shown(state, line) for line in lines_of(state, tiles, number)]

    def read(state: State, written: str, insist: bool) -> str:
        faces = state.letters_of(written).split()
        if len(faces) != number:
            raise Refused(Text("six-castles.refused.faces", n=number, found=len(faces)))
        copy = state.copy()
        mine = copy.player(player.seat.id)
        for face in faces:
            turns.refuse(turns.why_no_face(copy, mine, Explore("x", face)))
            effects.lay_exploration(copy, mine, Explore("x", face))
        return " ".join(faces)

    pad, seat = line_pad(state, number), player.seat
    return in_letters(partial(Move, id, seat.id, options, pad=pad, who=seat, n=number), state, read)


def lines_of(state: State, tiles: Sequence[str], number: int) -> list[str]:
    """Lines of a number of these tiles: of one every way that it can lie, of several one from either end."""
    if number == 1:
        return [face for id in tiles for face in rules.faces(state, id)]
    fronts = [rules.faces(state, id)[0] for id in tiles[:number]]
    return [" ".join(fronts), " ".join(face[::-1] for face in fronts)]


# ---------------------------------------------------------------- discs or workers


def act_question(state: State, player: Player) -> Move:
    """Discs or workers: what is worth listing as options, or anything that is written."""
    options: list[Named] = [StepOption(state, step) for step in acts(state, player)]
    return Move(
        "six-castles.act",
        player.seat.id,
        options,
        notation=TURN.at(state),
        spoken=lambda lang: act_question(state.speaking(lang), player),
        who=player.seat,
    )


def acts(state: State, player: Player) -> list[Step]:
    """The discs and workers of a turn that are listed."""
    found = [*_lays(state, player)]
    for quarter, hill in zip(QUARTERS, state.territory.hills_of(state.placed[-1]), strict=True):
        found += _marks(state, player, quarter, hill)
    if rules.sales(state, player) or rules.track_spaces(state, player, "landscape"):
        found.append(Discs())
    found += [Workers(f"+{spot}") for spot in rules.new_workers(state, player)]
    if player.lying:
        found.append(Workers())
        found += _moves(state, player, max(0, MOST_ACTS - 1 - len(found)))
    return [*found, Nothing()]


def _lays(state: State, player: Player) -> Iterator[Step]:
    line = player.line
    if line is None:
        return
    if not state.deals_line(player) and not state.is_family and turns.tiles_to_lay(state, player):
        yield Explore("x")  # a tile of the box: only the person knows which, and it is asked then
    if len(line.spaces) - 1 - line.cylinder < SHORT:
        for id in player.tiles:
            yield Explore("x", state.tables.exploration.tile[id][0])
    if may_pass(player):
        yield Pay()


def _marks(state: State, player: Player, quarter: str, hill: int) -> Iterator[Step]:
    if not state.territory.terrains(hill):
        return
    if player.line is None:
        yield Discs(quarter)
        return
    steps = longest_step(state, player, hill)
    far = f">{steps}" if steps else ""
    if steps:
        yield Discs(quarter, far)
    discs = tuple([f"@{place + 1}" for place in most_discs(state, player, hill, steps)])
    if discs:
        yield Discs(quarter, far, discs[:1])
    if len(discs) > 1:
        yield Discs(quarter, far, discs)


def _moves(state: State, player: Player, most: int) -> list[Step]:
    """Moves of one worker, not far, to hills with constructions; those that bring most religion first."""
    worth = _worth(state, player)
    found: list[tuple[int, Spot, Spot]] = []
    for start in dict.fromkeys(player.lying):
        ends: dict[int, Spot] = {}
        for cell in rules.walks(state, start, min(len(player.lying), FARTHEST)):
            for quarter, corner in enumerate(CORNERS):
                hill = cell + corner
                if hill in worth:
                    ends.setdefault(hill, (cell, quarter))
        found += [(-worth[hill], start, end) for hill, end in ends.items()]
    found.sort()
    return [Workers(moves=(walk(start, end),)) for _, start, end in found[:most]]


def _worth(state: State, player: Player) -> dict[int, int]:
    """What a worker finds in the hills that it can pay for and none is in: constructions, twice religion."""
    territory, terrains = state.territory, state.tables.terrains
    wanted = frozenset(terrain.letter for terrain in terrains.of_group("construction"))
    hosts, gold, mine = rules.hosts_by_hill(state, player), rules.gold(state), player.hills()
    return {
        hill: sum([(letter in wanted) + 2 * (letter in terrains.religious) for letter in letters])
        for hill, letters in territory.hills.items()
        if not wanted.isdisjoint(letters)
        and hill not in mine
        and hill not in territory.castles
        and hosts.get(hill, 0) * gold <= player.coins
    }


# ---------------------------------------------------------------- sales and spaces


MORE = ("discs", "sales", "landscapes", "workers")
"""What the question after discs or workers can be about."""


def more_question(state: State, player: Player) -> Choose | None:
    """The sales and spaces that are possible now; nothing to ask if there are none."""
    steps = turns.uses(state)
    if not steps:
        return None
    asked = "workers"
    if state.now.kind == "d":
        steps.sort(key=lambda step: bool(step.paid))  # with the usual disc first
        kinds = {type(step) for step in steps}
        asked = "discs" if len(kinds) > 1 else "sales" if Sell in kinds else "landscapes"
    options: list[Named] = [StepOption(state, step) for step in steps]
    options.append(Offer(ENOUGH, Text("six-castles.enough"), mark="n", step=Enough()))
    question = Text(f"six-castles.more.{asked}", who=player.seat)
    return Choose("six-castles.more", player.seat.id, options, question=question)


# ---------------------------------------------------------------- opponents


class RivalTurn(Named, Struct, frozen=True, eq=False):
    """A turn that a rival finds as good as others."""

    id: str
    state: State
    steps: Sequence[Step]

    @property
    def name(self) -> Text:
        return in_words(self.state, self.steps)


class RivalMove(Move):
    """What a rival does with its tile, and how that was understood."""

    __slots__ = ("tile", "turns")
    tile: str
    turns: dict[str, list[RivalTurn]]


def rival_question(state: State, player: Player, tile: str) -> RivalMove:
    """What a rival does with its tile: one turn, or several that it finds equally good."""
    cell, way = rules.placements(state, tile)[0]
    bonus = " +coin" if rules.has_crag(state, tile) else ""
    options: list[Named] = [Option(turn := f"{NAMES[cell]} {way}{bonus} -", turn)]

    def read(line: str, insist: bool) -> str:
        if line in ask.turns:
            return line
        turns = rival_turns(state, line)
        written = OR.join(turn.id for turn in turns)
        ask.turns[written] = turns
        for turn in turns:
            lay = turn.steps[0] if turn.steps else None
            acts = any(isinstance(step, Discs | Workers | Nothing) for step in turn.steps)
            if not isinstance(lay, Lay) or same_tile(lay.tile) != same_tile(tile) or not acts:
                raise Refused(Text("six-castles.refused.other-tile", tile=state.spelt(tile)))
        return written

    seat = player.seat
    shown = state.spelt(tile)
    ask = RivalMove("six-castles.rivals-turn", seat.id, options, read=read, who=seat, tile=shown)
    ask.tile, ask.turns = tile, {}
    return ask


def rival_turns(state: State, line: str) -> list[RivalTurn]:
    """The turns that a rival finds equally good; `Refused` if one of them cannot be taken."""
    turns = {each: TURN.understand(state, each, insist=True) for each in line.split(OR)}
    return [RivalTurn(said.written, state, said.steps) for said in turns.values()]


def steps_of(state: State, ask: Move | Choose, answer: str) -> list[Step]:
    """What an answer says: the step of an option, or those of a line."""
    for option in ask.options:
        if option.id == answer:
            return [option.step]  # type: ignore[attr-defined]
    said = TURN.understand(state, answer, insist=True)
    if said.begun.kinds == (Lay,):
        return [Lay(said.begun.said["cell"][0].id)]
    return [*said.steps, *([Enough()] if said.stop else [])]
