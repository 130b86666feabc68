"""What every game promises about its pieces, tested once for all of them.

`CASTELLAN_WALKS=200 pytest tests/contract/test_pieces.py` plays more games than the usual few.
"""

from __future__ import annotations

import os
import re
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import lru_cache
from itertools import pairwise
from random import Random
from typing import NamedTuple

from automa.dialogue import TABLE, YOU, Ask, Refused, Tell
from automa.game import Game, Script
from automa.names import slug
from automa.picture import Panel
from automa.pieces import BOX, Act, Table, amount, changed, counted, difference, instructions
from solo.games import game_named
from solo.playing.driver import Driver, Event
from solo.showing.changes import freshened
from solo.showing.events import in_short
from solo.words.sentences import LANGUAGES, Words
from tests.atable import (
    ByGame,
    a_driver,
    a_header,
    a_setup,
    advance,
    applied,
    at_random,
    people,
    play_on,
    steps,
)

WALKS = int(os.environ.get("CASTELLAN_WALKS", "3"))
REMEMBERED = 3
"""Of how many random games what there was to see is kept for the next test."""


def a_script(game: Game, seed: int) -> Script:
    return game.script(a_setup(game, people(game, game.players[seed % len(game.players)])))


def tables_of_a_game(game: Game, seed: int) -> list[Table]:
    """Where everything lies at each question of a random game."""
    return _tables_of_a_game(game.id, game.tracks, seed)


@lru_cache(maxsize=REMEMBERED)
def _tables_of_a_game(name: str, tracks: object, seed: int) -> list[Table]:
    script = a_script(game_named(name), seed)
    items = steps(script, at_random(Random(seed)))
    return [script.pieces() for item in items if isinstance(item, Ask)]


def languages(game: Game) -> list[Words]:
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


def test_a_player_who_is_named_like_a_place_has_places_of_their_own(game: Game) -> None:
    seats = None if game.shared else max(2, game.players[0])
    places = {lies.place.id for lies in a_driver(a_header(game.id)).script.pieces()} - {YOU, TABLE}
    for name in sorted(id for id in places if slug(id) == id):
        driver = a_driver(a_header(game.id, people=[name, "Ann"], players=seats))
        found: dict[str, object] = {}
        for lies in driver.script.pieces():
            assert found.setdefault(lies.place.id, lies.place) == lies.place, f"{name} is a place already"


def test_the_difference_of_any_two_tables_can_be_done_and_told(game: Game) -> None:
    every_words = languages(game)
    for seed in range(WALKS):
        random = Random(seed)
        tables = tables_of_a_game(game, seed)
        some = [*pairwise(tables), *(random.sample(tables, 2) for _ in range(20))]
        for one, other in some:
            for before, after in ((one, other), (other, one)):
                acts = difference(before, after)
                assert applied(counted(before), acts) == counted(after), f"seed {seed}"
                for text in instructions(acts):
                    assert all("{" not in words.plain(text) for words in every_words)


def test_the_table_changes_in_the_course_of_a_game(game: Game) -> None:
    tables = tables_of_a_game(game, 1)
    assert len(difference(tables[0], tables[-1])) > 5


NO_PIECES = ByGame[Collection[str]](
    "NO_PIECES (test_pieces.py): what the state has that no piece shows",
    {
        "castle-combo": (),
        "methoni": (
            "turn",
            "round",
            "over",
            "active",
            "cards_played",
            "players.objective",
        ),  # cards of a hand
        "night-watch": (),
        # a line that has no tile yet, and what is on one that is not followed
        "six-castles": ("turn", "round", "over", "active", "version", "players.line", "players.told"),
        # what is printed on the wharf card that lies there, and cards where the app keeps them
        "valeria": ("progress", "market", "sides.you.cards", "sides.mirela-quay.cards"),
    },
)
"""What is kept of a game that no piece shows: whose turn it is, what was settled, what is printed."""


def paths(state: object, where: str = "") -> Iterator[tuple[str, object]]:
    """Every value of a state with the keys that lead to it."""
    match state:
        case dict():
            for key, value in state.items():
                yield from paths(value, f"{where}.{key}" if where else key)
        case list():
            yield where, len(state)
            for value in state:
                yield from paths(value, where)
        case _:
            yield where, state


def test_nothing_changes_that_the_pieces_do_not_show(game: Game) -> None:
    for seed in range(WALKS):
        for before, after in pairwise(walk(game, seed)):
            if counted(before.table) == counted(after.table):
                was, now = Counter(paths(before.state)), Counter(paths(after.state))
                unseen = {where for where, _ in (was - now) + (now - was)}
                known = tuple(NO_PIECES[game.id])
                assert [where for where in unseen if not where.startswith(known)] == [], f"seed {seed}"


