"""A turn in steps: which are legal, why another is not, and how a line of them is read.

Every rule stands here once, as a condition that a step must meet with its refusal: for people, rivals, hints,
questions and whatever is typed. What a step does stands in `effects`.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from automa.dialogue import Named, Refused, Text
from automa.six_castles import rules
from automa.six_castles.line import LONGEST, may_pass, why_not_mark
from automa.six_castles.rules import Sale, Space
from automa.six_castles.rules.effects import (
    bonus_name,
    face_text,
    faces_text,
    half_coins,
    hill_at,
    hill_text,
    in_short,
    marks_of,
    quarter_text,
    replacing,
    take,
    tile_words,
)
from automa.six_castles.state import PHASES, Kind, Phase, Player, State
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
    disc_paid,
)
from automa.six_castles.tables import COIN, Group
from automa.six_castles.territory import CELLS, NAMES, spot_name
from automa.steps import NOTHING, Begun, Language, Rules, Said, Step, StepNotation

TRACKS: dict[Kind, Group] = {"d": "landscape", "w": "construction"}
"""Discs take spaces of one track, workers of the other."""


def refuse(problem: Text | None) -> None:
    """`Refused` if there is a reason to."""
    if problem is not None:
        raise Refused(problem)


def doubt(problem: Text | None) -> None:
    """`Refused` if there is a reason to doubt it, but a player who knows better may insist."""
    if problem is not None:
        raise Refused(problem, insist=True)


# ---------------------------------------------------------------- what must hold


def a_tile_lies(state: State, step: Step) -> Text | None:
    """A tile is laid first."""
    return Text("six-castles.refused.tile-first") if state.lays else None


def not_later_than(last: Phase, state: State, step: Step) -> Text | None:
    """What was left out of a turn does not come back."""
    late = PHASES.index(state.now.phase) > PHASES.index(last)
    return Text("six-castles.refused.too-late") if late else None


def a_tile_is_due(state: State, step: Lay) -> Text | None:
    return None if state.lays else Text("six-castles.refused.tile-lies", cell=NAMES[state.placed[-1]])


def cell_is_open(state: State, step: Lay) -> Text | None:
    """A tile goes on with a path of another: on a free cell beside it."""
    cell = CELLS.get(step.cell)
    if cell in state.territory.frontier:
        return None
    cells = [NAMES[each] for each in sorted(state.territory.frontier)]
    if cell is None:
        return Text("six-castles.refused.no-cell", cell=step.cell, cells=cells)
    tile = state.territory.tiles.get(cell)
    if tile is None:
        return Text("six-castles.refused.unconnected", cell=step.cell, cells=cells)
    return Text("six-castles.refused.occupied", cell=step.cell, tile=state.spelt(tile), cells=cells)


def cell_suits_the_hand(state: State, step: Lay) -> Text | None:
    """With crags alone in hand, the cells that bring one next to a crag."""
    cells = [] if step.tile else rules.open_cells(state, rules.hand_of(state, state.active))
    if step.tile or CELLS[step.cell] in cells:
        return None
    return Text("six-castles.refused.crag-elsewhere", cell=step.cell, cells=[NAMES[cell] for cell in cells])


def crag_lies_next_to_a_crag(state: State, step: Lay) -> Text | None:
    """If that is at all possible, on any cell and turned in any way."""
    if not rules.has_crag(state, step.tile):
        return None
    legal, cell = rules.placements(state, step.tile), CELLS[step.cell]
    if (cell, step.tile) in legal:
        return None
    here = [state.spelt(way) for place, way in legal if place == cell]
    if here:
        return Text("six-castles.refused.crag-turned", cell=step.cell, tiles=here)
    cells = [NAMES[each] for each in dict.fromkeys(place for place, _ in legal)]
    return Text("six-castles.refused.crag-elsewhere", cell=step.cell, cells=cells)


def tile_is_in_hand(state: State, step: Lay) -> Text | None:
    player = state.active
    if not step.tile or not player.hand or rules.in_hand(state, player, step.tile):
        return None
    held = [*map(state.spelt, rules.hand_of(state, player))]
    return Text("six-castles.refused.not-in-hand", tile=state.spelt(step.tile), tiles=held)


def tile_is_likely(state: State, step: Lay) -> Text | None:
    if not step.tile or not state.box or not state.active.seat.is_person:
        return None
    return rules.tile_doubt(state, step.tile, rules.cells_by_tile(state))


def hill_gets_a_castle(state: State, step: Found) -> Text | None:
    hill = hill_at(state, step.quarter)
    if state.now.phase == "found" and hill in sites(state):
        return None
    reason = rules.why_no_castle(state, state.placed[-1], hill)
    quarter = quarter_text(step.quarter)
    return Text("six-castles.refused.no-site", quarter=quarter, reason=reason) if reason else None


def a_crag_was_laid(state: State, step: Gain) -> Text | None:
    lies = rules.has_crag(state, state.territory.tiles[state.placed[-1]])
    return None if lies else Text("six-castles.refused.no-bonus")


def bonus_is_there(state: State, step: Gain) -> Text | None:
    found = rules.bonuses(state, state.active)
    if step.bonus[1:] in found:
        return None
    return Text("six-castles.refused.bonus", bonuses=[bonus_name(each) for each in found])


def tile_joins_the_line(state: State, step: Explore) -> Text | None:
    return why_no_face(state, state.active, step)


def why_no_face(state: State, player: Player, step: Explore) -> Text | None:
    """Why an exploration tile cannot be laid like that, be it in a turn or before the game."""
    line, marked, face, at = player.line, state.tables.terrains.marked, step.face, step.at
    if line is None:
        return Text("six-castles.refused.no-line")
    for letter in face:
        if letter != COIN and letter not in marked:
            found = state.spelt(letter) if letter.islower() else letter.casefold()
            known = state.spelt(" ".join(each for each in state.tables.terrains.by_letter if each in marked))
            return Text("six-castles.refused.line-letter", letter=found, letters=known)
    if face and (len(face) > LONGEST or not face.strip(COIN)):
        return Text("six-castles.refused.face", face=state.spelt(face))
    if at is not None and at > len(line.tiles):
        return Text("six-castles.refused.line-place", place=at + 1, n=len(line.tiles))
    if at is not None and at <= line.tile_at(line.cylinder):
        return Text("six-castles.refused.line-behind", place=at + 1)
    if (at is None or at == len(line.tiles)) and not tiles_to_lay(state, player):
        return Text("six-castles.refused.all-laid", n=len(line.tiles))
    if not state.deals_line(player) or not face or replacing(state, player, step) is not None:
        return None
    hand = line_hand(state, player)
    return Text("six-castles.refused.not-in-line-hand", face=state.spelt(face), tiles=hand)


def tiles_to_lay(state: State, player: Player) -> int:
    """How many exploration tiles a player has in hand; those of the box are counted, not seen."""
    if state.deals_line(player):
        return len(player.tiles)
    assert player.line is not None
    return state.tables.setup.exploration.each + player.extra_tiles - len(player.line.tiles)


def a_half_coin_is_next(state: State, step: Pay) -> Text | None:
    player = state.active
    if may_pass(player):
        return None
    coins = player.line is not None and player.coins
    return Text("six-castles.refused.no-coin-space" if coins else "six-castles.refused.no-coin")


def hill_is_said(state: State, step: Discs) -> Text | None:
    marks = not step.quarter and (step.steps or step.discs)
    return Text("six-castles.refused.which-hill") if marks else None


def line_can_be_marked(state: State, step: Discs) -> Text | None:
    player = state.active
    if not step.quarter or player.is_card or (player.is_light and not (step.steps or step.discs)):
        return None
    return why_not_mark(state, player, marks_of(state, player, step))


def a_new_worker_is_there(state: State, step: Workers) -> Text | None:
    none = step.new and not state.active.workers
    return Text("six-castles.refused.no-worker-left") if none else None


def workers_lie_there(state: State, step: Workers) -> Text | None:
    """Each walks once, from where it lies."""
    player = state.active
    lying = player.lying.copy()
    for start, _ in step.walks:
        if start not in lying:
            return rules.why_no_worker(player, start)
        lying.remove(start)
    return None


def workers_can_reach_it(state: State, step: Workers) -> Text | None:
    """Steps: one for each worker in the territory, a new one included, shared among those that walk."""
    left = most = len(state.active.lying) + bool(step.new)
    for start, end in [(None, step.new_at), *step.walks] if step.new_at else step.walks:
        if end[0] not in state.territory.tiles:
            return Text("six-castles.refused.no-tile-there", cell=NAMES[end[0]])
        if start == end:
            return Text("six-castles.refused.no-step", spot=rules.place_of(end))
        reached = rules.walks(state, start, most).get(end[0])
        if reached is None or reached > left:
            back = start is not None and start[0] == end[0]
            id = "six-castles.refused.and-back" if back else "six-castles.refused.too-far"
            return Text(id, spot=rules.place_of(end), n=most)
        left -= reached
    return None


def hosts_can_be_paid(state: State, step: Workers) -> Text | None:
    due = sum(1 for _ in rules.fees(state, state.active, step)) * rules.gold(state)
    if due <= state.active.coins:
        return None
    coins = half_coins(state.active.coins)
    return Text("six-castles.refused.cannot-pay", due=half_coins(due), coins=coins)


def discs_are_used(state: State, step: Sell) -> Text | None:
    return None if state.now.kind == "d" else Text("six-castles.refused.discs-first")


def a_piece_may_be_spent(state: State, step: Step) -> Text | None:
    one = state.rulings["pieces-per-turn"] == "one" and state.now.spent
    return Text("six-castles.refused.one-piece") if one else None


def discs_or_workers_are_used(state: State, step: Enough) -> Text | None:
    return Text("six-castles.refused.word", word=step.verb) if not state.now.kind else None


def sales_come_before_landscapes(state: State, step: Sell) -> Text | None:
    return Text("six-castles.refused.sales-first") if state.now.took else None


def the_castle_stands(state: State, step: Sell) -> Text | None:
    if not state.territory.castles:
        return Text("six-castles.refused.no-castle")
    if step.castle in state.territory.castles.values():
        return None
    return Text("six-castles.refused.castle-not-there", castle=state.tables.castles.by_id[step.castle])


def market_is_open(state: State, step: Sell) -> Text | None:
    """The castle buys the good, and nobody has sold it there; some castles buy only once."""
    markets = state.markets(step.castle)
    if step.good in markets:
        return None
    terrains = state.tables.terrains.by_id
    castle, good = state.tables.castles.by_id[step.castle], terrains[step.good]
    for player in state.players:
        if (step.castle, step.good) in player.sales or (
            not markets and any(where == step.castle for where, _ in player.sales)
        ):
            return Text("six-castles.refused.market-taken", castle=castle, good=good, who=player.seat)
    goods = [terrains[each] for each in markets]
    return Text("six-castles.refused.not-bought", castle=castle, good=good, goods=goods)


def owns_the_good(state: State, step: Sell) -> Text | None:
    player, good = state.active, state.tables.terrains.by_id[step.good]
    owned = player.is_light or player.owns(good.letter)
    return None if owned else Text("six-castles.refused.owns-none", good=good)


def has_a_disc(state: State, step: Step) -> Text | None:
    spends = state.now.kind == "d"
    return Text("six-castles.refused.no-disc") if spends and not rules.discs_to_spend(state.active) else None


def disc_may_be_spent(state: State, step: Sell | Take) -> Text | None:
    """A disc that lies on the very terrain must be used."""
    player, disc = state.active, disc_paid(step)
    terrain = state.tables.terrains.by_id[step.good if isinstance(step, Sell) else step.terrain]
    may = [] if disc is None else rules.discs_for(player, terrain.letter)
    if disc is None or disc in may or terrain.group == "construction":
        return None
    spaces = [each + 1 for each in may if each is not None]
    if player.line is not None and disc in player.line.discs:
        return Text("six-castles.refused.disc-on-it", terrain=terrain, spaces=spaces)
    return Text("six-castles.refused.no-disc-there", space=disc + 1, spaces=spaces)


def space_is_on_its_track(state: State, step: Take) -> Text | None:
    group = TRACKS.get(state.now.kind)
    terrain = state.tables.terrains.by_id[step.terrain]
    if group is None:
        return Text("six-castles.refused.discs-first")
    return Text(f"six-castles.refused.not-{group}", terrain=terrain) if terrain.group != group else None


def tracks_are_used(state: State, step: Take) -> Text | None:
    return Text("six-castles.refused.family-track") if state.is_family else None


def space_is_there(state: State, step: Take) -> Text | None:
    terrain = state.tables.terrains.by_id[step.terrain]
    missing = not step.top and step.terrain not in state.tables.tracks.spaces(terrain.group)
    return Text("six-castles.refused.no-space", terrain=terrain) if missing else None


def space_is_free(state: State, step: Take) -> Text | None:
    """The uppermost space is there for everybody, but once."""
    terrain = state.tables.terrains.by_id[step.terrain]
    if step.top and rules.has_top(state.active, terrain.group):
        return Text("six-castles.refused.top-taken", points=state.tables.tracks.top_of(terrain.group))
    holder = None if step.top else state.taken.get(step.terrain)
    if holder is None:
        return None
    return Text("six-castles.refused.space-taken", terrain=terrain, who=state.player(holder).seat)


def has_a_worker(state: State, step: Take) -> Text | None:
    player = state.active
    none = state.now.kind == "w" and not player.workers and not player.lying
    return Text("six-castles.refused.no-worker") if none else None


def has_enough_of_it(state: State, step: Take) -> Text | None:
    player, terrain = state.active, state.tables.terrains.by_id[step.terrain]
    points = rules.points_of(state, terrain, is_top=step.top)
    count = rules.counted(state, player, terrain)
    if count >= points or (terrain.group == "landscape" and player.is_light):
        return None
    id = f"six-castles.refused.too-few.{terrain.group}"
    return Text(id, terrain=terrain, found=count, points=points)


def worker_may_be_spent(state: State, step: Take) -> Text | None:
    player = state.active
    if state.tables.terrains.by_id[step.terrain].group != "construction":
        return None
    if step.worker is None and step.paid:
        return Text("six-castles.refused.spot", word=step.paid)
    if step.worker is not None and step.worker not in player.lying:
        return rules.why_no_worker(player, step.worker)
    return None


_early = partial(not_later_than, "act")
RULES: Rules = {
    Lay: (a_tile_is_due, cell_is_open, cell_suits_the_hand, crag_lies_next_to_a_crag, tile_is_in_hand),
    Found: (a_tile_lies, hill_gets_a_castle),
    Gain: (a_tile_lies, a_crag_was_laid, partial(not_later_than, "bonus"), bonus_is_there),
    Explore: (a_tile_lies, _early, tile_joins_the_line),
    Pay: (a_tile_lies, a_half_coin_is_next),
    Discs: (a_tile_lies, _early, hill_is_said, line_can_be_marked),
    Workers: (
        a_tile_lies,
        _early,
        a_new_worker_is_there,
        workers_lie_there,
        workers_can_reach_it,
        hosts_can_be_paid,
    ),
    Nothing: (a_tile_lies, _early),
    Sell: (
        a_tile_lies,
        discs_are_used,
        a_piece_may_be_spent,
        sales_come_before_landscapes,
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


def legal(state: State) -> list[Step]:
    """The steps that can be taken now; how a tile lies, what is marked and who walks is left open."""
    player, phase = state.active, state.now.phase
    if phase == "lay":
        hand = rules.hand_of(state, player)
        return [Lay(NAMES[cell]) for cell in rules.open_cells(state, hand)]
    found: list[Step] = []
    cell = state.placed[-1]
    if phase == "found":
        found += [Found(rules.quarter_of(cell, hill)) for hill in sites(state)]
    if phase in ("found", "bonus") and rules.has_crag(state, state.territory.tiles[cell]):
        found += [Gain(f"+{bonus}") for bonus in rules.bonuses(state, player)]
    if may_pass(player):
        found.append(Pay())
    if phase == "more":
        found += [Sell(sale.castle, sale.good.id) for sale in sales(state)]
        found += [Take(space.terrain.id, space.is_top) for space in spaces(state)]
        return [*found, Enough()]
    if player.line is not None:
        first = player.line.tile_at(player.line.cylinder) + 1
        adds = tiles_to_lay(state, player) > 0
        places = range(first + 1, len(player.line.tiles) + 1 + adds)
        found += [Explore("x")] if adds else []
        found += [Explore(f"x{place}") for place in places]
    return [*found, Discs(), Workers(), Nothing()]


def sales(state: State) -> list[Sale]:
    """The sales that can be made now."""
    player = state.active
    if state.now.kind != "d" or state.now.took or a_piece_may_be_spent(state, Enough()):
        return []
    return rules.sales(state, player)


def uses(state: State) -> list[Sell | Take]:
    """The same sales and spaces, each paid with any of the pieces that may pay for it."""
    player, spots = state.active, [""] if state.active.workers else []
    spots += [spot_name(*spot) for spot in dict.fromkeys(player.lying)]
    found: list[Sell | Take] = [
        Sell(sale.castle, sale.good.id, paid=paid)
        for sale in sales(state)
        for paid in _discs(player, sale.good.letter)
    ]
    for space in spaces(state):
        paying = spots if state.now.kind == "w" else _discs(player, space.terrain.letter)
        found += [Take(space.terrain.id, space.is_top, paid) for paid in paying]
    return found


def _discs(player: Player, letter: str) -> list[str]:
    """The discs that may pay for a terrain; the usual one needs no word."""
    return ["", *(str(disc + 1) for disc in rules.discs_for(player, letter)[1:] if disc is not None)]


def spaces(state: State) -> list[Space]:
    """The spaces of a track that can be taken now."""
    group = TRACKS.get(state.now.kind)
    if group is None or a_piece_may_be_spent(state, Enough()):
        return []
    return rules.track_spaces(state, state.active, group)


def sites(state: State) -> list[int]:
    """The hills that get a castle, or of one that got it with the tile that one."""
    cell, castles = state.placed[-1], state.territory.castles
    built = [hill for hill in state.territory.hills_of(cell) if hill in castles]
    return built or rules.castle_sites(state, cell)


def line_hand(state: State, player: Player) -> list[Text]:
    """The exploration tiles in hand by both their faces."""
    return [faces_text(state, id) for id in player.tiles]


# ---------------------------------------------------------------- the language of a turn


class TurnLanguage(Language[State]):
    """Lines of a turn, which must say enough."""

    def at(self, state: State, begun: Begun = NOTHING) -> Written:
        return Written(self, state, begun)


TURN = TurnLanguage("six-castles.rules.notation", KINDS, legal, RULES, take, State.copy, doubts=DOUBTS)


def in_words(state: State, steps: Sequence[Step]) -> Text:
    """Steps as a player would write them, in their language."""
    first, *more = (word for step in steps for word in _written(state, step))
    turn = Text("six-castles.written", what=first)
    for then in more:
        turn = Text("six-castles.then", before=turn, then=then)
    return turn


def _written(state: State, step: Step) -> list[Named | str | Text]:
    """The words of a step; tiles are letters where they are typed, and on a page what these mean."""
    match step:
        case Lay(cell=cell, tile=tile) if tile:
            words = tile_words(state, tile)
            return [cell, Text("six-castles.written.lies", letters=state.spelt(tile), words=words)]
        case Explore(place=place, face=face) if face:
            laid = Text("six-castles.written.laid", place=place)
            return [laid, face_text(state, face)]
    return list(TURN.named(state, step))


class Written(StepNotation[State]):
    """Lines of a turn, which must say enough."""

    def read(self, line: str, insist: bool = False) -> str:
        said = self.language.understand(self.state, line, self.begun, insist=insist)
        refuse(says_too_little(self.state, said))
        return said.written

    def in_words(self, written: str) -> list[Text]:
        return in_short(self.state, self.language.understand(self.state, written, insist=True).steps)


def says_too_little(state: State, said: Said) -> Text | None:
    """What was left out of a line that is not asked: all but how a tile lies and what more is scored."""
    state, last = state.copy(), said.steps[-1] if said.steps else None
    for step in said.steps[:-1]:
        take(state, step)
    player, begun = state.active, said.begun
    if begun and begun.kinds != (Lay,):
        if last is not None:
            take(state, last)
        return _open(state, begun)
    match last:
        case Sell(good=good, goods="") if player.is_light:
            return Text("six-castles.refused.how-many-goods", good=state.tables.terrains.by_id[good])
        case Take(paid="") if state.now.kind == "w" and not player.workers and len(player.lying) > 1:
            return Text("six-castles.refused.which-worker", spots=rules.places_of(player))
        case Discs() | Workers() if said.stop or player.is_card:
            return None
        case Discs(quarter=""):
            sells = rules.sales(state, player) or rules.track_spaces(state, player, "landscape")
            return None if sells else Text("six-castles.refused.only-discs")
        case Discs(quarter=quarter) if not player.is_light:
            marks = marks_of(state, player, last)
            hill = hill_text(state, state.placed[-1], hill_at(state, quarter))
            idle = not (marks.steps or marks.discs)
            return Text("six-castles.refused.marks-nothing", hill=hill) if idle else None
        case Workers(new="", moves=()) if not player.lying:
            return Text("six-castles.refused.only-workers")
    return None


def _open(state: State, begun: Begun) -> Text:
    """Which part of a step is not clear."""
    terrain = next(iter(begun.said.get("good") or begun.said.get("terrain") or ()), None)
    if begun.kinds == (Sell,) and terrain is not None:
        buyers = [sale.castle for sale in sales(state) if sale.good.id == terrain.id]
        castles = [state.tables.castles.by_id[id] for id in buyers]
        return Text("six-castles.refused.sell-where", good=terrain, castles=castles)
    if begun.kinds == (Sell,):
        return Text("six-castles.refused.sell-what", goods=state.tables.terrains.of_group("agricultural"))
    if begun.kinds == (Take,) and terrain is not None:
        refused = TURN.why_not(state, Take(terrain.id))
        assert refused is not None
        return refused
    return Text("six-castles.refused.open", kind=begun.kinds[0].verb or "x")
