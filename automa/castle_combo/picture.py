"""The table, a card and an opponent as pictures."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Literal, TypeAlias

from automa import priorities
from automa.castle_combo import rules, scoring
from automa.castle_combo.cards import Card, wording
from automa.castle_combo.cards.counting import LOCATIONS, Location, Shield
from automa.castle_combo.cards.wording import FULL, SHORT, amount, banner_name, scroll_text, shield_name
from automa.castle_combo.opponents.plans import GAME, Plan, Thinker, habit_text
from automa.castle_combo.state import FIRST_CELL, TURNS, Cell, Laid, Player, State, lines
from automa.dialogue import Text
from automa.levels import level_name
from automa.opponents import tenths
from automa.picture import (
    FOR_A_PAGE,
    IF_ENDED_NOW,
    Grid,
    Lines,
    Listing,
    ListRow,
    Panel,
    Picture,
    Size,
    Span,
    Spans,
    Stage,
    Style,
    spaced,
)
from automa.picture import Cell as Box
from automa.priorities import Section

LOCATION_STYLES: dict[Location, Style] = {"castle": "slate", "village": "brown"}
SHIELD_STYLES: dict[Shield, Style] = {
    "nobility": "blue",
    "faith": "purple",
    "scholarship": "green",
    "military": "red",
    "craftsmanship": "orange",
    "peasantry": "yellow",
}

NOWHERE: Mapping[Cell, int] = MappingProxyType({})
"""No card is being laid."""

# ---------------------------------------------------------------- the table


def _offered(card: Card, own: Player | None) -> Box:
    """A face-up card at a location: what it costs that seat, and what it does."""
    going: Spans = ()
    if card.messenger is not None:
        going = [Span("→ ", "dim"), Span(banner_name(card.messenger), LOCATION_STYLES[card.messenger])]
    lines: list[Spans] = [
        [Span(card.name, "name")],
        shield_spans(card),
        *([Span(words)] for words in wording.ability_lines(card, SHORT)),
        _scroll_line(card),
    ]
    return Box(lines, LOCATION_STYLES[card.location], right=[_price(card, own), going], id=card.id)


def _price(card: Card, own: Player | None, *, short: bool = False) -> list[Span]:
    """What a card costs that seat; with a cross if it cannot pay it."""
    price = card.cost if own is None else rules.price(own, card)
    said = str(price) if short else amount("gold", price)
    words: list[Span] = [] if short or price == card.cost else [Span(f"{card.cost}→", "dim")]
    if own is not None and price > own.gold:
        return [Span("✗" if short else "✗ ", "dim"), *words, Span(said, "dim")]  # red is the Military
    return [*words, Span(said, "gold")]


def shield_spans(card: Card, said: str = SHORT) -> list[Span]:
    """The shields of a card, each in its colour; a double one is said once."""

    def shown(shield: Shield) -> Spans:
        style, count = SHIELD_STYLES[shield], card.shields.count(shield)
        if said == FULL:
            return [Span(Text("castle-combo.shields", n=count, shield=shield_name(shield)), style)]
        times = [Span(f"×{count}", style)] if count > 1 else []
        return [Span(shield_name(shield, SHORT), style, icon=shield), *times]

    return spaced(map(shown, dict.fromkeys(card.shields)), ", ")


def _scroll_line(card: Card) -> list[Span]:
    words = Span(scroll_text(card, SHORT), "good")
    if not card.purse:
        return [words]
    return [words, Span(" "), Span(Text("castle-combo.picture.room", n=card.purse), "gold")]


def has(player: Player) -> list[Spans]:
    """What stands beside a player's name."""
    return [
        [Span(amount("gold", player.gold), "gold")],
        [Span(amount("keys", player.keys), "key")],
        [Span(Text("amount.points", n=scoring.total(player)), "good")],
    ]


