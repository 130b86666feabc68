"""Everything tracked that a player may set right, and whether it all adds up."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from automa.dialogue import Ask, Choose, Named, Number, Option, Refused, Several, Tally, Text
from automa.game import Correction
from automa.valeria.opponents import face_name
from automa.valeria.rules import shown_space
from automa.valeria.state import Side, State
from automa.valeria.tables import FACES, MONUMENTS, PIECES, ROWS, Face, Guild, Monument, Piece, Row
from automa.valeria.talking import by_card, face_options

MOST_POINTS = 400


def corrections(state: State) -> list[Correction]:
    """Every tracked value with the question for its new value; while setting up there is only undo."""
    found: list[Correction] = []
    if not state.round:
        return found
    for side in state.sides:
        found.append(_score(state, side))
        found += [_influence(state, side, guild) for guild in state.board.tracks]
        for piece in PIECES:
            if piece == "manor" and side is state.you:
                found += [_manor(state, number) for number in state.tables.manors.manor]
            else:
                found.append(_tokens(state, side, piece))
        for monument in MONUMENTS:
            if monument != "lighthouse" or side is state.opponent:
                found.append(_monument(state, side, monument))
        found.append(_crates(state, side))
        found += [_die(state, side, place) for place in range(len(side.dice))]
        found.append(_cards(state, side))
    found.append(_keeps(state))
    if any(state.pool.values()):
        found.append(_pool(state))
    found.append(_first(state))
    return found


def _asked(state: State, name: Text, make: Callable[..., Ask], *given: Any, **values: Any) -> Ask:
    return make("valeria.fix", state.you.seat.id, *given, what=name, **values)


def _score(state: State, side: Side) -> Correction:
    def put(points: int) -> None:
        by = points - side.score
        side.gain("other", by, Text("valeria.how.corrected", by=f"{by:+d}"))

    name = Text("valeria.fix.score", who=side.seat)
    ask = _asked(state, name, Number, low=0, high=MOST_POINTS, default=max(0, side.score))
    return Correction(f"{side.seat.id}.score", name, side.score, ask, put)


def _influence(state: State, side: Side, guild: Guild) -> Correction:
    track = state.board.tracks[guild]

    def put(space: int) -> None:
        if track.is_star(space) and state.other(side).influence[guild] == space:
            raise Refused(Text("valeria.refused.star", guild=track.name, space=shown_space(track, space)))
        side.influence[guild] = space

    now = side.influence[guild]
    name = Text(
        "valeria.fix.influence", who=side.seat, guild=track.name, star=track.spaces + 1, top=track.top
    )
    ask = _asked(state, name, Number, low=0, high=track.top, default=now)
    return Correction(f"{side.seat.id}.influence.{guild}", name, shown_space(track, now), ask, put)


def _tokens(state: State, side: Side, piece: Piece) -> Correction:
    """Where the tokens of a kind are, in one answer: one that stands elsewhere is moved at once."""

    def put(counts: dict[str, int]) -> None:
        for road in side.tokens[piece] if piece == "windmill" else ():
            if counts.get(road, 0) - side.tokens[piece][road] > state.room_on(road):
                raise Refused(Text("valeria.refused.road-full", road=state.board.road[road]))
        side.tokens[piece] = {place: counts.get(place, 0) for place in side.tokens[piece]}

    now = side.tokens[piece]
    name = Text("valeria.fix.tokens", who=side.seat, piece=Text(f"valeria.piece.{piece}"))
    places = [state.board.named(place) for place in now]
    ask = _asked(state, name, Tally, places, low=0, high=side.supply[piece], default=_present(now))
    return Correction(f"{side.seat.id}.{piece}", name, _where(state, now), ask, put)


def _present(counts: Mapping[Any, int]) -> dict[str, int]:
    return {place: count for place, count in counts.items() if count}


def _where(state: State, counts: Mapping[str, int]) -> Text:
    """The Anchorage 2 and Iron Pit 1."""
    found = [
        Text("valeria.fix.at", place=state.board.named(place), count=count)
        for place, count in counts.items()
        if count
    ]
    return Text("valeria.fix.list", things=found)


def _manor(state: State, number: str) -> Correction:
    facts = state.tables.manors.manor[number]

    def put(district: str) -> None:
        if facts.lighthouse and state.opponent.monuments.get("lighthouse") == district:
            raise Refused(Text("valeria.refused.lighthouse", district=state.board.district[district]))
        if district == "none" and number in state.you.manors and state.crates_left(state.you) < facts.crates:
            raise Refused(Text("valeria.refused.crates-first", name=facts.name))
        if number in state.you.manors:
            state.unbuild_manor(number)
        if district != "none":
            state.build_manor(number, district)

    now = state.you.manors.get(number)
    name = Text("valeria.fix.manor", number=number, name=facts.name)
    value = Text("valeria.fix.not-built") if now is None else state.board.district[now].name
    options: list[Named] = [Option("none", Text("valeria.fix.not-built")), *state.board.ring]
    ask = _asked(state, name, Choose, options, default=now or "none")
    return Correction(f"{state.you.seat.id}.manor.{number}", name, value, ask, put)


def _monument(state: State, side: Side, monument: Monument) -> Correction:
    def put(place: str) -> None:
        if place == "none":
            side.monuments.pop(monument, None)
        elif state.other(side).monuments.get(monument) == place:
            raise Refused(Text("valeria.refused.place-taken", place=state.board.named(place)))
        else:
            side.monuments[monument] = place

    now = side.monuments.get(monument)
    name = Text("valeria.fix.monument", who=side.seat, monument=Text(f"valeria.monument.{monument}"))
    value = Text("valeria.fix.not-built") if now is None else state.board.named(now).name
    options: list[Named] = [Option("none", Text("valeria.fix.not-built"))]
    options += [state.board.named(place) for place in state.board.places(monument)]
    ask = _asked(state, name, Choose, options, default=now or "none")
    return Correction(f"{side.seat.id}.{monument}", name, value, ask, put)


def _crates(state: State, side: Side) -> Correction:
    def put(counts: dict[Row, int]) -> None:
        for row in ROWS:
            if counts.get(row, 0) - side.crates[row] > state.room_in(row):
                raise Refused(Text("valeria.refused.row-full", row=Text(f"valeria.row.{row}")))
        side.crates = {row: counts.get(row, 0) for row in ROWS}

    now = side.crates
    name = Text("valeria.fix.crates", who=side.seat)
    rows = [Option(row, Text(f"valeria.row.{row}")) for row in ROWS]
    most = sum(now.values()) + max(0, state.crates_left(side))
    found = [
        Text("valeria.fix.at", place=Text(f"valeria.row.{row}"), count=now[row]) for row in ROWS if now[row]
    ]
    ask = _asked(state, name, Tally, rows, low=0, high=most, default=_present(now))
    return Correction(f"{side.seat.id}.crates", name, Text("valeria.fix.list", things=found), ask, put)


def _die(state: State, side: Side, place: int) -> Correction:
    def put(face: Face) -> None:
        side.dice[place].face = face

    now = side.dice[place].face
    name = Text("valeria.fix.die", who=side.seat, which=place + 1)
    ask = _asked(state, name, Choose, face_options(FACES), default=now)
    return Correction(f"{side.seat.id}.die.{place + 1}", name, face_name(now), ask, put)


def _cards(state: State, side: Side) -> Correction:
    citizens, copies = state.tables.citizens.citizen, state.tables.citizens.copies
    titles, options = by_card(state, (id for id in citizens for _ in range(copies)))

    def put(ids: list[str]) -> None:
        chosen = Counter(titles[id] for id in ids)
        taken = Counter(state.other(side).cards)
        for id, count in chosen.items():
            if taken[id] + count > copies:
                raise Refused(Text("valeria.refused.citizen-taken", citizen=citizens[id].name))
        kept: list[str] = []
        for id in side.cards:
            if chosen[id]:
                kept.append(id)
                chosen[id] -= 1
        side.cards[:] = [*kept, *chosen.elements()]

    name = Text("valeria.fix.cards", who=side.seat)
    value = Text("valeria.fix.list", things=[citizens[id].name for id in side.cards])
    ask = _asked(state, name, Several, options, low=0)
    return Correction(f"{side.seat.id}.cards", name, value, ask, put)


def _keeps(state: State) -> Correction:
    def put(counts: dict[str, int]) -> None:
        state.keeps = {district: counts.get(district, 0) for district in state.board.district}

    now = state.keeps
    most = max(sum(now.values()), state.tables.components.keep)
    name = Text("valeria.fix.keeps")
    ask = _asked(state, name, Tally, state.board.ring, low=0, high=most, default=_present(now))
    return Correction("keeps", name, _where(state, now), ask, put)


def _pool(state: State) -> Correction:
    def put(pool: dict[Face, int]) -> None:
        state.pool = {face: pool.get(face, 0) for face in FACES}

    total = sum(state.pool.values())
    name = Text("valeria.fix.pool")
    value = Text(
        "valeria.fix.list", things=[face_name(face) for face in FACES for _ in range(state.pool[face])]
    )
    ask = _asked(state, name, Tally, face_options(FACES), low=total, high=total)
    return Correction("pool", name, value, ask, put)


def _first(state: State) -> Correction:
    def put(seat: str) -> None:
        state.first = seat

    name = Text("valeria.fix.first")
    ask = _asked(state, name, Choose, [side.seat for side in state.sides], default=state.first)
    return Correction("first", name, Text("valeria.fix.who", who=state.side(state.first).seat), ask, put)


def recount(state: State) -> list[str]:
    """What does not add up, in the app's own words: empty when all is well."""
    return [*_recount_sides(state), *_recount_shared(state), *_recount_dice(state)]


