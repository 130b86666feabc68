"""What comes first when a wheel is built or the checkout is installed: the sentences are compiled."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

sys.path.insert(0, str(Path(__file__).parents[2]))  # nothing is installed yet

from solo.words.compiling import build, sources


class Sentences(BuildHookInterface[Any]):
    """Compiles the sentences before the files of the package are gathered."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        build(sources(Path(self.root)))
