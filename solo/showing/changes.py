"""What has changed on the table since a person last answered, marked where it lies."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from msgspec.structs import replace

from automa.picture import (
    Area,
    Block,
    Border,
    Grid,
    Lines,
    Listing,
    Map,
    Panel,
    Span,
    Spans,
    Spot,
)


def freshened(panels: Sequence[Panel], changed: Collection[str]) -> list[Panel]:
    """The parts of the table with everything marked that has one of these ids."""
    if not changed:
        return list(panels)
    return [
        replace(
            panel,
            beside=_lines(panel.id, panel.beside, changed),
            forms=[[_block(block, changed) for block in form] for form in panel.forms],
            line=_words(panel.line, changed),
        )
        for panel in panels
    ]


def _block(block: Block, changed: Collection[str]) -> Block:
    match block:
        case Listing():
            columns = [(each, _lines(each.id, each.columns, changed)) for each in block.entries]
            return replace(block, entries=[replace(entry, columns=shown) for entry, shown in columns])
        case Grid():
            lines = [[(each, _lines(each.id, each.lines, changed)) for each in row] for row in block.rows]
            return replace(block, rows=[[replace(cell, lines=shown) for cell, shown in row] for row in lines])
        case Lines():
            return replace(block, lines=_lines("", block.lines, changed))
        case Map():
            places: list[Area | Border | Spot] = [*block.areas, *block.borders, *block.spots]
            found = [place.id for place in places if place.id in changed]
            found += [area.id for area in block.areas if area.lies_on in changed and area.id not in found]
            return replace(block, changed=found)
    return block


def _lines(id: str, lines: Sequence[Spans], changed: Collection[str]) -> list[Spans]:
    """The lines of a thing: its name is marked if it has changed, else the words in it that have."""
    return _bright(lines) if id in changed else [_words(words, changed) for words in lines]


def _bright(lines: Sequence[Spans]) -> list[Spans]:
    """Its name is marked, or else all that stands in its first line."""
    named = any(span.style == "name" for words in lines for span in words)
    return [
        [_fresh(span) if (span.style == "name" if named else not place) else span for span in words]
        for place, words in enumerate(lines)
    ]


def _words(words: Spans, changed: Collection[str]) -> list[Span]:
    return [_fresh(span) if span.id and span.id in changed else span for span in words]


def _fresh(span: Span) -> Span:
    return replace(span, style="fresh")
