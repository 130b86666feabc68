"""A score sheet in words, and written as JSON, CSV, Markdown or HTML; as a table it is shown on a screen."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Literal, TypeAlias, get_args

from msgspec import Struct, to_builtins

from automa.declared import Tree
from automa.dialogue import Option, Text
from automa.sheet import Column, Sheet
from solo.words.clean import cleaned
from solo.words.sentences import Piece, Words, capitalised

if TYPE_CHECKING:
    from solo.showing.markup import Element

WrittenFormat: TypeAlias = Literal["json", "csv", "markdown", "html"]
Format: TypeAlias = Literal["table"] | WrittenFormat
FORMATS: tuple[Format, ...] = ("table", *get_args(WrittenFormat))


class SaidLine(Struct):
    """One line of a player's sheet, as it is read."""

    label: str
    points: int
    how: str


class SaidPlayer(Struct):
    """One player's part of the sheet, as it is read."""

    seat: str
    name: str
    total: int
    place: int
    lines: list[SaidLine]
    tie_break: dict[str, int]


class SaidSheet(Struct):
    """A whole score sheet in the words of one language: every format shows this."""

    title: str
    players: list[SaidPlayer]
    winners: list[str]
    decided_by: str | None
    ending: list[str]
    """Who won and what decided it, in sentences."""

    @property
    def is_matrix(self) -> bool:
        """Whether all players score for the same things, so that one table can show them side by side."""
        labels = [[line.label for line in player.lines] for player in self.players]
        return len(labels) > 1 and all(each == labels[0] for each in labels)

    @property
    def has_ties(self) -> bool:
        totals = [player.total for player in self.players]
        return len(set(totals)) < len(totals)

    @property
    def tie_breaks(self) -> list[str]:
        """What parts players with as many points; nothing where nobody has as many as another."""
        return list(self.players[0].tie_break) if self.players and self.has_ties else []


def in_words(sheet: Sheet, words: Words) -> SaidSheet:
    places = {id(column): place for place, column in sheet.ranking()}
    decided = sheet.decided_by() if sheet.columns else None
    return SaidSheet(
        title=words.plain(sheet.title),
        players=[_player(column, places[id(column)], sheet, words) for column in sheet.columns],
        winners=[player_name(column, words) for column in sheet.winners()],
        decided_by=None if decided is None else words.plain(decided),
        ending=[words.plain(sentence) for sentence in ending(sheet)],
    )


def player_name(column: Column, words: Words) -> str:
    """A player's name as a heading: "You", not "you"; a name that a player gave stays as it is."""
    if isinstance(column.name, str):
        return column.name
    return "".join(text for text, _ in capitalised(words.spans(column.name)))


def _player(column: Column, place: int, sheet: Sheet, words: Words) -> SaidPlayer:
    return SaidPlayer(
        seat=column.seat,
        name=player_name(column, words),
        total=column.total,
        place=place,
        lines=[
            SaidLine(words.plain(line.label), line.points, words.plain(line.how) if line.how else "")
            for line in column.lines
        ],
        tie_break={
            words.plain(label): value for label, value in zip(sheet.tie_break, column.tie_break, strict=False)
        },
    )


def ending(sheet: Sheet) -> list[Text]:
    """Who won, what decided it, and what else there is to know."""
    winners = sheet.winners()
    if not winners:
        return sheet.remarks
    points = Text("amount.points", n=winners[0].total)
    if len(sheet.columns) == 1:
        return [Text("sheet.alone", points=points), *sheet.remarks]
    named = [Option(column.seat, column.name) for column in winners]
    sentences = [
        Text("sheet.winner", n=len(named), who=named[0] if len(named) == 1 else named, points=points)
    ]
    decided = sheet.decided_by()
    if decided is not None:
        sentences.append(Text("sheet.decided-by", what=decided))
    return [*sentences, *sheet.remarks]


def render_sheet(sheet: Sheet, words: Words, format: WrittenFormat, *, encoding: str = "utf-8") -> str:
    """The sheet in a format, with a line break at its end; what the encoding lacks is written another way."""
    said = in_words(sheet, words)
    match format:
        case "json":
            return as_json(said, ascii_only=not _is_unicode(encoding))
        case "csv":
            return _shown_in(as_csv(said), encoding, "replace")
        case "markdown":
            return _shown_in(as_markdown(said, words), encoding, "xmlcharrefreplace")
        case "html":
            return _shown_in(as_html(said, words), encoding, "xmlcharrefreplace")


