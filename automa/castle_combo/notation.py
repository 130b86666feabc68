"""A whole turn in one line, both ways: `m judge down b2`, `bombardier c4 gold left`.

`m` spends a key to move the messenger first, `r` a key to renew the cards there (the rest is asked once they
are known). A card is named by as many letters as tell it apart from all others, or in full in French; a cell
also as `left of judge` or `<judge` (`>`, `^`, `_`). What is left out is asked. In the journal a turn stands
in its plainest form: ids of cards, names of cells.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from itertools import zip_longest
from typing import Literal, TypeAlias

from msgspec import Struct

from automa.castle_combo import rules
from automa.castle_combo.cards import Card, other
from automa.castle_combo.cards.wording import amount, location_name
from automa.castle_combo.state import AROUND, CELLS, ROW, Cell, Laid, Player, State
from automa.dialogue import Named, Option, Refused, Text, Unclear, choose_from
from automa.grammar import Grammar, Phrase
from automa.names import longest_named, named, nearest_thing

Key: TypeAlias = Literal["", "m", "r"]

MOVE: Key = "m"
REFRESH: Key = "r"
KEYS = (
    Option(MOVE, MOVE, Text("castle-combo.word.m"), ("move", "verplaats")),
    Option(REFRESH, REFRESH, Text("castle-combo.word.r"), ("refresh", "ververs")),
)
CHOICES: dict[str, tuple[str, ...]] = {
    "gold": ("goud",),
    "keys": ("key", "sleutels", "sleutel"),
    "purses": ("purse", "beurzen", "beurs"),
    "left": ("links",),
    "right": ("rechts",),
    "opponents": ("tegenstanders",),
    "discount": ("korting",),
}
"""The words for choices of abilities, and what else they are called."""
SIDES = {
    "left-of": ("<", "left", "links"),
    "right-of": (">", "right", "rechts"),
    "above": ("^", "above", "boven"),
    "below": ("_", "below", "onder"),
}
"""How a cell is said to lie beside a card: by a sign or a word."""
_OF = ("of", "van")
_CELL = re.compile(r"[a-z]\d+")


def for_a_back() -> list[Text]:
    """What a card taken face down brings."""
    return [amount("gold", rules.FACE_DOWN_GOLD), amount("keys", rules.FACE_DOWN_KEYS)]


DOWN = Option(
    "down",
    Text("castle-combo.word.down"),
    Text("castle-combo.offer.down-gives", gains=for_a_back()),
    ("facedown", "face-down", "dicht", "omgekeerd", "gedekt"),
)


class Turn(Struct):
    """A turn as it was written; what is not said is empty."""

    key: Key = ""
    card: str = ""
    down: bool = False
    cell: Cell = ""
    words: tuple[str, ...] = ()
    """The choices of the ability, as `rules.Way.words` has them."""


class Seated(Struct):
    """Whose turn it is, at which table."""

    table: State
    player: Player
    keyed: bool = False
    """Whether this turn's key is already spent."""


# ---------------------------------------------------------------- a key first


def why_no_key(at: Seated, turn: Turn) -> Text | None:
    if at.keyed:
        return Text("castle-combo.refused.second-key")
    if at.player.keys < 1:
        return Text("castle-combo.refused.no-key")
    if turn.key == MOVE and not rules.can_move_messenger(at.table, at.player):
        return Text("castle-combo.refused.no-move", location=location_name(at.table.messenger))
    return None


# ---------------------------------------------------------------- the card


def display(at: Seated, turn: Turn) -> Sequence[Card]:
    """The cards that can be taken: where the messenger is, or will be; none before they are turned up."""
    if turn.key == REFRESH:
        return ()
    return at.table.display[other(at.table.messenger) if turn.key == MOVE else at.table.messenger]


def cards(at: Seated, turn: Turn) -> list[Named]:
    return [
        Option(card.id, card.name, amount("gold", rules.price(at.player, card)), card.also)
        for card in display(at, turn)
    ]


