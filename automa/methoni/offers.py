"""What can be chosen, with what one wants to know first: prices above all."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from itertools import product

from msgspec import Struct

from automa.dialogue import Named, Option, Text, joined
from automa.methoni import rules
from automa.methoni.island import KINDS, Border, Land, land_name
from automa.methoni.rules import Houses
from automa.methoni.state import Player, State
from automa.methoni.steps import (
    ANNEX,
    NO_MORE,
    NONE,
    Annex,
    Done,
    Redraw,
    Trade,
    Wall,
    annex_steps,
    ducats,
    kind_of,
    lead_of,
    other_cards,
    said_houses,
)
from automa.names import names_of
from automa.steps import NOTHING, Begun, Offer, Offered, Step, StepNotation

FIRST_CARD = "methoni.card"
SECOND_CARD = "methoni.second-card"
"""The questions for a person's cards."""


def offers(table: State, player: Player, begun: Begun = NOTHING) -> list[Named]:
    """What a person may do with a card: trade, stop, or a wall on a free border, by the border's number.

    Once a kind of card is said, the walls that it allows.
    """
    kinds = [kind_of(begun.said["card"][0])] if begun.says("card") else rules.kinds_of(player)
    closings = table.closings
    borders: list[Named] = [
        _closing(table, player, border) if border.number in closings else border
        for border in rules.legal_borders(table, player, kinds)
    ]
    if begun.says("card"):
        return borders
    others: list[Named] = []
    for other in other_cards(table):
        match other:
            case Trade():
                amount = ducats(min(table.scoring.trade, table.bank))
                others.append(_offer(other, Text("methoni.offer.trade", amount=amount), "t"))
            case Redraw():
                others.append(_offer(other, Text("methoni.offer.redraw"), "r"))
            case Done() if others or borders:
                others.append(_offer(other, Text("methoni.offer.done"), "s"))
    return others + borders


def hand_text(player: Player) -> Text | str:
    """The cards in hand, as far as the app knows them."""
    if not player.hand:
        return ""
    held = {kind: player.hand.count(kind) for kind in KINDS if kind in player.hand}
    cards = [
        land_name(kind) if n == 1 else Text("methoni.several-held", n=n, land=land_name(kind))
        for kind, n in held.items()
    ]
    return Text("methoni.with-hand", cards=cards)


def _offer(step: Trade | Redraw | Done, name: Text, mark: str) -> Offer:
    return Offer(step.verb.id, name, also=step.verb.also, mark=mark, step=step)


def _closing(table: State, player: Player, border: Border) -> Offer:
    """A border where a wall would close an area, with what that costs."""
    detail = partial(closing_detail, table, player, border)
    return Offer(border.id, border.name, detail, border.also, mark=border.mark, spoken=border.spoken)


def closing_detail(table: State, player: Player, border: Border) -> Text:
    """What is closed by a wall on a border, and what that costs."""
    area = table.closings[border.number]
    ways = rules.affordable(table, player, border)
    prices = [rules.closing_price(table, player, area, placed) for placed in ways]
    return Text(
        "methoni.offer.closes" if min(prices) == max(prices) else "methoni.offer.closes-from",
        spaces=table.island.spaces_in(area),
        price=ducats(min(prices)),
        most=ducats(max(prices)),
    )


class Told(StepNotation[State]):
    """Lines of a turn, told in words where a game is looked back on."""

    def in_words(self, written: str) -> list[Text]:
        said = self.language.understand(self.state, written, self.begun, insist=True)
        begun = [Text("methoni.wall-there", border=border) for border in said.begun.said.get("border", ())]
        return [*(step_text(self.state, step) for step in said.steps), *begun]


def step_text(table: State, step: Step) -> Text:
    """A step of the player whose turn it is, in words."""
    match step:
        case Wall(border) if houses := said_houses(table, step):
            names = house_names(table, table.player, houses)
            return Text("methoni.wall-with-houses", border=border, houses=names)
        case Wall(border):
            return Text("methoni.wall-there", border=border)
        case Trade():
            return step.name
        case Redraw():
            return Text("methoni.play.redraw")
        case Annex(domain) if step != NO_MORE:
            return Text("methoni.play.annex", space=domain)
        case Annex():
            return Text("methoni.annex.none")
    return Text("methoni.play.nothing-more")


