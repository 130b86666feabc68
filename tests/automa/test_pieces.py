"""The difference of two tables, and what is told to a person who makes one of the other."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from automa.dialogue import Text
from automa.game import Seat, you
from automa.pieces import (
    BOX,
    FACE_DOWN,
    Act,
    Lies,
    Piece,
    Place,
    Table,
    changed,
    counted,
    difference,
    instructions,
)
from solo.words.sentences import Words
from tests.atable import applied

YOU = you()
DOGE = Seat("doge", "The Doge", opponent="doge")
DUCATS = Piece("ducats", Text("amount.gold"))
HOUSE = Piece("house", "your house")
JUDGE, MASON, SMITH = Piece("judge", "Judge"), Piece("mason", "Mason"), Piece("smith", "Smith")
BANK = Place("bank", "the bank", home=True)
SUPPLY = Place("supply", "your supply", home=True)
DECK = Place("deck", "the Castle deck", hidden=True)
ROW = Place("row", "the Castle row")
DISCARDS = Place("discards", "the discards")


def ducats(seat: Seat) -> Place:
    return Place(f"ducats {seat.id}", owner=seat)


def cell(name: str, *, down: bool = False) -> Place:
    face = FACE_DOWN if down else ""
    return Place(f"{name} {down}", name, whole="your tableau", face=face, single=True, spot=f"you {name}")


def said(before: Table, after: Table, lang: str = "en") -> list[str]:
    return [Words.of(lang, strict=True).plain(text) for text in instructions(difference(before, after))]


def test_nothing_differs() -> None:
    table = [Lies(JUDGE, ROW), Lies(DUCATS, BANK, 5)]
    assert difference(table, [*reversed(table), Lies(DUCATS, ducats(YOU), 0)]) == []


def test_a_piece_moves_from_place_to_place() -> None:
    before, after = [Lies(HOUSE, Place("b4", "B4"))], [Lies(HOUSE, Place("b5", "B5"))]
    assert said(before, after) == ["Move your house from B4 to B5."]
    assert said(before, after, "nl") == ["Verplaats your house van B4 naar B5."]


def test_a_house_that_came_and_one_that_went_are_one_move_and_not_two() -> None:
    before = [Lies(HOUSE, Place("b4", "B4")), Lies(HOUSE, SUPPLY, 3)]
    after = [Lies(HOUSE, SUPPLY, 3), Lies(HOUSE, Place("b5", "B5"))]
    assert said(before, after) == ["Move your house from B4 to B5."]


def test_pieces_come_from_the_supply_and_go_back() -> None:
    waiting, built = [Lies(HOUSE, SUPPLY)], [Lies(HOUSE, Place("b4", "B4"))]
    assert said(waiting, built) == ["Put your house from your supply on B4."]
    assert said(built, waiting) == ["Put your house from B4 back in your supply."]
    assert said(waiting, built, "nl") == ["Leg your house uit your supply op B4."]
    assert said(built, waiting, "nl") == ["Leg your house van B4 terug in your supply."]


def test_a_handful_from_the_supply_is_one_sentence() -> None:
    wall = Piece("wall", Text("amount.keys"))
    borders = [Place(name, name) for name in ("B4 – B5", "B5 – B6", "C1 – C2")]
    waiting, built = [Lies(wall, SUPPLY, 3)], [Lies(wall, border) for border in borders]
    assert said(waiting, built) == ["Put 3 keys from your supply on B4 – B5, B5 – B6 and C1 – C2."]
    assert said(built, waiting) == ["Put 3 keys from B4 – B5, B5 – B6 and C1 – C2 back in your supply."]
    assert len(difference(waiting, built)) == 3


@pytest.mark.parametrize(
    ("origin", "target", "sentence"),
    [
        (ducats(DOGE), ducats(YOU), "The Doge gives you 19 gold."),
        (ducats(YOU), ducats(DOGE), "You give The Doge 19 gold."),
        (ducats(DOGE), ducats(Seat("marco", "Marco")), "The Doge gives Marco 19 gold."),
        (BANK, ducats(YOU), "You take 19 gold from the bank."),
        (BANK, ducats(DOGE), "The Doge takes 19 gold from the bank."),
        (ducats(YOU), BANK, "You put 19 gold back in the bank."),
        (ducats(DOGE), BANK, "The Doge puts 19 gold back in the bank."),
        (ducats(YOU), Place("p", "the purse"), "Move 19 gold from what you have to the purse."),
    ],
)  # fmt: skip
def test_amounts_go_from_owner_to_owner(origin: Place, target: Place, sentence: str) -> None:
    assert said([Lies(DUCATS, origin, 19)], [Lies(DUCATS, target, 19)]) == [sentence]


def test_amounts_are_netted() -> None:
    before = [Lies(DUCATS, ducats(DOGE), 30), Lies(DUCATS, ducats(YOU), 4), Lies(DUCATS, BANK, 6)]
    after = [Lies(DUCATS, ducats(DOGE), 11), Lies(DUCATS, ducats(YOU), 18), Lies(DUCATS, BANK, 11)]
    assert said(before, after) == ["The Doge gives you 14 gold.", "The Doge puts 5 gold back in the bank."]


def test_one_act_that_does_it_all_is_preferred_to_two() -> None:
    marco = ducats(Seat("marco", "Marco"))
    before = [Lies(DUCATS, ducats(DOGE), 5), Lies(DUCATS, BANK, 14)]
    after = [Lies(DUCATS, ducats(YOU), 14), Lies(DUCATS, marco, 5)]
    assert said(before, after) == ["The Doge gives Marco 5 gold.", "You take 14 gold from the bank."]


def test_amounts_are_settled_in_the_fewest_acts() -> None:
    purses = [Place(str(n), f"purse {n}") for n in range(6)]
    before = [Lies(DUCATS, purse, n) for purse, n in zip(purses, (5, 3, 4, 6, 0, 0), strict=True)]
    after = [Lies(DUCATS, purses[4], 8), Lies(DUCATS, purses[5], 10)]
    ways = [(act.origin.id, act.target.id) for act in difference(before, after)]
    assert sorted(ways) == [("0", "4"), ("1", "4"), ("2", "5"), ("3", "5")]


def test_a_card_is_turned_where_it_lies() -> None:
    up, down = [Lies(JUDGE, cell("b2"))], [Lies(JUDGE, cell("b2", down=True))]
    assert said(up, down) == ["Turn Judge on b2 of your tableau face down."]
    assert said(down, up) == ["Turn Judge on b2 of your tableau face up."]
    assert said(down, up, "nl") == ["Draai Judge op b2 van your tableau open."]


def test_a_tile_is_turned_where_it_lies() -> None:
    north, west = (Place(f"c5 {side}", "C5", face=f"the wheat {side}") for side in ("north", "west"))
    tile = Piece("tile", "tile 14")
    assert said([Lies(tile, north)], [Lies(tile, west)]) == ["Turn tile 14 on C5: now the wheat west."]


def test_a_card_is_moved_and_turned_in_one_act() -> None:
    before, after = [Lies(JUDGE, cell("b2"))], [Lies(JUDGE, cell("c2", down=True))]
    assert said(before, after) == ["Move Judge on your tableau from b2 to c2, face down."]
    assert said(after, before) == ["Move Judge on your tableau from c2 to b2, face up."]
    assert said(after, [Lies(JUDGE, ROW)]) == [
        "Move Judge from c2 of your tableau to the Castle row, face up."
    ]


def test_cards_go_back_on_their_deck_last() -> None:
    before = [Lies(JUDGE, ROW), Lies(MASON, cell("b2")), Lies(SMITH, DECK)]
    after = [Lies(JUDGE, DECK), Lies(MASON, ROW), Lies(SMITH, DECK)]
    assert said(before, after) == [
        "Move Mason from b2 of your tableau to the Castle row.",
        "Put Judge from the Castle row back on top of the Castle deck.",
    ]
    assert said(after, before) == [
        "Move Mason from the Castle row to b2 of your tableau.",
        "Put Judge from the Castle deck on the Castle row.",
    ]


def test_discards_that_become_a_deck_again_are_shuffled() -> None:
    before = [Lies(JUDGE, DISCARDS), Lies(MASON, DISCARDS)]
    after = [Lies(JUDGE, DECK), Lies(MASON, DECK)]
    assert said(before, after) == ["Shuffle Judge and Mason from the discards back into the Castle deck."]


def test_a_place_is_free_before_something_is_put_there() -> None:
    before = [Lies(JUDGE, cell("a1")), Lies(MASON, cell("b1")), Lies(SMITH, cell("c1"))]
    after = [Lies(JUDGE, cell("b1")), Lies(MASON, cell("c1")), Lies(SMITH, DISCARDS)]
    assert [act.piece.id for act in difference(before, after)] == ["smith", "mason", "judge"]


def test_a_place_is_free_whichever_way_up_the_next_card_lies() -> None:
    before = [Lies(JUDGE, cell("a1")), Lies(MASON, ROW)]
    after = [Lies(JUDGE, ROW), Lies(MASON, cell("a1", down=True))]
    assert [act.piece.id for act in difference(before, after)] == ["judge", "mason"]


def test_of_dice_that_are_alike_those_move_that_need_not_be_turned() -> None:
    def dice(whose: str, face: str) -> Place:
        return Place(f"{whose} {face}", f"the dice of {whose}", face=f"with {face} on top")

    die = Piece("die", Text("amount.gold"))
    before = [Lies(die, dice("Ada", "wood")), Lies(die, dice("Ada", "gold"))]
    after = [Lies(die, dice("Bo", "gold")), Lies(die, dice("Cy", "food"))]
    assert said(before, after) == [
        "Move 1 gold with gold on top from the dice of Ada to the dice of Bo.",
        "Move 1 gold with wood on top from the dice of Ada to the dice of Cy, with food on top.",
    ]


def test_what_changes_places_is_told_all_the_same() -> None:
    before = [Lies(JUDGE, cell("a1")), Lies(MASON, cell("b1"))]
    after = [Lies(JUDGE, cell("b1")), Lies(MASON, cell("a1"))]
    assert [act.piece.id for act in difference(before, after)] == ["judge", "mason"]


def test_what_lies_on_something_goes_first_and_comes_last() -> None:
    hill, top = Place("hill", "the hill"), Place("castle", "the castle", height=1)
    away = [Lies(JUDGE, SUPPLY), Lies(HOUSE, SUPPLY)]
    there = [Lies(HOUSE, top), Lies(JUDGE, hill)]
    assert [act.piece.id for act in difference(there, away)] == ["house", "judge"]
    assert [act.piece.id for act in difference(away, there)] == ["judge", "house"]


def test_a_tile_waits_for_what_moves_off_it_and_comes_before_what_moves_onto_it() -> None:
    hand, tile = Place("hand", "your hand", inside=True), Piece("tile", "the tile")
    k7, k7sw, j9 = Place("k7", "k7"), Place("k7sw", "k7sw", height=1), Place("j9ne", "j9ne", height=1)
    in_hand, laid = [Lies(tile, hand), Lies(HOUSE, j9)], [Lies(tile, k7), Lies(HOUSE, k7sw)]
    assert said(laid, in_hand) == [
        "Move your house from k7sw to j9ne.",
        "Move the tile from k7 to your hand.",
    ]
    assert said(in_hand, laid) == [
        "Move the tile from your hand to k7.",
        "Move your house from j9ne to k7sw.",
    ]


def test_a_piece_that_was_taught_comes_from_the_box() -> None:
    acts = difference([Lies(DUCATS, BANK, 5)], [Lies(DUCATS, BANK, 7)])
    assert acts == [Act(DUCATS, BOX, BANK, 2)]
    assert said([Lies(DUCATS, BANK, 5)], [Lies(DUCATS, BANK, 7)]) == [
        "Put 2 gold from the box back in the bank."
    ]


def test_the_picture_knows_where_something_changed() -> None:
    acts = difference([Lies(JUDGE, ROW)], [Lies(JUDGE, cell("b2", down=True))])
    assert changed(acts) == {"judge", "row", "you b2"}


def tables() -> st.SearchStrategy[tuple[Table, Table]]:
    """Two tables with the same pieces: cards that lie one to a place, and alike things."""
    cards = [Piece(f"card {n}", f"Card {n}") for n in range(5)]
    cells = [cell(f"{column}{row}", down=down) for column in "ab" for row in "123" for down in (False, True)]
    stocks = [
        BANK,
        SUPPLY,
        *map(ducats, (YOU, DOGE)),
        *(Place(f"space {n}", f"{n}", whole="the track") for n in range(3)),
    ]

    def lying(places: Sequence[Place], shares: Sequence[int], houses: Sequence[Place]) -> Table:
        alike = [Lies(DUCATS, place, n) for place, n in zip(stocks, shares, strict=False)]
        alike.append(Lies(DUCATS, stocks[-1], 40 - sum(shares)))
        return [*map(Lies, cards, places), *alike, *(Lies(HOUSE, place) for place in houses)]

    one = st.builds(
        lying,
        st.lists(st.sampled_from([*cells, DECK, ROW]), min_size=5, max_size=5),
        st.lists(st.integers(0, 5), min_size=6, max_size=6),
        st.lists(st.sampled_from([SUPPLY, *stocks[4:]]), min_size=4, max_size=4),
    )
    return st.tuples(one, one)


@given(tables())
def test_the_acts_make_one_table_of_the_other(two: tuple[Table, Table]) -> None:
    before, after = two
    acts = difference(before, after)
    assert applied(counted(before), acts) == counted(after)
    assert len({act.piece.id for act in acts if act.piece.id.startswith("card")}) == sum(
        act.piece.id.startswith("card") for act in acts
    )
    for act in acts:
        assert act.count > 0 and act.origin.id != act.target.id


@given(tables())
def test_no_act_could_be_left_out(two: tuple[Table, Table]) -> None:
    """A piece does not leave a place it comes to."""
    acts = difference(*two)
    for piece in {act.piece.id for act in acts}:
        its = [act for act in acts if act.piece.id == piece]
        assert not {act.origin.id for act in its} & {act.target.id for act in its}


CELLS = [f"{column}{row}" for column in "abc" for row in "123"]


@given(st.permutations(CELLS), st.permutations(CELLS), st.lists(st.booleans(), min_size=12, max_size=12))
def test_a_place_is_free_when_something_comes_unless_things_go_round(
    before: list[str], after: list[str], down: list[bool]
) -> None:
    cards = [Piece(f"card {n}", f"Card {n}") for n in range(6)]
    lay = {card.id: place for card, place in zip(cards, before, strict=False)}
    acts = difference(
        [
            Lies(card, cell(place, down=down[n]))
            for n, (card, place) in enumerate(zip(cards, before, strict=False))
        ],
        [
            Lies(card, cell(place, down=down[-n]))
            for n, (card, place) in enumerate(zip(cards, after, strict=False))
        ],
    )
    goes_to = {act.piece.id: act.target.name for act in acts}
    for act in acts:
        there = next((card for card, place in lay.items() if place == act.target.name), act.piece.id)
        if there != act.piece.id:  # then it is one of a ring, each of which waits for the next
            place = act.target.name
            for _ in cards:
                place = goes_to[next(card for card, at in lay.items() if at == place)]
                if place == act.origin.name:
                    break
            assert place == act.origin.name
        lay[act.piece.id] = str(act.target.name)
