"""What can be chosen, with what one wants to know first: prices above all."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product

from automa.dialogue import Named, Option, Text
from automa.methoni import rules
from automa.methoni.island import Border, Land, land_name
from automa.methoni.rules import Houses
from automa.methoni.state import Domain, Player, State
from automa.methoni.steps import (
    ANNEX,
    DONE,
    NO_MORE,
    NONE,
    REDRAW,
    TRADE,
    Annex,
    Done,
    Redraw,
    Trade,
    Wall,
    kind_of,
    lead_of,
    other_cards,
    said_houses,
)
from automa.names import names_of
from automa.steps import NOTHING, Begun

FIRST_CARD = "methoni.card"
SECOND_CARD = "methoni.second-card"
"""The questions for a person's cards."""


OTHER_CARDS: dict[str, Trade | Redraw | Done] = {each.verb.id: each for each in (TRADE, REDRAW, DONE)}
"""What else may be done with a card than build, by what it is called."""


def offers(table: State, player: Player, begun: Begun = NOTHING) -> list[Named]:
    """What a person may do with a card: trade, stop, or a wall on a free border, by the border's number.

    Once a kind of card is said, the walls that it allows.
    """
    island, closings = table.island, table.closings
    allowed = island.allowed[kind_of(begun.said["card"][0])] if begun.says("card") else island.everywhere
    borders: list[Named] = [
        Closing(table, player, border) if border.number in closings else border
        for border in rules.borders_for(table, player)
        if border.bit & allowed
    ]
    if begun.says("card"):
        return borders
    others: list[Named] = []
    for other in other_cards(table, player):
        match other:
            case Trade():
                amount = ducats(min(table.scoring.trade, table.bank))
                others.append(_offer(other, Text("methoni.offer.trade", amount=amount), "t"))
            case Redraw():
                others.append(_offer(other, Text("methoni.offer.redraw"), "r"))
            case Done() if others or borders:
                others.append(_offer(other, Text("methoni.offer.done"), "s"))
    return others + borders


def _offer(step: Trade | Redraw | Done, name: Text, mark: str) -> Option:
    return Option(step.verb.id, name, also=step.verb.also, mark=mark)


class Closing(Named):
    """A border where a wall would close an area, with what that costs."""

    __slots__ = ("area", "border", "id", "player", "table")

    id: str

    def __init__(self, table: State, player: Player, border: Border) -> None:
        self.id = border.id
        self.border = border
        self.table = table
        self.player = player
        self.area = table.closings[border.number]

    @property
    def name(self) -> str | Text:
        return self.border.name

    @property
    def also(self) -> Sequence[str]:
        return self.border.also

    @property
    def mark(self) -> str:
        return self.border.mark

    @property
    def detail(self) -> Text:
        ways = rules.affordable(self.table, self.player, self.border)
        prices = [rules.closing_price(self.table, self.player, self.area, placed) for placed in ways]
        return Text(
            "methoni.offer.closes" if min(prices) == max(prices) else "methoni.offer.closes-from",
            spaces=self.table.island.spaces_in(self.area),
            price=ducats(min(prices)),
            most=ducats(max(prices)),
        )

    def __repr__(self) -> str:
        return f"Closing({self.id!r})"


class HousesOption(Named):
    """A wall with a way to place its houses."""

    __slots__ = ("id", "player", "table", "wall")

    id: str

    def __init__(self, table: State, player: Player, wall: Wall) -> None:
        self.wall = wall
        self.table = table
        self.player = player
        self.id = " ".join([f"{side} {space.id}" for side, space in wall.houses if space]) or NONE.id

    @property
    def placed(self) -> Houses:
        return said_houses(self.table, self.wall, self.player)

    @property
    def also(self) -> list[str]:
        """The same in every word that there is for a side: `eigen b4 links b5`, `own b4 Marina b5`."""
        houses = [
            [f"{word} {space.id}" for word in names_of(lead_of(self.table, side, self.player))]
            for side, space in self.wall.houses
            if space is not None
        ]
        return [" ".join(each) for each in product(*houses)]

    @property
    def name(self) -> Text:
        return Text("methoni.houses-option", houses=house_names(self.table, self.player, self.placed))

    @property
    def price(self) -> int:
        """What closing costs with these houses; nothing where nothing is closed."""
        area = self.table.closings.get(self.wall.border.number)
        return 0 if area is None else rules.closing_price(self.table, self.player, area, self.placed)

    @property
    def detail(self) -> Text | None:
        closes = self.wall.border.number in self.table.closings
        return Text("methoni.offer.price", price=ducats(self.price)) if closes else None

    def __repr__(self) -> str:
        return f"HousesOption({self.id!r})"


class AnnexOption(Named):
    """A Domain that may be annexed, with what that costs."""

    __slots__ = ("domain", "id", "mark", "player", "table")

    id: str
    mark: str

    def __init__(self, table: State, player: Player, domain: Domain) -> None:
        self.id = self.mark = table.island.first_space(domain.spaces).id
        self.domain = domain
        self.table = table
        self.player = player

    @property
    def also(self) -> list[str]:
        ids = [space.id for space in self.table.island.spaces_in(self.domain.spaces)]
        return [*ids, *(f"{word} {id}" for word in names_of(ANNEX) for id in ids)]

    @property
    def name(self) -> Text:
        return Text(
            "methoni.annex.domain",
            who=self.table.players[self.domain.owner].seat,
            spaces=self.table.island.spaces_in(self.domain.spaces),
        )

    @property
    def detail(self) -> Text:
        price = rules.annex_price(self.table, self.player, self.domain)
        if self.domain.owner == self.player.place:
            return Text("methoni.offer.own-free")
        return Text("methoni.offer.price", price=ducats(price))

    def __repr__(self) -> str:
        return f"AnnexOption({self.id!r})"


def houses_options(table: State, player: Player, found: Sequence[Wall]) -> list[HousesOption]:
    """The ways to place the houses of a wall, the cheapest first."""
    ways = [HousesOption(table, player, wall) for wall in found]
    closes = bool(found) and found[0].border.number in table.closings
    return sorted(ways, key=lambda way: way.price) if closes else ways


def annex_options(table: State, player: Player) -> list[Named]:
    """What may be annexed now by whoever claimed a Domain, or nothing; none if there is no choice."""
    targets = rules.annexable(table, player)
    options: list[Named] = [AnnexOption(table, player, other) for other in targets]
    if targets and not table.towerless:
        options.insert(0, NOTHING_MORE)
    return options


NOTHING_MORE = Option(
    NONE.id,
    Text("methoni.annex.none"),
    mark="n",
    also=(*NONE.also, *(f"{word} {none}" for word in names_of(ANNEX) for none in names_of(NONE))),
)


def annexation(option: Named, table: State) -> Annex:
    """The step that an option says."""
    return NO_MORE if option.id == NONE.id else Annex(table.island.space[option.id])


def house_names(table: State, player: Player, placed: Houses) -> list[Text] | Text:
    """The houses that are placed with a wall, in words."""
    spaces = table.island.spaces
    words = [
        Text("methoni.own-house", who=player.seat, space=spaces[house.space])
        if house.colour == player.place
        else Text("methoni.house-of", who=table.players[house.colour].seat, space=spaces[house.space])
        for house in placed
    ]
    return words or Text("methoni.no-house")


def ducats(amount: int) -> Text:
    return Text("methoni.amount.ducats", n=amount)


def walls_left(amount: int) -> Text:
    return Text("methoni.amount.walls", n=amount)


def land_names(lands: Sequence[Land]) -> Text:
    return Text("methoni.lands", lands=[land_name(land) for land in lands])
