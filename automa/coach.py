"""What a strong player would do in a person's place: for a hint, and for looking back on a game.

There is one scale: the expected final margin over the best rival, in points. A hint and a review are the same
comparison of moves on the same shuffles; in a review the move that was played is compared with them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from operator import attrgetter
from typing import TYPE_CHECKING, ClassVar, Protocol, TypeVar

from msgspec import Struct

from automa.dialogue import Ask, Named, Pad, Text
from automa.opponents import MOVES_SHOWN, SHOWN_AS_EQUAL, behind_text, expected_text
from automa.thinking import Compared, Promising

if TYPE_CHECKING:
    from random import Random

    from automa.game import AnyScript

T = TypeVar("T")


class Choice(Struct, frozen=True):
    """A move that was thought of, beside the best one."""

    move: Named | Text
    answer: str
    """All of it, as it is typed."""
    value: float
    """The expected final margin over the best rival, in points."""
    behind: float = 0.0
    """How much less that is than the best move's."""
    error: float = 0.0
    """Half the width of the 95 % interval of that difference."""
    won: float | None = None
    """The share of games that were won with it, where they were played out."""

    @property
    def is_as_good(self) -> bool:
        """Whether the difference to the best move is within its noise."""
        return self.behind <= self.error or self.behind < SHOWN_AS_EQUAL


class Advice(Struct, frozen=True):
    """What a strong player thinks of a question."""

    choices: Sequence[Choice]
    """The best few moves, best first: the first is what it would do."""
    why: Sequence[Text] = ()
    played: Choice | None = None
    """What the person did, where that was asked and is known."""
    games: int = 0
    """How often each move was played out."""
    deeds: Sequence[Text] = ()
    """What the best move does, in sentences, where it is written in a notation."""
    is_alone: bool = False
    """Whether nobody else scores: then only the differences between moves say something."""

    @property
    def answer(self) -> str:
        """What it would answer, as it is typed."""
        return self.choices[0].answer

    @property
    def lead(self) -> float:
        """How far the best move is ahead of the next one; 0 if that is as good or there is none."""
        others = [each for each in self.choices[1:2] if not each.is_as_good]
        return others[0].behind if others else 0.0

    def told(self) -> list[Text]:
        """What can be expected of the best move, and how far the others are behind it: in sentences."""
        best, *others = self.choices
        behind = [behind_text(each.move, each.behind, each.error) for each in others]
        if self.is_alone:
            return [Text("opponents.alone", n=self.games), *behind] if behind else []
        return [expected_text(best.value, best.won, self.games), *behind]


class Unseen(Struct, frozen=True):
    """Something that only the person sees, and the buttons it is entered with."""

    label: Text
    pad: Pad
    lead: str = ""
    """The word before it in what the person enters."""


class Coach:
    """Knows what to do at the questions of a game that are for a person."""

    turns: ClassVar[frozenset[str]]
    """The questions that begin a turn."""
    during_turn: ClassVar[frozenset[str]] = frozenset()
    """What the table is asked during a turn."""
    outside_turns: ClassVar[frozenset[str]] = frozenset()
    """What a person is asked beside their turns: what they hold, at the end."""

    def begins(self, ask: Ask) -> bool:
        """Whether a question to a person begins a turn."""
        return ask.id in self.turns

    def unseen(self, ask: Ask, script: AnyScript) -> Sequence[Unseen]:
        """What the person has to enter for a hint because only they see it."""
        return ()

    def hand(self, ask: Ask, script: AnyScript, random: Random) -> Sequence[str]:
        """What a player who follows the hints tells of what only they see, where nobody is at the table."""
        return ()

    def heard(self, said: Sequence[str], script: AnyScript, lang: str) -> Sequence[str]:
        """What the person entered in the letters of a language, in those of the journal."""
        return said

    def completed(
        self, said: Sequence[str], before: Sequence[str], ask: Ask, script: AnyScript
    ) -> Sequence[str]:
        """What the person entered, with what they entered for the hint before if that is still so."""
        return said

    def advise(
        self, ask: Ask, script: AnyScript, random: Random, *, said: Sequence[str] = (), played: str = ""
    ) -> Advice | None:
        """What to answer, from what that seat can know; None where there is nothing to advise.

        `said` is what the person tells of what only they can see; of a turn that was taken, all they answered
        in it. `played` is what they answered, as the journal has it: with the same random numbers the choices
        are the same, and it is compared with them. `Refused` says what the person has to enter.
        """
        raise NotImplementedError


class Considered(Promising, Protocol):
    """A move that is thought of."""

    @property
    def name(self) -> Named | Text: ...


class Valued(Struct, frozen=True, eq=False):
    """A move and what it is worth."""

    value: float
    name: Named | Text
    id: str
    """As it is answered."""


C = TypeVar("C", bound=Considered)


def advised(
    compared: Sequence[Compared[C]],
    answer: Callable[[C], str] = attrgetter("id"),
    *,
    why: Sequence[Text] = (),
    played: C | None = None,
) -> Advice:
    """The moves that were compared: those that were played out as often as the best one."""

    def choice(each: Compared[C]) -> Choice:
        return Choice(each.move.name, answer(each.move), each.value, each.behind, each.error, each.won)

    games = compared[0].games
    shown = [choice(each) for each in compared if each.games == games and not each.is_forced]
    mine = [choice(each) for each in compared if each.move is played]
    return Advice(shown[:MOVES_SHOWN], why, mine[0] if mine else None, games)


def first_of_each(ranked: Iterable[T], alike: Callable[[T], object]) -> list[T]:
    """Of what is alike the first, which is the best: the others would crowd everything out."""
    seen: dict[object, T] = {}
    for each in ranked:
        seen.setdefault(alike(each), each)
    return list(seen.values())
