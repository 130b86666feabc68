"""Whatever is typed is understood against everything that exists, and never taken for something else.

`CASTELLAN_WORDS=400 pytest tests/contract/test_words.py` types so many lines at each question.
"""

from __future__ import annotations

import os
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from itertools import count
from random import Random
from typing import Any, NamedTuple

import pytest

from automa.dialogue import Ask, Choose, Move, Named, Refused
from automa.names import folded, starts
from automa.steps import Begun, Step, StepNotation
from solo.fronts.reading import read
from solo.games import game_named
from solo.words.names import other_names, shown_name
from solo.words.sentences import LANGUAGES, Words
from tests.atable import EXAMPLE, a_driver, a_header, advance, tables_of

TRIED = int(os.environ.get("CASTELLAN_WORDS", "4"))
"""Lines that are typed at each question: to try all of them would take long."""
ENOUGH = TRIED * 50
"""So many lines are typed in each game, at least."""
CUT_SHORT = 3
"""So many letters are typed of a name that is cut short, at least."""

IN_STEPS = (EXAMPLE, "castle-combo", "methoni", "six-castles", "valeria")
"""The games whose turns are taken in steps."""


class Thing(NamedTuple):
    """Something that a word may mean at a question."""

    before: str
    """What has to be typed before it: a verb, a lead."""
    kind: str
    """Of all things of a kind a beginning must name just one."""
    named: Named


class Typed(NamedTuple):
    """A line, and what it says."""

    line: str
    means: frozenset[str]
    """The ids of all things that are called so: one of them must have been understood."""
    besides: frozenset[str] = frozenset()
    """The ids of what else it says."""


