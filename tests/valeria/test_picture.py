"""The pictures of the table."""

from __future__ import annotations

from io import StringIO
from random import Random

from automa.dialogue import Ask
from automa.game import Seat, Setup, you
from automa.picture import Grid
from automa.valeria import GAME
from automa.valeria.picture import bar, picture
from automa.valeria.state import Board, State
from solo.screen import Screen
from solo.words import Words
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
