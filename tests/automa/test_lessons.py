"""Making an opponent of one's own: a free name, a sentence, priorities one at a time, until it is right."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any, Literal, TypeAlias

import pytest

from automa.dialogue import Ask, Choose, Refused, Tell
from automa.lessons import LONGEST_CHARACTER, MOST_PRIORITIES, Talk, ask_wants, own_opponent
from automa.picture import Heading, Picture
from automa.priorities import Least, Listed, Most, Strength

Measure: TypeAlias = Literal["price", "fields"]


class Plan(Listed, frozen=True, kw_only=True):
    plots: tuple[Most[Measure] | Least[Measure], ...]
    strength: Strength | None = None


WANTS: list[Most[Measure] | Least[Measure]] = [Most("fields"), Least("price"), Most("fields", within=2)]
HOUSE = {"gaffer": Plan(name="Gaffer", house=True, plots=())}
MINE = {"my-aunt": Plan(name="My Aunt", character="Mine.", plots=())}
THINKERS = {"bot": Listed(name="Bot", house=True)}


def ask_plan(name: str, character: str) -> Talk[Plan]:
    plots = yield from ask_wants("acres.teach.plots", "acres", name, WANTS)
    return Plan(name=name, character=character, plots=plots)


def hold(*answers: Any) -> tuple[dict[str, Any], list[Ask | Tell | Picture]]:
    """The lesson with these answers: what it teaches and what was said."""
    tables = SimpleNamespace(opponents=SimpleNamespace(opponent={**HOUSE, **MINE}, thinker=THINKERS))
    lesson = own_opponent(ask_plan, lambda plan: [Heading(plan.name)], tables)
    said: list[Ask | Tell | Picture] = []
    given = iter(answers)
    reply: Any = None
    while True:
        try:
            item = lesson.send(reply)
        except StopIteration as over:
            return over.value, said
        said.append(item)
        reply = item.check(next(given)) if isinstance(item, Ask) else None


def test_what_is_entered_stands_in_the_table() -> None:
    taught, said = hold("Old Bea", " She likes   fields. ", "most-fields", "least-price", "enough", True)
    assert taught == {
        "opponents": {
            "opponent": {
                "old-bea": {
                    "name": "Old Bea",
                    "character": "She likes fields.",
                    "plots": [{"want": "most", "of": "fields"}, {"want": "least", "of": "price"}],
                }
            }
        }
    }
    assert [Heading("Old Bea"), Heading("Old Bea")] in said


def test_what_is_not_right_is_made_anew() -> None:
    taught, _ = hold("Bea", "B.", "most-fields", "enough", False, "Bob", "B.", "least-price", "enough", True)
    assert list(taught["opponents"]["opponent"]) == ["bob"]


@pytest.mark.parametrize("name", ["gaffer", "GAFFER", "Bot"])
def test_a_name_that_is_taken_is_asked_for_again(name: str) -> None:
    taught, said = hold(name, "Bea", "B.", "most-fields", "enough", True)
    assert list(taught["opponents"]["opponent"]) == ["bea"]
    assert [item.id for item in said if isinstance(item, Tell)][1:] == ["opponents.teach.name-taken"]


@pytest.mark.parametrize("name", ["!?", "you", "table"])
def test_a_name_that_gives_no_id_is_asked_for_again(name: str) -> None:
    _, said = hold(name, "Bea", "B.", "most-fields", "enough", True)
    assert [item.id for item in said if isinstance(item, Tell)][1:] == ["opponents.teach.name-letters"]


def test_one_s_own_opponent_can_be_made_anew_under_its_name() -> None:
    taught, _ = hold("My Aunt", "M.", "most-fields", "enough", True)
    assert list(taught["opponents"]["opponent"]) == ["my-aunt"]


@pytest.mark.parametrize("sentence", ["", " ", "x" * (LONGEST_CHARACTER + 1), "a\x1bb"])
def test_a_character_is_a_sentence_of_reasonable_length(sentence: str) -> None:
    with pytest.raises(Refused):
        hold("Bea", sentence)


def test_priorities_end_when_there_are_no_more_and_the_first_cannot_be_left_out() -> None:
    taught, said = hold("Bea", "B.", "most-fields", "least-price", "most-fields-2", True)
    assert len(taught["opponents"]["opponent"]["bea"]["plots"]) == len(WANTS) < MOST_PRIORITIES
    first, second, *_ = (item for item in said if isinstance(item, Choose))
    assert "enough" not in [option.id for option in first.options]
    assert second.options[0].id == "enough"