class Reader:
    """Types names at the questions of one game."""

    def __init__(self, name: str, seed: int, **wishes: Any) -> None:
        game = game_named(name)
        self.every_words = [Words.of(lang, [game.folder], strict=True) for lang in LANGUAGES]
        self.driver = a_driver(a_header(name, seed=seed, **wishes))
        self.random = Random(seed)
        self.offered: defaultdict[str, dict[str, Named]] = defaultdict(dict)
        """For the id of a question, everything that it has offered in the course of the game."""
        self.words = self.every_words[0]
        """The language that is spoken at this question."""
        self.called: dict[tuple[str, str, str], list[str]] = {}
        self.typed = self.refused = 0

    def play(self) -> None:
        """A random game; at every question some lines are typed, in one language or the other."""
        while (ask := self.driver.ask) is not None:
            self.words = self.random.choice(self.every_words)
            for option in getattr(ask, "options", ()) if isinstance(ask, Choose | Move) else ():
                self.offered[ask.id].setdefault(option.id, option)
            things = list(self.things(ask))
            if things:
                for line in self.lines(ask, things):
                    self.check(ask, line)
                self.cut_short(ask, things)
            self.driver.answer(ask.legal(self.random))
            advance(self.driver)

    # What there is to type

    def things(self, ask: Ask) -> Iterator[Thing]:
        """Everything that exists and could be meant, possible just now or not."""
        if isinstance(ask, Choose):
            known = {thing.id: thing for thing in (*ask.known, *ask.options)}
            yield from (Thing("", "option", thing) for thing in known.values())
        if isinstance(ask, Choose | Move):
            yield from (Thing("", "offered", thing) for thing in self.offered[ask.id].values())
        if (notation := self.notation(ask)) is not None:
            for kind in notation.begun.kinds or notation.language.kinds:
                yield from things_of_step(notation, kind, notation.begun)

    def notation(self, ask: Ask) -> StepNotation[Any] | None:
        """How a whole move is written in the language that is spoken."""
        spoken = ask.in_language(self.words.lang).notation if isinstance(ask, Move) else None
        return spoken if isinstance(spoken, StepNotation) else None

    def names(self, thing: Named) -> list[str]:
        """All that a thing is called, in every language; a code as it is in the one that is spoken."""
        key = self.words.lang, thing.id, repr(thing.name)
        if key not in self.called:
            if not thing.typed_by_id:
                self.called[key] = [shown_name(thing, self.words)]
                return self.called[key]
            shown = (shown_name(thing, words) for words in self.every_words)
            other = (*other_names(thing, self.words), *thing.editions)
            self.called[key] = list(dict.fromkeys([*shown, thing.id, *other]))
        return self.called[key]

    def lines(self, ask: Ask, things: list[Thing]) -> Iterator[Typed]:
        """Some names, alone and behind something that can be said."""
        meant: defaultdict[str, set[str]] = defaultdict(set)
        for thing in things:
            for name in self.names(thing.named):
                meant[f"{thing.before}{name}"].add(thing.named.id)
        every = [Typed(line, frozenset(ids)) for line, ids in meant.items() if not is_a_place(line)]
        like_others = confusable(typed.line for typed in every)
        for some in (every, [typed for typed in every if typed.line in like_others]):
            yield from self.random.sample(some, min(TRIED // 2, len(some)))
        if (notation := self.notation(ask)) is not None:
            yield from self.lines_gone_on_with(notation)

    def lines_gone_on_with(self, notation: StepNotation[Any]) -> Iterator[Typed]:
        """A legal beginning, and behind it anything that could be said next, possible or not."""
        for _ in range(TRIED // 4):
            line = self.grown(notation)
            try:
                said = notation.language.understand(notation.state, line, notation.begun)
            except Refused:
                continue
            if not said.begun:
                continue
            besides = frozenset(word.id for word in said.words if not isinstance(word, str))
            things = [
                each for kind in said.begun.kinds for each in things_of_step(notation, kind, said.begun)
            ]
            for thing in self.random.sample(things, min(4, len(things))):
                name = self.random.choice(self.names(thing.named))
                alike = frozenset(each.named.id for each in things if name in self.names(each.named))
                yield Typed(f"{line.strip()} {thing.before}{name}", alike, besides)

    def grown(self, notation: StepNotation[Any]) -> str:
        """A line that was begun with what is offered."""
        line = ""
        for _ in range(self.random.randint(1, 2)):
            offers = notation.next(line)
            if offers:
                option, letters = self.random.choice(offers)
                said = option.id if option.typed_by_id else shown_name(option, self.words)
                line = f"{line[: len(line) - letters]}{said} "
        return line

    # What is understood

    def check(self, ask: Ask, typed: Typed) -> None:
        """A line is refused, or means what is called so."""
        self.typed += 1
        try:
            answer = read(ask, typed.line, self.words)
            says = ids_said(ask, str(ask.check(answer, insist=True)))
        except Refused:
            self.refused += 1
            return
        assert any(words_of(id) & says for id in typed.means) and typed.besides <= says, (
            f"{typed.line!r} was taken for {answer!r} at {ask!r}"
        )

    def cut_short(self, ask: Ask, things: list[Thing]) -> None:
        """The beginning of a name means something only if nothing else of its kind begins so."""
        for thing in self.random.sample(things, min(TRIED // 2, len(things))):
            name = self.random.choice(self.names(thing.named))
            if thing.kind == "offered" or len(name) <= CUT_SHORT or is_a_place(name):
                continue
            begun = name[: self.random.randint(CUT_SHORT, len(name) - 1)].strip()
            alike = [each for each in things if each.kind == thing.kind]
            if any(folded(begun) in map(folded, self.names(each.named)) for each in things):
                continue  # the whole name of something
            try:
                says = ids_said(ask, str(read(ask, f"{thing.before}{begun}", self.words)))
            except Refused:
                continue
            meant = {each.named.id for each in alike if words_of(each.named.id) & says}
            others = {each.named.id for each in alike if begins_so(each.named, begun, self.words)} - meant
            assert not meant or not others, f"{begun!r} was taken for {meant}, not {others} at {ask!r}"


def things_of_step(notation: StepNotation[Any], kind: type[Step], begun: Begun) -> Iterator[Thing]:
    """Everything that exists and could be said next of a step of that kind."""
    before = ""
    if kind.verb is not None and not begun.verb:
        yield Thing("", "verb", kind.verb)
        before = f"{kind.verb.id} "
    for part in kind.parts:
        if not begun.says(part.field) and (not part.behind or begun.says(part.behind)):
            lead = part.lead_at(notation.state)
            led = before if lead is None else f"{before}{lead.id} "
            yield from (Thing(led, part.field, thing) for thing in part.things(notation.state))


def confusable(lines: Iterable[str]) -> set[str]:
    """The lines that could be the beginning of another one, or of a later word of it."""
    plain = {line: folded(line) for line in lines}
    ends = sorted(
        {" ".join(name.split()[at:]) for name in plain.values() for at in range(name.count(" ") + 1)}
    )
    found: set[str] = set()
    for line, name in plain.items():
        ahead = ends[bisect_left(ends, name) :][:3]
        if any(other != name and other.startswith(name) for other in ahead):
            found.add(line)
    return found


def is_a_place(line: str) -> bool:
    """Whether a line is a place in the list of options, or begins with one."""
    return line.strip()[:1] in "#0123456789"


def begins_so(thing: Named, begun: str, words: Words) -> bool:
    names = (shown_name(thing, words), thing.id, *other_names(thing, words))
    return any(starts(folded(name), folded(begun)) for name in names)


def ids_said(ask: Ask, answer: str) -> frozenset[str]:
    """The ids of all that an answer says."""
    if isinstance(ask, Move) and ask.notation is not None:
        said: Iterable[Named | str] = ask.notation.typed(answer)
        return frozenset([*map(id_of, said), *answer.split()])
    return frozenset([answer, *answer.split()])


def id_of(word: Named | str) -> str:
    return word if isinstance(word, str) else word.id


def words_of(id: str) -> frozenset[str]:
    """An id, and what an option of several words says."""
    return frozenset([id, *id.split()])


@pytest.mark.parametrize("name", IN_STEPS)
@pytest.mark.parametrize("by", ["app", "table"])
def test_no_name_of_something_impossible_is_taken_for_something_else(name: str, by: str) -> None:
    """At every question of random games, names of all that exists are typed, in both languages."""
    for track in game_named(name).tracks or (None,):
        typed = refused = 0
        for seed in count():
            reader = Reader(name, seed, dice=by, cards=by, track=track)
            reader.play()
            typed, refused = typed + reader.typed, refused + reader.refused
            if typed >= ENOUGH:
                break
        assert typed > refused > typed / 20


# What was once taken for something else


def refusal(ask: Ask | None, line: str, game: str) -> str:
    """The id of what is said to a line that must be refused, whatever the language."""
    assert ask is not None
    found = set()
    for lang in LANGUAGES:
        with pytest.raises(Refused) as refused:
            read(ask, line, Words.of(lang, [game_named(game).folder], strict=True))
        found.add(refused.value.text.id)
    (id,) = found
    return id


def test_to_rest_is_not_the_beginning_of_a_gate_and_a_gate_is_refused_with_its_reason() -> None:
    driver = a_driver(a_header(EXAMPLE, seed=1))
    driver.fix("guards.you", {"raven-tower": 2, "rest-house": 2})
    assert isinstance(driver.ask, Move) and driver.ask.understood("rest") == "rest"
    for line in ("raven", "raven tower", "r tower", "rest house"):
        assert refusal(driver.ask, line, EXAMPLE) == "night-watch.refused.no-room"


def test_a_card_is_not_found_by_the_beginning_of_its_name_in_another_language() -> None:
    """His Majesty is called Son Altesse in French; `al` means the Alchemist, or nothing."""
    driver = a_driver(a_header("castle-combo", seed=3))
    random, words = Random(3), Words.of("en", ["castle_combo"], strict=True)
    while (ask := driver.ask) is not None:
        try:
            answer = str(read(ask, "al", words))
        except Refused:
            pass
        else:
            assert answer.startswith("al"), answer
        driver.answer(ask.legal(random))
        advance(driver)


def test_a_monument_that_cannot_be_built_is_not_the_beginning_of_a_district() -> None:
    """Without the gold for it, `gate` sailed to Bazani Gate."""
    reader = Reader("valeria", 2, dice="app", cards="app", track="all")
    refused = 0
    while (ask := reader.driver.ask) is not None:
        meant = [each.named.id for each in reader.things(ask) if "gate" in reader.names(each.named)]
        if meant:
            reader.check(ask, Typed("gate", frozenset(meant)))
            refused = reader.refused
        reader.driver.answer(ask.legal(reader.random))
        advance(reader.driver)
    assert refused


@pytest.mark.parametrize(
    ("game", "question", "everything"),
    [
        ("valeria", "valeria.reveal", lambda tables: tables.citizens.citizen.values()),
        ("valeria", "valeria.opponent-citizen", lambda tables: tables.citizens.citizen.values()),
        ("six-castles", "six-castles.keep-contract", lambda tables: tables.contracts.dealt),
    ],
)
def test_a_beginning_that_something_else_of_the_kind_has_too_is_asked(
    game: str, question: str, everything: Callable[[Any], Iterable[Named]]
) -> None:
    """`con` is no Constable while there is a Condottieri, be it in the other deck."""
    words = Words.of("en", [game_named(game).folder], strict=True)
    names = [folded(words.plain(each.name)) for each in everything(tables_of(game))]
    asked = 0
    for seed in range(3):
        track = "all" if question == "valeria.reveal" else None
        driver = a_driver(a_header(game, seed=seed, dice="table", cards="table", track=track))
        random = Random(seed)
        while (ask := driver.ask) is not None:
            for option in ask.options if ask.id == question else ():
                name = folded(shown_name(option, words))
                for begun in {name[:letters] for letters in range(1, len(name))}:
                    if sum(starts(each, begun) for each in names) > 1 and begun not in names:
                        asked += 1
                        with pytest.raises(Refused):
                            read(ask, begun, words)
            driver.answer(ask.legal(random))
            advance(driver)
    assert asked
