"""Tables: what is read, what is refused and how it is said, and what a user's own facts do to them."""

from __future__ import annotations

import os
import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from msgspec.inspect import type_info

from automa.typed import fault
from solo.facts import taught as taught_facts
from solo.facts.files import MAX_FILE_BYTES
from solo.facts.overlay import Change, Fact, load
from solo.facts.taught import own_tables
from solo.facts.trees import at, leaves, lesson_at, merged, with_lesson, without_fact, without_lesson
from solo.trouble import Trouble
from solo.words.sentences import Words
from tests.night_watch import GAME as EXAMPLE
from tests.solo.orchard import GAME, MARKET, TREES, Orchard, lay_out, said

Tree = dict[str, Any]


@pytest.fixture
def root(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("CASTELLAN_HOME", str(tmp_path / "home"))
    return lay_out(tmp_path)


def message(act: Callable[[], object], root: Path | None = None) -> str:
    """What the user reads, with the temporary folder left out."""
    with pytest.raises(Trouble) as caught:
        act()
    text = said(caught.value)
    assert "\n" not in text
    assert said(caught.value, "nl") != ""
    return text.replace(f"{root}/", "")


def spoilt(root: Path, old: str, new: str) -> str:
    """The message after one thing is changed in the files."""
    for name, content in (("trees", TREES), ("market", MARKET)):
        if old in content:
            lay_out(root, **{name: content.replace(old, new, 1)})
            return message(lambda: load(GAME, root=root), root)
    raise AssertionError(f"{old} is in no file")


# ---- Reading


def test_the_files_of_a_folder_become_one_typed_table(root: Path) -> None:
    tables = load(GAME, root=root).tables
    assert tables.trees.tree["apple"].price == 3
    assert tables.market.stall.order == ("north", "south", "east")
    assert tables.market.chart == {1: (1, 1, 2, 2), 2: (2, 2, 1, 1)}


def test_a_source_holds_for_what_is_under_it_until_another_is_given(root: Path) -> None:
    known = load(GAME, root=root)
    assert known.source("trees.tree.apple.name") == "publisher"
    assert known.source("trees.tree.apple.price") == "rulebook"
    assert known.source("trees.tree.pear.colour") == "assumed"
    assert known.source("trees.tree.plum.price") == "assumed"
    assert known.source("market.days") == "rulebook"
    assert known.source("market.stall") == "assumed"
    assert known.source("market.chart") == "rulebook"


def test_leaves_are_every_fact_with_its_source_in_the_order_of_the_files(root: Path) -> None:
    found = list(load(GAME, root=root).leaves())
    assert found[0] == Fact("market.days", ["mon", "thu"], "rulebook")
    assert Fact("market.stall.places", 6, "assumed") in found
    assert not any("note" in fact.key or "source" in fact.key for fact in found)
    assert [fact.key for fact in load(GAME, root=root).leaves("trees.tree.apple")] == [
        "trees.tree.apple.name",
        "trees.tree.apple.price",
        "trees.tree.apple.colour",
    ]


def test_assumed_facts_are_listed(root: Path) -> None:
    assert [fact.key for fact in load(GAME, root=root).assumed()] == [
        "market.stall.open",
        "market.stall.places",
        "market.stall.order",
        "trees.tree.pear.colour",
        "trees.tree.plum.name",
        "trees.tree.plum.price",
        "trees.tree.plum.colour",
        "trees.tree.plum.evergreen",
    ]


def test_taught_facts_lie_over_the_shipped_ones(root: Path) -> None:
    known = load(GAME, {"trees": {"tree": {"plum": {"price": 5}}}}, root=root)
    assert known.tables.trees.tree["plum"].price == 5
    assert known.tables.trees.tree["plum"].name == "Plum tree"
    assert known.source("trees.tree.plum.price") == "taught"
    assert known.source("trees.tree.plum.name") == "assumed"
    assert "trees.tree.plum.price" not in [fact.key for fact in known.assumed()]


def test_a_taught_thing_may_be_new(root: Path) -> None:
    cherry = {"name": "Cherry tree", "price": 1, "colour": "red"}
    known = load(GAME, {"trees": {"tree": {"cherry": cherry}}}, root=root)
    assert known.tables.trees.tree["cherry"].name == "Cherry tree"
    assert known.source("trees.tree.cherry") == "taught"


def test_a_taught_table_may_be_without_what_was_shipped(root: Path) -> None:
    known = load(GAME, {"trees": {"tree": {"without": ["plum"]}}}, root=root)
    assert list(known.tables.trees.tree) == ["apple", "pear"]


# ---- Messages


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        (
            "price = 3",
            "prise = 3",
            "orchard/trees.toml: there is no key tree.apple.prise; did you mean price?",
        ),
        (
            "price = 3",
            "price = 3\nzzz = 1",
            "orchard/trees.toml: there is no key tree.apple.zzz; there are name, price, colour, gains, "
            "evergreen and height.",
        ),
        (
            "price = 3\n",
            "",
            "orchard/trees.toml: tree.apple.price is missing; it should be a whole number from 0 to 9.",
        ),
        (
            "price = 4\n",
            "",
            "orchard/trees.toml: tree.pear.price is missing; it should be a whole number from 0 to 9.",
        ),
        (
            "price = 4",
            'price = "four"',
            'orchard/trees.toml: tree.pear.price is "four"; allowed: a whole number from 0 to 9.',
        ),
        (
            "price = 4",
            "price = 12",
            "orchard/trees.toml: tree.pear.price is 12; allowed: a whole number from 0 to 9.",
        ),
        (
            "price = 4",
            "price = true",
            "orchard/trees.toml: tree.pear.price is true; allowed: a whole number from 0 to 9.",
        ),
        (
            'colour = "green"',
            'colour = "grean"',
            'orchard/trees.toml: tree.pear.colour is "grean"; did you mean green? '
            "Allowed: green, purple, red.",
        ),
        (
            'colour = "green"',
            'colour = "xx"',
            'orchard/trees.toml: tree.pear.colour is "xx"; allowed: green, purple, red.',
        ),
        (
            'colour = "green"',
            "colour = 1979-05-27",
            "orchard/trees.toml: tree.pear.colour is 1979-05-27; allowed: green, purple, red.",
        ),
        ('name = "Pear tree"', 'name = ""', 'orchard/trees.toml: tree.pear.name is ""; allowed: a text.'),
        (
            "evergreen = true",
            'evergreen = "yes"',
            'orchard/trees.toml: tree.plum.evergreen is "yes"; allowed: true or false.',
        ),
        (
            "evergreen = true",
            'height = "tall"',
            'orchard/trees.toml: tree.plum.height is "tall"; allowed: a number.',
        ),
        (
            'do = "sell"',
            'do = "sel"',
            'orchard/trees.toml: do of tree.pear.gains, item 2 is "sel"; did you mean sell? '
            "Allowed: pick, sell.",
        ),
        (
            "amount = 2",
            "amont = 2",
            "orchard/trees.toml: there is no key amont of tree.pear.gains, item 1; did you mean amount?",
        ),
        (
            'do = "pick", ',
            "",
            "orchard/trees.toml: do of tree.pear.gains, item 1 is missing; it should be pick, sell.",
        ),
        (
            '{ do = "pick", amount = 2 }',
            "7",
            "orchard/trees.toml: tree.pear.gains, item 1 is 7; allowed: a table.",
        ),
        (
            'gains = [{ do = "pick", amount = 2 }, { do = "sell", goods = "pear" }]',
            "gains = 7",
            "orchard/trees.toml: tree.pear.gains is 7; allowed: a list (of a table).",
        ),
        (
            'order = ["north", "south", "east"]',
            'order = ["north", "south"]',
            'orchard/market.toml: stall.order is ["north", "south"]; '
            "allowed: a list of 3 (of east, north, south).",
        ),
        (
            '["north", "south", "east"]',
            '["north", "south", "north"]',
            "orchard/market.toml: stall.order: orchard.twice-in-order",
        ),
        (
            "1 = [1, 1, 2, 2]",
            "one = [1, 1, 2, 2]",
            'orchard/market.toml: chart.one is "one"; allowed: as a key, a whole number.',
        ),
        (
            'days = ["mon", "thu"]',
            'days = "mon"',
            'orchard/market.toml: days is "mon"; allowed: a list (of mon, sat, thu).',
        ),
        (
            MARKET[MARKET.index("[stall]") : MARKET.index("[chart]")],
            "",
            "orchard/market.toml: stall is missing; it should be a table.",
        ),
        (
            'name = "Pear tree"',
            'name = "Apple tree"',
            "orchard/trees.toml: tree.pear.name: orchard.same-name",
        ),
        (
            'source = "publisher"',
            'source = "publiser"',
            'orchard/trees.toml: source is "publiser"; did you mean publisher? '
            "Allowed: rulebook, publisher, derived, assumed, taught, house.",
        ),
        (
            'source = "assumed"\nname',
            "source = 3\nname",
            "orchard/trees.toml: tree.plum.source is 3; "
            "allowed: rulebook, publisher, derived, assumed, taught, house.",
        ),
        (
            '= "rulebook"\ntree',
            '= "book"\ntree',
            'orchard/trees.toml: sources.tree.apple.price is "book"; did you mean rulebook? '
            "Allowed: rulebook, publisher, derived, assumed, taught, house.",
        ),
        (
            '"tree.apple.price"',
            '"tree.aple.price"',
            "orchard/trees.toml: there is no key tree.aple.price; did you mean tree.apple.price?",
        ),
        (
            TREES[TREES.index("[sources]") : TREES.index("[tree.apple]")],
            "sources = 3\n",
            "orchard/trees.toml: sources is 3; allowed: a table.",
        ),
        (
            'source = "publisher"\n',
            "",
            "orchard/trees.toml does not say where tree.apple.name comes from; "
            "add a source: rulebook, publisher, derived, assumed, taught, house.",
        ),
        (
            'note = "Counted on a picture."',
            "note = 3",
            "orchard/trees.toml: note is 3; allowed: a text.",
        ),
        ("price = 4", "price = = 4", 'orchard/trees.toml, line 15: "price = = 4" is not TOML.'),
        ("evergreen = true", "evergreen", 'orchard/trees.toml, line 24: "evergreen" is not TOML.'),
        ("price = 4", f"price = {'9' * 5000}", "orchard/trees.toml is not TOML: a number in it is too long."),
        (
            "[tree.pear]",
            "[tree.apple]",
            'orchard/trees.toml, line 13: "[tree.apple]" gives a name that is there already; '
            "every name may be there once.",
        ),
        (
            "price = 4",
            "price = 4\nprice = 5",
            'orchard/trees.toml, line 16: "price = 5" gives a name that is there already; '
            "every name may be there once.",
        ),
        (
            "price = 4",
            f"price = {'[' * 3000}{']' * 3000}",
            "orchard/trees.toml: more than 24 tables and lists lie inside each other.",
        ),
        (
            "price = 4",
            f"price{'.x' * 3000} = 4",
            "orchard/trees.toml: more than 24 tables and lists lie inside each other.",
        ),
    ],
)
def test_a_mistake_in_a_table_is_one_sentence(root: Path, old: str, new: str, expected: str) -> None:
    assert spoilt(root, old, new) == expected


