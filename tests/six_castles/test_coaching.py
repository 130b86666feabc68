"""The coach: positions with a known best turn, what it does not know, and that it sees what a player sees."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from types import SimpleNamespace

import pytest

from automa.coach import Advice
from automa.dialogue import Ask, Refused, Text
from automa.game import Seat, Setup
from automa.six_castles import GAME, fixes
from automa.six_castles.game import Play, questions
from automa.six_castles.opponents import cast, deciding
from automa.six_castles.opponents.prospects import MOST_LAID, TRIED_FIRST, _with_longer_line, after
from automa.six_castles.rules import effects
from automa.six_castles.rules.turns import TURN
from automa.six_castles.state import State
from automa.six_castles.territory import same_tile
from solo.playing.lab import play_pair
from tests.atable import at_random, steps
from tests.six_castles.positions import a_table, castle, plain, tables, with_line, worker

COACH = cast.CAST.coach(Setup([], tables()))
pytestmark = pytest.mark.usefixtures("few_games")


def advice(table: State, ask: Ask, *, said: Sequence[str] = ()) -> Advice:
    assert COACH is not None
    found = COACH.advise(ask, SimpleNamespace(table=table), Random(1), said=said)
    assert found is not None
    return found


def place(table: State, *said: str) -> Advice:
    """What to do with a tile."""
    return advice(table, questions.place_question(table, table.active), said=said)


def act(table: State) -> Advice:
    """What to do once the tile lies."""
    table.now.phase = "act"
    return advice(table, questions.act_question(table, table.active))


def test_a_new_worker_goes_to_the_hill_with_two_chapels() -> None:
    """The other hills show a house at best: two steps on the religion track are worth more."""
    table = a_table({"j10": "waph", "j9": "wpha"})
    found = act(table)
    assert found.answer.startswith("w +j9se")
    assert found.choices[0].value > found.choices[1].value


def test_however_many_exploration_tiles_are_in_hand_only_a_few_are_tried_in_the_line() -> None:
    table = a_table({"j10": "wpcl"}, box=False)
    with_line(table.active, "w")
    table.active.tiles = list(table.exploration)
    tried = [laid for laid, _ in _with_longer_line(table, table.active, "plcw")]
    assert len(tried) == 1 + TRIED_FIRST * MOST_LAID and max(map(len, tried)) == MOST_LAID


def test_a_hint_that_is_broken_off_changes_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    table = a_table({"j10": "waph", "j9": "wpha"})
    table.castle = "sabugal"
    before = fixes.data(table)

    def stop(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(deciding.Ahead, "pass_on", stop)
    with pytest.raises(KeyboardInterrupt):
        place(table, "kanw", "whlo")
    assert fixes.data(table) == before


def test_a_rich_sale_comes_first() -> None:
    """Four wheat behind the cylinder, and a castle in a ring of houses that buys wheat; the last turn."""
    table = a_table({"j10": "hhhh", "j9": "hhkh", "i9": "hhhk", "i10": "hkhh"})
    castle(table, "j9sw", "sabugal")
    table.turn = 18
    with_line(table.active, "wwww", "pp", cylinder=3)
    assert "sell sabugal wheat" in act(table).answer


def test_in_the_last_round_the_replies_of_the_others_count() -> None:
    """Only the very last turn of a game has nothing to look ahead to."""
    table = a_table({"j10": "hhhh", "j9": "hhkh", "i9": "hhhk", "i10": "hkhh"})
    for player in table.players:
        with_line(player, "wplfb")
    table.turn = 18
    first = place(table, "aftm")
    assert first.games and first.choices[0].won in (0.0, 1.0), "the games are played to their end"
    table.turn = 19
    assert not place(table, "aftm").games


def test_steps_and_discs_are_advised_that_the_line_has_room_for() -> None:
    table = a_table({"j10": "pbpl", "j9": "plfb"})
    with_line(table.active, "wplfb")
    table.active.workers = 0
    said = act(table).answer.split()
    assert said[0] == "d" and any(word.startswith((">", "@")) for word in said)


def test_with_tiles_of_the_box_it_asks_for_them_and_weighs_those_that_are_told() -> None:
    table = a_table({"j10": "whpl"})
    with_line(table.active, "wplfb")
    with pytest.raises(Refused) as caught:
        place(table)
    assert "/hint" in plain(caught.value.text) and "/tip" in plain(caught.value.text, "nl")
    with pytest.raises(Refused):
        place(table, "whzz")
    found = place(table, "aftm", "dtlm")
    assert same_tile(found.answer.split()[1]) in (same_tile("aftm"), same_tile("dtlm"))
    assert found.games and found.choices == sorted(found.choices, key=lambda choice: choice.behind)


def test_of_a_turn_that_was_taken_only_the_tile_counts_that_was_laid() -> None:
    table = a_table({"j10": "whpl"})
    assert same_tile(place(table, "j9 aftm w +j9ne").answer.split()[1]) == same_tile("aftm")
    assert same_tile(place(table, "j9", "aftm", "coin", "d ne").answer.split()[1]) == same_tile("aftm")


def test_without_a_line_it_says_what_it_does_not_know() -> None:
    table = a_table({"j10": "whpl"})
    table.active.line = None
    found = place(table, "aftm")
    assert "not tracked" in plain(found.why[0])


def test_what_it_cannot_see_does_not_matter() -> None:
    """The piles in another order, and other tiles and another contract with the other person."""
    table = a_table({"j10": "whpl", "j9": "aftm"}, box=False)
    me, other = table.players
    for player in (me, other):
        with_line(player, "wplfb")
        player.hand = [table.land.pop(), table.land.pop()]
        player.tiles = [table.exploration.pop()]
    worker(other, "j9ne")
    me.kept, other.kept, *rest = tables().contracts.dealt
    before = place(table)
    random = Random(3)
    table.land += other.hand
    random.shuffle(table.land)
    random.shuffle(table.exploration)
    other.hand, other.kept = [table.land.pop(), table.land.pop()], rest[-1]
    after = place(table)
    assert after.answer == before.answer
    assert [choice.value for choice in after.choices] == [choice.value for choice in before.choices]


def test_tiles_of_the_hand_join_the_line_for_a_hill_that_they_show() -> None:
    """Three forests in a hill, one of them on each tile in hand: with both, two are marked and the third."""
    table = a_table({"j10": "rrrf", "k10": "rrfr", "j11": "rfrr"}, box=False)
    me = table.active
    with_line(me, "wf")
    table.turn = 18
    me.tiles, me.workers = ["e18", "e20"], 0
    answer = act(table).answer
    said = answer.split()
    assert [said[0], said[2]] == ["x", "x"] and answer.endswith("take forest")
    assert questions.act_question(table, me).check(answer) == answer


def test_a_turn_takes_every_space_that_is_worth_its_piece() -> None:
    """The last turn: workers are worth nothing any more, and their hills show enough for two spaces."""
    table = a_table({"j10": "whpl", "j9": "aahh", "i9": "aahh"}, box=False)
    table.turn = 18
    me = table.active
    with_line(me, "wplfb")
    me.hand = ["t10"]
    worker(me, "j9ne", "j9se", "i9ne", "i9se")
    assert place(table).answer.count("take") > 1


def test_a_player_who_follows_the_coach_plays_to_the_end() -> None:
    pair = play_pair(GAME, tables(), ("coach", "king-sancho:gentle"), 2, 1)
    assert min(pair.a) > 15


@pytest.mark.parametrize("question", ["keep-contract", "first-tile", "line-start"])
def test_before_the_game_there_is_a_hint_too(question: str) -> None:
    people = [Seat("ann", "Ann"), Seat("bob", "Bob")]
    script = Play(Setup(people, tables(), {"version": "advanced", "line": "full"}))
    for item in steps(script, at_random(Random(3))):
        if isinstance(item, Ask) and item.id == f"six-castles.{question}":
            assert COACH is not None
            found = COACH.advise(item, script, Random(1))
            assert found is not None and item.check(found.answer) == found.answer
            assert len(found.choices) > 1
            return
    raise AssertionError(question)


def test_what_was_played_is_compared_on_the_same_shuffles_and_the_advised_turn_costs_nothing() -> None:
    table = a_table({"j10": "whpl", "j9": "aftm"}, box=False)
    with_line(table.active, "wplfb")
    table.active.hand = ["t05", "t12"]
    ask, script = questions.place_question(table, table.active), SimpleNamespace(table=table)
    assert COACH is not None
    hint = COACH.advise(ask, script, Random(1))
    assert hint is not None
    same = COACH.advise(ask, script, Random(1), played=hint.answer)
    assert same is not None and same.played is not None and same.played.behind == 0
    assert [choice.value for choice in same.choices] == [choice.value for choice in hint.choices]
    poor = COACH.advise(ask, script, Random(1), played="j11 xfnm -")
    assert poor is not None and poor.played is not None and poor.played.behind > 0
    part = COACH.advise(ask, script, Random(1), played=hint.answer.split()[0])
    assert part is not None and part.played is not None


def test_exploration_tiles_of_the_box_that_are_told_are_laid_for_a_hill_that_they_show() -> None:
    """The same as with the app's tiles: two of them join the line, and the space that they bring is taken."""
    table = a_table({"j10": "rrrf", "k10": "rrfr", "j11": "rfrr"})
    me = table.active
    with_line(me, "wf")
    table.turn, me.workers, table.now.phase = 18, 0, "act"
    ask = questions.act_question(table, me)
    answer = advice(table, ask, said=["x", "w$bc/dpmf", "lfwm/cd$b"]).answer
    said = answer.split()
    assert [said[0], said[2]] == ["x", "x"] and answer.endswith("take forest")
    assert ask.check(answer) == answer
    assert "x" not in advice(table, ask).answer.split(), "what is not told is not laid"
    with pytest.raises(Refused):
        advice(table, ask, said=["x", "hhh"])


