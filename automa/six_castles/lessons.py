"""Teaching the app what is on the components: the tracks, the goods of the castles, the contracts."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from automa.dialogue import YOU, Confirm, Move, Number, Option, Refused, Several, Tell, Text
from automa.game import Lesson
from automa.lessons import Talk, ask_wants, own_opponent, taught
from automa.priorities import Least, Most
from automa.six_castles.opponents.cast import opponent_card
from automa.six_castles.opponents.plans import GAME, MEASURES, Plan, Wanted
from automa.six_castles.tables import GOODS, Group, Tables, goes_down

MOST_SPACES = 60
MOST_POINTS = 50
MOST_BONUS = 9


def lessons(tables: Tables) -> Mapping[str, Callable[[], Lesson]]:
    """What can be taught in one go, by name."""
    facts = tables.opponents
    return {
        "opponent": lambda: own_opponent(facts.opponent, facts.thinker, ask_plan, opponent_card),
        "tracks": lambda: teach_tracks(tables),
        "castles": lambda: teach_castles(tables),
        "contracts": lambda: teach_contracts(tables),
    }


def ask_plan(name: str, character: str) -> Talk[Plan]:
    """The priorities for its turns, and how many terrains it marks."""
    much: Iterable[Wanted] = [Most(of) for of in MEASURES if of != "left"]
    wants: Iterable[Wanted] = [*much, Least("left")]
    turns = yield from ask_wants("six-castles.teach.turn", GAME, name, wants)
    marks: int = yield Number("six-castles.teach.marks", YOU, low=0, high=4, default=2, name=name)
    return Plan(name=name, character=character, turns=turns, level={"own": marks})


def teach_tracks(tables: Tables) -> Lesson:
    """The three score tracks of the board."""
    yield Tell("six-castles.teach.tracks")
    religion = yield from _ask_religion(tables)
    spaces: dict[str, dict[str, int]] = {}
    groups: tuple[Group, ...] = ("landscape", "construction")
    for group in groups:
        spaces[group] = {}
        for id in tables.tracks.spaces(group):
            terrain = tables.terrains.by_id[id]
            spaces[group][id] = yield Number(
                "six-castles.teach.space", YOU, low=0, high=MOST_POINTS, terrain=terrain
            )
    return {"tracks": {"religion": religion, **spaces}}


def teach_castles(tables: Tables) -> Lesson:
    """The goods that each castle buys."""
    yield Tell("six-castles.teach.castles")
    tree: dict[str, Any] = {}
    for castle in tables.castles.all:
        if not castle.facts.any:
            tree[castle.id] = {"goods": (yield from _ask_goods(tables, castle.id))}
    return {"castles": {"castle": tree}}


def teach_contracts(tables: Tables) -> Lesson:
    """The points and bonuses of the contracts."""
    yield Tell("six-castles.teach.contracts")
    tree: dict[str, Any] = {}
    for contract in tables.contracts.all:
        tree[contract.id] = yield from _ask_contract(tables, contract.id)
    yield Tell("six-castles.teach.thanks")
    return {"contracts": {"contract": tree}}


# ---------------------------------------------------------------- single facts


def ask_fact(tables: Tables, key: str) -> Lesson | None:
    """Ask what a fact really is; None where a plain question will do."""
    match key.split("."):
        case ["tracks", "religion"]:
            return taught(_ask_religion(tables), "tracks", "religion")
        case ["castles", "castle", id, "goods"] if id in tables.castles.by_id:
            return taught(_ask_goods(tables, id), "castles", "castle", id, "goods")
        case ["contracts", "contract", id, *_] if id in tables.contracts.by_id:
            return taught(_ask_contract(tables, id), "contracts", "contract", id)
    return None


def _ask_religion(tables: Tables) -> Talk[Any]:
    """The points of every space in a row; they never go down."""
    now = " ".join(map(str, tables.tracks.religion))

    def read(written: str, insist: bool) -> str:
        return " ".join(map(str, read_religion(written)))

    while True:
        written: str = yield Move("six-castles.teach.religion", YOU, [Option(now, now)], read=read)
        track = read_religion(written)
        yield Tell("six-castles.teach.religion-is", n=len(track), most=track[-1])
        if (yield Confirm("six-castles.teach.same", YOU)):
            return track


def read_religion(written: str) -> list[int]:
    """The points of the spaces; `Refused` says which is none, or where the track goes down."""
    words = written.replace(",", " ").split()
    for word in words:
        if not word.isdecimal() or int(word) > MOST_POINTS:
            raise Refused(Text("six-castles.refused.points", found=word, high=MOST_POINTS))
    if not 2 <= len(words) <= MOST_SPACES:
        raise Refused(Text("six-castles.refused.spaces", found=len(words), high=MOST_SPACES))
    track = [int(word) for word in words]
    down = goes_down(track)
    if down is not None:
        raise Refused(down)
    return track


def _ask_goods(tables: Tables, id: str) -> Talk[Any]:
    castle = tables.castles.by_id[id]
    goods = [tables.terrains.by_id[good] for good in GOODS]
    return (yield Several("six-castles.teach.goods", YOU, goods, low=1, castle=castle.name))


def _ask_contract(tables: Tables, id: str) -> Talk[Any]:
    """The points, half-coins and religion steps of a contract in one line; what is left out is none."""

    def read(written: str, insist: bool) -> str:
        return " ".join(map(str, read_contract(written)))

    what = tables.contracts.by_id[id].name
    written: str = yield Move("six-castles.teach.contract", YOU, [], read=read, what=what)
    points, coins, religion = read_contract(written)
    return {"points": points, "coins": coins, "religion": religion}


def read_contract(written: str) -> tuple[int, int, int]:
    """Points, half-coins and religion steps; `Refused` says what cannot be."""
    words = written.replace(",", " ").split()
    if not 1 <= len(words) <= 3:
        raise Refused(Text("six-castles.refused.contract", found=len(words)))
    for word, most in zip(words, (MOST_POINTS, MOST_BONUS, MOST_BONUS), strict=False):
        if not word.isdecimal() or int(word) > most:
            raise Refused(Text("six-castles.refused.points", found=word, high=most))
    points, coins, religion = (*map(int, words), 0, 0)[:3]
    return points, coins, religion


def tell_fact(tables: Tables, key: str, value: Any) -> Text | None:
    """A fact as a person reads it, also with another value than the tables have."""
    match key.split("."):
        case ["tracks", "religion"] if isinstance(value, Sequence):
            return Text("six-castles.fact.religion", points=" ".join(map(str, value)))
        case ["tracks", "top", group]:
            return Text("six-castles.fact.top", track=Text(f"six-castles.sheet.{group}"), points=str(value))
        case ["tracks", _, id] if id in tables.terrains.by_id:
            return Text("six-castles.fact.space", terrain=tables.terrains.by_id[id], points=str(value))
        case ["castles", "castle", id, "goods"] if id in tables.castles.by_id:
            goods = [tables.terrains.by_id[good] for good in value if good in tables.terrains.by_id]
            return Text("six-castles.fact.goods", castle=tables.castles.by_id[id].name, goods=goods)
        case ["contracts", "contract", id, ("points" | "coins" | "religion") as part] if (
            id in tables.contracts.by_id
        ):
            what = tables.contracts.by_id[id].name
            return Text(f"six-castles.fact.contract-{part}", what=what, n=int(value))
    return None


def head_facts(tables: Tables, key: str) -> Text | None:
    """The component that a group of facts is read off, by name."""
    match key.split("."):
        case ["tracks", *_]:
            return Text("six-castles.component.board")
        case ["castles", *_]:
            return Text("six-castles.component.castles")
        case ["contracts", *_]:
            return Text("six-castles.component.contracts")
    return None