def _recount_sides(state: State) -> list[str]:
    wrong: list[str] = []
    for side in state.sides:
        who = side.seat.id
        for piece, places in side.tokens.items():
            if side.left(piece) < 0:
                wrong.append(f"{who}: more {piece} tokens than there are")
            wrong += [f"{who}: {count} {piece} in {place}" for place, count in places.items() if count < 0]
        for guild, space in side.influence.items():
            if not 0 <= space <= state.board.tracks[guild].top:
                wrong.append(f"{who}: {guild} on space {space}")
        if state.crates_left(side) < 0:
            wrong.append(f"{who}: more crates on the card than it has")
        for monument, place in side.monuments.items():
            if place not in state.board.places(monument):
                wrong.append(f"{who}: {monument} at {place}")
    built = Counter(
        district
        for number, district in state.you.manors.items()
        if not state.tables.manors.manor[number].lighthouse
    )
    for district, count in state.you.tokens["manor"].items():
        if built[district] != count:
            wrong.append(f"you: {count} manors in {district}, but powers of {built[district]}")
    lighthouse = next((n for n, facts in state.tables.manors.manor.items() if facts.lighthouse), "")
    if state.you.manors.get(lighthouse) != state.you.monuments.get("lighthouse"):
        wrong.append("you: the Lighthouse and its power are apart")
    return wrong


