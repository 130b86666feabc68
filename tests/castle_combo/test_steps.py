"""The steps of a turn: what a line means, which are legal, and why others are not."""

from __future__ import annotations

import re
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from automa.castle_combo import rules
from automa.castle_combo.game import Play
from automa.castle_combo.state import CELLS, State
from automa.castle_combo.steps import TURN, Take, for_a_back, other_cells, place_words
from automa.dialogue import Move, Named, Refused, Text
from automa.game import Setup
from solo.showing.question import detail_of
from solo.words.names import shown_name
from solo.words.sentences import LANGUAGES, Words
from tests.atable import at_random, steps
from tests.castle_combo.positions import people, show, table, tables
from tests.solo.commandline import at_home, solo

WORDS = {lang: Words.of(lang, ["castle_combo"], strict=True) for lang in LANGUAGES}


def position(*seats: str) -> State:
    """Nun, Vicar and Beekeeper laid; the messenger at the Village with Bombardier, Spy and Master-at-arms."""
    drawings = {"you": ". . .\n. nun .\n. vicar*1 beekeeper"}
    made = table(*(seats or ("you", "ann")), **drawings, ann="potter")
    show(
        made,
        {"castle": "judge steward gravedigger", "village": "bombardier spy master-at-arms"},
    )
    return made


def read(written: str, made: State | None = None, *, keyed: bool = False, insist: bool = False) -> str:
    made = made or position()
    made.phase = "take" if keyed else "key"
    return TURN.at(made).read(written, insist)


def refusal(written: str, made: State | None = None, **how: bool) -> Refused:
    with pytest.raises(Refused) as caught:
        read(written, made, **how)
    return caught.value


def named(text: Text, value: str) -> list[Named]:
    found = text.values[value]
    assert isinstance(found, list)
    return [each for each in found if isinstance(each, Named)]


@pytest.mark.parametrize(
    ("written", "plain"),
    [
        ("spy b3", "spy b3"),
        ("SPY B3", "spy b3"),
        ("espion c2", "spy c2"),
        ("maître d'armes c2", "master-at-arms c2"),
        ("maitre d armes c2", "master-at-arms c2"),
        ("mas", "master-at-arms"),
        ("spy down b3", "spy down b3"),
        ("spy b3 down", "spy down b3"),
        ("spy face-down", "spy down"),
        ("spy gedekt", "spy down"),
        ("m", "m"),
        ("r", "r"),
        ("m judge c2", "m judge c2"),
        ("M juge", "m judge"),
        ("spy left of nun", "spy b3"),
        ("spy <nun", "spy b3"),
        ("spy > nun", "spy d3"),
        ("spy ^nun", "spy c2"),
        ("spy above nun", "spy c2"),
        ("spy links van vicar", "spy b4"),
        ("bomb <nun keys", "bombardier b3 keys"),
        ("bomb b3 keys", "bombardier b3 keys"),
        ("bomb keys", "bombardier keys"),
        ("bomb b3 goud", "bombardier b3 gold"),
        ("m gravedigger c2 master", "m gravedigger c2 master-at-arms"),
        ("m gravedigger spy", "m gravedigger spy"),
        ("m steward c2 vicar beekeeper", "m steward c2 vicar beekeeper"),
        ("m steward vicar steward", "m steward vicar steward"),
    ],
)
def test_reading(written: str, plain: str) -> None:
    assert read(written) == plain


@pytest.mark.parametrize(
    ("written", "reason"),
    [
        ("judge", "other-location"),
        ("nun", "lies-elsewhere"),
        ("duchess", "not-here"),
        ("spi3", "unknown-near"),
        ("qqqqqq", "unknown"),
        ("down", "down-alone"),
        ("gedekt spy", "down-alone"),
        ("spy c3", "taken"),
        ("spy a1", "fourth-in-column"),
        ("spy a4", "fourth-in-row"),
        ("spy b2", "apart"),
        ("master d2", "apart"),
        ("mait d2", "unknown"),
        ("spy f9", "no-cell"),
        ("spy c2 keys", "no-choice"),
        ("spy down c2 keys", "face-down-choice"),
        ("spy c2 nonsense", "no-choice"),
        ("bombardier c2 purses", "choice"),
        ("r spy", "refresh-first"),
        ("m steward c2 judge", "choice"),
        ("spy c2 m", "turn-over"),
        ("m judge c2 nun c4", "no-choice"),
        ("spy <", "beside-what"),
        ("spy left of", "beside-what"),
        ("spy left", "no-choice"),
        ("bomb left", "no-choice"),
    ],
)
def test_refusing(written: str, reason: str) -> None:
    assert refusal(written).text.id == f"castle-combo.refused.{reason}"


