"""The opponents: what their words mean, how they decide, and that they see no more than a player sees."""

from __future__ import annotations

from functools import partial
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from automa.dialogue import TABLE, Answer, Ask, Several, Tell, Text
from automa.game import Seat
from automa.methoni import GAME, rules, scoring
from automa.methoni.game import Play
from automa.methoni.island import KINDS, LANDS, Border
from automa.methoni.offers import houses_options
from automa.methoni.opponents import evaluation
from automa.methoni.opponents.evaluation import PARTS, Pile, Playouts, Position, Trial, Turn, trials, turns
from automa.methoni.opponents.following import ANNEX, CARDS, HOUSES, Annexing, Follower, Prospect
from automa.methoni.opponents.plans import Weights
from automa.methoni.opponents.thinking import Adviser
from automa.methoni.state import Player, State
from automa.methoni.steps import DONE, Annex, Done, Trade, Wall, card_uses, walls
from automa.opponents import MOVES_SHOWN
from automa.steps import Offer
from automa.thinking import Shuffles
from solo.playing.lab import play_pairs
from solo.words.sentences import Words
from tests.atable import a_driver, a_header, steps
from tests.composed import of_vocabulary
from tests.methoni.positions import a_hand, a_player, a_setup, a_table, border, tables

ENGLISH = Words.of("en", ["methoni"])
EVERYBODY = [
    *((id, "") for id in tables().opponents.opponent),
    *((id, level) for id, each in tables().opponents.thinker.items() for level in each.level),
]
LEVELS = list(tables().opponents.thinker["the-doge"].level)


MARINA = Follower(tables().opponents.opponent["marina-dandolo"])


def prospect(table: State, id: str, card: str = "desert") -> Prospect:
    (kind,) = a_hand(card)
    return Prospect(table, Wall(border(table, id), kind), MARINA)


def test_there_are_four_characters_and_a_thinking_one_at_least() -> None:
    assert len(tables().opponents.opponent) >= 4 and tables().opponents.thinker


# ---------------------------------------------------------------- what the words mean


def test_points_of_a_closing_wall_are_what_the_score_gains_at_once() -> None:
    """A1 for 1 ducat: 3 for the space, 1 for the tower, 10 for the largest Domain, less the ducat."""
    table = a_table(walls="a1-a2 a1-b2")
    closes = prospect(table, "a1-sea")
    assert (closes.points, closes.price, closes.area.bit_count()) == (13, 1, 1)
    assert CARDS.tests["closes"](closes) and not CARDS.tests["wall"](closes)
    assert prospect(table, "b1-b2").points == 0


def test_grasp_counts_what_annexing_gains_beyond_it() -> None:
    table = a_table(walls="a1-b2", domains=[{"owner": "evan", "spaces": "a2"}])
    closes = prospect(table, "a1-sea")
    assert closes.grasp > closes.points


def test_next_is_what_a_second_card_of_the_hand_could_close() -> None:
    table = a_table(walls="a1-a2")
    table.player.hand = a_hand("desert market")
    assert prospect(table, "a1-b2").next == 13, "3 for the space, 1 for the tower, 10 for the largest, less 1"
    table.player.hand = a_hand("desert forest")
    assert prospect(table, "a1-b2").next == 0
    table.cards_played = 1
    table.player.hand = a_hand("desert market")
    assert prospect(table, "a1-b2").next == 0


def test_gift_is_what_the_next_player_could_close_whatever_the_cards() -> None:
    table = a_table(walls="a1-a2")
    assert (prospect(table, "a1-b2").gift, prospect(table, "b4-b5").gift) == (12, 0), (
        "and a ducat for a house beside the wall"
    )
    a_player(table, "evan").ducats = 0
    assert prospect(table, "a1-b2").gift == 0


def test_next_is_paid_with_what_the_first_card_leaves() -> None:
    """A1 costs the only ducat, so that B1, which lies open too, could not be closed after it."""
    table = a_table(walls="a1-a2 a1-b2 b1-b2 b1-c2", ducats=[1, 20, 20])
    table.player.hand = a_hand("desert desert")
    assert prospect(table, "a1-sea").next == 0
    table.player.ducats = 2
    assert prospect(table, "a1-sea").next == 4, "3 for the space, 2 for the second tower, less the ducat"


