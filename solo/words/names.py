"""What things are called: as a player reads it, and by which letters a player finds it."""

from __future__ import annotations

from collections.abc import Sequence

from automa.dialogue import Named
from automa.names import folded
from solo.words.sentences import Words


def shown_name(thing: Named, words: Words) -> str:
    """The name of an option as the player reads it."""
    name = thing.name
    return name if isinstance(name, str) else words.plain(name)


def marks(options: Sequence[Named], words: Words) -> list[str]:
    """What stands before each option for the player to type: its number in the list.

    Where the options are numbers themselves a bare number would mean two things, so `#2` is the second one.
    """
    sign = "#" if are_numbers(options, words) else ""
    return [f"{sign}{place}" for place in range(1, len(options) + 1)]


def are_numbers(options: Sequence[Named], words: Words) -> bool:
    """Whether a bare number could mean an option other than the one in that place of the list."""
    for place, option in enumerate(options, 1):
        for called in (shown_name(option, words), option.id):
            first = folded(called).split(" ")[0]
            if first.isdecimal() and first != str(place):
                return True
    return False