@pytest.mark.parametrize("written", ["spy <his holiness", "spy left of his holiness", "spy < his holiness"])
def test_a_card_of_two_words_is_a_place_to_lie_beside(written: str) -> None:
    made = table("you", "ann", you=". . .\n. his-holiness .")
    show(made, {"village": "bombardier spy master-at-arms"})
    assert read(written, made) == "spy b3"


def test_a_single_letter_behind_a_sign_is_the_beginning_of_a_card() -> None:
    assert refusal("spy <j").text.id == "refused.unclear"


def test_a_cell_without_a_card_and_a_cell_that_is_none_are_told_as_typed() -> None:
    assert refusal("c2 spy").text.values["cell"] == "c2"
    assert refusal("spy f9 down").text.values["cell"] == "f9"


def test_the_first_card_lies_beside_none() -> None:
    assert place_words({}, "c3") == [Text("castle-combo.place.first")]


def test_a_card_face_down_brings_six_gold_and_two_keys() -> None:
    assert [(each.id, each.values["n"]) for each in for_a_back()] == [
        ("amount.gold", 6),
        ("amount.keys", 2),
    ]


def test_cells_that_are_not_free_are_known_by_their_names() -> None:
    free = rules.legal_cells(position().player("you"))
    assert {cell.id for cell in other_cells(free)} == set(CELLS) - set(free)


def test_two_cards_that_begin_alike_are_no_place_to_lie_beside() -> None:
    refused = refusal("spy left of his")
    assert refused.text.id == "refused.unclear"
    assert [each.id for each in named(refused.text, "options")] == ["his-majesty", "his-holiness"]


@pytest.mark.parametrize(
    ("written", "typed"),
    [("silver xyz", "silver xyz"), ("silver xyz c2", "silver xyz"), ("spy <silver xyz", "silver xyz")],
)
def test_an_unknown_name_is_told_whole_and_without_the_cell(written: str, typed: str) -> None:
    assert refusal(written).text.values["typed"] == typed


def test_a_price_too_high_is_refused_unless_the_player_insists() -> None:
    made = position()
    made.player("you").gold = 3
    refused = refusal("spy c2", made)
    assert (refused.text.id, refused.insist) == ("castle-combo.refused.too-dear", True)
    assert read("spy c2", made, insist=True) == "spy c2"
    assert read("spy down c2", made) == "spy down c2"
    for lang, said in (("en", "spy down"), ("nl", "spy gedekt")):
        assert f"({said})" in WORDS[lang].plain(refused.text)
        assert read(f"{said} c2", made) == "spy down c2"


def test_a_turn_in_a_journal_is_checked_without_reading_it_anew() -> None:
    made = position()
    at = TURN.at(made)
    assert at.check("m gravedigger c2 spy") == "m gravedigger c2 spy"
    for written, reason in (
        ("judge c2", "other-location"),
        ("spy a1", "fourth-in-column"),
        ("bombardier c2 purses", "choice"),
        ("r spy", "refresh-first"),
    ):
        with pytest.raises(Refused) as refused:
            at.check(written)
        assert refused.value.text.id == f"castle-combo.refused.{reason}"
    with pytest.raises(Refused):
        at.check("espion c2")


def test_insisting_does_not_help_an_illegal_cell() -> None:
    assert not refusal("spy c3", insist=True).insist


def test_one_key_a_turn() -> None:
    assert refusal("m judge", keyed=True).text.id == "castle-combo.refused.second-key"


