"""Reads only the first and the last line of a save, which is enough for a list.

Their check values and the seal prove that these two are right; the lines between are checked when the save is
opened.
"""

from io import SEEK_END, FileIO
from pathlib import Path

import msgspec

from solo.keeping import proof
from solo.keeping.disk import UNREADABLE
from solo.keeping.journal import Header, Over
from solo.keeping.proof import START, Seal, begins_well, check_of, is_whole, without_check, without_seal

BYTES_READ = (2**12, 2**16)
"""How many bytes are read at each end; the second where a line is longer than the first."""


_HEADER = msgspec.json.Decoder(Header)
_END = msgspec.json.Decoder(Over)
_OVER = b'{"over":true,'


def glance(path: Path, size: int) -> tuple[Header, int, Over | None] | None:
    """The header, the number of lines and the end of a file of this size; None if all of it must be read."""
    first, before, last = _ends(path, size)
    try:
        header = _HEADER.decode(without_check(first))
        over = _END.decode(without_check(last)) if last.startswith(_OVER) else None
    except UNREADABLE:
        return None
    seal = Seal.read(first)
    is_whole_header = begins_well(first) and is_whole(without_seal(first), START)
    if header.format != proof.FORMAT or seal is None or not is_whole_header:
        return None
    is_last = seal.check == check_of(last) and (seal.lines == 1 or is_whole(last, check_of(before)))
    return (header, seal.lines, over) if is_last else None


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
