"""Laying words out in a given width: wrapping lines, boxes side by side, tables. Nothing here prints."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from itertools import zip_longest
from typing import Literal, TypeAlias

from msgspec import Struct, field

from automa.picture import Meter, Span
from solo.words.clean import cleaned
from solo.words.sentences import Piece, Words, merged

Row: TypeAlias = list[Piece]
"""One line on the screen: a few words and their role, one after the other."""

Align: TypeAlias = Literal["left", "right", "centre"]

CHOICE: Literal["choice"] = "choice"
"""The role of what is typed to choose something."""
UNBROKEN_SPACE = "\0"
"""A space at which no line is broken."""
LONGEST_MARK = 4
"""The most letters that are typed for an option."""
HANG = 2
"""Where a title goes on, it is indented by this."""
ELLIPSIS = "…"
"""Stands where a line goes on that there is no room for."""
NARROWEST = 12
"""A box narrower than this is hard to read: rather fewer boxes side by side."""


class Box(Struct, frozen=True):
    """The signs a box is drawn with."""

    corners: str
    """Top left, top right, bottom left, bottom right."""
    across: str
    down: str
    bullet: str
    cross: str = "+"
    under: str = "_"
    """A path below letters."""
    wall: str = "##"
    """Across, down."""
    road: str = "=:"
    """Between boxes: across, down."""
    nothing: str = "."
    """Where two areas meet in a corner only."""
    meter: str = "#."
    """Done, still to come."""
    slants: str = "/\\"
    """Walls that fall to the left, to the right."""
    dot: str = "."
    """A border that nothing is on."""

    @property
    def signs(self) -> str:
        lines = self.corners + self.across + self.down + self.cross + self.under + self.wall + self.road
        return lines + self.bullet + self.nothing + self.meter + self.slants + self.dot


ROUND = Box("╭╮╰╯", "─", "│", "•", "┼", "▁", "━┃", "═║", "┄", "▰▱", "╱╲", "·")
SQUARE = Box("┌┐└┘", "─", "│", "·", "┼", "_", "═║", "═║", "·", "█░", "/\\", "·")
ASCII = Box("++++", "-", "|", "-")


def box_for(encoding: str) -> Box:
    """The finest box that the encoding can show."""
    for box in (ROUND, SQUARE):
        try:
            box.signs.encode(encoding)
        except (UnicodeEncodeError, LookupError):
            continue
        return box
    return ASCII


def cells(text: str) -> int:
    """How many columns of the terminal the text takes: none for a combining accent, two for a wide sign."""
    if text.isascii():
        return len(text)
    from rich.cells import cell_len  # the one place that knows all widths; most text does not need it

    return cell_len(text)


def width_of(row: Row) -> int:
    width = 0
    for text, _ in row:  # very often, and most text needs no more than this
        width += len(text) if text.isascii() else cells(text)
    return width


def wrap(row: Row, width: int, *, first: int | None = None, hang: int = 0) -> list[Row]:
    """The row on as many lines as it needs, broken at spaces, and inside a word only where it must be.

    `first` is the width of the first line, if it is another; the lines after it are indented by `hang`.
    """
    if first is None and width_of(row) <= width and not (row and row[-1][0].endswith(" ")):
        return [_unglued(row)]  # most lines need no more
    width = max(width, hang + 1)
    lines: list[Row] = [[]]
    room = width if first is None else first
    for gap, word in _words(row):
        if lines[-1] and width_of(gap) + width_of(word) > room:
            lines.append([])
            room = width - hang
        elif gap:
            kept = gap if lines[-1] else _spaces(gap, room)
            lines[-1] += kept
            room -= width_of(kept)
        for chunk in _chunks(word, room, width - hang):
            if chunk is None:
                lines.append([])
                room = width - hang
            else:
                lines[-1] += chunk
                room -= width_of(chunk)
    indent = [(" " * hang, "")] if hang else []
    return [_unglued(line if place == 0 else [*indent, *line]) for place, line in enumerate(lines)]


def _unglued(row: Row) -> Row:
    """The row with plain spaces, neighbours of one role put together."""
    return merged([(text.replace(UNBROKEN_SPACE, " "), role) for text, role in row])


def glued(row: Row, width: int) -> Row:
    """The row as one word, so that no line is broken inside it, if it is no wider than that."""
    return row if width_of(row) > width else [(text.replace(" ", UNBROKEN_SPACE), role) for text, role in row]


def _spaces(gap: Row, room: int) -> Row:
    """As many of the spaces as there is room for."""
    kept: Row = []
    for text, role in gap:
        kept.append((text[:room], role))
        room -= len(kept[-1][0])
    return kept


def _words(row: Row) -> Iterable[tuple[Row, Row]]:
    """The words of a row, each with the space before it; a word may go on from one piece into the next."""
    gap: Row = []
    word: Row = []
    for text, role in row:
        for part in re.findall(r" +|[^ ]+", text):
            if part[0] != " ":
                word.append((part, role))
                continue
            if word:
                yield gap, word
                gap, word = [], []
            gap.append((part, role))
    if word:
        yield gap, word


def _chunks(word: Row, room: int, width: int) -> Iterable[Row | None]:
    """A word, cut where it is longer than a whole line; None stands for a new line."""
    if width_of(word) <= room:
        yield word
        return
    for text, role in word:
        chunk = ""
        for sign in text:
            if cells(chunk + sign) > room and (chunk or room < width):
                if chunk:
                    yield [(chunk, role)]
                yield None
                chunk, room = "", width
            chunk += sign
        yield [(chunk, role)]
        room -= cells(chunk)


def listed(parts: Sequence[Row], between: str) -> Row:
    """Rows as one, with something between them."""
    row: Row = []
    for part in parts:
        if row:
            row.append((" " if row[-1][0].endswith((":", ",", ";")) else between, ""))
        row += part
    return row


def said(words: Words, spans: Sequence[Span], encoding: str, *, aloud: bool = False) -> Row:
    """Words of a picture in the player's language, with signs that the encoding can show."""
    row: Row = []
    for span in spans:
        if isinstance(span, Meter) and not aloud:
            row += [(cleaned(bar(span), encoding), span.style), (f" {span.label}" if span.label else "", "")]
        else:
            said = span.aloud if aloud and span.aloud else span.text
            row += [(cleaned(text, encoding), span.style or role) for text, role in words.spans(said)]
    return row