def test_tiles_that_were_told_are_remembered_until_they_are_laid() -> None:
    table = a_table({"j10": "whpl"})
    with_line(table.active, "wp")
    ask, script = questions.place_question(table, table.active), SimpleNamespace(table=table)
    assert COACH is not None
    before = ["aftm", "x", "w$bc/dpmf", "lfwm/cd$b"]
    known = ["dtlm", "aftm", "x", "w$bc/dpmf", "lfwm/cd$b"]
    assert COACH.completed(["dtlm"], before, ask, script) == known
    with_line(table.active, "wp", "fmpd")
    assert COACH.completed(["dtlm"], before, ask, script) == ["dtlm", "aftm", "x", "lfwm/cd$b"]
    assert COACH.completed(["x", "nloc"], before, ask, script) == ["x", "nloc"], "unless others are told"
    assert COACH.completed([], ["aftm"], ask, script) == [], "one was drawn since"
    table.turn = (table.rounds - 1) * len(table.players)
    assert COACH.completed([], ["aftm", "lphw"], ask, script) == ["aftm"], (
        "the last one, and no more is drawn"
    )


def test_with_the_box_the_starting_tile_is_one_of_those_that_are_told() -> None:
    table = a_table({})
    ask = questions.line_question(table, table.active, "six-castles.line-start")
    with pytest.raises(Refused) as caught:
        advice(table, ask)
    assert "/hint x" in plain(caught.value.text)
    found = advice(table, ask, said=["x", "wcno/plfb", "ffff"])
    assert found.answer in ("wcno", "oncw", "plfb", "bflp", "ffff")
    first = questions.first_tile_question(table, table.active.seat.id, table.active)
    with pytest.raises(Refused):
        advice(table, first)
    assert advice(table, first, said=["whlo", "xapc", "aftm"]).answer in ("whlo", "xapc")


