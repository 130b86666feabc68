"""Small pictures of our own, by the id of the thing they show: one set for the page and for maps in print."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import tomli

from automa.dialogue import Named, Text

SIZE = 24
"""Each is a path in a square of that size."""


def _icons() -> dict[str, str]:
    read = tomli.loads(Path(__file__).with_suffix(".toml").read_text("utf-8"))
    same = read.pop("same")
    return read | {thing: read[other] for thing, other in same.items()}


ICONS: Mapping[str, str] = _icons()


def icon_of(thing: object) -> str:
    """The name of the picture of a thing or of a text that is about one; nothing if there is none."""
    id = thing.id if isinstance(thing, Text | Named) else ""
    name = id.rpartition(".")[2].rpartition(" ")[2]
    return name if name in ICONS else ""
