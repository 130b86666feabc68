"""A whole turn in one line, both ways: `k10 whlo d ne >2 @7`, `j9 kanw +religion w +j9ne take house`.

    cell tile [castle QUARTER] [+BONUS]  d [QUARTER] [>STEPS] [@SPACE …] [sell CASTLE GOOD] [take LANDSCAPE [top]]
                                         w [+SPOT] [SPOT>SPOT …] [take CONSTRUCTION [top] [from SPOT]]
                                         -

A tile is written as it lies, four letters, a row at a time; a spot is a cell and a quarter (`c4ne`). `x FACE`
lays an exploration tile, `x2 FACE` as the second of the line. What is left out is asked; a full stop at the
end says that nothing more is wanted. In the journal a turn stands in its plainest form (turns.write).
"""

from __future__ import annotations

import re

from automa.dialogue import Refused, Text
from automa.names import named
from automa.six_castles import rules, turns
from automa.six_castles.rules import Bonus
from automa.six_castles.state import Player, Spot, Table
from automa.six_castles.tables import Terrain
from automa.six_castles.territory import CELLS, NAMES
from automa.six_castles.turns import Act, Laid, Sold, Taken, Turn

_CELL = re.compile(r"[a-z]{1,2}\d{1,3}")
_SPOT = re.compile(r"([a-z]\d{1,2})?(nw|ne|no|sw|zw|se|zo)")
_QUARTERS = {"nw": 0, "ne": 1, "no": 1, "sw": 2, "zw": 2, "se": 3, "zo": 3}
_BONUSES: dict[str, Bonus] = {
    "coin": "coin", "munt": "coin", "step": "step", "stap": "step", "religion": "religion",
    "faith": "religion", "geloof": "religion", "tile": "tile", "tegel": "tile",
}  # fmt: skip
_DISCS = {"d", "disc", "discs", "schijf", "schijven"}
_WORKERS = {"w", "worker", "workers", "werker", "werkers"}
_NOTHING = {"-", "nothing", "niets"}
_SELL = {"sell", "verkoop"}
_TAKE = {"take", "neem"}
_TOP = {"top", "bovenste"}
_FROM = {"from", "van"}
_CASTLE = {"castle", "kasteel"}
_LINE = re.compile(r"x(\d{0,2})")


class Words:
    """What is left to read of a line."""

    __slots__ = ("left",)

    def __init__(self, written: str) -> None:
        self.left = written.casefold().replace(",", " ").replace(";", " ").split()

    def peek(self) -> str:
        return self.left[0] if self.left else ""

    def take(self) -> str:
        return self.left.pop(0)

    def is_one_of(self, words: set[str]) -> bool:
        """Whether the next word is one of those; then it is taken."""
        if self.peek() in words:
            self.take()
            return True
        return False


def read(written: str, table: Table, player: Player) -> Turn:
    """A turn from its tile on, tried out on a twin of the table; `Refused` says what cannot be."""
    turn = recall(written, table)
    problem = rules.why_no_cell(table, NAMES[turn.cell])
    if problem is not None:
        raise Refused(problem)
    if turn.tile:
        _try(turn, *twin(table, player))
    return turn


def read_act(written: str, table: Table, player: Player) -> Act:
    """The second part of a turn, tried out on a twin of the table; `Refused` says what cannot be."""
    act = recall_act(written, table)
    turns.act(*twin(table, player), act)
    return act


def twin(table: Table, player: Player) -> tuple[Table, Player]:
    """The table and the player again, to try something out."""
    copy = table.copy()
    return copy, copy.players[table.players.index(player)]


def _try(turn: Turn, table: Table, player: Player) -> None:
    turns.place(table, player, turn.cell, turn.tile)
    sites = rules.castle_sites(table, turn.cell)
    if turn.site is not None and table.territory.hills_of(turn.cell)[turn.site] not in sites:
        raise Refused(Text("six-castles.refused.no-site", quarter=turns.quarter_text(turn.site)))
    if turn.site is not None:
        turns.found(table, table.territory.hills_of(turn.cell)[turn.site])
    elif len(sites) == 1:
        turns.found(table, sites[0])
    if turn.bonus is not None:
        if not rules.has_crag(table, turn.tile):
            raise Refused(Text("six-castles.refused.no-bonus"))
        turns.give(table, player, turn.bonus)
    if turn.act.kind or turn.act.laid:
        turns.act(table, player, turn.act)


# ---------------------------------------------------------------- the words of a turn


def recall(written: str, table: Table) -> Turn:
    """A turn as its words say it, whether or not it can be."""
    words = Words(written)
    turn = Turn(_read_cell(words, table))
    if not words.left:
        return turn
    turn.tile = read_tile(words, table)
    if words.is_one_of(_CASTLE):
        turn.site = _read_quarter(words)
    bonus = words.peek().removeprefix("+")
    if bonus in _BONUSES:
        words.take()
        turn.bonus = _BONUSES[bonus]
    if words.left:
        turn.act = _read_act(words, table, turn.cell)
    return turn


def recall_act(written: str, table: Table) -> Act:
    """Discs or workers as their words say it, whether or not it can be."""
    return _read_act(Words(written), table, table.placed[-1])


def recall_piece(written: str, table: Table) -> Sold | Taken:
    """One sale or one space, as it is offered."""
    words = Words(written)
    if words.is_one_of(_SELL):
        return _read_sale(words, table)
    words.take()
    return _read_taken(words, table, 0)


def _read_cell(words: Words, table: Table) -> int:
    cells = [NAMES[each] for each in sorted(table.territory.frontier)]
    if not words.left:
        raise Refused(Text("six-castles.refused.nothing", cells=cells))
    word = words.take()
    if word in CELLS:
        return CELLS[word]
    if _CELL.fullmatch(word):
        raise Refused(Text("six-castles.refused.no-cell", cell=word, cells=cells))
    raise Refused(Text("six-castles.refused.cell-first", word=word, cells=cells))


