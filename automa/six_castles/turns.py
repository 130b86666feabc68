"""A whole turn as it is written, and its parts carried out: each checks, changes the table and tells."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, NamedTuple, TypeAlias

from msgspec import Struct

from automa.dialogue import YOU, Refused, Tell, Text
from automa.game import does
from automa.six_castles import rules
from automa.six_castles.line import (
    Marks,
    lay_tile,
    longest_step,
    mark,
    may_pass,
    pass_coin,
    why_no_exploration,
    why_not_mark,
)
from automa.six_castles.rules import Bonus, Going, Sale, Space
from automa.six_castles.state import Player, Spot, Table, hill_of
from automa.six_castles.tables import Group, Terrain
from automa.six_castles.territory import CELLS, NAMES, QUARTERS

Kind: TypeAlias = Literal["", "d", "w", "-"]
"""What the second part of a turn is: discs, workers, nothing at all; empty while it is not said."""


class Turn(Struct):
    """A turn as it is written, part by part; what is not said is empty."""

    cell: str = ""
    tile: str = ""
    """As it lies, four letters, a row at a time."""
    site: str = ""
    """`castle:ne`: which hill gets the castle, where there is a choice."""
    bonus: str = ""
    """`+coin`: what the crag brings."""
    laid: tuple[str, ...] = ()
    """`x:wcno` lays an exploration tile at the right end, `x2:wcno` as the second of the line."""
    paid: tuple[str, ...] = ()
    """`$`: a half-coin for the cylinder to go on to the space that shows one."""
    kind: Kind = ""
    quarter: str = ""
    """The hill to mark: the one at that quarter of the tile just laid. With workers only rivals mark."""
    steps: str = ""
    """`>2`: of the cylinder; nothing said means as far as it goes."""
    discs: tuple[str, ...] = ()
    """`@7`: on that space of the line."""
    sales: tuple[str, ...] = ()
    """`sell:monsanto:wheat`, with a number where only the player knows how many they own; with `@7` it is the
    disc of that space of the line that is spent."""
    new: str = ""
    """`+j9ne`: where a new worker ends."""
    moves: tuple[str, ...] = ()
    """`j9ne>j10sw`."""
    taken: tuple[str, ...] = ()
    """`take:lake`, `take:lake:top`, `take:lake:@7` with the disc, `take:house:j9ne` with the worker spent."""
    paid_last: tuple[str, ...] = ()
    """`$` once more, behind all else: for the space that the cylinder has come to stand before."""
    stop: bool = False
    """Whether nothing more is wanted: then no further sale or space is offered."""

    @property
    def acts(self) -> bool:
        """Whether its second part is said."""
        return bool(self.kind or self.laid or self.paid)


class Sold(NamedTuple):
    """A sale: how many `goods` where only the player knows it; `disc` is the space of the line it is on."""

    castle: str
    good: str
    goods: int = 0
    disc: int | None = None


class Taken(NamedTuple):
    """A space of a track; `worker` pays for a construction, else one of the supply, and so does `disc`."""

    terrain: str
    is_top: bool = False
    worker: Spot | None = None
    disc: int | None = None


class Laid(NamedTuple):
    """An exploration tile as it lies; `place` is that of the tile it replaces, else the right end."""

    face: str
    place: int | None = None


def sale(written: str) -> Sold:
    """`sell:monsanto:wheat:3`, `sell:monsanto:wheat:@7`."""
    _, castle, good, *rest = written.split(":")
    goods = next((int(word) for word in rest if not word.startswith("@")), 0)
    return Sold(castle, good, goods, _disc(rest))


def space(written: str) -> Taken:
    """`take:house:top:j9ne`, `take:lake:@7`."""
    _, terrain, *rest = written.split(":")
    spots = (spot_of(word) for word in rest if word != "top" and not word.startswith("@"))
    return Taken(terrain, "top" in rest, next(spots, None), _disc(rest))


def _disc(words: Sequence[str]) -> int | None:
    """The space of the line that a disc comes from, if that is said."""
    return next((int(word[1:]) - 1 for word in words if word.startswith("@")), None)


def exploration(written: str) -> Laid:
    """`x2:wcno`."""
    at, _, face = written.partition(":")
    return Laid(face, int(at[1:]) - 1 if at[1:] else None)


def spot_of(word: str) -> Spot | None:
    """The spot that `c4ne` names."""
    cell, quarter = CELLS.get(word[:-2]), word[-2:]
    return None if cell is None or quarter not in QUARTERS else (cell, QUARTERS.index(quarter))


def site_of(table: Table, turn: Turn) -> int | None:
    """The hill that gets the castle, if that is said."""
    if not turn.site:
        return None
    return table.territory.hills_of(CELLS[turn.cell])[QUARTERS.index(turn.site.partition(":")[2])]


def bonus_of(turn: Turn) -> Bonus | None:
    """What the crag brings, if that is said."""
    return next((bonus for bonus in rules.BONUSES if turn.bonus == f"+{bonus}"), None)


def going(turn: Turn) -> Going:
    """Where workers go."""
    walks = [move.partition(">") for move in turn.moves]
    return Going(
        _spot(turn.new[1:]) if turn.new else None,
        tuple((_spot(start), _spot(end)) for start, _, end in walks),
    )


def _spot(word: str) -> Spot:
    found = spot_of(word)
    assert found is not None, word
    return found


def refuse(problem: Text | None) -> None:
    """`Refused` if there is a reason to."""
    if problem is not None:
        raise Refused(problem)


def doubt(problem: Text | None) -> None:
    """`Refused` if there is a reason to doubt it, but whoever knows better may insist."""
    if problem is not None:
        raise Refused(problem, insist=True)


# ---------------------------------------------------------------- in words


def tile_text(table: Table, tile: str) -> Text:
    """A tile as it lies, by its letters and in words."""
    return Text("six-castles.tile", letters=tile, words=tile_words(table, tile))


def tile_words(table: Table, tile: str) -> Text:
    """A tile as it lies: what is above, what is below."""
    letters = table.tables.terrains.by_letter
    nw, ne, sw, se = (letters[letter].name for letter in tile)
    return Text("six-castles.tile-words", nw=nw, ne=ne, sw=sw, se=se)


def quarter_text(quarter: int) -> Text:
    return Text(f"six-castles.quarter.{QUARTERS[quarter]}")


def hill_text(table: Table, cell: int, hill: int) -> Text:
    """A hill by the quarter of a tile that is part of it."""
    return Text(
        "six-castles.hill", cell=NAMES[cell], quarter=quarter_text(rules.quarter_of(cell, hill)),
        terrains=table.shown(hill),
    )  # fmt: skip


def half_coins(number: int) -> Text:
    return Text("six-castles.half-coins", n=number)


def terrains_of(table: Table, letters: str | list[str]) -> list[Terrain]:
    return [table.tables.terrains.by_letter[letter] for letter in letters]


def named_castle(table: Table, id: str) -> str:
    return table.tables.castles.by_id[id].name


# ---------------------------------------------------------------- first: the tile


def place(table: Table, player: Player, cell: int, tile: str, why: list[Text] | None = None) -> list[Tell]:
    """Lay a tile; `Refused` says why it cannot lie there."""
    refuse(rules.why_no_cell(table, NAMES[cell]) or rules.why_not_so(table, cell, tile))
    if player.hand:
        id = rules.in_hand(table, player, tile)
        if not id:
            raise Refused(Text("six-castles.refused.not-in-hand", tile=tile, tiles=hand_of(table, player)))
        player.hand.remove(id)
    rules.lay(table, cell, tile)
    return [does("six-castles.lays", player, why=why or (), cell=NAMES[cell], tile=tile_text(table, tile))]


def hand_of(table: Table, player: Player) -> list[str]:
    """The tiles in hand, by their letters."""
    return [table.tables.land.tile[id] for id in player.hand]


def found(table: Table, hill: int) -> list[Tell]:
    """The castle on top of the pile is founded on a hill; workers there go on top of it."""
    cell = table.placed[-1]
    where = hill_text(table, cell, hill)
    castle = rules.found_castle(table, hill)
    told = [Tell("six-castles.founds", castle=named_castle(table, castle), hill=where)]
    for player in table.players:
        on_it = sum(hill_of(spot) == hill for spot in player.lying)
        if on_it:
            told.append(does("six-castles.on-castle", player, n=on_it, castle=named_castle(table, castle)))
    return told


def without_castle(table: Table, cell: int) -> list[Tell]:
    """Which hills of a tile are closed with a crag and yet have no castle, and why."""
    hills = [hill for hill in rules.closed_crags(table, cell) if hill not in table.territory.castles]
    return [
        Tell("six-castles.no-castle", deed=False, hill=hill_text(table, cell, hill), reason=reason)
        for hill in hills
        if (reason := rules.why_no_castle(table, cell, hill)) is not None
    ]


def give(table: Table, player: Player, bonus: Bonus | None, why: list[Text] | None = None) -> list[Tell]:
    """The bonus for a crag."""
    if bonus is None or bonus not in rules.bonuses(table, player):
        raise Refused(
            Text(
                "six-castles.refused.bonus",
                bonuses=[bonus_name(each) for each in rules.bonuses(table, player)],
            )
        )
    rules.give_bonus(table, player, bonus)
    return [does("six-castles.bonus", player, why=why or (), bonus=bonus_name(bonus))]


def bonus_name(bonus: Bonus) -> Text:
    return Text(f"six-castles.bonus.{bonus}")


# ---------------------------------------------------------------- second: discs or workers


def act(table: Table, player: Player, turn: Turn) -> list[Tell]:
    """Carry out discs or workers; `Refused` says what cannot be. To be tried on a twin of the table first."""
    told: list[Tell] = []
    for written in turn.laid:
        told += lay_exploration(table, player, exploration(written))
    for _ in turn.paid:
        told += pay_step(table, player)
    if turn.kind == "d":
        told += _mark(table, player, turn)
        for written in turn.sales:
            told += sell(table, player, sale(written))
        for written in turn.taken:
            told += take(table, player, space(written), "landscape")
    elif turn.kind == "w":
        if turn.quarter:
            told += _mark_as_rival(table, player, turn)
        told += _go(table, player, going(turn))
        for written in turn.taken:
            told += take(table, player, space(written), "construction")
    elif turn.kind:
        told.append(does("six-castles.does-nothing", player, deed=False))
    for _ in turn.paid_last:
        told += pay_step(table, player)
    if table.rulings["pieces-per-turn"] == "one" and len(turn.sales) + len(turn.taken) > 1:
        raise Refused(Text("six-castles.refused.one-piece"))
    return told


def lay_exploration(table: Table, player: Player, laid: Laid) -> list[Tell]:
    """An exploration tile joins the line, or replaces one ahead of the cylinder, perhaps itself turned."""
    refuse(why_no_exploration(player, laid.face, laid.place, table.tables.terrains.marked))
    if not table.box:
        _out_of_hand(table, player, laid)
    old = lay_tile(player, laid.face, laid.place)
    if not old:
        return [does("six-castles.lays-line", player, face=laid.face)]
    return [does("six-castles.replaces-line", player, face=laid.face, old=old)]


def _out_of_hand(table: Table, player: Player, laid: Laid) -> None:
    """A tile of the app's set leaves the hand for the line; the one that it replaces comes back."""
    line = player.line
    assert line is not None
    old = "" if laid.place is None else "".join(line.tiles[laid.place : laid.place + 1])
    replaced = [id for id in table.laid if old in faces(table, id)] if old else []
    id = exploration_in_hand(table, player, laid.face)
    if id:
        player.tiles.remove(id)
        table.laid.append(id)
        if replaced:
            table.laid.remove(replaced[0])
            player.tiles.append(replaced[0])
    elif not any(laid.face in faces(table, each) for each in replaced):
        tiles = line_hand(table, player)
        raise Refused(Text("six-castles.refused.not-in-line-hand", face=laid.face, tiles=tiles))


