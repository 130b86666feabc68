"""Points with how they come about: spaces, ducats, objective, largest Domains, towers; and the tie-break."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from automa.dialogue import Text
from automa.methoni.island import Area, Land, land_name
from automa.methoni.state import Player, State, count
from automa.methoni.tables import Scoring
from automa.sheet import Column, Line, Sheet


class Result(Struct, kw_only=True):
    """What one player has at the end, as far as it scores."""

    seat: str
    name: str | Text
    sizes: Sequence[int]
    """The spaces of each Domain."""
    ducats: int
    matching: int
    """How many of the spaces are of a land on the Objective card."""
    objective: Sequence[Land] = ()
    value: int = 0
    """Of the largest Domain, which breaks ties."""


def matching(land: dict[Land, Area], spaces: Area, objective: Sequence[Land]) -> int:
    """How many spaces of an area are of a land on the Objective card."""
    return sum([(land[each] & spaces).bit_count() for each in objective])


def largest_points(
    sizes: Sequence[Sequence[int]], prizes: Sequence[int], *, one_each: bool = False
) -> list[int]:
    """What the largest and the second largest Domain bring each player, given the sizes of everybody's.

    All who have a Domain of the largest size score it, and of the next smaller size the second; one player
    may score both, unless by ruling only one, then the second goes to the largest of the others.
    """
    largest = max([size for each in sizes for size in each], default=0)
    rest = sizes if not one_each else [() if largest in each else each for each in sizes]
    second = max([size for each in rest for size in each if size < largest], default=0)
    first_prize, second_prize = prizes
    return [
        first_prize * (largest in each) + second_prize * (second in other)
        for each, other in zip(sizes, rest, strict=True)
    ]


def tower_points(scoring: Scoring, towers: int) -> int:
    """What that number of towers on the board scores."""
    return scoring.towers[min(towers, len(scoring.towers) - 1)]


def tie_value(scoring: Scoring, ruling: str, domains: Sequence[tuple[int, int, int]]) -> int:
    """What it would cost to acquire a player's largest Domain, of several equally large ones the dearest.

    Each is given by its spaces, houses and villas; the price is that of annexing it, or by ruling as if it
    were claimed.
    """
    prices = scoring.claim if ruling == "claim" else scoring.annex
    largest = max((spaces for spaces, _, _ in domains), default=0)
    return max((prices.of(*domain) for domain in domains if domain[0] == largest), default=0)


def result(table: State, player: Player) -> Result:
    """What a player has on the table now."""
    domains = list(table.domains_of(player.place))
    spaces = sum(domain.spaces for domain in domains)
    return Result(
        seat=player.seat.id,
        name=player.seat.name,
        sizes=sorted((domain.size for domain in domains), reverse=True),
        ducats=player.ducats,
        matching=matching(table.island.land, spaces, player.objective),
        objective=player.objective,
        value=tie_value(
            table.scoring,
            table.rulings["tie-value"],
            [(domain.size, count(domain.houses), count(domain.villas)) for domain in domains],
        ),
    )


def sheet(table: State) -> Sheet:
    """The score if the game ended now; an objective that nobody told counts nothing yet."""
    return sheet_of(
        [result(table, player) for player in table.players], table.scoring, table.rulings["both-largest"]
    )


def sheet_of(results: Sequence[Result], scoring: Scoring, both_largest: str) -> Sheet:
    """The score sheet of these players."""
    largest = largest_points(
        [each.sizes for each in results], scoring.largest, one_each=both_largest == "one"
    )
    return Sheet(
        Text("methoni.sheet.title"),
        [
            _column(each, scoring, most, _how_largest(each, most, largest, scoring.largest))
            for each, most in zip(results, largest, strict=True)
        ],
        [Text("methoni.sheet.value")],
    )


def _column(result: Result, scoring: Scoring, largest: int, how_largest: Text) -> Column:
    points = scoring.points
    spaces = sum(result.sizes)
    lines = [
        Line(
            Text("methoni.sheet.spaces"),
            spaces * points.space,
            Text("methoni.how.spaces", spaces=Text("methoni.amount.spaces", n=spaces), points=points.space),
        ),
        Line(
            Text("methoni.sheet.ducats"),
            result.ducats * points.ducat,
            Text("methoni.amount.ducats", n=result.ducats),
        ),
        Line(Text("methoni.sheet.objective"), result.matching * points.objective, _how_objective(result)),
        Line(Text("methoni.sheet.largest"), largest, how_largest),
        Line(
            Text("methoni.sheet.towers"),
            tower_points(scoring, len(result.sizes)),
            Text("methoni.amount.towers", n=len(result.sizes)),
        ),
    ]
    return Column(result.seat, result.name, lines, (result.value,))


def _how_largest(result: Result, points: int, everybodys: Sequence[int], prizes: Sequence[int]) -> Text:
    """The sizes of a player's Domains, and which prizes they bring, tied with how many."""
    if not result.sizes:
        return Text("methoni.how.no-domain")
    sizes = list(map(str, result.sizes))
    ranks = []
    for prize, rank in zip(prizes, ("methoni.how.first", "methoni.how.second"), strict=True):
        won = (prize, sum(prizes))
        if points in won:
            ranks.append(Text(rank, n=sum(each in won for each in everybodys)))
    if not ranks:
        return Text("methoni.how.largest", sizes=sizes, n=len(sizes))
    return Text("methoni.how.ranked", sizes=sizes, ranks=ranks, n=len(sizes))


def _how_objective(result: Result) -> Text:
    spaces = Text("methoni.amount.spaces", n=result.matching)
    if not result.objective:
        return Text("methoni.how.objective-unknown") if not result.matching else spaces
    lands = [land_name(land) for land in result.objective]
    return Text("methoni.how.objective", spaces=spaces, lands=lands)


def totals(table: State) -> list[int]:
    """Everybody's whole score now, quickly; an objective that is not known counts nothing."""
    ducat = table.scoring.points.ducat
    return [held + player.ducats * ducat for held, player in zip(holdings(table), table.players, strict=True)]


def margin(table: State, place: int) -> int:
    """How many points a player is ahead of the best of the others; below 0 if behind."""
    scores = totals(table)
    return scores.pop(place) - max(scores)


def holdings(table: State) -> list[int]:
    """What everybody's Domains score: all but the ducats."""
    scoring = table.scoring
    points = scoring.points
    land = table.island.land
    scores = [0] * len(table.players)
    sizes: list[list[int]] = [[] for _ in table.players]
    owned: list[Area] = [0] * len(table.players)
    for domain in table.domains:
        sizes[domain.owner].append(domain.size)
        owned[domain.owner] |= domain.spaces
    for player in table.players:
        spaces = owned[player.place]
        scores[player.place] = (
            spaces.bit_count() * points.space + matching(land, spaces, player.objective) * points.objective
        )
    largest = largest_points(sizes, scoring.largest, one_each=table.rulings["both-largest"] == "one")
    return [
        score + tower_points(scoring, len(each)) + most
        for score, each, most in zip(scores, sizes, largest, strict=True)
    ]
