"""A turn in one line: forgiving to read, plain to write."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from automa.castle_combo import rules
from automa.castle_combo.notation import TURN, Seated, Turn
from automa.castle_combo.state import CELLS, State
from automa.dialogue import Refused
from solo.showing.question import detail_of
from solo.words.names import shown_name
from solo.words.sentences import LANGUAGES, Words
from tests.castle_combo.positions import deck, show, table
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
    return TURN.write(TURN.read(written, Seated(made, made.player("you"), keyed), insist=insist))


def refusal(written: str, made: State | None = None, **how: bool) -> Refused:
    with pytest.raises(Refused) as caught:
        read(written, made, **how)
    return caught.value


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
        ("bomb b3 keys", "bombardier b3 keys"),
        ("bomb keys", "bombardier keys"),
        ("bomb b3 goud", "bombardier b3 gold"),
        ("m gravedigger c2 master", "m gravedigger c2 master-at-arms"),
        ("m gravedigger spy", "m gravedigger spy"),
        ("m steward c2 vicar beekeeper", "m steward c2 c4 d4"),
        ("m steward c2 d4 c2", "m steward c2 c2 d4"),
    ],
)
def test_reading(written: str, plain: str) -> None:
    assert read(written) == plain


@pytest.mark.parametrize(
    ("written", "reason"),
    [
        ("", "nothing"),
        ("   ", "nothing"),
        ("judge", "lies-elsewhere"),
        ("nun", "lies-elsewhere"),
        ("duchess", "not-here"),
        ("spi3", "unknown-near"),
        ("qqqqqq", "unknown"),
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
        ("m steward vicar beekeeper", "cell-first"),
    ],
)
def test_refusing(written: str, reason: str) -> None:
    assert refusal(written).text.id == f"castle-combo.refused.{reason}"


def test_a_price_too_high_is_refused_unless_the_player_insists() -> None:
    made = position()
    made.player("you").gold = 3
    refused = refusal("spy c2", made)
    assert (refused.text.id, refused.insist) == ("castle-combo.refused.too-dear", True)
    assert read("spy c2", made, insist=True) == "spy c2"
    assert read("spy down c2", made) == "spy down c2"


def test_a_turn_in_a_journal_is_checked_without_reading_it_anew() -> None:
    made = position()
    at = Seated(made, made.player("you"))
    assert TURN.at(at).check("m gravedigger c2 spy") == "m gravedigger c2 spy"
    for written, reason in (
        ("judge c2", "lies-elsewhere"),
        ("spy a1", "fourth-in-column"),
        ("bombardier c2 purses", "choice"),
        ("r spy", "refresh-first"),
    ):
        with pytest.raises(Refused) as refused:
            TURN.check(written, at)
        assert refused.value.text.id == f"castle-combo.refused.{reason}"
    with pytest.raises(Refused):
        TURN.check("espion c2", at)


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
    assert refusal("mi", made).text.id == "castle-combo.refused.ambiguous"
    assert refusal("mi c3", made).text.id == "castle-combo.refused.ambiguous"
    assert read("mil c3", made) == "militiaman c3"


def test_a_beginning_is_unique_among_all_cards_or_asked_about() -> None:
    """Whatever lies there: what is typed is never taken for something else because that is possible."""
    made = table()
    show(made, {"castle": "his-majesty queen-mother princess", "village": "spy vicar baker"})
    made.messenger = "castle"
    assert refusal("al", made).text.id == "castle-combo.refused.not-here"  # the Alchemist, not Son Altesse
    assert refusal("prince", made).text.id == "castle-combo.refused.not-here"
    assert refusal("queen", made).text.id == "castle-combo.refused.ambiguous"
    assert refusal("maj c3", made).text.id == "castle-combo.refused.ambiguous"
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
    assert read("bombardier b3 bob gold", made) == "bombardier b3 gold right"
    assert read("spy b3 links", made) == "spy b3 left"


def test_with_two_players_there_is_one_neighbour_to_name() -> None:
    assert read("spy b3 left") == "spy b3"
    assert read("bombardier b3 gold ann") == "bombardier b3 gold"


# What may come next, and how a turn is written


def seated(*seats: str) -> Seated:
    made = position(*seats)
    return Seated(made, made.player("you"))


def offered(typed: str, at: Seated) -> dict[str, str]:
    """What a half-typed line may go on with, and what is said of it."""
    return {option.id: detail_of(option, WORDS["en"]) for option, _ in TURN.next(typed, at)}


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
        ("bomb b3 g", {"down": "gives 6 gold and 2 keys", "gold": "gain 2 gold"}),
        ("bomb b3 gold ", {}),
        ("m steward c2 vic", {"c4": ""}),
        ("m grave c2 ma", {"master-at-arms": "discard Master-at-arms for 2 gold"}),
        ("r ", {}),
        ("judge ", {}),
    ],
)
def test_what_may_come_next(typed: str, offers: dict[str, str]) -> None:
    assert offered(typed, seated()) == offers


def test_only_cells_where_the_card_may_lie_and_a_key_that_can_be_spent_are_offered() -> None:
    at = seated()
    assert set(offered("spy ", at)) == {"down", *rules.legal_cells(at.player)}
    at.keyed = True
    assert "m" not in offered("m", at)


def test_with_more_players_the_neighbours_are_offered() -> None:
    assert offered("bomb b3 gold ", seated("you", "ann", "bob")) == {
        "left": "gain 2 gold, counted on the left, with ann",
        "right": "nothing, counted on the right, with bob",
    }


BEGUN = ("m", "s", "b", "m ", "m judge ", "spy ", "bomb b3 ", "bomb b3 gold ", "m steward c2 ", "m grav c2 ")


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("typed", BEGUN)
def test_what_is_offered_is_understood_in_the_language_it_is_shown_in(typed: str, lang: str) -> None:
    at = seated("you", "ann", "bob")
    for option, letters in TURN.next(typed, at):
        line = typed[: len(typed) - letters] + shown_name(option, WORDS[lang])
        assert option.id in TURN.write(TURN.read(line, at)).split(" ")


@pytest.mark.parametrize(
    ("lang", "synopsis"),
    [
        ("en", "[m | r] card [down] [cell] [choice …]"),
        ("nl", "[m | r] kaart [gedekt] [plek] [keuze …]"),
    ],
)
def test_help_shows_how_a_turn_is_written_and_what_each_part_is(lang: str, synopsis: str) -> None:
    lines = WORDS[lang].plain(TURN.help()).split("\n")
    assert lines[1] == synopsis
    explained = [line.partition(":")[0] for line in lines[2:]]
    assert " ".join(explained) == re.sub(r"[][]| …", "", synopsis)


turns = st.builds(
    Turn,
    key=st.sampled_from(["", "m"]),
    card=st.sampled_from(list(deck().by_id)),
    down=st.booleans(),
    cell=st.sampled_from(["", *CELLS]),
    words=st.sampled_from([(), ("keys",), ("gold", "left"), ("judge",)]),
)


@given(turns)
def test_what_is_written_is_read_back(turn: Turn) -> None:
    made = table()
    assert TURN.recall(TURN.write(turn), Seated(made, made.player("you"))) == turn


@given(st.text(max_size=30))
def test_anything_typed_is_a_turn_or_refused(written: str) -> None:
    made = position()
    TURN.next(written, Seated(made, made.player("you")))
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
    at = Seated(made, made.player("you"))
    TURN.next(" ".join(typed), at)
    try:
        turn = TURN.read(" ".join(typed), at)
    except Refused:
        return
    plain = TURN.write(turn)
    assert TURN.read(plain, at) == TURN.recall(plain, at) == TURN.check(plain, at) == turn


@pytest.mark.parametrize("lang", LANGUAGES)
def test_help_at_the_question_tells_how_a_turn_is_written(
    lang: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    at_home(tmp_path, monkeypatch, lang)
    told = solo("play", "castle-combo", "--plain", "--seed", "4", "--cards", "app", answers="?\n/quit\n").out
    written = WORDS[lang].plain(TURN.help())
    assert written in told
    assert written in solo("rules", "castle-combo", "notation", "--plain").out
