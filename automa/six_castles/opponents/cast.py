"""Who one can play against, each drawn as a card, and who answers for them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from automa import priorities
from automa.dialogue import Text
from automa.game import Decider, Opponent, Seat, Setup
from automa.levels import level_name
from automa.opponents import StandIn, character_words, everybody, tenths
from automa.picture import Picture
from automa.priorities import Section
from automa.six_castles.opponents.coaching import Adviser
from automa.six_castles.opponents.deciding import Follower, Weigher
from automa.six_castles.opponents.plans import DUMMY, GAME, Plan, Thinker, Thinking, Worths
from automa.six_castles.opponents.weighing import WORDS

if TYPE_CHECKING:
    from automa.six_castles.tables import Tables

DUMMYS_STEPS = ("1", "2", "3")


def opponents(tables: Tables) -> Sequence[Opponent]:
    """The rivals by their cards, the thinking ones, and the official dummy."""
    facts = tables.opponents
    character = Text("six-castles.character.dummy")
    return [
        *everybody(GAME, facts.opponent, facts.thinker, draw=opponent_card),
        Opponent(DUMMY, facts.dummy.name, character, card=dummy_card(), house=False, official=True),
    ]


def opponent_card(opponent: Plan | Thinker) -> Picture:
    """The priorities of a rival, as a person would follow them; of a thinking one, what it weighs."""
    if isinstance(opponent, Thinker):
        return priorities.card(
            _level(level, thinking, opponent.worths(thinking)) for level, thinking in opponent.level.items()
        )
    levels = [
        Text("six-castles.plan.level", level=level_name(level), n=marks)
        for level, marks in opponent.level.items()
    ]
    turns = Section(Text("six-castles.plan.turns"), [want.text(GAME) for want in opponent.turns])
    return priorities.card(
        [turns, Section(Text("six-castles.plan.marks"), levels, numbered=False)], opponent.strength
    )


def _level(level: str, thinking: Thinking, worths: Worths) -> Section:
    entries = [
        Text("six-castles.plan.worth", value=tenths(worth), of=Text(f"{GAME}.measure.{name}"))
        for name, worth in worths.items()
    ]
    if thinking.search is not None:
        entries.insert(0, thinking.search.text)
    heading = Text("six-castles.plan.level", level=level_name(level), n=thinking.marks)
    return Section(heading, entries, numbered=False, strength=thinking.strength)


def dummy_card() -> Picture:
    steps = [Text(f"six-castles.plan.dummy.{step}") for step in DUMMYS_STEPS]
    return priorities.card([Section(Text("six-castles.plan.turns"), steps)])


def decider(seat: Seat, setup: Setup) -> Decider:
    """Who answers for a seat; the dummy is never asked."""
    if seat.is_person or seat.opponent == DUMMY:
        return StandIn()
    found = setup.tables.opponents.named(seat.opponent)
    voice = found.voice(GAME, seat.opponent)
    if isinstance(found, Plan):
        return Follower(found, voice)
    level = found.level[seat.level or next(iter(found.level))]
    return Weigher(level, found.worths(level), voice)


def coach(setup: Setup) -> Adviser:
    """Who advises a person."""
    return Adviser(setup.tables.opponents.coach)


def opponent_words(tables: Tables) -> Iterator[str]:
    """Every text id of opponents that is put together from a word."""
    yield from WORDS.words()
    yield from character_words(GAME, tables.opponents.opponent, tables.opponents.thinker)
