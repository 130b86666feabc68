"""The rules: where a wall may stand, what closing costs, what changes on the table. One rule, one function.

Steps, opponents, the list of prices and the game itself all ask here.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Literal, NamedTuple

from automa.methoni.island import KINDS, Area, Border, Kind, Walls, numbers
from automa.methoni.state import Domain, Player, State, count, of, one

CARDS_A_TURN = 2

# ---------------------------------------------------------------- houses beside a wall


class House(NamedTuple):
    """A house that is placed with a wall: on which space, and whose."""

    space: int
    colour: int


Houses = tuple[House, ...]
"""The houses placed with one wall, the builder's own first."""


Ways = tuple[Houses, ...]
"""The ways to place the houses of one wall."""


def placements(table: State, player: Player, border: Border) -> Ways:
    """The ways to place the houses beside a wall, whose colours have any left."""
    left, right = table.left_of(player), table.right_of(player)
    return ways_beside(
        border,
        player.place if player.houses else None,
        left.place if left.houses else None,
        right.place if right.houses else None,
    )


@lru_cache(maxsize=20_000)
def ways_beside(border: Border, own: int | None, left: int | None, right: int | None) -> Ways:
    """One's own house on either side, then a neighbour's on the other side; by colour, if any is left.

    Without an own house, those of both neighbours (on the coast, of one of them); where a player has none
    left, that house is left out.
    """
    here, *beyond = (space.number for space in border.spaces)
    neighbours = [colour for colour in (left, right) if colour is not None]
    if not beyond:
        colours = neighbours if own is None else [own]
        return tuple((House(here, colour),) for colour in colours) or ((),)
    sides = ((here, beyond[0]), (beyond[0], here))
    if own is not None:
        both = tuple((House(one, own), House(other, colour)) for one, other in sides for colour in neighbours)
        return both or tuple((House(one, own),) for one, _ in sides)
    if left is not None and right is not None:
        return tuple((House(one, left), House(other, right)) for one, other in sides)
    return tuple((House(one, colour),) for one, _ in sides for colour in neighbours) or ((),)


# ---------------------------------------------------------------- closing an area


def claim_price(table: State, player: Player, area: Area) -> int:
    """What an area costs as a new Domain: its spaces, and the houses in it that are not one's own."""
    return space_price(table, area) + house_price(table, player, area)


def space_price(table: State, area: Area) -> int:
    """What is paid to the bank, for the spaces of an area."""
    return area.bit_count() * table.scoring.claim.space


def house_price(table: State, player: Player, area: Area) -> int:
    """What is paid to the others, for their houses in an area."""
    houses = table.houses_in(area)
    return (count(houses) - of(houses, player.place)) * table.scoring.claim.house if houses else 0


def surcharge(table: State, player: Player, area: Area, placed: Houses) -> int:
    """What the houses beside the new wall add: they stand before the area is closed."""
    inside = 0
    for space, colour in placed:
        if colour != player.place and area >> space & 1:
            inside += 1
    return inside * table.scoring.claim.house


def closing_price(table: State, player: Player, area: Area, placed: Houses) -> int:
    """What closing an area with a wall and these houses costs."""
    return claim_price(table, player, area) + surcharge(table, player, area, placed)


def has_tower(table: State, player: Player, area: Area) -> bool:
    """Whether a player has a tower to claim an area with."""
    if player.towers > 0:
        return True
    # By ruling a Domain may be closed without one, if it is joined at once with a Domain of one's own.
    return table.rulings["no-tower"] == "merge" and any(
        touch(table, area, own) for own in table.domains_of(player.place)
    )


def affordable(table: State, player: Player, border: Border) -> Ways:
    """The ways to place the houses with which this wall can be built; none if it cannot be."""
    ways = placements(table, player, border)
    area = table.closings.get(border.number)
    if area is None:
        return ways
    if not has_tower(table, player, area):
        return ()
    left = player.ducats - claim_price(table, player, area)
    return tuple([placed for placed in ways if surcharge(table, player, area, placed) <= left])


