"""A whole turn in one line, both ways: `m judge down b2`, `bombardier c4 gold left`.

    [m | r]  card  [down]  [cell]  [choices]

`m` spends a key to move the messenger first, `r` a key to renew the cards there (the rest is asked once they
are known). A card may be named in English or French, by as many letters as tell it apart; a cell also as
`left of judge` or `<judge` (`>`, `^`, `_`). What is left out is asked. In the journal a turn stands in its
plainest form: ids of cards, names of cells.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Literal, TypeAlias

from automa.castle_combo import rules
from automa.castle_combo.cards import Card, Deck, other
from automa.castle_combo.cards.wording import location_name
from automa.castle_combo.state import CELLS, COLUMN, ROW, Cell, Player, State
from automa.dialogue import Option, Refused, Text
from automa.names import folded, named, nearest_thing

Key: TypeAlias = Literal["", "m", "r"]

MOVE: Key = "m"
REFRESH: Key = "r"

_KEYS: dict[str, Key] = {"m": "m", "move": "m", "verplaats": "m", "r": "r", "refresh": "r", "ververs": "r"}
_DOWN = {"down", "facedown", "dicht", "omgekeerd", "gedekt"}
_CHOICES = {
    "gold": "gold",
    "goud": "gold",
    "keys": "keys",
    "key": "keys",
    "sleutels": "keys",
    "sleutel": "keys",
    "purses": "purses",
    "purse": "purses",
    "beurzen": "purses",
    "beurs": "purses",
    "left": "left",
    "links": "left",
    "right": "right",
    "rechts": "right",
}
_SIDES = {
    "<": (0, -1),
    ">": (0, 1),
    "^": (-1, 0),
    "_": (1, 0),
    "left": (0, -1),
    "links": (0, -1),
    "right": (0, 1),
    "rechts": (0, 1),
    "above": (-1, 0),
    "boven": (-1, 0),
    "below": (1, 0),
    "onder": (1, 0),
}
_OF = {"of", "van"}
_CELL = re.compile(r"[a-z]\d+")
_ONLY_SIDES = {"above", "boven", "below", "onder"}


class Turn:
    """A turn as it was written; what is not said is empty."""

    __slots__ = ("card", "cell", "down", "key", "words")

    def __init__(
        self,
        key: Key = "",
        card: Card | None = None,
        down: bool = False,
        cell: Cell = "",
        words: tuple[str, ...] = (),
    ) -> None:
        self.key: Key = key
        self.card = card
        self.down = down
        self.cell = cell
        self.words = words
        """The choices of the ability, as `rules.Way.words` has them."""

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Turn) and write(self) == write(other)

    def __hash__(self) -> int:
        return hash(write(self))

    def __repr__(self) -> str:
        return f"Turn({write(self)!r})"


def write(turn: Turn) -> str:
    """The turn in its journal form."""
    parts: list[str] = [turn.key] if turn.key else []
    if turn.card is not None:
        parts.append(turn.card.id)
        if turn.down:
            parts.append("down")
        if turn.cell:
            parts.append(turn.cell)
        parts += turn.words
    return " ".join(parts)


def recall(written: str, deck: Deck) -> Turn:
    """The turn that stands in a journal."""
    parts = written.split(" ")
    key: Key = ""
    at = 0
    if parts[0] == MOVE or parts[0] == REFRESH:
        key = MOVE if parts[0] == MOVE else REFRESH
        at = 1
    if at == len(parts):
        return Turn(key)
    card = deck.by_id[parts[at]]
    at += 1
    down = at < len(parts) and parts[at] == "down"
    if down:
        at += 1
    cell = ""
    if at < len(parts) and parts[at] in ROW:
        cell = parts[at]
        at += 1
    return Turn(key, card, down, cell, tuple(parts[at:]))


def find(typed: str, cards: Sequence[Card], state: State) -> Card:
    """The one card of `cards` that is meant; `Refused` says where it lies instead, or what is nearest."""
    found = named(typed, cards)
    if len(found) == 1:
        return found[0]
    if found:
        raise Refused(Text("castle-combo.refused.ambiguous", typed=typed, cards=found))
    elsewhere = named(typed, state.deck.cards)
    if elsewhere:
        lies = rules.where(state, elsewhere[0])
        if lies is not None:
            raise Refused(
                Text("castle-combo.refused.lies-elsewhere", card=elsewhere[0], where=lies, cards=list(cards))
            )
        raise Refused(Text("castle-combo.refused.not-here", card=elsewhere[0], cards=list(cards)))
    near = nearest_thing(typed, state.deck.cards)
    if near is not None:
        raise Refused(Text("castle-combo.refused.unknown-near", typed=typed, near=near, cards=list(cards)))
    raise Refused(Text("castle-combo.refused.unknown", typed=typed, cards=list(cards)))


# ---------------------------------------------------------------- reading a turn


def read(written: str, state: State, player: Player, *, keyed: bool = False, insist: bool = False) -> Turn:
    """What a player wrote, checked against the table; `Refused` names what is wrong and what would be right.

    `keyed` means that this turn's key is already spent.
    """
    parts: Sequence[str] = written.replace("face-down", "down").split()
    if not parts:
        raise Refused(Text("castle-combo.refused.nothing", cards=list(state.display[state.messenger])))
    turn = Turn()
    word = parts[0].casefold()
    if word in _KEYS and not _means_a_card(parts, state):
        turn.key = _KEYS[word]
        _check_key(turn.key, state, player, keyed)
        parts = parts[1:]
        if not parts:
            return turn
        if turn.key == REFRESH:
            raise Refused(Text("castle-combo.refused.refresh-first", rest=" ".join(parts)))
    location = other(state.messenger) if turn.key == MOVE else state.messenger
    turn.card, parts = _read_card(parts, state.display[location], state)
    turn.down, parts = _read_down(parts)
    turn.cell, parts = _read_cell(parts, state, player)
    if not turn.down:
        # `judge b2 down` is as good as `judge down b2`
        turn.down, parts = _read_down(parts)
    _check_price(turn, player, insist)
    if parts:
        turn.words = _read_choices(parts, turn, state, player)
    return turn


def _means_a_card(parts: Sequence[str], state: State) -> bool:
    """A key word that is longer than a letter may also be the start of a card's name."""
    return len(parts[0]) > 1 and bool(named(parts[0], state.display[state.messenger]))


