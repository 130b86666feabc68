"""Cards by their names as people type them."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable
from difflib import get_close_matches
from functools import cache

from automa.castle_combo.cards import Card

_BLANKS = str.maketrans(dict.fromkeys("-'’_.,", " "))


def folded(text: str) -> str:
    """Without accents, capitals, hyphens and apostrophes: "Maître d'armes" is "maitre d armes"."""
    plain = unicodedata.normalize("NFKD", text.replace("œ", "oe")).casefold()
    plain = "".join(letter for letter in plain if not unicodedata.combining(letter))
    return " ".join(plain.translate(_BLANKS).split())


@cache
def _names(card: Card) -> tuple[str, ...]:
    """What people may call the card, folded."""
    return folded(card.name), folded(card.french), folded(card.id)


def named(typed: str, cards: Iterable[Card]) -> list[Card]:
    """The cards that may be meant: by the whole name, else by its start, else by the start of a word."""
    wanted = folded(typed)
    if not wanted:
        return []
    found = [(card, _names(card)) for card in cards]
    return (
        [card for card, names in found if wanted in names]
        or [card for card, names in found if any(name.startswith(wanted) for name in names)]
        or [card for card, names in found if any(f" {wanted}" in name for name in names)]
    )


def nearest(typed: str, cards: Iterable[Card]) -> Card | None:
    """The card whose name looks most like what was typed."""
    names = {folded(name): card for card in cards for name in (card.french, card.name)}
    close = get_close_matches(folded(typed), names, 1, 0.6)
    return names[close[0]] if close else None