def faces(table: Table, id: str) -> tuple[str, ...]:
    """The ways an exploration tile can lie: either end first, and but for the family version either face."""
    front, back = table.tables.exploration.tile[id]
    if table.is_family:
        return tuple(dict.fromkeys((front, front[::-1])))
    return tuple(dict.fromkeys((front, front[::-1], back, back[::-1])))


def pay_step(table: Table, player: Player) -> list[Tell]:
    """A half-coin for the cylinder to go on to a space that shows one: at any time of a turn."""
    if not may_pass(player):
        coins = player.line is not None and player.coins
        raise Refused(Text("six-castles.refused.no-coin-space" if coins else "six-castles.refused.no-coin"))
    pass_coin(player)
    return [_told_paid(player, 1)]


def _told_paid(player: Player, coins: int) -> Tell:
    return does("six-castles.step-paid", player, coins=half_coins(coins))


def exploration_in_hand(table: Table, player: Player, face: str) -> str:
    """The id of the exploration tile in hand that can lie like that; nothing if there is none."""
    return next((id for id in player.tiles if face in faces(table, id)), "")


def line_hand(table: Table, player: Player) -> list[str]:
    """The exploration tiles in hand by both their faces."""
    return ["/".join(table.tables.exploration.tile[id]) for id in player.tiles]


