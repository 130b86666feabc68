"""Teaching the app what is on the components: an official opponent card, the guild tracks, single facts."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import get_args

from msgspec import convert
from msgspec.structs import replace

from automa.declared import Keys, Tree
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
    Tell,
    Text,
    choose_from,
    joined,
)
from automa.game import Course, Lesson, Teaching
from automa.lessons import Talk, ask_chart
from automa.names import longest_named, slug
from automa.picture import Cell, Grid, Heading, Lines, Picture, Span, Words
from automa.selector import Selector, chart_letters, letter
from automa.valeria import tables as facts
from automa.valeria import wording
from automa.valeria.board import Board
from automa.valeria.picture import card_picture, printed, ring_rows, track_rewards
from automa.valeria.tables import FACES, ROUNDS, Guild, LineFacts, Tables


def lessons(tables: Tables) -> Mapping[str, Callable[[], Lesson]]:
    """The lessons of the game, by name."""
    return {
        "opponent": lambda: teach_opponent(tables),
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
    card: Tree = {}
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
        entered = convert(card, facts.OpponentCard)
        yield [Heading(entered.name), *card_picture(entered)]
        for warning in facts.opponent_warnings(entered, tables):
            yield Tell("valeria.teach.warning", warning=warning)
        if (yield Confirm("valeria.teach.same", YOU)):
            return {"opponents": {"opponent": {"without": [id], id: card}}}
        yield from _change_part(card)


def _change_part(card: Tree) -> Talk[None]:
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
        line = convert(card["round"][part], facts.RoundLine)
        card["round"][part] = yield from _enter_line(card["name"], int(part), line_text(line))


def _written(card: facts.OpponentCard) -> Tree:
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


def _enter_line(name: str, round: int, before: str) -> Talk[Tree]:
    """A round of a card in one line: `manor temple recruit / gate / green food magic wood`."""

    def read(line: str, insist: bool) -> str:
        return line_text(convert(read_line(line), facts.RoundLine))

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

NONE = Option("none", "-", also=ALSO["none"])


def _named(kind: str, ids: Iterable[str]) -> list[Option]:
    """Things of a card by the words of that kind."""
    return [Option(id, Text(f"valeria.{kind}.{id}"), also=ALSO.get(id, ())) for id in ids]


DICE, ACTIONS = _named("face", FACES), _named("action", facts.DICE_ACTIONS)
MONUMENTS = [NONE, *_named("monument", facts.MONUMENTS)]
BONUSES = [NONE, *_named("teach.bonus", ("sail", "green", "purple"))]


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
    return convert(found, list[facts.Face])


def read_line(line: str) -> Tree:
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


def _read_bonus(written: str) -> Tree:
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


def line_said(line: Tree) -> Text:
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


def enter_track(tables: Tables, keys: Keys) -> Talk[Tree]:
    """A guild track: its spaces, where the white lines are, and what crossing them gives."""
    guild = convert(keys[-1], Guild)
    name, known = Text(f"valeria.guild.{guild}"), tables.guilds.guild[guild]
    while True:
        spaces = yield Number("valeria.teach.spaces", YOU, low=1, high=30, guild=name)
        lines = yield from _enter_lines(guild, spaces + known.stars - 1)
        track = replace(known, spaces=spaces, line=convert(lines, dict[str, LineFacts]))
        guilds = replace(tables.guilds, guild={**tables.guilds.guild, guild: track})
        yield draw_tracks(replace(tables, guilds=guilds), [guild])
        if facts.lacks_proven_line(guilds, guild):
            yield Tell("valeria.teach.shadow")
        elif (yield Confirm("valeria.teach.same", YOU)):
            return {"without": ["line"], "spaces": spaces, "line": lines}
        else:
            yield Tell("valeria.teach.track-again")


def _enter_lines(guild: Guild, highest: int) -> Talk[Tree]:
    """The white lines from below, each with the space under it and what crossing it gives."""
    name, lines, lowest = Text(f"valeria.guild.{guild}"), Tree(), 0
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
    return _keeps_as_entered(tables, _keeps(tables))


def _keeps(tables: Tables) -> dict[str, int]:
    """The die of each district's Keep, clockwise."""
    return {id: tables.board.district[id].keep for id in tables.board.ring}


