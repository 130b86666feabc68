"""Teaching the app what is on the components: an official opponent card, the guild tracks, single facts."""

from __future__ import annotations

from collections.abc import Generator, Iterable, Mapping, Sequence
from typing import Any, TypeVar

import msgspec

from automa.dialogue import YOU, Ask, Choose, Confirm, Name, Number, Option, Several, Tell, Text
from automa.game import Lesson
from automa.picture import Cell, Grid, Heading, Lines, Picture, Span, Words
from automa.selector import letter
from automa.valeria.opponents import face_name
from automa.valeria.picture import bar, card_picture, ring_rows, track_rewards
from automa.valeria.state import Board
from automa.valeria.tables import (
    DICE_ACTIONS,
    FACES,
    MONUMENTS,
    ROUNDS,
    Face,
    Gain,
    Guild,
    OpponentCard,
    Tables,
    opponent_warnings,
)

T = TypeVar("T")
Asking = Generator[Ask | Tell | Picture, Any, T]
GAINS: tuple[Gain, ...] = ("gold", "resource", "wood", "stone", "food", "magic", "vp")

# An official opponent card


def teach_opponent(tables: Tables) -> Lesson:
    """Enter one opponent card from the box, compare it with the drawing, and hand it over to be kept."""
    yield Tell("valeria.teach.opponent")
    name: str = yield Name("valeria.teach.name", YOU)
    known: dict[str, Any] = {}
    while True:
        known = yield from _enter_card(name, known)
        card = msgspec.convert(known, OpponentCard)
        yield [Heading(name), *card_picture(card)]
        for warning in opponent_warnings(card, tables):
            yield Tell("valeria.teach.warning", warning=warning)
        matches: bool = yield Confirm("valeria.teach.same", YOU, default=True)
        if matches:
            return {"opponents": {"opponent": {card_id(name, tables): known}}}
        yield Tell("valeria.teach.again")


def card_id(name: str, tables: Tables) -> str:
    """A stable id for a taught card; the id of a house opponent is never taken."""
    plain = "-".join("".join(c if c.isascii() and c.isalnum() else " " for c in name.lower()).split())
    id = plain or "opponent"
    house = tables.opponents.opponent.get(id)
    return f"{id}-card" if house is not None and house.house else id


def _enter_card(name: str, before: Mapping[str, Any]) -> Asking[dict[str, Any]]:
    """All the questions of a card; the second time round what was entered before is the default."""
    said = before.get("priorities", ())
    priorities: list[str] = []
    while len(priorities) < len(FACES) - 1:
        left = [face for face in FACES if face not in priorities]
        place = len(priorities)
        default = said[place] if said and said[place] in left else None
        face = yield Choose(
            "valeria.teach.priority", YOU, _face_options(left), default=default, place=place + 1
        )
        priorities.append(face)
    priorities += [face for face in FACES if face not in priorities]
    rounds: dict[str, Any] = {}
    for round in ROUNDS:
        rounds[str(round)] = yield from _enter_line(round, before.get("round", {}).get(str(round), {}))
    return {"name": name, "priorities": priorities, "round": rounds}


def _enter_line(round: int, before: Mapping[str, Any]) -> Asking[dict[str, Any]]:
    actions = [Option(action, Text(f"valeria.action.{action}")) for action in DICE_ACTIONS]
    chosen: list[str] = []
    for place in range(3):
        default = before["actions"][place] if before else None
        action = yield Choose(
            "valeria.teach.action", YOU, actions, default=default, round=round, place=place + 1
        )
        chosen.append(action)
    monuments = [Option("none", Text("valeria.monument.none"))]
    monuments += [Option(monument, Text(f"valeria.monument.{monument}")) for monument in MONUMENTS]
    monument = yield Choose(
        "valeria.teach.monument", YOU, monuments, default=before.get("monument", "none"), round=round
    )
    line: dict[str, Any] = {"actions": chosen, "monument": monument}
    bonuses = [
        Option("sail", Text("valeria.teach.bonus.sail")),
        Option("green", Text("valeria.teach.bonus.green")),
        Option("purple", Text("valeria.teach.bonus.purple")),
        Option("none", Text("valeria.teach.bonus.none")),
    ]
    was = "sail" if before.get("sail") else before.get("crate")
    bonus = yield Choose("valeria.teach.bonus", YOU, bonuses, default=was, round=round)
    if bonus == "sail":
        line["sail"] = yield Number(
            "valeria.teach.sails", YOU, low=1, high=3, limit=6, default=before.get("sail", 1), round=round
        )
    elif bonus != "none":
        line["crate"] = bonus
        line["faces"] = yield Several(
            "valeria.teach.faces", YOU, _face_options(FACES), low=3, high=3, round=round
        )
    return line


