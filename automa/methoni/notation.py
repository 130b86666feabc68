"""What is done with one card, in one line: `b4-b5 own b4 left b5`, `a1-sea annex b2`, `trade desert`.

A border is named by its two spaces, or by a space and the sea. A neighbour is left, right or a name; where
one house is said to stand, the other stands on the other side. A Domain to annex is named by any of its
spaces. The kind of card is checked if it is said. What is left out is asked.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Literal, TypeAlias

from msgspec import Struct

from automa.dialogue import Named, Option, Refused, Text
from automa.grammar import Grammar, Phrase
from automa.methoni import rules
from automa.methoni.island import KINDS, SEA, Area, Border, Kind, Space, card_name
from automa.methoni.rules import Claim, Houses
from automa.methoni.state import Domain, Player, State
from automa.names import folded, named, names_of

Side: TypeAlias = Literal["own", "left", "right"]
SIDES: tuple[Side, ...] = ("own", "left", "right")

TRADE = Option("trade", Text("methoni.word.trade"), also=("handel", "handelen"))
DONE = Option("done", Text("methoni.word.done"), also=("end", "pass", "stop", "klaar", "pas"))
REDRAW = Option("redraw", Text("methoni.word.redraw"), also=("wissel", "wisselen"))
OWN = Option("own", Text("methoni.word.own"), also=("mine", "my", "eigen", "mijn"))
LEFT = Option("left", Text("methoni.word.left"), also=("links", "l"))
RIGHT = Option("right", Text("methoni.word.right"), also=("rechts", "r"))
LEADS: dict[Side, Option] = {"own": OWN, "left": LEFT, "right": RIGHT}
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
CARDS = [Option(kind, card_name(kind), also=ALSO[kind]) for kind in KINDS]


class Card(Struct):
    """What is done with a card, as far as it is said."""

    what: str = ""
    """The border to build on, or `trade`, `done`, `redraw`."""
    card: str = ""
    own: str = ""
    """Where the own house goes, and those of the neighbours."""
    left: str = ""
    right: str = ""
    annexed: tuple[str, ...] = ()
    """A space of each Domain to annex, in order; or `none`."""


class Seated(Struct):
    """Whose turn it is, at which table."""

    table: State
    player: Player


# ---------------------------------------------------------------- the border, or another use of the card


def uses(at: Seated, card: Card) -> list[Named]:
    """What may be done: every border where this player may build, trade, the end of the turn, a new hand."""
    table, player = at.table, at.player
    found: list[Named] = list(rules.borders_for(table, player))
    if rules.may_trade(table, player):
        found.append(TRADE)
    if rules.may_redraw(table, player):
        found.append(REDRAW)
    if found and rules.may_stop(table, player):
        found.append(DONE)
    return found


def no_such_use(at: Seated, card: Card, typed: str, found: Sequence[Named]) -> Text:
    """Why what was typed for a border is none, or why it cannot be built on now."""
    table, player = at.table, at.player
    if not typed:
        return Text("methoni.refused.nothing")
    other = named(typed, (TRADE, DONE, REDRAW))
    if len(other) == 1 and not found:
        return _why_not_that(table, player, other[0])
    spaces = [table.island.space.get(word) for word in folded(typed).split()]
    match spaces:
        case [Space() as space]:
            return Text("methoni.refused.which-border", space=space, borders=around(table, space))
        case [Space() as space, Space() as beside, *_]:
            pair = sorted((space, beside), key=lambda each: each.number)
            border = table.island.by_id.get(f"{pair[0].id}-{pair[1].id}")
            if border is not None:
                return why_not_border(table, player, border)
            return Text("methoni.refused.no-border", space=space, other=beside, borders=around(table, space))
        case [Space() as space, *_] if _is_sea(typed):
            border = table.island.by_id.get(f"{space.id}-{SEA}")
            if border is not None:
                return why_not_border(table, player, border)
            return Text("methoni.refused.no-coast", space=space, borders=around(table, space))
    word = next((word for word in typed.split("-") if table.island.space.get(folded(word)) is None), typed)
    return Text(
        "methoni.refused.no-card" if len(spaces) < 2 else "methoni.refused.no-space", word=word.strip()
    )


def _is_sea(typed: str) -> bool:
    return bool({"sea", "zee", "coast", "kust"}.intersection(folded(typed).split()))


def around(table: State, space: Space) -> list[Border]:
    """The three borders of a space."""
    return table.island.borders_in(space.borders)


def _why_not_that(table: State, player: Player, what: Named) -> Text:
    """Why one cannot trade, end the turn or replace the hand now."""
    if what is TRADE:
        return Text("methoni.refused.no-trade")
    if what is DONE:
        return Text("methoni.refused.play-one")
    if table.cards_played:
        return Text("methoni.refused.redraw-late")
    return Text("methoni.refused.redraw" if player.hand is None else "methoni.refused.redraw-hand")


def why_not_border(table: State, player: Player, border: Border) -> Text:
    """Why a player cannot build there: a wall, a Domain, no card for it, no tower or too little money."""
    if border.bit & table.walls:
        return Text("methoni.refused.wall", border=border)
    domain = table.domain_at(border.spaces[0].bit)
    if domain is not None:
        return Text("methoni.refused.inside", border=border, who=table.players[domain.owner].seat)
    if not table.supply:
        return Text("methoni.refused.no-walls")
    area = table.closings.get(border.number)
    if area is not None and not rules.has_tower(table, player, area):
        return Text("methoni.refused.no-tower", border=border, spaces=table.island.spaces_in(area))
    if area is not None and not rules.can_close(table, player, border, area):
        return too_dear(table, player, border, rules.placements(table, player, border))
    hand = [card_name(kind) for kind in rules.kinds_of(player)]
    return Text("methoni.refused.hand", border=border, hand=hand, cards=_needed(table, border))


def too_dear(table: State, player: Player, border: Border, ways: Sequence[Houses]) -> Text:
    """What a closing wall would cost that a player cannot pay for."""
    area = table.closings[border.number]
    price = min(rules.closing_price(table, player, area, placed) for placed in ways)
    return Text(
        "methoni.refused.too-dear",
        border=border,
        spaces=table.island.spaces_in(area),
        price=Text("methoni.amount.ducats", n=price),
        ducats=Text("methoni.amount.ducats", n=player.ducats),
    )


def _needed(table: State, border: Border) -> list[Text]:
    return [card_name(kind) for kind in rules.kinds_for(table, border)]


# ---------------------------------------------------------------- the card


def cards(at: Seated, card: Card) -> Sequence[Named]:
    return CARDS


def why_not_card(at: Seated, card: Card) -> Text | None:
    """A card that is not in the hand, does not allow the border, or cannot be traded."""
    table, player = at.table, at.player
    kind = next(kind for kind in KINDS if kind == card.card)
    if player.hand is not None and kind not in player.hand:
        hand = [card_name(each) for each in player.hand]
        return Text("methoni.refused.not-in-hand", card=card_name(kind), hand=hand)
    border = table.island.by_id.get(card.what)
    if border is None:
        return (
            None
            if rules.can_trade(table, kind)
            else Text("methoni.refused.not-activated", card=card_name(kind))
        )
    if table.island.allowed[kind] & border.bit:
        return None
    return Text("methoni.refused.card", border=border, card=card_name(kind), cards=_needed(table, border))


# ---------------------------------------------------------------- the houses


def beside(at: Seated, card: Card) -> Sequence[Named]:
    """The spaces beside the wall."""
    border = at.table.island.by_id.get(card.what)
    return () if border is None else border.spaces


def not_beside(side: Side, at: Seated, card: Card, typed: str, found: Sequence[Named]) -> Text:
    """What to say of a place for a house that is none, or that is not said."""
    border = at.table.island.by_id[card.what]
    space = at.table.island.space.get(folded(typed))
    if space is not None:
        return Text("methoni.refused.not-beside", space=space, border=border, spaces=list(border.spaces))
    if not typed:
        return which_side(at, card, owner_of(side, at))
    neighbours = [owner_of("left", at).seat, owner_of("right", at).seat]
    return Text("methoni.refused.whose", word=typed, neighbours=neighbours)


def owner_of(side: Side, at: Seated) -> Player:
    """Whose house it is: one's own, or that of a neighbour."""
    if side == "own":
        return at.player
    return at.table.left_of(at.player) if side == "left" else at.table.right_of(at.player)


