"""Each priority does what it says; whole games are legal; the reasons are true."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from random import Random
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from automa.castle_combo import rules
from automa.castle_combo.game import Play
from automa.castle_combo.opponents import (
    Follower,
    card_measure,
    card_step,
    cell_measure,
    cell_step,
    decider,
    demo_seats,
    enough,
    face_up,
    has,
    opponents,
    way_step,
)
from automa.castle_combo.plans import (
    CARD_MEASURES,
    CELL_MEASURES,
    WAY_MEASURES,
    AtLeast,
    AtMost,
    Banner,
    CardWant,
    FaceDown,
    FaceUp,
    Least,
    LeastAt,
    Most,
    MostAt,
    MostBy,
    MoveForMore,
    MoveToFind,
    NewShield,
    Opponents,
    Plan,
    RefreshToFind,
    WithDiscount,
    WithMessenger,
    WithPurse,
    WithShield,
    check_opponents,
)
from automa.castle_combo.prospects import Bench, Trial, standing
from automa.castle_combo.rules import Take
from automa.castle_combo.scoring import total
from automa.castle_combo.state import Player, Table
from automa.dialogue import TABLE, Answer, Ask, Several, Text, converse
from automa.game import Seat, Setup
from tests.castle_combo.positions import at, card, fill, show, table, tableau, tables

HOUSE = tuple(tables().opponents.opponent)


def at_castle(drawing: str = "", *, gold: int = 15, keys: int = 2, display: str) -> tuple[Table, Player]:
    """You at the Castle with these cards on display."""
    made = table("you", "ann", you=drawing) if drawing else table("you", "ann")
    show(made, {"any": display})
    made.messenger = "castle"
    player = made.player("you")
    player.gold, player.keys = gold, keys
    return made, player


def tried(made: Table, player: Player, plan: Plan | None = None) -> Sequence[Trial]:
    return Follower(plan or Plan("X", ())).tried(made, player, rules.takes(made, player))


def kept(want: CardWant, made: Table, player: Player) -> set[str]:
    """The cards that a priority leaves, face-down ones with a hyphen."""
    found = card_step(want, tried(made, player), player).kept
    return {("-" if trial.take.down else "") + trial.take.card.id for trial in found}


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
    best = card_step(Most("points"), tried(made, player), player)
    # The Duchess in the row of the Prince: 8 for the top row, 2 keys, and 4 for each of her shields there.
    assert max(best.values or ()) == 8 + 2 + 8
    assert {trial.take.id for trial in best.kept} == {"duchess b3", "duchess d3"}


def test_within_leaves_what_is_not_far_behind() -> None:
    made, player = at_castle(display="duchess mother-superior steward")
    assert kept(Most("keys"), made, player) == {"mother-superior"}
    assert kept(Most("keys", within=2), made, player) >= {"mother-superior", "duchess"}
    assert "steward" not in kept(Most("keys", within=2), made, player)


def test_profit_counts_gold_gained_and_paid() -> None:
    made, player = at_castle(display="jester nun duchess")
    profits = {trial.take.card.id: trial.profit for trial in tried(made, player) if not trial.take.down}
    # Jester: 2 points, 2 gold, price 3. Nun: 3 points, 1 gold, price 3. Duchess: 8 points, 2 keys, price 5.
    assert profits == {"jester": 1, "nun": 1, "duchess": 5}


def test_alike_counts_the_shields_that_lie_already() -> None:
    made, player = at_castle("duchess prince", display="queen-mother his-majesty nun")
    alike = {trial.take.card.id: trial.alike for trial in tried(made, player) if not trial.take.down}
    assert alike == {"queen-mother": 3, "his-majesty": 3, "nun": 0}


def test_until_forgets_a_priority_once_there_are_enough() -> None:
    player = tableau("steward queen-mother -")
    assert enough(WithPurse(until=3), player) is None
    assert enough(WithPurse(until=2), player) == 2
    assert enough(WithShield("nobility", until=1), player) == 2
    assert enough(Banner("castle", until=2), player) == 2
    assert enough(WithDiscount(until=1), player) is None
    assert enough(FaceDown(until=1), player) == 1


def test_a_priority_that_no_move_fits_leaves_all() -> None:
    made, player = at_castle(display="duchess princess steward")
    plan = Plan("X", (WithShield("faith"), Most("keys")), cells=())
    chosen, why = Follower(plan).decide_take(made, player, rules.takes(made, player))
    assert {id.split()[0] for id in chosen} == {"duchess", "princess", "steward"}
    assert why[0].id == "castle-combo.why.none"


def test_every_measure_can_be_taken_of_every_move() -> None:
    made, player = at_castle("duchess prince\n. nun", display="queen-mother cardinal judge")
    for trial in tried(made, player):
        for of in CARD_MEASURES:
            assert isinstance(card_measure(of, trial), int)
        for spot in CELL_MEASURES:
            assert isinstance(cell_measure(spot, trial, player), int)


# ---------------------------------------------------------------- cells


@pytest.mark.parametrize(
    ("want", "expected"),
    [
        (MostAt("row"), {"a2", "d2"}),
        (MostAt("column"), {"c1", "c4"}),
        (LeastAt("column"), {"a2", "d2", "d3"}),
        (MostAt("row-alike"), {"a2", "d2"}),
        (MostAt("column-alike"), {"b1", "b3"}),
        (MostAt("touching"), {"b3"}),
    ],
)
def test_a_priority_for_cells(want: MostAt | LeastAt, expected: set[str]) -> None:
    made, player = at_castle("duchess nun .\n. monk .", display="queen-mother cardinal judge")
    moves = [trial for trial in tried(made, player) if trial.take.card.id == "queen-mother"]
    face_up_moves = [trial for trial in moves if not trial.take.down]
    assert {trial.take.cell for trial in cell_step(want, face_up_moves, player).kept} == expected


def test_most_choice_keeps_the_grid_open() -> None:
    made, player = at_castle("duchess nun", display="queen-mother cardinal judge")
    choices = {
        trial.take.cell: cell_measure("choice", trial, player)
        for trial in tried(made, player)
        if not trial.take.down
    }
    # A third card in the row shuts the columns; one below leaves both directions open.
    assert choices["b3"] > choices["d2"]


# ---------------------------------------------------------------- abilities


def test_the_choice_of_an_ability() -> None:
    made, player = at_castle("bombardier", display="queen-mother cardinal judge")
    fill(made.player("ann"), "guildmaster clockmaker")
    ways = rules.ways(made, player, at(player, "bombardier"))
    assert [way.id for way in way_step(MostBy("gold"), ways, player).kept] == ["gold"]
    assert [way.id for way in way_step(MostBy("keys"), ways, player).kept] == ["keys"]
    # 3 gold are worth more than 2 keys by profit, 2 keys are worth more points.
    assert [way.id for way in way_step(MostBy("profit"), ways, player).kept] == ["gold"]
    assert [way.id for way in way_step(MostBy("points"), ways, player).kept] == ["keys"]
    assert player.gold == 15
    assert player.keys == 2


def test_most_gold_on_purses() -> None:
    made, player = at_castle("beekeeper steward queen-mother*4", display="duchess cardinal judge")
    ways = rules.ways(made, player, at(player, "steward"))
    assert [way.id for way in way_step(MostBy("purse-gold"), ways, player).kept] == ["b2 c2"]
    assert set(WAY_MEASURES) == {"points", "profit", "keys", "gold", "purse-gold"}


# ---------------------------------------------------------------- keys


def decide_key(*habits: Any, here: str, there: str, keys: int = 2, gold: int = 15) -> tuple[str, list[str]]:
    made, player = at_castle(display=f"{here} {there}", keys=keys, gold=gold)
    follower = Follower(Plan("X", (FaceUp(),), keys=habits))
    (use,), why = follower.decide_key(made, player, ["none", "move", "refresh"])
    return use, [text.id.removeprefix("castle-combo.why.") for text in why]


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


# ---------------------------------------------------------------- what a position is worth to a person


def test_points_as_the_cards_lie_are_the_score_once_the_tableau_is_full() -> None:
    full = tableau(
        "judge his-holiness locksmith\nclockmaker sculptor*2 spice-merchant\nbanker - miraculously-cured",
        gold=6,
        keys=11,
    )
    assert standing(full) == total(full)


def test_a_place_counts_while_it_can_come_true() -> None:
    _, player = at_castle("duchess", display="nun cardinal judge")
    assert standing(player) == 8 + player.keys
    player.lay(card("nun"), "b1")
    assert standing(player) == player.keys + 3


def test_gold_in_hand_does_not_count_before_the_end() -> None:
    _, player = at_castle("beekeeper", display="nun cardinal judge")
    assert standing(player) == player.keys


# ---------------------------------------------------------------- whole games


def play(seats: Sequence[Seat], seed: int, watch: Callable[[Ask, Play], None] | None = None) -> Play:
    setup = Setup(seats, tables())
    script = Play(setup)
    random = Random(seed)
    deciders = {seat.id: decider(seat, setup) for seat in seats}

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
        assert script.recount() == []
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
            player for seed in range(6) for player in play(seats_of(opponent, opponent), seed).table.players
        ]
        for opponent in HOUSE
    }

    def mean(opponent: str, count: Callable[[Player], int]) -> float:
        return sum(count(player) for player in games[opponent]) / len(games[opponent])

    def shields(player: Player, shield: str) -> int:
        return sum(1 for laid in face_up(player) for each in laid.card.shields if each == shield)

    wanted: dict[str, Callable[[Player], int]] = {
        "sister-amabel": lambda player: shields(player, "faith"),
        "old-berthold": lambda player: player.keys,
        "widow-pennyworth": lambda player: sum(1 for laid in face_up(player) if laid.card.purse),
        "tib-the-haggler": lambda player: sum(1 for laid in face_up(player) if laid.card.discounts),
        "lord-evermund": lambda player: sum(1 for laid in face_up(player) if not laid.card.is_village),
    }
    for opponent, count in wanted.items():
        others = max(mean(other, count) for other in ("mason-corwin", "maud-of-the-market"))
        assert mean(opponent, count) > 1.25 * others, opponent


# ---------------------------------------------------------------- the reasons are true


def values_in(text: object) -> Iterator[tuple[int, list[Text]]]:
    """The values that a reason compares, with the moves that have them."""
    if isinstance(text, Text):
        if text.id == "castle-combo.why.value":
            yield int(str(text.values["value"]).replace("−", "-")), list(groups_in(text.values["moves"]))
        else:
            for value in text.values.values():
                yield from values_in(value)


def groups_in(text: object) -> Iterator[Text]:
    if isinstance(text, Text):
        if text.id in ("castle-combo.why.on", "castle-combo.why.down-on"):
            yield text
        else:
            yield from groups_in(text.values.get("first"))
            yield from groups_in(text.values.get("second"))


def takes_of(group: Text, found: dict[str, Take]) -> list[Take]:
    down = " down" if group.id.endswith("down-on") else ""
    name: Any = group.values["card"]
    return [found[f"{name.id}{down} {cell}"] for cell in str(group.values["cells"]).split("/")]


def really(made: Table, seat: str, take: Take, plan: Plan) -> tuple[Table, Player]:
    """The table after that move, played by the rules."""
    after = made.copy()
    player = after.player(seat)
    rules.take(after, player, take.card, take.cell, down=take.down)
    if not take.down:
        ways = rules.ways(after, player, player.cards[take.cell])
        if ways:
            rules.apply(after, player, Follower(plan).first_way(player, ways))
    return after, player


MEASURED: dict[str, Callable[[Player, Player, Take], int]] = {
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
        found = {take.id: take for take in rules.takes(made, before)}
        answer, why = follower.decide_take(made, before, list(found.values()))
        left = set(found)
        told = iter(why)
        for want in (*plan.cards, *plan.cells):
            if len(left) == 1:
                break
            reason = next(told)
            if reason.id == "castle-combo.why.enough":
                continue
            if "before" in reason.values:
                assert reason.values["before"] == len(left)
            if isinstance(want, Most | Least | MostAt | LeastAt):
                values: dict[str, int] = {}
                for value, groups in values_in(reason):
                    for take in (each for group in groups for each in takes_of(group, found)):
                        values[take.id] = value
                        if want.of in MEASURED:
                            _, after = really(made, "s0", take, plan)
                            assert MEASURED[want.of](before, after, take) == value
                assert set(values) == left
                best = (min if isinstance(want, Least | LeastAt) else max)(values.values())
                within = want.within if isinstance(want, Most | Least) else 0
                left = {id for id, value in values.items() if abs(value - best) <= within}
            else:
                trials = {trial.take.id: trial for trial in follower.tried(made, before, found.values())}
                fitting = {id for id in left if has(want, trials[id], before)}
                assert (reason.id == "castle-combo.why.none") == (not fitting)
                left = fitting or left
            assert reason.values.get("n", len(left)) == len(left)
        assert set(answer) == left
        assert next(told, None) is None

    play(seats_of(opponent, "mason-corwin"), seed, watch)


def test_trying_moves_leaves_the_table_as_it_was() -> None:
    def watch(ask: Ask, script: Play) -> None:
        before = script.state()
        for opponent in HOUSE:
            decider(Seat(ask.to, "x", opponent), Setup([], tables())).answer(ask, script, Random(0))
        assert script.state() == before

    play(seats_of(*HOUSE[:2]), 1, watch)


def test_what_is_tried_is_what_the_rules_do() -> None:
    made, player = at_castle("beekeeper steward", gold=9, display="banker gravedigger templar")
    show(made, {"village": "brigand farmer baker"})
    fill(made.player("ann"), "nun cardinal")
    plan = Plan("X", ())
    for trial in Bench(made, player).trials(rules.takes(made, player), Follower(plan).first_way):
        _, after = really(made, "you", trial.take, plan)
        assert (trial.gold_left, trial.keys) == (after.gold, after.keys - player.keys), trial.take
        assert trial.points == standing(after) - standing(player), trial.take


# ---------------------------------------------------------------- the tables


def test_an_unknown_word_in_a_plan_is_an_error() -> None:
    for wrong in (
        {"cards": [{"want": "luck"}]},
        {"cards": [{"want": "most", "of": "fun"}]},
        {"cards": [{"want": "shield", "shield": "wood"}]},
        {"cards": [{"want": "face-up", "often": 3}]},
        {"cards": [], "keys": [{"spend": "throw", "find": {"want": "purse"}}]},
    ):
        with pytest.raises(msgspec.ValidationError):
            msgspec.convert({"opponent": {"x": {"name": "X", **wrong}}}, Opponents)


@pytest.mark.parametrize(
    ("content", "key"),
    [
        ({"opponent": {"x": {"name": "X", "cards": [{"want": "purse"}]}}}, "opponents.opponent.x.character"),
        ({"opponent": {"x": {"name": "X", "character": "X.", "cards": []}}}, "opponents.opponent.x.cards"),
        (
            {"opponent": {"you": {"name": "X", "character": "X.", "cards": [{"want": "purse"}]}}},
            "opponents.opponent.you",
        ),
        (
            {
                "opponent": {
                    "x": {"name": "X", "character": "X.", "cards": [{"want": "purse"}]},
                    "y": {"name": "x", "character": "Y.", "cards": [{"want": "purse"}]},
                }
            },
            "opponents.opponent.y.name",
        ),
        ({"opponent": {}}, "opponents.opponent"),
        (
            {"opponent": {}, "thinker": {"t": {"name": "T", "house": True, "level": {}}}},
            "opponents.thinker.t.level",
        ),
    ],
)
def test_what_the_types_allow_but_cannot_be(content: dict[str, Any], key: str) -> None:
    assert key in [where for where, _ in check_opponents(msgspec.convert(content, Opponents))]


def test_the_shipped_opponents_are_in_order() -> None:
    assert check_opponents(tables().opponents) == []
    found = opponents(tables())
    assert len([each for each in found if not each.levels]) >= 5
    assert [each.id for each in found if each.levels] == ["marshal"]
    assert all(each.house and each.card for each in found)


def test_a_taught_opponent_speaks_its_own_words_and_plays() -> None:
    taught = msgspec.convert(
        {"name": "My Aunt", "character": "She likes purses.", "cards": [{"want": "purse"}]}, Plan
    )
    facts = tables()
    mine = msgspec.structs.replace(
        facts, opponents=msgspec.structs.replace(facts.opponents, opponent={"my-aunt": taught})
    )
    aunt = opponents(mine)[0]
    assert aunt.character == Text("castle-combo.own-words", words="She likes purses.")
    assert not aunt.house
    seats = [Seat("my-aunt", "My Aunt", "my-aunt"), Seat("you", "you")]
    assert isinstance(decider(seats[0], Setup(seats, mine)), Follower)
    assert demo_seats(mine)[0].opponent == "my-aunt"


def test_the_demo_has_a_thinking_bot_among_three() -> None:
    seats = demo_seats(tables())
    assert len({seat.id for seat in seats}) == 3
    assert sum(seat.opponent == "marshal" for seat in seats) == 1
