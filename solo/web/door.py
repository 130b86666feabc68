"""Who may come in: the names the site is asked for by, the pages forms come from, the devices that are known.

On this computer nobody is asked for anything. A device in the network shows a code that works once, and is
known from then on by a cookie; of that only a digest is kept.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field
from hashlib import sha256
from ipaddress import ip_address
from pathlib import Path

import msgspec

from solo.keeping.disk import write_whole
from solo.keeping.folders import make_folder

COOKIE = "castellan"
LETTERS = "23456789ABCDEFGHJKMNPQRSTUVWXYZ"
"""No two of them look alike."""
CODE_LENGTH = 8
MOST_CODES = 4
"""So many codes can be out at a time."""
DAY = 24 * 60 * 60
KNOWN_FOR = 30 * DAY
"""A device stays known for so long after it came in."""


@dataclass(slots=True)
class Door:
    """The devices that are known, and the codes that let another one in."""

    file: Path
    """Where the known devices are kept, so that a restart needs no new codes."""
    clock: Callable[[], float]
    codes: list[str] = field(default_factory=list)
    known: dict[str, float] = field(default_factory=dict)
    """For the digest of each device's cookie, until when it is known."""

    @classmethod
    def at(cls, file: Path, clock: Callable[[], float]) -> Door:
        """The door with the devices that were let in before; a file that cannot be read has none."""
        try:
            known = msgspec.json.decode(file.read_bytes(), type=dict[str, float])
        except (OSError, ValueError):
            known = {}
        return cls(file, clock, known=known)

    def new_code(self) -> str:
        """A code for one more device."""
        code = "".join(secrets.choice(LETTERS) for _ in range(CODE_LENGTH))
        self.codes = [*self.codes, code][-MOST_CODES:]
        return code

    def let_in(self, code: str) -> str | None:
        """The cookie of a device that shows a code, which is spent with it; None if there is no such code."""
        shown = "".join(sign for sign in code.upper() if sign.isalnum())
        found = next(
            (each for each in self.codes if secrets.compare_digest(each.encode(), shown.encode())), None
        )
        if found is None:
            return None
        self.codes.remove(found)
        cookie = secrets.token_urlsafe(32)
        now = self.clock()
        still = {digest: until for digest, until in self.known.items() if until > now}
        self.known = {**still, _digest(cookie): now + KNOWN_FOR}
        make_folder(self.file.parent)
        write_whole(self.file, msgspec.json.encode(self.known))
        return cookie

    def knows(self, cookie: str) -> bool:
        return self.known.get(_digest(cookie), 0) > self.clock()


def _digest(cookie: str) -> str:
    return sha256(cookie.encode()).hexdigest()


def is_here(host: str) -> bool:
    """Whether an address is that of this very computer, as seen by itself."""
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return False


def host_of(header: str) -> str:
    """The name in a Host header, without the port."""
    name = header.strip().casefold()
    if name.startswith("["):
        return name[1:].partition("]")[0]
    return name.partition(":")[0]


def is_ours(headers: Mapping[str, str], names: Collection[str]) -> bool:
    """Whether the site is asked for by one of its own names: another site cannot pretend to be it."""
    return host_of(headers.get("host", "")) in names


def is_own_form(headers: Mapping[str, str], scheme: str) -> bool:
    """Whether a form comes from one of our pages, as the browser says: a foreign page can send no answer."""
    site = headers.get("sec-fetch-site")
    if site is not None:
        return site == "same-origin"
    return headers.get("origin", "").casefold() == f"{scheme}://{headers.get('host', '')}".casefold()
