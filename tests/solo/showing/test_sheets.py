"""A score sheet in every format: the same numbers, and any name unharmed."""

import csv
import json
import re
import subprocess
import sys
from html.parser import HTMLParser
from io import StringIO

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.console import Console

from automa.dialogue import Text
from automa.sheet import Column, Line, Sheet
from solo.showing.screen import Screen
from solo.showing.sheets import FORMATS, Format, render_sheet
from solo.words.sentences import Words

ENGLISH = Words.of("en", strict=True)
DUTCH = Words.of("nl", strict=True)
WILD = 'Zoë, "the | Key" <b>&amp;</b>\n*x* `y` [z](u) \\ #1'


def sheet(name: str = "Mila", *, same_lines: bool = False) -> Sheet:
    """Two players with nine points; more gold decides for you."""
    return Sheet(
        Text("sheet.points"),
        [
            Column(
                "you",
                Text("seat.you"),
                [Line("Judge", 10, Text("amount.keys", n=2)), Line("Keys", -1)],
                (3,),
            ),
            Column("mila", name, [Line("Judge" if same_lines else "Miller", 4), Line("Keys", 5)], (1,)),
        ],
        [Text("amount.gold", n=0)],
    )


def written(sheet: Sheet, format: Format, encoding: str = "utf-8") -> str:
    """The sheet in any of the formats; the table is the one that is shown on a screen."""
    if format != "table":
        return render_sheet(sheet, ENGLISH, format, encoding=encoding)
    return table(sheet, encoding=encoding)


def table(sheet: Sheet, *, colour: bool = False, encoding: str = "utf-8") -> str:
    file = StringIO()
    console = Console(file=file, width=80, force_terminal=colour, no_color=not colour)
    Screen.rich(ENGLISH, console, encoding=encoding).sheet(sheet)
    return file.getvalue()


def plain_table(sheet: Sheet) -> str:
    file = StringIO()
    Screen.plain(ENGLISH, file, 80).sheet(sheet)
    return file.getvalue()


def test_json() -> None:
    assert json.loads(render_sheet(sheet(), ENGLISH, "json")) == {
        "title": "Points",
        "players": [
            {
                "seat": "you",
                "name": "You",
                "total": 9,
                "place": 1,
                "lines": [
                    {"label": "Judge", "points": 10, "how": "2 keys"},
                    {"label": "Keys", "points": -1, "how": ""},
                ],
                "tie_break": {"0 gold": 3},
            },
            {
                "seat": "mila",
                "name": "Mila",
                "total": 9,
                "place": 2,
                "lines": [
                    {"label": "Miller", "points": 4, "how": ""},
                    {"label": "Keys", "points": 5, "how": ""},
                ],
                "tie_break": {"0 gold": 1},
            },
        ],
        "winners": ["You"],
        "decided_by": "0 gold",
    }


def test_csv() -> None:
    assert render_sheet(sheet('Mila "M", jr'), DUTCH, "csv") == (
        '"seat","player","place","total","line","points","how","0 goud"\n'
        '"you","Jij",1,9,"Judge",10,"2 sleutels",3\n'
        '"you","Jij",1,9,"Keys",-1,"",3\n'
        '"mila","Mila ""M"", jr",2,9,"Miller",4,"",1\n'
        '"mila","Mila ""M"", jr",2,9,"Keys",5,"",1\n'
    )


def test_markdown_with_a_table_for_each_player() -> None:
    assert render_sheet(sheet("M|la"), ENGLISH, "markdown") == (
        "# Points\n\n"
        "## You\n\n"
        "| Scored for | Points | How |\n"
        "| --- | ---: | --- |\n"
        "| Judge | 10 | 2 keys |\n"
        "| Keys | -1 |  |\n"
        "| Total | 9 |  |\n\n"
        "## M\\|la\n\n"
        "| Scored for | Points | How |\n"
        "| --- | ---: | --- |\n"
        "| Miller | 4 |  |\n"
        "| Keys | 5 |  |\n"
        "| Total | 9 |  |\n\n"
        "| Player | Total | Place | Tie-break: 0 gold |\n"
        "| --- | ---: | ---: | ---: |\n"
        "| You | 9 | 1 | 3 |\n"
        "| M\\|la | 9 | 2 | 1 |\n\n"
        "**You win with 9 points.**\n\n"
        "**Equal on points; decided by: 0 gold.**\n"
    )


def test_markdown_with_one_table_where_all_score_for_the_same() -> None:
    assert render_sheet(sheet(same_lines=True), ENGLISH, "markdown") == (
        "# Points\n\n"
        "| Scored for | You | Mila |\n"
        "| --- | ---: | ---: |\n"
        "| Judge | 10 | 4 |\n"
        "| Keys | -1 | 5 |\n"
        "| Total | 9 | 9 |\n"
        "| Place | 1 | 2 |\n"
        "| Tie-break: 0 gold | 3 | 1 |\n\n"
        "## You\n\n"
        "- Judge: 2 keys\n\n"
        "**You win with 9 points.**\n\n"
        "**Equal on points; decided by: 0 gold.**\n"
    )


