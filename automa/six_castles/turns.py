"""A whole turn as plain data, and its parts carried out: each checks by the rules, changes the table and tells."""

from __future__ import annotations

from typing import Literal, NamedTuple, TypeAlias

from automa.dialogue import Refused, Tell, Text
from automa.six_castles import rules
from automa.six_castles.rules import Bonus, Going, Marks, Sale, Space
from automa.six_castles.state import Player, Spot, Table, hill_of
from automa.six_castles.tables import Terrain
from automa.six_castles.territory import CELLS, NAMES, QUARTERS, spot_name

Kind: TypeAlias = Literal["", "d", "w", "-"]
"""What the second part of a turn is: discs, workers, nothing at all; empty while it is not said."""


class Sold(NamedTuple):
    """A sale as it is written; how many `goods` is said where only the player knows it."""

    castle: str
    good: str
    goods: int = 0


class Taken(NamedTuple):
    """A space of a track as it is written; `worker` is who pays for a construction, else one of the supply."""

    terrain: str
    is_top: bool = False
    worker: Spot | None = None


class Laid(NamedTuple):
    """An exploration tile as it lies; `place` is that of the tile it replaces, else it goes to the right end."""

    face: str
    place: int | None = None


class Act:
    """The second part of a turn as it is written: discs or workers."""

    __slots__ = ("discs", "kind", "laid", "moves", "new", "quarter", "sales", "steps", "taken", "whole")

    def __init__(self, kind: Kind = "") -> None:
        self.kind: Kind = kind
        self.laid: list[Laid] = []
        self.quarter: int | None = None
        """The hill to mark: the one at that quarter of the tile just laid."""
        self.steps: int | None = None
        """Of the cylinder; nothing said means as far as it goes."""
        self.discs: tuple[int, ...] = ()
        self.sales: list[Sold] = []
        self.new: Spot | None = None
        self.moves: list[tuple[Spot, Spot]] = []
        self.taken: list[Taken] = []
        self.whole = False
        """Whether nothing more is wanted: then no further sale or space is offered."""

    def words(self) -> list[str]:
        """The journal form."""
        words: list[str] = []
        for laid in self.laid:
            words += [f"x{'' if laid.place is None else laid.place + 1}", laid.face]
        words.append(self.kind)
        if self.quarter is not None:
            words.append(QUARTERS[self.quarter])
        if self.steps is not None:
            words.append(f">{self.steps}")
        words += [f"@{disc + 1}" for disc in self.discs]
        if self.new is not None:
            words.append(f"+{spot_name(*self.new)}")
        words += [f"{spot_name(*start)}>{spot_name(*end)}" for start, end in self.moves]
        for sold in self.sales:
            words += ["sell", sold.castle, sold.good, *([str(sold.goods)] if sold.goods else [])]
        for taken in self.taken:
            words += ["take", taken.terrain, *(["top"] if taken.is_top else [])]
            if taken.worker is not None:
                words += ["from", spot_name(*taken.worker)]
        if self.whole:
            words.append(".")
        return words


class Turn:
    """A turn as it is written; what is not said is empty."""

    __slots__ = ("act", "bonus", "cell", "site", "tile")

    def __init__(self, cell: int = 0, tile: str = "") -> None:
        self.cell = cell
        self.tile = tile
        self.site: int | None = None
        """The quarter whose hill gets the castle, where there is a choice."""
        self.bonus: Bonus | None = None
        self.act = Act()


def write(turn: Turn) -> str:
    """The turn in its journal form."""
    words = [NAMES[turn.cell]] if turn.cell else []
    if turn.tile:
        words.append(turn.tile)
    if turn.site is not None:
        words += ["castle", QUARTERS[turn.site]]
    if turn.bonus is not None:
        words.append(f"+{turn.bonus}")
    if turn.act.kind or turn.act.laid:
        words += turn.act.words()
    return " ".join(word for word in words if word)


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
        terrains=rules.hill_terrains(table, hill),
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
    problem = rules.why_no_cell(table, NAMES[cell]) or rules.why_not_so(table, cell, tile)
    if problem is not None:
        raise Refused(problem)
    if player.hand:
        id = rules.in_hand(table, player, tile)
        if not id:
            raise Refused(Text("six-castles.refused.not-in-hand", tile=tile, tiles=hand_of(table, player)))
        player.hand.remove(id)
    rules.lay(table, cell, tile)
    seat = player.seat
    return [
        Tell(
            "six-castles.lays", seat=seat.id, why=why or (), who=seat, cell=NAMES[cell],
            tile=tile_text(table, tile),
        )
    ]  # fmt: skip


def hand_of(table: Table, player: Player) -> list[str]:
    """The tiles in hand, by their letters."""
    return [table.tables.land.tile[id] for id in player.hand]


