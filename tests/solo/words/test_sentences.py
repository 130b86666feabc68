"""What a player reads, in their language."""

import pytest

from automa.dialogue import Choose, Named, Number, Option, Refused, Several, Text
from automa.game import Seat, you
from solo.trouble import Trouble
from solo.words.sentences import NoSentence, Words, capitalised, choose_language

ENGLISH = Words.of("en", strict=True)
DUTCH = Words.of("nl", strict=True)


def cards(count: int) -> list[Named]:
    return [Option(f"card-{n}", f"Card {n}") for n in range(1, count + 1)]


def refusal(ask: Choose | Several | Number, answer: object) -> Text:
    with pytest.raises(Refused) as refused:
        ask.check(answer)
    return refused.value.text


@pytest.mark.parametrize(
    ("n", "english", "dutch"),
    [(0, "0 keys", "0 sleutels"), (1, "1 key", "1 sleutel"), (2, "2 keys", "2 sleutels")],
)
def test_an_amount_is_singular_or_plural(n: int, english: str, dutch: str) -> None:
    assert ENGLISH.plain(Text("amount.keys", n=n)) == english
    assert DUTCH.plain(Text("amount.keys", n=n)) == dutch


@pytest.mark.parametrize(
    ("things", "read"),
    [
        ([], "nothing"),
        (["a"], "a"),
        (["a", "b"], "a and b"),
        (["a", 2, Text("amount.gold", n=3)], "a, 2 and 3 gold"),
    ],
)
def test_things_in_a_row(things: list[str], read: str) -> None:
    assert ENGLISH.plain(things) == read


def test_dutch_things_in_a_row() -> None:
    assert DUTCH.plain(["a", "b", "c"]) == "a, b en c"


def test_a_named_thing_has_the_role_of_a_name() -> None:
    text = Text("refused.twice", which=Option("judge", "Judge"))
    assert ENGLISH.spans(text) == [("You chose ", ""), ("Judge", "name"), (" twice; once is enough.", "")]


def test_a_name_that_is_a_text_is_translated() -> None:
    assert DUTCH.spans(Option("gold", Text("amount.gold", n=2))) == [("2 goud", "name")]


def test_names_in_a_list_keep_their_role() -> None:
    assert ENGLISH.spans(cards(2)) == [("Card 1", "name"), (" and ", ""), ("Card 2", "name")]


def test_a_text_in_a_text() -> None:
    text = Text("sheet.winner", n=1, who="Ada", points=Text("amount.points", n=75))
    assert ENGLISH.plain(text) == "Ada wins with 75 points."
    assert DUTCH.plain(text) == "Ada wint met 75 punten."


def test_what_you_do_is_said_to_you() -> None:
    text = Text("sheet.winner", n=1, who=you(), points=Text("amount.points", n=75))
    assert ENGLISH.plain(text) == "You win with 75 points."
    assert DUTCH.plain(text) == "Je wint met 75 punten."


def test_what_an_opponent_does_is_told() -> None:
    text = Text("sheet.winner", n=1, who=Seat("mila", "Mila", opponent="mila"), points=3)
    assert ENGLISH.spans(text) == [("Mila", "name"), (" wins with 3.", "")]


def test_you_at_the_start_of_a_sentence_has_a_capital() -> None:
    text = Text("sheet.winner", n=2, who=[you(), "Mila"], points=3)
    assert ENGLISH.plain(text) == "You and Mila share the victory with 3."
    assert capitalised([("you", "name"), (" win", "")]) == [("You", "name"), (" win", "")]


def test_the_bounds_of_a_choice_read_naturally() -> None:
    assert ENGLISH.plain(refusal(Several("x.y", "you", cards(5), low=2, high=2), [])) == (
        "Choose exactly 2 of them; you chose 0."
    )
    assert ENGLISH.plain(refusal(Several("x.y", "you", cards(5), low=1, high=1), [])) == (
        "Choose just one of them; you chose 0."
    )
    assert ENGLISH.plain(refusal(Several("x.y", "you", cards(5), low=1, high=3), [])) == (
        "Choose 1 to 3 of them; you chose 0."
    )
    assert DUTCH.plain(refusal(Number("x.y", "you", low=1, high=6), 7)) == (
        "Het moet 1 tot en met 6 zijn; je gaf 7 op."
    )