def _mark(table: Table, player: Player, turn: Turn) -> list[Tell]:
    discs = tuple(int(disc[1:]) - 1 for disc in turn.discs)
    if not turn.quarter:
        if turn.steps or discs:
            raise Refused(Text("six-castles.refused.which-hill"))
        return []
    cell = table.placed[-1]
    hill = table.territory.hills_of(cell)[QUARTERS.index(turn.quarter)]
    if not player.seat.is_person:
        return _mark_as_rival(table, player, turn)
    if player.is_light:
        if turn.steps or discs:
            raise Refused(Text("six-castles.refused.no-line"))
        return _told_marks("six-castles.marks-light", table, player, cell, hill)
    steps = int(turn.steps[1:]) if turn.steps else longest_step(table, player, hill)
    marks = Marks(hill, steps, discs)
    refuse(why_not_mark(table, player, marks))
    coins = player.coins
    marked = mark(player, marks)
    told = _told_marks("six-castles.marks-none", table, player, cell, hill, [])
    if marked:
        told = [
            does(
                "six-castles.marks", player, terrains=[_marked(table, player, at) for at in marked],
                hill=hill_text(table, cell, hill), pieces=_pieces(player, marks),
            )
        ]  # fmt: skip
    if coins != player.coins:
        told.append(_told_paid(player, coins - player.coins))
    return told


