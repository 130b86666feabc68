"""What goes with the package: all that is needed to play, and nothing that only builds it."""

from __future__ import annotations

import re
from pathlib import Path

from hatchling.builders.wheel import WheelBuilder

from solo.words.hatch_hook import by_itself

ROOT = Path(__file__).parent.parent


def test_the_wheel_has_what_is_played_with_and_not_what_builds_it() -> None:
    inside = {file.distribution_path for file in WheelBuilder(str(ROOT)).recurse_included_files()}
    for needed in ("solo/GUIDE.md", "solo/GUIDE.nl.md", "solo/locale/nl.mo", "automa/py.typed"):
        assert needed in inside
    for table in (ROOT / "tables").rglob("*.toml"):
        path = f"solo/{table.relative_to(ROOT).as_posix()}"
        assert (path in inside) == (table.name != "sentences.toml"), path
    built_by = {"sentences.toml", "hatch_hook.py", "compiling.py"}
    assert not [path for path in inside if Path(path).name in built_by or path.startswith("tests")]


def test_the_readme_of_the_package_needs_no_other_file() -> None:
    readme = (ROOT / "README.md").read_text("utf-8")
    alone = by_itself(readme)
    assert "![" in readme and "<img" in readme
    assert not re.findall(r"!\[|<img|\]\((?!https?:)", alone)
    assert "The guide" in alone and "solo play castle-combo" in alone
