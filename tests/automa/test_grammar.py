"""A notation from one definition: read, written, recalled, completed and explained."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import Struct

from automa.dialogue import Named, Option, Refused, Text, Unclear
from automa.grammar import Grammar, Phrase, Then, full_stop
from solo.words.sentences import Words

# A toy of an island: build a wall on a border, with houses on either side, and annex; or trade.


class Move(Struct):
    border: str = ""
    own: str = ""
    left: str = ""
    hidden: bool = False
    annexed: tuple[str, ...] = ()


class Island(Struct):
    borders: tuple[str, ...] = ("a1-a2", "a2-a3", "a1-sea")
    lands: tuple[str, ...] = ("Bazani Gate", "Nor High", "Château Noir", "Norwood")
    poor: bool = False


TRADE = Option("trade", Text("toy.trade"), also=("handel",))
OWN = Option("own", Text("toy.own"), also=("eigen",))
LEFT = Option("left", Text("toy.left"), also=("links",))
ANNEX = Option("annex", Text("toy.annex"), also=("overnemen",))
HIDDEN = Option("hidden", Text("toy.hidden"), also=("verborgen",))


def borders(island: Island, move: Move) -> list[Named]:
    return [TRADE, *(Option(border, border) for border in island.borders)]


def sides(island: Island, move: Move) -> list[Named]:
    return [Option(side, side, Text("toy.side")) for side in move.border.split("-") if side != "sea"]


def lands(island: Island, move: Move) -> list[Named]:
    return [Option(name.lower().replace(" ", "-"), name, Text("toy.land")) for name in island.lands]


def same_side(island: Island, move: Move) -> Text | None:
    return Text("toy.refused.same-side") if move.own and move.own == move.left else None


def too_dear(island: Island, move: Move) -> Text | None:
    return Text("toy.refused.too-dear") if island.poor and move.annexed else None


BUILD: Grammar[Island, Move] = Grammar(
    "toy.notation",
    Move,
    Phrase("border", borders, needed=True),
    (
        Phrase("own", sides, lead=OWN, label="side", why_not=same_side),
        Phrase("left", sides, lead=LEFT, label="side", why_not=same_side),
    ),
    Phrase("hidden", [HIDDEN]),
    Phrase("annexed", lands, lead=ANNEX, label="land"),
    forms={TRADE: ()},
    doubt=too_dear,
)
ISLAND = Island()


@pytest.mark.parametrize(
    ("typed", "written"),
    [
        ("a1-a2", "a1-a2"),
        ("A1-A2 own a1", "a1-a2 own a1"),
        ("a1 a2 left a2 eigen a1", "a1-a2 own a1 left a2"),
        ("a1-a2 o a1, l a2", "a1-a2 own a1 left a2"),
        ("a1-sea own a1 verborgen", "a1-sea own a1 hidden"),
        ("a1-a2 annex nor high", "a1-a2 annex nor-high"),
        ("a1-a2 annex noir bazani gate", "a1-a2 annex château-noir bazani-gate"),
        ("a1-a2 hid overn chateau annex baz gat norw", "a1-a2 hidden annex château-noir bazani-gate norwood"),
        ("handel", "trade"),
        ("tr", "trade"),
    ],
)
def test_reading(typed: str, written: str) -> None:
    move = BUILD.read(typed, ISLAND)
    assert BUILD.write(move) == written
    assert BUILD.recall(written, ISLAND) == move
    assert BUILD.check(written, ISLAND) == move


def refusal(typed: str, island: Island = ISLAND) -> Refused:
    with pytest.raises(Refused) as refused:
        BUILD.read(typed, island)
    return refused.value


@pytest.mark.parametrize(
    ("typed", "reason", "about"),
    [
        ("", "refused.say", None),
        ("b1-b2", "refused.not-an-option", "b1-b2"),
        ("b1 own a1", "refused.not-an-option", "b1"),
        ("a1-a2 foo bar own a1", "refused.not-an-option", "foo bar"),
        ("a1-a2 own", "refused.say", None),
        ("a1-a2 own a3", "refused.not-an-option", "a3"),
        ("a1-a2 own a1 left a1", "toy.refused.same-side", None),
        ("a1-a2 own a1 own a2", "refused.both", None),
        ("a1-a2 annex nor", "refused.unclear", "nor"),
        ("trade own a1", "refused.too-much", "own a1"),
    ],
)
def test_refusing(typed: str, reason: str, about: str | None) -> None:
    text = refusal(typed).text
    assert (text.id, text.values.get("answer")) == (reason, about)


def test_what_can_mean_several_things_is_unclear_and_names_them() -> None:
    refused = refusal("a1-a2 annex nor")
    assert isinstance(refused, Unclear)
    assert [option.id for option in refused.text.values["options"]] == ["nor-high", "norwood"]  # type: ignore[union-attr]


def test_a_whole_name_goes_before_one_that_begins_with_it() -> None:
    assert BUILD.read("a1-a2 annex nor", Island(lands=("Nor", "Nor High"))).annexed == ("nor",)


def test_what_may_be_insisted_on_passes_only_then() -> None:
    poor = Island(poor=True)
    assert refusal("a1-a2 annex noir", poor).insist
    assert BUILD.read("a1-a2 annex noir", poor, insist=True).annexed == ("château-noir",)
    with pytest.raises(Refused):
        BUILD.check("a1-a2 annex château-noir", poor)
    assert BUILD.check("a1-a2 annex château-noir", poor, insist=True).annexed
    with pytest.raises(Refused):
        BUILD.read("a1-a2 own a1 left a1", poor, insist=True)


@pytest.mark.parametrize(
    "written", ["a9-a9", "a1-a2 own a3", "a1-a2 own a1 left a1", "a1-a2 nor-high", "trade a1"]
)
def test_a_journal_that_does_not_fit_the_table_is_refused(written: str) -> None:
    with pytest.raises(Refused):
        BUILD.check(written, ISLAND)


def offered(typed: str) -> dict[str, int]:
    return {option.id: letters for option, letters in BUILD.next(typed, ISLAND)}


@pytest.mark.parametrize(
    ("typed", "offers"),
    [
        ("t", {"trade": 1}),
        ("a2", {"a2-a3": 2, "a1-a2": 2}),
        ("a1-a2 ", {"own": 0, "left": 0, "hidden": 0, "annex": 0}),
        ("a1-a2 o", {"own": 1, "annex": 1}),
        ("a1-a2 own ", {"a1": 0, "a2": 0}),
        ("a1-a2 own a1 left ", {"a2": 0}),
        ("a1-a2 annex baz", {"bazani-gate": 3}),
        ("a1-a2 annex bazani g", {"bazani-gate": 8}),
        ("a1-a2 annex noir nor", {"nor-high": 3, "norwood": 3}),
        ("trade ", {}),
        ("b9 ", {}),
    ],
)
def test_completion(typed: str, offers: dict[str, int]) -> None:
    assert offered(typed) == offers


def test_a_notation_at_a_table_reads_and_checks_the_text_of_the_journal() -> None:
    notation = BUILD.at(ISLAND)
    assert notation.read("A1-A2 eigen a1") == notation.check("a1-a2 own a1") == "a1-a2 own a1"
    assert notation.next("tr") == [(TRADE, 2)]
    assert notation.help() == BUILD.help()


class Pick(Struct):
    fruit: tuple[str, ...] = ()
    colour: str = ""


FRUIT = [Option("plum", "Plum"), Option("pear", "Pear"), Option("peach", "Peach")]
COLOURS = [Option("peach", "Peach", also=("perzik",)), Option("red", "Red")]
PICK: Grammar[None, Pick] = Grammar(
    "toy.pick", Pick, (Phrase("fruit", FRUIT, in_order=True), Phrase("colour", COLOURS, needed=True))
)


@pytest.mark.parametrize(
    ("typed", "written"),
    [
        ("pear red", "pear red"),
        ("red pear plum pear", "plum pear red"),
        ("perzik pl", "plum peach"),
    ],
)
def test_in_any_order_and_said_repeatedly(typed: str, written: str) -> None:
    assert PICK.write(PICK.read(typed, None)) == written


def test_a_word_that_may_be_said_for_two_phrases_is_unclear_until_one_is_said() -> None:
    with pytest.raises(Unclear):
        PICK.read("peach", None)
    assert PICK.read("red peach", None) == Pick(("peach",), "red")
    with pytest.raises(Refused) as refused:
        PICK.read("red perzik", None)
    assert refused.value.text == Text("refused.both", first="red", second="peach")


VOCABULARY = ("a1-a2", "a1", "own", "left", "annex", "nor", "high", "noir", "trade")


@given(st.text(max_size=30) | st.lists(st.sampled_from(VOCABULARY)).map(" ".join))
def test_anything_typed_is_a_move_or_refused_and_can_be_completed(typed: str) -> None:
    BUILD.next(typed, ISLAND)
    try:
        move = BUILD.read(typed, ISLAND)
    except Refused:
        return
    assert BUILD.recall(BUILD.write(move), ISLAND) == move
    assert BUILD.read(BUILD.write(move), ISLAND) == move


def test_help_shows_each_form_and_explains_each_phrase_once() -> None:
    how = Words.of("en").plain(BUILD.help().values["how"])
    assert how.split("\n") == [
        "toy.notation.border [toy.own toy.notation.side] [toy.left toy.notation.side] [toy.hidden]"
        " [toy.annex toy.notation.land …]",
        "toy.trade",
        "toy.notation.border: toy.notation.is.border",
        "toy.notation.side: toy.notation.is.side",
        "toy.hidden: toy.notation.is.hidden",
        "toy.notation.land: toy.notation.is.land",
    ]
    assert BUILD.help().id == "toy.notation"
    assert all(id in how for id in BUILD.words())


# A toy of a market: buy so many things of each kind, sail from here to there, and then do something else.


class Deal(Struct):
    verb: str = ""
    bought: tuple[str, ...] = ()
    colour: str = ""
    lining: str = ""
    voyage: tuple[str, ...] = ()
    stop: bool = False


class Day(Struct):
    done: tuple[str, ...] = ()


DYES = [Option(colour, colour) for colour in ("red", "blue")]
PORTS = [Option(port, port) for port in ("rome", "tyre", "acre")]
BUYING, SAILING = Option("buy", Text("toy.buy")), Option("sail", Text("toy.sail"))
GOING = Option("by", Text("toy.by"))


def not_yet(day: Day, deal: Deal) -> Text | None:
    return Text("toy.refused.again") if deal.verb in day.done else None


DEAL: Grammar[Day, Deal] = Grammar(
    "toy.deal",
    Deal,
    Phrase("verb", [BUYING, SAILING], needed=True, why_not=not_yet),
    forms={
        BUYING: [
            (
                Phrase("bought", FRUIT, label="fruit", counted=True),
                Phrase("colour", DYES, label="colour"),
                Phrase("lining", DYES, label="colour", behind="colour"),
            ),
            full_stop(),
        ],
        SAILING: [
            (Phrase("voyage", PORTS, label="port", lead=GOING, most=2), Phrase("colour", DYES)),
            full_stop(),
        ],
    },
    beside=Grammar("toy.pick", Pick, Phrase("fruit", FRUIT)),
)
THEN: Then[Day, Deal] = Then(
    Option("then", Text("toy.then"), also=("dan",)), lambda day, deal: Day((*day.done, deal.verb))
)
A_DAY = DEAL.at(Day(), THEN)


@pytest.mark.parametrize(
    ("typed", "written"),
    [
        ("buy pear 2 plum", "buy pear pear plum"),
        ("buy 2 plum 3x pear", "buy plum plum pear pear pear"),
        ("buy plum x2 red", "buy plum plum red"),
        ("buy red blue", "buy red blue"),
        ("buy blue 2 plum blue", "buy plum plum blue blue"),
        ("buy plum.", "buy plum stop"),
        ("buy plum stop", "buy plum stop"),
        ("sail by rome acre red", "sail by rome acre red"),
        ("sail by rome.", "sail by rome stop"),
    ],
)
def test_numbers_pairs_and_a_full_stop(typed: str, written: str) -> None:
    deal = DEAL.read(typed, Day())
    assert DEAL.write(deal) == written
    assert DEAL.recall(written, Day()) == DEAL.check(written, Day()) == DEAL.read(written, Day()) == deal


@pytest.mark.parametrize(
    ("typed", "reason"),
    [
        ("buy 2", "refused.not-an-option"),
        ("buy 2 red", "refused.not-an-option"),
        ("buy red red red", "refused.both"),
        ("sail by rome acre tyre", "refused.both"),
    ],
)
def test_no_more_than_there_can_be(typed: str, reason: str) -> None:
    with pytest.raises(Refused) as refused:
        DEAL.read(typed, Day())
    assert refused.value.text.id == reason


def test_where_something_must_follow_a_full_stop_is_not_blamed() -> None:
    with pytest.raises(Refused) as refused:
        DEAL.read("sail by.", Day())
    assert refused.value.text.id == "refused.say"


def test_moves_joined_by_a_word_are_read_one_after_another() -> None:
    assert A_DAY.read("buy plum dan sail by rome.") == "buy plum then sail by rome stop"
    assert A_DAY.check("buy plum then sail by rome stop") == "buy plum then sail by rome stop"
    assert A_DAY.recall("buy then sail") == [Deal("buy"), Deal("sail")]
    with pytest.raises(Refused) as refused:
        A_DAY.read("buy plum then buy pear")
    assert refused.value.text == Text("toy.refused.again")
    with pytest.raises(Refused):
        A_DAY.check("buy plum then buy pear")


def test_the_word_between_two_moves_may_be_left_out_where_the_second_begins_a_form() -> None:
    assert A_DAY.read("buy plum 2 sail by rome.") == "buy plum plum then sail by rome stop"
    with pytest.raises(Refused) as refused:
        A_DAY.read("buy plum buy pear")
    assert refused.value.text == Text("toy.refused.again")
    with pytest.raises(Refused) as refused:
        A_DAY.read("buy plum steal pear")
    assert "steal" in str(refused.value.text.values)


def test_the_last_of_several_moves_is_completed() -> None:
    def offered(line: str) -> list[str]:
        return [option.id for option, _ in A_DAY.next(line)]

    assert offered("") == ["buy", "sail"]
    assert offered("buy pl") == ["plum"]
    assert offered("buy red blue 2 plum ")[-2:] == ["stop", "then"]
    assert offered("buy then ") == ["sail"]
    assert offered("buy then sail by r") == ["rome"]
    assert offered("steal then ") == []


def test_help_tells_what_stands_beside_first() -> None:
    how = Words.of("en").plain(DEAL.help().values["how"]).split("\n")
    assert how[0] == "[Plum | Pear | Peach …]"
    assert how[1:3] == [
        "toy.buy [Plum | Pear | Peach …] [red | blue] [red | blue] [.]",
        "toy.sail [toy.by rome | tyre | acre] [red | blue] [.]",
    ]
    assert Words.of("en").plain(DEAL.form(Deal("sail"))) == how[2]
