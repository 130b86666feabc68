"""Access to the site: the host names and origins of requests, and the devices that are known.

This computer needs no access. A device in the network sends a code that works once, and is known from then
on by a cookie, of which only a digest is kept.
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
CODE_LETTERS = "23456789ABCDEFGHJKMNPQRSTUVWXYZ"
"""The letters of codes, none of which looks like another."""
CODE_LENGTH = 8
MAX_CODES = 4
"""How many codes can be valid at a time."""
MINUTE = 60
CODE_LIFETIME = 15 * MINUTE
"""How many seconds a code is valid."""
DAY = 24 * 60 * MINUTE
DEVICE_LIFETIME = 30 * DAY
"""How many seconds a device stays known."""
FREE_TRIES, LONGEST_WAIT, MAX_HOSTS = 5, 64, 1000
"""How many wrong codes need no wait, how many seconds the next try waits at most (longer each time), and of
how many addresses that is remembered."""
AGENTS = ("iPhone", "iPad", "Android", "Windows", "Macintosh", "CrOS", "Linux")
"""The kinds of devices that browsers name."""


class KnownDevice(Struct, frozen=True):
    """A device that was let in, until when and since when."""

    until: float
    since: float = 0
    kind: str = ""


class Door(Struct):
    """The devices that are known, and the codes that let another one in."""

    file: Path
    """Keeps the known devices over a restart."""
    clock: Callable[[], float]
    codes: dict[str, float] = field(default_factory=dict)
    """For each code until when it is valid."""
    known: dict[str, KnownDevice] = field(default_factory=dict)
    """By the digest of each device's cookie."""
    wrong: dict[str, tuple[int, float]] = field(default_factory=dict)
    """For each address how many wrong codes came from it, and when the last one did."""

    @classmethod
    def at(cls, file: Path, clock: Callable[[], float]) -> Door:
        """The door with the devices in a file; none if it cannot be read."""
        return cls(file, clock, known=read_json(file, dict[str, KnownDevice]) or {})

    def new_code(self) -> str:
        """Make a code for one more device."""
        code = "".join(secrets.choice(CODE_LETTERS) for _ in range(CODE_LENGTH))
        newest = list(self.codes.items())[1 - MAX_CODES :]
        self.codes = {**dict(newest), code: self.clock() + CODE_LIFETIME}
        return code

    def has_valid_code(self) -> bool:
        """Whether any code is still valid."""
        return any(until > self.clock() for until in self.codes.values())

    def wait_for(self, host: str) -> int:
        """How many seconds an address must wait before its next try."""
        tries, last = self.wrong.get(host, (0, 0.0))
        if tries < FREE_TRIES:
            return 0
        wait = min(LONGEST_WAIT, 1 << min(tries - FREE_TRIES + 1, LONGEST_WAIT))
        return max(0, ceil(last + wait - self.clock()))

    def let_in(self, code: str, host: str = "", agent: str = "") -> str | None:
        """Let in a device by a code, which is used up; its cookie, or None if the code is wrong."""
        shown = "".join(sign for sign in code.upper() if sign.isalnum())
        now = self.clock()
        self.codes = {code: until for code, until in self.codes.items() if until > now}
        found = next(
            (each for each in self.codes if secrets.compare_digest(each.encode(), shown.encode())), None
        )
        if found is None:
            tries, _ = self.wrong.pop(host, (0, 0.0))
            self.wrong = {**dict(list(self.wrong.items())[1 - MAX_HOSTS :]), host: (tries + 1, now)}
            return None
        del self.codes[found]
        self.wrong.pop(host, None)
        cookie = secrets.token_urlsafe(32)
        kind = next((each for each in AGENTS if each in agent), "")
        still = {digest: each for digest, each in self.known.items() if each.until > now}
        self.known = {**still, self.digest(cookie): KnownDevice(now + DEVICE_LIFETIME, now, kind)}
        write_json(self.file, self.known)
        return cookie

    def forget(self, digest: str) -> bool:
        """Forget a device; False if it was not known."""
        if digest not in self.known:
            return False
        self.known = {each: known for each, known in self.known.items() if each != digest}
        write_json(self.file, self.known)
        return True

    def knows(self, cookie: str) -> bool:
        found = self.known.get(self.digest(cookie))
        return found is not None and found.until > self.clock()

    def digest(self, cookie: str) -> str:
        """The key of a device among those that are known."""
        return sha256(cookie.encode()).hexdigest()


def is_loopback(host: str) -> bool:
    """Whether an address is this computer's own."""
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


def has_own_host(headers: Mapping[str, str], names: Collection[str]) -> bool:
    """Whether a request names a host of ours, so that no other site can pretend to be this one."""
    return host_of(headers.get("host", "")) in names


def is_same_origin(headers: Mapping[str, str], scheme: str) -> bool:
    """Whether a form comes from a page of ours, so that no foreign page can send answers."""
    site = headers.get("sec-fetch-site")
    if site is not None:
        return site == "same-origin"
    return headers.get("origin", "").casefold() == f"{scheme}://{headers.get('host', '')}".casefold()
