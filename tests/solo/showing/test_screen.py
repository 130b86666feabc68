"""What is shown: in boxes on a terminal, in plain lines everywhere else."""

from io import BytesIO, StringIO, TextIOWrapper

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.color import Color
from rich.console import Console

from automa.dialogue import Text
from automa.game import Seat
from automa.picture import Cell, Grid, Heading, Lines, Listing, ListRow, Picture, Span
from automa.sheet import Column, Line, Sheet
from solo.showing.layout import ASCII, ROUND, SQUARE, box_for, cells, width_of, wrap
from solo.showing.screen import COLOURS, Screen
from solo.words.clean import cleaned
from solo.words.sentences import Words

ENGLISH = Words.of("en", strict=True)
DUTCH = Words.of("nl", strict=True)


def card(name: str, cost: int, ability: str, scroll: str) -> Cell:
    return Cell(
        [[Span(name, "name")], [Span(ability)], [Span(scroll, "dim")]],
        style="slate",
        right=[[Span(Text("amount.gold", n=cost), "gold")]],
    )


def tableau() -> Picture:
    judge = card("Judge", 4, "1 gold for each blue shield", "3 for each pair of a castle and a village")
    eloise = card("Éloïse of Bürgenstock Castle", 7, "-", "4 for each row of three")
    king = card("王様", 3, "Move the messenger", "2 for each neighbour")
    face_down = Cell([[Span("face down", "dim")]], style="dim")
    empty = Cell(style="dim")
    return [
        Heading(
            Text("seat.you"),
            [[Span(Text("amount.gold", n=3), "gold")], [Span(Text("amount.keys", n=1), "key")]],
        ),
        Grid(
            [[judge, empty, eloise], [empty, face_down, empty], [Cell(border=False), empty, king]],
            ["1", "2", "3"],
            ["a", "b", "c"],
        ),
        Heading("market"),
        Lines([[Span("Castle: ", "slate"), Span("Judge, Miller")]]),
    ]


def on_rich(picture: Picture, width: int = 80, words: Words = ENGLISH, encoding: str = "utf-8") -> list[str]:
    file = StringIO()
    Screen.rich(words, Console(file=file, width=width), encoding=encoding).picture(picture)
    return file.getvalue().splitlines()


def on_plain(picture: Picture, width: int | None = 80, words: Words = ENGLISH) -> list[str]:
    file = StringIO()
    Screen.plain(words, file, width).picture(picture)
    return file.getvalue().splitlines()


AT_80 = """\
You   3 gold   1 key
              a                         b                         c
  ╭───────────────────────╮ ╭───────────────────────╮ ╭───────────────────────╮
  │ Judge          4 gold │ │                       │ │ Éloïse of      7 gold │
  │ 1 gold for each blue  │ │                       │ │ Bürgenstock Castle    │
1 │ shield                │ │                       │ │ -                     │
  │ 3 for each pair of a  │ │                       │ │ 4 for each row of     │
  │ castle and a village  │ │                       │ │ three                 │
  ╰───────────────────────╯ ╰───────────────────────╯ ╰───────────────────────╯
  ╭───────────────────────╮ ╭───────────────────────╮ ╭───────────────────────╮
2 │                       │ │ face down             │ │                       │
  ╰───────────────────────╯ ╰───────────────────────╯ ╰───────────────────────╯
                            ╭───────────────────────╮ ╭───────────────────────╮
                            │                       │ │ 王様           3 gold │
3                           │                       │ │ Move the messenger    │
                            │                       │ │ 2 for each neighbour  │
                            ╰───────────────────────╯ ╰───────────────────────╯

Market
Castle: Judge, Miller
"""


def test_a_tableau_in_boxes_at_80_columns() -> None:
    assert on_rich(tableau()) == AT_80.splitlines()


def test_a_tableau_at_120_columns_uses_the_room() -> None:
    assert on_rich(tableau(), 120)[3] == (
        "  │ Judge                       4 gold │ │                                    │ "
        "│ Éloïse of Bürgenstock       7 gold │"
    )


def test_a_tableau_in_a_narrow_window_is_shown_in_parts() -> None:
    lines = on_rich(tableau(), 40)
    assert max(map(cells, lines)) <= 40
    assert [line.split() for line in lines if line.split() in (["a", "b"], ["c"])] == [["a", "b"], ["c"]]


