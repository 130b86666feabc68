"""What a person types, as answers and commands."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from automa.dialogue import (
    TABLE,
    YOU,
    Answer,
    Ask,
    Choose,
    Confirm,
    Move,
    Name,
    Number,
    Option,
    Refused,
    Roll,
    Several,
    Tally,
    Text,
)
from automa.names import folded
from solo.fronts.desk import COMMANDS
from solo.fronts.reading import Command, find, read, read_command
from solo.words.names import marks
from solo.words.sentences import Words
from tests.toy import CARDS, GOODS, toy_words

WORDS = toy_words()


def refusal(ask: Ask, line: str, words: Words = WORDS) -> str:
    with pytest.raises(Refused) as refused:
        ask.check(read(ask, line, words))
    return words.plain(refused.value.text)


def a_roll() -> Roll:
    places = [
        Option("judge b2", Text("selector.lettered", letter="A", option="Judge on b2"), also=("A",)),
        Option("baker c2", Text("selector.lettered", letter="B", option="Baker on c2"), also=("B",)),
        Option("baker d2", Text("selector.lettered", letter="C", option="Baker on d2"), also=("C",)),
    ]
    return Roll("toy.roll", TABLE, places, {1: "judge b2", 2: "baker c2", 3: "baker d2"})


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("2", 2),
        ("6", 6),
        ("b", "baker c2"),
        ("C", "baker d2"),
        ("judge", "judge b2"),
        ("baker d", "baker d2"),
    ],
)
def test_a_roll_is_typed_as_a_number_a_letter_or_the_outcome(typed: str, meant: Answer) -> None:
    roll = a_roll()
    assert roll.check(read(roll, typed, WORDS)) == meant


def test_a_name_that_begins_with_a_number_leaves_the_places_of_the_list_to_be_typed() -> None:
    games = choose("Castle Combo", "Castello Methoni", "6 Castles", "Castellans of Valeria")
    assert [read(games, typed, WORDS) for typed in ("1", "3", "6", "6 cas", "#2")] == [
        "castle-combo", "6-castles", "6-castles", "6-castles", "castello-methoni",
    ]  # fmt: skip
    assert list(marks(games.options, WORDS).values()) == ["1", "2", "3", "4"]
    assert refusal(games, "7") == refusal(games, "#7")
    prices = choose("2 gold", "3 gold")
    assert list(marks(prices.options, WORDS).values()) == ["#1", "#2"]


def test_what_is_no_roll_is_refused_with_what_would_be() -> None:
    assert refusal(a_roll(), "spy") == (
        "“spy” is neither a number from 1 to 6 nor an outcome. Choose one of A = Judge on b2, B = Baker on "
        "c2 and C = Baker on d2."
    )
    assert "Baker on c2" in refusal(a_roll(), "baker")
    assert "7" in refusal(a_roll(), "7")


def choose(*names: str, **more: Any) -> Choose:
    return Choose("toy.buy", YOU, [Option(folded(name).replace(" ", "-"), name) for name in names], **more)


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("1", "jongleur"),
        ("3", "master-at-arms"),
        ("#5", "old-mason"),
        ("2.", "juge"),
        ("juge", "juge"),
        ("JÚGE", "juge"),
        ("Ju", "juge"),
        ("mast", "master-at-arms"),
        ("master at arms", "master-at-arms"),
        ("masterat", "master-at-arms"),
        ("m a a", "master-at-arms"),
        ("arms", "master-at-arms"),
        ("  mer ", "mercenary"),
        ("mas", None),
        ("m", None),
        ("0", None),
        ("6", None),
        ("mercenery", None),
        ("xyz", None),
        ("", None),
        ("1.5", None),
        ("-", None),
    ],
)
def test_an_option_is_found_by_number_id_name_or_a_few_letters(typed: str, meant: str | None) -> None:
    ask = Choose("toy.turned-up", YOU, CARDS)
    if meant is None:
        assert refusal(ask, typed)
    else:
        assert read(ask, typed, WORDS) == meant


def test_letters_that_fit_several_are_refused_with_all_of_them() -> None:
    sentence = refusal(Choose("toy.turned-up", YOU, CARDS), "ma")
    assert "Master-at-arms" in sentence
    assert "Old Mason" in sentence
    assert "Mercenary" not in sentence


def test_a_misspelt_name_is_refused_with_the_nearest() -> None:
    assert "Mercenary" in refusal(Choose("toy.turned-up", YOU, CARDS), "mercenery")


def test_that_all_are_near_is_not_said() -> None:
    ways = choose("own house on C7", "own house on C8")
    assert refusal(ways, "own d8") == refusal(ways, "zzz").replace("zzz", "own d8")


def test_a_whole_name_is_not_mistaken_for_the_start_of_a_longer_one() -> None:
    assert read(choose("Judge of Peace", "Judge"), "judge", WORDS) == "judge"


def test_two_options_of_one_name_are_told_apart_by_number() -> None:
    ask = Choose("toy.buy", YOU, [Option("a", "Judge"), Option("b", "Mason"), Option("c", "Judge")])
    sentence = refusal(ask, "judge")
    assert "1" in sentence
    assert "3" in sentence
    assert read(ask, "3", WORDS) == "c"


def test_other_names_of_a_card_find_it_too() -> None:
    card = Option("baker", "Baker", also=("Bread",), editions=("Boulangère",))
    for typed in ("boulangere", "bre", "bread"):
        assert find([card, *CARDS], typed, WORDS).id == "baker"
    with pytest.raises(Refused):
        find([card, *CARDS], "bou", WORDS)


def test_a_name_means_one_of_all_things_that_are_known_and_not_only_of_the_options() -> None:
    prince, princess, judge = (Option(name.lower(), name) for name in ("Prince", "Princess", "Judge"))
    known = [prince, princess, judge]
    absent = {"prince": Text("refused.twice", which=prince)}
    ask = Choose("a.card", "you", [princess, judge], absent=absent.get, known=known)
    assert read(ask, "princess", WORDS) == "princess"
    assert read(ask, "j", WORDS) == "judge"
    assert read(ask, "1", WORDS) == "princess"
    for typed, refused in (("prince", "refused.twice"), ("prin", "refused.unclear")):
        with pytest.raises(Refused) as caught:
            read(ask, typed, WORDS)
        assert caught.value.text.id == refused


def test_where_options_are_numbers_a_number_is_the_option_and_never_a_place_in_the_list() -> None:
    ask = choose("3", "5", "6")
    assert read(ask, "3", WORDS) == "3"
    assert refusal(ask, "1")
    assert refusal(ask, "#1")
    assert list(marks(ask.options, WORDS).values()) == ["3", "5", "6"]  # shown once, and typed as shown


def test_amounts_are_read_as_amounts() -> None:
    ask = choose("2 gold", "3 gold", "3 keys", "30 gold")
    assert read(ask, "2", WORDS) == "2-gold"
    assert read(ask, "30", WORDS) == "30-gold"
    assert read(ask, "3 k", WORDS) == "3-keys"
    assert refusal(ask, "3")
    assert refusal(ask, "1")


def test_numbers_that_agree_with_the_list_stay_bare() -> None:
    assert list(marks(choose("1", "2", "3").options, WORDS).values()) == ["1", "2", "3"]


def test_a_refusal_names_only_numbers_that_are_in_the_list() -> None:
    ask = choose("Wood", "Stone", "Salt", "Wine")
    ask.marks = {"wood": "6", "stone": "14", "salt": "8", "wine": "7"}
    for lang, told in (("en", "it has 6 to 8 and 14."), ("nl", "daarin staan 6 tot en met 8 en 14.")):
        assert refusal(ask, "9", Words.of(lang)).endswith(told)


def test_enter_is_the_default_and_only_where_there_is_one() -> None:
    assert read(choose("Wood", "Stone", default="stone"), "", WORDS) == "stone"
    assert read(Number("toy.roll", YOU, low=1, high=6, default=4), " ", WORDS) == 4
    assert read(Confirm("toy.insure", YOU, default=False), "", WORDS) is False
    assert read(Name("toy.name-stall", YOU, default="Fair"), "", WORDS) == "Fair"
    for ask in (choose("Wood"), Number("toy.roll", YOU, low=1, high=6), Confirm("toy.insure", YOU)):
        assert refusal(ask, "")


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("wood", ["wood"]),
        ("1, 3", ["wood", "salt"]),
        ("1 3", ["wood", "salt"]),
        ("sa,wo", ["salt", "wood"]),
        ("salt wood", ["salt", "wood"]),
        ("wood 3", ["wood", "salt"]),
        ("-", []),
        ("none", []),
        ("geen", []),
        ("all", ["wood", "stone", "salt"]),
        ("wood,wood", None),
        ("s", None),
        ("wood, gold", None),
        ("wood gold", None),
        ("wood s", None),
        ("", None),
    ],
)
def test_several_are_separated_by_commas(typed: str, meant: list[str] | None) -> None:
    ask = Several("toy.gifts", YOU, GOODS)
    if meant is None:
        assert refusal(ask, typed)
    else:
        assert read(ask, typed, WORDS) == meant


def test_several_are_told_by_their_marks_as_by_their_numbers() -> None:
    ask = Several("toy.gifts", YOU, GOODS)
    ask.marks = {"wood": "a", "stone": "b", "salt": "c"}
    assert read(ask, "a c", WORDS) == read(ask, "A, C", WORDS) == ["wood", "salt"]


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("3 wood 2 stone", {"wood": 3, "stone": 2}),
        ("wood 3, stone 2", {"wood": 3, "stone": 2}),
        ("wood 3 stone 2", {"wood": 3, "stone": 2}),
        ("3w 2st", {"wood": 3, "stone": 2}),
        ("w3 st2", {"wood": 3, "stone": 2}),
        ("3x wood, 2 × stone", {"wood": 3, "stone": 2}),
        ("wood: 3; stone=2", {"wood": 3, "stone": 2}),
        ("wood, 4 stone", {"wood": 1, "stone": 4}),
        ("5 wood", {"wood": 5}),
        ("wood st wood", {"wood": 2, "stone": 1}),
        ("-", {}),
        ("3s 2w", None),
        ("3", None),
        ("3 2", None),
        ("2 wood 3 wood", None),
        ("3 gold", None),
        ("1.5 wood", None),
        ("3 wood 2", None),
        ("", None),
    ],
)
def test_a_tally_is_counts_with_names(typed: str, meant: dict[str, int] | None) -> None:
    ask = Tally("toy.load", YOU, GOODS, low=0, high=9)
    if meant is None:
        assert refusal(ask, typed)
    else:
        assert read(ask, typed, WORDS) == meant


def test_a_tally_of_dice_is_typed_as_they_lie_there() -> None:
    dice = [Option(f"face-{face}", str(face)) for face in range(1, 7)]
    ask = Tally("toy.roll", YOU, dice, low=1, high=9)
    assert read(ask, "6 6 3", WORDS) == {"face-6": 2, "face-3": 1}
    assert read(ask, "2x6, 1 x 3", WORDS) == {"face-6": 2, "face-3": 1}
    assert refusal(ask, "7")


@pytest.mark.parametrize(
    ("typed", "meant"),
    [("4", 4), (" 4 ", 4), ("+4", 4), ("+ 4", 4), ("1 000", 1000), ("-2", -2), ("007", 7)],
)
def test_a_number_is_digits(typed: str, meant: int) -> None:
    assert read(Number("toy.how-much", YOU, low=-5, high=2000), typed, WORDS) == meant


@pytest.mark.parametrize("typed", ["1.5", "1,5", "four", "1 2", "1e3", "0x4", "4!", "²", "9" * 5000, "--2"])
def test_anything_else_is_no_number(typed: str) -> None:
    assert refusal(Number("toy.how-much", YOU, low=-5, high=2000), typed)


@pytest.mark.parametrize("typed", ["yes", "Y", "ja", "J", "ye"])
def test_yes_in_both_languages(typed: str) -> None:
    assert read(Confirm("toy.insure", YOU), typed, WORDS) is True


@pytest.mark.parametrize("typed", ["no", "N", "nee", "ne"])
def test_no_in_both_languages(typed: str) -> None:
    assert read(Confirm("toy.insure", YOU), typed, WORDS) is False


@pytest.mark.parametrize("typed", ["maybe", "1", "yess", "oui"])
def test_neither_yes_nor_no(typed: str) -> None:
    assert refusal(Confirm("toy.insure", YOU), typed)


def walk() -> Move:
    def way(written: str, insist: bool) -> str:
        if set(written) - set("nsew"):
            raise Refused(Text("toy.not-a-walk", found=written))
        return written

    return Move("toy.walk", YOU, [Option("n", "North"), Option("nne", "The long way")], read=way)


def test_a_move_is_notation_or_an_option() -> None:
    assert read(walk(), "nnww", WORDS) == "nnww"
    assert read(walk(), "2", WORDS) == "nne"
    assert read(walk(), "the LONG way", WORDS) == "nne"
    assert "is no walk" in refusal(walk(), "up")


def test_what_the_notation_refuses_is_not_taken_for_an_option_that_begins_so() -> None:
    assert "is no walk" in refusal(walk(), "long")
    assert "is no walk" in refusal(walk(), "north east")


def test_a_number_that_is_not_in_the_list_is_not_a_price_in_a_move() -> None:
    """New cards are numbered on from 4: `1` is none of them, and not the one that costs 1 gold."""

    def refuse(line: str, insist: bool) -> str:
        raise Refused(Text("toy.not-a-walk", found=line))

    options = [Option("judge", "buy Judge for 2 gold"), Option("spy", "buy Spy for 1 gold")]
    ask = Move("toy.walk", YOU, options, read=refuse)
    ask.marks = {"judge": "4", "spy": "5"}
    assert read(ask, "5", WORDS) == "spy"
    assert "There is no number 1" in refusal(ask, "1")


def test_a_number_that_is_gone_on_from_may_be_the_id_of_an_option() -> None:
    """`2 with Merchant's Manor` at a question whose options are called 1 and 2, or 2 and 1."""

    def refuse(line: str, insist: bool) -> str:
        raise Refused(Text("refused.not-a-move"))

    for ids in (("1", "2"), ("2", "1")):
        ask = Move("toy.walk", YOU, [Option(id, f"Manor {id}") for id in ids], read=refuse)
        for line in ("2 with Merchant's Manor", "1 x", "#2 x"):
            with pytest.raises(Refused):
                read(ask, line, WORDS)


def test_a_move_goes_on_from_the_number_of_an_option() -> None:
    """A card that nobody can pay is offered face down; to say so once more does no harm."""

    def lay(written: str, insist: bool) -> str:
        if written not in ("judge b2", "judge down b2", "spy down b2"):
            raise Refused(Text("toy.not-a-walk", found=written))
        return written

    options = [Option("judge", "Judge"), Option("spy down", "Spy", about="spy")]
    ask = Move("toy.walk", YOU, options, read=lay)
    assert read(ask, "1 b2", WORDS) == "judge b2"
    assert read(ask, "1 down b2", WORDS) == "judge down b2"
    assert read(ask, "2 b2", WORDS) == "spy down b2"
    assert read(ask, "2 down b2", WORDS) == "spy down b2"
    assert "is no walk" in refusal(ask, "1 b9")
    assert "is no walk" in refusal(ask, "3 b2")


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("/undo", Command("undo")),
        ("/u", Command("undo")),
        (":u", Command("undo")),
        ("/ undo 3", Command("undo", "3")),
        ("/und", Command("undo")),
        ("/terug", Command("undo")),
        ("/FIX  gold ", Command("fix", "gold")),
        ("/waar", Command("why")),
        ("/t", Command("table")),
        ("/ta", Command("table")),
        ("/q", Command("quit")),
        ("/stop", Command("quit")),
        ("?", Command("help")),
        ("/?", Command("help")),
        ("/", Command("help")),
        ("/hulp", Command("help")),
        ("undo", None),
        ("4", None),
    ],
)
def test_commands_go_by_the_start_of_their_names_in_both_languages(typed: str, meant: Command | None) -> None:
    assert read_command(typed) == meant


@pytest.mark.parametrize(("typed", "named"), [("/r", "redo"), ("/scroe", "score"), ("/xyzzy", "help")])
def test_an_unclear_or_unknown_command_is_refused(typed: str, named: str) -> None:
    with pytest.raises(Refused) as refused:
        read_command(typed)
    assert named in WORDS.plain(refused.value.text)


@pytest.mark.parametrize("lang", ["en", "nl"])
def test_every_command_is_known_by_the_name_the_help_shows(lang: str) -> None:
    words = Words.of(lang, strict=True)
    for command in COMMANDS:
        shown = words.plain(Text(f"command.name.{command}"))
        assert read_command(f"/{shown}") == Command(command)


ANYTHING = st.text(max_size=30) | st.text("0123456789 ,;#x-+/woodstnealà:", max_size=20)


@settings(deadline=None)
@given(ANYTHING)
def test_whatever_is_typed_is_an_answer_or_refused(line: str) -> None:
    asks: list[Ask] = [
        Choose("toy.buy", YOU, CARDS),
        Several("toy.gifts", YOU, GOODS),
        Number("toy.how-much", YOU, low=0, high=5),
        Tally("toy.load", YOU, GOODS, low=0, high=9),
        Tally("toy.load", YOU, [Option("a", "1"), Option("b", "2")], low=0, high=9),
        Confirm("toy.insure", YOU),
        Name("toy.name-stall", YOU),
        walk(),
    ]
    for ask in asks:
        try:
            ask.check(read(ask, line, WORDS))
        except Refused as refused:
            assert WORDS.plain(refused.text)
    try:
        read_command(line)
    except Refused as refused:
        assert WORDS.plain(refused.text)


NAMES = st.lists(
    st.text("abcdeé 0123456789-", min_size=1, max_size=8).filter(lambda name: bool(folded(name))),
    min_size=1,
    max_size=12,
    unique_by=folded,
)


@settings(deadline=None)
@given(NAMES)
@example(["1", "b", "c", "d", "0b", "5 "])
def test_every_option_is_found_by_its_number_its_id_and_its_name(names: list[str]) -> None:
    options = [Option(f"id_{place}_", name) for place, name in enumerate(names)]
    for option, mark in zip(options, marks(options, WORDS), strict=True):
        meant: Answer = option.id
        assert read(Choose("toy.buy", YOU, options), mark, WORDS) == meant
        assert read(Choose("toy.buy", YOU, options), option.id, WORDS) == meant
        assert read(Choose("toy.buy", YOU, options), str(option.name), WORDS) == meant
