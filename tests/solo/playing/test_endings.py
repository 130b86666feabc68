"""How a game ended: what decided it, and who comes next."""

from __future__ import annotations

from collections.abc import Sequence

from automa.dialogue import Text
from automa.game import Game, Opponent, Tables
from automa.priorities import Strength
from automa.sheet import Column, Line, Sheet
from solo.keeping.history import Played, Rival
from solo.playing.coaching import JudgedTurn, turning_points
from solo.playing.endings import Difference, Ending, differences, next_stronger
from solo.playing.ladders import Rung, ladder
from solo.words.sentences import Words
from tests.atable import tables_of


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
    return Rung(Opponent(id, id, Text("x")), "", None, id)


def test_the_next_stronger_opponent_comes_after_the_strongest_at_the_table() -> None:
    rungs = [rung("anna"), rung("bob")]
    assert next_stronger(rungs, game("anna", won=True)) == rungs[1]
    assert next_stronger(rungs, game("anna", won=False)) == rungs[1]
    assert next_stronger(rungs, game("bob", won=True)) is None


def test_the_sentences_fit_the_result() -> None:
    words = Words.of("en")
    rival = column("berthold", cards=10)
    assert Sheet(Text("x"), [rival]).columns == [rival]
    ended = Ending(-3, rival, [Difference("cards", -3)], ["Old Berthold"], 2, 7, 90, None)
    assert [text.id for text in ended.told()] == ["ending.lost-by", "ending.place.2"]
    assert words.plain(list(ended.told())[1]) == (
        "Your second best of 7 games against Old Berthold; your best is 90 points."
    )
    ended = Ending(3, rival, [Difference("cards", 3)], ["Old Berthold"], 1, 4, 90, None)
    assert [text.id for text in ended.told()] == ["ending.won-by", "ending.place.1"]
    ended = Ending(0, rival, [], ["Old Berthold"], 1, 1, 90, None)
    assert [words.plain(text) for text in ended.told()] == ["Your first game against Old Berthold."]
    ended = Ending(0, rival, [], ["Old Berthold"], 8, 9, 90, None)
    assert "number 8 of your 9" in words.plain(next(ended.told()))


def turn(number: int, cost: float = 0.0, lead: float = 0.0) -> JudgedTurn:
    return JudgedTurn(number, 1, [number], cost=cost, lead=lead, at=number, is_judged=True)


def test_turning_points_are_what_won_or_lost_most_in_the_order_of_playing() -> None:
    turns = [turn(1, cost=2), turn(2, lead=9), turn(3), turn(4, cost=12), turn(5, cost=3)]
    assert [each.round for each in turning_points(turns)] == [2, 4, 5]
    assert turning_points([turn(1), turn(2)]) == []


def measured(id: str, mean: int, level: str = "", levels: Sequence[str] = ()) -> Opponent:
    return Opponent(id, id, Text("x"), levels=levels, strengths={level: Strength(mean, 9)})


class Three(Game):
    id = "three"

    def opponents(self, tables: Tables) -> list[Opponent]:
        marshal = measured("marshal", 50, "gentle", ["gentle", "fierce"])
        return [measured("anna", 60), marshal, measured("bob", 80)]


def test_a_level_that_was_not_measured_stands_beside_the_nearest_that_was_and_has_no_stars() -> None:
    rungs = ladder(Three(), tables_of("castle-combo"), "en")
    assert [rung.wish for rung in rungs] == ["marshal:gentle", "marshal:fierce", "anna", "bob"]
    assert [rung.stars for rung in rungs] == [1, None, 2, 4]
