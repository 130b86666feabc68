"""The pictures of the table."""

from __future__ import annotations

from io import StringIO
from random import Random

from rich.console import Console

from automa.dialogue import Ask
from automa.game import Seat, Setup, you
from automa.picture import Grid
from automa.valeria import GAME
from automa.valeria.picture import bar, picture
from automa.valeria.state import Board, State
from solo.showing.screen import Screen
from solo.words.sentences import Words
from tests.valeria.positions import RIVAL, a_table, tables


def shown(state: State, lang: str = "en") -> str:
    out = StringIO()
    Screen.plain(Words.of(lang, ["valeria"], strict=True), out, 80).picture(picture(state))
    return out.getvalue()


def test_a_track_is_a_bar_with_lines_and_stars() -> None:
    track = Board.of(tables()).tracks["worker"]
    assert bar(track, 0) == "··│···│···│··☆☆☆"
    assert bar(track, 3) == "██│█··│···│··☆☆☆"
    assert bar(track, 12) == "██│███│███│██☆★☆"


def test_the_ring_goes_clockwise_round_the_grid() -> None:
    grid = next(block for block in picture(a_table()) if isinstance(block, Grid))
    assert [[str(cell.lines[0][0].text) for cell in row] for row in grid.rows] == [
        ["Bazani Gate", "Nor High", "Penumbra"],
        ["The Anchorage", "Iron Pit", "Luna Grove"],
    ]


def test_everything_on_the_board_is_in_the_picture() -> None:
    state = a_table(
        round=3,
        yours={
            "manor": "penumbra",
            "temple": "penumbra",
            "windmill": "nor-high/penumbra",
            "crates": {"vp": 2},
        },
        theirs={"gate": "nor-high/penumbra", "statue": "iron-pit", "lighthouse": "anchorage"},
        keeps={"luna-grove": 2},
    )
    text = shown(state)
    for part in (
        "1 Manor and 1 Temple", "1 Windmill", "Gate", "Statue", "Lighthouse", "2 Keeps", "[●●·]", "▶ 3",
    ):  # fmt: skip
        assert part in text
    assert "★" in text


def test_the_next_action_of_the_card_is_marked() -> None:
    state = a_table(round=2)
    state.acting = True
    state.progress = 1
    assert "Temple ✓, ▸Recruit" in shown(state)


def at_a_glance(state: State, height: int) -> tuple[list[str], bool]:
    """What a terminal of so many lines shows of the table above a question of sixteen."""
    out = StringIO()
    console = Console(file=out, width=80, height=height, force_terminal=True, color_system=None)
    screen = Screen.rich(Words.of("en", ["valeria"], strict=True), console, encoding="utf-8")
    whole = screen.glance(picture(state), 16)
    return out.getvalue().splitlines(), whole


def test_on_a_short_terminal_the_tracks_and_the_card_are_told_in_a_line_each() -> None:
    state = a_table(round=2, yours={"holy": 3}, theirs={"holy": 11})
    state.acting = True
    lines, whole = at_a_glance(state, 24)
    assert not whole
    assert len(lines) <= 8
    assert "Guild tracks   Worker 0–0 · Soldier 0–0 · Shadow 0–0 · Holy 3–★1" in lines
    assert "▶ 2  ▸Temple, Recruit, Manor | no monument |" in " ".join(lines)
    state.acting = False
    assert "most wanted first: stone, influence" in " ".join(at_a_glance(state, 24)[0])


def test_at_fifty_lines_all_of_a_table_in_the_first_rounds_is_seen_with_its_question() -> None:
    state = a_table(round=2, yours={"manor": "penumbra", "temple": "iron-pit"}, keeps={"anchorage": 1})
    assert at_a_glance(state, 50)[1]


def test_the_rounds_in_which_a_district_scores_stand_in_it_and_the_present_one_has_a_star() -> None:
    text = shown(a_table(round=3))
    assert "Bazani Gate, 1 ★3 5, Worker and Soldier" in text
    assert "Iron Pit, 2 4 5, Soldier and Shadow" in text


def test_it_can_be_drawn_at_every_moment_in_both_languages() -> None:
    script = GAME.script(Setup([you(), Seat(RIVAL, "Oswin", RIVAL)], tables(), {}))
    random = Random(8)
    conversation = script.play()
    reply: object = None
    asked = 0
    try:
        while True:
            item = conversation.send(reply)
            reply = item.legal(random) if isinstance(item, Ask) else None
            if isinstance(item, Ask):
                asked += 1
                if asked % 20 == 0:
                    for lang in ("en", "nl"):
                        assert max(map(len, shown(script.table, lang).splitlines())) <= 80
    except StopIteration:
        assert shown(script.table)


def test_a_round_line_that_is_too_long_goes_on_under_its_actions() -> None:
    lines = shown(a_table(round=2)).splitlines()
    broken = [place for place, line in enumerate(lines) if line.startswith("▶ 2  ") and ")" not in line]
    assert broken and all(lines[place + 1].startswith(" " * 5) for place in broken)
