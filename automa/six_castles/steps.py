"""The steps of a turn and their words: `k10 whlo d ne >2 @7`, `j9 kanw +religion w +ne take house`.

First where the tile lies and how, four letters as it lies, a row at a time; then discs (`d`), workers (`w`)
or nothing (`-`), each with what belongs to it. A place of a worker is a tile and a quarter, `c4ne`; without
the tile, the one just laid. What is left out is asked; a full stop says that nothing more is wanted.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import partial
from typing import TypeAlias

from automa.dialogue import Named, Option, Refused, Text
from automa.six_castles import rules
from automa.six_castles.rules import BONUSES, Bonus
from automa.six_castles.state import Spot, State
from automa.six_castles.tables import COIN
from automa.six_castles.territory import CELLS, NAMES, QUARTERS, orientations, spot_name
from automa.steps import Part, Step

_CELL = r"-?[a-z]{1,2}-?\d{1,3}"
MOST = 99
"""A larger number is a slip of the finger."""
DUTCH = {"ne": "no", "sw": "zw", "se": "zo"}
QUARTER_THINGS = tuple(
    Option(each, Text(f"six-castles.corner.{each}"), also=(DUTCH.get(each, each),)) for each in QUARTERS
)
QUARTER_WORDS = {word: each for each in QUARTERS for word in (each, DUTCH.get(each, each))}
BONUS_WORDS: dict[Bonus, Sequence[str]] = {
    "coin": ("munt",), "step": ("stap",), "pass": ("voorbij",), "religion": ("faith", "geloof"),
    "tile": ("tegel",),
}  # fmt: skip
BONUS_THINGS = tuple(
    Option(f"+{each}", Text(f"six-castles.written.{each}"), also=(each, *BONUS_WORDS[each]))
    for each in BONUSES
)


def _verb(word: str, name: str, *also: str) -> Option:
    return Option(word, Text(f"six-castles.verb.{name}"), also=also)


CASTLE, PAY, DISCS, WORKERS, NOTHING, SELL, TAKE, ENOUGH = (
    _verb("castle", "castle", "kasteel"),
    _verb(COIN, "pay", "pay", "betaal"),
    _verb("d", "discs", "disc", "discs", "schijf", "schijven"),
    _verb("w", "workers", "worker", "workers", "werker", "werkers"),
    _verb("-", "nothing", "nothing", "niets"),
    _verb("sell", "sell", "verkoop"),
    _verb("take", "take", "neem"),
    _verb("stop", "stop", "enough", "klaar"),
)
FROM, TOP = _verb("from", "from", "van"), _verb("top", "top", "bovenste")

Read: TypeAlias = "tuple[Named, int] | None"
"""What some words mean, and how many they are."""


part = partial(Part[State], value=lambda thing: thing.id)
"""What is said of a step, which is the id of a thing."""


def as_typed(state: State, word: str) -> Option:
    """A thing that is called the same in every language."""
    return Option(word, word)


class Tile(Option, eq=False):
    """A tile as it lies, which is typed in the letters of the player's language."""

    typed_by_id = False

    @property
    def brief(self) -> Option:
        """Its letters alone: the table tells what they stand for."""
        return Option(self.id, self.name)


def as_tile(state: State, tile: str) -> Tile:
    return Tile(tile, state.spelt(tile), also=(state.tables.terrains.written_in(state.lang, tile),))


# ---------------------------------------------------------------- the tile


def cells(state: State) -> list[Named]:
    hand = rules.hand_of(state, state.active)
    return [as_typed(state, NAMES[cell]) for cell in rules.open_cells(state, hand)] if state.lays else []


def read_cell(state: State, words: Sequence[str]) -> Read:
    word = words[0].casefold()
    return (as_typed(state, word), 1) if state.lays and re.fullmatch(_CELL, word) else None


def says_nothing(state: State, typed: str) -> Text:
    """What to say of a word that begins no step."""
    word = typed.split(" ")[0]
    if state.lays:
        return Text("six-castles.refused.cell-first", word=word, cells=cells(state))
    if state.now.kind == "d":
        return Text("six-castles.refused.word-discs", word=word)
    if state.now.kind != "w":
        return Text("six-castles.refused.word", word=word)
    if word.startswith("+"):
        return Text("six-castles.refused.one-worker")
    return Text("six-castles.refused.word-workers", word=word)


def tiles(state: State) -> list[Named]:
    """The tiles of the hand in every way that they can lie: those of the box only the player sees."""
    hand = rules.hand_of(state, state.active) if state.lays else []
    return [as_tile(state, way) for way in dict.fromkeys(way for tile in hand for way in orientations(tile))]


def read_tile(state: State, words: Sequence[str]) -> Read:
    """Four letters, also as two pairs or with a stroke between the rows."""
    tile, count = "", 0
    for word in words[:4]:
        tile, count = tile + state.letters_of(word), count + 1
        if len(tile) >= 4:
            break
    fits = state.lays and rules.why_no_tile(state, tile) is None
    return (as_tile(state, tile), count) if fits else None


