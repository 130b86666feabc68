"""Teaching the app what is on the components: an official opponent card, the guild tracks, single facts."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, get_args

import msgspec
from msgspec.structs import replace

from automa.dialogue import YOU, Choose, Confirm, Name, Number, Option, Roll, Several, Tell, Text
from automa.game import Lesson
from automa.lessons import Talk, taught
from automa.names import slug
from automa.picture import Cell, Grid, Heading, Lines, Picture, Span, Words
from automa.selector import Chart, letter
from automa.valeria import tables as facts
from automa.valeria.board import Board
from automa.valeria.picture import card_picture, printed, ring_rows, track_rewards
from automa.valeria.tables import FACES, ROUNDS, Guild, LineFacts, Tables
from automa.valeria.wording import face_options, positions

BONUSES = ("sail", "green", "purple", "none")


def lessons(tables: Tables) -> Mapping[str, Callable[[], Lesson]]:
    """The lessons of the game, by name."""
    return {
        "opponent": lambda: teach_opponent(tables),
        "tracks": lambda: teach_tracks(tables),
        "keeps": lambda: teach_keeps(tables),
    }


# An official opponent card


def teach_opponent(tables: Tables) -> Lesson:
    """Enter one opponent card from the box, compare it with the drawing, and hand it over to be kept."""
    yield Tell("valeria.teach.opponent")
    name: str = yield Name("valeria.teach.name", YOU)
    card: dict[str, Any] = {"name": name, "priorities": (yield from _enter_priorities(())), "round": {}}
    for round in ROUNDS:
        card["round"][str(round)] = yield from _enter_line(round, {})
    parts = [Option(str(round), Text("valeria.teach.part.round", round=round)) for round in ROUNDS]
    parts.append(Option("dice", Text("valeria.teach.part.dice")))
    while True:
        entered = msgspec.convert(card, facts.OpponentCard)
        yield [Heading(name), *card_picture(entered)]
        for warning in facts.opponent_warnings(entered, tables):
            yield Tell("valeria.teach.warning", warning=warning)
        matches: bool = yield Confirm("valeria.teach.same", YOU, default=True)
        if matches:
            return {"opponents": {"opponent": {card_id(name, tables): card}}}
        part: str = yield Choose("valeria.teach.which-part", YOU, parts)
        yield Tell("valeria.teach.again")
        if part == "dice":
            card["priorities"] = yield from _enter_priorities(card["priorities"])
        else:
            card["round"][part] = yield from _enter_line(int(part), card["round"][part])


def card_id(name: str, tables: Tables) -> str:
    """A stable id for a taught card; the id of a house opponent is never taken."""
    id = slug(name) or "opponent"
    house = tables.opponents.opponent.get(id)
    return f"{id}-card" if house is not None and house.house else id


def _enter_priorities(before: Sequence[facts.Face]) -> Talk[list[facts.Face]]:
    """The column of dice from top to bottom; the last one is what is left."""
    priorities: list[facts.Face] = []
    while len(priorities) < len(FACES) - 1:
        left = [face for face in FACES if face not in priorities]
        place = len(priorities)
        default = before[place] if before and before[place] in left else None
        face = yield Choose(
            "valeria.teach.priority", YOU, face_options(left), default=default, place=place + 1
        )
        priorities.append(face)
    return priorities + [face for face in FACES if face not in priorities]


def _enter_line(round: int, before: Mapping[str, Any]) -> Talk[dict[str, Any]]:
    actions = [Option(action, Text(f"valeria.action.{action}")) for action in facts.DICE_ACTIONS]
    chosen: list[str] = []
    for place in range(3):
        default = before["actions"][place] if before else None
        action = yield Choose(
            "valeria.teach.action", YOU, actions, default=default, round=round, place=place + 1
        )
        chosen.append(action)
    monuments = [Option("none", Text("valeria.monument.none"))]
    monuments += [Option(monument, Text(f"valeria.monument.{monument}")) for monument in facts.MONUMENTS]
    monument = yield Choose(
        "valeria.teach.monument", YOU, monuments, default=before.get("monument", "none"), round=round
    )
    line: dict[str, Any] = {"actions": chosen, "monument": monument}
    bonuses = [Option(each, Text(f"valeria.teach.bonus.{each}")) for each in BONUSES]
    was = "sail" if before.get("sail") else before.get("crate")
    bonus = yield Choose("valeria.teach.bonus", YOU, bonuses, default=was, round=round)
    if bonus == "sail":
        line["sail"] = yield Number(
            "valeria.teach.sails", YOU, low=1, high=3, limit=6, default=before.get("sail", 1), round=round
        )
    elif bonus != "none":
        line["crate"] = bonus
        icons, default = face_options(FACES), before.get("faces")
        line["faces"] = yield Several(
            "valeria.teach.faces", YOU, icons, low=3, high=3, default=default, round=round
        )
    return line


# The guild tracks


def teach_tracks(tables: Tables) -> Lesson:
    """Enter the four guild tracks: their spaces, where the white lines are, and what crossing them gives."""
    yield Tell("valeria.teach.tracks")
    tree: dict[str, Any] = {}
    for guild in tables.guilds.order:
        tree[guild] = yield from _enter_track(tables, guild)
    return {"guilds": {"guild": tree}}


def _enter_track(tables: Tables, guild: Guild) -> Talk[dict[str, Any]]:
    name, known = Text(f"valeria.guild.{guild}"), tables.guilds.guild[guild]
    while True:
        spaces = yield Number("valeria.teach.spaces", YOU, low=1, high=30, default=known.spaces, guild=name)
        lines = yield from _enter_lines(guild, known, spaces + known.stars - 1)
        track = replace(known, spaces=spaces, line=msgspec.convert(lines, dict[str, LineFacts]))
        guilds = replace(tables.guilds, guild={**tables.guilds.guild, guild: track})
        yield draw_tracks(replace(tables, guilds=guilds), [guild])
        if facts.lacks_proven_line(guilds, guild):
            yield Tell("valeria.teach.shadow")
        elif (yield Confirm("valeria.teach.same", YOU, default=True)):
            return {"without": ["line"], "spaces": spaces, "line": lines}
        else:
            yield Tell("valeria.teach.again")


def _enter_lines(guild: Guild, known: facts.GuildFacts, highest: int) -> Talk[dict[str, Any]]:
    """The white lines from below, each with the space under it and what crossing it gives."""
    name, lines, lowest = Text(f"valeria.guild.{guild}"), dict[str, Any](), 0
    gains = [Option(gain, Text(f"valeria.reward.{gain}")) for gain in get_args(facts.Gain)]
    count = yield Number("valeria.teach.lines", YOU, low=0, high=6, default=len(known.line), guild=name)
    before = sorted(map(int, known.line))
    for which in range(1, count + 1):
        if lowest > highest:
            break
        default = next((space for space in before[which - 1 : which] if lowest <= space <= highest), None)
        space = yield Number(
            "valeria.teach.line", YOU, low=lowest, high=highest, default=default, guild=name, which=which
        )
        lowest = space + 1
        was = known.line.get(str(space))
        usual, much = (was.gain, was.amount) if was else (None, 1)
        gain = yield Choose("valeria.teach.gain", YOU, gains, default=usual, guild=name, space=space)
        reward = Text(f"valeria.reward.{gain}")
        amount = yield Number("valeria.teach.amount", YOU, low=1, high=9, default=much, gain=reward)
        lines[str(space)] = {"gain": gain, "amount": amount}
    return lines


# The dice of the Keeps


def teach_keeps(tables: Tables) -> Lesson:
    """Enter the die by the name of each district together, so that two can change places."""
    left = list(range(1, 7))
    tree: dict[str, Any] = {}
    for id in tables.board.ring:
        district = tables.board.district[id]
        face = str(left[0])
        if len(left) > 1:
            options = [Option(str(each), str(each)) for each in left]
            default = str(district.keep) if district.keep in left else None
            face = yield Choose("valeria.teach.keep", YOU, options, default=default, district=district.name)
        left.remove(int(face))
        tree[id] = {"keep": int(face)}
    return {"board": {"district": tree}}


# What is different from what was assumed


def ask_fact(tables: Tables, key: str) -> Lesson | None:
    """Ask what a fact, or a chart or track as a whole, really is; None where a plain question will do."""
    match key.split("."):
        case ["guilds", "guild", guild]:
            track = next(each for each in tables.guilds.order if each == guild)
            return taught(_enter_track(tables, track), "guilds", "guild", guild)
        case ["charts", "round", round, "face"]:
            return taught(_ask_rounds(tables, round), "charts", "round", round, "face")
        case ["charts", "draft", "face"]:
            return taught(_ask_draft(tables), "charts", "draft", "face")
        case ["selector", "chart", count]:
            return _ask_chart(tables, count)
        case ["board", "district", id, "guilds"]:
            return taught(_ask_guilds(tables, id), "board", "district", id, "guilds")
        case ["board", "district", id, "keep"]:
            return taught(_ask_keep(tables.board.district[id]), "board", "district", id, "keep")
        case _:
            return None


def _ask_rounds(tables: Tables, round: str) -> Talk[dict[str, str]]:
    """A Rounds diagram, face by face; what the rulebook proves is left alone."""
    faces: dict[str, str] = {}
    districts = [Option(id, tables.board.district[id].name) for id in tables.board.ring]
    for face, now in tables.charts.round[round].face.items():
        if int(face) not in tables.charts.proven.round.get(round, ()):
            faces[face] = yield Choose(
                "valeria.teach.rounds", YOU, districts, default=now, round=round, face=face
            )
    return faces


def _ask_draft(tables: Tables) -> Talk[dict[str, str]]:
    faces: dict[str, str] = {}
    for face, now in tables.charts.draft.face.items():
        faces[face] = yield Choose("valeria.teach.draft", YOU, positions(), default=now, face=face)
    return faces


def _ask_chart(tables: Tables, count: str) -> Lesson:
    """A Selector Chart: for each face in turn, the letter that it picks."""
    letters = [letter(place) for place in range(int(count))]
    options = [*(Option(each, each) for each in letters), Option("again", Text("valeria.teach.roll-again"))]
    chart: list[int] = []
    for face, now in enumerate(tables.selector.chart[int(count)], 1):
        default = letters[now - 1] if now else "again"
        said: str = yield Choose("valeria.teach.chart", YOU, options, default=default, count=count, face=face)
        chart.append(0 if said == "again" else letters.index(said) + 1)
    return {"selector": {"chart": {count: chart}}}


def _ask_guilds(tables: Tables, id: str) -> Talk[Any]:
    name = tables.board.district[id].name
    options = [Option(guild, Text(f"valeria.guild.{guild}")) for guild in tables.guilds.order]
    return (yield Several("valeria.teach.guilds", YOU, options, low=2, high=2, district=name))


def _ask_keep(district: facts.DistrictFacts) -> Talk[Any]:
    now, name = district.keep, district.name
    return (yield Number("valeria.teach.keep", YOU, low=1, high=6, default=now, district=name))


# What a roll gave at the table


def roll_lesson(tables: Tables, roll: Roll, face: int, outcome: str) -> Lesson:
    """What a roll of the black die gave: the rest of a Selector Chart, and of the Keeps, is asked with it."""
    match roll.read_off[0].split("."):
        case ["charts", "round", round, "face"]:
            return {"charts": {"round": {round: {"face": {str(face): outcome}}}}}
        case ["charts", "draft", "face"]:
            return {"charts": {"draft": {"face": {str(face): outcome}}}}
        case ["selector", "chart", count]:
            picked = [option.id for option in roll.outcomes].index(outcome) + 1
            chart = list(tables.selector.chart[int(count)])
            chart[face - 1] = picked
            return (yield from _rest_of_chart(tables, count, chart))
        case _:
            return (yield from _rest_of_keeps(tables, outcome, face))


def _rest_of_chart(tables: Tables, count: str, chart: list[int]) -> Lesson:
    yield [Lines([[Span(Text("valeria.fact.selector", count=count, letters=chart_letters(chart)))]])]
    lesson = {"selector": {"chart": {count: chart}}}
    if (yield Confirm("valeria.teach.same", YOU, default=True)):
        return lesson
    selector = msgspec.convert({int(count): chart}, dict[int, Chart])
    charts = replace(tables.selector, chart={**tables.selector.chart, **selector})
    return (yield from _ask_chart(replace(tables, selector=charts), count))


def _rest_of_keeps(tables: Tables, id: str, face: int) -> Lesson:
    """The district has that die; the one that was thought to have it gets the other's."""
    keeps = {each: facts.keep for each, facts in tables.board.district.items()}
    other = next(each for each, keep in keeps.items() if keep == face)
    keeps |= {other: keeps[id], id: face}
    district = {each: replace(facts, keep=keeps[each]) for each, facts in tables.board.district.items()}
    swapped = replace(tables, board=replace(tables.board, district=district))
    yield draw_board(swapped)
    if (yield Confirm("valeria.teach.same-keeps", YOU, default=True)):
        return {"board": {"district": {each: {"keep": keep} for each, keep in keeps.items()}}}
    return (yield from teach_keeps(swapped))


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
        case ["guilds", "guild", guild, "line", space, ("gain" | "amount") as part]:
            track = Text(f"valeria.guild.{guild}")
            tracks = [each for id, each in tables.guilds.guild.items() if id == guild]
            now = tracks[0].line.get(space) if tracks else None
            gain, amount = (value, now.amount if now else 1) if part == "gain" else (now and now.gain, value)
            reward = Text(f"valeria.gain.{gain}", n=amount) if gain else str(amount)
            return Text("valeria.fact.gain", guild=track, space=space, gain=reward)
        case ["selector", "chart", count]:
            return Text("valeria.fact.selector", count=count, letters=chart_letters(value))
        case ["citizens", "food"]:
            return Text("valeria.fact.food", prices=[str(price) for price in value])
        case ["components", "start", kind]:
            return Text("valeria.fact.start", goods=Text(f"valeria.goods.{kind}", n=value))
    if key in COUNTS:
        return Text(f"valeria.fact.{COUNTS[key]}", count=value)
    return Text("valeria.fact.other", key=key, value=str(value))