def test_a_table_that_is_not_a_table(root: Path) -> None:
    lay_out(root, trees='source = "assumed"\ntree = 3\n')
    assert message(lambda: load(GAME, root=root), root) == "orchard/trees.toml: tree is 3; allowed: a table."


def test_the_line_that_is_not_utf_8_is_named(root: Path) -> None:
    (root / "orchard" / "trees.toml").write_bytes(TREES.encode().replace(b"Pear tree", b"P\xeb\xeb tree"))
    assert message(lambda: load(GAME, root=root), root) == (
        "orchard/trees.toml, line 14: the byte eb is not UTF-8; save the file as UTF-8."
    )


def test_a_byte_order_mark_does_no_harm(root: Path) -> None:
    (root / "orchard" / "trees.toml").write_bytes(b"\xef\xbb\xbf" + TREES.encode())
    assert load(GAME, root=root).tables.trees.tree["apple"].price == 3


def test_a_missing_file_is_named(root: Path) -> None:
    (root / "orchard" / "trees.toml").unlink()
    assert message(lambda: load(GAME, root=root), root) == "orchard/trees.toml is not there."


def test_a_file_too_many_is_named(root: Path) -> None:
    lay_out(root, weather='source = "assumed"\nsunny = true\n')
    assert message(lambda: load(GAME, root=root), root) == (
        "orchard/weather.toml is no table of orchard; there are market.toml, trees.toml."
    )


