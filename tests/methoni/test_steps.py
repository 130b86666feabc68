"""The steps of a turn: what can be typed, in both languages, and what is said of what cannot be."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from itertools import product
from random import Random

import pytest

from automa.dialogue import Answer, Ask, Refused
from automa.game import Seat
from automa.methoni.game import Play
from automa.methoni.rules import Annexation, Claim
from automa.methoni.state import State
from automa.methoni.steps import (
    NO_MORE,
    NONE,
    RULES,
    TURN,
    Annex,
    Done,
    Redraw,
    Trade,
    Wall,
    annex_steps,
    apply,
    card_uses,
    legal,
)
from automa.steps import Step
from solo.words.sentences import Words
from tests.atable import steps
from tests.methoni.positions import a_hand, a_player, a_setup, a_table

ENGLISH = Words.of("en", ["methoni"])


def read(line: str, table: State | None = None) -> str:
    """The line as it stands in the journal."""
    at = TURN.at(table or a_table())
    written = at.read(line)
    assert at.check(written) == written
    return written


def refusal(line: str, table: State | None = None) -> str:
    with pytest.raises(Refused) as refused:
        TURN.at(table or a_table()).read(line)
    return ENGLISH.plain(refused.value.text)


@pytest.mark.parametrize(
    ("line", "written"),
    [
        ("b4-b5", "b4-b5"),
        ("B5-B4", "b4-b5"),
        ("b4 b5", "b4-b5"),
        ("b4/b5", "b4-b5"),
        ("B4 – B5", "b4-b5"),
        ("B4 - B5 own b4 left", "b4-b5 own b4 left"),
        ("a1 - sea", "a1-sea"),
        ("a1-sea", "a1-sea"),
        ("A1 zee", "a1-sea"),
        ("a1 coast", "a1-sea"),
        ("zee-a1", "a1-sea"),
        ("b4-b5 own b4 left b5", "b4-b5 own b4 left b5"),
        ("b4-b5 left b5 own b4", "b4-b5 own b4 left b5"),
        ("b4-b5 own b4 left", "b4-b5 own b4 left"),
        ("b4-b5 eigen b5 rechts", "b4-b5 own b5 right"),
        ("b4-b5 own b4 evan", "b4-b5 own b4 left"),
        ("b4-b5 own b4 ev b5", "b4-b5 own b4 left b5"),
        ("b4-b5 own b4 Andrew b5", "b4-b5 own b4 right b5"),
        ("b4-b5 mine b4 r", "b4-b5 own b4 right"),
        ("b4-b5 left b4", "b4-b5 left b4"),
        ("d1-zee eigen", "d1-sea own"),
        ("b4-b5 left b4 own", "b4-b5 own left b4"),
        ("desert b4-b5", "b4-b5 desert"),
        ("b4-b5 own b4 left trade", "b4-b5 own b4 left trade"),
        ("b4-b5 own b4", "b4-b5 own b4"),
        ("b4-b5 desert own b4", "b4-b5 desert own b4"),
        ("b4-b5 woestijn", "b4-b5 desert"),
        ("1 desert own", "a1-a2 desert own"),
        ("90 own f7", "f7-sea own f7"),
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
        ("b15-b4", "There is no space “b15”"),
        ("zz-b4", "There is no space “zz”"),
        ("zz-sea", "There is no space “zz”"),
        ("ab-cd", "is neither a border"),
        ("long-b4", "is neither a border"),
        ("0", "There is no border 0: they are numbered from 1 to 90."),
        ("91 own", "There is no border 91: they are numbered from 1 to 90."),
        ("castle", "“castle” is neither a border"),
        ("castle own b4", "“castle” is neither a border"),
        ("", "answer"),
        ("done", "Play at least one card first"),
        ("redraw", "Every kind of card can be played now"),
        ("trade desert", "A Desert card cannot be traded"),
        ("trade b4", "b4"),
        ("b4-b5 forest", "A Forest card does not allow a wall on B4 – B5. Cards that do: Furrows"),
        ("b4-b5 own b6", "B6 is not beside B4 – B5"),
        ("b4-b5 own b4 left b4", "One house goes on each side of the wall."),
        ("b4-b5 left b4 right b5", "left or of your right neighbour, not both"),
        ("b4-b5 own b4 own b5", "One house goes on each side of the wall."),
        ("b4-b5 olav b4", "Whose house is “olav b4”? Own, left or right; your neighbours are"),
        ("a1-sea left a1", "Only your own house"),
        ("b4-b5 annex c3", "First say whose house goes where"),
        ("annex c3", "closes nothing"),
        ("annex z9", "There is no space “z9”"),
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
    assert "closes nothing" in refusal("b4-b5 own b4 left annex a2", table)


def test_a_domain_behind_the_last_that_can_be_annexed_is_refused_as_a_domain() -> None:
    """English rules page 6: a Domain that shares a wall with yours; by ruling, with the one just closed."""
    chain = [*BESIDE, {"owner": "andrew", "spaces": "a3"}]
    line = "a1-sea annex a2 a3"
    assert read(line, a_table(domains=chain, walls="a1-b2")) == "a1-sea annex a2 annex a3"
    closed = a_table(domains=chain, walls="a1-b2", chain_annexing="closed")
    assert refusal(line, closed) == "The Domain with A3 shares no wall with the new one (A1)."


def test_while_a_domain_is_annexed_a_space_is_no_beginning_of_a_border() -> None:
    table = a_table(domains=BESIDE, walls="a1-b2")
    table.annexing = True
    assert "Which border of A2?" not in refusal("a2", table)
    assert refusal("a2-a9", table).startswith("There is no space “a9”")
    assert refusal("b4-b5", table).startswith("First say which Domain you annex")


def test_what_the_houses_cost_is_not_left_to_annex_with() -> None:
    # Closing B2 costs 1 with the own house inside, 2 with a neighbour's; annexing A1 costs 2.
    table = a_table(domains=[{"owner": "evan", "spaces": "a1"}], walls="b1-b2", ducats=[3, 20, 20])
    assert read("b2-b3 own b2 left annex a1", table) == "b2-b3 own b2 left annex a1"
    assert "after the claim you have 1 ducat" in refusal("b2-b3 own b3 left b2 annex a1", table)


def test_an_entered_hand_that_can_be_played_is_not_replaced() -> None:
    table = a_table()
    table.player.hand = a_hand("forest forest plains plains plains")
    assert "A card of the hand that you entered can be played" in refusal("redraw", table)


def test_no_houses_left() -> None:
    table = a_table()
    a_player(table, "evan").houses = 0
    for line in ("b4-b5 own b4 left b5", "b4-b5 own b4 left", "b4-b5 own b4 left annex none"):
        assert "Evan has no house left" in refusal(line, table)
    table.player.houses = 0
    assert refusal("b4-b5 own b4", table) == "Jerry has no house left."


def test_a_card_that_is_not_in_the_hand_that_was_entered() -> None:
    table = a_table()
    table.player.hand = a_hand("forest forest plains plains plains")
    assert "no Desert card in the hand" in refusal("c2-c3 desert", table)
    assert "No card of the hand" in refusal("a1-a2", table)
    assert read("c2-c3", table) == "c2-c3"


@pytest.mark.parametrize("line", ["b4-b5 own", "b4-b5 left", "b4-b5 evan"])
def test_a_house_without_a_side_leaves_the_side_to_be_asked(line: str) -> None:
    said = TURN.understand(a_table(), line)
    assert not said.steps
    left = TURN.left(a_table(), said.begun)
    assert len({step.own if "own" in line else step.left for step in left if isinstance(step, Wall)}) == 2


@pytest.mark.parametrize("line", ["d1-sea", "c1-d1", "d9-d1", "d1-sea fields", "d1-sea own d1"])
def test_the_name_of_a_wall_that_cannot_be_is_never_taken_for_another(line: str) -> None:
    table = a_table(walls="d1-sea c1-d1")
    said = refusal(line, table)
    assert "D11" not in said
    assert "already" in said or "no border" in said


def existing_steps(table: State) -> Iterator[Step]:
    """Every step that the components allow, with houses on the spaces beside the wall."""
    for wall in table.island.borders:
        beside = [None, *wall.spaces]
        for own, left, right in product(beside, beside, beside):
            yield Wall(wall, None, own, left, right)
    yield from (Trade(), Redraw(), Done())
    yield Annex(NONE)
    yield from map(Annex, table.island.spaces)


@pytest.mark.parametrize("rulings", [{}, {"no_tower": "merge", "chain_annexing": "closed", "redraw": "may"}])
def test_legal_is_all_that_no_rule_forbids(rulings: dict[str, str]) -> None:
    """At some questions of random games, houses used up and little money included."""
    compared = 0
    for seed in range(3):
        script, random = Play(a_setup(3, **rulings)), Random(seed)
        table = script.table
        for item in steps(script, partial(_at_random, random)):
            if not isinstance(item, Ask) or not item.id.startswith("methoni.") or random.random() > 0.08:
                continue
            if item.id in ("methoni.first-player", "methoni.objective"):
                continue
            table.player.ducats = random.choice((0, 2, table.player.ducats))
            table.player.houses = random.choice((0, table.player.houses))
            found = [step for step in existing_steps(table) if TURN.why_not(table, step) is None]
            assert set(found) == set(legal(table))
            compared += 1
    assert compared > 10


def _at_random(random: Random, ask: Ask) -> Answer:
    return ask.legal(random)


def test_every_rule_of_a_step_has_a_position_that_breaks_it() -> None:
    """No condition is there for nothing: each refuses a step that keeps all rules before it."""
    broken: set[str] = set()
    for seed in range(6):
        script, random = Play(a_setup(3)), Random(seed)
        table = script.table
        for item in steps(script, partial(_at_random, random)):
            if not isinstance(item, Ask) or item.id not in ("methoni.card", "methoni.second-card"):
                continue
            if random.random() > 0.1:
                continue
            table.player.hand = random.choice((None, a_hand("desert forest")))
            table.player.houses = random.choice((0, 5))
            table.player.ducats = random.choice((0, 4, 30))
            table.player.towers = random.choice((0, 2))
            for step in existing_steps(table):
                for rule in RULES[type(step)]:
                    if rule(table, step) is not None:
                        broken.add(rule.__name__)
                        break
    assert {"the_border_is_free", "there_is_a_tower", "closing_can_be_paid", "a_card_allows_it"} <= broken
    assert {"houses_are_left", "houses_go_together", "no_house_is_missing", "a_card_was_played"} <= broken


def test_by_ruling_nothing_is_traded_before_a_market_is_activated() -> None:
    table = a_table(market_trade="activated")
    assert refusal("trade", table).startswith("No card can be traded now")


@pytest.mark.parametrize(("side", "whose"), [("left", "evan"), ("right", "olav")])
def test_the_house_on_the_other_side_is_that_of_the_neighbour_who_is_said(side: str, whose: str) -> None:
    table = a_table(4)
    for step in TURN.understand(table, f"b4-b5 own b4 {side} b5").steps:
        TURN.apply(table, step)
    assert {player.seat.id for player in table.players if player.houses < 15} == {"jerry", whose}


def test_a_card_that_is_traded_leaves_the_hand_and_brings_two_ducats() -> None:
    table = a_table()
    player = table.player
    player.hand = a_hand("market desert")
    TURN.apply(table, Trade("market"))
    assert (player.hand, player.ducats, table.cards_played) == (["desert"], 22, 1)
    assert ENGLISH.plain(Trade("market").name) == "trade"


def test_one_ducat_is_enough_for_the_game_to_go_on() -> None:
    """It ends when a whole round has brought neither a wall nor a ducat."""
    table = a_table()
    table.bank = 1
    TURN.apply(table, Trade("market"))
    assert table.stirred


def bar(step: Step, table: State) -> str | None:
    """The rule that forbids a step."""
    refused = TURN.why_not(table, step)
    return None if refused is None else refused.id.removeprefix("methoni.refused.")


def test_a_step_that_is_said_twice_is_one_step() -> None:
    table = a_table()
    wall = table.island.by_id["b4-b5"]
    said = [
        Wall(wall),
        Wall(wall),
        Trade(),
        Trade(),
        Redraw(),
        Redraw(),
        Done(),
        Done(),
        NO_MORE,
        Annex(NONE),
    ]
    assert len(set(said)) == 5


def test_two_cards_a_turn_each_with_what_it_annexes() -> None:
    table = closing()
    far = Wall(table.island.by_id["b4-b5"])
    assert bar(far, table) == "house-missing"
    for step in TURN.understand(table, "a1-sea own a1").steps:
        TURN.apply(table, step)
    beside = Annex(table.island.space["a2"])
    assert annex_steps(table) == [NO_MORE, beside]
    assert [bar(step, table) for step in (far, Trade(), beside)] == ["annex-first", "annex-first", None]
    table.annexing = False
    assert [bar(step, table) for step in (far, Trade(), beside)] == ["house-missing", None, "card-over"]
    table.cards_played = 2
    assert [bar(step, table) for step in (far, Trade(), beside)] == ["two-cards", "two-cards", "card-over"]


def test_nothing_is_asked_of_annexing_where_there_is_no_choice() -> None:
    table = a_table(domains=[{"owner": "jerry", "spaces": "a2"}], walls="a1-b2", no_tower="merge")
    assert annex_steps(table) == []
    table.player.towers = 0
    for step in TURN.understand(table, "a1-sea own a1").steps:
        TURN.apply(table, step)
    assert table.towerless and annex_steps(table) == [Annex(table.island.space["a2"])]
    assert bar(NO_MORE, table) == "own-first"


def test_what_an_opponent_may_do_with_a_card_names_the_card() -> None:
    table = a_table()
    player = table.player
    player.hand = a_hand("market")
    *walls, last = card_uses(table, player)
    assert len(walls) == 36 and {each.id.split()[1] for each in walls} == {"market"}
    assert (last, last.id) == (Trade("market"), "trade market")
    player.hand, table.cards_played = None, 1
    *walls, trade, done = card_uses(table, player)
    assert len(walls) == 90 and (trade.id, done.id) == ("trade", "done")
    table.bank = 0
    assert Trade() not in card_uses(table, player)
    table.supply = 0
    assert card_uses(table, player) == [], "there is nothing to choose from"


def test_what_comes_of_a_card_is_told() -> None:
    table = closing()
    wall, annexation = TURN.understand(table, "a1-sea own a1 annex a2").steps
    claim = apply(table, wall)
    assert isinstance(claim, Claim) and claim.price == 1
    joined = apply(table, annexation)
    assert isinstance(joined, Annexation) and joined.price == 2
    assert apply(table, Trade("market")) == 2


def test_who_annexes_nothing_has_played_the_card() -> None:
    table = closing()
    for step in TURN.understand(table, "a1-sea annex none").steps:
        TURN.apply(table, step)
    assert (table.closed, table.annexing, table.cards_played) == (0, False, 1)


@pytest.mark.parametrize("word", ["anna maria", "maria", "left", "evan"])
def test_a_neighbour_goes_by_the_side_and_by_any_part_of_the_name(word: str) -> None:
    table = a_table()
    a_player(table, "evan").seat = Seat("evan", "Anna Maria")
    assert read(f"b4-b5 own b4 {word} b5", table) == "b4-b5 own b4 left b5"


def test_a_hand_that_cannot_be_played_may_be_replaced() -> None:
    table = a_table()
    table.supply = table.bank = 0
    assert Redraw() in legal(table)
    assert read("redraw", table) == "redraw"
    table.cards_played = 1
    assert bar(Redraw(), table) == "redraw-late"


def test_a_hand_that_is_replaced_is_not_known_any_more() -> None:
    table = a_table()
    table.player.hand = a_hand("desert")
    TURN.apply(table, Redraw())
    assert table.player.hand is None


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
    assert words <= {option.id for option, _ in TURN.at(a_table()).next(line)}


def test_the_help_is_made_of_the_steps_in_both_languages() -> None:
    for lang, own in (("en", "own"), ("nl", "eigen")):
        said = Words.of(lang, ["methoni"], strict=True).plain(TURN.help())
        assert own in said and "b4-b5" in said
