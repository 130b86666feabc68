"""The levels an opponent plays at: what each is called, and the words it answers to in every language."""

from __future__ import annotations

from collections.abc import Sequence

from automa.dialogue import Text
from automa.names import folded

NAMES = {
    "gentle": Text("level.gentle"),
    "calm": Text("level.calm"),
    "plain": Text("level.plain"),
    "steady": Text("level.steady"),
    "keen": Text("level.keen"),
    "sharp": Text("level.sharp"),
    "fierce": Text("level.fierce"),
}
IN_DUTCH = {
    "mild": "gentle",
    "rustig": "calm",
    "eenvoudig": "plain",
    "gestaag": "steady",
    "gretig": "keen",
    "scherp": "sharp",
    "fel": "fierce",
}
"""The Dutch names of levels, understood in every language."""


def level_name(level: str) -> str | Text:
    """A level as a player reads it; one that the user taught has the name they gave it."""
    return NAMES.get(level, level)


def at_level(name: str, level: str) -> str | Text:
    """An opponent with its level, where it has one."""
    return Text("opponents.at-level", name=name, level=level_name(level)) if level else name


def level_called(typed: str, levels: Sequence[str]) -> str | None:
    """The level that a word means, if it means one of these."""
    word = folded(typed)
    meant = word if word in levels else IN_DUTCH.get(word)
    return meant if meant in levels else None