def test_a_refusal_names_what_would_be_right() -> None:
    assert ENGLISH.plain(refusal(Choose("x.y", "you", cards(3)), "Judge")) == (
        "There is no “Judge” here. Choose one of Card 1, Card 2 and Card 3."
    )


def test_a_long_list_in_a_refusal_is_cut_to_what_is_most_like_the_answer() -> None:
    options = [*cards(30), Option("judge", "Judge")]
    assert ENGLISH.plain(refusal(Choose("x.y", "you", options), "jugde")) == (
        "There is no “jugde” here. Choose one of Judge, Card 1, Card 2, Card 3, Card 4, Card 5, Card 6, "
        "Card 7 and 23 more."
    )


def test_nine_things_are_listed_in_full() -> None:
    assert "Card 9." in ENGLISH.plain(refusal(Choose("x.y", "you", cards(9)), "?"))


def test_a_very_long_wrong_answer_is_not_repeated_in_full() -> None:
    read = ENGLISH.plain(refusal(Choose("x.y", "you", cards(2)), "z" * 5000))
    assert len(read) < 150
    assert "zzz…”" in read


def test_a_text_without_a_sentence_shows_its_id() -> None:
    assert Words.of("en").plain(Text("nobody.wrote-this", n=2)) == "nobody.wrote-this"
    with pytest.raises(NoSentence, match=r"nobody\.wrote-this"):
        ENGLISH.plain(Text("nobody.wrote-this"))


def test_a_placeholder_without_a_value_is_shown_as_it_is() -> None:
    assert Words.of("en").plain(Text("amount.keys")) == "{n} key"
    with pytest.raises(NoSentence, match="no value"):
        ENGLISH.plain(Text("refused.twice"))


def test_braces_in_a_name_are_no_placeholder() -> None:
    assert ENGLISH.plain(Text("refused.not-a-number", answer="{n} {answer}")) == (
        "“{n} {answer}” is not a whole number."
    )


def test_a_game_without_catalogues_still_speaks_the_apps_words() -> None:
    assert Words.of("nl", ["no_such_game"]).plain(Text("amount.gold", n=1)) == "1 goud"
    with pytest.raises(FileNotFoundError):
        Words.of("nl", ["no_such_game"], strict=True)


@pytest.mark.parametrize(
    ("flag", "environ", "lang"),
    [
        (None, {}, "en"),
        (None, {"LANG": "nl_NL.UTF-8"}, "nl"),
        (None, {"LANG": "nl_BE@euro"}, "nl"),
        (None, {"LANG": "nl"}, "nl"),
        (None, {"LANG": "C.UTF-8"}, "en"),
        (None, {"LANG": "de_DE.UTF-8"}, "en"),
        (None, {"LANG": "nl_NL", "LC_MESSAGES": "en_GB"}, "en"),
        (None, {"LANG": "en_GB", "LC_ALL": "nl_NL", "LC_MESSAGES": "en_GB"}, "nl"),
        (None, {"LANG": "nl_NL", "LC_ALL": ""}, "nl"),
        (None, {"LANG": "en_GB", "LC_ALL": "en_GB", "CASTELLAN_LANG": "nl"}, "nl"),
        ("en", {"CASTELLAN_LANG": "nl"}, "en"),
        ("nl", {}, "nl"),
        ("NL", {}, "nl"),
        ("nl-BE", {}, "nl"),
    ],
)
def test_the_language_is_the_first_that_was_asked_for(
    flag: str | None, environ: dict[str, str], lang: str
) -> None:
    assert choose_language(flag, environ) == lang


@pytest.mark.parametrize("flag", ["日本", "de", "dutch"])
def test_an_unknown_language_names_ours(flag: str) -> None:
    with pytest.raises(Trouble) as trouble:
        choose_language(flag, {})
    assert DUTCH.plain(trouble.value.text) == (
        f"Castellan spreekt geen “{flag}”, wel Engels (en) en Nederlands (nl)."
    )
