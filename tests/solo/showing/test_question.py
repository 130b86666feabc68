"""A question as it is shown: the list of what there is to choose from."""

from __future__ import annotations

from io import StringIO

import pytest
from rich.console import Console

from automa.dialogue import YOU, Choose, Option
from solo.showing.layout import width_of
from solo.showing.question import option_rows
from solo.showing.screen import Screen
from tests.toy import toy_words

WORDS = toy_words()


def listed(options: list[Option], width: int) -> list[str]:
    """The lines of a list on a terminal that wide."""
    screen = Screen.rich(WORDS, Console(width=width, file=StringIO(), force_terminal=True))
    rows = option_rows(screen, WORDS, Choose("toy.buy", YOU, options))
    assert max(map(width_of, rows)) <= width
    return ["".join(text for text, _ in row) for row in rows]


def test_a_long_list_goes_across_so_that_it_reads_on_from_page_to_page() -> None:
    lines = listed([Option(f"o{n}", f"Good {n}") for n in range(1, 91)], 80)
    assert len(lines) == 18
    assert [word for word in lines[0].split() if word.isdecimal()][::2] == ["1", "2", "3", "4", "5"]


def test_one_long_name_does_not_push_the_others_into_fewer_columns() -> None:
    long = Option("long", "the whole of the harvest of last year")
    lines = listed([long, *(Option(f"o{n}", f"Good {n}") for n in range(2, 91))], 80)
    assert len(lines) <= 24
    assert "the whole of the harvest of last year" in lines[0] and "Good 3" in lines[0]


@pytest.mark.parametrize("width", [30, 40, 80, 120, 200])
def test_every_option_is_listed_once_with_what_to_know_of_it(width: int) -> None:
    options = [Option(f"o{n}", f"Good {n}", f"costs {n} gold" if n % 7 == 0 else None) for n in range(1, 61)]
    text = " ".join(" ".join(listed(options, width)).split())
    for n in range(1, 61):
        assert text.count(f" {n} Good {n}") == 1 or text.startswith(f"{n} Good {n}")
        assert (f"costs {n} gold" in text) == (n % 7 == 0)


@pytest.mark.parametrize("width", [1, 2, 3])
def test_a_terminal_of_hardly_any_columns_still_lists_everything(width: int) -> None:
    screen = Screen.rich(WORDS, Console(width=width, file=StringIO(), force_terminal=True))
    options = [Option(f"o{n}", f"Good {n}") for n in range(1, 61)]
    rows = option_rows(screen, WORDS, Choose("toy.buy", YOU, options))
    text = "".join(text.strip() for row in rows for text, _ in row)
    assert "".join(f"{n}Good{n}" for n in range(1, 61)) in text.replace(" ", "")


class Wordy(Option):
    """A good with fewer words for it."""

    @property
    def brief(self) -> Option:
        return Option(self.id, "Wheat")


def test_a_list_that_is_tight_is_put_in_fewer_words_and_sets_even_few_side_by_side() -> None:
    screen = Screen.rich(WORDS, Console(width=60, file=StringIO(), force_terminal=True))
    ask = Choose("toy.buy", YOU, [Wordy("w", "a name", "much to say of it"), Option("s", "Salt", "3 gold")])
    loose, tight = (option_rows(screen, WORDS, ask, is_tight=is_tight) for is_tight in (False, True))
    assert ["".join(text for text, _ in row).split()[0] for row in loose] == ["1", "2"]
    (line,) = ["".join(text for text, _ in row) for row in tight]
    assert "1  Wheat" in line and "much to say" not in line and "2  Salt  3 gold" in line


def test_what_goes_on_in_a_tight_list_shares_its_lines_with_nothing() -> None:
    screen = Screen.rich(WORDS, Console(width=60, file=StringIO(), force_terminal=True))
    long = Option("long", "Wood", " ".join(["much to say of it"] * 4))
    ask = Choose("toy.buy", YOU, [long, Option("s", "Salt", "3 gold")])
    rows = ["".join(text for text, _ in row) for row in option_rows(screen, WORDS, ask, is_tight=True)]
    assert rows[1].startswith("     ") and "Salt" not in rows[1] and rows[2].startswith("  2  Salt")
