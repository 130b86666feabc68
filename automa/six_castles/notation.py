"""A whole turn in one line, both ways: `k10 whlo d ne >2 @7`, `j9 kanw +religion w +ne take house`.

First where the tile lies and how, four letters as it lies, a row at a time; then discs (`d`), workers (`w`)
or nothing (`-`), each with what belongs to it. A place of a worker is a tile and a quarter, `c4ne`; without
the tile, the one just laid. What is left out is asked; a full stop says that nothing more is wanted.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from automa.dialogue import Named, Option, Refused, Tell, Text
from automa.grammar import Grammar, Phrase
from automa.names import longest_named
from automa.six_castles import rules, turns
from automa.six_castles.line import may_pass
from automa.six_castles.rules import BONUSES, Bonus
from automa.six_castles.state import Player, Table
from automa.six_castles.tables import COIN, Castle, Tables, Terrain
from automa.six_castles.territory import CELLS, NAMES, QUARTERS
from automa.six_castles.turns import Turn

_A_CELL = r"-?[a-z]{1,2}-?\d{1,3}"
MOST = 99
"""A larger number is a slip of the finger."""
QUARTER_WORDS = {"nw": "nw", "ne": "ne", "no": "ne", "sw": "sw", "zw": "sw", "se": "se", "zo": "se"}
BONUS_WORDS: dict[str, Bonus] = {
    "coin": "coin", "munt": "coin", "step": "step", "stap": "step", "pass": "pass", "voorbij": "pass",
    "religion": "religion",
    "faith": "religion", "geloof": "religion", "tile": "tile", "tegel": "tile",
}  # fmt: skip
KINDS = {
    "d": ("d", "disc", "discs", "schijf", "schijven"),
    "w": ("w", "worker", "workers", "werker", "werkers"),
    "-": ("-", "nothing", "niets"),
}
CASTLE, PAY, SELL, TAKE, TOP, FROM, STOP = (
    ("castle", "kasteel"), (COIN, "pay", "betaal"), ("sell", "verkoop"), ("take", "neem"),
    ("top", "bovenste"), ("from", "van"), ("stop", ".", "klaar"),
)  # fmt: skip
"""The words that begin a part of a turn, in English and in Dutch."""


class Seated(Struct):
    """Whose turn it is, at which table."""

    table: Table
    player: Player


Read: TypeAlias = tuple[str, int] | None
"""What some words mean, and how many they are."""


class Pattern(Struct):
    """The ids of a part of a turn, by what they look like."""

    looks: str

    def __contains__(self, word: object) -> bool:
        return isinstance(word, str) and re.fullmatch(self.looks, word) is not None


# ---------------------------------------------------------------- the tile


def cells(at: Seated, turn: Turn) -> list[Named]:
    open_cells = rules.open_cells(at.table, turns.hand_of(at.table, at.player))
    return [Option(NAMES[cell], NAMES[cell]) for cell in open_cells]


def read_cell(at: Seated, turn: Turn, words: Sequence[str]) -> Read:
    word = words[0].casefold()
    return (word, 1) if re.fullmatch(_A_CELL, word) else None


def why_not_there(at: Seated, turn: Turn) -> Text | None:
    return rules.why_no_cell(at.table, turn.cell)


def no_cell(at: Seated, turn: Turn, typed: str, found: Sequence[Named]) -> Text:
    if not typed:
        return Text("six-castles.refused.nothing", cells=cells(at, turn))
    return Text("six-castles.refused.cell-first", word=typed, cells=cells(at, turn))


def tiles(at: Seated, turn: Turn) -> list[Named]:
    cell = CELLS.get(turn.cell, 0)
    known = turns.hand_of(at.table, at.player)
    ways = [way for tile in known for way in rules.ways_to_lie(at.table, tile, cell)]
    return [Option(way, way, turns.tile_words(at.table, way)) for way in dict.fromkeys(ways)]


def read_tile(at: Seated, turn: Turn, words: Sequence[str]) -> Read:
    """Four letters, also as two pairs or with a stroke between the rows."""
    tile = words[0].casefold()
    count = 1
    while len(tile) < 4 and count < len(words) and words[count].isalpha() and len(tile + words[count]) <= 4:
        tile += words[count].casefold()
        count += 1
    check_tile(at.table, tile)
    return tile, count


def check_tile(table: Table, tile: str) -> None:
    """`Refused` if these are not the four letters of a tile."""
    letters = table.tables.terrains.by_letter
    for letter in tile:
        if letter not in letters:
            raise Refused(Text("six-castles.refused.letter", letter=letter, letters=" ".join(letters)))
    if len(tile) != 4:
        raise Refused(Text("six-castles.refused.tile", tile=tile))


def why_not_so(at: Seated, turn: Turn) -> Text | None:
    return rules.why_not_so(at.table, CELLS[turn.cell], turn.tile)


def quarters(at: Seated, turn: Turn) -> list[Named]:
    if not _marks(at, turn):
        return []
    return [
        Option(quarter, rules.corner(quarter), turns.quarter_text(place))
        for place, quarter in enumerate(QUARTERS)
    ]


def sites(at: Seated, turn: Turn) -> list[Named]:
    return [
        Option(f"castle:{quarter}", Text("six-castles.written.castle", hill=rules.corner(quarter)))
        for quarter in QUARTERS
    ]


def read_site(at: Seated, turn: Turn, words: Sequence[str]) -> Read:
    parts = _parts(words, CASTLE)
    if parts is None:
        return None
    return f"castle:{_quarter(parts[0] if parts else '')}", _count(words, 1)


def bonuses(at: Seated, turn: Turn) -> list[Named]:
    return [Option(f"+{bonus}", f"+{bonus}", turns.bonus_name(bonus)) for bonus in BONUSES]


def read_bonus(at: Seated, turn: Turn, words: Sequence[str]) -> Read:
    bonus = BONUS_WORDS.get(words[0].casefold().removeprefix("+"))
    return None if bonus is None else (f"+{bonus}", 1)


# ---------------------------------------------------------------- discs


def explorations(at: Seated, turn: Turn) -> list[Named]:
    return [Option(f"x:{face}", f"x {face}") for id in at.player.tiles for face in turns.faces(at.table, id)]


def read_exploration(at: Seated, turn: Turn, words: Sequence[str]) -> Read:
    """`x wcno`, `x2 wcno`."""
    first, _, rest = words[0].casefold().partition(":")
    found = re.fullmatch(r"x(\d{0,2})", first)
    if found is None or (not rest and len(words) < 2):
        return None
    face = rest or words[1].casefold()
    return f"x{int(found[1]) or '' if found[1] else ''}:{face}", 1 if rest else 2


def payments(at: Seated, turn: Turn) -> list[Named]:
    return [Option(COIN, COIN, Text("six-castles.kind.pay"))] if may_pass(at.player) else []


def read_payment(at: Seated, turn: Turn, words: Sequence[str]) -> Read:
    return (COIN, 1) if words[0].casefold() in PAY else None


def last_payments(at: Seated, turn: Turn) -> list[Named]:
    """The same once the cylinder has gone on: a half-coin ahead of it may be the next."""
    line = at.player.line
    ahead = line is not None and COIN in line.spaces[line.cylinder + 1 :]
    return [Option(COIN, COIN, Text("six-castles.kind.pay"))] if turn.kind and ahead else []


def read_last_payment(at: Seated, turn: Turn, words: Sequence[str]) -> Read:
    return read_payment(at, turn, words) if turn.kind else None


def kinds(at: Seated, turn: Turn) -> list[Named]:
    return [Option(kind, kind, Text(f"six-castles.kind.{name}")) for kind, name in KIND_NAMES.items()]


KIND_NAMES = {"d": "discs", "w": "workers", "-": "nothing"}


def read_kind(at: Seated, turn: Turn, words: Sequence[str]) -> Read:
    word = words[0].casefold()
    return next(((kind, 1) for kind, known in KINDS.items() if word in known), None)


def read_quarter(at: Seated, turn: Turn, words: Sequence[str]) -> Read:
    quarter = QUARTER_WORDS.get(words[0].casefold())
    return (quarter, 1) if quarter and _marks(at, turn) else None


def _marks(at: Seated, turn: Turn) -> bool:
    """Whether a hill may be marked: with discs, by rivals with workers too."""
    return turn.kind == "d" or (turn.kind == "w" and not at.player.seat.is_person)


def _quarter(word: str) -> str:
    if word not in QUARTER_WORDS:
        raise Refused(Text("six-castles.refused.quarter", word=word))
    return QUARTER_WORDS[word]


def steps(at: Seated, turn: Turn) -> list[Named]:
    return []


def read_steps(at: Seated, turn: Turn, words: Sequence[str]) -> Read:
    return _number(">", turn, words)


def read_disc(at: Seated, turn: Turn, words: Sequence[str]) -> Read:
    return _number("@", turn, words)


def _number(sign: str, turn: Turn, words: Sequence[str]) -> Read:
    found = re.fullmatch(rf"{sign}(\d{{1,6}})", words[0])
    return (f"{sign}{min(int(found[1]), MOST)}", 1) if found and turn.kind == "d" else None


def sales(at: Seated, turn: Turn) -> list[Named]:
    return [
        Option(f"sell:{sale.castle}:{sale.good.id}", f"sell {sale.castle} {sale.good.id}")
        for sale in rules.sales(at.table, at.player)
    ]


def read_sale(at: Seated, turn: Turn, words: Sequence[str]) -> Read:
    """A castle and a good in either order; the castle may be left out if only one buys it."""
    parts = _parts(words, SELL)
    if parts is None or turn.kind != "d":
        return None
    table = at.table
    castle: Castle | None = None
    good: Terrain | None = None
    used = 0
    for _ in range(2):
        of_goods, goods = longest_named(parts[used:], table.tables.terrains.of_group("agricultural"))
        of_castles, found = longest_named(parts[used:], table.tables.castles.all)
        if castle is None and len(found) == 1 and len(goods) != 1:
            castle, used = found[0], used + of_castles
        elif good is None and len(goods) == 1:
            good, used = goods[0], used + of_goods
        else:
            break
    if good is None:
        goods = table.tables.terrains.of_group("agricultural")
        raise Refused(Text("six-castles.refused.sell-what", goods=goods))
    number = [str(min(int(word), MOST)) for word in parts[used : used + 1] if word.isdecimal()]
    used += len(number)
    disc, more = _from_space(parts[used:])
    chosen = castle or _only_buyer(table, good)
    return ":".join(["sell", chosen.id, good.id, *number, *disc]), _count(words, used + more)


def _from_space(parts: Sequence[str]) -> tuple[list[str], int]:
    """`from 7`: the disc of that space of the line; and how many words it is."""
    if parts and re.fullmatch(r"@\d{1,6}", parts[0]):
        return [parts[0]], 1
    if len(parts) > 1 and parts[0] in FROM and parts[1].isdecimal():
        return [f"@{min(int(parts[1]), MOST)}"], 2
    return [], 0


def _only_buyer(table: Table, good: Terrain) -> Castle:
    castles = [table.tables.castles.by_id[id] for id in table.territory.castles.values()]
    buying = [each for each in castles if good.id in table.markets(each.id)]
    if not buying:
        raise Refused(Text("six-castles.refused.nobody-buys", good=good))
    if len(buying) > 1:
        raise Refused(Text("six-castles.refused.sell-where", good=good, castles=buying))
    return buying[0]


def spaces(at: Seated, turn: Turn) -> list[Named]:
    group = rules.TRACKS.get(turn.kind)
    found = [] if group is None else rules.track_spaces(at.table, at.player, group)
    return [Option(f"take:{space.id}", f"take {space.id.replace(':', ' ')}") for space in found]


def read_space(at: Seated, turn: Turn, words: Sequence[str]) -> Read:
    """A terrain, perhaps the uppermost space, and for a construction which worker pays."""
    parts = _parts(words, TAKE)
    if parts is None or turn.kind not in rules.TRACKS:
        return None
    typed = parts[0] if parts else ""
    terrains = at.table.tables.terrains
    used, found = longest_named(parts, terrains.of_group(rules.TRACKS[turn.kind]))
    if not found:
        used, found = longest_named(parts, terrains.all)
    if len(found) != 1:
        if found:
            raise Refused(Text("six-castles.refused.which-terrain", word=typed, terrains=found))
        raise Refused(Text("six-castles.refused.terrain", word=typed))
    ids = ["take", found[0].id]
    if parts[used : used + 1] and parts[used] in TOP:
        ids.append("top")
        used += 1
    disc, more = _from_space(parts[used:])
    if disc:
        ids += disc
        used += more
    elif parts[used : used + 1] and (parts[used] in FROM or ":" in words[0]):
        used += parts[used] in FROM
        if used == len(parts):
            raise Refused(Text("six-castles.refused.which-worker", spots=rules.places_of(at.player)))
        ids.append(_spot(parts[used], _here(at, turn)))
        used += 1
    return ":".join(ids), _count(words, used)


# ---------------------------------------------------------------- workers


def new_workers(at: Seated, turn: Turn) -> list[Named]:
    if turn.kind != "w":
        return []
    here = _here(at, turn)
    return [
        Option(f"+{here}{quarter}", Text("six-castles.written.new", spot=_place(here + quarter)))
        for quarter in QUARTERS
    ]


def read_new(at: Seated, turn: Turn, words: Sequence[str]) -> Read:
    if not words[0].startswith("+") or turn.kind != "w":
        return None
    if turn.new:
        raise Refused(Text("six-castles.refused.one-worker"))
    apart = words[0] == "+" and len(words) > 1
    word = words[1] if apart else words[0][1:]
    return f"+{_spot(word.casefold(), _here(at, turn))}", 1 + apart


def read_move(at: Seated, turn: Turn, words: Sequence[str]) -> Read:
    start, arrow, end = words[0].casefold().partition(">")
    if not (start and arrow) or turn.kind != "w":
        return None
    here = _here(at, turn)
    return f"{_spot(start, here)}>{_spot(end, here)}", 1


def _here(at: Seated, turn: Turn) -> str:
    """The cell of the tile of this turn."""
    return turn.cell or NAMES[at.table.placed[-1]]


def _spot(word: str, here: str) -> str:
    """A cell and a quarter; without a cell, the tile just laid."""
    found = re.fullmatch(rf"({_A_CELL})?({'|'.join(QUARTER_WORDS)})", word)
    if found is None or (found[1] or here) not in CELLS:
        raise Refused(Text("six-castles.refused.spot", word=word))
    return (found[1] or here) + QUARTER_WORDS[found[2]]


def stops(at: Seated, turn: Turn) -> list[Named]:
    return [Option("stop", ".", Text("six-castles.kind.stop"))]


def read_stop(at: Seated, turn: Turn, words: Sequence[str]) -> Read:
    return ("stop", 1) if words[0].casefold() in STOP else None


def no_meaning(at: Seated, turn: Turn, typed: str, found: Sequence[Named]) -> Text:
    word = typed.split(" ")[0]
    if turn.kind == "d":
        return Text("six-castles.refused.word-discs", word=word)
    if turn.new and word.startswith("+"):
        return Text("six-castles.refused.one-worker")
    if turn.kind == "w":
        return Text("six-castles.refused.word-workers", word=word)
    return Text("six-castles.refused.word", word=word) if word else Text("six-castles.refused.no-act")


def _parts(words: Sequence[str], begins: Sequence[str]) -> list[str] | None:
    """The words that follow one that begins a part, also where they hang together as in the journal."""
    first, *rest = words[0].casefold().split(":")
    if first not in begins:
        return None
    return rest or [word.casefold() for word in words[1:]]


def _count(words: Sequence[str], used: int) -> int:
    """How many words a part is: those in the journal's form are one."""
    return 1 if ":" in words[0] else min(1 + used, len(words))