def test_markdown_of_a_wild_name_stays_on_one_line_with_every_sign_escaped() -> None:
    lines = render_sheet(sheet(WILD), ENGLISH, "markdown").splitlines()
    (heading,) = [line for line in lines if line.startswith("## Zoë")]
    bare = re.sub(r"\\(.)", "", heading.removeprefix("## "))
    assert not set(bare) & set("|<>*`[]&#\\")
    assert re.sub(r"\\(.)", r"\1", heading) == "## " + " ".join(WILD.split())


class Page(HTMLParser):
    """The words and the tags of a page."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.words: list[str] = []
        self.open: list[str] = []
        self.tags: set[str] = set()
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        if tag != "meta":
            self.open.append(tag)
        assert not {"src", "href"} & {name for name, _ in attrs}, "the page needs nothing but itself"

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.words.append(data)


@pytest.mark.parametrize("same_lines", [False, True])
def test_html_is_a_whole_page_with_every_name_escaped(same_lines: bool) -> None:
    text = render_sheet(sheet(WILD, same_lines=same_lines), DUTCH, "html")
    page = Page(text)
    assert text.startswith("<!DOCTYPE html>")
    assert '<html lang="nl">' in text
    assert page.open == []
    assert "b" not in page.tags
    assert " ".join(WILD.split()) in page.words
    assert {"Jij", "10", "-1", "2 sleutels", "Je wint met 9 punten."} <= set(page.words)


def test_table_in_both_ways() -> None:
    plain = plain_table(sheet())
    boxed = table(sheet())
    assert "You: 9 points, place 1\n  Judge: 10 (2 keys)\n" in plain
    assert "Judge      10  2 keys\n" in boxed
    assert "\x1b" not in boxed
    assert "\x1b[1m" in table(sheet(), colour=True)


@pytest.mark.parametrize("format", FORMATS)
def test_every_format_can_be_written_in_ascii(format: Format) -> None:
    text = written(sheet(WILD), format, "ascii")
    assert text.isascii()
    assert text.endswith("\n")


@pytest.mark.parametrize("format", FORMATS)
def test_a_sheet_for_one_player_names_no_winner(format: Format) -> None:
    alone = Sheet(Text("sheet.points"), [Column("you", Text("seat.you"), [Line("Judge", 9)])])
    text = written(alone, format)
    assert "You win" not in text
    if format in ("table", "markdown", "html"):
        assert "The score is 9 points." in text


@pytest.mark.parametrize("format", FORMATS)
def test_an_empty_sheet_is_no_trouble(format: Format) -> None:
    assert written(Sheet(Text("sheet.points"), []), format)


def test_a_shared_victory() -> None:
    columns = [Column(name, name, [Line("x", 3)]) for name in ("Ada", "Bo")]
    text = plain_table(Sheet(Text("sheet.points"), columns))
    assert text.endswith("Ada and Bo share the victory with 3 points.\n")


@given(st.text(), st.text())
def test_json_gives_back_any_name(name: str, label: str) -> None:
    columns = [Column("a", name, [Line(label, 1)])]
    for encoding in ("utf-8", "ascii"):
        text = render_sheet(Sheet(Text("sheet.points"), columns), ENGLISH, "json", encoding=encoding)
        (player,) = json.loads(text)["players"]
        assert (player["name"], player["lines"][0]["label"]) == (name, label)


@given(st.text(), st.text())
def test_csv_gives_back_any_name(name: str, label: str) -> None:
    """Any but what a spreadsheet would reckon with: that has an apostrophe before it."""
    columns = [Column("a", name, [Line(label, 1)])]
    text = render_sheet(Sheet(Text("sheet.points"), columns), ENGLISH, "csv")
    _, row = csv.reader(StringIO(text, newline=""))
    expected = [f"'{each}" if each[:1] in set("=+-@\t\r\n") else each for each in (name, label)]
    assert [row[1], row[4]] == expected


@given(st.text())
def test_html_shows_any_name_and_nothing_of_it_as_a_tag(name: str) -> None:
    text = render_sheet(sheet(name), ENGLISH, "html")
    assert Page(text).tags == Page(render_sheet(sheet("x"), ENGLISH, "html")).tags


def test_formats_for_programs_need_neither_rich_nor_questionary() -> None:
    code = (
        "import sys; from automa.dialogue import Text; from automa.sheet import *; "
        "from solo.showing.sheets import *; from solo.words.sentences import Words; "
        "s = Sheet(Text('sheet.points'), [Column('a', 'Zoë', [Line('x', 1)])]); "
        "[render_sheet(s, Words.of('nl'), f) for f in FORMATS if f != 'table']; "
        "sys.exit(bool({'rich', 'questionary', 'babel'} & set(sys.modules)))"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
