"""Teaching the app what is on the components: an official opponent card, the guild tracks, single facts."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TypeVar, get_args

from msgspec import convert
from msgspec.structs import replace

from automa.declared import KeyPath, Tree
from automa.dialogue import (
    YOU,
    Choose,
    Confirm,
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
from automa.lessons import Talk, ask_chart, ask_line, written
from automa.names import longest_named, slug
from automa.picture import Cell, Grid, Heading, Lines, Picture, Span, Spans
from automa.selector import Selector, chart_letters, letter
from automa.valeria import tables as facts
from automa.valeria import wording
from automa.valeria.board import Board
from automa.valeria.picture import card_picture, printed, ring_rows, track_rewards
from automa.valeria.tables import FACES, ROUNDS, Face, Guild, LineFacts, OpponentCard, RoundLine, Tables

T = TypeVar("T")


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
    card = tables.opponents.opponent.get(id)
    if card is not None:
        yield [Heading(card.name), *card_picture(card)]
        yield Tell("valeria.teach.known", name=card.name)
        card = yield from _change_part(card)
    else:
        card = OpponentCard(name, (yield from _enter_priorities(name)), {})
        for round in ROUNDS:
            card.round[str(round)] = yield from _enter_line(name, round)
    while True:
        yield [Heading(card.name), *card_picture(card)]
        for warning in facts.opponent_warnings(card, tables):
            yield Tell("valeria.teach.warning", warning=warning)
        if (yield Confirm("valeria.teach.same", YOU)):
            return {"opponents": {"opponent": {"without": [id], id: _as_table(card)}}}
        card = yield from _change_part(card)


def _change_part(card: OpponentCard) -> Talk[OpponentCard]:
    """A card with a part of it entered once more."""
    parts = [Option(str(round), Text("valeria.teach.part.round", round=round)) for round in ROUNDS]
    parts.append(Option("dice", Text("valeria.teach.part.dice")))
    parts.append(Option("nothing", Text("valeria.teach.part.nothing")))
    part: str = yield Choose("valeria.teach.which-part", YOU, parts)
    if part == "nothing":
        return card
    yield Tell("valeria.teach.again")
    if part == "dice":
        return replace(card, priorities=(yield from _enter_priorities(card.name, card.priorities)))
    line = yield from _enter_line(card.name, int(part), card.round[part])
    return replace(card, round={**card.round, part: line})


def _as_table(card: OpponentCard) -> Tree:
    """A card as it stands in the tables, its lines without the bonuses that they do not have."""
    table = written(card)
    for round, line in table["round"].items():
        table["round"][round] = {key: each for key, each in line.items() if each}
    return table


def card_id(name: str, tables: Tables) -> str:
    """A stable id for a taught card; the id of a house opponent is never taken."""
    id = slug(name) or "opponent"
    house = tables.opponents.opponent.get(id)
    return f"{id}-card" if house is not None and house.house else id


def _enter_priorities(name: str, before: Sequence[Face] = ()) -> Talk[tuple[Face, ...]]:
    """The column of dice from top to bottom, in one line."""
    now = " ".join(before)
    shown = [Option(now, in_a_row(before, DICE))] if now else []
    return ask_line("valeria.teach.dice", read_column, " ".join, shown, now or None, name=name)


def _enter_line(name: str, round: int, before: RoundLine | None = None) -> Talk[RoundLine]:
    """A round of a card in one line: `manor temple recruit / gate / green food magic wood`."""
    now = None if before is None else line_text(before)
    shown = [] if before is None else [Option(line_text(before), line_said(before))]
    return ask_line("valeria.teach.line", read_line, line_text, shown, now, name=name, round=round)


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


def read_column(line: str) -> tuple[Face, ...]:
    """The faces of a column of dice, each once; the last is what is left. Else `Refused`."""
    found = _all_named(line.replace("/", " "), DICE)
    if len(found) == len(FACES) - 1:
        found += [face for face in FACES if face not in found]
    twice = [face for face in found if found.count(face) > 1]
    if twice:
        raise Refused(Text("valeria.teach.dice-twice", face=Text(f"valeria.face.{twice[0]}")))
    if len(found) != len(FACES):
        raise Refused(Text("valeria.teach.six-dice", wanted=len(FACES), found=len(found)))
    return convert(found, tuple[Face, ...])


def read_line(line: str) -> RoundLine:
    """A round of a card: three actions / a monument / a bonus; or `Refused`."""
    parts = [part.strip() or NONE.id for part in line.split("/")]
    if len(parts) != 3:
        raise Refused(Text("valeria.teach.three-parts", found=len(parts)))
    actions, monuments = _all_named(parts[0], ACTIONS), _all_named(parts[1], MONUMENTS)
    if len(actions) != 3:
        raise Refused(Text("valeria.teach.three-actions", found=len(actions)))
    if len(monuments) != 1:
        raise Refused(Text("valeria.teach.one-monument", found=len(monuments)))
    return convert({"actions": actions, "monument": monuments[0], **_read_bonus(parts[2])}, RoundLine)


def _read_bonus(typed: str) -> Tree:
    """`sail 2`, `green food magic wood`, or nothing."""
    first, *rest = typed.replace(",", " ").split()
    (bonus,) = _all_named(first, BONUSES)
    if bonus == "sail":
        sails = 1 if not rest else int(rest[0]) if len(rest) == 1 and rest[0].isdecimal() else 0
        if not 1 <= sails <= facts.MOST_SAILS:
            raise Refused(Text("valeria.teach.sails", high=facts.MOST_SAILS, found=typed))
        return {"sail": sails}
    faces = _all_named(" ".join(rest), DICE)
    wanted = 0 if bonus == NONE.id else 3
    if len(faces) != wanted:
        name = in_a_row([bonus], BONUSES)
        raise Refused(Text("valeria.teach.beside", bonus=name, wanted=wanted, found=len(faces)))
    return {"crate": bonus, "faces": faces} if wanted else {}


def _all_named(typed: str, options: Sequence[Option]) -> list[str]:
    """The ids of everything that is named in a line, in order; `Refused` says what is not, or not clearly."""
    words = typed.replace(",", " ").split()
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


def line_text(line: RoundLine) -> str:
    """A round of a card as it is typed."""
    bonus = f"sail {line.sail}" if line.sail else " ".join([line.crate or "none", *line.faces])
    return f"{' '.join(line.actions)} / {line.monument} / {bonus}"


def line_said(line: RoundLine) -> Text:
    """The same in the player's words."""
    bonus = in_a_row(["sail" if line.sail else line.crate or NONE.id, *line.faces], [*BONUSES, *DICE])
    return Text(
        "valeria.teach.line-said",
        actions=in_a_row(line.actions, ACTIONS),
        monument=in_a_row([line.monument], MONUMENTS),
        bonus=joined(IN_A_ROW, [bonus, str(line.sail)]) if line.sail > 1 else bonus,
    )


