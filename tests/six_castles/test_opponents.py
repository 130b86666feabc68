"""Rivals by their cards, the thinking one, the dummy: what they do, and why."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from random import Random

import pytest

from automa.dialogue import Move
from automa.game import Seat, Setup
from automa.priorities import Most
from automa.six_castles import GAME, rules, scoring
from automa.six_castles.game import Play, questions
from automa.six_castles.opponents import prospects
from automa.six_castles.opponents.deciding import MOST_EQUALS, Follower, Weigher
from automa.six_castles.opponents.plans import MEASURES
from automa.six_castles.opponents.prospects import Laid, Prospect
from automa.six_castles.opponents.weighing import WORDS, weighed
from automa.six_castles.rules import Going
from automa.six_castles.state import Player, Table
from automa.six_castles.steps import Discs, Found, Gain, Lay, Sell, Take, Workers
from automa.six_castles.territory import NAMES
from automa.six_castles.turns import TURN, in_words
from automa.steps import Step
from solo.words.sentences import Words
from tests.six_castles.positions import a_table, castle, hill_to_mark, plain, tables, worker
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


def lays(turn: Prospect) -> Lay:
    lay = turn.steps[0]
    assert isinstance(lay, Lay)
    return lay


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
    for turn in found[::11]:
        assert TURN.at(table).check(turn.id) == turn.id
        copy = table.copy()
        mine = copy.active
        script = Play(Setup([each.seat for each in table.players], tables(), {}))
        script.table = copy
        list(script.play_out(mine, turn.steps))
        before = table.players[0]
        marked = {letter: count - before.owned.get(letter, 0) for letter, count in mine.owned.items()}
        assert {letter: count for letter, count in marked.items() if count} == Counter(turn.marked), turn.id
        assert mine.coins - before.coins == prospects.coins(turn), turn.id
        assert mine.religion - before.religion == prospects.religion(turn), turn.id
        assert len(mine.lying) == prospects.workers(turn), turn.id
        taken = [*mine.landscapes, *mine.constructions]
        assert sum(piece.points for piece in taken) == prospects.track(turn)
        everything = [*tables().contracts.all]
        shown = {each.id: scoring.contract_count(copy, mine, each) for each in everything}
        assert {
            each.id: prospects.counted(turn, turn.laid.scene.goal(each, [])) for each in everything
        } == shown, turn.id


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
        lay = lays(turn)
        joined = lay.cell == "k11" and lay.tile[0] == "a"
        assert prospects.left(turn) == (1 if joined else 0)


def test_reasons_are_the_steps_that_decided_with_their_numbers() -> None:
    table = a_table(SOME)
    player = as_rival(table)
    turns, why = decided(table, player, "xawf", Follower(tables().opponents.opponent["friar-anselmo"]))
    assert 1 <= len(turns) <= MOST_EQUALS
    assert any("steps on the religion track" in each for each in why)
    assert any(character.isdecimal() for character in why[0])


def keen() -> Weigher:
    """King Sancho, as he plays at his first level."""
    king = tables().opponents.thinker["king-sancho"]
    return Weigher(king.level["keen"], king.worths(king.level["keen"]))


def test_the_thinking_rival_says_what_its_turn_is_made_of() -> None:
    table = a_table(SOME)
    player = as_rival(table)
    turns, why = decided(table, player, "xawf", keen())
    assert turns
    assert why[0].startswith(f"{turns[0]}: ")
    assert "workers" in why[0] and "in all" in why[0]
    assert "no more" in why[-1]


def test_the_thinking_rival_takes_what_is_worth_most() -> None:
    table = a_table(SOME)
    player = as_rival(table)
    weigher = keen()
    weights = weigher.weights(table)
    turns, _ = decided(table, player, "xawf", weigher)
    found = weighed(prospects.prospects(table, player, "xawf", walkers=2), weights)
    values = {each.move.id: each.value for each in found}
    assert values[turns[0]] == max(values.values())


def test_the_thinking_rival_compares_every_turn_that_rivals_may_take() -> None:
    """Every new worker and every walk that the rules allow, tried one by one: none is worth more."""
    table = a_table({"j10": "whpx", "k10": "xdcw", "k9": "hall"})
    player = as_rival(table)
    worker(player, "j10ne", "k10se")
    worker(table.players[1], "k9ne")
    player.coins = 5
    weights = keen().weights(table)
    tile = "arar"
    found = prospects.prospects(table, player, tile, walkers=2)
    best = max(each.value for each in weighed(found, weights))
    reached = 0.0
    for place in rules.placements(table, tile):
        after = table.copy()
        rules.lay(after, place.cell, place.tile)
        laid = next(turn.laid for turn in found if lays(turn).cell == NAMES[place.cell])
        spots = [(cell, quarter) for cell in after.placed for quarter in range(4)]
        news = [None, *spots]
        walks = [(), *(((start, end),) for start in player.lying for end in spots)]
        for new in news:
            for walk in walks:
                going = Going(new, walk)
                mine = player.copy()
                if rules.why_not_go(after, mine, going) is not None:
                    continue
                coins, table_ = mine.coins, after.copy()
                rules.go(table_, mine, going)
                marked = rules.rivals_marks(after, player, hill_to_mark(after, player, place.cell))
                brute = Prospect(
                    Laid(laid.scene, after, place.cell, player), (Workers(),), marked,
                    Laid(laid.scene, after, place.cell, player).shown_to(mine.lying),
                    len(mine.lying), rules.pilgrims(after, mine), mine.coins - coins,
                )  # fmt: skip
                reached = max(reached, weighed([brute], weights)[0].value)
    assert reached > 0
    assert best >= reached - 1e-9


def test_in_every_turn_a_rival_marks_as_many_terrains_as_its_level_says() -> None:
    table = a_table({"j10": "wwwp", "k10": "wwlw", "j11": "wpww"})
    for level in (1, 2, 3):
        player = as_rival(table, level)
        found = prospects.prospects(table, player, "pbld")
        with_workers = [(turn, act) for turn in found if isinstance(act := turn.acts[0], Workers)]
        assert with_workers and all(act.quarter for _, act in with_workers)
        assert max(prospects.marks(turn) for turn, _ in with_workers) == level


def test_a_rival_takes_the_religion_step_for_a_crag_if_it_is_worth_a_point() -> None:
    table = a_table(SOME)
    player = as_rival(table)
    player.religion = 1  # the third space is worth a point more than the second
    assert prospects.crag_bonus(table, player) == ("religion",)
    player.religion = 2
    assert prospects.crag_bonus(table, player) == ("coin",)


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
    for rival in (*facts.opponent, *facts.thinker):
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
            [Lay("j9", "whlo"), Gain("+coin"), Workers("sw"), Take("house", paid="j9ne")],
            "j9 whlo +coin w sw take house from j9ne",
            "j9 whlo +munt w zw neem huis van j9no",
        ),
        (
            [Lay("j9", "whlo"), Found("ne"), Discs("nw"), Sell("monsanto", "wheat")],
            "j9 whlo castle ne d nw sell Monsanto wheat",
            "j9 whlo kasteel no d nw verkoop Monsanto tarwe",
        ),
        ([Workers("", "+j9ne", ("j9sw>k9se",))], "w +j9ne j9sw>k9se", "w +j9no j9zw>k9zo"),
        (
            [Lay("j9", "whlo"), Discs("nw"), Take("lake", top=True)],
            "j9 whlo d nw take lake top",
            "j9 whlo d nw neem bergmeer top",
        ),
    ],
)
def test_reasons_write_a_turn_as_a_player_of_the_language_would(
    steps: list[Step], english: str, dutch: str
) -> None:
    for language, said in (("en", english), ("nl", dutch)):
        words = Words.of(language, [GAME.folder], strict=True)
        assert words.plain(in_words(a_table({}), steps)) == said
