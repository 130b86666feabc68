"""Rivals by their cards, the thinking one, the dummy: what they do, and why."""

from __future__ import annotations

import re
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest

from automa.dialogue import TABLE, Ask, Lot, Move, Refused, Tell
from automa.game import Seat, Setup
from automa.priorities import Most
from automa.six_castles import GAME, fixes, rules, scoring
from automa.six_castles.game import Play, questions
from automa.six_castles.opponents import cards
from automa.six_castles.opponents.cards import WORDS
from automa.six_castles.opponents.deciding import MOST_EQUALS, Follower
from automa.six_castles.opponents.evaluation import TURNS, Evaluation
from automa.six_castles.opponents.plans import MEASURES
from automa.six_castles.opponents.prospects import Prospect, View
from automa.six_castles.rules.turns import TURN, in_words
from automa.six_castles.state import Player, State
from automa.six_castles.steps import Discs, Found, Gain, Lay, Sell, Take, Workers
from automa.six_castles.territory import orientations, same_tile
from automa.steps import Step
from solo.fronts.engine import Engine
from solo.words.sentences import Words
from tests.atable import a_driver, a_header, a_setup, at_random, people, play_on, steps
from tests.six_castles.conserved import conserved
from tests.six_castles.positions import a_table, castle, plain, tables, with_line, worker
from tests.solo.commandline import at_home, solo

SOME = {"j10": "whpl", "k10": "xdcw", "j11": "akfo", "k11": "thrm"}
KING = tables().opponents.thinker["king-sancho"]


def as_rival(table: State, level: int = 2) -> Player:
    player = table.players[0]
    player.line, player.level, player.is_card = None, level, True
    player.seat = Seat("friar", "Friar Anselmo", "friar-anselmo", "keen")
    return player


def best(table: State, tile: str, measure: str) -> list[Prospect]:
    found = cards.every_turn(table, tile)
    return list(Most(measure).step(found, WORDS).left)


class _Script:
    def __init__(self, table: State) -> None:
        self.table = table


# ---------------------------------------------------------------- rivals by their cards


def test_every_turn_a_rival_looks_at_by_its_card_is_legal() -> None:
    table = a_table(SOME)
    player = as_rival(table)
    worker(player, "j10ne", "k11nw")
    worker(table.players[1], "j10se")
    castle(table, "j10se", "penamacor")
    table.castle = "sabugal"
    player.owned, player.coins = {"c": 2, "l": 3}, 6
    found = cards.every_turn(table, "kaxh")
    assert len(found) > 100
    for turn in found[::11]:
        assert TURN.at(table).check(turn.id) == turn.id


def test_each_measure_is_found_where_it_is() -> None:
    table = a_table(SOME)
    worker(as_rival(table), "j10se")
    assert cards.MEANING["religion"](best(table, "aaww", "religion")[0]) == 2  # beside the cross of k10
    assert cards.MEANING["marks"](best(table, "wcnm", "marks")[0]) == 2
    assert cards.MEANING["goods"](best(table, "wcnm", "goods")[0]) == 2
    assert cards.MEANING["landscapes"](best(table, "pbld", "landscapes")[0]) == 2
    assert cards.MEANING["workers"](best(table, "wcnm", "workers")[0]) == 2
    assert cards.MEANING["touching"](best(table, "wcnm", "touching")[0]) == 1
    closing = a_table({"j10": "wwwk", "k10": "wwww", "j11": "wwww"})
    as_rival(closing)
    assert cards.MEANING["founded"](best(closing, "hhhh", "founded")[0]) == 1
    assert cards.MEANING["closed"](best(closing, "hhhh", "closed")[0]) == 1


def test_what_a_turn_leaves_to_the_others_is_their_religion_and_their_best_sale() -> None:
    table = a_table({"j10": "wwww", "k10": "wwww", "j11": "wwww"})
    as_rival(table)
    worker(table.players[1], "j10se")
    for turn in cards.every_turn(table, "awww"):
        joined = turn.lay.cell == "k11" and turn.lay.tile[0] == "a"
        assert cards.MEANING["left"](turn) == (1 if joined else 0)


def test_reasons_are_the_steps_that_decided_with_their_numbers() -> None:
    table = a_table(SOME)
    ask = questions.rival_question(table, as_rival(table), "xawf")
    follower = Follower(tables().opponents.opponent["friar-anselmo"])
    answer, why = follower.answer(ask, _Script(table), Random(1))
    assert 1 <= len(str(ask.check(answer)).split(questions.OR)) <= MOST_EQUALS
    assert any("steps on the religion track" in plain(each) for each in why)
    assert any(character.isdecimal() for character in plain(why[0]))


