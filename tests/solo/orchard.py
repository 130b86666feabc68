"""A small set of tables to test with: an orchard of trees and a market, in two files."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any, Literal, TypeAlias

import msgspec

from automa.declared import KeyPath, thing, told
from automa.dialogue import YOU, Name, Number, Text
from automa.game import Game, Lesson, Teaching
from automa.picture import Heading, Picture
from solo.trouble import Trouble
from solo.words.sentences import Words

TREES = """\
source = "publisher"
note = "Counted on a picture."

[sources]
"tree.apple.price" = "rulebook"
tree.pear.colour = "assumed"

[tree.apple]
name = "Apple tree"
price = 3
colour = "red"

[tree.pear]
name = "Pear tree"
price = 4
colour = "green"
gains = [{ do = "pick", amount = 2 }, { do = "sell", goods = "pear" }]

[tree.plum]
source = "assumed"
name = "Plum tree"
price = 2
colour = "purple"
evergreen = true
"""

MARKET = """\
days = ["mon", "thu"]
source = "rulebook"

[stall]
source = "assumed"
note = "The stalls are not in the book."
open = true
places = 6
order = ["north", "south", "east"]

[chart]
1 = [1, 1, 2, 2]
2 = [2, 2, 1, 1]
"""


Side: TypeAlias = Literal["north", "south", "east"]


class Pick(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="do", tag="pick"):
    amount: int


class Sell(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="do", tag="sell"):
    goods: str


class Tree(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    name: Annotated[str, msgspec.Meta(min_length=1)]
    price: Annotated[int, msgspec.Meta(ge=0, le=9)]
    colour: Annotated[Literal["red", "green", "purple"], told("orchard.colour", "colour")]
    gains: tuple[Pick | Sell, ...] = ()
    evergreen: bool = False
    height: float | None = None


class Trees(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    tree: dict[Annotated[str, thing("tree")], Tree]


class Stall(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    open: bool
    places: int
    order: tuple[Side, Side, Side]


class Market(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    days: list[Literal["mon", "thu", "sat"]]
    stall: Stall
    chart: dict[int, tuple[int, int, int, int]]


class Orchard(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    market: Market
    trees: Trees


class OrchardGame(Game):
    """What the tables machinery needs of a game, and nothing else."""

    id = "orchard"
    name = "The Orchard"
    tables = Orchard

    def faults(self, tables: Orchard) -> list[tuple[str, Text]]:
        wrong = []
        names: dict[str, str] = {}
        for id, tree in tables.trees.tree.items():
            if tree.name in names:
                wrong.append((f"trees.tree.{id}.name", Text("orchard.same-name", other=names[tree.name])))
            names.setdefault(tree.name, id)
        if len(set(tables.market.stall.order)) < 3:
            wrong.append(("market.stall.order", Text("orchard.twice-in-order")))
        return wrong


class TeachingGame(OrchardGame):
    """The same with all that a game may offer for teaching."""

    def teaching(self) -> Teaching:
        return Teaching({"tree": tree_lesson}, drawings={Stall: _draw_stall})


def tree_lesson(tables: Orchard) -> Lesson:
    name = yield Name("orchard.which-tree", YOU)
    price = yield Number("orchard.which-price", YOU, low=0, high=9)
    yield [Heading(name)]
    return {"trees": {"tree": {name.lower(): {"name": name, "price": price, "colour": "red", "gains": None}}}}


def _draw_stall(tables: Orchard, keys: KeyPath) -> Picture:
    return [Heading(f"drawing of {'.'.join(keys)}")]


GAME: Any = OrchardGame()
TEACHING: Any = TeachingGame()


def lay_out(root: Path, **files: str) -> Path:
    """The tables in a folder, with the given files in the place of their own."""
    folder = root / "orchard"
    folder.mkdir(parents=True, exist_ok=True)
    for stem, content in {"trees": TREES, "market": MARKET, **files}.items():
        (folder / f"{stem}.toml").write_text(content, encoding="utf-8")
    return root


def said(trouble: Trouble, lang: str = "en") -> str:
    """What the user reads."""
    return Words.of(lang).plain(trouble.text)