COUNTS: Mapping[str, str] = {
    "wharf.columns": "columns",
    "citizens.copies": "copies",
    "components.most.resource": "most-resource",
    "components.most.gold": "most-gold",
    "components.most.gold-with-banker": "most-gold-banker",
}
"""The facts that are just a number, and their sentences."""


def component(tables: Tables, key: str) -> tuple[Text, Picture]:
    """The component that a fact or a group of facts is read off: its name, and how it looks."""
    match key.split("."):
        case ["charts", "round", round, *_]:
            return Text("valeria.component.rounds", round=round), [_diagram(tables, round)]
        case ["charts", "draft", *_]:
            return Text("valeria.component.draft"), [_draft_diagram(tables)]
        case ["charts", *_]:
            diagrams = [*(_diagram(tables, str(round)) for round in ROUNDS), _draft_diagram(tables)]
            return Text("valeria.component.charts"), [*diagrams]
        case ["selector", *_]:
            charts = tables.selector.chart.items()
            texts = [
                Text("valeria.fact.selector", count=n, letters=chart_letters(each)) for n, each in charts
            ]
            return Text("valeria.component.charts"), [Lines([[Span(text)] for text in texts])]
        case ["guilds", "guild", guild, *_]:
            track = draw_tracks(tables, [each for each in tables.guilds.order if each == guild])
            return Text("valeria.component.track", guild=Text(f"valeria.guild.{guild}")), track
        case ["guilds", *_]:
            return Text("valeria.component.tracks"), draw_tracks(tables, tables.guilds.order)
        case ["board", *_]:
            return Text("valeria.component.board"), draw_board(tables)
        case [file, *_]:
            names = {"citizens": "citizens", "wharf": "wharf", "components": "player-board"}
            return Text(f"valeria.component.{names.get(file, 'board')}"), []
    raise AssertionError(key)


