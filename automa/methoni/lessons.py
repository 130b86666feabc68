"""What a person may tell the app: their board, their Objective cards, an opponent of their own."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from automa.dialogue import YOU, Choose, Confirm, Named, Option, Several, Tell, Text
from automa.game import Lesson
from automa.lessons import Talk, ask_wants, own_opponent, taught
from automa.methoni.island import LANDS, Land, land_name
from automa.methoni.opponents.plans import AnnexWant, CardWant, HouseWant, Plan
from automa.methoni.picture import opponent_card
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


def lessons(tables: Tables) -> Mapping[str, Callable[[], Lesson]]:
    """The lessons of the game, by name."""
    facts = tables.opponents
    return {
        "opponent": lambda: own_opponent(facts.opponent, facts.thinker, ask_plan, opponent_card),
        "objectives": lambda: objectives_lesson(tables),
    }


def ask_plan(name: str, character: str) -> Talk[Plan]:
    """The priorities for cards, houses and annexing."""
    return Plan(
        name=name,
        character=character,
        cards=(yield from ask_wants("methoni.teach.card", "methoni.card", name, CARD_WANTS)),
        houses=(yield from ask_wants("methoni.teach.houses", "methoni.houses", name, HOUSE_WANTS)),
        annex=(yield from ask_wants("methoni.teach.annex", "methoni.annex", name, ANNEX_WANTS)),
    )


def objectives_lesson(tables: Tables) -> Lesson:
    """The six Objective cards, one after the other, as they are in the box."""
    yield Tell("methoni.teach.objectives")
    cards: dict[str, Any] = {}
    for number, id in enumerate(tables.objectives.card, 1):
        cards[id] = {"lands": (yield from ask_lands(number))}
    return {"objectives": {"card": cards}}


def ask_lands(number: int) -> Talk[list[Land]]:
    """The three lands of a card."""
    options = [Option(land, land_name(land)) for land in LANDS]
    lands: list[Land] = yield Several("methoni.teach.lands", YOU, options, low=3, high=3, number=number)
    return lands


def ask_fact(tables: Tables, key: str) -> Lesson | None:
    """Ask what the board or an Objective card really shows; None where a plain question will do."""
    match key.split("."):
        case ["board", "as-printed"]:
            return ask_board(tables)
        case ["objectives", "card", id, *_] if id in tables.objectives.card:
            number = list(tables.objectives.card).index(id) + 1
            return taught(ask_lands(number), "objectives", "card", id, "lands")
    return None


def ask_board(tables: Tables) -> Lesson:
    """The spaces that are different on one's own board: their land, and whether a market is printed there."""
    lands = [Option(land, land_name(land)) for land in LANDS]
    spaces: dict[str, Any] = {}
    while True:
        options: list[Named] = [Option("none", Text("methoni.teach.no-more")), *tables.board.island.spaces]
        answer: str = yield Choose("methoni.teach.space", YOU, options)
        if answer == "none":
            return {"board": {"as-printed": True, "space": spaces}}
        space = tables.board.island.space[answer]
        land: Land = yield Choose("methoni.teach.land", YOU, lands, space=space)
        market: bool = yield Confirm("methoni.teach.market", YOU, space=space)
        spaces[answer] = {"land": land, "market": market}


def tell_fact(tables: Tables, key: str, value: Any) -> Text | None:
    """A fact in a sentence: what an Objective card shows."""
    match key.split("."):
        case ["board", "as-printed"]:
            return Text("methoni.fact.as-printed")
        case ["objectives", "card", _, "lands"]:
            return Text("methoni.fact.objective", lands=[land_name(land) for land in value])
    return None


def head_facts(tables: Tables, key: str) -> Text | None:
    """The component a group of facts is read off."""
    match key.split("."):
        case ["objectives", *_]:
            return Text("methoni.fact.objectives")
        case ["board", *_]:
            return Text("methoni.fact.board")
    return None
