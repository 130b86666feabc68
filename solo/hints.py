"""What somebody may have meant who typed a word that does not exist."""

from __future__ import annotations

from collections.abc import Iterable

from automa.dialogue import Text
from automa.names import most_like


def hint(found: str, known: Iterable[str]) -> Text:
    """ "Did you mean …?" where something is like it, else everything there is."""
    names = list(known)
    near = most_like(found, names)
    if near is not None:
        return Text("hint.did-you-mean", near=near)
    return Text("hint.there-is", n=len(names), allowed=names) if names else Text("hint.there-is-none")
