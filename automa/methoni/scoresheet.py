"""The score sheet of a game played without the app: from a file, or by questions that fill one in.

A Domain is given by its spaces (`"A1 A2 B2"`) or by how many they are; an Objective card by its three lands,
where all spaces are known, or by how many spaces match it.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Annotated, Literal, TypeAlias

from msgspec import Meta, Struct

from automa import scorefile
from automa.declared import Tree
from automa.dialogue import YOU, Ask, Move, Number, Option, Refused, Several, Text
from automa.methoni import scoring
from automa.methoni.island import LAND_OPTIONS, Area, Island, Land, Space, area_of
from automa.methoni.scoring import Result
from automa.methoni.tables import PLAYERS, Tables
from automa.scorefile import PlayerName, Question, Talk, asked, read, wrong
from automa.sheet import Column, Sheet
from automa.typed import Where, meaning

SPACES = 54
MOST_DUCATS = 70
MOST_TOWERS = 4
MOST_HOUSES = 75
MOST_VILLAS = 25
LANDS_ON_A_CARD = 3

Building: TypeAlias = Literal["houses", "villas"]

Holding = Annotated[
    str | Annotated[int, Meta(ge=1, le=SPACES)], meaning(Text("methoni.file.domain", high=SPACES))
]
Houses = Annotated[int, Meta(ge=0, le=MOST_HOUSES)]
Villas = Annotated[int, Meta(ge=0, le=MOST_VILLAS)]


class Estate(Struct, forbid_unknown_fields=True):
    """What one player has at the end."""

    ducats: Annotated[int, Meta(ge=0, le=MOST_DUCATS)]
    domains: Annotated[
        tuple[Holding, ...], meaning(Text("methoni.file.domains", high=MOST_TOWERS), max_length=MOST_TOWERS)
    ]
    objective: Annotated[
        list[Land] | Annotated[int, Meta(ge=0, le=SPACES)], meaning(Text("methoni.file.objective"))
    ] = 0
    houses: Annotated[Houses | None, asked(Question("methoni.score.houses"))] = None
    """In the largest Domain: they and the villas there count when players are tied."""
    villas: Annotated[Villas | None, asked(Question("methoni.score.villas"))] = None


class File(Struct, forbid_unknown_fields=True):
    """A score file."""

    player: Annotated[
        dict[PlayerName, Estate],
        meaning(Text("methoni.file.players"), min_length=PLAYERS[0], max_length=PLAYERS[-1]),
    ]


def score_file(tables: Tables, content: object, rulings: Mapping[str, str] = {}) -> Sheet:
    """The sheet for a filled-in file; `Refused` names the key, what was found and what is allowed."""
    file = read(File, content)
    scorefile.people(("player",), file.player)
    in_force = tables.rulings.in_force(rulings)
    taken: dict[str, str] = {}
    results = [
        _result(tables, in_force, number, name, estate, taken)
        for number, (name, estate) in enumerate(file.player.items(), 1)
    ]
    _check_box(tables, file, results, taken)
    sheet = scoring.sheet_of(results, tables.scoring, in_force["both-largest"])
    unknown = untold(in_force, sheet, file)
    if not unknown:
        return sheet
    # Half a value would decide the tie wrongly: as long as something is missing, it stays a tie.
    for column in tied(sheet):
        column.tie_break = (0,)
    names = [str(column.name) for column in tied(sheet)]
    sheet.remarks.append(Text("methoni.file.tie", players=names, keys=unknown))
    return sheet


def tied(sheet: Sheet) -> list[Column]:
    """Those with the most points, if they are several."""
    most = max(column.total for column in sheet.columns)
    best = [column for column in sheet.columns if column.total == most]
    return best if len(best) > 1 else []


def deciding(rulings: Mapping[str, str]) -> tuple[Building, ...]:
    """The buildings that have a part in what the largest Domain is worth in a tie."""
    return ("houses",) if rulings["tie-value"] == "claim" else ("houses", "villas")


def untold(rulings: Mapping[str, str], sheet: Sheet, file: File) -> list[str]:
    """The keys of the buildings that would decide a tie and that nobody has told."""
    estates = [file.player[str(column.name)] for column in tied(sheet)]
    return [what for what in deciding(rulings) if any(getattr(estate, what) is None for estate in estates)]


def _result(
    tables: Tables, rulings: Mapping[str, str], number: int, name: str, estate: Estate, taken: dict[str, str]
) -> Result:
    island = tables.board.island
    place: Where = ("player", name)
    sizes: list[int] = []
    spaces: Area = 0
    for at, holding in enumerate(estate.domains):
        if isinstance(holding, str):
            area = read_domain(holding, island, (*place, "domains", at), taken, name)
            spaces |= area
        sizes.append(holding if isinstance(holding, int) else area.bit_count())
    objective: Sequence[Land] = ()
    if isinstance(estate.objective, int):
        matching = estate.objective
        if matching > sum(sizes):
            raise wrong((*place, "objective"), matching, Text("methoni.file.matching", high=sum(sizes)))
    else:
        objective = estate.objective
        if len(set(objective)) != LANDS_ON_A_CARD or len(objective) != LANDS_ON_A_CARD:
            raise wrong((*place, "objective"), ", ".join(objective), Text("methoni.file.lands"))
        if any(isinstance(holding, int) for holding in estate.domains):
            raise wrong((*place, "objective"), ", ".join(objective), Text("methoni.file.count-objective"))
        matching = scoring.matching(island.land, spaces, objective)
    return Result(
        seat=f"player-{number}",
        name=name,
        sizes=sorted(sizes, reverse=True),
        ducats=estate.ducats,
        matching=matching,
        objective=objective,
        value=scoring.tie_value(
            tables.scoring,
            rulings["tie-value"],
            [(size, estate.houses or 0, estate.villas or 0) for size in sizes],
        ),
    )


def read_domain(written: str, island: Island, place: Where, taken: dict[str, str], name: str) -> Area:
    """The spaces of a Domain; each is in one Domain only, and one can walk from each to each."""
    words = written.replace(",", " ").split()
    if not words:
        raise wrong(place, written, Text("methoni.file.domain", high=SPACES))
    spaces: list[Space] = []
    for word in words:
        space = island.space.get(word.casefold())
        if space is None:
            raise wrong(place, word, Text("methoni.file.space"))
        if space in spaces:
            raise Refused(Text("methoni.file.repeated", space=space, name=name))
        if space.id in taken:
            raise Refused(Text("methoni.file.twice", space=space, name=name, other=taken[space.id]))
        taken[space.id] = name
        spaces.append(space)
    area = area_of(spaces)
    if not island.is_connected(area):
        raise Refused(Text("methoni.file.apart", name=name, spaces=spaces))
    return area


def _check_box(tables: Tables, file: File, results: Sequence[Result], taken: Collection[str]) -> None:
    """No more ducats, and no more spaces, than there are."""
    most = len(tables.board.island.spaces)
    spaces = sum(sum(result.sizes) for result in results)
    if spaces > most:
        raise Refused(Text("methoni.file.spaces", found=spaces, most=most))
    ducats, most = sum(result.ducats for result in results), tables.components.ducats
    if ducats > most:
        raise Refused(Text("methoni.file.ducats", found=ducats, most=most))
    lying = on_markets(tables, taken, [each for estate in file.player.values() for each in estate.domains])
    if ducats > most - lying:
        raise Refused(Text("methoni.file.ducats-on-markets", found=ducats, most=most, lying=lying))


def on_markets(tables: Tables, taken: Collection[str], holdings: Iterable[str | int]) -> int:
    """How many ducats surely lie on markets still: those on no space that is taken."""
    island = tables.board.island
    outside = sum(space.id not in taken for space in island.spaces_in(island.markets))
    # A Domain of which only the size is told may have as many markets as spaces.
    unknown = sum(each for each in holdings if isinstance(each, int))
    return max(0, outside - unknown) * tables.components.market


# ---------------------------------------------------------------- by questions


def score(tables: Tables, players: int, round: int = 0, rulings: Mapping[str, str] = {}) -> Talk[Sheet]:
    """Ask everybody for Domains, then for ducats and objective; for buildings only if that decides a tie."""
    in_force = tables.rulings.in_force(rulings)
    filled: dict[str, Tree] = {}
    held: dict[str, list[str | int]] = {}
    taken: dict[str, str] = {}
    for _ in range(players):
        name: str = yield from scorefile.ask_name("methoni.score.name", list(held))
        left = SPACES - sum(_size(each) for holdings in held.values() for each in holdings)
        domains: str = yield _domains_question(tables.board.island, name, taken, left)
        told = [each for each in domains.split(", ") if each != NO_DOMAIN]
        held[name] = [int(each) if each.isdecimal() else each for each in told]
        taken |= {id: name for each in told if not each.isdecimal() for id in each.split()}
    everything = [each for holdings in held.values() for each in holdings]
    left = tables.components.ducats - on_markets(tables, taken, everything)
    for name, holdings in held.items():
        coins: int = yield Number("methoni.score.ducats", YOU, low=0, high=left, name=name)
        left -= coins
        objective = yield _objective_question(name, holdings)
        filled[name] = {"domains": holdings, "ducats": coins, "objective": objective}
    sheet = score_file(tables, {"player": filled}, rulings)
    for column in tied(sheet):
        name = str(column.name)
        filled[name] |= yield from scorefile.ask_fields(Estate, tables, only=deciding(in_force), name=name)
    return score_file(tables, {"player": filled}, rulings) if tied(sheet) else sheet


NO_DOMAIN = "-"


def _domains_question(island: Island, name: str, taken: Mapping[str, str], left: int) -> Move:
    """All Domains of a player on one line: spaces with commas between Domains, or just the numbers.

    `taken` says who has which spaces, and `left` is how many nobody has.
    """
    free = [space.id for space in island.spaces if space.id not in taken]

    def read_line(written: str, insist: bool) -> str:
        parts = [part.strip() for part in written.replace(";", ",").split(",")]
        if len(parts) == 1 and all(word.isdecimal() for word in parts[0].split()):
            parts = parts[0].split()
        if parts in ([NO_DOMAIN], [""]) or parts == []:
            return NO_DOMAIN
        if len(parts) > MOST_TOWERS:
            raise Refused(Text("methoni.score.too-many", found=len(parts), most=MOST_TOWERS))
        seen = dict(taken)
        domains: list[str] = []
        for part in parts:
            if part.isdecimal():
                domains.append(str(int(part)))
            else:
                area = read_domain(part, island, ("domains",), seen, name)
                domains.append(" ".join(space.id for space in island.spaces_in(area)))
        sizes = sum(map(_size, domains))
        if sizes > left or "0" in domains:
            raise Refused(Text("methoni.score.size", found=sizes, most=left))
        return ", ".join(domains)

    # They have no number in a list, as numbers are sizes of Domains.
    examples = [Option(id, id.upper(), listed=False) for id in free[:1]]
    examples.append(Option(NO_DOMAIN, Text("methoni.score.no-domain"), listed=False))
    return Move("methoni.score.domains", YOU, examples, read=read_line, name=name)


def _size(holding: str | int) -> int:
    is_told = isinstance(holding, int) or holding.isdecimal()
    return int(holding) if is_told else len(str(holding).split())


def _objective_question(name: str, holdings: Sequence[str | int]) -> Ask:
    """The three lands, where every space is known; else how many spaces match."""
    if any(isinstance(each, int) for each in holdings):
        return Number("methoni.score.matching", YOU, low=0, high=sum(map(_size, holdings)), name=name)
    return Several("methoni.score.objective", YOU, LAND_OPTIONS, low=3, high=3, name=name)
