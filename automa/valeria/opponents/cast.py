"""The opponents, our own and taught cards, and the stand-in that plays for a person."""

from __future__ import annotations

from collections.abc import Sequence

from automa.dialogue import Text
from automa.game import Decider, Opponent, Seat, Setup, you
from automa.priorities import Strength as Measured
from automa.valeria.opponents.coaching import Adviser
from automa.valeria.opponents.policy import Player
from automa.valeria.picture import card_picture
from automa.valeria.tables import OpponentCard, Strength, Tables


def opponents(tables: Tables) -> Sequence[Opponent]:
    """Every opponent, drawn as its card."""
    return [
        Opponent(
            id,
            card.name,
            _character(tables, id, card),
            card=card_picture(card),
            strength=_strength(tables.opponents.strength.get(id)),
            house=card.house,
            strengths=_strengths(tables.opponents.strength.get(id)),
        )
        for id, card in tables.opponents.opponent.items()
    ]


def _strengths(found: Strength | None) -> dict[str, Measured]:
    """The measured strength as data: its mean score, the spread, and how often it wins."""
    if found is None:
        return {}
    mean, spread = found.own
    return {"": Measured(round(mean), round(spread), round(100 - found.won))}


def _strength(found: Strength | None) -> Text | None:
    """How often the stand-in wins against it, and what both score."""
    if found is None:
        return None
    names = ("won", "margin", "points", "spread", "own", "its")
    values = (found.won, found.margin, *found.stand_in, *found.own)
    shown = {name: f"{value:.0f}" for name, value in zip(names, values, strict=True)}
    return Text("valeria.strength", n=found.games, **shown)


def _character(tables: Tables, id: str, card: OpponentCard) -> Text:
    if id in tables.opponents.ours:
        return Text(f"valeria.character.{id}")
    if card.character:
        return Text("valeria.character-of-card", character=card.character)
    return Text("valeria.character-house" if card.house else "valeria.character-taught")


def demo_seats(tables: Tables, least: int) -> Sequence[Seat]:
    """You against the first of them."""
    id, card = next(iter(tables.opponents.opponent.items()))
    return [you(), Seat(id, card.name, id)]


def decider(seat: Seat, setup: Setup) -> Decider:
    """The opponent decides by its card and is never asked; a person's seat gets a stand-in."""
    return Player(setup.tables.opponents.stand_in, seat.level)


def coach(setup: Setup) -> Adviser | Text:
    """A coach, if goods are tracked: what a move is worth depends on them."""
    return Adviser() if setup.track == "all" else Text("valeria.coach.light")
