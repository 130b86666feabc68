"""Steps of a turn: the rules and what is legal are the same, and the journal says what was typed."""

from __future__ import annotations

from random import Random

import pytest

from automa.dialogue import Ask, Refused
from automa.six_castles import GAME
from automa.six_castles.game import Play
from automa.six_castles.rules.turns import TURN, legal
from automa.six_castles.state import State
from automa.six_castles.steps import KINDS, Discs, Explore, Lay, Pay, Sell, Take, Workers, written
from tests.atable import a_setup, at_random, people, steps
from tests.six_castles.positions import a_table, acting, castle, plain, with_line, worker


@pytest.mark.parametrize("seed", range(4))
def test_what_is_legal_is_what_breaks_no_rule_at_every_question_of_a_game(seed: int) -> None:
    script = GAME.script(a_setup(GAME, people(GAME, GAME.players[seed % 3])))
    assert isinstance(script, Play)
    for item in steps(script, at_random(Random(seed))):
        if isinstance(item, Ask) and item.id in (
            "six-castles.place-hand",
            "six-castles.act",
            "six-castles.more",
        ):
            table = script.table
            can = legal(table)
            assert all(TURN.why_not(table, step) is None for step in can)
            existing = [step for kind in KINDS for step in TURN.existing(table, kind) if of_itself(step)]
            allowed = {step for step in existing if TURN.why_not(table, step) is None}
            assert allowed <= set(can), item.id


def of_itself(step: object) -> bool:
    """Whether nothing is said of it that a list of steps leaves open."""
    match step:
        case Lay(tile=tile):
            return not tile
        case Explore(face=face):
            return not face
    return True


def refused(table: State, line: str, *, acts: bool = True) -> str:
    with pytest.raises(Refused) as caught:
        (acting(table) if acts else TURN.at(table)).read(line)
    return plain(caught.value.text)


def a_turn() -> State:
    table = a_table({"j10": "whpl", "k10": "whpc"})
    with_line(table.active, "wcno")
    return table


def test_a_step_that_comes_too_early_or_too_late_is_refused_with_its_place() -> None:
    table = a_turn()
    assert "First lay a tile" in refused(table, "take lake", acts=False)
    assert "says nothing here" in refused(table, "j9 whlo")
    assert "write d or w before it" in refused(table, "sell monsanto wheat")


def test_sales_come_before_landscapes_also_on_one_line_page_9() -> None:
    table = a_table({"j10": "whpl", "k10": "whpc", "j11": "whpc", "k11": "whpc"})
    castle(table, "j10se", "sabugal")
    with_line(table.active, "wlll", cylinder=3)
    acting(table)
    assert TURN.understand(table, "d sell wheat take lake").steps[1:] == [
        Sell("sabugal", "wheat"),
        Take("lake"),
    ]
    assert "Sales come before landscapes" in refused(table, "d take lake sell wheat")


def test_the_uppermost_space_is_taken_only_if_it_is_said() -> None:
    table = a_turn()
    with_line(table.active, "llll", cylinder=3)
    table.taken["lake"] = "juliet"
    acting(table)
    assert "taken by Juliet" in refused(table, "d take lake")
    assert TURN.understand(table, "d take lake top").steps == [Discs(), Take("lake", top=True)]


def test_what_is_typed_in_either_language_is_written_the_same() -> None:
    table = a_turn()
    worker(table.active, "j10ne")
    turn = acting(table)
    assert turn.read("werkers +zo j10no>k10zw") == turn.read("w +se j10ne>k10sw") == "w +k10se j10ne>k10sw"
    assert turn.read("niets") == turn.read("nothing") == "-"


def test_steps_are_written_as_they_are_read() -> None:
    said = [
        Lay("j9", "whlo"),
        Explore("x2", "wcno"),
        Pay(),
        Discs("ne", ">2", ("@7", "@8")),
        Sell("idanha", "wheat"),
    ]
    assert written(said) == "j9 whlo x2 wcno $ d ne >2 @7 @8 sell idanha wheat"
    assert written([Workers("+j9ne", ("j9ne>j10sw",)), Take("house", top=True, paid="j9ne")]) == (
        "w +j9ne j9ne>j10sw take house top from j9ne"
    )