Detail: TypeAlias = Literal["boxes", "lines", "shields", "names"]
"""How much of each card of a tableau is drawn: all in a box, the same without, or its name and points, with
or without its shields."""
ONE_LINE: tuple[Detail, ...] = ("shields", "names")
"""The details that take a card one line."""
TABLEAU: Mapping[Detail, Size] = {"boxes": (62, 17), "lines": (58, 10), "shields": (78, 3), "names": (43, 3)}
"""The room for a tableau in each detail."""
RIVAL: Mapping[Detail, Size] = {"lines": TABLEAU["lines"], "names": (48, 3)}
"""The room for that of a rival, whose title has a line of its own."""
WITHOUT_SHIELDS: Mapping[Detail, Size] = {
    detail: size for detail, size in TABLEAU.items() if detail != "shields"
}
"""The same for tables of few players, and for all tableaux at the end: what a card scores is seen sooner."""
FEW = 3
"""So many players are few."""
DISPLAY: Sequence[Size] = ((66, 11), (97, 3), (78, 4))
"""The room for a display: in boxes, or a line for each card, which takes a second one where it is narrow."""
COLUMNS = (18, 2, 17, 42, 26, 2)
"""How wide the columns of a display are where there is room: few cards need more in one of them."""


def _tableau(
    player: Player, detail: Detail, gains: Mapping[Cell, int] = NOWHERE, *, is_whole: bool = False
) -> Picture:
    """A tableau in one of its forms, with the points that a card would bring on these cells (`gains`).

    The whole of it has those beyond the cells that are drawn as well.
    """
    rows, columns = window(player)
    if is_whole:
        columns, rows = (
            sorted({*drawn, *more})
            for drawn, more in zip((columns, rows), zip(*gains, strict=True), strict=True)
        )
    points = scoring.points_by_card(player)
    places = [[_place(player, column + row, points, detail, gains) for column in columns] for row in rows]
    return [Grid(places) if detail in ONE_LINE else Grid(places, list(rows), list(columns))]


def _open(player: Player) -> Sequence[Cell]:
    return rules.legal_cells(player) if len(player.cards) < TURNS else ()


def open_outside(player: Player) -> list[Cell]:
    """Where a card may lie besides the cells that are drawn (`window`)."""
    if not player.cards:
        return []  # nothing is drawn, but that it lies on the first cell
    rows, columns = window(player)
    return [cell for cell in _open(player) if cell[0] not in columns or cell[1] not in rows]


def window(player: Player) -> tuple[Sequence[str], Sequence[str]]:
    """The rows and the columns to draw, three of each: all cards, as long as can be in the same place."""
    rows, columns = map(_three, lines(player.filled))
    return [str(row + 1) for row in rows], ["abcde"[column] for column in columns]


def _three(lines: Sequence[int]) -> range:
    """Three lines with these: those in the middle until one at the edge is used."""
    first = 0 if 0 in lines else 2 if 4 in lines else 1
    return range(first, first + 3)


def _place(
    player: Player, cell: Cell, points: dict[Cell, int], detail: Detail, gains: Mapping[Cell, int]
) -> Box:
    laid = player.cards.get(cell)
    boxed, id = detail == "boxes", player.place(cell)
    if laid is not None:
        return _laid(laid, points[cell], detail)
    if cell in gains:
        gain = f"{gains[cell]:+}".replace("-", "−").rjust(3 * (detail in ONE_LINE))
        return Box([[Span(cell, "name")]], "good", border=boxed, right=[[Span(gain, "good")]], id=id)
    if cell in _open(player):
        if detail in ONE_LINE:  # with room for what a card would bring there, so that no column moves for it
            return Box([[Span(cell, "dim")]], "dim", border=False, right=[[Span("   ")]], id=id)
        return Box([[Span(Text("castle-combo.picture.free"), "dim")]], "dim", border=boxed, id=id)
    return Box(border=False)


