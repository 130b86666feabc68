"""What a strong player would do in a person's place: for a hint, and for looking back on a game."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Any, ClassVar, TypeVar

from msgspec import Struct

from automa.dialogue import Ask, Named, Text
from automa.opponents import SHOWN

if TYPE_CHECKING:
    from random import Random

T = TypeVar("T")


class Choice(Struct, frozen=True):
    """A move and what it is worth, in points."""

    move: Named | Text
    value: float


class Advice(Struct, frozen=True):
    """What a strong player thinks of a question."""

    answer: str
    """What it would answer, as it is typed."""
    choices: Sequence[Choice]
    """The best few moves, best first."""
    why: Sequence[Text] = ()
    judge: Callable[[Any], float] | None = None
    """What the turn was worth, on the same scale, by the game as it is after it."""
    worth: float | None = None
    """What that is worth which was said, where it needs no looking at what came of it: new cards are luck,
    asking for them is not."""


class Coach:
    """Knows what to do at the questions of a game that are for a person."""

    turns: ClassVar[frozenset[str]]
    """The questions that decide a turn, or a part of it that can be judged by itself."""
    amid: ClassVar[frozenset[str]] = frozenset()
    """What the table is asked in the midst of a turn."""

    def begins(self, ask: Ask) -> bool:
        """Whether a question to a person begins a turn."""
        return ask.id in self.turns

    def unseen(self, ask: Ask, script: Any) -> Text | None:
        """What is to be told with a question because only the person sees it."""
        return None

    def advise(
        self, ask: Ask, script: Any, random: Random, *, said: Sequence[str] = (), quick: bool = False
    ) -> Advice | None:
        """What to answer, from what that seat can know; None where there is nothing to advise.

        `said` is what the person tells of what only they can see; of a turn that was taken, all they answered
        in it. A `quick` look weighs the moves and does not play them out. `Refused` says what is to be told.
        """
        raise NotImplementedError


def best_option(valued: Iterable[tuple[Named, float]]) -> Advice:
    """The best of the options of a question, each with what it is worth."""
    ranked = sorted(valued, key=lambda each: -each[1])
    return Advice(ranked[0][0].id, [Choice(option, value) for option, value in ranked[:SHOWN]])


def first_of_each(ranked: Iterable[T], alike: Callable[[T], object]) -> list[T]:
    """Of what is alike the first, which is the best: the others would crowd everything out."""
    seen: dict[object, T] = {}
    for each in ranked:
        seen.setdefault(alike(each), each)
    return list(seen.values())
