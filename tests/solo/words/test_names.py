"""What is typed for options: the numbers of a turn."""

from __future__ import annotations

from automa.dialogue import YOU, Ask, Choose, Move, Option
from solo.words.names import Numbers, marks
from tests.toy import toy_words

WORDS = toy_words()


def numbered(numbers: Numbers, ask: Ask) -> dict[str, str]:
    """What is typed for the options of a question."""
    numbers.number(ask, WORDS)
    return marks(ask.options, WORDS, ask.marks)


def a_choice(id: str, *names: str) -> Choose:
    return Choose(id, YOU, [Option(name, name.capitalize()) for name in names])


def in_a_turn() -> Numbers:
    """The numbers of a turn that began with a move: build, sell or rest."""
    numbers = Numbers()
    options = [Option(name, name.capitalize()) for name in ("build", "sell", "rest")]
    assert numbered(numbers, Move("toy.turn", YOU, options, read=lambda line, insist: line)) == {
        "build": "1",
        "sell": "2",
        "rest": "3",
    }
    return numbers


def test_a_question_about_things_not_seen_in_this_turn_is_numbered_from_1() -> None:
    numbers = in_a_turn()
    assert numbered(numbers, a_choice("toy.where", "north", "south")) == {"north": "1", "south": "2"}
    assert numbered(numbers, a_choice("toy.what", "wood", "salt")) == {"wood": "1", "salt": "2"}


def test_what_was_seen_in_this_turn_keeps_its_number_and_what_is_new_beside_it_goes_on() -> None:
    numbers = in_a_turn()
    assert numbered(numbers, a_choice("toy.else", "end", "rest")) == {"end": "4", "rest": "3"}
    assert numbered(numbers, a_choice("toy.else", "end", "wait")) == {"end": "4", "wait": "5"}


def test_a_question_that_is_asked_again_goes_on_with_its_numbers() -> None:
    numbers = in_a_turn()
    assert numbered(numbers, a_choice("toy.where", "north", "south")) == {"north": "1", "south": "2"}
    again = numbered(numbers, a_choice("toy.where", "east", "west"))
    assert not {"1", "2", "3"} & set(again.values())


def test_where_two_lists_that_began_at_1_meet_the_second_thing_gets_another_number() -> None:
    numbers = in_a_turn()
    numbered(numbers, a_choice("toy.where", "north", "south"))
    numbered(numbers, a_choice("toy.what", "wood", "salt"))
    both = a_choice("toy.both", "north", "south", "salt")
    assert numbered(numbers, both) == {"north": "1", "south": "2", "salt": "3"}


def test_in_the_next_turn_all_begins_anew() -> None:
    numbers = in_a_turn()
    numbers.forget()
    assert numbered(numbers, a_choice("toy.else", "end", "rest")) == {"end": "1", "rest": "2"}
