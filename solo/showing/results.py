"""How a game is shown when it is over: two tables side by side, and a sheet to share with others."""

from __future__ import annotations

import re
from collections.abc import Sequence
from io import StringIO
from itertools import zip_longest

from msgspec import Struct
from msgspec.structs import replace

from automa.dialogue import Named, Text
from automa.picture import Panel
from automa.sheet import Sheet
from solo.showing.layout import HANG, Row, box_for, clipped, padded, trimmed, width_of, wrap
from solo.showing.screen import UNLIMITED, Screen
from solo.showing.sheets import as_markdown, in_words
from solo.words.sentences import Words

NARROWEST = 42
"""Two tables that have fewer columns each are shown one after the other."""
RESERVED_LINES = 17
"""What stands around the tables: who won, what decided, what next."""
SHARED_WIDTH = 100
"""The columns of a picture to share."""
FONT = re.compile(r"@font-face \{[^}]*\}\s*")
"""A picture to share loads nothing from elsewhere: the fonts of the reader will do."""


class Shared(Struct, frozen=True):
    """A game to share with others."""

    text: str
    """In Markdown."""
    picture: str
    """In SVG."""


def shared(
    title: str, sheet: Sheet, words: Words, tables: Sequence[Panel], lines: Sequence[Text], *, so_far: bool
) -> Shared:
    """The sheet of a game, with what else there is to tell; `so_far` while nobody has won yet."""
    from rich.console import Console

    said = in_words(sheet, words)
    told = [words.plain(line) for line in lines]
    said = replace(
        said, ending=[*([words.plain(Text("talk.score-so-far"))] if so_far else said.ending), *told]
    )
    console = Console(record=True, file=StringIO(), width=SHARED_WIDTH, force_terminal=True, highlight=False)
    screen = Screen.rich(words, console, encoding="utf-8")
    screen.paper.put(side_by_side(screen, tables))
    screen.sheet(sheet, so_far=so_far)
    screen.texts(lines)
    return Shared(as_markdown(said, words), FONT.sub("", console.export_svg(title=title)))


def tables_of(panels: Sequence[Panel], seats: Sequence[Named]) -> list[Panel]:
    """The tables of these players, in their order; none in a game where they share one."""
    own = [panel for seat in seats for panel in panels if panel.forms and panel.title == seat.name]
    return own if len(own) == len(seats) else []


def side_by_side(screen: Screen, tables: Sequence[Panel]) -> list[Row]:
    """Tables side by side where the width allows, else one after the other, all in the same form."""
    if not tables:
        return []
    width, height = screen.paper.width(), screen.paper.height()
    room = (width - 3 * (len(tables) - 1)) // len(tables)
    most = UNLIMITED if height is None else height - RESERVED_LINES
    if screen.is_plain or room < NARROWEST:
        each = most // len(tables)
        return [
            row
            for table in tables
            for row in [*_title(screen, table, width), *_form(screen, table, width, each)]
        ]
    titles = [_title(screen, table, room) for table in tables]
    forms = [_form(screen, table, room, most) for table in tables]
    rule = f" {box_for(screen.paper.encoding).down} "
    rows: list[Row] = []
    for line in [*zip_longest(*titles, fillvalue=[]), *zip_longest(*forms, fillvalue=[])]:
        row: Row = []
        for place, part in enumerate(line):
            row += [(rule, "dim")] if place else []
            row += padded(clipped(part, room), room)
        rows.append(trimmed(row))
    return rows


def _title(screen: Screen, table: Panel, width: int) -> list[Row]:
    """Whose table it is, and what they have."""
    return wrap(screen.titled(table, width), width, hang=HANG)


def _form(screen: Screen, table: Panel, width: int, height: int) -> list[Row]:
    """A table in the fullest form there is room for."""
    forms = [screen.drawn(form, width) for form in table.forms]
    fitting = [rows for rows in forms if max(map(width_of, rows), default=0) <= width and len(rows) <= height]
    return (fitting or forms[-1:])[0]
