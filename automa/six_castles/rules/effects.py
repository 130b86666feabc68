"""What each step does, and what is told of it: one function for each kind of step."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeAlias

from automa.dialogue import YOU, Tell, Text
from automa.game import does
from automa.six_castles import rules
from automa.six_castles.line import Marks, lay_tile, longest_step, mark, pass_coin, step_on
from automa.six_castles.rules import Bonus
from automa.six_castles.state import Kind, Phase, Player, Spot, State, TrackPiece, hill_of
from automa.six_castles.steps import (
    Discs,
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
from automa.six_castles.tables import COIN, Terrain
from automa.six_castles.territory import CELLS, NAMES, QUARTERS
from automa.steps import Step

Telling: TypeAlias = Callable[[], list[Tell]]
"""How to tell what was just done; an opponent that looks ahead does not ask."""


def apply(state: State, step: Step, why: Sequence[Text] = ()) -> list[Tell]:
    """Take a step that the rules allow; what is to be told of it."""
    told = do(state, step)()
    for first in told[:1]:
        first.why = why
    return told


def do(state: State, step: Step) -> Telling:
    """The same, which leaves the telling to the caller."""
    player = state.active
    match step:
        case Lay():
            return _lay(state, player, step)
        case Found():
            hill = hill_at(state, step.quarter)
            return list if hill in state.territory.castles else found(state, hill)
        case Gain():
            return _gain(state, player, step)
        case Explore():
            return lay_exploration(state, player, step)
        case Pay():
            pass_coin(player)
            return lambda: [_told_coin(player)]
        case Discs():
            _goes_on(state, "d")
            return _mark(state, player, step)
        case Workers():
            _goes_on(state, "w")
            return _go(state, player, step)
        case Nothing():
            _goes_on(state, "-")
            return lambda: [does("six-castles.does-nothing", player, deed=False)]
        case Sell():
            return _sell(state, player, step)
        case Take():
            return _take(state, player, step)
    return list


def _goes_on(state: State, kind: Kind) -> None:
    """Discs or workers; what a crag brings was before."""
    state.now.phase, state.now.kind = "more", kind


def take(state: State, step: Step) -> None:
    """The same where a line is read: the castle that can stand on one hill only is founded with the tile."""
    _take_whole(state, step)


def told(state: State, steps: Sequence[Step]) -> list[Tell]:
    """What would be told of steps that are read from a line."""
    copy = state.copy()
    return [tell for step in steps for telling in _take_whole(copy, step) for tell in telling()]


IN_SHORT = (
    "lays", "founds", "bonus", "lays-line", "replaces-line", "coin-paid", "coin-paid-light", "step-paid",
    "marks", "marks-light", "sells", "takes-landscape", "takes-construction", "adds-worker", "moves-worker",
    "pays", "pays-you", "goes-on", "workers-rest", "does-nothing",
)  # fmt: skip
"""What is told of a turn that is also said in a few words."""


def in_short(state: State, steps: Sequence[Step]) -> list[Text]:
    """What steps that are read from a line do, in a few words for each thing that would be told of them."""
    found: list[Text] = []
    for tell in told(state, steps):
        name = tell.id.removeprefix("six-castles.")
        if name in IN_SHORT:
            found.append(Text(f"six-castles.in-short.{name}", **tell.values))
    return found


def _take_whole(state: State, step: Step) -> list[Telling]:
    telling = [do(state, step)]
    hills = rules.castle_sites(state, state.placed[-1]) if isinstance(step, Lay) else []
    if len(hills) == 1:
        telling.append(found(state, hills[0]))
        state.now.phase = "found"  # it may still be said
    return telling


# ---------------------------------------------------------------- in words


def tile_text(state: State, tile: str) -> Text:
    """A tile as it lies, by its letters and in words."""
    return Text("six-castles.tile", letters=state.spelt(tile), words=tile_words(state, tile))


def tile_words(state: State, tile: str) -> Text:
    """A tile as it lies: what is above, what is below."""
    nw, ne, sw, se = (state.terrain(letter).name for letter in tile)
    return Text("six-castles.tile-words", nw=nw, ne=ne, sw=sw, se=se)


def face_words(state: State, face: str) -> list[Text]:
    """What a side of an exploration tile shows, from left to right."""
    coin = Text("six-castles.half-coin")
    return [coin if letter == COIN else state.terrain(letter).name for letter in face]


def face_text(state: State, face: str) -> Text:
    """A side of an exploration tile: by its letters where they are typed, and on a page in words."""
    return Text("six-castles.side", letters=state.spelt(face), words=face_words(state, face))


def faces_text(state: State, id: str) -> Text:
    """Both sides of an exploration tile."""
    sides = state.tables.exploration.tile[id]
    front, back = (face_text(state, each) for each in sides)
    return Text("six-castles.both-faces", front=front, back=back)


def quarter_text(quarter: str) -> Text:
    return Text(f"six-castles.quarter.{quarter}")


def hill_text(state: State, cell: int, hill: int) -> Text:
    """A hill by the quarter of a tile that is part of it."""
    quarter = quarter_text(rules.quarter_of(cell, hill))
    return Text("six-castles.hill", cell=NAMES[cell], quarter=quarter, terrains=state.shown(hill))


def half_coins(number: int) -> Text:
    return Text("six-castles.half-coins", n=number)


def bonus_name(bonus: Bonus) -> Text:
    return Text(f"six-castles.bonus.{bonus}")


def spot_text(state: State, spot: Spot) -> Text:
    """A quarter by its name, and the castle that covers it."""
    castle = state.territory.castles.get(hill_of(spot))
    place = rules.place_of(spot)
    if castle is None:
        return place
    return Text("six-castles.spot-on-castle", spot=place, castle=state.castle_name(castle))


def _disc_text(state: State, player: Player, came_from: int | None) -> Text:
    """Which disc is used; from a line that is kept in the app, at the table one of the supply."""
    if came_from is None or state.keeps_line(player):
        return Text("six-castles.disc.supply")
    return Text("six-castles.disc.line", space=came_from + 1)


# ---------------------------------------------------------------- the tile and what it brings


def _lay(state: State, player: Player, step: Lay) -> Telling:
    if player.hand:
        player.hand.remove(rules.in_hand(state, player, step.tile))
    rules.lay(state, CELLS[step.cell], step.tile)
    state.now.phase = after_tile(state)
    return lambda: [does("six-castles.lays", player, cell=step.cell, tile=tile_text(state, step.tile))]


def after_tile(state: State) -> Phase:
    """What comes next in a turn once the tile lies, and again once its castle is founded."""
    cell = state.placed[-1]
    if rules.castle_sites(state, cell):
        return "found"
    return "bonus" if rules.has_crag(state, state.territory.tiles[cell]) else "act"


def hill_at(state: State, quarter: str) -> int:
    """The hill at that quarter of the tile just laid."""
    return state.territory.hills_of(state.placed[-1])[QUARTERS.index(quarter)]


def found(state: State, hill: int) -> Telling:
    """The castle on top of the pile is founded on a hill; workers there go on top of it."""
    where, castle = hill_text(state, state.placed[-1], hill), state.castle_name(state.castle)
    state.territory.castles[hill], state.castle = state.castle, ""
    state.now.phase = after_tile(state)

    def told() -> list[Tell]:
        says = [Tell("six-castles.founds", castle=castle, hill=where)]
        for player in state.players:
            on_it = sum(hill_of(spot) == hill for spot in player.lying)
            says += [does("six-castles.on-castle", player, n=on_it, castle=castle)] if on_it else []
        return says

    return told


def without_castle(state: State, cell: int) -> list[Tell]:
    """Which hills of a tile are closed with a crag and yet have no castle, and why."""
    hills = [hill for hill in rules.closed_crags(state, cell) if hill not in state.territory.castles]
    return [
        Tell("six-castles.no-castle", deed=False, hill=hill_text(state, cell, hill), reason=reason)
        for hill in hills
        if (reason := rules.why_no_castle(state, cell, hill)) is not None
    ]


def _gain(state: State, player: Player, step: Gain) -> Telling:
    """The bonus for a crag; which exploration tile was drawn is told apart."""
    bonus = next(each for each in rules.BONUSES if step.bonus == f"+{each}")
    if bonus == "coin":
        player.coins += 1
    elif bonus == "religion":
        _go_on_religion(state, player, 1)
    elif bonus == "tile":
        state.pile -= 1
        player.extra_tiles += 1
    elif player.line is not None:
        if bonus == "pass":
            pass_coin(player)
        step_on(player, player.line)
    state.now.phase = "act"
    deed = bonus in ("coin", "religion") or not state.keeps_line(player)
    return lambda: [does("six-castles.bonus", player, deed=deed, bonus=bonus_name(bonus))]


def _go_on_religion(state: State, player: Player, steps: int) -> int:
    """Steps on the religion track, as far as it goes; how many."""
    before = player.religion
    player.religion = min(before + steps, len(state.tables.tracks.religion) - 1)
    return player.religion - before


# ---------------------------------------------------------------- discs


def lay_exploration(state: State, player: Player, step: Explore) -> Telling:
    """An exploration tile joins the line, or replaces one ahead of the cylinder, perhaps itself turned."""
    swap = replacing(state, player, step) if state.deals_line(player) or player.tiles else None
    if swap is not None and swap[0]:
        out, back = swap
        player.tiles.remove(out)
        state.laid.append(out)
        if back:
            state.laid.remove(back)
            player.tiles.append(back)
    old, face = lay_tile(player, step.face, step.at), state.spelt(step.face)
    deed = not state.keeps_line(player)
    if not old:
        return lambda: [does("six-castles.lays-line", player, deed=deed, face=face)]
    return lambda: [does("six-castles.replaces-line", player, deed=deed, face=face, old=state.spelt(old))]


def replacing(state: State, player: Player, step: Explore) -> tuple[str, str] | None:
    """Of the app's set the tile that leaves the hand and the one that comes back; none if it cannot be."""
    line = player.line
    assert line is not None
    old = "" if step.at is None else "".join(line.tiles[step.at : step.at + 1])
    replaced = [id for id in state.laid if old in rules.faces(state, id)] if old else []
    out = next((id for id in player.tiles if step.face in rules.faces(state, id)), "")
    if out:
        return out, replaced[0] if replaced else ""
    return ("", "") if any(step.face in rules.faces(state, each) for each in replaced) else None