def test_a_folder_in_the_place_of_a_file(root: Path) -> None:
    (root / "orchard" / "trees.toml").unlink()
    (root / "orchard" / "trees.toml").mkdir()
    assert message(lambda: load(GAME, root=root), root) == (
        "orchard/trees.toml cannot be read: it is a folder."
    )


def test_no_folder_at_all(tmp_path: Path) -> None:
    assert message(lambda: load(GAME, root=tmp_path), tmp_path) == (
        "There are no tables for orchard: the folder orchard is not there."
    )


def test_a_file_that_could_not_be_one_of_tables_is_not_read_to_its_end(root: Path) -> None:
    with (root / "orchard" / "trees.toml").open("wb") as file:
        file.truncate(MAX_FILE_BYTES + 1)
    assert message(lambda: load(GAME, root=root), root) == ("orchard/trees.toml is larger than 4 MB.")


def test_a_mistake_in_a_taught_fact_names_where_it_was_taught(root: Path) -> None:
    def taught(tree: Tree) -> str:
        return message(lambda: load(GAME, tree, root=root, taught_file="mine.toml"), root)

    assert taught({"trees": {"tree": {"plum": {"price": 12}}}}) == (
        "mine.toml: trees.tree.plum.price is 12; allowed: a whole number from 0 to 9."
    )
    assert taught({"trees": {"tree": {"cherry": {"name": "Cherry tree"}}}}) == (
        "mine.toml: trees.tree.cherry.price is missing; it should be a whole number from 0 to 9."
    )
    assert taught({"tres": {}}) == "mine.toml: there is no key tres; did you mean trees?"
    assert taught({"trees": 3}) == "mine.toml: trees is 3; allowed: a table."
    assert taught({"trees": {"tree": {"plum": {"name": "Pear tree"}}}}) == (
        "mine.toml: trees.tree.plum.name: orchard.same-name"
    )
    assert taught({"trees": {"tree": {"plum": {"name": None}}}}) == (
        "mine.toml: trees.tree.plum.name is null; allowed: a text."
    )
    assert taught({"trees": {"without": "tree"}}) == (
        'mine.toml: trees.without is "tree"; allowed: a list (of a text).'
    )


