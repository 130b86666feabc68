"""A turn in steps: which are legal, why another is not, and what each of them does.

Every rule stands here once, as a condition that a step must meet with its refusal: for people, rivals, hints,
questions and whatever is typed. What a step does is told by the function that does it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import TypeAlias

from automa.dialogue import YOU, Named, Refused, Tell, Text
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
from automa.six_castles.rules import Bonus, Sale, Space
from automa.six_castles.state import PHASES, Kind, Phase, Player, Spot, Table, hill_of
from automa.six_castles.steps import (
    KINDS,
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
)
from automa.six_castles.tables import COIN, Group, Terrain
from automa.six_castles.territory import CELLS, NAMES, QUARTERS
from automa.steps import NOTHING, Begun, Language, Notation, Rules, Said, Step

TRACKS: dict[Kind, Group] = {"d": "landscape", "w": "construction"}
"""Discs take spaces of one track, workers of the other."""


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


def face_words(table: Table, face: str) -> list[Text]:
    """What a side of an exploration tile shows, from left to right."""
    coin = Text("six-castles.half-coin")
    return [coin if letter == COIN else table.tables.terrains.by_letter[letter].name for letter in face]


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


# ---------------------------------------------------------------- what must hold


def a_tile_lies(table: Table, step: Step) -> Text | None:
    """A tile is laid first."""
    return Text("six-castles.refused.tile-first") if table.lays else None


def not_later_than(last: Phase, table: Table, step: Step) -> Text | None:
    """What was left out of a turn does not come back."""
    late = PHASES.index(table.now.phase) > PHASES.index(last)
    return Text("six-castles.refused.too-late") if late else None


def a_tile_is_due(table: Table, step: Lay) -> Text | None:
    return None if table.lays else Text("six-castles.refused.tile-lies", cell=NAMES[table.placed[-1]])


def cell_is_open(table: Table, step: Lay) -> Text | None:
    return rules.why_no_cell(table, step.cell)


def cell_suits_the_hand(table: Table, step: Lay) -> Text | None:
    """With crags alone in hand, the cells that bring one next to a crag."""
    cells = [] if step.tile else rules.open_cells(table, rules.hand_of(table, table.active))
    if step.tile or CELLS[step.cell] in cells:
        return None
    return Text("six-castles.refused.crag-elsewhere", cell=step.cell, cells=[NAMES[cell] for cell in cells])


def tile_can_lie_so(table: Table, step: Lay) -> Text | None:
    return rules.why_not_so(table, CELLS[step.cell], step.tile) if step.tile else None


def tile_is_in_hand(table: Table, step: Lay) -> Text | None:
    player = table.active
    if not step.tile or not player.hand or rules.in_hand(table, player, step.tile):
        return None
    return Text("six-castles.refused.not-in-hand", tile=step.tile, tiles=rules.hand_of(table, player))


def tile_is_likely(table: Table, step: Lay) -> Text | None:
    if not step.tile or not table.box or not table.active.seat.is_person:
        return None
    return rules.tile_doubt(table, step.tile, rules.cells_by_tile(table))


def hill_gets_a_castle(table: Table, step: Found) -> Text | None:
    hill = hill_at(table, step.quarter)
    if table.now.phase == "found" and hill in sites(table):
        return None
    reason = rules.why_no_castle(table, table.placed[-1], hill)
    quarter = quarter_text(QUARTERS.index(step.quarter))
    return Text("six-castles.refused.no-site", quarter=quarter, reason=reason) if reason else None


def a_crag_was_laid(table: Table, step: Gain) -> Text | None:
    lies = rules.has_crag(table, table.territory.tiles[table.placed[-1]])
    return None if lies else Text("six-castles.refused.no-bonus")


def bonus_is_there(table: Table, step: Gain) -> Text | None:
    found = rules.bonuses(table, table.active)
    if step.bonus[1:] in found:
        return None
    return Text("six-castles.refused.bonus", bonuses=[bonus_name(each) for each in found])


def tile_joins_the_line(table: Table, step: Explore) -> Text | None:
    return why_no_face(table, table.active, step)


def why_no_face(table: Table, player: Player, step: Explore) -> Text | None:
    """Why an exploration tile cannot be laid like that, be it in a turn or before the game."""
    refused = why_no_exploration(player, step.face or None, step.at, table.tables.terrains.marked)
    if refused:
        return refused
    line = player.line
    assert line is not None
    adds = step.at is None or step.at >= len(line.tiles)
    if adds and not tiles_to_lay(table, player):
        return Text("six-castles.refused.all-laid", n=len(line.tiles))
    if not table.deals_line(player) or not step.face or _replacing(table, player, step) is not None:
        return None
    tiles = line_hand(table, player)
    return Text("six-castles.refused.not-in-line-hand", face=step.face, tiles=tiles)


def tiles_to_lay(table: Table, player: Player) -> int:
    """How many exploration tiles a player has in hand; those of the box are counted, not seen."""
    if table.deals_line(player):
        return len(player.tiles)
    laid = 0 if player.line is None else len(player.line.tiles)
    return table.tables.setup.exploration.each + player.extra_tiles - laid


def a_half_coin_is_next(table: Table, step: Pay) -> Text | None:
    player = table.active
    if may_pass(player):
        return None
    coins = player.line is not None and player.coins
    return Text("six-castles.refused.no-coin-space" if coins else "six-castles.refused.no-coin")


def hill_is_said(table: Table, step: Discs) -> Text | None:
    marks = not step.quarter and (step.steps or step.discs)
    return Text("six-castles.refused.which-hill") if marks else None


def line_can_be_marked(table: Table, step: Discs) -> Text | None:
    player = table.active
    if not step.quarter or player.is_card or (player.is_light and not (step.steps or step.discs)):
        return None
    return why_not_mark(table, player, _marks(table, player, step))


def workers_can_go(table: Table, step: Workers) -> Text | None:
    return rules.why_not_go(table, table.active, step.going)


def discs_are_used(table: Table, step: Sell) -> Text | None:
    return None if table.now.kind == "d" else Text("six-castles.refused.discs-first")


def a_piece_may_be_spent(table: Table, step: Step) -> Text | None:
    one = table.rulings["pieces-per-turn"] == "one" and table.now.spent
    return Text("six-castles.refused.one-piece") if one else None


def discs_or_workers_are_used(table: Table, step: Enough) -> Text | None:
    return Text("six-castles.refused.word", word=step.verb) if not table.now.kind else None


def sales_come_before_landscapes(table: Table, step: Sell) -> Text | None:
    return Text("six-castles.refused.sales-first") if table.now.took else None


def a_castle_stands(table: Table, step: Sell) -> Text | None:
    return None if table.territory.castles else Text("six-castles.refused.no-castle")


def the_castle_stands(table: Table, step: Sell) -> Text | None:
    if step.castle in table.territory.castles.values():
        return None
    return Text("six-castles.refused.castle-not-there", castle=table.tables.castles.by_id[step.castle])


def market_is_open(table: Table, step: Sell) -> Text | None:
    """The castle buys the good, and nobody has sold it there; some castles buy only once."""
    markets = table.markets(step.castle)
    if step.good in markets:
        return None
    terrains = table.tables.terrains.by_id
    castle, good = table.tables.castles.by_id[step.castle], terrains[step.good]
    for player in table.players:
        if (step.castle, step.good) in player.sales or (
            not markets and any(where == step.castle for where, _ in player.sales)
        ):
            return Text("six-castles.refused.market-taken", castle=castle, good=good, who=player.seat)
    goods = [terrains[each] for each in markets]
    return Text("six-castles.refused.not-bought", castle=castle, good=good, goods=goods)


def owns_the_good(table: Table, step: Sell) -> Text | None:
    player, good = table.active, table.tables.terrains.by_id[step.good]
    owned = player.is_light or player.owns(good.letter)
    return None if owned else Text("six-castles.refused.owns-none", good=good)


def has_a_disc(table: Table, step: Step) -> Text | None:
    spends = table.now.kind == "d"
    return Text("six-castles.refused.no-disc") if spends and not rules.discs_to_spend(table.active) else None


def disc_may_be_spent(table: Table, step: Sell | Take) -> Text | None:
    good = step.good if isinstance(step, Sell) else step.terrain
    terrain = table.tables.terrains.by_id[good]
    if terrain.group == "construction":
        return None
    return rules.why_no_disc(table.active, terrain, step.disc)


def space_is_on_its_track(table: Table, step: Take) -> Text | None:
    group = TRACKS.get(table.now.kind)
    terrain = table.tables.terrains.by_id[step.terrain]
    if group is None:
        return Text("six-castles.refused.discs-first")
    return Text(f"six-castles.refused.not-{group}", terrain=terrain) if terrain.group != group else None


def tracks_are_used(table: Table, step: Take) -> Text | None:
    return Text("six-castles.refused.family-track") if table.is_family else None


def space_is_there(table: Table, step: Take) -> Text | None:
    terrain = table.tables.terrains.by_id[step.terrain]
    missing = points_of(table, terrain, is_top=step.top) is None
    return Text("six-castles.refused.no-space", terrain=terrain) if missing else None


def points_of(table: Table, terrain: Terrain, *, is_top: bool) -> int | None:
    """The points of a space of a track; nothing if there is no such space."""
    tracks = table.tables.tracks
    return tracks.top_of(terrain.group) if is_top else tracks.spaces(terrain.group).get(terrain.id)


def space_is_free(table: Table, step: Take) -> Text | None:
    """The uppermost space is there for everybody, but once."""
    terrain = table.tables.terrains.by_id[step.terrain]
    if step.top and rules.has_top(table.active, terrain.group):
        return Text("six-castles.refused.top-taken", points=table.tables.tracks.top_of(terrain.group))
    holder = None if step.top else table.taken.get(step.terrain)
    if holder is None:
        return None
    return Text("six-castles.refused.space-taken", terrain=terrain, who=table.player(holder).seat)


def has_a_worker(table: Table, step: Take) -> Text | None:
    player = table.active
    none = table.now.kind == "w" and not player.workers and not player.lying
    return Text("six-castles.refused.no-worker") if none else None


def has_enough_of_it(table: Table, step: Take) -> Text | None:
    player, terrain = table.active, table.tables.terrains.by_id[step.terrain]
    points = points_of(table, terrain, is_top=step.top) or 0
    count = rules.counted(table, player, terrain)
    if count >= points or (terrain.group == "landscape" and player.is_light):
        return None
    id = f"six-castles.refused.too-few.{terrain.group}"
    return Text(id, terrain=terrain, found=count, points=points)


def worker_may_be_spent(table: Table, step: Take) -> Text | None:
    player = table.active
    if table.tables.terrains.by_id[step.terrain].group != "construction":
        return None
    if step.worker is None and step.paid:
        return Text("six-castles.refused.spot", word=step.paid)
    if step.worker is not None and step.worker not in player.lying:
        return rules.why_no_worker(player, step.worker)
    return None


_early = partial(not_later_than, "act")
RULES: Rules = {
    Lay: (a_tile_is_due, cell_is_open, cell_suits_the_hand, tile_can_lie_so, tile_is_in_hand),
    Found: (a_tile_lies, hill_gets_a_castle),
    Gain: (a_tile_lies, a_crag_was_laid, partial(not_later_than, "bonus"), bonus_is_there),
    Explore: (a_tile_lies, _early, tile_joins_the_line),
    Pay: (a_tile_lies, a_half_coin_is_next),
    Discs: (a_tile_lies, _early, hill_is_said, line_can_be_marked),
    Workers: (a_tile_lies, _early, workers_can_go),
    Nothing: (a_tile_lies, _early),
    Sell: (
        a_tile_lies,
        discs_are_used,
        a_piece_may_be_spent,
        sales_come_before_landscapes,
        a_castle_stands,
        the_castle_stands,
        market_is_open,
        has_a_disc,
        owns_the_good,
        disc_may_be_spent,
    ),
    Take: (
        a_tile_lies,
        tracks_are_used,
        space_is_on_its_track,
        a_piece_may_be_spent,
        space_is_there,
        space_is_free,
        has_a_disc,
        has_a_worker,
        has_enough_of_it,
        disc_may_be_spent,
        worker_may_be_spent,
    ),
    Enough: (a_tile_lies, discs_or_workers_are_used),
}
DOUBTS: Rules = {Lay: (tile_is_likely,)}


def legal(table: Table) -> list[Step]:
    """The steps that can be taken now; how a tile lies, what is marked and who walks is left open."""
    player, phase = table.active, table.now.phase
    if phase == "lay":
        hand = rules.hand_of(table, player)
        return [Lay(NAMES[cell]) for cell in rules.open_cells(table, hand)]
    found: list[Step] = []
    cell = table.placed[-1]
    if phase == "found":
        found += [Found(QUARTERS[rules.quarter_of(cell, hill)]) for hill in sites(table)]
    if phase in ("found", "bonus") and rules.has_crag(table, table.territory.tiles[cell]):
        found += [Gain(f"+{bonus}") for bonus in rules.bonuses(table, player)]
    if may_pass(player):
        found.append(Pay())
    if phase == "more":
        found += [Sell(sale.castle, sale.good.id) for sale in sales(table)]
        found += [Take(space.terrain.id, space.is_top) for space in spaces(table)]
        return [*found, Enough()]
    if player.line is not None:
        first = player.line.tile_at(player.line.cylinder) + 1
        adds = tiles_to_lay(table, player) > 0
        places = range(first + 1, len(player.line.tiles) + 1 + adds)
        found += [Explore("x")] if adds else []
        found += [Explore(f"x{place}") for place in places]
    return [*found, Discs(), Workers(), Nothing()]


def sales(table: Table) -> list[Sale]:
    """The sales that can be made now."""
    player = table.active
    if table.now.kind != "d" or table.now.took or a_piece_may_be_spent(table, Enough()):
        return []
    return rules.sales(table, player)


def spaces(table: Table) -> list[Space]:
    """The spaces of a track that can be taken now."""
    group = TRACKS.get(table.now.kind)
    if group is None or a_piece_may_be_spent(table, Enough()):
        return []
    return rules.track_spaces(table, table.active, group)


# ---------------------------------------------------------------- what a step does

Telling: TypeAlias = Callable[[], list[Tell]]
"""How to tell what was just done; whoever looks ahead does not ask."""


def apply(table: Table, step: Step, why: Sequence[Text] = ()) -> list[Tell]:
    """Take a step that the rules allow; what is to be told of it."""
    told = do(table, step)()
    for first in told[:1]:
        first.why = why
    return told


def do(table: Table, step: Step) -> Telling:
    """The same, which leaves the telling to whoever wants it."""
    player = table.active
    match step:
        case Lay():
            return _lay(table, player, step)
        case Found():
            hill = hill_at(table, step.quarter)
            return list if hill in table.territory.castles else found(table, hill)
        case Gain():
            return _gain(table, player, step)
        case Explore():
            return lay_exploration(table, player, step)
        case Pay():
            pass_coin(player)
            return lambda: [_told_coin(player)]
        case Discs():
            _goes_on(table, "d")
            return _mark(table, player, step)
        case Workers():
            _goes_on(table, "w")
            return _go(table, player, step)
        case Nothing():
            _goes_on(table, "-")
            return lambda: [does("six-castles.does-nothing", player, deed=False)]
        case Sell():
            return _sell(table, player, step)
        case Take():
            return _take(table, player, step)
    return list


def _goes_on(table: Table, kind: Kind) -> None:
    """Discs or workers; what a crag brings was before."""
    table.now.phase, table.now.kind = "more", kind


def take(table: Table, step: Step) -> None:
    """The same where a line is read: the castle that can stand on one hill only is founded with the tile."""
    do(table, step)
    hills = rules.castle_sites(table, table.placed[-1]) if isinstance(step, Lay) else []
    if len(hills) == 1:
        found(table, hills[0])
        table.now.phase = "found"  # it may still be said


def sites(table: Table) -> list[int]:
    """The hills that get a castle, or of one that got it with the tile that one."""
    cell, castles = table.placed[-1], table.territory.castles
    built = [hill for hill in table.territory.hills_of(cell) if hill in castles]
    return built or rules.castle_sites(table, cell)


def hill_at(table: Table, quarter: str) -> int:
    """The hill at that quarter of the tile just laid."""
    return table.territory.hills_of(table.placed[-1])[QUARTERS.index(quarter)]


def _lay(table: Table, player: Player, step: Lay) -> Telling:
    if player.hand:
        player.hand.remove(rules.in_hand(table, player, step.tile))
    rules.lay(table, CELLS[step.cell], step.tile)
    table.now.phase = after_tile(table)
    return lambda: [does("six-castles.lays", player, cell=step.cell, tile=tile_text(table, step.tile))]


def after_tile(table: Table) -> Phase:
    """What comes next in a turn once the tile lies, and again once its castle is founded."""
    cell = table.placed[-1]
    if rules.castle_sites(table, cell):
        return "found"
    return "bonus" if rules.has_crag(table, table.territory.tiles[cell]) else "act"


def found(table: Table, hill: int) -> Telling:
    """The castle on top of the pile is founded on a hill; workers there go on top of it."""
    where = hill_text(table, table.placed[-1], hill)
    castle = named_castle(table, rules.found_castle(table, hill))
    table.now.phase = after_tile(table)

    def told() -> list[Tell]:
        on_it = {
            player.seat.id: sum(hill_of(spot) == hill for spot in player.lying) for player in table.players
        }
        return [
            Tell("six-castles.founds", castle=castle, hill=where),
            *(
                does("six-castles.on-castle", player, n=on_it[player.seat.id], castle=castle)
                for player in table.players
                if on_it[player.seat.id]
            ),
        ]

    return told


def without_castle(table: Table, cell: int) -> list[Tell]:
    """Which hills of a tile are closed with a crag and yet have no castle, and why."""
    hills = [hill for hill in rules.closed_crags(table, cell) if hill not in table.territory.castles]
    return [
        Tell("six-castles.no-castle", deed=False, hill=hill_text(table, cell, hill), reason=reason)
        for hill in hills
        if (reason := rules.why_no_castle(table, cell, hill)) is not None
    ]


def _gain(table: Table, player: Player, step: Gain) -> Telling:
    bonus = next(each for each in rules.BONUSES if step.bonus == f"+{each}")
    rules.give_bonus(table, player, bonus)
    table.now.phase = "act"
    return lambda: [does("six-castles.bonus", player, bonus=bonus_name(bonus))]


def bonus_name(bonus: Bonus) -> Text:
    return Text(f"six-castles.bonus.{bonus}")


def lay_exploration(table: Table, player: Player, step: Explore) -> Telling:
    """An exploration tile joins the line, or replaces one ahead of the cylinder, perhaps itself turned."""
    swap = _replacing(table, player, step) if table.deals_line(player) or player.tiles else None
    if swap is not None and swap[0]:
        out, back = swap
        player.tiles.remove(out)
        table.laid.append(out)
        if back:
            table.laid.remove(back)
            player.tiles.append(back)
    old = lay_tile(player, step.face, step.at)
    if not old:
        return lambda: [does("six-castles.lays-line", player, face=step.face)]
    return lambda: [does("six-castles.replaces-line", player, face=step.face, old=old)]


def _replacing(table: Table, player: Player, step: Explore) -> tuple[str, str] | None:
    """Of the app's set the tile that leaves the hand and the one that comes back; none if it cannot be."""
    line = player.line
    assert line is not None
    old = "" if step.at is None else "".join(line.tiles[step.at : step.at + 1])
    replaced = [id for id in table.laid if old in rules.faces(table, id)] if old else []
    out = next((id for id in player.tiles if step.face in rules.faces(table, id)), "")
    if out:
        return out, replaced[0] if replaced else ""
    return ("", "") if any(step.face in rules.faces(table, each) for each in replaced) else None