@pytest.mark.parametrize("id", ["alvise-corner", "captain-lupo"])
def test_what_an_annexing_opponent_says_it_gains_is_what_it_gains(id: str) -> None:
    """Its houses and annexations are those of its own plan, and it annexes nothing at a loss."""
    setup = a_setup(3, f"{id} {id} {id}")
    follower = Follower(setup.tables.opponents.opponent[id])
    compared = 0
    for seed in range(4):
        script, random = Play(setup), Random(seed)
        table = script.table
        promised: dict[str, int] = {}
        expected: tuple[Player, int] | None = None
        for item in steps(script, partial(_decided, follower, script, random)):
            if isinstance(item, Ask) and item.id not in WITHIN_A_CARD and expected is not None:
                player, points = expected
                assert scoring.totals(table.seen_by(player))[player.place] == points
                expected = None
            if isinstance(item, Several) and item.id == "methoni.opponent-card":
                seen = table.seen_by(table.seated(item.to))
                me = seen.seated(item.to)
                tried = [
                    Prospect(seen, play, follower)
                    for play in item.options
                    if isinstance(play, Wall | Trade | Done)
                ]
                now = scoring.totals(seen)[me.place]
                promised = {each.border.id: now + each.grasp for each in tried if each.border}
            if isinstance(item, Tell) and item.id == "methoni.builds-with":
                wall = item.values["border"]
                assert isinstance(wall, Border)
                expected = table.seated(item.seat), promised[wall.id]
                compared += 1
            if isinstance(item, Several) and item.id == "methoni.opponent-annex":
                player = table.seated(item.to)
                best = follower.answer(item, script, random)[0]
                assert isinstance(best, list)
                for option in item.options:
                    if option.id in best and isinstance(option, Offer) and isinstance(option.step, Annex):
                        assert Annexing(table.seen_by(player), option.step).points >= 0
    assert compared > 50


WITHIN_A_CARD = ("methoni.opponent-houses", "methoni.opponent-annex", "selector.equals")


def _decided(follower: Follower, script: Play, random: Random, ask: Ask) -> Answer:
    return ask.legal(random) if ask.to == TABLE else follower.answer(ask, script, random)[0]


def test_what_is_told_of_the_next_card_can_be_gained_with_it() -> None:
    """Played out: no other closing wall gains more, with the money, towers and houses that are left."""
    setup = a_setup(3, "marina-dandolo alvise-corner captain-lupo")
    compared = 0
    for seed in range(2):
        script, random = Play(setup), Random(seed)
        for item in steps(script, partial(_at_random, random)):
            if not (isinstance(item, Several) and item.id == "methoni.opponent-card"):
                continue
            table = script.table.seen_by(script.table.seated(item.to))
            player = table.seated(item.to)
            for play in item.options[::7]:
                assert isinstance(play, Wall | Trade | Done)
                tried = Prospect(table, play, MARINA)
                neighbour = tried.after.left_of(player)
                gains = [
                    _gain(tried.after, neighbour, wall, placed)
                    for wall in tried.after.island.borders
                    if wall.number in tried.after.closings and tried.after.supply
                    for placed in rules.affordable(tried.after, neighbour, wall)
                ]
                assert tried.gift == max(gains, default=0) or (tried.gift == 0 and max(gains) < 0)
                compared += tried.gift > 0
    assert compared > 20


def _at_random(random: Random, ask: Ask) -> Answer:
    return ask.legal(random)


def _gain(table: State, player: Player, wall: Border, placed: rules.Houses) -> int:
    twin = table.copy()
    rules.build(twin, twin.players[player.place], wall, placed)
    return scoring.totals(twin)[player.place] - scoring.totals(table)[player.place]


def test_walls_home_and_aim_look_at_the_spaces_beside_the_border() -> None:
    table = a_table(walls="a1-a2", domains=[{"owner": "jerry", "spaces": "b3"}])
    table.player.objective = ("desert", "forest", "fields")
    one = prospect(table, "a1-b2")
    assert (one.walls, one.home, one.aim) == (4, 1, 2)
    trade = Prospect(table, Trade("market"), MARINA)
    assert (trade.points, trade.walls, trade.home, trade.aim) == (2, 0, 0, 0)
    stop = Prospect(table, Done(), MARINA)
    assert CARDS.tests["trade"](trade) and CARDS.tests["stop"](stop) and stop.points == 0


