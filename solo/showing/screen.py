"""Shows texts, pictures and score sheets: in colour and boxes, or in plain lines read from top to bottom."""

from __future__ import annotations

from collections.abc import Container, Iterable, Sequence
from itertools import zip_longest
from typing import TYPE_CHECKING, Protocol, TextIO

from automa.dialogue import Text, Value
from automa.picture import Cell, Grid, Heading, Lines, Listing, Map, Meter, Panel, Picture, Span
from automa.sheet import Sheet
from solo.showing import maps
from solo.showing.layout import (
    CHOICE,
    HANG,
    Align,
    BoxCell,
    Boxes,
    Row,
    box_for,
    clipped,
    column_widths,
    columns,
    flowing,
    glued,
    listed,
    padded,
    said,
    table,
    trimmed,
    width_of,
    wrap,
)
from solo.showing.sheets import (
    SaidLine,
    SaidPlayer,
    SaidSheet,
    SaidTable,
    by_player,
    ending,
    in_words,
    of_player,
    ranking,
    tie_break_label,
)
from solo.words.clean import cleaned
from solo.words.sentences import Words, capitalised

if TYPE_CHECKING:
    from rich.console import Console

UNLIMITED = 1_000_000
"""The width of a file or pipe, whose reader wraps it."""

WIDEST = 100
"""Sentences are hard to read in longer lines."""

BETWEEN = 3
"""How the points of two players come about stands side by side, so many columns apart."""

LABEL, NUMBER = 14, 8
"""How wide the columns of a table of players must be at least for their names to be read."""

COLOURS = {
    "name": "bold",
    "good": "color(28)",
    "bad": "color(160)",
    "dim": "color(102)",
    "gold": "color(136)",
    "key": "color(30)",
    "slate": "color(67)",
    "brown": "color(130)",
    "blue": "color(33)",
    "purple": "color(134)",
    "green": "color(28)",
    "red": "color(160)",
    "orange": "color(166)",
    "yellow": "color(100)",
    "olive": "color(64)",
    "mark": "bold",
    "choice": "bold reverse",
    "fresh": "bold underline",
    "title": "bold",
}
"""A style for each role; two roles with a space between them go together.

The colours stand out from black and from white alike: nobody knows which it is.
"""


class Paper(Protocol):
    """Where lines are put."""

    encoding: str

    def width(self) -> int:
        """How wide it is just now."""

    def height(self) -> int | None:
        """How many lines can be seen at once; None where one reads on and on."""

    def put(self, rows: Sequence[Row]) -> None:
        """One line under the other."""


class RichPaper:
    """A terminal with colours."""

    __slots__ = ("console", "encoding")

    def __init__(self, console: Console, encoding: str | None) -> None:
        self.console = console
        self.encoding = encoding or console.encoding

    def width(self) -> int:
        return self.console.width

    def height(self) -> int | None:
        return self.console.height if self.console.is_terminal else None

    def put(self, rows: Sequence[Row]) -> None:
        from rich.text import Text as RichText

        printed = RichText(no_wrap=True, overflow="ignore", end="")
        for row in rows:
            for text, role in row:
                printed.append(text, " ".join(COLOURS.get(each, "") for each in role.split()) or None)
            printed.append("\n")
        self.console.print(printed, soft_wrap=True, end="")


class PlainPaper:
    """A stream of lines."""

    __slots__ = ("encoding", "fixed", "stream")

    def __init__(self, stream: TextIO, width: int | None, encoding: str | None) -> None:
        self.stream = stream
        self.fixed = width
        self.encoding = encoding or getattr(stream, "encoding", None) or "utf-8"

    def width(self) -> int:
        if self.fixed is not None:
            return self.fixed
        if not self.stream.isatty():
            return UNLIMITED
        from shutil import get_terminal_size

        return get_terminal_size().columns

    def height(self) -> int | None:
        return None

    def put(self, rows: Sequence[Row]) -> None:
        self.stream.write("".join("".join(text for text, _ in row) + "\n" for row in rows))
        self.stream.flush()