# ---------------------------------------------------------------- the two grammars


def _phrase(
    name: str,
    options: Callable[[Seated, Turn], list[Named]],
    read: Callable[[Seated, Turn, Sequence[str]], Read],
    looks: str,
    label: str = "",
) -> Phrase[Seated, Turn]:
    return Phrase(name, options, read=read, ids=Pattern(looks), label=label, wrong=no_meaning)


_A_SPOT = rf"{_A_CELL}(nw|ne|sw|se)"
TILE: Sequence[Phrase[Seated, Turn]] = (
    Phrase("cell", cells, read=read_cell, ids=CELLS, needed=True, why_not=why_not_there, wrong=no_cell),
    Phrase("tile", tiles, read=read_tile, ids=Pattern("[a-z]{4}"), needed=True, why_not=why_not_so),
    _phrase("site", sites, read_site, r"castle:\w\w"),
    _phrase("bonus", bonuses, read_bonus, r"\+(coin|step|pass|religion|tile)"),
)
ACTS: Sequence[Phrase[Seated, Turn] | tuple[Phrase[Seated, Turn], ...]] = (
    _phrase("laid", explorations, read_exploration, r"x\d{0,2}:\S*"),
    _phrase("paid", payments, read_payment, r"\$"),
    Phrase("kind", kinds, read=read_kind, ids=frozenset("dw-"), wrong=no_meaning),
    (
        _phrase("quarter", quarters, read_quarter, "nw|ne|sw|se"),
        _phrase("steps", steps, read_steps, r">\d+"),
        _phrase("discs", steps, read_disc, r"@\d+"),
        _phrase("sales", sales, read_sale, r"sell:\S*"),
        _phrase("new", new_workers, read_new, rf"\+{_A_SPOT}"),
        _phrase("moves", steps, read_move, f"{_A_SPOT}>{_A_SPOT}"),
        _phrase("taken", spaces, read_space, r"take:\S*"),
        _phrase("paid_last", last_payments, read_last_payment, r"\$", label="paid"),
    ),
    _phrase("stop", stops, read_stop, "stop"),
)
TURN: Grammar[Seated, Turn] = Grammar("six-castles.rules.notation", Turn, *TILE, *ACTS)
ACT: Grammar[Seated, Turn] = Grammar("six-castles.rules.notation", Turn, *ACTS)


