"""The command line in a test: what `solo …` prints and returns, with answers typed in advance."""

from __future__ import annotations

import sys
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import dataclass
from io import BytesIO, TextIOWrapper
from pathlib import Path

import pytest

from solo.commands.app import run


@dataclass(slots=True)
class Said:
    """What came of a command."""

    code: int
    out: str
    err: str

    @property
    def trouble(self) -> str:
        """The one line of a user's mistake."""
        assert self.code == 2, (self.code, self.err)
        assert self.err.endswith("\n"), self.err
        assert self.err.count("\n") == 1, self.err
        return self.err.rstrip("\n")


def solo(*arguments: str | Path, answers: str | bytes = b"") -> Said:
    """Run a command in this process; `answers` is what comes in on standard input."""
    typed = answers.encode() if isinstance(answers, str) else answers
    out, err = (TextIOWrapper(BytesIO(), encoding="utf-8", newline="") for _ in range(2))
    before, sys.stdin = sys.stdin, TextIOWrapper(BytesIO(typed), encoding="utf-8")
    try:
        with redirect_stdout(out), redirect_stderr(err):
            code = run([str(each) for each in arguments])
    finally:
        sys.stdin = before
    return Said(code, _text(out), _text(err))


def _text(stream: TextIOWrapper) -> str:
    stream.flush()
    buffer = stream.buffer
    assert isinstance(buffer, BytesIO)
    return buffer.getvalue().decode()


def at_home(folder: Path, monkeypatch: pytest.MonkeyPatch, lang: str = "en") -> Path:
    """A home of its own for everything saved or taught, on a disk not waited for, by a clock that stands."""
    monkeypatch.setattr("os.fsync", lambda file: None)
    for front in ("fronts.session", "web.sitting"):
        monkeypatch.setattr(f"solo.{front}.monotonic", lambda: 0.0)
    monkeypatch.setenv("CASTELLAN_HOME", str(folder))
    monkeypatch.setenv("CASTELLAN_LANG", lang)
    for name in ("ACCESSIBLE", "NO_COLOR", "COLUMNS"):
        monkeypatch.delenv(name, raising=False)
    return folder


def saves(home: Path) -> list[Path]:
    return sorted((home / "saves").glob("*.jsonl"))
