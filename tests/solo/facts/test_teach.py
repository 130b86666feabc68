"""Teaching the app: going through what is assumed, one value, a lesson; and the tables as they are shown."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from automa.dialogue import Ask, Choose, Confirm, Move, Number, Refused, Several, Tell, Text
from automa.game import Questions
from automa.picture import Heading, Lines, Picture
from solo.facts.overlay import Fact, Facts, load
from solo.facts.taught import taught_text
from solo.facts.teach import (
    check,
    common_key,
    grouped,
    lesson,
    lessons,
    picture_of,
    show,
    teach_values,
)
from solo.facts.telling import ask_facts, ask_value
from solo.facts.trees import lesson_at, with_lesson, without_fact
from solo.games import game_named
from solo.trouble import Trouble
from solo.words.sentences import Words
from tests.solo.orchard import GAME, TEACHING, TREES, lay_out, said


def teaching(facts: Facts) -> Facts:
    """The same facts, of the game that has lessons and drawings of its own."""
    return replace(facts, game=TEACHING)


Tree = dict[str, Any]


@pytest.fixture
def known(tmp_path: Path) -> Facts:
    return load(GAME, root=lay_out(tmp_path))


class Table:
    """A player with their answers ready, who notes all that is shown and kept."""

    def __init__(self, *answers: Any) -> None:
        self.answers = list(answers)
        self.asked: list[Ask] = []
        self.told: list[str] = []
        self.drawn: list[Picture] = []
        self.kept: Tree = {}

    def answer(self, ask: Ask) -> Any:
        self.asked.append(ask)
        if not self.answers:
            raise KeyboardInterrupt
        return ask.check(self.answers.pop(0))

    def tell(self, tell: Tell) -> None:
        self.told.append(Words.of("en").plain(tell))

    def save(self, lesson: Tree) -> None:
        self.kept = with_lesson(self.kept, lesson)

    def run(self, questions: Questions[Any]) -> Any:
        """Answer everything, and return what comes of it."""
        reply: Any = None
        while True:
            try:
                item = questions.send(reply)
            except StopIteration as over:
                return over.value
            reply = None
            match item:
                case Ask():
                    reply = self.answer(item)
                case Tell():
                    self.tell(item)
                case _:
                    self.drawn.append(item)


def message(trouble: pytest.ExceptionInfo[Trouble]) -> str:
    assert said(trouble.value, "nl")
    return said(trouble.value)


# ---- Checking


def test_facts_are_checked_by_tables_that_can_be_seen_at_one_look(known: Facts) -> None:
    assert [[fact.key for fact in group] for group in grouped(known.assumed())] == [
        ["market.stall.open", "market.stall.places", "market.stall.order"],
        [
            "trees.tree.pear.colour",
            "trees.tree.plum.name",
            "trees.tree.plum.price",
            "trees.tree.plum.colour",
            "trees.tree.plum.evergreen",
        ],
    ]


def test_no_group_is_too_large_to_look_at_and_none_is_lost() -> None:
    many = [Fact(f"citizens.citizen.c{number}.guild", "holy", "assumed") for number in range(28)]
    many += [Fact(f"track.{track}.{space}", 1, "assumed") for track in range(3) for space in range(30)]
    groups = grouped(many)
    assert max(len(group) for group in groups) == 12
    assert [fact for group in groups for fact in group] == many
    assert [common_key([fact.key for fact in group]) for group in groups[:4]] == [
        "citizens.citizen",
        "citizens.citizen",
        "citizens.citizen",
        "track.0",
    ]


def test_when_nothing_is_assumed_the_check_says_so(known: Facts) -> None:
    certain = known.with_taught({"market": known.tree["market"], "trees": known.tree["trees"]})
    table = Table()
    assert table.run(check(certain, table.save)) is certain
    assert table.told == ["Nothing about The Orchard is assumed: there is nothing to check."]


def test_what_is_right_becomes_taught(known: Facts) -> None:
    table = Table("right", "right")
    after = table.run(check(known, table.save))
    assert after.assumed() == []
    assert after.tables == known.tables
    assert table.kept == after.taught
    assert table.told == [
        "8 facts about The Orchard are assumed. "
        "Lay your components beside this; every answer is kept at once.",
        "Kept: 3 facts.",
        "Kept: 5 facts.",
        "Everything about The Orchard is checked now.",
    ]
    assert [Words.of("en").plain(ask.text) for ask in table.asked] == [
        "(1 of 2) Is this what your components show?",
        "(2 of 2) Is this what your components show?",
    ]


def test_what_is_skipped_stays_assumed(known: Facts) -> None:
    table = Table("right", "skip")
    after = table.run(check(known, table.save))
    assert table.kept == {"market": {"stall": known.value("market.stall")}}
    assert len(after.assumed()) == 5
    assert table.told[-1] == "5 facts about The Orchard are still assumed."


def test_stopping_keeps_what_was_answered(known: Facts) -> None:
    table = Table("right", "stop")
    after = table.run(check(known, table.save))
    assert set(table.kept) == {"market"}
    assert len(after.assumed()) == 5


def test_an_interrupt_loses_nothing_that_was_answered(known: Facts) -> None:
    table = Table("right", "wrong", ["trees.tree.plum.price"])
    with pytest.raises(KeyboardInterrupt):
        table.run(check(known, table.save))
    assert table.kept == {"market": {"stall": known.value("market.stall")}}


def test_what_is_wrong_is_corrected_and_the_rest_of_the_table_confirmed(known: Facts) -> None:
    table = Table(
        "wrong",
        ["market.stall.open", "market.stall.places", "market.stall.order"],
        False,
        "8",
        "south, north, east",
        "wrong",
        ["trees.tree.pear.colour", "trees.tree.plum.price"],
        "purple",
        7,
    )
    after = table.run(check(known, table.save))
    assert table.kept == {
        "market": {"stall": {"open": False, "places": 8, "order": ["south", "north", "east"]}},
        "trees": {
            "tree": {
                "pear": {"colour": "purple"},
                "plum": {"name": "Plum tree", "price": 7, "colour": "purple", "evergreen": True},
            }
        },
    }
    assert after.tables.market.stall.places == 8
    assert [type(ask) for ask in table.asked] == [
        Choose,
        Several,
        Confirm,
        Move,
        Move,
        Choose,
        Several,
        Choose,
        Number,
    ]


def test_of_a_single_fact_nobody_asks_which_is_wrong(known: Facts) -> None:
    stall, plum = known.value("market.stall"), known.value("trees.tree.plum")
    alone = known.with_taught({"market": {"stall": stall}, "trees": {"tree": {"plum": plum}}})
    table = Table("wrong", "red")
    after = table.run(check(alone, table.save))
    assert after.tables.trees.tree["pear"].colour == "red"
    assert table.kept == {"trees": {"tree": {"pear": {"colour": "red"}}}}


def test_a_correction_that_cannot_be_is_told_and_what_was_entered_besides_stays(known: Facts) -> None:
    wrong = ["market.stall.order", "market.stall.places"]
    table = Table("wrong", wrong, "7", "north north east", wrong[:1], "east north south", "stop")
    after = table.run(check(known, table.save))
    assert table.told[1] == "That cannot be, and nothing was changed. orchard.twice-in-order"
    asked = ["teach.value", "teach.value", "teach.which-are-wrong", "teach.value"]
    assert [ask.text.id for ask in table.asked[2:6]] == asked
    assert after.value("market.stall.places") == 7
    assert after.value("market.stall.order") == ["east", "north", "south"]


def test_a_lesson_that_cannot_be_can_be_broken_off_with_nothing_changed(known: Facts) -> None:
    table = Table("wrong", ["market.stall.order"], "[north, north, east]")
    with pytest.raises(KeyboardInterrupt):
        table.run(check(known, table.save))
    assert table.kept == {}


def test_what_is_asked_is_said_in_words_and_a_list_as_people_write_it() -> None:
    game = game_named("valeria")
    facts = load(game)
    said = Words.of("nl", [game.folder])
    food = next(fact for fact in facts.assumed() if fact.key == "citizens.food")
    ask = next(ask_value(facts, food))
    assert isinstance(ask, Move)
    assert said.plain(ask.text) == (
        "“Voedsel onder de burgers, van de rand naar het midden: 1, 2, 2 en 3.” Wat moet het zijn?"
    )
    assert [option.name for option in ask.options] == ["1, 2, 2, 3"]
    with pytest.raises(Refused) as refused:
        ask.read("a b", False)
    assert "citizens" not in said.plain(refused.value.text)
    for fact in facts.assumed():
        asked = next(ask_facts(facts, fact.key))
        if isinstance(asked, Ask):
            assert fact.key not in said.plain(asked.text)


def test_two_facts_that_only_go_together_are_corrected_together(tmp_path: Path) -> None:
    """Two names swapped: neither change alone would be allowed."""
    fig = '[tree.fig]\nsource = "assumed"\nname = "Fig tree"\nprice = 1\ncolour = "red"\n'
    assumed = load(GAME, root=lay_out(tmp_path, trees=TREES + fig))
    names = ["trees.tree.plum.name", "trees.tree.fig.name"]
    table = Table("skip", "wrong", names, "Fig tree", "Plum tree")
    after = table.run(check(assumed, table.save))
    assert after.tables.trees.tree["plum"].name == "Fig tree"
    assert after.tables.trees.tree["fig"].name == "Plum tree"


def test_a_value_in_writing_is_refused_until_it_fits(known: Facts) -> None:
    talk = ask_value(known, Fact("market.stall.order", ["north", "south", "east"], "assumed"))
    ask = next(talk)
    assert isinstance(ask, Move)
    with pytest.raises(Refused) as refused:
        ask.check("north, sout, east")
    assert Words.of("en").plain(refused.value.text) == (
        'It cannot be "sout"; did you mean south? Allowed: east, north, south.'
    )
    assert ask.check("north south east") == '["north", "south", "east"]'
    assert ask.check(ask.legal(Random(1))) == '["north", "south", "east"]'


def test_the_component_is_drawn_beside_the_question(known: Facts) -> None:
    group = grouped(known.assumed())[0]
    assert picture_of(teaching(known), group)[0] == Heading("drawing of market.stall")
    plain = picture_of(known, group)
    assert plain[0] == Heading("[market.stall]")
    assert isinstance(plain[1], Lines)
    assert [Words.of("en").plain(line[0].text) for line in plain[1].lines] == [
        "market.stall.open = true",
        "market.stall.places = 6",
        'market.stall.order = ["north", "south", "east"]',
    ]


def test_a_game_says_its_facts_in_its_own_words(known: Facts) -> None:
    talk = ask_value(teaching(known), Fact("trees.tree.pear.colour", "green", "assumed"))
    ask = next(talk)
    assert isinstance(ask, Choose)
    assert ask.default is None
    assert [option.name for option in ask.options] == [
        Text("orchard.colour", tree="pear", colour=colour) for colour in ("green", "purple", "red")
    ]


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=60, deadline=None)
@given(st.integers(0, 10_000))
def test_any_legal_answers_lead_to_the_end_and_all_that_is_kept_is_right(known: Facts, seed: int) -> None:
    random = Random(seed)
    kept: Tree = {}

    def save(lesson: Tree) -> None:
        nonlocal kept
        kept = with_lesson(kept, lesson)
        known.with_taught(kept)

    class Anybody(Table):
        def answer(self, ask: Ask) -> Any:
            return ask.check(ask.legal(random))

    after = Anybody().run(check(known, save))
    assert after.taught == kept


# ---- One value


@pytest.mark.parametrize(
    ("key", "written", "value"),
    [
        ("trees.tree.plum.price", "5", 5),
        ("trees.tree.plum.price", " 0 ", 0),
        ("trees.tree.plum.colour", "red", "red"),
        ("trees.tree.plum.colour", '"red"', "red"),
        ("trees.tree.plum.name", "1923", "1923"),
        ("trees.tree.plum.name", "Old plum tree", "Old plum tree"),
        ("trees.tree.plum.name", '"true"', "true"),
        ("trees.tree.plum.name", "1979-05-27", "1979-05-27"),
        ("trees.tree.plum.evergreen", "false", False),
        ("trees.tree.plum.height", "2", 2),
        ("market.stall.order", "[south, north, east]", ["south", "north", "east"]),
        ("market.stall.order", "south north east", ["south", "north", "east"]),
        ("market.stall.order", '["south", "north", "east"]', ["south", "north", "east"]),
        ("trees.tree.plum.gains", '[{ do = "pick", amount = 3 }]', [{"do": "pick", "amount": 3}]),
        ("trees.tree.plum.gains", "[]", []),
    ],
)
def test_a_value_is_written_as_in_toml_or_as_a_word(known: Facts, key: str, written: str, value: Any) -> None:
    after = teach_values(known, {key: written})
    assert after.value(key) == value
    assert after.source(key) == "taught"


def test_a_new_thing_is_written_as_a_table(known: Facts) -> None:
    taught = teach_values(known, {"trees.tree.fig": '{ name = "Fig tree", price = 1, colour = "purple" }'})
    assert taught.tables.trees.tree["fig"].name == "Fig tree"


def test_a_table_that_is_written_out_is_all_of_it(known: Facts) -> None:
    taught = teach_values(known, {"trees.tree.plum": '{ name = "Plum", price = 1, colour = "red" }'})
    assert not taught.tables.trees.tree["plum"].evergreen


@pytest.mark.parametrize(
    ("key", "written", "expected"),
    [
        (
            "trees.tree.plum.price",
            "lots",
            'What you entered: trees.tree.plum.price is "lots"; allowed: a whole number from 0 to 9.',
        ),
        (
            "trees.tree.plum.price",
            "10",
            "What you entered: trees.tree.plum.price is 10; allowed: a whole number from 0 to 9.",
        ),
        (
            "trees.tree.plum.colour",
            "purpel",
            'What you entered: trees.tree.plum.colour is "purpel"; did you mean purple? '
            "Allowed: green, purple, red.",
        ),
        (
            "market.stall.order",
            "south north",
            'What you entered: market.stall.order is ["south", "north"]; '
            "allowed: a list of 3 (of east, north, south).",
        ),
        (
            "market.stall.order",
            "south north north",
            "What you entered: market.stall.order: orchard.twice-in-order",
        ),
        (
            "trees.tree.plum.gains",
            '[{ do = "pick" }]',
            "What you entered: amount of trees.tree.plum.gains, item 1 is missing; "
            "it should be a whole number.",
        ),
        (
            "trees.tree.plum",
            "7",
            "What you entered: trees.tree.plum is 7; allowed: a table.",
        ),
        (
            "trees.tree.fig",
            '{ name = "Fig tree" }',
            "What you entered: trees.tree.fig.price is missing; it should be a whole number from 0 to 9.",
        ),
        (
            "trees.tree.apple.price",
            "4",
            "The rulebook says that trees.tree.apple.price is 3; "
            "add --force to teach something else all the same.",
        ),
        (
            "trees.tree.plumm.price",
            "4",
            "There is no trees.tree.plumm.price; did you mean trees.tree.plum.price?",
        ),
        (
            "trees.tree.plum.prise",
            "4",
            "There is no trees.tree.plum.prise; did you mean trees.tree.plum.price?",
        ),
        ("qqq", "4", "There is no qqq; there are market and trees."),
        ("", "4", "There is no ; there are market and trees."),
        (
            "trees.tree.plum.name",
            "\udcff",
            "trees.tree.plum.name: that text holds characters that cannot be saved.",
        ),
    ],
)
def test_a_value_that_cannot_be_is_one_sentence(known: Facts, key: str, written: str, expected: str) -> None:
    with pytest.raises(Trouble) as trouble:
        teach_values(known, {key: written})
    assert message(trouble) == expected


def test_the_rulebook_is_overruled_on_purpose(known: Facts) -> None:
    taught = teach_values(known, {"trees.tree.apple.price": "4"}, force=True)
    assert taught.tables.trees.tree["apple"].price == 4


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=200, deadline=None)
@given(
    st.sampled_from(
        ["trees.tree.plum.name", "market.stall.order", "trees.tree.plum", "market.chart.1", "trees.tree.x"]
    )
    | st.text(max_size=20),
    st.text(max_size=30)
    | st.sampled_from(["[", "{}", "[[[[", "'", "1\nx = 2", "{ a = 1 }", "nan", "9" * 5000]),
)
@example('#"', "")
@example("trees={'a'=1,b=2}#", "4")
def test_anything_written_is_taught_or_trouble(known: Facts, key: str, written: str) -> None:
    try:
        taught = teach_values(known, {key: written}).taught
    except Trouble as trouble:
        assert "\n" not in Words.of("en").plain(trouble.text).replace(key, "")
    else:
        assert known.with_taught(taught).taught == taught
        taught_text(GAME, taught)


# ---- Taking away


def test_a_thing_that_is_not_on_the_components_is_taken_away_and_comes_back(known: Facts) -> None:
    without = known.with_lesson(lesson_at("trees.tree.plum", None), came_from="x")
    assert list(without.tables.trees.tree) == ["apple", "pear"]
    assert without_fact(without.taught, ("trees", "tree", "plum")) == {}
    with pytest.raises(Trouble) as trouble:
        known.with_lesson(lesson_at("trees.tree.plum.price", None), came_from="x")
    assert message(trouble).endswith("tree.plum.price is missing; it should be a whole number from 0 to 9.")


# ---- Lessons


def test_a_lesson_of_the_game_is_held_and_kept(known: Facts) -> None:
    assert list(lessons(teaching(known))) == ["tree"]
    assert lessons(known) == {}
    table = Table("Fig", 4)
    after = table.run(lesson(teaching(known), "tree", table.save))
    assert after.tables.trees.tree["fig"].price == 4
    assert after.source("trees.tree.fig") == "taught"
    assert table.drawn == [[Heading("Fig")]]
    assert table.told == ["Kept: 3 facts."]


def test_a_lesson_given_again_replaces_what_it_taught_before(known: Facts) -> None:
    fig = {"name": "Fig", "price": 1, "colour": "red", "gains": [{"do": "pick", "amount": 1}]}
    taught = known.with_taught({"trees": {"tree": {"fig": fig}}})
    table = Table("Fig", 4)
    after = table.run(lesson(teaching(taught), "tree", table.save))
    assert after.tables.trees.tree["fig"].gains == ()


def test_a_lesson_that_contradicts_the_tables_keeps_nothing(known: Facts) -> None:
    table = Table("Plum tree", 4)
    with pytest.raises(Trouble) as trouble:
        table.run(lesson(teaching(known), "tree", table.save))
    assert message(trouble) == 'What you entered: trees.tree."plum tree".name: orchard.same-name'
    assert table.kept == {}


def test_an_unknown_lesson_suggests_the_nearest(known: Facts) -> None:
    table = Table()
    with pytest.raises(Trouble) as trouble:
        table.run(lesson(teaching(known), "treee", table.save))
    assert message(trouble) == "There is no treee; did you mean tree?"


# ---- Showing


def shown(picture: Picture) -> list[str]:
    words = Words.of("en", strict=True)
    lines = []
    for block in picture:
        if isinstance(block, Heading):
            beside = ["".join(words.plain(span.text) for span in line) for line in block.beside]
            lines.append(" | ".join(["# " + words.plain(block.text), *beside]))
        elif isinstance(block, Lines):
            lines += ["".join(words.plain(span.text) for span in line) for line in block.lines]
    return lines


def test_the_tables_are_shown_with_their_sources(known: Facts) -> None:
    taught = known.with_taught({"trees": {"tree": {"plum": {"price": 5}}}})
    assert shown(show(taught, "trees.tree.apple")) == [
        "# [trees.tree.apple]",
        'name = "Apple tree"  from the publisher\'s pictures',
        "price = 3  from the rulebook",
        'colour = "red"  from the publisher\'s pictures',
    ]
    assert shown(show(taught, "market"))[:3] == [
        "# [market] | from the rulebook",
        'days = ["mon", "thu"]',
        "# [market.stall] | assumed: not checked yet",
    ]
    assert shown(show(taught, "trees.tree.plum"))[2] == "price = 5  taught by you"
    assert len(shown(show(taught))) > 15


def test_the_component_is_drawn_above_its_facts(tmp_path: Path) -> None:
    known = load(TEACHING, root=lay_out(tmp_path))
    assert shown(show(known, "market.stall.places"))[0] == "# drawing of market.stall"
    assert shown(show(known))[0] == "# [market] | from the rulebook"


def test_a_key_that_is_not_there_suggests_the_nearest(known: Facts) -> None:
    with pytest.raises(Trouble) as trouble:
        show(known, "market.stal")
    assert message(trouble) == "There is no market.stal; did you mean market.stall?"
