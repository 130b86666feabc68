"""What a person may tell the app: their board, their Objective cards, an opponent of their own."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from automa.declared import KeyPath, Tree
from automa.dialogue import YOU, Choose, Confirm, Named, Option, Text
from automa.game import Course, Teaching
from automa.lessons import Talk, ask_wants, draw_opponent, own_opponent
from automa.methoni.island import LAND_OPTIONS, Board, Land
from automa.methoni.opponents.plans import AnnexWant, CardWant, HouseWant, Plan, Thinker
from automa.methoni.picture import board_map, opponent_card
from automa.priorities import AtLeast, Having, Least, Most

if TYPE_CHECKING:
    from automa.methoni.tables import Tables

CARD_WANTS: tuple[CardWant, ...] = (
    Having("closes"),
    Having("market", until=3),
    Having("trade"),
    Having("wall"),
    AtLeast("points", 3),
    Most("points"),
    Most("grasp"),
    Most("spaces"),
    Least("price"),
    Most("next"),
    Least("gift"),
    Most("home"),
    Most("aim"),
    Most("walls"),
)
HOUSE_WANTS: tuple[HouseWant, ...] = (
    Least("price"),
    Most("gathered"),
    Most("enclosed"),
    Least("their-points"),
    Most("their-points"),
    Least("their-houses"),
)
ANNEX_WANTS: tuple[AnnexWant, ...] = (
    Most("points"),
    Most("spaces"),
    Most("harm"),
    Having("other"),
    Having("nothing"),
)


def ask_plan(name: str, character: str) -> Talk[Plan]:
    """The priorities for cards, houses and annexing."""
    return Plan(
        name=name,
        character=character,
        cards=(yield from ask_wants("methoni.teach.card", "methoni.card", name, CARD_WANTS)),
        houses=(yield from ask_wants("methoni.teach.houses", "methoni.houses", name, HOUSE_WANTS)),
        annex=(yield from ask_wants("methoni.teach.annex", "methoni.annex", name, ANNEX_WANTS)),
    )


def ask_board(tables: Tables, keys: KeyPath) -> Talk[Tree]:
    """The spaces that are different on one's own board: their land, and whether a market is printed there."""
    spaces: Tree = {}
    while True:
        options: list[Named] = [Option("none", Text("methoni.teach.no-more")), *tables.board.island.spaces]
        answer: str = yield Choose("methoni.teach.space", YOU, options)
        if answer == "none":
            return {"as-printed": True, "space": spaces}
        space = tables.board.island.space[answer]
        land: Land = yield Choose("methoni.teach.land", YOU, LAND_OPTIONS, space=space)
        market: bool = yield Confirm("methoni.teach.market", YOU, space=space)
        spaces[answer] = {"land": land, "market": market}


TEACHING = Teaching(
    {"opponent": partial(own_opponent, ask_plan, opponent_card)},
    courses={"objectives": Course("methoni.teach.objectives", ["objectives.card"])},
    asks={"methoni.teach.space": ask_board},
    drawings={
        Board: lambda tables, keys: [board_map(tables.board.island)],
        Plan: draw_opponent(opponent_card),
        Thinker: draw_opponent(opponent_card),
    },
)
