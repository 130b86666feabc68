"""The table as pictures: the territory as a map, what everybody has, castles, tracks and contracts."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, TypeAlias

from automa.dialogue import Ask, Text
from automa.picture import (
    COLOUR_STYLES,
    FOR_A_PAGE,
    IF_ENDED_NOW,
    Area,
    Border,
    Lines,
    Map,
    Panel,
    Picture,
    Place,
    Point,
    Side,
    Span,
    Spans,
    Spot,
    Stage,
    Style,
    spaced,
)
from automa.six_castles import rules, scoring
from automa.six_castles.game import questions
from automa.six_castles.rules import effects, turns
from automa.six_castles.state import Line, Player, State, hill_of
from automa.six_castles.tables import COIN, COLOURS, GROUPS, TRACKS, Contract, Group
from automa.six_castles.territory import CELLS, COLUMNS, FIRST, NAMES, ROWS, WIDTH, around, spot_name

if TYPE_CHECKING:
    from automa.six_castles.tables import Tables

STYLES: Mapping[str, Style] = {
    "wheat": "gold", "chestnut": "brown", "linen": "gold", "meat": "orange", "olive-oil": "olive",
    "pasture": "green", "bush": "green", "lake": "key", "barren": "orange", "forest": "green",
    "crag": "brown", "stone-cross": "purple", "chapel": "purple", "military-camp": "orange",
    "house": "brown", "roman-milestone": "purple",
}  # fmt: skip
"""Red, blue, yellow and slate say whose something is, and are no terrain's."""
YOURS = "YJ"
"""The capitals of you in the languages there are: nobody else gets them."""
CYLINDER = "▲"
DISC = "●"
CASTLE = "#"
GLUE = "\u00a0"
"""A space at which no line is broken."""
Worker: TypeAlias = tuple[Span, Spans]
"""A worker that lies there: as a token, and in words."""


def panels(state: State, seat: str, ask: Ask | None = None) -> list[Panel]:
    """The territory, what everybody has, castles, tracks and contracts, and what the letters mean."""
    if not state.rounds:
        return []
    own = next((player for player in state.players if player.seat.id == seat), None)
    at = state.placed[-1] if state.placed else None
    if ask is not None and isinstance(cell := ask.values.get("cell"), str):
        at = CELLS[cell]  # where a tile is to be laid
    territory: Picture = [territory_map(state, at)] if state.placed else []
    sizes = [(82, 38), (82, 26), (78, 19), (78, 11), (78, 7)]
    parts = [Panel("territory", forms=[territory] * 5, sizes=sizes, says_all=4, grows=True)]
    if own is not None and not own.is_dummy:
        parts.append(_panel(state, own, 1))
    parts.append(_offers(state))
    letters: Picture = [Lines([spaced([*(_legend(state, group) for group in GROUPS), COIN_LEGEND], " ")])]
    parts.append(Panel("letters", forms=[letters] * 2, rank=1, says_all=1, sizes=[(34, 5), (76, 2), (76, 2)]))
    others = state.others(own) if own is not None else state.players
    return [*parts, *(_panel(state, player, 3) for player in others if not player.is_dummy)]


def _panel(state: State, player: Player, rank: int) -> Panel:
    lines = _player(state, player)
    line = [_in_short(state, player), *(lines[:1] if player.seat.is_person else [])]
    flowing: Picture = [Lines([spaced(lines, "  ")], hang=2)]
    return Panel(
        f"player {player.seat.id}",
        player.seat.name,
        has(state, player),
        [[Lines(lines, hang=2)]] if player.seat.is_person else [[Lines(lines, hang=2)], flowing],
        line=spaced(line, "  "),
        rank=rank,
        seat=player.seat.id,
        sizes=[(34, 6), (76, 1)] if player.seat.is_person else [FOR_A_PAGE, (34, 4), (34, 1)],
        says_all=0 if player.seat.is_person else 1,
    )


def stage(state: State) -> Stage:
    """The round, once there is one."""
    if not state.rounds:
        return Stage(Text("six-castles.picture.set-up"))
    if state.over:
        return Stage(Text("six-castles.picture.over"), state.rounds, state.rounds)
    name = Text("six-castles.picture.round", round=state.round, rounds=state.rounds)
    return Stage(name, state.round, state.rounds, [IF_ENDED_NOW])


# ---------------------------------------------------------------- the territory


def initials(state: State) -> dict[str, str | Text]:
    """A capital for each player, to stand beside their workers; no two alike, in any language."""
    found: dict[str, str | Text] = {}
    taken: set[str] = set()
    if any(isinstance(player.seat.name, Text) for player in state.players):
        taken.update(YOURS)
    for number, player in enumerate(state.players, 1):
        name = player.seat.name
        if isinstance(name, Text):
            found[player.seat.id] = Text("six-castles.letter.you")
            continue
        capitals = (sign.upper() for sign in name.split()[-1] + name if sign.isalpha())
        letter = next((capital for capital in capitals if capital not in taken), str(number))
        taken.add(letter)
        found[player.seat.id] = letter
    return found


