"""Levels that look ahead: legal, the same whatever nobody can see, right where the best move is known."""

from __future__ import annotations

from functools import cache
from random import Random
from typing import Any

import msgspec
import pytest

from automa.castle_combo import rules
from automa.castle_combo.game import Play
from automa.castle_combo.opponents.cast import CAST
from automa.castle_combo.opponents.evaluation import Evaluation, Weighed, weigher
from automa.castle_combo.opponents.plans import Level
from automa.castle_combo.opponents.thinking import Playouts, Weighing
from automa.castle_combo.scoring import total
from automa.castle_combo.state import TURNS, Player, State
from automa.dialogue import TABLE, Answer, Ask, Several, converse
from automa.game import Seat, Setup
from automa.thinking import Search
from tests.castle_combo.conserved import conserved
from tests.castle_combo.positions import show, table, tables

THINKER = tables().opponents.thinker["marshal"]
LEVELS = list(THINKER.level)
EVALUATION = Evaluation(THINKER.weights["first"], tables().cards.deck)
EIGHT = "duchess nun judge\nmonk clockmaker sculptor*1\nbanker farmer ."


def short(level: Level) -> Level:
    """The same level with a handful of games for each decision."""
    return level if level.search is None else msgspec.structs.replace(level, search=Search(20, 3, 6.0))


def thinking(level: Level) -> Weighing:
    return Weighing(level, Evaluation(THINKER.weights[level.weights], tables().cards.deck))


class Game:
    """A script as far as a decider looks at it."""

    def __init__(self, made: State) -> None:
        self.table = made


def answer(ask: Several, made: State, level: Level, seed: int = 5) -> Any:
    return thinking(level).answer(ask, Game(made), Random(seed))


def take_question(made: State, player: Player) -> Several:
    return Several("castle-combo.opponent-take", player.seat.id, rules.purchases(made, player), low=1)


def position(
    drawing: str = "duchess nun .\n. monk .",
    castle: str = "prince jester templar",
    village: str = "baker squire witch",
) -> tuple[State, Player]:
    made = table("you", "ann", you=drawing)
    show(made, {"castle": castle, "village": village})
    return made, made.player("you")


@pytest.mark.parametrize("name", LEVELS)
def test_every_level_is_legal_in_thousands_of_positions(name: str) -> None:
    """Tables as chance leaves them, for two to five; every question that an opponent can be asked."""
    level = short(THINKER.level[name])
    games = 2 if level.search else 24
    asked = 0
    for seed in range(games):
        seats = [Seat(f"s{place}", "x", "marshal", name) for place in range((2, 5, 3, 4)[seed % 4])]
        script = Play(Setup(seats, tables()))
        random = Random(seed)

        def respond(ask: Ask, script: Play = script, random: Random = random) -> Answer:
            nonlocal asked
            if ask.to == TABLE:
                return ask.legal(random)
            asked += 1
            chosen, why = thinking(level).answer(ask, script, random)
            assert ask.check(chosen) and (why or chosen == ["none"])
            return ask.check(ask.legal(random) if random.random() < 0.5 else chosen)

        converse(script.play(), respond)
        assert conserved(script.table) == []
    assert asked > games * 30


@pytest.mark.parametrize("name", LEVELS)
def test_a_choice_does_not_depend_on_the_order_of_a_deck(name: str) -> None:
    level = short(THINKER.level[name])
    made, player = position()
    questions = [
        take_question(made, player),
        Several("castle-combo.opponent-key", "you", Play.uses_of_key(_playing(made)), low=1),
    ]
    for ask in questions:
        first = answer(ask, made, level)
        for seed in range(3):
            for location in made.undrawn:
                Random(seed).shuffle(made.undrawn[location])
            again = answer(ask, made, level)
            assert first[0] == again[0]
            assert repr(first[1]) == repr(again[1])


def _playing(made: State) -> Play:
    script = Play(Setup([player.seat for player in made.players], tables()))
    script.table = made
    return script