def _face_options(faces: Iterable[Face]) -> list[Option]:
    return [Option(face, face_name(face)) for face in faces]


# The guild tracks


def teach_tracks(tables: Tables) -> Lesson:
    """Enter the four guild tracks: their spaces, where the white lines are, and what crossing them gives."""
    yield Tell("valeria.teach.tracks")
    tree: dict[str, Any] = {}
    for guild in tables.guilds.order:
        tree[guild] = yield from _enter_track(tables, guild)
    return {"guilds": {"guild": tree}}


def _enter_track(tables: Tables, guild: Guild) -> Asking[dict[str, Any]]:
    name = Text(f"valeria.guild.{guild}")
    known = tables.guilds.guild[guild]
    gains = [Option(gain, Text(f"valeria.reward.{gain}")) for gain in GAINS]
    while True:
        spaces = yield Number("valeria.teach.spaces", YOU, low=1, high=30, default=known.spaces, guild=name)
        highest = spaces + known.stars - 1
        count = yield Number("valeria.teach.lines", YOU, low=0, high=6, default=len(known.line), guild=name)
        lines: dict[str, Any] = {}
        before = sorted(known.line, key=int)
        lowest = 0
        for which in range(count):
            default = int(before[which]) if which < len(before) else None
            if lowest > highest:
                break
            space = yield Number(
                "valeria.teach.line",
                YOU,
                low=lowest,
                high=highest,
                default=default if default is not None and lowest <= default <= highest else None,
                guild=name,
                which=which + 1,
            )
            lowest = space + 1
            was = known.line.get(str(space))
            gain = yield Choose(
                "valeria.teach.gain", YOU, gains, default=was.gain if was else None, guild=name, space=space
            )
            amount = yield Number(
                "valeria.teach.amount",
                YOU,
                low=1,
                high=9,
                default=was.amount if was else 1,
                gain=Text(f"valeria.reward.{gain}"),
            )
            lines[str(space)] = {"gain": gain, "amount": amount}
        track: dict[str, Any] = {"without": ["line"], "spaces": spaces, "line": lines}
        drawn = msgspec.structs.replace(
            tables, guilds=msgspec.structs.replace(tables.guilds, guild=_with(tables, guild, spaces, lines))
        )
        yield draw_tracks(drawn, [guild])
        right: bool = yield Confirm("valeria.teach.same", YOU, default=True)
        if right:
            return track
        yield Tell("valeria.teach.again")


def _with(tables: Tables, guild: Guild, spaces: int, lines: Mapping[str, Any]) -> dict[Guild, Any]:
    facts = tables.guilds.guild[guild]
    changed = msgspec.convert({"spaces": spaces, "stars": facts.stars, "line": lines}, type(facts))
    return {**tables.guilds.guild, guild: changed}


# Single facts: a sentence for each, and the component it is read off


