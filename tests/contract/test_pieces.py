"""What every game promises about its pieces, tested once for all of them.

`CASTELLAN_WALKS=200 pytest tests/contract/test_pieces.py` plays more games than the usual few.
"""

from __future__ import annotations

import os
from collections import Counter
from itertools import pairwise
from random import Random

import pytest

from automa.dialogue import Ask
from automa.game import Game, Script, Setup, you
from automa.pieces import BOX, Table, applied, counted, difference, told
from solo.games import game_named
from solo.words.sentences import LANGUAGES, Words
from tests.atable import EVERY_GAME, a_setup, at_random, people, steps
from tests.toy import PEDLAR, ToyGame, toy_words

WALKS = int(os.environ.get("CASTELLAN_WALKS", "6"))


@pytest.fixture(params=["toy", *EVERY_GAME, "valeria:all"])
def game(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Game:
    """Every game that says where its pieces lie, the example, and one with a person's own side in full."""
    name, _, track = request.param.partition(":")
    game = ToyGame() if name == "toy" else game_named(name)
    if track:
        monkeypatch.setattr(game, "tracks", (track,))
    if not a_script(game, 0).pieces():
        pytest.skip(f"{game.name} does not say yet where its pieces lie")
    return game


def a_script(game: Game, seed: int) -> Script:
    if game.id == "toy":
        return game.script(Setup([you(), PEDLAR], {}))
    return game.script(a_setup(game, people(game, game.players[seed % len(game.players)])))


def tables_of_a_game(game: Game, seed: int) -> list[Table]:
    """Where everything lies at each question of a random game."""
    script = a_script(game, seed)
    items = steps(script, at_random(Random(seed)))
    return [script.pieces() for item in items if isinstance(item, Ask)]


def languages(game: Game) -> list[Words]:
    if game.id == "toy":
        return [toy_words()]
    return [Words.of(lang, [game.folder], strict=True) for lang in LANGUAGES]


def totals(table: Table) -> Counter[str]:
    found: Counter[str] = Counter()
    for lies in table:
        found[lies.piece.id] += lies.count
    return found


def test_pieces_are_conserved_at_every_step(game: Game) -> None:
    for seed in range(WALKS):
        first, *later = tables_of_a_game(game, seed)
        for number, table in enumerate(later):
            assert totals(table) == totals(first), f"seed {seed}, question {number + 2}"


def test_no_place_holds_more_than_it_can(game: Game) -> None:
    """Only where the rules do not limit a supply may more be used than the box holds."""
    for seed in range(WALKS):
        for number, table in enumerate(tables_of_a_game(game, seed)):
            where = f"seed {seed}, question {number + 1}"
            counts = counted(table)
            places = {lies.place.id: lies.place for lies in table}
            for (piece, place), count in counts.items():
                assert count > 0 or places[place].home, f"{where}: {count} {piece} on {place}"
            held: Counter[str] = Counter()
            for (_, place), count in counts.items():
                held[place] += count
            for place, count in held.items():
                assert count == 1 or not places[place].single, f"{where}: {count} things on {place}"


def test_an_id_means_one_thing_throughout_a_game(game: Game) -> None:
    for seed in range(WALKS):
        pieces: dict[str, object] = {}
        places: dict[str, object] = {}
        for table in tables_of_a_game(game, seed):
            for lies in table:
                assert pieces.setdefault(lies.piece.id, lies.piece) == lies.piece
                assert places.setdefault(lies.place.id, lies.place) == lies.place
        assert BOX.id not in places


def test_the_difference_of_any_two_tables_can_be_done_and_told(game: Game) -> None:
    for seed in range(WALKS):
        random = Random(seed)
        tables = tables_of_a_game(game, seed)
        some = [*pairwise(tables), *(random.sample(tables, 2) for _ in range(20))]
        for words in languages(game):
            for one, other in some:
                for before, after in ((one, other), (other, one)):
                    acts = difference(before, after)
                    assert applied(counted(before), acts) == counted(after), f"seed {seed}"
                    for text in told(acts):
                        assert "{" not in words.plain(text)


def test_the_table_changes_in_the_course_of_a_game(game: Game) -> None:
    tables = tables_of_a_game(game, 1)
    assert len(difference(tables[0], tables[-1])) > 5
