"""The input and output that the program is started with: closed, full, or left by their reader."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.solo.commandline import solo

FULL = Path("/dev/full")
"""A disk without any room, where the system has one."""


def started(
    home: Path, command: str, streams: str, lang: str = "en", **more: str
) -> subprocess.CompletedProcess[str]:
    """What comes of a command whose input and output the shell arranges."""
    environ = os.environ | {"CASTELLAN_HOME": str(home), "CASTELLAN_LANG": lang} | more
    line = f'"{sys.executable}" -m solo {command} {streams}'
    return subprocess.run(["sh", "-c", line], capture_output=True, text=True, env=environ, check=False)


@pytest.mark.skipif(not FULL.exists(), reason="this system has no full disk to offer")
@pytest.mark.parametrize(
    ("command", "lang", "said"),
    [
        ("--version", "en", "The output cannot be written: the disk is full.\n"),
        ("demo castle-combo", "nl", "De uitvoer kan niet worden geschreven: de schijf is vol.\n"),
    ],
)
def test_output_to_a_full_disk_is_one_line_of_complaint(
    tmp_path: Path, command: str, lang: str, said: str
) -> None:
    done = started(tmp_path, command, f"> {FULL}", lang)
    assert (done.returncode, done.stderr) == (2, said)


@pytest.mark.skipif(not FULL.exists(), reason="this system has no full disk to offer")
def test_a_mistake_is_a_mistake_even_where_it_cannot_be_told(tmp_path: Path) -> None:
    done = started(tmp_path, "play chess", f"2> {FULL}")
    assert (done.returncode, done.stdout) == (2, "")


@pytest.mark.parametrize("command", ["saves", "engine castle-combo"])
def test_without_input_and_output_nothing_is_read_or_said(tmp_path: Path, command: str) -> None:
    done = started(tmp_path, command, "<&- >&-")
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


def test_a_reader_who_has_seen_enough_is_no_failure(tmp_path: Path) -> None:
    reading, writing = os.pipe()
    os.close(reading)
    environ = os.environ | {"CASTELLAN_HOME": str(tmp_path)}
    command = [sys.executable, "-m", "solo", "demo", "castle-combo"]
    done = subprocess.run(
        command, stdout=writing, stderr=subprocess.PIPE, text=True, env=environ, check=False
    )
    os.close(writing)
    assert (done.returncode, done.stderr) == (0, "")


def test_a_number_that_no_journal_could_hold_is_said_to_be_too_long(tmp_path: Path) -> None:
    done = started(tmp_path, "demo castle-combo --seed 9999999999999999999", "")
    assert (done.returncode, done.stderr) == (2, "--seed must be a whole number of at most 17 digits.\n")


@pytest.mark.parametrize(
    "encoding", ["utf-8:nonsense", "ascii:nonsense", "punycode", "idna", "undefined", "unicode_escape"]
)
def test_an_encoding_that_is_none_for_text_does_no_harm(tmp_path: Path, encoding: str) -> None:
    """One that Python does not know ends Python itself, before anything of ours is run."""
    usual = solo("score", "castle-combo", "--example")
    odd = started(tmp_path, "score castle-combo --example", "", PYTHONIOENCODING=encoding)
    assert (odd.returncode, odd.stdout, odd.stderr) == (0, usual.out, "")
    typed = "printf 'caf\\303\\251\\n\\377\\n' |"
    command = f"{typed} '{sys.executable}' -m solo score castle-combo --players 2"
    environ = os.environ | {
        "CASTELLAN_HOME": str(tmp_path), "CASTELLAN_LANG": "en", "PYTHONIOENCODING": encoding
    }  # fmt: skip
    done = subprocess.run(["sh", "-c", command], capture_output=True, env=environ, check=False)
    assert done.returncode == 2
    assert b"Traceback" not in done.stdout + done.stderr
    assert done.stderr.count(b"\n") == 1
