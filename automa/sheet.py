"""A score sheet: lines of points with their derivation, the ranking and how ties were broken."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct, field

from automa.dialogue import Text


class Line(Struct):
    """One line of one player's sheet."""

    label: str | Text
    points: int
    how: Text | None = None
    """How the points come about: "3 per Castle and Village pair: 3 pairs"."""


class Column(Struct):
    """One player's part of the sheet."""

    seat: str
    name: str | Text
    lines: list[Line]
    tie_break: tuple[int, ...] = ()
    """What decides between equal totals, most important first; more is better."""

    @property
    def total(self) -> int:
        return sum(line.points for line in self.lines)


class Sheet(Struct):
    """The score of every player."""

    title: Text
    columns: list[Column]
    tie_break: list[Text] = field(default_factory=list)
    """What each value of a column's `tie_break` is: "gold left over"."""
    final: bool = True
    """Whether it is the count of a whole game; a single round has no winner."""
    remarks: list[Text] = field(default_factory=list)
    """What a player should know of it besides: what would be needed to break a tie."""

    def ranking(self) -> list[tuple[int, Column]]:
        """Best first, each with its place; players that no tie-break parts share a place."""
        ordered = sorted(self.columns, key=_strength, reverse=True)
        places: list[tuple[int, Column]] = []
        for index, column in enumerate(ordered):
            shared = index > 0 and _strength(column) == _strength(ordered[index - 1])
            places.append((places[-1][0] if shared else index + 1, column))
        return places

    def winners(self) -> list[Column]:
        return [column for place, column in self.ranking() if place == 1 and self.final]

    def decided_by(self) -> Text | None:
        """The tie-break that parted the winners from players with as many points, if one was needed."""
        ranking = self.ranking()
        best = ranking[0][1]
        for place, column in ranking:
            if place > 1 and column.total == best.total:
                for which, (ours, theirs) in enumerate(zip(best.tie_break, column.tie_break, strict=True)):
                    if ours != theirs:
                        return self.tie_break[which]
        return None


def _strength(column: Column) -> tuple[int, ...]:
    return (column.total, *column.tie_break)


def share_prizes(prizes: Sequence[int], scores: Sequence[int]) -> list[int]:
    """What each score earns: tied places share the sum of their prizes, rounded down; 0 earns nothing."""
    ranking = sorted(scores, reverse=True)

    def earned(score: int) -> int:
        first, tied = ranking.index(score), ranking.count(score)
        return sum(prizes[first : first + tied]) // tied if score > 0 else 0

    return [earned(score) for score in scores]
