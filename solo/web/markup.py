"""HTML as text that is safe by its type: whatever is not `Html` already is escaped on its way in.

It is written so strictly that it is XML as well.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from html import escape

from solo.showing.svg import HARMLESS
from solo.words.clean import cleaned

VOID = frozenset({"input", "link", "meta", "br", "hr"})
"""Elements that have no inside."""


class Html(str):
    """Text that is markup; made by `element` and `joined`, or of text that is known to be safe."""

    __slots__ = ()


NOTHING = Html()


def escaped(text: str) -> Html:
    """Text as it is read, whatever it is: no sign in it means anything to a browser."""
    return text if isinstance(text, Html) else Html(_escaped(text))


def _escaped(text: str) -> str:
    return text if HARMLESS.fullmatch(text) else escape(cleaned(text))


def joined(parts: Iterable[str]) -> Html:
    """Parts one after the other."""
    return Html("".join([part if isinstance(part, Html) else _escaped(part) for part in parts]))


def element(name: str, /, *inside: str, **attributes: str | int | bool | None) -> Html:
    """An element; `class_` is written class and `data_id` data-id, and what is None or false is left out."""
    written = name
    for key, value in attributes.items():
        if value is True:
            written += f' {_key(key)}=""'
        elif value is not None and value is not False:
            written += f' {_key(key)}="{_escaped(str(value))}"'
    if name in VOID:
        return Html(f"<{written}/>")
    within = "".join([part if isinstance(part, Html) else _escaped(part) for part in inside])
    return Html(f"<{written}>{within}</{name}>")


@cache
def _key(name: str) -> str:
    return name.rstrip("_").replace("_", "-")


def div(class_: str, *inside: str) -> Html:
    return element("div", *inside, class_=class_)


def paragraphs(text: str, class_: str | None = None) -> Html:
    """A text of several lines, a paragraph each."""
    lines = [line.strip() for line in text.split("\n") if line.strip()]
    return joined(element("p", line, class_=class_) for line in lines)


def link(href: str, *inside: str, class_: str | None = None) -> Html:
    return element("a", *inside, href=href, class_=class_)


def icon(name: str) -> Html:
    """A small picture, by its name: the page has each that it uses once."""
    return Html(
        f'<svg class="i i-{name}" viewBox="0 0 24 24" aria-hidden="true"><use href="#i-{name}"/></svg>'
    )
