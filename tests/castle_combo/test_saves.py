"""What stands in saves of earlier versions can still be read."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from solo.playing.driver import unpack
from solo.words.sentences import LANGUAGES, Words

SAVES = Path(__file__).parents[1] / "saves"


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("name", ["castle-combo-0.1.0-finished", "castle-combo-0.1.0-unfinished"])
def test_the_reasons_of_version_0_1_are_said_as_they_were(name: str, lang: str) -> None:
    words = Words.of(lang, ["castle_combo"])
    lines = (SAVES / f"{name}.jsonl").read_text("utf-8").splitlines()[1:]
    said = [words.plain(unpack(text)) for line in lines for text in json.loads(line).get("why", ())]
    assert len(said) >= 20
    assert not any("castle-combo." in sentence for sentence in said)
