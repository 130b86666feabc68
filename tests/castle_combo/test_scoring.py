"""The sheet: the rulebook's example, purses, certain places, ties."""

from __future__ import annotations

from automa.castle_combo import scoring
from automa.castle_combo.state import Player
from automa.dialogue import Text
from tests.castle_combo.positions import PAGE_11, at, card, seat, tableau


def test_the_example_on_page_11_card_by_card() -> None:
    player = tableau(PAGE_11, keys=11)
    assert list(scoring.points_by_card(player).values()) == [9, 12, 11, 9, 4, 5, 6, 0, 8]
    sheet = scoring.sheet([player])
    assert [line.points for line in sheet.columns[0].lines] == [9, 12, 11, 9, 4, 5, 6, 0, 8, 11]
    assert sheet.columns[0].total == scoring.total(player) == 75


def test_points_come_with_how_they_came_about() -> None:
    judge = scoring.sheet([tableau(PAGE_11, keys=11)]).columns[0].lines[0]
    assert judge.how == Text(
        "castle-combo.how",
        scroll=Text(
            "castle-combo.scroll.per",
            points=3,
            per=Text(
                "castle-combo.per.banner-pairs",
                banners=[Text("castle-combo.banner.castle"), Text("castle-combo.banner.village")],
            ),
        ),
        found=Text("castle-combo.counted.pairs", n=3),
    )


def test_a_face_down_card_says_why_it_scores_nothing() -> None:
    back = scoring.sheet([tableau(PAGE_11)]).columns[0].lines[7]
    assert (back.points, back.how) == (0, Text("castle-combo.how.face-down"))
    assert back.label == Text("castle-combo.sheet.face-down", cell="c4")


def test_leftover_gold_goes_on_the_purses_and_the_rest_breaks_ties() -> None:
    player = tableau("vicar*4 potter", gold=8)
    assert scoring.stow(player) == {"b2": 1, "c2": 4}
    assert scoring.stowed(player).gold == 3
    assert scoring.total(player) == 2 * 5 + 2 * 4


def test_the_banker_pays_for_gold_on_any_purse() -> None:
    player = tableau("vicar*4 potter banker", gold=3)
    assert scoring.total(player) == 2 * 7 + 7


def test_leftover_gold_goes_on_the_best_purse_first_and_nothing_on_the_others() -> None:
    player = tableau("vicar beekeeper potter", gold=3)
    best = max(player.purses(), key=lambda laid: laid.card.points)
    assert scoring.put_away(player) == {best.cell: 3}
    assert (player.gold, best.gold) == (0, 3)


def test_nothing_goes_on_a_face_down_purse() -> None:
    player = tableau("judge", gold=5)
    player.lay(card("vicar"), "c2", down=True)
    assert (scoring.stow(player), scoring.stowed(player).gold) == ({}, 5)


def test_the_sheet_leaves_the_table_as_it_is() -> None:
    player = tableau("vicar", gold=3)
    scoring.sheet([player])
    assert (player.gold, at(player, "vicar").gold) == (3, 0)


def test_a_row_is_certain_only_with_three_rows() -> None:
    player = tableau("duchess nun .\njudge prince .")
    assert scoring.points_by_card(player)["b2"] == 0
    player.lay(card("monk"), "b4")
    assert scoring.points_by_card(player)["b2"] == 8


def test_rulebook_example_columns_are_certain_before_rows() -> None:
    """Royal Guard, Spy, Militiaman in a row: the Spy is certainly in the middle column."""
    player = tableau(". . .\nroyal-guard spy militiaman")
    assert scoring.points_by_card(player)["c3"] == 6


def test_a_corner_needs_both() -> None:
    player = tableau("fisherman nun judge")
    assert scoring.points_by_card(player)["b2"] == 0


def test_the_grid_may_lie_anywhere_among_the_cells() -> None:
    player = Player(seat(), 0, 0)
    for cell in ("c3", "d3", "e3", "c4", "d4", "e4", "c5", "d5"):
        player.lay(card("nun"), cell, down=True)
    player.lay(card("fisherman"), "e5")
    assert scoring.total(player) == 4


def test_more_leftover_gold_wins_a_tie() -> None:
    one = tableau("judge", gold=2, keys=5, who="one")
    two = tableau("nun", gold=3, keys=2, who="two")
    sheet = scoring.sheet([one, two])
    assert [column.total for column in sheet.columns] == [5, 5]
    assert [column.seat for column in sheet.winners()] == ["two"]
    assert sheet.decided_by() == Text("castle-combo.sheet.leftover")


def test_with_as_much_gold_the_victory_is_shared() -> None:
    players = [tableau("judge", gold=2, keys=5, who=who) for who in ("one", "two")]
    assert [column.seat for column in scoring.sheet(players).winners()] == ["one", "two"]


# ---------------------------------------------------------------- how a scroll for a place comes about


def found(player: Player, id: str) -> object:
    how = scoring.how(player, at(player, id))
    return how.values["found"]


def test_a_place_is_not_certain_while_rows_can_still_shift() -> None:
    assert found(tableau("duchess monk\nnun prince"), "duchess") == Text("castle-combo.how.not-certain")


def test_a_card_below_another_is_certainly_not_in_the_top_row() -> None:
    player = tableau(". nun .\n. duchess .")
    assert found(player, "duchess") == Text("castle-combo.how.elsewhere")


def test_a_card_in_the_middle_of_three_is_in_no_corner_whatever_the_rows() -> None:
    assert found(tableau("nun fisherman judge"), "fisherman") == Text("castle-combo.how.elsewhere")


def test_a_card_lies_where_its_scroll_wants_it() -> None:
    player = tableau("duchess . .\nnun . .\njudge . .")
    assert found(player, "duchess") == Text("castle-combo.how.there")


def test_a_missing_shield_is_said_to_be_missing() -> None:
    assert found(tableau("devout nun"), "devout") == Text("castle-combo.how.none")
    assert found(tableau("devout potter"), "devout") == Text("castle-combo.how.some", n=2)
    assert found(tableau("carpenter -"), "carpenter") == Text("castle-combo.how.some", n=1)
