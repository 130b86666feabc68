"""`solo doctor`: everything a report should say, also where something is wrong."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from solo import __version__
from solo.commands.doctor import PACKAGES
from solo.keeping.reports import report
from tests.solo.commandline import at_home, saves, solo


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    return at_home(tmp_path / "home", monkeypatch)


def examined(*more: str) -> dict[str, Any]:
    said = solo("doctor", "--json", *more)
    assert (said.code, said.err) == (0, "")
    found: dict[str, Any] = json.loads(said.out)
    return found


def test_a_new_computer_has_nothing_wrong_and_nothing_is_made_there(home: Path) -> None:
    found = examined()
    assert found["castellan"] == __version__
    assert set(PACKAGES) <= set(found["versions"])
    assert found["folders"]["data"] == f"{home} (not there yet)"
    assert found["tables"]["castle-combo"] == "0 assumed, 0 taught"
    assert found["saves"] == {"finished": 0, "unfinished": 0, "unreadable": 0}
    assert found["reports"] == {"reports": 0}
    assert found["terminal"]["front"] == "plain lines"
    assert not home.exists()


@pytest.mark.parametrize(("lang", "head"), [("en", "Saved games"), ("nl", "Bewaarde spellen")])
def test_the_report_is_one_block_that_can_be_pasted(lang: str, head: str) -> None:
    said = solo("doctor", "--lang", lang)
    first, *lines, last = said.out.splitlines()
    assert (first, last) == ("```text", "```")
    assert head in lines
    assert not any("```" in line or "doctor." in line for line in lines)
    assert all(line.isprintable() for line in lines)


def test_every_name_of_ours_is_in_both_languages() -> None:
    english, dutch = (solo("doctor", "--lang", lang).out for lang in ("en", "nl"))
    assert "  unfinished: 0" in english and "  niet afgelopen: 0" in dutch


def test_what_is_wrong_is_said_in_its_own_sentence(home: Path) -> None:
    solo("play", "castle-combo", "--seed", "1", answers="judge\n")
    (whole,) = saves(home)
    lines = whole.read_bytes().splitlines(keepends=True)
    (home / "saves" / "torn.jsonl").write_bytes(lines[0] + b"{\n" + b"".join(lines[1:]))
    (home / "tables").mkdir()
    (home / "tables" / "methoni.toml").write_text("[scoring]\nupgrade = 0\n")
    report(ValueError("x"))
    found = examined()
    assert found["saves"]["unfinished"] >= 1
    assert found["saves"]["unreadable"] == 1
    assert "torn" in found["saves"]
    assert "what was taught is wrong" in found["tables"]["methoni"]
    assert "scoring.upgrade is 0" in found["tables"]["methoni"]
    assert found["reports"]["reports"] == 1
    (file,) = (home / "reports").iterdir()
    assert str(file) in found["reports"][file.name]


def test_what_was_taught_is_counted() -> None:
    solo("tables", "teach", "castle-combo", "cards.card.judge.cost", "5", "--force")
    assert examined()["tables"]["castle-combo"] == "0 assumed, 1 taught"


def test_nobody_s_name_is_told(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", str(home.parent))
    assert examined()["folders"]["data"] == "~/home (not there yet)"


def test_without_a_home_folder_there_is_still_a_report(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CASTELLAN_HOME", "~nobody-of-that-name/castellan")
    found = examined()
    assert "CASTELLAN_HOME" in found["folders"]["data"]
    assert found["tables"]["methoni"].startswith("6 assumed")
