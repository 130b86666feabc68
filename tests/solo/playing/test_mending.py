"""An earlier answer set right: what opponents did since stays done as long as it is legal."""

from __future__ import annotations

from random import Random

import pytest

from automa.dialogue import YOU, Choose, Number, Option, Tell, Text
from automa.game import Questions
from automa.selector import pick
from solo.fronts.form import form_driver
from solo.games import game_named
from solo.playing.driver import Driver, Given
from solo.showing.events import as_data
from tests.atable import EVERY_GAME, a_driver, a_header, advance, play_on
from tests.contract.conserved import conserved

REVEAL = "castle-combo.reveal"


def a_game_of_cards(seed: int, *, dice: str = "app") -> Driver:
    """Some rounds of Castle Combo with the cards turned up by hand."""
    driver = a_driver(a_header("castle-combo", seed=seed, dice=dice, cards="table", against=["mason-corwin"]))
    play_on(driver, Random(seed), 25)
    return driver


def untouched(driver: Driver) -> list[int]:
    """The places of cards that were turned up and that nobody has taken since."""
    entries = driver.journal.history.entries
    given = [event for event in driver.run.log if isinstance(event, Given)]
    moves = [
        str(each.entry.answer) for each in given if each.entry.by == "person" and each.entry.ask != REVEAL
    ]
    moves += [str(each.ask.settled.answer) for each in given if each.ask.settled is not None]
    return [
        place
        for place, entry in enumerate(entries)
        if entry.ask == REVEAL and not any(entry.answer in move for move in moves)
    ]


def another_card(driver: Driver, place: int) -> str:
    seen = {entry.answer for entry in driver.journal.history.entries if entry.ask == REVEAL}
    options = driver.asked(place).options
    return next(str(option.id) for option in options if option.id not in seen)


def moves(driver: Driver) -> list[tuple[str, str]]:
    """What everybody took and where it lies."""
    told = [event for event in driver.run.log if isinstance(event, Tell)]
    return [(each.seat, str(each.values["cell"])) for each in told if "cell" in each.values]


def test_a_mistyped_card_that_nobody_touched_throws_nothing_away() -> None:
    """Which moves an opponent found equally good has changed with it; what it did has not."""
    tried = settled = 0
    for seed in range(6):
        driver = a_game_of_cards(seed, dice=("app", "table")[seed % 2])
        for place in untouched(driver):
            mended = driver.mend(place, another_card(driver, place))
            assert mended.lost == 0
            # A move for which the die has not been rolled yet has not been made.
            assert mended.stopped is None or mended.stopped.ask.settled is None
            tried += 1
            settled += mended.entries[place + 1 :] != driver.journal.history.entries[place + 1 :]
    assert tried > 20
    assert settled, "no tie was undone by any of them: the test tests nothing"


def test_what_an_opponent_did_stays_done_with_its_reasons() -> None:
    for seed in range(6):
        driver = a_game_of_cards(seed)
        for place in untouched(driver)[:1]:
            before = moves(driver)
            reasons = as_data([reason for tell in driver.reasons() for reason in tell.why])
            driver.accept(driver.mend(place, another_card(driver, place)))
            assert moves(driver) == before
            assert as_data([reason for tell in driver.reasons() for reason in tell.why]) == reasons
            assert conserved(driver.game, driver.script) == []


def test_only_the_mistyped_card_is_put_back() -> None:
    driver = a_game_of_cards(1)
    place = untouched(driver)[0]
    wrong, right = driver.journal.history.entries[place].answer, another_card(driver, place)
    mended = driver.mend(place, right)
    driver.accept(mended)
    assert driver.changes() == mended.acts
    assert {act.piece.id for act in mended.acts} == {wrong, right}


@pytest.mark.parametrize("name", EVERY_GAME)
def test_mending_to_the_same_answer_changes_nothing(name: str) -> None:
    driver = a_driver(a_header(name, seed=2))
    play_on(driver, Random(2), 12)
    for place, _ in driver.history():
        mended = driver.mend(place, driver.journal.history.entries[place].answer)
        assert mended.stopped is None
        assert mended.entries == driver.journal.history.entries


@pytest.mark.parametrize("name", EVERY_GAME)
def test_any_mended_game_can_be_played_to_its_end(name: str) -> None:
    for seed in range(3):
        driver = a_driver(a_header(name, seed=seed))
        random = Random(seed)
        play_on(driver, random, 14)
        place, _ = driver.history()[seed]
        driver.accept(driver.mend(place, driver.asked(place).legal(random)))
        advance(driver)
        play_on(driver, random)
        assert driver.sheet is not None
        assert conserved(game_named(name), driver.script) == []


