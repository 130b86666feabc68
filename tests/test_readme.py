"""The README is true: its commands run, its example gives what it says, and nothing is left out."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from solo.fronts.desk import COMMANDS
from solo.games import GAMES

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
        assert f"`{game}`" in README


def test_every_dependency_has_its_reason() -> None:
    project = (ROOT / "pyproject.toml").read_text("utf-8")
    reasons = "".join((ROOT / room / "README.md").read_text("utf-8") for room in ("solo", "tests"))
    for name in re.findall(r'^    "([A-Za-z0-9-]+)>=', project, re.MULTILINE):
        assert re.search(rf"^\| [^|]*\b{name}\b[^|]* \|", reasons, re.MULTILINE), name
