"""Points card by card, with how they come about; the leftover gold on purses in the best way.

Asked for before the end, the score counts what is certain: a scroll for a place in the grid pays only once
the grid is three rows high (or three columns wide), because until then later cards can still shift every row
(or column) of it. Everything else is counted as it lies now.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from automa.castle_combo.cards import AtPosition, Card, FaceDownCard, NoShield, Position
from automa.castle_combo.cards.counting import Survey, how_many
from automa.castle_combo.cards.wording import amount, counted_text, scroll_text
from automa.castle_combo.state import Cell, Laid, Player, lines, reading_order
from automa.dialogue import Text
from automa.sheet import Column, Line, Sheet

POINTS_PER_KEY = 1

UNKNOWN = -1
"""A row or column whose place in the final grid is not certain yet."""

_ROWS: dict[Position, int] = {"top-row": 0, "middle-row": 1, "bottom-row": 2}
_COLUMNS: dict[Position, int] = {"left-column": 0, "middle-column": 1, "right-column": 2}


@cache
def origin(filled: int) -> tuple[int, int]:
    """The top row and the left column of the final grid, each `UNKNOWN` until it is certain."""
    rows, columns = lines(filled)
    return rows[0] if len(rows) == 3 else UNKNOWN, columns[0] if len(columns) == 3 else UNKNOWN


@cache
def origins(filled: int) -> tuple[tuple[int, int], ...]:
    """Where the final grid can still lie: every top row with every left column."""
    rows, columns = lines(filled)
    if not rows:
        return ((2, 2),)
    return tuple(
        (top, left)
        for top in range(max(0, rows[-1] - 2), min(2, rows[0]) + 1)
        for left in range(max(0, columns[-1] - 2), min(2, columns[0]) + 1)
    )


def can_be_at(when: AtPosition, laid: Laid, filled: int) -> bool:
    """Whether a card can still lie there in the final grid."""
    return any(is_at(when.at, laid, top, left) for top, left in origins(filled))


def is_at(position: Position, laid: Laid, top: int, left: int) -> bool:
    """Whether a card certainly lies there in the final grid."""
    row = laid.row - top if top != UNKNOWN else UNKNOWN
    column = laid.column - left if left != UNKNOWN else UNKNOWN
    if position in _ROWS:
        return row == _ROWS[position]
    if position in _COLUMNS:
        return column == _COLUMNS[position]
    if row == UNKNOWN or column == UNKNOWN:
        return False
    middles = (row == 1) + (column == 1)
    return middles == (0 if position == "corner" else 1)


def card_points(survey: Survey, laid: Laid, top: int, left: int) -> int:
    """What one card scores."""
    if laid.down:
        return 0
    card = laid.card
    scroll = card.scroll
    if card.scroll_counter is not None:
        return scroll.points * card.scroll_counter(survey, laid)
    when = scroll.when
    if isinstance(when, AtPosition):
        return scroll.points if is_at(when.at, laid, top, left) else 0
    if isinstance(when, NoShield):
        return 0 if how_many(survey.shields, when.shield) else scroll.points
    return scroll.points if survey.down else 0


def stow(player: Player) -> dict[Cell, int]:
    """The leftover gold that goes on each purse in the end, so that it scores most: best purses first."""
    gold = player.gold
    if not gold:
        return {}
    purses = [laid for laid in player.purses() if laid.room() > 0]
    purses.sort(key=lambda laid: -laid.card.scroll.points)
    stored: dict[Cell, int] = {}
    for laid in purses:
        stored[laid.cell] = min(gold, laid.room())
        gold -= stored[laid.cell]
        if not gold:
            break
    return stored


def stow_in(survey: Survey, player: Player) -> int:
    """Count the leftover gold as if it lay on the purses; what it scores there."""
    points = 0
    for cell, gold in stow(player).items():
        survey.gold += gold
        points += gold * player.cards[cell].card.scroll.points
    return points


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


def total(player: Player) -> int:
    """The whole score: leftover gold stowed in the best way, keys included."""
    return player.keys * POINTS_PER_KEY + sum(points_by_card(player).values())


def points_by_card(player: Player) -> dict[Cell, int]:
    """What each card scores, leftover gold stowed, in reading order."""
    final = stowed(player)
    survey = Survey(final)
    top, left = origin(final.filled)
    return {
        laid.cell: card_points(survey, laid, top, left)
        for laid in sorted(final.cards.values(), key=reading_order)
    }


def how(survey: Survey, laid: Laid, filled: int) -> Text:
    """How a card comes to its points: "3 per Castle and Village pair: 3 pairs"."""
    card = laid.card
    if laid.down:
        return Text("castle-combo.how.face-down")
    return Text("castle-combo.how", scroll=scroll_text(card), found=_found(card, survey, laid, filled))


def _found(card: Card, survey: Survey, laid: Laid, filled: int) -> Text:
    scroll = card.scroll
    if card.scroll_counter is not None and scroll.per is not None:
        return counted_text(scroll.per, card.scroll_counter(survey, laid))
    match scroll.when:
        case AtPosition(at) if is_at(at, laid, *origin(filled)):
            return Text("castle-combo.how.there")
        case AtPosition() if can_be_at(scroll.when, laid, filled):
            return Text("castle-combo.how.not-certain")
        case AtPosition():
            return Text("castle-combo.how.elsewhere")
        case NoShield(shield):
            return _so_many(how_many(survey.shields, shield))
        case FaceDownCard():
            return _so_many(survey.down)
    raise AssertionError(card)


def _so_many(count: int) -> Text:
    """Whether there is one of what a scroll looks for, and how many."""
    return Text("castle-combo.how.some", n=count) if count else Text("castle-combo.how.none")


def column(player: Player) -> Column:
    """One player's part of the sheet."""
    final = stowed(player)
    survey = Survey(final)
    top, left = origin(final.filled)
    found = [
        Line(
            Text("castle-combo.sheet.face-down", cell=laid.cell) if laid.down else laid.card.name,
            card_points(survey, laid, top, left),
            how(survey, laid, final.filled),
        )
        for laid in sorted(final.cards.values(), key=reading_order)
    ]
    keys = Line(Text("castle-combo.sheet.keys"), final.keys * POINTS_PER_KEY, amount("keys", final.keys))
    return Column(player.seat.id, player.seat.name, [*found, keys], (final.gold,))


def sheet(players: Sequence[Player]) -> Sheet:
    """The score sheet of all players."""
    return Sheet(
        Text("castle-combo.sheet.title"),
        [column(player) for player in players],
        [Text("castle-combo.sheet.leftover")],
    )
