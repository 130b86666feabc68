"""Placing, buying, abilities with a choice, the messenger, the decks."""

from __future__ import annotations

import pytest

from automa.castle_combo import rules
from automa.castle_combo.cards.wording import amount
from automa.castle_combo.state import BIT, Player
from automa.castle_combo.steps import REFRESH, keys
from automa.dialogue import Text
from tests.castle_combo.conserved import conserved
from tests.castle_combo.positions import at, card, deck, seat, show, table, tableau

# ---------------------------------------------------------------- placing


def test_the_first_card_lies_in_the_middle_of_the_cells() -> None:
    assert rules.legal_cells(Player(seat())) == ("c3",)


def test_the_second_card_touches_the_first_along_a_side() -> None:
    player = Player(seat())
    player.lay(card("judge"), "c3")
    assert rules.legal_cells(player) == ("c2", "b3", "d3", "c4")


def test_rulebook_example_a_row_of_three_takes_no_fourth() -> None:
    """Royal Guard, Spy, Militiaman in a row: columns are fixed, the row may still be any of the three."""
    player = tableau(". . .\nroyal-guard spy militiaman")
    assert rules.legal_cells(player) == ("b2", "c2", "d2", "b4", "c4", "d4")


def test_the_grid_can_still_grow_either_way() -> None:
    player = Player(seat())
    player.lay(card("judge"), "c3")
    player.lay(card("spy"), "d3")
    assert {"b3", "e3"} <= set(rules.legal_cells(player))


def test_eight_cards_leave_one_cell() -> None:
    player = tableau("judge nun spy\nbaker monk vicar\npotter duchess .")
    assert rules.legal_cells(player) == ("d4",)


def test_a_full_grid_leaves_none() -> None:
    assert rules.legal_cells(tableau("- - -\n- - -\n- - -")) == ()


@pytest.mark.parametrize(
    ("drawing", "cell", "why"),
    [
        ("", "c3", None),
        ("", "b2", "first-cell"),
        ("judge nun .", "d2", None),
        ("judge nun .", "c2", "taken"),
        ("judge nun .", "c4", "apart"),
        ("judge nun .", "b4", "apart"),
        ("judge nun spy", "e2", "fourth-in-row"),
        ("judge . .\nnun . .\nspy . .", "b5", "fourth-in-column"),
        ("judge nun .", "f1", "no-cell"),
    ],
)
def test_why_a_card_cannot_lie_on_a_cell(drawing: str, cell: str, why: str | None) -> None:
    player = tableau(drawing)
    text = rules.why_not_there(player, cell)
    assert (None if text is None else text.id) == (why and f"castle-combo.refused.{why}")
    assert (text is None) == (cell in rules.legal_cells(player))
    if why == "taken" and text is not None:
        assert text.values["card"] is card("nun")


def test_cells_that_can_be_a_tableau_are_in_one_piece_within_3x3() -> None:
    def filled(*cells: str) -> int:
        return sum(BIT[cell] for cell in cells)

    assert rules.fits(0)
    assert rules.fits(filled("a1", "a2", "b2"))
    assert rules.fits(filled(*(f"{column}{row}" for column in "bcd" for row in "345")))
    assert not rules.fits(filled("a1", "b2"))
    assert not rules.fits(filled("a1", "b1", "c1", "d1"))
    assert not rules.fits(filled("c1", "c2", "c3", "c4"))
    assert not rules.fits(filled("a1", "a2", "c1", "c2"))


@pytest.mark.parametrize(
    ("start", "end", "may"),
    [("b3", "c3", True), ("b3", "d3", True), ("b3", "e3", False), ("c3", "d3", False), ("b3", "b4", False)],
)
def test_a_card_may_be_corrected_to_lie_where_the_cards_are_still_one_tableau(
    start: str, end: str, may: bool
) -> None:
    """The first card's cell stays filled; onto another card, the two change places."""
    assert rules.can_move(tableau(". . .\njudge nun ."), start, end) is may


# ---------------------------------------------------------------- prices


def test_discounts_add_up() -> None:
    player = tableau("baron squire astronomer")
    assert rules.price(player, card("judge")) == 4 - 3
    assert rules.price(player, card("spy")) == 4 - 2


def test_a_card_never_costs_less_than_nothing() -> None:
    assert rules.price(tableau("baron squire alchemist armorer"), card("potter")) == 0
    assert rules.price(tableau("baron squire"), card("vicar")) == 0


