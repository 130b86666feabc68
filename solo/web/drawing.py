"""The table as HTML: the parts of a picture, and in them what can be touched."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

from msgspec import Struct

from automa.dialogue import Text, Value
from automa.picture import (
    Area,
    Block,
    Border,
    Cell,
    Grid,
    Heading,
    Lines,
    Listing,
    Map,
    Meter,
    Panel,
    Picture,
    Span,
    Spot,
    Stage,
)
from automa.picture import Words as Line
from solo.showing.icons import icon_of
from solo.web.charts import chart
from solo.web.markup import NOTHING, Html, div, element, icon, joined
from solo.words.sentences import Words, capitalised

MOST_IN_A_ROW = 3
"""More columns of a list than this go on below, on a phone; unless there are bars in them to be compared."""
SIGN = 1
"""So many letters are only a sign for a thing."""
WIDEST_GRID = 12
"""The style sheet knows grids of so many columns."""


class Touch(Struct, frozen=True):
    """What touching something does: it opens the sheet of that id, or answers at once with a value."""

    label: str
    sheet: str = ""
    value: str = ""
    ghost: bool = False
    """It is not touched: a tile that is put together is shown there."""


Touches = Mapping[str, Touch]
"""For the id of a thing or place on the table what touching it does."""
UNTOUCHED: Touches = {}


def panels(
    parts: Sequence[Panel], words: Words, touches: Touches = UNTOUCHED, about: Collection[str] = ()
) -> Html:
    """The parts of the table: what can be touched first, then what matters most; the rest is folded.

    What the question is `about` is marked on a map, with its names.
    """
    touched = {panel.id for panel in parts if any(thing in touches for thing in things(panel))}
    ordered = sorted(parts, key=lambda panel: (panel.id not in touched, panel.rank))
    least = min((panel.rank for panel in parts), default=0)
    return joined(_panel(panel, words, touches, about, panel.rank <= least + 2) for panel in ordered)


def drawn_of(panel: Panel) -> Picture:
    """What a page shows of a part of the table: its fullest form, or the line that it is."""
    if panel.forms:
        return panel.forms[0]
    return [Lines([panel.line])] if panel.line else []


def _panel(panel: Panel, words: Words, touches: Touches, about: Collection[str], is_open: bool) -> Html:
    drawn = drawn_of(panel)
    beside = joined(element("span", spans(line, words), class_="beside") for line in panel.beside)
    head = joined([element("h2", said(panel.title, words, capital=True)), beside]) if panel.title else NOTHING
    inside = picture(drawn, words, touches, about)
    if not head and not inside:
        return NOTHING
    if not head:
        return element("section", inside, class_="panel", data_panel=panel.id)
    if not drawn:
        return element("section", div("head", head), class_="panel bare", data_panel=panel.id)
    touched = any(thing in touches for thing in things(panel))
    summary = element("summary", head, class_="head")
    return element("details", summary, inside, class_="panel", data_panel=panel.id, open=is_open or touched)


def picture(blocks: Picture, words: Words, touches: Touches = UNTOUCHED, about: Collection[str] = ()) -> Html:
    """Blocks one under the other."""
    return joined(_block(block, words, touches, about) for block in blocks)


def _block(block: Block, words: Words, touches: Touches, about: Collection[str]) -> Html:
    match block:
        case Heading():
            beside = (element("span", spans(line, words), class_="beside") for line in block.beside)
            return div("head", element("h3", said(block.text, words, capital=True)), *beside)
        case Lines():
            return div(
                "lines", *(element("p", spans(line, words)) for line in block.lines if _has_words(line))
            )
        case Grid():
            return _grid(block, words, touches)
        case Listing():
            return _listing(block, words)
        case Map():
            hrefs = {
                thing: (f"#{touch.sheet}", touch.label) for thing, touch in touches.items() if not touch.ghost
            }
            ghost = next((thing for thing, touch in touches.items() if touch.ghost), "")
            return chart(block, words, hrefs, ghost, about)


def _has_words(line: Line) -> bool:
    return any(span.text for span in line)


def _grid(grid: Grid, words: Words, touches: Touches) -> Html:
    columns = max((len(row) for row in grid.rows), default=0)
    assert columns <= WIDEST_GRID
    boxes: list[Html] = []
    for row in grid.rows:
        boxes += [cell(each, words, touches.get(each.id)) for each in row]
        boxes += [div("gap")] * (columns - len(row))
    return div(f"grid cols-{columns}", *boxes)


def cell(box: Cell, words: Words, touch: Touch | None = None) -> Html:
    """A box; one that can be touched is a button that answers, or a link to its sheet."""
    inside = cell_lines(box, words)
    style = f"cell {box.style or 'plain'}"
    if touch is None:
        return div(style, inside) if inside else div("gap")
    if touch.sheet:
        return element("a", inside, href=f"#{touch.sheet}", class_=f"{style} touch")
    return element(
        "button",
        inside,
        form="answer",
        name="answer",
        value=touch.value,
        class_=f"{style} touch",
        aria_label=touch.label,
    )


def cell_lines(box: Cell, words: Words) -> Html:
    """What stands in a box, line by line."""
    lines: list[Html] = []
    for place in range(max(len(box.lines), len(box.right))):
        left = spans(box.lines[place], words) if place < len(box.lines) else NOTHING
        right = spans(box.right[place], words) if place < len(box.right) else NOTHING
        if left or right:
            flush = element("span", right, class_="right") if right else NOTHING
            lines.append(element("span", element("span", left), flush, class_="line"))
    return joined(lines)


def _listing(listing: Listing, words: Words) -> Html:
    rows = (
        element("tr", *(_column(listing, place, line, words) for place, line in enumerate(entry.columns)))
        for entry in listing.entries
    )
    columns = max((len(entry.columns) for entry in listing.entries), default=0)
    has_bars = any(
        isinstance(span, Meter) for entry in listing.entries for line in entry.columns for span in line
    )
    class_ = "listing many-columns" if columns > MOST_IN_A_ROW and not has_bars else "listing"
    return element("table", element("tbody", *rows), class_=class_)


def _column(listing: Listing, place: int, line: Line, words: Words) -> Html:
    return element("td", spans(line, words), class_="right" if place in listing.right else None)


# Words


def spans(line: Line, words: Words) -> Html:
    """A few words, each in its role."""
    shown: list[Html] = []
    before = ""
    for span in line:
        if span.text:
            name = "" if isinstance(span, Meter) else _icon(span)
            shown.append(_span(span, "" if name == before else name, words))
            before = name or ("" if str(span.text).strip() else before)
    return joined(shown)


def _icon(span: Span) -> str:
    """The name of the picture of what a span says."""
    return span.icon or (icon_of(span.text) if isinstance(span.text, Text) else "")


def _span(span: Span, name: str, words: Words) -> Html:
    """A word with its picture, unless that stands before it already."""
    if isinstance(span, Meter):
        return _meter(span, words)
    inside = said(span.text, words)
    if name:
        is_sign = len(inside) <= SIGN  # a letter that stands for it: the picture does so better
        inside = joined([icon(name), element("span", inside, class_="sr") if is_sign else inside])
    # What only keeps a column free at a terminal has no colour here.
    return element("span", inside, class_=span.style) if span.style and inside.strip() else inside


def said(text: Value, words: Words, *, capital: bool = False) -> Html:
    """A text with the names of things in it marked."""
    pieces = words.spans(text)
    if capital:
        pieces = capitalised(pieces)
    return joined(element("b", each) if role == "name" else each for each, role in pieces)


def _meter(meter: Meter, words: Words) -> Html:
    """A bar with a box for each space, read aloud by its text."""
    boxes: list[Html] = []
    for space in range(1, meter.top + 1):
        kinds = ["on"] if space <= meter.value else []
        kinds += ["bar"] if space - 1 in meter.lines else []
        kinds += ["star"] if space > meter.top - meter.stars else []
        boxes.append(element("i", class_=" ".join(kinds) or None))
    label = element("span", meter.label, class_="label", aria_hidden="true") if meter.label else NOTHING
    drawn = element(
        "span", *boxes, class_=f"meter {meter.style}", role="img", aria_label=words.plain(meter.text)
    )
    return joined([drawn, label])


def stage(found: Stage, words: Words) -> Html:
    """Where the game is, with a bar where one can know how far that is."""
    name = element("span", said(found.name, words), class_="stage")
    beside = joined(element("span", spans(line, words), class_="beside") for line in found.beside)
    if not found.top:
        return joined([name, beside])
    bar = element("progress", value=found.value, max=found.top, aria_label=words.plain(found.name))
    return joined([name, bar, beside])


# What there is to touch

Place = Cell | Area | Border | Spot
"""What can be touched on the table."""


def things(panel: Panel) -> Iterator[str]:
    """The ids of what a part of the table shows and can be touched."""
    yield from (place.id for place in _places(panel))


def places(parts: Iterable[Panel]) -> dict[str, Place]:
    """What can be touched on the table, by its id."""
    return {place.id: place for panel in parts for place in _places(panel)}


def _places(panel: Panel) -> Iterator[Place]:
    for block in drawn_of(panel):
        if isinstance(block, Grid):
            yield from (box for row in block.rows for box in row if box.id)
        elif isinstance(block, Map):
            yield from block.areas
            yield from block.borders
            yield from block.spots


def told(place: Place, words: Words, shown: Mapping[str, Place]) -> Html:
    """All that is to be said of a box or of a part of a map; of a border what is on either side."""
    match place:
        case Cell():
            return cell_lines(place, words)
        case Area():
            return _told_in([place.beside, *place.contents], words)
        case Border():
            beside = [shown.get(side) for side in (place.area, place.other)]
            sides = joined(
                element("p", element("b", said(side.name, words)), " ", _in_a_row(side.contents, words))
                for side in beside
                if isinstance(side, Area) and side.contents
            )
            return joined([_told_in(place.contents, words), sides])
        case Spot():
            return NOTHING


def _told_in(lines: Iterable[Line], words: Words) -> Html:
    return joined(element("p", spans(line, words)) for line in lines if _has_words(line))


def _in_a_row(lines: Sequence[Line], words: Words) -> Html:
    parts = [spans(line, words) for line in lines if _has_words(line)]
    return joined(each for part in parts for each in ([", ", part] if part is not parts[0] else [part]))