def in_words(tables: Tables, written: str) -> Text:
    """A turn of the journal as a player would write it, in their language."""
    first, *more = (_as_typed(tables, id) for id in written.split())
    turn = Text("six-castles.written", what=first)
    for then in more:
        turn = Text("six-castles.then", before=turn, then=then)
    return turn


def _as_typed(tables: Tables, id: str) -> Text | str:
    what, *about = id.split(":")
    if what == "castle":
        return Text("six-castles.written.castle", hill=rules.corner(about[0]))
    if what == "sell":
        castle, good = tables.castles.by_id[about[0]].name, tables.terrains.by_id[about[1]]
        return Text("six-castles.written.sell", castle=castle, good=good)
    if what == "take":
        terrain, top = tables.terrains.by_id[about[0]], "top" in about
        taken = Text("six-castles.written.take-top" if top else "six-castles.written.take", terrain=terrain)
        spent = about[1 + top :]
        return Text("six-castles.written.from", what=taken, place=_place(spent[0])) if spent else taken
    bonus = id.removeprefix("+")
    if bonus in BONUSES:
        return Text(f"six-castles.written.{bonus}")
    if id in QUARTERS:
        return rules.corner(id)
    start, _, end = id.partition(">")
    if end and turns.spot_of(end):
        return Text("six-castles.written.move", start=_place(start), end=_place(end))
    return Text("six-castles.written.new", spot=_place(bonus)) if turns.spot_of(bonus) else id


