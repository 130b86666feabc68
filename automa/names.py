"""Names as people type them: without accents and capitals, cut short, or misspelt."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from typing import TypeVar

from automa.dialogue import Named

T = TypeVar("T", bound=Named)
W = TypeVar("W", bound=str)

_LIGATURES = str.maketrans({"œ": "oe", "æ": "ae"})
_BETWEEN_WORDS = re.compile(r"[^\w+?]+|_")
"""Everything between words; a question mark is kept, because it asks instead of choosing."""
MOST_WORDS = 6
"""No name at a table has more."""
SHARED_START = 3
"""So many letters alike are a name that was begun."""
LONGEST_COMPARED = 60
"""Nothing at a table has a longer name; likeness takes its time with long texts."""
MOST_FOLDED = 4096
"""More names than the things of a game have; they are compared with everything that is typed."""


@lru_cache(MOST_FOLDED)
def folded(text: str) -> str:
    """Without accents, case, and the marks between words, so that `seneschal` finds Sénéchal."""
    plain = text.casefold()
    if not plain.isascii():
        # Twice: fancy letters become plain ones first, capitals among them.
        plain = unicodedata.normalize("NFKD", text).casefold().translate(_LIGATURES)
        apart = unicodedata.normalize("NFKD", plain)
        plain = "".join(each for each in apart if not unicodedata.combining(each))
    return " ".join(_BETWEEN_WORDS.sub(" ", plain).split())


def word_of(words: Sequence[W], word: str) -> W:
    """A word of a closed set, as one of them; `ValueError` if it is none."""
    return words[words.index(word)]


def slug(name: str) -> str:
    """The id made of a name: its letters and figures, small, with hyphens between words."""
    return "-".join("".join(sign if sign.isalnum() else " " for sign in name.lower()).split())


def names_of(thing: Named) -> list[str]:
    """What people may call a thing and cut short, folded: its name where that is a word, id, other names."""
    name = [thing.name] if isinstance(thing.name, str) else []
    ids = [thing.id] if thing.typed_by_id else []
    also = [each for each in thing.also if isinstance(each, str)]
    return [folded(each) or each for each in (*name, *ids, *also)]


def whole_names_of(thing: Named) -> list[str]:
    """What a thing is called in other editions, folded: nobody at this table cuts such a name short."""
    return [folded(each) for each in thing.editions]


def starts(name: str, sought: str) -> bool:
    """Whether the words sought begin words of the name, in the same order; numbers must be whole."""
    if name.replace(" ", "").startswith(sought.replace(" ", "")) and not sought[-1].isdecimal():
        return True
    ahead = iter(name.split(" "))
    return all(any(_begins(word, typed) for word in ahead) for typed in sought.split(" "))


def _begins(word: str, typed: str) -> bool:
    """Whether a word begins so; a number cut short is another number, also at the end of `d1`."""
    if typed.isdecimal():
        return word == typed
    cut_short = typed[-1:].isdecimal() and word[len(typed) : len(typed) + 1].isdecimal()
    return word.startswith(typed) and not cut_short


def likeness(wanted: str, names: Sequence[str]) -> int:
    """How well letters name a thing: 2 by a whole name, 1 by the beginning of its words, 0 not at all.

    A beginning of the first word is as good as one of another: who types `queen` may mean either queen.
    """
    if not wanted:
        return 0
    if wanted in names:
        return 2
    return int(any(starts(name, wanted) for name in names))


def named(typed: str, things: Iterable[T], names_of: Callable[[T], Sequence[str]] = names_of) -> list[T]:
    """The things that may be meant: by a whole name, else by the beginning of its words."""
    return longest_named([typed], list(things), names_of)[1]


def longest_named(
    words: Sequence[str], things: Sequence[T], names_of: Callable[[T], Sequence[str]] = names_of
) -> tuple[int, list[T]]:
    """How many words there are in the longest run of them that names something, and what they may mean."""
    called = [(thing, names_of(thing), whole_names_of(thing)) for thing in things]
    plain = [folded(word) for word in words[:MOST_WORDS]]
    for count in range(len(plain), 0, -1):
        if not plain[count - 1]:
            continue  # a mark of its own is not the end of a name
        wanted = " ".join(filter(None, plain[:count]))
        exactly = [thing for thing, short, whole in called if wanted in short or wanted in whole]
        meant = exactly or [thing for thing, short, _ in called if likeness(wanted, short)]
        if meant:
            return count, meant
    return 0, []


def nearest(typed: str, names: Iterable[str], most: int = 1, cutoff: float = 0.5) -> list[str]:
    """The names most like what was typed, best first; none that is nothing like it."""
    from difflib import get_close_matches  # only a mistake needs it

    by_folded = {folded(name): name for name in names}
    sought = folded(typed)[:LONGEST_COMPARED]
    close = get_close_matches(sought, by_folded, max(len(by_folded), 1), cutoff)
    # A name with a wrong end still begins right.
    close.sort(key=lambda each: each[:SHARED_START] != sought[:SHARED_START])
    return [by_folded[each] for each in close[:most]]


def nearest_thing(typed: str, things: Sequence[T]) -> T | None:
    """The thing whose name looks most like what was typed."""
    by_name = {
        name: thing for thing in reversed(things) for name in (*names_of(thing), *whole_names_of(thing))
    }
    near = nearest(typed, by_name, cutoff=0.6)
    return by_name[near[0]] if near else None
