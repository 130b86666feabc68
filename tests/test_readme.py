"""The README is true: its commands run, its example gives what it says, and nothing is left out."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from automa.dialogue import Text
from solo.commands.index import INDEX
from solo.commands.reference import about, sections
from solo.fronts.desk import COMMANDS
from solo.games import GAMES
from solo.words.sentences import Words
from tests.solo.commandline import at_home, solo

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text("utf-8")
GUIDE = (ROOT / "solo" / "GUIDE.md").read_text("utf-8")
PAGES = [
    ROOT / "README.md",
    ROOT / "CHANGELOG.md",
    *sorted((ROOT / ".github").glob("*.md")),
    *sorted(path for room in ("automa", "solo", "tables", "tests") for path in (ROOT / room).rglob("*.md")),
]
LONGEST_README = 9_000
"""In characters: a shop window, not a manual."""


def blocks(language: str, text: str = README) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)


def test_the_readme_is_short() -> None:
    assert len(README) <= LONGEST_README


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_links_lead_somewhere(page: Path) -> None:
    text = page.read_text("utf-8")
    links = re.findall(r"\]\(([^)#\s]+)\)", text) + re.findall(r'<img src="([^"]+)"', text)
    for link in links:
        assert (page.parent / link).exists(), link


def test_ci_runs_the_test_command_of_the_readme() -> None:
    _, tests, *_ = blocks("sh")
    assert tests.strip() in (ROOT / ".ci" / "run").read_text("utf-8").splitlines()


def test_the_example_sheet_scores_what_the_readme_says(tmp_path: Path) -> None:
    (tmp_path / "sheet.toml").write_text(blocks("toml", GUIDE)[0], "utf-8")
    for block in blocks("console", GUIDE):
        command, _, expected = block.partition("\n")
        arguments = command.removeprefix("$ solo ").split()
        environ = {
            **os.environ,
            "CASTELLAN_HOME": str(tmp_path),
            "PYTHONPATH": str(ROOT),
            "CASTELLAN_LANG": "en",
        }
        done = subprocess.run(
            [sys.executable, "-m", "solo", *arguments],
            cwd=tmp_path,
            env=environ,
            capture_output=True,
            text=True,
            check=True,
        )
        assert done.stdout.strip() == expected.strip()


def test_every_command_is_in_the_readme() -> None:
    listing = next(block for block in blocks("text", GUIDE) if "solo play GAME" in block)
    done = subprocess.run(
        [sys.executable, "-m", "solo", "--help"], cwd=ROOT, capture_output=True, text=True, check=True
    )
    commands = re.findall(r"^  ([a-z]+) ", done.stdout.partition("Commands:")[2], re.MULTILINE)
    assert len(commands) > 10
    for command in commands:
        assert re.search(rf"\bsolo {command}\b", listing), command


def test_every_prompt_command_is_in_the_readme() -> None:
    for command in COMMANDS:
        assert f"`/{command}" in GUIDE, command


def test_every_game_is_in_the_readme() -> None:
    for game in GAMES:
        assert f"| `{game}` |" in README, f"{game} has no row in the table of games"


def test_every_dependency_has_its_reason() -> None:
    project = (ROOT / "pyproject.toml").read_text("utf-8")
    reasons = "".join((ROOT / room / "README.md").read_text("utf-8") for room in ("solo", "tests"))
    for name in re.findall(r'^    "([A-Za-z0-9-]+)>=', project, re.MULTILINE):
        assert re.search(rf"^\| [^|]*\b{name}\b[^|]* \|", reasons, re.MULTILINE), name


def called(page: Path) -> list[tuple[str, list[str]]]:
    """The commands that a page tells to type, each with its options."""
    text = page.read_text("utf-8")
    lines = re.findall(r"`(solo [^`]+)`", text)
    lines += [part for block in blocks("sh", text) for part in re.split(r"&&|\n", block)]
    found: list[tuple[str, list[str]]] = []
    for line in lines:
        words = line.split()
        if words[:1] != ["solo"] or not words[1:] or not words[1].isalpha():
            continue
        both = " ".join(words[1:3])
        found.append((both if both in INDEX else words[1], re.findall(r"--[a-z-]+", line)))
    return found


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_the_commands_of_every_page_exist(page: Path) -> None:
    for command, options in called(page):
        assert command in INDEX, command
        known = solo(*command.split(), "--help").out if options else ""
        for option in options:
            assert option in known, f"solo {command} {option}"


def test_the_guide_has_the_same_sections_and_examples_in_both_languages() -> None:
    english, dutch = sections("en"), sections("nl")
    assert len(english) == len(dutch)
    for one, other in zip(english, dutch, strict=True):
        assert blocks("sh", one.text) == blocks("sh", other.text)
        assert one.text.count("\n| ") == other.text.count("\n| ")
        commands = [set(re.findall(r"`solo ([a-z]+)", each.text)) for each in (one, other)]
        assert commands[0] == commands[1]
    words = Words.of("nl")
    for command in COMMANDS:
        assert f"`/{words.plain(Text(f'command.name.{command}'))}" in dutch[1].text, command


@pytest.mark.parametrize(
    "typed, lang, title",
    [
        ("phone", "en", "On a phone at the table"),
        ("telefoon", "en", "On a phone at the table"),
        ("methoni", "nl", "Castello Methoni met lege plaatsen"),
        ("season", "nl", "Een avond"),
        ("ladder", "en", "An evening"),
    ],
)
def test_a_section_is_found_by_a_word_in_either_language(typed: str, lang: str, title: str) -> None:
    assert sections(lang)[about(typed, lang)].title == title


def test_the_guide_in_the_terminal(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    at_home(tmp_path, monkeypatch)
    assert "On a phone at the table" in solo("guide").out
    assert "Op een telefoon aan tafel" in solo("guide", "--lang", "nl").out
    assert "/undo" in solo("guide", "prompt").out
    assert "There is no topic xyz" in solo("guide", "xyz").trouble