def _is_unicode(encoding: str) -> bool:
    return encoding.casefold().startswith("utf")


def _shown_in(text: str, encoding: str, otherwise: str) -> str:
    return text if _is_unicode(encoding) else text.encode(encoding, otherwise).decode(encoding)


def as_data(said: SaidSheet) -> Tree:
    """The sheet as plain data: what the JSON format and the engine write."""
    data: Tree = to_builtins(said)
    del data["ending"]
    return data


def as_json(said: SaidSheet, *, ascii_only: bool = False) -> str:
    """The sheet as JSON, what cannot be seen written as an escape."""
    import json

    text = json.dumps(as_data(said), ensure_ascii=ascii_only, indent=2) + "\n"
    return "".join(sign if sign.isprintable() or sign == "\n" else json.dumps(sign)[1:-1] for sign in text)


def as_csv(said: SaidSheet) -> str:
    """A row for each line of each player, so that a spreadsheet can group it any way it likes."""
    from solo.showing import spreadsheet

    tie_breaks = list(said.players[0].tie_break) if said.players else []
    rows: list[list[object]] = [
        ["seat", "player", "place", "total", "line", "points", "how", *tie_breaks],
    ]
    for player in said.players:
        head = [player.seat, player.name, player.place, player.total]
        for line in player.lines or [SaidLine("", 0, "")]:
            rows.append([*head, line.label, line.points, line.how, *player.tie_break.values()])
    return spreadsheet.as_csv(rows, quoted=True)


# Markdown


def as_markdown(said: SaidSheet, words: Words) -> str:
    parts = [f"# {_md(said.title)}"]
    for title, found in _written_tables(said, words):
        table = "\n".join(_md_table(found.texts()))
        parts.append(f"## {_md(title)}\n\n{table}" if title else table)
    for player in said.players if said.is_matrix else ():
        if how := [f"- {_md(line.label)}: {_md(line.how)}" for line in player.lines if line.how]:
            parts.append("\n".join((f"## {_md(player.name)}\n", *how)))
    parts += [f"**{_md(sentence)}**" for sentence in said.ending]
    return "\n\n".join(parts) + "\n"


def _md(text: str) -> str:
    """Text that Markdown shows as it is: on one line, and every sign with a meaning escaped."""
    line = cleaned(" ".join(text.split()))
    return "".join("\\" + sign if sign in "\\`*_{}[]<>()#|~&!" else sign for sign in line)


def _md_table(rows: list[list[str]]) -> Iterator[str]:
    for place, row in enumerate(rows):
        yield "| " + " | ".join(_md(cell) for cell in row) + " |"
        if place == 0:
            yield "|" + "|".join(" ---: " if number else " --- " for number in _numeric(rows)) + "|"


def _numeric(rows: list[list[str]]) -> list[bool]:
    """Of each column of a table whether it holds numbers alone; the first names the rows."""
    columns = zip(*rows[1:], strict=True)
    return [
        place > 0 and all(cell.lstrip("-").isdigit() for cell in each) for place, each in enumerate(columns)
    ]


# Tables of words, for every front end


class SaidTable(Struct):
    """A table: what its columns are, its lines, and below them what they come to; each cell with its role."""

    heads: list[Piece]
    lines: list[list[Piece]]
    below: list[list[Piece]] = []

    def texts(self) -> list[list[str]]:
        """All of it without the roles."""
        return [[text for text, _ in row] for row in (self.heads, *self.lines, *self.below)]


def by_player(said: SaidSheet, words: Words) -> SaidTable:
    """What is scored for, by player."""
    players = said.players

    def row(head: Piece, values: Iterable[int], role: str = "") -> list[Piece]:
        return [head, *((str(value), role) for value in values)]

    return SaidTable(
        [_head("sheet.line", words), *((player.name, "name") for player in players)],
        [
            row((line.label, ""), (player.lines[place].points for player in players))
            for place, line in enumerate(players[0].lines)
        ],
        [
            row(_head("sheet.total", words), (player.total for player in players), "title"),
            row(_head("sheet.place", words), (player.place for player in players)),
            *(
                row(
                    (tie_break_label(label, words), "dim"), (each.tie_break[label] for each in players), "dim"
                )
                for label in said.tie_breaks
            ),
        ],
    )


