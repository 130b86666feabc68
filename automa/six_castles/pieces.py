"""Where every piece of the box lies: tiles, castles, contracts, workers, discs, cylinders and coins."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from automa.dialogue import Text
from automa.pieces import Lies, Piece, Place
from automa.six_castles import rules
from automa.six_castles.state import Player, Spot, State, hill_of
from automa.six_castles.tables import Group
from automa.six_castles.territory import FIRST, NAMES, spot_name

ASIDE = Place("aside", Text("pieces.box"), home=True)
BANK = Place("bank", Text("six-castles.place.bank"), home=True)
LAND_PILE = Place("land pile", Text("six-castles.place.land-pile"), hidden=True)
EXPLORATION_PILE = Place("exploration pile", Text("six-castles.place.exploration-pile"), hidden=True)
CASTLE_PILE = Place("castle pile", Text("six-castles.place.castle-pile"), hidden=True)
CONTRACT_DECK = Place("contract deck", Text("six-castles.place.contract-deck"), hidden=True)
NEXT_CASTLE = Place("next castle", Text("six-castles.place.next-castle"), single=True)
OPEN_CONTRACTS = Place("open contracts", Text("six-castles.place.open-contracts"))
INITIAL = Piece("initial tile", Text("six-castles.thing.initial"))
EXPLORATION = Piece("exploration tile", Text("six-castles.thing.exploration", n=1))
DRAWN = Piece("drawn exploration tile", Text("six-castles.thing.exploration", n=1))
"""Those of the pile: what is taken back from a line goes to the hand, what was drawn since to the pile."""
COIN = Piece("half-coin", Text("six-castles.half-coins", n=1))
"""Coins are counted in half-coins: who changes them into gold is not followed."""
CYLINDERS = 2


def pieces(state: State) -> list[Lies]:
    """Everything that lies on the table, waits in a pile or stays in the box."""
    lying = [*_land(state), *_exploration(state), *_castles(state), *_contracts(state), *_coins(state)]
    for player in state.players:
        lying += _workers(state, player)
        lying += _discs(state, player)
        lying += _cylinders(state, player)
    return [each for each in lying if each.count]


# ---------------------------------------------------------------- tiles and cards


def _land(state: State) -> Iterator[Lies]:
    """The land tiles: those that each player lays are told apart, in the order in which they are laid.

    Nobody says which tile is in whose hand. But one that is taken back from the territory goes to the hand,
    and the one drawn since to the pile: they must not be taken for each other.
    """
    yield Lies(INITIAL, _cell(state, FIRST) if state.placed else ASIDE)
    players, box = len(state.players), state.tables.setup.box.land
    rest = [_land_tile("rest", number) for number in range(box % players)]
    for place, player in enumerate(state.players):
        cells = state.placed[1:][(place - state.first) % players :: players]
        in_hand = _in_hand(state, player, len(cells))
        has_stack = state.box and not player.has_hand
        waiting = _own(player, "stack", hidden=True) if has_stack else LAND_PILE
        for number in range(box // players):
            tile = _land_tile(player.seat.id, number)
            if number < len(cells):
                yield Lies(tile, _cell(state, cells[number]))
            elif number < len(cells) + in_hand:
                yield Lies(tile, _own(player, "hand", inside=True))
            elif number < state.rounds:
                yield Lies(tile, waiting)
            else:
                rest.append(tile)
    aside = len(rest) if state.box or not state.rounds else len(state.unused)
    yield from (Lies(tile, ASIDE) for tile in rest[:aside])
    yield from (Lies(tile, LAND_PILE) for tile in rest[aside:])


def _land_tile(whose: str, number: int) -> Piece:
    return Piece(f"land tile {whose} {number + 1}", Text("six-castles.thing.land", n=1))


def _in_hand(state: State, player: Player, laid: int) -> int:
    """How many land tiles a player has in hand: those of the box are counted by the turns."""
    if not (state.box and player.seat.is_person) or not state.rounds:
        return len(player.hand)
    turn = (state.players.index(player) - state.first) % len(state.players)
    turns = len(range(turn, state.turn, len(state.players)))
    return rules.HAND + min(turns, state.rounds - rules.HAND) - laid


def _exploration(state: State) -> Iterator[Lies]:
    """The exploration tiles: in lines, in hands, in the pile; of a line that is not tracked, all together.

    Nobody says which tile of a hand is laid: those that were drawn are taken to come last.
    """
    setup = state.tables.setup
    left, drawn_left = setup.box.exploration - setup.exploration.pile, setup.exploration.pile - state.pile
    yield Lies(DRAWN, EXPLORATION_PILE, state.pile)
    for player in state.players:
        if not player.has_hand or state.keeps_line(player) or not state.rounds:
            continue
        tiles = [] if player.line is None else player.line.tiles
        for number, face in enumerate(tiles, 1):
            place = Place(
                f"tile {number} {face} {player.seat.id}",
                Text("six-castles.place.in-line", number=number),
                whole=_line(player),
                face=Text("six-castles.face", tile=state.spelt(face)),
                single=True,
                spot=_panel(player),
            )
            yield Lies(EXPLORATION if number <= setup.exploration.each else DRAWN, place)
        each, drawn = setup.exploration.each, player.extra_tiles
        in_hand = each + drawn - len(tiles) if state.box or player.line is None else len(player.tiles)
        held = min(in_hand, drawn - max(0, len(tiles) - each))
        yield Lies(DRAWN, _own(player, "tiles", inside=True), held)
        yield Lies(EXPLORATION, _own(player, "tiles", inside=True), in_hand - held)
        left -= min(len(tiles), each) + in_hand - held
        drawn_left -= max(0, len(tiles) - each) + held
    yield Lies(EXPLORATION, ASIDE, left)
    yield Lies(DRAWN, ASIDE, drawn_left)


def _castles(state: State) -> Iterator[Lies]:
    cells = {castle: hill for hill, castle in state.territory.castles.items()}
    for castle in state.tables.castles.all:
        piece = Piece(f"castle {castle.id}", Text("six-castles.thing.castle", castle=castle.name))
        if castle.id in cells:
            hill = cells[castle.id]
            name = Text("six-castles.place.hill", spot=rules.place_of((hill, 0)))
            yield Lies(
                piece,
                Place(f"hill {spot_name(hill, 0)} {castle.id}", name, height=1, spot=f"castle {castle.id}"),
            )
        else:
            yield Lies(piece, NEXT_CASTLE if castle.id == state.castle else CASTLE_PILE)


def _contracts(state: State) -> Iterator[Lies]:
    """What an opponent keeps secret lies among those that nobody has seen."""
    people = [player for player in state.players if player.seat.is_person]
    secret = {player.kept.id: player for player in people if player.kept is not None}
    opened = [contract.id for contract in state.contracts]
    for contract in state.tables.contracts.all:
        place = OPEN_CONTRACTS if contract.id in opened else CONTRACT_DECK
        if contract.id in secret:
            seat = secret[contract.id].seat
            name = Text("six-castles.place.contract", who=seat)
            place = Place(f"contract {seat.id}", name, single=True, spot=_panel(secret[contract.id]))
        yield Lies(Piece(f"contract {contract.id}", contract.title), place)


def _coins(state: State) -> Iterator[Lies]:
    for player in state.players:
        place = Place(f"coins {player.seat.id}", owner=player.seat, spot=_panel(player))
        yield Lies(COIN, place, player.coins)
    yield Lies(COIN, BANK, state.tables.setup.most_coins - sum(player.coins for player in state.players))


# ---------------------------------------------------------------- workers, discs, cylinders


def _workers(state: State, player: Player) -> Iterator[Lies]:
    piece = Piece(f"worker {player.seat.id}", Text("six-castles.thing.worker", n=1, who=player.seat))
    yield Lies(piece, _own(player, "supply", home=True), player.workers)
    for spot in player.lying:
        yield Lies(piece, _at(state, spot))
    yield from _on_track(state, player, piece, "construction")
    in_play = player.workers + len(player.lying) + len(player.constructions)
    yield Lies(piece, ASIDE, state.tables.setup.box.workers - in_play)


def _discs(state: State, player: Player) -> Iterator[Lies]:
    piece = Piece(f"disc {player.seat.id}", Text("six-castles.thing.disc", n=1, who=player.seat))
    on_line: Sequence[int] = () if player.line is None else player.line.discs
    kept = len(on_line) if state.keeps_line(player) else 0
    yield Lies(piece, _own(player, "supply", home=True), player.discs + kept)
    for space in on_line[kept:]:
        yield Lies(piece, _space(player, space))
    for castle, good in player.sales:
        terrain = state.tables.terrains.by_id[good]
        name = Text("six-castles.place.market", castle=state.tables.castles.by_id[castle].name, good=terrain)
        yield Lies(piece, Place(f"market {castle} {good}", name, height=2, spot=f"castle {castle}"))
    yield from _on_track(state, player, piece, "landscape")
    in_play = player.discs + len(on_line) + len(player.sales) + len(player.landscapes)
    yield Lies(piece, ASIDE, state.tables.setup.box.discs - in_play)


def _on_track(state: State, player: Player, piece: Piece, group: Group) -> Iterator[Lies]:
    """The pieces on the landscape or the construction track."""
    whole = Text(f"six-castles.place.{group}")
    for terrain, _, is_top in player.on_track(group):
        if is_top:
            name, spot = Text("six-castles.place.top"), rules.top_place(group)
        else:
            name = Text("six-castles.place.space", terrain=state.tables.terrains.by_id[terrain])
            spot = rules.place_on_track(terrain)
        yield Lies(piece, Place(spot, name, whole=whole))


def _cylinders(state: State, player: Player) -> Iterator[Lies]:
    """One on the religion track, one on the exploration line if that is followed."""
    piece = Piece(f"cylinder {player.seat.id}", Text("six-castles.thing.cylinder", n=1, who=player.seat))
    left = CYLINDERS
    if state.rounds and not player.is_dummy:
        left -= 1
        name = Text("six-castles.place.number", space=player.religion + 1)
        whole = Text("six-castles.place.religion")
        yield Lies(
            piece,
            Place(f"religion {player.religion} {player.seat.id}", name, whole=whole, spot=_panel(player)),
        )
    if player.line is not None and player.line.tiles and not state.keeps_line(player):
        left -= 1
        yield Lies(piece, _space(player, player.line.cylinder))
    yield Lies(piece, ASIDE, left)


# ---------------------------------------------------------------- places of a player and of the territory


def _panel(player: Player) -> str:
    """The part of the picture that shows what a player has."""
    return f"player {player.seat.id}"


def _own(
    player: Player, kind: str, *, home: bool = False, hidden: bool = False, inside: bool = False
) -> Place:
    """A place of a player's own."""
    name = Text(f"six-castles.place.{kind}", who=player.seat)
    spot = _panel(player)
    return Place(f"{kind} {player.seat.id}", name, home=home, hidden=hidden, inside=inside, spot=spot)


def _line(player: Player) -> Text:
    return Text("six-castles.place.line", who=player.seat)


def _space(player: Player, space: int) -> Place:
    """A space of an exploration line."""
    name = Text("six-castles.place.number", space=space + 1)
    return Place(f"space {space} {player.seat.id}", name, whole=_line(player), height=1, spot=_panel(player))


def _cell(state: State, cell: int) -> Place:
    """A cell, with how its tile lies."""
    name, tile = NAMES[cell], state.territory.tiles[cell]
    face = Text("six-castles.face", tile=state.spelt(tile))
    return Place(f"{name} {tile}", name, face=face, single=True, spot=name)


def _at(state: State, spot: Spot) -> Place:
    """Where a worker lies: in a quarter of a tile, or on a castle."""
    castle = state.territory.castles.get(hill_of(spot))
    name = spot_name(*spot)
    if castle is None:
        return Place(f"quarter {name}", rules.place_of(spot), height=1, spot=name)
    on = Text("six-castles.place.castle", castle=state.tables.castles.by_id[castle].name)
    return Place(f"on castle {castle}", on, height=2, spot=f"castle {castle}")
