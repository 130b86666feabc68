"""Where every piece of the box lies: tiles, castles, contracts, workers, discs, cylinders and coins."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from automa.dialogue import Text
from automa.pieces import Lies, Piece, Place
from automa.six_castles import rules
from automa.six_castles.state import Player, Spot, State, hill_of
from automa.six_castles.tables import Group
from automa.six_castles.territory import FIRST, NAMES, spot_name

OWN_PLACES = ("supply", "hand", "stack", "tiles")
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


def pieces(table: State) -> list[Lies]:
    """Everything that lies on the table, waits in a pile or stays in the box."""
    lying = [*_land(table), *_exploration(table), *_castles(table), *_contracts(table), *_coins(table)]
    for player in table.players:
        lying += _workers(table, player)
        lying += _discs(table, player)
        lying += _cylinders(table, player)
    return [each for each in lying if each.count]


# ---------------------------------------------------------------- tiles and cards


def _land(table: State) -> Iterator[Lies]:
    """The land tiles: those that each player lays are told apart, in the order in which they are laid.

    Nobody says which tile is in whose hand. But one that is taken back from the territory goes to the hand,
    and the one drawn since to the pile: they must not be taken for each other.
    """
    yield Lies(INITIAL, _cell(table, FIRST) if table.placed else ASIDE)
    players, box = len(table.players), table.tables.setup.box.land
    rest = [_land_tile("rest", number) for number in range(box % players)]
    for place, player in enumerate(table.players):
        cells = table.placed[1:][(place - table.first) % players :: players]
        in_hand, waiting = _in_hand(table, player, len(cells)), _waiting(table, player)
        for number in range(box // players):
            tile = _land_tile(player.seat.id, number)
            if number < len(cells):
                yield Lies(tile, _cell(table, cells[number]))
            elif number < len(cells) + in_hand:
                yield Lies(tile, _own(player, "hand", inside=True))
            elif number < table.rounds:
                yield Lies(tile, waiting)
            else:
                rest.append(tile)
    aside = len(rest) if table.box or not table.rounds else len(table.unused)
    yield from (Lies(tile, ASIDE) for tile in rest[:aside])
    yield from (Lies(tile, LAND_PILE) for tile in rest[aside:])


def _land_tile(whose: str, number: int) -> Piece:
    return Piece(f"land tile {whose} {number + 1}", Text("six-castles.thing.land", n=1))


def _waiting(table: State, player: Player) -> Place:
    """Where the tiles are that a player will lay and has not drawn."""
    return _own(player, "stack", hidden=True) if table.box and not player.has_hand else LAND_PILE


def _in_hand(table: State, player: Player, laid: int) -> int:
    """How many land tiles a player has in hand: those of the box are counted by the turns."""
    if not (table.box and player.seat.is_person) or not table.rounds:
        return len(player.hand)
    turn = (table.players.index(player) - table.first) % len(table.players)
    turns = len(range(turn, table.turn, len(table.players)))
    return rules.HAND + min(turns, table.rounds - rules.HAND) - laid


def _exploration(table: State) -> Iterator[Lies]:
    """The exploration tiles: in lines, in hands, in the pile; of a line that is not tracked, all together.

    Nobody says which tile of a hand is laid: those that were drawn are taken to come last.
    """
    setup = table.tables.setup
    left, drawn_left = setup.box.exploration - setup.exploration.pile, setup.exploration.pile - table.pile
    yield Lies(DRAWN, EXPLORATION_PILE, table.pile)
    for player in table.players:
        if not player.has_hand or table.keeps_line(player) or not table.rounds:
            continue
        tiles = [] if player.line is None else player.line.tiles
        for number, face in enumerate(tiles, 1):
            place = Place(
                f"tile {number} {face} {player.seat.id}",
                Text("six-castles.place.in-line", number=number),
                whole=_line(player),
                face=Text("six-castles.face", tile=table.spelt(face)),
                single=True,
                spot=_panel(player),
            )
            yield Lies(EXPLORATION if number <= setup.exploration.each else DRAWN, place)
        each, drawn = setup.exploration.each, player.extra_tiles
        in_hand = each + drawn - len(tiles) if table.box or player.line is None else len(player.tiles)
        held = min(in_hand, drawn - max(0, len(tiles) - each))
        yield Lies(DRAWN, _own(player, "tiles", inside=True), held)
        yield Lies(EXPLORATION, _own(player, "tiles", inside=True), in_hand - held)
        left -= min(len(tiles), each) + in_hand - held
        drawn_left -= max(0, len(tiles) - each) + held
    yield Lies(EXPLORATION, ASIDE, left)
    yield Lies(DRAWN, ASIDE, drawn_left)


def _castles(table: State) -> Iterator[Lies]:
    cells = {castle: hill for hill, castle in table.territory.castles.items()}
    for castle in table.tables.castles.all:
        piece = Piece(f"castle {castle.id}", Text("six-castles.thing.castle", castle=castle.name))
        if castle.id in cells:
            hill = cells[castle.id]
            name = Text("six-castles.place.hill", spot=rules.place_of((hill, 0)))
            yield Lies(
                piece,
                Place(f"hill {spot_name(hill, 0)} {castle.id}", name, height=1, spot=f"castle {castle.id}"),
            )
        else:
            yield Lies(piece, NEXT_CASTLE if castle.id == table.castle else CASTLE_PILE)


def _contracts(table: State) -> Iterator[Lies]:
    """What an opponent keeps secret lies among those that nobody has seen."""
    people = [player for player in table.players if player.seat.is_person]
    secret = {player.kept.id: player for player in people if player.kept is not None}
    opened = [contract.id for contract in table.contracts]
    for contract in table.tables.contracts.all:
        place = OPEN_CONTRACTS if contract.id in opened else CONTRACT_DECK
        if contract.id in secret:
            seat = secret[contract.id].seat
            name = Text("six-castles.place.contract", who=seat)
            place = Place(f"contract {seat.id}", name, single=True, spot=_panel(secret[contract.id]))
        yield Lies(Piece(f"contract {contract.id}", contract.title), place)


def _coins(table: State) -> Iterator[Lies]:
    for player in table.players:
        place = Place(f"coins {player.seat.id}", owner=player.seat, spot=_panel(player))
        yield Lies(COIN, place, player.coins)
    yield Lies(COIN, BANK, table.tables.setup.most_coins - sum(player.coins for player in table.players))


# ---------------------------------------------------------------- workers, discs, cylinders


def _workers(table: State, player: Player) -> Iterator[Lies]:
    piece = Piece(f"worker {player.seat.id}", Text("six-castles.thing.worker", n=1, who=player.seat))
    yield Lies(piece, _own(player, "supply", home=True), player.workers)
    for spot in player.lying:
        yield Lies(piece, _at(table, spot))
    yield from _on_track(table, player, piece, "construction")
    in_play = player.workers + len(player.lying) + len(player.constructions)
    yield Lies(piece, ASIDE, table.tables.setup.box.workers - in_play)


def _discs(table: State, player: Player) -> Iterator[Lies]:
    piece = Piece(f"disc {player.seat.id}", Text("six-castles.thing.disc", n=1, who=player.seat))
    on_line: Sequence[int] = () if player.line is None else player.line.discs
    kept = len(on_line) if table.keeps_line(player) else 0
    yield Lies(piece, _own(player, "supply", home=True), player.discs + kept)
    for space in on_line[kept:]:
        yield Lies(piece, _space(player, space))
    for castle, good in player.sales:
        terrain = table.tables.terrains.by_id[good]
        name = Text("six-castles.place.market", castle=table.tables.castles.by_id[castle].name, good=terrain)
        yield Lies(piece, Place(f"market {castle} {good}", name, height=2, spot=f"castle {castle}"))
    yield from _on_track(table, player, piece, "landscape")
    in_play = player.discs + len(on_line) + len(player.sales) + len(player.landscapes)
    yield Lies(piece, ASIDE, table.tables.setup.box.discs - in_play)


def _on_track(table: State, player: Player, piece: Piece, group: Group) -> Iterator[Lies]:
    """The pieces on the landscape or the construction track."""
    whole = Text(f"six-castles.place.{group}")
    for terrain, _, is_top in player.on_track(group):
        if is_top:
            name, spot = Text("six-castles.place.top"), rules.top_place(group)
        else:
            name = Text("six-castles.place.space", terrain=table.tables.terrains.by_id[terrain])
            spot = rules.place_on_track(terrain)
        yield Lies(piece, Place(spot, name, whole=whole))


def _cylinders(table: State, player: Player) -> Iterator[Lies]:
    """One on the religion track, one on the exploration line if that is followed."""
    piece = Piece(f"cylinder {player.seat.id}", Text("six-castles.thing.cylinder", n=1, who=player.seat))
    left = CYLINDERS
    if table.rounds and not player.is_dummy:
        left -= 1
        name = Text("six-castles.place.number", space=player.religion + 1)
        whole = Text("six-castles.place.religion")
        yield Lies(
            piece,
            Place(f"religion {player.religion} {player.seat.id}", name, whole=whole, spot=_panel(player)),
        )
    if player.line is not None and player.line.tiles and not table.keeps_line(player):
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


def _cell(table: State, cell: int) -> Place:
    """A cell, with how its tile lies."""
    name, tile = NAMES[cell], table.territory.tiles[cell]
    face = Text("six-castles.face", tile=table.spelt(tile))
    return Place(f"{name} {tile}", name, face=face, single=True, spot=name)


def _at(table: State, spot: Spot) -> Place:
    """Where a worker lies: in a quarter of a tile, or on a castle."""
    castle = table.territory.castles.get(hill_of(spot))
    name = spot_name(*spot)
    if castle is None:
        return Place(f"quarter {name}", rules.place_of(spot), height=1, spot=name)
    on = Text("six-castles.place.castle", castle=table.tables.castles.by_id[castle].name)
    return Place(f"on castle {castle}", on, height=2, spot=f"castle {castle}")


# ---------------------------------------------------------------- what must add up


def recount(table: State) -> list[str]:
    """What does not add up: the pieces of the box."""
    lying = pieces(table)
    wrong = [
        f"{each.count} × {each.piece.id}: {each.place.id}"
        for each in lying
        if each.count < 0 and each.place != BANK
    ]
    aside = {each.piece.id: each.count for each in lying if each.place is ASIDE}
    box, facts = table.tables.setup.box, table.tables.setup.of(table.version)
    for player in table.players if table.rounds else ():
        name = player.seat.id
        workers, discs = (0, 0) if player.is_dummy else (facts.workers, facts.discs)
        for piece, number in (("worker", box.workers - workers), ("disc", box.discs - discs)):
            found = aside.get(f"{piece} {name}", 0)
            if found != number:
                wrong.append(f"{name}: {found} {piece} left over, not {number}")
        if player.religion >= len(table.tables.tracks.religion) or player.religion < 0:
            wrong.append(f"{name}: religion {player.religion}")
    return wrong
