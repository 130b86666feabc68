"""What a strong player thought of a game, kept beside its save: working it out again takes its time.

It holds only for the game as it was and the program that judged it. The file may be deleted at any time.
"""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from typing import TypeVar

import msgspec

from solo import __version__
from solo.keeping.disk import write_whole
from solo.keeping.journal import UNREADABLE, Journal
from solo.trouble import Trouble

T = TypeVar("T")


def review_beside(save: Path) -> Path:
    """Where the review of a save is kept."""
    return save.with_suffix(".review.json")


def kept(journal: Journal, type: type[T]) -> T | None:
    """The review of a game, if one is kept that still holds."""
    try:
        content = b"" if journal.path is None else review_beside(journal.path).read_bytes()
        held, review = msgspec.json.decode(content, type=tuple[str, msgspec.Raw])
        return msgspec.json.decode(review, type=type) if held == _of(journal) else None
    except (OSError, Trouble, *UNREADABLE):
        return None


def keep(journal: Journal, review: object) -> None:
    """Keep the review of a game; if that cannot be written, it is worked out again another time."""
    if journal.path is None:
        return
    with suppress(Trouble):
        write_whole(review_beside(journal.path), msgspec.json.encode((_of(journal), review)))


def _of(journal: Journal) -> str:
    """A few letters that change with the program, the way the game was begun and every answer in it."""
    from hashlib import blake2b

    game = msgspec.json.encode((__version__, journal.header, journal.history.entries))
    return blake2b(game, digest_size=12).hexdigest()
