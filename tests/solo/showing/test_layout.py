"""Laying words out in a width: who gets how much of it."""

from __future__ import annotations

from solo.showing.layout import ROUND, BoxCell, Boxes, Row, columns, flowing, table


def row(text: str) -> Row:
    return [(text, "")]


def shown(rows: list[Row]) -> list[str]:
    return ["".join(text for text, _ in each) for each in rows]


def test_columns_share_their_width_so_that_they_take_few_lines() -> None:
    spy = [row("Spy"), row("1 gold/Scholar, 1 key/Military of a neighbour"), row("6 middle column")]
    mercenary = [row("Mercenary"), row("1 gold/kind of shield"), row("7/Faith +Military +Peasant")]
    lines = shown(columns([spy, mercenary], ["left"] * 3, 55))
    assert len(lines) == 4
    assert max(map(len, lines)) <= 55


def test_a_long_answer_gives_way_to_what_was_asked() -> None:
    answer = "gain 4 gold and 3 keys, counted with Sister Amabel on the left"
    question = "Which card is turned up at the Castle?"
    lines = shown(columns([[row("1"), row("Judge"), row(question)], [row("2"), row(answer), row(question)]],
                          ["right", "left", "left"], 80))  # fmt: skip
    assert lines[0].split() == ["1", "Judge", *question.split()]


def test_columns_without_boxes_are_as_wide_as_they_need_to_be() -> None:
    cards = [[row("b2 Judge Scholar"), row("c2 Nun Faith"), row("d2 Winemaker Scholar, Peasant")]]
    boxes = Boxes([[BoxCell([(card, [])], border=False) for card in line] for line in cards])
    (line,) = boxes.laid(62, ROUND)
    assert "Winemaker Scholar, Peasant" in shown([line])[0]


def test_a_column_that_needs_more_than_its_share_is_wrapped_alone() -> None:
    cards = [[row("b2 Judge Scholar"), row("c2 Nun Faith"), row("d2 Winemaker Scholar, Peasant")]]
    boxes = Boxes([[BoxCell([(card, [])], border=False) for card in line] for line in cards])
    lines = shown(boxes.laid(56, ROUND))
    assert lines[0].startswith("b2 Judge Scholar  c2 Nun Faith  d2 Winemaker Scholar,")
    assert lines[1].split() == ["Peasant"]


def test_a_table_breaks_no_word_as_long_as_others_can_be_wrapped() -> None:
    """The name of a saved game is copied from the table."""
    heads = [row("Against"), row("Save")]
    line = [row("Sister Amabel 88 and The Marshal 92"), row("castle-combo-2026-11-16-1")]
    lines = shown(table([heads, line], ["left", "left"], 45, ROUND))
    assert any("castle-combo-2026-11-16-1" in each for each in lines)
    assert max(map(len, lines)) <= 45


def test_columns_without_anything_in_them_take_no_lines() -> None:
    assert columns([], [], 80) == []
    assert columns([[[], []]], ["left", "left"], 80) == []


def test_what_does_not_fit_in_columns_flows_behind_a_name_and_its_number() -> None:
    spy = [*map(row, ("1", "Spy", "4", "Scholar, Military", "a long text"))]
    potter = [*map(row, ("2", "Potter", "11", "Craft", "short"))]
    assert shown(flowing([spy, potter], ["right", "left", "right", "left", "left"], 24)) == [
        "1 Spy     4 Scholar,",
        "            Military  a",
        "            long text",
        "2 Potter 11 Craft  short",
    ]
