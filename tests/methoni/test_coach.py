"""The coach: whole turns with a hand that is told, hands that could be; houses and annexing on their own."""

from __future__ import annotations

from functools import partial
from random import Random

import pytest

from automa.coach import Advice
from automa.dialogue import Refused
from automa.methoni.game import Play
from automa.methoni.offers import HousesOption
from automa.methoni.opponents.evaluation import best_to_annex
from automa.methoni.opponents.thinking import Adviser
from automa.methoni.state import State
from automa.methoni.steps import TURN, Annex, Wall
from solo.fronts.reading import read
from solo.playing.coaching import hint, review
from solo.showing.events import answer_in_words, as_typed
from solo.words.sentences import Words
from tests.atable import a_driver, a_header, advance, play_on
from tests.methoni.positions import a_table, tables
from tests.methoni.test_game import Playing, playing

pytestmark = pytest.mark.usefixtures("few_games")

COACH = Adviser(tables().opponents.thinker["the-doge"].level["fierce"])


def advised(game: Playing, *said: str, played: str = "") -> Advice:
    assert game.ask is not None
    advice = COACH.advise(game.ask, game.script, Random(1), said=said, played=played)
    assert advice is not None
    return advice


def at(table: State) -> Playing:
    """A game that goes on from a position."""
    game = playing()
    for name in ("walls", "blocked", "supply", "houses", "domains", "bank"):
        setattr(game.table, name, getattr(table, name))
    return game


BESIDE_EVAN = partial(a_table, walls="a1-b2", domains=[{"owner": "evan", "spaces": "a2"}])


def test_with_a_hand_both_cards_are_advised_with_houses_and_what_they_are() -> None:
    """A1 needs two more walls: a Desert and a Market card close it in one turn."""
    game = at(a_table(walls="a1-a2"))
    said = TURN.understand(game.table, advised(game, "desert", "forest", "market").answer).steps
    walls = [step for step in said if isinstance(step, Wall)]
    assert {wall.border.id for wall in walls} == {"a1-b2", "a1-sea"}
    assert {wall.card for wall in walls} == {"desert", "market"}
    game.say(advised(game, "desert", "forest", "market").answer)
    assert game.table.domains and game.ask is not None and game.ask.to == "evan"


@pytest.mark.parametrize(
    "hand",
    [("woestijn", "bos", "markt"), ("DESERT", "forest", "market"), ("des", "for", "mark")],
)
def test_a_hand_is_told_in_either_language_and_cut_short(hand: tuple[str, ...]) -> None:
    game = at(a_table(walls="a1-a2"))
    assert advised(game, *hand).answer == advised(game, "desert", "forest", "market").answer


@pytest.mark.parametrize(
    ("hand", "refusal"),
    [
        ("dragon", "methoni.refused.no-card"),
        ("f", "refused.unclear"),
        ("market " * 6, "methoni.refused.hand-size"),
    ],
)
def test_what_is_no_hand_is_refused_in_a_sentence(hand: str, refusal: str) -> None:
    with pytest.raises(Refused) as refused:
        advised(playing(), *hand.split())
    assert refused.value.text.id == refusal


def test_an_objective_card_that_is_told_counts() -> None:
    game = at(a_table(walls="a1-a2 a1-b2 f7-sea f6-f7"))
    hand = ("desert", "mountain", "market", "objective")
    plain = advised(game, *hand, "plains", "furrows", "forest").choices[0].value
    assert advised(game, *hand, "desert", "mountain", "fields").choices[0].value > plain


def test_only_what_the_hand_allows_is_advised() -> None:
    game = playing()
    for choice in advised(game, "forest", "forest").choices:
        for step in TURN.understand(game.table, choice.answer).steps:
            assert not isinstance(step, Wall) or step.card == "forest"


def test_without_a_hand_a_card_is_advised_and_it_is_said_that_it_is_not_known() -> None:
    game = at(a_table(walls="a1-a2 a1-b2"))
    advice = advised(game)
    assert [text.id for text in advice.why] == ["methoni.coach.hand"]
    (step,) = TURN.understand(game.table, advice.answer).steps
    assert isinstance(step, Wall) and step.border.id == "a1-sea"


