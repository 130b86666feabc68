"""Rows for a spreadsheet."""

from __future__ import annotations

import csv
from io import StringIO

import pytest

from solo.showing.spreadsheet import as_csv


@pytest.mark.parametrize(
    "formula", ["=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "\r=1", "\n=1", "=cmd|'/C calc'!A0"]
)
def test_no_text_is_a_formula(formula: str) -> None:
    (row,) = csv.reader(StringIO(as_csv([[formula, -1]], quoted=True), newline=""))
    assert row == [f"'{formula}", "-1"]
    assert as_csv([[formula]]).strip('"').startswith(f"'{formula[0]}")


def test_numbers_stay_numbers_and_other_texts_what_they_are() -> None:
    rows: list[list[object]] = [["player", "points"], ["Ann = Anna", -3], ["3-4", 0]]
    assert as_csv(rows) == "player,points\nAnn = Anna,-3\n3-4,0\n"
    assert as_csv(rows, quoted=True) == '"player","points"\n"Ann = Anna",-3\n"3-4",0\n'