def found(table: Table, hill: int) -> list[Tell]:
    """The castle on top of the pile is founded on a hill; workers there go on top of it."""
    cell = table.placed[-1]
    where = hill_text(table, cell, hill)
    castle = rules.found_castle(table, hill)
    told = [Tell("six-castles.founds", castle=named_castle(table, castle), hill=where)]
    on_it = [player.seat for player in table.players for spot in player.lying if hill_of(spot) == hill]
    if on_it:
        told.append(
            Tell("six-castles.on-castle", n=len(on_it), castle=named_castle(table, castle), whose=on_it)
        )
    return told


def give(table: Table, player: Player, bonus: Bonus, why: list[Text] | None = None) -> list[Tell]:
    """The bonus for a crag."""
    if bonus not in rules.bonuses(table, player):
        raise Refused(
            Text(
                "six-castles.refused.bonus",
                bonuses=[bonus_name(each) for each in rules.bonuses(table, player)],
            )
        )
    rules.give_bonus(table, player, bonus)
    seat = player.seat
    return [Tell("six-castles.bonus", seat=seat.id, why=why or (), who=seat, bonus=bonus_name(bonus))]


def bonus_name(bonus: Bonus) -> Text:
    return Text(f"six-castles.bonus.{bonus}")


# ---------------------------------------------------------------- second: discs or workers


def act(table: Table, player: Player, wanted: Act, why: list[Text] | None = None) -> list[Tell]:
    """Carry out discs or workers; `Refused` says what cannot be. To be tried on a twin of the table first."""
    told: list[Tell] = []
    for laid in wanted.laid:
        told += lay_exploration(table, player, laid)
    if wanted.kind == "d":
        told += _mark(table, player, wanted)
        for sold in wanted.sales:
            told += sell(table, player, sold)
        for taken in wanted.taken:
            told += take(table, player, taken, "landscape")
    elif wanted.kind == "w":
        told += _go(table, player, wanted)
        for taken in wanted.taken:
            told += take(table, player, taken, "construction")
    elif wanted.kind == "-":
        told.append(Tell("six-castles.does-nothing", seat=player.seat.id, who=player.seat))
    if table.rulings["pieces-per-turn"] == "one" and len(wanted.sales) + len(wanted.taken) > 1:
        raise Refused(Text("six-castles.refused.one-piece"))
    if why and told:
        told[0].why = why
    return told


def lay_exploration(table: Table, player: Player, laid: Laid) -> list[Tell]:
    """An exploration tile joins the line, or replaces one ahead of the cylinder."""
    problem = rules.why_no_exploration(player, laid.face, laid.place, table.tables.terrains.marked)
    if problem is not None:
        raise Refused(problem)
    id = ""
    if not table.box:
        id = exploration_in_hand(table, player, laid.face)
        if not id:
            raise Refused(
                Text("six-castles.refused.not-in-line-hand", face=laid.face, tiles=line_hand(table, player))
            )
        player.tiles.remove(id)
    old = rules.lay_exploration(player, laid.face, laid.place)
    if id:
        table.laid.append(id)
    seat = player.seat
    if not old:
        return [Tell("six-castles.lays-line", seat=seat.id, who=seat, face=laid.face)]
    if not table.box:
        back = next(each for each in table.laid if each != id and old in faces(table, each))
        table.laid.remove(back)
        player.tiles.append(back)
    return [Tell("six-castles.replaces-line", seat=seat.id, who=seat, face=laid.face, old=old)]


def faces(table: Table, id: str) -> tuple[str, ...]:
    """The ways an exploration tile can lie: two faces, each end for end."""
    front, back = table.tables.exploration.tile[id]
    return tuple(dict.fromkeys((front, front[::-1], back, back[::-1])))


def exploration_in_hand(table: Table, player: Player, face: str) -> str:
    """The id of the exploration tile in hand that can lie like that; nothing if there is none."""
    return next((id for id in player.tiles if face in faces(table, id)), "")


def line_hand(table: Table, player: Player) -> list[str]:
    """The exploration tiles in hand by both their faces."""
    return ["/".join(table.tables.exploration.tile[id]) for id in player.tiles]


def _mark(table: Table, player: Player, wanted: Act) -> list[Tell]:
    if wanted.quarter is None:
        if wanted.steps or wanted.discs:
            raise Refused(Text("six-castles.refused.which-hill"))
        return []
    cell = table.placed[-1]
    hill = table.territory.hills_of(cell)[wanted.quarter]
    seat = player.seat
    where = hill_text(table, cell, hill)
    if not player.seat.is_person:
        letters = rules.rivals_marks(table, player, hill)
        rules.mark_as_rival(player, letters)
        if not letters:
            return []
        return [
            Tell(
                "six-castles.rival-marks",
                seat=seat.id,
                who=seat,
                terrains=terrains_of(table, letters),
                hill=where,
            )
        ]
    if player.is_light:
        if wanted.steps or wanted.discs:
            raise Refused(Text("six-castles.refused.no-line"))
        return [Tell("six-castles.marks-light", seat=seat.id, who=seat, hill=where)]
    steps = rules.longest_step(table, player, hill) if wanted.steps is None else wanted.steps
    marks = Marks(hill, steps, wanted.discs)
    problem = rules.why_not_mark(table, player, marks)
    if problem is not None:
        raise Refused(problem)
    coins = player.coins
    letters = rules.mark(player, marks)
    told = []
    if letters:
        told.append(
            Tell(
                "six-castles.marks", seat=seat.id, who=seat, terrains=terrains_of(table, letters), hill=where
            )
        )
    else:
        told.append(Tell("six-castles.marks-none", seat=seat.id, who=seat, hill=where))
    if coins != player.coins:
        told.append(
            Tell("six-castles.step-paid", seat=seat.id, who=seat, coins=half_coins(coins - player.coins))
        )
    return told


