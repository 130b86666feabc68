"""The check values of a journal, which show whether it is as it was written.

Every line ends with a check value over itself and the check value of the line before, so that a changed byte
and a doubled, moved, missing or foreign line are found. The header also has a seal, updated in place after
each step: the number of lines and the check value of the last, which shows whether lines are missing at the
end. It may lag behind by a step, and is never ahead.
"""

from __future__ import annotations

import re
from hashlib import blake2b

import msgspec

FORMAT = 3
"""The format of the files, raised by a change that an older version would misread; earlier ones were never
released."""
DIGEST = 6
START = b"0" * (2 * DIGEST)
"""Used as the check value before the first line."""

_ENDING = b',"check":"'
_LENGTH = len(_ENDING) + 2 * DIGEST + len(b'"}')
_HEADER = b'{"format":%d,"seal":"' % FORMAT
_COUNT = 8
_SEAL = re.compile(rb"[0-9]{8}:[0-9a-f]{12}")

SEAL_AT = len(_HEADER)
"""Where in the file the seal stands."""


class Seal(msgspec.Struct, frozen=True):
    """How many lines there are, and the check value of the last."""

    lines: int
    check: bytes

    def __bytes__(self) -> bytes:
        return b"%0*d:%s" % (_COUNT, self.lines, self.check)

    @classmethod
    def read(cls, header: bytes) -> Seal | None:
        """The seal of a header; None if it has none."""
        text = header[SEAL_AT:_SEAL_END]
        if not _SEAL.fullmatch(text) or not int(text[:_COUNT]):
            return None
        return cls(int(text[:_COUNT]), text[_COUNT + 1 :])


NO_LINES = Seal(0, START)
_BLANK = bytes(NO_LINES)
BLANK = _BLANK.decode()
"""The placeholder with which the check value of a header is computed."""
_SEAL_END = SEAL_AT + len(_BLANK)


def chained(body: bytes, before: bytes) -> bytes:
    """A JSON object as a line after one with that check value."""
    return body[:-1] + _ENDING + _digest(body, before) + b'"}\n'


def check_of(line: bytes) -> bytes:
    """The check value that a line carries."""
    return line[-2 - 2 * DIGEST : -2]


def has_check(line: bytes) -> bool:
    """Whether a line ends with a check value."""
    return len(line) > _LENGTH and line.startswith(_ENDING, len(line) - _LENGTH) and line.endswith(b'"}')


def without_check(line: bytes) -> bytes:
    """A line as it was before it got its check value."""
    return line[:-_LENGTH] + b"}"


def is_whole(line: bytes, before: bytes) -> bool:
    """Whether a line is unchanged and follows the same line as when it was written."""
    return has_check(line) and _digest(without_check(line), before) == check_of(line)


def without_seal(header: bytes) -> bytes:
    """The header with the placeholder in place of its seal, as its check value was computed."""
    return _HEADER + _BLANK + header[_SEAL_END:]


def is_whole_header(header: bytes) -> bool:
    """Whether a header is unchanged, but for its seal."""
    return header.startswith(_HEADER) and is_whole(without_seal(header), START)


def sealed(content: bytes, seal: Seal) -> bytes:
    """The lines of a file with this seal in its place."""
    return content[:SEAL_AT] + bytes(seal) + content[_SEAL_END:]


def _digest(body: bytes, before: bytes) -> bytes:
    return blake2b(before + body, digest_size=DIGEST).hexdigest().encode()
