"""What comes first when a wheel is built or the checkout is installed.

The sentences are compiled; and the README that goes with the package has no pictures and no links to other
files, which a package index could not show: they are only in the repository.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface
from hatchling.metadata.plugin.interface import MetadataHookInterface

sys.path.insert(0, str(Path(__file__).parents[2]))  # nothing is installed yet

from solo.words.compiling import build, sources


class Sentences(BuildHookInterface[Any]):
    """Compiles the sentences before the files of the package are gathered."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        build(sources(Path(self.root)))


class Readme(MetadataHookInterface):
    """Gives the package the README by itself."""

    def update(self, metadata: dict[str, Any]) -> None:
        text = (Path(self.root) / "README.md").read_text("utf-8")
        metadata["readme"] = {"content-type": "text/markdown", "text": by_itself(text)}


def by_itself(readme: str) -> str:
    """A page without its pictures, and with links to other files as plain words."""
    without_pictures = re.sub(r"^(!\[.*\]\(.*\)|<img .*>)\n+", "", readme, flags=re.MULTILINE)
    return re.sub(r"\[([^\]]+)\]\((?!https?:)[^)]+\)", r"\1", without_pictures)
