"""Score files read into types: what is wrong is named by key, found and allowed."""

from __future__ import annotations

from typing import Annotated, Any

import pytest
from msgspec import Meta, Struct

from automa.dialogue import LONGEST_NAME, YOU, Name, Number, Option, Refused, Tell, Text
from automa.rulings import Ruling
from automa.scorefile import (
    PlayerName,
    Question,
    Table,
    Talk,
    ask_name,
    ask_players,
    asked,
    fill,
    key_of,
    people,
    read,
    rulings,
    whole,
)
from automa.typed import meaning


class Fruit(Struct, forbid_unknown_fields=True):
    """What one player picked."""

    apples: Annotated[int, Meta(ge=0, le=9)]
    pears: Annotated[int, Meta(ge=0, le=9)] = 0


class Basket(Struct, forbid_unknown_fields=True, rename="kebab"):
    """What is asked of one player."""

    eggs: Annotated[int, Meta(ge=0, le=99), asked(Question("some.eggs", usual=12))]
    blue_ones: Annotated[int, Meta(ge=1, le=9), asked(Question("some.blue", high=lambda most: most))] = 1
    hens: tuple[str, ...] = ()
    note: str = ""


class File(Struct, forbid_unknown_fields=True):
    """Who picked what."""

    player: Annotated[dict[PlayerName, Fruit], meaning(Text("some.players"), min_length=1, max_length=3)]
    weather: Any = None


def refused(make: Any) -> Text:
    with pytest.raises(Refused) as caught:
        make()
    return caught.value.text


def wrong(key: str, found: object, allowed: Text) -> Text:
    text = Text("score-file.wrong", key=key, allowed=allowed)
    text.values["found"] = found  # type: ignore[assignment]
    return text


NINE = Text("allowed.number-between", low=0, high=9)
A_NAME = Text("allowed.name", high=LONGEST_NAME)


def test_a_right_file_is_what_was_declared() -> None:
    file = read(File, {"player": {" Ann ": {"apples": 3}}})
    assert file.player == {"Ann": Fruit(3, 0)}


@pytest.mark.parametrize(
    ("content", "expected"),
    [
        ([], wrong("player", "[]", Text("allowed.table"))),
        ({}, wrong("player", Text("found.nothing"), Text("some.players"))),
        ({"player": {}}, wrong("player", Text("found.table-of", n=0), Text("some.players"))),
        ({"player": {"Ann": {"apples": "3"}}}, wrong("player.Ann.apples", '"3"', NINE)),
        ({"player": {"Ann": {"apples": True}}}, wrong("player.Ann.apples", "true", NINE)),
        ({"player": {"Ann": {}}}, wrong("player.Ann.apples", Text("found.nothing"), NINE)),
        ({"players": {}}, Text("score-file.unknown", key="players", allowed=["player", "weather"])),
        (
            {"player": {"Ann": {"apples": 1, "plums": 2}}},
            Text("score-file.unknown", key="player.Ann.plums", allowed=["apples", "pears"]),
        ),
        (
            {"player": {"Ann": {"apples": 1}, "Ann ": {"apples": 2}}},
            Text("score-file.twice", key="player.Ann"),
        ),
        (
            {"player": {"Zoe\u0308": {"apples": 1}, "Zo\u00eb": {"apples": 2}}},
            Text("score-file.twice", key="player.Zoë"),
        ),
        (
            {"player": {"\ud800": {"apples": 1}}},
            wrong("player.\ud800", '"?"', Text("allowed.whole-characters")),
        ),
        (
            {"player": {"x" * 50: {}}},
            wrong("player." + "x" * 40 + "…", '"' + "x" * 50 + '"', Text("allowed.key", allowed=A_NAME)),
        ),
    ],
)
def test_what_is_wrong_names_the_key_what_was_found_and_what_is_allowed(content: Any, expected: Text) -> None:
    assert refused(lambda: read(File, content)) == expected


def test_a_place_in_a_list_counts_from_one() -> None:
    assert key_of(("player", "Ann", "tableau", 0, 2)) == "player.Ann.tableau[1][3]"


def test_however_deep_a_file_is_it_is_only_refused() -> None:
    content: Any = 1
    for _ in range(900):
        content = {"player": [content]}
    assert refused(lambda: read(File, content)).values["key"] == "player"
    assert (
        refused(lambda: read(File, {"player": {"Ann": {"apples": content}}})).values["key"]
        == "player.Ann.apples"
    )


