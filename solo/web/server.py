"""The site on a network: who may ask, how large a form may be, and the stream by which a game is followed."""

from __future__ import annotations

import asyncio
import socket
from collections import Counter
from collections.abc import AsyncIterator, Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass, field
from typing import TYPE_CHECKING
from urllib.parse import parse_qs, unquote

import uvicorn
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response, StreamingResponse
from starlette.routing import Route

from automa.dialogue import Text
from solo.keeping.reports import report
from solo.web import door as doors
from solo.web import frame, home, qr
from solo.web.asking import Fields
from solo.web.door import Door
from solo.web.site import SEE_OTHER, Reply, Site
from solo.words.sentences import LANGUAGES

if TYPE_CHECKING:
    from pathlib import Path

LARGEST_FORM, LARGEST_HEAD = 2**16, 2**15
MOST_AT_ONCE = 200
"""So many devices and tabs follow at a time."""
MOST_FIELDS = 500
YEAR = 365 * doors.DAY
FOREIGN_HOST, FORBIDDEN, NOT_SO, TOO_LARGE, BROKEN = 400, 403, 405, 413, 500
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


@dataclass(slots=True)
class Served:
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
    worker: ThreadPoolExecutor = field(default_factory=lambda: ThreadPoolExecutor(1))
    """One thread does everything to the games, one thing after the other: the first answer wins."""
    looking: Counter[str] = field(default_factory=Counter)
    """How many streams follow each game."""
    waiting: set[asyncio.Event] = field(default_factory=set)
    """One for each stream, set when something may have gone on."""
    closing: bool = False

    def __post_init__(self) -> None:
        self.site.followed = lambda name: self.looking[name] > 0
        self.site.in_network = bool(self.url)

    async def broken(self, request: Request, error: Exception) -> Response:
        """The page for a mistake of ours; the server tells of it where it was started."""
        words = self.site.words(self._language(request))
        return _page(frame.message(words, words.plain(Text("web.broken", what=report(error)))), BROKEN)

    # Asking and answering

    async def answer(self, request: Request) -> Response:
        """The answer to whatever is asked, with the headers that every answer has."""
        response = await self._answer(request)
        for key, value in HEADERS.items():
            response.headers.setdefault(key, value)
        return response

    async def _answer(self, request: Request) -> Response:
        path = request.url.path
        words = self.site.words(self._language(request))
        if not doors.is_ours(request.headers, self.names):
            return _page(frame.message(words, words.plain(Text("web.foreign-host"))), FOREIGN_HOST)
        if request.method in ("GET", "HEAD") and path[1:] in frame.FILES:
            return _static(path[1:])
        if request.method == "POST":
            if not doors.is_own_form(request.headers, request.url.scheme):
                return _page(frame.message(words, words.plain(Text("web.foreign-form"))), FORBIDDEN)
            fields = await _fields(request)
            if fields is None:
                return _page(frame.message(words, words.plain(Text("web.too-large"))), TOO_LARGE)
            return await self._posted(request, path, fields)
        if request.method not in ("GET", "HEAD"):
            return _page(frame.message(words, words.plain(Text("web.not-so"))), NOT_SO)
        return await self._got(request, path)

    async def _got(self, request: Request, path: str) -> Response:
        words = self.site.words(self._language(request))
        if not self._may_enter(request):
            return _page(
                home.door(words, request.query_params.get("code", "")), FORBIDDEN if path != "/in" else 200
            )
        if path == "/in":
            return RedirectResponse("/", SEE_OTHER)
        if path == "/devices" and self.url:
            code = self.door.new_code()
            picture = qr.for_page(f"{self.url}/in?code={code}", words.plain(Text("web.add-device")))
            return _page(home.devices(words, f"{self.url}/in", code, picture))
        parts = path.split("/")
        is_stream = len(parts) == 4 and parts[1] == "game" and parts[3] == "stream"
        if is_stream and request.method == "GET":
            return self._stream(unquote(parts[2]), request.query_params.get("at", ""))
        return _replied(await self._in_turn(self.site.get, path, dict(request.query_params), words.lang))

    async def _posted(self, request: Request, path: str, fields: Fields) -> Response:
        lang = self._language(request)
        if path == "/in":
            return self._knocked(request, fields, lang)
        if not self._may_enter(request):
            return _page(home.door(self.site.words(lang), ""), FORBIDDEN)
        if path == "/lang":
            return self._with_language(request, fields)
        reply = await self._in_turn(self.site.post, path, fields, lang)
        self.wake()
        return _replied(reply)

    async def _in_turn(self, do: Callable[..., Reply], *arguments: object) -> Reply:
        return await asyncio.get_running_loop().run_in_executor(self.worker, do, *arguments)

    # Who is there

    def _may_enter(self, request: Request) -> bool:
        host = request.client.host if request.client else ""
        return doors.is_here(host) or self.door.knows(request.cookies.get(doors.COOKIE, ""))

    def _knocked(self, request: Request, fields: Fields, lang: str) -> Response:
        """A device shows a code: it is let in and known from now on, or told that the code is no good."""
        cookie = self.door.let_in("".join(fields.get("code", ())))
        if cookie is None:
            return _page(home.door(self.site.words(lang), "", wrong=True), FORBIDDEN)
        response = RedirectResponse("/", SEE_OTHER)
        secure = request.url.scheme == "https"
        response.set_cookie(
            doors.COOKIE, cookie, max_age=doors.KNOWN_FOR, httponly=True, samesite="lax", secure=secure
        )
        self.came_in()
        return response

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
        response = RedirectResponse("/", SEE_OTHER)
        lang = "".join(fields.get("lang", ()))
        if lang in LANGUAGES:
            response.set_cookie(LANGUAGE_COOKIE, lang, max_age=YEAR, httponly=True, samesite="lax")
        return response

    # The stream

    def _stream(self, name: str, at: str) -> Response:
        return StreamingResponse(self._follow(name, at), media_type="text/event-stream")

    async def _follow(self, name: str, at: str) -> AsyncIterator[str]:
        """Says where a game is whenever it has gone on, and else now and then that somebody is there."""
        self.looking[name] += 1
        event, seen = asyncio.Event(), at
        self.waiting.add(event)
        try:
            yield ": here\n\n"
            while not self.closing:
                event.clear()
                sitting = self.site.sittings.get(name)
                if sitting is not None and str(sitting.at) != seen:
                    seen = str(sitting.at)
                    yield f"data: {seen}\n\n"
                    continue
                try:
                    await asyncio.wait_for(event.wait(), BREATH)
                except TimeoutError:
                    yield ": here\n\n"
        finally:
            self.waiting.discard(event)
            self.looking[name] -= 1

    def wake(self) -> None:
        """Have every stream see what has gone on."""
        for event in self.waiting:
            event.set()

    def close(self) -> None:
        """End every stream."""
        self.closing = True
        self.wake()


def application(served: Served) -> Starlette:
    """The site for a server."""
    methods = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]
    route = Route("/{path:path}", served.answer, methods=methods)
    return Starlette(routes=[route], exception_handlers={BROKEN: served.broken})


def _page(page: str, status: int = 200) -> Response:
    return Response(page, status, media_type="text/html")


def _replied(reply: Reply) -> Response:
    return (
        RedirectResponse(reply.location, reply.status) if reply.location else _page(reply.page, reply.status)
    )


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
        limit_concurrency=MOST_AT_ONCE,
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
