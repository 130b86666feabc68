"""Whatever comes from outside can do no harm on a screen."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from automa.dialogue import Option, Text, Value
from solo.words.clean import LONGEST, NBSP, cleaned, shortened
from solo.words.sentences import Words

WORDS = Words.of("en")


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("\x1b[2J\x07", "�[2J�"),
        ("\x9b31m", "�31m"),
        ("a\u202eb\u2066c", "a�b�c"),
        ("\ud800", "�"),
        ("a\r\n\tb\u2028c", "a   b c"),
        ("Zoë “5 × 3” 王様 👑", "Zoë “5 × 3” 王様 👑"),
    ],
)
def test_what_cannot_be_seen_is_marked(text: str, shown: str) -> None:
    assert cleaned(text) == shown


def test_what_the_encoding_lacks_is_written_another_way() -> None:
    assert cleaned("½ → “Zoë”\x1b", "ascii") == '1/2 -> "Zoe"?'


def test_what_is_too_long_ends_in_an_ellipsis() -> None:
    assert shortened("x" * LONGEST) == "x" * LONGEST
    assert shortened("x" * 900_000) == "x" * LONGEST + "…"
    assert shortened("abc", 2) == "ab…"


@given(st.text(st.characters(exclude_categories=[]), min_size=1))
def test_whatever_fills_a_sentence_is_clean_and_short_wherever_it_stands(text: str) -> None:
    inside = Text("trouble.reason.other", error=text)
    fillings: list[Value] = [text, [text, text], Option("x", text), inside]
    for filling in fillings:
        said = WORDS.plain(Text("trouble.cannot-read", path="here", reason=filling))
        assert said.replace(NBSP, " ").isprintable()
        assert len(said) < 5 * LONGEST
