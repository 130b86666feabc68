"""What opponents say: every line is there in both languages, and a game says the same again."""

from __future__ import annotations

import os
from collections import Counter

import pytest

from automa.coach import Coach
from automa.dialogue import Text
from automa.game import Decider
from automa.sheet import Column, Line, Sheet
from solo.facts.overlay import load
from solo.fronts.desk import Desk
from solo.games import GAMES, game_named
from solo.keeping.journal import Journal
from solo.playing import newgame
from solo.playing.driver import Driver
from solo.playing.lab import Advised
from solo.playing.newgame import Wishes
from solo.playing.voices import SITUATIONS, Moment, Remark, voices

GAMES_PLAYED = int(os.environ.get("CASTELLAN_VOICES", "2"))
LONGEST_LINE = 70
LINES_OF_EACH = 20
MANY_AT_ONCE = 10
"""More games take their time."""
MANY = 200
"""In so many games everything happens that is remarked upon, but what is rare."""
RARE = {"again", "draws"}
"""Said to a player met before; and after a draw, which hardly ever happens."""


@pytest.mark.parametrize("game", GAMES)
def test_every_opponent_has_lines_for_every_situation_in_both_languages(game: str) -> None:
    known = game_named(game)
    said = voices(known.folder)
    opponents = {each.id for each in known.opponents(load(known).tables) if not each.official}
    assert set(said) == opponents, f"tables/{known.folder}/locale/voices.toml has a table for each of them"
    for opponent, lines in said.items():
        assert set(lines) == set(SITUATIONS), opponent
        every = [line for each in lines.values() for line in each]
        assert len(every) >= LINES_OF_EACH
        assert len(set(every)) == len(every)
        assert all(0 < len(text) <= LONGEST_LINE for line in every for text in line), opponent


def speakers(game: str) -> list[str]:
    """The opponents that say something."""
    folder = game_named(game).folder
    found = list(voices(folder))
    assert found, f"tables/{folder}/locale/voices.toml is missing: nobody says anything"
    return found


def begin(game: str, seed: int, opponent: str) -> Desk:
    known = game_named(game)
    tables = load(known).tables
    track = known.tracks[-1] if known.tracks else None
    wishes = Wishes(against=[opponent], cards="app", dice="app", seed=seed, track=track)
    journal = Journal.in_memory(newgame.header(known, tables, wishes))
    return Desk(newgame.driver(known, tables, journal))


def person_of(driver: Driver, who: str) -> Decider | None:
    """Who answers for the person: a coach, the game's stand-in, or chance."""
    person = next(seat for seat in driver.setup.seats if seat.is_person)
    stand_in = driver.game.decider(person, driver.setup)
    coach = driver.game.coach(driver.setup) if who == "coach" else None
    if isinstance(coach, Coach):
        return Advised(coach, stand_in)
    return stand_in if who == "stand-in" else None


def play(desk: Desk, who: str = "chance") -> list[tuple[int, Remark]]:
    """A whole game; what is said, each with where."""
    heard: list[tuple[int, Remark]] = []
    driver = desk.driver
    person = next(seat for seat in driver.setup.seats if seat.is_person)
    decider = person_of(driver, who)
    while True:
        for _ in desk.go_on():
            pass
        heard += [(desk.at, remark) for remark in desk.remarks()]
        ask = driver.ask
        if ask is None:
            return heard
        random = driver.chance.random("test", desk.at)
        if decider is not None and ask.to == person.id:
            driver.answer(decider.answer(ask, driver.script, random)[0])
        else:
            driver.answer(ask.legal(random))


