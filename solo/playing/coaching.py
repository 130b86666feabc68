"""A strong player at one's side: a hint at a question, and a look back on the turns of a game."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from automa.coach import Advice, Choice, Coach
from automa.dialogue import Refused, Text
from solo.playing.driver import Driver

COSTLIEST = 3
"""How many turns a review goes into."""


def hint(driver: Driver) -> Advice:
    """What a strong player would answer now, noted in the journal; `Refused` where there is no saying."""
    ask, coach = driver.ask, driver.game.coach(driver.setup)
    if coach is None:
        raise Refused(Text("refused.no-coach", game=driver.game.name))
    if ask is None or ask.to not in [seat.id for seat in driver.setup.seats if seat.is_person]:
        raise Refused(Text("refused.no-hint"))
    random = driver.chance.random("hint", len(driver.journal.history.entries))
    driver.patience.begin()
    advice = coach.advise(ask, driver.script, random)
    if advice is None:
        raise Refused(Text("refused.no-hint"))
    driver.journal.hint()
    return advice


@dataclass(frozen=True, slots=True)
class Judged:
    """A turn that somebody took, and what a strong player thinks of it."""

    number: int
    """Which of their turns it was, from 1."""
    index: int
    """The place of its answer in the journal."""
    value: float
    best: Choice
    next_best: float
    """What the best of the other moves was worth."""

    @property
    def cost(self) -> float:
        """How much less it was worth than the best move."""
        return max(0.0, self.best.value - self.value)

    @property
    def lead(self) -> float:
        """How much more it was worth than the best of the others."""
        return self.value - self.next_best


def review(driver: Driver, seat: str) -> list[Judged]:
    """Every turn of a person, as a strong player would have weighed it; none where nobody knows better."""
    coach = driver.game.coach(driver.setup)
    return [] if coach is None else list(_judged(driver, seat, coach))


def _judged(driver: Driver, seat: str, coach: Coach) -> Iterator[Judged]:
    run = driver.anew()
    open_turn: tuple[Advice, str, int] | None = None
    number = 0
    for index, entry in enumerate(driver.journal.history.entries):
        ask = run.ask
        if ask is not None and ask.to == seat and ask.id in coach.turns and not entry.fix:
            random = driver.chance.random("review", index)
            advice = coach.advise(ask, run.script, random, quick=True)
            open_turn = None if advice is None else (advice, str(entry.answer), index)
        run.feed(entry, index)
        asked = run.ask
        goes_on = asked is not None and asked.to == seat and asked.id not in coach.turns
        if open_turn is not None and not goes_on:
            number += 1
            advice, answer, place = open_turn
            open_turn = None
            value = advice.known.get(answer)
            if value is None and advice.judge is not None:
                value = advice.judge(run.script)
            if value is not None and len(advice.choices) > 1:
                yield Judged(number, place, value, advice.choices[0], advice.choices[1].value)


def costliest(turns: list[Judged]) -> list[Judged]:
    """The few turns that cost most, dearest first; what cost nothing is not among them."""
    ranked = sorted((turn for turn in turns if round(turn.cost, 1) > 0), key=lambda turn: -turn.cost)
    return ranked[:COSTLIEST]


def best_turn(turns: list[Judged]) -> Judged:
    """The turn that was furthest ahead of all other moves."""
    return max(turns, key=lambda turn: turn.lead)