def test_the_messages_are_in_dutch_too(root: Path) -> None:
    lay_out(root, trees=TREES.replace('"green"', '"grean"'))
    with pytest.raises(Trouble) as caught:
        load(GAME, root=root)
    assert said(caught.value, "nl").replace(f"{root}/", "") == (
        'orchard/trees.toml: tree.pear.colour is "grean"; bedoel je green? Toegestaan: green, purple, red.'
    )


# ---- Garbage


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=200, deadline=None)
@given(st.binary(max_size=200))
def test_garbage_in_a_file_is_never_more_than_trouble(root: Path, garbage: bytes) -> None:
    (root / "orchard" / "market.toml").write_bytes(garbage)
    with pytest.raises(Trouble) as caught:
        load(GAME, root=root)
    for lang in ("en", "nl"):
        assert "\n" not in Words.of(lang, strict=True).plain(caught.value.text)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=200, deadline=None)
@given(st.data())
def test_a_file_with_a_piece_cut_out_loads_or_is_trouble(root: Path, data: st.DataObject) -> None:
    start = data.draw(st.integers(0, len(TREES)))
    end = data.draw(st.integers(start, len(TREES)))
    lay_out(root, trees=TREES[:start] + data.draw(st.text(max_size=5)) + TREES[end:])
    try:
        load(GAME, root=root)
    except Trouble as trouble:
        assert "\n" not in said(trouble)


