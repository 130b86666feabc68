"""For each game, the scores worked out a second time from the state alone, sharing no code with the game."""

from __future__ import annotations

import tomllib
from collections import Counter
from collections.abc import Callable
from typing import Any

from solo.shipped import tables_root
from tests.atable import ByGame
from tests.methoni.recount import methoni
from tests.six_castles.recount import six_castles
from tests.valeria.recount import valeria

State = dict[str, Any]


def castle_combo(state: State) -> dict[str, int]:
    """Nine cards and the keys of each player, from the printed cards."""
    cards = tomllib.loads((tables_root() / "castle_combo" / "cards.toml").read_text("utf-8"))["card"]
    return {player["seat"]: _castle_combo_player(player, cards) for player in state["players"]}


def _castle_combo_player(player: dict[str, Any], cards: dict[str, Any]) -> int:
    grid = {
        (cell[1], cell[0]): (None if laid["down"] else cards[laid["card"]], laid["gold"])
        for cell, laid in player["tableau"].items()
    }
    rows = sorted({row for row, _ in grid})
    columns = sorted({column for _, column in grid})
    spare = player["gold"]
    stored: dict[tuple[str, str], int] = {}
    for place, (card, gold) in grid.items():
        if card and card.get("purse"):
            added = min(spare, card["purse"] - gold)
            spare -= added
            stored[place] = gold + added
    faces = {place: card for place, (card, _) in grid.items() if card}
    shields = Counter(shield for card in faces.values() for shield in card["shields"])
    points = player["keys"]
    for (row, column), card in faces.items():
        scroll = card["scroll"]
        per, when = scroll.get("per"), scroll.get("when")
        if when:
            points += scroll["points"] * _holds(when, rows.index(row), columns.index(column), shields, grid)
            continue
        in_row = [each for (r, _), each in faces.items() if r == row]
        in_column = [each for (_, c), each in faces.items() if c == column]
        both = [each for (r, c), each in faces.items() if r == row or c == column]
        area = {"row": in_row, "column": in_column, "row-and-column": both, "tableau": list(faces.values())}
        points += scroll["points"] * _count(
            per, area[per.get("in", "tableau")], shields, player["keys"], stored, (row, column)
        )
    return int(points)


def _holds(when: dict[str, Any], row: int, column: int, shields: Counter[str], grid: dict[Any, Any]) -> bool:
    if when["is"] == "no-shield":
        return shields[when["shield"]] == 0
    if when["is"] == "face-down-card":
        return any(card is None for card, _ in grid.values())
    corner = row != 1 and column != 1
    return {
        "top-row": row == 0,
        "middle-row": row == 1,
        "bottom-row": row == 2,
        "left-column": column == 0,
        "middle-column": column == 1,
        "right-column": column == 2,
        "corner": corner,
        "edge": not corner and (row, column) != (1, 1),
    }[when["at"]]


def _count(
    per: dict[str, Any],
    area: list[dict[str, Any]],
    shields: Counter[str],
    keys: int,
    stored: dict[tuple[str, str], int],
    place: tuple[str, str],
) -> int:
    banners = Counter(card["location"] for card in area)
    match per["count"]:
        case "shields":
            return sum(card["shields"].count(per["shield"]) for card in area)
        case "banners":
            return banners[per["banner"]]
        case "shield-types":
            return len({shield for card in area for shield in card["shields"]})
        case "missing-types":
            return 6 - len([shield for shield in shields if shields[shield]])
        case "shield-sets":
            return min(shields[shield] for shield in per["set"])
        case "banner-sets":
            wanted = Counter(per["set"])
            return min(banners[banner] // number for banner, number in wanted.items())
        case "identical-shields":
            return sum(number // per["size"] for number in shields.values())
        case "cards-with-shields":
            return sum(len(card["shields"]) == per["shields"] for card in area)
        case "cards-of-cost":
            if per.get("or-more"):
                return sum(card["cost"] >= per["cost"] for card in area)
            return sum(card["cost"] == per["cost"] for card in area)
        case "cards-with-discount":
            return sum(any(line["do"] == "discount" for line in card["ability"]) for card in area)
        case "keys":
            return keys
        case "gold-here":
            return stored[place]
        case "gold-on-purses":
            return sum(stored.values())
    raise AssertionError(per)


def night_watch(state: State) -> dict[str, int]:
    """The coins and the guards at home, from where the pieces lie."""
    points: Counter[str] = Counter()
    for where, count in state.items():
        place, _, piece = where.partition(" ")
        seat, _, piece = piece.partition(" ")
        if place == "home" and (piece == "coins" or piece == f"guards {seat}"):
            points[seat] += count
    return points


RECOUNTS = ByGame[Callable[[State], dict[str, int]]](
    "RECOUNTS (recounts.py): a count of the score that shares no code with the game",
    {
        "castle-combo": castle_combo,
        "methoni": methoni,
        "night-watch": night_watch,
        "six-castles": six_castles,
        "valeria": valeria,
    },
)