def tell_fact(tables: Tables, key: str, value: Any) -> Text:
    """A fact of the tables as a person reads it, also with another value than the tables have."""
    districts = tables.board.district
    match key.split("."):
        case ["board", "district", id, "guilds"]:
            guilds = [Text(f"valeria.guild.{guild}") for guild in value]
            return Text("valeria.fact.guilds", district=districts[id].name, guilds=guilds)
        case ["board", "district", id, "keep"]:
            return Text("valeria.fact.keep", district=districts[id].name, face=value)
        case ["charts", "round", round, "face", face]:
            name = districts[value].name if value in districts else str(value)
            return Text("valeria.fact.rounds", round=round, face=face, district=name)
        case ["charts", "draft", "face", face]:
            return Text("valeria.fact.draft", face=face, position=Text(f"valeria.position.{value}"))
        case ["guilds", "guild", guild, "spaces"]:
            return Text("valeria.fact.spaces", guild=Text(f"valeria.guild.{guild}"), count=value)
        case ["guilds", "guild", guild, "line", space, "gain"]:
            track = Text(f"valeria.guild.{guild}")
            return Text("valeria.fact.gain", guild=track, space=space, gain=Text(f"valeria.reward.{value}"))
        case ["guilds", "guild", guild, "line", space, "amount"]:
            track = Text(f"valeria.guild.{guild}")
            return Text("valeria.fact.amount", guild=track, space=space, amount=value)
        case ["selector", "chart", count]:
            return Text("valeria.fact.selector", count=count, letters=chart_letters(value))
        case ["wharf", "columns"]:
            return Text("valeria.fact.columns", count=value)
        case ["citizens", "copies"]:
            return Text("valeria.fact.copies", count=value)
        case ["citizens", "food"]:
            return Text("valeria.fact.food", prices=[str(price) for price in value])
        case ["components", "start", kind]:
            return Text("valeria.fact.start", goods=Text(f"valeria.goods.{kind}", n=value))
        case ["components", "most", "resource"]:
            return Text("valeria.fact.most-resource", count=value)
        case ["components", "most", "gold"]:
            return Text("valeria.fact.most-gold", count=value)
        case ["components", "most", _]:
            return Text("valeria.fact.most-gold-banker", count=value)
        case _:
            return Text("valeria.fact.other", key=key, value=str(value))


def chart_letters(chart: Sequence[int]) -> str:
    """A Selector Chart in a row: 1 A, 2 A, 3 B; a dash means that the die is rolled again."""
    return "  ".join(
        f"{face} {letter(option - 1) if option else '–'}" for face, option in enumerate(chart, 1)
    )


def draw_fact(tables: Tables, key: str) -> Picture:
    """The component that a fact is read off."""
    match key.split("."):
        case ["board", *_]:
            return draw_board(tables)
        case ["charts", "round", round, *_]:
            return [_diagram(tables, round)]
        case ["charts", "draft", *_]:
            return [_draft_diagram(tables)]
        case ["charts", *_]:
            return [*(_diagram(tables, str(round)) for round in ROUNDS), _draft_diagram(tables)]
        case ["guilds", "guild", guild, *_]:
            return draw_tracks(tables, [each for each in tables.guilds.order if each == guild])
        case ["guilds", *_]:
            return draw_tracks(tables, tables.guilds.order)
        case ["selector", *_]:
            lines: list[Words] = [
                [Span(Text("valeria.fact.selector", count=count, letters=chart_letters(chart)))]
                for count, chart in tables.selector.chart.items()
            ]
            return [Lines(lines)]
        case _:
            return []


def draw_board(tables: Tables) -> Picture:
    """The six districts with their guild icons and the die of their Keep."""
    board = Board.of(tables)

    def cell(id: str) -> Cell:
        guilds = [board.tracks[guild].name for guild in board.district[id].guilds]
        keep = Text("valeria.picture.keep-die", face=tables.board.district[id].keep)
        return Cell(
            [
                [Span(board.district[id].name, "name")],
                [Span(Text("valeria.picture.guilds", guilds=guilds))],
                [Span(keep, "green")],
            ]
        )

    return [Grid([[cell(district.id) for district in row] for row in ring_rows(board)])]


def draw_tracks(tables: Tables, guilds: Sequence[Guild]) -> Picture:
    """Guild tracks: a dot for each space, a stroke for each line, stars at the top."""
    board = Board.of(tables)
    lines: list[Words] = []
    for guild in guilds:
        track = board.tracks[guild]
        lines.append(
            [Span(track.name, "name"), Span("  " + bar(track, 0) + "  "), Span(track_rewards(track), "dim")]
        )
    return [Lines(lines)]


def _diagram(tables: Tables, round: str) -> Lines:
    faces = tables.charts.round[round].face
    line: list[Span] = [Span(Text("valeria.picture.rounds-diagram", round=round), "name")]
    for face, district in faces.items():
        line += [Span(f"  {face} "), Span(tables.board.district[district].name, "dim")]
    return Lines([line])


def _draft_diagram(tables: Tables) -> Lines:
    lines: list[Words] = [[Span(Text("valeria.picture.draft-diagram"), "name")]]
    for face, place in tables.charts.draft.face.items():
        lines.append([Span(f"  {face}  "), Span(Text(f"valeria.position.{place}"))])
    return Lines(lines)
