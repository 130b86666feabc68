"""Names as people type them: without accents and capitals, cut short, or misspelt."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Sequence
from typing import TypeVar

from automa.dialogue import Named

T = TypeVar("T", bound=Named)

_LIGATURES = str.maketrans({"œ": "oe", "æ": "ae"})
_BETWEEN_WORDS = re.compile(r"[^\w+?]+|_")
"""Whoever types a question mark asks, and has not chosen yet."""
LONGEST_COMPARED = 60
"""Nothing at a table has a longer name; likeness takes its time with long texts."""


def folded(text: str) -> str:
    """Without accents, case, and the marks between words, so that `seneschal` finds Sénéchal."""
    plain = text.casefold()
    if not plain.isascii():
        # Twice: fancy letters become plain ones first, capitals among them.
        plain = unicodedata.normalize("NFKD", text).casefold().translate(_LIGATURES)
        apart = unicodedata.normalize("NFKD", plain)
        plain = "".join(each for each in apart if not unicodedata.combining(each))
    return " ".join(_BETWEEN_WORDS.sub(" ", plain).split())


def slug(name: str) -> str:
    """The id made of a name: its letters and figures, small, with hyphens between words."""
    return "-".join("".join(sign if sign.isalnum() else " " for sign in name.lower()).split())


def names_of(thing: Named) -> list[str]:
    """What people may call a thing, folded: its name where that is a word, its id, its other names."""
    name = [thing.name] if isinstance(thing.name, str) else []
    return [folded(each) for each in (*name, thing.id, *getattr(thing, "also", ()))]


def named(typed: str, things: Iterable[T]) -> list[T]:
    """The things that may be meant: by the whole name, else by its start, else by the start of a word."""
    wanted = folded(typed)
    if not wanted:
        return []
    found = [(thing, names_of(thing)) for thing in things]
    return (
        [thing for thing, names in found if wanted in names]
        or [thing for thing, names in found if any(name.startswith(wanted) for name in names)]
        or [thing for thing, names in found if any(f" {wanted}" in name for name in names)]
    )


def nearest(typed: str, names: Iterable[str], most: int = 1, cutoff: float = 0.5) -> list[str]:
    """The names most like what was typed, best first; none that is nothing like it."""
    from difflib import get_close_matches  # only a mistake needs it

    by_folded = {folded(name): name for name in names}
    close = get_close_matches(folded(typed)[:LONGEST_COMPARED], by_folded, most, cutoff)
    return [by_folded[each] for each in close]


def nearest_thing(typed: str, things: Sequence[T]) -> T | None:
    """The thing whose name looks most like what was typed."""
    by_name = {name: thing for thing in reversed(things) for name in names_of(thing)}
    near = nearest(typed, by_name, cutoff=0.6)
    return by_name[near[0]] if near else None


def most_like(typed: str, names: Iterable[str]) -> str | None:
    """The one name that is most like what was typed, if any is like it."""
    return next(iter(nearest(typed, names)), None)
