"""Where the pieces lie, in every way that a game can be followed."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from automa.dialogue import Ask
from automa.game import Seat, Setup
from automa.pieces import difference, instructions
from automa.six_castles.game import Play
from tests.atable import at_random, steps
from tests.six_castles.positions import a_table, castle, plain, spot, tables, with_line, worker

YOU, ANN = Seat("you", ""), Seat("ann", "Ann")
RIVAL, DUMMY = Seat("rival", "Friar Anselmo", "friar-anselmo", "keen"), Seat("dummy", "The Dummy", "dummy")


@pytest.mark.parametrize("cards", ["app", "table"])
@pytest.mark.parametrize("line", ["full", "light"])
@pytest.mark.parametrize("version", ["advanced", "family"])
@pytest.mark.parametrize("seats", [(YOU, ANN), (YOU, RIVAL, ANN), (YOU, DUMMY)], ids=len)
def test_no_piece_is_lost_or_made_in_a_whole_game(
    cards: str, line: str, version: str, seats: tuple[Seat, ...]
) -> None:
    script = Play(Setup(seats, tables(), {"version": version, "line": line}, cards))
    box = tables().setup.box
    for item in steps(script, at_random(Random(len(seats)))):
        if isinstance(item, Ask):
            found: Counter[str] = Counter()
            for lies in script.pieces():
                found[lies.piece.id] += lies.count
                assert lies.count > 0 or lies.place.home, lies
            land = [count for id, count in found.items() if id.startswith("land tile")]
            assert land == [1] * box.land
            assert found["exploration tile"] + found["drawn exploration tile"] == box.exploration
            assert all(found[f"worker {seat.id}"] == box.workers for seat in seats)
            assert all(found[f"disc {seat.id}"] == box.discs for seat in seats)
            assert all(found[f"cylinder {seat.id}"] == 2 for seat in seats)


@pytest.mark.parametrize("cards", ["app", "table"])
def test_a_tile_taken_back_goes_to_the_hand_and_the_one_drawn_since_to_the_pile(cards: str) -> None:
    script = Play(Setup((YOU, RIVAL), tables(), {"version": "family", "line": "light"}, cards))
    lay = [script.pieces() for item in steps(script, at_random(Random(1))) if isinstance(item, Ask)]
    in_hand = [sum(lies.count for lies in table if lies.place.id == "hand you") for table in lay]
    first, later = in_hand.index(2), max(place for place, held in enumerate(in_hand) if held == 2)
    acts = [plain(text) for text in instructions(difference(lay[later], lay[first]))]
    assert any(" from your hand back on top of the pile of land tiles." in act for act in acts)
    assert any(act.startswith("Move a land tile") and act.endswith(" to your hand.") for act in acts)


def test_an_exploration_tile_taken_back_goes_to_the_hand_and_the_one_drawn_since_to_the_pile() -> None:
    table = a_table({"j10": "wwww"})
    alice = table.players[0]
    with_line(alice, "wcno")
    script = Play(Setup([player.seat for player in table.players], tables(), {}))
    script.table = table
    before = script.pieces()
    assert alice.line is not None
    alice.line.tiles.append("wc")
    alice.extra_tiles, table.pile = 1, table.pile - 1
    acts = [plain(text) for text in instructions(difference(script.pieces(), before))]
    assert len(acts) == 2
    assert acts[0].endswith(" of the exploration line of Alice to the exploration tiles of Alice.")
    assert acts[1].endswith(
        "from the exploration tiles of Alice back on top of the pile of exploration tiles."
    )


def test_what_a_turn_changed_is_told_as_things_to_do() -> None:
    table = a_table({"j10": "wwww", "k10": "wwww", "j11": "wwww"})
    alice = table.players[0]
    with_line(alice, "wcno", discs=[2])
    worker(alice, "j10nw")
    script = Play(Setup([player.seat for player in table.players], tables(), {}))
    script.table = table
    before = script.pieces()
    alice.lying = [spot("k10ne")]
    assert alice.line is not None
    alice.line.discs, alice.coins = [], 4
    alice.sales.append(("monsanto", "wheat"))
    castle(table, "j10se", "monsanto")
    acts = [plain(text) for text in instructions(difference(before, script.pieces()))]
    assert "Move a worker of Alice from j10nw to k10ne." in acts
    assert (
        "Move a disc of Alice from space 3 of the exploration line of Alice to the wheat market of Monsanto."
        in acts
    )
    assert "Alice takes 4 half-coins from the supply of coins." in acts
    assert len(acts) == 4