def _recount_shared(state: State) -> list[str]:
    wrong = [f"{road}: more windmills than dots" for road in state.board.road if state.room_on(road) < 0]
    wrong += [f"wharf: more crates on {row} than icons" for row in ROWS if state.room_in(row) < 0]
    for monument in MONUMENTS:
        places: Sequence[str] = [
            side.monuments[monument] for side in state.sides if monument in side.monuments
        ]
        if len(set(places)) < len(places):
            wrong.append(f"{monument}: two in {places[0]}")
    for guild, track in state.board.tracks.items():
        spaces = [side.influence[guild] for side in state.sides if track.is_star(side.influence[guild])]
        if len(set(spaces)) < len(spaces):
            wrong.append(f"{guild}: two tokens on one starred space")
    for citizen, count in Counter(state.you.cards + state.opponent.cards).items():
        if count > state.tables.citizens.copies:
            wrong.append(f"{citizen}: recruited {count} times")
    if sum(state.keeps.values()) > state.tables.components.keep:
        wrong.append("more Keeps than there are")
    return wrong


def _recount_dice(state: State) -> list[str]:
    dice = state.tables.components.dice
    drafted = sum(len(side.dice) for side in state.sides)
    pool = sum(state.pool.values())
    if pool + drafted not in (0, dice.pool):
        return [f"{pool} dice in the pool and {drafted} drafted"]
    return []