def test_a_turn_says_that_nothing_more_is_sold_or_taken_if_something_could_be() -> None:
    """A worker that lies well takes no space that is worth little while many turns are left."""
    table = a_table({"j10": "haxx", "j9": "xxha", "k10": "hhxx", "k9": "xxhh"}, box=False)
    me = table.active
    with_line(me, "wplfb")
    worker(me, "j10ne", "k10nw")
    me.workers, table.rounds = 0, 40
    answer = act(table).answer
    taken = turns_after(table, answer)
    assert questions.more_question(taken, taken.active) is None or answer.endswith("stop")
    assert questions.act_question(table, me).check(answer) == answer


def turns_after(table: State, answer: str) -> State:
    """The table once what is answered has been done."""
    steps = questions.steps_of(table, questions.act_question(table, table.active), answer)
    return after(table, *steps)


def test_what_others_may_lay_is_drawn_from_all_that_nobody_has_seen() -> None:
    """The exploration tiles in another hand are not looked at: with others the values are the same."""
    table = a_table({"j10": "whpl", "j9": "aftm"}, box=False)
    me, other = table.players
    for player in (me, other):
        with_line(player, "wplfb")
    me.hand, me.tiles = [table.land.pop()], [table.exploration.pop()]
    other.tiles = table.exploration[:3]
    before = place(table)
    other.tiles = table.exploration[5:8]
    assert repr(place(table).choices) == repr(before.choices)


