"""The score sheet of a table of two to five: one round of the Scoring Phase, the final count, or both.

From a file, or by questions that fill one in.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from typing import Annotated, Any

from msgspec import Meta, Struct

from automa import scorefile
from automa.declared import Tree
from automa.dialogue import YOU, Ask, Choose, Number, Option, Refused, Several, Tally, Tell, Text
from automa.scorefile import PlayerName, Question, Table, Talk, read, whole, wrong
from automa.sheet import Column, Line, Sheet
from automa.typed import meaning
from automa.valeria import scoring
from automa.valeria.board import Board, District, Road, Track
from automa.valeria.scoring import Award
from automa.valeria.tables import MONUMENTS, ROUNDS, Monument, Tables

GREEN = "green"
FINAL = "final"
PLAYERS = range(2, 6)
MOST_KEEPS = 40
"""More than could ever stand on the board; how many the box holds is not in the book."""
MOST_POINTS = 999
ZERO_CONTROL, RANKS = "zero-control", "ranks"
"""The one ruling that a score depends on, and how it makes those without control take a place."""
OF_A_ROUND = ("districts", "roads", "monuments", "crates")
"""The parts of a file that mean nothing without a round."""

NOBODY = Text("valeria.file.nobody")


class Head(Struct):
    """What a file begins with; what else may stand in it depends on this."""

    players: Annotated[
        list[PlayerName],
        meaning(Text("valeria.file.players", low=PLAYERS[0], high=PLAYERS[-1]), min_length=2, max_length=5),
    ]
    round: Annotated[int, Meta(ge=ROUNDS[0], le=ROUNDS[-1])] | None = None


def file_table(tables: Tables, board: Board, players: Sequence[str], round: int | None) -> Table:
    """All of a file: what lies on the table, as far as the round or the final count needs it."""
    each = tables.components.each

    def of_players(
        kind: scorefile.Form, allowed: Text = scorefile.A_TABLE, asked: Question | None = None
    ) -> Table:
        return Table(dict.fromkeys(players, kind), allowed=allowed, question=asked)

    parts: Tree = dict.fromkeys(Head.__struct_fields__, Any)
    if round is not None:
        tokens = {colour: whole(high) for colour, high in token_limits(tables, players).items()}
        districts = dict.fromkeys(board.scored[round], Table(tokens, allowed=NOBODY))
        parts["districts"] = Table(districts, needed=districts)
        parts["roads"] = Table(dict.fromkeys(board.road, of_players(whole(each.windmill))))
        counted = {str(kind): whole(most_counted(tables, kind, len(players))) for kind in MONUMENTS}
        parts["monuments"] = of_players(Table(counted, default=None))
        crates = Question("valeria.score.crates", default=0, each="player")
        parts["crates"] = of_players(whole(each.crate), asked=crates)
    tracks = {str(id): of_players(whole(track.top), NOBODY) for id, track in board.tracks.items()}
    parts["guilds"] = Table(tracks, needed=tracks)
    before = Question("valeria.score.before", each="player")
    parts["score"] = of_players(whole(MOST_POINTS), asked=before)
    return Table(parts, needed=["districts"], default=None)


def score_file(tables: Tables, content: object, rulings: Mapping[str, str] = {}) -> Sheet:
    """The sheet for a filled-in file; `Refused` names the key, what was found and what is allowed."""
    board = Board.of(tables)
    head = read(Head, content)
    assert isinstance(content, Mapping)
    players = scorefile.people(("players",), head.players, taken=[GREEN])
    if head.round is None:
        for part in OF_A_ROUND:
            if part in content:
                raise Refused(Text("valeria.refused.no-round", key=part, low=ROUNDS[0], high=ROUNDS[-1]))
        if content.get("guilds") is None:
            raise Refused(Text("valeria.refused.nothing-to-score"))
    file = scorefile.fill(file_table(tables, board, players, head.round), content)
    if head.round is not None:
        _check_supply(tables, file)
    for guild, spaces in (file["guilds"] or {}).items():
        _check_stars(board.tracks[guild], spaces.values())
    zero_ranks = tables.rulings.in_force(rulings)[ZERO_CONTROL] == RANKS
    sheet = _sheet(tables, board, file, zero_ranks=zero_ranks)
    if "score" not in content and (head.round != ROUNDS[0] or file["guilds"]):
        sheet.remarks.append(Text("valeria.file.no-score"))
    return sheet


def _check_supply(tables: Tables, file: Tree) -> None:
    dots = tables.components.road.dots
    for road, windmills in file["roads"].items():
        if sum(windmills.values()) > dots:
            raise wrong(("roads", road), sum(windmills.values()), Text("valeria.file.dots", high=dots))
    limits = {
        "districts": token_limits(tables, file["players"]),
        "roads": dict.fromkeys(file["players"], tables.components.each.windmill),
    }
    for part, most in limits.items():
        problem = too_many(most, file[part].values())
        if problem is not None:
            raise Refused(Text("valeria.refused.key-supply", key=part, problem=problem))


def _check_stars(track: Track, spaces: Iterable[int]) -> None:
    stars = [space for space in spaces if track.is_star(space)]
    for space in stars:
        if stars.count(space) > 1:
            raise Refused(Text("valeria.refused.star", guild=track.name, space=track.shown(space)))


def _sheet(tables: Tables, board: Board, file: Tree, *, zero_ranks: bool) -> Sheet:
    columns = [Column(player, player, []) for player in file["players"]]
    round: int | None = file["round"]

    def put(label: Text, awards: Sequence[Award]) -> None:
        for column, award in zip(columns, awards, strict=True):
            column.lines.append(Line(label, award.points, award.how))

    if any(file["score"].values()):
        before = [Award(points, Text("valeria.how.before")) for points in file["score"].values()]
        put(Text("valeria.sheet.before"), before)
    if round is not None:
        for id in board.scored[round]:
            label = Text("valeria.sheet.district", district=board.district[id])
            put(label, _control(tables, board, file, id, zero_ranks=zero_ranks))
        for monument in MONUMENTS:
            label = Text("valeria.sheet.monument", monument=Text(f"valeria.monument.{monument}"))
            put(label, [_monument(tables, monument, built[monument]) for built in file["monuments"].values()])
        put(scoring.sheet_label(f"wharf.{round}"), scoring.score_wharf(tables, list(file["crates"].values())))
    if file["guilds"] is None:
        return Sheet(Text("valeria.sheet.round", round=round or 0), columns, final=False)
    for column in columns:
        column.tie_break = (0,)
    for guild, track in board.tracks.items():
        spaces = list(file["guilds"][guild].values())
        shown = [track.shown(space) for space in spaces]
        put(scoring.sheet_label(f"guild.{guild}"), scoring.score_guild(tables, spaces, shown))
        for column, space in zip(columns, spaces, strict=True):
            column.tie_break = (column.tie_break[0] + track.is_star(space),)
    return Sheet(Text("valeria.sheet"), columns, [Text("valeria.stars")])


def _control(tables: Tables, board: Board, file: Tree, id: str, *, zero_ranks: bool) -> list[Award]:
    """Control of a district; where the ruling decides what a player earns, it is named."""
    there = file["districts"][id]
    roads = [file["roads"][road] for road in board.district[id].roads]
    control = [2 * there[player] + sum(road[player] for road in roads) for player in file["players"]]
    prizes = tables.actions.prizes.control
    awards = scoring.score_control(prizes, control, there[GREEN], zero_ranks=zero_ranks)
    for award, ruled in zip(awards, scoring.zero_matters(prizes, control, there[GREEN]), strict=True):
        if ruled:
            award.how = Text("valeria.how.ruled", how=award.how)
    return awards


def _monument(tables: Tables, monument: Monument, counted: int | None) -> Award:
    if counted is None:
        return Award(0, Text("valeria.how.no-monument"))
    return scoring.monument_points(tables, monument, counted)


def token_limits(tables: Tables, players: Iterable[str]) -> dict[str, int]:
    """How many tokens that give a whole control point each colour has."""
    each = tables.components.each
    high = each.manor + each.lighthouse + each.temple + each.ship + each.citizen
    return {**dict.fromkeys(players, high), GREEN: MOST_KEEPS}


def most_counted(tables: Tables, monument: Monument, players: int) -> int:
    """The tokens of all colours that a monument can count."""
    each = tables.components.each
    per = tables.actions.monument[monument].per
    return players * (tables.components.supply()[per] + (each.lighthouse if per == "manor" else 0))


def too_many(limits: Mapping[str, int], places: Iterable[Mapping[str, int]]) -> Tell | None:
    """Who has more tokens of a kind on the board than there are of one colour."""
    everywhere = list(places)
    for colour, high in limits.items():
        found = sum(place.get(colour, 0) for place in everywhere)
        if found > high:
            player = Text("valeria.green") if colour == GREEN else colour
            return Tell("valeria.refused.supply", player=player, high=high, found=found)
    return None


# By questions


def score(tables: Tables, players: int, round: int = 0, rulings: Mapping[str, str] = {}) -> Talk[Sheet]:
    """The questions for one round; if none is named, it is asked which, or the final count."""
    if players not in PLAYERS:
        raise Refused(Text("valeria.refused.players", found=players, low=PLAYERS[0], high=PLAYERS[-1]))
    board = Board.of(tables)
    if not round:
        options = [Option(str(each), Text("valeria.score.round", round=each)) for each in ROUNDS]
        what = yield Choose("valeria.score.what", YOU, [*options, Option(FINAL, Text("valeria.score.final"))])
        round = 0 if what == FINAL else int(what)
    names: list[str] = []
    while len(names) < players:
        names.append((yield from scorefile.ask_name("valeria.score.name", names, taken=[GREEN])))
    parts = OF_A_ROUND if round else ("guilds",)
    kind = file_table(tables, board, names, round or None)
    people = [Option(name, name) for name in names]
    scored = [board.district[id] for id in board.scored.get(round, ())]
    beside = [road for road in board.roads if any(each.id in road.districts for each in scored)]
    tokens, colours = token_limits(tables, names), [*people, Option(GREEN, Text("valeria.green"))]
    in_district = partial(Tally, "valeria.score.tokens", YOU, colours, low=0, high=sum(tokens.values()))
    windmills, dots = dict.fromkeys(names, tables.components.each.windmill), tables.components.road.dots
    on_road = partial(Tally, "valeria.score.windmills", YOU, people, low=0, high=dots, default={})
    own: dict[str, Callable[[], Talk[object]]] = {
        "districts": partial(_ask_tokens, in_district, "district", scored, tokens),
        "roads": partial(_ask_tokens, on_road, "road", beside, windmills),
        "monuments": partial(_ask_monuments, tables, people),
        "guilds": partial(_ask_guilds, board, people),
    }
    content: Tree = {"players": names}
    if round:
        content["round"] = round
    else:
        content |= yield from scorefile.ask_fields(kind, tables, only=["score"])
    content |= yield from scorefile.ask_fields(kind, tables, own, only=parts)
    return score_file(tables, content, rulings)


def _ask_tokens(
    question: Callable[..., Ask], what: str, places: Sequence[District | Road], most: Mapping[str, int]
) -> Talk[dict[str, dict[str, int]]]:
    """How many tokens each player has in each place: none has more on the board than the box holds."""
    found: dict[str, dict[str, int]] = {}
    for place in places:
        while place.id not in found:
            answer: dict[str, int] = yield question(**{what: place})
            problem = too_many(most, [*found.values(), answer])
            if problem is None:
                found[place.id] = answer
            else:
                yield problem
    return found


def _ask_monuments(tables: Tables, people: Sequence[Option]) -> Talk[dict[str, dict[str, int]]]:
    """The monuments of each player, with the tokens that each counts."""
    kinds = [Option(monument, Text(f"valeria.monument.{monument}")) for monument in MONUMENTS]
    built: dict[str, dict[str, int]] = {}
    for person in people:
        chosen: list[Monument] = yield Several(
            "valeria.score.monuments", YOU, kinds, default=[], player=person
        )
        counted = built[person.id] = {}
        for monument in chosen:
            name, high = Text(f"valeria.monument.{monument}"), most_counted(tables, monument, len(people))
            per = Text(f"valeria.piece.{tables.actions.monument[monument].per}")
            counted[monument] = yield Number(
                "valeria.score.counted", YOU, low=0, high=high, player=person, monument=name, per=per
            )
    return built


def _ask_guilds(board: Board, people: Sequence[Option]) -> Talk[dict[str, dict[str, int]]]:
    """The space of each player on each track; a starred space holds one token."""
    guilds: dict[str, dict[str, int]] = {}
    for guild, track in board.tracks.items():
        spaces = guilds[guild] = {}
        for person in people:
            free = [
                Option(str(space), track.shown(space))
                for space in range(track.top + 1)
                if not (track.is_star(space) and space in spaces.values())
            ]
            space: str = yield Choose("valeria.score.space", YOU, free, guild=track.name, player=person)
            spaces[person.id] = int(space)
    return guilds