def no_tile(state: State, typed: str) -> Text | None:
    return rules.why_no_tile(state, state.letters_of(typed.split(" ")[0])) if state.lays else None


class Lay(Step, frozen=True):
    """First: a land tile joins the territory."""

    cell: str
    tile: str = ""
    parts = (
        part("cell", cells, read=read_cell, wrong=says_nothing, shown=as_typed),
        part("tile", tiles, read=read_tile, wrong=no_tile, shown=as_tile, free=True, needed=True),
    )


def quarters(state: State) -> Sequence[Named]:
    return QUARTER_THINGS


def not_said(refusal: str) -> Callable[[State, str], Text]:
    """That a word is not what comes next."""
    return lambda state, typed: Text(refusal, word=typed.split(" ")[0])


class Found(Step, frozen=True):
    """Of several hills that are closed with a crag the one that gets the castle."""

    quarter: str
    verb = CASTLE
    parts = (part("quarter", quarters, label="site", wrong=not_said("six-castles.refused.quarter")),)


def read_bonus(state: State, words: Sequence[str]) -> Read:
    word = words[0].casefold()
    return next(((each, 1) for each in BONUS_THINGS if word.startswith("+") and word[1:] in each.also), None)


class Gain(Step, frozen=True):
    """What laying a crag brings."""

    bonus: str
    parts = (part("bonus", lambda state: BONUS_THINGS, read=read_bonus),)


# ---------------------------------------------------------------- discs


def places(state: State) -> list[Named]:
    line = state.active.line
    last = 0 if line is None else len(line.tiles) + 1
    return [as_typed(state, f"x{place or ''}") for place in range(last + 1)]


def read_place(state: State, words: Sequence[str]) -> Read:
    found = None if state.lays else re.fullmatch(r"x(\d{0,2})", words[0].casefold())
    return None if found is None else (as_typed(state, f"x{int(found[1]) if found[1] else ''}"), 1)


def faces(state: State) -> list[Named]:
    found = [face for id in state.active.tiles for face in rules.faces(state, id)]
    return [as_tile(state, face) for face in dict.fromkeys(found)]


def read_face(state: State, words: Sequence[str]) -> Read:
    is_face = re.fullmatch(r"[A-Za-z$]+", words[0])
    return (as_tile(state, state.letters_of(words[0])), 1) if is_face else None


class Explore(Step, frozen=True):
    """An exploration tile joins the line, or replaces one ahead of the cylinder."""

    place: str
    face: str = ""
    parts = (
        part("place", places, read=read_place, label="laid", shown=as_typed),
        part("face", faces, read=read_face, shown=as_tile, free=True, needed=True),
    )

    @property
    def at(self) -> int | None:
        """Its place in the line, counted from 0; none for the right end."""
        return int(self.place[1:]) - 1 if self.place[1:] else None


class Pay(Step, frozen=True):
    """A half-coin for the cylinder to go on to a space that shows one."""

    verb = PAY


def nothing_listed(state: State) -> Sequence[Named]:
    """Numbers and places are not listed."""
    return ()


def read_number(sign: str, state: State, words: Sequence[str]) -> Read:
    """A number behind a sign of its own."""
    number = words[0].removeprefix(sign)
    if not (words[0].startswith(sign) and number.isdecimal()):
        return None
    return as_typed(state, f"{sign}{min(int(number.lstrip('0')[:3] or 0), MOST)}"), 1


def number(field: str, sign: str = "", *, many: bool = False) -> Part[State]:
    return part(field, nothing_listed, read=partial(read_number, sign), shown=as_typed, free=True, many=many)


class Discs(Step, frozen=True):
    """Second: discs. A hill of the tile is marked with steps of the cylinder and with discs, or none is."""

    quarter: str = ""
    steps: str = ""
    discs: tuple[str, ...] = ()
    verb = DISCS
    parts = (part("quarter", quarters, free=True), number("steps", ">"), number("discs", "@", many=True))

    @property
    def spaces(self) -> tuple[int, ...]:
        """The spaces of the line that get a disc, counted from 0."""
        return tuple(int(disc[1:]) - 1 for disc in self.discs)


# ---------------------------------------------------------------- workers


def spot_of(word: str) -> Spot | None:
    """The spot that `c4ne` names."""
    cell, quarter = CELLS.get(word[:-2]), word[-2:]
    return None if cell is None or quarter not in QUARTERS else (cell, QUARTERS.index(quarter))


def spot(word: str) -> Spot:
    found = spot_of(word)
    assert found is not None, word
    return found


def read_new(state: State, words: Sequence[str]) -> Read:
    if not words[0].startswith("+"):
        return None
    apart = words[0] == "+" and len(words) > 1
    return as_new(state, f"+{_spot(words[1] if apart else words[0][1:], state)}"), 1 + apart


def read_move(state: State, words: Sequence[str]) -> Read:
    start, arrow, end = words[0].partition(">")
    move = f"{_spot(start, state)}>{_spot(end, state)}" if start and arrow else ""
    return (as_move(state, move), 1) if move else None


