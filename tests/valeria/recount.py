"""The scores of a game worked out a second time from its state alone, sharing no code with the game.

What a round scored can be seen on the board until the next one begins. Of a finished game the last round, the
guild tracks and the sums are counted again.
"""

from __future__ import annotations

import tomllib
from fractions import Fraction
from typing import Any

from solo.shipped import tables_root

State = dict[str, Any]


def valeria(state: State) -> dict[str, int]:
    """Every line of the last round and of the final count again, and everything added up."""
    scored_again(state, 5)
    sides = state["sides"]
    for seat, side in sides.items():
        for guild, space in side["influence"].items():
            spaces = [each["influence"][guild] for each in sides.values()]
            prize = _ranked((6, 4, 2), space, spaces)
            assert side["points"].get(f"guild.{guild}", 0) == prize, (seat, guild)
    return {seat: sum(side["points"].values()) for seat, side in sides.items()}


def scored_again(state: State, round: int) -> None:
    """The three steps of a round's Scoring Phase again, with the board as it was scored."""
    board = tomllib.loads((tables_root() / "valeria" / "board.toml").read_text("utf-8"))
    sides = state["sides"]
    for seat, side in sides.items():
        control = _control(seat, sides, state["keeps"], board["ring"], board["scored"][str(round)])
        assert side["points"].get(f"control.{round}", 0) == control, (seat, round)
        assert side["points"].get(f"monuments.{round}", 0) == _monuments(seat, sides), (seat, round)
        assert side["points"].get(f"wharf.{round}", 0) == _wharf(seat, sides), (seat, round)


def _control(seat: str, sides: State, keeps: dict[str, int], ring: list[str], scored: list[str]) -> int:
    total = 0
    for place, district in enumerate(ring):
        if district not in scored:
            continue
        after = ring[(place + 1) % 6]
        before = ring[place - 1]
        roads = (f"{before}/{district}", f"{district}/{after}")
        strengths = {name: _strength(side, district, roads) for name, side in sides.items()}
        mine = strengths[seat]
        if not mine:
            continue
        everyone = [*strengths.values(), Fraction(keeps.get(district, 0))]
        total += _ranked((6, 4, 2), mine, everyone)
    return total


def _ranked(prizes: tuple[int, ...], mine: Any, everyone: list[Any]) -> int:
    """The prizes of the places that are shared with everybody who has as much; nothing has no place."""
    higher = sum(each > mine for each in everyone)
    level = sum(each == mine for each in everyone)
    return sum(prizes[higher : higher + level]) // level if mine else 0


def _strength(side: State, district: str, roads: tuple[str, str]) -> Fraction:
    tokens = side["tokens"]
    pieces = sum(tokens[piece].get(district, 0) for piece in ("manor", "temple", "citizen", "ship"))
    pieces += side["monuments"].get("lighthouse") == district
    return Fraction(pieces) + Fraction(sum(tokens["windmill"].get(road, 0) for road in roads), 2)


def _monuments(seat: str, sides: State) -> int:
    def there(piece: str, district: str) -> int:
        return sum(
            side["tokens"][piece].get(district, 0)
            + (piece == "manor" and side["monuments"].get("lighthouse") == district)
            for side in sides.values()
        )

    built = sides[seat]["monuments"]
    points = 0
    if "gate" in built:
        points += sum(there("citizen", district) for district in built["gate"].split("/"))
    if "ward-tower" in built:
        points += there("manor", built["ward-tower"])
    if "statue" in built:
        points += there("temple", built["statue"])
    if "lighthouse" in built:
        points += 2 * there("ship", built["lighthouse"])
    return points


def _wharf(seat: str, sides: State) -> int:
    crates = {name: sum(side["crates"].values()) for name, side in sides.items()}
    return _ranked((3, 2, 1), crates[seat], list(crates.values()))
