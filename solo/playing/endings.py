"""How a game ended, for the one who played it: what decided, where it stands among others, who comes next."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec import Struct

from automa.dialogue import Text
from automa.sheet import Column, Sheet
from solo.keeping.history import Played, place_of, played
from solo.keeping.saves import list_saves
from solo.playing.driver import Driver
from solo.playing.ladders import Rung, ladder

MOST_TOLD = 3
"""How many lines of the sheet that made the difference are named."""
PLACES_NAMED = 5
"""The best games up to this place have a sentence: the second best, the third best."""


class Difference(Struct, frozen=True):
    """A line of the sheet that one of two has more points for."""

    label: str | Text
    points: int
    """How many more the person has, or fewer."""


class Ending(Struct, frozen=True):
    """What there is to tell of a game that is over."""

    margin: int
    """By how many points the person won, or lost."""
    rival: Column
    """Whom they won or lost against: the best of the others."""
    decided: Sequence[Difference]
    """What made most of the difference, the biggest first."""
    against: Sequence[str | Text]
    """Everybody that the person played against."""
    place: int
    """Which of the games against the same opponents it was, by points."""
    games: int
    """How many there are of these."""
    best: int
    """The most points in them."""
    next_up: Rung | None
    """The next stronger opponent after the strongest at the table, if there is one."""

    def told(self) -> Iterator[Text]:
        """How the game ended, in sentences."""
        if self.decided and self.margin:
            kind = "ending.won-by" if self.margin > 0 else "ending.lost-by"
            parts = [
                Text("ending.difference", label=each.label, points=f"{each.points:+}".replace("-", "−"))
                for each in self.decided
            ]
            yield Text(kind, rival=self.rival.name, n=abs(self.margin), parts=parts)
        where = "first" if self.games == 1 else str(self.place) if self.place <= PLACES_NAMED else "other"
        values = {"place": self.place, "games": self.games, "best": self.best}
        yield Text(f"ending.place.{where}", against=list(self.against), **values)


def how_it_ended(driver: Driver) -> Ending | None:
    """How a game ended for the one person at the table; nothing to tell where several played."""
    people = [seat.id for seat in driver.setup.people]
    if driver.sheet is None or len(people) != 1:
        return None
    games = played(list_saves())
    rungs = ladder(driver.game, driver.setup.tables, driver.journal.header.options.get("lang", ""))
    return ending(rungs, driver.sheet, people[0], driver.journal.name, games)


def ending(
    rungs: Sequence[Rung], sheet: Sheet, person: str, save: str, games: Sequence[Played]
) -> Ending | None:
    """How it ended for a person; None where they played alone, or the game is in no history."""
    mine = next((column for column in sheet.columns if column.seat == person), None)
    others = [column for column in sheet.columns if column.seat != person]
    this = next((each for each in games if each.save == save), None)
    if mine is None or not others or this is None:
        return None
    rival = max(others, key=lambda column: (column.total, column.tie_break))
    place, number = place_of(this, games)
    alike = [each.score for each in games if each.is_like(this)]
    return Ending(
        mine.total - rival.total,
        rival,
        differences(mine, rival),
        [each.full_name for each in this.against],
        place,
        number,
        max(alike),
        next_stronger(rungs, this),
    )


def differences(mine: Column, theirs: Column) -> list[Difference]:
    """The lines of two columns that made the difference, the biggest first; few."""
    labels: dict[str, str | Text] = {}
    points: dict[str, int] = {}
    for column, sign in ((mine, 1), (theirs, -1)):
        for line in column.lines:
            key = line.label if isinstance(line.label, str) else repr(line.label)
            labels[key] = line.label
            points[key] = points.get(key, 0) + sign * line.points
    found = [Difference(labels[key], number) for key, number in points.items() if number]
    return sorted(found, key=lambda each: -abs(each.points))[:MOST_TOLD]


def next_stronger(rungs: Sequence[Rung], game: Played) -> Rung | None:
    """Who comes after the strongest opponent of a game."""
    met = [place for place, rung in enumerate(rungs) if rung.wish in game.opponents]
    if not met or max(met) + 1 == len(rungs):
        return None
    return rungs[max(met) + 1]
