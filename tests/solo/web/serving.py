"""The site on a real socket, and a device that speaks to it."""

from __future__ import annotations

import shutil
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.client import HTTPConnection, HTTPResponse
from pathlib import Path
from random import Random
from time import time
from urllib.parse import urlencode

import pytest

from solo.commands.serving import LOCAL, listening, names_of
from solo.web.door import Door
from solo.web.server import Served, Server, run, server_of
from solo.web.site import Site
from tests.solo.web.reading import Page

PATIENCE = 120
CHROMIUM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
"""A browser of the system, if it has one."""


@dataclass(slots=True)
class Answer:
    """What came back."""

    status: int
    headers: Mapping[str, str]
    body: str

    @property
    def page(self) -> Page:
        return Page(self.body)

    @property
    def location(self) -> str:
        return self.headers.get("location", "")


@dataclass(slots=True)
class Device:
    """Somebody's browser, as far as it matters here."""

    port: int
    cookies: dict[str, str] = field(default_factory=dict)
    headers: dict[str, str] = field(default_factory=dict)

    def ask(self, method: str, path: str, body: bytes = b"", **headers: str) -> Answer:
        """Ask for something, just like that."""
        connection = HTTPConnection(LOCAL, self.port, timeout=PATIENCE)
        try:
            connection.request(method, path, body or None, self._headers(headers))
            reply = connection.getresponse()
            self._keep(reply)
            found = {key.casefold(): value for key, value in reply.getheaders()}
            return Answer(reply.status, found, reply.read().decode())
        finally:
            connection.close()

    def get(self, path: str, **headers: str) -> Answer:
        return self.ask("GET", path, b"", **headers)

    def post(self, path: str, fields: Mapping[str, object], **headers: str) -> Answer:
        """Send a form, as our own pages do unless the headers say otherwise."""
        own = {"Origin": f"http://{LOCAL}:{self.port}", "Content-Type": "application/x-www-form-urlencoded"}
        return self.ask("POST", path, urlencode(fields, doseq=True).encode(), **{**own, **headers})

    def submit(self, page: Page, action: str, **more: str | list[str]) -> Answer:
        """Send a form of a page, with what somebody changed in it."""
        form = page.form(action)
        return self.post(form.action, {**form.fields(), **more})

    @contextmanager
    def stream(self, path: str) -> Iterator[HTTPResponse]:
        connection = HTTPConnection(LOCAL, self.port, timeout=PATIENCE)
        connection.request("GET", path, headers=self._headers({}))
        try:
            yield connection.getresponse()
        finally:
            connection.close()

    def _headers(self, more: Mapping[str, str]) -> dict[str, str]:
        jar = "; ".join(f"{key}={value}" for key, value in self.cookies.items())
        found = {"Host": f"{LOCAL}:{self.port}", **({"Cookie": jar} if jar else {}), **self.headers, **more}
        return {key.replace("_", "-"): value for key, value in found.items() if value}

    def _keep(self, reply: HTTPResponse) -> None:
        for line in reply.headers.get_all("set-cookie") or ():
            name, _, value = line.partition(";")[0].partition("=")
            self.cookies[name] = value


@dataclass(slots=True)
class Running:
    """A server that runs, and devices for it."""

    port: int
    served: Served
    server: Server
    thread: threading.Thread

    @property
    def url(self) -> str:
        return f"http://{LOCAL}:{self.port}"

    def device(self, **headers: str) -> Device:
        return Device(self.port, headers=headers)

    def stop(self) -> bool:
        """End it as Ctrl-C does; whether it did."""
        self.server.should_exit = True
        self.thread.join(PATIENCE)
        return not self.thread.is_alive()


def same_games(monkeypatch: pytest.MonkeyPatch) -> None:
    """Games that are begun without a seed are the same in every run of the tests."""
    monkeypatch.setattr("solo.playing.starting.SystemRandom", lambda: Random(7))


@contextmanager
def serving(home: Path, *, url: str = "") -> Iterator[Running]:
    """The site of somebody whose things are in that folder, while the test lasts."""
    socket = listening(LOCAL, 0)
    served = Served(Site(), Door.at(home / "devices.json", time), names_of(None), url=url)
    server = server_of(served)
    thread = threading.Thread(target=run, args=(server, [socket]))
    thread.start()
    running = Running(socket.getsockname()[1], served, server, thread)
    try:
        yield running
    finally:
        assert running.stop()