nodes: st.SearchStrategy[Any] = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text(max_size=3)
    | st.sampled_from(["red", "mon"]),
    lambda inside: (
        st.lists(inside, max_size=3)
        | st.dictionaries(
            st.sampled_from(
                ["trees", "tree", "plum", "name", "market", "stall", "order", "1", "do", "without"]
            )
            | st.text(max_size=2),
            inside,
            max_size=3,
        )
    ),
    max_leaves=8,
)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=200, deadline=None)
@given(st.dictionaries(st.sampled_from(["trees", "market", "x", "without"]), nodes, max_size=2))
def test_garbage_taught_loads_or_is_trouble(root: Path, taught: Tree) -> None:
    try:
        load(GAME, taught, root=root)
    except Trouble as trouble:
        assert "\n" not in Words.of("en", strict=False).plain(trouble.text)


@settings(deadline=None)
@given(st.data())
def test_a_fault_is_found_exactly_where_the_types_refuse(data: st.DataObject) -> None:
    """The walk that words the message and the conversion agree on what is right, whatever is changed."""
    tree: Tree = {
        "trees": {"tree": tomllib.loads(TREES)["tree"]},
        "market": {key: value for key, value in tomllib.loads(MARKET).items() if key != "source"},
    }
    for table in (*tree["trees"]["tree"].values(), tree["market"]["stall"]):
        table.pop("source", None)
        table.pop("note", None)
    node: Any = tree
    while True:
        keys = list(node) if isinstance(node, dict) else list(range(len(node)))
        key = data.draw(st.sampled_from(keys))
        if not isinstance(node[key], dict | list) or not node[key] or data.draw(st.booleans()):
            break
        node = node[key]
    if data.draw(st.booleans()):
        node[key] = data.draw(nodes)
    elif isinstance(node, dict):
        node[data.draw(st.text(max_size=3))] = node.pop(key)
    try:
        msgspec.convert(tree, Orchard, str_keys=True)
        refused = False
    except msgspec.ValidationError:
        refused = True
    assert (fault(type_info(Orchard), tree) is not None) == refused


# ---- Putting trees together

branches = st.sampled_from(["a", "b", "c"])
fruits = st.sampled_from(["x", "y", "z"])
same_shape: st.SearchStrategy[Any] = st.recursive(
    st.dictionaries(fruits, st.integers(0, 3), max_size=3),
    lambda inside: st.builds(
        lambda tables, values: {**tables, **values},
        st.dictionaries(branches, inside, max_size=2),
        st.dictionaries(fruits, st.integers(0, 3), max_size=2),
    ),
    max_leaves=6,
)


@settings(deadline=None)
@given(same_shape)
def test_laying_nothing_over_a_tree_or_a_tree_over_nothing_or_itself_changes_nothing(tree: Tree) -> None:
    assert merged(tree, {}) == tree
    assert merged({}, tree) == tree
    assert merged(tree, tree) == tree


@settings(deadline=None)
@given(same_shape, same_shape, same_shape)
def test_it_does_not_matter_which_layers_are_put_together_first(one: Tree, two: Tree, three: Tree) -> None:
    assert merged(merged(one, two), three) == merged(one, merged(two, three))


@settings(deadline=None)
@given(same_shape, same_shape)
def test_what_is_laid_over_wins_and_the_rest_stays(base: Tree, over: Tree) -> None:
    before = repr((base, over))
    result = merged(base, over)
    for path, value in leaves(over):
        assert at(result, path) == value
    for path, value in leaves(base):
        if at(over, path) is None:
            assert at(result, path) == value
    assert repr((base, over)) == before


@settings(deadline=None)
@given(same_shape, same_shape, same_shape)
def test_learning_in_two_steps_is_learning_both(shipped: Tree, one: Tree, two: Tree) -> None:
    assert merged(shipped, with_lesson(one, two)) == merged(merged(shipped, one), two)


