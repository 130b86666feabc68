"""An address as a QR code for the camera of a phone: on a terminal, and on a page."""

from __future__ import annotations

from io import StringIO

from automa.dialogue import Text
from solo.showing.markup import Element, Html, element

NARROW_BORDER = 2
"""The width of the white border on a terminal, in squares; on a page it is as wide as the standard says."""
WHITE_ON_BLACK, RESET = "\x1b[38;2;255;255;255;48;2;0;0;0m", "\x1b[0m"
"""Named outright: in the colours of a light terminal the code would be inverted."""


def for_terminal(text: str) -> list[str]:
    """The code in lines of half blocks, two rows a line."""
    import segno  # comes with the extra, like the server

    drawn = StringIO()
    segno.make(text, micro=False).terminal(drawn, border=NARROW_BORDER, compact=True)
    return [f"{WHITE_ON_BLACK}{line}{RESET}" for line in drawn.getvalue().splitlines()]


def for_page(text: str, label: Text) -> Element:
    """The code as SVG, black on white on every page."""
    import segno

    drawn = segno.make(text, micro=False).svg_inline(light="#fff", omitsize=True)
    return element("div.qr", Html(drawn), role="img", aria_label=label)
