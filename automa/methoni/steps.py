"""A turn in steps: a wall, a trade, a Domain to annex; their words, and the rules that each must keep.

A line says one card or both: `b4-b5 own b4 left b5`, `a1-sea annex b2`, `trade desert`. A border is named by
its two spaces, or by a space and the sea; a neighbour is left, right or a name; a Domain goes by any of its
spaces. The kind of card is checked if it is said. What is left out is asked.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache, partial
from typing import TypeAlias

from automa.dialogue import Named, Option, Refused, Text
from automa.methoni import rules
from automa.methoni.island import KINDS, SEA, SEAS, Border, Kind, Space, card_name
from automa.methoni.rules import CARDS_A_TURN, Annexation, Claim, House, Houses, Ways
from automa.methoni.state import Domain, Player, State
from automa.names import folded, names_of, word_of
from automa.steps import Language, Part, Rules, Step

OWN = Option("own", Text("methoni.word.own"), also=("mine", "my", "eigen", "mijn"))
LEFT = Option("left", Text("methoni.word.left"), also=("links", "l"))
RIGHT = Option("right", Text("methoni.word.right"), also=("rechts", "r"))
ANNEX = Option("annex", Text("methoni.word.annex"), also=("overnemen", "neem over"))
NONE = Option("none", Text("methoni.word.none"), also=("nothing", "geen", "niets"))
ALSO: dict[Kind, tuple[str, ...]] = {
    "mountain": ("berg", "bergkaart"),
    "forest": ("bos", "boskaart"),
    "plains": ("vlaktes", "vlaktekaart"),
    "furrows": ("akkers", "akkerkaart"),
    "desert": ("woestijn", "woestijnkaart"),
    "fields": ("graanvelden", "graanveldkaart"),
    "market": ("markt", "marktkaart"),
}
CARDS = [Option(kind, card_name(kind), also=(f"{kind} card", *ALSO[kind])) for kind in KINDS]


# ---------------------------------------------------------------- words


def kind_of(card: Named) -> Kind:
    return word_of(KINDS, card.id)


def lead_of(table: State, side: Option, player: Player | None = None) -> Named:
    """Whose house it is, in words of a player: a neighbour goes by the side, and by the name."""
    if side is OWN:
        return OWN
    neighbour = table.left_of if side is LEFT else table.right_of
    seat = neighbour(player or table.player).seat
    names = [seat.id, *([seat.name, *seat.name.split()] if isinstance(seat.name, str) else [])]
    return Option(side.id, side.name, also=(*side.also, *names))


def read_border(table: State, words: Sequence[str]) -> tuple[Named, int] | None:
    """Its number, or two spaces, or a space and the sea; `Refused` if they have no border."""
    island = table.island
    if words[0].isdecimal():
        for border in island.borders:
            if border.mark == words[0].lstrip("0"):
                return border, 1
        raise Refused(Text("methoni.refused.no-number", word=words[0], high=len(island.borders)))
    first, *rest = folded(words[0]).split() or [""]
    count = 1 if rest else 2
    rest = rest or (folded(words[1]).split() if len(words) > 1 else [])
    second = rest[0] if rest else ""
    if first in SEAS:
        first, second = second, first
    space, other = island.space.get(first), island.space.get(second)
    if space is not None and count == 2 and table.annexing:
        return None  # one of the Domains that are annexed
    if space is None:
        if count == 1 and len(first) <= len("c11") and (other or second in SEAS or first[1:].isdecimal()):
            raise Refused(Text("methoni.refused.no-space", word=first))
        return None
    around = island.borders_in(space.borders)
    if second in SEAS:
        id, refusal = f"{space.id}-{SEA}", Text("methoni.refused.no-coast", space=space, borders=around)
    elif other is not None:
        ends = sorted((space, other), key=lambda each: each.number)
        id = f"{ends[0].id}-{ends[1].id}"
        refusal = Text("methoni.refused.no-border", space=space, other=other, borders=around)
    elif count == 1:
        raise Refused(Text("methoni.refused.no-space", word=second))
    elif table.closed:
        return None  # a Domain that cannot be annexed behind others
    else:
        raise Refused(Text("methoni.refused.which-border", space=space, borders=around))
    if id not in island.by_id:
        raise Refused(refusal)
    return island.by_id[id], count


def not_a_house(table: State, typed: str) -> Text:
    """What to say of a word behind a border: whose house that is, or that the houses come first."""
    word = folded(typed).split()[0]
    player = table.player
    for side, owner in ((LEFT, table.left_of(player)), (RIGHT, table.right_of(player))):
        if not owner.houses and (word in names_of(side) or word in names_of(ANNEX)):
            return Text("methoni.refused.no-houses", who=owner.seat)
    if word in names_of(ANNEX):
        return Text("methoni.refused.houses-first")
    if any(word in names_of(side) for side in (OWN, LEFT, RIGHT)):
        return Text("methoni.refused.one-side")  # it has been said before
    neighbours = [table.left_of(player).seat, table.right_of(player).seat]
    return Text("methoni.refused.whose", word=typed, neighbours=neighbours)


def house_of(field: str, side: Option) -> Part[State]:
    """The space of a house that is placed with a wall."""
    return Part(
        field,
        lambda table: table.island.spaces,
        lead=partial(lead_of, side=side),
        word=side,
        label="space",
        wrong=not_a_house,
    )


CARD: Part[State] = Part("card", lambda table: CARDS, value=kind_of, free=True)


# ---------------------------------------------------------------- the steps


class Wall(Named, Step, frozen=True):
    """A wall, and the houses beside it; a card of an opponent before it decides on the houses has none."""

    border: Border
    card: Kind | None = None
    """The card that it is built with, where that is said."""
    own: Space | None = None
    left: Space | None = None
    right: Space | None = None

    parts = (
        Part(
            "border",
            lambda table: table.island.borders,
            read=read_border,
            wrong=lambda table, typed: Text("methoni.refused.no-card", word=typed.split()[0]),
        ),
        CARD,
        house_of("own", OWN),
        house_of("left", LEFT),
        house_of("right", RIGHT),
    )

    @property
    def houses(self) -> tuple[tuple[Option, Space | None], ...]:
        """Whose house stands where."""
        return (OWN, self.own), (LEFT, self.left), (RIGHT, self.right)

    @property
    def id(self) -> str:
        return f"{self.border.id} {self.card}"

    @property
    def name(self) -> Text:
        """Without the card: reasons must not show the whole hand."""
        return Text("methoni.play.build", border=self.border)


class Trade(Named, Step, frozen=True):
    """Two ducats from the bank."""

    card: Kind | None = None

    verb = Option("trade", Text("methoni.word.trade"), also=("handel", "handelen"))
    parts = (CARD,)
    name = Text("methoni.play.trade")

    @property
    def id(self) -> str:
        return f"trade {self.card}" if self.card else "trade"


class Redraw(Step, frozen=True):
    """A hand that cannot be played is replaced."""

    verb = Option("redraw", Text("methoni.word.redraw"), also=("wissel", "wisselen"))


class Done(Named, Step, frozen=True):
    """No more cards in this turn."""

    verb = Option("done", Text("methoni.word.done"), also=("end", "pass", "stop", "klaar", "pas"))
    id = "done"
    name = Text("methoni.play.done")


class Annex(Step, frozen=True):
    """A Domain that is annexed, by one of its spaces; or no more of them."""

    domain: Space | Option

    verb = ANNEX
    repeated = True
    parts = (
        Part(
            "domain",
            lambda table: [*table.island.spaces, NONE],
            wrong=lambda table, typed: Text("methoni.refused.no-space", word=typed),
        ),
    )

    def target(self, table: State) -> Domain | None:
        """The Domain that is annexed, if there is one."""
        return table.domain_at(self.domain.bit) if isinstance(self.domain, Space) else None


CardUse: TypeAlias = Wall | Trade | Done
"""What an opponent may do with a card."""
NO_MORE = Annex(NONE)
TRADE, REDRAW, DONE = Trade(), Redraw(), Done()


# ---------------------------------------------------------------- houses


@lru_cache(maxsize=20_000)
def _walls(border: Border, ways: Ways, place: int, players: int) -> list[Wall]:
    """A wall with each of these ways to place its houses, as the player in that place says it."""
    spaces = {space.number: space for space in border.spaces}
    found = []
    for placed in ways:
        beside: list[Space | None] = [None, None, None]
        for space, colour in placed:
            beside[min((colour - place) % players, 2)] = spaces[space]
        found.append(Wall(border, None, *beside))
    return found


def said_houses(table: State, wall: Wall, player: Player | None = None) -> Houses:
    """The houses that are said of a wall by a player; by default the one whose turn it is."""
    place, count = (player or table.player).place, len(table.players)
    said = ((wall.own, place), (wall.left, (place + 1) % count), (wall.right, (place - 1) % count))
    return tuple([House(space.number, colour) for space, colour in said if space is not None])


# ---------------------------------------------------------------- what must hold


def a_card_is_next(table: State, step: Step) -> Text | None:
    if table.annexing:
        return Text("methoni.refused.annex-first")
    return Text("methoni.refused.two-cards") if table.cards_played >= CARDS_A_TURN else None


def the_border_is_free(table: State, wall: Wall) -> Text | None:
    if wall.border.bit & table.walls:
        return Text("methoni.refused.wall", border=wall.border)
    domain = table.domain_at(wall.border.spaces[0].bit)
    if domain is None:
        return None
    return Text("methoni.refused.inside", border=wall.border, who=table.players[domain.owner].seat)


def a_wall_is_left(table: State, wall: Wall) -> Text | None:
    return None if table.supply else Text("methoni.refused.no-walls")


def there_is_a_tower(table: State, wall: Wall) -> Text | None:
    area = table.closings.get(wall.border.number)
    if area is None or rules.has_tower(table, table.player, area):
        return None
    return Text("methoni.refused.no-tower", border=wall.border, spaces=table.island.spaces_in(area))


def closing_can_be_paid(table: State, wall: Wall) -> Text | None:
    if rules.affordable(table, table.player, wall.border):
        return None
    return _too_dear(table, wall.border, rules.placements(table, table.player, wall.border))


def _too_dear(table: State, border: Border, found: Iterable[Houses]) -> Text:
    area = table.closings[border.number]
    player = table.player
    return Text(
        "methoni.refused.too-dear",
        border=border,
        spaces=table.island.spaces_in(area),
        price=ducats(min(rules.closing_price(table, player, area, placed) for placed in found)),
        ducats=ducats(player.ducats),
    )


def ducats(amount: int) -> Text:
    return Text("methoni.amount.ducats", n=amount)


def the_card_is_in_hand(table: State, step: Wall | Trade) -> Text | None:
    hand = table.player.hand
    if step.card is None or hand is None or step.card in hand:
        return None
    cards = [card_name(kind) for kind in hand]
    return Text("methoni.refused.not-in-hand", card=card_name(step.card), hand=cards)


def a_card_allows_it(table: State, wall: Wall) -> Text | None:
    kinds = rules.kinds_for(table, wall.border)
    allowing = [card_name(kind) for kind in kinds]
    if wall.card is not None and wall.card not in kinds:
        card = card_name(wall.card)
        return Text("methoni.refused.card", border=wall.border, card=card, cards=allowing)
    held = rules.kinds_of(table.player)
    if any(kind in held for kind in kinds):
        return None
    hand = [card_name(kind) for kind in held]
    return Text("methoni.refused.hand", border=wall.border, hand=hand, cards=allowing)


def houses_stand_beside_it(table: State, wall: Wall) -> Text | None:
    beside = wall.border.spaces
    for space in (wall.own, wall.left, wall.right):
        if space is not None and space not in beside:
            return Text("methoni.refused.not-beside", space=space, border=wall.border, spaces=list(beside))
    return None


def houses_are_left(table: State, wall: Wall) -> Text | None:
    for _, colour in said_houses(table, wall):
        owner = table.players[colour]
        if not owner.houses:
            return Text("methoni.refused.no-houses", who=owner.seat)
    return None


def houses_go_together(table: State, wall: Wall) -> Text | None:
    said = set(said_houses(table, wall))
    if any(said <= set(way) for way in rules.placements(table, table.player, wall.border)):
        return None
    if wall.border.is_coast:
        return Text("methoni.refused.coast-house", border=wall.border)
    both = wall.left and wall.right and table.player.houses
    return Text("methoni.refused.left-or-right" if both else "methoni.refused.one-side")


def houses_can_be_paid(table: State, wall: Wall) -> Text | None:
    affordable = rules.affordable(table, table.player, wall.border)
    for house in said_houses(table, wall):
        found = [way for way in rules.placements(table, table.player, wall.border) if house in way]
        if found and not any(way in affordable for way in found):
            return _too_dear(table, wall.border, found)
    return None


def no_house_is_missing(table: State, wall: Wall) -> Text | None:
    if said_houses(table, wall) in rules.affordable(table, table.player, wall.border):
        return None
    return Text("methoni.refused.house-missing", border=wall.border)


def the_card_can_be_traded(table: State, trade: Trade) -> Text | None:
    if trade.card is None or rules.can_trade(table, trade.card):
        return None
    return Text("methoni.refused.not-activated", card=card_name(trade.card))


def some_card_can_be_traded(table: State, trade: Trade) -> Text | None:
    return None if rules.may_trade(table, table.player) else Text("methoni.refused.no-trade")


def the_hand_cannot_be_played(table: State, step: Redraw) -> Text | None:
    if rules.may_redraw(table, table.player):
        return None
    if table.cards_played:
        return Text("methoni.refused.redraw-late")
    unknown = table.player.hand is None
    return Text("methoni.refused.redraw" if unknown else "methoni.refused.redraw-hand")


def a_card_was_played(table: State, step: Done) -> Text | None:
    return None if rules.may_stop(table, table.player) else Text("methoni.refused.play-one")


def something_was_closed(table: State, step: Annex) -> Text | None:
    if table.closed or (step == NO_MORE and table.cards_played):
        return None
    return Text("methoni.refused.closes-nothing")


def it_is_another_domain(table: State, step: Annex) -> Text | None:
    if step == NO_MORE:
        return None
    other = step.target(table)
    if other is None:
        return Text("methoni.refused.no-domain", space=step.domain)
    return Text("methoni.refused.yours-already", space=step.domain) if other is table.claimed else None


def it_can_be_annexed(table: State, step: Annex) -> Text | None:
    player, claimed, other = table.player, table.claimed, step.target(table)
    if other is None:
        return Text("methoni.refused.own-first") if table.towerless else None
    assert claimed is not None
    match rules.bar_to_annexing(table, player, claimed, other):
        case "price":
            return Text(
                "methoni.refused.annex-too-dear",
                space=step.domain,
                price=ducats(rules.annex_price(table, player, other)),
                ducats=ducats(player.ducats),
            )
        case "tower":
            return Text("methoni.refused.own-first")
        case "apart":
            area = table.island.spaces_in(rules.reach(table, claimed))
            return Text("methoni.refused.not-touching", space=step.domain, spaces=area)
    return None if table.annexing else Text("methoni.refused.card-over")


RULES: Rules = {
    Wall: (
        a_card_is_next,
        the_border_is_free,
        a_wall_is_left,
        there_is_a_tower,
        closing_can_be_paid,
        the_card_is_in_hand,
        a_card_allows_it,
        houses_are_left,
        houses_stand_beside_it,
        houses_can_be_paid,
        houses_go_together,
        no_house_is_missing,
    ),
    Trade: (a_card_is_next, some_card_can_be_traded, the_card_is_in_hand, the_card_can_be_traded),
    Redraw: (a_card_is_next, the_hand_cannot_be_played),
    Done: (a_card_is_next, a_card_was_played),
    Annex: (something_was_closed, it_is_another_domain, it_can_be_annexed),
}


# ---------------------------------------------------------------- what can be done


def legal(table: State) -> list[Step]:
    """Every step that can be taken now."""
    player = table.player
    found: list[Step] = [NO_MORE] if TURN.why_not(table, NO_MORE) is None else []
    if table.annexing:
        for domain in rules.annexable(table, player):
            found += map(Annex, table.island.spaces_in(domain.spaces))
    if table.annexing or table.cards_played >= CARDS_A_TURN:
        return found
    return [
        *found,
        *walls(table, rules.legal_borders(table, player, rules.kinds_of(player))),
        *other_cards(table),
    ]


def other_cards(table: State) -> list[Trade | Redraw | Done]:
    """What may be done with a card but build."""
    player = table.player
    found: list[Trade | Redraw | Done] = [TRADE] if rules.may_trade(table, player) else []
    if rules.may_redraw(table, player):
        found.append(REDRAW)
    if rules.may_stop(table, player):
        found.append(DONE)
    return found


def annex_steps(table: State) -> list[Annex]:
    """What may be annexed now, each Domain by its first space, or nothing; none if there is no choice."""
    found = [Annex(table.island.first_space(each.spaces)) for each in rules.annexable(table, table.player)]
    return [NO_MORE, *found] if found and not table.towerless else found


def walls(table: State, found: Iterable[Border]) -> list[Wall]:
    """The walls on these borders, with every way to place their houses."""
    player, players = table.player, len(table.players)
    return [
        wall
        for border in found
        for wall in _walls(border, rules.affordable(table, player, border), player.place, players)
    ]


def card_uses(table: State, player: Player) -> list[CardUse]:
    """What a player may do with a card: every border, trade for something, or stop; with which of the hand.

    Where the hand is not known, every wall is there for which there may be a card.
    """
    hand = player.hand or ()
    found: list[CardUse] = [
        Wall(border, rules.spent(hand, rules.kinds_for(table, border)))
        for border in rules.legal_borders(table, player, rules.kinds_of(player))
    ]
    kinds = rules.trading_cards(table, player) if table.bank else []
    if kinds:
        found.append(Trade(rules.spent(hand, kinds)))
    if found and rules.may_stop(table, player):
        found.append(DONE)
    return found


# ---------------------------------------------------------------- what happens


Event: TypeAlias = Claim | Annexation | int | None
"""What a wall closed, what was annexed, or how many ducats a trade brought."""


def apply(table: State, step: Step) -> Event:
    """Take a step that can be taken, and what happened beyond what the step says."""
    player = table.player
    event: Event = None
    was_annexing = table.annexing
    match step:
        case Wall(border, card):
            event = rules.build(table, player, border, said_houses(table, step))
            rules.play_card(table, player, card, rules.kinds_for(table, border))
        case Trade(card):
            rules.play_card(table, player, card, rules.trading_cards(table, player))
            event = rules.trade(table, player)
        case Annex():
            other = step.target(table)
            if other is None:
                table.closed = 0
            else:
                event = rules.annex(table, player, other)
        case Redraw():
            player.hand = None
            return None
        case Done():
            table.cards_played = CARDS_A_TURN
            return None
    table.annexing = isinstance(step, Wall | Annex) and bool(rules.annexable(table, player))
    if not table.annexing and (was_annexing or not isinstance(step, Annex)):
        table.cards_played += 1
    return event


TURN: Language[State] = Language(
    "methoni.rules.notation",
    (Wall, Trade, Redraw, Done, Annex),
    legal,
    RULES,
    apply,
    State.copy,
    joints=("-",),
)
