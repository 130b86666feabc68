"""Everything that must pass: `python -m tests`."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

CHECKS = (
    ["tests.catalogues", "--build"],  # first: what the others read is built here
    ["ruff", "check", "."],
    ["ruff", "format", "--check", "."],
    ["mypy"],
    ["pytest"],
)


def main() -> int:
    """Run every check, even after one fails; the code of the first that failed."""
    root = Path(__file__).parent.parent
    codes = []
    for check in CHECKS:
        print("$", *check, flush=True)  # noqa: T201
        command = [sys.executable, "-m", *check, *_more(check)]
        codes.append(subprocess.run(command, cwd=root, env=_environ()).returncode)
    return next((code for code in codes if code), 0)


def _environ() -> dict[str, str]:
    """The environment, with compiled modules kept: without them every program started compiles all anew."""
    return {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}


def _more(check: list[str]) -> list[str]:
    """What was given behind the command goes to pytest."""
    return sys.argv[1:] if check == ["pytest"] else []


if __name__ == "__main__":
    sys.exit(main())
