"""What has changed on the table since a person last answered, marked where it lies."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from msgspec.structs import replace

from automa.picture import (
    Area,
    Block,
    Border,
    Cell,
    Entry,
    Grid,
    Lines,
    Listing,
    Map,
    Panel,
    Span,
    Spot,
    Words,
)


def freshened(panels: Sequence[Panel], changed: Collection[str]) -> list[Panel]:
    """The parts of the table with everything marked that has one of these ids."""
    if not changed:
        return list(panels)
    return [
        replace(
            panel,
            beside=_bright(panel.beside)
            if panel.id in changed
            else [_words(words, changed) for words in panel.beside],
            forms=[[_block(block, changed) for block in form] for form in panel.forms],
            line=_words(panel.line, changed),
        )
        for panel in panels
    ]


def _block(block: Block, changed: Collection[str]) -> Block:
    match block:
        case Listing():
            return replace(block, entries=[_entry(entry, changed) for entry in block.entries])
        case Grid():
            return replace(block, rows=[[_cell(cell, changed) for cell in row] for row in block.rows])
        case Lines():
            return replace(block, lines=[_words(words, changed) for words in block.lines])
        case Map():
            places: list[Area | Border | Spot] = [*block.areas, *block.borders, *block.spots]
            return replace(block, changed=[place.id for place in places if place.id in changed])
    return block


def _entry(entry: Entry, changed: Collection[str]) -> Entry:
    if entry.id in changed:
        return replace(entry, columns=_bright(entry.columns))
    return replace(entry, columns=[_words(words, changed) for words in entry.columns])


def _cell(cell: Cell, changed: Collection[str]) -> Cell:
    if cell.id in changed:
        return replace(cell, lines=_bright(cell.lines))
    return replace(cell, lines=[_words(words, changed) for words in cell.lines])


def _bright(lines: Sequence[Words]) -> list[Words]:
    """Its name is marked, or else all that stands in its first line."""
    named = any(span.style == "name" for words in lines for span in words)
    return [
        [_fresh(span) if (span.style == "name" if named else not place) else span for span in words]
        for place, words in enumerate(lines)
    ]


def _words(words: Words, changed: Collection[str]) -> list[Span]:
    return [_fresh(span) if span.id and span.id in changed else span for span in words]


def _fresh(span: Span) -> Span:
    return replace(span, style="fresh")