def _place(word: str) -> Text | str:
    """A spot as it is typed in the player's language; or a space of the line."""
    spot = turns.spot_of(word)
    return word.lstrip("@") if spot is None else rules.place_of(spot)


class Written(Struct):
    """A grammar at a table, whose turns are tried out on a twin of it: what a `Move` is asked with."""

    grammar: Grammar[Seated, Turn]
    at: Seated

    def read(self, line: str, insist: bool = False) -> str:
        turn = self.grammar.read(line, self.at)
        told = self._tried(turn, insist)
        if not (turn.stop or turn.sales or turn.taken):
            turns.refuse(says_too_little(self.at, turn, told))
        return self.grammar.write(turn)

    def check(self, written: str, insist: bool = False) -> str:
        turn = self.grammar.recall(written, self.at)
        self._tried(turn, insist)
        return self.grammar.write(turn)

    def typed(self, written: str) -> Sequence[Named | str]:
        return [Option(id, _as_typed(self.at.table.tables, id)) for id in written.split()]

    def _tried(self, turn: Turn, insist: bool) -> list[Tell]:
        """What would be told; `Refused` if it cannot be."""
        table, player = self.at.table, self.at.player
        if self.grammar is TURN:
            told = try_turn(table, player, turn)
            if turn.tile and table.box and player.seat.is_person and not insist:
                turns.doubt(rules.tile_doubt(table, turn.tile, rules.cells_by_tile(table)))
            return told
        if not turn.acts:
            raise Refused(Text("six-castles.refused.no-act"))
        return turns.act(*twin(table, player), turn)

    def next(self, line: str) -> Sequence[tuple[Named, int]]:
        return self.grammar.next(line, self.at)

    def help(self) -> Text:
        return TURN.help()


