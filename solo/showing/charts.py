"""Small charts in a line: a bar for each value."""

from __future__ import annotations

from collections.abc import Sequence

BARS, ASCII_BARS = "▁▂▃▄▅▆▇█", "_.-=+*#@"
"""From low to high."""


def bars(values: Sequence[float], encoding: str) -> str:
    """A bar for each value, from nothing to the highest."""
    reach = max(values, default=0) or 1
    return _bars([value / reach for value in values], encoding)


def balance(values: Sequence[float], encoding: str) -> str:
    """A bar for each value, as far below nothing as above it; in the middle, nothing."""
    reach = max(map(abs, values), default=0) or 1
    return _bars([(value + reach) / (2 * reach) for value in values], encoding)


def _bars(shares: Sequence[float], encoding: str) -> str:
    try:
        BARS.encode(encoding)
        signs = BARS
    except UnicodeEncodeError:
        signs = ASCII_BARS
    return "".join(signs[round(share * (len(signs) - 1))] for share in shares)
