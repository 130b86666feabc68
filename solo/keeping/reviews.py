"""The review of a game, cached beside its save because it is slow to make.

It is valid only for the same entries and the same version of the program, and may be deleted at any time.
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
    """The cached review of a game, if there is a valid one."""
    try:
        content = b"" if journal.path is None else review_beside(journal.path).read_bytes()
        held, review = msgspec.json.decode(content, type=tuple[str, msgspec.Raw])
        return msgspec.json.decode(review, type=type) if held == _of(journal) else None
    except (OSError, Trouble, *UNREADABLE):
        return None


def keep(journal: Journal, review: object) -> None:
    """Cache the review of a game; if the disk refuses, it is made again next time."""
    if journal.path is None:
        return
    with suppress(Trouble):
        write_whole(review_beside(journal.path), msgspec.json.encode((_of(journal), review)))


def _of(journal: Journal) -> str:
    """A digest of the program's version, the header and every entry."""
    from hashlib import blake2b

    game = msgspec.json.encode((__version__, journal.header, journal.history.entries))
    return blake2b(game, digest_size=12).hexdigest()
