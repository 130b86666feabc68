"""What players read, word for word, where it is put together from parts."""

from __future__ import annotations

from functools import cache

import pytest

from automa.castle_combo import rules
from automa.castle_combo.game import Play, card_detail
from automa.castle_combo.steps import TURN, Take
from automa.dialogue import Choose, Refused
from automa.game import Seat, Setup, you
from solo.fronts.reading import read
from solo.words.sentences import LANGUAGES, Words
from tests.castle_combo.positions import at, card, deck, show, table, tables


@cache
def words_of(lang: str) -> Words:
    return Words.of(lang, ["castle_combo"], strict=True)


def offered(id: str, lang: str = "en") -> str:
    return words_of(lang).plain(card_detail(card(id)))


@pytest.mark.parametrize(
    ("id", "english", "dutch"),
    [
        (
            "duchess",
            "2 Nobility; ability: 2 keys; scores 8 in the top row",
            "2 Adel; effect: 2 sleutels; scoort 8 in de bovenste rij",
        ),
        (
            "pilgrim",
            "Faith; ability: Village cards cost 1 gold less; scores 4 per kind of shield in its row"
            "; messenger to the Village",
            "Geloof; effect: Dorpskaarten kosten 1 goud minder; scoort 4 per soort schild in dezelfde rij"
            "; boodschapper naar het Dorp",
        ),
        (
            "baron",
            "Nobility; ability: all cards cost 1 gold less; scores 10 without any Peasantry shield",
            "Adel; effect: alle kaarten kosten 1 goud minder; scoort 10 zonder Boerenschild",
        ),
        (
            "executioner",
            "Military; ability: discard a card at the Castle and gain its cost in gold; "
            "scores 1 per Castle card; messenger to the Castle",
            "Leger; effect: leg een kaart bij het Kasteel af en krijg de prijs ervan in goud; "
            "scoort 1 per Kasteelkaart; boodschapper naar het Kasteel",
        ),
        (
            "brigand",
            "Peasantry; ability: 1 key per Castle card of one neighbour; scores 7 per 3 Village cards",
            "Boeren; effect: 1 sleutel per Kasteelkaart bij één buur; scoort 7 per 3 Dorpskaarten",
        ),
    ],
)
def test_a_card_on_offer(id: str, english: str, dutch: str) -> None:
    assert offered(id) == english
    assert offered(id, "nl") == dutch


@pytest.mark.parametrize("lang", LANGUAGES)
def test_no_shield_is_named_twice(lang: str) -> None:
    for each in deck().cards:
        said = offered(each.id, lang).split(";")[0]
        assert len(set(said.split())) == len(said.split())


def test_a_neighbour_is_named_when_there_is_one_to_choose() -> None:
    made = table("you", "ann", "bob", you="templar . .", ann="monk nun .", bob="vicar . .")
    made.players[1].seat = Seat("ann", "Ann")
    ways = rules.ways(made, made.players[0], at(made.players[0], "templar"))
    assert [words_of("en").plain(way.name) for way in ways] == [
        "gain 2 gold and 1 key, counted with Ann on the left",
        "gain 1 gold and 1 key, counted with bob on the right",
    ]


def test_your_own_tableau_as_a_neighbour_of_an_opponent() -> None:
    made = table("you", "ann", "bob", you="monk nun .", ann="templar . .")
    ways = rules.ways(made, made.players[1], at(made.players[1], "templar"))
    assert words_of("en").plain(ways[1].name) == "gain 2 gold and 1 key, counted with you on the right"
    assert words_of("nl").plain(ways[1].name) == "krijg 2 goud en 1 sleutel, geteld bij jou (rechts)"


def test_a_card_that_is_not_here_is_said_to_lie_where_it_lies() -> None:
    made = table(you="monk . .")
    show(made, {"castle": "judge nun prince", "village": "spy vicar baker"})
    refusal = TURN.why_not(made, Take(card("judge"), "c2"))
    assert refusal is not None
    assert words_of("en").plain(refusal) == (
        "Judge lies face up at the Castle; a key moves the messenger there first."
        " Choose one of Spy, Vicar and Baker."
    )


def test_typing_a_card_that_lies_on_the_table_already_says_where() -> None:
    script = Play(Setup([you(), Seat("ann", "Ann")], tables()))
    conversation = script.play()
    item = next(conversation)
    while not isinstance(item, Choose):
        item = conversation.send(None)
    item = conversation.send("duchess")
    assert isinstance(item, Choose)
    with pytest.raises(Refused) as refused:
        read(item, "duch", words_of("en"))
    assert (
        words_of("en")
        .plain(refused.value.text)
        .startswith("Duchess already lies face up at the Castle; there is only one.")
    )
    assert read(item, "nun", words_of("en")) == "nun"


@pytest.mark.parametrize("id", [each.id for each in deck().cards])
def test_the_ways_to_apply_an_ability_can_be_chosen_by_their_number(id: str) -> None:
    """No name begins with a figure, or a bare number would mean two things."""
    made = table("you", "ann", "bob", you="beekeeper potter .", ann="monk nun .", bob="vicar judge .")
    show(made, {"castle": "duchess", "village": "spy"})
    laid = made.players[0].lay(card(id), "d2")
    ways = rules.ways(made, made.players[0], laid)
    if len(ways) > 1:
        assert not any(words_of(lang).plain(way.name)[0].isdigit() for way in ways for lang in LANGUAGES)


def test_a_word_said_twice_is_named_as_it_was_typed() -> None:
    made = table("you", "ann")
    show(made, {"village": "spy vicar baker"})
    with pytest.raises(Refused) as refused:
        TURN.at(made).read("spy gedekt gedekt")
    assert words_of("nl").plain(refused.value.text) == (
        "Er is hier niets wat je met “gedekt” kunt kiezen; laat het weg."
    )
