"""Who one can play against, each drawn as a card, and who answers for them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from msgspec.structs import replace

from automa import priorities
from automa.dialogue import Text
from automa.game import Decider, Opponent, Seat, Setup
from automa.levels import level_name
from automa.opponents import Cast, StandIn, tenths, titles_of
from automa.picture import Picture
from automa.priorities import Section, Voice
from automa.six_castles.opponents.deciding import Adviser, Follower, Mind, Rival
from automa.six_castles.opponents.plans import DUMMY, GAME, Plan, Thinker, Thinking

if TYPE_CHECKING:
    from automa.six_castles.tables import Tables

DUMMYS_STEPS = ("1", "2", "3")


def opponents(tables: Tables) -> Sequence[Opponent]:
    """The rivals by their cards, the thinking ones, and the official dummy."""
    facts, character = tables.opponents.dummy, Text("six-castles.character.dummy")
    dummy = Opponent(DUMMY, facts.name, character, card=dummy_card(), house=False, official=True)
    return [*CAST.opponents(tables), replace(dummy, titles=titles_of(facts.dutch))]


def opponent_card(opponent: Plan | Thinker) -> Picture:
    """The priorities of a rival, as a person would follow them; of a thinking one, what it weighs."""
    if isinstance(opponent, Thinker):
        worths = [
            Text("six-castles.plan.worth", value=tenths(worth), of=Text(f"{GAME}.worth.{name}"))
            for name, worth in opponent.worth.items()
        ]
        thinks = [_level(level, thinking) for level, thinking in opponent.level.items()]
        return priorities.card([*thinks, Section(Text("six-castles.plan.worths"), worths, numbered=False)])
    levels = [
        Text("six-castles.plan.level", level=level_name(level), n=marks)
        for level, marks in opponent.level.items()
    ]
    turns = Section(Text("six-castles.plan.turns"), [want.text(GAME) for want in opponent.turns])
    return priorities.card(
        [turns, Section(Text("six-castles.plan.marks", owns=opponent.owns), levels, numbered=False)],
        opponent.strength,
    )


def _level(level: str, thinking: Thinking) -> Section:
    entries = [thinking.search.text] if thinking.search is not None else []
    if thinking.noise:
        entries.append(Text("six-castles.plan.noise", value=tenths(thinking.noise)))
    heading = Text("six-castles.plan.thinks", level=level_name(level))
    return Section(
        heading, entries or [Text("six-castles.plan.at-once")], numbered=False, strength=thinking.strength
    )


def dummy_card() -> Picture:
    steps = [Text(f"six-castles.plan.dummy.{step}") for step in DUMMYS_STEPS]
    return priorities.card([Section(Text("six-castles.plan.turns"), steps)])


def decider(seat: Seat, setup: Setup) -> Decider:
    """Who answers for a seat; the dummy is never asked."""
    return StandIn() if seat.opponent == DUMMY else CAST.decider(seat, setup)


def rival(tables: Tables, thinker: Thinker, level: Thinking, voice: Voice | None) -> Rival:
    return Rival(Mind(thinker.worth, level.search, level.noise), voice)


CAST = Cast(GAME, opponent_card, Follower, rival, lambda rival: Adviser(rival.mind))
