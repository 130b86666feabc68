"""Whole games on Python 3.14: `python -m tests.newest` fetches it, as Pyodide for node, and plays them.

Python itself and msgspec are fetched; everything else is pure Python and taken from where these tests run.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
import sysconfig
from collections.abc import Sequence

from platformdirs import user_cache_path

from solo.games import GAMES
from tests.house import ROOT

FOLDER = user_cache_path("castellan") / "pyodide"
"""Where it is kept once fetched."""
PYODIDE = "314"
PLATFORM = "pyemscripten_2026_0_wasm32"
SCRIPT = """
import { loadPyodide } from "pyodide";
import fs from "fs";
const [project, packages, ...words] = process.argv.slice(2);
const python = await loadPyodide();
const wheel = fs.readFileSync(fs.readdirSync(".").find((name) => name.endsWith(".whl")));
python.unpackArchive(wheel.buffer.slice(wheel.byteOffset, wheel.byteOffset + wheel.byteLength), "wheel");
python.mountNodeFS("/project", project);
python.mountNodeFS("/packages", packages);
python.globals.set("words", python.toPy(words));
python.runPython(`
import os, sys
sys.path += ["/project", "/packages"]
sys.dont_write_bytecode = True
os.environ.update(CASTELLAN_HOME="/home/castellan", CASTELLAN_LANG="en")
print(sys.version.split()[0])
from solo.commands.app import run
while words:
    end = words.index(";") if ";" in words else len(words)
    code = run(list(words[:end]))
    assert code == 0, (words[:end], code)
    words = words[end + 1:]
`);
"""


def is_fetched() -> bool:
    """Whether Python 3.14 can be run here as it is."""
    return shutil.which("node") is not None and (FOLDER / "run.mjs").exists()


def fetch() -> None:
    """Fetch Pyodide and its msgspec; the script comes last, so that it is there when all is."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    subprocess.run(
        ["npm", "install", "--no-audit", "--no-fund", f"pyodide@{PYODIDE}"], cwd=FOLDER, check=True
    )
    wheel = [
        "--only-binary=:all:", "--platform", PLATFORM, "--python-version", "3.14", "--no-deps", "--dest", ".",
    ]  # fmt: skip
    subprocess.run([sys.executable, "-m", "pip", "download", *wheel, "msgspec"], cwd=FOLDER, check=True)
    (FOLDER / "run.mjs").write_text(SCRIPT, encoding="utf-8")


def run(commands: Sequence[Sequence[str]]) -> tuple[str, str]:
    """The version of Python and what these commands print on it, one after the other."""
    words = [word for command in commands for word in (*command, ";")][:-1]
    packages = sysconfig.get_path("purelib")
    ran = subprocess.run(
        ["node", "run.mjs", str(ROOT), packages, *words], cwd=FOLDER, capture_output=True, encoding="utf-8"
    )
    if ran.returncode:
        raise RuntimeError(ran.stderr)
    version, _, printed = ran.stdout.partition("\n")
    return version, printed


def demos() -> list[list[str]]:
    """A whole game of each kind, that plays itself."""
    return [
        ["demo", game, "--seed", "7", "--pace", "0", "--plain", "--why", "--lang", "en"] for game in GAMES
    ]


def main() -> int:
    if not is_fetched():
        fetch()
    version, printed = run(demos())
    print(printed)  # noqa: T201
    print(f"Python {version}: {len(GAMES)} games played")  # noqa: T201
    return 0


if __name__ == "__main__":
    sys.exit(main())