# What a person's answers change


class Stop(NamedTuple):
    """A game that waits for a person, or is over."""

    ask: Ask | None
    table: Table
    state: object
    acts: list[Act]
    """What has changed since the answer before."""
    panels: Sequence[Panel]
    told: Sequence[Event]
    """What has happened since that answer."""


def walk(game: Game, seed: int) -> list[Stop]:
    """A random game with opponents, as it stands after each answer of a person."""
    return _walk(game.id, game.tracks, seed)


@lru_cache(maxsize=REMEMBERED)
def _walk(name: str, tracks: object, seed: int) -> list[Stop]:
    """The same games are looked at in many ways: rivals that think need their time."""
    random, driver = Random(seed), a_driver_of(game_named(name), seed)
    found, start = [_stop(driver, 0)], len(driver.run.log)
    while driver.ask is not None:
        driver.answer(driver.ask.legal(random))
        advance(driver)
        found.append(_stop(driver, start))
        start = len(driver.run.log)
    return found


def _stop(driver: Driver, start: int) -> Stop:
    script, ask = driver.script, driver.ask
    panels = script.panels(driver.viewer, ask) if ask is not None else ()
    changes = driver.changes() if start else []
    return Stop(ask, script.pieces(), script.state(), changes, panels, driver.run.log[start:])


def a_driver_of(game: Game, seed: int) -> Driver:
    """A game with as many opponents as the seed says, and its chance by the app or by hand."""
    random = Random(seed)
    dice, cards = (random.choice(("app", "table")) for _ in range(2))
    players = game.players[seed % len(game.players)]
    track = {"track": game.tracks[0]} if game.tracks else {}
    return a_driver(a_header(game.id, seed=seed, players=players, dice=dice, cards=cards, **track))


def a_step(driver: Driver, random: Random) -> str:
    """Take something back, bring it back, or set an answer right that was given at some time."""
    entered, undone = driver.history(), len(driver.journal.history.undone)
    match random.choice(("undo", "undo", "redo", "redo", "mend")):
        case "undo" if entered:
            driver.undo(random.randint(1, 10))
            return "undo"
        case "redo" if undone:
            driver.redo(random.randint(1, undone))
            return "redo"
        case "mend" if entered:
            index, _ = random.choice(entered)
            with suppress(Refused):  # a value that was set right then may not be possible any more
                mended = driver.mend(index, driver.asked(index).legal(random))
                driver.accept(mended)
                assert driver.changes() == mended.acts
                return "mend"
    return ""


def test_the_told_acts_make_of_the_former_table_the_present_one(game: Game) -> None:
    """In walks back and forth through games with opponents, draws by hand and corrections among them."""
    seen: Counter[str] = Counter()
    for seed in range(WALKS):
        random = Random(seed)
        driver = a_driver_of(game, seed)
        for _ in range(5):
            play_on(driver, random, random.randint(1, 10))
            for _ in range(4):
                model = counted(driver.script.pieces())
                kind = a_step(driver, random)
                if kind:
                    model = applied(model, driver.changes())
                    assert model == counted(driver.script.pieces()), f"seed {seed}, {kind}"
                    seen[kind] += 1
                advance(driver)
    assert min(seen["undo"], seen["redo"], seen["mend"]) > 0


def test_whatever_was_done_since_a_person_answered_is_the_change_since_then(game: Game) -> None:
    for seed in range(WALKS):
        for before, after in pairwise(walk(game, seed)):
            assert applied(counted(before.table), after.acts) == counted(after.table), f"seed {seed}"


# What opponents tell, held against what changed

COMMON = frozenset(
    [
        "the",
        "of",
        "your",
        "you",
        "a",
        "an",
        "on",
        "in",
        "to",
        "from",
        "with",
        "top",
        "track",
        "tableau",
        "space",
        "and",
        "for",
        "board",
        "player",
        "supply",
        "row",
        "road",
        "back",
        "put",
        "move",
        "take",
        "takes",
        "gives",
        "puts",
        "one",
        "two",
        "each",
        "it",
        "its",
        "her",
        "his",
        "at",
    ]
)
"""Words that name no piece and no place."""

CASTLES = ("idanha", "monsanto", "penamacor", "penha", "sabugal", "sortelha")
SAID_OTHERWISE: Mapping[str, Mapping[str, str]] = {
    "six-castles": {
        "hand": "draw",
        "line": "cylinder",
        **dict.fromkeys(CASTLES, "worker"),  # who walks onto a castle is told by its quarter of a tile
    },
    "valeria": {
        "score": "vp",  # points are told, not where the token on the score track goes
        "rounds": "round",
        "spent": "build builds recruit recruits wharf draft pay",  # any action spends its die
        "buying": "crates",  # in the Reset Phase all crates go back
        "vp": "crates",
        "influence": "crates",
        "line": "recruit recruits",  # the cards behind the one that is taken move up
    },
}
"""Where another word is told for what is moved, by game: the word of the place, and what is said instead."""

