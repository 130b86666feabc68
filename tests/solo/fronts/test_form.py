"""Questions that are no game, asked in the same way."""

from __future__ import annotations

from collections.abc import Generator
from typing import Any

import pytest

from automa.dialogue import YOU, Confirm, Number, Tell, Text
from automa.picture import Heading
from solo.fronts.form import fill_in
from solo.trouble import Trouble
from tests.solo.fronts.test_session import WORDS, Typist, after, has


def two_numbers() -> Generator[Any, Any, int]:
    yield Tell("toy.round", round=1)
    first: int = yield Number("toy.how-much", YOU, low=0, high=9)
    yield [Heading(Text("toy.table", round=first))]
    second: int = yield Number("toy.load", YOU, low=0, high=9)
    return first + second


def test_a_form_returns_what_its_conversation_returns() -> None:
    typist = Typist(["3", "4"])
    assert fill_in(two_numbers, typist, WORDS) == 7
    lines = typist.paper.getvalue().splitlines()
    assert lines[0] == "Round 1."
    assert has(after(lines, "3"), "The fair in round 3")


def test_undo_and_mending_work_in_a_form() -> None:
    assert fill_in(two_numbers, Typist(["3", "/undo", "5", "4"]), WORDS) == 9
    assert fill_in(two_numbers, Typist(["3", "/mend 1", "8", "1"]), WORDS) == 9


def test_a_form_has_no_game_commands() -> None:
    typist = Typist(["/fix", "?", "3", "4"])
    assert fill_in(two_numbers, typist, WORDS) == 7
    lines = typist.paper.getvalue().splitlines()
    assert has(after(lines, "/fix"), "That command does nothing here")
    assert not has(after(lines, "?"), "/fix")


def test_leaving_a_form_gives_nothing() -> None:
    assert fill_in(two_numbers, Typist(["3", "/quit"]), WORDS) is None
    assert fill_in(two_numbers, Typist(["3"]), WORDS) is None
    with pytest.raises(KeyboardInterrupt):
        fill_in(two_numbers, Typist(["3", KeyboardInterrupt]), WORDS)


def test_no_is_an_answer_and_not_leaving() -> None:
    def sure() -> Generator[Any, Any, bool]:
        answer: bool = yield Confirm("toy.insure", YOU)
        return answer

    assert fill_in(sure, Typist(["no"]), WORDS) is False


def test_trouble_in_a_conversation_ends_it() -> None:
    def troubled() -> Generator[Any, Any, None]:
        yield Number("toy.how-much", YOU, low=0, high=9)
        raise Trouble(Text("trouble.reason.full"))

    with pytest.raises(Trouble):
        fill_in(troubled, Typist(["3", "4"]), WORDS)
