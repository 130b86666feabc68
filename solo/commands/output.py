"""What a command writes for another program to read."""

from __future__ import annotations

import sys

from solo.words.clean import cleaned


def write(content: str | bytes) -> None:
    """Write it as it is; on a terminal a person reads it, and nothing in it may do any harm there.

    What the encoding of the output lacks is a question mark.
    """
    if sys.stdout.isatty():
        text = content if isinstance(content, str) else content.decode(errors="replace")
        sys.stdout.write("\n".join(cleaned(line, sys.stdout.encoding) for line in text.split("\n")))
    elif isinstance(content, str):
        encoding = sys.stdout.encoding or "utf-8"
        sys.stdout.write(content.encode(encoding, "replace").decode(encoding))
    else:
        sys.stdout.buffer.write(content)