def of_player(player: SaidPlayer, words: Words, first: Piece) -> SaidTable:
    """One player's lines; `first` is the head of their labels."""
    return SaidTable(
        [first, _head("sheet.points", words), _head("sheet.how", words)],
        [[(line.label, ""), (str(line.points), ""), (line.how, "dim")] for line in player.lines],
        [[_head("sheet.total", words), (str(player.total), "title"), ("", "")]],
    )


def ranking(said: SaidSheet, words: Words) -> SaidTable:
    """Who came where."""
    heads = [_head(id, words) for id in ("sheet.player", "sheet.total", "sheet.place")]
    lines: list[list[Piece]] = []
    for player in sorted(said.players, key=lambda player: player.place):
        values: list[Piece] = [(str(player.tie_break[label]), "dim") for label in said.tie_breaks]
        lines.append([(player.name, "name"), (str(player.total), "title"), (str(player.place), ""), *values])
    return SaidTable([*heads, *((tie_break_label(label, words), "dim") for label in said.tie_breaks)], lines)


def _head(id: str, words: Words) -> Piece:
    return words.plain(Text(id)), "title"


def _written_tables(said: SaidSheet, words: Words) -> Iterator[tuple[str, SaidTable]]:
    """The tables of a sheet that is written to a file, each with its title where it has one."""
    if said.is_matrix:
        yield "", by_player(said, words)
        return
    for player in said.players:
        yield player.name, of_player(player, words, _head("sheet.line", words))
    if len(said.players) > 1:
        yield "", ranking(said, words)


def tie_break_label(label: str, words: Words) -> str:
    return words.plain(Text("sheet.tie-break", what=label))


# HTML

STYLE = """
:root { color-scheme: light dark; }
body { font: 1rem/1.5 system-ui, sans-serif; margin: 2rem auto; max-width: 60rem; padding: 0 1rem; }
table { border-collapse: collapse; margin: 1rem 0; }
th, td { border-bottom: 1px solid #8886; padding: .3rem .8rem; text-align: left; vertical-align: top; }
td.number, th.number { text-align: right; font-variant-numeric: tabular-nums; }
tr.total > * { border-top: 2px solid; font-weight: bold; }
small { display: block; opacity: .75; }
.ending { font-weight: bold; }
""".strip()


def as_html(said: SaidSheet, words: Words) -> str:
    """A page that needs nothing but itself."""
    from solo.showing.markup import Html, element, written

    body = [element("h1", said.title)]
    how = [[line.how for line in player.lines] for player in said.players] if said.is_matrix else []
    for title, table in _written_tables(said, words):
        body += [element("h2", title)] if title else []
        body.append(_html_table(table, how))
    body += [element("p.ending", sentence) for sentence in said.ending]
    head = element(
        "head",
        element("meta", charset="utf-8"),
        element("meta", name="viewport", content="width=device-width, initial-scale=1"),
        element("title", said.title),
        element("style", Html(f"\n{STYLE}\n")),
    )
    page = element("html", head, element("body", *body), lang=words.lang)
    return f"<!DOCTYPE html>\n{written(page)}\n"


def _html_table(table: SaidTable, how: Sequence[Sequence[str]]) -> Element:
    """A table whose first row and column are heads; `how` explains numbers under them, column by column."""
    from solo.showing.markup import element

    first_row, *rows = table.texts()
    numeric = _numeric([first_row, *rows])
    heads = zip(first_row, numeric, strict=True)
    lines = [
        element(
            "tr", *(element("th.number" if number else "th", each, scope="col") for each, number in heads)
        )
    ]
    for place, (first, *cells) in enumerate(rows):
        reasons = [column[place] for column in how] if how and place < len(how[0]) else [""] * len(cells)
        told = (
            element("td.number" if number else "td", cell, element("small", reason) if reason else None)
            for cell, reason, number in zip(cells, reasons, numeric[1:], strict=True)
        )
        is_total = bool(table.below) and place == len(table.lines)
        lines.append(element("tr.total" if is_total else "tr", element("th", first, scope="row"), *told))
    return element("table", *lines)