def _told_coin(player: Player) -> Tell:
    """A half-coin was paid for the space that shows it: there the cylinder stands now."""
    if player.line is None:
        return does("six-castles.coin-paid-light", player, coins=half_coins(1))
    return does("six-castles.coin-paid", player, coins=half_coins(1), space=player.line.cylinder + 1)


def marks_of(state: State, player: Player, step: Discs) -> Marks:
    """What is marked; nothing said of the cylinder means as far as it goes."""
    hill = hill_at(state, step.quarter)
    steps = int(step.steps[1:]) if step.steps else longest_step(state, player, hill)
    return Marks(hill, steps, step.spaces)


def _mark(state: State, player: Player, step: Discs) -> Telling:
    if not step.quarter:
        return list
    where = hill_text(state, state.placed[-1], hill := hill_at(state, step.quarter))
    if player.is_card:
        letters = rules.card_marks(state, player, state.territory.terrains(hill))
        for letter in letters:
            player.owned[letter] = player.owned.get(letter, 0) + 1
        owned = [state.terrain(letter) for letter in letters]
        says = does("six-castles.rival-marks", player, deed=False, hill=where, terrains=owned)
        return lambda: [says] if letters else []
    if player.is_light:
        return lambda: [does("six-castles.marks-light", player, hill=where, terrains=[])]
    marks, coins = marks_of(state, player, step), player.coins
    marked = mark(player, marks)
    paid = coins - player.coins

    def told() -> list[Tell]:
        says = does("six-castles.marks-none", player, deed=False, hill=where, terrains=[])
        if marked:
            terrains, pieces = [_marked(state, player, at) for at in marked], _pieces(player, marks)
            deed = not state.keeps_line(player)
            says = does("six-castles.marks", player, deed=deed, terrains=terrains, hill=where, pieces=pieces)
        return [says, *([does("six-castles.step-paid", player, coins=half_coins(paid))] if paid else [])]

    return told


