"""A turn in one line: what may come next, and how it is written. What it means is in game/test_yours."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from automa.dialogue import Refused
from automa.valeria.notation import ACTIONS, TURN, Yours
from solo.showing.question import detail_of
from solo.words.names import shown_name
from solo.words.sentences import LANGUAGES, Words
from tests.valeria.positions import a_table

WORDS = {lang: Words.of(lang, ["valeria"], strict=True) for lang in LANGUAGES}
DICE = {"wood": "", "gold": ""}


def yours() -> Yours:
    """Wood and gold to spend; Manor 1 and the Monk are taken."""
    state = a_table(yours={"dice": ["wood", "gold", "gold"], "manors": {"1": "penumbra"}, "cards": ["monk"]})
    return Yours(state, ACTIONS)


def offered(typed: str) -> dict[str, str]:
    return {option.id: detail_of(option, WORDS["en"]) for option, _ in TURN.next(typed, yours())}


@pytest.mark.parametrize(
    ("typed", "offers"),
    [
        ("ma", {"manor": "3 wood, +1 gold each there"}),
        ("tempe", {"temple": "2 stone, +1 gold each there"}),
        ("kad", {"wharf": "crates, Ship, Sail"}),
        ("wharf ", DICE),
        ("wharf h", {"wood": ""}),
        ("wharf gold ", {}),
        ("manor nor", {"nor-high": "Soldier and Holy"}),
        ("manor 3 nor h", {"wood": "", "nor-high": "Soldier and Holy"}),
        ("manor iron 3 ", DICE),
        ("recruit mo", {}),
        ("recruit me", {"merchant": "Worker"}),
        ("statue nor-high ", {"soldier": "", "holy": ""}),
        ("gate pen", {"nor-high/penumbra": "", "penumbra/luna-grove": ""}),
        ("gate nor/p", {"nor-high/penumbra": ""}),
        ("gate nor ", {"bazani-gate/nor-high": "", "nor-high/penumbra": ""}),
        ("fly ", {}),
    ],
)
def test_what_may_come_next(typed: str, offers: dict[str, str]) -> None:
    assert offered(typed) == offers


def test_only_what_can_be_is_offered() -> None:
    assert "1" not in offered("manor ")
    assert "monk" not in offered("recruit ")


BEGUN = (
    "m",
    "manor ",
    "manor 3 ",
    "recruit ",
    "recruit thief ",
    "harvest ",
    "gate ",
    "gate nor/",
    "statue iron ",
)


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("typed", BEGUN)
def test_what_is_offered_is_understood_in_the_language_it_is_shown_in(typed: str, lang: str) -> None:
    at = yours()
    assert TURN.next(typed, at)
    for option, letters in TURN.next(typed, at):
        line = typed[: len(typed) - letters] + shown_name(option, WORDS[lang])
        assert option.id in TURN.write(TURN.read(line, at)).split(" ")


@pytest.mark.parametrize(
    ("lang", "forms", "last"),
    [
        ("en", ["Manor [number] [district] [die]", "Temple [district] [die]"], "Statue [district] [guild]"),
        (
            "nl",
            ["Landhuis [nummer] [wijk] [dobbelsteen]", "Tempel [wijk] [dobbelsteen]"],
            "Standbeeld [wijk] [gilde]",
        ),
    ],
)
def test_help_shows_every_action_and_what_can_be_said_of_it(lang: str, forms: list[str], last: str) -> None:
    lines = WORDS[lang].plain(TURN.help()).split("\n")
    assert lines[1:3] == forms
    assert lines[len(ACTIONS)] == last
    assert len(lines) == 1 + len(ACTIONS) + 6


VOCABULARY = (
    "manor temple recruit harvest gate ward-tower statue wharf landhuis nor-high nor/pen iron pit 3 8 monk "
    "thief s holy shadow wood gold hout bazani gate –"
)


@given(st.text(max_size=30) | st.lists(st.sampled_from(VOCABULARY.split()), max_size=6).map(" ".join))
def test_anything_typed_is_a_turn_or_refused_and_can_be_completed(typed: str) -> None:
    at = yours()
    TURN.next(typed, at)
    try:
        plan = TURN.read(typed, at)
    except Refused:
        return
    written = TURN.write(plan)
    assert TURN.read(written, at) == TURN.recall(written, at) == TURN.check(written, at) == plan
