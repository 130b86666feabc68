"""Whether everything on the table adds up: nothing is lost, doubled, or more than the box holds."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from automa.valeria import rules
from automa.valeria.own import goods
from automa.valeria.state import State
from automa.valeria.tables import MONUMENTS, ROWS


def conserved(state: State) -> list[str]:
    """What does not add up: empty when all is well."""
    return [*_of_sides(state), *_shared(state), *_dice(state)]


def _of_sides(state: State) -> list[str]:
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
        if rules.crates_left(state, side) < 0:
            wrong.append(f"{who}: more crates on the card than it has")
        for monument, place in side.monuments.items():
            if place not in state.board.places[monument]:
                wrong.append(f"{who}: {monument} at {place}")
    lighthouse = next((n for n, facts in state.manors.items() if facts.lighthouse), "")
    for side in state.people:
        who = side.seat.id
        built = Counter(district for number, district in side.manors.items() if number != lighthouse)
        for district, count in side.tokens["manor"].items():
            if built[district] != count:
                wrong.append(f"{who}: {count} manors in {district}, but powers of {built[district]}")
        if side.manors.get(lighthouse) != side.monuments.get("lighthouse"):
            wrong.append(f"{who}: the Lighthouse and its power are apart")
    return wrong


def _shared(state: State) -> list[str]:
    wrong = [
        f"{road}: more windmills than dots" for road in state.board.road if rules.room_on(state, road) < 0
    ]
    wrong += [f"wharf: more crates on {row} than icons" for row in ROWS if rules.room_in(state, row) < 0]
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
    for citizen, count in Counter(id for side in state.sides for id in side.cards).items():
        if count > state.tables.citizens.copies:
            wrong.append(f"{citizen}: recruited {count} times")
    wrong += _market(state)
    if sum(state.keeps.values()) > state.tables.components.keep:
        wrong.append("more Keeps than there are")
    return wrong


def _dice(state: State) -> list[str]:
    drafted = sum(len(side.dice) for side in state.sides)
    pool = sum(state.pool.values())
    if pool + drafted not in (0, state.dice):
        return [f"{pool} dice in the pool and {drafted} drafted"]
    return []


def _market(state: State) -> list[str]:
    """What lies open and what everybody has, where the game follows it."""
    wrong: list[str] = []
    if state.market is None:
        return wrong
    copies = state.tables.citizens.copies
    for back, line in state.market.lines.items():
        seen = Counter([*line, *(id for side in state.sides for id in side.cards)])
        seen.update(state.market.discarded[back])
        wrong += [f"{id}: lies open and is elsewhere too" for id in line if seen[id] > copies]
        wrong += [f"{id}: in the wrong line" for id in line if state.citizens[id].back != back]
        wrong += [f"the {back} line is too long"] if len(line) > 4 else []
    for row in ROWS if state.tracks_all and state.market.icons else ():
        covered = Counter(state.market.covered.get(row, {}).values())
        if covered != Counter({side.seat.id: side.crates[row] for side in state.sides if side.crates[row]}):
            wrong.append(f"wharf: the crates on {row} are not those on its icons")
    for side in state.people:
        for kind, amount in side.goods.items():
            if not 0 <= amount <= goods.most(state, side, kind):
                wrong.append(f"{side.seat.id}: {amount} {kind}")
    return wrong
