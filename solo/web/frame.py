"""What every page has around it."""

from __future__ import annotations

import re
from functools import cache
from hashlib import sha256
from pathlib import Path

from automa.dialogue import Text
from solo.showing.icons import ICONS, SIZE
from solo.web.markup import NOTHING, Html, element, joined, link
from solo.words.sentences import Words

STATIC = Path(__file__).parent / "static"
FILES = {
    "style.css": "text/css",
    "script.js": "text/javascript",
    "worker.js": "text/javascript",
    "icon.svg": "image/svg+xml",
    "manifest.webmanifest": "application/manifest+json",
    "icon-180.png": "image/png",
    "icon-192.png": "image/png",
    "icon-512.png": "image/png",
}
"""What a page consists of besides itself."""
BOX = f"0 0 {SIZE} {SIZE}"
USED = re.compile(r'href="#i-([a-z-]+)"')
"""Where a picture is used."""


@cache
def static(name: str) -> bytes:
    return (STATIC / name).read_bytes()


@cache
def address(name: str) -> str:
    """Where a file is found: under another address when it changes, so that a browser may keep it."""
    return f"/{name}?{sha256(static(name)).hexdigest()[:8]}"


def document(
    words: Words,
    title: str,
    *body: str,
    stream: str = "",
    at: str = "",
    awake: bool = False,
    again: bool = False,
    kind: str = "",
) -> Html:
    """A whole page; with a `stream` it follows a game, and while that runs the screen stays `awake`.

    One that changes by itself is looked at `again` after a moment.
    """
    head = element(
        "head",
        element("meta", charset="utf-8"),
        element("meta", name="viewport", content="width=device-width, initial-scale=1, viewport-fit=cover"),
        element("meta", name="color-scheme", content="light dark"),
        element("meta", name="theme-color", content="#f3ecdf", media="(prefers-color-scheme: light)"),
        element("meta", name="theme-color", content="#171412", media="(prefers-color-scheme: dark)"),
        element("title", f"{title} · Castellan"),
        element("link", rel="stylesheet", href=address("style.css")),
        element("link", rel="icon", href=address("icon.svg"), type="image/svg+xml"),
        element("link", rel="apple-touch-icon", href="/icon-180.png"),
        element("link", rel="manifest", href=address("manifest.webmanifest")),
        element("script", src=address("script.js"), defer=True),
        element("noscript", element("meta", http_equiv="refresh", content=2)) if again else NOTHING,
    )
    retry = element("button", words.plain(Text("web.try-again")), type="button")
    said = element("p", words.plain(Text("web.lost")))
    lost = element("section", said, retry, class_="lost", role="alert", hidden=True)
    working = element(
        "div", class_="working", role="progressbar", aria_label=words.plain(Text("web.working")), hidden=True
    )
    page = element(
        "body",
        lost,
        working,
        *body,
        class_=kind or None,
        data_stream=stream or None,
        data_at=at,
        data_awake=awake,
        data_again=again,
    )
    page = joined([Html(page.removesuffix("</body>")), _pictures(page), Html("</body>")])
    return joined(
        [Html("<!DOCTYPE html>\n"), element("html", head, page, lang=words.lang, data_castellan=True)]
    )


def _pictures(page: Html) -> Html:
    """The pictures that a page uses, out of sight."""
    names = sorted(set(USED.findall(page)))
    if not names:
        return NOTHING
    symbols = (
        element("symbol", Html(f'<path fill-rule="evenodd" d="{ICONS[name]}"/>'), id=f"i-{name}", viewBox=BOX)
        for name in names
    )
    return element("svg", *symbols, class_="pictures", aria_hidden="true")


def top(title: str, *beside: str, back: str = "/", words: Words) -> Html:
    """The head of a page: the way back, what it is, and what stands beside that."""
    home = element("a", _arrow(), href=back, class_="home", aria_label=words.plain(Text("web.back")))
    more = element("div", *beside, class_="where") if beside else NOTHING
    return element("header", home, element("h1", title), more, class_="top")


def _arrow() -> Html:
    return Html('<svg class="icon" viewBox="0 0 24 24" aria-hidden="true"><path d="M15 5l-7 7 7 7"/></svg>')


def message(words: Words, text: str, back: str = "/") -> Html:
    """A page that says one thing: what is wrong, and the way back."""
    title = words.plain(Text("web.trouble"))
    way = link(back, words.plain(Text("web.back")), class_="button")
    inside = element("main", element("p", text, class_="note bad", role="alert"), way, class_="narrow")
    return document(words, title, top(title, back=back, words=words), inside)
