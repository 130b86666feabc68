"""Suggestions for a mistyped word."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import chain
from typing import TypeAlias

from automa.dialogue import Text
from automa.names import W, folded, likeness, nearest, starts, word_of
from solo.trouble import Trouble

NEAR = 0.65
"""How alike two words must be for one to be meant by the other: three letters of five are not enough."""

Topic: TypeAlias = tuple[Sequence[str], Sequence[str]]
"""The names of a topic, first the one it is shown by; and its text in each language, that spoken first."""


def hint(found: str, known: Iterable[str], listed: Sequence[str] | None = None) -> Text:
    """ "Did you mean …?" where something begins like it or is like it, else what there is (`listed`)."""
    names = list(known)
    near = meant(found, names)
    if near is not None:
        return Text("hint.did-you-mean", near=near)
    there = names if listed is None else listed
    return Text("hint.there-is", n=len(there), allowed=there) if there else Text("hint.there-is-none")


def meant(found: str, known: Iterable[str]) -> str | None:
    """The one that begins like a mistyped word, or is most like it, if any does."""
    names = list(known)
    return _begun(found, names) or next(iter(nearest(found, names, cutoff=NEAR)), None)


def one_of(known: Sequence[W], typed: str, option: str) -> W:
    """A word of a closed set that was typed for an option; `Trouble` if it is none of them."""
    word = typed.casefold()
    if word not in known:
        raise Trouble(Text("trouble.word", option=option, found=typed, hint=hint(typed, known)))
    return word_of(known, word)


def topics_about(typed: str, topics: Sequence[Topic]) -> dict[int, int]:
    """The places of the topics meant, and how well: by a name or its start, else by words of the text.

    The language spoken goes first: what a word means there is what was meant. An unknown topic is trouble.
    """
    sought = folded(typed)
    like = [likeness(sought, list(map(folded, names))) for names, _ in topics]
    texts = zip(*(texts for _, texts in topics), strict=True) if sought else ()
    counts = ([f" {folded(text)}".count(f" {sought}") for text in each] for each in texts)
    for fits in chain([[fit * (fit == max(like)) for fit in like]], counts):
        if any(fits):
            return {place: fit for place, fit in enumerate(fits) if fit}
    shown = {name: names[0] for names, _ in topics for name in names}
    near = meant(typed, shown)
    there = hint(typed, (), [names[0] for names, _ in topics])
    help = there if near is None else Text("hint.did-you-mean", near=shown[near])
    raise Trouble(Text("trouble.unknown-topic", found=typed, hint=help))


def _begun(found: str, names: Iterable[str]) -> str | None:
    """The one name that has a word beginning so."""
    typed = folded(found)
    begun = [name for name in names if typed and starts(folded(name), typed)]
    return begun[0] if len(begun) == 1 else None
