"""What every game promises, tested once for all of them.

`CASTELLAN_GAMES=10000 pytest tests/contract` plays more games than the usual few.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Sequence
from contextlib import suppress
from copy import deepcopy
from datetime import date
from io import StringIO
from itertools import product
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from automa.dialogue import (
    Answer,
    Ask,
    Choose,
    Confirm,
    Move,
    Name,
    Notation,
    Number,
    Refused,
    Roll,
    Several,
    Tally,
    Tell,
    Text,
    Value,
    converse,
)
from automa.game import Game
from solo.facts.toml import write
from solo.fronts.reading import read
from solo.games import game_named
from solo.keeping.journal import Entry, Journal
from solo.playing import newgame
from solo.playing.driver import Driver, Given
from solo.showing.events import as_typed
from solo.showing.screen import Screen
from solo.showing.sheets import render_sheet
from solo.words.sentences import LANGUAGES, Words
from tests.atable import (
    EXAMPLE,
    GAMES_TO_PLAY,
    UNDER_CONTRACT,
    a_driver,
    a_header,
    a_setup,
    advance,
    at_random,
    people,
    play_on,
    reopened,
    score_example,
    steps,
    tables_of,
)
from tests.contract.conserved import conserved
from tests.contract.recounts import RECOUNTS
from tests.contract.test_learning import IMPOSSIBLE, TAUGHT
from tests.contract.test_pieces import NO_PIECES

SLOW_IS_FINE = [HealthCheck.too_slow, HealthCheck.function_scoped_fixture]
EVERY_LANGUAGE = ("en", "nl")
SAVES = Path(__file__).parents[1] / "saves"


def a_game(name: str, seed: int) -> Driver:
    """One person against as many opponents as the seed says."""
    game = game_named(name)
    return a_driver(a_header(name, seed=seed, players=game.players[seed % len(game.players)]))


def seats_for(game: Game, seed: int) -> int:
    return game.players[seed % len(game.players)]


def test_any_seed_plays_to_the_end_and_components_are_conserved_at_every_step(game: Game) -> None:
    for seed in range(GAMES_TO_PLAY):
        script = game.script(a_setup(game, people(game, seats_for(game, seed))))
        for item in steps(script, at_random(Random(seed))):
            if isinstance(item, Ask):
                assert conserved(game, script) == [], f"seed {seed}, at {item}"


def test_opponents_play_to_the_end_against_random_people(game: Game) -> None:
    for seed in range(max(2, GAMES_TO_PLAY // 10)):
        driver = a_game(game.id, seed)
        play_on(driver, Random(seed))
        assert driver.sheet is not None
        assert conserved(driver.game, driver.script) == []
        assert driver.journal.history.over is not None


def test_the_one_who_is_wished_begins_wherever_they_sit(game: Game) -> None:
    for place in range(game.players[0]):
        header = a_header(game.id, players=game.players[0])
        header.seats = [*header.seats[1:], header.seats[0]]
        wished = header.options["first"] = header.seats[place].id
        driver = a_driver(header)
        play_on(driver, Random(1), 8)
        told = [event for event in driver.run.log if isinstance(event, Tell)]
        state = driver.script.state()
        if "first" in state:
            begins = next(tell for tell in told if tell.id in (f"{game.id}.begins", "valeria.round"))
            assert state["first"] == getattr(begins.values["who"], "id", "") == wished
        else:
            # What is dealt before is told of each player; the first turn begins under a heading.
            headed = next(place for place, tell in enumerate(told) if tell.stage)
            assert next(tell.seat for tell in told[headed:] if tell.seat) == wished
        play_on(driver, Random(1))
        assert driver.sheet is not None


def test_the_contract_knows_what_only_a_person_can_say_of_the_game(game: Game) -> None:
    needed = (RECOUNTS, TAUGHT, IMPOSSIBLE, NO_PIECES)
    missing = [entries.missing for entries in needed if game.id not in entries]
    assert not missing, f"{game.id} is missing in " + "; ".join(missing)
    if game.id != EXAMPLE:
        about = f"menu.about.{game.id}"
        assert Words.of("en").has(about), f"{about}: the menu tells seats, time and what is needed"


def test_the_final_sheet_equals_an_independent_recount(game: Game) -> None:
    recount = RECOUNTS[game.id]
    for seed in range(GAMES_TO_PLAY):
        script = game.script(a_setup(game, people(game, seats_for(game, seed))))
        sheet = converse(script.play(), at_random(Random(seed)))
        assert {column.seat: column.total for column in sheet.columns} == recount(script.state()), (
            f"seed {seed}"
        )


def garbage(ask: Ask, random: Random) -> Iterator[object]:
    """Answers that cannot be, of every wrong type and just beyond what is allowed."""
    yield from (None, "", " ", "no such thing", -1, 10**30, 1.5, [], ["x"], {"x": 1}, {}, object(), b"x")
    match ask:
        case Number():
            yield from (ask.low - 1, ask.limit + 1, str(ask.low), float(ask.low), True)
        case Choose() | Move():
            yield from (0, 1, ask.options[0].id.upper() + "?", [ask.options[0].id])
        case Several():
            first = ask.options[0].id
            yield from ([first, first], first, [option.id for option in ask.options] + ["x"])
        case Tally():
            yield from ({ask.options[0].id: ask.high + 1}, {ask.options[0].id: -1}, [ask.options[0].id])
        case Confirm():
            yield from ("yes", 1, 0)
        case Name():
            yield from ("x" * 41, "a\nb", "\x00")


def is_legal(ask: Ask, answer: object) -> bool:
    """A few pieces of garbage happen to be answers to some questions."""
    match ask:
        case Name():
            return (
                isinstance(answer, str)
                and answer.strip() != ""
                and answer.isprintable()
                and len(answer) <= 40
            )
        case Several():
            return answer == [] and ask.low == 0
        case Tally():
            return answer == {} and ask.low == 0
        case _:
            return False


def test_every_garbage_answer_is_refused_and_changes_nothing(game: Game) -> None:
    words = Words.of("en", [game.folder], strict=True)
    random = Random(7)
    driver = a_driver(a_header(game.id, seed=7, dice="table", cards="table"))
    while (ask := driver.ask) is not None:
        before = driver.script.state()
        entries = len(driver.journal.history.entries)
        for answer in garbage(ask, random):
            if is_legal(ask, answer):
                continue
            with pytest.raises(Refused):
                driver.answer(ask.understood(answer))
            with pytest.raises(Refused) as refused:
                driver.answer(answer)
            assert words.plain(refused.value.text)
            assert driver.ask is ask
        assert driver.script.state() == before
        assert len(driver.journal.history.entries) == entries
        driver.answer(ask.legal(random))
        advance(driver)


def test_moves_are_offered_written_and_explained_in_the_notation(game: Game) -> None:
    """Every option is a move as it stands in the journal; the help says how others are written."""
    words = [Words.of(lang, [game.folder], strict=True) for lang in LANGUAGES]
    driver = a_driver(a_header(game.id, seed=11))
    random = Random(11)
    asked = 0
    while (ask := driver.ask) is not None:
        if isinstance(ask, Move) and ask.notation is not None:
            asked += 1
            ids = [option.id for option in ask.options]
            assert all(ask.notation.check(id) == ask.notation.read(id) == id for id in ids)
            for id in Random(asked).sample(ids, min(len(ids), 4)):
                typed = id[: len(id) // 2 + 1]
                assert all(letters <= len(typed) for _, letters in ask.notation.next(typed))
            assert all(each.plain(ask.notation.help()) for each in words)
        driver.answer(ask.legal(random))
        advance(driver)
    assert asked


def test_what_was_answered_is_shown_as_it_would_be_typed(game: Game) -> None:
    """In either language, and typed so it means the same."""
    every_words = [Words.of(lang, [game.folder], strict=True) for lang in EVERY_LANGUAGE]
    driver = a_driver(a_header(game.id, seed=12, dice="table", cards="table"))
    random = Random(12)
    while (ask := driver.ask) is not None:
        answer = ask.check(ask.legal(random))
        for words in every_words:
            typed = words.plain(as_typed(ask, answer))
            assert read(ask, typed, words) == answer, typed
        driver.answer(answer)
        advance(driver)


@pytest.mark.parametrize("save", ["castle-combo-finished", "valeria-finished"])
def test_whole_moves_are_shown_as_they_would_be_typed(save: str) -> None:
    journal = Journal.read(SAVES / f"{save}.jsonl")
    game = game_named(journal.header.game)
    driver = newgame.driver(game, tables_of(game.id), journal)
    every_words = [Words.of(lang, [game.folder], strict=True) for lang in EVERY_LANGUAGE]
    for said in driver.replay():
        for words in every_words if said.entry.is_persons else ():
            typed = words.plain(as_typed(said.ask, said.entry.answer))
            assert read(said.ask, typed, words) == said.entry.answer, typed


@pytest.mark.usefixtures("few_games")
def test_what_a_coach_advises_is_accepted_as_it_is_shown_and_its_values_are_in_order(game: Game) -> None:
    """At every question of whole games, half of which are played as it says; of many questions, at some."""
    every_words = [Words.of(lang, [game.folder], strict=True) for lang in EVERY_LANGUAGE]
    for seed in range(max(1, GAMES_TO_PLAY // 20)):
        driver, random = a_driver(a_header(game.id, seed=seed)), Random(seed)
        coach = game.coach(driver.setup)
        if isinstance(coach, Text):
            assert all(words.plain(coach) for words in every_words)
            return
        advised = 0
        share = 0.1 if game.tracks else 1.0
        while (ask := driver.ask) is not None:
            answer = ask.legal(random)
            if random.random() > share:
                driver.answer(answer)
                advance(driver)
                continue
            try:
                advice = coach.advise(ask, driver.script, Random(1))
            except Refused as refused:  # it has to be told something
                assert all(words.plain(refused.text) for words in every_words)
                advice = None
            if advice is not None:
                advised += 1
                journalled = ask.check(ask.understood(advice.answer))
                for words in every_words:
                    typed = words.plain(as_typed(ask, journalled))
                    assert read(ask, typed, words) == journalled, typed
                    assert all(
                        words.plain(text) for text in (*advice.why, *[each.move for each in advice.choices])
                    )
                values = [choice.value for choice in advice.choices]
                assert values == sorted(values, reverse=True)
                answer = journalled if random.random() < 0.5 else answer
            driver.answer(answer)
            advance(driver)
        assert advised


def grown(notation: Notation, random: Random) -> str:
    """A line made only of what the completion offers."""
    line = ""
    for _ in range(random.randint(1, 12)):
        offers = notation.next(line)
        if not offers:
            break
        option, letters = random.choice(offers)
        line = f"{line[: len(line) - letters]}{option.id} "
    return line


def test_a_line_grown_from_what_is_offered_is_written_as_it_is_read(game: Game) -> None:
    """Whatever one may say by and by: if the move is legal, its text in the journal means the same move."""
    driver = a_driver(a_header(game.id, seed=13))
    random = Random(13)
    read = 0
    while (ask := driver.ask) is not None:
        if isinstance(ask, Move) and ask.notation is not None:
            for line in (grown(ask.notation, random) for _ in range(2)):
                with suppress(Refused):
                    written = ask.notation.read(line)
                    read += 1
                    assert ask.notation.check(written) == ask.notation.read(written) == written, line
        driver.answer(ask.legal(random))
        advance(driver)
    assert read


@given(seed=st.integers(0, 10**6), stop=st.integers(0, 30), back=st.integers(1, 12))
@settings(max_examples=max(6, GAMES_TO_PLAY // 4), deadline=None, suppress_health_check=SLOW_IS_FINE)
@pytest.mark.parametrize("name", UNDER_CONTRACT)
def test_undo_then_redo_is_the_identity(name: str, seed: int, stop: int, back: int) -> None:
    driver = a_driver(a_header(name, seed=seed))
    random = Random(seed)
    play_on(driver, random, stop)
    states = [driver.script.state()]
    for _ in range(back):
        if not driver.undo():
            break
        states.append(driver.script.state())
    for state in states[-2::-1]:
        assert driver.redo()
        assert driver.script.state() == state
    assert not driver.redo()


@given(seed=st.integers(0, 10**6), stop=st.integers(0, 60))
@settings(max_examples=max(6, GAMES_TO_PLAY // 4), deadline=None, suppress_health_check=SLOW_IS_FINE)
@pytest.mark.parametrize("name", UNDER_CONTRACT)
def test_stop_anywhere_and_resume_gives_the_same_game(
    name: str, seed: int, stop: int, tmp_path_factory: pytest.TempPathFactory
) -> None:
    folder = tmp_path_factory.mktemp("saves")
    game = game_named(name)
    header = a_header(name, seed=seed)
    journal = Journal.create(folder, header)
    driver = newgame.driver(game, tables_of(name), journal)
    advance(driver)
    play_on(driver, Random(seed), stop)
    journal.close()
    assert journal.path is not None
    again = reopened(journal.path)
    resumed = newgame.driver(game, tables_of(name), again)
    assert resumed.script.state() == driver.script.state()
    assert repr(resumed.ask) == repr(driver.ask)
    again.close()


def test_the_app_draws_the_same_again_after_an_undo(game: Game) -> None:
    driver = a_driver(a_header(game.id, seed=3))
    random = Random(3)
    play_on(driver, random, 3)
    ask = driver.ask
    assert ask is not None
    answer = ask.legal(random)
    driver.answer(answer)
    advance(driver)
    once = driver.script.state()
    driver.undo()
    driver.answer(answer)
    advance(driver)
    assert driver.script.state() == once


def test_the_same_seed_gives_the_same_game(game: Game) -> None:
    games = [a_game(game.id, 11) for _ in range(2)]
    for driver in games:
        play_on(driver, Random(11))
    assert games[0].journal.history.entries == games[1].journal.history.entries


def test_a_roll_is_answered_by_its_outcome_as_well_as_by_its_number(game: Game) -> None:
    words = [Words.of(lang, [game.folder], strict=True) for lang in EVERY_LANGUAGE]
    random = Random(21)
    rolls = 0
    for seed in range(20):
        driver = a_driver(a_header(game.id, seed=seed, dice="table"))
        while (ask := driver.ask) is not None:
            answer = ask.legal(random)
            if isinstance(ask, Roll):
                rolls += 1
                outcome = random.choice(ask.outcomes)
                answer = outcome.id
                assert set(ask.gives.values()) <= {each.id for each in ask.outcomes}
                for each in words:
                    shown = each.plain(outcome.name)
                    assert ask.check(read(ask, shown, each)) == answer
            driver.answer(answer)
            if driver.ask is not None and not game.dice_in_box:
                driver.by_hand()  # where the app decides among equals
            advance(driver)
        assert driver.sheet is not None and conserved(driver.game, driver.script) == []
        again = newgame.driver(game, tables_of(game.id), driver.journal)
        assert again.script.state() == driver.script.state()
        if rolls >= 10:
            break
    if not rolls:
        pytest.skip("nothing is rolled in this game")
    assert rolls >= 3


def test_only_dice_in_the_box_can_be_handed_over(game: Game) -> None:
    offered = [each.key for each in a_driver(a_header(game.id)).run.corrections()]
    assert ("option.dice" in offered) == game.dice_in_box


def test_every_text_of_a_game_exists_in_both_languages(game: Game) -> None:
    every_words = [Words.of(lang, [game.folder], strict=True) for lang in EVERY_LANGUAGE]

    def said(*values: Value) -> bool:
        return all(words.plain(value) for words in every_words for value in values)

    for seed in range(3):
        driver = a_driver(a_header(game.id, seed=seed, cards="table", dice="table"))
        random = Random(seed)
        while (ask := driver.ask) is not None:
            options = getattr(ask, "options", ())
            details = [detail for option in options if (detail := getattr(option, "detail", ""))]
            assert said(ask.text, *(option.name for option in options), *details)
            driver.answer(ask.legal(random))
            advance(driver)
        for event in driver.run.log:
            if isinstance(event, Tell):
                assert said(event, *event.why)
            elif isinstance(event, Given):
                assert said(event.ask.text)
        sheet = driver.sheet
        assert sheet is not None
        assert all(render_sheet(sheet, words, "json") for words in every_words)
    for correction in a_game(game.id, 1).run.corrections():
        assert said(correction.name, correction.ask.text)
    tables = tables_of(game.id)
    for ruling in game.rulings(tables):
        assert said(ruling.question, ruling.reason, *ruling.options)
    for topic, text in game.rules(tables):
        assert said(text), topic


def test_every_screen_renders_at_80_columns(game: Game) -> None:
    """With the same totals beside the parts of the table as the script gives."""
    every_words = [Words.of(lang, [game.folder], strict=True) for lang in EVERY_LANGUAGE]
    driver = a_game(game.id, 5)
    random = Random(5)
    while driver.ask is not None:
        seat = driver.setup.seats[0].id
        for words, width in product(every_words, (80, 120)):
            out = StringIO()
            Screen.plain(words, out, width).picture(driver.script.picture(seat))
            assert out.getvalue().strip()
            assert max(len(line) for line in out.getvalue().splitlines()) <= width
            lines = rich_lines(words, width, driver, seat)
            assert lines and max(map(len, lines)) <= width
        panels = driver.script.panels(seat, driver.ask)
        beside = {panel.seat: repr(panel.beside) for panel in panels if panel.seat and panel.beside}
        totals = {seat: repr(has) for seat, has in driver.script.totals().items() if beside}
        assert beside == totals, "`beside` of a player's panel is what `Script.totals` gives for that seat"
        play_on(driver, random, 7)
    for words in every_words:
        for opponent in game.opponents(tables_of(game.id)):
            out = StringIO()
            Screen.plain(words, out, 80).picture(opponent.card)
            assert out.getvalue().strip()


def rich_lines(words: Words, width: int, driver: Driver, seat: str) -> list[str]:
    from rich.console import Console

    out = StringIO()
    console = Console(file=out, width=width, force_terminal=True, color_system=None)
    Screen.rich(words, console).picture(driver.script.picture(seat))
    return out.getvalue().splitlines()


def test_every_correction_can_be_made_and_undone(game: Game) -> None:
    driver = a_driver(a_header(game.id, seed=9))
    random = Random(9)
    play_on(driver, random, 6)
    for correction in driver.run.corrections():
        before = driver.script.state()
        entries = len(driver.journal.history.entries)
        try:
            driver.fix(correction.key, correction.ask.legal(random))
        except Refused:
            assert driver.script.state() == before
            assert len(driver.journal.history.entries) == entries
            continue
        assert driver.undo()
        assert driver.script.state() == before


def own(entries: Sequence[Entry]) -> int:
    """How many entries there are, as a player counts."""
    return sum(entry.is_persons for entry in entries)


def test_a_mended_entry_keeps_what_still_fits(game: Game) -> None:
    driver = a_driver(a_header(game.id, seed=4))
    random = Random(4)
    play_on(driver, random, 8)
    entries = list(driver.journal.history.entries)
    for index, _ in driver.history():
        ask = driver.asked(index)
        mended = driver.mend(index, entries[index].answer)
        assert mended.stopped is None and mended.lost == 0
        other = driver.mend(index, ask.legal(random))
        # What went with the mended answer may be passed over besides.
        assert own(other.entries) + other.lost <= own(entries)
        assert own(other.entries) + other.lost >= own(entries[: index + 1])
        assert driver.journal.history.entries == entries
    driver.accept(driver.mend(driver.history()[0][0], driver.asked(driver.history()[0][0]).legal(random)))
    advance(driver)
    play_on(driver, random)
    assert conserved(driver.game, driver.script) == []


ANYTHING: tuple[Any, ...] = (
    None, True, -1, 10**30, 16**5000, 2.5, float("nan"), date(2024, 2, 29), [], {}, [1, [2]], {"a": {"b": 1}},
    "x", "", " ", "x" * 10_000, "=1+1", "\x1b[31mred", "\u202eevil", "\x9b31m", "\ud800",
)  # fmt: skip
"""What may stand in a score file where something else should."""


def places(tree: Any, place: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Every place in a tree."""
    yield place
    inside = tree.items() if isinstance(tree, dict) else enumerate(tree) if isinstance(tree, list) else ()
    for key, each in inside:
        yield from places(each, (*place, key))


