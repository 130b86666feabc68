"""The table as HTML: the parts of a picture, and in them what can be touched."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import zip_longest

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
    spaced,
)
from automa.picture import Words as Line
from solo.showing.icons import icon_of
from solo.showing.markup import Attribute, Capital, Content, Element, element, icon
from solo.web.charts import NOTHING_ASKED, Asked, Touch, chart
from solo.words.sentences import Words

MOST_IN_A_ROW = 3
"""More columns of a list than this go on below, on a phone; unless there are bars in them to be compared."""
SIGN = 1
"""So many letters are only a sign for a thing."""
WIDEST_GRID = 12
"""The style sheet knows grids of so many columns."""


def panels(parts: Sequence[Panel], words: Words, asked: Asked = NOTHING_ASKED) -> list[Element]:
    """The parts of the table: what can be touched first, then what matters most; the rest is folded."""
    touched = {panel.id for panel in parts if any(place.id in asked.touches for place in _places(panel))}
    least = min((panel.rank for panel in parts), default=0)
    return [
        _panel(panel, words, asked, is_open=panel.id in touched or panel.rank <= least + 2)
        for panel in sorted(parts, key=lambda panel: (panel.id not in touched, panel.rank))
        if panel.title or drawn_of(panel)
    ]


def drawn_of(panel: Panel) -> Picture:
    """What a page shows of a part of the table: its fullest form, or the line that it is."""
    if panel.forms:
        return panel.forms[0]
    return [Lines([panel.line])] if panel.line else []


def _panel(panel: Panel, words: Words, asked: Asked, *, is_open: bool) -> Element:
    drawn = drawn_of(panel)
    inside = picture(drawn, words, asked)
    if not panel.title:
        return element("section.panel", inside, data_panel=panel.id)
    head = element("h2", Capital(panel.title)), _beside(panel.beside, words)
    if not drawn:
        return element("section.panel.bare", element("div.head", *head), data_panel=panel.id)
    summary = element("summary.head", *head)
    return element("details.panel", summary, inside, data_panel=panel.id, open=is_open)


def _beside(lines: Iterable[Line], words: Words) -> list[Element]:
    return [element("span.beside", spans(line, words)) for line in lines]


def picture(blocks: Picture, words: Words, asked: Asked = NOTHING_ASKED) -> list[Content]:
    """Blocks one under the other."""
    return [_block(block, words, asked) for block in blocks]


def _block(block: Block, words: Words, asked: Asked) -> Content:
    match block:
        case Heading():
            return element("div.head", element("h3", Capital(block.text)), _beside(block.beside, words))
        case Lines():
            return element("div.lines", _paragraphs(block.lines, words))
        case Grid():
            return _grid(block, words, asked.touches)
        case Listing():
            return _listing(block, words)
        case Map():
            return chart(block, words, asked)


def _paragraphs(lines: Iterable[Line], words: Words) -> list[Element]:
    return [element("p", spans(line, words)) for line in lines if _has_words(line)]


def _has_words(line: Line) -> bool:
    return any(span.text for span in line)


def _grid(grid: Grid, words: Words, touches: Mapping[str, Touch]) -> Element:
    columns = max((len(row) for row in grid.rows), default=0)
    assert columns <= WIDEST_GRID
    boxes: list[Element] = []
    for row in grid.rows:
        boxes += [cell(each, words, touches.get(each.id)) for each in row]
        boxes += [element("div.gap")] * (columns - len(row))
    return element("div", *boxes, class_=f"grid cols-{columns}")


def cell(box: Cell, words: Words, touch: Touch | None = None) -> Element:
    """A box; one that can be touched is a button that answers, or a link to its sheet."""
    inside = cell_lines(box, words)
    style = f"cell {box.style or 'plain'}"
    if touch is None:
        return element("div", *inside, class_=style if inside else "gap")
    if touch.sheet:
        return element("a", *inside, href=f"#{touch.sheet}", class_=f"{style} touch")
    return answering("button", touch.value, *inside, class_=f"{style} touch", aria_label=touch.label)


def answering(selector: str, value: str | int, *inside: Content, **attributes: Attribute) -> Element:
    """A button that answers the question, wherever on the page it stands."""
    return element(selector, *inside, form="answer", name="answer", value=value, **attributes)


def cell_lines(box: Cell, words: Words) -> list[Element]:
    """What stands in a box, line by line."""
    lines: list[Element] = []
    for left, right in zip_longest(box.lines, box.right, fillvalue=()):
        if _has_words(left) or _has_words(right):
            flush = element("span.right", spans(right, words)) if _has_words(right) else None
            lines.append(element("span.line", element("span", spans(left, words)), flush))
    return lines


def _listing(listing: Listing, words: Words) -> Element:
    rows = [
        element(
            "tr",
            *(
                element("td.right" if place in listing.right else "td", spans(line, words))
                for place, line in enumerate(entry.columns)
            ),
        )
        for entry in listing.entries
    ]
    columns = max((len(entry.columns) for entry in listing.entries), default=0)
    has_bars = any(
        isinstance(span, Meter) for entry in listing.entries for line in entry.columns for span in line
    )
    is_wide = columns > MOST_IN_A_ROW and not has_bars
    return element("table.listing.many-columns" if is_wide else "table.listing", element("tbody", *rows))


# Words


def spans(line: Line, words: Words) -> list[Content]:
    """A few words, each in its role."""
    shown: list[Content] = []
    before = ""
    for span in line:
        if isinstance(span, Meter):
            shown += _meter(span)
            before = ""
        elif span.text:
            name = span.icon or icon_of(span.text)
            shown.append(_span(span, "" if name == before else name, words))
            before = name or ("" if str(span.text).strip() else before)
    return shown


def _span(span: Span, name: str, words: Words) -> Content:
    """A word with its picture, unless that stands before it already."""
    inside: Content = span.text
    if name:
        is_sign = len(words.plain(span.text)) <= SIGN  # the picture stands for it better than a letter
        inside = [icon(name), element("span.sr", span.text) if is_sign else span.text]
    # What only keeps a column free at a terminal has no colour here.
    is_blank = isinstance(span.text, str) and not span.text.strip()
    return element("span", inside, class_=span.style) if span.style and not is_blank else inside


def _meter(meter: Meter) -> list[Element]:
    """A bar with a box for each space, read aloud by its text."""
    boxes: list[Element] = []
    for space in range(1, meter.top + 1):
        kinds = ["on"] if space <= meter.value else []
        kinds += ["bar"] if space - 1 in meter.lines else []
        kinds += ["star"] if space > meter.top - meter.stars else []
        boxes.append(element("i", class_=" ".join(kinds) or None))
    drawn = element("span", *boxes, class_=f"meter {meter.style}", role="img", aria_label=meter.text)
    label = [element("span.label", meter.label, aria_hidden="true")] if meter.label else []
    return [drawn, *label]


def stage(found: Stage, words: Words) -> Content:
    """Where the game is, with a bar where one can know how far that is."""
    bar = element("progress", value=found.value, max=found.top, aria_label=found.name)
    return [element("span.stage", found.name), bar if found.top else None, _beside(found.beside, words)]


# What there is to touch

Place = Cell | Area | Border | Spot
"""What can be touched on the table."""


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


def told(place: Place, words: Words, shown: Mapping[str, Place]) -> list[Element]:
    """All that is to be said of a box or of a part of a map; of a border what is on either side."""
    match place:
        case Cell():
            return cell_lines(place, words)
        case Area():
            return _paragraphs([place.beside, *place.contents], words)
        case Border():
            beside = [shown.get(side) for side in (place.area, place.other)]
            sides = [
                element(
                    "p",
                    element("b", side.name),
                    " ",
                    spans(spaced(filter(_has_words, side.contents), ", "), words),
                )
                for side in beside
                if isinstance(side, Area) and side.contents
            ]
            return [*_paragraphs(place.contents, words), *sides]
        case Spot():
            return []
