"""The README of each game is true: every function it names exists, and it is short."""

from __future__ import annotations

import re
from importlib import import_module
from pathlib import Path

import pytest
import tomli

from solo.games import folders

GUIDES = sorted((Path(__file__).parents[2] / "automa").glob("*/README.md"))
NAMED = re.compile(r"`([a-z_]+(?:\.[A-Za-z_]+)+)`")


def found(package: str, name: str) -> object:
    """What a dotted name means: modules first, then what is in them."""
    thing: object = import_module(package)
    for part in name.split("."):
        if not hasattr(thing, part):
            import_module(f"{thing.__name__}.{part}")  # type: ignore[attr-defined]
        thing = getattr(thing, part)
    return thing


def test_every_game_has_a_guide() -> None:
    assert {guide.parent.name for guide in GUIDES} == {*folders()}


@pytest.mark.parametrize("guide", GUIDES, ids=lambda guide: guide.parent.name)
def test_every_function_that_a_guide_names_exists(guide: Path) -> None:
    text = guide.read_text("utf-8")
    rows = [line for line in text.splitlines() if line.startswith("| ")][1:]
    assert len(rows) > 5 and [row for row in rows if not NAMED.search(row)] == []
    for name in NAMED.findall(text):
        assert found(f"automa.{guide.parent.name}", name) is not None, name


@pytest.mark.parametrize("guide", GUIDES, ids=lambda guide: guide.parent.name)
def test_a_guide_is_short(guide: Path) -> None:
    assert len(guide.read_text("utf-8").splitlines()) <= 60


@pytest.mark.parametrize("guide", GUIDES, ids=lambda guide: guide.parent.name)
def test_a_guide_names_every_ruling_of_its_game(guide: Path) -> None:
    rulings = guide.parents[2] / "tables" / guide.parent.name / "rulings.toml"
    text = guide.read_text("utf-8")
    for id in tomli.loads(rulings.read_text("utf-8"))["ruling"]:
        assert f"`{id}`" in text, id