def _told_paid(player: Player, coins: int) -> Tell:
    return does("six-castles.step-paid", player, coins=half_coins(coins))


def _told_coin(player: Player) -> Tell:
    """A half-coin was paid for the space that shows it: there the cylinder stands now."""
    if player.line is None:
        return does("six-castles.coin-paid-light", player, coins=half_coins(1))
    return does("six-castles.coin-paid", player, coins=half_coins(1), space=player.line.cylinder + 1)


def line_hand(table: Table, player: Player) -> list[Text]:
    """The exploration tiles in hand by both their faces."""
    return [faces_text(table, id) for id in player.tiles]


def faces_text(table: Table, id: str) -> Text:
    """Both sides of an exploration tile."""
    sides = table.tables.exploration.tile[id]
    front, back = (Text("six-castles.side", letters=each, words=face_words(table, each)) for each in sides)
    return Text("six-castles.both-faces", front=front, back=back)


def _marks(table: Table, player: Player, step: Discs) -> Marks:
    """What is marked; nothing said of the cylinder means as far as it goes."""
    hill = hill_at(table, step.quarter)
    steps = int(step.steps[1:]) if step.steps else longest_step(table, player, hill)
    return Marks(hill, steps, step.spaces)


def _mark(table: Table, player: Player, step: Discs) -> Telling:
    if not step.quarter:
        return list
    cell, hill = table.placed[-1], hill_at(table, step.quarter)
    if player.is_card:
        letters = rules.card_marks(table, player, table.territory.terrains(hill))
        rules.mark_by_card(player, letters)
        terrains = terrains_of(table, letters)
        return lambda: [
            does(
                "six-castles.rival-marks", player, deed=False, hill=hill_text(table, cell, hill),
                terrains=terrains,
            )
        ] if letters else []  # fmt: skip
    if player.is_light:
        return lambda: [
            does("six-castles.marks-light", player, hill=hill_text(table, cell, hill), terrains=[])
        ]
    marks, coins = _marks(table, player, step), player.coins
    marked = mark(player, marks)
    paid = coins - player.coins

    def told() -> list[Tell]:
        where = hill_text(table, cell, hill)
        says = does("six-castles.marks-none", player, deed=False, hill=where, terrains=[])
        if marked:
            terrains = [_marked(table, player, at) for at in marked]
            says = does(
                "six-castles.marks", player, terrains=terrains, hill=where, pieces=_pieces(player, marks)
            )
        return [says, *([_told_paid(player, paid)] if paid else [])]

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