def _marked(state: State, player: Player, at: int) -> Text:
    """A terrain that is owned from now on, with its space of the line."""
    assert player.line is not None
    return Text("six-castles.marked", terrain=state.terrain(player.line.spaces[at]), space=at + 1)


def _pieces(player: Player, marks: Marks) -> list[Text]:
    """What is moved on the line: the cylinder, and discs."""
    assert player.line is not None
    cylinder = [Text("six-castles.piece.cylinder", space=player.line.cylinder + 1)] if marks.steps else []
    spaces = [at + 1 for at in marks.discs]
    discs = [Text("six-castles.piece.discs", n=len(spaces), spaces=spaces)] if spaces else []
    return cylinder + discs


def _spend_disc(player: Player, terrain: Terrain, disc: int | None) -> int | None:
    """Take a disc for a market or a space; the space of the line it came from, or nothing."""
    chosen = rules.discs_for(player, terrain.letter)[0] if disc is None else disc
    if chosen is None or player.line is None:
        player.discs -= 1
    else:
        player.line.discs.remove(chosen)
    return chosen


def _sell(state: State, player: Player, step: Sell) -> Telling:
    """Sell to a castle: a disc blocks the market for good."""
    good = state.tables.terrains.by_id[step.good]
    if player.is_light:
        player.told[good.letter] = int(step.goods or 0)
    count, value = player.owns(good.letter), rules.value_of(state, state.hill_with(step.castle))
    player.coins += count * value
    player.sales.append((step.castle, step.good))
    disc = _disc_text(state, player, _spend_disc(player, good, disc_paid(step)))
    state.now.spent += 1
    return lambda: [
        does(
            "six-castles.sells", player, count=count, good=good, value=value, disc=disc,
            castle=state.castle_name(step.castle), coins=half_coins(count * value),
        )
    ]  # fmt: skip


