"""Names as people type them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from automa.dialogue import Option, Text
from automa.names import folded, named, nearest, nearest_thing, slug

CARDS = [
    Option("master-at-arms", "Master-at-arms", editions=("Maître d'armes",)),
    Option("seneschal", "Seneschal", also=("Steward",)),
    Option("sister", "Old Sister", editions=("Vieille sœur",)),
    Option("old-mason", "Old Mason"),
    Option("here", Text("some.text")),
]


def found(typed: str) -> list[str]:
    return [card.id for card in named(typed, CARDS)]


def test_accents_capitals_and_marks_between_words_do_not_matter() -> None:
    assert folded("Maître  d'Armes") == "maitre d armes"
    assert folded("Sœur_Æthel") == "soeur aethel"
    assert found("MAITRE D ARMES") == ["master-at-arms"]
    assert found("SÉNESCHAL") == ["seneschal"]


def test_a_question_mark_is_no_answer() -> None:
    assert found("seneschal?") == []


def test_a_whole_name_goes_before_the_beginning_of_a_word() -> None:
    assert found("old") == ["sister", "old-mason"]
    assert found("sister") == ["sister"]  # its id, whole
    assert found("maso") == ["old-mason"]


def test_the_beginning_of_any_word_is_as_good_as_that_of_the_first() -> None:
    assert found("mas") == ["master-at-arms", "old-mason"]


def test_names_of_other_editions_are_understood_in_full_only() -> None:
    assert found("vieille soeur") == ["sister"]
    assert found("vieille") == found("soeur") == []
    assert found("ste") == ["seneschal"]


def test_a_thing_whose_name_is_a_sentence_is_found_by_its_id() -> None:
    assert found("here") == ["here"]


def test_nothing_typed_finds_nothing() -> None:
    assert found("") == found(" -'") == []


@pytest.mark.parametrize(("name", "id"), [("Aunt  Bea!", "aunt-bea"), ("O'Neil 2", "o-neil-2"), ("?!", "")])
def test_a_slug_has_letters_and_figures_with_hyphens_between_words(name: str, id: str) -> None:
    assert slug(name) == id


@given(st.text())
def test_folding_and_slugs_are_stable(text: str) -> None:
    assert folded(folded(text)) == folded(text)
    assert slug(slug(text)) == slug(text)


def test_a_misspelt_name_is_guessed_and_nonsense_is_not() -> None:
    near = nearest_thing("senechall", CARDS)
    assert near is not None
    assert near.id == "seneschal"
    assert nearest_thing("xyzzy", CARDS) is None
    assert nearest("masn", ["mason", "sister"]) == ["mason"]
    assert nearest("", ["mason"]) == []
