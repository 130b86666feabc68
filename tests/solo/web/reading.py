"""Reads a page more strictly than any browser does: as XML. Its forms can be filled in."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from xml.etree.ElementTree import Element, fromstring


def text_of(element: Element) -> str:
    """All words in an element."""
    return " ".join("".join(element.itertext()).split())


class Page:
    """A page, read; it is an error if it is not well formed, or has an id twice."""

    def __init__(self, text: str) -> None:
        assert text.startswith("<!DOCTYPE html>")
        self.root = fromstring(text)
        ids = Counter(each.get("id") for each in self.root.iter() if "id" in each.attrib)
        assert not [id for id, count in ids.items() if count > 1]
        self.ids = set(ids)

    def all(self, tag: str, **attributes: str) -> list[Element]:
        """Every element of a kind that has these attributes."""
        wanted = {key.rstrip("_").replace("_", "-"): value for key, value in attributes.items()}
        return [each for each in self.root.iter(tag) if wanted.items() <= each.attrib.items()]

    def form(self, action: str) -> Form:
        """The form that goes there; of several the one that the buttons of the page belong to."""
        found = [each for each in self.all("form") if each.get("action", "").endswith(action)]
        assert found, f"no form goes to {action}"
        return Form(self, next((each for each in found if each.get("id")), found[0]))

    def links(self) -> list[str]:
        return [each.get("href", "") for each in self.all("a")]


@dataclass(slots=True)
class Form:
    """A form and all controls that belong to it, wherever they stand."""

    page: Page
    element: Element

    @property
    def action(self) -> str:
        return self.element.get("action", "")

    def controls(self, tag: str) -> list[Element]:
        inside = [each for each in self.element.iter(tag) if "form" not in each.attrib]
        own = self.element.get("id")
        return inside + (self.page.all(tag, form=own) if own else [])

    def buttons(self) -> list[tuple[str, str]]:
        """What each button that sends the form says: a name and a value."""
        found = [each.attrib for each in self.controls("button") if each.get("type") != "button"]
        return [(each["name"], each["value"]) for each in found if "name" in each]

    def fields(self) -> dict[str, list[str]]:
        """What is sent if nothing is changed."""
        found: dict[str, list[str]] = {}
        for each in self.controls("input"):
            is_off = each.get("type") in ("checkbox", "radio") and "checked" not in each.attrib
            if "name" in each.attrib and not is_off:
                found.setdefault(each.attrib["name"], []).append(each.get("value", ""))
        for each in self.controls("select"):
            options = list(each.iter("option"))
            chosen = next((option for option in options if "selected" in option.attrib), options[0])
            found.setdefault(each.attrib["name"], []).append(chosen.attrib["value"])
        return found
