"""Rows for a spreadsheet, as CSV."""

from __future__ import annotations

import csv
from collections.abc import Iterable, Sequence
from io import StringIO
from typing import Final

FORMULA_SIGNS = ("=", "+", "-", "@", "\t", "\r", "\n")
"""What a spreadsheet takes for the beginning of a formula, or skips to find one."""


def as_csv(rows: Iterable[Sequence[object]], *, quoted: bool = False) -> str:
    """The rows, the heads first; only with every text in quotes one with a line break in it is read back."""
    file = StringIO(newline="")
    quoting: Final = csv.QUOTE_NONNUMERIC if quoted else csv.QUOTE_MINIMAL
    writer = csv.writer(file, quoting=quoting, lineterminator="\n")
    writer.writerows([as_text(cell) if isinstance(cell, str) else cell for cell in row] for row in rows)
    return file.getvalue()


def as_text(cell: str) -> str:
    """A text that a spreadsheet shows and does not reckon with: an apostrophe before it says so."""
    return f"'{cell}" if cell.startswith(FORMULA_SIGNS) else cell
