"""A strong player at one's side: a hint at a question, and a look back on the turns of a game."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from automa.coach import Advice, Choice, Coach
from automa.dialogue import Ask, Refused, Text
from solo.playing.driver import Driver

COSTLIEST = 3
"""How many turns a review goes into."""


def hint(driver: Driver, said: Sequence[str] = ()) -> Advice:
    """What a strong player would answer now, noted in the journal; `Refused` where there is no saying.

    `said` is what the person tells of what only they can see.
    """
    ask, coach = driver.ask, driver.game.coach(driver.setup)
    if isinstance(coach, Text):
        raise Refused(coach)
    if ask is None or ask.to not in [seat.id for seat in driver.setup.seats if seat.is_person]:
        raise Refused(Text("refused.no-hint"))
    random = driver.chance.random("hint", len(driver.journal.history.entries))
    driver.patience.begin()
    with driver.looking():
        advice = coach.advise(ask, driver.script, random, said=said)
    if advice is None:
        raise Refused(Text("refused.no-hint"))
    driver.journal.hint()
    return advice


@dataclass(frozen=True, slots=True)
class Judged:
    """A turn that somebody took, and what a strong player thinks of it."""

    number: int
    """Which of their turns it was, from 1."""
    round: int
    """Of the game, when it began."""
    answers: Sequence[int]
    """The places of its answers in the journal."""
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


def review(driver: Driver, seat: str, coach: Coach) -> list[Judged]:
    """Every turn of a person, as a strong player would have weighed it."""
    said = {places[0]: places for places in _turns(driver, seat, coach)}
    numbers = {index: number for number, index in enumerate(said, 1)}
    entries = driver.journal.history.entries
    run = driver.anew()
    turns: list[Judged] = []
    advice: Advice | None = None
    begun = round = 0
    for index, entry in enumerate(entries):
        if index in said and run.ask is not None:
            random = driver.chance.random("review", index)
            answers = [str(entries[place].answer) for place in said[index]]
            advice = coach.advise(run.ask, run.script, random, said=answers, quick=True)
            stage = run.script.stage()
            begun, round = index, stage.value if stage else 0
        run.apply_checked(entry, index)
        if advice is not None and not _goes_on(run.ask, seat, coach):
            value = advice.worth
            if value is None and advice.judge is not None:
                value = advice.judge(run.script)
            if value is not None and len(advice.choices) > 1:
                best, second, *_ = advice.choices
                turns.append(Judged(numbers[begun], round, said[begun], value, best, second.value))
            advice = None
    return turns


def _turns(driver: Driver, seat: str, coach: Coach) -> list[list[int]]:
    """The turns of a person that are over: the places in the journal of what they answered in each."""
    run = driver.anew()
    found: list[list[int]] = []
    for index, entry in enumerate(driver.journal.history.entries):
        if run.ask is not None and run.ask.to == seat and not entry.fix:
            if coach.begins(run.ask):
                found.append([])
            for places in found[-1:]:
                places.append(index)
        run.apply_checked(entry, index)
    return found[:-1] if found and _goes_on(run.ask, seat, coach) else found


def _goes_on(ask: Ask | None, seat: str, coach: Coach) -> bool:
    """Whether a turn that has begun is not over at this question."""
    return ask is not None and (ask.id in coach.amid or (ask.to == seat and not coach.begins(ask)))


def costliest(turns: list[Judged]) -> list[Judged]:
    """The few turns that cost most, dearest first; what cost nothing is not among them."""
    ranked = sorted((turn for turn in turns if round(turn.cost, 1) > 0), key=lambda turn: -turn.cost)
    return ranked[:COSTLIEST]


def best_turn(turns: list[Judged]) -> Judged:
    """The turn that was furthest ahead of all other moves, or else least behind the best one."""
    return max(turns, key=lambda turn: (turn.lead if turn.cost <= 0 else -turn.cost, turn.lead))
