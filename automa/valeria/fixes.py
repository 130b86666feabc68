"""Everything tracked that a player may set right."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from automa import fixes
from automa.dialogue import Named, Option, Refused, Text
from automa.game import Correction
from automa.valeria import rules, wording
from automa.valeria import tables as facts
from automa.valeria.own import goods
from automa.valeria.own.market import cover_again, deck, leave_lines
from automa.valeria.state import Market, Side, State
from automa.valeria.tables import ROWS

MOST_POINTS = 400


def corrections(state: State) -> list[Correction]:
    """Every tracked value with the question for its new value; while setting up there is only undo."""
    found: list[Correction] = []
    if not state.round:
        return found
    for side in state.sides:
        found.append(_score(side))
        found += [_influence(state, side, guild) for guild in state.board.tracks]
        for piece in facts.PIECES:
            if piece == "manor" and side is not state.rival:
                found += [_manor(state, side, number) for number in state.tables.manors.manor]
            else:
                found.append(_tokens(state, side, piece))
        for monument in facts.MONUMENTS:
            if monument != "lighthouse" or side is state.rival:
                found.append(_monument(state, side, monument))
        found.append(_crates(state, side))
        for which, die in enumerate(side.dice, 1):
            found += fixes.of_fields(state, die, who=side.seat, which=which)
        found.append(_cards(state, side))
        found += [_goods(state, side, kind) for kind in side.goods]
    if state.market is not None:
        places = [(back, place) for back, line in state.market.lines.items() for place in range(len(line))]
        found += [_open_card(state, state.market, back, place) for back, place in places]
        if state.tracks_all:
            icons = [(row, place) for row in ROWS for place in range(len(state.market.icons[row]))]
            found += [_icon(state.market, row, place) for row, place in icons]
    of_all = fixes.of_fields(state, state)
    return found + [each for each in of_all if each.key != "pool" or any(state.pool.values())]


def _score(side: Side) -> Correction:
    def put(points: int) -> None:
        by = points - side.score
        side.gain("other", by, Text("valeria.how.corrected", by=f"{by:+d}"))

    name = Text("valeria.fix.score", who=side.seat)
    return fixes.number(f"{side.seat.id}.score", name, side.score, put, high=MOST_POINTS)


def _influence(state: State, side: Side, guild: facts.Guild) -> Correction:
    track = state.board.tracks[guild]

    def put(space: int) -> None:
        if track.is_star(space) and any(other.influence[guild] == space for other in state.others(side)):
            raise Refused(Text("valeria.refused.star", guild=track.name, space=track.shown(space)))
        side.influence[guild] = space

    now = side.influence[guild]
    name = Text(
        "valeria.fix.influence", who=side.seat, guild=track.name, star=track.spaces + 1, top=track.top
    )
    shown = track.shown(now)
    return fixes.number(f"{side.seat.id}.influence.{guild}", name, now, put, high=track.top, shown=shown)


def _tokens(state: State, side: Side, piece: facts.Piece) -> Correction:
    """Where the tokens of a kind are."""
    now = side.tokens[piece]

    def put(counts: dict[str, int]) -> None:
        for road in now if piece == "windmill" else ():
            if counts[road] - now[road] > rules.room_on(state, road):
                raise Refused(Text("valeria.refused.road-full", road=state.board.road[road]))
        side.tokens[piece] = counts

    name = Text("valeria.fix.tokens", who=side.seat, piece=Text(f"valeria.piece.{piece}"))
    places = [state.board.named(place) for place in now]
    return fixes.counts(f"{side.seat.id}.{piece}", name, places, now, put, high=side.supply[piece])


def _manor(state: State, side: Side, number: str) -> Correction:
    its = state.tables.manors.manor[number]

    def put(district: str) -> None:
        if its.lighthouse and _stands(state, side, "lighthouse", district):
            raise Refused(Text("valeria.refused.lighthouse", district=state.board.district[district]))
        goes = district == "none" and number in side.manors
        if goes and rules.crates_left(state, side) < its.crates:
            raise Refused(Text("valeria.refused.crates-first", name=its.name))
        most = state.tables.components.most.gold
        if goes and its.gold_track and side.goods.get("gold", 0) > most:
            raise Refused(Text("valeria.refused.gold-first", name=its.name, most=most))
        if number in side.manors:
            rules.unbuild_manor(state, number, side)
        if district != "none":
            rules.build_manor(state, number, district, side)

    many = len(state.people) > 1
    name = Text("valeria.fix.manor", number=number, name=its.name)
    if many:
        name = Text("valeria.fix.manor-of", who=side.seat, number=number, name=its.name)
    now = side.manors.get(number, "none")
    return fixes.choice(f"{side.seat.id}.manor.{number}", name, _or_none(state.board.ring), now, put)


def _stands(state: State, side: Side, monument: facts.Monument, place: str) -> bool:
    """Whether another player's monument of that kind is there."""
    return any(other.monuments.get(monument) == place for other in state.others(side))