def test_a_face_down_discount_card_gives_none() -> None:
    player = tableau("judge")
    player.lay(card("squire"), "c2", down=True)
    assert rules.price(player, card("nun")) == 3


def test_a_card_gives_no_discount_on_itself() -> None:
    made = table()
    show(made, {"castle": "princess nun judge"})
    you = made.player("you")
    rules.take(made, you, card("princess"), "c3")
    assert (you.gold, rules.price(you, card("nun"))) == (12, 2)


def test_what_cannot_be_paid_can_still_be_taken_face_down() -> None:
    made = table()
    show(made, {"village": "brigand spy vicar"})
    you = made.player("you")
    you.gold = 4
    moves = [take.id for take in rules.purchases(made, you)]
    assert moves == ["brigand down c3", "spy c3", "spy down c3", "vicar c3", "vicar down c3"]


def test_a_face_down_card_gives_six_gold_and_two_keys_and_is_worth_nothing() -> None:
    made = table()
    show(made, {"village": "brigand spy vicar"})
    you = made.player("you")
    assert rules.purchase_of(you, card("vicar"), "c3", down=True).price == 0
    rules.take(made, you, card("vicar"), "c3", down=True)
    assert (you.gold, you.keys, you.purses()) == (21, 4, [])
    assert not rules.move_messenger(made, card("vicar"), down=True)
    assert made.messenger == "village"


# ---------------------------------------------------------------- abilities


def test_with_three_players_either_neighbour_may_be_looked_at() -> None:
    made = table("you", "ann", "bob", you="bombardier", ann="potter", bob="clockmaker")
    you = made.player("you")
    ways = rules.ways(made, you, at(you, "bombardier"))
    assert [way.id for way in ways] == ["gold left", "gold right", "keys"]
    best = rules.real_choices(ways, best_neighbour=True)
    assert [way.id for way in best] == ["gold left", "keys"]


def test_with_five_players_only_the_two_beside_count() -> None:
    made = table("you", "ann", "bob", "eve", "dan", you="brigand", ann="judge", bob="nun prince duchess")
    you = made.player("you")
    left, right = rules.ways(made, you, at(you, "brigand"))
    assert [left.outcome(), right.outcome()] == [(("keys", 1),), ()]


def test_neighbours_that_give_the_same_are_no_choice() -> None:
    made = table("you", "ann", "bob", you="brigand", ann="judge", bob="nun")
    you = made.player("you")
    assert len(rules.real_choices(rules.ways(made, you, at(you, "brigand")))) == 1


def test_nothing_against_two_keys_is_no_choice() -> None:
    made = table("you", "ann", you="bombardier", ann="judge")
    you = made.player("you")
    (way,) = rules.real_choices(rules.ways(made, you, at(you, "bombardier")))
    assert way.id == "keys"


def test_steward_fills_two_purses_of_three_as_the_player_likes() -> None:
    made = table("you", "ann", you="steward vicar*1 beekeeper")
    you = made.player("you")
    ways = {way.id: way for way in rules.ways(made, you, at(you, "steward"))}
    assert sorted(ways) == ["steward beekeeper", "steward vicar", "vicar beekeeper"]
    rules.apply(made, you, ways["vicar beekeeper"])
    assert [laid.gold for laid in you.purses()] == [0, 5, 9]
    assert you.gold == 15


def test_a_purchase_is_named_by_card_cell_and_price() -> None:
    named = rules.Purchase(card("judge"), False, "c3", 4).name
    assert (named.id, named.values["card"], named.values["cell"]) == (
        "castle-combo.move.buy",
        card("judge"),
        "c3",
    )


def test_gold_for_purses_that_nobody_has_is_said_to_go_nowhere() -> None:
    made = table("you", "ann", you="banker")
    purses, _ = rules.ways(made, made.player("you"), at(made.player("you"), "banker"))
    assert purses.name == Text("castle-combo.ability.both", lines=[Text("castle-combo.way.no-purses")])


def test_gold_for_the_others_is_another_choice_than_as_much_gold_for_oneself() -> None:
    own = rules.Way(("gold",), gains=(("gold", 2),))
    theirs = rules.Way(("opponents",), others_gain=(("gold", 2),))
    assert rules.real_choices([own, theirs]) == [own, theirs]