def test_houses_look_at_price_own_houses_walls_and_the_neighbour() -> None:
    table = a_table(walls="c3-c4 c4-c5", houses={"c4": "jerry"}, ducats=[20, 10, 30])
    wall = border(table, "b3-c4")
    options = houses_options(table, table.player, walls(table, [wall]))
    ways = {option.id: option for option in options}

    def measured(of: str, *ids: str) -> list[int]:
        return [HOUSES.measures[of](ways[id]) for id in ids]

    inside, outside = "own c4 left b3", "own b3 right c4"
    assert measured("price", inside, outside) == [1, 2]
    assert measured("gathered", inside, outside) == [1, 0]
    assert measured("enclosed", inside, outside) == [2, 0]
    assert measured("their-points", inside, outside) == [10, 30]
    assert set(measured("their-houses", *ways)) == {15}


def test_annexing_looks_at_points_harm_and_price() -> None:
    table = a_table(
        domains=[{"owner": "evan", "spaces": "c5", "houses": "evan"}, {"owner": "jerry", "spaces": "c4"}]
    )
    table.closed = table.domains[1].spaces
    found = Annexing(table, Annex(table.island.space["c5"]))
    assert (found.price, found.spaces, found.own) == (3, 1, False)
    assert found.points == 3 - 3 and found.harm > 0
    assert ANNEX.tests["other"](found)


def test_an_opponent_trades_while_the_bank_has_ducats_and_spends_a_market_card_last() -> None:
    table = a_table()
    table.player.hand = a_hand("desert market")
    assert Trade("market") in card_uses(table, table.player), "no market is in a Domain yet"
    table = a_table(domains=[{"owner": "evan", "spaces": "c2"}])
    table.player.hand = a_hand("desert market")
    assert Trade("desert") in card_uses(table, table.player)
    table.bank = 0
    assert not any(isinstance(use, Trade) for use in card_uses(table, table.player))


def test_every_word_has_a_sentence_in_both_languages() -> None:
    for lang in ("en", "nl"):
        words = Words.of(lang, ["methoni"])
        for vocabulary in (CARDS, HOUSES, ANNEX):
            assert all(words.has(id) for id in of_vocabulary(vocabulary))


# ---------------------------------------------------------------- deciding


@pytest.mark.usefixtures("few_games")
@pytest.mark.parametrize(("id", "level"), EVERYBODY)
def test_an_opponent_decides_legally_with_reasons_in_both_languages(id: str, level: str) -> None:
    setup = a_setup(3, "marina-dandolo marina-dandolo marina-dandolo")
    decider = GAME.decider(Seat("jerry", "Jerry", id, level), setup)
    script = Play(setup)
    random = Random(4)
    kinds: set[str] = set()
    for item in steps(script, lambda ask: ask.legal(random)):
        if isinstance(item, Several) and item.to == "jerry" and len(item.options) > 1:
            answer, why = decider.answer(item, script, random)
            assert item.check(answer)
            kinds.add(item.id)
            for lang in ("en", "nl"):
                assert all(Words.of(lang, ["methoni"], strict=True).plain(reason) for reason in why)
            if item.id != "methoni.opponent-draws":
                assert why
        if len(kinds) > 3 or script.table.turn > 12:
            break
    assert {"methoni.opponent-card", "methoni.opponent-houses"} <= kinds


@pytest.mark.usefixtures("few_games")
@pytest.mark.parametrize(("id", "level"), EVERYBODY)
def test_what_nobody_may_know_changes_no_decision(id: str, level: str) -> None:
    """Other hands, other secret Objective cards, another deck: the same moves for the same reasons."""
    setup = a_setup(3, "marina-dandolo marina-dandolo marina-dandolo")
    decider = GAME.decider(Seat("jerry", "Jerry", id, level), setup)
    script = Play(setup)
    random = Random(8)
    compared = 0
    for item in steps(script, lambda ask: ask.legal(random)):
        if isinstance(item, Several) and item.to == "jerry" and item.id == "methoni.opponent-card":
            once, why = decider.answer(item, script, Random(1))
            _swap_secrets(script.table, random)
            again, reasons = decider.answer(item, script, Random(1))
            assert (once, list(map(ENGLISH.plain, why))) == (again, list(map(ENGLISH.plain, reasons)))
            compared += 1
        if compared == 4:
            return
    assert compared


