"""Teaching the app what is on the components: an official opponent card, the guild tracks, single facts."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, get_args

import msgspec
from msgspec.structs import replace

from automa.dialogue import (
    YOU,
    Choose,
    Confirm,
    Move,
    Name,
    Number,
    Option,
    Refused,
    Roll,
    Several,
    Tell,
    Text,
    choose_from,
    joined,
)
from automa.game import Lesson
from automa.lessons import Talk, taught
from automa.names import longest_named, slug
from automa.picture import Cell, Grid, Heading, Lines, Picture, Span, Words
from automa.selector import Chart, letter
from automa.valeria import tables as facts
from automa.valeria import wording
from automa.valeria.board import Board
from automa.valeria.picture import card_picture, printed, ring_rows, track_rewards
from automa.valeria.tables import FACES, ROUNDS, Guild, LineFacts, Tables
from automa.valeria.wording import positions


def lessons(tables: Tables) -> Mapping[str, Callable[[], Lesson]]:
    """The lessons of the game, by name."""
    return {
        "opponent": lambda: teach_opponent(tables),
        "tracks": lambda: teach_tracks(tables),
        "keeps": lambda: teach_keeps(tables),
    }


# An official opponent card


def teach_opponent(tables: Tables) -> Lesson:
    """Enter one opponent card from the box, compare it with the drawing, and hand it over to be kept.

    Of a card that was taught before only what is different is entered.
    """
    yield Tell("valeria.teach.opponent")
    actions, monuments = ([option.name for option in some] for some in (ACTIONS, MONUMENTS[1:]))
    yield Tell("valeria.teach.words", actions=actions, monuments=monuments)
    name: str = yield Name("valeria.teach.name", YOU)
    id = card_id(name, tables)
    known = tables.opponents.opponent.get(id)
    card: dict[str, Any] = {}
    if known is not None:
        card = _written(known)
        yield [Heading(known.name), *card_picture(known)]
        yield Tell("valeria.teach.known", name=known.name)
        yield from _change_part(card)
    else:
        card = {"name": name, "priorities": (yield from _enter_priorities(name, ())), "round": {}}
        for round in ROUNDS:
            card["round"][str(round)] = yield from _enter_line(name, round, "")
    while True:
        entered = msgspec.convert(card, facts.OpponentCard)
        yield [Heading(entered.name), *card_picture(entered)]
        for warning in facts.opponent_warnings(entered, tables):
            yield Tell("valeria.teach.warning", warning=warning)
        if (yield Confirm("valeria.teach.same", YOU)):
            return {"opponents": {"opponent": {"without": [id], id: card}}}
        yield from _change_part(card)


def _change_part(card: dict[str, Any]) -> Talk[None]:
    """Enter a part of a card once more."""
    parts = [Option(str(round), Text("valeria.teach.part.round", round=round)) for round in ROUNDS]
    parts.append(Option("dice", Text("valeria.teach.part.dice")))
    parts.append(Option("nothing", Text("valeria.teach.part.nothing")))
    part: str = yield Choose("valeria.teach.which-part", YOU, parts)
    if part == "nothing":
        return
    yield Tell("valeria.teach.again")
    if part == "dice":
        card["priorities"] = yield from _enter_priorities(card["name"], card["priorities"])
    else:
        line = msgspec.convert(card["round"][part], facts.RoundLine)
        card["round"][part] = yield from _enter_line(card["name"], int(part), line_text(line))


def _written(card: facts.OpponentCard) -> dict[str, Any]:
    """A card as a lesson writes it."""
    rounds = {round: read_line(line_text(line)) for round, line in card.round.items()}
    character = {"character": card.character} if card.character else {}
    return {"name": card.name, "priorities": list(card.priorities), "round": rounds, **character}


def card_id(name: str, tables: Tables) -> str:
    """A stable id for a taught card; the id of a house opponent is never taken."""
    id = slug(name) or "opponent"
    house = tables.opponents.opponent.get(id)
    return f"{id}-card" if house is not None and house.house else id


def _enter_priorities(name: str, before: Sequence[facts.Face]) -> Talk[list[facts.Face]]:
    """The column of dice from top to bottom, in one line."""

    def read(line: str, insist: bool) -> str:
        return " ".join(read_column(line))

    now = " ".join(before)
    shown = [Option(now, in_a_row(before, DICE))] if now else []
    line: str = yield Move("valeria.teach.dice", YOU, shown, read=read, default=now or None, name=name)
    return read_column(line)


def _enter_line(name: str, round: int, before: str) -> Talk[dict[str, Any]]:
    """A round of a card in one line: `manor temple recruit / gate / green food magic wood`."""

    def read(line: str, insist: bool) -> str:
        return line_text(msgspec.convert(read_line(line), facts.RoundLine))

    shown = [Option(before, line_said(read_line(before)))] if before else []
    line: str = yield Move(
        "valeria.teach.line", YOU, shown, read=read, default=before or None, name=name, round=round
    )
    return read_line(line)


ALSO: Mapping[str, Sequence[str]] = {
    **wording.ALSO,
    "shipyard": ("scheepswerf", "werf"),
    "lighthouse": ("vuurtoren",),
    "green": ("groen",),
    "purple": ("paars",),
    "none": ("geen", "niets", "nothing"),
}
"""Words of a card in the player's own language."""