def changed(tree: Any, place: tuple[Any, ...], key: Any, value: Any) -> Any:
    """The same tree with something else at that key of that place."""
    copy = deepcopy(tree)
    node = copy
    for each in place:
        node = node[each]
    node[key] = value
    return copy


def bad_files(example: Any) -> Iterator[Any]:
    """The example with anything else at every place in it, with anything added to every table, and torn."""
    yield from ANYTHING
    for place in places(example):
        node = example
        for key in place:
            node = node[key]
        if place:
            yield from (changed(example, place[:-1], place[-1], each) for each in ANYTHING)
        if isinstance(node, dict):
            added = (*(each for each in ANYTHING if isinstance(each, str)), *(f"{key} " for key in node))
            yield from (changed(example, place, key, 1) for key in added)
            yield from (changed(example, place[:-1], place[-1], _without(node, key)) for key in node if place)


def _without(node: dict[str, Any], key: str) -> dict[str, Any]:
    return {each: inside for each, inside in node.items() if each != key}


def test_any_score_file_is_scored_or_refused_in_a_sentence_that_shows_it_safely(game: Game) -> None:
    tables = tables_of(game.id)
    every_words = [Words.of(lang, [game.folder], strict=True) for lang in EVERY_LANGUAGE]
    tried = refusals = 0
    for content in bad_files(score_example(game.id)):
        tried += 1
        try:
            sheet = game.score_file(tables, content)
        except Refused as refused:
            refusals += 1
            for words in every_words:
                said = words.plain(refused.text)
                assert said.isprintable(), content
                assert 20 < len(said) < 300, said
                assert not {"None", "True", "nan,", "Expected"} & set(said.split()), said
        else:
            assert render_sheet(sheet, every_words[0], "json")
    assert tried > 200 and refusals > tried * 3 / 4