def test_a_table_by_name_is_filled_with_what_was_left_out() -> None:
    there = Table({'"Ann\\': whole(3), "green": whole(9)}, allowed=Text("some.there"))
    kind = Table({"a/b": there, "c": there, "d": there, "e": Table({"f": int}, needed=["f"])}, needed=["d"])
    assert fill(kind, {"a/b": {'"Ann\\ ': 2}, "d": {}}) == {
        "a/b": {'"Ann\\': 2, "green": 0},
        "c": {'"Ann\\': 0, "green": 0},
        "d": {'"Ann\\': 0, "green": 0},
        "e": 0,
    }


@pytest.mark.parametrize(
    ("content", "expected"),
    [
        ([], wrong("a", "[]", Text("allowed.table"))),
        ({}, wrong("b", Text("found.nothing"), Text("some.b"))),
        ({"b": 3}, wrong("b", "3", Text("some.b"))),
        ({"b": {"Ann": 10}}, wrong("b.Ann", "10", NINE)),
        ({"b": {"Ben": 1}}, Text("score-file.unknown", key="b.Ben", allowed=["Ann"])),
        ({"b": {}, "c": 1}, Text("score-file.unknown", key="c", allowed=["a", "b"])),
        ({"b": {"Ann": 1, " Ann": 1}}, Text("score-file.twice", key="b.Ann")),
    ],
)
def test_what_is_wrong_in_a_table_by_name_is_told_alike(content: Any, expected: Text) -> None:
    inside = Table({"Ann": whole(9)}, allowed=Text("some.b"))
    assert refused(lambda: fill(Table({"a": int, "b": inside}, needed=["b"]), content)) == expected


@pytest.mark.parametrize("name", ["", " ", "a\nb", "\x1b[31m", "a\u202eb", "a\x9bb", "\ud800", "x" * 41])
def test_a_name_has_something_to_read_and_nothing_else(name: str) -> None:
    assert refused(lambda: people(("players",), ["Ann", name])).values["key"] == "players[2]"
    assert refused(lambda: people(("player",), {name: 1})).values["allowed"] == A_NAME


def test_everybody_has_a_name_of_their_own() -> None:
    assert people(("players",), ["Ann", "Zoë", "李小龍"], taken=["green"]) == ["Ann", "Zoë", "李小龍"]
    twice = refused(lambda: people(("players",), ["Ann", "Ben", "ann"]))
    assert twice == Text("score-file.name-twice", key="players", name="ann")
    taken = refused(lambda: people(("players",), ["Ann", "Green"], taken=["green"]))
    assert taken.values["allowed"] == Text("allowed.other-name", name="Green")


def test_a_name_that_is_taken_is_asked_for_again() -> None:
    talk = ask_name("some.name", ["Ann"], taken=["green"])
    for name in ("ann", "GREEN"):
        ask = talk.send(None)
        assert isinstance(ask, Name) and ask.values == {"number": 2}
        assert talk.send(name) == Tell("score.name-taken", name=name)
    next(talk)
    with pytest.raises(StopIteration) as over:
        talk.send("Ben")
    assert over.value.value == "Ben"


def test_a_file_may_settle_what_the_rulebook_leaves_open() -> None:
    options = [Option("yes", "yes"), Option("no", "no")]
    known = [Ruling(id, Text("some.question"), options, "no", Text("why")) for id in ("first", "last")]
    assert rulings({}, known) == {}
    assert rulings({"last": "yes"}, known) == {"last": "yes"}
    assert refused(lambda: rulings({"last": "maybe"}, known)) == wrong(
        "rulings.last", '"maybe"', Text("allowed.words", words="no, yes")
    )
    assert refused(lambda: rulings({"next": "yes"}, known)).values["key"] == "rulings.next"
    assert refused(lambda: rulings(3, known)).values["key"] == "rulings"


def test_questions_come_from_the_types_of_the_file_and_fill_it_in() -> None:
    def hens(name: str) -> Talk[list[str]]:
        hen: str = yield Name("some.hen", YOU, name=name)
        return [hen]

    talk = ask_players(Basket, 1, "some.name", 6, {"hens": hens})
    name = next(talk)
    assert isinstance(name, Name)
    eggs = talk.send("Ann")
    assert isinstance(eggs, Number)
    assert (eggs.text, eggs.low, eggs.high, eggs.limit) == (Text("some.eggs", name="Ann"), 0, 12, 99)
    blue = talk.send(13)
    assert isinstance(blue, Number)
    assert (blue.low, blue.high, blue.limit) == (1, 6, 6)
    assert isinstance(talk.send(2), Name)
    with pytest.raises(StopIteration) as over:
        talk.send("Berta")
    assert over.value.value == {"Ann": {"eggs": 13, "blue-ones": 2, "hens": ["Berta"]}}
    assert read(Basket, over.value.value["Ann"]) == Basket(13, 2, ("Berta",))