def territory_map(state: State, at: int | None = None) -> Map:
    """Tiles as crossings of paths: each box between the paths is a hill with its terrains.

    What lies around a cell matters most, usually that of the last tile.
    """
    territory = state.territory
    top, bottom, left, right = territory.bounds()
    covered = {spot: hill for hill in territory.castles for spot in around(hill)}
    workers = _workers(state)
    areas = [
        _quarter(state, (cell, quarter), workers.get((cell, quarter), []))
        for cell in state.placed
        for quarter in range(4)
        if (cell, quarter) not in covered
    ]
    areas += [_castle(state, hill, workers) for hill in territory.castles]
    borders = [border for cell in state.placed for border in _paths(cell, covered)]
    free = sorted(territory.frontier)
    return Map(
        Text("six-castles.picture.territory"),
        areas,
        borders,
        [*(_crossing(cell, NAMES[cell]) for cell in state.placed), *map(_crossing, free)],
        columns={2 * column + 1: COLUMNS[column] for column in range(left - 1, right + 2) if COLUMNS[column]},
        rows={2 * row + 1: ROWS[row] for row in range(top - 1, bottom + 2) if ROWS[row]},
        lines_named=True,
        focus=NAMES[state.placed[-1] if at is None else at],
        anchor=NAMES[FIRST],
    )


def _workers(state: State) -> dict[tuple[int, int], list[Worker]]:
    """Whose workers lie where."""
    found: dict[tuple[int, int], list[Worker]] = {}
    letters = initials(state)
    for player, usual in zip(state.players, COLOURS, strict=False):
        style = COLOUR_STYLES[player.seat.colour or usual]
        token = Span(letters[player.seat.id], style, icon="person")
        said = [Span(Text("six-castles.picture.worker", who=player.seat), style)]
        for spot in player.lying:
            found.setdefault(spot, []).append((token, said))
    return found


def _crossing(cell: int, label: str = "") -> Spot:
    """A crossroad, of a tile that lies with its name."""
    row, column = divmod(cell, WIDTH)
    return Spot(NAMES[cell], NAMES[cell], (2 * column + 1, 2 * row + 1), (column + 0.5, row + 0.5), label)


def _at(cell: int, quarter: int) -> Place:
    row, column = divmod(cell, WIDTH)
    return 2 * column + quarter % 2, 2 * row + quarter // 2


def _square(at: Place, size: int) -> list[Point]:
    left, top, side = at[0] / 2, at[1] / 2, size / 2
    return [(left, top), (left + side, top), (left + side, top + side), (left, top + side)]


def _quarter(state: State, spot: tuple[int, int], workers: Sequence[Worker]) -> Area:
    cell, quarter = spot
    terrain = state.tables.terrains.by_letter[state.territory.tiles[cell][quarter]]
    at = _at(cell, quarter)
    return Area(
        spot_name(cell, quarter),
        Text("six-castles.picture.quarter", terrain=terrain, spot=rules.place_of(spot)),
        at,
        _square(at, 1),
        STYLES[terrain.id],
        signs=[Span(terrain.sign, STYLES[terrain.id], icon=terrain.id)],
        tokens=[token for token, _ in workers],
        contents=[said for _, said in workers],
        part_of=Text("six-castles.picture.hill", spot=_hill_name(state, hill_of(spot))),
        lies_on=NAMES[cell],
    )


def _hill_name(state: State, hill: int) -> Text:
    """A hill by its first quarter that lies."""
    return next(rules.place_of(spot) for spot in around(hill) if spot[0] in state.territory.tiles)


def _castle(state: State, hill: int, workers: Mapping[tuple[int, int], list[Worker]]) -> Area:
    """A castle on its four quarters."""
    at = _at(*around(hill)[0])
    castle = state.tables.castles.by_id[state.territory.castles[hill]]
    there = [each for spot in around(hill) for each in workers.get(spot, [])]
    return Area(
        f"castle {castle.id}",
        castle.name,
        at,
        _square(at, 2),
        "brown",
        (2, 2),
        label=f"{CASTLE}{castle.name[:4]}",
        tokens=[token for token, _ in there],
        contents=[said for _, said in there],
    )


_ARMS: Sequence[tuple[str, int, int, Side, Side, Point]] = (
    ("north", 0, 1, "east", "west", (0.5, 0.0)),
    ("south", 2, 3, "east", "west", (0.5, 1.0)),
    ("west", 0, 2, "south", "north", (0.0, 0.5)),
    ("east", 1, 3, "south", "north", (1.0, 0.5)),
)
"""For each path of a tile: the quarters beside it, its side of each of them, where it leaves the tile."""