def test_no_key_without_keys() -> None:
    made = position()
    made.player("you").keys = 0
    assert refusal("r", made).text.id == "castle-combo.refused.no-key"


def test_two_cards_that_begin_alike_are_asked_about() -> None:
    made = table()
    show(made, {"village": "miraculously-cured militiaman mercenary"})
    assert refusal("mi", made).text.id == "refused.unclear"
    assert refusal("mi c3", made).text.id == "refused.unclear"
    assert read("mil c3", made) == "militiaman c3"


def test_a_beginning_is_unique_among_all_cards_or_asked_about() -> None:
    """Whatever lies there: what is typed is never taken for something else because that is possible."""
    made = table()
    show(made, {"castle": "his-majesty queen-mother princess", "village": "spy vicar baker"})
    made.messenger = "castle"
    assert refusal("al", made).text.id == "castle-combo.refused.not-here"  # the Alchemist, not Son Altesse
    assert refusal("prince", made).text.id == "castle-combo.refused.not-here"
    assert refusal("queen", made).text.id == "refused.unclear"
    assert refusal("maj c3", made).text.id == "refused.unclear"
    assert read("queen m c3", made) == "queen-mother c3"
    assert read("son altesse c3", made) == "his-majesty c3"


def test_the_first_cell_is_c3() -> None:
    made = table()
    show(made, {"village": "spy vicar baker"})
    assert refusal("spy b2", made).text.id == "castle-combo.refused.first-cell"
    assert read("spy c3", made) == "spy c3"


def test_neighbours_by_side_or_by_name() -> None:
    made = position("you", "ann", "bob")
    assert read("bombardier b3 gold left", made) == "bombardier b3 gold left"
    assert read("bombardier b3 bob gold", made) == "bombardier b3 right gold"
    made.players[2].seat = replace(made.players[2].seat, name="Roberta")
    assert read("bombardier b3 roberta gold", made) == "bombardier b3 right gold"
    assert read("spy b3 links", made) == "spy b3 left"


def test_with_two_players_there_is_one_neighbour_and_nothing_to_choose() -> None:
    assert refusal("spy b3 left").text.id == "castle-combo.refused.no-choice"


# What may come next, and how a turn is written


def offered(typed: str, made: State) -> dict[str, str]:
    """What a half-typed line may go on with, and what is said of it."""
    return {option.id: detail_of(option, WORDS["en"]) for option, _ in TURN.at(made).next(typed)}


@pytest.mark.parametrize(
    ("typed", "offers"),
    [
        ("sp", {"spy": "4 gold"}),
        ("espi", {}),
        ("m", {"m": "move the messenger first, for a key", "master-at-arms": "2 gold"}),
        ("m ", {"judge": "4 gold", "steward": "0 gold", "gravedigger": "4 gold"}),
        ("spy b", {"b3": "left of Nun", "b4": "left of Vicar"}),
        ("spy do", {"down": "gives 6 gold and 2 keys"}),
        ("spy b3 ", {"down": "gives 6 gold and 2 keys"}),
        ("spy down b3 ", {}),
        ("bomb b3 down ", {}),
        ("bomb b3 g", {"down": "gives 6 gold and 2 keys", "gold": ""}),
        ("bomb b3 gold ", {}),
        ("m steward c2 vic", {"vicar": ""}),
        ("m grave c2 ma", {"master-at-arms": ""}),
        ("r ", {}),
        ("judge ", {}),
    ],
)
def test_what_may_come_next(typed: str, offers: dict[str, str]) -> None:
    assert offered(typed, position()) == offers


def test_only_cells_where_the_card_may_lie_and_a_key_that_can_be_spent_are_offered() -> None:
    made = position()
    assert set(offered("spy ", made)) == {"down", *rules.legal_cells(made.active)}
    made.phase = "take"
    assert "m" not in offered("m", made)


def test_with_more_players_the_neighbours_are_offered() -> None:
    assert offered("bomb b3 gold ", position("you", "ann", "bob")) == {
        "left": "",
        "right": "",
    }


