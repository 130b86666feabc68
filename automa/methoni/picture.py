"""The table as a picture: the island as a map, who has what, and what closing and annexing would cost."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import cycle
from operator import itemgetter

from msgspec.structs import replace

from automa import picture as pictures
from automa import priorities
from automa.dialogue import Text
from automa.levels import level_name
from automa.methoni import rules, scoring
from automa.methoni.island import ROWS, Border, Island, Land, Space, land_letter, land_name
from automa.methoni.opponents.plans import Plan, Thinker
from automa.methoni.state import Domain, Player, State, of
from automa.methoni.steps import ducats
from automa.opponents import tenths
from automa.picture import (
    COLOUR_STYLES,
    IF_ENDED_NOW,
    Area,
    Lines,
    Listing,
    ListRow,
    Map,
    Panel,
    Picture,
    Point,
    Side,
    Span,
    Spans,
    Stage,
    Style,
    spaced,
)
from automa.priorities import Section, Want

LAND_STYLES: Mapping[Land, Style] = {
    "desert": "yellow",
    "furrows": "red",
    "fields": "orange",
    "forest": "green",
    "plains": "olive",
    "mountain": "brown",
}
HEIGHT = 3**0.5
"""Of a triangle with sides of 2."""
ON_A_LINE = 3
"""With so many players one line tells what the viewer has, and one what the others have."""
BEST_PRICES = 3
"""How many prices of each kind are told where there is little room."""
ALONE = 4
"""So many more Domains are told where nothing can be closed."""

# ---------------------------------------------------------------- the table


def panels(table: State, seat: str, building: Border | None = None) -> list[Panel]:
    """The island, everybody, and what closing and annexing would cost."""
    own = table.player_at(seat)
    # Beginning with the one who looks at the table.
    players = table.players if own is None else [own, *table.others(own)]
    island = island_map(table, building)
    totals = scoring.totals(table)
    holdings = [_holding(table, player, totals[player.place]) for player in players]
    closely = [_closely(table, player, totals[player.place]) for player in players]
    mine = spaced([words for words in holdings[0].columns if words], "  ")
    short = [_in_short(player) for player in players]
    # Two lines leave the island all it needs.
    first = 1 if len(short) <= ON_A_LINE else (len(short) + 1) // 2
    briefly: list[Spans] = [mine if first == 1 else spaced(short[:first], "  "), spaced(short[first:], "  ")]
    colour = players[0].colour
    signs = Text("methoni.picture.legend", domain=letter(colour), house=small_letter(colour))
    parts = [
        Panel(
            "island",
            forms=[[replace(island, slanted=True)], [island]],
            sizes=[(64, 31), (78, 13)],
            says_all=1,
            grows=True,
        ),
        Panel(
            "players",
            forms=[
                [Listing(holdings, right=(2, 3, 5, 6, 7), spare=(7, 6, 5))],
                [Listing(closely, right=(2, 3))],
                [Lines(briefly)],
            ],
            line=spaced(map(_purse, players), "  "),
            rank=1,
            says_all=1,
            sizes=[(95, len(players)), (50, len(players)), (76, 2)],
        ),
        Panel(
            "legend",
            forms=[[Lines([[Span(signs, "dim")]])]],
            line=[Span(Text("methoni.picture.lands"), "dim")],
            rank=1,
            sizes=[(53, 3)],
        ),
    ]
    if own is not None and not table.over:
        prices = price_list(table, own)
        best = price_list(table, own, most=BEST_PRICES)
        parts.append(
            Panel(
                "prices",
                forms=[[Lines(prices, hang=2)], [Lines(best, hang=2)]],
                line=spaced(price_list(table, own, most=1), "  "),
                rank=2,
                sizes=[(44, 5), (76, 2)],
            )
        )
    return parts


def stage(table: State) -> Stage:
    """The round, the walls that are left, and the bank."""
    if table.over:
        return Stage(Text("methoni.picture.over"))
    walls = Text("methoni.picture.walls", walls=Text("methoni.amount.walls", n=table.supply))
    bank = Text("methoni.picture.bank", ducats=ducats(table.bank))
    beside: list[Spans] = [[Span(walls, "name")], [Span(bank, "gold")], IF_ENDED_NOW]
    few_walls = table.supply <= len(table.players)
    return Stage(Text("methoni.picture.round", round=table.round), beside=beside, is_last=few_walls)


def _in_short(player: Player) -> Spans:
    """What a player has, on a part of a line."""
    name = Text("methoni.picture.player", who=player.seat)
    return [_sign(player), Span(" "), Span(name), Span(" "), *_held(player)]


def _held(player: Player, width: int = 0) -> Spans:
    """What a player has left, in letters: ducats, houses (as wide as said), towers."""
    towers = max(player.towers, 0)
    houses = f"{player.houses:{width}}"
    held = Text("methoni.picture.held", ducats=player.ducats, houses=houses, towers=towers)
    return [Span(held, "dim")]


def _purse(player: Player) -> Spans:
    """What a player has in ducats, in very few words."""
    return [_sign(player), Span(" "), Span(ducats(player.ducats), "gold")]


def _sign(player: Player) -> Span:
    """The letter of a player's colour."""
    return Span(letter(player.colour), COLOUR_STYLES[player.colour], icon="house")