@settings(deadline=None)
@given(same_shape, same_shape)
def test_what_a_lesson_says_is_not_there_is_not_there(shipped: Tree, taught: Tree) -> None:
    for path, _ in leaves(merged(shipped, taught)):
        after = merged(shipped, with_lesson(taught, lesson_at(".".join(path), None)))
        assert at(after, path) is None


def test_a_table_can_be_replaced_as_a_whole() -> None:
    shipped = {"line": {"2": {"gold": 1}, "5": {"gold": 2}}, "spaces": 9}
    lesson = {"without": ["line"], "line": {"3": {"gold": 4}}}
    assert merged(shipped, with_lesson({}, lesson)) == {"line": {"3": {"gold": 4}}, "spaces": 9}


@settings(deadline=None)
@given(same_shape, st.lists(branches | fruits, min_size=1, max_size=3))
def test_forgetting_what_was_learnt_brings_back_what_was_there(taught: Tree, path: list[str]) -> None:
    above = [at(taught, tuple(path[:end])) for end in range(1, len(path))]
    if at(taught, tuple(path)) is None and not any(isinstance(each, int) for each in above):
        new = with_lesson(taught, lesson_at(".".join(path), 1))
        assert list(leaves(without_fact(new, tuple(path)))) == list(leaves(taught))


@settings(deadline=None)
@given(same_shape, same_shape, st.booleans())
def test_what_is_taken_back_is_as_it_was_before(before: Tree, lesson: Tree, as_whole: bool) -> None:
    lesson = {"without": list(lesson), **lesson} if as_whole else lesson
    back = without_lesson(with_lesson(before, lesson), lesson, before)
    assert dict(leaves(back)) == dict(leaves(before))


def test_what_others_taught_in_the_meantime_is_not_taken_back() -> None:
    before, lesson = {"spaces": 8}, {"spaces": 9, "line": {"2": {"gold": 1}}}
    now = with_lesson(with_lesson(before, lesson), {"line": {"5": {"gold": 2}}})
    assert without_lesson(now, lesson, before) == {"spaces": 8, "line": {"5": {"gold": 2}}}


def test_forgetting_leaves_no_empty_tables_behind() -> None:
    taught = {"trees": {"tree": {"plum": {"price": 5}}}, "market": {"days": ["mon"]}}
    assert without_fact(taught, ("trees", "tree", "plum", "price")) == {"market": {"days": ["mon"]}}


def test_forgetting_that_something_is_not_there() -> None:
    assert without_fact({"trees": {"tree": {"without": ["plum"]}}}, ("trees", "tree", "plum")) == {}


# ---- What the book proves


def test_what_the_rulebook_says_is_not_changed_by_mistake(root: Path) -> None:
    known = load(GAME, root=root)
    lesson = lesson_at("trees.tree.apple.price", 4)
    assert message(lambda: known.with_lesson(lesson, came_from="x")) == (
        "The rulebook says that trees.tree.apple.price is 3; "
        "add --force to teach something else all the same."
    )
    forced = known.with_lesson(lesson, came_from="x", force=True)
    assert forced.tables.trees.tree["apple"].price == 4


def test_what_the_rulebook_says_cannot_be_taken_away_by_mistake(root: Path) -> None:
    known = load(GAME, root=root)
    assert message(lambda: known.with_lesson(lesson_at("trees.tree.apple", None), came_from="x")) == (
        "The rulebook says that trees.tree.apple.price is 3; "
        "add --force to teach something else all the same."
    )


def test_teaching_what_the_rulebook_says_is_no_mistake(root: Path) -> None:
    known = load(GAME, root=root).with_lesson(lesson_at("trees.tree.apple.price", 3), came_from="x")
    assert known.source("trees.tree.apple.price") == "taught"
    assert known.tables == load(GAME, root=root).tables


def test_what_was_overruled_on_purpose_stays_so_when_something_else_is_taught(root: Path) -> None:
    known = load(GAME, lesson_at("trees.tree.apple.price", 4), root=root)
    later = known.with_lesson(lesson_at("trees.tree.plum.price", 1), came_from="x")
    assert later.tables.trees.tree["apple"].price == 4