def _check_key(key: Key, state: State, player: Player, keyed: bool) -> None:
    if keyed:
        raise Refused(Text("castle-combo.refused.second-key"))
    if player.keys < 1:
        raise Refused(Text("castle-combo.refused.no-key"))
    if key == MOVE and not rules.can_move_messenger(state, player):
        raise Refused(Text("castle-combo.refused.no-move", location=location_name(state.messenger)))


def _read_card(parts: Sequence[str], display: Sequence[Card], state: State) -> tuple[Card, Sequence[str]]:
    """The longest run of words that names a card on display, and the words after it."""
    most = next((place for place, word in enumerate(parts) if place and _ends_name(word)), len(parts))
    for length in range(most, 0, -1):
        found = named(" ".join(parts[:length]), display)
        if len(found) == 1:
            return found[0], parts[length:]
    several = named(parts[0], display)
    return find(parts[0] if several else " ".join(parts[:most]), display, state), []


def _ends_name(word: str) -> bool:
    plain = word.casefold()
    return plain in ROW or plain in _DOWN or plain[0] in "<>^_" or plain in _ONLY_SIDES or plain in _CHOICES


def _read_down(parts: Sequence[str]) -> tuple[bool, Sequence[str]]:
    if parts and parts[0].casefold() in _DOWN:
        return True, parts[1:]
    return False, parts


def _read_cell(parts: Sequence[str], state: State, player: Player) -> tuple[Cell, Sequence[str]]:
    """The cell that is named, or said as lying beside a card of the tableau."""
    if not parts:
        return "", parts
    word = parts[0].casefold()
    if _CELL.fullmatch(word):
        cell, parts = word, parts[1:]
    elif word[0] in "<>^_" and (word[1:] or len(parts) > 1):
        beside = [word[1:], *parts[1:]] if word[1:] else parts[1:]
        cell, parts = _beside(word[0], beside, state, player)
    elif word in _ONLY_SIDES or (word in _SIDES and len(parts) > 2 and parts[1].casefold() in _OF):
        after = parts[2:] if len(parts) > 1 and parts[1].casefold() in _OF else parts[1:]
        cell, parts = _beside(word, after, state, player)
    else:
        return "", parts
    check_cell(cell, player)
    return cell, parts


def _beside(side: str, parts: Sequence[str], state: State, player: Player) -> tuple[Cell, Sequence[str]]:
    own = [laid.card for laid in player.cards.values()]
    if not parts:
        raise Refused(Text("castle-combo.refused.beside-what", cards=own))
    card, rest = _read_card(parts, own, state)
    laid = next(laid for laid in player.cards.values() if laid.card is card)
    down, right = _SIDES[side]
    row, column = laid.row + down, laid.column + right
    if not (0 <= row < 5 and 0 <= column < 5):
        raise Refused(Text("castle-combo.refused.beyond", card=card, cells=list(rules.legal_cells(player))))
    return CELLS[row * 5 + column], rest


def why_not_there(player: Player, typed: str) -> Text | None:
    """Why the next card cannot lie on a cell that somebody names."""
    if _CELL.fullmatch(typed.casefold()):
        try:
            check_cell(typed.casefold(), player)
        except Refused as refused:
            return refused.text
    return None