def has(table: State) -> dict[str, list[Spans]]:
    """What stands beside everybody's name where it is told what they did: ducats, points, Domains."""
    totals = scoring.totals(table)
    return {
        player.seat.id: [words for words in _worth(table, player, totals[player.place]) if words]
        for player in table.players
    }


def _worth(table: State, player: Player, points: int) -> tuple[Spans, Spans, Spans]:
    sizes = _sizes(table, player)
    domains = Text("methoni.picture.domains", sizes="+".join(map(str, sizes)), n=sum(sizes))
    return (
        [Span(ducats(player.ducats), "gold")],
        [Span(Text("amount.points", n=points), "good")],
        [Span(domains)] if sizes else [],
    )


def _sizes(table: State, player: Player) -> list[int]:
    """How large the Domains of a player are, the largest first."""
    return sorted((domain.size for domain in table.domains_of(player.place)), reverse=True)


def _holding(table: State, player: Player, points: int) -> ListRow:
    """All that a player has: colour, name, ducats, points, how large the Domains are, and what is left."""
    houses = Text("methoni.amount.houses", n=player.houses)
    return ListRow(
        [
            [_sign(player)],
            [Span(Text("methoni.picture.player", who=player.seat), "name", player.seat.id)],
            *_worth(table, player, points),
            [Span(Text("methoni.picture.left", houses=houses), "dim")],
            [Span(Text("methoni.amount.towers", n=player.towers), "dim")],
            [Span(Text("methoni.amount.villas", n=player.villas), "dim")],
        ]
    )


def _closely(table: State, player: Player, points: int) -> ListRow:
    """The same in a narrow column: what is left in letters, and no villas."""
    who = [Span(Text("methoni.picture.player", who=player.seat), "name", player.seat.id)]
    _, worth, _ = _worth(table, player, points)
    sizes = "+".join(map(str, _sizes(table, player)))
    return ListRow([[_sign(player)], who, _held(player, 2), worth, [Span(sizes)] if sizes else []])


def letter(colour: str) -> Text:
    """The capital of a colour: whose Domain it is."""
    return Text(f"methoni.letter.{colour}")


# ---------------------------------------------------------------- prices


def price_list(table: State, player: Player, most: int | None = None) -> list[Spans]:
    """What a player would pay to close an area, and for each Domain of the others; at most `most` of each."""
    lines: list[Spans] = []
    # Without a wall in the supply nothing can be closed.
    closing = sorted(_closings(table, player), key=itemgetter(0), reverse=True) if table.supply else []
    if closing:
        lines.append(_row("methoni.prices.close", [words for _, words in closing], most))
    others = [domain for domain in table.domains if domain.owner != player.place]
    annexing = sorted(others, key=lambda domain: rules.domain_value(table, domain))
    if annexing:
        words = [_annex_price(table, domain) for domain in annexing]
        if most is not None:
            most += 0 if closing else ALONE
            most += len(words) == most + 1  # a single one takes no more room than that there is one more
        lines.append(_row("methoni.prices.annex", words, most))
    return lines


def _row(id: str, entries: Sequence[Spans], most: int | None) -> Spans:
    row: list[Span] = [Span(Text(id), "name")]
    for place, entry in enumerate(entries[:most]):
        row += [Span(" · " if place else " "), *entry]
    if more := len(entries[most:]) if most else 0:
        row += [Span(" · "), Span(Text("methoni.why.more", n=more), "dim")]
    return row


