"""An address as a picture for the camera of a phone: on a terminal, and on a page."""

from __future__ import annotations

from automa.dialogue import Text
from solo.showing.markup import Element, element

BORDER, NARROW_BORDER = 4, 2
"""What is left white around it, in squares: as it should be, and where there are few lines."""
BLACK_ON_WHITE, AS_BEFORE = "\x1b[38;2;0;0;0;48;2;255;255;255m", "\x1b[0m"
"""Said outright: on a light terminal the colours would else be the wrong way round."""
HALVES = " ▄▀█"
"""For two squares under each other: neither, the lower, the upper, both."""


def squares(text: str, border: int = BORDER) -> list[list[bool]]:
    """The squares of the picture, row by row, with the white around it; what is black is true."""
    import segno  # comes with the extra, like the server

    return [
        [bool(square) for square in row] for row in segno.make(text, micro=False).matrix_iter(border=border)
    ]


def for_terminal(text: str) -> list[str]:
    """The picture in lines of half blocks, two rows a line."""
    rows = squares(text, NARROW_BORDER)
    if len(rows) % 2:
        rows.append([False] * len(rows[0]))
    return [
        BLACK_ON_WHITE
        + "".join(HALVES[2 * upper + lower] for upper, lower in zip(above, below, strict=True))
        + AS_BEFORE
        for above, below in zip(rows[::2], rows[1::2], strict=True)
    ]


def for_page(text: str, label: Text) -> Element:
    """The picture as SVG, black on white whatever the page is."""
    rows = squares(text)
    path = "".join(
        f"M{x} {y}h1v1h-1z" for y, row in enumerate(rows) for x, is_black in enumerate(row) if is_black
    )
    size = len(rows)
    return element(
        "svg",
        element("rect", width=size, height=size, fill="#ffffff"),
        element("path", d=path, fill="#000000"),
        viewBox=f"0 0 {size} {size}",
        role="img",
        aria_label=label,
        shape_rendering="crispEdges",
    )