def sell(table: Table, player: Player, sold: Sold) -> list[Tell]:
    """Sell to a castle."""
    good = table.tables.terrains.by_id[sold.good]
    problem = rules.why_no_sale(table, player, sold.castle, good)
    if problem is not None:
        raise Refused(problem)
    hill = next(hill for hill, castle in table.territory.castles.items() if castle == sold.castle)
    if player.is_light:
        if not sold.goods:
            raise Refused(Text("six-castles.refused.how-many-goods", good=good))
        player.told[good.letter] = sold.goods
    count = sold.goods if player.is_light else player.owns(good.letter)
    sale = Sale(sold.castle, hill, good, count, rules.value_of(table, hill))
    came_from = rules.sell(player, sale)
    seat = player.seat
    return [
        Tell(
            "six-castles.sells", seat=seat.id, who=seat, count=count, good=good, value=sale.buildings,
            castle=named_castle(table, sold.castle), coins=half_coins(sale.income),
            disc=_disc_text(came_from),
        )
    ]  # fmt: skip


def _disc_text(came_from: int | None) -> Text:
    if came_from is None:
        return Text("six-castles.disc.supply")
    return Text("six-castles.disc.line", space=came_from + 1)


def take(
    table: Table, player: Player, taken: Taken, group: Literal["landscape", "construction"]
) -> list[Tell]:
    """Block a space of a track with a disc or a worker."""
    terrain = table.tables.terrains.by_id[taken.terrain]
    if terrain.group != group:
        raise Refused(Text(f"six-castles.refused.not-{group}", terrain=terrain))
    problem = rules.why_no_space(table, player, terrain, is_top=taken.is_top)
    if problem is not None:
        raise Refused(problem)
    tracks = table.tables.tracks
    points = tracks.top_of(group) if taken.is_top else tracks.spaces(group)[terrain.id]
    space = Space(terrain, points, taken.is_top)
    seat = player.seat
    if group == "landscape":
        if player.is_light:
            player.told[terrain.letter] = max(points, player.told.get(terrain.letter, 0))
        disc = _disc_text(rules.take_landscape(table, player, space))
        return [
            Tell(
                "six-castles.takes-landscape",
                seat=seat.id,
                who=seat,
                terrain=terrain,
                points=points,
                disc=disc,
            )
        ]
    worker = taken.worker
    if worker is not None and worker not in player.lying:
        spot, spots = rules.place_of(worker), rules.places_of(player)
        raise Refused(Text("six-castles.refused.no-worker-there", spot=spot, spots=spots))
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
    return [
        Tell(
            "six-castles.takes-construction",
            seat=seat.id,
            who=seat,
            terrain=terrain,
            points=points,
            worker=came_from,
        )
    ]


def _go(table: Table, player: Player, wanted: Act) -> list[Tell]:
    going = Going(wanted.new, tuple(wanted.moves))
    problem = rules.why_not_go(table, player, going)
    if problem is not None:
        raise Refused(problem)
    seat = player.seat
    told: list[Tell] = []
    paid = rules.go(table, player, going)
    if going.new is not None:
        told.append(Tell("six-castles.adds-worker", seat=seat.id, who=seat, spot=rules.place_of(going.new)))
    for start, end in going.moves:
        told.append(
            Tell(
                "six-castles.moves-worker",
                seat=seat.id,
                who=seat,
                start=rules.place_of(start),
                end=rules.place_of(end),
            )
        )
    for host in paid:
        told.append(Tell("six-castles.pays", seat=seat.id, who=seat, host=host.seat))
    steps = rules.go_on_religion(table, player, rules.pilgrims(table, player))
    if steps:
        space = player.religion + 1
        told.append(
            Tell(
                "six-castles.goes-on",
                seat=seat.id,
                who=seat,
                steps=Text("six-castles.religion-steps", n=steps),
                space=space,
            )
        )
    elif not told:
        told.append(Tell("six-castles.workers-rest", seat=seat.id, who=seat))
    return told


def spot_of(word: str) -> Spot | None:
    """The spot that `c4ne` names."""
    for quarter, name in enumerate(QUARTERS):
        if word.endswith(name) and word[: -len(name)] in CELLS:
            return CELLS[word[: -len(name)]], quarter
    return None