def read_card(at: Seated, turn: Turn, words: Sequence[str]) -> tuple[str, int] | None:
    """The card that is named among all there are; `Refused` says why it cannot be taken."""
    count, found = longest_named(words, at.table.deck.cards)
    if not found or turn.key == REFRESH:
        return None
    typed = " ".join(words[:count])
    if len(found) > 1:
        raise Unclear(Text("castle-combo.refused.ambiguous", typed=typed, cards=found))
    if found[0] not in display(at, turn):
        raise Refused(why_not_card(typed, display(at, turn), at.table))
    return found[0].id, count


def no_such_card(at: Seated, turn: Turn, typed: str, found: Sequence[Named]) -> Text:
    if turn.key == REFRESH:
        return Text("castle-combo.refused.refresh-first", rest=typed)
    return why_not_card(typed, display(at, turn), at.table)


def why_not_card(typed: str, cards: Sequence[Card], table: State) -> Text:
    """Why what was typed is none of the cards: it lies elsewhere, or what is nearest."""
    if not typed:
        return Text("castle-combo.refused.nothing", cards=list(cards))
    right = choose_from(cards)
    elsewhere = named(typed, table.deck.cards)
    if len(elsewhere) > 1:
        return Text("castle-combo.refused.ambiguous", typed=typed, cards=elsewhere)
    if elsewhere:
        lies = rules.where(table, elsewhere[0])
        if lies is not None:
            return Text("castle-combo.refused.lies-elsewhere", card=elsewhere[0], where=lies, choices=right)
        return Text("castle-combo.refused.not-here", card=elsewhere[0], choices=right)
    near = nearest_thing(typed, table.deck.cards)
    if near is not None:
        return Text("castle-combo.refused.unknown-near", typed=typed, near=near, choices=right)
    return Text("castle-combo.refused.unknown", typed=typed, choices=right)


def too_dear(at: Seated, turn: Turn) -> Text | None:
    """A card that costs more gold than there is, as far as the app knows."""
    if not turn.card or turn.down:
        return None
    card = at.table.deck.by_id[turn.card]
    price = rules.price(at.player, card)
    if price <= at.player.gold:
        return None
    return Text(
        "castle-combo.refused.too-dear",
        card=card,
        price=amount("gold", price),
        gold=amount("gold", at.player.gold),
        instead=f"{card.id} down",
    )


# ---------------------------------------------------------------- how and where it is laid


def cells(at: Seated, turn: Turn) -> list[Named]:
    laid = at.player.cards
    return [Option(cell, cell, Text("castle-combo.place", place=place_words(laid, cell))) for cell in CELLS]


def read_cell(at: Seated, turn: Turn, words: Sequence[str]) -> tuple[Cell, int] | None:
    """The cell that is named, or said as lying beside a card of the tableau."""
    word = words[0].casefold()
    if _CELL.fullmatch(word):
        return word, 1
    for side, (sign, *names) in SIDES.items():
        if word[0] == sign and (word[1:] or words[1:]):
            rest = [word[1:], *words[1:]] if word[1:] else words[1:]
        elif word in names and len(words) > 2 and words[1].casefold() in _OF:
            rest = words[2:]
        elif word in names and side in ("above", "below"):  # left and right alone are choices
            rest = words[1:]
        else:
            continue
        cell, count = _beside(at, side, rest)
        return cell, len(words) - len(rest) + count
    return None


def _beside(at: Seated, side: str, words: Sequence[str]) -> tuple[Cell, int]:
    own = {laid.card: laid.cell for laid in at.player.cards.values()}
    if not words:
        raise Refused(Text("castle-combo.refused.beside-what", cards=list(own)))
    count, found = longest_named(words, at.table.deck.cards)
    if len(found) != 1 or found[0] not in own:
        raise Refused(why_not_card(" ".join(words[:count] or words), list(own), at.table))
    cell = next((cell for cell in CELLS if AROUND[cell].get(side) == own[found[0]]), None)
    if cell is None:
        free = list(rules.legal_cells(at.player))
        raise Refused(Text("castle-combo.refused.beyond", card=found[0], cells=free))
    return cell, count


def why_not_cell(at: Seated, turn: Turn) -> Text | None:
    return rules.why_not_there(at.player, turn.cell)