def _laid(laid: Laid, points: int, detail: Detail) -> Box:
    """A card in a tableau: its cost and name, what it scores now, its shields, its scroll."""
    card, cell = laid.card, laid.cell
    boxed = detail == "boxes"
    where = [Span(f"{cell} ", "dim")] if detail in ONE_LINE else []
    if laid.down:
        face_down = [*where, Span(Text("castle-combo.picture.face-down"), "dim")]
        return Box([face_down], "dim", border=boxed, id=card.id)
    scored: Spans = [Span(Text("castle-combo.picture.points", n=points), "good")]
    if detail in ONE_LINE:
        shown = [Span(" "), *shield_spans(card)] if detail == "shields" else []
        line = [*where, Span(card.name, "name"), *shown]
        return Box([line], border=False, right=[[Span(str(points), "good")]], id=card.id)
    name: Spans = [Span(f"{card.cost} ", "gold"), Span(card.name, "name")]
    shields = shield_spans(card)
    discount: list[Span] = (
        [Span(wording.discount_text(card.discounts, SHORT), "key")] if card.discounts else []
    )
    if card.purse:
        gold = Text("castle-combo.picture.purse", gold=laid.gold, purse=card.purse)
        scroll: list[Span] = [Span(gold, "gold")]
    else:
        scroll = [Span(scroll_text(card, SHORT), "good" if boxed else "dim")]
    style = LOCATION_STYLES[card.location]
    if boxed:
        return Box([name, shields, scroll], style, right=[scored, discount], id=card.id)
    if discount:
        shields = [*shields, Span(", "), *discount]
    return Box([name, shields, scroll], style, border=False, right=[scored], id=card.id)


# ---------------------------------------------------------------- the table in parts


def stage(state: State) -> Stage:
    """The round, and who began."""
    if state.over:
        return Stage(Text("castle-combo.picture.over"), TURNS, TURNS)
    round = Text("castle-combo.round", round=state.round, rounds=TURNS)
    first = Text("castle-combo.picture.first", who=state.players[state.first].seat)
    return Stage(round, state.round, TURNS, [[Span(first, "dim")], IF_ENDED_NOW])


def panels(state: State, seat: str, gains: Mapping[Cell, int] = NOWHERE) -> list[Panel]:
    """The table in parts: a seat's tableau, the displays, the others; `gains` where a card is being laid.

    At the end nothing is on offer, and all tableaux are shown alike.
    """
    own = next((player for player in state.players if player.seat.id == seat), None)
    parts: list[Panel] = []
    if own is not None:
        has_few = state.over or len(state.players) <= FEW
        parts.append(_tableau_panel(own, 0, WITHOUT_SHIELDS if has_few else TABLEAU, gains))
    for location in () if state.over else LOCATIONS:
        parts.append(_display_panel(state, location, own))
    for player in state.others(own) if own is not None else state.players:
        rank, room = (0, WITHOUT_SHIELDS) if state.over else (3, RIVAL)
        parts.append(_tableau_panel(player, rank, room, NOWHERE))
    return parts


def _tableau_panel(
    player: Player, rank: int, room: Mapping[Detail, Size], gains: Mapping[Cell, int]
) -> Panel:
    nothing: Picture = [Lines([[Span(Text("castle-combo.picture.no-cards", cell=FIRST_CELL), "dim")]])]
    forms = [_tableau(player, detail, gains) if player.cards else nothing for detail in room]
    sizes = [*room.values(), (34, 1)]
    if gains and player.cards:  # a page where they are touched has room for all of them
        forms.insert(0, _tableau(player, "boxes", gains, is_whole=True))
        sizes.insert(0, FOR_A_PAGE)
    return Panel(
        player.seat.id,
        player.seat.name,
        has(player),
        forms,
        line=_in_short(player),
        rank=rank,
        seat=player.seat.id,
        says_all=sizes.index(TABLEAU["lines"]),
        sizes=sizes,
    )


def _in_short(player: Player) -> Spans:
    """What a player has, where there is room for one short line."""
    points, laid = scoring.total(player), f"{len(player.cards)}/{TURNS}"
    return [
        Span(Text("castle-combo.picture.points", n=points), "good"),
        Span(Text("castle-combo.picture.few-gold", n=player.gold), "gold"),
        Span(Text("castle-combo.picture.few-keys", n=player.keys), "key"),
        Span(f" {laid}", "dim"),
    ]


