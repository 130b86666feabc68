"""What games that are over come to, in sentences: by game, against each opponent, and turn by turn."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TypeAlias

from automa.dialogue import Answer, Ask, Text, Value, joined
from automa.opponents import tenths
from solo.games import title
from solo.keeping.history import GameStats, OpponentStats
from solo.playing.coaching import JudgedTurn, best_turn, costliest
from solo.playing.driver import Driver
from solo.showing.charts import bars
from solo.words.sentences import decimal

MINUTE = 60
"""Seconds in a minute, and minutes in an hour."""
LAST_GAMES = 20
"""How many the chart goes back."""

Say: TypeAlias = Callable[[Ask, Answer], Value]
"""How an answer is written where it is shown: as it would be typed, or in words."""


def record_text(record: GameStats, encoding: str = "utf-8") -> Text:
    """The games of one kind in a line."""
    return Text(
        "stats.game",
        game=title(record.game),
        n=record.games,
        won=record.won,
        percent=round(100 * record.won / record.games),
        mean=decimal(record.mean, 1),
        best=record.best.score,
        date=record.best.started[:10],
        chart=bars(record.points[-LAST_GAMES:], encoding),
    )


def about(record: GameStats) -> Iterator[Text]:
    """What else there is to tell of the games of one kind: rows of games won, time, hints."""
    if record.longest > 1:
        yield Text("stats.longest", n=record.longest)
    if abs(record.streak) > 1:
        yield Text("stats.winning" if record.streak > 0 else "stats.losing", n=abs(record.streak))
    if record.seconds >= MINUTE:
        each = duration(record.seconds // record.games)
        yield Text("stats.time", time=duration(record.seconds), each=each)
    if record.hints:
        yield Text("stats.hints", n=record.hints)


def duration(seconds: int) -> Text:
    """A time in hours and minutes."""
    hours, minutes = divmod(max(1, round(seconds / MINUTE)), MINUTE)
    return Text("time.hours", hours=hours, minutes=minutes) if hours else Text("time.minutes", n=minutes)


def standing_text(standing: OpponentStats) -> Text:
    """The games against one opponent in a line."""
    return Text(
        "stats.line",
        game=title(standing.game),
        opponent=standing.name,
        n=standing.games,
        won=standing.won,
        mean=decimal(standing.mean, 1),
        best=standing.best,
        against=decimal(standing.mean_against, 1),
    )


class Review:
    """The turns of a person as a strong player sees them, ready to be shown."""

    def __init__(self, judged: Sequence[JudgedTurn], driver: Driver, say: Say) -> None:
        self.turns = [turn for turn in judged if turn.is_judged]
        self.played: dict[int, Value] = {}
        """What people answered, by its place in the journal."""
        self.better: dict[int, Value] = {}
        """What would have been better at the dearest answer of a turn, by its place."""
        wanted = {turn.at: turn.better for turn in self.turns if turn.cost}
        for given in driver.replay():
            if given.entry.is_persons:
                self.played[given.index] = say(given.ask, given.entry.answer)
            if given.index in wanted:
                answer = given.ask.check(given.ask.understood(wanted[given.index]))
                self.better[given.index] = say(given.ask, answer)

    def costly(self) -> list[Mapping[str, Value]]:
        """The few turns that cost most: when, what was played, what would have been better, and the cost."""
        return [
            {
                "turn": self.when(turn),
                "move": self.move(turn),
                "best": self.better[turn.at],
                "cost": Text("review.cost", cost=tenths(turn.cost), error=tenths(turn.error)),
            }
            for turn in costliest(self.turns)
        ]

    def before(self) -> Text | None:
        """What is said where there are no costly turns to show."""
        if not self.turns:
            return Text("review.nothing")
        return None if self.costly() else Text("review.faultless")

    def after(self, encoding: str = "utf-8") -> Iterator[Text]:
        """The best turn: how far it was ahead of all others, or behind the best one; and what all cost."""
        if not self.turns:
            return
        best = best_turn(self.turns)
        id = "review.best" if best.lead else "review.best-of-equals"
        values = {"lead": tenths(best.lead), "cost": tenths(best.cost)}
        yield Text(
            "review.closest" if best.cost else id, turn=self.when(best), move=self.move(best), **values
        )
        chart = bars([turn.cost for turn in self.turns], encoding)
        total = sum(turn.cost for turn in self.turns)
        yield Text("review.chart", n=len(self.turns), chart=chart, cost=tenths(total))

    def when(self, turn: JudgedTurn) -> Value:
        """The round it was in, and which turn of it where a round has several."""
        if not turn.round:
            return turn.number
        if all(each.number == 1 for each in self.turns):
            return turn.round
        return Text("review.turn-of-round", turn=turn.number, round=turn.round)

    def move(self, turn: JudgedTurn) -> Value:
        """Everything that was answered in a turn."""
        return joined("answer.next", [self.played[place] for place in turn.answers])
