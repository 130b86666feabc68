"""Rivals by their cards, the thinking one, the dummy: what they do, and why."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from automa.dialogue import Move
from automa.game import Seat, Setup
from automa.priorities import Most
from automa.six_castles import GAME
from automa.six_castles.game import Play, questions
from automa.six_castles.notation import TURN, Seated, Written, twin
from automa.six_castles.opponents import prospects
from automa.six_castles.opponents.deciding import MOST_EQUALS, WORDS, Follower, Weigher, weighed
from automa.six_castles.opponents.plans import MEASURES
from automa.six_castles.opponents.prospects import Prospect
from automa.six_castles.state import Player, Table
from tests.six_castles.positions import a_table, castle, plain, tables, worker
from tests.solo.commandline import at_home, solo

SOME = {"j10": "whpl", "k10": "xdcw", "j11": "akfo", "k11": "thrm"}


def as_rival(table: Table, level: int = 2) -> Player:
    player = table.players[0]
    player.line, player.level = None, level
    player.seat = Seat("friar", "Friar Anselmo", "friar-anselmo", "keen")
    return player


def best(table: Table, player: Player, tile: str, measure: str) -> list[Prospect]:
    found = prospects.prospects(table, player, tile)
    return list(Most(measure).step(found, WORDS).left)


class _Script:
    def __init__(self, table: Table) -> None:
        self.table = table


def decided(
    table: Table, player: Player, tile: str, decider: Follower | Weigher
) -> tuple[list[str], list[str]]:
    ask = questions.rival_question(table, player, tile)
    answer, why = decider.answer(ask, _Script(table), Random(1))
    checked = ask.check(answer)
    assert isinstance(checked, str)
    return checked.split(questions.OR), [plain(each) for each in why]


def test_every_turn_a_rival_looks_at_is_legal_and_brings_what_it_expects() -> None:
    table = a_table(SOME)
    player = as_rival(table)
    worker(player, "j10ne", "k11nw")
    worker(table.players[1], "j10se")
    castle(table, "j10se", "penamacor")
    table.castle = "sabugal"
    player.owned, player.coins = {"c": 2, "l": 3}, 6
    found = prospects.prospects(table, player, "kaxh", walkers=2)
    assert len(found) > 100
    for turn in found[::7]:
        assert Written(TURN, Seated(table, player)).check(turn.id) == turn.id
        copy, mine = twin(table, player)
        script = Play(Setup([each.seat for each in table.players], tables(), {}))
        script.table = copy
        list(script.play_out(mine, turn.turn))
        assert (mine.coins, mine.religion, mine.owned, sorted(mine.lying)) == (
            turn.me.coins, turn.me.religion, turn.me.owned, sorted(turn.me.lying),
        ), turn.id  # fmt: skip
        assert (mine.landscapes, mine.constructions, mine.sales) == (
            turn.me.landscapes, turn.me.constructions, turn.me.sales,
        )  # fmt: skip


def test_each_measure_is_found_where_it_is() -> None:
    table = a_table(SOME)
    player = as_rival(table)
    worker(player, "j10se")
    assert prospects.religion(best(table, player, "aaww", "religion")[0]) == 2  # beside the cross of k10
    assert prospects.marks(best(table, player, "wcnm", "marks")[0]) == 2
    assert prospects.goods(best(table, player, "wcnm", "goods")[0]) == 2
    assert prospects.landscapes(best(table, player, "pbld", "landscapes")[0]) == 2
    assert prospects.workers(best(table, player, "wcnm", "workers")[0]) == 2
    assert prospects.touching(best(table, player, "wcnm", "touching")[0]) == 1
    closing = a_table({"j10": "wwwk", "k10": "wwww", "j11": "wwww"})
    assert prospects.founded(best(closing, as_rival(closing), "hhhh", "founded")[0]) == 1
    assert prospects.closed(best(closing, as_rival(closing), "hhhh", "closed")[0]) == 1


def test_what_a_turn_leaves_to_the_others_is_their_religion_and_their_best_sale() -> None:
    table = a_table({"j10": "wwww", "k10": "wwww", "j11": "wwww"})
    player = as_rival(table)
    worker(table.players[1], "j10se")
    for turn in prospects.prospects(table, player, "awww"):
        joined = turn.turn.cell == "k11" and turn.turn.tile[0] == "a"
        assert prospects.left(turn) == (1 if joined else 0)


def test_reasons_are_the_steps_that_decided_with_their_numbers() -> None:
    table = a_table(SOME)
    player = as_rival(table)
    turns, why = decided(table, player, "xawf", Follower(tables().opponents.opponent["friar-anselmo"]))
    assert 1 <= len(turns) <= MOST_EQUALS
    assert any("steps on the religion track" in each for each in why)
    assert any(character.isdecimal() for character in why[0])


def test_the_thinking_rival_says_what_its_turn_is_made_of() -> None:
    table = a_table(SOME)
    player = as_rival(table)
    thinking = tables().opponents.thinker["king-sancho"].level["keen"]
    turns, why = decided(table, player, "xawf", Weigher(thinking))
    assert turns
    assert why[0].startswith(f"{turns[0]}: ")
    assert "workers" in why[0] and "in all" in why[0]
    assert "no more" in why[-1]


def test_the_thinking_rival_takes_what_is_worth_most() -> None:
    table = a_table(SOME)
    player = as_rival(table)
    weigher = Weigher(tables().opponents.thinker["king-sancho"].level["keen"])
    weights = weigher.weights(table)
    turns, _ = decided(table, player, "xawf", weigher)
    found = weighed(prospects.prospects(table, player, "xawf", walkers=2), weights)
    values = {each.move.id: each.value for each in found}
    assert values[turns[0]] == max(values.values())


def test_a_rival_takes_the_religion_step_for_a_crag_if_it_is_worth_a_point() -> None:
    table = a_table(SOME)
    player = as_rival(table)
    player.religion = 1  # the third space is worth a point more than the second
    assert prospects.crag_bonus(table, player) == "religion"
    player.religion = 2
    assert prospects.crag_bonus(table, player) == "coin"


def test_a_rival_answers_only_with_the_tile_it_has() -> None:
    from automa.dialogue import Refused

    table = a_table(SOME)
    player = as_rival(table)
    ask = questions.rival_question(table, player, "xawf")
    assert isinstance(ask, Move)
    with pytest.raises(Refused) as refused:
        ask.check("l10 wwww -")
    assert "xawf" in plain(refused.value.text)


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


def test_a_higher_level_marks_more() -> None:
    from automa.six_castles.opponents.plans import marks_of

    facts = tables().opponents
    marks = [marks_of(facts, Seat("f", "F", "friar-anselmo", level)) for level in ("calm", "keen", "fierce")]
    assert marks == [1, 2, 3]
    assert marks_of(facts, Seat("k", "K", "king-sancho", "keen")) == 3


def test_the_dummy_is_called_official(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    at_home(tmp_path, monkeypatch)
    said = solo("opponents", "six-castles", "--lang", "en")
    assert "The Dummy: dummy, official opponent" in said.out
    assert said.out.count("house opponent") == 5
