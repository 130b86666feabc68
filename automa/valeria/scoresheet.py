"""The score sheet of a table of two to five: one round of the Scoring Phase, or the final count.

By questions or from a file; both end in the same `Count`, which is what the scoring works on.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import msgspec

from automa.dialogue import (
    YOU,
    Ask,
    Choose,
    Name,
    Number,
    Option,
    Refused,
    Several,
    Tally,
    Tell,
    Text,
    asking,
)
from automa.sheet import Column, Line, Sheet
from automa.valeria.rules import shown_space
from automa.valeria.scoring import (
    Award,
    monument_points,
    score_control,
    score_guild,
    score_wharf,
    sheet_label,
)
from automa.valeria.state import Board
from automa.valeria.tables import MONUMENTS, ROUNDS, Monument, Tables, supply

GREEN = "green"
FINAL = "final"
PLAYERS = range(2, 6)
MOST_KEEPS = 40
"""More than could ever stand in one district; how many the box holds is not in the book."""


@dataclass(slots=True)
class Count:
    """What lies on the table, as far as a round or the final count needs it; players by place."""

    players: list[str]
    round: int | None = None
    tokens: dict[str, list[int]] = field(default_factory=dict)
    """By scored district: manors, lighthouses, temples, ships and citizens of each player."""
    keeps: dict[str, int] = field(default_factory=dict)
    windmills: dict[str, list[int]] = field(default_factory=dict)
    """By road."""
    monuments: list[dict[Monument, int]] = field(default_factory=list)
    """For each player and monument: the tokens it counts."""
    crates: list[int] = field(default_factory=list)
    guilds: dict[str, list[int]] = field(default_factory=dict)
    """By guild: the space of each player; only for the final count."""
    score: list[int] = field(default_factory=list)
    """Points from before."""


def count_sheet(tables: Tables, count: Count) -> Sheet:
    """The sheet of one round, of the final count, or of both."""
    board = Board.of(tables)
    lines: list[list[Line]] = [[] for _ in count.players]

    def put(label: Text, awards: Sequence[Award]) -> None:
        for column, award in zip(lines, awards, strict=True):
            column.append(Line(label, award.points, award.how))

    if any(count.score):
        put(
            Text("valeria.sheet.before"),
            [Award(points, Text("valeria.how.before")) for points in count.score],
        )
    if count.round is not None:
        for id in board.scored[count.round]:
            district = board.district[id]
            control = [
                2 * count.tokens[id][place] + sum(count.windmills[road][place] for road in district.roads)
                for place in range(len(count.players))
            ]
            awards = score_control(tables.actions.prizes.control, control, count.keeps[id])
            put(Text("valeria.sheet.district", district=district), awards)
        for monument in MONUMENTS:
            awards = [
                monument_points(tables, monument, built[monument])
                if monument in built
                else Award(0, Text("valeria.how.no-monument"))
                for built in count.monuments
            ]
            put(Text("valeria.sheet.monument", monument=Text(f"valeria.monument.{monument}")), awards)
        put(sheet_label(f"wharf.{count.round}"), score_wharf(tables, count.crates))
    stars = [0] * len(count.players)
    for guild, spaces in count.guilds.items():
        track = next(track for id, track in board.tracks.items() if id == guild)
        shown = [shown_space(track, space) for space in spaces]
        put(sheet_label(f"guild.{guild}"), score_guild(tables, spaces, shown))
        for place, space in enumerate(spaces):
            stars[place] += track.is_star(space)
    columns = [
        Column(name, name, column, (star,) if count.guilds else ())
        for name, column, star in zip(count.players, lines, stars, strict=True)
    ]
    title = Text("valeria.sheet") if count.guilds else Text("valeria.sheet.round", round=count.round or 0)
    return Sheet(title, columns, [Text("valeria.stars")] if count.guilds else [], final=bool(count.guilds))


def most_tokens(tables: Tables) -> int:
    """The tokens of one colour that give a whole control point."""
    each = tables.components.each
    return each.manor + each.lighthouse + each.temple + each.ship + each.citizen


def most_counted(tables: Tables, monument: Monument, players: int) -> int:
    """The tokens of all colours that a monument can count."""
    each = tables.components.each
    per = tables.actions.monument[monument].per
    return players * (supply(tables, per) + (each.lighthouse if per == "manor" else 0))


def too_many(players: Sequence[str], places: Iterable[Sequence[int]], high: int) -> Tell | None:
    """Who has more tokens of a kind on the board than the box holds in one colour."""
    for player, counts in zip(players, zip(*places, strict=True), strict=True):
        if sum(counts) > high:
            return Tell("valeria.refused.supply", player=player, high=high, found=sum(counts))
    return None


# By questions


def score(tables: Tables, players: int, what: str | None = None) -> Generator[Ask | Tell, Any, Sheet]:
    """The questions for one round (`what` is its number) or for the final count (`final`)."""
    if players not in PLAYERS:
        raise Refused(Text("valeria.refused.players", found=players, low=PLAYERS[0], high=PLAYERS[-1]))
    board = Board.of(tables)
    options = [Option(str(round), Text("valeria.score.round", round=round)) for round in ROUNDS]
    options.append(Option(FINAL, Text("valeria.score.final")))
    if what is None:
        what = yield Choose("valeria.score.what", YOU, options)
    elif what not in {option.id for option in options}:
        raise Refused(Text("refused.not-an-option", answer=what, options=options))
    names: list[str] = []
    while len(names) < players:
        name: str = yield Name("valeria.score.name", YOU, which=len(names) + 1)
        if name in names or name == GREEN:
            yield Tell("valeria.score.name-taken", name=name)
        else:
            names.append(name)
    people = [Option(name, name) for name in names]
    if what == FINAL:
        count = yield from _final_questions(board, people)
    else:
        count = yield from _round_questions(tables, board, people, int(what))
    return count_sheet(tables, count)


def _round_questions(
    tables: Tables, board: Board, people: Sequence[Option], round: int
) -> Generator[Ask | Tell, Any, Count]:
    count = Count([person.id for person in people], round)
    green = Option(GREEN, Text("valeria.green"))
    scored = board.scored[round]
    most = most_tokens(tables)
    for id in scored:
        answer = yield from _within(
            count.players,
            count.tokens,
            most,
            lambda id=id: Tally(  # type: ignore[misc]
                "valeria.score.tokens",
                YOU,
                [*people, green],
                low=0,
                high=most * len(people) + MOST_KEEPS,
                district=board.district[id],
            ),
        )
        count.tokens[id] = [answer.get(person.id, 0) for person in people]
        count.keeps[id] = answer.get(GREEN, 0)
    dots = tables.components.road.dots
    for road in board.roads:
        answer = {}
        if any(district in scored for district in road.districts):
            answer = yield from _within(
                count.players,
                count.windmills,
                tables.components.each.windmill,
                lambda road=road: Tally(  # type: ignore[misc]
                    "valeria.score.windmills", YOU, people, low=0, high=dots, default={}, road=road
                ),
            )
        count.windmills[road.id] = [answer.get(person.id, 0) for person in people]
    kinds = [Option(monument, Text(f"valeria.monument.{monument}")) for monument in MONUMENTS]
    for person in people:
        chosen: list[Monument] = yield Several(
            "valeria.score.monuments", YOU, kinds, default=[], player=person
        )
        built: dict[Monument, int] = {}
        for monument in chosen:
            built[monument] = yield Number(
                "valeria.score.counted",
                YOU,
                low=0,
                high=most_counted(tables, monument, len(people)),
                player=person,
                monument=Text(f"valeria.monument.{monument}"),
                per=Text(f"valeria.piece.{tables.actions.monument[monument].per}"),
            )
        count.monuments.append(built)
    for person in people:
        crate = tables.components.each.crate
        crates = yield Number("valeria.score.crates", YOU, low=0, high=crate, default=0, player=person)
        count.crates.append(crates)
    count.score = [0] * len(people)
    return count


def _within(
    players: Sequence[str], before: Mapping[str, list[int]], high: int, question: Callable[[], Ask]
) -> Generator[Ask | Tell, Any, dict[str, int]]:
    """Ask how many each has in one more place, until nobody has more in all than the box holds."""
    while True:
        answer: dict[str, int] = yield question()
        now = [answer.get(player, 0) for player in players]
        wrong = too_many(players, [*before.values(), now], high)
        if wrong is None:
            return answer
        yield wrong


def _final_questions(board: Board, people: Sequence[Option]) -> Generator[Ask | Tell, Any, Count]:
    count = Count([person.id for person in people])
    for person in people:
        before = yield Number("valeria.score.before", YOU, low=0, high=400, player=person)
        count.score.append(before)
    for guild, track in board.tracks.items():
        spaces: list[int] = []
        for person in people:
            taken = [space for space in spaces if track.is_star(space)]

            def free(taken: list[int] = taken, track: Any = track) -> list[Option]:
                return [
                    Option(str(space), shown_space(track, space))
                    for space in range(track.top + 1)
                    if space not in taken
                ]

            answer = yield from asking(
                lambda free=free, track=track, person=person: Choose(  # type: ignore[misc]
                    "valeria.score.space", YOU, free(), guild=track.name, player=person
                )
            )
            spaces.append(int(answer))
        count.guilds[guild] = spaces
    return count


# From a file


def score_file(tables: Tables, content: Any) -> Sheet:
    """The sheet for a filled-in file; `Refused` names the key, what was found and what is allowed."""
    board = Board.of(tables)
    file = _table(content, "")
    _known(file, "", ("players", "round", "districts", "roads", "monuments", "crates", "guilds", "score"))
    players = _players(file.get("players"))
    count = Count(players, score=_by_player(file.get("score", {}), "score", players, 999))
    if "round" not in file and "guilds" not in file:
        raise Refused(Text("valeria.refused.nothing-to-score"))
    if "round" in file:
        _read_round(tables, board, file, count)
    if "guilds" in file:
        guilds = _table(file["guilds"], "guilds")
        _known(guilds, "guilds", tuple(board.tracks))
        for guild, track in board.tracks.items():
            key = f"guilds.{guild}"
            spaces = _by_player(_needed(guilds, guild, key), key, players, track.top)
            stars = [space for space in spaces if track.is_star(space)]
            if len(set(stars)) < len(stars):
                raise Refused(
                    Text(
                        "valeria.refused.star",
                        guild=track.name,
                        space=shown_space(track, max(stars, key=stars.count)),
                    )
                )
            count.guilds[guild] = spaces
    return count_sheet(tables, count)


def _read_round(tables: Tables, board: Board, file: Mapping[str, Any], count: Count) -> None:
    round = _whole(file["round"], "round", ROUNDS[0], ROUNDS[-1])
    count.round = round
    players = count.players
    districts = _table(file.get("districts", {}), "districts")
    _known(districts, "districts", board.scored[round])
    for id in board.scored[round]:
        key = f"districts.{id}"
        there = dict(_table(_needed(districts, id, key), key))
        count.keeps[id] = _whole(there.pop(GREEN, 0), f"{key}.{GREEN}", 0, MOST_KEEPS)
        count.tokens[id] = _by_player(there, key, players, most_tokens(tables))
    _refuse_too_many("districts", players, count.tokens, most_tokens(tables))
    roads = _table(file.get("roads", {}), "roads")
    _known(roads, "roads", tuple(board.road))
    dots = tables.components.road.dots
    windmills = tables.components.each.windmill
    for id in board.road:
        key = f"roads.{id}"
        count.windmills[id] = _by_player(roads.get(id, {}), key, players, windmills)
        if sum(count.windmills[id]) > dots:
            raise Refused(
                Text("valeria.refused.key-range", key=key, found=sum(count.windmills[id]), low=0, high=dots)
            )
    _refuse_too_many("roads", players, count.windmills, windmills)
    monuments = _table(file.get("monuments", {}), "monuments")
    _known(monuments, "monuments", tuple(players))
    for player in players:
        key = f"monuments.{player}"
        built = _table(monuments.get(player, {}), key)
        _known(built, key, MONUMENTS)
        count.monuments.append(
            {
                kind: _whole(built[kind], f"{key}.{kind}", 0, most_counted(tables, kind, len(players)))
                for kind in MONUMENTS
                if kind in built
            }
        )
    count.crates = _by_player(file.get("crates", {}), "crates", players, tables.components.each.crate)


def _players(found: Any) -> list[str]:
    if not isinstance(found, list) or not all(_is_name(name) for name in found):
        raise Refused(Text("valeria.refused.key-players", key="players", found=_shown(found)))
    if len(found) not in PLAYERS:
        raise Refused(Text("valeria.refused.players", found=len(found), low=PLAYERS[0], high=PLAYERS[-1]))
    for name in found:
        if found.count(name) > 1 or name == GREEN:
            raise Refused(Text("valeria.refused.key-twice", key="players", found=name))
    return list(found)


def _is_name(found: Any) -> bool:
    return isinstance(found, str) and bool(found.strip()) and found.isprintable()


def _needed(table: Mapping[str, Any], part: str, key: str) -> Any:
    """A part that is never left out: without it, a slip would count as nobody there."""
    if part not in table:
        raise Refused(Text("valeria.refused.key-missing", key=key))
    return table[part]


def _refuse_too_many(
    key: str, players: Sequence[str], places: Mapping[str, Sequence[int]], high: int
) -> None:
    wrong = too_many(players, places.values(), high)
    if wrong is not None:
        raise Refused(Text("valeria.refused.key-supply", key=key, problem=wrong))


def _table(found: Any, key: str) -> Mapping[str, Any]:
    if not isinstance(found, Mapping):
        raise Refused(Text("valeria.refused.key-table", key=key or "-", found=_shown(found)))
    return found


def _known(found: Mapping[str, Any], key: str, allowed: Sequence[str]) -> None:
    for each in found:
        if each not in allowed:
            shown = f"{key}.{each}" if key else str(each)
            raise Refused(Text("valeria.refused.key-unknown", key=shown, allowed=list(allowed)))


def _by_player(found: Any, key: str, players: Sequence[str], high: int) -> list[int]:
    table = _table(found, key)
    _known(table, key, players)
    return [_whole(table.get(player, 0), f"{key}.{player}", 0, high) for player in players]


def _whole(found: Any, key: str, low: int, high: int) -> int:
    if isinstance(found, bool) or not isinstance(found, int):
        raise Refused(Text("valeria.refused.key-number", key=key, found=_shown(found), low=low, high=high))
    if not low <= found <= high:
        raise Refused(Text("valeria.refused.key-range", key=key, found=found, low=low, high=high))
    return found


def _shown(found: Any) -> str:
    text = msgspec.json.encode(found, enc_hook=str).decode()
    return text if len(text) <= 40 else text[:39] + "…"


def score_example(tables: Tables) -> dict[str, Any]:
    """A file to fill in: the last round of a game of two, and the final count."""
    board = Board.of(tables)
    players = ["Ann", "Ben"]
    last = ROUNDS[-1]
    return {
        "players": players,
        "round": last,
        "districts": {
            id: {"Ann": 2 + place % 2, "Ben": 1 + place % 3, GREEN: 1}
            for place, id in enumerate(board.scored[last])
        },
        "roads": {board.roads[0].id: {"Ann": 1}, board.roads[3].id: {"Ann": 1, "Ben": 2}},
        "monuments": {"Ann": {"gate": 4, "lighthouse": 1}, "Ben": {"statue": 2}},
        "crates": {"Ann": 2, "Ben": 1},
        "guilds": {guild: {"Ann": 4 + place, "Ben": 7 - place} for place, guild in enumerate(board.tracks)},
        "score": {"Ann": 41, "Ben": 38},
    }
