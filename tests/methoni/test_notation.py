"""What can be typed for a card, in both languages, and what is said of what cannot be."""

from __future__ import annotations

import pytest

from automa.dialogue import Refused
from automa.methoni import rules
from automa.methoni.notation import PLAY, Seated, ways_to_annex
from automa.methoni.state import State
from solo.words.sentences import Words
from tests.methoni.positions import a_hand, a_player, a_table

ENGLISH = Words.of("en", ["methoni"])


def seated(table: State | None = None, name: str = "jerry") -> Seated:
    table = table or a_table()
    return Seated(table, a_player(table, name))


def read(line: str, table: State | None = None) -> str:
    """The line as it stands in the journal."""
    at = seated(table)
    written = PLAY.write(PLAY.read(line, at))
    assert PLAY.write(PLAY.recall(written, at)) == written
    assert PLAY.write(PLAY.check(written, at)) == written
    return written


def refusal(line: str, table: State | None = None) -> str:
    with pytest.raises(Refused) as refused:
        PLAY.read(line, seated(table))
    return ENGLISH.plain(refused.value.text)


@pytest.mark.parametrize(
    ("line", "written"),
    [
        ("b4-b5", "b4-b5"),
        ("B5-B4", "b4-b5"),
        ("b4 b5", "b4-b5"),
        ("b4/b5", "b4-b5"),
        ("B4 – B5", "b4-b5"),
        ("a1-sea", "a1-sea"),
        ("A1 zee", "a1-sea"),
        ("a1 coast", "a1-sea"),
        ("b4-b5 own b4 left b5", "b4-b5 own b4 left b5"),
        ("b4-b5 left b5 own b4", "b4-b5 own b4 left b5"),
        ("b4-b5 own b4 left", "b4-b5 own b4 left b5"),
        ("b4-b5 eigen b5 rechts", "b4-b5 own b5 right b4"),
        ("b4-b5 own b4 evan", "b4-b5 own b4 left b5"),
        ("b4-b5 own b4 Andrew b5", "b4-b5 own b4 right b5"),
        ("b4-b5 mine b4 r", "b4-b5 own b4 right b5"),
        ("b4-b5 left b4", "b4-b5 left b4"),
        ("d1-zee eigen", "d1-sea own d1"),
        ("b4-b5 left b4 own", "b4-b5 own b5 left b4"),
        ("b4-b5 own b4", "b4-b5 own b4"),
        ("b4-b5 desert own b4", "b4-b5 desert own b4"),
        ("b4-b5 woestijn", "b4-b5 desert"),
        ("trade", "trade"),
        ("handel", "trade"),
        ("trade market", "trade market"),
    ],
)
def test_a_card_in_one_line(line: str, written: str) -> None:
    assert read(line) == written


BESIDE = [{"owner": "evan", "spaces": "a2"}]
"""Jerry can close A1 beside it: A1-sea and A1-B2 are open, so one of them first."""


def closing() -> State:
    return a_table(domains=BESIDE, walls="a1-b2")


@pytest.mark.parametrize(
    ("line", "written"),
    [
        ("a1-sea annex a2", "a1-sea annex a2"),
        ("a1-zee overnemen a2", "a1-sea annex a2"),
        ("a1-sea annex none", "a1-sea annex none"),
        ("a1-sea overnemen geen", "a1-sea annex none"),
    ],
)
def test_annexations_follow_the_wall_that_closes(line: str, written: str) -> None:
    assert read(line, closing()) == written


@pytest.mark.parametrize(
    ("line", "complaint"),
    [
        ("b4-b6", "B4 and B6 have no border with each other. The borders of B4 are A3 – B4, "),
        ("b4", "Which border of B4? It has A3 – B4, B3 – B4 and B4 – B5."),
        ("b4-sea", "B4 does not lie on the coast."),
        ("z4-z5", "There is no space “z4”"),
        ("b4-b15", "There is no space “b15”"),
        ("castle", "“castle” is neither a border"),
        ("", "Name a border"),
        ("done", "Play at least one card first"),
        ("redraw", "Every kind of card can be played now"),
        ("trade desert", "A Desert card cannot be traded"),
        ("trade b4", "b4"),
        ("b4-b5 forest", "A Forest card does not allow a wall on B4 – B5. One of these would do: Furrows"),
        ("b4-b5 own b6", "B6 is not beside B4 – B5"),
        ("b4-b5 own b4 left b4", "One house goes on either side of the wall."),
        ("b4-b5 left b4 right b5", "left or of your right neighbour, not both"),
        ("b4-b5 left", "On which side of the wall does the house of Evan go"),
        ("b4-b5 own b4 own b5", "own b4"),
        ("b4-b5 olav b4", "olav"),
        ("a1-sea left a1", "Only your own house"),
        ("b4-b5 annex c3", "C3 lies in no Domain"),
        ("b4-b5 annex", "domain"),
    ],
)  # fmt: skip
def test_what_cannot_be_is_said_with_what_would_be_right(line: str, complaint: str) -> None:
    assert complaint.lower() in refusal(line).lower()


