"""What a shell offers while a command is typed, and the lines that make it ask."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from solo.commands.reference import SHELLS
from solo.games import GAMES
from tests.solo.commandline import at_home, solo

ROOT = Path(__file__).parents[3]


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    return at_home(tmp_path / "home", monkeypatch)


def offers(typed: str, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What bash is told when these words were typed behind `solo`."""
    with monkeypatch.context() as asked:
        asked.setenv("_SOLO_COMPLETE", "complete_bash")
        asked.setenv("COMP_WORDS", f"solo {typed}")
        asked.setenv("COMP_CWORD", str(len(typed.split(" "))))
        return solo().out.split()


@pytest.mark.parametrize(
    ("typed", "offered"),
    [
        ("pl", ["play"]),
        ("saves e", ["export"]),
        ("play ", list(GAMES)),
        ("demo v", ["valeria"]),
        ("play valeria --against he", ["hedda-varn"]),
        ("play castle-combo --ruling neighbour", ["neighbour=choose", "neighbour=best"]),
        (
            "lab castle-combo mars",
            [
                "marshal",
                "marshal:steady",
                "marshal:gentle",
                "marshal:calm",
                "marshal:sharp",
                "marshal:fierce",
            ],
        ),
        ("lab castle-combo marshal old", ["old-berthold"]),
        ("rules valeria harv", ["harvest"]),
        ("play castle-combo --dice ", ["app", "table"]),
        ("play --lang n", ["nl"]),
        ("play --lang=n", ["nl"]),
        ("play valeria --nothing=he", []),
        ("play castle-combo --pers", ["--person"]),
        ("play castle-combo --first mas", ["mason-corwin"]),
        ("play castle-combo --first y", ["you"]),
        ("play castle-combo --seats marshal,old", ["marshal,old-berthold"]),
        ("engine castle-combo --seats you,marsh", ["you,marshal"]),
        ("play castle-combo --seed ", []),
        ("play castle-tetris --against ", []),
        ("history extra ", []),
        ("nothing of ours", []),
        ("completion ", list(SHELLS)),
        ("tables forget castle-combo cards.card.judge.c", ["cards.card.judge.cost"]),
    ],
)
def test_what_is_offered(typed: str, offered: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    assert offers(typed, monkeypatch) == offered


def test_saves_are_offered_by_name_and_files_as_they_are_typed(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    solo("play", "castle-combo", "--cards", "app", "--seed", "1")
    (name,) = [path.stem for path in (home / "saves").glob("*.jsonl")]
    assert offers("resume castle", monkeypatch) == [name]
    monkeypatch.chdir(home)
    assert offers("score valeria sa", monkeypatch) == ["saves/"]


def test_what_it_means_in_the_language_of_the_shell(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("_SOLO_COMPLETE", "complete_fish")
    monkeypatch.setenv("_TYPER_COMPLETE_FISH_ACTION", "get-args")
    monkeypatch.setenv("_TYPER_COMPLETE_ARGS", "solo rules valeria ha")
    assert solo().out == "harvest\tHarvest and Windmill\n"
    monkeypatch.setenv("CASTELLAN_LANG", "nl")
    assert solo().out == "harvest\tOogsten en molen\n"


def test_a_shell_is_told_how_to_ask() -> None:
    for shell in SHELLS:
        said = solo("completion", shell)
        assert said.code == 0
        assert "_SOLO_COMPLETE" in said.out
    assert "did you mean bash?" in solo("completion", "bahs").trouble


BARE = {"bash": ["--norc"], "fish": ["--no-config"], "zsh": ["-f"]}
"""The options with which a shell reads nobody's settings."""
ASKED = {
    "bash": "source <(solo completion bash); COMP_WORDS=(solo pla); COMP_CWORD=1; _solo_completion solo\n"
    'printf "%s\\n" "${COMPREPLY[@]}"',
    "zsh": 'compdef() { : }; _arguments() { print -r -- "$*" }; source <(solo completion zsh)\n'
    "words=(solo pla); CURRENT=2; _solo_completion",
    "fish": "solo completion fish | source; complete -C 'solo pla'",
}
"""How each is asked for what it would offer behind `solo pla`."""


@pytest.mark.parametrize("shell", ASKED)
def test_a_shell_offers_what_we_do(shell: str, tmp_path: Path) -> None:
    if shutil.which(shell) is None:
        pytest.skip(f"there is no {shell} here")
    program = tmp_path / "solo"
    program.write_text(f'#!/bin/sh\nPYTHONPATH="{ROOT}" exec "{sys.executable}" -m solo "$@"\n')
    program.chmod(0o755)
    path = f"{tmp_path}{os.pathsep}{os.environ['PATH']}"
    done = subprocess.run(
        [shell, *BARE[shell], "-c", ASKED[shell]],
        env={**os.environ, "PATH": path, "HOME": str(tmp_path), "LANG": "C.UTF-8", "CASTELLAN_LANG": "en"},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=200,
        cwd=tmp_path,
    )
    assert not done.stderr
    assert "play" in done.stdout
