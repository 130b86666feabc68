"""Hints at a question, and the review of a game.

Both compare moves with the same random numbers; in a review the answer that was given is one of the moves. So
a player who followed a hint loses nothing by it in the review.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec import Struct

from automa.coach import Advice, Coach
from automa.dialogue import Ask, Refused, Text
from solo.keeping.journal import HintGiven
from solo.playing.driver import Driver

HINT = "hint"
"""What the random numbers of a hint are called: with its place, a review draws the same ones."""
MAX_TURNS_SHOWN = 3
"""How many turns a review shows, and how many turning points."""


def hint(driver: Driver, said: Sequence[str] = (), lang: str = "") -> Advice:
    """What a strong player would answer now; `Refused` where there is no advice. The journal notes it.

    `said` is what the person says about things that only they can see, in the letters of their language.
    """
    ask, coach = driver.ask, driver.game.coach(driver.setup)
    if isinstance(coach, Text):
        raise Refused(coach)
    if ask is None or ask.to not in [seat.id for seat in driver.setup.people]:
        raise Refused(Text("refused.no-hint"))
    with driver.looking():
        place = len(driver.journal.history.entries)
        told = driver.journal.history.told
        before = told[max(earlier)] if (earlier := [at for at in told if at <= place]) else ()
        said = coach.heard(said, driver.script, lang)
        said = coach.completed(said, before, ask, driver.script)
        advice = coach.advise(ask, driver.script, driver.chance.random(HINT, place), said=said)
    if advice is None:
        raise Refused(Text("refused.no-hint"))
    driver.journal.write(HintGiven(list(said) or True))
    return advice


class JudgedTurn(Struct):
    """A turn of a person, and how it compares with the best moves."""

    round: int
    """Of the game, when it began."""
    number: int
    """Which of their turns in that round it was, from 1."""
    answers: list[int]
    """The places of its answers in the journal."""
    cost: float = 0.0
    """How many points fewer it promised than the best moves; differences within the noise count as 0."""
    error: float = 0.0
    """Half the width of the 95 % interval of the costliest answer."""
    better: str = ""
    """The best answer there, in journal form."""
    at: int = 0
    """Its place in the journal."""
    lead: float = 0.0
    """By how much the best move of the turn beat the next best, if it was played."""
    is_judged: bool = False
    """Whether anything in it could be judged."""

    def judge(self, advice: Advice, at: int) -> None:
        """Add the comparison of one of its answers."""
        played = advice.played
        if played is None or len(advice.choices) < 2:
            return
        self.is_judged = True
        if played.is_as_good:
            self.lead = max(self.lead, 0.0 if played.behind else advice.lead)
            return
        if played.behind > self.cost:
            self.error, self.better, self.at = played.error, advice.answer, at
        self.cost += played.behind


def review(driver: Driver, seat: str, coach: Coach) -> Iterator[JudgedTurn]:
    """Judge every finished turn of a person, one by one, because each takes a while."""
    entries = driver.journal.history.entries
    own = {place: turn for turn in _turns(driver, seat, coach) for place in turn.answers}
    for run, entry, index in driver.walk():
        turn = own.get(index)
        if turn is not None and run.ask is not None:
            told = driver.journal.history.told.get(index)
            said = told or [str(entries[place].answer) for place in turn.answers]
            random = driver.chance.random(HINT, index)
            try:
                advice = coach.advise(run.ask, run.script, random, said=said, played=str(entry.answer))
            except Refused:  # the person did not say what only they could see
                advice = None
            if advice is not None:
                turn.judge(advice, index)
            if index == turn.answers[-1]:
                yield turn


def turn_count(driver: Driver, seat: str, coach: Coach) -> int:
    """How many turns there are to look back on."""
    return len(_turns(driver, seat, coach))


def _turns(driver: Driver, seat: str, coach: Coach) -> list[JudgedTurn]:
    """The turns of a person that are over, numbered as in the game."""
    found: list[JudgedTurn] = []
    for run, entry, index in driver.walk():
        if (
            run.ask is not None
            and run.ask.to == seat
            and run.ask.id not in coach.outside_turns
            and not entry.fix
        ):
            if coach.begins(run.ask):
                stage = run.script.stage()
                round = stage.value if stage else 0
                before = [turn for turn in found if turn.round == round]
                found.append(JudgedTurn(round, len(before) + 1, []))
            for turn in found[-1:]:
                turn.answers.append(index)
    return found[:-1] if found and _goes_on(driver.ask, seat, coach) else found


def _goes_on(ask: Ask | None, seat: str, coach: Coach) -> bool:
    """Whether a turn that has begun is not over at this question."""
    return ask is not None and (ask.id in coach.during_turn or (ask.to == seat and not coach.begins(ask)))


def costliest(turns: Sequence[JudgedTurn]) -> list[JudgedTurn]:
    """The turns that cost most, the costliest first; those that cost nothing are left out."""
    ranked = sorted((turn for turn in turns if turn.cost > 0), key=lambda turn: -turn.cost)
    return ranked[:MAX_TURNS_SHOWN]


def turning_points(turns: Sequence[JudgedTurn]) -> list[JudgedTurn]:
    """The few turns that won or lost most, in the order of playing."""
    ranked = sorted(turns, key=lambda turn: -max(turn.cost, turn.lead))[:MAX_TURNS_SHOWN]
    return [turn for turn in turns if turn in ranked and max(turn.cost, turn.lead) > 0]


def best_turn(turns: Sequence[JudgedTurn]) -> JudgedTurn:
    """The turn that was furthest ahead of all other moves, or else the one that cost least."""
    return max(turns, key=lambda turn: (-turn.cost, turn.lead))