NOTHING_MOVES: Mapping[str, frozenset[str]] = {
    # What a person's line looks like is not followed; a bonus may be a step on it.
    "six-castles": frozenset({"six-castles.marks-light", "six-castles.bonus"}),
    # A trade with an empty bank; the Objective cards are not followed.
    "methoni": frozenset({"methoni.trades", "methoni.over"}),
    # What a person has is not followed in a light game; the value of a leftover die may be no use.
    "valeria": frozenset(
        {
            "valeria.pushes",
            "valeria.also",
            "valeria.you.draft",
            "valeria.own.leftover",
            "valeria.own.trades",
        }
    ),
}
"""What is told as something to do although no piece moves for it."""


def words_in(text: str) -> set[str]:
    return set(re.findall(r"[\w'½★]+", text.casefold())) - COMMON


def words_of(act: Act, words: Words, game: Game) -> set[str]:
    """What tells this act from others: a single thing, the places and whose they are; else what is moved."""
    found = words_in(act.piece.name) if isinstance(act.piece.name, str) else set()
    for place in (act.origin, act.target):
        if place.name and not place.home and not place.hidden:
            found |= words_in(" ".join(map(words.plain, (place.name, place.whole, place.face))))
        if place.owner is not None:
            found |= {YOU} if place.owner.id == YOU else words_in(words.plain(place.owner.name))
    found = found or words_in(words.plain(amount(act.piece, act.count)))
    otherwise = SAID_OTHERWISE.get(game.id, {})
    return found.union(*(words_in(otherwise.get(word, "")) for word in found))


def segments(game: Game, seed: int) -> Iterator[tuple[list[Act], list[Event]]]:
    """For each choice of a person, what changed until they chose again, and what was told of it."""
    first, *stops = walk(game, seed)
    before, events = first.table, list[Event]()
    for stop in stops:
        events += stop.told
        if getattr(stop.ask, "to", "") != TABLE:
            yield difference(before, stop.table), events
            before, events = stop.table, []


def untold(game: Game, seed: int) -> Iterator[str]:
    """What changed on the table and was not told: no piece of it was named, no place, and not whose it is.

    Laying out decks and supplies is told as the rulebook has it, not pile by pile.
    """
    words = languages(game)[0]
    for acts, events in segments(game, seed):
        texts = [words.plain(in_short(event)) for event in events]
        said = {word for text in texts for word in words_in(text)}
        said |= {YOU} if any(YOU in text.casefold() for text in texts) else set()
        for act in acts:
            is_set_up = all(place.home or place.hidden for place in (act.origin, act.target))
            if not is_set_up and not words_of(act, words, game) & said:
                (sentence,) = map(words.plain, instructions([act]))
                yield f"“{sentence}” is not in {texts}"


def idle(game: Game, seed: int) -> Iterator[str]:
    """What was told as something to do, and nothing changed on the table."""
    words = languages(game)[0]
    for acts, events in segments(game, seed):
        deeds = [event for event in events if isinstance(event, Tell) and event.deed]
        if not acts:
            known = NOTHING_MOVES.get(game.id, ())
            yield from (f"{tell.id}: {words.plain(tell)}" for tell in deeds if tell.id not in known)


def test_whatever_changes_on_the_table_is_told(game: Game) -> None:
    for seed in range(WALKS):
        assert not (changes := list(untold(game, seed))), "\n".join([f"seed {seed}", *changes])


def test_whatever_is_told_as_something_to_do_changes_the_table(game: Game) -> None:
    for seed in range(WALKS):
        assert not (deeds := list(idle(game, seed))), "\n".join([f"seed {seed}", *deeds])


# What changed, where it can be seen


def test_what_changed_since_the_last_answer_is_marked_in_the_picture(game: Game) -> None:
    """Of some changes nothing is left to be seen: the last die of a kind that was taken."""
    changes, nowhere, unmarked = 0, 0, Counter[str]()
    for seed in range(WALKS):
        for stop in walk(game, seed)[1:]:
            if stop.acts and stop.ask is not None:
                changes += 1
                if freshened(stop.panels, changed(stop.acts)) == freshened(stop.panels, {"elsewhere"}):
                    unmarked.update(changed(stop.acts))
                    nowhere += 1
    assert nowhere < 0.15 * changes, (
        f"{nowhere} of {changes} changes are marked nowhere: nothing in the picture has an id of these pieces"
        f" and places (a place may name its `spot`): {unmarked.most_common(8)}"
    )