def _keeps_as_entered(tables: Tables, now: Mapping[str, int]) -> Lesson:
    def read(line: str, insist: bool) -> str:
        dice = line.replace(",", " ").split()
        if sorted(dice) != [str(place) for place in range(1, len(now) + 1)]:
            raise Refused(Text("valeria.teach.keeps-once", high=len(now)))
        return " ".join(dice)

    shown = " ".join(map(str, now.values()))
    names = [tables.board.district[id].name for id in now]
    line: str = yield Move("valeria.teach.keeps", YOU, [Option(shown, shown)], read=read, districts=names)
    return _kept(dict(zip(now, map(int, line.split()), strict=True)))


def _kept(keeps: Mapping[str, int]) -> Tree:
    return {"board": {"district": {id: {"keep": die} for id, die in keeps.items()}}}


# What a roll gave at the table


def roll_lesson(tables: Tables, roll: Roll, face: int, outcome: str) -> Lesson:
    """What a roll of the black die gave: the rest of a Selector Chart, and of the Keeps, is asked with it."""
    match roll.read_off[0].split("."):
        case ["selector", "chart", count]:
            chart = list(tables.selector.chart[int(count)])
            chart[face - 1] = [option.id for option in roll.outcomes].index(outcome) + 1
            return {"selector": {"chart": {count: (yield from _rest_of_chart(tables, count, chart))}}}
        case _:
            return (yield from _rest_of_keeps(tables, outcome, face))


def _rest_of_chart(tables: Tables, count: str, chart: list[int]) -> Talk[list[int]]:
    picks: list[Text] = []
    for option in sorted(set(chart), key=lambda option: option or len(chart) + 1):
        faces = " ".join(str(face) for face, its in enumerate(chart, 1) if its == option)
        if option:
            picks.append(Text("valeria.teach.picks", faces=faces, letter=letter(option - 1)))
        else:
            picks.append(Text("valeria.teach.rolls-again", faces=faces))
    if (yield Confirm("valeria.teach.same-chart", YOU, count=count, picks=picks)):
        return chart
    return (yield from ask_chart(tables, (count,)))


def _rest_of_keeps(tables: Tables, id: str, face: int) -> Lesson:
    """The district has that die; the one that was thought to have it gets the other's."""
    keeps = _keeps(tables)
    other = next(each for each, keep in keeps.items() if keep == face)
    keeps |= {other: keeps[id], id: face}
    names = tables.board.district
    shown = [Text("valeria.has", who=names[each].name, points=keep) for each, keep in keeps.items()]
    if (yield Confirm("valeria.teach.same-keeps", YOU, keeps=shown)):
        return _kept(keeps)
    return (yield from _keeps_as_entered(tables, keeps))


# The components that facts are read off


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


def draw_selector(tables: Tables) -> Lines:
    """The Selector Charts, each in a row."""
    letters = {count: chart_letters(None, (), chart) for count, chart in tables.selector.chart.items()}
    charts = [Text("selector.chart", count=str(count), letters=each) for count, each in letters.items()]
    return Lines([[Span(chart)] for chart in charts])


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
        lines.append([Span(f"  {face}  "), Span(wording.POSITION[place])])
    return Lines(lines)


TEACHING = Teaching(
    lessons,
    courses={"tracks": Course("valeria.teach.tracks", ["guilds.guild"])},
    asks={"valeria.teach.spaces": enter_track, "selector.ask-chart": ask_chart},
    drawings={
        facts.BoardFacts: lambda tables, keys: draw_board(tables),
        facts.GuildsFacts: lambda tables, keys: draw_tracks(tables, tables.guilds.order),
        facts.GuildFacts: lambda tables, keys: draw_tracks(tables, [convert(keys[-1], Guild)]),
        facts.RoundChart: lambda tables, keys: [_diagram(tables, keys[-1])],
        facts.DraftChart: lambda tables, keys: [_draft_diagram(tables)],
        facts.ChartsFacts: lambda tables, keys: [
            *(_diagram(tables, str(round)) for round in ROUNDS),
            _draft_diagram(tables),
        ],
        Selector: lambda tables, keys: [draw_selector(tables)],
    },
)
