"""Where each part of the table stands on a screen: decided once for a game, its seats and a size.

Nothing here looks at what is on the table: each part declares the forms it can be shown in and the room each
form is given, and keeps its place until the size of the terminal changes.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from operator import itemgetter

from msgspec import Struct, field

from automa.picture import Panel, Size

COLUMN_GAP = 3
"""Columns of the table stand so far apart, with a line between them."""
QUESTION_LINES = 6
"""So many lines are kept for a question where what others did stands beside the table."""
ROOM_FOR_DEEDS = (46, 8)
"""The columns and lines that must be free beside the table for what others did to stand there."""
SHARE_BELOW = 5
"""Below the table, what others did and the question get `LEAST_BELOW` and so large a part of the lines."""
LEAST_BELOW = 3
LINES_LEFT_TO_MAP = 3
"""So many lines of that are left to a map."""
ROOMY = 30
"""On so many lines each opponent but the first gets one more of them for what they did."""


class Shape(Struct, frozen=True):
    """What is known of a part of the table before anything lies on it."""

    id: str
    seat: str
    rank: int
    is_titled: bool
    sizes: tuple[Size, ...]
    """For each form its columns (none: all there are) and lines without the title; the last is one line."""
    says_all: int
    grows: bool


class Slot(Struct, frozen=True):
    """The rectangle of a part, and the form it is shown in; the last of its forms is one line."""

    form: int
    left: int
    top: int
    width: int
    height: int
    """With the title."""


class Plan(Struct, frozen=True):
    """The places of all parts."""

    places: Mapping[str, Slot]
    height: int
    deeds: Slot | None
    """Where what others did stands; None if below the table."""


def shape_of(panel: Panel) -> Shape:
    """What a panel declares."""
    sizes = tuple(panel.sizes)
    if len(sizes) == len(panel.forms):
        sizes += ((0, 1),)
    return Shape(panel.id, panel.seat, panel.rank, bool(panel.title), sizes, panel.says_all, panel.grows)


@lru_cache(maxsize=64)
def plan(parts: tuple[Shape, ...], width: int, room: int) -> Plan:
    """The places of the parts on a screen of `width` columns and `room` lines, the question included.

    What others did stands beside the table where that takes no room from it, else below it.
    """
    wide = _arranged(parts, _forms(parts, width, room - QUESTION_LINES), width)
    if (free := _free(wide, width)) is not None:
        return _placed(wide, width, free)
    opponents = len({part.seat for part in parts if part.seat}) - 1
    below = LEAST_BELOW + room // SHARE_BELOW - LINES_LEFT_TO_MAP * any(part.grows for part in parts)
    below += max(0, opponents - 1) * (room // ROOMY)
    return _placed(_arranged(parts, _forms(parts, width, room - below), width), width, None)


class _Block(Struct):
    """A part in one of its forms."""

    part: Shape
    form: int
    width: int
    height: int


class _Column(Struct):
    blocks: list[_Block] = field(default_factory=list)

    @property
    def width(self) -> int:
        return max(block.width for block in self.blocks)

    @property
    def height(self) -> int:
        return sum(block.height for block in self.blocks)


_Shelf = list[_Column]


def _block(part: Shape, form: int, width: int) -> _Block:
    wanted, height = part.sizes[form]
    is_line = form == len(part.sizes) - 1
    return _Block(part, form, min(wanted or width, width), height + (part.is_titled and not is_line))


def _forms(parts: Sequence[Shape], width: int, room: int) -> dict[str, int]:
    """The form of each part: those that matter most go first, one step fuller at a time, as long as all fits.

    Parts of one rank and size are alike, two displays or the tableaux of rivals, and get one form. What only
    looks better than a form that says all comes when no part can say more.
    """
    forms = {part.id: len(part.sizes) - 1 for part in parts}
    alike: dict[object, list[Shape]] = {}
    for part in sorted(parts, key=lambda part: part.rank):
        alike.setdefault((part.rank, part.sizes), []).append(part)
    for group in alike.values():
        while group[0].grows and _fuller(group, parts, forms, 0, width, room):
            pass  # a map comes first
    for best in (False, True):
        while [
            group
            for group in alike.values()
            if _fuller(group, parts, forms, 0 if best else group[0].says_all, width, room)
        ]:
            pass
    return forms


def _fuller(
    group: Sequence[Shape],
    parts: Sequence[Shape],
    forms: dict[str, int],
    fullest: int,
    width: int,
    room: int,
) -> bool:
    """Whether there was room for the parts of a group in the next fuller form that fits."""
    first = group[0]
    for form in range(forms[first.id] - 1, fullest - 1, -1):
        tried = {**forms, **{part.id: form for part in group}}
        if first.sizes[form][0] <= width and _height(_arranged(parts, tried, width)) <= room:
            forms.update(tried)
            return True
    return False


def _arranged(parts: Sequence[Shape], forms: Mapping[str, int], width: int) -> list[_Shelf]:
    """The parts in order, each beside or below others where there is room; what grows stands lowest."""
    shelves: list[_Shelf] = []
    for part in parts:
        _put(_block(part, forms[part.id], width), shelves, width)
    return sorted(shelves, key=lambda shelf: any(block.part.grows for each in shelf for block in each.blocks))


def _put(block: _Block, shelves: list[_Shelf], width: int) -> None:
    """Where it takes no height, else beside others, else where it takes the least height, else below all."""
    if not block.height:
        return
    for shelf in shelves:
        highest = _shelf_height(shelf)
        for column in shelf:
            free = width - _shelf_width(shelf) + column.width
            if column.height + block.height <= highest and block.width <= free:
                column.blocks.append(block)
                return
        beside = _shelf_width(shelf) + COLUMN_GAP + block.width <= width
        if beside and (block.height <= highest or shelf is shelves[-1]):
            shelf.append(_Column([block]))
            return
    under = [
        (column.height + block.height - _shelf_height(shelf), column)
        for shelf in shelves
        for column in shelf
        if block.width <= width - _shelf_width(shelf) + column.width
    ]
    more, column = min(under, key=itemgetter(0), default=(block.height, _Column()))
    if more < block.height:
        column.blocks.append(block)
    else:
        shelves.append([_Column([block])])


def _shelf_height(shelf: _Shelf) -> int:
    return max(column.height for column in shelf)


def _shelf_width(shelf: _Shelf) -> int:
    return sum(column.width for column in shelf) + COLUMN_GAP * (len(shelf) - 1)


def _height(shelves: Iterable[_Shelf]) -> int:
    return sum(map(_shelf_height, shelves))


def _free(shelves: Sequence[_Shelf], width: int) -> tuple[_Shelf, int] | None:
    """The shelf and the column in it below which, or beside which, there is room for what others did."""
    wide, high = ROOM_FOR_DEEDS
    for shelf in shelves:
        height, spare = _shelf_height(shelf), width - _shelf_width(shelf)
        for place, column in enumerate(shelf):
            mine = column.width + (spare if place == len(shelf) - 1 else 0)
            if mine >= wide and height - column.height >= high:
                return shelf, place
        if spare >= wide + COLUMN_GAP and height >= high:
            return shelf, len(shelf)
    return None


def _placed(shelves: Sequence[_Shelf], width: int, free: tuple[_Shelf, int] | None) -> Plan:
    places: dict[str, Slot] = {}
    deeds: Slot | None = None
    top = 0
    for shelf in shelves:
        height, left = _shelf_height(shelf), 0
        here = free is not None and free[0] is shelf
        last = len(shelf) - 1
        for place, column in enumerate(shelf):
            is_last = place == last and not (here and free is not None and free[1] > last)
            own = width - left if is_last else column.width
            y = top
            for block in column.blocks:
                places[block.part.id] = Slot(block.form, left, y, own, block.height)
                y += block.height
            if here and free is not None and free[1] == place:
                deeds = Slot(0, left, y, own, top + height - y)
            left += own + COLUMN_GAP
        if here and free is not None and free[1] > last:
            deeds = Slot(0, left, top, width - left, height)
        top += height
    return Plan(places, top, deeds)