@pytest.mark.parametrize("name", [name for name in LEVELS if name != "gentle"])
def test_the_last_card_is_the_one_that_scores_most(name: str) -> None:
    """Found by trying every card, cell and way by the rules themselves."""
    made, player = position(EIGHT)
    made.first, made.turn = 1, 17
    scores: dict[str, int] = {}
    for take in rules.purchases(made, player):
        best = 0
        twin = made.copy()
        mine = twin.player("you")
        rules.take(twin, mine, take.card, take.cell, down=take.down)
        for way in (not take.down and rules.ways(twin, mine, mine.cards[take.cell])) or [rules.NOTHING]:
            last = twin.copy()
            rules.apply(last, last.player("you"), way)
            best = max(best, total(last.player("you")))
        scores[take.id] = best
    chosen, _ = answer(take_question(made, player), made, THINKER.level[name])
    assert {scores[id] for id in chosen} == {max(scores.values())}


def test_nothing_is_played_out_where_nothing_can_be_found_out(monkeypatch: pytest.MonkeyPatch) -> None:
    """A question with one answer."""

    def never(*arguments: Any) -> float:
        raise AssertionError("played out")

    monkeypatch.setattr(Playouts, "play", never)
    made, player = position()
    takes = [take for take in rules.purchases(made, player) if take.down][:1]
    ask = Several("castle-combo.opponent-take", "you", takes, low=1)
    assert answer(ask, made, THINKER.level["fierce"])[0] == [takes[0].id]


FREE = "vicar squire executioner\nspice-merchant innkeeper carpenter\nwoodcutter beggar ."


@pytest.mark.parametrize(("turn", "card"), [(16, "traveler"), (17, "inventor")])
def test_the_last_card_denies_another_what_they_need_most(turn: int, card: str) -> None:
    """Traveler scores 2 for each card of cost 0: 18 for Ann, if she still has a turn."""
    made = table("you", "ann", you="monk nun judge\nduchess farmer sculptor\nbanker witch .", ann=FREE)
    show(made, {"castle": "prince jester templar", "village": "traveler inventor fisherman"})
    made.player("ann").keys = 0
    made.turn, made.first = turn, turn % 2
    chosen, _ = answer(take_question(made, made.player("you")), made, THINKER.level["fierce"])
    assert {id.split()[0] for id in chosen} == {card}


