"""Reads only the first and the last line of a save, which is enough for a list.

Their check values and the seal prove that these two are right; the lines between are checked when the save is
opened.
"""

from io import SEEK_END, FileIO
from pathlib import Path

import msgspec

from solo.keeping import proof
from solo.keeping.journal import UNREADABLE, SeatLine
from solo.keeping.proof import START, Seal, begins_well, check_of, is_whole, without_seal

BYTES_READ = (2**12, 2**16)
"""How many bytes are read at each end; the second where a line is longer than the first."""


class Begun(msgspec.Struct, frozen=True):
    """The fields of a header that a list shows."""

    format: int
    game: str
    seats: list[SeatLine]
    started: str
    options: dict[str, str] = {}


class Ended(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The last line of a finished game."""

    over: bool
    scores: dict[str, int]
    winners: list[str]
    hints: int = 0
    seconds: int = 0
    check: str = ""


class Glance(msgspec.Struct, frozen=True):
    """What the two lines say."""

    begun: Begun
    lines: int
    """How many there are."""
    ended: Ended | None


_BEGUN = msgspec.json.Decoder(Begun)
_ENDED = msgspec.json.Decoder(Ended)
_OVER = b'{"over":true,'


def glance(path: Path, size: int) -> Glance | None:
    """What a file of this size says in its two lines; None if all of it must be read."""
    first, before, last = _ends(path, size)
    try:
        begun = _BEGUN.decode(first)
        ended = _ENDED.decode(last) if last.startswith(_OVER) else None
    except UNREADABLE:
        return None
    seal = Seal.read(first)
    is_whole_header = begins_well(first) and is_whole(without_seal(first), START)
    if begun.format != proof.FORMAT or seal is None or not is_whole_header:
        return None
    is_last = seal.check == check_of(last) and (seal.lines == 1 or is_whole(last, check_of(before)))
    return Glance(begun, seal.lines, ended) if is_last else None


def _ends(path: Path, size: int) -> tuple[bytes, bytes, bytes]:
    """The first line, what was read before the last line, and the last line; empty if one is cut off."""
    with FileIO(path) as file:
        for piece in BYTES_READ:
            head = tail = file.read(2 * piece)
            if size > len(head):
                file.seek(-piece, SEEK_END)
                tail = file.read(piece)
            first, whole, _ = head.partition(b"\n")
            before, _, last = tail.removesuffix(b"\n").rpartition(b"\n")
            if not tail.endswith(b"\n"):
                break
            if whole and (before or last == first):
                return first, before, last
            file.seek(0)
    return b"", b"", b""
