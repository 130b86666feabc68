"""What a command writes for another program to read."""

from __future__ import annotations

import sys

from solo.words.clean import cleaned


def write(text: str) -> None:
    """Write it as it is; on a terminal a person reads it, and nothing in it may do any harm there."""
    if sys.stdout.isatty():
        text = "\n".join(cleaned(line) for line in text.split("\n"))
    sys.stdout.write(text)
