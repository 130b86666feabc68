"""Makes text from outside safe to show: a name, a key, a path, an answer, something found in a file.

Nothing of it moves the cursor, colours the screen, turns the reading direction round or floods the screen.
`Words` sees to it for all that fills a sentence; a screen does so for what stands by itself.
"""

from __future__ import annotations

LONGEST = 400
"""How much of anything a sentence repeats: no path or list of ours is longer, and it still fits a screen."""

NBSP = "\u00a0"
REPLACEMENTS = {
    "…": "...", "–": "-", "—": "-", "‘": "'", "’": "'", "“": '"', "”": '"', "×": "x", "→": "->", "←": "<-",
    "•": "*", "·": "-", "≥": ">=", "≤": "<=", "−": "-", "½": "1/2", "★": "*", "▶": ">", "✓": "+", "✗": "x",
    "█": "#", "░": ".", "─": "-", "│": "|", "●": "X", "○": "O", "☆": "=", "▸": ">", NBSP: " ", "�": "?",
}  # fmt: skip
"""Replacements for characters that an old terminal cannot show."""


def cleaned(text: str, encoding: str = "utf-8") -> str:
    """Text on one line of which every sign can be seen, and that the encoding can show.

    What Unicode calls unprintable is a space where it is one, and else �: escapes and other control signs of
    both sets, marks that turn the reading direction, halves of characters. A space that holds two words
    together is kept.
    """
    if not text.isprintable():
        text = "".join(_seen(sign) for sign in text)
    if text.isascii() or encoding.casefold().startswith("utf"):
        return text
    return "".join(_shown(sign, encoding) for sign in text)


def _seen(sign: str) -> str:
    if sign.isprintable() or sign == NBSP:
        return sign
    return " " if sign.isspace() else "�"


def shortened(text: str, most: int = LONGEST) -> str:
    """The text, cut with an ellipsis if it is longer than `most`."""
    return text if len(text) <= most else text[:most] + "…"


def _shown(sign: str, encoding: str) -> str:
    try:
        sign.encode(encoding)
    except (UnicodeEncodeError, LookupError):
        if sign in REPLACEMENTS:
            return REPLACEMENTS[sign]
        from unicodedata import normalize

        bare = normalize("NFKD", sign).encode("ascii", "ignore").decode("ascii")
        return bare or "?"
    return sign