def test_boxes_are_no_wider_than_what_is_in_them() -> None:
    numbers = Grid([[Cell([[Span(str(n))]]) for n in range(3)]])
    assert on_rich([numbers]) == ["╭───╮ ╭───╮ ╭───╮", "│ 0 │ │ 1 │ │ 2 │", "╰───╯ ╰───╯ ╰───╯"]


def test_boxes_without_borders_are_a_table() -> None:
    row = [Cell([[Span(word)]], border=False) for word in ("ship", "3", "gold")]
    grid = Grid([row, row], ["you", "Mila"], ["what", "n", "of"])
    assert on_rich([grid]) == [
        "     what   n     of",
        "you  ship  3     gold",
        "Mila ship  3     gold",
    ]
    assert on_plain([grid]) == ["you: what: ship; n: 3; of: gold", "Mila: what: ship; n: 3; of: gold"]


def test_a_tableau_in_plain_lines_is_read_box_by_box() -> None:
    assert on_plain(tableau(), words=DUTCH) == [
        "Jij: 3 goud, 1 sleutel",
        "a1: Judge, 4 goud, 1 gold for each blue shield, 3 for each pair of a castle and",
        "    a village",
        "b1: leeg",
        "c1: Éloïse of Bürgenstock Castle, 7 goud, -, 4 for each row of three",
        "a2: leeg",
        "b2: face down",
        "c2: leeg",
        "b3: leeg",
        "c3: 王様, 3 goud, Move the messenger, 2 for each neighbour",
        "",
        "Market",
        "Castle: Judge, Miller",
    ]


def test_lines_in_a_pipe_are_not_wrapped() -> None:
    long = "word " * 60
    assert on_plain([Lines([[Span(long)]])], None) == [long.strip()]


def test_rows_with_long_names_are_called_by_them() -> None:
    grid = Grid([[Cell([[Span("3")]])]], ["Nor High"], ["ships"])
    assert on_plain([grid]) == ["Nor High, ships: 3"]


@pytest.mark.parametrize(
    ("encoding", "box"),
    [("utf-8", ROUND), ("cp437", SQUARE), ("ascii", ASCII), ("latin-1", ASCII), ("?", ASCII)],
)
def test_boxes_are_drawn_with_what_the_terminal_can_show(encoding: str, box: object) -> None:
    assert box_for(encoding) is box


def test_an_old_terminal_gets_plain_letters() -> None:
    lines = on_rich(tableau(), encoding="ascii")
    assert all(line.isascii() for line in lines)
    assert lines[3] == "  | Judge          4 gold | |                       | | Eloise of      7 gold |"
    assert cleaned("“5 × 3” … Straße → é", "ascii") == '"5 x 3" ... Stra?e -> e'
    assert cleaned("Zoë …", "latin-1") == "Zoë ..."


def test_a_stream_that_cannot_show_a_sign_does_not_break() -> None:
    raw = BytesIO()
    stream = TextIOWrapper(raw, encoding="ascii")
    screen = Screen.plain(ENGLISH, stream, 80)
    screen.picture(tableau())
    screen.text("Łódź “x”")
    assert b"Eloise" in raw.getvalue()


def test_a_name_cannot_command_the_terminal() -> None:
    file = StringIO()
    screen = Screen.plain(ENGLISH, file, 80)
    screen.text("\x1b[2Jgone\x07\tand\rback\udc80")
    assert file.getvalue() == "�[2Jgone� and back�\n"


def coloured(environ: dict[str, str]) -> str:
    file = StringIO()
    console = Console(
        file=file, width=80, force_terminal=True, _environ={"TERM": "xterm-256color", **environ}
    )
    screen = Screen.rich(ENGLISH, console)
    screen.picture([Lines([[Span("gold", "gold"), Span(" and "), Span("Judge", "name")]])])
    return file.getvalue()


def test_colours_follow_the_roles() -> None:
    assert coloured({}) == "\x1b[38;5;136mgold\x1b[0m and \x1b[1mJudge\x1b[0m\n"


def test_no_colours_where_none_are_wanted() -> None:
    assert coloured({"NO_COLOR": "1"}) == "gold and \x1b[1mJudge\x1b[0m\n"
    assert coloured({"TERM": "dumb"}) == "gold and Judge\n"


