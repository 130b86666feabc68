"""The pictures in the README show what the games show today."""

from __future__ import annotations

import pytest

from tests.pictures import FOLDER, SHOWN, Shown, picture, words_in
from tests.terminal import ROOT


@pytest.mark.parametrize("shown", SHOWN, ids=lambda shown: shown.game)
def test_the_picture_in_the_readme_is_what_the_game_shows(shown: Shown) -> None:
    stored = (FOLDER / shown.file).read_text(encoding="utf-8")
    assert words_in(picture(shown)) == words_in(stored), "make it anew: python -m tests.pictures"
    assert f"tests/golden/{shown.file}" in (ROOT / "README.md").read_text(encoding="utf-8")
