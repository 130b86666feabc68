"""Everything tracked as data, and what a player may set right."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Any

from automa import fixes
from automa.declared import Tree
from automa.dialogue import YOU, Move, Named, Option, Refused, Text
from automa.game import Correction
from automa.six_castles import rules
from automa.six_castles.game import questions
from automa.six_castles.state import Line, Player, State, TrackPiece
from automa.six_castles.steps import as_tile, spot_of
from automa.six_castles.tables import COIN, TRACKS
from automa.six_castles.territory import NAMES, Territory, orientations, spot_name

NOBODY = "nobody"
SUPPLY = "supply"
UNSEEN = "?"
"""Something that an opponent has in hand or keeps secret."""


def data(state: State) -> Tree:
    """Everything tracked, as JSON-able data, but for what no person may see before the end: what opponents
    have in hand or keep secret. Their tiles are among those that nobody has seen.
    """
    territory = state.territory
    rivals = [] if state.over else [player for player in state.players if not player.seat.is_person]
    hands = [player for player in rivals if player.has_hand]
    land = [] if state.box else [id for player in hands for id in player.hand]
    return {
        "version": state.version,
        "solo": state.solo,
        "box": state.box,
        "turn": state.turn,
        "round": state.round,
        "rounds": state.rounds,
        "over": state.over,
        "first": state.players[state.first].seat.id,
        "active": "" if state.over else state.active.seat.id,
        "tiles": {NAMES[cell]: territory.tiles[cell] for cell in state.placed},
        "castles": {spot_name(hill, 0): castle for hill, castle in sorted(territory.castles.items())},
        "castle": state.castle,
        "land": sorted([*state.land, *land]),
        "unused": list(state.unused),
        "exploration": sorted([*state.exploration, *(id for player in hands for id in player.tiles)]),
        "laid": list(state.laid),
        "pile": state.pile,
        "contracts": [contract.id for contract in state.contracts],
        "taken": dict(state.taken),
        "players": [_player(player, is_hidden=player in rivals) for player in state.players],
    }


def _player(player: Player, *, is_hidden: bool) -> Tree:
    line = player.line
    hand, kept = list(player.hand), player.kept and player.kept.id
    if is_hidden:
        hand, kept = [UNSEEN] * len(hand) if player.has_hand else hand, kept and UNSEEN
    return {
        "seat": player.seat.id,
        "dummy": player.is_dummy,
        "coins": player.coins,
        "workers": player.workers,
        "discs": player.discs,
        "religion": player.religion,
        "lying": [spot_name(*spot) for spot in player.lying],
        "line": None
        if line is None
        else {"tiles": list(line.tiles), "cylinder": line.cylinder, "discs": list(line.discs)},
        "owned": dict(sorted(player.owned.items())),
        "told": dict(sorted(player.told.items())),
        "hand": hand,
        "tiles": [UNSEEN] * len(player.tiles) if is_hidden else list(player.tiles),
        "kept": kept,
        "sales": [list(sale) for sale in player.sales],
        "landscapes": [list(piece[:2]) for piece in player.landscapes],
        "constructions": [list(piece[:2]) for piece in player.constructions],
        "spent-workers": len(player.constructions),
    }


def corrections(state: State) -> list[Correction]:
    """Everything that is tracked: coins, religion, workers, lines, tiles, castles, blocked spaces."""
    if not state.placed:
        return []  # while the table is being set up there is nothing that undo does not mend
    found: list[Correction] = []
    for player in state.players:
        if not player.is_dummy:
            found += _resources(state, player)
            found += _workers(state, player)
            found += _line(state, player)
    found += [_tile(state, cell) for cell in state.placed]
    found += _castles(state)
    found += _spaces(state)
    return found


# ---------------------------------------------------------------- what a player has


def _resources(state: State, player: Player) -> Iterator[Correction]:
    seat = player.seat
    yield from fixes.of_fields(state, player, who=seat)
    if player.is_card:
        marked = [terrain for terrain in state.tables.terrains.all if terrain.group != "construction"]
        by_id, by_letter = state.tables.terrains.by_id, state.tables.terrains.by_letter

        def put_owned(counts: dict[str, int]) -> None:
            player.owned = {by_id[id].letter: count for id, count in counts.items() if count}

        yield fixes.counts(
            f"owned.{seat.id}",
            Text("six-castles.fix.owned", who=seat),
            marked,
            {by_letter[letter].id: count for letter, count in player.owned.items()},
            put_owned,
            high=questions.MOST_GOODS * len(marked),
        )


def _workers(state: State, player: Player) -> Iterator[Correction]:
    seat = player.seat
    places: list[Named] = [
        Option(spot_name(cell, quarter), rules.place_of((cell, quarter)))
        for cell in state.placed
        for quarter in range(4)
    ]
    places.append(Option(SUPPLY, Text("six-castles.fix.supply")))
    now = [*(spot_name(*spot) for spot in player.lying), *([SUPPLY] if player.workers else [])]
    for number, place in enumerate(now, 1):
        name = Text("six-castles.fix.worker", who=seat, number=number)
        lies = None if place == SUPPLY else number - 1
        put = partial(_put_worker, player, lies)
        yield fixes.choice(f"worker.{seat.id}.{number}", name, places, place, put)


def _put_worker(player: Player, place: int | None, answer: str) -> None:
    """A worker lies elsewhere, or is in the supply after all."""
    if place is not None:
        player.lying.pop(place)
        player.workers += 1
    spot = spot_of(answer)
    if spot is not None:
        player.lying.append(spot)
        player.lying.sort()
        player.workers -= 1


def _line(state: State, player: Player) -> Iterator[Correction]:
    line = player.line
    if line is None or not line.tiles:
        return
    seat = player.seat
    yield fixes.number(
        f"cylinder.{seat.id}",
        Text("six-castles.fix.cylinder", who=seat),
        line.cylinder + 1,
        partial(_put_cylinder, player, line),
        low=1,
        high=len(line.spaces),
    )
    ahead: list[Named] = [
        Option(str(space + 1), Text("six-castles.fix.space", space=space + 1, letter=state.spelt(letter)))
        for space, letter in enumerate(line.spaces)
        if space > line.cylinder and letter != COIN
    ]
    if ahead:
        now = [str(space + 1) for space in line.discs]
        yield fixes.several(
            f"discs.{seat.id}",
            Text("six-castles.fix.discs", who=seat),
            ahead,
            now,
            partial(_put_discs, player, line),
        )
    if state.box:
        for place, face in enumerate(line.tiles):
            yield _face(state, player, line, place, face)


def _put_cylinder(player: Player, line: Line, space: int) -> None:
    """Discs that it stands on or before are back in the supply."""
    line.cylinder = space - 1
    behind = [disc for disc in line.discs if disc <= line.cylinder]
    player.discs += len(behind)
    line.discs = [disc for disc in line.discs if disc not in behind]


def _put_discs(player: Player, line: Line, answer: Sequence[str]) -> None:
    there = player.discs + len(line.discs)
    if len(answer) > there:
        raise Refused(Text("six-castles.refused.discs", n=there))
    player.discs = there - len(answer)
    line.discs = sorted(int(space) - 1 for space in answer)


def _face(state: State, player: Player, line: Line, place: int, face: str) -> Correction:
    """The letters of a tile of the line, of which there are as many as before."""
    marked = state.tables.terrains.marked

    def read(state: State, written: str, insist: bool) -> str:
        new = state.letters_of(written.strip())
        if len(new) != len(face) or any(letter not in marked and letter != COIN for letter in new):
            raise Refused(Text("six-castles.refused.face", face=written.strip()))
        return new

    def put(new: str) -> None:
        start = line.start_of(place)
        if any(new[disc - start] == COIN for disc in line.discs if start <= disc < start + len(new)):
            raise Refused(Text("six-castles.refused.face", face=state.spelt(new)))
        line.tiles[place] = new

    name = Text("six-castles.fix.face", who=player.seat, place=place + 1)
    options = [as_tile(state, each) for each in dict.fromkeys((face, face[::-1]))]
    ask = questions.in_letters(partial(Move, "fix.value", YOU, options, what=name), state, read)
    return Correction(f"line.{player.seat.id}.{place + 1}", name, state.spelt(face), ask, put)


# ---------------------------------------------------------------- the territory


def _tile(state: State, cell: int) -> Correction:
    """How a tile lies, and in a game with the box what is on it."""
    tile = state.territory.tiles[cell]
    ways = orientations(tile)

    def read(state: State, written: str, insist: bool) -> str:
        new = questions.whole_tile(state, written)
        if new in ways:
            return new
        if not state.box:
            raise Refused(Text("six-castles.fix.other-tile", tiles=[*map(state.spelt, ways)]))
        return questions.box_tile(state, written, insist)

    name = Text("six-castles.fix.tile", cell=NAMES[cell])
    options = [questions.as_option(state, way) for way in ways]
    ask = questions.in_letters(partial(Move, "fix.value", YOU, options, what=name), state, read)
    return Correction(f"tile.{NAMES[cell]}", name, state.spelt(tile), ask, partial(_relay, state, cell))


def _relay(state: State, cell: int, tile: str) -> None:
    """The tile lies otherwise: the hills are worked out anew."""
    before = state.territory
    state.territory = Territory()
    for each in state.placed:
        state.territory.lay(each, tile if each == cell else before.tiles[each])
    state.territory.castles = before.castles


def _castles(state: State) -> Iterator[Correction]:
    castles = state.tables.castles.all
    if state.castle:
        yield fixes.choice(
            "castle", Text("six-castles.fix.castle"), castles, state.castle, partial(_put_castle, state, None)
        )
    for hill, castle in state.territory.castles.items():
        name = Text("six-castles.fix.castle-on", spot=rules.place_of((hill, 0)))
        yield fixes.choice(
            f"castle.{spot_name(hill, 0)}", name, castles, castle, partial(_put_castle, state, hill)
        )


def _put_castle(state: State, hill: int | None, castle: str) -> None:
    """Another castle stands there; if it was believed elsewhere, the two change places."""
    now = state.castle if hill is None else state.territory.castles[hill]
    if any(where in (now, castle) for player in state.players for where, _ in player.sales) and now != castle:
        raise Refused(Text("six-castles.fix.sold-there"))
    for other, stands in state.territory.castles.items():
        if stands == castle:
            state.territory.castles[other] = now
    if state.castle == castle:
        state.castle = now
    if hill is None:
        state.castle = castle
    else:
        state.territory.castles[hill] = castle


# ---------------------------------------------------------------- blocked markets and spaces


def _spaces(state: State) -> Iterator[Correction]:
    """Who has blocked a market, a landscape or a construction; the coins of a sale are set right apart."""
    by_id = state.tables.terrains.by_id
    for castle in state.territory.castles.values():
        sold = [good for player in state.players for where, good in player.sales if where == castle]
        goods: Sequence[str] = state.tables.castles.by_id[castle].goods or sold or state.markets(castle)
        for good in goods:
            name = Text("six-castles.fix.market", castle=state.castle_name(castle), good=by_id[good])
            key, sale = f"market.{castle}.{good}", (castle, good)
            yield _blocked(state, key, name, sale, lambda player: player.sales, is_disc=True)
    for group in () if state.is_family else TRACKS:
        for id, points in state.tables.tracks.spaces(group).items():
            name = Text("six-castles.fix.space-of", terrain=by_id[id])
            piece, on_it = TrackPiece(id, points), partial(Player.on_track, group=group)
            yield _blocked(state, f"space.{id}", name, piece, on_it, is_disc=group == "landscape")


def _blocked(
    state: State,
    key: str,
    name: Text,
    piece: tuple[Any, ...],
    on_it: Callable[[Player], list[Any]],
    *,
    is_disc: bool,
) -> Correction:
    """Whose disc or worker lies on a market or a space; `on_it` are all that a player has there."""
    players = [player for player in state.players if not player.is_dummy]
    nobody: Named = Option(NOBODY, Text("six-castles.fix.nobody"))
    holder = next((player for player in players if piece in on_it(player)), None)

    def supply(player: Player, pieces: int) -> None:
        player.discs += pieces * is_disc
        player.workers += pieces * (not is_disc)

    def put(answer: str) -> None:
        taker = next((player for player in players if player.seat.id == answer), None)
        if taker is holder:
            return
        if taker is not None:
            if not (taker.discs if is_disc else taker.workers):
                none = "six-castles.refused.no-disc" if is_disc else "six-castles.refused.no-worker-left"
                raise Refused(Text(none))
            supply(taker, -1)
            on_it(taker).append(piece)
        if holder is not None:
            supply(holder, 1)
            on_it(holder).remove(piece)
        if isinstance(piece, TrackPiece):
            state.taken.pop(piece.terrain, None)
            state.taken |= {} if taker is None else {piece.terrain: taker.seat.id}

    options = [*(player.seat for player in players), nobody]
    return fixes.choice(key, name, options, NOBODY if holder is None else holder.seat.id, put)
