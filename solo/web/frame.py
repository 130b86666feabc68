"""What all pages share: head, title bar and static files."""

from __future__ import annotations

import re
from functools import cache
from hashlib import sha256
from http import HTTPStatus
from pathlib import Path
from string import Template

from msgspec import Struct

from automa.dialogue import Text
from solo.showing.icons import ICONS, SIZE
from solo.showing.markup import Attribute, Content, Element, Html, element, written
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
"""The static files with their types."""
LINKED = ("style.css", "icon.svg", "manifest.webmanifest", "script.js")
"""Those that every page names."""
TEMPLATE = Template(Path(__file__).with_name("page.html").read_text("utf-8"))
REFRESH = element("noscript", element("meta", http_equiv="refresh", content=2))
"""Loads a page again after a moment where no script does."""
ICON_BOX = f"0 0 {SIZE} {SIZE}"
USED_ICON = re.compile(r'href="#i-([a-z-]+)"')
"""A use of an icon."""
STROKES = {
    "back": "M15 5l-7 7 7 7",
    "undo": "M9 7L4 12l5 5M4 12h10a6 6 0 0 1 0 12",
    "redo": "M15 7l5 5-5 5M20 12H10a6 6 0 0 0 0 12",
    "menu": "M4 7h16M4 12h16M4 17h16",
}
"""The paths of the icons on buttons."""


@cache
def static(name: str) -> bytes:
    return (STATIC / name).read_bytes()


@cache
def address(name: str) -> str:
    """The address of a static file, which changes with its content, so that browsers may keep it."""
    return f"/{name}?{sha256(static(name)).hexdigest()[:8]}"


class Page(Struct):
    """A page."""

    title: Content
    body: Content
    marks: dict[str, Attribute] = {}
    """The attributes of its body: how it looks, and for the script what to do with it."""
    status: HTTPStatus = HTTPStatus.OK
    """The status of its response."""

    def written(self, words: Words) -> Html:
        """The page as HTML."""
        body = written(self.body, words)
        filled: dict[str, Content] = {
            **{name.partition(".")[0]: address(name) for name in LINKED},
            "lang": words.lang,
            "title": self.title,
            "refresh": REFRESH if "data_again" in self.marks else None,
            "begin": Html(written(element("body", **self.marks)).removesuffix("</body>")),
            "lost": Text("web.lost"),
            "again": Text("web.try-again"),
            "working": Text("web.working"),
            "body": body,
            "pictures": _pictures(body),
        }
        return Html(TEMPLATE.substitute({key: written(each, words) for key, each in filled.items()}))


def _pictures(page: str) -> Content:
    """The icons that a page uses, each once, to be referred to."""
    symbols = [
        element(
            "symbol", element("path", fill_rule="evenodd", d=ICONS[name]), id=f"i-{name}", viewBox=ICON_BOX
        )
        for name in sorted(set(USED_ICON.findall(page)))
    ]
    return element("svg.pictures", *symbols, aria_hidden="true") if symbols else None


def top(title: Content, *beside: Content, back: str = "/") -> Element:
    """The title bar: the way back, the title, and what is beside it."""
    home = element("a.home", stroke("back"), href=back, aria_label=Text("web.back"))
    return element(
        "header.top", home, element("h1", title), element("div.where", *beside) if beside else None
    )


def stroke(name: str) -> Element:
    """An icon on a button."""
    return element("svg.icon", element("path", d=STROKES[name]), viewBox=ICON_BOX, aria_hidden="true")


def narrow(
    title: Content,
    *inside: Content,
    back: str = "/",
    status: HTTPStatus = HTTPStatus.OK,
    **marks: Attribute,
) -> Page:
    """A page in one column."""
    body = [top(title, back=back), element("main.narrow", *inside)]
    return Page(title, body, marks, status)


def message(text: Content, status: HTTPStatus, back: str = "/") -> Page:
    """A page with a message and a way back."""
    way = element("a.button", Text("web.back"), href=back)
    wrong = element("p.note.bad", text, role="alert")
    return narrow(Text("web.trouble"), wrong, way, back=back, status=status)


NO_PAGE = message(Text("web.no-page"), HTTPStatus.NOT_FOUND)