DICE = [Option(face, Text(f"valeria.face.{face}"), also=ALSO[face]) for face in FACES]
ACTIONS = [
    Option(action, Text(f"valeria.action.{action}"), also=ALSO.get(action, ()))
    for action in facts.DICE_ACTIONS
]
NONE = Option("none", "-", also=ALSO["none"])
MONUMENTS = [
    NONE,
    *(
        Option(monument, Text(f"valeria.monument.{monument}"), also=ALSO.get(monument, ()))
        for monument in facts.MONUMENTS
    ),
]
BONUSES = [
    NONE,
    *(
        Option(bonus, Text(f"valeria.teach.bonus.{bonus}"), also=ALSO.get(bonus, ()))
        for bonus in ("sail", "green", "purple")
    ),
]


def read_column(line: str) -> list[facts.Face]:
    """The faces of a column of dice, each once; the last is what is left. Else `Refused`."""
    found = _all_named(line.replace("/", " "), DICE)
    if len(found) == len(FACES) - 1:
        found += [face for face in FACES if face not in found]
    twice = [face for face in found if found.count(face) > 1]
    if twice:
        raise Refused(Text("valeria.teach.dice-twice", face=Text(f"valeria.face.{twice[0]}")))
    if len(found) != len(FACES):
        raise Refused(Text("valeria.teach.six-dice", wanted=len(FACES), found=len(found)))
    return [face for each in found for face in FACES if face == each]


def read_line(line: str) -> dict[str, Any]:
    """A round of a card as it stands in the tables: three actions / a monument / a bonus; or `Refused`."""
    parts = [part.strip() or NONE.id for part in line.split("/")]
    if len(parts) != 3:
        raise Refused(Text("valeria.teach.three-parts", found=len(parts)))
    actions, monuments = _all_named(parts[0], ACTIONS), _all_named(parts[1], MONUMENTS)
    if len(actions) != 3:
        raise Refused(Text("valeria.teach.three-actions", found=len(actions)))
    if len(monuments) != 1:
        raise Refused(Text("valeria.teach.one-monument", found=len(monuments)))
    return {"actions": actions, "monument": monuments[0], **_read_bonus(parts[2])}


def _read_bonus(written: str) -> dict[str, Any]:
    """`sail 2`, `green food magic wood`, or nothing."""
    first, *rest = written.replace(",", " ").split()
    (bonus,) = _all_named(first, BONUSES)
    if bonus == "sail":
        sails = 1 if not rest else int(rest[0]) if len(rest) == 1 and rest[0].isdecimal() else 0
        if not 1 <= sails <= facts.MOST_SAILS:
            raise Refused(Text("valeria.teach.sails", high=facts.MOST_SAILS, found=written))
        return {"sail": sails}
    faces = _all_named(" ".join(rest), DICE)
    wanted = 0 if bonus == NONE.id else 3
    if len(faces) != wanted:
        name = in_a_row([bonus], BONUSES)
        raise Refused(Text("valeria.teach.beside", bonus=name, wanted=wanted, found=len(faces)))
    return {"crate": bonus, "faces": faces} if wanted else {}


def _all_named(written: str, options: Sequence[Option]) -> list[str]:
    """The ids of everything that is named in a line, in order; `Refused` says what is not, or not clearly."""
    words = written.replace(",", " ").split()
    ids: list[str] = []
    while words:
        if words[0] == "-":
            words[0] = "none"
        count, found = longest_named(words, options)
        if len(found) != 1:
            raise _not_named(" ".join(words[: count or 1]), options, found)
        ids.append(found[0].id)
        words = words[count:]
    return ids


def _not_named(word: str, options: Sequence[Option], found: Sequence[Option]) -> Refused:
    if found:
        return Refused(Text("refused.unclear", answer=word, options=[each.name for each in found]))
    return Refused(Text("refused.not-an-option", answer=word, choices=choose_from(options, word)))


def line_text(line: facts.RoundLine) -> str:
    """A round of a card as it is typed."""
    bonus = f"sail {line.sail}" if line.sail else " ".join([line.crate or "none", *line.faces])
    return f"{' '.join(line.actions)} / {line.monument} / {bonus}"


def line_said(line: Mapping[str, Any]) -> Text:
    """The same in the player's words."""
    bonus = [line.get("crate") or ("sail" if line.get("sail") else "none")]
    said = in_a_row([*bonus, *line.get("faces", ())], [*BONUSES, *DICE])
    return Text(
        "valeria.teach.line-said",
        actions=in_a_row(line["actions"], ACTIONS),
        monument=in_a_row([line["monument"]], MONUMENTS),
        bonus=said if line.get("sail", 1) == 1 else joined(IN_A_ROW, [said, str(line["sail"])]),
    )


