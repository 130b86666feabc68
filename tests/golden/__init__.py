"""Whole games as text: what a person reads from the first line to the winner.

A change in the rules, in an opponent or in a sentence shows here as a difference that can be read. If it is
meant, `python -m tests.golden` writes the transcripts anew; look at what has changed before keeping it.
"""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.solo.commandline import solo

HERE = Path(__file__).parent

A_GAME = ("play", "castle-combo", "--seed", "7", "--cards", "app", "--why")
AGAINST = ("--against", "sister-amabel", "--against", "old-berthold")
A_DEMO = ("demo", "castle-combo", "--seed", "7", "--why", "-a", "mason-corwin", "-a", "widow-pennyworth")

ENGLISH = """\
queen of hearts
beekeeper
/why
alchemist b3
/undo
alchemist down right of beekeeper
potter down d4
gravedigger d5
stone
m duchess e3
m squire face-down e5
lookout c2
lookout c5
/score
royal guard down
e4
r
/fix your keys
9
devout
"""
"""Nine turns, most on one line; also a card that is not there, an illegal cell, undo, why and a fix."""

DUTCH = """\
hartenvrouw
beekeeper
/waarom
alchemist b3
/terug
alchemist gedekt rechts van beekeeper
potter gedekt d4
gravedigger d5
stone
m duchess e3
m squire gedekt e5
lookout c2
lookout c5
/stand
royal guard gedekt
e4
r
/verbeter jouw sleutels
9
devout
"""


@dataclass(frozen=True, slots=True)
class Golden:
    """A command with what is typed, and the file with all that is read."""

    file: str
    arguments: tuple[str, ...]
    typed: str = ""

    @property
    def path(self) -> Path:
        return HERE / self.file

    def play(self) -> str:
        """The transcript as it is today."""
        said = solo(*self.arguments, answers=self.typed)
        assert (said.code, said.err) == (0, ""), said
        return f"$ solo {' '.join(self.arguments)}\n{said.out}"


GOLDEN = (
    Golden("castle-combo-en.txt", (*A_GAME, *AGAINST, "--lang", "en"), ENGLISH),
    Golden("castle-combo-nl.txt", (*A_GAME, *AGAINST, "--lang", "nl"), DUTCH),
    Golden("castle-combo-demo-en.txt", (*A_DEMO, "--lang", "en")),
    Golden("castle-combo-demo-nl.txt", (*A_DEMO, "--lang", "nl")),
)


def renew() -> list[str]:
    """Write every transcript that differs from what is read today; the names of those that did."""
    changed = []
    with TemporaryDirectory() as home:
        os.environ["CASTELLAN_HOME"] = home
        for golden in GOLDEN:
            today = golden.play()
            if not golden.path.exists() or golden.path.read_text(encoding="utf-8") != today:
                golden.path.write_text(today, encoding="utf-8")
                changed.append(golden.file)
    return changed