class Screen:
    """Shows what a player sees, in one of two ways; the width is looked up each time, as it may change."""

    __slots__ = ("is_plain", "paper", "words")

    def __init__(self, words: Words, paper: Paper, *, is_plain: bool) -> None:
        self.words = words
        self.paper = paper
        self.is_plain = is_plain

    @classmethod
    def rich(cls, words: Words, console: Console, *, encoding: str | None = None) -> Screen:
        """On a terminal: boxes, colours, columns."""
        return cls(words, RichPaper(console, encoding), is_plain=False)

    @classmethod
    def plain(
        cls, words: Words, stream: TextIO, width: int | None = None, *, encoding: str | None = None
    ) -> Screen:
        """One thing after the other, with nothing but text: for screen readers, pipes and dumb terminals.

        Without a width: that of the terminal; in a file or pipe lines are as long as they are.
        """
        return cls(words, PlainPaper(stream, width, encoding), is_plain=True)

    def text(self, value: Value, role: str = "") -> None:
        """A text, wrapped; line breaks in its sentence are kept."""
        self.texts([value], role)

    def texts(self, values: Iterable[Value], role: str = "") -> None:
        """Many texts, one under the other, shown at once."""
        width = self._text_width()
        self._put(row for value in values for line in self._lines(value, role) for row in wrap(line, width))

    def _text_width(self) -> int:
        """How long the lines of a text are."""
        return self.paper.width() if self.is_plain else min(self.paper.width(), WIDEST)

    def rule(self, title: str | Text) -> None:
        """A line across with a title in it: something new begins."""
        self._put([[], *self.across(title)])

    def across(self, title: str | Text, width: int | None = None) -> list[Row]:
        """A title with a line across behind it; no line where there is no room for both."""
        name = self.capital(title)
        width = self.paper.width() if width is None else width
        if self.is_plain:
            return wrap([("--- ", ""), *name, (" ---", "")], width)
        box = box_for(self.paper.encoding)
        after = max(0, width - width_of(name) - 4)
        line = [(box.across * 2 + " ", "dim"), *_in_role(name, "title"), (" " + box.across * after, "dim")]
        return [line if width_of(name) + 4 <= width else clipped(name, width)]

    def titled(self, panel: Panel, width: int, role: str = "title") -> Row:
        """What a part of the table is called and what stands beside that, none of it broken."""
        title = _in_role(self.capital(panel.title), role) if panel.title else []
        for words in panel.beside:
            title += [("  ", ""), *glued(self.said(words), width - HANG)]
        return title

    def why(self, reasons: Sequence[Text]) -> None:
        """Reasons, one under the other."""
        self._put(self.reasons(reasons))

    def reasons(self, reasons: Sequence[Text]) -> list[Row]:
        """The lines of reasons, one under the other."""
        bullet = "- " if self.is_plain else box_for(self.paper.encoding).bullet + " "
        rows: list[Row] = []
        for reason in reasons:
            for place, line in enumerate(self._lines(reason, "")):
                start = [("  " + (bullet if place == 0 else "  "), "dim")]
                told = [*start, *(line if self.is_plain else _dimmed(line))]
                rows += wrap(told, self._text_width(), hang=4)
        return rows

    def picture(self, picture: Picture) -> None:
        """A picture of the table."""
        self._put(self.drawn(picture))

    def drawn(
        self,
        picture: Picture,
        width: int | None = None,
        height: int | None = None,
        planned: int | None = None,
    ) -> list[Row]:
        """The lines of a picture; maps are cut to so many lines if they are higher.

        `planned` is how high the place is that was planned for it, on which it depends how a map is drawn.
        """
        wide = self.paper.width() if width is None else width
        rows: list[Row] = []
        boxes = {id(block): self._boxes(block) for block in picture if isinstance(block, Grid)}
        for place, block in enumerate(picture):
            match block:
                case Heading():
                    rows += [[]] if place and not isinstance(picture[place - 1], Heading) else []
                    rows += self._heading(block, wide)
                case Grid() if self.is_plain:
                    rows += self._grid_in_lines(block)
                case Grid():
                    own = boxes[id(block)]
                    alike = [each.natural for each in boxes.values() if _go_together(each, own)]
                    rows += self._grid(own, max(alike), wide, None if height is None else height - len(rows))
                case Listing() if self.is_plain:
                    rows += [
                        row for entry in block.entries for row in self._hung(self._in_line(entry.columns))
                    ]
                case Listing():
                    rows += self._listing(block, wide, None if height is None else height - len(rows))
                case Map() if self.is_plain:
                    rows += [line for row in maps.read(block, self.said) for line in self._hung(row)]
                case Map():
                    room = None if height is None else height - len(rows)
                    rows += maps.drawn(block, self.said, wide, box_for(self.paper.encoding), room, planned)
                case Lines():
                    lines = [part for line in block.lines for part in self._broken(line)]
                    rows += [row for line in lines for row in wrap(line, wide, hang=block.hang)]
        return rows

    def sheet(self, sheet: Sheet, *, so_far: bool = False) -> None:
        """A score sheet, and who won; while the game goes on (`so_far`) nobody has."""
        points, result = self.sheet_rows(sheet, so_far=so_far)
        self._put([[], *points, *result])

    def sheet_rows(self, sheet: Sheet, *, so_far: bool = False) -> tuple[list[Row], list[Row]]:
        """The lines of a score sheet: everybody's points, and what comes of them."""
        said = in_words(sheet, self.words)
        points = self.across(sheet.title)
        result: list[Row] = []
        if self.is_plain:
            points += [row for player in said.players for row in self._player_in_lines(said, player)]
        elif said.is_matrix and self.paper.width() >= LABEL + NUMBER * len(said.players):
            points += self._matrix(said)
        else:
            points += self._blocks(said)
            result += [[], *self._ranking(said)] if len(said.players) > 1 else []
        result.append([])
        for sentence in () if so_far else ending(sheet):
            result += wrap(_in_role(self._say(sentence), "title"), self.paper.width())
        return points, result

    def listing(
        self, heads: Sequence[Text], rows: Iterable[Sequence[Value]], right: Container[int] = ()
    ) -> None:
        """Things under each other in columns, some flush right, with what the columns are above them."""
        aligns: list[Align] = ["right" if place in right else "left" for place in range(len(heads))]
        laid: list[list[Row] | None] = [[_in_role(self._say(head), "title") for head in heads], None]
        laid += [[self._say(value) for value in row] for row in rows]
        self._put(table(laid, aligns, self.paper.width(), box_for(self.paper.encoding)))

    # Words

    def _put(self, rows: Iterable[Row]) -> None:
        self.paper.put([trimmed(row) for row in rows])

    def _clean(self, row: Row) -> Row:
        return [(cleaned(text, self.paper.encoding), role) for text, role in row]

    def _say(self, value: Value) -> Row:
        return self._clean(self.words.spans(value))

    def capital(self, value: str | Text) -> Row:
        """A title, in the player's language."""
        return self._clean(capitalised(self.words.spans(value)))

    def _lines(self, value: Value, role: str) -> list[Row]:
        """A text as rows, one for each line of its sentence."""
        lines: list[Row] = [[]]
        for text, own in self.words.spans(value):
            for place, part in enumerate(text.split("\n")):
                if place:
                    lines.append([])
                lines[-1].append((cleaned(part, self.paper.encoding), own or role))
        return lines

    def said(self, spans: Sequence[Span]) -> Row:
        """Words of a picture, in the player's language."""
        return said(self.words, spans, self.paper.encoding, aloud=self.is_plain)

    def _broken(self, spans: Sequence[Span]) -> list[Row]:
        """Words of a picture as rows: line breaks in their sentences are kept."""
        rows: list[Row] = [[]]
        for span in spans:
            if isinstance(span, Meter) and not self.is_plain:
                rows[-1] += self.said([span])
                continue
            said = span.aloud if self.is_plain and span.aloud else span.text
            for place, part in enumerate(self._lines(said, "")):
                if place:
                    rows.append([])
                rows[-1] += _in_role(part, span.style) if span.style else part
        return rows

    # Pictures

    def _heading(self, heading: Heading, width: int) -> list[Row]:
        title = _in_role(self.capital(heading.text), "title")
        for place, words in enumerate(heading.beside):
            if self.is_plain:
                title.append((": " if place == 0 else ", ", ""))
            else:
                title.append(("   ", ""))
            title += self.said(words)
        return wrap(title, width, hang=HANG)

    def _grid(self, boxes: Boxes, natural: int, width: int, height: int | None) -> list[Row]:
        """Boxes side by side; where there is no room for lines to go on, they are cut."""
        box = box_for(self.paper.encoding)
        wrapped = boxes.laid(width, box, natural)
        if height is None or len(wrapped) <= height:
            return wrapped
        return boxes.laid(width, box, natural, wraps=False)

    def _listing(self, listing: Listing, width: int, height: int | None) -> list[Row]:
        """A line for each thing, with what to type for it in front where some may be chosen.

        Where there is no room for lines to go on in columns, they go on without these, or else they are cut:
        better a part of each thing than not all.
        """
        count = max((len(entry.columns) for entry in listing.entries), default=0)
        aligns: list[Align] = ["right" if place in listing.right else "left" for place in range(count)]
        rows = [
            [self.said(words) for words in (*entry.columns, *([()] * (count - len(entry.columns))))]
            for entry in listing.entries
        ]
        said = [sum(map(bool, row)) for row in rows]
        is_marked = listing.stays_put or any(entry.mark for entry in listing.entries)
        room = width - 3 * is_marked
        if listing.widths:
            rows[0] = [*map(padded, rows[0], _least(column_widths(rows), listing.widths, room))]
        for column in listing.spare:
            if _across(column_widths(rows)) > room:
                rows = [[*row[:column], [], *row[column + 1 :]] for row in rows]
        if is_marked:
            typed = [padded(_mark(each.mark), int(listing.stays_put), "right") for each in listing.entries]
            rows = [[mark, *row] for mark, row in zip(typed, rows, strict=True)]
            aligns.insert(0, "right")
        # What is left of a line without its spare columns must be more than a name.
        bare = [before > 1 and not any(row[-count + 1 :]) for row, before in zip(rows, said, strict=True)]
        kept = [row for row, is_bare in zip(rows, bare, strict=True) if any(row) and not is_bare]
        wrapped = columns(kept, aligns, width)
        if height is None or len(wrapped) <= height:
            return wrapped
        closer = flowing(kept, aligns, width) if "left" in aligns else wrapped
        return closer if len(closer) <= height else columns(kept, aligns, width, wraps=False)

    def _in_line(self, columns: Sequence[Sequence[Span]]) -> Row:
        parts = [trimmed(self.said(words)) for words in columns]
        return listed([part for part in parts if part], ", ")

    def _boxes(self, grid: Grid) -> Boxes:
        return Boxes(
            [[self._box(cell) for cell in row] for row in grid.rows],
            [self._name(name) for name in grid.row_names],
            [self._name(name) for name in grid.column_names],
        )

    def _box(self, cell: Cell) -> BoxCell:
        lines = [
            (self.said(left), self.said(right))
            for left, right in zip_longest(cell.lines, cell.right, fillvalue=())
        ]
        if cell.mark and lines:
            name = "".join(text for text, _ in lines[0][0])
            named = [] if name == cell.mark else [(" ", ""), *lines[0][0]]
            lines[0] = ([*_mark(cell.mark), *named], lines[0][1])
        return BoxCell(lines, cell.style, cell.border)

    def _name(self, name: str | Text) -> str:
        return cleaned(self.words.plain(name), self.paper.encoding)

    def _grid_in_lines(self, grid: Grid) -> list[Row]:
        """A line for each box, row by row; boxes without a border read as a table: a line for each row."""
        rows: list[Row] = []
        for place, row in enumerate(grid.rows):
            name = self._name(grid.row_names[place]) if place < len(grid.row_names) else ""
            columns = [*map(self._name, grid.column_names), *([""] * (len(row) - len(grid.column_names)))]
            if any(cell.border for cell in row):
                rows += [
                    line
                    for column, cell in zip(columns, row, strict=False)
                    if cell.border or cell.lines
                    for line in self._labelled(_place(column, name), self._cell_in_line(cell))
                ]
            else:
                parts = [
                    _label(column, self._cell_in_line(cell))
                    for column, cell in zip(columns, row, strict=False)
                    if cell.lines or cell.right
                ]
                rows += self._labelled(name, listed(parts, "; "))
        return rows

    def _labelled(self, label: str, row: Row) -> list[Row]:
        return self._hung(self._clean(_label(label, row)))

    def _hung(self, row: Row) -> list[Row]:
        return wrap(row, self.paper.width(), hang=4)

    def _cell_in_line(self, cell: Cell) -> Row:
        box = self._box(cell)
        parts = [trimmed(part) for line in box.lines for part in line]
        return listed([part for part in parts if part], ", ") or self._say(Text("picture.empty"))

    # Score sheets

    def _player_in_lines(self, said: SaidSheet, player: SaidPlayer) -> list[Row]:
        points = self.words.plain(Text("amount.points", n=player.total))
        head = f"{player.name}: {points}"
        if len(said.players) > 1:
            head += f", {self.words.plain(Text('sheet.place-of', place=player.place))}"
        lines = [head]
        for line in player.lines:
            lines.append(f"  {line.label}: {line.points}" + (f" ({line.how})" if line.how else ""))
        for label in said.tie_breaks:
            lines.append(f"  {tie_break_label(label, self.words)}: {player.tie_break[label]}")
        return [row for line in lines for row in wrap(self._clean([(line, "")]), self.paper.width(), hang=4)]

    def _matrix(self, said: SaidSheet) -> list[Row]:
        """What is scored for, by player; then how the points come about."""
        laid = self._table(by_player(said, self.words), "left")
        width = self.paper.width()
        abreast = 2 if width >= WIDEST else 1
        each = (width + BETWEEN) // abreast - BETWEEN
        told = [self._reasons_of(player, each) for player in said.players if any(map(_how, player.lines))]
        for place in range(0, len(told), abreast):
            laid.append([])
            for parts in zip_longest(*told[place : place + abreast], fillvalue=Row()):
                laid.append(trimmed([piece for part in parts for piece in padded(part, each + BETWEEN)]))
        return laid

    def _reasons_of(self, player: SaidPlayer, width: int) -> list[Row]:
        """How the points of a player come about."""
        rows = [self._clean([(player.name, "name")])]
        for line in filter(_how, player.lines):
            reason = self._clean([(f"  {line.label}: ", ""), (line.how, "dim")])
            rows += wrap(reason, width, hang=4)
        return rows

    def _blocks(self, said: SaidSheet) -> list[Row]:
        """A table for each player."""
        laid: list[Row] = []
        for player in said.players:
            found = of_player(player, self.words, (player.name, "name"))
            laid += [*([[]] if laid else []), *self._table(found, "left", "right", "left")]
        return laid

    def _ranking(self, said: SaidSheet) -> list[Row]:
        found = ranking(said, self.words)
        heads, *lines = (
            [place, name, total, *ties] for name, total, place, *ties in (found.heads, *found.lines)
        )
        return self._table(SaidTable(heads, lines), "right", "left")

    def _table(self, found: SaidTable, *aligns: Align) -> list[Row]:
        """A table; the columns that no alignment is given for hold numbers."""
        above = [found.heads, None, *found.lines]
        rows = [*above, None, *found.below] if found.below else above
        laid = [None if row is None else [self._clean([piece]) for piece in row] for row in rows]
        numbers: list[Align] = ["right"] * (len(found.heads) - len(aligns))
        return table(laid, [*aligns, *numbers], self.paper.width(), box_for(self.paper.encoding))


