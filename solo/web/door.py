"""Who may come in: the names the site is asked for by, the pages forms come from, the devices that are known.

On this computer nobody is asked for anything. A device in the network shows a code that works once, and is
known from then on by a cookie; of that only a digest is kept.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Collection, Mapping
from hashlib import sha256
from ipaddress import ip_address
from math import ceil
from pathlib import Path

from msgspec import Struct, field

from solo.keeping.disk import read_json, write_json

COOKIE = "castellan"
LETTERS = "23456789ABCDEFGHJKMNPQRSTUVWXYZ"
"""No two of them look alike."""
CODE_LENGTH = 8
MOST_CODES = 4
"""So many codes can be out at a time."""
MINUTE = 60
CODE_FOR = 15 * MINUTE
"""So long a code is good."""
DAY = 24 * 60 * MINUTE
KNOWN_FOR = 30 * DAY
"""A device stays known for so long after it came in."""
FREE_TRIES, LONGEST_WAIT, MOST_HOSTS = 5, 64, 1000
"""After so many wrong codes the next one must wait, longer each time, up to so many seconds; of so many
addresses that is remembered."""
AGENTS = ("iPhone", "iPad", "Android", "Windows", "Macintosh", "CrOS", "Linux")
"""What a browser may say of the device that it runs on."""


class Known(Struct, frozen=True):
    """A device that was let in."""

    until: float
    since: float = 0
    kind: str = ""


class Door(Struct):
    """The devices that are known, and the codes that let another one in."""

    file: Path
    """Where the known devices are kept, so that a restart needs no new codes."""
    clock: Callable[[], float]
    codes: dict[str, float] = field(default_factory=dict)
    """For each code until when it is good."""
    known: dict[str, Known] = field(default_factory=dict)
    """By the digest of each device's cookie."""
    wrong: dict[str, tuple[int, float]] = field(default_factory=dict)
    """For each address how many wrong codes came from it, and when the last one did."""

    @classmethod
    def at(cls, file: Path, clock: Callable[[], float]) -> Door:
        """The door with the devices that were let in before; a file that cannot be read has none."""
        return cls(file, clock, known=read_json(file, dict[str, Known]) or {})

    def new_code(self) -> str:
        """A code for one more device."""
        code = "".join(secrets.choice(LETTERS) for _ in range(CODE_LENGTH))
        newest = list(self.codes.items())[1 - MOST_CODES :]
        self.codes = {**dict(newest), code: self.clock() + CODE_FOR}
        return code

    def has_code(self) -> bool:
        """Whether a code is still good that was given out."""
        return any(until > self.clock() for until in self.codes.values())

    def wait_for(self, host: str) -> int:
        """How many seconds an address must wait before its next code is looked at."""
        tries, last = self.wrong.get(host, (0, 0.0))
        if tries < FREE_TRIES:
            return 0
        wait = min(LONGEST_WAIT, 1 << min(tries - FREE_TRIES + 1, LONGEST_WAIT))
        return max(0, ceil(last + wait - self.clock()))

    def let_in(self, code: str, host: str = "", agent: str = "") -> str | None:
        """The cookie of a device that shows a code, which is spent with it; None if there is no such code."""
        shown = "".join(sign for sign in code.upper() if sign.isalnum())
        now = self.clock()
        self.codes = {code: until for code, until in self.codes.items() if until > now}
        found = next(
            (each for each in self.codes if secrets.compare_digest(each.encode(), shown.encode())), None
        )
        if found is None:
            tries, _ = self.wrong.pop(host, (0, 0.0))
            self.wrong = {**dict(list(self.wrong.items())[1 - MOST_HOSTS :]), host: (tries + 1, now)}
            return None
        del self.codes[found]
        self.wrong.pop(host, None)
        cookie = secrets.token_urlsafe(32)
        kind = next((each for each in AGENTS if each in agent), "")
        still = {digest: each for digest, each in self.known.items() if each.until > now}
        self.known = {**still, self.digest(cookie): Known(now + KNOWN_FOR, now, kind)}
        write_json(self.file, self.known)
        return cookie

    def send_away(self, digest: str) -> bool:
        """A device is known no more; whether it was."""
        if digest not in self.known:
            return False
        self.known = {each: known for each, known in self.known.items() if each != digest}
        write_json(self.file, self.known)
        return True

    def knows(self, cookie: str) -> bool:
        found = self.known.get(self.digest(cookie))
        return found is not None and found.until > self.clock()

    def digest(self, cookie: str) -> str:
        """What a device is called in the list of those that are known."""
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