def _closings(table: State, player: Player) -> Iterator[tuple[tuple[bool, int], Spans]]:
    """For each wall that would close something: whether it can be, its worth; where, how much, the price."""
    for number, area in sorted(table.closings.items()):
        border = table.island.borders[number]
        ways = rules.placements(table, player, border)
        price = min(rules.closing_price(table, player, area, placed) for placed in ways)
        can = rules.can_close(table, player, border, area)
        spaces = Text("methoni.amount.spaces", n=area.bit_count())
        said = Text("methoni.prices.closing", spaces=spaces, price=price)
        named = [Span(border.mark, "mark"), Span(" "), Span(border.name)]
        words = [*named, Span(" "), Span(said, "good" if can else "bad")]
        worth = area.bit_count() * table.scoring.points.space - price
        yield (can, worth), words if can else [*words, Span(" ✗", "bad")]


def _annex_price(table: State, domain: Domain) -> Spans:
    """A Domain by its first space, and what it costs."""
    space = table.island.first_space(domain.spaces)
    price = str(rules.domain_value(table, domain))
    return [_sign(table.players[domain.owner]), Span(f" {space.name} "), Span(price, "gold")]


# ---------------------------------------------------------------- the island


def board_map(island: Island) -> Map:
    """The empty island, to be compared with the printed board."""
    return Map(
        Text("methoni.picture.island"),
        [_area(space) for space in island.spaces],
        [_border(border) for border in island.borders],
        corners=True,
        rows={place: row.upper() for place, row in enumerate(ROWS)},
        mark_width=len(str(len(island.borders))),
        legend=[[Span(Text("methoni.picture.lands"), "dim")]],
    )


def island_map(table: State, building: Border | None = None) -> Map:
    """The island with everything on it."""
    island, board = table.island, board_map(table.island)
    in_domains = _in_domains(table)
    areas: list[Area] = []
    for space, area in zip(island.spaces, board.areas, strict=True):
        tokens, contents = _standing(table, space, in_domains.get(space.number, ()))
        domain = table.domain_at(space.bit)
        owner: Style = "" if domain is None else COLOUR_STYLES[table.players[domain.owner].colour]
        areas.append(replace(area, owner=owner, tokens=tokens, contents=[*area.contents, *contents]))
    borders = [
        replace(drawn, carries="wall") if border.bit & table.walls else drawn
        for border, drawn in zip(island.borders, board.borders, strict=True)
    ]
    focus = "" if building is None else building.id
    return replace(board, areas=areas, borders=borders, focus=focus, legend=())


def column(space: Space) -> int:
    """Where a space stands in its row when all rows are centred under each other."""
    return int(space.id[1:]) - 1 + (max(ROWS.values()) - ROWS[space.id[0]]) // 2


def row(space: Space) -> int:
    return list(ROWS).index(space.id[0])


def points_up(space: Space) -> bool:
    """Whether the space below is beside it; else the one above."""
    upper_half = row(space) < len(ROWS) // 2
    return int(space.id[1:]) % 2 == (1 if upper_half else 0)


@lru_cache(maxsize=128)
def corners(space: Space) -> tuple[Point, Point, Point]:
    """A triangle: from the top if it points up, else from the top left; then clockwise."""
    left, top = float(column(space)), row(space) * HEIGHT
    if points_up(space):
        return (left + 1, top), (left + 2, top + HEIGHT), (left, top + HEIGHT)
    return (left, top), (left + 2, top), (left + 1, top + HEIGHT)


@lru_cache(maxsize=128)
def _area(space: Space) -> Area:
    """A space as it is printed."""
    style = LAND_STYLES[space.land]
    signs = [Span(land_letter(space.land), style, icon=space.land)]
    told: list[Spans] = [[Span(land_name(space.land), style)]]
    if space.market:
        signs.append(Span("$", "gold", icon="market"))
        told.append([Span(land_name("market"), "gold")])
    return Area(
        space.id,
        space.name,
        (column(space), row(space)),
        corners(space),
        style,
        label=space.id[1:],
        signs=signs,
        contents=told,
        part_of=space.id[0].upper(),
    )


@lru_cache(maxsize=256)
def _border(border: Border) -> pictures.Border:
    """A border without a wall."""
    space, *beyond = border.spaces
    side, line = _side(space, beyond[0] if beyond else None)
    return pictures.Border(
        border.id,
        border.name,
        space.id,
        side,
        line,
        beyond[0].id if beyond else "",
        "open" if beyond else "coast",
    )