def _or_none(places: Iterable[Named]) -> list[Named]:
    return [Option("none", Text("valeria.fix.not-built")), *places]


def _monument(state: State, side: Side, monument: facts.Monument) -> Correction:
    def put(place: str) -> None:
        if place == "none":
            side.monuments.pop(monument, None)
        elif _stands(state, side, monument, place):
            raise Refused(Text("valeria.refused.place-taken", place=state.board.named(place)))
        else:
            side.monuments[monument] = place

    name = Text("valeria.fix.monument", who=side.seat, monument=Text(f"valeria.monument.{monument}"))
    places = _or_none(state.board.named(place) for place in state.board.places[monument])
    now = side.monuments.get(monument, "none")
    return fixes.choice(f"{side.seat.id}.{monument}", name, places, now, put)


def _crates(state: State, side: Side) -> Correction:
    now = side.crates

    def put(counts: dict[facts.Row, int]) -> None:
        for row in ROWS:
            if counts[row] - now[row] > rules.room_in(state, row):
                raise Refused(Text("valeria.refused.row-full", row=Text(f"valeria.row.{row}")))
        side.crates = counts
        if state.tracks_all:
            cover_again(state)

    rows = [Option(row, Text(f"valeria.row.{row}")) for row in ROWS]
    most = sum(now.values()) + max(0, rules.crates_left(state, side))
    name = Text("valeria.fix.crates", who=side.seat)
    return fixes.counts(f"{side.seat.id}.crates", name, rows, now, put, high=most)


def _goods(state: State, side: Side, kind: facts.Goods) -> Correction:
    def put(amount: int) -> None:
        side.goods[kind] = amount

    name = Text("valeria.fix.goods", who=side.seat, kind=wording.FACE[kind])
    now, most = side.goods[kind], goods.most(state, side, kind)
    return fixes.number(f"{side.seat.id}.{kind}", name, now, put, high=max(now, most))


def _open_card(state: State, market: Market, back: facts.Back, place: int) -> Correction:
    """A citizen that lies open; the one that it was taken for goes back to its deck."""
    line = market.lines[back]
    now = line[place]

    def put(id: str) -> None:
        line[place] = id

    options = [state.cards[id] for id in (now, *deck(state, back))]
    position = f"{back}-{place + 1}"
    name = Text("valeria.fix.open-card", position=wording.POSITION[position])
    return fixes.choice(f"line.{position}", name, options, now, put, shown=state.citizens[now].name)


def _icon(market: Market, row: facts.Row, place: int) -> Correction:
    """An icon of the wharf card."""

    def put(kind: facts.Resource) -> None:
        icons = market.icons[row]
        market.icons = {**market.icons, row: (*icons[:place], kind, *icons[place + 1 :])}

    name = Text("valeria.fix.icon", row=wording.row(row), place=place + 1)
    options, now = wording.face_options(facts.RESOURCES), market.icons[row][place]
    return fixes.choice(f"wharf.{row}.{place + 1}", name, options, now, put)


def _cards(state: State, side: Side) -> Correction:
    citizens, copies = state.tables.citizens.citizen, state.tables.citizens.copies
    titles = wording.titles(id for id in citizens for _ in range(copies))
    options = wording.card_options(citizens, titles)

    def doubt(ids: Sequence[str]) -> Text | None:
        taken = Counter(titles[id] for id in ids)
        for other in state.others(side):
            taken.update(other.cards)
        over = next((id for id, count in taken.items() if count > copies), None)
        return None if over is None else Text("valeria.refused.citizen-taken", citizen=citizens[over].name)

    def put(ids: list[str]) -> None:
        chosen = Counter(titles[id] for id in ids)
        kept = [id for id in side.cards if _one_less(chosen, id)]
        side.cards.clear()
        for id in (*kept, *chosen.elements()):
            rules.add_citizen(state, side, id)
        if state.market is not None:
            leave_lines(state, side.cards)

    name = Text("valeria.fix.cards", who=side.seat)
    return fixes.several(
        f"{side.seat.id}.cards", name, options, [citizens[id].name for id in side.cards], put, doubt=doubt
    )


def _one_less(counts: Counter[str], id: str) -> bool:
    """Whether there is one left, which is then taken."""
    counts[id] -= 1
    return counts[id] >= 0