def _spot(word: str, state: State) -> str:
    """A cell and a quarter; without a cell, the tile just laid."""
    found = re.fullmatch(rf"({_CELL})?({'|'.join(QUARTER_WORDS)})", word.casefold())
    here = NAMES[state.placed[-1]]
    if found is None or (found[1] or here) not in CELLS:
        raise Refused(Text("six-castles.refused.spot", word=word))
    return (found[1] or here) + QUARTER_WORDS[found[2]]


def as_new(state: State, word: str) -> Option:
    return Option(word, Text("six-castles.written.new", spot=rules.place_of(spot(word[1:]))))


def as_move(state: State, word: str) -> Option:
    start, end = (rules.place_of(spot(each)) for each in word.split(">"))
    return Option(word, Text("six-castles.written.move", start=start, end=end))


def walk(start: Spot, end: Spot) -> str:
    """What is written for a worker that walks."""
    return f"{spot_name(*start)}>{spot_name(*end)}"


def new_workers(state: State) -> list[Named]:
    here = NAMES[state.placed[-1]] if state.placed and not state.lays else ""
    return [as_new(state, f"+{here}{quarter}") for quarter in QUARTERS] if here else []


class Workers(Step, frozen=True):
    """Second: workers. One may be added, any may walk."""

    new: str = ""
    moves: tuple[str, ...] = ()
    verb = WORKERS
    parts = (
        part("new", new_workers, read=read_new, shown=as_new, free=True),
        part("moves", nothing_listed, read=read_move, shown=as_move, free=True, many=True),
    )

    @property
    def new_at(self) -> Spot | None:
        """Where a new one lies down."""
        return spot(self.new[1:]) if self.new else None

    @property
    def walks(self) -> list[tuple[Spot, Spot]]:
        """From where to where the others go."""
        return [(spot(start), spot(end)) for start, end in (move.split(">") for move in self.moves)]

    @property
    def ends(self) -> list[Spot]:
        """Where workers lie down."""
        return [*([spot(self.new[1:])] if self.new else []), *(end for _, end in self.walks)]


class Nothing(Step, frozen=True):
    """Second: neither discs nor workers."""

    verb = NOTHING


# ---------------------------------------------------------------- sales and spaces


def farmed(state: State) -> Sequence[Named]:
    return state.tables.terrains.typed[state.lang, "agricultural"]


def scored(state: State) -> Sequence[Named]:
    """The terrains that a track has a space for."""
    typed = state.tables.terrains.typed
    return [*typed[state.lang, "landscape"], *typed[state.lang, "construction"]]


def read_paid(state: State, words: Sequence[str]) -> Read:
    """`from 7`: the disc of that space of the line; `from j9ne`: the worker that lies there."""
    space = read_number("", state, [words[0].removeprefix("@")])
    return space or (as_paid(state, _spot(words[0], state)), 1)


def as_paid(state: State, word: str) -> Option:
    found = spot_of(word)
    return Option(word, word if found is None else rules.place_of(found))


PAID = part("paid", nothing_listed, FROM, read=read_paid, shown=as_paid, free=True)


class Sell(Step, frozen=True):
    """Goods are sold to a castle; `goods` is how many where only the player knows."""

    castle: str
    good: str
    goods: str = ""
    paid: str = ""
    verb = SELL
    parts = (
        part("castle", lambda state: state.tables.castles.all),
        part(
            "good",
            farmed,
            wrong=lambda state, typed: Text("six-castles.refused.sell-what", goods=farmed(state)),
        ),
        number("goods"),
        PAID,
    )


class Take(Step, frozen=True):
    """A landscape is scored with a disc, a construction with a worker."""

    terrain: str
    top: bool = False
    paid: str = ""
    verb = TAKE
    parts = (
        part("terrain", scored, wrong=not_said("six-castles.refused.terrain")),
        Part("top", lambda state: (TOP,), asked=False),
        PAID,
    )

    @property
    def worker(self) -> Spot | None:
        """Where the worker lies that pays, if that is said."""
        return spot_of(self.paid)


def disc_paid(step: Sell | Take) -> int | None:
    """The space of the line that the disc comes from, if that is said."""
    return int(step.paid) - 1 if step.paid.isdecimal() else None


class Enough(Step, frozen=True):
    """Nothing more is sold or scored."""

    verb = ENOUGH


KINDS: tuple[type[Step], ...] = (Lay, Found, Gain, Explore, Pay, Discs, Workers, Nothing, Sell, Take, Enough)


# ---------------------------------------------------------------- steps as they stand in a journal


def written(steps: Sequence[Step]) -> str:
    """Steps as they stand in the journal."""
    words: list[str] = []
    for step in steps:
        if step.verb is not None:
            words.append(step.verb.id)
        for part in type(step).parts:
            ids = part.ids(step)
            if ids and isinstance(part.lead, Option):
                words.append(part.lead.id)
            words += ids
    return " ".join(words)
