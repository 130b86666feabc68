"""Serves the site: checks requests, reads forms, and tells devices when their game has gone on."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import AsyncIterator, Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from http import HTTPStatus
from secrets import token_hex
from typing import TYPE_CHECKING, TypeVar
from urllib.parse import parse_qs

import uvicorn
from msgspec import Struct, field
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response, StreamingResponse
from starlette.routing import Route
from uvicorn.protocols.http.h11_impl import H11Protocol

from automa.dialogue import Text
from solo.keeping.reports import report
from solo.web import door as doors
from solo.web import frame, home, qr
from solo.web.asking import Fields, value_of
from solo.web.door import Door
from solo.web.frame import Page
from solo.web.site import Reply, Site
from solo.words.sentences import LANGUAGES

if TYPE_CHECKING:
    from pathlib import Path

T = TypeVar("T")

MAX_FORM_BYTES, MAX_HEAD_BYTES = 2**16, 2**15
MAX_STREAMS = 200
"""How many devices can follow games at a time."""
MAX_SILENT, MAX_STRANGERS = 40, 20
"""How many connections may be open that have not sent a request, and how many requests of devices that were
not let in are answered at a time. Devices that were let in are not counted, so nobody can keep them out."""
REQUEST_TIMEOUT = 8
"""How many seconds a connection has for its first request, and a request for its form."""
MAX_WORKERS = 12
"""How many requests are worked on at a time: while an opponent thinks in one game, the others go on."""
LEFT_AFTER, IDLE_AFTER = 5, 600
"""After how many seconds a game is put away: since its last device stopped following it, or since the last
request."""
MIN_COMPRESSED = 1000
"""Shorter answers, in bytes, are sent uncompressed."""
BROWSER_COOKIE = "browser"
"""Tells browsers apart: each has one stream, however many tabs are open."""
MAX_FIELDS = 500
YEAR = 365 * doors.DAY
HEARTBEAT = 15
"""How many seconds pass between signs of life on a stream, by which a phone notices when it is lost."""
POLICY = (
    "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self'; connect-src 'self'; "
    "manifest-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)
HEADERS = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cache-Control": "no-store",
}
LANGUAGE_COOKIE = "lang"


class Stream(Struct, eq=False):
    """A device that follows a game."""

    name: str
    """Of the game."""
    browser: str
    device: str
    event: asyncio.Event = field(default_factory=asyncio.Event)
    """Set when the game may have gone on."""
    is_over: bool = False


class Served(Struct):
    """A site, and the requests and streams of its devices."""

    site: Site
    door: Door
    names: frozenset[str]
    """The host names it may be requested under."""
    url: str = ""
    """Its address for devices in the network; empty if it is for this computer alone."""
    lang: str | None = None
    """The language, if one was asked for at the start; else each device has its own."""
    on_let_in: Callable[[], None] = lambda: None
    """Called when a device is let in."""
    on_wrong_code: Callable[[str, int], None] = lambda host, tries: None
    """Called for each wrong code, with the address it came from and how many came from there."""
    worker: ThreadPoolExecutor = field(default_factory=lambda: ThreadPoolExecutor(MAX_WORKERS))
    """Runs what takes time; the site sees to it that each game does one thing at a time."""
    streams: list[Stream] = field(default_factory=list)
    strangers: int = 0
    """How many requests of devices that were not let in are being answered."""
    silent: dict[asyncio.Transport, asyncio.TimerHandle] = field(default_factory=dict)
    """The connections that have not sent a request yet, the oldest first, each with its timer."""
    idle: dict[str, asyncio.TimerHandle] = field(default_factory=dict)
    """For each game the timer that puts it away."""
    closing: bool = False

    def __post_init__(self) -> None:
        self.site.is_followed = lambda name: any(each.name == name for each in self.streams)
        self.site.in_network = bool(self.url)

    async def error_page(self, request: Request, error: Exception) -> Response:
        """The page for an error of ours, which is reported."""
        error_page = Text("web.broken", what=report(error))
        return self._message(request, error_page, HTTPStatus.INTERNAL_SERVER_ERROR)

    def _page(self, request: Request, page: Page) -> Response:
        words = self.site.words(self._language(request))
        return Response(page.written(words), page.status, media_type="text/html")

    def _message(self, request: Request, text: Text, status: HTTPStatus, back: str = "/") -> Response:
        return self._page(request, frame.message(text, status, back))

    # Requests

    async def answer(self, request: Request) -> Response:
        """The response to a request, with the headers that every response has."""
        if self._may_enter(request):
            response = await self._answer(request)
        else:
            response = await self._answer_stranger(request)
            response.headers["Connection"] = "close"
        for key, value in HEADERS.items():
            response.headers.setdefault(key, value)
        return response

    async def _answer_stranger(self, request: Request) -> Response:
        """The response to a device that was not let in, unless there are too many of them."""
        if self.strangers >= MAX_STRANGERS:
            return Response("", HTTPStatus.SERVICE_UNAVAILABLE)
        self.strangers += 1
        try:
            return await self._answer(request)
        finally:
            self.strangers -= 1

    async def _answer(self, request: Request) -> Response:
        path = request.url.path
        if not doors.has_own_host(request.headers, self.names):
            return self._message(request, Text("web.foreign-host"), HTTPStatus.BAD_REQUEST)
        if request.method in ("GET", "HEAD") and path[1:] in frame.FILES:
            return _static(path[1:])
        if request.method == "POST":
            if not doors.is_same_origin(request.headers, request.url.scheme):
                return self._message(request, Text("web.foreign-form"), HTTPStatus.FORBIDDEN)
            try:
                fields = await asyncio.wait_for(fields_of(request), REQUEST_TIMEOUT)
            except TimeoutError:
                return Response("", HTTPStatus.REQUEST_TIMEOUT, headers={"Connection": "close"})
            if fields is None:
                return self._message(request, Text("web.too-large"), HTTPStatus.REQUEST_ENTITY_TOO_LARGE)
            return await self._post(request, path, fields)
        if request.method not in ("GET", "HEAD"):
            return self._message(request, Text("web.not-so"), HTTPStatus.METHOD_NOT_ALLOWED)
        return await self._get(request, path)

    async def _get(self, request: Request, path: str) -> Response:
        if not self._may_enter(request):
            status = HTTPStatus.FORBIDDEN if path != "/in" else HTTPStatus.OK
            return self._page(request, home.door_page(request.query_params.get("code", ""), status))
        if path == "/in":
            return RedirectResponse("/", HTTPStatus.SEE_OTHER)
        if path == "/devices" and self.url:
            code = self.door.new_code()
            picture = qr.for_page(f"{self.url}/in?code={code}", Text("web.add-device"))
            own = self.door.digest(request.cookies.get(doors.COOKIE, ""))
            devices = home.devices(f"{self.url}/in", code, picture, self.door.known, own)
            return self._page(request, devices)
        parts = path.split("/")
        is_stream = len(parts) == 4 and parts[1] == "game" and parts[3] == "stream"
        if is_stream and request.method == "GET":
            return await self._stream(request, parts[2])
        query, lang = dict(request.query_params), self._language(request)
        response = _response_of(await self._in_worker(self.site.get, path, query, lang))
        self._release_later(path)
        if BROWSER_COOKIE not in request.cookies:
            response.set_cookie(BROWSER_COOKIE, token_hex(8), max_age=YEAR, httponly=True, samesite="lax")
        return response

    async def _post(self, request: Request, path: str, fields: Fields) -> Response:
        if path == "/in":
            return self._let_in(request, fields)
        if not self._may_enter(request):
            return self._page(request, home.door_page("", HTTPStatus.FORBIDDEN))
        if path == "/lang":
            return self._choose_language(request, fields)
        if path == "/devices":
            return self._forget_device(value_of(fields, "away"))
        reply = await self._in_worker(self.site.post, path, fields, self._language(request))
        self.wake()
        self._release_later(path)
        return _response_of(reply)

    async def _in_worker(self, do: Callable[..., T], *arguments: object) -> T:
        return await asyncio.get_running_loop().run_in_executor(self.worker, do, *arguments)

    # Devices

    def _may_enter(self, request: Request) -> bool:
        host = request.client.host if request.client else ""
        return doors.is_loopback(host) or self.door.knows(request.cookies.get(doors.COOKIE, ""))

    def _let_in(self, request: Request, fields: Fields) -> Response:
        """Let in a device that sends a valid code, or tell it that the code is wrong."""
        host = request.client.host if request.client else ""
        if seconds := self.door.wait_for(host):
            wait = Text("web.wait", n=seconds)
            return self._message(request, wait, HTTPStatus.TOO_MANY_REQUESTS, back="/in")
        agent = request.headers.get("user-agent", "")
        cookie = self.door.let_in(value_of(fields, "code"), host, agent)
        if cookie is None:
            self.on_wrong_code(host, self.door.wrong[host][0])
            return self._page(request, home.door_page("", HTTPStatus.FORBIDDEN, wrong=True))
        response = RedirectResponse("/", HTTPStatus.SEE_OTHER)
        secure = request.url.scheme == "https"
        response.set_cookie(
            doors.COOKIE, cookie, max_age=doors.DEVICE_LIFETIME, httponly=True, samesite="lax", secure=secure
        )
        self.on_let_in()
        return response

    def _forget_device(self, digest: str) -> Response:
        """Forget a device, and end its stream."""
        if self.door.forget(digest):
            for each in self.streams:
                each.is_over |= each.device == digest
            self.wake()
        return RedirectResponse("/devices", HTTPStatus.SEE_OTHER)

    def _language(self, request: Request) -> str:
        """The language that the device chose, that was asked for at the start, or that its browser has."""
        chosen = request.cookies.get(LANGUAGE_COOKIE, "")
        if chosen in LANGUAGES:
            return chosen
        if self.lang is not None:
            return self.lang
        for each in request.headers.get("accept-language", "").split(","):
            spoken = each.strip()[:2].casefold()
            if spoken in LANGUAGES:
                return spoken
        return next(iter(LANGUAGES))

    def _choose_language(self, request: Request, fields: Fields) -> Response:
        response = RedirectResponse("/", HTTPStatus.SEE_OTHER)
        lang = value_of(fields, "lang")
        if lang in LANGUAGES:
            response.set_cookie(LANGUAGE_COOKIE, lang, max_age=YEAR, httponly=True, samesite="lax")
        return response

    # Following a game

    async def _stream(self, request: Request, name: str) -> Response:
        """A stream that tells a device when a game has gone on; any other of the same browser ends."""
        if not await self._in_worker(self.site.is_known, name):
            return self._message(request, Text("web.no-page"), HTTPStatus.NOT_FOUND)
        if len(self.streams) >= MAX_STREAMS:
            return self._message(request, Text("web.too-many"), HTTPStatus.SERVICE_UNAVAILABLE)
        browser = request.cookies.get(BROWSER_COOKIE, "")
        device = self.door.digest(request.cookies.get(doors.COOKIE, ""))
        for each in self.streams:
            if browser and each.browser == browser:
                each.is_over = True
                each.event.set()
        stream = Stream(name, browser, device)
        self.streams.append(stream)
        told = self._follow(stream, request.query_params.get("at", ""))
        return StreamingResponse(told, media_type="text/event-stream")

    async def _follow(self, stream: Stream, at: str) -> AsyncIterator[str]:
        """Send the token of the game whenever it has gone on, and a sign of life in between."""
        seen = at
        try:
            yield ": here\n\n"
            while not self.closing and not stream.is_over:
                stream.event.clear()
                sitting = self.site.sittings.get(stream.name)
                if sitting is not None and sitting.token != seen:
                    seen = sitting.token
                    yield f"data: {seen}\n\n"
                    continue
                try:
                    await asyncio.wait_for(stream.event.wait(), HEARTBEAT)
                except TimeoutError:
                    yield ": here\n\n"
            if stream.is_over:
                yield "event: moved\ndata:\n\n"
        finally:
            self.streams.remove(stream)
            self._release_later(f"/game/{stream.name}", LEFT_AFTER)

    def _release_later(self, path: str, seconds: float = IDLE_AFTER) -> None:
        """Put the game of this path away after a while, unless a device follows it then."""
        parts = path.split("/")
        if self.closing or len(parts) < 3 or parts[1] != "game":
            return
        name, loop = parts[2], asyncio.get_running_loop()
        if name in self.idle:
            self.idle.pop(name).cancel()
        if name in self.site.sittings:
            self.idle[name] = loop.call_later(seconds, self._put_away, name)

    def _put_away(self, name: str) -> None:
        self.idle.pop(name, None)
        if not self.closing:
            self.worker.submit(self.site.release, name)

    def wake(self) -> None:
        """Have every stream look at its game."""
        for each in self.streams:
            each.event.set()

    def close(self) -> None:
        """End every stream."""
        self.closing = True
        for timer in self.idle.values():
            timer.cancel()
        self.wake()


def application(served: Served) -> Starlette:
    """The site as a web application."""
    methods = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]
    route = Route("/{path:path}", served.answer, methods=methods)
    compressing = Middleware(GZipMiddleware, minimum_size=MIN_COMPRESSED, compresslevel=6)
    error_page = {HTTPStatus.INTERNAL_SERVER_ERROR: served.error_page}
    return Starlette(routes=[route], middleware=[compressing], exception_handlers=error_page)


def _response_of(reply: Reply) -> Response:
    if reply.location:
        return RedirectResponse(reply.location, reply.status)
    return Response(reply.page, reply.status, media_type="text/html")


def _static(name: str) -> Response:
    headers = {"Cache-Control": f"max-age={YEAR}, immutable"}
    return Response(frame.static(name), media_type=frame.FILES[name], headers=headers)


async def fields_of(request: Request) -> Fields | None:
    """The fields of a form; None if it is too large to be one of ours."""
    body = b""
    async for piece in request.stream():
        body += piece
        if len(body) > MAX_FORM_BYTES:
            return None
    try:
        return parse_qs(body.decode("utf-8", "replace"), keep_blank_values=True, max_num_fields=MAX_FIELDS)
    except ValueError:
        return None


# Serving


class Server(uvicorn.Server):
    """A server that ends its streams before it shuts down, so that Ctrl-C need not wait for them."""

    def __init__(self, config: uvicorn.Config, served: Served) -> None:
        super().__init__(config)
        self.served = served

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        self.served.close()
        await super().shutdown(sockets)


def connection_class(served: Served) -> type[H11Protocol]:
    """A connection that is closed if it sends no request in time, or is the oldest of too many such."""
    silent = served.silent

    class Connection(H11Protocol):
        def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
            super().connection_made(transport)
            silent[transport] = self.loop.call_later(REQUEST_TIMEOUT, transport.abort)
            if len(silent) > MAX_SILENT:
                oldest = next(iter(silent))
                silent.pop(oldest).cancel()
                oldest.abort()

        def handle_events(self) -> None:
            super().handle_events()
            if self.cycle is not None:
                self._has_spoken()

        def connection_lost(self, exc: Exception | None) -> None:
            self._has_spoken()
            super().connection_lost(exc)

        def _has_spoken(self) -> None:
            if self.transport in silent:
                silent.pop(self.transport).cancel()

    return Connection


def server_of(served: Served, certificate: Path | None = None, key: Path | None = None) -> Server:
    """A server for the site, ready to run."""
    config = uvicorn.Config(
        application(served),
        log_level="error",
        access_log=False,
        server_header=False,
        date_header=False,
        lifespan="off",
        ws="none",
        timeout_keep_alive=75,
        http=connection_class(served),
        h11_max_incomplete_event_size=MAX_HEAD_BYTES,
        ssl_certfile=certificate,
        ssl_keyfile=key,
    )
    return Server(config, served)


def run(server: Server, sockets: Sequence[socket.socket]) -> None:
    """Serve until Ctrl-C; then every game is put away."""
    worker = server.served.worker
    try:
        with suppress(KeyboardInterrupt):
            server.run(list(sockets))
    finally:
        worker.submit(server.served.site.close).result()
        worker.shutdown()
