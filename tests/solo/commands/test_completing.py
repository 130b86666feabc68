"""What a shell offers while a command is typed, and the lines that make it ask."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from solo.commands.completing import SHELLS, offers
from solo.games import GAMES
from tests.solo.commandline import at_home, solo

ROOT = Path(__file__).parents[3]


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    return at_home(tmp_path / "home", monkeypatch)


@pytest.mark.parametrize(
    ("typed", "offered"),
    [
        ("pl", ["play"]),
        ("saves e", ["export"]),
        ("play ", list(GAMES)),
        ("demo v", ["valeria"]),
        ("play valeria --against he", ["hedda-varn"]),
        ("play valeria --against varn", ["hedda-varn"]),
        ("play castle-combo --ruling neighbour=", ["neighbour=choose", "neighbour=best"]),
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
        ("lab castle-combo marshal ber", ["old-berthold"]),
        ("rules valeria harv", ["harvest"]),
        ("play castle-combo --dice ", ["app", "table"]),
        ("play --lang n", ["nl"]),
        ("play --lang=n", ["--lang=nl"]),
        ("play valeria --against=he", ["--against=hedda-varn"]),
        ("play valeria --nothing=he", []),
        ("play castle-combo --pers", ["--person"]),
        ("play castle-combo --first mas", ["mason-corwin"]),
        ("play castle-combo --first y", ["you"]),
        ("play castle-combo --seats marshal,be", ["marshal,old-berthold"]),
        ("engine castle-combo --seats you,marsh", ["you,marshal"]),
        ("play castle-combo --seed ", []),
        ("play castle-tetris --against ", []),
        ("history extra ", []),
        ("completion ", ["bash", "zsh", "fish"]),
        ("tables forget castle-combo cards.card.judge.c", ["cards.card.judge.cost"]),
    ],
)
def test_what_is_offered(typed: str, offered: list[str]) -> None:
    assert [word for word, _ in offers(typed.split(" "))] == offered


def test_saves_are_offered_by_name_and_files_as_they_are_typed(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    solo("play", "castle-combo", "--cards", "app", "--seed", "1")
    (name,) = [path.stem for path in (home / "saves").glob("*.jsonl")]
    assert offers(["resume", "castle"]) == [(name, "")]
    monkeypatch.chdir(home)
    assert offers(["score", "valeria", "sa"]) == [("saves/", "")]


def test_a_line_for_each_with_what_it_means_in_the_language_of_the_shell(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    assert solo("_complete", "de").out == "demo\tWatch a whole game that plays itself: no box, no typing.\n"
    monkeypatch.setenv("CASTELLAN_LANG", "nl")
    assert solo("_complete", "rules", "valeria", "ha").out == "harvest\tOogsten en molen\n"


def test_a_shell_is_told_how_to_ask() -> None:
    for shell, lines in SHELLS.items():
        assert solo("completion", shell).out == lines
        assert "solo" in lines
        assert "_complete" in lines
    assert "did you mean bash?" in solo("completion", "bahs").trouble


def test_bash_replaces_only_what_stands_behind_a_mark_that_parts_words_there(tmp_path: Path) -> None:
    script = (
        "solo() { printf 'neighbour=best\\t\\nneighbour=choose\\t\\n'; }\n"
        + SHELLS["bash"]
        + 'COMP_LINE="solo play castle-combo --ruling neighbour=b"; COMP_POINT=${#COMP_LINE}; _solo\n'
        + 'printf "%s\\n" "${COMPREPLY[@]}"\n'
    )
    run = subprocess.run(["bash", "-c", script], capture_output=True, text=True, cwd=tmp_path)
    assert run.stdout == "best\nchoose\n", run.stderr


def ran(shell: str, script: str, folder: Path) -> list[str]:
    """The lines that a script prints in a shell that knows our completion."""
    folder.mkdir(exist_ok=True)
    program = folder / "solo"
    program.write_text(f'#!/bin/sh\nPYTHONPATH="{ROOT}" exec "{sys.executable}" -m solo "$@"\n')
    program.chmod(0o755)
    path = f"{folder}{os.pathsep}{os.environ['PATH']}"
    done = subprocess.run(
        [shell, *BARE[shell], "-c", script],
        env={**os.environ, "PATH": path, "HOME": str(folder), "LANG": "C.UTF-8", "CASTELLAN_LANG": "en"},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=50,
        cwd=folder,
    )
    assert not done.stderr
    return done.stdout.splitlines()


BARE = {"fish": ["--no-config"], "zsh": ["-f"]}
"""The options with which a shell reads nobody's settings."""


@pytest.mark.skipif(shutil.which("fish") is None, reason="there is no fish here")
def test_fish_offers_what_we_do(tmp_path: Path) -> None:
    lines = ran(
        "fish",
        "solo completion fish | source; complete -C 'solo pla'; complete -C 'solo play x --lang='",
        tmp_path / "bin",
    )
    assert [line.partition("\t")[0] for line in lines] == ["play", "--lang=en", "--lang=nl"]


@pytest.mark.skipif(shutil.which("zsh") is None, reason="there is no zsh here")
def test_zsh_offers_what_we_do(tmp_path: Path) -> None:
    """With what its completion system would be asked for in the place of it."""
    (tmp_path / "bin" / "a folder").mkdir(parents=True)
    lines = ran(
        "zsh",
        """
        compdef() { print -r -- "completes $*" }
        compadd() { print -r -- "adds $*" }
        _describe() { print -rl -- "describes ${*[3,-1]}" "${(@P)2}" }
        source <(solo completion zsh)
        words=(solo play castle-combo --ruling neighbour=); CURRENT=5; _solo
        words=(solo play methoni --against the-doge:sh); CURRENT=5; _solo
        words=(solo play valeria --against varn); CURRENT=5; _solo
        words=(solo score valeria 'a\\ f'); CURRENT=4; _solo
        """,
        tmp_path / "bin",
    )
    assert lines == [
        "completes _solo solo",
        "describes ",
        "neighbour=choose:A card looks at one of two neighbours: which?",
        "neighbour=best:A card looks at one of two neighbours: which?",
        "describes -U",
        "the-doge\\:sharp:The Doge",
        "describes -U",
        "hedda-varn:Hedda Varn",
        "adds -S  -- a folder/",
    ]