def test_a_rival_by_its_card_marks_with_discs_only_and_one_of_a_kind() -> None:
    table = a_table({"j10": "wwwp", "k10": "wwpw", "j11": "wpww"})
    for level in (1, 2, 3):
        as_rival(table, level)
        found = cards.every_turn(table, "pbld")
        assert max(map(cards.MEANING["marks"], found)) == min(
            level, 2
        )  # pasture three times, and one more terrain
        assert not any(cards.MEANING["marks"](turn) for turn in found if isinstance(turn.steps[1], Workers))


def test_its_card_says_that_it_owns_terrains_without_a_line_and_how_many(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    at_home(tmp_path, monkeypatch)
    said = " ".join(solo("opponents", "six-castles", "--lang", "en").out.split())
    for plan in tables().opponents.opponent.values():
        assert plan.owns
        assert f"without a line and one of a kind: {plan.owns} in the end" in said


def test_a_rival_takes_the_religion_step_for_a_crag_if_it_is_worth_a_point() -> None:
    table = a_table(SOME)
    player = as_rival(table)
    player.religion = 1  # the third space is worth a point more than the second
    assert cards.crag_bonus(table, player) == ("religion",)
    player.religion = 2
    assert cards.crag_bonus(table, player) == ("coin",)


def test_a_rival_answers_only_with_the_tile_it_has() -> None:
    table = a_table(SOME)
    ask = questions.rival_question(table, as_rival(table), "xawf")
    assert isinstance(ask, Move)
    with pytest.raises(Refused) as refused:
        ask.check("l10 wwww -")
    assert "xawf" in plain(refused.value.text)


# ---------------------------------------------------------------- the thinking rival


def played(*seats: Seat, cards: str = "app", seed: int = 1) -> tuple[Play, list[tuple[Ask, Any]], list[Tell]]:
    """A whole game: people at random, rivals as they decide."""
    setup = Setup(seats, tables(), {"version": "advanced", "line": "full"}, cards)
    script, random = Play(setup), Random(seed)
    deciders = {seat.id: GAME.decider(seat, setup) for seat in seats if not seat.is_person}
    said: Any = None
    answers: list[tuple[Ask, Any]] = []
    told: list[Tell] = []
    conversation = script.play()
    try:
        while True:
            item = conversation.send(said)
            if isinstance(item, Tell):
                told.append(item)
                said = None
                continue
            decider = deciders.get(item.to)
            answer = item.legal(random) if decider is None else decider.answer(item, script, random)[0]
            said = item.check(answer)
            assert conserved(script.table) == []
            answers.append((item, said))
    except StopIteration:
        return script, answers, told


YOU = Seat("you", "You")
SANCHO = Seat("king-sancho", "King Sancho", "king-sancho", "keen")


def test_a_thinking_rival_has_what_a_person_has() -> None:
    script, answers, _ = played(YOU, SANCHO)
    king = script.table.players[1]
    asked = [ask.id.removeprefix("six-castles.") for ask, _ in answers if ask.to == SANCHO.id]
    assert {"keep-contract", "line-start", "place-hand"} <= set(asked)
    assert king.line is not None and king.kept is not None and not king.owned
    assert not king.hand and asked.count("place-hand") == script.table.rounds


def test_at_a_table_with_the_box_its_land_tiles_are_entered_and_nothing_else() -> None:
    """Two at set-up and one with each draw: as many in all as a stack that is turned up."""
    script, answers, _ = played(YOU, SANCHO, cards="table")
    asked = [ask for ask, _ in answers]
    entered = [
        ask
        for ask in asked
        if ask.to == TABLE and ask.values.get("who") == SANCHO and not isinstance(ask.stream, Lot)
    ]
    (first,) = [ask for ask in asked if ask.id == "six-castles.first-tile"]
    drawn = [ask for ask in entered if ask is not first]
    assert {ask.id for ask in drawn} == {"six-castles.rival-draws"} and len(drawn) == script.table.rounds
    assert sum(asked.index(ask) < asked.index(first) for ask in drawn) == 2


def test_what_is_kept_in_the_app_is_nothing_to_do_at_the_table() -> None:
    _, _, told = played(YOU, SANCHO, cards="table")
    in_the_app = ("lays-line", "replaces-line", "marks", "line-begins")
    kept = [tell for tell in told if tell.seat == SANCHO.id and tell.id.split(".")[1] in in_the_app]
    assert kept and not any(tell.deed for tell in kept)
    spent = [plain(tell) for tell in told if tell.seat == SANCHO.id and "disc" in tell.values]
    assert all("a disc from the supply" in line for line in spent)
    bonuses = [tell for tell in told if tell.seat == SANCHO.id and tell.id == "six-castles.bonus"]
    assert all(tell.deed == any(word in plain(tell) for word in ("coin", "religion")) for tell in bonuses)


def test_nobody_is_told_what_it_has_in_hand_or_keeps() -> None:
    script, _, told = played(YOU, SANCHO)
    king = script.table.players[1]
    assert king.kept is not None
    drew = [tell for tell in told if tell.id in ("six-castles.drew", "six-castles.drew-exploration")]
    assert drew and all(tell.seat == YOU.id for tell in drew)
    table = script.table
    table.over = False
    assert king.kept not in scoring.seen_contracts(table)
    table.over = True
    assert king.kept in scoring.seen_contracts(table)


def test_its_reasons_do_not_show_its_hand() -> None:
    table = a_table(SOME, box=False)
    with_line(table.active, "wplfb")
    table.active.hand, table.active.tiles = ["t05", "t12"], ["e01", "e02"]
    table.active.seat = SANCHO
    decider = GAME.decider(SANCHO, Setup([SANCHO, YOU], tables()))
    for seed in range(4):
        ask = questions.place_question(table, table.active)
        answer, why = decider.answer(ask, _Script(table), Random(seed))
        laid = same_tile(str(answer).split()[1])
        (other,) = [tile for tile in rules.hand_of(table, table.active) if same_tile(tile) != laid]
        said = " ".join(plain(each) for each in why)
        assert not any(way in said for way in orientations(other))
        assert " x " not in said.replace(str(answer), "")


def test_every_turn_it_looks_at_is_legal() -> None:
    table = a_table(SOME)
    table.castle = "sabugal"
    me = table.active
    with_line(me, "wplfb")
    worker(me, "j10ne", "k11nw")
    worker(table.players[1], "j11sw")
    castle(table, "j10se", "penamacor")
    me.coins = 6
    found = View(table, Evaluation(table, me.seat.id, KING.worth)).turns(["kaxh", "wcno"], 20)
    assert len(found) > 50
    for turn in found[::7]:
        assert TURN.at(table).check(turn.id) == turn.id


def test_nobody_is_ahead_for_having_had_a_turn_more() -> None:
    """What a turn brings on average is what the others still have to come."""
    table = a_table(SOME)
    first = Evaluation(table, table.players[0].seat.id, KING.worth)
    before = first.margin(table)
    table.turn += 1
    assert before - first.margin(table) > TURNS[-1] / 2


def test_at_the_end_of_the_game_the_evaluation_is_the_score_sheet() -> None:
    """Nothing may come any more: what it says is the margin over the best rival."""
    for seed in range(12):
        script = Play(a_setup(GAME, people(GAME, 3)))
        for _ in steps(script, at_random(Random(seed))):
            pass
        table = script.table
        seat = table.players[0].seat.id
        totals = {column.seat: column.total for column in script.sheet().columns}
        evaluation = Evaluation(table, seat, KING.worth)
        evaluation.goals = Evaluation(_all_open(table), seat, KING.worth).goals
        evaluation.open = len(evaluation.goals)
        mine = totals.pop(seat)
        found = evaluation.margin(table)
        bonus = 3  # bonuses of contracts count as they are worth on average
        assert abs(found - (mine - max(totals.values()))) <= bonus


def _all_open(table: State) -> State:
    twin = table.copy()
    for player in twin.players:
        if player.kept is not None:
            twin.contracts.append(player.kept)
            player.kept = None
    return twin


def test_levels_differ_by_look_ahead_and_noise_and_by_nothing_else() -> None:
    kinds = [(level.noise, level.search is not None) for level in KING.level.values()]
    assert len(set(kinds)) == len(kinds)
    assert [noise for noise, searches in kinds if searches] == [0.0]


def test_it_decides_the_same_with_the_same_seed_and_changes_nothing() -> None:
    table = a_table(SOME, box=False)
    with_line(table.active, "wplfb")
    table.active.hand = ["t05", "t12"]
    table.active.seat = SANCHO
    before = fixes.data(table)
    decider = GAME.decider(SANCHO, Setup([SANCHO, YOU], tables()))
    ask = questions.place_question(table, table.active)
    answers = {str(decider.answer(ask, _Script(table), Random(3))[0]) for _ in range(3)}
    assert len(answers) == 1 and fixes.data(table) == before


# ---------------------------------------------------------------- as they are shown


def test_everybody_is_shown_as_a_card_and_only_the_dummy_is_official() -> None:
    everybody = GAME.opponents(tables())
    assert [each.id for each in everybody if not each.house] == ["dummy"]
    assert len(everybody) >= 5
    for opponent in everybody:
        assert plain(opponent.character)
        assert opponent.card
        assert opponent.id == "dummy" or opponent.levels


def test_every_measure_has_a_meaning() -> None:
    assert set(WORDS.measures) == set(MEASURES)


def test_a_higher_level_of_a_card_marks_more() -> None:
    from automa.six_castles.opponents.plans import marks_of

    facts = tables().opponents
    for rival in facts.opponent:
        marks = [marks_of(facts, Seat("r", "R", rival, level)) for level in ("calm", "keen", "fierce")]
        assert marks == [1, 2, 3]


def test_the_dummy_is_called_official(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    at_home(tmp_path, monkeypatch)
    said = solo("opponents", "six-castles", "--lang", "en")
    assert "The Dummy: dummy, official opponent" in said.out
    assert said.out.count("house opponent") == 5


@pytest.mark.parametrize(
    ("steps", "english", "dutch"),
    [
        (
            [Lay("j9", "whlo"), Gain("+coin"), Workers(), Take("house", paid="j9ne")],
            "j9 whlo +coin w take house from j9ne",
            "j9 thmo +munt w neem huis van j9no",
        ),
        (
            [Lay("j9", "whlo"), Found("ne"), Discs("nw"), Sell("monsanto", "wheat")],
            "j9 whlo castle ne d nw sell Monsanto wheat",
            "j9 thmo kasteel no d nw verkoop Monsanto tarwe",
        ),
        ([Workers("+j9ne", ("j9sw>k9se",))], "w +j9ne j9sw>k9se", "w +j9no j9zw>k9zo"),
        (
            [Lay("j9", "whlo"), Discs("nw"), Take("lake", top=True)],
            "j9 whlo d nw take lake top",
            "j9 thmo d nw neem bergmeer top",
        ),
    ],
)
def test_reasons_write_a_turn_as_a_player_of_the_language_would(
    steps: list[Step], english: str, dutch: str
) -> None:
    for language, said in (("en", english), ("nl", dutch)):
        words = Words.of(language, [GAME.folder], strict=True)
        assert words.plain(in_words(a_table({}), steps)) == said


def test_no_person_can_see_what_it_has_in_hand_or_keeps_before_the_end() -> None:
    """Neither in the state of the table, nor in the log or where pieces lie, nor by counting what is left."""
    driver = a_driver(
        a_header(GAME.id, seed=3, against=[SANCHO.opponent], rulings=["line=full", "version=advanced"])
    )
    engine = Engine(driver, Words.of("en", [GAME.folder], strict=True))
    heard = engine.begin()
    play_on(driver, Random(3), 4)
    assert isinstance(driver.script, Play)
    king = driver.script.table.player(SANCHO.id)
    assert king.hand and king.tiles and king.kept is not None
    state = driver.script.state()
    (mine, rival) = state["players"]
    assert rival["hand"] == ["?"] * 2 and set(rival["tiles"]) == {"?"} and rival["kept"] == "?"
    assert "?" not in [*mine["hand"], *mine["tiles"], mine["kept"]]
    assert set(king.hand) < set(state["land"]) and set(king.tiles) < set(state["exploration"])
    for what in ("now", "log", "pieces", "table", "why"):
        heard += engine.take({what: True})
    shown = msgspec.json.encode(heard).decode()
    draws = re.findall(r"does King Sancho draw|contracts does King Sancho", shown)
    assert not draws
    lies = {each.piece.id: each.place.id for each in driver.script.pieces()}
    assert lies[f"contract {king.kept.id}"] == "contract deck"
    play_on(driver, Random(3))
    assert driver.script.state()["players"][1]["kept"] == king.kept.id
    answers = [entry.answer for entry in driver.journal.history.entries]
    assert king.kept.id in answers, "the journal keeps it"