def _swap_secrets(table: State, random: Random) -> None:
    for player in table.players[1:]:
        player.hand = random.choices(KINDS, k=5)
        player.secret = tuple(random.sample(LANDS, 3))
        player.objective = tuple(random.sample(LANDS, 3))
    shuffled = list(table.undrawn.values())
    random.shuffle(shuffled)
    table.undrawn = dict(zip(table.undrawn, shuffled, strict=True))


def test_what_is_seen_from_a_seat_hides_the_others_cards() -> None:
    table = a_table()
    jerry, evan, _ = table.players
    jerry.secret, evan.secret = ("desert", "forest", "fields"), ("plains", "forest", "fields")
    evan.hand = a_hand("desert")
    seen = table.seen_by(jerry)
    assert seen.players[0].objective == ("desert", "forest", "fields")
    assert seen.players[1].objective == () and seen.players[1].secret == () and seen.players[1].hand is None
    assert evan.hand == ["desert"]


def test_an_objective_card_that_a_person_told_is_seen_from_that_seat_only() -> None:
    table = a_table()
    jerry, evan, _ = table.players
    jerry.objective = ("desert", "forest", "fields")
    assert table.seen_by(jerry).players[0].objective == ("desert", "forest", "fields")
    assert table.seen_by(evan).players[0].objective == ()


def test_the_same_seeds_give_the_same_games_with_one_process_and_with_two() -> None:
    names = ("the-doge:gentle", "marina-dandolo")
    games = [
        list(play_pairs(GAME, tables(), names, players=3, games=16, seed=5, workers=workers))
        for workers in (1, 2)
    ]
    assert games[0] == games[1]


def test_every_level_that_plays_out_decides_the_same_from_the_same_dice() -> None:
    script = thinking_of(a_table(walls="b3-c4 c3-c4 b5-c6"), "fierce", "forest mountain desert plains")
    script.table.cards_played = 0
    for level in ("sharp", "fierce"):
        once, again = chosen(script, level), chosen(script, level)
        assert (once[0], list(map(ENGLISH.plain, once[1]))) == (again[0], list(map(ENGLISH.plain, again[1])))


# ---------------------------------------------------------------- thinking


def weights() -> Any:
    return tables().opponents.thinker["the-doge"].level["sharp"]


def test_the_thinker_finds_two_cards_that_close_an_area_together() -> None:
    """A1 needs two more walls; with a Desert and a Market card both can be built this turn."""
    table = a_table(walls="a1-a2")
    jerry = table.player
    jerry.hand = a_hand("desert desert desert desert market")
    found = turns(Position(table, jerry, weights()), card_uses(table, jerry))[0]
    both = {each.border.id for each in (found.first, found.last) if each.border}
    assert both == {"a1-b2", "a1-sea"}


@pytest.mark.parametrize("level", LEVELS)
def test_every_level_takes_an_area_that_lies_open(level: str) -> None:
    """With its last card: one wall closes C4, C5 and C6, and nothing else gains anything."""
    script = thinking_of(a_table(walls="b3-c4 c3-c4 b5-c6 c6-c7"), level, "forest mountain desert plains")
    answer, why = chosen(script, level)
    assert [each.split()[0] for each in answer] == ["c5-d5"]
    assert "C5" in ENGLISH.plain(why[1]) or "ahead of the best rival" in ENGLISH.plain(why[1])


@pytest.mark.parametrize("level", LEVELS)
def test_no_level_closes_an_area_at_a_loss(level: str) -> None:
    """A1 would bring three points and a tower, no prize, and costs a ducat and six more for the houses."""
    domains = [{"owner": "evan", "spaces": "d4 d5 d6"}, {"owner": "andrew", "spaces": "f3 f4"}]
    table = a_table(
        walls="a1-a2 a1-b2", houses={"a1": "evan evan evan andrew andrew andrew"}, domains=domains
    )
    answer, _ = chosen(thinking_of(table, level, "market desert desert plains"), level)
    assert answer and not any(each.startswith("a1-sea") for each in answer)


def thinking_of(table: State, level: str, hand: str) -> Play:
    """A game in which one who thinks plays the second card of a turn, with that hand; so have the others."""
    script = Play(a_setup(3, f"the-doge:{level} the-doge:{level} the-doge:{level}"))
    script.table = table
    table.cards_played = 1
    for player in table.players:
        player.hand = a_hand(hand)
        player.secret = ("forest", "plains", "fields")
    return script