def in_a_row(ids: Sequence[str], options: Sequence[Option]) -> str | Text:
    """Things by their names, one after the other."""
    names = {option.id: option.name for option in options}
    return joined(IN_A_ROW, [names[id] for id in ids])


IN_A_ROW = "list.in-a-row"


# The guild tracks


def enter_track(tables: Tables, keys: KeyPath) -> Talk[Tree]:
    """A guild track: its spaces, where the white lines are, and what crossing them gives."""
    guild = convert(keys[-1], Guild)
    name, known = Text(f"valeria.guild.{guild}"), tables.guilds.guild[guild]
    while True:
        spaces = yield Number("valeria.teach.spaces", YOU, low=1, high=30, guild=name)
        lines = yield from _enter_lines(guild, spaces + known.stars - 1)
        track = replace(known, spaces=spaces, line=convert(lines, dict[str, LineFacts]))
        guilds = replace(tables.guilds, guild={**tables.guilds.guild, guild: track})
        yield draw_tracks(replace(tables, guilds=guilds), keys)
        if guilds.lacks_proven_line(guild):
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


def _keeps(tables: Tables) -> dict[str, int]:
    """The die of each district's Keep, clockwise."""
    return {id: tables.board.district[id].keep for id in tables.board.ring}


def teach_keeps(tables: Tables, keeps: Mapping[str, int] | None = None) -> Lesson:
    """Enter the die by the name of every district in one line, so that two can change places."""
    now = keeps or _keeps(tables)

    def read(line: str) -> list[str]:
        dice = line.replace(",", " ").split()
        if sorted(dice) != [str(place) for place in range(1, len(now) + 1)]:
            raise Refused(Text("valeria.teach.keeps-once", high=len(now)))
        return dice

    shown = " ".join(map(str, now.values()))
    names = [tables.board.district[id].name for id in now]
    dice = yield from ask_line("valeria.teach.keeps", read, " ".join, [Option(shown, shown)], districts=names)
    return _kept(dict(zip(now, map(int, dice), strict=True)))


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
    return (yield from teach_keeps(tables, keeps))