def test_ways_to_fill_purses_are_different_choices() -> None:
    made = table("you", "ann", you="steward vicar*1 beekeeper")
    you = made.player("you")
    assert len(rules.real_choices(rules.ways(made, you, at(you, "steward")))) == 3


def test_a_way_through_a_neighbour_says_whose_tableau_is_counted() -> None:
    made = table("you", "ann", "bob", you="brigand", ann="judge", bob="nun")
    you = made.player("you")
    ways = rules.ways(made, you, at(you, "brigand"))
    assert [(way.name.id, way.name.values["who"]) for way in ways] == [
        ("castle-combo.way.left", made.player("ann").seat),
        ("castle-combo.way.right", made.player("bob").seat),
    ]
    assert [way.about for way in ways] == ["ann", "bob"]


def test_a_way_says_which_card_goes_and_which_purses_are_filled() -> None:
    made = table("you", "ann", you="gravedigger*8 steward vicar*5")
    show(made, {"village": "spy"})
    you = made.player("you")
    (discard,) = rules.ways(made, you, at(you, "gravedigger"))
    (fill,) = rules.ways(made, you, at(you, "steward"))
    spy, steward = card("spy"), at(you, "steward")
    goes = Text("castle-combo.way.discard", card=spy, amount=amount("gold", spy.cost))
    filled = Text("castle-combo.way.purses", purses=[rules.purse_text(steward, steward.room())])
    assert discard.name == Text("castle-combo.ability.both", lines=[goes])
    assert fill.name == Text("castle-combo.ability.both", lines=[filled])
    assert (discard.about, fill.about) == ("spy", "")


def test_what_brings_nothing_is_not_said_to_be_gained() -> None:
    assert [each.values["n"] for each in rules.gained([("gold", 0), ("keys", 2)])] == [2]


def test_steward_leaves_no_choice_where_a_third_purse_is_full() -> None:
    made = table("you", "ann", you="steward vicar*5 beekeeper")
    you = made.player("you")
    (way,) = rules.ways(made, you, at(you, "steward"))
    assert way.words == ()
    rules.apply(made, you, way)
    assert [(laid.card.id, laid.room()) for laid in you.purses()] == [
        ("steward", 0),
        ("vicar", 0),
        ("beekeeper", 0),
    ]


def test_a_full_or_face_down_purse_takes_no_gold() -> None:
    made = table("you", "ann", you="potter vicar*5")
    you = made.player("you")
    you.lay(card("beekeeper"), "c3", down=True)
    (way,) = rules.ways(made, you, at(you, "potter"))
    assert [laid.card.id for laid, _ in way.stocked] == ["potter"]
    rules.apply(made, you, way)
    assert [(laid.card.id, laid.gold) for laid in you.purses()] == [("potter", 2), ("vicar", 5)]


def test_a_location_that_is_gone_has_nothing_to_discard() -> None:
    made = table("you", "ann", you="gravedigger")
    rules.remove_location(made, "village")
    you = made.player("you")
    assert rules.ways(made, you, at(you, "gravedigger")) == (rules.NOTHING,)


# ---------------------------------------------------------------- the messenger and the decks


def test_the_messenger_follows_the_icon_of_a_card_bought_face_up() -> None:
    made = table()
    assert rules.move_messenger(made, card("vicar"), down=False)
    assert made.messenger == "castle"
    assert not rules.move_messenger(made, card("prince"), down=False)


def test_a_key_moves_the_messenger() -> None:
    made = table()
    you = made.player("you")
    rules.spend_key_to_move(made, you)
    assert (made.messenger, you.keys) == ("castle", 1)


def test_a_key_discards_the_three_cards_where_the_messenger_stands() -> None:
    made = table()
    show(made, {"castle": "nun judge prince", "village": "spy vicar baker"})
    rules.spend_key_to_refresh(made, made.player("you"))
    assert made.player("you").keys == 1
    assert [each.id for each in made.discards["village"]] == ["spy", "vicar", "baker"]
    assert rules.to_reveal(made, "village") == 3
    assert rules.to_reveal(made, "castle") == 0