def _display_panel(state: State, location: Location, own: Player | None) -> Panel:
    """What lies at a location: its face-up cards, and the discards."""
    cards, discards = state.display[location], state.discards[location]
    beside: list[Spans] = [[Span(Text("castle-combo.picture.deck", n=len(state.undrawn[location])), "dim")]]
    if state.removed == location:
        beside = [[Span(Text("castle-combo.picture.gone"), "dim")]]
    elif state.messenger == location:
        beside.insert(0, [Span(Text("castle-combo.picture.messenger"), "mark")])
    boxes: Picture = [Grid([[_offered(card, own) for card in cards]])] if cards else []
    if discards:
        # Discards are open to all: they say which cards may come back.
        boxes.append(Lines([[Span(Text("castle-combo.picture.discards", cards=discards), "dim")]]))
    rows = [ListRow(_card_columns(card, own), card.id) for card in cards]
    close = Listing(rows, right=(1,), stays_put=True)
    if rules.to_reveal(state, location) == 1:  # the others stay where they lie until it is turned up
        gap, empty = state.hole[location], Span(Text("picture.empty"), "dim")
        rows = [*rows[:gap], ListRow([[empty]]), *rows[gap:]]
    wide = Listing(rows, right=(1,), widths=COLUMNS if rows else (), stays_put=True)
    prices = [[Span(card.name), Span(" "), *_price(card, own, short=True)] for card in cards]
    return Panel(
        location,
        Text(f"castle-combo.picture.location.{location}"),
        beside,
        [boxes, [wide], [close]],
        line=spaced(prices, " · ", "dim"),
        rank=1,
        says_all=len(DISPLAY) - 1,
        sizes=DISPLAY,
    )


def _card_columns(card: Card, own: Player | None) -> list[Spans]:
    """A face-up card in one line: name, price, shields, ability, scroll, where it sends the messenger."""
    ability = spaced(([Span(words)] for words in wording.ability_lines(card, SHORT)), ", ")
    going: Spans = ()
    if card.messenger is not None:
        there = Text(f"castle-combo.picture.to.{card.messenger}")
        going = [Span("→"), Span(there, LOCATION_STYLES[card.messenger])]
    name = [Span(card.name, "name")]
    return [name, _price(card, own, short=True), shield_spans(card), ability, _scroll_line(card), going]


# ---------------------------------------------------------------- one card


def card_picture(card: Card) -> Picture:
    """One card in full, as it is printed."""
    lines: list[Spans] = [
        [Span(card.name, "name"), Span(f" ({card.french})", "dim")],
        shield_spans(card, FULL),
        [Span(wording.ability_text(card))],
        [Span(scroll_text(card), "good")],
    ]
    if card.messenger is not None:
        location = wording.location_name(card.messenger)
        lines.append([Span(Text("castle-combo.picture.icon", location=location), "dim")])
    place: Spans = [Span(banner_name(card.location), LOCATION_STYLES[card.location])]
    cost: Spans = [Span(amount("gold", card.cost), "gold")]
    return [Grid([[Box(lines, LOCATION_STYLES[card.location], right=[cost, place])]])]


# ---------------------------------------------------------------- opponents


def opponent_card(opponent: Plan | Thinker) -> Picture:
    """The priorities of an opponent, as a person would follow them; of a bot, what it weighs."""
    if isinstance(opponent, Thinker):
        return priorities.card(_level(opponent, level) for level in opponent.level)
    plan = opponent
    never = Text("castle-combo.plan.nothing")
    return priorities.card(
        [
            Section(Text("castle-combo.plan.keys"), [habit_text(habit) for habit in plan.keys], never),
            Section(Text("castle-combo.plan.cards"), [want.text(GAME) for want in plan.cards]),
            Section(Text("castle-combo.plan.cells"), [want.text(GAME) for want in plan.cells]),
            Section(Text("castle-combo.plan.abilities"), [want.text(GAME) for want in plan.abilities]),
        ],
        plan.strength,
    )


def _level(thinker: Thinker, name: str) -> Section:
    level = thinker.level[name]
    weights = thinker.weights[level.weights]
    ahead = [] if level.search is None else [level.search.text]
    keys = [] if level.keys else [Text("castle-combo.think.never-keys")]
    shown = {each: tenths(getattr(weights, each)) for each in SHOWN_WEIGHTS}
    worth = [Text(f"castle-combo.plan.worth.{each}", value=value) for each, value in shown.items()]
    entries = [Text("castle-combo.plan.weighs"), *ahead, *keys, *worth]
    heading = Text("castle-combo.plan.level", level=level_name(name))
    return Section(heading, entries, numbered=False, strength=level.strength)


SHOWN_WEIGHTS = ("gold", "key", "discount", "purse")
