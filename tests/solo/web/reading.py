"""Reads a page as a strict browser would: what is not well formed is an error, and forms can be filled in."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from html.parser import HTMLParser

from solo.web.markup import VOID

SHAPES = frozenset({"path", "line", "polygon", "circle", "rect"})
"""Elements of a drawing, which close themselves."""


@dataclass(slots=True)
class Element:
    """An element, with what is in it."""

    tag: str
    attributes: dict[str, str]
    inside: list[Element] = field(default_factory=list)
    words: list[str] = field(default_factory=list)

    def all(self, tag: str = "") -> Iterator[Element]:
        """Every element in it, however deep, itself included."""
        if tag in ("", self.tag):
            yield self
        for each in self.inside:
            yield from each.all(tag)

    @property
    def text(self) -> str:
        return " ".join(" ".join(each.words) for each in self.all()).strip()


class Malformed(AssertionError):
    """A page that is not well formed."""


class Page(HTMLParser):
    """A page, read."""

    def __init__(self, text: str) -> None:
        super().__init__(convert_charrefs=True)
        self.root = Element("", {})
        self._open = [self.root]
        self.feed(text)
        self.close()
        if len(self._open) > 1:
            raise Malformed(f"<{self._open[-1].tag}> is not closed")
        ids = [each.attributes["id"] for each in self.root.all() if "id" in each.attributes]
        if len(set(ids)) < len(ids):
            raise Malformed(f"twice the same id: {sorted(id for id in ids if ids.count(id) > 1)}")

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        names = [name for name, _ in attrs]
        if len(set(names)) < len(names):
            raise Malformed(f"<{tag}> has an attribute twice: {names}")
        found = Element(tag, {name: value or "" for name, value in attrs})
        self._open[-1].inside.append(found)
        if tag not in VOID:
            self._open.append(found)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag not in SHAPES:
            raise Malformed(f"<{tag}/> closes itself")
        self._open[-1].inside.append(Element(tag, {name: value or "" for name, value in attrs}))

    def handle_endtag(self, tag: str) -> None:
        if self._open[-1].tag != tag:
            raise Malformed(f"</{tag}> closes <{self._open[-1].tag}>")
        self._open.pop()

    def handle_data(self, data: str) -> None:
        if data.strip():
            self._open[-1].words.append(data.strip())

    # Forms

    def forms(self) -> list[Element]:
        return list(self.root.all("form"))

    def form(self, action: str) -> Form:
        """The form that goes there and has no more than what is hidden in it, or else the first."""
        found = [each for each in self.forms() if each.attributes.get("action", "").endswith(action)]
        if not found:
            raise AssertionError(f"no form goes to {action}")
        return Form(self, next((each for each in found if each.attributes.get("id")), found[0]))

    def links(self) -> list[str]:
        return [each.attributes["href"] for each in self.root.all("a")]


@dataclass(slots=True)
class Form:
    """A form and all controls that belong to it, wherever they stand."""

    page: Page
    element: Element

    @property
    def action(self) -> str:
        return self.element.attributes["action"]

    def controls(self, tag: str) -> list[Element]:
        own = self.element.attributes.get("id", "")
        inside = [each for each in self.element.all(tag) if "form" not in each.attributes]
        return inside + [
            each for each in self.page.root.all(tag) if own and each.attributes.get("form") == own
        ]

    def buttons(self) -> list[tuple[str, str]]:
        """What each button that answers says: a name and a value."""
        found = [
            each.attributes for each in self.controls("button") if each.attributes.get("type") != "button"
        ]
        return [(each["name"], each["value"]) for each in found if "name" in each]

    def fields(self) -> dict[str, list[str]]:
        """What is sent if nothing is changed."""
        found: dict[str, list[str]] = {}
        for each in self.controls("input"):
            kind = each.attributes.get("type", "text")
            if kind in ("checkbox", "radio") and "checked" not in each.attributes:
                continue
            if "name" in each.attributes:
                found.setdefault(each.attributes["name"], []).append(each.attributes.get("value", ""))
        for each in self.controls("select"):
            options = list(each.all("option"))
            chosen = next((option for option in options if "selected" in option.attributes), options[0])
            found.setdefault(each.attributes["name"], []).append(chosen.attributes["value"])
        return found
