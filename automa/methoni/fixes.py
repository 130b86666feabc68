"""What a player may set right when the table and the app have drifted apart.

Whatever is set, nothing is lost: ducats come from the bank, walls and buildings from the supply, or go there.
"""

from __future__ import annotations

from collections.abc import Iterator

from automa import fixes
from automa.dialogue import YOU, Refused, Several, Text
from automa.game import Correction
from automa.methoni.island import CARD_OPTIONS, KINDS, LAND_OPTIONS, Border, Kind, Land, Space, land_name
from automa.methoni.state import Domain, Player, State, of, one


def corrections(table: State) -> list[Correction]:
    """Everything that is tracked: ducats, walls, houses, Domains; what a person may tell of their cards."""
    return [
        *(each for player in table.players for each in _ducats(table, player)),
        _walls(table),
        *(_houses(table, player) for player in table.players),
        *(each for domain in table.domains for each in _domain(table, domain)),
        *(each for player in table.players if player.seat.is_person for each in _cards(table, player)),
    ]


def _ducats(table: State, player: Player) -> Iterator[Correction]:
    all = table.components.ducats
    others = all - player.ducats - table.bank
    return fixes.of_fields(table, player, who=player.seat, all=all, others=others)


def _walls(table: State) -> Correction:
    """A wall that stands, or does not, where the app believes otherwise."""

    def put(id: str) -> None:
        border = table.island.by_id[id]
        (_take_wall if border.bit & table.walls else _put_wall)(table, border)

    borders = table.island.borders_in(table.walls | table.island.everywhere & ~table.blocked)
    shown = Text("methoni.amount.walls", n=table.walls.bit_count())
    correction = fixes.choice(
        "wall", Text("methoni.fix.wall"), borders, "", put, shown=shown, own_question=True
    )
    correction.ask.default = None
    return correction


def _take_wall(table: State, border: Border) -> None:
    if any(table.domain_at(space.bit) for space in border.spaces):
        raise Refused(Text("methoni.fix.rim", border=border))
    table.walls ^= border.bit
    table.blocked ^= border.bit
    # A wall that nobody built was not the last one of the supply either.
    table.last_wall &= table.supply > 0
    table.supply += 1


def _put_wall(table: State, border: Border) -> None:
    if not table.supply:
        raise Refused(Text("methoni.refused.no-walls"))
    if border.number in table.closings:
        spaces = table.island.spaces_in(table.closings[border.number])
        raise Refused(Text("methoni.fix.closes", border=border, spaces=spaces))
    table.walls |= border.bit
    table.blocked |= border.bit
    table.supply -= 1
    table.last_wall |= not table.supply


def _houses(table: State, player: Player) -> Correction:
    """A colour's houses on open land, all at once."""
    owned = table.owned
    place = player.place
    spaces = [space for space in table.island.spaces if not owned & space.bit]
    now = {space.id: of(table.houses[space.number], place) for space in spaces}

    def put(counts: dict[str, int]) -> None:
        for space in spaces:
            change = counts[space.id] - of(table.houses[space.number], place)
            table.houses[space.number] += change * one(place)
            player.houses -= change

    name = Text("methoni.fix.houses", who=player.seat)
    high = sum(now.values()) + player.houses
    return fixes.counts(f"houses.{player.seat.id}", name, spaces, now, put, high=high)


def _domain(table: State, domain: Domain) -> Iterator[Correction]:
    """Whose a Domain is, and the buildings in it; it is called by its first space."""
    space = table.island.first_space(domain.spaces)
    owner = table.players[domain.owner]

    def give(id: str) -> None:
        new = table.seated(id)
        if new.towers < 1 and new is not owner:
            raise Refused(Text("methoni.fix.no-tower", who=new.seat))
        owner.towers += 1
        new.towers -= 1
        domain.owner = new.place

    seats = [player.seat for player in table.players]
    name = Text("methoni.fix.owner", space=space)
    yield fixes.choice(f"owner.{space.id}", name, seats, owner.seat.id, give)
    for player in table.players:
        yield from _buildings(domain, player, space)


def _buildings(domain: Domain, player: Player, space: Space) -> Iterator[Correction]:
    seat, place = player.seat, player.place
    houses, villas = of(domain.houses, place), of(domain.villas, place)

    def put_houses(found: int) -> None:
        domain.houses += (found - houses) * one(place)
        player.houses -= found - houses

    def put_villas(found: int) -> None:
        domain.villas += (found - villas) * one(place)
        player.villas -= found - villas

    key, name = f"houses.{space.id}.{seat.id}", Text("methoni.fix.domain-houses", who=seat, space=space)
    yield fixes.number(key, name, houses, put_houses, high=houses + player.houses)
    key, name = f"villas.{space.id}.{seat.id}", Text("methoni.fix.domain-villas", who=seat, space=space)
    yield fixes.number(key, name, villas, put_villas, high=villas + player.villas)


def _cards(table: State, player: Player) -> Iterator[Correction]:
    """A person's Objective card and hand: the app need not know them, but is told here if they like."""
    seat = player.seat

    def aim(lands: list[Land]) -> None:
        player.objective = tuple(lands)

    def hold(counts: dict[Kind, int]) -> None:
        player.hand = [kind for kind in KINDS for _ in range(counts[kind])]

    name = Text("methoni.fix.objective", who=seat)
    yield Correction(
        f"objective.{seat.id}",
        name,
        fixes.things([land_name(land) for land in player.objective]),
        Several("methoni.fix.objective.ask", YOU, LAND_OPTIONS, low=3, high=3, who=seat),
        aim,
    )
    if table.player is player and not table.over:
        left = table.components.hand - table.cards_played
        held = {kind: (player.hand or []).count(kind) for kind in KINDS}
        yield fixes.counts(
            f"hand.{seat.id}",
            Text("methoni.fix.hand", who=seat),
            CARD_OPTIONS,
            held,
            hold,
            low=left,
            high=left,
        )
