"""How a game ended: what decided it, and who comes next."""

from __future__ import annotations

from automa.dialogue import Text
from automa.game import Opponent
from automa.sheet import Column, Line, Sheet
from solo.keeping.history import Played, Rival
from solo.playing.endings import Difference, Ending, differences, next_stronger
from solo.playing.ladders import Rung


def column(seat: str, **points: int) -> Column:
    return Column(seat, seat, [Line(label, number) for label, number in points.items()])


def test_what_decided_is_told_biggest_first_and_equal_lines_not_at_all() -> None:
    mine, theirs = column("you", keys=4, gold=9, cards=30), column("berthold", keys=9, gold=9, cards=10)
    assert differences(mine, theirs) == [Difference("cards", 20), Difference("keys", -5)]


def test_a_line_that_only_one_has_counts_in_full() -> None:
    mine, theirs = column("you", bonus=3), column("berthold", tower=7)
    assert differences(mine, theirs) == [Difference("tower", -7), Difference("bonus", 3)]


def game(opponent: str, *, won: bool) -> Played:
    return Played("", "castle-combo", "", "", 9, [opponent], [Rival(opponent, opponent, "", 8)], won)


def rung(id: str) -> Rung:
    return Rung(Opponent(id, id, Text("x")), "", None)


def test_whoever_won_is_offered_the_next_stronger() -> None:
    rungs = [rung("anna"), rung("bob")]
    assert next_stronger(rungs, game("anna", won=True)) == rungs[1]
    assert next_stronger(rungs, game("anna", won=False)) is None
    assert next_stronger(rungs, game("bob", won=True)) is None


def test_the_sentences_fit_the_result() -> None:
    rival = column("berthold", cards=10)
    assert Sheet(Text("x"), [rival]).columns == [rival]
    ended = Ending(-3, rival, [Difference("cards", -3)], 2, 4, 90, None)
    assert [text.id for text in ended.told()] == ["ending.lost-by", "ending.place"]
    ended = Ending(3, rival, [Difference("cards", 3)], 1, 4, 90, None)
    assert [text.id for text in ended.told()] == ["ending.won-by", "ending.best"]
    assert not list(Ending(0, rival, [], 1, 1, 90, None).told())