def test_entries_are_counted_as_the_player_counts_them() -> None:
    """Of a card that is turned up twice then, only the person's own later answers are lost."""
    driver = a_game_of_cards(3)
    entries = driver.journal.history.entries
    shown = [place for place, entry in enumerate(entries) if entry.ask == REVEAL]
    mended = driver.mend(shown[0], entries[shown[-1]].answer)
    assert mended.stopped is not None
    own = [entry for entry in entries[mended.stopped.index :] if entry.is_persons]
    assert 0 < mended.lost == len(own) < len(entries) - mended.stopped.index


def test_answers_that_went_with_the_mended_one_are_passed_over() -> None:
    """A turn that left something to be asked is mended to one that says it all."""
    driver = a_driver(a_header("castle-combo", seed=21, against=["old-berthold"]))
    while True:
        card = next(option for option in driver.ask.options if option.id.endswith(" down"))  # type: ignore[union-attr]
        driver.answer(card.id)
        advance(driver)
        if driver.ask is not None and driver.ask.id == "castle-combo.cell":
            break
    cell = driver.ask.options[0].id
    driver.answer(cell)
    advance(driver)
    turn = [place for place, _ in driver.history()][-2]
    before = driver.script.state()
    mended = driver.mend(turn, f"{card.id} {cell}")
    assert (mended.stopped, mended.lost) == (None, 0)
    assert len(mended.entries) == len(driver.journal.history.entries) - 1
    driver.accept(mended)
    advance(driver)
    assert driver.script.state() == before


def a_tie() -> Questions[None]:
    """Two or three things are equally good, in an order of its own for each; the die decides."""
    count = yield Number("toy.how-much", YOU, low=2, high=3)
    things = [Option(id, id) for id in ("wood", "stone", "salt")][:count][::-1]
    charts = {2: (1, 1, 1, 2, 2, 2), 3: (1, 1, 2, 2, 3, 3)}
    chosen, _ = yield from pick(things, things, lambda: charts, Text("toy.buy"))
    yield Tell("toy.given", goods=chosen)
    return None


def test_what_a_die_has_decided_stays_where_its_number_now_means_something_else() -> None:
    driver = form_driver(a_tie)
    driver.answer(3)
    driver.answer(4)
    assert chosen(driver).id == "stone"
    driver.accept(driver.mend(0, 2))
    assert chosen(driver).id == "stone"
    assert driver.journal.history.entries[1].answer == "stone"


def test_what_a_die_has_decided_and_can_no_longer_be_is_read_off_anew() -> None:
    driver = form_driver(a_tie)
    driver.answer(3)
    driver.answer(1)
    assert chosen(driver).id == "salt"
    driver.accept(driver.mend(0, 2))
    assert chosen(driver).id == "stone"


def a_basket() -> Questions[None]:
    """How many things there are, then which is taken, and how many of it."""
    count = yield Number("toy.how-much", YOU, low=2, high=3)
    yield Choose("toy.buy", YOU, [Option(id, id) for id in ("wood", "stone", "salt")][:count])
    yield Number("toy.load", YOU, low=1, high=3)
    return None


@pytest.mark.parametrize(
    ("taken", "kept"), [("stone", [2, "stone", 3]), ("salt", [2])], ids=["all that fits", "no more than fits"]
)
def test_mending_keeps_the_answers_up_to_the_first_that_cannot_be(taken: str, kept: list[object]) -> None:
    driver = form_driver(a_basket)
    for answer in (3, taken, 3):
        driver.answer(answer)
    mended = driver.mend(0, 2)
    assert [entry.answer for entry in mended.entries] == kept
    assert mended.lost == 3 - len(kept)
    driver.accept(mended)
    assert driver.ask is None if len(kept) == 3 else driver.ask is not None and driver.ask.id == "toy.buy"


def a_deal() -> Questions[None]:
    """Only who buys wood asks Ann for a price; then both say how much is loaded."""
    bought = yield Choose("toy.buy", YOU, [Option(id, id) for id in ("wood", "stone")])
    if bought == "wood":
        yield Number("toy.price", "ann", low=1, high=3)
    yield Number("toy.load", YOU, low=1, high=3)
    return None


def test_what_another_person_chose_is_not_passed_over() -> None:
    """Her answer went with nothing of yours: it is lost before anybody's eyes, and so is what follows."""
    driver = form_driver(a_deal)
    for answer in ("wood", 2, 3):
        driver.answer(answer)
    mended = driver.mend(0, "stone")
    assert [entry.answer for entry in mended.entries] == ["stone"]
    assert mended.stopped is not None and (mended.stopped.entry.to, mended.lost) == ("ann", 2)


def chosen(driver: Driver) -> Option:
    tell = driver.run.log[-1]
    assert isinstance(tell, Tell)
    option = tell.values["goods"]
    assert isinstance(option, Option)
    return option
