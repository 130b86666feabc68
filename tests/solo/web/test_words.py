"""Nothing of the terminal is on a page: what tells of commands and keys has a sentence of its own there."""

from __future__ import annotations

import re
import tomllib
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[3]
CATALOGUES = [ROOT / "solo/locale/sentences.toml", *sorted(ROOT.glob("tables/*/locale/sentences.toml"))]
OF_A_TERMINAL = re.compile(
    r"(?<![\w/}])/[a-z]{3,}\b|\b[Tt]ype? (?!of)|\bEnter\b|\bEsc\b|--[a-z]+|\bCtrl"
    r"|\bsolo (?:play|resume|tables|saves|serve)\b"
)
TERMINAL = ("solo/commands/", "solo/fronts/", "solo/showing/page.py", "solo/showing/question.py")
"""Where a terminal is spoken to, or a command read."""
SHARED = ("solo/fronts/desk.py", "solo/fronts/reading.py", "solo/fronts/form.py", "solo/fronts/demo.py")
NOT_ON_A_PAGE = (
    "help.", "choosing.", "menu.", "command.", "page.", "demo.", "refused.command",  # of a terminal
    "trouble.several-opponents", "trouble.no-track",  # a form has the ids of opponents, and no such wish
    "web.or-type", "web.type-code", "web.how.text", "web.away.text",  # a code is typed, a server started
)  # fmt: skip


@cache
def code() -> dict[str, str]:
    return {
        str(file.relative_to(ROOT)): file.read_text(encoding="utf-8")
        for room in ("solo", "automa")
        for file in (ROOT / room).rglob("*.py")
    }


@pytest.mark.parametrize("catalogue", CATALOGUES, ids=lambda file: file.parts[-3])
def test_what_is_typed_at_a_terminal_is_not_told_on_a_page(catalogue: Path) -> None:
    sentences = tomllib.loads(catalogue.read_text(encoding="utf-8"))
    wrong: list[str] = []
    for id, texts in sentences.items():
        if f"{id}.page" in sentences or id.startswith(NOT_ON_A_PAGE):
            continue
        told = [text for each in texts.values() for text in ([each] if isinstance(each, str) else each)]
        if any(map(OF_A_TERMINAL.search, told)):
            used = [file for file, text in code().items() if f'"{id}"' in text]
            if not (used and all(map(_is_terminal, used))):
                wrong.append(f"{id}: {told[0]}")
    assert not wrong


def _is_terminal(file: str) -> bool:
    return file.startswith(TERMINAL) and file not in SHARED