def test_houses_and_annexing_are_advised_on_their_own() -> None:
    game = at(a_table(walls="a1-a2 a1-sea"))
    game.say("a1-b2")
    houses = advised(game)
    assert len(houses.choices) == 4 and houses.answer in game.options
    assert all(isinstance(choice.move, HousesOption) for choice in houses.choices), "the wall is the same"
    assert not houses.why, "the card has been played"
    game.say(houses.answer)
    assert game.table.domains

    game = at(BESIDE_EVAN())
    game.say("a1-sea")
    assert game.ask is not None and game.ask.id == "methoni.annex"
    assert sorted(choice.answer for choice in advised(game).choices) == ["a2", "none"]


def test_annexing_is_in_the_line_that_is_advised() -> None:
    game = at(BESIDE_EVAN())
    (closing,) = [each for each in advised(game, "market").choices if each.answer.startswith("a1-sea")]
    assert any(isinstance(step, Annex) for step in TURN.understand(game.table, closing.answer).steps)
    game.say(closing.answer)
    assert game.ask is not None and game.ask.to == "evan"


def test_what_is_annexed_at_a_loss_may_cost_a_rival_more() -> None:
    """It costs 5 ducats for a space of 3 points, but Evan has no largest Domain any more."""
    game = at(a_table(walls="a1-b2", domains=[{"owner": "evan", "spaces": "a2", "houses": "evan evan evan"}]))
    game.say("a1-sea")
    (evans,) = (each for each in game.table.domains if each is not game.table.claimed)
    assert best_to_annex(game.table) is None
    assert best_to_annex(game.table, COACH.weights.rivals) is evans


def test_a_player_who_follows_the_hints_for_their_hand_makes_no_mistake() -> None:
    """The hand that was told is kept with the hint, so that the look back is the same comparison."""
    driver = a_driver(a_header("methoni", seed=3))
    coach, random = driver.game.coach(driver.setup), Random(3)
    assert isinstance(coach, Adviser) and isinstance(driver.script, Play)
    advance(driver)
    while driver.ask is not None and driver.script.table.turn < 9:
        try:
            answer = hint(driver, ["desert", "forest", "plains", "fields", "market"]).answer
            driver.answer(driver.ask.check(driver.ask.understood(answer)))
        except Refused:
            driver.answer(driver.ask.legal(random))
        advance(driver)
    turns = list(review(driver, "you", coach))
    assert any(turn.is_judged for turn in turns) and not any(turn.cost for turn in turns)


def test_the_objective_card_that_is_shown_at_the_end_is_no_part_of_the_last_turn(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    driver = a_driver(a_header("methoni", seed=3))
    play_on(driver, Random(3))
    entries = driver.journal.history.entries
    shown = [place for place, entry in enumerate(entries) if entry.ask == "methoni.objective"]
    monkeypatch.setattr(Adviser, "advise", lambda *given, **said: None)
    turns = list(review(driver, "you", COACH))
    assert shown and turns and not any(set(shown) & set(turn.answers) for turn in turns)


def test_a_turn_is_looked_back_on_in_words() -> None:
    game = at(BESIDE_EVAN())
    assert game.ask is not None
    words = Words.of("en", ["methoni"], strict=True)
    for line, said in (
        ("b4-b5 own b4 left b5", "wall on B4 – B5 with own house on B4 and a house of Evan on B5"),
        ("b4-b5", "wall on B4 – B5"),
        ("a1-sea annex a2", "wall on A1 – sea with own house on A1, annex A2"),
        ("a1-sea annex none", "wall on A1 – sea with own house on A1, annex nothing"),
        ("trade", "trade"),
    ):
        written = game.ask.check(game.ask.understood(line))
        assert words.plain(answer_in_words(game.ask, written)) == said


@pytest.mark.parametrize("lang", ["en", "nl"])
def test_the_line_that_is_advised_is_read_as_it_is_shown(lang: str) -> None:
    game = at(a_table(walls="a1-a2"))
    words = Words.of(lang, ["methoni"])
    answer = advised(game, "desert", "forest", "market", "plains").answer
    assert game.ask is not None and read(game.ask, words.plain(as_typed(game.ask, answer)), words) == answer
