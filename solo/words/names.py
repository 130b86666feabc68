"""What things are called: as a player reads it, and by which letters a player finds it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from itertools import chain, count
from string import ascii_lowercase

from automa.dialogue import TABLE, Ask, Move, Named, Text
from automa.names import folded
from solo.words.sentences import Words

CELL = re.compile("[a-z][0-9]{1,2}(nw|ne|sw|se)?")
"""Names of places by column and row, which are typed as they are."""
OWN = "own"
"""Stands for the thing of an option with a mark of its own."""


def shown_name(thing: Named, words: Words) -> str:
    """The name of an option as the player reads it."""
    name = thing.name
    return name if isinstance(name, str) else words.plain(name)


def other_names(thing: Named, words: Words) -> list[str]:
    """What else a player may call it."""
    return [words.plain(each) for each in thing.also]


def by_thing(options: Sequence[Named]) -> dict[str, Named]:
    """For each thing that options are about, the first of those in the list."""
    things: dict[str, Named] = {}
    for option in in_list(options):
        things.setdefault(option.about, option)
    return things


def in_list(options: Sequence[Named]) -> list[Named]:
    """The options as they stand in a list: without those that are typed by their name only."""
    return [option for option in options if option.listed]


def marks(options: Sequence[Named], words: Words, kept: Mapping[str, str] = {}) -> dict[str, str]:
    """For the id of each option in the list what the player types for it: a mark of its own, or its number.

    What was offered before in this turn keeps what was typed for it (`kept`). Where the options are numbers
    themselves a bare number would mean two things, so `#2` is the second one.
    """
    sign = "#" if are_numbers(options, words) else ""
    own = {option.id: mark_of(option, words) or kept.get(option.id, "") for option in in_list(options)}
    free = (f"{sign}{place}" for place in count(1))
    return {id: mark or next(each for each in free if each not in own.values()) for id, mark in own.items()}


def mark_of(option: Named, words: Words) -> str:
    """What is typed for an option wherever it is offered: the number of a border, the letter of a land."""
    name = option.name.strip() if isinstance(option.name, str) else ""
    mark = option.mark if isinstance(option.mark, str) else words.plain(option.mark)
    return mark or (name if CELL.fullmatch(name) or name.isdecimal() else "")


def runs(numbers: Iterable[int]) -> list[Text]:
    """Numbers as they are said in brief: 6 to 8, 14."""
    found: list[tuple[int, int]] = []
    for number in sorted(numbers):
        low, _ = found.pop() if found and found[-1][1] == number - 1 else (number, number)
        found.append((low, number))
    return [Text("list.run", low=low, high=high) for low, high in found]


class Numbers:
    """What is typed for each option offered in a turn, so that it means the same until the turn is over."""

    def __init__(self, *, playing: bool) -> None:
        self._given: dict[tuple[str, str], str] = {}
        """By the thing and the option; those with a mark of their own are given nothing."""
        self._playing = playing
        """Whether a move has been asked for; before that every question is numbered by itself."""
        self._asked: Text | None = None
        """The question before, which may be asked again."""
        self._whose = ""
        """The person whose turn it is."""
        self._letters = False
        """Whether options without a mark are lettered: what a person may choose has numbers of its own."""

    def number(self, ask: Ask, words: Words) -> None:
        """Give options the marks they had before in this turn, and new ones to those that are new."""
        if ask.to not in (TABLE, self._whose) or not (self._playing or self._asked == ask.text):
            self._given.clear()
            self._letters = False
        self._playing = self._playing or isinstance(ask, Move)
        self._asked = ask.text
        self._whose = self._whose if ask.to == TABLE else ask.to
        options = in_list(ask.options)
        own = {(OWN, option.id): mark for option in options if (mark := mark_of(option, words))}
        self._given |= own
        if ask.to != TABLE:
            self._letters |= any(mark.isdecimal() and len(mark) > 1 for mark in own.values())
        if are_numbers(options, words):
            return
        free = chain(ascii_lowercase if self._letters else (), map(str, count(1)))
        rest = [option for option in options if not mark_of(option, words)]
        for option in rest:
            key = option.about, option.id
            if key not in self._given:
                self._given[key] = next(mark for mark in free if mark not in self._given.values())
        ask.marks = {option.id: self._given[option.about, option.id] for option in rest}


def are_numbers(options: Sequence[Named], words: Words) -> bool:
    """Whether a bare number could mean an option other than the one in that place of the list.

    A name that only begins with a number, such as 6 Castles, is no place if there are fewer places.
    """
    listed = [option for option in in_list(options) if not mark_of(option, words)]
    for place, option in enumerate(listed, 1):
        for called in (shown_name(option, words), option.id):
            first, *rest = folded(called).split(" ")
            if first.isdecimal() and first != str(place) and not (rest and int(first) > len(listed)):
                return True
    return False