@pytest.mark.timeout(0 if GAMES_PLAYED > MANY_AT_ONCE else 60)
@pytest.mark.parametrize("game", GAMES)
def test_lines_are_rare_and_never_the_same_twice_in_a_row(game: str) -> None:
    counted: Counter[str] = Counter()
    opponents = speakers(game)
    for seed in range(GAMES_PLAYED):
        last: dict[str, Remark] = {}
        who = "coach" if 10 <= seed < 20 else "stand-in" if seed % 2 else "chance"
        for _, remark in play(begin(game, seed, opponents[seed % len(opponents)]), who):
            before = last.get(remark.seat.id)
            assert before is None or (before.situation, before.line) != (remark.situation, remark.line)
            last[remark.seat.id] = remark
            counted[remark.situation] += 1
    assert counted["greeting"] >= GAMES_PLAYED
    assert counted["wins"] + counted["loses"] + counted["draws"] >= GAMES_PLAYED
    print(game, counted)  # noqa: T201
    if GAMES_PLAYED >= MANY:
        assert set(counted) >= set(SITUATIONS) - RARE


@pytest.mark.parametrize("game", GAMES)
def test_a_resumed_game_hears_what_the_first_one_heard(game: str) -> None:
    first = begin(game, 5, speakers(game)[0])
    heard = play(first)
    again = Desk(Driver(first.driver.game, first.driver.setup, first.driver.journal))
    again.voices.notice()
    assert [said for _, said in again.voices._said] == [remark for _, remark in heard]  # noqa: SLF001


def test_what_is_undone_is_unsaid_and_said_again_the_same() -> None:
    desk = begin("castle-combo", 3, "old-berthold")
    heard = play(desk)
    desk.undo(2)
    for _ in desk.go_on():
        pass
    desk.redo(2)
    for _ in desk.go_on():
        pass
    assert desk.remarks() == [remark for at, remark in heard if at == heard[-1][0]]


def test_an_opponent_met_before_says_so() -> None:
    desk = begin("castle-combo", 3, "old-berthold")
    desk.driver.journal.header.options["met"] = "old-berthold"
    desk = Desk(desk.driver)
    assert {remark.situation for _, remark in play(desk)[:1]} == {"again"}


YOURS, THEIRS = "you", "old-berthold"


def moment(
    entries: int, mine: int, theirs: int, holders: dict[str, str] | None = None, *, last: bool = False
) -> Moment:
    acted = frozenset({THEIRS})
    return Moment(entries, 0, True, {YOURS: mine, THEIRS: theirs}, holders or {}, last, acted)


@pytest.mark.parametrize(
    "situation, answered, now",
    [
        ("takes", None, moment(6, 10, 10, {"judge": THEIRS})),
        ("blocked", moment(5, 10, 10, {"judge": YOURS}), moment(6, 10, 10, {"judge": YOURS})),
        ("great", None, moment(6, 10, 20)),
        ("poor", None, moment(6, 10, 10)),
        ("leads", None, moment(6, 10, 13)),
        ("trails", None, moment(6, 14, 11)),
        ("last", None, moment(6, 10, 10, last=True)),
    ],
)
def test_what_there_is_to_remark_upon(situation: str, answered: Moment | None, now: Moment) -> None:
    """At 10 points each after two turns of 5."""
    speaking = begin("castle-combo", 3, THEIRS).voices
    questions = [moment(0, 0, 0), moment(2, 5, 5), moment(4, 10, 10), now]
    speaking._moments = [*questions[:3], *([answered] if answered else []), now]  # noqa: SLF001
    seat = next(seat for seat in speaking.driver.setup.seats if seat.id == THEIRS)
    assert situation in set(speaking._situations(seat, questions))  # noqa: SLF001


def test_the_winner_the_loser_and_both_after_a_draw_have_a_last_word() -> None:
    desk = begin("castle-combo", 3, THEIRS)
    ends: dict[str, str] = {}
    for mine, theirs in ((9, 5), (5, 9), (7, 7)):
        columns = [
            Column(seat, seat, [Line("x", points)]) for seat, points in ((YOURS, mine), (THEIRS, theirs))
        ]
        desk.driver.run.sheet = Sheet(Text("x"), columns)
        (remark,) = desk.voices._spoken(desk.driver.run, 1)  # noqa: SLF001
        ends[f"{mine}-{theirs}"] = remark.situation
    assert ends == {"9-5": "loses", "5-9": "wins", "7-7": "draws"}
