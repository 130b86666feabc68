"""The site on a network: who may ask, how large a form may be, and the stream by which a game is followed."""

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

LARGEST_FORM, LARGEST_HEAD = 2**16, 2**15
MOST_STREAMS = 200
"""So many devices follow at a time."""
MOST_QUIET, MOST_STRANGERS = 40, 20
"""So many connections may say nothing yet, and so many requests of devices that are not let in may be under
way; those that were let in are counted apart, so that nobody can keep them out."""
SPEAKS_WITHIN = 8
"""A connection that has asked for nothing after so many seconds is closed, and a form that is not whole."""
WORKERS = 12
"""So many things are done at a time: while an opponent thinks or a strong player is asked, others go on."""
LEFT_AFTER, IDLE_AFTER = 5, 600
"""A game is put away so many seconds after its last device stopped following it, or asked for it last."""
LEAST_COMPRESSED = 1000
"""Fewer bytes are sent as they are."""
BROWSER_COOKIE = "browser"
"""Tells one browser from another, so that it has one stream however many tabs."""
MOST_FIELDS = 500
YEAR = 365 * doors.DAY
BREATH = 15
"""A stream says so many seconds after the last that it is still there; a phone notices when it is not."""
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
    """Set when something may have gone on."""
    is_over: bool = False


