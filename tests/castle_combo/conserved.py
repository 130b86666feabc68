"""Whether everything on the table adds up: no card is lost or doubled, and nobody has less than nothing."""

from __future__ import annotations

from automa.castle_combo.rules import fits
from automa.castle_combo.state import DISPLAY, TURNS, State


def conserved(state: State) -> list[str]:
    """What does not add up."""
    wrong: list[str] = []
    seen = [laid.card for player in state.players for laid in player.cards.values()] + state.gone
    for pile in (state.display, state.undrawn, state.discards):
        for location, found in pile.items():
            seen += found
            wrong += [f"{card.id} lies at the {location}" for card in found if card.location != location]
    if len(seen) != len(state.deck.cards) or set(seen) != set(state.deck.cards):
        twice = sorted({card.id for card in seen if seen.count(card) > 1})
        lost = sorted({card.id for card in state.deck.cards} - {card.id for card in seen})
        wrong.append(f"cards seen twice: {twice}; cards lost: {lost}")
    for player in state.players:
        name = player.seat.id
        anew = player.copy()
        anew.survey()
        if (anew.up, anew.village, anew.shields, anew.rows, anew.columns) != (
            player.up, player.village, player.shields, player.rows, player.columns
        ):  # fmt: skip
            wrong.append(f"{name}: what lies face up is counted wrongly")
        if anew.filled != player.filled or not fits(anew.filled) or len(player.cards) > TURNS:
            wrong.append(f"{name}: the tableau {sorted(player.cards)} is no grid within 3x3")
        if player.gold < 0 or player.keys < 0:
            wrong.append(f"{name}: {player.gold} gold, {player.keys} keys")
        for laid in player.cards.values():
            if laid.gold < 0 or laid.room() < 0 or (laid.down and laid.gold):
                wrong.append(f"{name}: {laid.gold} gold on {laid.card.id}")
    for location, display in state.display.items():
        if len(display) > DISPLAY:
            wrong.append(f"{len(display)} cards on display at the {location}")
    if state.removed == state.messenger:
        wrong.append("the messenger stands at a location that is gone")
    return wrong