def test_the_example_of_a_score_file_is_what_the_game_counts(game: Game) -> None:
    tables = tables_of(game.id)
    example = score_example(game.id)
    sheet = game.score_file(tables, deepcopy(example))
    assert len(sheet.columns) in game.scored
    assert sheet == game.score_file(tables, tomllib.loads(write(example)))


def test_the_questions_of_a_score_sheet_end_in_a_sheet(game: Game) -> None:
    tables = tables_of(game.id)
    every_words = [Words.of(lang, [game.folder], strict=True) for lang in EVERY_LANGUAGE]
    for players in game.scored:
        random = Random(players)

        def answer(ask: Ask, random: Random = random) -> Answer:
            assert all(words.plain(ask.text) for words in every_words)
            return ask.legal(random)

        sheet = converse(game.score(tables, players), answer)
        assert len(sheet.columns) == players
        assert render_sheet(sheet, every_words[0], "json")


def renamed(tree: Any, old: str, new: str) -> Any:
    """The same tree with another name wherever that one is a key or a value."""
    match tree:
        case dict():
            return {renamed(key, old, new): renamed(each, old, new) for key, each in tree.items()}
        case list():
            return [renamed(each, old, new) for each in tree]
        case _:
            return new if tree == old else tree


@pytest.mark.parametrize(
    "name", ['Zoë, "de Grote"', "O'Brien\\", "李小龍", "=1+1", "key0", "__class__", "a.b [1]"]
)
def test_a_player_on_a_score_sheet_may_have_any_name(game: Game, name: str) -> None:
    tables = tables_of(game.id)
    example = score_example(game.id)
    usual = game.score_file(tables, deepcopy(example))
    sheet = game.score_file(tables, renamed(example, str(usual.columns[0].name), name))
    assert sheet.columns[0].name == name
    assert [column.total for column in sheet.columns] == [column.total for column in usual.columns]