def _sell(table: Table, player: Player, step: Sell) -> Telling:
    """Sell to a castle."""
    good = table.tables.terrains.by_id[step.good]
    hill = next(hill for hill, castle in table.territory.castles.items() if castle == step.castle)
    if player.is_light:
        player.told[good.letter] = int(step.goods or 0)
    count = int(step.goods or 0) if player.is_light else player.owns(good.letter)
    sale = Sale(step.castle, hill, good, count, rules.value_of(table, hill))
    came_from = rules.sell(player, sale, step.disc)
    table.now.spent += 1
    return lambda: [
        does(
            "six-castles.sells", player, count=count, good=good, value=sale.buildings,
            castle=named_castle(table, step.castle), coins=half_coins(sale.income),
            disc=_disc_text(came_from),
        )
    ]  # fmt: skip


def _disc_text(came_from: int | None) -> Text:
    if came_from is None:
        return Text("six-castles.disc.supply")
    return Text("six-castles.disc.line", space=came_from + 1)


def _take(table: Table, player: Player, step: Take) -> Telling:
    """Block a space of a track with a disc or a worker."""
    terrain = table.tables.terrains.by_id[step.terrain]
    points = points_of(table, terrain, is_top=step.top) or 0
    space = Space(terrain, points, step.top)
    table.now.spent, table.now.took = table.now.spent + 1, True
    if terrain.group == "landscape":
        if player.is_light:
            player.told[terrain.letter] = max(points, player.told.get(terrain.letter, 0))
        came_from = rules.take_landscape(table, player, space, step.disc)
        return lambda: [
            does(
                "six-castles.takes-landscape", player, space=_space_text(space), points=points,
                disc=_disc_text(came_from),
            )
        ]  # fmt: skip
    worker = step.worker if step.worker is not None or player.workers else player.lying[0]
    rules.take_construction(table, player, space, worker)
    return lambda: [
        does(
            "six-castles.takes-construction", player, space=_space_text(space), points=points,
            worker=_worker_text(worker),
        )
    ]  # fmt: skip