def why_not_there(player: Player, typed: str) -> Text | None:
    """Why the next card cannot lie on a cell that somebody names."""
    cell = typed.casefold()
    return rules.why_not_there(player, cell) if _CELL.fullmatch(cell) else None


def place_words(cards: Mapping[Cell, Laid], cell: Cell) -> list[Text]:
    """A cell by what lies around it: left of the Judge and above the Monk."""
    if not cards:
        return [Text("castle-combo.place.first")]
    places: list[Text] = []
    for side, beside in AROUND[cell].items():
        if beside in cards:
            laid = cards[beside]
            name = Text("castle-combo.place.back", cell=beside) if laid.down else laid.card
            places.append(Text(f"castle-combo.place.{side}", card=name))
    return places


# ---------------------------------------------------------------- the choices of its ability


def _tried(at: Seated, turn: Turn) -> tuple[Player, Sequence[rules.Way]]:
    """The ways to apply the ability, tried out on a twin of the table, and the player there."""
    if not turn.card or turn.down:
        return at.player, []
    card = at.table.deck.by_id[turn.card]
    cell = turn.cell or rules.legal_cells(at.player)[0]
    twin = at.table.copy()
    player = twin.players[at.table.players.index(at.player)]
    player.gold = max(player.gold, card.cost)
    rules.take(twin, player, card, cell)
    return player, rules.ways(twin, player, player.cards[cell])


def choices(at: Seated, turn: Turn) -> list[Named]:
    """What there is to say about the ability: a word, a card, a purse by its cell or card, a neighbour."""
    player, ways = _tried(at, turn)
    also = dict(CHOICES)
    for side, who in (("left", at.table.left_of(at.player)), ("right", at.table.right_of(at.player))):
        also[side] += (who.seat.id, *([who.seat.name] if isinstance(who.seat.name, str) else []))
    options: list[Named] = []
    in_turn = zip_longest(*(way.words for way in ways), fillvalue="")
    for word in dict.fromkeys(word for words in in_turn for word in words if word):
        chosen = [way for way in ways if word in way.words]
        detail = chosen[0].name if len(chosen) == 1 else None
        card = player.cards[word].card if word in player.cards else at.table.deck.by_id.get(word)
        if card is not None:
            options.append(Option(word, card.name, detail, card.also, editions=card.editions))
        else:
            options.append(Option(word, Text(f"castle-combo.word.{word}"), detail, also[word]))
    if len(at.table.players) == 2:
        # There is one neighbour; naming them is right, and says nothing.
        options.append(Option("", "", also=("left", "right", *also["left"], *also["right"])))
    return options


def no_such_choice(at: Seated, turn: Turn, typed: str, found: Sequence[Named]) -> Text:
    if turn.down:
        card = at.table.deck.by_id[turn.card]
        return Text("castle-combo.refused.face-down-choice", card=card, rest=typed)
    ways = [
        Option(way.id, Text("castle-combo.refused.choice-of", words=way.id, what=way.name))
        for way in _tried(at, turn)[1]
        if way.words
    ]
    if not ways:
        return Text("castle-combo.refused.no-choice", rest=typed)
    return Text("castle-combo.refused.choice", typed=typed, ways=ways)


def why_not_choices(at: Seated, turn: Turn) -> Text | None:
    """The choices must go together."""
    if not any(set(turn.words) <= set(way.words) for way in _tried(at, turn)[1]):
        return no_such_choice(at, turn, " ".join(turn.words), ())
    if not turn.cell and any(word in ROW for word in turn.words):
        # In the journal the first cell is where the card is laid, the others are purses.
        return Text("castle-combo.refused.cell-first", cells=list(rules.legal_cells(at.player)))
    return None


TURN: Grammar[Seated, Turn] = Grammar(
    "castle-combo.rules.notation",
    Turn,
    Phrase("key", KEYS, whole=True, why_not=why_no_key),
    Phrase("card", cards, needed=True, read=read_card, wrong=no_such_card),
    (
        Phrase("down", [DOWN], whole=True),
        Phrase("cell", cells, ids=ROW, read=read_cell, why_not=why_not_cell),
    ),
    Phrase("words", choices, label="choice", in_order=True, why_not=why_not_choices, wrong=no_such_choice),
    doubt=too_dear,
)