def read_tile(words: Words, table: Table) -> str:
    """Four letters, also as two pairs or with a stroke between the rows."""
    tile = words.take().replace("/", "")
    while len(tile) < 4 and words.left and len(tile + words.peek()) <= 4 and words.peek().isalpha():
        tile += words.take()
    letters = table.tables.terrains.by_letter
    for letter in tile:
        if letter not in letters:
            raise Refused(Text("six-castles.refused.letter", letter=letter, letters=list(letters)))
    if len(tile) != 4:
        raise Refused(Text("six-castles.refused.tile", tile=tile))
    return tile


def _read_act(words: Words, table: Table, cell: int) -> Act:
    act = Act()
    while found := _LINE.fullmatch(words.peek()):
        words.take()
        if not words.left:
            raise Refused(Text("six-castles.refused.face", face=""))
        act.laid.append(Laid(words.take(), int(found[1]) - 1 if found[1] else None))
    if words.is_one_of(_DISCS):
        act.kind = "d"
        _read_discs(words, table, act)
    elif words.is_one_of(_WORKERS):
        act.kind = "w"
        _read_workers(words, table, act, cell)
    elif words.is_one_of(_NOTHING):
        act.kind = "-"
    if words.is_one_of({"."}):
        act.whole = True
    if words.left:
        raise Refused(_unknown(words, act))
    if not act.kind and not act.laid:
        raise Refused(Text("six-castles.refused.no-act"))
    return act


def _unknown(words: Words, act: Act) -> Text:
    word = words.peek()
    if act.kind == "d":
        return Text("six-castles.refused.word-discs", word=word)
    if act.kind == "w":
        return Text("six-castles.refused.word-workers", word=word)
    return Text("six-castles.refused.word", word=word)


def _read_quarter(words: Words) -> int:
    if words.peek() not in _QUARTERS:
        raise Refused(Text("six-castles.refused.quarter", word=words.peek()))
    return _QUARTERS[words.take()]


def _read_discs(words: Words, table: Table, act: Act) -> None:
    if words.peek() in _QUARTERS:
        act.quarter = _read_quarter(words)
    while words.left:
        word = words.peek()
        if re.fullmatch(r">\d+", word):
            act.steps = min(int(words.take()[1:]), 99)
        elif re.fullmatch(r"@\d+", word):
            act.discs = (*act.discs, int(words.take()[1:]) - 1)
        elif words.is_one_of(_SELL):
            act.sales.append(_read_sale(words, table))
        elif words.is_one_of(_TAKE):
            act.taken.append(_read_taken(words, table, 0))
        else:
            return


def _read_sale(words: Words, table: Table) -> Sold:
    """A castle and a good in either order; the castle may be left out if only one buys it."""
    castles = [table.tables.castles.by_id[id] for id in table.territory.castles.values()]
    castle = good = None
    while words.left and (castle is None or good is None):
        goods = named(words.peek(), table.tables.terrains.of_group("agricultural"))
        found = named(words.peek(), table.tables.castles.all)
        if castle is None and len(found) == 1 and len(goods) != 1:
            castle = found[0]
        elif good is None and len(goods) == 1:
            good = goods[0]
        else:
            break
        words.take()
    if good is None:
        raise Refused(
            Text("six-castles.refused.sell-what", goods=table.tables.terrains.of_group("agricultural"))
        )
    if castle is None:
        buying = [each for each in castles if good.id in table.markets(each.id)]
        if len(buying) != 1:
            raise Refused(Text("six-castles.refused.sell-where", good=good, castles=buying or castles))
        castle = buying[0]
    count = min(int(words.take()), 99) if words.peek().isdecimal() else 0
    return Sold(castle.id, good.id, count)


def _read_taken(words: Words, table: Table, cell: int) -> Taken:
    """A space of a track, and for a construction which worker pays."""
    terrain, is_top = _read_terrain(words, table), words.is_one_of(_TOP)
    worker = _read_spot(words.take() if words.left else "", cell) if words.is_one_of(_FROM) else None
    return Taken(terrain.id, is_top, worker)


def _read_terrain(words: Words, table: Table) -> Terrain:
    found = named(words.peek(), table.tables.terrains.all) if words.left else []
    if len(found) != 1:
        typed = words.peek()
        if found:
            raise Refused(Text("six-castles.refused.which-terrain", word=typed, terrains=found))
        raise Refused(Text("six-castles.refused.terrain", word=typed))
    words.take()
    return found[0]


def _read_workers(words: Words, table: Table, act: Act, cell: int) -> None:
    while words.left:
        word = words.peek()
        if word.startswith("+"):
            words.take()
            if act.new is not None:
                raise Refused(Text("six-castles.refused.one-worker"))
            act.new = _read_spot(word[1:] or (words.take() if words.left else ""), cell)
        elif ">" in word:
            start, _, end = words.take().partition(">")
            act.moves.append((_read_spot(start, cell), _read_spot(end, cell)))
        elif words.is_one_of(_TAKE):
            act.taken.append(_read_taken(words, table, cell))
        else:
            return


def _read_spot(word: str, cell: int) -> Spot:
    """A cell and a quarter; without a cell, the tile just laid."""
    found = _SPOT.fullmatch(word)
    if found is None or (found[1] and found[1] not in CELLS) or not (found[1] or cell):
        raise Refused(Text("six-castles.refused.spot", word=word))
    return CELLS[found[1]] if found[1] else cell, _QUARTERS[found[2]]