def _marked(table: Table, player: Player, at: int) -> Text:
    """A terrain that is owned from now on, with its space of the line."""
    assert player.line is not None
    return Text("six-castles.marked", terrain=table.terrain(player.line.spaces[at]), space=at + 1)


def _pieces(player: Player, marks: Marks) -> list[Text]:
    """What is moved on the line: the cylinder, and discs."""
    assert player.line is not None
    cylinder = [Text("six-castles.piece.cylinder", space=player.line.cylinder + 1)] if marks.steps else []
    spaces = [at + 1 for at in marks.discs]
    discs = [Text("six-castles.piece.discs", n=len(spaces), spaces=spaces)] if spaces else []
    return cylinder + discs


def _mark_as_rival(table: Table, player: Player, turn: Turn) -> list[Tell]:
    """A rival, which has no line, owns terrains of the hill at once; a person marks with discs only."""
    if player.seat.is_person:
        raise Refused(Text("six-castles.refused.word-workers", word=turn.quarter))
    cell = table.placed[-1]
    hill = table.territory.hills_of(cell)[QUARTERS.index(turn.quarter)]
    letters = rules.rivals_marks(table, player, hill)
    rules.mark_as_rival(player, letters)
    return _told_marks("six-castles.rival-marks", table, player, cell, hill, letters) if letters else []


