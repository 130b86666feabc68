"""HTML and SVG as a tree of elements, written in a language at the end.

Text is safe by its type: what is not `Html` is escaped when it is written. The result is XML as well.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache
from html import escape
from typing import TypeAlias

from msgspec import Struct

from automa.dialogue import Text, Value
from solo.words.clean import cleaned
from solo.words.sentences import Words, capitalised

VOID = frozenset({"input", "link", "meta", "path", "rect", "line", "circle", "polygon", "use"})
"""Elements that have no inside."""
HARMLESS = re.compile(r"[\w .,:;/#()+-]*", re.ASCII)
"""Text that needs no care, which most is."""
SELECTOR = re.compile(r"[a-z][a-z0-9]*(\.[a-z][a-z0-9-]*)*")


class Html(str):
    """Text that is markup: written by `written`, or known to be safe."""

    __slots__ = ()


class Element(Struct, frozen=True):
    """An element with what is inside it; made by `element`."""

    name: str
    inside: tuple[Content, ...]
    attributes: dict[str, Attribute]


class Capital(Struct, frozen=True):
    """A text that is written with a capital at the start."""

    text: Value


Content: TypeAlias = "Value | Element | Capital | Sequence[Content] | None"
"""What stands inside an element: a text has the names of things in it marked."""
Attribute: TypeAlias = "str | int | float | Text | Sequence[str | Text] | None"


def element(selector: str, /, *inside: Content, **attributes: Attribute) -> Element:
    """An element by its name, with its classes as a style sheet writes them: `p.dim`.

    `data_id` is written data-id and `for_` for; an attribute that is None or false is left out.
    """
    return Element(selector, inside, attributes)


def written(content: Content, words: Words | None = None) -> Html:
    """Content as markup; in these words, unless there is nothing to be put into words."""
    parts: list[str] = []
    _write(content, words, parts)
    return Html("".join(parts))


def _write(content: Content, words: Words | None, parts: list[str]) -> None:
    if isinstance(content, Element):
        name, start = _start(content.name)
        parts.append(start)
        for key, value in content.attributes.items():
            if value is not None and value is not False:
                text = value if isinstance(value, str) else _attribute(value, words)
                parts.append(f' {_key(key)}="{escaped(text)}"')
        if name in VOID:
            parts.append("/>")
            return
        parts.append(">")
        for each in content.inside:
            _write(each, words, parts)
        parts.append(f"</{name}>")
    elif isinstance(content, str):
        parts.append(content if isinstance(content, Html) else escaped(content))
    elif isinstance(content, Sequence):
        for each in content:
            _write(each, words, parts)
    elif isinstance(content, int):
        parts.append(str(content))
    elif content is not None:
        assert words is not None
        said = (
            capitalised(words.spans(content.text)) if isinstance(content, Capital) else words.spans(content)
        )
        for text, role in said:
            parts.append(f"<b>{escaped(text)}</b>" if role == "name" else escaped(text))


def _attribute(value: Attribute, words: Words | None) -> str:
    if isinstance(value, Text):
        assert words is not None
        return words.plain(value)
    if isinstance(value, float):
        return f"{value:.1f}".removesuffix(".0")
    if isinstance(value, Sequence) and not isinstance(value, str):
        return "".join(_attribute(each, words) for each in value)
    return "" if value is True else str(value)


@cache
def _start(selector: str) -> tuple[str, str]:
    """The name of an element, and how it begins."""
    if not SELECTOR.fullmatch(selector):
        raise ValueError(f"no name of an element: {selector!r}")
    name, *classes = selector.split(".")
    return name, f'<{name} class="{" ".join(classes)}"' if classes else f"<{name}"


@cache
def _key(name: str) -> str:
    return name.rstrip("_").replace("_", "-")


def escaped(text: str) -> str:
    """Text with every character escaped that means something to a browser."""
    return text if HARMLESS.fullmatch(text) else escape(cleaned(text))


def details(title: Content, *inside: Content, class_: str | None = None, is_open: bool = False) -> Element:
    """What is out of sight until its title is touched."""
    return element("details", element("summary", title), *inside, class_=class_, open=is_open)


def paragraphs(text: str, selector: str = "p") -> list[Element]:
    """A text of several lines, a paragraph each."""
    return [element(selector, line.strip()) for line in text.split("\n") if line.strip()]


def icon(name: str) -> Html:
    """A small picture, by its name: the page has each that it uses once."""
    return Html(
        f'<svg class="i i-{name}" viewBox="0 0 24 24" aria-hidden="true"><use href="#i-{name}"/></svg>'
    )
