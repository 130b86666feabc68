"""The pictures of the table."""

from __future__ import annotations

from collections.abc import Sequence
from io import StringIO
from random import Random

import pytest
from rich.console import Console

from automa.dialogue import Ask, Choose, Option, Text
from automa.game import Seat, Setup, you
from automa.picture import Listing, Map, Picture, whole
from automa.valeria import GAME, rules, wording
from automa.valeria.board import Board
from automa.valeria.picture import board_picture, meter, panels, stage
from automa.valeria.state import Die, Market, State
from solo.showing.layout import bar
from solo.showing.page import Scene, pages
from solo.showing.screen import Screen
from solo.words.sentences import Words
from tests.valeria.positions import RIVAL, a_table, tables


def picture(state: State) -> Picture:
    return whole(stage(state), panels(state))


def shown(state: State, lang: str = "en") -> str:
    out = StringIO()
    Screen.plain(Words.of(lang, ["valeria"], strict=True), out, 80).picture(picture(state))
    return out.getvalue()


def test_a_track_is_a_bar_with_lines_and_stars() -> None:
    track = Board.of(tables()).tracks["worker"]
    drawn = [bar(meter(track, space, Text("valeria.meter"))) for space in (0, 3, 12)]
    assert drawn == ["··│···│···│··☆☆☆", "██│█··│···│··☆☆☆", "██│███│███│██☆★☆"]


@pytest.mark.parametrize(
    ("space", "said"),
    [
        (0, "on space 0 of 10, the next line after 2"),
        (2, "on space 2 of 10, the next line after 2"),
        (3, "on space 3 of 10, the next line after 5"),
        (9, "on space 9 of 10"),
        (12, "on star 2 of 3"),
    ],
)
def test_a_track_is_read_aloud_as_a_sentence(space: int, said: str) -> None:
    state = a_table(round=1)
    state.you.influence["worker"] = space
    line = next(line for line in shown(state).splitlines() if said in line)
    assert not set("█│☆★·") & set(line)


def the_map(state: State) -> Map:
    return next(block for block in picture(state) if isinstance(block, Map))


def test_the_ring_goes_clockwise_round_the_map() -> None:
    standing = {area.at: area.name for area in the_map(a_table()).areas}
    assert [[standing[column, row] for column in range(3)] for row in range(2)] == [
        ["Bazani Gate", "Nor High", "Penumbra"],
        ["The Anchorage", "Iron Pit", "Luna Grove"],
    ]


def test_a_road_lies_between_the_districts_it_is_named_after() -> None:
    chart = the_map(a_table())
    at = {area.id: area.at for area in chart.areas}
    steps = {"north": (0, -1), "east": (1, 0), "south": (0, 1), "west": (-1, 0)}
    assert len(chart.borders) == 6
    for road in chart.borders:
        (column, row), (right, down) = at[road.area], steps[road.side]
        assert road.id == f"{road.area}/{road.other}"
        assert at[road.other] == (column + right, row + down)


def test_a_road_is_drawn_on_the_edge_that_its_two_districts_share() -> None:
    chart = the_map(a_table())
    outlines = {area.id: set(area.outline) for area in chart.areas}
    for road in chart.borders:
        assert outlines[road.area] & outlines[road.other] == set(road.line)


RING_AT_80 = """\
Round 3 of 5, you first (★ scores now)   You 0 VP · Oswin Bellfounder 0 VP
╭─────────────────────╮  ║  ╭─────────────────────╮  ║ ╭─────────────────────╮
│ Bazani Gate  1 ★3 5 │  ║  │ Nor High     1 ★3 5 │ W● │ Penumbra     2 ★3 5 │
│ Worker and Soldier  │  ║  │ Soldier and Holy    │ G○ │ Shadow and Holy     │
│                     │  ║  │                     │  ║ │ you: 1 Manor and 1  │
│                     │  ║  │                     │  ║ │ Temple              │
╰─────────────────────╯  ║  ╰─────────────────────╯  ║ ╰─────────────────────╯
═══════════════════════                                ══════════ W○ ═════════
╭─────────────────────╮  ║  ╭─────────────────────╮  ║ ╭─────────────────────╮
│ The Anchorage 1 4 5 │ 2W● │ Iron Pit      2 4 5 │  ║ │ Luna Grove    2 4 5 │
│ Worker and Shadow   │  ║  │ Soldier and Shadow  │  ║ │ Worker and Holy     │
│ rival: Lighthouse   │  ║  │ rival: Statue       │  ║ │ 2 Keeps             │
╰─────────────────────╯  ║  ╰─────────────────────╯  ║ ╰─────────────────────╯
Nor High – Penumbra, you: 1 Windmill, rival: Gate; Penumbra – Luna Grove, rival:
1 Windmill; Iron Pit – The Anchorage, you: 2 Windmills
"""


