"""Takes facts over into a running game: those taught since it began, and those learnt from a roll."""

from __future__ import annotations

from collections.abc import Iterator

from automa.dialogue import YOU, Named, Number, Refused, Roll, Tell, Text
from automa.game import Questions
from automa.selector import Lettered, letter
from solo.facts.overlay import Facts, changes, load
from solo.facts.taught import keep, own_tables, own_taught
from solo.facts.telling import WRITTEN, head, sentence, told, without_key
from solo.facts.toml import Tree, dotted, parts
from solo.facts.trees import leaves, lesson_at, with_lesson
from solo.playing.driver import Driver
from solo.trouble import Trouble


def facts_of(driver: Driver) -> Facts:
    """The facts that a game is played with now."""
    return load(driver.game, dict(driver.taught))


def differences(driver: Driver) -> list[Text]:
    """What this user has taught that the game is not played with, in sentences."""
    game = driver.game
    if own_taught(game) == driver.taught:
        return []
    own = own_tables(game)
    otherwise = [
        change
        for change in changes(facts_of(driver), own)
        if change.before != change.after and game.concerns(change.key, driver.setup.seats)
    ]
    return list(dict.fromkeys(told(own, change) for change in otherwise))


def take_over(driver: Driver) -> None:
    """Take over everything that this user has taught; `Refused` if the table contradicts it."""
    driver.learn(own_tables(driver.game).taught)


def is_news(driver: Driver, roll: Roll, outcome: str) -> bool:
    """Whether an outcome is new: neither this game nor the user's tables are certain of it."""
    known = (facts_of(driver), own_tables(driver.game))
    return bool(roll.read_off) and not any(_is_certain(facts, roll, outcome) for facts in known)


def _is_certain(facts: Facts, roll: Roll, outcome: str) -> bool:
    """Whether it is more than assumed which number gives an outcome."""
    found = [fact for key in roll.read_off for fact in facts.leaves(key)]
    return any(
        fact.source != "assumed"
        for fact in found
        if fact.value == outcome or outcome in parts(fact.key) or isinstance(fact.value, list)
    )


def ask_to_remember(driver: Driver, roll: Roll, outcome: str) -> Questions[None]:
    """Ask which number gave an outcome, and keep that for this user, and for this game from here on."""
    named: Named | Text = next(each for each in roll.outcomes if each.id == outcome)
    if isinstance(named, Lettered):  # a chart knows letters, whatever they stood for this time
        named = Text("selector.letter-of", letter=letter(named.place), n=len(roll.outcomes))
    key, low, high = roll.read_off[0], roll.low, roll.high
    where = head(facts_of(driver), key) or key
    while True:
        number = yield Number("facts.which-number", YOU, low=low, high=high, component=where, outcome=named)
        try:
            yield from remember(driver, roll, number, outcome)
        except Trouble as trouble:
            yield Tell("teach.cannot-be", what=without_key(trouble))
        else:
            return


def remember(driver: Driver, roll: Roll, number: int, outcome: str) -> Questions[None]:
    """Keep what a number gives for this user, and for this game from here on; `Trouble` if it cannot be."""
    game = driver.game
    old = own_tables(game)
    key = roll.read_off[0]
    if isinstance(old.value(key), dict):
        lesson = lesson_at(f"{key}.{number}", outcome)
    else:
        lesson = yield from game.roll_lesson(old.tables, roll, number, outcome)
    new = old.with_lesson(lesson, came_from=WRITTEN)
    keep(game, lesson)
    for text in _learnt(old, new, lesson):
        yield Tell("facts.remembered", deed=False, what=text)
    try:
        driver.learn(with_lesson(dict(driver.taught), lesson))
    except Refused as refused:
        yield Tell(refused.text.id, deed=False)


def _learnt(old: Facts, new: Facts, lesson: Tree) -> Iterator[Text]:
    """What a lesson changes, or else the first thing that it confirms."""
    said = {dotted(path): value for path, value in leaves(lesson)}
    otherwise = [key for key, value in said.items() if old.value(key) != value]
    for key in otherwise or list(said)[:1]:
        yield sentence(new, key, said[key])