BEGUN = ("m", "s", "b", "m ", "m judge ", "spy ", "bomb b3 ", "bomb b3 gold ", "m steward c2 ", "m grav c2 ")


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("typed", BEGUN)
def test_what_is_offered_is_understood_in_the_language_it_is_shown_in(typed: str, lang: str) -> None:
    at = TURN.at(position("you", "ann", "bob"))
    for option, letters in at.next(typed):
        line = typed[: len(typed) - letters] + shown_name(option, WORDS[lang])
        assert option.id in at.read(line).split(" ")


@pytest.mark.parametrize(
    ("lang", "synopsis"),
    [
        ("en", "card [down] [place] [choice …]"),
        ("nl", "kaart [gedekt] [plek] [keuze …]"),
    ],
)
def test_help_shows_how_a_turn_is_written_and_what_each_part_is(lang: str, synopsis: str) -> None:
    lines = WORDS[lang].plain(TURN.help()).split("\n")
    assert lines[1:4] == ["m", "r", synopsis]
    explained = [line.partition(":")[0] for line in lines[4:]]
    assert " ".join(explained) == re.sub(r"[][]| …", "", synopsis)


@given(st.text(max_size=30))
def test_anything_typed_is_a_turn_or_refused(written: str) -> None:
    made = position()
    TURN.at(made).next(written)
    try:
        plain = read(written, made)
    except Refused:
        return
    assert read(plain, made) == plain


VOCABULARY = (
    "m r spy bomb judge down b3 c2 c3 a1 <nun left of nun above keys gold goud right ann vicar maître"
)

words = st.lists(st.sampled_from(VOCABULARY.split()), max_size=6)


@settings(deadline=None)  # a busy machine is no fault
@given(words)
def test_any_words_in_any_order_are_a_turn_or_refused(typed: list[str]) -> None:
    made = position("you", "ann", "bob")
    at = TURN.at(made)
    at.next(" ".join(typed))
    try:
        plain = at.read(" ".join(typed))
    except Refused:
        return
    assert at.check(plain) == plain
    # What is made on the spot, such as a word that chooses, is another thing each time.
    assert repr(TURN.understand(made, plain)) == repr(TURN.understand(made, " ".join(typed)))


@pytest.mark.parametrize("lang", LANGUAGES)
def test_help_at_the_question_tells_how_a_turn_is_written(
    lang: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    at_home(tmp_path, monkeypatch, lang)
    told = solo("play", "castle-combo", "--plain", "--seed", "4", "--cards", "app", answers="?\n/quit\n").out
    written = WORDS[lang].plain(TURN.help())
    assert written in told
    assert written in solo("rules", "castle-combo", "notation", "--plain").out


def test_what_is_legal_is_what_no_rule_forbids() -> None:
    """The quick list of steps and the rules say the same, at every question of random games."""
    for seed in range(3):
        script = Play(Setup(people("you", "ann", "bob"), tables()))
        for item in steps(script, at_random(Random(seed))):
            if isinstance(item, Move):
                made = script.table
                exist = [step for kind in TURN.kinds for step in TURN.existing(made, kind)]
                # A face-down card is a word more: `existing` has those that say nothing of it.
                exist += [replace(step, down=True) for step in exist if isinstance(step, Take)]
                allowed = {step for step in exist if TURN.why_not(made, step) is None}
                assert allowed == set(TURN.legal(made))


def test_no_card_that_cannot_be_taken_is_taken_for_another() -> None:
    """Every name of every card, in full and cut short, is that card or refused."""
    made = position("you", "ann", "bob")
    for each in made.deck.cards:
        for name in (each.id, each.name, *each.editions, *(each.name[:count] for count in range(2, 9))):
            try:
                said = TURN.at(made).read(name)
            except Refused:
                continue
            assert said == each.id, name
            assert each in made.display["village"]


def test_a_card_too_dear_is_not_taken_face_down_unasked() -> None:
    made = position()
    made.player("you").gold = 3
    for line in ("spy", "spy c2", "m judge"):
        assert refusal(line, made).text.id == "castle-combo.refused.too-dear"
    assert read("spy", made, insist=True) == "spy"