def which_side(at: Seated, card: Card, owner: Player) -> Text:
    spaces = list(at.table.island.by_id[card.what].spaces)
    return Text("methoni.refused.which-side", who=owner.seat, spaces=spaces)


def read_house(side: Side, at: Seated, card: Card, words: Sequence[str]) -> tuple[str, int] | None:
    """`own b4`, `left b5`, `Marina b5`; without a space it is the side where no other house goes."""
    owner = owner_of(side, at)
    count = next((length for length in (3, 2, 1) if _means(words[:length], LEADS[side], owner)), 0)
    border = at.table.island.by_id.get(card.what)
    if not count or border is None:
        return None
    space = at.table.island.space.get(folded(words[count])) if len(words) > count else None
    if space is not None:
        return space.id, count + 1
    taken = {card.own, card.left, card.right}
    free = [each for each in border.spaces if each.id not in taken]
    if len(free) == 1:
        return free[0].id, count
    if folded(words[0]) in names_of(LEADS[side]):
        return None  # where it goes may still be said
    raise Refused(which_side(at, card, owner))


def _means(words: Sequence[str], side: Option, owner: Player) -> bool:
    typed = folded(" ".join(words))
    seat = owner.seat
    names = [folded(seat.id), *([folded(seat.name)] if isinstance(seat.name, str) else [])]
    return typed in names_of(side) or (len(typed) > 1 and any(name.startswith(typed) for name in names))