class HousesOption(Offered, Struct, eq=False):
    """A wall with a way to place its houses."""

    table: State
    player: Player
    step: Wall

    @property
    def id(self) -> str:
        return " ".join([f"{side.id} {space.id}" for side, space in self.step.houses if space]) or NONE.id

    @property
    def placed(self) -> Houses:
        return said_houses(self.table, self.step, self.player)

    @property
    def also(self) -> list[str]:
        """The same in every word that there is for a side: `eigen b4 links b5`, `own b4 Marina b5`."""
        houses = [
            [f"{word} {space.id}" for word in names_of(lead_of(self.table, side, self.player))]
            for side, space in self.step.houses
            if space is not None
        ]
        return [" ".join(each) for each in product(*houses)]

    @property
    def name(self) -> Text:
        return Text("methoni.houses-option", houses=house_names(self.table, self.player, self.placed))

    @property
    def brief(self) -> Named:
        spaces, players = self.table.island.spaces, self.table.players
        placed = [(players[house.colour].seat, spaces[house.space]) for house in self.placed]
        words = [Text("methoni.house-on", who=seat, space=space) for seat, space in placed]
        return Option(self.id, joined("answer.next", words), self.detail) if words else self

    @property
    def price(self) -> int:
        """What closing costs with these houses; nothing where nothing is closed."""
        area = self.table.closings.get(self.step.border.number)
        return 0 if area is None else rules.closing_price(self.table, self.player, area, self.placed)

    @property
    def detail(self) -> Text | None:
        closes = self.step.border.number in self.table.closings
        return Text("methoni.offer.price", price=ducats(self.price)) if closes else None


def houses_options(table: State, player: Player, found: Sequence[Wall]) -> list[HousesOption]:
    """The ways to place the houses of a wall, the cheapest first."""
    ways = [HousesOption(table, player, wall) for wall in found]
    closes = bool(found) and found[0].border.number in table.closings
    return sorted(ways, key=lambda way: way.price) if closes else ways


class Annexing(Offer, eq=False):
    """A Domain to annex; the map shows which, but not what it costs."""

    @property
    def told_there(self) -> bool:
        return False

    @property
    def brief(self) -> Named:
        values = self.name.values if isinstance(self.name, Text) else {}
        return Option(self.id, Text("methoni.annex.of", **values), self.detail) if values else self


def annex_offers(table: State) -> list[Offer]:
    """What may be annexed now, with what that costs."""
    return [_annex_offer(table, step) for step in annex_steps(table)]


def _annex_offer(table: State, step: Annex) -> Offer:
    """A Domain goes by any of its spaces."""
    domain = step.target(table)
    spaces: Sequence[Named] = [NONE] if domain is None else table.island.spaces_in(domain.spaces)
    names = [name for space in spaces for name in (space.id, *space.also)]
    also = [*names, *(f"{word} {name}" for word in names_of(ANNEX) for name in names)]
    mark, detail = step.domain.id, None
    if domain is None:
        mark = "n"
    elif domain.owner == table.active:
        detail = Text("methoni.offer.own-free")
    else:
        detail = Text("methoni.offer.price", price=ducats(rules.domain_value(table, domain)))
    return Annexing(step.domain.id, annex_name(table, step), detail, also, mark=mark, step=step)


def annex_name(table: State, step: Annex) -> Text:
    """A Domain to annex, or none, in words."""
    domain = step.target(table)
    if domain is None:
        return Text("methoni.annex.none")
    owner = table.players[domain.owner]
    return Text("methoni.annex.domain", who=owner.seat, spaces=table.island.spaces_in(domain.spaces))


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


def walls_left(amount: int) -> Text:
    return Text("methoni.amount.walls", n=amount)


def land_names(lands: Sequence[Land]) -> Text:
    return Text("methoni.lands", lands=[land_name(land) for land in lands])
