"""Who one can play against, who answers for them, and who plays when nobody is at the table."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from automa.castle_combo.opponents.following import Follower
from automa.castle_combo.opponents.plans import GAME, Plan, plan_words
from automa.castle_combo.opponents.thinking import Weighing, thinking_words
from automa.castle_combo.picture import opponent_card, thinker_card
from automa.dialogue import Answer, Ask, Text
from automa.game import Decider, Opponent, Seat, Setup

if TYPE_CHECKING:
    from random import Random

    from automa.castle_combo.tables import Tables


class StandIn:
    """Plays for a person where nobody sits at the table: any legal answer."""

    __slots__ = ()

    def answer(self, ask: Ask, script: Any, random: Random) -> tuple[Answer, Sequence[Text]]:
        return ask.legal(random), ()


def opponents(tables: Tables) -> Sequence[Opponent]:
    """Everybody one can play against: the cards of priorities, then the bots that think."""
    plans, thinkers = tables.opponents.opponent.items(), tables.opponents.thinker.items()
    return [
        *(
            Opponent(id, plan.name, plan.character_text(GAME, id), (), opponent_card(plan), plan.house)
            for id, plan in plans
        ),
        *(
            Opponent(
                id, bot.name, bot.character_text(GAME, id), tuple(bot.level), thinker_card(bot), bot.house
            )
            for id, bot in thinkers
        ),
    ]


def decider(seat: Seat, setup: Setup) -> Decider:
    """Who answers for a seat."""
    if seat.is_person:
        return StandIn()
    found = setup.tables.opponents.named(seat.opponent)
    if isinstance(found, Plan):
        return Follower(found)
    return Weighing(found.level[seat.level or next(iter(found.level))])


DEMO_SEATS = 3


def demo_seats(tables: Tables) -> Sequence[Seat]:
    """Who plays when nobody is at the table: a thinking bot, if there is one, among cards of priorities."""
    plans = [Seat(id, plan.name, id) for id, plan in tables.opponents.opponent.items()]
    thinkers = [Seat(id, bot.name, id, next(iter(bot.level))) for id, bot in tables.opponents.thinker.items()]
    seats = [*plans[: DEMO_SEATS - 1], *thinkers[:1], *plans[DEMO_SEATS - 1 :], *thinkers[1:]][:DEMO_SEATS]
    if len(seats) == 1:
        only = seats[0]
        seats.append(Seat(f"{only.id}-2", f"{only.name} 2", only.opponent, only.level))
    return seats


def opponent_words(tables: Tables) -> Iterator[str]:
    """Every text id of opponents that is put together from a word."""
    yield from plan_words()
    yield from thinking_words()
    for group in (tables.opponents.opponent, tables.opponents.thinker):
        yield from (each.character_text(GAME, id).id for id, each in group.items() if not each.character)
