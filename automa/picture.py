"""A picture of the table as plain data: what to show and how it is grouped, never how it is printed.

A game describes; the front ends lay out, colour and print. Styles are roles, not colours, so that a picture
reads just as well without any.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Literal, TypeAlias

from msgspec import Struct, field

from automa.dialogue import Named, Text

Style: TypeAlias = Literal[
    "", "name", "good", "bad", "dim", "gold", "key", "slate", "brown", "blue", "purple", "green",
    "red", "orange", "yellow", "olive", "mark", "fresh", "choice",
]  # fmt: skip


COLOUR_STYLES: Mapping[str, Style] = {
    "red": "red",
    "blue": "blue",
    "yellow": "yellow",
    "purple": "purple",
    "orange": "orange",
    "green": "green",
    "black": "slate",
    "cream": "brown",
}
"""How what belongs to a player is shown, by the colour of their pieces."""


class Span(Struct, omit_defaults=True):
    """A few words in one style."""

    text: str | Text
    style: Style = ""
    id: str = ""
    """The thing or place that these words show, where no box or line of its own does."""
    aloud: str | Text = ""
    """What is read aloud instead, where the words speak of a drawing."""
    icon: str = ""
    """The thing whose icon can replace the words."""


class Meter(Span, kw_only=True):
    """How far something has come on its way: drawn as a bar, read aloud by its text."""

    value: int
    top: int
    lines: Sequence[int] = ()
    """The spaces behind which there is a line."""
    stars: int = 0
    """How many of the last spaces are starred."""
    label: str = ""
    """What stands behind the bar: the space in short."""
    sign: str = "█"
    """What each space up to the value is drawn with."""


Spans: TypeAlias = "Sequence[Span]"
"""One line of a cell or paragraph."""


def in_a_row(things: Sequence[Span]) -> list[Span]:
    """Things one after the other: a, b and c."""
    spans: list[Span] = []
    for place, thing in enumerate(things):
        if place and place == len(things) - 1:
            spans += [Span(" "), Span(Text("list.and")), Span(" ")]
        elif place:
            spans.append(Span(", "))
        spans.append(thing)
    return spans


def spaced(parts: Iterable[Spans], gap: str = "   ", style: Style = "") -> list[Span]:
    """Parts one after the other with a gap between two."""
    spans: list[Span] = []
    for words in parts:
        spans += [Span(gap, style), *words] if spans else words
    return spans


class Cell(Struct, omit_defaults=True):
    """A box in a grid. Lines that do not fit its width are wrapped."""

    lines: list[Spans] = field(default_factory=list)
    style: Style = ""
    """The style of its border."""
    border: bool = True
    right: list[Spans] = field(default_factory=list)
    """For each line, what stands flush right in it."""
    id: str = ""
    """The thing or place it shows, if it has an id of its own."""
    mark: str = ""
    """What to type for it, where it may be chosen now."""


class Grid(Struct, omit_defaults=True, tag_field="block", tag="grid"):
    """Boxes in rows, all equally wide; a row is as high as its highest."""

    rows: list[list[Cell]]
    row_names: Sequence[str | Text] = field(default_factory=list)
    column_names: Sequence[str | Text] = field(default_factory=list)


class Heading(Struct, omit_defaults=True, tag_field="block", tag="heading"):
    """A title, with what belongs beside it (a player's gold and keys)."""

    text: str | Text
    beside: list[Spans] = field(default_factory=list)


class Lines(Struct, omit_defaults=True, tag_field="block", tag="lines"):
    """Lines of words, wrapped to the width there is."""

    lines: list[Spans]
    hang: int = 0
    """How far in a line goes on that is wrapped."""


class ListRow(Struct, omit_defaults=True):
    """A line of a list, column by column."""

    columns: Sequence[Spans]
    id: str = ""
    """The thing it shows, if it has an id of its own."""
    mark: str = ""
    """What to type for it, where it may be chosen now."""


class Listing(Struct, omit_defaults=True, tag_field="block", tag="listing"):
    """Things under each other, a line each, in columns as wide as they need to be."""

    entries: Sequence[ListRow]
    right: Sequence[int] = ()
    """The columns that are flush right: numbers."""
    spare: Sequence[int] = ()
    """The columns that are left out, one after the other, where there is no room for all."""
    widths: Sequence[int] = ()
    """How wide each column is where there is room, so that nothing moves when more comes to stand in it."""
    stays_put: bool = False
    """Whether room is kept for what is typed, so that nothing moves when something may be chosen."""


# Maps

Point: TypeAlias = tuple[float, float]
"""Across and down, in units of the game's own: a front end that draws scales them."""
Place: TypeAlias = tuple[int, int]
"""Column and row, from the top left."""
Side: TypeAlias = Literal["north", "east", "south", "west"]
Size: TypeAlias = tuple[int, int]
"""Columns and lines of a screen."""
Carries: TypeAlias = Literal["open", "coast", "wall", "road"]


class Area(Named, Struct, omit_defaults=True):
    """A part of a map: a district, a space of an island, a quarter of a tile."""

    id: str
    name: str | Text
    at: Place
    """Where it stands when the map is drawn with letters."""
    outline: Sequence[Point]
    """Its corners, one after the other, when the map is drawn with lines; it has no dents."""
    style: Style = ""
    size: Place = (1, 1)
    """How many columns and rows it covers, drawn with letters."""
    label: str = ""
    """What the map calls it among its neighbours, if that is shorter than its name: 3 for A3."""
    signs: Spans = ()
    """What is printed in it, in a letter or two each."""
    tokens: Spans = ()
    """What lies in it now, in a letter or two each."""
    beside: Spans = ()
    """What stands beside its name where all its contents are listed."""
    contents: Sequence[Spans] = ()
    """All that is in it, told in full: what signs and tokens show as well."""
    part_of: str | Text = ""
    """What it is read together with: a hill, a row."""
    owner: Style = ""
    """The colour of the player whose it is: it is shown before that of the land."""
    lies_on: str = ""
    """The spot of the tile that it is printed on: what has changed there has changed here."""


class Border(Named, Struct, omit_defaults=True):
    """Where an area ends: at another area, or at the outside."""

    id: str
    name: str | Text
    area: str
    side: Side
    """On which side of the area it is when the map is drawn with letters."""
    line: tuple[Point, Point]
    """Where it is when the map is drawn with lines."""
    other: str = ""
    """The area beyond; nothing for the outside."""
    carries: Carries = "open"
    style: Style = ""
    tokens: Spans = ()
    """What lies on it, in a letter or two each."""
    contents: Sequence[Spans] = ()
    """All that lies on it, told in full; a wall needs no words."""


class Spot(Named, Struct, omit_defaults=True):
    """A point where areas meet: a crossing, the middle of a hill. It is seen when it may be chosen."""

    id: str
    name: str | Text
    corner: Place
    """The place whose top left corner it is when the map is drawn with letters."""
    point: Point
    """Where it is when the map is drawn with lines."""
    label: str = ""
    """What is written there then, as the rows and columns have no names."""


class Map(Struct, omit_defaults=True, tag_field="block", tag="map"):
    """Areas and the borders between them, with what lies on both.

    A renderer need not know the game: every part names the thing it shows by its id. Drawn with lines
    it has the outlines given here; drawn with letters it is a lattice, areas in columns and rows and borders
    between them; read aloud it is a list of what is where.
    """

    caption: str | Text
    """What it shows; a heading above it says so too, so it is not printed again."""
    areas: Sequence[Area]
    borders: Sequence[Border] = ()
    spots: Sequence[Spot] = ()
    marks: Mapping[str, str] = field(default_factory=dict)
    """What may be chosen now: for the id of an area, border or spot, what to type for it."""
    changed: Sequence[str] = ()
    """The ids of areas, borders and spots that have changed since the last answer."""
    boxed: bool = False
    """Whether each area is a box of its own with all its contents, or just its label, signs and tokens."""
    corners: bool = False
    """Whether it shows where areas above each other meet in a corner only and have no border."""
    slanted: bool = False
    """Whether its areas are triangles in rows and drawn as such, which takes more room than a lattice."""
    columns: Mapping[int, str] = field(default_factory=dict)
    rows: Mapping[int, str] = field(default_factory=dict)
    lines_named: bool = False
    """Whether columns and rows name the lines before them and not the places: paths that cross."""
    mark_width: int = 0
    """How wide the longest mark of a border can be: the map keeps its size while none may be chosen."""
    focus: str = ""
    """The area, border or spot to show where there is no room for all.

    A border, or a spot without a label, is marked as in question.
    """
    anchor: str = ""
    """Of a map that grows to all sides: the spot that keeps its place on the screen as long as it can."""
    legend: Sequence[Spans] = ()
    """What its signs mean; not needed where it is read."""


Block: TypeAlias = Heading | Grid | Lines | Listing | Map
Picture: TypeAlias = list[Block]


# Parts of the table, for a screen that shows as much of each as there is room for


class Stage(Struct, omit_defaults=True):
    """Where the game is: the fourth round of nine."""

    name: str | Text
    value: int = 0
    top: int = 0
    """How many there are; none where nobody can know."""
    beside: Sequence[Spans] = ()
    """What else to keep in mind: who is first, the scores."""
    is_last: bool = False
    """Where nobody can know how many there are: whether the end is near."""


IF_ENDED_NOW: Spans = [Span(Text("picture.if-ended-now"), "dim")]
"""Stands beside the stage of a game whose points are shown before it is over."""


FOR_A_PAGE: Size = (1000, 0)
"""The size of a form that no terminal has the columns for: it is shown where things are touched."""


class Panel(Struct, omit_defaults=True):
    """A part of the table that is looked at as a whole, in several forms.

    A screen gives each its place once, by the rank and the sizes that are the same all game: the lower the
    rank, the sooner it gets room.
    """

    id: str
    """Stays the same from one question to the next, so that changes in it can be shown."""
    title: str | Text = ""
    beside: Sequence[Spans] = ()
    """What stands beside the title: a player's gold, the cards left."""
    forms: Sequence[Picture] = ()
    """What it shows, from the fullest to the briefest."""
    line: Spans = ()
    """What is left of it where there is room for one line only, or for few."""
    rank: int = 0
    seat: str = ""
    """Whose it is. What stands beside its title is said once: here, or with what that seat has just done."""
    says_all: int = 0
    """The first form, by its place, that says all there is to say: those before it only look better."""
    sizes: Sequence[Size] = ()
    """For each form the columns and lines it gets without its title, and perhaps for its line; no columns
    are all there are."""
    grows: bool = False
    """Whether it takes the lines that nothing else needs, and gives way first: a map that can be scrolled."""

    @property
    def is_empty(self) -> bool:
        """Whether nothing stands in it yet: on a screen it has its place all the same."""
        if self.line or self.beside:
            return False
        blocks = self.forms[0] if self.forms else []
        return all(isinstance(block, Listing) and not block.entries for block in blocks)


def whole(stage: Stage | None, panels: Sequence[Panel], *, on_pages: bool = False) -> Picture:
    """A whole table: where the game is, and all its parts, each in its fullest form under its title.

    On pages a map has the form that says all in the fewest lines, so that it is not torn.
    """
    picture: Picture = []
    if stage is not None:
        picture.append(Lines([spaced([[Span(stage.name, "dim")], *stage.beside])]))
    for panel in panels:
        line = [panel.line] if panel.line and not panel.forms else []
        if panel.is_empty:
            continue
        if panel.title:
            picture.append(Heading(panel.title, [*panel.beside, *line]))
        elif line:
            picture.append(Lines(line))
        form = panel.says_all if on_pages and panel.grows else 0
        picture += panel.forms[form] if panel.forms else []
    return picture