def says_too_little(at: Seated, turn: Turn, told: Sequence[Tell]) -> Text | None:
    """What was left out where discs or workers are written that would do nothing."""
    table, player = at.table, at.player
    nothing = next((tell for tell in told if tell.id == "six-castles.marks-none"), None)
    if nothing is not None and not any(tell.id == "six-castles.step-paid" for tell in told):
        return Text("six-castles.refused.marks-nothing", hill=nothing.values["hill"])
    if turn.kind == "d" and not turn.quarter:
        sells = rules.sales(table, player) or rules.track_spaces(table, player, "landscape")
        return None if sells else Text("six-castles.refused.only-discs")
    idle = turn.kind == "w" and not (turn.new or turn.moves or player.lying)
    return Text("six-castles.refused.only-workers") if idle else None


def twin(table: Table, player: Player) -> tuple[Table, Player]:
    """The table and the player again, to try something out."""
    copy = table.copy()
    return copy, copy.players[table.players.index(player)]


def still_possible(table: Table, player: Player, turn: Turn) -> Turn:
    """A turn whose tile lies, without the discs and workers that a correction has made impossible since."""
    if can_act(table, player, turn):
        return turn
    rest = Turn(turn.cell, turn.tile, turn.site, turn.bonus, kind=turn.kind)
    if not can_act(table, player, rest):
        return Turn(turn.cell, turn.tile, turn.site, turn.bonus, kind="-")
    for part in ("quarter", "new", "moves", "sales", "taken"):
        said = getattr(turn, part)
        for each in said if isinstance(said, tuple) else [said]:
            more = replace(rest, **{part: (*getattr(rest, part), each) if isinstance(said, tuple) else each})
            if can_act(table, player, more):
                rest = more
    return rest


