"""The table as HTML: the panels of a picture, with the things that can be touched."""

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
    Spans,
    Spot,
    Stage,
    spaced,
)
from solo.showing.icons import icon_of
from solo.showing.markup import Attribute, Capital, Content, Element, element, icon
from solo.web.charts import NOTHING_ASKED, Asked, Touch, chart
from solo.words.sentences import Words

MAX_COLUMNS = 3
"""A list with more columns is broken on a phone, unless it has bars to compare."""
SIGN_LENGTH = 1
"""Up to this length, a text is only a sign for a thing."""
MAX_GRID_COLUMNS = 12
"""The most columns of a grid that the style sheet knows."""


def panels(parts: Sequence[Panel], words: Words, asked: Asked = NOTHING_ASKED) -> list[Element]:
    """The panels: those with something to touch first, then by rank; the last ones are folded."""
    touched = {panel.id for panel in parts if any(place.id in asked.touches for place in _touchables(panel))}
    least = min((panel.rank for panel in parts), default=0)
    return [
        _panel(panel, words, asked, is_open=panel.id in touched or panel.rank <= least + 2)
        for panel in sorted(parts, key=lambda panel: (panel.id not in touched, panel.rank))
        if panel.title or drawn_of(panel)
    ]


def drawn_of(panel: Panel) -> Picture:
    """The blocks of a panel in its fullest form, or its one line."""
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


def _beside(lines: Iterable[Spans], words: Words) -> list[Element]:
    return [element("span.beside", spans(line, words)) for line in lines]


def picture(blocks: Picture, words: Words, asked: Asked = NOTHING_ASKED) -> list[Content]:
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


def _paragraphs(lines: Iterable[Spans], words: Words) -> list[Element]:
    return [element("p", spans(line, words)) for line in lines if _has_words(line)]


def _has_words(line: Spans) -> bool:
    return any(span.text for span in line)


def _grid(grid: Grid, words: Words, touches: Mapping[str, Touch]) -> Element:
    columns = max((len(row) for row in grid.rows), default=0)
    assert columns <= MAX_GRID_COLUMNS
    boxes: list[Element] = []
    for row in grid.rows:
        boxes += [cell(each, words, touches.get(each.id)) for each in row]
        boxes += [element("div.gap")] * (columns - len(row))
    return element("div", *boxes, class_=f"grid cols-{columns}")


def cell(box: Cell, words: Words, touch: Touch | None = None) -> Element:
    """A cell; one that can be touched is a button that answers, or a link to its sheet."""
    inside = cell_lines(box, words)
    style = f"cell {box.style or 'plain'}"
    if touch is None:
        return element("div", *inside, class_=style if inside else "gap")
    if touch.sheet:
        return element("a", *inside, href=f"#{touch.sheet}", class_=f"{style} touch")
    return answering("button", touch.value, *inside, class_=f"{style} touch", aria_label=touch.label)


def answering(selector: str, value: str | int, *inside: Content, **attributes: Attribute) -> Element:
    """A button that answers the question, anywhere on the page."""
    return element(selector, *inside, form="answer", name="answer", value=value, **attributes)


def cell_lines(box: Cell, words: Words) -> list[Element]:
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
    is_wide = columns > MAX_COLUMNS and not has_bars
    return element("table.listing.many-columns" if is_wide else "table.listing", element("tbody", *rows))


# Words


def spans(line: Spans, words: Words) -> list[Content]:
    """Words, each with the class of its role."""
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
    """A word, with the icon of that name if there is one."""
    inside: Content = span.text
    if name:
        is_sign = len(words.plain(span.text)) <= SIGN_LENGTH  # the picture stands for it better than a letter
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
    """The stage of the game, with a bar if its length is known."""
    bar = element("progress", value=found.value, max=found.top, aria_label=found.name)
    return [element("span.stage", found.name), bar if found.top else None, _beside(found.beside, words)]


# Things to touch

Touchable = Cell | Area | Border | Spot
"""A thing on the table that can be touched."""


def touchables(parts: Iterable[Panel]) -> dict[str, Touchable]:
    """The things on the table that can be touched, by id."""
    return {place.id: place for panel in parts for place in _touchables(panel)}


def _touchables(panel: Panel) -> Iterator[Touchable]:
    for block in drawn_of(panel):
        if isinstance(block, Grid):
            yield from (box for row in block.rows for box in row if box.id)
        elif isinstance(block, Map):
            yield from block.areas
            yield from block.borders
            yield from block.spots


def details_of(place: Touchable, words: Words, shown: Mapping[str, Touchable]) -> list[Element]:
    """The details of a cell or part of a map; of a border, with those of its sides."""
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
