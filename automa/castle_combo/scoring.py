"""Points card by card, with how they come about; the leftover gold on purses in the best way.

Asked for before the end, the score counts what is certain: a scroll for a place in the grid pays only once
the grid is three rows high (or three columns wide), because until then later cards can still shift every row
(or column) of it. Everything else is counted as it lies now.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache

from automa.castle_combo.cards import AtPosition, NoShield, Position
from automa.castle_combo.cards.counting import how_many
from automa.castle_combo.cards.wording import amount, counted_text, scroll_text
from automa.castle_combo.state import Cell, Laid, Player, lines, reading_order
from automa.dialogue import Text
from automa.sheet import Column, Line, Sheet

POINTS_PER_KEY = 1

POSITIONS: dict[Position, Callable[[int, int], bool]] = {
    "top-row": lambda row, column: row == 0,
    "middle-row": lambda row, column: row == 1,
    "bottom-row": lambda row, column: row == 2,
    "left-column": lambda row, column: column == 0,
    "middle-column": lambda row, column: column == 1,
    "right-column": lambda row, column: column == 2,
    "corner": lambda row, column: row != 1 and column != 1,
    "edge": lambda row, column: (row == 1) != (column == 1),
}
"""Where in the final grid that is, rows and columns counted from 0."""


@cache
def lies_at(position: Position, row: int, column: int, filled: int) -> bool | None:
    """Whether a card lies there in the final grid: certainly, certainly not, or nobody knows yet.

    The final grid can still have every top row and left column that leave room for all cards: the first one
    lies in the middle, so that none of them is too far up or left.
    """
    rows, columns = lines(filled)
    found = {
        POSITIONS[position](row - top, column - left)
        for top in range(rows[-1] - 2, rows[0] + 1)
        for left in range(columns[-1] - 2, columns[0] + 1)
    }
    return found.pop() if len(found) == 1 else None


def card_points(player: Player, laid: Laid) -> int:
    """What one card scores."""
    if laid.down:
        return 0
    card = laid.card
    if card.position is None:
        return card.points * card.scored(player, laid)
    return card.points if lies_at(card.position, laid.row, laid.column, player.filled) else 0


def stow(player: Player) -> dict[Cell, int]:
    """The leftover gold that goes on each purse in the end, so that it scores most: best purses first."""
    gold = player.gold
    stored: dict[Cell, int] = {}
    for laid in sorted(player.purses(), key=lambda laid: -laid.card.points) if gold else ():
        if put := min(gold, laid.room()):
            stored[laid.cell] = put
            gold -= put
    return stored


def stowed_points(player: Player) -> int:
    """What the leftover gold scores once it lies on the purses."""
    bank = player.banked
    return sum([gold * (player.cards[cell].card.points + bank) for cell, gold in stow(player).items()])


def put_away(player: Player) -> dict[Cell, int]:
    """Put the leftover gold on the purses, where it scores most; how much went on each."""
    stored = stow(player)
    for cell, gold in stored.items():
        player.cards[cell].gold += gold
        player.gold -= gold
    return stored


def stowed(player: Player) -> Player:
    """The player as after the last turn: leftover gold on the purses."""
    twin = player.copy()
    put_away(twin)
    return twin


def key_points(player: Player) -> int:
    """What the keys score."""
    return player.keys * POINTS_PER_KEY


def total(player: Player) -> int:
    """The whole score: leftover gold stowed in the best way, keys included."""
    final = stowed(player)
    return key_points(player) + sum([card_points(final, laid) for laid in final.cards.values()])


def points_by_card(player: Player) -> dict[Cell, int]:
    """What each card scores, leftover gold stowed, in reading order."""
    final = stowed(player)
    return {laid.cell: card_points(final, laid) for laid in sorted(final.cards.values(), key=reading_order)}


def how(player: Player, laid: Laid) -> Text:
    """How a card comes to its points: "3 per Castle and Village pair: 3 pairs"."""
    if laid.down:
        return Text("castle-combo.how.face-down")
    return Text("castle-combo.how", scroll=scroll_text(laid.card), found=_found(player, laid))


def _found(player: Player, laid: Laid) -> Text:
    scroll = laid.card.scroll
    if scroll.per is not None:
        return counted_text(scroll.per, laid.card.scored(player, laid))
    match scroll.when:
        case AtPosition(at):
            there = lies_at(at, laid.row, laid.column, player.filled)
            if there is None:
                return Text("castle-combo.how.not-certain")
            return Text("castle-combo.how.there" if there else "castle-combo.how.elsewhere")
        case NoShield(shield):
            count = how_many(player.shields, shield)
        case _:
            count = len(player.cards) - player.up
    return Text("castle-combo.how.some", n=count) if count else Text("castle-combo.how.none")


def column(player: Player) -> Column:
    """One player's part of the sheet."""
    final = stowed(player)
    found = [
        Line(
            Text("castle-combo.sheet.face-down", cell=laid.cell) if laid.down else laid.card.name,
            card_points(final, laid),
            how(final, laid),
        )
        for laid in sorted(final.cards.values(), key=reading_order)
    ]
    keys = Line(Text("castle-combo.sheet.keys"), key_points(final), amount("keys", final.keys))
    return Column(player.seat.id, player.seat.name, [*found, keys], (final.gold,))


def sheet(players: Sequence[Player]) -> Sheet:
    """The score sheet of all players."""
    return Sheet(
        Text("castle-combo.sheet.title"),
        [column(player) for player in players],
        [Text("castle-combo.sheet.leftover")],
    )
