"""The table, a card and an opponent as pictures."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from automa.castle_combo import rules, scoring
from automa.castle_combo.cards import Card, ability_text, scroll_text
from automa.castle_combo.counting import LOCATIONS, Location, banner_name, location_name, shield_names
from automa.castle_combo.plans import Plan, Strength, Thinker, Weights, habit_text, want_text
from automa.castle_combo.short import (
    SHIELD_STYLES,
    ability_words,
    discount_words,
    scroll_words,
    shield_spans,
)
from automa.castle_combo.state import COLUMN, FIRST_CELL, ROW, TURNS, Cell, Laid, Player, Table
from automa.castle_combo.thinking import tenths
from automa.dialogue import Text
from automa.picture import Block, Grid, Heading, Lines, Picture, Span, Style, Words
from automa.picture import Cell as Box

if TYPE_CHECKING:
    from automa.castle_combo.tables import Tables

LOCATION_STYLES: dict[Location, Style] = {"castle": "slate", "village": "brown"}

# ---------------------------------------------------------------- the table


def picture(table: Table, seat: str) -> Picture:
    """The table as a seat sees it: whose turn, its own tableau, the displays with its prices, the others.

    The seat's own tableau is drawn in full, those of the others more briefly. What can best be missed comes
    last: a short terminal shows only the beginning.
    """
    own = next((player for player in table.players if player.seat.id == seat), None)
    # Whoever only watches is told the round as it begins.
    drawn: Picture = [] if own is None and not table.over else [Lines([_now(table)])]
    if own is not None:
        drawn += [_player_heading(own), *_tableau(own, full=True)]
    for location in LOCATIONS:
        drawn += _display(table, location, own)
    for player in table.others(own) if own is not None else table.players:
        drawn += [_player_heading(player), *_tableau(player, full=False)]
    return drawn


def _now(table: Table) -> Words:
    if table.over:
        return [Span(Text("castle-combo.picture.over"), "dim")]
    return [
        Span(
            Text("castle-combo.picture.now", round=table.round, rounds=TURNS, who=table.active.seat),
            "dim",
        )
    ]


def _display(table: Table, location: Location, own: Player | None) -> list[Block]:
    name = Text(f"castle-combo.picture.location.{location}")
    if table.removed == location:
        return [Heading(name, [[Span(Text("castle-combo.picture.gone"), "dim")]])]
    beside: list[Words] = [
        [Span(Text("castle-combo.picture.deck", n=len(table.undrawn[location])), "dim")],
    ]
    if table.messenger == location:
        beside.insert(0, [Span(Text("castle-combo.picture.messenger"), "mark")])
    blocks: list[Block] = [Heading(name, beside)]
    if cards := table.display[location]:
        blocks.append(Grid([[_offered(card, own) for card in cards]]))
    if went := table.discards[location]:
        # Discards are open to all: they say which cards may come back.
        blocks.append(Lines([[Span(Text("castle-combo.picture.discards", cards=went), "dim")]]))
    return blocks


def _offered(card: Card, own: Player | None) -> Box:
    """A face-up card at a location: what it costs that seat, and what it does."""
    going: Words = ()
    if card.messenger is not None:
        going = [Span("→ ", "dim"), Span(banner_name(card.messenger), LOCATION_STYLES[card.messenger])]
    lines: list[Words] = [
        [Span(card.name, "name")],
        shield_spans(card),
        *([Span(words)] for words in ability_words(card)),
        _scroll_line(card),
    ]
    return Box(lines, LOCATION_STYLES[card.location], right=[_price(card, own), going])


def _price(card: Card, own: Player | None) -> Words:
    if own is None:
        return [Span(Text("amount.gold", n=card.cost), "gold")]
    price = rules.price(own, card)
    words: list[Span] = [] if price == card.cost else [Span(f"{card.cost}→", "dim")]
    if price > own.gold:
        return [Span("✗ ", "bad"), *words, Span(Text("amount.gold", n=price), "bad")]
    return [*words, Span(Text("amount.gold", n=price), "gold")]


def _scroll_line(card: Card) -> list[Span]:
    words = Span(scroll_words(card), "good")
    if not card.purse:
        return [words]
    return [words, Span(" "), Span(Text("castle-combo.picture.room", n=card.purse), "gold")]


def _player_heading(player: Player) -> Heading:
    return Heading(
        player.seat.name,
        [
            [Span(Text("amount.gold", n=player.gold), "gold")],
            [Span(Text("amount.keys", n=player.keys), "key")],
            [Span(Text("amount.points", n=scoring.total(player)), "good")],
        ],
    )


def _tableau(player: Player, *, full: bool) -> list[Block]:
    if not player.cards:
        return [Lines([[Span(Text("castle-combo.picture.no-cards", cell=FIRST_CELL), "dim")]])]
    rows, columns = window(player)
    points = scoring.points_by_card(player)
    open_cells = rules.legal_cells(player) if len(player.cards) < TURNS else ()
    grid = Grid(
        [[_place(player, column + row, points, open_cells, full=full) for column in columns] for row in rows],
        list(rows),
        list(columns),
    )
    outside = [cell for cell in open_cells if cell[0] not in columns or cell[1] not in rows]
    if not full or not outside:
        return [grid]
    return [grid, Lines([[Span(Text("castle-combo.picture.also-open", cells=outside), "dim")]])]


def window(player: Player) -> tuple[Sequence[str], Sequence[str]]:
    """The three rows and the three columns to draw: all cards, and what is open to the right and below."""
    rows = _three(sorted({ROW[cell] for cell in player.cards}))
    columns = _three(sorted({COLUMN[cell] for cell in player.cards}))
    return [str(row + 1) for row in rows], ["abcde"[column] for column in columns]


def _three(lines: Sequence[int]) -> range:
    first, last = lines[0], lines[-1]
    if first == last:
        first -= 1
    first = min(max(first, 0), 2)
    return range(first, first + 3)


def _place(
    player: Player, cell: Cell, points: dict[Cell, int], open_cells: Sequence[Cell], *, full: bool
) -> Box:
    laid = player.cards.get(cell)
    if laid is None:
        if cell in open_cells:
            return Box([[Span(Text("castle-combo.picture.free"), "dim")]], "dim", border=full)
        return Box(border=False)
    return _laid(laid, points[cell], full=full)


def _laid(laid: Laid, points: int, *, full: bool) -> Box:
    """A card in a tableau: its cost and name, what it scores now, its shields, its scroll."""
    card = laid.card
    if laid.down:
        return Box([[Span(Text("castle-combo.picture.face-down"), "dim")]], "dim", border=full)
    scored: Words = [Span(Text("castle-combo.picture.points", n=points), "good")]
    name: Words = [Span(f"{card.cost} ", "gold"), Span(card.name, "name")]
    shields = shield_spans(card)
    discount: list[Span] = [Span(discount_words(card.discounts), "key")] if card.discounts else []
    if card.purse:
        gold = Text("castle-combo.picture.purse", gold=laid.gold, purse=card.purse)
        scroll: list[Span] = [Span(gold, "gold")]
    else:
        scroll = [Span(scroll_words(card), "good" if full else "dim")]
    if full:
        return Box([name, shields, scroll], LOCATION_STYLES[card.location], right=[scored, discount])
    if discount:
        shields = [*shields, Span(", "), *discount]
    return Box([name, shields, scroll], LOCATION_STYLES[card.location], border=False, right=[scored])


# ---------------------------------------------------------------- one card


def card_picture(card: Card) -> Picture:
    """One card in full, as it is printed."""
    shields: list[Span] = []
    for shield, name in zip(dict.fromkeys(card.shields), shield_names(card.shields), strict=True):
        if shields:
            shields.append(Span(", "))
        shields.append(Span(name, SHIELD_STYLES[shield]))
    lines: list[Words] = [
        [Span(card.name, "name"), Span(f" ({card.french})", "dim")],
        shields,
        [Span(ability_text(card))],
        [Span(scroll_text(card), "good")],
    ]
    if card.messenger is not None:
        location = location_name(card.messenger)
        lines.append([Span(Text("castle-combo.picture.icon", location=location), "dim")])
    place: Words = [Span(banner_name(card.location), LOCATION_STYLES[card.location])]
    box = Box(
        lines,
        LOCATION_STYLES[card.location],
        right=[[Span(Text("amount.gold", n=card.cost), "gold")], place],
    )
    return [Grid([[box]])]


def draw_fact(tables: Tables, key: str) -> Picture:
    """The component that a fact is read off: a card, an opponent; nothing for other facts."""
    match key.split("."):
        case ["cards", "card", id, *_] if id in tables.cards.card:
            return card_picture(tables.cards.deck[id])
        case ["opponents", "opponent", id, *_] if id in tables.opponents.opponent:
            return [
                Heading(tables.opponents.opponent[id].name),
                *opponent_card(tables.opponents.opponent[id]),
            ]
        case ["opponents", "thinker", id, *_] if id in tables.opponents.thinker:
            return [Heading(tables.opponents.thinker[id].name), *thinker_card(tables.opponents.thinker[id])]
    return []


# ---------------------------------------------------------------- opponents


def opponent_card(plan: Plan) -> Picture:
    """The priorities of an opponent, as a person would follow them."""
    return [
        Lines(
            [
                *_list("castle-combo.plan.keys", [habit_text(habit) for habit in plan.keys]),
                *_list("castle-combo.plan.cards", [want_text(want) for want in plan.cards]),
                *_list("castle-combo.plan.cells", [want_text(want) for want in plan.cells]),
                *_list("castle-combo.plan.abilities", [want_text(want) for want in plan.abilities]),
                *_strength(plan.strength),
            ]
        )
    ]


def _list(id: str, entries: Sequence[Text]) -> list[Words]:
    lines: list[Words] = [[Span(Text(id), "name")]]
    for place, entry in enumerate(entries, start=1):
        lines.append([Span(f"  {place}. ", "dim"), Span(entry)])
    if not entries:
        lines.append([Span("  "), Span(Text("castle-combo.plan.nothing"), "dim")])
    return lines


def _strength(strength: Strength | None) -> list[Words]:
    if strength is None:
        return []
    low, high = strength.mean - strength.spread, strength.mean + strength.spread
    return [[Span(Text("castle-combo.plan.strength", mean=strength.mean, low=low, high=high), "good")]]


def thinker_card(thinker: Thinker) -> Picture:
    """What a thinking bot weighs, for each of its levels."""
    lines: list[Words] = []
    for level, weights in thinker.level.items():
        lines.append([Span(Text("castle-combo.plan.level", level=level), "name")])
        lines += [[Span("  "), Span(text)] for text in _weights(weights)]
        lines += _strength(weights.strength)
    return [Lines(lines)]


def _weights(weights: Weights) -> list[Text]:
    worth: dict[str, Any] = {
        "gold": weights.gold,
        "key": weights.key,
        "discount": weights.discount,
        "purse": weights.purse,
    }
    return [
        Text("castle-combo.plan.weighs"),
        *(Text(f"castle-combo.plan.worth.{name}", value=tenths(value)) for name, value in worth.items()),
    ]


def picture_words() -> list[str]:
    """The ids of the texts that are put together from a word."""
    return [
        *(f"castle-combo.picture.location.{location}" for location in LOCATIONS),
        *(f"castle-combo.plan.worth.{name}" for name in ("gold", "key", "discount", "purse")),
    ]
