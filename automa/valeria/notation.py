"""A turn of yours as one line: `manor nor-high 3`, `recruit monk iron-pit holy`, `gate nor-high/penumbra`.

The first word is the action; the others may come in any order and be cut short as long as it is clear what is
meant. Names may be written as they are read, `Nor High – Penumbra`, and words of the game in Dutch. What the
line leaves out is asked.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Mapping, Sequence

from msgspec import Struct

from automa.dialogue import Named, Option, Text
from automa.grammar import Grammar, Phrase
from automa.valeria import rules, wording
from automa.valeria.rules import Plan
from automa.valeria.state import State
from automa.valeria.tables import FACES, PRIMARIES

ACTIONS: tuple[str, ...] = (*PRIMARIES, *rules.YOUR_MONUMENTS)

IN_DUTCH: Mapping[str, str] = {
    "landhuis": "manor", "tempel": "temple", "rekruteren": "recruit", "rekruteer": "recruit",
    "oogsten": "harvest", "oogst": "harvest", "kade": "wharf", "poort": "gate", "wachttoren": "ward-tower",
    "standbeeld": "statue", "arbeiders": "worker", "soldaten": "soldier", "schaduw": "shadow",
    "heiligen": "holy", "hout": "wood", "steen": "stone", "voedsel": "food", "magie": "magic",
    "goud": "gold", "invloed": "influence",
}  # fmt: skip
"""Words of the game that are the player's own language; names on the board and the cards are English."""


class Yours(Struct):
    """Your turn: the table, and the actions that you may take."""

    state: State
    allowed: Sequence[str] = ()


def word(id: str, name: str | Text, detail: str | Text | None = None) -> Option:
    """A word of the game, in English and in Dutch."""
    return Option(id, name, detail, [dutch for dutch, english in IN_DUTCH.items() if english == id])


ACTION_WORDS = {action: word(action, Text(f"valeria.turn.{action}")) for action in ACTIONS}


def actions(at: Yours, plan: Plan) -> list[Named]:
    return [word(id, offer.name, offer.detail) for id, offer in at.state.offers.items()]


def numbers(at: Yours, plan: Plan) -> list[Named]:
    return [Option(number, number, manor.name) for number, manor in at.state.manors.items()]


def citizens(at: Yours, plan: Plan) -> list[Named]:
    found = at.state.citizens.items()
    return [Option(id, citizen.name, Text(f"valeria.guild.{citizen.guild}")) for id, citizen in found]


def districts(at: Yours, plan: Plan) -> list[Named]:
    board = at.state.board
    return [Option(id, each.name, board.guilds_at(id)) for id, each in board.district.items()]


def roads(at: Yours, plan: Plan) -> list[Named]:
    """Either district of a road may be named first."""
    names = {id: district.name for id, district in at.state.board.district.items()}
    return [
        Option(road.id, road.name, also=(f"{names[a]} {names[b]}", f"{names[b]} {names[a]}"))
        for road in at.state.board.roads
        for a, b in [road.districts]
    ]


def guilds(at: Yours, plan: Plan) -> list[Named]:
    return [word(guild, track.name) for guild, track in at.state.board.tracks.items()]


def dice(at: Yours, plan: Plan) -> list[Named]:
    return [word(face, name) for face, name in wording.FACE.items()]


def why_no_action(at: Yours, plan: Plan) -> Text | None:
    return rules.why_no_action(at.state, plan.action, at.allowed)


def why_not(at: Yours, plan: Plan) -> Text | None:
    return rules.why_not(at.state, plan)


def doubted_citizen(at: Yours, plan: Plan) -> Text | None:
    return rules.why_no_citizen(at.state, plan.what)


def no_action(at: Yours, plan: Plan, typed: str, found: Sequence[Named]) -> Text:
    actions = [ACTION_WORDS[action] for action in at.allowed]
    if not typed:
        return Text("valeria.refused.no-action", actions=actions)
    return Text("valeria.refused.action", found=typed.split(" ")[0], actions=actions)


def no_meaning(at: Yours, plan: Plan, typed: str, found: Sequence[Named]) -> Text:
    if found:
        return Text("valeria.refused.which", word=typed, options=[option.id for option in found])
    return Text("valeria.refused.word", word=typed, action=ACTION_WORDS[plan.action])


def _part(
    name: str,
    label: str,
    options: Callable[[Yours, Plan], list[Named]],
    ids: Container[str] | Callable[[Yours], Container[str]],
    doubt: Callable[[Yours, Plan], Text | None] | None = None,
) -> Phrase[Yours, Plan]:
    return Phrase(name, options, label=label, ids=ids, why_not=why_not, doubt=doubt, wrong=no_meaning)


NUMBER = _part("what", "number", numbers, lambda at: at.state.manors)
CITIZEN = _part("what", "citizen", citizens, lambda at: at.state.citizens, doubted_citizen)
DISTRICT = _part("place", "district", districts, lambda at: at.state.board.district)
ROAD = _part("place", "road", roads, lambda at: at.state.board.road)
GUILD = _part("guild", "guild", guilds, lambda at: at.state.board.tracks)
DIE = _part("die", "die", dice, FACES)

SAID = {
    "manor": (NUMBER, DISTRICT, DIE),
    "temple": (DISTRICT, DIE),
    "recruit": (CITIZEN, DISTRICT, GUILD, DIE),
    "harvest": (ROAD, DIE),
    "wharf": (DIE,),
    "gate": (ROAD, GUILD),
    "ward-tower": (DISTRICT, GUILD),
    "statue": (DISTRICT, GUILD),
}
"""What can be said about each action after its name, in any order."""

TURN: Grammar[Yours, Plan] = Grammar(
    "valeria.rules.notation",
    lambda: Plan(""),
    Phrase("action", actions, needed=True, why_not=why_no_action, wrong=no_action),
    forms={ACTION_WORDS[action]: [phrases] for action, phrases in SAID.items()},
)
