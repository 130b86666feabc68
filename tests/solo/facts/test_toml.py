"""Writing TOML: whatever is taught can be read again."""

from __future__ import annotations

import tomllib
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from solo.facts.toml import dotted, parts, value_text, write

keys = st.text(max_size=8)
whens = st.dates() | st.times() | st.datetimes()
single = st.text() | st.integers(-(2**63), 2**63 - 1) | st.booleans() | st.floats(allow_nan=False) | whens


def in_line(inside: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    return st.lists(inside, max_size=4) | st.dictionaries(keys, inside, max_size=4)


values = st.recursive(single, in_line, max_leaves=12)
trees = st.dictionaries(keys, values, max_size=5)


@settings(deadline=None)
@given(trees)
def test_what_is_written_reads_as_it_was(tree: dict[str, Any]) -> None:
    assert tomllib.loads(write(tree)) == tree


@settings(deadline=None)
@given(values)
def test_a_value_on_its_own_line_reads_as_it_was(value: Any) -> None:
    text = value_text(value)
    assert "\n" not in text
    assert tomllib.loads(f"value = {text}")["value"] == value


@settings(deadline=None)
@given(st.lists(keys, min_size=1, max_size=5))
def test_a_dotted_key_leads_back_to_its_path(path: list[str]) -> None:
    assert parts(dotted(path)) == tuple(path)


@settings(deadline=None)
@given(st.text(max_size=30))
def test_any_text_is_taken_for_some_key(key: str) -> None:
    assert all(isinstance(part, str) for part in parts(key))


def test_the_written_file_is_one_a_person_would_write() -> None:
    tree = {
        "note": 'the "big" box',
        "card": {
            "judge": {"cost": 4, "messenger": True, "shields": ["faith", "military"]},
            "café": {"gains": [{"what": "gold", "amount": 2}]},
        },
        "nothing": {},
    }
    assert write(tree) == (
        'note = "the \\"big\\" box"\n'
        "\n"
        "[card.judge]\n"
        "cost = 4\n"
        "messenger = true\n"
        'shields = ["faith", "military"]\n'
        "\n"
        '[card."café"]\n'
        'gains = [{ what = "gold", amount = 2 }]\n'
        "\n"
        "[nothing]\n"
    )


def test_a_long_list_gets_a_line_for_each_item() -> None:
    tree = {
        "names": [
            "a castle with a very long name",
            "another castle",
            "a third castle",
            "and a fourth castle, too",
        ]
    }
    assert write(tree).splitlines() == [
        "names = [",
        '    "a castle with a very long name",',
        '    "another castle",',
        '    "a third castle",',
        '    "and a fourth castle, too",',
        "]",
    ]
    assert tomllib.loads(write(tree)) == tree


def test_what_toml_cannot_say_is_an_error_of_the_program() -> None:
    with pytest.raises(TypeError, match="no TOML for NoneType"):
        write({"card": None})


def test_whatever_cannot_be_seen_is_written_as_its_number() -> None:
    text = "\x1b[2J\x9b31m\u202e\u2066\x7f\u2028\U000e0001é×"
    written = write({"name": text, text: 1})
    assert all(line.isprintable() for line in written.split("\n"))
    assert tomllib.loads(written) == {"name": text, text: 1}
    assert "é×" in written
