"""A turn of yours as one line: `manor nor-high 3`, `recruit monk iron-pit holy`, `gate nor-high/penumbra`.

The first word is the action; the others may come in any order and be cut short as long as it is clear what is
meant. Names may be written as they are read, `Nor High – Penumbra`, and words of the game in Dutch. What the
line leaves out is asked.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence

from automa.dialogue import Refused, Text
from automa.valeria import rules
from automa.valeria.rules import Plan
from automa.valeria.state import State
from automa.valeria.tables import FACES, PRIMARIES

BUILDINGS = ("gate", "ward-tower", "statue")
ACTIONS: tuple[str, ...] = (*PRIMARIES, *BUILDINGS)


IN_DUTCH: Mapping[str, str] = {
    "landhuis": "manor", "tempel": "temple", "rekruteren": "recruit", "rekruteer": "recruit",
    "oogsten": "harvest", "oogst": "harvest", "kade": "wharf", "poort": "gate", "wachttoren": "ward-tower",
    "standbeeld": "statue", "arbeiders": "worker", "soldaten": "soldier", "schaduw": "shadow",
    "heiligen": "holy", "hout": "wood", "steen": "stone", "voedsel": "food", "magie": "magic",
    "goud": "gold", "invloed": "influence",
}  # fmt: skip
"""Words of the game that are the player's own language; names on the board and the cards are English."""


PARTS: dict[str, tuple[str, ...]] = {
    "manor": ("what", "place", "die"),
    "temple": ("place", "die"),
    "recruit": ("what", "place", "guild", "die"),
    "harvest": ("place", "die"),
    "wharf": ("die",),
    "gate": ("place", "guild"),
    "ward-tower": ("place", "guild"),
    "statue": ("place", "guild"),
}
"""What can be said about each action after its name."""


def read_turn(line: str, state: State, allowed: Sequence[str]) -> Plan:
    """The turn a player means, checked against the table; `Refused` says what is wrong."""
    if line in allowed:
        return Plan(line)
    words = _words(line, state)
    names = [Text(f"valeria.turn.{action}") for action in allowed]
    if not words:
        raise Refused(Text("valeria.refused.no-action", actions=names))
    action = _one_of(words[0], ACTIONS, lambda: Text("valeria.refused.action", found=words[0], actions=names))
    _refuse(rules.why_no_action(state, action, allowed))
    plan = Plan(action)
    said = action
    for word in words[1:]:
        if any(rest.startswith(word) for rest in said.split("-")[1:]):
            continue  # the second word of a name: Iron Pit
        part, value = _meaning(word, action, state)
        said = value
        if getattr(plan, part):
            raise Refused(Text("valeria.refused.twice", first=getattr(plan, part), second=value))
        setattr(plan, part, value)
    _refuse(rules.why_not(state, plan))
    return plan


def _refuse(reason: Text | None) -> None:
    if reason is not None:
        raise Refused(reason)


def _words(line: str, state: State) -> list[str]:
    """The words of a line, names of places and cards in one; a road is two districts with a slash."""
    line = " ".join(line.lower().replace(",", " ").replace("’", "'").split())
    line = re.sub(r"\bthe (?=anchorage)", "", line)
    for id in (*ACTIONS, *state.board.district, *state.tables.citizens.citizen):
        if "-" in id:
            line = re.sub(rf"\b{id.replace('-', ' ')}\b", id, line)
    return re.sub(r"\s*[–—/]\s*|\s+-\s+", "/", line).split()


def _meaning(word: str, action: str, state: State) -> tuple[str, str]:
    """Which part of the turn a word is, and what it stands for."""
    found: list[tuple[str, str]] = []
    for part in PARTS[action]:
        meant = _matches(word, _known(part, action, state))
        exact = [value for value in meant if value == word]
        found += [(part, value) for value in (exact or meant)]
    exactly = [each for each in found if each[1] == word]
    found = exactly or found
    if len(found) == 1:
        return found[0]
    if not found:
        raise Refused(Text("valeria.refused.word", word=word, action=Text(f"valeria.turn.{action}")))
    raise Refused(Text("valeria.refused.which", word=word, options=[value for _, value in found]))


def _known(part: str, action: str, state: State) -> Iterable[str]:
    match part:
        case "place":
            return state.board.road if action in ("harvest", "gate") else state.board.district
        case "what":
            return state.tables.manors.manor if action == "manor" else state.tables.citizens.citizen
        case "guild":
            return state.board.tracks
        case _:
            return FACES


def _matches(word: str, known: Iterable[str]) -> list[str]:
    """The ids that a word, possibly cut short, can mean; a road is two districts with a slash."""
    ids = list(known)
    if "/" in word:
        a, _, b = word.partition("/")
        return [id for id in ids if "/" in id and _ends(a, b, id)]
    found = [id for id in ids if "/" not in id and id.startswith(word)]
    dutch = dict.fromkeys(id for name, id in IN_DUTCH.items() if id in ids and name.startswith(word))
    return found or list(dutch)


def _ends(a: str, b: str, road: str) -> bool:
    one, _, other = road.partition("/")
    if not a or not b:
        return False
    return (one.startswith(a) and other.startswith(b)) or (one.startswith(b) and other.startswith(a))


def _one_of(word: str, known: Sequence[str], otherwise: Callable[[], Text]) -> str:
    if word in known:
        return word
    found = _matches(word, known)
    if len(found) != 1:
        raise Refused(otherwise())
    return found[0]
