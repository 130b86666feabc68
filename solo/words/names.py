"""What things are called: as a player reads it, and by which letters a player finds it."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import count

from automa.dialogue import Named
from automa.names import folded
from solo.words.sentences import Words


def shown_name(thing: Named, words: Words) -> str:
    """The name of an option as the player reads it."""
    name = thing.name
    return name if isinstance(name, str) else words.plain(name)


def thing_of(option: Named) -> str:
    """The id of what an option is about; mostly that is itself, but to take a card face down is about it."""
    return option.about


def by_thing(options: Sequence[Named]) -> dict[str, Named]:
    """For each thing that options are about, the first of those in the list."""
    things: dict[str, Named] = {}
    for option in in_list(options):
        things.setdefault(thing_of(option), option)
    return things


def in_list(options: Sequence[Named]) -> list[Named]:
    """The options as they stand in a list: without those that are typed by their name only."""
    return [option for option in options if option.listed]


def marks(options: Sequence[Named], words: Words) -> dict[str, str]:
    """For the id of each option in the list what the player types for it: a mark of its own, or its number.

    Where the options are numbers themselves a bare number would mean two things, so `#2` is the second one.
    """
    sign = "#" if are_numbers(options, words) else ""
    places = count(1)
    return {option.id: mark_of(option) or f"{sign}{next(places)}" for option in in_list(options)}


def mark_of(option: Named) -> str:
    """What is typed for an option wherever it is offered, as the number of a border; mostly nothing."""
    return option.mark


def are_numbers(options: Sequence[Named], words: Words) -> bool:
    """Whether a bare number could mean an option other than the one in that place of the list.

    A name that only begins with a number, as 6 Castles, is told from the places if they are fewer.
    """
    listed = [option for option in in_list(options) if not mark_of(option)]
    for place, option in enumerate(listed, 1):
        for called in (shown_name(option, words), option.id):
            first, *rest = folded(called).split(" ")
            if first.isdecimal() and first != str(place) and not (rest and int(first) > len(listed)):
                return True
    return False