def chart_letters(chart: Sequence[int]) -> str:
    """A Selector Chart in a row: 1 A, 2 A, 3 B; a dash means that the die is rolled again."""
    return "  ".join(
        f"{face} {letter(option - 1) if option else '–'}" for face, option in enumerate(chart, 1)
    )


def draw_board(tables: Tables) -> Picture:
    """The six districts with their guild icons and the die of their Keep."""
    board = Board.of(tables)

    def cell(id: str) -> Cell:
        keep = Text("valeria.picture.keep-die", face=tables.board.district[id].keep)
        return Cell(
            [[Span(board.district[id].name, "name")], [Span(board.guilds_at(id))], [Span(keep, "green")]]
        )

    return [Grid([[cell(district.id) for district in row] for row in ring_rows(board)])]


def draw_tracks(tables: Tables, guilds: Sequence[Guild]) -> Picture:
    """Guild tracks: a dot for each space, a stroke for each line, stars at the top."""
    board = Board.of(tables)
    lines: list[Words] = []
    for guild in guilds:
        track = board.tracks[guild]
        gap = Span("  ")
        lines.append([Span(track.name, "name"), gap, printed(track), gap, track_rewards(track)])
    return [Lines(lines)]


def _diagram(tables: Tables, round: str) -> Lines:
    """A Rounds diagram by district: 1 2 The Anchorage, 3 4 Bazani Gate."""
    faces = tables.charts.round[round].face
    line: list[Span] = [Span(Text("valeria.picture.rounds-diagram", round=round), "name")]
    for id in tables.board.ring:
        shown = [face for face, district in faces.items() if district == id]
        if shown:
            line += [Span(f"   {' '.join(shown)} "), Span(tables.board.district[id].name, "dim")]
    return Lines([line])


def _draft_diagram(tables: Tables) -> Lines:
    lines: list[Words] = [[Span(Text("valeria.picture.draft-diagram"), "name")]]
    for face, place in tables.charts.draft.face.items():
        lines.append([Span(f"  {face}  "), Span(Text(f"valeria.position.{place}"))])
    return Lines(lines)