# The components that facts are read off


def draw_board(tables: Tables, keys: KeyPath) -> Picture:
    """The six districts with their guild icons and the die of their Keep."""
    board = Board.of(tables)

    def cell(id: str) -> Cell:
        keep = Text("valeria.picture.keep-die", face=tables.board.district[id].keep)
        return Cell(
            [[Span(board.district[id].name, "name")], [Span(board.guilds_at(id))], [Span(keep, "green")]]
        )

    return [Grid([[cell(district.id) for district in row] for row in ring_rows(board)])]


def draw_tracks(tables: Tables, keys: KeyPath) -> Picture:
    """The guild track that the keys name, or all: a dot for each space, a stroke for each line, stars."""
    tracks, gap = Board.of(tables).tracks, Span("  ")
    lines = {
        str(guild): [Span(track.name, "name"), gap, printed(track), gap, track_rewards(track)]
        for guild, track in tracks.items()
    }
    return [Lines(_named_by(keys, lines))]


def _named_by(keys: KeyPath, parts: Mapping[str, T]) -> list[T]:
    """The part of a component that the keys of a fact name; all of it if they name none."""
    return [part for name, part in parts.items() if name in keys] or list(parts.values())


def draw_selector(tables: Tables, keys: KeyPath) -> Picture:
    """The Selector Charts, each in a row."""
    letters = {count: chart_letters(None, (), chart) for count, chart in tables.selector.chart.items()}
    charts = [Text("selector.chart", count=str(count), letters=each) for count, each in letters.items()]
    return [Lines([[Span(chart)] for chart in charts])]


def draw_charts(tables: Tables, keys: KeyPath) -> Picture:
    """The Rounds diagrams and the Draft diagram, or the one that the keys name."""
    diagrams = {str(round): _diagram(tables, str(round)) for round in ROUNDS}
    return [*_named_by(keys, {**diagrams, "draft": _draft_diagram(tables)})]


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
    lines: list[Spans] = [[Span(Text("valeria.picture.draft-diagram"), "name")]]
    for face, place in tables.charts.draft.face.items():
        lines.append([Span(f"  {face}  "), Span(wording.POSITION[place])])
    return Lines(lines)


TEACHING = Teaching(
    {"opponent": teach_opponent, "keeps": teach_keeps},
    courses={"tracks": Course("valeria.teach.tracks", ["guilds.guild"])},
    asks={"valeria.teach.spaces": enter_track, "selector.ask-chart": ask_chart},
    drawings={
        facts.BoardFacts: draw_board,
        **dict.fromkeys((facts.GuildsFacts, facts.GuildFacts), draw_tracks),
        **dict.fromkeys((facts.ChartsFacts, facts.RoundChart, facts.DraftChart), draw_charts),
        Selector: draw_selector,
    },
)