@pytest.mark.parametrize("games", [0, 1, 3])
def test_thinking_that_is_broken_off_leaves_the_table_and_the_thinker_as_they_were(
    games: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    made, player = position()
    marshal, before = thinking(short(THINKER.level["fierce"])), repr(made)
    play, played = Playouts.play, 0

    def broken_off(*arguments: Any) -> float:
        nonlocal played
        played += 1
        if played > games:
            raise KeyboardInterrupt
        return play(*arguments)

    with monkeypatch.context() as patch:
        patch.setattr(Playouts, "play", broken_off)
        with pytest.raises(KeyboardInterrupt):
            marshal.answer(take_question(made, player), Game(made), Random(5))
    assert repr(made) == before
    again = marshal.answer(take_question(made, player), Game(made), Random(5))
    assert again[0] == undisturbed()


@cache
def undisturbed() -> Any:
    """What the same thinker answers there that was never broken off."""
    made, player = position()
    return answer(take_question(made, player), made, short(THINKER.level["fierce"]))[0]


def test_a_playout_ends_with_nine_cards_and_leaves_the_table_alone() -> None:
    made, player = position()
    before = repr(made)
    me = weigher(made, player, thinking(THINKER.level["sharp"]).evaluation)
    playouts = Playouts(me, Random(3))
    first = me.takes()[0]
    points = [playouts.play(first, number) for number in range(6)]
    assert points == [playouts.play(first, number) for number in range(6)]
    assert len(set(points)) > 1
    assert repr(made) == before and len(player.cards) < TURNS


def test_what_can_be_bought_only_now_is_seen_by_playing_on() -> None:
    """With two turns left a dear card leaves little gold for the last one: both cards are counted."""
    made, player = position("duchess nun judge\nmonk clockmaker sculptor*1\nbanker . .")
    me = weigher(made, player, thinking(THINKER.level["fierce"]).evaluation)
    turns = {each.move.id: each for each in me.takes()}
    playouts = Playouts(me, Random(1))
    means = {id: sum(playouts.play(turn, number) for number in range(40)) / 40 for id, turn in turns.items()}
    level = msgspec.structs.replace(THINKER.level["fierce"], search=Search(1200, 8, 20.0))
    chosen, _ = answer(take_question(made, player), made, level)
    assert means[chosen[0]] >= max(means.values()) - 1.5


def key_question(made: State, player: Player) -> Several:
    uses = Play.uses_of_key(_playing(made))
    return Several("castle-combo.opponent-key", player.seat.id, uses, low=1)


def counted(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The shuffles that were played on, as it happens."""
    numbers: list[int] = []
    play = Playouts.play

    def counting(self: Playouts, turn: Weighed, number: int) -> float:
        numbers.append(number)
        return play(self, turn, number)

    monkeypatch.setattr(Playouts, "play", counting)
    return numbers


@pytest.mark.parametrize("use", ["none", "move"])
def test_a_turn_is_thought_of_once_for_the_key_and_the_card(
    use: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With a handful of games it is luck whether a key moves the messenger: the first that does so."""
    level = msgspec.structs.replace(THINKER.level["fierce"], search=Search(20, 12, 40.0))
    shown = {"castle": "judge spy banker", "village": "farmer clockmaker sculptor"} if use == "none" else {}
    numbers = counted(monkeypatch)
    for seed in range(100):
        made, player = position(**shown)
        bot: Any = thinking(level)
        (spent,), _ = bot.answer(key_question(made, player), Game(made), Random(seed))
        if spent == use:
            break
    assert spent == use and numbers
    if use == "move":
        rules.spend_key_to_move(made, player)
    numbers.clear()
    (take,), why = bot.answer(take_question(made, player), Game(made), Random(6))
    assert not numbers and why
    assert take in {each.id for each in rules.purchases(made, player)}


def test_new_cards_are_thought_of_for_a_fifth_as_long(monkeypatch: pytest.MonkeyPatch) -> None:
    """The turn that led to a refresh was played out already: nobody waits twice as long for it."""
    level = msgspec.structs.replace(THINKER.level["fierce"], search=Search(2500, 8, 40.0))
    made, player = position(castle="patron alchemist jester", village="stonemason innkeeper armorer")
    bot: Any = thinking(level)
    (use,), _ = bot.answer(key_question(made, player), Game(made), Random(0))
    assert use == "refresh"
    rules.spend_key_to_refresh(made, player)
    show(made, {"village": "farmer clockmaker sculptor"})
    numbers = counted(monkeypatch)
    bot.answer(take_question(made, player), Game(made), Random(6))
    new = len(numbers)
    thinking(level).answer(take_question(made, player), Game(made), Random(6))
    assert 0 < new < (len(numbers) - new) / 4


def test_a_table_that_was_put_right_is_thought_of_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    made, player = position()
    bot: Any = thinking(short(THINKER.level["fierce"]))
    bot.answer(key_question(made, player), Game(made), Random(5))
    numbers = counted(monkeypatch)
    player.gold += 1
    bot.answer(take_question(made, player), Game(made), Random(6))
    assert numbers


def test_a_gift_to_the_others_counts() -> None:
    made, player = position()
    me = weigher(made, player, thinking(THINKER.level["fierce"]).evaluation)
    take = me.takes()[0]
    gift = rules.Way(others_gain=(("keys", 60),))
    with_gift = msgspec.structs.replace(take, way=take.way.and_then(gift))
    plain, giving = (Playouts(me, Random(3)).play(each, 0) for each in (take, with_gift))
    assert giving < plain - 40


def test_levels_are_made_from_the_table() -> None:
    setup = Setup([Seat("m", "M", "marshal", "fierce"), Seat("you", "you")], tables())
    made = CAST.decider(setup.seats[0], setup)
    assert isinstance(made, Weighing) and made.level == THINKER.level["fierce"]
    assert len(LEVELS) >= 4


def test_what_was_seen_on_other_shuffles_changes_nothing() -> None:
    """A game that is played out after many others ends as it does by itself."""
    made, you = position()
    turns = weigher(made, you, EVALUATION).takes()
    others = Playouts(weigher(made, you, EVALUATION), Random(3))
    for number in range(12):
        for turn in turns[::5]:
            alone = Playouts(weigher(made, you, EVALUATION), Random(3))
            assert others.play(turn, number) == alone.play(turn, number)