def _how(line: SaidLine) -> str:
    return line.how


def _least(widths: Sequence[int], wanted: Sequence[int], room: int) -> list[int]:
    """How wide columns are made: as wanted, but those with most to spare give way to what is wider."""
    least = [*map(max, widths, wanted)]
    while _across(least) > room and least != [*widths]:
        spare = [wide - needed for wide, needed in zip(least, widths, strict=True)]
        least[spare.index(max(spare))] -= 1
    return least


def _across(widths: Sequence[int]) -> int:
    """How wide columns are beside each other, without those that are empty."""
    wide = [width for width in widths if width]
    return sum(wide) + 2 * (len(wide) - 1)


def _mark(mark: str) -> Row:
    return [(mark, CHOICE)] if mark else []


def _go_together(one: Boxes, other: Boxes) -> bool:
    """Whether two grids of a picture look best with boxes of one width."""
    return one is other or (one.bordered and other.bordered and one.columns == other.columns)


def _in_role(row: Row, role: str) -> Row:
    return [(text, role) for text, _ in row]


def _dimmed(row: Row) -> Row:
    return [(text, role or "dim") for text, role in row]


def _place(column: str, row: str) -> str:
    """What a box is called by its column and row: b3; or by their names in full."""
    if len(column) <= 1 and len(row) <= 2:
        return column + row
    return ", ".join(name for name in (row, column) if name)


def _label(label: str, row: Row) -> Row:
    return [(f"{label}: ", ""), *row] if label else row