def _told_marks(
    id: str, table: Table, player: Player, cell: int, hill: int, letters: list[str] | None = None
) -> list[Tell]:
    where = hill_text(table, cell, hill)
    terrains = terrains_of(table, letters or [])
    to_do = player.seat.is_person and letters != []  # of a rival nothing lies on the table
    return [does(id, player, deed=to_do, hill=where, terrains=terrains)]


def sell(table: Table, player: Player, sold: Sold) -> list[Tell]:
    """Sell to a castle."""
    good = table.tables.terrains.by_id[sold.good]
    refuse(rules.why_no_sale(table, player, sold.castle, good))
    refuse(rules.why_no_disc(player, good, sold.disc))
    hill = next(hill for hill, castle in table.territory.castles.items() if castle == sold.castle)
    if player.is_light:
        if not sold.goods:
            raise Refused(Text("six-castles.refused.how-many-goods", good=good))
        player.told[good.letter] = sold.goods
    count = sold.goods if player.is_light else player.owns(good.letter)
    sale = Sale(sold.castle, hill, good, count, rules.value_of(table, hill))
    came_from = rules.sell(player, sale, sold.disc)
    return [
        does(
            "six-castles.sells", player, count=count, good=good, value=sale.buildings,
            castle=named_castle(table, sold.castle), coins=half_coins(sale.income),
            disc=_disc_text(came_from),
        )
    ]  # fmt: skip


def _disc_text(came_from: int | None) -> Text:
    if came_from is None:
        return Text("six-castles.disc.supply")
    return Text("six-castles.disc.line", space=came_from + 1)


def take(table: Table, player: Player, taken: Taken, group: Group) -> list[Tell]:
    """Block a space of a track with a disc or a worker."""
    terrain = table.tables.terrains.by_id[taken.terrain]
    if terrain.group != group:
        raise Refused(Text(f"six-castles.refused.not-{group}", terrain=terrain))
    refuse(rules.why_no_space(table, player, terrain, is_top=taken.is_top))
    tracks = table.tables.tracks
    points = tracks.top_of(group) if taken.is_top else tracks.spaces(group)[terrain.id]
    space = Space(terrain, points, taken.is_top)
    named = Text("six-castles.uppermost" if taken.is_top else "six-castles.own-space", terrain=terrain)
    if group == "landscape":
        if player.is_light:
            player.told[terrain.letter] = max(points, player.told.get(terrain.letter, 0))
        refuse(rules.why_no_disc(player, terrain, taken.disc))
        disc = _disc_text(rules.take_landscape(table, player, space, taken.disc))
        return [does("six-castles.takes-landscape", player, space=named, points=points, disc=disc)]
    worker = taken.worker
    if worker is not None and worker not in player.lying:
        raise Refused(rules.why_no_worker(player, worker))
    if worker is None and not player.workers:
        if len(player.lying) > 1:
            raise Refused(Text("six-castles.refused.which-worker", spots=rules.places_of(player)))
        worker = player.lying[0]
    rules.take_construction(table, player, space, worker)
    came_from = (
        Text("six-castles.worker.supply")
        if worker is None
        else Text("six-castles.worker.spot", spot=rules.place_of(worker))
    )
    return [does("six-castles.takes-construction", player, space=named, points=points, worker=came_from)]


def _go(table: Table, player: Player, going: Going) -> list[Tell]:
    refuse(rules.why_not_go(table, player, going))
    told: list[Tell] = []
    paid = rules.go(table, player, going)
    if going.new is not None:
        spot = rules.place_of(going.new)
        told.append(does("six-castles.adds-worker", player, spot=spot))
    for spots in going.moves:
        start, end = map(rules.place_of, spots)
        told.append(does("six-castles.moves-worker", player, start=start, end=end))
    for host in paid:
        id = "six-castles.pays-you" if host.seat.id == YOU else "six-castles.pays"
        told.append(does(id, player, host=host.seat))
    steps = rules.go_on_religion(table, player, rules.pilgrims(table, player))
    if steps:
        made = Text("six-castles.religion-steps", n=steps)
        told.append(does("six-castles.goes-on", player, steps=made, space=player.religion + 1))
    elif not told:
        told.append(does("six-castles.workers-rest", player, deed=False))
    return told
