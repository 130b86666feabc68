"""The golden games read today as they did when they were last looked at."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.golden import GOLDEN, Golden
from tests.solo.commandline import at_home


@pytest.mark.parametrize("golden", GOLDEN, ids=lambda golden: golden.file)
def test_the_game_reads_as_it_did(golden: Golden, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """If the difference is meant: `python -m tests.golden`."""
    at_home(tmp_path, monkeypatch)
    assert golden.play().splitlines() == golden.path.read_text(encoding="utf-8").splitlines()