def _space_text(space: Space) -> Text:
    return Text("six-castles.uppermost" if space.is_top else "six-castles.own-space", terrain=space.terrain)


def _worker_text(worker: Spot | None) -> Text:
    if worker is None:
        return Text("six-castles.worker.supply")
    return Text("six-castles.worker.spot", spot=rules.place_of(worker))


def _go(table: Table, player: Player, step: Workers) -> Telling:
    going = step.going
    paid = rules.go(table, player, going)
    steps = rules.go_on_religion(table, player, rules.pilgrims(table, player))

    def told() -> list[Tell]:
        says: list[Tell] = []
        if going.new is not None:
            says.append(does("six-castles.adds-worker", player, spot=rules.place_of(going.new)))
        for spots in going.moves:
            start, end = map(rules.place_of, spots)
            says.append(does("six-castles.moves-worker", player, start=start, end=end))
        for host in paid:
            id = "six-castles.pays-you" if host.seat.id == YOU else "six-castles.pays"
            says.append(does(id, player, host=host.seat))
        if steps:
            made = Text("six-castles.religion-steps", n=steps)
            says.append(does("six-castles.goes-on", player, steps=made, space=player.religion + 1))
        elif not (going.new or going.moves):
            says.append(does("six-castles.workers-rest", player, deed=False))
        return says

    return told