def check_cell(cell: Cell, player: Player) -> None:
    """`Refused`, with the reason, if the next card cannot lie there."""
    legal = rules.legal_cells(player)
    if cell in legal:
        return
    if cell not in ROW:
        raise Refused(Text("castle-combo.refused.no-cell", cell=cell))
    cells = list(legal)
    if cell in player.cards:
        raise Refused(
            Text("castle-combo.refused.taken", cell=cell, card=player.cards[cell].card, cells=cells)
        )
    if not player.cards:
        raise Refused(Text("castle-combo.refused.first-cell", cell=cell, cells=cells))
    rows = {laid.row for laid in player.cards.values()} | {ROW[cell]}
    if max(rows) - min(rows) > 2:
        raise Refused(Text("castle-combo.refused.fourth-in-column", cell=cell, cells=cells))
    columns = {laid.column for laid in player.cards.values()} | {COLUMN[cell]}
    if max(columns) - min(columns) > 2:
        raise Refused(Text("castle-combo.refused.fourth-in-row", cell=cell, cells=cells))
    raise Refused(Text("castle-combo.refused.apart", cell=cell, cells=cells))


def _check_price(turn: Turn, player: Player, insist: bool) -> None:
    if turn.card is None or turn.down or insist:
        return
    price = rules.price(player, turn.card)
    if price > player.gold:
        raise Refused(
            Text(
                "castle-combo.refused.too-dear",
                card=turn.card,
                price=Text("amount.gold", n=price),
                gold=Text("amount.gold", n=player.gold),
                instead=f"{turn.card.id} down",
            ),
            insist=True,
        )


def _read_choices(parts: Sequence[str], turn: Turn, state: State, player: Player) -> tuple[str, ...]:
    """The words that choose how the ability is applied, tried out on a twin of the table."""
    card = turn.card
    assert card is not None
    if turn.down:
        raise Refused(Text("castle-combo.refused.face-down-choice", card=card, rest=" ".join(parts)))
    cells = rules.legal_cells(player)
    twin = state.copy()
    twin_player = twin.players[state.players.index(player)]
    twin_player.gold = max(twin_player.gold, card.cost)
    rules.take(twin, twin_player, card, turn.cell or cells[0])
    ways = rules.ways(twin, twin_player, twin_player.cards[turn.cell or cells[0]])
    words: list[str] = []
    while parts:
        word, parts = _read_choice(parts, twin, twin_player, ways)
        if word and word not in words:
            words.append(word)
    if not words:
        return ()
    if not any(way.words for way in ways):
        raise Refused(Text("castle-combo.refused.no-choice", rest=" ".join(words)))
    fitting = [way for way in ways if set(words) <= set(way.words)]
    if not fitting:
        raise Refused(Text("castle-combo.refused.choice", typed=" ".join(words), ways=_ids(ways)))
    if not turn.cell and any(word in ROW for word in words):
        # In the journal the first cell is where the card is laid, the others are purses.
        raise Refused(Text("castle-combo.refused.cell-first", cells=list(cells)))
    order = list(fitting[0].words)
    return tuple(sorted(words, key=order.index))


def _read_choice(
    parts: Sequence[str], state: State, player: Player, ways: Sequence[rules.Way]
) -> tuple[str, Sequence[str]]:
    """One choice, and the words after it; nothing for the one neighbour there is with two players."""
    known = {word for way in ways for word in way.words}
    word = parts[0].casefold()
    if word in known:
        return word, parts[1:]
    neighbours = {"left": state.left_of(player), "right": state.right_of(player)}
    if word in _CHOICES:
        meant = _CHOICES[word]
        return ("" if meant in neighbours and len(state.players) == 2 else meant), parts[1:]
    purses = {laid.card: laid.cell for laid in player.purses() if laid.cell in known}
    shown = [card for cards in state.display.values() for card in cards if card.id in known]
    for length in range(len(parts), 0, -1):
        typed = " ".join(parts[:length])
        for side, neighbour in neighbours.items():
            name = neighbour.seat.name
            if folded(typed) in (folded(neighbour.seat.id), folded(name) if isinstance(name, str) else None):
                return ("" if len(state.players) == 2 else side), parts[length:]
        found = named(typed, [*shown, *purses])
        if len(found) == 1:
            return purses.get(found[0], found[0].id), parts[length:]
    if not known:
        raise Refused(Text("castle-combo.refused.no-choice", rest=" ".join(parts)))
    raise Refused(Text("castle-combo.refused.choice", typed=" ".join(parts), ways=_ids(ways)))


def _ids(ways: Sequence[rules.Way]) -> list[Option]:
    """What can be written for each way, with what it does."""
    return [
        Option(way.id, Text("castle-combo.refused.choice-of", words=way.id, what=way.name))
        for way in ways
        if way.words
    ]