def in_a_row(ids: Sequence[str], options: Sequence[Option]) -> str | Text:
    """Things by their names, one after the other."""
    names = {option.id: option.name for option in options}
    return joined(IN_A_ROW, [names[id] for id in ids])


IN_A_ROW = "list.in-a-row"


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
        spaces = yield Number("valeria.teach.spaces", YOU, low=1, high=30, guild=name)
        lines = yield from _enter_lines(guild, spaces + known.stars - 1)
        track = replace(known, spaces=spaces, line=msgspec.convert(lines, dict[str, LineFacts]))
        guilds = replace(tables.guilds, guild={**tables.guilds.guild, guild: track})
        yield draw_tracks(replace(tables, guilds=guilds), [guild])
        if facts.lacks_proven_line(guilds, guild):
            yield Tell("valeria.teach.shadow")
        elif (yield Confirm("valeria.teach.same", YOU)):
            return {"without": ["line"], "spaces": spaces, "line": lines}
        else:
            yield Tell("valeria.teach.track-again")


def _enter_lines(guild: Guild, highest: int) -> Talk[dict[str, Any]]:
    """The white lines from below, each with the space under it and what crossing it gives."""
    name, lines, lowest = Text(f"valeria.guild.{guild}"), dict[str, Any](), 0
    gains = [Option(gain, Text(f"valeria.reward.{gain}")) for gain in get_args(facts.Gain)]
    count = yield Number("valeria.teach.lines", YOU, low=0, high=6, guild=name)
    for which in range(1, count + 1):
        if lowest > highest:
            break
        space = yield Number(
            "valeria.teach.white-line", YOU, low=lowest, high=highest, guild=name, which=which
        )
        lowest = space + 1
        gain = yield Choose("valeria.teach.gain", YOU, gains, guild=name, space=space)
        reward = Text(f"valeria.reward.{gain}")
        amount = yield Number("valeria.teach.amount", YOU, low=1, high=9, gain=reward)
        lines[str(space)] = {"gain": gain, "amount": amount}
    return lines


# The dice of the Keeps


def teach_keeps(tables: Tables) -> Lesson:
    """Enter the die by the name of every district in one line, so that two can change places."""
    ring, districts = tables.board.ring, tables.board.district

    def read(line: str, insist: bool) -> str:
        dice = line.replace(",", " ").split()
        if sorted(dice) != [str(place) for place in range(1, len(ring) + 1)]:
            raise Refused(Text("valeria.teach.keeps-once", high=len(ring)))
        return " ".join(dice)

    now = " ".join(str(districts[id].keep) for id in ring)
    names = [districts[id].name for id in ring]
    line: str = yield Move("valeria.teach.keeps", YOU, [Option(now, now)], read=read, districts=names)
    dice = [int(die) for die in line.split()]
    return {"board": {"district": {id: {"keep": die} for id, die in zip(ring, dice, strict=True)}}}


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
    for face in tables.charts.round[round].face:
        if int(face) not in tables.charts.proven.round.get(round, ()):
            faces[face] = yield Choose("valeria.teach.rounds", YOU, districts, round=round, face=face)
    return faces


def _ask_draft(tables: Tables) -> Talk[dict[str, str]]:
    faces: dict[str, str] = {}
    for face in tables.charts.draft.face:
        faces[face] = yield Choose("valeria.teach.draft", YOU, positions(), face=face)
    return faces


def _ask_chart(tables: Tables, count: str) -> Lesson:
    """A Selector Chart: for each face in turn, the letter that it picks."""
    letters = [letter(place) for place in range(int(count))]
    options = [*(Option(each, each) for each in letters), Option("again", Text("valeria.teach.roll-again"))]
    chart: list[int] = []
    for face in range(1, len(tables.selector.chart[int(count)]) + 1):
        said: str = yield Choose("valeria.teach.chart", YOU, options, count=count, face=face)
        chart.append(0 if said == "again" else letters.index(said) + 1)
    return {"selector": {"chart": {count: chart}}}


def _ask_guilds(tables: Tables, id: str) -> Talk[Any]:
    name = tables.board.district[id].name
    options = [Option(guild, Text(f"valeria.guild.{guild}")) for guild in tables.guilds.order]
    return (yield Several("valeria.teach.guilds", YOU, options, low=2, high=2, district=name))


def _ask_keep(district: facts.DistrictFacts) -> Talk[Any]:
    return (yield Number("valeria.teach.keep", YOU, low=1, high=6, district=district.name))


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
    if (yield Confirm("valeria.teach.same", YOU)):
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
    if (yield Confirm("valeria.teach.same-keeps", YOU)):
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