@pytest.mark.parametrize("role", [role for role in COLOURS if COLOURS[role].startswith("color")])
def test_colours_can_be_read_on_black_and_on_white(role: str) -> None:
    """Contrast of at least 3 to 1, as the accessibility guidelines ask for large or bold text."""
    red, green, blue = (part / 255 for part in Color.parse(COLOURS[role]).get_truecolor())
    light = sum(
        weight * (part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4)
        for weight, part in ((0.2126, red), (0.7152, green), (0.0722, blue))
    )
    assert (light + 0.05) / 0.05 >= 3
    assert 1.05 / (light + 0.05) >= 3


def test_markup_in_a_name_is_shown_as_it_is() -> None:
    assert on_rich([Lines([[Span("[bold]x[/bold] :smile:")]])]) == ["[bold]x[/bold] :smile:"]


def test_a_text_keeps_the_line_breaks_of_its_sentence_and_is_wrapped() -> None:
    file = StringIO()
    Screen.plain(ENGLISH, file, 20).text("First line here.\nThe second is longer than that.")
    assert file.getvalue() == "First line here.\nThe second is longer\nthan that.\n"


def test_reasons_stand_one_under_the_other() -> None:
    reasons = [
        Text("selector.tie", n=2, options=["Judge", "Miller"]),
        Text("selector.rolled", n=1, dice=["3"], option="Judge"),
    ]
    file = StringIO()
    Screen.plain(ENGLISH, file, 30).why(reasons)
    assert file.getvalue().splitlines() == [
        "  - 2 are equally good: Judge",
        "    and Miller.",
        "  - The black die shows 3:",
        "    Judge.",
    ]


def test_sentences_on_a_wide_terminal_are_not_wider_than_can_be_read() -> None:
    long = Text("selector.tie", n=40, options=["Judge"] * 40)
    for put in (
        Screen.text,
        lambda screen, text: screen.texts([text]),
        lambda screen, text: screen.why([text]),
    ):
        file = StringIO()
        put(Screen.rich(ENGLISH, Console(file=file, width=200)), long)
        assert 90 < max(map(len, file.getvalue().splitlines())) <= 100


def test_a_rule_fills_the_width() -> None:
    file = StringIO()
    Screen.rich(ENGLISH, Console(file=file, width=20)).rule("round 1")
    assert file.getvalue() == "\n── Round 1 ─────────\n"


def test_the_width_is_looked_up_each_time() -> None:
    file = StringIO()
    console = Console(file=file, width=20)
    screen = Screen.rich(ENGLISH, console)
    screen.rule("a")
    console.width = 10
    screen.rule("a")
    assert [len(line) for line in file.getvalue().splitlines()] == [0, 20, 0, 10]


def cards_sheet() -> Sheet:
    pairs = Text("selector.rolled", n=1, dice=["3"], option="three pairs")
    return Sheet(
        Text("sheet.points"),
        [
            Column("you", Text("seat.you"), [Line("Judge", 9, pairs), Line("Keys", -2)], (3,)),
            Column("mila", "Mila", [Line("Miller", 7)], (1,)),
        ],
        [Text("amount.gold", n=0)],
    )


def test_a_sheet_with_a_table_for_each_player() -> None:
    file = StringIO()
    Screen.rich(ENGLISH, Console(file=file, width=60)).sheet(cards_sheet())
    assert (
        file.getvalue()
        == """
── Points ──────────────────────────────────────────────────
You    Points  How
──────────────────────────────────────────────────
Judge       9  The black die shows 3: three pairs.
Keys       -2
──────────────────────────────────────────────────
Total       7

Mila    Points  How
───────────────────
Miller       7
───────────────────
Total        7

Place  Player  Total  Tie-break: 0 gold
───────────────────────────────────────
    1  You         7                  3
    2  Mila        7                  1

You win with 7 points.
Equal on points; decided by: 0 gold.
"""
    )


def test_a_sheet_in_plain_lines() -> None:
    file = StringIO()
    Screen.plain(DUTCH, file, 80).sheet(cards_sheet())
    assert (
        file.getvalue()
        == """
--- Punten ---
Jij: 7 punten, plaats 1
  Judge: 9 (De zwarte dobbelsteen toont 3: three pairs.)
  Keys: -2
  Bij gelijke stand: 0 goud: 3
Mila: 7 punten, plaats 2
  Miller: 7
  Bij gelijke stand: 0 goud: 1

Je wint met 7 punten.
Evenveel punten; de doorslag geeft: 0 goud.
"""
    )


