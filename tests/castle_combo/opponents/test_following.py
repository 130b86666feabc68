"""Each priority does what it says; whole games are legal; the reasons are true."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from automa.castle_combo import rules
from automa.castle_combo.game import Play
from automa.castle_combo.opponents.cast import CAST
from automa.castle_combo.opponents.following import MEASURES, TAKES, Follower
from automa.castle_combo.opponents.plans import (
    CARD_MEASURES,
    CELL_MEASURES,
    WAY_MEASURES,
    AtLeast,
    AtMost,
    Banner,
    CardWant,
    CellWant,
    FaceDown,
    FaceUp,
    MoveForMore,
    MoveToFind,
    NewShield,
    Plan,
    RefreshToFind,
    WayWant,
    WithDiscount,
    WithMessenger,
    WithPurse,
    WithShield,
)
from automa.castle_combo.opponents.prospects import Prospect, standing
from automa.castle_combo.rules import Purchase
from automa.castle_combo.scoring import total
from automa.castle_combo.state import Player, State
from automa.dialogue import TABLE, Answer, Ask, Several, Text, converse
from automa.game import Seat, Setup
from automa.priorities import Counted, Least, Most
from tests.castle_combo.conserved import conserved
from tests.castle_combo.positions import at, at_castle, fill, show, tables

HOUSE = tuple(tables().opponents.opponent)


NOBODY = Plan(name="X", cards=())


def tried(made: State, player: Player) -> Sequence[Prospect]:
    return Follower(NOBODY).tried(made, player, rules.purchases(made, player))


def kept(want: CardWant, made: State, player: Player) -> set[str]:
    """The cards that a priority leaves, face-down ones with a hyphen."""
    found = want.step(tried(made, player), TAKES).kept
    return {("-" if prospect.take.down else "") + prospect.take.card.id for prospect in found}


# ---------------------------------------------------------------- cards


@pytest.mark.parametrize(
    ("want", "expected"),
    [
        (FaceUp(), {"princess", "nun", "steward"}),
        (FaceDown(), {"-duchess", "-princess", "-nun", "-steward"}),
        (WithShield("faith"), {"nun"}),
        (WithShield("peasantry"), set()),
        (NewShield(), {"nun"}),
        (Banner("castle"), {"princess", "nun", "steward"}),
        (Banner("village"), set()),
        (WithPurse(), {"steward"}),
        (WithDiscount(), {"princess"}),
        (WithMessenger(), {"princess", "nun"}),
        (AtLeast("gold", 2), {"nun"}),
        (AtMost("price", 2), {"steward"}),
        (AtLeast("purse-gold", 3), {"steward"}),
        (Least("price"), {"steward", "-duchess", "-princess", "-nun", "-steward"}),
        (Most("purse-room"), {"steward"}),
        (Most("keys"), {"-duchess", "-princess", "-nun", "-steward"}),
    ],
)
def test_a_priority_leaves_the_cards_that_have_it(want: CardWant, expected: set[str]) -> None:
    # 4 gold: the Duchess is too dear. The Prince in the middle is nobility.
    made, player = at_castle(". . .\n. prince .", gold=4, display="duchess princess nun steward")
    assert kept(want, made, player) == expected


def test_most_points_counts_scroll_keys_and_what_other_cards_gain() -> None:
    made, player = at_castle(". . .\n. prince .", display="duchess princess nun")
    best = Most("points").step(tried(made, player), TAKES)
    # The Duchess in the row of the Prince: 8 for the top row, 2 keys, and 4 for each of her shields there.
    assert max(best.values or ()) == 8 + 2 + 8
    assert {prospect.take.id for prospect in best.kept} == {"duchess b3", "duchess d3"}


def test_within_leaves_what_is_not_far_behind() -> None:
    made, player = at_castle(display="duchess mother-superior steward")
    assert kept(Most("keys"), made, player) == {"mother-superior"}
    assert kept(Most("keys", within=2), made, player) >= {"mother-superior", "duchess"}
    assert "steward" not in kept(Most("keys", within=2), made, player)


def test_profit_counts_gold_gained_and_paid() -> None:
    made, player = at_castle(display="jester nun duchess")
    profits = {
        prospect.take.card.id: prospect.brings.profit
        for prospect in tried(made, player)
        if not prospect.take.down
    }
    # Jester: 2 points, 2 gold, price 3. Nun: 3 points, 1 gold, price 3. Duchess: 8 points, 2 keys, price 5.
    assert profits == {"jester": 1, "nun": 1, "duchess": 5}


def test_alike_counts_the_shields_that_lie_already() -> None:
    made, player = at_castle("duchess prince", display="queen-mother his-majesty nun")
    alike = {
        prospect.take.card.id: MEASURES["alike"](prospect)
        for prospect in tried(made, player)
        if not prospect.take.down
    }
    assert alike == {"queen-mother": 3, "his-majesty": 3, "nun": 0}


def test_until_forgets_a_priority_once_there_are_enough() -> None:
    made, player = at_castle("steward queen-mother -", display="duchess princess nun")

    def enough(want: Counted) -> int | None:
        return want.enough(tried(made, player)[0], TAKES)

    assert enough(WithPurse(until=3)) is None
    assert enough(WithPurse(until=2)) == 2
    assert enough(WithShield("nobility", until=1)) == 2
    assert enough(Banner("castle", until=2)) == 2
    assert enough(WithDiscount(until=1)) is None
    assert enough(FaceDown(until=1)) == 1


def test_a_priority_that_no_move_fits_leaves_all() -> None:
    made, player = at_castle(display="duchess princess steward")
    plan = Plan(name="X", cards=(WithShield("faith"), Most("keys")), cells=())
    chosen, why = Follower(plan).decide_take(made, player, rules.purchases(made, player))
    assert {id.split()[0] for id in chosen} == {"duchess", "princess", "steward"}
    assert why[0].id == "priorities.none"


def test_every_measure_can_be_taken_of_every_move() -> None:
    made, player = at_castle("duchess prince\n. nun", display="queen-mother cardinal judge")
    assert set(MEASURES) == {*CARD_MEASURES, *CELL_MEASURES, *WAY_MEASURES}
    for prospect in tried(made, player):
        for measure in MEASURES.values():
            assert isinstance(measure(prospect), int)


# ---------------------------------------------------------------- cells


@pytest.mark.parametrize(
    ("want", "expected"),
    [
        (Most("row"), {"a2", "d2"}),
        (Most("column"), {"c1", "c4"}),
        (Least("column"), {"a2", "d2", "d3"}),
        (Most("row-alike"), {"a2", "d2"}),
        (Most("column-alike"), {"b1", "b3"}),
        (Most("touching"), {"b3"}),
    ],
)
def test_a_priority_for_cells(want: CellWant, expected: set[str]) -> None:
    made, player = at_castle("duchess nun .\n. monk .", display="queen-mother cardinal judge")
    moves = [prospect for prospect in tried(made, player) if prospect.take.card.id == "queen-mother"]
    face_up_moves = [prospect for prospect in moves if not prospect.take.down]
    assert {prospect.take.cell for prospect in want.step(face_up_moves, TAKES).kept} == expected


def test_most_choice_keeps_the_grid_open() -> None:
    made, player = at_castle("duchess nun", display="queen-mother cardinal judge")
    choices = {
        prospect.take.cell: MEASURES["choice"](prospect)
        for prospect in tried(made, player)
        if not prospect.take.down
    }
    # A third card in the row shuts the columns; one below leaves both directions open.
    assert choices["b3"] > choices["d2"]


# ---------------------------------------------------------------- abilities


def chosen(want: WayWant, made: State, player: Player, card: str) -> list[str]:
    """The ways to apply the ability of a card that a priority leaves."""
    follower = Follower(Plan(name="X", cards=(), abilities=(want,)))
    return follower.decide_way(made, player, rules.ways(made, player, at(player, card)))[0]


def test_the_choice_of_an_ability() -> None:
    made, player = at_castle("bombardier", display="queen-mother cardinal judge")
    fill(made.player("ann"), "guildmaster clockmaker")
    assert chosen(Most("gold"), made, player, "bombardier") == ["gold"]
    assert chosen(Most("keys"), made, player, "bombardier") == ["keys"]
    # 3 gold are worth more than 2 keys by profit, 2 keys are worth more points.
    assert chosen(Most("profit"), made, player, "bombardier") == ["gold"]
    assert chosen(Most("points"), made, player, "bombardier") == ["keys"]
    assert player.gold == 15
    assert player.keys == 2


def test_most_gold_on_purses() -> None:
    made, player = at_castle("beekeeper steward queen-mother*4", display="duchess cardinal judge")
    assert chosen(Most("purse-gold"), made, player, "steward") == ["beekeeper steward"]
    assert set(WAY_MEASURES) == {"points", "profit", "keys", "gold", "purse-gold"}


# ---------------------------------------------------------------- keys


def decide_key(*habits: Any, here: str, there: str, keys: int = 2, gold: int = 15) -> tuple[str, list[str]]:
    made, player = at_castle(display=f"{here} {there}", keys=keys, gold=gold)
    follower = Follower(Plan(name="X", cards=(FaceUp(),), keys=habits))
    (use,), why = follower.decide_key(made, player, ["none", "move", "refresh"])
    return use, [text.id.rpartition(".")[2] for text in why]


FAITH = WithShield("faith")
NO_FAITH, WITH_FAITH = "duchess princess steward", "monk farmer witch"


def test_it_moves_the_messenger_to_what_is_only_there() -> None:
    assert decide_key(MoveToFind(FAITH), here=NO_FAITH, there=WITH_FAITH) == ("move", ["there"])


def test_it_stays_where_it_finds_what_it_wants() -> None:
    assert decide_key(MoveToFind(FAITH), here="nun duchess prince", there=WITH_FAITH) == (
        "none",
        ["here", "no-key"],
    )


def test_it_stays_when_there_is_nothing_there_either() -> None:
    assert decide_key(MoveToFind(FAITH), here=NO_FAITH, there="farmer witch baker") == (
        "none",
        ["nowhere", "no-key"],
    )


def test_what_it_cannot_pay_is_not_there() -> None:
    assert decide_key(MoveToFind(FAITH), here=NO_FAITH, there=WITH_FAITH, gold=3)[0] == "none"


def test_it_keeps_its_last_keys() -> None:
    assert decide_key(MoveToFind(FAITH, keep=2), here=NO_FAITH, there=WITH_FAITH) == (
        "none",
        ["few-keys", "no-key"],
    )


def test_it_refreshes_when_the_first_habit_does_not_apply() -> None:
    habits = (MoveToFind(FAITH), RefreshToFind(FAITH, keep=1))
    assert decide_key(*habits, here=NO_FAITH, there="farmer witch baker") == (
        "refresh",
        ["nowhere", "not-here"],
    )


def test_it_moves_for_more_points() -> None:
    # The best of the first three brings 3 points, the Duchess 8 and 2 keys; the Farmer 7 and 2 keys.
    habit = MoveForMore("points", 5)
    assert decide_key(habit, here="apothecary nun jester", there="farmer baker squire")[0] == "move"
    assert decide_key(habit, here="duchess nun jester", there="farmer baker squire")[0] == "none"


def test_without_habits_it_never_spends_a_key() -> None:
    assert decide_key(here=NO_FAITH, there=WITH_FAITH) == ("none", ["never-keys"])


# ---------------------------------------------------------------- whole games


def play(seats: Sequence[Seat], seed: int, watch: Callable[[Ask, Play], None] | None = None) -> Play:
    setup = Setup(seats, tables())
    script = Play(setup)
    random = Random(seed)
    deciders = {seat.id: CAST.decider(seat, setup) for seat in seats}

    def answer(ask: Ask) -> Answer:
        if ask.to == TABLE:
            return ask.legal(random)
        if watch is not None:
            watch(ask, script)
        decided, ask.why = deciders[ask.to].answer(ask, script, random)
        return ask.check(decided)

    converse(script.play(), answer)
    return script


def seats_of(*opponents: str) -> list[Seat]:
    return [Seat(f"s{place}", id, id) for place, id in enumerate(opponents)]


@pytest.mark.parametrize("opponent", HOUSE)
@pytest.mark.parametrize("count", [2, 3])
def test_a_house_opponent_plays_whole_games(opponent: str, count: int) -> None:
    for seed in range(3):
        script = play(seats_of(*[opponent] * count), seed)
        assert conserved(script.table) == []
        assert all(len(player.cards) == 9 for player in script.table.players)


def test_house_opponents_play_clearly_better_than_chance() -> None:
    scores: dict[str, list[int]] = {}
    for seed in range(4):
        for opponent in HOUSE:
            script = play([Seat("o", "o", opponent), Seat("you", "you")], seed)
            mine, yours = (total(player) for player in script.table.players)
            scores.setdefault(opponent, []).append(mine)
            scores.setdefault("", []).append(yours)
    chance = sum(scores[""]) / len(scores[""])
    for opponent in HOUSE:
        assert sum(scores[opponent]) / len(scores[opponent]) > chance + 12, opponent


def test_house_opponents_have_their_characters() -> None:
    """Each ends with clearly more of what it is after than those who look for something else."""
    games = {
        opponent: [
            player for seed in range(16) for player in play(seats_of(opponent, opponent), seed).table.players
        ]
        for opponent in HOUSE
    }

    def mean(opponent: str, count: Callable[[Player], int]) -> float:
        return sum(count(player) for player in games[opponent]) / len(games[opponent])

    def shields(player: Player, shield: str) -> int:
        return sum(1 for laid in player.face_up() for each in laid.card.shields if each == shield)

    wanted: dict[str, Callable[[Player], int]] = {
        "sister-amabel": lambda player: shields(player, "faith"),
        "old-berthold": lambda player: player.keys,
        "widow-pennyworth": lambda player: sum(1 for laid in player.face_up() if laid.card.purse),
        "tib-the-haggler": lambda player: sum(1 for laid in player.face_up() if laid.card.discounts),
        "lord-evermund": lambda player: sum(1 for laid in player.face_up() if not laid.card.is_village),
    }
    for opponent, count in wanted.items():
        others = max(mean(other, count) for other in ("mason-corwin", "maud-of-the-market"))
        assert mean(opponent, count) > 1.25 * others, opponent


# ---------------------------------------------------------------- the reasons are true


def values_in(text: object) -> Iterator[tuple[int, list[Text]]]:
    """The values that a reason compares, with the moves that have them."""
    if isinstance(text, Text):
        if text.id == "priorities.value":
            yield int(str(text.values["value"]).replace("−", "-")), list(groups_in(text.values["moves"]))
        else:
            for value in text.values.values():
                yield from values_in(value)


def groups_in(text: object) -> Iterator[Text]:
    if isinstance(text, Text):
        if text.id in ("castle-combo.why.on", "castle-combo.why.down-on"):
            yield text
        else:
            for value in text.values.values():
                yield from groups_in(value)


def takes_of(group: Text, found: dict[str, Purchase]) -> list[Purchase]:
    down = " down" if group.id.endswith("down-on") else ""
    name: Any = group.values["card"]
    return [found[f"{name.id}{down} {cell}"] for cell in str(group.values["cells"]).split("/")]


def really(made: State, seat: str, take: Purchase, plan: Plan) -> Player:
    """The player after that move, played by the rules."""
    after = made.copy()
    player = after.player(seat)
    rules.take(after, player, take.card, take.cell, down=take.down)
    if not take.down:
        ways = {way.id: way for way in rules.ways(after, player, player.cards[take.cell])}
        if ways:
            best, _ = Follower(plan).decide_way(after, player, ways.values())
            rules.apply(after, player, ways[best[0]])
    return player


MEASURED: dict[str, Callable[[Player, Player, Purchase], int]] = {
    "points": lambda before, after, take: standing(after) - standing(before),
    "profit": lambda before, after, take: standing(after) - standing(before) + after.gold - before.gold,
    "keys": lambda before, after, take: after.keys - before.keys,
    "gold-left": lambda before, after, take: after.gold,
    "price": lambda before, after, take: rules.price(before, take.card) if not take.down else 0,
    "purse-gold": lambda before, after, take: (
        sum(laid.gold for laid in after.cards.values()) - sum(laid.gold for laid in before.cards.values())
    ),
}


@settings(max_examples=12, deadline=None)
@given(st.integers(0, 10**6), st.sampled_from(HOUSE))
def test_reasons_name_the_true_numbers_and_lead_to_the_choice(seed: int, opponent: str) -> None:
    plan = tables().opponents.opponent[opponent]
    follower = Follower(plan)

    def watch(ask: Ask, script: Play) -> None:
        if ask.id != "castle-combo.opponent-take" or ask.to != "s0":
            return
        assert isinstance(ask, Several)
        made = script.table
        before = made.player("s0")
        found = {take.id: take for take in rules.purchases(made, before)}
        answer, why = follower.decide_take(made, before, list(found.values()))
        left = set(found)
        told = iter(why)
        for want in (*plan.cards, *plan.cells):
            if len(left) == 1:
                break
            reason = next(told)
            if reason.id == "priorities.enough":
                continue
            if "before" in reason.values:
                assert reason.values["before"] == len(left)
            if isinstance(want, Most | Least):
                values: dict[str, int] = {}
                for value, groups in values_in(reason):
                    for take in (each for group in groups for each in takes_of(group, found)):
                        values[take.id] = value
                        if want.of in MEASURED:
                            after = really(made, "s0", take, plan)
                            assert MEASURED[want.of](before, after, take) == value
                assert set(values) == left
                best = (min if isinstance(want, Least) else max)(values.values())
                left = {id for id, value in values.items() if abs(value - best) <= want.within}
            else:
                prospects = {
                    prospect.take.id: prospect
                    for prospect in follower.tried(made, before, list(found.values()))
                }
                fitting = {id for id in left if want.has(prospects[id], TAKES)}
                assert (reason.id == "priorities.none") == (not fitting)
                left = fitting or left
            assert reason.values.get("n", len(left)) == len(left)
        assert set(answer) == left
        assert next(told, None) is None

    play(seats_of(opponent, "mason-corwin"), seed, watch)


def test_trying_moves_leaves_the_table_as_it_was() -> None:
    def watch(ask: Ask, script: Play) -> None:
        before = script.state()
        for opponent in HOUSE:
            CAST.decider(Seat(ask.to, "x", opponent), Setup([], tables())).answer(ask, script, Random(0))
        assert script.state() == before

    play(seats_of(*HOUSE[:2]), 1, watch)


def test_what_is_tried_is_what_the_rules_do() -> None:
    made, player = at_castle("beekeeper steward", gold=9, display="banker gravedigger templar")
    show(made, {"village": "brigand farmer baker"})
    fill(made.player("ann"), "nun cardinal")
    for prospect in tried(made, player):
        after = really(made, "you", prospect.take, NOBODY)
        assert (prospect.brings.gold_left, prospect.brings.keys) == (after.gold, after.keys - player.keys), (
            prospect.take
        )
        assert prospect.brings.points == standing(after) - standing(player), prospect.take