def can_close(table: State, player: Player, border: Border, area: Area) -> bool:
    """Whether a player can pay for the area that a wall closes, with some way to place the houses."""
    if not has_tower(table, player, area):
        return False
    left = player.ducats - claim_price(table, player, area)
    # One house at most is put inside, so that with a ducat to spare every way will do.
    return left >= table.scoring.claim.house or (left >= 0 and bool(affordable(table, player, border)))


def is_free(table: State, border: Border) -> bool:
    """Whether there is no wall on it and it is not inside a Domain."""
    return not table.blocked & border.bit


def free_borders(table: State) -> Walls:
    """The borders where a wall may be built, as long as there is one."""
    return table.island.everywhere & ~table.blocked if table.supply else 0


def legal_borders(table: State, player: Player, kinds: Sequence[Kind] = KINDS) -> list[Border]:
    """Where a card of one of these kinds may build: free borders but those that close what is too dear."""
    free = free_borders(table) & allowed_by(table, kinds)
    if not free:
        return []
    borders = table.island.borders
    for number, area in table.closings.items():
        if free >> number & 1 and not can_close(table, player, borders[number], area):
            free ^= 1 << number
    return [border for border in borders if border.bit & free]


# ---------------------------------------------------------------- what happens


class Upgrade(NamedTuple):
    """Houses of one colour that became villas."""

    colour: int
    villas: int


class Claim(NamedTuple):
    """An area was closed and acquired."""

    domain: Domain
    spaces: Area
    price: int
    to_bank: int
    paid: tuple[tuple[int, int], ...]
    """To whom, and how much."""
    upgrades: tuple[Upgrade, ...]
    coins: int
    """Taken from the markets inside."""


class Annexation(NamedTuple):
    """A neighbouring Domain was joined to one's own."""

    spaces: Area
    """Of the Domain that was taken."""
    owner: int
    price: int
    walls: Walls
    """Taken away between the two."""
    upgrades: tuple[Upgrade, ...]


def build(table: State, player: Player, border: Border, placed: Houses) -> Claim | None:
    """Build a wall, place the houses, and claim the area that it closes, if it closes one."""
    area = table.closings.get(border.number)
    table.closed = area or 0
    table.stirred = True
    table.supply -= 1
    if not table.supply:
        table.last_wall = True
    table.walls |= border.bit
    table.blocked |= border.bit
    for house in placed:
        table.houses[house.space] += one(house.colour)
        table.players[house.colour].houses -= 1
    return None if area is None else claim(table, player, area)


def claim(table: State, player: Player, area: Area) -> Claim:
    """Pay for a closed area, upgrade its houses and place a tower, which activates its markets."""
    price = claim_price(table, player, area)
    houses = table.houses_in(area)
    rates = table.scoring.claim
    to_bank = space_price(table, area)
    paid = tuple(
        (each.place, of(houses, each.place) * rates.house)
        for each in table.others(player)
        if of(houses, each.place)
    )
    player.ducats -= price
    table.bank += to_bank
    for place, amount in paid:
        table.players[place].ducats += amount
    for number in numbers(area):
        table.houses[number] = 0
    domain = Domain(area, player.place, houses)
    upgrades = upgrade(table, domain)
    table.towerless = not player.towers
    player.towers -= not table.towerless
    coins = (table.island.markets & area).bit_count() * table.components.market
    player.ducats += coins
    table.domains.append(domain)
    table.blocked |= table.island.touching(area)
    return Claim(domain, area, price, to_bank, paid, upgrades, coins)