# ---------------------------------------------------------------- the language of a turn


class TurnLanguage(Language[Table]):
    """A space is its terrain's own unless the uppermost is said."""

    def settled(self, state: Table, left: Sequence[Step], begun: Begun = NOTHING) -> Step | None:
        own = [step for step in left if not (isinstance(step, Take) and step.top and not begun.says("top"))]
        return Language.settled(self, state, own, begun)

    def at(self, state: Table, begun: Begun = NOTHING) -> Written:
        return Written(self, state, begun)


TURN = TurnLanguage("six-castles.rules.notation", KINDS, legal, RULES, take, Table.copy, doubts=DOUBTS)


def in_words(table: Table, steps: Sequence[Step]) -> Text:
    """Steps as a player would write them, in their language."""
    first, *more = (word for step in steps for word in _written(table, step))
    turn = Text("six-castles.written", what=first)
    for then in more:
        turn = Text("six-castles.then", before=turn, then=then)
    return turn


def _written(table: Table, step: Step) -> list[Named | str | Text]:
    """The words of a step; tiles are letters where they are typed, and on a page what these mean."""
    match step:
        case Lay(cell=cell, tile=tile) if tile:
            return [cell, Text("six-castles.written.lies", letters=tile, words=tile_words(table, tile))]
        case Explore(place=place, face=face) if face:
            laid = Text("six-castles.written.laid", place=place)
            return [laid, Text("six-castles.side", letters=face, words=face_words(table, face))]
    return list(TURN.named(table, step))