class Served(Struct):
    """A site, by which names and to whom it is served."""

    site: Site
    door: Door
    names: frozenset[str]
    """What the site may be asked for by."""
    url: str = ""
    """Where a device in the network finds it; nothing where there is none to come in."""
    lang: str | None = None
    """The language, where one was asked for: else each device has its own."""
    came_in: Callable[[], None] = lambda: None
    """Told of each device that is let in."""
    refused: Callable[[str, int], None] = lambda host, tries: None
    """Told of each wrong code: from where, and how many there were."""
    worker: ThreadPoolExecutor = field(default_factory=lambda: ThreadPoolExecutor(WORKERS))
    """What is done to one game is done in turn: the first answer wins. Other games go on meanwhile."""
    streams: list[Stream] = field(default_factory=list)
    strangers: int = 0
    """How many requests of devices that are not let in are under way."""
    quiet: dict[asyncio.Transport, asyncio.TimerHandle] = field(default_factory=dict)
    """The connections that have not asked for anything yet, the oldest first."""
    idle: dict[str, asyncio.TimerHandle] = field(default_factory=dict)
    """For each game when it is looked at whether anybody is still there."""
    closing: bool = False

    def __post_init__(self) -> None:
        self.site.followed = lambda name: any(each.name == name for each in self.streams)
        self.site.in_network = bool(self.url)

    async def broken(self, request: Request, error: Exception) -> Response:
        """The page for a mistake of ours; the server tells of it where it was started."""
        broken = Text("web.broken", what=report(error))
        return self._message(request, broken, HTTPStatus.INTERNAL_SERVER_ERROR)

    def _page(self, request: Request, page: Page) -> Response:
        words = self.site.words(self._language(request))
        return Response(page.written(words), page.status, media_type="text/html")

    def _message(self, request: Request, text: Text, status: HTTPStatus, back: str = "/") -> Response:
        return self._page(request, frame.message(text, status, back))

    # Asking and answering

    async def answer(self, request: Request) -> Response:
        """The answer to whatever is asked, with the headers that every answer has."""
        if self._may_enter(request):
            response = await self._answer(request)
        else:
            response = await self._answer_stranger(request)
            response.headers["Connection"] = "close"
        for key, value in HEADERS.items():
            response.headers.setdefault(key, value)
        return response

    async def _answer_stranger(self, request: Request) -> Response:
        """A device that is not let in is answered as long as there are few of them."""
        if self.strangers >= MOST_STRANGERS:
            return Response("", HTTPStatus.SERVICE_UNAVAILABLE)
        self.strangers += 1
        try:
            return await self._answer(request)
        finally:
            self.strangers -= 1

    async def _answer(self, request: Request) -> Response:
        path = request.url.path
        if not doors.is_ours(request.headers, self.names):
            return self._message(request, Text("web.foreign-host"), HTTPStatus.BAD_REQUEST)
        if request.method in ("GET", "HEAD") and path[1:] in frame.FILES:
            return _static(path[1:])
        if request.method == "POST":
            if not doors.is_own_form(request.headers, request.url.scheme):
                return self._message(request, Text("web.foreign-form"), HTTPStatus.FORBIDDEN)
            try:
                fields = await asyncio.wait_for(_fields(request), SPEAKS_WITHIN)
            except TimeoutError:
                return Response("", HTTPStatus.REQUEST_TIMEOUT, headers={"Connection": "close"})
            if fields is None:
                return self._message(request, Text("web.too-large"), HTTPStatus.REQUEST_ENTITY_TOO_LARGE)
            return await self._posted(request, path, fields)
        if request.method not in ("GET", "HEAD"):
            return self._message(request, Text("web.not-so"), HTTPStatus.METHOD_NOT_ALLOWED)
        return await self._got(request, path)

    async def _got(self, request: Request, path: str) -> Response:
        if not self._may_enter(request):
            status = HTTPStatus.FORBIDDEN if path != "/in" else HTTPStatus.OK
            return self._page(request, home.door(request.query_params.get("code", ""), status))
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
        response = _replied(await self._in_turn(self.site.get, path, query, lang))
        self._look_later(path)
        if BROWSER_COOKIE not in request.cookies:
            response.set_cookie(BROWSER_COOKIE, token_hex(8), max_age=YEAR, httponly=True, samesite="lax")
        return response

    async def _posted(self, request: Request, path: str, fields: Fields) -> Response:
        if path == "/in":
            return self._knocked(request, fields)
        if not self._may_enter(request):
            return self._page(request, home.door("", HTTPStatus.FORBIDDEN))
        if path == "/lang":
            return self._with_language(request, fields)
        if path == "/devices":
            return self._sent_away(value_of(fields, "away"))
        reply = await self._in_turn(self.site.post, path, fields, self._language(request))
        self.wake()
        self._look_later(path)
        return _replied(reply)

    async def _in_turn(self, do: Callable[..., T], *arguments: object) -> T:
        return await asyncio.get_running_loop().run_in_executor(self.worker, do, *arguments)

    # Who is there

    def _may_enter(self, request: Request) -> bool:
        host = request.client.host if request.client else ""
        return doors.is_here(host) or self.door.knows(request.cookies.get(doors.COOKIE, ""))

    def _knocked(self, request: Request, fields: Fields) -> Response:
        """A device shows a code: it is let in and known from now on, or told that the code is no good."""
        host = request.client.host if request.client else ""
        if seconds := self.door.wait_for(host):
            wait = Text("web.wait", n=seconds)
            return self._message(request, wait, HTTPStatus.TOO_MANY_REQUESTS, back="/in")
        agent = request.headers.get("user-agent", "")
        cookie = self.door.let_in(value_of(fields, "code"), host, agent)
        if cookie is None:
            self.refused(host, self.door.wrong[host][0])
            return self._page(request, home.door("", HTTPStatus.FORBIDDEN, wrong=True))
        response = RedirectResponse("/", HTTPStatus.SEE_OTHER)
        secure = request.url.scheme == "https"
        response.set_cookie(
            doors.COOKIE, cookie, max_age=doors.KNOWN_FOR, httponly=True, samesite="lax", secure=secure
        )
        self.came_in()
        return response

    def _sent_away(self, digest: str) -> Response:
        """A device is known no more; what it follows ends."""
        if self.door.send_away(digest):
            for each in self.streams:
                each.is_over |= each.device == digest
            self.wake()
        return RedirectResponse("/devices", HTTPStatus.SEE_OTHER)

    def _language(self, request: Request) -> str:
        """What this device chose, or was asked for when the site was opened, or what its browser speaks."""
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

    def _with_language(self, request: Request, fields: Fields) -> Response:
        response = RedirectResponse("/", HTTPStatus.SEE_OTHER)
        lang = value_of(fields, "lang")
        if lang in LANGUAGES:
            response.set_cookie(LANGUAGE_COOKIE, lang, max_age=YEAR, httponly=True, samesite="lax")
        return response

    # Following a game

    async def _stream(self, request: Request, name: str) -> Response:
        """What tells a device whenever a game has gone on; another one of the same browser ends with it."""
        if not await self._in_turn(self.site.is_known, name):
            return self._message(request, Text("web.no-page"), HTTPStatus.NOT_FOUND)
        if len(self.streams) >= MOST_STREAMS:
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
        """Sends where a game is whenever it has gone on, and a sign of life now and then."""
        seen = at
        try:
            yield ": here\n\n"
            while not self.closing and not stream.is_over:
                stream.event.clear()
                sitting = self.site.sittings.get(stream.name)
                if sitting is not None and sitting.place != seen:
                    seen = sitting.place
                    yield f"data: {seen}\n\n"
                    continue
                try:
                    await asyncio.wait_for(stream.event.wait(), BREATH)
                except TimeoutError:
                    yield ": here\n\n"
            if stream.is_over:
                yield "event: moved\ndata:\n\n"
        finally:
            self.streams.remove(stream)
            self._look_later(f"/game/{stream.name}", LEFT_AFTER)

    def _look_later(self, path: str, seconds: float = IDLE_AFTER) -> None:
        """See after a while whether anybody is still there, and else put the game away."""
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
        """Have every stream see what has gone on."""
        for each in self.streams:
            each.event.set()

    def close(self) -> None:
        """End every stream."""
        self.closing = True
        for timer in self.idle.values():
            timer.cancel()
        self.wake()