def can_act(table: Table, player: Player, turn: Turn) -> bool:
    """Whether the discs or workers of a turn are possible as they are written."""
    try:
        turns.act(*twin(table, player), turn)
    except Refused:
        return False
    return True


def try_turn(table: Table, player: Player, turn: Turn) -> list[Tell]:
    """What discs or workers would do; `Refused` if a turn, as far as it is said, cannot be taken."""
    turns.refuse(rules.why_no_cell(table, turn.cell))
    if not turn.tile:
        return []
    table, player = twin(table, player)
    cell = CELLS[turn.cell]
    turns.place(table, player, cell, turn.tile)
    sites = rules.castle_sites(table, cell)
    site = turns.site_of(table, turn)
    if site is not None and site not in sites:
        quarter = turns.quarter_text(QUARTERS.index(turn.site.partition(":")[2]))
        reason = rules.why_no_castle(table, cell, site)
        assert reason is not None
        raise Refused(Text("six-castles.refused.no-site", quarter=quarter, reason=reason))
    if site is None and len(sites) == 1:
        site = sites[0]
    if site is not None:
        turns.found(table, site)
    if turn.bonus:
        if not rules.has_crag(table, turn.tile):
            raise Refused(Text("six-castles.refused.no-bonus"))
        turns.give(table, player, turns.bonus_of(turn))
    return turns.act(table, player, turn) if turn.acts else []