@pytest.mark.parametrize(
    ("lang", "said"),
    [
        (
            "en",
            ["Alice lays a new worker on j9se.", "Alice makes 2 steps on the religion track, to space 3."],
        ),
        (
            "nl",
            ["Alice legt een nieuwe werker op j9zo.", "Alice zet 2 stappen op het geloofsspoor, tot vak 3."],
        ),
    ],
)
def test_what_is_advised_in_notation_is_told_in_sentences_too(lang: str, said: list[str]) -> None:
    table = a_table({"j10": "waph", "j9": "wpha"})
    assert [plain(each, lang) for each in act(table).deeds][:2] == said
    assert not table.active.lying, "nothing is done yet"


def test_of_a_whole_turn_the_castle_that_its_tile_founds_is_told_as_well() -> None:
    table = a_table({"j10": "wwwk", "k10": "wwww", "j11": "wwww"})
    turn = TURN.understand(table, "k11 hnlr -")
    told = [plain(each) for each in effects.told(table, turn.steps)]
    assert told[1].startswith("The castle Penamacor is founded on the north-west hill of k11")
    assert len(told) == 3


def test_the_other_turns_of_a_hint_are_said_in_words_beside_how_they_are_typed() -> None:
    table = a_table({"j10": "waph", "j9": "wpha"})
    best, other, *_ = act(table).choices
    assert plain(best.move) == "w +j9se"
    assert plain(other.move).startswith(f"{other.answer} (")


@pytest.mark.parametrize(
    ("turn", "lang", "said"),
    [
        (
            "k10 hnlr w +se",
            "en",
            "hnlr (house, linen above lake, Roman milestone) on k10 and a new worker on k10se",
        ),
        (
            "k10 hnlr -",
            "nl",
            "hlmi (huis, linnen boven bergmeer, Romeinse mijlpaal) op k10 en geen schijven of werkers",
        ),
        (
            "k10 knlr +religion d ne >1",
            "en",
            "knlr (crag, linen above lake, Roman milestone) on k10, a step on the religion track"
            " and linen (2) marked",
        ),
    ],
)
def test_a_turn_is_said_in_a_few_words_for_each_thing_that_it_does(turn: str, lang: str, said: str) -> None:
    table = a_table({"j10": "waph", "j9": "wpha"})
    with_line(table.active, "wnlc")
    words = effects.in_short(table, TURN.understand(table, turn).steps)
    assert plain(Text("six-castles.turn", what=words), lang) == said


def test_a_rival_says_what_else_it_thought_of_in_words() -> None:
    table = a_table({"j10": "waph", "j9": "wpha"})
    table.active.hand = ["wpha"]
    ask = questions.place_question(table, table.active)
    found = advice(table, ask)
    assert isinstance(COACH, deciding.Adviser)
    rival = deciding.Rival(COACH.mind)
    told = [plain(each) for each in rival.why(ask, table, found)]
    assert any(" on " in line and ("worker" in line or "marked" in line) for line in told[1:])
    assert not any(" w +" in line for line in told)


def test_against_the_dummy_a_hint_says_how_far_moves_are_apart_and_not_who_is_ahead() -> None:
    table = a_table({"j10": "waph", "j9": "wpha"})
    table.players[1].is_dummy = True
    table.now.phase = "act"
    found = advice(table, questions.act_question(table, table.active))
    first, *others = found.told()
    assert first.id == "opponents.alone" and all("move" in each.values for each in others)
    assert len(others) == len(found.choices) - 1 > 0
