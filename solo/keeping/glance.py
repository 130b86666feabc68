"""A save at a glance: its first and its last line, which is all that a list of many needs.

The check values prove those two, and the seal that nothing follows. What stands between them is checked when
the save is opened.
"""

from io import SEEK_END, FileIO
from pathlib import Path

import msgspec

from solo.keeping import proof
from solo.keeping.journal import UNREADABLE, SeatLine
from solo.keeping.proof import START, Seal, begins_well, check_of, is_whole, without_seal

PIECES = (2**12, 2**16)
"""How many bytes at either end are read: few, and more where a line is longer than that."""


class Begun(msgspec.Struct, frozen=True):
    """What a header says to somebody who looks for a game."""

    format: int
    game: str
    seats: list[SeatLine]
    started: str
    options: dict[str, str] = {}


class Ended(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A last line that says that the game is over."""

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
    """What a regular file of so many bytes says; None where only reading all of it tells what it is."""
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
    """The first line, what was read of the file before the last line, and that; nothing if one is torn."""
    with FileIO(path) as file:
        for piece in PIECES:
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