def bar(meter: Meter) -> str:
    """██│··☆☆☆: a sign for each space up to the value, a stroke for each line, stars at the end."""
    drawn = []
    for each in range(1, meter.top + 1):
        if each - 1 in meter.lines:
            drawn.append("│")
        if each > meter.top - meter.stars:
            drawn.append("★" if each == meter.value else "☆")
        else:
            drawn.append(meter.sign if each <= meter.value else "·")
    return "".join(drawn)


def padded(row: Row, width: int, align: Align = "left") -> Row:
    """The row filled up with spaces to the width."""
    free = max(0, width - width_of(row))
    before = {"left": 0, "right": free, "centre": free // 2}[align]
    return [(" " * before, ""), *row, (" " * (free - before), "")]


def trimmed(row: Row) -> Row:
    """The row without spaces at its end."""
    row = merged(row)
    while row:
        text, role = row.pop()
        if text.rstrip(" "):
            return [*row, (text.rstrip(" "), role)]
    return []


def clipped(row: Row, width: int) -> Row:
    """The row, cut where it is wider than that, with a mark that it goes on."""
    if width_of(row) <= width:
        return row
    kept: Row = []
    room = width - 1
    for text, role in row:
        part = text
        while cells(part) > room:
            part = part[:-1]
        kept.append((part, role))
        room -= cells(part)
        if part != text:
            break
    return [*kept, (ELLIPSIS, "dim")] if width > 0 else []


class BoxCell(Struct):
    """A box to be laid out: its lines, each with what stands flush right in it."""

    lines: list[tuple[Row, Row]]
    style: str = ""
    border: bool = True

    @property
    def natural(self) -> int:
        """How wide it would like to be."""
        return max((width_of(left) + _with_gap(right) for left, right in self.lines), default=0)

    def laid(self, width: int, *, wraps: bool = True) -> list[Row]:
        """Its lines wrapped to the width, or else cut."""
        rows: list[Row] = []
        for left, right in self.lines:
            aside = _with_gap(right)
            if not wraps:
                rows.append([*padded(clipped(left, width - aside), width - width_of(right)), *right])
                continue
            first_word = next((width_of(word) for _, word in _words(left)), 0)
            if aside and first_word > width - aside:
                # No room for both: what is flush right gets lines of its own.
                rows += wrap(left, width)
                rows += [padded(row, width, "right") for row in wrap(right, width)]
                continue
            wrapped = wrap(left, width, first=width - aside if aside else None)
            if right:
                wrapped[0] = [*padded(wrapped[0], width - width_of(right)), *right]
            rows += wrapped
        return rows


def _with_gap(right: Row) -> int:
    return width_of(right) + 1 if right else 0


class Boxes(Struct):
    """Boxes in rows, all equally wide, with the names of rows and columns."""

    rows: list[list[BoxCell]]
    row_names: list[str] = field(default_factory=list)
    column_names: list[str] = field(default_factory=list)

    @property
    def columns(self) -> int:
        return max((len(row) for row in self.rows), default=0)

    @property
    def bordered(self) -> bool:
        return any(cell.border for row in self.rows for cell in row)

    @property
    def natural(self) -> int:
        """How wide the boxes are inside when nothing is wrapped."""
        widths = [cell.natural for row in self.rows for cell in row]
        return max([*widths, *map(cells, self.column_names), 1])

    def laid(self, width: int, box: Box, natural: int | None = None, *, wraps: bool = True) -> list[Row]:
        """The rows of the screen; where not all columns fit, those that do, and then the others below.

        With `natural`, as wide as boxes that need so much room, to go with others. Lines that are too long
        are wrapped or cut.
        """
        columns = self.columns
        if not columns:
            return []
        natural = natural or self.natural
        bordered = self.bordered
        frame, gap = (4, 1) if bordered else (0, 2)
        margin = max((cells(name) + 1 for name in self.row_names), default=0)
        needed = [self._natural(each) for each in range(columns)]
        free = width - margin - sum(needed) - columns + 1
        if not bordered and 0 <= free < columns - 1:  # just enough if they stand closer
            gap = 1
        room = width - margin + gap
        abreast = max(1, min(columns, room // (min(natural, NARROWEST) + frame + gap)))
        inner = max(1, min(natural, room // abreast - frame - gap))
        widths = [inner] * columns
        if inner < natural and abreast == columns and not bordered:
            widths = _shared_out(room - gap * columns, needed)
        rows: list[Row] = []
        for start in range(0, columns, abreast):
            band = slice(start, start + abreast)
            rows += self._names(band, margin, [each + frame for each in widths[band]], gap)
            for place, row in enumerate(self.rows):
                name = self.row_names[place] if place < len(self.row_names) else ""
                frames = box if bordered else None
                rows += _band_row(row[band], name, margin, widths[band], gap, frames, wraps=wraps)
        return [trimmed(row) for row in rows]

    def _natural(self, column: int) -> int:
        """How wide a column is when nothing in it is wrapped."""
        widths = [row[column].natural for row in self.rows if column < len(row)]
        return max([*widths, *map(cells, self.column_names[column : column + 1]), 1])

    def _names(self, band: slice, margin: int, widths: Sequence[int], gap: int) -> list[Row]:
        names = self.column_names[band]
        if not any(names):
            return []
        row: Row = [(" " * margin, "")]
        for name, width in zip(names, widths, strict=False):
            row += [*padded([(name, "dim")], width, "centre"), (" " * gap, "")]
        return [row]


def _shared_out(room: int, wanted: Sequence[int]) -> list[int]:
    """The room shared among columns: those that want little leave the rest to the others."""
    widths = list(wanted)
    for sharing, column in zip(
        range(len(wanted), 0, -1), sorted(range(len(wanted)), key=wanted.__getitem__), strict=True
    ):
        widths[column] = max(1, min(wanted[column], -(-room // sharing)))
        room -= widths[column]
    return widths


def _band_row(
    row: Sequence[BoxCell],
    name: str,
    margin: int,
    widths: Sequence[int],
    gap: int,
    box: Box | None,
    *,
    wraps: bool,
) -> list[Row]:
    wide = list(zip(row, widths, strict=False))
    laid = [cell.laid(inner, wraps=wraps) for cell, inner in wide]
    height = max([len(rows) for rows in laid] + [1])
    if not any(laid) and not any(cell.border for cell in row):
        return [[(name, "dim")]] if name else [[]]
    drawn = [framed(cell, rows, height, inner, box) for (cell, inner), rows in zip(wide, laid, strict=True)]
    lines: list[Row] = []
    middle = (len(drawn[0]) - 1) // 2 if drawn else 0
    for place, parts in enumerate(zip_longest(*drawn, fillvalue=[])):
        line: Row = padded([(name if place == middle else "", "dim")], margin)
        for part in parts:
            line += [*part, (" " * gap, "")]
        lines.append(line)
    return lines


def framed(cell: BoxCell, rows: list[Row], height: int, inner: int, box: Box | None) -> list[Row]:
    """The lines of a box of this height and inner width, with its frame if it has one."""
    filled = [padded(row, inner) for row in [*rows, *([[]] * (height - len(rows)))]]
    if box is None:
        return filled
    if not cell.border:
        blank: Row = [(" " * (inner + 4), "")]
        return [blank, *([("  ", ""), *row, ("  ", "")] for row in filled), blank]
    style = cell.style
    across = box.across * (inner + 2)
    return [
        [(box.corners[0] + across + box.corners[1], style)],
        *([(box.down + " ", style), *row, (" " + box.down, style)] for row in filled),
        [(box.corners[2] + across + box.corners[3], style)],
    ]


def column_widths(rows: Sequence[Sequence[Row]]) -> list[int]:
    """How wide each column is."""
    return [max(map(width_of, column)) for column in zip(*rows, strict=True)]


def columns(
    rows: Sequence[Sequence[Row]], aligns: Sequence[Align], width: int, *, wraps: bool = True
) -> list[Row]:
    """Rows in columns as wide as they need to be; where there is no room, closer and wrapped, or cut."""
    widths = column_widths(rows)
    kept = [column for column, each in enumerate(widths) if each]
    if not kept:
        return []
    gap = 2 if sum(widths) + 2 * (len(kept) - 1) <= width else 1
    names = next((column for column in kept if widths[column] > LONGEST_MARK), kept[0])
    if widths[names] > width // 2:
        names = -1  # no names, which are wrapped last: what is so long gives way like the others
    while sum(widths) + gap * (len(kept) - 1) > width and max(widths) > NARROWEST:
        others = [column for column in kept if column != names and widths[column] > NARROWEST]
        widths[max(others, key=widths.__getitem__, default=max(names, 0))] -= 1
    widths = _balanced(rows, widths, column_widths(rows))
    sizes = [widths[column] for column in kept]
    sides = [aligns[column] for column in kept]
    cells = ([row[column] for column in kept] for row in rows)
    return [line for row in cells for line in _side_by_side(row, sizes, sides, gap, wraps=wraps)]


def _side_by_side(
    row: Sequence[Row], widths: Sequence[int], aligns: Sequence[Align], gap: int = 2, *, wraps: bool = True
) -> Iterable[Row]:
    """The cells of a row beside each other, each wrapped or cut to its width."""
    wide = list(zip(row, widths, strict=True))
    cells = [wrap(cell, width) if wraps else [clipped(cell, width)] for cell, width in wide]
    for parts in zip_longest(*cells, fillvalue=[]):
        line: Row = []
        for part, width, align in zip(parts, widths, aligns, strict=True):
            line += [*padded(part, width, align), (" " * gap, "")]
        yield trimmed(line)


def flowing(rows: Sequence[Sequence[Row]], aligns: Sequence[Align], width: int) -> list[Row]:
    """Rows that begin in columns, up to a name and the numbers behind it, and flow on behind these."""
    names = aligns.index("left")
    heads = next((place for place in range(names + 1, len(aligns)) if aligns[place] == "left"), len(aligns))
    widths = column_widths([row[:heads] for row in rows])
    margin = sum(each + 1 for each in widths if each)
    lines: list[Row] = []
    for row in rows:
        rest = wrap(listed([part for part in row[heads:] if part], "  "), max(NARROWEST, width - margin))
        for place, part in enumerate(rest):
            line: Row = []
            for head, each, align in zip(row, widths, aligns, strict=False):
                line += [*padded(head if place == 0 else [], each, align), (" ", "")] if each else []
            lines.append(trimmed([*line, *part]))
    return lines


def _balanced(rows: Sequence[Sequence[Row]], widths: list[int], natural: Sequence[int]) -> list[int]:
    """The widths, those of the two columns that are wrapped most shared so that it takes fewest lines."""
    *_, second, first = sorted(range(len(widths)), key=lambda column: natural[column] - widths[column])[-2:]
    both = widths[first] + widths[second]
    if widths[second] == natural[second] or both < 2 * NARROWEST:
        return widths

    def shared(of_first: int) -> list[int]:
        return [
            of_first if place == first else both - of_first if place == second else each
            for place, each in enumerate(widths)
        ]

    def lines(of_first: int) -> tuple[int, int]:
        tried = shared(of_first)
        high = sum(max(len(wrap(row[column], tried[column])) for column in (first, second)) for row in rows)
        return high, abs(of_first - widths[first])

    return shared(min(range(NARROWEST, both - NARROWEST + 1), key=lines))


def _longest_word(row: Row) -> int:
    return max((width_of(word) for _, word in _words(row)), default=0)


def table(rows: Sequence[Sequence[Row] | None], aligns: Sequence[Align], width: int, box: Box) -> list[Row]:
    """Rows in columns as wide as they need to be, the widest ones wrapped if need be; None draws a line."""
    content = [row for row in rows if row is not None]
    widths = [max((width_of(row[column]) for row in content), default=0) for column in range(len(aligns))]
    whole = [max((_longest_word(row[column]) for row in content), default=0) for column in range(len(aligns))]
    while sum(widths) + 2 * (len(widths) - 1) > width and max(widths) > 4:
        # The name of a save is typed: what is more than one word makes room first.
        loose = [column for column, each in enumerate(widths) if each > max(whole[column], 4)]
        widths[max(loose or range(len(widths)), key=widths.__getitem__)] -= 1
    across: Row = [(box.across * (sum(widths) + 2 * (len(widths) - 1)), "dim")]
    laid = ([across] if row is None else _side_by_side(row, widths, aligns) for row in rows)
    return [line for lines in laid for line in lines]
