"""The score worked out a second time from the state alone, sharing no code with the game."""

from __future__ import annotations

import tomllib
from typing import Any

from solo.shipped import tables_root


def methoni(state: dict[str, Any]) -> dict[str, int]:
    """Spaces, ducats, objective, the two largest Domains and towers of each player."""
    board = tomllib.loads((tables_root() / "methoni" / "board.toml").read_text("utf-8"))["space"]
    sizes = {len(domain["spaces"]) for domain in state["domains"]}
    ranked = sorted(sizes, reverse=True)[:2]
    scores = {}
    for player in state["players"]:
        own = [domain["spaces"] for domain in state["domains"] if domain["owner"] == player["seat"]]
        spaces = [space for domain in own for space in domain]
        points = 3 * len(spaces) + player["ducats"] + [0, 1, 3, 6, 10][len(own)]
        points += sum(board[space]["land"] in player["objective"] for space in spaces)
        for prize, size in zip((10, 5), ranked, strict=False):
            points += prize * any(len(domain) == size for domain in own)
        scores[player["seat"]] = points
    return scores
