"""The scores of 6 Castles worked out a second time from the state alone, by the referee's way of counting."""

from __future__ import annotations

from typing import Any

from tests.six_castles.referee import Person, Referee, cell_at, hill_round, spot_at


def six_castles(state: dict[str, Any]) -> dict[str, int]:
    """Contracts, tracks, religion and wealth of each player, from the tiles and pieces as they lie."""
    referee = Referee([], {})
    referee.version = state["version"]
    for cell, tile in state["tiles"].items():
        referee.put(cell_at(cell), tile)
    referee.castles = {hill_round(spot_at(spot)): castle for spot, castle in state["castles"].items()}
    referee.contracts = state["contracts"]
    for entry in state["players"]:
        person = Person(entry["seat"], entry["dummy"])
        person.coins, person.religion = entry["coins"], entry["religion"]
        person.lying = [spot_at(spot) for spot in entry["lying"]]
        line = entry["line"]
        if line is not None:
            person.line, person.cylinder, person.on_line = line["tiles"], line["cylinder"], set(line["discs"])
        person.owned = entry["owned"] or entry["told"]
        person.landscapes = [(terrain, points) for terrain, points in entry["landscapes"]]
        person.constructions = [(terrain, points) for terrain, points in entry["constructions"]]
        person.sales = [(castle, good) for castle, good in entry["sales"]]
        person.kept = entry["kept"] or ""
        referee.people.append(person)
    return referee.totals()
