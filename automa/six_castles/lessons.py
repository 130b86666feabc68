"""Teaching the app what is on the components: the tracks, the goods of the castles, the contracts."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from itertools import repeat

from automa.declared import KeyPath
from automa.dialogue import YOU, Confirm, Number, Option, Refused, Tell, Text
from automa.game import Course, Teaching
from automa.lessons import Talk, ask_line, ask_wants, own_opponent
from automa.picture import Heading, Lines, Picture, Span
from automa.priorities import Least, Most
from automa.six_castles.opponents.cast import opponent_card
from automa.six_castles.opponents.plans import GAME, MEASURES, Plan, Wanted
from automa.six_castles.picture import bare_track
from automa.six_castles.tables import Castle, Contract, Tables, Tracks, goes_down

MOST_SPACES = 60
MOST_POINTS = 50
MOST_BONUS = 9


def ask_plan(name: str, character: str) -> Talk[Plan]:
    """The priorities for its turns, and how many terrains it marks."""
    much: Iterable[Wanted] = [Most(of) for of in MEASURES if of != "left"]
    wants: Iterable[Wanted] = [*much, Least("left")]
    turns = yield from ask_wants("six-castles.teach.turn", GAME, name, wants)
    marks: int = yield Number("six-castles.teach.marks", YOU, low=0, high=4, default=2, name=name)
    return Plan(name=name, character=character, turns=turns, level={"own": marks})


def ask_religion(tables: Tables, keys: KeyPath) -> Talk[list[int]]:
    """The points of every space in a row; they never go down."""
    now = _in_a_row(tables.tracks.religion)
    while True:
        track = yield from ask_line(
            "six-castles.teach.religion", read_religion, _in_a_row, [Option(now, now)]
        )
        yield Tell("six-castles.teach.religion-is", n=len(track), most=track[-1])
        if (yield Confirm("six-castles.teach.same", YOU)):
            return track


def read_religion(written: str) -> list[int]:
    """The points of the spaces; `Refused` says which is none, or where the track goes down."""
    words = written.replace(",", " ").split()
    track = _numbers(words, repeat(MOST_POINTS))
    if not 2 <= len(track) <= MOST_SPACES:
        raise Refused(Text("six-castles.refused.spaces", found=len(track), high=MOST_SPACES))
    down = goes_down(track)
    if down is not None:
        raise Refused(down)
    return track


def ask_contract(tables: Tables, keys: KeyPath) -> Talk[dict[str, int]]:
    """The points, half-coins and religion steps of a contract in one line; what is left out is none."""
    what = tables.contracts.by_id[keys[-1]].name
    worth = yield from ask_line("six-castles.teach.contract", read_contract, _in_a_row, what=what)
    return dict(zip(("points", "coins", "religion"), worth, strict=True))


def read_contract(written: str) -> list[int]:
    """Points, half-coins and religion steps; `Refused` says what cannot be."""
    words = written.replace(",", " ").split()
    if not 1 <= len(words) <= 3:
        raise Refused(Text("six-castles.refused.contract", found=len(words)))
    return [*_numbers(words, (MOST_POINTS, MOST_BONUS, MOST_BONUS)), 0, 0][:3]


def _numbers(words: Iterable[str], highest: Iterable[int]) -> list[int]:
    for word, high in zip(words, highest, strict=False):
        if not word.isdecimal() or int(word) > high:
            raise Refused(Text("six-castles.refused.points", found=word, high=high))
    return [int(word) for word in words]


def _in_a_row(numbers: Iterable[int]) -> str:
    return " ".join(map(str, numbers))


def draw_tracks(tables: Tables, keys: KeyPath) -> Picture:
    """One of the three score tracks; of all of them the first."""
    for group in ("landscape", "construction"):
        if group in keys:
            return [Heading(Text(f"six-castles.sheet.{group}")), Lines([bare_track(tables, group)])]
    points = Span(_in_a_row(tables.tracks.religion), "good")
    return [Heading(Text("six-castles.sheet.religion")), Lines([[points]])]


def draw_castle(tables: Tables, keys: KeyPath) -> Picture:
    """A castle with the goods that it buys."""
    castle = tables.castles.by_id[keys[-1]]
    goods = [tables.terrains.by_id[good] for good in castle.goods]
    bought = Text("six-castles.any-good") if castle.any else Text("six-castles.goods", goods=goods)
    return [Heading(castle.name), Lines([[Span(bought)]])]


def draw_contract(tables: Tables, keys: KeyPath) -> Picture:
    """A contract with what it is worth."""
    contract = tables.contracts.by_id[keys[-1]]
    return [Heading(contract.title), Lines([[Span(contract.detail)]])]


TEACHING = Teaching(
    {"opponent": partial(own_opponent, ask_plan, opponent_card)},
    courses={
        "tracks": Course(
            "six-castles.teach.tracks",
            ["tracks.religion", "tracks.landscape", "tracks.construction"],
            proven=True,
        ),
        "castles": Course("six-castles.teach.castles", ["castles.castle"]),
        "contracts": Course("six-castles.teach.contracts", ["contracts.contract"]),
    },
    asks={"six-castles.teach.religion": ask_religion, "six-castles.teach.contract": ask_contract},
    drawings={Tracks: draw_tracks, Castle: draw_castle, Contract: draw_contract},
)
