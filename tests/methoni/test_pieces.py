"""Where every piece lies: as many as the box holds in every mode, and what taking back comes to."""

from __future__ import annotations

from collections import Counter
from functools import partial
from random import Random

import pytest
from msgspec.structs import replace

from automa.dialogue import Answer, Ask
from automa.methoni import rules
from automa.methoni.game import Play
from automa.methoni.pieces import pieces
from automa.pieces import difference, instructions
from solo.words.sentences import Words
from tests.atable import steps
from tests.methoni.positions import a_setup, a_table, border

ENGLISH = Words.of("en", ["methoni"], strict=True)
CARDS = {"card market": 6} | {
    f"card {land}": 9 for land in ("mountain", "forest", "plains", "furrows", "desert", "fields")
}


def at_random(random: Random, ask: Ask) -> Answer:
    return ask.legal(random)


@pytest.mark.parametrize("players", [3, 4, 5])
@pytest.mark.parametrize("cards", ["app", "table"])
@pytest.mark.parametrize("hands", ["app", "table"])
def test_there_are_as_many_pieces_as_the_box_holds(players: int, cards: str, hands: str) -> None:
    """70 ducats, the walls for so many players, 15 houses, 5 villas and 4 towers each; and the cards."""
    setup = replace(a_setup(players, "marina-dandolo alvise-corner", hands=hands), cards=cards)
    script = Play(setup)
    wanted = {"ducats": 70, "walls": {3: 30, 4: 33, 5: 36}[players]}
    for seat in setup.seats:
        wanted |= {f"houses {seat.id}": 15, f"villas {seat.id}": 5, f"towers {seat.id}": 4}
    if cards == hands == "table":
        wanted |= CARDS
    for item in steps(script, partial(at_random, Random(players))):
        if isinstance(item, Ask):
            found: Counter[str] = Counter()
            for lies in script.pieces():
                found[lies.piece.id] += lies.count
            assert found == wanted


def test_taking_back_an_annexation_tells_what_stands_otherwise_and_nothing_else() -> None:
    """Jerry closes C4 for 2 ducats, annexes Evan's C5 for 3, and takes both back."""
    table = a_table(domains=[{"owner": "evan", "spaces": "c5", "houses": "evan"}], walls="c3-c4")
    before = pieces(table.copy(), cards=False)
    jerry, evan = table.players[:2]
    houses = (
        rules.House(table.island.space["c4"].number, 0),
        rules.House(table.island.space["b3"].number, 1),
    )
    claim = rules.build(table, jerry, border(table, "b3-c4"), houses)
    assert claim is not None
    rules.annex(table, jerry, table.domains[0])
    assert (jerry.ducats, evan.ducats) == (16, 23)
    acts = [ENGLISH.plain(text) for text in instructions(difference(pieces(table, cards=False), before))]
    assert acts == [
        "Put a house of Jerry and the tower of Jerry from the Domain with C4 back in the supply of Jerry.",
        "Put a house of Evan from the Domain with C4 back in the supply of Evan.",
        "Move a wall from B3 – C4 to C4 – C5.",
        "Move a house of Evan from B3 to C5.",
        "Put the tower of Evan from the supply of Evan on C5.",
        "Evan gives Jerry 3 ducats.",
        "Jerry takes 1 ducat from the bank.",
    ]
