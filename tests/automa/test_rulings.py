"""Rulings: what holds in a game, what players may change, and what is wrong with a table of them."""

from __future__ import annotations

from automa.dialogue import Text
from automa.rulings import OpenQuestion, Rulings, as_reason, faults, open_to_players
from tests.composed import of_rulings

RULINGS = Rulings(
    {"ties": OpenQuestion(("share", "nobody"), "share"), "letters": OpenQuestion(("fixed",), "fixed")},
)


def test_a_ruling_holds_as_it_was_chosen_or_else_by_default() -> None:
    assert RULINGS.in_force({}) == {"ties": "share", "letters": "fixed"}
    assert RULINGS.in_force({"ties": "nobody"}) == {"ties": "nobody", "letters": "fixed"}


def test_only_what_has_two_answers_is_left_to_the_players() -> None:
    (ruling,) = open_to_players("fair", RULINGS)
    assert (ruling.id, ruling.default, [option.id for option in ruling.options]) == (
        "ties",
        "share",
        ["share", "nobody"],
    )
    assert ruling.question == Text("fair.ruling.ties.question")


def test_every_text_of_a_ruling_is_named() -> None:
    assert list(of_rulings("fair", RULINGS)) == [
        "fair.ruling.ties.question",
        "fair.ruling.ties.reason",
        "fair.ruling.ties.option.share",
        "fair.ruling.ties.option.nobody",
        "fair.ruling.letters.question",
        "fair.ruling.letters.reason",
        "fair.ruling.letters.option.fixed",
    ]


def test_a_reason_names_the_question_and_what_is_done() -> None:
    reason = as_reason("fair", "ties", "nobody")
    assert reason.values["question"] == Text("fair.ruling.ties.question")
    assert reason.values["option"] == Text("fair.ruling.ties.option.nobody")


def test_a_default_must_be_one_of_the_options() -> None:
    wrong = Rulings({"ties": OpenQuestion(("share",), "nobody")})
    assert [key for key, _ in faults(wrong)] == ["rulings.ruling.ties.default"]


def test_a_game_that_says_what_it_knows_gets_just_that() -> None:
    known = {"ties": ("share", "nobody"), "stars": ("yes", "no")}
    assert [key for key, _ in faults(RULINGS, known)] == [
        "rulings.ruling.letters.options",
        "rulings.ruling.stars",
    ]