def application(served: Served) -> Starlette:
    """The site for a server."""
    methods = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]
    route = Route("/{path:path}", served.answer, methods=methods)
    compressing = Middleware(GZipMiddleware, minimum_size=LEAST_COMPRESSED, compresslevel=6)
    broken = {HTTPStatus.INTERNAL_SERVER_ERROR: served.broken}
    return Starlette(routes=[route], middleware=[compressing], exception_handlers=broken)


def _replied(reply: Reply) -> Response:
    if reply.location:
        return RedirectResponse(reply.location, reply.status)
    return Response(reply.page, reply.status, media_type="text/html")


def _static(name: str) -> Response:
    kept = {"Cache-Control": f"max-age={YEAR}, immutable"}
    return Response(frame.static(name), media_type=frame.FILES[name], headers=kept)


async def _fields(request: Request) -> Fields | None:
    """What a form says; None if it is too large to be one of ours."""
    body = b""
    async for piece in request.stream():
        body += piece
        if len(body) > LARGEST_FORM:
            return None
    try:
        return parse_qs(body.decode("utf-8", "replace"), keep_blank_values=True, max_num_fields=MOST_FIELDS)
    except ValueError:
        return None


# Serving


class Server(uvicorn.Server):
    """A server that ends its streams first: then Ctrl-C has nothing to wait for."""

    def __init__(self, config: uvicorn.Config, served: Served) -> None:
        super().__init__(config)
        self.served = served

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        self.served.close()
        await super().shutdown(sockets)


def connection_of(served: Served) -> type[H11Protocol]:
    """A connection that is closed when it asks for nothing, or when too many others do so as well."""
    quiet = served.quiet

    class Connection(H11Protocol):
        def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
            super().connection_made(transport)
            quiet[transport] = self.loop.call_later(SPEAKS_WITHIN, transport.abort)
            if len(quiet) > MOST_QUIET:
                oldest = next(iter(quiet))
                quiet.pop(oldest).cancel()
                oldest.abort()

        def handle_events(self) -> None:
            super().handle_events()
            if self.cycle is not None:
                self._speaks()

        def connection_lost(self, exc: Exception | None) -> None:
            self._speaks()
            super().connection_lost(exc)

        def _speaks(self) -> None:
            if self.transport in quiet:
                quiet.pop(self.transport).cancel()

    return Connection


def server_of(served: Served, certificate: Path | None = None, key: Path | None = None) -> Server:
    """A server that is ready to run."""
    config = uvicorn.Config(
        application(served),
        log_level="error",
        access_log=False,
        server_header=False,
        date_header=False,
        lifespan="off",
        ws="none",
        timeout_keep_alive=75,
        http=connection_of(served),
        h11_max_incomplete_event_size=LARGEST_HEAD,
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