# ---- The user's own file


def test_nothing_is_taught_at_first(root: Path) -> None:
    assert taught_facts.read_taught(GAME) == {}
    assert own_tables(GAME, root=root).taught == {}


def test_what_is_kept_is_there_the_next_time(root: Path) -> None:
    taught_facts.keep(GAME, lesson_at("trees.tree.plum.price", 5))
    taught_facts.keep(GAME, lesson_at("trees.tree.plum.name", 'The "old" plum — é'))
    assert taught_facts.read_taught(GAME) == {
        "trees": {"tree": {"plum": {"price": 5, "name": 'The "old" plum — é'}}}
    }
    assert own_tables(GAME, root=root).tables.trees.tree["plum"].price == 5
    assert taught_facts.taught_path(GAME) == root / "home" / "tables" / "orchard.toml"
    assert taught_facts.taught_path(GAME).read_text("utf-8") == (
        "# The Orchard: facts read off the components.\n"
        "\n"
        'for-game = "orchard"\n'
        "\n"
        "[trees.tree.plum]\n"
        "price = 5\n"
        'name = "The \\"old\\" plum — é"\n'
    )
    assert [each.name for each in taught_facts.taught_path(GAME).parent.iterdir()] == ["orchard.toml"]


def test_a_mishap_while_writing_leaves_the_old_file(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    taught_facts.keep(GAME, lesson_at("trees.tree.plum.price", 5))

    def full(handle: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(Trouble) as caught:
        taught_facts.keep(GAME, lesson_at("trees.tree.plum.price", 6))
    assert caught.value.text.id == "trouble.cannot-write"
    assert taught_facts.read_taught(GAME) == {"trees": {"tree": {"plum": {"price": 5}}}}
    assert [each.name for each in taught_facts.taught_path(GAME).parent.iterdir()] == ["orchard.toml"]


def test_a_folder_that_cannot_be_made_is_trouble(root: Path) -> None:
    (root / "home").write_text("in the way")
    with pytest.raises(Trouble):
        taught_facts.keep(GAME, lesson_at("trees.tree.plum.price", 5))
    assert taught_facts.read_taught(GAME) == {}


def test_a_link_to_the_taught_file_stays_a_link(root: Path) -> None:
    taught_facts.keep(GAME, lesson_at("trees.tree.plum.price", 5))
    elsewhere = root / "backed-up.toml"
    taught_facts.taught_path(GAME).rename(elsewhere)
    taught_facts.taught_path(GAME).symlink_to(elsewhere)
    taught_facts.keep(GAME, lesson_at("trees.tree.plum.price", 6))
    assert taught_facts.taught_path(GAME).is_symlink()
    assert "price = 6" in elsewhere.read_text()


def test_a_mistake_in_the_users_own_file_names_it(root: Path) -> None:
    path = taught_facts.taught_path(GAME)
    path.parent.mkdir(parents=True)
    path.write_text("[trees.tree.plum]\nprice = 55\n")
    assert message(lambda: own_tables(GAME, root=root), root) == (
        "home/tables/orchard.toml: trees.tree.plum.price is 55; allowed: a whole number from 0 to 9."
    )
    path.unlink()
    path.mkdir()
    assert message(lambda: own_tables(GAME, root=root), root) == (
        "home/tables/orchard.toml cannot be read: it is a folder."
    )


# ---- Sharing


def shared(root: Path, content: str) -> Path:
    path = root / "shared.toml"
    path.write_text(content, encoding="utf-8")
    return path


def test_an_exported_file_teaches_another_user_the_same(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    taught_facts.keep(GAME, {"trees": {"tree": {"plum": {"price": 5}, "without": ["pear"]}}})
    assert taught_facts.export_taught(GAME, root / "out.toml") == 1
    monkeypatch.setenv("CASTELLAN_HOME", str(root / "other"))
    assert taught_facts.import_taught(GAME, root / "out.toml", root=root) == [
        Change("trees.tree.plum.price", 2, 5),
        Change("trees.tree.pear.name", "Pear tree", None),
        Change("trees.tree.pear.price", 4, None),
        Change("trees.tree.pear.colour", "green", None),
        Change("trees.tree.pear.gains", [{"do": "pick", "amount": 2}, {"do": "sell", "goods": "pear"}], None),
    ]
    assert taught_facts.import_taught(GAME, root / "out.toml", root=root) == []
    assert list(own_tables(GAME, root=root).tables.trees.tree) == ["apple", "plum"]


def test_an_export_does_not_overwrite_unasked(root: Path) -> None:
    taught_facts.keep(GAME, lesson_at("trees.tree.plum.price", 5))
    target = shared(root, "precious")
    assert message(lambda: taught_facts.export_taught(GAME, target), root) == (
        "shared.toml exists already and is not overwritten."
    )
    assert target.read_text() == "precious"
    assert message(lambda: taught_facts.export_taught(GAME, root / "home"), root) == (
        "home cannot be written: it is a folder. Nothing was changed."
    )


def test_there_is_nothing_to_export_before_something_is_taught(root: Path) -> None:
    assert message(lambda: taught_facts.export_taught(GAME, root / "out.toml")) == (
        "You have not taught anything about orchard yet."
    )


def test_an_import_adds_to_what_was_taught_and_says_what_changes(root: Path) -> None:
    taught_facts.keep(GAME, {"trees": {"tree": {"plum": {"price": 5, "colour": "red"}}}})
    path = shared(root, '[trees.tree.plum]\nsource = "taught"\nprice = 6\nname = "Plum tree"\n')
    assert taught_facts.import_taught(GAME, path, root=root) == [
        Change("trees.tree.plum.name", "Plum tree", "Plum tree"),
        Change("trees.tree.plum.price", 5, 6),
    ]
    assert taught_facts.read_taught(GAME) == {
        "trees": {"tree": {"plum": {"price": 6, "colour": "red", "name": "Plum tree"}}}
    }


@pytest.mark.parametrize(
    ("content", "expected"),
    [
        (
            "[trees.tree.plum]\nprice = 99\n",
            "shared.toml: trees.tree.plum.price is 99; allowed: a whole number from 0 to 9.",
        ),
        (
            "[trees.tree.apple]\nprice = 4\n",
            "The rulebook says that trees.tree.apple.price is 3; "
            "add --force to teach something else all the same.",
        ),
        ('for-game = "valeria"\n', "shared.toml is about valeria, not about orchard."),
        ("for-game = 3\n", "shared.toml is about 3, not about orchard."),
        ("[trees\n", 'shared.toml, line 1: "[trees" is not TOML.'),
        ("without = [3]\n", "shared.toml: without is [3]; allowed: a list (of a text)."),
    ],
)
def test_a_file_that_is_not_right_changes_nothing(root: Path, content: str, expected: str) -> None:
    taught_facts.keep(GAME, lesson_at("trees.tree.plum.price", 5))
    before = taught_facts.taught_path(GAME).read_bytes()
    path = shared(root, content)
    assert message(lambda: taught_facts.import_taught(GAME, path, root=root), root) == expected
    assert taught_facts.taught_path(GAME).read_bytes() == before


def test_an_import_may_overrule_the_rulebook_on_purpose(root: Path) -> None:
    path = shared(root, "[trees.tree.apple]\nprice = 4\n")
    assert taught_facts.import_taught(GAME, path, root=root, force=True) == [
        Change("trees.tree.apple.price", 3, 4)
    ]


def test_an_import_of_nothing_there(root: Path) -> None:
    assert (
        message(lambda: taught_facts.import_taught(GAME, root / "no.toml", root=root), root)
        == "no.toml cannot be read: it or its folder is not there."
    )
    assert message(lambda: taught_facts.import_taught(GAME, root, root=root)) == (
        f"{root} cannot be read: it is a folder."
    )


def test_what_is_taught_about_a_game_with_tables_elsewhere_is_kept_with_the_rest(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CASTELLAN_HOME", str(tmp_path))
    assert taught_facts.taught_path(EXAMPLE) == tmp_path / "tables" / "night_watch.toml"