def upgrade(table: State, domain: Domain) -> tuple[Upgrade, ...]:
    """Every three houses of a colour become a villa, as long as that colour has villas left."""
    three = table.scoring.upgrade
    done: list[Upgrade] = []
    for player in table.players:
        villas = min(of(domain.houses, player.place) // three, player.villas)
        if villas:
            domain.houses -= one(player.place) * villas * three
            domain.villas += one(player.place) * villas
            player.houses += villas * three
            player.villas -= villas
            done.append(Upgrade(player.place, villas))
    return tuple(done)


# ---------------------------------------------------------------- annexing


def touch(table: State, area: Area, domain: Domain) -> bool:
    """Whether a Domain shares a border with an area; meeting at a corner is not enough."""
    return bool(table.island.touching(area) & table.island.touching(domain.spaces))


def domain_value(table: State, domain: Domain) -> int:
    """What it costs to annex a Domain: spaces, houses and villas, whatever their colours."""
    return table.scoring.annex.of(domain.size, count(domain.houses), count(domain.villas))


def annex_price(table: State, player: Player, domain: Domain) -> int:
    """What a player pays for it: nothing for a Domain of their own."""
    return 0 if domain.owner == player.place else domain_value(table, domain)


def reach(table: State, domain: Domain) -> Area:
    """What a Domain to annex must touch: the one just claimed as it is now, or by ruling as it was closed."""
    return domain.spaces if table.rulings["chain-annexing"] == "grown" else table.closed


def bar_to_annexing(
    table: State, player: Player, domain: Domain, other: Domain
) -> Literal["price", "tower", "apart"] | None:
    """Why a Domain cannot be joined to the one just claimed; nothing if it can."""
    if annex_price(table, player, other) > player.ducats:
        return "price"
    if table.towerless and other.owner != player.place:
        return "tower"  # who closed without one has to take one back first
    return None if touch(table, reach(table, domain), other) else "apart"


def annexable(table: State, player: Player) -> list[Domain]:
    """The Domains that may be joined to the one just claimed, in reading order."""
    domain = table.claimed
    if domain is None:
        return []
    found = [
        other
        for other in table.domains
        if other is not domain and bar_to_annexing(table, player, domain, other) is None
    ]
    return sorted(found, key=lambda each: each.spaces & -each.spaces)


def annex(table: State, player: Player, other: Domain) -> Annexation:
    """Pay the owner, take away the walls between, upgrade, and give the owner their tower back.

    A player who claimed without a tower leaves that of their own Domain standing.
    """
    domain = table.claimed
    assert domain is not None
    price = annex_price(table, player, other)
    owner = table.players[other.owner]
    player.ducats -= price
    owner.ducats += price
    island = table.island
    walls = table.walls & island.touching(domain.spaces) & island.touching(other.spaces)
    table.walls ^= walls
    table.supply += walls.bit_count()
    domain.spaces |= other.spaces
    domain.houses += other.houses
    domain.villas += other.villas
    table.domains.remove(other)
    upgrades = upgrade(table, domain)
    owner.towers += not table.towerless
    table.towerless = False
    return Annexation(other.spaces, owner.place, price, walls, upgrades)


# ---------------------------------------------------------------- trade and income


def can_trade(table: State, kind: Kind) -> bool:
    """Whether a card of that kind allows to trade: the market of its land, or any, is in a Domain."""
    markets = table.island.markets
    if kind != "market":
        return bool(markets & table.island.land[kind] & table.owned)
    return table.rulings["market-trade"] == "always" or bool(markets & table.owned)


def trade(table: State, player: Player) -> int:
    """Take 2 ducats from the bank, or what is there; how many."""
    return _from_bank(table, player, table.scoring.trade)


def markets_of(table: State, player: Player) -> int:
    """How many markets are in a player's Domains."""
    markets = table.island.markets
    return sum((domain.spaces & markets).bit_count() for domain in table.domains_of(player.place))


def income(table: State, player: Player) -> int:
    """At the start of a turn: 2 ducats for each market in one's Domains, or what is there; how many."""
    return _from_bank(table, player, markets_of(table, player) * table.scoring.income)


def _from_bank(table: State, player: Player, wanted: int) -> int:
    taken = min(wanted, table.bank)
    table.stirred |= taken > 0
    table.bank -= taken
    player.ducats += taken
    return taken


# ---------------------------------------------------------------- cards


def kinds_for(table: State, border: Border) -> list[Kind]:
    """The kinds of cards that allow to build on a border."""
    return [kind for kind in KINDS if table.island.allowed[kind] & border.bit]


def spent(hand: Sequence[Kind], kinds: Sequence[Kind]) -> Kind | None:
    """Which card an opponent spends where several would do: one it has most of, a Market card last."""
    fitting = [kind for kind in kinds if kind in hand]
    return max(fitting, key=lambda kind: (kind != "market", hand.count(kind)), default=None)


def play_card(table: State, player: Player, card: Kind | None, kinds: Sequence[Kind]) -> None:
    """A card leaves the hand, as far as it is known: the one named, or the only one of these kinds."""
    if card is None:
        fitting = [kind for kind in kinds if kind in (player.hand or ())]
        card = fitting[0] if len(fitting) == 1 else None
    if player.hand and card in player.hand:
        player.hand = hand_without(player, card)
        if not player.seat.is_person:
            discard(table, [card])


def allowed_by(table: State, kinds: Sequence[Kind]) -> Walls:
    """The borders that a card of one of these kinds allows to build on."""
    allowed = table.island.allowed
    found: Walls = 0
    for kind in kinds:
        found |= allowed[kind]
    return found


def hand_without(player: Player, card: Kind | None) -> list[Kind] | None:
    """The cards that are left of a hand when one is played, as far as it is known."""
    if player.hand is None or card is None:
        return player.hand
    left = player.hand.copy()
    left.remove(card)
    return left


def harmless(table: State) -> Walls:
    """The free borders where a wall closes nothing, so that everybody may build there."""
    free = free_borders(table)
    for number in table.closings if free else ():
        free &= ~(1 << number)
    return free


def unplayable(table: State, player: Player) -> list[Kind]:
    """The kinds of cards that have no use now, no wall and no trade that brings something.

    A hand of nothing else is shown and replaced.
    """
    open_to_all = harmless(table)
    allowed = table.island.allowed
    return [
        kind
        for kind in KINDS
        if not open_to_all & allowed[kind]
        and not (table.bank and can_trade(table, kind))
        and not legal_borders(table, player, [kind])
    ]


def draw(table: State, kinds: Sequence[Kind]) -> None:
    """Take cards from the deck; where it has not got them, its discards have been shuffled into it."""
    if any(kinds.count(kind) > table.undrawn[kind] for kind in kinds):
        reshuffle(table)
    for kind in kinds:
        table.undrawn[kind] -= 1


def discard(table: State, kinds: Sequence[Kind]) -> None:
    table.discards = table.discards.copy()  # a twin of the table has the same
    for kind in kinds:
        table.discards[kind] += 1


def reshuffle(table: State) -> None:
    """The discards become the new draw pile."""
    for kind in KINDS:
        table.undrawn[kind] += table.discards[kind]
        table.discards[kind] = 0


def kinds_of(player: Player) -> Sequence[Kind]:
    """The kinds of cards that may be in a hand: all of them, where the app does not know it."""
    return KINDS if player.hand is None else [kind for kind in KINDS if kind in player.hand]


def may_trade(table: State, player: Player) -> bool:
    """Whether a player may have a card to trade; a Market card is the likeliest."""
    return any(can_trade(table, kind) for kind in reversed(kinds_of(player)))


def trading_cards(table: State, player: Player) -> list[Kind]:
    """The kinds of cards that a player may have and trade."""
    return [kind for kind in kinds_of(player) if can_trade(table, kind)]


def may_redraw(table: State, player: Player) -> bool:
    """Whether the whole hand may be unplayable, so that it is shown and replaced before the first card."""
    if table.cards_played:
        return False
    useless = unplayable(table, player)
    return bool(useless) and (player.hand is None or all(kind in useless for kind in player.hand))


def may_stop(table: State, player: Player) -> bool:
    """Whether a turn may end now: after a card, or before where nothing can be done or a ruling allows it."""
    if table.cards_played or table.rulings["must-play"] == "none":
        return True
    if table.rulings["redraw"] == "may" and may_redraw(table, player):
        return True
    return len(unplayable(table, player)) == len(KINDS)


# ---------------------------------------------------------------- the end


def end_turn(table: State) -> None:
    """The next player's turn; or the end, after the last wall or when nothing can change any more."""
    table.turn += 1
    table.cards_played = table.closed = 0
    table.annexing = table.towerless = False
    table.still = 0 if table.stirred else table.still + 1
    table.stirred = False
    table.active = (table.active + 1) % len(table.players)
    table.over = table.last_wall or table.still >= len(table.players)