def _paths(cell: int, covered: Mapping[tuple[int, int], int]) -> Iterator[Border]:
    row, column = divmod(cell, WIDTH)
    for name, one, two, side, across, (x, y) in _ARMS:
        area, other = spot_name(cell, one), spot_name(cell, two)
        if (cell, one) in covered and (cell, two) in covered:
            continue
        if (cell, one) in covered:
            # A castle is wider than a quarter: the path is named by the quarter on its other side.
            area, other, side = other, "", across
        elif (cell, two) in covered:
            other = ""
        line = ((column + 0.5, row + 0.5), (column + x, row + y))
        yield Border(f"{NAMES[cell]} {name}", NAMES[cell], area, side, line, other, "road", "dim")


COIN_LEGEND: Spans = [
    Span(COIN, "gold", icon="half-coin"),
    Span(GLUE),
    Span(Text("six-castles.short.half-coin"), "dim"),
]
"""A space of the exploration line that is paid for, not owned."""


def _legend(state: State, group: Group) -> Spans:
    spans: list[Span] = []
    for terrain in state.tables.terrains.of_group(group):
        if spans:
            spans.append(Span(" "))
        spans += [
            Span(terrain.sign, STYLES[terrain.id], icon=terrain.id),
            Span(GLUE),
            Span(Text(f"six-castles.short.{terrain.id}"), "dim"),
        ]
    return spans


# ---------------------------------------------------------------- what a player has


def has(state: State, player: Player) -> list[Spans]:
    """What stands beside a player's name."""
    gold, half = divmod(player.coins, state.tables.setup.coins.gold)
    points = scoring.total(state, player)
    return [
        [Span(Text("six-castles.picture.coins", gold=gold, half=half), "gold")],
        [Span(Text("six-castles.picture.religion", space=player.religion + 1), "purple")],
        [Span(Text("six-castles.picture.discs", n=player.discs))],
        [Span(Text("six-castles.picture.workers", n=player.workers))],
        [Span(Text("amount.points", n=points), "good")],
    ]


def _in_short(state: State, player: Player) -> Spans:
    """What a player has, where there is room for one short line."""
    gold, half = divmod(player.coins, state.tables.setup.coins.gold)
    text = Text(
        "six-castles.picture.brief",
        points=scoring.total(state, player),
        gold=gold,
        half=half,
        religion=player.religion + 1,
        discs=player.discs,
        workers=player.workers,
    )
    return [Span(text)]


def _player(state: State, player: Player) -> list[Spans]:
    """The line of a player, what they own, their tiles, and where their workers lie."""
    line = [_line(state, player.line)] if player.line is not None and player.line.tiles else []
    lines: list[Spans] = [*line]
    if player.owned:
        owned = [
            Text("six-castles.picture.owns", terrain=terrain, count=player.owned[terrain.letter])
            for terrain in state.tables.terrains.all
            if player.owned.get(terrain.letter)
        ]
        lines.append([Span(Text("six-castles.picture.owned", terrains=owned), "dim")])
    seen = player.seat.is_person or state.box  # a rival's tiles of the box lie open
    if player.hand and seen:
        held = rules.hand_of(state, player)
        named = [effects.tile_words(state, tile) for tile in held]
        letters = [*map(state.spelt, held)]
        lines.append([Span(Text("six-castles.picture.hand", tiles=letters, words=named))])
    if player.tiles and player.seat.is_person:
        tiles = turns.line_hand(state, player)
        lines.append([Span(Text("six-castles.picture.line-hand", tiles=tiles), "dim")])
    if player.lying:
        spots = [rules.place_of(spot) for spot in player.lying]
        letter = initials(state)[player.seat.id]
        lines.append([Span(Text("six-castles.picture.lying", letter=letter, spots=spots), "dim")])
    return lines


def _line(state: State, line: Line) -> Spans:
    """The exploration line: what is owned, the cylinder, the discs; the spaces ahead numbered."""
    spans: list[Span] = [Span(Text("six-castles.picture.line")), Span(" ")]
    at = 0
    for place, tile in enumerate(line.tiles):
        if place:
            spans.append(Span("| ", "dim"))
        for letter in tile:
            style: Style = (
                "good" if at <= line.cylinder or at in line.discs else "gold" if letter == COIN else ""
            )
            sign = CYLINDER if at == line.cylinder else DISC if at in line.discs else ""
            number = str(at + 1) if at > line.cylinder else ""
            icon = "half-coin" if letter == COIN else state.tables.terrains.by_letter[letter].id
            spans += [Span(state.spelt(letter), style, icon=icon), Span(f"{sign}{number} ", style)]
            at += 1
    return spans