def test_a_wall_on_a_wall_or_inside_a_domain() -> None:
    table = a_table(domains=[{"owner": "evan", "spaces": "c3 c4"}], walls="a1-a2")
    assert "There is a wall on A1 – A2 already." in refusal("a1-a2", table)
    assert "inside a Domain of Evan" in refusal("c3-c4", table)


def test_a_closing_wall_that_cannot_be_paid_for_or_claimed() -> None:
    table = a_table(walls="c3-c4 c4-c5", houses={"c4": "evan evan andrew"}, ducats=[3, 20, 20])
    assert "closes C4, which costs 4 ducats; you have 3 ducats" in refusal("b3-c4", table)
    table.player.ducats = 4
    assert read("b3-c4 own c4 left b3", table)
    assert "costs 5 ducats" in refusal("b3-c4 own b3 left c4", table)
    table.player.towers = 0
    assert "no tower left" in refusal("b3-c4", table)


def test_annexations_that_do_not_touch_or_cost_too_much() -> None:
    far = [*BESIDE, {"owner": "evan", "spaces": "f7"}]
    table = a_table(domains=far, walls="a1-b2")
    assert "shares no wall" in refusal("a1-sea annex f7", table)
    assert "belongs to the new Domain already" in refusal("a1-sea annex a1", table)
    assert "C9 lies in no Domain" in refusal("a1-sea annex c9", table)
    poor = a_table(domains=BESIDE, walls="a1-b2", ducats=[2, 20, 20])
    assert "costs 2 ducats; after the claim you have 1 ducat" in refusal("a1-sea annex a2", poor)
    assert "closes nothing" in refusal("b4-b5 annex a2", table)


def test_houses_that_are_not_said_are_those_that_leave_enough_to_annex() -> None:
    # Closing B2 costs 1 with the own house inside, 2 with a neighbour's; annexing A1 costs 2.
    table = a_table(domains=[{"owner": "evan", "spaces": "a1"}], walls="b1-b2", ducats=[3, 20, 20])
    assert read("b2-b3 annex a1", table) == "b2-b3 annex a1"
    card = PLAY.read("b2-b3 annex a1", seated(table))
    assert [rules.houses_id(table, table.player, way) for way in ways_to_annex(seated(table), card)] == [
        "own b2 left b3",
        "own b2 right b3",
    ]
    assert "after the claim you have 1 ducat" in refusal("b2-b3 own b3 left b2 annex a1", table)
    mirrored = a_table(domains=[{"owner": "evan", "spaces": "a1"}], walls="b2-b3", ducats=[3, 20, 20])
    assert read("b1-b2 annex a1", mirrored) == "b1-b2 annex a1"


def test_an_entered_hand_that_can_be_played_is_not_replaced() -> None:
    table = a_table()
    table.player.hand = a_hand("forest forest plains plains plains")
    assert "A card of the hand that you entered can be played" in refusal("redraw", table)


def test_no_houses_left() -> None:
    table = a_table()
    a_player(table, "evan").houses = 0
    assert "Evan has no house left" in refusal("b4-b5 own b4 left b5", table)
    table.player.houses = 0
    assert "You have no house left" in refusal("b4-b5 own b4", table) or "no house left" in refusal(
        "b4-b5 own b4", table
    )


def test_a_card_that_is_not_in_the_hand_that_was_entered() -> None:
    table = a_table()
    table.player.hand = a_hand("forest forest plains plains plains")
    assert "no Desert card in the hand" in refusal("c2-c3 desert", table)
    assert "No card of the hand" in refusal("a1-a2", table)
    assert read("c2-c3", table) == "c2-c3"


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("b4-b5 own", "On which side of the wall does the house of Jerry go: B4 and B5?"),
        ("b4-b5 left", "On which side of the wall does the house of Evan go: B4 and B5?"),
        ("b4-b5 evan", "On which side of the wall does the house of Evan go: B4 and B5?"),
    ],
)
def test_a_house_without_a_side_is_asked_for_it(line: str, said: str) -> None:
    assert refusal(line) == said


def test_without_walls_only_trade_is_left() -> None:
    table = a_table()
    table.supply = 0
    assert "no wall left in the supply" in refusal("b4-b5", table)
    assert read("trade", table) == "trade"


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("b4-b5 own ", {"b4", "b5"}),
        ("b4-b5 left ", {"b4", "b5"}),
        ("b4-b5 own b4 ", {"left", "right"}),
        ("tr", {"trade"}),
    ],
)
def test_what_may_come_next_is_offered(line: str, words: set[str]) -> None:
    assert words <= {option.id for option, _ in PLAY.next(line, seated())}


def test_the_help_is_made_of_the_grammar_in_both_languages() -> None:
    for lang, own in (("en", "own"), ("nl", "eigen")):
        said = Words.of(lang, ["methoni"], strict=True).plain(PLAY.help())
        assert own in said and "b4-b5" in said