def chosen(script: Play, level: str) -> tuple[Any, Any]:
    """What that level does with its first card, and why."""
    table = script.table
    ask = Several("methoni.opponent-card", "jerry", card_uses(table, table.player), low=1)
    decider = GAME.decider(Seat("jerry", "Jerry", "the-doge", level), a_setup(3))
    return decider.answer(ask, script, Random(3))


@given(st.integers(0, 10**6))
@settings(max_examples=15, deadline=None)
def test_what_a_wall_is_said_to_be_worth_is_what_the_table_is_worth_with_it(seed: int) -> None:
    """It is weighed without building it, so that `/why` must come to the same as the table itself."""
    random = Random(seed)
    table = a_table()
    for player in table.players:
        player.ducats, player.objective = random.randint(0, 25), tuple(random.sample(LANDS, 3))
        player.hand = random.choices(KINDS, k=5)
    for turn in range(random.randint(5, 28)):
        builder = table.players[turn % 3]
        if legal := rules.legal_borders(table, builder):
            wall = random.choice(legal)
            rules.build(table, builder, wall, random.choice(rules.affordable(table, builder, wall)))
    every = Weights(rivals=-1, threat=-0.5, hope=0.3, market=1.5, tower=2, looks=1)
    position = Position(table, table.player, every)
    for trial in trials(position, card_uses(table, table.player)):
        after = trial.after
        assert trial.parts == pytest.approx(Position(after.table, after.player, every).worth())


def test_the_thinker_minds_what_the_others_could_close_with_both_their_cards() -> None:
    """With a wall between A1 and the sea, two more close A1 and A2; elsewhere it opens single spaces."""
    table = a_table(walls="a1-b2")
    position = Position(table, table.player, weights())
    opening, harmless = (
        next(trials(position, [Wall(border(table, id), "desert")])) for id in ("a1-sea", "c4-c5")
    )
    threat = PARTS.index("threat")
    before = position.worth()[threat]
    assert opening.parts[threat] < before == harmless.parts[threat]


def test_the_value_of_a_pair_is_that_of_the_table_after_both_cards() -> None:
    table = a_table(walls="a1-a2 a1-b2")
    table.player.hand = a_hand("market desert desert desert desert")
    position = Position(table, table.player, weights())
    best = turns(position, [Wall(border(table, "a1-sea"), "market")])[0]
    assert best.value >= best.first.value and best.value == sum(best.after.worth())
    assert isinstance(best.name.name, Text)


def test_in_a_game_played_out_who_stops_after_a_card_has_a_full_hand_again_next_turn(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    table = a_table(walls="a1-a2")
    table.cards_played = 1
    table.player.hand = a_hand("desert desert forest plains")
    position = Position(table, table.player, weights())
    stops = Turn(Trial(position, DONE, [DONE]))
    begun: list[tuple[int, int]] = []
    quick_turn = evaluation.quick_turn

    def noting(table: State, pile: Pile, random: Random) -> None:
        begun.append((table.active, len(table.player.hand or ())))
        quick_turn(table, pile, random)

    monkeypatch.setattr(evaluation, "quick_turn", noting)
    Playouts(position, Shuffles(Random(1))).play(stops, 0)
    assert begun[:5] == [(0, 4), (1, 5), (2, 5), (0, 5), (1, 5)]


def test_a_hint_that_is_played_out_tells_what_came_of_that() -> None:
    """Not what each move promised before, which may be in another order."""
    driver = a_driver(a_header("methoni", seed=3))
    coach = GAME.coach(driver.setup)
    assert isinstance(coach, Adviser) and isinstance(driver.script, Play) and driver.ask is not None
    random = Random(3)
    while driver.ask.id != "methoni.card":
        driver.answer(driver.ask.legal(random))
    advice = coach.advise(driver.ask, driver.script, Random(1))
    assert advice is not None
    assert [each.id for each in advice.why] == ["methoni.coach.hand"] and advice.games > 10
    assert advice.choices[0].behind == 0 and len(advice.choices) == MOVES_SHOWN
    assert [each.behind for each in advice.choices] == sorted(each.behind for each in advice.choices)
