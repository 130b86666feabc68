"""For all tests of what is shown: colours are made for the console at hand."""

from __future__ import annotations

import pytest
from rich.style import Style


@pytest.fixture(autouse=True)
def fresh_styles() -> None:
    """Forget the styles of an earlier test: rich keeps each with the codes of the first console it met."""
    Style.parse.cache_clear()
    Style._add.cache_clear()  # noqa: SLF001