def _side(space: Space, other: Space | None) -> tuple[Side, tuple[Point, Point]]:
    """On which side of a space another one is, or the sea, and the line between them."""
    a, b, c = corners(space)
    up = points_up(space)
    number, last = int(space.id[1:]), ROWS[space.id[0]]
    if other is None:
        across = -1 if number == 1 else 1 if number == last else 0
    else:
        across = column(other) - column(space) if row(other) == row(space) else 0
    if across:
        return ("west", (c, a)) if across < 0 else ("east", (a, b) if up else (b, c))
    return ("south", (b, c)) if up else ("north", (a, b))


def _standing(table: State, space: Space, inside: Spans) -> tuple[list[Span], list[Spans]]:
    """What stands on a space, in letters and in words; `inside` is what it shows of its Domain."""
    domain = table.domain_at(space.bit)
    tokens: list[Span] = []
    contents: list[Spans] = []
    if domain is not None:
        owner = table.players[domain.owner]
        style = COLOUR_STYLES[owner.colour]
        tokens += [Span(letter(owner.colour), style, icon="tower"), *inside]
        contents.append([Span(Text("methoni.picture.domain-of", who=owner.seat), style)])
        if domain.spaces & -domain.spaces == space.bit:
            contents += _buildings(table, domain)
    for player in table.players:
        if standing := of(table.houses[space.number], player.place):
            tokens.append(_token("methoni.houses-of", player, standing))
            contents.append(_counted("methoni.picture.houses-of", player, standing))
    return tokens, contents


def _token(id: str, player: Player, standing: int) -> Span:
    """Houses or villas of a player: r, 2r, r+."""
    number = str(standing) if standing > 1 else ""
    text = Text(id, number=number, letter=small_letter(player.colour))
    return Span(text, COLOUR_STYLES[player.colour], icon="villa" if id == "methoni.villas-of" else "house")


def _counted(id: str, player: Player, standing: int) -> Spans:
    """Houses or villas of a player, in words."""
    return [Span(Text(id, who=player.seat, n=standing), COLOUR_STYLES[player.colour])]


def _in_domains(table: State) -> dict[int, list[Span]]:
    """The villas and houses of each Domain, spread over its spaces: where they stand is all the same."""
    shown: dict[int, list[Span]] = {}
    for domain in table.domains:
        tokens = [
            _token(id, player, standing)
            for id, built in (("methoni.villas-of", domain.villas), ("methoni.houses-of", domain.houses))
            for player in table.players
            if (standing := of(built, player.place))
        ]
        # Next to a market there is less room.
        spaces = sorted(table.island.spaces_in(domain.spaces), key=lambda space: space.market)
        for space, token in zip(cycle(spaces), tokens, strict=False):
            shown.setdefault(space.number, []).append(token)
    return shown


def small_letter(colour: str) -> Text:
    """The small letter of a colour: whose house it is."""
    return Text(f"methoni.small-letter.{colour}")


def _buildings(table: State, domain: Domain) -> Iterator[Spans]:
    """The houses and villas in a Domain, told with its first space."""
    for player in table.players:
        if houses := of(domain.houses, player.place):
            yield _counted("methoni.picture.houses-of", player, houses)
        if villas := of(domain.villas, player.place):
            yield _counted("methoni.picture.villas-of", player, villas)


# ---------------------------------------------------------------- facts and opponents


def opponent_card(opponent: Plan | Thinker) -> Picture:
    """The priorities of an opponent, as a person would follow them; or what it weighs, for each level."""
    if isinstance(opponent, Plan):
        parts: Sequence[tuple[str, str, Sequence[Want]]] = [
            ("methoni.plan.cards", "methoni.card", opponent.cards),
            ("methoni.plan.houses", "methoni.houses", opponent.houses),
            ("methoni.plan.annex", "methoni.annex", opponent.annex),
        ]
        sections = [
            Section(Text(heading), [want.text(words) for want in wants]) for heading, words, wants in parts
        ]
        return priorities.card(sections, opponent.strength)
    drawn: Picture = []
    for level, weights in opponent.level.items():
        values = [(name, getattr(weights, name)) for name in WEIGHED]
        worth = [Text(f"methoni.plan.worth.{name}", value=tenths(value)) for name, value in values if value]
        ahead = [] if weights.search is None else [weights.search.text]
        looks = (
            Text("methoni.plan.looks", n=weights.looks) if weights.looks else Text("methoni.plan.one-card")
        )
        entries = [looks, *ahead, *worth]
        drawn += priorities.card(
            [Section(Text("methoni.plan.level", level=level_name(level)), entries)], weights.strength
        )
    return drawn


WEIGHED = ("rivals", "threat", "hope", "market", "tower")
