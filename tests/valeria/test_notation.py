"""A turn in one line: what may come next, and how it is written. What it means is in game/test_yours."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from automa.dialogue import Refused
from automa.valeria.notation import ACTIONS, DRAFT, TURN, Yours, turn
from solo.showing.question import detail_of
from solo.words.names import shown_name
from solo.words.sentences import LANGUAGES, Words
from tests.valeria.positions import a_table

WORDS = {lang: Words.of(lang, ["valeria"], strict=True) for lang in LANGUAGES}
DICE = {"wood": "", "gold": ""}
GUILDS = {"worker": "", "soldier": "", "shadow": "", "holy": ""}


def yours() -> Yours:
    """Wood and gold to spend; Manor 1 and the Monk are taken."""
    state = a_table(yours={"dice": ["wood", "gold", "gold"], "manors": {"1": "penumbra"}, "cards": ["monk"]})
    return Yours(state)


def offered(typed: str) -> dict[str, str]:
    return {option.id: detail_of(option, WORDS["en"]) for option, _ in TURN.next(typed, yours())}


@pytest.mark.parametrize(
    ("typed", "offers"),
    [
        ("ma", {"manor": "3 wood, +1 gold each there"}),
        ("tempe", {"temple": "2 stone, +1 gold each there"}),
        ("kad", {"wharf": "crates, Ship, Sail"}),
        ("wharf ", {**DICE, "buy": "", "sell": "", "ship": "", "stop": ""}),
        ("wharf h", {"wood": ""}),
        ("wharf gold sell ", {"vp": "", "gold": "", **GUILDS}),
        ("wharf gold buy 2 ", {"ship": "", "stop": ""}),
        ("wharf gold ship nor-high sail ", {"nor-high": "Soldier and Holy"}),
        ("manor nor", {"nor-high": "Soldier and Holy"}),
        ("manor archi", {"3": "Architect's Manor"}),
        ("manor 3 nor h", {"wood": "", "nor-high": "Soldier and Holy", "holy": ""}),
        ("manor iron 3 ", {**DICE, "soldier": "", "shadow": "", "stop": ""}),
        ("recruit mo", {}),
        ("recruit me", {"merchant": "Worker"}),
        ("statue nor-high ", {"soldier": "", "holy": "", "stop": ""}),
        ("gate pen", {"nor-high/penumbra": "", "penumbra/luna-grove": ""}),
        ("gate nor/p", {"nor-high/penumbra": ""}),
        ("gate nor ", {"bazani-gate/nor-high": "", "nor-high/penumbra": ""}),
        ("fly ", {}),
    ],
)
def test_what_may_come_next(typed: str, offers: dict[str, str]) -> None:
    assert offered(typed) == offers


def test_behind_a_whole_action_another_may_follow() -> None:
    line = turn(yours())
    assert [option.id for option, _ in line.next("temple nor gold ")] == ["stop", "then"]
    after = [option.id for option, _ in line.next("temple nor gold then ")]
    assert after == ["gate", "ward-tower", "statue", "other", "done"]
    assert [option.id for option, _ in line.next("temple nor dan gate nor/p")] == ["nor-high/penumbra"]
    assert line.next("fly then ") == []


def test_only_what_can_be_is_offered() -> None:
    assert "1" not in offered("manor ")
    assert "monk" not in offered("recruit ")


LEADS = ("sell", "ship", "sail")
"""Words behind which something must come."""
BEGUN = (
    "m",
    "manor ",
    "manor 3 ",
    "recruit ",
    "recruit thief ",
    "harvest ",
    "wharf ",
    "wharf gold sell ",
    "wharf ship nor-high ",
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
        if option.id in LEADS:
            assert TURN.next(f"{line} ", at)
        else:
            assert option.id in TURN.write(TURN.read(line, at)).split(" ")


@pytest.mark.parametrize(
    ("lang", "forms"),
    [
        (
            "en",
            {
                1: "die [as face] [power …] [guild …] [.]",
                2: "Manor [manor] [district] [die] [as face] [extra guild] [.]",
                6: "Wharf [die] [as face] [guild] [buy …] [sell price …] [sail from to] [ship district] "
                "[sail from to] [.]",
                9: "Statue [district] [guild] [.]",
                10: "other [gain …] [.]",
                11: "done",
            },
        ),
        (
            "nl",
            {
                1: "dobbelsteen [als symbool] [kracht …] [gilde …] [.]",
                2: "Landhuis [landhuis] [wijk] [dobbelsteen] [als symbool] [extra gilde] [.]",
                9: "Standbeeld [wijk] [gilde] [.]",
                11: "klaar",
            },
        ),
    ],
)
def test_help_shows_every_action_and_what_can_be_said_of_it(lang: str, forms: dict[int, str]) -> None:
    lines = WORDS[lang].plain(TURN.help()).split("\n")
    assert {place: lines[place] for place in forms} == forms
    meant = [line.split(":")[0] for line in lines[2 + len(ACTIONS) :]]
    assert len(meant) == len(set(meant)) == 14


VOCABULARY = (
    "manor temple recruit harvest gate ward-tower statue wharf landhuis nor-high nor/pen iron pit 3 8 monk "
    "thief guard s holy shadow wood gold hout bazani gate – as leftover buy sell vp 2 ship sail other done ."
)


@given(st.text(max_size=30) | st.lists(st.sampled_from(VOCABULARY.split()), max_size=8).map(" ".join))
def test_anything_typed_is_a_turn_or_refused_and_can_be_completed(typed: str) -> None:
    for at in (yours(), Yours(yours().state, built=False, acted=True)):
        TURN.next(typed, at)
        try:
            plan = TURN.read(typed, at)
        except Refused:
            continue
        written = TURN.write(plan)
        assert TURN.read(written, at) == TURN.recall(written, at) == TURN.check(written, at) == plan


@given(st.lists(st.sampled_from(["then", "dan", *VOCABULARY.split()]), max_size=12).map(" ".join))
def test_a_line_of_several_actions_is_written_as_it_is_read(typed: str) -> None:
    line = turn(yours())
    line.next(typed)
    try:
        written = line.read(typed)
    except Refused:
        return
    assert line.read(written) == line.check(written) == written
    assert " then ".join(map(TURN.write, line.recall(written))) == written


DIE_WORDS = "wood gold infl influence as magic holy shadow 2 bishop engineer stop . then"


@given(st.text(max_size=20) | st.lists(st.sampled_from(DIE_WORDS.split()), max_size=6).map(" ".join))
def test_anything_typed_is_a_die_or_refused(typed: str) -> None:
    state = a_table(yours={"cards": ["bishop", "engineer", "cleric"]})
    state.pool.update({"gold": 1, "influence": 2})
    at = Yours(state)
    DRAFT.next(typed, at)
    try:
        drafted = DRAFT.read(typed, at)
    except Refused:
        return
    written = DRAFT.write(drafted)
    assert DRAFT.read(written, at) == DRAFT.recall(written, at) == DRAFT.check(written, at) == drafted