def said_houses(at: Seated, card: Card) -> list[tuple[int, int]]:
    """The houses that are said: on which space, and of which colour."""
    said = ((owner_of(side, at).place, getattr(card, side)) for side in SIDES)
    return [(at.table.island.space[id].number, colour) for colour, id in said if id]


def ways(at: Seated, card: Card) -> list[Houses]:
    """The ways to place the houses that can be paid for and are as was said."""
    border = at.table.island.by_id[card.what]
    return [way for way in rules.affordable(at.table, at.player, border) if _fits(at, card, way)]


def _fits(at: Seated, card: Card, way: Houses) -> bool:
    return set(said_houses(at, card)) <= set(way)


def why_not_houses(at: Seated, card: Card) -> Text | None:
    """Houses that cannot go there: not beside the wall, none left, both on one side, or too dear."""
    table, player = at.table, at.player
    border = table.island.by_id[card.what]
    for space, colour in said_houses(at, card):
        if not any(each.number == space for each in border.spaces):
            away = table.island.spaces[space]
            return Text("methoni.refused.not-beside", space=away, border=border, spaces=list(border.spaces))
        if not table.players[colour].houses:
            return Text("methoni.refused.no-houses", who=table.players[colour].seat)
    fitting = [way for way in rules.placements(table, player, border) if _fits(at, card, way)]
    if not fitting:
        if border.is_coast:
            return Text("methoni.refused.coast-house", border=border)
        both = card.left and card.right and player.houses
        return Text("methoni.refused.left-or-right" if both else "methoni.refused.one-side")
    return None if ways(at, card) else too_dear(table, player, border, fitting)


# ---------------------------------------------------------------- what is annexed


def domains(at: Seated, card: Card) -> list[Named]:
    """The spaces of all Domains, and none."""
    owned = at.table.owned | at.table.closings.get(at.table.island.by_id[card.what].number, 0)
    return [*at.table.island.spaces_in(owned), NONE]


