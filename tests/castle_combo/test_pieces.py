"""Where every piece lies, and what taking back tells."""

from __future__ import annotations

from random import Random

import pytest

from automa.castle_combo.game import Play
from automa.dialogue import Ask
from automa.game import Setup
from automa.pieces import counted, difference, instructions
from solo.words.sentences import Words
from tests.atable import at_random, steps
from tests.castle_combo.positions import people, tables
from tests.castle_combo.test_game import begun

EN, NL = (Words.of(lang, ["castle_combo"], strict=True) for lang in ("en", "nl"))


def taken_back(*answers: str) -> tuple[list[str], list[str]]:
    """What to do at the table to be where one was before these answers, in either language."""
    talk = begun()
    before = talk.script.pieces()
    after = talk.say(*answers).script.pieces()
    acts = instructions(difference(after, before))
    return [EN.plain(act) for act in acts], [NL.plain(act) for act in acts]


def test_a_turn_taken_back_is_the_card_the_gold_and_the_new_card() -> None:
    english, dutch = taken_back("spy", "baker")
    assert english == [
        "Move Spy from c3 of your tableau to the display of the Village.",
        "You take 3 gold from the supply.",
        "Put Baker from the display of the Village back on top of the deck of the Village.",
    ]
    assert dutch == [
        "Verplaats Spy van c3 van jouw tableau naar de open kaarten van het Dorp.",
        "Jij neemt 3 goud uit de voorraad.",
        "Leg Baker van de open kaarten van het Dorp terug boven op de stapel van het Dorp.",
    ]


def test_a_key_for_the_messenger_taken_back() -> None:
    assert taken_back("m")[0] == [
        "Move the messenger from the Castle to the Village.",
        "You take 1 key from the supply.",
    ]


def test_a_card_face_down_taken_back_is_turned_up() -> None:
    english, _ = taken_back("vicar down", "baker")
    assert english[0] == "Move Vicar from c3 of your tableau to the display of the Village, face up."


@pytest.mark.parametrize("cards", ["app", "table"])
@pytest.mark.parametrize("last_refill", ["skip", "refill"])
def test_the_box_holds_all_pieces_throughout(cards: str, last_refill: str) -> None:
    """78 cards, the messenger, 100 gold and 60 keys, whoever turns up the cards."""
    for players in range(2, 6):
        names = [f"player-{place}" for place in range(players)]
        script = Play(Setup(people(*names), tables(), {"last-refill": last_refill}, cards))
        for item in steps(script, at_random(Random(players))):
            if isinstance(item, Ask):
                totals: dict[str, int] = {}
                for (piece, _), count in counted(script.pieces()).items():
                    totals[piece] = totals.get(piece, 0) + count
                assert (totals.pop("gold"), totals.pop("keys"), len(totals)) == (100, 60, 79)
                assert set(totals.values()) == {1}
