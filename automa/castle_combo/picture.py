"""The table, a card and an opponent as pictures."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from automa import priorities
from automa.castle_combo import rules, scoring
from automa.castle_combo.cards import Card, wording
from automa.castle_combo.cards.counting import LOCATIONS, Location, Shield
from automa.castle_combo.cards.wording import FULL, SHORT, amount, banner_name, scroll_text, shield_name
from automa.castle_combo.opponents.plans import Plan, Thinker, Weights, habit_text, want_text
from automa.castle_combo.state import FIRST_CELL, TURNS, Cell, Laid, Player, State, lines
from automa.dialogue import Text
from automa.opponents import tenths
from automa.picture import Block, Grid, Heading, Lines, Picture, Span, Style, Words
from automa.picture import Cell as Box
from automa.priorities import Section

if TYPE_CHECKING:
    from automa.castle_combo.tables import Tables

LOCATION_STYLES: dict[Location, Style] = {"castle": "slate", "village": "brown"}
SHIELD_STYLES: dict[Shield, Style] = {
    "nobility": "blue",
    "faith": "purple",
    "scholarship": "green",
    "military": "red",
    "craftsmanship": "orange",
    "peasantry": "yellow",
}

# ---------------------------------------------------------------- the table


def picture(state: State, seat: str) -> Picture:
    """The table as a seat sees it: whose turn, its own tableau, the displays with its prices, the others.

    The seat's own tableau is drawn in full, those of the others more briefly. What can best be missed comes
    last: a short terminal shows only the beginning.
    """
    own = next((player for player in state.players if player.seat.id == seat), None)
    # Whoever only watches is told the round as it begins.
    drawn: Picture = [] if own is None and not state.over else [Lines([_now(state)])]
    if own is not None:
        drawn += [_player_heading(own), *_tableau(own, full=True)]
    for location in LOCATIONS:
        drawn += _display(state, location, own)
    for player in state.others(own) if own is not None else state.players:
        drawn += [_player_heading(player), *_tableau(player, full=False)]
    return drawn


def _now(state: State) -> Words:
    if state.over:
        return [Span(Text("castle-combo.picture.over"), "dim")]
    now = Text("castle-combo.picture.now", round=state.round, rounds=TURNS, who=state.active.seat)
    return [Span(now, "dim")]


def _display(state: State, location: Location, own: Player | None) -> list[Block]:
    name = Text(f"castle-combo.picture.location.{location}")
    if state.removed == location:
        return [Heading(name, [[Span(Text("castle-combo.picture.gone"), "dim")]])]
    beside: list[Words] = [
        [Span(Text("castle-combo.picture.deck", n=len(state.undrawn[location])), "dim")],
    ]
    if state.messenger == location:
        beside.insert(0, [Span(Text("castle-combo.picture.messenger"), "mark")])
    blocks: list[Block] = [Heading(name, beside)]
    if cards := state.display[location]:
        blocks.append(Grid([[_offered(card, own) for card in cards]]))
    if went := state.discards[location]:
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
        *([Span(words)] for words in wording.ability_lines(card, SHORT)),
        _scroll_line(card),
    ]
    return Box(lines, LOCATION_STYLES[card.location], right=[_price(card, own), going])


def _price(card: Card, own: Player | None) -> Words:
    if own is None:
        return [Span(amount("gold", card.cost), "gold")]
    price = rules.price(own, card)
    words: list[Span] = [] if price == card.cost else [Span(f"{card.cost}→", "dim")]
    if price > own.gold:
        return [Span("✗ ", "bad"), *words, Span(amount("gold", price), "bad")]
    return [*words, Span(amount("gold", price), "gold")]


def shield_spans(card: Card, said: str = SHORT) -> list[Span]:
    """The shields of a card, each in its colour; a double one is said once."""
    spans: list[Span] = []
    for shield in dict.fromkeys(card.shields):
        style, count = SHIELD_STYLES[shield], card.shields.count(shield)
        if spans:
            spans.append(Span(", "))
        if said == FULL:
            spans.append(Span(Text("castle-combo.shields", n=count, shield=shield_name(shield)), style))
            continue
        spans.append(Span(shield_name(shield, SHORT), style))
        if count > 1:
            spans.append(Span(f"×{count}", style))
    return spans


def _scroll_line(card: Card) -> list[Span]:
    words = Span(scroll_text(card, SHORT), "good")
    if not card.purse:
        return [words]
    return [words, Span(" "), Span(Text("castle-combo.picture.room", n=card.purse), "gold")]


def _player_heading(player: Player) -> Heading:
    return Heading(
        player.seat.name,
        [
            [Span(amount("gold", player.gold), "gold")],
            [Span(amount("keys", player.keys), "key")],
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
    rows, columns = map(_three, lines(player.filled))
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
    discount: list[Span] = (
        [Span(wording.discount_text(card.discounts, SHORT), "key")] if card.discounts else []
    )
    if card.purse:
        gold = Text("castle-combo.picture.purse", gold=laid.gold, purse=card.purse)
        scroll: list[Span] = [Span(gold, "gold")]
    else:
        scroll = [Span(scroll_text(card, SHORT), "good" if full else "dim")]
    if full:
        return Box([name, shields, scroll], LOCATION_STYLES[card.location], right=[scored, discount])
    if discount:
        shields = [*shields, Span(", "), *discount]
    return Box([name, shields, scroll], LOCATION_STYLES[card.location], border=False, right=[scored])


# ---------------------------------------------------------------- one card


def card_picture(card: Card) -> Picture:
    """One card in full, as it is printed."""
    lines: list[Words] = [
        [Span(card.name, "name"), Span(f" ({card.french})", "dim")],
        shield_spans(card, FULL),
        [Span(wording.ability_text(card))],
        [Span(scroll_text(card), "good")],
    ]
    if card.messenger is not None:
        location = wording.location_name(card.messenger)
        lines.append([Span(Text("castle-combo.picture.icon", location=location), "dim")])
    place: Words = [Span(banner_name(card.location), LOCATION_STYLES[card.location])]
    box = Box(
        lines,
        LOCATION_STYLES[card.location],
        right=[[Span(amount("gold", card.cost), "gold")], place],
    )
    return [Grid([[box]])]


def draw_fact(tables: Tables, key: str) -> Picture:
    """The component that a fact is read off: a card, an opponent; nothing for other facts."""
    opponents: dict[str, Mapping[str, Plan | Thinker]] = {
        "opponent": tables.opponents.opponent,
        "thinker": tables.opponents.thinker,
    }
    match key.split("."):
        case ["cards", "card", id, *_] if id in tables.cards.card:
            return card_picture(tables.cards.deck[id])
        case ["opponents", group, id, *_] if id in opponents.get(group, ()):
            return [Heading(opponents[group][id].name), *opponent_card(opponents[group][id])]
    return []


# ---------------------------------------------------------------- opponents


def opponent_card(opponent: Plan | Thinker) -> Picture:
    """The priorities of an opponent, as a person would follow them; of a bot, what it weighs."""
    if isinstance(opponent, Thinker):
        return priorities.card(_level(level, weights) for level, weights in opponent.level.items())
    plan = opponent
    never = Text("castle-combo.plan.nothing")
    return priorities.card(
        [
            Section(Text("castle-combo.plan.keys"), [habit_text(habit) for habit in plan.keys], never),
            Section(Text("castle-combo.plan.cards"), [want_text(want) for want in plan.cards]),
            Section(Text("castle-combo.plan.cells"), [want_text(want) for want in plan.cells]),
            Section(Text("castle-combo.plan.abilities"), [want_text(want) for want in plan.abilities]),
        ],
        plan.strength,
    )


def _level(level: str, weights: Weights) -> Section:
    entries = [
        Text("castle-combo.plan.weighs"),
        *(
            Text(f"castle-combo.plan.worth.{name}", value=tenths(getattr(weights, name)))
            for name in SHOWN_WEIGHTS
        ),
    ]
    heading = Text("castle-combo.plan.level", level=level)
    return Section(heading, entries, numbered=False, strength=weights.strength)


SHOWN_WEIGHTS = ("gold", "key", "discount", "purse")


def picture_words() -> list[str]:
    """The ids of the texts that are put together from a word."""
    return [
        *(f"castle-combo.picture.location.{location}" for location in LOCATIONS),
        *(f"castle-combo.plan.worth.{name}" for name in SHOWN_WEIGHTS),
    ]