def a_full_board() -> State:
    state = a_table(
        round=3,
        yours={"manor": "penumbra", "temple": "penumbra", "windmill": "nor-high/penumbra"},
        theirs={
            "gate": "nor-high/penumbra",
            "statue": "iron-pit",
            "lighthouse": "anchorage",
            "windmill": "penumbra/luna-grove",
        },
        keeps={"luna-grove": 2},
    )
    state.you.tokens["windmill"]["iron-pit/anchorage"] = 2
    return state


def test_at_80_columns_the_districts_stand_in_a_ring_with_the_roads_between_them() -> None:
    out = StringIO()
    screen = Screen.rich(
        Words.of("en", ["valeria"], strict=True), Console(file=out, width=80), encoding="utf-8"
    )
    screen.picture(board_picture(a_full_board()))
    assert out.getvalue().splitlines() == RING_AT_80.splitlines()[1:]


def test_in_plain_lines_the_ring_is_read_clockwise_and_then_the_roads_that_hold_anything() -> None:
    out = StringIO()
    Screen.plain(Words.of("en", ["valeria"], strict=True), out, 80).picture(board_picture(a_full_board()))
    assert out.getvalue().splitlines() == [
        "The Anchorage, 1 4 5, Worker and Shadow, rival: Lighthouse",
        "Bazani Gate, 1 ★3 5, Worker and Soldier",
        "Nor High, 1 ★3 5, Soldier and Holy",
        "Penumbra, 2 ★3 5, Shadow and Holy, you: 1 Manor and 1 Temple",
        "Luna Grove, 2 4 5, Worker and Holy, 2 Keeps",
        "Iron Pit, 2 4 5, Soldier and Shadow, rival: Statue",
        "Nor High – Penumbra, you: 1 Windmill, rival: Gate",
        "Penumbra – Luna Grove, rival: 1 Windmill",
        "Iron Pit – The Anchorage, you: 2 Windmills",
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
    text = " ".join(shown(state).split())
    for part in (
        "1 Manor and 1 Temple", "1 Windmill", "Gate", "Statue", "Lighthouse", "2 Keeps", "▶ 3",
        "VP row [you: 2 crates, room for 1]",
    ):  # fmt: skip
        assert part in text
    assert "★" in text
    assert "VP row [●●·]" in "\n".join(on_a_page(state, 60))


def test_the_next_action_of_the_card_is_marked() -> None:
    state = a_table(round=2)
    state.acting = True
    state.progress = 1
    assert "Temple ✓, ▸Recruit" in shown(state)


def on_a_page(state: State, height: int, lang: str = "en", ask: Ask | None = None) -> list[str]:
    """What a terminal of so many lines shows of the table."""
    console = Console(file=StringIO(), width=80, height=height, force_terminal=True, color_system=None)
    screen = Screen.rich(Words.of(lang, ["valeria"], strict=True), console, encoding="utf-8")
    scene = Scene("Valeria", (), stage=stage(state), panels=panels(state), ask=ask)
    return ["".join(text for text, _ in row) for row in pages(screen, scene, height).last]


def test_on_a_short_terminal_the_tracks_and_the_card_are_told_in_a_line_each() -> None:
    state = a_table(round=2, yours={"holy": 3}, theirs={"holy": 11})
    state.acting = True
    lines = on_a_page(state, 24)
    assert len(lines) <= 22
    assert "Guild tracks  Worker 0–0 · Soldier 0–0 · Shadow 0–0 · Holy 3–★1" in lines
    assert "▶ 2  ▸Temple, Recruit, Manor | no monument |" in " ".join(lines)
    state.acting = False
    assert "most wanted first: stone, influence" in " ".join(on_a_page(state, 24))


def test_a_district_says_what_it_would_score_now() -> None:
    state = a_table(round=2, yours={"manor": "penumbra", "temple": "iron-pit"}, keeps={"penumbra": 1})
    lines = on_a_page(state, 24)
    (penumbra,) = (line for line in lines if "Penumbra" in line)
    assert penumbra.rstrip(" │").split()[-2:] == ["1:0:1", "5:0"]  # you and green share 6 and 4
    assert penumbra.lstrip().startswith("★ ")


@pytest.mark.parametrize("lang", ["en", "nl"])
@pytest.mark.parametrize("details", [("3 wood", "3 wood"), ("3 wood", "3 wood and 1 gold")])
def test_no_column_of_the_districts_moves_when_one_of_them_is_chosen(
    lang: str, details: Sequence[str]
) -> None:
    state = a_table(round=2, yours={"manor": "bazani-gate"}, theirs={"temple": "bazani-gate"})
    options = [
        Option(district.id, district.name, details[place % 2])
        for place, district in enumerate(state.board.ring)
    ]
    rows = [
        next(line for line in on_a_page(state, 24, lang, ask) if "Bazani Gate" in line)
        for ask in (None, Choose("valeria.own.which.place", "you", options, action="manor"))
    ]
    guilds = "Wor/Sol" if lang == "en" else "Arb/Sol"
    upto = rows[0].index(guilds) + len(guilds) + 8  # with what both sides have there
    assert rows[0][4:upto] == rows[1][4:upto]
    assert rows[0][:4].isspace() and rows[1][:4].strip() == "2"


@pytest.mark.parametrize(("lang", "guilds"), [("en", "Wor/Sol"), ("nl", "Arb/Sol")])
def test_at_80_columns_a_line_says_which_guilds_a_district_pushes(lang: str, guilds: str) -> None:
    lines = on_a_page(a_table(round=2, yours={"manor": "bazani-gate"}), 24, lang)
    (bazani,) = (line for line in lines if "Bazani Gate" in line)
    assert guilds in bazani


def test_a_line_says_what_stands_on_the_road_to_the_next_district() -> None:
    state = a_table(round=2, keeps={"penumbra": 1})
    state.you.place("windmill", state.board.roads[2].id)
    state.you.monuments["gate"] = state.board.roads[5].id
    lines = on_a_page(state, 24)
    (nor_high,) = (line for line in lines if "Nor High" in line)
    (iron_pit,) = (line for line in lines if "Iron Pit" in line)
    assert "W●" in nor_high and "G●" in iron_pit
    assert sum("W●" in line for line in lines) == 1


@pytest.mark.parametrize("lang", ["en", "nl"])
def test_roads_guilds_and_points_stay_beside_a_full_board(lang: str) -> None:
    yours = {"manor": "luna-grove", "temple": "luna-grove", "ship": "luna-grove"}
    state = a_table(round=2, yours=yours, theirs={"manor": "nor-high", "temple": "nor-high"})
    assert state.rival is not None
    before = on_a_page(state, 24, lang)[1]
    state.you.monuments["statue"] = "luna-grove"
    state.rival.tokens["manor"]["nor-high"] = 4
    state.rival.tokens["citizen"]["nor-high"] = 1
    state.rival.monuments |= {"ward-tower": "nor-high", "gate": state.board.roads[0].id}
    lines = on_a_page(state, 24, lang)
    assert lines[1] == before
    (anchorage,) = (line for line in lines if "Anchorage" in line)
    assert ("G○" if lang == "en" else "P○") in anchorage and "Sha" in anchorage.replace("Sch", "Sha")
    (luna,) = (line for line in lines if "Luna Grove" in line)
    assert ("M T S St" if lang == "en" else "L T S Be") in luna


def test_what_is_left_in_the_pool_is_not_hidden_behind_what_the_rival_drafted() -> None:
    state = a_table(round=2)
    state.pool["magic"] = 2
    state.you.dice = [Die("food")] * 3
    assert state.rival is not None
    state.rival.dice = [Die("influence")] * 3
    (dice,) = (line for line in on_a_page(state, 24, "nl") if line.startswith("Dobbelstenen"))
    assert dice.index("over: magie") < dice.index("jij: voedsel") < dice.index("rivaal:")


def test_where_there_is_little_room_the_citizens_have_it_before_the_card_of_the_rival() -> None:
    state = a_table(round=2)
    state.market = Market(
        lines={"pink": ["monk"], "blue": ["abbot"]},
        icons={"buy": ("food",), "vp": ("magic",), "influence": ("stone",)},
    )
    for height in range(24, 71):
        page = "\n".join(on_a_page(state, height))
        assert "Monk 1 · Abbot 1" in page or "when you draft magic" in page or "  1  Temple" not in page


def test_the_head_says_whose_control_each_number_is() -> None:
    for lang, head in (("en", "control y:r:K"), ("nl", "controle j:r:b")):
        assert head in on_a_page(a_table(round=2), 24, lang)[1]
    state = State(tables(), [Seat("ann", "Ann"), Seat("abe", "Abe"), Seat("cleo", "Cleo")], None, {})
    state.round = 2
    assert "control A:B:C:K" in on_a_page(state, 24)[1]
    order = "★1 3 5: the rounds it scores in, ★ now. Control and VP: Ann, Abe, Cleo and Keeps."
    assert order in " ".join(on_a_page(state, 70))


def test_what_has_given_all_it_gives_is_no_longer_among_your_powers() -> None:
    state = a_table(round=2)
    state.you.manors = {"7": "nor-high", "8": "penumbra"}
    state.you.cards = ["guard", "monk"]
    (yours,) = [panel for panel in panels(state) if panel.id == "yours"]
    (listing,) = yours.forms[0]
    assert isinstance(listing, Listing)
    assert [entry.id for entry in listing.entries] == ["8", "monk"]


@pytest.mark.parametrize("lang", ["en", "nl"])
def test_choosing_the_first_manor_leaves_room_for_what_the_one_before_did(lang: str) -> None:
    """Four people at 80x24: no page comes in between."""
    names = ("Beth", "Michael", "Ryan", "Harris")
    state = State(tables(), [Seat(name.lower(), name) for name in names], None, {})
    harris = state.people[3]
    district = state.board.district["anchorage"]
    done = rules.push_each(state, harris, dict.fromkeys(district.guilds, 1))
    pushes, manor = [pushed.text for pushed in done], state.manors["2"].name
    told = harris.told("valeria.setup.yours", [], manor=manor, district=district, pushes=pushes)
    ask = Choose("valeria.setup.manor", "ryan", wording.manor_options(state.manors, rules.manors_left(state)))
    console = Console(file=StringIO(), width=80, height=24, force_terminal=True, color_system=None)
    screen = Screen.rich(Words.of(lang, ["valeria"], strict=True), console, encoding="utf-8")
    seats = [side.seat for side in state.people]
    scene = Scene("Valeria", seats, "ryan", stage(state), panels(state), ask, [told])
    assert not pages(screen, scene, 24).before


def test_a_wharf_card_that_the_app_keeps_is_on_the_table() -> None:
    state = a_table(round=2)
    state.market = Market(icons={"buy": ("food", "wood"), "vp": ("magic",), "influence": ("stone", "stone")})
    page = " ".join(on_a_page(state, 24))
    assert "VP row [···] magic" in page
    assert "buying row [···] food and wood" in page


def test_the_citizens_on_offer_come_with_their_prices_and_powers_where_there_is_room() -> None:
    state = a_table(round=2)
    state.market = Market(
        lines={"pink": ["monk", "thief"], "blue": ["abbot"]},
        icons={"buy": ("food",), "vp": ("magic",), "influence": ("stone",)},
    )
    pages = ["\n".join(on_a_page(state, height)) for height in range(20, 71)]
    names, prices, powers = (
        [words in page for page in pages]
        for words in ("Citizens  Monk, Thief and Abbot", "Monk 1 · Thief 2 · Abbot 1", "when you draft magic")
    )
    assert [*map(sum, zip(names, prices, powers, strict=True))] == [1] * len(pages)
    assert any(names)
    assert any(prices)
    assert powers[-1]


def test_where_the_whole_card_has_no_room_this_round_still_has() -> None:
    state = a_table(round=2)
    pages = ["\n".join(on_a_page(state, height)) for height in range(20, 71)]
    wanted, lines = "Dice, most wanted first", ("▶ 2  ", "  1  Temple")
    found = {tuple(each in page for each in (wanted, *lines)) for page in pages}
    assert (True, True, False) in found and (True, True, True) in found


def test_at_fifty_lines_all_of_a_table_in_the_first_rounds_is_seen() -> None:
    state = a_table(round=2, yours={"manor": "penumbra", "temple": "iron-pit"}, keeps={"anchorage": 1})
    text = "\n".join(on_a_page(state, 50))
    assert "1:0:0" in text  # what it would score
    assert "│ gives" in text
    assert "Dice, most wanted first" in text


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


def test_people_among_themselves_are_called_by_their_names_and_nobody_a_rival() -> None:
    state = State(tables(), [Seat("ann", "Ann"), Seat("bob", "Bob"), Seat("cleo", "Cleo")], None, {})
    state.round = 1
    for side in state.people:
        side.place("temple", "penumbra")
        side.dice = [Die("gold")]
        side.crates["vp"] = 1
    drawn = shown(state)
    assert "rival" not in drawn
    for told in ("Bob: 1 Temple", "Cleo: gold", "Bob: 1 crate", "○ Bob"):
        assert told in drawn