@pytest.mark.parametrize(
    ("in_the_deck", "may_come"),
    [
        ("farmer witch pilgrim", "farmer witch pilgrim"),
        ("farmer witch", "farmer witch potter spy vicar baker"),
    ],
)
def test_after_a_refresh_the_deck_comes_and_where_it_is_too_small_the_discards(
    in_the_deck: str, may_come: str
) -> None:
    made = table()
    show(made, {"village": "spy vicar baker"})
    made.undrawn["village"] = [card(id) for id in in_the_deck.split()]
    made.discards["village"] = [card("potter")]
    assert [each.id for each in rules.after_refresh(made)] == may_come.split()


def test_a_card_that_is_too_dear_costs_all_there_is() -> None:
    made = table()
    show(made, {"village": "spy vicar baker"})
    you = made.player("you")
    you.gold = rules.price(you, card("vicar")) - 1
    rules.take(made, you, card("vicar"), "c3")
    assert you.gold == 0


def test_a_new_card_is_turned_up_in_the_gap() -> None:
    made = table()
    show(made, {"village": "spy vicar baker"})
    rules.take(made, made.player("you"), card("vicar"), "c3")
    rules.reveal(made, card("monk"))
    assert [each.id for each in made.display["village"]] == ["spy", "monk", "baker"]


def test_two_new_cards_lie_in_the_gaps_in_the_order_they_are_turned_up() -> None:
    made = table()
    show(made, {"village": "spy vicar baker"})
    rules.discard(made, card("vicar"))
    rules.leave_display(made, card("spy"))
    for id in ("monk", "farmer"):
        rules.reveal(made, card(id))
    assert [each.id for each in made.display["village"]] == ["monk", "farmer", "baker"]


def test_renewed_cards_lie_in_the_order_they_are_turned_up() -> None:
    made = table()
    show(made, {"village": "spy vicar baker"})
    rules.spend_key_to_refresh(made, made.player("you"))
    for id in ("monk", "farmer", "witch"):
        rules.reveal(made, card(id))
    assert [each.id for each in made.display["village"]] == ["monk", "farmer", "witch"]


def test_an_empty_deck_is_made_from_its_discards() -> None:
    made = table()
    made.discards["village"], made.undrawn["village"] = made.undrawn["village"][::-1], []
    assert not rules.runs_out(made, "village")
    rules.reshuffle(made, "village")
    assert made.undrawn["village"] == list(deck().of["village"])
    assert (made.shuffles["village"], made.discards["village"]) == (2, [])


def test_a_location_without_three_cards_leaves_the_game() -> None:
    made = table()
    show(made, {"village": "spy vicar"})
    made.gone += made.undrawn["village"]
    made.undrawn["village"] = []
    assert rules.runs_out(made, "village")
    rules.remove_location(made, "village")
    assert (made.messenger, made.removed, made.display["village"]) == ("castle", "village", [])
    assert keys(made) == [REFRESH]
    assert not rules.move_messenger(made, card("judge"), down=False)
    assert rules.to_reveal(made, "village") == 0
    assert conserved(made) == []


@pytest.mark.parametrize(("in_the_deck", "discarded"), [("monk", ""), ("", "monk")])
def test_a_location_whose_last_card_completes_the_display_stays(in_the_deck: str, discarded: str) -> None:
    made = table()
    show(made, {"village": "spy vicar"})
    made.undrawn["village"] = [card(id) for id in in_the_deck.split()]
    made.discards["village"] = [card(id) for id in discarded.split()]
    assert not rules.runs_out(made, "village")
    assert rules.makes_ready(made, "village") == ("" if in_the_deck else "reshuffled")
    assert made.removed is None


# ---------------------------------------------------------------- counting up


def test_a_lost_card_is_noticed() -> None:
    made = table()
    made.undrawn["castle"].pop()
    assert "cards lost" in conserved(made)[0]


def test_a_card_on_the_table_twice_is_noticed() -> None:
    made = table()
    made.player("you").lay(card("judge"), "c3")
    assert "judge" in conserved(made)[0]


def test_a_copy_of_the_table_can_be_played_on() -> None:
    made = table("you", "ann", you="vicar judge")
    show(made, {"village": "spy baker monk"})
    twin = made.copy()
    rules.take(twin, twin.player("you"), card("spy"), "b3")
    at(twin.player("you"), "vicar").gold = 3
    assert len(made.player("you").cards) == 2
    assert at(made.player("you"), "vicar").gold == 0
    assert conserved(made) == conserved(twin) == []