# ---------------------------------------------------------------- castles, tracks, contracts


def _offers(state: State) -> Panel:
    """What castles buy, which spaces are free and what contracts count; in short with a letter for each."""
    beside: list[Spans] = []
    if state.castle:
        name, goods = state.castle_name(state.castle), questions.goods_of(state, state.castle)
        beside.append([Span(Text("six-castles.picture.next", castle=name, goods=goods), "brown")])
    lines: list[Spans] = []
    castles: list[Span] = []
    for hill, castle in state.territory.castles.items():
        named, value = Span(f"{CASTLE}{state.castle_name(castle)} ", "brown"), rules.value_of(state, hill)
        if markets := state.markets(castle):
            goods = questions.goods_of(state, castle)
            lines.append([named, Span(Text("six-castles.picture.buys", value=value, goods=goods))])
            letters = state.spelt(" ".join(state.tables.terrains.by_id[good].letter for good in markets))
            castles += [named, Span(letters), Span(f" × {value}  ")]
        else:
            lines.append([named, Span(Text("six-castles.picture.blocked"), "dim")])
    tracks: list[Spans] = []
    for group in () if state.is_family else TRACKS:
        lines.append(_track(state, group))
        tracks.append(_track(state, group, in_letters=True))
    contracts, counted = scoring.seen_contracts(state), list[Span]()
    if contracts:
        lines.append(_contracts(state, contracts))
        counted += _contracts(state, contracts, in_letters=True)
    short: Picture = [Lines([words for words in (castles, *tracks, counted) if words], hang=2)]
    return Panel(
        "offers",
        Text("six-castles.picture.offers"),
        beside,
        [[Lines(lines, hang=2)], short, short],
        line=spaced(tracks, "  ") or castles or spaced(beside),
        rank=2,
        sizes=[(76, 9), (34, 8), (76, 4)],
    )


def _track(state: State, group: Group, *, in_letters: bool = False) -> Spans:
    """The spaces of a track: points, and whose piece lies there."""
    letters = initials(state)
    kind, top = ("track", "short-top") if in_letters else ("sheet", "top")
    spans: list[Span] = [Span(Text(f"six-castles.{kind}.{group}")), Span(" ")]
    tracks, gap = state.tables.tracks, "" if in_letters else " "
    for id, points in tracks.spaces(group).items():
        terrain = state.tables.terrains.by_id[id]
        taken = state.taken.get(id)
        spans += [
            Span(
                terrain.sign if in_letters else terrain.name,
                "dim" if taken else STYLES[terrain.id],
                rules.place_on_track(id),
            ),
            Span(f"{gap}{points}", "dim"),
            *([Span("=", "dim"), Span(letters[taken], "dim")] if taken else []),
            Span(f"{gap} "),
        ]
    highest = Text(f"six-castles.picture.{top}", points=tracks.top_of(group))
    holders = [letters[player.seat.id] for player in state.players if rules.has_top(player, group)]
    return [
        *spans,
        Span(highest, "dim", rules.top_place(group)),
        *([Span("=", "dim"), *(Span(letter, "dim") for letter in holders)] if holders else []),
    ]


def _contracts(state: State, contracts: Sequence[Contract], *, in_letters: bool = False) -> Spans:
    letters = initials(state)
    players = [player for player in state.players if not player.is_dummy]
    gap = GLUE if in_letters else " "
    spans: list[Span] = [Span(Text("six-castles.picture.contracts")), Span(" ")]
    for place, contract in enumerate(contracts):
        counts: list[Span] = []
        for player in players:
            count = scoring.contract_count(state, player, contract)
            counts += [Span(gap if counts else f"{gap}(", "dim"), Span(letters[player.seat.id], "dim")]
            counts.append(Span(f":{count}", "dim"))
        spans += [
            Span("  " if place else ""),
            Span(_sign(state, contract) if in_letters else contract.name),
            Span(f"{gap}{contract.points}", "good"),
            *([] if contract in state.contracts else [Span(gap), Span(Text("six-castles.picture.secret"))]),
            *counts,
            Span(")", "dim"),
        ]
    return spans


def _sign(state: State, contract: Contract) -> str | Text:
    """The letter of the terrain that counts, or the sign of castles."""
    of = contract.of
    return CASTLE if of is None else state.tables.terrains.by_id[of].sign


# ---------------------------------------------------------------- one component


def bare_track(tables: Tables, group: Group) -> Spans:
    """A track with the points of its spaces, and nobody on it."""
    spans: list[Span] = []
    for id, points in tables.tracks.spaces(group).items():
        spans += [Span(tables.terrains.by_id[id].name), Span(f" {points}  ", "good")]
    spans.append(Span(Text("six-castles.picture.top", points=tables.tracks.top_of(group))))
    return spans