def test_a_sheet_of_the_same_lines_is_one_table() -> None:
    file = StringIO()
    columns = [
        Column(name, name, [Line("Districts", points, Text("amount.points", n=points)), Line("Wharf", 2)])
        for name, points in (("Ada", 10), ("Bo", 9), ("Cy", 12))
    ]
    Screen.rich(ENGLISH, Console(file=file, width=60)).sheet(Sheet(Text("sheet.points"), columns))
    assert (
        file.getvalue()
        == """
── Points ──────────────────────────────────────────────────
Scored for  Ada  Bo  Cy
───────────────────────
Districts    10   9  12
Wharf         2   2   2
───────────────────────
Total        12  11  14
Place         2   3   1

Ada
  Districts: 10 points

Bo
  Districts: 9 points

Cy
  Districts: 12 points

Cy wins with 14 points.
"""
    )


@pytest.mark.parametrize("width", [20, 40, 80, 120])
def test_a_sheet_of_five_with_long_names_stays_in_the_width(width: int) -> None:
    columns = [
        Column(f"p{n}", f"{n} " + "Long Name " * 3, [Line("A label of a line", 100 + n)]) for n in range(5)
    ]
    file = StringIO()
    Screen.rich(ENGLISH, Console(file=file, width=width)).sheet(Sheet(Text("sheet.points"), columns))
    assert max(map(cells, file.getvalue().splitlines())) <= width


def test_you_in_a_sentence_on_the_screen() -> None:
    file = StringIO()
    seat = Seat("mila", "Mila", opponent="mila")
    Screen.plain(ENGLISH, file, 80).text(
        Text("sheet.winner", n=1, who=seat, points=Text("amount.points", n=1))
    )
    assert file.getvalue() == "Mila wins with 1 point.\n"


# Wrapping


def shown(lines: list[list[tuple[str, str]]]) -> list[str]:
    return ["".join(text for text, _ in line) for line in lines]


def test_words_are_not_torn_where_roles_change() -> None:
    assert shown(wrap([("take the ", ""), ("Judge", "name"), (", please", "")], 12)) == [
        "take the",
        "Judge,",
        "please",
    ]


def test_wide_and_combining_signs_count_as_they_show() -> None:
    assert shown(wrap([("王様 王様", "")], 6)) == ["王様", "王様"]
    assert shown(wrap([("e\u0301e\u0301 e\u0301", "")], 4)) == ["e\u0301e\u0301 e\u0301"]


def test_a_word_longer_than_the_line_is_cut() -> None:
    assert shown(wrap([("a ", ""), ("bbbbbb", "name"), (" c", "")], 4)) == ["a", "bbbb", "bb c"]


PIECES = st.lists(st.tuples(st.text(st.sampled_from("ab é王 "), max_size=12), st.sampled_from(["", "name"])))


@given(PIECES, st.integers(2, 20), st.integers(0, 4))
def test_wrapping_keeps_every_letter_and_the_width(row: list[tuple[str, str]], width: int, hang: int) -> None:
    lines = wrap(row, width, hang=hang)
    assert all(width_of(line) <= max(width, hang + 2) for line in lines)
    assert "".join("".join(shown(lines)).split()) == "".join("".join(shown([row])).split())


def test_a_list_without_its_spare_columns_keeps_its_head_and_no_bare_names() -> None:
    head = ListRow([(), [Span("yours " * 3)], [Span("theirs")]])
    gives = [Span("what it gives, " * 2)]
    choice = ListRow([[Span("Worker")], [Span("█" * 18)], [Span("█" * 6)], gives], mark="1")
    other = ListRow([[Span("Soldier")], [Span("█" * 18)], [Span("█" * 6)]])
    listing = Listing([head, choice, other], spare=(1, 2))
    shown = {width: "\n".join(on_rich([listing], width)) for width in (90, 60, 48)}
    assert "yours" in shown[90] and "Soldier" in shown[90]
    assert "yours" not in shown[60] and "theirs" in shown[60] and "Soldier" in shown[60]
    assert "theirs" not in shown[48] and "Worker" in shown[48] and "Soldier" not in shown[48]