def _take(state: State, player: Player, step: Take) -> Telling:
    """Block a space of a track with a disc or a worker: a worker that lies, or one of the supply."""
    terrain = state.tables.terrains.by_id[step.terrain]
    points = rules.points_of(state, terrain, is_top=step.top)
    state.now.spent, state.now.took = state.now.spent + 1, True
    player.on_track(terrain.group).append(TrackPiece(terrain.id, points, step.top))
    if not step.top:
        state.taken[terrain.id] = player.seat.id
    name = Text("six-castles.uppermost" if step.top else "six-castles.own-space", terrain=terrain)
    if terrain.group == "landscape":
        if player.is_light:
            player.told[terrain.letter] = max(points, player.told.get(terrain.letter, 0))
        disc = _disc_text(state, player, _spend_disc(player, terrain, disc_paid(step)))
        id = "six-castles.takes-landscape"
        return lambda: [does(id, player, space=name, points=points, disc=disc)]
    worker = Text("six-castles.worker.supply")
    if step.worker is None and player.workers:
        player.workers -= 1
    else:
        spot = player.lying[0] if step.worker is None else step.worker
        player.lying.remove(spot)
        worker = Text("six-castles.worker.spot", spot=rules.place_of(spot))
    id = "six-castles.takes-construction"
    return lambda: [does(id, player, space=name, points=points, worker=worker)]


# ---------------------------------------------------------------- workers


def _go(state: State, player: Player, step: Workers) -> Telling:
    """Workers go and lie down, hosts are paid, and the religion track is gone along."""
    gold, paid = rules.gold(state), list(rules.fees(state, player, step))
    for host in paid:
        player.coins -= gold
        host.coins += gold
    for start, end in step.walks:
        player.lying.remove(start)
        player.lying.append(end)
    new = step.new_at
    if new is not None:
        player.workers -= 1
        player.lying.append(new)
    player.lying.sort()
    steps = _go_on_religion(state, player, rules.pilgrims(state, player))

    def told() -> list[Tell]:
        says: list[Tell] = []
        if new is not None:
            says.append(does("six-castles.adds-worker", player, spot=spot_text(state, new)))
        for spots in step.walks:
            start, end = (spot_text(state, spot) for spot in spots)
            says.append(does("six-castles.moves-worker", player, start=start, end=end))
        for host in paid:
            id = "six-castles.pays-you" if host.seat.id == YOU else "six-castles.pays"
            says.append(does(id, player, follows=True, host=host.seat))
        if steps:
            made = Text("six-castles.religion-steps", n=steps)
            space = player.religion + 1
            says.append(does("six-castles.goes-on", player, follows=True, steps=made, space=space))
        elif not (new or step.moves):
            says.append(does("six-castles.workers-rest", player, deed=False))
        return says

    return told
