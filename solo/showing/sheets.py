"""A score sheet in words, and written as JSON, CSV, Markdown or HTML; as a table it is shown on a screen."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Literal, TypeAlias, get_args

from msgspec import Struct

from automa.declared import Tree
from automa.dialogue import Option, Text
from automa.names import most_like
from automa.sheet import Column, Sheet
from solo.trouble import Trouble
from solo.words.clean import cleaned
from solo.words.sentences import Words, capitalised

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
    """The sheet in words."""
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
    """A player's name as a heading: "You", not "you"; a name of one's own stays as it was given."""
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


def format_named(name: str) -> Format:
    """The format a user means."""
    for each in FORMATS:
        if each == name.casefold():
            return each
    near = most_like(name, FORMATS)
    if near is None:
        raise Trouble(Text("trouble.unknown-format", found=name, allowed=list(FORMATS)))
    raise Trouble(Text("trouble.unknown-format-near", found=name, near=near, allowed=list(FORMATS)))


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
    return {
        "title": said.title,
        "players": [
            {
                "seat": player.seat,
                "name": player.name,
                "total": player.total,
                "place": player.place,
                "lines": [
                    {"label": line.label, "points": line.points, "how": line.how} for line in player.lines
                ],
                "tie_break": player.tie_break,
            }
            for player in said.players
        ],
        "winners": said.winners,
        "decided_by": said.decided_by,
    }


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
    if said.is_matrix:
        parts.append("\n".join(_md_table(_matrix(said, words), right_from=1)))
        parts += [
            f"## {_md(player.name)}\n\n"
            + "\n".join(f"- {_md(line.label)}: {_md(line.how)}" for line in player.lines if line.how)
            for player in said.players
            if any(line.how for line in player.lines)
        ]
    else:
        for player in said.players:
            parts.append(
                f"## {_md(player.name)}\n\n" + "\n".join(_md_table(_block(player, words), right_from=1))
            )
        if len(said.players) > 1:
            parts.append("\n".join(_md_table(_places(said, words), right_from=1)))
    parts += [f"**{_md(sentence)}**" for sentence in said.ending]
    return "\n\n".join(parts) + "\n"


def _md(text: str) -> str:
    """Text that Markdown shows as it is: on one line, and every sign with a meaning escaped."""
    line = cleaned(" ".join(text.split()))
    return "".join("\\" + sign if sign in "\\`*_{}[]<>()#|~&!" else sign for sign in line)


def _md_table(rows: list[list[str]], *, right_from: int) -> Iterator[str]:
    for place, row in enumerate(rows):
        yield "| " + " | ".join(_md(cell) for cell in row) + " |"
        if place == 0:
            numeric = [_all_numbers(rows, column) for column in range(len(row))]
            yield (
                "|"
                + "|".join(
                    " ---: " if column >= right_from and number else " --- "
                    for column, number in enumerate(numeric)
                )
                + "|"
            )


def _all_numbers(rows: list[list[str]], column: int) -> bool:
    return all(row[column].lstrip("-").isdigit() for row in rows[1:])


# Tables of words, for Markdown and HTML alike


def _matrix(said: SaidSheet, words: Words) -> list[list[str]]:
    """What is scored for, by player."""
    rows = [[words.plain(Text("sheet.line")), *(player.name for player in said.players)]]
    for place, line in enumerate(said.players[0].lines):
        rows.append([line.label, *(str(player.lines[place].points) for player in said.players)])
    rows.append([words.plain(Text("sheet.total")), *(str(player.total) for player in said.players)])
    rows.append([words.plain(Text("sheet.place")), *(str(player.place) for player in said.players)])
    for label in said.tie_breaks:
        rows.append(
            [tie_break_label(label, words), *(str(player.tie_break[label]) for player in said.players)]
        )
    return rows


def _block(player: SaidPlayer, words: Words) -> list[list[str]]:
    """One player's lines."""
    rows = [[words.plain(Text(id)) for id in ("sheet.line", "sheet.points", "sheet.how")]]
    rows += [[line.label, str(line.points), line.how] for line in player.lines]
    return [*rows, [words.plain(Text("sheet.total")), str(player.total), ""]]


def _places(said: SaidSheet, words: Words) -> list[list[str]]:
    """Who came where."""
    heads = [words.plain(Text(id)) for id in ("sheet.player", "sheet.total", "sheet.place")]
    rows = [[*heads, *(tie_break_label(label, words) for label in said.tie_breaks)]]
    for player in sorted(said.players, key=lambda player: player.place):
        values = [player.total, player.place, *(player.tie_break[label] for label in said.tie_breaks)]
        rows.append([player.name, *(str(value) for value in values)])
    return rows


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
    if said.is_matrix:
        how = [[line.how for line in player.lines] for player in said.players]
        body.append(_html_table(_matrix(said, words), total=len(said.players[0].lines) + 1, how=how))
    else:
        for player in said.players:
            body.append(element("h2", player.name))
            body.append(_html_table(_block(player, words), total=len(player.lines) + 1))
        if len(said.players) > 1:
            body.append(_html_table(_places(said, words)))
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


def _html_table(
    rows: list[list[str]], *, total: int | None = None, how: Sequence[Sequence[str]] = ()
) -> Element:
    """A table whose first row and column are heads; `how` explains numbers under them, column by column."""
    from solo.showing.markup import element

    numeric = [column > 0 and _all_numbers(rows, column) for column in range(len(rows[0]))]
    heads = (
        element("th.number" if numeric[column] else "th", cell, scope="col")
        for column, cell in enumerate(rows[0])
    )
    lines = [element("tr", *heads)]
    for place, (first, *cells) in enumerate(rows[1:], start=1):
        reasons = [column[place - 1] for column in how] if how and place <= len(how[0]) else [""] * len(cells)
        told = (
            element("td.number" if number else "td", cell, element("small", reason) if reason else None)
            for cell, reason, number in zip(cells, reasons, numeric[1:], strict=True)
        )
        row = element("th", first, scope="row"), *told
        lines.append(element("tr.total" if place == total else "tr", *row))
    return element("table", *lines)
