"""Where every piece of Castellans of Valeria lies."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from automa.dialogue import Text
from automa.pieces import Lies, Piece, Place
from automa.valeria import wording
from automa.valeria.state import Side, State
from automa.valeria.tables import BACKS, FACES, MONUMENTS, PIECES, ROUNDS, Row

DIE = Piece("die", Text("valeria.lies.die", n=1))
KEEP = Piece("keep", Text("valeria.lies.keep", n=1))
WHARF_CARD = Piece("wharf card", Text("valeria.lies.wharf-card", n=1))
ROUNDS_TOKEN = Piece("rounds token", Text("valeria.lies.rounds"))
SCEPTER = Piece("scepter", Text("valeria.lies.scepter"))

DICE = Place("dice", Text("valeria.place.dice"), home=True)
KEEPS = Place("keeps", Text("valeria.place.supply"), home=True)
WHARF_DECK = Place("wharf deck", Text("valeria.place.wharf-deck"), hidden=True)
WHARF = Place("wharf", Text("valeria.place.wharf"), single=True)
WHARF_DISCARDS = Place("wharf discards", Text("valeria.place.wharf-discards"))


def pieces(state: State) -> list[Lies]:
    """Every piece with its place."""
    return [lies for lies in _pieces(state) if lies.count]


def _pieces(state: State) -> Iterator[Lies]:
    for side in state.sides:
        yield from _tokens(state, side)
        yield from _monuments(state, side)
        yield from _crates(state, side)
        yield from _tracks(state, side)
    yield from _keeps(state)
    yield from _dice(state)
    if not state.keeps_cards:
        yield from _citizens(state)
        yield from _wharf_cards(state)
    yield Lies(ROUNDS_TOKEN, _space("rounds", state.round_token, Text("valeria.place.rounds")))
    yield Lies(SCEPTER, Place(f"scepter {state.first}", owner=state.side(state.first).seat))


def _of(side: Side, what: str) -> Piece:
    """A piece of one colour."""
    return Piece(f"{side.seat.id} {what}", Text(f"valeria.lies.{what}", who=side.seat))


def _supply(side: Side) -> Place:
    """Where the pieces of a side wait: on a person's own board, or beside the opponent's card."""
    return Place(f"{side.seat.id} supply", Text("valeria.place.supply-of", who=side.seat), home=True)


def _manor_space(state: State, side: Side, number: str) -> Place:
    name = Text("valeria.place.manor", who=side.seat, manor=state.manors[number].name)
    return Place(f"{side.seat.id} board {number}", name, home=True, single=True)


def _district(state: State, id: str) -> Place:
    return Place(id, state.board.district[id].name, inside=True)


def _space(track: str, space: int, whole: Text, spot: str = "", shown: str = "") -> Place:
    """A space of a track."""
    name = Text("valeria.place.space", at=shown or str(space)) if space else Text("valeria.place.start")
    return Place(f"{track} {space}", name, whole=whole, spot=spot)


# What each side has


def _tokens(state: State, side: Side) -> Iterator[Lies]:
    for kind in PIECES:
        piece = _of(side, kind)
        for place, count in side.tokens[kind].items():
            at = _district(state, place) if place in state.board.district else _road(state, place)
            yield Lies(piece, at, count)
        if kind == "manor" and side is not state.rival:
            for number, manor in state.manors.items():
                if number not in side.manors and not manor.lighthouse:
                    yield Lies(piece, _manor_space(state, side, number))
        else:
            yield Lies(piece, _supply(side), side.left(kind))


def _road(state: State, id: str, *, bridge: bool = False) -> Place:
    """A road for windmills, or the bridge of the same two districts for a gate."""
    name = Text("valeria.place.bridge" if bridge else "valeria.place.road", road=state.board.road[id])
    return Place(f"{id} bridge" if bridge else id, name, spot=id)


def _monuments(state: State, side: Side) -> Iterator[Lies]:
    lighthouse = next((number for number, manor in state.manors.items() if manor.lighthouse), None)
    for kind in MONUMENTS:
        at = side.monuments.get(kind)
        if at is not None:
            there = _road(state, at, bridge=True) if at in state.board.road else _district(state, at)
        elif kind == "lighthouse" and lighthouse is not None and side is not state.rival:
            there = _manor_space(state, side, lighthouse)
        else:
            there = _supply(side)
        yield Lies(_of(side, kind), there)


def _crates(state: State, side: Side) -> Iterator[Lies]:
    piece, seat = _of(side, "crate"), side.seat.id
    for row, count in side.crates.items():
        if state.market is not None and state.tracks_all:
            columns = [column for column, whose in state.market.crates(row).items() if whose == seat]
            yield from (Lies(piece, _icon(row, column)) for column in columns)
        else:
            name = Text("valeria.place.row", row=wording.row(row))
            yield Lies(piece, Place(f"wharf {row}", name, spot=wording.in_wharf(row)), count)
    left = state.tables.components.each.crate - sum(side.crates.values())
    yield Lies(piece, _supply(side), left)


def _icon(row: Row, column: int) -> Place:
    name = Text("valeria.place.icon", row=wording.row(row), column=column + 1)
    return Place(f"wharf {row} {column + 1}", name, spot=wording.in_wharf(row))


def _tracks(state: State, side: Side) -> Iterator[Lies]:
    """Tokens on the guild tracks, the score track and the tracks of goods."""
    seat = side.seat.id
    for guild, track in state.board.tracks.items():
        piece = Piece(f"{seat} influence {guild}", Text("valeria.lies.influence", who=side.seat))
        whole, space = Text("valeria.place.track", guild=track.name), side.influence[guild]
        yield Lies(piece, _space(guild, space, whole, guild, track.shown(space)))
    points, whole = Text("valeria.place.amount", n=side.score), Text("valeria.place.score")
    yield Lies(_of(side, "score"), Place(f"score {side.score}", points, whole=whole))
    for kind, amount in side.goods.items():
        piece = Piece(f"{seat} {kind}", Text("valeria.lies.goods", who=side.seat, kind=wording.FACE[kind]))
        whole = Text("valeria.place.goods", who=side.seat, kind=wording.FACE[kind])
        name, spot = Text("valeria.place.amount", n=amount), wording.in_store(seat, kind)
        yield Lies(piece, Place(f"{seat} {kind} {amount}", name, whole=whole, spot=spot))


# What belongs to nobody


def _keeps(state: State) -> Iterator[Lies]:
    for id, count in state.keeps.items():
        yield Lies(KEEP, _district(state, id), count)
    yield Lies(KEEP, KEEPS, max(0, state.tables.components.keep - sum(state.keeps.values())))


def _dice(state: State) -> Iterator[Lies]:
    """In the pool, left over on the board, drafted or spent, each by the face that it shows."""
    left = "leftover" if state.acting else "pool"
    shows = {face: Text("valeria.place.shows", face=wording.FACE[face]) for face in FACES}
    name = Text(f"valeria.place.{left}")
    for face, count in state.pool.items():
        yield Lies(DIE, Place(f"{left} {face}", name, face=shows[face], spot=wording.in_pool(face)), count)
    for side in state.sides:
        seat = side.seat.id
        for (face, spent), count in Counter((die.face, die.spent) for die in side.dice).items():
            where = "spent" if spent else "drafted"
            whose, spot = Text(f"valeria.place.{where}", who=side.seat), wording.drafted(seat, face)
            yield Lies(DIE, Place(f"{seat} {where} {face}", whose, face=shows[face], spot=spot), count)
    used = sum(state.pool.values()) + sum(len(side.dice) for side in state.sides)
    yield Lies(DIE, DICE, state.dice - used)


def _citizens(state: State) -> Iterator[Lies]:
    """The citizen cards; where the app does not follow the lines, those not recruited are in one place."""
    seen: Counter[str] = Counter()
    for side in state.sides:
        owned = Place(f"cards {side.seat.id}", owner=side.seat)
        seen.update(side.cards)
        yield from (_card(state, id, owned, count) for id, count in Counter(side.cards).items())
    for back in BACKS:
        if state.market is not None:
            whole = Text(f"valeria.place.line-{back}")
            for at, id in enumerate(state.market.lines[back], 1):
                yield _card(state, id, _space(f"line {back}", at, whole))
            discards = Place(f"discards {back}", Text(f"valeria.place.discards-{back}"))
            discarded = Counter(state.market.discarded[back])
            yield from (_card(state, id, discards, count) for id, count in discarded.items())
            seen.update([*state.market.lines[back], *discarded.elements()])
        rest = Place(f"citizens {back}", Text(f"valeria.place.citizens-{back}"), home=True)
        if state.market is not None:
            rest = Place(f"deck {back}", Text(f"valeria.place.deck-{back}"), hidden=True)
        for id in state.backs[back]:
            yield _card(state, id, rest, max(0, state.tables.citizens.copies - seen[id]))


def _card(state: State, id: str, place: Place, count: int = 1) -> Lies:
    return Lies(Piece(id, state.citizens[id].name), place, count)


def _wharf_cards(state: State) -> Iterator[Lies]:
    """One for each round: the card in use, those of before, and those to come."""
    yield Lies(WHARF_CARD, WHARF)
    yield Lies(WHARF_CARD, WHARF_DISCARDS, state.wharf_cards - 1)
    yield Lies(WHARF_CARD, WHARF_DECK, len(ROUNDS) - state.wharf_cards)