def no_such_domain(at: Seated, card: Card, typed: str, found: Sequence[Named]) -> Text:
    space = at.table.island.space.get(folded(typed))
    if space is not None:
        return Text("methoni.refused.no-domain", space=space)
    return Text("methoni.refused.no-space", word=typed) if typed else Text("methoni.refused.annex-what")


def why_not_annexed(at: Seated, card: Card) -> Text | None:
    """Why these Domains cannot be annexed, however the houses are placed that are not said."""
    table = at.table
    border = table.island.by_id[card.what]
    if NONE.id in card.annexed:
        return None if len(card.annexed) == 1 else Text("methoni.refused.annex-what")
    area = table.closings.get(border.number)
    if area is None:
        return Text("methoni.refused.closes-nothing", border=border)
    # The cheapest houses leave most to annex with.
    cheapest = min(ways(at, card), key=lambda way: rules.surcharge(table, at.player, area, way))
    return _try_annexing(at, card, cheapest)


def ways_to_annex(at: Seated, card: Card) -> list[Houses]:
    """The ways to place the houses as was said after which the Domains that were said can be annexed."""
    found = ways(at, card)
    if not card.annexed or NONE.id in card.annexed:
        return found
    return [way for way in found if _try_annexing(at, card, way) is None]


def _try_annexing(at: Seated, card: Card, placed: Houses) -> Text | None:
    """Tries the annexations out on a twin of the table, in order: why one of them cannot be."""
    twin = at.table.copy()
    builder = twin.players[at.player.place]
    claimed = rules.build(twin, builder, twin.island.by_id[card.what], placed)
    if claimed is None:
        return Text("methoni.refused.closes-nothing", border=twin.island.by_id[card.what])
    for id in card.annexed:
        reason = why_not_annex(twin, claimed, twin.island.space[id])
        if reason is not None:
            return reason
        other = twin.domain_at(twin.island.space[id].bit)
        assert other is not None
        rules.annex(twin, builder, claimed.domain, other)
    return None


def why_not_annex(table: State, claimed: Claim, space: Space) -> Text | None:
    """Why the Domain of a space cannot be annexed now by whoever claimed one."""
    domain: Domain = claimed.domain
    closed: Area = claimed.spaces
    player = table.players[domain.owner]
    other = table.domain_at(space.bit)
    if other is None:
        return Text("methoni.refused.no-domain", space=space)
    if other is domain:
        return Text("methoni.refused.yours-already", space=space)
    if other in rules.annexable(table, player, domain, closed):
        return None
    price = rules.annex_price(table, player, other)
    if price > player.ducats:
        return Text(
            "methoni.refused.annex-too-dear",
            space=space,
            price=Text("methoni.amount.ducats", n=price),
            ducats=Text("methoni.amount.ducats", n=player.ducats),
        )
    if player.towers < 0:
        return Text("methoni.refused.own-first")
    reach = rules.reach(table, domain, closed)
    return Text("methoni.refused.not-touching", space=space, spaces=table.island.spaces_in(reach))


def spaces_of_the_island(at: Seated) -> dict[str, Space]:
    return at.table.island.space


CARD = Phrase[Seated, Card]("card", cards, ids=KINDS, why_not=why_not_card)

PLAY: Grammar[Seated, Card] = Grammar(
    "methoni.rules.notation",
    Card,
    Phrase("what", uses, needed=True, label="border", wrong=no_such_use),
    CARD,
    tuple(
        Phrase(
            side, beside, lead=LEADS[side], label="space", ids=spaces_of_the_island,
            read=partial(read_house, side), why_not=why_not_houses, wrong=partial(not_beside, side),
        )
        for side in SIDES
    ),
    Phrase("annexed", domains, lead=ANNEX, label="domain", why_not=why_not_annexed, wrong=no_such_domain),
    forms={TRADE: (CARD,), DONE: (), REDRAW: ()},
)  # fmt: skip