class Written(Notation[Table]):
    """Lines of a turn, which must say enough."""

    def read(self, line: str, insist: bool = False) -> str:
        said = self.language.understand(self.state, line, self.begun, insist=insist)
        refuse(says_too_little(self.state, said))
        return said.written


def says_too_little(table: Table, said: Said) -> Text | None:
    """What was left out of a line that is not asked: all but how a tile lies and what more is scored."""
    table, last = table.copy(), said.steps[-1] if said.steps else None
    for step in said.steps[:-1]:
        take(table, step)
    player, begun = table.active, said.begun
    if begun and begun.kinds != (Lay,):
        if last is not None:
            take(table, last)
        return _open(table, begun)
    match last:
        case Sell(good=good, goods="") if player.is_light:
            return Text("six-castles.refused.how-many-goods", good=table.tables.terrains.by_id[good])
        case Take(paid="") if table.now.kind == "w" and not player.workers and len(player.lying) > 1:
            return Text("six-castles.refused.which-worker", spots=rules.places_of(player))
        case Discs() | Workers() if said.stop or player.is_card:
            return None
        case Discs(quarter=""):
            sells = rules.sales(table, player) or rules.track_spaces(table, player, "landscape")
            return None if sells else Text("six-castles.refused.only-discs")
        case Discs(quarter=quarter) if not player.is_light:
            marks = _marks(table, player, last)
            hill = hill_text(table, table.placed[-1], hill_at(table, quarter))
            idle = not (marks.steps or marks.discs)
            return Text("six-castles.refused.marks-nothing", hill=hill) if idle else None
        case Workers(new="", moves=()) if not player.lying:
            return Text("six-castles.refused.only-workers")
    return None


def _open(table: Table, begun: Begun) -> Text:
    """Which part of a step is not clear."""
    terrain = next(iter(begun.said.get("good") or begun.said.get("terrain") or ()), None)
    if begun.kinds == (Sell,) and terrain is not None:
        buyers = [sale.castle for sale in sales(table) if sale.good.id == terrain.id]
        castles = [table.tables.castles.by_id[id] for id in buyers]
        return Text("six-castles.refused.sell-where", good=terrain, castles=castles)
    if begun.kinds == (Sell,):
        return Text("six-castles.refused.sell-what", goods=table.tables.terrains.of_group("agricultural"))
    if begun.kinds == (Take,) and terrain is not None:
        refused = TURN.why_not(table, Take(terrain.id))
        assert refused is not None
        return refused
    return Text("six-castles.refused.open", kind=begun.kinds[0].verb or "x")
